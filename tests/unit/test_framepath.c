/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places of one view, found again in another one. */
#include "prelude.h"

#include "testing.h"

#include "app/state.h"
#include "util_view.h"

struct timeline_view {
	struct fixture f;
	struct flamegraph *flamegraph;
};

static void
seen_init(struct timeline_view *s, const char *stacks, enum granularity gran,
	enum direction direction)
{
	struct query q;

	query_init(&q);
	q.granularity = gran;
	q.direction = direction;
	fixture_init(&s->f, stacks, "count", &q);
	s->flamegraph =
		flamegraph_new(s->f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
}

static void
seen_fini(struct timeline_view *s)
{
	flamegraph_free(s->flamegraph);
	fixture_fini(&s->f);
}

/* The names from below the root to a place, "main;work". */
static void
put_place(const struct timeline_view *s, node_id node, struct strbuf *out)
{
	const struct tree *t = &s->f.view->tree;

	if (node == 0)
		return;
	put_place(s, t->parent[node], out);
	strbuf_add3(out, out->n > 0 ? ";" : "",
		s->f.view->frames->frame[t->frame[node]].text,
		t->flags[node] & TREE_INLINE ? "~" : "");
}

/* The place `from` of a view is `to` in another. */
static void
found_as(const struct timeline_view *before, const char *from,
	const struct timeline_view *after, const char *to)
{
	struct arena arena = ARENA_INIT;
	struct strbuf text = STRBUF_INIT;
	struct intern pool;
	struct framepath path;
	struct selection found;
	node_id node = fixture_node(&before->f, &before->f.view->tree, from);

	assert_int_not_equal(node, NONE);
	intern_init(&pool, &arena);
	path = framepath_of(
		&pool, before->flamegraph, selection_of(SIDE_MAIN, node));
	found = framepath_find(&pool, after->flamegraph, &path);
	put_place(after, found.node, &text);
	assert_string_equal(strbuf_c(&text), to);
	strbuf_free(&text);
	intern_fini(&pool);
	arena_free(&arena);
}

/* A program before its lines were read, and after. */
#define BARE "main;caller;two;leaf 5\nmain;caller;leaf 20\n"
#define READ \
	"main@a.c:40;caller@a.c:31;leaf@a.c:6 20\n" \
	"main@a.c:40;caller@a.c:35;two@a.c:25;~before@a.c:16;leaf@a.c:6 4\n" \
	"main@a.c:40;caller@a.c:35;two@a.c:25;~before@a.c:16;leaf@a.c:5 1\n"

TEST(inlined_calls_are_passed)
{
	struct timeline_view bare, read;

	seen_init(&bare, BARE, GRAN_FUNCTIONS, DIR_CALLEES);
	seen_init(&read, READ, GRAN_FUNCTIONS, DIR_CALLEES);
	found_as(&bare, "main;caller;two;leaf", &read,
		"main;caller;two;before~;leaf");
	found_as(&bare, "main;caller;leaf", &read, "main;caller;leaf");
	found_as(&bare, "main;caller;two", &read, "main;caller;two");
	/* And where they are gone. */
	found_as(&read, "main;caller;two;before;leaf", &bare,
		"main;caller;two;leaf");
	found_as(&read, "main;caller;two;before", &bare, "main;caller;two");
	seen_fini(&bare);
	seen_fini(&read);
}

TEST(inlined_calls_are_passed_among_callers)
{
	struct timeline_view bare, read;

	seen_init(&bare, BARE, GRAN_FUNCTIONS, DIR_CALLERS);
	seen_init(&read, READ, GRAN_FUNCTIONS, DIR_CALLERS);
	found_as(&bare, "leaf;two;caller", &read, "leaf;before~;two;caller");
	found_as(&bare, "leaf;caller", &read, "leaf;caller");
	seen_fini(&bare);
	seen_fini(&read);
}

/* The lines of a function are several frames: a later step tells which. */
TEST(finer_frames_are_told_by_what_they_call)
{
	static const enum granularity grans[] = { GRAN_FUNCTIONS,
		GRAN_FILEFUNCTIONS, GRAN_LINES };
	struct timeline_view bare, lines;

	seen_init(&bare, BARE, GRAN_FUNCTIONS, DIR_CALLEES);
	seen_init(&lines, READ, GRAN_LINES, DIR_CALLEES);
	found_as(&bare, "main;caller;two", &lines,
		"main a.c:40;caller a.c:35;two a.c:25");
	/* The heavier one of equals. */
	found_as(&bare, "main;caller;two;leaf", &lines,
		"main a.c:40;caller a.c:35;two a.c:25;before a.c:16~;"
		"leaf a.c:6");
	found_as(&bare, "main;caller", &lines, "main a.c:40;caller a.c:31");
	seen_fini(&bare);
	for (int i = 0; i < 3; i++) {
		struct timeline_view other;

		seen_init(&other, READ, grans[i], DIR_CALLEES);
		found_as(&lines, "main a.c:40;caller a.c:35;two a.c:25", &other,
			i == 0 ? "main;caller;two"
				: i == 1
				? "main a.c;caller a.c;two a.c"
				: "main a.c:40;caller a.c:35;two a.c:25");
		seen_fini(&other);
	}
	seen_fini(&lines);
}

/* A path with the same calls is not given up for a heavier one. */
TEST(the_same_view_has_the_same_places)
{
	static const char *const places[] = { "main", "main;f", "main;f;leaf",
		"main;f;g", "main;f;g;leaf", "main;f;f", "main;f;f;leaf" };
	struct timeline_view s;

	seen_init(&s, "main;f;leaf 1\nmain;f;~g;leaf 50\nmain;f;f;leaf 9\n",
		GRAN_FUNCTIONS, DIR_CALLEES);
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		const struct tree *t = &s.f.view->tree;
		struct strbuf same = STRBUF_INIT;

		put_place(&s, fixture_node(&s.f, t, places[i]), &same);
		found_as(&s, places[i], &s, strbuf_c(&same));
		strbuf_free(&same);
	}
	seen_fini(&s);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
