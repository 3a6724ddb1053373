/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The labels of samples, as a list to choose from: a group for each key, with
 * its values or with ranges of its numbers.
 *
 *      ▾ tenant           24.96s  100%  3 values
 *     ▶  [x] acme         18.60s 62.0%  ████████████████▊
 *        [ ] globex        9.30s 31.0%  ████████▍
 *      ▾ bytes            30.00s  100%  2 ranges, in bytes
 *        [-] 16B..1kB      4.20s 14.0%  ███▊
 *        [ ] 1kB..64kB    25.80s 86.0%  ███████████████████████
 *      ▸ endpoint         30.00s  100%  41 values
 *        (no labels)       0.00s  0.0%
 *
 * Groups are in the order of labelkeys.h, heaviest first. A group with many
 * values starts closed, and so do one of ids and one without weight; many
 * numbers with a unit of memory or time become ranges. [x] is chosen, [-] is
 * dropped. A group's weight counts each sample with the key once. 100% is the
 * same as with -tags.
 *
 * In a diff, a row has both sides and the change, as in the table:
 *
 *         [ ] /parse      3.15s   0.00s  G   -3.15s    gone
 */
#ifndef FT_PRESENT_TAGS_H
#define FT_PRESENT_TAGS_H

#include "analysis/label_sums.h"
#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "present/list.h"
#include "present/number.h"

/* The user's choices for a group, by its key; outlives the rows. */
struct tags_fold {
	struct str key;
	bool decided, open;          /* undecided: open if rows are few */
	bool ranges_decided, ranges; /* undecided: depends on the unit */
};
struct tags_folds {
	struct arena arena;
	VEC(struct tags_fold) fold;
};
void tags_folds_fini(struct tags_folds *f);
/* Return a key's fold, added if missing. Valid until the next call. */
struct tags_fold *tags_fold_of(struct tags_folds *f, struct str key);

enum tags_row_kind {
	TAGS_KEY,     /* the head of a group */
	TAGS_VALUE,   /* a value, or a range of numbers */
	TAGS_WITHOUT, /* samples without the group's key */
	TAGS_BARE,    /* samples without any label */
};

struct tags_row {
	enum tags_row_kind kind;
	const struct facet *facet; /* NULL: TAGS_BARE */
	const uint32_t *value;     /* TAGS_VALUE: indices into key->value */
	size_t n;                  /* values; TAGS_KEY: rows in the group */
	bool is_range;             /* TAGS_KEY: the rows are ranges */
	bool is_open;              /* TAGS_KEY only */
	int64_t lo, hi;            /* if is_range, in the key's unit */
	int64_t weight;
	int64_t events;       /* times EVENT_PARTS */
	struct tag_base base; /* base side, in a diff */
};

struct tags_options {
	bool by_value;      /* sort by the text or number, not by weight */
	struct str pattern; /* row filter: matching values, or all values of a
			       matching key; "": none */
	/* Return true for a key to leave out; NULL: none. */
	bool (*leaves_out)(void *on, const struct tag_key *key);
	void *on;
};

struct tags_pane {
	struct arena arena;          /* holds the sorted values */
	const struct facets *facets; /* borrowed */
	struct numbers numbers;
	VEC(struct tags_row) row;
	uint32_t shown, all; /* shown or folded values; all, without filter */
	bool wide;           /* some share is below 0 or over 100% */
	bool stopped; /* the pattern was too complex; some matches are
			 missing */
	struct str left_out; /* a key that is left out; "": none */
};

/* Build the rows; borrows the facets, uses `folds` only during the call. */
struct tags_pane *tags_pane_new(const struct facets *f,
	struct tags_folds *folds, const struct tags_options *o);
void tags_pane_free(struct tags_pane *tp); /* NULL is fine */
/* Return a row, or NULL past the end. */
const struct tags_row *tags_pane_row(const struct tags_pane *tp, uint32_t i);
/* Append the row's name: "acme", "16B..1kB", "tenant", "(no tenant)". */
void tags_row_name(struct strbuf *out, const struct tags_row *row);

struct tags_draw {
	struct list list; /* a name scrolls to its end at most */
	bool focused;
	/* Return ' ', 'x' or '-' for a row with a box. */
	char (*mark)(void *on, const struct tags_row *row);
	void *on;
};

/* Draw the pane. The hit of a row is its index in row[]. Returns the skip with
   which the longest name drawn ends at the end of its column. */
int tags_pane_draw(struct grid *g, struct rect r, const struct tags_pane *tp,
	const struct tags_draw *d);

/*
 * Ranges of numbers, for lists that would be too long with one row per number.
 *
 *     bytes 17 .. 900000        16B..1kB  1kB..64kB  64kB..4MB
 *     5 .. 730                  5..10  10..20  20..50 ... 500..1000
 *     -3 .. 14                  -5..0  0..5  5..10  10..15
 *
 * Edges are round numbers. Steps grow until there are no more than about eight
 * ranges. Zero has a range of its own if the numbers differ widely.
 */

enum { BUCKETS_MAX = 10 };

struct bucket {
	int64_t lo, hi; /* lo <= number < hi; the last range includes hi if that
			   is INT64_MAX */
};

/* Divide [least, largest] into at most BUCKETS_MAX ranges and return their
   number. `binary`: edges are powers of two. */
size_t buckets_of(
	int64_t least, int64_t largest, bool binary, struct bucket *out);

#endif
