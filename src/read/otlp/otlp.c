/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads OpenTelemetry's profiles in protobuf. The schema is not final, and a
 * file does not contain its version. Fields of a sample:
 *
 *     sample      stack  attributes  link  values  times     since
 *     SCHEMA_A      1        2         3      4      5       1.10, 2026
 *     SCHEMA_B      1        3         4      2      5       1.8
 *     SCHEMA_C     1, 2      4         5      3      6       1.7, 2025-05
 *
 * In SCHEMA_C a stack is a range of the profile's locations. Older schemas have
 * no dictionary and are refused.
 */
#include "prelude.h"

#include "read/otlp/otlp.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/vec.h"
#include "input/zstd.h"
#include "read/protowire.h"

/* ---- Layouts ---- */

enum otlp_schema { SCHEMA_A, SCHEMA_B, SCHEMA_C, SCHEMA_JSON, SCHEMAS };

static const struct otlp_layout {
	struct {
		unsigned stack, attributes, link, values, times, start, length;
	} sample;
	struct {
		unsigned samples, time, duration, period_type, period,
			locations;
	} profile;
	unsigned location_attributes;
} layouts[SCHEMAS] = {
	[SCHEMA_A] = { { 1, 2, 3, 4, 5, 0, 0 }, { 2, 3, 4, 5, 6, 0 }, 4 },
	[SCHEMA_B] = { { 1, 3, 4, 2, 5, 0, 0 }, { 2, 3, 4, 5, 6, 0 }, 4 },
	[SCHEMA_C] = { { 0, 4, 5, 3, 6, 1, 2 }, { 2, 4, 5, 6, 7, 3 }, 5 },
	[SCHEMA_JSON] = { { 1, 2, 3, 4, 5, OTLP_JSON_START, OTLP_JSON_LENGTH },
		{ 2, 3, 4, 5, 6, OTLP_JSON_LOCATIONS }, 4 },
};

struct otlp_type {
	str_id type, unit;
	str_id name; /* name of the column; with the unit if not unique */
};

/* The parts of a Profile that apply to all its samples. */
struct otlp_profile {
	VEC(uint32_t) column; /* [type] column, or NONE */
	uint32_t cpu;         /* column of CPU time, or NONE */
	bool counted;         /* the type's unit is "count" */
	int64_t time, period;
	VEC(uint64_t) location; /* only in SCHEMA_C */
	struct map64 range;     /* (start, length) of locations -> stack */
};

/* Rows for builder_bulk(). */
struct otlp_rows_out {
	bool times;
	size_t held;     /* bytes taken from the budget */
	struct map64 at; /* (stack, labels) -> row, without times */
	VEC(uint32_t) stack;
	VEC(lset_id) labels;
	VEC(int64_t) time;
	struct {
		VEC(int64_t) v;
	} * column; /* [type] */
};

struct otlp {
	struct otlp_dict d;
	bool is_json;
	const struct otlp_layout *layout;
	/* Evidence for one of the schemas, found in samples. */
	bool is_c, four_many, three_many, no_values, beyond_b;
	/* The first pass: */
	VEC(struct otlp_type) type;
	bool has_five, has_six; /* has field 5, times in A and B; 6, in C */
	bool is_counted;
	/* The second pass: */
	struct otlp_rows_out out;
	struct otlp_profile profile;
	VEC(int64_t) value;
	VEC(uint64_t) values, times;
	VEC(struct label) owner; /* labels of the resource and scope */
	size_t resource_labels;
	uint32_t nowners;
	struct arena arena;
	struct intern sets; /* owner and attributes -> index into set */
	VEC(lset_id) set;
	VEC(uint64_t) key;
	uint64_t samples;
	size_t uneven;
	size_t damaged;        /* samples left out */
	size_t empty;          /* samples without values and times */
	size_t unweighed;      /* samples without values, unless they count */
	size_t cut;            /* samples whose stacks end beyond a table */
	size_t no_label;       /* attributes left out */
	struct err damage_err; /* error of the first damaged sample */
	int64_t first, last;
	bool clipped, has_original;
};

