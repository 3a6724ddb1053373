/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callgrind's events: see callevents.h. */
#include "config.h"

#include "read/callevents.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/xalloc.h"

#include "base/banned.h"

enum { L1M, LLM, BM, CEST };

static const char *const derived_name[CALL_DERIVED] = { "L1m", "LLm", "Bm",
	"CEst" };

static const struct {
	int derived;
	const char *event;
	int64_t weight;
} terms[] = {
	{ L1M, "I1mr", 1 },
	{ L1M, "D1mr", 1 },
	{ L1M, "D1mw", 1 },
	{ LLM, "ILmr", 1 },
	{ LLM, "DLmr", 1 },
	{ LLM, "DLmw", 1 },
	{ BM, "Bcm", 1 },
	{ BM, "Bim", 1 },
	{ CEST, "Ir", 1 },
	{ CEST, "Bcm", 10 },
	{ CEST, "Bim", 10 },
	{ CEST, "I1mr", 10 },
	{ CEST, "D1mr", 10 },
	{ CEST, "D1mw", 10 },
	{ CEST, "ILmr", 100 },
	{ CEST, "DLmr", 100 },
	{ CEST, "DLmw", 100 },
};

/* What the name says of the unit. The others are counts. */
static const struct {
	const char *event, *unit;
	int64_t factor;
} units[] = {
	{ "sysTime", "nanoseconds", 1 },
	{ "sysCpuTime", "nanoseconds", 1 },
	{ "Time_(10ns)", "nanoseconds", 10 },
	{ "Memory_(bytes)", "bytes", 1 },
	{ "bytes", "bytes", 1 },
};

int
call_events_set(struct call_events *e, struct builder *b, struct str value)
{
	str_id name[CALL_EVENTS_MAX];
	uint32_t n = 0;

	while (value.n > 0) {
		struct str word = str_trim(str_cut(&value, ' '));

		if (word.n == 0)
			continue;
		if (n == CALL_EVENTS_MAX)
			return -1;
		name[n] = builder_string(b, word);
		if (name[n++] == NONE)
			return -1;
	}
	if (n == 0)
		return -1;
	if (e->n > 0) {
		for (uint32_t i = 0; i < n && i < e->n; i++)
			if (name[i] != e->name[i])
				return 1;
		return n != e->n;
	}
	e->n = n;
	e->name = xcalloc(n, sizeof(*e->name));
	for (uint32_t i = 0; i < n; i++)
		e->name[i] = name[i];
	return 0;
}

void
call_events_fini(struct call_events *e)
{
	free(e->name);
	free(e->factor);
	free(e->value);
	for (int i = 0; i < CALL_DERIVED; i++)
		free(e->weight[i]);
	*e = (struct call_events){ .n = 0 };
}

static void
find_derived(struct call_events *e, const struct builder *b)
{
	for (size_t t = 0; t < COUNT_OF(terms); t++)
		for (uint32_t i = 0; i < e->n; i++) {
			int64_t **weight = &e->weight[terms[t].derived];

			if (!str_is(builder_str(b, e->name[i]), terms[t].event))
				continue;
			if (*weight == NULL)
				*weight = xcalloc(e->n, sizeof(**weight));
			(*weight)[i] = terms[t].weight;
		}
	/* Without caches it would be the instructions once more. */
	if (e->weight[L1M] == NULL || e->weight[LLM] == NULL) {
		free(e->weight[CEST]);
		e->weight[CEST] = NULL;
	}
}

void
call_events_types(struct call_events *e, struct builder *b)
{
	str_id count = builder_string(b, STR("count"));

	e->factor = xcalloc(e->n, sizeof(*e->factor));
	e->value = xcalloc((size_t)e->n + CALL_DERIVED, sizeof(*e->value));
	find_derived(e, b);
	for (uint32_t i = 0; i < e->n; i++) {
		str_id unit = count;

		e->factor[i] = 1;
		for (size_t u = 0; u < COUNT_OF(units); u++)
			if (str_is(builder_str(b, e->name[i]),
				    units[u].event)) {
				unit = builder_string(b, str_c(units[u].unit));
				e->factor[i] = units[u].factor;
			}
		builder_type(b, e->name[i], unit);
	}
	builder_header(b)->default_type = e->name[0];
	for (int d = 0; d < CALL_DERIVED; d++) {
		str_id type = builder_string(b, str_c(derived_name[d]));

		if (e->weight[d] == NULL)
			continue;
		builder_type(b, type, count);
		if (d == CEST)
			builder_header(b)->default_type = type;
	}
}

/* a * b + c, at most what fits; none is below 0. */
static int64_t
mul_add(int64_t a, int64_t b, int64_t c)
{
	int64_t r;

	if (__builtin_mul_overflow(a, b, &r) ||
		__builtin_add_overflow(r, c, &r))
		return INT64_MAX;
	return r;
}

int
call_events_sample(struct call_events *e, struct builder *b, node_id leaf,
	const int64_t *cost)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < e->n; i++)
		e->value[n++] = mul_add(cost[i], e->factor[i], 0);
	for (int d = 0; d < CALL_DERIVED; d++) {
		int64_t sum = 0;

		if (e->weight[d] == NULL)
			continue;
		for (uint32_t i = 0; i < e->n; i++)
			if (e->weight[d][i] != 0)
				sum = mul_add(cost[i], e->weight[d][i], sum);
		e->value[n++] = sum;
	}
	return builder_sample(b, leaf, 0, e->value);
}
