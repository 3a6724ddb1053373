/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle's aggregation: frames, stacks, graph. */
#include "prelude.h"

#include "oracle.h"

#include <inttypes.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/xalloc.h"

static struct str
keep(struct oracle *o, struct strbuf *b)
{
	struct str s = str_from(arena_copy(&o->arena, b->p, b->n), b->n);

	strbuf_free(b);
	return s;
}

static struct str
printable(struct oracle *o, uint64_t address, struct str name, struct str file,
	int64_t line, int64_t column, struct str object)
{
	struct strbuf b = STRBUF_INIT;

	if (address != 0)
		strbuf_addf(&b, "%016" PRIx64 " ", address);
	if (name.n > 0)
		strbuf_addf(&b, "%.*s ", STR_ARG(name));
	if (line != 0 && column != 0)
		strbuf_addf(&b, "%.*s:%" PRId64 ":%" PRId64, STR_ARG(file),
			line, column);
	else if (line != 0)
		strbuf_addf(&b, "%.*s:%" PRId64, STR_ARG(file), line);
	else if (file.n > 0)
		strbuf_add(&b, file);
	else if (name.n > 0)
		strbuf_cut(&b, b.n - 1);
	else if (object.n > 0)
		strbuf_addf(&b, "[%.*s]", STR_ARG(str_basename(object)));
	else
		strbuf_addstr(&b, "<unknown>");
	return keep(o, &b);
}

static struct str
identity(struct oracle *o, uint64_t address, struct str name, struct str file,
	int64_t line, int64_t column, int64_t start, struct str object)
{
	struct strbuf b = STRBUF_INIT;

	strbuf_addf(&b,
		"{%.*s|%" PRIx64 "|%.*s|%" PRId64 "|%" PRId64 "|%" PRId64
		"|%.*s}",
		STR_ARG(name), address, STR_ARG(file), line, column, start,
		STR_ARG(object));
	return keep(o, &b);
}

/* The files of the test are clean but for "x//y.c" and "./z.c". */
static struct str
clean(struct str file)
{
	if (str_is(file, "x//y.c"))
		return STR("x/y.c");
	if (str_is(file, "./z.c"))
		return STR("z.c");
	return file;
}

static struct oracle_step
step_of(struct oracle *o, const struct oracle_loc *l,
	const struct oracle_line *line)
{
	enum granularity g = o->q->granularity;
	bool lines = g == GRAN_LINES || g == GRAN_ADDRESSES;
	bool columns = lines &&
		(o->q->showcolumns ||
			(g == GRAN_ADDRESSES && !o->q->noinlines));
	uint64_t address = g == GRAN_ADDRESSES ? l->address : 0;
	struct str object = l->has_map ? l->map : STR_EMPTY;
	struct oracle_step s = { .inlined = false };
	struct oracle_line k = { .line = 0 };

	if (line != NULL) {
		k = *line;
		k.file = g != GRAN_FUNCTIONS ? clean(k.file) : STR_EMPTY;
		if (g == GRAN_FILES)
			k.name = STR_EMPTY;
		if (!lines)
			k.line = 0;
		if (!columns)
			k.column = 0;
		if (k.name.n > 0 || (g == GRAN_FILES && k.file.n > 0)) {
			k.start = 0;
			object = STR_EMPTY;
		} else if (g == GRAN_FILES) {
			k.start = 0;
		}
	}
	s.name = k.name;
	s.text =
		printable(o, address, k.name, k.file, k.line, k.column, object);
	s.id = identity(
		o, address, k.name, k.file, k.line, k.column, k.start, object);
	return s;
}

static void
push_step(const struct oracle *o, struct oracle_stack *stack,
	struct oracle_step s)
{
	if (o->q->recursion && stack->n > 0 &&
		str_eq(stack->step[stack->n - 1].id, s.id))
		return;
	stack->step[stack->n++] = s;
}

static void
push_loc(struct oracle *o, struct oracle_stack *stack,
	const struct oracle_loc *l)
{
	if (l->n == 0)
		push_step(o, stack, step_of(o, l, NULL));
	for (int i = l->n - 1; i >= 0; i--) {
		struct oracle_step s = step_of(o, l, &l->line[i]);

		s.inlined = i != l->n - 1;
		push_step(o, stack, s);
		if (o->q->noinlines)
			break;
	}
}

