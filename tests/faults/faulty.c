/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The system's calls, which fail when they are told to: linked between the
 * program and the C library (ld --wrap), so that each place that calls one can
 * be tried without a full disk or a broken one.
 *
 *     FT_FAULT=write:3:ENOSPC     the third write() fails
 *     FT_FAULT=write:3+:ENOSPC    and all that follow
 *     FT_FAULT=any:1+:EINTR       of any call that a signal may interrupt,
 *                                 every other one is interrupted
 *     FT_FAULT=read:1+:short      reads get a byte; writes write one
 *     FT_FAULT=read:2:cut         $FT_FAULT_FILE loses its second half
 *     FT_FAULT=read:2:replace     ... becomes another file, with other bytes
 *     FT_FAULT=fsync:1:kill       SIGTERM comes just then
 *     FT_FAULT=fsync:1+:hang      it does not return
 *
 * When it did fail, a line is appended to the file $FT_FAULT_LOG.
 */
#define _GNU_SOURCE 1 /* ppoll() */
#include "prelude.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/str.h"

ssize_t __real_read(int fd, void *p, size_t n);
ssize_t __real_write(int fd, const void *p, size_t n);
int __real_open(const char *path, int flags, ...);
int __real_close(int fd);
int __real_fsync(int fd);
int __real_fstat(int fd, struct stat *st);
int __real_fchmod(int fd, mode_t mode);
int __real_rename(const char *from, const char *to);
int __real_mkdir(const char *path, mode_t mode);
int __real_pipe(int fd[2]);
int __real_poll(struct pollfd *fds, nfds_t n, int timeout);
int __real_ppoll(struct pollfd *fds, nfds_t n, const struct timespec *limit,
	const sigset_t *mask);
pid_t __real_waitpid(pid_t pid, int *status, int options);
pid_t __real_fork(void);
FILE *__real_tmpfile(void);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attr,
	void *(*run)(void *), void *arg);
int __real_posix_spawnp(pid_t *pid, const char *file,
	const posix_spawn_file_actions_t *actions,
	const posix_spawnattr_t *attr, char *const argv[], char *const env[]);

ssize_t __wrap_read(int fd, void *p, size_t n);
ssize_t __wrap_write(int fd, const void *p, size_t n);
int __wrap_open(const char *path, int flags, ...);
int __wrap_close(int fd);
int __wrap_fsync(int fd);
int __wrap_fstat(int fd, struct stat *st);
int __wrap_fchmod(int fd, mode_t mode);
int __wrap_rename(const char *from, const char *to);
int __wrap_mkdir(const char *path, mode_t mode);
int __wrap_pipe(int fd[2]);
int __wrap_poll(struct pollfd *fds, nfds_t n, int timeout);
int __wrap_ppoll(struct pollfd *fds, nfds_t n, const struct timespec *limit,
	const sigset_t *mask);
pid_t __wrap_waitpid(pid_t pid, int *status, int options);
pid_t __wrap_fork(void);
FILE *__wrap_tmpfile(void);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr,
	void *(*run)(void *), void *arg);
int __wrap_posix_spawnp(pid_t *pid, const char *file,
	const posix_spawn_file_actions_t *actions,
	const posix_spawnattr_t *attr, char *const argv[], char *const env[]);
/* Besides errno. */
enum { NO_FAULT = 0, SHORT = 10001, CUT, REPLACE, KILL, HANG };

static const struct {
	const char *name;
	int error;
} errors[] = { { "EINTR", EINTR }, { "EIO", EIO }, { "ENOSPC", ENOSPC },
	{ "EPIPE", EPIPE }, { "EMFILE", EMFILE }, { "EACCES", EACCES },
	{ "EAGAIN", EAGAIN }, { "ENOMEM", ENOMEM }, { "EFBIG", EFBIG },
	{ "short", SHORT }, { "kill", KILL }, { "hang", HANG }, { "cut", CUT },
	{ "replace", REPLACE } };

static void
note(const char *call, long n)
{
	const char *path = getenv("FT_FAULT_LOG");
	char line[64];
	int fd, length;

	if (path == NULL)
		return;
	fd = __real_open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	length = snprintf(line, sizeof(line), "%s %ld\n", call, n);
	if (fd >= 0 && __real_write(fd, line, (size_t)length) < 0)
		abort();
	if (fd >= 0)
		(void)__real_close(fd);
}

static int
error_named(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(errors); i++)
		if (str_is(name, errors[i].name))
			return errors[i].error;
	abort();
}

static bool
interruptible(const char *call)
{
	static const char *const calls[] = { "read", "write", "poll", "fsync",
		"waitpid" };

	for (size_t i = 0; i < COUNT_OF(calls); i++)
		if (strcmp(calls[i], call) == 0)
			return true;
	return false;
}

static void
change_file(int how)
{
	const char *path = getenv("FT_FAULT_FILE");
	struct stat st;

	if (path == NULL || stat(path, &st) != 0)
		abort();
	if (how == CUT) {
		if (truncate(path, st.st_size / 2) != 0)
			abort();
		return;
	}
	if (unlink(path) != 0)
		abort();
	int fd = __real_open(path, O_WRONLY | O_CREAT, 0600);
	if (fd < 0 || __real_write(fd, "other;bytes 1\n", 14) != 14)
		abort();
	(void)__real_close(fd);
}

