/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of a profile: see util_report.h. */
#include "prelude.h"

#include "util_report.h"

#include "testing.h"

#include "engine/view.h"

int
report_try(const char *name, const struct profile *p, const struct query *q,
	struct report_job job, struct err *err)
{
	struct engine *engine = engine_new(p);
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	struct query plain;
	int rc;

	query_init(&plain);
	warnings_init(&warnings, &arena);
	job.report = report_find(str_c(name));
	assert_non_null(job.report);
	job.engine = engine;
	job.profile = p;
	job.warnings = &warnings;
	rc = report_run(&job, q != NULL ? q : &plain, err);
	engine_free(engine);
	arena_free(&arena);
	return rc;
}

void
report_put(const char *name, const struct profile *p, const struct query *q,
	struct report_job job)
{
	struct err err = ERR_INIT;

	if (report_try(name, p, q, job, &err) != 0)
		fail_msg("%s", err.msg);
}
