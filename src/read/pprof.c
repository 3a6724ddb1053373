/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pprof's profile.proto. The outer message is scanned in place; each message
 * inside goes through protobuf-c into a scratch arena that is emptied at
 * once, so a profile of any size needs the memory of its largest message.
 *
 *     pass over all fields   count them, where each kind begins and ends
 *     over their part only   strings, types, mappings, functions, locations
 *                            and last the samples: any order on the wire
 *
 * What is wrong is told in pprof's words, then the place. The
 * first failure in pprof's order wins: an error in a table waits until all
 * samples were seen.
 */
#include "config.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "read/profile.pb-c.h"

#include "base/arena.h"
#include "base/compiler.h"
#include "base/vec.h"
#include "read/idmap.h"
#include "read/pprof_sniff.h"
#include "read/read.h"
#include "read/schema.h"
#include "read/wire.h"

#include "base/banned.h"

/* Fields of Profile. */
enum {
	SAMPLE_TYPE = 1,
	SAMPLE = 2,
	MAPPING = 3,
	LOCATION = 4,
	FUNCTION = 5,
	STRING_TABLE = SCHEMA_STRING_TABLE,
	DROP_FRAMES = 7,
	KEEP_FRAMES = 8,
	TIME_NANOS = 9,
	DURATION_NANOS = 10,
	PERIOD_TYPE = 11,
	PERIOD = 12,
	COMMENT = 13,
	DEFAULT_SAMPLE_TYPE = 14,
	DOC_URL = 15,
	FIELDS
};

enum {
	/* protobuf-c needs at most 60 times a message's size; see also
	   arena.c for the alignment of small pieces. */
	SCRATCH_FACTOR = 80,
	SCRATCH_MIN = 64 * 1024,
};

/* The part of the message that holds all fields of one number. */
struct part {
	size_t n;
	size_t first, end; /* offsets */
};

struct pprof {
	struct read_job *job;
	struct builder *b;
	struct err *err;
	struct err later; /* of the tables: told unless a sample is wrong */
	struct part part[FIELDS];
	uint64_t scalar[FIELDS]; /* the last value of each */
	struct str period_type;
	size_t period_type_at;
	uint64_t nstrings;
	str_id *string; /* [nstrings] index in the file -> id */
	struct idmap map, func, loc;
	/* of the message that is read */
	const char *what; /* "sample" */
	uint64_t number;  /* from 1 */
	size_t at;        /* offset of its field */
	ProtobufCAllocator alloc;
	struct arena scratch;
	size_t scratch_max;
	bool scratch_is_short; /* because of the memory limit */
	VEC(struct builder_line) lines;
	/* Samples on their way: rows into the three vectors below. */
	struct builder_row batch[BUILDER_BATCH];
	size_t nbatch;
	VEC(loc_id) stacks;
	VEC(struct label) labels;
	VEC(int64_t) values;
};

