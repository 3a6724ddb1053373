/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads profiles of Ruby's stackprof: a marshalled hash, or the same in JSON.
 *
 *     {mode: :cpu, interval: 1000, frames: {ID => {name:, file:, line:}},
 *      raw: [2, ID, ID, 1, ...],      length, frames root first, count
 *      raw_lines: [...],              like raw, with lines instead of ids
 *      raw_sample_timestamps: [...]}  us, one for each sample
 *
 * The interval is in us or, in mode :object, a number of allocations. A list
 * element that is not a number is read as -1, which keeps all positions right.
 */
#include "prelude.h"

#include "base/decimal.h"
#include "base/json.h"
#include "base/num.h"
#include "base/vec.h"
#include "read/damage.h"
#include "read/reader.h"
#include "read/rows.h"

enum sp_list { SP_RAW, SP_LINES, SP_STAMPS, SP_DELTAS, SP_LISTS };

static const char *const sp_lists[] = { "raw", "raw_lines",
	"raw_sample_timestamps", "raw_timestamp_deltas" };

enum sp_number { SP_INTERVAL, SP_MISSED, SP_NUMBERS };

static const char *const sp_numbers[] = { "interval", "missed_samples" };

struct sp_frame {
	func_id func;
	int64_t line;
};

struct stackprof {
	struct read_job *job;
	struct builder *b;
	struct err *err;
	struct rows rows;
	struct strbuf mode;
	int64_t number[SP_NUMBERS]; /* multiplied by 1000: us become ns */
	bool has_number[SP_NUMBERS];
	VEC(int64_t) list[SP_LISTS];
	bool is_odd[SP_LISTS]; /* an element is not a number */
	struct map64 frame_of; /* id -> index into frame[] */
	VEC(struct sp_frame) frame;
	struct functable funcs;
	struct map64 loc_of; /* loc_of: (frame, line) -> location */
	struct damage frames, stacks;
	bool clipped;
};

/* ---- Both forms ---- */

/* Return the index of name in names[], or n. */
static size_t
sp_find(const char *const *names, size_t n, struct str name)
{
	size_t i = 0;

	while (i < n && !str_is(name, names[i]))
		i++;
	return i;
}

static int
sp_limit(const struct stackprof *s, size_t more)
{
	size_t held = more + s->frame.cap * sizeof(*s->frame.p);

	for (int i = 0; i < SP_LISTS; i++)
		held += s->list[i].cap * sizeof(int64_t);
	return read_limit(s->job, held, "samples need", s->err);
}

static int
sp_push(struct stackprof *s, enum sp_list list, bool is, int64_t n)
{
	s->is_odd[list] |= !is;
	n = is ? n : -1;
	vec_push(&s->list[list], n);
	if (s->list[list].n % 65536 != 0)
		return 0;
	if (progress_stopped(s->job->progress))
		return err_set(s->err, ERR_CANCELLED, "cancelled");
	return sp_limit(s, 0);
}

static void
sp_frame(struct stackprof *s, int64_t id, struct str name, struct str file,
	int64_t line)
{
	struct builder_function row = {
		.name = builder_string(
			s->b, name.n > 0 ? name : STR("(anonymous)")),
		.file = builder_string(s->b, file),
		.start_line = line > 0 && line < NONE ? line : 0
	};
	struct sp_frame f = { .line = row.start_line };

	f.func = functable_at(&s->funcs, s->b, &row);
	map64_put(&s->frame_of, (uint64_t)id, (uint32_t)s->frame.n);
	vec_push(&s->frame, f);
}

/* Return the count of the stack at raw[i]; negative if it is unreadable. */
static int64_t
sp_count(const struct stackprof *s, size_t i)
{
	const int64_t *raw = s->list[SP_RAW].p;

	return raw[i + (size_t)raw[i] + 1];
}

