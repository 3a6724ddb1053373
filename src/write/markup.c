/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text from a profile inside of other formats: see markup.h. */
#include "config.h"

#include "write/markup.h"

#include "base/utf8.h"

#include "base/banned.h"

void
markup_put(struct strbuf *out, struct str text)
{
	struct strbuf visible = STRBUF_INIT;

	utf8_put(&visible, text, false, -1);
	for (size_t i = 0; i < visible.n; i++) {
		switch (visible.p[i]) {
		case '&':
			strbuf_addc(out, "&amp;");
			break;
		case '<':
			strbuf_addc(out, "&lt;");
			break;
		case '>':
			strbuf_addc(out, "&gt;");
			break;
		case '"':
			strbuf_addc(out, "&quot;");
			break;
		case '\'':
			strbuf_addc(out, "&#39;");
			break;
		default:
			strbuf_addch(out, visible.p[i]);
			break;
		}
	}
	strbuf_free(&visible);
}

void
csv_put(struct strbuf *out, struct str text)
{
	bool plain = str_chr(text, ',') < 0 && str_chr(text, '"') < 0 &&
		str_chr(text, '\n') < 0 && str_chr(text, '\r') < 0;

	if (plain) {
		strbuf_add(out, text);
		return;
	}
	strbuf_addch(out, '"');
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '"')
			strbuf_addch(out, '"');
		strbuf_addch(out, text.p[i]);
	}
	strbuf_addch(out, '"');
}
