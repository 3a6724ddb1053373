/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * C++ names, demangled by libiberty. The text is then changed to the form in
 * which pprof prints it.
 */
#include "prelude.h"

#include "profile/demangle.h"

#ifdef HAVE_LIBIBERTY
#include <setjmp.h>

/* libiberty's header also declares a function of this name. */
#define xrealloc iberty_xrealloc
#include <libiberty/demangle.h>
#undef xrealloc
#endif

#include "base/ascii.h"

#ifdef HAVE_LIBIBERTY

/* ---- Tokens of a C++ name ---- */

static bool
is_word(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '_' || c == '$';
}

/* Return the length of an operator with brackets at `at`, like "operator<<" or
   "->"; 0 if there is none. */
static size_t
cxx_operator_length(struct str s, size_t at)
{
	static const char *const symbol[] = { "<=>", "<<=", ">>=", "->*", "()",
		"<<", ">>", "<=", ">=", "->", "<", ">" };
	struct str rest = str_skip(s, at);

	if (rest.n < 2 || (*rest.p != '-' && *rest.p != 'o'))
		return 0;
	if (str_starts(rest, STR("->")))
		return 2;
	if (!str_starts(rest, STR("operator")) ||
		(at > 0 && is_word(s.p[at - 1])))
		return 0;
	rest = str_skip(rest, 8);
	for (size_t i = 0; i < sizeof(symbol) / sizeof(symbol[0]); i++)
		if (str_starts(rest, str_c(symbol[i])))
			return 8 + strlen(symbol[i]);
	return 0;
}

/* Return the offset after the bracket that closes the bracket at `at`; 0 if
   there is none. Parentheses within angle brackets are skipped as a whole. */
static size_t
behind_bracket(struct str s, size_t at)
{
	char open = s.p[at], close = open == '(' ? ')' : '>';
	size_t depth = 0;

	while (at < s.n) {
		size_t n = cxx_operator_length(s, at);

		if (n > 0) {
			at += n;
			continue;
		}
		if (s.p[at] == open) {
			depth++;
		} else if (s.p[at] == close) {
			if (--depth == 0)
				return at + 1;
		} else if (s.p[at] == '(') {
			size_t round = 0;

			do {
				round += s.p[at] == '(';
				round -= s.p[at] == ')';
			} while (round > 0 && ++at < s.n);
		}
		at++;
	}
	return 0;
}

/* ---- pprof's text ---- */

/* True if the text after the parameters of a function continues with a name
   inside the function, as in " const::x". */
static bool
is_scope_of_more(struct str rest)
{
	static const char *const qualifier[] = { " const", " volatile", " &&",
		" &" };

	for (size_t i = 0; i < sizeof(qualifier) / sizeof(qualifier[0]); i++)
		if (str_starts(rest, str_c(qualifier[i])))
			return is_scope_of_more(
				str_skip(rest, strlen(qualifier[i])));
	if (str_starts(rest, STR("[abi:"))) {
		ptrdiff_t end = str_chr(rest, ']');

		return end > 0 &&
			is_scope_of_more(str_skip(rest, (size_t)end + 1));
	}
	return str_starts(rest, STR("::"));
}

/* Copy an operator's n characters, or one if n is 0. Return where they end. */
static size_t
copy_some(struct strbuf *out, struct str s, size_t at, size_t n)
{
	n = n > 0 ? n : 1;
	strbuf_add(out, str_sub(s, at, at + n));
	return at + n;
}

/* "f(int)::x" -> "f()::x" */
static void
empty_parameters(struct strbuf *out, struct str s)
{
	bool lost = false; /* found a bracket that is not closed */
	size_t at = 0;

	while (at < s.n) {
		size_t n = cxx_operator_length(s, at), behind;

		if (n == 0 && !lost && s.p[at] == '(' && at > 0 &&
			strchr(" (,<", s.p[at - 1]) == NULL) {
			behind = behind_bracket(s, at);
			lost = behind == 0;
			if (behind > 0 &&
				is_scope_of_more(str_skip(s, behind)) &&
				str_find(str_sub(s, at, at + 21),
					STR("(anonymous namespace)"), 0) != 0) {
				strbuf_addstr(out, "()");
				at = behind;
				continue;
			}
		}
		at = copy_some(out, s, at, n);
	}
}

