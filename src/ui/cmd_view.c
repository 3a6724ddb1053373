/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for searching, views and diffs. screen.c registers the table. */
#include "prelude.h"

#include "app/undo.h"
#include "conf/options.h"
#include "engine/regexp.h"
#include "engine/significance.h"
#include "input/shell.h"
#include "load/compare.h"
#include "load/load.h"
#include "present/matches.h"
#include "present/paint.h"
#include "present/top.h"
#include "ui/commands.h"
#include "ui/pane.h"

/* ---- Finding ---- */

/* Return the search matches inside the zoom if there are any, else those in the
   whole graph. */
static struct matches *
marks_at_hand(struct screen *s)
{
	struct matches *zoomed = flame_marks_in_zoom(s);

	return matches_count(zoomed) > 0 ? zoomed : flame_marks(s);
}

/* Make the selected match visible. If this leaves the zoom, show a message. */
static void
reveal_match(struct screen *s, const char *more)
{
	struct app *app = s->app;
	struct selection chosen = app_chosen_part(app);

	flame_reveal(s);
	if (chosen.node != NONE &&
		!selection_contains(
			app->shown.flamegraph, chosen, app->shown.sel))
		app_say(app, "no match inside the zoom; zoomed out%s", more);
}

void
search_step(struct screen *s, int step)
{
	const struct pane *pane = pane_focused(s);
	struct matches *m = marks_at_hand(s);

	if (m == NULL && table_step_standing(s, step))
		flame_reveal(s);
	else if (m == NULL)
		app_say(s->app, "no search; press / to start one");
	else if (matches_count(m) == 0)
		app_say(s->app, "no function or file matches %.*s",
			STR_ARG(s->app->now.query.search));
	else if (pane->find == NULL || !pane->find(s, step)) {
		bool forward = step > 0;
		bool zoomed = m == flame_marks_in_zoom(s), wrapped = false;
		uint32_t index;
		struct selection selected = matches_next(
			m, s->app->shown.sel, forward, &index, &wrapped);

		if (selected.node == NONE)
			return;
		change_selection(s->app, selected);
		if (wrapped)
			app_say(s->app, "search wrapped: %s of %s%s",
				grouped(index).text,
				grouped(matches_count(m)).text,
				zoomed ? " in the zoom" : "");
		reveal_match(s, wrapped ? "; search wrapped" : "");
	}
}

static int
cmd_find(const struct call *call)
{
	search_step(call->on, call->self->data);
	return 0;
}

void
search_nearest(struct screen *s)
{
	struct matches *m = marks_at_hand(s);

	if (m == NULL)
		return;
	if (matches_count(m) == 0)
		app_say(s->app, "no function or file matches %.*s",
			STR_ARG(s->app->now.query.search));
	else if (matches_index(m, s->app->shown.sel) == 0) {
		change_selection(s->app, matches_heaviest(m));
		reveal_match(s, "");
	}
}

/* Search for the selected function's exact name and go to its next node. */
static int
cmd_searchself(const struct call *call)
{
	struct screen *s = call->on;
	struct strbuf pattern = STRBUF_INIT;
	frame_id frame = selected_frame(s->app);
	int step = str_is(call->arg, "prev") ? -1 : 1;
	const struct frame *f;

	if (frame == NONE)
		return err_set(call->err, ERR_USAGE, "select a function first");
	f = &s->app->shown.view->frames->frame[frame];
	/* Patterns without a capital letter would ignore case. */
	strbuf_addstr(&pattern, "(?-i)");
	regexp_quote(&pattern, f->name.n > 0 ? f->name : f->text);
	if (str_eq(s->app->now.query.search, strbuf_str(&pattern))) {
		search_step(s, step);
	} else {
		screen_set(s, "search", strbuf_str(&pattern));
		s->step_after = step;
	}
	strbuf_free(&pattern);
	return 0;
}

/* ---- Views ---- */

/* Set the direction. In a sandwich the callers get half of the rows. */
void
view_direction(struct screen *s, enum direction direction)
{
	struct app *app = s->app;
	struct state before = change_begin(app);
	bool sandwich = direction == DIR_SANDWICH;

	app->now.query.direction = direction;
	if (sandwich)
		app->now.query.pivot = app_keep(app, selected_name(app));
	app->now.panes.level =
		sandwich ? -s->arranged.pane[PANE_FLAME].rows / 2 : 0;
	change_done(app, &before);
}

