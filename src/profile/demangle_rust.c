/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rust's current mangling, "v0" (RFC 2603), decoded as pprof does:
 *
 *     _RINvNtC3std3mem8align_ofjE   std::mem::align_of::<usize>
 *
 * This is a recursive-descent parser. Parts that are not shown, such as the
 * path of an impl, are parsed without printing.
 */
#include "prelude.h"

#include "profile/demangle.h"

#include <inttypes.h>

#include "base/ascii.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/vec.h"

enum {
	DEPTH_MOST = 1000, /* maximum nested paths and types */
	PUNY_MOST = 1000,  /* maximum characters of punycode in an identifier */
};

struct rust {
	const char *p;  /* mangled name after "_R" */
	size_t at, end; /* offsets in p: next byte, and end; the end of a back
			   reference is the position of its "B" */
	struct strbuf *out;
	size_t start; /* offset of the demangled name in *out */
	char last;    /* last character printed */
	bool brief;   /* omit generic arguments */
	bool skip, failed;
	int64_t lifetimes; /* number of lifetimes bound so far */
	unsigned depth;
};

static void rust_path(struct rust *r, bool in_value);
static void mangled_type(struct rust *r);
static void rust_const(struct rust *r);
static void put_lifetime(struct rust *r, int64_t lifetime);

/* ---- Letters ---- */

static void
rust_fail(struct rust *r)
{
	r->failed = true;
	r->at = r->end;
}

/* Return the next character, -1 at the end. */
static int
peek(const struct rust *r)
{
	return r->at < r->end ? (unsigned char)r->p[r->at] : -1;
}

static bool
accept(struct rust *r, char c)
{
	if (peek(r) != c)
		return false;
	r->at++;
	return true;
}

static void
expect(struct rust *r, char c)
{
	if (!accept(r, c))
		rust_fail(r);
}

/* True if a list has another element. */
static bool
in_list(const struct rust *r)
{
	return r->at < r->end && r->p[r->at] != 'E';
}

static void
rust_put(struct rust *r, struct str s)
{
	if (r->skip || r->failed || s.n == 0)
		return;
	strbuf_add(r->out, s);
	r->last = s.p[s.n - 1];
	if (r->out->n - r->start > DEMANGLE_MOST)
		rust_fail(r);
}

static void
rust_putc(struct rust *r, const char *text)
{
	rust_put(r, str_c(text));
}

static void
rust_put_number(struct rust *r, const char *format, uint64_t n)
{
	struct strbuf b = STRBUF_INIT;

	if (strcmp(format, "x") == 0)
		strbuf_addf(&b, "%" PRIx64, n);
	else if (strcmp(format, "u") == 0)
		strbuf_addf(&b, "%" PRIu64, n);
	else
		strbuf_addf(&b, "%" PRId64, (int64_t)n);
	rust_put(r, strbuf_str(&b));
	strbuf_free(&b);
}

/* Increment r->depth, which the caller decrements; false beyond the limit. */
static bool
enter(struct rust *r)
{
	if (++r->depth > DEPTH_MOST)
		rust_fail(r);
	return !r->failed;
}

/* ---- Numbers and identifiers ---- */

/* Read a base-62 number: "_" is 0, "0_" is 1. Wraps at 2^64, as in Go. */
static int64_t
base62(struct rust *r)
{
	uint64_t n = 0;

	if (accept(r, '_'))
		return 0;
	while (r->at < r->end) {
		char c = r->p[r->at++];

		if (c == '_')
			return (int64_t)(n + 1);
		n *= 62;
		if (ascii_is_digit(c))
			n += (uint64_t)(c - '0');
		else if (ascii_is_lower(c))
			n += (uint64_t)(c - 'a' + 10);
		else if (ascii_is_upper(c))
			n += (uint64_t)(c - 'A' + 36);
		else
			break;
	}
	rust_fail(r);
	return 0;
}

/* Read a decimal number. Unlike in the RFC, a leading 0 does not end it. */
static size_t
decimal(struct rust *r)
{
	size_t n = 0;

	if (r->at == r->end)
		rust_fail(r);
	while (r->at < r->end && ascii_is_digit(r->p[r->at])) {
		size_t digit = (size_t)(r->p[r->at++] - '0');

		if (n >= INT32_MAX / 10 - digit) {
			rust_fail(r);
			return 0;
		}
		n = n * 10 + digit;
	}
	return n;
}

