/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each filter on stacks small enough to be drawn. */
#include "prelude.h"

#include "engine/view.h"

#include "testing.h"

#include "base/compiler.h"
#include "stacks.h"

/* Field = value, ... ended by 0. Only text fields. */
struct set {
	size_t field;
	const char *value;
};

#define SET(name, text) \
	{ \
		offsetof(struct query, name), text \
	}

static void
query_set(struct query *q, const struct set *set)
{
	*(struct str *)(void *)((char *)q + set->field) = str_c(set->value);
}

static void
check(const char *profile, struct set set, const char *want)
{
	struct query q;

	query_init(&q);
	query_set(&q, &set);
	stacks_query_is(profile, &q, want);
}

static void
check2(const char *profile, struct set a, struct set b, const char *want)
{
	struct query q;

	query_init(&q);
	query_set(&q, &a);
	query_set(&q, &b);
	stacks_query_is(profile, &q, want);
}

#define FILTER(name, text) ((struct set)SET(name, text))

TEST(without_filters_equal_stacks_are_summed)
{
	struct query q;

	query_init(&q);
	stacks_query_is("main;a 3\nmain;b 2\nmain;a 1\nmain 5\n", &q,
		"main 5\nmain;a 4\nmain;b 2\n");
	stacks_query_is("- 3\n", &q, "- 3\n");
}

TEST(focus_keeps_whole_samples)
{
	check("main;a;b 3\nmain;c 2\n", FILTER(focus, "a"),
		"main;a;b 3\nmain;c 2\n"); /* "main" has an a */
	check("main;a;b 3\nmain;c 2\n", FILTER(focus, "^a$"), "main;a;b 3\n");
	check("main;a<x.c>;b 3\nmain;c 2\n", FILTER(focus, "x\\.c"),
		"main;a;b 3\n");
	check("main;a@libz.so 3\nmain;c 2\n", FILTER(focus, "libz"),
		"main;a 3\n");
	check("main;@libz.so 3\nmain;c 2\n", FILTER(focus, "libz"),
		"main;[libz.so] 3\n");
}

TEST(ignore_wins_over_focus)
{
	check("main;a 3\nmain;b 2\n", FILTER(ignore, "^a$"), "main;b 2\n");
	check2("m;a;b 3\nm;a 2\n", FILTER(focus, "a"), FILTER(ignore, "b"),
		"m;a 2\n");
	/* an inlined line is enough */
	check("m;a+b 3\nm 1\n", FILTER(ignore, "b"), "m 1\n");
}

TEST(hide_joins_what_is_around)
{
	check("A;B;C 1\n", FILTER(hide, "B"), "A;C 1\n");
	check("A;B;C 1\nA;C 2\n", FILTER(hide, "B"), "A;C 3\n");
	check("A;B 1\nA 2\n", FILTER(hide, "B"), "A 3\n");
	check("B 1\nA 2\n", FILTER(hide, "B"), "A 2\n");
	check("A;B@lib 1\n", FILTER(hide, "lib"), "A 1\n");
	check("A;@lib 1\nA;@so 2\n", FILTER(hide, "lib"), "A 1\nA;[so] 2\n");
}

TEST(hide_takes_single_inlined_lines)
{
	check("m;a+b+c 1\n", FILTER(hide, "b"), "m;a;c~ 1\n");
	/* the call left as the outermost one was a real call */
	check("m;a+b+c 1\n", FILTER(hide, "a"), "m;b;c~ 1\n");
	check("m;a+b@lib 1\n", FILTER(hide, "lib"), "m 1\n");
}

TEST(show_keeps_nothing_else)
{
	check("A;B;C 1\n", FILTER(show, "B"), "B 1\n");
	check("A;B+C+D 1\n", FILTER(show, "B|D"), "B;D~ 1\n");
	check("A;B+C@lib 1\nA 4\n", FILTER(show, "lib"), "B;C~ 1\n");
	/* without lines there is nothing to show */
	check("A;@lib 1\n", FILTER(show, "lib|A"), "A 1\n");
	check2("A;B;C 1\n", FILTER(show, "A|B"), FILTER(hide, "A"), "B 1\n");
}

TEST(show_from_starts_at_the_outermost_match)
{
	check("A;B;C;B 1\n", FILTER(show_from, "B"), "B;C;B 1\n");
	check("A;B 1\nA;C 2\n", FILTER(show_from, "B"), "B 1\n");
	check("m;a+b+c 1\n", FILTER(show_from, "b"), "b;c~ 1\n");
	check("m;a+b+c@lib;d 1\n", FILTER(show_from, "lib"), "a;b~;c~;d 1\n");
	/* the cut is in the shared location: also where it is not the root */
	check("b;a+b+c 1\n", FILTER(show_from, "b"), "b;b;c~ 1\n");
	/* it sees only what hide left */
	check2("A;B;C;B 1\n", FILTER(show_from, "B|C"), FILTER(hide, "B"),
		"C 1\n");
}

