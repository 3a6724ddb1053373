/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -svg, -png and other pictures of the call graph: what -dot prints, drawn by
 * graphviz's program dot. An option of it is all that tells them apart.
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/dot.h"
#include "report/report.h"

#include "base/banned.h"

extern char **environ;

/* What the program reads and writes. They are files, so neither side waits
   for the other, and none can break off as a pipe does. */
struct streams {
	FILE *in, *out, *errors;
};

static void
close_streams(const struct streams *s)
{
	FILE *const all[] = { s->in, s->out, s->errors };

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i] != NULL)
			(void)fclose(all[i]);
}

static int
open_streams(struct streams *s, struct str text, struct err *err)
{
	*s = (struct streams){ tmpfile(), tmpfile(), tmpfile() };
	if (s->in == NULL || s->out == NULL || s->errors == NULL ||
		fwrite(text.p, 1, text.n, s->in) != text.n ||
		fflush(s->in) != 0 || fseek(s->in, 0, SEEK_SET) != 0) {
		err_errno(err, errno, "temporary file");
		close_streams(s);
		return -1;
	}
	return 0;
}

static int
read_back(FILE *file, struct strbuf *out)
{
	char part[4096];
	size_t n;

	rewind(file);
	while ((n = fread(part, 1, sizeof(part), file)) > 0)
		strbuf_add(out, str_from(part, n));
	return ferror(file) ? -1 : 0;
}

/* Run dot to its end; the reports are called as its formats are. Returns what
   waitpid() tells, or -1 and errno. */
static int
run_dot(const struct streams *s, const char *format)
{
	char name[] = "dot", option[16] = "-T";
	char *const argv[] = { name, option, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t broken;
	int status, rc;
	pid_t pid;

	memcpy(option + 2, format, strlen(format) + 1);
	(void)posix_spawn_file_actions_init(&files);
	(void)posix_spawnattr_init(&attributes);
	(void)sigemptyset(&broken);
	(void)sigaddset(&broken, SIGPIPE); /* ignored here, not there */
	(void)sigaddset(&broken, SIGXFSZ);
	(void)posix_spawnattr_setsigdefault(&attributes, &broken);
	(void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	(void)posix_spawn_file_actions_adddup2(&files, fileno(s->in), 0);
	(void)posix_spawn_file_actions_adddup2(&files, fileno(s->out), 1);
	(void)posix_spawn_file_actions_adddup2(&files, fileno(s->errors), 2);
	rc = posix_spawnp(&pid, name, &files, &attributes, argv, environ);
	(void)posix_spawnattr_destroy(&attributes);
	(void)posix_spawn_file_actions_destroy(&files);
	if (rc != 0) {
		errno = rc;
		return -1;
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

/* In pprof's words, and Go's. */
static int
failed(int status, struct err *err)
{
	static const char what[] =
		"failed to execute dot. Is Graphviz installed? Error:";

	if (status == -1 && errno == ENOENT)
		return err_set(err, ERR_IO,
			"%s exec: \"dot\": executable file not found in"
			" $PATH",
			what);
	if (status == -1)
		return err_set(err, ERR_IO, "%s %s", what, strerror(errno));
	if (WIFSIGNALED(status))
		return err_set(err, ERR_IO, "%s signal: %s", what,
			strsignal(WTERMSIG(status)));
	return err_set(
		err, ERR_IO, "%s exit status %d", what, WEXITSTATUS(status));
}

/* What dot has to say, a remark for each line. */
static void
warn_errors(FILE *file, struct warnings *warnings)
{
	struct strbuf text = STRBUF_INIT;
	struct str rest;

	if (read_back(file, &text) == 0) {
		rest = strbuf_str(&text);
		while (rest.n > 0) {
			struct str line = str_cut(&rest, '\n');

			warnings_add(warnings, "%.*s", STR_ARG(line));
		}
	}
	strbuf_free(&text);
}

static int
draw(struct str text, const struct report_job *job, struct err *err)
{
	struct streams s;
	int status;

	if (open_streams(&s, text, err) != 0)
		return -1;
	status = run_dot(&s, job->report->doc.name);
	if (status != 0)
		(void)failed(status, err);
	if (status != -1)
		warn_errors(s.errors, job->warnings);
	if (status == 0 && read_back(s.out, job->out) != 0)
		status = err_errno(err, errno, "temporary file");
	close_streams(&s);
	return status == 0 ? 0 : -1;
}

static int
run(const struct report_job *job, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	int rc = dot_put(job, &text, err);

	if (rc == 0)
		rc = draw(strbuf_str(&text), job, err);
	strbuf_free(&text);
	return rc;
}

#define PICTURE(format, what) \
	const struct report report_##format = { \
		REPORT_DOC(.name = #format, .minor = true, \
			.help = "The call graph as " what \
				", drawn by graphviz"), \
		.suffix = #format, \
		.run = run }

PICTURE(gif, "a GIF picture");
PICTURE(jpg, "a JPEG picture");
PICTURE(pdf, "a PDF page");
PICTURE(png, "a PNG picture");
PICTURE(ps, "PostScript");
PICTURE(svg, "an SVG picture");
