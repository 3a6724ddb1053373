/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names and colours of frames on the screen.
 */
#ifndef FT_PRESENT_CAPTION_H
#define FT_PRESENT_CAPTION_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "engine/display.h"
#include "engine/view.h"
#include "profile/name.h"

enum hue_mode { HUE_PACKAGE, HUE_FUNCTION };

/* Set *out to the forms of a frame's name, longest first; for NONE, "root". The
   texts live as long as the view and the arena. */
void caption_forms(struct name_forms *out, const struct view *v, frame_id frame,
	enum caption_mode mode, struct arena *arena);
/* True if tagroot or tagleaf made the frame from a label. */
bool caption_is_label(const struct view *v, frame_id frame);
/* Return the name for running text (status, table, peek): never cut, and
   without its package's directories. */
struct str caption_short(const struct view *v, frame_id frame,
	enum caption_mode mode, struct arena *arena);

/* A label for `cols` columns. captions_fit() lengthens labels that would read
   alike, if they differ then. */
struct caption {
	struct name_forms forms;
	bool in_list; /* start with the short form with package */
	int cols;
	struct strbuf text; /* result, appended; the caller frees it */
};
void captions_fit(struct caption *caption, size_t n, bool ascii);

/* Return a frame's source file, or "", and set its line, 0 if unknown. */
struct str caption_source(const struct view *v, frame_id frame, int64_t *line);
/* Append "rules.go:41", or "dir/rules.go:41" with `whole`; nothing if the file
   is unknown. */
void caption_source_put(
	struct strbuf *out, const struct view *v, frame_id frame, bool whole);

/* Copy the buffer's text into the arena and free the buffer. */
struct str arena_text(struct arena *arena, struct strbuf *b);
/* Append n with the name of a view's frames: "12 functions", "1 file". */
void caption_count(struct strbuf *out, const struct view *v, uint32_t n);

/* Return a frame's package; without one, its file, mapping or name. */
struct str caption_package(const struct view *v, frame_id frame);
/* Append a frame's package as a legend shows it: "api", "java.lang". */
void caption_package_put(
	struct strbuf *out, const struct view *v, frame_id frame);
/* Return a hue, 0 .. STYLE_HUES - 1, the same in every run. */
uint8_t caption_hue(const struct view *v, frame_id frame, enum hue_mode mode);

#endif
