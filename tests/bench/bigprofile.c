/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bigprofile: writes a large pprof profile to standard output, as a fleet of
 * Go servers might leave it, or one that is extreme in one way; the same
 * arguments give the same bytes.
 *
 *     bigprofile fleet|scatter|fleet4 [-samples=N] [-stacks=N]
 *         [-functions=N] [-depth=N] [-seed=N]
 *     bigprofile deep|wide|types|labels|name [-times=N] [-seed=N]
 *
 *              samples    different stacks   depth          inflated
 *     fleet    1,000,000            100,000  35, up to 400     90 MB
 *     scatter  1,000,000          1,000,000  28, up to 400    105 MB
 *     fleet4   4,000,000            400,000  35, up to 400    360 MB
 *
 * How the first three are made is in grown.h, the others are in extreme.h.
 */
#include "prelude.h"

#include "base/compiler.h"
#include "base/str.h"
#include "bench/extreme.h"
#include "bench/grown.h"

struct options {
	struct grown_options grown;
	int64_t times;
};

static const struct {
	const char *name;
	struct grown_options grown;
} shapes[] = {
	{ "fleet", { 1000000, 100000, 20000, 36, 1, 70, 20 } },
	{ "scatter", { 1000000, 1000000, 80000, 29, 1, 40, 30 } },
	{ "fleet4", { 4000000, 400000, 20000, 36, 1, 70, 20 } },
};

static bool
parse_option(struct options *o, struct str arg)
{
	const struct {
		const char *name;
		int64_t *value;
		int64_t min, max;
	} table[] = {
		{ "-samples=", &o->grown.samples, 0, 1000000000 },
		{ "-stacks=", &o->grown.stacks, 1, 10000000 },
		{ "-functions=", &o->grown.functions, 10, 1000000 },
		{ "-depth=", &o->grown.depth, 8, 200 },
		{ "-seed=", &o->grown.seed, 0, INT64_MAX },
		{ "-times=", &o->times, 1, 100 },
	};

	for (size_t i = 0; i < COUNT_OF(table); i++) {
		struct str name = str_c(table[i].name);

		if (str_starts(arg, name))
			return str_to_i64(
				       str_skip(arg, name.n), table[i].value) &&
				*table[i].value >= table[i].min &&
				*table[i].value <= table[i].max;
	}
	return false;
}

/* 0, 1 for an unknown shape, -1 when writing failed. */
static int
write_shape(struct str shape, const struct options *o)
{
	for (size_t i = 0; i < COUNT_OF(shapes); i++)
		if (str_is(shape, shapes[i].name))
			return grown_write(&o->grown);
	return extreme_write(
		shape, (uint32_t)o->times, (uint64_t)o->grown.seed);
}

int
main(int argc, char **argv)
{
	struct options o = { .grown = shapes[0].grown, .times = 1 };
	struct str shape = argc > 1 ? str_c(argv[1]) : STR("nothing");
	int rc;

	for (size_t i = 0; i < COUNT_OF(shapes); i++)
		if (str_is(shape, shapes[i].name))
			o.grown = shapes[i].grown;
	for (int i = 2; i < argc; i++) {
		if (!parse_option(&o, str_c(argv[i]))) {
			fprintf(stderr, "bigprofile: wrong: %s\n", argv[i]);
			return 2;
		}
	}
	rc = write_shape(shape, &o);
	if (rc > 0)
		fprintf(stderr, "bigprofile: no shape %s\n",
			argc > 1 ? argv[1] : "given");
	else if (rc < 0)
		perror("bigprofile");
	return rc == 0 ? 0 : rc < 0 ? 1 : 2;
}
