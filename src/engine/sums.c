/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One sample type per leaf: see sums.h. */
#include "config.h"

#include "engine/sums.h"

#include <math.h>

#include "base/strbuf.h"
#include "profile/events.h"
#include "engine/core.h"
#include "engine/grouped.h"
#include "engine/subject.h"
#include "engine/tagfilter.h"
#include "engine/view.h"

#include "base/banned.h"

int64_t
sums_total(int64_t magnitude, int64_t div, int64_t base_magnitude,
	int64_t base_div, int64_t *total_div)
{
	if (base_magnitude > 0) {
		magnitude = base_magnitude;
		div = base_div;
	}
	*total_div = div;
	return weight_div(magnitude, div);
}

/* The precision of a diff's values, which is that of all samples, too. */
struct precision {
	struct events events;
	const int64_t *raw; /* NULL: nothing was normalized */
	double new_value, new_raw, base_value;
};

static double
sample_noise(
	struct sums *s, struct precision *p, size_t i, int64_t value, bool base)
{
	double v = fabs((double)value), k = events_at(&p->events, i), noise;

	if (v == 0)
		return 0;
	/* An event at least: where something is, something was seen. */
	noise = v * v / (k > 1 ? k : 1);
	s->whole.value += v;
	s->whole.variance += noise;
	if (base) {
		p->base_value += v;
	} else {
		p->new_value += v;
		p->new_raw += p->raw != NULL ? fabs((double)p->raw[i]) : v;
	}
	return noise;
}

/* pprof's normalize rounds each value. Of small ones so much may get lost that
   the totals are far from equal. */
static void
finish_noise(struct sums *s, const struct precision *p)
{
	s->whole.normalized = p->raw != NULL;
	s->whole.ratio = p->new_raw > 0 ? p->new_value / p->new_raw : 1;
	if (s->whole.normalized &&
		fabs(p->new_value - p->base_value) > sqrt(s->whole.variance))
		s->whole.unknown = "normalize has rounded numbers of samples";
}

/* A sample of the whole profile, whatever the filters say. */
struct totals {
	int64_t magnitude, div, base_magnitude, base_div;
};

static void
add_total(struct totals *t, int64_t magnitude, int64_t div, bool base)
{
	i64_sum(&t->magnitude, magnitude);
	i64_sum(&t->div, div);
	if (base) {
		i64_sum(&t->base_magnitude, magnitude);
		i64_sum(&t->base_div, div);
	}
}

static uint8_t
note_flags(uint8_t tag)
{
	uint8_t flags = 0;

	if ((tag & TAG_FOCUS) != 0)
		flags |= SUM_TAGFOCUS;
	if ((tag & TAG_IGNORE) != 0)
		flags |= SUM_TAGIGNORE;
	if (tagged_pass(tag) && (tag & TAG_SHOW) != 0)
		flags |= SUM_TAGSHOW;
	if (tagged_pass(tag) && (tag & TAG_HIDE) != 0)
		flags |= SUM_TAGHIDE;
	return flags;
}

static void
add_sample(struct sums *s, struct totals *all, uint32_t slot, int64_t value,
	int64_t div, uint8_t tag)
{
	int64_t magnitude = i64_abs(value);

	add_total(all, magnitude, div, (tag & TAG_BASE) != 0);
	s->flags[slot] |= note_flags(tag);
	if (!tagged_pass(tag))
		return;
	i64_sum(&s->value[slot], value);
	i64_sum(&s->magnitude[slot], magnitude);
	if (s->div != NULL)
		i64_sum(&s->div[slot], div);
	if ((tag & TAG_BASE_STAYS) != 0 && s->base_magnitude != NULL) {
		i64_sum(&s->base_magnitude[slot], magnitude);
		if (s->base_div != NULL)
			i64_sum(&s->base_div[slot], div);
	}
	if ((tag & TAG_BASE) != 0 && s->base_value != NULL) {
		i64_sum(&s->base_value[slot], value);
		if (s->base_value_div != NULL)
			i64_sum(&s->base_value_div[slot], div);
	}
	s->count[slot]++;
	if ((value | div) != 0)
		s->flags[slot] |= SUM_NONZERO;
}

/* In the order of the file. */
static int
add_all(const struct run *run, struct sums *s, struct totals *all,
	const struct subject *subject, const struct tagged *tagged)
{
	const struct profile *p = subject->profile;
	const int64_t *value = p->sample.value[s->column];
	const int64_t *div = s->div != NULL ? p->sample.value[0] : NULL;

	for (size_t i = 0; i < p->sample.n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		add_sample(s, all, subject->slot[i], value[i],
			div != NULL ? div[i] : 0,
			tagged->lset[p->sample.labels[i]]);
	}
	return 0;
}

