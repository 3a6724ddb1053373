/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour pairs on demand: see term_pairs.h. */
#include "config.h"

#include "ui/term_pairs.h"

#include <curses.h>

#include "base/hash.h"

#include "base/banned.h"

enum { PAIRS_MAX = 1008 };

/* Pair i + 1 of curses; pair 0 is the terminal's own colours. */
static struct {
	int n, limit;
	unsigned frame;
	struct {
		int fg, bg;
		unsigned frame; /* the last one that used it */
	} pair[PAIRS_MAX];
	struct map64 of; /* colours -> index into pair */
} pairs;

static uint64_t
key_of(int fg, int bg)
{
	return (uint64_t)(uint32_t)fg << 32 | (uint32_t)bg;
}

void
pairs_begin(int limit)
{
	pairs.n = 0;
	pairs.limit = limit < PAIRS_MAX ? limit : PAIRS_MAX;
	pairs.frame = 1;
	map64_free(&pairs.of);
}

void
pairs_frame(void)
{
	pairs.frame++;
}

/* The least recently used pair that this frame does not need, or -1. */
static int
oldest(void)
{
	int best = -1;

	for (int i = 0; i < pairs.n; i++)
		if (pairs.pair[i].frame != pairs.frame &&
			(best < 0 ||
				pairs.pair[i].frame < pairs.pair[best].frame))
			best = i;
	return best;
}

static int
same_background(int bg)
{
	for (int i = 0; i < pairs.n; i++)
		if (pairs.pair[i].bg == bg)
			return i + 1;
	return 0;
}

static void
rebuild_map(void)
{
	map64_free(&pairs.of);
	for (int i = 0; i < pairs.n; i++)
		map64_put(&pairs.of, key_of(pairs.pair[i].fg, pairs.pair[i].bg),
			(uint32_t)i);
}

int
pairs_get(int fg, int bg)
{
	uint32_t known;
	int i;

	known = map64_get(&pairs.of, key_of(fg, bg));
	if (known != NONE) {
		pairs.pair[known].frame = pairs.frame;
		return (int)known + 1;
	}
	i = pairs.n < pairs.limit ? pairs.n : oldest();
	if (i < 0)
		return same_background(bg);
	if (init_extended_pair(i + 1, fg, bg) == ERR)
		return 0;
	pairs.pair[i].fg = fg;
	pairs.pair[i].bg = bg;
	pairs.pair[i].frame = pairs.frame;
	if (i == pairs.n) {
		pairs.n++;
		map64_put(&pairs.of, key_of(fg, bg), (uint32_t)i);
	} else {
		rebuild_map();
	}
	return i + 1;
}
