/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program on a terminal: names from a profile, and from the command
 * line, may hold anything, and nothing of it may control the terminal. Into a
 * pipe the same bytes go as they are.
 */
#include "prelude.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../unit/testing.h"

#include "base/strbuf.h"
#include "base/utf8.h"
#include "../unit/util_pty.h"
#include "../unit/util_source.h"

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

/* In a folder, or that of the sources. */
static void
run_program(char *const argv[], const char *folder)
{
	struct strbuf path = STRBUF_INIT;

	strbuf_addf(&path, "%s/flametop", build_dir());
	if (chdir(folder != NULL ? folder : source_dir()) != 0)
		_exit(99);
	execv(strbuf_c(&path), argv);
	_exit(99);
}

/* The program's output on a terminal, and its exit status. */
static int
on_terminal_in(const char *folder, char *const argv[], struct strbuf *out)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	int fd, status;
	pid_t pid = forkpty(&fd, NULL, NULL, &size);

	assert_true(pid >= 0);
	if (pid == 0)
		run_program(argv, folder);
	read_all(fd, out);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int
on_terminal(char *const argv[], struct strbuf *out)
{
	return on_terminal_in(NULL, argv, out);
}

/* The program's output into a pipe on one of its descriptors. */
static int
into_pipe_on(int on, char *const argv[], struct strbuf *out)
{
	int fd[2], status;
	pid_t pid;

	assert_int_equal(pipe(fd), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		dup2(fd[1], on);
		close(fd[0]);
		run_program(argv, NULL);
	}
	close(fd[1]);
	read_all(fd[0], out);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int
into_pipe(char *const argv[], struct strbuf *out)
{
	return into_pipe_on(STDOUT_FILENO, argv, out);
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

TEST(a_report_on_a_terminal_is_harmless)
{
	char *argv[] = { (char[]){ "flametop" }, (char[]){ "-top" },
		(char[]){ "-lines" }, (char[]){ HOSTILE }, NULL };
	struct strbuf out = STRBUF_INIT;

	assert_int_equal(on_terminal(argv, &out), 0);
	assert_non_null(strstr(strbuf_c(&out), "flat%   sum%"));
	assert_harmless(strbuf_str(&out));
	strbuf_free(&out);
}

/* Until it has written this. */
static void
read_until(int fd, struct strbuf *out, const char *what)
{
	char part[4096];
	ssize_t n;

	while (strstr(strbuf_c(out), what) == NULL &&
		(n = read(fd, part, sizeof(part))) > 0)
		strbuf_add(out, str_from(part, (size_t)n));
}

TEST(a_load_that_takes_long_tells_how_far_it_is)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	char folder[] = "/tmp/test_tty-XXXXXX", path[] = "slow";
	char *argv[] = { (char[]){ "flametop" }, (char[]){ "-top" }, path,
		NULL };
	struct strbuf fifo = STRBUF_INIT, out = STRBUF_INIT;
	int fd, in, status;
	pid_t pid;

	assert_non_null(mkdtemp(folder));
	strbuf_addf(&fifo, "%s/%s", folder, path);
	assert_int_equal(mkfifo(strbuf_c(&fifo), 0600), 0);
	pid = forkpty(&fd, NULL, NULL, &size);
	assert_true(pid >= 0);
	if (pid == 0)
		run_program(argv, folder);
	in = open(strbuf_c(&fifo), O_WRONLY);
	assert_true(in >= 0);
	assert_int_equal(write(in, "main;f 5\n", 9), 9);
	read_until(fd, &out, "read       9B");
	assert_null(strstr(strbuf_c(&out), "flat%"));
	(void)close(in);
	read_all(fd, &out);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	/* The line is gone before the report. */
	assert_non_null(strstr(strbuf_c(&out), " \rType: samples"));
	assert_harmless(strbuf_str(&out));
	(void)unlink(strbuf_c(&fifo));
	(void)rmdir(folder);
	strbuf_free(&fifo);
	strbuf_free(&out);
}

/* A server that takes connections and says nothing. Returns its port. */
static int
deaf_server(int *fd)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t n = sizeof(at);

	*fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_true(*fd >= 0);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(*fd, (struct sockaddr *)&at, n), 0);
	assert_int_equal(listen(*fd, 1), 0);
	assert_int_equal(getsockname(*fd, (struct sockaddr *)&at, &n), 0);
	return ntohs(at.sin_port);
}

