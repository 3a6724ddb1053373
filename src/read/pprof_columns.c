/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples, many at once: see pprof_columns.h. */
#include "config.h"

#include "read/pprof_columns.h"

#include <stdlib.h>

#include "base/num.h"
#include "base/threads.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/budget.h"
#include "profile/builder.h"
#include "profile/labels.h"
#include "profile/stacks.h"
#include "read/wire.h"

#include "base/banned.h"

enum {
	BATCH = 16, /* lists that are decoded before one is looked for */
	WORTH_A_THREAD = 8192, /* stacks */
	COMMON = 4,            /* labels that all samples have */
};

/* Stacks and labels have nothing to do with each other, so two threads take one
   of them each. */
struct columns {
	struct read_job *job;
	struct pprof_scan *scan;
	const struct pprof_ids *ids;
	struct err *err;
	struct builder_bulk bulk;
	enum pprof_outcome stacks, lists;
	/* Of one thread: */
	struct budget budget; /* of the trie */
	/* Of the other: */
	struct builder *b;
	VEC(struct label) labels; /* of some lists */
	lset_id *set;             /* of each list */
};

/* Ids from the last to the first: stacks have the leaf first, and here comes
   the root first. A number ends with the only byte below 0x80. */
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
resolve_stacks(const struct columns *c, struct stacks *s)
{
	struct spans *spans = &c->scan->stacks;
	size_t room = spans->n;

	/* A location takes a byte or more; there is an end for each stack. */
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
		if (!resolve_stack(s, c->ids->loc, spans_take(spans, i)))
			return PPROF_ODD;
		s->n++;
	}
	spans_fini(spans);
	return PPROF_DONE;
}

/* Stacks, and their trie if there is memory for it: if not, sealing will
   tell. Nothing here touches the builder, which the other thread fills. */
static void
resolve_trie(struct columns *c)
{
	struct builder_bulk *bulk = &c->bulk;
	size_t nlocs = c->scan->part[PPROF_LOCATION].n;

	c->stacks = resolve_stacks(c, &bulk->stacks);
	if (c->stacks != PPROF_DONE)
		return;
	bulk->leaf = xmalloc(mul_size(bulk->stacks.n, sizeof(*bulk->leaf)));
	if (stacks_to_trie(&bulk->stacks, (uint32_t)nlocs, &c->budget,
		    c->job->progress, &bulk->trie, bulk->leaf))
		stacks_free(&bulk->stacks);
}

/* Text wins over a number, whose unit may be anything then; all zero is no
   label at all. */
static bool
resolve_label(struct columns *c, const struct pprof_label *l)
{
	struct label label = { .str = NONE, .num = (int64_t)l->num };
	uint64_t unit = l->str == 0 ? l->unit : 0;

	if (l->key >= c->ids->nstrings || l->str >= c->ids->nstrings ||
		unit >= c->ids->nstrings)
		return false;
	label.key = c->ids->string[l->key];
	label.unit = c->ids->string[unit];
	if (l->str != 0)
		label.str = c->ids->string[l->str];
	if (l->str != 0 || l->num != 0 || l->unit != 0)
		vec_push(&c->labels, label);
	return true;
}

/* One message after the other, each with its key and length; added to what
   c->labels has. */
static bool
resolve_list(struct columns *c, struct str span)
{
	struct wire outer = wire_of(span);
	struct wire_field f;
	int more;

	while ((more = wire_next(&outer, &f)) > 0) {
		struct pprof_label l;

		if (!pprof_label_read(f.span, &l) || !resolve_label(c, &l))
			return false;
	}
	return more == 0;
}

/* What c->labels has from there on, as far as it has anything. */
static struct label *
labels_from(struct columns *c, size_t at)
{
	return at < c->labels.n ? &c->labels.p[at] : NULL;
}

/* n lists of labels from `first` on, at most BATCH, all decoded before one is
   looked for. */
