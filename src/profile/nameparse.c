/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "profile/nameparse.h"

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/strbuf.h"
#include "profile/place.h"

static bool
name_is_word(char c)
{
	return ascii_is_digit(c) || ascii_is_letter(c) || c == '_' ||
		c == '$' || (unsigned char)c >= 0x80;
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

	if (!name_starts_at(s, at, "operator") || i >= s.n ||
		name_is_word(s.p[i]) || (at > 0 && name_is_word(s.p[at - 1])))
		return 0;
	if (name_starts_at(s, i, "()"))
		return 10;
	if (s.p[i] == ' ') {
		while (i < s.n && s.p[i] != '(' && s.p[i] != '<')
			i++;
		return i - at;
	}
	for (size_t k = 0; k < COUNT_OF(sign); k++)
		if (name_starts_at(s, i, sign[k]))
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
			if (name_starts_at(s, i, words[k]))
				i += strlen(words[k]);
		if (name_starts_at(s, i, " [clone ") ||
			name_starts_at(s, i, " (."))
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
		if (depth > 4 || !name_starts_at(s, end, "::"))
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
		return name_starts_at(s, i, "(anonymous namespace)::") ? end + 2
								       : 0;
	if (i > 0 && s.p[i - 1] == ' ')
		return 0;
	after = skip_qualifiers(s, end);
	if (after < s.n && !name_starts_at(s, after, "::"))
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
		} else if (name_starts_at(s, i, "::")) {
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
			if (!name_starts_at(s, i, " <"))
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
	if (s.n < 20 || !name_starts_at(s, s.n - 19, "::h"))
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

/* Return the end of an id that the JVM appended to a class name, or `at`. */
static size_t
id_end(struct str s, size_t at)
{
	bool hex = name_starts_at(s, at + 1, "0x");
	size_t from = at + (hex ? 3 : 1), end = from;

	if (s.p[at] == '/' || (hex && (s.p[at] == '.' || s.p[at] == '+')))
		while (end < s.n && ascii_hex(s.p[end]) < (hex ? 16 : 10) &&
			ascii_hex(s.p[end]) >= 0)
			end++;
	if (end == from ||
		(!name_starts_at(s, end, ".") && !name_starts_at(s, end, "/")))
		return at;
	return end;
}

struct str
name_without_ids(struct str name, struct arena *arena)
{
	ptrdiff_t dollar = str_chr(name, '$');
	size_t n = (size_t)dollar;
	char *text = dollar < 0 ? NULL : arena_copy(arena, name.p, name.n);

	for (size_t i = n, end; text != NULL && i < name.n; i = end) {
		end = id_end(name, i);
		if (end == i)
			text[n++] = name.p[end++];
	}
	return text != NULL ? str_from(text, n) : name;
}

void
name_parse(struct name_parse *out, struct str name, struct arena *arena)
{
	*out = (struct name_parse){ .kind = NAME_WORD };
	if (str_starts(name, STR("py::")) && str_find(name, STR(":/"), 0) > 0) {
		/* CPython's names for perf: "py::<lambda>:/srv/x.py" */
		one_part(out, name);
	} else if (str_find(name, STR("::"), 0) >= 0 || is_c_call(name)) {
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
