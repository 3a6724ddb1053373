/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The key table and the user's changes to it: see keymap.h. */
#include "config.h"

#include "conf/keymap.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/xalloc.h"

#include "base/banned.h"

#define MOVE "Moving"
#define ZOOM "Zooming"
#define PANE "Panes"
#define FIND "Finding"
#define FILT "Filters"
#define SHOW "What is shown"
#define TAGS "In the tags pane"
#define TRACES "In the traces pane"
#define DIFF "Two profiles"
#define MISC "Everything else"
#define PAGE "In reports"
#define MENU "In menus"

/* ---- The table ---- */

/* clang-format off */
static const struct binding defaults[] = {
	{ "flame", "Enter", "zoom", ZOOM,
	  "zoom to the selected frame; open a +N cell" },
	{ "all", "Esc", "back", ZOOM,
	  "close what was opened last, zooms too; stop a load" },
	{ "all", "Backspace", "zoomout", ZOOM, "zoom out one step" },
	{ "all", "0", "zoomreset", ZOOM, "zoom out fully; filters stay" },
	{ "all", "+ =", "wider", ZOOM, "widen around the selection" },
	{ "all", "-", "narrower", ZOOM, "narrow again" },

	{ "all", "Up k Ctrl-P", "up", MOVE, "caller above; in lists the row above" },
	{ "all", "Down j Ctrl-N", "down", MOVE,
	  "callee below: the last visited, else the heaviest; row below" },
	{ "all", "Left h", "left", MOVE,
	  "previous frame on the row; in lists scroll names left" },
	{ "all", "Right l", "right", MOVE,
	  "next frame on the row; in lists scroll names right" },
	{ "all", "^", "rowstart", MOVE, "first frame of the row" },
	{ "all", "$", "rowend", MOVE, "last frame of the row" },
	{ "all", "g Home", "first", MOVE, "root; first row of a list" },
	{ "all", "G End", "last", MOVE,
	  "deepest frame below the selection; last row of a list" },
	{ "all", "Space PgDn Ctrl-F", "pagedown", MOVE, "one page down" },
	{ "all", "b PgUp Ctrl-B", "pageup", MOVE, "one page up" },
	{ "all", "Ctrl-D", "halfdown", MOVE, "half a page down" },
	{ "all", "Ctrl-U", "halfup", MOVE, "half a page up" },
	{ "all", "H", "hotpath", MOVE,
	  "where most of it goes: down to where it splits; again, to a leaf" },
	{ "top", "Enter", "goto", MOVE,
	  "table: show the function's heaviest place in the graph" },
	{ "peek", "Enter", "recenter", MOVE,
	  "peek: look at this function's callers and callees" },

	{ "tags", "Space", "tag_choose", TAGS, "toggle this value" },
	{ "tags", "f", "tag_only", TAGS,
	  "focus: choose this value and no other" },
	{ "tags", "i", "tag_drop", TAGS,
	  "ignore: drop this value, or keep it again" },
	{ "tags", "Enter", "tag_enter", TAGS,
	  "open or close a group; the stacks of a value in the graph" },
	{ "tags", "r", "tag_root", TAGS,
	  "tagroot: the values of this key as first frames" },
	{ "tags", "n", "tag_ranges", TAGS, "numbers as ranges, or one by one" },
	{ "tags", "D", "tag_diff", TAGS, "compare two chosen values" },
	{ "tags", "/", "prompt rows", TAGS, "show only values that match" },
	{ "tags", "< >", "cycle tagsort", TAGS, "sort by weight or by value" },

	{ "traces", "Enter", "expand", TRACES,
	  "all frames of the stack, or a few" },
	{ "traces", "1", "goto_trace", TRACES, "show the stack in the graph" },
	{ "traces", "Y", "yank stack", TRACES, "copy the stack" },

	{ "all", "Tab", "nextpane", PANE, "next pane" },
	{ "all", "Shift-Tab", "prevpane", PANE, "previous pane" },
	{ "all", "1", "pane 1", PANE, "flame graph" },
	{ "all", "2", "pane 2", PANE, "table of functions" },
	{ "all", "3", "pane 3", PANE, "callers and callees" },
	{ "all", "6 F8", "pane 6", PANE,
	  "tags: the weight of labels, and filters on them", "Tags" },
	{ "all", "7", "pane 7", PANE,
	  "traces: the distinct stacks, heaviest first" },
	{ "all", "9", "pane 9", PANE, "about the profile itself" },
	{ "all", "z", "maximize", PANE, "this pane alone, and back" },
	{ "all", "P", "nextlayout", PANE, "next layout" },
	{ "all", "[", "shrink", PANE, "make this pane smaller" },
	{ "all", "]", "grow", PANE, "make this pane larger" },
	{ "all", "p", "pin", PANE, "pin the peek pane to this function" },

	{ "all", "/ F3", "prompt search", FIND, "find frames while typing", "Search" },
	{ "all", "n", "next", FIND, "next match" },
	{ "all", "N", "prev", FIND, "previous match" },
	{ "all", "*", "searchself next", FIND,
	  "find the selected function's next place" },
	{ "all", "#", "searchself prev", FIND,
	  "find the selected function's previous place" },
	{ "all", "\\", "prompt rows", FIND, "show only rows that match" },
	{ "all", "J", "jump", FIND, "pick a function" },
	{ "all", "m", "mark", FIND, "and a letter: mark this place" },
	{ "all", "'", "jumpmark", FIND,
	  "and a letter: go to a mark; '' goes back" },

	{ "all", "f F4", "prompt focus", FILT,
	  "keep only samples with a frame that matches", "Focus" },
	{ "all", "F", "apply focus", FILT, "focus on the selected function" },
	{ "all", "i", "prompt ignore", FILT,
	  "drop samples with a frame that matches" },
	{ "all", "I", "apply ignore", FILT, "ignore the selected function" },
	{ "all", "x", "prompt hide", FILT,
	  "take matching frames out; their callers get the cost" },
	{ "all", "X", "apply hide", FILT, "hide the selected function" },
	{ "all", "o", "prompt show", FILT, "show only frames that match" },
	{ "all", "O", "apply show", FILT, "show only the selected function" },
	{ "all", "r", "prompt show_from", FILT,
	  "start every stack at the first frame that matches" },
	{ "all", "t", "prompt tagfocus", FILT,
	  "keep only samples whose tags match" },
	{ "all", "T", "prompt tagignore", FILT,
	  "drop samples whose tags match" },
	{ "all", "c", "filters", FILT,
	  "list of filters: switch, edit, delete" },
	{ "all", "C", "clear", FILT, "clear all filters" },

	{ "all", "u", "undo", SHOW,
	  "take back the last filter, zoom or other change of numbers" },
	{ "all", "Ctrl-R", "redo", SHOW, "redo" },
	{ "all", "v F5", "view", SHOW,
	  "callees, callers (inverted), or both of the selected function", "View" },
	{ "all", "V", "toggle_sandwich", SHOW,
	  "callers and callees of the selected function, and back" },
	{ "all", "U", "flip", SHOW, "upside down: root at the bottom, or top" },
	{ "all", "s F7", "types", SHOW, "choose the sample type", "Type" },
	{ "all", "S F6", "sortmenu", SHOW, "choose the table's order", "Sort" },
	{ "all", "<", "sortleft", SHOW, "sort by the column to the left" },
	{ "all", ">", "sortright", SHOW, "sort by the column to the right" },
	{ "all", "!", "reverse", SHOW, "reverse the table's order" },
	{ "all", "%", "cycle percent", SHOW,
	  "percent of all, of the view, of the parent, off" },
	{ "all", "L", "cycle granularity", SHOW,
	  "functions, filefunctions, files, lines, addresses" },
	{ "all", "&", "cycle recursion", SHOW, "fold direct recursion" },
	{ "all", "a", "cycle names", SHOW,
	  "names: automatic, full, short, file:line" },
	{ "all", "A", "nextcolors", SHOW,
	  "colours and legend: package, function, origin, heat, plain" },
	{ "all", "~", "toggle_ascii", SHOW, "draw with ASCII only, and back" },
	{ "all", "K", "inspect", SHOW,
	  "everything about the selected frame; again: beside the graph" },
	{ "all", "M", "minimap", SHOW,
	  "the whole graph, small: go about in it" },
	{ "all", "e", "edit", SHOW, "open the source in $EDITOR" },
	{ "all", ".", "cycle system", SHOW,
	  "system frames (kernel, runtime, libc): shown or hidden" },

	{ "all", "D", "diff", DIFF,
	  "compare with a base, and back; asks for one if there is none" },
	{ "all", "d", "diffwidth", DIFF,
	  "width: the larger, after, before, both, what changed" },
	{ "all", "B", "diffswap", DIFF, "swap base and new" },
	{ "all", "{", "prevprofile", DIFF, "the previous of several profiles" },
	{ "all", "}", "nextprofile", DIFF, "the next of several profiles" },

	{ "all", "? F1", "help", MISC, "this help", "Help" },
	{ "all", ":", "prompt command", MISC,
	  "command line: options and commands, Tab completes" },
	{ "all", "F2", "setup", MISC,
	  "options, columns, keys: change and keep", "Setup" },
	{ "all", "F9", "menu", MISC, "what can be done with this frame", "Menu" },
	{ "all", "y", "yank name", MISC, "copy the function's name" },
	{ "all", "Y", "yank stack", MISC, "copy the stack" },
	{ "all", "w", "save", MISC, "save this view under a name" },
	{ "all", "W", "views", MISC, "saved views and pprof's configurations" },
	{ "all", "E", "export", MISC,
	  "write to a file: svg, html, folded, csv" },
	{ "all", "R", "reload", MISC, "read the profile again" },
	{ "all", "Z", "pause", MISC, "freeze live input, or catch up" },
	{ "all", "Ctrl-G", "status", MISC, "about the selection, again" },
	{ "all", "Ctrl-L", "redraw", MISC, "draw the whole screen again" },
	{ "all", "Ctrl-Z", "suspend", MISC, "back to the shell until fg" },
	{ "all", "Ctrl-C", "cancel", MISC,
	  "cancel the prompt or the work; leave a first load" },
	{ "all", "q", "close", MISC, "close what is open; at the base, quit" },
	{ "all", "Q F10", "quit", MISC, "quit at once", "Quit" },

	{ "pager", "Up k Ctrl-P", "up", PAGE, "line above" },
	{ "pager", "Down j Enter Ctrl-N", "down", PAGE, "line below" },
	{ "pager", "Left h", "left", PAGE, "scroll left" },
	{ "pager", "Right l", "right", PAGE, "scroll right" },
	{ "pager", "^ 0", "linestart", PAGE, "where lines begin" },
	{ "pager", "$", "lineend", PAGE, "where the longest line ends" },
	{ "pager", "Space PgDn Ctrl-F", "pagedown", PAGE, "one page down" },
	{ "pager", "b PgUp Ctrl-B", "pageup", PAGE, "one page up" },
	{ "pager", "Ctrl-D", "halfdown", PAGE, "half a page down" },
	{ "pager", "Ctrl-U", "halfup", PAGE, "half a page up" },
	{ "pager", "g Home", "first", PAGE, "first line" },
	{ "pager", "G End", "last", PAGE, "last line" },
	{ "pager", "/ F3", "find", PAGE, "find lines while typing" },
	{ "pager", "n", "next", PAGE, "next line that matches" },
	{ "pager", "N", "prev", PAGE, "previous line that matches" },
	{ "pager", "q Ctrl-C", "close", PAGE, "close the report" },
	{ "pager", "Esc", "back", PAGE, "clear the search; close" },

	{ "menu", "Up Ctrl-P", "up", MENU, "row above" },
	{ "menu", "Down Ctrl-N", "down", MENU, "row below" },
	{ "menu", "PgUp", "pageup", MENU, "one page up" },
	{ "menu", "PgDn", "pagedown", MENU, "one page down" },
	{ "menu", "Home", "first", MENU, "first row" },
	{ "menu", "End", "last", MENU, "last row" },
	{ "menu", "Enter", "choose", MENU, "take this row" },
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
	/* The first name of a key is the one that is printed. */
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
	{ "Ctrl-Left", K_WORD_LEFT }, { "Ctrl-Right", K_WORD_RIGHT },
};
/* clang-format on */

