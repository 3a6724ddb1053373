/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One table of names; prefixes for modifiers.
 */
#include "prelude.h"

#include "pty/keys.h"

#include "base/compiler.h"

/* clang-format off */
static const struct {
	const char *name;
	enum key_kind kind;
	int code;
} names[] = {
	{ "Enter",     KEY_NAMED,   KEY_CODE_ENTER },
	{ "Tab",       KEY_NAMED,   KEY_CODE_TAB },
	{ "Backspace", KEY_NAMED,   KEY_CODE_BACKSPACE },
	{ "Up",        KEY_NAMED,   KEY_CODE_UP },
	{ "Down",      KEY_NAMED,   KEY_CODE_DOWN },
	{ "Left",      KEY_NAMED,   KEY_CODE_LEFT },
	{ "Right",     KEY_NAMED,   KEY_CODE_RIGHT },
	{ "Home",      KEY_NAMED,   KEY_CODE_HOME },
	{ "End",       KEY_NAMED,   KEY_CODE_END },
	{ "PgUp",      KEY_NAMED,   KEY_CODE_PGUP },
	{ "PgDn",      KEY_NAMED,   KEY_CODE_PGDN },
	{ "Insert",    KEY_NAMED,   KEY_CODE_INSERT },
	{ "Delete",    KEY_NAMED,   KEY_CODE_DELETE },
	{ "Esc",       KEY_ESC,     27 },
	{ "Space",     KEY_CONTROL, ' ' },
};
/* clang-format on */

static bool
named(struct str word, struct key *k)
{
	int64_t number;

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (str_is(word, names[i].name)) {
			k->kind = names[i].kind;
			k->code = names[i].code;
			return true;
		}
	}
	if (word.n >= 2 && word.p[0] == 'F' &&
		str_to_i64(str_skip(word, 1), &number) && number >= 1 &&
		number <= 12) {
		k->kind = KEY_NAMED;
		k->code = KEY_CODE_F0 + (int)number;
		return true;
	}
	return false;
}

static int
modifier(char c)
{
	return c == 'S'    ? KEY_SHIFT
		: c == 'M' ? KEY_ALT
		: c == 'C' ? KEY_CTRL
			   : 0;
}

struct key
key_of_word(struct str word)
{
	struct key k = { .kind = KEY_TEXT, .text = word };
	struct str rest = word;
	int mods = 0;

	while (rest.n >= 3 && rest.p[1] == '-' && modifier(rest.p[0]) != 0) {
		mods |= modifier(rest.p[0]);
		rest = str_skip(rest, 2);
	}
	if (named(rest, &k)) {
		k.mods = mods;
		return k;
	}
	if (rest.n == 1 && (mods == KEY_CTRL || mods == KEY_ALT)) {
		if (mods == KEY_CTRL) {
			k.kind = KEY_CONTROL;
			k.code = rest.p[0] & 0x1f;
		} else {
			k.text = rest;
			k.alt = true;
		}
	}
	return k;
}
