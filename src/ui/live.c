/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prompts that show their effect: see live.h. */
#include "config.h"

#include "ui/live.h"

#include <string.h>

#include "app/change.h"
#include "app/filter.h"
#include "base/clock.h"
#include "engine/match.h"
#include "ui/parts.h"

#include "base/banned.h"

const char *
live_name(const struct live *l)
{
	if (l->option != NULL)
		return l->option->doc.name;
	return l->kind == LIVE_ROWS    ? "rows"
		: l->kind == LIVE_BASE ? "base profile"
				       : "command";
}

void
live_fini(struct live *l)
{
	prompt_fini(&l->prompt);
	strbuf_free(&l->bad_message);
	completion_fini(&l->completion);
	*l = (struct live){ .active = false };
}

static void
close_list(struct live *l)
{
	completion_fini(&l->completion);
	l->listing = l->wants_tags = false;
	l->picked = SIZE_MAX;
}

static void
cancel(struct screen *s)
{
	if (!s->live.active)
		return;
	if (live_previews(&s->live))
		preview_end(s->app, false);
	live_fini(&s->live);
}

static int
find_kind(struct live *l, struct str what, struct err *err)
{
	l->option = NULL;
	if (str_is(what, "command")) {
		l->kind = LIVE_COMMAND;
		return 0;
	}
	if (str_is(what, "base")) {
		l->kind = LIVE_BASE;
		return 0;
	}
	if (str_is(what, "rows")) {
		l->kind = LIVE_ROWS;
		return 0;
	}
	l->option = option_find(what, NULL);
	if (l->option == NULL || l->option->target != ON_QUERY ||
		(l->option->type != OPT_REGEX &&
			l->option->type != OPT_TAGFILTER))
		return err_set(err, ERR_USAGE, "prompt: %.*s is no pattern",
			STR_ARG(what));
	l->kind = l->option->type == OPT_TAGFILTER       ? LIVE_TAGS
		: strcmp(l->option->doc.name, "search") == 0 ? LIVE_SEARCH
							 : LIVE_FILTER;
	return 0;
}

int
live_start(struct screen *s, struct str what, struct str text, struct err *err)
{
	struct live *l = &s->live;

	cancel(s);
	if (find_kind(l, what, err) != 0)
		return -1;
	prompt_init(&l->prompt, s->history, str_c(live_name(l)));
	prompt_set(&l->prompt, text);
	l->touched = l->literal = l->bad = l->full = false;
	l->picked = SIZE_MAX;
	l->active = true;
	if (!live_previews(l))
		return 0;
	preview_begin(s->app);
	/* For Tab, so that it does not have to wait. */
	if (l->kind == LIVE_TAGS)
		app_ask(s->app, PRODUCT_TAGS);
	return 0;
}

static void
complain(struct live *l, size_t offset, const char *text)
{
	l->bad = true;
	l->bad_offset = offset;
	strbuf_reset(&l->bad_message);
	strbuf_addc(&l->bad_message, text);
}

/* The pattern that the typed text stands for. */
static void
pattern_of(const struct live *l, struct str text, struct strbuf *out)
{
	if (l->literal)
		match_escape(out, text);
	else
		strbuf_add(out, text);
}

/* Does it compile? If not, say why and where. */
static bool
check(struct live *l, struct str pattern)
{
	struct err err = ERR_INIT;
	size_t offset = 0;
	struct match *m = l->kind == LIVE_SEARCH
		? match_new_smart(pattern, &offset, &err)
		: match_new(pattern, &offset, &err);

	if (m == NULL) {
		complain(l, l->literal ? l->prompt.text.n : offset, err.msg);
		return false;
	}
	match_free(m);
	return true;
}

static void
try_pattern(struct screen *s, const struct option *o, struct str pattern,
	size_t skipped)
{
	struct live *l = &s->live;
	struct err err = ERR_INIT;
	struct str value;

	if (l->kind != LIVE_TAGS && !check(l, pattern)) {
		l->bad_offset += skipped;
		return;
	}
	o = filter_target(s->app, &s->app->base, o, pattern, &value);
	if (preview(s->app, o, value,
		    l->kind == LIVE_FILTER ? pattern : STR_EMPTY, &err) != 0)
		complain(l, l->prompt.text.n, err.msg);
}

