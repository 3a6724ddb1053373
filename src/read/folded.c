/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Folded stacks: one stack a line, root first, and how often it was seen.
 *
 *     # made by hand
 *     web;serve;parse json 12
 *     web;serve 3
 *
 * Lines are taken apart from the right, so frames may hold blanks. There is
 * one function, and one location, for each different frame text; equal
 * stacks are summed, in the order in which they first came.
 */
#include "config.h"

#include <inttypes.h>

#include "base/hash.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "read/lines.h"
#include "read/read.h"

#include "base/banned.h"

enum {
	SNIFF_LINES = 100, /* of which 90 % must be records */
	DIFF_LINES = 1000, /* all with two numbers: a differential file */
	DIGITS_MAX = 6,    /* of a fraction that are kept */
	EXPONENT_MAX = 4000,
};

/* A number as it stands there: [+-]digits[.digits][e[+-]digits]. */
struct number {
	bool negative;
	struct str whole, fraction; /* the fraction without zeros at its end */
	int exponent;
};

enum kind { BLANK, RECORD, BAD };

struct record {
	struct str stack;
	struct number value;
	bool two; /* the stack ends in a number, too, after other text */
};

static struct str
digits(struct str *s)
{
	size_t n = 0;

	while (n < s->n && s->p[n] >= '0' && s->p[n] <= '9')
		n++;
	*s = str_skip(*s, n);
	return str_from(s->p - n, n);
}

static bool
sign(struct str *s)
{
	bool minus = s->n > 0 && s->p[0] == '-';

	if (minus || (s->n > 0 && s->p[0] == '+'))
		*s = str_skip(*s, 1);
	return minus;
}

static bool
number(struct str s, struct number *out)
{
	*out = (struct number){ .negative = sign(&s) };
	out->whole = digits(&s);
	if (out->whole.n == 0)
		return false;
	if (s.n > 0 && s.p[0] == '.') {
		s = str_skip(s, 1);
		out->fraction = digits(&s);
	}
	if (s.n > 0 && (s.p[0] == 'e' || s.p[0] == 'E')) {
		bool minus;
		struct str exp;
		int64_t e = EXPONENT_MAX;

		s = str_skip(s, 1);
		minus = sign(&s);
		exp = digits(&s);
		if (exp.n == 0)
			return false;
		if (!str_to_i64(exp, &e) || e > EXPONENT_MAX)
			e = EXPONENT_MAX;
		out->exponent = minus ? -(int)e : (int)e;
	}
	while (out->fraction.n > 0 &&
		out->fraction.p[out->fraction.n - 1] == '0')
		out->fraction.n--;
	return s.n == 0;
}

/* Digits behind the decimal point, at most DIGITS_MAX. */
static int
fraction_digits(const struct number *v)
{
	int64_t n = (int64_t)v->fraction.n - v->exponent;

	return clamp_int(n, 0, DIGITS_MAX);
}

/* The number times 10^shift, rounded half away from zero. *clipped counts
   those that do not fit. */
static int64_t
scaled(const struct number *v, int shift, size_t *clipped)
{
	const uint64_t max = (uint64_t)INT64_MAX + v->negative;
	int64_t keep = (int64_t)v->whole.n + v->exponent + shift;
	int64_t all = (int64_t)(v->whole.n + v->fraction.n);
	uint64_t sum = 0;
	bool fits = true;

	/* Zeros follow the digits that are there; a number of nothing but
	   zeros is not worth the walk. */
	for (int64_t i = 0; fits && i < keep && (i < all || sum > 0); i++) {
		size_t at = (size_t)i;
		unsigned digit = 0;

		if (at < v->whole.n)
			digit = (unsigned)(v->whole.p[at] - '0');
		else if (i < all)
			digit = (unsigned)(v->fraction.p[at - v->whole.n] -
				'0');
		fits = sum <= (max - digit) / 10;
		sum = sum * 10 + digit;
	}
	if (fits && keep >= 0 && keep < all) {
		size_t at = (size_t)keep;
		char next = at < v->whole.n ? v->whole.p[at]
					    : v->fraction.p[at - v->whole.n];

		fits = next < '5' || sum < max;
		sum += next >= '5';
	}
	if (!fits) {
		++*clipped;
		sum = max;
	}
	return (int64_t)(v->negative ? 0 - sum : sum);
}

