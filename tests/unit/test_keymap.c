/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Key names, the default table, the user's own keys. */
#include "prelude.h"

#include "conf/keymap.h"

#include "testing.h"

#include "base/strbuf.h"
#include "app/command.h"
#include "ui/commands.h"

static int
parse(const char *name)
{
	return key_parse(str_c(name));
}

TEST(names_of_keys_in_all_their_spellings)
{
	assert_int_equal(parse("f"), 'f');
	assert_int_equal(parse("^"), '^');
	assert_int_equal(parse("^F"), 6);
	assert_int_equal(parse("ctrl-f"), 6);
	assert_int_equal(parse("C-F"), 6);
	assert_int_equal(parse("Ctrl-\\"), 28);
	assert_int_equal(parse("Ctrl-H"), K_BACKSPACE);
	assert_int_equal(parse("Ctrl-I"), K_TAB);
	assert_int_equal(parse("Ctrl-J"), K_ENTER);
	assert_int_equal(parse("Ctrl-["), K_ESC);
	assert_int_equal(parse("Alt-c"), K_ALT | 'c');
	assert_int_equal(parse("Alt-C"), K_ALT | 'C');
	assert_int_equal(parse("Alt-Left"), K_ALT | K_LEFT);
	assert_int_equal(parse("M-Left"), K_ALT | K_LEFT);
	assert_int_equal(parse("C-End"), K_CTRL | K_END);
	assert_int_equal(parse("Ctrl-F5"), K_CTRL | (K_F1 + 4));
	assert_int_equal(parse("S-Up"), K_SHIFT | K_UP);
	assert_int_equal(parse("S-Tab"), K_BACKTAB);
	assert_int_equal(parse("m-c-s-pgdn"), K_HELD | K_PGDN);
	assert_int_equal(parse("F1"), K_F1);
	assert_int_equal(parse("f12"), K_F1 + 11);
	assert_int_equal(parse("\xc3\xa9"), 0xe9);
	assert_int_equal(parse("space"), ' ');
	assert_int_equal(parse("PgDn"), parse("PageDown"));
}

TEST(what_is_no_key_is_refused)
{
	static const char *const bad[] = { "", "F0", "F13", "Ctrl-", "Ctrl-1",
		"Alt-Alt-x", "foo", "\xff", "\x01", "Shift-x", "Ctrl-Enter",
		"Ctrl-Ctrl-Up", "Shift-F13" };

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		assert_int_equal(parse(bad[i]), -1);
}

TEST(every_printed_name_parses_back)
{
	char name[KEY_TEXT_MAX];

	for (int key = 1; key < 0x7f; key++)
		if (key != 8 && key != 10)
			assert_int_equal(parse(key_text(key, name)), key);
	for (int key = K_UP; key < K_SPECIAL_END; key++)
		assert_int_equal(parse(key_text(key, name)), key);
	assert_int_equal(parse(key_text(K_ALT | 'x', name)), K_ALT | 'x');
	assert_string_equal(key_text(6, name), "Ctrl-F");
	assert_string_equal(key_text(K_ALT | K_LEFT, name), "Alt-Left");
	for (int held = K_ALT; held <= K_HELD; held += K_ALT)
		for (int key = K_UP; key <= K_DELETE; key++)
			assert_int_equal(
				parse(key_text(held | key, name)), held | key);
	assert_string_equal(key_text(K_HELD | K_BACKSPACE, name),
		"Alt-Ctrl-Shift-Backspace");
}

/* A key with a modifier has its own binding or, for some keys, that of the key
   without it. */
TEST(held_keys_are_bound_or_plain)
{
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);

	assert_non_null(km);
	assert_string_equal(
		keymap_find(km, "all", K_CTRL | K_END)->command, "last");
	assert_string_equal(
		keymap_find(km, "top", K_ALT | K_PGDN)->command, "pagedown");
	assert_null(keymap_find(km, "all", K_CTRL | K_DELETE));
	assert_null(keymap_find(km, "all", K_SHIFT | K_F1));
	assert_int_equal(keymap_map(km, STR("C-End zoomreset"), 1, &err), 0);
	assert_string_equal(
		keymap_find(km, "top", K_CTRL | K_END)->command, "zoomreset");
	assert_string_equal(keymap_find(km, "all", K_END)->command, "last");
	keymap_free(km);
}

TEST(a_pane_shadows_the_key_for_all)
{
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);

	assert_non_null(km);
	assert_string_equal(keymap_find(km, "flame", K_ENTER)->command, "zoom");
	assert_string_equal(keymap_find(km, "top", K_ENTER)->command, "goto");
	assert_string_equal(keymap_find(km, "top", 'u')->command, "undo");
	assert_null(keymap_find(km, "all", ';'));
	keymap_free(km);
}

