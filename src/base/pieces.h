/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work that falls into pieces, for two cores: the caller and one more thread,
 * which lives as long as the call. Whoever is free takes the next piece:
 *
 *     caller  0  2  3  5  6      so the caller does most of it where the other
 *     other    1     4           one gets the processor late, and all where
 *                                there is none
 *
 * What makes no sum of its own needs no lock: each piece is done once, and
 * all that was written can be read afterwards.
 */
#ifndef FT_BASE_PIECES_H
#define FT_BASE_PIECES_H

enum { PIECES_THREADS = 2 };

/* work(arg, thread, piece) for the pieces 0 .. n - 1, in any order; `thread`
   is less than PIECES_THREADS and 0 for the caller, who does all of it if
   there is but one piece. */
void pieces_do(unsigned n,
	void (*work)(void *arg, unsigned thread, unsigned piece), void *arg);

#endif
