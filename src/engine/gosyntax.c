/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rewriting Go's regular expressions for PCRE2, and Go's messages. */
#include "prelude.h"

#include "engine/gosyntax.h"

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/utf8.h"
#include "base/vec.h"

/* ---- Reading ---- */

struct open_group {
	unsigned most; /* largest `atom` of its elements */
	bool fold;     /* value to restore after the group */
	size_t out;    /* offset of the group in the output */
};

struct pattern_reader {
	struct str s; /* the pattern */
	size_t at;
	struct strbuf *out;
	VEC(struct open_group) open; /* [0]: the whole pattern */
	bool fold;                   /* case is ignored */
	unsigned atom;   /* nested repeat count of the last element read; 0:
			    nothing to repeat */
	size_t atom_out; /* offset of that element in `out` */
	bool must_wrap;  /* PCRE2 can repeat that element only as a group */
};

static char
peek_at(const struct pattern_reader *r, size_t ahead)
{
	return r->at + ahead < r->s.n ? r->s.p[r->at + ahead] : '\0';
}

static bool
ahead_is(const struct pattern_reader *r, struct str what)
{
	return str_starts(str_skip(r->s, r->at), what);
}

/* Copy n bytes that PCRE2 reads as Go does. */
static void
copy_bytes(struct pattern_reader *r, size_t n)
{
	struct str part = str_sub(r->s, r->at, r->at + n);

	strbuf_add(r->out, part);
	r->at += part.n;
}

/* Skip n bytes and write `instead`. */
static void
replace_bytes(struct pattern_reader *r, size_t n, const char *instead)
{
	strbuf_addstr(r->out, instead);
	r->at += n;
}

/* Copy up to and including `end`, or to the end of the pattern. */
static void
copy_through(struct pattern_reader *r, struct str end)
{
	ptrdiff_t found = str_find(r->s, end, r->at);

	copy_bytes(
		r, found < 0 ? r->s.n - r->at : (size_t)found + end.n - r->at);
}

/* ---- Sets of characters ---- */

/* Pairs of the first and last character of each range, ascending. */
static const struct {
	const char *name;
	struct str ranges;
} sets[] = {
	/* clang-format off */
	{ "alnum", { "09AZaz", 6 } },
	{ "alpha", { "AZaz", 4 } },
	{ "ascii", { "\0\x7f", 2 } },
	{ "blank", { "\t\t  ", 4 } },
	{ "cntrl", { "\0\x1f\x7f\x7f", 4 } },
	{ "digit", { "09", 2 } },
	{ "graph", { "!~", 2 } },
	{ "lower", { "az", 2 } },
	{ "print", { " ~", 2 } },
	{ "punct", { "!/:@[`{~", 8 } },
	{ "space", { "\t\r  ", 4 } },
	{ "upper", { "AZ", 2 } },
	{ "word",  { "09AZ__az", 8 } },
	{ "xdigit", { "09AFaf", 6 } },
	{ "s", { "\t\n\f\r  ", 6 } }, /* no vertical tab */
	/* clang-format on */
};

static bool
find_set(struct str name, struct str *ranges)
{
	for (size_t i = 0; i < COUNT_OF(sets); i++) {
		if (!str_is(name, sets[i].name))
			continue;
		*ranges = sets[i].ranges;
		return true;
	}
	return false;
}

static void
put_range(struct strbuf *out, unsigned first, unsigned last)
{
	if (first > last)
		return;
	strbuf_addf(out, "\\x{%x}", first);
	if (first < last)
		strbuf_addf(out, "-\\x{%x}", last);
}

/* Write all characters outside the ranges. Go adds the other case of letters to
   a set before it negates the set; for ASCII letters that adds the Kelvin sign
   and the long s. */
static void
put_complement(struct strbuf *out, struct str ranges, bool fold)
{
	enum { S = 0x17f, KELVIN = 0x212a, LAST = 0x10ffff };
	unsigned next = 0;
	bool letters = false;

	for (size_t i = 0; i < ranges.n; i += 2) {
		letters = letters ||
			(ranges.p[i] <= 'k' && ranges.p[i + 1] >= 's');
		if (ranges.p[i] > 0)
			put_range(out, next, (unsigned)ranges.p[i] - 1);
		next = (unsigned)ranges.p[i + 1] + 1;
	}
	if (fold && letters) {
		put_range(out, next, S - 1);
		put_range(out, S + 1, KELVIN - 1);
		next = KELVIN + 1;
	}
	put_range(out, next, LAST);
}

/* Write a set within a class as ranges: several of PCRE2's own sets in one
   class, negated or not, lose characters beyond 255 or match too many. */
