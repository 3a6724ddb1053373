/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The app without a screen: changes in, state and view out, worker included. */
#include "prelude.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

#include "app/undo.h"
#include "app/command.h"
#include "app/complete.h"
#include "app/filter.h"
#include "conf/keymap.h"
#include "engine/origin.h"
#include "base/memory.h"
#include "util_source.h"

static const char stacks[] = "main;serve;work;sort 40\n"
			     "main;serve;work 20\n"
			     "main;serve;idle 10\n"
			     "main;other;sort 25\n"
			     "gc 5\n";

struct bench {
	struct app *app;
	struct commands commands;
	char path[32];
};

static void
wait_idle(struct app *app)
{
	while (!app_idle(app)) {
		struct pollfd fd = { .fd = worker_fd(app->worker),
			.events = POLLIN };

		assert_true(poll(&fd, 1, TESTS_PATIENCE) >= 0);
		(void)app_take(app);
	}
}

static void
write_stacks(struct bench *b, const char *text)
{
	int fd;

	memcpy(b->path, "app-XXXXXX", 11);
	fd = mkstemp(b->path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	(void)close(fd);
}

static struct bench *
bench_of(const char *text)
{
	struct bench *b = xcalloc(1, sizeof(*b));
	struct err err = ERR_INIT;
	struct query q;
	struct settings set;
	struct str source;
	struct load_spec spec = { .n_sources = 1, .source = &source };

	write_stacks(b, text);
	source = str_c(b->path);
	query_init(&q);
	settings_init(&set);
	b->app = app_new(&spec, &q, &set, &err);
	assert_non_null(b->app);
	wait_idle(b->app);
	assert_non_null(b->app->shown.view);
	commands_init(&b->commands, b->app);
	return b;
}

static int
set_up(void **state)
{
	*state = bench_of(stacks);
	return 0;
}

static int
tear_down(void **state)
{
	struct bench *b = *state;

	app_free(b->app);
	(void)unlink(b->path);
	free(b);
	return 0;
}

static void
run(struct bench *b, const char *line)
{
	struct err err = ERR_INIT;

	if (command_run(&b->commands, str_c(line), &err) != 0)
		fail_msg("%s: %s", line, err.msg);
	wait_idle(b->app);
}

static const char *
fails(struct bench *b, const char *line, struct err *err)
{
	assert_int_equal(command_run(&b->commands, str_c(line), err), -1);
	return err->msg;
}

/* Select by names from below the root: "main;serve". */
static void
select_path(struct bench *b, const char *names)
{
	struct framepath path = framepath_from_names(&b->app->pool,
		str_c(names), b->app->shown.view->query.direction);

	change_selection(b->app,
		framepath_find(&b->app->pool, b->app->shown.flamegraph, &path));
}

static void
assert_selected(struct bench *b, const char *name)
{
	struct str got = selected_name(b->app);

	if (!str_is(got, name))
		fail_msg(
			"selected is \"%.*s\", not \"%s\"", STR_ARG(got), name);
}

static int64_t
total(const struct bench *b)
{
	return b->app->shown.view->w.kept.value;
}

TEST_WITH(loading_shows_everything_from_the_root, set_up, tear_down)
{
	struct bench *b = *state;

	assert_int_equal(total(b), 100);
	assert_selected(b, "");
	assert_true(zoom_is_all(b->app->shown.flamegraph, &b->app->shown.zoom));
	assert_int_equal(b->app->undo.n, 0);
}

TEST_WITH(options_are_undone_and_redone_in_order, set_up, tear_down)
{
	struct bench *b = *state;

	run(b, "focus=work");
	assert_int_equal(total(b), 60);
	run(b, "ignore = sort");
	assert_int_equal(total(b), 20);
	run(b, "lines");
	assert_int_equal(b->app->undo.n, 3);
	run(b, "undo");
	run(b, "undo");
	assert_int_equal(total(b), 60);
	run(b, "undo");
	assert_int_equal(total(b), 100);
	assert_int_equal(b->app->undo.n, 0);
	run(b, "undo");
	assert_string_equal(strbuf_c(&b->app->message), "nothing to undo");
	run(b, "redo");
	run(b, "redo");
	assert_int_equal(total(b), 20);
	/* A new change forgets what could be redone. */
	run(b, "set ignore");
	run(b, "hide=other");
	run(b, "redo");
	assert_string_equal(strbuf_c(&b->app->message), "nothing to redo");
}

/* Finding them takes long, so a view begins with those of the last one. */
TEST_WITH(views_share_the_origins_of_functions, set_up, tear_down)
{
	struct bench *b = *state;
	struct origins *o =
		origins_ref(flamegraph_origins(b->app->shown.flamegraph));

	run(b, "focus=work");
	assert_ptr_equal(flamegraph_origins(b->app->shown.flamegraph), o);
	run(b, "lines");
	run(b, "undo");
	assert_ptr_equal(flamegraph_origins(b->app->shown.flamegraph), o);
	run(b, "user=work");
	assert_ptr_not_equal(flamegraph_origins(b->app->shown.flamegraph), o);
	run(b, "user=");
	/* Others, as of those only the last are kept. */
	assert_ptr_not_equal(flamegraph_origins(b->app->shown.flamegraph), o);
	origins_free(o);
}

TEST_WITH(setting_the_same_value_is_no_step, set_up, tear_down)
{
	struct bench *b = *state;

	run(b, "granularity=functions");
	run(b, "focus=");
	assert_int_equal(b->app->undo.n, 0);
}

TEST_WITH(the_selection_survives_filters_by_its_path, set_up, tear_down)
{
	struct bench *b = *state;

	select_path(b, "main;serve;work;sort");
	assert_selected(b, "sort");
	run(b, "hide=work");
	assert_selected(b, "sort");
	run(b, "undo");
	assert_selected(b, "sort");
	/* It is gone: the nearest frame that is left. */
	run(b, "ignore=^sort$");
	assert_selected(b, "work");
	/* The view is back, and so is the unchanged selection. */
	run(b, "ignore=");
	assert_selected(b, "sort");
	run(b, "show_from=serve");
	assert_selected(b, "sort");
	run(b, "show_from=other");
	run(b, "undo");
	assert_selected(b, "sort");
}

TEST_WITH(the_selection_survives_a_turn_by_its_function, set_up, tear_down)
{
	struct bench *b = *state;

	select_path(b, "main;serve");
	run(b, "direction=callers");
	assert_selected(b, "serve");
	run(b, "direction=callees");
	assert_selected(b, "serve");
	run(b, "files");
	run(b, "functions");
	assert_selected(b, "serve");
}

static struct str
zoom_text(struct app *app)
{
	return app_target(app, &app->now).settings->zoom;
}

TEST_WITH(zooms_are_left_one_by_one, set_up, tear_down)
{
	struct bench *b = *state;
	struct app *app = b->app;

	select_path(b, "main");
	change_zoom(app, zoom_into(app->shown.flamegraph, app->shown.sel, 80),
		true);
	select_path(b, "main;serve;work");
	change_zoom(app, zoom_into(app->shown.flamegraph, app->shown.sel, 80),
		true);
	assert_true(str_is(zoom_text(app), "main;serve;work"));
	assert_int_equal(app->undo.n, 2);
	assert_true(change_zoom_back(app));
	assert_true(str_is(zoom_text(app), "main"));
	assert_true(change_zoom_back(app));
	assert_false(change_zoom_back(app));
	assert_true(zoom_is_all(app->shown.flamegraph, &app->shown.zoom));
	assert_true(change_undo(app, 1));
	assert_true(str_is(zoom_text(app), "main"));
	run(b, "zoom=main;other");
	assert_true(selection_equal(app->shown.zoom.at,
		framepath_find(
			&app->pool, app->shown.flamegraph, &app->now.zoom[0])));
	run(b, "reset");
	assert_true(zoom_is_all(app->shown.flamegraph, &app->shown.zoom));
}

TEST_WITH(a_zoom_waits_for_its_frame_to_come_back, set_up, tear_down)
{
	struct bench *b = *state;
	struct app *app = b->app;

	select_path(b, "main;other");
	change_zoom(app, zoom_into(app->shown.flamegraph, app->shown.sel, 80),
		true);
	run(b, "ignore=other");
	assert_true(str_is(zoom_text(app), "main;other"));
	run(b, "ignore=");
	assert_int_equal(
		selection_value(app->shown.flamegraph, app->shown.zoom.at), 25);
}

TEST_WITH(esc_brings_back_exactly_what_there_was, set_up, tear_down)
{
	struct bench *b = *state;
	struct app *app = b->app;
	const struct option *focus = option_find(STR("focus"), NULL);
	struct err err = ERR_INIT;
	const struct view *view = app->shown.view;

	select_path(b, "main;serve;idle");
	preview_begin(app);
	assert_int_equal(
		change_preview(app, focus, STR("sor"), STR("sor"), &err), 0);
	wait_idle(app);
	assert_int_equal(total(b), 65);
	assert_selected(b, "serve");
	assert_true(app->counted.valid);
	assert_int_equal(app->counted.functions, 1);
	assert_int_equal(app->counted.nodes, 2);
	assert_int_equal(
		change_preview(app, focus, STR("sor("), STR_EMPTY, &err), -1);
	wait_idle(app);
	assert_int_equal(total(b), 65);
	change_preview_end(app, false);
	assert_ptr_equal(app->shown.view, view);
	assert_selected(b, "idle");
	assert_int_equal(app->undo.n, 0);
	wait_idle(app);
	assert_ptr_equal(app->shown.view, view);
}

TEST_WITH(esc_computes_again_what_is_too_large_to_be_kept, set_up, tear_down)
{
	struct bench *b = *state;
	struct app *app = b->app;
	const struct option *focus = option_find(STR("focus"), NULL);
	struct err err = ERR_INIT;

	app->aside_max = 0;
	select_path(b, "main;serve;idle");
	preview_begin(app);
	for (size_t n = 1; n <= 3; n++) {
		struct str text = str_sub(STR("sor"), 0, n);

		assert_int_equal(
			change_preview(app, focus, text, text, &err), 0);
		wait_idle(app);
		assert_int_equal(app->base_shown.view->tree.n, 1);
	}
	assert_int_equal(total(b), 65);
	/* The names and their places are there, for counting. */
	assert_int_equal(app->counted.functions, 1);
	assert_int_equal(app->counted.nodes, 2);
	preview_base(app);
	wait_idle(app);
	assert_int_equal(total(b), 100);
	assert_selected(b, "idle");
	assert_int_equal(
		change_preview(app, focus, STR("sor"), STR_EMPTY, &err), 0);
	wait_idle(app);
	assert_int_equal(total(b), 65);
	change_preview_end(app, false);
	wait_idle(app);
	assert_int_equal(total(b), 100);
	assert_selected(b, "idle");
	assert_null(app->base_shown.view);
	assert_int_equal(app->undo.n, 0);
}

TEST_WITH(enter_makes_a_preview_one_step, set_up, tear_down)
{
	struct bench *b = *state;
	struct app *app = b->app;
	const struct option *focus = option_find(STR("focus"), NULL);
	struct err err = ERR_INIT;

	preview_begin(app);
	assert_int_equal(
		change_preview(app, focus, STR("s"), STR_EMPTY, &err), 0);
	assert_int_equal(
		change_preview(app, focus, STR("so"), STR_EMPTY, &err), 0);
	/* Even before the worker has answered. */
	change_preview_end(app, true);
	wait_idle(app);
	assert_int_equal(total(b), 65);
	assert_int_equal(app->undo.n, 1);
	run(b, "undo");
	assert_int_equal(total(b), 100);
}

TEST_WITH(what_cannot_be_computed_is_taken_back, set_up, tear_down)
{
	struct bench *b = *state;
	struct err err = ERR_INIT;

	run(b, "focus=work");
	assert_string_equal(fails(b, "focus=a(", &err),
		"parsing focus regexp: error parsing regexp: missing closing "
		"): `a(`");
	(void)fails(b, "sample_index=nope", &err);
	assert_int_equal(total(b), 60);
	assert_int_equal(b->app->undo.n, 1);
}

TEST_WITH(the_selected_function_becomes_a_filter, set_up, tear_down)
{
	struct bench *b = *state;

	select_path(b, "main;serve;work");
	run(b, "apply hide");
	assert_true(str_is(b->app->now.query.hide, "^work$"));
	select_path(b, "main;other");
	run(b, "apply hide");
	assert_true(str_is(b->app->now.query.hide, "^other$|^work$"));
	select_path(b, "main;serve");
	run(b, "apply focus");
	select_path(b, "main");
	run(b, "apply focus");
	assert_true(str_is(b->app->now.query.focus, "^main$"));
	run(b, "clear");
	assert_int_equal(total(b), 100);
	run(b, "clear");
	assert_string_equal(strbuf_c(&b->app->message), "no filter is set");
}

TEST_WITH(filters_are_switched_off_and_on_again, set_up, tear_down)
{
	struct bench *b = *state;
	struct app *app = b->app;
	struct filter f[FILTERS_MAX];
	struct strbuf text = STRBUF_INIT;

	run(b, "focus=work");
	run(b, "tagfocus=a=b");
	run(b, "more_tagfocus=c");
	assert_int_equal(filters_of(&app->now, f), 3);
	filter_text(&text, &f[2]);
	assert_string_equal(strbuf_c(&text), "tagfocus=c");
	strbuf_free(&text);
	filter_switch(app, &f[2]);
	filter_switch(app, &f[1]);
	assert_int_equal(filters_of(&app->now, f), 3);
	assert_true(!f[0].off && f[1].off && f[2].off);
	/* Another focus takes the place; the first one goes off. */
	filter_switch(app, &f[0]);
	app->now.query.focus = STR("idle");
	assert_int_equal(filters_of(&app->now, f), 4);
	filter_switch(app, &f[3]);
	assert_true(str_is(app->now.query.focus, "work"));
	assert_int_equal(filters_of(&app->now, f), 4);
	for (size_t n = 4; n > 0; n--) {
		assert_int_equal(filters_of(&app->now, f), n);
		filter_delete(app, &f[0]);
	}
	assert_int_equal(filters_of(&app->now, f), 0);
	app_sync(app);
	wait_idle(app);
	assert_int_equal(total(b), 100);
}

TEST_WITH(a_second_tag_filter_stands_beside_the_first, set_up, tear_down)
{
	struct bench *b = *state;
	struct app *app = b->app;
	const struct option *o = option_find(STR("tagfocus"), NULL);
	struct str value;

	assert_string_equal(
		filter_target(app, &app->now, o, STR("a"), &value)->doc.name,
		"tagfocus");
	app->now.query.tagfocus = STR("a");
	app->now.query.more_tagfocus = STR("b");
	assert_string_equal(
		filter_target(app, &app->now, o, STR("c"), &value)->doc.name,
		"more_tagfocus");
	assert_true(str_is(value, "b\nc"));
}

TEST_WITH(commands_explain_their_mistakes, set_up, tear_down)
{
	static const struct {
		const char *line, *want;
	} t[] = {
		{ "granlarity=lines",
			"unknown command \"granlarity\"; did you mean "
			"granularity?" },
		{ "unod", "unknown command \"unod\"; did you mean undo?" },
		{ "xyzzy", "unknown command \"xyzzy\"" },
		{ "undo now", "undo takes no argument" },
		{ "apply", "apply requires OPTION" },
		{ "apply mean", "apply: mean is not a frame filter" },
		{ "apply search", "apply: search is not a frame filter" },
		{ "apply user", "apply: user is not a frame filter" },
		{ "apply tagshow", "apply: tagshow is not a frame filter" },
		{ "cycle focus", "cycle: focus has no list of values" },
		{ "cycle nope", "cycle: unknown option \"nope\"" },
		{ "lines 3", "lines takes no value" },
		{ "eog",
			"eog: flametop starts no viewers; the svg report "
			"draws the picture" },
		{ "top >", "unexpected end of line after >" },
		{ "top 5 |", "unexpected end of line after |" },
		{ "top >>", "unexpected end of line after >" },
		{ "list",
			"command list requires an argument: a regexp, or a "
			"selected function" },
	};
	struct bench *b = *state;
	struct err err = ERR_INIT;

	for (size_t i = 0; i < COUNT_OF(t); i++)
		assert_string_equal(fails(b, t[i].line, &err), t[i].want);
}

TEST_WITH(commands_take_pprofs_spellings, set_up, tear_down)
{
	struct bench *b = *state;
	const struct query *q = &b->app->now.query;

	run(b, ":noinlines");
	assert_true(q->noinlines);
	run(b, "nonoinlines");
	assert_false(q->noinlines);
	run(b, "cum");
	assert_int_equal(q->sort, SORT_CUM);
	run(b, "set nodecount 7");
	assert_int_equal(q->nodecount, 7);
	run(b, "  focus = a b  ");
	assert_true(str_is(q->focus, "a b"));
	run(b, "focus");
	assert_string_equal(strbuf_c(&b->app->message), "focus=a b");
	run(b, "cycle granularity");
	assert_int_equal(q->granularity, GRAN_FILEFUNCTIONS);
	run(b, "");
}

TEST_WITH(a_report_runs_on_the_worker, set_up, tear_down)
{
	struct bench *b = *state;

	run(b, "top 2 -cum serve");
	assert_non_null(b->app->report_ready);
	assert_non_null(strstr(strbuf_c(&b->app->report_text), "main"));
	assert_null(strstr(strbuf_c(&b->app->report_text), "gc"));
	assert_true(b->app->now.query.focus.n == 0);
}

TEST_WITH(a_report_line_is_read_as_in_pprofs_shell, set_up, tear_down)
{
	static const struct {
		const char *line, *pattern, *focus, *ignore, *to;
		int64_t rows;
		enum query_sort sort;
		enum sink_kind sink;
	} t[] = {
		{ "top", "", "", "", "", 10, SORT_FLAT, SINK_SCREEN },
		{ "top20 -cum", "", "", "", "", 20, SORT_CUM, SINK_SCREEN },
		{ "top0 --cum", "", "", "", "", 0, SORT_CUM, SINK_SCREEN },
		{ "text 5 a -b c -d", "", "a|c", "b|d", "", 5, SORT_FLAT,
			SINK_SCREEN },
		/* Only -cum is an order. */
		/* A lone - adds nothing; numbers have 32 bits. */
		{ "top - a - b -c - >f", "", "a|b", "c", "f", 10, SORT_FLAT,
			SINK_FILE },
		{ "top -", "", "", "", "", 10, SORT_FLAT, SINK_SCREEN },
		{ "top 2147483648 -2147483648", "", "2147483648", "", "",
			INT32_MIN, SORT_FLAT, SINK_SCREEN },
		{ "top >> f - x > g y", "", "x|y", "", "g", 10, SORT_FLAT,
			SINK_FILE },
		{ "tree -flat", "", "", "flat", "", -1, SORT_FLAT,
			SINK_SCREEN },
		{ "peek a b -c", "a", "b", "c", "", -1, SORT_FLAT,
			SINK_SCREEN },
		{ "peek7", "7", "", "", "", -1, SORT_FLAT, SINK_SCREEN },
		{ "list a|b > f", "a|b", "", "", "f", -1, SORT_FLAT,
			SINK_FILE },
		{ "top >f x", "", "x", "", "f", 10, SORT_FLAT, SINK_FILE },
		{ "traces x | grep -v 'a > b' | less", "", "x", "",
			"grep -v 'a > b' | less", -1, SORT_FLAT, SINK_COMMAND },
		{ "peek a |less", "a", "", "", "less", -1, SORT_FLAT,
			SINK_COMMAND },
		{ "tags\tk -v", "", "", "", "", -1, SORT_FLAT, SINK_SCREEN },
	};
	struct bench *b = *state;
	struct err err = ERR_INIT;
	struct report_line l;

	for (size_t i = 0; i < COUNT_OF(t); i++) {
		assert_int_equal(
			report_line_parse(&l, str_c(t[i].line),
				&b->app->now.query, &b->app->pool, &err),
			0);
		assert_true(str_is(l.arg, t[i].pattern));
		assert_true(str_is(l.query.focus, t[i].focus));
		assert_true(str_is(l.query.ignore, t[i].ignore));
		assert_true(str_is(l.sink.name, t[i].to));
		assert_int_equal(l.query.nodecount, t[i].rows);
		assert_int_equal(l.query.sort, t[i].sort);
		assert_int_equal(l.sink.kind, t[i].sink);
	}
	/* The last one: words of -tags are filters on tags. */
	assert_true(str_is(l.query.tagfocus, "k"));
	assert_true(str_is(l.query.tagignore, "v"));
	assert_int_equal(report_line_parse(&l, STR("nope 3"),
				 &b->app->now.query, &b->app->pool, &err),
		-1);
	assert_string_equal(err.msg, "unrecognized command: \"nope\"");
}

TEST_WITH(a_report_without_a_pattern_is_of_the_selection, set_up, tear_down)
{
	struct bench *b = *state;

	select_path(b, "main;serve");
	run(b, "peek");
	assert_true(str_is(b->app->report_line.text, "peek ^serve$"));
	assert_non_null(strstr(strbuf_c(&b->app->report_text), "| serve\n"));
	assert_null(strstr(strbuf_c(&b->app->report_text), "| other\n"));
}

TEST_WITH(short_words_of_pprofs_shell, set_up, tear_down)
{
	struct bench *b = *state;
	const struct query *q = &b->app->now.query;

	run(b, "focus=serve");
	run(b, "hide=work");
	run(b, "show_from=main");
	run(b, ":");
	assert_true(q->focus.n == 0 && q->hide.n == 0);
	assert_true(str_is(q->show_from, "main"));
	assert_true(change_undo(b->app, 1));
	assert_true(str_is(q->focus, "serve"));
	/* A line of the list of options, pasted. */
	run(b, "  granularity       = lines        //: [a | b]");
	assert_int_equal(q->granularity, GRAN_LINES);
	run(b, "files=1");
	assert_int_equal(q->granularity, GRAN_FILES);
	run(b, "mean_samples");
	assert_true(q->mean && str_is(q->sample_index, "samples"));
	run(b, "total_samples");
	assert_false(q->mean);
}

TEST_WITH(warnings_are_said_once_and_kept, set_up, tear_down)
{
	struct bench *b = *state;
	const char *said = "no stack matches ignore=nowhere";
	struct str *log;
	size_t n = 0;

	run(b, "ignore=nowhere");
	assert_string_equal(strbuf_c(&b->app->message), said);
	app_clear_message(b->app);
	run(b, "granularity=files");
	assert_int_equal(b->app->message_kind, MESSAGE_NONE);
	log = b->app->log.p;
	for (size_t i = 0; i < b->app->log.n; i++)
		n += str_is(log[i], said);
	assert_int_equal(n, 1);
	run(b, "top -nothing");
	log = b->app->log.p;
	assert_true(str_is(log[b->app->log.n - 1],
		"Ignore expression matched no samples"));
}

TEST_WITH(names_are_described, set_up, tear_down)
{
	struct bench *b = *state;
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);
	struct strbuf out = STRBUF_INIT;

	run(b, "focus=serve");
	assert_int_equal(
		commands_describe(&b->commands, km, STR("focus"), &out, &err),
		0);
	assert_non_null(strstr(strbuf_c(&out), "focus=regexp\n"));
	assert_non_null(strstr(strbuf_c(&out), "  now: serve\n"));
	assert_non_null(strstr(strbuf_c(&out), "  keys: f F4 F\n"));
	strbuf_reset(&out);
	assert_int_equal(
		commands_describe(&b->commands, km, STR("undo"), &out, &err),
		0);
	assert_string_equal(strbuf_c(&out),
		"undo\n"
		"  undo the last filter, zoom or other change\n"
		"  keys: u\n");
	strbuf_reset(&out);
	assert_int_equal(
		commands_describe(&b->commands, km, STR("peek"), &out, &err),
		0);
	assert_non_null(strstr(strbuf_c(&out), "peek [regexp] [n]"));
	assert_int_equal(
		commands_describe(&b->commands, km, STR("focsu"), &out, &err),
		-1);
	assert_non_null(strstr(err.msg, "focus"));
	strbuf_reset(&out);
	app_describe_options(b->app, &out);
	assert_non_null(strstr(strbuf_c(&out),
		"\n  focus                     = serve                \n"));
	assert_non_null(strstr(strbuf_c(&out),
		"  nodecount                 = -1                   "
		"//: default\n"));
	assert_non_null(strstr(strbuf_c(&out),
		"  sort                      = flat                 "
		"//: [cum | flat]\n"));
	assert_non_null(strstr(strbuf_c(&out),
		"  sample_index              = samples              "
		"//: [samples]\n"));
	strbuf_free(&out);
	keymap_free(km);
}

