/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of a function's code (annotate.h). */
#include "prelude.h"

#include "analysis/annotate.h"

#include "base/num.h"
#include "base/vec.h"

enum { COPIES_MOST = 1000 };

#define ENDS_THERE (INT64_C(1) << 40) /* ranks self above any total */

/* True if a location of the listing's profile belongs to a frame of `v`. If `v`
   has another profile, compare names. */
static bool
location_is_of(const struct profile *p, const struct view *v, loc_id l,
	str_id name, frame_id frame)
{
	bool same = p->loc.n == v->profile->loc.n &&
		p->line.n == v->profile->line.n;

	if (same && v->frames->of_loc[l] == frame)
		return true;
	for (uint32_t i = p->loc.line0[l]; i < p->loc.line0[l + 1]; i++)
		if (same ? v->frames->of_line[i] == frame
			 : p->line.func[i] != NONE && name != NONE &&
					p->func.name[p->line.func[i]] == name)
			return true;
	return false;
}

/* Return a weight for ranking addresses: any self ranks above any total. */
static int64_t
address_weight(const struct footing *f, frame_id frame)
{
	bool clamped = false;
	int64_t self = i64_abs(columns_value(&f->self, frame));
	int64_t total = i64_abs(columns_value(&f->total, frame));

	return self > 0 ? i64_add(self, ENDS_THERE, &clamped) : total;
}

struct copy_list {
	VEC(struct copy) copy;
};

static struct copy *
copy_of(struct copy_list *list, map_id map, func_id holder)
{
	struct copy add = {
		.map = map, .holder = holder, .low = UINT64_MAX, .best = -1
	};

	for (size_t i = 0; i < list->copy.n; i++)
		if (list->copy.p[i].map == map &&
			list->copy.p[i].holder == holder)
			return &list->copy.p[i];
	if (list->copy.n == COPIES_MOST)
		return NULL;
	vec_push(&list->copy, add);
	return &list->copy.p[list->copy.n - 1];
}

static int
by_copy_weight(const void *x, const void *y)
{
	const struct copy *a = x, *b = y;

	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->low < b->low ? -1 : a->low > b->low;
}

struct copies
copies_find(const struct listing *l, const struct footing *footing,
	const struct view *shown, frame_id frame)
{
	const struct view *v = l->view;
	const struct profile *p = v->profile;
	struct str text = shown->frames->frame[frame].name;
	str_id name = text.n > 0 ? intern_find(&p->strings, text) : NONE;
	struct copies out = { .wanted = bits_new(v->frames->n) };
	struct copy_list list = { .copy = { NULL, 0, 0 } };

	for (loc_id i = 0; i < p->loc.n; i++) {
		struct copy *c;
		frame_id at;
		int64_t weight;
		uint32_t end;
		const struct profile *q;
		uint32_t frame_end;
		uint64_t address;
		bool clamped = false;

		if (p->loc.address[i] == 0 || p->loc.map[i] == NONE ||
			!location_is_of(p, shown, i, name, frame))
			continue;
		/* Find the listing's frame for this address. */
		q = v->profile;
		frame_end = q->loc.line0[i + 1];
		at = frame_end > q->loc.line0[i]
			? v->frames->of_line[frame_end - 1]
			: v->frames->of_loc[i];
		weight = at != NONE ? address_weight(footing, at) : 0;
		if (weight == 0)
			continue;
		end = p->loc.line0[i + 1];
		c = copy_of(&list, p->loc.map[i],
			end > p->loc.line0[i] ? p->line.func[end - 1] : NONE);
		if (c == NULL)
			continue;
		bits_set(&out.wanted, at);
		address = p->loc.address[i];
		c->weight = i64_add(c->weight, weight, &clamped);
		if (weight > c->best) {
			c->best = weight;
			c->address = address;
		}
		if (address < c->low)
			c->low = address;
		if (address > c->high)
			c->high = address;
	}
	if (list.copy.n > 0)
		qsort(list.copy.p, list.copy.n, sizeof(*list.copy.p),
			by_copy_weight);
	out.n = (uint32_t)list.copy.n;
	out.copy = list.copy.p;
	return out;
}

void
copies_fini(struct copies *c)
{
	free(c->copy);
	free(c->wanted.word);
	*c = (struct copies){ .n = 0 };
}