static bool
resolve_batch(struct columns *c, uint32_t first, uint32_t n)
{
	const struct spans *spans = &c->scan->lists;
	size_t begin[BATCH + 1] = { 0 };

	c->labels.n = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (!resolve_list(c, spans->span[first + i]))
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

/* -1 and c->err. */
static int
columns_look(struct columns *c, size_t row)
{
	if (read_check(c->b, c->err) != 0)
		return -1;
	return progress_stops_at(c->job->progress, row)
		? err_set(c->err, ERR_CANCELLED, "cancelled")
		: 0;
}

static void
resolve_lists(struct columns *c)
{
	uint32_t n = c->scan->lists.n;

	for (uint32_t i = 0; i < n; i += BATCH) {
		if (!resolve_batch(c, i, n - i < BATCH ? n - i : BATCH))
			c->lists = PPROF_ODD;
		else if (columns_look(c, i) != 0)
			c->lists = PPROF_FAILED;
		if (c->lists != PPROF_DONE)
			return;
	}
	spans_fini(&c->scan->lists);
}

/* ---- Kinds instead of labels ---- */

static bool
has_unit(const struct pprof_kinds_key *k)
{
	return k->label[0].unit != 0 || (k->n > 1 && k->label[1].unit != 0);
}

/* Two values are as good as many. Are the first ones not one, written in two
   ways? */
static bool
are_two(const struct columns *c, const struct pprof_kinds_key *k)
{
	uint64_t a = k->label[0].str, b = k->label[1].str;

	return (a == 0) == (b == 0) &&
		(a == 0 || c->ids->string[a] != c->ids->string[b]);
}

/* Labels that all samples get, in c->labels. False: what samples say under this
   key has to be known of each. */
static bool
resolve_key(struct columns *c, const struct pprof_kinds_key *k)
{
	struct str name = builder_str(c->b, c->ids->string[k->key]);

	if (label_is_base(name))
		return false;
	if (!str_is(name, LABEL_PID))
		return true;
	if (has_unit(k) || (k->has_more && !are_two(c, k)))
		return false;
	for (uint32_t i = 0; i < k->n; i++)
		(void)resolve_label(c, &k->label[i]);
	return true;
}

static void
resolve_kinds(struct columns *c)
{
	const struct pprof_kinds *kinds = &c->scan->kinds;
	struct pprof_label label;
	size_t common;

	if (kinds->most >= c->ids->nstrings)
		c->lists = PPROF_ODD;
	for (size_t i = 0; c->lists == PPROF_DONE && i < kinds->key.n; i++)
		if (!resolve_key(c, &kinds->key.p[i]))
			c->lists = PPROF_ODD;
	common = c->labels.n;
	/* Keys that are the same text: each kind would get all of it. */
	if (common > COMMON)
		c->lists = PPROF_ODD;
	for (uint32_t i = 0;
		c->lists == PPROF_DONE && i < pprof_kinds_count(kinds); i++) {
		c->labels.n = common;
		for (size_t k = 0; pprof_kind_label(kinds, i, k, &label); k++)
			(void)resolve_label(c, &label);
		c->set[i] =
			builder_labels(c->b, labels_from(c, 0), c->labels.n);
		if (columns_look(c, i) != 0)
			c->lists = PPROF_FAILED;
	}
}

static void
resolve_one(void *arg, unsigned thread, unsigned piece)
{
	struct columns *c = arg;

	(void)thread;
	if (piece == 0)
		resolve_trie(c);
	else if (c->scan->by_stack)
		resolve_kinds(c);
	else
		resolve_lists(c);
}

/* The columns go over. */
static enum pprof_outcome
add_columns(struct columns *c)
{
	struct pprof_scan *scan = c->scan;

	builder_header(c->b)->summed = scan->by_stack;
	c->bulk.n = scan->n;
	c->bulk.stack = scan->stack;
	c->bulk.labels = scan->labels;
	c->bulk.value = scan->value;
	for (size_t i = 0; i < scan->n; i++)
		c->bulk.labels[i] = c->set[c->bulk.labels[i]];
	scan->stack = scan->labels = NULL;
	scan->value = NULL;
	(void)builder_bulk(c->b, &c->bulk);
	return read_check(c->b, c->err) == 0 ? PPROF_DONE : PPROF_FAILED;
}

enum pprof_outcome
pprof_columns(struct read_job *job, struct pprof_scan *scan,
	const struct pprof_ids *ids, struct err *err)
{
	struct columns c = { .job = job,
		.scan = scan,
		.ids = ids,
		.err = err,
		.b = job->builder };
	size_t all = job->max_memory, used = builder_bytes(c.b);
	enum pprof_outcome outcome;

	c.budget.max = all == 0 ? 0 : used < all ? all - used : 1;
	c.set = xmalloc(
		mul_size(scan->by_stack ? pprof_kinds_count(&scan->kinds)
					: scan->lists.n,
			sizeof(*c.set)));
	if (scan->stacks.n >= WORTH_A_THREAD && !scan->by_stack) {
		pieces_do(2, resolve_one, &c);
	} else {
		resolve_one(&c, 0, 0);
		resolve_one(&c, 0, 1);
	}
	if (c.stacks == PPROF_FAILED && c.lists != PPROF_FAILED)
		(void)err_set(err, ERR_CANCELLED, "cancelled");
	if (c.stacks == PPROF_FAILED || c.lists == PPROF_FAILED)
		outcome = PPROF_FAILED;
	else if (c.stacks == PPROF_ODD || c.lists == PPROF_ODD)
		outcome = PPROF_ODD;
	else
		outcome = add_columns(&c);
	free(c.set);
	vec_free(&c.labels);
	builder_bulk_free(&c.bulk);
	return outcome;
}
