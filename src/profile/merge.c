/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several profiles merged into one. */
#include "prelude.h"

#include "profile/merge.h"

#include <assert.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/threads.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/builder.h"
#include "profile/labels.h"
#include "profile/merge_internal.h"
#include "profile/rewrite.h"
#include "profile/scale.h"
#include "profile/unit.h"

struct merge {
	const struct merge_options *options;
	struct err *err;
	struct common on;
	size_t width;   /* values per row: on.ntypes, or twice that if raw */
	size_t zeros;   /* drop a row if its first `zeros` values are 0 */
	bool keeps_raw; /* keep samples whose raw values are not 0 */
	struct builder *builder;
	/* The rows. The first `listed` ones are in row_of, whose keys are
	   leaf << 32 | labels. */
	struct map64 row_of;
	size_t listed;
	VEC(node_id) leaf;
	VEC(lset_id) labels;
	VEC(int64_t) value; /* [rows * width] */
	int64_t *now;       /* [width] values of the current sample */
	struct remap_keys keys;
	struct map64 comments; /* ids of the comments added so far */
	VEC(str_id) waits;     /* comments of the last stack dump */
	int64_t waits_at;
	bool has_header;       /* the first part's header was added */
	bool lacks_totals;     /* a part has no call graph */
};

/* Return v * ratio, rounded half away from zero; INT64_MIN if it is too large,
   as in pprof. */
static int64_t
times(int64_t v, double ratio)
{
	double x = (double)v * ratio;
	int64_t whole = i64_trunc(x);
	double rest = whole == INT64_MIN ? 0 : x - (double)whole;

	/* Negate exactly: a double cannot represent every int64_t. */
	if (ratio == -1)
		return i64_wrap_sub(0, v);

	return whole + (rest >= 0.5) - (rest <= -0.5);
}

/* Set m->now to a sample's values in the common columns and units. False if a
   step reduces all values that it changes to zero, or all end up as zero. */
static bool
row_values(struct merge *m, const struct common_input *in,
	int64_t *const *column, const double *ratio, size_t sample)
{
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

/* True if a part is a base scaled with of_sums, or the result of an earlier
   merge with such a base. */
static bool
keeps_raw_of(const struct merge_part *part)
{
	return part->of_sums && (part->is_base || part->ratio == NULL);
}

/* Return the columns with the values before scaling. */
static int64_t *const *
raw_columns(const struct profile *p)
{
	return p->sample.raw != NULL ? p->sample.raw : p->sample.value;
}

static bool
values(struct merge *m, const struct common_input *in, size_t sample)
{
	bool keep = row_values(m, in,
		in->scaled != NULL ? in->scaled : in->p->sample.value,
		in->scaled != NULL ? NULL : in->part->ratio, sample);

	for (size_t c = 0; m->keeps_raw && !keep && c < m->on.ntypes; c++)
		keep = raw_columns(in->p)[in->column[c]][sample] != 0;
	return keep;
}

/* Compute a sample's raw values, to which only the sign of a ratio applies. */
static void
raw_values(struct merge *m, const struct common_input *in, size_t sample)
{
	const double *ratio = in->part->ratio;
	int64_t *const *column = raw_columns(in->p);

	for (size_t c = 0; c < m->on.ntypes; c++) {
		int64_t v = column[in->column[c]][sample];

		if (ratio != NULL && ratio[in->column[c]] < 0)
			v = i64_wrap_sub(0, v);
		if (in->ratio[c] != 1)
			v = times(v, in->ratio[c]);
		m->now[m->on.ntypes + c] = v;
	}
}

/* Append a row with the values in m->now. */
static void
new_row(struct merge *m, node_id leaf, lset_id labels)
{
	vec_push(&m->leaf, leaf);
	vec_push(&m->labels, labels);
	for (size_t c = 0; c < m->width; c++)
		vec_push(&m->value, m->now[c]);
}

/* True if adding m->now to a row would exceed 64 bits and should not wrap
   around. */
static bool
stays_apart(const struct merge *m, const struct common_input *in, uint32_t row)
{
	bool is_beyond = false;
	int64_t sum;

	for (size_t c = 0; c < m->width; c++)
		is_beyond |= __builtin_add_overflow(
			m->value.p[row * m->width + c], m->now[c], &sum);
	if (!is_beyond || m->options->clamps ||
		in->p->header.names == NAMES_OTHER)
		return is_beyond;
	warnings_add(m->options->warnings,
		"sums are beyond 64 bits and wrap around, as in pprof");
	return false;
}

/* TOGETHER: samples whose rows are prefetched together, as finding a row in a
   large table is a cache miss. */
enum { TOGETHER = 32, MANY_NODES = 4096 };

/* Add samples from .. to - 1. False if the builder has failed. */
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

	/* Prefetch the new ids of the samples from `to` on. */
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
		uint64_t key = kept[i].key;
		uint32_t *row = map64_at(&m->row_of, key);

		(void)values(m, in, kept[i].sample);
		if (m->on.raw)
			raw_values(m, in, kept[i].sample);
		if (*row == NONE || stays_apart(m, in, *row)) {
			*row = (uint32_t)m->leaf.n;
			m->listed++;
			new_row(m, (node_id)(key >> 32), (lset_id)key);
		} else {
			for (size_t c = 0; c < m->width; c++) {
				int64_t *sum = &m->value.p[*row * m->width + c];

				*sum = i64_wrap_add(*sum, m->now[c]);
			}
		}
	}
	return true;
}

