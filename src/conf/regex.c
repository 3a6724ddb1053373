/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checking patterns given to options: see regex.h. */
#include "config.h"

#include "conf/regex.h"

#include <stdbool.h>

#include "base/strbuf.h"
#include "engine/match.h"

#include "base/banned.h"

int
regex_check(const char *option, struct str pattern, struct err *err)
{
	struct strbuf words = STRBUF_INIT;
	bool wrong = pattern.n > 0 && match_explain(&words, pattern);

	if (wrong)
		err_set(err, ERR_USAGE, "parsing %s regexp: %s", option,
			strbuf_c(&words));
	strbuf_free(&words);
	return wrong ? -1 : 0;
}

/* [+-]digits[letters]: one bound of a range. */
static bool
is_bound(struct str s)
{
	size_t i = 0, digits;

	if (i < s.n && (s.p[i] == '+' || s.p[i] == '-'))
		i++;
	for (digits = i; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++)
		;
	if (i == digits)
		return false;
	for (; i < s.n; i++) {
		char c = (char)(s.p[i] | 0x20);

		if (c < 'a' || c > 'z')
			return false;
	}
	return true;
}

/* N, N:, :N, N:M */
static bool
is_range(struct str s)
{
	ptrdiff_t colon = str_chr(s, ':');
	struct str low, high;

	if (colon < 0)
		return is_bound(s);
	low = str_sub(s, 0, (size_t)colon);
	high = str_skip(s, (size_t)colon + 1);
	if (low.n == 0)
		return is_bound(high);
	return is_bound(low) && (high.n == 0 || is_bound(high));
}

int
regex_check_tags(const char *option, struct str filter, struct err *err)
{
	ptrdiff_t equals = str_chr(filter, '=');

	if (equals >= 0)
		filter = str_skip(filter, (size_t)equals + 1);
	if (is_range(filter))
		return 0;
	while (filter.n > 0)
		if (regex_check(option, str_cut(&filter, ','), err) != 0)
			return -1;
	return 0;
}
