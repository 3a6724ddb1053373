/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program on a terminal: names from a profile, and from the command
 * line, may hold anything, and nothing of it may control the terminal. Into a
 * pipe the same bytes go as they are.
 */
#include "config.h"

#include <pty.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "base/utf8.h"

#include "base/banned.h"

#define HOSTILE "testdata/quirks/hostile.pb.gz"

static void
read_all(int fd, struct strbuf *out)
{
	char part[4096];
	ssize_t n;

	/* At its end a terminal says EIO. */
	while ((n = read(fd, part, sizeof(part))) > 0)
		strbuf_add(out, str_from(part, (size_t)n));
	close(fd);
}

static void
run_program(char *const argv[])
{
	const char *build = getenv("FT_BUILDDIR"), *src = getenv("FT_SRCDIR");
	struct strbuf path = STRBUF_INIT;

	strbuf_addf(&path, "%s/flametop", build != NULL ? build : ".");
	if (src != NULL && chdir(src) != 0)
		_exit(99);
	execv(strbuf_c(&path), argv);
	_exit(99);
}

/* What the program writes to a terminal; its exit status. */
static int
on_terminal(char *const argv[], struct strbuf *out)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	int fd, status;
	pid_t pid = forkpty(&fd, NULL, NULL, &size);

	assert_true(pid >= 0);
	if (pid == 0)
		run_program(argv);
	read_all(fd, out);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int
into_pipe(char *const argv[], struct strbuf *out)
{
	int fd[2], status;
	pid_t pid;

	assert_int_equal(pipe(fd), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		dup2(fd[1], STDOUT_FILENO);
		close(fd[0]);
		run_program(argv);
	}
	close(fd[1]);
	read_all(fd[0], out);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* Only characters that are drawn, tabs and ends of lines. */
static void
assert_harmless(struct str s)
{
	while (s.n > 0) {
		uint32_t cp;
		size_t n = utf8_decode(s, &cp);

		if (cp != '\n' && cp != '\r' && cp != '\t' &&
			(cp < 0x20 || (cp >= 0x7f && cp < 0xa0) ||
				(cp == UTF8_BAD && n == 1) || cp == 0x202e ||
				cp == 0x200d))
			fail_msg("U+%04X before: %.40s", (unsigned)cp, s.p);
		s = str_skip(s, n);
	}
}

static void
a_report_on_a_terminal_is_harmless(void **state)
{
	char *argv[] = { (char[]){ "flametop" }, (char[]){ "-top" },
		(char[]){ "-lines" }, (char[]){ HOSTILE }, NULL };
	struct strbuf out = STRBUF_INIT;

	(void)state;
	assert_int_equal(on_terminal(argv, &out), 0);
	assert_non_null(strstr(strbuf_c(&out), "flat%   sum%"));
	assert_harmless(strbuf_str(&out));
	strbuf_free(&out);
}

static void
a_report_in_a_pipe_has_every_byte(void **state)
{
	char *argv[] = { (char[]){ "flametop" }, (char[]){ "-top" },
		(char[]){ "-lines" }, (char[]){ HOSTILE }, NULL };
	struct strbuf out = STRBUF_INIT;

	(void)state;
	assert_int_equal(into_pipe(argv, &out), 0);
	assert_true(str_chr(strbuf_str(&out), '\033') >= 0);
	strbuf_free(&out);
}

static void
without_a_report_flag_a_pipe_gets_the_top_report(void **state)
{
	char *plain[] = { (char[]){ "flametop" }, (char[]){ HOSTILE }, NULL };
	char *top[] = { (char[]){ "flametop" }, (char[]){ "-top" },
		(char[]){ HOSTILE }, NULL };
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;

	(void)state;
	assert_int_equal(into_pipe(plain, &a), 0);
	assert_int_equal(into_pipe(top, &b), 0);
	assert_true(a.n > 0 && str_eq(strbuf_str(&a), strbuf_str(&b)));
	strbuf_free(&a);
	strbuf_free(&b);
}

static void
an_error_on_a_terminal_is_harmless(void **state)
{
	char *argv[] = { (char[]){ "flametop" }, (char[]){ "-top" },
		(char[]){ "no\033]0;title\a\033[31m\x9b\xff"
			  "file" },
		NULL };
	struct strbuf out = STRBUF_INIT;

	(void)state;
	assert_int_equal(on_terminal(argv, &out), 1);
	assert_non_null(strstr(strbuf_c(&out), "title"));
	assert_non_null(strstr(strbuf_c(&out), "No such file"));
	assert_harmless(strbuf_str(&out));
	strbuf_free(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_report_on_a_terminal_is_harmless),
		cmocka_unit_test(a_report_in_a_pipe_has_every_byte),
		cmocka_unit_test(
			without_a_report_flag_a_pipe_gets_the_top_report),
		cmocka_unit_test(an_error_on_a_terminal_is_harmless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