/* True if no sample of a part is dropped. */
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
	const struct profile *p = in->p;
	const node_id *leaf = p->sample.leaf;
	const lset_id *labels = p->sample.labels;
	size_t n = p->sample.n, new_ones, rows;
	lset_id sets = builder_label_sets(m->builder);
	struct bits taken;
	bool are;

	if (builder_err(m->builder) != NULL)
		return 0;
	if (!r->distinct && p->trie.n >= MANY_NODES && all_stay(m, in) &&
		!remap_stacks(r, m->options->progress))
		return err_set(m->err, ERR_CANCELLED, "cancelled");
	/* Samples of the first part or of a base usually need new rows. */
	new_ones = m->leaf.n == 0 || in->part->is_base ? n : 0;
	rows = m->leaf.n + new_ones;
	vec_reserve(&m->leaf, rows);
	vec_reserve(&m->labels, rows);
	vec_reserve(&m->value, mul_size(rows, m->width));
	/* If all samples have different stacks, and no earlier row has their
	   labels, as is usual for a base, each sample becomes a new row. */
	are = r->distinct && (m->leaf.n == 0 || in->part->is_base);
	taken = bits_new(are ? p->trie.n : 0);
	for (size_t s = 0; s < n && are; s++) {
		lset_id set = remap_labels(r, labels[s]);

		are = !bits_get(&taken, leaf[s]) && set != NONE &&
			(m->leaf.n == 0 || set >= sets);
		bits_set(&taken, leaf[s]);
	}
	free(taken.word);
	for (size_t s = 0; are && s < n && builder_goes_on(m->builder, s);
		s++) {
		if (s + TOGETHER < n)
			remap_ahead(
				r, leaf[s + TOGETHER], labels[s + TOGETHER]);
		if (!values(m, in, s))
			continue;
		if (m->on.raw)
			raw_values(m, in, s);
		new_row(m, remap_stack(r, leaf[s]), remap_labels(r, labels[s]));
	}
	if (are)
		return 0;
	/* Index all rows, as the next samples may be added to them. */
	map64_reserve(&m->row_of, rows);
	for (; m->listed < m->leaf.n; m->listed++)
		map64_put(&m->row_of,
			(uint64_t)m->leaf.p[m->listed] << 32 |
				m->labels.p[m->listed],
			(uint32_t)m->listed);
	for (size_t s = 0; s < n; s += TOGETHER) {
		if (s % 4096 == 0 && progress_stopped(m->options->progress))
			return err_set(m->err, ERR_CANCELLED, "cancelled");
		if (!add_together(
			    m, in, r, s, n - s < TOGETHER ? n : s + TOGETHER))
			return 0;
	}
	return 0;
}

/* Add a part's call-graph totals. If any part has none, all are dropped. */
static void
merge_add_totals(
	struct merge *m, const struct common_input *in, struct remap *r)
{
	const struct callgraph *g = in->p->callgraph;
	struct callgraph_rows *to = builder_callgraph(m->builder);

