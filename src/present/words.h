/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line of words, the most important first: those that do not fit are left
 * out, and a shorter one behind them may still get in.
 */
#ifndef FT_PRESENT_WORDS_H
#define FT_PRESENT_WORDS_H

#include <stdbool.h>

#include "base/str.h"
#include "base/strbuf.h"
#include "engine/view.h"

struct words {
	struct strbuf *out;
	bool ascii;
	int left; /* columns */
};

/* A glyph or what stands for it in ASCII. */
struct str glyph_of(bool ascii, const char *unicode, const char *plain);
/* `gap` blanks and the text; false when there is no room, or no text. */
bool words_add(struct words *w, int gap, struct str text);
/* The start of the line: a name, cut so that numbers have room. Returns the
   gap that suits the width. */
int words_begin(struct words *w, struct str name);

/* Of a frame: its places if there are several, whether it is inlined, its
   source line. */
void words_places(
	struct words *w, int gap, const struct view *v, frame_id frame);

#endif
