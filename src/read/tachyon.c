/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the binary profiles of Python 3.15's profiling.sampling:
 *
 *     header | samples, perhaps as zstd | strings | frames | duration | footer
 *
 * A sample is of a thread, whose stack it changes:
 *
 *     thread, interpreter, kind, then for REPEAT: n x (time, status)
 *                                     others: time, status, changed frames
 *
 * All fixed numbers have the writer's byte order. The header has two layouts
 * with one version number, told apart by which of them makes sense.
 */
#include "prelude.h"

#include "input/zstd.h"
#include "profile/labels.h"
#include "read/protowire.h"
#include "read/reader.h"
#include "read/rows.h"

enum {
	MAGIC_AT_START = 0x54414348,
	FORMAT_VERSION = 1,
	HEADER = 64,
	FOOTER = 32,
	TAIL = 16, /* "TACHSTAT", version, size */
	DEPTH_MOST = 65536,
	FRAME_LEAST = 7, /* bytes of a frame */
};

enum { KIND_REPEAT, KIND_FULL, KIND_SUFFIX, KIND_POP_PUSH };
enum { MODE_UNKNOWN, MODE_WALL, MODE_CPU, MODE_GIL, MODE_ALL, MODE_EXCEPTION };

struct tachyon_thread {
	uint64_t id;
	uint32_t interpreter;
	uint64_t time;      /* us */
	VEC(node_id) stack; /* root first */
	bool has_stack;
};

struct tachyon {
	struct read_job *job;
	struct err *err;
	bool swap;
	uint64_t interval; /* us */
	uint64_t samples;
	uint64_t strings, frames; /* offsets */
	uint32_t compression, mode;
	uint32_t nstrings, nframes;
	VEC(struct str) string;
	VEC(loc_id) loc;
	struct loctable locs;
	VEC(struct tachyon_thread) thread;
	struct map64 number_of; /* thread's id -> number */
	struct map64 thread_of; /* (number, interpreter) -> index in thread[] */
	struct map64 labels_of; /* (thread, status) -> set */
	VEC(uint32_t) frame;    /* a sample's changed frames, leaf first */
	struct rows rows;
	size_t read; /* samples */
};

/* ---- Numbers ---- */

static uint64_t
fixed(bool swap, struct str s, size_t at, size_t n)
{
	uint64_t v = 0;

	for (size_t i = 0; i < n && at + i < s.n; i++) {
		size_t byte = swap ? i : n - 1 - i;

		v = v << 8 | (unsigned char)s.p[at + byte];
	}
	return v;
}

/* A read position. */
struct tachyon_at {
	struct str bytes;
	size_t at;
	bool bad;
};

static uint64_t
take_fixed(struct tachyon_at *in, bool swap, size_t n)
{
	uint64_t v;

	if (in->bad || in->bytes.n - in->at < n) {
		in->bad = true;
		return 0;
	}
	v = fixed(swap, in->bytes, in->at, n);
	in->at += n;
	return v;
}

static uint64_t
take_varint(struct tachyon_at *in)
{
	const unsigned char *base = (const unsigned char *)in->bytes.p;
	const unsigned char *end;
	uint64_t v = 0;

	if (in->bad)
		return 0;
	end = wire_varint(base + in->at, base + in->bytes.n, &v);
	in->bad = end == NULL;
	if (!in->bad)
		in->at = (size_t)(end - base);
	return v;
}

static int64_t
take_signed(struct tachyon_at *in)
{
	uint64_t v = take_varint(in);

	return (int64_t)(v >> 1) ^ -(int64_t)(v & 1);
}

/* ---- The header ---- */

static bool
layout_fits(struct tachyon *t, struct str s, size_t offsets)
{
	uint64_t end = s.n - FOOTER;

	t->strings = fixed(t->swap, s, offsets, 8);
	t->frames = fixed(t->swap, s, offsets + 8, 8);
	t->compression = (uint32_t)fixed(t->swap, s, offsets + 16, 4);
	return t->strings >= HEADER && t->strings <= t->frames &&
		t->frames <= end && t->compression <= 1;
}

/* True if one layout would fit a longer file; *size is its least size. */
static bool
layout_is_cut(struct tachyon *t, struct str s, uint64_t *size)
{
	static const size_t offsets[] = { 40, 36 };

	for (size_t i = 0; i < COUNT_OF(offsets); i++) {
		(void)layout_fits(t, s, offsets[i]);
		*size = t->frames + FOOTER;
		if (t->strings >= HEADER && t->strings <= t->frames &&
			t->frames < INT64_MAX && t->compression <= 1 &&
			*size > s.n)
			return true;
	}
	return false;
}