/* The control character of a letter, as the terminal sends it. */
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

/* s after a prefix, whatever its case; false when it has another start. */
static bool
after(struct str s, const char *prefix, struct str *rest)
{
	size_t n = strlen(prefix);

	if (s.n <= n || !str_eq_letters(str_sub(s, 0, n), str_c(prefix)))
		return false;
	*rest = str_skip(s, n);
	return true;
}

int
key_parse(struct str name)
{
	struct str rest;
	int64_t number;
	uint32_t cp;
	int key;

	if (name.n == 0)
		return -1;
	if (utf8_decode(name, &cp) == name.n)
		return cp != UTF8_BAD && cp > ' ' && cp != 0x7f ? (int)cp : -1;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq_letters(name, str_c(names[i].name)))
			return names[i].key;
	if (after(name, "Ctrl-", &rest) || after(name, "C-", &rest) ||
		after(name, "^", &rest))
		return control(rest);
	if (after(name, "Alt-", &rest) || after(name, "A-", &rest) ||
		after(name, "M-", &rest)) {
		key = key_parse(rest);
		return key < 0 || (key & K_ALT) != 0 ? -1 : key | K_ALT;
	}
	return after(name, "F", &rest) && str_to_i64(rest, &number) &&
			number >= 1 && number <= 12
		? K_F1 + (int)number - 1
		: -1;
}

