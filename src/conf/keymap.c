/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The key table and the user's changes to it. */
#include "prelude.h"

#include "conf/keymap.h"

#include "base/arena.h"
#include "base/ascii.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/xalloc.h"

#define MOVE "Moving"
#define ZOOM "Zooming"
#define PANE "Panes"
#define FIND "Finding"
#define FILT "Filters"
#define SHOW "View"
#define TAGS "In the tags pane"
#define SOURCE "In the source pane"
#define ASM "In the assembly pane"
#define TRACES "In the traces pane"
#define GROWS "In the list of growing functions"
#define TIME "In the timeline"
#define DIFF "Two profiles"
#define MISC "Everything else"
#define PAGE "In reports"
#define MENU "In menus"

/* ---- The table ---- */

/* clang-format off */
static const struct binding defaults[] = {
	{ "flame", "Enter", "zoom", ZOOM },
	{ "all", "Esc", "back", ZOOM },
	{ "all", "Backspace", "zoomout", ZOOM },
	{ "all", "0", "zoomreset", ZOOM },
	{ "all", "+ =", "wider", ZOOM },
	{ "all", "-", "narrower", ZOOM },

	{ "all", "Up k Ctrl-P", "up", MOVE },
	{ "all", "Down j Ctrl-N", "down", MOVE },
	{ "all", "Left h", "left", MOVE },
	{ "all", "Right l", "right", MOVE },
	{ "all", "^", "rowstart", MOVE },
	{ "all", "$", "rowend", MOVE },
	{ "all", "g Home", "first", MOVE },
	{ "all", "G End", "last", MOVE },
	{ "all", "Space PgDn Ctrl-F", "pagedown", MOVE },
	{ "all", "b PgUp Ctrl-B", "pageup", MOVE },
	{ "all", "Ctrl-D", "halfdown", MOVE },
	{ "all", "Ctrl-U", "halfup", MOVE },
	{ "all", "H", "hotpath", MOVE },
	{ "top", "Enter", "goto", MOVE,
	  "table: show the function's heaviest call path in the graph" },
	{ "info", "Enter", "owners", MOVE,
	  "information: focus on your code, a library or the runtime" },
	{ "peek", "Enter", "recenter", MOVE,
	  "peek: show this function's callers and callees" },

	{ "tags", "Space", "tag_choose", TAGS },
	{ "tags", "f", "tag_only", TAGS },
	{ "tags", "i", "tag_drop", TAGS },
	{ "tags", "Enter", "tag_enter", TAGS },
	{ "tags", "r", "tag_root", TAGS },
	{ "tags", "n", "tag_ranges", TAGS },
	{ "tags", "D", "tag_diff", TAGS },
	{ "tags", "/", "prompt rows", TAGS, "show only values that match" },
	{ "tags", "< >", "cycle tagsort", TAGS, "sort by weight or by value" },

	{ "source", "Enter", "source_enter", SOURCE },
	{ "source", "Backspace", "source_back", SOURCE },
	{ "source", "n", "source_next", SOURCE },
	{ "source", "N", "source_prev", SOURCE },
	{ "source", "=", "source_fold", SOURCE },
	{ "source", ",", "source_places", SOURCE },
	{ "source", "\"", "source_bodies", SOURCE },
	{ "source", "(", "source_before", SOURCE },
	{ "source", ")", "source_after", SOURCE },
	{ "source", "L", "source_columns", SOURCE },
	{ "source", "_", "source_library", SOURCE },
	{ "source", "5", "asm_of_line", SOURCE },

	{ "asm", "Enter", "asm_enter", ASM },
	{ "asm", "Backspace", "asm_back", ASM },
	{ "asm", "n", "asm_next", ASM },
	{ "asm", "N", "asm_prev", ASM },
	{ "asm", "4", "asm_line", ASM },
	{ "asm", "=", "asm_fold", ASM },
	{ "asm", "\"", "asm_chains", ASM },
	{ "asm", "_", "asm_lines", ASM },
	{ "asm", ",", "asm_places", ASM },
	{ "asm", ";", "asm_syntax", ASM },
	{ "asm", "(", "asm_prev_copy", ASM },
	{ "asm", ")", "asm_next_copy", ASM },
	{ "asm", "L", "asm_address", ASM },
	{ "asm", "y", "asm_yank", ASM },

	{ "traces", "Enter", "expand", TRACES },
	{ "traces", "1", "goto_trace", TRACES },
	{ "traces", "Y", "yank stack", TRACES, "copy the stack" },

	{ "grows", "Enter", "grows_callers", GROWS },
	{ "grows", "D", "grows_compare", GROWS },
	{ "grows", "L", "grows", GROWS, "close the list" },
	{ "grows", "1", "grows_goto", GROWS },
	{ "timeline", "Space", "time_mark", TIME },
	{ "timeline", "Enter", "time_show", TIME },
	{ "timeline", "<", "time_earlier", TIME },
	{ "timeline", ">", "time_later", TIME },
	{ "timeline", "+", "time_in", TIME },
	{ "timeline", "-", "time_out", TIME },
	{ "timeline", "0", "time_whole", TIME },
	{ "timeline", "(", "time_left_edge", TIME },
	{ "timeline", ")", "time_right_edge", TIME },
	{ "timeline", "n", "time_spike", TIME },
	{ "timeline", "N", "time_spike_before", TIME },
	{ "timeline", "b", "time_base", TIME },
	{ "timeline", "D", "time_diff", TIME },
	{ "timeline", "t", "time_menu", TIME },
	{ "timeline", "r", "time_group", TIME },
	{ "timeline", "=", "time_scale", TIME },
	{ "timeline", "a", "time_all", TIME },
	{ "timeline", "p", "time_pin", TIME },
	{ "timeline", "L", "grows", TIME },
	{ "timeline", "Esc", "time_back", TIME },
	{ "timeline", "q", "time_close", TIME },

	{ "all", "Tab", "nextpane", PANE },
	{ "all", "Shift-Tab", "prevpane", PANE },
	{ "all", "1", "pane 1", PANE, "go to the flame graph" },
	{ "all", "2", "pane 2", PANE, "go to the table of functions" },
	{ "all", "3", "pane 3", PANE, "go to the callers and callees" },
	{ "all", "4", "pane 4", PANE,
	  "source: show the cost of each line and its callees" },
	{ "all", "5", "pane 5", PANE,
	  "assembly: show the instructions of a function" },
	{ "all", "6 F8", "pane 6", PANE,
	  "tags: show the cost of label values, and filter by them", "Tags" },
	{ "all", "7", "pane 7", PANE,
	  "traces: show the distinct stacks, heaviest first" },
	{ "all", "8", "pane 8", PANE,
	  "timeline: show profiles over time, and select ranges" },
	{ "all", "9", "pane 9", PANE, "show information about the profile" },
	{ "all", "z", "maximize", PANE },
	{ "all", "P", "nextlayout", PANE },
	{ "all", "[", "shrink", PANE },
	{ "all", "]", "grow", PANE },
	{ "all", "p", "pin", PANE },

	{ "all", "/ F3", "prompt search", FIND,
	  "find frames as you type", "Search" },
	{ "all", "n", "next", FIND },
	{ "all", "N", "prev", FIND },
	{ "all", "*", "searchself next", FIND,
	  "go to the selected function's next call path" },
	{ "all", "#", "searchself prev", FIND,
	  "go to the selected function's previous call path" },
	{ "all", "\\", "prompt rows", FIND, "show only rows that match" },
	{ "all", "J", "jump", FIND },
	{ "all", "m", "mark", FIND, "followed by a letter: mark this frame with that letter" },
	{ "all", "'", "jumpmark", FIND,
	  "followed by a letter: go to that mark; '' goes back" },

	{ "all", "f F4", "prompt focus", FILT,
	  "keep only samples with a frame that matches", "Focus" },
	{ "all", "F", "apply focus", FILT, "focus on the selected function" },
	{ "all", "i", "prompt ignore", FILT,
	  "drop samples with a frame that matches" },
	{ "all", "I", "apply ignore", FILT, "ignore the selected function" },
	{ "all", "x", "prompt hide", FILT,
	  "hide matching frames; their cost moves to their callers" },
	{ "all", "X", "apply hide", FILT, "hide the selected function" },
	{ "all", "o", "prompt show", FILT, "show only frames that match" },
	{ "all", "O", "apply show", FILT, "show only the selected function" },
	{ "all", "r", "prompt show_from", FILT,
	  "start every stack at the first frame that matches" },
	{ "all", "t", "prompt tagfocus", FILT,
	  "keep only samples whose tags match" },
	{ "all", "T", "prompt tagignore", FILT,
	  "drop samples whose tags match" },
	{ "all", "c", "filters", FILT },
	{ "all", "C", "clear", FILT },

	{ "all", "u", "undo", SHOW },
	{ "all", "Ctrl-R", "redo", SHOW },
	{ "all", "v F5", "view", SHOW, NULL, "Invert" },
	{ "all", "V", "toggle_sandwich", SHOW },
	{ "all", "U", "flip", SHOW },
	{ "all", "s F7", "types", SHOW, NULL, "Metric" },
	{ "all", "S F6", "sortmenu", SHOW, NULL, "Sort" },
	{ "all", "<", "sortleft", SHOW },
	{ "all", ">", "sortright", SHOW },
	{ "all", "!", "reverse", SHOW },
	{ "all", "%", "cycle percent", SHOW,
	  "show percentages of all, of the view, of the parent, or none" },
	{ "all", "L", "cycle granularity", SHOW,
	  "show functions, filefunctions, files, lines or addresses" },
	{ "all", "&", "cycle recursion", SHOW, "fold direct recursion" },
	{ "all", "_", "chain_open", SHOW },
	{ "all", "|", "toggle_chains", SHOW },
	{ "all", "a", "cycle names", SHOW,
	  "show names automatically, in full, short, or as file:line" },
	{ "all", "A", "nextcolors", SHOW },
	{ "all", "~", "toggle_ascii", SHOW },
	{ "all", "K", "inspect", SHOW },
	{ "all", "M", "minimap", SHOW },
	{ "all", "e", "edit", SHOW },
	{ "all", "Ctrl-O", "link", SHOW },
	{ "all", ".", "cycle system", SHOW,
	  "show or hide system frames (kernel, runtime, libc)" },

	{ "all", "D", "diff", DIFF,
	  "turn comparison on or off; ask for a base if there is none" },
	{ "all", "d", "diffwidth", DIFF },
	{ "all", "B", "diffswap", DIFF },
	{ "all", "@", "prompt command range=", TIME,
	  "select a time range: 14:02..14:04, now-15m.., 5m" },
	{ "all", "{", "prevprofile", DIFF },
	{ "all", "}", "nextprofile", DIFF },

	{ "all", "? F1", "help", MISC, NULL, "Help" },
	{ "all", ":", "prompt command", MISC,
	  "enter an option or a command; Tab completes" },
	{ "all", "F2", "setup", MISC, NULL, "Setup" },
	{ "all", "F9", "menu", MISC, NULL, "Action" },
	{ "all", "y", "yank name", MISC, "copy the function's name" },
	{ "all", "Y", "yank stack", MISC, "copy the stack" },
	{ "all", "w", "save", MISC },
	{ "all", "W", "views", MISC },
	{ "all", "E", "export", MISC },
	{ "all", "R", "reload", MISC },
	{ "all", "Z", "pause", MISC },
	{ "all", "Ctrl-G", "status", MISC },
	{ "all", "Ctrl-L", "redraw", MISC },
	{ "all", "Ctrl-Z", "suspend", MISC },
	{ "all", "Ctrl-C", "cancel", MISC },
	{ "all", "q", "close", MISC },
	{ "all", "Q F10", "quit", MISC, NULL, "Quit" },

	{ "pager", "Up k Ctrl-P", "up", PAGE, "move one line up" },
	{ "pager", "Down j Enter Ctrl-N", "down", PAGE, "move one line down" },
	{ "pager", "Left h", "left", PAGE, "scroll left" },
	{ "pager", "Right l", "right", PAGE, "scroll right" },
	{ "pager", "^ 0", "linestart", PAGE, "scroll to the start of the lines" },
	{ "pager", "$", "lineend", PAGE, "scroll to the end of the longest line" },
	{ "pager", "Space PgDn Ctrl-F", "pagedown", PAGE, "move one page down" },
	{ "pager", "b PgUp Ctrl-B", "pageup", PAGE, "move one page up" },
	{ "pager", "Ctrl-D", "halfdown", PAGE, "move half a page down" },
	{ "pager", "Ctrl-U", "halfup", PAGE, "move half a page up" },
	{ "pager", "g Home", "first", PAGE, "go to the first line" },
	{ "pager", "G End", "last", PAGE, "go to the last line" },
	{ "pager", "/ F3", "find", PAGE, "find lines as you type" },
	{ "pager", "n", "next", PAGE, "go to the next matching line" },
	{ "pager", "N", "prev", PAGE, "go to the previous matching line" },
	{ "pager", "q Ctrl-C", "close", PAGE, "close the report" },
	{ "pager", "Esc", "back", PAGE, "clear the search, or close the report" },

	{ "menu", "Up Ctrl-P", "up", MENU, "move one row up" },
	{ "menu", "Down Ctrl-N", "down", MENU, "move one row down" },
	{ "menu", "PgUp", "pageup", MENU, "move one page up" },
	{ "menu", "PgDn", "pagedown", MENU, "move one page down" },
	{ "menu", "Home", "first", MENU, "go to the first row" },
	{ "menu", "End", "last", MENU, "go to the last row" },
	{ "menu", "Enter", "choose", MENU, "choose this row" },
	{ "menu", "Esc Ctrl-C", "close", MENU, "close" },
	{ "menu", "Delete", "delete", MENU, "delete this row" },
};
/* clang-format on */

