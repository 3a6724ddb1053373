/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/live_prompt.h"

#include "app/complete_server.h"
#include "app/filter.h"
#include "app/history.h"
#include "app/undo.h"
#include "engine/regexp.h"
#include "present/caption.h"
#include "present/matches.h"
#include "present/number.h"
#include "present/overlay.h"
#include "present/status.h"
#include "present/top.h"
#include "ui/pane.h"

/* Prompts that do not set an option. */
static const struct {
	const char *what, *name;
	enum live_kind kind;
} kinds[] = { { "command", "command", LIVE_COMMAND },
	{ "base", "base profile", LIVE_BASE }, { "rows", "rows", LIVE_ROWS } };

const char *
live_name(const struct live *l)
{
	size_t i = 0;

	if (l->option != NULL)
		return l->option->doc.name;
	while (kinds[i].kind != l->kind)
		i++;
	return kinds[i].name;
}

void
live_fini(struct live *l)
{
	prompt_fini(&l->prompt);
	completion_fini(&l->completion);
	*l = (struct live){ .active = false };
}

static void
close_completion(struct live *l)
{
	completion_fini(&l->completion);
	l->listing = l->wants_tags = l->wants_offers = l->offered = false;
	l->picked = SIZE_MAX;
}

static void
live_cancel(struct screen *s)
{
	if (!s->live.active)
		return;
	if (live_previews(&s->live))
		change_preview_end(s->app, false);
	live_fini(&s->live);
}

static int
find_kind(struct live *l, struct str what, struct err *err)
{
	l->option = NULL;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (!str_is(what, kinds[i].what))
			continue;
		l->kind = kinds[i].kind;
		return 0;
	}
	l->option = option_find(what, NULL);
	if (l->option == NULL || l->option->target != ON_QUERY ||
		(l->option->type != OPT_REGEX &&
			l->option->type != OPT_TAGFILTER))
		return err_set(err, ERR_USAGE,
			"prompt: %.*s is not a pattern option", STR_ARG(what));
	l->kind = l->option->type == OPT_TAGFILTER ? LIVE_TAGS
		: l->option->only_finds            ? LIVE_SEARCH
						   : LIVE_FILTER;
	return 0;
}

int
live_start(struct screen *s, struct str what, struct str text, struct err *err)
{
	struct live *l = &s->live;

	live_cancel(s);
	if (find_kind(l, what, err) != 0)
		return -1;
	prompt_init(&l->prompt, s->history, str_c(live_name(l)));
	prompt_set(&l->prompt, text);
	l->touched = l->literal = l->full = false;
	l->picked = SIZE_MAX;
	l->active = true;
	if (!live_previews(l))
		return 0;
	preview_begin(s->app);
	/* Compute the tags now, so that Tab need not wait. */
	if (l->kind == LIVE_TAGS)
		app_ask(s->app, PRODUCT_TAGS);
	return 0;
}

/* Append `text` as a pattern, escaped if it is matched literally. */
static void
pattern_of(const struct live *l, struct str text, struct strbuf *out)
{
	if (l->literal)
		regexp_escape(out, text);
	else
		strbuf_add(out, text);
}

/* Return true if the pattern compiles; else show the error and its place. */
static bool
live_check(struct live *l, struct str pattern)
{
	struct err err = ERR_INIT;
	size_t offset = 0;
	struct regexp *m = l->kind == LIVE_SEARCH
		? regexp_new_smart(pattern, &offset, &err)
		: regexp_new(pattern, &offset, &err);

	if (m == NULL) {
		prompt_complain(&l->prompt,
			l->literal ? l->prompt.text.n : offset, err.msg);
		return false;
	}
	regexp_free(m);
	return true;
}

static void
try_pattern(struct screen *s, const struct option *o, struct str pattern,
	size_t skipped)
{
	struct live *l = &s->live;
	struct err err = ERR_INIT;
	struct str value;

	if (l->kind != LIVE_TAGS && !live_check(l, pattern)) {
		l->prompt.bad_offset += skipped;
		return;
	}
	o = filter_target(s->app, &s->app->base, o, pattern, &value);
	if (change_preview(s->app, o, value,
		    l->kind == LIVE_FILTER ? pattern : STR_EMPTY, &err) != 0)
		prompt_complain(&l->prompt, l->prompt.text.n, err.msg);
}

