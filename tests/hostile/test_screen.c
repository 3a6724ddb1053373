/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every key in every pane, every command, and hostile text in every prompt, of
 * a profile in which every string is hostile: no cell of the screen holds
 * anything but characters that are drawn. What is new in a table is in here
 * without a line; the marks of the strings tell that they were seen at all.
 */
#include "prelude.h"

#include <locale.h>

#include "../unit/testing.h"

#include "hostile/poison.h"
#include "hostile/run.h"
#include "report/report.h"
#include "ui/screen_internal.h"
#include "unit/util_screen.h"

static const char *const panes[] = { "1", "2", "3", "6", "7", "9" };

static int
set_up(void **state)
{
	(void)state;
	run_begin();
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	run_end();
	return 0;
}

static struct bench *
open_pprof(void)
{
	struct strbuf bytes = STRBUF_INIT, name = STRBUF_INIT;
	struct bench *b;

	hostile_pprof(&bytes, str_c(poison_short), str_c(poison_short), false);
	poison_file_name(&name);
	b = bench_open(strbuf_c(&name), strbuf_str(&bytes));
	/* Do not wait for keys to rest. */
	keys(b, ": follow_delay=0 Enter");
	strbuf_free(&bytes);
	strbuf_free(&name);
	return b;
}

static void
check_cells(struct bench *b, const char *where)
{
	struct grid *g = &b->grid;

	for (int row = 0; row < g->rows; row++)
		for (int col = 0; col < g->cols; col++) {
			const struct cell *c = grid_at(g, row, col);

			harmless(str_from(c->text, c->len), 0, where);
		}
}

/* As it is now, without waiting for what a prompt is about to show. */
static void
glance(struct bench *b, const char *where)
{
	screen_wake(b->screen);
	screen_draw(b->screen, &b->grid);
	check_cells(b, where);
}

/* When all is computed; remember which marks are there. */
static void
check(struct bench *b, const char *where, bool seen[HOSTILE_MARKS])
{
	look(b);
	check_cells(b, where);
	for (int i = 0; seen != NULL && i < HOSTILE_MARKS; i++)
		seen[i] = seen[i] || sees(b, hostile_marks[i]);
	if (b->wants & SCREEN_COPY)
		harmless(strbuf_str(&b->screen->copy), ALLOW_LINES, where);
	b->wants = 0;
}

static void
tap(struct bench *b, const char *key, const char *where)
{
	screen_key(b->screen, key_parse(str_c(key)));
	glance(b, where);
}

static void
press(struct bench *b, const char *key, const char *where, bool *seen)
{
	screen_key(b->screen, key_parse(str_c(key)));
	check(b, where, seen);
}

/* The key, then all that one does with what it may have opened. */
static void
try_key(struct bench *b, const struct binding *k, bool *seen)
{
	char poison[64];
	char where[64];

	(void)snprintf(where, sizeof(where), "%s: %s", k->key, k->command);
	press(b, k->key, where, seen);
	tap(b, "Tab", where);
	tap(b, "Down", where);
	press(b, "Enter", where, seen);
	tap(b, "Esc", where);
	tap(b, k->key, where);
	(void)snprintf(poison, sizeof(poison), "Q%s", poison_short);
	screen_paste(b->screen, str_c(poison));
	glance(b, where);
	tap(b, "Tab", where);
	press(b, "Enter", where, seen);
	tap(b, "Esc", where);
	tap(b, "Ctrl-C", where);
	tap(b, "C", where);
}

static void
try_keys(struct bench *b, const char *pane, bool *seen)
{
	const struct binding *k;

	for (size_t i = 0; (k = keymap_at(b->keymap, i)) != NULL; i++) {
		tap(b, pane, pane);
		tap(b, "Down", pane);
		try_key(b, k, seen);
	}
}

TEST(no_key_draws_harm)
{
	bool seen[HOSTILE_MARKS] = { false };

	for (size_t i = 0; i < COUNT_OF(panes); i++) {
		struct bench *b = open_pprof();

		resize(b, 48, 200);
		try_keys(b, panes[i], seen);
		bench_free(b);
	}
	/* All that a profile says is said somewhere, but for its own filters,
	   which come last. */
	for (int i = 0; i < HOSTILE_MARKS - 2; i++)
		if (!seen[i])
			fail_msg("%s was on no screen", hostile_marks[i]);
}

