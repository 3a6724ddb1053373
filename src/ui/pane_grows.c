/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list of functions that grow over snapshots (a row of PANE_ROWS).
 *
 * The worker reads the profiles one by one while the list is on screen and
 * nothing else is computed, and again after a change of the filters or the
 * sample type. Enter shows whose growth a row explains: its callers, below it.
 * D compares the last snapshot with the first one, with the function selected;
 * Esc then returns to the list.
 */
#include "prelude.h"

#include <inttypes.h>

#include "app/undo.h"
#include "input/shell.h"
#include "present/chrome.h"
#include "present/growth.h"
#include "series/growthscan.h"
#include "ui/pane.h"

struct growing_list {
	struct strbuf order; /* request; scratch buffer */
	struct str open;     /* function with its callers below; pooled */
	struct growth_line *line; /* result of grows_lines() */
	/* Values set by a comparison, and the previous values (was_*). */
	bool compares;
	size_t at, was_at;         /* walk.at */
	struct str diff, was_diff; /* pooled */
	struct str was_range;
};

static struct growing_list *
grows_own(const struct screen *s)
{
	return s->own[PANE_GROWS];
}

static void
grows_forget(struct screen *s, bool all)
{
	struct growing_list *own = grows_own(s);

	if (all)
		strbuf_free(&own->order);
	free(own->line);
	own->line = NULL;
}

/* Return the list for the current request, or NULL until it is computed. */
static const struct growth *
grows_list(const struct screen *s)
{
	const struct result_slot *d = &s->app->product[PRODUCT_GROWS];

	return d->it != NULL && d->order.n > 0 && str_eq(d->made_of, d->order)
		? d->it
		: NULL;
}

/* Return the current request: settings and the query. */
static struct str
grows_wanted(struct screen *s)
{
	struct strbuf *order = &grows_own(s)->order;
	const struct settings *set = &s->app->now.settings;

	strbuf_reset(order);
	strbuf_addf(order, "%d %d ", (int)set->demangle, (int)set->rules.ids);
	shell_word(order, set->rules.rename);
	strbuf_addf(order, " %d %d %.*s\n", s->app->symbols, set->debuginfod,
		STR_ARG(set->range));
	grows_order(&s->app->now.query, order);
	return strbuf_str(order);
}

/* True if the current request differs from the last one sent. */
static bool
grows_lacks(struct screen *s)
{
	const struct result_slot *d = &s->app->product[PRODUCT_GROWS];

	return !s->app->computing && s->app->loading == NULL && !d->stopped &&
		!str_eq(d->order, grows_wanted(s));
}

static void
grows_look(struct screen *s)
{
	if (grows_lacks(s))
		app_request(s->app, PRODUCT_GROWS, grows_wanted(s));
}

/* Return the milliseconds until progress or a request is due, or -1. */
static int
grows_wait(struct screen *s)
{
	if (app_progress(s->app, PRODUCT_GROWS) != NULL)
		return PROGRESS_EVERY;
	return grows_lacks(s) ? 0 : -1;
}

/* Make the lines of the list as it is now, and return how many there are. The
   list may have changed since the last call. */
static uint32_t
grows_lines(struct screen *s)
{
	struct growing_list *own = grows_own(s);
	const struct growth *g = grows_list(s);
	uint32_t open = 0;
	size_t n;

	free(own->line);
	own->line = NULL;
	if (g == NULL)
		return 0;
	while (open < growth_listed(g) && !str_eq(g->row[open].name, own->open))
		open++;
	own->line = growth_lines(g, own->open.n > 0 ? open : NONE, &n);
	return (uint32_t)n;
}

/* Return the line at the cursor, or NULL. */
static const struct growth_line *
grows_line(struct screen *s)
{
	uint32_t n = grows_lines(s);

	return n > 0 ? &grows_own(s)->line[list_row(
			       s->app->now.panes.list[PANE_GROWS].at, n)]
		     : NULL;
}

static const struct grower *
grows_row(struct screen *s)
{
	const struct growth_line *line = grows_line(s);

	return line != NULL ? &grows_list(s)->row[line->row] : NULL;
}

/* ---- Moving ---- */

static frame_id
grows_frame(struct screen *s)
{
	const struct grower *row = grows_row(s);

	return row != NULL ? frames_find(s->app->shown.view->frames, row->name)
			   : NONE;
}

static void
grows_moved(struct screen *s)
{
	frame_id frame = grows_frame(s);

	if (frame != NONE)
		flame_select_frame(s, frame);
}

/* ---- Drawing ---- */

