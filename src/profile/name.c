/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shorter forms of names, cuts, packages: see name.h. name_package() and
 * name_shortened() follow pprof's rules exactly (its graph's and its flame
 * graph's); name_forms() goes further, on what name_parse() found.
 */
#include "config.h"

#include "profile/name.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "profile/nameparse.h"

#include "base/banned.h"

/* Longer names are only cut: whoever made them, nobody reads them. */
enum { NAME_PARSE_MAX = 16384 };

static bool
is_ident(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

/* The offset behind the \w* at `at`. */
static size_t
ident_end(struct str s, size_t at)
{
	while (at < s.n && is_ident(s.p[at]))
		at++;
	return at;
}

static bool
has_at(struct str s, size_t at, const char *text)
{
	return at <= s.n && str_starts(str_skip(s, at), str_c(text));
}

struct str
name_package(struct str name)
{
	ptrdiff_t slash = str_rchr(name, '/');
	size_t base = slash < 0 ? 0 : (size_t)slash + 1;
	size_t end = ident_end(name, base);

	if (end == base ||
		(!has_at(name, end, ".") && !has_at(name, end, "::")))
		return STR_EMPTY;
	if (memchr(name.p, '\n', base) != NULL)
		return STR_EMPTY;
	return str_sub(name, 0, end);
}

/* "a/b/v3.F" -> "a/b.F": the first path element that is a version. */
static struct str
without_version(struct str s, struct arena *arena)
{
	for (ptrdiff_t at = 0; (at = str_find(s, STR("/v"), (size_t)at)) >= 0;
		at++) {
		size_t from = (size_t)at + 2, end = from;
		char *text;

		while (end < s.n && ascii_is_digit(s.p[end]))
			end++;
		if (end == from || s.p[from] == '0' || end == s.n ||
			(s.p[end] != '.' && s.p[end] != '/') ||
			(end == from + 1 && s.p[from] == '1'))
			continue;
		text = arena_copy(arena, s.p, s.n);
		memmove(text + at, text + end, s.n - end);
		return str_from(text, s.n - (end - (size_t)at));
	}
	return s;
}

/* ^(?:[\w\-\.]+\/)+([^.]+\..+): the offset of the group, or 0. */
static size_t
go_base(struct str s)
{
	size_t start = 0, best = 0;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == '/') {
			ptrdiff_t dot;

			if (i == start)
				break;
			start = i + 1;
			dot = str_chr(str_skip(s, start), '.');
			if (dot > 0 && start + (size_t)dot + 1 < s.n)
				best = start;
		} else if (!is_ident(c) && c != '-' && c != '.') {
			break;
		}
	}
	return best;
}

/* ^(?:[a-z]\w*\.)*([A-Z][\w\$]*\.(?:<init>|[a-z][\w\$]*(?:\$\d+)?))(?:(?:\()|$)
   The group, or an empty span. */
static struct str
java_method(struct str s)
{
	size_t at = 0, end, start;

	while (at < s.n && ascii_is_lower(s.p[at])) {
		end = ident_end(s, at);
		if (!has_at(s, end, "."))
			return STR_EMPTY;
		at = end + 1;
	}
	start = at;
	if (at >= s.n || !ascii_is_upper(s.p[at]))
		return STR_EMPTY;
	while (at < s.n && (is_ident(s.p[at]) || s.p[at] == '$'))
		at++;
	if (!has_at(s, at, "."))
		return STR_EMPTY;
	at++;
	if (has_at(s, at, "<init>")) {
		at += 6;
	} else {
		if (at >= s.n || !ascii_is_lower(s.p[at]))
			return STR_EMPTY;
		while (at < s.n && (is_ident(s.p[at]) || s.p[at] == '$'))
			at++;
	}
	if (at < s.n && s.p[at] != '(')
		return STR_EMPTY;
	return str_sub(s, start, at);
}

