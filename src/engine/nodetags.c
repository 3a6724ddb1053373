/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags of a graph's nodes: see graph.h. */
#include "config.h"

#include "engine/graph.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/shape.h"
#include "engine/input.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"
#include "engine/weigh.h"
#include "profile/labels.h"
#include "profile/unit.h"

#include "base/banned.h"

/* A label set as the graph sees it. */
struct label_set {
	bool made;
	uint32_t text;     /* name of the tag, 0: no text labels */
	uint32_t first, n; /* its numbers in graph_labels.number */
};

struct number {
	uint32_t name;
	int64_t num;
};

/* Samples with one end and one label set. */
struct group {
	uint32_t slot; /* of the input */
	uint32_t set;
	int64_t value, div;
};

struct graph_labels {
	struct arena arena;
	struct intern names;
	struct str unit;       /* of "bytes" */
	struct label_set *set; /* [labels.n] */
	VEC(struct number) numbers;
	VEC(struct group) groups; /* in the order of their first samples */
};

/* Samples and groups whose place in a table is asked for before it is needed:
   tables of millions are not in the cache. */
enum { AHEAD = 12 };

/* What makes them. */
struct node_collector {
	const struct run *run;
	const struct profile *p;
	struct graph_labels *l;
	struct map64 index; /* (slot, set) -> group */
	str_id base, bytes; /* keys, NONE when the profile has none */
};

static bool
is_shown(const struct node_collector *c, str_id key)
{
	const uint8_t *hidden = c->run->tagged->hidden;

	return key != c->base && (hidden == NULL || hidden[key] == 0);
}

/* "key:value" of all text labels, sorted, with \n between them. */
static uint32_t
join_labels(
	const struct node_collector *c, const struct label *label, uint32_t n)
{
	struct arena arena = ARENA_INIT;
	struct str *part = ARENA_ARRAY(&arena, struct str, n);
	struct strbuf text = STRBUF_INIT;
	uint32_t id, parts = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (label[i].str == NONE || !is_shown(c, label[i].key))
			continue;
		strbuf_reset(&text);
		strbuf_add(&text, profile_str(c->p, label[i].key));
		strbuf_addch(&text, ':');
		strbuf_add(&text, profile_str(c->p, label[i].str));
		part[parts++] = arena_str(&arena, strbuf_str(&text));
	}
	if (parts > 0)
		qsort(part, parts, sizeof(*part), str_compare);
	strbuf_reset(&text);
	for (uint32_t i = 0; i < parts; i++) {
		strbuf_addc(&text, i > 0 ? "\\n" : "");
		strbuf_add(&text, part[i]);
	}
	id = intern_copy(&c->l->names, strbuf_str(&text));
	strbuf_free(&text);
	arena_free(&arena);
	return id;
}

static void
make_set(const struct node_collector *c, lset_id id)
{
	const struct labels *labels = &c->p->labels;
	const struct label *label = &labels->label[labels->first[id]];
	uint32_t n = labels->first[id + 1] - labels->first[id];
	struct label_set *set = &c->l->set[id];
	char text[UNIT_TEXT_MAX];

	set->made = true;
	set->text = join_labels(c, label, n);
	set->first = (uint32_t)c->l->numbers.n;
	for (uint32_t i = 0; i < n; i++) {
		struct number number = { .num = label[i].num };
		int len;

		if (label[i].str != NONE || label[i].key != c->bytes ||
			!is_shown(c, c->bytes))
			continue;
		len = unit_label(number.num, c->l->unit, c->run->q->unit, text);
		number.name =
			intern_copy(&c->l->names, str_from(text, (size_t)len));
		vec_push(&c->l->numbers, number);
		set->n++;
	}
}

/* What a sample's group is found by. */
static uint64_t
group_key(const struct node_collector *c, size_t i)
{
	return (uint64_t)c->run->input->slot[i] << 32 | c->p->sample.labels[i];
}

