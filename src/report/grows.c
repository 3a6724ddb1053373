/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -grows: which functions grow from snapshot to snapshot.
 *
 *     Type: inuse_space
 *     4 of 312 functions, 80 snapshots, 6h35m
 *       grew by    rate/h    self/h  first    last  tau       p  verdict
 *       +32.4MB    +4.9MB    +4.9MB  9.9MB  43.6MB 0.97 <0.0001  steady  Put
 */
#include "prelude.h"

#include "report/report.h"

#include "analysis/growth.h"
#include "present/growth.h"
#include "present/number.h"
#include "report/json.h"

enum { VALUE_COLS = 10 };

static int
check_growth(const struct growth *g, struct err *err)
{
	size_t n = g != NULL ? growth_judged(g) : 1;

	if (n >= 2)
		return 0;
	return err_set(err, ERR_NO_MATCH,
		"%d snapshots are needed, %zu %s found%s", TREND_LEAST, n,
		n == 1 ? "was" : "were",
		g != NULL && g->first > 0 ? " since the last restart" : "");
}

static void
grows_put_amount(struct strbuf *out, const struct growth *g, int64_t value)
{
	size_t from = out->n;

	amount_put(out, value, g->unit);
	strbuf_pad_left(out, from, VALUE_COLS);
}

static void
grows_put_rate(struct strbuf *out, const struct growth *g, double slope)
{
	size_t from = out->n;

	growth_rate_put(out, g, slope * growth_per(g).hours);
	strbuf_pad_left(out, from, VALUE_COLS);
}

/* "rate/min"; without times only the word. */
static void
grows_put_head(struct strbuf *out, const struct growth *g, const char *word)
{
	size_t from = out->n;

	strbuf_addstr(out, word);
	strbuf_addstr(out, g->is_per_hour ? growth_per(g).text : "");
	strbuf_pad_left(out, from, VALUE_COLS);
}

/* Return how many rows to print, without those that one callee explains. */
static size_t
rows_wanted(const struct report_job *job)
{
	size_t most = report_most(job), n = growth_listed(job->growth);

	return most < n ? most : n;
}

static int
grows_run(const struct report_job *job, struct err *err)
{
	const struct growth *g = job->growth;
	struct strbuf *out = job->out, remarks = STRBUF_INIT;

	if (check_growth(g, err) != 0)
		return -1;
	strbuf_add3(out, "Type: ", g->type, "\n");
	header_filters(out, &job->view->query);
	growth_title_put(out, g);
	strbuf_addstr(out, "\n   grew by");
	grows_put_head(out, g, "rate");
	grows_put_head(out, g, "self");
	strbuf_addstr(out, "     first      last   tau        p  verdict\n");
	for (size_t i = 0; i < rows_wanted(job); i++) {
		const struct grower *row = &g->row[i];
		size_t from = out->n;

		growth_by_put(out, g, row);
		strbuf_pad_left(out, from, VALUE_COLS);
		grows_put_rate(out, g, row->slope);
		grows_put_rate(out, g, row->self_slope);
		grows_put_amount(out, g, row->first);
		grows_put_amount(out, g, row->last);
		if (row->trend.shape == TREND_FEW)
			strbuf_addf(out, "%6s%9s", "-", "-");
		else if (row->trend.p < 0.0001) /* p is never 0 */
			strbuf_addf(out, "%6.2f%9s", row->trend.tau, "<0.0001");
		else
			strbuf_addf(out, "%6.2f%9.5f", row->trend.tau,
				row->trend.p);
		strbuf_addf(out, "  %-12s  ", growth_verdict(g, row));
		strbuf_add(out, row->name);
		strbuf_addch(out, '\n');
	}
	growth_remarks_put(&remarks, g);
	if (remarks.n > 0)
		strbuf_add3(out, "\n", strbuf_str(&remarks), "");
	strbuf_free(&remarks);
	return 0;
}

static void
grows_json_values(struct jsonout *j, const char *key, const double *v, size_t n)
{
	jsonout_array(j, key);
	for (size_t i = 0; i < n; i++)
		jsonout_int(j, NULL, (int64_t)v[i]);
	jsonout_close(j);
}

static int
grows_json(const struct report_job *job, struct err *err)
{
	const struct growth *g = job->growth;
	struct jsonout *j = job->json;

	if (check_growth(g, err) != 0)
		return -1;
	jsonout_array(j, "snapshots");
	for (size_t i = 0; i < g->n; i++) {
		jsonout_object(j, NULL);
		jsonout_text(j, "source", g->snapshot[i].name);
		jsonout_int(j, "time_ms", g->snapshot[i].at);
		jsonout_bool(j, "is_guessed", g->snapshot[i].is_guessed);
		jsonout_int(j, "total", g->snapshot[i].total);
		jsonout_bool(j, "is_judged", i >= g->first);
		jsonout_close(j);
	}
	jsonout_close(j);
	jsonout_count(j, "functions", g->functions);
	jsonout_count(j, "tried", g->tried);
	jsonout_array(j, "growing");
	for (size_t i = 0; i < g->n_rows + g->n_explained && i < GROWTH_MOST &&
		i < report_most(job);
		i++) {
		const struct grower *row = &g->row[i];

		jsonout_object(j, NULL);
		jsonout_text(j, "name", row->name);
		jsonout_real(j,
			g->is_per_hour ? "growth_per_hour"
				       : "growth_per_snapshot",
			row->slope);
		jsonout_real(j,
			g->is_per_hour ? "self_growth_per_hour"
				       : "self_growth_per_snapshot",
			row->self_slope);
		jsonout_int(j, "first", row->first);
		jsonout_int(j, "last", row->last);
		jsonout_real(j, "tau", row->trend.tau);
		jsonout_real(j, "p", row->trend.p);
		jsonout_text(j, "verdict", str_c(growth_verdict(g, row)));
		jsonout_bool(j, "by_one_callee", i >= g->n_rows);
		grows_json_values(j, "cum", row->value, g->n);
		grows_json_values(j, "flat", row->self, g->n);
		jsonout_close(j);
	}
	jsonout_close(j);
	return 0;
}

const struct report report_grows = {
	REPORT_DOC(.name = "grows", .only_help_all = true,
		.help = "Print functions that grow from snapshot to snapshot"),
	.wants_growth = true,
	.clamps = true,
	.run = grows_run,
	.json = grows_json,
};
