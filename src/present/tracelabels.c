/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels of one stack, in a line (tracespane.h). */
#include "config.h"

#include <stdlib.h>

#include "base/num.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "present/tracespane.h"
#include "profile/unit.h"

#include "base/banned.h"

/* A label, and what its samples weigh. */
struct value {
	struct str key;
	const struct label *label;
	int64_t weight;
};

struct values {
	const struct traces *t;
	VEC(struct value) value;
};

static void
collect(struct values *v, const struct trace *trace)
{
	const struct profile *p = v->t->view->profile;
	const struct labels *labels = &p->labels;

	for (uint32_t k = 0; k < trace->n_parts; k++) {
		const struct trace_part *part = &v->t->part[trace->part + k];

		for (uint32_t i = labels->first[part->set];
			i < labels->first[part->set + 1]; i++) {
			struct value fresh = {
				.key = profile_str(p, labels->label[i].key),
				.label = &labels->label[i],
				.weight = part->weight,
			};

			vec_push(&v->value, fresh);
		}
	}
}

static int
by_value(const void *a, const void *b)
{
	const struct value *x = a, *y = b;
	int c = str_cmp(x->key, y->key);

	if (c != 0)
		return c;
	if (x->label->str != y->label->str)
		return x->label->str < y->label->str ? -1 : 1;
	return x->label->num < y->label->num ? -1
					     : x->label->num > y->label->num;
}

/* Equal labels become one; returns how many there are. */
static size_t
merge(struct value *value, size_t n)
{
	size_t out = 0;
	bool sticky = false;

	for (size_t i = 0; i < n; i++) {
		if (out > 0 && by_value(&value[out - 1], &value[i]) == 0)
			value[out - 1].weight = i64_add(value[out - 1].weight,
				value[i].weight, &sticky);
		else
			value[out++] = value[i];
	}
	return out;
}

static struct str
unit_of(const struct traces *t, str_id key)
{
	for (size_t i = 0; i < t->units.n; i++)
		if (t->units.key[i] == key)
			return t->units.unit[i];
	return STR_EMPTY;
}

static void
add_text(struct strbuf *out, const struct traces *t, const struct label *l)
{
	const struct profile *p = t->view->profile;
	char number[UNIT_TEXT_MAX];

	strbuf_add(out, profile_str(p, l->key));
	strbuf_addch(out, '=');
	if (l->str != NONE) {
		strbuf_add(out, profile_str(p, l->str));
		return;
	}
	(void)unit_label(l->num, unit_of(t, l->key), STR("auto"), number);
	strbuf_addc(out, number);
}

/* What all samples of the stack weigh, as the labels do: not divided. */
static int64_t
whole(const struct traces *t, const struct trace *trace)
{
	int64_t sum = 0;
	bool sticky = false;

	for (uint32_t k = 0; k < trace->n_parts; k++)
		sum = i64_add(sum, t->part[trace->part + k].weight, &sticky);
	return sum;
}

/* The values of one key. */
static void
add_key(struct strbuf *out, const struct traces *t, const struct value *value,
	size_t n, int64_t total)
{
	const struct value *best = value;

	for (size_t i = 1; i < n; i++)
		if (i64_abs(value[i].weight) > i64_abs(best->weight))
			best = &value[i];
	if (out->n > 0)
		strbuf_addc(out, "  ");
	add_text(out, t, best->label);
	if (best->weight != total && total != 0) {
		strbuf_addch(out, ' ');
		(void)percent_put(out, best->weight, total);
	}
	if (n > 1)
		strbuf_addf(out, " +%zu", n - 1);
}

void
trace_labels(
	struct strbuf *out, const struct traces *t, const struct trace *trace)
{
	struct values v = { .t = t };
	int64_t total = whole(t, trace);
	size_t n, end;

	collect(&v, trace);
	if (v.value.n > 0)
		qsort(v.value.p, v.value.n, sizeof(*v.value.p), by_value);
	n = merge(v.value.p, v.value.n);
	for (size_t i = 0; i < n; i = end) {
		for (end = i + 1; end < n &&
			str_eq(v.value.p[end].key, v.value.p[i].key);)
			end++;
		add_key(out, t, &v.value.p[i], end - i, total);
	}
	vec_free(&v.value);
}
