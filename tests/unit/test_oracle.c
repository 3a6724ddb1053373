/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine against the oracle, on random profiles and queries. Each case
 * has a seed; a failure prints it with both results.
 *
 *     ORACLE_CASES=100000 ./test_oracle      more cases
 *     ORACLE_SEED=4711 ./test_oracle         this one alone, in full
 */
#include "prelude.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "analysis/peek.h"
#include "engine/prune.h"
#include "oracle.h"
#include "profile/builder.h"
#include "util_random.h"

struct random {
	uint64_t state;
};

static uint32_t
below(struct random *r, uint32_t n)
{
	return (uint32_t)(random_next(&r->state) >> 33) % n;
}

static bool
chance(struct random *r, uint32_t percent)
{
	return below(r, 100) < percent;
}

static struct str
pick(struct random *r, const char *const *from, size_t n)
{
	return str_c(from[below(r, (uint32_t)n)]);
}

#define PICK(r, list) pick((r), (list), COUNT_OF(list))

static const char *const names[] = { "main", "a", "b", "c", "d", "e", "ab",
	"f(int)", ".g", "x::operator()(int)", "(anonymous namespace)::h(x)", "",
	"b\xff", "malloc" };
static const char *const files[] = { "", "a.c", "/src/b.c", "x//y.c", "./z.c",
	"main" };
static const char *const maps[] = { "/bin/app", "/lib/libz.so", "", "lib" };
static const char *const patterns[] = { "a", "b", "c|d", "^main$", "lib",
	"\\.c$", "zz", ".", "^$", "(?i)MAIN", "[ab]", "^a", "x|y", "e$", "f|g",
	"main", "^[^a]*$" };
static const char *const tags[] = { "acme", "tenant=acme,bob", "acme,bob",
	"^k:", "tenant:acme", "1kb:8kb", "bytes=2kb:", ":4kb", "7", "req=7req",
	"3:5", "-5:", "k=.", "=acme", "nokey=x", "tenant=", "1mb:9mb", "0b:5ms",
	"bytes=2048", "k=v,w", "true", "b" };
static const char *const keys[] = { "tenant", "bytes", "tenant,bytes", "k",
	",k,", "none", "req" };
static const char *const keyrx[] = { "tenant", "^k$", "b", "zz", "pprof" };

static func_id
add_function(struct random *r, struct builder *b)
{
	struct builder_function f = { .name = builder_string(b, PICK(r, names)),
		.file = builder_string(b, PICK(r, files)),
		.start_line = below(r, 3) };

	return builder_function(b, &f);
}

static loc_id
add_location(
	struct random *r, struct builder *b, uint32_t n_funcs, uint32_t n_maps)
{
	struct builder_line line[3];
	struct builder_location l = { .address = below(r, 4) * 16,
		.map = chance(r, 60) ? below(r, n_maps) : NONE,
		.line = line,
		.nlines = chance(r, 12) ? 0
			: chance(r, 60) ? 1
					: 1 + below(r, 3) };

	for (size_t i = 0; i < l.nlines; i++)
		line[i] = (struct builder_line){ .func = below(r, n_funcs),
			.line = below(r, 4),
			.column = below(r, 2) };
	return builder_location(b, &l);
}

static int64_t
random_value(struct random *r)
{
	if (chance(r, 8))
		return 0;
	return (int64_t)below(r, 200) - (chance(r, 15) ? 150 : 0);
}

static lset_id
add_labels(struct random *r, struct builder *b)
{
	static const char *const tenants[] = { "acme", "bob", "carol" };
	static const char *const values[] = { "v", "w", "true" };
	static const char *const units[] = { "", "bytes", "kb", "ms" };
	struct label label[5];
	size_t n = 0;

#define TEXT(k, v) \
	(label[n++] = (struct label){ \
		 .key = builder_string(b, k), .str = builder_string(b, v) })
#define NUMBER(k, v, u) \
	(label[n++] = (struct label){ .key = builder_string(b, k), \
		 .str = NONE, \
		 .num = (v), \
		 .unit = builder_string(b, u) })
	if (chance(r, 40))
		TEXT(STR("tenant"), PICK(r, tenants));
	if (chance(r, 20))
		TEXT(STR("k"), PICK(r, values));
	if (chance(r, 15))
		TEXT(STR("pprof::base"), PICK(r, values));
	if (chance(r, 40))
		NUMBER(STR("bytes"), below(r, 5) * 1024, PICK(r, units));
	if (chance(r, 20))
		NUMBER(STR("req"), (int64_t)below(r, 9) - 1, STR(""));
#undef TEXT
#undef NUMBER
	return builder_labels(b, label, n);
}

