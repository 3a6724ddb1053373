/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names from formats that pprof does not read. Most were demangled by tools;
 * the others are mangled.
 *
 * JVM class names as perf-map-agent writes them are converted to Java's form:
 *
 *     Lio/netty/channel/nio/NioEventLoop;.run
 *         io.netty.channel.nio.NioEventLoop.run
 *
 * Only names that are certainly C++ are shortened: a path with "::" and a list
 * of parameters at its end. In other languages the parameters are missing
 * (Rust), a module in brackets comes first (.NET), or the path has dots (Java,
 * Python).
 *
 *     std::function<long (int)>::operator()(int) const
 *         --------------------- path ------    ------- left out
 */
#include "prelude.h"

#include "profile/demangle.h"

#include "base/ascii.h"

/* Return the offset after the '>' that closes the '<' at `at`. 0 if there is
   none, or if an unbalanced ')' or a "->" comes before it. */
static size_t
behind_arguments(struct str s, size_t at)
{
	size_t depth = 0, round = 0;

	for (; at < s.n; at++) {
		char c = s.p[at];

		round += c == '(';
		if (c == ')' && round-- == 0)
			return 0;
		if (round > 0)
			continue;
		if (c == '>' && s.p[at - 1] == '-')
			return 0;
		depth += c == '<';
		if (c == '>' && --depth == 0)
			return at + 1;
	}
	return 0;
}

/* True if template arguments begin at `at`: with a '<' after a word other than
   "operator". */
static bool
begins_arguments(struct str s, size_t at)
{
	struct str before = str_sub(s, 0, at);

	return s.p[at] == '<' && at > 0 &&
		(ascii_is_letter(s.p[at - 1]) || ascii_is_digit(s.p[at - 1]) ||
			s.p[at - 1] == '_') &&
		!str_ends(before, STR("operator"));
}

/* True if s has "::" or template arguments, and no character outside of these
   that C++ paths cannot have: "(anonymous namespace)::f", "a<b.c>". */
static bool
is_cxx_path(struct str s)
{
	bool colons = false;

	if (s.n == 0 || str_ends(s, STR("::")) || str_ends(s, STR(" ")) ||
		str_ends(s, STR("operator")))
		return false;
	if (s.p[0] == '(' && !str_starts(s, STR("(anonymous namespace)::")))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (begins_arguments(s, i)) {
			size_t end = behind_arguments(s, i);

			if (end == 0)
				return false;
			colons = true;
			i = end - 1;
			continue;
		}
		if (strchr("./\\;@!$'\"", s.p[i]) != NULL)
			return false;
		if (s.p[i] == '[' &&
			!str_starts(str_skip(s, i), STR("[abi:")) &&
			!str_starts(str_skip(s, i), STR("[]")))
			return false;
		colons = colons || str_starts(str_skip(s, i), STR("::"));
	}
	return colons;
}

/* Append "La/b/C;.f", "La/b/C;::f" or, as scripts rewrite these for folded
   stacks, "La/b/C:.f" and "a/b/C:::f" as "a.b.C.f". False for other names. */
static bool
demangle_java(struct strbuf *out, struct str name)
{
	size_t at = 0, end, start = out->n;
	bool slash = false;

	while (at < name.n && name.p[at] != ';' && name.p[at] != ':') {
		char c = name.p[at++];

		slash |= c == '/';
		if (!ascii_is_letter(c) && !ascii_is_digit(c) &&
			(unsigned char)c < 0x80 && strchr("_$/", c) == NULL)
			return false;
	}
	end = at + 1;
	if (str_starts(str_skip(name, end), STR(".")))
		end++;
	else if (str_starts(str_skip(name, end), STR("::")))
		end += 2;
	else
		return false;
	if (end >= name.n || at < 2 || name.p[0] == '/' ||
		(name.p[0] != 'L' && !slash))
		return false;
	strbuf_add(out, str_sub(name, name.p[0] == 'L', at));
	for (; start < out->n; start++)
		if (out->p[start] == '/')
			out->p[start] = '.';
	strbuf_addch(out, '.');
	strbuf_add(out, str_skip(name, end));
	return true;
}

void
demangle_other(struct strbuf *out, struct str name, enum demangle_mode mode)
{
	struct str path;
	size_t start;
	ptrdiff_t open;
	struct str s;
	static const char *const word[] = { " const", " volatile", " &&", " &",
		" noexcept" };
	size_t count;

	/* Cut qualifiers and clone marks: "f(int) const &", "f(int) [clone
	   .cold]". */
	s = name.n > DEMANGLE_NAME_MOST ? STR_EMPTY : name;
	do {
		ptrdiff_t clone = str_ends(s, STR("]"))
			? str_rfind(s, STR(" [clone "))
			: -1;

		count = s.n;
		if (clone > 0 &&
			str_chr(str_skip(s, (size_t)clone), ']') ==
				(ptrdiff_t)(s.n - (size_t)clone) - 1)
			s.n = (size_t)clone;
		for (size_t i = 0; i < sizeof(word) / sizeof(word[0]); i++)
			if (str_ends(s, str_c(word[i])))
				s.n -= strlen(word[i]);
	} while (s.n < count);
	path = s;
	start = out->n;

	/* Mangled names begin with "_", or with "__" on macOS. A name like
	   "_RC_", whose demangled form is empty, stays unchanged. */
	if (str_starts(name, STR("_")) &&
		(demangle_encoded(out, name, mode) ||
			demangle_encoded(out, str_skip(name, 1), mode)) &&
		out->n > start)
		return;
	if (demangle_half_rust(out, name) || demangle_java(out, name))
		return;
	open = str_bracket(path);
	path = str_sub(path, 0, open > 0 ? (size_t)open : 0);
	if (mode == DEMANGLE_FULL || !is_cxx_path(path)) {
		strbuf_add(out, name);
		return;
	}
	if (mode == DEMANGLE_TEMPLATES)
		strbuf_add(out, path);
	else {
		size_t at = 0, braces = 0;

		/* Leave out template arguments. */
		while (at < path.n) {
			size_t end = 0;

			braces += path.p[at] == '{' || path.p[at] == '(';
			if (braces == 0 && begins_arguments(path, at))
				end = behind_arguments(path, at);
			braces -= braces > 0 &&
				(path.p[at] == '}' || path.p[at] == ')');
			if (end == 0)
				strbuf_addch(out, path.p[at]);
			at = end > 0 ? end : at + 1;
		}
	}
}
