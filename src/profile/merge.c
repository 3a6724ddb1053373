/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several profiles as one: see merge.h. */
#include "config.h"

#include "profile/merge.h"

#include <assert.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/builder.h"
#include "profile/labels.h"
#include "profile/remap.h"
#include "profile/rewrite.h"
#include "profile/unit.h"

#include "base/banned.h"

/* ---- What the parts have in common: columns, their order and units ---- */

/* One part while it is merged. */
struct common_input {
	const struct merge_part *part;
	const struct profile *p;
	uint32_t *column; /* [ntypes] its columns, in the common order */
	double *ratio;    /* [ntypes] into the common units */
	int64_t period;   /* in the common unit */
	struct str default_type;
};

struct common {
	struct warnings *warnings; /* see merge_options */
	struct err *err;
	struct arena arena; /* of all this */
	size_t n;
	struct common_input *input; /* [n] */
	size_t ntypes;
	bool raw;         /* values are scaled: keep what they were */
	struct str *unit; /* [ntypes] the common units */
	struct str period_unit;
};

struct common_type {
	struct str name, unit;
};

static struct common_type
common_type(const struct profile *p, uint32_t column)
{
	return (struct common_type){ profile_str(p, p->types.type[column]),
		profile_str(p, p->types.unit[column]) };
}

static struct common_type
period_type_of(const struct profile *p)
{
	return (struct common_type){ profile_str(p, p->header.period_type),
		profile_str(p, p->header.period_unit) };
}

static void
put_type(struct strbuf *out, struct common_type t)
{
	utf8_put(out, t.name, false, -1);
	strbuf_addch(out, '/');
	utf8_put(out, t.unit, false, -1);
}

static void
put_types(struct strbuf *out, const struct profile *p)
{
	for (uint32_t i = 0; i < p->types.n; i++) {
		strbuf_addch(out, i == 0 ? '[' : ' ');
		put_type(out, common_type(p, i));
	}
	strbuf_addc(out, p->types.n > 0 ? "]" : "[]");
}

/* What a part has, in words for people. */
static void
warn_types(struct warnings *warnings, const struct merge_part *part,
	const struct common_type *t)
{
	struct strbuf text = STRBUF_INIT;

	if (t != NULL)
		put_type(&text, *t);
	else
		put_types(&text, part->profile);
	warnings_add(
		warnings, "%.*s has %s", STR_ARG(part->name), strbuf_c(&text));
	strbuf_free(&text);
}

/* "{cpu nanoseconds 0 0}": pprof prints its struct as it is. */
static void
put_struct(struct strbuf *out, struct common_type t)
{
	strbuf_addch(out, '{');
	utf8_put(out, t.name, false, -1);
	strbuf_addch(out, ' ');
	utf8_put(out, t.unit, false, -1);
	strbuf_addc(out, " 0 0}");
}

/* Types of two parts that do not go together: BEFORE {cpu nanoseconds 0 0}
   BETWEEN {space bytes 0 0}. */
static int
fail_types(const struct merge_part *pa, struct common_type a,
	const struct merge_part *pb, struct common_type b, const char *before,
	const char *between, struct warnings *warnings, struct err *err)
{
	struct strbuf msg = STRBUF_INIT;

	warn_types(warnings, pa, &a);
	warn_types(warnings, pb, &b);
	strbuf_addc(&msg, before);
	put_struct(&msg, a);
	strbuf_addc(&msg, between);
	put_struct(&msg, b);
	err_set(err, ERR_FORMAT, "%s", strbuf_c(&msg));
	strbuf_free(&msg);
	return -1;
}

/* Where each type of the first part is in another one: NONE when it is not
   there, or more than once. `name` has the names of the first, in order of
   their first appearance; scratch has a row for each of them. */
