/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The key table: the command of each key in each map.
 *
 * The command of a binding is text that a user could type on the `:` line. The
 * help screen, the completion of the `:` line and the man page are made from
 * this table, so they always match the keys.
 *
 *     { "all", "f F4", "prompt focus", "Filters", "keep only what matches" }
 *
 * A key is looked up in the map of the focused pane first, then in "all".
 * A configuration file rebinds with lines `map KEY command`.
 */
#ifndef FT_CONF_KEYMAP_H
#define FT_CONF_KEYMAP_H

#include "base/err.h"
#include "base/str.h"

/* A key: a Unicode character (control characters included) or one of these.
   High bits are modifiers: K_ALT with any key, K_CTRL and K_SHIFT with K_UP to
   K_DELETE and the function keys. */
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
	const char *key; /* for key_parse(); defaults[] lists several */
	const char *command;
	const char *group; /* heading in help; NULL: a further key for the
			      previous binding */
	const char *help;  /* NULL: the command's help; defaults[] has a text
			      only if an argument or the map changes that */
	const char *label; /* label of a function key on the screen; NULL: the
			      command's first word */
};

/* Parse "f", "Ctrl-F", "^F", "Alt-c", "F5", "Space", "Shift-Tab", "C-End"; -1
   if it is not a key. */
int key_parse(struct str name);
/* Return the key whose binding an unbound key uses: an arrow or paging key
   without modifiers; -1 for other keys with modifiers; else the key itself. */
int key_plain(int key);

enum { KEY_TEXT_MAX = 32 };
/* Put the printed name of a key, "Ctrl-F", into buf and return it. */
const char *key_text(int key, char buf[KEY_TEXT_MAX]);

struct keymap;
struct strbuf;

/* Create the keymap with the default keys. NULL and err if the table has a key
   twice in one map, which is a bug. */
struct keymap *keymap_new(struct err *err);
void keymap_free(struct keymap *km); /* NULL is fine */
/* Give each binding without a help text the text of its command, from
   help_of(), which may return NULL. */
void keymap_explain(struct keymap *km,
	const char *(*help_of)(const void *on, struct str command),
	const void *on);
/* Apply `KEY command` from line `number` of a configuration. The key loses its
   default command in every map except menus. Mapping a key twice is an error,
   but with number 0 (not from a file) it replaces the command. The text is
   copied. */
int keymap_map(
	struct keymap *km, struct str line, size_t number, struct err *err);
/* Restore a key's default binding. False: the user has not changed it. */
bool keymap_unmap(struct keymap *km, int key);
/* Return the user's i-th binding and its line in the configuration, or 0 (line
   may be NULL); NULL at the end. */
const struct binding *keymap_user_at(
	const struct keymap *km, size_t i, size_t *line);
/* Return the user's binding of a key, or NULL. */
const struct binding *keymap_user(const struct keymap *km, int key);
/* Return the binding of a key in a map, else in "all", else that of its
   key_plain(); NULL if there is none. */
const struct binding *keymap_find(
	const struct keymap *km, const char *map, int key);
/* True for bindings of menus and the pager, whose commands are their own: they
   are not among the screen's commands and cannot be rebound. */
bool binding_is_own(const struct binding *b);
/* Return the i-th binding, the user's last; NULL at the end. */
const struct binding *keymap_at(const struct keymap *km, size_t i);
/* Append at most `max` names of keys that run a command in a map, separated by
   blanks; "" if there are none. */
void keymap_keys_of(const struct keymap *km, const char *map,
	struct str command, size_t max, struct strbuf *out);

/* Print --dump-keys=FORMAT: "mdoc" (for the man page) or "text". */
int keymap_dump(
	const struct keymap *km, FILE *out, struct str format, struct err *err);

#endif
