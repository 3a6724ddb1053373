/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what simpleperf of Android writes with report-sample --protobuf:
 *
 *     "SIMPLEPERF" | 1: 16 bits | size: 32 bits | record | size | record | 0
 *
 * A record is a message of protobuf: a sample, or a file or thread that samples
 * refer to by number. These may come after the samples, so all records are read
 * twice. Each event of the recording is a sample
 * type, and a sample counts as many events as passed since the one before it.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "read/damage.h"
#include "read/idmap.h"
#include "read/protowire.h"
#include "read/reader.h"
#include "read/rows.h"

#define MAGIC "SIMPLEPERF"
enum { HEAD_SIZE = sizeof(MAGIC) - 1 + 2, SIZE_SIZE = 4 };

/* The fields of messages, by the names in its cmd_report_sample.proto. */
enum {
	RECORD_SAMPLE = 1,
	RECORD_LOST,
	RECORD_FILE,
	RECORD_THREAD,
	RECORD_META
};
enum {
	SAMPLE_TIME = 1,
	SAMPLE_THREAD,
	SAMPLE_CALL,
	SAMPLE_COUNT,
	SAMPLE_EVENT,
	SAMPLE_UNWINDING
};
enum { CALL_ADDRESS = 1, CALL_FILE, CALL_SYMBOL };
enum { UNWINDING_ERROR = 3 };
enum { LOST_SAMPLES = 1, LOST_LOST };
enum { FILE_ID = 1, FILE_PATH, FILE_SYMBOL, FILE_MANGLED };
enum { THREAD_ID = 1, THREAD_PROCESS, THREAD_NAME };
enum { META_EVENT = 1, META_APP, META_OFF_CPU = 6 };
enum { FIELDS = 8 };

struct simpleperf_file {
	str_id path;
	size_t symbol0, symbols, mangled0, mangled;
};

struct simpleperf_call {
	uint64_t address, file;
	int32_t symbol; /* negative: unknown */
};

struct simpleperf {
	struct read_job *job;
	struct builder *b;
	struct idmap file_of, thread_of;
	VEC(struct simpleperf_file) file;
	VEC(struct str) symbol; /* symbols of all files */
	VEC(lset_id) thread;
	VEC(struct str) event;
	bool off_cpu;
	int64_t samples_lost;
	struct damage damaged;
	size_t unwinding_failed;
	struct map64 func_of, map_of;
	/* (file, symbol) -> a; address -> b; (a, b) -> location */
	struct map64 name_at, address_at, loc_at;
	VEC(loc_id) stack; /* leaf first */
	VEC(int64_t) value;
	struct rows rows;
	bool clipped;
};

static uint64_t
little_endian(struct str s, size_t n)
{
	uint64_t v = 0;

	while (n-- > 0)
		v = v << 8 | (unsigned char)s.p[n];
	return v;
}

/* Count a record that does not decode. */
static void
simpleperf_bad(struct simpleperf *s, const char *why, struct str at)
{
	struct err err = ERR_INIT;

	(void)err_set(&err, ERR_FORMAT, "%s (byte %zu)", why,
		(size_t)(at.p - s->job->bytes.p));
	(void)damage_take(&s->damaged, &err);
}

/* Read the numbers of a message into n[], and its last text into *text, which
   may be NULL. False if it does not decode. */
static bool
simpleperf_numbers(struct str message, uint64_t n[FIELDS], struct str *text)
{
	struct wire w = wire_of(message);
	struct wire_field f;
	int more;

	while ((more = wire_next(&w, &f)) == 1)
		if (f.number < FIELDS && f.type == WIRE_VARINT)
			n[f.number] = f.value;
		else if (f.type == WIRE_BYTES && text != NULL)
			*text = f.span;
	return more == 0;
}

/* ---- What samples refer to ---- */

