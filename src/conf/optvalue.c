/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Option values: from text to the field of a row and back.
 *
 * Texts of values are what pprof's flags and shell take, errors have their
 * words. Fields are reached by offset, so enums are moved as ints.
 */
#include "config.h"

#include "conf/options.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "input/shell.h"
#include "conf/literal.h"
#include "conf/regex.h"

#include "base/banned.h"

_Static_assert(sizeof(enum granularity) == sizeof(int) &&
		sizeof(enum color_mode) == sizeof(int),
	"enums have the size of int");

static void *
field_of(const struct option *o, struct options_target t)
{
	char *base =
		o->target == ON_QUERY ? (char *)t.query : (char *)t.settings;

	return base + o->field;
}

/* The fields of a target with default values. */
struct defaults {
	struct query query;
	struct settings settings;
};

static struct options_target
defaults_init(struct defaults *d)
{
	query_init(&d->query);
	settings_init(&d->settings);
	return (struct options_target){ .query = &d->query,
		.settings = &d->settings };
}

/*
 * Text to values. Each returns -1 and err with the field untouched.
 */

static bool
is_one_of(struct str s, const char *const *words)
{
	for (; *words != NULL; words++) {
		size_t n = strlen(*words), i = 0;

		while (i < n && i < s.n &&
			(s.p[i] | 0x20) == ((*words)[i] | 0x20))
			i++;
		if (i == n && i == s.n)
			return true;
	}
	return false;
}

bool
bool_parse(struct str text, bool *out)
{
	static const char *const yes[] = { "true", "t", "yes", "y", "1", "on",
		NULL };
	static const char *const no[] = { "false", "f", "no", "n", "0", "off",
		NULL };
	bool on = text.n == 0 || is_one_of(text, yes);

	if (!on && !is_one_of(text, no))
		return false;
	*out = on;
	return true;
}

static int
parse_bool(const struct option *o, struct str s, bool *out, struct err *err)
{
	if (bool_parse(s, out))
		return 0;
	return err_set(err, ERR_USAGE,
		"%s: illegal value \"%.*s\" for bool variable", o->name,
		STR_ARG(s));
}

static bool
in_bounds(const struct option *o, int64_t v)
{
	return o->min == o->max || (v >= o->min && v <= o->max);
}

static int
parse_int(const struct option *o, struct str s, int64_t *out, struct err *err)
{
	int64_t v;

	if (!literal_int(s, &v))
		return err_set(err, ERR_USAGE,
			"%s: parsing \"%.*s\": not a whole number", o->name,
			STR_ARG(s));
	if (!in_bounds(o, v))
		return err_set(err, ERR_USAGE,
			"%s: \"%.*s\" is outside the range [%" PRId64
			"..%" PRId64 "]",
			o->name, STR_ARG(s), o->min, o->max);
	*out = v;
	return 0;
}

/* 1 for "" and "b", 2^10 for "k", "kb", "kib", ...; 0 when unknown. */
static int64_t
size_factor(struct str suffix)
{
	static const char letters[] = "kmgt";
	char c = suffix.n > 0 ? (char)(suffix.p[0] | 0x20) : 'b';
	const char *at;

	if (c == 'b')
		return suffix.n <= 1 ? 1 : 0;
	at = strchr(letters, c);
	suffix = str_skip(suffix, 1);
	if (suffix.n > 0 && (suffix.p[0] | 0x20) == 'i')
		suffix = str_skip(suffix, 1);
	if (suffix.n > 0 && (suffix.p[0] | 0x20) == 'b')
		suffix = str_skip(suffix, 1);
	if (at == NULL || *at == '\0' || suffix.n > 0)
		return 0;
	return (int64_t)1 << (10 * (at - letters + 1));
}

static int
parse_size(const struct option *o, struct str s, int64_t *out, struct err *err)
{
	size_t digits = 0;
	int64_t v, factor;

	while (digits < s.n && s.p[digits] >= '0' && s.p[digits] <= '9')
		digits++;
	factor = size_factor(str_skip(s, digits));
	if (!str_to_i64(str_sub(s, 0, digits), &v) || factor == 0)
		return err_set(err, ERR_USAGE,
			"%s: parsing \"%.*s\": not a size such as 512M or 4G",
			o->name, STR_ARG(s));
	if (v > INT64_MAX / factor)
		return err_set(err, ERR_USAGE,
			"%s: parsing \"%.*s\": value out of range", o->name,
			STR_ARG(s));
	*out = v * factor;
	return 0;
}

