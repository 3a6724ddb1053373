/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags of a graph's nodes (graph.h). */
#include "prelude.h"

#include "analysis/graph.h"

#include "base/hash.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/frametree.h"
#include "engine/labelunits.h"
#include "engine/leafsamples.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"
#include "engine/treetotals.h"
#include "profile/labels.h"
#include "profile/trie.h"
#include "profile/unit.h"

/* The tag of a label set. */
struct label_set {
	bool made;
	uint32_t text;     /* the text's id in names; 0: no text labels */
	uint32_t first, n; /* range in graph_labels.numbers */
};

struct number {
	uint32_t name; /* id in names: the number with its unit */
	uint32_t kind; /* number of the pair (text labels, name) */
	int64_t num;
};

/* Samples with equal leaf node and label set. */
struct graphlabels_group {
	uint32_t slot; /* input slot */
	uint32_t set;
	int64_t value, div;
};

struct graph_labels {
	struct arena arena;
	struct intern names;
	struct str unit;       /* unit of the label "bytes" */
	struct label_set *set; /* [labels.n] */
	VEC(struct number) numbers;
	uint32_t n_kinds;
	VEC(struct graphlabels_group)
	groups; /* in the order of their first samples */
};

/* Rows between a prefetch and its use, because tables with millions of entries
   exceed the cache. */
enum { AHEAD = 12 };

/* State while groups and label sets are collected. */
struct node_collector {
	const struct run *run;
	const struct profile *p;
	struct graph_labels *l;
	struct map64 index; /* (slot, set) -> group */
	struct map64 kinds; /* (text, name) -> kind */
	struct strbuf text; /* scratch */
	str_id base, bytes; /* keys of labels, or NONE */
};

static bool
is_counted(const struct node_collector *c, size_t i)
{
	return chains_end(&c->run->shape->chains, c->run->input->slot[i]) !=
		0 &&
		run_keeps(c->run, i);
}

static bool
is_shown(const struct node_collector *c, str_id key)
{
	const uint8_t *hidden = c->run->tagged->hidden;

	return key != c->base && (hidden == NULL || hidden[key] == 0);
}

/* Append "key:value" of all text labels to *out, sorted, joined by \n. */
static void
join_labels(const struct node_collector *c, const struct label *label,
	uint32_t n, struct strbuf *out)
{
	struct arena arena = ARENA_INIT;
	struct str *part = NULL;
	size_t begin = out->n;
	uint32_t parts = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (label[i].str == NONE || !is_shown(c, label[i].key))
			continue;
		/* The array is needed only for a second text label. */
		if (parts == 1) {
			part = ARENA_ARRAY(&arena, struct str, n);
			part[0] = arena_str(
				&arena, str_skip(strbuf_str(out), begin));
		}
		if (parts > 0)
			strbuf_cut(out, begin);
		strbuf_add(out, profile_str(c->p, label[i].key));
		strbuf_addch(out, ':');
		strbuf_add(out, profile_str(c->p, label[i].str));
		if (parts > 0)
			part[parts] = arena_str(
				&arena, str_skip(strbuf_str(out), begin));
		parts++;
	}
	if (parts > 1) {
		strbuf_cut(out, begin);
		qsort(part, parts, sizeof(*part), str_compare);
	}
	for (uint32_t i = 0; parts > 1 && i < parts; i++) {
		strbuf_addstr(out, i > 0 ? "\\n" : "");
		strbuf_add(out, part[i]);
	}
	arena_free(&arena);
}

/* Samples whose label sets are made together, so that their texts can be
   prefetched. */
enum { BLOCK = 64 };

/* Make the label sets of the counted samples in [from, to), each set once. */
static void
make_sets(struct node_collector *c, size_t from, size_t to)
{
	const struct labels *labels = &c->p->labels;
	lset_id made[BLOCK];
	size_t end[BLOCK], n = 0;
	struct str text[BLOCK] = { STR_EMPTY };
	uint32_t id[BLOCK];

	strbuf_reset(&c->text);
	for (size_t i = from; i < to; i++) {
		lset_id set = c->p->sample.labels[i];
		uint32_t first = labels->first[set];

		if (c->l->set[set].made || !is_counted(c, i))
			continue;
		c->l->set[set].made = true;
		join_labels(c, &labels->label[first],
			labels->first[set + 1] - first, &c->text);
		made[n] = set;
		end[n++] = c->text.n;
	}
	for (size_t i = 0; i < n; i++) {
		size_t begin = i > 0 ? end[i - 1] : 0;

		text[i] = str_skip(strbuf_str(&c->text), begin);
		text[i].n = end[i] - begin;
	}
	intern_copy_each(&c->l->names, text, n, id);
	for (size_t i = 0; i < n; i++) {
		lset_id set_id;
		struct label_set *set;
		char set_text[UNIT_TEXT_MAX];

		c->l->set[made[i]].text = id[i];
		/* Add the numbers of this set. */
		set_id = made[i];
		set = &c->l->set[set_id];
		set->first = (uint32_t)c->l->numbers.n;
		for (uint32_t j = labels->first[set_id];
			j < labels->first[set_id + 1]; j++) {
			const struct label *label = &labels->label[j];
			struct number number = { .num = label->num };
			uint32_t *kind;
			int len;

			if (label->str != NONE || label->key != c->bytes ||
				!is_shown(c, c->bytes))
				continue;
			len = unit_label(number.num, c->l->unit,
				c->run->q->unit, set_text);
			number.name = intern_copy(
				&c->l->names, str_from(set_text, (size_t)len));
			kind = map64_at(&c->kinds,
				(uint64_t)set->text << 32 | number.name);
			if (*kind == NONE)
				*kind = c->l->n_kinds++;
			number.kind = *kind;
			vec_push(&c->l->numbers, number);
			set->n++;
		}
	}
}

