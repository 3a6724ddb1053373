/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walking over JSON: see jwalk.h. */
#include "config.h"

#include "read/jwalk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/progress.h"
#include "read/read.h"

#include "base/banned.h"

enum { LOOK_EVERY = 4 << 20 }; /* bytes between two looks at the user */

void
jwalk_init(struct jwalk *w, struct str text, struct err *err)
{
	*w = (struct jwalk){ .text = text, .err = err };
	/* Editors of some systems put it there. */
	if (str_starts(text, STR("\xef\xbb\xbf")))
		w->at = 3;
}

int
jwalk_start(struct jwalk *w, struct read_job *job, struct err *err)
{
	jwalk_init(w, job->bytes, err);
	w->job = job;
#ifndef HAVE_JANSSON
	return err_set(err, ERR_FORMAT,
		"this format is JSON, and this flametop was built without "
		"libjansson, which reads it");
#else
	return 0;
#endif
}

int
jwalk_place(const struct jwalk *w, size_t at)
{
	size_t line = 1, column = 1;
	struct err what = *w->err;

	for (size_t i = 0; i < at && i < w->text.n; i++) {
		column = w->text.p[i] == '\n' ? 1 : column + 1;
		line += w->text.p[i] == '\n';
	}
	return err_set(w->err, what.code, "%s (line %zu, column %zu)", what.msg,
		line, column);
}

int
jwalk_fail(const struct jwalk *w, size_t at, const char *fmt, ...)
{
	va_list ap;

	w->err->code = ERR_FORMAT;
	va_start(ap, fmt);
	(void)vsnprintf(w->err->msg, sizeof(w->err->msg), fmt, ap);
	va_end(ap);
	return jwalk_place(w, at);
}

static int
fail_cut(const struct jwalk *w)
{
	return jwalk_fail(w, w->text.n, "the text ends too early, is it cut?");
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

char
jwalk_peek(struct jwalk *w)
{
	while (w->at < w->text.n && is_blank(w->text.p[w->at]))
		w->at++;
	return w->at < w->text.n ? w->text.p[w->at] : '\0';
}

/* Progress, and whether to stop. */
static int
look(struct jwalk *w)
{
	w->looked = w->at;
	if (w->job == NULL)
		return 0;
	if (progress_stopped(w->job->progress))
		return err_set(w->err, ERR_CANCELLED, "cancelled");
	progress_done(w->job->progress, w->at);
	return 0;
}

static int
expect(struct jwalk *w, char c, const char *what)
{
	char next = jwalk_peek(w);

	if (next == c) {
		w->at++;
		return 0;
	}
	if (w->at >= w->text.n)
		return fail_cut(w);
	return jwalk_fail(w, w->at, "%s is expected here", what);
}

int
jwalk_object(struct jwalk *w)
{
	return expect(w, '{', "an object, {...},");
}

int
jwalk_array(struct jwalk *w)
{
	return expect(w, '[', "an array, [...],");
}

/* Over a string, from behind its first quote. */
static int
skip_string(struct jwalk *w)
{
	size_t n = w->text.n, at = w->at;

	while (at < n && w->text.p[at] != '"') {
		const char *quote = memchr(w->text.p + at, '"', n - at);
		size_t to = quote != NULL ? (size_t)(quote - w->text.p) : n;
		const char *slash = memchr(w->text.p + at, '\\', to - at);

		at = slash != NULL ? (size_t)(slash - w->text.p) + 2 : to;
	}
	if (at >= n)
		return fail_cut(w);
	w->at = at + 1;
	return 0;
}

int
jwalk_next(struct jwalk *w, size_t *n)
{
	char c = jwalk_peek(w);

	if (w->at - w->looked >= LOOK_EVERY && look(w) != 0)
		return -1;
	if (c == ']') {
		w->at++;
		return 0;
	}
	if (*n > 0 && expect(w, ',', "a comma or ]") != 0)
		return -1;
	++*n;
	return jwalk_peek(w) == '\0' && w->at >= w->text.n ? fail_cut(w) : 1;
}

int
jwalk_key(struct jwalk *w, size_t *n, struct str *key)
{
	char c = jwalk_peek(w);
	size_t from;

	if (c == '}') {
		w->at++;
		return 0;
	}
	if (*n > 0 && expect(w, ',', "a comma or }") != 0)
		return -1;
	if (expect(w, '"', "a name in quotes") != 0)
		return -1;
	from = w->at;
	if (skip_string(w) != 0)
		return -1;
	*key = str_sub(w->text, from, w->at - 1);
	++*n;
	if (expect(w, ':', "a colon") != 0)
		return -1;
	return jwalk_peek(w) == '\0' && w->at >= w->text.n ? fail_cut(w) : 1;
}

/* A number or a word: up to what cannot be in one. */
static int
skip_scalar(struct jwalk *w)
{
	size_t from = w->at;

	while (w->at < w->text.n && !is_blank(w->text.p[w->at]) &&
		memchr(",:]}[{\"", w->text.p[w->at], 7) == NULL)
		w->at++;
	return w->at > from ? 0 : jwalk_fail(w, from, "a value is expected");
}

int
jwalk_skip(struct jwalk *w)
{
	size_t depth = 0;

	do {
		char c = jwalk_peek(w);

		if (w->at >= w->text.n)
			return fail_cut(w);
		if (w->at - w->looked >= LOOK_EVERY && look(w) != 0)
			return -1;
		if (c == '{' || c == '[') {
			depth++;
			w->at++;
		} else if (depth > 0 && (c == '}' || c == ']')) {
			depth--;
			w->at++;
		} else if (depth > 0 && (c == ',' || c == ':')) {
			w->at++;
		} else if (c == '"') {
			w->at++;
			if (skip_string(w) != 0)
				return -1;
		} else if (skip_scalar(w) != 0) {
			return -1;
		}
	} while (depth > 0);
	return 0;
}

int
jwalk_span(struct jwalk *w, struct str *span)
{
	size_t from;

	(void)jwalk_peek(w);
	from = w->at;
	if (jwalk_skip(w) != 0)
		return -1;
	*span = str_sub(w->text, from, w->at);
	return 0;
}

int
jwalk_members(struct jwalk *w, const char *const *name, size_t n, size_t *where)
{
	struct str key;
	size_t count = 0;
	int more;

	for (size_t i = 0; i < n; i++)
		where[i] = 0;
	if (jwalk_object(w) != 0)
		return -1;
	while ((more = jwalk_key(w, &count, &key)) > 0) {
		for (size_t i = 0; i < n; i++)
			if (str_is(key, name[i]))
				where[i] = w->at;
		if (jwalk_skip(w) != 0)
			return -1;
	}
	return more;
}

void
jwalk_to(struct jwalk *w, size_t where)
{
	w->at = w->looked = where;
}

int
jwalk_end(struct jwalk *w)
{
	(void)jwalk_peek(w);
	if (w->at < w->text.n)
		return jwalk_fail(w, w->at, "something follows the end");
	return 0;
}
