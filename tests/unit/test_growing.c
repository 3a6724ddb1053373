/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pipe that grows: lines as they come, other things at their end. */
#include "prelude.h"

#include "input/stream.h"

#include <stdatomic.h>
#include <unistd.h>

#include "testing.h"

struct pair {
	int in, out;
	struct growing *growing;
};

static void
begin(struct pair *p, size_t max)
{
	struct err err = ERR_INIT;
	int fd[2];

	assert_int_equal(pipe(fd), 0);
	p->in = fd[0];
	p->out = fd[1];
	p->growing = growing_new(p->in, max, &err);
	assert_non_null(p->growing);
}

static void
put(struct pair *p, const char *text, size_t n)
{
	assert_int_equal(write(p->out, text, n), n);
}

static void
end_input(struct pair *p)
{
	(void)close(p->out);
	p->out = -1;
}

static void
finish(struct pair *p)
{
	growing_free(p->growing);
	if (p->out >= 0)
		(void)close(p->out);
	(void)close(p->in);
}

/* Until the pipe has so much, or has ended. */
static void
await_size(struct pair *p, size_t n)
{
	bool ended;

	while (growing_size(p->growing, &ended) < n && !ended)
		(void)usleep(1000);
}

static void
has(struct pair *p, const char *want, size_t n)
{
	struct err err = ERR_INIT;
	struct bytes b;

	assert_int_equal(growing_read(p->growing, &b, NULL, &err), 0);
	assert_int_equal(b.n, n);
	assert_memory_equal(b.p, want, n);
	bytes_free(&b);
}

TEST(only_whole_lines_are_seen_before_the_end)
{
	struct pair p;

	begin(&p, 0);
	put(&p, "a 1\nb", 5);
	has(&p, "a 1\n", 4);
	put(&p, " 2\nc 3", 6);
	await_size(&p, 8);
	has(&p, "a 1\nb 2\n", 8);
	end_input(&p);
	await_size(&p, 11);
	has(&p, "a 1\nb 2\nc 3", 11);
	finish(&p);
}

TEST(what_is_not_made_of_lines_is_seen_at_its_end)
{
	static const char *const heads[] = { "\x1f\x8b\x08\n more\n",
		"abc\0d\nefghij" };
	bool ended;

	for (size_t i = 0; i < COUNT_OF(heads); i++) {
		struct pair p;

		begin(&p, 0);
		put(&p, heads[i], 10);
		(void)usleep(20000);
		assert_int_equal(growing_size(p.growing, &ended), 0);
		end_input(&p);
		await_size(&p, 10);
		has(&p, heads[i], 10);
		finish(&p);
	}
}

TEST(an_empty_pipe_is_empty)
{
	struct pair p;

	begin(&p, 0);
	end_input(&p);
	has(&p, "", 0);
	finish(&p);
}

TEST(the_limit_is_an_error)
{
	struct err err = ERR_INIT;
	struct bytes b;
	struct pair p;

	begin(&p, 8);
	put(&p, "0123456789", 10);
	await_size(&p, SIZE_MAX);
	assert_int_equal(growing_read(p.growing, &b, NULL, &err), -1);
	assert_int_equal(err.code, ERR_LIMIT);
	finish(&p);
}

TEST(waiting_for_the_first_line_can_be_stopped)
{
	struct progress progress = { .stop = true };
	struct err err = ERR_INIT;
	struct bytes b;
	struct pair p;

	begin(&p, 0);
	assert_int_equal(growing_read(p.growing, &b, &progress, &err), -1);
	assert_int_equal(err.code, ERR_CANCELLED);
	finish(&p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