/* Show the selected function's sandwich; toggle_sandwich also closes it. */
static int
cmd_sandwich(const struct call *call)
{
	struct screen *s = call->on;
	const struct query *now = &s->app->now.query;
	struct str name = selected_name(s->app);
	bool is_shown = call->self->data != 0 &&
		now->direction == DIR_SANDWICH &&
		(name.n == 0 || str_eq(now->pivot, name));

	if (!is_shown && selected_frame(s->app) == NONE)
		return err_set(call->err, ERR_USAGE,
			"sandwich: select a function first");
	view_direction(s, is_shown ? DIR_CALLEES : DIR_SANDWICH);
	return 0;
}

static int
cmd_direction(const struct call *call)
{
	struct screen *s = call->on;
	enum direction now = s->app->now.query.direction;
	bool selected = selected_frame(s->app) != NONE;

	if (now == DIR_CALLERS && !selected)
		app_say(s->app,
			"callees view; for a sandwich, select a function "
			"before v");
	view_direction(s,
		now == DIR_CALLEES                       ? DIR_CALLERS
			: now == DIR_CALLERS && selected ? DIR_SANDWICH
							 : DIR_CALLEES);
	return 0;
}

static int
cmd_flip(const struct call *call)
{
	struct screen *s = call->on;
	bool down = s->app->now.settings.root == ROOT_TOP;

	screen_set(s, "root", down ? STR("bottom") : STR("top"));
	return 0;
}

static int
cmd_nextcolors(const struct call *call)
{
	struct screen *s = call->on;
	const struct view *v = s->app->shown.view;
	enum paint_mode next;

	if (v == NULL)
		return 0;
	next = paint_next(flame_paint(s));
	/* If the next mode is the default for this view, set "auto". */
	screen_set(s, "colors",
		next == (v->is_diff ? PAINT_DIFF : PAINT_PACKAGE)
			? STR("auto")
			: str_c(paint_name(next)));
	return 0;
}

static int
set_sort(struct screen *s, struct top_sort sort)
{
	struct strbuf text = STRBUF_INIT;

	top_sort_print(sort, s->app->shown.view, &text);
	screen_set(s, "tablesort", strbuf_str(&text));
	/* The name "cause" does not explain itself. */
	if (sort.by == TOP_CAUSE)
		app_say(s->app,
			"cause: the function whose own change explains "
			"its callers'");
	strbuf_free(&text);
	return 0;
}

static int
cmd_sortstep(const struct call *call)
{
	struct screen *s = call->on;

	return set_sort(s, top_sort_step(table_top(s), call->self->data));
}

/* Set the table's order. "flat" and "cum" also sort pprof's reports. */
static int
cmd_sort(const struct call *call)
{
	struct screen *s = call->on;
	bool flat = str_is(call->arg, "flat"), cum = str_is(call->arg, "cum");

	if (call->arg.n == 0) {
		menu_sort(s);
		return 0;
	}
	if (flat || cum)
		screen_set(s, "sort", call->arg);
	return change_option(s->app, option_find(STR("tablesort"), NULL),
		flat          ? STR("self")
			: cum ? STR("total")
			      : call->arg,
		call->err);
}

static int
cmd_reverse(const struct call *call)
{
	struct screen *s = call->on;
	struct top_sort sort = { .by = TOP_SELF };
	struct err ignored = ERR_INIT;

	(void)top_sort_parse(s->app->now.settings.tablesort, s->app->shown.view,
		&sort, &ignored);
	sort.reverse = !sort.reverse;
	return set_sort(s, sort);
}

static int
cmd_toggle_ascii(const struct call *call)
{
	struct screen *s = call->on;

	if (s->unicode)
		screen_set(
			s, "ascii", is_ascii(s) ? STR("false") : STR("true"));
	else
		app_say(s->app, "drawn in ASCII: %s",
			s->why_not != NULL ? s->why_not : "nothing else here");
	return 0;
}

static int
cmd_chain_open(const struct call *call)
{
	struct screen *s = call->on;

	if (s->app->shown.view == NULL)
		return 0;
	if (change_chain(s->app, s->app->shown.sel)) {
		screen_arrange(s);
		flame_reveal(s);
	} else {
		app_say(s->app, "not a chain");
	}
	return 0;
}