TEST_WITH(the_command_line_reproduces_the_view, set_up, tear_down)
{
	struct bench *b = *state;
	struct strbuf line = STRBUF_INIT, want = STRBUF_INIT;

	run(b, "focus=it's");
	run(b, "zoom=main;serve");
	app_cmdline(b->app, &line);
	strbuf_addf(&want, "flametop -focus='it'\\''s' -zoom='main;serve' %s",
		b->path);
	assert_string_equal(strbuf_c(&line), strbuf_c(&want));
	strbuf_free(&line);
	strbuf_free(&want);
}

TEST_WITH(another_file_takes_the_place_of_the_first, set_up, tear_down)
{
	struct bench *b = *state;
	struct bench other = { .app = NULL };
	struct strbuf line = STRBUF_INIT;

	write_stacks(&other, "main;serve;new 7\n");
	run(b, "focus=serve");
	select_path(b, "main;serve");
	strbuf_addf(&line, "open %s", other.path);
	run(b, strbuf_c(&line));
	assert_int_equal(total(b), 7);
	assert_selected(b, "serve");
	run(b, "open /nowhere/at/all");
	assert_int_equal(b->app->message_kind, MESSAGE_ERROR);
	assert_int_equal(total(b), 7);
	run(b, "reload");
	assert_int_equal(total(b), 7);
	(void)unlink(other.path);
	strbuf_free(&line);
}

