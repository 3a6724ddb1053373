/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Label filters, label weights, and labels as frames. */
#include "prelude.h"

#include "analysis/label_sums.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "engine/labelunits.h"
#include "stacks.h"

static void
tagfocus(const char *profile, const char *filter, const char *want)
{
	struct query q;

	query_init(&q);
	q.tagfocus = str_c(filter);
	stacks_query_is(profile, &q, want);
}

TEST(a_pattern_looks_at_key_and_value)
{
	static const char two[] = "a 1 {tenant=acme}\nb 2 {tenant=bob}\n"
				  "c 4 {user=acme}\nd 8\n";

	tagfocus(two, "acme", "a 1\nc 4\n");
	tagfocus(two, "^tenant:a", "a 1\n");
	tagfocus(two, "=acme", "a 1\nc 4\n"); /* no key is no key */
}

TEST(without_a_key_all_patterns_must_match)
{
	static const char t[] = "a 1 {t=x}\nb 2 {t=y}\nc 4 {t=x u=y}\n";

	tagfocus(t, "x,y", "c 4\n");
	tagfocus(t, "t=x,y", "a 1\nb 2\nc 4\n");
	tagfocus(t, "t=:", ""); /* the value alone is matched */
	tagfocus(t, "t=", "a 1\nb 2\nc 4\n");
	tagfocus(t, "v=x", "");
}

TEST(ranges_compare_in_their_unit)
{
	static const char t[] = "a 1 {bytes=1024}\nb 2 {bytes=8192bytes}\n"
				"c 4 {bytes=8193}\nd 8 {n=5}\ne 16\n";

	/* n has no unit: 5 is 5 of anything */
	tagfocus(t, "1kb:8kb", "a 1\nb 2\nd 8\n");
	tagfocus(t, "bytes=8kb", "b 2\n");
	tagfocus(t, ":1kb", "a 1\n");
	tagfocus(t, "8193b:", "c 4\n");
	tagfocus(t, "5", "d 8\n");
	tagfocus(t, "5n", "d 8\n");
	tagfocus(t, "n=+5:", "d 8\n");
	tagfocus(t, "-5:5", "d 8\n");
	/* bare numbers never meet a key of bytes */
	tagfocus(t, "1024", "");
	/* two families are no range but a pattern, for texts only */
	tagfocus(t, "1kb:8ms", "");
}

TEST(further_filters_must_all_hold)
{
	static const char t[] = "a 1 {t=x u=p}\nb 2 {t=x u=q}\nc 4 {t=y u=p}\n";
	struct query q;

	query_init(&q);
	q.tagfocus = STR("t=x");
	q.more_tagfocus = STR("u=p");
	stacks_query_is(t, &q, "a 1\n");
	q.tagfocus = STR_EMPTY;
	q.more_tagfocus = STR("u=p\nt=y");
	stacks_query_is(t, &q, "c 4\n");
	q.more_tagfocus = STR_EMPTY;
	q.more_tagignore = STR("u=q\nt=y");
	stacks_query_is(t, &q, "a 1\n");
}

TEST(notes_tell_what_was_taken_for_a_range)
{
	struct profile *p = stacks_read("a 1 {bytes=1kb}\n");
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	const struct view *v;
	struct query q;

	query_init(&q);
	q.tagfocus = STR("bytes=1kb:8kb");
	v = view_compute(e, &q, NULL, &err);
	assert_int_equal(v->warnings.n, 1);
	assert_true(str_is(v->warnings.head->text,
		"tagfocus:Interpreted '1kb:8kb' as range, not regexp"));
	view_unref(v);
	engine_free(e);
	profile_unref(p);
}

TEST(the_first_unit_of_a_key_wins)
{
	struct profile *p = stacks_read("a 1 {s=1 request=1 k=x}\n"
					"b 1 {s=1ms z=1kb}\n"
					"c 1 {s=1us z=1mb}\nd 1 {s=1ns}\n");
	struct arena arena = ARENA_INIT;
	struct tag_units units;
	struct warnings warnings;

	warnings_init(&warnings, &arena);
	units = tag_units(p, &arena, &warnings);
	assert_int_equal(units.n, 3);
	for (size_t i = 0; i < units.n; i++) {
		struct str key = profile_str(p, units.key[i]);

		assert_true(str_is(units.unit[i],
			str_is(key, "s")           ? "ms"
				: str_is(key, "z") ? "kb"
						   : "bytes"));
	}
	assert_int_equal(warnings.n, 2);
	assert_true(str_is(warnings.head->text,
		"For tag s used unit ms, also encountered unit(s) ns, us"));
	assert_true(str_is(warnings.tail->text,
		"For tag z used unit kb, also encountered unit(s) mb"));
	arena_free(&arena);
	profile_unref(p);
}