/* ^(?:[_a-zA-Z]\w*::)+(_*[A-Z]\w*::~?[_a-zA-Z]\w*(?:<.*>)?)
   The group, or an empty span. The outer names are taken greedily, so the
   last class with a capital wins. */
static struct str
cpp_method(struct str s)
{
	size_t at = 0, prev = 0, n = 0, cls, end;
	struct str best = STR_EMPTY;

	while (at < s.n && is_ident(s.p[at]) && !ascii_is_digit(s.p[at])) {
		end = ident_end(s, at);
		if (!has_at(s, end, "::"))
			break;
		prev = at;
		at = end + 2;
		n++;
		for (cls = prev; s.p[cls] == '_'; cls++)
			;
		end = at + (has_at(s, at, "~") ? 1 : 0);
		if (n < 2 || !ascii_is_upper(s.p[cls]) || end >= s.n ||
			!is_ident(s.p[end]) || ascii_is_digit(s.p[end]))
			continue;
		end = ident_end(s, end);
		if (has_at(s, end, "<")) {
			ptrdiff_t close = str_rchr(str_skip(s, end), '>');

			if (close > 0)
				end += (size_t)close + 1;
		}
		best = str_sub(s, prev, end);
	}
	return best;
}

struct str
name_shortened(struct str name, struct arena *arena)
{
	struct str s = name, m;
	size_t base;

	if (str_starts(s, STR("(anonymous namespace)::")))
		s = str_skip(s, 23);
	s = without_version(s, arena);
	if ((base = go_base(s)) > 0)
		return str_skip(s, base);
	if ((m = java_method(s)).n > 0 || (m = cpp_method(s)).n > 0)
		return m;
	return s;
}

/* Take a form when it is shorter than the last one. */
static void
add_form(struct name_forms *out, struct str form)
{
	if (form.n > 0 && out->n < NAME_FORMS &&
		(out->n == 0 || form.n < out->form[out->n - 1].n))
		out->form[out->n++] = form;
}

static struct str
from_part(const struct name_parse *np, int part)
{
	return str_skip(np->plain, np->part[part].at);
}

/* "api.(*CartHandler).Checkout" -> "api.CartHandler.Checkout" */
static struct str
without_receiver(struct str s, struct arena *arena)
{
	char *text = arena_copy(arena, s.p, s.n);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '(' || s.p[i] == ')' ||
			(s.p[i] == '*' && i > 0 && s.p[i - 1] == '('))
			continue;
		text[n++] = s.p[i];
	}
	return str_from(text, n);
}

/* "absl::container_internal::raw_hash_set::find" from part `from` on, all
   but the last two parts by their first letter. */
static struct str
with_initials(const struct name_parse *np, int from, struct arena *arena)
{
	struct strbuf b = STRBUF_INIT;
	struct str out;

	for (int k = from; k < np->last - 1; k++) {
		if (np->part[k].n > 0)
			strbuf_addch(&b, np->plain.p[np->part[k].at]);
		strbuf_addc(&b, "::");
	}
	strbuf_add(&b, from_part(np, np->last - 1));
	out = arena_str(arena, strbuf_str(&b));
	strbuf_free(&b);
	return out;
}

static void
dotted_forms(struct name_forms *out, const struct name_parse *np,
	struct str name, struct arena *arena)
{
	/* Java: "Foo.bar" is what "without directories" means there. */
	struct str method = java_method(name);
	struct name_parse tail;

	if (method.n > 0)
		add_form(out, method);
	else
		add_form(out, np->plain);
	out->plain = out->n - 1;
	if (np->plain.p[0] != '(' && str_chr(np->plain, '(') > 0) {
		struct str s = without_receiver(np->plain, arena);

		add_form(out, s);
		name_parse(&tail, s, arena);
		np = &tail;
	}
	if (np->last > 1)
		add_form(out, from_part(np, 1));
	if (np->last > 2)
		add_form(out, from_part(np, np->last - 1));
	add_form(out, from_part(np, np->last));
}

