/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A box of the call graph, with its tags: see dot.h. */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/num.h"
#include "base/sort.h"
#include "base/xalloc.h"
#include "profile/name.h"
#include "profile/unit.h"
#include "report/dot.h"

#include "base/banned.h"

enum {
	NODELETS = 4, /* tags beside a box, numbers beside a tag */
	FONT_MIN = 8,
	FONT_GROWTH = 16,
};

/* "(*Router).ServeHTTP" in lines of one word each. */
static void
put_words(struct strbuf *out, struct str name)
{
	struct arena arena = ARENA_INIT;
	struct strbuf text = STRBUF_INIT;

	dot_escape(&text, name_shortened(name, &arena));
	for (struct str s = strbuf_str(&text); s.n > 0;) {
		if (str_starts(s, STR("::"))) {
			strbuf_addc(out, "\\n");
			s = str_skip(s, 2);
		} else if (str_starts(s, STR("[...]"))) {
			strbuf_addc(out, "[\u2026]");
			s = str_skip(s, 5);
		} else {
			if (s.p[0] == '.')
				strbuf_addc(out, "\\n");
			else
				strbuf_addch(out, s.p[0]);
			s = str_skip(s, 1);
		}
	}
	strbuf_free(&text);
	arena_free(&arena);
}

/* The printable name, a line for each part of it. */
static void
put_name(struct strbuf *out, const struct frame *f)
{
	struct str file = f->file.n > 0 ? str_basename(f->file) : STR_EMPTY;

	if (f->address != 0)
		strbuf_addf(out, "%016llx\\n", (unsigned long long)f->address);
	if (f->name.n > 0) {
		put_words(out, f->name);
		strbuf_addc(out, "\\n");
	}
	if (f->line != 0) {
		strbuf_add(out, file);
		strbuf_addf(out, ":%lld", (long long)f->line);
		if (f->column != 0)
			strbuf_addf(out, ":%lld", (long long)f->column);
	} else if (file.n > 0) {
		strbuf_add(out, file);
	} else if (f->name.n > 0) {
		return;
	} else if (f->object.n > 0) {
		strbuf_addch(out, '[');
		strbuf_add(out, str_basename(f->object));
		strbuf_addch(out, ']');
	} else {
		strbuf_addc(out, "<unknown>");
	}
	strbuf_addc(out, "\\n");
}

/* "0.50s (49.50%)" */
static void
put_share(const struct dot *d, int64_t v)
{
	char share[UNIT_TEXT_MAX];

	scale_put(&d->n, v, 0, d->out);
	unit_percentage(v, d->n.total, share);
	strbuf_addc(d->out, " (");
	strbuf_add(d->out, str_trim(str_c(share)));
	strbuf_addch(d->out, ')');
}

static void
put_values(const struct dot *d, int64_t flat, int64_t cum)
{
	if (flat != 0)
		put_share(d, flat);
	else
		strbuf_addch(d->out, '0');
	if (cum == flat)
		return;
	strbuf_addc(d->out, flat != 0 ? "\\nof " : " of ");
	put_share(d, cum);
}

/* Larger where more is spent, by area. Not a small number only for the least
   of all values, which has no square root here, nor in pprof. */
static int64_t
font_size(int64_t flat, int64_t max)
{
	double part = (double)i64_abs(flat) / (double)max;

	if (max == 0 || flat == 0 || (double)i64_abs(flat) > (double)max)
		return FONT_MIN;
	return i64_wrap_add(
		FONT_MIN, i64_trunc(ceil(FONT_GROWTH * sqrt(part))));
}

static void
put_box(const struct dot *d, const struct graph_node *n)
{
	const struct frame *f = &d->g->frames->frame[n->frame];
	int64_t flat = graph_flat(n), cum = graph_cum(n);
	double score = (double)cum / (double)i64_abs(d->n.total);
	uint32_t id = d->id[n->vertex];

	strbuf_addf(d->out, "N%u [label=\"", id);
	put_name(d->out, f);
	put_values(d, flat, cum);
	strbuf_addf(d->out,
		"\" id=\"node%u\" fontsize=%" PRId64 " shape=box tooltip=\"",
		id, font_size(flat, d->max_flat));
	dot_escape(d->out, f->text);
	strbuf_addc(d->out, " (");
	scale_put(&d->n, cum, 0, d->out);
	strbuf_addc(d->out, ")\" color=\"");
	dot_color(d->out, score, false);
	strbuf_addc(d->out, "\" fillcolor=\"");
	dot_color(d->out, score, true);
	strbuf_addc(d->out, "\"]\n");
}

