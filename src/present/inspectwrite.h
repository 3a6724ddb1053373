/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines of the inspector while they are written: inspector.c has what is in
 * them.
 */
#ifndef FT_PRESENT_INSPECTWRITE_H
#define FT_PRESENT_INSPECTWRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "present/inspector.h"

enum { LABEL_COLS = 10 };

struct writer {
	const struct inspected *of;
	const struct view *v;
	frame_id frame; /* NONE: the root */
	struct numbers numbers;
	struct arena *arena;
	VEC(struct inspector_line) line;
	struct strbuf text; /* of the line being put together */
	int cols, pair;     /* columns in all; of a number with its share */
	bool both;          /* there is room for all places, too */
};

/* Columns of the line so far. */
int write_columns(const struct writer *w);
/* The text is a line, cut at the right. */
void write_end(struct writer *w, bool heading);
/* A blank line and a heading. */
void write_heading(struct writer *w, const char *text);
/* Blanks up to a column. */
void write_pad(struct writer *w, int to);
/* At the right end of so many columns. */
void write_percent(struct writer *w, int64_t value, int64_t whole, int width);
/* What begins a line: a word in LABEL_COLS columns. */
void write_label(struct writer *w, const char *name);
/* A text of any length, over several lines; nothing when it is empty. */
void write_long(struct writer *w, const char *name, struct str text);
/* A number and its share of `whole`, in w->pair columns. */
void write_value(struct writer *w, const struct numbers *n, int64_t value,
	int64_t whole);

#endif
