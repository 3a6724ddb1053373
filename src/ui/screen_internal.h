/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The inside of a screen, which its parts share; all others use screen.h. Parts
 * use each other through their own headers: panes by pane.h, commands by
 * commands.h, prompts by live_prompt.h, boxes by dialog.h.
 *
 * A value cached for a view has the number of that view (shown.serial), and is
 * made again when the number changes.
 */
#ifndef FT_UI_SCREEN_INTERNAL_H
#define FT_UI_SCREEN_INTERNAL_H

#include "app/app.h"
#include "app/command.h"
#include "base/clock.h"
#include "base/compiler.h"
#include "conf/configfile.h"
#include "conf/keymap.h"
#include "ui/arrange.h"
#include "ui/dialog.h"
#include "ui/esc_stack.h"
#include "ui/goto.h"
#include "ui/hintline.h"
#include "ui/live_prompt.h"
#include "ui/loading.h"
#include "ui/pager.h"
#include "ui/screen.h"

/* Milliseconds after which running work and loads are shown. */
enum {
	SLOW_AFTER = 100,
	LOADING_AFTER = 150,
	PROGRESS_EVERY = 250,
	ANSWER_AFTER = 1000
};
/* Milliseconds with low_bandwidth: between two looks at the progress, and for
   which keys must rest before what only follows them is drawn. */
enum { FAR_PROGRESS_EVERY = 500, FAR_DELAY = 250 };
/* Screen rows from which there is room for more. */
enum {
	ROWS_ROOMY = 30, /* below, nothing has a row of its own that can share
			    one */
	ROWS_TALL = 28,
	ROWS_NORMAL = 20,
	ROWS_CRUMBS = 8,
	ROWS_HINTS = 10
};

/* Number of profiles from which the timeline opens by itself. */
enum { MANY_TIMES = 5 };

/* Question being answered, command by command. */
struct asked {
	const struct question *question; /* NULL: none */
	size_t next;                     /* index of the next command */
	size_t undos;                    /* undo steps before the first */
};

struct screen {
	struct app *app;
	struct commands commands;
	struct keymap *keymap; /* borrowed; :map changes it */
	struct history *history;
	/* Settings that the user starts with, and where they are kept. */
	struct query base_query;
	struct settings base_settings;
	struct userdirs dirs;

	int rows, cols, colors;
	struct settings told; /* settings last passed to the terminal */
	bool unicode;
	const char *why_not; /* if it is not */

	struct arranged arranged;
	/* Graph sizes that layouts use, measured when drawn_for was new. */
	struct drawn drawn;
	struct {
		const struct str *source;
		size_t walked;
		int rows, cols;
	} drawn_for;
	void *own[PANES]; /* private data of each pane */
	struct dialog dialog;
	struct hintline hintline;
	struct jump jump;
	struct live live;
	struct loading loading;
	struct opened opened;
	struct pager pager;
	struct asked asked;
	struct pointer pointer;

	int64_t key_at;    /* clock_ms() of the last key */
	bool erred;        /* an error was shown when it came */
	int64_t seen_at;   /* when the view that it requested came */
	bool loaded;       /* the first profile is there */
	bool broken_off;   /* by Ctrl-C, before the first profile */
	bool failed;       /* the first load failed: app->load_err */
	bool slow;         /* screen_slow() was called */
	bool find_nearest; /* go there when the search's result is there */
	int step_after;    /* then to the next (1) or the previous (-1) match */
	bool rows_stopped; /* the row filter tried last was too complex */
	bool waits_idle;   /* :idle waits */
	struct str idle_word; /* pooled */
	bool bare;            /* for snapshot.c: nothing selected, no tabs */
	unsigned wants;
	struct strbuf copy;
	/* For SCREEN_RUN: a shell line that reads app->report_text; or the
	   words of a program, each with a NUL at its end. */
	struct strbuf command;
	bool command_reads;
};

static inline bool
is_ascii(const struct screen *s)
{
	return !s->unicode || s->app->now.settings.ascii;
}

/* Return the settings that the user starts with. */
static inline struct options_target
base_target(struct screen *s)
{
	return (struct options_target){ .query = &s->base_query,
		.settings = &s->base_settings };
}

/* True if the work takes long enough to be shown. */
static inline bool
is_slow(const struct app *app)
{
	return app->computing &&
		clock_ms() - app->computing_since >= SLOW_AFTER;
}

/* screen.c: return the milliseconds until keys rest; 0: they rest. What only
   follows the selection is drawn then, so that a held key costs no more than
   the move itself. */
int keys_rest(const struct screen *s);
/* Run a command line; its error becomes a message. */
void screen_run(struct screen *s, struct str line);
void screen_runf(struct screen *s, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Run a row of a table that only keys run, by its name; false: no such row. */
bool screen_run_row(
	struct screen *s, const struct command *rows, const char *name);
/* Run the command of a key that is no text if it works everywhere, like Ctrl-L
   and Ctrl-Z; false: it is another key. */
bool screen_terminal_key(struct screen *s, int key);
/* Set an option: one undo step. An error becomes a message. */
void screen_set(struct screen *s, const char *option, struct str value);
/* Show warnings as one message; :messages lists all of them. */
void screen_warn(struct screen *s, const struct warnings *warnings);
void screen_focus(struct screen *s, enum pane_id id);
/* Close the pane opened beside the graph. False: there is none. */
bool screen_close_extra(struct screen *s);

/* draw.c */
void screen_arrange(struct screen *s);
void draw_title(struct screen *s, struct grid *g);

#endif
