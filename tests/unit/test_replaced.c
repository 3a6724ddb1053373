/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function of a diff replaced which, and when nothing is said. */
#include "prelude.h"

#include "engine/replaced.h"

#include "testing.h"

#include "engine/view.h"
#include "stacks.h"
#include "util_view.h"

/* Read samples, whose changes have verdicts. */
static struct profile *
read_samples(const char *folded)
{
	struct strbuf text = STRBUF_INIT;
	struct profile *p;

	strbuf_addf(&text, "types samples/count\n%s", folded);
	p = stacks_read(strbuf_c(&text));
	strbuf_free(&text);
	return p;
}

static const struct view *
diff_of(const char *base, const char *new)
{
	struct profile *p =
		diff_of_profiles(read_samples(new), read_samples(base));
	struct err err = ERR_INIT;
	struct engine *e = engine_new(p);
	const struct view *v;
	struct query q;

	query_init(&q);
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	engine_free(e);
	profile_unref(p);
	return v;
}

/* Check all replacements, as "gone added base new caller; ...". */
static void
replaces(const char *base, const char *new, const char *want)
{
	const struct view *v = diff_of(base, new);
	struct strbuf text = STRBUF_INIT;

	for (uint32_t i = 0; i < v->replaced->n; i++) {
		const struct replaced *r = &v->replaced->row[i];
		const struct frame *f = v->frames->frame;

		strbuf_addf(&text, "%.*s %.*s %jd %jd %.*s;",
			STR_ARG(f[r->gone].text), STR_ARG(f[r->added].text),
			(intmax_t)r->sides.base, (intmax_t)r->sides.new,
			STR_ARG(r->caller != NONE ? f[r->caller].text
						  : STR("root")));
	}
	assert_string_equal(strbuf_c(&text), want);
	strbuf_free(&text);
	view_unref(v);
}

TEST(a_new_callee_in_the_place_of_a_gone_one_replaced_it)
{
	replaces("main;read;decode 500\nmain;read;header 40\n",
		"main;read;decodeSync 200\nmain;read;header 41\n",
		"decode decodeSync 500 200 read;");
	/* below the root */
	replaces("old 500\nmain 40\n", "new 600\nmain 41\n",
		"old new 500 600 root;");
	/* a few samples of others belong to the rest */
	replaces("main;read;decode 500\nmain;read;a 2\n",
		"main;read;decodeSync 200\nmain;read;b 1\n",
		"decode decodeSync 500 200 read;");
}

TEST(callers_of_the_same_two_are_one_replacement)
{
	replaces("main;a;decode 500\nmain;b;decode 300\nmain;a 9\nmain;b 9\n",
		"main;a;decodeSync 200\nmain;b;decodeSync 280\n"
		"main;a 9\nmain;b 9\n",
		"decode decodeSync 800 480 a;");
}

TEST(the_largest_replacement_comes_first)
{
	replaces("main;a;f 100\nmain;b;g 300\nmain;a 9\nmain;b 9\n",
		"main;a;F 200\nmain;b;G 80\nmain;a 9\nmain;b 9\n",
		"g G 300 80 b;f F 100 200 a;");
}

TEST(recursion_counts_each_sample_once)
{
	replaces("main;r;r;decode 500\nmain;r;decode 100\nmain;r;own 9\n",
		"main;r;r;own 9\nmain;r;sync 300\nmain;r;own 9\n", "");
	replaces("main;r;decode;r;decode 500\nmain;r;own 9\n",
		"main;r;sync;r;sync 300\nmain;r;own 9\n",
		"decode sync 500 300 r;");
}

TEST(nothing_replaced_anything)
{
	/* two are new */
	replaces("m;f;old 500\nm;f 9\n", "m;f;a 200\nm;f;b 300\nm;f 9\n", "");
	/* the rest of the caller changed */
	replaces("m;f;old 500\nm;f;x 50\n", "m;f;a 200\nm;f;x 350\n", "");
	/* it is still called */
	replaces("m;f;old 500\n", "m;f;old 100\nm;f;a 300\n", "");
	/* other callers */
	replaces(
		"m;f;old 500\nm;g 9\nm;f 9\n", "m;g;a 300\nm;g 9\nm;f 9\n", "");
	/* too few samples to tell */
	replaces(
		"m;f;old 2\nm;g 500\nm;f 9\n", "m;f;a 3\nm;g 500\nm;f 9\n", "");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
