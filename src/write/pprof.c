/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The encoder: see pprof.h.
 *
 * Written by hand, because the order of the string table and the choice
 * between packed and plain integers are pprof's own and a generated encoder
 * makes neither.
 */
#include "config.h"

#include "write/pprof.h"

#include <stdlib.h>

#include "base/vec.h"

#include "base/banned.h"

enum wire { WIRE_VARINT = 0, WIRE_BYTES = 2 };

/* The string table in the making: our ids to the file's indices. */
struct encoder {
	const struct profile *p;
	struct strbuf *out;
	uint32_t *index; /* [strings.n], NONE until used */
	VEC(str_id) order;
	VEC(uint64_t) numbers; /* scratch for repeated fields */
};

static void
varint(struct strbuf *out, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		strbuf_addch(out, (char)(v & 0x7F) | (char)0x80);
	strbuf_addch(out, (char)v);
}

static void
key(struct strbuf *out, unsigned field, enum wire wire)
{
	varint(out, (uint64_t)field << 3 | wire);
}

static void
number_always(struct strbuf *out, unsigned field, uint64_t v)
{
	key(out, field, WIRE_VARINT);
	varint(out, v);
}

static void
number(struct strbuf *out, unsigned field, uint64_t v)
{
	if (v != 0)
		number_always(out, field, v);
}

static void
bytes(struct strbuf *out, unsigned field, struct str s)
{
	key(out, field, WIRE_BYTES);
	varint(out, s.n);
	strbuf_add(out, s);
}

/* The collected numbers as one repeated field. */
static void
numbers(struct encoder *e, struct strbuf *out, unsigned field)
{
	struct strbuf packed = STRBUF_INIT;

	if (e->numbers.n > 2) {
		for (size_t i = 0; i < e->numbers.n; i++)
			varint(&packed, e->numbers.p[i]);
		bytes(out, field, strbuf_str(&packed));
		strbuf_free(&packed);
	} else {
		for (size_t i = 0; i < e->numbers.n; i++)
			number_always(out, field, e->numbers.p[i]);
	}
	e->numbers.n = 0;
}

static void
use(struct encoder *e, str_id id)
{
	if (e->index[id] != NONE)
		return;
	e->index[id] = (uint32_t)e->order.n;
	vec_push(&e->order, id);
}

/* Number all strings in the order in which pprof meets them. */
static void
collect_strings(struct encoder *e)
{
	const struct profile *p = e->p;
	const struct header *h = &p->header;

	use(e, 0);
	for (uint32_t i = 0; i < p->types.n; i++) {
		use(e, p->types.type[i]);
		use(e, p->types.unit[i]);
	}
	for (size_t s = 0; s < p->sample.n; s++) {
		uint32_t from = p->labels.first[p->sample.labels[s]];
		uint32_t to = p->labels.first[p->sample.labels[s] + 1];

		for (int numeric = 0; numeric < 2; numeric++) {
			for (uint32_t i = from; i < to; i++) {
				const struct label *l = &p->labels.label[i];

				if ((l->str == NONE) != (numeric == 1))
					continue;
				use(e, l->key);
				use(e, numeric ? l->unit : l->str);
			}
		}
	}
	for (uint32_t i = 0; i < p->map.n; i++) {
		use(e, p->map.file[i]);
		use(e, p->map.build_id[i]);
	}
	for (uint32_t i = 0; i < p->func.n; i++) {
		use(e, p->func.name[i]);
		use(e, p->func.system[i]);
		use(e, p->func.file[i]);
	}
	use(e, h->drop_frames);
	use(e, h->keep_frames);
	use(e, h->period_type);
	use(e, h->period_unit);
	for (uint32_t i = 0; i < h->ncomments; i++)
		use(e, h->comment[i]);
	use(e, h->default_type);
	use(e, h->doc_url);
}

static void
value_type(struct encoder *e, unsigned field, str_id type, str_id unit)
{
	struct strbuf m = STRBUF_INIT;

	number(&m, 1, e->index[type]);
	number(&m, 2, e->index[unit]);
	bytes(e->out, field, strbuf_str(&m));
	strbuf_free(&m);
}

static void
label(struct encoder *e, struct strbuf *out, const struct label *l)
{
	struct strbuf m = STRBUF_INIT;

	number(&m, 1, e->index[l->key]);
	if (l->str != NONE) {
		number(&m, 2, e->index[l->str]);
	} else {
		number(&m, 3, (uint64_t)l->num);
		number(&m, 4, e->index[l->unit]);
	}
	bytes(out, 3, strbuf_str(&m));
	strbuf_free(&m);
}

