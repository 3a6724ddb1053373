/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quoting for sh: see shell.h. */
#include "config.h"

#include "input/shell.h"

#include <string.h>

#include "base/banned.h"

static bool
is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		(c != '\0' && strchr("0123456789_-+=:,./@%", c) != NULL);
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
	strbuf_addch(out, '\'');
	for (size_t i = 0; i < word.n; i++) {
		if (word.p[i] == '\'')
			strbuf_addc(out, "'\\''");
		else
			strbuf_addch(out, word.p[i]);
	}
	strbuf_addch(out, '\'');
}