static int64_t
tag_flat(const struct graph_tag *tag)
{
	return weight_div(tag->flat, tag->flat_div);
}

static int64_t
tag_cum(const struct graph_tag *tag)
{
	return weight_div(tag->cum, tag->cum_div);
}

/* Larger first; Go's abs64() of INT64_MIN is negative. */
static int
compare_weights(int64_t x, int64_t y)
{
	int64_t a = i64_abs(x), b = i64_abs(y);

	return (a < b) - (a > b);
}

static int
by_flat(const void *a, const void *b)
{
	const struct graph_tag *x = a, *y = b;
	int order = compare_weights(x->flat, y->flat);

	return order != 0 ? order : str_cmp(x->name, y->name);
}

static int
by_cum(const void *a, const void *b)
{
	const struct graph_tag *x = a, *y = b;
	int order = compare_weights(x->cum, y->cum);

	return order != 0 ? order : by_flat(a, b);
}

/* As pprof compares: see gosort.h. */
static int
by_flat_rule(const void *a, const void *b)
{
	const struct graph_tag *x = a, *y = b;

	if (x->flat != y->flat)
		return compare_weights(x->flat, y->flat);
	return str_cmp(x->name, y->name);
}

static int
by_cum_rule(const void *a, const void *b)
{
	const struct graph_tag *x = a, *y = b;

	if (x->cum != y->cum)
		return compare_weights(x->cum, y->cum);
	return by_flat_rule(a, b);
}

static void
sort_tags(struct graph_tag *tag, size_t n, bool flat)
{
	if (flat)
		(void)gosort(tag, n, sizeof(*tag), by_flat_rule, by_flat, NULL);
	else
		(void)gosort(tag, n, sizeof(*tag), by_cum_rule, by_cum, NULL);
}

/* A sorted copy of the tags that are shown, with or without a name; free
   it. */
static struct graph_tag *
sorted(const struct graph_tag *tag, uint32_t n, bool named, bool flat,
	uint32_t *left)
{
	struct graph_tag *copy = xcalloc((size_t)n + 1, sizeof(*copy));

	*left = 0;
	for (uint32_t i = 0; i < n; i++)
		if (!tag[i].low && (!named || tag[i].name.n > 0))
			copy[(*left)++] = tag[i];
	sort_tags(copy, *left, flat);
	return copy;
}

/* Numbers of one node and tag, put into one box. */
struct pile {
	uint32_t n;
	int64_t seed, min, max;
	struct graph_tag sum; /* with a name of its own in the arena */
};

static void
pile_add(struct pile *p, const struct graph_tag *tag)
{
	if (p->n == 0) {
		p->seed = p->min = p->max = tag->num;
		p->sum = *tag;
	} else {
		p->min = tag->num < p->min ? tag->num : p->min;
		p->max = tag->num > p->max ? tag->num : p->max;
		p->sum.flat = i64_wrap_add(p->sum.flat, tag->flat);
		p->sum.cum = i64_wrap_add(p->sum.cum, tag->cum);
		p->sum.flat_div = i64_wrap_add(p->sum.flat_div, tag->flat_div);
		p->sum.cum_div = i64_wrap_add(p->sum.cum_div, tag->cum_div);
	}
	p->n++;
}

/* "4kB" or "4kB..1MB": each number in the unit that suits it. */
static void
pile_name(struct pile *p, struct str unit, struct arena *arena)
{
	struct strbuf name = STRBUF_INIT;
	char text[UNIT_TEXT_MAX];

	unit_label(p->min, unit, STR("auto"), text);
	strbuf_addc(&name, text);
	if (p->n > 1) {
		unit_label(p->max, unit, STR("auto"), text);
		strbuf_addf(&name, "..%s", text);
	}
	p->sum.name = arena_str(arena, strbuf_str(&name));
	p->sum.flat = tag_flat(&p->sum);
	p->sum.cum = tag_cum(&p->sum);
	p->sum.flat_div = p->sum.cum_div = 0;
	strbuf_free(&name);
}

/* Many numbers become few: the heaviest, each with those next to it. Returns
   how many; sorts them. */
