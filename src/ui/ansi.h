/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Control sequences. ansi_put() prints a grid as text with colours, for files,
 * logs and pull requests: SGR sequences and UTF-8, no cursor movement. Cells
 * contain no control bytes, so the output has no other sequences.
 */
#ifndef FT_UI_ANSI_H
#define FT_UI_ANSI_H

#include "base/strbuf.h"
#include "present/grid.h"
#include "ui/color.h"

/* Append the rows from `from` up to but excluding `to`, without trailing blanks
   in the default colours. With LEVEL_MONO the output is plain text. */
void ansi_put(struct strbuf *out, const struct grid *g, int from, int to,
	const struct scheme *scheme);

/* xterm's control sequence OSC 52 sets the user's clipboard, even across
   several SSH connections.

       ESC ]52;c; bWFpbg== BEL

   The text is base64, so it cannot contain control sequences. Terminals discard
   more than 100,000 bytes of base64. */
enum { OSC52_MAX = 74994 };
/* Append the sequence. Return false if the text is longer than OSC52_MAX. */
bool osc52_put(struct strbuf *out, struct str text);
/* Append bytes so that GNU screen passes them to its own terminal. They are
   split, because screen drops strings of more than 767 bytes. */
void screen_pass(struct strbuf *out, struct str bytes);

#endif