/* ---- Names of keys ---- */

/* clang-format off */
static const struct {
	const char *name;
	int key;
} names[] = {
	/* The first name of a key is printed. */
	{ "Space", ' ' },
	{ "Tab", K_TAB },
	{ "Enter", K_ENTER }, { "Return", K_ENTER },
	{ "Esc", K_ESC }, { "Escape", K_ESC },
	{ "Up", K_UP }, { "Down", K_DOWN },
	{ "Left", K_LEFT }, { "Right", K_RIGHT },
	{ "Home", K_HOME }, { "End", K_END },
	{ "PgUp", K_PGUP }, { "PageUp", K_PGUP },
	{ "PgDn", K_PGDN }, { "PageDown", K_PGDN },
	{ "Insert", K_INSERT },
	{ "Delete", K_DELETE }, { "Del", K_DELETE },
	{ "Backspace", K_BACKSPACE },
	{ "Shift-Tab", K_BACKTAB }, { "S-Tab", K_BACKTAB },
};
/* clang-format on */

/* Return the key that terminals send for Ctrl and a letter; -1: none. */
static int
control(struct str s)
{
	int c;

	if (s.n != 1)
		return -1;
	c = (unsigned char)s.p[0];
	if (!(ascii_is_letter(s.p[0]) || (c != 0 && strchr("[\\]^_", c))))
		return -1;
	c &= 0x1f;
	return c == 8 ? K_BACKSPACE : c == 10 ? K_ENTER : c;
}

