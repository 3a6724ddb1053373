/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drop_frames, keep_frames, and simplified names. */
#include "prelude.h"

#include "engine/prune.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "stacks.h"

static void
check(const char *text, const char *drop, const char *keep, const char *want)
{
	struct strbuf whole = STRBUF_INIT, got = STRBUF_INIT;
	struct profile *p, *pruned;
	struct err err = ERR_INIT;
	struct query q;

	strbuf_addf(&whole, "drop %s\n", drop);
	if (*keep != '\0')
		strbuf_addf(&whole, "keep %s\n", keep);
	strbuf_addstr(&whole, text);
	p = stacks_read(strbuf_c(&whole));
	pruned = prune_profile(p, &err);
	assert_non_null(pruned);
	assert_true(profile_check(pruned));
	query_init(&q);
	stacks_query(&got, pruned, &q);
	assert_string_equal(strbuf_c(&got), want);
	assert_int_equal(pruned->sample.n, p->sample.n);
	assert_int_equal(pruned->labels.n, p->labels.n);
	strbuf_free(&got);
	strbuf_free(&whole);
	profile_unref(pruned);
	profile_unref(p);
}

TEST(frames_go_from_the_outermost_match_on)
{
	check("main;make;new;malloc;sys 1 {k=v}\nmain 2\n", "new|malloc", "",
		"main 2\nmain;make 1\n");
	check("main;x;new;y;new 1\n", "new", "", "main;x 1\n");
}

TEST(leading_matches_are_protected)
{
	check("new;malloc 1\nnew;main;new;x 2\n", "new|malloc", "",
		"new;main 2\nnew;malloc 1\n");
}

TEST(an_inlined_match_cuts_its_location)
{
	check("main;a+new+b;c 1\n", "new", "", "main;a 1\n");
	/* the cut is in the location, also where it protects nothing */
	check("a+new+b;c 1\n", "new", "", "a;c 1\n");
	/* the outermost line matches: all of it goes */
	check("main;new+a;c 1\n", "new", "", "main 1\n");
}

TEST(keep_frames_makes_exceptions)
{
	check("main;runtime.panic;runtime.x 1\n", "runtime\\..*",
		"runtime\\.panic", "main;runtime.panic 1\n");
}

TEST(patterns_match_whole_simplified_names)
{
	check("main;renew;new(int);x 1\n", "new", "", "main;renew 1\n");
	check("main;.new;x 1\n", "new", "", "main 1\n");
}

TEST(bad_patterns_drop_nothing)
{
	struct err err = ERR_INIT;
	struct profile *p, *same;

	check("main;new 1\n", "new(", "", "main;new 1\n");
	check("main;new 1\n", "new", "(", "main;new 1\n");
	p = stacks_read("drop other\nmain;new 1\n");
	same = prune_profile(p, &err);
	assert_ptr_equal(p, same);
	profile_unref(same);
	profile_unref(p);
}

TEST(names_lose_dots_and_arguments)
{
	static const char *const rows[][2] = {
		{ "foo(int)", "foo" },
		{ ".foo", "foo" },
		{ "(anonymous namespace)::f(int)", "(anonymous namespace)::f" },
		{ "A::operator()(int)", "A::operator()" },
		{ "main.(*T).M", "main." },
		{ "(x)", "" },
		{ "", "" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_true(str_is(simple_name(str_c(rows[i][0])), rows[i][1]));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
