/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes that come while they are read: see stream.h. */
#include "config.h"

#include "input/stream.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "base/threads.h"
#include "base/xalloc.h"
#include "input/bytes.h"
#include "input/inflate.h"

#include "base/banned.h"

struct stream {
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
stream_told(void *arg, size_t n)
{
	struct stream *f = arg;

	pthread_mutex_lock(&f->lock);
	f->told = n;
	pthread_cond_signal(&f->changed);
	pthread_mutex_unlock(&f->lock);
}

static bool
stream_stopped(void *arg)
{
	struct stream *f = arg;

	return atomic_load_explicit(&f->stop, memory_order_relaxed);
}

static void *
inflate_early(void *arg)
{
	struct stream *f = arg;
	const struct inflate_listener listener = { stream_told, stream_stopped,
		f };

	f->rc = inflate_gzip(bytes_str(&f->in), f->max, &f->out, &f->was,
		&listener, f->progress, &f->err);
	bytes_free(&f->in);
	pthread_mutex_lock(&f->lock);
	f->ended = true;
	pthread_cond_signal(&f->changed);
	pthread_mutex_unlock(&f->lock);
	return NULL;
}

static struct stream *
new_stream(void)
{
	struct stream *f = xcalloc(1, sizeof(*f));

	atomic_init(&f->stop, false);
	pthread_mutex_init(&f->lock, NULL);
	pthread_cond_init(&f->changed, NULL);
	return f;
}

struct stream *
stream_of(struct bytes *bytes)
{
	struct stream *f = new_stream();

	f->out = *bytes;
	*bytes = (struct bytes)BYTES_INIT;
	f->place = f->out.p;
	f->room = f->told = f->out.n;
	f->ended = true;
	return f;
}

struct stream *
stream_inflate(struct bytes *in, size_t max, struct progress *progress)
{
	struct stream *f = new_stream();

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
	f->running = thread_start(&f->thread, inflate_early, f) == 0;
	if (!f->running)
		(void)inflate_early(f);
	return f;
}

static void
stream_join(struct stream *f)
{
	if (f->running)
		(void)pthread_join(f->thread, NULL);
	f->running = false;
}

void
stream_free(struct stream *f)
{
	if (f == NULL)
		return;
	atomic_store_explicit(&f->stop, true, memory_order_relaxed);
	stream_join(f);
	pthread_cond_destroy(&f->changed);
	pthread_mutex_destroy(&f->lock);
	bytes_free(&f->in);
	bytes_free(&f->out);
	free(f->was);
	free(f);
}

bool
stream_is_running(const struct stream *f)
{
	return f->running;
}

const char *
stream_bytes(const struct stream *f)
{
	return f->place;
}

size_t
stream_room(const struct stream *f)
{
	return f->room;
}

size_t
stream_wait(struct stream *f, size_t have)
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
stream_end(struct stream *f, struct err *err)
{
	stream_join(f);
	if (f->rc != 0)
		*err = f->err;
	return f->rc;
}

const struct bytes *
stream_all(const struct stream *f)
{
	return &f->out;
}

void
stream_take(struct stream *f, struct bytes *bytes)
{
	*bytes = f->out;
	f->out = (struct bytes)BYTES_INIT;
}

/* ---- A pipe that grows ---- */

enum {
	CHUNK = 64 * 1024,
	WAIT_MS = 100, /* how long a stop may take to be seen */
};

struct growing {
	int fd;
	size_t max;
	pthread_t thread;
	atomic_bool stop;

	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t grown;
	struct strbuf bytes;
	bool ended;
	struct err err; /* why, if not because all is there */
};

/* What read() gave. False: that was the end. */
static bool
growing_take(struct growing *t, const char *p, ssize_t n, int errnum)
{
	bool more = true;

	pthread_mutex_lock(&t->lock);
	if (n > 0)
		strbuf_add(&t->bytes, str_from(p, (size_t)n));
	else if (n == 0 || (errnum != EINTR && errnum != EAGAIN))
		more = false;
	if (n < 0 && !more)
		(void)err_errno(&t->err, errnum, "cannot read");
	if (t->max != 0 && t->bytes.n > t->max) {
		(void)err_set(&t->err, ERR_LIMIT,
			"it grew larger than the memory limit (see "
			"--max-memory)");
		more = false;
	}
	t->ended = !more;
	pthread_cond_broadcast(&t->grown);
	pthread_mutex_unlock(&t->lock);
	return more;
}

static void *
growing_run(void *arg)
{
	struct growing *t = arg;
	char *chunk = xmalloc(CHUNK);
	bool more = true;

	while (more && !atomic_load(&t->stop)) {
		struct pollfd pfd = { .fd = t->fd, .events = POLLIN };
		ssize_t n;

		if (poll(&pfd, 1, WAIT_MS) == 0)
			continue;
		n = read(t->fd, chunk, CHUNK);
		more = growing_take(t, chunk, n, errno);
	}
	free(chunk);
	return NULL;
}

struct growing *
growing_new(int fd, size_t max, struct err *err)
{
	struct growing *t = xcalloc(1, sizeof(*t));
	int rc;

	t->fd = fd;
	t->max = max;
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->grown, NULL);
	rc = thread_start(&t->thread, growing_run, t);
	if (rc == 0)
		return t;
	(void)err_errno(err, rc, "cannot start a thread");
	free(t);
	return NULL;
}

void
growing_free(struct growing *t)
{
	if (t == NULL)
		return;
	atomic_store(&t->stop, true);
	(void)pthread_join(t->thread, NULL);
	pthread_cond_destroy(&t->grown);
	pthread_mutex_destroy(&t->lock);
	strbuf_free(&t->bytes);
	free(t);
}

/* Under the lock: what may be looked at. */
static size_t
ready(const struct growing *t)
{
	return t->ended ? t->bytes.n : bytes_lines(strbuf_str(&t->bytes));
}

size_t
growing_size(struct growing *t, bool *ended)
{
	size_t n;

	pthread_mutex_lock(&t->lock);
	n = ready(t);
	*ended = t->ended;
	pthread_mutex_unlock(&t->lock);
	return n;
}

/* Under the lock, which is given up meanwhile. */
static void
await_growth(struct growing *t)
{
	struct timespec until;

	(void)clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += WAIT_MS * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	(void)pthread_cond_timedwait(&t->grown, &t->lock, &until);
}

int
growing_read(struct growing *t, struct bytes *out, struct progress *progress,
	struct err *err)
{
	size_t n;
	int rc = 0;

	*out = (struct bytes)BYTES_INIT;
	pthread_mutex_lock(&t->lock);
	while ((n = ready(t)) == 0 && !t->ended && rc == 0) {
		if (progress_stopped(progress))
			rc = err_set(err, ERR_CANCELLED, "cancelled");
		else
			await_growth(t);
	}
	if (rc == 0 && t->err.code != ERR_NONE) {
		*err = t->err;
		rc = -1;
	}
	if (rc == 0) {
		out->p = xstrndup(t->bytes.p, n);
		out->n = n;
		out->cap = n + 1;
	}
	pthread_mutex_unlock(&t->lock);
	return rc;
}