static uint32_t
pile_up(struct graph_tag *tag, uint32_t n, struct str unit, bool flat,
	struct arena *arena)
{
	struct pile pile[NODELETS] = { { .n = 0 } };

	if (n <= NODELETS)
		return n;
	for (uint32_t i = 0; i < n; i++) {
		double nearest = 0;
		uint32_t at = i;

		for (uint32_t k = 0; i >= NODELETS && k < NODELETS; k++) {
			double away =
				fabs((double)pile[k].seed - (double)tag[i].num);

			if (k == 0 || away < nearest) {
				nearest = away;
				at = k;
			}
		}
		pile_add(&pile[at], &tag[i]);
	}
	for (uint32_t k = 0; k < NODELETS; k++) {
		pile_name(&pile[k], unit, arena);
		tag[k] = pile[k].sum;
	}
	sort_tags(tag, NODELETS, flat);
	return NODELETS;
}

/* A small box `id` and the line to it. */
static void
put_nodelet(const struct dot *d, const char *from, const char *id,
	struct str name, int64_t weight, const char *style)
{
	struct strbuf w = STRBUF_INIT;

	scale_put(&d->n, weight, 0, &w);
	strbuf_addf(d->out, "%s [label = \"", id);
	strbuf_add(d->out, name);
	strbuf_addf(d->out,
		"\" id=\"%s\" fontsize=8 shape=box3d tooltip=\"%s\"]\n", id,
		strbuf_c(&w));
	strbuf_addf(d->out,
		"%s -> %s [label=\" %s\" weight=100 tooltip=\"%s\""
		" labeltooltip=\"%s\"%s]\n",
		from, id, strbuf_c(&w), strbuf_c(&w), strbuf_c(&w), style);
	strbuf_free(&w);
}

/* The numbers of a tag; true when there are some to show. */
static bool
put_numbers(const struct dot *d, const struct graph_tag *tag, bool flat,
	const char *from)
{
	struct arena arena = ARENA_INIT;
	uint32_t n;
	struct graph_tag *num = sorted(tag->nums, tag->n_nums, false, flat, &n);
	struct strbuf id = STRBUF_INIT;
	bool any = false;

	n = pile_up(num, n, d->bytes_unit, flat, &arena);
	for (uint32_t i = 0; i < n; i++) {
		int64_t f = tag_flat(&num[i]), w = tag_cum(&num[i]);
		bool is_flat = flat || f == w;

		if ((is_flat ? f : w) == 0)
			continue;
		strbuf_reset(&id);
		strbuf_addf(&id, "N%s_%u", from, i);
		put_nodelet(d, from, strbuf_c(&id), num[i].name,
			is_flat ? f : w, is_flat ? "" : " style=\"dotted\"");
		any = true;
	}
	strbuf_free(&id);
	free(num);
	arena_free(&arena);
	return any;
}

/* What of a node's tags is shown: what ends here, or for leaves of the drawing
   what passes too, as callees may be left out. */
static bool
put_tags(const struct dot *d, const struct graph_node *node)
{
	bool flat = node->n_out > 0, any = false;
	struct strbuf box = STRBUF_INIT, id = STRBUF_INIT;
	uint32_t n;
	struct graph_tag *tag = sorted(node->tag, node->n_tags, true, flat, &n);

	strbuf_addf(&box, "N%u", d->id[node->vertex]);
	for (uint32_t i = 0; i < n && i < NODELETS; i++) {
		int64_t w = flat ? tag_flat(&tag[i]) : tag_cum(&tag[i]);

		if (w == 0)
			continue;
		strbuf_reset(&id);
		strbuf_addf(&id, "%s_%u", strbuf_c(&box), i);
		put_nodelet(
			d, strbuf_c(&box), strbuf_c(&id), tag[i].name, w, "");
		(void)put_numbers(d, &tag[i], flat, strbuf_c(&id));
		any = true;
	}
	for (uint32_t i = 0; i < node->n_tags; i++)
		if (node->tag[i].name.n == 0)
			any |= put_numbers(
				d, &node->tag[i], flat, strbuf_c(&box));
	free(tag);
	strbuf_free(&box);
	strbuf_free(&id);
	return any;
}

bool
dot_node(const struct dot *d, const struct graph_node *n)
{
	put_box(d, n);
	return put_tags(d, n);
}
