/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for the clipboard: see osc52.h. */
#include "config.h"

#include "ui/osc52.h"

#include <stdint.h>

#include "base/banned.h"

/* Three bytes as four digits, those behind the end as '='. */
static void
put_three(struct strbuf *out, struct str bytes)
{
	static const char digit[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789+/";
	uint32_t v = 0;

	for (size_t i = 0; i < 3; i++)
		v = v << 8 | (i < bytes.n ? (unsigned char)bytes.p[i] : 0);
	for (size_t i = 0; i < 4; i++)
		strbuf_addch(
			out, i > bytes.n ? '=' : digit[v >> (18 - 6 * i) & 63]);
}

bool
osc52_put(struct strbuf *out, struct str text)
{
	if (text.n > OSC52_MAX)
		return false;
	strbuf_addc(out, "\033]52;c;");
	for (; text.n > 0; text = str_skip(text, 3))
		put_three(out, str_sub(text, 0, 3));
	strbuf_addch(out, '\a');
	return true;
}
