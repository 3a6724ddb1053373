/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The key table: which key runs which command, where.
 *
 * A default binding is written in the same words a user would write: the
 * command is text for the `:` line. The help screen, the completion of the
 * `:` line and the man page are printed from this table, so they cannot
 * differ from what the keys do.
 *
 *     { "all", "f F4", "prompt focus", "Filters", "keep only what matches" }
 *
 * A key is looked up in the map of what has the focus first, then in "all".
 * A configuration file rebinds with lines `map KEY command`.
 */
#ifndef FT_CONF_KEYMAP_H
#define FT_CONF_KEYMAP_H

#include "base/err.h"
#include "base/str.h"

/* A key: a Unicode character (control characters included) or one of these.
   Bits on top say what was held: K_ALT with any of them, K_CTRL and K_SHIFT
   with K_UP to K_DELETE and the function keys. */
enum {
	K_CTRL_C = 3,
	K_TAB = '\t',
	K_ENTER = '\r',
	K_ESC = 0x1b,
	K_UP = 0x200000,
	K_DOWN,
	K_LEFT,
	K_RIGHT,
	K_HOME,
	K_END,
	K_PGUP,
	K_PGDN,
	K_INSERT,
	K_DELETE,
	K_BACKSPACE,
	K_BACKTAB,
	K_F1, /* K_F1 + 11 is F12 */
	K_SPECIAL_END = K_F1 + 12,
	K_ALT = 0x400000,
	K_SHIFT = 0x800000,
	K_CTRL = 0x1000000,
	K_HELD = K_ALT | K_SHIFT | K_CTRL,
};

struct binding {
	const char *map; /* "all", "menu", "pager", or a pane's: "flame" */
	const char *key; /* as key_parse takes it; in the table, several */
	const char *command;
	const char *group; /* heading in help; NULL: one more key for the
			      binding before it */
	const char *help; /* NULL: that of the command; in the table another one
			     only where an argument or the map changes it */
	const char *label; /* of a function key on the screen; NULL: the first
			      word of the command */
};

/* "f", "Ctrl-F", "^F", "Alt-c", "F5", "Space", "Shift-Tab", "C-End" -> a key;
   -1 when it is none. */
int key_parse(struct str name);
/* What a key does that is not bound itself: an arrow or paging key does what it
   does without the keys that are held, others nothing: -1. A key without those
   is itself. */
int key_plain(int key);

enum { KEY_TEXT_MAX = 32 };
/* The printed name of a key, "Ctrl-F". Returns buf. */
const char *key_text(int key, char buf[KEY_TEXT_MAX]);

struct keymap;
struct strbuf;

/* The default keys. A table with a key twice in one map is a mistake in this
   program: NULL and err. */
struct keymap *keymap_new(struct err *err);
void keymap_free(struct keymap *km); /* NULL is fine */
/* Bindings without a help get that of their command: who knows the commands
   calls this. help_of() may return NULL; then there is none. */
void keymap_explain(struct keymap *km,
	const char *(*help_of)(const void *on, struct str command),
	const void *on);
/* One `map KEY command` line of a configuration, without the word map. The
   key leaves its default command in every map but that of menus. Mapping one
   key twice in a configuration is an error; with number 0, which is not a line
   of one, the new command replaces the old. The text is copied. */
int keymap_map(
	struct keymap *km, struct str line, size_t number, struct err *err);
/* The key does again what it did before. False: it does that already. */
bool keymap_unmap(struct keymap *km, int key);
/* The user's i-th binding and its line in the configuration, or 0 (line may be
   NULL); NULL at the end. */
const struct binding *keymap_user_at(
	const struct keymap *km, size_t i, size_t *line);
/* The user's binding of a key, or NULL. */
const struct binding *keymap_user(const struct keymap *km, int key);
/* The binding of a key in a map, or in "all", or of its key_plain(); NULL when
   there is none. */
const struct binding *keymap_find(
	const struct keymap *km, const char *map, int key);
/* Of menus and the pager, which have commands of their own: such a binding is
   neither looked up among the screen's commands nor bound anew. */
bool binding_is_own(const struct binding *b);
/* All bindings, the user's last; NULL at the end. */
const struct binding *keymap_at(const struct keymap *km, size_t i);
/* The names of all keys that run a command in a map, joined by a blank, at
   most `max`; "" when none does. */
void keymap_keys_of(const struct keymap *km, const char *map,
	struct str command, size_t max, struct strbuf *out);

/* --dump-keys=FORMAT: "mdoc" (the man page's section) or "text". */
int keymap_dump(
	const struct keymap *km, FILE *out, struct str format, struct err *err);

#endif