/* Build the stack at raw[i]. -1 and err if it is invalid. */
static int
sp_stack(struct stackprof *s, size_t i, bool lines, node_id *leaf)
{
	const int64_t *raw = s->list[SP_RAW].p;

	if (sp_count(s, i) < 0)
		return err_set(s->err, ERR_FORMAT,
			"\"raw\" has a stack that was seen %lld times",
			(long long)sp_count(s, i));
	*leaf = 0;
	for (size_t k = i + 1; k <= i + (size_t)raw[i]; k++) {
		uint32_t frame = map64_get(&s->frame_of, (uint64_t)raw[k]);
		int64_t line;
		struct builder_line row;
		uint32_t *loc;

		if (frame == NONE)
			return err_set(s->err, ERR_FORMAT,
				"frame %lld of \"raw\" is not in \"frames\"",
				(long long)raw[k]);
		line = lines ? s->list[SP_LINES].p[k] : 0;
		row = (struct builder_line){ .func = s->frame.p[frame].func };
		row.line =
			line > 0 && line < NONE ? line : s->frame.p[frame].line;
		loc = map64_at(
			&s->loc_of, (uint64_t)frame << 32 | (uint64_t)row.line);
		if (*loc == NONE)
			*loc = builder_location(s->b,
				&(struct builder_location){ .map = NONE,
					.line = &row,
					.nlines = 1 });
		*leaf = builder_step(s->b, *leaf, *loc);
		if (*leaf == NONE)
			return read_check(s->b, s->err);
	}
	return 0;
}

static int
sp_samples(struct stackprof *s)
{
	const int64_t *raw = s->list[SP_RAW].p;
	bool lines = s->list[SP_LINES].n == s->list[SP_RAW].n;
	bool is_time, is_object, times;
	int64_t all;
	size_t sample = 0, stack = 0;
	struct str mode;
	const int64_t *check_raw;
	size_t count, j = 0;
	enum sp_list from;
	int64_t *p, now = 0;
	size_t times_n;

	/* Count the samples of all stacks. Nothing can be read after a length
	   that does not fit. */
	check_raw = s->list[SP_RAW].p;
	count = s->list[SP_RAW].n;
	all = 0;
	for (; j < count; j += (size_t)check_raw[j] + 2) {
		if (check_raw[j] < 0 || (uint64_t)check_raw[j] > count - j ||
			(uint64_t)check_raw[j] + 2 > count - j)
			break;
		if (sp_count(s, j) > 0)
			all = i64_add(all, sp_count(s, j), &s->clipped);
	}
	if (j < count) {
		(void)err_set(s->err, ERR_FORMAT,
			"\"raw\" is inconsistent: a stack of %lld frames at "
			"%zu of %zu",
			(long long)check_raw[j], j, count);
		(void)damage_take(&s->stacks, s->err);
		s->list[SP_RAW].n = j;
	}

	if (s->list[SP_RAW].n == 0 && damage_refuse(&s->stacks, s->err) != 0)
		return -1;
	if (s->list[SP_RAW].n == 0)
		return err_set(
			s->err, ERR_FORMAT, "no stacks: record with raw: true");
	/* Convert the samples' times to ns. If there is not one for each
	   sample, none is used. */
	from = s->list[SP_STAMPS].n == 0 ? SP_DELTAS : SP_STAMPS;
	p = s->list[from].p;
	times_n = s->list[from].n;
	if (times_n == 0) {
		times = false;
	} else if ((uint64_t)all != times_n || s->is_odd[from]) {
		warnings_add(s->job->warnings,
			"\"%s\" does not have a time for each sample: times "
			"were left out",
			sp_lists[from]);
		times = false;
	} else {
		for (size_t i = 0; i < times_n; i++) {
			now = from == SP_DELTAS
				? i64_add(now, p[i], &s->clipped)
				: p[i];
			p[i] = i64_mul(now, 1000, &s->clipped);
		}
		if (from == SP_DELTAS) {
			vec_free(&s->list[SP_STAMPS]);
			s->list[SP_STAMPS] = s->list[SP_DELTAS];
			memset(&s->list[SP_DELTAS], 0,
				sizeof(s->list[SP_DELTAS]));
		}
		times = true;
	}
	mode = strbuf_str(&s->mode);
	is_time = s->has_number[SP_INTERVAL] &&
		(str_is(mode, "cpu") || str_is(mode, "wall"));
	is_object = str_is(mode, "object");
	if (is_object)
		read_type(s->b, STR("alloc_objects"), STR("count"));
	else
		read_type(s->b, STR("samples"), STR("count"));
	if (is_time)
		read_type(s->b, mode, STR("nanoseconds"));
	if (is_time) {
		struct header *h = builder_header(s->b);

		h->period = s->number[SP_INTERVAL];
		h->period_type = builder_string(s->b, mode);
		h->period_unit = builder_string(s->b, STR("nanoseconds"));
	}
	rows_init(&s->rows, s->b, is_time ? 2 : 1, times);
	for (size_t i = 0; i < s->list[SP_RAW].n; i += (size_t)raw[i] + 2) {
		int64_t left = sp_count(s, i);
		node_id leaf = NONE;

		/* Even if a stack is left out, skip its samples' times. */
		if (sp_stack(s, i, lines, &leaf) != 0) {
			if (!damage_take(&s->stacks, s->err))
				return -1;
			leaf = NONE;
		}
		if (progress_stops_at(s->job->progress, ++stack))
			return err_set(s->err, ERR_CANCELLED, "cancelled");
		while (left > 0) {
			int64_t n = times ? 1 : left, value[2];

			value[1] =
				i64_mul(n, s->number[SP_INTERVAL], &s->clipped);
			value[0] = is_object ? value[1] / 1000 : n;
			rows_add(&s->rows, leaf, 0, value,
				times ? s->list[SP_STAMPS].p[sample++] : 0);
			left -= n;
		}
	}
	if (s->rows.n == 0 && damage_refuse(&s->stacks, s->err) != 0)
		return -1;
	return rows_end(&s->rows, s->err);
}

