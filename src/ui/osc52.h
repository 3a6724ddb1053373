/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text for the clipboard of the person in front of the terminal, through any
 * number of machines: the control sequence OSC 52 of xterm.
 *
 *     ESC ]52;c; bWFpbg== BEL
 *
 * The text goes as base64, so nothing in it can be a control sequence.
 */
#ifndef FT_UI_OSC52_H
#define FT_UI_OSC52_H

#include <stdbool.h>

#include "base/str.h"
#include "base/strbuf.h"

/* Terminals throw away what is longer: as base64 it is 100,000 bytes. */
enum { OSC52_MAX = 74994 };

/* Append the sequence. False, and nothing, for more than OSC52_MAX bytes. */
bool osc52_put(struct strbuf *out, struct str text);

#endif