static void
sample(struct encoder *e, size_t s, struct strbuf *m)
{
	const struct profile *p = e->p;
	uint32_t from = p->labels.first[p->sample.labels[s]];
	uint32_t to = p->labels.first[p->sample.labels[s] + 1];

	strbuf_reset(m);
	for (node_id i = p->sample.leaf[s]; i != 0; i = p->trie.parent[i])
		vec_push(&e->numbers, p->loc.id[p->trie.loc[i]]);
	numbers(e, m, 1);
	for (uint32_t t = 0; t < p->types.n; t++)
		vec_push(&e->numbers, (uint64_t)p->sample.value[t][s]);
	numbers(e, m, 2);
	for (int numeric = 0; numeric < 2; numeric++)
		for (uint32_t i = from; i < to; i++)
			if ((p->labels.label[i].str == NONE) == (numeric == 1))
				label(e, m, &p->labels.label[i]);
	bytes(e->out, 2, strbuf_str(m));
}

static void
mapping(struct encoder *e, uint32_t i)
{
	const struct profile *p = e->p;
	struct strbuf m = STRBUF_INIT;

	number(&m, 1, p->map.id[i]);
	number(&m, 2, p->map.start[i]);
	number(&m, 3, p->map.limit[i]);
	number(&m, 4, p->map.offset[i]);
	number(&m, 5, e->index[p->map.file[i]]);
	number(&m, 6, e->index[p->map.build_id[i]]);
	for (unsigned bit = 0; bit < 4; bit++)
		number(&m, 7 + bit, p->map.has[i] >> bit & 1);
	bytes(e->out, 3, strbuf_str(&m));
	strbuf_free(&m);
}

static void
location(struct encoder *e, loc_id loc, struct strbuf *m)
{
	const struct profile *p = e->p;
	struct strbuf line = STRBUF_INIT;

	strbuf_reset(m);
	number(m, 1, p->loc.id[loc]);
	if (p->loc.map[loc] != NONE)
		number(m, 2, p->map.id[p->loc.map[loc]]);
	number(m, 3, p->loc.address[loc]);
	for (uint32_t i = p->loc.line0[loc]; i < p->loc.line0[loc + 1]; i++) {
		strbuf_reset(&line);
		number(&line, 1, p->func.id[p->line.func[i]]);
		number(&line, 2, (uint64_t)p->line.line[i]);
		number(&line, 3, (uint64_t)p->line.column[i]);
		bytes(m, 4, strbuf_str(&line));
	}
	number(m, 5, p->loc.folded[loc]);
	bytes(e->out, 4, strbuf_str(m));
	strbuf_free(&line);
}

static void
function(struct encoder *e, func_id f)
{
	const struct profile *p = e->p;
	struct strbuf m = STRBUF_INIT;

	number(&m, 1, p->func.id[f]);
	number(&m, 2, e->index[p->func.name[f]]);
	number(&m, 3, e->index[p->func.system[f]]);
	number(&m, 4, e->index[p->func.file[f]]);
	number(&m, 5, (uint64_t)p->func.start_line[f]);
	bytes(e->out, 5, strbuf_str(&m));
	strbuf_free(&m);
}

static void
header(struct encoder *e)
{
	const struct header *h = &e->p->header;
	struct strbuf *out = e->out;

	for (size_t i = 0; i < e->order.n; i++)
		bytes(out, 6, profile_str(e->p, e->order.p[i]));
	number(out, 7, e->index[h->drop_frames]);
	number(out, 8, e->index[h->keep_frames]);
	number(out, 9, (uint64_t)h->time_nanos);
	number(out, 10, (uint64_t)h->duration_nanos);
	if (h->period_type != 0 || h->period_unit != 0)
		value_type(e, 11, h->period_type, h->period_unit);
	number(out, 12, (uint64_t)h->period);
	for (uint32_t i = 0; i < h->ncomments; i++)
		vec_push(&e->numbers, e->index[h->comment[i]]);
	numbers(e, out, 13);
	number_always(out, 14, e->index[h->default_type]);
	number(out, 15, e->index[h->doc_url]);
}

void
pprof_encode(const struct profile *p, struct strbuf *out)
{
	struct encoder e = { .p = p, .out = out };
	struct strbuf scratch = STRBUF_INIT;

	e.index = ids_new(p->strings.n);
	collect_strings(&e);
	for (uint32_t i = 0; i < p->types.n; i++)
		value_type(&e, 1, p->types.type[i], p->types.unit[i]);
	for (size_t s = 0; s < p->sample.n; s++)
		sample(&e, s, &scratch);
	for (uint32_t i = 0; i < p->map.n; i++)
		mapping(&e, i);
	for (loc_id loc = 0; loc < p->loc.n; loc++)
		location(&e, loc, &scratch);
	for (func_id f = 0; f < p->func.n; f++)
		function(&e, f);
	header(&e);
	free(e.index);
	vec_free(&e.order);
	vec_free(&e.numbers);
	strbuf_free(&scratch);
}