static struct profile *
random_profile(struct random *r)
{
	struct builder *b = builder_new(0);
	uint32_t n_funcs = 1 + below(r, 8), n_maps = 1 + below(r, 3);
	uint32_t n_locs = 1 + below(r, 9), n_types = 1 + below(r, 3);
	uint32_t n_samples = below(r, 12);
	loc_id locs[9], stack[8];
	struct err err = ERR_INIT;

	for (uint32_t i = 0; i < n_types; i++) {
		char type[16];

		(void)snprintf(type, sizeof(type), "t%u", i);
		builder_type(b, builder_string(b, str_c(type)),
			builder_string(b, STR("count")));
	}
	for (uint32_t i = 0; i < n_funcs; i++)
		(void)add_function(r, b);
	for (uint32_t i = 0; i < n_maps; i++) {
		struct builder_mapping m = { .file = builder_string(
						     b, PICK(r, maps)) };

		(void)builder_mapping(b, &m);
	}
	for (uint32_t i = 0; i < n_locs; i++)
		locs[i] = add_location(r, b, n_funcs, n_maps);
	for (uint32_t i = 0; i < n_samples; i++) {
		size_t depth = chance(r, 6) ? 0 : 1 + below(r, 7);
		int64_t value[3];

		for (size_t k = 0; k < depth; k++)
			stack[k] = locs[below(r, n_locs)];
		for (uint32_t t = 0; t < n_types; t++)
			value[t] = random_value(r);
		(void)builder_sample(b, builder_stack(b, stack, depth),
			add_labels(r, b), value);
	}
	if (chance(r, 40)) {
		static const char *const drops[] = { "a|malloc", "b", ".*", "f",
			"x", "main" };

		builder_header(b)->drop_frames =
			builder_string(b, PICK(r, drops));
		if (chance(r, 40))
			builder_header(b)->keep_frames =
				builder_string(b, STR("ab|a|main"));
	}
	return builder_seal(b, &err);
}

static void
random_filters(struct random *r, struct query *q)
{
	/* mostly one or two at a time, so that something is left */
	uint32_t p = chance(r, 70) ? 12 : 35;

#define MAYBE(field, list) \
	do { \
		if (chance(r, p)) \
			q->field = PICK(r, list); \
	} while (0)
	MAYBE(focus, patterns);
	MAYBE(ignore, patterns);
	MAYBE(hide, patterns);
	MAYBE(show, patterns);
	MAYBE(show_from, patterns);
	MAYBE(prune_from, patterns);
	MAYBE(tagfocus, tags);
	MAYBE(tagignore, tags);
	MAYBE(tagshow, keyrx);
	MAYBE(taghide, keyrx);
	MAYBE(search, patterns);
	p /= 2;
	MAYBE(tagroot, keys);
	MAYBE(tagleaf, keys);
#undef MAYBE
	if (chance(r, p))
		q->more_tagfocus = STR("acme\ntenant=bob,acme");
	if (chance(r, p))
		q->more_tagignore = STR("req=3:\ncarol");
}

static void
random_query(struct random *r, const struct profile *p, struct query *q)
{
	static const char *const units[] = { "minimum", "auto", "kb", "ms" };

	query_init(q);
	random_filters(r, q);
	q->granularity = (enum granularity)below(r, 5);
	q->noinlines = chance(r, 20);
	q->showcolumns = chance(r, 20);
	q->recursion = chance(r, 15);
	q->mean = chance(r, 25);
	q->relative_percentages = chance(r, 25);
	q->drop_negative = chance(r, 15);
	q->unit = PICK(r, units);
	q->sort = chance(r, 30) ? SORT_CUM : SORT_FLAT;
	if (chance(r, 50))
		q->sample_index =
			profile_str(p, p->types.type[below(r, p->types.n)]);
}

