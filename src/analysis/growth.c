/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growth from one snapshot to the next (growth.h). */
#include "prelude.h"

#include "analysis/growth.h"

#include <math.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/sort.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/sampletype.h"
#include "profile/unit.h"

enum { HOUR = 3600 };
static const double LEAST_SHARE = 0.01, LEAST_BYTES = 65536, EXPLAINS = 0.9,
		    OWN_LEAST = 0.05, CHANCE_MOST = 0.1;

/* A non-zero value of a series. */
struct ledger_cell {
	uint32_t at; /* index into ledger.taken */
	int64_t value;
};

struct ledger_series {
	VEC(struct ledger_cell) cell;
};

struct ledger_time {
	struct growth_time shown;
	struct trend_run run;
	struct str unit;
};

struct ledger_row {
	struct ledger_series total, self;
	/* Sums over the view that is being added. */
	int64_t total_now, self_now;
};

struct ledger_call {
	uint32_t caller, callee; /* ids of names */
	struct ledger_series share;
	int64_t now;
};

struct ledger {
	struct arena arena;
	struct intern name;
	struct str type, unit; /* `unit`: the finest of all snapshots */
	VEC(struct ledger_time) taken;
	VEC(struct ledger_row) function; /* [name.n] */
	struct map64 call_at;            /* (caller, callee) -> call */
	VEC(struct ledger_call) call;
};

struct ledger *
ledger_new(void)
{
	struct ledger *s = xcalloc(1, sizeof(*s));

	intern_init(&s->name, &s->arena);
	return s;
}

void
ledger_free(struct ledger *s)
{
	if (s == NULL)
		return;
	for (size_t i = 0; i < s->function.n; i++) {
		vec_free(&s->function.p[i].total.cell);
		vec_free(&s->function.p[i].self.cell);
	}
	for (size_t i = 0; i < s->call.n; i++)
		vec_free(&s->call.p[i].share.cell);
	vec_free(&s->function);
	vec_free(&s->call);
	vec_free(&s->taken);
	map64_free(&s->call_at);
	intern_fini(&s->name);
	arena_free(&s->arena);
	free(s);
}

/* ---- Adding a snapshot ---- */

/* True for types such as alloc_space, which only ever grow. */
static bool
adds_up(enum kind_group group)
{
	return group != GROUP_INUSE && group != GROUP_CONCURRENCY &&
		group != GROUP_OTHER;
}

static int
check_view(struct ledger *s, const struct view *v, struct err *err)
{
	const struct profile *p = v->profile;
	struct str type = profile_str(p, p->types.type[v->column]);
	struct str unit = profile_str(p, p->types.unit[v->column]);

	if (v->is_diff)
		return err_set(err, ERR_USAGE,
			"a diff is not a snapshot; growth needs the original "
			"profiles");
	if (adds_up(kind_of_column(p, v->column)->group)) {
		uint32_t column = v->column;
		struct str kind_type = profile_str(p, p->types.type[column]);

		/* Suggest a type in use, if there is one:
		   "-sample_index=inuse_space". */
		for (uint32_t c = p->types.n; c-- > 0;)
			if (!adds_up(kind_of_column(p, c)->group))
				return err_set(err, ERR_USAGE,
					"%.*s adds up over time and cannot "
					"show growth; -sample_index=%.*s can",
					STR_ARG(kind_type),
					STR_ARG(profile_str(
						p, p->types.type[c])));
		return err_set(err, ERR_USAGE,
			"%.*s adds up over time and cannot show growth; "
			"heap and goroutine profiles contain what is in use",
			STR_ARG(kind_type));
	}
	if (s->taken.n == 0)
		s->type = arena_str(&s->arena, type);
	if (!str_eq(type, s->type))
		return err_set(err, ERR_FORMAT,
			"the sample type is %.*s, but %.*s in the first "
			"snapshot",
			STR_ARG(type), STR_ARG(s->type));
	if (s->taken.n > 0 && !unit_compatible(unit, s->unit))
		return err_set(err, ERR_FORMAT,
			"the unit of %.*s is %.*s, but %.*s in the first "
			"snapshot",
			STR_ARG(type), STR_ARG(unit), STR_ARG(s->unit));
	return 0;
}

/* Return the factor that converts the unit `from` to `to`. */
static double
one_in(struct str from, struct str to)
{
	struct str ignored;

	return str_eq(from, to) ? 1 : unit_scale(1, from, to, &ignored);
}