static int
cmd_toggle_chains(const struct call *call)
{
	struct screen *s = call->on;
	struct flamegraph *p = s->app->shown.flamegraph;

	if (p == NULL)
		return 0;
	screen_set(s, "chains",
		flamegraph_folds(p) != NULL ? STR("off") : STR("on"));
	screen_arrange(s);
	flame_reveal(s);
	return 0;
}

static int
cmd_pin(const struct call *call)
{
	struct screen *s = call->on;
	struct state before = change_begin(s->app);
	frame_id frame = s->app->shown.view != NULL ? peek_frame(s) : NONE;

	if (before.pinned.n > 0) {
		s->app->now.pinned = STR_EMPTY;
		app_say(s->app, "peek follows the selection");
	} else if (frame == NONE) {
		app_say(s->app, "select a function first");
	} else {
		s->app->now.pinned = app_keep(
			s->app, s->app->shown.view->frames->frame[frame].text);
		app_say(s->app, "peek pinned to %.*s; p unpins",
			STR_ARG(s->app->now.pinned));
	}
	change_done(s->app, &before);
	return 0;
}

/* Open a prompt: "prompt focus", "prompt command granularity=". */
static int
cmd_prompt(const struct call *call)
{
	struct str text = call->arg;
	struct str what = str_cut(&text, ' ');

	return live_start(call->on, what, text, call->err);
}

/* ---- Comparing ---- */

/* Set the comparison to `text` ("": none), as one undo step. */
static int
compare_with(struct screen *s, struct str text, struct err *err)
{
	struct app *app = s->app;
	struct arena arena = ARENA_INIT;
	struct state before = change_begin(app);
	struct diffspec v;

	if (diffspec_parse(text, &v, &arena, err) != 0) {
		arena_free(&arena);
		return -1;
	}
	if (v.kind == DIFF_SLICES) {
		size_t n;
		const struct option *o = options_all(&n);

		/* Slices contain their own filters. The same filter in the
		   query would apply to both, and could empty one. */
		for (size_t i = 0; i < n; i++) {
			struct state a = app->now, b = app->now;

			if (o[i].target != ON_QUERY)
				continue;
			a.query = v.slice[0];
			b.query = v.slice[1];
			if (!option_is_default(&o[i], app_target(app, &a)) ||
				!option_is_default(&o[i], app_target(app, &b)))
				option_reset(&o[i], app_target(app, &app->now));
		}
	}
	app->now.settings.diff = app_keep(app, text);
	app->last_diff = v.kind != DIFF_NONE ? app->now.settings.diff
					     : before.settings.diff;
	change_done(app, &before);
	arena_free(&arena);
	return 0;
}

/* Slices of a profile may have hardly a call path in common, as two routes of a
   server. Then only leaves can be compared, so the callers view opens. */
void
compare_loaded(struct screen *s)
{
	enum { LEAST_SHARED = 20 }; /* percent */
	struct app *app = s->app;
	const struct evidence *e = app->shown.view->evidence;
	struct query *query = &app->now.query;
	enum direction before = query->direction;

	if (str_eq(s->compared, app->session->made.diff))
		return;
	s->compared = app_keep(app, app->session->made.diff);
	if (s->turned && query->direction == DIR_CALLERS)
		query->direction = DIR_CALLEES;
	s->turned = false;
	if (e != NULL && query->direction == DIR_CALLEES &&
		e->n_shared * 100 < e->n_nodes * LEAST_SHARED &&
		app->session->diff.kind == DIFF_SLICES) {
		s->turned = true;
		query->direction = DIR_CALLERS;
		app_say(app,
			"only %s of %s call paths are on both sides, so "
			"callers "
			"are shown (Esc: callees)",
			grouped(e->n_shared).text, grouped(e->n_nodes).text);
	}
	if (query->direction != before)
		app_sync(app);
}

/* Compare with a file or a query. A typed file name may contain blanks. */
static int
cmd_diff(const struct call *call)
{
	struct screen *s = call->on;
	const struct load_spec *spec = &s->app->spec;
	struct strbuf text = STRBUF_INIT, file = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct err ignored = ERR_INIT;
	struct diffspec v;
	bool stays = call->self->data != 0;
	int rc;

	if (call->arg.n == 0 && s->app->now.settings.diff.n > 0 && stays)
		return 0;
	if (call->arg.n == 0 && s->app->now.settings.diff.n > 0)
		return compare_with(s, STR(""), call->err);
	if (call->arg.n == 0 && s->app->last_diff.n > 0)
		return compare_with(s, s->app->last_diff, call->err);
	if (call->arg.n == 0 && spec->n_bases == 0)
		return live_start(s, STR("base"), STR(""), call->err);
	shell_typed(&file, call->arg);
	/* A base that was subtracted (-base) becomes the base profile. */
	if (call->arg.n == 0)
		diffspec_of_files(&text, spec->base, spec->n_bases);
	else if (diffspec_parse(call->arg, &v, &arena, &ignored) == 0 &&
		v.kind == DIFF_FILES)
		shell_word(&text, strbuf_str(&file));
	else
		strbuf_add(&text, call->arg);
	rc = compare_with(s, strbuf_str(&text), call->err);
	strbuf_free(&text);
	strbuf_free(&file);
	arena_free(&arena);
	return rc;
}