static int
tachyon_header(struct tachyon *t)
{
	struct str s = t->job->bytes;
	unsigned major, minor, micro, version;
	uint64_t size = 0;
	bool is_new;

	t->swap = s.n > 0 && s.p[0] == 'T';
	if (s.n < HEADER || fixed(t->swap, s, 0, 4) != MAGIC_AT_START)
		return err_set(t->err, ERR_FORMAT,
			"not a binary profile of Python (byte 0)");
	version = (unsigned)fixed(t->swap, s, 4, 4);
	major = (unsigned char)s.p[8];
	minor = (unsigned char)s.p[9];
	micro = (unsigned char)s.p[10];
	if (version != FORMAT_VERSION)
		return err_set(t->err, ERR_FORMAT,
			"binary profile of Python %u.%u.%u, format %u; run: "
			"python -m profiling.sampling replay --collapsed -o "
			"out.txt FILE",
			major, minor, micro, version);
	is_new = s.n >= HEADER + FOOTER && layout_fits(t, s, 40);
	if (!is_new && (s.n < HEADER + FOOTER || !layout_fits(t, s, 36))) {
		if (layout_is_cut(t, s, &size))
			return err_set(t->err, ERR_FORMAT,
				"binary profile of Python %u.%u.%u: truncated: "
				"%zu of at least %llu bytes",
				major, minor, micro, s.n,
				(unsigned long long)size);
		return err_set(t->err, ERR_FORMAT,
			"binary profile of Python %u.%u.%u that was not "
			"finished",
			major, minor, micro);
	}
	t->interval = fixed(t->swap, s, 20, 8);
	t->samples = fixed(t->swap, s, 28, is_new ? 8 : 4);
	t->mode = is_new ? (uint32_t)fixed(t->swap, s, 60, 4) : MODE_UNKNOWN;
	t->nstrings = (uint32_t)fixed(t->swap, s, s.n - FOOTER, 4);
	t->nframes = (uint32_t)fixed(t->swap, s, s.n - FOOTER + 4, 4);
	size = fixed(t->swap, s, s.n - FOOTER + 8, 8);
	if (size > s.n)
		return err_set(t->err, ERR_FORMAT,
			"binary profile of Python %u.%u.%u: truncated: %zu of "
			"%llu bytes",
			major, minor, micro, s.n, (unsigned long long)size);
	if (size > 0)
		read_warn_rest(t->job, s.n - (size_t)size);
	if (t->interval > INT64_MAX / 1000)
		return err_set(t->err, ERR_FORMAT,
			"its interval is out of range (byte 20)");
	return 0;
}

/* ---- Tables ---- */

static int
tachyon_tables(struct tachyon *t)
{
	struct str s = t->job->bytes;
	struct tachyon_at in = { .bytes = str_sub(s, 0, (size_t)t->frames),
		.at = (size_t)t->strings };

	for (uint32_t i = 0; i < t->nstrings; i++) {
		uint64_t n = take_varint(&in);

		if (in.bad || n > in.bytes.n - in.at)
			return err_set(t->err, ERR_FORMAT,
				"string %u is truncated (byte %zu)", i, in.at);
		vec_push(&t->string, str_sub(s, in.at, in.at + (size_t)n));
		in.at += (size_t)n;
	}
	in = (struct tachyon_at){ .bytes = str_sub(s, 0, s.n - FOOTER),
		.at = (size_t)t->frames };
	if (t->nframes > (in.bytes.n - in.at) / FRAME_LEAST)
		return err_set(t->err, ERR_FORMAT,
			"the file is too short for %u frames (byte %zu)",
			t->nframes, in.at);
	t->locs.builder = t->job->builder;
	for (uint32_t i = 0; i < t->nframes; i++) {
		size_t begun = in.at;
		uint64_t file = take_varint(&in), func = take_varint(&in);
		struct loctable_row row = { .line = take_signed(&in) };

		(void)take_signed(&in);
		(void)take_signed(&in);
		(void)take_signed(&in);
		(void)take_fixed(&in, false, 1);
		if (in.bad || file >= t->nstrings || func >= t->nstrings)
			return err_set(t->err, ERR_FORMAT,
				"frame %u is invalid (byte %zu)", i, begun);
		row.name = t->string.p[func];
		if (!str_is(t->string.p[file], "~"))
			row.file = t->string.p[file];
		vec_push(&t->loc, loctable_at(&t->locs, &row));
		if (read_check(t->job->builder, t->err) != 0)
			return -1;
	}
	return 0;
}

/* ---- Samples ---- */