/* Fail with a reason and the place of the present message. */
static int bad(struct pprof *r, struct err *err, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

static int
bad(struct pprof *r, struct err *err, const char *fmt, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return err_set(err, ERR_FORMAT,
		"malformed profile: %s (%s %" PRIu64 ", byte %zu)", text,
		r->what, r->number, r->at);
}

/* The same for what does not belong to a message. */
static int
bad_at(struct pprof *r, size_t at, const char *why)
{
	return err_set(r->err, ERR_FORMAT, "malformed profile: %s (byte %zu)",
		why, at);
}

/* Errors of tables wait; the first stays. */
static bool
is_first(const struct pprof *r)
{
	return r->later.code == ERR_NONE;
}

static void *
scratch_alloc(void *data, size_t size)
{
	struct pprof *r = data;

	if (size > r->scratch_max || r->scratch.used > r->scratch_max - size)
		return NULL;
	return arena_alloc(&r->scratch, size);
}

static void
scratch_free(void *data, void *p)
{
	(void)data;
	(void)p;
}

/* Make the scratch arena ready for a message of n bytes. */
static void
scratch_ready(struct pprof *r, size_t n)
{
	size_t max = add_size(mul_size(n, SCRATCH_FACTOR), SCRATCH_MIN);
	size_t all = r->job->max_memory, used = builder_bytes(r->b);
	size_t left = used < all ? all - used : 0;

	r->scratch_is_short = all != 0 && max > left;
	r->scratch_max = r->scratch_is_short ? left : max;
	arena_reset(&r->scratch);
}

/* A message that protobuf-c did not take: find out why. */
static int
bad_message(struct pprof *r, const struct schema *schema, struct str span)
{
	size_t at = 0;
	const char *why = schema_explain(schema, span, &at);
	size_t start = (size_t)(span.p - r->job->bytes.p);

	if (why == NULL && r->scratch_is_short)
		return err_set(r->err, ERR_LIMIT,
			"%s %" PRIu64 " of %zu bytes needs more than the "
			"memory limit to decode (byte %zu, see --max-memory)",
			r->what, r->number, span.n, r->at);
	if (why == NULL)
		return bad(r, r->err, "it cannot be decoded");
	return err_set(r->err, ERR_FORMAT,
		"malformed profile: %s (byte %zu, in %s %" PRIu64 ")", why,
		start + at, r->what, r->number);
}

/* Unpack one message into the scratch arena, or fail. */
#define UNPACK(r, type, span) \
	(scratch_ready((r), (span).n), \
		perftools__profiles__##type##__unpack( \
			&(r)->alloc, (span).n, (const uint8_t *)(span).p))

/* The id of a string index from the file. -1 and err. */
static int
string(struct pprof *r, int64_t index, str_id *out)
{
	if (index < 0)
		return bad(r, r->err, "string index %" PRId64, index);
	/* Writers put the strings last. */
	if ((uint64_t)index >= r->nstrings)
		return bad(r, r->err,
			"string index %" PRId64 " but only %" PRIu64
			" strings, is the file cut?",
			index, r->nstrings);
	*out = r->string[index];
	return 0;
}

/* The limit of the builder as our error. */
static int
limit(struct pprof *r)
{
	*r->err = *builder_err(r->b);
	return -1;
}

/* First pass: every field is legal; count, and keep what there is once. */

static int
survey_field(struct pprof *r, const struct wire_field *f)
{
	struct part *part = &r->part[f->number];

	if (f->number == TIME_NANOS && r->scalar[TIME_NANOS] != 0)
		return err_set(r->err, ERR_FORMAT,
			"concatenated profiles detected (byte %zu)", f->at);
	if (part->n == 0)
		part->first = f->at;
	part->n++;
	if (f->type == WIRE_VARINT)
		r->scalar[f->number] = f->value;
	if (f->number == PERIOD_TYPE) {
		r->period_type = f->span;
		r->period_type_at = f->at;
	}
	if (f->number == STRING_TABLE && part->n == 1 && f->span.n != 0)
		return bad_at(r, f->at, "the first string is not empty");
	return 0;
}

static int
survey(struct pprof *r)
{
	struct wire w = wire_of(r->job->bytes);
	struct wire_field f;
	int more;

	while ((more = wire_next(&w, &f)) > 0) {
		if (!schema_allows(&schema_profile, &f))
			return err_set(r->err, ERR_FORMAT,
				"malformed profile: field %u has the wrong "
				"wire type %u (byte %zu)",
				(unsigned)f.number, f.type, f.at);
		if (!schema_knows(&schema_profile, f.number))
			continue;
		if (survey_field(r, &f) != 0)
			return -1;
		r->part[f.number].end = w.pos;
	}
	return more < 0 ? bad_at(r, w.bad_at, w.bad) : 0;
}

/* The rows by their ids. They take 4 bytes each, on top of the tables. */
static int
maps_init(struct pprof *r)
{
	size_t n = 0;

	for (unsigned i = MAPPING; i <= STRING_TABLE; i++)
		n += r->part[i].n;
	if (r->job->max_memory != 0 &&
		mul_size(n, sizeof(uint32_t)) > r->job->max_memory)
		return err_set(r->err, ERR_LIMIT,
			"%zu table rows need more than the memory limit (see "
			"--max-memory)",
			n);
	idmap_init(&r->map, r->part[MAPPING].n);
	idmap_init(&r->func, r->part[FUNCTION].n);
	idmap_init(&r->loc, r->part[LOCATION].n);
	r->string =
		xmalloc(mul_size(r->part[STRING_TABLE].n, sizeof(*r->string)));
	return 0;
}