static void
grows_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	const struct growth *g = grows_list(s);

	if (g != NULL && g->err.code == ERR_NONE)
		growth_title_put(info, g);
	strbuf_addstr(right, "Enter callers  D compares");
}

static void
count_grows(struct screen *s, uint32_t *shown, uint32_t *all)
{
	const struct growth *g = grows_list(s);

	*shown = grows_lines(s);
	*all = g != NULL ? g->functions : 0;
}

static void
draw_grows(struct screen *s, struct grid *g, struct rect r)
{
	struct arrangement *panes = &s->app->now.panes;
	const struct growth *growth = grows_list(s);
	struct strbuf notice = STRBUF_INIT;
	struct growth_draw d = {
		.focused = !s->bare && panes->focus == PANE_GROWS,
		.lines = !s->app->now.settings.low_bandwidth,
	};

	if (growth == NULL || growth->n_rows == 0) {
		const struct progress *p = app_progress(s->app, PRODUCT_GROWS);

		/* Explain why there is no list, or why it is empty. */
		if (growth != NULL && growth->err.code != ERR_NONE) {
			strbuf_addstr(&notice, growth->err.msg);
		} else if (growth != NULL && growth_judged(growth) < 2) {
			strbuf_addf(&notice,
				"%d snapshots are needed, %zu is open. Open "
				"several profiles of one process: flametop "
				"heap-*.pb.gz",
				TREND_LEAST, growth_judged(growth));
		} else if (growth != NULL) {
			strbuf_addstr(&notice, "nothing grows: ");
			growth_title_put(&notice, growth);
		} else if (s->app->product[PRODUCT_GROWS].stopped) {
			strbuf_addstr(&notice,
				"stopped; press L to read the profiles again");
		} else {
			strbuf_addstr(&notice, "reading the snapshots");
			if (p != NULL && p->parts > 1)
				strbuf_addf(&notice,
					", %" PRIu64 " of %" PRIu64,
					(uint64_t)p->part + 1,
					(uint64_t)p->parts);
			strbuf_addstr(&notice, "...   Ctrl-C stops");
		}
		notice_draw(g, r, strbuf_str(&notice));
		strbuf_free(&notice);
		return;
	}
	d.n = grows_lines(s);
	d.line = grows_own(s)->line;
	list_show(&panes->list[PANE_GROWS], d.n, growth_page(r.rows));
	d.list = panes->list[PANE_GROWS];
	growth_draw(g, r, growth, &d);
}

/* "session.(*Store).Put  +4.9MB/h  rises steadily: ..." */
static void
grows_status(struct screen *s, struct strbuf *out)
{
	const struct growth_line *line = grows_line(s);
	const struct growth *g = grows_list(s);
	const struct grower *row;
	struct growth_per per;

	if (line == NULL)
		return;
	row = &g->row[line->row];
	per = growth_per(g);
	strbuf_add(out, row->name);
	strbuf_addstr(out, "   ");
	growth_rate_put(out, g, row->slope * per.hours);
	strbuf_addf(out, "%s   ", per.text);
	if (line->depth > 0)
		strbuf_add3(
			out, "grows by calling ", g->row[row->callee].name, "");
	else
		growth_verdict_put(out, g, row);
}

/* ---- Comparing ---- */

bool
grows_compares(const struct screen *s)
{
	const struct growing_list *own = grows_own(s);
	const struct app *app = s->app;

	return own->compares && app->walk.at == own->at &&
		str_eq(app->now.settings.diff, own->diff);
}

/* Show profile `at` (from 1; 0: all in `range`) compared with `diff`, at
   `function`. */
static int
grows_show(struct screen *s, size_t at, struct str range, struct str diff,
	struct str function, struct err *err)
{
	struct app *app = s->app;
	struct state before = change_begin(app);
	struct strbuf name = STRBUF_INIT;
	enum direction now = app->now.query.direction;
	int rc;

	app->now.settings.diff = diff;
	app->now.settings.range = range;
	rc = app_walk_to(app, at, err);
	if (rc != 0) {
		app->now.settings.diff = before.settings.diff;
		app->now.settings.range = before.settings.range;
	}
	if (rc == 0 && function.n > 0) {
		framepath_add_name(&name, function);
		/* A path from another direction is found by the function's name
		   alone. */
		app->now.sel =
			framepath_from_names(&app->pool, strbuf_str(&name),
				now == DIR_CALLERS ? DIR_CALLEES : DIR_CALLERS);
		app->sel_moved = false;
	}
	change_done(app, &before);
	strbuf_free(&name);
	return rc;
}

