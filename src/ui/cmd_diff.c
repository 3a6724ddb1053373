/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands about comparing (rows registered by screen.c). What is compared is
 * the option `diff`; these set it, so that undo, saved views and the command
 * line of a view know of it.
 */
#include "config.h"

#include "app/change.h"
#include "app/diffspec.h"
#include "conf/options.h"
#include "input/shell.h"
#include "ui/parts.h"

#include "base/banned.h"

static bool
is_diff(const struct screen *s)
{
	return s->app->now.settings.diff.n > 0;
}

/* Slices say themselves what they are of: a filter of the same name that
   stands would take one of them away. */
static void
clear_sliced(struct app *app, const struct diffspec *v)
{
	size_t n;
	const struct option *o = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		struct state a = app->now, b = app->now;

		if (o[i].target != ON_QUERY)
			continue;
		a.query = v->slice[0];
		b.query = v->slice[1];
		if (!option_is_default(&o[i], app_target(app, &a)) ||
			!option_is_default(&o[i], app_target(app, &b)))
			option_reset(&o[i], app_target(app, &app->now));
	}
}

/* One undo step: compare what `text` says, "" for nothing. */
static int
compare(struct screen *s, struct str text, struct err *err)
{
	struct app *app = s->app;
	struct arena arena = ARENA_INIT;
	struct state before = change_begin(app);
	struct diffspec v;

	if (diffspec_parse(text, &v, &arena, err) != 0) {
		arena_free(&arena);
		return -1;
	}
	if (v.kind == DIFF_SLICES)
		clear_sliced(app, &v);
	app->now.settings.diff = app_keep(app, text);
	if (v.kind != DIFF_NONE)
		app->last_diff = app->now.settings.diff;
	else
		app->last_diff = before.settings.diff;
	change_done(app, &before);
	arena_free(&arena);
	return 0;
}

/* What is subtracted (-base) becomes the other side. */
static int
compare_with_base(struct screen *s, struct err *err)
{
	const struct load_spec *spec = &s->app->spec;
	struct strbuf files = STRBUF_INIT;
	int rc;

	diffspec_of_files(&files, spec->base, spec->n_bases);
	rc = compare(s, strbuf_str(&files), err);
	strbuf_free(&files);
	return rc;
}

/* A file's name as it is typed may have blanks in it. */
static int
cmd_diff(const struct call *call)
{
	struct screen *s = call->on;
	struct strbuf text = STRBUF_INIT, file = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct err ignored = ERR_INIT;
	struct diffspec v;
	int rc;

	if (call->arg.n == 0 && is_diff(s))
		return compare(s, STR(""), call->err);
	if (call->arg.n == 0 && s->app->last_diff.n > 0)
		return compare(s, s->app->last_diff, call->err);
	if (call->arg.n == 0 && s->app->spec.n_bases > 0)
		return compare_with_base(s, call->err);
	if (call->arg.n == 0)
		return live_start(s, STR("base"), STR(""), call->err);
	shell_typed(&file, call->arg);
	if (diffspec_parse(call->arg, &v, &arena, &ignored) == 0 &&
		v.kind == DIFF_FILES)
		shell_word(&text, strbuf_str(&file));
	else
		strbuf_add(&text, call->arg);
	rc = compare(s, strbuf_str(&text), call->err);
	strbuf_free(&text);
	strbuf_free(&file);
	arena_free(&arena);
	return rc;
}

/* Is there a diff to do this to? If not, say how to get one. */
static bool
needs_diff(struct screen *s, const char *key)
{
	if (is_diff(s))
		return true;
	app_say(s->app, "%s is for a diff: D compares with a base", key);
	return false;
}

static int
cmd_width(const struct call *call)
{
	static const char *const meaning[] = {
		[PLAN_AFTER] = "the new side alone",
		[PLAN_BEFORE] = "the base alone, with what is gone",
		[PLAN_MAX] = "the larger side",
		[PLAN_SUM] = "both sides together",
		[PLAN_DELTA] = "what changed",
	};
	struct screen *s = call->on;
	const struct option *o = option_find(STR("diff_width"), NULL);
	size_t next = (size_t)s->app->now.settings.diff_width + 1;

	if (!needs_diff(s, "d"))
		return 0;
	if (o->doc.choices[next] == NULL)
		next = 0;
	if (change_option(
		    s->app, o, str_c(o->doc.choices[next]), call->err) != 0)
		return -1;
	app_say(s->app, "width %s: %s", o->doc.choices[next], meaning[next]);
	return 0;
}

static int
cmd_swap(const struct call *call)
{
	struct screen *s = call->on;
	const struct option *o = option_find(STR("diff_swap"), NULL);
	bool swapped = s->app->now.settings.diff_swap;

	if (!needs_diff(s, "B"))
		return 0;
	return change_option(
		s->app, o, swapped ? STR("false") : STR("true"), call->err);
}

static const struct command rows[] = {
	{ "diff", "[FILE|QUERY QUERY]",
		"compare with a base, or two queries; off and on again",
		cmd_diff },
	{ "diffwidth", NULL, "what the width stands for in a diff", cmd_width },
	{ "diffswap", NULL, "swap the sides of a diff", cmd_swap },
};

const struct command *
diff_commands(size_t *n)
{
	*n = COUNT_OF(rows);
	return rows;
}