/* Clear an error that is damage in a part. False for any other error. */
static bool
otlp_is_damage(struct otlp *o)
{
	if (o->d.err->code != ERR_FORMAT || builder_err(o->d.b) != NULL)
		return false;
	*o->d.err = (struct err)ERR_INIT;
	return true;
}

/* ---- Walking over profiles ---- */

/* Functions called for the parts of a message; NULL: none. */
struct otlp_visit {
	int (*resource)(struct otlp *o, struct str resource);
	int (*scope)(struct otlp *o, struct str scope);
	int (*profile)(struct otlp *o, struct str profile);
};

static int
visit_scopes(struct otlp *o, struct str scopes, const struct otlp_visit *v)
{
	struct wire w = wire_of(scopes);
	struct wire_field f;
	int more;

	/* The scope may come after its profiles. */
	o->owner.n = o->resource_labels;
	o->nowners++;
	while ((more = wire_next(&w, &f)) == 1)
		if (v->scope != NULL && f.number == 1 && f.type == WIRE_BYTES &&
			v->scope(o, f.span) != 0)
			return -1;
	w = wire_of(scopes);
	while (more == 0 && (more = wire_next(&w, &f)) == 1) {
		if (f.number == 2 && f.type == WIRE_BYTES &&
			v->profile(o, f.span) != 0)
			return -1;
		more = 0;
	}
	return more == 0 ? 0 : otlp_bad(&o->d, &w);
}

static int
visit_resource(struct otlp *o, struct str resource, const struct otlp_visit *v)
{
	struct wire w = wire_of(resource);
	struct wire_field f;
	int more;

	o->owner.n = 0;
	while ((more = wire_next(&w, &f)) == 1)
		if (v->resource != NULL && f.number == 1 &&
			f.type == WIRE_BYTES && v->resource(o, f.span) != 0)
			return -1;
	if (more != 0)
		return otlp_bad(&o->d, &w);
	o->resource_labels = o->owner.n;
	w = wire_of(resource);
	while (wire_next(&w, &f) == 1)
		if (f.number == 2 && f.type == WIRE_BYTES &&
			visit_scopes(o, f.span, v) != 0)
			return -1;
	return 0;
}

static int
visit_message(struct otlp *o, const struct otlp_visit *v)
{
	struct wire w = wire_of(o->d.message);
	struct wire_field f;

	while (wire_next(&w, &f) == 1)
		if (f.number == 1 && f.type == WIRE_BYTES &&
			visit_resource(o, f.span, v) != 0)
			return -1;
	return 0;
}

/* If *message is compressed, replace it by its content, which is valid until
   the next message is decompressed. */
static int
otlp_inflate(struct otlp *o, struct str *message)
{
	struct otlp_dict *d = &o->d;
	const struct read_job *job = d->job;
	size_t used;
	struct progress part;
	int rc;

	if (o->is_json || !zstd_is_packed(*message))
		return 0;
	if (d->packed.p != message->p) {
		builder_release(d->b, d->inflated.cap);
		bytes_free(&d->inflated);
		used = builder_bytes(d->b);
		rc = zstd_all(*message,
			job->max_memory == 0 ? 0
				: used < job->max_memory
				? job->max_memory - used
				: 1,
			&d->inflated, progress_share(&part, job->progress, 0),
			d->err);
		if (rc < 0)
			return -1;
		d->packed = *message;
		if (!builder_hold(d->b, d->inflated.cap))
			return read_check(d->b, d->err);
	}
	*message = bytes_str(&d->inflated);
	return 0;
}

/* Begin a message by reading its dictionary. */
static int
otlp_begin(struct otlp *o, struct str message)
{
	struct str dictionary = STR_EMPTY;
	struct wire w;
	struct wire_field f;
	size_t n = 0;
	bool is_empty = true;
	int more;

	if (otlp_inflate(o, &message) != 0)
		return -1;
	o->d.message = message;
	w = wire_of(message);
	while ((more = wire_next(&w, &f)) == 1) {
		is_empty = is_empty && f.span.n == 0;
		if (f.number == 2 && f.type == WIRE_BYTES) {
			dictionary = f.span;
			n++;
		}
	}
	if (more != 0)
		return otlp_bad(&o->d, &w);
	if (n == 0 && !is_empty)
		return err_set(o->d.err, ERR_FORMAT,
			"OpenTelemetry profiles of schema 1.5 or 1.6 (before "
			"May 2025) are not read");
	if (n > 1)
		return err_set(o->d.err, ERR_FORMAT,
			"it has more than one dictionary (byte %zu)",
			otlp_at(&o->d, dictionary.p));
	return otlp_tables(&o->d, dictionary);
}

