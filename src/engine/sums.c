/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of one sample type per leaf. */
#include "prelude.h"

#include "engine/sums.h"

#include <math.h>

#include "base/strbuf.h"
#include "engine/engine_internal.h"
#include "engine/leafsamples.h"
#include "engine/tagfilter.h"
#include "profile/samplecount.h"

/* ---- Samples by leaf ---- */

/*
 * A copy of the input's samples, grouped by slot. They are summed again for
 * each key typed into a label filter.
 *
 *     sample  0  1  2  3      in file order, sums are updated at random
 *     slot    2  0  2  1
 *
 *     first   0  1  2     4   by slot, all reads and writes are sequential
 *     sample  1  3  0  2
 */
struct by_leaf {
	struct stage stage;
	/* Slot s has the rows first[s] .. first[s + 1] - 1 of the columns. */
	uint32_t *first; /* [n_slots + 1] */
	lset_id *labels; /* [sample.n] */
	int64_t *value;  /* [sample.n] the selected column */
	int64_t *div;    /* [sample.n] first column; NULL unless mean */
	int64_t *events; /* [sample.n] numbers of events, in parts
			    (profile/samplecount.h); NULL: all events weigh the
			    same */
};

/* Return the events of a sample type if their weights vary, else NULL. */
static const struct events *
events_column(const struct run *run, uint32_t column)
{
	const struct events *e = &run->input->events[column];

	return e->name != NULL && e->each == 0 ? e : NULL;
}

static int
by_leaf_fill(const struct run *run, void *stage, const void *column)
{
	struct by_leaf *g = stage;
	const struct profile *p = run->input->profile;
	const int64_t *value = p->sample.value[*(const uint32_t *)column];
	size_t n = p->sample.n, slots = run->input->n_slots + (size_t)1;
	size_t div = run->q->mean ? sizeof(*g->div) : 0;
	const struct events *e = events_column(run, *(const uint32_t *)column);
	size_t events = e != NULL ? sizeof(*g->events) : 0;
	uint32_t before = 0;
	struct block block;

	block_init(&block, &g->stage.arena,
		block_size(slots, sizeof(*g->first)) +
			block_size(n, sizeof(*g->labels)) +
			block_size(n, sizeof(*g->value)) + block_size(n, div) +
			block_size(n, events));
	g->first = block_take(&block, slots, sizeof(*g->first));
	g->labels = block_take(&block, n, sizeof(*g->labels));
	g->value = block_take(&block, n, sizeof(*g->value));
	if (div > 0)
		g->div = block_take(&block, n, div);
	if (e != NULL)
		g->events = block_take(&block, n, events);
	/* Set the start of slot s in first[s + 1], for now. */
	memset(g->first, 0, slots * sizeof(*g->first));
	for (size_t i = 0; i < n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		g->first[run->input->slot[i] + 1]++;
	}
	for (size_t slot = 1; slot < slots; slot++) {
		uint32_t in_slot = g->first[slot];

		g->first[slot] = before;
		before += in_slot;
	}
	/* Place the samples: first[s + 1] becomes the start of slot s + 1. */
	for (size_t i = 0; i < p->sample.n; i++) {
		uint32_t at = g->first[run->input->slot[i] + 1]++;

		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		g->labels[at] = p->sample.labels[i];
		g->value[at] = value[i];
		if (g->div != NULL)
			g->div[at] = p->sample.value[0][i];
		if (e != NULL)
			g->events[at] = events_parts(e, i);
	}
	return 0;
}

/* ---- Sums ---- */

int64_t
sums_total(const struct row_sum *m, int64_t *total_div)
{
	bool base = m->base > 0;

	*total_div = base ? m->base_div : m->div;
	return weight_div(base ? m->base : m->value, *total_div);
}

