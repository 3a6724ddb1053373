/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples of profile.proto: see pprof.h. As the scan has them, each
 * different stack and list of labels is decoded once, and the columns go to
 * the builder as they are. When that does not work, for whatever reason, all
 * samples are decoded one by one with protobuf-c, which decides, and the
 * error reported is that of the first bad sample.
 */
#include "config.h"

#include "read/pprof.h"

#include <stdlib.h>

#include "base/num.h"

#include "base/banned.h"

enum {
	LOOK = 1024, /* rows between two looks at the stop flag */
	/* keys of the fields of a label */
	KEY_KEY = 1 << 3 | WIRE_VARINT,
	KEY_STR = 2 << 3 | WIRE_VARINT,
	KEY_NUM = 3 << 3 | WIRE_VARINT,
	KEY_UNIT = 4 << 3 | WIRE_VARINT,
};

/* What became of the columns. */
enum outcome {
	DONE,
	FAILED, /* r->err says why */
	ODD,    /* one by one */
};

/* A label as it is on the wire: indices of strings. */
struct raw_label {
	uint64_t key, str, num, unit;
};

static enum outcome
samples_look(struct pprof *r, size_t i)
{
	if (read_check(r->b, r->err) != 0)
		return FAILED;
	if (i % LOOK != 0 || !progress_stopped(r->job->progress))
		return DONE;
	(void)err_set(r->err, ERR_CANCELLED, "cancelled");
	return FAILED;
}

/* ---- many at once ---- */

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

static enum outcome
resolve_stacks(struct pprof *r, struct stacks *s)
{
	const struct spans *spans = &r->scan->stacks;
	size_t room = spans->n;

	/* A location takes a byte or more; there is an end for each stack. */
	for (uint32_t i = 0; i < spans->n; i++)
		room = add_size(room, spans->span[i].n);
	if (room >= NONE ||
		(r->job->max_memory != 0 &&
			room * sizeof(*s->loc) > r->job->max_memory))
		return ODD;
	s->first = xmalloc(mul_size(spans->n, sizeof(*s->first)));
	s->loc = xmalloc(mul_size(room, sizeof(*s->loc)));
	for (uint32_t i = 0; i < spans->n; i++) {
		enum outcome outcome = samples_look(r, i);

		if (outcome != DONE)
			return outcome;
		s->first[i] = (uint32_t)s->nloc;
		if (!resolve_stack(s, &r->loc, spans->span[i]))
			return ODD;
		s->n++;
	}
	return DONE;
}

/* Text wins over a number, whose unit may be anything then; all zero is no
   label at all. */
static bool
resolve_label(struct pprof *r, const struct raw_label *l)
{
	struct label label = { .str = NONE, .num = (int64_t)l->num };
	uint64_t unit = l->str == 0 ? l->unit : 0;

	if (l->key >= r->nstrings || l->str >= r->nstrings ||
		unit >= r->nstrings)
		return false;
	label.key = r->string[l->key];
	label.unit = r->string[unit];
	if (l->str != 0)
		label.str = r->string[l->str];
	if (l->str != 0 || l->num != 0 || l->unit != 0)
		vec_push(&r->labels, label);
	return true;
}

/* One message after the other, each with its key and length; added to what
   r->labels has. */
static bool
resolve_list(struct pprof *r, struct str span)
{
	struct wire outer = wire_of(span);
	struct wire_field f;
	int more;

	while ((more = wire_next(&outer, &f)) > 0) {
		struct wire w = wire_of(f.span);
		struct raw_label l = { .key = 0 };

		while (w.pos < w.bytes.n) {
			unsigned char key = (unsigned char)w.bytes.p[w.pos++];
			uint64_t *v = key == KEY_KEY ? &l.key
				: key == KEY_STR     ? &l.str
				: key == KEY_NUM     ? &l.num
				: key == KEY_UNIT    ? &l.unit
						     : NULL;

			if (v == NULL || wire_number(&w, v) <= 0)
				return false;
		}
		if (!resolve_label(r, &l))
			return false;
	}
	return more == 0;
}

enum { BATCH = 16 };

/* What r->labels has from there on, as far as it has anything. */
static struct label *
labels_from(struct pprof *r, size_t at)
{
	return at < r->labels.n ? &r->labels.p[at] : NULL;
}

/* n lists of labels from `first` on, at most BATCH, all decoded before one is
   looked for. */
static bool
resolve_batch(struct pprof *r, uint32_t first, uint32_t n, lset_id *set)
{
	const struct spans *spans = &r->scan->lists;
	size_t begin[BATCH + 1] = { 0 };

	r->labels.n = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (!resolve_list(r, spans->span[first + i]))
			return false;
		begin[i + 1] = r->labels.n;
		builder_labels_ahead(r->b, labels_from(r, begin[i]),
			begin[i + 1] - begin[i]);
	}
	for (uint32_t i = 0; i < n; i++)
		set[first + i] = builder_labels(r->b, labels_from(r, begin[i]),
			begin[i + 1] - begin[i]);
	return true;
}

