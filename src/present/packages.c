/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heaviest packages. */
#include "prelude.h"

#include "present/packages.h"

#include <math.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/xalloc.h"
#include "present/caption.h"
#include "present/grid.h"

enum { HEAVY = 6 };

/* The hues that differ most, also for colour-blind readers and with 16 colours;
   tests/unit/test_packages.c checks this. */
static const uint8_t heavy_hue[HEAVY] = { 0, 23, 12, 15, 7, 8 };

struct packages {
	struct arena arena;
	struct str heavy[HEAVY];
	struct str label[HEAVY]; /* names in the legend, all different */
	int n;
};

struct packages_weighed {
	double weight;
	uint32_t id;
	bool dotted; /* "com.acme.shop" */
};

static int
by_weight(const void *a, const void *b)
{
	const struct packages_weighed *x = a, *y = b;

	if (x->weight < y->weight || x->weight > y->weight)
		return x->weight > y->weight ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* Return the last `parts` parts of a package's name. Dots divide only Java's
   "com.acme.shop": they also occur in the names of files. */
static struct str
last_parts(struct str name, bool dotted, int parts)
{
	size_t at = name.n;

	for (; at > 0; at--) {
		char c = name.p[at - 1];

		if ((c == '/' || (dotted && c == '.')) && --parts == 0)
			break;
	}
	return str_skip(name, at);
}

/* Replace labels that several packages share by as many last parts of their
   names as tell them apart. */
static void
label_all(struct packages *p, const bool dotted[HEAVY])
{
	int parts[HEAVY];
	bool alike = true;

	for (int i = 0; i < p->n; i++)
		parts[i] = 0;
	while (alike) {
		bool longer[HEAVY] = { false };

		alike = false;
		for (int i = 0; i < p->n; i++)
			if (parts[i] > 0)
				p->label[i] = last_parts(
					p->heavy[i], dotted[i], parts[i]);
		for (int i = 0; i < p->n; i++)
			for (int k = 0; k < p->n; k++)
				longer[i] |= i != k &&
					str_eq(p->label[i], p->label[k]) &&
					p->label[i].n < p->heavy[i].n;
		for (int i = 0; i < p->n; i++) {
			parts[i] += longer[i];
			alike |= longer[i];
		}
	}
}

struct packages *
packages_new(const struct view *v, struct origins *origins)
{
	struct packages *p = xcalloc(1, sizeof(*p));
	struct arena bytes = ARENA_INIT;
	struct intern names;
	struct packages_weighed *w;
	const struct tree *t;
	bool dotted[HEAVY] = { false };
	uint32_t *of;
	frame_id *one; /* by id: a frame of the package */
	node_id end;

	intern_init(&names, &bytes);
	/* Sum the weight of each package in the graph, and sort by weight.
	   Id 0 is the system and all code without a package. */
	t = v->tree.unfold != NULL ? &v->full : &v->tree;
	of = xcalloc(v->frames->n + 1u, sizeof(*of));
	one = xcalloc(v->frames->n + 1u, sizeof(*one));
	for (frame_id f = 0; f < v->frames->n; f++) {
		struct str name = caption_package(v, f);

		if (!str_eq(name, v->frames->frame[f].name) &&
			!str_eq(name, v->frames->frame[f].text) &&
			origin_of_frame(origins, v->frames, f).kind !=
				ORIGIN_SYSTEM) {
			of[f] = intern_borrowed(&names, name);
			one[of[f]] = f;
		}
	}
	w = xcalloc(names.n, sizeof(*w));
	for (uint32_t i = 0; i < names.n; i++)
		w[i].id = i;
	for (frame_id f = 0; f < v->frames->n; f++)
		w[of[f]].dotted |= of[f] != 0 &&
			str_starts(v->frames->frame[f].name,
				intern_str(&names, of[f]));
	/* Add each node's weight to its frame's package, a chain at a time if
	   there are chains: all nodes of a chain weigh the same. */
	for (node_id i = 1; i < t->n; i = end) {
		uint32_t row = tree_row(t, i);
		double weight = fabs((double)t->total.value[row]);

		if (t->total.base != NULL)
			weight += fabs((double)t->total.base[row]);
		end = 1 + (t->chains != NULL ? chains_last(t->chains, row) : i);
		for (node_id k = i; k < end; k++)
			w[t->frame[k] == NONE ? 0 : of[t->frame[k]]].weight +=
				weight;
	}
	free(of);
	w[0].weight = 0;
	qsort(w, names.n, sizeof(*w), by_weight);
	while (p->n < HEAVY && (size_t)p->n < names.n && w[p->n].weight > 0) {
		struct strbuf label = STRBUF_INIT;

		dotted[p->n] = w[p->n].dotted &&
			str_find(intern_str(&names, w[p->n].id), STR("/"), 0) <
				0;
		p->heavy[p->n] =
			arena_str(&p->arena, intern_str(&names, w[p->n].id));
		caption_package_put(&label, v, one[w[p->n].id]);
		p->label[p->n] = arena_text(&p->arena, &label);
		p->n++;
	}
	label_all(p, dotted);
	free(w);
	free(one);
	intern_fini(&names);
	arena_free(&bytes);
	return p;
}

void
packages_free(struct packages *p)
{
	if (p == NULL)
		return;
	arena_free(&p->arena);
	free(p);
}

uint8_t
packages_hue(const struct packages *p, const struct view *v, frame_id frame)
{
	struct str name = caption_package(v, frame);
	uint64_t k;
	uint8_t other[STYLE_HUES];
	int count = 0;

	for (int i = 0; i < p->n; i++)
		if (str_eq(name, p->heavy[i]))
			return heavy_hue[i];
	/* Choose a hue that the heaviest packages do not use. */
	k = hash_stable(name.p, name.n);
	for (int hue = 0; hue < STYLE_HUES; hue++)
		if (memchr(heavy_hue, hue, HEAVY) == NULL)
			other[count++] = (uint8_t)hue;
	return other[k % (uint64_t)count];
}

struct str
packages_name(const struct packages *p, int i, uint8_t *hue)
{
	if (i >= p->n)
		return STR_EMPTY;
	*hue = heavy_hue[i];
	return p->label[i];
}
