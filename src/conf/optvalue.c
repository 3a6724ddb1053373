/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Option values: conversion between text and a row's field.
 *
 * Values and errors are written as in pprof's flags and shell.
 * Fields are accessed by offset, so enums are moved as ints.
 */
#include "prelude.h"

#include "conf/options.h"

#include <inttypes.h>
#include <math.h>

#include "conf/gonumber.h"
#include "engine/link.h"
#include "engine/regexp.h"
#include "engine/tagfilter.h"
#include "input/shell.h"

/* ---- Text to values ---- */

union option_text {
	bool on;
	int choice;
	int64_t integer;
	double number;
	struct str text;
};

_Static_assert(sizeof(enum granularity) == sizeof(int) &&
		sizeof(enum color_mode) == sizeof(int),
	"enums have the size of int");

static bool
is_one_of(struct str s, const char *const *words)
{
	for (; *words != NULL; words++)
		if (str_eq_letters(s, str_c(*words)))
			return true;
	return false;
}

bool
bool_parse(struct str text, bool *out)
{
	bool on = text.n == 0 ||
		is_one_of(text, CHOICES("true", "t", "yes", "y", "1", "on"));

	if (!on &&
		!is_one_of(text, CHOICES("false", "f", "no", "n", "0", "off")))
		return false;
	*out = on;
	return true;
}

static int
parse_bool(const struct option *o, struct str s, union option_text *v,
	struct err *err)
{
	if (bool_parse(s, &v->on))
		return 0;
	return err_set(err, ERR_USAGE,
		"%s: illegal value \"%.*s\" for bool variable", o->doc.name,
		STR_ARG(s));
}

static int
parse_error(
	const struct option *o, struct str s, const char *why, struct err *err)
{
	return err_set(err, ERR_USAGE, "%s: parsing \"%.*s\": %s", o->doc.name,
		STR_ARG(s), why);
}

static int
parse_int(const struct option *o, struct str s, union option_text *v,
	struct err *err)
{
	int64_t min = o->doc.min, max = o->doc.max;

	if (!literal_int(s, &v->integer))
		return parse_error(o, s, "not a whole number", err);
	if (min == max || (v->integer >= min && v->integer <= max))
		return 0;
	return err_set(err, ERR_USAGE,
		"%s: \"%.*s\" is outside the range [%" PRId64 "..%" PRId64 "]",
		o->doc.name, STR_ARG(s), min, max);
}

static int
parse_size(const struct option *o, struct str s, union option_text *v,
	struct err *err)
{
	size_t digits = 0;
	int64_t n, factor;
	struct str suffix;
	static const char letters[] = "kmgt";
	char c;
	const char *at;

	while (digits < s.n && s.p[digits] >= '0' && s.p[digits] <= '9')
		digits++;
	/* The factor is 1 for "" and "b", 2^10 for "k", "kb", "kib", ... */
	suffix = str_skip(s, digits);
	c = suffix.n > 0 ? (char)(suffix.p[0] | 0x20) : 'b';
	if (c == 'b') {
		factor = suffix.n <= 1 ? 1 : 0;
	} else {
		at = strchr(letters, c);
		suffix = str_skip(suffix, 1);
		if (suffix.n > 0 && (suffix.p[0] | 0x20) == 'i')
			suffix = str_skip(suffix, 1);
		if (suffix.n > 0 && (suffix.p[0] | 0x20) == 'b')
			suffix = str_skip(suffix, 1);
		if (at == NULL || *at == '\0' || suffix.n > 0)
			factor = 0;
		else
			factor = (int64_t)1 << (10 * (at - letters + 1));
	}
	if (!str_to_i64(str_sub(s, 0, digits), &n) || factor == 0)
		return parse_error(o, s, "not a size such as 512M or 4G", err);
	if (n > INT64_MAX / factor)
		return parse_error(o, s, "value out of range", err);
	v->integer = n * factor;
	return 0;
}

static int
parse_float(const struct option *o, struct str s, union option_text *v,
	struct err *err)
{
	return literal_float(s, &v->number)
		? 0
		: parse_error(o, s, "not a number", err);
}

/* The error is worded as for pprof's flags. */
int
choice_parse(const struct doc *d, struct str s, int *out, struct err *err)
{
	struct strbuf all = STRBUF_INIT;

	for (int i = 0; d->choices[i] != NULL; i++) {
		if (str_is(s, d->choices[i])) {
			*out = i;
			strbuf_free(&all);
			return 0;
		}
		strbuf_addf(&all, "%s%s", i > 0 ? " " : "", d->choices[i]);
	}
	err_set(err, ERR_USAGE,
		"invalid \"%s\" value \"%.*s\", must be one of: [%s]", d->name,
		STR_ARG(s), strbuf_c(&all));
	strbuf_free(&all);
	return -1;
}

