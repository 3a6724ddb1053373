/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing and shortening function names. */
#include "prelude.h"

#include "profile/name.h"

#include <assert.h>

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "profile/place.h"

/* ---- Parsing ---- */

/*
 *     void ns::Map<int>::find(int) const      bare   ns::Map<int>::find(int)
 *          --  ---       ----                 plain  ns::Map::find
 *          part[0]       part[2]              kind   NAME_COLONS
 *
 * No language is parsed completely: a name that is not understood stays
 * unchanged, as one part. Two scanners, one for names with "::" and one for
 * names with dots, copy the text to keep and record where its parts begin.
 */
enum name_kind {
	NAME_WORD,   /* no structure known: C, or anything else */
	NAME_DOTTED, /* Go, Java, Python: parts after "." */
	NAME_COLONS, /* C++, Rust: parts after "::" */
	NAME_PATH,   /* file names: parts after "/" */
};

enum { NAME_PARTS = 32 };

struct name_part {
	size_t at, n; /* range in `plain` */
};

struct name_parse {
	enum name_kind kind;
	struct str bare;  /* without directories, return type, hash, copy
			     suffix, anonymous namespaces */
	struct str plain; /* also without parameters and type arguments */
	int n;            /* number of parts, at least 1; the first may be
			     several joined parts */
	struct name_part part[NAME_PARTS];
	/* Index of the part with the last identifier. Later parts belong to
	   it: Checkout.func1, HashMap.<init>, run::{closure#0}. */
	int last;
};

static bool
name_is_word(char c)
{
	return ascii_is_digit(c) || ascii_is_letter(c) || c == '_' ||
		c == '$' || (unsigned char)c >= 0x80;
}

static bool
starts_at(struct str s, size_t at, const char *text)
{
	return at <= s.n && str_starts(str_skip(s, at), str_c(text));
}

/* True if there are only digits from `at` to the end, and at least one. */
static bool
digits_from(struct str s, size_t at)
{
	if (at >= s.n)
		return false;
	for (; at < s.n; at++)
		if (!ascii_is_digit(s.p[at]))
			return false;
	return true;
}

/* Return the length of a C++ operator's name at `at`, like "operator<<",
   "operator new[]" or "operator bool"; 0 if there is none. */
static size_t
operator_length(struct str s, size_t at)
{
	/* Longer operators come first; "<char>" may follow. */
	static const char *const sign[] = { "<=>", "->*", "<<=", ">>=", "<<",
		">>", "->", "++", "--", "&&", "||", "+=", "-=", "*=", "/=",
		"%=", "^=", "&=", "|=", "==", "!=", "<=", ">=", "[]", "<", ">",
		"+", "-", "*", "/", "%", "^", "&", "|", "~", "!", "=", "," };
	size_t i = at + 8;

	if (!starts_at(s, at, "operator") || i >= s.n || name_is_word(s.p[i]) ||
		(at > 0 && name_is_word(s.p[at - 1])))
		return 0;
	if (starts_at(s, i, "()"))
		return 10;
	if (s.p[i] == ' ') {
		while (i < s.n && s.p[i] != '(' && s.p[i] != '<')
			i++;
		return i - at;
	}
	for (size_t k = 0; k < COUNT_OF(sign); k++)
		if (starts_at(s, i, sign[k]))
			return i - at + strlen(sign[k]);
	return 0;
}

/* Return the offset after the bracket that closes the bracket at s.p[at]; 0 if
   there is none. "->" closes no "<". */
static size_t
close_of(struct str s, size_t at)
{
	char stack[64];
	size_t depth = 0;

	for (size_t i = at; i < s.n; i++) {
		char c = s.p[i];
		size_t op = c == 'o' ? operator_length(s, i) : 0;

		if (op > 0) {
			i += op - 1;
			continue;
		}
		if (c == '(' || c == '[' || c == '{' || c == '<') {
			if (depth == sizeof(stack))
				return 0;
			stack[depth++] = c;
		} else if (c == ')' || c == ']' || c == '}' ||
			(c == '>' && i > at && s.p[i - 1] != '-')) {
			char open = c == ')' ? '('
				: c == ']'   ? '['
				: c == '}'   ? '{'
					     : '<';

			/* "(a < b)": this "<" is not a bracket */
			while (depth > 0 && stack[depth - 1] == '<' &&
				open != '<')
				depth--;
			if (depth == 0)
				return 0;
			if (stack[depth - 1] != open)
				continue; /* a lone ">" in parentheses */
			if (--depth == 0)
				return i + 1;
		}
	}
	return 0;
}