/* Words of a key's own are for another meaning, not a second wording. */
TEST(a_key_has_the_words_of_its_command)
{
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);
	struct commands cs;
	const struct binding *b;

	assert_int_equal(commands_all(&cs, NULL, NULL, &err), 0);
	for (size_t i = 0; (b = keymap_at(km, i)) != NULL; i++) {
		struct str line = str_c(b->command);
		const struct command *c = commands_find(&cs, line);

		if (strcmp(b->map, "menu") == 0 ||
			strcmp(b->map, "pager") == 0 || b->help == NULL)
			continue;
		assert_true(c == NULL || c->arg != NULL ||
			strcmp(b->map, "all") != 0);
		assert_true(c == NULL || strcmp(c->help, b->help) != 0);
	}
	commands_explain_keys(&cs, km);
	for (size_t i = 0; (b = keymap_at(km, i)) != NULL; i++)
		assert_int_equal(b->group == NULL, b->help == NULL);
	assert_string_equal(keymap_find(km, "all", 'u')->help,
		commands_find(&cs, STR("undo"))->help);
	assert_string_equal(keymap_find(km, "peek", K_ENTER)->help,
		"peek: show this function's callers and callees");
	/* The other key of a command keeps its help. */
	assert_int_equal(keymap_map(km, STR("Up first"), 1, &err), 0);
	assert_string_equal(keymap_find(km, "all", 'k')->help,
		commands_find(&cs, STR("up"))->help);
	keymap_free(km);
}

TEST(a_mapped_key_runs_the_users_command_everywhere)
{
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);
	struct strbuf keys = STRBUF_INIT;

	assert_int_equal(
		keymap_map(km, STR("Enter  focus=run time"), 1, &err), 0);
	assert_string_equal(
		keymap_find(km, "flame", K_ENTER)->command, "focus=run time");
	assert_string_equal(
		keymap_find(km, "top", K_ENTER)->command, "focus=run time");
	/* The other key of a command keeps its place in the help. */
	assert_int_equal(keymap_map(km, STR("Up first"), 1, &err), 0);
	assert_string_equal(keymap_find(km, "all", 'k')->command, "up");
	assert_non_null(keymap_find(km, "all", 'k')->group);
	keymap_keys_of(km, "all", STR("first"), 9, &keys);
	assert_string_equal(strbuf_c(&keys), "g Home Up");
	strbuf_free(&keys);
	keymap_free(km);
}

TEST(wrong_map_lines_are_explained)
{
	static const struct {
		const char *line, *want;
	} t[] = {
		{ "x", "map needs KEY and COMMAND" },
		{ "", "map needs KEY and COMMAND" },
		{ "Foo undo",
			"map: \"Foo\" is not a key (try f, Ctrl-F, Alt-f, "
			"F5)" },
		{ "F11 redo",
			"map: key F11 is mapped twice, "
			"first in line 1" },
	};
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);

	assert_int_equal(keymap_map(km, STR("F11 undo"), 1, &err), 0);
	for (size_t i = 0; i < COUNT_OF(t); i++) {
		assert_int_equal(keymap_map(km, str_c(t[i].line), 1, &err), -1);
		assert_int_equal(err.code, ERR_USAGE);
		assert_string_equal(err.msg, t[i].want);
	}
	keymap_free(km);
}

/* The whole of a dump, as text. */
static char *
dump(const char *format)
{
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	assert_int_equal(keymap_dump(km, out, str_c(format), &err), 0);
	(void)fclose(out);
	keymap_free(km);
	return text;
}

TEST(the_man_page_section_names_all_keys_of_a_command)
{
	char *text = dump("mdoc");

	assert_non_null(strstr(text, ".Ss \\&Filters\n"));
	assert_non_null(strstr(text,
		".It Ic \\&f , Ic \\&F4\n"
		"\\&keep only samples"));
	assert_non_null(strstr(text, ".It Ic \\&\\e\n"));
	/* Each heading once. */
	assert_null(strstr(strstr(text, ".Ss \\&Moving") + 1, ".Ss \\&Moving"));
	assert_null(
		strstr(strstr(text, ".Ss \\&Zooming") + 1, ".Ss \\&Zooming"));
	free(text);
}

TEST(an_unknown_dump_format_is_refused)
{
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);

	assert_int_equal(keymap_dump(km, stdout, STR("html"), &err), -1);
	assert_int_equal(err.code, ERR_USAGE);
	keymap_free(km);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
