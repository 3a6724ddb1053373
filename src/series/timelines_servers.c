/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Servers as a source of lines (a row of TIMESOURCES). */
#include "prelude.h"

#include "series/timelines.h"

#include "base/xalloc.h"
#include "fetch/fetch.h"
#include "fetch/server.h"
#include "load/load.h"
#include "load/serverpoints.h"
#include "profile/timesteps.h"

struct served {
	struct str type, unit;
	int64_t interval, step;
	struct span window;
	const struct fetch_options *fetch;
	struct progress *progress;
	struct err *err;
	VEC(struct str) name; /* addresses */
};

/* A line while its series are added up. */
struct served_line {
	struct str name;
	struct buckets buckets;
	double total;
};

struct served_lines {
	struct arena arena;
	uint32_t each; /* snapshots per point */
	VEC(struct served_line) line;
};

static void
add_to_line(struct served_lines *all, const struct served *q,
	const struct server_series *s, bool adds)
{
	struct served_line new = { .name = s->label };
	size_t i = 0;

	while (i < all->line.n && !str_eq(all->line.p[i].name, s->label))
		i++;
	if (i == all->line.n) {
		new.name = arena_str(&all->arena, s->label);
		if (buckets_init(&new.buckets, q->window, q->step, q->err) != 0)
			return;
		vec_push(&all->line, new);
	}
	served_add_series(&all->line.p[i].buckets, s, adds);
}

/* Fetch the series of all servers, and add them up to a line for each value of
   `label`; or, for "", to a single line. */
static int
ask_lines(const struct served *q, struct str label, struct served_lines *all)
{
	struct span whole = span_round(q->window, q->step);
	int rc = 0;

	*all = (struct served_lines){ .each = 1 };
	for (size_t i = 0; i < q->name.n && rc == 0; i++) {
		struct server_points p;

		rc = server_fetch_points(q->fetch, q->name.p[i], whole.from,
			whole.until, q->step, label, &p, q->progress, q->err);
		for (size_t k = 0; k < p.series.n; k++) {
			if (label.n == 0)
				p.series.p[k].label = STR_EMPTY;
			add_to_line(all, q, &p.series.p[k], p.adds);
		}
		all->each = served_snapshots_in(&p, q->step, q->interval);
		server_points_fini(&p);
	}
	for (size_t i = 0; i < all->line.n; i++)
		for (size_t k = 0; k < all->line.p[i].buckets.n; k++)
			all->line.p[i].total += all->line.p[i].buckets.p[k].sum;
	return rc;
}

static int
compare_served_lines(const void *a, const void *b)
{
	const struct served_line *x = a, *y = b;

	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	return str_cmp(x->name, y->name);
}

/* Convert a line to points and free its buckets. */
static void
end_line(const struct served *q, struct served_lines *all, size_t i,
	struct arena *arena, struct points *out)
{
	buckets_end(&all->line.p[i].buckets, q->type, arena_str(arena, q->unit),
		all->each, out);
}

static int
servers_lines(struct timelines *out, const struct load_spec *files,
	struct str order, struct progress *progress, struct err *err)
{
	static const struct fetch_options none = { .seconds = -1 };
	struct arena arena = ARENA_INIT;
	struct served q = { .fetch =
				    files->fetch != NULL ? files->fetch : &none,
		.progress = progress,
		.err = err };
	struct served_lines lines;
	struct str label;
	int rc;

	q.type = order_word(&order, &arena);
	q.unit = order_word(&order, &arena);
	(void)order_number(&order, &arena);
	label = order_word(&order, &arena);
	(void)order_number(&order, &arena);
	(void)order_number(&order, &arena);
	(void)order_word(&order, &arena);
	q.interval = order_number(&order, &arena);
	q.window.from = order_number(&order, &arena);
	q.window.until = order_number(&order, &arena);
	q.step = order_number(&order, &arena);
	while (str_trim(order).n > 0)
		vec_push(&q.name, order_word(&order, &arena));
	rc = q.step > 0 && !span_is_empty(q.window)
		? ask_lines(&q, STR_EMPTY, &lines)
		: err_set(err, ERR_USAGE, "no such time");
	if (q.step > 0 && !span_is_empty(q.window)) {
		if (lines.line.n > 0)
			end_line(&q, &lines, 0, &out->arena, &out->all);
		vec_free(&lines.line);
		arena_free(&lines.arena);
	}
	if (rc == 0 && label.n > 0) {
		rc = ask_lines(&q, label, &lines);
		if (lines.line.n > 1)
			qsort(lines.line.p, lines.line.n, sizeof(*lines.line.p),
				compare_served_lines);
		for (size_t i = 0; i < lines.line.n; i++) {
			struct timeline_line *line =
				timelines_add(out, lines.line.p[i].name);

			if (line != NULL)
				end_line(&q, &lines, i, &out->arena,
					&line->points);
			else
				free(lines.line.p[i].buckets.p);
		}
		vec_free(&lines.line);
		arena_free(&lines.arena);
	}
	vec_free(&q.name);
	arena_free(&arena);
	return rc;
}

const struct timesource timesource_servers = {
	.name = "servers",
	.lines = servers_lines,
};