/* ---- The first pass: the schema, the types ---- */

static int
judge_profile(struct otlp *o, struct str profile)
{
	/* Samples with evidence that are enough to choose a schema. */
	enum { ENOUGH = 1000 };
	struct wire w = wire_of(profile);
	struct wire_field f;
	unsigned types = 0;
	size_t n = 0;
	int more;

	while ((more = wire_next(&w, &f)) == 1) {
		struct wire sample_w;
		size_t links;
		size_t attributes;
		struct wire_field field;
		unsigned three = 0, four = 0, five = 0;
		uint64_t v;
		int sample_more;

		types += f.number == 1;
		o->is_c |= types > 1 || (f.number == 3 && f.type == WIRE_BYTES);
		if (f.number != 2 || f.type != WIRE_BYTES ||
			(n++ >= ENOUGH && (o->four_many || o->three_many)))
			continue;
		/* Look for evidence of a schema in a sample. */
		sample_w = wire_of(f.span);
		links = o->d.table[OTLP_LINK].span.n;
		attributes = o->d.table[OTLP_ATTRIBUTE].span.n;
		while ((sample_more = wire_next(&sample_w, &field)) == 1) {
			bool is_many = field.type == WIRE_BYTES;

			if (field.number == 2 && is_many) {
				struct wire list = wire_of(field.span);

				while (wire_number(&list, &v) == 1)
					o->beyond_b |= v >= attributes;
			}
			o->beyond_b |= field.number == 2 &&
				field.type == WIRE_VARINT &&
				field.value >= attributes;
			if (field.number == 3) {
				o->three_many |= is_many || three++ > 0;
				o->beyond_b |= !is_many && field.value > 0 &&
					field.value >= links;
			}
			if (field.number == 4) {
				o->four_many |= is_many || four > 0;
				four++;
			}
			five += field.number == 5;
			o->has_six |=
				field.number == layouts[SCHEMA_C].sample.times;
		}
		o->has_five |= five > 0;
		o->no_values |= sample_more == 0 && four == 0 && five == 0;
	}
	return more == 0 ? 0 : otlp_bad(&o->d, &w);
}

static const struct otlp_layout *
otlp_layout(const struct otlp *o)
{
	enum otlp_schema schema = SCHEMA_A;

	if (o->is_json)
		schema = SCHEMA_JSON;
	else if (o->is_c)
		schema = SCHEMA_C;
	else if (!o->four_many &&
		(o->three_many || o->no_values || o->beyond_b))
		schema = SCHEMA_B;
	return &layouts[schema];
}

static uint32_t
otlp_column(struct otlp *o, str_id type, str_id unit)
{
	struct otlp_type t = { type, unit, type };
	struct strbuf name = STRBUF_INIT;

	for (size_t i = 0; i < o->type.n; i++)
		if (o->type.p[i].type == type && o->type.p[i].unit == unit)
			return (uint32_t)i;
	if (o->is_counted)
		return NONE;
	for (size_t i = 0; i < o->type.n && t.name == type; i++)
		if (o->type.p[i].type == type) {
			strbuf_addf(&name, "%.*s_%.*s",
				STR_ARG(builder_str(o->d.b, type)),
				STR_ARG(builder_str(o->d.b, unit)));
			t.name = builder_string(o->d.b, strbuf_str(&name));
		}
	strbuf_free(&name);
	vec_push(&o->type, t);
	return (uint32_t)(o->type.n - 1);
}

/* Read a type and a unit. */
static int
value_type(struct otlp *o, struct str s, struct otlp_type *out)
{
	struct wire w = wire_of(s);
	struct wire_field f;
	int more;

	*out = (struct otlp_type){ .type = 0 };
	while ((more = wire_next(&w, &f)) == 1)
		if ((f.number == 1 || f.number == 2) && f.type == WIRE_VARINT &&
			otlp_string(&o->d, f.value, s,
				f.number == 1 ? &out->type : &out->unit) != 0)
			return -1;
	return more == 0 ? 0 : otlp_bad(&o->d, &w);
}

