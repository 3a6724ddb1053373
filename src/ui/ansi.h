/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A grid as text with colours, for files, logs and pull requests: SGR
 * sequences and UTF-8, no cursor movement. Cells hold no control bytes, so
 * nothing but our own sequences can be in it.
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

#endif