/* Cut a prefix off s, ignoring case. False if nothing else is left of s or s
   does not begin with it. */
static bool
after(struct str s, const char *prefix, struct str *rest)
{
	size_t n = strlen(prefix);

	if (s.n <= n || !str_eq_letters(str_sub(s, 0, n), str_c(prefix)))
		return false;
	*rest = str_skip(s, n);
	return true;
}

/* True if terminals report Ctrl and Shift together with the key. */
static bool
takes_ctrl(int key)
{
	key &= ~K_HELD;
	return (key >= K_UP && key <= K_DELETE) ||
		(key >= K_F1 && key < K_SPECIAL_END);
}

/* Parse the key `rest` and add a modifier; -1 if that is impossible. */
static int
with_held(int held, struct str rest)
{
	int key = key_parse(rest);

	if (key < 0 || (key & held) != 0 || (held != K_ALT && !takes_ctrl(key)))
		return -1;
	return key | held;
}

int
key_parse(struct str name)
{
	struct str rest;
	int64_t number;
	uint32_t cp;

	if (name.n == 0)
		return -1;
	if (utf8_decode(name, &cp) == name.n)
		return cp != UTF8_BAD && cp > ' ' && cp != 0x7f ? (int)cp : -1;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq_letters(name, str_c(names[i].name)))
			return names[i].key;
	if (after(name, "Ctrl-", &rest) || after(name, "C-", &rest) ||
		after(name, "^", &rest))
		return rest.n == 1 ? control(rest) : with_held(K_CTRL, rest);
	if (after(name, "Alt-", &rest) || after(name, "A-", &rest) ||
		after(name, "M-", &rest))
		return with_held(K_ALT, rest);
	if (after(name, "Shift-", &rest) || after(name, "S-", &rest))
		return with_held(K_SHIFT, rest);
	return after(name, "F", &rest) && str_to_i64(rest, &number) &&
			number >= 1 && number <= 12
		? K_F1 + (int)number - 1
		: -1;
}

