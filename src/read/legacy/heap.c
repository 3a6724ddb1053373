/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads heap, growth and fragmentation dumps of Go and gperftools:
 *
 *     heap profile: 13: 1595680 [47130736: 2584596557304] @ heap/1048576
 *     1: 524288 [3: 1572864] @ 0x420cef 0x422151
 */
#include "prelude.h"

#include "read/legacy/legacy.h"

#include <math.h>

#include "base/num.h"

/* Take "N: N [ N: N ]" from the front of *s, with the numbers as text. */
static bool
heap_numbers(struct str *s, struct str n[4], bool negative)
{
	static const char *const mark[] = { ":", "[", ":", "]" };
	struct str at = *s, digits;

	for (int i = 0; i < 4; i++) {
		struct str begin = at;

		if (negative && i < 2)
			(void)legacy_cut(&at, STR("-"));
		digits = str_cut_digits(&at);
		n[i] = str_from(begin.p, begin.n - at.n);
		if (i % 2 == 1)
			legacy_skip_blanks(&at);
		if (digits.n == 0 || !legacy_cut(&at, str_c(mark[i])))
			return false;
		legacy_skip_blanks(&at);
	}
	*s = at;
	return true;
}

/* Take four numbers as above, then "@". */
static bool
quartet(struct str *s, struct str n[4], bool negative)
{
	struct str at = *s;

	if (!heap_numbers(&at, n, negative) || !legacy_cut(&at, STR("@")))
		return false;
	*s = at;
	return true;
}

struct heap_kind {
	bool sampled;   /* values must be scaled up */
	bool has_alloc; /* four columns */
	int64_t rate;
};

/* Parse "heap", "heapz_v2/524288" and the like, after the @. */
static bool
heap_name(struct str s, struct str *name, struct str *rate)
{
	size_t n = 4;

	legacy_skip_blanks(&s);
	if (!str_starts(s, STR("heap")))
		return false;
	while (n < s.n &&
		(s.p[n] == '_' || ascii_is_digit(s.p[n]) ||
			ascii_is_lower(s.p[n])))
		n++;
	*name = str_sub(s, 0, n);
	s = str_skip(s, n);
	(void)legacy_cut(&s, STR("/"));
	*rate = str_cut_digits(&s);
	return true;
}

static bool
heap_header(struct str line, struct heap_kind *kind)
{
	ptrdiff_t at = str_find(line, STR("heap profile:"), 0);
	struct str n[4], name, rate, tail;

	if (at < 0)
		return false;
	tail = str_skip(line, (size_t)at + sizeof("heap profile:") - 1);
	legacy_skip_blanks(&tail);
	if (!quartet(&tail, n, false))
		return false;
	*kind = (struct heap_kind){ .rate = 1 };
	if (!heap_name(tail, &name, &rate))
		return str_starts(tail, STR(" growth")) ||
			str_starts(tail, STR(" fragmentation"));
	kind->rate = 0;
	if (rate.n > 0 && !str_to_i64(rate, &kind->rate))
		return false;
	for (int i = 2; i < 4; i++)
		kind->has_alloc |=
			!str_eq(n[i], n[i - 2]) && !str_is(n[i], "0");
	kind->sampled = true;
	if (str_is(name, "heap")) {
		kind->rate /= 2; /* Go writes twice its rate */
	} else if (str_is(name, "heapprofile")) {
		kind->sampled = false;
		kind->rate = 1;
	} else if (!str_is(name, "heapz_v2") && !str_is(name, "heap_v2")) {
		return false;
	}
	return true;
}

/* Parse a (count, size) pair into two columns. */
static int
heap_pair(struct legacy_sample *s, size_t column, struct str count_text,
	struct str size_text, const char *what, const struct heap_kind *kind,
	struct err *err)
{
	int64_t count, size;

	if (!str_to_i64(count_text, &count) || !str_to_i64(size_text, &size))
		return err_set(err, ERR_FORMAT,
			"malformed sample: value out of range");
	if (count == 0 && size != 0)
		return err_set(err, ERR_FORMAT,
			"%s count was 0 but %s bytes was %lld", what, what,
			(long long)size);
	if (count != 0) {
		s->bytes = size / count;
		if (kind->sampled)
			legacy_unsample(&count, &size, kind->rate);
	}
	s->value[column] = count;
	s->value[column + 1] = size;
	return 0;
}

static int
heap_values(struct legacy_sample *s, struct str n[4],
	const struct heap_kind *kind, struct err *err)
{
	if (kind->has_alloc &&
		heap_pair(s, 0, n[2], n[3], "allocation", kind, err) != 0)
		return -1;
	return heap_pair(
		s, kind->has_alloc ? 2 : 0, n[0], n[1], "inuse", kind, err);
}

static int
heap_sample(struct legacy *l, struct str line, const struct heap_kind *kind,
	struct err *err)
{
	struct legacy_sample *s;
	struct str n[4], tail = line;
	size_t from, end;

	for (from = 0; from < line.n; from++) {
		tail = str_skip(line, from);
		if (quartet(&tail, n, true))
			break;
	}
	if (from == line.n)
		return err_set(err, ERR_FORMAT,
			"unexpected number of sample values: got 0, want 6");
	s = legacy_begin(l);
	if (heap_values(s, n, kind, err) != 0)
		return -1;
	for (end = 0; end < tail.n; end++) {
		char c = tail.p[end];

		if (c != ' ' && c != 'x' && ascii_low_hex(c) < 0)
			break;
	}
	return legacy_addresses(l, str_sub(tail, 0, end), 0, err);
}

