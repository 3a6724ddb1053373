/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions by a few letters: see picker.h. */
#include "config.h"

#include "present/picker.h"

#include <stdlib.h>

#include "base/fuzzy.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/xalloc.h"

#include "base/banned.h"

struct pick {
	uint32_t rank; /* index into by_weight */
	int score;
};

struct picker {
	const struct view *view; /* borrowed */
	size_t n;
	frame_id *by_weight; /* [n] the heaviest first */
	struct strbuf typed;
	size_t n_left;
	uint32_t *left; /* [n_left] ranks that match, ascending */
	size_t n_best;
	struct pick best[PICKER_SHOWN]; /* in order */
};

struct weighted {
	frame_id frame;
	int64_t weight;
	struct str text;
};

static int
heavier_first(const void *a, const void *b)
{
	const struct weighted *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	if (!str_eq(x->text, y->text))
		return str_cmp(x->text, y->text);
	return (x->frame > y->frame) - (x->frame < y->frame);
}

struct picker *
picker_new(const struct view *v)
{
	struct picker *p = xcalloc(1, sizeof(*p));
	struct weighted *all = xcalloc((size_t)v->n_live + 1, sizeof(*all));

	p->view = v;
	for (frame_id f = 0; f < v->frames->n; f++) {
		if (v->places[f] == 0 || p->n == v->n_live)
			continue;
		all[p->n++] = (struct weighted){ .frame = f,
			.weight = i64_abs(weight_value(
				v->w.cum[f], v->w.cum_div, f)),
			.text = v->frames->frame[f].text };
	}
	qsort(all, p->n, sizeof(*all), heavier_first);
	p->by_weight = xcalloc(p->n + 1, sizeof(*p->by_weight));
	p->left = xcalloc(p->n + 1, sizeof(*p->left));
	for (size_t i = 0; i < p->n; i++) {
		p->by_weight[i] = all[i].frame;
		p->left[i] = (uint32_t)i;
	}
	p->n_left = p->n;
	free(all);
	picker_type(p, STR_EMPTY);
	return p;
}

void
picker_free(struct picker *p)
{
	if (p == NULL)
		return;
	free(p->by_weight);
	free(p->left);
	strbuf_free(&p->typed);
	free(p);
}

/* Into its place among the best; of equal ones the first stays before. */
static void
offer(struct picker *p, struct pick pick)
{
	size_t i = p->n_best;

	if (i == PICKER_SHOWN && p->best[i - 1].score >= pick.score)
		return;
	if (i == PICKER_SHOWN)
		i--;
	else
		p->n_best++;
	for (; i > 0 && p->best[i - 1].score < pick.score; i--)
		p->best[i] = p->best[i - 1];
	p->best[i] = pick;
}

void
picker_type(struct picker *p, struct str text)
{
	size_t n = 0;

	/* What did not match less does not match more. */
	if (!str_starts(text, strbuf_str(&p->typed))) {
		for (size_t i = 0; i < p->n; i++)
			p->left[i] = (uint32_t)i;
		p->n_left = p->n;
	}
	strbuf_reset(&p->typed);
	strbuf_add(&p->typed, text);
	p->n_best = 0;
	for (size_t i = 0; i < p->n_left; i++) {
		struct pick pick = { .rank = p->left[i] };
		frame_id frame = p->by_weight[pick.rank];

		pick.score =
			fuzzy_score(text, p->view->frames->frame[frame].text);
		if (pick.score == 0)
			continue;
		p->left[n++] = pick.rank;
		offer(p, pick);
	}
	p->n_left = n;
}

size_t
picker_all(const struct picker *p)
{
	return p->n;
}

size_t
picker_matches(const struct picker *p)
{
	return p->n_left;
}

frame_id
picker_frame(const struct picker *p, size_t i)
{
	return p->by_weight[p->best[i].rank];
}