/* Add a sample to its slot and, whatever the filters, its |value| to `all`. */
static void
add_sample(struct sums *s, struct row_sum *all, uint32_t slot, int64_t value,
	int64_t div, int64_t events, uint8_t tag)
{
	int64_t magnitude = i64_abs(value);
	struct columns *v = &s->value, *m = &s->magnitude;
	uint8_t flags = 0;

	i64_sum(&all->value, magnitude);
	i64_sum(&all->div, div);
	if ((tag & TAG_BASE) != 0) {
		i64_sum(&all->base, magnitude);
		i64_sum(&all->base_div, div);
	}
	if ((tag & TAG_FOCUS) != 0)
		flags |= SUM_TAGFOCUS;
	if ((tag & TAG_IGNORE) != 0)
		flags |= SUM_TAGIGNORE;
	if (tagged_pass(tag) && (tag & TAG_SHOW) != 0)
		flags |= SUM_TAGSHOW;
	if (tagged_pass(tag) && (tag & TAG_HIDE) != 0)
		flags |= SUM_TAGHIDE;
	s->flags[slot] |= flags;
	if (!tagged_pass(tag))
		return;
	i64_sum(&v->value[slot], value);
	i64_sum(&m->value[slot], magnitude);
	if (v->div != NULL)
		i64_sum(&v->div[slot], div);
	if (v->events != NULL)
		i64_sum(&v->events[slot], events);
	if ((tag & TAG_BASE_STAYS) != 0 && m->base != NULL) {
		i64_sum(&m->base[slot], magnitude);
		if (m->base_div != NULL)
			i64_sum(&m->base_div[slot], div);
	}
	/* Base values are negative in the profile and positive here. */
	if ((tag & TAG_BASE) != 0 && v->base != NULL) {
		v->base[slot] = i64_wrap_sub(v->base[slot], value);
		if (v->base_div != NULL)
			v->base_div[slot] =
				i64_wrap_sub(v->base_div[slot], div);
	}
	s->count[slot]++;
	if ((value | div) != 0)
		s->flags[slot] |= SUM_NONZERO;
}

/* Prefetch the sums of a sample some way ahead: in file order they are
   scattered. */
static inline void
ask_for_slot(const struct run *run, const struct sums *s, size_t i)
{
	enum { AHEAD = 16 };
	uint32_t slot;

	if (i + AHEAD >= run->input->profile->sample.n)
		return;
	slot = run->input->slot[i + AHEAD];
	PREFETCH(&s->value.value[slot]);
	PREFETCH(&s->magnitude.value[slot]);
	PREFETCH(&s->count[slot]);
	PREFETCH(&s->flags[slot]);
}

/* Add the samples in file order. */
static int
add_all(const struct run *run, struct sums *s, struct row_sum *all)
{
	const struct profile *p = run->input->profile;
	const int64_t *value = p->sample.value[s->column];
	const int64_t *div = s->value.div != NULL ? p->sample.value[0] : NULL;
	const struct events *e = events_column(run, s->column);

	for (size_t i = 0; i < p->sample.n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		ask_for_slot(run, s, i);
		add_sample(s, all, run->input->slot[i], value[i],
			div != NULL ? div[i] : 0,
			e != NULL ? events_parts(e, i) : 0,
			run->tagged->lset[p->sample.labels[i]]);
	}
	return 0;
}

/* Add the samples slot by slot. */
static int
add_by_leaf(const struct run *run, struct sums *s, struct row_sum *all)
{
	struct strbuf key = STRBUF_INIT;
	const struct by_leaf *g;

	strbuf_add(&key, run->input->stage.key);
	key_num(&key, s->column);
	key_num(&key, run->q->mean);
	g = stages_get(&run->e->by_leaf, &key, sizeof(*g), run, by_leaf_fill,
		&s->column);
	if (g == NULL)
		return -1;
	for (uint32_t slot = 0; slot < run->input->n_slots; slot++) {
		for (uint32_t i = g->first[slot]; i < g->first[slot + 1]; i++) {
			if (i % RUN_STRIDE == 0 && run_check(run) != 0)
				return -1;
			add_sample(s, all, slot, g->value[i],
				g->div != NULL ? g->div[i] : 0,
				g->events != NULL ? g->events[i] : 0,
				run->tagged->lset[g->labels[i]]);
		}
	}
	return 0;
}

