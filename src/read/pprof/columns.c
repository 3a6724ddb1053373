/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Transfers samples in columns (pprof.h). */
#include "prelude.h"

#include "read/pprof/pprof.h"

#include "base/num.h"
#include "base/threads.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/budget.h"
#include "profile/builder.h"
#include "profile/labels.h"
#include "profile/stacks.h"
#include "read/protowire.h"

enum {
	BATCH = 16,            /* lists decoded before the first lookup */
	WORTH_A_THREAD = 8192, /* stacks; fewer are not worth a thread */
	LONG_LIST = 1 << 16,   /* bytes of a list that is decoded alone */
	COMMON = 4,            /* maximum labels shared by all samples */
};

struct pprof_trie {
	const struct read_job *job;
	struct pprof_scan *scan;
	struct task *task; /* NULL: not running */
	struct budget budget;
	struct stacks_trie trie; /* with the file's ids */
	node_id *leaf;
	bool made, odd;
};

struct sample_columns {
	struct read_job *job;
	struct pprof_scan *scan;
	const struct pprof_ids *ids;
	struct err *err;
	struct builder *b;
	struct pprof_trie *trie;
	struct builder_bulk bulk;
	enum pprof_outcome stacks, lists;
	VEC(struct label) labels; /* labels of a batch of lists */
	lset_id *set;             /* [list or kind] label set */
};

/* ---- Stacks ---- */

static void
spans_done(void *owner)
{
	spans_fini(owner);
}

/* Return the limit of location ids 1, 2, 3..., which is not an id itself. */
static uint32_t
file_ids(const struct pprof_scan *scan)
{
	size_t n = scan->part[PPROF_LOCATION].n;

	return n < NONE - 1 ? (uint32_t)n + 1 : NONE;
}

static struct stacks_packed
packed_stacks(struct pprof_scan *scan)
{
	return (struct stacks_packed){ .n = scan->stacks.n,
		.span = scan->stacks.span,
		.bytes = scan->stacks.bytes,
		.done = spans_done,
		.owner = &scan->stacks };
}

static struct pprof_trie *
new_trie(const struct read_job *job, struct pprof_scan *scan)
{
	struct pprof_trie *t = xcalloc(1, sizeof(*t));
	size_t all = job->max_memory, used = builder_bytes(job->builder);

	t->job = job;
	t->scan = scan;
	t->budget.max = all == 0 ? 0 : used < all ? all - used : 1;
	return t;
}

static void
make_trie_of_ids(void *arg)
{
	struct pprof_trie *t = arg;
	struct stacks_packed stacks = packed_stacks(t->scan);

	t->leaf = xmalloc(mul_size(stacks.n, sizeof(*t->leaf)));
	t->made = stacks_packed_to_trie(&stacks, file_ids(t->scan), &t->budget,
		t->job->progress, &t->trie, t->leaf, &t->odd);
}

struct pprof_trie *
pprof_trie_begin(const struct read_job *job, struct pprof_scan *scan)
{
	struct stacks_packed stacks = packed_stacks(scan);
	struct pprof_trie *t;

	if (scan->odd || stacks.n < WORTH_A_THREAD ||
		builder_is_part(job->builder))
		return NULL;
	t = new_trie(job, scan);
	/* Neither thread counts the other's memory, so use at most half. */
	if (t->budget.max == 0 ||
		stacks_packed_need(&stacks, file_ids(scan)) <=
			t->budget.max / 2)
		t->task = task_begin(make_trie_of_ids, t);
	if (t->task != NULL)
		return t;
	free(t);
	return NULL;
}

void
pprof_trie_free(struct pprof_trie *t)
{
	if (t == NULL)
		return;
	task_end(t->task);
	stacks_trie_free(&t->trie);
	free(t->leaf);
	free(t);
}

/* Convert ids from the last to the first: the file has the leaf first, the
   builder the root. The last byte of a number is the only one below 0x80. */
