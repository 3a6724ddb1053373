/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -timeline: what each of several profiles weighs, by time.
 *
 *     inuse_space
 *     time                      value  profiles
 *     2026-11-22 14:00:00     54.20MB         1
 */
#include "config.h"

#include "report/report.h"

#include "base/num.h"
#include "profile/instant.h"
#include "profile/points.h"
#include "profile/unit.h"
#include "report/json.h"

#include "base/banned.h"

enum { TIME_COLUMN = 26, VALUE_WIDTH = 12, COUNT_WIDTH = 10 };
enum { LONG_AGO_MS = 86400 * 1000 };

static int
check_times(const struct report_job *job, struct err *err)
{
	if (job->times != NULL && job->times->n > 1)
		return 0;
	return err_set(err, ERR_USAGE,
		"-timeline is of several profiles whose times are known");
}

static void
put_row(struct strbuf *out, const struct points *ps, const struct point *p)
{
	struct points_sum sum = { .sum = p->sum,
		.n = p->n,
		.covered = p->span.until - p->span.from };
	bool clamped = false;
	char value[UNIT_TEXT_MAX];
	struct strbuf text = STRBUF_INIT;
	size_t from = out->n;

	/* Of another day than that: with its own. */
	instant_put(out, p->span.from, p->span.from - 2 * LONG_AGO_MS);
	if (p->guessed)
		strbuf_addch(out, '?');
	while (out->n - from < TIME_COLUMN)
		strbuf_addch(out, ' ');
	(void)unit_label(i64_round(points_value(ps, &sum), &clamped), ps->unit,
		STR("auto"), value);
	strbuf_addf(&text, "%s%s", value, ps->per_second ? "/s" : "");
	put_right(out, strbuf_str(&text), VALUE_WIDTH);
	strbuf_reset(&text);
	strbuf_addf(&text, "%u", p->n);
	put_right(out, strbuf_str(&text), COUNT_WIDTH);
	strbuf_addch(out, '\n');
	strbuf_free(&text);
}

static int
timeline_run(const struct report_job *job, struct err *err)
{
	const struct profile *p = job->view->profile;
	const struct points *ps = job->times;

	if (check_times(job, err) != 0)
		return -1;
	strbuf_add3(job->out, "",
		profile_str(p, p->types.type[job->view->column]),
		ps->per_second ? " per second\n" : "\n");
	strbuf_addc(job->out, "time");
	strbuf_addn(job->out, ' ', TIME_COLUMN - 4);
	put_right(job->out, STR("value"), VALUE_WIDTH);
	put_right(job->out, STR("profiles"), COUNT_WIDTH);
	strbuf_addch(job->out, '\n');
	for (size_t i = 0; i < ps->n; i++)
		put_row(job->out, ps, &ps->p[i]);
	return 0;
}

static int
timeline_json(const struct report_job *job, struct err *err)
{
	const struct points *ps = job->times;
	struct jsonout *j = job->json;

	if (check_times(job, err) != 0)
		return -1;
	jsonout_bool(j, "per_second", ps->per_second);
	jsonout_int(j, "interval_ms", ps->interval);
	jsonout_array(j, "points");
	for (size_t i = 0; i < ps->n; i++) {
		const struct point *p = &ps->p[i];

		jsonout_object(j, NULL);
		jsonout_int(j, "time_ms", p->span.from);
		jsonout_int(j, "duration_ms", p->span.until - p->span.from);
		jsonout_int(j, "sum", p->sum);
		jsonout_int(j, "profiles", p->n);
		jsonout_bool(j, "is_guessed", p->guessed);
		jsonout_close(j);
	}
	jsonout_close(j);
	return 0;
}

const struct report report_timeline = {
	REPORT_DOC(.name = "timeline", .minor = true,
		.help = "What each of several profiles weighs, by time"),
	.of_times = true,
	.run = timeline_run,
	.json = timeline_json,
};
