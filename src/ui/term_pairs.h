/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colour pairs on demand: curses wants a number for each pair of colours and
 * has few of them, so the least recently used one is given anew. Made for
 * term.c alone. Needs a terminal with colours.
 */
#ifndef FT_UI_TERM_PAIRS_H
#define FT_UI_TERM_PAIRS_H

/* Forget all pairs; at most `limit` may be made. */
void pairs_begin(int limit);
/* A frame begins: pairs asked for from now on are not taken away before the
   next one. */
void pairs_frame(void);
/* The number of a pair; -1 is the terminal's own colour. When all are taken
   by this frame, the pair with the same background, else 0. */
int pairs_get(int fg, int bg);

#endif