static void
put_set(struct pattern_reader *r, struct str ranges, bool negated)
{
	if (!negated) {
		for (size_t i = 0; i < ranges.n; i += 2)
			put_range(r->out, (unsigned)ranges.p[i],
				(unsigned)ranges.p[i + 1]);
		return;
	}
	if (r->fold && (ranges.n == 2) &&
		(ascii_is_upper(ranges.p[0]) || ascii_is_lower(ranges.p[0])))
		(void)find_set(STR("alpha"), &ranges);
	put_complement(r->out, ranges, r->fold);
}

/* Find the set for \s, \D and so on. */
static bool
escaped_set(char c, struct str *ranges, bool *negated)
{
	char small = ascii_lower(c);

	*negated = ascii_is_upper(c);
	return (small == 's' && find_set(STR("s"), ranges)) ||
		(small == 'd' && find_set(STR("digit"), ranges)) ||
		(small == 'w' && find_set(STR("word"), ranges));
}

/* True at \x{d800} to \x{dfff}, surrogates that match nothing. */
static bool
is_surrogate(const struct pattern_reader *r)
{
	return (ahead_is(r, STR("\\x{d")) || ahead_is(r, STR("\\x{D"))) &&
		peek_at(r, 4) != '\0' &&
		strchr("89abcdefABCDEF", peek_at(r, 4)) &&
		peek_at(r, 5) != '}' && peek_at(r, 6) != '}' &&
		peek_at(r, 7) == '}';
}

/* Copy an escape that Go and PCRE2 read alike. */
static void
copy_escape(struct pattern_reader *r)
{
	char c = peek_at(r, 1);

	if ((c == 'x' || c == 'p' || c == 'P') && peek_at(r, 2) == '{')
		copy_through(r, STR("}"));
	else
		copy_bytes(r, c == 'p' || c == 'P' ? 3 : 2);
}

/* Read "[:alpha:]" or "[:^alpha:]"; false if there is none. */
static bool
named_set(struct pattern_reader *r)
{
	ptrdiff_t end = ahead_is(r, STR("[:"))
		? str_find(r->s, STR(":]"), r->at + 2)
		: -1;
	bool negated = peek_at(r, 2) == '^';
	struct str ranges;

	if (end < 0)
		return false;
	if (!find_set(
		    str_sub(r->s, r->at + 2 + negated, (size_t)end), &ranges)) {
		copy_through(r, STR(":]"));
		return true;
	}
	put_set(r, ranges, negated);
	r->at = (size_t)end + 2;
	return true;
}

/* Read [...]; a ] as its first character is literal. */
static void
read_class(struct pattern_reader *r)
{
	bool after_set = false;

	copy_bytes(r, peek_at(r, 1) == '^' ? 2 : 1);
	if (peek_at(r, 0) == ']')
		copy_bytes(r, 1);
	else if (peek_at(r, 0) == ':' || peek_at(r, 0) == '.' ||
		peek_at(r, 0) == '=')
		strbuf_addch(r->out, '\\');
	while (r->at < r->s.n && peek_at(r, 0) != ']') {
		bool is_set = false;

		if (peek_at(r, 0) == '\\') {
			char c = peek_at(r, 1);
			struct str ranges;
			bool negated;

			if (escaped_set(c, &ranges, &negated)) {
				put_set(r, ranges, negated);
				r->at += 2;
				is_set = true;
			} else {
				if (c == 'v')
					replace_bytes(r, 2, "\\x0b");
				else
					copy_escape(r);
				is_set = c == 'p' || c == 'P';
			}
		} else if (named_set(r))
			is_set = true;
		else if (peek_at(r, 0) == '[')
			replace_bytes(r, 1, "\\[");
		else if (peek_at(r, 0) == '-' && after_set)
			replace_bytes(r, 1, "\\-");
		else
			copy_bytes(r, 1);
		after_set = is_set;
	}
	copy_bytes(r, 1);
}

/* ---- Groups ---- */