/* A later query of the same user: most of it is as it was. */
static void
next_query(struct random *r, const struct profile *p, struct query *q)
{
	struct query now;

	random_query(r, p, &now);
#define KEEP(field) \
	do { \
		if (chance(r, 85)) \
			now.field = q->field; \
	} while (0)
	KEEP(focus);
	KEEP(ignore);
	KEEP(hide);
	KEEP(show);
	KEEP(show_from);
	KEEP(prune_from);
	KEEP(tagfocus);
	KEEP(tagignore);
	KEEP(tagshow);
	KEEP(taghide);
	KEEP(more_tagfocus);
	KEEP(more_tagignore);
	KEEP(tagroot);
	KEEP(tagleaf);
	KEEP(search);
	KEEP(granularity);
	KEEP(noinlines);
	KEEP(showcolumns);
	KEEP(recursion);
	KEEP(mean);
	KEEP(relative_percentages);
	KEEP(drop_negative);
	KEEP(unit);
	KEEP(sort);
	KEEP(sample_index);
#undef KEEP
	*q = now;
}

static void
random_options(struct random *r, const struct query *q, struct graph_options *g)
{
	graph_options_init(g, q);
	if (chance(r, 40))
		g->nodecount = 1 + below(r, 4);
	if (chance(r, 40))
		g->nodefraction = 0.05 * (double)below(r, 8);
	if (chance(r, 40))
		g->edgefraction = 0.05 * (double)below(r, 8);
}

/* The engine's results as the oracle's lines. */

static void
add_id(struct strbuf *b, const struct frame *f)
{
	strbuf_addf(b,
		"{%.*s|%" PRIx64 "|%.*s|%" PRId64 "|%" PRId64 "|%" PRId64
		"|%.*s}",
		STR_ARG(f->name), f->address, STR_ARG(f->file), f->line,
		f->column, f->start_line, STR_ARG(f->object));
}

static void
add_path(struct strbuf *b, const struct view *v, const struct tree *t,
	node_id node)
{
	if (node == 0)
		return;
	add_path(b, v, t, t->parent[node]);
	add_id(b, &v->frames->frame[t->frame[node]]);
	if ((t->flags[node] & TREE_INLINE) != 0)
		strbuf_addch(b, '~');
}

static void
print_stacks(const struct view *v, struct lines *out)
{
	const struct tree *t = &v->full;
	struct strbuf b = STRBUF_INIT;

	for (node_id i = 0; i < t->n; i++) {
		if ((tree_live(t, i) & LIVE_ENDS) == 0)
			continue;
		strbuf_reset(&b);
		add_path(&b, v, t, i);
		lines_add(out, "stack %s %" PRId64 "/%" PRId64, strbuf_c(&b),
			t->self.value[tree_self_row(t, i)],
			t->self.div != NULL ? t->self.div[tree_self_row(t, i)]
					    : 0);
	}
	strbuf_free(&b);
}

static int64_t
at(const int64_t *column, size_t i)
{
	return column != NULL ? column[i] : 0;
}

static void
print_frames(const struct view *v, struct lines *out)
{
	const struct weights *w = &v->w;
	struct strbuf b = STRBUF_INIT;
	uint32_t live = 0;

	for (frame_id f = 0; f < v->frames->n; f++) {
		if (v->nodes[f] == 0)
			continue;
		live++;
		strbuf_reset(&b);
		add_id(&b, &v->frames->frame[f]);
		lines_add(out,
			"frame %s %" PRId64 "/%" PRId64 " %" PRId64 "/%" PRId64
			" %u",
			strbuf_c(&b), w->self.value[f], at(w->self.div, f),
			w->total.value[f], at(w->total.div, f), v->inlined[f]);
	}
	if (live != v->n_live)
		lines_add(out, "n_live is wrong");
	lines_add(out, "total %" PRId64 "/%" PRId64, w->whole, w->whole_div);
	lines_add(out, "kept %" PRId64 "/%" PRId64 " %" PRIu64, w->kept.value,
		w->kept.div, v->samples);
	strbuf_free(&b);
}

static void
print_edge(const struct view *v, const struct graph_edge *e, const char *list,
	struct lines *out)
{
	struct strbuf from = STRBUF_INIT, to = STRBUF_INIT;

	add_id(&from, &v->frames->frame[e->from]);
	add_id(&to, &v->frames->frame[e->to]);
	lines_add(out, "%s %s > %s %" PRId64 "/%" PRId64 "%s%s", list,
		strbuf_c(&from), strbuf_c(&to), e->weight, e->div,
		e->residual ? " residual" : "", e->inlined ? " inlined" : "");
	strbuf_free(&from);
	strbuf_free(&to);
}

