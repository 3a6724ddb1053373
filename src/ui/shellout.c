/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another program on the terminal: see shellout.h. */
#include "config.h"

#include "ui/shellout.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/fd.h"
#include "base/vec.h"
#include "base/xalloc.h"

#include "base/banned.h"

enum { NO_TIME = 300 }; /* ms in which nobody has read anything */

/* In the child: become the program. */
static NORETURN void
become(char *const argv[], int in)
{
	static const int usual[] = { SIGINT, SIGQUIT, SIGTSTP, SIGPIPE,
		SIGXFSZ };
	struct sigaction plain = { .sa_handler = SIG_DFL };
	sigset_t none;

	(void)sigemptyset(&plain.sa_mask);
	for (size_t i = 0; i < COUNT_OF(usual); i++)
		(void)sigaction(usual[i], &plain, NULL);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
	if (in < 0)
		in = isatty(STDIN_FILENO) ? STDIN_FILENO
					  : open("/dev/tty", O_RDWR);
	if (in < 0 || dup2(in, STDIN_FILENO) < 0)
		_exit(126);
	(void)execvp(argv[0], argv);
	_exit(errno == ENOENT ? 127 : 126);
}

/* Does the program stay on the screen until it is left? */
static bool
is_pager(struct str line)
{
	static const char *const pagers[] = { "less", "more", "most", "lv",
		"pg", "w3m", "vi", "vim", "nvim", "view", "nano", "emacs",
		"fzf" };
	const char *own = getenv("PAGER");
	struct str own_line = str_c(own), word;

	line = str_trim(line);
	word = str_basename(str_cut(&line, ' '));
	for (size_t i = 0; i < COUNT_OF(pagers); i++)
		if (str_is(word, pagers[i]))
			return true;
	return own != NULL &&
		str_eq(word, str_basename(str_cut(&own_line, ' ')));
}

/* Until Enter, so that what was printed can be read. */
static void
pause_for_reader(void)
{
	static const char words[] = "\r\n[Enter: back to flametop] ";
	int fd = isatty(STDIN_FILENO) ? STDIN_FILENO
				      : open("/dev/tty", O_RDONLY);
	char c = '\0';

	(void)fd_write(STDOUT_FILENO, STR(words));
	while (c != '\n' && c != '\r') {
		ssize_t n = read(fd, &c, 1);

		if (n == 0 || (n < 0 && errno != EINTR))
			break;
	}
	if (fd > STDERR_FILENO)
		(void)close(fd);
}

static int
child_judge(struct str line, int status, struct err *err)
{
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;

	if (WIFSIGNALED(status))
		return err_set(err, ERR_IO, "%.*s: killed by signal %d",
			STR_ARG(line), WTERMSIG(status));
	if (code == 126 || code == 127)
		return err_set(err, ERR_IO,
			"%.*s: cannot be run (exit status %d)", STR_ARG(line),
			code);
	if (code != 0)
		return err_set(err, ERR_IO, "%.*s: exit status %d",
			STR_ARG(line), code);
	return 0;
}

/* To its end; `input` NULL: the terminal. */
static int
child_run(char *const argv[], const struct str *input, int *status,
	struct err *err)
{
	int fd[2] = { -1, -1 };
	int error = input != NULL ? fd_pipe(fd, 0) : 0;
	pid_t pid;

	if (error != 0)
		return err_errno(err, error, "cannot run a command");
	pid = fork();
	error = errno;
	if (pid == 0)
		become(argv, fd[0]);
	fd_close(&fd[0]);
	/* A program that stops reading early has not failed. */
	if (pid > 0 && input != NULL)
		(void)fd_write(fd[1], *input);
	fd_close(&fd[1]);
	if (pid < 0)
		return err_errno(err, error, "cannot run a command");
	while (waitpid(pid, status, 0) < 0)
		if (errno != EINTR)
			return err_errno(err, errno, "cannot wait for it");
	return 0;
}

/* Ctrl-C and Ctrl-\ are the child's meanwhile, Ctrl-Z stops both. `line` is
   what the user knows it by; one with an input prints, and what it printed is
   read. */
static int
child_attend(char *const argv[], struct str line, const struct str *input,
	struct err *err)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct sigaction plain = { .sa_handler = SIG_DFL };
	struct sigaction interrupt, quit, stop;
	sigset_t stop_only, mask;
	int64_t since = clock_ms();
	int status = 0, rc;

	(void)sigemptyset(&ignore.sa_mask);
	(void)sigemptyset(&plain.sa_mask);
	(void)sigaction(SIGINT, &ignore, &interrupt);
	(void)sigaction(SIGQUIT, &ignore, &quit);
	(void)sigaction(SIGTSTP, &plain, &stop);
	(void)sigemptyset(&stop_only);
	(void)sigaddset(&stop_only, SIGTSTP);
	(void)pthread_sigmask(SIG_UNBLOCK, &stop_only, &mask);
	rc = child_run(argv, input, &status, err);
	if (rc == 0 && input != NULL &&
		(!is_pager(line) || clock_ms() - since < NO_TIME))
		pause_for_reader();
	(void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
	(void)sigaction(SIGTSTP, &stop, NULL);
	(void)sigaction(SIGQUIT, &quit, NULL);
	(void)sigaction(SIGINT, &interrupt, NULL);
	return rc == 0 ? child_judge(line, status, err) : -1;
}

int
shellout_line(struct str line, struct str input, struct err *err)
{
	char shell[] = "/bin/sh", flag[] = "-c";
	char *text = xstrndup(line.p, line.n);
	char *const argv[] = { shell, flag, text, NULL };
	int rc = child_attend(argv, line, &input, err);

	free(text);
	return rc;
}

int
shellout_words(struct str words, struct err *err)
{
	char *text = xstrndup(words.p, words.n);
	VEC(char *) argv = { NULL, 0, 0 };
	int rc;

	for (size_t at = 0; at < words.n; at += strlen(text + at) + 1)
		vec_push(&argv, text + at);
	vec_push(&argv, NULL);
	rc = child_attend(argv.p, str_c(text), NULL, err);
	vec_free(&argv);
	free(text);
	return rc;
}
