/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#ifndef FT_PROFILE_STACKS_SPLIT_H
#define FT_PROFILE_STACKS_SPLIT_H

#include "base/compiler.h"
#include "base/hash.h"
#include "base/progress.h"
#include "base/vec.h"
#include "profile/ids.h"

enum { WINDOW = 16 }; /* bytes */

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
		uint64_t word[WINDOW / sizeof(uint64_t)];
		unsigned char byte[WINDOW];
		loc_id loc[WINDOW / sizeof(loc_id)];
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
		offsetof(struct branch, window) + WINDOW - at;
	const uint32_t room = WINDOW - at + sizeof(uint64_t);
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
		PREFETCH((const void *)(rest - WINDOW));
}

#endif