/* Preview the typed text. */
static void
try_text(struct screen *s)
{
	struct live *l = &s->live;
	struct str text = strbuf_str(&l->prompt.text);
	struct strbuf pattern = STRBUF_INIT;
	const struct option *o = l->option;
	size_t skipped = 0;

	l->due = 0;
	/* As in pprof's shell, "-re" is the opposite of the filter "re". */
	if (o != NULL && o->opposite != NULL && text.n > 1 &&
		text.p[0] == '-') {
		o = option_find(str_c(o->opposite), NULL);
		text = str_skip(text, 1);
		skipped = 1;
	}
	pattern_of(l, text, &pattern);
	if (l->kind == LIVE_ROWS) {
		if (live_check(l, strbuf_str(&pattern)))
			preview_rows(s->app, strbuf_str(&pattern));
	} else if (text.n == 0 && l->kind == LIVE_TAGS) {
		preview_base(s->app);
	} else {
		try_pattern(s, o, strbuf_str(&pattern), skipped);
	}
	strbuf_free(&pattern);
}

/* Preview the changed text, on a slow connection only after a pause. */
static void
live_changed(struct screen *s)
{
	struct live *l = &s->live;

	l->touched = true;
	l->prompt.bad = false;
	if (!live_previews(l))
		return;
	if (s->app->now.settings.low_bandwidth)
		l->due = clock_ms() + FAR_DELAY;
	else
		try_text(s);
}

int
live_timeout(const struct screen *s)
{
	int64_t left = s->live.due - clock_ms();

	if (!s->live.active || s->live.due == 0)
		return -1;
	return left > 0 ? (int)left : 0;
}

static void
live_accept(struct screen *s)
{
	struct live *l = &s->live;
	struct str text = strbuf_str(&l->prompt.text);
	struct strbuf pattern = STRBUF_INIT;
	bool base = l->kind == LIVE_BASE;

	if (!live_previews(l)) {
		text = app_keep(s->app, base ? str_trim(text) : text);
		history_add(s->history, str_c(live_name(l)), text);
		live_fini(l);
		/* An empty file name does nothing. */
		if (!base)
			screen_run(s, text);
		else if (text.n > 0)
			screen_runf(s, "diff %.*s", STR_ARG(text));
		return;
	}
	if (l->due != 0)
		try_text(s);
	if (l->prompt.bad || s->app->preview_err.code != ERR_NONE)
		return;
	if (!l->touched) {
		if (l->option != NULL && l->option->opposite != NULL)
			app_say(s->app,
				"nothing typed; f filters, Space "
				"and PgDn are for paging");
		live_cancel(s);
		return;
	}
	pattern_of(l, text, &pattern);
	history_add(s->history, str_c(live_name(l)), strbuf_str(&pattern));
	strbuf_free(&pattern);
	s->find_nearest = l->kind == LIVE_SEARCH && text.n > 0;
	change_preview_end(s->app, true);
	live_fini(l);
}

/* Completion. */

static void
live_put(struct screen *s, struct str text)
{
	struct live *l = &s->live;
	struct completion *c = &l->completion;

	if (!prompt_replace(&l->prompt, c->from, c->to, text))
		return;
	c->to = l->prompt.cursor;
	live_changed(s);
}

static void
first_tab(struct screen *s)
{
	struct live *l = &s->live;
	struct completion *c = &l->completion;
	struct str common, typed;
	struct completion *child = &l->completion;
	struct str text = strbuf_str(&l->prompt.text);
	const struct view *v = s->app->base_shown.view != NULL
		? s->app->base_shown.view
		: s->app->shown.view;
	const struct tags *tags = s->app->product[PRODUCT_TAGS].it;

	completion_fini(child);
	switch (l->kind) {
	case LIVE_COMMAND:
		complete_line(
			child, &s->commands, v, tags, text, l->prompt.cursor);
		break;
	case LIVE_BASE:
		if (!complete_address(child, s->app, text, 0, l->prompt.cursor))
			complete_path(child, text, l->prompt.cursor);
		break;
	case LIVE_TAGS:
		complete_tags(child, tags, text, l->prompt.cursor);
		break;
	case LIVE_SEARCH:
	case LIVE_FILTER:
	case LIVE_ROWS:
		complete_name(child, v, text, l->prompt.cursor);
		break;
	}
	if (c->wants_tags) {
		l->wants_tags = true;
		app_ask(s->app, PRODUCT_TAGS);
		return;
	}
	if (c->order.n > 0) {
		l->wants_offers = true;
		app_request(s->app, PRODUCT_OFFERS, c->order);
		return;
	}
	if (c->err.code != ERR_NONE) {
		/* The next Tab asks the server again. */
		s->app->product[PRODUCT_OFFERS].made_of = STR_EMPTY;
		s->app->product[PRODUCT_OFFERS].order = STR_EMPTY;
		prompt_complain(&l->prompt, c->from, c->err.msg);
	}
	if (c->item.n == 0) {
		close_completion(l);
		return;
	}
	l->picked = SIZE_MAX;
	if (c->item.n == 1) {
		live_put(s, c->item.p[0].text);
		close_completion(l);
		return;
	}
	common = completion_common(c);
	typed = str_sub(strbuf_str(&l->prompt.text), c->from, c->to);
	if (common.n > typed.n && str_starts(common, typed))
		live_put(s, common);
	l->listing = true;
}

