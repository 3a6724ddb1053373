/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Background threads. */
#include "prelude.h"

#include "base/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/threads.h"
#include "base/xalloc.h"

enum { AWAIT_MS = 5 }; /* between checks of progress.holds */

struct worker {
	pthread_t thread, aside;
	pthread_mutex_t lock; /* guards everything below */
	pthread_cond_t wake;  /* a job was posted, or quit was set */
	pthread_cond_t ended; /* a thread ends */
	int live;             /* threads that have not ended */
	bool has_aside;       /* true once thread `aside` was started */
	struct job *waiting[WORKER_SLOTS];
	struct job *running[WORKER_SLOTS];
	struct job *done, **done_tail;
	bool quit;
	int fd[2]; /* pipe: the owner polls [0], the threads write to [1] */
};

static struct job *
next_job(struct worker *w, int from, int end)
{
	for (int i = from; i < end; i++) {
		struct job *job = w->waiting[i];

		if (job != NULL) {
			w->waiting[i] = NULL;
			return job;
		}
	}
	return NULL;
}

static void
work_on(struct worker *w, bool aside)
{
	(void)pthread_mutex_lock(&w->lock);
	while (!w->quit) {
		/* Without `aside`, `thread` serves all slots. */
		struct job *job = aside
			? next_job(w, WORKER_ASIDE, WORKER_SLOTS)
			: next_job(w, 0,
				  w->has_aside ? WORKER_ASIDE : WORKER_SLOTS);
		ssize_t n;

		if (job == NULL) {
			(void)pthread_cond_wait(&w->wake, &w->lock);
			continue;
		}
		w->running[job->slot] = job;
		(void)pthread_mutex_unlock(&w->lock);
		job->run(job);
		(void)pthread_mutex_lock(&w->lock);
		w->running[job->slot] = NULL;
		job->next = NULL;
		*w->done_tail = job;
		w->done_tail = &job->next;
		/* If the pipe is full, this fails, but the owner wakes up
		   anyway. */
		do
			n = write(w->fd[1], "", 1);
		while (n < 0 && errno == EINTR);
	}
	w->live--;
	(void)pthread_cond_signal(&w->ended);
	(void)pthread_mutex_unlock(&w->lock);
}

static void *
work(void *arg)
{
	work_on(arg, false);
	return NULL;
}

static void *
work_aside(void *arg)
{
	work_on(arg, true);
	return NULL;
}

struct worker *
worker_new(struct err *err)
{
	struct worker *w = xcalloc(1, sizeof(*w));
	int rc = fd_pipe(w->fd, O_NONBLOCK);

	w->done_tail = &w->done;
	if (rc != 0) {
		(void)err_errno(err, rc, "cannot make a pipe");
		free(w);
		return NULL;
	}
	(void)pthread_mutex_init(&w->lock, NULL);
	(void)pthread_cond_init(&w->wake, NULL);
	(void)pthread_cond_init(&w->ended, NULL);
	w->live = 1;
	rc = thread_start(&w->thread, work, w);
	if (rc != 0) {
		(void)err_errno(err, rc, "cannot start a thread");
		(void)close(w->fd[0]);
		(void)close(w->fd[1]);
		free(w);
		return NULL;
	}
	return w;
}

bool
worker_quit(struct worker *w)
{
	bool idle = true;

	(void)pthread_mutex_lock(&w->lock);
	w->quit = true;
	for (int i = 0; i < WORKER_SLOTS; i++)
		if (w->running[i] != NULL) {
			idle = false;
			atomic_store_explicit(&w->running[i]->progress.stop,
				true, memory_order_relaxed);
		}
	(void)pthread_cond_broadcast(&w->wake);
	(void)pthread_mutex_unlock(&w->lock);
	return idle;
}

/* True if the program must not end yet. Needs the lock. */
static bool
is_held(const struct worker *w)
{
	for (int i = 0; i < WORKER_SLOTS; i++)
		if (w->running[i] != NULL &&
			atomic_load(&w->running[i]->progress.holds))
			return true;
	return false;
}

void
worker_await(struct worker *w, int ms)
{
	int64_t end = clock_ms() + ms;

	(void)pthread_mutex_lock(&w->lock);
	while (w->live > 0 && (clock_ms() < end || is_held(w))) {
		struct timespec until;

		(void)clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += AWAIT_MS * 1000000L;
		until.tv_sec += until.tv_nsec / 1000000000L;
		until.tv_nsec %= 1000000000L;
		(void)pthread_cond_timedwait(&w->ended, &w->lock, &until);
	}
	(void)pthread_mutex_unlock(&w->lock);
}

void
worker_free(struct worker *w)
{
	struct job *job, *next;

	if (w == NULL)
		return;
	(void)worker_quit(w);
	(void)pthread_join(w->thread, NULL);
	if (w->has_aside)
		(void)pthread_join(w->aside, NULL);
	for (int i = 0; i < WORKER_SLOTS; i++)
		if (w->waiting[i] != NULL)
			w->waiting[i]->drop(w->waiting[i]);
	for (job = w->done; job != NULL; job = next) {
		next = job->next;
		job->drop(job);
	}
	(void)close(w->fd[0]);
	(void)close(w->fd[1]);
	(void)pthread_cond_destroy(&w->ended);
	(void)pthread_cond_destroy(&w->wake);
	(void)pthread_mutex_destroy(&w->lock);
	free(w);
}

/* Take the waiting job of a slot and stop the running one. Needs the lock. */
static struct job *
clear_slot(struct worker *w, int slot)
{
	struct job *old = w->waiting[slot];

	w->waiting[slot] = NULL;
	if (w->running[slot] != NULL) {
		atomic_store_explicit(&w->running[slot]->progress.stop, true,
			memory_order_relaxed);
	}
	return old;
}

void
worker_post(struct worker *w, struct job *job)
{
	struct job *old;

	(void)pthread_mutex_lock(&w->lock);
	old = clear_slot(w, job->slot);
	w->waiting[job->slot] = job;
	if (job->slot == WORKER_ASIDE && !w->has_aside) {
		w->has_aside = thread_start(&w->aside, work_aside, w) == 0;
		w->live += w->has_aside;
	}
	(void)pthread_cond_broadcast(&w->wake);
	(void)pthread_mutex_unlock(&w->lock);
	if (old != NULL)
		old->drop(old);
}

void
worker_cancel(struct worker *w, int slot)
{
	struct job *old;

	(void)pthread_mutex_lock(&w->lock);
	old = clear_slot(w, slot);
	(void)pthread_mutex_unlock(&w->lock);
	if (old != NULL)
		old->drop(old);
}

struct job *
worker_take(struct worker *w)
{
	struct job *job;
	char buf[64];

	(void)pthread_mutex_lock(&w->lock);
	job = w->done;
	if (job != NULL) {
		w->done = job->next;
		if (w->done == NULL)
			w->done_tail = &w->done;
		job->next = NULL;
	}
	if (w->done == NULL)
		while (read(w->fd[0], buf, sizeof(buf)) > 0)
			continue;
	(void)pthread_mutex_unlock(&w->lock);
	return job;
}

int
worker_fd(const struct worker *w)
{
	return w->fd[0];
}

bool
worker_idle(struct worker *w)
{
	bool idle;

	(void)pthread_mutex_lock(&w->lock);
	idle = w->done == NULL;
	for (int i = 0; i < WORKER_ASIDE; i++)
		idle = idle && w->waiting[i] == NULL && w->running[i] == NULL;
	(void)pthread_mutex_unlock(&w->lock);
	return idle;
}