/* The name being written, and where its parts begin. */
struct name_writer {
	struct strbuf text;
	size_t part[NAME_PARTS];
	int n;
	bool keep_args; /* keep parameters and type arguments */
};

static void
writer_part(struct name_writer *w)
{
	if (w->n == NAME_PARTS) {
		/* Join the first two parts. */
		memmove(w->part + 1, w->part + 2,
			(NAME_PARTS - 2) * sizeof(w->part[0]));
		w->n--;
	}
	w->part[w->n++] = w->text.n;
}

static void
writer_restart(struct name_writer *w)
{
	strbuf_reset(&w->text);
	w->n = 0;
	writer_part(w);
}

static bool
writer_at_start(const struct name_writer *w)
{
	return w->text.n == w->part[w->n - 1];
}

/* Skip text after a parameter list: const, &, [clone .cold], .isra.0 ... */
static size_t
skip_qualifiers(struct str s, size_t i)
{
	static const char *const words[] = { " const", " volatile", "&", " &",
		" noexcept", "[abi:cxx11]" };

	for (;;) {
		size_t k, start = i;

		for (k = 0; k < COUNT_OF(words); k++)
			if (starts_at(s, i, words[k]))
				i += strlen(words[k]);
		if (starts_at(s, i, " [clone ") || starts_at(s, i, " (."))
			i = s.n;
		if (i < s.n && s.p[i] == '.')
			i = s.n;
		if (i == start)
			return i;
	}
}

static bool scan_colons(struct name_writer *w, struct str s, int depth);

/* Scan type arguments at s[i], or Rust's "<A as B>". Returns the offset after
   them, or 0 for anything else. */
static size_t
scan_angles(struct name_writer *w, struct str s, size_t i, int depth)
{
	size_t end = close_of(s, i);

	if (end == 0)
		return 0;
	if (w->text.n == 0) {
		struct str inner;
		ptrdiff_t as;
		struct name_writer sub;
		bool ok;

		/* For Rust's "<A as B>::f", write the type A. */
		if (depth > 4 || !starts_at(s, end, "::"))
			return 0;
		inner = str_sub(s, i + 1, end - 1);
		as = str_find(inner, STR(" as "), 0);
		sub = (struct name_writer){ .keep_args = w->keep_args };
		if (as >= 0)
			inner = str_sub(inner, 0, (size_t)as);
		while (inner.n > 0 && (inner.p[0] == '&' || inner.p[0] == ' '))
			inner = str_skip(inner, 1);
		writer_restart(&sub);
		ok = inner.n > 0 && scan_colons(&sub, inner, depth + 1);
		for (int k = 0; ok && k < sub.n; k++) {
			size_t impl_end =
				k + 1 < sub.n ? sub.part[k + 1] : sub.text.n;

			if (k > 0)
				writer_part(w);
			strbuf_add(&w->text,
				str_sub(strbuf_str(&sub.text), sub.part[k],
					impl_end));
		}
		strbuf_free(&sub.text);
		if (!ok)
			return 0;
		return end;
	}
	if (w->keep_args) {
		strbuf_add(&w->text, str_sub(s, i, end));
	} else if (writer_at_start(w) && w->n > 1) {
		/* "f::<T>::g": drop the empty part as well */
		strbuf_cut(&w->text, w->text.n - 2);
		w->n--;
	}
	return end;
}

/* Scan a parenthesis at s[i]: "(anonymous namespace)::" or parameters. Returns
   the offset after it, or 0 if it is neither. */
static size_t
scan_parens(struct name_writer *w, struct str s, size_t i)
{
	size_t end = close_of(s, i), after;

	if (end == 0)
		return 0;
	if (writer_at_start(w))
		return starts_at(s, i, "(anonymous namespace)::") ? end + 2 : 0;
	if (i > 0 && s.p[i - 1] == ' ')
		return 0;
	after = skip_qualifiers(s, end);
	if (after < s.n && !starts_at(s, after, "::"))
		return 0;
	if (w->keep_args)
		strbuf_add(&w->text, str_sub(s, i, end));
	return after;
}

