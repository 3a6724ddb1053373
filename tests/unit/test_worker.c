/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The background thread: latest wins, stopping, order, clean ends. */
#include "prelude.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include "testing.h"

#include "base/threads.h"
#include "base/worker.h"
#include "base/xalloc.h"

struct counter {
	atomic_int ran, dropped, stopped;
	atomic_bool hold; /* jobs spin until this is false or they must stop */
};

struct test_job {
	struct job job;
	struct counter *counter;
	int tag;
};

static void
run(struct job *job)
{
	struct test_job *t = (struct test_job *)(void *)job;

	while (atomic_load(&t->counter->hold) &&
		!progress_stopped(&job->progress))
		continue;
	if (progress_stopped(&job->progress))
		atomic_fetch_add(&t->counter->stopped, 1);
	atomic_fetch_add(&t->counter->ran, 1);
}

static void
drop(struct job *job)
{
	struct test_job *t = (struct test_job *)(void *)job;

	atomic_fetch_add(&t->counter->dropped, 1);
	free(t);
}

static void
post(struct worker *w, struct counter *c, int slot, int tag)
{
	struct test_job *t = xcalloc(1, sizeof(*t));

	t->job.run = run;
	t->job.drop = drop;
	t->job.slot = slot;
	t->counter = c;
	t->tag = tag;
	worker_post(w, &t->job);
}

/* Wait for a finished job; returns its tag. */
static int
take(struct worker *w)
{
	struct pollfd fd = { .fd = worker_fd(w), .events = POLLIN };
	struct job *job;
	int tag;

	while ((job = worker_take(w)) == NULL)
		assert_int_not_equal(poll(&fd, 1, TESTS_PATIENCE), 0);
	tag = ((struct test_job *)(void *)job)->tag;
	free(job);
	return tag;
}

static struct worker *
start(void)
{
	struct err err = ERR_INIT;
	struct worker *w = worker_new(&err);

	assert_non_null(w);
	return w;
}

TEST(a_newer_job_replaces_and_stops_older_ones)
{
	struct counter c = { 0 };
	struct worker *w = start();
	int last = 0;

	atomic_store(&c.hold, true);
	for (int i = 1; i <= 50; i++)
		post(w, &c, 1, i);
	atomic_store(&c.hold, false);
	while (last != 50)
		last = take(w);
	assert_true(worker_idle(w));
	worker_free(w);
	assert_int_equal(atomic_load(&c.ran) + atomic_load(&c.dropped), 50);
}

TEST(slots_do_not_replace_each_other)
{
	struct counter c = { 0 };
	struct worker *w = start();
	int sum = 0;

	post(w, &c, 0, 1);
	post(w, &c, 1, 2);
	sum += take(w);
	sum += take(w);
	assert_int_equal(sum, 3);
	assert_int_equal(atomic_load(&c.stopped), 0);
	worker_free(w);
}

TEST(cancelling_stops_what_runs)
{
	struct counter c = { 0 };
	struct worker *w = start();

	atomic_store(&c.hold, true);
	post(w, &c, 0, 9);
	worker_cancel(w, 0);
	if (atomic_load(&c.dropped) == 0)
		assert_int_equal(take(w), 9);
	worker_free(w);
	assert_int_equal(
		atomic_load(&c.stopped) + atomic_load(&c.dropped), 1);
}

TEST(freeing_a_busy_worker_drops_everything)
{
	struct counter c = { 0 };
	struct worker *w = start();

	atomic_store(&c.hold, true);
	post(w, &c, 0, 1);
	post(w, &c, 1, 2);
	worker_free(w);
	assert_int_equal(atomic_load(&c.dropped), 2);
	worker_free(NULL);
}

/* A job that does not look whether it is stopped. */
static void
run_on(struct job *job)
{
	struct test_job *t = (struct test_job *)(void *)job;

	(void)progress_hold(&job->progress);
	atomic_fetch_add(&t->counter->ran, 1);
	while (atomic_load(&t->counter->hold))
		continue;
	atomic_fetch_add(&t->counter->stopped, 1);
	progress_release(&job->progress);
	while (atomic_load(&t->counter->dropped) == 0)
		continue;
}

static void *
let_go(void *counter)
{
	struct counter *c = counter;

	atomic_store(&c->hold, false);
	return NULL;
}

TEST(quitting_waits_for_a_file_but_not_for_the_job)
{
	struct counter c = { 0 };
	struct worker *w = start();
	struct test_job *t = xcalloc(1, sizeof(*t));
	pthread_t thread;

	atomic_store(&c.hold, true);
	t->job.run = run_on;
	t->job.drop = drop;
	t->counter = &c;
	worker_post(w, &t->job);
	while (atomic_load(&c.ran) == 0)
		continue;
	assert_false(worker_quit(w));
	assert_int_equal(thread_start(&thread, let_go, &c), 0);
	worker_await(w, 0);
	assert_int_equal(atomic_load(&c.stopped), 1);
	assert_int_equal(pthread_join(thread, NULL), 0);
	/* Here the program ends; the test lets the job end instead. */
	atomic_store(&c.dropped, 1);
	worker_free(w);
}

TEST(nothing_holds_once_it_is_stopped)
{
	struct progress p = { .stop = true }, part = { .whole = &p };

	assert_false(progress_hold(&part));
	assert_false(atomic_load(&p.holds));
	atomic_store(&p.stop, 0);
	assert_true(progress_hold(&part));
	assert_true(atomic_load(&p.holds));
	progress_release(&part);
	assert_false(atomic_load(&p.holds));
	assert_true(progress_hold(NULL));
}

TEST(an_idle_worker_quits_at_once)
{
	struct counter c = { 0 };
	struct worker *w = start();

	post(w, &c, 0, 1);
	assert_int_equal(take(w), 1);
	while (!worker_idle(w))
		continue;
	assert_true(worker_quit(w));
	worker_await(w, 10000);
	worker_free(w);
}

static void *
see_mask(void *mask)
{
	(void)pthread_sigmask(SIG_BLOCK, NULL, mask);
	return NULL;
}

/* Whoever catches a crash gives the terminal back. */
TEST(threads_get_no_signals_but_their_crashes)
{
	sigset_t mask;
	pthread_t thread;

	assert_int_equal(thread_start(&thread, see_mask, &mask), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(sigismember(&mask, SIGTERM), 1);
	assert_int_equal(sigismember(&mask, SIGWINCH), 1);
	assert_int_equal(sigismember(&mask, SIGSEGV), 0);
	assert_int_equal(sigismember(&mask, SIGABRT), 0);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
