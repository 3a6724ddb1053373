/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of a profile for the Firefox profiler: see firefox.h. */
#include "config.h"

#include "read/firefox.h"

#include <stdlib.h>
#include <string.h>

#include "base/banned.h"

/* ---- Tables ---- */

void
ff_columns_free(struct ff_column *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		vec_free(&c[i].v);
}

/* The next value as a number. */
static int
ff_number(struct jwalk *w, double *out)
{
	char text[48], c = jwalk_peek(w);
	struct str s;

	*out = (double)NAN;
	if (jwalk_span(w, &s) != 0)
		return -1;
	if (c != '-' && (c < '0' || c > '9'))
		return 0;
	if (s.n < sizeof(text)) {
		memcpy(text, s.p, s.n);
		text[s.n] = '\0';
		*out = strtod(text, NULL);
	}
	return 0;
}

static int
ff_limit(struct ff *f, size_t held)
{
	return read_limit(f->job, held, "columns need", f->w.err);
}

static int
ff_read_column(struct ff *f, size_t where, struct ff_column *out)
{
	size_t n = 0;
	double d;
	int more;

	if (where == 0)
		return 0;
	jwalk_to(&f->w, where);
	if (jwalk_peek(&f->w) != '[') /* null */
		return 0;
	if (jwalk_array(&f->w) != 0)
		return -1;
	while ((more = jwalk_next(&f->w, &n)) > 0) {
		if (ff_number(&f->w, &d) != 0)
			return -1;
		vec_push(&out->v, d);
		if (n % 65536 == 0 && ff_limit(f, n * sizeof(d)) != 0)
			return -1;
	}
	return more;
}

/* Rows of a raw table: the values at these places of each go to out[]. */
static int
ff_read_rows(struct ff *f, size_t data, const size_t *place, size_t n,
	struct ff_column *out)
{
	size_t rows = 0;
	int more, inner;

	if (data == 0)
		return 0;
	if (jwalk_array_at(&f->w, data) != 0)
		return -1;
	while ((more = jwalk_next(&f->w, &rows)) > 0) {
		size_t i = 0;
		double d;

		for (size_t k = 0; k < n; k++)
			if (place[k] != SIZE_MAX)
				vec_push(&out[k].v, (double)NAN);
		if (jwalk_array(&f->w) != 0)
			return -1;
		while ((inner = jwalk_next(&f->w, &i)) > 0) {
			if (ff_number(&f->w, &d) != 0)
				return -1;
			for (size_t k = 0; k < n; k++)
				if (place[k] == i - 1)
					out[k].v.p[rows - 1] = d;
		}
		if (inner != 0)
			return -1;
		if (rows % 65536 == 0 && ff_limit(f, rows * n * 8) != 0)
			return -1;
	}
	return more;
}

int
ff_table(struct ff *f, size_t where, const char *const *name, size_t n,
	struct ff_column *out)
{
	static const char *const raw[] = { "schema", "data" };
	size_t at[FF_COLUMNS], form[2], place[FF_COLUMNS];
	double d;

	if (where == 0)
		return 0;
	jwalk_to(&f->w, where);
	if (jwalk_peek(&f->w) != '{')
		return 0;
	if (jwalk_members(&f->w, raw, 2, form) != 0)
		return -1;
	jwalk_to(&f->w, form[0] != 0 ? form[0] : where);
	if (jwalk_members(&f->w, name, n, at) != 0)
		return -1;
	for (size_t i = 0; form[0] == 0 && i < n; i++)
		if (ff_read_column(f, at[i], &out[i]) != 0)
			return -1;
	if (form[0] == 0)
		return 0;
	for (size_t i = 0; i < n; i++) {
		place[i] = SIZE_MAX;
		if (at[i] == 0)
			continue;
		jwalk_to(&f->w, at[i]);
		if (ff_number(&f->w, &d) != 0)
			return -1;
		if (d >= 0 && d < INT32_MAX)
			place[i] = (size_t)d;
	}
	return ff_read_rows(f, form[1], place, n, out);
}

/* ---- Texts ---- */

/* The text at a place; 0: there is none, or it is no text. */
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
		/* A number, as it is written. */
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

	t->string.n = 0;
	if (t->where[STRINGS] == 0)
		return 0;
	if (jwalk_array_at(&f->w, t->where[STRINGS]) != 0)
		return -1;
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
	return i >= 0 && (size_t)i < t->string.n ? t->string.p[i] : 0;
}

int
ff_real(struct ff *f, size_t where, double *out)
{
	if (where == 0)
		return 0;
	jwalk_to(&f->w, where);
	return ff_number(&f->w, out);
}