void
oracle_aggregate(struct oracle *o)
{
	for (size_t i = 0; i < o->samples.n; i++) {
		const struct oracle_sample *s = &o->samples.p[i];
		struct oracle_stack stack = { .value = s->value[o->column],
			.div = o->q->mean ? s->value[0] : 0 };

		if (stack.value == 0 && stack.div == 0)
			continue;
		for (int k = s->n - 1; k >= 0; k--)
			push_loc(o, &stack, &o->locs.p[s->loc[k]]);
		vec_push(&o->stacks, stack);
	}
}

/* Sums by text. */
struct row {
	struct str key;
	int64_t v[4];
	unsigned bits;
	/* Rows of graph nodes. */
	struct str text;
	bool gone;
	/* Rows of graph edges, each a pair of nodes. */
	size_t from, to;
	bool cut;
};

struct table {
	struct arena arena;
	struct intern keys;
	struct map64 at;
	VEC(struct row) rows;
};

static void
table_init(struct table *t)
{
	*t = (struct table){ .at = MAP64_INIT };
	intern_init(&t->keys, &t->arena);
}

static void
table_free(struct table *t)
{
	intern_fini(&t->keys);
	map64_free(&t->at);
	vec_free(&t->rows);
	arena_free(&t->arena);
}

static struct row *
table_row(struct table *t, struct str key)
{
	uint32_t id = intern_copy(&t->keys, key);
	uint32_t *at = map64_at(&t->at, id);
	struct row fresh = { .key = intern_str(&t->keys, id) };

	if (*at == NONE) {
		*at = (uint32_t)t->rows.n;
		vec_push(&t->rows, fresh);
	}
	return &t->rows.p[*at];
}

static void
path_text(struct strbuf *b, const struct oracle_stack *s, int from, int to)
{
	strbuf_reset(b);
	for (int i = from; i < to; i++) {
		strbuf_add(b, s->step[i].id);
		if (s->step[i].inlined)
			strbuf_addch(b, '~');
	}
}

void
oracle_print_stacks(const struct oracle *o, struct lines *out)
{
	struct strbuf b = STRBUF_INIT;
	struct table t;

	table_init(&t);
	for (size_t i = 0; i < o->stacks.n; i++) {
		const struct oracle_stack *s = &o->stacks.p[i];
		struct row *r;

		path_text(&b, s, 0, s->n);
		r = table_row(&t, strbuf_str(&b));
		r->v[0] += s->value;
		r->v[1] += s->div;
	}
	for (size_t i = 0; i < t.rows.n; i++)
		lines_add(out, "stack %.*s %" PRId64 "/%" PRId64,
			STR_ARG(t.rows.p[i].key), t.rows.p[i].v[0],
			t.rows.p[i].v[1]);
	table_free(&t);
	strbuf_free(&b);
}

static bool
seen_before(const struct oracle_stack *s, int i)
{
	for (int k = 0; k < i; k++)
		if (str_eq(s->step[k].id, s->step[i].id))
			return true;
	return false;
}

void
oracle_print_frames(const struct oracle *o, struct lines *out)
{
	struct table t;
	int64_t kept = 0, div = 0;

	table_init(&t);
	for (size_t i = 0; i < o->samples.n; i++) {
		kept += o->samples.p[i].value[o->column];
		div += o->q->mean ? o->samples.p[i].value[0] : 0;
	}
	for (size_t i = 0; i < o->stacks.n; i++) {
		const struct oracle_stack *s = &o->stacks.p[i];

		for (int k = 0; k < s->n; k++) {
			struct row *r = table_row(&t, s->step[k].id);

			r->bits |= s->step[k].inlined ? 1 : 2;
			if (!seen_before(s, k)) {
				r->v[2] += s->value;
				r->v[3] += s->div;
			}
			if (k == s->n - 1) {
				r->v[0] += s->value;
				r->v[1] += s->div;
			}
		}
	}
	for (size_t i = 0; i < t.rows.n; i++)
		lines_add(out,
			"frame %.*s %" PRId64 "/%" PRId64 " %" PRId64
			"/%" PRId64 " %u",
			STR_ARG(t.rows.p[i].key), t.rows.p[i].v[0],
			t.rows.p[i].v[1], t.rows.p[i].v[2], t.rows.p[i].v[3],
			t.rows.p[i].bits);
	lines_add(out, "total %" PRId64 "/%" PRId64, o->total, o->total_div);
	lines_add(out, "kept %" PRId64 "/%" PRId64 " %zu", kept, div,
		o->samples.n);
	table_free(&t);
}

/* pprof's newGraph: node rows have v = flat, flat_div, cum, cum_div; edge
   rows v = weight, div and bits 1 residual, 2 some call was not inlined. */
