/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shorter forms of function names, cuts, packages. */
#include "prelude.h"

#include "profile/name.h"

#include <assert.h>

#include "base/ascii.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "profile/nameparse.h"
#include "profile/place.h"

/* name_package() and name_shortened() follow the rules of pprof's flame graph
   and graph exactly. name_forms() finds more forms, with name_parse(). */

/* Longer names are only cut. */
enum { NAME_PARSE_MAX = 16384 };

static bool
is_ident(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

/* Return the end of the \w* at `at`. */
static size_t
ident_end(struct str s, size_t at)
{
	while (at < s.n && is_ident(s.p[at]))
		at++;
	return at;
}

struct str
name_package(struct str name)
{
	ptrdiff_t slash = str_rchr(name, '/');
	size_t base = slash < 0 ? 0 : (size_t)slash + 1;
	size_t end = ident_end(name, base);

	if (end == base ||
		(!name_starts_at(name, end, ".") &&
			!name_starts_at(name, end, "::")))
		return STR_EMPTY;
	if (memchr(name.p, '\n', base) != NULL)
		return STR_EMPTY;
	return str_sub(name, 0, end);
}

/* "a/b/v3.F" -> "a/b.F": drop the first path element that is a version. */
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

/* Match ^(?:[\w\-\.]+\/)+([^.]+\..+). Returns the offset of the group, or 0. */
static size_t
go_base(struct str s)
{
	size_t start = 0, best = 0, dot = 0; /* dot: offset of the next ".", or
						s.n */

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == '/') {
			if (i == start)
				break;
			start = i + 1;
			while (dot < s.n && (dot < start || s.p[dot] != '.'))
				dot++;
			if (dot > start && dot + 1 < s.n)
				best = start;
		} else if (!is_ident(c) && c != '-' && c != '.') {
			break;
		}
	}
	return best;
}

/* Return the end of the [\w\$]* at `at`. */
static size_t
java_end(struct str s, size_t at)
{
	while (at < s.n && (is_ident(s.p[at]) || s.p[at] == '$'))
		at++;
	return at;
}

/* ^(?:[a-z]\w*\.)*([A-Z][\w\$]*\.(?:<init>|[a-z][\w\$]*(?:\$\d+)?))(?:(?:\()|$)
   Return the group of this pattern, or an empty span. */
static struct str
java_method(struct str s)
{
	size_t at = 0, end, start;

	while (at < s.n && ascii_is_lower(s.p[at])) {
		end = ident_end(s, at);
		if (!name_starts_at(s, end, "."))
			return STR_EMPTY;
		at = end + 1;
	}
	start = at;
	if (at >= s.n || !ascii_is_upper(s.p[at]))
		return STR_EMPTY;
	at = java_end(s, at);
	if (!name_starts_at(s, at, "."))
		return STR_EMPTY;
	at++;
	if (name_starts_at(s, at, "<init>"))
		at += 6;
	else if (at < s.n && ascii_is_lower(s.p[at]))
		at = java_end(s, at);
	else
		return STR_EMPTY;
	if (at < s.n && s.p[at] != '(')
		return STR_EMPTY;
	return str_sub(s, start, at);
}

/* ^(?:[_a-zA-Z]\w*::)+(_*[A-Z]\w*::~?[_a-zA-Z]\w*(?:<.*>)?)
   Return the group of this pattern, or an empty span. Matching is greedy, so
   the group begins with the last class that has a capital. */