	m->lacks_totals |= g == NULL;
	for (uint32_t i = 0; g != NULL && !m->lacks_totals && i < g->n; i++) {
		struct callgraph_row row = g->row[i];

		row.is_base |= in->part->is_base;
		row.func = remap_function(r, row.func);
		if (row.target != NONE) {
			row.target = remap_function(r, row.target);
			row.loc = remap_location(r, row.loc);
		}
		if (builder_err(m->builder) != NULL)
			return;
		memset(m->now, 0, m->on.ntypes * sizeof(*m->now));
		(void)row_values(m, in, g->value, in->part->ratio, i);
		vec_push(&to->row, row);
		for (size_t c = 0; c < m->on.ntypes; c++)
			vec_push(&to->value, m->now[c]);
	}
	if (m->lacks_totals)
		callgraph_rows_free(to);
}

static void
add_header(struct merge *m, const struct common_input *in, struct remap *r)
{
	const struct header *h = &in->p->header;
	struct header *to = builder_header(m->builder);
	struct str unit = common_period_type(in->p).unit, made;
	int64_t until;
	bool is_last, ignored;

	if (!m->has_header) {
		m->has_header = true;
		to->names = h->names;
		to->exact = h->exact;
		to->by_place = h->by_place;
		to->period_type = remap_string(r, h->period_type);
		to->period_unit = builder_string(m->builder, m->on.period_unit);
		to->drop_frames = remap_string(r, h->drop_frames);
		to->keep_frames = remap_string(r, h->keep_frames);
	}
	/* pprof's rules apply only if pprof can read all the formats. */
	if (to->names != h->names)
		to->names = to->names == NAMES_OTHER || h->names == NAMES_OTHER
			? NAMES_OTHER
			: NAMES_PROTO;
	to->by_place = to->by_place && h->by_place;
	/* pprof keeps the largest period and the earliest time, except that a
	   later profile without a time makes the time unknown. */
	if (to->period == 0 || to->period < in->period)
		to->period = in->period;
	/* Add the part to its side; a comparison is added to both sides. */
	for (unsigned base = 0; base < 2; base++) {
		struct sampling s = h->side[base];
		struct sampling *add_to;
		bool has_samples;
		bool differ;

		if (!h->has_base) {
			if (in->part->is_base != (base == 1))
				continue;
			s.mixed = h->side[0].mixed;
			s.period = h->period;
			s.duration_nanos = h->duration_nanos;
		} else if (!s.is_set) {
			continue;
		}
		s.period = i64_trunc(
			unit_scale(s.period, unit, m->on.period_unit, &made));
		add_to = &to->side[base];
		has_samples = in->p->sample.n > 0;
		differ = has_samples && add_to->is_set &&
			add_to->period != s.period;
		add_to->mixed = add_to->mixed || s.mixed || differ;
		if (has_samples || !add_to->is_set)
			add_to->period = s.period;
		add_to->is_set = add_to->is_set || has_samples;
		add_to->duration_nanos =
			i64_wrap_add(add_to->duration_nanos, s.duration_nanos);
	}
	to->normalized = to->normalized || h->normalized;
	to->summed = to->summed || h->summed;
	to->exact = to->exact && h->exact;
	to->has_base = to->has_base || h->has_base || in->part->is_base;
	to->duration_nanos =
		i64_wrap_add(to->duration_nanos, h->duration_nanos);
	if (to->time_nanos == 0 || h->time_nanos < to->time_nanos)
		to->time_nanos = h->time_nanos;
	/* The first default type and URL that are not empty are kept. */
	if (to->default_type == 0)
		to->default_type = builder_string(m->builder, in->default_type);
	if (to->doc_url == 0)
		to->doc_url = remap_string(r, h->doc_url);
	/* A stack dump's sentences describe one moment: keep those of the last
	   dump. A file with several dumps has those of its last one. */
	until = i64_add(h->time_nanos, h->duration_nanos, &ignored);
	is_last = !in->part->is_base &&
		(h->time_nanos == 0 || until >= m->waits_at);
	if (is_last) {
		m->waits.n = 0;
		m->waits_at = until;
	}
	/* Add each comment once, even an empty one. */
	for (uint32_t i = 0; i < h->ncomments; i++) {
		str_id text = remap_string(r, h->comment[i]);

		if (str_starts(profile_str(in->p, h->comment[i]),
			    STR(COMMENT_WAITS))) {
			if (is_last)
				vec_push(&m->waits, text);
			continue;
		}
		if (map64_get(&m->comments, text) == NONE)
			builder_comment(m->builder, text);
		map64_put(&m->comments, text, 1);
	}
}