/* Return a sample's key in c->index. */
static uint64_t
group_key(const struct node_collector *c, size_t i)
{
	return (uint64_t)c->run->input->slot[i] << 32 | c->p->sample.labels[i];
}

struct graph_labels *
graph_labels_new(struct engine *e, const struct query *q, struct err *err)
{
	struct run run = { .e = e, .q = q, .err = err };
	struct node_collector c = { .run = &run,
		.index = MAP64_INIT,
		.kinds = MAP64_INIT,
		.text = STRBUF_INIT };

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
		if (i % BLOCK == 0)
			make_sets(&c, i,
				c.p->sample.n - i < BLOCK ? c.p->sample.n
							  : i + BLOCK);
		if (i + AHEAD < c.p->sample.n)
			map64_ahead(&c.index, group_key(&c, i + AHEAD));
		if (is_counted(&c, i)) {
			const struct profile *p = c.p;
			struct graph_labels *l = c.l;
			uint32_t slot = c.run->input->slot[i];
			lset_id set = p->sample.labels[i];
			struct graphlabels_group fresh = { .slot = slot,
				.set = set };
			int64_t value = p->sample.value[c.run->sums->column][i];
			int64_t div =
				c.run->q->mean ? p->sample.value[0][i] : 0;
			uint32_t *at;

			if (!(value == 0 && div == 0) &&
				!(l->set[set].text == 0 &&
					l->set[set].n == 0)) {
				at = map64_at(&c.index, group_key(&c, i));
				if (*at == NONE) {
					*at = (uint32_t)l->groups.n;
					vec_push(&l->groups, fresh);
				}
				l->groups.p[*at].value = i64_wrap_add(
					l->groups.p[*at].value, value);
				l->groups.p[*at].div =
					i64_wrap_add(l->groups.p[*at].div, div);
			}
		}
	}
	map64_free(&c.index);
	map64_free(&c.kinds);
	strbuf_free(&c.text);
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

/* ---- To the nodes of a graph ---- */

/*
 * Tags are made node by node: there are many more tags than samples, and hardly
 * any are heavy enough to be shown. With groups in preorder of the tree, the
 * groups that pass through a place are a range:
 *
 *     tree    main             groups  0 1 2 3 4 5   by where they end
 *             +- parse                 0 1 2 3 4 5   main
 *             |  `- read                 1 2 3       parse, of which
 *             `- emit                      2 3       read
 *                                              4 5   emit
 */

struct graphlabels_placed {
	uint32_t age, set;
	int64_t value, div;
};

/* A tag of the current node, or one of its numbers. */
struct loose_tag {
	uint32_t id;       /* label_set.text; for a number, number.kind */
	uint32_t up;       /* number: index of its tag in texts.tags; tag: its
			      own index in graph_node.tag */
	uint32_t age, nth; /* first group with the tag, and its position in that
			      group */
	uint32_t n_nums;   /* tag: how many numbers are shown with it */
	uint32_t name;
	int64_t num, self, total, self_div, total_div;
};

struct loose_tags {
	uint32_t *at; /* [id] index into tags, or NONE */
	VEC(struct loose_tag) tags;
};

struct node_tagger {
	const struct graph_labels *l;
	const struct tree *tree;
	uint32_t *begin; /* [tree.n] preorder position */
	uint32_t *size;  /* [tree.n] nodes in the subtree */
	uint32_t *first; /* [tree.n + 1] by preorder: index into placed[] */
	struct graphlabels_placed *placed; /* [groups.n] */
	/* Places of all nodes, node by node; node i's end before
	   place_end[i]. */
	node_id *place;
	size_t *place_end;
	struct loose_tags texts, numbers; /* for the current node */
};

