/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mangled Rust names from before "v0", which look like C++ names with a hash at
 * the end, demangled as pprof does:
 *
 *     _ZN5alloc3vec12Vec$LT$T$GT$3new17h02420f9f1fb66f93E
 *     alloc::vec::Vec<T>::new
 *
 * Some tools have demangled these names as C++. Their output is decoded too:
 *
 *     alloc::vec::Vec$LT$T$GT$::new::h02420f9f1fb66f93
 */
#include "prelude.h"

#include "profile/demangle.h"

#include "base/ascii.h"

enum {
	HASH_LENGTH = 20, /* length of "17h0123456789abcdefE" */
	HASH_PART = 19,   /* length of "::h0123456789abcdef" */
};

/* Return the number of distinct hexadecimal digits; 0 if s has other bytes. */
static int
hash_digits(struct str s)
{
	unsigned seen = 0;
	int different = 0;

	for (size_t i = 0; i < s.n; i++) {
		int digit = ascii_low_hex(s.p[i]);

		if (digit < 0)
			return 0;
		different += (seen & 1u << digit) == 0;
		seen |= 1u << digit;
	}
	return different;
}

/* Decode an escape like "$LT$" at the front of s. Returns its length, or 0. */
static size_t
escape(struct str s, char *c)
{
	static const struct {
		const char *name;
		char c;
	} rows[] = { { "$SP$", '@' }, { "$BP$", '*' }, { "$RF$", '&' },
		{ "$LT$", '<' }, { "$GT$", '>' }, { "$LP$", '(' },
		{ "$RP$", ')' }, { "$C$", ',' } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (str_starts(s, str_c(rows[i].name))) {
			*c = rows[i].c;
			return strlen(rows[i].name);
		}
	/* "$u20$" is a space. */
	if (s.n > 4 && s.p[1] == 'u' && s.p[4] == '$') {
		int high = ascii_low_hex(s.p[2]), low = ascii_low_hex(s.p[3]);

		*c = (char)(high * 16 + low);
		return high >= 2 && high <= 7 && low >= 0 ? 5 : 0;
	}
	return 0;
}

static void
add_part(struct strbuf *out, struct str part)
{
	if (str_starts(part, STR("_$")))
		part = str_skip(part, 1);
	while (part.n > 0) {
		size_t n = 1;
		char c = part.p[0];

		if (c == '$')
			n = escape(part, &c);
		if (n == 0) {
			strbuf_add(out, part);
			return;
		}
		if (str_starts(part, STR(".."))) {
			strbuf_addstr(out, "::");
			n = 2;
		} else {
			strbuf_addch(out, c);
		}
		part = str_skip(part, n);
	}
}

/* Cut "3foo" or "4_foo" from the front of *name; *part is "foo". */
static bool
next_part(struct str *name, struct str *part)
{
	struct str digits = str_cut_digits(name);
	int64_t n;

	if (digits.n == 0 || !str_to_i64(digits, &n) || n >= INT32_MAX)
		return false;
	if (str_starts(*name, STR("_"))) {
		*name = str_skip(*name, 1);
		n--;
	}
	if (n < 0 || (uint64_t)n > name->n)
		return false;
	*part = str_sub(*name, 0, (size_t)n);
	*name = str_skip(*name, (size_t)n);
	return true;
}

bool
demangle_old_rust(struct strbuf *out, struct str name)
{
	size_t start = out->n;
	struct str part;
	struct str *hash_name = &name;
	ptrdiff_t end = str_rfind(*hash_name, STR("E."));
	struct str hash;

	/* Reduce the name to the parts between "_ZN" and the hash. */
	if (end > 0)
		*hash_name = str_sub(*hash_name, 0, (size_t)end + 1);
	if (!str_starts(*hash_name, STR("_ZN")) ||
		hash_name->n <= 3 + HASH_LENGTH ||
		!str_ends(*hash_name, STR("E")))
		return false;
	hash = str_skip(*hash_name, hash_name->n - HASH_LENGTH);
	if (!str_starts(hash, STR("17h")))
		return false;
	*hash_name = str_sub(*hash_name, 3, hash_name->n - HASH_LENGTH);
	if (hash_digits(str_sub(hash, 3, HASH_LENGTH - 1)) < 5)
		return false;
	if (name.n > DEMANGLE_NAME_MOST)
		return false;
	while (name.n > 0) {
		if (!next_part(&name, &part)) {
			strbuf_cut(out, start);
			return false;
		}
		strbuf_addstr(out, out->n > start ? "::" : "");
		add_part(out, part);
	}
	return true;
}

/* ---- Names demangled as C++ ---- */

/* "f.llvm.123", "f (.llvm.123)" -> "f" */
static struct str
without_llvm(struct str name)
{
	char last = name.n > 0 ? name.p[name.n - 1] : 0;
	bool may = ascii_is_digit(last) || last == ')';
	ptrdiff_t at = may ? str_rfind(name, STR(".llvm.")) : -1;
	struct str rest;

	if (at <= 0)
		return name;
	rest = str_skip(name, (size_t)at + 6);
	if (str_cut_digits(&rest).n == 0)
		return name;
	if (at > 2 && str_is(rest, ")") && name.p[at - 1] == '(' &&
		name.p[at - 2] == ' ')
		return str_sub(name, 0, (size_t)at - 2);
	return rest.n == 0 ? str_sub(name, 0, (size_t)at) : name;
}

/* True if a name has an escape that only Rust uses, which excludes "$C$". */
static bool
has_rust_escape(struct str name)
{
	static const char *const text[] = { "$LT$", "$GT$", "$RF$", "$BP$",
		"$u20$", "$u7b$", "$u7d$" };

	if (str_chr(name, '$') < 0)
		return false;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		if (str_find(name, str_c(text[i]), 0) >= 0)
			return true;
	return false;
}

bool
demangle_half_rust(struct strbuf *out, struct str name)
{
	struct str rest = without_llvm(name);
	bool hash;
	size_t start;
	struct str hash_end;

	if (rest.n <= HASH_PART) {
		hash = false;
	} else {
		hash_end = str_skip(rest, rest.n - HASH_PART);
		hash = str_starts(hash_end, STR("::h")) &&
			hash_digits(str_skip(hash_end, 3)) > 0;
	}
	start = out->n;

	if (name.n > DEMANGLE_NAME_MOST || (!hash && !has_rust_escape(rest)))
		return false;
	if (hash)
		rest.n -= HASH_PART;
	for (;;) {
		ptrdiff_t end = str_find(rest, STR("::"), 0);

		add_part(out, end < 0 ? rest : str_sub(rest, 0, (size_t)end));
		if (end < 0)
			break;
		strbuf_addstr(out, "::");
		rest = str_skip(rest, (size_t)end + 2);
	}
	if (out->n > start && !str_eq(str_skip(strbuf_str(out), start), name))
		return true;
	strbuf_cut(out, start);
	return false;
}
