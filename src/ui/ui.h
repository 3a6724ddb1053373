/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interactive program, from opening the terminal to restoring it; and a
 * printed picture of it.
 */
#ifndef FT_UI_UI_H
#define FT_UI_UI_H

#include "base/err.h"
#include "base/warnings.h"
#include "conf/configfile.h"
#include "conf/keymap.h"
#include "conf/options.h"
#include "engine/query.h"
#include "fetch/choices.h"
#include "load/load.h"
#include "ui/color.h"

/* Choices of the command line and the configuration. All pointers are borrowed
   until ui_run() returns. */
struct ui_start {
	struct load_spec load;
	const struct query *query;
	const struct settings *settings;
	/* query and settings without the command line; NULL: defaults. */
	const struct query *base_query;
	const struct settings *base_settings;
	const struct userdirs *dirs;     /* NULL: nothing can be saved */
	const struct warnings *warnings; /* shown at the start; or NULL */
	struct keymap *keymap;           /* includes the user's own keys */
	struct choices *choices;         /* if no source is named; owned */
	bool records; /* note what is opened (conf/recent.h) */
	bool *busy;   /* set by ui_run() */
};

/* Return what can be opened if no source is named: profiles opened before,
   servers of the configuration, profiles below the current folder. NULL if
   there is nothing. */
struct choices *ui_choices(
	const struct userdirs *dirs, const struct named_servers *named);

/* Load and show a profile, and return 0 when the user quits; err is then set if
   the state could not be saved. Return -1 and set err if the profile cannot be
   loaded or there is no usable terminal; the terminal is then unchanged, and
   nothing has been written to it. Keys come from the terminal, even if standard
   input is the profile. Call setlocale() before. UI_BROKEN_OFF, an exit status,
   means that the user pressed Ctrl-C before the first view.

   If *busy is true then, jobs were running: they may still read what they were
   given, so that the program has to end by _exit(), without freeing anything.
   */
enum { UI_BROKEN_OFF = 130 };
int ui_run(const struct ui_start *start, struct err *err);

/* Printed picture of the screen, for logs, pull requests and scripts. Drawn by
   the screen's own code without a terminal: the title, the filters, and one
   pane; no keys, nothing selected. */
struct print_spec {
	struct str what; /* "graph", "top", "peek", "source", "asm", "svg" */
	int cols;
	int rows;  /* total height; 0: as the pane needs, within limits */
	bool utf8; /* false: ASCII only */
	struct scheme scheme;
};

/* Append the picture to out, and the messages to *remarks, one a line. Return
   -1 and set err if the profile or the view cannot be computed. */
enum { PRINT_SVG_ROWS = 28 };
int ui_print(const struct ui_start *start, const struct print_spec *p,
	struct strbuf *out, struct strbuf *remarks, struct err *err);

#endif