const char *
key_text(int key, char buf[KEY_TEXT_MAX])
{
	const char *alt = key & K_ALT ? "Alt-" : "", *name = NULL;
	char utf8[4];

	key &= ~K_ALT;
	for (size_t i = 0; i < COUNT_OF(names) && name == NULL; i++)
		if (names[i].key == key)
			name = names[i].name;
	if (name != NULL)
		snprintf(buf, KEY_TEXT_MAX, "%s%s", alt, name);
	else if (key >= K_F1 && key < K_SPECIAL_END)
		snprintf(buf, KEY_TEXT_MAX, "%sF%d", alt, key - K_F1 + 1);
	else if (key < ' ')
		snprintf(buf, KEY_TEXT_MAX, "%sCtrl-%c", alt, key + '@');
	else
		snprintf(buf, KEY_TEXT_MAX, "%s%.*s", alt,
			(int)utf8_encode((uint32_t)key, utf8), utf8);
	return buf;
}

/* ---- The map ---- */

struct entry {
	struct binding b;
	int key;
	size_t line; /* of the configuration; 0: not from there */
};

struct keymap {
	struct arena arena;        /* the user's texts */
	VEC(struct entry) initial; /* the table */
	VEC(struct entry) entry;   /* what counts, the user's last */
	VEC(struct entry) user;    /* from `map` */
};