static bool
type_is(const struct otlp *o, const struct otlp_type *t, const char *type,
	const char *unit)
{
	return str_is(builder_str(o->d.b, t->type), type) &&
		str_is(builder_str(o->d.b, t->unit), unit);
}

/* Read a Profile except its samples into o->profile. */
static int
profile_head(struct otlp *o, struct str profile)
{
	struct otlp_profile *p = &o->profile;
	struct wire w = wire_of(profile);
	struct otlp_type type, period = { .type = 0 };
	struct wire_field f;
	bool counts = false;
	int64_t duration = 0;
	struct header *h;

	p->column.n = p->location.n = 0;
	map64_free(&p->range);
	p->time = p->period = 0;
	p->cpu = NONE;
	p->counted = false;
	while (wire_next(&w, &f) == 1) {
		const struct otlp_layout *l = o->layout;

		if (f.number == 1 && f.type == WIRE_BYTES) {
			if (value_type(o, f.span, &type) != 0)
				return -1;
			counts = type_is(o, &type, "samples", "count");
			p->counted =
				str_is(builder_str(o->d.b, type.unit), "count");
			vec_push(&p->column,
				otlp_column(o, type.type, type.unit));
		} else if (f.number == l->profile.time) {
			p->time = (int64_t)(f.type == WIRE_FIXED64
					? otlp_fixed64(f.span.p)
					: f.value);
		} else if (f.number == l->profile.duration) {
			duration = (int64_t)f.value;
		} else if (f.number == l->profile.period_type &&
			f.type == WIRE_BYTES) {
			if (value_type(o, f.span, &period) != 0)
				return -1;
		} else if (f.number == l->profile.period) {
			p->period = (int64_t)f.value;
		} else if (f.number == l->profile.locations) {
			if (OTLP_NUMBERS(&o->d, &f, &p->location) != 0)
				return -1;
		} else if (f.number == 10 && f.type == WIRE_BYTES) {
			o->has_original |= f.span.n > 0;
		}
	}
	if (counts && p->period > 0 &&
		type_is(o, &period, "cpu", "nanoseconds"))
		p->cpu = otlp_column(o, period.type, period.unit);
	if (p->time > 0) {
		bool clipped = false;
		int64_t end = i64_add(p->time, duration, &clipped);

		o->first = o->first == 0 || p->time < o->first ? p->time
							       : o->first;
		o->last = end > o->last ? end : o->last;
	}
	h = builder_header(o->d.b);
	if (h->period_type == 0 && period.type != 0 && o->profile.period > 0) {
		h->period_type = period.type;
		h->period_unit = period.unit;
		h->period = o->profile.period;
	}
	return 0;
}

static int
otlp_survey(struct otlp *o, const struct str *message, size_t n)
{
	static const struct otlp_visit judge = { .profile = judge_profile };
	static const struct otlp_visit types = { .profile = profile_head };

	enum { PACKED = 8 }; /* real messages shrink at most by this factor */
	size_t bytes = o->d.job->bytes.n, inflated = 0;

	/* Look at all messages: one program wrote them, with one schema. */
	for (size_t i = 0; i < n; i++) {
		if (otlp_begin(o, message[i]) != 0 ||
			visit_message(o, &judge) != 0)
			return -1;
		inflated = add_size(inflated, o->d.inflated.n);
		if (ratio_check(bytes, inflated, 0, o->d.err) != 0)
			return -1;
	}
	if (inflated > bytes)
		builder_size(o->d.b,
			inflated / PACKED < bytes ? inflated : PACKED * bytes);
	o->layout = otlp_layout(o);
	o->d.location_attributes = o->layout->location_attributes;
	for (size_t i = 0; i < n; i++)
		if (otlp_begin(o, message[i]) != 0 ||
			visit_message(o, &types) != 0)
			return -1;
	return 0;
}

/* ---- Labels ---- */

