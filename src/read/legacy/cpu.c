/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads binary CPU profiles of gperftools and its Java agent: words of 32 or 64
 * bits in either byte order.
 *
 *     0 3 0 PERIOD_us 0      header; third word 1 for Java
 *     COUNT N ADDRESS*N      a sample, leaf first
 *     0 1 0                  end of data; text follows
 */
#include "prelude.h"

#include "read/legacy/legacy.h"

struct cpu_words {
	struct str rest;
	size_t size; /* word size, 4 or 8 bytes */
	bool big;    /* most significant byte first */
};

/* Take the next word. False if fewer bytes are left; these are dropped. */
static bool
cut_word(struct cpu_words *w, uint64_t *out)
{
	uint64_t v = 0;

	if (w->rest.n < w->size) {
		w->rest = STR_EMPTY;
		return false;
	}
	for (size_t i = 0; i < w->size; i++) {
		size_t at = w->big ? i : w->size - 1 - i;

		v = v << 8 | (unsigned char)w->rest.p[at];
	}
	w->rest = str_skip(w->rest, w->size);
	*out = v;
	return true;
}

/* True if w begins with a header, in words of its size and order. */
static bool
is_header(struct cpu_words *w, bool *java, uint64_t *period_us)
{
	uint64_t v[5];

	for (size_t i = 0; i < 5; i++)
		if (!cut_word(w, &v[i]))
			return false;
	*java = v[2] == 1;
	*period_us = v[3];
	return v[0] == 0 && v[1] == 3 && v[2] <= 1 && v[3] > 0 && v[4] == 0;
}

static int
cpu_samples_of(struct legacy *l, struct cpu_words *w, bool adjust)
{
	while (w->rest.n > 0) {
		struct legacy_sample *s;
		uint64_t count, n, address = 0;

		if (!cut_word(w, &count) || !cut_word(w, &n) ||
			n > w->rest.n / 4)
			return LEGACY_UNKNOWN;
		if (!builder_goes_on(l->builder, l->sample.n))
			return LEGACY_OK;
		s = legacy_begin(l);
		for (uint64_t i = 0; i < n; i++) {
			if (!cut_word(w, &address))
				return LEGACY_UNKNOWN;
			legacy_addr(l, adjust && i > 0 ? address - 1 : address);
		}
		if (count == 0 && n == 1 && address == 0) {
			l->sample.n--;
			return LEGACY_OK;
		}
		s->value[0] = (int64_t)count;
		s->value[1] = (int64_t)(count * (uint64_t)l->period);
	}
	l->endless = true;
	return LEGACY_OK;
}

int
legacy_cpu(struct legacy *l, struct str text, struct err *err)
{
	static const struct cpu_words kinds[] = { { .size = 4 },
		{ .size = 4, .big = true }, { .size = 8 },
		{ .size = 8, .big = true } };
	struct cpu_words w;
	bool java = false, known = false;
	uint64_t period_us = 0;
	size_t least;
	uint64_t address = 0;

	for (size_t i = 0; i < COUNT_OF(kinds) && !known; i++) {
		w = kinds[i];
		w.rest = text;
		known = is_header(&w, &java, &period_us);
	}
	if (!known)
		return LEGACY_UNKNOWN;
	legacy_type(l, STR("samples"), STR("count"));
	legacy_type(l, STR("cpu"), STR("nanoseconds"));
	legacy_period(
		l, STR("cpu"), STR("nanoseconds"), (int64_t)(period_us * 1000));
	if (cpu_samples_of(l, &w, !java) != LEGACY_OK)
		return LEGACY_UNKNOWN;
	if (builder_err(l->builder) != NULL)
		return LEGACY_OK;
	if (java)
		return legacy_java_symbols(l, w.rest, err);
	/* A frame that is second on nearly every stack was pushed by the signal
	   handler. There may be two of them. */
	least = l->sample.n - l->sample.n / 32;
	for (int round = 0; round < 2; round++) {
		struct map64 seen = MAP64_INIT;
		bool found = false;

		/* Find the address that is second on `least` stacks or more. */
		for (size_t i = 0; i < l->sample.n && !found; i++) {
			const struct legacy_sample *s = &l->sample.p[i];
			uint32_t *count;

			if (s->n < 2)
				continue;
			address = l->addr.p[s->first + 1];
			count = map64_at(&seen, address);
			*count = *count == NONE ? 1 : *count + 1;
			found = *count >= least;
		}
		map64_free(&seen);
		if (!found)
			break;
		for (size_t i = 0; i < l->sample.n; i++) {
			struct legacy_sample *s = &l->sample.p[i];

			if (s->n > 1 && l->addr.p[s->first + 1] == address)
				legacy_remove(l, s, 1);
		}
	}
	legacy_maps(l,
		&(struct legacy_lines){ .rest = w.rest, .builder = l->builder },
		false);
	legacy_drop_doubled_leaves(l);
	return LEGACY_OK;
}