static bool
resolve_stack(struct stacks *s, const struct idmap *locs, struct str span)
{
	const unsigned char *begin = (const unsigned char *)span.p;
	const unsigned char *p = span.n > 0 ? begin + span.n : begin;
	loc_id *to = s->loc + s->nloc;

	while (p > begin) {
		const unsigned char *last = p - 1;
		uint64_t id = *--p;
		loc_id loc;

		if (id >= 0x80)
			return false;
		while (p > begin && p[-1] >= 0x80)
			id = id << 7 | (*--p & 0x7f);
		if (last - p >= WIRE_NUMBER_MAX)
			return false;
		loc = idmap_get(locs, id);
		if (loc == NONE)
			return false;
		*to++ = loc;
	}
	*to++ = NONE;
	s->nloc = (size_t)(to - s->loc);
	return true;
}

static enum pprof_outcome
resolve_stacks(const struct sample_columns *c, struct stacks *s)
{
	struct spans *spans = &c->scan->stacks;
	size_t room = spans->n;

	/* Make room for one location per byte, and an end per stack. */
	for (uint32_t i = 0; i < spans->n; i++)
		room = add_size(room, spans->span[i].n);
	if (room >= NONE ||
		(c->job->max_memory != 0 &&
			room * sizeof(*s->loc) > c->job->max_memory))
		return PPROF_ODD;
	s->first = xmalloc(mul_size(spans->n, sizeof(*s->first)));
	s->loc = xmalloc(mul_size(room, sizeof(*s->loc)));
	for (uint32_t i = 0; i < spans->n; i++) {
		if (progress_stops_at(c->job->progress, i))
			return PPROF_FAILED;
		s->first[i] = (uint32_t)s->nloc;
		if (!resolve_stack(s, c->ids->loc, spans->span[i]))
			return PPROF_ODD;
		s->n++;
	}
	spans_fini(spans);
	return PPROF_DONE;
}

enum { NODES_PIECE = 1 << 18 };

/* Convert a piece of the trie to the builder's ids. */
static void
number_nodes(void *arg, unsigned thread, unsigned piece)
{
	struct sample_columns *c = arg;
	struct stacks_trie *t = &c->trie->trie;
	size_t begin = piece * (size_t)NODES_PIECE, end = begin + NODES_PIECE;

	(void)thread;
	/* The root has no location. */
	for (size_t i = begin + (begin == 0); i < end && i < t->n; i++)
		t->loc[i] = idmap_get(c->ids->loc, t->loc[i]);
}

static bool
are_known(const struct stacks_trie *t)
{
	for (uint32_t i = 1; i < t->n; i++)
		if (t->loc[i] == NONE)
			return false;
	return true;
}

/* ---- Labels ---- */

/* Make a label. If there is text, the number's unit is ignored. */
static bool
make_label(struct sample_columns *c, const struct pprof_label *l,
	struct label *label)
{
	uint64_t unit = l->str == 0 ? l->unit : 0;
	struct pprof_strings *strings = c->ids->strings;

	if (l->key >= strings->n || l->str >= strings->n || unit >= strings->n)
		return false;
	*label = (struct label){ .str = NONE, .num = (int64_t)l->num };
	label->key = pprof_strings_id(strings, l->key);
	label->unit = pprof_strings_id(strings, unit);
	if (l->str != 0)
		label->str = pprof_strings_id(strings, l->str);
	return true;
}

/* False for a label without a text, a number and a unit. */
static bool
is_label(const struct pprof_label *l)
{
	return l->str != 0 || l->num != 0 || l->unit != 0;
}

/* Add a label. */
static bool
resolve_label(struct sample_columns *c, const struct pprof_label *l)
{
	struct label label;

	if (!make_label(c, l, &label))
		return false;
	if (is_label(l))
		vec_push(&c->labels, label);
	return true;
}

/* Return the labels in c->labels from `at` on, or NULL if there are none. */
static struct label *
labels_from(struct sample_columns *c, size_t at)
{
	return at < c->labels.n ? &c->labels.p[at] : NULL;
}

/* Decode n lists of labels from `first` on, at most BATCH, before the first
   lookup. */
