/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -raw: the filtered profile as text. */
#include "config.h"

#include "engine/filtered.h"
#include "report/rawtext.h"
#include "report/report.h"

#include "base/banned.h"

static int
run(const struct report_job *job, struct err *err)
{
	struct profile *p = filtered_profile(
		job->engine, &job->view->query, job->progress, err);

	if (p == NULL)
		return -1;
	rawtext_print(p, job->progress, job->out);
	profile_unref(p);
	return 0;
}

const struct report report_raw = {
	REPORT_DOC(.name = "raw", .minor = true,
		.help = "The whole filtered profile as text"),
	.run = run,
};
