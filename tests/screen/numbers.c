/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands that calculate with what the screen shows.
 *
 *     NUM total  price.applyRules .* total ([0-9.]+[a-z]*)
 *     NUM self   self ([0-9.]+[a-z]*)
 *     CHECK total >= self + 0.5
 *
 * NUM takes the first group of the first row that matches; times become
 * seconds, sizes bytes, "%" is dropped. CHECK knows + - * and, with WITHIN x
 * at its end, an equality that is only near.
 */
#include "prelude.h"

#include <math.h>
#include <regex.h>

#include "base/compiler.h"
#include "conf/gonumber.h"
#include "screen/player.h"

/* clang-format off */
static const struct {
	const char *unit;
	double factor;
} units[] = {
	{ "ns", 1e-9 }, { "us", 1e-6 }, { "µs", 1e-6 }, { "ms", 1e-3 },
	{ "s", 1 }, { "mins", 60 }, { "hrs", 3600 }, { "days", 86400 },
	{ "B", 1 }, { "kB", 1024 }, { "MB", 1048576 }, { "GB", 1073741824 },
	{ "TB", 1099511627776 },
	{ "M", 1e6 }, { "G", 1e9 }, { "%", 1 }, { "", 1 },
};
/* clang-format on */

/* "5 002", "1.50s" */
static bool
to_number(struct str text, double *out)
{
	struct strbuf digits = STRBUF_INIT;
	size_t n = 0;
	struct str unit;
	bool known = false;

	text = str_trim(text);
	for (; n < text.n && str_chr(STR(" +-.,0123456789"), text.p[n]) >= 0;
		n++)
		if (text.p[n] != ',')
			strbuf_addch(&digits, text.p[n]);
	unit = str_trim(str_skip(text, n));
	if (literal_float(strbuf_str(&digits), out))
		for (size_t i = 0; i < COUNT_OF(units) && !known; i++) {
			known = str_is(unit, units[i].unit);
			if (known)
				*out *= units[i].factor;
		}
	strbuf_free(&digits);
	return known;
}

struct capture {
	regex_t re;
	double value;
};

static bool
captures(struct player *p, void *arg)
{
	struct capture *c = arg;
	struct strbuf line = STRBUF_INIT;
	regmatch_t m[2];
	bool found = false, number = false;

	for (int row = 0; row < p->seen.rows && !found; row++) {
		strbuf_reset(&line);
		picture_row(&p->seen, row, &line);
		found = regexec(&c->re, strbuf_c(&line), 2, m, 0) == 0;
	}
	if (found && m[1].rm_so >= 0)
		number =
			to_number(str_sub(strbuf_str(&line), (size_t)m[1].rm_so,
					  (size_t)m[1].rm_eo),
				&c->value);
	if (!found)
		player_fail(p, "no row matches");
	else if (!number)
		player_fail(p, "no number in |%s", strbuf_c(&line));
	strbuf_free(&line);
	return number;
}

static struct saved_number *
find_number(struct player *p, struct str name)
{
	for (size_t i = 0; i < p->numbers.n; i++)
		if (str_eq(p->numbers.p[i].name, name))
			return &p->numbers.p[i];
	return NULL;
}

static void
save_number(struct player *p, struct str name, double value)
{
	struct saved_number *n = find_number(p, name);
	struct saved_number fresh = { name, value };

	if (n != NULL)
		n->value = value;
	else
		vec_push(&p->numbers, fresh);
}

static bool
do_num(struct player *p, const struct command *c)
{
	struct str rest = c->rest;
	struct str name = script_word(&rest);
	struct str text = script_text(rest);
	char *pattern = xstrndup(text.p, text.n);
	struct capture capture;
	bool ok;

	if (regcomp(&capture.re, pattern, REG_EXTENDED) != 0 ||
		capture.re.re_nsub < 1) {
		free(pattern);
		return player_fail(p, "not a regular expression with a group");
	}
	ok = player_until(p, captures, &capture);
	if (ok)
		save_number(p, name, capture.value);
	regfree(&capture.re);
	free(pattern);
	return ok;
}

static bool
value_of(struct player *p, struct str word, double *out)
{
	struct saved_number *n = find_number(p, word);

	if (n != NULL) {
		*out = n->value;
		return true;
	}
	return to_number(word, out) ||
		player_fail(
			p, "\"%.*s\" is no number and no name", STR_ARG(word));
}

/* Words up to a comparison, WITHIN or the end; that word goes to *next. No
   operator binds closer than another. */
static bool
expression(struct player *p, struct str *rest, double *out, struct str *next)
{
	struct str op = STR("+");
	double v;

	*out = 0;
	for (;;) {
		if (!value_of(p, script_word(rest), &v))
			return false;
		if (str_is(op, "+"))
			*out += v;
		else if (str_is(op, "-"))
			*out -= v;
		else
			*out *= v;
		op = *next = script_word(rest);
		if (!str_is(op, "+") && !str_is(op, "-") && !str_is(op, "*"))
			return true;
	}
}

static bool
compares(double a, struct str op, double b, double within, bool *holds)
{
	double slack = within + 1e-9 * (fabs(a) + fabs(b));

	if (str_is(op, "=="))
		*holds = fabs(a - b) <= slack;
	else if (str_is(op, "!="))
		*holds = fabs(a - b) > slack;
	else if (str_is(op, "<"))
		*holds = a < b;
	else if (str_is(op, "<="))
		*holds = a <= b + slack;
	else if (str_is(op, ">"))
		*holds = a > b;
	else if (str_is(op, ">="))
		*holds = a >= b - slack;
	else
		return false;
	return true;
}

static bool
do_check(struct player *p, const struct command *c)
{
	struct str rest = c->rest, op, next;
	double a, b, within = 0;
	bool holds;

	if (!expression(p, &rest, &a, &op) || !expression(p, &rest, &b, &next))
		return false;
	if (str_is(next, "WITHIN") && !value_of(p, script_word(&rest), &within))
		return false;
	if (!compares(a, op, b, within, &holds))
		return player_fail(p, "\"%.*s\" is no comparison", STR_ARG(op));
	return holds ||
		player_fail(
			p, "%.10g %.*s %.10g does not hold", a, STR_ARG(op), b);
}

const struct verb number_verbs[] = {
	{ "NUM", do_num, NEEDS_STAGE },
	{ "CHECK", do_check, 0 },
};
const int number_verb_count = (int)COUNT_OF(number_verbs);
