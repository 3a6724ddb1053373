/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of the application without its screen.
 *
 *      keys, commands                          worker thread
 *           | undo.h                              |
 *      struct state now  ---- app_sync(): job --->  engine
 *           |  \                                    |
 *        undo   preview base     shown <- app_take -'
 *
 * `now` is the state the user wants; `shown` is the newest result. The old
 * view stays while a job is pending. Selection and zoom are targets in
 * `shown` while the user moves, and framepaths (by name) in `now`, which
 * survive a recompute.
 *
 * Any code may read the fields; only app.c and undo.c write them unless a
 * comment names another writer. All strings are in the pool.
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

/* A view and everything that refers to its nodes. */
struct shown {
	const struct view *view; /* a reference; NULL: nothing yet */
	struct flamegraph *flamegraph;
	enum flamegraph_order order;
	enum flamegraph_span span; /* frame widths in a diff */
	struct numbers numbers;    /* number format */
	struct selection sel;
	struct zoom zoom;
	uint64_t serial; /* unique to each flame graph */
};

/* The profiles named on the command line: all merged, as pprof does, or one
   at a time.

       all merged -> 1st -> 2nd -> ... -> last -> all merged */
struct walk {
	struct load_spec named; /* the names as typed */
	struct load_spec all;   /* with folders and lists expanded */
	size_t at;              /* 0: all merged; else the at-th alone */
};

enum { ORDERS_KEPT = 16 };

/* The newest result for one product. */
struct result_slot {
	void *it;        /* NULL: none, or making it failed */
	uint64_t number; /* incremented by each result */
	uint64_t of;     /* shown.serial it was made for */
	/* shown.serial and the newest job at the last app_want(). */
	uint64_t asked, asked_job;
	struct str order; /* last app_request(); pooled */
	/* The order that `it` was made from. */
	struct str made_of;
	bool stopped; /* by the user, until ordered again */
	struct {
		struct str order;
		void *it;
	} kept[ORDERS_KEPT];
	unsigned oldest; /* index into kept */
};

struct app {
	struct worker *worker; /* worker_fd(): app_take() has work */
	struct arena text;     /* memory of the pool, option values and spec */
	struct intern pool;    /* strings that outlive every state and view */

	struct follow follow; /* live reload of files */
	struct feed feed;     /* live reload of addresses */
	bool feedable;        /* the open sources are addresses to poll */
	/* The screen writes these. held: a prompt or menu is open, so nothing
	   may move; key_at: clock_ms() of the last key. */
	bool held;
	int64_t key_at;
	struct walk walk;
	struct load_spec spec; /* open, or being opened first; now.settings has
				  the base of a diff */
	struct str last_diff;  /* the last comparison, which D resumes */
	/* symbols: find names for addresses that were shown without;
	   symbols_stopped: the user stopped that, and stopped_fetch: while
	   servers were asked. */
	bool symbols, symbols_stopped, stopped_fetch;
	bool lines; /* find lines for frames that only have names */
	struct symbol_cache *symbol_cache; /* used by the worker */
	struct session *session; /* NULL until the first profile is loaded */
	struct shown shown;
	uint64_t serials; /* the last shown.serial given */

	struct state now; /* the wanted state; panes write now.panes */
	bool sel_moved;   /* shown.sel is newer than now.sel */
	bool zoom_moved;  /* shown.zoom is newer than now.zoom */
	/* The zoom that followed the selection, and the zoom before that. */
	struct framepath followed, chosen;

	/* Undo and redo stacks, the newest state last. */
	struct states {
		struct state *p; /* owned */
		size_t n, cap;
	} undo, redo;

	/* While a prompt previews: the state and view to restore. */
	bool previewing;
	struct state base;
	struct shown base_shown; /* an outline without flame graph if the view
				    is above aside_max */
	size_t aside_max; /* bytes of the largest view kept for a restore; a
			     larger one is recomputed */

	/* The results due from the pending compute job. */
	struct compute_spec due;
	struct report_line report_line; /* for due.report, report_ready */
	uint64_t job;                   /* number of the newest compute job */
	struct compute_job *newest;     /* the job itself, while `computing` */
	uint64_t accept_from;           /* older results are dropped */
	bool computing;                 /* the newest job is pending */
	int64_t computing_since;  /* clock_ms() */
	struct load_job *loading; /* the pending load job, or NULL */
	int64_t loading_since;

	/* Results of jobs. */
	struct result_slot product[PRODUCTS];
	struct match_count counted;
	struct err preview_err; /* why the newest preview gave no view */
	struct strbuf report_text;
	const struct report *report_ready; /* the reader resets it */

	enum message_kind message_kind; /* one line for the user */
	struct strbuf message;
	VEC(struct str) log; /* the last messages, for :messages */
	struct str warned;   /* warnings already shown, one per line; they are
				not repeated while they hold */

	struct err load_err;     /* why the last load failed */
	struct choices *choices; /* set with APP_CHOICES; owned */
};

