/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points, steps and columns of a time series. */
#include "prelude.h"

#include "profile/timeseries.h"

#include <math.h>

#include "base/compiler.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/unit.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

/* ---- Spans ---- */

struct span
span_both(struct span a, struct span b)
{
	return (struct span){ a.from > b.from ? a.from : b.from,
		a.until < b.until ? a.until : b.until };
}

/* Return t / step, rounded down. */
static int64_t
step_of(int64_t t, int64_t step)
{
	int64_t q = t / step;

	return t % step < 0 ? q - 1 : q;
}

struct span
span_round(struct span s, int64_t step)
{
	bool far = false;

	s.from = i64_mul(step_of(s.from, step), step, &far);
	if (s.until % step != 0)
		s.until = i64_mul(step_of(s.until, step) + 1, step, &far);
	return s;
}

/* ---- Points ---- */

void
points_free(struct points *ps)
{
	vec_free(ps);
}

void
points_add(struct points *ps, const struct point *p)
{
	vec_push(ps, *p);
}

static int
compare_numbers(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Sort values and return their median; 0 if n is 0. */
static double
median(double *value, size_t n)
{
	if (n == 0)
		return 0;
	qsort(value, n, sizeof(*value), compare_numbers);
	return n % 2 != 0 ? value[n / 2]
			  : (value[n / 2 - 1] + value[n / 2]) / 2;
}

static int
compare_points(const void *a, const void *b)
{
	const struct point *x = a, *y = b;

	return x->span.from < y->span.from ? -1 : x->span.from > y->span.from;
}

void
points_done(struct points *ps)
{
	double *distance = xcalloc(ps->n + 1, sizeof(*distance));
	size_t n = 0;

	if (ps->n > 0)
		qsort(ps->p, ps->n, sizeof(*ps->p), compare_points);
	/* Skip points at the same time, which are from several machines. */
	for (size_t i = 1; i < ps->n; i++) {
		int64_t d = ps->p[i].span.from - ps->p[i - 1].span.from;

		if (d > 0)
			distance[n++] = (double)d;
	}
	ps->interval = (int64_t)median(distance, n);
	free(distance);
}

void
points_keep(struct points *ps, struct span s)
{
	size_t n = 0;

	for (size_t i = 0; i < ps->n; i++)
		if (span_has(s, ps->p[i].span.from))
			ps->p[n++] = ps->p[i];
	ps->n = n;
}

struct span
points_extent(const struct points *ps)
{
	struct span all;

	if (ps->n == 0)
		return (struct span){ 0, 0 };
	all = ps->p[0].span;
	for (size_t i = 0; i < ps->n; i++) {
		int64_t until = ps->p[i].span.until;

		if (until == ps->p[i].span.from)
			until += ps->interval > 0 ? ps->interval : 1;
		if (until > all.until)
			all.until = until;
	}
	return all;
}

/* Return the index of the first point that begins at a time or later. */
static size_t
first_from(const struct points *ps, int64_t time)
{
	size_t lo = 0, hi = ps->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (ps->p[mid].span.from < time)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void
points_sum_add(struct points_sum *sum, const struct point *p)
{
	bool clamped = false;

	sum->sum = i64_add(sum->sum, p->sum, &clamped);
	if (sum->n == 0 || p->span.from > sum->end)
		sum->end = p->span.from;
	sum->n += p->n;
	if (!span_is_empty(p->span))
		sum->timed = i64_add(sum->timed, p->sum, &clamped);
	if (p->span.until > sum->end) {
		sum->covered += p->span.until - sum->end;
		sum->end = p->span.until;
	}
}

struct points_sum
points_sum(const struct points *ps, struct span s)
{
	struct points_sum sum = { .sum = 0 };

	for (size_t i = first_from(ps, s.from);
		i < ps->n && ps->p[i].span.from < s.until; i++)
		points_sum_add(&sum, &ps->p[i]);
	return sum;
}

double
points_value(const struct points *ps, const struct points_sum *sum)
{
	if (!points_known(ps, sum))
		return 0;
	return ps->per_second
		? (double)sum->timed * (double)SECOND / (double)sum->covered
		: (double)sum->sum / (double)sum->n;
}

bool
points_known(const struct points *ps, const struct points_sum *sum)
{
	return ps->per_second ? sum->covered > 0 : sum->n > 0;
}

void
points_put_value(struct strbuf *out, const struct points *ps, struct str to,
	double value)
{
	bool clamped = false, is_time = unit_is_time(ps->unit);
	struct str unit = is_time ? STR("ns") : ps->unit, name;
	char text[UNIT_TEXT_MAX];

	/* Use ns, so that fractions of a second are printed in ms or less. */
	if (is_time)
		value *= unit_scale(1, ps->unit, unit, &name);
	if (str_is(to, "minimum"))
		to = STR("auto");
	/* Print two digits if there are fewer than ten per second. */
	if (str_is(to, "auto") && ps->per_second && fabs(value) < 10 &&
		value != floor(value))
		strbuf_addf(out, "%.2g", value);
	else {
		(void)unit_label(i64_round(value, &clamped), unit, to, text);
		strbuf_addstr(out, text);
	}
	if (ps->per_second)
		strbuf_addstr(out, "/s");
}

int64_t
points_step(int64_t window, int cols, int64_t interval, int64_t grid)
{
	static const int64_t steps[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500,
		1 * SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 15 * SECOND,
		20 * SECOND, 30 * SECOND, 1 * MINUTE, 2 * MINUTE, 5 * MINUTE,
		10 * MINUTE, 15 * MINUTE, 20 * MINUTE, 30 * MINUTE, 1 * HOUR,
		2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR };
	size_t i = 0;

	while (i + 1 < COUNT_OF(steps) && steps[i + 1] <= window / cols)
		i++;
	while (i + 1 < COUNT_OF(steps) && steps[i] < interval)
		i++;
	while (grid > 0 && i + 1 < COUNT_OF(steps) && steps[i] % grid != 0)
		i++;
	/* No step is a multiple of a grid like 7 s. */
	return grid > 0 && steps[i] % grid != 0 ? grid : steps[i];
}

/* ---- Columns ---- */

struct timeseries_step {
	struct points_sum own; /* points that begin in the step */
	double value;
	bool has;
};

/* Return the ms for which a value is shown after its point. */
static int64_t
point_hold(const struct points *ps, int64_t step)
{
	int64_t most = ps->interval + ps->interval / 2;

	return most > step ? most : step;
}

/* Return the steps of a window, and their number in *n. */
static struct timeseries_step *
steps_make(const struct points *ps, struct span window, int64_t step, size_t *n)
{
	struct span w = span_round(window, step);
	struct timeseries_step *out;
	double value = 0;
	int64_t until;
	size_t j;
	struct points_sum sum = { .sum = 0 };

	*n = span_is_empty(w) ? 0 : (size_t)((w.until - w.from) / step);
	out = xcalloc(*n + 1, sizeof(*out));
	/* The last point before the window may still be shown at the window's
	   beginning. */
	j = first_from(ps, w.from);
	until = INT64_MIN;
	if (j != 0) {
		points_sum_add(&sum, &ps->p[j - 1]);
		if (points_known(ps, &sum)) {
			value = points_value(ps, &sum);
			until = ps->p[j - 1].span.until + point_hold(ps, step);
		}
	}
	for (size_t i = first_from(ps, w.from);
		i < ps->n && ps->p[i].span.from < w.until; i++)
		points_sum_add(&out[(ps->p[i].span.from - w.from) / step].own,
			&ps->p[i]);
	for (size_t i = 0; i < *n; i++) {
		int64_t at = w.from + (int64_t)i * step;

		if (points_known(ps, &out[i].own)) {
			size_t last = first_from(ps, at + step) - 1;

			value = points_value(ps, &out[i].own);
			until = ps->p[last].span.until + point_hold(ps, step);
		}
		out[i].has = at < until;
		out[i].value = value;
	}
	return out;
}

int64_t
column_time(struct span window, int cols, int col)
{
	return window.from +
		(int64_t)(wide_mul((uint64_t)(window.until - window.from),
				  (uint64_t)col) /
			cols);
}

int
column_of(struct span window, int cols, int64_t time)
{
	int64_t width = window.until - window.from;
	int col;

	if (width <= 0 || time <= window.from)
		return 0;
	if (time >= window.until)
		return cols - 1;
	col = (int)(wide_mul((uint64_t)(time - window.from), (uint64_t)cols) /
		width);
	/* column_time() rounds down as well, so that col may be too low. */
	while (col + 1 < cols && column_time(window, cols, col + 1) <= time)
		col++;
	return col;
}

void
points_columns(const struct points *ps, struct span window, int64_t step,
	int64_t now, struct column *out, int cols)
{
	struct span w = span_round(window, step);
	size_t n;
	struct timeseries_step *steps = steps_make(ps, window, step, &n);

	for (int c = 0; c < cols; c++) {
		int64_t from = column_time(window, cols, c);
		int64_t until = column_time(window, cols, c + 1);
		size_t lo = (size_t)((from - w.from) / step);
		size_t hi = (size_t)((until - w.from + step - 1) / step);
		size_t fill_lo;
		size_t fill_hi;
		double sum = 0;
		int count = 0;

		out[c] = (struct column){ .sum = 0 };
		/* There may be more columns than milliseconds. */
		if (hi <= lo)
			hi = lo + 1;
		/* Combine the steps [lo, hi) that the column overlaps. */
		fill_lo = lo < n ? lo : n;
		fill_hi = hi < n ? hi : n;
		for (size_t i = fill_lo; i < fill_hi; i++) {
			if (!steps[i].has)
				continue;
			if (count == 0 || steps[i].value > out[c].high)
				out[c].high = steps[i].value;
			sum += steps[i].value;
			count++;
		}
		out[c].has = count > 0;
		out[c].mean = count > 0 ? sum / count : 0;
		out[c].before = !out[c].has &&
			(ps->n == 0 || until <= ps->p[0].span.from);
		out[c].running = out[c].has &&
			w.from + (int64_t)hi * step > now &&
			w.from + (int64_t)(hi - 1) * step <= now;
	}
	for (size_t i = 0; i < n; i++) {
		struct column *c = &out[column_of(
			window, cols, w.from + (int64_t)i * step)];
		bool clamped = false;

		c->sum = i64_add(c->sum, steps[i].own.sum, &clamped);
		c->n += (uint32_t)steps[i].own.n;
	}
	free(steps);
}

/* ---- Spikes and extremes ---- */

/* Return the level above which a step is a spike. */
static double
spike_level(
	const struct points *ps, const struct timeseries_step *step, size_t n)
{
	double *value = xcalloc(n + 1, sizeof(*value)), mid, level;
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (points_known(ps, &step[i].own))
			value[k++] = step[i].value;
	mid = median(value, k);
	for (size_t i = 0; i < k; i++)
		value[i] = fabs(value[i] - mid);
	level = mid + 5 * median(value, k);
	free(value);
	return level;
}

bool
points_spike(const struct points *ps, struct span window, int64_t step,
	int64_t after, int direction, struct span *out)
{
	int64_t from = span_round(window, step).from;
	size_t n, at = 0;
	struct timeseries_step *steps = steps_make(ps, window, step, &n);
	double level = spike_level(ps, steps, n);
	bool found = false;

	while (at < n) {
		struct span s;
		size_t end = at;

		while (end < n && steps[end].has && steps[end].value > level)
			end++;
		s = (struct span){ from + (int64_t)at * step,
			from + (int64_t)end * step };
		at = end + 1;
		if (span_is_empty(s))
			continue;
		if (direction > 0 ? s.from > after : s.until <= after) {
			*out = s;
			found = true;
		}
		if (found && direction > 0)
			break;
	}
	free(steps);
	return found;
}

bool
points_extreme(const struct points *ps, struct span within, int64_t length,
	int64_t step, bool highest, struct span *out)
{
	bool found = false;
	double best = 0;

	for (int64_t at = within.from;
		length > 0 && at + length <= within.until; at += step) {
		struct span s = { at, at + length };
		struct points_sum sum = points_sum(ps, s);
		double value = points_value(ps, &sum);

		if (!points_known(ps, &sum))
			continue;
		if (!found || (highest ? value > best : value < best)) {
			best = value;
			*out = s;
		}
		found = true;
	}
	return found;
}

double
points_scale(double highest)
{
	static const double nice[] = { 1, 2, 3, 5, 10 };
	double power;

	if (!(highest > 0) || !isfinite(highest))
		return 1;
	power = pow(10, floor(log10(highest)));
	for (size_t i = 0; i < COUNT_OF(nice); i++)
		/* 3 * 0.1 is greater than 0.3 */
		if (nice[i] * power >= highest * (1 - 1e-9))
			return nice[i] * power;
	return 10 * power;
}
