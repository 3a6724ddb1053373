/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_compute(): profile + query -> view, a pure function with a cache of
 * its stages.
 *
 *   profile -> tagged -> frames -> shape ----------> weigh -> tree, table
 *            (tagroot)            (hide, show...)  /
 *              strings -> match -> mask (focus...)'
 *
 * A view is immutable and shared by counting references; any thread may
 * read and drop it. The engine, with the stage cache, belongs to one thread
 * at a time.
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

/* What one filter leaves of what the ones before it left. In the order in
   which they work: ignore, focus, hide, show, show_from, then labels. */
struct filter_effect {
	const char *option; /* "focus" */
	struct str value;
	int64_t kept; /* sum of |value| of the samples still there */
};

/* The search's result; n_frames 0 while nothing matches or no search. */
struct found {
	bool active;       /* query.search is not empty and is valid */
	bool stopped;      /* the pattern was too complex: not active then */
	bool by_file;      /* no name matches; these are in files that do */
	struct bits frame; /* [frames.n] */
	uint32_t n_frames; /* matching frames with weight ("functions") */
	uint32_t n_nodes;  /* their live nodes in view.tree ("frames");
			      DIR_SANDWICH: in view.callers too */
	int64_t value;     /* each sample counted once */
};

enum { VIEW_STAGES = 9 };

struct view {
	struct view *self; /* readers hold views as const; only the count of
			      references is written */
	atomic_uint refs;
	struct stage *stage[VIEW_STAGES]; /* referenced; NULL: not used */
	struct arena arena;               /* warnings, effects, beside */
	struct query query;               /* its strings: see query.h */
	const struct profile
		*profile; /* what was filtered: the opened one or,
			     with tagroot/tagleaf, a rewritten one */
	const struct frames *frames;
	/* The same view with file names trimmed once more, where that changes
	   one; else NULL. pprof trims them whenever it makes a graph: also
	   when it makes one again of the nodes that are to stay. */
	const struct view *again;
	uint32_t column;     /* selected sample type */
	struct tree tree;    /* per query.direction; DIR_SANDWICH: the callees
				of the pivot, which is the root's only child */
	struct tree full;    /* from callers to callees, whatever the direction;
				the same as `tree` for DIR_CALLEES */
	struct tree callers; /* DIR_SANDWICH: the pivot's callers, pivot first;
				n == 0 otherwise */
	frame_id pivot;      /* DIR_SANDWICH; NONE when it is not there */
	struct weights w;    /* the selected type */
	/* [frames.n] How often a frame was called while it was not running
	   already, of both sides of a diff; the value is NULL where the
	   profile does not say. */
	struct columns entries;
	uint32_t n_beside;
	struct weights *beside; /* [n_beside], query.beside */
	/* Which samples stay, by slot (the samples that end at one node of the
	   trie) and by label set: see view_keeps(). */
	const uint32_t *slot_of; /* [sample.n] */
	const uint8_t *slot_passes, *set_bits;
	const struct framesums *framesums; /* NULL: there are trees */
	uint32_t *nodes;    /* [frames.n] live nodes of `full` with the frame */
	uint8_t *inlined;   /* [frames.n] bit 0: some node inlined, bit 1:
			       some node not */
	uint32_t n_live;    /* frames with at least one node */
	uint32_t max_depth; /* of live nodes of `tree` */
	uint64_t samples;   /* kept samples */
	const struct events *events; /* behind the values: see view_events() */
	/* Two sides are compared (header.has_base, or some samples have
	   pprof::base=true): values are the new side's minus the base's. A node
	   that only the base reaches is live. */
	bool is_diff;
	const struct evidence *evidence; /* NULL unless is_diff */
	const int64_t
		*cause; /* [frames.n] see engine_internal.h; NULL likewise */
	/* What the processor was busy with, see bottleneck.h; NULL where the
	   sample types do not tell. */
	const struct bottlenecks *bottlenecks;
	struct found found;
	uint32_t n_effects; /* filled only when nothing is left */
	struct filter_effect *effect;
	struct warnings warnings; /* pprof's warnings */
};

/* Takes a reference to the profile. */
struct engine *engine_new(const struct profile *p);
void engine_free(struct engine *e); /* NULL is fine */
/* What it keeps may take so many bytes together with the profile; 0, as it is
   at first: no limit. Views that are held count as long as the engine would
   find their parts again. A view that needs more is an error, ERR_LIMIT. */
void engine_limit(struct engine *e, size_t max_bytes);

/* The view of a query, with one reference. NULL and err: ERR_USAGE for a bad
   pattern or value ("parsing focus regexp: ..."), ERR_CANCELLED when
   progress asked to stop. progress may be NULL. */
const struct view *view_compute(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
/* The same where frames are also told apart by the start line and the mapping
   file of their function, as some reports want them: flags are FRAMES_* of
   frame.h. */
const struct view *view_compute_frames(struct engine *e, const struct query *q,
	unsigned flags, struct progress *progress, struct err *err);
/* The same for who wants the numbers of frames and nothing of paths: where they
   can be had without a tree, view.framesums is there, the trees have a root
   that weighs nothing, and there are no nodes, evidence, causes and
   bottlenecks, no weights beside value and div, and no view_end(). */
const struct view *view_compute_rows(struct engine *e, const struct query *q,
	unsigned flags, struct progress *progress, struct err *err);
/* How many events stand behind a sum of the view's weights, in parts; 0 where
   there are none. */
int64_t view_events(const struct view *v, struct row_sum sum);
/* Do the filters leave a sample of v->profile, with a frame or without a
   stack of its own? It ends at view_end(). */
bool view_keeps(const struct view *v, size_t sample);
/* The node of `full` where the sample ends; NONE: filtered away. */
static inline node_id
view_end(const struct view *v, size_t sample)
{
	return chains_end(v->full.chains, v->slot_of[sample]);
}

const struct view *view_ref(const struct view *v);
/* Bytes of the stages that a view holds, whoever else holds them. */
size_t view_bytes(const struct view *v);
/* A view without its graph, to be kept in its place when that is large: the
   query, profile, frames, nodes, n_live and w.total, w.self, w.whole are there,
   the trees have a root that weighs nothing. With one reference. */
const struct view *view_outline(const struct view *v);
void view_unref(const struct view *v); /* NULL is fine */

#endif