/* Add the labels in the fields `number` of a resource or a scope. */
static int
owner_labels(struct otlp *o, struct str s, unsigned number)
{
	struct wire w = wire_of(s);
	struct wire_field f;
	struct label l;
	int more;

	while ((more = wire_next(&w, &f)) == 1) {
		if (f.number != number || f.type != WIRE_BYTES)
			continue;
		if (otlp_label(&o->d, f.span, 3, &l) != 0) {
			if (!otlp_is_damage(o))
				return -1;
			o->no_label++;
		} else if (l.key != NONE) {
			vec_push(&o->owner, l);
		}
	}
	return more == 0 ? 0 : otlp_bad(&o->d, &w);
}

static int
resource_labels(struct otlp *o, struct str resource)
{
	return owner_labels(o, resource, 1);
}

static int
scope_labels(struct otlp *o, struct str scope)
{
	return owner_labels(o, scope, 3);
}

/* ---- Samples ---- */

struct otlp_sample {
	uint64_t stack, start, length, link;
	bool has_range;
};

static int
sample_fields(struct otlp *o, struct str s, struct otlp_sample *out)
{
	const struct otlp_layout *l = o->layout;
	struct wire w = wire_of(s);
	struct wire_field f;
	int more, rc = 0;

	*out = (struct otlp_sample){ .stack = 0 };
	o->d.attributes.n = o->values.n = o->times.n = 0;
	while (rc == 0 && (more = wire_next(&w, &f)) == 1) {
		if (f.number == 0)
			continue;
		if (f.number == l->sample.stack) {
			out->stack = f.value;
		} else if (f.number == l->sample.attributes) {
			rc = OTLP_NUMBERS(&o->d, &f, &o->d.attributes);
		} else if (f.number == l->sample.link) {
			out->link = f.value;
		} else if (f.number == l->sample.values) {
			rc = OTLP_NUMBERS(&o->d, &f, &o->values);
		} else if (f.number == l->sample.times) {
			struct str times_s = f.span;

			/* Times are fixed64 since SCHEMA_B. */
			if (f.type != WIRE_BYTES ||
				o->layout == &layouts[SCHEMA_C]) {
				rc = OTLP_NUMBERS(&o->d, &f, &o->times);
			} else if (times_s.n % 8 != 0) {
				rc = err_set(o->d.err, ERR_FORMAT,
					"times are truncated (byte %zu)",
					otlp_at(&o->d, times_s.p));
			} else {
				for (; times_s.n > 0;
					times_s = str_skip(times_s, 8))
					otlp_push(&o->times.p, &o->times.n,
						&o->times.cap,
						otlp_fixed64(times_s.p));
				rc = 0;
			}
		} else if (f.number == l->sample.start) {
			out->start = f.value;
		} else if (f.number == l->sample.length) {
			out->length = f.value;
			out->has_range = true;
		}
	}
	if (rc != 0)
		return rc;
	return more == 0 ? 0 : otlp_bad(&o->d, &w);
}

/* A sample of a few bytes may add a row with a value for each type, or a set of
   all labels of its resource. So each value and label counts as this many
   steps; real files have up to 10 types and 40 such labels. */
enum { STEPS_EACH = 64 };

/* Add o->value as a row of a stack. */
static void
otlp_put_row(struct otlp *o, uint32_t stack, lset_id labels, int64_t time)
{
	struct otlp_rows_out *r = &o->out;
	uint32_t *row = NULL;
	size_t more = vec_more(&r->stack, r->stack.n + 1) * (o->type.n + 4) *
		sizeof(int64_t);

	if (!builder_steps(o->d.b, o->type.n * STEPS_EACH))
		return;
	if (!r->times)
		row = map64_at(&r->at, (uint64_t)labels << 32 | stack);
	if (row != NULL && *row != NONE) {
		for (size_t t = 0; t < o->type.n; t++) {
			int64_t *sum = &r->column[t].v.p[*row];

			*sum = i64_add(*sum, o->value.p[t], &o->clipped);
		}
		return;
	}
	if (!builder_hold(o->d.b, more))
		return;
	r->held += more;
	if (row != NULL)
		*row = (uint32_t)r->stack.n;
	vec_push(&r->stack, stack);
	vec_push(&r->labels, labels);
	if (r->times)
		vec_push(&r->time, time);
	for (size_t t = 0; t < o->type.n; t++)
		vec_push(&r->column[t].v, o->value.p[t]);
}

