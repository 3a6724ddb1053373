/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Different functions of one name. */
#include "prelude.h"

#include "profile/apart.h"

#include "testing.h"

#include "base/compiler.h"
#include "stacks.h"

static struct profile *
placed(const char *stacks)
{
	struct profile *p = stacks_read(stacks);

	p->header.by_place = true;
	return p;
}

/* The names of all functions after the renaming, one a line. */
static void
names_are(const char *stacks, const char *other, const char *want)
{
	struct profile *p = placed(stacks);
	struct profile *o = other != NULL ? placed(other) : NULL;
	struct profile *q = apart_rename(p, o, NULL);
	struct strbuf text = STRBUF_INIT;

	for (func_id f = 0; f < q->func.n; f++)
		strbuf_add3(&text, "", profile_str(q, q->func.name[f]), "\n");
	assert_string_equal(strbuf_c(&text), want);
	assert_true(profile_check(q));
	strbuf_free(&text);
	profile_unref(q);
	profile_unref(p);
	if (o != NULL)
		profile_unref(o);
}

TEST(functions_of_one_name_get_their_places)
{
	names_are("main</s/a.py=1>;listcomp</s/a.py=3> 1\n"
		  "main</s/a.py=1>;listcomp</s/a.py=9> 1\n"
		  "main</s/a.py=1>;listcomp</s/b.py> 1\n",
		NULL,
		"main\nlistcomp a.py:3\nlistcomp a.py:9\n"
		"listcomp b.py\n");
	/* Lines of one function are one place. */
	names_are("main</s/a.py=1:4> 1\nmain</s/a.py=1:7> 1\n", NULL, "main\n");
	/* Without a file there is no place. */
	names_are("f 1\nf</s/a.py=2> 1\nf</s/b.py=2> 1\n", NULL,
		"f\nf a.py:2\nf b.py:2\n");
}

TEST(paths_are_as_long_as_they_need_to_be)
{
	names_are("module</l/json/__init__.py=1> 1\n"
		  "module</l/re/__init__.py=1> 1\n"
		  "module</l/x/re/__init__.py=1> 1\n"
		  "module</l/ast.py=1> 1\n",
		NULL,
		"module json/__init__.py:1\nmodule /l/re/__init__.py:1\n"
		"module x/re/__init__.py:1\nmodule ast.py:1\n");
	/* A whole path that is the end of another. */
	names_are("m<a.py=1> 1\nm</t/a.py=1> 1\n", NULL,
		"m a.py:1\nm /t/a.py:1\n");
}

TEST(places_in_names_are_enough)
{
	names_are("(anonymous) a.js:3</s/a.js=3> 1\n"
		  "(anonymous) a.js:3</t/a.js=3> 1\n",
		NULL, "(anonymous) a.js:3\n(anonymous) a.js:3\n");
}

TEST(both_sides_of_a_comparison_get_the_same_names)
{
	static const char two[] = "f</s/a.py=3> 1\nf</s/a.py=9> 1\n";

	names_are("f</s/a.py=5> 1\ng</s/a.py=1> 1\n", two, "f a.py:5\ng\n");
	/* A function that moved is not a second function. */
	names_are("f</s/a.py=5> 1\n", "f</s/a.py=3> 1\n", "f\n");
}

TEST(profiles_that_pprof_reads_keep_their_names)
{
	struct profile *p = stacks_read("f</s/a.go=3> 1\nf</s/b.go=9> 1\n");
	struct profile *q = apart_rename(p, NULL, NULL);

	assert_ptr_equal(p, q);
	profile_unref(q);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