static void
read_open(struct pattern_reader *r)
{
	struct open_group group = {
		.most = 1, .fold = r->fold, .out = r->out->n
	};
	size_t name;
	bool fold;
	size_t flags;
	size_t from;
	size_t n;
	bool *flags_fold;
	bool on = true;
	size_t count = 2;

	/* Get the length of "(?P<name>" or "(?<name>" here, else 0. */
	from = ahead_is(r, STR("(?P<")) ? 4 : ahead_is(r, STR("(?<")) ? 3 : 0;
	n = from;
	while (from > 0 &&
		(ascii_is_letter(peek_at(r, n)) ||
			ascii_is_digit(peek_at(r, n)) || peek_at(r, n) == '_'))
		n++;
	name = n > from && peek_at(r, n) == '>' ? n + 1 : 0;
	/* Get the length of "(?i-s:", "(?:" and "(?i)" without the last
	   character, or 0. Also finds whether case is ignored from here on. */
	flags_fold = &fold;
	*flags_fold = r->fold;
	if (!ahead_is(r, STR("(?"))) {
		flags = 0;
	} else {
		for (; peek_at(r, count) != '\0' &&
			strchr("imsU-", peek_at(r, count));
			count++) {
			if (peek_at(r, count) == '-')
				on = false;
			else if (peek_at(r, count) == 'i')
				*flags_fold = on;
		}
		flags = peek_at(r, count) == ':' || peek_at(r, count) == ')'
			? count
			: 0;
	}

	if (name > 0)
		replace_bytes(r, name, "(");
	else
		copy_bytes(r, flags > 0 ? flags + 1 : 1);
	r->fold = fold;
	r->atom = 0;
	/* "(?i)" opens no group: it applies up to the end of its own group. */
	if (flags == 0 || r->s.p[r->at - 1] != ')') {
		r->must_wrap = false;
		vec_push(&r->open, group);
	}
}

/* ---- Repetitions ---- */

/*
 * The limit on repetitions, as in repeatIsValid() of Go's regexp/syntax: nested
 * counts multiply. {n,} counts as n, {n,m} as m; * + ? and {0} do not count.
 */
enum { MOST_REPEATS = 1000, NO_MAX = MOST_REPEATS + 2 };

/* Read a repeat count, inexact beyond MOST_REPEATS; false if there is none. */
static bool
repeat_number(const struct pattern_reader *r, size_t *n, unsigned *value)
{
	size_t from = *n;

	*value = 0;
	for (; ascii_is_digit(peek_at(r, *n)); ++*n)
		if (*value <= MOST_REPEATS)
			*value = *value * 10 + (unsigned)(peek_at(r, *n) - '0');
	return *n > from;
}

/* Return the length of {2}, {2,} or {2,3}, else 0. */
static size_t
braces(const struct pattern_reader *r, unsigned *min, unsigned *max)
{
	size_t n = 1;

	if (!repeat_number(r, &n, min))
		return 0;
	*max = *min;
	if (peek_at(r, n) == ',') {
		n++;
		if (!repeat_number(r, &n, max))
			*max = NO_MAX;
	}
	return peek_at(r, n) == '}' ? n + 1 : 0;
}

/* ---- The whole pattern ---- */

/* Read one element: a character, an escape, a class, or one of ( ) |. */
static void
read_atom(struct pattern_reader *r)
{
	struct open_group *group = &r->open.p[r->open.n - 1];
	char c = peek_at(r, 0);

	group->most = group->most > r->atom ? group->most : r->atom;
	if (c == '(') {
		read_open(r);
		return;
	}
	if (c == ')') {
		struct open_group close_group = r->open.p[r->open.n - 1];

		if (r->open.n > 1) {
			r->open.n--;
			r->fold = close_group.fold;
		}
		copy_bytes(r, 1);
		r->atom = close_group.most;
		r->atom_out = close_group.out;
		r->must_wrap = false;
		return;
	}
	if (c == '|') {
		copy_bytes(r, 1);
		r->atom = 0;
		r->must_wrap = false;
		return;
	}
	r->atom_out = r->out->n;
	r->atom = 1;
	r->must_wrap = c == '^' || c == '$';
	if (c == '\\') {
		char child = peek_at(r, 1);
		struct str ranges;
		bool negated;

		if (child == 'Q') {
			copy_through(r, STR("\\E"));
		} else if ((child | 0x20) == 's' ||
			((child | 0x20) == 'w' && r->fold)) {
			(void)escaped_set(child, &ranges, &negated);
			strbuf_addstr(r->out, negated ? "[^" : "[");
			put_set(r, ranges, false);
			replace_bytes(r, 2, "]");
		} else if (child == 'v') {
			replace_bytes(r, 2, "\\x0b");
		} else if (is_surrogate(r)) {
			replace_bytes(r, 8, "(?!)");
		} else {
			r->must_wrap =
				child != '\0' && strchr("bBAz", child) != NULL;
			copy_escape(r);
		}
	} else if (c == '[')
		read_class(r);
	else
		copy_bytes(r, 1);
}