static void
sp_warnings(const struct stackprof *s)
{
	struct warnings *warnings = s->job->warnings;
	struct str mode = strbuf_str(&s->mode);

	if (!s->has_number[SP_INTERVAL] &&
		(str_is(mode, "cpu") || str_is(mode, "wall")))
		warnings_add(warnings, "no interval: samples are only counted");
	damage_warn(&s->frames, warnings, "frames");
	damage_warn(&s->stacks, warnings, "stacks");
	if (s->has_number[SP_MISSED] && s->number[SP_MISSED] > 0)
		warnings_add(warnings, "samples that stackprof missed: %lld",
			(long long)(s->number[SP_MISSED] / 1000));
	if (s->clipped || s->rows.clipped > 0)
		read_warn_clipped(s->job);
}

/* Read with `parse`, then build the samples. */
static int
sp_read(struct read_job *job, struct err *err,
	int (*parse)(struct stackprof *s))
{
	struct stackprof s = { .job = job,
		.b = job->builder,
		.err = err,
		.number = { [SP_INTERVAL] = 1000 } };
	int rc = parse(&s);

	if (rc == 0)
		rc = sp_samples(&s);
	if (rc == 0)
		sp_warnings(&s);
	rows_fini(&s.rows);
	strbuf_free(&s.mode);
	for (int i = 0; i < SP_LISTS; i++)
		vec_free(&s.list[i]);
	map64_free(&s.frame_of);
	functable_fini(&s.funcs);
	map64_free(&s.loc_of);
	vec_free(&s.frame);
	return rc;
}

/* ---- JSON ---- */

static int
sp_json_member(struct stackprof *s, struct jwalk *w, struct str key)
{
	size_t list = sp_find(sp_lists, SP_LISTS, key);
	size_t number = sp_find(sp_numbers, SP_NUMBERS, key);
	char first = jwalk_peek(w);
	struct str text;
	struct jval *v;
	int is;
	enum sp_list json_list;
	size_t count = 0;
	int list_more;

	if (str_is(key, "frames") && first == '{') {
		struct str frames_key;
		size_t n = 0;
		int more;

		if (jwalk_object(w) != 0)
			return -1;
		while ((more = jwalk_key(w, &n, &frames_key)) > 0) {
			size_t at = w->at;
			struct str name = STR_EMPTY, file = STR_EMPTY;
			int64_t id, line = 0;
			struct jval *frame_v = jval_read(w);

			if (frame_v == NULL)
				return -1;
			(void)jval_text(jval_get(frame_v, "name"), &name);
			(void)jval_text(jval_get(frame_v, "file"), &file);
			(void)jval_int(jval_get(frame_v, "line"), &line);
			if (str_to_i64(frames_key, &id)) {
				sp_frame(s, id, name, file, line);
			} else {
				(void)err_set(s->err, ERR_FORMAT,
					"a frame's id is not a number");
				(void)damage_take_at(&s->frames, w, at);
			}
			jval_free(frame_v);
			if (read_check(s->b, s->err) != 0)
				return -1;
		}
		return more;
	}
	if (str_is(key, "mode") && first == '"') {
		v = jval_read(w);
		strbuf_reset(&s->mode);
		if (jval_text(v, &text))
			strbuf_add(&s->mode, text);
		jval_free(v);
		return v != NULL ? 0 : -1;
	}
	if (number < SP_NUMBERS) {
		is = jwalk_decimal(w, 3, &s->number[number], &s->clipped);
		s->has_number[number] = is > 0;
		return is < 0 ? -1 : 0;
	}
	if (list == SP_LISTS || first != '[')
		return jwalk_skip(w);
	json_list = (enum sp_list)list;
	s->list[json_list].n = 0;
	s->is_odd[json_list] = false;
	if (jwalk_array(w) != 0)
		return -1;
	while ((list_more = jwalk_next(w, &count)) > 0) {
		int64_t i = 0;
		int list_is = jwalk_decimal(w, 0, &i, &s->clipped);

		if (list_is < 0 || sp_push(s, json_list, list_is > 0, i) != 0)
			return -1;
	}
	return list_more;
}

