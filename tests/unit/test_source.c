/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files, pipes, standard input, and names of none of these. */
#include "prelude.h"

#include "input/source.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "input/shell.h"

#define GZIP_HELLO \
	"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\x07" \
	"\x00\x86\xa6\x10\x36\x05\x00\x00\x00"

/* printf hello | zstd */
#define ZSTD_HELLO "\x28\xb5\x2f\xfd\x04\x68\x29\x00\x00hello\xa3\x6d\x9f\x88"

static char dir[] = "source-XXXXXX";

static int
make_dir(void **state)
{
	(void)state;
	return mkdtemp(dir) == NULL || chdir(dir) != 0;
}

static int
remove_dir(void **state)
{
	static const char *const files[] = { "a", "a b", "empty", "pipe",
		"prog", "twice.gz" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(files); i++)
		(void)unlink(files[i]);
	return rmdir("d") != 0 || chdir("..") != 0 || rmdir(dir) != 0;
}

static void
write_file(const char *name, struct str content)
{
	FILE *f = fopen(name, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(content.p, 1, content.n, f), content.n);
	assert_int_equal(fclose(f), 0);
}

static void
reads(const char *name, const char *want)
{
	struct bytes out;
	struct err err = ERR_INIT;
	int rc = source_read(str_c(name), 1 << 20, &out, NULL, &err);

	assert_string_equal(err.msg, "");
	assert_int_equal(rc, 0);
	assert_true(str_is(bytes_str(&out), want));
	bytes_free(&out);
}

static void
fails(const char *name, enum err_code code, const char *msg)
{
	struct bytes out;
	struct err err = ERR_INIT;

	assert_int_equal(
		source_read(str_c(name), 1 << 20, &out, NULL, &err), -1);
	assert_int_equal(err.code, code);
	assert_string_equal(err.msg, msg);
	assert_null(out.p);
}

TEST(a_file_is_read_whole)
{
	write_file("a", STR("hello"));
	reads("a", "hello");
	write_file("empty", STR(""));
	reads("empty", "");
}

TEST(compressed_files_are_inflated)
{
	write_file("a", STR(GZIP_HELLO));
	reads("a", "hello");
	/* twice: gzip of the above */
	write_file("twice.gz",
		STR("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x93\xef\xe6\x60"
		    "\x00\x01"
		    "\x26\xe6\xd3\x1e\x67\x4f\x9e\x64\x67\x68\x5b\x26\x60\xc6"
		    "\x0a\x14"
		    "\x00\x00\xa7\x6f\xb4\x45\x19\x00\x00\x00"));
	reads("twice.gz", "hello");
}

#ifdef HAVE_ZSTD

TEST(zstd_is_taken_wherever_gzip_is)
{
	write_file("a", STR(ZSTD_HELLO));
	reads("a", "hello");
	/* zstd of the gzip above */
	write_file("a",
		STR("\x28\xb5\x2f\xfd\x04\x58\xc9\x00\x00" GZIP_HELLO
		    "\x8a\xdb\x30\x75"));
	reads("a", "hello");
}

#endif

TEST(what_cannot_be_opened_says_why)
{
	fails("nowhere", ERR_IO, "cannot open: No such file or directory");
	assert_int_equal(mkdir("d", 0700), 0);
	fails("d", ERR_IO, "the folder contains no files");
	fails("*.pb.gz", ERR_IO,
		"no such file: the pattern was quoted or matches nothing; a "
		"folder can be given by its name");
	fails("@nowhere", ERR_IO,
		"no such file; @NAME reads a list of files, one per line");
}

