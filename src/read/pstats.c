/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads statistics of Python's profilers (cProfile, profile, pyinstrument): a
 * marshalled dict of functions, with their callers.
 *
 *     {(file, line, name): (entries, calls, self, total, callers), ...}
 *     callers = {(file, line, name): (calls, entries, self, total), ...}
 *
 * Times are in seconds; entries are calls that are not recursive. If callers
 * have no times, a function's time is divided in proportion to their calls. The
 * file is a call graph without stacks; costs.h builds call paths from it.
 *
 * A marshalled object is a letter for its type, then its content, with numbers
 * in little endian. If the highest bit of the letter is set, later references
 * name the object by the number of such objects before it. Python 2 knows only
 * references to texts of the type 't', by the number of those before it.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/decimal.h"
#include "base/num.h"
#include "read/costs/costs.h"
#include "read/reader.h"

/* ---- Marshalled objects ---- */

enum { NANOS = 9 /* decimals of a second */ };
enum { REF_FLAG = 0x80, LONG_DIGITS = 5 /* 15-bit digits */, DEPTH_MAX = 16 };

enum mkind { M_END, M_NONE, M_INT, M_REAL, M_TEXT, M_TUPLE, M_DICT, M_CODE };

struct mobject {
	enum mkind kind;
	int64_t number; /* an integer's value; a tuple's length */
	int64_t nanos;  /* a number in seconds, converted to ns */
	struct str text;
	size_t at;   /* offset of the object's first byte */
	size_t back; /* offset after the reference to it; 0: not one */
};

struct marshal {
	struct str bytes;
	size_t at;
	bool again; /* in an object that was read before, by reference */
	/* offsets of objects that can be referenced; in Python 2 of texts */
	VEC(uint32_t) ref, text;
	struct err *err;
};

static int
marshal_fail(const struct marshal *m, const char *what, size_t at)
{
	return err_set(m->err, ERR_FORMAT, "%s (byte %zu)", what, at);
}

/* Read a number of n bytes. */
static int
marshal_number(struct marshal *m, size_t n, uint64_t *out)
{
	*out = 0;
	if (m->bytes.n - m->at < n)
		return marshal_fail(
			m, "the file ends too soon, is it truncated?", m->at);
	for (size_t i = n; i-- > 0;)
		*out = *out << 8 | (unsigned char)m->bytes.p[m->at + i];
	m->at += n;
	return 0;
}

static int
marshal_int(struct marshal *m, size_t size, int64_t *out)
{
	uint64_t n;

	if (marshal_number(m, size, &n) != 0)
		return -1;
	*out = size == 4 ? (int32_t)(uint32_t)n : (int64_t)n;
	return 0;
}

static int
marshal_text(struct marshal *m, size_t size, struct str *out)
{
	uint64_t n;

	if (marshal_number(m, size, &n) != 0)
		return -1;
	if (n > m->bytes.n - m->at)
		return marshal_fail(
			m, "a string reaches beyond the end", m->at);
	*out = str_sub(m->bytes, m->at, m->at + (size_t)n);
	m->at += (size_t)n;
	return 0;
}

/* Read a number in digits of 15 bits; -1 if it may exceed 64 bits. */
static int
marshal_long(struct marshal *m, int64_t *out)
{
	uint64_t digit, sum = 0;
	int64_t n;

	if (marshal_int(m, 4, &n) != 0)
		return -1;
	if (i64_abs(n) >= LONG_DIGITS)
		return marshal_fail(m, "a number beyond 64 bits", m->at);
	for (int64_t i = 0; i < i64_abs(n); i++) {
		if (marshal_number(m, 2, &digit) != 0)
			return -1;
		sum |= digit << (15 * i);
	}
	*out = n < 0 ? -(int64_t)sum : (int64_t)sum;
	return 0;
}

