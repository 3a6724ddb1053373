/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging profiles: see merge.h. */
#include "config.h"

#include "profile/merge.h"

#include <assert.h>

#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "profile/common.h"
#include "profile/remap.h"
#include "profile/select.h"

#include "base/banned.h"

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
add_samples(struct merge *m, const struct common_input *in, struct remap *r)
{
	for (size_t s = 0; s < in->p->sample.n; s++) {
		node_id leaf;
		lset_id labels;

		if (s % 4096 == 0 && progress_stopped(m->options->progress))
			return err_set(m->err, ERR_CANCELLED, "cancelled");
		if (!values(m, in, s))
			continue;
		if (m->on.raw)
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
add_header(struct merge *m, const struct common_input *in, struct remap *r,
	struct map64 *comments)
{
	const struct header *h = &in->p->header;
	struct header *to = builder_header(m->builder);

	if (in == &m->on.input[0]) {
		to->period_type = remap_string(r, h->period_type);
		to->period_unit = builder_string(m->builder, m->on.period_unit);
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

	for (size_t i = 0; rc == 0 && i < m->on.n; i++) {
		struct common_input *in = &m->on.input[i];
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
add_rows(struct merge *m)
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
finish(struct builder *b, const struct merge_options *o)
{
	struct header *h = builder_header(b);

	if (o->blank_urls)
		builder_blank_urls(b);
	if (o->all_frames)
		h->drop_frames = h->keep_frames = 0;
	if (o->comment.n > 0)
		builder_comment(b, builder_string(b, o->comment));
}

/* Merge once. *again: sums of zero are left, with what only they use. */
static struct profile *
merge_once(struct merge *m, bool *again)
{
	struct remap_keys keys;
	int rc;

	m->builder = builder_new(m->options->max_memory);
	m->width = m->on.raw ? 2 * m->on.ntypes : m->on.ntypes;
	m->now = ARENA_ARRAY(&m->on.arena, int64_t, m->width);
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
	if (!*again)
		finish(m->builder, m->options);
	return builder_seal(m->builder, m->err);
}

static struct profile *
merge_parts(const struct merge_part *part, size_t n,
	const struct merge_options *options, bool *again, struct err *err)
{
	struct merge m = { .options = options, .err = err };
	struct profile *p = NULL;

	if (common_init(&m.on, part, n, options->warnings, err) == 0)
		p = merge_once(&m, again);
	common_fini(&m.on);
	return p;
}

static bool
has_finish(const struct profile *p, const struct merge_options *o)
{
	const struct header *h = &p->header;

	return o->comment.n > 0 ||
		(o->all_frames && (h->drop_frames | h->keep_frames) != 0) ||
		(o->blank_urls && builder_has_urls(p));
}

/* One profile: only its types are looked at. */
static struct profile *
merge_one(const struct merge_part *part, const struct merge_options *options,
	struct err *err)
{
	struct merge m = { .options = options, .err = err };
	struct common_input *in;
	struct profile *p = NULL;
	struct builder *b;

	if (common_init(&m.on, part, 1, options->warnings, err) == 0) {
		in = &m.on.input[0];
		if (common_is_modified(&m.on, in) ||
			has_finish(in->p, options)) {
			b = profile_select(in->p, in->column, m.on.ntypes,
				in->default_type, options->max_memory);
			finish(b, options);
			p = builder_seal(b, err);
		} else {
			p = profile_ref(in->p);
		}
	}
	common_fini(&m.on);
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