/* Show what the text does. */
static void
try_text(struct screen *s)
{
	struct live *l = &s->live;
	struct str text = strbuf_str(&l->prompt.text);
	struct strbuf pattern = STRBUF_INIT;
	const struct option *o = l->option;
	size_t skipped = 0;

	l->due = 0;
	/* As in pprof's shell, -re where re would be focused on. */
	if (o != NULL && strcmp(o->doc.name, "focus") == 0 && text.n > 1 &&
		text.p[0] == '-') {
		o = option_find(STR("ignore"), NULL);
		text = str_skip(text, 1);
		skipped = 1;
	}
	pattern_of(l, text, &pattern);
	if (l->kind == LIVE_ROWS) {
		if (check(l, strbuf_str(&pattern)))
			preview_rows(s->app, strbuf_str(&pattern));
	} else if (text.n == 0 && l->kind == LIVE_TAGS) {
		preview_base(s->app);
	} else {
		try_pattern(s, o, strbuf_str(&pattern), skipped);
	}
	strbuf_free(&pattern);
}

/* The text has changed: show what it does, over a slow connection when no
   more is typed. */
static void
changed(struct screen *s)
{
	struct live *l = &s->live;

	l->touched = true;
	l->bad = false;
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
run_command(struct screen *s)
{
	struct str line = app_keep(s->app, strbuf_str(&s->live.prompt.text));

	history_add(s->history, STR("command"), line);
	live_fini(&s->live);
	screen_run(s, line);
}

/* Compare with the file that was named; none: as if nothing had been. */
static void
run_base(struct screen *s)
{
	struct str name = str_trim(strbuf_str(&s->live.prompt.text));
	struct strbuf line = STRBUF_INIT;

	history_add(s->history, str_c(live_name(&s->live)), name);
	if (name.n > 0) {
		strbuf_addc(&line, "diff ");
		strbuf_add(&line, name);
	}
	live_fini(&s->live);
	screen_run(s, strbuf_str(&line));
	strbuf_free(&line);
}

static void
accept(struct screen *s)
{
	struct live *l = &s->live;
	struct str text = strbuf_str(&l->prompt.text);
	struct strbuf pattern = STRBUF_INIT;

	if (l->kind == LIVE_COMMAND) {
		run_command(s);
		return;
	}
	if (l->kind == LIVE_BASE) {
		run_base(s);
		return;
	}
	if (l->due != 0)
		try_text(s);
	if (l->bad || s->app->preview_err.code != ERR_NONE)
		return;
	if (!l->touched) {
		if (strcmp(live_name(l), "focus") == 0)
			app_say(s->app,
				"nothing typed; f filters, Space "
				"and PgDn are for paging");
		cancel(s);
		return;
	}
	pattern_of(l, text, &pattern);
	history_add(s->history, str_c(live_name(l)), strbuf_str(&pattern));
	strbuf_free(&pattern);
	s->jump = l->kind == LIVE_SEARCH && text.n > 0;
	preview_end(s->app, true);
	live_fini(l);
}

/* Case: as the prompt has it, ignored, and in the search also minded. */
static void
next_case(struct screen *s)
{
	struct live *l = &s->live;
	struct str text = strbuf_str(&l->prompt.text);
	size_t at = l->prompt.cursor;

	if (!live_previews(l) || l->kind == LIVE_TAGS)
		return;
	if (str_starts(text, STR("(?i)"))) {
		struct str next =
			l->kind == LIVE_SEARCH ? STR("(?-i)") : STR_EMPTY;

		(void)prompt_replace(&l->prompt, 0, 4, next);
		at = at > 4 ? at - 4 + next.n : next.n;
	} else if (str_starts(text, STR("(?-i)"))) {
		(void)prompt_replace(&l->prompt, 0, 5, STR_EMPTY);
		at = at > 5 ? at - 5 : 0;
	} else if (prompt_replace(&l->prompt, 0, 0, STR("(?i)"))) {
		at += 4;
	}
	l->prompt.cursor = at;
	changed(s);
}

/* Completion. */

static void
collect(struct screen *s)
{
	struct live *l = &s->live;
	struct completion *c = &l->completion;
	struct str text = strbuf_str(&l->prompt.text);
	const struct view *v = s->app->base_shown.view != NULL
		? s->app->base_shown.view
		: s->app->shown.view;
	const struct tags *tags = s->app->product[PRODUCT_TAGS].it;

	completion_fini(c);
	switch (l->kind) {
	case LIVE_COMMAND:
		complete_line(c, &s->commands, v, tags, text, l->prompt.cursor);
		break;
	case LIVE_BASE:
		complete_path(c, text, l->prompt.cursor);
		break;
	case LIVE_TAGS:
		complete_tags(c, tags, text, l->prompt.cursor);
		break;
	case LIVE_SEARCH:
	case LIVE_FILTER:
	case LIVE_ROWS:
		complete_name(c, v, text, l->prompt.cursor);
		break;
	}
}

static void
put_text(struct screen *s, struct str text)
{
	struct live *l = &s->live;
	struct completion *c = &l->completion;

	if (!prompt_replace(&l->prompt, c->from, c->to, text))
		return;
	c->to = l->prompt.cursor;
	changed(s);
}

/* What follows when the choice is not yet all of it: "tenant=", "dir/". */
static bool
goes_on(const struct live *l)
{
	char last = l->prompt.text.n > 0
		? l->prompt.text.p[l->prompt.text.n - 1]
		: '\0';

	return (l->kind == LIVE_TAGS && last == '=') ||
		(l->kind == LIVE_BASE && last == '/');
}

static void
first_tab(struct screen *s)
{
	struct live *l = &s->live;
	struct completion *c = &l->completion;
	struct str common, typed;

	collect(s);
	if (c->wants_tags) {
		l->wants_tags = true;
		app_ask(s->app, PRODUCT_TAGS);
		return;
	}
	if (c->item.n == 0) {
		close_list(l);
		return;
	}
	l->picked = SIZE_MAX;
	if (c->item.n == 1) {
		put_text(s, c->item.p[0].text);
		close_list(l);
		return;
	}
	common = completion_common(c);
	typed = str_sub(strbuf_str(&l->prompt.text), c->from, c->to);
	if (common.n > typed.n && str_starts(common, typed))
		put_text(s, common);
	l->listing = true;
}

static void
pick(struct screen *s, bool forward)
{
	struct live *l = &s->live;
	size_t n = l->completion.item.n;

	if (l->picked == SIZE_MAX)
		l->picked = forward ? 0 : n - 1;
	else
		l->picked = (l->picked + (forward ? 1 : n - 1)) % n;
	put_text(s, l->completion.item.p[l->picked].text);
}

/* A key while the list is open; false: the prompt's own. */
static bool
list_key(struct screen *s, int key)
{
	struct live *l = &s->live;

	if (key == K_TAB || key == K_DOWN) {
		pick(s, true);
		return true;
	}
	if (key == K_BACKTAB || key == K_UP) {
		pick(s, false);
		return true;
	}
	if (key == K_ENTER && l->picked != SIZE_MAX && goes_on(l)) {
		close_list(l);
		first_tab(s);
		return true;
	}
	close_list(l);
	return false;
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
	if (live_timeout(s) == 0)
		try_text(s);
}

bool
live_key(struct screen *s, int key)
{
	struct live *l = &s->live;

	l->full = false;
	if (l->listing && list_key(s, key))
		return true;
	switch (prompt_feed(&l->prompt, key)) {
	case PROMPT_IGNORED:
		return false;
	case PROMPT_MOVED:
		break;
	case PROMPT_FULL:
		l->full = true;
		break;
	case PROMPT_CHANGED:
		changed(s);
		break;
	case PROMPT_ENTER:
		accept(s);
		break;
	case PROMPT_CANCEL:
		cancel(s);
		break;
	case PROMPT_COMPLETE:
	case PROMPT_COMPLETE_BACK:
		first_tab(s);
		break;
	case PROMPT_CASE:
		next_case(s);
		break;
	case PROMPT_LITERAL:
		if (!live_previews(l) || l->kind == LIVE_TAGS)
			break;
		l->literal = !l->literal;
		if (l->touched)
			changed(s);
		break;
	}
	return true;
}

void
live_paste(struct screen *s, struct str text)
{
	struct live *l = &s->live;
	enum prompt_event event = prompt_paste(&l->prompt, text);

	close_list(l);
	l->full = event == PROMPT_FULL;
	if (event == PROMPT_CHANGED)
		changed(s);
}
