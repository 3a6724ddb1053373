/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asking the terminal for its background (OSC 11), where that is safe. Made
 * for term.c alone.
 *
 *     sent       ESC ]11;? ESC \           ESC [c
 *     answered   ESC ]11;rgb:ffff/ffff/dddd ESC \   ESC [?62;4c
 *
 * The second question, what kind of terminal it is, every terminal answers:
 * after it there is nothing to wait for. What else comes meanwhile was typed.
 */
#ifndef FT_UI_TERM_ASK_H
#define FT_UI_TERM_ASK_H

#include <stdbool.h>

#include "base/str.h"
#include "base/strbuf.h"

enum shade { SHADE_UNKNOWN, SHADE_DARK, SHADE_LIGHT };

/* Is this a type of terminal that takes the question for what it is? */
bool ask_is_safe(struct str type);
/* What was read so far, taken apart. */
struct answers {
	enum shade shade;
	bool complete; /* the last question was answered */
	bool partial;  /* an answer has begun and not ended */
};
/* Bytes that belong to no answer are appended to *typed. */
struct answers ask_parse(struct str bytes, struct strbuf *typed);

/* Ask on `out`, read from `in`, both the same terminal in raw mode. Nothing
   is asked when something was typed already. Waits at most 150 ms, for the
   rest of an answer as long again. */
enum shade ask_background(int in, int out, struct strbuf *typed);

#endif