TEST_WITH(stopping_a_change_takes_it_back, set_up, tear_down)
{
	struct bench *b = *state;
	struct err err = ERR_INIT;

	assert_int_equal(command_run(&b->commands, STR("focus=work"), &err), 0);
	/* Whether the worker was faster or not. */
	(void)app_stop(b->app);
	wait_idle(b->app);
	assert_true(
		query_equal(&b->app->now.query, &b->app->shown.view->query));
	assert_false(b->app->computing);
}

/* Until the worker has something to take. */
static void
wait_done(struct app *app)
{
	struct pollfd fd = { .fd = worker_fd(app->worker), .events = POLLIN };

	assert_int_equal(poll(&fd, 1, TESTS_PATIENCE), 1);
}

/* A program that says nothing, in place of the child that reads binaries. */
/* It goes when the case has failed, too. */
static int
make_silence(void **state)
{
	static const char script[] = "#!/bin/sh\nexec tail -f /dev/null\n";
	static const char name[] = "./app-child-XXXXXX";
	char *path = xstrndup(name, sizeof(name) - 1);
	int fd = mkstemp(path);

	*state = path;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, script, strlen(script)), strlen(script));
	assert_int_equal(fchmod(fd, 0700), 0);
	(void)close(fd);
	return 0;
}

