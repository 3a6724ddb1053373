/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of the profiles that were opened last. */
#include "prelude.h"

#include "conf/recent.h"

#include <sys/stat.h>

#include "testing.h"

#include "util_folder.h"

struct place {
	char dir[32];
	struct arena arena;
	struct userdirs dirs;
	struct recents all;
};

static void
place_init(struct place *p)
{
	*p = (struct place){ .dir = "/tmp/ft-recent-XXXXXX",
		.arena = ARENA_INIT };
	folder_make(p->dir);
	p->dirs = userdirs_find(&p->arena, NULL, NULL, p->dir, NULL);
}

static void
place_fini(struct place *p)
{
	vec_free(&p->all);
	arena_free(&p->arena);
	assert_true(folder_remove(p->dir));
}

static void
add(struct place *p, const char *name)
{
	struct str source = str_c(name);
	struct strbuf line = STRBUF_INIT;
	struct err err = ERR_INIT;

	assert_true(recent_line(&line, &source, 1));
	if (recent_add(&p->dirs, strbuf_str(&line), &err) != 0)
		fail_msg("%s", err.msg);
	strbuf_free(&line);
	p->all.n = 0;
	recent_read(&p->dirs, &p->arena, &p->all);
}

TEST(the_newest_is_the_first_and_none_is_there_twice)
{
	struct place p;

	place_init(&p);
	add(&p, "/a b.pb.gz");
	add(&p, "/caf\351'\n.pb.gz");
	add(&p, "/a b.pb.gz");
	assert_int_equal(p.all.n, 2);
	assert_true(str_is(p.all.p[0].name[0], "/a b.pb.gz"));
	assert_true(str_is(p.all.p[1].name[0], "/caf\351'\n.pb.gz"));
	place_fini(&p);
}

TEST(at_most_twenty_are_kept)
{
	struct place p;
	char name[32];

	place_init(&p);
	for (int i = 0; i < RECENT_MAX + 5; i++) {
		(void)snprintf(name, sizeof(name), "/%d", i);
		add(&p, name);
	}
	assert_int_equal(p.all.n, RECENT_MAX);
	assert_true(str_is(p.all.p[0].name[0], "/24"));
	assert_true(str_is(p.all.p[RECENT_MAX - 1].name[0], "/5"));
	place_fini(&p);
}

TEST(only_the_user_can_read_the_file_and_no_secret_is_in_it)
{
	struct place p;
	struct strbuf path = STRBUF_INIT;
	struct stat st;

	place_init(&p);
	add(&p, "http://me:hunter2@localhost:6060/debug/pprof/heap?token=x1y2");
	assert_true(str_find(p.all.p[0].line, STR("hunter2"), 0) < 0);
	assert_true(str_find(p.all.p[0].line, STR("x1y2"), 0) < 0);
	assert_true(str_find(p.all.p[0].line, STR("localhost:6060"), 0) >= 0);
	assert_true(userdirs_path(&path, p.dirs.state, "flametop/recent"));
	assert_int_equal(stat(strbuf_c(&path), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	strbuf_free(&path);
	place_fini(&p);
}

TEST(standard_input_and_lists_are_not_kept)
{
	static const char *const name[] = { "-", "@list.txt" };
	struct strbuf line = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(name); i++) {
		struct str source = str_c(name[i]);

		assert_false(recent_line(&line, &source, 1));
	}
	strbuf_free(&line);
}

TEST(a_damaged_file_is_read_as_far_as_it_can_be)
{
	struct place p;

	place_init(&p);
	folder_write(p.dir, ".local/state/flametop/recent",
		"# mine\n'open\n/x /y\n\n\001\n");
	recent_read(&p.dirs, &p.arena, &p.all);
	assert_int_equal(p.all.n, 2);
	assert_int_equal(p.all.p[0].n, 2);
	assert_true(str_is(p.all.p[0].name[1], "/y"));
	place_fini(&p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
