/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks and evaluates the options of a load_spec. */
#include "prelude.h"

#include "load/load.h"

#include <unistd.h>

#include "base/num.h"
#include "input/source.h"
#include "profile/timetext.h"

size_t
load_default_limit(void)
{
	const size_t most = sizeof(size_t) > 4 ? (size_t)1 << 32 : SIZE_MAX / 2;
	size_t half = most;

#ifdef _SC_PHYS_PAGES
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	if (pages > 0 && size > 0)
		half = mul_size((size_t)pages, (size_t)size) / 2;
#endif
	return half < most ? half : most;
}

size_t
load_limit(const struct load_spec *spec)
{
	return spec->max_memory != 0 ? spec->max_memory : load_default_limit();
}

static size_t
count_stdin(const struct str *name, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += str_is(name[i], "-");
	return count;
}

void
load_take_program(struct load_spec *spec)
{
	if (spec->n_sources < 2 || !source_is_program(spec->source[0]))
		return;
	spec->program = spec->source[0];
	spec->source++;
	spec->weight += spec->weight != NULL;
	spec->n_sources--;
}

int64_t
load_interval(const struct load_spec *spec)
{
	struct err ignored = ERR_INIT;
	int64_t ms;

	return spec->interval.n > 0 &&
			instant_parse_duration(spec->interval, &ms, &ignored) ==
				0
		? ms
		: 0;
}

int
load_check(const struct load_spec *spec, struct err *err)
{
	enum { SHORTEST_MS = 1000, MS = 24 * 3600 * 1000 };
	int64_t interval = load_interval(spec);

	if (spec->n_bases > 0 && spec->n_diff_bases > 0)
		return err_set(err, ERR_USAGE,
			"-base and -diff_base flags cannot both be specified");
	if (spec->n_sources == 0)
		return err_set(err, ERR_USAGE, "no profile source specified");
	if (spec->base_range.n > 0 && spec->n_bases + spec->n_diff_bases > 0)
		return err_set(err, ERR_USAGE,
			"base_range cannot be used together with another base");
	if (spec->interval.n > 0 && (interval < SHORTEST_MS || interval > MS))
		return err_set(err, ERR_USAGE,
			"interval: \"%.*s\" is not a duration from 1s to 24h",
			STR_ARG(spec->interval));
	if (count_stdin(spec->source, spec->n_sources) +
			count_stdin(spec->base, spec->n_bases) +
			count_stdin(spec->diff_base, spec->n_diff_bases) >
		1)
		return err_set(err, ERR_USAGE,
			"standard input (-) can be read only once");
	return 0;
}