static int
remove_silence(void **state)
{
	(void)unlink(*state);
	free(*state);
	return 0;
}

TEST_WITH(who_does_not_wait_for_names_keeps_what_is_shown, make_silence,
	remove_silence)
{
	const char *child = *state;
	struct strbuf path = STRBUF_INIT;
	struct str source;
	struct load_spec spec = { .n_sources = 1,
		.source = &source,
		.symbols = { .mode = SYMBOLS_LOCAL, .program = child } };
	struct err err = ERR_INIT;
	struct query q;
	struct settings set;
	const struct view *shown;
	struct app *app;

	strbuf_addf(&path, "%s/testdata/symbols/pie.pb.gz", source_dir());
	source = strbuf_str(&path);
	query_init(&q);
	settings_init(&set);
	/* The view is there while names are looked up, unless they come at
	   once, */
	for (int tries = 0;; tries++) {
		app = app_new(&spec, &q, &set, &err);
		assert_non_null(app);
		while (app->shown.view == NULL) {
			wait_done(app);
			(void)app_take(app);
		}
		if (app->loading != NULL)
			break;
		assert_true(tries < 50);
		app_free(app);
	}
	assert_true(app->symbols);
	shown = app->shown.view;
	/* and stays. */
	assert_true(app_stop(app));
	wait_idle(app);
	assert_ptr_equal(app->shown.view, shown);
	assert_true(app->symbols_stopped);
	assert_false(app->symbols);
	assert_int_equal(app->session->profile->func.n, 0);
	/* If debuginfod is allowed afterwards, a load looks for names again. */
	assert_int_equal(
		change_option(app, option_find(STR("debuginfod"), NULL),
			STR("true"), &err),
		0);
	assert_non_null(app->loading);
	assert_true(app->loading->made.fetch);
	assert_true(app_stop(app));
	wait_idle(app);
	assert_false(app->symbols);
	assert_int_equal(
		change_option(app, option_find(STR("intel_syntax"), NULL),
			STR("true"), &err),
		0);
	assert_null(app->loading);
	app_free(app);
	strbuf_free(&path);
}