TEST(words_of_a_command_are_quoted_when_they_must)
{
	static const char *const cases[][2] = {
		{ "plain-1.pb.gz", "plain-1.pb.gz" },
		{ "", "''" },
		{ "a b", "'a b'" },
		{ "it's", "'it'\\''s'" },
		{ "$(x)", "'$(x)'" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct strbuf out = STRBUF_INIT;

		shell_word(&out, str_c(cases[i][0]));
		assert_string_equal(strbuf_c(&out), cases[i][1]);
		strbuf_free(&out);
	}
}

TEST(names_in_prompts_are_escaped_when_they_must)
{
	static const char *const cases[][2] = {
		{ "it's 5$ \\ \"x\"", "it's 5$ \\ \"x\"" },
		{ "\xC3\xA9", "\xC3\xA9" },
		{ "a\xE9'b\\", "$'a\\351\\'b\\\\'" },
		{ "a\n1", "$'a\\0121'" },
		{ "$'a'", "$'$\\'a\\''" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct strbuf typed = STRBUF_INIT, name = STRBUF_INIT;

		shell_to_type(&typed, str_c(cases[i][0]));
		assert_string_equal(strbuf_c(&typed), cases[i][1]);
		shell_typed(&name, strbuf_str(&typed));
		assert_string_equal(strbuf_c(&name), cases[i][0]);
		strbuf_free(&typed);
		strbuf_free(&name);
	}
}

TEST(escapes_may_be_typed_in_several_ways)
{
	static const char *const cases[][2] = {
		{ "a$'\\xe9'b$'\\t'",
			"a\xE9"
			"b\t" },
		{ "$'\\1\\60\\0611\\xAg\\q\\n'",
			"\1"
			"011\xAgq\n" },
		{ "$'caf\\35", "caf\035" },
		{ "$'caf\\", "caf\\" },
		{ "$'", "" },
		{ "$ '", "$ '" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct strbuf name = STRBUF_INIT;

		shell_typed(&name, str_c(cases[i][0]));
		assert_string_equal(strbuf_c(&name), cases[i][1]);
		strbuf_free(&name);
	}
}

/* Run in a child whose output is the other end of a pipe. */
static void
feed(int fd, struct str content)
{
	if (write(fd, content.p, content.n) != (ssize_t)content.n)
		_exit(1);
	_exit(0);
}

TEST(a_named_pipe_is_read_to_its_end)
{
	int status;
	pid_t pid;

	assert_int_equal(mkfifo("pipe", 0600), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		feed(open("pipe", O_WRONLY), STR(GZIP_HELLO));
	reads("pipe", "hello");
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	/* asking whether it is a program takes nothing, and does not wait */
	assert_false(source_is_program(STR("pipe")));
}

/* A pipe that stays open: the writer waits until it is killed. */
static pid_t
slow_pipe(struct str content)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		int fd = open("pipe", O_WRONLY);

		if (write(fd, content.p, content.n) > 0)
			(void)pause();
		_exit(1);
	}
	return pid;
}

TEST(who_has_seen_enough_does_not_wait_for_the_end)
{
	struct progress progress = { .keep = true };
	struct bytes out;
	struct err err = ERR_INIT;
	pid_t pid = slow_pipe(STR("a 1\nb 2\nhal"));

	assert_int_equal(
		source_read(STR("pipe"), 1 << 20, &out, &progress, &err), 0);
	assert_true(str_is(bytes_str(&out), "a 1\nb 2\n"));
	assert_int_equal(out.part, 11);
	assert_int_equal(out.part_of, 0);
	bytes_free(&out);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

TEST(what_has_no_lines_is_read_to_its_end)
{
	static const char *const whole[] = { "{\n\"a\": 1 }\n", " [\n1]\n",
		"<a>\n</a>\n", "no line end", "\n\x03\x08\x01\n" };
	struct progress progress = { .keep = true };

	for (size_t i = 0; i < COUNT_OF(whole); i++) {
		struct bytes out;
		struct err err = ERR_INIT;
		pid_t pid = fork();

		assert_true(pid >= 0);
		if (pid == 0)
			feed(open("pipe", O_WRONLY), str_c(whole[i]));
		assert_int_equal(source_read(STR("pipe"), 1 << 20, &out,
					 &progress, &err),
			0);
		assert_true(str_is(bytes_str(&out), whole[i]));
		assert_int_equal(out.part, 0);
		bytes_free(&out);
		assert_int_equal(waitpid(pid, NULL, 0), pid);
	}
}

TEST(a_dash_is_standard_input)
{
	int saved = dup(STDIN_FILENO), fd;

	write_file("a", STR("main;f 1\n"));
	fd = open("a", O_RDONLY);
	assert_true(fd >= 0 && saved >= 0);
	assert_true(dup2(fd, STDIN_FILENO) >= 0);
	reads("-", "main;f 1\n");
	assert_true(dup2(saved, STDIN_FILENO) >= 0);
	(void)close(fd);
	(void)close(saved);
}

TEST(the_memory_limit_is_for_files_too)
{
	struct strbuf big = STRBUF_INIT;

	strbuf_addn(&big, 'x', (1 << 20) + 1);
	write_file("a", strbuf_str(&big));
	fails("a", ERR_LIMIT,
		"larger than the memory limit (see --max-memory)");
	strbuf_free(&big);
}

TEST(reading_a_source_stops_when_asked)
{
	struct progress progress = { .stop = true };
	struct bytes out;
	struct err err = ERR_INIT;

	write_file("a", STR("hello"));
	assert_int_equal(source_read(STR("a"), 0, &out, &progress, &err), -1);
	assert_int_equal(err.code, ERR_CANCELLED);
}

TEST(programs_are_known_by_their_first_bytes)
{
	write_file("prog",
		STR("\x7f"
		    "ELF\2\1\1"));
	assert_true(source_is_program(STR("prog")));
	write_file("prog", STR("MZ\x90\0"));
	assert_true(source_is_program(STR("prog")));
	write_file("prog",
		STR("\x7f"
		    "EL"));
	assert_false(source_is_program(STR("prog")));
	/* Go would take this CPU profile for a program of Windows. */
	write_file("prog", STR("\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0"));
	assert_false(source_is_program(STR("prog")));
	write_file("prog", STR("a;b 1\n"));
	assert_false(source_is_program(STR("prog")));
	assert_false(source_is_program(STR("nowhere")));
	assert_false(source_is_program(STR("d")));
	assert_false(source_is_program(STR("-")));
}

int
main(void)
{
	return tests_run(make_dir, remove_dir);
}