/* "a<b>::operator< <c>" -> "a::operator<" */
static void
cut_arguments(struct strbuf *out, struct str s)
{
	bool lost = false;
	size_t at = 0;

	while (at < s.n) {
		size_t n = cxx_operator_length(s, at), behind;

		if (n == 0 && !lost && s.p[at] == '<') {
			behind = behind_bracket(s, at);
			lost = behind == 0;
			if (behind > 0) {
				if (at > 1 && s.p[at - 1] == ' ' &&
					s.p[at - 2] == '<' &&
					out->p[out->n - 1] == ' ')
					strbuf_cut(out, out->n - 1);
				at = behind;
				continue;
			}
		}
		at = copy_some(out, s, at, n);
	}
}

/* "&(void f<int>(int))" -> "&(f<int>)", "&(f(int))" -> "&f" */
static void
bare_addresses(struct strbuf *out, struct str s)
{
	bool lost = false;
	size_t at = 0;

	while (at < s.n) {
		size_t behind = 0;
		struct str f = STR_EMPTY;

		if (s.p[at] == '&' && !lost &&
			str_starts(str_skip(s, at), STR("&("))) {
			behind = behind_bracket(s, at + 1);
			lost = behind == 0;
		}
		if (behind > 0) {
			struct str function_s = str_sub(s, at + 2, behind - 1);
			size_t function_at = 0, name = 0;
			ptrdiff_t open;

			/* Cut the parameters and the return type. Like pprof,
			   leave const functions unchanged. */
			open = str_bracket(function_s);
			if (open <= 0) {
				f = STR_EMPTY;
			} else {
				function_s =
					str_sub(function_s, 0, (size_t)open);
				while (function_at < function_s.n &&
					cxx_operator_length(
						function_s, function_at) == 0 &&
					!str_starts(str_skip(function_s,
							    function_at),
						STR("operator "))) {
					size_t function_behind = 0;

					if (function_s.p[function_at] == '<' ||
						function_s.p[function_at] ==
							'(')
						function_behind =
							behind_bracket(
								function_s,
								function_at);
					else if (function_s.p[function_at] ==
						' ')
						name = function_at + 1;
					function_at = function_behind > 0
						? function_behind
						: function_at + 1;
				}
				f = str_skip(function_s, name);
			}
		}
		if (f.n == 0) {
			strbuf_addch(out, s.p[at++]);
			continue;
		}
		strbuf_addf(out,
			str_ends(f, STR(">")) || str_ends(f, STR(")"))
				? "&(%.*s)"
				: "&%.*s",
			STR_ARG(f));
		at = behind;
	}
}

/* Rename the constructor or destructor of an unnamed type after the type:
   "A::{unnamed type#1}::~A" -> "A::{unnamed type#1}::~{unnamed type#1}". */
static void
name_unnamed(struct strbuf *out, size_t start)
{
	struct str s = str_skip(strbuf_str(out), start);
	ptrdiff_t end = str_rfind(s, STR("}::"));
	struct strbuf type = STRBUF_INIT;
	size_t from, to, depth = 0;

	if (end < 0)
		return;
	from = to = (size_t)end + 3;
	if (from < s.n && s.p[from] == '~')
		to = ++from;
	while (to < s.n && is_word(s.p[to]))
		to++;
	if (to == from || (to < s.n && s.p[to] != '('))
		return;
	for (; end >= 0; end--) {
		depth += s.p[end] == '}';
		if (s.p[end] == '{' && --depth == 0)
			break;
	}
	if (end < 0)
		return;
	strbuf_add(&type, str_skip(s, (size_t)end));
	strbuf_cut(&type, (size_t)str_rfind(strbuf_str(&type), STR("}::")) + 1);
	strbuf_remove(out, start + from, to - from);
	strbuf_insert(out, start + from, strbuf_str(&type));
	strbuf_free(&type);
}

/* True if a mangled name has a constructor that `class` inherits from `base`:
   "1ECI113runtime_error". Template arguments add an "E" before the "CI". */
static bool
inherits(struct str linker, struct str class, struct str base)
{
	struct strbuf b = STRBUF_INIT;
	ptrdiff_t at;

	strbuf_addf(&b, "%zu%.*sCI", class.n, STR_ARG(class));
	at = str_find(linker, strbuf_str(&b), 0);
	if (at < 0)
		at = str_find(linker, STR("ECI"), 0);
	strbuf_reset(&b);
	strbuf_addf(&b, "%zu%.*s", base.n, STR_ARG(base));
	if (at >= 0)
		at = str_find(linker, strbuf_str(&b), (size_t)at);
	strbuf_free(&b);
	return at >= 0;
}