static void
find_types(const struct profile *p, const struct intern *name,
	uint32_t *scratch, const uint32_t *type, uint32_t n, uint32_t *column)
{
	for (size_t i = 0; i < name->n; i++)
		scratch[i] = NONE;
	for (uint32_t i = 0; i < p->types.n; i++) {
		uint32_t id = intern_find(name, common_type(p, i).name);

		/* The second one makes it unusable. */
		if (id != NONE)
			scratch[id] = scratch[id] == NONE ? i : NONE - 1;
	}
	for (uint32_t i = 0; i < n; i++)
		column[i] =
			scratch[type[i]] == NONE - 1 ? NONE : scratch[type[i]];
}

/* The columns whose type name each part has once, in the first one's order. */
static int
find_common(struct common *m)
{
	const struct profile *p = m->input[0].p;
	struct arena arena = ARENA_INIT;
	struct intern name;
	uint32_t *type = ARENA_ARRAY(&arena, uint32_t, p->types.n), *scratch;

	intern_init(&name, &arena);
	for (uint32_t i = 0; i < p->types.n; i++)
		type[i] = intern_copy(&name, common_type(p, i).name);
	scratch = ARENA_ARRAY(&arena, uint32_t, name.n);
	for (size_t i = 0; i < m->n; i++) {
		m->input[i].column =
			ARENA_ARRAY(&m->arena, uint32_t, p->types.n);
		find_types(m->input[i].p, &name, scratch, type, p->types.n,
			m->input[i].column);
	}
	for (uint32_t t = 0; t < p->types.n; t++) {
		bool common = true;

		for (size_t i = 0; i < m->n; i++)
			common = common && m->input[i].column[t] != NONE;
		for (size_t i = 0; common && i < m->n; i++)
			m->input[i].column[m->ntypes] = m->input[i].column[t];
		m->ntypes += common;
	}
	intern_fini(&name);
	arena_free(&arena);
	if (m->ntypes > 0)
		return 0;
	for (size_t i = 0; i < m->n && i < 2; i++)
		warn_types(m->warnings, m->input[i].part, NULL);
	return err_set(m->err, ERR_FORMAT,
		"profiles have empty common sample type list");
}

/* Does a part lose columns, or their order? */
static bool
common_is_modified(const struct common *m, const struct common_input *in)
{
	for (uint32_t i = 0; i < m->ntypes; i++)
		if (in->column[i] != i)
			return true;
	return m->ntypes != in->p->types.n;
}

/* A part that loses columns may lose its default. */
static void
choose_default(const struct common *m, struct common_input *in)
{
	in->default_type = profile_str(in->p, in->p->header.default_type);
	if (!common_is_modified(m, in))
		return;
	for (size_t i = 0; i < m->ntypes; i++)
		if (str_eq(common_type(in->p, in->column[i]).name,
			    in->default_type))
			return;
	in->default_type = common_type(in->p, in->column[0]).name;
}

static struct str
without_s(struct str s)
{
	if (str_ends(s, STR("s")))
		s.n--;
	return s;
}

/* Take the finer of two units of compatible types. */
static int
finer(struct common *m, const char *what, struct common_type *best,
	struct common_type t, size_t at)
{
	struct str unit;

	if (!str_eq(without_s(best->name), without_s(t.name)) ||
		!unit_compatible(best->unit, t.unit))
		return fail_types(m->input[0].part, *best, m->input[at].part, t,
			what, " ", m->warnings, m->err);
	if (unit_scale(1, t.unit, best->unit, &unit) < 1)
		*best = t;
	return 0;
}

static int
choose_units(struct common *m)
{
	struct common_type best = period_type_of(m->input[0].p);

	for (size_t i = 1; i < m->n; i++)
		if (finer(m, "period type: incompatible types: ", &best,
			    period_type_of(m->input[i].p), i) != 0)
			return -1;
	m->period_unit = best.unit;
	m->unit = ARENA_ARRAY(&m->arena, struct str, m->ntypes);
	for (size_t c = 0; c < m->ntypes; c++) {
		best = common_type(m->input[0].p, m->input[0].column[c]);
		for (size_t i = 1; i < m->n; i++)
			if (finer(m,
				    "sample types: incompatible types: ", &best,
				    common_type(m->input[i].p,
					    m->input[i].column[c]),
				    i) != 0)
				return -1;
		m->unit[c] = best.unit;
	}
	return 0;
}

