/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The inside of a screen, shared by its parts; other code uses screen.h. Parts
 * use each other through their own headers: pane.h, commands.h, live_prompt.h
 * for prompts, dialog.h for boxes.
 *
 * A value cached for a view stores the view's number (shown.serial) and is
 * computed again when the number changes.
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
#include "ui/links.h"
#include "ui/live_prompt.h"
#include "ui/loading.h"
#include "ui/pager.h"
#include "ui/screen.h"

/* In milliseconds. */
enum {
	SLOW_AFTER = 100,     /* until running work is shown */
	LOADING_AFTER = 150,  /* until a load is shown */
	PROGRESS_EVERY = 250, /* between updates of the progress */
	QUIT_AFTER = 50,      /* longest wait of a key that may quit */
	ANSWER_AFTER = 1000   /* longest wait of a key for an answer */
};
/* Milliseconds with low_bandwidth: between updates of the progress, and without
   a key before panes follow the selection. */
enum { FAR_PROGRESS_EVERY = 500, FAR_DELAY = 250 };
/* Minimum screen rows for more parts of the screen, see draw.c. */
enum {
	ROWS_ROOMY = 30, /* below, parts share rows if they can */
	ROWS_TALL = 28,
	ROWS_NORMAL = 20,
	ROWS_CRUMBS = 8,
	ROWS_HINTS = 10
};

/* Minimum number of profiles to open the timeline automatically. */
enum { MANY_TIMES = 5 };

/* Question being answered, command by command. */
struct asked {
	const struct question *question; /* NULL: none */
	size_t next;                     /* index of the next command */
	size_t undos;                    /* undo.n before the first command */
};

struct screen {
	struct app *app;
	struct commands commands;
	struct keymap *keymap; /* borrowed; :map changes it */
	struct history *history;
	/* The user's initial settings, and the directories of their files. */
	struct query base_query;
	struct settings base_settings;
	struct userdirs dirs;

	int rows, cols, colors;
	struct settings told; /* settings last passed to the terminal */
	bool unicode;
	const char *why_not; /* reason if unicode is false */

	struct arranged arranged;
	/* Size of the graph for layouts, and the inputs of its measurement. */
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
	struct links links;
	struct pointer pointer;

	int64_t key_at;    /* clock_ms() of the last key */
	bool erred;        /* an error was shown when the last key came */
	int64_t seen_at;   /* clock_ms() of the first view after the last key */
	bool loaded;       /* the first profile has been loaded */
	bool broken_off;   /* Ctrl-C stopped the first load */
	bool busy;         /* jobs ran when the user quit */
	bool failed;       /* the first load failed: app->load_err */
	bool slow;         /* screen_slow() was called */
	bool starts;       /* the screen began with a list, so no failed load
			      ends the program */
	bool records, record_due; /* see start.c */
	struct str recorded;      /* pooled: the line of the last record */
	struct str compared; /* pooled: the last comparison that was loaded */
	bool turned;         /* `compared` was switched to the callers view */
	bool find_nearest; /* after a search: select a match */
	int step_after;    /* after a search: 1: next match, -1: previous */
	bool rows_stopped; /* the last row filter was too complex */
	bool waits_idle;   /* :idle waits until all work is done */
	struct str idle_word; /* pooled */
	bool bare;            /* for print.c: nothing selected, no tabs */
	unsigned wants;
	struct strbuf copy;
	struct strbuf name; /* the terminal's title */
	/* For SCREEN_RUN: a shell line that reads app->report_text
	   (command_reads), or the NUL-terminated arguments of a program. */
	struct strbuf command;
	bool command_reads;
};

static inline bool
is_ascii(const struct screen *s)
{
	return !s->unicode || s->app->now.settings.ascii;
}

/* Return the user's initial settings. */
static inline struct options_target
base_target(struct screen *s)
{
	return (struct options_target){ .query = &s->base_query,
		.settings = &s->base_settings };
}

/* True if a computation has run long enough to be shown. */
static inline bool
is_slow(const struct app *app)
{
	return app->computing &&
		clock_ms() - app->computing_since >= SLOW_AFTER;
}

/* screen.c: return the milliseconds until keys have paused; 0: they have. Panes
   that follow the selection wait for this, so that a held key costs no more
   than its moves. */
int keys_rest(const struct screen *s);
/* Run a command line. Errors are shown as messages. */
void screen_run(struct screen *s, struct str line);
void screen_runf(struct screen *s, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Run a command of a key table by its name. Return false if it fails. */
bool screen_run_row(
	struct screen *s, const struct command *rows, const char *name);
/* Run the command of a key that works everywhere, such as Ctrl-L and Ctrl-Z.
   Return false for other keys and for text. */
bool screen_terminal_key(struct screen *s, int key);
/* Set an option as one undo step. Errors are shown as messages. */
void screen_set(struct screen *s, const char *option, struct str value);
/* Show warnings as one message; :messages lists all of them. */
void screen_warn(struct screen *s, const struct warnings *warnings);
void screen_focus(struct screen *s, enum pane_id id);
/* Close the pane opened beside the graph. Return false if there is none. */
bool screen_close_extra(struct screen *s);

/* draw.c */
void screen_arrange(struct screen *s);

#endif