static int
parse_float(const struct option *o, struct str s, double *out, struct err *err)
{
	double v;

	if (!literal_float(s, &v))
		return err_set(err, ERR_USAGE,
			"%s: parsing \"%.*s\": not a number", o->name,
			STR_ARG(s));
	*out = v;
	return 0;
}

static bool
is_divisor(const struct option *o)
{
	return strcmp(o->name, "divide_by") == 0;
}

static int
check_divisor(double v, struct err *err)
{
	if (fpclassify(v) == FP_ZERO)
		return err_set(err, ERR_USAGE, "zero divisor specified");
	return 0;
}

static int
parse_enum(const struct option *o, struct str s, int *out, struct err *err)
{
	struct strbuf all = STRBUF_INIT;

	for (int i = 0; o->choices[i] != NULL; i++) {
		if (str_is(s, o->choices[i])) {
			*out = i;
			strbuf_free(&all);
			return 0;
		}
		strbuf_addf(&all, "%s%s", i > 0 ? " " : "", o->choices[i]);
	}
	err_set(err, ERR_USAGE,
		"invalid \"%s\" value \"%.*s\", must be one of: [%s]", o->name,
		STR_ARG(s), strbuf_c(&all));
	strbuf_free(&all);
	return -1;
}

/* Check a text; the caller stores it. */
static int
check_text(const struct option *o, struct str s, struct err *err)
{
	if (o->type == OPT_REGEX)
		return regex_check(o->name, s, err);
	if (o->type == OPT_TAGFILTER)
		return regex_check_tags(o->name, s, err);
	while (o->type == OPT_LIST && s.n > 0)
		if (regex_check_tags(o->name, str_cut(&s, '\n'), err) != 0)
			return -1;
	return 0;
}

static void
store_text(struct str *field, struct options_target t, struct str s)
{
	if (s.n == 0)
		*field = STR_EMPTY;
	else if (t.text != NULL)
		*field = arena_str(t.text, s);
	else
		*field = s;
}

int
option_set(const struct option *o, struct options_target t, struct str value,
	struct err *err)
{
	void *field = field_of(o, t);
	double number = 0;
	int choice = 0;

	if (value.p == NULL && o->type != OPT_BOOL)
		return err_set(err, ERR_USAGE,
			"please specify a value, e.g. %s=<val>", o->name);
	switch (o->type) {
	case OPT_BOOL:
		return parse_bool(o, value, field, err);
	case OPT_INT:
		return parse_int(o, value, field, err);
	case OPT_SIZE:
		return parse_size(o, value, field, err);
	case OPT_FLOAT:
		if (parse_float(o, value, &number, err) != 0 ||
			(is_divisor(o) && !t.unchecked &&
				check_divisor(number, err) != 0))
			return -1;
		memcpy(field, &number, sizeof(number));
		return 0;
	case OPT_ENUM:
		if (parse_enum(o, value, &choice, err) != 0)
			return -1;
		memcpy(field, &choice, sizeof(choice));
		return 0;
	case OPT_STRING:
	case OPT_REGEX:
	case OPT_TAGFILTER:
	case OPT_LIST:
		break;
	}
	if (!t.unchecked && check_text(o, value, err) != 0)
		return -1;
	store_text(field, t, value);
	return 0;
}

int
option_append(const struct option *o, struct options_target t, struct str value,
	struct err *err)
{
	struct str *list = field_of(o, t);
	struct strbuf both = STRBUF_INIT;

	if (o->type != OPT_LIST || value.n == 0 || list->n == 0)
		return option_set(o, t, value, err);
	if (!t.unchecked && check_text(o, value, err) != 0)
		return -1;
	strbuf_add(&both, *list);
	strbuf_addch(&both, '\n');
	strbuf_add(&both, value);
	store_text(list, t, strbuf_str(&both));
	strbuf_free(&both);
	return 0;
}

/* Check what a row holds. */
static int
check_value(const struct option *o, struct options_target t, struct err *err)
{
	const void *field = field_of(o, t);

	switch (o->type) {
	case OPT_FLOAT:
		return is_divisor(o)
			? check_divisor(*(const double *)field, err)
			: 0;
	case OPT_REGEX:
	case OPT_TAGFILTER:
	case OPT_LIST:
		return check_text(o, *(const struct str *)field, err);
	default:
		return 0;
	}
}

int
options_check(struct options_target t, struct err *err)
{
	static const char *const first[] = { "divide_by", "focus", "ignore",
		"hide", "show", "show_from", "tagfocus", "tagignore",
		"prune_from", "tagshow", "taghide" };
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < COUNT_OF(first); i++)
		if (check_value(option_find(str_c(first[i]), NULL), t, err) !=
			0)
			return -1;
	for (size_t i = 0; i < n; i++)
		if (check_value(&all[i], t, err) != 0)
			return -1;
	return 0;
}