/* Run a function over all fields of one number. */
static int
each(struct pprof *r, unsigned number, const char *what,
	int (*run)(struct pprof *r, const struct wire_field *f))
{
	struct part *part = &r->part[number];
	struct wire w = wire_of(str_sub(r->job->bytes, 0, part->end));
	struct wire_field f;

	w.pos = part->first;
	r->what = what;
	r->number = 0;
	while (part->n > 0 && wire_next(&w, &f) > 0) {
		if (f.number != number)
			continue;
		r->number++;
		r->at = f.at;
		if (run(r, &f) != 0)
			return -1;
		if (builder_err(r->b) != NULL)
			return limit(r);
		if (r->number % 1024 != 0)
			continue;
		if (progress_stopped(r->job->progress))
			return err_set(r->err, ERR_CANCELLED, "cancelled");
		progress_done(r->job->progress, f.at);
		if (number == SAMPLE &&
			read_enough(r->job, r->number, part->n, f.at))
			break;
	}
	return 0;
}

static int
add_string(struct pprof *r, const struct wire_field *f)
{
	r->string[r->nstrings++] = builder_string(r->b, f->span);
	return 0;
}

static int
add_comment(struct pprof *r, const struct wire_field *f)
{
	struct wire w = wire_of(f->span);
	uint64_t value = f->value;
	str_id text = 0;
	int more = 1;

	do {
		if (f->type == WIRE_BYTES)
			more = wire_number(&w, &value);
		if (more < 0)
			return bad(r, r->err, "%s", w.bad);
		if (more == 0)
			break;
		if (string(r, (int64_t)value, &text) != 0)
			return -1;
		builder_comment(r->b, text);
	} while (f->type == WIRE_BYTES);
	return 0;
}

static int
value_type(struct pprof *r, struct str span, str_id *type, str_id *unit)
{
	Perftools__Profiles__ValueType *m = UNPACK(r, value_type, span);

	if (m == NULL)
		return bad_message(r, &schema_value_type, span);
	if (string(r, m->type, type) != 0 || string(r, m->unit, unit) != 0)
		return -1;
	return 0;
}

static int
add_type(struct pprof *r, const struct wire_field *f)
{
	str_id type, unit;

	if (value_type(r, f->span, &type, &unit) != 0)
		return -1;
	builder_type(r->b, type, unit);
	return 0;
}

static int
add_header(struct pprof *r)
{
	struct header *h = builder_header(r->b);

	r->what = "field";
	r->number = PERIOD_TYPE;
	r->at = r->period_type_at;
	if (r->period_type.p != NULL &&
		value_type(r, r->period_type, &h->period_type,
			&h->period_unit) != 0)
		return -1;
	h->time_nanos = (int64_t)r->scalar[TIME_NANOS];
	h->duration_nanos = (int64_t)r->scalar[DURATION_NANOS];
	h->period = (int64_t)r->scalar[PERIOD];
	for (unsigned i = DROP_FRAMES; i <= DOC_URL; i++) {
		str_id *to = i == DROP_FRAMES      ? &h->drop_frames
			: i == KEEP_FRAMES         ? &h->keep_frames
			: i == DEFAULT_SAMPLE_TYPE ? &h->default_type
			: i == DOC_URL             ? &h->doc_url
						   : NULL;

		r->number = i;
		r->at = r->part[i].first;
		if (to != NULL && string(r, (int64_t)r->scalar[i], to) != 0)
			return -1;
	}
	return each(r, COMMENT, "comment", add_comment);
}

