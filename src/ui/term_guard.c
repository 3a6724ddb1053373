/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/term_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <termios.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/file.h"
#include "base/xalloc.h"

enum {
	FAREWELL_MAX = 512,
	STACK_BYTES = 64 * 1024,
	SIGNALS = 65, /* one more than the highest signal of Linux */
};

/* Signals that are caught unless they are ignored. */
static const int fatal[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGSEGV,
	SIGBUS, SIGILL, SIGFPE };
/* Signals that are not caught: harmless, uncatchable, or (SIGPIPE) ignored. */
static const int harmless[] = { SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU,
	SIGCONT, SIGCHLD, SIGURG, SIGWINCH, SIGPIPE };

/* State of the signal handler, set up before the handler can run. */
static struct {
	volatile sig_atomic_t armed;
	int fd;        /* terminal */
	int stderr_fd; /* the real standard error, or -1 */
	int caught[2]; /* pipe in place of standard error; or -1 */
	struct termios line;
	char farewell[FAREWELL_MAX];
	volatile size_t n_farewell;
	struct sigaction old[SIGNALS], old_pipe;
	bool is_caught[SIGNALS];
	void *stack; /* handler's own, for stack overflows */
	stack_t old_stack;
} guard = { .stderr_fd = -1, .caught = { -1, -1 } };

/* Async-signal-safe. */
void
guard_restore(void)
{
	const char *p = guard.farewell;
	size_t left = guard.n_farewell;
	char buf[512];
	ssize_t n;

	if (!guard.armed)
		return;
	guard.armed = 0;
	while (left > 0) {
		n = write(guard.fd, p, left);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		p += n;
		left -= (size_t)n;
	}
	(void)tcsetattr(guard.fd, TCSANOW, &guard.line);
	if (guard.stderr_fd >= 0)
		(void)dup2(guard.stderr_fd, STDERR_FILENO);
	/* Print text that was caught but not read, such as a failed assertion
	   just before its signal. The pipe does not block. */
	while (guard.caught[0] >= 0 &&
		(n = read(guard.caught[0], buf, sizeof(buf))) > 0)
		if (write(STDERR_FILENO, buf, (size_t)n) < 0)
			break;
}

static void
on_fatal_signal(int sig)
{
	struct sigaction plain = { .sa_handler = SIG_DFL };
	sigset_t only;

	guard_restore();
	(void)sigemptyset(&plain.sa_mask);
	(void)sigaction(sig, &plain, NULL);
	(void)sigemptyset(&only);
	(void)sigaddset(&only, sig);
	(void)pthread_sigmask(SIG_UNBLOCK, &only, NULL);
	(void)raise(sig);
}

static bool
has_signal(int sig, const int *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == sig)
			return true;
	return false;
}

/* True if the signal would end this program now. Ignored signals, as under
   nohup and in the background, stay ignored; other handlers, such as a
   profiler's timer, stay installed. */
static bool
ends_us(int sig, const struct sigaction *now)
{
	if (has_signal(sig, fatal, COUNT_OF(fatal)))
		return now->sa_handler != SIG_IGN;
	return !has_signal(sig, harmless, COUNT_OF(harmless)) &&
		now->sa_handler == SIG_DFL;
}

int
guard_begin(int fd, struct err *err)
{
	stack_t stack = { .ss_size = STACK_BYTES };
	struct sigaction act;

	if (tcgetattr(fd, &guard.line) != 0)
		return err_errno(err, errno,
			"cannot read the settings of the "
			"terminal");
	guard.fd = fd;
	guard.n_farewell = 0;
	guard.stack = xmalloc(STACK_BYTES);
	stack.ss_sp = guard.stack;
	(void)sigaltstack(&stack, &guard.old_stack);
	act = (struct sigaction){ .sa_handler = on_fatal_signal,
		.sa_flags = SA_ONSTACK };
	(void)sigfillset(&act.sa_mask);
	for (int sig = 1; sig < SIGNALS; sig++)
		guard.is_caught[sig] =
			sigaction(sig, NULL, &guard.old[sig]) == 0 &&
			ends_us(sig, &guard.old[sig]) &&
			sigaction(sig, &act, NULL) == 0;
	act.sa_handler = SIG_IGN;
	act.sa_flags = 0;
	(void)sigaction(SIGPIPE, &act, &guard.old_pipe);
	guard.armed = 1;
	die_set_hook(guard_restore);
	return 0;
}

void
guard_farewell(struct str bytes)
{
	size_t n = bytes.n < FAREWELL_MAX ? bytes.n : FAREWELL_MAX;

	/* The signal handler sees all of the bytes or none. */
	guard.n_farewell = 0;
	atomic_signal_fence(memory_order_seq_cst);
	memcpy(guard.farewell, bytes.p, n);
	atomic_signal_fence(memory_order_seq_cst);
	guard.n_farewell = n;
}

void
guard_pause(bool pause)
{
	guard.armed = !pause;
}

void
guard_end(void)
{
	guard.armed = 0;
	die_set_hook(NULL);
	for (int sig = 1; sig < SIGNALS; sig++)
		if (guard.is_caught[sig])
			(void)sigaction(sig, &guard.old[sig], NULL);
	(void)sigaction(SIGPIPE, &guard.old_pipe, NULL);
	(void)sigaltstack(&guard.old_stack, NULL);
	free(guard.stack);
	guard.stack = NULL;
}

/* ---- Standard error ---- */

/* A sanitizer's report goes to standard error and must not be caught. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CATCH_STDERR 0
#else
#define CATCH_STDERR 1
#endif

int
caught_begin(void)
{
	if (!CATCH_STDERR || fd_pipe(guard.caught, O_NONBLOCK) != 0)
		return -1;
	guard.stderr_fd = dup(STDERR_FILENO);
	if (guard.stderr_fd >= 0) {
		(void)fcntl(guard.stderr_fd, F_SETFD, FD_CLOEXEC);
		(void)dup2(guard.caught[1], STDERR_FILENO);
	}
	return guard.caught[0];
}

void
caught_end(void)
{
	caught_pause(true);
	fd_close(&guard.stderr_fd);
	fd_close(&guard.caught[0]);
	fd_close(&guard.caught[1]);
}

void
caught_pause(bool pause)
{
	if (guard.stderr_fd >= 0)
		(void)dup2(pause ? guard.stderr_fd : guard.caught[1],
			STDERR_FILENO);
}

bool
caught_read(struct strbuf *out)
{
	char buf[1024];
	bool any = false;
	ssize_t n;

	if (guard.caught[0] < 0)
		return false;
	while ((n = read(guard.caught[0], buf, sizeof(buf))) > 0) {
		strbuf_add(out, str_from(buf, (size_t)n));
		any = true;
	}
	return any;
}