/* Bits that app_take() returns. */
enum {
	APP_VIEW = 1,     /* a new view: old targets are invalid */
	APP_LOADED = 2,   /* a new profile */
	APP_FAILED = 4,   /* a load failed or was cancelled: load_err */
	APP_NEWS = 8,     /* a message, tags, a count, a report */
	APP_CHOICES = 16, /* the address offers several profiles: see choices */
};

/* Start the worker and the first load. All arguments are copied. NULL and err
   if the worker or -follow cannot start. */
struct app *app_new(const struct load_spec *spec, const struct query *query,
	const struct settings *settings, struct err *err);
void app_free(struct app *app); /* NULL is fine */

/* Take the worker's finished jobs; return APP_* bits. */
unsigned app_take(struct app *app);
/* True if no job waits, runs or is finished but not taken. */
bool app_idle(const struct app *app);
/* Stop the load if there is one, else the computation, and take back the change
   that caused it. True if there was something to stop. */
bool app_stop(struct app *app);
/* End the load with the part that was read so far. False if nothing is being
   read or the load was ended before; app_can_end() only checks. */
bool app_end_load(struct app *app);
bool app_can_end(const struct app *app);

/* Update `shown` to match `now`: at once if nothing must be computed, else by
   posting a job. */
void app_sync(struct app *app);
/* Do the same as app_sync(), but drop the results of older jobs. */
void app_sync_only(struct app *app);
/* Return the part of the graph that the user zoomed to. If the zoom has only
   followed the selection inside it since, that is the zoom before. */
struct selection app_chosen_part(struct app *app);
/* Write the selection and zoom of `shown` into `now` if they moved. */
void app_commit_cursor(struct app *app);
/* Find the selection and zoom of `now` in `shown`. */
void app_find_paths(struct app *app);
/* Free the flame graph and drop the view. */
void shown_fini(struct shown *s);

/* Open files, or one name, which may be a folder or a list of files. The old
   view stays until they are loaded. */
void app_open(struct app *app, const struct load_spec *spec);
void app_open_name(struct app *app, struct str name);
int app_reload(struct app *app, struct err *err);
/* Load the next (1) or previous (-1) of several profiles. -1 and err if there
   is only one or a source cannot be read twice. */
int app_walk(struct app *app, int step, struct err *err);
/* Begin the walk from app->spec; `apart`: at the first profile. */
void walk_begin(struct app *app, bool apart);
/* Load profile number `at` of the walk; 0: all. */
int app_walk_to(struct app *app, size_t at, struct err *err);
/* Return all named profiles with the present settings, for the growth scan
   (series/growthscan.h). */
struct load_spec app_growth_files(const struct app *app);

/* Live reload: look for changes if it is time to. */
void app_look(struct app *app);
/* Return the milliseconds until the next look or the next change in the header;
   -1: never. */
int app_look_timeout(const struct app *app);
void app_pause(struct app *app); /* freeze, or catch up */

/* Request a product of the shown view; a change of the view cancels that.
   OF_BASE: a product without the previewed filter; the old one is freed at
   once. */
void app_ask(struct app *app, enum product_id id);
/* Request a product for a visible pane if no job is pending, and not again if
   the user stopped it. app_lacks() is true if app_want() would post a job. */
void app_want(struct app *app, enum product_id id);
bool app_lacks(const struct app *app, enum product_id id);
/* Request a product for an order, independent of the view. The newest and the
   last few orders are not made again until the next load. The old product stays
   until the new one comes. */
void app_request(struct app *app, enum product_id id, struct str order);
/* Read lines from the binaries, once, if functions have names but no lines, as
   in perf recordings. */
void app_want_lines(struct app *app);
/* True if the product of the shown view is there or failed. */
bool app_delivered(const struct app *app, enum product_id id);
/* Return the progress of the job that makes a requested product; NULL: no job
   does. */
static inline const struct progress *
app_progress(const struct app *app, enum product_id id)
{
	return app->computing && app->due.product[id]
		? &app->newest->job.progress
		: NULL;
}
/* True if a requested view or product is still missing. */
bool app_awaits(const struct app *app);
/* Run a report into app.report_text. The line's texts are copied. */
void app_ask_report(struct app *app, const struct report_line *line);

/* Set the message line; it stays until the next key. */
void app_message(struct app *app, enum message_kind kind, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
#define app_say(app, ...) app_message(app, MESSAGE_INFO, __VA_ARGS__)
#define app_error(app, ...) app_message(app, MESSAGE_ERROR, __VA_ARGS__)
void app_clear_message(struct app *app);
/* Show the view's new warnings. */
void app_say_warnings(struct app *app);
/* Log all warnings but the `known` (one per line), and show the first of them
   as a message unless `said`. */
void app_log_warnings(struct app *app, const struct warnings *warnings,
	struct str known, bool said);
/* Add a line to :messages only. */
void app_note(struct app *app, struct str text);

/* Return the target that option_set() writes to. This sets the option `zoom`,
   which is only a text, from the zoom of the state. */
struct options_target app_target(struct app *app, struct state *s);
/* Update the zoom of the state if the option `zoom` was set to another text
   since app_target(). True if so. */
bool app_follow_zoom(struct app *app, struct state *s);
/* Return a pooled copy. */
struct str app_keep(struct app *app, struct str s);

#endif
