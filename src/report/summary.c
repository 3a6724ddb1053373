/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -summary: the view in three sentences, below any cautions.
 *
 *     note: 97% of the time is spent waiting; it starts other processes, ...
 *     by self: libraries 48.5%, runtime 44.4% (system calls 12.6%), ...
 *     most goes through serve > ServeHTTP 74.8%; it splits: Checkout 34.1%
 *     your heaviest line is server.go:88 in Checkout: 27.0%, including ...
 */
#include "prelude.h"

#include "report/report.h"

#include "engine/sides.h"
#include "present/hint.h"
#include "present/inshort.h"
#include "present/number.h"
#include "profile/sampletype.h"
#include "report/json.h"

/* Set the view that the sentences describe: functions, callers above callees,
   and stacks that end as on the screen. */
static void
summary_adapt(struct query *q)
{
	q->granularity = GRAN_FUNCTIONS;
	q->direction = DIR_CALLEES;
	q->fold_leaves = true;
}

/* True for a caution about the profile. "partial" is left out, because all
   reports of a partial profile begin with a line about it. */
static bool
is_said(const struct hint *hint)
{
	return !hint->is_aside && strcmp(hint->id, "partial") != 0;
}

static void
put_totals(struct strbuf *out, const struct view *v)
{
	struct numbers num = numbers_of(v, &v->w);
	struct sides kept = sides_of(&v->w.kept);
	struct strbuf share = STRBUF_INIT;

	strbuf_addstr(out, "total: ");
	number_put(out, &num, kept.base);
	strbuf_addstr(out, " before, ");
	number_put(out, &num, kept.new);
	strbuf_addstr(out, " now, ");
	delta_put(out, &num, kept);
	if (share_put(&share, kept))
		strbuf_addf(out, " (%s)", strbuf_c(&share));
	strbuf_free(&share);
	strbuf_addch(out, '\n');
}

/* Append the lines above a report, without the duration if it is meaningless:
   in a diff it is the sum of both sides, a level has none, and some profilers
   write 1 ns. */
static void
put_header(const struct report_job *job, const struct report_scale *n)
{
	const struct view *v = job->view;
	bool lasted = !v->is_diff && profile_lasted(v->profile, v->column) > 0;
	struct strbuf header = STRBUF_INIT;
	struct str rest, line;

	header_profile(&header, v, n);
	for (rest = strbuf_str(&header); rest.n > 0;) {
		line = str_cut(&rest, '\n');
		if (lasted || !str_starts(line, STR("Duration: ")))
			strbuf_add3(job->out, "", line, "\n");
	}
	strbuf_free(&header);
	header_filters(job->out, &v->query);
}

static void
summary_text(const struct report_job *job, const struct inshort *s,
	const struct hints *hints)
{
	struct report_scale n;

	scale_init(&n, job->view);
	if (str_is(n.to, "minimum"))
		n.to = STR("auto");
	put_header(job, &n);
	if (job->view->query.mean)
		strbuf_addstr(job->out, "note: " OWNERSHIP_OF_MEANS "\n");
	for (size_t i = 0; i < hints->row.n; i++)
		if (is_said(&hints->row.p[i]))
			strbuf_add3(
				job->out, "note: ", hints->row.p[i].text, "\n");
	if (job->view->is_diff)
		put_totals(job->out, job->view);
	for (size_t i = 0; i < s->n; i++)
		strbuf_add3(job->out, "", s->row[i].text, "\n");
}

static void
summary_json(const struct report_job *job, const struct inshort *s,
	const struct hints *hints, const struct ownership *owns)
{
	struct jsonout *j = job->json;
	struct report_scale n;

	scale_init(&n, job->view);
	jsonout_object(j, "summary");
	for (size_t i = 0; i < s->n; i++)
		jsonout_text(j, s->row[i].name, s->row[i].text);
	jsonout_array(j, "notes");
	if (job->view->query.mean)
		jsonout_text(j, NULL, STR(OWNERSHIP_OF_MEANS));
	for (size_t i = 0; i < hints->row.n; i++)
		if (is_said(&hints->row.p[i]))
			jsonout_text(j, NULL, hints->row.p[i].text);
	jsonout_close(j);
	jsonout_close(j);
	if (owns->line.line > 0 && !job->view->query.mean) {
		jsonout_object(j, "own_line");
		jsonout_text(j, "function", strbuf_str(&owns->line.function));
		jsonout_some_text(j, "file", strbuf_str(&owns->line.file));
		jsonout_int(j, "line", owns->line.line);
		jsondoc_value(j, "value", &n,
			ownership_weight(owns, &owns->line.cost));
		jsonout_close(j);
	}
}

static int
summary_run(const struct report_job *job, struct err *err)
{
	struct ownership *owns = ownership_new(
		job->engine, &job->view->query, job->progress, err);
	struct flamegraph *p;
	struct facts *facts;
	struct hints hints = { .arena = ARENA_INIT };
	struct inshort s;
	int rc = -1;

	if (owns != NULL) {
		p = flamegraph_new(job->view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
		inshort_make(&s, owns, p, flamegraph_origins(p), false);
		flamegraph_free(p);
		facts = facts_new(job->profile);
		hints_find(&hints, job->view, facts, NULL);
		if (job->json != NULL)
			summary_json(job, &s, &hints, owns);
		else
			summary_text(job, &s, &hints);
		hints_free(&hints);
		facts_free(facts);
		inshort_free(&s);
		rc = 0;
	}
	ownership_free(owns);
	return rc;
}

const struct report report_summary = {
	REPORT_DOC(.name = "summary", .only_help_all = true,
		.help = "Print the view in short: whose code, path and line"),
	.adapt = summary_adapt,
	.compares = true,
	.clamps = true,
	.screen_names = true,
	.run = summary_run,
	.json = summary_run,
};