/* How this call is to fail: an errno, one of the above, or NO_FAULT. */
static int
fault(const char *call)
{
	static atomic_long counts[16];
	static const char *const names[] = { "read", "write", "open", "close",
		"fsync", "fstat", "fchmod", "rename", "mkdir", "pipe", "poll",
		"waitpid", "fork", "tmpfile", "pthread_create",
		"posix_spawnp" };
	struct str what = str_c(getenv("FT_FAULT")), name, number;
	int64_t wanted = 0;
	bool all;
	int error;
	long n = 0;

	if (what.n == 0)
		return NO_FAULT;
	name = str_cut(&what, ':');
	number = str_cut(&what, ':');
	if (!str_is(name, call) &&
		!(str_is(name, "any") && interruptible(call)))
		return NO_FAULT;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(names[i], call) == 0)
			n = atomic_fetch_add(&counts[i], 1) + 1;
	all = str_ends(number, STR("+"));
	if (all)
		number.n--;
	if (!str_to_i64(number, &wanted))
		abort();
	error = error_named(what);
	/* What is interrupted always never ends. */
	if (n < wanted || (n > wanted && !all) ||
		(all && error == EINTR && n % 2 == 0))
		return NO_FAULT;
	note(call, n);
	if (error == KILL)
		return kill(getpid(), SIGTERM) == 0 ? NO_FAULT : EINVAL;
	while (error == HANG)
		(void)__real_poll(NULL, 0, -1);
	if (error == CUT || error == REPLACE) {
		change_file(error);
		return NO_FAULT;
	}
	return error;
}

static bool
fails(const char *call)
{
	int error = fault(call);

	if (error == NO_FAULT || error == SHORT)
		return false;
	errno = error;
	return true;
}

ssize_t
__wrap_read(int fd, void *p, size_t n)
{
	int error = fault("read");

	if (error == SHORT)
		n = n > 1 ? 1 : n;
	else if (error != NO_FAULT)
		return errno = error, -1;
	return __real_read(fd, p, n);
}

ssize_t
__wrap_write(int fd, const void *p, size_t n)
{
	int error = fault("write");

	if (error == SHORT)
		n = n > 1 ? 1 : n;
	else if (error != NO_FAULT)
		return errno = error, -1;
	return __real_write(fd, p, n);
}

int
__wrap_open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list ap;

	va_start(ap, flags);
	if (flags & O_CREAT)
		mode = va_arg(ap, mode_t);
	va_end(ap);
	return fails("open") ? -1 : __real_open(path, flags, mode);
}

int
__wrap_close(int fd)
{
	/* It is closed, whatever it says. */
	int rc = __real_close(fd);

	return fails("close") ? -1 : rc;
}

int
__wrap_fsync(int fd)
{
	return fails("fsync") ? -1 : __real_fsync(fd);
}

int
__wrap_fstat(int fd, struct stat *st)
{
	return fails("fstat") ? -1 : __real_fstat(fd, st);
}

int
__wrap_fchmod(int fd, mode_t mode)
{
	return fails("fchmod") ? -1 : __real_fchmod(fd, mode);
}

int
__wrap_rename(const char *from, const char *to)
{
	return fails("rename") ? -1 : __real_rename(from, to);
}

int
__wrap_mkdir(const char *path, mode_t mode)
{
	return fails("mkdir") ? -1 : __real_mkdir(path, mode);
}

int
__wrap_pipe(int fd[2])
{
	return fails("pipe") ? -1 : __real_pipe(fd);
}

int
__wrap_poll(struct pollfd *fds, nfds_t n, int timeout)
{
	return fails("poll") ? -1 : __real_poll(fds, n, timeout);
}

int
__wrap_ppoll(struct pollfd *fds, nfds_t n, const struct timespec *limit,
	const sigset_t *mask)
{
	return fails("poll") ? -1 : __real_ppoll(fds, n, limit, mask);
}

pid_t
__wrap_waitpid(pid_t pid, int *status, int options)
{
	return fails("waitpid") ? -1 : __real_waitpid(pid, status, options);
}

pid_t
__wrap_fork(void)
{
	return fails("fork") ? -1 : __real_fork();
}

FILE *
__wrap_tmpfile(void)
{
	return fails("tmpfile") ? NULL : __real_tmpfile();
}

int
__wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr,
	void *(*run)(void *), void *arg)
{
	int error = fault("pthread_create");

	return error != NO_FAULT
		? error
		: __real_pthread_create(thread, attr, run, arg);
}

int
__wrap_posix_spawnp(pid_t *pid, const char *file,
	const posix_spawn_file_actions_t *actions,
	const posix_spawnattr_t *attr, char *const argv[], char *const env[])
{
	int error = fault("posix_spawnp");

	return error != NO_FAULT
		? error
		: __real_posix_spawnp(pid, file, actions, attr, argv, env);
}