int
key_plain(int key)
{
	int plain = key & ~K_HELD;

	if (plain == key)
		return key;
	return plain >= K_UP && plain <= K_PGDN ? plain : -1;
}

const char *
key_text(int key, char buf[KEY_TEXT_MAX])
{
	const char *name = NULL;
	char utf8[4];
	int n = snprintf(buf, KEY_TEXT_MAX, "%s%s%s", key & K_ALT ? "Alt-" : "",
		key & K_CTRL ? "Ctrl-" : "", key & K_SHIFT ? "Shift-" : "");
	size_t left = KEY_TEXT_MAX - (size_t)n;

	key &= ~K_HELD;
	for (size_t i = 0; i < COUNT_OF(names) && name == NULL; i++)
		if (names[i].key == key)
			name = names[i].name;
	if (name != NULL)
		snprintf(buf + n, left, "%s", name);
	else if (key >= K_F1 && key < K_SPECIAL_END)
		snprintf(buf + n, left, "F%d", key - K_F1 + 1);
	else if (key < ' ')
		snprintf(buf + n, left, "Ctrl-%c", key + '@');
	else
		snprintf(buf + n, left, "%.*s",
			(int)utf8_bytes((uint32_t)key, utf8), utf8);
	return buf;
}

/* ---- The map ---- */