/* Return the disambiguator plus 1, or 0 if there is none. */
static int64_t
disambiguator(struct rust *r)
{
	return accept(r, 's') ? (int64_t)((uint64_t)base62(r) + 1) : 0;
}

/* Return the next delta of punycode (RFC 3492); -1 if it is malformed. */
static int64_t
puny_delta(struct str *code, int bias)
{
	int64_t delta = 0, weight = 1;

	for (int k = 36;; k += 36) {
		int digit, t = k <= bias ? 1 : k > bias + 26 ? 26 : k - bias;

		if (code->n == 0)
			return -1;
		if (ascii_is_digit(*code->p))
			digit = *code->p - '0' + 26;
		else if (ascii_is_letter(*code->p))
			digit = ascii_lower(*code->p) - 'a';
		else
			return -1;
		*code = str_skip(*code, 1);
		delta += digit * weight;
		if (digit < t)
			return delta;
		if (weight >= INT32_MAX / 36)
			return -1;
		weight *= 36 - t;
	}
}

/* Return an identifier as it is in the mangled name, maybe in punycode. */
static struct str
identifier(struct rust *r, bool *is_puny)
{
	struct str id = STR_EMPTY;
	size_t n;

	*is_puny = accept(r, 'u');
	n = decimal(r);
	(void)accept(r, '_');
	if (r->failed || n > r->end - r->at) {
		rust_fail(r);
		return id;
	}
	id = str_from(r->p + r->at, n);
	r->at += n;
	for (size_t i = 0; i < n; i++)
		if (!ascii_is_letter(id.p[i]) && !ascii_is_digit(id.p[i]) &&
			id.p[i] != '_')
			rust_fail(r);
	return id;
}

static void
put_identifier(struct rust *r, struct str id, bool is_puny)
{
	struct strbuf b = STRBUF_INIT;
	VEC(uint32_t) point = { 0 };
	ptrdiff_t bar;
	struct str code;
	int64_t i = 0, n = 128;
	int bias = 72;
	bool ok;

	if (!is_puny) {
		rust_put(r, id);
		return;
	}
	/* The ASCII characters come first, up to a "_" (in the RFC, a "-"). */
	bar = str_rchr(id, '_');
	code = str_skip(id, (size_t)(bar + 1));
	ok = code.n <= PUNY_MOST;
	for (ptrdiff_t k = 0; k < bar; k++)
		vec_push(&point, (unsigned char)id.p[k]);
	while (ok && code.n > 0) {
		int64_t delta = puny_delta(&code, bias);
		int64_t points = (int64_t)point.n + 1;
		int64_t bias_delta;
		bool is_first;
		int k = 0;

		ok = delta >= 0;
		if (!ok)
			break;
		bias_delta = delta;
		is_first = i == 0;
		bias_delta /= is_first ? 700 : 2;
		bias_delta += bias_delta / points;
		for (; bias_delta > 35 * 26 / 2; k += 36)
			bias_delta /= 35;
		bias = k + (int)(36 * bias_delta / (bias_delta + 38));
		i += delta;
		n += i / points;
		i %= points;
		ok = n <= 0x10FFFF && (n < 0xD800 || n > 0xDFFF);
		vec_push(&point, 0);
		memmove(point.p + i + 1, point.p + i,
			(point.n - 1 - (size_t)i) * sizeof(*point.p));
		point.p[i++] = (uint32_t)n;
	}
	for (size_t k = 0; ok && k < point.n; k++) {
		char text[4];

		strbuf_add(&b, str_from(text, utf8_bytes(point.p[k], text)));
	}
	vec_free(&point);
	if (ok)
		rust_put(r, strbuf_str(&b));
	else
		rust_fail(r);
	strbuf_free(&b);
}

/* ---- Paths ---- */

/* Follow a back reference "B": call read() at the earlier offset that it
   contains. While printing is off, only the reference itself is parsed. */