struct oracle_graph {
	struct table nodes, edges;
	VEC(size_t) order; /* nodes that are left, sorted */
};

static void
graph_init(struct oracle_graph *g)
{
	*g = (struct oracle_graph){ .order = { 0 } };
	table_init(&g->nodes);
	table_init(&g->edges);
}

static void
graph_fini(struct oracle_graph *g)
{
	table_free(&g->nodes);
	table_free(&g->edges);
	vec_free(&g->order);
}

static bool
is_kept(const struct table *kept, struct str id)
{
	if (kept == NULL)
		return true;
	for (size_t i = 0; i < kept->rows.n; i++)
		if (str_eq(kept->rows.p[i].key, id))
			return true;
	return false;
}

static void
add_edge(struct oracle_graph *g, struct table *seen,
	const struct oracle_stack *s, size_t from, size_t to, bool residual,
	bool inlined)
{
	struct strbuf b = STRBUF_INIT;
	struct row *once, *e;

	strbuf_addf(&b, "%zu %zu", from, to);
	once = table_row(seen, strbuf_str(&b));
	if (once->bits == 0) {
		once->bits = 1;
		e = table_row(&g->edges, strbuf_str(&b));
		e->from = from;
		e->to = to;
		e->v[0] += s->value;
		e->v[1] += s->div;
		e->bits |= (residual ? 1u : 0u) | (inlined ? 0u : 2u);
	}
	strbuf_free(&b);
}

static void
add_stack(struct oracle_graph *g, const struct oracle_stack *s,
	const struct table *kept)
{
	struct table nodes_seen, edges_seen;
	size_t parent = SIZE_MAX;
	bool residual = false;

	table_init(&nodes_seen);
	table_init(&edges_seen);
	for (int i = 0; i < s->n; i++) {
		const struct oracle_step *step = &s->step[i];
		struct row *n, *once;
		size_t at;

		if (!is_kept(kept, step->id)) {
			residual = true;
			continue;
		}
		n = table_row(&g->nodes, step->id);
		n->text = step->text;
		at = (size_t)(n - g->nodes.rows.p);
		once = table_row(&nodes_seen, step->id);
		if (once->bits == 0) {
			n->v[2] += s->value;
			n->v[3] += s->div;
			once->bits = 1;
		}
		if (parent != SIZE_MAX && parent != at)
			add_edge(g, &edges_seen, s, parent, at, residual,
				step->inlined);
		parent = at;
		residual = false;
	}
	if (parent != SIZE_MAX && !residual) {
		g->nodes.rows.p[parent].v[0] += s->value;
		g->nodes.rows.p[parent].v[1] += s->div;
	}
	table_free(&nodes_seen);
	table_free(&edges_seen);
}

static int64_t
weight(const struct row *r, enum query_sort sort)
{
	return i64_abs(r->v[sort == SORT_CUM ? 2 : 0]);
}

/* < 0 when a comes first; 0 when pprof would not say. */
static int
compare(const struct row *a, const struct row *b, enum query_sort sort)
{
	enum query_sort other = sort == SORT_CUM ? SORT_FLAT : SORT_CUM;

	if (weight(a, sort) != weight(b, sort))
		return weight(a, sort) > weight(b, sort) ? -1 : 1;
	if (!str_eq(a->text, b->text))
		return str_cmp(a->text, b->text);
	if (weight(a, other) != weight(b, other))
		return weight(a, other) > weight(b, other) ? -1 : 1;
	return 0;
}

static void
build(struct oracle_graph *g, const struct oracle *o,
	const struct graph_options *opt, const struct table *kept)
{
	graph_init(g);
	for (size_t i = 0; i < o->stacks.n; i++)
		add_stack(g, &o->stacks.p[i], kept);
	for (size_t i = 0; i < g->nodes.rows.n; i++) {
		struct row *n = &g->nodes.rows.p[i];
		size_t at;

		n->gone = (n->v[0] == 0 && n->v[2] == 0) ||
			(opt->drop_negative &&
				(n->v[0] < 0 || (n->v[0] == 0 && n->v[2] < 0)));
		if (n->gone)
			continue;
		vec_push(&g->order, i);
		for (at = g->order.n - 1; at > 0 &&
			compare(n, &g->nodes.rows.p[g->order.p[at - 1]],
				opt->sort) < 0;
			at--)
			g->order.p[at] = g->order.p[at - 1];
		g->order.p[at] = i;
	}
}

