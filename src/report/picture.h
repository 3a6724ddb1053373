/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The flame graph as SVG, for browsers: the root at the top, a box for each
 * frame with its numbers as a tooltip. A script in it zooms (click), searches
 * (/ or Ctrl-F) and goes back (Esc); without scripts it is a picture. Nothing
 * is loaded from elsewhere.
 *
 * Boxes too narrow to be seen are drawn together as one grey box a parent,
 * which says how many they are.
 */
#ifndef FT_REPORT_PICTURE_H
#define FT_REPORT_PICTURE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "engine/view.h"

struct report_job;

/* Append the <svg> element to job->out; `alone`: as a document, with heading
   and script, else to stand in a page that has these. */
void picture_svg(const struct report_job *job, bool alone);
/* The script, for a page of its own. */
extern const char picture_script[];
/* What the profile is and which filters are set, a line each. */
void picture_about(struct strbuf *out, const struct view *v);

#endif