static int
parse_enum(const struct option *o, struct str s, union option_text *v,
	struct err *err)
{
	return choice_parse(&o->doc, s, &v->choice, err);
}

static int
parse_string(const struct option *o, struct str s, union option_text *v,
	struct err *err)
{
	(void)o, (void)err;
	v->text = s.n > 0 ? s : STR_EMPTY;
	return 0;
}

/* ---- Values to be checked ---- */

static int
check_divisor(const struct option *o, const void *field, struct err *err)
{
	(void)o;
	if (fpclassify(*(const double *)field) == FP_ZERO)
		return err_set(err, ERR_USAGE, "zero divisor specified");
	return 0;
}

/* Errors have the words that users of pprof know:
   parsing focus regexp: error parsing regexp: missing closing ): `a(` */
static int
pattern_check(const struct option *o, struct str pattern, struct err *err)
{
	struct strbuf words = STRBUF_INIT;
	bool wrong = pattern.n > 0 && regexp_explain(&words, pattern);

	if (wrong)
		err_set(err, ERR_USAGE, "parsing %s regexp: %s", o->doc.name,
			strbuf_c(&words));
	strbuf_free(&words);
	return wrong ? -1 : 0;
}

static int
check_regex(const struct option *o, const void *field, struct err *err)
{
	return pattern_check(o, *(const struct str *)field, err);
}

/* [key=]range or [key=]regexp,regexp... */
static int
check_tagfilter(const struct option *o, const void *field, struct err *err)
{
	struct str filter = *(const struct str *)field;
	ptrdiff_t equals = str_chr(filter, '=');
	struct tag_range range;
	struct err too_large = ERR_INIT;

	if (equals >= 0)
		filter = str_skip(filter, (size_t)equals + 1);
	/* Huge numbers still make a range; the engine refuses it. */
	if (tag_range_parse(o->doc.name, filter, &range, &too_large) != 0)
		return 0;
	while (filter.n > 0)
		if (pattern_check(o, str_cut(&filter, ','), err) != 0)
			return -1;
	return 0;
}

static int
check_list(const struct option *o, const void *field, struct err *err)
{
	struct str list = *(const struct str *)field;

	while (list.n > 0) {
		struct str line = str_cut(&list, '\n');

		if (check_tagfilter(o, &line, err) != 0)
			return -1;
	}
	return 0;
}

static int
check_rename(const struct option *o, const void *field, struct err *err)
{
	struct str list = *(const struct str *)field;

	(void)o;
	while (list.n > 0)
		if (renames_check(str_cut(&list, '\n'), err) != 0)
			return -1;
	return 0;
}

static int
check_url(const struct option *o, const void *field, struct err *err)
{
	(void)o;
	return link_check(*(const struct str *)field, err);
}

static int
check_from_to(const struct option *o, const void *field, struct err *err)
{
	struct str list = *(const struct str *)field;

	while (list.n > 0) {
		struct str line = str_cut(&list, '\n');

		if (str_chr(line, '=') <= 0)
			return err_set(err, ERR_USAGE,
				"%s: expected from=to, not \"%.*s\"",
				o->doc.name, STR_ARG(line));
	}
	return 0;
}

/* ---- Values to text ---- */

static void
put_bool(const void *field, struct strbuf *out)
{
	strbuf_addstr(out, *(const bool *)field ? "true" : "false");
}

static void
put_int(const void *field, struct strbuf *out)
{
	strbuf_addf(out, "%" PRId64, *(const int64_t *)field);
}

/* Append the size with the largest suffix that divides it: 512M. */
static void
put_size(const void *field, struct strbuf *out)
{
	static const char letters[] = "\0KMGT";
	int64_t v = *(const int64_t *)field;
	int i = 0;

	for (; v != 0 && i < 4 && v % 1024 == 0; i++)
		v /= 1024;
	strbuf_addf(out, "%" PRId64, v);
	if (i > 0)
		strbuf_addch(out, letters[i]);
}

static void
put_float(const void *field, struct strbuf *out)
{
	double v = *(const double *)field;
	int digits = literal_digits(v);

	strbuf_addf(out, "%.*g", digits < 6 ? 6 : digits, v);
}