static bool
edges_in_order(const struct view *v, struct graph_edge *const *e, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		int64_t a = i64_abs(e[i - 1]->weight);
		int64_t b = i64_abs(e[i]->weight);
		const struct frame *f = v->frames->frame;
		int order = str_cmp(f[e[i - 1]->from].text, f[e[i]->from].text);

		if (order == 0)
			order = str_cmp(f[e[i - 1]->to].text, f[e[i]->to].text);
		/* +5 and -5 have no order */
		if (a < b || (e[i - 1]->weight == e[i]->weight && order > 0))
			return false;
	}
	return true;
}

static void
print_graph(
	const struct view *v, const struct graph_options *o, struct lines *out)
{
	struct graph *g = graph_trimmed(v, o);
	struct strbuf b = STRBUF_INIT;

	for (uint32_t i = 0; i < g->n; i++) {
		const struct graph_node *n = &g->node[i];
		int64_t now = o->sort == SORT_CUM ? n->total : n->self;

		strbuf_reset(&b);
		add_id(&b, &v->frames->frame[n->frame]);
		lines_add(out,
			"node %s %" PRId64 "/%" PRId64 " %" PRId64 "/%" PRId64,
			strbuf_c(&b), n->self, n->self_div, n->total,
			n->total_div);
		for (uint32_t k = 0; k < n->n_in; k++)
			print_edge(v, n->in[k], "in", out);
		for (uint32_t k = 0; k < n->n_out; k++)
			print_edge(v, n->out[k], "out", out);
		if (!edges_in_order(v, n->in, n->n_in) ||
			!edges_in_order(v, n->out, n->n_out))
			lines_add(out, "edges out of order");
		if (i == 0)
			continue;
		n = &g->node[i - 1];
		if (i64_abs(o->sort == SORT_CUM ? n->total : n->self) <
			i64_abs(now))
			lines_add(out, "nodes out of order");
	}
	lines_add(out, "dropped %u nodes %u edges of %u", g->dropped_nodes,
		g->dropped_edges, g->orig_count);
	strbuf_free(&b);
	graph_free(g);
}

static bool
sums_hold(const struct tree *t)
{
	for (node_id i = 0; i < t->n; i++) {
		int64_t sum = t->self.value[tree_self_row(t, i)];
		node_id last = 0;

		for (node_id c = t->first[i]; c != 0; c = t->next[c]) {
			if (t->parent[c] != i || c <= last)
				return false;
			last = c;
			sum += t->total.value[tree_row(t, c)];
		}
		if (sum != t->total.value[tree_row(t, i)] ||
			(i > 0 && t->parent[i] >= i) ||
			(i > 0 &&
				tree_depth(t, i) !=
					tree_depth(t, t->parent[i]) + 1))
			return false;
	}
	return true;
}

static bool
outermost_holds(const struct tree *t)
{
	for (node_id i = 1; i < t->n; i++) {
		bool above = false;

		for (node_id k = t->parent[i]; k != 0; k = t->parent[k])
			above = above || t->frame[k] == t->frame[i];
		if (above == ((t->flags[i] & TREE_OUTERMOST) != 0))
			return false;
	}
	return true;
}

/* Every live node with its path. */
static void
print_tree(const struct view *v, const struct tree *t, const char *name,
	node_id from, struct lines *out)
{
	struct strbuf b = STRBUF_INIT;

	if (!sums_hold(t) || !outermost_holds(&v->full))
		lines_add(out, "%s: the tree is not sound", name);
	for (node_id i = from; i < t->n; i++) {
		if (tree_live(t, i) == 0)
			continue;
		strbuf_reset(&b);
		add_path(&b, v, t, i);
		lines_add(out,
			"%s %s %" PRId64 "/%" PRId64 " %" PRId64 "/%" PRId64,
			name, strbuf_c(&b), t->self.value[tree_self_row(t, i)],
			at(t->self.div, tree_self_row(t, i)),
			t->total.value[tree_row(t, i)],
			at(t->total.div, tree_row(t, i)));
	}
	strbuf_free(&b);
}