static lset_id
tachyon_labels(struct tachyon *t, struct tachyon_thread *th, uint8_t status)
{
	static const struct {
		uint8_t bit;
		const char *word;
	} words[] = { { 0x20, "main thread" }, { 0x01, "has GIL" },
		{ 0x02, "on CPU" }, { 0x08, "waiting for GIL" },
		{ 0x10, "has exception" } };
	struct builder *b = t->job->builder;
	struct strbuf state = STRBUF_INIT;
	struct label label[3];
	uint64_t key = (uint64_t)(th - t->thread.p) << 8 | status;
	lset_id set = map64_get(&t->labels_of, key);
	size_t n = 0;

	if (set != NONE)
		return set;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (status & words[i].bit)
			strbuf_addf(&state, "%s%s", state.n > 0 ? ", " : "",
				words[i].word);
	if ((status & 0x1f) == 0)
		strbuf_addf(&state, "%sidle", state.n > 0 ? ", " : "");
	label[n++] = (struct label){ .key = builder_string(b, STR("tid")),
		.str = NONE,
		.num = (int64_t)th->id };
	if (th->interpreter != 0)
		label[n++] = (struct label){ .key = builder_string(
						     b, STR("interpreter")),
			.str = NONE,
			.num = th->interpreter };
	if (state.n > 0)
		label[n++] =
			(struct label){ .key = builder_string(b, STR("state")),
				.str = builder_string(b, strbuf_str(&state)) };
	strbuf_free(&state);
	if (builder_err(b) != NULL)
		return NONE;
	set = builder_labels(b, label, n);
	if (set != NONE)
		map64_put(&t->labels_of, key, set);
	return set;
}

static struct tachyon_thread *
tachyon_thread(struct tachyon *t, uint64_t id, uint32_t interpreter)
{
	uint32_t next = (uint32_t)t->thread.n, *at;
	uint32_t *number = map64_at(&t->number_of, id);

	if (*number == NONE)
		*number = next;
	at = map64_at(&t->thread_of, (uint64_t)*number << 32 | interpreter);
	if (*at == NONE) {
		*at = next;
		vec_push(&t->thread,
			((struct tachyon_thread){
				.id = id, .interpreter = interpreter }));
	}
	return &t->thread.p[*at];
}

/* Read the frames of a sample: `kept` of the last stack stay below them. */
static bool
tachyon_stack(struct tachyon *t, struct tachyon_thread *th,
	struct tachyon_at *in, uint64_t kept, uint64_t n)
{
	node_id above;

	if (in->bad || kept > th->stack.n || n > DEPTH_MOST ||
		kept + n > DEPTH_MOST || n > in->bytes.n - in->at)
		return false;
	th->stack.n = (size_t)kept;
	above = kept > 0 ? th->stack.p[kept - 1] : 0;
	t->frame.n = 0;
	for (uint64_t i = 0; i < n; i++) {
		uint64_t frame = take_varint(in);

		if (in->bad || frame >= t->loc.n)
			return false;
		vec_push(&t->frame, (uint32_t)frame);
	}
	/* The file has the frames leaf first, the stack needs them root
	   first. */
	for (size_t i = t->frame.n; i-- > 0;) {
		above = builder_step(
			t->job->builder, above, t->loc.p[t->frame.p[i]]);
		vec_push(&th->stack, above);
	}
	th->has_stack = true;
	return true;
}

static void
tachyon_add(struct tachyon *t, struct tachyon_thread *th, uint8_t status)
{
	int64_t value[2] = { 1, (int64_t)t->interval * 1000 };
	uint64_t time = th->time < INT64_MAX / 1000 ? th->time : 0;
	size_t depth = th->stack.n;

	rows_add(&t->rows, depth > 0 ? th->stack.p[depth - 1] : 0,
		tachyon_labels(t, th, status), value, (int64_t)time * 1000);
	t->read++;
}

/* Read one record. False if it is invalid. */
static bool
tachyon_record(struct tachyon *t, struct tachyon_at *in)
{
	uint64_t id = take_fixed(in, t->swap, 8);
	uint32_t interpreter = (uint32_t)take_fixed(in, t->swap, 4);
	unsigned kind = (unsigned)take_fixed(in, t->swap, 1);
	struct tachyon_thread *th;
	uint64_t n, kept = 0;
	uint8_t status;

	if (in->bad)
		return false;
	th = tachyon_thread(t, id, interpreter);
	if (kind == KIND_REPEAT) {
		n = take_varint(in);
		/* Each takes two bytes or more. */
		if (in->bad || !th->has_stack || n > (in->bytes.n - in->at) / 2)
			return false;
		for (uint64_t i = 0; i < n; i++) {
			th->time += take_varint(in);
			status = (uint8_t)take_fixed(in, t->swap, 1);
			if (in->bad)
				return false;
			tachyon_add(t, th, status);
		}
		return true;
	}
	th->time += take_varint(in);
	status = (uint8_t)take_fixed(in, t->swap, 1);
	if (kind == KIND_SUFFIX || kind == KIND_POP_PUSH)
		kept = take_varint(in);
	if (kind == KIND_POP_PUSH) {
		if (kept > th->stack.n)
			return false;
		kept = th->stack.n - kept;
	}
	n = take_varint(in);
	if (kind > KIND_POP_PUSH || !tachyon_stack(t, th, in, kept, n))
		return false;
	tachyon_add(t, th, status);
	return true;
}

