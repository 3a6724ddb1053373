/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A grid as an SVG picture with the colours of a dark terminal of 256 colours,
 * for README, issues and pull requests.
 *
 *      <rect>  each stretch of a row with one background
 *      <rect>  each block character (▏ .. █ ▁ .. ▇ ▀ ░ ▒ ▓), since fonts draw
 *              them differently
 *      <text>  each stretch of words that look alike, with textLength, so that
 *              every monospaced font has the same width
 *
 * No script and no font is loaded, so forges show the picture in a page.
 */
#ifndef FT_UI_SVG_H
#define FT_UI_SVG_H

#include "ui/color.h"

/* Append g as an SVG document. `title` is the text for readers who cannot see
   the picture. */
void svg_put(struct strbuf *out, const struct grid *g,
	enum diff_palette palette, struct str title);

#endif
