/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a frame is called on screen, and which colour it has.
 */
#ifndef FT_PRESENT_CAPTION_H
#define FT_PRESENT_CAPTION_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "engine/display.h"
#include "engine/view.h"
#include "profile/name.h"

enum hue_mode { HUE_PACKAGE, HUE_FUNCTION };

/* The forms a frame may be shown in, longest first; NONE is the root. The
   spans live as long as the view or the arena. */
void caption_forms(struct name_forms *out, const struct view *v, frame_id frame,
	enum caption_mode mode, struct arena *arena);
/* The name for running text (status, table, peek): without the directories
   of its package, never cut. */
struct str caption_short(const struct view *v, frame_id frame,
	enum caption_mode mode, struct arena *arena);

/* Labels of neighbours, each in its own columns: those that would read the
   same get longer where that makes them different. */
struct caption {
	struct name_forms forms;
	bool in_list; /* short, but with its package; longer if two are alike */
	int cols;
	struct strbuf text; /* out: appended; the caller frees it */
};
void captions_fit(struct caption *caption, size_t n, bool ascii);

/* The source file of a frame, "" without, and its line; 0: unknown. */
struct str caption_source(const struct view *v, frame_id frame, int64_t *line);
/* "rules.go:41"; "dir/rules.go:41" with `whole`; appends nothing when the
   place is unknown. */
void caption_source_put(
	struct strbuf *out, const struct view *v, frame_id frame, bool whole);

/* What was written as a span in the arena; the buffer is freed. */
struct str arena_text(struct arena *arena, struct strbuf *b);
/* "12 functions", "1 file", "763 lines": so many frames of a view. */
void caption_count(struct strbuf *out, const struct view *v, uint32_t n);

/* The package of a frame; without one its file or mapping, or else itself. */
struct str caption_package(const struct view *v, frame_id frame);
/* 0 .. STYLE_HUES - 1, the same in every run. */
uint8_t caption_hue(const struct view *v, frame_id frame, enum hue_mode mode);

#endif
