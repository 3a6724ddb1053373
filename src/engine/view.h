/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_compute(): profile + query -> view, a pure function with a cache of
 * its stages.
 *
 *   profile -> tagged -> frames -> shape ----------> weigh -> tree, table
 *            (tagroot)            (hide, show...)  /
 *              strings -> hits --> pick (focus...)'
 *
 * A view is immutable and has a reference count; any thread may read and drop
 * it. The engine, with the stage cache, belongs to one thread at a time.
 */
#ifndef FT_ENGINE_VIEW_H
#define FT_ENGINE_VIEW_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/warnings.h"
#include "engine/frame.h"
#include "engine/query.h"
#include "engine/tree.h"
#include "engine/weights.h"
#include "profile/profile.h"
#include "profile/samplecount.h"

struct bottlenecks;
struct engine;
struct evidence;
struct framesums;
struct stage;

/* The value that one filter leaves of what the earlier ones left. Filters apply
   in this order: ignore, focus, hide, show, show_from, then labels. */
struct filter_effect {
	const char *option; /* "focus" */
	struct str value;
	int64_t kept; /* sum of |value| of the samples left */
};

/* The search's result; n_frames is 0 without a match or a search. */
struct found {
	bool active;       /* query.search is set and valid */
	bool stopped;      /* the pattern was too complex; not active */
	bool by_file;      /* no name matches; the frames' files do */
	struct bits frame; /* [frames.n] */
	uint32_t n_frames; /* matching frames with weight ("functions") */
	uint32_t n_nodes;  /* their live nodes in view.tree ("frames") and, for
			      DIR_SANDWICH, in view.callers */
	int64_t value;     /* each sample counted once */
};

enum { VIEW_STAGES = 9 };

struct view {
	struct view *self; /* readers hold views as const; only the reference
			      count is written */
	atomic_uint refs;
	struct stage *stage[VIEW_STAGES]; /* referenced; NULL: not used */
	struct arena arena;               /* warnings, effects, beside */
	struct query query;               /* its strings are borrowed */
	const struct profile
		*profile; /* the filtered one: the opened profile or, with
			     tagroot/tagleaf, a rewritten one */
	const struct frames *frames;
	/* This view with file names trimmed once more, if that changes one;
	   else NULL. pprof trims them whenever it makes a graph, so again when
	   it rebuilds one from the nodes that stay. */
	const struct view *again;
	uint32_t column;     /* selected sample type */
	struct tree tree;    /* by query.direction; DIR_SANDWICH: the pivot's
				callees; the pivot is the root's only child */
	struct tree full;    /* callers to callees in every direction; for
				DIR_CALLEES the same as `tree` */
	struct tree callers; /* DIR_SANDWICH: the pivot's callers, pivot first;
				n == 0 otherwise */
	frame_id pivot;      /* DIR_SANDWICH; NONE if it is not there */
	struct weights w;    /* the selected type */
	/* [frames.n] How often a frame was called while it was not running
	   already, of both sides of a diff; the value is NULL if the profile
	   does not have it. */
	struct columns entries;
	uint32_t n_beside;
	struct weights *beside; /* [n_beside], query.beside */
	/* Samples that stay, by slot (the samples that end at one node of the
	   trie) and by label set: see view_keeps(). */
	const uint32_t *slot_of; /* [sample.n] */
	const uint8_t *slot_passes, *set_bits;
	const struct framesums *framesums; /* NULL: there are trees */
	uint32_t *nodes;    /* [frames.n] live nodes of `full` with the frame */
	uint8_t *inlined;   /* [frames.n] bit 0: some node is inlined, bit 1:
			       some is not */
	uint32_t n_live;    /* frames with at least one node */
	uint32_t max_depth; /* deepest live node of `tree` */
	uint64_t samples;   /* kept samples */
	const struct events *events; /* event counts: see view_events() */
	/* Two sides are compared (header.has_base, or some samples have
	   pprof::base=true): values are the new side's minus the base's. A node
	   that only the base reaches is live. */
	bool is_diff;
	const struct evidence *evidence; /* NULL unless is_diff */
	const int64_t
		*cause; /* [frames.n] see causes_new(); NULL unless is_diff */
	/* Bottlenecks, see bottleneck.h; NULL if the sample types do not give
	   them. */
	const struct bottlenecks *bottlenecks;
	struct found found;
	uint32_t n_effects; /* filled only if nothing is left */
	struct filter_effect *effect;
	struct warnings warnings; /* as pprof prints them */
};

/* Make an engine, which takes a reference to the profile. */
struct engine *engine_new(const struct profile *p);
void engine_free(struct engine *e); /* NULL is fine */
/* Limit the bytes of the engine's stages and the profile; 0, the default: no
   limit. Views that are held count while the engine can still find their
   stages. A view that needs more fails with ERR_LIMIT. */
void engine_limit(struct engine *e, size_t max_bytes);

/* Return the view of a query, with one reference. NULL and err: ERR_USAGE for a
   bad pattern or value ("parsing focus regexp: ..."), ERR_CANCELLED when
   stopped. progress may be NULL. */
const struct view *view_compute(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
/* Compute a view whose frames also differ by their function's start line and
   mapping file, as some reports need: flags are FRAMES_* of frame.h. */
const struct view *view_compute_frames(struct engine *e, const struct query *q,
	unsigned flags, struct progress *progress, struct err *err);
/* Compute a view for callers that need sums per frame but no paths. If no tree
   is needed for that, view.framesums is set, the trees have a root of weight 0,
   and there are no nodes, evidence, causes and bottlenecks, no weights except
   value and div, and no view_end(). */
const struct view *view_compute_rows(struct engine *e, const struct query *q,
	unsigned flags, struct progress *progress, struct err *err);
/* Return the number of events in a sum of the view's weights, in parts; 0 if
   there are none. */
int64_t view_events(const struct view *v, struct row_sum sum);
/* True if the filters keep a sample of v->profile: it has a frame left or never
   had a stack. It ends at view_end(). */
bool view_keeps(const struct view *v, size_t sample);
/* Return the node of `full` where the sample ends; NONE: filtered out. */
static inline node_id
view_end(const struct view *v, size_t sample)
{
	return chains_end(v->full.chains, v->slot_of[sample]);
}

const struct view *view_ref(const struct view *v);
/* Return the bytes of the stages that a view holds, shared ones included. */
size_t view_bytes(const struct view *v);
/* Return a view without its graph, with one reference, to keep instead of a
   large one: the query, profile, frames, nodes, n_live and w.total, w.self,
   w.whole are there; the trees have a root of weight 0. */
const struct view *view_outline(const struct view *v);
void view_unref(const struct view *v); /* NULL is fine */

#endif