enum gosyntax
gosyntax_to_pcre2(struct strbuf *out, struct str pattern, bool fold, size_t *at)
{
	struct pattern_reader r = { .s = pattern, .out = out, .fold = fold };
	struct open_group whole = { .most = 1, .fold = fold };
	enum gosyntax first = GOSYNTAX_FINE;

	vec_push(&r.open, whole);
	while (r.at < pattern.n) {
		enum gosyntax found;

		/* Skip an empty quote: in a\Q\E* the * repeats a. */
		if (ahead_is(&r, STR("\\Q\\E")))
			r.at += 4;
		else
			read_atom(&r);
		/* Read any repetitions that follow. */
		found = GOSYNTAX_FINE;
		for (int depth = 0; r.at < r.s.n; depth++) {
			unsigned min = 0, max = NO_MAX;
			char c = peek_at(&r, 0);
			size_t n = c == '{' ? braces(&r, &min, &max)
				: c == '*' || c == '+' || c == '?' ? 1
								   : 0;

			if (n == 0 || (r.atom == 0 && c != '{'))
				break;
			if (depth == 0 && r.must_wrap) {
				strbuf_insert(r.out, r.atom_out, STR("(?:"));
				strbuf_addch(r.out, ')');
			}
			copy_bytes(&r, n);
			if (depth > 0) {
				found = GOSYNTAX_NESTED;
				break;
			}
			/* In a*\Q\E*, PCRE2 can repeat a* only as a group. */
			r.must_wrap = true;
			/* Multiply the count by {min,max}. */
			if (c == '{') {
				bool open = max == NO_MAX;
				unsigned a = open ? min : max;
				unsigned most = (a > 1 ? a : 1) * r.atom;

				if (max == 0 || (open && min == 0))
					most = open ? r.atom : 1;
				r.atom = most;
				if ((min > MOST_REPEATS ||
					    !(open || max <= MOST_REPEATS) ||
					    (!((min < 2 && max < 2) ||
						    most <= MOST_REPEATS)))) {
					found = GOSYNTAX_TOO_MANY;
					break;
				}
			}
			if (peek_at(&r, 0) == '?')
				copy_bytes(&r, 1);
		}
		if (first == GOSYNTAX_FINE && found != GOSYNTAX_FINE) {
			first = found;
			*at = r.at;
		}
	}
	vec_free(&r.open);
	return first;
}

/* ---- Go's messages about a refused pattern ---- */

static int
at_or_nul(struct str s, size_t i)
{
	return i < s.n ? s.p[i] : '\0';
}

/* Return the offset of the last c at or before `at`, or `none`. */
static size_t
last_before(struct str s, size_t at, char c, size_t none)
{
	ptrdiff_t i = str_rchr(str_sub(s, 0, at + 1), c);

	return i < 0 ? none : (size_t)i;
}

static size_t
char_after(struct str s, size_t i)
{
	uint32_t cp;

	return i < s.n ? i + utf8_decode(str_skip(s, i), &cp) : s.n;
}

/* Return the text from the last `open` at or before `at` to the end of the next
   `close`. */
static struct str
quoted_between(struct str s, size_t at, char open, struct str close)
{
	size_t from = last_before(s, at, open, 0);
	ptrdiff_t to = str_find(s, close, from);

	return str_sub(s, from, to < 0 ? s.n : (size_t)to + close.n);
}

/* Return the text from the last "(?" at or before `at`. */
static struct str
quoted_group(struct str s, size_t at)
{
	return str_skip(s, last_before(s, at < s.n ? at : s.n, '(', 0));
}

/* clang-format off */
static const char *const fault_texts[] = {
	[FAULT_OTHER] = NULL,
	[FAULT_TRAILING_BACKSLASH] = "trailing backslash at end of expression",
	[FAULT_ESCAPE] = "invalid escape sequence",
	[FAULT_REPEAT_SIZE] = "invalid repeat count",
	[FAULT_REPEAT_ARGUMENT] = "missing argument to repetition operator",
	[FAULT_MISSING_BRACKET] = "missing closing ]",
	[FAULT_CLASS_RANGE] = "invalid character class range",
	[FAULT_CLASS_NAME] = "invalid character class range",
	[FAULT_PROPERTY] = "invalid character class range",
	[FAULT_MISSING_PAREN] = "missing closing )",
	[FAULT_UNEXPECTED_PAREN] = "unexpected )",
	[FAULT_PERL] = "invalid or unsupported Perl syntax",
	[FAULT_NAMED] = "invalid named capture",
	[FAULT_TOO_LARGE] = "expression too large",
	[FAULT_TOO_DEEP] = "expression nests too deeply",
	[FAULT_UTF8] = "invalid UTF-8",
};
/* clang-format on */