static int
add_mapping(struct pprof *r, const struct wire_field *f)
{
	Perftools__Profiles__Mapping *m = UNPACK(r, mapping, f->span);
	struct builder_mapping row;

	if (m == NULL)
		return bad_message(r, &schema_mapping, f->span);
	row = (struct builder_mapping){ .id = m->id,
		.start = m->memory_start,
		.limit = m->memory_limit,
		.offset = m->file_offset };
	row.has = (uint8_t)((m->has_functions ? MAP_FUNCTIONS : 0) |
		(m->has_filenames ? MAP_FILENAMES : 0) |
		(m->has_line_numbers ? MAP_LINES : 0) |
		(m->has_inline_frames ? MAP_INLINES : 0));
	if (string(r, m->filename, &row.file) != 0 ||
		string(r, m->build_id, &row.build_id) != 0)
		return -1;
	if (m->id == 0 && is_first(r))
		(void)bad(r, &r->later, "found mapping with reserved ID=0");
	else if (idmap_get(&r->map, m->id) != NONE && is_first(r))
		(void)bad(r, &r->later,
			"multiple mappings with same id: %" PRIu64, m->id);
	idmap_put(&r->map, m->id, builder_mapping(r->b, &row));
	return 0;
}

static int
add_function(struct pprof *r, const struct wire_field *f)
{
	Perftools__Profiles__Function *m = UNPACK(r, function, f->span);
	struct builder_function row;

	if (m == NULL)
		return bad_message(r, &schema_function, f->span);
	row = (struct builder_function){ .id = m->id,
		.start_line = m->start_line };
	if (string(r, m->name, &row.name) != 0 ||
		string(r, m->system_name, &row.system) != 0 ||
		string(r, m->filename, &row.file) != 0)
		return -1;
	if (m->id == 0 && is_first(r))
		(void)bad(r, &r->later, "found function with reserved ID=0");
	else if (idmap_get(&r->func, m->id) != NONE && is_first(r))
		(void)bad(r, &r->later,
			"multiple functions with same id: %" PRIu64, m->id);
	idmap_put(&r->func, m->id, builder_function(r->b, &row));
	return 0;
}

static void
add_lines(struct pprof *r, const Perftools__Profiles__Location *m)
{
	r->lines.n = 0;
	for (size_t i = 0; i < m->n_line; i++) {
		const Perftools__Profiles__Line *l = m->line[i];
		struct builder_line line = { .line = l->line,
			.column = l->column };

		line.func = l->function_id == 0
			? NONE
			: idmap_get(&r->func, l->function_id);
		if (line.func != NONE)
			vec_push(&r->lines, line);
		else if (is_first(r))
			(void)bad(r, &r->later,
				"location id: %" PRIu64
				" has a line with nil function",
				m->id);
	}
}

static int
add_location(struct pprof *r, const struct wire_field *f)
{
	Perftools__Profiles__Location *m = UNPACK(r, location, f->span);
	struct builder_location row;

	if (m == NULL)
		return bad_message(r, &schema_location, f->span);
	if (m->id == 0 && is_first(r))
		(void)bad(r, &r->later, "found location with reserved id=0");
	else if (idmap_get(&r->loc, m->id) != NONE && is_first(r))
		(void)bad(r, &r->later,
			"multiple locations with same id: %" PRIu64, m->id);
	add_lines(r, m);
	row = (struct builder_location){ .id = m->id,
		.address = m->address,
		.folded = m->is_folded,
		.line = r->lines.p,
		.nlines = r->lines.n };
	/* An unknown mapping is none, and no error. */
	row.map = m->mapping_id == 0 ? NONE : idmap_get(&r->map, m->mapping_id);
	idmap_put(&r->loc, m->id, builder_location(r->b, &row));
	return 0;
}

/* Text wins over a number; all zero is no label at all. */
static int
add_labels(struct pprof *r, const Perftools__Profiles__Sample *m)
{
	for (size_t i = 0; i < m->n_label; i++) {
		const Perftools__Profiles__Label *l = m->label[i];
		struct label label = { .str = NONE, .num = l->num };

		if (string(r, l->key, &label.key) != 0 ||
			(l->str != 0 && string(r, l->str, &label.str) != 0) ||
			string(r, l->num_unit, &label.unit) != 0)
			return -1;
		if (l->str != 0 || l->num != 0 || l->num_unit != 0)
			vec_push(&r->labels, label);
	}
	return 0;
}

