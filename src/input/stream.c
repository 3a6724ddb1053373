/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input in pieces (stream.h). */
#include "prelude.h"

#include "input/stream.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "base/threads.h"
#include "base/xalloc.h"
#include "input/bytes.h"
#include "input/inflate.h"
#include "input/unpack.h"
#include "input/zstd.h"

enum {
	PIECES = 4,
	PIECE = 256 << 10, /* all pieces fit into a second-level cache */
	INPUT = 128 << 10,
};

struct stream_piece {
	char *room; /* STREAM_ROOM bytes, then the piece */
	size_t n;   /* bytes in the piece */
};

struct stream {
	int fd; /* -1: the input is in `in` */
	off_t begin;
	size_t size, expected;
	struct bytes in;                 /* all input, or a buffer for fd */
	const struct unpacker *unpacker; /* NULL: not packed */
	void *unpacking;
	struct progress *progress;
	pthread_t thread;
	bool running;     /* for the reader: thread must be joined */
	bool holds;       /* for the reader: it still uses a piece */
	atomic_bool stop; /* makes the thread end */

	/* Owned by the thread while it runs: */
	size_t used;      /* bytes of `in` consumed */
	size_t read;      /* bytes read from the file */
	size_t taken;     /* bytes of input processed */
	uint64_t made;    /* bytes unpacked */
	bool over, right; /* nothing follows; input is undamaged */

	struct stream_piece piece[PIECES];
	pthread_mutex_t lock; /* protects the fields below */
	pthread_cond_t changed;
	size_t filled, done; /* number of pieces filled, and released */
	bool ended;          /* no more pieces follow */
};

static struct stream *
new_stream(void)
{
	struct stream *f = xcalloc(1, sizeof(*f));

	f->fd = -1;
	atomic_init(&f->stop, false);
	pthread_mutex_init(&f->lock, NULL);
	pthread_cond_init(&f->changed, NULL);
	return f;
}

struct stream *
stream_of(struct bytes *bytes)
{
	struct stream *f = new_stream();

	f->in = *bytes;
	f->size = bytes->n;
	*bytes = (struct bytes)BYTES_INIT;
	return f;
}

struct stream *
stream_of_file(int fd, size_t size)
{
	struct stream *f = new_stream();

	f->fd = fd;
	f->begin = lseek(fd, 0, SEEK_CUR);
	f->size = size;
	return f;
}

static void
stream_stop(struct stream *f)
{
	if (!f->running)
		return;
	atomic_store_explicit(&f->stop, true, memory_order_relaxed);
	pthread_mutex_lock(&f->lock);
	f->done = f->filled;
	pthread_cond_signal(&f->changed);
	pthread_mutex_unlock(&f->lock);
	(void)pthread_join(f->thread, NULL);
	f->running = false;
}

void
stream_free(struct stream *f)
{
	if (f == NULL)
		return;
	stream_stop(f);
	pthread_cond_destroy(&f->changed);
	pthread_mutex_destroy(&f->lock);
	if (f->unpacking != NULL)
		f->unpacker->end(f->unpacking);
	if (f->fd >= 0)
		(void)close(f->fd);
	for (size_t i = 0; i < PIECES; i++)
		free(f->piece[i].room);
	bytes_free(&f->in);
	free(f);
}

int
stream_fd(const struct stream *f)
{
	return f->fd;
}

void
stream_take(struct stream *f, struct bytes *bytes)
{
	/* Stop the thread first, because it reads f->in. */
	stream_stop(f);
	*bytes = f->in;
	f->in = (struct bytes)BYTES_INIT;
}

/* ---- The thread's part ---- */

/* Read at most n bytes from the file. False on error. */
static bool
stream_read(struct stream *f, char *to, size_t n, size_t *got)
{
	ssize_t rc;

	do {
		rc = pread(f->fd, to, n, f->begin + (off_t)f->read);
	} while (rc < 0 && errno == EINTR);
	*got = rc > 0 ? (size_t)rc : 0;
	f->read += *got;
	return rc >= 0;
}

