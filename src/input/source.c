/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and standard input (source.h). */
#include "prelude.h"

#include "input/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/num.h"
#include "base/xalloc.h"
#include "input/bytes.h"
#include "input/inflate.h"
#include "input/stream.h"
#include "input/zstd.h"

enum {
	CHUNK = 1 << 20,
	POLL_MS = 10, /* longest delay before a cancellation is noticed */
	LEVELS = 2,   /* levels of compression to undo */
};

/* The message omits the limit, which the caller adds: only the rest of it is
   known here. */
static int
fail_limit(struct err *err)
{
	return err_set(err, ERR_LIMIT,
		"larger than the memory limit (see --max-memory)");
}

/* Wait for input, so that a slow pipe can be cancelled; if `waits` is false,
   only check. 1; 0 if the user stopped early; -1 and err. */
static int
wait_readable(int fd, bool waits, size_t size, struct bytes *out,
	const struct progress *progress, struct err *err)
{
	struct pollfd pfd = { .fd = fd, .events = POLLIN };
	int rc = 1;

	do {
		if (progress_stopped(progress))
			return err_set(err, ERR_CANCELLED, "cancelled");
		if (bytes_cut(out, out->n, size, progress))
			return 0;
		if (waits)
			rc = poll(&pfd, 1, POLL_MS);
	} while (rc == 0 || (rc < 0 && errno == EINTR));
	return 1;
}

/* Read fd to its end. */
static int
read_fd(int fd, const struct stat *st, size_t max, struct bytes *out,
	struct progress *progress, struct err *err)
{
	bool waits = !S_ISREG(st->st_mode) || st->st_size == 0;
	size_t size = waits ? 0 : (size_t)st->st_size;

	if (max != 0 && size > max)
		return fail_limit(err);
	progress_stage(progress, PROGRESS_START, size);
	/* With one spare byte, the end is found without growing the buffer. */
	out->cap = size + 1 < CHUNK ? CHUNK : size + 1;
	out->p = xmalloc(out->cap);
	for (;;) {
		int rc = wait_readable(fd, waits, size, out, progress, err);
		ssize_t n;

		if (rc <= 0)
			return rc;
		if (out->n == out->cap) {
			out->cap = mul_size(out->cap, 2);
			out->p = xrealloc(out->p, out->cap, 1);
		}
		n = read(fd, out->p + out->n,
			out->cap - out->n < 2 * (size_t)CHUNK
				? out->cap - out->n
				: 2 * (size_t)CHUNK);
		if (n == 0)
			return 0;
		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return err_errno(err, errno, "cannot read");
		if (n > 0)
			out->n += (size_t)n;
		if (max != 0 && out->n > max)
			return fail_limit(err);
		progress_done(progress, out->n);
	}
}

/* Read from the current offset. Fails if the file shrinks during the read. */
static int
read_regular(int fd, const struct stat *st, size_t max, struct bytes *out,
	struct progress *progress, struct err *err)
{
	struct stat now;

	if (read_fd(fd, st, max, out, progress, err) != 0)
		return -1;
	/* Report a file that shrank: text that ends at a line end would look
	   complete. */
	if (!S_ISREG(st->st_mode) || out->part != 0 || fstat(fd, &now) != 0 ||
		now.st_size >= st->st_size)
		return 0;
	return err_set(err, ERR_IO,
		"it shrank while being read, from %jd bytes to %jd",
		(intmax_t)st->st_size, (intmax_t)now.st_size);
}

/* Return a stream over a large regular file; read anything else completely.
   Takes over fd. */
static struct stream *
stream_of_fd(int fd, size_t max, struct progress *progress, struct err *err)
{
	struct bytes bytes = BYTES_INIT;
	off_t at = lseek(fd, 0, SEEK_CUR);
	struct stat st;
	int rc = -1;

	if (fstat(fd, &st) != 0)
		(void)err_errno(err, errno, "cannot stat");
	else if (S_ISDIR(st.st_mode))
		(void)err_set(err, ERR_IO, "the folder contains no files");
	else if (!S_ISREG(st.st_mode))
		rc = read_fd(fd, &st, max, &bytes, progress, err);
	else if (at >= 0 && st.st_size - at >= STREAM_LEAST)
		return stream_of_file(fd, (size_t)(st.st_size - at));
	else
		rc = read_regular(fd, &st, max, &bytes, progress, err);
	(void)close(fd);
	if (rc == 0)
		return stream_of(&bytes);
	bytes_free(&bytes);
	return NULL;
}