static bool
rust_backref(struct rust *r, bool (*read)(struct rust *r))
{
	size_t here = r->at, end = r->end, behind;
	bool answer = false;
	int64_t to;

	expect(r, 'B');
	to = base62(r);
	if (r->failed || r->skip)
		return false;
	if (to < 0 || (uint64_t)to >= here) {
		rust_fail(r);
		return false;
	}
	behind = r->at;
	r->at = (size_t)to;
	r->end = here;
	if (enter(r))
		answer = read(r);
	r->depth--;
	r->end = end;
	r->at = r->failed ? end : behind;
	return answer;
}

static bool
again_value_path(struct rust *r)
{
	rust_path(r, true);
	return true;
}

static bool
again_type_path(struct rust *r)
{
	rust_path(r, false);
	return true;
}

static bool
again_type(struct rust *r)
{
	mangled_type(r);
	return true;
}

static bool
again_const(struct rust *r)
{
	rust_const(r);
	return true;
}

static void
generic_arguments(struct rust *r)
{
	bool skip = r->skip;

	r->skip = skip || r->brief;
	for (size_t i = 0; in_list(r); i++) {
		rust_putc(r, i > 0 ? ", " : "");
		if (accept(r, 'L'))
			put_lifetime(r, base62(r));
		else if (accept(r, 'K'))
			rust_const(r);
		else
			mangled_type(r);
	}
	r->skip = skip;
}

static void
path_itself(struct rust *r, bool in_value)
{
	if (peek(r) == 'B') {
		(void)rust_backref(
			r, in_value ? again_value_path : again_type_path);
	} else if (accept(r, 'C')) {
		bool is_puny;
		struct str id;

		(void)disambiguator(r);
		id = identifier(r, &is_puny);
		put_identifier(r, id, is_puny);
	} else if (accept(r, 'N')) {
		int space = peek(r);
		char kind[] = { (char)space, '\0' };
		struct str id;
		int64_t number;
		bool is_puny;

		/* "N", a letter for the namespace, a path, an identifier */
		if (space < 0 || !ascii_is_letter((char)space)) {
			rust_fail(r);
			return;
		}
		r->at++;
		rust_path(r, in_value);
		number = disambiguator(r);
		id = identifier(r, &is_puny);
		if (ascii_is_lower((char)space)) {
			rust_putc(r, "::");
			put_identifier(r, id, is_puny);
			return;
		}
		rust_putc(r, "::{");
		rust_putc(r,
			space == 'C'           ? "closure"
				: space == 'S' ? "shim"
					       : kind);
		if (id.n > 0)
			rust_putc(r, ":");
		put_identifier(r, id, is_puny);
		rust_putc(r, "#");
		rust_put_number(r, "d", (uint64_t)number);
		rust_putc(r, "}");
	} else if (accept(r, 'I')) {
		rust_path(r, in_value);
		rust_putc(r, in_value ? "::<" : "<");
		generic_arguments(r);
		rust_putc(r, ">");
		expect(r, 'E');
	} else if (peek(r) == 'M' || peek(r) == 'X' || peek(r) == 'Y') {
		char kind = r->p[r->at++];

		if (kind != 'Y') {
			bool skip = r->skip;

			/* The path of an impl is not printed. */
			r->skip = true;
			(void)disambiguator(r);
			rust_path(r, false);
			r->skip = skip;
		}
		rust_putc(r, "<");
		mangled_type(r);
		if (kind != 'M') {
			rust_putc(r, " as ");
			rust_path(r, false);
		}
		rust_putc(r, ">");
	} else {
		rust_fail(r);
	}
}

static void
rust_path(struct rust *r, bool in_value)
{
	if (enter(r))
		path_itself(r, in_value);
	r->depth--;
}

/* ---- Types ---- */

static void
put_lifetime(struct rust *r, int64_t lifetime)
{
	int64_t depth = i64_wrap_sub(r->lifetimes, lifetime);

	rust_putc(r, "'");
	if (lifetime == 0) {
		rust_putc(r, "_");
	} else if (depth < 0) {
		rust_fail(r);
	} else if (depth < 26) {
		char letter[] = { (char)('a' + depth), '\0' };

		rust_putc(r, letter);
	} else {
		rust_putc(r, "z");
		rust_put_number(r, "d", (uint64_t)depth - 25);
	}
}

