/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line editor and its history. */
#include "prelude.h"

#include <locale.h>

#include "testing.h"

#include "base/xalloc.h"
#include "conf/keymap.h"
#include "ui/prompt.h"

struct bench {
	struct history *history;
	struct prompt prompt;
};

static int
set_up(void **state)
{
	struct bench *b = xcalloc(1, sizeof(*b));

	b->history = history_new();
	prompt_init(&b->prompt, b->history, STR("focus"));
	*state = b;
	return 0;
}

static int
tear_down(void **state)
{
	struct bench *b = *state;

	prompt_fini(&b->prompt);
	history_free(b->history);
	free(b);
	return 0;
}

/* Feed keys by name, blank between; returns what the last one did. */
static enum prompt_event
feed(struct bench *b, const char *keys)
{
	struct str rest = str_c(keys);
	enum prompt_event e = PROMPT_IGNORED;

	while (rest.n > 0) {
		int key = key_parse(str_cut(&rest, ' '));

		assert_true(key >= 0);
		e = prompt_feed(&b->prompt, key);
	}
	return e;
}

#define ASSERT_TEXT(b, want, at) \
	do { \
		assert_string_equal(strbuf_c(&(b)->prompt.text), want); \
		assert_int_equal((b)->prompt.cursor, at); \
	} while (0)

TEST_WITH(typing_and_erasing, set_up, tear_down)
{
	struct bench *b = *state;

	assert_int_equal(feed(b, "a b Space c"), PROMPT_CHANGED);
	ASSERT_TEXT(b, "ab c", 4);
	assert_int_equal(feed(b, "Left Left Backspace"), PROMPT_CHANGED);
	ASSERT_TEXT(b, "a c", 1);
	assert_int_equal(feed(b, "Delete"), PROMPT_CHANGED);
	ASSERT_TEXT(b, "ac", 1);
	assert_int_equal(feed(b, "Home"), PROMPT_MOVED);
	assert_int_equal(feed(b, "Backspace"), PROMPT_MOVED);
	ASSERT_TEXT(b, "ac", 0);
}

TEST_WITH(readline_keys_move_and_kill, set_up, tear_down)
{
	struct bench *b = *state;

	prompt_set(&b->prompt, STR("one two.three four"));
	(void)feed(b, "Ctrl-W");
	ASSERT_TEXT(b, "one two.three ", 14);
	(void)feed(b, "Ctrl-Y Alt-b Alt-b");
	ASSERT_TEXT(b, "one two.three four", 8);
	(void)feed(b, "Alt-d");
	ASSERT_TEXT(b, "one two. four", 8);
	(void)feed(b, "Ctrl-A Alt-f");
	ASSERT_TEXT(b, "one two. four", 3);
	(void)feed(b, "Ctrl-K");
	ASSERT_TEXT(b, "one", 3);
	(void)feed(b, "Ctrl-U");
	ASSERT_TEXT(b, "", 0);
	(void)feed(b, "Ctrl-Y");
	ASSERT_TEXT(b, "one", 3);
	(void)feed(b, "Alt-Backspace");
	ASSERT_TEXT(b, "", 0);
}

TEST_WITH(marks_move_with_their_letter, set_up, tear_down)
{
	struct bench *b = *state;

	/* e, combining acute, then a wide character. */
	prompt_set(&b->prompt, STR("e\xcc\x81\xe6\x97\xa5"));
	(void)feed(b, "Left");
	assert_int_equal(b->prompt.cursor, 3);
	(void)feed(b, "Left");
	assert_int_equal(b->prompt.cursor, 0);
	(void)feed(b, "Right Backspace");
	ASSERT_TEXT(b, "\xe6\x97\xa5", 0);
}

TEST_WITH(the_owner_is_told_what_to_do, set_up, tear_down)
{
	struct bench *b = *state;

	assert_int_equal(feed(b, "Enter"), PROMPT_ENTER);
	assert_int_equal(feed(b, "Esc"), PROMPT_CANCEL);
	assert_int_equal(feed(b, "Ctrl-C"), PROMPT_CANCEL);
	assert_int_equal(feed(b, "Tab"), PROMPT_COMPLETE);
	assert_int_equal(feed(b, "Shift-Tab"), PROMPT_COMPLETE_BACK);
	assert_int_equal(feed(b, "Alt-c"), PROMPT_CASE);
	assert_int_equal(feed(b, "Alt-R"), PROMPT_LITERAL);
	assert_int_equal(feed(b, "F3"), PROMPT_IGNORED);
	assert_int_equal(feed(b, "Ctrl-V Tab"), PROMPT_CHANGED);
	ASSERT_TEXT(b, "\t", 1);
}

