/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trouble while the screen is shown or about to be: a pipe that does not end, a
 * terminal that goes away, stops, storms of signals, calls that are
 * interrupted, disks that are full. Whatever happens the program goes on or
 * ends in order, and the terminal is as it was.
 */
#include "prelude.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../unit/testing.h"

#include "base/compiler.h"
#include "base/xalloc.h"
#include "pty/session.h"

enum { ROWS = 30, COLS = 110, SIGNALS = 300 };

static const char stacks[] = "main;serve;parse;lex 40\nmain;serve;emit 20\n"
			     "main;walk;walk;leaf 3\ngc 5\n";

/* A path in the sandbox; the caller frees it. */
static char *
path_of(struct session *s, const char *name)
{
	struct strbuf path = STRBUF_INIT;

	strbuf_addf(&path, "%s/%s", s->sandbox.dir, name);
	return path.p;
}

static void
must_see(struct session *s, const char *text)
{
	if (!session_see(s, text)) {
		session_show(s, text);
		fail_msg("\"%s\" is not on the screen", text);
	}
}

static void
must_end(struct session *s, int status, int sig)
{
	struct strbuf left = STRBUF_INIT;

	if (!session_ended(s, status, sig)) {
		session_show(s, "it does not end, or not like this");
		fail();
	}
	if (!session_restored(s, &left)) {
		session_show(s, "left behind");
		fail_msg("left behind: %s", strbuf_c(&left));
	}
	strbuf_free(&left);
}

/* A session that reads "pipe", into which *fd writes once the program has
   opened it. */
static void
open_pipe(struct session *s, int *fd)
{
	int64_t until;
	char *path;

	session_open(s);
	path = path_of(s, "pipe");
	assert_int_equal(mkfifo(path, 0600), 0);
	session_start(s, ROWS, COLS, "pipe");
	must_see(s, "loading");
	until = vt_now() + s->deadline;
	/* Not before somebody reads it. */
	while (fd != NULL && (*fd = open(path, O_WRONLY | O_NONBLOCK)) < 0) {
		assert_int_equal(errno, ENXIO);
		assert_true(vt_now() < until);
		(void)vt_read(s->vt, vt_now() + 10);
	}
	free(path);
}

static void
put(int fd, const char *text)
{
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
}

TEST(a_pipe_that_nobody_writes_to_can_be_left)
{
	struct session s;

	open_pipe(&s, NULL);
	session_keys(&s, "C-c");
	must_end(&s, 128 + SIGINT, 0);
	session_close(&s);
}

TEST(a_pipe_that_does_not_end_can_be_left)
{
	struct session s;
	int fd;

	open_pipe(&s, &fd);
	put(fd, "main;a 1\nmain;b");
	session_keys(&s, "C-c");
	must_end(&s, 128 + SIGINT, 0);
	close(fd);
	session_close(&s);
}

TEST(the_terminal_may_go_away_while_it_loads)
{
	struct session s;
	int fd;

	open_pipe(&s, &fd);
	put(fd, "main;a 1\nmain;b");
	vt_hang_up(s.vt);
	assert_true(session_ended(&s, 0, SIGHUP));
	close(fd);
	session_close(&s);
}

TEST(a_signal_while_it_loads_ends_it_in_order)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGINT, SIGQUIT };

	for (size_t i = 0; i < COUNT_OF(signals); i++) {
		struct session s;
		int fd;

		open_pipe(&s, &fd);
		put(fd, "main;a 1\nmain;b");
		assert_int_equal(kill(vt_pid(s.vt), signals[i]), 0);
		must_end(&s, 0, signals[i]);
		close(fd);
		session_close(&s);
	}
}

TEST(a_writer_that_dies_leaves_no_half_profile)
{
	struct session s;
	int fd;

	open_pipe(&s, &fd);
	/* The start of a gzip file. */
	assert_int_equal(write(fd, "\037\213\010\000\000\000\000\000", 8), 8);
	close(fd);
	must_end(&s, 1, 0);
	must_see(&s, "the file is truncated");
	session_close(&s);
}

