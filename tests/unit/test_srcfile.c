/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files, found by the names that a profile has for them. */
#include "prelude.h"

#include "report/srcfile.h"

#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "util_folder.h"

static char dir[] = "srcfile-XXXXXX";
static char here[4096]; /* the folder, absolute */

static const struct {
	const char *name, *content;
} files[] = {
	{ "top.c", "one\ntwo\nthree" },
	{ "app/main.c", "main\n" },
	{ "app/sub/x.c", "x\r\n\n  y\n" },
	{ "other/x.c", "other\n" },
};

static int
make_files(void **state)
{
	(void)state;
	folder_make(dir);
	for (size_t i = 0; i < COUNT_OF(files); i++)
		folder_write(dir, files[i].name, files[i].content);
	return chdir(dir) != 0 || getcwd(here, sizeof(here)) == NULL ||
		mkfifo("pipe.c", 0644) != 0;
}

static int
remove_files(void **state)
{
	(void)state;
	return chdir("..") != 0 || !folder_remove(dir);
}

/* The lines, joined with '|'; or "! WHY". */
static void
reads(const char *name, const char *trim_path, const char *source_path,
	int64_t most, const char *want)
{
	struct strbuf n = STRBUF_INIT, t = STRBUF_INIT, s = STRBUF_INIT,
		      w = STRBUF_INIT, have = STRBUF_INIT;
	struct srcfile f;

	folder_text(&n, here, name);
	folder_text(&t, here, trim_path);
	folder_text(&s, here, source_path);
	folder_text(&w, here, want);
	if (srcfile_read(&f, strbuf_str(&n), strbuf_str(&t), strbuf_str(&s),
		    most) != 0) {
		strbuf_addstr(&have, "! ");
		strbuf_add(&have, f.why);
	}
	for (size_t i = 0; i < f.n; i++) {
		strbuf_addstr(&have, i > 0 ? "|" : "");
		strbuf_add(&have, srcfile_line(&f, i));
	}
	assert_string_equal(strbuf_c(&have), strbuf_c(&w));
	srcfile_fini(&f);
	strbuf_free(&n);
	strbuf_free(&t);
	strbuf_free(&s);
	strbuf_free(&w);
	strbuf_free(&have);
}

TEST(lines_come_without_their_ends)
{
	reads("top.c", "", "", 9, "one|two|three");
	reads("top.c", "", "", 2, "one|two");
	reads("app/sub/x.c", "", "", 9, "x||  y");
	reads("HERE/app/main.c", "", "", 9, "main");
}

TEST(a_name_is_looked_for_in_folders_and_above_them)
{
	reads("x.c", "", "HERE/app/sub", 9, "x||  y");
	reads("sub/x.c", "", "HERE/app/sub", 9, "x||  y");
	reads("other/x.c", "", "HERE/app/sub", 9, "other");
	reads("x.c", "", "HERE/none:HERE/other:HERE/app/sub", 9, "other");
	/* the end of an absolute name, from the folder's own name on */
	reads("/build/7/app/sub/x.c", "", "HERE/app", 9, "x||  y");
	/* a relative folder is looked at upwards to its own top only */
	reads("top.c", "", "app/sub", 9, "one|two|three");
}

TEST(a_prefix_is_taken_off_first)
{
	reads("/build/app/main.c", "/build", "", 9, "main");
	reads("/build/app/main.c", "/none:/build/", "HERE", 9, "main");
	reads("/proc/self/cwd/app/main.c", "", "", 9, "main");
}

TEST(what_is_not_found_says_where_it_was_looked_for)
{
	reads("none.c", "", "", 9, "! could not find file none.c on path HERE");
	reads("none.c", "", "HERE/app:x", 9,
		"! could not find file none.c on path HERE/app:x");
	reads("/none/x.c", "", "HERE", 9,
		"! open /none/x.c: no such file or directory");
	reads("/build/none.c", "/build", "HERE", 9,
		"! could not find file none.c on path HERE");
}

TEST(what_is_no_regular_file_has_no_lines)
{
	reads("pipe.c", "", "", 9, "");
	reads("app", "", "", 9, "");
}

/* A device may have effects when it is opened, a pipe may block. */
TEST(what_is_no_regular_file_is_not_opened)
{
	assert_int_equal(symlink("/dev/tty", "tty.c"), 0);
	/* Opening the terminal of a process without one fails; a file without
	   lines does not. */
	reads("tty.c", "", "", 9, "");
}

static void
write_lines(const char *name, size_t n, const char *last)
{
	FILE *f = fopen(name, "wb");

	assert_non_null(f);
	for (size_t i = 0; i < n; i++)
		(void)fputc('\n', f);
	(void)fputs(last, f);
	assert_int_equal(fclose(f), 0);
}

TEST(many_empty_lines_cost_an_offset_each)
{
	enum { LINES = 1000000 };
	struct srcfile f;

	write_lines("empty.c", LINES, "end\r\n");
	assert_int_equal(srcfile_read(&f, STR("empty.c"), STR_EMPTY, STR_EMPTY,
				 INT64_MAX),
		0);
	assert_int_equal(f.n, LINES + 1);
	assert_false(f.is_cut);
	assert_int_equal(srcfile_line(&f, LINES - 1).n, 0);
	assert_true(str_is(srcfile_line(&f, LINES), "end"));
	assert_true(f.start.cap * sizeof(*f.start.p) + f.text.cap <=
		(size_t)LINES * 12);
	srcfile_fini(&f);
	/* No more is read than wanted. */
	assert_int_equal(
		srcfile_read(&f, STR("empty.c"), STR_EMPTY, STR_EMPTY, 3), 0);
	assert_int_equal(f.n, 3);
	assert_false(f.is_cut);
	assert_true(f.text.n < LINES / 2);
	srcfile_fini(&f);
}

TEST(no_more_is_read_than_the_limit)
{
	struct srcfile f;
	FILE *file;

	write_lines("large.c", 100, "");
	file = fopen("large.c", "r+b");
	assert_non_null(file);
	/* Lines of zeros up to the limit, in a file with a hole. */
	for (long at = 60000; at <= SRCFILE_BYTES_MAX + 60000; at += 60000) {
		assert_int_equal(fseek(file, at, SEEK_SET), 0);
		(void)fputc('\n', file);
	}
	assert_int_equal(fclose(file), 0);
	assert_int_equal(srcfile_read(&f, STR("large.c"), STR_EMPTY, STR_EMPTY,
				 INT64_MAX),
		0);
	assert_true(f.is_cut);
	assert_int_equal(f.text.n, SRCFILE_BYTES_MAX);
	assert_int_equal(f.n, 100 + SRCFILE_BYTES_MAX / 60000);
	srcfile_fini(&f);
}

TEST(a_line_of_64_kib_ends_the_file)
{
	FILE *f = fopen("long.c", "wb");

	assert_non_null(f);
	(void)fputs("first\n", f);
	for (int i = 0; i < 65535; i++)
		(void)fputc('x', f);
	(void)fputs("\nlast\n", f);
	assert_int_equal(fclose(f), 0);
	reads("long.c", "", "", 1, "first");
	f = fopen("long.c", "wb");
	assert_non_null(f);
	(void)fputs("first\n", f);
	for (int i = 0; i < 65536; i++)
		(void)fputc('x', f);
	(void)fputs("\nlast\n", f);
	assert_int_equal(fclose(f), 0);
	reads("long.c", "", "", 9, "first");
}

int
main(void)
{
	return tests_run(make_files, remove_files);
}
