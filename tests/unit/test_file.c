/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small files of the user's. */
#include "prelude.h"

#include "base/file.h"

#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

#include "base/xalloc.h"

struct folder {
	char path[32];
	struct strbuf file; /* the last that file_in() named */
};

static void
folder_init(struct folder *f)
{
	*f = (struct folder){ .path = "/tmp/ft-file-XXXXXX" };
	assert_non_null(mkdtemp(f->path));
}

static const char *
file_in(struct folder *f, const char *name)
{
	strbuf_reset(&f->file);
	strbuf_addf(&f->file, "%s/%s", f->path, name);
	return strbuf_c(&f->file);
}

/* Takes away what the tests make. */
static void
folder_fini(struct folder *f)
{
	static const char *const names[] = { "a", "a.bad", "a.bad2", "pipe",
		"x/y/a", "x/y", "x", "sub/a" };

	for (size_t i = 0; i < COUNT_OF(names); i++)
		(void)remove(file_in(f, names[i]));
	(void)chmod(file_in(f, "sub"), 0700);
	(void)remove(file_in(f, "sub"));
	assert_int_equal(rmdir(f->path), 0);
	strbuf_free(&f->file);
}

static void
must_hold(const char *path, const char *text)
{
	struct strbuf have = STRBUF_INIT;
	struct err err = ERR_INIT;

	assert_int_equal(file_read(path, 1000, &have, &err), 0);
	assert_string_equal(strbuf_c(&have), text);
	strbuf_free(&have);
}

static void
must_replace(const char *path, const char *text)
{
	struct err err = ERR_INIT;

	if (file_replace(path, str_c(text), &err) != 0)
		fail_msg("%s", err.msg);
}

TEST(a_file_is_made_with_the_folders_it_is_in)
{
	struct folder f;
	struct stat st;

	folder_init(&f);
	must_replace(file_in(&f, "x/y/a"), "one");
	must_hold(file_in(&f, "x/y/a"), "one");
	assert_int_equal(stat(file_in(&f, "x/y"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	folder_fini(&f);
}

TEST(a_file_that_cannot_be_written_is_as_it_was)
{
	struct folder f;
	struct err err = ERR_INIT;

	folder_init(&f);
	assert_int_equal(mkdir(file_in(&f, "sub"), 0700), 0);
	must_replace(file_in(&f, "sub/a"), "one");
	/* A folder is in the way of everybody, the superuser too. */
	must_replace(file_in(&f, "a"), "a file");
	assert_int_equal(
		file_replace(file_in(&f, "a/b"), STR("two"), &err), -1);
	assert_int_equal(err.code, ERR_IO);
	assert_non_null(strstr(err.msg, "a/b: "));
	must_hold(file_in(&f, "sub/a"), "one");
	must_hold(file_in(&f, "a"), "a file");
	folder_fini(&f);
}

TEST(copies_of_a_damaged_file_do_not_replace_one_another)
{
	struct folder f;
	struct strbuf copy = STRBUF_INIT;
	struct err err = ERR_INIT;

	folder_init(&f);
	must_replace(file_in(&f, "a"), "one");
	assert_int_equal(file_keep(file_in(&f, "a"), &copy, &err), 0);
	assert_string_equal(strbuf_c(&copy), file_in(&f, "a.bad"));
	must_replace(file_in(&f, "a"), "two");
	strbuf_reset(&copy);
	assert_int_equal(file_keep(file_in(&f, "a"), &copy, &err), 0);
	assert_string_equal(strbuf_c(&copy), file_in(&f, "a.bad2"));
	must_hold(file_in(&f, "a.bad"), "one");
	must_hold(file_in(&f, "a.bad2"), "two");
	strbuf_free(&copy);
	folder_fini(&f);
}

TEST(what_is_no_file_or_too_large_is_refused)
{
	struct folder f;
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;

	folder_init(&f);
	assert_int_equal(file_read(file_in(&f, "a"), 10, &text, &err), 1);
	assert_int_equal(mkfifo(file_in(&f, "pipe"), 0600), 0);
	assert_int_equal(file_read(file_in(&f, "pipe"), 10, &text, &err), -1);
	assert_non_null(strstr(err.msg, "pipe: not a file"));
	assert_int_equal(file_read(f.path, 10, &text, &err), -1);
	must_replace(file_in(&f, "a"), "0123456789a");
	assert_int_equal(file_read(file_in(&f, "a"), 10, &text, &err), -1);
	assert_int_equal(err.code, ERR_IO);
	strbuf_free(&text);
	folder_fini(&f);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