/* Read the content for a type letter; of a tuple or a dict, only its start. */
static int
marshal_content(struct marshal *m, unsigned letter, struct mobject *o)
{
	uint64_t bits;
	double real;
	bool clipped;
	int rc = 0;

	switch (letter) {
	case '0':
		o->kind = M_END;
		return 0;
	case 'N':
	case '.':
	case 'T':
	case 'F':
		o->number = letter == 'T';
		o->kind = letter == 'N' || letter == '.' ? M_NONE : M_INT;
		return 0;
	case 'i':
	case 'I':
		o->kind = M_INT;
		rc = marshal_int(m, letter == 'i' ? 4 : 8, &o->number);
		break;
	case 'l':
		o->kind = M_INT;
		rc = marshal_long(m, &o->number);
		break;
	case 'g':
		o->kind = M_REAL;
		rc = marshal_number(m, 8, &bits);
		memcpy(&real, &bits, sizeof(real));
		o->nanos = i64_round(real * 1e9, &clipped);
		return rc;
	case 'f':
		o->kind = M_REAL;
		{
			bool decimal_clipped;

			/* text such as "1.5e-06" */
			if (marshal_text(m, 1, &o->text) != 0)
				return -1;
			return decimal_read(o->text, NANOS, &o->nanos,
				       &decimal_clipped)
				? 0
				: marshal_fail(m, "expected a number", m->at);
		}
	case 'z':
	case 'Z':
		o->kind = M_TEXT;
		return marshal_text(m, 1, &o->text);
	case 'a':
	case 'A':
	case 'u':
	case 't':
	case 's':
		o->kind = M_TEXT;
		return marshal_text(m, 4, &o->text);
	case ')':
	case '(':
		o->kind = M_TUPLE;
		return letter == ')' ? marshal_number(m, 1, &bits) == 0
				? (o->number = (int64_t)bits, 0)
				: -1
				     : marshal_int(m, 4, &o->number);
	case '[':
	case '<':
	case '>':
		o->kind = M_TUPLE;
		return marshal_int(m, 4, &o->number);
	case 'c':
		o->kind = M_CODE;
		return 0;
	case '{':
		o->kind = M_DICT;
		return 0;
	default:
		return marshal_fail(m, "an object of an unknown type", o->at);
	}
	o->nanos = i64_mul(o->number, 1000000000, &clipped);
	return rc;
}

/* Read the next object; is_new: seen for the first time. After a reference to a
   tuple, its elements come next; the caller then continues at o->back. */
static int
marshal_next(struct marshal *m, bool is_new, struct mobject *o)
{
	uint64_t letter, ref;

	*o = (struct mobject){ .at = m->at };
	if (marshal_number(m, 1, &letter) != 0)
		return -1;
	if ((letter & REF_FLAG) != 0 && is_new && !m->again)
		vec_push(&m->ref, (uint32_t)o->at);
	else if (letter == 't' && is_new && !m->again)
		vec_push(&m->text, (uint32_t)o->at);
	letter &= REF_FLAG - 1;
	if (letter == 'r' || letter == 'R') {
		const uint32_t *at = letter == 'r' ? m->ref.p : m->text.p;
		size_t n = letter == 'r' ? m->ref.n : m->text.n;

		if (marshal_number(m, 4, &ref) != 0)
			return -1;
		if (ref >= n || at[ref] >= o->at)
			return marshal_fail(
				m, "a reference to a missing object", o->at);
		o->back = m->at;
		o->at = m->at = at[ref];
		(void)marshal_number(m, 1, &letter);
		letter &= REF_FLAG - 1;
	}
	if (marshal_content(m, (unsigned)letter, o) != 0)
		return -1;
	if (o->back != 0 && o->kind < M_TUPLE)
		m->at = o->back;
	return 0;
}

static int
marshal_want(struct marshal *m, bool is_new, enum mkind kind, const char *what,
	struct mobject *o)
{
	if (marshal_next(m, is_new, o) != 0)
		return -1;
	if (o->kind == kind || (kind == M_REAL && o->kind == M_INT))
		return 0;
	return marshal_fail(m, what, o->at);
}

static int marshal_rest(struct marshal *m, int depth, struct mobject *o);

/* Read a code object of Python 3 after its letter: numbers, eight objects, a
   number, one or two more objects. The seventh object is the name. */