struct keymap_entry {
	struct binding b;
	int key;
	size_t line; /* in the configuration file; 0: from elsewhere */
};

struct keymap {
	struct arena arena;               /* strings of bindings */
	VEC(struct keymap_entry) initial; /* defaults[], one entry per key */
	VEC(struct keymap_entry) entry;   /* in effect, the user's last */
	VEC(struct keymap_entry) user;    /* the user's, from `map` lines */
};

static struct keymap_entry *
find_entry(const struct keymap *km, const char *map, int key)
{
	for (size_t i = 0; i < km->entry.n; i++) {
		struct keymap_entry *e = &km->entry.p[i];

		if (e->key == key && strcmp(e->b.map, map) == 0)
			return e;
	}
	return NULL;
}

static const struct keymap_entry *
find_user(const struct keymap *km, int key)
{
	for (size_t i = 0; i < km->user.n; i++)
		if (km->user.p[i].key == key)
			return &km->user.p[i];
	return NULL;
}

/* Add an entry for each key of a row of defaults[]. */
static int
add_binding(struct keymap *km, const struct binding *row, struct err *err)
{
	struct str keys = str_c(row->key);
	struct keymap_entry e = { .b = *row };

	while (keys.n > 0) {
		struct str key = str_cut(&keys, ' ');

		e.key = key_parse(key);
		if (e.key < 0 || find_entry(km, row->map, e.key) != NULL)
			return err_set(err, ERR_USAGE,
				"key table: %.*s in map %s is %s", STR_ARG(key),
				row->map, e.key < 0 ? "no key" : "there twice");
		e.b.key = arena_copy(&km->arena, key.p, key.n);
		vec_push(&km->entry, e);
		e.b.group = e.b.help = NULL;
	}
	return 0;
}

