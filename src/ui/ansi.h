/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Control sequences. A grid as text with colours, for files, logs and pull
 * requests: SGR sequences and UTF-8, no cursor movement. Cells hold no control
 * bytes, so nothing but our own sequences can be in it.
 */
#ifndef FT_UI_ANSI_H
#define FT_UI_ANSI_H

#include "base/strbuf.h"
#include "present/grid.h"
#include "ui/color.h"

/* The rows from..to (exclusive), trailing blanks without a colour of their
   own removed; LEVEL_MONO of the scheme: plain text. */
void ansi_put(struct strbuf *out, const struct grid *g, int from, int to,
	const struct scheme *scheme);

/* Text for the clipboard of the person in front of the terminal, through any
   number of machines: the control sequence OSC 52 of xterm.

       ESC ]52;c; bWFpbg== BEL

   The text goes as base64, so nothing in it can be a control sequence.
   Terminals throw away what is longer: as base64 it is 100,000 bytes. */
enum { OSC52_MAX = 74994 };
/* Append the sequence. False, and nothing, for more than OSC52_MAX bytes. */
bool osc52_put(struct strbuf *out, struct str text);
/* Append bytes so that GNU screen hands them on to its own terminal, in pieces:
   it forgets strings of more than 767 bytes. */
void screen_pass(struct strbuf *out, struct str bytes);

#endif
