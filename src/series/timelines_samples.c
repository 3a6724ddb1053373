/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timestamped samples as a source of lines (a row of TIMESOURCES). */
#include "prelude.h"

#include "series/timelines.h"

#include "base/intern.h"
#include "base/xalloc.h"
#include "load/load.h"
#include "load/sampletimes.h"
#include "load/snapshots.h"
#include "profile/sampletype.h"
#include "profile/timesteps.h"

struct sampled_lines {
	struct intern values; /* names of the lines, by id */
	VEC(double) total;    /* weights, by id */
	VEC(bool) used;       /* by id: true if the line has samples */
	uint32_t *line;       /* [sample.n] id of the line, or NONE */
};

static uint32_t
line_of(struct sampled_lines *l, struct str name)
{
	uint32_t id = intern_copy(&l->values, name);

	while (l->total.n <= id) {
		vec_push(&l->total, 0);
		vec_push(&l->used, false);
	}
	l->used.p[id] = true;
	return id;
}

/* Set the line of each sample, and sum the weights of the lines. */
static void
lines_of_samples(struct sampled_lines *l, const struct profile *p,
	const struct lines_wanted *q, uint32_t column)
{
	uint32_t *of_set = xcalloc(p->labels.n + 1, sizeof(*of_set));
	bool *below = q->by_label ? NULL : nodes_below(p, q->name);
	struct strbuf text = STRBUF_INIT;
	uint32_t function = q->by_label ? NONE : line_of(l, q->name);

	for (lset_id set = 0; set < p->labels.n; set++)
		of_set[set] = NONE;
	for (size_t i = 0; i < p->sample.n; i++) {
		lset_id set = p->sample.labels[i];

		if (q->by_label && of_set[set] == NONE)
			of_set[set] =
				line_of(l, label_value(p, set, q->name, &text));
		l->line[i] = q->by_label           ? of_set[set]
			: below[p->sample.leaf[i]] ? function
						   : NONE;
		if (l->line[i] != NONE)
			l->total.p[l->line[i]] +=
				(double)p->sample.value[column][i];
	}
	strbuf_free(&text);
	free(of_set);
	free(below);
}

/* Return the heaviest remaining line, and mark it as unused. */
static uint32_t
take_heaviest(const struct sampled_lines *l)
{
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < l->total.n; i++)
		if (l->used.p[i] &&
			(best == SIZE_MAX || l->total.p[i] > l->total.p[best]))
			best = i;
	l->used.p[best] = false;
	return (uint32_t)best;
}

/* Add the heaviest lines, heaviest first; the others are only counted. */
static void
offer_lines(const struct sampled_lines *l, const struct snapshots *s,
	const struct lines_wanted *q, uint32_t column, struct timelines *out)
{
	const struct profile *p = s->whole;
	uint32_t *place = xcalloc(l->total.n + 1, sizeof(*place));
	struct buckets b[TIMELINES_MAX];
	struct timeline_line *line[TIMELINES_MAX];
	size_t n = 0, lines = 0;
	bool lasts = kind_lasts(p, column);

	for (size_t i = 0; i < l->used.n; i++)
		lines += l->used.p[i];
	for (size_t i = 0; i < lines; i++) {
		uint32_t id = i < TIMELINES_MAX ? take_heaviest(l) : 0;
		struct timeline_line *made =
			timelines_add(out, intern_str(&l->values, id));

		if (made != NULL &&
			sampled_buckets(&b[n], s, q->window, q->step) == 0) {
			line[n++] = made;
			place[id] = (uint32_t)n;
		}
	}
	for (size_t i = 0; i < p->sample.n; i++)
		if (l->line[i] != NONE && place[l->line[i]] > 0)
			sampled_add(
				&b[place[l->line[i]] - 1], s, lasts, column, i);
	for (size_t k = 0; k < n; k++)
		buckets_end(&b[k], q->type, arena_str(&out->arena, q->unit), 1,
			&line[k]->points);
	free(place);
}

static int
samples_lines(struct timelines *out, const struct load_spec *files,
	struct str order, struct progress *progress, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct load_spec spec = *files;
	struct order_head head;
	struct lines_wanted q;
	struct profile *p;

	order_head(&order, &arena, &head);
	q = head.wanted;
	q.window.from = order_number(&order, &arena);
	q.window.until = order_number(&order, &arena);
	q.step = order_number(&order, &arena);
	spec.n_bases = spec.n_diff_bases = 0;
	spec.normalize = false;
	spec.range = spec.base_range = STR_EMPTY;
	spec.snapshots = NULL;
	p = spec.n_sources > 0 ? load_profile(&spec, NULL, progress, err)
			       : NULL;
	if (p != NULL && p->sample.time != NULL) {
		struct snapshots *s = snapshots_new();
		struct sampled_lines l = { .line = NULL };
		struct arena text = ARENA_INIT;
		uint32_t column = sampled_column(p, q.type, q.unit);

		sampled_take(s, p);
		if (q.step <= 0 || span_is_empty(q.window)) {
			q.window = s->asked;
			q.step = sampled_step(s);
		}
		intern_init(&l.values, &text);
		l.line = xcalloc(p->sample.n + 1, sizeof(*l.line));
		if (column != NONE) {
			lines_of_samples(&l, p, &q, column);
			offer_lines(&l, s, &q, column, out);
		}
		free(l.line);
		intern_fini(&l.values);
		vec_free(&l.total);
		vec_free(&l.used);
		arena_free(&text);
		snapshots_unref(s);
	}
	profile_unref(p);
	arena_free(&arena);
	return p != NULL ? 0 : -1;
}

const struct timesource timesource_samples = {
	.name = "samples",
	.lines = samples_lines,
};
