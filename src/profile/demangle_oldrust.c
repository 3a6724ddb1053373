/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rust's names of before "v0", which look like those of C++ but for the hash
 * at their end, read as pprof does:
 *
 *     _ZN5alloc3vec12Vec$LT$T$GT$3new17h02420f9f1fb66f93E
 * alloc::vec::Vec<T>::new
 */
#include "config.h"

#include "profile/demangle.h"

#include "base/ascii.h"

#include "base/banned.h"

enum { HASH_LENGTH = 20 }; /* 17h 0123456789abcdef E */

/* The length-led parts between "_ZN" and the hash. False: it is C++. */
static bool
cut_hash(struct str *name)
{
	ptrdiff_t end = str_rfind(*name, STR("E."));
	struct str hash;
	unsigned seen = 0;
	int different = 0;

	if (end > 0)
		*name = str_sub(*name, 0, (size_t)end + 1);
	if (!str_starts(*name, STR("_ZN")) || name->n <= 3 + HASH_LENGTH ||
		!str_ends(*name, STR("E")))
		return false;
	hash = str_skip(*name, name->n - HASH_LENGTH);
	if (!str_starts(hash, STR("17h")))
		return false;
	for (size_t i = 3; i < HASH_LENGTH - 1; i++) {
		int digit = ascii_low_hex(hash.p[i]);

		if (digit < 0)
			return false;
		different += (seen & 1u << digit) == 0;
		seen |= 1u << digit;
	}
	*name = str_sub(*name, 3, name->n - HASH_LENGTH);
	return different >= 5;
}

/* "$LT$": the character that it stands for and its length; 0: none. */
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
	/* $u20$ */
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
			strbuf_addc(out, "::");
			n = 2;
		} else {
			strbuf_addch(out, c);
		}
		part = str_skip(part, n);
	}
}

/* Length, an optional "_" that counts, and so many bytes. */
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

	if (!cut_hash(&name) || name.n > DEMANGLE_NAME_MOST)
		return false;
	while (name.n > 0) {
		if (!next_part(&name, &part)) {
			strbuf_cut(out, start);
			return false;
		}
		strbuf_addc(out, out->n > start ? "::" : "");
		add_part(out, part);
	}
	return true;
}