static int
cmd_compare_grower(const struct call *call)
{
	struct screen *s = call->on;
	struct growing_list *own = grows_own(s);
	const struct growth *g = grows_list(s);
	const struct grower *row = grows_row(s);
	struct strbuf text = STRBUF_INIT;
	size_t last;
	int rc;
	struct str name;
	const struct load_spec *all;

	if (row == NULL) {
		app_say(s->app, "nothing to compare");
		return 0;
	}
	/* Find the last snapshot among the named profiles. */
	name = g->snapshot[g->n - 1].name;
	all = &s->app->walk.all;
	last = 0;
	for (size_t i = 0; i < all->n_sources; i++)
		if (str_eq(all->source[i], name)) {
			last = i + 1;
			break;
		}
	shell_word(&text, g->snapshot[g->first].name);
	own->was_at = s->app->walk.at;
	own->was_diff = s->app->now.settings.diff;
	own->was_range = s->app->now.settings.range;
	own->at = last;
	own->diff = app_keep(s->app, strbuf_str(&text));
	strbuf_free(&text);
	rc = grows_show(s, last, STR_EMPTY, own->diff, row->name, call->err);
	own->compares = rc == 0;
	if (rc != 0)
		return -1;
	(void)screen_close_extra(s);
	screen_focus(s, PANE_FLAME);
	app_say(s->app, "the last snapshot against the first; Esc goes back");
	return 0;
}

void
grows_return(struct screen *s)
{
	struct growing_list *own = grows_own(s);
	struct err err = ERR_INIT;

	own->compares = false;
	if (grows_show(s, own->was_at, own->was_range, own->was_diff, STR_EMPTY,
		    &err) != 0)
		app_error(s->app, "%s", err.msg);
	screen_focus(s, PANE_GROWS);
}

/* Show the callers below the row, or hide them again. */
static int
cmd_grower_callers(const struct call *call)
{
	struct screen *s = call->on;
	struct growing_list *own = grows_own(s);
	const struct growth *g = grows_list(s);
	const struct growth_line *line = grows_line(s);
	uint32_t row, n;

	if (line == NULL) {
		app_say(s->app, "nothing is listed");
		return 0;
	}
	/* From a caller's line, go up to the line of the function that
	   grows. */
	while (line->depth > 0)
		line--;
	row = line->row;
	own->open = str_eq(own->open, g->row[row].name)
		? STR_EMPTY
		: app_keep(s->app, g->row[row].name);
	n = grows_lines(s);
	for (uint32_t i = 0; i < n; i++)
		if (own->line[i].row == row)
			s->app->now.panes.list[PANE_GROWS].at = i;
	grows_moved(s);
	if (own->open.n > 0 && n == growth_listed(g))
		app_say(s->app, "no caller grows only because of it");
	return 0;
}

static int
cmd_goto_grower(const struct call *call)
{
	struct screen *s = call->on;
	frame_id frame = grows_frame(s);

	if (frame != NONE)
		(void)flame_show_frame(s, frame);
	else
		screen_focus(s, PANE_FLAME);
	return 0;
}

static int
cmd_grows(const struct call *call)
{
	struct screen *s = call->on;

	bool stopped = s->app->product[PRODUCT_GROWS].stopped;

	if (stopped)
		app_request(s->app, PRODUCT_GROWS, grows_wanted(s));
	if (s->app->now.panes.focus == PANE_GROWS && !stopped)
		(void)screen_close_extra(s);
	else
		screen_focus(s, PANE_GROWS);
	return 0;
}

static const struct command grows_commands[] = {
	{ "grows", NULL,
		"list functions that grow over the snapshots, or go back",
		cmd_grows, .flags = CMD_FOR_REPORT },
	{ "grows_callers", NULL,
		"show the callers whose growth this function explains",
		cmd_grower_callers },
	{ "grows_compare", NULL,
		"compare first and last snapshot at this function; Esc returns",
		cmd_compare_grower },
	{ "grows_goto", NULL, "show the function in the graph",
		cmd_goto_grower },
	{ NULL },
};

static const struct keylegend legend[] = { { "Enter", "callers" },
	{ "D", "first and last" }, { "1", "show in graph" }, { "Esc", "back" },
	{ "Left Right", "long names" }, { "s", "sample type" },
	{ "f", "focus" }, { "q", "close" }, { "?", "help" } };

const struct pane pane_grows = {
	.name = "Growing",
	.map = "grows",
	.size = sizeof(struct growing_list),
	.draw = draw_grows,
	.info = grows_info,
	.length = grows_lines,
	.page = growth_page,
	.moved = grows_moved,
	.forget = grows_forget,
	.rows = count_grows,
	.refresh = grows_look,
	.waits = grows_wait,
	.status = grows_status,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
	.command = grows_commands,
};