/* Hand the samples that wait to the builder. */
static int
flush(struct pprof *r)
{
	size_t types = r->part[SAMPLE_TYPE].n, stack = 0, label = 0;

	/* The vectors have stopped moving: point into them. */
	for (size_t i = 0; i < r->nbatch; i++) {
		struct builder_row *row = &r->batch[i];

		row->stack = r->stacks.p + stack;
		row->label = r->labels.p + label;
		row->value = r->values.p + i * types;
		stack += row->nstack;
		label += row->nlabel;
	}
	if (builder_samples(r->b, r->batch, r->nbatch) != 0)
		return limit(r);
	r->nbatch = r->stacks.n = r->labels.n = r->values.n = 0;
	return 0;
}

static int
add_sample(struct pprof *r, const struct wire_field *f)
{
	Perftools__Profiles__Sample *m = UNPACK(r, sample, f->span);
	struct builder_row *row = &r->batch[r->nbatch];
	size_t nlabels = r->labels.n;

	if (m == NULL)
		return bad_message(r, &schema_sample, f->span);
	if (m->n_value != r->part[SAMPLE_TYPE].n)
		return bad(r, r->err,
			"mismatch: sample has %zu values vs. %zu types",
			m->n_value, r->part[SAMPLE_TYPE].n);
	vec_reserve(&r->stacks, r->stacks.n + m->n_location_id);
	for (size_t i = 0; i < m->n_location_id; i++) {
		loc_id loc = idmap_get(&r->loc, m->location_id[i]);

		if (loc == NONE)
			return bad(r, r->err, "sample has nil location");
		r->stacks.p[r->stacks.n++] = loc;
	}
	if (add_labels(r, m) != 0)
		return -1;
	for (size_t i = 0; i < m->n_value; i++)
		vec_push(&r->values, m->value[i]);
	row->nstack = m->n_location_id;
	row->nlabel = r->labels.n - nlabels;
	return ++r->nbatch == BUILDER_BATCH ? flush(r) : 0;
}

static int
read_tables(struct pprof *r)
{
	if (each(r, STRING_TABLE, "string", add_string) != 0)
		return -1;
	if (r->nstrings == 0)
		return bad_at(r, r->job->bytes.n, "it has no string table");
	if (add_header(r) != 0 ||
		each(r, SAMPLE_TYPE, "sample type", add_type) != 0 ||
		each(r, MAPPING, "mapping", add_mapping) != 0 ||
		each(r, FUNCTION, "function", add_function) != 0 ||
		each(r, LOCATION, "location", add_location) != 0)
		return -1;
	return 0;
}

static int
read_samples(struct pprof *r)
{
	if (r->part[SAMPLE].n > 0 && r->part[SAMPLE_TYPE].n == 0)
		return bad_at(r, r->part[SAMPLE].first,
			"missing sample type information");
	if (each(r, SAMPLE, "sample", add_sample) != 0 || flush(r) != 0)
		return -1;
	if (r->later.code == ERR_NONE)
		return 0;
	*r->err = r->later;
	return -1;
}

static int
pprof_read(struct read_job *job, struct err *err)
{
	struct pprof r = { .job = job, .b = job->builder, .err = err };
	int result = -1;

	r.alloc = (ProtobufCAllocator){ scratch_alloc, scratch_free, &r };
	if (survey(&r) != 0 || maps_init(&r) != 0)
		return -1;
	/* So that they can be pointed into, though they hold nothing. */
	vec_reserve(&r.stacks, 1);
	vec_reserve(&r.labels, 1);
	vec_reserve(&r.values, 1);
	if (read_tables(&r) == 0 && read_samples(&r) == 0)
		result = 0;
	idmap_fini(&r.map);
	idmap_fini(&r.func);
	idmap_fini(&r.loc);
	free(r.string);
	arena_free(&r.scratch);
	vec_free(&r.lines);
	vec_free(&r.stacks);
	vec_free(&r.labels);
	vec_free(&r.values);
	return result;
}

const struct reader reader_pprof = {
	.name = "pprof",
	.title = "pprof protobuf",
	.sniff = pprof_sniff,
	.read = pprof_read,
};
