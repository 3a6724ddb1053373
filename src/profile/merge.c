/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging profiles: see merge.h. */
#include "config.h"

#include "profile/merge.h"

#include <assert.h>

#include "base/hash.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "profile/remap.h"
#include "profile/select.h"
#include "profile/unit.h"

#include "base/banned.h"

/* One part while it is merged. */
struct input {
	const struct merge_part *part;
	const struct profile *p;
	uint32_t *column; /* [ntypes] its columns, in the common order */
	double *ratio;    /* [ntypes] into the common units */
	int64_t period;   /* in the common unit */
	struct str default_type;
};

struct merge {
	const struct merge_options *options;
	struct err *err;
	struct arena arena; /* everything below but the rows */
	size_t n;
	struct input *input; /* [n] */
	size_t ntypes;
	bool raw;         /* values are scaled: keep what they were */
	size_t width;     /* columns of a row: ntypes, with raw ones twice */
	struct str *unit; /* [ntypes] the common units */
	struct str period_unit;
	struct builder *builder;
	/* The rows: samples are known by (leaf, labels). */
	struct map64 row_of;
	VEC(node_id) leaf;
	VEC(lset_id) labels;
	VEC(int64_t) value; /* [rows * width] */
	int64_t *now;       /* [width] values of one sample */
};

struct type {
	struct str name, unit;
};

static struct type
type_of(const struct profile *p, uint32_t column)
{
	return (struct type){ profile_str(p, p->types.type[column]),
		profile_str(p, p->types.unit[column]) };
}

static struct type
period_type_of(const struct profile *p)
{
	return (struct type){ profile_str(p, p->header.period_type),
		profile_str(p, p->header.period_unit) };
}

static void
put_type(struct strbuf *out, struct type t)
{
	utf8_put(out, t.name, false, -1);
	strbuf_addch(out, '/');
	utf8_put(out, t.unit, false, -1);
}

static void
put_types(struct strbuf *out, const struct profile *p)
{
	strbuf_addch(out, '[');
	for (uint32_t i = 0; i < p->types.n; i++) {
		if (i > 0)
			strbuf_addch(out, ' ');
		put_type(out, type_of(p, i));
	}
	strbuf_addch(out, ']');
}

/* "WHAT [cpu/nanoseconds] (a.pb.gz) and [space/bytes] (b.pb.gz)" */
static int
fail_pair(struct err *err, const char *what, const struct merge_part *a,
	const struct merge_part *b, const struct type *ta,
	const struct type *tb)
{
	struct strbuf msg = STRBUF_INIT;

	strbuf_addf(&msg, "%s ", what);
	if (ta != NULL)
		put_type(&msg, *ta);
	else
		put_types(&msg, a->profile);
	strbuf_addf(&msg, " (%.*s) and ", STR_ARG(a->name));
	if (tb != NULL)
		put_type(&msg, *tb);
	else
		put_types(&msg, b->profile);
	strbuf_addf(&msg, " (%.*s)", STR_ARG(b->name));
	err_set(err, ERR_FORMAT, "%s", strbuf_c(&msg));
	strbuf_free(&msg);
	return -1;
}

/* How often a type of that name occurs, and where first. */
static size_t
count_type(const struct profile *p, struct str name, uint32_t *first)
{
	size_t n = 0;

	for (uint32_t i = p->types.n; i > 0; i--) {
		if (!str_eq(type_of(p, i - 1).name, name))
			continue;
		*first = i - 1;
		n++;
	}
	return n;
}

static int
fail_common(struct merge *m)
{
	struct strbuf msg = STRBUF_INIT;

	strbuf_addc(&msg, "profiles have empty common sample type list");
	for (size_t i = 0; i < m->n && i < 2; i++) {
		strbuf_addf(&msg, "%s %.*s has ", i == 0 ? ":" : ",",
			STR_ARG(m->input[i].part->name));
		put_types(&msg, m->input[i].p);
	}
	err_set(m->err, ERR_FORMAT, "%s", strbuf_c(&msg));
	strbuf_free(&msg);
	return -1;
}

