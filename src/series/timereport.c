/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points for reports on times. */
#include "prelude.h"

#include "series/timereport.h"

#include "base/strbuf.h"
#include "load/sampletimes.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"
#include "series/timelines.h"

enum { STEPS = 120 }; /* approximate number of points in a report */

/* Compute t->lines for the window. */
static int
ask_for_lines(struct times *t, const struct snapshots *s,
	const struct load_spec *files, const struct profile *p, uint32_t column,
	struct str group, struct span window, struct progress *progress,
	struct err *err)
{
	struct strbuf order = STRBUF_INIT;
	const struct lines_wanted q = { .type = profile_str(
						p, p->types.type[column]),
		.unit = profile_str(p, p->types.unit[column]),
		.by_label = group.n > 0,
		.name = group,
		.window = window,
		.step = s->served          ? served_step(s, window, STEPS)
			: s->whole != NULL ? sampled_step(s)
					   : 0 };

	snapshots_order(s, files, &q, &order);
	t->lines = timelines_new(files, strbuf_str(&order), progress);
	strbuf_free(&order);
	if (t->lines == NULL)
		return err_set(err, ERR_CANCELLED, "cancelled");
	if (t->lines->err.code == ERR_NONE)
		return 0;
	*err = t->lines->err;
	return -1;
}

/* Set err to the reason why a server has no points. Always -1. */
static int
say_pointless(const struct snapshots *s, struct str type, struct err *err)
{
	if (s->pointless.n > 0)
		return err_set(err, ERR_IO, "no timeline: %.*s",
			STR_ARG(s->pointless));
	return err_set(err, ERR_IO,
		"no timeline: the server has no points of %.*s in this range",
		STR_ARG(type));
}

int
times_make(struct times *t, const struct snapshots *s,
	const struct load_spec *files, const struct profile *p,
	struct str sample_index, struct str group, struct str window,
	struct progress *progress, struct err *err)
{
	struct span span = snapshots_extent(s);
	uint32_t column;

	*t = (struct times){ .report = { .counts = snapshots_counted(s) } };
	t->report.all = &t->all;
	if (profile_sample_index(p, sample_index, &column, err) != 0)
		return -1;
	snapshots_points(s, profile_str(p, p->types.type[column]),
		profile_str(p, p->types.unit[column]), &t->all);
	if (window.n > 0 &&
		snapshots_span(
			s, window, snapshots_now(s, files), &span, err) != 0)
		return err_wrap(err, "window");
	if (group.n > 0 || (s->served && window.n > 0)) {
		struct report_times *r;

		if (ask_for_lines(t, s, files, p, column, group, span, progress,
			    err) != 0)
			return -1;
		/* Point the report at the lines. */
		r = &t->report;
		if (t->lines->all.n > 0)
			r->all = &t->lines->all;
		r->label = group;
		r->n = group.n > 0 ? t->lines->n : 0;
		r->others = t->lines->others;
		for (size_t i = 0; i < r->n; i++)
			t->line[i] =
				(struct report_line_of){ t->lines->line[i].name,
					&t->lines->line[i].points };
		r->line = t->line;
	}
	if (s->served && t->report.all->n == 0)
		return say_pointless(
			s, profile_str(p, p->types.type[column]), err);
	if (window.n == 0 || s->served)
		return 0;
	if (s->whole != NULL) {
		points_free(&t->all);
		sampled_points_in(s, profile_str(p, p->types.type[column]),
			profile_str(p, p->types.unit[column]), span,
			sampled_step(s), &t->all);
		return 0;
	}
	points_keep(&t->all, span);
	for (size_t i = 0; i < t->report.n; i++)
		points_keep(&t->lines->line[i].points, span);
	return 0;
}

void
times_free(struct times *t)
{
	points_free(&t->all);
	timelines_free(t->lines);
}