/* The label sets; set[i] is that of the list i. */
static enum outcome
resolve_lists(struct pprof *r, lset_id *set)
{
	uint32_t n = r->scan->lists.n;
	enum outcome outcome = DONE;

	for (uint32_t i = 0; outcome == DONE && i < n; i += BATCH) {
		uint32_t batch = n - i < BATCH ? n - i : BATCH;

		outcome = resolve_batch(r, i, batch, set) ? samples_look(r, i)
							  : ODD;
	}
	return outcome;
}

/* The columns go over. */
static enum outcome
add_columns(struct pprof *r, struct stacks *stacks, const lset_id *set)
{
	struct pprof_scan *scan = r->scan;
	struct builder_bulk bulk = { .n = scan->n,
		.stack = scan->stack,
		.labels = scan->labels,
		.value = scan->value,
		.stacks = *stacks };

	for (size_t i = 0; i < scan->n; i++)
		bulk.labels[i] = set[bulk.labels[i]];
	*stacks = (struct stacks){ .n = 0 };
	scan->stack = scan->labels = NULL;
	scan->value = NULL;
	(void)builder_bulk(r->b, &bulk);
	return read_check(r->b, r->err) == 0 ? DONE : FAILED;
}

static enum outcome
all_at_once(struct pprof *r)
{
	struct pprof_scan *scan = r->scan;
	struct stacks stacks = { .n = 0 };
	lset_id *set = xmalloc(mul_size(scan->lists.n, sizeof(*set)));
	enum outcome outcome = resolve_stacks(r, &stacks);

	if (outcome == DONE)
		outcome = resolve_lists(r, set);
	if (outcome == DONE)
		outcome = add_columns(r, &stacks, set);
	free(set);
	stacks_free(&stacks);
	return outcome;
}

/* ---- one by one ---- */

static int
slow_labels(struct pprof *r, const Perftools__Profiles__Sample *m)
{
	r->labels.n = 0;
	for (size_t i = 0; i < m->n_label; i++) {
		const Perftools__Profiles__Label *l = m->label[i];
		struct label label = { .str = NONE, .num = l->num };
		bool text = l->str != 0;

		if (pprof_string(r, l->key, &label.key) != 0 ||
			pprof_string(r, text ? l->str : l->num_unit,
				text ? &label.str : &label.unit) != 0)
			return -1;
		if (l->str != 0 || l->num != 0 || l->num_unit != 0)
			vec_push(&r->labels, label);
	}
	return 0;
}

static int
slow_sample(struct pprof *r, const struct wire_field *f)
{
	Perftools__Profiles__Sample *m = UNPACK(r, sample, f->span);
	size_t types = r->scan->part[PPROF_SAMPLE_TYPE].n;
	node_id leaf;
	lset_id set;

	if (m == NULL)
		return -1;
	if (m->n_value != types)
		return pprof_bad(r, r->err,
			"mismatch: sample has %zu values vs. %zu types",
			m->n_value, types);
	r->stack.n = 0;
	for (size_t i = 0; i < m->n_location_id; i++) {
		loc_id loc = idmap_get(&r->loc, m->location_id[i]);

		if (loc == NONE)
			return pprof_bad(r, r->err, "sample has nil location");
		vec_push(&r->stack, loc);
	}
	if (slow_labels(r, m) != 0)
		return -1;
	leaf = builder_stack(r->b, r->stack.p, r->stack.n);
	set = builder_labels(r->b, r->labels.p, r->labels.n);
	if (builder_err(r->b) == NULL)
		(void)builder_sample(r->b, leaf, set, m->value);
	return read_check(r->b, r->err);
}

/* Somebody had seen enough during the scan. */
static void
mark_partial(struct pprof *r)
{
	const struct pprof_scan *scan = r->scan;

	r->job->partial = (struct partial){ .samples = scan->n,
		.samples_of = scan->part[PPROF_SAMPLE].n,
		.bytes = scan->kept_at,
		.bytes_of = scan->bytes.n };
}

int
pprof_samples(struct pprof *r)
{
	struct pprof_scan *scan = r->scan;
	size_t n = scan->n;
	enum outcome outcome = scan->odd ? ODD : all_at_once(r);

	if (outcome == FAILED)
		return -1;
	if (outcome == ODD)
		return pprof_each(r, PPROF_SAMPLE, "sample", slow_sample);
	if (n < scan->part[PPROF_SAMPLE].n)
		mark_partial(r);
	return 0;
}