static size_t
cut_edges(struct oracle_graph *g, int64_t cut)
{
	size_t n = 0;

	for (size_t i = 0; i < g->edges.rows.n; i++) {
		struct row *e = &g->edges.rows.p[i];

		if (e->cut || g->nodes.rows.p[e->to].gone ||
			i64_abs(e->v[0]) >= cut)
			continue;
		e->cut = true;
		n++;
	}
	return n;
}

/* Once more with the first n nodes that satisfy a cut. */
static void
rebuild(struct oracle_graph *g, const struct oracle *o,
	const struct graph_options *opt, size_t n, int64_t cut)
{
	struct oracle_graph fewer;
	struct table kept;

	table_init(&kept);
	for (size_t i = 0; i < n; i++) {
		const struct row *r = &g->nodes.rows.p[g->order.p[i]];

		if (i64_abs(r->v[2]) >= cut)
			(void)table_row(&kept, r->key);
	}
	build(&fewer, o, opt, &kept);
	graph_fini(g);
	*g = fewer;
	table_free(&kept);
}

static void
print_graph(const struct oracle_graph *g, struct lines *out)
{
	for (size_t i = 0; i < g->order.n; i++) {
		const struct row *n = &g->nodes.rows.p[g->order.p[i]];

		lines_add(out,
			"node %.*s %" PRId64 "/%" PRId64 " %" PRId64
			"/%" PRId64,
			STR_ARG(n->key), n->v[0], n->v[1], n->v[2], n->v[3]);
	}
	for (size_t i = 0; i < g->edges.rows.n; i++) {
		const struct row *e = &g->edges.rows.p[i];
		const struct row *from = &g->nodes.rows.p[e->from];
		const struct row *to = &g->nodes.rows.p[e->to];
		struct strbuf b = STRBUF_INIT;

		if (e->cut)
			continue;
		strbuf_addf(&b, "%.*s > %.*s %" PRId64 "/%" PRId64 "%s%s",
			STR_ARG(from->key), STR_ARG(to->key), e->v[0], e->v[1],
			(e->bits & 1) != 0 ? " residual" : "",
			(e->bits & 2) == 0 ? " inlined" : "");
		if (!from->gone)
			lines_add(out, "out %s", strbuf_c(&b));
		if (!to->gone)
			lines_add(out, "in %s", strbuf_c(&b));
		strbuf_free(&b);
	}
}

void
oracle_print_graph(
	struct oracle *o, const struct graph_options *opt, struct lines *out)
{
	struct oracle_graph g;
	int64_t sum = 0, cut_node, cut_edge;
	size_t dropped = 0, before, edges;

	build(&g, o, opt, NULL);
	for (size_t i = 0; i < g.order.n; i++)
		sum += g.nodes.rows.p[g.order.p[i]].v[0];
	cut_node = i64_abs((int64_t)((double)sum * opt->nodefraction));
	cut_edge = i64_abs((int64_t)((double)sum * opt->edgefraction));
	if (cut_node > 0) {
		for (size_t i = 0; i < g.order.n; i++)
			dropped += i64_abs(g.nodes.rows.p[g.order.p[i]].v[2]) <
				cut_node;
		if (dropped > 0)
			rebuild(&g, o, opt, g.order.n, cut_node);
	}
	before = g.order.n;
	if (opt->nodecount > 0) {
		size_t n = (size_t)opt->nodecount;

		(void)cut_edges(&g, cut_edge);
		if (n < g.order.n) {
			o->ambiguous =
				compare(&g.nodes.rows.p[g.order.p[n - 1]],
					&g.nodes.rows.p[g.order.p[n]],
					opt->sort) == 0;
			rebuild(&g, o, opt, n, 0);
		}
	}
	edges = cut_edges(&g, cut_edge);
	print_graph(&g, out);
	lines_add(out, "dropped %zu nodes %zu edges of %zu", dropped, edges,
		before);
	graph_fini(&g);
}

void
oracle_print_callers(const struct oracle *o, struct lines *out)
{
	struct strbuf b = STRBUF_INIT;
	struct table t;

	table_init(&t);
	for (size_t i = 0; i < o->stacks.n; i++) {
		const struct oracle_stack *s = &o->stacks.p[i];

		strbuf_reset(&b);
		for (int k = s->n; k >= 0; k--) {
			struct row *r;

			if (k < s->n) {
				strbuf_add(&b, s->step[k].id);
				if (s->step[k].inlined)
					strbuf_addch(&b, '~');
			}
			r = table_row(&t, strbuf_str(&b));
			r->v[2] += s->value;
			r->v[3] += s->div;
			if (k == 0) {
				r->v[0] += s->value;
				r->v[1] += s->div;
			}
		}
	}
	for (size_t i = 0; i < t.rows.n; i++)
		lines_add(out,
			"callers %.*s %" PRId64 "/%" PRId64 " %" PRId64
			"/%" PRId64,
			STR_ARG(t.rows.p[i].key), t.rows.p[i].v[0],
			t.rows.p[i].v[1], t.rows.p[i].v[2], t.rows.p[i].v[3]);
	table_free(&t);
	strbuf_free(&b);
}

