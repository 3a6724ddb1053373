/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One walk over escape sequences: CSI parameters are read, all else is only
 * skipped over.
 */
#include "prelude.h"

#include "pty/wrote.h"

#include <ctype.h>

/* Is this SGR parameter an offence? */
typedef bool (*sgr_test)(int parameter);

static bool
is_colour(int p)
{
	return (p >= 30 && p <= 49) || (p >= 90 && p <= 107);
}

static bool
is_blink(int p)
{
	return p == 5 || p == 6;
}

/* Is the CSI that starts at `at` anything but an SGR that offends? */
static bool
sgr_is_free(struct str bytes, size_t at, sgr_test offends)
{
	int number = 0;
	bool rgb = false; /* what follows 38 or 48 are no codes */
	bool found = false;

	for (size_t i = at + 2; i < bytes.n; i++) {
		char c = bytes.p[i];

		if (isdigit((unsigned char)c)) {
			number = number * 10 + (c - '0');
			continue;
		}
		if (c != ';' && c != ':' && c != 'm')
			return true; /* another sequence */
		found = found || (!rgb && offends(number));
		rgb = rgb || number == 38 || number == 48;
		number = 0;
		if (c == 'm')
			return !found;
	}
	return true;
}

static bool
is_free(struct str bytes, sgr_test offends, const char *what,
	struct strbuf *why)
{
	struct str csi = STR("\033[");
	ptrdiff_t at = -1;

	while ((at = str_find(bytes, csi, (size_t)(at + 1))) >= 0) {
		if (sgr_is_free(bytes, (size_t)at, offends))
			continue;
		strbuf_addf(why, "%s at byte %td: ", what, at);
		wrote_quote(str_skip(bytes, (size_t)at), 24, why);
		strbuf_addch(why, '\n');
		return false;
	}
	return true;
}

bool
wrote_no_colour(struct str bytes, struct strbuf *why)
{
	return is_free(bytes, is_colour, "colour", why);
}

bool
wrote_no_blink(struct str bytes, struct strbuf *why)
{
	return is_free(bytes, is_blink, "blinking", why);
}

bool
wrote_ascii(struct str bytes, struct strbuf *why)
{
	for (size_t i = 0; i < bytes.n; i++) {
		if ((unsigned char)bytes.p[i] <= 0x7f)
			continue;
		strbuf_addf(why, "not ASCII at byte %zu: ", i);
		wrote_quote(str_skip(bytes, i), 24, why);
		strbuf_addch(why, '\n');
		return false;
	}
	return true;
}

bool
wrote_mode_on(struct str bytes, int mode)
{
	struct str set = STR("\033[?");
	ptrdiff_t at = -1;
	bool on = false;

	/* One sequence may switch several: "CSI ? 1006 ; 1000 h". */
	while ((at = str_find(bytes, set, (size_t)(at + 1))) >= 0) {
		size_t i = (size_t)at + set.n;
		bool named = false;
		int number = 0;

		for (; i < bytes.n &&
			(isdigit((unsigned char)bytes.p[i]) ||
				bytes.p[i] == ';');
			i++) {
			if (bytes.p[i] == ';') {
				named = named || number == mode;
				number = 0;
			} else {
				number = number * 10 + (bytes.p[i] - '0');
			}
		}
		if ((named || number == mode) && i < bytes.n &&
			(bytes.p[i] == 'h' || bytes.p[i] == 'l'))
			on = bytes.p[i] == 'h';
	}
	return on;
}

void
wrote_quote(struct str bytes, size_t max, struct strbuf *out)
{
	size_t n = bytes.n < max ? bytes.n : max;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)bytes.p[i];

		if (c == '\033')
			strbuf_addstr(out, "\\e");
		else if (c < 0x20 || c == 0x7f || c == '\\')
			strbuf_addf(out, "\\%03o", c);
		else
			strbuf_addch(out, (char)c);
	}
	if (n < bytes.n)
		strbuf_addstr(out, "...");
}
