/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refused patterns in Go's words: see fault.h. */
#include "config.h"

#include "engine/fault.h"

#include "base/utf8.h"

#include "base/banned.h"

static int
at_or_nul(struct str s, size_t i)
{
	return i < s.n ? s.p[i] : '\0';
}

/* The offset of the last c at or before `at`, or `none`. */
static size_t
last_before(struct str s, size_t at, char c, size_t none)
{
	ptrdiff_t i = str_rchr(str_sub(s, 0, at + 1), c);

	return i < 0 ? none : (size_t)i;
}

/* Where the character that ends before `end` starts. */
static size_t
char_before(struct str s, size_t end)
{
	while (end > 0 && ((unsigned char)s.p[--end] & 0xC0) == 0x80)
		;
	return end;
}

static size_t
char_after(struct str s, size_t i)
{
	uint32_t cp;

	return i < s.n ? i + utf8_decode(str_skip(s, i), &cp) : s.n;
}

/* Where the repetition operator that ends before `end` starts; `end` itself
   when there is none. */
static size_t
operator_before(struct str s, size_t end)
{
	size_t i = end;

	if (i > 0 && s.p[i - 1] == '?')
		i--;
	if (i > 0 &&
		(s.p[i - 1] == '*' || s.p[i - 1] == '+' || s.p[i - 1] == '?'))
		return i - 1;
	if (i > 0 && s.p[i - 1] == '}')
		return last_before(s, i - 1, '{', end);
	return i;
}

static struct str
repetition(struct str s, size_t at, bool *nested)
{
	size_t from = at, to = at + 1, before;

	if (at_or_nul(s, at) == '}')
		from = last_before(s, at, '{', at);
	if (at_or_nul(s, to) == '?')
		to++;
	before = operator_before(s, from);
	*nested = before < from;
	return str_sub(s, before, to);
}

/* From the bracket that is never closed. */
static struct str
open_class(struct str s)
{
	size_t i = 0, open = 0;
	bool inside = false;

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

static struct str
repeat_count(struct str s, size_t at)
{
	size_t from = last_before(s, at, '{', 0);
	ptrdiff_t to = str_find(s, STR("}"), from);

	return str_sub(s, from, to < 0 ? s.n : (size_t)to + 1);
}

static struct str
escape(struct str s, size_t at)
{
	size_t from = last_before(s, at < s.n ? at : s.n, '\\', 0);

	if (at_or_nul(s, from + 1) == 'x' && at > from + 1)
		return str_sub(s, from, at);
	return str_sub(s, from, char_after(s, from + 1));
}

static struct str
class_name(struct str s, size_t at)
{
	size_t from = last_before(s, at, '[', 0);
	ptrdiff_t to = str_find(s, STR(":]"), from);

	return str_sub(s, from, to < 0 ? s.n : (size_t)to + 2);
}

/* From the last "(?" that starts at or before `at`. */
static struct str
group(struct str s, size_t at)
{
	return str_skip(s, last_before(s, at < s.n ? at : s.n, '(', 0));
}

/* "(?", "(?i-": flags that the pattern ends in. */
static bool
ends_in_flags(struct str s)
{
	ptrdiff_t open = str_rchr(s, '(');

	if (open < 0 || at_or_nul(s, (size_t)open + 1) != '?')
		return false;
	for (size_t i = (size_t)open + 2; i < s.n; i++)
		if (strchr("imsU-", s.p[i]) == NULL)
			return false;
	return true;
}

/* "(?P=name)" and whatever else Python has, but "(?P<name>". */
static bool
is_python(struct str group)
{
	return str_starts(group, STR("(?P")) && at_or_nul(group, 3) != '<';
}

static const char *
what(enum fault fault, const char *text)
{
	/* clang-format off */
	switch (fault) {
	case FAULT_TRAILING_BACKSLASH:
		return "trailing backslash at end of expression";
	case FAULT_ESCAPE:           return "invalid escape sequence";
	case FAULT_REPEAT_SIZE:      return "invalid repeat count";
	case FAULT_REPEAT_ARGUMENT:
		return "missing argument to repetition operator";
	case FAULT_MISSING_BRACKET:  return "missing closing ]";
	case FAULT_CLASS_RANGE:
	case FAULT_CLASS_NAME:
	case FAULT_PROPERTY:         return "invalid character class range";
	case FAULT_MISSING_PAREN:    return "missing closing )";
	case FAULT_UNEXPECTED_PAREN: return "unexpected )";
	case FAULT_PERL:             return "invalid or unsupported Perl syntax";
	case FAULT_NAMED:            return "invalid named capture";
	case FAULT_TOO_LARGE:        return "expression too large";
	case FAULT_TOO_DEEP:         return "expression nests too deeply";
	case FAULT_UTF8:             return "invalid UTF-8";
	case FAULT_OTHER:            break;
	}
	/* clang-format on */
	return text;
}

/* The part of the pattern that Go quotes. */
static struct str
part(enum fault fault, struct str s, size_t at)
{
	switch (fault) {
	case FAULT_TRAILING_BACKSLASH:
		return STR_EMPTY;
	case FAULT_ESCAPE:
		return escape(s, at);
	case FAULT_REPEAT_SIZE:
		return repeat_count(s, at);
	case FAULT_MISSING_BRACKET:
		return open_class(s);
	case FAULT_CLASS_RANGE:
		return str_sub(s, char_before(s, at > 0 ? at - 1 : 0),
			char_after(s, at));
	case FAULT_CLASS_NAME:
		return class_name(s, at);
	case FAULT_PROPERTY:
		return str_sub(s, last_before(s, at, '\\', 0), at);
	case FAULT_PERL:
		return str_sub(
			s, (size_t)(group(s, at).p - s.p), char_after(s, at));
	case FAULT_NAMED:
		return group(s, at);
	default:
		return s;
	}
}

void
fault_words(struct strbuf *out, enum fault fault, struct str pattern, size_t at,
	const char *text)
{
	struct str quoted;
	bool nested = false;

	if (fault == FAULT_MISSING_PAREN && ends_in_flags(pattern)) {
		fault = FAULT_PERL;
		at = pattern.n;
	}
	if (fault == FAULT_NAMED && str_is(group(pattern, at), "(?<"))
		fault = FAULT_PERL;
	/* "[a-\d]": Go reads a character there, and \d is none. */
	if (fault == FAULT_CLASS_RANGE && at >= 2 &&
		at_or_nul(pattern, at - 2) == '\\')
		fault = FAULT_ESCAPE;
	if (is_python(group(pattern, at))) {
		fault = FAULT_PERL;
		quoted = str_sub(group(pattern, at), 0, 3);
	} else if (fault == FAULT_REPEAT_ARGUMENT)
		quoted = repetition(pattern, at, &nested);
	else
		quoted = part(fault, pattern, at);
	strbuf_addf(out, "error parsing regexp: %s: `",
		nested ? "invalid nested repetition operator"
		       : what(fault, text));
	strbuf_add(out, quoted);
	strbuf_addch(out, '`');
}