/* List the completions of a command line while it is typed, except on a screen
   of few rows. A line of the history is complete. */
static void
offer_names(struct screen *s)
{
	enum { LEAST_ROWS = 12 };
	struct live *l = &s->live;
	const struct settings *set = &s->app->now.settings;

	if (l->kind != LIVE_COMMAND || l->prompt.at > 0 ||
		l->prompt.searching || s->rows < LEAST_ROWS ||
		set->low_bandwidth || set->completions != COMPLETIONS_AUTO)
		return;
	complete_typed(&l->completion, &s->commands,
		strbuf_str(&l->prompt.text), l->prompt.cursor);
	l->listing = l->offered = l->completion.item.n > 0;
}

void
live_news(struct screen *s)
{
	struct live *l = &s->live;

	if (l->active && l->wants_tags &&
		s->app->product[PRODUCT_TAGS].it != NULL) {
		l->wants_tags = false;
		first_tab(s);
	}
	if (l->active && l->wants_offers &&
		str_eq(s->app->product[PRODUCT_OFFERS].made_of,
			l->completion.order)) {
		l->wants_offers = false;
		first_tab(s);
	}
	if (live_timeout(s) == 0)
		try_text(s);
}

bool
live_key(struct screen *s, int key)
{
	struct live *l = &s->live;

	l->full = false;
	/* Keys of the completion list; any other key closes it. */
	if (l->offered && l->picked == SIZE_MAX && key != K_TAB &&
		key != K_DOWN)
		close_completion(l);
	if (l->listing) {
		size_t n = l->completion.item.n;
		bool forward =
			key == K_TAB || key == K_DOWN || key == ('n' & 0x1f);

		if (forward || key == K_BACKTAB || key == K_UP ||
			key == ('p' & 0x1f)) {
			if (l->picked == SIZE_MAX)
				l->picked = forward ? 0 : n - 1;
			else
				l->picked =
					(l->picked + (forward ? 1 : n - 1)) % n;
			live_put(s, l->completion.item.p[l->picked].text);
			return true;
		}
		/* The chosen completion needs more text: "tenant=", "dir/". */
		if (key == K_ENTER && l->picked != SIZE_MAX &&
			str_ends(strbuf_str(&l->prompt.text),
				l->kind == LIVE_TAGS           ? STR("=")
					: l->kind == LIVE_BASE ? STR("/")
							       : STR("\n"))) {
			close_completion(l);
			first_tab(s);
			return true;
		}
		close_completion(l);
	}
	switch (prompt_feed(&l->prompt, key)) {
	case PROMPT_IGNORED:
		return false;
	case PROMPT_MOVED:
		break;
	case PROMPT_FULL:
		l->full = true;
		break;
	case PROMPT_CHANGED:
		live_changed(s);
		offer_names(s);
		break;
	case PROMPT_ENTER:
		live_accept(s);
		break;
	case PROMPT_CANCEL:
		live_cancel(s);
		break;
	case PROMPT_COMPLETE:
	case PROMPT_COMPLETE_BACK:
		first_tab(s);
		break;
	case PROMPT_CASE: {
		struct str text = strbuf_str(&l->prompt.text);
		struct str prefix = STR_EMPTY, next = STR("(?i)");
		size_t at = l->prompt.cursor;

		/* Cycle case: the prompt's default, ignored, and in a search
		   also respected. */
		if (live_previews(l) && l->kind != LIVE_TAGS) {
			if (str_starts(text, STR("(?i)"))) {
				prefix = STR("(?i)");
				next = l->kind == LIVE_SEARCH ? STR("(?-i)")
							      : STR_EMPTY;
			} else if (str_starts(text, STR("(?-i)"))) {
				prefix = STR("(?-i)");
				next = STR_EMPTY;
			}
			if (prompt_replace(&l->prompt, 0, prefix.n, next))
				at = at > prefix.n ? at - prefix.n + next.n
						   : next.n;
			l->prompt.cursor = at;
			live_changed(s);
		}
	} break;
	case PROMPT_LITERAL:
		if (!live_previews(l) || l->kind == LIVE_TAGS)
			break;
		l->literal = !l->literal;
		if (l->touched)
			live_changed(s);
		break;
	}
	return true;
}