/* After choose_units(): what each part's numbers are to be multiplied by. */
static int
convert_units(struct common *m)
{
	struct common_type first = period_type_of(m->input[0].p);
	struct str unit;

	for (size_t i = 0; i < m->n; i++) {
		struct common_input *in = &m->input[i];
		struct common_type period = period_type_of(in->p);

		if (!str_eq(period.name, first.name))
			return fail_types(m->input[0].part, first, in->part,
				period, "incompatible period types &", " and &",
				m->warnings, m->err);
		in->period = i64_trunc(unit_scale(in->p->header.period,
			period.unit, m->period_unit, &unit));
		in->ratio = ARENA_ARRAY(&m->arena, double, m->ntypes);
		for (size_t c = 0; c < m->ntypes; c++)
			in->ratio[c] = unit_scale(1,
				common_type(in->p, in->column[c]).unit,
				m->unit[c], &unit);
	}
	return 0;
}

/* Are its values no longer what was sampled? Turning them round is no
   change. */
static bool
is_scaled(const struct merge_part *part)
{
	if (part->profile->sample.raw != NULL)
		return true;
	for (uint32_t c = 0; part->ratio != NULL && c < part->profile->types.n;
		c++)
		if (part->ratio[c] != 1 && part->ratio[c] != -1)
			return true;
	return false;
}

/* -1 and err: the parts do not go together. The arena is to be freed in any
   case. */
static int
common_init(struct common *m, const struct merge_part *part, size_t n,
	struct warnings *warnings, struct err *err)
{
	*m = (struct common){ .n = n, .warnings = warnings, .err = err };
	m->input = ARENA_ZARRAY(&m->arena, struct common_input, m->n);
	for (size_t i = 0; i < m->n; i++) {
		m->input[i].part = &part[i];
		m->input[i].p = part[i].profile;
		m->raw = m->raw || is_scaled(&part[i]);
	}
	if (find_common(m) != 0)
		return -1;
	for (size_t i = 0; i < m->n; i++)
		choose_default(m, &m->input[i]);
	if (choose_units(m) != 0)
		return -1;
	return convert_units(m);
}

static bool
same_types(const struct profile *a, const struct profile *b)
{
	bool same = a->types.n == b->types.n;

	for (uint32_t i = 0; same && i < a->types.n; i++)
		same = str_eq(common_type(a, i).name, common_type(b, i).name) &&
			str_eq(common_type(a, i).unit, common_type(b, i).unit);
	return same;
}

bool
merge_of_sums(const struct profile *first, const struct profile *p,
	size_t parts, bool in_order)
{
	const int64_t exact = INT64_C(1) << 53;

	if (!same_types(first, p))
		return false;
	for (uint32_t c = 0; c < p->types.n; c++) {
		const int64_t *value = p->sample.value[c];
		int64_t most = INT64_MAX / (int64_t)parts, sum = 0;

		for (size_t i = 0; i < p->sample.n; i++) {
			if (value[i] < 0 || value[i] > exact ||
				value[i] > most - sum)
				return false;
			if (in_order &&
				(value[i] == 0) !=
					(first->sample.value[c][0] == 0))
				return false;
			sum += value[i];
		}
	}
	return true;
}

static double
column_sum(const struct profile *p, uint32_t column)
{
	int64_t sum = 0;

	for (size_t i = 0; i < p->sample.n; i++)
		sum = i64_wrap_add(sum, p->sample.value[column][i]);
	return (double)sum;
}

