/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures by dot: how it is run. A script is dot here. */
#include "prelude.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include "testing.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/progress.h"
#include "base/strbuf.h"
#include "engine/query.h"
#include "engine/view.h"
#include "profile/profile.h"
#include "report/report.h"
#include "stacks.h"
#include "util_report.h"

static char folder[] = "/tmp/flametop-image-XXXXXX";

static int
make_folder(void **state)
{
	char path[4096];

	(void)state;
	if (mkdtemp(folder) == NULL)
		return -1;
	(void)snprintf(path, sizeof(path), "%s:%s", folder, getenv("PATH"));
	return setenv("PATH", path, 1);
}

static void
dot_name(char name[64])
{
	(void)snprintf(name, 64, "%s/dot", folder);
}

static int
remove_folder(void **state)
{
	char dot[64];

	(void)state;
	dot_name(dot);
	(void)unlink(dot);
	return rmdir(folder);
}

/* -svg of a small profile with `script` for dot. */
static int
draw(const char *script, struct progress *progress, struct strbuf *out,
	struct err *err)
{
	struct profile *p = stacks_read("main;work 1\nmain;rest 2\n");
	char dot[64];
	int rc;

	dot_name(dot);
	assert_int_equal(
		whole_write(str_c(dot), str_c(script), WHOLE_TEXT, err), 0);
	assert_int_equal(chmod(dot, 0700), 0);
	rc = report_try("svg", p, NULL,
		(struct report_job){ .progress = progress, .out = out }, err);
	profile_unref(p);
	return rc;
}

TEST(dot_reads_the_graph)
{
	struct strbuf out = STRBUF_INIT;
	struct err err = ERR_INIT;

	assert_int_equal(
		draw("#!/bin/sh\necho \"$*\"\nexec cat\n", NULL, &out, &err),
		0);
	assert_true(str_starts(strbuf_str(&out), STR("-Tsvg\ndigraph ")));
	strbuf_free(&out);
}

/* As they are in the worker's thread. */
TEST(signals_blocked_here_are_not_blocked_there)
{
	struct strbuf out = STRBUF_INIT;
	struct err err = ERR_INIT;
	sigset_t all, before;

	if (access("/proc/self/status", R_OK) != 0)
		skip();
	(void)sigfillset(&all);
	(void)sigprocmask(SIG_BLOCK, &all, &before);
	assert_int_equal(draw("#!/bin/sh\nexec grep SigBlk /proc/self/status\n",
				 NULL, &out, &err),
		0);
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	assert_string_equal(strbuf_c(&out), "SigBlk:\t0000000000000000\n");
	strbuf_free(&out);
}

static int64_t
number_in(const struct strbuf *out)
{
	int64_t n = 0;

	assert_true(str_to_i64(str_trim(strbuf_str(out)), &n));
	return n;
}

TEST(it_is_in_our_group_where_nobody_can_stop_it)
{
	static const char script[] =
		"#!/bin/sh\nread a b c d group e </proc/self/stat\n"
		"echo $group\n";
	struct progress progress = { 0 };
	struct strbuf out = STRBUF_INIT;
	struct err err = ERR_INIT;

	if (access("/proc/self/stat", R_OK) != 0)
		skip();
	assert_int_equal(draw(script, NULL, &out, &err), 0);
	assert_int_equal(number_in(&out), getpgrp());
	strbuf_reset(&out);
	assert_int_equal(draw(script, &progress, &out, &err), 0);
	assert_int_not_equal(number_in(&out), getpgrp());
	strbuf_free(&out);
}

TEST(temporary_files_are_where_the_user_wants_them)
{
	struct strbuf out = STRBUF_INIT;
	struct err err = ERR_INIT;

	(void)setenv("TMPDIR", "/dev/null", 1);
	assert_int_equal(draw("#!/bin/sh\nexec cat\n", NULL, &out, &err), -1);
	(void)unsetenv("TMPDIR");
	assert_string_equal(err.msg,
		"cannot make a temporary file for dot: "
		"Not a directory");
	strbuf_free(&out);
}

/* Without the cure this waits for the alarm. */
TEST(a_dot_that_hangs_is_ended)
{
	struct strbuf out = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct progress progress = { .stop = PROGRESS_STOP_AT(40) };

	(void)alarm(60);
	assert_int_equal(
		draw("#!/bin/sh\nsleep 1000\n", &progress, &out, &err), -1);
	assert_int_equal(err.code, ERR_CANCELLED);
	(void)alarm(0);
	strbuf_free(&out);
}

TEST(what_dot_ends_with_is_told)
{
	struct strbuf out = STRBUF_INIT;
	struct err err = ERR_INIT;

	assert_int_equal(draw("#!/bin/sh\nexit 3\n", NULL, &out, &err), -1);
	assert_string_equal(err.msg,
		"failed to execute dot. Is Graphviz installed? Error: "
		"exit status 3");
	assert_int_equal(draw("#!/bin/sh\nkill -9 $$\n", NULL, &out, &err), -1);
	assert_string_equal(err.msg,
		"failed to execute dot. Is Graphviz installed? Error: "
		"signal: Killed");
	strbuf_free(&out);
}

int
main(void)
{
	return tests_run(make_folder, remove_folder);
}
