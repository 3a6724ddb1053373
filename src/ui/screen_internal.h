/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The inside of a screen, which its parts share; what others may use is
 * screen.h. The parts know one another by their own headers: panes by pane.h,
 * commands by commands.h, prompts by live_prompt.h, boxes by dialog.h.
 *
 * What belongs to a view is cached with the number of that view
 * (shown.serial) and made again when that is another one.
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

/* Milliseconds after which work and loading are shown to go on. */
enum {
	SLOW_AFTER = 100,
	LOADING_AFTER = 150,
	PROGRESS_EVERY = 250,
	ANSWER_AFTER = 1000
};
/* The same with low_bandwidth; keys must rest so long before anything is
   drawn that only follows them. */
enum { FAR_PROGRESS_EVERY = 500, FAR_DELAY = 250 };
/* Rows of the screen from which there is room for more. */
enum {
	ROWS_ROOMY = 30, /* below, nothing stands in a row of its own that can
			    share one */
	ROWS_TALL = 28,
	ROWS_NORMAL = 20,
	ROWS_CRUMBS = 8,
	ROWS_HINTS = 10
};

/* So many profiles are shown with the timeline. */
enum { MANY_TIMES = 5 };

/* A question that is being answered, command by command. */
struct asked {
	const struct question *question; /* NULL: none */
	size_t next;                     /* of its commands */
	size_t undos; /* how many undo steps there were before */
};

struct screen {
	struct app *app;
	struct commands commands;
	struct keymap *keymap; /* borrowed; :map changes it */
	struct history *history;
	/* What the user starts with, and where that is kept. */
	struct query base_query;
	struct settings base_settings;
	struct userdirs dirs;

	int rows, cols, colors;
	struct settings told; /* as the terminal has them */
	bool unicode;
	const char *why_not; /* ... unicode */

	struct arranged arranged;
	/* What layouts go by: the graph as it was when these were new. */
	struct drawn drawn;
	struct {
		const struct str *source;
		size_t walked;
		int rows, cols;
	} drawn_for;
	void *own[PANES]; /* what each pane keeps: its own business */
	struct dialog dialog;
	struct hintline hintline;
	struct jump jump;
	struct live live;
	struct loading loading;
	struct opened opened;
	struct pager pager;
	struct asked asked;
	struct pointer pointer;

	int64_t key_at;    /* clock_ms() of the last key, */
	bool erred;        /* before which an error was said; */
	int64_t seen_at;   /* when the view came that it asked for */
	bool loaded;       /* the first profile is there */
	bool broken_off;   /* by Ctrl-C before it was there */
	bool failed;       /* it never will: app->load_err */
	bool slow;         /* screen_slow() was here */
	bool find_nearest; /* when the search's result is there */
	int step_after;    /* then to the next (1) or the previous (-1) match */
	bool rows_stopped; /* the row filter tried last was too complex */
	bool waits_idle;   /* :idle was asked for */
	struct str idle_word; /* pooled */
	bool bare;            /* for snapshot.c: nothing selected, no tabs */
	unsigned wants;
	struct strbuf copy;
	/* For SCREEN_RUN: a line for sh that reads app->report_text; or the
	   words of a program, each with a NUL at its end. */
	struct strbuf command;
	bool command_reads;
};

static inline bool
is_ascii(const struct screen *s)
{
	return !s->unicode || s->app->now.settings.ascii;
}

/* What the user starts with. */
static inline struct options_target
base_target(struct screen *s)
{
	return (struct options_target){ .query = &s->base_query,
		.settings = &s->base_settings };
}

/* The work takes so long that one should see that it goes on. */
static inline bool
is_slow(const struct app *app)
{
	return app->computing &&
		clock_ms() - app->computing_since >= SLOW_AFTER;
}

/* screen.c: what only follows the selection from afar is drawn when keys
   rest, so that a held key costs no more than the move itself; what keys asked
   for is to be seen first. Milliseconds until they do; 0: they rest. */
int keys_rest(const struct screen *s);
/* Run a command line; its error becomes a message. */
void screen_run(struct screen *s, struct str line);
void screen_runf(struct screen *s, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Run a row of a table that only keys run, by its name; false: it has none. */
bool screen_run_row(
	struct screen *s, const struct command *rows, const char *name);
/* A key that is no text and whose command works everywhere, as Ctrl-L and
   Ctrl-Z, does it; false: it is another. */
bool screen_terminal_key(struct screen *s, int key);
/* Give an option a value: one step for undo. A mistake becomes a message. */
void screen_set(struct screen *s, const char *option, struct str value);
/* What was wrong, as one message; all of it is in :messages. */
void screen_warn(struct screen *s, const struct warnings *warnings);
void screen_focus(struct screen *s, enum pane_id id);
/* Close the pane that was opened beside the graph. False: there is none. */
bool screen_close_extra(struct screen *s);

/* draw.c */
void screen_arrange(struct screen *s);
void draw_title(struct screen *s, struct grid *g);

#endif