TEST_WITH(the_history_keeps_the_draft, set_up, tear_down)
{
	struct bench *b = *state;

	history_add(b->history, STR("focus"), STR("first"));
	history_add(b->history, STR("hide"), STR("other"));
	history_add(b->history, STR("focus"), STR("second"));
	(void)feed(b, "x Up");
	ASSERT_TEXT(b, "second", 6);
	(void)feed(b, "Up");
	ASSERT_TEXT(b, "first", 5);
	assert_int_equal(feed(b, "Up"), PROMPT_MOVED);
	ASSERT_TEXT(b, "first", 5);
	(void)feed(b, "Down Down");
	ASSERT_TEXT(b, "x", 1);
}

TEST_WITH(a_text_is_in_the_history_once, set_up, tear_down)
{
	struct bench *b = *state;
	struct str kind = STR("focus");

	history_add(b->history, kind, STR("a"));
	history_add(b->history, kind, STR("b"));
	history_add(b->history, kind, STR("a"));
	history_add(b->history, kind, STR(""));
	assert_true(str_is(history_get(b->history, kind, 0), "a"));
	assert_true(str_is(history_get(b->history, kind, 1), "b"));
	assert_null(history_get(b->history, kind, 2).p);
}

TEST_WITH(searching_the_history, set_up, tear_down)
{
	struct bench *b = *state;

	history_add(b->history, STR("focus"), STR("checkout"));
	history_add(b->history, STR("focus"), STR("search"));
	history_add(b->history, STR("focus"), STR("check"));
	(void)feed(b, "Ctrl-R c h e");
	ASSERT_TEXT(b, "check", 5);
	(void)feed(b, "Ctrl-R");
	ASSERT_TEXT(b, "checkout", 8);
	assert_int_equal(feed(b, "Enter"), PROMPT_ENTER);
	ASSERT_TEXT(b, "checkout", 8);
	(void)feed(b, "Ctrl-R s Esc");
	ASSERT_TEXT(b, "", 0);
}

TEST_WITH(pasted_controls_do_nothing, set_up, tear_down)
{
	struct bench *b = *state;

	assert_int_equal(
		prompt_paste(&b->prompt, STR("a\tb\r\x1b[A\x07q\nc\n")),
		PROMPT_CHANGED);
	ASSERT_TEXT(b, "a b [Aq c", 9);
	assert_int_equal(prompt_paste(&b->prompt, STR("\n")), PROMPT_MOVED);
}

/* Each broken byte is a character of its own, beside whatever it stands. */
TEST_WITH(what_comes_in_is_made_valid, set_up, tear_down)
{
	struct bench *b = *state;

	prompt_set(&b->prompt, STR("a\xE2\x82"));
	ASSERT_TEXT(b, "a\xEF\xBF\xBD\xEF\xBF\xBD", 7);
	(void)prompt_paste(&b->prompt, STR("\xAC"));
	ASSERT_TEXT(b, "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", 10);
	(void)feed(b, "Backspace Backspace Left Delete");
	ASSERT_TEXT(b, "a", 1);
	(void)prompt_replace(&b->prompt, 0, 1, STR("\xC3\xA9\xC3"));
	ASSERT_TEXT(b, "\xC3\xA9\xEF\xBF\xBD", 5);
	history_add(b->history, STR("focus"), STR("\xFF"));
	(void)feed(b, "Up");
	ASSERT_TEXT(b, "\xEF\xBF\xBD", 3);
}

TEST_WITH(killing_and_yanking_does_not_grow_for_ever, set_up, tear_down)
{
	struct bench *b = *state;
	enum prompt_event e = PROMPT_MOVED;

	prompt_set(&b->prompt, STR("\xE6\x97\xA5"));
	for (int i = 0; i < 40; i++)
		e = feed(b, "Ctrl-U Ctrl-Y Ctrl-Y");
	assert_int_equal(e, PROMPT_FULL);
	assert_in_range(b->prompt.text.n, PROMPT_MAX / 2, PROMPT_MAX);
	assert_int_equal(b->prompt.cursor, b->prompt.text.n);
	assert_int_equal(feed(b, "Backspace"), PROMPT_CHANGED);
}

TEST_WITH(the_needle_is_erased_by_characters, set_up, tear_down)
{
	struct bench *b = *state;

	history_add(b->history, STR("focus"), STR("caf\xC3\xA9"));
	(void)feed(b, "Ctrl-R c");
	(void)prompt_feed(&b->prompt, 0xE9);
	(void)feed(b, "Backspace");
	assert_string_equal(strbuf_c(&b->prompt.needle), "c");
	(void)feed(b, "Backspace Backspace");
	assert_string_equal(strbuf_c(&b->prompt.needle), "");
}

int
main(void)
{
	/* The locale decides which characters are combining marks. */
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