static void
otlp_add_row(struct otlp *o, uint32_t stack, lset_id labels, size_t type,
	int64_t value, int64_t time)
{
	const struct otlp_profile *p = &o->profile;

	if (type >= p->column.n || p->column.p[type] == NONE)
		return;
	o->value.p[p->column.p[type]] = value;
	if (p->cpu != NONE)
		o->value.p[p->cpu] = i64_mul(value, p->period, &o->clipped);
	otlp_put_row(o, stack, labels, time);
	o->samples++;
	o->value.p[p->column.p[type]] = 0;
	if (p->cpu != NONE)
		o->value.p[p->cpu] = 0;
}

static void
otlp_add_sample(struct otlp *o, uint32_t stack, lset_id labels)
{
	size_t n = o->values.n, times = o->times.n;
	int64_t sum = 0;

	o->empty += n == 0 && times == 0;
	if (o->profile.column.n > 1 || o->layout == &layouts[SCHEMA_C]) {
		const struct otlp_profile *p = &o->profile;

		/* The sample has a value for each type of the Profile. */
		for (size_t i = 0; i < o->values.n && i < p->column.n; i++)
			if (p->column.p[i] != NONE)
				o->value.p[p->column.p[i]] =
					(int64_t)o->values.p[i];
		if (p->cpu != NONE && o->values.n > 0)
			o->value.p[p->cpu] = i64_mul((int64_t)o->values.p[0],
				p->period, &o->clipped);
		otlp_put_row(o, stack, labels,
			o->times.n > 0 ? (int64_t)o->times.p[0] : p->time);
		o->samples++;
		for (size_t i = 0; i < o->type.n; i++)
			o->value.p[i] = 0;
		return;
	}
	if (times == 0) {
		for (size_t i = 0; i < n; i++)
			sum = i64_add(
				sum, (int64_t)o->values.p[i], &o->clipped);
		if (n > 0)
			otlp_add_row(o, stack, labels, 0, sum, o->profile.time);
		return;
	}
	o->uneven += n > 0 && n != times;
	o->unweighed += n == 0 && !o->profile.counted;
	for (size_t i = 0; i < times && (n == 0 || i < n); i++)
		otlp_add_row(o, stack, labels, 0,
			n > 0 ? (int64_t)o->values.p[i] : 1,
			(int64_t)o->times.p[i]);
}

/* Set *labels to the label set of a sample: its attributes and its link, and
   the labels of its owners. The first sample with these makes the set. */
static int
sample_labels(struct otlp *o, const struct otlp_sample *sample, struct str s,
	lset_id *labels)
{
	struct label l, link[2];
	size_t owners = o->owner.n, n = o->d.attributes.n;
	uint32_t seen;

	if (otlp_link(&o->d, sample->link, s, link) != 0)
		return -1;
	o->key.n = 0;
	vec_push(&o->key, o->nowners);
	vec_push(&o->key, sample->link);
	for (size_t i = 0; i < n; i++)
		vec_push(&o->key, o->d.attributes.p[i]);
	seen = intern_copy(&o->sets,
		       str_from((const char *)o->key.p,
			       o->key.n * sizeof(*o->key.p))) -
		1;
	if (seen < o->set.n) {
		*labels = o->set.p[seen];
		return 0;
	}
	for (size_t i = 0; i < n; i++) {
		if (otlp_table_label(&o->d, o->d.attributes.p[i], s, &l) == 0) {
			if (l.key != NONE)
				vec_push(&o->owner, l);
			continue;
		}
		if (!otlp_is_damage(o))
			return -1;
		o->no_label++;
	}
	/* An attribute of the sample wins. */
	for (int k = 0; k < 2; k++) {
		for (size_t i = owners; i < o->owner.n; i++)
			if (o->owner.p[i].key == link[k].key)
				link[k].key = NONE;
		if (link[k].key != NONE)
			vec_push(&o->owner, link[k]);
	}
	(void)builder_steps(o->d.b, o->owner.n * STEPS_EACH);
	*labels = builder_labels(o->d.b, o->owner.p, o->owner.n);
	vec_push(&o->set, *labels);
	o->owner.n = owners;
	return 0;
}