/* Return the bytes that the process has allocated so far; -1: unknown. */
static int64_t
allocated(const struct profile *p)
{
	struct str unit;
	int64_t sum = 0;
	uint32_t c = 0;

	while (c < p->types.n &&
		!str_is(profile_str(p, p->types.type[c]), "alloc_space"))
		c++;
	if (c == p->types.n)
		return -1;
	for (size_t i = 0; i < p->sample.n; i++)
		i64_sum(&sum, p->sample.value[c][i]);
	unit = profile_str(p, p->types.unit[c]);
	return i64_trunc((double)sum * one_in(unit, STR("bytes")));
}

static void
series_put(struct ledger_series *s, uint32_t at, int64_t value)
{
	struct ledger_cell cell = { at, value };

	if (value != 0)
		vec_push(&s->cell, cell);
}

static void
add_share(struct ledger *s, uint32_t caller, uint32_t callee, int64_t value)
{
	uint32_t *at = map64_at(&s->call_at, (uint64_t)caller << 32 | callee);
	const struct ledger_call new = { .caller = caller, .callee = callee };

	if (*at == NONE) {
		*at = (uint32_t)s->call.n;
		vec_push(&s->call, new);
	}
	i64_sum(&s->call.p[*at].now, value);
}

int
ledger_add(struct ledger *s, const struct view *v, struct growth_time taken,
	struct err *err)
{
	const struct profile *p = v->profile;
	uint32_t row = (uint32_t)s->taken.n;
	struct str unit = profile_str(p, p->types.unit[v->column]);
	struct ledger_time one = {
		.shown = taken,
		.run = { .time = (double)taken.at / 1000,
			.allocated = allocated(p) },
	};
	uint32_t *id;
	const struct frames *frames;

	if (check_view(s, v, err) != 0)
		return -1;
	one.shown.name = arena_str(&s->arena, taken.name);
	one.shown.total = v->w.whole;
	one.unit = arena_str(&s->arena, unit);
	if (row == 0 || one_in(unit, s->unit) < 1)
		s->unit = one.unit;
	if (p->map.n > 0) {
		one.run.start = p->map.start[0];
		one.run.build_id = arena_str(
			&s->arena, profile_str(p, p->map.build_id[0]));
	}
	vec_push(&s->taken, one);
	/* Get the name ids of live frames. */
	frames = v->frames;
	id = xrealloc(NULL, (size_t)frames->n + 1, sizeof(*id));
	for (frame_id f = 0; f < frames->n; f++) {
		const struct ledger_row none = { .total_now = 0 };

		id[f] = v->nodes[f] > 0
			? intern_copy(&s->name, frames->frame[f].text)
			: NONE;
		while (s->function.n < s->name.n)
			vec_push(&s->function, none);
	}
	/* Frames with equal text, from different files, are one function. */
	for (frame_id f = 0; f < v->frames->n; f++) {
		if (id[f] == NONE)
			continue;
		i64_sum(&s->function.p[id[f]].total_now,
			columns_value(&v->w.total, f));
		i64_sum(&s->function.p[id[f]].self_now,
			columns_value(&v->w.self, f));
	}
	for (size_t i = 0; i < s->function.n; i++) {
		struct ledger_row *f = &s->function.p[i];

		series_put(&f->total, row, f->total_now);
		series_put(&f->self, row, f->self_now);
		f->total_now = f->self_now = 0;
	}
	/* Means do not add up, so there are no shares. */
	if (!v->query.mean) {
		const struct tree *t = &v->full;

		/* Sum each callee's share of its caller's total. A sample
		   belongs to the call made by the caller's innermost
		   occurrence, so it counts once. */
		for (node_id node = 1; node < t->n; node++) {
			node_id up = t->parent[node], below = node;
			int64_t total = tree_total(t, node);
			uint32_t me = id[t->frame[node]];

			if (total == 0 || me == NONE)
				continue;
			if (up != 0 && id[t->frame[up]] != me)
				add_share(s, id[t->frame[up]], me, total);
			if ((t->flags[node] & TREE_OUTERMOST) != 0)
				continue;
			/* Recursion: subtract it from the outer call. */
			for (; up != 0 && id[t->frame[up]] != me;
				up = t->parent[up])
				below = up;
			if (up != 0 && below != node)
				add_share(s, me, id[t->frame[below]],
					i64_wrap_sub(0, total));
		}
		for (size_t i = 0; i < s->call.n; i++) {
			series_put(&s->call.p[i].share, row, s->call.p[i].now);
			s->call.p[i].now = 0;
		}
	}
	free(id);
	return 0;
}