TEST_WITH(a_stopped_report_is_not_delivered, set_up, tear_down)
{
	struct bench *b = *state;
	struct err err = ERR_INIT;

	assert_int_equal(command_run(&b->commands, STR("top"), &err), 0);
	wait_done(b->app);
	assert_true(app_stop(b->app));
	wait_idle(b->app);
	assert_null(b->app->report_ready);
	run(b, "top");
	assert_non_null(b->app->report_ready);
}

TEST_WITH(a_report_survives_a_reload, set_up, tear_down)
{
	struct bench *b = *state;
	struct err err = ERR_INIT;

	assert_int_equal(command_run(&b->commands, STR("top"), &err), 0);
	assert_int_equal(app_reload(b->app, &err), 0);
	wait_idle(b->app);
	assert_non_null(b->app->report_ready);
}

TEST_WITH(keys_of_unknown_commands_are_refused, set_up, tear_down)
{
	struct bench *b = *state;
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);

	/* The screen's own commands are not there: the first is missed. */
	assert_int_equal(commands_check_keys(&b->commands, km, &err), -1);
	assert_non_null(strstr(err.msg, "unknown command \"back\""));
	keymap_free(km);
}

TEST_WITH(a_command_twice_is_refused, set_up, tear_down)
{
	static const struct command twice[] = { { "undo", NULL, "", NULL } };
	struct bench *b = *state;
	struct err err = ERR_INIT;

	assert_int_equal(
		commands_add(&b->commands, twice, 1, b->app, &err), -1);
	assert_string_equal(err.msg, "command table: undo is there twice");
}