/* Slot by slot. */
static int
add_grouped(const struct run *run, struct sums *s, struct totals *all,
	const struct subject *subject, const struct tagged *tagged)
{
	const struct grouped *g =
		grouped_get(run, subject, s->column, s->div != NULL);

	for (uint32_t slot = 0; g != NULL && slot < subject->n_slots; slot++) {
		for (uint32_t i = g->first[slot]; i < g->first[slot + 1]; i++) {
			if (i % RUN_STRIDE == 0 && run_check(run) != 0)
				return -1;
			add_sample(s, all, slot, g->value[i],
				s->div != NULL ? g->div[i] : 0,
				tagged->lset[g->labels[i]]);
		}
	}
	return g != NULL ? 0 : -1;
}

/* In the order of the file, by which events are known. */
static int
add_noise(const struct run *run, struct sums *s, const struct subject *subject,
	const struct tagged *tagged)
{
	const struct profile *p = subject->profile;
	const int64_t *value = p->sample.value[s->column];
	struct precision precision = { .events = events_of(p, s->column),
		.raw = p->sample.raw != NULL ? p->sample.raw[s->column]
					     : NULL };

	for (size_t i = 0; i < p->sample.n; i++) {
		uint8_t tag = tagged->lset[p->sample.labels[i]];
		double noise = sample_noise(
			s, &precision, i, value[i], (tag & TAG_BASE) != 0);

		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		if (tagged_pass(tag))
			s->noise[subject->slot[i]] += noise;
	}
	finish_noise(s, &precision);
	return 0;
}

/* A label filter is typed letter by letter: then grouping pays. */
static bool
is_filtered(const struct tagged *tagged)
{
	return tagged->n_filters > 0 || tagged->hidden != NULL;
}

static int
fill(const struct run *run, struct sums *s, const struct subject *subject,
	const struct tagged *tagged)
{
	struct totals all = { 0 };
	int rc = is_filtered(tagged)
		? add_grouped(run, s, &all, subject, tagged)
		: add_all(run, s, &all, subject, tagged);

	if (rc == 0 && s->noise != NULL)
		rc = add_noise(run, s, subject, tagged);
	s->total = sums_total(all.magnitude, all.div, all.base_magnitude,
		all.base_div, &s->total_div);
	return rc;
}

static void
allocate(struct sums *s, uint32_t n, bool mean, bool base)
{
	bool noise = base && s->whole.unknown == NULL;
	size_t columns = 2u + mean + 2u * base + 2u * (mean && base) + noise;
	size_t size = block_size(n, sizeof(int64_t)) * columns +
		block_size(n, sizeof(*s->count)) + block_size(n, 1);
	struct block block;

	block_init(&block, &s->stage.arena, size);
	memset(block.p, 0, size);
	s->value = block_take(&block, n, sizeof(*s->value));
	s->magnitude = block_take(&block, n, sizeof(*s->magnitude));
	if (mean)
		s->div = block_take(&block, n, sizeof(*s->div));
	if (base) {
		s->base_magnitude =
			block_take(&block, n, sizeof(*s->base_magnitude));
		s->base_value = block_take(&block, n, sizeof(*s->base_value));
	}
	if (mean && base) {
		s->base_div = block_take(&block, n, sizeof(*s->base_div));
		s->base_value_div =
			block_take(&block, n, sizeof(*s->base_value_div));
	}
	if (noise)
		s->noise = block_take(&block, n, sizeof(*s->noise));
	s->count = block_take(&block, n, sizeof(*s->count));
	s->flags = block_take(&block, n, 1);
}

const struct sums *
sums_get(const struct run *run, const struct subject *subject,
	const struct tagged *tagged, uint32_t column, bool mean)
{
	struct stages *cache = &run->e->sums;
	struct strbuf key = STRBUF_INIT;
	struct sums *s;

	/* Not the filters but what they decide: most letters that are typed
	   into one let the same label sets pass as before. */
	strbuf_add(&key, subject->stage.key);
	key_str(&key,
		str_from((const char *)tagged->lset,
			subject->profile->labels.n));
	key_num(&key, column);
	key_num(&key, mean);
	s = (struct sums *)stages_find(cache, strbuf_str(&key));
	if (s == NULL) {
		s = (struct sums *)stages_new(
			cache, sizeof(*s), strbuf_str(&key), NULL);
		s->column = column;
		s->whole.unknown = mean
			? "a mean does not tell how precise it is"
			: events_of(subject->profile, column).unknown;
		allocate(s, subject->n_slots, mean, tagged->has_base);
		if (fill(run, s, subject, tagged) == 0) {
			stages_keep(cache, &s->stage);
		} else {
			stages_abandon(cache, &s->stage);
			s = NULL;
		}
	}
	strbuf_free(&key);
	return s;
}
