/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines for a screen reader. */
#include "prelude.h"

#include "testing.h"

#include "present/announce.h"
#include "util_view.h"

#define STACKS \
	"main;serve@s.go:7;read 600\nmain;serve@s.go:7;~write 200\n" \
	"main;gc;serve@s.go:7 200\n"

struct told {
	struct fixture f;
	struct flamegraph *flamegraph;
	struct numbers n;
	struct strbuf text;
};

static void
told_init(struct told *t, const struct query *q)
{
	*t = (struct told){ .text = STRBUF_INIT };
	fixture_init(&t->f, STACKS, "milliseconds", q);
	t->flamegraph =
		flamegraph_new(t->f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	t->n = numbers_of(t->f.view, &t->f.view->w);
}

static void
told_fini(struct told *t)
{
	strbuf_free(&t->text);
	flamegraph_free(t->flamegraph);
	fixture_fini(&t->f);
}

static void
tells(struct told *t, struct selection s, const char *want)
{
	strbuf_reset(&t->text);
	announce_target(&t->text, t->flamegraph, s, &t->n, true);
	assert_string_equal(strbuf_c(&t->text), want);
}

static struct selection
at(const struct told *t, const char *path)
{
	return selection_of(
		SIDE_MAIN, fixture_node(&t->f, &t->f.view->tree, path));
}

TEST(places_are_told_in_words)
{
	struct told t;

	told_init(&t, NULL);
	tells(&t, at(&t, ""),
		"root, total 1.00s, 100% of all, self 0, 0%, level 0, "
		"1 callee");
	tells(&t, at(&t, "main;serve"),
		"serve, total 0.80s, 80.0% of all, self 0, 0%, level 2, "
		"child 1 of 2, 2 callees, 2 call paths, s.go:7");
	tells(&t, at(&t, "main;serve;write"),
		"write, total 0.20s, 20.0% of all, self 0.20s, 20.0%, "
		"level 3, "
		"child 2 of 2, 0 callees, inlined");
	told_fini(&t);
}

TEST(a_row_of_several_frames_is_told)
{
	struct told t;

	told_init(&t, NULL);
	flamegraph_fold(t.flamegraph, true);
	tells(&t, at(&t, "main;gc"),
		"gc, total 0.20s, 20.0% of all, self 0, 0%, level 2, "
		"child 2 of 2, row of 2 frames, gc to serve, 1 callee");
	told_fini(&t);
}

TEST(groups_name_their_first_members)
{
	struct told t;
	struct selection s;

	told_init(&t, NULL);
	s = at(&t, "main;serve");
	s.count = 2;
	tells(&t, s,
		"2 frames too narrow to draw, total 0.80s, 80.0% of "
		"all: read, "
		"write");
	told_fini(&t);
}

TEST(from_callees_to_callers_the_words_change)
{
	struct query q;
	struct told t;

	query_init(&q);
	q.direction = DIR_CALLERS;
	told_init(&t, &q);
	tells(&t, at(&t, "read"),
		"read, total 0.60s, 60.0% of all, self 0, 0%, level 1, "
		"child 1 of 3, 1 caller");
	told_fini(&t);
}

TEST(rows_have_their_number)
{
	struct told t;

	told_init(&t, NULL);
	announce_row(&t.text, t.f.view, fixture_frame(&t.f, "serve"), 1, 5,
		&t.n, true);
	assert_string_equal(strbuf_c(&t.text),
		"serve, row 2 of 5, self 0.20s, 20.0%, total 1.00s, "
		"100% of all, "
		"2 call paths, s.go:7");
	told_fini(&t);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