/* Completion. */

static void
assert_completes(struct bench *b, const char *text, const char *want)
{
	struct completion c = { .from = 0 };
	struct strbuf got = STRBUF_INIT;

	complete_line(&c, &b->commands, b->app->shown.view, NULL, str_c(text),
		strlen(text));
	strbuf_addf(&got, "%zu:", c.from);
	for (size_t i = 0; i < c.item.n; i++) {
		strbuf_addch(&got, ' ');
		strbuf_add(&got, c.item.p[i].text);
	}
	assert_string_equal(strbuf_c(&got), want);
	strbuf_free(&got);
	completion_fini(&c);
}

TEST_WITH(the_command_line_is_completed, set_up, tear_down)
{
	struct bench *b = *state;

	assert_completes(b, "foc", "0: focus");
	assert_completes(b, "granularity=fi", "12: filefunctions files");
	assert_completes(b, "set gran", "4: granularity");
	assert_completes(b, "focus=wo", "6: work");
	assert_completes(b, "focus=^se", "7: serve");
	assert_completes(b, "focus=main|i", "11: idle main");
	assert_completes(b, "noinlines=t", "10: true");
	assert_completes(b, "apply igno", "6: ignore");
	assert_completes(b, "sample_index=sa", "13: samples");
	assert_completes(b, "focus=a[", "6:");
}