static bool
is_space(char c)
{
	return c == ' ' || c == '\t';
}

/* Take the last word of s, and the blanks before it. False when s has no
   blank: then it is one word, or none. */
static bool
cut_last_word(struct str *s, struct str *word)
{
	size_t at = s->n;

	while (at > 0 && !is_space(s->p[at - 1]))
		at--;
	*word = str_skip(*s, at);
	s->n = at;
	while (s->n > 0 && is_space(s->p[s->n - 1]))
		s->n--;
	return at > 0;
}

static enum kind
parse(struct str line, struct record *r)
{
	struct str word, stack;
	struct number other;

	while (line.n > 0 &&
		(is_space(line.p[line.n - 1]) || line.p[line.n - 1] == '\r'))
		line.n--;
	if (line.n == 0)
		return BLANK;
	r->stack = line;
	(void)cut_last_word(&r->stack, &word);
	if (!number(word, &r->value))
		return line.p[0] == '#' ? BLANK : BAD;
	stack = r->stack;
	r->two = cut_last_word(&stack, &word) && stack.n > 0 &&
		number(word, &other);
	return RECORD;
}

static int
folded_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct record r;
	struct str line;
	size_t records = 0, stacks = 0, all = 0, first_bad = 0;

	lines_init(&lines, bytes, NULL);
	while (all < SNIFF_LINES && lines_next(&lines, &line)) {
		enum kind kind = parse(line, &r);

		if (kind == BLANK)
			continue;
		all++;
		records += kind == RECORD;
		stacks += kind == RECORD && r.stack.n > 0;
		if (kind == BAD && first_bad == 0)
			first_bad = lines.number;
	}
	if (all == 0)
		return SNIFF_DAMAGED;
	if (stacks > 0 && records * 10 >= all * 9)
		return SNIFF_YES;
	if (first_bad > 0)
		strbuf_addf(why, "line %zu: no number at its end", first_bad);
	else
		strbuf_addc(why, "numbers without stacks");
	return (int)(records * SNIFF_NEAR / all);
}

struct folded {
	struct read_job *job;
	int shift;           /* values are multiplied by 10^shift */
	VEC(loc_id) loc_of;  /* [string id], NONE: not a frame yet */
	struct map64 row_of; /* leaf -> row */
	VEC(node_id) leaf;   /* rows */
	VEC(int64_t) value;
	size_t empty, clipped;
};

static int
bad_line(const struct lines *lines, struct str line, struct err *err)
{
	struct strbuf text = STRBUF_INIT;

	utf8_put(&text, str_trim(line), false, 40);
	err_set(err, ERR_FORMAT, "no number at the end of \"%s\" (line %zu)",
		strbuf_c(&text), lines->number);
	strbuf_free(&text);
	return -1;
}

/* First look at all lines: what is common to them. */
static int
survey(struct folded *f, struct err *err)
{
	struct lines lines;
	struct record r;
	struct str line;
	size_t records = 0, two = 0;

	lines_init(&lines, f->job->bytes, f->job);
	while (lines_next(&lines, &line)) {
		enum kind kind = parse(line, &r);

		if (kind == BAD)
			return bad_line(&lines, line, err);
		if (kind == BLANK)
			continue;
		records++;
		if (records <= DIFF_LINES)
			two += r.two;
		if (fraction_digits(&r.value) > f->shift)
			f->shift = fraction_digits(&r.value);
	}
	if (lines_end(&lines, err) != 0)
		return -1;
	if (records == 0)
		return err_set(err, ERR_FORMAT,
			"no samples: all %zu lines are blank or comments",
			lines.number);
	if (two == (records < DIFF_LINES ? records : DIFF_LINES))
		return err_set(err, ERR_FORMAT,
			"every line ends in two numbers, as in a differential "
			"file: keep one of them (line 1)");
	return 0;
}

/* The ';' of a name is written as the Greek question mark, which looks the
   same and is the same to Unicode; see report/folded.c. */