/* ---- Judging ---- */

/* A rising function. */
struct rise {
	struct grower row; /* slopes per second or snapshot */
	uint32_t function;
	uint32_t callee; /* function that explains the rise, or NONE */
	bool tried; /* true if it could have risen by `least` */
};

struct growth_judge {
	const struct ledger *s;
	struct growth *out;
	bool small;           /* include rises below `least` */
	uint32_t *place;      /* [n] position of each snapshot by time */
	double *scale;        /* [n] factor to convert each snapshot's unit */
	double *time;         /* [n] sorted times in seconds, or positions */
	double *line, *self;  /* [n] scratch: two series, by time */
	double least;         /* smallest rise that is listed */
	uint32_t tried_small; /* number of functions that could rise, but by
				 less than `least` */
	VEC(struct rise) rises;
};

struct by_time {
	const struct ledger *s;
	uint32_t at;
};

static int
by_time(const void *a, const void *b)
{
	const struct by_time *x = a, *y = b;
	const struct ledger *s = x->s;
	uint32_t earlier_a = x->at;
	uint32_t earlier_b = y->at;
	int64_t earlier_x = s->taken.p[earlier_a].shown.at,
		earlier_y = s->taken.p[earlier_b].shown.at;

	return (earlier_x != earlier_y ? earlier_x < earlier_y
				       : earlier_a < earlier_b)
		? -1
		: x->at != y->at;
}

/* Sort the snapshots by time and find the last run. */
static void
put_in_order(struct growth_judge *j)
{
	const struct ledger *s = j->s;
	struct growth *g = j->out;
	struct by_time *order = xrealloc(NULL, g->n + 1, sizeof(*order));
	struct trend_run *run = xrealloc(NULL, g->n + 1, sizeof(*run));

	for (uint32_t i = 0; i < g->n; i++)
		order[i] = (struct by_time){ s, i };
	if (g->n > 0)
		qsort(order, g->n, sizeof(*order), by_time);
	for (uint32_t k = 0; k < g->n; k++) {
		const struct ledger_time *t = &s->taken.p[order[k].at];

		j->place[order[k].at] = k;
		j->scale[order[k].at] = one_in(t->unit, s->unit);
		j->time[k] = t->run.time;
		run[k] = t->run;
		g->snapshot[k] = t->shown;
		g->snapshot[k].name = arena_str(&g->arena, t->shown.name);
		g->snapshot[k].total = i64_trunc(
			round((double)t->shown.total * j->scale[order[k].at]));
		g->n_guessed += t->shown.is_guessed;
	}
	/* Copying changes file times, so gaps mean nothing. */
	for (uint32_t k = 0; g->n_guessed > 0 && k < g->n; k++)
		run[k].time = (double)k;
	g->first = trend_last_run(run, g->n);
	g->is_per_hour = g->n_guessed == 0 &&
		(growth_judged(g) < 2 ||
			j->time[g->n - 1] > j->time[g->first]);
	for (uint32_t k = 0; !g->is_per_hour && k < g->n; k++)
		j->time[k] = (double)k;
	free(order);
	free(run);
}

/* Write a series to line[n], sorted by time. */
static void
spread(const struct growth_judge *j, const struct ledger_series *s,
	double *line)
{
	for (size_t i = 0; i < j->out->n; i++)
		line[i] = 0;
	for (size_t i = 0; i < s->cell.n; i++)
		line[j->place[s->cell.p[i].at]] =
			(double)s->cell.p[i].value * j->scale[s->cell.p[i].at];
}