/* Build km->entry: the defaults without the keys that the user bound, then the
   user's bindings. If a row of defaults[] loses its first key, the next key
   gets its help. */
static void
make_entries(struct keymap *km)
{
	struct binding lost = { .group = NULL };

	km->entry.n = 0;
	for (size_t i = 0; i < km->initial.n; i++) {
		struct keymap_entry e = km->initial.p[i];
		bool is_lost = find_user(km, e.key) != NULL &&
			strcmp(e.b.map, "menu") != 0;

		if (e.b.group == NULL) {
			e.b.group = lost.group;
			e.b.help = lost.help;
		}
		lost = is_lost ? e.b : (struct binding){ .group = NULL };
		if (!is_lost)
			vec_push(&km->entry, e);
	}
	for (size_t i = 0; i < km->user.n; i++)
		vec_push(&km->entry, km->user.p[i]);
}

void
keymap_explain(struct keymap *km,
	const char *(*help_of)(const void *on, struct str command),
	const void *on)
{
	for (size_t i = 0; i < km->initial.n; i++) {
		struct binding *b = &km->initial.p[i].b;

		if (b->group != NULL && b->help == NULL)
			b->help = help_of(on, str_c(b->command));
	}
	make_entries(km);
}

struct keymap *
keymap_new(struct err *err)
{
	struct keymap *km = xcalloc(1, sizeof(*km));

	for (size_t i = 0; i < COUNT_OF(defaults); i++)
		if (add_binding(km, &defaults[i], err) != 0) {
			keymap_free(km);
			return NULL;
		}
	for (size_t i = 0; i < km->entry.n; i++)
		vec_push(&km->initial, km->entry.p[i]);
	return km;
}

void
keymap_free(struct keymap *km)
{
	if (km == NULL)
		return;
	vec_free(&km->initial);
	vec_free(&km->entry);
	vec_free(&km->user);
	arena_free(&km->arena);
	free(km);
}

int
keymap_map(struct keymap *km, struct str line, size_t number, struct err *err)
{
	struct str name, command;
	struct keymap_entry e = { .b.map = "all", .line = number };
	const struct keymap_entry *old;

	line = str_trim(line);
	name = str_cut(&line, ' ');
	command = str_trim(line);
	if (name.n == 0 || command.n == 0)
		return err_set(err, ERR_USAGE, "map needs KEY and COMMAND");
	e.key = key_parse(name);
	if (e.key < 0)
		return err_set(err, ERR_USAGE,
			"map: \"%.*s\" is not a key (try f, Ctrl-F, Alt-f, F5)",
			STR_ARG(name));
	old = find_user(km, e.key);
	if (number > 0 && old != NULL)
		return err_set(err, ERR_USAGE,
			"map: key %.*s is mapped twice, first in line %zu",
			STR_ARG(name), old->line);
	e.b.key = arena_copy(&km->arena, name.p, name.n);
	e.b.command = arena_copy(&km->arena, command.p, command.n);
	e.b.group = "Your keys";
	e.b.help = e.b.command;
	keymap_unmap(km, e.key);
	vec_push(&km->user, e);
	make_entries(km);
	return 0;
}

bool
keymap_unmap(struct keymap *km, int key)
{
	bool was = false;
	size_t n = 0;

	for (size_t i = 0; i < km->user.n; i++) {
		if (km->user.p[i].key == key)
			was = true;
		else
			km->user.p[n++] = km->user.p[i];
	}
	km->user.n = n;
	make_entries(km);
	return was;
}

const struct binding *
keymap_user_at(const struct keymap *km, size_t i, size_t *line)
{
	if (i >= km->user.n)
		return NULL;
	if (line != NULL)
		*line = km->user.p[i].line;
	return &km->user.p[i].b;
}