static bool
resolve_batch(struct sample_columns *c, uint32_t first, uint32_t n)
{
	const struct spans *spans = &c->scan->lists;
	size_t begin[BATCH + 1] = { 0 };

	c->labels.n = 0;
	for (uint32_t i = 0; i < n; i++) {
		struct str span = spans->span[first + i];
		struct wire outer = wire_of(span);
		struct wire_field f;
		int more;

		/* Append the labels of the list to c->labels. Each is a message
		   with its key and length. */
		while ((more = wire_next(&outer, &f)) > 0) {
			struct pprof_label l;

			if (!pprof_label_read(f.span, &l) ||
				!resolve_label(c, &l))
				return false;
		}
		if (more != 0)
			return false;
		begin[i + 1] = c->labels.n;
		builder_labels_ahead(c->b, labels_from(c, begin[i]),
			begin[i + 1] - begin[i]);
	}
	for (uint32_t i = 0; i < n; i++)
		c->set[first + i] = builder_labels(c->b,
			labels_from(c, begin[i]), begin[i + 1] - begin[i]);
	return true;
}

/* Decode a very long list of labels directly into the builder. */
static bool
resolve_long_list(struct sample_columns *c, uint32_t list)
{
	struct wire outer = wire_of(c->scan->lists.span[list]);
	struct wire_field f;
	size_t most = 0, n = 0;
	struct label *room;
	int more;

	while ((more = wire_next(&outer, &f)) > 0)
		most++;
	if (more != 0)
		return false;
	room = builder_labels_room(c->b, most);
	outer = wire_of(c->scan->lists.span[list]);
	while (room != NULL && builder_goes_on(c->b, n) &&
		wire_next(&outer, &f) > 0) {
		struct pprof_label l;

		if (!pprof_label_read(f.span, &l) ||
			!make_label(c, &l, &room[n]))
			return false;
		n += is_label(&l);
	}
	c->set[list] = room != NULL ? builder_labels_filled(c->b, room, n) : 0;
	return true;
}

/* Check now and then for errors and cancellation. -1 and c->err. */
static int
columns_look(struct sample_columns *c, size_t row)
{
	if (read_check(c->b, c->err) != 0)
		return -1;
	return progress_stops_at(c->job->progress, row)
		? err_set(c->err, ERR_CANCELLED, "cancelled")
		: 0;
}

static void
resolve_lists(struct sample_columns *c)
{
	const struct spans *lists = &c->scan->lists;
	uint32_t step;

	for (uint32_t i = 0; i < lists->n; i += step) {
		bool is_long = lists->span[i].n > LONG_LIST;

		step = 1;
		while (!is_long && step < BATCH && i + step < lists->n &&
			lists->span[i + step].n <= LONG_LIST)
			step++;
		if (!(is_long ? resolve_long_list(c, i)
			      : resolve_batch(c, i, step)))
			c->lists = PPROF_ODD;
		else if (columns_look(c, i) != 0)
			c->lists = PPROF_FAILED;
		if (c->lists != PPROF_DONE)
			return;
	}
	spans_fini(&c->scan->lists);
}

/* ---- Kinds instead of labels ---- */

/* True if the first two values differ; they may be the same text, stored twice.
   Two values are enough: more make no difference. */
static bool
are_two(const struct sample_columns *c, const struct pprof_kinds_key *k)
{
	uint64_t a = k->label[0].str, b = k->label[1].str;

	return (a == 0) == (b == 0) &&
		(a == 0 ||
			!str_eq(builder_str(c->b,
					pprof_strings_id(c->ids->strings, a)),
				builder_str(c->b,
					pprof_strings_id(c->ids->strings, b))));
}

/* Add the labels that all samples share to c->labels. False if samples differ
   in this key and that matters. */
static bool
resolve_key(struct sample_columns *c, const struct pprof_kinds_key *k)
{
	struct str name =
		builder_str(c->b, pprof_strings_id(c->ids->strings, k->key));

	if (label_is_base(name))
		return false;
	if (!str_is(name, LABEL_PID))
		return true;
	if ((k->label[0].unit != 0 || (k->n > 1 && k->label[1].unit != 0)) ||
		(k->has_more && !are_two(c, k)))
		return false;
	for (uint32_t i = 0; i < k->n; i++)
		(void)resolve_label(c, &k->label[i]);
	return true;
}

enum pprof_outcome
pprof_columns(struct read_job *job, struct pprof_scan *scan,
	struct pprof_trie *trie, const struct pprof_ids *ids, struct err *err)
{
	struct sample_columns c = { .job = job,
		.scan = scan,
		.ids = ids,
		.err = err,
		.b = job->builder,
		.trie = trie };
	enum pprof_outcome outcome;
	struct pprof_trie *t = trie;

