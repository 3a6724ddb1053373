/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptors and files. */
#include "prelude.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/threads.h"
#include "base/utf8.h"
#include "base/xalloc.h"

int
fd_write(int fd, struct str bytes)
{
	while (bytes.n > 0) {
		ssize_t n = write(fd, bytes.p, bytes.n);

		if (n >= 0)
			bytes = str_skip(bytes, (size_t)n);
		else if (errno != EINTR)
			return errno;
	}
	return 0;
}

int
fd_pipe(int end[2], int flags)
{
	if (pipe(end) != 0) {
		end[0] = end[1] = -1;
		return errno;
	}
	/* Neither call fails on an open pipe. */
	for (int i = 0; i < 2; i++) {
		(void)fcntl(end[i], F_SETFD, FD_CLOEXEC);
		(void)fcntl(end[i], F_SETFL, flags);
	}
	return 0;
}

void
fd_close(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

/* ---- Atomic writing of files ---- */

enum { TRIES = 100, UNUSED_MAX = 9999 };

/* The functions below return 0 or an errno. */

/* Close a file. After EINTR it is also closed, and its data is written. */
static int
close_file(int fd)
{
	return close(fd) == 0 || errno == EINTR ? 0 : errno;
}

/* Write text, escaped if fd is a terminal and the text is not `drawn`. */
static int
write_text(int fd, struct str text, bool drawn)
{
	struct strbuf visible = STRBUF_INIT;
	int error;

	if (drawn || !isatty(fd))
		return fd_write(fd, text);
	utf8_put_text(&visible, text, !utf8_locale());
	error = fd_write(fd, strbuf_str(&visible));
	strbuf_free(&visible);
	return error;
}

/* Write the contents of w->from, then w->text. */
static int
write_contents(int fd, const struct whole *w, bool drawn)
{
	char piece[16384];
	off_t at = 0;
	ssize_t n = 0;
	int error = 0;

	while (w->from >= 0 && error == 0 &&
		(n = pread(w->from, piece, sizeof(piece), at)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		at += n;
		error = write_text(fd, str_from(piece, (size_t)n), drawn);
	}
	return error != 0 ? error : write_text(fd, w->text, drawn);
}

/* Write everything, and sync it to the disk if the file system can, unless
   w->soon. */
static int
write_settled(int fd, const struct whole *w)
{
	int rc, error = write_contents(fd, w, true);

	do
		rc = error == 0 && !w->soon ? fsync(fd) : 0;
	while (rc != 0 && errno == EINTR);
	return rc == 0 || errno == EINVAL || errno == ENOTSUP ? error : errno;
}

/* Replace a file. `was` is the stat() result of the old file, or NULL. */
static int
whole_replace(const char *path, const struct stat *was, const struct whole *w)
{
	struct strbuf temp = STRBUF_INIT;
	int fd, error = 0, closed;
	sigset_t before;
	const char *slash;
	size_t folder;

	signals_hold(&before);
	/* Make a new file in the folder of `path`; its name goes to `temp`. */
	slash = strrchr(path, '/');
	folder = slash != NULL ? (size_t)(slash - path) + 1 : 0;
	fd = -1;
	for (int i = 0; fd < 0 && i < TRIES; i++) {
		strbuf_reset(&temp);
		strbuf_add(&temp, str_from(path, folder));
		/* The target's name may have the maximum length: cut it. */
		strbuf_addf(&temp, ".%.*s.%ld.%d", 200, path + folder,
			(long)getpid(), i);
		fd = open(temp.p, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
			w->is_private ? 0600 : 0666);
		if (fd < 0 && errno != EEXIST && errno != EINTR)
			break;
	}
	if (fd < 0) {
		error = errno;
		goto out;
	}
	if (was != NULL && fchmod(fd, was->st_mode & 07777) != 0)
		error = errno;
	if (error == 0)
		error = write_settled(fd, w);
	closed = close_file(fd);
	if (error == 0)
		error = closed;
	if (error == 0 && rename(temp.p, path) != 0)
		error = errno;
	if (error != 0)
		(void)unlink(temp.p);
out:
	signals_release(&before);
	strbuf_free(&temp);
	return error;
}

static int
write_name(const char *name, const struct whole *w, bool drawn)
{
	struct stat was;
	char *real;
	int error;

	if (stat(name, &was) != 0)
		return errno == ENOENT ? whole_replace(name, NULL, w) : errno;
	if (!S_ISREG(was.st_mode)) {
		int fd, directly_error, closed;

		do
			fd = open(name, O_WRONLY | O_CLOEXEC | O_NOCTTY);
		while (fd < 0 && errno == EINTR);
		if (fd < 0)
			return errno;
		directly_error = write_contents(fd, w, drawn);
		closed = close_file(fd);
		return directly_error != 0 ? directly_error : closed;
	}
	/* rename() would replace even a file without write permission. */
	if (access(name, W_OK) != 0)
		return errno;
	real = realpath(name, NULL);
	if (real == NULL)
		return errno;
	error = whole_replace(real, &was, w);
	free(real);
	return error;
}

/* Append to an existing file of `size` bytes; truncate it again on failure. */
static int
append_name(const char *name, off_t size, const struct whole *w)
{
	int fd = open(name, O_WRONLY | O_APPEND | O_CLOEXEC), error, closed;
	sigset_t before;

	if (fd < 0)
		return errno;
	signals_hold(&before);
	error = write_settled(fd, w);
	if (error != 0 && ftruncate(fd, size) != 0)
		error = errno;
	signals_release(&before);
	closed = close_file(fd);
	return error != 0 ? error : closed;
}

int
whole_write_from(struct str path, const struct whole *whole, enum whole_how how,
	struct err *err)
{
	char *name = xstrndup(path.p, path.n);
	struct stat was;
	int error = ENOENT;

	if (how == WHOLE_BEHIND && stat(name, &was) == 0 &&
		S_ISREG(was.st_mode))
		error = append_name(name, was.st_size, whole);
	else if (path.n > 0)
		error = write_name(name, whole, how == WHOLE_DRAWN);
	free(name);
	if (error != 0)
		return err_errno(err, error, "%.*s", STR_ARG(path));
	return 0;
}

int
whole_write(
	struct str path, struct str text, enum whole_how how, struct err *err)
{
	const struct whole whole = { .from = -1, .text = text };

	return whole_write_from(path, &whole, how, err);
}

/* Write to the first unused name, and store the name in *path. */
static int
write_unused(const char *stem, const char *suffix, mode_t mode,
	const struct whole *w, struct strbuf *path)
{
	int fd = -1, error, closed;

	for (int i = 1; fd < 0 && i <= UNUSED_MAX; i++) {
		strbuf_reset(path);
		strbuf_addf(path, "%s%03d.%s", stem, i, suffix);
		fd = open(
			path->p, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		if (fd < 0 && errno != EEXIST)
			return errno;
	}
	if (fd < 0)
		return EEXIST;
	error = write_settled(fd, w);
	closed = close_file(fd);
	if (error == 0)
		error = closed;
	if (error != 0)
		(void)unlink(path->p);
	return error;
}

static int
unused_from(const char *stem, const char *suffix, mode_t mode,
	const struct whole *whole, struct strbuf *path, struct err *err)
{
	sigset_t before;
	int error;

	signals_hold(&before);
	error = write_unused(stem, suffix, mode, whole, path);
	signals_release(&before);
	if (error == EEXIST)
		return err_set(err, ERR_IO,
			"%s: all names up to this one exist", path->p);
	if (error != 0)
		return err_errno(err, error, "%s", path->p);
	return 0;
}

int
whole_write_unused_from(const char *stem, const char *suffix,
	const struct whole *whole, struct strbuf *path, struct err *err)
{
	return unused_from(stem, suffix, 0666, whole, path, err);
}

int
whole_write_temporary_from(const char *suffix, const struct whole *whole,
	struct strbuf *path, struct err *err)
{
	const char *folder = getenv("TMPDIR");
	struct strbuf stem = STRBUF_INIT;
	int rc;

	strbuf_addf(&stem, "%s/flametop",
		folder != NULL && folder[0] != '\0' ? folder : "/tmp");
	rc = unused_from(stem.p, suffix, 0600, whole, path, err);
	strbuf_free(&stem);
	return rc;
}

int
whole_write_unused(const char *stem, const char *suffix, struct str text,
	struct strbuf *path, struct err *err)
{
	const struct whole whole = { .from = -1, .text = text };

	return whole_write_unused_from(stem, suffix, &whole, path, err);
}

bool
whole_exists(struct str path)
{
	char *name = xstrndup(path.p, path.n);
	struct stat st;
	bool there = lstat(name, &st) == 0;

	free(name);
	return there;
}

/* ---- A user's small files ---- */

static int
read_all(int fd, size_t max, struct strbuf *text)
{
	char part[4096];
	ssize_t n;

	while ((n = read(fd, part, sizeof(part))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		strbuf_add(text, str_from(part, (size_t)n));
		if (text->n > max) {
			errno = EFBIG;
			return -1;
		}
	}
	return 0;
}

int
file_read(const char *path, size_t max, struct strbuf *text, struct err *err)
{
	/* O_NONBLOCK, because opening a pipe without a writer would block. */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	int status = 0;

	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
		return 1;
	if (fd < 0)
		return err_errno(err, errno, "%s", path);
	if (fstat(fd, &st) != 0)
		status = err_errno(err, errno, "%s", path);
	else if (!S_ISREG(st.st_mode))
		status = err_set(err, ERR_IO, "%s: not a file", path);
	else if (read_all(fd, max, text) != 0)
		status = err_errno(err, errno, "%s", path);
	close(fd);
	return status;
}

/* Make the parent folders of `path`, with the mode 0700 that XDG requires. */
static int
make_folders(const char *path)
{
	char *part = xstrndup(path, strlen(path));
	int status = 0;

	for (char *at = strchr(part + 1, '/'); at != NULL && status == 0;
		at = strchr(at + 1, '/')) {
		*at = '\0';
		if (mkdir(part, 0700) != 0 && errno != EEXIST)
			status = -1;
		*at = '/';
	}
	free(part);
	return status;
}

int
file_replace(const char *path, struct str text, struct err *err)
{
	if (make_folders(path) != 0)
		return err_errno(err, errno, "%s", path);
	return whole_write(str_c(path), text, WHOLE_TEXT, err);
}

int
file_remember(const char *path, struct str text, struct err *err)
{
	const struct whole whole = {
		.from = -1, .text = text, .is_private = true, .soon = true
	};

	if (make_folders(path) != 0)
		return err_errno(err, errno, "%s", path);
	return whole_write_from(str_c(path), &whole, WHOLE_TEXT, err);
}

int
file_keep(const char *path, struct strbuf *copy, struct err *err)
{
	struct strbuf text = STRBUF_INIT, name = STRBUF_INIT;
	int status = file_read(path, SIZE_MAX - 4096, &text, err);

	for (int i = 1;
		status == 0 && (i == 1 || whole_exists(strbuf_str(&name)));
		i++) {
		strbuf_reset(&name);
		strbuf_addf(&name, "%s.bad", path);
		if (i > 1)
			strbuf_addf(&name, "%d", i);
	}
	if (status > 0)
		status = err_errno(err, ENOENT, "%s", path);
	else if (status == 0)
		status = whole_write(
			strbuf_str(&name), strbuf_str(&text), WHOLE_TEXT, err);
	if (status == 0)
		strbuf_add(copy, strbuf_str(&name));
	strbuf_free(&name);
	strbuf_free(&text);
	return status;
}