/* Scan a C++ or Rust name. False if it is not understood. */
static bool
scan_colons(struct name_writer *w, struct str s, int depth)
{
	size_t i = 0, op;

	while (i < s.n) {
		char c = s.p[i];

		op = writer_at_start(w) ? operator_length(s, i) : 0;
		if (op > 0) {
			strbuf_add(&w->text, str_sub(s, i, i + op));
			i += op;
		} else if (starts_at(s, i, "::")) {
			if (i > 0)
				strbuf_addstr(&w->text, "::");
			i += 2;
			if (i > 2)
				writer_part(w);
		} else if (c == '<') {
			if ((i = scan_angles(w, s, i, depth)) == 0)
				return false;
		} else if (c == '(') {
			if ((i = scan_parens(w, s, i)) == 0)
				return false;
		} else if (c == '{' || c == '[') {
			size_t end = close_of(s, i);

			if (end == 0)
				return false;
			if (c == '{') {
				struct str str = str_sub(s, i, end);
				ptrdiff_t open = str_chr(str, '(');
				size_t braces_end;

				/* "{lambda(int, char)#2}" -> "{lambda#2}" */
				if (w->keep_args || open < 0 ||
					(braces_end = close_of(
						 str, (size_t)open)) == 0) {
					strbuf_add(&w->text, str);
				} else {
					strbuf_add(&w->text,
						str_sub(str, 0, (size_t)open));
					strbuf_add(&w->text,
						str_skip(str, braces_end));
				}
			} else if (writer_at_start(w))
				return false;
			i = end;
		} else if (c == ' ') {
			/* Drop a return type, but not "operator< <int>". */
			if (!starts_at(s, i, " <"))
				writer_restart(w);
			i++;
		} else if (c == '.' && place_is_copy(str_skip(s, i))) {
			i = s.n;
		} else {
			strbuf_addch(&w->text, c);
			i++;
		}
	}
	return !writer_at_start(w);
}

/* Scan a Go or Java name without directories. False if it is not understood. */
static bool
scan_dots(struct name_writer *w, struct str s)
{
	size_t i = 0;

	while (i < s.n) {
		char c = s.p[i];

		if (c == '.') {
			strbuf_addch(&w->text, '.');
			writer_part(w);
			i++;
		} else if (c == '[' || c == '(') {
			size_t end = close_of(s, i);
			bool receiver = c == '(' && writer_at_start(w);
			ptrdiff_t args;

			if (end == 0 || (c == '[' && writer_at_start(w)))
				return false;
			if (c == '(' && !receiver && end != s.n)
				return false;
			args = str_chr(str_sub(s, i, end), '[');
			if (receiver && args > 0 && !w->keep_args) {
				strbuf_add(&w->text,
					str_sub(s, i, i + (size_t)args));
				strbuf_addch(&w->text, ')');
			} else if (receiver || w->keep_args) {
				strbuf_add(&w->text, str_sub(s, i, end));
			}
			i = end;
		} else if (c == ' ') {
			return false;
		} else {
			strbuf_addch(&w->text, c);
			i++;
		}
	}
	return w->text.n > 0;
}

/* True if a part needs the previous part to have a meaning: {closure#0}. */
static bool
is_attached(enum name_kind kind, struct str part)
{
	if (kind == NAME_COLONS)
		return part.n == 0 || part.p[0] == '{' || part.p[0] == '$' ||
			operator_length(part, 0) > 0;
	if (part.n == 0 || part.p[0] == '<' || digits_from(part, 0))
		return true;
	if (str_starts(part, STR("func")) && part.n > 4 &&
		ascii_is_digit(part.p[4]))
		return true;
	return str_is(part, "cold") ||
		(str_starts(part, STR("gowrap")) && digits_from(part, 6)) ||
		(str_starts(part, STR("deferwrap")) && digits_from(part, 9));
}

/* Set out->plain and the parts from the writer. */
static void
take_parts(struct name_parse *out, const struct name_writer *w,
	struct arena *arena)
{
	size_t sep = out->kind == NAME_COLONS ? 2 : 1;

	out->plain = arena_str(arena, strbuf_str(&w->text));
	out->n = w->n;
	for (int k = 0; k < w->n; k++) {
		size_t end = k + 1 < w->n ? w->part[k + 1] - sep : w->text.n;

		out->part[k] = (struct name_part){ w->part[k],
			end > w->part[k] ? end - w->part[k] : 0 };
	}
	out->last = out->n - 1;
	while (out->last > 0 && out->kind != NAME_PATH &&
		is_attached(out->kind,
			str_sub(out->plain, out->part[out->last].at,
				out->part[out->last].at +
					out->part[out->last].n)))
		out->last--;
}

static void
one_part(struct name_parse *out, struct str name)
{
	out->kind = NAME_WORD;
	out->bare = out->plain = name;
	out->n = 1;
	out->part[0] = (struct name_part){ 0, name.n };
	out->last = 0;
}

/* Return s without Rust's hash: "::h" and sixteen hexadecimal digits. */
static struct str
without_hash(struct str s)
{
	if (s.n < 20 || !starts_at(s, s.n - 19, "::h"))
		return s;
	for (size_t i = s.n - 16; i < s.n; i++)
		if (ascii_low_hex(s.p[i]) < 0)
			return s;
	return str_sub(s, 0, s.n - 19);
}

