/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Three processes: the test, the nanny, the program. The two pipes between
 * test and nanny carry fixed-size messages; everything else is signals.
 */
#include "prelude.h"

#include "pty/nanny.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../unit/util_pty.h"
#include "pty/confine.h"

enum { NEWS_PID, NEWS_STATUS };

struct news {
	int what;
	int value;
	int64_t spent; /* with a status */
};

static void
tell(int fd, int what, int value, int64_t spent)
{
	struct news news = { what, value, spent };

	if (write(fd, &news, sizeof(news)) != sizeof(news))
		_exit(126);
}

/* The modes of a freshly opened terminal, spelled out: not those of wherever
   the tests happen to run. */
static struct termios
sane_modes(void)
{
	struct termios t;

	memset(&t, 0, sizeof(t));
	t.c_iflag = BRKINT | ICRNL | IXON | IMAXBEL;
	t.c_oflag = OPOST | ONLCR;
	t.c_cflag = CS8 | CREAD | CLOCAL;
	t.c_lflag = ISIG | ICANON | IEXTEN | ECHO | ECHOE | ECHOK;
	t.c_cc[VINTR] = 3;
	t.c_cc[VQUIT] = 28;
	t.c_cc[VERASE] = 127;
	t.c_cc[VKILL] = 21;
	t.c_cc[VEOF] = 4;
	t.c_cc[VSTART] = 17;
	t.c_cc[VSTOP] = 19;
	t.c_cc[VSUSP] = 26;
	t.c_cc[VREPRINT] = 18;
	t.c_cc[VWERASE] = 23;
	t.c_cc[VLNEXT] = 22;
	t.c_cc[VDISCARD] = 15;
	t.c_cc[VMIN] = 1;
	t.c_cc[VTIME] = 0;
	cfsetispeed(&t, B38400);
	cfsetospeed(&t, B38400);
	return t;
}