/* The sums of one side. */
struct side_sums {
	double value, raw;     /* raw: before scaling */
	double events, weight; /* weight: sum of ln(event weight) */
};

/* Return the exposure of a side. If event weights vary, x.weight is their
   geometric mean, on which a few bad periods have little effect. */
static struct exposure
exposure_of(const struct side_sums *side, const struct events *e,
	const struct sampling *sampling, bool base)
{
	struct exposure x = { .scale = 1,
		.duration_nanos = sampling->duration_nanos,
		.value = side->value };

	if (side->raw > 0)
		x.scale = side->value / side->raw;
	if (e->period[base] > 0 && !e->is_estimate)
		x.weight = e->period[base];
	else if (e->each > 0)
		x.weight = (double)e->each;
	else if (side->events > 0)
		x.weight = exp(side->weight / side->events);
	return x;
}

/* Set the exposure of both sides and the ratio of their event weights. */
static void
compare_sides(const struct run *run, struct sums *s)
{
	const struct profile *p = run->input->profile;
	const struct events *e = &run->input->events[s->column];
	const struct sampling new = header_sampling(&p->header, false);
	const struct sampling base = header_sampling(&p->header, true);
	const int64_t *value = p->sample.value[s->column];
	const int64_t *raw =
		p->sample.raw != NULL ? p->sample.raw[s->column] : value;
	struct side_sums sum[2] = { { .value = 0 } };
	struct noise *w = &s->whole;

	for (size_t i = 0; i < p->sample.n; i++) {
		uint8_t tag = run->tagged->lset[p->sample.labels[i]];
		struct side_sums *side = &sum[(tag & TAG_BASE) != 0];
		double add_value = fabs((double)value[i]);
		double add_raw = fabs((double)raw[i]);
		double events;

		side->value += add_value;
		side->raw += add_raw;
		if (e->is_interval && e->each <= 0 && e->period[0] <= 0 &&
			add_raw > 0) {
			events = events_at(e, i);
			if (events > 0) {
				side->events += events;
				side->weight += events * log(add_raw / events);
			}
		}
	}
	w->new = exposure_of(&sum[0], e, &new, false);
	w->base = exposure_of(&sum[1], e, &base, true);
	w->normalized = p->header.normalized;
	w->ratio = w->base.scale > 0 ? w->new.scale / w->base.scale : 1;
	if (w->new.weight > 0 && w->base.weight > 0)
		w->ratio *= w->new.weight / w->base.weight;
	/* Remove rounding errors. */
	if (fabs(w->ratio - 1) < 1e-9)
		w->ratio = 1;
}

/* Add the variances of all samples, in file order like their events. */
static int
add_noise(const struct run *run, struct sums *s)
{
	const struct profile *p = run->input->profile;
	const struct events *e = &run->input->events[s->column];
	const int64_t *value = p->sample.value[s->column];

	for (size_t i = 0; i < p->sample.n; i++) {
		uint8_t tag = run->tagged->lset[p->sample.labels[i]];
		uint32_t slot = run->input->slot[i];
		double noise = events_variance(e, i, value[i]);

		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		s->whole.variance += noise;
		if (!tagged_pass(tag))
			continue;
		s->noise[slot] += noise;
		if (s->value.as_new != NULL && value[i] != 0) {
			bool is_base = (tag & TAG_BASE) != 0;
			const struct noise *w = &s->whole;
			double ratio = w->new.scale / w->base.scale;
			double as_new = events_by(e, i, false) *
				(is_base ? 1 / ratio : 1);
			double as_base =
				events_by(e, i, true) * (is_base ? 1 : ratio);

			/* The sample's events as if both sides had the period
			   of the new side, or of the base. */
			i64_sum(&s->value.as_new[slot],
				i64_trunc(round((double)EVENT_PARTS * as_new)));
			i64_sum(&s->value.as_base[slot],
				i64_trunc(
					round((double)EVENT_PARTS * as_base)));
		}
	}
	if (s->value.as_new != NULL) {
		uint32_t n_slots = run->input->n_slots;
		double as_new = 0, as_base = 0;

		/* The ratio of the event weights as a whole, for sums of which
		   only the value is known. */
		for (uint32_t slot = 0; slot < n_slots; slot++) {
			as_new += (double)s->value.as_new[slot];
			as_base += (double)s->value.as_base[slot];
		}
		if (as_new > 0 && as_base > 0)
			s->whole.ratio = as_base / as_new;
	}
	/* pprof's normalize rounds each value. Small ones may lose so much that
	   the totals are far from equal. */
	if (s->whole.normalized &&
		fabs(s->whole.new.value - s->whole.base.value) >
			sqrt(s->whole.variance))
		s->whole.unknown = "normalize rounded the numbers of samples";
	return 0;
}