static bool
simpleperf_file(struct simpleperf *s, struct str message)
{
	struct simpleperf_file file = { .symbol0 = s->symbol.n };
	VEC(struct str) mangled = { NULL, 0, 0 };
	struct wire w = wire_of(message);
	struct wire_field f;
	uint64_t id = 0;
	int more;

	while ((more = wire_next(&w, &f)) == 1)
		if (f.number == FILE_ID && f.type == WIRE_VARINT)
			id = f.value;
		else if (f.type != WIRE_BYTES)
			continue;
		else if (f.number == FILE_PATH)
			file.path = builder_string(s->b, f.span);
		else if (f.number == FILE_SYMBOL)
			vec_push(&s->symbol, f.span);
		else if (f.number == FILE_MANGLED)
			vec_push(&mangled, f.span);
	file.symbols = s->symbol.n - file.symbol0;
	file.mangled0 = s->symbol.n;
	file.mangled = mangled.n;
	for (size_t i = 0; i < mangled.n; i++)
		vec_push(&s->symbol, mangled.p[i]);
	vec_free(&mangled);
	idmap_put(&s->file_of, id, (uint32_t)s->file.n);
	vec_push(&s->file, file);
	return more == 0;
}

static bool
simpleperf_thread(struct simpleperf *s, struct str message)
{
	uint64_t n[FIELDS] = { 0 };
	struct str name = STR_EMPTY;
	bool is_good = simpleperf_numbers(message, n, &name);
	const struct label label[] = {
		{ .key = builder_string(s->b, STR("pid")),
			.str = NONE,
			.num = (int64_t)n[THREAD_PROCESS] },
		{ .key = builder_string(s->b, STR("tid")),
			.str = NONE,
			.num = (int64_t)n[THREAD_ID] },
		{ .key = builder_string(s->b, STR("comm")),
			.str = builder_string(s->b, name) },
	};

	idmap_put(&s->thread_of, n[THREAD_ID], (uint32_t)s->thread.n);
	vec_push(&s->thread, builder_labels(s->b, label, name.n > 0 ? 3 : 2));
	return is_good;
}

static bool
simpleperf_meta(struct simpleperf *s, struct str message)
{
	struct wire w = wire_of(message);
	struct wire_field f;
	int more;

	while ((more = wire_next(&w, &f)) == 1)
		if (f.number == META_EVENT && f.type == WIRE_BYTES)
			vec_push(&s->event, f.span);
		else if (f.number == META_APP && f.type == WIRE_BYTES)
			read_comment(s->b, f.span);
		else if (f.number == META_OFF_CPU && f.type == WIRE_VARINT)
			s->off_cpu = f.value != 0;
	return more == 0;
}

/* Read a record other than a sample. */
static bool
simpleperf_table(struct simpleperf *s, const struct wire_field *f)
{
	uint64_t n[FIELDS] = { 0 };

	switch (f->number) {
	case RECORD_FILE:
		return simpleperf_file(s, f->span);
	case RECORD_THREAD:
		return simpleperf_thread(s, f->span);
	case RECORD_META:
		return simpleperf_meta(s, f->span);
	case RECORD_LOST:
		if (!simpleperf_numbers(f->span, n, NULL))
			return false;
		s->samples_lost = i64_add(s->samples_lost,
			(int64_t)(n[LOST_LOST] & INT64_MAX), &s->clipped);
	}
	return true;
}

/* ---- Samples ---- */

/* Return the number of a key; `next` if the key is new. */
static uint32_t
key_number(struct map64 *of, uint64_t key, uint32_t next)
{
	uint32_t *at = map64_at(of, key);

	if (*at == NONE)
		*at = next;
	return *at;
}

static loc_id
simpleperf_location(struct simpleperf *s, const struct simpleperf_call *call)
{
	const struct simpleperf_file *file;
	uint32_t row = idmap_get(&s->file_of, call->file), name, address, *loc;
	struct builder_line line = { .func = 0 };
	struct builder_location l = { .address = call->address, .map = NONE };
	int32_t symbol = call->symbol;

	file = row != NONE ? &s->file.p[row] : NULL;
	if (file == NULL || symbol < 0 || (size_t)symbol >= file->symbols)
		symbol = -1;
	name = key_number(&s->name_at, (uint64_t)row << 32 | (uint32_t)symbol,
		(uint32_t)s->name_at.n);
	address = key_number(
		&s->address_at, call->address, (uint32_t)s->address_at.n);
	loc = map64_at(&s->loc_at, (uint64_t)name << 32 | address);
	if (*loc != NONE)
		return *loc;
	if (symbol >= 0) {
		size_t at = file->symbol0 + (size_t)symbol;
		struct builder_function f = { .name = builder_string(
						      s->b, s->symbol.p[at]) };

		f.system = f.name;
		if ((size_t)symbol < file->mangled)
			f.system = builder_string(s->b,
				s->symbol.p[file->mangled0 + (size_t)symbol]);
		line.func = loctable_function(&s->func_of,
			(uint64_t)f.name << 32 | f.system, s->b, &f);
		l.line = &line;
		l.nlines = 1;
	}
	if (file != NULL)
		l.map = loctable_mapping(
			&s->map_of, s->b, file->path, MAP_FUNCTIONS);
	return *loc = builder_location(s->b, &l);
}

