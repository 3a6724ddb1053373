/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are there whole or not at all. */
#include "prelude.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/file.h"
#include "base/strbuf.h"

static char folder[] = "whole-XXXXXX";

static int
set_up(void **state)
{
	(void)state;
	memcpy(folder, "whole-XXXXXX", sizeof(folder));
	return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

/* The number of files that the test left; they are removed. */
static int
clean(void)
{
	DIR *d = opendir(".");
	const struct dirent *e;
	int n = 0;

	assert_non_null(d);
	while ((e = readdir(d)) != NULL) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		(void)chmod(e->d_name, 0700);
		if (unlink(e->d_name) != 0)
			(void)rmdir(e->d_name);
		n++;
	}
	(void)closedir(d);
	return n;
}

static int
tear_down(void **state)
{
	(void)state;
	(void)clean();
	return chdir("..") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static void
has(const char *path, const char *text)
{
	char buf[64] = "";
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	buf[fread(buf, 1, sizeof(buf) - 1, f)] = '\0';
	(void)fclose(f);
	assert_string_equal(buf, text);
}

TEST_WITH(a_new_file_has_the_text, set_up, tear_down)
{
	struct err err = ERR_INIT;
	struct stat st;
	mode_t mask = umask(027);

	assert_false(whole_exists(STR("new")));
	assert_int_equal(
		whole_write(STR("new"), STR("text\n"), WHOLE_TEXT, &err), 0);
	assert_true(whole_exists(STR("new")));
	has("new", "text\n");
	assert_int_equal(stat("new", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	(void)umask(mask);
	assert_int_equal(clean(), 1);
}

TEST_WITH(a_text_is_added_behind_the_others, set_up, tear_down)
{
	struct err err = ERR_INIT;
	struct stat st;

	assert_int_equal(
		whole_write(STR("log"), STR("one\n"), WHOLE_BEHIND, &err), 0);
	assert_int_equal(chmod("log", 0604), 0);
	assert_int_equal(symlink("log", "link"), 0);
	assert_int_equal(
		whole_write(STR("link"), STR("two\n"), WHOLE_BEHIND, &err), 0);
	has("log", "one\ntwo\n");
	assert_int_equal(stat("log", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0604);
	assert_int_equal(
		whole_write(STR("/dev/null"), STR("x"), WHOLE_BEHIND, &err), 0);
	assert_int_equal(
		whole_write(STR("."), STR("x"), WHOLE_BEHIND, &err), -1);
	assert_int_equal(
		whole_write(STR(""), STR("x"), WHOLE_BEHIND, &err), -1);
	assert_int_equal(clean(), 2);
}

TEST_WITH(a_file_keeps_its_permissions_and_its_links, set_up, tear_down)
{
	struct err err = ERR_INIT;
	struct stat st;

	assert_int_equal(
		whole_write(STR("old"), STR("first"), WHOLE_TEXT, &err), 0);
	assert_int_equal(chmod("old", 0604), 0);
	assert_int_equal(symlink("old", "link"), 0);
	assert_int_equal(
		whole_write(STR("link"), STR("second"), WHOLE_TEXT, &err), 0);
	has("old", "second");
	assert_int_equal(stat("old", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0604);
	assert_int_equal(lstat("link", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(clean(), 2);
}

TEST_WITH(what_is_no_file_is_written_to, set_up, tear_down)
{
	struct err err = ERR_INIT;
	struct stat st;

	assert_int_equal(
		whole_write(STR("/dev/null"), STR("gone"), WHOLE_TEXT, &err),
		0);
	assert_int_equal(stat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
}

TEST_WITH(a_write_that_fails_leaves_what_there_was, set_up, tear_down)
{
	struct rlimit old, small = { .rlim_cur = 8 };
	struct err err = ERR_INIT;
	int rc;

	assert_int_equal(
		whole_write(STR("f"), STR("before"), WHOLE_TEXT, &err), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small.rlim_max = old.rlim_max;
	(void)signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	rc = whole_write(
		STR("f"), STR("more than eight bytes"), WHOLE_TEXT, &err);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	assert_int_equal(rc, -1);
	assert_string_equal(err.msg, "f: File too large");
	has("f", "before");
	assert_int_equal(clean(), 1); /* no other file */
}

TEST_WITH(reasons_are_told_with_the_path, set_up, tear_down)
{
	struct err err = ERR_INIT;

	assert_int_equal(
		whole_write(STR("no/such"), STR("x"), WHOLE_TEXT, &err), -1);
	assert_string_equal(err.msg, "no/such: No such file or directory");
	assert_int_equal(err.code, ERR_IO);
	assert_int_equal(whole_write(STR(""), STR("x"), WHOLE_TEXT, &err), -1);
	assert_int_equal(mkdir("d", 0700), 0);
	assert_int_equal(whole_write(STR("d"), STR("x"), WHOLE_TEXT, &err), -1);
	assert_string_equal(err.msg, "d: Is a directory");
	assert_int_equal(clean(), 1);
}

TEST_WITH(unused_names_are_counted_up, set_up, tear_down)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = ERR_INIT;

	assert_int_equal(
		whole_write(STR("p001.x"), STR("one"), WHOLE_TEXT, &err), 0);
	assert_int_equal(
		whole_write_unused("p", "x", STR("two"), &path, &err), 0);
	assert_string_equal(strbuf_c(&path), "p002.x");
	has("p001.x", "one");
	has("p002.x", "two");
	assert_int_equal(
		whole_write_unused("no/p", "x", STR("two"), &path, &err), -1);
	assert_string_equal(err.msg, "no/p001.x: No such file or directory");
	strbuf_free(&path);
	assert_int_equal(clean(), 2);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
