/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values, with jansson behind them: see jval.h. */
#include "config.h"

#include "read/jval.h"

#ifdef HAVE_JANSSON

#include <jansson.h>

#include "base/xalloc.h"

#endif

#include "read/jwalk.h"

#include "base/banned.h"

#ifdef HAVE_JANSSON

enum { TEXT_MAX = 2 << 20 };

static const json_t *
json_of(const struct jval *v)
{
	return (const json_t *)(const void *)v;
}

static const struct jval *
jval_of(const json_t *json)
{
	return (const struct jval *)(const void *)json;
}

/* The library's place is in the text it was given. */
static void
fail(struct jwalk *w, struct str text, const json_error_t *error)
{
	size_t at = 0, line = 1;

	if (json_error_code(error) == json_error_out_of_memory)
		die("out of memory (reading JSON)");
	while (at < text.n && line < (size_t)error->line)
		line += text.p[at++] == '\n';
	if (error->column > 0)
		at += (size_t)error->column - 1;
	(void)jwalk_fail(
		w, (size_t)(text.p - w->text.p) + at, "%s", error->text);
}

struct jval *
jval_read(struct jwalk *w)
{
	const size_t flags = JSON_DECODE_ANY | JSON_ALLOW_NUL;
	json_error_t error;
	json_t *json = NULL;
	struct str text;

	if (jwalk_span(w, &text) != 0)
		return NULL;
	if (text.n > TEXT_MAX) {
		(void)jwalk_fail(w, w->at - text.n,
			"a single value of %zu bytes, where %d are the most",
			text.n, TEXT_MAX);
		return NULL;
	}
	json = json_loadb(text.p, text.n, flags, &error);
	if (json == NULL &&
		json_error_code(&error) == json_error_numeric_overflow)
		json = json_loadb(text.p, text.n,
			flags | JSON_DECODE_INT_AS_REAL, &error);
	if (json == NULL)
		fail(w, text, &error);
	return (struct jval *)(void *)json;
}

void
jval_free(struct jval *v)
{
	json_decref((json_t *)(void *)v);
}

const struct jval *
jval_get(const struct jval *v, const char *name)
{
	return jval_of(json_object_get(json_of(v), name));
}

size_t
jval_count(const struct jval *v)
{
	return json_array_size(json_of(v));
}

const struct jval *
jval_at(const struct jval *v, size_t i)
{
	return jval_of(json_array_get(json_of(v), i));
}

bool
jval_text(const struct jval *v, struct str *out)
{
	const json_t *json = json_of(v);

	if (!json_is_string(json))
		return false;
	*out = str_from(json_string_value(json), json_string_length(json));
	return true;
}

bool
jval_number(const struct jval *v, double *out)
{
	const json_t *json = json_of(v);

	if (!json_is_number(json))
		return false;
	*out = json_number_value(json);
	return true;
}

bool
jval_int(const struct jval *v, int64_t *out)
{
	const json_t *json = json_of(v);
	double real;

	if (json_is_integer(json)) {
		*out = json_integer_value(json);
		return true;
	}
	if (!json_is_real(json))
		return false;
	real = json_real_value(json);
	if (!(real >= -9223372036854775808.0 && real < 9223372036854775808.0) ||
		(double)(int64_t)real < real || (double)(int64_t)real > real)
		return false;
	*out = (int64_t)real;
	return true;
}

#else

/* Nobody comes here: jwalk_start() has refused. */

struct jval *
jval_read(struct jwalk *w)
{
	(void)jwalk_fail(w, w->at, "there is no library that reads JSON");
	return NULL;
}

void
jval_free(struct jval *v)
{
	(void)v;
}

const struct jval *
jval_get(const struct jval *v, const char *name)
{
	(void)v;
	(void)name;
	return NULL;
}

size_t
jval_count(const struct jval *v)
{
	(void)v;
	return 0;
}

const struct jval *
jval_at(const struct jval *v, size_t i)
{
	(void)v;
	(void)i;
	return NULL;
}

bool
jval_text(const struct jval *v, struct str *out)
{
	(void)v;
	(void)out;
	return false;
}

bool
jval_number(const struct jval *v, double *out)
{
	(void)v;
	(void)out;
	return false;
}

bool
jval_int(const struct jval *v, int64_t *out)
{
	(void)v;
	(void)out;
	return false;
}

#endif

int
jval_read_number(struct jwalk *w, double *out)
{
	size_t at = w->at;
	struct jval *v = jval_read(w);
	bool is = jval_number(v, out);

	if (v == NULL)
		return -1;
	jval_free(v);
	return is ? 0 : jwalk_fail(w, at, "a number is expected here");
}
