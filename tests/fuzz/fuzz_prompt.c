/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as keys for the line editor. One byte is a key: below 0x80 that
 * character, above it a special one, Alt with one, text pasted, or a
 * character of several bytes.
 */
#include "prelude.h"

#include "base/utf8.h"
#include "conf/keymap.h"
#include "ui/prompt.h"
#include "fuzz.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/prompt", NULL };

static bool
is_valid(struct str s)
{
	return utf8_valid(s) == s.n;
}

static int
key_of(uint8_t byte)
{
	static const int wide[] = { 0xe9, 0x65e5, 0x1f600, 0x301, 0x202e, 0x7f,
		0x9b, 0 };

	if (byte < 0x80)
		return byte;
	if (byte < 0xa0)
		return K_UP + (byte - 0x80);
	if (byte < 0xe0)
		return K_ALT | (byte - 0x60);
	return wide[byte % 8];
}

static void
check(const struct prompt *p)
{
	struct str text = strbuf_str(&p->text);

	must(p->cursor <= p->text.n && p->text.n <= PROMPT_MAX);
	must(is_valid(str_sub(text, 0, p->cursor)));
	must(is_valid(str_skip(text, p->cursor)));
	must(is_valid(strbuf_str(&p->needle)));
	must(is_valid(strbuf_str(&p->killed)));
	must(text.n == 0 || text.p[text.n] == '\0');
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct history *history = history_new();
	struct prompt p;

	history_add(history, STR("focus"), STR("main.work"));
	history_add(history, STR("focus"), STR("caf\xc3\xa9|\xff"));
	prompt_init(&p, history, STR("focus"));
	for (size_t i = 0; i < size && i < 2000; i++) {
		struct str rest = str_from((const char *)data + i, size - i);

		if (data[i] == 0xf0)
			(void)prompt_paste(&p, str_sub(rest, 1, 20));
		else if (data[i] == 0xf1)
			prompt_set(&p, STR("caf\xc3\xa9"));
		else if (data[i] == 0xf2)
			prompt_set(&p, str_sub(rest, 1, 20));
		else if (data[i] == 0xf3)
			(void)prompt_replace(
				&p, 0, p.cursor, str_sub(rest, 1, 9));
		else if (prompt_feed(&p, key_of(data[i])) == PROMPT_ENTER)
			history_add(history, STR("focus"), strbuf_str(&p.text));
		check(&p);
	}
	prompt_fini(&p);
	history_free(history);
	return 0;
}