TEST_WITH(candidates_share_what_they_begin_with, set_up, tear_down)
{
	struct completion c = { .from = 0 };
	struct bench *b = *state;

	complete_line(&c, &b->commands, NULL, NULL, STR("sho"), 3);
	assert_true(str_is(completion_common(&c), "show"));
	completion_fini(&c);
}

/* Both sides and the result fit into the limit, but not with what comparing
   takes besides, which only the system counts. */
TEST(comparing_open_profiles_keeps_to_the_memory_limit)
{
	enum { FUNCTIONS = 100000 };
	struct strbuf text = STRBUF_INIT;
	struct bench *b;
	size_t open;
	void *it;

	if (memory_resident() == 0)
		skip();
	for (int i = 0; i < FUNCTIONS; i++)
		strbuf_addf(&text, "a;function_%d 1\nb;function_%d 2\n", i, i);
	it = b = bench_of(strbuf_c(&text));
	strbuf_free(&text);
	open = profile_bytes(b->app->session->source);
	b->app->spec.max_memory = open * 4;
	run(b, "diff='focus=a' 'focus=b'");
	assert_false(b->app->shown.view->is_diff);
	assert_non_null(strstr(strbuf_c(&b->app->message),
		"comparing needs more memory than the limit of "));
	b->app->spec.max_memory = open * 25;
	run(b, "diff='focus=a' 'focus=b'");
	assert_true(b->app->shown.view->is_diff);
	(void)tear_down(&it);
}

int
main(void)
{

	return tests_run(NULL, NULL);
}