static void
colons_forms(struct name_forms *out, const struct name_parse *np,
	struct arena *arena)
{
	add_form(out, np->plain);
	out->plain = out->n - 1;
	if (np->last > 1)
		add_form(out, from_part(np, 1));
	if (np->last > 2) {
		add_form(out, with_initials(np, 1, arena));
		add_form(out, from_part(np, np->last - 1));
	}
	add_form(out, from_part(np, np->last));
}

void
name_forms(struct name_forms *out, struct str name, struct arena *arena)
{
	struct name_parse np;

	*out = (struct name_forms){ .n = 1, .form = { name } };
	if (name.n > NAME_PARSE_MAX)
		return;
	name_parse(&np, without_version(name, arena), arena);
	add_form(out, np.bare);
	switch (np.kind) {
	case NAME_DOTTED:
		dotted_forms(out, &np, name, arena);
		break;
	case NAME_COLONS:
		colons_forms(out, &np, arena);
		break;
	case NAME_PATH:
		/* a/b/c/d.go: the last three, two, one */
		for (int k = np.n > 3 ? np.n - 3 : 0; k < np.n; k++)
			add_form(out, from_part(&np, k));
		break;
	case NAME_WORD:
		out->plain = out->n - 1;
		break;
	}
}

/* s fits in `columns`. Looks at no more of it than needed. */
static bool
fits(struct str s, int columns, bool ascii)
{
	struct utf8_cell u;
	size_t at = 0;
	int n = 0;

	while (n <= columns && utf8_next(s, &at, ascii, &u))
		n += u.width;
	return n <= columns;
}

/* The longest end of s that has at most `columns`. Long texts are measured
   in a window at their end, so the cost does not depend on their length. */
static struct str
end_of(struct str s, int columns, bool ascii)
{
	size_t window = (size_t)columns * 32 + 64, at = 0, start;
	struct utf8_cell u;
	int total = 0;

	if (columns <= 0)
		return STR_EMPTY;
	if (s.n > window) {
		s = str_skip(s, s.n - window);
		while (s.n > 0 && ((unsigned char)s.p[0] & 0xC0) == 0x80)
			s = str_skip(s, 1);
	}
	while (utf8_next(s, &at, ascii, &u))
		total += u.width;
	for (at = start = 0; total > columns; start = at) {
		if (!utf8_next(s, &at, ascii, &u))
			break;
		total -= u.width;
	}
	return str_skip(s, start);
}

static struct str
dots(bool ascii)
{
	return ascii ? STR("~") : STR("…");
}

void
name_cut(struct strbuf *out, struct str text, int columns, bool ascii)
{
	if (columns <= 0)
		return;
	if (fits(text, columns, ascii)) {
		utf8_put(out, text, ascii, columns);
		return;
	}
	strbuf_add(out, dots(ascii));
	utf8_put(out, end_of(text, columns - 1, ascii), ascii, columns - 1);
}

void
name_cut_middle(struct strbuf *out, struct str text, int columns, bool ascii)
{
	int end = columns >= 8 ? (columns - 1) * 2 / 5 : 0;

	if (columns <= 0)
		return;
	if (fits(text, columns, ascii)) {
		utf8_put(out, text, ascii, columns);
		return;
	}
	utf8_put(out, text, ascii, columns - 1 - end);
	strbuf_add(out, dots(ascii));
	utf8_put(out, end_of(text, end, ascii), ascii, end);
}

void
name_fit(struct strbuf *out, const struct name_forms *forms, int columns,
	bool ascii)
{
	assert(forms->n > 0);
	for (int k = 0; k < forms->n; k++) {
		if (!fits(forms->form[k], columns, ascii))
			continue;
		utf8_put(out, forms->form[k], ascii, columns);
		return;
	}
	name_cut_middle(out, forms->form[forms->n - 1], columns, ascii);
}
