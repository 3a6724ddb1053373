/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Control sequences. ansi_put() prints a grid as text with colours, for files,
 * logs and pull requests: SGR sequences and UTF-8, no cursor movement. Cells
 * contain no control bytes, so the only sequences in it are our own.
 */
#ifndef FT_UI_ANSI_H
#define FT_UI_ANSI_H

#include "base/strbuf.h"
#include "present/grid.h"
#include "ui/color.h"

/* Append the rows from..to (exclusive), without trailing blanks that have no
   colour of their own. With LEVEL_MONO the output is plain text. */
void ansi_put(struct strbuf *out, const struct grid *g, int from, int to,
	const struct scheme *scheme);

/* The user's clipboard, also through several SSH connections: xterm's control
   sequence OSC 52.

       ESC ]52;c; bWFpbg== BEL

   The text is base64, so nothing in it can be a control sequence. Terminals
   discard a text of more than 100,000 bytes of base64. */
enum { OSC52_MAX = 74994 };
/* Append the sequence. False: text has more than OSC52_MAX bytes. */
bool osc52_put(struct strbuf *out, struct str text);
/* Append bytes so that GNU screen passes them to its own terminal. They are cut
   into pieces: screen drops strings of more than 767 bytes. */
void screen_pass(struct strbuf *out, struct str bytes);

#endif
