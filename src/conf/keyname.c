/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys by their names, "Ctrl-F", and back (keymap.h). */
#include "config.h"

#include "conf/keymap.h"

#include <string.h>

#include "base/strbuf.h"
#include "base/utf8.h"

#include "base/banned.h"

static const struct {
	const char *name;
	int key;
} names[] = {
	/* The first name of a key is the one that is printed. */
	{ "Space", ' ' },
	{ "Tab", K_TAB },
	{ "Enter", K_ENTER },
	{ "Return", K_ENTER },
	{ "Esc", K_ESC },
	{ "Escape", K_ESC },
	{ "Up", K_UP },
	{ "Down", K_DOWN },
	{ "Left", K_LEFT },
	{ "Right", K_RIGHT },
	{ "Home", K_HOME },
	{ "End", K_END },
	{ "PgUp", K_PGUP },
	{ "PgDn", K_PGDN },
	{ "PageUp", K_PGUP },
	{ "PageDown", K_PGDN },
	{ "Insert", K_INSERT },
	{ "Delete", K_DELETE },
	{ "Del", K_DELETE },
	{ "Backspace", K_BACKSPACE },
	{ "Shift-Tab", K_BACKTAB },
	{ "S-Tab", K_BACKTAB },
	{ "Ctrl-Left", K_WORD_LEFT },
	{ "Ctrl-Right", K_WORD_RIGHT },
};

static int
lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool
same_name(struct str s, const char *name)
{
	if (strlen(name) != s.n)
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (lower(s.p[i]) != lower(name[i]))
			return false;
	return true;
}

/* The control character of a letter, as the terminal sends it. */
static int
control(struct str s)
{
	int c;

	if (s.n != 1)
		return -1;
	c = lower((unsigned char)s.p[0]);
	if (!((c >= 'a' && c <= 'z') || (c != 0 && strchr("[\\]^_", c))))
		return -1;
	c &= 0x1f;
	return c == 8 ? K_BACKSPACE : c == 10 ? K_ENTER : c;
}

/* s after a prefix, whatever its case; false when it has another start. */
static bool
after(struct str s, const char *prefix, struct str *rest)
{
	size_t n = strlen(prefix);

	if (s.n <= n || !same_name(str_from(s.p, n), prefix))
		return false;
	*rest = str_skip(s, n);
	return true;
}

static int
function_key(struct str s)
{
	int64_t n;

	if (s.n < 2 || lower(s.p[0]) != 'f' ||
		!str_to_i64(str_skip(s, 1), &n) || n < 1 || n > 12)
		return -1;
	return K_F1 + (int)n - 1;
}

int
key_parse(struct str name)
{
	struct str rest;
	uint32_t cp;
	int key;

	if (name.n == 0)
		return -1;
	if (utf8_decode(name, &cp) == name.n)
		return cp != UTF8_BAD && cp > ' ' && cp != 0x7f ? (int)cp : -1;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (same_name(name, names[i].name))
			return names[i].key;
	if (after(name, "Ctrl-", &rest) || after(name, "C-", &rest) ||
		after(name, "^", &rest))
		return control(rest);
	if (after(name, "Alt-", &rest) || after(name, "A-", &rest) ||
		after(name, "M-", &rest)) {
		key = key_parse(rest);
		return key < 0 || (key & K_ALT) != 0 ? -1 : key | K_ALT;
	}
	return function_key(name);
}

static void
plain_name(int key, struct strbuf *out)
{
	char utf8[4];

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (names[i].key == key) {
			strbuf_addc(out, names[i].name);
			return;
		}
	}
	if (key >= K_F1 && key < K_SPECIAL_END)
		strbuf_addf(out, "F%d", key - K_F1 + 1);
	else if (key < ' ')
		strbuf_addf(out, "Ctrl-%c", key + '@');
	else
		strbuf_add(
			out, str_from(utf8, utf8_encode((uint32_t)key, utf8)));
}

const char *
key_name(int key, char buf[KEY_NAME_MAX])
{
	struct strbuf text = STRBUF_INIT;
	size_t n;

	if (key & K_ALT)
		strbuf_addc(&text, "Alt-");
	plain_name(key & ~K_ALT, &text);
	n = text.n < KEY_NAME_MAX ? text.n : KEY_NAME_MAX - 1;
	memcpy(buf, text.p, n);
	buf[n] = '\0';
	strbuf_free(&text);
	return buf;
}
