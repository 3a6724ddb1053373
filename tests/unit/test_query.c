/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries as data: defaults, comparison. */
#include "config.h"

#include "engine/query.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/compiler.h"

#include "base/banned.h"

static void
defaults_are_those_of_pprof(void **state)
{
	struct query q;

	(void)state;
	query_init(&q);
	assert_true(str_is(q.unit, "minimum"));
	assert_int_equal(q.nodecount, -1);
	assert_true(q.nodefraction > 0.0049 && q.nodefraction < 0.0051);
	assert_true(q.edgefraction > 0.0009 && q.edgefraction < 0.0011);
	assert_true(q.divide_by > 0.99 && q.divide_by < 1.01);
	assert_true(q.trim);
	assert_false(q.compact_labels);
	assert_int_equal(q.granularity, GRAN_FUNCTIONS);
	assert_int_equal(q.sort, SORT_FLAT);
	assert_false(query_has_filters(&q));
}

static void
equal_queries_may_have_their_texts_in_different_places(void **state)
{
	struct query a, b;
	char text[] = "main";

	(void)state;
	query_init(&a);
	query_init(&b);
	assert_true(query_equal(&a, &b));
	a.focus = STR("main");
	b.focus = str_c(text);
	assert_true(query_equal(&a, &b));
	text[0] = 'M';
	assert_false(query_equal(&a, &b));
}

static void
every_text_field_makes_a_difference(void **state)
{
	static const size_t fields[] = {
		offsetof(struct query, focus),
		offsetof(struct query, ignore),
		offsetof(struct query, hide),
		offsetof(struct query, show),
		offsetof(struct query, show_from),
		offsetof(struct query, prune_from),
		offsetof(struct query, tagfocus),
		offsetof(struct query, tagignore),
		offsetof(struct query, tagshow),
		offsetof(struct query, taghide),
		offsetof(struct query, more_tagfocus),
		offsetof(struct query, more_tagignore),
		offsetof(struct query, tagroot),
		offsetof(struct query, tagleaf),
		offsetof(struct query, trim_path),
		offsetof(struct query, source_path),
		offsetof(struct query, sample_index),
		offsetof(struct query, beside),
		offsetof(struct query, unit),
		offsetof(struct query, pivot),
		offsetof(struct query, search),
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(fields); i++) {
		struct query a, b;

		query_init(&a);
		query_init(&b);
		*(struct str *)(void *)((char *)&b + fields[i]) = STR("x");
		assert_false(query_equal(&a, &b));
	}
}

static void
every_other_field_makes_a_difference(void **state)
{
	struct query a, b;

	(void)state;
	query_init(&a);
#define DIFFERS(field, value) \
	do { \
		query_init(&b); \
		b.field = (value); \
		assert_false(query_equal(&a, &b)); \
	} while (0)
	DIFFERS(granularity, GRAN_LINES);
	DIFFERS(noinlines, true);
	DIFFERS(showcolumns, true);
	DIFFERS(recursion, true);
	DIFFERS(mean, true);
	DIFFERS(divide_by, 2.0);
	DIFFERS(relative_percentages, true);
	DIFFERS(drop_negative, true);
	DIFFERS(normalize, true);
	DIFFERS(call_tree, true);
	DIFFERS(compact_labels, true);
	DIFFERS(nodecount, 1);
	DIFFERS(nodefraction, 0.0);
	DIFFERS(edgefraction, 0.0);
	DIFFERS(trim, false);
	DIFFERS(sort, SORT_CUM);
	DIFFERS(direction, DIR_CALLERS);
#undef DIFFERS
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_those_of_pprof),
		cmocka_unit_test(
			equal_queries_may_have_their_texts_in_different_places),
		cmocka_unit_test(every_text_field_makes_a_difference),
		cmocka_unit_test(every_other_field_makes_a_difference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