int
merge_normalize(const struct merge_part *source, const struct merge_part *base,
	double *ratio, struct warnings *warnings, struct err *err)
{
	const struct profile *s = source->profile, *b = base->profile;
	struct common_type ts = period_type_of(s), tb = period_type_of(b);
	struct strbuf msg = STRBUF_INIT;

	if (!str_eq(ts.name, tb.name) || !str_eq(ts.unit, tb.unit))
		return fail_types(source, ts, base, tb,
			"incompatible period types &", " and &", warnings, err);
	if (!same_types(s, b)) {
		warn_types(warnings, source, NULL);
		warn_types(warnings, base, NULL);
		/* pprof prints where in its memory the lists are. */
		strbuf_addc(&msg, "incompatible sample types ");
		put_types(&msg, s);
		strbuf_addc(&msg, " and ");
		put_types(&msg, b);
		err_set(err, ERR_FORMAT, "%s", strbuf_c(&msg));
		strbuf_free(&msg);
		return -1;
	}
	for (uint32_t c = 0; c < s->types.n; c++) {
		double sum = column_sum(s, c);

		ratio[c] = sum == 0 ? 0 : column_sum(b, c) / sum;
	}
	return 0;
}

/* ---- Merging ---- */

struct merge {
	const struct merge_options *options;
	struct err *err;
	struct common on;
	size_t width; /* columns of a row: on.ntypes, with raw ones twice */
	struct builder *builder;
	/* The rows: samples are known by (leaf, labels). */
	struct map64 row_of;
	VEC(node_id) leaf;
	VEC(lset_id) labels;
	VEC(int64_t) value; /* [rows * width] */
	int64_t *now;       /* [width] values of one sample */
	struct remap_keys keys;
	struct map64 comments; /* those that are in already */
	bool has_header;       /* that of the first part */
};

/* v * ratio, rounded half away from zero; what is too large becomes
   INT64_MIN, as in pprof. */
static int64_t
times(int64_t v, double ratio)
{
	double x = (double)v * ratio;
	int64_t whole = i64_trunc(x);
	double rest = whole == INT64_MIN ? 0 : x - (double)whole;

	return whole + (rest >= 0.5) - (rest <= -0.5);
}

/* The values of a sample in the common columns and units. False when a step
   brings all that it changes to zero, or all are zero at the end. */
static bool
values(struct merge *m, const struct common_input *in, size_t sample)
{
	const double *ratio = in->part->ratio;
	int64_t *const *column = in->p->sample.value;
	bool changed = false, keep = false, zero = true;

	for (uint32_t c = 0; ratio != NULL && c < in->p->types.n; c++)
		if (ratio[c] != 1) {
			changed = true;
			keep = keep || times(column[c][sample], ratio[c]) != 0;
		}
	if (changed && !keep)
		return false;
	changed = keep = false;
	for (size_t c = 0; c < m->on.ntypes; c++) {
		int64_t v = column[in->column[c]][sample];

		if (ratio != NULL && ratio[in->column[c]] != 1)
			v = times(v, ratio[in->column[c]]);
		if (in->ratio[c] != 1) {
			v = times(v, in->ratio[c]);
			changed = true;
			keep = keep || v != 0;
		}
		m->now[c] = v;
		zero = zero && v == 0;
	}
	return !zero && (!changed || keep);
}

/* The same without the ratio, but for its sign. */
static void
raw_values(struct merge *m, const struct common_input *in, size_t sample)
{
	const double *ratio = in->part->ratio;
	int64_t *const *column = in->p->sample.raw != NULL
		? in->p->sample.raw
		: in->p->sample.value;

	for (size_t c = 0; c < m->on.ntypes; c++) {
		int64_t v = column[in->column[c]][sample];

		if (ratio != NULL && ratio[in->column[c]] < 0)
			v = i64_wrap_sub(0, v);
		if (in->ratio[c] != 1)
			v = times(v, in->ratio[c]);
		m->now[m->on.ntypes + c] = v;
	}
}

static void
merge_add_row(struct merge *m, uint64_t key)
{
	node_id leaf = (node_id)(key >> 32);
	lset_id labels = (lset_id)key;
	uint32_t *row = map64_at(&m->row_of, key);

	if (*row == NONE) {
		*row = (uint32_t)m->leaf.n;
		vec_push(&m->leaf, leaf);
		vec_push(&m->labels, labels);
		for (size_t c = 0; c < m->width; c++)
			vec_push(&m->value, m->now[c]);
		return;
	}
	for (size_t c = 0; c < m->width; c++) {
		int64_t *sum = &m->value.p[*row * m->width + c];

		*sum = i64_wrap_add(*sum, m->now[c]);
	}
}

