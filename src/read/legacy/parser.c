/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that the parsers of old profiles share: samples, lines, numbers. */
#include "prelude.h"

#include "read/legacy/legacy.h"

#include <assert.h>
#include <math.h>

#include "base/num.h"

enum { LINE_MAX_BYTES = 64 * 1024 }; /* limit of pprof's scanner */

void
legacy_type(struct legacy *l, struct str type, struct str unit)
{
	assert(l->n_types < LEGACY_TYPES);
	l->type[l->n_types] = type;
	l->unit[l->n_types++] = unit;
}

void
legacy_period(
	struct legacy *l, struct str type, struct str unit, int64_t period)
{
	l->period_type = type;
	l->period_unit = unit;
	l->period = period;
}

struct legacy_sample *
legacy_begin(struct legacy *l)
{
	struct legacy_sample s = { .first = l->addr.n };

	vec_push(&l->sample, s);
	return &l->sample.p[l->sample.n - 1];
}

void
legacy_addr(struct legacy *l, uint64_t address)
{
	vec_push(&l->addr, address);
	l->sample.p[l->sample.n - 1].n++;
}

void
legacy_remove(struct legacy *l, struct legacy_sample *s, size_t i)
{
	uint64_t *p = l->addr.p + s->first;

	assert(i < s->n);
	memmove(p + i, p + i + 1, (s->n - i - 1) * sizeof(*p));
	s->n--;
}

void
legacy_drop_doubled_leaves(struct legacy *l)
{
	for (size_t i = 0; i < l->sample.n; i++) {
		struct legacy_sample *s = &l->sample.p[i];
		const uint64_t *p = l->addr.p + s->first;

		if (s->n > 1 && p[0] == p[1] + 1)
			legacy_remove(l, s, 1);
	}
}

bool
legacy_next(struct legacy_lines *in)
{
	struct str line;

	if (in->rest.n == 0 || in->too_long ||
		(in->builder != NULL &&
			!builder_goes_on(in->builder, in->number))) {
		in->line = STR_EMPTY;
		return false;
	}
	line = str_cut(&in->rest, '\n');
	in->number++;
	if (line.n >= LINE_MAX_BYTES) {
		in->too_long = true;
		in->line = STR_EMPTY;
		return false;
	}
	if (line.n > 0 && line.p[line.n - 1] == '\r')
		line.n--;
	in->line = line;
	return true;
}

int
legacy_ended(const struct legacy_lines *in, int result, struct err *err)
{
	return in->too_long
		? err_set(err, ERR_FORMAT,
			  "line %zu: token too long (over 64 KiB)", in->number)
		: result;
}

bool
legacy_hex(struct str digits, uint64_t *out)
{
	uint64_t v = 0;

	for (size_t i = 0; i < digits.n; i++) {
		if (v >> 60 != 0)
			return false;
		v = v << 4 | (uint64_t)ascii_hex(digits.p[i]);
	}
	*out = v;
	return true;
}

void
legacy_skip_blanks(struct str *s)
{
	while (s->n > 0 && s->p[0] == ' ')
		*s = str_skip(*s, 1);
}

bool
legacy_go_number(struct str s, int64_t *out)
{
	uint64_t v = 0, base = 10;
	bool negative = false;

	if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+')) {
		negative = s.p[0] == '-';
		s = str_skip(s, 1);
	}
	if (s.n > 2 && s.p[0] == '0' && (s.p[1] | 0x20) == 'x') {
		base = 16;
		s = str_skip(s, 2);
	} else if (s.n > 1 && s.p[0] == '0') {
		base = 8;
		s = str_skip(s, 1);
	}
	if (s.n == 0)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		int d = ascii_hex(s.p[i]);

		if (d < 0 || (uint64_t)d >= base ||
			v > (INT64_MAX - (uint64_t)d) / base)
			return false;
		v = v * base + (uint64_t)d;
	}
	*out = negative ? -(int64_t)v : (int64_t)v;
	return true;
}

int
legacy_addresses(
	struct legacy *l, struct str text, size_t adjust_from, struct err *err)
{
	const struct legacy_sample *s = &l->sample.p[l->sample.n - 1];
	ptrdiff_t at = -1;

	while ((at = str_find(text, STR("0x"), (size_t)(at + 1))) >= 0) {
		struct str rest = str_skip(text, (size_t)at + 2);
		struct str digits = legacy_run(&rest, legacy_is_low_hex);
		uint64_t v;

		if (!legacy_hex(digits, &v))
			return err_set(err, ERR_FORMAT,
				"malformed sample: failed to parse as hex "
				"64-bit number: %.*s",
				STR_ARG(str_skip(text, (size_t)at)));
		if (digits.n == 0)
			continue;
		legacy_addr(l, l->addr.n - s->first >= adjust_from ? v - 1 : v);
		s = &l->sample.p[l->sample.n - 1];
		at += (ptrdiff_t)digits.n + 1;
	}
	return 0;
}

void
legacy_unsample(int64_t *count, int64_t *size, int64_t rate)
{
	double scale;

	if (*count == 0 || *size == 0) {
		*count = *size = 0;
		return;
	}
	if (rate <= 1)
		return;
	scale = 1 / (1 - exp(-((double)*size / (double)*count) / (double)rate));
	*count = i64_trunc((double)*count * scale);
	*size = i64_trunc((double)*size * scale);
}

int
legacy_malformed(struct err *err, const struct legacy_lines *in)
{
	return err_set(err, ERR_FORMAT, "malformed profile format (line %zu)",
		in->number);
}

bool
legacy_is_blank_or_comment(struct str line)
{
	line = str_trim(line);
	return line.n == 0 || line.p[0] == '#';
}

bool
legacy_is_map_sentinel(struct str line)
{
	return str_find(line, STR("--- Memory map: ---"), 0) >= 0 ||
		str_find(line, STR("MAPPED_LIBRARIES:"), 0) >= 0;
}

bool
legacy_is_jemalloc_talk(struct str line)
{
	return str_starts(str_trim(line), STR("<jemalloc>:"));
}
