/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -svg, -png and other pictures of the call graph: what -dot prints, drawn by
 * graphviz's program dot. An option of it is all that tells them apart.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/fd.h"
#include "input/helper.h"
#include "report/dot.h"
#include "report/report.h"

#include "base/banned.h"

/* dot cannot be run, for a reason that `error` is: in pprof's words, and
   Go's. */
static void
explain_errno(int error, struct err *err)
{
	err_set(err, ERR_IO,
		"failed to execute dot. Is Graphviz installed? Error: %s",
		error == ENOENT ? "exec: \"dot\": executable file not found in"
				  " $PATH"
				: strerror(error));
}

/* The same of what waitpid() tells. */
static void
explain_status(int status, struct err *err)
{
	char why[64];

	if (WIFSIGNALED(status))
		(void)snprintf(why, sizeof(why), "signal: %s",
			strsignal(WTERMSIG(status)));
	else
		(void)snprintf(why, sizeof(why), "exit status %d",
			WEXITSTATUS(status));
	err_set(err, ERR_IO,
		"failed to execute dot. Is Graphviz installed? Error: %s", why);
}

/* All that dot prints. It need not have read everything by then: it reads a
   file, so that nobody waits for nobody. */
static int
read_picture(struct helper *dot, const struct report_job *job, struct err *err)
{
	char part[16384];
	ssize_t n;

	while ((n = helper_read(dot, part, sizeof(part), job->progress, err)) >
		0)
		strbuf_add(job->out, str_from(part, (size_t)n));
	return n < 0 ? -1 : 0;
}

/* Reports are called as dot's formats are. */
static int
image_draw(const struct report_job *job, int in, struct err *err)
{
	char option[16];
	const char *const argv[] = { "dot", option, NULL };
	struct helper dot;
	struct str said;
	int error, status;

	(void)snprintf(option, sizeof(option), "-T%s", job->report->doc.name);
	/* Where nothing can stop the report, Ctrl-C ends us, and dot with us.
	 */
	error = helper_start(&dot, argv, in,
		job->progress != NULL ? HELPER_OWN_GROUP : HELPER_OUR_GROUP,
		err);
	if (error != 0) {
		explain_errno(error, err);
		return -1;
	}
	error = read_picture(&dot, job, err);
	status = helper_end(&dot);
	said = strbuf_str(&dot.said);
	while (error == 0 && said.n > 0) {
		struct str line = str_cut(&said, '\n');

		warnings_add(job->warnings, "%.*s", STR_ARG(line));
	}
	strbuf_free(&dot.said);
	if (error == 0 && status != 0) {
		explain_status(status, err);
		error = -1;
	}
	return error;
}

static int
image_run(const struct report_job *job, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	int rc = dot_put(job, &text, err), in = -1;

	if (rc == 0)
		in = helper_input(strbuf_str(&text), "dot", err);
	strbuf_free(&text);
	if (in < 0)
		return -1;
	rc = image_draw(job, in, err);
	fd_close(&in);
	return rc;
}

#define PICTURE(format, what) \
	const struct report report_##format = { \
		REPORT_DOC(.name = #format, .minor = true, \
			.help = "The call graph as " what \
				", drawn by graphviz"), \
		.suffix = #format, .run = image_run \
	}

PICTURE(gif, "a GIF picture");
PICTURE(jpg, "a JPEG picture");
PICTURE(pdf, "a PDF page");
PICTURE(png, "a PNG picture");
PICTURE(ps, "PostScript");
PICTURE(svg, "an SVG picture");
