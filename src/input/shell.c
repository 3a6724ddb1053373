/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quoting for sh: see shell.h. */
#include "config.h"

#include "input/shell.h"

#include <string.h>

#include "base/utf8.h"

#include "base/banned.h"

static bool
is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		(c != '\0' && strchr("0123456789_-+=:,./@%", c) != NULL);
}

static bool
is_clean(struct str word)
{
	struct strbuf clean = STRBUF_INIT;
	bool same;

	utf8_clean(&clean, word);
	same = str_eq(strbuf_str(&clean), word);
	strbuf_free(&clean);
	return same;
}

static void
put_escaped(struct strbuf *out, struct str word)
{
	strbuf_addc(out, "$'");
	for (size_t i = 0; i < word.n; i++) {
		unsigned char c = (unsigned char)word.p[i];

		if (c == '\'' || c == '\\')
			strbuf_addf(out, "\\%c", c);
		else if (c >= ' ' && c < 0x7f)
			strbuf_addch(out, (char)c);
		else
			strbuf_addf(out, "\\%03o", (unsigned)c);
	}
	strbuf_addch(out, '\'');
}

void
shell_word(struct strbuf *out, struct str word)
{
	bool plain = word.n > 0;

	for (size_t i = 0; i < word.n; i++)
		plain = plain && is_plain(word.p[i]);
	if (plain) {
		strbuf_add(out, word);
		return;
	}
	if (!is_clean(word)) {
		put_escaped(out, word);
		return;
	}
	strbuf_addch(out, '\'');
	for (size_t i = 0; i < word.n; i++) {
		if (word.p[i] == '\'')
			strbuf_addc(out, "'\\''");
		else
			strbuf_addch(out, word.p[i]);
	}
	strbuf_addch(out, '\'');
}