/* Set *stack to a range of the profile's locations. Those beyond its end are
   left out. */
static int
ranged_stack(struct otlp *o, struct otlp_sample *sample, struct str s,
	uint32_t *stack)
{
	const struct otlp_profile *p = &o->profile;
	size_t most = p->location.n;
	uint32_t *known;

	if (sample->length == 0)
		sample->start = 0;
	if (sample->start >= most && sample->length > 0)
		return err_set(o->d.err, ERR_FORMAT,
			"locations %" PRIu64 " to %" PRIu64
			", but only %zu of them (byte %zu)",
			sample->start, sample->start + sample->length, most,
			otlp_at(&o->d, s.p));
	most -= (size_t)sample->start;
	o->cut += sample->length > most;
	if (sample->length > most)
		sample->length = most;
	known = map64_at(&o->profile.range,
		sample->start << 32 | (uint32_t)sample->length);
	if (*known == NONE &&
		otlp_locations(&o->d, p->location.p + sample->start,
			(size_t)sample->length, s, known) != 0)
		return -1;
	*stack = *known;
	return 0;
}

static int
otlp_read_sample(struct otlp *o, struct str s)
{
	struct otlp_sample sample;
	lset_id labels;
	uint32_t stack;
	int rc;

	if (sample_fields(o, s, &sample) != 0 ||
		sample_labels(o, &sample, s, &labels) != 0 ||
		read_check(o->d.b, o->d.err) != 0)
		return -1;
	rc = o->layout == &layouts[SCHEMA_C] || sample.has_range
		? ranged_stack(o, &sample, s, &stack)
		: otlp_stack(&o->d, sample.stack, s, &stack);
	if (rc != 0)
		return -1;
	otlp_add_sample(o, stack, labels);
	return read_check(o->d.b, o->d.err);
}

static int
read_profile_samples(struct otlp *o, struct str profile)
{
	struct wire w = wire_of(profile);
	struct wire_field f;
	uint64_t n = 0;

	if (profile_head(o, profile) != 0)
		return -1;
	while (wire_next(&w, &f) == 1) {
		if (f.number != o->layout->profile.samples ||
			f.type != WIRE_BYTES)
			continue;
		if (otlp_read_sample(o, f.span) != 0) {
			if (o->damaged == 0)
				o->damage_err = *o->d.err;
			if (!otlp_is_damage(o))
				return -1;
			o->damaged++;
		}
		if (++n % 1024 == 0 && !builder_steps(o->d.b, 4096))
			return read_check(o->d.b, o->d.err);
	}
	return 0;
}

/* ---- The whole ---- */

static void
otlp_end(struct otlp *o)
{
	struct header *h = builder_header(o->d.b);
	struct warnings *w = o->d.job->warnings;

	h->time_nanos = o->first;
	if (o->last > o->first)
		h->duration_nanos = o->last - o->first;
	for (size_t i = 0; i < o->type.n; i++)
		if (type_is(o, &o->type.p[i], "cpu", "nanoseconds"))
			h->default_type = o->type.p[i].type;
	if (o->uneven > 0)
		warnings_add(w,
			"samples whose numbers of times and values differ: "
			"%zu; the surplus is left out",
			o->uneven);
	if (o->empty > 0)
		warnings_add(
			w, "samples without values and times: %zu", o->empty);
	if (o->unweighed > 0)
		warnings_add(w,
			"samples without values were taken as 1 for each time: "
			"%zu",
			o->unweighed);
	if (o->cut > 0)
		warnings_add(w,
			"samples whose stacks end beyond the table of "
			"locations: %zu; their other frames are kept",
			o->cut);
	if (o->damaged > 0)
		warnings_add(w,
			"damaged samples were left out: %zu; the first: %s",
			o->damaged, o->damage_err.msg);
	if (o->no_label > 0)
		warnings_add(w, "damaged attributes were left out: %zu",
			o->no_label);
	if (o->d.odd_ids > 0)
		warnings_add(w,
			"links with ids of a wrong length have no label: %zu",
			o->d.odd_ids);
	if (o->d.skipped > 0)
		warnings_add(w, "attributes with lists are left out");
	if (o->has_original)
		warnings_add(w,
			"it also carries a profile in its original format, "
			"which is not read");
	if (o->clipped)
		read_warn_clipped(o->d.job);
}

