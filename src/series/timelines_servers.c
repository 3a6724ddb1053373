/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Servers as a source of lines (a row of TIMESOURCES). */
#include "prelude.h"

#include "series/timelines.h"

#include "base/intern.h"
#include "base/xalloc.h"
#include "fetch/fetch.h"
#include "fetch/server.h"
#include "load/load.h"
#include "load/serverpoints.h"
#include "profile/timesteps.h"

struct served {
	struct str type, unit;
	int64_t interval, step;
	double share; /* profiled part of the time */
	struct span window;
	const struct fetch_options *fetch;
	struct progress *progress;
	struct err *err;
	VEC(struct str) name; /* addresses */
};

/* A value of the label, with buckets if it is among the heaviest. */
struct served_line {
	struct str name;
	struct buckets buckets; /* p is NULL if it is not */
	double total;
	bool has; /* false: no series */
};

struct served_lines {
	struct intern names; /* names of line[], by index */
	uint32_t each;       /* snapshots per point */
	VEC(struct served_line) line;
	VEC(struct server_points) answer;
};

static void
free_lines(struct served_lines *all)
{
	for (size_t i = 0; i < all->answer.n; i++)
		server_points_fini(&all->answer.p[i]);
	for (size_t i = 0; i < all->line.n; i++)
		free(all->line.p[i].buckets.p);
	vec_free(&all->answer);
	vec_free(&all->line);
	intern_fini(&all->names);
}

static int
compare_served_lines(const void *a, const void *b)
{
	const struct served_line *const *x = a, *const *y = b;

	if ((*x)->total != (*y)->total)
		return (*x)->total > (*y)->total ? -1 : 1;
	return str_cmp((*x)->name, (*y)->name);
}

/* Weigh the values of all series. */
static void
add_totals(struct served_lines *all, const struct server_points *p)
{
	for (size_t k = 0; k < p->series.n; k++) {
		const struct server_series *s = &p->series.p[k];
		uint32_t id = intern_copy(&all->names, s->label);

		/* Index 0 is the empty string. */
		while (all->line.n < all->names.n) {
			uint32_t at = (uint32_t)all->line.n;
			struct served_line new = { .name = intern_str(
							   &all->names, at) };

			vec_push(&all->line, new);
		}
		all->line.p[id].has = true;
		for (size_t i = 0; i < s->point.n; i++)
			all->line.p[id].total += s->point.p[i].value;
	}
}

/* Fetch the series of all servers, and add them up to a line for each value of
   `label`; or, for "", to a single line. order[] has all values by weight; the
   first TIMELINES_MAX have buckets. */
static int
ask_lines(const struct served *q, struct str label, struct arena *arena,
	struct served_lines *all, struct served_line ***order, size_t *n_lines)
{
	struct span whole = span_round(q->window, q->step);
	size_t n = 0;
	int rc = 0;

	*all = (struct served_lines){ .each = 1 };
	intern_init(&all->names, arena);
	for (size_t i = 0; i < q->name.n && rc == 0; i++) {
		struct server_points p;

		rc = server_fetch_points(q->fetch, q->name.p[i], whole.from,
			whole.until, q->step, label, &p, q->progress, q->err);
		for (size_t k = 0; k < p.series.n && label.n == 0; k++)
			p.series.p[k].label = STR_EMPTY;
		add_totals(all, &p);
		all->each = served_snapshots_in(&p, q->step, q->interval);
		vec_push(&all->answer, p);
	}
	*order = ARENA_ARRAY(arena, struct served_line *, all->line.n + 1);
	for (size_t i = 0; i < all->line.n; i++)
		if (all->line.p[i].has)
			(*order)[n++] = &all->line.p[i];
	*n_lines = n;
	qsort(*order, n, sizeof(**order), compare_served_lines);
	for (size_t i = 0; i < n && i < TIMELINES_MAX && rc == 0; i++)
		rc = buckets_init(
			&(*order)[i]->buckets, q->window, q->step, q->err);
	for (size_t i = 0; i < all->answer.n && rc == 0; i++) {
		const struct server_points *p = &all->answer.p[i];

		for (size_t k = 0; k < p->series.n; k++) {
			const struct server_series *s = &p->series.p[k];
			struct buckets *b =
				&all->line.p[intern_find(&all->names, s->label)]
					 .buckets;

			if (b->p != NULL)
				served_add_series(b, s, p->adds);
		}
	}
	return rc;
}

/* Convert a line to points and free its buckets. */
static void
end_line(const struct served *q, const struct served_lines *all,
	struct served_line *line, struct arena *arena, struct points *out)
{
	struct span within = line->buckets.within;

	if (!points_level(q->type, q->unit))
		buckets_fill(&line->buckets);
	buckets_end(&line->buckets, q->type, arena_str(arena, q->unit),
		all->each, out);
	points_even(out, within);
	points_shorten(out, q->share);
}

static int
servers_lines(struct timelines *out, const struct load_spec *files,
	struct str order, struct progress *progress, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct served q = { .fetch = files->fetch != NULL ? files->fetch
							  : &fetch_defaults,
		.progress = progress,
		.err = err };
	struct order_head head;
	struct served_lines lines = { .each = 1 };
	struct served_line **line;
	struct str label;
	size_t n = 0;
	int rc;

	order_head(&order, &arena, &head);
	q.type = head.wanted.type;
	q.unit = head.wanted.unit;
	label = head.wanted.name;
	q.interval = head.interval;
	q.share = head.share;
	q.window.from = order_number(&order, &arena);
	q.window.until = order_number(&order, &arena);
	q.step = order_number(&order, &arena);
	while (str_trim(order).n > 0)
		vec_push(&q.name, order_word(&order, &arena));
	rc = q.step > 0 && !span_is_empty(q.window)
		? ask_lines(&q, STR_EMPTY, &arena, &lines, &line, &n)
		: err_set(err, ERR_USAGE, "no such time");
	if (rc == 0 && n > 0)
		end_line(&q, &lines, line[0], &out->arena, &out->all);
	free_lines(&lines);
	if (rc == 0 && label.n > 0) {
		rc = ask_lines(&q, label, &arena, &lines, &line, &n);
		for (size_t i = 0; i < n && rc == 0; i++) {
			struct timeline_line *made =
				timelines_add(out, line[i]->name);

			if (made != NULL)
				end_line(&q, &lines, line[i], &out->arena,
					&made->points);
		}
		free_lines(&lines);
	}
	vec_free(&q.name);
	arena_free(&arena);
	return rc;
}

const struct timesource timesource_servers = {
	.name = "servers",
	.lines = servers_lines,
};