static int
open_file(struct str name, struct err *err)
{
	char *path = xstrndup(name.p, name.n);
	/* O_NONBLOCK: wait_readable() waits for a pipe's writer instead. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	free(path);
	if (fd < 0 && errno == ENOENT) {
		bool pattern = false;

		/* Explain the error if the name suggests a cause. */
		for (size_t i = 0; i < name.n; i++)
			pattern =
				pattern || str_chr(STR("*?["), name.p[i]) >= 0;
		if (pattern)
			return err_set(err, ERR_IO,
				"no such file: the pattern was quoted or "
				"matches nothing; a folder can be given by its "
				"name");
		if (str_starts(name, STR("@")))
			return err_set(err, ERR_IO,
				"no such file; @NAME reads a list of files, "
				"one per line");
		return err_errno(err, ENOENT, "cannot open");
	}
	return fd < 0 ? err_errno(err, errno, "cannot open") : fd;
}

struct stream *
source_open(struct str name, size_t max_memory, struct progress *progress,
	struct err *err)
{
	int fd = -1;

	if (!str_is(name, "-")) {
		fd = open_file(name, err);
	} else if (isatty(STDIN_FILENO)) {
		(void)err_set(err, ERR_IO,
			"standard input is a terminal: pipe a profile into "
			"it, or name a file");
	} else {
		fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
		if (fd < 0)
			(void)err_errno(err, errno, "cannot open");
	}
	return fd < 0 ? NULL : stream_of_fd(fd, max_memory, progress, err);
}

struct stream *
source_open_growing(
	struct growing *growing, struct progress *progress, struct err *err)
{
	struct bytes bytes = BYTES_INIT;

	progress_stage(progress, PROGRESS_START, 0);
	if (growing_read(growing, &bytes, progress, err) == 0)
		return stream_of(&bytes);
	bytes_free(&bytes);
	return NULL;
}

int
source_whole(struct stream *stream, size_t max_memory, struct bytes *out,
	struct progress *progress, struct err *err)
{
	int fd = stream_fd(stream), rc = 0;
	struct stat st;

	*out = (struct bytes)BYTES_INIT;
	if (fd < 0)
		stream_take(stream, out);
	else if (fstat(fd, &st) != 0)
		rc = err_errno(err, errno, "cannot stat");
	else
		rc = read_regular(fd, &st, max_memory, out, progress, err);
	if (rc == 0 && max_memory != 0 && out->n > max_memory)
		rc = fail_limit(err);
	for (int level = 0; rc == 0 && level < LEVELS; level++) {
		int packed;
		struct bytes inner = BYTES_INIT;
		size_t left;

		/* Decompress one level. Compressed and decompressed bytes are
		   in memory together, so they share the limit. */
		if (max_memory == 0)
			left = 0;
		else
			left = out->n < max_memory ? max_memory - out->n : 1;
		packed = zstd_all(bytes_str(out), left, &inner, progress, err);

		if (packed == 0)
			packed = inflate_all(
				bytes_str(out), left, &inner, progress, err);
		if (packed > 0) {
			bytes_free(out);
			*out = inner;
		}

		if (packed == 0)
			break;
		rc = packed < 0 ? -1 : 0;
	}
	if (rc != 0)
		bytes_free(out);
	return rc;
}

int
source_read(struct str name, size_t max_memory, struct bytes *out,
	struct progress *progress, struct err *err)
{
	struct stream *f = source_open(name, max_memory, progress, err);
	int rc = -1;

	*out = (struct bytes)BYTES_INIT;
	if (f != NULL)
		rc = source_whole(f, max_memory, out, progress, err);
	stream_free(f);
	return rc;
}

bool
source_stat(struct str name, struct stat *st)
{
	char *path = xstrndup(name.p, name.n);
	bool known = !str_is(name, "-") && stat(path, st) == 0;

	free(path);
	return known;
}

bool
source_is_program(struct str name)
{
	static const struct str magics[] = {
		{ "\x7f"
		  "ELF",
			4 },
		{ "\xfe\xed\xfa\xce", 4 },
		{ "\xfe\xed\xfa\xcf", 4 },
		{ "\xce\xfa\xed\xfe", 4 },
		{ "\xcf\xfa\xed\xfe", 4 },
		{ "\xca\xfe\xba\xbe", 4 },
		{ "MZ", 2 },
	};
	char *path = xstrndup(name.p, name.n), head[4];
	struct stat st;
	bool found = false;
	int fd = -1;

	/* Opening a pipe would consume its bytes, or block. */
	if (source_stat(name, &st) && S_ISREG(st.st_mode))
		fd = open(path, O_RDONLY | O_CLOEXEC);
	free(path);
	if (fd < 0)
		return false;
	if (read(fd, head, sizeof(head)) == (ssize_t)sizeof(head))
		for (size_t i = 0; i < COUNT_OF(magics); i++)
			found = found ||
				str_starts(str_from(head, sizeof(head)),
					magics[i]);
	(void)close(fd);
	return found;
}