static struct str
cpp_method(struct str s)
{
	size_t at = 0, prev = 0, n = 0, cls, end;
	struct str best = STR_EMPTY;

	while (at < s.n && is_ident(s.p[at]) && !ascii_is_digit(s.p[at])) {
		end = ident_end(s, at);
		if (!name_starts_at(s, end, "::"))
			break;
		prev = at;
		at = end + 2;
		n++;
		for (cls = prev; s.p[cls] == '_'; cls++)
			;
		end = at + (name_starts_at(s, at, "~") ? 1 : 0);
		if (n < 2 || !ascii_is_upper(s.p[cls]) || end >= s.n ||
			!is_ident(s.p[end]) || ascii_is_digit(s.p[end]))
			continue;
		end = ident_end(s, end);
		if (name_starts_at(s, end, "<")) {
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

/* Add a form if it is shorter than the last one. */
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

static void
dotted_forms(struct name_forms *out, const struct name_parse *np,
	struct str name, struct arena *arena)
{
	/* For Java, the form without directories is "Foo.bar". */
	struct str method = java_method(name);
	struct name_parse tail;

	add_form(out, method.n > 0 ? method : np->plain);
	out->plain = out->packaged = out->n - 1;
	if (np->plain.p[0] != '(' && str_chr(np->plain, '(') > 0) {
		struct str s, receiver_s = np->plain;
		char *text;
		size_t n = 0;

		/* "api.(*CartHandler).Checkout" ->
		   "api.CartHandler.Checkout" */
		text = arena_copy(arena, receiver_s.p, receiver_s.n);
		for (size_t i = 0; i < receiver_s.n; i++) {
			if (receiver_s.p[i] == '(' || receiver_s.p[i] == ')' ||
				(receiver_s.p[i] == '*' && i > 0 &&
					receiver_s.p[i - 1] == '('))
				continue;
			text[n++] = receiver_s.p[i];
		}
		s = str_from(text, n);

		add_form(out, s);
		out->packaged = out->n - 1;
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
plain_forms(struct name_forms *out, struct str name, struct arena *arena)
{
	struct str named = name_without_ids(name, arena);
	struct name_parse np;

	*out = (struct name_forms){ .n = 1, .form = { name } };
	name_parse(&np, without_version(named, arena), arena);
	add_form(out, np.bare);
	switch (np.kind) {
	case NAME_DOTTED:
		dotted_forms(out, &np, named, arena);
		break;
	case NAME_COLONS: {
		add_form(out, np.plain);
		out->plain = out->packaged = out->n - 1;
		if (np.last > 1)
			add_form(out, from_part(&np, 1));
		if (np.last > 2) {
			struct strbuf b = STRBUF_INIT;
			struct str initials_out;

			/* "absl::container_internal::raw_hash_set::find": from
			   part 1 on, shorten all but the last two parts to
			   their first letter. */
			for (int k = 1; k < np.last - 1; k++) {
				if (np.part[k].n > 0)
					strbuf_addch(
						&b, np.plain.p[np.part[k].at]);
				strbuf_addstr(&b, "::");
			}
			strbuf_add(&b, from_part(&np, np.last - 1));
			initials_out = arena_str(arena, strbuf_str(&b));
			strbuf_free(&b);
			add_form(out, initials_out);
			add_form(out, from_part(&np, np.last - 1));
		}
		add_form(out, from_part(&np, np.last));
	} break;
	case NAME_PATH:
		/* a/b/c/d.go: b/c/d.go, c/d.go, d.go */
		for (int k = np.n > 3 ? np.n - 3 : 0; k < np.n; k++)
			add_form(out, from_part(&np, k));
		out->packaged = out->n - 1;
		break;
	case NAME_WORD:
		out->plain = out->packaged = out->n - 1;
		break;
	}
}

void
name_forms(struct name_forms *out, struct str name, struct arena *arena)
{
	size_t whole = place_without_copy(name).n;

	*out = (struct name_forms){ .n = 1, .form = { name } };
	if (name.n > NAME_PARSE_MAX)
		return;
	if (whole < name.n && str_find(name, STR("::"), 0) < 0) {
		struct str copy = str_skip(name, whole), last;
		struct strbuf b = STRBUF_INIT;

		/* A compiler's copy, f.isra.0, has the forms of its original,
		   each with the copy's suffix, and a last form without it. */
		plain_forms(out, str_sub(name, 0, whole), arena);
		last = out->form[out->n - 1];
		for (int k = 0; k < out->n; k++) {
			strbuf_reset(&b);
			strbuf_add(&b, out->form[k]);
			strbuf_add(&b, copy);
			out->form[k] = arena_str(arena, strbuf_str(&b));
		}
		add_form(out, last);
		strbuf_free(&b);
	} else
		plain_forms(out, name, arena);
}

static bool
fits(struct str s, int columns, bool ascii)
{
	return utf8_columns_up_to(s, ascii, columns) <= columns;
}

/* Return the longest end of s that fits in `columns`. Only a window at the end
   of a long text is measured, so the cost does not depend on its length. */
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

/* Append a text cut to `columns`, with `end` columns after the "…". */
static void
cut_to(struct strbuf *out, struct str text, int columns, int end, bool ascii)
{
	if (columns <= 0)
		return;
	if (fits(text, columns, ascii)) {
		utf8_put(out, text, ascii, columns);
		return;
	}
	utf8_put(out, text, ascii, columns - 1 - end);
	strbuf_addstr(out, ascii ? "~" : "…");
	utf8_put(out, end_of(text, end, ascii), ascii, end);
}

void
name_cut(struct strbuf *out, struct str text, int columns, bool ascii)
{
	cut_to(out, text, columns, columns - 1, ascii);
}

void
name_cut_middle(struct strbuf *out, struct str text, int columns, bool ascii)
{
	int end = columns >= 8 ? (columns - 1) * 2 / 5 : 0;

	if (columns < 6)
		utf8_put(out, text, ascii, columns > 0 ? columns : 0);
	else
		cut_to(out, text, columns, end, ascii);
}

int
name_form_for(const struct name_forms *forms, int first, int last, int columns,
	bool ascii)
{
	while (first < last && !fits(forms->form[first], columns, ascii))
		first++;
	return first;
}

void
name_put(struct strbuf *out, const struct name_forms *forms, int k, int columns,
	bool ascii)
{
	struct str text = forms->form[k], last = forms->form[forms->n - 1];

	if (columns >= 8 && k < forms->n - 1 && str_ends(text, last) &&
		fits(last, (columns - 1) * 2 / 3, ascii))
		cut_to(out, text, columns, utf8_columns(last, ascii), ascii);
	else
		name_cut_middle(out, text, columns, ascii);
}

void
name_fit(struct strbuf *out, const struct name_forms *forms, int columns,
	bool ascii)
{
	assert(forms->n > 0);
	name_put(out, forms,
		name_form_for(forms, 0, forms->n - 1, columns, ascii), columns,
		ascii);
}

bool
name_is_one_of(struct str name, const char *const *pattern)
{
	for (size_t i = 0; pattern[i] != NULL; i++) {
		const char *p = pattern[i];
		size_t k = 0;

		while (k < name.n && p[k] != '\0' && p[k] == name.p[k])
			k++;
		if (p[k] == '\0' ? k == name.n || (k > 0 && p[k - 1] == '*')
				 : p[k] == '*' && p[k + 1] == '\0')
			return true;
	}
	return false;
}

bool
name_is_made_up(struct str name)
{
	ptrdiff_t plus = str_rchr(name, '+');
	size_t from = (size_t)plus + 1;

	if (plus <= 0 || from == name.n)
		return false;
	for (size_t i = from; i < name.n; i++)
		if (!ascii_is_digit(name.p[i]) &&
			(name.p[i] < 'a' || name.p[i] > 'f'))
			return false;
	for (size_t i = 0; i < from; i++)
		if (name.p[i] == '(' || name.p[i] == ' ' || name.p[i] == ':')
			return false;
	return true;
}
