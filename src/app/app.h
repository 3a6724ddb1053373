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
 * `now` is the state the user wants; `shown` is the newest computed view,
 * which stays on the screen while a job is pending. The selection and the zoom
 * are node ids in `shown`. In `now` they are framepaths (frame names from the
 * root), which survive a recompute.
 *
 * Any code may read the fields. Outside src/app, `now` is written between
 * change_begin() and change_done() (undo.h), and other fields only where a
 * comment says so. All strings are in the pool.
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

/* A view and the data that refer to its nodes. */
struct shown {
	const struct view *view; /* a reference; NULL before the first */
	struct flamegraph *flamegraph;
	enum flamegraph_order order;
	enum flamegraph_span span; /* meaning of frame widths in a diff */
	struct numbers numbers;    /* format of the view's values */
	struct selection sel;
	struct zoom zoom;
	uint64_t serial; /* number of this flame graph; unique */
};

/* The profiles named on the command line: all merged, as pprof does, or one
   at a time.

       all merged -> 1st -> 2nd -> ... -> last -> all merged */
struct walk {
	struct load_spec named; /* the sources as typed */
	struct load_spec all;   /* `named` with folders and lists expanded */
	size_t at;              /* 0: all merged; n: the n-th alone */
	bool to_last; /* the next load of all shows the last snapshot, if the
			 values are levels */
};

enum { ORDERS_KEPT = 16 };

/* The newest result of one product, such as PRODUCT_TAGS. */
struct result_slot {
	void *it;        /* owned; NULL: none yet, or making it failed */
	uint64_t number; /* results so far, failures included */
	uint64_t of;     /* shown.serial that `it` was made for */
	/* shown.serial and app.job at the last app_want(). */
	uint64_t asked, asked_job;
	struct str order; /* last request passed to app_request(); pooled */
	/* The request that `it` was made for. */
	struct str made_of;
	bool stopped; /* the user stopped its job; reset by app_request() */
	struct {
		struct str order;
		void *it;
	} kept[ORDERS_KEPT];
	unsigned oldest; /* index into kept[] of the next entry to replace */
};

struct app {
	struct worker *worker; /* worker_fd() wakes the caller of app_take() */
	struct arena text; /* memory for the pool, option values and `spec` */
	struct intern pool;    /* strings that outlive every state and view */

	struct follow follow; /* live reload of files */
	struct feed feed;     /* live reload of addresses */
	bool feedable; /* the open sources are addresses that can be polled */
	/* Written by the screen. held: a prompt or menu is open, so live reload
	   waits; key_at: clock_ms() of the last key. */
	bool held;
	int64_t key_at;
	struct walk walk;
	struct load_spec spec; /* the open sources, or those of the first load;
				  the base of a diff is in now.settings */
	struct str last_diff;  /* the last value of the option `diff`, restored
				  by key D; written by the screen */
	/* symbols: look up names for addresses. symbols_stopped: the look-up
	   was stopped or failed. stopped_fetch: that look-up used
	   debuginfod. */
	bool symbols, symbols_stopped, stopped_fetch;
	bool lines; /* look up lines for functions that have none */
	struct symbol_cache *symbol_cache; /* owned; used by the worker */
	struct session *session; /* NULL until the first profile is loaded */
	struct shown shown;
	uint64_t serials; /* the last shown.serial assigned */

	struct state now; /* what the user wants; panes write now.panes */
	bool sel_moved;   /* shown.sel is newer than now.sel */
	bool zoom_moved;  /* shown.zoom is newer than now.zoom */
	/* followed: the zoom as last moved by change_follow(); chosen: the
	   user's own zoom before that move. */
	struct framepath followed, chosen;

	/* Undo and redo stacks, the newest state last. */
	struct states {
		struct state *p; /* owned */
		size_t n, cap;
	} undo, redo;

	/* The state and view to restore after a prompt's preview. */
	bool previewing;
	struct state base;
	struct shown base_shown; /* only an outline of the view if that exceeds
				    aside_max */
	size_t aside_max;        /* in bytes; larger views are recomputed */

	/* The results that the pending compute job must deliver. */
	struct compute_spec due;
	struct report_line report_line; /* for due.report or report_ready */
	uint64_t job;                   /* number of the newest compute job */
	struct compute_job *newest;     /* borrowed; valid while `computing` */
	uint64_t accept_from;     /* results of jobs before this are dropped */
	bool computing;           /* true while the newest job is pending */
	int64_t computing_since;  /* clock_ms() */
	struct load_job *loading; /* the pending load job, or NULL */
	int64_t loading_since;

	/* Results of jobs. */
	struct result_slot product[PRODUCTS];
	struct match_count counted;
	struct err preview_err; /* why the last preview failed */
	struct strbuf report_text;
	const struct report *report_ready; /* report in report_text; the screen
					      resets it to NULL */

	enum message_kind message_kind; /* NONE: `message` is not shown */
	struct strbuf message;
	VEC(struct str) log; /* the last messages, for :messages */
	struct str warned;   /* the view's warnings, one per line, which are
				not shown again */

	struct err load_err;     /* why the last load failed */
	struct choices *choices; /* set with APP_CHOICES; owned */
	bool chose;              /* the pending load is one of `choices` */
};

/* Bits that app_take() returns. */
enum {
	APP_VIEW = 1,     /* a new view: old node ids are invalid */
	APP_LOADED = 2,   /* a new profile */
	APP_FAILED = 4,   /* a load failed or was cancelled: load_err */
	APP_NEWS = 8,     /* a compute job ended: a product, count or report */
	APP_CHOICES = 16, /* the address offers several profiles: app.choices */
};

/* Start the worker and the first load. All arguments are copied. NULL and err
   if the worker or -follow cannot start. */
