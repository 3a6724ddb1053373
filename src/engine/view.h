/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_compute(): profile + query -> view, a pure function with caches for its
 * stages.
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
#include "engine/leaffold.h"
#include "engine/query.h"
#include "engine/tree.h"
#include "engine/weights.h"
#include "profile/profile.h"
#include "profile/samplecount.h"

struct bottlenecks;
struct engine;
struct evidence;
struct framesums;
struct replacements;
struct stage;

/* The value left by a filter and all earlier ones, in the order ignore, focus,
   hide, show, show_from, label filters. */
struct filter_effect {
	const char *option; /* "focus" */
	struct str value;
	int64_t kept; /* sum of |value| of the samples left */
};

/* The search's result; n_frames is 0 without a match or a search. */
struct found {
	bool active;       /* query.search is set and valid */
	bool stopped;      /* the pattern was too complex; not active */
	bool by_file;      /* no name matches, but some file does */
	struct bits frame; /* [frames.n] */
	uint32_t n_frames; /* matching frames with live nodes ("functions") */
	uint32_t n_nodes;  /* live nodes of these frames in view.tree and, for
			      DIR_SANDWICH, view.callers ("frames") */
	int64_t value;     /* total of all matches, each sample counted once */
};

enum { VIEW_STAGES = 9 };

struct view {
	struct view *self; /* this view, not const: all other pointers to it are
			      const, but view_ref() must write `refs` */
	atomic_uint refs;
	struct stage *stage[VIEW_STAGES]; /* referenced; NULL: not used */
	struct arena arena;               /* warnings, effects, beside */
	struct query query;               /* its strings are borrowed */
	const struct profile *profile; /* the opened profile or, with tagroot or
					  tagleaf, one rewritten from it */
	const struct frames *frames;
	/* This view with file names trimmed once more; NULL if none changes.
	   pprof trims file names whenever it makes a graph, including when it
	   rebuilds one from the nodes that stay. */
	const struct view *again;
	uint32_t column;     /* selected sample type */
	struct tree tree;    /* for query.direction; DIR_SANDWICH: the root's
				only child is the pivot, with its callees */
	struct tree full;    /* callers above callees, in every direction; for
				DIR_CALLEES the same as `tree` */
	struct tree callers; /* DIR_SANDWICH: the pivot's callers, pivot first;
				n == 0 otherwise */
	frame_id pivot;      /* DIR_SANDWICH only; NONE if not in the view */
	struct weights w;    /* the selected sample type */
	/* [frames.n] number of non-recursive calls of each frame; entries.value
	   is NULL if the profile lacks it. */
	struct columns entries;
	uint32_t n_beside;
	struct weights *beside; /* [n_beside] sample types in query.beside */
	/* Kept samples, by slot (one per trie node at which samples end) and by
	   label set: see view_keeps(). */
	const uint32_t *slot_of; /* [sample.n] */
	const uint8_t *slot_passes, *set_bits;
	const struct framesums *framesums; /* NULL: there are trees */
	uint32_t *nodes;    /* [frames.n] live nodes of `full` with the frame */
	uint8_t *inlined;   /* [frames.n] bit 0: some node is inlined, bit 1:
			       some is not */
	uint32_t n_live;    /* frames with at least one node */
	uint32_t max_depth; /* deepest live node of `tree` */
	uint64_t samples;   /* number of kept samples */
	const struct events *events; /* for view_events() */
	/* The view is a diff (header.has_base, or some samples have
	   pprof::base=true): values are new minus base. A node that only the
	   base reaches is live. */
	bool is_diff;
	struct leaffolds folded;         /* n is 0 with framesums */
	const struct evidence *evidence; /* NULL unless is_diff */
	const int64_t
		*cause; /* [frames.n] see causes_new(); NULL unless is_diff */
	const struct replacements *replaced; /* NULL unless is_diff */
	/* NULL if the sample types for it are missing (bottleneck.h). */
	const struct bottlenecks *bottlenecks;
	struct found found;
	uint32_t n_effects; /* 0 unless the filters leave nothing */
	struct filter_effect *effect;
	struct warnings warnings; /* as pprof prints them */
};

/* Make an engine, which takes a reference to the profile. */
struct engine *engine_new(const struct profile *p);
void engine_free(struct engine *e); /* NULL is fine */
/* Limit the bytes of the engine's stages plus the profile; 0, the default: no
   limit. Stages that views hold count while they are in the cache. A view that
   needs more fails with ERR_LIMIT. */
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
/* Compute a view for callers that need sums per frame but no call paths. If no
   tree is needed, view.framesums is set: the trees are bare roots of weight 0;
   nodes, evidence, cause and bottlenecks are NULL; weights have only value and
   div; and view_end() must not be called. */
const struct view *view_compute_rows(struct engine *e, const struct query *q,
	unsigned flags, struct progress *progress, struct err *err);
/* Return the value that is 100% on the screen; 0 for means, which are no shares
   of a mean. */
static inline int64_t
view_whole(const struct view *v)
{
	return v->query.mean ? 0 : v->w.whole;
}
/* Return the number of events in a sum of the view's weights, in parts
   (profile/samplecount.h); 0 if there are none. */
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
/* Return a small copy of a view without its graph, with one reference, to keep
   in place of a large one. It has the query, profile, frames, nodes, n_live,
   w.total, w.self and w.whole; its trees are bare roots of weight 0. */
const struct view *view_outline(const struct view *v);
void view_unref(const struct view *v); /* NULL is fine */

#endif