/* Refill f->in if it has less than UNPACK_LEAST bytes. False on error. */
static bool
stream_refill(struct stream *f)
{
	size_t left = f->in.n - f->used, got = 1;

	if (f->fd < 0 || left >= UNPACK_LEAST || f->read >= f->size)
		return true;
	memmove(f->in.p, f->in.p + f->used, left);
	f->used = 0;
	f->in.n = left;
	while (f->in.n < UNPACK_LEAST && got > 0) {
		if (!stream_read(
			    f, f->in.p + f->in.n, f->in.cap - f->in.n, &got))
			return false;
		f->in.n += got;
	}
	return true;
}

static void
stream_fill(struct stream *f, struct stream_piece *to)
{
	to->n = 0;
	while (!f->over && to->n < PIECE) {
		if (f->unpacker != NULL) {
			struct unpack_step s = { .nin = 0 };
			enum unpack_outcome outcome = UNPACK_BAD;
			struct err unused = ERR_INIT;

			/* Unpack into the rest of the piece. */
			if (stream_refill(f)) {
				s.in = f->in.p + f->used;
				s.nin = f->in.n - f->used;
				s.nin = s.nin < INPUT ? s.nin : INPUT;
				s.out = to->room + STREAM_ROOM + to->n;
				s.nout = PIECE - to->n;
				outcome = f->unpacker->step(f->unpacking, &s);
				/* The input is truncated. */
				if (outcome == UNPACK_MORE && s.nin == 0 &&
					s.made == 0)
					outcome = UNPACK_BAD;
			}
			f->used += s.used;
			f->taken += s.used;
			to->n += s.made;
			f->made += s.made;
			f->right = outcome == UNPACK_END;
			f->over = outcome != UNPACK_MORE ||
				ratio_check(f->taken, f->made, 0, &unused) != 0;
		} else {
			size_t got;

			/* The input is not packed. */
			f->right =
				stream_read(f, to->room + STREAM_ROOM + to->n,
					PIECE - to->n, &got);
			f->over = got == 0;
			to->n += got;
			f->taken += got;
		}
		f->over = f->over || progress_stopped(f->progress) ||
			atomic_load_explicit(&f->stop, memory_order_relaxed);
	}
	progress_done(f->progress, f->taken);
	/* The file shrank or grew while it was read. */
	if (f->over && f->taken != f->size)
		f->right = false;
}

static void *
fill_pieces(void *arg)
{
	struct stream *f = arg;
	bool over = false;

	while (!over) {
		pthread_mutex_lock(&f->lock);
		while (f->filled - f->done == PIECES)
			pthread_cond_wait(&f->changed, &f->lock);
		pthread_mutex_unlock(&f->lock);
		stream_fill(f, &f->piece[f->filled % PIECES]);
		over = f->over;
		pthread_mutex_lock(&f->lock);
		f->filled++;
		f->ended = over;
		pthread_cond_signal(&f->changed);
		pthread_mutex_unlock(&f->lock);
	}
	return NULL;
}

/* ---- The reader's part ---- */

/* Choose the unpacker by the first bytes, and estimate the unpacked size. False
   if the input cannot be read in pieces. */
static bool
choose_unpacker(struct stream *f, struct str head, const char last[4])
{
	f->expected = f->size;
	if (inflate_is_gzip(head)) {
		f->unpacker = &unpack_gzip;
		f->expected = inflate_guess(last, f->size);
#ifdef HAVE_ZSTD
	} else if (zstd_is_packed(head)) {
		f->unpacker = &unpack_zstd;
		f->expected = zstd_guess(head, f->size);
#endif
	} else {
		return f->fd >= 0 && !inflate_is_packed(head);
	}
	f->unpacking = f->unpacker->start();
	return true;
}