static int
marshal_code(struct marshal *m, int depth, struct mobject *name)
{
	enum { NUMBERS = 5, OBJECTS = 8, KINDS = 4, NAME = 6 };
	size_t first = m->at + NUMBERS * 4;
	unsigned letter = first < m->bytes.n ? m->bytes.p[first] & 0x7f : 0;
	int64_t number, left = 1;

	/* Before Python 3.11 there is another number at the start. */
	for (int i = letter == 's' || letter == 'r'; i <= NUMBERS; i++)
		if (marshal_int(m, 4, &number) != 0)
			return -1;
	for (int i = 0; i < OBJECTS + left; i++) {
		struct mobject o;

		if (i == OBJECTS && marshal_int(m, 4, &number) != 0)
			return -1;
		if (marshal_next(m, true, &o) != 0 ||
			marshal_rest(m, depth, &o) != 0)
			return -1;
		left += i == KINDS && o.kind == M_TEXT;
		if (i == NAME)
			*name = o;
	}
	return 0;
}

/* Skip the content of an object. */
static int
marshal_rest(struct marshal *m, int depth, struct mobject *o)
{
	struct mobject in;

	if (depth == DEPTH_MAX)
		return marshal_fail(
			m, "objects are nested too deeply", o->at);
	if (o->back != 0) {
		m->at = o->back;
		return 0;
	}
	if (o->kind == M_CODE)
		return marshal_code(m, depth + 1, &in);
	for (int64_t i = 0; o->kind == M_TUPLE && i < o->number; i++)
		if (marshal_next(m, true, &in) != 0 ||
			marshal_rest(m, depth + 1, &in) != 0)
			return -1;
	return 0;
}

/* ---- The statistics ---- */

struct pstats {
	struct marshal m;
	struct builder *b;
	struct cost_graph graph;
	struct map64 fn_of; /* offset of a key -> function */
	bool is_sampled;    /* the dict has the key ("__sampled__",) */
	bool has_calls, clipped;
	size_t negative; /* times below 0 */
};

static void
pstats_site(struct pstats *s, uint32_t fn, uint32_t target, int64_t nanos,
	int64_t calls)
{
	const struct cost_fn *f = &s->graph.fn.p[fn];
	struct cost_site site = { .fn = fn,
		.target = target,
		.file = f->file,
		.line = (int64_t)f->line,
		.calls = calls };

	s->clipped |= nanos == INT64_MAX;
	s->negative += nanos < 0;
	vec_push(&s->graph.site, site);
	vec_push(&s->graph.cost, nanos > 0 ? nanos : 0);
}

/* Read the rest of a key. *fn is NONE for ("__sampled__",), else a function. */
static int
pstats_fn(struct pstats *s, const struct mobject *key, uint32_t *fn)
{
	struct mobject file, line, name;
	struct cost_fn row = {
		.is_defined = true, .calls = -1, .entries = -1
	};
	bool is_new = key->back == 0;
	uint32_t known = map64_get(&s->fn_of, key->at);

	*fn = NONE;
	if (key->kind != M_TUPLE || (key->number != 3 && key->number != 1))
		return marshal_fail(&s->m, "expected a function", key->at);
	if (!is_new && known != NONE) {
		*fn = known;
		s->m.at = key->back;
		return 0;
	}
	if (marshal_want(&s->m, is_new, M_TEXT, "expected a file", &file) != 0)
		return -1;
	if (key->number == 1 && is_new)
		return 0;
	if (marshal_want(&s->m, is_new, M_INT, "expected a line", &line) != 0 ||
		marshal_next(&s->m, is_new, &name) != 0)
		return -1;
	/* Old profilers store a code object instead of a name. */
	if (name.kind == M_CODE && name.back == 0 && is_new &&
		marshal_code(&s->m, 0, &name) != 0)
		return -1;
	if (name.kind != M_TEXT)
		return marshal_fail(&s->m, "expected a name", name.at);
	if (!is_new)
		s->m.at = key->back;
	row.name = builder_string(s->b, name.text);
	if (!str_is(file.text, "~"))
		row.file = builder_string(s->b, file.text);
	row.line = line.number > 0 && line.number < NONE ? (uint32_t)line.number
							 : 0;
	if (read_check(s->b, s->m.err) != 0)
		return -1;
	if (known != NONE) {
		*fn = known;
		return 0;
	}
	*fn = cost_graph_fn(&s->graph, &row);
	map64_put(&s->fn_of, key->at, *fn);
	return 0;
}

