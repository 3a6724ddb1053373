/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Links on the screen (OSC 8), which terminals open on a click:
 *
 *     ESC ]8;id=ft1;https://x.org/price.go#L50 ESC \   price.go:50
 *     ESC ]8;; ESC \
 *
 * No query reports whether a terminal supports them, so its name decides:
 *
 *     asked      ESC [>0q                    with ask_terminal()
 *     answered   ESC P >|kitty(0.36.4) ESC \
 *
 * curses does not support links. So they are added after a frame: curses is
 * made to believe that the cells have changed, and writes them again.
 */
#ifndef FT_UI_TERM_LINK_H
#define FT_UI_TERM_LINK_H

#include "base/str.h"
#include "base/strbuf.h"
#include "conf/options.h"
#include "present/grid.h"

/* Whether a terminal opens links, by its name. */
enum linking { LINKING_UNKNOWN, LINKING_YES, LINKING_NO };

/* Decode the answer, the bytes between "ESC P" and its end. LINKING_UNKNOWN: it
   is another answer. */
enum linking linking_answered(struct str answer);
/* True if links may be written, by the user's setting, else by the answer, else
   by the environment. */
bool linking_wanted(enum hyperlinks_mode set, enum linking answered,
	const char *(*env)(const char *name));

/* The links on the screen. */
struct linked {
	struct {
		struct rect at;
		struct strbuf url; /* empty: none */
	} spot[SPOTS];
	uint64_t look; /* hash of their rows' cells */
	bool stale;    /* these cells have changed since */
};

void linked_free(struct linked *l);
/* Call when all cells are written again, without links. */
void linked_forget(struct linked *l);
/* Call for each drawn frame. */
void linked_look(struct linked *l, const struct grid *g);
/* Link the spots of the last drawn grid to these addresses; "": no link. Writes
   nothing if all links are as before. */
void linked_write(
	struct linked *l, const struct grid *g, const struct str url[SPOTS]);

#endif