bool
stream_start(struct stream *f, struct progress *progress)
{
	char head[UNPACK_LEAST], last[4];

	f->progress = progress;
	if (f->size < STREAM_LEAST)
		return false;
	if (f->fd < 0) {
		memcpy(head, f->in.p, sizeof(head));
		memcpy(last, f->in.p + f->size - sizeof(last), sizeof(last));
	} else if (pread(f->fd, head, sizeof(head), f->begin) !=
			(ssize_t)sizeof(head) ||
		pread(f->fd, last, sizeof(last),
			f->begin + (off_t)(f->size - sizeof(last))) !=
			(ssize_t)sizeof(last)) {
		return false;
	}
	if (!choose_unpacker(f, str_from(head, sizeof(head)), last))
		return false;
	if (f->fd >= 0) {
		f->in.cap = INPUT;
		f->in.p = xmalloc(INPUT);
	}
	for (size_t i = 0; i < PIECES; i++)
		f->piece[i].room = xmalloc(STREAM_ROOM + PIECE);
	progress_stage(progress, PROGRESS_INFLATE, f->size);
	f->running = thread_start(&f->thread, fill_pieces, f) == 0;
	return true;
}

size_t
stream_expected(const struct stream *f)
{
	return f->expected;
}

bool
stream_next(struct stream *f, struct str *piece)
{
	const struct stream_piece *p = &f->piece[0];
	bool any;

	if (!f->running) {
		any = !f->over;
		if (any)
			stream_fill(f, &f->piece[0]);
		*piece = str_from(p->room + STREAM_ROOM, p->n);
		return any;
	}
	pthread_mutex_lock(&f->lock);
	f->done += f->holds;
	pthread_cond_signal(&f->changed);
	while (f->filled == f->done && !f->ended)
		pthread_cond_wait(&f->changed, &f->lock);
	any = f->filled > f->done;
	p = &f->piece[f->done % PIECES];
	f->holds = any;
	pthread_mutex_unlock(&f->lock);
	*piece = str_from(p->room + STREAM_ROOM, any ? p->n : 0);
	return any;
}

bool
stream_is_right(const struct stream *f)
{
	return f->right;
}

/* ---- Growing pipes ---- */

enum {
	CHUNK = 64 * 1024,
	WAIT_MS = 100, /* longest delay before a stop is noticed */
};

struct growing {
	int fd;
	size_t max;
	pthread_t thread;
	atomic_bool stop;

	pthread_mutex_t lock; /* protects the fields below */
	pthread_cond_t grown;
	struct strbuf bytes;
	bool ended;
	struct err err; /* reason for an early end */
};

static void *
growing_run(void *arg)
{
	struct growing *t = arg;
	char *chunk = xmalloc(CHUNK);
	bool more = true;

	while (more && !atomic_load(&t->stop)) {
		struct pollfd pfd = { .fd = t->fd, .events = POLLIN };
		ssize_t n;
		int errnum;

		if (poll(&pfd, 1, WAIT_MS) == 0)
			continue;
		n = read(t->fd, chunk, CHUNK);
		/* Save errno of read() before other calls. */
		errnum = errno;
		more = true;
		pthread_mutex_lock(&t->lock);
		if (n > 0)
			strbuf_add(&t->bytes, str_from(chunk, (size_t)n));
		else if (n == 0 || (errnum != EINTR && errnum != EAGAIN))
			more = false;
		if (n < 0 && !more)
			(void)err_errno(&t->err, errnum, "cannot read");
		if (t->max != 0 && t->bytes.n > t->max) {
			(void)err_set(&t->err, ERR_LIMIT,
				"grew larger than the memory limit (see "
				"--max-memory)");
			more = false;
		}
		t->ended = !more;
		pthread_cond_broadcast(&t->grown);
		pthread_mutex_unlock(&t->lock);
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

/* Return the number of usable bytes. Needs the lock. */
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
		else {
			struct timespec until;

			/* Wait, with the lock released. */
			(void)clock_gettime(CLOCK_REALTIME, &until);
			until.tv_nsec += WAIT_MS * 1000000L;
			until.tv_sec += until.tv_nsec / 1000000000L;
			until.tv_nsec %= 1000000000L;
			(void)pthread_cond_timedwait(
				&t->grown, &t->lock, &until);
		}
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