static void
add_to_group(struct node_collector *c, size_t i)
{
	const struct profile *p = c->p;
	struct graph_labels *l = c->l;
	uint32_t slot = c->run->input->slot[i];
	lset_id set = p->sample.labels[i];
	struct group fresh = { .slot = slot, .set = set };
	int64_t value = p->sample.value[c->run->sums->column][i];
	int64_t div = c->run->q->mean ? p->sample.value[0][i] : 0;
	uint32_t *at;

	if (!l->set[set].made)
		make_set(c, set);
	if ((value == 0 && div == 0) ||
		(l->set[set].text == 0 && l->set[set].n == 0))
		return;
	at = map64_at(&c->index, group_key(c, i));
	if (*at == NONE) {
		*at = (uint32_t)l->groups.n;
		vec_push(&l->groups, fresh);
	}
	l->groups.p[*at].value = i64_wrap_add(l->groups.p[*at].value, value);
	l->groups.p[*at].div = i64_wrap_add(l->groups.p[*at].div, div);
}

struct graph_labels *
graph_labels_new(struct engine *e, const struct query *q, struct err *err)
{
	struct run run = { .e = e, .q = q, .err = err };
	struct node_collector c = { .run = &run, .index = MAP64_INIT };

	if (run_stages(&run) != 0)
		return NULL;
	c.p = run.input->profile;
	c.base = intern_find(&c.p->strings, STR(LABEL_BASE));
	c.bytes = intern_find(&c.p->strings, STR("bytes"));
	c.l = xcalloc(1, sizeof(*c.l));
	intern_init(&c.l->names, &c.l->arena);
	if (c.bytes != NONE) {
		struct str unit = tag_unit(&run.input->units, c.bytes);

		c.l->unit = arena_str(&c.l->arena, unit);
	}
	c.l->set = ARENA_ZARRAY(
		&c.l->arena, struct label_set, (size_t)c.p->labels.n + 1);
	for (size_t i = 0; i < c.p->sample.n; i++) {
		if (i + AHEAD < c.p->sample.n)
			map64_ahead(&c.index, group_key(&c, i + AHEAD));
		if (chains_end(&run.shape->chains, run.input->slot[i]) != 0 &&
			run_keeps(&run, i))
			add_to_group(&c, i);
	}
	map64_free(&c.index);
	return c.l;
}

struct str
graph_labels_unit(const struct graph_labels *l)
{
	return l->unit;
}

void
graph_labels_free(struct graph_labels *l)
{
	if (l == NULL)
		return;
	vec_free(&l->numbers);
	vec_free(&l->groups);
	intern_fini(&l->names);
	arena_free(&l->arena);
	free(l);
}

/* Tags on the way to their nodes; .up is the node's place in node[] or, of a
   number, the tag's in tags. */
struct loose_tag {
	uint32_t up, at;
	struct graph_tag tag;
};

struct node_tagger {
	const struct graph_labels *l;
	struct map64 tag_at, num_at; /* (up, name) -> place in tags, nums */
	VEC(struct loose_tag) tags;
	VEC(struct loose_tag) nums;
};

static void
weigh_tag(struct graph_tag *tag, const struct group *group, bool flat)
{
	int64_t *value = flat ? &tag->flat : &tag->cum;
	int64_t *div = flat ? &tag->flat_div : &tag->cum_div;

	*value = i64_wrap_add(*value, group->value);
	*div = i64_wrap_add(*div, group->div);
}

static uint64_t
tag_key(const struct node_tagger *t, uint32_t node, const struct group *group)
{
	return (uint64_t)node << 32 | t->l->set[group->set].text;
}

static uint32_t
vertex_of(const struct graph *g, const struct tree *t, node_id i)
{
	return g->place_of != NULL ? g->place_of[i] : t->frame[i];
}

static void
add_to_node(struct node_tagger *t, uint32_t node, const struct group *group,
	bool flat)
{
	const struct label_set *set = &t->l->set[group->set];
	struct loose_tag fresh = { .up = node,
		.tag.name = intern_str(&t->l->names, set->text) };
	uint32_t *at = map64_at(&t->tag_at, tag_key(t, node, group));

	if (*at == NONE) {
		*at = (uint32_t)t->tags.n;
		vec_push(&t->tags, fresh);
	}
	weigh_tag(&t->tags.p[*at].tag, group, flat);
	fresh.up = *at;
	for (uint32_t i = set->first; i < set->first + set->n; i++) {
		const struct number *number = &t->l->numbers.p[i];

		at = map64_at(
			&t->num_at, (uint64_t)fresh.up << 32 | number->name);
		if (*at == NONE) {
			fresh.tag.name = intern_str(&t->l->names, number->name);
			fresh.tag.num = number->num;
			*at = (uint32_t)t->nums.n;
			vec_push(&t->nums, fresh);
		}
		weigh_tag(&t->nums.p[*at].tag, group, flat);
	}
}

