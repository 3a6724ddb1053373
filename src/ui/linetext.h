/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source text of each line in the table of lines, on wide screens. The
 * worker reads the files of the rows in view.
 *
 *     1.19s 62.6%  main.(*table).add main.go:22    t.count[i%97]++
 */
#ifndef FT_UI_LINETEXT_H
#define FT_UI_LINETEXT_H

#include "present/top.h"
#include "ui/screen_internal.h"

/* True if the table shows texts. */
bool linetext_is_shown(const struct screen *s);
/* Request the files of the rows in view. */
void linetext_look(struct screen *s, struct top *top);
/* Return the text of a frame's line, or empty: for top_draw.text. */
struct str linetext_of(void *screen, frame_id frame);

#endif