static void
default_signals(void)
{
	sigset_t none;

	sigemptyset(&none);
	/* The ones with names; those that cannot be changed just fail. */
	for (int sig = 1; sig < 32; sig++)
		signal(sig, SIG_DFL);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Descriptors that the program inherits. */
static void
open_many(int n)
{
	struct rlimit limit;

	if (n == 0)
		return;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		_exit(125);
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
		_exit(125);
	for (int fd = 0; fd < n;)
		if ((fd = dup(STDIN_FILENO)) < 0)
			_exit(125);
}

static void
be_program(const struct nanny_setup *setup)
{
	setpgid(0, 0);
	tcsetpgrp(STDIN_FILENO, getpid());
	default_signals();
	if (setup->ignored > 0)
		signal(setup->ignored, SIG_IGN);
	open_many(setup->descriptors);
	if (setup->dir != NULL && chdir(setup->dir) != 0)
		_exit(127);
	if (setup->confined && !confine(setup->argv[0], "."))
		_exit(126);
	/* execve() takes its lists without const, and does not write them. */
	execve(setup->argv[0], (char *const *)(uintptr_t)setup->argv,
		(char *const *)(uintptr_t)setup->env);
	_exit(127);
}

/* One order; false when there will be none any more. */
static bool
order(int orders)
{
	char c;
	ssize_t got;

	while ((got = read(orders, &c, 1)) < 0 && errno == EINTR)
		continue;
	return got == 1;
}

/* As shells do: who loses the terminal passes that on. */
static pid_t minded;

static void
on_hangup(int sig)
{
	if (minded > 0)
		kill(-minded, sig);
}

static int64_t
microseconds(const struct timeval *t)
{
	return (int64_t)t->tv_sec * 1000000 + t->tv_usec;
}

static void
mind(pid_t child, int news, int orders)
{
	struct rusage spent;
	int status;
	pid_t got;

	while ((got = waitpid(child, &status, WUNTRACED)) == child ||
		(got < 0 && errno == EINTR)) {
		if (got < 0)
			continue;
		/* Then do as a shell does: take the terminal back. */
		tcsetpgrp(STDIN_FILENO, getpgrp());
		/* The nanny has no other children. */
		(void)getrusage(RUSAGE_CHILDREN, &spent);
		tell(news, NEWS_STATUS, status,
			microseconds(&spent.ru_utime) +
				microseconds(&spent.ru_stime));
		if (write(STDOUT_FILENO, NANNY_FENCE, sizeof(NANNY_FENCE) - 1) <
			0)
			return;
		if (WIFSTOPPED(status) && order(orders)) {
			tcsetpgrp(STDIN_FILENO, child);
			kill(-child, SIGCONT);
			continue;
		}
		minded = 0;
		return;
	}
}

/* The ends of other terminals would keep those alive. */
static void
close_others(int a, int b)
{
	int n = (int)sysconf(_SC_OPEN_MAX);

	for (int fd = STDERR_FILENO + 1; fd < n && fd < 4096; fd++)
		if (fd != a && fd != b)
			close(fd);
}

static void
be_nanny(const struct nanny_setup *setup, int news, int orders)
{
	pid_t child;

	close_others(news, orders);
	signal(SIGTTOU, SIG_IGN);
	signal(SIGTTIN, SIG_IGN);
	signal(SIGTSTP, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGHUP, on_hangup);
	fcntl(news, F_SETFD, FD_CLOEXEC);
	fcntl(orders, F_SETFD, FD_CLOEXEC);
	child = fork();
	if (child == 0)
		be_program(setup);
	if (child < 0)
		_exit(126);
	minded = child;
	setpgid(child, child);
	tcsetpgrp(STDIN_FILENO, child);
	tell(news, NEWS_PID, child, 0);
	mind(child, news, orders);
	while (order(orders))
		continue;
	_exit(0);
}

int
nanny_start(struct nanny *n, const struct nanny_setup *setup, struct err *err)
{
	struct winsize size = { .ws_row = (unsigned short)setup->rows,
		.ws_col = (unsigned short)setup->cols };
	int news[2], orders[2];

	*n = (struct nanny){ .before = sane_modes() };
	if (pipe(news) != 0)
		return err_errno(err, errno, "pipe");
	if (pipe(orders) != 0) {
		close(news[0]);
		close(news[1]);
		return err_errno(err, errno, "pipe");
	}
	n->pid = forkpty(&n->master, NULL, &n->before, &size);
	if (n->pid == 0) {
		be_nanny(setup, news[1], orders[0]);
	}
	close(news[1]);
	close(orders[0]);
	n->news = news[0];
	n->orders = orders[1];
	if (n->pid < 0) {
		close(n->news);
		close(n->orders);
		return err_errno(err, errno, "forkpty");
	}
	fcntl(n->master, F_SETFL, O_NONBLOCK);
	fcntl(n->master, F_SETFD, FD_CLOEXEC);
	n->slave = open(ptsname(n->master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	fcntl(n->news, F_SETFD, FD_CLOEXEC);
	fcntl(n->orders, F_SETFD, FD_CLOEXEC);
	nanny_news(n);
	return 0;
}

void
nanny_news(struct nanny *n)
{
	struct news news;
	ssize_t got;

	while ((got = read(n->news, &news, sizeof(news))) < 0 && errno == EINTR)
		continue;
	if (got != sizeof(news)) {
		n->ended = true; /* the nanny itself is gone */
		return;
	}
	if (news.what == NEWS_PID) {
		n->child = news.value;
		return;
	}
	n->spent = news.spent;
	n->status = news.value;
	n->stopped = WIFSTOPPED(news.value);
	n->ended = !n->stopped;
}

void
nanny_continue(struct nanny *n)
{
	n->stopped = false;
	while (write(n->orders, "c", 1) < 0 && errno == EINTR)
		continue;
}

int
nanny_unread(const struct nanny *n)
{
	struct pollfd slave = { .fd = n->slave, .events = POLLIN };
	int unread = 0;

	/* Typed bytes may be on their way to the program's end; checking there
	   waits for them. */
	(void)poll(&slave, 1, 0);
	if (n->ended || ioctl(n->slave, FIONREAD, &unread) != 0)
		return 0;
	return unread;
}

pid_t
nanny_foreground(const struct nanny *n)
{
	return tcgetpgrp(n->master);
}

void
nanny_end(struct nanny *n)
{
	int status;

	if (!n->ended && n->child > 0) {
		kill(-n->child, SIGKILL);
		kill(-n->child, SIGCONT);
	}
	close(n->orders);
	close(n->master);
	close(n->slave);
	close(n->news);
	while (waitpid(n->pid, &status, 0) < 0 && errno == EINTR)
		continue;
}