/* for<'a, 'b> */
static void
binder(struct rust *r)
{
	int64_t n;

	if (!accept(r, 'G'))
		return;
	n = (int64_t)((uint64_t)base62(r) + 1);
	if (n >= (int64_t)(r->end - r->at) - r->lifetimes) {
		rust_fail(r);
		return;
	}
	rust_putc(r, "for<");
	for (int64_t i = 0; i < n; i++) {
		rust_putc(r, i > 0 ? ", " : "");
		r->lifetimes++;
		put_lifetime(r, 1);
	}
	rust_putc(r, "> ");
}

static void
type_list(struct rust *r, size_t *n)
{
	for (*n = 0; in_list(r); (*n)++) {
		rust_putc(r, *n > 0 ? ", " : "");
		mangled_type(r);
	}
	expect(r, 'E');
}

static void
function_type(struct rust *r)
{
	int64_t lifetimes = r->lifetimes;
	size_t n;

	binder(r);
	if (accept(r, 'U'))
		rust_putc(r, "unsafe ");
	if (accept(r, 'K')) {
		bool is_puny;
		struct str id;

		/* extern "C" */
		if (accept(r, 'C')) {
			rust_putc(r, "extern \"C\" ");
		} else {
			id = identifier(r, &is_puny);
			if (is_puny)
				rust_fail(r);
			rust_putc(r, "extern \"");
			for (size_t i = 0; i < id.n; i++)
				rust_put(r,
					id.p[i] == '_' ? STR("-")
						       : str_sub(id, i, i + 1));
			rust_putc(r, "\" ");
		}
	}
	rust_putc(r, "fn(");
	type_list(r, &n);
	rust_putc(r, ")");
	if (!accept(r, 'u')) {
		rust_putc(r, " -> ");
		mangled_type(r);
	}
	r->lifetimes = lifetimes;
}

/* Print a path. True if ">" is left out, so that more arguments can follow. */
static bool
open_path(struct rust *r)
{
	if (accept(r, 'I')) {
		rust_path(r, false);
		rust_putc(r, "<");
		generic_arguments(r);
		expect(r, 'E');
		return true;
	}
	if (peek(r) == 'B')
		return rust_backref(r, open_path);
	rust_path(r, false);
	return false;
}

static void
basic_type(struct rust *r)
{
	/* clang-format off */
	static const char *const name['z' - 'a' + 1] = {
		"i8", "bool", "char", "f64", "str", "f32", NULL, "u8", "isize",
		"usize", NULL, "i32", "u32", "i128", "u128", "_", NULL, NULL,
		"i16", "u16", "()", "...", NULL, "i64", "u64", "!",
	};
	/* clang-format on */
	const char *text = name[r->p[r->at++] - 'a'];

	if (text == NULL)
		rust_fail(r);
	else
		rust_putc(r, text);
}

static void
type_itself(struct rust *r)
{
	char c = (char)peek(r);
	size_t n;

	if (r->at < r->end && ascii_is_lower(c)) {
		basic_type(r);
		return;
	}
	if (r->at == r->end || strchr("CMXYNI", c) != NULL) {
		rust_path(r, false);
		return;
	}
	if (c == 'B') {
		(void)rust_backref(r, again_type);
		return;
	}
	r->at++;
	switch (c) {
	case 'A':
	case 'S':
		rust_putc(r, "[");
		mangled_type(r);
		if (c == 'A') {
			rust_putc(r, "; ");
			rust_const(r);
		}
		rust_putc(r, "]");
		return;
	case 'T':
		rust_putc(r, "(");
		type_list(r, &n);
		rust_putc(r, n == 1 ? ",)" : ")");
		return;
	case 'R':
	case 'Q': {
		bool is_mutable = c == 'Q';
		int64_t lifetime = accept(r, 'L') ? base62(r) : 0;

		rust_putc(r, "&");
		if (lifetime > 0) {
			put_lifetime(r, lifetime);
			rust_putc(r, " ");
		}
		rust_putc(r, is_mutable ? "mut " : "");
		mangled_type(r);
	}
		return;
	case 'P':
	case 'O':
		rust_putc(r, c == 'P' ? "*const " : "*mut ");
		mangled_type(r);
		return;
	case 'F':
		function_type(r);
		return;
	case 'D': {
		int64_t lifetimes = r->lifetimes, lifetime;

		rust_putc(r, "dyn ");
		binder(r);
		for (size_t i = 0; in_list(r); i++) {
			bool is_open;

			rust_putc(r, i > 0 ? " + " : "");
			/* Iterator<Item = T> */
			is_open = open_path(r);
			while (accept(r, 'p')) {
				bool is_puny;
				struct str id = identifier(r, &is_puny);

				rust_putc(r, is_open ? ", " : "<");
				is_open = true;
				put_identifier(r, id, is_puny);
				rust_putc(r, " = ");
				mangled_type(r);
			}
			rust_putc(r, is_open ? ">" : "");
		}
		expect(r, 'E');
		r->lifetimes = lifetimes;
		expect(r, 'L');
		lifetime = base62(r);
		if (lifetime > 0) {
			rust_putc(r, r->last == ' ' ? "+ " : " + ");
			put_lifetime(r, lifetime);
		}
	}
		return;
	default:
		rust_fail(r);
	}
}