/* A row is anywhere in a large table: ask for those of many samples before the
   first is looked for. */
enum { TOGETHER = 32, MANY_NODES = 4096 };

/* Samples from .. to - 1. False: the builder has an error. */
static bool
add_together(struct merge *m, const struct common_input *in, struct remap *r,
	size_t from, size_t to)
{
	struct {
		size_t sample;
		uint64_t key;
	} kept[TOGETHER];
	const node_id *leaf_of = in->p->sample.leaf;
	const lset_id *labels_of = in->p->sample.labels;
	size_t n = 0;

	/* The ids of those behind these are elsewhere, too. */
	for (size_t s = to; s < to + TOGETHER && s < in->p->sample.n; s++)
		remap_ahead(r, leaf_of[s], labels_of[s]);
	for (size_t s = from; s < to; s++) {
		node_id leaf;
		lset_id labels;

		if (!values(m, in, s))
			continue;
		leaf = remap_stack(r, leaf_of[s]);
		labels = remap_labels(r, labels_of[s]);
		if (leaf == NONE || labels == NONE)
			return false;
		kept[n].sample = s;
		kept[n].key = (uint64_t)leaf << 32 | labels;
		map64_ahead(&m->row_of, kept[n++].key);
	}
	for (size_t i = 0; i < n; i++) {
		(void)values(m, in, kept[i].sample);
		if (m->on.raw)
			raw_values(m, in, kept[i].sample);
		merge_add_row(m, kept[i].key);
	}
	return true;
}

static void
rows_reserve(struct merge *m, size_t n)
{
	map64_reserve(&m->row_of, n);
	vec_reserve(&m->leaf, n);
	vec_reserve(&m->labels, n);
	vec_reserve(&m->value, mul_size(n, m->width));
}

/* Does no step bring a sample to zero? */
static bool
all_stay(struct merge *m, const struct common_input *in)
{
	for (size_t s = 0; s < in->p->sample.n; s++)
		if (!values(m, in, s))
			return false;
	return true;
}

static int
add_samples(struct merge *m, const struct common_input *in, struct remap *r)
{
	size_t n = in->p->sample.n;

	if (in->p->trie.n >= MANY_NODES && all_stay(m, in) &&
		!remap_stacks(r, m->options->progress))
		return err_set(m->err, ERR_CANCELLED, "cancelled");
	/* Of these samples none is likely to be there already. */
	if (m->leaf.n == 0 || in->part->is_base)
		rows_reserve(m, m->leaf.n + n);
	for (size_t s = 0; s < n; s += TOGETHER) {
		if (s % 4096 == 0 && progress_stopped(m->options->progress))
			return err_set(m->err, ERR_CANCELLED, "cancelled");
		if (!add_together(
			    m, in, r, s, n - s < TOGETHER ? n : s + TOGETHER))
			return 0;
	}
	return 0;
}

static void
add_header(struct merge *m, const struct common_input *in, struct remap *r)
{
	const struct header *h = &in->p->header;
	struct header *to = builder_header(m->builder);

	if (!m->has_header) {
		m->has_header = true;
		to->period_type = remap_string(r, h->period_type);
		to->period_unit = builder_string(m->builder, m->on.period_unit);
		to->drop_frames = remap_string(r, h->drop_frames);
		to->keep_frames = remap_string(r, h->keep_frames);
	}
	/* pprof's rules: a zero is replaced by anything; and a later profile
	   without a time makes it unknown. */
	if (to->period == 0 || to->period < in->period)
		to->period = in->period;
	to->summed = to->summed || h->summed;
	to->duration_nanos =
		i64_wrap_add(to->duration_nanos, h->duration_nanos);
	if (to->time_nanos == 0 || h->time_nanos < to->time_nanos)
		to->time_nanos = h->time_nanos;
	/* The first that is not empty. */
	if (to->default_type == 0)
		to->default_type = builder_string(m->builder, in->default_type);
	if (to->doc_url == 0)
		to->doc_url = remap_string(r, h->doc_url);
	/* Comments by their id; the empty one is one, too. */
	for (uint32_t i = 0; i < h->ncomments; i++) {
		str_id text = remap_string(r, h->comment[i]);

		if (map64_get(&m->comments, text) == NONE)
			builder_comment(m->builder, text);
		map64_put(&m->comments, text, 1);
	}
}

