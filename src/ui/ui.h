/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interactive program: everything from opening the terminal to giving
 * it back; and one picture of it.
 */
#ifndef FT_UI_UI_H
#define FT_UI_UI_H

#include "base/err.h"
#include "base/warnings.h"
#include "conf/configfile.h"
#include "conf/keymap.h"
#include "conf/options.h"
#include "engine/query.h"
#include "load/load.h"
#include "ui/color.h"

/* What the command line and the configuration decided. All borrowed: must
   live until ui_run() returns. */
struct ui_start {
	struct load_spec load;
	const struct query *query;
	const struct settings *settings;
	/* The same without the command line and --view; NULL: defaults. */
	const struct query *base_query;
	const struct settings *base_settings;
	const struct userdirs *dirs;     /* NULL: nothing can be saved */
	const struct warnings *warnings; /* remarks to begin with, or NULL */
	struct keymap *keymap;           /* with the user's own keys in it */
};

/* Load, show, and return 0 when the user quits; err then says what could not
   be remembered, if it says anything. -1 and err when the profile
   cannot be loaded or there is no terminal to work on; the terminal is
   then as it was, and nothing has been written to it. Keys are read from
   the terminal, also when standard input is the profile. Call setlocale()
   before. UI_BROKEN_OFF, an exit status, when the user left by Ctrl-C before
   there was anything to see. */
enum { UI_BROKEN_OFF = 130 };
int ui_run(const struct ui_start *start, struct err *err);

/* One picture of the screen, printed: for logs, pull requests and scripts.
   Drawn by the same code as the screen, without a terminal: the title, the
   filters and one pane, without keys or a selection; or the whole screen as
   SVG. */
struct print_spec {
	struct str what; /* "graph", "top", "peek", "source", "asm", "svg" */
	int cols;
	int rows;  /* lines in all; 0: as many as the pane needs, within
		      reason; of SVG PRINT_SVG_ROWS */
	bool utf8; /* else ASCII only */
	struct scheme scheme;
};

/* Append the picture to out, and to *remarks what would be a message, a line
   each. -1 and err when the profile cannot be loaded or the view not be
   computed. */
enum { PRINT_SVG_ROWS = 28 };
int ui_print(const struct ui_start *start, const struct print_spec *p,
	struct strbuf *out, struct strbuf *remarks, struct err *err);

#endif