static void
await_stop(struct session *s)
{
	int64_t until = vt_now() + s->deadline;

	while (!vt_stopped(s->vt))
		assert_true(vt_read(s->vt, until));
}

TEST(stopped_and_continued_it_reads_on)
{
	struct session s;
	int fd;

	open_pipe(&s, &fd);
	put(fd, "main;a 1\nmain;");
	assert_int_equal(kill(vt_pid(s.vt), SIGSTOP), 0);
	await_stop(&s);
	vt_continue(s.vt);
	put(fd, "later 2\n");
	close(fd);
	must_see(&s, "F10Quit");
	must_see(&s, "later");
	assert_int_equal(kill(vt_pid(s.vt), SIGSTOP), 0);
	await_stop(&s);
	vt_continue(s.vt);
	session_keys(&s, "?");
	must_see(&s, "Help");
	session_keys(&s, "Esc Q");
	must_end(&s, 0, 0);
	session_close(&s);
}

/* Signals that a program sleeps through, as fast as they can be sent. */
static void
storm(struct session *s)
{
	static const int signals[] = { SIGWINCH, SIGCONT, SIGCHLD, SIGURG };

	for (int i = 0; i < SIGNALS; i++) {
		assert_int_equal(
			kill(vt_pid(s->vt),
				signals[(size_t)i % COUNT_OF(signals)]),
			0);
		if (i % 16 == 0)
			(void)vt_read(s->vt, vt_now());
	}
}

TEST(a_storm_of_signals_changes_nothing)
{
	struct session s;
	int fd;

	open_pipe(&s, &fd);
	for (const char *p = stacks; *p != '\0'; p++) {
		assert_int_equal(write(fd, p, 1), 1);
		if (*p == '\n')
			storm(&s);
	}
	close(fd);
	storm(&s);
	must_see(&s, "F10Quit");
	must_see(&s, "68 samples");
	session_keys(&s, "f");
	storm(&s);
	session_keys(&s, "l e x");
	storm(&s);
	must_see(&s, "kept");
	session_keys(&s, "Enter");
	must_see(&s, "[focus=lex]");
	vt_type(s.vt, STR(":traces"));
	session_keys(&s, "Enter");
	storm(&s);
	must_see(&s, "q close");
	session_keys(&s, "q Q");
	must_end(&s, 0, 0);
	session_close(&s);
}

/* A file written and another program run: what takes descriptors. */
static void
export_and_quit(struct session *s)
{
	vt_type(s->vt, STR(":export svg out.svg"));
	session_keys(s, "Enter");
	must_see(s, "svg written to out.svg");
	vt_type(s->vt, STR(":traces | cat"));
	session_keys(s, "Enter");
	must_see(s, "back to flametop");
	session_keys(s, "Enter");
	must_see(s, "done: cat");
	session_keys(s, "Q");
	must_end(s, 0, 0);
}

/* A session with a profile whose program is tests/faults/faulty. */
static void
open_faulty(struct session *s, const char *fault)
{
	struct err err = ERR_INIT;
	struct strbuf path = STRBUF_INIT;
	size_t folder;

	session_open(s);
	folder = strlen(s->program) - strlen("flametop");
	strbuf_add(&path, str_from(s->program, folder));
	strbuf_addstr(&path, "tests/faults/faulty");
	free(s->program);
	s->program = path.p;
	assert_int_equal(
		sandbox_file(&s->sandbox, STR("p.folded"), STR(stacks), &err),
		0);
	sandbox_env(&s->sandbox, str_c(fault));
	session_start(s, ROWS, COLS, "p.folded");
	must_see(s, "F10Quit");
}