static void
print_peek(const struct view *v, frame_id frame, struct lines *out)
{
	struct peek *p = peek_new(v, frame, NULL);
	struct strbuf b = STRBUF_INIT;

	for (size_t i = 0; i < p->n_callers + p->n_callees; i++) {
		const struct peek_edge *e = i < p->n_callers
			? &p->caller[i]
			: &p->callee[i - p->n_callers];

		strbuf_reset(&b);
		if (e->frame == NONE)
			strbuf_addstr(&b, "(root)");
		else
			add_id(&b, &v->frames->frame[e->frame]);
		lines_add(out, "%s %s %" PRId64 " %u",
			i < p->n_callers ? "caller" : "callee", strbuf_c(&b),
			e->weight, e->inlined);
	}
	strbuf_free(&b);
	peek_free(p);
}

static void
print_warnings(const struct view *v, struct lines *out)
{
	for (const struct warning *n = v->warnings.head; n != NULL; n = n->next)
		if (!str_starts(n->text, STR("For tag ")))
			lines_add(out, "note %.*s", STR_ARG(n->text));
}

/* The oracle keeps them twice when two filters say the same. */
static void
oracle_warnings(const struct oracle *o, struct lines *out)
{
	for (size_t i = 0; i < o->warnings.p.n; i++) {
		bool again = false;

		for (size_t k = 0; k < i; k++)
			again = again ||
				str_eq(o->warnings.p.p[k], o->warnings.p.p[i]);
		if (!again)
			lines_add(
				out, "note %.*s", STR_ARG(o->warnings.p.p[i]));
	}
}

/* The cases that the search covers. */
static void
oracle_found(const struct oracle *o, struct lines *out)
{
	int64_t value = 0, div = 0;

	for (size_t i = 0; i < o->stacks.n; i++) {
		const struct oracle_stack *s = &o->stacks.p[i];
		bool yes = false;

		for (int k = 0; k < s->n; k++) {
			struct strbuf re = STRBUF_INIT;

			/* smart case: the pool has no other capitals */
			if (!str_is(o->q->search, "(?i)MAIN"))
				strbuf_addstr(&re, "(?i)");
			strbuf_add(&re, o->q->search);
			yes = yes ||
				oracle_match(strbuf_str(&re), s->step[k].text);
			strbuf_free(&re);
		}
		if (yes) {
			value += s->value;
			div += s->div;
		}
	}
	lines_add(out, "found %" PRId64, div != 0 ? value / div : value);
}

static void
compare(uint64_t seed, const char *what, struct lines *want, struct lines *got,
	const struct query *q)
{
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;

	lines_join(want, &a);
	lines_join(got, &b);
	if (getenv("ORACLE_SEED") != NULL)
		(void)printf("%s\n%s", what, strbuf_c(&a));
	if (!str_eq(strbuf_str(&a), strbuf_str(&b))) {
		print_error("%s: case ORACLE_SEED=%" PRIu64 " differs\n", what,
			seed);
		print_error("focus=%.*s ignore=%.*s hide=%.*s show=%.*s "
			    "show_from=%.*s prune_from=%.*s tagfocus=%.*s "
			    "tagignore=%.*s tagroot=%.*s tagleaf=%.*s\n",
			STR_ARG(q->focus), STR_ARG(q->ignore), STR_ARG(q->hide),
			STR_ARG(q->show), STR_ARG(q->show_from),
			STR_ARG(q->prune_from), STR_ARG(q->tagfocus),
			STR_ARG(q->tagignore), STR_ARG(q->tagroot),
			STR_ARG(q->tagleaf));
		print_error(
			"oracle:\n%sengine:\n%s", strbuf_c(&a), strbuf_c(&b));
		fail();
	}
	strbuf_free(&a);
	strbuf_free(&b);
	lines_free(want);
	lines_free(got);
	*want = *got = (struct lines){ .p = { 0 } };
}

