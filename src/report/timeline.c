/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -timeline: the weights of several profiles over time.
 *
 *     inuse_space
 *     time                      value  profiles
 *     2026-11-22 14:00:00     54.20MB         1
 *
 * If a label groups the profiles, columns for its values follow, which add up
 * to "value". Profiles with equal times share a row. For sums from a server,
 * the number of profiles is unknown.
 */
#include "prelude.h"

#include "report/report.h"

#include <inttypes.h>

#include "profile/timeseries.h"
#include "profile/timetext.h"
#include "report/json.h"

enum { TIME_COLUMN = 26, VALUE_WIDTH = 12, COUNT_WIDTH = 10 };
enum { LONG_AGO_MS = 86400 * 1000 };

static int
check_times(const struct report_job *job, struct err *err)
{
	if (job->times != NULL &&
		job->times->all->n > (job->times->counts ? 1 : 0))
		return 0;
	return err_set(err, ERR_USAGE,
		"-timeline needs several profiles with known times");
}

/* Append a line's value at a given time; a rate is over the duration of `all`.
   Blank if there is none, and "-" if the rate is unknown. */
static void
put_value(const struct report_job *job, const struct points *ps, int64_t time,
	const struct points_sum *all)
{
	struct points_sum sum = points_sum(ps, (struct span){ time, time + 1 });
	struct strbuf text = STRBUF_INIT;

	sum.covered = sum.covered > 0 ? all->covered : 0;
	if (points_known(ps, &sum))
		points_put_value(&text, ps, job->view->query.unit,
			points_value(ps, &sum));
	else if (sum.n > 0)
		strbuf_addch(&text, '-');
	put_right(job->out, strbuf_str(&text), VALUE_WIDTH);
	strbuf_free(&text);
}

/* Append the value of the lines that are left out: the rest of the total. */
static void
put_rest(const struct report_job *job, const struct report_times *t)
{
	struct span whole = points_extent(t->all);
	struct strbuf *out = job->out;
	struct points_sum rest = points_sum(t->all, whole);

	for (size_t i = 0; i < t->n; i++) {
		struct points_sum one = points_sum(t->line[i].points, whole);

		rest.sum -= one.sum;
		rest.timed -= one.timed;
	}
	strbuf_addf(out, ", without %zu more (", t->others);
	points_put_value(out, t->all, job->view->query.unit,
		points_value(t->all, &rest));
	strbuf_addch(out, ')');
}

static int
timeline_run(const struct report_job *job, struct err *err)
{
	const struct profile *p = job->view->profile;
	const struct report_times *t = job->times;
	struct strbuf *out;

	if (check_times(job, err) != 0)
		return -1;
	strbuf_add3(job->out, "",
		profile_str(p, p->types.type[job->view->column]),
		t->all->per_second ? " per second" : "");
	if (t->label.n > 0)
		strbuf_add3(job->out, ", by ", t->label, "");
	if (t->others > 0)
		put_rest(job, t);
	strbuf_addch(job->out, '\n');
	out = job->out;
	strbuf_addstr(out, "time");
	strbuf_addn(out, ' ', TIME_COLUMN - 4);
	put_right(out, STR("value"), VALUE_WIDTH);
	if (t->counts)
		put_right(out, STR("profiles"), COUNT_WIDTH);
	for (size_t i = 0; i < t->n; i++) {
		strbuf_addch(out, ' ');
		put_right(out,
			t->line[i].name.n > 0 ? t->line[i].name
					      : STR("(without)"),
			VALUE_WIDTH - 1);
	}
	strbuf_addch(out, '\n');
	for (size_t i = 0; i < t->all->n; i++)
		if (i == 0 ||
			t->all->p[i].span.from > t->all->p[i - 1].span.from) {
			int64_t time = t->all->p[i].span.from;
			struct points_sum all = points_sum(
				t->all, (struct span){ time, time + 1 });
			struct strbuf text = STRBUF_INIT;
			size_t from = out->n;

			/* Print the time with its date. */
			instant_put(out, time, time - 2 * LONG_AGO_MS);
			if (t->all->p[i].guessed)
				strbuf_addch(out, '?');
			while (out->n - from < TIME_COLUMN)
				strbuf_addch(out, ' ');
			put_value(job, t->all, time, &all);
			strbuf_addf(&text, "%" PRIu64, all.n);
			if (t->counts)
				put_right(out, strbuf_str(&text), COUNT_WIDTH);
			for (size_t j = 0; j < t->n; j++)
				put_value(job, t->line[j].points, time, &all);
			strbuf_addch(out, '\n');
			strbuf_free(&text);
		}
	return 0;
}

static void
json_points(struct jsonout *j, const struct report_times *t,
	const struct points *ps)
{
	jsonout_array(j, "points");
	for (size_t i = 0; i < ps->n; i++) {
		const struct point *p = &ps->p[i];

		jsonout_object(j, NULL);
		jsonout_int(j, "time_ms", p->span.from);
		jsonout_int(j, "duration_ms", p->span.until - p->span.from);
		jsonout_int(j, "sum", p->sum);
		if (t->counts)
			jsonout_int(j, "profiles", p->n);
		else if (!ps->per_second)
			jsonout_int(j, "snapshots", p->n);
		jsonout_bool(j, "is_guessed", p->guessed);
		jsonout_close(j);
	}
	jsonout_close(j);
}

static int
timeline_json(const struct report_job *job, struct err *err)
{
	const struct report_times *t = job->times;
	struct jsonout *j = job->json;
	size_t n = report_most(job);

	if (check_times(job, err) != 0)
		return -1;
	jsonout_bool(j, "per_second", t->all->per_second);
	jsonout_int(j, "interval_ms", t->all->interval);
	json_points(j, t, t->all);
	if (t->label.n == 0)
		return 0;
	n = t->n < n ? t->n : n;
	jsonout_text(j, "label", t->label);
	jsonout_count(j, "lines_left_out", t->n - n + t->others);
	jsonout_array(j, "lines");
	for (size_t i = 0; i < n; i++) {
		jsonout_object(j, NULL);
		jsonout_text(j, "value", t->line[i].name);
		json_points(j, t, t->line[i].points);
		jsonout_close(j);
	}
	jsonout_close(j);
	return 0;
}

const struct report report_timeline = {
	REPORT_DOC(.name = "timeline", .only_help_all = true,
		.help = "Print the total of each profile in order of time"),
	.wants_times = true,
	.clamps = true,
	.run = timeline_run,
	.json = timeline_json,
};
