/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files whose names are not text, completed, opened and written in prompts. */
#include "prelude.h"

#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

#include "util_screen.h"

#define RAW_DIR "d\xC3'\\x"
#define RAW_FILE "caf\xE9 x.folded"
#define TYPED_DIR "$'d\\303\\'\\\\x'"
#define TYPED_FILE "$'caf\\351 x.folded'"
#define LITERAL_FILE "price$'s'.folded"

static void
put_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* In a folder of its own, where nothing else begins with c, d or p. */
static int
set_up(void **state)
{
	char dir[] = "rawnames-XXXXXX";

	if (mkdtemp(dir) == NULL || chdir(dir) != 0 || mkdir(RAW_DIR, 0700))
		return -1;
	put_file(RAW_FILE, "base;mocha 30\n");
	put_file(RAW_DIR "/" RAW_FILE, "base;inner 30\n");
	put_file(LITERAL_FILE, "base;price 30\n");
	*state = bench_new("base;first 10\n");
	return 0;
}

static int
tear_down(void **state)
{
	char here[4096];

	bench_free(*state);
	assert_non_null(getcwd(here, sizeof(here)));
	(void)unlink(RAW_FILE);
	(void)unlink(RAW_DIR "/" RAW_FILE);
	(void)unlink(RAW_DIR "/\xFF.csv");
	(void)unlink(LITERAL_FILE);
	(void)rmdir(RAW_DIR);
	return chdir("..") != 0 || rmdir(here) != 0;
}

TEST_WITH(what_is_completed_can_be_opened, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, ": open Space c Tab");
	see(b, ":open " TYPED_FILE);
	keys(b, "Enter");
	see(b, "mocha");
	see_not(b, "first");
	keys(b, ": open Space d Tab");
	see(b, ":open " TYPED_DIR "/");
	keys(b, "c Tab");
	see(b, ":open " TYPED_DIR "/" TYPED_FILE);
	keys(b, "Enter");
	see(b, "inner");
	/* And again from the history. */
	keys(b, ": Up Up Enter");
	see(b, "mocha");
}

TEST_WITH(what_looks_escaped_and_is_not_can_be_opened, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, ": open Space p Tab Enter");
	see(b, "price");
	see_not(b, "first");
}

TEST_WITH(what_is_completed_can_be_compared_with, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "D c Tab Enter");
	see(b, "mocha");
	see(b, "first");
	keys(b, "D");
	see_not(b, "mocha");
}

TEST_WITH(what_is_typed_can_be_written, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, ": export Space csv Space d Tab $'\\377.csv' Enter");
	assert_int_equal(access(RAW_DIR "/\xFF.csv", F_OK), 0);
	keys(b, ": Up Enter");
	see(b, "exists");
	keys(b, "Down Enter");
	see_not(b, "exists");
}

TEST_WITH(bytes_before_the_cursor_and_behind_do_not_join, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, ":");
	screen_paste(b->screen, STR("a\xC3"));
	screen_paste(b->screen, STR("\xA9z"));
	look(b);
	see(b, ":a\xEF\xBF\xBD\xEF\xBF\xBDz");
	keys(b, "Left Left Backspace x");
	see(b, ":ax\xEF\xBF\xBDz");
}

int
main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
