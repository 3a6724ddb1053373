/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -csv: the table of functions for a spreadsheet, all rows. */
#include "prelude.h"

#include "report/report.h"

#include "present/top.h"

static int
csv_run(const struct report_job *job, struct err *err)
{
	struct top_options o = { .percents = true };
	struct top *top;

	(void)err;
	o.sort.by = job->view->query.sort == SORT_CUM ? TOP_TOTAL : TOP_SELF;
	top = top_new(job->view, &o);
	top_csv_row(top, NONE, job->out);
	for (uint32_t row = 0; row < top->n && report_goes_on(job); row++)
		top_csv_row(top, row, job->out);
	top_free(top);
	return 0;
}

const struct report report_csv = {
	REPORT_DOC(.name = "csv", .only_help_all = true,
		.help = "Write the table of functions for a spreadsheet"),
	.run = csv_run,
};