static int
sp_json(struct stackprof *s)
{
	struct jwalk w;
	struct str key;
	size_t n = 0;
	int more;

	if (jwalk_start(&w, s->job->bytes, s->job->progress, s->err) != 0 ||
		jwalk_object(&w) != 0)
		return -1;
	while ((more = jwalk_key(&w, &n, &key)) > 0)
		if (sp_json_member(s, &w, key) != 0)
			return -1;
	return more == 0 ? jwalk_end(&w) : -1;
}

static int
stackprof_read(struct read_job *job, struct err *err)
{
	return sp_read(job, err, sp_json);
}

const struct reader reader_stackprof = { "stackprof", "stackprof's JSON",
	stackprof_read, .family = JF_STACKPROF, .by_place = true };

/* ---- Ruby's marshal format ---- */

/* "\4\b", then a letter for the type and the content of each object. Earlier
   symbols and objects are referenced by number. */

enum { RUBY_DEPTH = 16 };

enum rkind { R_NIL, R_INT, R_TEXT, R_ARRAY, R_HASH };

struct robject {
	enum rkind kind;
	int64_t number; /* an integer's value, or a length */
	struct str text;
};

struct ruby {
	struct str bytes;
	size_t at;
	VEC(struct str) symbol;
	VEC(struct robject) object;
	struct err *err;
};

static int
ruby_fail(const struct ruby *r, const char *what)
{
	return err_set(r->err, ERR_FORMAT, "%s (byte %zu)", what, r->at);
}

static int
ruby_byte(struct ruby *r, unsigned *out)
{
	*out = 0;
	if (r->at >= r->bytes.n)
		return ruby_fail(r, "the file ends too soon, is it truncated?");
	*out = (unsigned char)r->bytes.p[r->at++];
	return 0;
}

/* Read a number of n bytes, in little endian. */
static int
ruby_bytes(struct ruby *r, uint64_t n, uint64_t *out)
{
	unsigned byte;

	*out = 0;
	for (uint64_t i = 0; i < n; i++) {
		if (ruby_byte(r, &byte) != 0)
			return -1;
		*out |= (uint64_t)byte << (8 * i);
	}
	return 0;
}

/* Read an integer. Its first byte is 0 for 0; 1 to 4 and -1 to -4 are the
   number of bytes that follow; other values are 5 too far from 0. */
static int
ruby_int(struct ruby *r, int64_t *out)
{
	unsigned byte;
	uint64_t n;
	int first;

	if (ruby_byte(r, &byte) != 0)
		return -1;
	first = (int8_t)byte; /* NOLINT: it is signed */
	if (first == 0 || first > 4 || first < -4) {
		*out = first == 0 ? 0 : first > 0 ? first - 5 : first + 5;
		return 0;
	}
	if (ruby_bytes(r, (uint64_t)(first > 0 ? first : -first), &n) != 0)
		return -1;
	*out = first > 0 ? (int64_t)n
			 : (int64_t)n - ((int64_t)1 << (8 * -first));
	return 0;
}

static int
ruby_text(struct ruby *r, struct str *out)
{
	int64_t n;

	if (ruby_int(r, &n) != 0)
		return -1;
	if (n < 0 || (uint64_t)n > r->bytes.n - r->at)
		return ruby_fail(r, "a string reaches beyond the end");
	*out = str_sub(r->bytes, r->at, r->at + (size_t)n);
	r->at += (size_t)n;
	return 0;
}