struct app *app_new(const struct load_spec *spec, const struct query *query,
	const struct settings *settings, struct err *err);
void app_free(struct app *app); /* NULL is fine */
/* Stop all jobs, for good. False if any were running; app_await() gives them
   `ms` to end, see worker.h. */
bool app_quit(struct app *app);
void app_await(struct app *app, int ms);

/* Take the worker's finished jobs; return APP_* bits. */
unsigned app_take(struct app *app);
/* True if no job is waiting, running, or finished but not taken. */
bool app_idle(const struct app *app);
/* Stop the load if there is one, else the computation, and take back the change
   that caused it. False if there was nothing to stop. */
bool app_stop(struct app *app);
/* End the load early and keep what has been read so far. False if nothing is
   being read or this was already requested; app_can_end() only checks. */
bool app_end_load(struct app *app);
bool app_can_end(const struct app *app);

/* Update `shown` to match `now`: at once if nothing must be computed, else by
   posting a job. */
void app_sync(struct app *app);
/* Do the same as app_sync(), but drop the results of older jobs. */
void app_sync_only(struct app *app);
/* Return the part of the graph that the user zoomed to, even if the zoom has
   since followed the selection inside that part. */
struct selection app_chosen_part(struct app *app);
/* Write the selection and zoom of `shown` into `now` if they moved. */
void app_commit_cursor(struct app *app);
/* Find the selection, zoom and opened chains of `now` in `shown`; or only the
   chains. */
void app_find_paths(struct app *app);
void app_find_opened(struct app *app);
/* Free the flame graph and drop the view. */
void shown_fini(struct shown *s);

/* Open files, or one name, which may be a folder or a list of files. The old
   view stays until they are loaded. */
void app_open(struct app *app, const struct load_spec *spec);
/* Open one of app->choices in the same way. If that leads to other choices, the
   current ones are kept; choices_back() returns to them. */
void app_choose(struct app *app, const struct load_spec *spec);
void app_open_name(struct app *app, struct str name);
/* Open files that can be stepped through. The strings are copied. */
void app_open_names(struct app *app, const struct str *name, size_t n);
int app_reload(struct app *app, struct err *err);
/* Post a load. `from`: session with open profiles to reuse, or NULL. For the
   other parameters see struct load_job, which takes over source and times. */
void app_start_load(struct app *app, const struct load_spec *spec,
	struct session *from, bool reuse, const struct profile *source,
	struct snapshots *times);
/* Load the next (1) or previous (-1) of several profiles. -1 and err if there
   is only one or a source cannot be read twice. */
int app_walk(struct app *app, int step, struct err *err);
/* Begin a walk through app->spec: all merged, or with `apart` the first. */
void walk_begin(struct app *app, bool apart);
/* Load profile number `at` of the walk, from 1; 0: all merged. */
int app_walk_to(struct app *app, size_t at, struct err *err);
/* Return all named profiles with the current settings, for the growth scan
   (series/growthscan.h). */
struct load_spec app_growth_files(const struct app *app);

/* Live reload: check the files or poll the addresses if it is time. */
void app_look(struct app *app);
/* True if a part of a server's range is shown, and more is being fetched. */
bool app_is_growing(const struct app *app);
/* Return the milliseconds until the next app_look() or update of the header;
   -1: never. */
int app_look_timeout(const struct app *app);
void app_pause(struct app *app); /* pause live reload, or catch up */

/* Request a product of the shown view; a change of the view cancels the
   request. An OF_BASE product ignores the previewed filter, and the old one is
   freed at once. */
void app_ask(struct app *app, enum product_id id);
/* Request a product for a visible pane unless a job is pending or the user has
   stopped it. app_lacks() is true if app_want() would post a job. */
void app_want(struct app *app, enum product_id id);
bool app_lacks(const struct app *app, enum product_id id);
/* Request a product that depends on a text, the order, and not on the view.
   Products of recent orders are kept until the next load. The old product stays
   until the new one arrives. */
void app_request(struct app *app, enum product_id id, struct str order);
/* Read lines from the binaries, once, if functions have names but no lines, as
   in perf recordings. */
void app_want_lines(struct app *app);
/* True if the product has been made for the shown view, or failed. */
bool app_delivered(const struct app *app, enum product_id id);
/* Return the progress of the job that makes a product; NULL if none is
   pending. */
static inline const struct progress *
app_progress(const struct app *app, enum product_id id)
{
	return app->computing && app->due.product[id]
		? &app->newest->job.progress
		: NULL;
}
/* True if a requested view or product is still missing. */
bool app_awaits(const struct app *app);
/* Run a report into app.report_text. The line's strings are copied. */
void app_ask_report(struct app *app, const struct report_line *line);

/* Set the message line; it stays until the next key. */
void app_message(struct app *app, enum message_kind kind, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
#define app_say(app, ...) app_message(app, MESSAGE_INFO, __VA_ARGS__)
#define app_error(app, ...) app_message(app, MESSAGE_ERROR, __VA_ARGS__)
void app_clear_message(struct app *app);
/* Show the view's new warnings. */
void app_say_warnings(struct app *app);
/* Log all warnings that are not in `known` (one per line). Unless `said`, show
   the first of these as a message. */
void app_log_warnings(struct app *app, const struct warnings *warnings,
	struct str known, bool said);
/* Add a line to :messages only. */
void app_note(struct app *app, struct str text);

/* Return the option_set() target of a state, after setting its option `zoom` to
   the names of its current zoom. */
struct options_target app_target(struct app *app, struct state *s);
/* Update the zoom of the state if the option `zoom` was set to a different text
   since app_target(). True if so. */
bool app_follow_zoom(struct app *app, struct state *s);
/* Return a pooled copy. */
struct str app_keep(struct app *app, struct str s);

#endif