static int
sums_fill(const struct run *run, void *stage, const void *column)
{
	const struct tagged *tagged = run->tagged;
	struct sums *s = stage;
	struct row_sum all = { .value = 0 };
	/* Label filters are typed letter by letter, so grouping pays off. */
	bool filtered = tagged->n_filters > 0 || tagged->hidden != NULL;
	int rc;
	uint32_t n;
	bool mean;
	bool base;
	const struct events *e;
	bool noise;
	bool events;
	bool as;
	size_t columns;
	size_t size;
	struct block block;

	s->column = *(const uint32_t *)column;
	s->whole.unknown = run->q->mean ? "the precision of a mean is unknown"
					: run->input->events[s->column].unknown;
	n = run->input->n_slots;
	mean = run->q->mean;
	base = tagged->has_base;
	e = events_column(run, s->column);
	noise = base && s->whole.unknown == NULL;
	events = e != NULL;
	as = noise && events && e->is_estimate && e->period[0] != e->period[1];
	columns = 2u + mean + 2u * base + 2u * (mean && base) + noise + events +
		2u * as;
	size = block_size(n, sizeof(int64_t)) * columns +
		block_size(n, sizeof(*s->count)) + block_size(n, 1);
	block_init(&block, &s->stage.arena, size);
	memset(block.p, 0, size);
	for (int k = 0; k < COLUMNS; k++) {
		bool is_div = k == COLUMN_DIV || k == COLUMN_BASE_DIV;
		bool is_base = k == COLUMN_BASE || k == COLUMN_BASE_DIV;

		if ((is_div && !mean) || (is_base && !base) ||
			(k == COLUMN_EVENTS && !events) ||
			(k > COLUMN_EVENTS && !as))
			continue;
		s->value.column[k] = block_take(&block, n, sizeof(int64_t));
		if (k == COLUMN_DIV)
			s->magnitude.div = s->value.div;
		else if (k < COLUMN_EVENTS)
			s->magnitude.column[k] =
				block_take(&block, n, sizeof(int64_t));
	}
	if (noise)
		s->noise = block_take(&block, n, sizeof(*s->noise));
	s->count = block_take(&block, n, sizeof(*s->count));
	s->flags = block_take(&block, n, 1);
	rc = filtered ? add_by_leaf(run, s, &all) : add_all(run, s, &all);
	if (tagged->has_base)
		compare_sides(run, s);
	if (rc == 0 && s->noise != NULL)
		rc = add_noise(run, s);
	s->total = sums_total(&all, &s->total_div);
	return rc;
}

const struct sums *
sums_get(const struct run *run, uint32_t column)
{
	struct strbuf key = STRBUF_INIT;

	/* The key has the result of the filters, not their text: most letters
	   typed into a filter leave the same label sets. */
	strbuf_add(&key, run->input->stage.key);
	key_str(&key,
		str_from((const char *)run->tagged->lset,
			run->input->profile->labels.n));
	key_num(&key, column);
	key_num(&key, run->q->mean);
	return stages_get(&run->e->sums, &key, sizeof(struct sums), run,
		sums_fill, &column);
}
