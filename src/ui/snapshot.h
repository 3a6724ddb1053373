/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One picture of the screen, printed: for logs, pull requests and scripts.
 * Drawn by the same code as the screen, without a terminal: the title, what
 * is filtered, and one pane; no keys, nothing selected.
 */
#ifndef FT_UI_SNAPSHOT_H
#define FT_UI_SNAPSHOT_H

#include "base/err.h"
#include "base/strbuf.h"
#include "ui/color.h"
#include "ui/ui.h"

struct snapshot {
	struct str what; /* "graph", "top", "peek" */
	int cols;
	int rows;  /* lines in all; 0: as many as the pane needs, within
		      reason */
	bool utf8; /* else ASCII only */
	struct scheme scheme;
};

/* Append the picture to out, and to *remarks what would be a message, a line
   each. -1 and err when the profile cannot be loaded or the view not be
   computed. */
int ui_snapshot(const struct ui_start *start, const struct snapshot *p,
	struct strbuf *out, struct strbuf *remarks, struct err *err);

#endif