void
live_paste(struct screen *s, struct str text)
{
	struct live *l = &s->live;
	enum prompt_event event = prompt_paste(&l->prompt, text);

	close_completion(l);
	l->full = event == PROMPT_FULL;
	if (event == PROMPT_CHANGED)
		live_changed(s);
}

/* ---- Drawing ---- */

static const char too_complex[] = "too complex, stopped";

static void
add_kept(const struct screen *s, struct strbuf *out)
{
	const struct view *v = s->app->shown.view;

	if (percent_put(out, v->w.kept.value, view_whole(v)))
		strbuf_addstr(out, " kept");
}

/* Append the numbers of matches. A half-typed "main|" matches everything. */
static void
add_counts(const struct screen *s, struct strbuf *out, uint32_t functions,
	uint32_t all, uint32_t places, bool by_file)
{
	if (functions > 0 && functions == all) {
		strbuf_addstr(out, "matches everything");
		return;
	}
	caption_count(out, s->app->shown.view, functions);
	if (by_file)
		strbuf_addstr(out, " by file");
	strbuf_addf(out, "  %s frame%s", grouped(places).text, plural(places));
}

static void
search_result(struct screen *s, struct strbuf *out)
{
	const struct view *v = s->app->shown.view;
	struct numbers n = s->app->shown.numbers;
	struct matches *zoomed = flame_marks_in_zoom(s);
	const struct found found = flame_found(s);

	if (v->found.stopped)
		strbuf_addstr(out, too_complex);
	/* Before the first result there is nothing to show. */
	if (!v->found.active)
		return;
	if (matches_count(zoomed) > 0) {
		add_counts(s, out, matches_functions(zoomed), v->n_live,
			matches_count(zoomed), v->found.by_file);
		strbuf_addstr(out, " in the zoom  ");
		found_in_zoom_put(
			out, &n, matches_value(zoomed), flame_zoom_value(s));
		return;
	}
	add_counts(s, out, found.n_frames, v->n_live, found.n_nodes,
		found.by_file);
	if (found.n_frames == 0)
		return;
	strbuf_addstr(out, "  ");
	value_put(out, &n, found.value, view_whole(v));
}

static void
filter_result(const struct screen *s, struct strbuf *out)
{
	static const char *const emptying[] = { "focus", "show", "show_from" };
	const struct match_count *c = &s->app->counted;
	bool empties = false;

	if (!c->valid)
		return;
	if (c->stopped) {
		strbuf_addstr(out, too_complex);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(emptying); i++)
		empties = empties ||
			strcmp(live_name(&s->live), emptying[i]) == 0;
	if (c->functions == 0) {
		caption_count(out, s->app->shown.view, 0);
		strbuf_addf(out, "; Enter would %s",
			empties ? "empty the view" : "change nothing");
		return;
	}
	add_counts(s, out, c->functions, c->all, c->nodes, false);
	strbuf_addstr(out, "  ");
	add_kept(s, out);
}

static void
live_result(struct screen *s, struct strbuf *out)
{
	const struct live *l = &s->live;
	const struct pane *pane = pane_focused(s);
	uint32_t rows, all;

	if (l->wants_offers)
		strbuf_add3(out, "asking the server ",
			glyph_str(GLYPH_WAIT, is_ascii(s)), "");
	if (!live_previews(l) || s->app->shown.view == NULL)
		return;
	if (s->app->preview_err.code != ERR_NONE) {
		strbuf_addstr(out, s->app->preview_err.msg);
		return;
	}
	if (l->kind != LIVE_ROWS && is_slow(s->app)) {
		strbuf_add(out, glyph_str(GLYPH_WAIT, is_ascii(s)));
		return;
	}
	if (!l->touched || l->prompt.text.n == 0)
		return;
	switch (l->kind) {
	case LIVE_COMMAND:
	case LIVE_BASE:
		break;
	case LIVE_SEARCH:
		search_result(s, out);
		break;
	case LIVE_FILTER:
		filter_result(s, out);
		break;
	case LIVE_TAGS:
		add_kept(s, out);
		break;
	case LIVE_ROWS:
		if (pane->rows != NULL) {
			pane->rows(s, &rows, &all);
		} else {
			rows = table_top(s)->n;
			all = table_top(s)->all;
		}
		if (s->rows_stopped)
			strbuf_addstr(out, too_complex);
		else
			strbuf_addf(out, "%s of %s rows", grouped(rows).text,
				grouped(all).text);
		break;
	}
}