const struct binding *
keymap_user(const struct keymap *km, int key)
{
	const struct keymap_entry *e = find_user(km, key);

	return e != NULL ? &e->b : NULL;
}

const struct binding *
keymap_find(const struct keymap *km, const char *map, int key)
{
	const struct keymap_entry *e = find_entry(km, map, key);

	if (e == NULL && strcmp(map, "all") != 0)
		e = find_entry(km, "all", key);
	if (e != NULL)
		return &e->b;
	return key_plain(key) == key ? NULL
				     : keymap_find(km, map, key_plain(key));
}

bool
binding_is_own(const struct binding *b)
{
	return strcmp(b->map, "menu") == 0 || strcmp(b->map, "pager") == 0;
}

const struct binding *
keymap_at(const struct keymap *km, size_t i)
{
	return i < km->entry.n ? &km->entry.p[i].b : NULL;
}

void
keymap_keys_of(const struct keymap *km, const char *map, struct str command,
	size_t max, struct strbuf *out)
{
	char name[KEY_TEXT_MAX];

	for (size_t i = 0; i < km->entry.n && max > 0; i++) {
		const struct keymap_entry *e = &km->entry.p[i];

		if (strcmp(e->b.map, map) != 0 ||
			!str_is(command, e->b.command))
			continue;
		if (out->n > 0)
			strbuf_addch(out, ' ');
		strbuf_addstr(out, key_text(e->key, name));
		max--;
	}
}

/* ---- Printing it ---- */

/* Print a text for the man page, with escapes for the characters that roff
   would replace. */
static void
dump_mdoc_text(FILE *out, const char *text)
{
	static const char plain[] = "\\-^~'";
	static const char *const written[] = { "\\e", "\\-", "\\(ha", "\\(ti",
		"\\(aq" };

	for (; *text != '\0'; text++) {
		const char *at = strchr(plain, *text);

		if (at != NULL)
			fputs(written[at - plain], out);
		else
			fputc(*text, out);
	}
}

int
keymap_dump(
	const struct keymap *km, FILE *out, struct str format, struct err *err)
{
	char name[KEY_TEXT_MAX];

	if (str_is(format, "mdoc")) {
		const struct binding *b;
		const char *group = NULL;

		for (size_t i = 0; (b = keymap_at(km, i)) != NULL; i++) {
			size_t item_i;
			const struct binding *first, *item_b;
			char mdoc_name[KEY_TEXT_MAX];

			if (b->group == NULL)
				continue;
			if (group == NULL || strcmp(group, b->group) != 0) {
				if (group != NULL)
					fputs(".El\n", out);
				/* \& keeps "In" from being a macro. */
				fprintf(out, ".Ss \\&%s\n", b->group);
				fputs(".Bl -tag -width \"Backspace\" "
				      "-compact\n",
					out);
				group = b->group;
			}
			item_i = i;
			first = keymap_at(km, item_i);
			item_b = first;
			fputs(".It", out);
			do {
				fputs(item_b == first ? " Ic \\&" : " , Ic \\&",
					out);
				dump_mdoc_text(out,
					key_text(key_parse(str_c(item_b->key)),
						mdoc_name));
				item_b = keymap_at(km, ++item_i);
			} while (item_b != NULL && item_b->group == NULL);
			fputs("\n\\&", out);
			dump_mdoc_text(out,
				first->help != NULL ? first->help
						    : first->command);
			fputs(".\n", out);
		}
		if (group != NULL)
			fputs(".El\n", out);
	} else if (!str_is(format, "text"))
		return err_set(err, ERR_USAGE,
			"unknown format \"%.*s\" (mdoc, text)",
			STR_ARG(format));
	else
		for (size_t i = 0; i < km->entry.n; i++)
			fprintf(out, "%-5s %-10s %s\n", km->entry.p[i].b.map,
				key_text(km->entry.p[i].key, name),
				km->entry.p[i].b.command);
	return 0;
}