/* The numbers of a function, or of its calls from one caller. */
struct pstats_row {
	int64_t count[2]; /* entries, calls; from a caller calls, entries */
	int64_t own, time;
};

/* Read the first four of n values. */
static int
pstats_row(struct pstats *s, const struct mobject *tuple, int64_t n,
	struct pstats_row *row)
{
	struct mobject o;

	if (tuple->kind != M_TUPLE || tuple->number != n)
		return marshal_fail(&s->m, "expected times", tuple->at);
	for (int i = 0; i < 4; i++) {
		if (marshal_want(
			    &s->m, true, M_REAL, "expected a number", &o) != 0)
			return -1;
		if (i < 2)
			row->count[i] = o.kind == M_INT
				? o.number
				: o.nanos / 1000000000;
		else
			*(i == 2 ? &row->own : &row->time) = o.nanos;
	}
	return 0;
}

/* Begin to read a tuple or a dict, and set m.again if a reference named it.
   Returns the previous m.again, which pstats_leave() restores. */
static bool
pstats_enter(struct pstats *s, const struct mobject *o)
{
	bool again = s->m.again;

	s->m.again |= o->back != 0;
	return again;
}

static void
pstats_leave(struct pstats *s, const struct mobject *o, bool again)
{
	s->m.again = again;
	if (o->back != 0)
		s->m.at = o->back;
}

/* Read the callers of fn, whose own row is `all`. */
static int
pstats_callers(struct pstats *s, uint32_t fn, const struct pstats_row *all)
{
	struct mobject dict, o;
	struct pstats_row row;
	uint32_t caller;
	bool again, row_again;

	if (marshal_want(&s->m, true, M_DICT, "expected callers", &dict) != 0)
		return -1;
	again = pstats_enter(s, &dict);
	for (;;) {
		if (marshal_next(&s->m, true, &o) != 0)
			return -1;
		if (o.kind == M_END) {
			pstats_leave(s, &dict, again);
			return 0;
		}
		/* Count steps: references name many callers in few bytes. */
		if (!builder_steps(s->b, 1))
			return read_check(s->b, s->m.err);
		if (pstats_fn(s, &o, &caller) != 0 ||
			marshal_next(&s->m, true, &o) != 0)
			return -1;
		if (caller == NONE)
			return marshal_fail(&s->m, "expected a function", o.at);
		if (o.kind == M_INT) { /* only calls, no times */
			s->graph.guesses_calls = true;
			row.count[0] = o.number;
			row.time = all->count[1] > 0
				? wide_floor(wide_mul(u64_abs(all->time),
						     u64_abs(o.number)),
					  all->count[1], 0, all->time)
				: 0;
		} else {
			row_again = pstats_enter(s, &o);
			if (pstats_row(s, &o, 4, &row) != 0)
				return -1;
			pstats_leave(s, &o, row_again);
		}
		pstats_site(s, caller, fn, row.time, row.count[0]);
		s->has_calls = true;
	}
}