static void
heap_types(struct legacy *l, const struct heap_kind *kind)
{
	bool inuse = kind->has_alloc || l->is_jemalloc;

	if (kind->has_alloc) {
		legacy_type(l, STR("alloc_objects"), STR("count"));
		legacy_type(l, STR("alloc_space"), STR("bytes"));
	}
	legacy_type(
		l, inuse ? STR("inuse_objects") : STR("objects"), STR("count"));
	legacy_type(l, inuse ? STR("inuse_space") : STR("space"), STR("bytes"));
}

int
legacy_heap(struct legacy *l, struct str text, struct err *err)
{
	struct legacy_lines in = { .rest = text, .builder = l->builder };
	struct heap_kind kind;

	if (!legacy_next(&in) || !heap_header(in.line, &kind))
		return legacy_ended(&in, LEGACY_UNKNOWN, err);
	legacy_period(l, STR("space"), STR("bytes"), kind.rate);
	heap_types(l, &kind);
	l->has_bytes = true;
	l->endless = true;
	while (legacy_next(&in)) {
		struct str line = str_trim(in.line);

		/* The end marker of Go, or that of all other writers. */
		if (str_is(line, "# runtime.MemStats") ||
			legacy_is_map_sentinel(line))
			l->endless = false;
		if (legacy_is_blank_or_comment(line))
			continue;
		if (legacy_is_map_sentinel(line))
			break;
		if (heap_sample(l, line, &kind, err) != 0)
			return err_wrap(err, "line %zu", in.number);
	}
	legacy_maps(l, &in, true);
	return legacy_ended(&in, LEGACY_OK, err);
}

/* Dumps of jemalloc: totals of the process (t*) and of each thread, then the
   same for each stack. With a single thread, the lines of t* are enough.

       heap_v2/524288
	 t*: 103: 1363968 [0: 0]
	 t0: 3: 1343488 [0: 0]
	 t1: 100: 20480 [0: 0] worker
       @ 0x5e0b 0x5e1c
	 t*: 3: 1343488 [0: 0]
	 t0: 3: 1343488 [0: 0] */

struct jemalloc {
	struct legacy *l;
	struct heap_kind kind;
	struct map64 named; /* thread -> name */
	VEC(struct str) name;
	struct str stack; /* text after the "@" of the current stack */
	bool in_stacks;
};

/* Read "t1: 100: 20480 [0: 0] worker". */
static int
jemalloc_line(struct jemalloc *j, struct str line, struct err *err)
{
	struct str n[4], thread, whole = line;
	int64_t id;

	(void)legacy_cut(&line, STR("t"));
	thread = str_cut(&line, ':');
	legacy_skip_blanks(&line);
	if (whole.p[0] != 't' || !heap_numbers(&line, n, false))
		return err_set(err, ERR_FORMAT, "malformed sample: \"%.*s\"",
			STR_ARG(str_sub(whole, 0, 40)));
	if (j->in_stacks) {
		struct legacy_sample *s;
		bool many = j->name.n > 1;
		int64_t stack_id = -1;
		uint32_t at;

		if (str_is(thread, "*") == many ||
			(str_is(n[0], "0") &&
				(!j->kind.has_alloc || str_is(n[2], "0"))))
			return 0;
		s = legacy_begin(j->l);
		if (many && str_to_i64(thread, &stack_id)) {
			at = map64_get(&j->named, (uint64_t)stack_id);
			s->thread = at != NONE ? j->name.p[at] : thread;
		}
		if (heap_values(s, n, &j->kind, err) != 0)
			return -1;
		return legacy_addresses(j->l, j->stack, 0, err);
	}
	if (str_is(thread, "*")) {
		j->kind.has_alloc = !str_is(n[2], "0") || !str_is(n[3], "0");
	} else if (str_to_i64(thread, &id)) {
		map64_put(&j->named, (uint64_t)id, (uint32_t)j->name.n);
		line = str_trim(line);
		vec_push(&j->name, line.n > 0 ? line : thread);
	}
	return 0;
}

static int
jemalloc_lines(struct jemalloc *j, struct legacy_lines *in, struct err *err)
{
	while (legacy_next(in)) {
		struct str line = str_trim(in->line);

		if (legacy_is_map_sentinel(line)) {
			j->l->endless = false;
			break;
		}
		if (legacy_is_blank_or_comment(line) ||
			legacy_is_jemalloc_talk(line))
			continue;
		if (legacy_cut(&line, STR("@"))) {
			if (!j->in_stacks)
				heap_types(j->l, &j->kind);
			j->in_stacks = true;
			j->stack = line;
		} else if (jemalloc_line(j, line, err) != 0) {
			return err_wrap(err, "line %zu", in->number);
		}
	}
	if (!j->in_stacks)
		heap_types(j->l, &j->kind);
	legacy_maps(j->l, in, true);
	return legacy_ended(in, LEGACY_OK, err);
}

int
legacy_jemalloc(struct legacy *l, struct str text, struct err *err)
{
	struct legacy_lines in = { .rest = text, .builder = l->builder };
	struct jemalloc j = { .l = l, .kind = { .sampled = true } };
	bool more;
	int rc;

	do
		more = legacy_next(&in);
	while (more && legacy_is_jemalloc_talk(in.line));
	if (!more || !legacy_cut(&in.line, STR("heap_v2/")) ||
		!str_to_i64(str_trim(in.line), &j.kind.rate))
		return legacy_ended(&in, LEGACY_UNKNOWN, err);
	l->has_bytes = l->endless = l->is_jemalloc = true;
	legacy_period(l, STR("space"), STR("bytes"), j.kind.rate);
	rc = jemalloc_lines(&j, &in, err);
	map64_free(&j.named);
	vec_free(&j.name);
	return rc;
}
