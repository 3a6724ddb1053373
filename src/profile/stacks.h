/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All stacks of a profile, known at once -> the trie in preorder.
 *
 *     loc   A B C - A B D - A E -      root first, each ends with NONE
 *     first 0       4       8
 *
 *     members    part by the first location that is still to come
 *     {0 1 2}    A
 *     {0 1}      +- B
 *     {0}        |  +- C      one member: the rest is a chain, copied
 *     {1}        |  `- D
 *     {2}        `- E
 *
 * The parts of a group keep the order in which their first members came, so
 * that the nodes are the ones that a trie growing stack by stack (trie.h)
 * has after sorting. It takes a fraction of the time, since a group's stacks
 * are soon few enough for the cache and no node is ever looked up. Members are
 * parted by what comes next in several steps at once (stacks.h), as they
 * are waited for.
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

/* Both arrays are on the heap. n stacks and all that they hold must be less
   than NONE. Equal stacks are fine. */
struct stacks {
	uint32_t n;
	uint32_t *first; /* [n] where each begins in loc */
	loc_id *loc;
	size_t nloc; /* with the ends */
};

/* Locations of one, without its end. */
static inline size_t
stacks_length(const struct stacks *s, uint32_t i)
{
	return (i + 1 < s->n ? s->first[i + 1] : s->nloc) - s->first[i] - 1;
}

/* The same as profile.proto packs them: the leaf first, and of a number seven
   bits in each byte, the lowest first, of which only the last is below 0x80. */
struct stacks_packed {
	uint32_t n;
	const struct str *span; /* [n] */
	size_t bytes;           /* of all of them */
	/* Called as soon as nobody looks at them any more; may be NULL. */
	void (*done)(void *owner);
	void *owner;
};

/* Columns as in struct profile; heap arrays, the caller's. */
struct stacks_trie {
	uint32_t n;
	node_id *parent;
	loc_id *loc;
};

void stacks_free(struct stacks *s);
void stacks_trie_free(struct stacks_trie *t);
/* leaf[i] becomes the node of stack i; nlocs is one more than the largest
   location. False when the budget is spent or progress, which may be NULL,
   asked to stop: nothing is to be freed then. */
bool stacks_to_trie(const struct stacks *s, uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out, node_id *leaf);

/* The same. False and *odd when a number is not less than nlocs, or not written
   like this; then, and for want of memory, they may be needed once more, and
   done() was not called. */
bool stacks_packed_to_trie(const struct stacks_packed *s, uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out, node_id *leaf, bool *odd);
/* The most that this takes, in bytes. */
size_t stacks_packed_need(const struct stacks_packed *s, uint32_t nlocs);

/*
 * How the stacks of a group go on, for who makes a trie of them (stacks.c): by
 * windows of a few bytes, since most of the time of a trie is waiting for
 * stacks.
 *
 *     members   4 7 9 2 | 8 ...        windows of 16 bytes: locations, or
 *               4 7 9 2 | 5 ...        whole numbers that are packed
 *               4 7 1 3 | 6 ...
 *               4 7 9 2 | 5 ...
 *
 *     branches  4 7 9 2   common 0     so three go on together, and nobody
 *               4 7 1 3   common 2     looks at them before their next window
 *
 * Branches are in the order in which a trie has them: those with the same
 * location next are together, and each of these comes where its first member
 * was.
 */

enum { WINDOW_BYTES = 16 }; /* bytes */

/* A stack. */
struct member {
	const void *rest; /* packed: up to here; else from here on, to NONE */
	uint32_t left;    /* bytes that are packed */
	uint32_t stack;
};

/* Members that go on with the same bytes. */
struct branch {
	uint32_t end;   /* of them in the group; before, how many they are */
	uint8_t taken;  /* bytes of the window */
	uint8_t common; /* locations that the branch before it has, too, */
	uint8_t skip;   /* and their bytes */
	uint8_t at;     /* bytes that were looked at: see order_range() */
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
	uint32_t nlocs; /* locations are less */
	bool odd;       /* one is not, or is not packed as it should be: nothing
			   of this is good for anything then */
	const struct progress *progress;
	VEC(struct branch) all; /* of all groups that are looked at */
	/* To find those of a large group by a hash of the window: */
	VEC(uint32_t) slot; /* slot_value(); NONE: free */
	size_t expected;    /* branches, of all members of the group */
	/* To put those of a group in order: */
	VEC(uint32_t) order, moved;
	VEC(struct branch) sorted;
	VEC(loc_id) next, kinds;
	VEC(uint32_t) ends;
	uint32_t *part; /* [nlocs] 0 between two uses */
};

void branches_init(struct branches *p);
void branches_fini(struct branches *p);

/* What n members go on with, at the end of p->all; they have it behind them
   then. which[i] becomes the branch of the i-th one, by the order in which they
   were found. False: stop, or odd. */
bool branches_find(
	struct branches *p, struct member *m, uint32_t n, uint32_t *which);
/* All from `first` on in order, where their members begin at `begin`; moved[i]
   is where those of the i-th that was found do. False: odd. */
bool branches_order(struct branches *p, size_t first, uint32_t begin);

bool branches_long_number(
	const unsigned char **p, uint32_t *left, uint32_t nlocs, loc_id *to);

/* A number that ends before *p, of so many bytes that are left in front of it;
   most have up to four, and others are in front of them. False: it is not one
   that is less than nlocs. */
static inline bool
branches_number(
	const unsigned char **p, uint32_t *left, uint32_t nlocs, loc_id *to)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t w, more;
	unsigned bits;

	if (LIKELY(*left >= sizeof(w))) {
		memcpy(&w, *p - sizeof(w), sizeof(w));
		/* the last bytes of those before it */
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

/* The location behind so many bytes of a branch. Returns how many it takes; 0
   and NONE: there is none. */
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
	/* The eight bytes in front of the window may be looked at, as they are
	   the branch's; no number goes on there. */
	if (byte[-1] == 0 || !branches_number(&byte, &left, p->nlocs, loc)) {
		p->odd = true;
		*loc = NONE;
		return 0;
	}
	return room - left;
}

/* Do its members end there? */
static inline bool
branch_ends(const struct branches *p, const struct branch *b)
{
	return p->packed ? b->window.byte[0] == 0
			 : b->window.loc[COUNT_OF(b->window.loc) - 1] == NONE;
}

/* Of a member that will be looked at: begin to wait for memory. */
static inline void
member_reach(const struct branches *p, const struct member *m)
{
	uintptr_t rest = (uintptr_t)m->rest;

	PREFETCH((const void *)(p->packed ? rest - 1 : rest));
	if (p->packed)
		PREFETCH((const void *)(rest - WINDOW_BYTES));
}

/*
 * Two tries in preorder as one, which is in preorder, too:
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
 * those of the other. Only children of nodes that both have are looked for;
 * what is below others goes where it belongs as it is.
 */

struct graft_side {
	uint32_t n; /* nodes; columns as in struct profile: */
	const node_id *parent;
	const loc_id *loc;
	const loc_id *to; /* what its locations are to both sides; no two of
			     them are the same */
	node_id *now;     /* [n] NONE; gets the new numbers of its nodes */
};

/* side[0] is `onto`; what they have in common are locations below nlocs. False
   when the budget is spent or progress, which may be NULL, asked to stop:
   nothing is to be freed then. */
bool graft_tries(const struct graft_side side[2], uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out);

#endif
