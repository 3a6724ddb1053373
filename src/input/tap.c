/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pipe that grows: see tap.h. */
#include "config.h"

#include "input/tap.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/num.h"
#include "base/threads.h"
#include "base/xalloc.h"
#include "input/cut.h"

#include "base/banned.h"

enum {
	CHUNK = 64 * 1024,
	WAIT_MS = 100, /* how long a stop may take to be seen */
};

struct tap {
	int fd;
	size_t max;
	pthread_t thread;
	atomic_bool stop;

	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t grown;
	struct bytes bytes;
	bool ended;
	struct err err; /* why, if not because all is there */
};

/* Under the lock. */
static void
append(struct tap *t, const char *p, size_t n)
{
	if (t->bytes.cap - t->bytes.n < n) {
		t->bytes.cap = mul_size(t->bytes.cap + n, 2);
		t->bytes.p = xrealloc(t->bytes.p, t->bytes.cap, 1);
	}
	memcpy(t->bytes.p + t->bytes.n, p, n);
	t->bytes.n += n;
}

/* What read() gave. False: that was the end. */
static bool
take(struct tap *t, const char *p, ssize_t n, int errnum)
{
	bool more = true;

	pthread_mutex_lock(&t->lock);
	if (n > 0)
		append(t, p, (size_t)n);
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
run(void *arg)
{
	struct tap *t = arg;
	char *chunk = xmalloc(CHUNK);
	bool more = true;

	while (more && !atomic_load(&t->stop)) {
		struct pollfd pfd = { .fd = t->fd, .events = POLLIN };
		ssize_t n;

		if (poll(&pfd, 1, WAIT_MS) == 0)
			continue;
		n = read(t->fd, chunk, CHUNK);
		more = take(t, chunk, n, errno);
	}
	free(chunk);
	return NULL;
}

struct tap *
tap_new(int fd, size_t max, struct err *err)
{
	struct tap *t = xcalloc(1, sizeof(*t));
	int rc;

	t->fd = fd;
	t->max = max;
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->grown, NULL);
	rc = signals_thread(&t->thread, run, t);
	if (rc == 0)
		return t;
	(void)err_errno(err, rc, "cannot start a thread");
	free(t);
	return NULL;
}

void
tap_free(struct tap *t)
{
	if (t == NULL)
		return;
	atomic_store(&t->stop, true);
	(void)pthread_join(t->thread, NULL);
	pthread_cond_destroy(&t->grown);
	pthread_mutex_destroy(&t->lock);
	bytes_free(&t->bytes);
	free(t);
}

/* Under the lock: what may be looked at. */
static size_t
ready(const struct tap *t)
{
	return t->ended ? t->bytes.n : cut_lines(bytes_str(&t->bytes));
}

size_t
tap_size(struct tap *t, bool *ended)
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
await_growth(struct tap *t)
{
	struct timespec until;

	(void)clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += WAIT_MS * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	(void)pthread_cond_timedwait(&t->grown, &t->lock, &until);
}

int
tap_read(struct tap *t, struct bytes *out, struct progress *progress,
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
		out->cap = n + 1;
		out->p = xmalloc(out->cap);
		memcpy(out->p, t->bytes.p != NULL ? t->bytes.p : "", n);
		out->n = n;
	}
	pthread_mutex_unlock(&t->lock);
	return rc;
}
