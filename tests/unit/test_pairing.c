/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions of a base are which of the new side. */
#include "prelude.h"

#include "testing.h"

#include "base/strbuf.h"
#include "profile/builder.h"
#include "profile/pairing.h"
#include "profile/place.h"

/* ---- Profiles of a few words ---- */

/* "main;(anonymous) a.js:5|/src/a.js;..." line by line: stacks of functions,
   each with its file and the system's name behind bars. */
static struct profile *
stacks_of(const char *text)
{
	struct builder *b = builder_new(0);
	struct str rest = str_c(text);
	struct err err = ERR_INIT;
	struct profile *p;
	int64_t one = 1;

	builder_type(b, builder_string(b, STR("n")),
		builder_string(b, STR("count")));
	while (rest.n > 0) {
		struct str stack = str_cut(&rest, '\n');
		loc_id loc[16];
		size_t n = 16;

		while (stack.n > 0) {
			struct str word = str_cut(&stack, ';');
			struct builder_function f = {
				.name = builder_string(b, str_cut(&word, '|'))
			};
			struct builder_line line = { .line = 1 };
			struct builder_location l = {
				.map = NONE, .line = &line, .nlines = 1
			};

			f.file = builder_string(b, str_cut(&word, '|'));
			f.system = builder_string(b, word);
			line.func = builder_function(b, &f);
			loc[--n] = builder_location(b, &l);
		}
		assert_int_equal(0,
			builder_sample(
				b, builder_stack(b, loc + n, 16 - n), 0, &one));
	}
	p = builder_seal(b, &err);
	assert_non_null(p);
	return p;
}

/* The names of the base, in order, each followed by a blank line's worth of
   nothing: "a, b, c". */
static void
base_becomes(const char *base, const char *new, const char *want)
{
	struct profile *b = stacks_of(base);
	struct profile *n = stacks_of(new);
	struct profile *made = pairing_rename(b, n, NULL);
	struct strbuf out = STRBUF_INIT;

	assert_true(profile_check(made));
	for (func_id f = 0; f < made->func.n; f++) {
		strbuf_addstr(&out, f > 0 ? ", " : "");
		strbuf_add(&out, profile_str(made, made->func.name[f]));
	}
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
	profile_unref(b);
	profile_unref(n);
	profile_unref(made);
}

static void
stays(const char *base, const char *new)
{
	struct profile *b = stacks_of(base);
	struct profile *n = stacks_of(new);
	struct profile *made = pairing_rename(b, n, NULL);

	assert_ptr_equal(made, b);
	profile_unref(b);
	profile_unref(n);
	profile_unref(made);
}

/* ---- Lines ---- */

TEST(lines_of_names_move_with_an_edit_above)
{
	base_becomes("main;(anon) a.js:5;work;(anon) a.js:9",
		"main;(anon) a.js:8;work;(anon) a.js:12",
		"main, (anon) a.js:8, work, (anon) a.js:12");
	/* A line that was another function's before. */
	base_becomes("main;(anon) a.js:5;(anon) a.js:8",
		"main;(anon) a.js:8;(anon) a.js:11",
		"main, (anon) a.js:8, (anon) a.js:11");
	base_becomes("main;(anonymous:L#32:C#44);sum",
		"main;(anonymous:L#34:C#44);sum",
		"main, (anonymous:L#34:C#44), sum");
	base_becomes(
		"main;f (a.py:12)", "main;f (a.py:14)", "main, f (a.py:14)");
	base_becomes("f a.js:5:10", "f a.js:6:3", "f a.js:6:3");
}

TEST(callers_have_to_be_the_same)
{
	stays("a;(anon) x.js:5", "b;(anon) x.js:8");
	stays("(anon) x.js:5;(anon) x.js:6", "b;(anon) x.js:8");
	/* Copies of a function are that function. */
	base_becomes("a.isra.0;(anon) x.js:5", "a;(anon) x.js:8",
		"a, (anon) x.js:8");
}

TEST(siblings_are_the_same_by_the_order_of_their_lines)
{
	base_becomes("m;(anon) a.js:5\nm;(anon) a.js:20\nm;(anon) a.js:40",
		"m;(anon) a.js:43\nm;(anon) a.js:8\nm;(anon) a.js:23",
		"m, (anon) a.js:8, m, (anon) a.js:23, m, (anon) a.js:43");
	/* A new one between them has moved by another distance. */
	base_becomes("m;(anon) a.js:5\nm;(anon) a.js:20\nm;(anon) a.js:40",
		"m;(anon) a.js:8\nm;(anon) a.js:23\nm;(anon) a.js:30\n"
		"m;(anon) a.js:43",
		"m, (anon) a.js:8, m, (anon) a.js:23, m, (anon) a.js:43");
	/* Two texts for one place: the others keep their own partners. */
	base_becomes("m;(anon) a.js:5\nm;(anon) a.js:20\nm;(anon) a.js:40",
		"m;(anon) a.js:5\nm;(anon) a.js:5:0\nm;(anon) a.js:20\n"
		"m;(anon) a.js:40",
		"m, (anon) a.js:5, m, (anon) a.js:20, m, (anon) a.js:40");
	/* One is gone, and another must not be taken for it. */
	base_becomes("m;(anon) a.js:8\nm;(anon) a.js:11\nm;(anon) a.js:14",
		"m;(anon) a.js:11\nm;(anon) a.js:14",
		"m, (anon) a.js:8, m, (anon) a.js:11, m, (anon) a.js:14");
}