static bool
simpleperf_call(struct simpleperf *s, struct str message)
{
	uint64_t n[FIELDS] = { [CALL_SYMBOL] = UINT64_MAX };
	struct simpleperf_call call;

	if (!simpleperf_numbers(message, n, NULL))
		return false;
	call = (struct simpleperf_call){ n[CALL_ADDRESS], n[CALL_FILE],
		(int32_t)(uint32_t)n[CALL_SYMBOL] };
	vec_push(&s->stack, simpleperf_location(s, &call));
	return true;
}

static bool
simpleperf_sample(struct simpleperf *s, struct str message)
{
	struct wire w = wire_of(message);
	struct wire_field f;
	uint64_t n[FIELDS] = { [SAMPLE_COUNT] = 1 }, unwinding[FIELDS] = { 0 };
	uint32_t thread;
	size_t event;
	int more;

	s->stack.n = 0;
	while ((more = wire_next(&w, &f)) == 1)
		if (f.number == SAMPLE_CALL && f.type == WIRE_BYTES) {
			if (!simpleperf_call(s, f.span))
				return false;
		} else if (f.number == SAMPLE_UNWINDING &&
			f.type == WIRE_BYTES) {
			if (!simpleperf_numbers(f.span, unwinding, NULL))
				return false;
		} else if (f.number < FIELDS && f.type == WIRE_VARINT) {
			n[f.number] = f.value;
		}
	event = (size_t)n[SAMPLE_EVENT];
	if (more != 0 || event >= s->value.n)
		return false;
	s->unwinding_failed += unwinding[UNWINDING_ERROR] != 0;
	s->value.p[event] = n[SAMPLE_COUNT] <= INT64_MAX
		? (int64_t)n[SAMPLE_COUNT]
		: INT64_MAX;
	s->clipped |= n[SAMPLE_COUNT] > INT64_MAX;
	thread = idmap_get(&s->thread_of, (uint32_t)n[SAMPLE_THREAD]);
	rows_add(&s->rows,
		builder_err(s->b) == NULL
			? builder_stack(s->b, s->stack.p, s->stack.n)
			: NONE,
		thread != NONE ? s->thread.p[thread] : 0, s->value.p,
		(int64_t)(n[SAMPLE_TIME] & INT64_MAX));
	s->value.p[event] = 0;
	return true;
}

/* ---- The file ---- */

/* Read all records: samples, or all others. */
static int
simpleperf_pass(struct simpleperf *s, bool samples, struct err *err)
{
	enum { LOOK_EVERY = 4096 };
	struct str all = s->job->bytes, rest = str_skip(all, HEAD_SIZE);
	bool ended = false;

	for (size_t n = 1; rest.n >= SIZE_SIZE && !ended; n++) {
		uint64_t size = little_endian(rest, SIZE_SIZE);
		struct wire w;
		struct wire_field f;
		struct str record;
		int more;

		rest = str_skip(rest, SIZE_SIZE);
		ended = size == 0;
		if (ended || size > rest.n)
			break;
		record = str_sub(rest, 0, (size_t)size);
		w = wire_of(record);
		rest = str_skip(rest, (size_t)size);
		while ((more = wire_next(&w, &f)) == 1)
			if (f.type == WIRE_BYTES &&
				(f.number == RECORD_SAMPLE) == samples &&
				!(samples ? simpleperf_sample(s, f.span)
					  : simpleperf_table(s, &f)))
				break;
		if (more != 0 && (samples || f.number != RECORD_SAMPLE))
			simpleperf_bad(s, "damaged record", record);
		if (n % LOOK_EVERY != 0)
			continue;
		progress_done(s->job->progress, all.n - rest.n);
		if (progress_stopped(s->job->progress))
			return err_set(err, ERR_CANCELLED, "cancelled");
		if (read_check(s->b, err) != 0 ||
			read_limit(s->job,
				s->symbol.cap * sizeof(*s->symbol.p) +
					s->file.cap * sizeof(*s->file.p),
				"symbols need", err) != 0)
			return -1;
		if (samples &&
			read_enough(s->job, s->rows.n, 0, all.n - rest.n))
			return 0;
	}
	if (samples && !ended)
		warnings_add(s->job->warnings,
			"no mark at the end: samples may be missing");
	else if (samples)
		read_warn_rest(s->job, rest.n);
	return 0;
}