static int
add_input(struct merge *m, const struct common_input *in)
{
	struct remap r;
	int rc = 0;

	remap_init(&r, &m->keys, in->p);
	if (in->part->is_base)
		r.extra = (struct label){
			.key = builder_string(m->builder, STR(LABEL_BASE)),
			.str = builder_string(m->builder, STR("true")),
		};
	add_header(m, in, &r);
	/* The first mapping is the main binary: it stays first. */
	if (builder_mappings(m->builder) == 0 && in->p->map.n > 0)
		(void)remap_mapping(&r, 0);
	if (builder_err(m->builder) == NULL)
		rc = add_samples(m, in, &r);
	remap_fini(&r);
	return rc;
}

static void
add_types(struct merge *m)
{
	for (size_t c = 0; c < m->on.ntypes; c++)
		builder_type(m->builder,
			builder_string(m->builder,
				common_type(m->on.input[0].p,
					m->on.input[0].column[c])
					.name),
			builder_string(m->builder, m->on.unit[c]));
	if (m->on.raw)
		builder_raw(m->builder);
}

/* The rows as samples. Returns whether one of them is all zero. */
static bool
merge_add_rows(struct merge *m)
{
	bool some_zero = false;

	for (size_t row = 0; row < m->leaf.n; row++) {
		const int64_t *value = &m->value.p[row * m->width];
		bool zero = true;

		for (size_t c = 0; c < m->on.ntypes; c++)
			zero = zero && value[c] == 0;
		some_zero = some_zero || zero;
		(void)builder_sample(
			m->builder, m->leaf.p[row], m->labels.p[row], value);
	}
	return some_zero;
}

/* What the options want done to the result. */
static void
merge_finish(struct builder *b, const struct merge_options *o)
{
	struct header *h = builder_header(b);

	if (o->blank_urls)
		builder_blank_urls(b);
	if (o->all_frames)
		h->drop_frames = h->keep_frames = 0;
	if (o->comment.n > 0)
		builder_comment(b, builder_string(b, o->comment));
}

/* With the types that are common. */
static void
merge_begin(struct merge *m)
{
	m->builder = builder_new(m->options->max_memory);
	m->width = m->on.raw ? 2 * m->on.ntypes : m->on.ntypes;
	m->now = ARENA_ARRAY(&m->on.arena, int64_t, m->width);
	add_types(m);
	remap_keys_init(&m->keys, m->builder);
}

static void
merge_fini(struct merge *m)
{
	builder_free(m->builder);
	remap_keys_fini(&m->keys);
	map64_free(&m->comments);
	map64_free(&m->row_of);
	vec_free(&m->leaf);
	vec_free(&m->labels);
	vec_free(&m->value);
	arena_free(&m->on.arena);
}

/* What there is now. *again: sums of zero are left, with what only they
   use. */
static struct profile *
merge_seal(struct merge *m, bool *again)
{
	struct builder *b = m->builder;

	if (builder_err(b) == NULL)
		*again = merge_add_rows(m);
	if (!*again)
		merge_finish(b, m->options);
	m->builder = NULL;
	merge_fini(m);
	return builder_seal(b, m->err);
}

static struct profile *
merge_all(const struct merge_part *part, size_t n,
	const struct merge_options *options, bool *again, struct err *err)
{
	struct merge m = { .options = options, .err = err };
	int rc = common_init(&m.on, part, n, options->warnings, err);

	if (rc != 0) {
		arena_free(&m.on.arena);
		return NULL;
	}
	merge_begin(&m);
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = add_input(&m, &m.on.input[i]);
	if (rc == 0)
		return merge_seal(&m, again);
	merge_fini(&m);
	return NULL;
}