static void
mangled_type(struct rust *r)
{
	if (enter(r))
		type_itself(r);
	r->depth--;
}

/* ---- Constants ---- */

static void
put_character(struct rust *r, uint64_t c)
{
	char text[] = { (char)c, '\0' };

	rust_putc(r, "'");
	if (c == '\t') {
		rust_putc(r, "\\t");
	} else if (c == '\r') {
		rust_putc(r, "\\r");
	} else if (c == '\n') {
		rust_putc(r, "\\n");
	} else if (c == '\\' || c == '\'') {
		rust_putc(r, "\\");
		rust_putc(r, text);
	} else if (c >= ' ' && c <= '~') {
		rust_putc(r, text);
	} else {
		rust_putc(r, "\\u{");
		rust_put_number(r, "x", c);
		rust_putc(r, "}");
	}
	rust_putc(r, "'");
}

static void
rust_const(struct rust *r)
{
	int type = peek(r);

	if (!enter(r))
		rust_fail(r);
	else if (type == 'B')
		(void)rust_backref(r, again_const);
	else if (accept(r, 'p'))
		rust_putc(r, "_");
	else if (type <= 0 || strchr("aslxnihtmyojbc", type) == NULL)
		rust_fail(r);
	else {
		char const_type = r->p[r->at++];
		uint64_t value;
		struct str digits;
		size_t from, n = 0;

		if (strchr("aslxni", const_type) != NULL && accept(r, 'n'))
			rust_putc(r, "-");
		/* The value is hexadecimal digits and a "_". */
		from = r->at;
		value = 0;
		while (r->at < r->end && !accept(r, '_')) {
			int digit = ascii_low_hex(r->p[r->at++]);

			/* Leading zeros are not allowed. */
			if (digit < 0 ||
				(value == 0 && digit == 0 && peek(r) != '_')) {
				rust_fail(r);
				break;
			}
			value = value * 16 + (uint64_t)digit;
			n++;
		}
		if (n == 0)
			rust_fail(r);
		digits = str_from(r->p + from, n);
		if (const_type == 'b') {
			if (digits.n > 1 || value > 1)
				rust_fail(r);
			rust_putc(r, value == 1 ? "true" : "false");
		} else if (const_type == 'c') {
			if (digits.n > 6)
				rust_fail(r);
			put_character(r, value);
		} else if (digits.n > 16) {
			rust_putc(r, "0x");
			rust_put(r, digits);
		} else {
			rust_put_number(r, "u", value);
		}
	}
	r->depth--;
}

bool
demangle_rust(struct strbuf *out, struct str name, enum demangle_mode mode)
{
	struct str all = str_cut(&name, '.');
	struct rust r = { .p = all.p, .end = all.n, .out = out };

	if (!str_starts(all, STR("_R")) || all.n > DEMANGLE_NAME_MOST)
		return false;
	r.p += 2;
	r.end -= 2;
	r.start = out->n;
	r.brief = mode != DEMANGLE_TEMPLATES && mode != DEMANGLE_FULL;
	/* Names of later encodings fail: they begin with a version number. */
	rust_path(&r, true);
	if (r.at < r.end) {
		/* the crate that instantiated the function */
		r.skip = true;
		rust_path(&r, false);
	}
	if (!r.failed && r.at == r.end)
		return true;
	strbuf_cut(out, r.start);
	return false;
}
