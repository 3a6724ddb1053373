/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -speedscope: the filtered profile, for speedscope and for reading again. */
#include "prelude.h"

#include "report/report.h"

#include "base/xalloc.h"
#include "write/write.h"

static bool
speedscope_goes_on(void *job)
{
	return report_goes_on(job);
}

static int
speedscope_run(const struct report_job *job, struct err *err)
{
	const struct profile *p = job->filtered;
	int64_t *value = xcalloc(p->sample.n + 1, sizeof(*value));
	uint32_t column = job->view->column;
	struct report_job on = *job;
	struct report_scale scale;
	bool negative = false;

	(void)err;
	scale_init(&scale, job->view);
	for (size_t i = 0; i < p->sample.n; i++) {
		value[i] = scale_divided(&scale, p->sample.value[column][i]);
		negative = negative || value[i] < 0;
	}
	speedscope_write(p, column, value, job->out, speedscope_goes_on, &on);
	free(value);
	if (negative)
		warnings_add(job->warnings,
			"some values are negative, which speedscope does not "
			"show");
	if (p->types.n > 1)
		warnings_add(job->warnings,
			"of %u sample types only %.*s is written: choose with "
			"-sample_index",
			p->types.n,
			STR_ARG(profile_str(p, p->types.type[column])));
	return 0;
}

const struct report report_speedscope = {
	REPORT_DOC(.name = "speedscope", .only_help_all = true,
		.help = "Write a file for speedscope, with one sample type"),
	.wants_filtered = true,
	.clamps = true,
	.run = speedscope_run,
};
