/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -comments: all comments of the profile, one per line. */
#include "prelude.h"

#include "report/report.h"

static int
comments_run(const struct report_job *job, struct err *err)
{
	const struct profile *p = job->view->profile;

	(void)err;
	for (uint32_t i = 0; i < p->header.ncomments; i++)
		strbuf_add3(job->out, "", profile_str(p, p->header.comment[i]),
			"\n");
	return 0;
}

/* Write nothing, as every document includes the comments. */
static int
comments_json(const struct report_job *job, struct err *err)
{
	(void)job;
	(void)err;
	return 0;
}

const struct report report_comments = {
	REPORT_DOC(.name = "comments", .only_help_all = true,
		.help = "Print the comments in the profile"),
	.reads = READ_SUMS,
	.run = comments_run,
	.json = comments_json,
};
