/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads pprof's profile.proto.
 *
 *     pprof_scan      reads all fields as they arrive: where fields of each
 *                     number begin and end, and samples as far as that is
 *                     possible without the tables after them
 *     tables          are read from their range, in any order: strings, types,
 *                     mappings, functions, locations
 *     samples         are converted with these tables
 *
 * The outer message is scanned in place. Functions and locations, which are
 * many, are decoded by hand in their usual form; other table messages go
 * through protobuf-c into a scratch arena that is emptied at once, so a profile
 * needs no more memory than its largest message.
 *
 * Errors have pprof's words, then the position. As in pprof, an error in a
 * table is reported only if all samples are valid.
 */
#include "prelude.h"

#include <inttypes.h>
#include <stdarg.h>

#include "base/arena.h"
#include "base/compiler.h"
#include "base/num.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/idmap.h"
#include "read/pprof/pprof.h"
#include "read/profile.pb-c.h"
#include "read/protowire.h"
#include "read/reader.h"

/* Fields of table messages, by number. */
enum { FUNCTION_FIELDS = 5, LOCATION_FIELDS = 5, LINE_FIELDS = 3 };
enum { LOCATION_LINE = 4 };

/* A line as in the file. */
struct raw_line {
	uint64_t func;
	int64_t line, column;
};

struct pprof {
	struct read_job *job;
	struct builder *b;
	struct err *err;
	/* First error in a table, reported if all samples are valid. */
	struct err later;
	struct pprof_scan *scan;
	struct pprof_trie *trie;       /* trie of all stacks; NULL: not built */
	const struct pprof_kept *kept; /* part that has the current message */
	struct pprof_strings strings;
	struct idmap map, func, loc;
	/* current message: */
	const char *what; /* kind of message: "sample" */
	uint64_t number;  /* number among messages of this kind, from 1 */
	size_t at;        /* offset of the message's field */
	ProtobufCAllocator alloc;
	struct arena scratch;
	size_t scratch_max;
	bool scratch_is_short;          /* max_memory limits scratch_max */
	VEC(struct raw_line) raw;       /* a location's lines */
	VEC(struct builder_line) lines; /* `raw` with ids of the builder */
	VEC(loc_id) stack;              /* a sample's stack and labels */
	VEC(struct label) labels;
};

