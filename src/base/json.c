/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and writing JSON, with jansson for values. */
#include "prelude.h"

#include "base/json.h"

#include <inttypes.h>
#include <stdarg.h>

#ifdef HAVE_JANSSON
#include <jansson.h>
#endif

#include "base/ascii.h"
#include "base/decimal.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum {
	LOOK_EVERY = 256 << 10, /* bytes between progress checks */
	TEXT_MAX = 2 << 20,     /* longest text of a value, in bytes */
};

/* ---- The walk ---- */

void
jwalk_init(struct jwalk *w, struct str text, struct err *err)
{
	*w = (struct jwalk){ .text = text, .err = err };
	/* Skip the byte order mark that some editors write. */
	if (str_starts(text, STR("\xef\xbb\xbf")))
		w->at = 3;
}

int
jwalk_start(struct jwalk *w, struct str text, struct progress *progress,
	struct err *err)
{
	jwalk_init(w, text, err);
	w->progress = progress;
#ifndef HAVE_JANSSON
	return err_set(err, ERR_FORMAT,
		"this file is JSON, but flametop was built without libjansson");
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
	if (w->line_first)
		return err_set(w->err, what.code, "%zu: %s", line, what.msg);
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
jwalk_fail_cut(const struct jwalk *w)
{
	return jwalk_fail(
		w, w->text.n, "unexpected end of text, is the file truncated?");
}

static bool
json_is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

char
jwalk_peek(struct jwalk *w)
{
	while (w->at < w->text.n && json_is_blank(w->text.p[w->at]))
		w->at++;
	return w->at < w->text.n ? w->text.p[w->at] : '\0';
}

/* Report progress and check whether to stop. */
static int
jwalk_look(struct jwalk *w)
{
	w->looked = w->at;
	if (progress_stopped(w->progress))
		return err_set(w->err, ERR_CANCELLED, "cancelled");
	progress_done(w->progress, w->at);
	return 0;
}

static int
jwalk_expect(struct jwalk *w, char c, const char *what)
{
	char next = jwalk_peek(w);

	if (next == c) {
		w->at++;
		return 0;
	}
	if (w->at >= w->text.n)
		return jwalk_fail_cut(w);
	return jwalk_fail(w, w->at, "expected %s", what);
}

int
jwalk_object(struct jwalk *w)
{
	return jwalk_expect(w, '{', "an object, {...}");
}

int
jwalk_array(struct jwalk *w)
{
	return jwalk_expect(w, '[', "an array, [...]");
}

int
jwalk_array_at(struct jwalk *w, size_t where)
{
	jwalk_to(w, where);
	return jwalk_array(w);
}

/* Skip a string; w->at is after its opening quote. A quote that is far away is
   searched for once, not again after each escape before it. */
static int
jwalk_skip_string(struct jwalk *w)
{
	enum { NEAR = 16 }; /* bytes that are not worth a call */
	const char *p = w->text.p, *found;
	size_t n = w->text.n, at = w->at, end;
	size_t quote = 0; /* there is none between `at` and it */

	while (at < n) {
		end = n - at < NEAR ? n : at + NEAR;
		while (at < end && p[at] != '"' && p[at] != '\\')
			at++;
		if (at == n)
			break;
		if (p[at] == '"') {
			w->at = at + 1;
			return 0;
		}
		if (p[at] == '\\') {
			at += 2;
		} else {
			if (quote <= at) {
				end = n - at < LOOK_EVERY ? n : at + LOOK_EVERY;
				found = memchr(p + at, '"', end - at);
				quote = found != NULL ? (size_t)(found - p)
						      : end;
			}
			found = memchr(p + at, '\\', quote - at);
			at = found != NULL ? (size_t)(found - p) : quote;
		}
		if (at - w->looked >= LOOK_EVERY) {
			w->at = at;
			if (jwalk_look(w) != 0)
				return -1;
		}
	}
	return jwalk_fail_cut(w);
}

int
jwalk_next(struct jwalk *w, size_t *n)
{
	char c = jwalk_peek(w);

	if (w->at - w->looked >= LOOK_EVERY && jwalk_look(w) != 0)
		return -1;
	if (c == ']') {
		w->at++;
		return 0;
	}
	if (*n > 0 && jwalk_expect(w, ',', "a comma or ]") != 0)
		return -1;
	++*n;
	return jwalk_peek(w) == '\0' && w->at >= w->text.n ? jwalk_fail_cut(w)
							   : 1;
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
	if (*n > 0 && jwalk_expect(w, ',', "a comma or }") != 0)
		return -1;
	if (jwalk_expect(w, '"', "a name in quotes") != 0)
		return -1;
	from = w->at;
	if (jwalk_skip_string(w) != 0)
		return -1;
	*key = str_sub(w->text, from, w->at - 1);
	++*n;
	if (jwalk_expect(w, ':', "a colon") != 0)
		return -1;
	return jwalk_peek(w) == '\0' && w->at >= w->text.n ? jwalk_fail_cut(w)
							   : 1;
}

int
jwalk_skip(struct jwalk *w)
{
	size_t depth = 0;

	do {
		char c = jwalk_peek(w);
		size_t from = w->at;

		if (w->at >= w->text.n)
			return jwalk_fail_cut(w);
		if (w->at - w->looked >= LOOK_EVERY && jwalk_look(w) != 0)
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
			if (jwalk_skip_string(w) != 0)
				return -1;
		} else {
			/* Skip a number, true, false or null. */
			while (w->at < w->text.n &&
				!json_is_blank(w->text.p[w->at]) &&
				memchr(",:]}[{\"", w->text.p[w->at], 7) == NULL)
				w->at++;
			if (w->at == from)
				return jwalk_fail(w, from, "expected a value");
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
jwalk_decimal(struct jwalk *w, int scale, int64_t *out, bool *clipped)
{
	struct str text;

	if (jwalk_span(w, &text) != 0)
		return -1;
	if (text.n > 1 && text.p[0] == '"')
		text = str_sub(text, 1, text.n - 1);
	return decimal_read(text, scale, out, clipped);
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
		return jwalk_fail(w, w->at, "trailing data after the end");
	return 0;
}

/* ---- Values ---- */

#ifndef HAVE_JANSSON

/* Stubs for a build without jansson: reading any value fails. */
typedef struct json json_t;
typedef struct {
	int line, column;
	const char *text;
} json_error_t;

enum { JSON_DECODE_ANY, JSON_ALLOW_NUL };
enum { json_error_out_of_memory, json_error };

static json_t *
json_loadb(const char *p, size_t n, size_t flags, json_error_t *error)
{
	(void)p;
	(void)n;
	(void)flags;
	*error = (json_error_t){
		.text = "flametop was built without libjansson"
	};
	return NULL;
}

#define JSON_ENCODE_ANY 0
#define json_error_code(error) ((void)(error), json_error)
#define json_decref(json) ((void)(json))
#define json_dumps(json, flags) ((void)(json), (char *)NULL)
#define json_object_get(json, name) ((void)(json), (void)(name), (json_t *)NULL)
#define json_array_get(json, i) ((void)(json), (void)(i), (json_t *)NULL)
#define json_array_size(json) ((void)(json), (size_t)0)
#define json_is_string(json) ((void)(json), false)
#define json_string_value(json) ""
#define json_string_length(json) ((size_t)0)
#define json_is_integer(json) ((void)(json), false)
#define json_integer_value(json) 0

#endif

static const json_t *
json_of(const struct jval *v)
{
	return (const json_t *)(const void *)v;
}

/* jansson reads numbers as doubles or 64-bit integers. Numbers that may not fit
   are passed to it as marked strings, to keep all digits. */
#define NUMBER_MARK "\0#"
#define NUMBER_ESCAPED "\\u0000#"

enum { SHORT_WHOLE = 18 /* digits that always fit into 64 bits */ };

/* Return the length of the JSON number at the start of s, or 0. */
static size_t
json_number_length(struct str s, bool *is_short)
{
	struct str rest = str_skip(s, s.n > 0 && s.p[0] == '-');
	struct str digits = str_cut_digits(&rest);

	if (digits.n == 0 || (digits.n > 1 && digits.p[0] == '0'))
		return 0;
	*is_short = digits.n <= SHORT_WHOLE;
	if (rest.n > 0 && rest.p[0] == '.') {
		*is_short = false;
		rest = str_skip(rest, 1);
		if (str_cut_digits(&rest).n == 0)
			return 0;
	}
	if (rest.n > 0 && ascii_lower(rest.p[0]) == 'e') {
		*is_short = false;
		rest = str_skip(rest, 1);
		if (rest.n > 0 && (rest.p[0] == '-' || rest.p[0] == '+'))
			rest = str_skip(rest, 1);
		if (str_cut_digits(&rest).n == 0)
			return 0;
	}
	return s.n - rest.n;
}

/* Get the digits of a marked number; false for any other value. */
static bool
marked_number(const json_t *json, struct str *out)
{
	if (!json_is_string(json))
		return false;
	*out = str_from(json_string_value(json), json_string_length(json));
	if (!str_starts(*out, STR(NUMBER_MARK)))
		return false;
	*out = str_skip(*out, sizeof(NUMBER_MARK) - 1);
	return true;
}

struct jval *
jval_read(struct jwalk *w)
{
	const size_t flags = JSON_DECODE_ANY | JSON_ALLOW_NUL;
	struct strbuf marked = STRBUF_INIT;
	json_error_t error;
	json_t *json = NULL;
	struct str text, given;
	size_t copied = 0;

	if (jwalk_span(w, &text) != 0)
		return NULL;
	if (text.n > TEXT_MAX) {
		(void)jwalk_fail(w, w->at - text.n,
			"a single value of %zu bytes; the limit is %d", text.n,
			TEXT_MAX);
		return NULL;
	}
	/* Copy the value with its long numbers marked; copy nothing if it has
	   none. */
	for (size_t at = 0; at < text.n;) {
		struct str rest = str_skip(text, at);
		bool is_short = true;
		size_t n = 1;

		if (rest.p[0] == '"') {
			size_t length_at = 1;

			/* Find the string's length, including its quotes. */
			while (length_at < rest.n && rest.p[length_at] != '"')
				length_at += rest.p[length_at] == '\\' ? 2 : 1;
			n = length_at < rest.n ? length_at + 1 : rest.n;
		} else if (rest.p[0] == '-' || ascii_is_digit(rest.p[0]))
			n = json_number_length(rest, &is_short);
		if (!is_short && n > 0) {
			strbuf_add(&marked, str_sub(text, copied, at));
			strbuf_addf(&marked, "\"" NUMBER_ESCAPED "%.*s\"",
				STR_ARG(str_sub(rest, 0, n)));
			copied = at + n;
		}
		at += n > 0 ? n : 1;
	}
	if (copied > 0)
		strbuf_add(&marked, str_skip(text, copied));
	given = marked.n > 0 ? strbuf_str(&marked) : text;
	json = json_loadb(given.p, given.n, flags, &error);
	/* Parse the original text, for error positions in it. */
	if (json == NULL && marked.n > 0)
		json = json_loadb(text.p, text.n, flags, &error);
	if (json == NULL) {
		size_t at = 0, line = 1;

		/* Convert jansson's line and column to an offset. */
		if (json_error_code(&error) == json_error_out_of_memory)
			die("out of memory (reading JSON)");
		while (at < text.n && line < (size_t)error.line)
			line += text.p[at++] == '\n';
		if (error.column > 0)
			at += (size_t)error.column - 1;
		(void)jwalk_fail(
			w, (size_t)(text.p - w->text.p) + at, "%s", error.text);
	}
	strbuf_free(&marked);
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
	const json_t *json = json_object_get(json_of(v), name);

	return (const struct jval *)(const void *)json;
}

size_t
jval_count(const struct jval *v)
{
	return json_array_size(json_of(v));
}

const struct jval *
jval_at(const struct jval *v, size_t i)
{
	const json_t *json = json_array_get(json_of(v), i);

	return (const struct jval *)(const void *)json;
}

bool
jval_text(const struct jval *v, struct str *out)
{
	const json_t *json = json_of(v);
	struct str digits;

	if (!json_is_string(json) || marked_number(json, &digits))
		return false;
	*out = str_from(json_string_value(json), json_string_length(json));
	return true;
}

bool
jval_decimal(const struct jval *v, int scale, int64_t *out, bool *clipped)
{
	const json_t *json = json_of(v);
	struct str digits;
	char whole[32];

	if (json_is_integer(json)) {
		(void)snprintf(whole, sizeof(whole), "%" PRId64,
			(int64_t)json_integer_value(json));
		return decimal_read(str_c(whole), scale, out, clipped);
	}
	return (marked_number(json, &digits) || jval_text(v, &digits)) &&
		decimal_read(digits, scale, out, clipped);
}

bool
jval_number(const struct jval *v, double *out)
{
	const json_t *json = json_of(v);
	struct str digits;

	if (marked_number(json, &digits))
		return decimal_double(digits, out);
	if (!json_is_integer(json))
		return false;
	*out = (double)json_integer_value(json);
	return true;
}

bool
jval_int(const struct jval *v, int64_t *out)
{
	const json_t *json = json_of(v);
	bool clipped = false;
	struct str digits;
	double real;
	int64_t whole;

	if (json_is_integer(json)) {
		*out = json_integer_value(json);
		return true;
	}
	if (!marked_number(json, &digits) || !decimal_double(digits, &real) ||
		!decimal_read(digits, 0, &whole, &clipped) || clipped ||
		(double)whole < real || (double)whole > real)
		return false;
	*out = whole;
	return true;
}

void
jval_print(const struct jval *v, struct strbuf *out)
{
	char *text = json_dumps(json_of(v), JSON_ENCODE_ANY);
	struct str rest = str_c(text != NULL ? text : "null");
	ptrdiff_t at;

	/* Print marked numbers without mark and quotes. */
	while ((at = str_find(rest, STR("\"" NUMBER_ESCAPED), 0)) >= 0) {
		strbuf_add(out, str_sub(rest, 0, (size_t)at));
		rest = str_skip(rest, (size_t)at + sizeof(NUMBER_ESCAPED));
		strbuf_add(out, str_cut(&rest, '"'));
	}
	strbuf_add(out, rest);
	free(text);
}

/* ---- Text written ---- */

static bool
is_escaped(uint32_t c, enum json_style style)
{
	if (c < ' ' || c == UTF8_BAD)
		return true;
	if (style == JSON_GO)
		return c == '<' || c == '>' || c == '&' || c == 0x2028 ||
			c == 0x2029;
	return c >= 0x7f && c < 0xa0;
}

void
json_put(struct strbuf *out, struct str text, enum json_style style)
{
	strbuf_addch(out, '"');
	while (text.n > 0) {
		uint32_t c;
		size_t n = utf8_decode(text, &c);
		char escape;
		static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
		const char *at;

		/* Find the short escape, such as \n or \", if there is one. */
		at = c > 0 && c < 0x80 ? strchr(from, (int)c) : NULL;
		escape = at != NULL ? to[at - from] : '\0';

		if (c == '"' || c == '\\' ||
			(escape != '\0' && style == JSON_GO))
			strbuf_addf(out, "\\%c", escape);
		else if (is_escaped(c, style))
			strbuf_addf(out, "\\u%04x",
				c == UTF8_BAD ? 0xfffdu : (unsigned)c);
		else
			strbuf_add(out, str_sub(text, 0, n));
		text = str_skip(text, n);
	}
	strbuf_addch(out, '"');
}