/* Of what other readers take: every pane, boxes; a refusal is harmless too. */
TEST(no_other_format_draws_harm)
{
	static const char *const more[] = { "K", "?", "F9", "s", "J", "c" };

	for (const struct hostile_format *format = hostile_formats;
		format->name != NULL; format++) {
		struct strbuf bytes = STRBUF_INIT;
		struct bench *b;

		format->put(&bytes, str_c(poison_short), str_c(poison_short));
		b = bench_open(format->name, strbuf_str(&bytes));
		check(b, format->name, NULL);
		for (size_t i = 0; i < COUNT_OF(panes); i++) {
			press(b, panes[i], format->name, NULL);
			press(b, "Down", format->name, NULL);
			press(b, "Down", format->name, NULL);
		}
		for (size_t i = 0; i < COUNT_OF(more); i++) {
			press(b, more[i], format->name, NULL);
			press(b, "Esc", format->name, NULL);
		}
		bench_free(b);
		strbuf_free(&bytes);
	}
}

static void
type_line(struct bench *b, const char *line, const char *arg)
{
	struct strbuf text = STRBUF_INIT;

	screen_key(b->screen, ':');
	strbuf_addf(&text, "%s %s", line, arg);
	screen_paste(b->screen, strbuf_str(&text));
	glance(b, line);
	tap(b, "Tab", line);
	press(b, "Enter", line, NULL);
	tap(b, "Down", line);
	press(b, "Enter", line, NULL);
	for (int i = 0; i < 3; i++)
		tap(b, "Esc", line);
	tap(b, "C", line);
	strbuf_free(&text);
}

TEST(no_command_draws_harm)
{
	struct bench *b = open_pprof();
	struct strbuf name = STRBUF_INIT;
	const struct command *c;
	const struct report *r;

	poison_file_name(&name);
	for (size_t i = 0; (c = commands_at(&b->screen->commands, i)) != NULL;
		i++) {
		type_line(b, c->name, "");
		type_line(b, c->name, poison_short);
		type_line(b, c->name, "name");
	}
	for (size_t i = 0; (r = report_at(i)) != NULL; i++) {
		/* Pictures are made by another program. */
		if (r->suffix != NULL && strcmp(r->suffix, "pb.gz") != 0)
			continue;
		type_line(b, r->doc.name, "");
		type_line(b, r->doc.name, poison_short);
		type_line(b, r->doc.name, strbuf_c(&name));
	}
	type_line(b, "messages", "");
	bench_free(b);
	strbuf_free(&name);
}

TEST(no_option_draws_harm)
{
	struct bench *b = open_pprof();
	size_t n;
	const struct option *o = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		struct strbuf line = STRBUF_INIT;

		strbuf_addf(&line, "%s=%s", o[i].doc.name, poison_short);
		type_line(b, strbuf_c(&line), "");
		type_line(b, o[i].doc.name, poison_short);
		keys(b, "u u");
		strbuf_free(&line);
	}
	bench_free(b);
}

/* Copied text is pasted into a shell. */
TEST(a_copied_name_is_one_line)
{
	struct bench *b = open_pprof();

	keys(b, "Down Down");
	b->wants = 0;
	keys(b, "y");
	assert_true((b->wants & SCREEN_COPY) != 0);
	assert_true(str_find(strbuf_str(&b->screen->copy), STR("Q"), 0) >= 0);
	harmless(strbuf_str(&b->screen->copy), 0, "y");
	bench_free(b);
}

/* Types by the names of all commands: keys still do what they do. */
TEST(a_type_that_is_called_like_a_command_is_not_one)
{
	struct bench *b = bench_new("main;f 1\n");
	struct strbuf bytes = STRBUF_INIT;

	bench_free(b);
	hostile_types(&bytes, STR("quit"), STR("down"));
	b = bench_open("types-", strbuf_str(&bytes));
	b->wants = 0;
	keys(b, "Q");
	assert_true((b->wants & SCREEN_QUIT) != 0);
	bench_free(b);
	strbuf_free(&bytes);
}

int
main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(set_up, tear_down);
}
