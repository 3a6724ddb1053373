/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries as data: defaults. */
#include "prelude.h"

#include "engine/query.h"

#include "testing.h"

TEST(defaults_are_those_of_pprof)
{
	struct query q;

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
	assert_false(query_drops_samples(&q));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
