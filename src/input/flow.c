/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes that come while they are read: see flow.h. */
#include "config.h"

#include "input/flow.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/threads.h"
#include "base/xalloc.h"
#include "input/inflate.h"

#include "base/banned.h"

struct flow {
	const char *place; /* of the bytes that may be read early */
	size_t room;       /* for them */
	atomic_bool stop;  /* for the thread */
	pthread_t thread;
	bool running; /* not yet joined; the reader's */

	/* The thread's while it runs. */
	struct bytes in, out;
	char *was; /* the place, when the bytes had to move */
	size_t max;
	struct progress *progress;
	struct err err;
	int rc;

	pthread_mutex_t lock; /* to wait for a change of these: */
	pthread_cond_t changed;
	size_t told; /* how many bytes are in the place */
	bool ended;  /* there will not be more */
};

static void
told(void *arg, size_t n)
{
	struct flow *f = arg;

	pthread_mutex_lock(&f->lock);
	f->told = n;
	pthread_cond_signal(&f->changed);
	pthread_mutex_unlock(&f->lock);
}

static bool
stopped(void *arg)
{
	struct flow *f = arg;

	return atomic_load_explicit(&f->stop, memory_order_relaxed);
}

static void *
run(void *arg)
{
	struct flow *f = arg;
	const struct inflate_listener listener = { told, stopped, f };

	f->rc = inflate_gzip(bytes_str(&f->in), f->max, &f->out, &f->was,
		&listener, f->progress, &f->err);
	bytes_free(&f->in);
	pthread_mutex_lock(&f->lock);
	f->ended = true;
	pthread_cond_signal(&f->changed);
	pthread_mutex_unlock(&f->lock);
	return NULL;
}

static struct flow *
new_flow(void)
{
	struct flow *f = xcalloc(1, sizeof(*f));

	atomic_init(&f->stop, false);
	pthread_mutex_init(&f->lock, NULL);
	pthread_cond_init(&f->changed, NULL);
	return f;
}

struct flow *
flow_of(struct bytes *bytes)
{
	struct flow *f = new_flow();

	f->out = *bytes;
	*bytes = (struct bytes)BYTES_INIT;
	f->place = f->out.p;
	f->room = f->told = f->out.n;
	f->ended = true;
	return f;
}

struct flow *
flow_inflate(struct bytes *in, size_t max, struct progress *progress)
{
	struct flow *f = new_flow();

	f->in = *in;
	*in = (struct bytes)BYTES_INIT;
	f->max = max;
	f->progress = progress;
	/* Not xmalloc(): what the file says need not be true. What is not
	   used of it costs nothing. */
	f->out.cap = inflate_guess(bytes_str(&f->in), max);
	f->out.p = malloc(f->out.cap);
	if (f->out.p == NULL)
		f->out.cap = 0;
	f->place = f->out.p;
	f->room = f->out.cap;
	f->running = signals_thread(&f->thread, run, f) == 0;
	if (!f->running)
		(void)run(f);
	return f;
}

static void
join(struct flow *f)
{
	if (f->running)
		(void)pthread_join(f->thread, NULL);
	f->running = false;
}

void
flow_free(struct flow *f)
{
	if (f == NULL)
		return;
	atomic_store_explicit(&f->stop, true, memory_order_relaxed);
	join(f);
	pthread_cond_destroy(&f->changed);
	pthread_mutex_destroy(&f->lock);
	bytes_free(&f->in);
	bytes_free(&f->out);
	free(f->was);
	free(f);
}

bool
flow_is_running(const struct flow *f)
{
	return f->running;
}

const char *
flow_bytes(const struct flow *f)
{
	return f->place;
}

size_t
flow_room(const struct flow *f)
{
	return f->room;
}

size_t
flow_wait(struct flow *f, size_t have)
{
	size_t n;

	pthread_mutex_lock(&f->lock);
	while (f->told == have && !f->ended)
		pthread_cond_wait(&f->changed, &f->lock);
	n = f->told;
	pthread_mutex_unlock(&f->lock);
	return n;
}

int
flow_end(struct flow *f, struct err *err)
{
	join(f);
	if (f->rc != 0)
		*err = f->err;
	return f->rc;
}

const struct bytes *
flow_all(const struct flow *f)
{
	return &f->out;
}

void
flow_take(struct flow *f, struct bytes *bytes)
{
	*bytes = f->out;
	f->out = (struct bytes)BYTES_INIT;
}
