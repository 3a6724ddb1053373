/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles below the current folder. */
#include "prelude.h"

#include "load/nearby.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

#include "base/strbuf.h"
#include "util_folder.h"

static char home[32];
static struct arena arena;
static struct nearby found;

static void
search(void)
{
	found.n = 0;
	found.stopped = false;
	nearby_find(&found, &arena);
}

static bool
finds(const char *path)
{
	for (size_t i = 0; i < found.n; i++)
		if (str_is(found.p[i].path, path))
			return true;
	return false;
}

static int
begin(void **state UNUSED)
{
	(void)snprintf(home, sizeof(home), "/tmp/ft-nearby-XXXXXX");
	folder_make(home);
	return chdir(home);
}

static int
end(void **state UNUSED)
{
	vec_free(&found);
	arena_free(&arena);
	assert_int_equal(chdir("/"), 0);
	return folder_remove(home) ? 0 : -1;
}

TEST(files_are_found_by_their_names_and_beginnings)
{
	folder_write(home, "a/b.folded", "main;work 3\n");
	folder_write(home, "cpu.pb.gz", "\x1f\x8b\x08");
	folder_write(
		home, "callgrind.out.7", "# callgrind format\nversion: 1\n");
	folder_write(home, "no.pb.gz", "no gzip");
	folder_write(home, "notes.txt", "it was a day; a long one\n");
	folder_write(home, "page.json", "{\"a\": 1}\n");
	folder_write(home, "page.json.gz", "\x1f\x8b\x08");
	folder_write(home, "main.c", "main;work 3\n");
	search();
	assert_true(finds("a/b.folded"));
	assert_true(finds("cpu.pb.gz"));
	assert_true(finds("callgrind.out.7"));
	assert_int_equal(found.n, 3);
}

TEST(logs_are_found_if_they_hold_a_dump)
{
	folder_write(home, "app.log",
		"10:00:07 request 17\n10:00:08 goroutine 1 [select]:\n"
		"10:00:08 main.main()\n10:00:08 \t/src/main.go:9 +0x1\n");
	folder_write(home, "web.log", "10:00:07 request;a 17\n");
	search();
	assert_true(finds("app.log"));
	assert_false(finds("web.log"));
	assert_int_equal(unlink("app.log"), 0);
	assert_int_equal(unlink("web.log"), 0);
}

TEST(hidden_ones_and_links_to_folders_are_left_out)
{
	folder_write(home, ".hidden/c.folded", "main;work 3\n");
	folder_write(home, "d/.c.folded", "main;work 3\n");
	assert_int_equal(symlink(".", "loop"), 0);
	search();
	assert_int_equal(found.n, 3);
	assert_false(found.stopped);
}

TEST(a_pipe_is_not_opened)
{
	assert_int_equal(mkfifo("pipe.folded", 0600), 0);
	search();
	assert_int_equal(found.n, 3);
}

TEST(the_newest_is_the_first)
{
	const struct timespec old[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };

	assert_int_equal(utimensat(AT_FDCWD, "cpu.pb.gz", old, 0), 0);
	search();
	assert_true(str_is(found.p[found.n - 1].path, "cpu.pb.gz"));
	assert_int_equal(found.p[found.n - 1].time, 1000);
}

TEST(the_search_has_an_end)
{
	struct strbuf name = STRBUF_INIT;

	for (int i = 0; i < NEARBY_MAX + 3; i++) {
		strbuf_reset(&name);
		strbuf_addf(&name, "many/%d.folded", i);
		folder_write(home, strbuf_c(&name), "main;work 3\n");
	}
	strbuf_reset(&name);
	for (int i = 0; i < 9; i++)
		strbuf_addstr(&name, "deep/");
	strbuf_addstr(&name, "x.folded");
	folder_write(home, strbuf_c(&name), "main;work 3\n");
	search();
	assert_true(found.stopped);
	assert_int_equal(found.n, NEARBY_MAX);
	assert_false(finds(strbuf_c(&name)));
	strbuf_free(&name);
}

int
main(void)
{
	return tests_run(begin, end);
}