/* Return the index of a place's node, or NONE. */
static uint32_t
node_at(const struct graph *g, const struct tree *t, const uint32_t *node_of,
	node_id place)
{
	uint32_t vertex =
		g->place_of != NULL ? g->place_of[place] : t->frame[place];

	return vertex != NONE ? node_of[vertex] : NONE;
}

/* Return the list's entry for the nth label of a group; add it if new. */
static struct loose_tag *
loose_at(struct loose_tags *list, uint32_t id,
	const struct graphlabels_placed *group, uint32_t nth)
{
	struct loose_tag fresh = { .id = id, .age = NONE }, *tag;

	if (list->at[id] == NONE) {
		list->at[id] = (uint32_t)list->tags.n;
		vec_push(&list->tags, fresh);
	}
	tag = &list->tags.p[list->at[id]];
	if (group->age < tag->age) {
		tag->age = group->age;
		tag->nth = nth;
	}
	return tag;
}

static void
weigh_tag(struct loose_tag *tag, const struct graphlabels_placed *group,
	bool self, bool total)
{
	if (self) {
		i64_sum(&tag->self, group->value);
		i64_sum(&tag->self_div, group->div);
	}
	if (total) {
		i64_sum(&tag->total, group->value);
		i64_sum(&tag->total_div, group->div);
	}
}

/* Add the groups in [begin, end) to the current node. */
static void
add_groups(struct node_tagger *t, uint32_t begin, uint32_t end, bool self,
	bool total)
{
	for (uint32_t i = begin; i < end; i++) {
		const struct graphlabels_placed *group = &t->placed[i];
		const struct label_set *set = &t->l->set[group->set];

		weigh_tag(loose_at(&t->texts, set->text, group, 0), group, self,
			total);
		for (uint32_t k = 0; k < set->n; k++) {
			const struct number *number =
				&t->l->numbers.p[set->first + k];
			struct loose_tag *tag =
				loose_at(&t->numbers, number->kind, group, k);

			weigh_tag(tag, group, self, total);
			tag->up = t->texts.at[set->text];
			/* Use the first of the numbers with this name. */
			if (tag->age == group->age && tag->nth == k) {
				tag->name = number->name;
				tag->num = number->num;
			}
		}
	}
}

static bool
is_low(const struct loose_tag *tag, int64_t least)
{
	return i64_abs(tag->self) < least && i64_abs(tag->total) < least;
}

static int
by_first_group(const void *a, const void *b)
{
	const struct loose_tag *x = *(struct loose_tag *const *)a;
	const struct loose_tag *y = *(struct loose_tag *const *)b;

	if (x->age != y->age)
		return x->age < y->age ? -1 : 1;
	return (x->nth > y->nth) - (x->nth < y->nth);
}

static struct graph_tag
shown_tag(const struct node_tagger *t, const struct loose_tag *tag,
	uint32_t name, int64_t least)
{
	return (struct graph_tag){ .name = intern_str(&t->l->names, name),
		.num = tag->num,
		.self = tag->self,
		.total = tag->total,
		.self_div = tag->self_div,
		.total_div = tag->total_div,
		.low = is_low(tag, least) };
}

/* Set the node's tags: the heavy ones, and those with heavy numbers, oldest
   first. Empties the lists. */
static void
give_tags(struct node_tagger *t, struct arena *arena, struct graph_node *node,
	int64_t least)
{
	VEC(struct loose_tag *) shown = { .p = NULL };

	for (size_t i = 0; i < t->numbers.tags.n; i++) {
		struct loose_tag *num = &t->numbers.tags.p[i];

		t->numbers.at[num->id] = NONE;
		t->texts.tags.p[num->up].n_nums += !is_low(num, least);
	}
	for (size_t i = 0; i < t->texts.tags.n; i++) {
		struct loose_tag *tag = &t->texts.tags.p[i];

		t->texts.at[tag->id] = NONE;
		if (!is_low(tag, least) || tag->n_nums > 0)
			vec_push(&shown, tag);
	}
	if (shown.n > 0)
		qsort(shown.p, shown.n, sizeof(*shown.p), by_first_group);
	node->n_tags = (uint32_t)shown.n;
	node->tag = ARENA_ARRAY(arena, struct graph_tag, shown.n);
	for (uint32_t i = 0; i < shown.n; i++) {
		struct loose_tag *tag = shown.p[i];

		tag->up = i;
		node->tag[i] = shown_tag(t, tag, tag->id, least);
		node->tag[i].nums =
			ARENA_ARRAY(arena, struct graph_tag, tag->n_nums);
	}
	shown.n = 0;
	for (size_t i = 0; i < t->numbers.tags.n; i++)
		if (!is_low(&t->numbers.tags.p[i], least))
			vec_push(&shown, &t->numbers.tags.p[i]);
	if (shown.n > 0)
		qsort(shown.p, shown.n, sizeof(*shown.p), by_first_group);
	for (size_t i = 0; i < shown.n; i++) {
		const struct loose_tag *num = shown.p[i];
		struct graph_tag *to = &node->tag[t->texts.tags.p[num->up].up];

		to->nums[to->n_nums++] = shown_tag(t, num, num->name, least);
	}
	t->texts.tags.n = t->numbers.tags.n = 0;
	vec_free(&shown);
}

