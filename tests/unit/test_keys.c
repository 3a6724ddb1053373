/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every key does what the manual says of it. */
#include "prelude.h"

#include <locale.h>

#include "testing.h"

#include "util_screen.h"
#include "util_source.h"

#define PARSE "Down Down Down"
#define CALLER "Down Down 4 ; ;"
#define LINES "J tryBacktrack Enter ; 4 ; ;"
#define VALUE "6 ; Home Down"
#define ASM "J scanobject Enter ; 5 ; G"
#define REPORT ": dot Enter ;"
#define STRIP "; 8 ; Home"

/*
 * A key of a map, from a fresh screen on which `before` was typed, with a
 * pause where it has a ';'. The text `see` is not on the screen before the key
 * and is after it; with a '-' in front it is the other way round; NULL: the
 * picture changes. With `want` the key asks the caller for something instead.
 * The file has a function "later" by then.
 */
struct row {
	const char *map, *key, *command, *before, *see;
	unsigned want;
};

/* clang-format off */
static const struct row rows[] = {
	/* Moving. */
	{ "all", "Up", "up", "Down Down", "▶main", 0 },
	{ "all", "k", "up", "Down Down", "▶main", 0 },
	{ "all", "Ctrl-P", "up", "Down Down", "▶main", 0 },
	{ "all", "Down", "down", "", "▶main", 0 },
	{ "all", "j", "down", "", "▶main", 0 },
	{ "all", "Ctrl-N", "down", "", "▶main", 0 },
	{ "all", "Left", "left", "Down Right", "▶main", 0 },
	{ "all", "h", "left", "Down Right", "▶main", 0 },
	{ "all", "Right", "right", "Down", " gc   self 5", 0 },
	{ "all", "l", "right", "Down", " gc   self 5", 0 },
	{ "all", "^", "rowstart", "Down Right", "▶main", 0 },
	{ "all", "$", "rowend", "Down", " gc   self 5", 0 },
	{ "all", "g", "first", PARSE, "▶root", 0 },
	{ "all", "Home", "first", PARSE, "▶root", 0 },
	{ "all", "G", "last", "Down Down", "▶lex", 0 },
	{ "all", "End", "last", "Down Down", "▶lex", 0 },
	{ "all", "Space", "pagedown", "2 Home", "- lex   self 65", 0 },
	{ "all", "PgDn", "pagedown", "2 Home", "- lex   self 65", 0 },
	{ "all", "Ctrl-F", "pagedown", "2 Home", "- lex   self 65", 0 },
	{ "all", "b", "pageup", "2 End", " lex   self 65", 0 },
	{ "all", "PgUp", "pageup", "2 End", " lex   self 65", 0 },
	{ "all", "Ctrl-B", "pageup", "2 End", " lex   self 65", 0 },
	{ "all", "Ctrl-D", "halfdown", "2 Home", "- lex   self 65", 0 },
	{ "all", "Ctrl-U", "halfup", "2 End", NULL, 0 },
	{ "all", "H", "hotpath", "", "▶lex", 0 },
	{ "all", "J", "jump", "", "letters of the name", 0 },

	/* Zooming. */
	{ "flame", "Enter", "zoom", PARSE, "root › main › serve › parse", 0 },
	{ "top", "Enter", "goto", "2 Home", "(1 of 2)", 0 },
	{ "info", "Enter", "owners", "9 ;", "Whose code?", 0 },
	{ "peek", "Enter", "recenter", "Down Down 3 Down", "◆ parse", 0 },
	{ "all", "Esc", "back", "Down Enter", "-root › main", 0 },
	{ "all", "Backspace", "zoomout", "Down Down Enter", "-root › main", 0 },
	{ "all", "0", "zoomreset", "Down Enter Down Enter", "-root › main", 0 },
	{ "all", "+", "wider", "Down Down", NULL, 0 },
	{ "all", "=", "wider", "Down Down", NULL, 0 },
	{ "all", "-", "narrower", "Down Down +", NULL, 0 },

	/* Panes. */
	{ "all", "Tab", "nextpane", "", "▸ 2 Top", 0 },
	{ "all", "Shift-Tab", "prevpane", "", "▸ 3 Peek", 0 },
	{ "all", "1", "pane 1", "2", "▸ 1 Flame", 0 },
	{ "all", "2", "pane 2", "", "▸ 2 Top", 0 },
	{ "all", "3", "pane 3", "", "▸ 3 Peek", 0 },
	{ "all", "4", "pane 4", "", "▸ 4 Source", 0 },
	{ "all", "6", "pane 6", "", "▸ 6 Tags", 0 },
	{ "all", "F8", "pane 6", "", "▸ 6 Tags", 0 },
	{ "all", "7", "pane 7", "", "▸ 7 Traces", 0 },
	{ "all", "9", "pane 9", "", "▸ 9 Info", 0 },
	{ "all", "z", "maximize", "", "-2 Top", 0 },
	{ "all", "P", "nextlayout", "", "layout=", 0 },
	{ "all", "[", "shrink", "", NULL, 0 },
	{ "all", "]", "grow", "", NULL, 0 },
	{ "all", "p", "pin", "Down Down", "pinned", 0 },

	/* Finding. */
	{ "all", "/", "prompt search", "", "search:", 0 },
	{ "all", "F3", "prompt search", "", "search:", 0 },
	{ "all", "n", "next", "/ lex Enter", "✱ 1/2", 0 },
	{ "all", "N", "prev", "/ lex Enter n", "✱ 2/2", 0 },
	{ "all", "*", "searchself next", "H", "✱ 1/2", 0 },
	{ "all", "#", "searchself prev", "H", "✱ 1/2", 0 },
	{ "all", "\\", "prompt rows", "", "rows:", 0 },
	{ "all", "m", "mark", "", "mark this place", 0 },
	{ "all", "'", "jumpmark", "", "go to a mark", 0 },

	/* Filters. */
	{ "all", "f", "prompt focus", "", "focus:", 0 },
	{ "all", "F4", "prompt focus", "", "focus:", 0 },
	{ "all", "F", "apply focus", PARSE, "[focus=^parse$]", 0 },
	{ "all", "i", "prompt ignore", "", "ignore:", 0 },
	{ "all", "I", "apply ignore", PARSE, "[ignore=^parse$]", 0 },
	{ "all", "x", "prompt hide", "", "hide:", 0 },
	{ "all", "X", "apply hide", PARSE, "[hide=^parse$]", 0 },
	{ "all", "o", "prompt show", "", "show:", 0 },
	{ "all", "O", "apply show", PARSE, "[show=^parse$]", 0 },
	{ "all", "r", "prompt show_from", "", "show_from:", 0 },
	{ "all", "t", "prompt tagfocus", "", "tagfocus:", 0 },
	{ "all", "T", "prompt tagignore", "", "tagignore:", 0 },
	{ "all", "c", "filters", "f lex Enter", "[x]  focus=lex", 0 },
	{ "all", "C", "clear", "f lex Enter", "-[focus=lex]", 0 },

	/* Views. */
	{ "all", "u", "undo", "f lex Enter", "-[focus=lex]", 0 },
	{ "all", "Ctrl-R", "redo", "f lex Enter u", "[focus=lex]", 0 },
	{ "all", "v", "view", "", "· callers", 0 },
	{ "all", "F5", "view", "", "· callers", 0 },
	{ "all", "V", "toggle_sandwich", PARSE, "· sandwich", 0 },
	{ "all", "U", "flip", "", NULL, 0 },
	{ "all", "s", "types", "", "Sample type", 0 },
	{ "all", "F7", "types", "", "Sample type", 0 },
	{ "all", "S", "sortmenu", "", "! reverses  <", 0 },
	{ "all", "F6", "sortmenu", "", "! reverses  <", 0 },
	{ "all", "<", "sortleft", "2 >", "Self▾", 0 },
	{ "all", ">", "sortright", "2", "Total▾", 0 },
	{ "all", "!", "reverse", "2", "Self▴", 0 },
	{ "all", "%", "cycle percent", "", "% of what is shown", 0 },
	{ "all", "L", "cycle granularity", "", "frames: functions and files", 0 },
	{ "all", "&", "cycle recursion", "", "recursion folded", 0 },
	{ "all", "_", "chain_open", "", "not a chain", 0 },
	{ "all", "|", "toggle_chains", "", "chains folded (|)", 0 },
	{ "all", "a", "cycle names", "", "names=", 0 },
	{ "all", "A", "nextcolors", "", "colours function", 0 },
	{ "all", "~", "toggle_ascii", "", ">root", 0 },
	{ "all", "K", "inspect", PARSE, "Inspector", 0 },
	{ "all", "M", "minimap", "", "▀▀▀▀", 0 },
	{ "all", "e", "edit", PARSE, "has no source file", 0 },
	{ "all", "Ctrl-O", "link", PARSE, "set source_url", 0 },
	{ "all", ".", "cycle system", "", "[system=hide]", 0 },

	/* Two profiles, or several. */
	{ "all", "D", "diff", "", "base profile:", 0 },
	{ "all", "d", "diffwidth", "", "press D to compare", 0 },
	{ "all", "B", "diffswap", "", "press D to compare", 0 },
	{ "all", "{", "prevprofile", "", "profile", 0 },
	{ "all", "}", "nextprofile", "", "profile", 0 },

	/* Everything else. */
	{ "all", "?", "help", "", "Help:", 0 },
	{ "all", "F1", "help", "", "Help:", 0 },
	{ "all", "F2", "setup", "", "Setup  (F2)", 0 },
	{ "all", "F9", "menu", PARSE, "Esc close", 0 },
	{ "all", ":", "prompt command", "", "Tab complete", 0 },
	{ "all", "y", "yank name", PARSE, NULL, SCREEN_COPY },
	{ "all", "Y", "yank stack", PARSE, NULL, SCREEN_COPY },
	{ "all", "w", "save", "", "save", 0 },
	{ "all", "W", "views", "", "Saved views", 0 },
	{ "all", "E", "export", "", "svg", 0 },
	{ "all", "R", "reload", "", "later", 0 },
	{ "all", "Z", "pause", "", "not following a file", 0 },
	{ "all", "Ctrl-G", "status", "p", " root   self", 0 },
	{ "all", "Ctrl-L", "redraw", "", NULL, SCREEN_REPAINT },
	{ "all", "Ctrl-Z", "suspend", "", NULL, SCREEN_SUSPEND },
	{ "all", "Ctrl-C", "cancel", "", "q quits", 0 },
	{ "all", "q", "close", "", NULL, SCREEN_QUIT },
	{ "all", "Q", "quit", "?  Esc", NULL, SCREEN_QUIT },
	{ "all", "F10", "quit", "", NULL, SCREEN_QUIT },

	/* The pane of labels: the first value of a key is selected. */
	{ "tags", "Space", "tag_choose", VALUE, "[tagfocus=bytes=256bytes]", 0 },
	{ "tags", "f", "tag_only", VALUE " Space ; Down", "[tagfocus=bytes=1792bytes]", 0 },
	{ "tags", "i", "tag_drop", VALUE, "[tagignore=bytes=256bytes]", 0 },
	{ "tags", "Enter", "tag_enter", VALUE, "▸ 1 Flame", 0 },
	{ "tags", "r", "tag_root", VALUE, "[tagroot=bytes]", 0 },
	{ "tags", "n", "tag_ranges", "6 ; Home", "-256B", 0 },
	{ "tags", "D", "tag_diff",
	  "6 ; / acme|globex Enter ; Home Down Space ; Down Space ;", "DIFF", 0 },
	{ "tags", "/", "prompt rows", VALUE, "rows:", 0 },
	{ "tags", "<", "cycle tagsort", VALUE, "by value", 0 },
	{ "tags", ">", "cycle tagsort", VALUE, "by value", 0 },

	/* The pane of the source. */
	{ "source", "Enter", "source_enter", CALLER, "Source  api.", 0 },
	{ "source", "Backspace", "source_back", CALLER " Enter ;",
	  "Source  http.", 0 },
	{ "source", "n", "source_next", LINES, NULL, 0 },
	{ "source", "N", "source_prev", LINES, NULL, 0 },
	{ "source", "=", "source_fold", CALLER, "all lines", 0 },
	{ "source", ",", "source_places", CALLER, "-all paths", 0 },
	{ "source", "\"", "source_bodies", CALLER, "inlined into this one", 0 },
	{ "source", "(", "source_before", CALLER, ").serve   self", 0 },
	{ "source", ")", "source_after", CALLER " ( ;",
	  "ServeHTTP   self", 0 },
	{ "source", "L", "source_columns", CALLER, "-Self ", 0 },
	{ "source", "_", "source_library", CALLER, "the function is your own code", 0 },

	/* The pane of stacks. */
	{ "traces", "Enter", "expand", "7 z ; Home", "rules.go:61", 0 },
	{ "traces", "1", "goto_trace", "7 ; Home", "▸ 1 Flame", 0 },
	{ "traces", "Y", "yank stack", "7 ; Home", NULL, SCREEN_COPY },

	/* Several profiles along time. */
	{ "timeline", "Space", "time_mark", STRIP, "starts here", 0 },
	{ "timeline", "Enter", "time_show", STRIP, "75 samples", 0 },
	{ "timeline", "<", "time_earlier", STRIP " End Enter ;", NULL, 0 },
	{ "timeline", ">", "time_later", STRIP " Enter ;", "79 samples", 0 },
	{ "timeline", "+", "time_in", STRIP, "-14:00:00–14:30:00", 0 },
	{ "timeline", "-", "time_out", STRIP " + + ;", NULL, 0 },
	{ "timeline", "0", "time_whole", STRIP " + + ;",
	  "14:00:00–14:30:00", 0 },
	{ "timeline", "(", "time_left_edge", STRIP " End Enter Home ;",
	  "2,724 samples", 0 },
	{ "timeline", ")", "time_right_edge", STRIP " Enter End ;",
	  "2,724 samples", 0 },
	{ "timeline", "n", "time_spike", STRIP, "174 each", 0 },
	{ "timeline", "N", "time_spike_before", STRIP " End", "174 each", 0 },
	{ "timeline", "b", "time_base", STRIP " Enter ;", NULL, 0 },
	{ "timeline", "D", "time_diff", STRIP " n Enter ;", "DIFF", 0 },
	{ "timeline", "t", "time_menu", STRIP, "┌", 0 },
	{ "timeline", "r", "time_group", STRIP, "no labels", 0 },
	{ "timeline", "=", "time_scale", STRIP, "each value to its own scale",
	  0 },
	{ "timeline", "a", "time_all", STRIP " Enter ;", "2,724 samples", 0 },
	{ "timeline", "p", "time_pin", STRIP, NULL, 0 },
	{ "timeline", "L", "grows", STRIP, "Growing", 0 },
	{ "timeline", "Esc", "time_back", STRIP " Space ;", "-starts here", 0 },
	{ "timeline", "q", "time_close", STRIP, "-8 Timeline  ", 0 },

	/* The list of what grows, of one profile: nothing. */
	{ "grows", "Enter", "grows_callers", ": grows Enter ;",
	  "nothing is listed", 0 },
	{ "grows", "D", "grows_compare", ": grows Enter ;",
	  "nothing to compare", 0 },
	{ "grows", "L", "grows", ": grows Enter ;", "-Growing", 0 },
	{ "grows", "1", "grows_goto", ": grows Enter ;", "▸ 1 Flame", 0 },

	/* The pane of instructions, of a program that is not here. */
	{ "all", "5", "pane 5", "", "5 Asm", 0 },
	{ "all", "8", "pane 8", "", "no timeline", 0 },
		{ "all", "@", "prompt command range=", "", "range=", 0 },
	{ "source", "5", "asm_of_line", "4 ;", "5 Asm", 0 },
	{ "asm", "Enter", "asm_enter", "5 ;", "neither a jump nor a call", 0 },
	{ "asm", "Backspace", "asm_back", "5 ;", "where you started", 0 },
	{ "asm", "n", "asm_next", ASM, NULL, 0 },
	{ "asm", "N", "asm_prev", ASM, NULL, 0 },
	{ "asm", "4", "asm_line", "5 ;", "4 Source", 0 },
	{ "asm", "=", "asm_fold", "5 ;", "every instruction", 0 },
	{ "asm", "\"", "asm_chains", "5 ;", "only instructions", 0 },
	{ "asm", "_", "asm_lines", "5 ;", "lines of the source", 0 },
	{ "asm", ",", "asm_places", ASM, "this path  AT&T", 0 },
	{ "asm", ";", "asm_syntax", "5 ;", "Intel", 0 },
	{ "asm", "(", "asm_prev_copy", "5 ;", NULL, 0 },
	{ "asm", ")", "asm_next_copy", "5 ;", NULL, 0 },
	{ "asm", "L", "asm_address", "5 ;", NULL, 0 },
	{ "asm", "y", "asm_yank", "5 ;", NULL, SCREEN_COPY },

	/* A report that is longer and wider than the screen. */
	{ "pager", "Up", "up", REPORT " Down", "digraph", 0 },
	{ "pager", "k", "up", REPORT " Down", "digraph", 0 },
	{ "pager", "Ctrl-P", "up", REPORT " Down", "digraph", 0 },
	{ "pager", "Down", "down", REPORT, "-digraph", 0 },
	{ "pager", "j", "down", REPORT, "-digraph", 0 },
	{ "pager", "Enter", "down", REPORT, "-digraph", 0 },
	{ "pager", "Ctrl-N", "down", REPORT, "-digraph", 0 },
	{ "pager", "Left", "left", REPORT " Right", "digraph", 0 },
	{ "pager", "h", "left", REPORT " Right", "digraph", 0 },
	{ "pager", "Right", "right", REPORT, "-digraph", 0 },
	{ "pager", "l", "right", REPORT, "-digraph", 0 },
	{ "pager", "^", "linestart", REPORT " Right Right", "digraph", 0 },
	{ "pager", "0", "linestart", REPORT " Right Right", "digraph", 0 },
	{ "pager", "$", "lineend", REPORT, "-digraph", 0 },
	{ "pager", "Space", "pagedown", REPORT, "-digraph", 0 },
	{ "pager", "PgDn", "pagedown", REPORT, "-digraph", 0 },
	{ "pager", "Ctrl-F", "pagedown", REPORT, "-digraph", 0 },
	{ "pager", "b", "pageup", REPORT " Space", "digraph", 0 },
	{ "pager", "PgUp", "pageup", REPORT " Space", "digraph", 0 },
	{ "pager", "Ctrl-B", "pageup", REPORT " Space", "digraph", 0 },
	{ "pager", "Ctrl-D", "halfdown", REPORT, "-digraph", 0 },
	{ "pager", "Ctrl-U", "halfup", REPORT " Ctrl-D", "digraph", 0 },
	{ "pager", "g", "first", REPORT " Space Space", "digraph", 0 },
	{ "pager", "Home", "first", REPORT " Space Space", "digraph", 0 },
	{ "pager", "G", "last", REPORT, "─ end ─", 0 },
	{ "pager", "End", "last", REPORT, "─ end ─", 0 },
	{ "pager", "/", "find", REPORT, "find:", 0 },
	{ "pager", "F3", "find", REPORT, "find:", 0 },
	{ "pager", "n", "next", REPORT " / N Enter", NULL, 0 },
	{ "pager", "N", "prev", REPORT " / N Enter n", NULL, 0 },
	{ "pager", "q", "close", REPORT, "▶root", 0 },
	{ "pager", "Esc", "back", REPORT, "▶root", 0 },
	{ "pager", "Ctrl-C", "close", REPORT, "▶root", 0 },

	/* The list of formats, and that of filters. */
	{ "menu", "Up", "up", "E Down", "▶ pb.gz", 0 },
	{ "menu", "Ctrl-P", "up", "E Down", "▶ pb.gz", 0 },
	{ "menu", "Down", "down", "E", "▶ folded", 0 },
	{ "menu", "Ctrl-N", "down", "E", "▶ folded", 0 },
	{ "menu", "PgUp", "pageup", "E End", "-▶ picture", 0 },
	{ "menu", "PgDn", "pagedown", "E", "▶ picture", 0 },
	{ "menu", "Home", "first", "E End", "▶ pb.gz", 0 },
	{ "menu", "End", "last", "E", "▶ picture", 0 },
	{ "menu", "Enter", "choose", "E Down", "export folded", 0 },
	{ "menu", "Esc", "close", "E", "-▶ pb.gz", 0 },
	{ "menu", "Ctrl-C", "close", "E", "-▶ pb.gz", 0 },
	{ "menu", "Delete", "delete", "f lex Enter c", "-[x]  focus=lex", 0 },
};
/* clang-format on */