static int
tachyon_samples(struct tachyon *t)
{
	struct str s = str_sub(t->job->bytes, HEADER, (size_t)t->strings);
	struct bytes inflated = { 0 };
	struct tachyon_at in = { .bytes = s };
	int rc = 0;

	if (t->compression == 1) {
		int packed = zstd_all(s, t->job->max_memory, &inflated,
			t->job->progress, t->err);

		if (packed == 0)
			return err_set(t->err, ERR_FORMAT,
				"its samples are not zstd data (byte 64)");
		if (packed < 0)
			return -1;
		in.bytes = bytes_str(&inflated);
	}
	while (rc == 0 && in.at < in.bytes.n) {
		size_t begun = in.at;

		if (!tachyon_record(t, &in))
			rc = err_set(t->err, ERR_FORMAT,
				"a sample is invalid (byte %zu%s)",
				begun + (t->compression == 1 ? 0 : HEADER),
				t->compression == 1 ? " of the samples" : "");
		else if (progress_stops_at(t->job->progress, t->read))
			rc = err_set(t->err, ERR_CANCELLED, "cancelled");
		else if (read_check(t->job->builder, t->err) != 0 ||
			read_limit(t->job,
				t->thread.n * sizeof(struct tachyon_thread) +
					inflated.n,
				"threads need", t->err) != 0)
			rc = -1;
	}
	bytes_free(&inflated);
	return rc;
}

static void
tachyon_types(struct tachyon *t)
{
	struct builder *b = t->job->builder;
	struct header *h = builder_header(b);
	struct str s = t->job->bytes;
	bool timed = t->mode != MODE_EXCEPTION;
	const char *type = t->mode == MODE_CPU ? "cpu"
		: t->mode == MODE_GIL          ? "gil"
					       : "wall";
	size_t end = s.n - FOOTER, size;
	uint64_t bits;
	double seconds;

	read_type(b, STR("samples"), STR("count"));
	if (timed) {
		read_type(b, str_c(type), STR("nanoseconds"));
		h->default_type = builder_string(b, str_c(type));
		h->period = (int64_t)t->interval * 1000;
		h->period_type = h->default_type;
		h->period_unit = builder_string(b, STR("nanoseconds"));
	}
	rows_init(&t->rows, b, timed ? 2 : 1, true);
	builder_times_from(b, 0);
	if (end < t->frames + TAIL ||
		!str_is(str_sub(s, end - TAIL, end - TAIL + 8), "TACHSTAT"))
		return;
	size = (size_t)fixed(t->swap, s, end - 4, 4);
	if (size < 8 || size > end - t->frames)
		return;
	bits = fixed(t->swap, s, end - size, 8);
	memcpy(&seconds, &bits, sizeof(seconds));
	if (seconds > 0 && seconds < 1e9)
		h->duration_nanos = (int64_t)(seconds * 1e9);
}

static int
tachyon_read(struct read_job *job, struct err *err)
{
	struct tachyon t = { .job = job,
		.err = err,
		.number_of = MAP64_INIT,
		.thread_of = MAP64_INIT,
		.labels_of = MAP64_INIT };
	int rc = -1;

	if (tachyon_header(&t) == 0 && tachyon_tables(&t) == 0) {
		tachyon_types(&t);
		rc = tachyon_samples(&t);
		if (rc == 0)
			rc = rows_end(&t.rows, err);
		if (rc == 0 && t.samples != t.read)
			warnings_add(job->warnings,
				"the header counts %llu samples, the file has "
				"%zu",
				(unsigned long long)t.samples, t.read);
		rows_fini(&t.rows);
	}
	for (size_t i = 0; i < t.thread.n; i++)
		vec_free(&t.thread.p[i].stack);
	loctable_fini(&t.locs);
	map64_free(&t.number_of);
	map64_free(&t.thread_of);
	map64_free(&t.labels_of);
	vec_free(&t.thread);
	vec_free(&t.frame);
	vec_free(&t.string);
	vec_free(&t.loc);
	return rc;
}

static int
tachyon_sniff(struct str bytes, struct strbuf *why)
{
	(void)why;
	/* The version is a small number. */
	return bytes.n >= 8 &&
			((str_starts(bytes, STR("HCAT")) && bytes.p[7] == 0) ||
				(str_starts(bytes, STR("TACH")) &&
					bytes.p[4] == 0))
		? SNIFF_YES
		: SNIFF_NO;
}

const struct reader reader_tachyon = { "tachyon",
	"binary profile of Python's sampler", tachyon_read,
	.sniff = tachyon_sniff };