/* Unpack one message into the scratch arena. NULL and r->err on failure. */
#define UNPACK(r, type, span) \
	pprof_unpack((r), &perftools__profiles__##type##__descriptor, \
		&schema_##type, (span))

/* Set *err to a reason and the position of the current message. Always -1. */
static int pprof_bad(struct pprof *r, struct err *err, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

static int
pprof_bad(struct pprof *r, struct err *err, const char *fmt, ...)
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

/* Set an error outside any message. */
static int
pprof_bad_at(struct pprof *r, size_t at, const char *why)
{
	return err_set(r->err, ERR_FORMAT, "malformed profile: %s (byte %zu)",
		why, at);
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

/* Check a message against its schema, since protobuf-c accepts flags of any
   type. -1 and r->err. */
static int
pprof_fits(struct pprof *r, const struct schema *schema, struct str span)
{
	size_t at = 0;
	const char *why = schema_explain(schema, span, &at);
	size_t start = r->kept->at + (size_t)(span.p - r->kept->bytes.p);

	if (why == NULL)
		return 0;
	return err_set(r->err, ERR_FORMAT,
		"malformed profile: %s (byte %zu, in %s %" PRIu64 ")", why,
		start + at, r->what, r->number);
}

static void *
pprof_decode(struct pprof *r, const ProtobufCMessageDescriptor *type,
	struct str span)
{
	size_t max = pprof_scratch_need(span.n);
	size_t all = r->job->max_memory, used = builder_bytes(r->b);
	size_t left = used < all ? all - used : 0;

	r->scratch_is_short = all != 0 && max > left;
	r->scratch_max = r->scratch_is_short ? left : max;
	arena_reset(&r->scratch);
	return protobuf_c_message_unpack(
		type, &r->alloc, span.n, (const uint8_t *)span.p);
}

static void *
pprof_unpack(struct pprof *r, const ProtobufCMessageDescriptor *type,
	const struct schema *schema, struct str span)
{
	void *message = pprof_decode(r, type, span);

	if (message != NULL || pprof_fits(r, schema, span) != 0)
		return message;
	if (!r->scratch_is_short) {
		struct strbuf plain = STRBUF_INIT;

		schema_plain(schema, span, &plain);
		message = pprof_decode(r, type, strbuf_str(&plain));
		strbuf_free(&plain);
	}
	if (message == NULL && r->scratch_is_short)
		(void)err_set(r->err, ERR_LIMIT,
			"%s %" PRIu64 " of %zu bytes needs more than the "
			"memory limit to decode (byte %zu, see --max-memory)",
			r->what, r->number, span.n, r->at);
	else if (message == NULL)
		(void)pprof_bad(r, r->err, "it cannot be decoded");
	return message;
}

/* Get the id of a string index in the file. -1 and r->err. */
static int
pprof_string(struct pprof *r, int64_t index, str_id *out)
{
	if (index < 0)
		return pprof_bad(r, r->err, "string index %" PRId64, index);
	/* Writers put strings last, so truncation loses them first. */
	if ((uint64_t)index >= r->strings.n)
		return pprof_bad(r, r->err,
			"string index %" PRId64
			" but only %zu strings, is the file truncated?",
			index, r->strings.n);
	*out = pprof_strings_id(&r->strings, (uint64_t)index);
	return 0;
}

/* Allocate the maps from ids to rows: 4 bytes per row and 16 more per string,
   in addition to the tables. */
static int
maps_init(struct pprof *r)
{
	size_t n = 0, bytes;

	for (unsigned i = PPROF_MAPPING; i <= PPROF_STRING_TABLE; i++)
		n += r->scan->part[i].n;
	bytes = add_size(mul_size(n, sizeof(uint32_t)),
		mul_size(r->scan->part[PPROF_STRING_TABLE].n,
			sizeof(*r->strings.text)));
	if (r->job->max_memory != 0 && bytes > r->job->max_memory)
		return err_set(r->err, ERR_LIMIT,
			"%zu table rows need more than the memory limit (see "
			"--max-memory)",
			n);
	idmap_init(&r->map, r->scan->part[PPROF_MAPPING].n);
	idmap_init(&r->func, r->scan->part[PPROF_FUNCTION].n);
	idmap_init(&r->loc, r->scan->part[PPROF_LOCATION].n);
	pprof_strings_init(
		&r->strings, r->b, r->scan->part[PPROF_STRING_TABLE].n);
	return 0;
}

/* Check for errors and limits after each message. Returns 1 to continue, 0 to
   stop reading, or -1 and r->err. */
static int
pprof_look(struct pprof *r, unsigned number)
{
	struct pprof_part *part = &r->scan->part[number];

	if (read_check(r->b, r->err) != 0)
		return -1;
	if (r->number % 1024 != 0)
		return 1;
	if (progress_stopped(r->job->progress))
		return err_set(r->err, ERR_CANCELLED, "cancelled");
	progress_done(r->job->progress, r->at);
	return number != PPROF_SAMPLE ||
		!read_enough(r->job, r->number, part->n, r->at);
}

/* Run a function on all fields of one number. */
static int
pprof_each(struct pprof *r, unsigned number, const char *what,
	int (*run)(struct pprof *r, const struct wire_field *f))
{
	const struct pprof_scan *s = r->scan;
	const struct pprof_part *part = &s->part[number];
	int more = 1;

	r->what = what;
	r->number = 0;
	for (size_t i = 0; i < s->kept.n && more > 0; i++) {
		const struct pprof_kept *k = &s->kept.p[i];
		struct wire w = wire_of(k->bytes);
		struct wire_field f;

		if (part->n == 0 || k->at >= part->end ||
			k->at + k->bytes.n <= part->first)
			continue;
		if (k->at < part->first)
			w.pos = part->first - k->at;
		r->kept = k;
		while (more > 0 && k->at + w.pos < part->end &&
			wire_next(&w, &f) > 0) {
			if (f.number != number)
				continue;
			f.at += k->at;
			r->number++;
			r->at = f.at;
			more = run(r, &f) != 0 ? -1 : pprof_look(r, number);
		}
	}
	return more < 0 ? -1 : 0;
}

static int
pprof_add_string(struct pprof *r, const struct wire_field *f)
{
	pprof_strings_add(&r->strings, f->span);
	return 0;
}

static int
pprof_comment(struct pprof *r, const struct wire_field *f)
{
	struct wire w = wire_of(f->span);
	uint64_t value = f->value;
	str_id text = 0;
	int more = 1;

	do {
		if (f->type == WIRE_BYTES)
			more = wire_number(&w, &value);
		if (more < 0)
			return pprof_bad(r, r->err, "%s", w.bad);
		if (more == 0)
			break;
		if (pprof_string(r, (int64_t)value, &text) != 0)
			return -1;
		builder_comment(r->b, text);
	} while (f->type == WIRE_BYTES);
	return 0;
}

static int
pprof_value_type(struct pprof *r, struct str span, str_id *type, str_id *unit)
{
	Perftools__Profiles__ValueType *m = UNPACK(r, value_type, span);

	if (m == NULL)
		return -1;
	return pprof_string(r, m->type, type) != 0
		? -1
		: pprof_string(r, m->unit, unit);
}

static int
pprof_type(struct pprof *r, const struct wire_field *f)
{
	str_id type, unit;

	if (pprof_value_type(r, f->span, &type, &unit) != 0)
		return -1;
	builder_type(r->b, type, unit);
	return 0;
}

/* Check the id of a row. Messages of pprof have both "ID" and "id". */
static void
check_id(struct pprof *r, const struct idmap *rows, uint64_t id,
	const char *what, const char *word)
{
	if (r->later.code != ERR_NONE)
		return;
	if (id == 0)
		(void)pprof_bad(r, &r->later, "found %s with reserved %s=0",
			what, word);
	else if (idmap_get(rows, id) != NONE)
		(void)pprof_bad(r, &r->later,
			"multiple %ss with same id: %" PRIu64, what, id);
}

static int
pprof_mapping(struct pprof *r, const struct wire_field *f)
{
	Perftools__Profiles__Mapping *m = UNPACK(r, mapping, f->span);
	struct builder_mapping row;

	if (m == NULL || pprof_fits(r, &schema_mapping, f->span) != 0)
		return -1;
	row = (struct builder_mapping){ .id = m->id,
		.start = m->memory_start,
		.limit = m->memory_limit,
		.offset = m->file_offset };
	row.has = (uint8_t)((m->has_functions ? MAP_FUNCTIONS : 0) |
		(m->has_filenames ? MAP_FILENAMES : 0) |
		(m->has_line_numbers ? MAP_LINES : 0) |
		(m->has_inline_frames ? MAP_INLINES : 0));
	if (pprof_string(r, m->filename, &row.file) != 0 ||
		pprof_string(r, m->build_id, &row.build_id) != 0)
		return -1;
	check_id(r, &r->map, m->id, "mapping", "ID");
	idmap_put(&r->map, m->id, builder_mapping(r->b, &row));
	return 0;
}

/* Decode a message of numbers: to[i] becomes field i. False if it has fields
   other than these n, or is damaged; then protobuf-c decides. Keys of these
   fields have one byte. */
static bool
plain_numbers(struct str span, uint64_t *to, size_t n)
{
	const unsigned char *p = (const unsigned char *)span.p;
	const unsigned char *end = span.n > 0 ? p + span.n : p;

	while (p != NULL && p < end) {
		unsigned field = *p >> 3;

		if ((*p & 7) != WIRE_VARINT || field == 0 || field > n)
			return false;
		p = wire_varint(p + 1, end, &to[field]);
	}
	return p != NULL;
}

/* Decode a location like plain_numbers(); its lines go to r->raw. */
static bool
plain_location(struct pprof *r, struct str span, uint64_t *to)
{
	const unsigned char *p = (const unsigned char *)span.p;
	const unsigned char *end = span.n > 0 ? p + span.n : p;

	r->raw.n = 0;
	while (p < end) {
		unsigned key = *p, field = key >> 3;
		bool is_line = key == (LOCATION_LINE << 3 | WIRE_BYTES);
		uint64_t line[LINE_FIELDS + 1] = { 0 }, value;
		struct raw_line l;

		if (!is_line &&
			((key & 7) != WIRE_VARINT || field == 0 ||
				field == LOCATION_LINE ||
				field > LOCATION_FIELDS))
			return false;
		p = wire_varint(p + 1, end, &value);
		if (p == NULL)
			return false;
		if (!is_line) {
			to[field] = value;
			continue;
		}
		if (value > (size_t)(end - p) ||
			!plain_numbers(str_from((const char *)p, value), line,
				LINE_FIELDS))
			return false;
		l = (struct raw_line){ line[1], (int64_t)line[2],
			(int64_t)line[3] };
		vec_push(&r->raw, l);
		p += value;
	}
	return true;
}

static int
pprof_function(struct pprof *r, const struct wire_field *f)
{
	uint64_t field[FUNCTION_FIELDS + 1] = { 0 };
	struct builder_function row;

	if (!plain_numbers(f->span, field, FUNCTION_FIELDS)) {
		Perftools__Profiles__Function *m = UNPACK(r, function, f->span);

		if (m == NULL)
			return -1;
		field[1] = m->id;
		field[2] = (uint64_t)m->name;
		field[3] = (uint64_t)m->system_name;
		field[4] = (uint64_t)m->filename;
		field[5] = (uint64_t)m->start_line;
	}
	row = (struct builder_function){ .id = field[1],
		.start_line = (int64_t)field[5] };
	if (pprof_string(r, (int64_t)field[2], &row.name) != 0 ||
		pprof_string(r, (int64_t)field[3], &row.system) != 0 ||
		pprof_string(r, (int64_t)field[4], &row.file) != 0)
		return -1;
	check_id(r, &r->func, row.id, "function", "ID");
	idmap_put(&r->func, row.id, builder_function(r->b, &row));
	return 0;
}

static int
pprof_location(struct pprof *r, const struct wire_field *f)
{
	uint64_t field[LOCATION_FIELDS + 1] = { 0 };
	struct builder_location row;
	uint64_t location;

	/* Let protobuf-c decode unusual locations. */
	if (!plain_location(r, f->span, field)) {
		struct str span = f->span;
		Perftools__Profiles__Location *m = UNPACK(r, location, span);

		if (m == NULL ||
			(m->is_folded &&
				pprof_fits(r, &schema_location, span) != 0))
			return -1;
		field[1] = m->id;
		field[2] = m->mapping_id;
		field[3] = m->address;
		field[5] = m->is_folded != 0;
		r->raw.n = 0;
		for (size_t i = 0; i < m->n_line; i++) {
			struct raw_line l = { m->line[i]->function_id,
				m->line[i]->line, m->line[i]->column };

			vec_push(&r->raw, l);
		}
	}
	check_id(r, &r->loc, field[1], "location", "id");
	/* Convert its lines to the builder's functions. */
	location = field[1];
	r->lines.n = 0;
	for (size_t i = 0; i < r->raw.n; i++) {
		const struct raw_line *l = &r->raw.p[i];
		struct builder_line line = { .line = l->line,
			.column = l->column };

		line.func = l->func == 0 ? NONE : idmap_get(&r->func, l->func);
		if (line.func != NONE)
			vec_push(&r->lines, line);
		else if (r->later.code == ERR_NONE)
			(void)pprof_bad(r, &r->later,
				"location id: %" PRIu64
				" has a line with nil function",
				location);
	}
	row = (struct builder_location){ .id = field[1],
		.address = field[3],
		.folded = field[5] != 0,
		.line = r->lines.p,
		.nlines = r->lines.n };
	/* An unknown mapping is treated as none, without an error. */
	row.map = field[2] == 0 ? NONE : idmap_get(&r->map, field[2]);
	idmap_put(&r->loc, row.id, builder_location(r->b, &row));
	return 0;
}

static int
pprof_tables(struct pprof *r)
{
	static const struct {
		unsigned number;
		const char *what;
		int (*add)(struct pprof *r, const struct wire_field *f);
	} tables[] = {
		{ PPROF_SAMPLE_TYPE, "sample type", pprof_type },
		{ PPROF_MAPPING, "mapping", pprof_mapping },
		{ PPROF_FUNCTION, "function", pprof_function },
		{ PPROF_LOCATION, "location", pprof_location },
	};
	struct header *h;

	if (pprof_each(r, PPROF_STRING_TABLE, "string", pprof_add_string) != 0)
		return -1;
	if (r->strings.n == 0)
		return pprof_bad_at(
			r, r->scan->size, "the string table is missing");
	if (!r->scan->by_stack)
		pprof_strings_settle(&r->strings);
	if (read_check(r->b, r->err) != 0)
		return -1;
	h = builder_header(r->b);
	r->what = "field";
	r->number = PPROF_PERIOD_TYPE;
	r->at = r->scan->period_type_at;
	if (r->scan->period_type.p != NULL &&
		pprof_value_type(r, r->scan->period_type, &h->period_type,
			&h->period_unit) != 0)
		return -1;
	h->time_nanos = (int64_t)r->scan->scalar[PPROF_TIME_NANOS];
	h->duration_nanos = (int64_t)r->scan->scalar[PPROF_DURATION_NANOS];
	h->period = (int64_t)r->scan->scalar[PPROF_PERIOD];
	for (unsigned i = PPROF_DROP_FRAMES; i <= PPROF_DOC_URL; i++) {
		str_id *to = i == PPROF_DROP_FRAMES      ? &h->drop_frames
			: i == PPROF_KEEP_FRAMES         ? &h->keep_frames
			: i == PPROF_DEFAULT_SAMPLE_TYPE ? &h->default_type
			: i == PPROF_DOC_URL             ? &h->doc_url
							 : NULL;
		int64_t text = (int64_t)r->scan->scalar[i];

		r->number = i;
		r->at = r->scan->part[i].first;
		if (to != NULL && pprof_string(r, text, to) != 0)
			return -1;
	}
	if (pprof_each(r, PPROF_COMMENT, "comment", pprof_comment) != 0)
		return -1;
	for (size_t i = 0; i < COUNT_OF(tables); i++)
		if (pprof_each(r, tables[i].number, tables[i].what,
			    tables[i].add) != 0)
			return -1;
	return 0;
}

/* ---- Samples ---- */

/* Samples normally come from the scan (pprof.h). If that fails, protobuf-c
   decodes all samples one by one, and the error reported is that of the first
   bad sample. */

static int
slow_sample(struct pprof *r, const struct wire_field *f)
{
	Perftools__Profiles__Sample *m = UNPACK(r, sample, f->span);
	size_t types = r->scan->part[PPROF_SAMPLE_TYPE].n;
	node_id leaf;
	lset_id set;
	size_t held;

	if (m == NULL)
		return -1;
	held = add_size(r->scratch.held,
		add_size(mul_size(m->n_location_id, sizeof(loc_id)),
			mul_size(m->n_label, sizeof(struct label))));
	if (!builder_hold(r->b, held))
		return read_check(r->b, r->err);
	vec_reserve(&r->stack, m->n_location_id);
	vec_reserve(&r->labels, m->n_label);
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
	leaf = builder_stack(r->b, r->stack.p, r->stack.n);
	set = builder_labels(r->b, r->labels.p, r->labels.n);
	if (builder_err(r->b) == NULL)
		(void)builder_sample(r->b, leaf, set, m->value);
	builder_release(r->b, held);
	return read_check(r->b, r->err);
}

/* Scan again without summing samples with equal stacks. */
static int
scan_again(struct pprof *r)
{
	struct pprof_scan *scan = r->scan;

	pprof_strings_settle(&r->strings);
	pprof_scan_fini(scan);
	pprof_scan_init(scan, r->job->bytes.n, r->job->max_memory);
	if (pprof_scan_whole(scan, r->job->bytes, r->job->progress) == 0)
		return 0;
	*r->err = scan->err;
	return -1;
}

/* Add all samples to the builder. -1 and r->err. */
static int
pprof_samples(struct pprof *r)
{
	struct pprof_scan *scan = r->scan;
	size_t n = scan->taken;
	const struct pprof_ids ids = { &r->loc, &r->strings };
	enum pprof_outcome outcome = PPROF_ODD;

	if (!scan->odd)
		outcome = pprof_columns(r->job, scan, r->trie, &ids, r->err);
	r->trie = NULL;
	if (outcome == PPROF_ODD && scan->whole && scan->by_stack) {
		if (scan_again(r) != 0)
			return -1;
		if (!scan->odd)
			outcome =
				pprof_columns(r->job, scan, NULL, &ids, r->err);
		n = scan->taken;
	}
	if (outcome == PPROF_FAILED)
		return -1;
	if (outcome == PPROF_ODD && scan->whole)
		return pprof_each(r, PPROF_SAMPLE, "sample", slow_sample);
	if (outcome == PPROF_ODD)
		return pprof_bad_at(r, 0, "not for reading in pieces");
	/* The user stopped during the scan. */
	if (n < scan->part[PPROF_SAMPLE].n)
		r->job->partial = (struct partial){ .samples = n,
			.samples_of = scan->part[PPROF_SAMPLE].n,
			.bytes = scan->kept_at,
			.bytes_of = scan->size };
	return 0;
}

/* ---- The reader ---- */

static int
pprof_read(struct read_job *job, struct err *err)
{
	struct pprof r = { .job = job, .b = job->builder, .err = err };
	struct pprof_scan scan;
	int rc = -1;

	r.scan = job->scan;
	if (r.scan == NULL) {
		pprof_scan_init(&scan, job->bytes.n, job->max_memory);
		scan.by_stack = job->detail != READ_SAMPLES;
		(void)pprof_scan_whole(&scan, job->bytes, job->progress);
		r.scan = &scan;
	}
	r.alloc = (ProtobufCAllocator){ scratch_alloc, scratch_free, &r };
	if (r.scan->err.code != ERR_NONE)
		*err = r.scan->err;
	else {
		const struct pprof_part *samples = &r.scan->part[PPROF_SAMPLE];

		if (maps_init(&r) != 0) {
			rc = -1;
		} else {
			r.trie = pprof_trie_begin(r.job, r.scan);
			if (pprof_tables(&r) != 0) {
				rc = -1;
			} else if (samples->n > 0 &&
				r.scan->part[PPROF_SAMPLE_TYPE].n == 0) {
				rc = pprof_bad_at(&r, samples->first,
					"missing sample type information");
			} else if (pprof_samples(&r) != 0) {
				rc = -1;
			} else if (r.later.code == ERR_NONE) {
				if (job->detail == READ_SAMPLES)
					pprof_times(r.b);
				rc = read_check(r.b, r.err);
			} else {
				*r.err = r.later;
				rc = -1;
			}
		}
	}
	pprof_trie_free(r.trie);
	if (r.scan == &scan)
		pprof_scan_fini(&scan);
	idmap_fini(&r.map);
	idmap_fini(&r.func);
	idmap_fini(&r.loc);
	pprof_strings_fini(&r.strings);
	arena_free(&r.scratch);
	vec_free(&r.raw);
	vec_free(&r.lines);
	vec_free(&r.stack);
	vec_free(&r.labels);
	return rc;
}

enum { SNIFF_FIELDS = 1000, SNIFF_TEXT = 4096 };

/* Score bytes as profile.proto, which has no magic number, so fields must be
   valid. Binary data that is invalid later is a damaged profile. Text must be
   valid to its end, since its beginning may be valid by chance. */
static int
pprof_sniff(struct str bytes, struct strbuf *why)
{
	struct wire w = wire_of(bytes);
	struct wire_field f = { .number = 0 };
	bool text = str_is_text(str_sub(bytes, 0, SNIFF_TEXT)), strings = false;
	size_t known = 0, fields = 0;
	int more = 0;

	(void)why;
	while ((text || fields < SNIFF_FIELDS) &&
		(more = wire_next(&w, &f)) > 0) {
		if (!schema_allows(&schema_profile, &f)) {
			more = -1;
			break;
		}
		fields++;
		known += schema_knows(&schema_profile, f.number);
		strings = strings || f.number == SCHEMA_STRING_TABLE;
	}
	if (more >= 0 && known > 0 && (!text || strings))
		return SNIFF_YES;
	if (more < 0 && !text &&
		(known > 0 ||
			(schema_knows(&schema_profile, f.number) &&
				schema_allows(&schema_profile, &f))))
		return SNIFF_DAMAGED;
	return SNIFF_NO;
}

const struct reader reader_pprof = { "pprof", "pprof protobuf", pprof_read,
	.sniff = pprof_sniff, .names = NAMES_PROTO };