/* Find rising functions, each with its trend. -1: cancelled. */
static int
find_rising(struct growth_judge *j, const struct progress *progress)
{
	struct growth *g = j->out;
	size_t n = growth_judged(g);
	const double *line = j->line + g->first;

	for (uint32_t f = 0; f < j->s->function.n; f++) {
		size_t i = 0;
		struct rise one;
		double rise;

		if (progress_stopped(progress))
			return -1;
		spread(j, &j->s->function.p[f].total, j->line);
		while (i < n && fabs(line[i]) <= 0)
			i++;
		if (i >= n)
			continue;
		g->functions++;
		one = (struct rise){ .row.name = intern_str(&j->s->name, f),
			.function = f,
			.callee = NONE,
			.tried = trend_reach(line, n) >= j->least };
		rise = trend_rise(line, n);
		if (one.tried)
			g->tried++;
		else if (trend_reach(line, n) > 0)
			j->tried_small++;
		one.row.is_small = rise < j->least;
		if (!one.row.is_small || !(!j->small || rise <= 0)) {
			one.row.trend = trend_of(j->time + g->first, line, n);
			if (one.row.trend.slope > 0 &&
				(n < TREND_LEAST ||
					one.row.trend.p <= CHANCE_MOST)) {
				spread(j, &j->s->function.p[f].self, j->self);
				one.row.self_slope =
					trend_slope(j->time + g->first,
						j->self + g->first, n);
				vec_push(&j->rises, one);
			}
		}
	}
	return progress_stopped(progress) ? -1 : 0;
}

/* Set the significance of the rises whose `tried` has this value. `all` is the
   number of functions that were tried. */
static void
bound_chance(struct growth_judge *j, bool tried, size_t all)
{
	size_t n = 0;
	double *p = xrealloc(NULL, j->rises.n + 1, sizeof(*p));
	bool *holds = xcalloc(j->rises.n + 1, sizeof(*holds));

	for (size_t i = 0; i < j->rises.n; i++)
		if (j->rises.p[i].tried == tried)
			p[n++] = j->rises.p[i].row.trend.p;
	trend_holds(p, n, all, holds);
	for (size_t i = 0, k = 0; i < j->rises.n; i++)
		if (j->rises.p[i].tried == tried)
			j->rises.p[i].row.significance =
				growth_judged(j->out) < TREND_LEAST
				? SIGNIFICANCE_TOO_FEW
				: holds[k++] ? SIGNIFICANCE_REAL
					     : SIGNIFICANCE_CHANCE;
	free(p);
	free(holds);
}

/* Mark rows that one callee explains and whose own growth is small. A small
   callee explains only small rows, so that the list is the same with and
   without a gate. */
static void
find_explained(struct growth_judge *j)
{
	const struct ledger *s = j->s;
	struct growth *g = j->out;
	uint32_t *row_of = xrealloc(NULL, s->function.n + 1, sizeof(*row_of));

	for (size_t f = 0; f < s->function.n; f++)
		row_of[f] = NONE;
	for (uint32_t i = 0; i < j->rises.n; i++)
		row_of[j->rises.p[i].function] = i;
	for (size_t c = 0; c < s->call.n; c++) {
		const struct ledger_call *call = &s->call.p[c];
		uint32_t from = row_of[call->caller], to = row_of[call->callee];
		struct grower *row;

		if (from == NONE || to == NONE)
			continue;
		row = &j->rises.p[from].row;
		if (row->is_explained ||
			row->self_slope >= OWN_LEAST * row->trend.slope ||
			(j->rises.p[to].row.is_small && !row->is_small))
			continue;
		spread(j, &call->share, j->line);
		row->is_explained =
			trend_slope(j->time + g->first, j->line + g->first,
				growth_judged(g)) >=
			EXPLAINS * row->trend.slope;
		if (row->is_explained)
			j->rises.p[from].callee = call->callee;
	}
	free(row_of);
}

static int
by_growth(const void *a, const void *b)
{
	const struct grower *x = &((const struct rise *)a)->row;
	const struct grower *y = &((const struct rise *)b)->row;

	if (x->is_small != y->is_small)
		return x->is_small - y->is_small;
	if (x->is_explained != y->is_explained)
		return x->is_explained - y->is_explained;
	if (x->significance != y->significance)
		return (int)y->significance - (int)x->significance;
	if (x->self_slope < y->self_slope || x->self_slope > y->self_slope)
		return x->self_slope > y->self_slope ? -1 : 1;
	if (x->trend.slope < y->trend.slope || x->trend.slope > y->trend.slope)
		return x->trend.slope > y->trend.slope ? -1 : 1;
	return str_cmp(x->name, y->name);
}

