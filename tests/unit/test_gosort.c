/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting weights as pprof does, where +5 and -5 have no order. */
#include "prelude.h"

#include "base/sort.h"

#include "testing.h"

struct item {
	int weight;
	char name;
};

static int
by_rule(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->weight == y->weight)
		return (x->name > y->name) - (x->name < y->name);
	return abs(y->weight) - abs(x->weight);
}

static int
by_total(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (abs(x->weight) != abs(y->weight))
		return abs(y->weight) - abs(x->weight);
	return (x->name > y->name) - (x->name < y->name);
}

/* Names in, names out; capitals weigh -5, small letters 5, digits 9. */
static void
sorts(const char *in, const char *want)
{
	struct item item[32];
	char out[33];
	size_t n = 0;

	for (; in[n] != '\0'; n++) {
		item[n].name = in[n];
		item[n].weight = in[n] <= '9' ? 9 : in[n] <= 'Z' ? -5 : 5;
	}
	assert_true(gosort(item, n, sizeof(*item), by_rule, by_total, NULL));
	for (size_t i = 0; i < n; i++)
		out[i] = item[i].name;
	out[n] = '\0';
	assert_string_equal(out, want);
}

TEST(equal_weights_are_sorted_by_name)
{
	sorts("", "");
	sorts("a", "a");
	sorts("cba", "abc");
	sorts("c2a1b", "12abc");
}

TEST(weights_that_differ_in_their_sign_stay_in_their_order)
{
	sorts("bA", "bA");
	sorts("Ab", "Ab");
	sorts("A1b", "1Ab");
	/* a stops at A, which it may not pass; so c is before a */
	sorts("cAa", "cAa");
	sorts("cbA", "bcA");
	sorts("BbAa", "BbAa");
}

TEST(more_than_twelve_are_sorted_by_a_rule_that_is_one)
{
	sorts("nMlKjIhGfEdC", "nMlKjIhGfEdC");
	sorts("nMlKjIhGfEdCb", "CEGIKMbdfhjln");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