static void
put_string(const void *field, struct strbuf *out)
{
	strbuf_add(out, *(const struct str *)field);
}

/* ---- Types ---- */

/* The functions of each option_type. */
static const struct option_kind {
	size_t size;
	int (*parse)(const struct option *o, struct str s,
		union option_text *v, struct err *err);
	/* Checks a value; or NULL. options_check() calls it for `unchecked`. */
	int (*check)(
		const struct option *o, const void *field, struct err *err);
	void (*put)(const void *field, struct strbuf *out);
} kinds[] = {
	[OPT_BOOL] = { sizeof(bool), parse_bool, NULL, put_bool },
	[OPT_INT] = { sizeof(int64_t), parse_int, NULL, put_int },
	[OPT_SIZE] = { sizeof(int64_t), parse_size, NULL, put_size },
	[OPT_FLOAT] = { sizeof(double), parse_float, NULL, put_float },
	[OPT_DIVISOR] = { sizeof(double), parse_float, check_divisor,
		put_float },
	[OPT_ENUM] = { sizeof(int), parse_enum, NULL, NULL },
	[OPT_STRING] = { sizeof(struct str), parse_string, NULL, put_string },
	[OPT_REGEX] = { sizeof(struct str), parse_string, check_regex,
		put_string },
	[OPT_TAGFILTER] = { sizeof(struct str), parse_string, check_tagfilter,
		put_string },
	[OPT_LIST] = { sizeof(struct str), parse_string, check_list,
		put_string },
	[OPT_RENAME] = { sizeof(struct str), parse_string, check_rename,
		put_string },
	[OPT_URL] = { sizeof(struct str), parse_string, check_url, put_string },
	[OPT_MAP] = { sizeof(struct str), parse_string, check_from_to,
		put_string },
};

bool
option_is_list(const struct option *o)
{
	return o->type == OPT_LIST || o->type == OPT_RENAME ||
		o->type == OPT_MAP;
}

static void *
field_of(const struct option *o, struct options_target t)
{
	char *base =
		o->target == ON_QUERY ? (char *)t.query : (char *)t.settings;

	return base + o->field;
}

/* Store a value; strings are copied to the target's memory. */
static void
store(const struct option *o, struct options_target t, const void *value)
{
	struct str copy;

	if (kinds[o->type].parse == parse_string &&
		(t.text != NULL || t.pool != NULL)) {
		copy = *(const struct str *)value;
		if (copy.n > 0)
			copy = t.pool != NULL ? intern_keep(t.pool, copy)
					      : arena_str(t.text, copy);
		value = &copy;
	}
	memcpy(field_of(o, t), value, kinds[o->type].size);
}

int
option_set(const struct option *o, struct options_target t, struct str value,
	struct err *err)
{
	const struct option_kind *kind = &kinds[o->type];
	union option_text v;

	if (value.p == NULL && o->type != OPT_BOOL)
		return err_set(err, ERR_USAGE,
			"please specify a value, e.g. %s=<val>", o->doc.name);
	if (kind->parse(o, value, &v, err) != 0)
		return -1;
	if (kind->check != NULL && !t.unchecked && kind->check(o, &v, err) != 0)
		return -1;
	store(o, t, &v);
	return 0;
}

int
option_append(const struct option *o, struct options_target t, struct str value,
	struct err *err)
{
	const struct str *list = field_of(o, t);
	struct strbuf both = STRBUF_INIT;
	int status;

	if (!option_is_list(o) || value.n == 0 || list->n == 0)
		return option_set(o, t, value, err);
	strbuf_add(&both, *list);
	strbuf_addch(&both, '\n');
	strbuf_add(&both, value);
	status = option_set(o, t, strbuf_str(&both), err);
	strbuf_free(&both);
	return status;
}

int
option_add(const struct option *o, struct options_target t, struct str value,
	struct err *err)
{
	struct str rest, to = value;
	struct str from = str_cut(&to, '=');
	struct strbuf all = STRBUF_INIT;
	int status;

	if (o->type != OPT_MAP || value.n == 0 || to.p == NULL ||
		str_chr(value, '\n') >= 0)
		return option_set(o, t, value, err);
	rest = *(const struct str *)field_of(o, t);
	while (rest.n > 0) {
		struct str pair = str_cut(&rest, '\n'), other = pair;

		if (!str_eq(str_cut(&other, '='), from))
			strbuf_add3(&all, "", pair, "\n");
	}
	strbuf_add(&all, value);
	status = option_set(o, t, strbuf_str(&all), err);
	strbuf_free(&all);
	return status;
}