/* The columns whose type name each part has once, in the first one's order. */
static int
find_common(struct merge *m)
{
	const struct profile *p = m->input[0].p;

	for (size_t i = 0; i < m->n; i++)
		m->input[i].column =
			ARENA_ARRAY(&m->arena, uint32_t, p->types.n);
	for (uint32_t type = 0; type < p->types.n; type++) {
		bool common = true;

		for (size_t i = 0; i < m->n; i++)
			common = common &&
				count_type(m->input[i].p, type_of(p, type).name,
					&m->input[i].column[m->ntypes]) == 1;
		m->ntypes += common;
	}
	return m->ntypes > 0 ? 0 : fail_common(m);
}

static bool
is_modified(const struct merge *m, const struct input *in)
{
	for (uint32_t i = 0; i < m->ntypes; i++)
		if (in->column[i] != i)
			return true;
	return m->ntypes != in->p->types.n;
}

/* A part that loses columns may lose its default. */
static void
choose_default(const struct merge *m, struct input *in)
{
	in->default_type = profile_str(in->p, in->p->header.default_type);
	if (!is_modified(m, in))
		return;
	for (size_t i = 0; i < m->ntypes; i++)
		if (str_eq(type_of(in->p, in->column[i]).name,
			    in->default_type))
			return;
	in->default_type = type_of(in->p, in->column[0]).name;
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
finer(struct merge *m, const char *what, struct type *best, struct type t,
	size_t at)
{
	struct str unit;

	if (!str_eq(without_s(best->name), without_s(t.name)) ||
		!unit_compatible(best->unit, t.unit))
		return fail_pair(m->err, what, m->input[0].part,
			m->input[at].part, best, &t);
	if (unit_scale(1, t.unit, best->unit, &unit) < 1)
		*best = t;
	return 0;
}

static int
choose_units(struct merge *m)
{
	struct type best = period_type_of(m->input[0].p);

	for (size_t i = 1; i < m->n; i++)
		if (finer(m, "period type: incompatible types:", &best,
			    period_type_of(m->input[i].p), i) != 0)
			return -1;
	m->period_unit = best.unit;
	m->unit = ARENA_ARRAY(&m->arena, struct str, m->ntypes);
	for (size_t c = 0; c < m->ntypes; c++) {
		best = type_of(m->input[0].p, m->input[0].column[c]);
		for (size_t i = 1; i < m->n; i++)
			if (finer(m, "sample types: incompatible types:", &best,
				    type_of(m->input[i].p,
					    m->input[i].column[c]),
				    i) != 0)
				return -1;
		m->unit[c] = best.unit;
	}
	return 0;
}

/* After choose_units(): what each part's numbers are to be multiplied by. */
static int
convert_units(struct merge *m)
{
	struct type first = period_type_of(m->input[0].p);
	struct str unit;

	for (size_t i = 0; i < m->n; i++) {
		struct input *in = &m->input[i];
		struct type period = period_type_of(in->p);

		if (!str_eq(period.name, first.name))
			return fail_pair(m->err, "incompatible period types",
				m->input[0].part, in->part, &first, &period);
		in->period = i64_trunc(unit_scale(in->p->header.period,
			period.unit, m->period_unit, &unit));
		in->ratio = ARENA_ARRAY(&m->arena, double, m->ntypes);
		for (size_t c = 0; c < m->ntypes; c++)
			in->ratio[c] = unit_scale(1,
				type_of(in->p, in->column[c]).unit, m->unit[c],
				&unit);
	}
	return 0;
}

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
values(struct merge *m, const struct input *in, size_t sample)
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
	for (size_t c = 0; c < m->ntypes; c++) {
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
raw_values(struct merge *m, const struct input *in, size_t sample)
{
	const double *ratio = in->part->ratio;
	int64_t *const *column = in->p->sample.raw != NULL
		? in->p->sample.raw
		: in->p->sample.value;

	for (size_t c = 0; c < m->ntypes; c++) {
		int64_t v = column[in->column[c]][sample];

		if (ratio != NULL && ratio[in->column[c]] < 0)
			v = i64_wrap_sub(0, v);
		if (in->ratio[c] != 1)
			v = times(v, in->ratio[c]);
		m->now[m->ntypes + c] = v;
	}
}

static void
add_row(struct merge *m, node_id leaf, lset_id labels)
{
	uint32_t *row = map64_at(&m->row_of, (uint64_t)leaf << 32 | labels);

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

static int
add_samples(struct merge *m, const struct input *in, struct remap *r)
{
	for (size_t s = 0; s < in->p->sample.n; s++) {
		node_id leaf;
		lset_id labels;

		if (s % 4096 == 0 && progress_stopped(m->options->progress))
			return err_set(m->err, ERR_CANCELLED, "cancelled");
		if (!values(m, in, s))
			continue;
		if (m->raw)
			raw_values(m, in, s);
		leaf = remap_stack(r, in->p->sample.leaf[s]);
		labels = remap_labels(r, in->p->sample.labels[s]);
		if (leaf == NONE || labels == NONE)
			return 0; /* the builder has the error */
		add_row(m, leaf, labels);
	}
	return 0;
}

/* Each in their order: the first that is not empty. */
static str_id
first_string(struct merge *m, str_id now, struct str next)
{
	return now != 0 ? now : builder_string(m->builder, next);
}

/* seen: comments by their id; the empty one is one, too. */
static void
add_comments(struct merge *m, struct remap *r, struct map64 *seen)
{
	const struct header *h = &r->profile->header;

	for (uint32_t i = 0; i < h->ncomments; i++) {
		str_id text = remap_string(r, h->comment[i]);

		if (map64_get(seen, text) != NONE)
			continue;
		map64_put(seen, text, 1);
		builder_comment(m->builder, text);
	}
}

static void
add_header(struct merge *m, const struct input *in, struct remap *r,
	struct map64 *comments)
{
	const struct header *h = &in->p->header;
	struct header *to = builder_header(m->builder);

	if (in == &m->input[0]) {
		to->period_type = remap_string(r, h->period_type);
		to->period_unit = builder_string(m->builder, m->period_unit);
		to->drop_frames = remap_string(r, h->drop_frames);
		to->keep_frames = remap_string(r, h->keep_frames);
	}
	/* pprof's rules: a zero is replaced by anything; and a later profile
	   without a time makes it unknown. */
	if (to->period == 0 || to->period < in->period)
		to->period = in->period;
	to->duration_nanos =
		i64_wrap_add(to->duration_nanos, h->duration_nanos);
	if (to->time_nanos == 0 || h->time_nanos < to->time_nanos)
		to->time_nanos = h->time_nanos;
	to->default_type = first_string(m, to->default_type, in->default_type);
	to->doc_url =
		first_string(m, to->doc_url, profile_str(in->p, h->doc_url));
	add_comments(m, r, comments);
}

static int
add_inputs(struct merge *m, struct remap_keys *keys)
{
	struct map64 comments = MAP64_INIT;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < m->n; i++) {
		struct input *in = &m->input[i];
		struct remap r;

		remap_init(&r, keys, in->p);
		if (in->part->is_base)
			r.extra = (struct label){
				.key = builder_string(
					m->builder, STR("pprof::base")),
				.str = builder_string(m->builder, STR("true")),
			};
		add_header(m, in, &r, &comments);
		/* The first mapping is the main binary: it stays first. */
		if (builder_mappings(m->builder) == 0 && in->p->map.n > 0)
			(void)remap_mapping(&r, 0);
		if (builder_err(m->builder) == NULL)
			rc = add_samples(m, in, &r);
		remap_fini(&r);
	}
	map64_free(&comments);
	return rc;
}

static void
add_types(struct merge *m)
{
	for (size_t c = 0; c < m->ntypes; c++)
		builder_type(m->builder,
			builder_string(m->builder,
				type_of(m->input[0].p, m->input[0].column[c])
					.name),
			builder_string(m->builder, m->unit[c]));
	if (m->raw)
		builder_raw(m->builder);
}

/* The rows as samples. Returns whether one of them is all zero. */
static bool
add_rows(struct merge *m)
{
	bool some_zero = false;

	for (size_t row = 0; row < m->leaf.n; row++) {
		const int64_t *value = &m->value.p[row * m->width];
		bool zero = true;

		for (size_t c = 0; c < m->ntypes; c++)
			zero = zero && value[c] == 0;
		some_zero = some_zero || zero;
		(void)builder_sample(
			m->builder, m->leaf.p[row], m->labels.p[row], value);
	}
	return some_zero;
}

/* Merge once. *again: sums of zero are left, with what only they use. */
static struct profile *
merge_once(struct merge *m, bool *again)
{
	struct remap_keys keys;
	int rc;

	m->builder = builder_new(m->options->max_memory);
	m->width = m->raw ? 2 * m->ntypes : m->ntypes;
	m->now = ARENA_ARRAY(&m->arena, int64_t, m->width);
	add_types(m);
	remap_keys_init(&keys, m->builder);
	rc = add_inputs(m, &keys);
	remap_keys_fini(&keys);
	if (rc == 0 && builder_err(m->builder) == NULL)
		*again = add_rows(m);
	map64_free(&m->row_of);
	vec_free(&m->leaf);
	vec_free(&m->labels);
	vec_free(&m->value);
	if (rc != 0) {
		builder_free(m->builder);
		return NULL;
	}
	if (m->options->blank_urls && !*again)
		builder_blank_urls(m->builder);
	if (m->options->comment.n > 0 && !*again)
		builder_comment(m->builder,
			builder_string(m->builder, m->options->comment));
	return builder_seal(m->builder, m->err);
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

static int
prepare(struct merge *m, const struct merge_part *part)
{
	m->input = ARENA_ZARRAY(&m->arena, struct input, m->n);
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

static struct profile *
merge_parts(const struct merge_part *part, size_t n,
	const struct merge_options *options, bool *again, struct err *err)
{
	struct merge m = { .options = options, .err = err, .n = n };
	struct profile *p = NULL;

	if (prepare(&m, part) == 0)
		p = merge_once(&m, again);
	arena_free(&m.arena);
	return p;
}

/* One profile: only its types are looked at. */
static struct profile *
merge_one(const struct merge_part *part, const struct merge_options *options,
	struct err *err)
{
	struct merge m = { .options = options, .err = err, .n = 1 };
	struct input *in;
	struct profile *p = NULL;

	if (prepare(&m, part) == 0) {
		in = &m.input[0];
		p = !is_modified(&m, in)
			? profile_ref(in->p)
			: profile_select(in->p, in->column, m.ntypes,
				  in->default_type, options->max_memory, err);
	}
	arena_free(&m.arena);
	return p;
}

struct profile *
merge_profiles(const struct merge_part *part, size_t n,
	const struct merge_options *options, struct err *err)
{
	struct merge_part whole = { .name = STR("merged") };
	struct profile *p, *clean;
	bool again = false;

	assert(n > 0);
	if (n == 1 && part->ratio == NULL && !part->is_base)
		return merge_one(part, options, err);
	p = merge_parts(part, n, options, &again, err);
	if (p == NULL || !again)
		return p;
	/* Some sums are zero: once more, to lose all that only they use. */
	whole.profile = p;
	clean = merge_parts(&whole, 1, options, &again, err);
	profile_unref(p);
	return clean;
}

static bool
same_types(const struct profile *a, const struct profile *b)
{
	if (a->types.n != b->types.n)
		return false;
	for (uint32_t i = 0; i < a->types.n; i++)
		if (!str_eq(type_of(a, i).name, type_of(b, i).name) ||
			!str_eq(type_of(a, i).unit, type_of(b, i).unit))
			return false;
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
	double *ratio, struct err *err)
{
	const struct profile *s = source->profile, *b = base->profile;
	struct type ts = period_type_of(s), tb = period_type_of(b);

	if (!str_eq(ts.name, tb.name) || !str_eq(ts.unit, tb.unit))
		return fail_pair(err, "incompatible period types", source, base,
			&ts, &tb);
	if (!same_types(s, b))
		return fail_pair(err, "incompatible sample types", source, base,
			NULL, NULL);
	for (uint32_t c = 0; c < s->types.n; c++) {
		double sum = column_sum(s, c);

		ratio[c] = sum == 0 ? 0 : column_sum(b, c) / sum;
	}
	return 0;
}