static void
append(const struct bench *b, const char *text)
{
	FILE *f = fopen(b->path, "a");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* Keys, and where a ';' is, wait for what comes of them. */
static void
type(struct bench *b, const char *names)
{
	struct str rest = str_c(names);
	struct strbuf part = STRBUF_INIT;

	while (rest.n > 0) {
		strbuf_reset(&part);
		strbuf_add(&part, str_trim(str_cut(&rest, ';')));
		keys(b, strbuf_c(&part));
	}
	strbuf_free(&part);
}

/* The error of a row after its key was pressed; NULL: none. */
static const char *
fault(struct bench *b, const struct row *r)
{
	char *before;
	bool same;

	type(b, r->before);
	append(b, "main;later 60\n");
	before = snapshot(b);
	if (r->want != 0 && (b->wants & r->want) != 0)
		return free(before), "it was wanted before the key";
	if (r->see != NULL &&
		sees(b, r->see + (*r->see == '-')) != (*r->see == '-'))
		return free(before), "before the key, it is like that";
	keys(b, r->key);
	same = strcmp(before, strbuf_c(&b->text)) == 0;
	free(before);
	if (r->want != 0)
		return (b->wants & r->want) == 0 ? "not asked for" : NULL;
	if (r->see == NULL)
		return same ? "nothing changes" : NULL;
	return sees(b, r->see + (*r->see == '-')) == (*r->see == '-')
		? "after the key, it is not so"
		: NULL;
}

static void
open_times(struct bench *b)
{
	struct strbuf typed = STRBUF_INIT;

	strbuf_addf(&typed, ": e Space %s/testdata/times Enter", source_dir());
	keys(b, strbuf_c(&typed));
	strbuf_free(&typed);
}

/* Labels are in no folded stacks; a report should not fit. */
static struct bench *
bench_for(const char *map)
{
	struct bench *b;

	if (strcmp(map, "tags") == 0 || strcmp(map, "traces") == 0 ||
		strcmp(map, "source") == 0 || strcmp(map, "asm") == 0)
		return bench_new_of("tags.pb.gz");
	b = bench_new(BENCH_STACKS);
	if (strcmp(map, "pager") == 0)
		resize(b, 16, 60);
	if (strcmp(map, "timeline") == 0)
		open_times(b);
	return b;
}

TEST(every_key_does_what_its_row_says)
{
	size_t wrong = 0;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct bench *b = bench_for(rows[i].map);
		const char *why = fault(b, &rows[i]);

		if (why != NULL) {
			print_error("%s (%s): %s: %s\n%s\n", rows[i].key,
				rows[i].command,
				rows[i].see != NULL ? rows[i].see : "", why,
				strbuf_c(&b->text));
			wrong++;
		}
		bench_free(b);
	}
	assert_int_equal(wrong, 0);
}