TEST(a_first_load_that_is_stopped_has_failed)
{
	char program[] = "flametop", address[64];
	char *argv[] = { program, address, NULL };
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	struct strbuf out = STRBUF_INIT;
	int fd, server, status;
	char part[4096];
	bool pressed = false;
	ssize_t n;
	pid_t pid;

	(void)snprintf(address, sizeof(address), "http://127.0.0.1:%d/x",
		deaf_server(&server));
	pid = forkpty(&fd, NULL, NULL, &size);
	assert_true(pid >= 0);
	if (pid == 0)
		run_program(argv, NULL);
	while ((n = read(fd, part, sizeof(part))) > 0) {
		strbuf_add(&out, str_from(part, (size_t)n));
		if (pressed || str_find(strbuf_str(&out), STR("Ctrl-C"), 0) < 0)
			continue;
		assert_int_equal(write(fd, "\033", 1), 1);
		pressed = true;
	}
	close(fd);
	close(server);
	assert_true(pressed);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
	assert_true(
		str_find(strbuf_str(&out),
			STR("flametop: stopped, nothing was loaded"), 0) >= 0);
	strbuf_free(&out);
}

TEST(a_report_in_a_pipe_has_every_byte)
{
	char *argv[] = { (char[]){ "flametop" }, (char[]){ "-top" },
		(char[]){ "-lines" }, (char[]){ HOSTILE }, NULL };
	struct strbuf out = STRBUF_INIT;

	assert_int_equal(into_pipe(argv, &out), 0);
	assert_true(str_chr(strbuf_str(&out), '\033') >= 0);
	strbuf_free(&out);
}

TEST(without_a_report_flag_a_pipe_gets_the_top_report)
{
	char *plain[] = { (char[]){ "flametop" }, (char[]){ HOSTILE }, NULL };
	char *top[] = { (char[]){ "flametop" }, (char[]){ "-top" },
		(char[]){ HOSTILE }, NULL };
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;

	assert_int_equal(into_pipe(plain, &a), 0);
	assert_int_equal(into_pipe(top, &b), 0);
	assert_true(a.n > 0 && str_eq(strbuf_str(&a), strbuf_str(&b)));
	strbuf_free(&a);
	strbuf_free(&b);
}

TEST(an_error_on_a_terminal_is_harmless)
{
	char *argv[] = { (char[]){ "flametop" }, (char[]){ "-top" },
		(char[]){ "no\033]0;title\a\033[31m\x9b\xff"
			  "file" },
		NULL };
	struct strbuf out = STRBUF_INIT;

	assert_int_equal(on_terminal(argv, &out), 1);
	assert_non_null(strstr(strbuf_c(&out), "title"));
	assert_non_null(strstr(strbuf_c(&out), "no such file"));
	assert_harmless(strbuf_str(&out));
	/* Nor in a pipe, which may end on one. */
	strbuf_reset(&out);
	assert_int_equal(into_pipe_on(STDERR_FILENO, argv, &out), 1);
	assert_non_null(strstr(strbuf_c(&out), "title"));
	assert_harmless(strbuf_str(&out));
	strbuf_free(&out);
}

TEST(a_binary_report_goes_to_the_first_name_that_is_free)
{
	char folder[] = "/tmp/test_tty-XXXXXX", magic[2] = { 0 };
	struct strbuf profile = STRBUF_INIT, out = STRBUF_INIT;
	char proto[] = "-proto", callgrind[] = "-callgrind";
	char program[] = "flametop";
	FILE *f;

	assert_non_null(mkdtemp(folder));
	strbuf_addf(&profile, "%s/testdata/quirks/plain.pb.gz", source_dir());
	for (int i = 1; i <= 2; i++) {
		char *argv[] = { program, proto, profile.p, NULL };
		struct strbuf want = STRBUF_INIT;

		strbuf_reset(&out);
		strbuf_addf(
			&want, "Generating report in profile%03d.pb.gz\r\n", i);
		assert_int_equal(on_terminal_in(folder, argv, &out), 0);
		assert_string_equal(strbuf_c(&out), strbuf_c(&want));
		strbuf_free(&want);
	}
	{
		char *argv[] = { program, callgrind, profile.p, NULL };

		strbuf_reset(&out);
		assert_int_equal(on_terminal_in(folder, argv, &out), 0);
		assert_string_equal(strbuf_c(&out),
			"Generating report in profile001.callgraph.out\r\n");
	}
	assert_int_equal(chdir(folder), 0);
	f = fopen("profile002.pb.gz", "rb");
	assert_non_null(f);
	assert_int_equal(fread(magic, 1, 2, f), 2);
	assert_memory_equal(magic, "\x1f\x8b", 2);
	(void)fclose(f);
	assert_int_equal(unlink("profile001.pb.gz"), 0);
	assert_int_equal(unlink("profile002.pb.gz"), 0);
	assert_int_equal(unlink("profile001.callgraph.out"), 0);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(folder), 0);
	strbuf_free(&profile);
	strbuf_free(&out);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