/* Scan s for out->bare, then for out->plain; fall back to one part. */
static void
parse_with(struct name_parse *out, struct str s, struct arena *arena)
{
	bool colons = out->kind == NAME_COLONS;
	struct name_writer w = { .keep_args = true };
	bool ok;

	writer_restart(&w);
	ok = colons ? scan_colons(&w, s, 0) : scan_dots(&w, s);
	if (ok) {
		out->bare = arena_str(arena, strbuf_str(&w.text));
		w.keep_args = false;
		writer_restart(&w);
		ok = colons ? scan_colons(&w, s, 0) : scan_dots(&w, s);
	}
	if (ok)
		take_parts(out, &w, arena);
	else
		one_part(out, s);
	strbuf_free(&w.text);
}

static bool
has_source_suffix(struct str s)
{
	static const char *const suffix[] = { ".c", ".cc", ".cpp", ".cxx", ".h",
		".hh", ".hpp", ".go", ".rs", ".java", ".py", ".js", ".ts", ".s",
		".S", ".kt", ".rb", ".php", ".cs", ".so" };

	for (size_t k = 0; k < COUNT_OF(suffix); k++)
		if (str_ends(s, str_c(suffix[k])))
			return true;
	return false;
}

/* True if parameters follow a word, with no dot before them: "main(int)". */
static bool
is_c_call(struct str s)
{
	ptrdiff_t open = str_chr(s, '('), dot = str_chr(s, '.');

	return open > 0 && (dot < 0 || dot > open) &&
		(name_is_word(s.p[open - 1]) || s.p[open - 1] == '>');
}

/* Parse a name. The results point into `name` or the arena. */
static void
name_parse(struct name_parse *out, struct str name, struct arena *arena)
{
	*out = (struct name_parse){ .kind = NAME_WORD };
	if (str_find(name, STR("::"), 0) >= 0 || is_c_call(name)) {
		out->kind = NAME_COLONS;
		parse_with(out, without_hash(name), arena);
	} else if (has_source_suffix(name) &&
		(str_chr(name, '/') >= 0 ||
			str_chr(name, '.') == str_rchr(name, '.'))) {
		struct name_writer w = { .n = 0 };

		writer_restart(&w);
		for (size_t i = 0; i < name.n; i++) {
			strbuf_addch(&w.text, name.p[i]);
			if (name.p[i] == '/')
				writer_part(&w);
		}
		out->kind = NAME_PATH;
		out->bare = name;
		take_parts(out, &w, arena);
		strbuf_free(&w.text);
	} else if (str_chr(name, '.') >= 0) {
		size_t end = 0;

		out->kind = NAME_DOTTED;
		/* Find the end of a Go import path or a Java class path: the
		   last "/" before any bracket. */
		for (size_t i = 0; i < name.n; i++) {
			if (name.p[i] == '/')
				end = i + 1;
			if (name.p[i] == '[' || name.p[i] == '(' ||
				name.p[i] == '<')
				break;
		}
		parse_with(out, str_skip(name, end < name.n ? end : 0), arena);
	} else {
		one_part(out, name);
	}
}

/* ---- Shorter forms, cuts, packages ---- */

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
		(!starts_at(name, end, ".") && !starts_at(name, end, "::")))
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
		if (!starts_at(s, end, "."))
			return STR_EMPTY;
		at = end + 1;
	}
	start = at;
	if (at >= s.n || !ascii_is_upper(s.p[at]))
		return STR_EMPTY;
	at = java_end(s, at);
	if (!starts_at(s, at, "."))
		return STR_EMPTY;
	at++;
	if (starts_at(s, at, "<init>"))
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
		if (!starts_at(s, end, "::"))
			break;
		prev = at;
		at = end + 2;
		n++;
		for (cls = prev; s.p[cls] == '_'; cls++)
			;
		end = at + (starts_at(s, at, "~") ? 1 : 0);
		if (n < 2 || !ascii_is_upper(s.p[cls]) || end >= s.n ||
			!is_ident(s.p[end]) || ascii_is_digit(s.p[end]))
			continue;
		end = ident_end(s, end);
		if (starts_at(s, end, "<")) {
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
		struct str s;
		struct str receiver_s;
		char *text;
		size_t n = 0;

		/* "api.(*CartHandler).Checkout" ->
		   "api.CartHandler.Checkout" */
		receiver_s = np->plain;
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
	struct name_parse np;

	*out = (struct name_forms){ .n = 1, .form = { name } };
	name_parse(&np, without_version(name, arena), arena);
	add_form(out, np.bare);
	switch (np.kind) {
	case NAME_DOTTED:
		dotted_forms(out, &np, name, arena);
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
