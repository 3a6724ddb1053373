/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all reports share: see report.h. */
#include "config.h"

#include "report/report.h"

#include "base/compiler.h"
#include "profile/partial.h"
#include "write/write.h"
#include "engine/filtered.h"
#include "engine/graph.h"
#include "engine/match.h"

#include "base/banned.h"

#define REPORT_ROW(name) &report_##name,
static const struct report *const reports[] = { REPORTS(REPORT_ROW) };
#undef REPORT_ROW

struct graph *
report_graph(const struct report_job *job, int64_t nodecount)
{
	struct graph_options options;

	graph_options_init(&options, &job->view->query);
	graph_options_trim(&options, &job->view->query, nodecount);
	return graph_trimmed(job->view, &options);
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

int
report_put_proto(
	const struct report_job *job, const struct profile *p, struct err *err)
{
	struct strbuf message = STRBUF_INIT;
	int rc;

	pprof_encode(p, &message);
	rc = gzip_append(job->out, strbuf_str(&message), err);
	strbuf_free(&message);
	return rc;
}

/* Of pprof, and not here. */
#define NO_VIEWER "flametop starts no viewers"
static const struct {
	const char *name, *why;
	const char *instead; /* a report, or NULL */
} missing[] = {
	{ "disasm", "there is no disassembly yet; go tool pprof has it", NULL },
	{ "eog", NO_VIEWER, "svg" },
	{ "evince", NO_VIEWER, "pdf" },
	{ "gv", NO_VIEWER, "ps" },
	{ "http",
		"there is no web interface; without a report flametop shows "
		"the profile on the terminal",
		NULL },
	{ "no_browser", "there is no web interface", NULL },
	{ "web", NO_VIEWER, "svg" },
	{ "weblist",
		"there is no web page of the source; the list report prints it",
		NULL },
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

/* In the words of pprof. */
static struct match *
report_compile(struct str pattern, struct err *err)
{
	struct strbuf why = STRBUF_INIT;
	struct match *match = match_new(pattern, NULL, err);

	if (match == NULL) {
		if (!match_explain(&why, pattern))
			strbuf_addc(&why, err->msg);
		err_set(err, ERR_USAGE, "parsing argument regexp %.*s: %.*s",
			STR_ARG(pattern), STR_ARG(strbuf_str(&why)));
	}
	strbuf_free(&why);
	return match;
}

/* With the view that it is of. */
static int
run_view(struct report_job *job, const struct query *query, struct err *err)
{
	const struct report *r = job->report;
	struct query q = *query;
	int rc = -1;

	if (r->adapt != NULL)
		r->adapt(&q);
	job->view = view_compute_frames(
		job->engine, &q, r->frames, job->progress, err);
	if (job->view == NULL)
		return -1;
	warnings_join(job->warnings, &job->view->warnings);
	if (r->is_filtered)
		job->filtered = filtered_profile(
			job->engine, &job->view->query, job->progress, err);
	if (!r->is_filtered || job->filtered != NULL)
		rc = r->run(job, err);
	profile_unref(job->filtered);
	view_unref(job->view);
	return rc;
}

int
report_run(struct report_job *job, const struct query *query, struct err *err)
{
	struct strbuf lines = STRBUF_INIT;
	size_t at = job->out->n;
	bool matches = job->report->doc.arg != NULL;
	int rc = -1;

	if (matches)
		job->match = report_compile(job->pattern, err);
	if (!matches || job->match != NULL)
		rc = run_view(job, query, err);
	match_free(job->match);
	if (progress_stopped(job->progress))
		return err_set(err, ERR_CANCELLED, "cancelled");
	if (rc == 0 && job->report->remark != NULL) {
		partial_lines(&lines, job->profile, job->report->remark);
		strbuf_insert(job->out, at, strbuf_str(&lines));
		strbuf_reset(&lines);
	}
	partial_lines(&lines, job->profile, "");
	if (rc == 0)
		warnings_add_lines(job->warnings, strbuf_str(&lines));
	strbuf_free(&lines);
	return rc;
}
