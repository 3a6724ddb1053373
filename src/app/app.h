/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is open and what is looked at; no screen.
 *
 *      keys, commands                          worker thread
 *           | undo.h                              |
 *      struct state now  ---- app_sync(): job --->  engine
 *           |  \                                    |
 *        undo   preview base     shown <- app_take -'
 *
 * `now` is what the user wants, `shown` what the newest result shows: while
 * a job is out, the old view stays. Selection and zoom are targets of `shown`
 * while the user moves, and framepaths (by names) in `now` over
 * recomputes.
 *
 * Readers may look at every field; only app.c and undo.c write them,
 * except where a comment says who else. All strings are in the pool.
 */
#ifndef FT_APP_APP_H
#define FT_APP_APP_H

#include "app/job.h"
#include "app/state.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/intern.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/worker.h"
#include "load/filewatch.h"
#include "load/refetch.h"
#include "present/flamegraph.h"
#include "present/layout.h"
#include "present/number.h"

enum message_kind { MESSAGE_NONE, MESSAGE_INFO, MESSAGE_ERROR };

/* A view with what belongs to its nodes. */
struct shown {
	const struct view *view; /* a reference; NULL: nothing yet */
	struct flamegraph *flamegraph;
	enum flamegraph_order order;  /* of the flame graph */
	enum flamegraph_span span;    /* likewise, in a diff */
	struct numbers numbers; /* how its values are written */
	struct selection sel;
	struct zoom zoom;
	uint64_t serial; /* another one for each flame graph */
};

/* What was named on the command line: merged into one, as pprof does, or each
   by itself.

       all merged -> 1st -> 2nd -> ... -> last -> all merged */
struct walk {
	struct load_spec named; /* as it was named */
	struct load_spec all;   /* the files of folders and lists each */
	size_t at;              /* 0: all; else the at-th source alone */
};

enum { ORDERS_KEPT = 16 };

/* A product of the worker. */
struct result_slot {
	void *it;        /* NULL: none, or it could not be made */
	uint64_t number; /* another one for each that came */
	uint64_t of;     /* shown.serial that it was asked for */
	/* When app_want() asked: shown.serial, and the newest job then. */
	uint64_t asked, asked_job;
	struct str order; /* what app_request() asked for last; pooled */
	/* Of app_request(): what `it` was made of, and the ones before. */
	struct str made_of;
	bool stopped; /* by the user; until it is ordered again */
	struct {
		struct str order;
		void *it;
	} kept[ORDERS_KEPT];
	unsigned oldest; /* of them */
};

struct app {
	struct worker *worker; /* worker_fd(): app_take() has something to do */
	struct arena text;     /* of the pool, of option values, of spec */
	struct intern pool;    /* strings that outlive every state and view */

	struct follow follow; /* live reload, */
	struct feed feed;     /* of addresses */
	bool feedable;        /* what is open are some */
	/* The screen writes them: nothing is to move, since a prompt or a menu
	   is open; clock_ms() of the last key. */
	bool held;
	int64_t key_at;
	struct walk walk;      /* several files */
	struct load_spec spec; /* what is open, or being opened first; a
				  base to compare with is in now.settings */
	struct str last_diff;  /* what was compared last; D takes it up */
	/* Addresses are to have names, after they were shown without; or the
	   user did not want to wait for that, whether servers were asked or
	   not. */
	bool symbols, symbols_stopped, stopped_fetch;
	bool lines; /* what has only names is to have lines, too */
	struct symbol_cache *symbol_cache; /* the worker's */
	struct session *session; /* NULL until the first profile is there */
	struct shown shown;
	uint64_t serials; /* the last shown.serial given */

	struct state now; /* what is wanted; panes write now.panes */
	bool sel_moved;   /* shown.sel is newer than now.sel, */
	bool zoom_moved; /* shown.zoom than now.zoom: see app_commit_cursor() */
	/* Where the zoom followed the selection to, and from where. */
	struct framepath followed, chosen;

	/* Undo and redo: states to come back to, the newest last. */
	struct states {
		struct state *p; /* owned */
		size_t n, cap;
	} undo, redo;

	/* While a prompt previews: what to come back to. */
	bool previewing;
	struct state base;
	struct shown base_shown; /* without a flame graph: an outline, see
				    aside_max */
	size_t aside_max; /* bytes of a view that is kept to come back to; a
			     larger one is computed again */

	/* What the compute job that is out is to bring. */
	struct compute_spec due;
	struct report_line report_line; /* of due.report and report_ready */
	uint64_t job;                   /* number of the newest compute job */
	struct compute_job *newest;     /* that, while `computing` */
	uint64_t accept_from;     /* results of older ones are not wanted */
	bool computing;           /* the newest one is out */
	int64_t computing_since;  /* clock_ms() */
	struct load_job *loading; /* the load job that is out, or NULL */
	int64_t loading_since;

	/* What it brought. */
	struct result_slot product[PRODUCTS];
	struct match_count counted;
	struct err preview_err; /* why the newest preview gave no view */
	struct strbuf report_text;
	const struct report *report_ready; /* the reader resets it */

	enum message_kind message_kind; /* one line for the user */
	struct strbuf message;
	VEC(struct str) log; /* the last messages, for :messages */
	struct str warned;   /* warnings of the view that were said, one a
				line; not said again while they hold */

	struct err load_err;     /* why the last load failed */
	struct choices *choices; /* APP_CHOICES; owned */
};