void
graph_add_tags(struct graph *g, const struct view *v,
	const struct graph_labels *l, int64_t cut, uint32_t n)
{
	struct node_tagger t = { .l = l, .tree = &v->full };
	struct arena arena = ARENA_INIT;
	const struct tree *tree;
	uint32_t *next;
	const struct graph_labels *labels;
	const struct chains *chains;
	uint32_t sum = 0;
	uint32_t *node_of;
	size_t places_sum = 0;

	for (uint32_t i = 0; i < g->n; i++)
		g->node[i].n_tags = 0;
	if (l == NULL)
		return;
	n = n < g->n ? n : g->n;
	t.begin = ARENA_ARRAY(&arena, uint32_t, t.tree->n);
	t.size = ARENA_ARRAY(&arena, uint32_t, t.tree->n);
	t.first = ARENA_ZARRAY(&arena, uint32_t, (size_t)t.tree->n + 1);
	t.placed = ARENA_ARRAY(&arena, struct graphlabels_placed, l->groups.n);
	t.place_end = ARENA_ZARRAY(&arena, size_t, n);
	t.texts.at = ids_in(&arena, l->names.n);
	t.numbers.at = ids_in(&arena, l->n_kinds);
	tree = t.tree;
	next = xcalloc(tree->n, sizeof(*next));
	(void)trie_sizes(tree->parent, tree->n, t.size, NULL);
	t.begin[0] = 0;
	next[0] = 1;
	for (node_id i = 1; i < tree->n; i++) {
		t.begin[i] = next[tree->parent[i]];
		next[tree->parent[i]] += t.size[i];
		next[i] = t.begin[i] + 1;
	}
	free(next);
	labels = t.l;
	chains = t.tree->chains;
	for (size_t i = 0; i < labels->groups.n; i++)
		t.first[t.begin[chains_end(
			chains, labels->groups.p[i].slot)]]++;
	for (uint32_t i = 0; i <= t.tree->n; i++) {
		uint32_t count = t.first[i];

		t.first[i] = sum;
		sum += count;
	}
	for (uint32_t i = 0; i < labels->groups.n; i++) {
		const struct graphlabels_group *group = &labels->groups.p[i];
		uint32_t *at =
			&t.first[t.begin[chains_end(chains, group->slot)]];

		t.placed[(*at)++] = (struct graphlabels_placed){ i, group->set,
			group->value, group->div };
	}
	/* Each entry is now the start of the next one: shift the entries
	   back. */
	memmove(t.first + 1, t.first, t.tree->n * sizeof(*t.first));
	t.first[0] = 0;
	/* Number the first n nodes. */
	node_of = ids_new(g->n_vertices);
	for (uint32_t i = 0; i < n; i++)
		node_of[g->node[i].vertex] = i;
	for (node_id i = 1; i < t.tree->n; i++) {
		uint32_t node = node_at(g, t.tree, node_of, i);

		if (node != NONE)
			t.place_end[node]++;
	}
	for (uint32_t i = 0; i < n; i++) {
		size_t places = t.place_end[i];

		t.place_end[i] = places_sum;
		places_sum += places;
	}
	t.place = xcalloc(places_sum + 1, sizeof(*t.place));
	for (node_id i = 1; i < t.tree->n; i++) {
		uint32_t node = node_at(g, t.tree, node_of, i);

		if (node != NONE)
			t.place[t.place_end[node]++] = i;
	}
	free(node_of);
	for (uint32_t i = 0; i < n; i++) {
		const struct tree *node_tree = t.tree;

		/* Add the groups that end at a place of node i or pass through
		   it. */
		for (size_t k = i > 0 ? t.place_end[i - 1] : 0;
			k < t.place_end[i]; k++) {
			node_id place = t.place[k];
			uint32_t begin = t.begin[place];
			uint32_t at = t.first[begin],
				 below = t.first[begin + 1];
			bool outermost = g->place_of != NULL ||
				(node_tree->flags[place] & TREE_OUTERMOST) != 0;

			add_groups(&t, at, below, true, outermost);
			if (outermost)
				add_groups(&t, below,
					t.first[begin + t.size[place]], false,
					true);
		}
		give_tags(&t, &g->arena, &g->node[i], cut);
	}
	free(t.place);
	vec_free(&t.texts.tags);
	vec_free(&t.numbers.tags);
	arena_free(&arena);
}