static str_id
name(struct builder *b, struct str text)
{
	struct strbuf plain = STRBUF_INIT;
	ptrdiff_t at = str_find(text, STR(FOLDED_SEMICOLON), 0);
	str_id id;

	if (at < 0)
		return builder_string(b, text);
	while ((at = str_find(text, STR(FOLDED_SEMICOLON), 0)) >= 0) {
		strbuf_add(&plain, str_sub(text, 0, (size_t)at));
		strbuf_addch(&plain, ';');
		text = str_skip(text, (size_t)at + 2);
	}
	strbuf_add(&plain, text);
	id = builder_string(b, strbuf_str(&plain));
	strbuf_free(&plain);
	return id;
}

/* The location of a frame text, or NONE when the limit is reached. */
static loc_id
frame(struct folded *f, struct str text)
{
	struct builder *b = f->job->builder;
	struct builder_function func = { .name = NONE };
	struct builder_line line = { .func = 0 };
	struct builder_location l = { .map = NONE, .line = &line, .nlines = 1 };

	func.name = name(b, text);
	if (func.name == NONE)
		return NONE;
	while (f->loc_of.n <= func.name)
		vec_push(&f->loc_of, NONE);
	if (f->loc_of.p[func.name] == NONE) {
		line.func = builder_function(b, &func);
		if (line.func == NONE)
			return NONE;
		f->loc_of.p[func.name] = builder_location(b, &l);
	}
	return f->loc_of.p[func.name];
}

static void
add_record(struct folded *f, const struct record *r)
{
	struct str rest = r->stack;
	int64_t value = scaled(&r->value, f->shift, &f->clipped);
	node_id leaf = 0;
	uint32_t *row;
	bool clipped = false;

	while (rest.n > 0) {
		bool last = str_chr(rest, ';') < 0;
		struct str text = str_cut(&rest, ';');
		loc_id loc;

		if (text.n == 0 || (!last && rest.n == 0))
			f->empty++;
		if (text.n == 0)
			continue;
		loc = frame(f, text);
		leaf = loc == NONE ? NONE
				   : builder_step(f->job->builder, leaf, loc);
		if (leaf == NONE)
			return;
	}
	row = map64_at(&f->row_of, leaf);
	if (*row == NONE) {
		*row = (uint32_t)f->leaf.n;
		vec_push(&f->leaf, leaf);
		vec_push(&f->value, value);
		return;
	}
	f->value.p[*row] = i64_add(f->value.p[*row], value, &clipped);
	f->clipped += clipped;
}

static int
add_records(struct folded *f, struct err *err)
{
	struct lines lines;
	struct record r;
	struct str line;

	lines_init(&lines, f->job->bytes, f->job);
	while (lines_next(&lines, &line))
		if (parse(line, &r) == RECORD)
			add_record(f, &r);
	return lines_end(&lines, err);
}

static void
add_notes(const struct folded *f)
{
	int64_t factor = 1;

	if (f->job->notes == NULL)
		return;
	for (int i = 0; i < f->shift; i++)
		factor *= 10;
	if (f->shift > 0)
		notes_add(f->job->notes,
			"Values with fractions: all are multiplied by %" PRId64,
			factor);
	if (f->clipped > 0)
		notes_add(f->job->notes,
			"Values beyond 64 bits: %zu were cut to the largest",
			f->clipped);
	if (f->empty > 0)
		notes_add(f->job->notes, "Empty frames (;;): %zu were dropped",
			f->empty);
}

static int
folded_read(struct read_job *job, struct err *err)
{
	struct folded f = { .job = job, .row_of = MAP64_INIT };
	struct builder *b = job->builder;
	int result = -1;

	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	if (survey(&f, err) != 0 || add_records(&f, err) != 0)
		goto out;
	for (size_t i = 0; i < f.leaf.n; i++)
		(void)builder_sample(b, f.leaf.p[i], 0, &f.value.p[i]);
	if (builder_err(b) != NULL) {
		*err = *builder_err(b);
		goto out;
	}
	add_notes(&f);
	result = 0;
out:
	vec_free(&f.loc_of);
	vec_free(&f.leaf);
	vec_free(&f.value);
	map64_free(&f.row_of);
	return result;
}

const struct reader reader_folded = {
	.name = "folded",
	.title = "folded stacks",
	.sniff = folded_sniff,
	.read = folded_read,
};
