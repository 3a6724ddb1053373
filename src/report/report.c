/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of reports. */
#include "prelude.h"

#include "report/report.h"

#include "base/compiler.h"
#include "engine/filtered.h"
#include "engine/regexp.h"
#include "profile/partial.h"
#include "report/json.h"

#define REPORT_ROW(name) &report_##name,
static const struct report *const reports[] = { REPORTS(REPORT_ROW) };
#undef REPORT_ROW

int
report_parse_count(
	const struct report *r, struct str arg, int64_t *count, struct err *err)
{
	if (str_to_i64(arg, count) && *count >= 1 && *count <= INT32_MAX)
		return 0;
	return err_set(err, ERR_USAGE,
		"invalid value \"%.*s\" for %s: a number from 1 to %d",
		STR_ARG(arg), r->doc.name, INT32_MAX);
}

const struct report *
report_at(size_t i)
{
	return i < COUNT_OF(reports) ? reports[i] : NULL;
}

const struct report *
report_find(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(reports); i++) {
		if (doc_is(&reports[i]->doc, name))
			return reports[i];
	}
	return NULL;
}

/* pprof's reports that flametop lacks. */
#define NO_VIEWER "flametop starts no viewers"
static const struct {
	const char *name, *why;
	const char *instead; /* a report, or NULL */
} missing[] = {
	{ "eog", NO_VIEWER, "svg" },
	{ "evince", NO_VIEWER, "pdf" },
	{ "gv", NO_VIEWER, "ps" },
	{ "http",
		"there is no web interface; without a report flametop shows "
		"the profile on the terminal",
		NULL },
	{ "no_browser", "there is no web interface", NULL },
};

int
report_missing(const char *dash, struct str name, struct err *err)
{
	struct strbuf instead = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(missing); i++) {
		if (!str_is(name, missing[i].name))
			continue;
		if (missing[i].instead != NULL)
			strbuf_addf(&instead,
				"; the %s report draws the picture",
				missing[i].instead);
		err_set(err, ERR_USAGE, "%s%.*s: %s%s", dash, STR_ARG(name),
			missing[i].why, strbuf_c(&instead));
		strbuf_free(&instead);
		return -1;
	}
	return 0;
}

int
report_check_json(const struct report *r, struct err *err)
{
	struct strbuf others = STRBUF_INIT;

	if (r->json != NULL)
		return 0;
	for (size_t i = 0; i < COUNT_OF(reports); i++)
		if (reports[i]->json != NULL)
			strbuf_addf(&others, " -%s", reports[i]->doc.name);
	err_set(err, ERR_USAGE,
		"-json does not go with -%s, which has a format of its own; "
		"reports with JSON:%s",
		r->doc.name, strbuf_c(&others));
	strbuf_free(&others);
	return -1;
}

/* Compute the view and run the report. */
static int
run_view(struct report_job *job, const struct query *query, struct err *err)
{
	const struct report *r = job->report;
	struct query q = *query;
	unsigned frames = r->frames | FRAMES_FILES_APART;
	int rc = -1;

	/* As in pprof, stacks end where the profile ends them. */
	q.fold_leaves = false;
	if (r->adapt != NULL)
		r->adapt(&q);
	job->view = r->only_rows && job->json == NULL
		? view_compute_rows(job->engine, &q, frames, job->progress, err)
		: view_compute_frames(
			  job->engine, &q, frames, job->progress, err);
	if (job->view == NULL)
		return -1;
	warnings_join(job->warnings, &job->view->warnings);
	if (r->wants_filtered)
		job->filtered = filtered_profile(
			job->engine, &job->view->query, job->progress, err);
	if (job->json != NULL)
		jsondoc_view(job->json, job->view);
	if (!r->wants_filtered || job->filtered != NULL)
		rc = (job->json != NULL ? r->json : r->run)(job, err);
	profile_unref(job->filtered);
	view_unref(job->view);
	return rc;
}

enum read_detail
report_detail(const struct report *r, const struct query *query, bool json)
{
	return json || query_reads_labels(query) ? READ_SAMPLES : r->reads;
}

int
report_run(struct report_job *job, const struct query *query, struct err *err)
{
	struct strbuf lines = STRBUF_INIT;
	const struct report *r = job->report;
	int rc = 0;

	if (r->takes == TAKES_PATTERN ||
		(r->takes == TAKES_SOME_PATTERN && job->arg.n > 0)) {
		struct str pattern = job->arg;
		struct strbuf why = STRBUF_INIT;
		struct regexp *match = regexp_new(pattern, NULL, err);

		/* Use pprof's words. */
		if (match == NULL) {
			if (!regexp_explain(&why, pattern))
				strbuf_addstr(&why, err->msg);
			err_set(err, ERR_USAGE,
				"parsing argument regexp %.*s: %.*s",
				STR_ARG(pattern), STR_ARG(strbuf_str(&why)));
		}
		strbuf_free(&why);
		job->match = match;
		rc = job->match != NULL ? 0 : -1;
	} else if (r->takes == TAKES_COUNT) {
		rc = report_parse_count(r, job->arg, &job->count, err);
	}
	if (r->partial_prefix != NULL && job->json == NULL)
		partial_lines(job->out, job->profile, r->partial_prefix);
	if (rc == 0)
		rc = run_view(job, query, err);
	regexp_free(job->match);
	if (progress_stopped(job->progress))
		return err_set(err, ERR_CANCELLED, "cancelled");
	partial_lines(&lines, job->profile, "");
	if (rc == 0)
		warnings_add_lines(job->warnings, strbuf_str(&lines));
	strbuf_free(&lines);
	return rc;
}
