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

/* Why dot failed, in pprof's words, and Go's. */
static int
explain(struct err *err, const char *what, const char *why)
{
	return err_set(err, ERR_IO,
		"failed to execute dot. Is Graphviz installed? Error: %s%s",
		what, why);
}

/* Reports are called as dot's formats are. */
static int
image_draw(const struct report_job *job, int in, struct err *err)
{
	char option[16], part[16384];
	const char *const argv[] = { "dot", option, NULL };
	struct helper dot;
	int error, status;
	ssize_t n;

	(void)snprintf(option, sizeof(option), "-T%s", job->report->doc.name);
	/* Where nothing can stop the report, Ctrl-C ends us, and dot with us.
	 */
	error = helper_start(&dot, argv, in,
		job->progress != NULL ? HELPER_OWN_GROUP : HELPER_OUR_GROUP,
		err);
	if (error == ENOENT)
		return explain(err, "exec: \"dot\": ",
			"executable file not found in $PATH");
	if (error != 0)
		return explain(err, "", strerror(error));
	/* dot need not have read everything before it prints: it reads a file,
	   so that nobody waits for nobody. */
	while ((n = helper_read(&dot, part, sizeof(part), job->progress, err)) >
		0)
		strbuf_add(job->out, str_from(part, (size_t)n));
	status = helper_end(&dot);
	if (n == 0)
		warnings_add_lines(job->warnings, strbuf_str(&dot.said));
	strbuf_free(&dot.said);
	if (n < 0 || status == 0)
		return n < 0 ? -1 : 0;
	if (WIFSIGNALED(status))
		return explain(err, "signal: ", strsignal(WTERMSIG(status)));
	(void)snprintf(option, sizeof(option), "%d", WEXITSTATUS(status));
	return explain(err, "exit status ", option);
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