static void
check_trees(uint64_t seed, struct random *r, struct engine *e,
	const struct oracle *o, struct query q)
{
	struct lines want = { .p = { 0 } }, got = { .p = { 0 } };
	struct strbuf id = STRBUF_INIT;
	struct err err = ERR_INIT;
	const struct view *v;
	frame_id pivot;

	q.direction = DIR_CALLERS;
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	oracle_print_callers(o, &want);
	print_tree(v, &v->tree, "callers", 0, &got);
	if (tree_live(&v->tree, 0) == 0)
		lines_free(&want), want = (struct lines){ .p = { 0 } };
	compare(seed, "callers", &want, &got, &q);
	pivot = v->frames->n > 0 ? below(r, v->frames->n) : NONE;
	/* several frames may have one text: the first is meant */
	if (pivot != NONE)
		pivot = frames_find(v->frames, v->frames->frame[pivot].text);
	if (pivot != NONE && v->nodes[pivot] > 0) {
		const struct view *s;

		q.direction = DIR_SANDWICH;
		q.pivot = v->frames->frame[pivot].text;
		s = view_compute(e, &q, NULL, &err);
		assert_non_null(s);
		assert_int_equal(s->pivot, pivot);
		assert_true(
			s->callers.total.value[1] == s->tree.total.value[1]);
		add_id(&id, &v->frames->frame[pivot]);
		oracle_print_pivot(o, strbuf_str(&id), &want);
		print_tree(s, &s->callers, "above", 1, &got);
		print_tree(s, &s->tree, "below", 1, &got);
		compare(seed, "sandwich", &want, &got, &q);
		oracle_print_peek(o, strbuf_str(&id), &want);
		print_peek(s, pivot, &got);
		compare(seed, "peek", &want, &got, &q);
		view_unref(s);
	}
	view_unref(v);
	strbuf_free(&id);
}

static void
check_view(uint64_t seed, struct random *r, struct engine *e,
	const struct profile *p, struct query *query, bool pruned)
{
	struct lines want = { .p = { 0 } }, got = { .p = { 0 } };
	struct graph_options g;
	struct err err = ERR_INIT;
	const struct view *v;
	struct oracle o;
	struct query q = *query;

	random_options(r, &q, &g);
	oracle_init(&o, p, &q);
	if (pruned)
		oracle_prune(&o);
	oracle_filter(&o);
	oracle_aggregate(&o);
	v = view_compute(e, &q, NULL, &err);
	if (v == NULL)
		fail_msg("seed %" PRIu64 ": %s", seed, err.msg);
	oracle_print_stacks(&o, &want);
	oracle_print_frames(&o, &want);
	oracle_warnings(&o, &want);
	print_stacks(v, &got);
	print_frames(v, &got);
	print_warnings(v, &got);
	if (!sums_hold(&v->full) || !outermost_holds(&v->full))
		lines_add(&got, "the tree is not sound");
	if (q.search.n > 0) {
		oracle_found(&o, &want);
		/* Files are only asked where no name matches. */
		lines_add(&got, "found %" PRId64,
			v->found.by_file ? 0 : v->found.value);
	}
	compare(seed, "view", &want, &got, &q);
	oracle_print_graph(&o, &g, &want);
	print_graph(v, &g, &got);
	if (o.ambiguous) {
		lines_free(&want);
		lines_free(&got);
	} else {
		compare(seed, "graph", &want, &got, &q);
	}
	check_trees(seed, r, e, &o, q);
	view_unref(v);
	oracle_free(&o);
}

/* One profile, several queries on one engine: what it caches must not show. */
static unsigned
check_case(uint64_t seed)
{
	struct random r = { .state = seed };
	struct profile *p = random_profile(&r), *pruned;
	struct err err = ERR_INIT;
	struct engine *e;
	unsigned n = 1 + below(&r, 6);
	bool prune = chance(&r, 50);
	struct query q;

	assert_non_null(p);
	assert_true(profile_check(p));
	pruned = prune ? prune_profile(p, &err) : profile_ref(p);
	assert_non_null(pruned);
	assert_true(profile_check(pruned));
	e = engine_new(pruned);
	random_query(&r, p, &q);
	for (unsigned i = 0; i < n; i++) {
		check_view(seed, &r, e, p, &q, prune);
		next_query(&r, p, &q);
	}
	engine_free(e);
	profile_unref(pruned);
	profile_unref(p);
	return n;
}

TEST(masks_give_what_editing_samples_gives)
{
	const char *seed = getenv("ORACLE_SEED");
	const char *cases = getenv("ORACLE_CASES");
	int64_t n = 5000, done = 0, one = 0;

	if (cases != NULL)
		assert_true(str_to_i64(str_c(cases), &n));
	if (seed != NULL) {
		assert_true(str_to_i64(str_c(seed), &one));
		(void)check_case((uint64_t)one);
		return;
	}
	for (uint64_t i = 1; done < n; i++)
		done += check_case(i);
	print_message("%" PRId64 " cases\n", done);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