/* Set `callee` of the rows, which are the sorted rises. */
static void
link_callees(const struct growth_judge *j)
{
	uint32_t *row_of =
		xrealloc(NULL, j->s->function.n + 1, sizeof(*row_of));

	for (uint32_t i = 0; i < j->rises.n; i++)
		row_of[j->rises.p[i].function] = i;
	for (size_t i = 0; i < j->rises.n; i++) {
		uint32_t callee = j->rises.p[i].callee;

		/* A callee that explains a row has a row itself. */
		j->out->row[i].callee = callee != NONE ? row_of[callee] : NONE;
	}
	free(row_of);
}

struct growth *
growth_new(const struct ledger *s, bool small, const struct progress *progress)
{
	struct growth *g = xcalloc(1, sizeof(*g));
	struct growth_judge j = { .s = s, .out = g, .small = small };
	int rc;
	const struct growth *rise_g;
	double share, bytes;

	g->n = s->taken.n;
	g->type = arena_str(&g->arena, s->type);
	g->unit = arena_str(&g->arena, s->unit);
	g->snapshot = ARENA_ARRAY(&g->arena, struct growth_time, g->n + 1);
	j.place = xcalloc(g->n + 1, sizeof(*j.place));
	j.scale = xcalloc(g->n + 1, sizeof(*j.scale));
	j.time = xcalloc(g->n + 1, sizeof(*j.time));
	j.line = xcalloc(g->n + 1, sizeof(*j.line));
	j.self = xcalloc(g->n + 1, sizeof(*j.self));
	put_in_order(&j);
	/* Compute the least growth to be listed. */
	rise_g = j.out;
	for (size_t i = 0; i < rise_g->n; i++)
		j.line[i] = (double)rise_g->snapshot[i].total;
	share = LEAST_SHARE *
		fabs(trend_median(
			j.line + rise_g->first, growth_judged(rise_g)));
	if (!unit_is_memory(rise_g->unit)) {
		j.least = share;
	} else {
		bytes = LEAST_BYTES * one_in(STR("bytes"), rise_g->unit);
		j.least = fmin(share, bytes);
	}
	rc = find_rising(&j, progress);
	if (rc == 0) {
		struct growth *rows_g;
		size_t n;

		bound_chance(&j, true, g->tried);
		bound_chance(&j, false, j.tried_small);
		rows_g = j.out;
		n = j.rises.n;
		find_explained(&j);
		if (n > 0)
			qsort(j.rises.p, n, sizeof(*j.rises.p), by_growth);
		rows_g->row = ARENA_ARRAY(&rows_g->arena, struct grower, n + 1);
		for (size_t i = 0; i < n; i++) {
			const struct grower *row = &j.rises.p[i].row;
			bool is_listed = i < GROWTH_MOST && !row->is_small;
			struct grower *out = &rows_g->row[i];
			struct growth *row_g = j.out;
			const struct ledger_row *f =
				&j.s->function.p[j.rises.p[i].function];
			size_t count = growth_judged(row_g);
			double per = row_g->is_per_hour ? HOUR : 1;

			/* Fill in the numbers other than the trend. Only listed
			   rows get the values of all snapshots. */
			*out = j.rises.p[i].row;
			out->name =
				arena_str(&row_g->arena, j.rises.p[i].row.name);
			spread(&j, &f->total, j.line);
			spread(&j, &f->self, j.self);
			if (is_listed) {
				out->value = arena_dup(&row_g->arena, j.line,
					row_g->n, sizeof(*out->value));
				out->self = arena_dup(&row_g->arena, j.self,
					row_g->n, sizeof(*out->self));
			}
			out->first = (int64_t)j.line[row_g->first];
			out->last = (int64_t)j.line[row_g->n - 1];
			out->start = trend_start(j.line + row_g->first, count);
			out->slope = out->trend.slope * per;
			out->self_slope *= per;
			rows_g->n_small += row->is_small;
			rows_g->n_explained +=
				!row->is_small && row->is_explained;
			rows_g->n_rows += !row->is_small && !row->is_explained;
		}
		link_callees(&j);
	}
	vec_free(&j.rises);
	free(j.place);
	free(j.scale);
	free(j.time);
	free(j.line);
	free(j.self);
	if (rc == 0)
		return g;
	growth_free(g);
	return NULL;
}

struct growth *
growth_failed(const struct err *err)
{
	struct growth *g = xcalloc(1, sizeof(*g));

	g->err = *err;
	return g;
}

void
growth_free(struct growth *g)
{
	if (g == NULL)
		return;
	arena_free(&g->arena);
	free(g);
}