/* Return true if there is a diff; else show how to get one. */
static bool
needs_diff(struct screen *s, const char *key)
{
	if (s->app->now.settings.diff.n > 0)
		return true;
	app_say(s->app, "%s needs a diff; press D to compare with a base", key);
	return false;
}

static int
cmd_width(const struct call *call)
{
	static const char *const meaning[] = {
		[FLAME_OF_AFTER] = "only the new side",
		[FLAME_OF_BEFORE] = "only the base, with removed code",
		[FLAMEGRAPH_MAX] = "the larger side",
		[FLAME_OF_SUM] = "both sides together",
		[FLAME_BY_DELTA] = "what changed",
	};
	struct screen *s = call->on;
	const struct option *o = option_find(STR("diff_width"), NULL);
	size_t next = (size_t)s->app->now.settings.diff_width + 1;

	if (!needs_diff(s, "d"))
		return 0;
	if (o->doc.choices[next] == NULL)
		next = 0;
	screen_set(s, "diff_width", str_c(o->doc.choices[next]));
	app_say(s->app, "width %s: %s", o->doc.choices[next], meaning[next]);
	return 0;
}

static int
cmd_swap(const struct call *call)
{
	struct screen *s = call->on;
	bool swapped = s->app->now.settings.diff_swap;

	if (needs_diff(s, "B"))
		screen_set(
			s, "diff_swap", swapped ? STR("false") : STR("true"));
	return 0;
}

/* ---- The table ---- */

const struct command view_commands[] = {
	{ "next", NULL, "go to the next match or significant change", cmd_find,
		1 },
	{ "prev", NULL, "go to the previous match or significant change",
		cmd_find, -1 },
	{ "searchself", "[next|prev]", "search for the selected function",
		cmd_searchself },
	{ "view", NULL,
		"show callees, callers (inverted), or both for the selection",
		cmd_direction },
	{ "sandwich", NULL, "callers and callees of the selected function",
		cmd_sandwich },
	{ "toggle_sandwich", NULL,
		"show callers and callees of the selected function, or go back",
		cmd_sandwich, 1 },
	{ "nextcolors", NULL,
		"colour by package, function, origin, heat, or not at all",
		cmd_nextcolors },
	{ "flip", NULL, "flip the graph: root at the bottom or at the top",
		cmd_flip },
	{ "sortleft", NULL, "sort by the column to the left", cmd_sortstep,
		-1 },
	{ "sortright", NULL, "sort by the column to the right", cmd_sortstep,
		1 },
	{ "sort", "[COLUMN]", "sort the table by this column", cmd_sort },
	{ "reverse", NULL, "reverse the table's order", cmd_reverse },
	{ "chain_open", NULL, "open the chain under the cursor, or fold it",
		cmd_chain_open },
	{ "toggle_chains", NULL, "fold all chains, or give each frame a row",
		cmd_toggle_chains },
	{ "toggle_ascii", NULL, "draw with ASCII only, or with all characters",
		cmd_toggle_ascii },
	{ "pin", NULL, "pin the peek pane to this function", cmd_pin },
	{ "prompt", "WHAT", "type a pattern: focus, search, rows...",
		cmd_prompt, .flags = CMD_ANYWHERE | CMD_WHILE_LOADING,
		.flags_for = "command" },
	{ "diff", "[FILE|QUERY QUERY]",
		"compare with a base, or two queries, and back", cmd_diff },
	{ "compare", "[FILE|QUERY QUERY]",
		"compare with a base; an open diff stays", cmd_diff, 1 },
	{ "diffwidth", NULL,
		"set the box width: larger side, after, before, sum, change",
		cmd_width },
	{ "diffswap", NULL, "swap base and new", cmd_swap },
	{ NULL },
};
