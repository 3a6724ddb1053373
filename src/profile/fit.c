/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values whose sums fit into 64 bits. */
#include "prelude.h"

#include "profile/fit.h"

#include <inttypes.h>

#include "base/num.h"

/* True if the magnitudes of a column add up to at most INT64_MAX. */
static bool
column_fits(const int64_t *value, size_t n)
{
	uint64_t bits = 0, sum = 0;

	/* No value exceeds `bits`. If n times `bits` fits, so does the sum. */
	for (size_t i = 0; i < n; i++)
		bits |= u64_abs(value[i]);
	if (n == 0 || bits <= (uint64_t)INT64_MAX / n)
		return true;
	for (size_t i = 0; i < n; i++) {
		sum += u64_abs(value[i]);
		/* Two numbers below 2^63 cannot wrap. */
		if (sum > INT64_MAX)
			return false;
	}
	return true;
}

/* True if the column fits once no magnitude is above `most`. */
static bool
fits_cut(const int64_t *value, size_t n, uint64_t most)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t v = u64_abs(value[i]);

		sum += v < most ? v : most;
		if (sum > INT64_MAX)
			return false;
	}
	return true;
}

/* Return the highest limit for magnitudes with which the column fits. */
static uint64_t
highest_limit(const int64_t *value, size_t n, const struct progress *progress)
{
	uint64_t low = 0, high = INT64_MAX;

	while (low < high && !progress_stopped(progress)) {
		uint64_t middle = low + (high - low + 1) / 2;

		if (fits_cut(value, n, middle))
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

struct profile *
fit_values(const struct profile *p, struct warnings *warnings,
	const struct progress *progress)
{
	struct profile *q = NULL;
	size_t n = p->sample.n;

	for (uint32_t t = 0; t < p->types.n; t++) {
		const int64_t *from = p->sample.value[t];
		int64_t most, *to;
		size_t cut = 0;

		if (column_fits(from, n))
			continue;
		most = (int64_t)highest_limit(from, n, progress);
		if (q == NULL) {
			q = profile_overlay(p);
			q->callgraph = NULL;
			q->sample.value =
				ARENA_ARRAY(&q->arena, int64_t *, p->types.n);
			memcpy(q->sample.value, p->sample.value,
				p->types.n * sizeof(*q->sample.value));
		}
		q->sample.value[t] = to = ARENA_ARRAY(&q->arena, int64_t, n);
		for (size_t i = 0; i < n; i++) {
			bool is_cut = from[i] > most || from[i] < -most;

			to[i] = !is_cut ? from[i] : from[i] > 0 ? most : -most;
			cut += is_cut;
		}
		warnings_add(warnings,
			"%.*s: the sum is beyond 64 bits, so values were "
			"clamped to %" PRId64 ": %zu",
			STR_ARG(profile_str(p, p->types.type[t])), most, cut);
	}
	return q != NULL ? q : profile_ref(p);
}

void
fit_warn(const struct profile *p, struct warnings *warnings)
{
	for (uint32_t t = 0; t < p->types.n; t++)
		if (!column_fits(p->sample.value[t], p->sample.n))
			warnings_add(warnings,
				"%.*s: the sum is beyond 64 bits and wraps "
				"around, as in pprof",
				STR_ARG(profile_str(p, p->types.type[t])));
}