/* "Class<int>::Base" -> "Class<int>::Class": name an inherited constructor
   after the class that inherits it. */
static void
name_inherited(struct strbuf *out, size_t start, struct str linker)
{
	struct str s = str_skip(strbuf_str(out), start), class;
	size_t at = 0, scope = 0, last = 0, end;
	struct strbuf copy = STRBUF_INIT;

	while (at < s.n) {
		size_t n = cxx_operator_length(s, at), behind = 0;

		if (n == 0 && (s.p[at] == '<' || s.p[at] == '('))
			behind = behind_bracket(s, at);
		if (str_starts(str_skip(s, at), STR("::"))) {
			scope = last;
			last = at + 2;
		}
		at = behind > 0 ? behind : at + (n > 0 ? n : 1);
	}
	for (end = scope; end < s.n && is_word(s.p[end]); end++)
		;
	class = str_sub(s, scope, end);
	for (end = last; end < s.n && is_word(s.p[end]); end++)
		;
	if (class.n == 0 || end == last || last == 0 ||
		!inherits(linker, class, str_sub(s, last, end)))
		return;
	strbuf_add(&copy, class);
	strbuf_remove(out, start + last, end - last);
	strbuf_insert(out, start + last, strbuf_str(&copy));
	strbuf_free(&copy);
}

/* True if a mangled name may have an inherited constructor: "CI1" or "CI2". */
static bool
makes_inherited(struct str name)
{
	for (size_t i = 1; i + 3 < name.n; i++)
		if (name.p[i] == 'C' && name.p[i + 1] == 'I' &&
			(name.p[i + 2] == '1' || name.p[i + 2] == '2') &&
			!ascii_is_digit(name.p[i - 1]) &&
			(name.p[i + 3] == 'N' || name.p[i + 3] == 'S' ||
				ascii_is_digit(name.p[i + 3])))
			return true;
	return false;
}

/* True for a constructor or destructor of an unnamed type: "_C1E", "_D1E". */
static bool
makes_unnamed(struct str name)
{
	for (size_t i = 0; i + 3 < name.n; i++)
		if (name.p[i] == '_' &&
			(name.p[i + 1] == 'C' || name.p[i + 1] == 'D') &&
			ascii_is_digit(name.p[i + 2]) && name.p[i + 3] == 'E')
			return true;
	return false;
}

/* ---- libiberty ---- */

enum {
	CXX_MOST = 8 << 10,  /* longest name in bytes, to limit stack use */
	CXX_PLAIN = 1000,    /* up to this length libiberty's own recursion
				limit applies */
	CONVERSIONS_MOST = 6 /* conversion operators in a name; each may double
				libiberty's work */
};

struct cxx {
	struct strbuf text;
	jmp_buf enough;
};

/* Append text up to a limit: a short name may expand to gigabytes. */
static void
take_cxx_text(const char *text, size_t n, void *arg)
{
	struct cxx *c = arg;

	if (c->text.n + n > DEMANGLE_MOST)
		longjmp(c->enough, 1);
	strbuf_add(&c->text, str_from(text, n));
}