static struct entry *
find_entry(const struct keymap *km, const char *map, int key)
{
	for (size_t i = 0; i < km->entry.n; i++) {
		struct entry *e = &km->entry.p[i];

		if (e->key == key && strcmp(e->b.map, map) == 0)
			return e;
	}
	return NULL;
}

static const struct entry *
find_user(const struct keymap *km, int key)
{
	for (size_t i = 0; i < km->user.n; i++)
		if (km->user.p[i].key == key)
			return &km->user.p[i];
	return NULL;
}

/* A row of the table, for each of its keys. */
static int
add_binding(struct keymap *km, const struct binding *row, struct err *err)
{
	struct str keys = str_c(row->key);
	struct entry e = { .b = *row };

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

/* The defaults, less the keys of the user's, then those. A binding that loses
   its first key hands its help on to the next one. */
static void
make_entries(struct keymap *km)
{
	struct binding lost = { .group = NULL };

	km->entry.n = 0;
	for (size_t i = 0; i < km->initial.n; i++) {
		struct entry e = km->initial.p[i];
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
	struct entry e = { .b.map = "all", .line = number };
	const struct entry *old;

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
	const struct entry *e = find_user(km, key);

	return e != NULL ? &e->b : NULL;
}

const struct binding *
keymap_find(const struct keymap *km, const char *map, int key)
{
	const struct entry *e = find_entry(km, map, key);

	if (e == NULL && strcmp(map, "all") != 0)
		e = find_entry(km, "all", key);
	return e != NULL ? &e->b : NULL;
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
		const struct entry *e = &km->entry.p[i];

		if (strcmp(e->b.map, map) != 0 ||
			!str_is(command, e->b.command))
			continue;
		if (out->n > 0)
			strbuf_addch(out, ' ');
		strbuf_addc(out, key_text(e->key, name));
		max--;
	}
}

/* ---- Printing it ---- */

/* The man page's section. Every key is protected: alone on a macro line,
   punctuation would be set as punctuation. */
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

static void
dump_mdoc_item(const struct keymap *km, FILE *out, size_t i)
{
	const struct binding *first = keymap_at(km, i), *b = first;
	char name[KEY_TEXT_MAX];

	fputs(".It", out);
	do {
		fputs(b == first ? " Ic \\&" : " , Ic \\&", out);
		dump_mdoc_text(out, key_text(key_parse(str_c(b->key)), name));
		b = keymap_at(km, ++i);
	} while (b != NULL && b->group == NULL);
	fputs("\n\\&", out);
	dump_mdoc_text(out, first->help);
	fputs(".\n", out);
}

static void
dump_mdoc(const struct keymap *km, FILE *out)
{
	const struct binding *b;
	const char *group = NULL;

	for (size_t i = 0; (b = keymap_at(km, i)) != NULL; i++) {
		if (b->group == NULL)
			continue;
		if (group == NULL || strcmp(group, b->group) != 0) {
			if (group != NULL)
				fputs(".El\n", out);
			/* "In" alone would be a macro. */
			fprintf(out, ".Ss \\&%s\n", b->group);
			fputs(".Bl -tag -width \"Backspace\" -compact\n", out);
			group = b->group;
		}
		dump_mdoc_item(km, out, i);
	}
	if (group != NULL)
		fputs(".El\n", out);
}

int
keymap_dump(
	const struct keymap *km, FILE *out, struct str format, struct err *err)
{
	char name[KEY_TEXT_MAX];

	if (str_is(format, "mdoc"))
		dump_mdoc(km, out);
	else if (!str_is(format, "text"))
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