int
otlp_messages(struct read_job *job, const struct str *message, size_t n,
	bool is_json, struct err *err)
{
	struct otlp o = { .d = { .job = job,
				  .b = job->builder,
				  .err = err,
				  .unknown = NONE,
				  .no_stack = NONE },
		.is_json = is_json,
		.layout = &layouts[SCHEMA_A] };
	int rc;

	intern_init(&o.sets, &o.arena);
	rc = otlp_survey(&o, message, n);
	if (rc == 0) {
		o.is_counted = true;
		for (size_t i = 0; i < o.type.n; i++) {
			builder_type(o.d.b, o.type.p[i].name, o.type.p[i].unit);
			vec_push(&o.value, 0);
		}
		o.out.column = xcalloc(o.type.n, sizeof(*o.out.column));
		o.out.times =
			o.layout == &layouts[SCHEMA_C] ? o.has_six : o.has_five;
		if (o.out.times)
			builder_times(o.d.b);
	}
	for (size_t i = 0; rc == 0 && i < n; i++) {
		struct str samples_message = message[i];
		static const struct otlp_visit rows = { resource_labels,
			scope_labels, read_profile_samples };

		/* Cached label sets apply to one dictionary. */
		intern_fini(&o.sets);
		intern_init(&o.sets, &o.arena);
		o.set.n = 0;
		rc = otlp_begin(&o, samples_message) != 0
			? -1
			: visit_message(&o, &rows);
		if (rc == 0 &&
			read_enough(
				job, o.samples, 0, otlp_at(&o.d, message[i].p)))
			break;
	}
	if (rc == 0) {
		struct otlp_rows_out *r = &o.out;
		struct builder_bulk bulk = { .n = r->stack.n,
			.leaf = r->stack.p,
			.labels = r->labels.p,
			.time = r->time.p,
			.stacks = { .n = (uint32_t)o.d.stack_first.n,
				.first = o.d.stack_first.p,
				.loc = o.d.stack_loc.p,
				.nloc = o.d.stack_loc.n } };

		/* Move all rows to the builder. */
		if (bulk.n == 0 && o.damaged > 0) {
			*o.d.err = o.damage_err;
			rc = -1;
		} else if (bulk.n == 0) {
			rc = err_set(o.d.err, ERR_FORMAT, "no samples");
		} else {
			bulk.value = xcalloc(o.type.n, sizeof(*bulk.value));
			for (size_t t = 0; t < o.type.n; t++) {
				bulk.value[t] = r->column[t].v.p;
				r->column[t].v.p = NULL;
			}
			r->stack.p = r->labels.p = NULL;
			r->time.p = NULL;
			o.d.stack_first.p = NULL;
			o.d.stack_loc.p = NULL;
			builder_release(o.d.b, o.d.held + r->held);
			(void)builder_bulk(o.d.b, &bulk);
			rc = read_check(o.d.b, o.d.err);
		}
	}
	if (rc == 0) {
		otlp_end(&o);
		rc = read_check(o.d.b, err);
	}
	otlp_tables_free(&o.d);
	for (size_t t = 0; o.out.column != NULL && t < o.type.n; t++)
		vec_free(&o.out.column[t].v);
	free(o.out.column);
	map64_free(&o.out.at);
	vec_free(&o.out.stack);
	vec_free(&o.out.labels);
	vec_free(&o.out.time);
	intern_fini(&o.sets);
	arena_free(&o.arena);
	vec_free(&o.type);
	vec_free(&o.profile.column);
	vec_free(&o.profile.location);
	map64_free(&o.profile.range);
	vec_free(&o.value);
	vec_free(&o.values);
	vec_free(&o.times);
	vec_free(&o.owner);
	vec_free(&o.set);
	vec_free(&o.key);
	return rc;
}