/* Every other call that can be is interrupted. */
TEST(interrupted_calls_are_made_again)
{
	struct session s;

	open_faulty(&s, "FT_FAULT=any:1+:EINTR");
	must_see(&s, "68 samples");
	session_keys(&s, "f l e x Enter");
	must_see(&s, "[focus=lex]");
	session_keys(&s, "C 2");
	must_see(&s, "▸ 2 Top");
	export_and_quit(&s);
	session_close(&s);
}

/* The opened profile and the layout are stored, but no key waits for that. */
TEST(a_disk_that_hangs_delays_no_key)
{
	static const char *const remembered[] = { "state/flametop/recent",
		"state/flametop/last" };
	struct session s;

	open_faulty(&s, "FT_FAULT=fsync:1+:hang");
	session_keys(&s, "/ l e x Enter P");
	must_see(&s, "1/1 frame");
	session_keys(&s, "Q");
	must_end(&s, 0, 0);
	for (size_t i = 0; i < COUNT_OF(remembered); i++) {
		char *path = path_of(&s, remembered[i]);

		assert_int_equal(access(path, R_OK), 0);
		free(path);
	}
	session_close(&s);
}

/* Told where it can be read: once the terminal is the shell's again. */
TEST(a_layout_that_cannot_be_remembered_is_told_at_the_end)
{
	struct err err = ERR_INIT;
	struct session s;

	session_open(&s);
	assert_int_equal(
		sandbox_file(&s.sandbox, STR("p.folded"), STR(stacks), &err),
		0);
	sandbox_env(&s.sandbox, STR("XDG_STATE_HOME=/dev/null/none"));
	session_start(&s, ROWS, COLS, "p.folded");
	must_see(&s, "F10Quit");
	session_keys(&s, "P Q");
	must_end(&s, 0, 0);
	must_see(&s, "flametop: layout not saved: ");
	session_close(&s);
}

/* What cannot be written: the format, the file, what is said. */
TEST(exports_that_fail_say_why_and_leave_nothing)
{
	static const char *const formats[] = { "pb.gz", "folded", "svg", "html",
		"csv", "text", "ansi" };
	struct err err = ERR_INIT;
	struct session s;
	char *nothing;

	session_open(&s);
	assert_int_equal(
		sandbox_file(&s.sandbox, STR("p.folded"), STR(stacks), &err),
		0);
	session_start(&s, ROWS, COLS, "p.folded");
	must_see(&s, "F10Quit");
	for (size_t i = 0; i < COUNT_OF(formats); i++) {
		struct strbuf line = STRBUF_INIT;

		strbuf_addf(&line, ":export! %s /dev/full", formats[i]);
		vt_type(s.vt, strbuf_str(&line));
		session_keys(&s, "Enter");
		must_see(&s, "/dev/full: No space left on device");
		strbuf_reset(&line);
		strbuf_addf(
			&line, ":export %s none/%s", formats[i], formats[i]);
		vt_type(s.vt, strbuf_str(&line));
		session_keys(&s, "Enter");
		strbuf_reset(&line);
		strbuf_addf(&line, "none/%s: No such file or directory",
			formats[i]);
		must_see(&s, strbuf_c(&line));
		session_keys(&s, "Esc");
		strbuf_free(&line);
	}
	nothing = path_of(&s, "none");
	assert_int_not_equal(access(nothing, F_OK), 0);
	free(nothing);
	session_keys(&s, "Q");
	must_end(&s, 0, 0);
	session_close(&s);
}

/* Less of something, for the program that is started. Soft, so that it can
   be had back; the limit that was is returned. */
static rlim_t
limit(int what, rlim_t n)
{
	struct rlimit all;
	rlim_t had;

	assert_int_equal(getrlimit(what, &all), 0);
	had = all.rlim_cur;
	all.rlim_cur = n;
	assert_int_equal(setrlimit(what, &all), 0);
	return had;
}