/* The first nodes that walk_up() will come to: begin to wait for memory. */
static void
look_ahead(const struct node_tagger *t, const struct graph *g,
	const struct view *v, const uint32_t *node_of, uint32_t at)
{
	const struct group *group = &t->l->groups.p[at];
	const struct tree *tree = &v->full;
	node_id i = chains_end(tree->chains, group->slot);

	for (int left = 4; i != 0 && left > 0; i = tree->parent[i], left--) {
		uint32_t node = node_of[vertex_of(g, tree, i)];

		if (node != NONE)
			map64_ahead(&t->tag_at, tag_key(t, node, group));
	}
}

/* A group's weight to all nodes on its path, once each. */
static void
walk_up(struct node_tagger *t, const struct graph *g, const struct view *v,
	const uint32_t *node_of, uint32_t *seen, uint32_t stamp)
{
	const struct group *group = &t->l->groups.p[stamp - 1];
	const struct tree *tree = &v->full;
	node_id end = chains_end(tree->chains, group->slot);

	for (node_id i = end; i != 0; i = tree->parent[i]) {
		uint32_t vertex = vertex_of(g, tree, i);

		if (node_of[vertex] == NONE)
			continue;
		if (i == end)
			add_to_node(t, node_of[vertex], group, true);
		if (seen[vertex] != stamp)
			add_to_node(t, node_of[vertex], group, false);
		seen[vertex] = stamp;
	}
}

/* Give the tags to the nodes, and the numbers to the tags. */
static void
give_tags(struct graph *g, struct node_tagger *t)
{
	for (size_t i = 0; i < t->nums.n; i++)
		t->nums.p[i].at = t->tags.p[t->nums.p[i].up].tag.n_nums++;
	for (size_t i = 0; i < t->tags.n; i++) {
		struct loose_tag *loose = &t->tags.p[i];

		loose->at = g->node[loose->up].n_tags++;
		loose->tag.num = 0;
		loose->tag.nums = ARENA_ARRAY(
			&g->arena, struct graph_tag, loose->tag.n_nums);
	}
	for (size_t i = 0; i < t->nums.n; i++)
		t->tags.p[t->nums.p[i].up].tag.nums[t->nums.p[i].at] =
			t->nums.p[i].tag;
	for (uint32_t i = 0; i < g->n; i++)
		g->node[i].tag = ARENA_ARRAY(
			&g->arena, struct graph_tag, g->node[i].n_tags);
	for (size_t i = 0; i < t->tags.n; i++)
		g->node[t->tags.p[i].up].tag[t->tags.p[i].at] =
			t->tags.p[i].tag;
}

static void
cut_tags(struct graph_tag *tag, uint32_t n, int64_t least)
{
	for (uint32_t i = 0; i < n; i++)
		if (i64_abs(tag[i].flat) < least && i64_abs(tag[i].cum) < least)
			tag[i].low = true;
}

void
graph_add_tags(struct graph *g, const struct view *v,
	const struct graph_labels *l, int64_t cut)
{
	struct node_tagger t = {
		.l = l, .tag_at = MAP64_INIT, .num_at = MAP64_INIT
	};
	uint32_t *node_of, *seen;

	if (l == NULL)
		return;
	node_of = ids_new(g->n_vertices);
	seen = xcalloc((size_t)g->n_vertices + 1, sizeof(*seen));
	for (uint32_t i = 0; i < g->n; i++) {
		node_of[g->node[i].vertex] = i;
		g->node[i].n_tags = 0;
	}
	for (uint32_t i = 0; i < l->groups.n; i++) {
		if (i + AHEAD < l->groups.n)
			look_ahead(&t, g, v, node_of, i + AHEAD);
		walk_up(&t, g, v, node_of, seen, i + 1);
	}
	give_tags(g, &t);
	for (uint32_t i = 0; i < g->n; i++) {
		struct graph_node *n = &g->node[i];

		cut_tags(n->tag, n->n_tags, cut);
		for (uint32_t k = 0; k < n->n_tags; k++)
			cut_tags(n->tag[k].nums, n->tag[k].n_nums, cut);
	}
	map64_free(&t.tag_at);
	map64_free(&t.num_at);
	vec_free(&t.tags);
	vec_free(&t.nums);
	free(node_of);
	free(seen);
}