/* Demangle a "_Z" name. Mode FULL implies `parameters`. */
static bool
cxx_encoding(struct strbuf *out, struct str name, enum demangle_mode mode,
	bool parameters)
{
	struct cxx c = { .text = STRBUF_INIT };
	struct strbuf spaced = STRBUF_INIT, bare = STRBUF_INIT,
		      empty = STRBUF_INIT;
	size_t start = out->n;
	bool ok;
	size_t n = 0;
	int options;
	struct strbuf z = STRBUF_INIT;
	volatile bool text_ok = false;

	parameters = parameters || mode == DEMANGLE_FULL;
	name = str_cut(&name, '.');
	if (name.n > CXX_MOST)
		return false;
	/* Count "cv", the conversion operator. "2cv" is the name "cv". */
	for (size_t i = 1; i + 1 < name.n; i++)
		n += name.p[i] == 'c' && name.p[i + 1] == 'v' &&
			!ascii_is_digit(name.p[i - 1]);
	if (n > CONVERSIONS_MOST)
		return false;
	options = DMGL_ANSI | (parameters ? DMGL_PARAMS : 0) |
		(name.n > CXX_PLAIN ? DMGL_NO_RECURSE_LIMIT : 0);
	strbuf_add(&z, name);
	if (setjmp(c.enough) == 0)
		text_ok = cplus_demangle_v3_callback(strbuf_c(&z), options,
				  take_cxx_text, &c) != 0;
	strbuf_free(&z);
	ok = text_ok;
	if (ok) {
		struct str s = strbuf_str(&c.text);
		size_t brackets_start = spaced.n, at = 0;

		/* "A<B<C>>" -> "A<B<C> >" */
		while (at < s.n) {
			size_t count = cxx_operator_length(s, at);

			if (count == 0 && s.p[at] == '>' &&
				spaced.n > brackets_start &&
				spaced.p[spaced.n - 1] == '>')
				strbuf_addch(&spaced, ' ');
			count = count > 0 ? count : 1;
			strbuf_add(&spaced, str_sub(s, at, at + count));
			at += count;
		}
		bare_addresses(&bare, strbuf_str(&spaced));
		if (mode == DEMANGLE_FULL)
			strbuf_add(&empty, strbuf_str(&bare));
		else
			empty_parameters(&empty, strbuf_str(&bare));
		if (mode == DEMANGLE_FULL || mode == DEMANGLE_TEMPLATES)
			strbuf_add(out, strbuf_str(&empty));
		else
			cut_arguments(out, strbuf_str(&empty));
		if (makes_unnamed(name))
			name_unnamed(out, start);
		else if (makes_inherited(name))
			name_inherited(out, start, name);
	}
	strbuf_free(&c.text);
	strbuf_free(&spaced);
	strbuf_free(&bare);
	strbuf_free(&empty);
	return ok;
}

/* Demangle a clang block inside f(): "___Z1fv_block_invoke_2". */
static bool
cxx_block(struct strbuf *out, struct str name, enum demangle_mode mode)
{
	ptrdiff_t end = str_rfind(name, STR("_block_invoke"));
	struct str number;
	size_t start = out->n;

	if (end < 0)
		return false;
	number = str_skip(name, (size_t)end + 13);
	if (str_starts(number, STR("_")))
		number = str_skip(number, 1);
	(void)str_cut_digits(&number);
	if (number.n > 0 && number.p[0] != '.')
		return false;
	strbuf_addstr(out, "invocation function for block in ");
	if (cxx_encoding(out, str_sub(name, 2, (size_t)end), mode, false))
		return true;
	strbuf_cut(out, start);
	return false;
}

/* Demangle "_GLOBAL__I_x", which runs the global constructors of a file whose
   first symbol is x. The parameters of x are always printed. */
static bool
cxx_global(struct strbuf *out, struct str name, enum demangle_mode mode)
{
	struct str key = str_skip(name, 8);
	size_t start = out->n;

	if (key.n < 4 || strchr("._$", key.p[0]) == NULL || key.p[2] != '_' ||
		(key.p[1] != 'I' && key.p[1] != 'D'))
		return false;
	strbuf_addstr(out,
		key.p[1] == 'I' ? "global constructors keyed to "
				: "global destructors keyed to ");
	if (!str_starts(str_skip(key, 3), STR("_Z"))) {
		strbuf_add(out, key);
		return true;
	}
	if (cxx_encoding(out, str_skip(key, 3), mode, true))
		return true;
	strbuf_cut(out, start);
	return false;
}

bool
demangle_cxx(struct strbuf *out, struct str name, enum demangle_mode mode)
{
	if (name.n > DEMANGLE_NAME_MOST ||
		(name.n > 0 && memchr(name.p, '\0', name.n) != NULL))
		return false;
	if (str_starts(name, STR("_Z")))
		return cxx_encoding(out, name, mode, false);
	if (str_starts(name, STR("___Z")))
		return cxx_block(out, name, mode);
	return str_starts(name, STR("_GLOBAL_")) && cxx_global(out, name, mode);
}

#else

bool
demangle_cxx(struct strbuf *out, struct str name, enum demangle_mode mode)
{
	(void)out;
	(void)name;
	(void)mode;
	return false;
}

#endif