/*
 * Values to text.
 */

/* The shortest decimal that reads back as the same number. */
static void
put_double(struct strbuf *out, double v)
{
	char text[32];
	double back = 0;

	for (int digits = 6; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, v);
		if (literal_float(str_c(text), &back) && !(back < v) &&
			!(back > v))
			break;
	}
	strbuf_addc(out, text);
}

/* With the largest suffix that divides it: 512M. */
static void
put_size(struct strbuf *out, int64_t v)
{
	static const char letters[] = "\0KMGT";
	int i = 0;

	while (v != 0 && i < 4 && v % 1024 == 0) {
		v /= 1024;
		i++;
	}
	strbuf_addf(out, "%" PRId64, v);
	if (i > 0)
		strbuf_addch(out, letters[i]);
}

static int
get_choice(const void *field)
{
	int v;

	memcpy(&v, field, sizeof(v));
	return v;
}

void
option_get(const struct option *o, struct options_target t, struct strbuf *out)
{
	const void *field = field_of(o, t);

	switch (o->type) {
	case OPT_BOOL:
		strbuf_addc(out, *(const bool *)field ? "true" : "false");
		break;
	case OPT_INT:
		strbuf_addf(out, "%" PRId64, *(const int64_t *)field);
		break;
	case OPT_SIZE:
		put_size(out, *(const int64_t *)field);
		break;
	case OPT_FLOAT:
		put_double(out, *(const double *)field);
		break;
	case OPT_ENUM:
		strbuf_addc(out, o->choices[get_choice(field)]);
		break;
	case OPT_STRING:
	case OPT_REGEX:
	case OPT_TAGFILTER:
	case OPT_LIST:
		strbuf_add(out, *(const struct str *)field);
		break;
	}
}

void
option_reset(const struct option *o, struct options_target t)
{
	struct defaults d;
	struct options_target from = defaults_init(&d);

	switch (o->type) {
	case OPT_BOOL:
		*(bool *)field_of(o, t) = *(bool *)field_of(o, from);
		break;
	case OPT_INT:
	case OPT_SIZE:
		*(int64_t *)field_of(o, t) = *(int64_t *)field_of(o, from);
		break;
	case OPT_FLOAT:
		*(double *)field_of(o, t) = *(double *)field_of(o, from);
		break;
	case OPT_ENUM:
		memcpy(field_of(o, t), field_of(o, from), sizeof(int));
		break;
	case OPT_STRING:
	case OPT_REGEX:
	case OPT_TAGFILTER:
	case OPT_LIST:
		*(struct str *)field_of(o, t) =
			*(struct str *)field_of(o, from);
		break;
	}
}

bool
option_same(const struct option *o, struct options_target a,
	struct options_target b)
{
	struct strbuf x = STRBUF_INIT, y = STRBUF_INIT;
	bool same;

	option_get(o, a, &x);
	option_get(o, b, &y);
	same = str_eq(strbuf_str(&x), strbuf_str(&y));
	strbuf_free(&x);
	strbuf_free(&y);
	return same;
}

bool
option_is_default(const struct option *o, struct options_target t)
{
	struct defaults d;

	return option_same(o, t, defaults_init(&d));
}

void
option_copy(const struct option *o, struct options_target to,
	struct options_target from)
{
	struct strbuf text = STRBUF_INIT;
	struct err ignored = ERR_INIT;

	option_get(o, from, &text);
	(void)option_set(o, to, str_from(strbuf_c(&text), text.n), &ignored);
	strbuf_free(&text);
}

/*
 * A command line that says the same.
 */

static void
put_flag(struct strbuf *out, const struct option *o, struct str value)
{
	if (out->n > 0)
		strbuf_addch(out, ' ');
	if (o->type == OPT_BOOL && str_is(value, "true")) {
		strbuf_addf(out, "-%s", o->name);
	} else if (o->shorthand) {
		strbuf_addf(out, "-%.*s", STR_ARG(value));
	} else {
		strbuf_addf(out, "-%s=", o->name);
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
		if (o->type != OPT_LIST)
			put_flag(out, o, rest);
		while (o->type == OPT_LIST && rest.n > 0)
			put_flag(out, o, str_cut(&rest, '\n'));
	}
	strbuf_free(&value);
}

void
path_add(struct strbuf *path, struct str name)
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
path_next(struct str *path, struct strbuf *name)
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