/* What app_take() found. */
enum {
	APP_VIEW = 1,     /* another view: targets of before mean nothing */
	APP_LOADED = 2,   /* another profile */
	APP_FAILED = 4,   /* a load failed or was cancelled: load_err */
	APP_NEWS = 8,     /* a message, tags, a count, a report */
	APP_CHOICES = 16, /* of what was to be opened, something is to be
			     chosen: choices */
};

/* Starts the worker and the load. All arguments are copied. NULL and err
   only when there can be no worker. */
struct app *app_new(const struct load_spec *spec, const struct query *query,
	const struct settings *settings, struct err *err);
void app_free(struct app *app); /* NULL is fine */

/* Take what the worker finished: APP_* bits. */
unsigned app_take(struct app *app);
/* No job waits, runs or is to be taken. */
bool app_idle(const struct app *app);
/* Stop what runs: the load if there is one, else the computation, whose
   change is taken back. True when there was something to stop. */
bool app_stop(struct app *app);
/* The user has seen enough of what is being read: end the load with that.
   False: nothing is read, or that was done already; app_can_end() asks only. */
bool app_end_load(struct app *app);
bool app_can_end(const struct app *app);

/* Bring what is shown in line with `now`: at once where nothing has to be
   computed, else by posting a job. */
void app_sync(struct app *app);
/* The same, but forget what older jobs may still bring. */
void app_sync_only(struct app *app);
/* The part of the graph that somebody chose to see: the zoom, or where it was
   before it only followed the selection within that. */
struct selection app_chosen_part(struct app *app);
/* Write selection and zoom of `shown` into `now`, if they were moved. */
void app_commit_cursor(struct app *app);
/* The other way round: find the paths of `now` in what is shown. */
void app_find_paths(struct app *app);
/* Give back a view and its flame graph. */
void shown_fini(struct shown *s);

/* Open other files, or the same again; one name, which may be a folder or a
   list of files. What is shown stays until then. */
void app_open(struct app *app, const struct load_spec *spec);
void app_open_name(struct app *app, struct str name);
int app_reload(struct app *app, struct err *err);
/* Load the next (1) or the previous (-1) of several profiles. -1 and err:
   there is only one, or it cannot be read twice. */
int app_walk(struct app *app, int step, struct err *err);
/* From app->spec, when it is known; `apart`: at the first one. */
void walk_begin(struct app *app, bool apart);
/* The same to one of walk.at. */
int app_walk_to(struct app *app, size_t at, struct err *err);
/* All profiles that were named, to be read as they are shown, for what grows in
   them (series/growthscan.h). */
struct load_spec app_growth_files(const struct app *app);

/* Live reload: look for changes, if it is time to. */
void app_look(struct app *app);
/* Milliseconds until the next look or the next change of the header; -1:
   never. */
int app_look_timeout(const struct app *app);
void app_pause(struct app *app); /* freeze, or catch up */

/* Ask for a product of what is shown (a change of the view forgets the wish)
   or, of_base, without the filter that a prompt is previewing (what there is
   goes at once). */
void app_ask(struct app *app, enum product_id id);
/* The same for a pane that is seen, when there is nothing newer to wait for;
   not again when the user stopped it. app_lacks() says whether it would. */
void app_want(struct app *app, enum product_id id);
bool app_lacks(const struct app *app, enum product_id id);
/* Have a product made of an order, whatever is shown; not again of the same
   one, nor of one of the last few, until something is loaded. Until it comes,
   there is the one before. */
void app_request(struct app *app, enum product_id id, struct str order);
/* Where functions have names but no lines are known, as perf records them: read
   the lines out of the programs, once. */
void app_want_lines(struct app *app);
/* The product is there, or could not be made, of what is shown now. */
bool app_delivered(const struct app *app, enum product_id id);
/* How far the job is that makes a product that was asked for; NULL: none
   does. */
static inline const struct progress *
app_progress(const struct app *app, enum product_id id)
{
	return app->computing && app->due.product[id]
		? &app->newest->job.progress
		: NULL;
}
/* A view or a product that was asked for is not there yet. */
bool app_awaits(const struct app *app);
/* Run a report: app.report_text. The line's texts are copied. */
void app_ask_report(struct app *app, const struct report_line *line);

/* One line for the user, until the next key. */
void app_message(struct app *app, enum message_kind kind, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
#define app_say(app, ...) app_message(app, MESSAGE_INFO, __VA_ARGS__)
#define app_error(app, ...) app_message(app, MESSAGE_ERROR, __VA_ARGS__)
void app_clear_message(struct app *app); /* forget the line */
/* Say what is new among the warnings of the view that is shown. */
void app_say_warnings(struct app *app);
/* All warnings that are not known into the log; the first is said, too, unless
   something is. `known`: one a line. */
void app_log_warnings(struct app *app, const struct warnings *warnings,
	struct str known, bool said);
/* A line for :messages only. */
void app_note(struct app *app, struct str text);

/* Where option_set() writes. The option `zoom` is brought in line with the
   zoom of the state, of which it is only the text. */
struct options_target app_target(struct app *app, struct state *s);
/* After that: the zoom of the state follows when the option was set to another
   text. True: it did. */
bool app_follow_zoom(struct app *app, struct state *s);
/* A lasting copy. */
struct str app_keep(struct app *app, struct str s);

#endif
