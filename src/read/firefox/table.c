/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the tables of a profile for the Firefox profiler. */
#include "prelude.h"

#include "read/firefox/firefox.h"

#include "base/decimal.h"

/* ---- Tables ---- */

void
ff_columns_free(struct ff_column *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		vec_free(&c[i].v);
}

bool
ff_to(struct ff *f, size_t where, char first)
{
	if (where == 0)
		return false;
	jwalk_to(&f->w, where);
	return jwalk_peek(&f->w) == first;
}

int
ff_array(struct ff *f, size_t where)
{
	return !ff_to(f, where, '[') ? 0 : jwalk_array(&f->w) != 0 ? -1 : 1;
}

/* Parse an address; FF_NULL if it is not a number, or negative. */
static int64_t
ff_address_of(struct str text)
{
	enum { MAX = 20 };
	struct str rest = text, digits = str_cut_digits(&rest);
	bool clipped = false;
	uint64_t sum = 0;
	int64_t n;

	if (digits.n == 0 || digits.n > MAX)
		return FF_NULL;
	if (rest.n > 0)
		return decimal_read(text, 0, &n, &clipped) && !clipped
			? n
			: FF_NULL;
	for (size_t i = 0; i < digits.n; i++) {
		uint64_t digit = (uint64_t)(digits.p[i] - '0');

		if (sum > (UINT64_MAX - digit) / 10)
			return FF_NULL;
		sum = sum * 10 + digit;
	}
	return (int64_t)sum;
}

/* Read the next value as a number. */
static int
ff_number(struct ff *f, enum ff_scale scale, int64_t *out)
{
	struct str text;
	int64_t n;

	*out = FF_NULL;
	if (jwalk_span(&f->w, &text) != 0)
		return -1;
	if (text.n > 1 && text.p[0] == '"')
		text = str_sub(text, 1, text.n - 1);
	if (scale == FF_ADDRESS)
		*out = ff_address_of(text);
	else if (decimal_read(text, (int)scale, &n, &f->clipped))
		*out = n > FF_NULL ? n : FF_NULL + 1;
	return 0;
}

static int
ff_read_column(
	struct ff *f, size_t where, enum ff_scale scale, struct ff_column *out)
{
	size_t n = 0;
	int64_t number;
	int more;

	more = ff_array(f, where);
	if (more <= 0)
		return more;
	while ((more = jwalk_next(&f->w, &n)) > 0) {
		if (ff_number(f, scale, &number) != 0)
			return -1;
		vec_push(&out->v, number);
		if (n % 65536 == 0 &&
			read_limit(f->job, (n * sizeof(number)), "columns need",
				f->w.err) != 0)
			return -1;
	}
	return more;
}

/* The position of a column in the rows of a raw table, and its scale. */
struct ff_place_of {
	size_t place; /* SIZE_MAX: no such column */
	enum ff_scale scale;
};

/* Read a row, and append the values at these positions to out[]. */
static int
ff_read_row(struct ff *f, const struct ff_place_of *of, size_t n,
	struct ff_column *out)
{
	size_t i = 0;
	int more;

	for (size_t k = 0; k < n; k++)
		if (of[k].place != SIZE_MAX)
			vec_push(&out[k].v, FF_NULL);
	if (jwalk_peek(&f->w) != '[')
		return jwalk_skip(&f->w);
	if (jwalk_array(&f->w) != 0)
		return -1;
	while ((more = jwalk_next(&f->w, &i)) > 0) {
		size_t at = f->w.at, end = 0;

		for (size_t k = 0; k < n; k++) {
			if (of[k].place != i - 1)
				continue;
			jwalk_to(&f->w, at);
			if (ff_number(f, of[k].scale,
				    &out[k].v.p[out[k].v.n - 1]) != 0)
				return -1;
			end = f->w.at;
		}
		if (end == 0 && jwalk_skip(&f->w) != 0)
			return -1;
	}
	return more;
}

static int
ff_read_rows(struct ff *f, size_t data, const struct ff_place_of *of, size_t n,
	struct ff_column *out)
{
	size_t rows = 0;
	int more;

	more = ff_array(f, data);
	if (more <= 0)
		return more;
	while ((more = jwalk_next(&f->w, &rows)) > 0) {
		if (ff_read_row(f, of, n, out) != 0)
			return -1;
		if (rows % 65536 == 0 &&
			read_limit(f->job, (rows * n * 8), "columns need",
				f->w.err) != 0)
			return -1;
	}
	return more;
}

int
ff_table(struct ff *f, size_t where, const char *const *name,
	const enum ff_scale *scale, size_t n, struct ff_column *out)
{
	static const char *const raw[] = { "schema", "data" };
	size_t at[FF_COLUMNS], form[2];
	struct ff_place_of of[FF_COLUMNS];
	bool is_raw;

	if (!ff_to(f, where, '{'))
		return 0;
	if (jwalk_members(&f->w, raw, 2, form) != 0)
		return -1;
	is_raw = ff_to(f, form[0], '{');
	jwalk_to(&f->w, is_raw ? form[0] : where);
	if (jwalk_members(&f->w, name, n, at) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		int64_t place = -1;

		of[i].scale = scale != NULL ? scale[i] : FF_WHOLE;
		if (!is_raw &&
			ff_read_column(f, at[i], of[i].scale, &out[i]) != 0)
			return -1;
		if (is_raw && ff_number_at(f, at[i], FF_WHOLE, &place) != 0)
			return -1;
		of[i].place = place >= 0 && place < INT32_MAX ? (size_t)place
							      : SIZE_MAX;
	}
	return is_raw ? ff_read_rows(f, form[1], of, n, out) : 0;
}

/* ---- Strings ---- */

int
ff_text(struct ff *f, size_t where, str_id *id)
{
	struct jval *v;
	struct str s;

	*id = 0;
	if (where == 0)
		return 0;
	jwalk_to(&f->w, where);
	if (jwalk_peek(&f->w) == '{' || jwalk_peek(&f->w) == '[')
		return 0;
	if (jwalk_peek(&f->w) != '"') {
		/* Keep a number as it is written. */
		if (jwalk_span(&f->w, &s) != 0)
			return -1;
		if (!str_is(s, "null"))
			*id = builder_string(f->b, s);
		return read_check(f->b, f->w.err);
	}
	v = jval_read(&f->w);
	if (v == NULL)
		return -1;
	if (jval_text(v, &s))
		*id = builder_string(f->b, s);
	jval_free(v);
	return read_check(f->b, f->w.err);
}

int
ff_strings(struct ff *f, struct ff_tables *t)
{
	size_t n = 0;
	str_id id;
	int more;

	t->strings = t;
	t->string.n = 0;
	more = ff_array(f, t->where[STRINGS]);
	if (more <= 0)
		return more;
	while ((more = jwalk_next(&f->w, &n)) > 0) {
		size_t at = f->w.at;

		if (ff_text(f, at, &id) != 0)
			return -1;
		vec_push(&t->string, id);
		if (f->w.at == at && jwalk_skip(&f->w) != 0)
			return -1;
	}
	return more;
}

str_id
ff_string(const struct ff_tables *t, int64_t i)
{
	return i >= 0 && (size_t)i < t->strings->string.n
		? t->strings->string.p[i]
		: 0;
}

int
ff_number_at(struct ff *f, size_t where, enum ff_scale scale, int64_t *out)
{
	int64_t n;

	if (where == 0)
		return 0;
	jwalk_to(&f->w, where);
	if (ff_number(f, scale, &n) != 0)
		return -1;
	if (n != FF_NULL)
		*out = n;
	return 0;
}
