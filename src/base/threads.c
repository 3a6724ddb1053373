/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocked signals, and work for two cores. */
#include "prelude.h"

#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/xalloc.h"

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

static bool
threads_help(void)
{
	return sysconf(_SC_NPROCESSORS_ONLN) > 1;
}

struct task {
	void (*run)(void *arg);
	void *arg;
	pthread_t thread;
};

static void *
task_run(void *arg)
{
	const struct task *t = arg;

	t->run(t->arg);
	return NULL;
}

struct task *
task_begin(void (*run)(void *arg), void *arg)
{
	struct task *t = xmalloc(sizeof(*t));

	*t = (struct task){ .run = run, .arg = arg };
	if (threads_help() && thread_start(&t->thread, task_run, t) == 0)
		return t;
	free(t);
	return NULL;
}

void
task_end(struct task *t)
{
	if (t != NULL)
		(void)pthread_join(t->thread, NULL);
	free(t);
}

/* ---- Pieces in any order ---- */

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
	helped = n > 1 && threads_help() &&
		thread_start(&helper, help_pieces, &p) == 0;
	take_pieces(&p, 0);
	if (helped)
		(void)pthread_join(helper, NULL);
}

/* ---- Pieces in order ---- */

enum { MADE_AHEAD = 4 };

struct threads_ordered {
	void *(*make)(void *arg, unsigned piece);
	void (*take)(void *arg, unsigned piece, void *made);
	void *arg;
	pthread_mutex_t lock; /* guards the fields below */
	pthread_cond_t moved; /* `next` has changed */
	unsigned next;        /* next piece to take */
	bool taking;          /* true while a thread takes pieces */
	struct {
		bool is;
		void *what;
	} made[MADE_AHEAD]; /* results not yet taken: that of a piece is at
			       [piece % MADE_AHEAD] */
};

static void
make_and_take(void *arg, unsigned thread, unsigned piece)
{
	struct threads_ordered *o = arg;
	void *made = o->make(o->arg, piece);

	(void)thread;
	(void)pthread_mutex_lock(&o->lock);
	while (piece - o->next >= MADE_AHEAD)
		(void)pthread_cond_wait(&o->moved, &o->lock);
	o->made[piece % MADE_AHEAD].is = true;
	o->made[piece % MADE_AHEAD].what = made;
	if (!o->taking) {
		/* Take all pieces whose turn it is. The lock is released during
		   each take(). */
		o->taking = true;
		while (o->made[o->next % MADE_AHEAD].is) {
			unsigned made_piece = o->next;
			void *what = o->made[made_piece % MADE_AHEAD].what;

			o->made[made_piece % MADE_AHEAD].is = false;
			(void)pthread_mutex_unlock(&o->lock);
			o->take(o->arg, made_piece, what);
			(void)pthread_mutex_lock(&o->lock);
			o->next++;
			(void)pthread_cond_signal(&o->moved);
		}
		o->taking = false;
	}
	(void)pthread_mutex_unlock(&o->lock);
}

void
pieces_in_order(unsigned n, void *(*make)(void *arg, unsigned piece),
	void (*take)(void *arg, unsigned piece, void *made), void *arg)
{
	struct threads_ordered o = { .make = make, .take = take, .arg = arg };

	(void)pthread_mutex_init(&o.lock, NULL);
	(void)pthread_cond_init(&o.moved, NULL);
	pieces_do(n, make_and_take, &o);
	(void)pthread_cond_destroy(&o.moved);
	(void)pthread_mutex_destroy(&o.lock);
}