int
options_check(struct options_target t, struct err *err)
{
	static const char *const first[] = { "divide_by", "focus", "ignore",
		"hide", "show", "show_from", "tagfocus", "tagignore",
		"prune_from", "tagshow", "taghide" };
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < COUNT_OF(first) + n; i++) {
		const struct option *o = i < COUNT_OF(first)
			? option_find(str_c(first[i]), NULL)
			: &all[i - COUNT_OF(first)];
		const struct option_kind *kind = &kinds[o->type];

		if (kind->check != NULL &&
			kind->check(o, field_of(o, t), err) != 0)
			return -1;
	}
	return 0;
}

void
option_get(const struct option *o, struct options_target t, struct strbuf *out)
{
	const void *field = field_of(o, t);
	int choice;

	if (o->type != OPT_ENUM) {
		kinds[o->type].put(field, out);
		return;
	}
	memcpy(&choice, field, sizeof(choice));
	strbuf_addstr(out, o->doc.choices[choice]);
}

struct str
option_text(const struct option *o, const struct query *q)
{
	const void *field = (const char *)q + o->field;
	int choice;

	if (o->type != OPT_ENUM)
		return *(const struct str *)field;
	memcpy(&choice, field, sizeof(choice));
	return choice == 0 ? STR_EMPTY : str_c(o->doc.choices[choice]);
}

static bool
same_value(const struct option *o, const void *a, const void *b)
{
	if (kinds[o->type].parse == parse_string)
		return str_eq(*(const struct str *)a, *(const struct str *)b);
	return memcmp(a, b, kinds[o->type].size) == 0;
}

bool
option_same(const struct option *o, struct options_target a,
	struct options_target b)
{
	return same_value(o, field_of(o, a), field_of(o, b));
}

bool
query_equal(const struct query *a, const struct query *b)
{
	size_t n;
	const struct option *o = options_all(&n);

	for (size_t i = 0; i < n; i++)
		if (o[i].target == ON_QUERY &&
			!same_value(&o[i], (const char *)a + o[i].field,
				(const char *)b + o[i].field))
			return false;
	return true;
}

void
option_copy(const struct option *o, struct options_target to,
	struct options_target from)
{
	store(o, to, field_of(o, from));
}

void
option_reset(const struct option *o, struct options_target t)
{
	struct option_fields f;

	option_copy(o, t, option_defaults(&f, NULL));
}

bool
option_is_default(const struct option *o, struct options_target t)
{
	struct option_fields f;

	return option_same(o, t, option_defaults(&f, NULL));
}

/* ---- Writing a command line ---- */

static void
put_flag(struct strbuf *out, const struct option *o, struct str value)
{
	if (out->n > 0)
		strbuf_addch(out, ' ');
	if (o->type == OPT_BOOL && str_is(value, "true")) {
		strbuf_addf(out, "-%s", o->doc.name);
	} else if (o->doc.shorthand) {
		strbuf_addf(out, "-%.*s", STR_ARG(value));
	} else {
		strbuf_addf(out, "-%s=", o->doc.name);
		shell_word(out, value);
	}
}

void
options_cmdline(struct options_target t, struct strbuf *out)
{
	struct strbuf value = STRBUF_INIT;
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		const struct option *o = &all[i];
		struct str rest;

		if (!o->saved || option_is_default(o, t))
			continue;
		strbuf_reset(&value);
		option_get(o, t, &value);
		rest = strbuf_str(&value);
		if (!option_is_list(o))
			put_flag(out, o, rest);
		while (option_is_list(o) && rest.n > 0)
			put_flag(out, o, str_cut(&rest, '\n'));
	}
	strbuf_free(&value);
}

/* ---- Paths of names ---- */

void
framepath_add_name(struct strbuf *path, struct str name)
{
	if (path->n > 0)
		strbuf_addch(path, ';');
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == ';' || name.p[i] == '\\')
			strbuf_addch(path, '\\');
		strbuf_addch(path, name.p[i]);
	}
}

bool
framepath_next_name(struct str *path, struct strbuf *name)
{
	size_t i = 0;

	strbuf_reset(name);
	if (path->n == 0)
		return false;
	for (; i < path->n && path->p[i] != ';'; i++) {
		if (path->p[i] == '\\' && i + 1 < path->n)
			i++;
		strbuf_addch(name, path->p[i]);
	}
	*path = str_skip(*path, i + 1);
	return true;
}