/* Add a part's header and main binary, and prepare the label of a base. */
static void
begin_input(struct merge *m, const struct common_input *in, struct remap *r)
{
	if (in->part->is_base)
		r->extra = (struct label){
			.key = builder_string(m->builder, STR(LABEL_BASE)),
			.str = builder_string(m->builder, STR("true")),
		};
	add_header(m, in, r);
	/* Mapping 0 is the main binary: keep it first. */
	if (builder_mappings(m->builder) == 0 && in->p->map.n > 0)
		(void)remap_mapping(r, 0);
}

static int
add_input(struct merge *m, const struct common_input *in)
{
	struct remap r;
	int rc;

	remap_init(&r, &m->keys, in->p, in->part->stacks);
	begin_input(m, in, &r);
	rc = add_samples(m, in, &r);
	merge_add_totals(m, in, &r);
	remap_fini(&r);
	return rc;
}

/* ---- Two profiles, merged as a whole ---- */

struct two {
	struct merge *m;
	struct remap remap[2];
	bool is[2]; /* remap_find_uses() succeeded */
};

/* Do one of three pieces of work: 0 and 1 find the uses of locations in one
   profile each, 2 maps the strings of both. */
static void
prepare_two(void *arg, unsigned thread, unsigned piece)
{
	struct two *t = arg;

	(void)thread;
	if (piece < 2)
		t->is[piece] = remap_find_uses(
			&t->remap[piece], t->m->options->progress);
	for (size_t k = 0; k < 2 && piece == 2; k++)
		remap_strings(&t->remap[k]);
}

/* Apply the options to the result. */
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

/* Set up the builder with the common types. */
static void
merge_begin(struct merge *m)
{
	m->builder = builder_new(m->options->max_memory);
	builder_watch(m->builder, m->options->progress);
	m->width = m->on.raw ? 2 * m->on.ntypes : m->on.ntypes;
	for (size_t i = 0; i < m->on.n; i++) {
		struct common_input *in = &m->on.input[i];

		m->keeps_raw |= keeps_raw_of(in->part);
		if (in->part->of_sums && in->part->ratio != NULL)
			in->scaled = scale_values(
				in->p, in->part->ratio, &m->on.arena);
	}
	m->zeros = m->keeps_raw ? m->width : m->on.ntypes;
	m->now = ARENA_ARRAY(&m->on.arena, int64_t, m->width);
	for (size_t c = 0; c < m->on.ntypes; c++)
		builder_type(m->builder,
			builder_string(m->builder,
				common_type_of(m->on.input[0].p,
					m->on.input[0].column[c])
					.name),
			builder_string(m->builder, m->on.unit[c]));
	if (m->on.raw)
		builder_raw(m->builder);
	remap_keys_init(&m->keys, m->builder);
}

static void
merge_fini(struct merge *m)
{
	builder_free(m->builder);
	remap_keys_fini(&m->keys);
	map64_free(&m->comments);
	vec_free(&m->waits);
	map64_free(&m->row_of);
	vec_free(&m->leaf);
	vec_free(&m->labels);
	vec_free(&m->value);
	arena_free(&m->on.arena);
}

/* Seal the merged profile and free *m. *again: some sums are zero, so
   merge_again() must drop their samples. */