/* Return the part of the pattern that Go quotes. */
static struct str
quoted_part(enum regex_fault fault, struct str s, size_t at)
{
	size_t from;

	switch (fault) {
	case FAULT_TRAILING_BACKSLASH:
		return STR_EMPTY;
	case FAULT_ESCAPE:
		from = last_before(s, at < s.n ? at : s.n, '\\', 0);
		if (at_or_nul(s, from + 1) == 'x' && at > from + 1)
			return str_sub(s, from, at);
		return str_sub(s, from, char_after(s, from + 1));
	case FAULT_REPEAT_SIZE:
		return quoted_between(s, at, '{', STR("}"));
	case FAULT_MISSING_BRACKET: {
		size_t i = 0, open = 0;
		bool inside = false;

		/* Start at the bracket that is never closed. */
		while (i < s.n) {
			if (s.p[i] == '\\') {
				i += 2;
			} else if (!inside && s.p[i] == '[') {
				inside = true;
				open = i++;
				if (at_or_nul(s, i) == '^')
					i++;
				if (at_or_nul(s, i) == ']')
					i++;
			} else {
				if (s.p[i] == ']')
					inside = false;
				i++;
			}
		}
		return str_skip(s, open);
	}
	case FAULT_CLASS_RANGE:
		from = at > 0 ? at - 1 : 0;
		/* Go back to the start of the previous character. */
		while (from > 0 && ((unsigned char)s.p[--from] & 0xC0) == 0x80)
			;
		return str_sub(s, from, char_after(s, at));
	case FAULT_CLASS_NAME:
		return quoted_between(s, at, '[', STR(":]"));
	case FAULT_PROPERTY:
		return str_sub(s, last_before(s, at, '\\', 0), at);
	case FAULT_PERL:
		return str_sub(s, (size_t)(quoted_group(s, at).p - s.p),
			char_after(s, at));
	case FAULT_NAMED:
		return quoted_group(s, at);
	default:
		return s;
	}
}

void
gosyntax_fault(struct strbuf *out, enum regex_fault fault, struct str pattern,
	size_t at, const char *text)
{
	struct str quoted, group;
	bool nested = false;

	/* To Go, a pattern ending in flags, "(?" or "(?i-", is a Perl error. */
	if (fault == FAULT_MISSING_PAREN) {
		ptrdiff_t open = str_rchr(pattern, '(');
		bool ends_in_flags;

		if (open < 0 || at_or_nul(pattern, (size_t)open + 1) != '?') {
			ends_in_flags = false;
		} else {
			ends_in_flags = true;
			for (size_t i = (size_t)open + 2; i < pattern.n; i++)
				if (strchr("imsU-", pattern.p[i]) == NULL) {
					ends_in_flags = false;
					break;
				}
		}
		if (ends_in_flags) {
			fault = FAULT_PERL;
			at = pattern.n;
		}
	}
	if (fault == FAULT_NAMED && str_is(quoted_group(pattern, at), "(?<"))
		fault = FAULT_PERL;
	/* In "[a-\d]" Go expects a character and calls \d an invalid escape. */
	if (fault == FAULT_CLASS_RANGE && at >= 2 &&
		at_or_nul(pattern, at - 2) == '\\')
		fault = FAULT_ESCAPE;
	group = quoted_group(pattern, at);
	/* "(?P=name)" and other Python syntax, except "(?P<name>". */
	if (str_starts(group, STR("(?P")) && at_or_nul(group, 3) != '<') {
		fault = FAULT_PERL;
		quoted = str_sub(group, 0, 3);
	} else if (fault == FAULT_REPEAT_ARGUMENT) {
		size_t from = at, to = at + 1, before;
		size_t i;

		if (at_or_nul(pattern, at) == '}')
			from = last_before(pattern, at, '{', at);
		if (at_or_nul(pattern, to) == '?')
			to++;
		/* Find the start of the repetition operator that ends before
		   `from`, or `from` if there is none. */
		i = from;
		if (i > 0 && pattern.p[i - 1] == '?')
			i--;
		if (i > 0 &&
			(pattern.p[i - 1] == '*' || pattern.p[i - 1] == '+' ||
				pattern.p[i - 1] == '?'))
			before = i - 1;
		else if (i > 0 && pattern.p[i - 1] == '}')
			before = last_before(pattern, i - 1, '{', from);
		else
			before = i;
		nested = before < from;
		quoted = str_sub(pattern, before, to);
	} else
		quoted = quoted_part(fault, pattern, at);
	if (fault != FAULT_OTHER)
		text = fault_texts[fault];
	if (nested)
		text = "invalid nested repetition operator";
	strbuf_addf(out, "error parsing regexp: %s: `", text);
	strbuf_add(out, quoted);
	strbuf_addch(out, '`');
}
