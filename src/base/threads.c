/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals held back, and work for two cores: see threads.h. */
#include "config.h"

#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "base/compiler.h"

#include "base/banned.h"

void
signals_hold(sigset_t *before)
{
	static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL,
		SIGABRT };
	sigset_t all;

	(void)sigfillset(&all);
	for (size_t i = 0; i < COUNT_OF(crashes); i++)
		(void)sigdelset(&all, crashes[i]);
	(void)pthread_sigmask(SIG_BLOCK, &all, before);
}

void
signals_release(const sigset_t *before)
{
	(void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

int
thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg)
{
	sigset_t before;
	int rc;

	signals_hold(&before);
	rc = pthread_create(thread, NULL, run, arg);
	signals_release(&before);
	return rc;
}

/* ---- Pieces ---- */

struct pieces {
	unsigned n;
	atomic_uint next;
	void (*work)(void *arg, unsigned thread, unsigned piece);
	void *arg;
};

static void
take_pieces(struct pieces *p, unsigned thread)
{
	for (;;) {
		unsigned piece = atomic_fetch_add_explicit(
			&p->next, 1, memory_order_relaxed);

		if (piece >= p->n)
			return;
		p->work(p->arg, thread, piece);
	}
}

static void *
help_pieces(void *arg)
{
	take_pieces(arg, 1);
	return NULL;
}

void
pieces_do(unsigned n, void (*work)(void *arg, unsigned thread, unsigned piece),
	void *arg)
{
	struct pieces p = { .n = n, .work = work, .arg = arg };
	pthread_t helper;
	bool helped;

	atomic_init(&p.next, 0);
	helped = n > 1 && sysconf(_SC_NPROCESSORS_ONLN) > 1 &&
		thread_start(&helper, help_pieces, &p) == 0;
	take_pieces(&p, 0);
	if (helped)
		(void)pthread_join(helper, NULL);
}

/* ---- In their order ---- */

struct ordered {
	void *(*make)(void *arg, unsigned piece);
	void (*take)(void *arg, unsigned piece, void *made);
	void *arg;
	pthread_mutex_t lock;
	pthread_cond_t moved;
	unsigned next; /* whose turn it is; under the lock */
};

static void
make_and_take(void *arg, unsigned thread, unsigned piece)
{
	struct ordered *o = arg;
	void *made = o->make(o->arg, piece);

	(void)thread;
	(void)pthread_mutex_lock(&o->lock);
	while (o->next != piece)
		(void)pthread_cond_wait(&o->moved, &o->lock);
	(void)pthread_mutex_unlock(&o->lock);
	o->take(o->arg, piece, made);
	(void)pthread_mutex_lock(&o->lock);
	o->next = piece + 1;
	(void)pthread_cond_broadcast(&o->moved);
	(void)pthread_mutex_unlock(&o->lock);
}

void
pieces_in_order(unsigned n, void *(*make)(void *arg, unsigned piece),
	void (*take)(void *arg, unsigned piece, void *made), void *arg)
{
	struct ordered o = { .make = make, .take = take, .arg = arg };

	(void)pthread_mutex_init(&o.lock, NULL);
	(void)pthread_cond_init(&o.moved, NULL);
	pieces_do(n, make_and_take, &o);
	(void)pthread_cond_destroy(&o.moved);
	(void)pthread_mutex_destroy(&o.lock);
}
