/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Little files that become large: the program ends with a message that names
 * the limit or the ratio, and never takes the memory that it refused. And
 * reports that are larger than what they are of, which are not kept.
 */
#include "prelude.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../unit/testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "write/write.h"
#include "../unit/util_source.h"

/* A sanitizer takes a multiple of the memory. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SEES_MEMORY false
#else
#define SEES_MEMORY true
#endif

/* In addition to the bounded memory there are buffers, the library, a
   thread. */
enum { MIB = 1 << 20, BUFFERS = 6 * MIB };

static char dir[] = "memory-XXXXXX", program[4096];

struct outcome {
	int status;
	size_t peak; /* bytes of resident memory */
	struct strbuf err;
};

static void
write_file(const char *name, const struct strbuf *content)
{
	FILE *f = fopen(name, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(content->p, 1, content->n, f), content->n);
	assert_int_equal(fclose(f), 0);
}

static void
run_child(const char *limit, const char *report, const char *file, int err)
{
	int null = open("/dev/null", O_RDWR);

	(void)dup2(null, STDIN_FILENO);
	(void)dup2(null, STDOUT_FILENO);
	(void)dup2(err, STDERR_FILENO);
	(void)close(err);
	(void)execl(program, program, limit, report, "-nodecount=0",
		"-nodefraction=0", "-edgefraction=0", file, (char *)NULL);
	_exit(99);
}

static void
run(const char *limit, const char *report, const char *file,
	struct outcome *out)
{
	struct rusage usage;
	char part[4096];
	int fd[2], status;
	ssize_t n;
	pid_t pid;

	*out = (struct outcome){ .err = STRBUF_INIT };
	assert_int_equal(pipe(fd), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		(void)close(fd[0]);
		run_child(limit, report, file, fd[1]);
	}
	(void)close(fd[1]);
	while ((n = read(fd[0], part, sizeof(part))) > 0)
		strbuf_add(&out->err, str_from(part, (size_t)n));
	(void)close(fd[0]);
	assert_int_equal(wait4(pid, &status, 0, &usage), pid);
	assert_true(WIFEXITED(status));
	out->status = WEXITSTATUS(status);
	out->peak = (size_t)usage.ru_maxrss * 1024;
}

/* The memory that the program takes to read a profile of one sample. */
static size_t
take_nothing(void)
{
	struct strbuf one = STRBUF_INIT;
	struct outcome out;

	strbuf_addstr(&one, "main 1\n");
	write_file("one", &one);
	run("--max-memory=0", "-tree", "one", &out);
	assert_int_equal(out.status, 0);
	strbuf_free(&one);
	strbuf_free(&out.err);
	return out.peak;
}

/* Is `file` refused with these words, and with at most so many bytes? */
static void
refuses(const char *limit, const char *file, const char *words, size_t bytes)
{
	struct outcome out;
	size_t nothing = take_nothing();

	/* -top makes no tree. */
	run(limit, "-tree", file, &out);
	if (out.status != 1 || strstr(strbuf_c(&out.err), words) == NULL)
		fail_msg("status %d: %s", out.status, strbuf_c(&out.err));
	if (SEES_MEMORY && out.peak > nothing + bytes)
		fail_msg("%s of %s took %zu bytes, not %zu + %zu", limit, file,
			out.peak, nothing, bytes);
	strbuf_free(&out.err);
}

/* A member of a megabyte, as often as makes `n` megabytes. */
static void
write_bomb(const char *name, struct str piece, size_t n)
{
	struct strbuf plain = STRBUF_INIT, member = STRBUF_INIT,
		      all = STRBUF_INIT;
	struct err err = ERR_INIT;

	while (plain.n < MIB)
		strbuf_add(&plain, piece);
	assert_int_equal(gzip_append(&member, strbuf_str(&plain), &err), 0);
	for (size_t i = 0; i < n; i++)
		strbuf_add(&all, strbuf_str(&member));
	/* 100 KB that would be 100 MB */
	assert_true(all.n < n * 4096);
	write_file(name, &all);
	/* and once more, packed twice */
	strbuf_reset(&member);
	assert_int_equal(gzip_append(&member, strbuf_str(&all), &err), 0);
	write_file("twice.gz", &member);
	strbuf_free(&plain);
	strbuf_free(&member);
	strbuf_free(&all);
}