static int ruby_skip(struct ruby *r, int depth);

/* Read the next object; of an array or a hash, only its start. */
static int
ruby_next(struct ruby *r, int depth, struct robject *o)
{
	unsigned letter;
	int64_t n;
	int rc;

	*o = (struct robject){ .kind = R_NIL };
	if (depth == RUBY_DEPTH)
		return ruby_fail(r, "objects are nested too deeply");
	if (ruby_byte(r, &letter) != 0)
		return -1;
	switch (letter) {
	case '0':
	case 'T':
	case 'F':
		return 0;
	case 'i':
		o->kind = R_INT;
		return ruby_int(r, &o->number);
	case ':':
		o->kind = R_TEXT;
		rc = ruby_text(r, &o->text);
		vec_push(&r->symbol, o->text);
		return rc;
	case ';':
	case '@': {
		bool symbol = letter == ';';
		struct robject *out = o;
		size_t link_n = symbol ? r->symbol.n : r->object.n;
		int64_t i;

		/* Get an earlier symbol or object. */
		if (ruby_int(r, &i) != 0)
			return -1;
		if (i < 0 || (uint64_t)i >= link_n)
			return ruby_fail(r, "a reference to a missing object");
		if (symbol)
			*out = (struct robject){ R_TEXT, 0, r->symbol.p[i] };
		else
			*out = r->object.p[i];
		/* Its elements were read before, so none follow. */
		if (out->kind >= R_ARRAY)
			*out = (struct robject){ .kind = R_NIL };
		return 0;
	}
	case 'I': /* an object with instance variables */
		rc = ruby_next(r, depth + 1, o);
		if (rc != 0 || o->kind >= R_ARRAY || ruby_int(r, &n) != 0)
			return rc != 0 || o->kind < R_ARRAY
				? -1
				: ruby_fail(r, "an object of an unknown type");
		for (int64_t i = 0; i < 2 * n; i++)
			if (ruby_skip(r, depth + 1) != 0)
				return -1;
		return 0;
	case 'l':
		o->kind = R_INT;
		{
			unsigned sign;
			int64_t words;
			uint64_t count;

			if (ruby_byte(r, &sign) != 0 ||
				ruby_int(r, &words) != 0) {
				rc = -1;
			} else if (words < 0 || words > 4) {
				rc = ruby_fail(r, "a number beyond 64 bits");
			} else if (ruby_bytes(r, 2 * (uint64_t)words, &count) !=
				0) {
				rc = -1;
			} else {
				o->number = (int64_t)(sign == '-' ? 0 - count
								  : count);
				rc = 0;
			}
		}
		break;
	case '"':
	case 'f':
		o->kind = R_TEXT;
		rc = ruby_text(r, &o->text);
		break;
	case '[':
	case '{':
		o->kind = letter == '[' ? R_ARRAY : R_HASH;
		rc = ruby_int(r, &o->number);
		break;
	default:
		r->at--;
		return ruby_fail(r, "an object of an unknown type");
	}
	vec_push(&r->object, *o);
	return rc;
}

/* Skip the elements of an object whose start was read. */
static int
ruby_rest(struct ruby *r, int depth, const struct robject *o)
{
	int64_t n = o->kind == R_ARRAY ? o->number
		: o->kind == R_HASH    ? 2 * o->number
				       : 0;

	for (int64_t i = 0; i < n; i++)
		if (ruby_skip(r, depth + 1) != 0)
			return -1;
	return 0;
}

static int
ruby_skip(struct ruby *r, int depth)
{
	struct robject o;

	return ruby_next(r, depth, &o) != 0 ? -1 : ruby_rest(r, depth, &o);
}

static int
ruby_want(struct ruby *r, enum rkind kind, const char *what, struct robject *o)
{
	if (ruby_next(r, 0, o) != 0)
		return -1;
	return o->kind == kind ? 0 : ruby_fail(r, what);
}