static const struct row *
row_of(const struct binding *b)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (strcmp(rows[i].map, b->map) == 0 &&
			strcmp(rows[i].key, b->key) == 0)
			return &rows[i];
	return NULL;
}

TEST(the_rows_are_the_key_table)
{
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);
	const struct binding *b;

	assert_non_null(km);
	for (size_t i = 0; (b = keymap_at(km, i)) != NULL; i++)
		if (row_of(b) == NULL)
			fail_msg("%s (%s): a key without a row here", b->key,
				b->map);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		b = keymap_find(km, rows[i].map, key_parse(str_c(rows[i].key)));
		if (b == NULL || strcmp(b->command, rows[i].command) != 0)
			fail_msg("%s does not run %s", rows[i].key,
				rows[i].command);
	}
	keymap_free(km);
}

TEST(no_key_is_twice_in_a_map_and_some_are_free)
{
	static const char *const free_keys[] = { ";", ",", "`", "\"", "(",
		")" };
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);
	const struct binding *a, *b;

	assert_non_null(km);
	for (size_t i = 0; (a = keymap_at(km, i)) != NULL; i++)
		for (size_t j = 0; j < i; j++) {
			b = keymap_at(km, j);
			if (strcmp(a->map, b->map) == 0 &&
				key_parse(str_c(a->key)) ==
					key_parse(str_c(b->key)))
				fail_msg("%s is twice in %s", a->key, a->map);
		}
	for (size_t i = 0; i < COUNT_OF(free_keys); i++)
		assert_null(
			keymap_find(km, "all", key_parse(str_c(free_keys[i]))));
	keymap_free(km);
}

/* Whether a line of the help names this key and says this of it. */
static bool
listed(const struct bench *b, const char *key, const char *help)
{
	struct str rest = strbuf_str(&b->text);

	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n');

		if (str_find(line, str_c(key), 0) >= 0 &&
			str_find(line, str_c(help), 0) >= 0)
			return true;
	}
	return false;
}

TEST(help_lists_every_key)
{
	struct bench *b = bench_new(BENCH_STACKS);
	const struct binding *k;
	const char *help = "";

	resize(b, 600, 200);
	keys(b, "?");
	for (size_t i = 0; (k = keymap_at(b->keymap, i)) != NULL; i++) {
		if (k->group != NULL)
			help = k->help;
		if (!listed(b, k->key, help))
			fail_msg("%s (%s) is not in the help: %s", k->key,
				k->map, strbuf_c(&b->text));
	}
	bench_free(b);
}

int
main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(tests_in_utc, NULL);
}