TEST(prune_from_cuts_below_the_innermost_match)
{
	check("A;B;C;B;D 1\n", FILTER(prune_from, "B"), "A;B;C;B 1\n");
	check("A;C 1\n", FILTER(prune_from, "B"), "A;C 1\n");
	check("A;B;C 1\nA;B;D 2\n", FILTER(prune_from, "B"), "A;B 3\n");
	check("m;a+b+c;d 1\n", FILTER(prune_from, "b"), "m;a;b~ 1\n");
	/* names are simplified, files are not looked at */
	check("A;f(int)(x);C 1\n", FILTER(prune_from, "^f$"),
		"A;f(int)(x) 1\n");
	check("A;b<f.c>;C 1\n", FILTER(prune_from, "f.c"), "A;b;C 1\n");
}

TEST(an_empty_stack_is_dropped_with_the_first_four_filters)
{
	static const struct set four[] = { SET(focus, "A"), SET(ignore, "x"),
		SET(hide, "x"), SET(show, "A") };

	for (size_t i = 0; i < COUNT_OF(four); i++)
		check("- 3\nA 1\n", four[i], "A 1\n");
	check("- 3\nA 1\n", FILTER(show_from, "A"), "A 1\n");
	check("- 3\nA 1\n", FILTER(prune_from, "A"), "- 3\nA 1\n");
	check("- 3\nA 1 {k=v}\n", FILTER(tagignore, "v"), "- 3\n");
}

TEST(granularities_name_frames_as_pprof_does)
{
	static const char text[] = "m<m.c:1>;a<x//y/../a.c=7:3:4>!1f 1\n"
				   "m<m.c:2>;a<x/a.c=7:3:9> 2\n"
				   "m<m.c:1>;!20@/lib/z.so 4\n";
	static const char *const want[] = {
		"m;[z.so] 4\nm;a 3\n",
		"m m.c;[z.so] 4\nm m.c;a x/a.c 3\n",
		"m.c;[z.so] 4\nm.c;x/a.c 3\n",
		"m m.c:1;[z.so] 4\nm m.c:1;a x/a.c:3 1\n"
		"m m.c:2;a x/a.c:3 2\n",
		"m m.c:1;000000000000001f a x/a.c:3:4 1\n"
		"m m.c:1;0000000000000020 [z.so] 4\n"
		"m m.c:2;a x/a.c:3:9 2\n",
	};
	struct query q;

	query_init(&q);
	for (int i = GRAN_FUNCTIONS; i <= GRAN_ADDRESSES; i++) {
		q.granularity = (enum granularity)i;
		stacks_query_is(text, &q, want[i]);
	}
	q.granularity = GRAN_LINES;
	q.showcolumns = true;
	stacks_query_is("a<a.c:3:4> 1\n", &q, "a a.c:3:4 1\n");
	q.granularity = GRAN_ADDRESSES;
	q.showcolumns = false;
	q.noinlines = true;
	stacks_query_is("a<a.c:3:4> 1\n", &q, "a a.c:3 1\n");
}

TEST(nameless_frames_differ_by_object_and_start)
{
	struct query q;

	query_init(&q);
	stacks_query_is("m;@/x/l.so 1\nm;@/y/l.so 2\nm;!5@/x/l.so 4\n", &q,
		"m;[l.so] 2\nm;[l.so] 5\n");
	stacks_query_is("m;<> 1\n", &q, "m;<unknown> 1\n");
	q.granularity = GRAN_FILES;
	stacks_query_is("@/x/l.so 1\n@/y/l.so 2\n!5@/x/l.so 4\n", &q,
		"[l.so] 2\n[l.so] 5\n");
}

TEST(functions_of_a_file_are_one_frame)
{
	struct query q;

	query_init(&q);
	q.granularity = GRAN_FILES;
	stacks_query_is(
		"a<f.c=1> 1\nb<f.c=9> 2\nc<f.c=1@/x/l.so> 4\n", &q, "f.c 7\n");
}

TEST(noinlines_keeps_the_outermost_line_that_is_left)
{
	struct query q;

	query_init(&q);
	q.noinlines = true;
	stacks_query_is("m;a+b+c;d 1\n", &q, "m;a;d 1\n");
	q.hide = STR("a");
	stacks_query_is("m;a+b+c;d 1\n", &q, "m;b;d 1\n");
}

TEST(recursion_folds_direct_calls_only)
{
	struct query q;

	query_init(&q);
	q.recursion = true;
	stacks_query_is(
		"m;f;f;f 1\nm;f;g;f 2\nm;f 4\n", &q, "m;f 5\nm;f;g;f 2\n");
}

TEST(an_inlined_and_a_real_call_are_two_nodes)
{
	struct query q;

	query_init(&q);
	stacks_query_is("a+b 1\na;b 2\n", &q, "a;b 2\na;b~ 1\n");
}

TEST(bad_patterns_name_their_option)
{
	check("A 1\n", FILTER(focus, "re("),
		"error: parsing focus regexp: error parsing regexp: missing "
		"closing ): `re(`\n");
	check("A 1\n", FILTER(taghide, "*"),
		"error: parsing taghide regexp: error parsing regexp: missing "
		"argument to repetition operator: `*`\n");
	check("A 1\n", FILTER(tagfocus, "a,["),
		"error: parsing tagfocus regexp: error parsing regexp: missing "
		"closing ]: `[`\n");
	check("A 1\n", FILTER(tagfocus, "99999999999999999999"),
		"error: tagfocus: number out of range: "
		"99999999999999999999\n");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
