/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Making the trie, in preorder, of all stacks of a profile at once.
 *
 *     loc   A B C - A B D - A E -      root first, NONE after each stack
 *     first 0       4       8
 *
 *     members    split by their next location
 *     {0 1 2}    A
 *     {0 1}      +- B
 *     {0}        |  +- C      one member: its locations are copied
 *     {1}        |  `- D
 *     {2}        `- E
 *
 * The parts of a group keep the order of their first members, so the nodes
 * equal those of a trie that grew stack by stack (trie.h) and was sorted. But
 * this takes a fraction of the time: a group's stacks soon fit in the cache,
 * and no node is ever looked up. Members are split by several locations at once
 * (see below), since each read of a stack is a cache miss.
 */
#ifndef FT_PROFILE_STACKS_H
#define FT_PROFILE_STACKS_H

#include "base/compiler.h"
#include "base/hash.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/vec.h"
#include "profile/budget.h"
#include "profile/ids.h"

/* Stacks in heap arrays. n and nloc must be less than NONE. Stacks may be
   equal. */
struct stacks {
	uint32_t n;
	uint32_t *first; /* [n] start of each stack in loc[] */
	loc_id *loc;     /* [nloc] each stack ends with NONE */
	size_t nloc;
};

/* Return the number of locations of a stack. */
static inline size_t
stacks_length(const struct stacks *s, uint32_t i)
{
	return (i + 1 < s->n ? s->first[i + 1] : s->nloc) - s->first[i] - 1;
}

/* Stacks as profile.proto packs them: leaf first, each location a number of
   seven bits per byte, lowest bits first. Only its last byte is below 0x80. */
struct stacks_packed {
	uint32_t n;
	const struct str *span; /* [n] */
	size_t bytes;           /* total length of all spans */
	/* Called when the spans are no longer needed; may be NULL. */
	void (*done)(void *owner);
	void *owner;
};

/* Columns as in profile.trie; heap arrays, freed by stacks_trie_free(). */
struct stacks_trie {
	uint32_t n;
	node_id *parent;
	loc_id *loc;
};

void stacks_free(struct stacks *s);
void stacks_trie_free(struct stacks_trie *t);
/* Make the trie. leaf[i] becomes the node of stack i; nlocs is one more than
   the largest location. False when the budget is spent or progress, which may
   be NULL, asked to stop: there is nothing to free then. */
bool stacks_to_trie(const struct stacks *s, uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out, node_id *leaf);

/* Make the trie of packed stacks. False and *odd if a number is malformed or
   not less than nlocs. Then, or if the budget is too small to begin, done() is
   not called, as the caller may need the spans again. */
bool stacks_packed_to_trie(const struct stacks_packed *s, uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out, node_id *leaf, bool *odd);
/* Return the maximum that stacks_packed_to_trie() takes from the budget. */
size_t stacks_packed_need(const struct stacks_packed *s, uint32_t nlocs);

/*
 * Internals of making a trie (stacks.c): the next locations of a group's stacks
 * are read in windows of a few bytes, since most of the time is spent waiting
 * for memory.
 *
 *     members   4 7 9 2 | 8 ...        windows of 16 bytes: four locations,
 *               4 7 9 2 | 5 ...        or the packed numbers that fit
 *               4 7 1 3 | 6 ...
 *               4 7 9 2 | 5 ...
 *
 *     branches  4 7 9 2   common 0     three members stay together until
 *               4 7 1 3   common 2     their next window is read
 *
 * Branches are sorted like the trie: branches with the same next location are
 * adjacent, in the order of their first members.
 */

enum { WINDOW_BYTES = 16 };

/* The unread part of a stack. */
struct member {
	const void *rest; /* next location; packed: end of its bytes */
	uint32_t left;    /* packed: number of bytes left */
	uint32_t stack;
};

/* Members of a group whose next windows are equal. */
struct branch {
	uint32_t end;   /* end of its members in member[]; initially a count */
	uint8_t taken;  /* bytes of the window that are used */
	uint8_t common; /* leading locations equal in the previous branch */
	uint8_t skip;   /* bytes of these locations */
	uint8_t at;     /* bytes that order_range() has compared */
	union window {
		uint64_t word[WINDOW_BYTES / sizeof(uint64_t)];
		unsigned char byte[WINDOW_BYTES];
		loc_id loc[WINDOW_BYTES / sizeof(loc_id)];
	} window;
};

_Static_assert(offsetof(struct branch, window) >= sizeof(uint64_t),
	"branch_next() looks there");

struct branches {
	bool packed;    /* members contain packed numbers */
	uint32_t nlocs; /* one more than the largest location */
	bool odd;       /* a location is too large or malformed: all results are
			   invalid */
	const struct progress *progress;
	VEC(struct branch) all; /* branches of all forks (stacks.c) */
	/* Hash table of a large group's windows: */
	VEC(uint32_t) slot; /* slot_value(); NONE: free */
	size_t expected;    /* branches expected for the whole group */
	/* Scratch to sort the branches of a group: */
	VEC(uint32_t) order, moved;
	VEC(struct branch) sorted;
	VEC(loc_id) next, kinds;
	VEC(uint32_t) ends;
	uint32_t *part; /* [nlocs] counts by location; 0 between uses */
};