static int
ruby_frame(struct stackprof *s, struct ruby *r)
{
	struct robject id, frame, key, value;
	struct str name = STR_EMPTY, file = STR_EMPTY;
	int64_t line = 0;

	if (ruby_next(r, 0, &id) != 0 || ruby_rest(r, 0, &id) != 0 ||
		ruby_next(r, 0, &frame) != 0)
		return -1;
	if (id.kind != R_INT || frame.kind != R_HASH) {
		(void)ruby_fail(r, "a frame's id is not a number");
		(void)damage_take(&s->frames, s->err);
		return ruby_rest(r, 0, &frame);
	}
	for (int64_t i = 0; i < frame.number; i++) {
		if (ruby_next(r, 1, &key) != 0 || ruby_rest(r, 1, &key) != 0 ||
			ruby_next(r, 1, &value) != 0 ||
			ruby_rest(r, 1, &value) != 0)
			return -1;
		if (str_is(key.text, "name"))
			name = value.text;
		else if (str_is(key.text, "file"))
			file = value.text;
		else if (str_is(key.text, "line") && value.kind == R_INT)
			line = value.number;
	}
	sp_frame(s, id.number, name, file, line);
	return read_check(s->b, s->err);
}

static int
ruby_list(struct stackprof *s, struct ruby *r, enum sp_list list, int64_t n)
{
	struct robject o;

	s->list[list].n = 0;
	s->is_odd[list] = false;
	for (int64_t i = 0; i < n; i++)
		if (ruby_next(r, 1, &o) != 0 || ruby_rest(r, 1, &o) != 0 ||
			sp_push(s, list, o.kind == R_INT, o.number) != 0)
			return -1;
	return 0;
}

static int
sp_dump(struct stackprof *s)
{
	struct ruby r = { .bytes = s->job->bytes, .at = 2, .err = s->err };
	struct robject all = { .kind = R_NIL };
	int rc = ruby_want(&r, R_HASH, "expected a hash", &all);

	for (int64_t i = 0; rc == 0 && i < all.number; i++) {
		struct robject key, value;
		size_t list, number;

		if (ruby_want(&r, R_TEXT, "expected a name", &key) != 0 ||
			ruby_next(&r, 0, &value) != 0) {
			rc = -1;
		} else {
			list = sp_find(sp_lists, SP_LISTS, key.text);
			number = sp_find(sp_numbers, SP_NUMBERS, key.text);
			if (str_is(key.text, "frames") &&
				value.kind == R_HASH) {
				rc = 0;
				for (int64_t j = 0; j < value.number; j++)
					if (ruby_frame(s, &r) != 0) {
						rc = -1;
						break;
					}
			} else if (list < SP_LISTS && value.kind == R_ARRAY) {
				rc = ruby_list(s, &r, (enum sp_list)list,
					value.number);
			} else {
				if (str_is(key.text, "mode")) {
					strbuf_reset(&s->mode);
					strbuf_add(&s->mode, value.text);
				}
				if (number < SP_NUMBERS) {
					int64_t n = 0;
					bool is = value.kind == R_INT ||
						(value.kind == R_TEXT &&
							decimal_read(value.text,
								3, &n,
								&s->clipped));

					/* Numbers are integers, or the text of
					   a real number. */
					if (value.kind == R_INT)
						n = i64_mul(value.number, 1000,
							&s->clipped);
					s->has_number[number] = is;
					if (is)
						s->number[number] = n;
				}
				rc = ruby_rest(&r, 0, &value);
			}
		}
		if (rc == 0)
			rc = sp_limit(s,
				r.object.cap * sizeof(*r.object.p) +
					r.symbol.cap * sizeof(*r.symbol.p));
		if (rc == 0 && progress_stopped(s->job->progress))
			rc = err_set(s->err, ERR_CANCELLED, "cancelled");
	}
	if (rc == 0 && r.at != r.bytes.n)
		rc = ruby_fail(&r, "trailing data after the end");
	vec_free(&r.symbol);
	vec_free(&r.object);
	return rc;
}

static int
stackprofdump_read(struct read_job *job, struct err *err)
{
	return sp_read(job, err, sp_dump);
}

/* Look for a hash with one of stackprof's symbols. */
static int
stackprofdump_sniff(struct str bytes, struct strbuf *why)
{
	(void)why;
	if (!str_starts(bytes, STR("\4\b{")))
		return SNIFF_NO;
	return str_find(str_sub(bytes, 0, 4096), STR("interval"), 0) > 0
		? SNIFF_YES
		: SNIFF_NEAR;
}

const struct reader reader_stackprofdump = { "stackprofdump",
	"stackprof's dumps", stackprofdump_read, .sniff = stackprofdump_sniff,
	.by_place = true };