static void
simpleperf_types(struct simpleperf *s)
{
	if (s->event.n == 0)
		vec_push(&s->event, STR("events"));
	for (size_t i = 0; i < s->event.n; i++) {
		struct str event = s->event.p[i];
		bool is_time = str_starts(event, STR("cpu-clock")) ||
			str_starts(event, STR("task-clock")) ||
			(s->off_cpu && str_is(event, "sched:sched_switch"));

		read_type(s->b, event,
			is_time ? STR("nanoseconds") : STR("count"));
		vec_push(&s->value, 0);
	}
	/* The first mapping names the program: add one without a name. */
	(void)builder_mapping(
		s->b, &(struct builder_mapping){ .has = MAP_ALL });
	rows_init(&s->rows, s->b, s->value.n, true);
}

static int
simpleperf_all(struct simpleperf *s, struct err *err)
{
	struct warnings *w = s->job->warnings;

	if (simpleperf_pass(s, false, err) != 0)
		return -1;
	simpleperf_types(s);
	if (simpleperf_pass(s, true, err) != 0)
		return -1;
	if (s->rows.n == 0 && damage_refuse(&s->damaged, err) != 0)
		return -1;
	if (rows_end(&s->rows, err) != 0)
		return -1;
	damage_warn(&s->damaged, w, "records");
	if (s->samples_lost > 0)
		warnings_add(w, "simpleperf lost samples: %" PRId64,
			s->samples_lost);
	if (s->unwinding_failed > 0)
		warnings_add(w,
			"stacks that end early, since unwinding failed: %zu",
			s->unwinding_failed);
	if (s->clipped || s->rows.clipped > 0)
		read_warn_clipped(s->job);
	return 0;
}

static int
simpleperf_read(struct read_job *job, struct err *err)
{
	enum { USUAL = 256 };
	struct simpleperf s = { .job = job, .b = job->builder };
	int rc;

	if (job->bytes.n < HEAD_SIZE || !str_starts(job->bytes, STR(MAGIC)))
		return err_set(err, ERR_FORMAT, "no \"" MAGIC "\" (byte 0)");
	if (little_endian(str_skip(job->bytes, HEAD_SIZE - 2), 2) != 1)
		return err_set(err, ERR_FORMAT,
			"version %" PRIu64 " is newer than this reader",
			little_endian(str_skip(job->bytes, HEAD_SIZE - 2), 2));
	idmap_init(&s.file_of, USUAL);
	idmap_init(&s.thread_of, USUAL);
	rc = simpleperf_all(&s, err);
	idmap_fini(&s.file_of);
	idmap_fini(&s.thread_of);
	vec_free(&s.file);
	vec_free(&s.symbol);
	vec_free(&s.thread);
	vec_free(&s.event);
	map64_free(&s.func_of);
	map64_free(&s.map_of);
	map64_free(&s.name_at);
	map64_free(&s.address_at);
	map64_free(&s.loc_at);
	vec_free(&s.stack);
	vec_free(&s.value);
	rows_fini(&s.rows);
	return rc;
}

static int
simpleperf_sniff(struct str bytes, struct strbuf *why)
{
	(void)why;
	return str_starts(bytes, STR(MAGIC)) ? SNIFF_YES : SNIFF_NO;
}

const struct reader reader_simpleperf = { "simpleperf", "samples of simpleperf",
	simpleperf_read, .sniff = simpleperf_sniff };