	c.set = xmalloc(
		mul_size(scan->by_stack ? pprof_kinds_count(&scan->kinds)
					: scan->lists.n,
			sizeof(*c.set)));
	if (scan->by_stack) {
		const struct pprof_kinds *kinds = &scan->kinds;
		struct pprof_label label;
		size_t common;

		if (kinds->most >= c.ids->strings->n)
			c.lists = PPROF_ODD;
		for (size_t i = 0; c.lists == PPROF_DONE && i < kinds->key.n;
			i++)
			if (!resolve_key(&c, &kinds->key.p[i]))
				c.lists = PPROF_ODD;
		common = c.labels.n;
		/* Give up if several keys have the same text: every kind would
		   get all their labels. */
		if (common > COMMON)
			c.lists = PPROF_ODD;
		for (uint32_t i = 0;
			c.lists == PPROF_DONE && i < pprof_kinds_count(kinds);
			i++) {
			c.labels.n = common;
			for (size_t k = 0;
				pprof_kind_label(kinds, i, k, &label); k++)
				(void)resolve_label(&c, &label);
			c.set[i] = builder_labels(
				c.b, labels_from(&c, 0), c.labels.n);
			if (columns_look(&c, i) != 0)
				c.lists = PPROF_FAILED;
		}
	} else
		resolve_lists(&c);
	/* Convert the trie to the builder's ids. */
	if (builder_is_part(c.b)) {
		c.stacks = resolve_stacks(&c, &c.bulk.stacks);
	} else {
		if (t == NULL) {
			t = c.trie = new_trie(job, scan);
			make_trie_of_ids(t);
		}
		task_end(t->task);
		t->task = NULL;
		if (t->odd) {
			struct stacks stacks = { .n = 0 };

			/* Ids are not 1, 2, 3..., so build the trie from stacks
			   in the builder's ids. */
			c.stacks = resolve_stacks(&c, &stacks);
			if (c.stacks == PPROF_DONE)
				t->made = stacks_to_trie(&stacks,
					file_ids(scan), &t->budget,
					job->progress, &t->trie, t->leaf);
			stacks_free(&stacks);
		} else if (t->made) {
			pieces_do((t->trie.n - 1) / NODES_PIECE + 1,
				number_nodes, &c);
			if (!are_known(&t->trie))
				c.stacks = PPROF_ODD;
		}
		if (c.stacks == PPROF_DONE && !t->made) {
			if (!progress_stopped(c.job->progress))
				builder_fail(c.b);
			c.stacks = PPROF_FAILED;
		}
	}
	if (c.stacks == PPROF_FAILED && c.lists != PPROF_FAILED &&
		read_check(c.b, err) == 0)
		(void)err_set(err, ERR_CANCELLED, "cancelled");
	if (c.stacks == PPROF_FAILED || c.lists == PPROF_FAILED)
		outcome = PPROF_FAILED;
	else if (c.stacks == PPROF_ODD || c.lists == PPROF_ODD)
		outcome = PPROF_ODD;
	else {
		/* Move the columns. */
		builder_header(c.b)->summed = scan->by_stack;
		c.bulk.n = scan->n;
		c.bulk.leaf = scan->stack;
		c.bulk.labels = scan->labels;
		c.bulk.value = scan->value;
		if (t != NULL) {
			c.bulk.trie = t->trie;
			c.bulk.node = t->leaf;
			t->trie = (struct stacks_trie){ .n = 0 };
			t->leaf = NULL;
		}
		for (size_t i = 0; i < scan->n; i++)
			c.bulk.labels[i] = c.set[c.bulk.labels[i]];
		scan->stack = scan->labels = NULL;
		scan->value = NULL;
		(void)builder_bulk(c.b, &c.bulk);
		outcome =
			read_check(c.b, c.err) == 0 ? PPROF_DONE : PPROF_FAILED;
	}
	free(c.set);
	vec_free(&c.labels);
	builder_bulk_free(&c.bulk);
	pprof_trie_free(t);
	return outcome;
}