static void
start_with(struct session *s, int what, rlim_t n)
{
	struct err err = ERR_INIT;
	rlim_t had;

	session_open(s);
	assert_int_equal(
		sandbox_file(&s->sandbox, STR("p.folded"), STR(stacks), &err),
		0);
	had = limit(what, n);
	session_start(s, ROWS, COLS, "p.folded");
	(void)limit(what, had);
	must_see(s, "F10Quit");
}

/* There is none in the sandbox whose name has this in it. */
static void
assert_no_file(struct session *s, const char *part)
{
	DIR *dir = opendir(s->sandbox.dir);
	const struct dirent *entry;

	assert_non_null(dir);
	while ((entry = readdir(dir)) != NULL)
		if (strstr(entry->d_name, part) != NULL)
			fail_msg("%s is left", entry->d_name);
	(void)closedir(dir);
}

/* RLIMIT_FSIZE: not a signal, but a message, and nothing half written. */
TEST(files_that_may_not_grow_are_not_there)
{
	static const char *const formats[] = { "pb.gz", "folded", "svg", "html",
		"csv", "text", "ansi" };
	struct session s;

	start_with(&s, RLIMIT_FSIZE, 0);
	for (size_t i = 0; i < COUNT_OF(formats); i++) {
		struct strbuf line = STRBUF_INIT, said = STRBUF_INIT;

		strbuf_addf(&line, ":export %s new.%s", formats[i], formats[i]);
		strbuf_addf(&said, "new.%s: File too large", formats[i]);
		vt_type(s.vt, strbuf_str(&line));
		session_keys(&s, "Enter");
		must_see(&s, strbuf_c(&said));
		assert_no_file(&s, "new");
		strbuf_free(&line);
		strbuf_free(&said);
	}
	session_keys(&s, "Q");
	must_end(&s, 0, 0);
	session_close(&s);
}

TEST(sixteen_descriptors_suffice)
{
	struct session s;

	start_with(&s, RLIMIT_NOFILE, 16);
	session_keys(&s, "f l e x Enter");
	must_see(&s, "[focus=lex]");
	export_and_quit(&s);
	session_close(&s);
}

static void
begin(struct session *s)
{
	struct err err = ERR_INIT;

	assert_int_equal(
		sandbox_file(&s->sandbox, STR("p.folded"), STR(stacks), &err),
		0);
	session_start(s, ROWS, COLS, "p.folded");
	must_see(s, "F10Quit");
}

/* More than an fd_set holds. */
TEST(it_runs_with_two_thousand_descriptors_open)
{
	struct session s;
	struct rlimit all;

	if (getrlimit(RLIMIT_NOFILE, &all) != 0 || all.rlim_max < 2100)
		skip();
	session_open(&s);
	s.descriptors = 2000;
	begin(&s);
	session_keys(&s, "f l e x Enter");
	must_see(&s, "[focus=lex]");
	export_and_quit(&s);
	session_close(&s);
}

/* As nohup starts it. */
TEST(a_signal_that_was_ignored_stays_ignored)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

	for (size_t i = 0; i < COUNT_OF(signals); i++) {
		struct session s;

		session_open(&s);
		s.ignored = signals[i];
		begin(&s);
		assert_int_equal(kill(vt_pid(s.vt), signals[i]), 0);
		session_keys(&s, "f l e x Enter");
		must_see(&s, "[focus=lex]");
		session_keys(&s, "Q");
		must_end(&s, 0, 0);
		session_close(&s);
	}
}

TEST(a_lost_terminal_ends_it_without_a_hangup)
{
	struct session s;

	session_open(&s);
	s.ignored = SIGHUP;
	begin(&s);
	vt_hang_up(s.vt);
	assert_true(session_ended(&s, 1, 0));
	session_close(&s);
}

int
main(void)
{
	(void)signal(SIGPIPE, SIG_IGN);
	(void)setlocale(LC_ALL, "C.UTF-8");
	return tests_run(NULL, NULL);
}