TEST(root_and_leaf_frames_come_from_labels)
{
	static const char t[] = "m;a 1 {t=x u=p}\nm;b 2 {t=y}\nm;a 4\n";
	struct query q;

	query_init(&q);
	q.tagroot = STR("t");
	stacks_query_is(t, &q, "<unknown>;m;a 4\nx;m;a 1\ny;m;b 2\n");
	q.tagroot = STR("t,,u");
	stacks_query_is(t, &q,
		"<unknown>;<unknown>;m;a 4\nx;p;m;a 1\ny;<unknown>;m;b 2\n");
	q.tagroot = STR_EMPTY;
	q.tagleaf = STR("t,u");
	stacks_query_is(t, &q,
		"m;a;<unknown>;<unknown> 4\nm;a;x;p 1\nm;b;y;<unknown> 2\n");
	q.granularity = GRAN_FILES;
	q.tagleaf = STR("t");
	stacks_query_is("m<m.c> 1 {t=x}\n", &q, "m.c;t 1\n");
}

TEST(label_frames_take_part_in_filters)
{
	struct query q;

	query_init(&q);
	q.tagroot = STR("t");
	q.focus = STR("^x$");
	stacks_query_is("m;a 1 {t=x}\nm;b 2 {t=y}\n", &q, "x;m;a 1\n");
	q.focus = STR("^t$"); /* the key is the file */
	stacks_query_is("m;a 1 {t=x}\nm;b 2 {t=y}\n", &q, "x;m;a 1\ny;m;b 2\n");
}

TEST(label_frames_show_numbers_in_their_unit)
{
	struct query q;

	query_init(&q);
	q.tagroot = STR("n");
	stacks_query_is("m 1 {n=2048bytes n=x n=7}\n", &q, "x,2kB,7;m 1\n");
	stacks_query_is("m 1 {n=2048}\n", &q, "2048;m 1\n");
	q.unit = STR("b");
	stacks_query_is("m 1 {n=2048bytes}\n", &q, "2048B;m 1\n");
}

/* "key 7: value 4, value 3" a line. */
static void
check_tags(const char *profile, const struct query *q, const char *want)
{
	struct profile *p = stacks_read(profile);
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	struct tags *t = tags_new(e, q, NULL, &err);
	struct strbuf got = STRBUF_INIT;

	assert_non_null(t);
	for (size_t i = 0; i < t->n; i++) {
		strbuf_add(&got, t->key[i].key);
		strbuf_addf(&got, " %" PRId64 ":", t->key[i].weight);
		for (size_t k = 0; k < t->key[i].n; k++)
			strbuf_addf(&got, " %.*s=%" PRId64,
				STR_ARG(t->key[i].value[k].text),
				t->key[i].value[k].weight);
		strbuf_addch(&got, '\n');
	}
	strbuf_addf(&got, "of %" PRId64, t->total);
	assert_string_equal(strbuf_c(&got), want);
	strbuf_free(&got);
	tags_free(t);
	engine_free(e);
	profile_unref(p);
}

TEST(weights_of_labels_are_of_what_is_left)
{
	static const char t[] = "m;a 1 {t=x n=1kb}\nm;b 2 {t=y n=1024bytes}\n"
				"m;a 4 {t=x}\nm 8\nm;a 16 {t=x t=z}\n";
	struct query q;

	query_init(&q);
	check_tags(t, &q, "n 3: 1MB=2 1kB=1\nt 39: x=21 z=16 y=2\nof 31");
	q.focus = STR("^a$");
	check_tags(t, &q, "n 1: 1kB=1\nt 37: x=21 z=16\nof 31");
	q.tagignore = STR("z");
	q.taghide = STR("n");
	q.relative_percentages = true;
	check_tags(t, &q, "t 5: x=5\nof 5");
}

TEST(a_bad_pattern_gives_no_weights)
{
	struct profile *p = stacks_read("m 1\n");
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	struct query q;

	query_init(&q);
	q.tagshow = STR("(");
	assert_null(tags_new(e, &q, NULL, &err));
	assert_int_equal(err.code, ERR_USAGE);
	engine_free(e);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