static int
pstats_parse(struct pstats *s, const struct read_job *job)
{
	struct mobject o;
	struct pstats_row row;
	uint32_t fn;

	if (marshal_want(&s->m, true, M_DICT, "expected a dict", &o) != 0)
		return -1;
	for (;;) {
		struct cost_fn *f;
		bool clipped, again;

		if (marshal_next(&s->m, true, &o) != 0)
			return -1;
		if (o.kind == M_END)
			break;
		if (pstats_fn(s, &o, &fn) != 0 ||
			marshal_next(&s->m, true, &o) != 0)
			return -1;
		if (fn == NONE) {
			s->is_sampled = true;
			continue;
		}
		again = pstats_enter(s, &o);
		if (pstats_row(s, &o, 5, &row) != 0)
			return -1;
		pstats_site(s, fn, NONE, row.own, -1);
		/* Add to the function's total: the dict may contain it
		   twice. */
		f = &s->graph.fn.p[fn];
		while (s->graph.total.n < s->graph.fn.n)
			vec_push(&s->graph.total, 0);
		s->graph.total.p[fn] = i64_add(s->graph.total.p[fn],
			row.time > 0 ? row.time : 0, &clipped);
		f->entries = (f->entries < 0 ? 0 : f->entries) +
			(row.count[0] > 0 ? row.count[0] : 0);
		f->calls = (f->calls < 0 ? 0 : f->calls) +
			(row.count[1] > 0 ? row.count[1] : 0);
		if (pstats_callers(s, fn, &row) != 0)
			return -1;
		pstats_leave(s, &o, again);
		if (progress_stopped(job->progress))
			return err_set(s->m.err, ERR_CANCELLED, "cancelled");
		if (cost_graph_limit(&s->graph, job, s->m.err) != 0)
			return -1;
	}
	if (s->m.at != s->m.bytes.n)
		return marshal_fail(
			&s->m, "trailing data after the end", s->m.at);
	return 0;
}

static int
pstats_read(struct read_job *job, struct err *err)
{
	struct pstats s = { .m = { .bytes = job->bytes, .err = err },
		.b = job->builder };
	int rc;

	if (job->bytes.n > UINT32_MAX)
		return err_set(err, ERR_FORMAT, "larger than 4 GiB");
	cost_graph_init(&s.graph, 1);
	s.graph.plain = true;
	rc = pstats_parse(&s, job);
	if (rc == 0) {
		while (s.graph.total.n < s.graph.fn.n)
			vec_push(&s.graph.total, 0);
		s.graph.counts_calls = true;
		rc = cost_graph_room(&s.graph, s.b, s.m.err);
	}
	if (rc == 0) {
		struct cost_paths paths;

		cost_graph_close(&s.graph, s.b);
		read_type(s.b, STR("time"), STR("nanoseconds"));
		read_type(s.b, STR("calls"), STR("count"));
		builder_header(s.b)->default_type =
			builder_string(s.b, STR("time"));
		builder_header(s.b)->exact = !s.is_sampled;
		rc = cost_paths_make(
			&s.graph, s.b, job->progress, &paths, s.m.err);
		if (rc == 0) {
			if (s.is_sampled)
				read_comment(s.b, STR("sampled, not traced"));
			paths.unit = STR("nanoseconds");
			cost_paths_remark(&paths, s.has_calls, job);
			if (s.negative > 0)
				warnings_add(job->warnings,
					"times below zero: %zu were taken as 0",
					s.negative);
			if (s.clipped || paths.rows.clipped > 0)
				read_warn_clipped(job);
			rc = rows_end(&paths.rows, s.m.err);
		}
		rows_fini(&paths.rows);
	}
	cost_graph_fini(&s.graph);
	map64_free(&s.fn_of);
	vec_free(&s.m.ref);
	vec_free(&s.m.text);
	return rc;
}

/* Look for a dict whose first key is a tuple of one or three. In text, a quote
   or a blank follows the brace. */
static int
pstats_sniff(struct str bytes, struct strbuf *why)
{
	struct err err = ERR_INIT;
	struct marshal m = { .bytes = str_sub(bytes, 0, 64), .err = &err };
	struct mobject o = { .kind = M_NONE };
	bool is;

	(void)why;
	is = marshal_want(&m, false, M_DICT, "", &o) == 0 &&
		(str_is(str_skip(bytes, 1), "0") ||
			(marshal_want(&m, false, M_TUPLE, "", &o) == 0 &&
				(o.number == 3 || o.number == 1) && m.at < 16 &&
				m.at < m.bytes.n &&
				memchr("zZaAuts", m.bytes.p[m.at] & 0x7f, 7) !=
					NULL));
	return is ? SNIFF_YES : SNIFF_NO;
}

const struct reader reader_pstats = { "pstats", "Python's profile statistics",
	pstats_read, .sniff = pstats_sniff, .by_place = true };