/* Some sums are zero: once more, to lose all that only they use. */
static struct profile *
merge_again(
	struct profile *p, const struct merge_options *options, struct err *err)
{
	const struct merge_part whole = { .profile = p, .name = STR("merged") };
	bool again = false;
	struct profile *clean = merge_all(&whole, 1, options, &again, err);

	profile_unref(p);
	return clean;
}

/* One profile: only its types are looked at. */
static struct profile *
merge_one(const struct merge_part *part, const struct merge_options *options,
	struct err *err)
{
	const struct header *h = &part->profile->header;
	struct profile *p = NULL;
	struct common on;

	if (common_init(&on, part, 1, options->warnings, err) == 0) {
		const struct common_input *in = &on.input[0];

		if (common_is_modified(&on, in) || options->comment.n > 0 ||
			(options->all_frames &&
				(h->drop_frames | h->keep_frames) != 0) ||
			(options->blank_urls && builder_has_urls(in->p))) {
			struct builder *b =
				rewrite_select(in->p, in->column, on.ntypes,
					in->default_type, options->max_memory);

			merge_finish(b, options);
			p = builder_seal(b, err);
		} else {
			p = profile_ref(in->p);
		}
	}
	arena_free(&on.arena);
	return p;
}

struct profile *
merge_profiles(const struct merge_part *part, size_t n,
	const struct merge_options *options, struct err *err)
{
	struct profile *p;
	bool again = false;

	assert(n > 0);
	if (n == 1 && part->ratio == NULL && !part->is_base)
		return merge_one(part, options, err);
	p = merge_all(part, n, options, &again, err);
	return p == NULL || !again ? p : merge_again(p, options, err);
}

/* ---- One after the other ---- */

struct merger {
	struct merge m;
	struct merge_part first; /* with a reference */
	struct err ignored;      /* of types that do not go together */
};

struct merger *
merger_new(const struct merge_part *first, const struct merge_options *options)
{
	struct merger *g = xcalloc(1, sizeof(*g));

	g->first = *first;
	g->first.profile = profile_ref(first->profile);
	g->m.options = options;
	if (common_init(&g->m.on, &g->first, 1, NULL, &g->ignored) != 0 ||
		g->m.on.raw) {
		merger_free(g);
		return NULL;
	}
	merge_begin(&g->m);
	if (add_input(&g->m, &g->m.on.input[0]) == 0)
		return g;
	merger_free(g);
	return NULL;
}

int
merger_add(struct merger *g, const struct merge_part *part, struct err *err)
{
	struct common_input in = g->m.on.input[0];
	struct common_type a = period_type_of(in.p), b;
	struct str unit;

	in.part = part;
	in.p = part->profile;
	b = period_type_of(in.p);
	if (is_scaled(part) || !same_types(g->first.profile, in.p) ||
		!str_eq(a.name, b.name) || !str_eq(a.unit, b.unit))
		return 0;
	in.period = i64_trunc(unit_scale(
		in.p->header.period, b.unit, g->m.on.period_unit, &unit));
	choose_default(&g->m.on, &in);
	g->m.err = err;
	return add_input(&g->m, &in) == 0 ? 1 : -1;
}

size_t
merger_bytes(const struct merger *g)
{
	return builder_bytes(g->m.builder);
}

struct profile *
merger_end(struct merger *g, struct err *err)
{
	const struct merge_options *options = g->m.options;
	struct profile *p;
	bool again = false;

	g->m.err = err;
	p = merge_seal(&g->m, &again);
	profile_unref(g->first.profile);
	free(g);
	return p == NULL || !again ? p : merge_again(p, options, err);
}

void
merger_free(struct merger *g)
{
	if (g == NULL)
		return;
	merge_fini(&g->m);
	profile_unref(g->first.profile);
	free(g);
}
