/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The main loop: wait, handle all pending input, draw once. Typing ahead causes
 * no extra frames, and an idle program writes nothing. Nothing is drawn while
 * the terminal is busy with the last frame: see frame_pacing.h. The loop also
 * runs other programs on the terminal.
 */
#include "prelude.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/vec.h"
#include "present/grid.h"
#include "ui/screen_internal.h"
#include "ui/term.h"
#include "ui/term_caps.h"
#include "ui/ui.h"

/* ---- Another program on the terminal ---- */

enum { NO_TIME = 300 }; /* ms too short to read a pager's text */

/* Run the program in the child. `in`: its standard input; -1: the terminal. */
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

/* True if the command line starts a program that the user has to quit. */
static bool
is_pager(struct str line)
{
	static const char *const pagers[] = { "less", "more", "most", "lv",
		"pg", "w3m", "vi", "vim", "nvim", "view", "nano", "emacs",
		"fzf" };
	const char *own = getenv("PAGER");
	struct str own_line = str_trim(str_c(own)), word;

	line = str_trim(line);
	word = str_basename(str_cut(&line, ' '));
	for (size_t i = 0; i < COUNT_OF(pagers); i++)
		if (str_is(word, pagers[i]))
			return true;
	return own != NULL &&
		str_eq(word, str_basename(str_cut(&own_line, ' ')));
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

/* Run a program and wait for it. Ctrl-C and Ctrl-\ reach only the child, Ctrl-Z
   stops both. `line` names the program in errors. The child reads `input`, and
   its output then stays until Enter; with NULL it reads the terminal. */
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
	int run_fd[2] = { -1, -1 };
	int error;
	pid_t pid;

	(void)sigemptyset(&ignore.sa_mask);
	(void)sigemptyset(&plain.sa_mask);
	(void)sigaction(SIGINT, &ignore, &interrupt);
	(void)sigaction(SIGQUIT, &ignore, &quit);
	(void)sigaction(SIGTSTP, &plain, &stop);
	(void)sigemptyset(&stop_only);
	(void)sigaddset(&stop_only, SIGTSTP);
	(void)pthread_sigmask(SIG_UNBLOCK, &stop_only, &mask);
	error = input != NULL ? fd_pipe(run_fd, 0) : 0;
	if (error != 0) {
		rc = err_errno(err, error, "cannot run a command");
	} else {
		pid = fork();
		error = errno;
		if (pid == 0)
			become(argv, run_fd[0]);
		fd_close(&run_fd[0]);
		/* A program that stops reading early has not failed. */
		if (pid > 0 && input != NULL)
			(void)fd_write(run_fd[1], *input);
		fd_close(&run_fd[1]);
		if (pid < 0) {
			rc = err_errno(err, error, "cannot run a command");
		} else {
			rc = 0;
			while (waitpid(pid, &status, 0) < 0)
				if (errno != EINTR) {
					rc = err_errno(err, errno,
						"cannot wait for it");
					break;
				}
		}
	}
	if (rc == 0 && input != NULL &&
		(!is_pager(line) || clock_ms() - since < NO_TIME)) {
		static const char words[] = "\r\n[Enter: back to flametop] ";
		int fd = isatty(STDIN_FILENO) ? STDIN_FILENO
					      : open("/dev/tty", O_RDONLY);
		char c = '\0';

		/* Wait for Enter, so that the user can read the output. */
		(void)fd_write(STDOUT_FILENO, STR(words));
		while (c != '\n' && c != '\r') {
			ssize_t n = read(fd, &c, 1);

			if (n == 0 || (n < 0 && errno != EINTR))
				break;
		}
		if (fd > STDERR_FILENO)
			(void)close(fd);
	}
	(void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
	(void)sigaction(SIGTSTP, &stop, NULL);
	(void)sigaction(SIGQUIT, &quit, NULL);
	(void)sigaction(SIGINT, &interrupt, NULL);
	return rc == 0 ? child_judge(line, status, err) : -1;
}

/* ---- The loop ---- */

/* Milliseconds to wait for a quick load before the terminal is opened: its
   error goes to the shell, and the first frame shows the profile. */
enum { QUIET_LOAD = 150 };
/* Milliseconds for running jobs to stop, so that they end the programs that
   they started. */
enum { LAST_WAIT = 20 };
/* For sanitizers, which check how jobs end and what they leave. */
#ifdef FT_SANITIZE
enum { LEAVES_BUSY = false };
#else
enum { LEAVES_BUSY = true };
#endif
/* Minimum wait in milliseconds while the terminal is busy. */
enum { BUSY_LOOK = 10 };
/* Milliseconds from the frame after a key until places are links. */
enum { LINKS_AFTER = 200 };

/* Carry out the screen's requests (SCREEN_*). Return false to quit. */
static bool
serve(struct screen *s)
{
	const struct settings *settings = &s->app->now.settings;
	unsigned wants = screen_wants(s);

	if (wants & SCREEN_QUIT)
		return false;
	if (wants & SCREEN_COPY)
		term_copy(strbuf_str(&s->copy));
	if (wants & SCREEN_COLORS)
		screen_colors(s, term_colors_set(settings));
	if (wants & SCREEN_MOUSE)
		term_mouse_set(settings->mouse);
	term_sync_set(settings->sync == SYNC_AUTO);
	if (wants & SCREEN_REPAINT)
		term_redraw();
	if (wants & SCREEN_SUSPEND)
		term_suspend();
	if (wants & SCREEN_RUN) {
		struct str report = strbuf_str(&s->app->report_text);
		struct err err = ERR_INIT;
		int rc;
		struct str command;
		const struct str *input;
		char shell[] = "/bin/sh", flag[] = "-c";
		char *text;
		VEC(char *) argv = { NULL, 0, 0 };

		/* Give the terminal to another program. */
		term_leave();
		/* The command is a shell line, which reads the report, or
		   NUL-terminated arguments of a program that reads the
		   terminal. */
		command = strbuf_str(&s->command);
		input = s->command_reads ? &report : NULL;
		text = xstrndup(command.p, command.n);
		if (input != NULL) {
			vec_push(&argv, shell);
			vec_push(&argv, flag);
			vec_push(&argv, text);
		}
		for (size_t at = 0; input == NULL && at < command.n;
			at += strlen(text + at) + 1)
			vec_push(&argv, text + at);
		vec_push(&argv, NULL);
		rc = child_attend(argv.p, str_c(text), input, &err);
		vec_free(&argv);
		free(text);
		term_return();
		if (rc != 0)
			app_error(s->app, "%s", err.msg);
		else if (s->command_reads)
			app_say(s->app, "done: %s", strbuf_c(&s->command));
	}
	return screen_failure(s) == NULL;
}

/* Return the poll timeout in milliseconds. While the terminal is busy nothing
   is drawn, so a timer that is due must not make the loop spin. */
static int
patience(const struct screen *s, int busy)
{
	int t = screen_timeout(s);

	if (busy == 0)
		return t;
	if (t < 0 || (busy > 0 && busy < t))
		t = busy;
	return t >= 0 && t < BUSY_LOOK ? BUSY_LOOK : t;
}

/* Make places links once nothing has moved for a while, so that moving costs
   nothing extra. Return the milliseconds until then, or -1 if it is done. */
static int
link_places(struct screen *s, const struct grid *g, int64_t moved_at)
{
	bool wanted = links_wanted(s) &&
		term_has_links(s->app->now.settings.hyperlinks);
	int64_t left = moved_at + LINKS_AFTER - clock_ms();
	struct str url[SPOTS] = { STR_EMPTY, STR_EMPTY };

	if (wanted && left > 0)
		return (int)left;
	if (wanted)
		links_of(s, url);
	term_links(g, url);
	return -1;
}

static int
run_on_terminal(struct screen *s, const struct ui_start *start,
	const char *like, struct err *err)
{
	const struct settings *settings = start->settings;
	struct strbuf remark = STRBUF_INIT;
	const char *why_not;
	bool unicode;
	int rc;
	struct grid g;
	unsigned seen = 0;
	int busy, unlinked;
	int64_t moved_at = 0; /* when the last key was drawn */
	bool moved = true;

	if (term_open(settings, like, &remark, err) != 0)
		return -1;
	if (remark.n > 0)
		app_say(s->app, "%s", strbuf_c(&remark));
	strbuf_free(&remark);
	if (term_is_slow())
		screen_slow(s);
	screen_colors(s, term_colors_set(&s->app->now.settings));
	term_mouse_set(settings->mouse);
	unicode = term_unicode(&why_not);
	screen_unicode(s, unicode, why_not);
	grid_init(&g, 0, 0, false);
	while (serve(s) && (seen & TERM_GONE) == 0) {
		int rows, cols;
		struct strbuf errors = STRBUF_INIT, paste = STRBUF_INIT;
		struct mouse mouse;
		int key;

		term_size(&rows, &cols);
		if (rows != g.rows || cols != g.cols) {
			grid_resize(&g, rows, cols);
			screen_size(s, rows, cols);
		}
		busy = term_busy();
		unlinked = -1;
		if (busy == 0) {
			screen_draw(s, &g);
			term_title(screen_title(s));
			term_draw(&g);
			if (moved)
				moved_at = clock_ms();
			moved = false;
			unlinked = link_places(s, &g, moved_at);
		}
		seen = term_wait(screen_fd(s),
			clock_sooner(patience(s, busy), unlinked));
		if (seen & TERM_RESIZED)
			term_redraw();
		screen_wake(s);
		while ((key = term_key(&paste, &mouse)) >= 0) {
			moved = true;
			if (key == K_PASTE)
				screen_paste(s, strbuf_str(&paste));
			else if (key == K_PASTE_TOO_LONG)
				app_say(s->app, "paste ignored: too long");
			else if (key == K_PASTE_BROKEN)
				app_say(s->app, "paste ignored: no end marker");
			else if (key == K_MOUSE)
				screen_mouse(s, &mouse);
			else
				screen_key(s, key);
		}
		if (term_stderr(&errors))
			screen_stderr(s, strbuf_str(&errors));
		strbuf_free(&errors);
		strbuf_free(&paste);
		if (term_is_slow())
			screen_slow(s);
	}
	s->busy = !app_quit(s->app);
	grid_fini(&g);
	rc = seen & TERM_GONE ? err_set(err, ERR_IO, "the terminal was closed")
			      : 0;
	term_close();
	/* A terminal that closes wakes its readers before it sends SIGHUP.
	   End the same way whichever comes first. */
	if (seen & TERM_GONE)
		(void)raise(SIGHUP);
	return rc;
}

int
ui_run(const struct ui_start *start, struct err *err)
{
	struct pollfd fd = { .events = POLLIN };
	int64_t left;
	int rc = 0;
	const char *like = caps_provide();
	struct screen *s = screen_new(start, err);

	if (s == NULL)
		return -1;
	/* Wait for a quick load to finish. */
	fd.fd = screen_fd(s);
	while (!s->loaded && !s->failed && s->app->loading != NULL &&
		(left = s->app->loading_since + QUIET_LOAD - clock_ms()) > 0) {
		(void)poll(&fd, 1, (int)left);
		screen_wake(s);
	}
	if (screen_failure(s) == NULL)
		rc = run_on_terminal(s, start, like, err);
	/* Leaving a list of profiles is not a failure. */
	if (rc == 0 && screen_failure(s) != NULL &&
		screen_failure(s)->code != ERR_CANCELLED) {
		*err = *screen_failure(s);
		rc = -1;
	} else if (rc == 0 && screen_failure(s) != NULL &&
		s->app->choices == NULL) {
		rc = err_set(err, ERR_IO, "stopped, nothing was loaded");
	}
	if (rc == 0)
		(void)screen_leave(s, start, err);
	if (rc == 0 && s->broken_off)
		rc = UI_BROKEN_OFF;
	if (s->busy && LEAVES_BUSY) {
		app_await(s->app, LAST_WAIT);
		*start->busy = true;
	} else {
		screen_free(s);
	}
	return rc;
}