/* At most 8 rows, and fewer than half of the screen. */
static int
offered_rows(const struct screen *s)
{
	int half = (s->rows - 1) / 2;

	return half < 8 ? half : 8;
}

/* Columns of the list that is offered, until a completion is chosen. They are
   the same after each letter, so that only texts change: a letter costs at most
   700 bytes. */
enum { OFFERED_NAME = 20, OFFERED_COLS = 70 };

void
live_draw(struct screen *s, struct grid *g, int row)
{
	const struct live *l = &s->live;
	struct strbuf label = STRBUF_INIT, right = STRBUF_INIT;
	struct strbuf text = STRBUF_INIT;
	struct prompt_line line = {
		.cursor = l->prompt.cursor,
		.bad = l->prompt.bad,
		.bad_offset = l->prompt.bad_offset,
		.message = strbuf_str(&l->prompt.bad_message),
	};

	if (l->prompt.searching)
		strbuf_addf(
			&label, "history '%s':", strbuf_c(&l->prompt.needle));
	else
		strbuf_addf(&label, "%s:", live_name(l));
	/* Show ":undo", not "command: undo". */
	if (l->kind == LIVE_COMMAND && !l->prompt.searching) {
		strbuf_reset(&label);
		strbuf_addch(&text, ':');
		line.cursor++;
	}
	strbuf_add(&text, strbuf_str(&l->prompt.text));
	line.text = strbuf_str(&text);
	live_result(s, &right);
	if (l->full) {
		line.bad = true;
		line.bad_offset = line.cursor;
		line.message = STR("the line is too long");
	}
	line.label = strbuf_str(&label);
	line.result = strbuf_str(&right);
	if (!line.bad) {
		int hints_row = row + 1;
		bool pattern = live_previews(l) && l->kind != LIVE_TAGS;
		const struct keylegend legend[] = {
			{ "Enter",
				l->kind == LIVE_COMMAND        ? "run"
					: l->kind == LIVE_BASE ? "compare"
							       : "keep",
				NULL },
			{ "Esc", "cancel" },
			{ "Tab", "complete" },
			{ "↑", "history", "Up" },
			{ "Alt-R", l->literal ? "text" : "regex", NULL },
			{ "Alt-C",
				l->kind == LIVE_SEARCH ? "case:smart" : "case",
				NULL },
		};

		keylegend_draw(
			g, hints_row, legend, pattern ? COUNT_OF(legend) : 4);
	}
	prompt_draw(g, row, &line);
	if (l->listing) {
		VEC(struct item) item = { NULL, 0, 0 };
		struct popup popup = { .max_rows = row > 12 ? 12 : row - 1 };
		struct arena arena = ARENA_INIT;

		for (size_t i = 0; i < l->completion.item.n; i++) {
			const struct candidate *c = &l->completion.item.p[i];
			struct strbuf completion_text = STRBUF_INIT;
			struct item it = { .heading = false };

			strbuf_addf(&completion_text, "%.*s\t%.*s",
				STR_ARG(c->text), STR_ARG(c->note));
			it.text =
				arena_str(&arena, strbuf_str(&completion_text));
			vec_push(&item, it);
			strbuf_free(&completion_text);
		}
		popup.item = item.p;
		popup.n = item.n;
		popup.selected = l->picked;
		if (l->offered)
			popup.max_rows = offered_rows(s);
		if (l->offered && l->picked == SIZE_MAX) {
			popup.least = OFFERED_NAME;
			popup.cols = OFFERED_COLS;
		}
		popup_draw(g, row, 1, &popup);
		vec_free(&item);
		arena_free(&arena);
	}
	strbuf_free(&label);
	strbuf_free(&right);
	strbuf_free(&text);
}
