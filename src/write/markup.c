/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profile text, escaped for markup and CSV. */
#include "prelude.h"

#include "write/markup.h"

#include "base/utf8.h"

void
markup_put(struct strbuf *out, struct str text)
{
	static const char special[] = "&<>\"'";
	static const char *const entity[] = { "&amp;", "&lt;", "&gt;", "&quot;",
		"&#39;" };
	struct strbuf visible = STRBUF_INIT;

	utf8_clean(&visible, text);
	for (size_t i = 0; i < visible.n; i++) {
		char c = visible.p[i];
		const char *at = c != '\0' ? strchr(special, c) : NULL;

		if (at != NULL)
			strbuf_addstr(out, entity[at - special]);
		else
			strbuf_addch(out, c);
	}
	strbuf_free(&visible);
}

void
csv_put(struct strbuf *out, struct str text)
{
	struct strbuf visible = STRBUF_INIT;
	bool plain;

	utf8_clean(&visible, text);
	text = strbuf_str(&visible);
	plain = str_chr(text, ',') < 0 && str_chr(text, '"') < 0;
	if (!plain)
		strbuf_addch(out, '"');
	/* A spreadsheet would take this for a formula. */
	if (text.n > 0 && text.p[0] != '\0' &&
		strchr("=+-@", text.p[0]) != NULL)
		strbuf_addch(out, '\'');
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '"')
			strbuf_addch(out, '"');
		strbuf_addch(out, text.p[i]);
	}
	if (!plain)
		strbuf_addch(out, '"');
	strbuf_free(&visible);
}
