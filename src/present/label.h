/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a frame is called on screen, and which colour it has.
 */
#ifndef FT_PRESENT_LABEL_H
#define FT_PRESENT_LABEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "engine/view.h"
#include "profile/name.h"

/* Key `a`; the same order as the option's choices. */
enum label_mode {
	LABEL_AUTO,	/* the longest form that fits */
	LABEL_FULL,	/* all of it, cut */
	LABEL_SHORT,	/* the last identifier */
	LABEL_FILELINE, /* rules.go:41 */
};

enum hue_mode { HUE_PACKAGE, HUE_FUNCTION, HUE_PLAIN };

/* The forms a frame may be shown in, longest first; NONE is the root. The
   spans live as long as the view or the arena. */
void label_forms(struct name_forms *out, const struct view *v, frame_id frame,
	enum label_mode mode, struct arena *arena);
/* The name for running text (status, table, peek): without the directories
   of its package, never cut. */
struct str label_short(const struct view *v, frame_id frame,
	enum label_mode mode, struct arena *arena);

/* Labels of neighbours, each in its own columns: those that would read the
   same get longer where that tells them apart. */
struct label {
	struct name_forms forms;
	int cols;
	struct strbuf text; /* out: appended; the caller frees it */
};
void labels_fit(struct label *label, size_t n, bool ascii);

/* "rules.go:41"; "dir/rules.go:41" with `whole`; appends nothing when the
   place is unknown. */
void label_place(struct strbuf *out, const struct view *v, frame_id frame,
	bool whole);

/* 0 .. STYLE_HUES - 1, the same in every run. */
uint8_t label_hue(const struct view *v, frame_id frame, enum hue_mode mode);

#endif
