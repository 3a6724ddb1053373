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

/* A function. Their texts are copied, to be read one after another. */
struct name {
	struct str text;
	uint64_t letters; /* fuzzy_letters() of it */
	int64_t weight;
	frame_id frame;
};

struct pick {
	const struct name *name;
	int score;
};

struct picker {
	struct name *name; /* [n] */
	size_t n;
	struct strbuf texts;
	struct strbuf typed;
	size_t n_left;
	uint32_t *left; /* [n_left] indices into name that match, ascending */
	size_t n_best;
	struct pick best[PICKER_SHOWN]; /* in order */
};

/* The better match, then the heavier one. */
static bool
comes_before(const struct pick *a, const struct pick *b)
{
	const struct name *x = a->name, *y = b->name;

	if (a->score != b->score)
		return a->score > b->score;
	if (x->weight != y->weight)
		return x->weight > y->weight;
	if (!str_eq(x->text, y->text))
		return str_cmp(x->text, y->text) < 0;
	return x->frame < y->frame;
}

static void
picker_add_names(struct picker *p, const struct view *v)
{
	size_t at = 0;

	for (frame_id f = 0; f < v->frames->n; f++) {
		struct str text = v->frames->frame[f].text;

		if (v->places[f] == 0 || p->n == v->n_live)
			continue;
		strbuf_add(&p->texts, text);
		p->name[p->n++] = (struct name){ .text = text,
			.letters = fuzzy_letters(text),
			.weight = i64_abs(
				weight_value(v->w.cum[f], v->w.cum_div, f)),
			.frame = f };
	}
	for (size_t i = 0; i < p->n; i++) {
		struct str *text = &p->name[i].text;

		*text = str_sub(strbuf_str(&p->texts), at, at + text->n);
		at += text->n;
	}
}

static void
picker_look_at_all(struct picker *p)
{
	for (size_t i = 0; i < p->n; i++)
		p->left[i] = (uint32_t)i;
	p->n_left = p->n;
}

struct picker *
picker_new(const struct view *v)
{
	struct picker *p = xcalloc(1, sizeof(*p));

	p->name = xcalloc((size_t)v->n_live + 1, sizeof(*p->name));
	p->left = xcalloc((size_t)v->n_live + 1, sizeof(*p->left));
	picker_add_names(p, v);
	picker_look_at_all(p);
	picker_type(p, STR_EMPTY);
	return p;
}

void
picker_free(struct picker *p)
{
	if (p == NULL)
		return;
	free(p->name);
	free(p->left);
	strbuf_free(&p->texts);
	strbuf_free(&p->typed);
	free(p);
}

/* Into its place among the best. */
static void
offer(struct picker *p, struct pick pick)
{
	size_t i = p->n_best;

	if (i == PICKER_SHOWN && !comes_before(&pick, &p->best[i - 1]))
		return;
	if (i == PICKER_SHOWN)
		i--;
	else
		p->n_best++;
	for (; i > 0 && comes_before(&pick, &p->best[i - 1]); i--)
		p->best[i] = p->best[i - 1];
	p->best[i] = pick;
}

void
picker_type(struct picker *p, struct str text)
{
	uint64_t letters = fuzzy_letters(text);
	size_t n = 0;

	/* What did not match less does not match more. */
	if (!str_starts(text, strbuf_str(&p->typed)))
		picker_look_at_all(p);
	strbuf_reset(&p->typed);
	strbuf_add(&p->typed, text);
	p->n_best = 0;
	for (size_t i = 0; i < p->n_left; i++) {
		const struct name *name = &p->name[p->left[i]];
		struct pick pick = { .name = name };

		if ((letters & ~name->letters) != 0)
			continue;
		pick.score = fuzzy_score(text, name->text);
		if (pick.score == 0)
			continue;
		p->left[n++] = p->left[i];
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
	return p->best[i].name->frame;
}