TEST(one_that_is_left_over_has_nobody_elses_name)
{
	base_becomes("m;(anon) a.js:5\nm;(anon) a.js:20\nk;(anon) a.js:25",
		"m;(anon) a.js:10\nm;(anon) a.js:25",
		"m, (anon) a.js:10, m, (anon) a.js:25, k, "
		"(anon) a.js:25 (base)");
}

TEST(between_functions_that_stayed_others_are_not_the_same)
{
	stays("m;(anon) a.js:5\nm;(anon) a.js:50\nm;(anon) a.js:20",
		"m;(anon) a.js:5\nm;(anon) a.js:50\nm;(anon) a.js:60");
	base_becomes("m;(anon) a.js:5\nm;(anon) a.js:50\nm;(anon) a.js:60",
		"m;(anon) a.js:5\nm;(anon) a.js:50\nm;(anon) a.js:65",
		"m, (anon) a.js:5, m, (anon) a.js:50, m, (anon) a.js:65");
}

TEST(files_tell_functions_apart)
{
	stays("m;(anon:L#5)|/a.js|", "m;(anon:L#8)|/b.js|");
	base_becomes("m;(anon:L#5)|/a.js|\nm;(anon:L#7)|/b.js|",
		"m;(anon:L#9)|/b.js|\nm;(anon:L#6)|/a.js|",
		"m, (anon:L#6), m, (anon:L#9)");
	/* The same file may be elsewhere. */
	base_becomes("m;(anon:L#5)|/old/a.js|", "m;(anon:L#8)|/new/a.js|",
		"m, (anon:L#8)");
	stays("m;(anon:L#5)|/x/a.js|\nm;(anon:L#5)|/y/a.js|",
		"m;(anon:L#5)|/x/a.js|\nm;(anon:L#5)|/y/a.js|");
}

TEST(a_name_that_is_alone_in_its_file_needs_no_caller)
{
	base_becomes("a;./app.js:handle:15|/app.js|handle",
		"b;./app.js:handle:17|/app.js|handle", "a, ./app.js:handle:17");
	base_becomes("a;./app.js:(anonymous:L#4:C#2):4|/app.js|"
		     "(anonymous:L#4:C#2)",
		"a;./app.js:(anonymous:L#6:C#2):6|/app.js|"
		"(anonymous:L#6:C#2)",
		"a, ./app.js:(anonymous:L#6:C#2):6");
	stays("a;x:(anon):4|/x|(anon)", "b;x:(anon):6|/x|(anon)");
}

/* ---- Copies ---- */

/* Of two methods of a name, one has its caller and the other is left. */
TEST(a_name_that_alone_is_left_needs_no_caller)
{
	base_becomes("m;f a.py:90;g;f a.py:30", "m;f a.py:95;f a.py:35",
		"m, f a.py:95, g, f a.py:35");
	/* What has no name of its own may be another one. */
	stays("m;g;(anon) a.py:30", "m;h;(anon) a.py:35");
}

TEST(copies_are_their_function_where_one_side_has_them)
{
	base_becomes("main;f;g.isra.0", "main;f.part.0.cold;g",
		"main, f.part.0.cold, g");
	base_becomes("main;f.constprop.0", "main;f.isra.0", "main, f.isra.0");
	/* Both have the function: the copy is new. */
	stays("main;f", "main;f;f.cold");
	stays("main;f;f.cold", "main;f.cold;f");
	stays("main;f", "main;g.isra.0");
}

/* ---- Places ---- */

static void
place_is(const char *name, const char *want, int64_t line, int64_t column)
{
	struct strbuf b = STRBUF_INIT;
	struct name_place place = { .line = 0 };

	if (place_cut(&b, str_c(name), STR_EMPTY, &place)) {
		assert_int_equal(place.line, line);
		assert_int_equal(place.column, column);
	} else {
		strbuf_addstr(&b, "none");
	}
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
}

TEST(places_in_names)
{
	place_is("(anonymous:L#32:C#44)", "(anonymous)", 32, 44);
	place_is("f:L#32", "f", 32, 0);
	place_is("(anonymous) a.js:7", "(anonymous) a.js", 7, 0);
	place_is("f a.js:7:9", "f a.js", 7, 9);
	place_is("f (a.py:7)", "f (a.py)", 7, 0);
	place_is("main", "none", 0, 0);
	place_is(":7", "none", 0, 0);
	place_is("a::7", "none", 0, 0);
	place_is("7", "none", 0, 0);
	place_is("", "none", 0, 0);
	place_is(")", "none", 0, 0);
	place_is("f:99999999999999999999", "none", 0, 0);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