static void
add_along(struct table *t, struct strbuf *b, const struct oracle_stack *s,
	bool end)
{
	struct row *r = table_row(t, strbuf_str(b));

	r->v[2] += s->value;
	r->v[3] += s->div;
	if (end) {
		r->v[0] += s->value;
		r->v[1] += s->div;
	}
}

static void
add_step(struct strbuf *b, const struct oracle_step *step)
{
	strbuf_add(b, step->id);
	if (step->inlined)
		strbuf_addch(b, '~');
}

void
oracle_print_pivot(const struct oracle *o, struct str pivot, struct lines *out)
{
	struct strbuf b = STRBUF_INIT;
	struct table above, below;

	table_init(&above);
	table_init(&below);
	for (size_t i = 0; i < o->stacks.n; i++) {
		const struct oracle_stack *s = &o->stacks.p[i];
		int at = 0;

		while (at < s->n && !str_eq(s->step[at].id, pivot))
			at++;
		if (at == s->n)
			continue;
		strbuf_reset(&b);
		strbuf_add(&b, pivot);
		add_along(&below, &b, s, at == s->n - 1);
		for (int k = at + 1; k < s->n; k++) {
			add_step(&b, &s->step[k]);
			add_along(&below, &b, s, k == s->n - 1);
		}
		strbuf_reset(&b);
		strbuf_add(&b, pivot);
		add_along(&above, &b, s, at == 0);
		for (int k = at - 1; k >= 0; k--) {
			add_step(&b, &s->step[k]);
			add_along(&above, &b, s, k == 0);
		}
	}
	for (int half = 0; half < 2; half++) {
		const struct table *t = half == 0 ? &above : &below;

		for (size_t i = 0; i < t->rows.n; i++)
			lines_add(out,
				"%s %.*s %" PRId64 "/%" PRId64 " %" PRId64
				"/%" PRId64,
				half == 0 ? "above" : "below",
				STR_ARG(t->rows.p[i].key), t->rows.p[i].v[0],
				t->rows.p[i].v[1], t->rows.p[i].v[2],
				t->rows.p[i].v[3]);
	}
	table_free(&above);
	table_free(&below);
	strbuf_free(&b);
}

/* Pairs of neighbours, once per sample, at the place nearest to the root. */
static void
peek_stack(const struct oracle_stack *s, struct str id, struct table *t)
{
	struct strbuf b = STRBUF_INIT;
	struct table seen;

	table_init(&seen);
	for (int i = 0; i < s->n; i++) {
		bool here = str_eq(s->step[i].id, id);
		bool up = i > 0 && str_eq(s->step[i - 1].id, id);
		struct row *r, *once;

		if (here == up)
			continue;
		strbuf_reset(&b);
		if (here)
			strbuf_addf(&b, "caller %.*s",
				STR_ARG(i > 0 ? s->step[i - 1].id
					      : STR("(root)")));
		else
			strbuf_addf(&b, "callee %.*s", STR_ARG(s->step[i].id));
		once = table_row(&seen, strbuf_str(&b));
		if (once->bits++ > 0)
			continue;
		r = table_row(t, strbuf_str(&b));
		r->v[0] += s->value;
		r->v[1] += s->div;
		r->bits |= s->step[i].inlined ? 1 : 2;
	}
	table_free(&seen);
	strbuf_free(&b);
}

void
oracle_print_peek(const struct oracle *o, struct str id, struct lines *out)
{
	struct table t;

	table_init(&t);
	for (size_t i = 0; i < o->stacks.n; i++)
		peek_stack(&o->stacks.p[i], id, &t);
	for (size_t i = 0; i < t.rows.n; i++) {
		const struct row *r = &t.rows.p[i];

		lines_add(out, "%.*s %" PRId64 " %u", STR_ARG(r->key),
			r->v[1] != 0 ? r->v[0] / r->v[1] : r->v[0], r->bits);
	}
	table_free(&t);
}