TEST(a_bomb_ends_at_the_limit)
{
	write_bomb("zeros.gz", str_from("\0\0\0\0\0\0\0\0", 8), 100);
	refuses("--max-memory=20M", "zeros.gz",
		"see --max-memory); the limit is 20 MiB",
		BUFFERS + 20 * (size_t)MIB);
	refuses("--max-memory=20M", "zeros.gz", " : 1 up to compressed byte ",
		BUFFERS + 20 * (size_t)MIB);
	refuses("--max-memory=20M", "twice.gz", "see --max-memory",
		BUFFERS + 20 * (size_t)MIB);
}

TEST(a_bomb_of_what_looks_right_ends_by_its_ratio)
{
	/* a sample of two locations and two values */
	const struct str sample =
		STR("\x12\x08\x0a\x02\x01\x02\x12\x02\x01\x01");

	write_bomb("samples.gz", sample, 100);
	refuses("--max-memory=2G", "samples.gz", "like a decompression bomb",
		130 * (size_t)MIB);
	refuses("--max-memory=2G", "twice.gz", "like a decompression bomb",
		130 * (size_t)MIB);
}

/* A file may be small and its tables large: many names and stacks. */
TEST(tables_end_at_the_limit)
{
	struct strbuf text = STRBUF_INIT, packed = STRBUF_INIT;
	struct err err = ERR_INIT;

	for (unsigned i = 0; i < 300000; i++)
		strbuf_addf(&text, "main;f%u;g%u 1\n", i, i);
	write_file("tables", &text);
	assert_int_equal(gzip_append(&packed, strbuf_str(&text), &err), 0);
	write_file("tables.gz", &packed);
	refuses("--max-memory=32M", "tables", "its tables need more than the ",
		48 * (size_t)MIB);
	refuses("--max-memory=32M", "tables.gz",
		"(see --max-memory); the limit is 32 MiB", 48 * (size_t)MIB);
	strbuf_free(&text);
	strbuf_free(&packed);
}

/* The tree of the view is larger than the profile. */
TEST(a_view_ends_at_the_limit)
{
	enum { STACKS = 4000, DEEP = 200 };
	struct strbuf text = STRBUF_INIT;

	for (unsigned i = 0; i < STACKS; i++) {
		strbuf_addf(&text, "main%u", i);
		for (unsigned k = 0; k < DEEP; k++)
			strbuf_addf(&text, ";f%u", k);
		strbuf_addstr(&text, " 1\n");
	}
	write_file("view", &text);
	refuses("--max-memory=40M", "view",
		"including the profile; the limit is 40 MiB (see --max-memory)",
		48 * (size_t)MIB);
	strbuf_free(&text);
}

/* A hundred functions with long names that call each other. */
static void
write_pairs(void)
{
	enum { FUNCTIONS = 100, NAME = 1000 };
	struct strbuf text = STRBUF_INIT;
	struct outcome out;

	for (unsigned i = 0; i < FUNCTIONS * FUNCTIONS; i++)
		strbuf_addf(&text, "%0*u;%0*u 1\n", NAME, i / FUNCTIONS, NAME,
			i % FUNCTIONS);
	write_file("text", &text);
	strbuf_free(&text);
	run("-output=pairs", "-proto", "text", &out);
	assert_int_equal(out.status, 0);
	strbuf_free(&out.err);
}

/* 20 to 80 MB each. */
TEST(a_report_is_not_kept)
{
	static const char *const reports[] = { "-peek=.", "-tree", "-dot",
		"-traces", "-folded" };
	size_t nothing = take_nothing();

	write_pairs();
	for (size_t i = 0; i < COUNT_OF(reports); i++) {
		struct outcome out;

		run("--max-memory=0", reports[i], "pairs", &out);
		assert_int_equal(out.status, 0);
		if (SEES_MEMORY && out.peak > nothing + 2 * (size_t)BUFFERS)
			fail_msg("%s took %zu bytes, not %zu + %d", reports[i],
				out.peak, nothing, 2 * BUFFERS);
		strbuf_free(&out.err);
	}
}

static int
make_dir(void **state)
{
	(void)state;
	(void)snprintf(program, sizeof(program), "%s/flametop", build_dir());
	return mkdtemp(dir) == NULL || chdir(dir) != 0;
}

static int
remove_dir(void **state)
{
	static const char *const files[] = { "one", "zeros.gz", "twice.gz",
		"samples.gz", "tables", "tables.gz", "view", "text", "pairs" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(files); i++)
		(void)unlink(files[i]);
	return chdir("..") != 0 || rmdir(dir) != 0;
}

int
main(void)
{
	return tests_run(make_dir, remove_dir);
}