void branches_init(struct branches *p);
void branches_fini(struct branches *p);

/* Read the next window of each of n members, append one branch for each
   distinct window to p->all, and advance the members. which[i]: the branch of
   member i, counted from the first appended. False if stopped or malformed. */
bool branches_find(
	struct branches *p, struct member *m, uint32_t n, uint32_t *which);
/* Sort the branches from p->all.p[first] on, whose members begin at `begin`.
   p->moved.p[i]: where the members with which[] == i go. False if malformed. */
bool branches_order(struct branches *p, size_t first, uint32_t begin);

bool branches_long_number(
	const unsigned char **p, uint32_t *left, uint32_t nlocs, loc_id *to);

/* Read the packed number that ends before *p, where *left bytes are left, and
   move both. Fast for numbers of up to four bytes that are not near the
   beginning. False if malformed or not less than nlocs. */
static inline bool
branches_number(
	const unsigned char **p, uint32_t *left, uint32_t nlocs, loc_id *to)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t w, more;
	unsigned bits;

	if (LIKELY(*left >= sizeof(w))) {
		memcpy(&w, *p - sizeof(w), sizeof(w));
		/* a bit for the last byte of each earlier number */
		more = ~w & UINT64_C(0x0080808080808080);
		bits = more == 0 ? 64 : (unsigned)__builtin_clzll(more);
		w >>= 64 - bits;
		*to = (loc_id)((w & 0x7f) | (w >> 1 & 0x3f80) |
			(w >> 2 & 0x1fc000) | (w >> 3 & 0xfe00000));
		if (LIKELY(bits <= 32 && w >> (bits - 1) == 0 && *to < nlocs)) {
			*p -= bits / 8;
			*left -= bits / 8;
			return true;
		}
	}
#endif
	return branches_long_number(p, left, nlocs, to);
}

/* Read the location after `at` bytes of a branch. Returns its size; 0 and NONE
   if there is none. */
static inline unsigned
branch_next(
	struct branches *p, const struct branch *b, unsigned at, loc_id *loc)
{
	const unsigned char *byte = (const unsigned char *)b +
		offsetof(struct branch, window) + WINDOW_BYTES - at;
	const uint32_t room = WINDOW_BYTES - at + sizeof(uint64_t);
	uint32_t left = room;

	*loc = NONE;
	if (at >= b->taken)
		return 0;
	if (!p->packed) {
		*loc = b->window.loc[at / sizeof(*loc)];
		return sizeof(*loc);
	}
	/* Reading the eight bytes before the window is safe, as they belong to
	   the branch; no number begins there. */
	if (byte[-1] == 0 || !branches_number(&byte, &left, p->nlocs, loc)) {
		p->odd = true;
		*loc = NONE;
		return 0;
	}
	return room - left;
}

/* True if the members of a branch end in this window. */
static inline bool
branch_ends(const struct branches *p, const struct branch *b)
{
	return p->packed ? b->window.byte[0] == 0
			 : b->window.loc[COUNT_OF(b->window.loc) - 1] == NONE;
}

/* Prefetch a member's next window. */
static inline void
member_reach(const struct branches *p, const struct member *m)
{
	uintptr_t rest = (uintptr_t)m->rest;

	PREFETCH((const void *)(p->packed ? rest - 1 : rest));
	if (p->packed)
		PREFETCH((const void *)(rest - WINDOW_BYTES));
}

/*
 * Two tries in preorder merged into one, which is also in preorder:
 *
 *     onto  root         from  root          both  root
 *           +- A               +- A                +- A
 *           |  +- B            |  +- D             |  +- B
 *           |  `- C            |  `- B             |  |  `- E
 *           `- F               |     `- E          |  +- C
 *                              `- G                |  `- D
 *                                                  +- F
 *                                                  `- G
 *
 * A node's children are those in `onto`, in the same order, then those that are
 * only in `from`: as in a trie to which all stacks of `onto` were added before
 * those of `from`. Only the children of common nodes are looked up; other
 * subtrees are copied.
 */

struct graft_side {
	uint32_t n; /* number of nodes; columns as in profile.trie: */
	const node_id *parent;
	const loc_id *loc;
	const loc_id *to; /* location -> number common to both sides; no two
			     locations of a side have the same number */
	node_id *now;     /* [n] all NONE; receives the new node numbers */
};

/* Merge side[1], `from`, into side[0], `onto`. Common numbers are below nlocs.
   False when the budget is spent or progress, which may be NULL, asked to stop:
   there is nothing to free then. */
bool graft_tries(const struct graft_side side[2], uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out);

#endif