static struct profile *
merge_seal(struct merge *m, bool *again)
{
	struct builder *b = m->builder;

	for (size_t i = 0; i < m->waits.n; i++)
		builder_comment(b, m->waits.p[i]);
	if (builder_err(b) == NULL) {
		/* Turn the rows into samples. */
		for (size_t row = 0; row < m->leaf.n; row++) {
			const int64_t *value = &m->value.p[row * m->width];
			bool zero = true;

			for (size_t c = 0; c < m->zeros; c++)
				zero = zero && value[c] == 0;
			*again = *again || zero;
			(void)builder_sample(
				b, m->leaf.p[row], m->labels.p[row], value);
		}
	}
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
	if (n == 2) {
		const struct common_input *in = m.on.input;
		struct two t = { .m = &m };
		bool whole = true, begun;

		/* Merge the two tries as a whole if possible; else add one
		   profile after the other. New locations get the same ids
		   either way. */
		for (size_t k = 0; k < 2; k++) {
			remap_init(&t.remap[k], &m.keys, in[k].p, NULL);
			whole = whole && all_stay(&m, &in[k]);
		}
		if (whole)
			pieces_do(3, prepare_two, &t);
		whole = whole && t.is[0] && t.is[1];
		begin_input(&m, &in[0], &t.remap[0]);
		begun = whole;
		if (whole) {
			whole = remap_uses(&t.remap[0]);
			begin_input(&m, &in[1], &t.remap[1]);
			whole = remap_uses(&t.remap[1]) && whole;
		}
		if (whole)
			(void)remap_graft(t.remap);
		rc = add_samples(&m, &in[0], &t.remap[0]);
		if (!begun)
			begin_input(&m, &in[1], &t.remap[1]);
		if (rc == 0)
			rc = add_samples(&m, &in[1], &t.remap[1]);
		for (size_t k = 0; k < 2; k++) {
			merge_add_totals(&m, &in[k], &t.remap[k]);
			remap_fini(&t.remap[k]);
		}
	} else
		for (size_t i = 0; rc == 0 && i < n; i++)
			rc = add_input(&m, &m.on.input[i]);
	if (rc == 0)
		return merge_seal(&m, again);
	merge_fini(&m);
	return NULL;
}

/* Merge p once more to drop zero samples and unused rows. Unreferences p. */
static struct profile *
merge_again(struct profile *p, bool keeps_raw,
	const struct merge_options *options, struct err *err)
{
	const struct merge_part whole = {
		.profile = p, .name = STR("merged"), .of_sums = keeps_raw
	};
	bool again = false;
	struct profile *clean = merge_all(&whole, 1, options, &again, err);

	profile_unref(p);
	return clean;
}

struct profile *
merge_profiles(const struct merge_part *part, size_t n,
	const struct merge_options *options, struct err *err)
{
	struct profile *p;
	bool again = false, keeps_raw = false;

	assert(n > 0);
	if (n == 1 && part->ratio == NULL && !part->is_base) {
		const struct header *h = &part->profile->header;
		struct profile *q = NULL;
		struct common on;

		/* A single profile: only check its types. */
		if (common_init(&on, part, 1, options->warnings, err) == 0) {
			const struct common_input *in = &on.input[0];

			if (common_is_modified(&on, in) ||
				options->comment.n > 0 ||
				(options->all_frames &&
					(h->drop_frames | h->keep_frames) !=
						0) ||
				(options->blank_urls &&
					builder_has_urls(in->p))) {
				struct builder *b = rewrite_select(in->p,
					in->column, on.ntypes, in->default_type,
					options->max_memory);

				merge_finish(b, options);
				q = builder_seal(b, err);
			} else {
				q = profile_ref(in->p);
			}
		}
		arena_free(&on.arena);
		return q;
	}
	p = merge_all(part, n, options, &again, err);
	for (size_t i = 0; i < n; i++)
		keeps_raw |= keeps_raw_of(&part[i]);
	return p == NULL || !again ? p
				   : merge_again(p, keeps_raw, options, err);
}

/* ---- Profiles merged one after the other ---- */

struct merger {
	struct merge m;
	struct merge_part first; /* holds a reference to its profile */
	struct err ignored;      /* set by common_init() and not shown */
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
	g->m.err = &g->ignored; /* stopping in the first part is not an error */
	if (add_input(&g->m, &g->m.on.input[0]) == 0)
		return g;
	merger_free(g);
	return NULL;
}

int
merger_add(
	struct merger *g, const struct merge_part *part, struct err *err)
{
	struct common_input in = g->m.on.input[0];
	struct common_type a = common_period_type(in.p), b;
	struct str unit;

	in.part = part;
	in.p = part->profile;
	b = common_period_type(in.p);
	if (common_is_scaled(part) ||
		!common_same_types(g->first.profile, in.p) ||
		!str_eq(a.name, b.name) || !str_eq(a.unit, b.unit))
		return 0;
	in.period = i64_trunc(unit_scale(
		in.p->header.period, b.unit, g->m.on.period_unit, &unit));
	common_choose_default(&g->m.on, &in);
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
	return p == NULL || !again ? p : merge_again(p, false, options, err);
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
