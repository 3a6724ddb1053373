/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All stacks of a profile, known at once -> the trie in preorder.
 *
 *     loc   A B C - A B D - A E -      root first, each ends with NONE
 *     first 0       4       8
 *
 *     members    are split by their next location
 *     {0 1 2}    A
 *     {0 1}      +- B
 *     {0}        |  +- C      one member: the rest is a chain, copied
 *     {1}        |  `- D
 *     {2}        `- E
 *
 * The parts of a group keep the order of their first members, so the nodes
 * equal those of a trie that grew stack by stack (trie.h) and was sorted. This
 * takes a fraction of the time: a group's stacks soon fit in the cache, and no
 * node is ever looked up. Members are split by several locations at once (see
 * below), since reading them means waiting for memory.
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

/* Stacks in heap arrays. n and nloc must be less than NONE. Equal stacks are
   fine. */
struct stacks {
	uint32_t n;
	uint32_t *first; /* [n] start of each in loc */
	loc_id *loc;
	size_t nloc; /* including the end marks */
};

/* Return the number of locations of a stack. */
static inline size_t
stacks_length(const struct stacks *s, uint32_t i)
{
	return (i + 1 < s->n ? s->first[i + 1] : s->nloc) - s->first[i] - 1;
}

/* Stacks as profile.proto packs them: the leaf first, each number in bytes of
   seven bits, lowest first, of which only the last byte is below 0x80. */
struct stacks_packed {
	uint32_t n;
	const struct str *span; /* [n] */
	size_t bytes;           /* total size */
	/* Called when the spans are no longer needed; may be NULL. */
	void (*done)(void *owner);
	void *owner;
};

/* Columns as in struct profile; heap arrays, owned by the caller. */
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
   not less than nlocs. done() is not called then, nor if there is no memory to
   begin, as the caller may need the spans again. */
bool stacks_packed_to_trie(const struct stacks_packed *s, uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out, node_id *leaf, bool *odd);
/* Return the most memory that this takes, in bytes. */
size_t stacks_packed_need(const struct stacks_packed *s, uint32_t nlocs);

/*
 * The next locations of a group's stacks, for making a trie (stacks.c): stacks
 * are read in windows of a few bytes, since most of the time goes into waiting
 * for them.
 *
 *     members   4 7 9 2 | 8 ...        windows of 16 bytes: locations, or
 *               4 7 9 2 | 5 ...        whole numbers that are packed
 *               4 7 1 3 | 6 ...
 *               4 7 9 2 | 5 ...
 *
 *     branches  4 7 9 2   common 0     three members stay together until
 *               4 7 1 3   common 2     their next window is read
 *
 * Branches are in the order of the trie: those with the same next location are
 * together, and each of these groups comes where its first member was.
 */

enum { WINDOW_BYTES = 16 };

/* The unread part of a stack. */
struct member {
	const void *rest; /* packed: its end; else its beginning, up to NONE */
	uint32_t left;    /* packed bytes that remain */
	uint32_t stack;
};

/* Members with the same bytes next. */
struct branch {
	uint32_t end;   /* end of its members in the group; first a count */
	uint8_t taken;  /* bytes used of the window */
	uint8_t common; /* locations shared with the branch before, */
	uint8_t skip;   /* and their bytes */
	uint8_t at;     /* bytes read so far: see order_range() */
	union window {
		uint64_t word[WINDOW_BYTES / sizeof(uint64_t)];
		unsigned char byte[WINDOW_BYTES];
		loc_id loc[WINDOW_BYTES / sizeof(loc_id)];
	} window;
};

_Static_assert(offsetof(struct branch, window) >= sizeof(uint64_t),
	"branch_next() looks there");

struct branches {
	bool packed;    /* see struct stacks_packed */
	uint32_t nlocs; /* one more than the largest location */
	bool odd;       /* a location is too large or malformed: all results are
			   invalid */
	const struct progress *progress;
	VEC(struct branch) all; /* branches of all open groups */
	/* Hash table of the windows of a large group: */
	VEC(uint32_t) slot; /* slot_value(); NONE: free */
	size_t expected;    /* branches expected for the whole group */
	/* Scratch to sort the branches of a group: */
	VEC(uint32_t) order, moved;
	VEC(struct branch) sorted;
	VEC(loc_id) next, kinds;
	VEC(uint32_t) ends;
	uint32_t *part; /* [nlocs] 0 between uses */
};

void branches_init(struct branches *p);
void branches_fini(struct branches *p);

/* Read the next window of each of n members, append one branch for each
   distinct window to p->all, and advance the members. which[i]: the branch of
   member i, numbered as found. False if stopped or malformed. */
bool branches_find(
	struct branches *p, struct member *m, uint32_t n, uint32_t *which);
/* Sort the branches from `first` on, whose members begin at `begin`. moved[i]:
   where the members of the i-th branch found will begin. False if malformed. */
bool branches_order(struct branches *p, size_t first, uint32_t begin);

bool branches_long_number(
	const unsigned char **p, uint32_t *left, uint32_t nlocs, loc_id *to);

/* Read the packed number that ends before *p, which has *left bytes in front of
   it. Most numbers have up to four bytes, with others before them. False if it
   is malformed or not less than nlocs. */
static inline bool
branches_number(
	const unsigned char **p, uint32_t *left, uint32_t nlocs, loc_id *to)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t w, more;
	unsigned bits;

	if (LIKELY(*left >= sizeof(w))) {
		memcpy(&w, *p - sizeof(w), sizeof(w));
		/* the last bytes of earlier numbers */
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

/* True if its members end in this window. */
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
 * A node's children are those that `onto` has, in its order, then those that
 * only `from` has: as in a trie that grew by the stacks of one and then by
 * those of the other. Only the children of common nodes are looked up; other
 * subtrees are copied.
 */

struct graft_side {
	uint32_t n; /* nodes; columns as in struct profile: */
	const node_id *parent;
	const loc_id *loc;
	const loc_id *to; /* common numbers of its locations, which are
			     distinct */
	node_id *now;     /* [n] NONE; receives the new numbers of its nodes */
};

/* Merge side[1] into side[0], which is `onto`; common numbers are below nlocs.
   False when the budget is spent or progress, which may be NULL, asked to stop:
   there is nothing to free then. */
bool graft_tries(const struct graft_side side[2], uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out);

#endif
