/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Old text dumps: lists of stacks, heaps, and those of Java: see legacy.h. */
#include "config.h"

#include "read/legacy.h"

#include <math.h>

#include "base/num.h"

#include "base/banned.h"

static bool
is_low_hex(char c)
{
	return ascii_low_hex(c) >= 0;
}

static void
skip_blanks(struct str *s)
{
	while (s->n > 0 && s->p[0] == ' ')
		*s = str_skip(*s, 1);
}

/* A number with an optional base prefix, as C and Go write it: 0x1f, 010. */
static bool
go_number(struct str s, int64_t *out)
{
	uint64_t v = 0, base = 10;
	bool negative = false;

	if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+')) {
		negative = s.p[0] == '-';
		s = str_skip(s, 1);
	}
	if (s.n > 2 && s.p[0] == '0' && (s.p[1] | 0x20) == 'x') {
		base = 16;
		s = str_skip(s, 2);
	} else if (s.n > 1 && s.p[0] == '0') {
		base = 8;
		s = str_skip(s, 1);
	}
	if (s.n == 0)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		int d = ascii_hex(s.p[i]);

		if (d < 0 || (uint64_t)d >= base ||
			v > (INT64_MAX - (uint64_t)d) / base)
			return false;
		v = v * base + (uint64_t)d;
	}
	*out = negative ? -(int64_t)v : (int64_t)v;
	return true;
}

/* Append all numbers 0xHEX of a text to the current sample; those from
   position `adjust_from` of the stack on are return addresses and get -1, to
   land on the call. -1 and err when one does not fit in 64 bits. */
static int
add_addresses(
	struct legacy *l, struct str text, size_t adjust_from, struct err *err)
{
	const struct legacy_sample *s = &l->sample.p[l->sample.n - 1];
	ptrdiff_t at = -1;

	while ((at = str_find(text, STR("0x"), (size_t)(at + 1))) >= 0) {
		struct str rest = str_skip(text, (size_t)at + 2);
		struct str digits = legacy_run(&rest, is_low_hex);
		uint64_t v;

		if (!legacy_hex(digits, &v))
			return err_set(err, ERR_FORMAT,
				"malformed sample: failed to parse as hex "
				"64-bit number: %.*s",
				STR_ARG(str_skip(text, (size_t)at)));
		if (digits.n == 0)
			continue;
		legacy_addr(l, l->addr.n - s->first >= adjust_from ? v - 1 : v);
		s = &l->sample.p[l->sample.n - 1];
		at += (ptrdiff_t)digits.n + 1;
	}
	return 0;
}

/* What a sampled heap stands for. */
static void
unsample_heap(int64_t *count, int64_t *size, int64_t rate)
{
	double scale;

	if (*count == 0 || *size == 0) {
		*count = *size = 0;
		return;
	}
	if (rate <= 1)
		return;
	scale = 1 / (1 - exp(-((double)*size / (double)*count) / (double)rate));
	*count = i64_trunc((double)*count * scale);
	*size = i64_trunc((double)*size * scale);
}

/* ---- Counts, threads and contention ---- */

/* Text dumps that are lists of stacks: Go's counts (goroutine,
   threadcreate), gperftools' threads, contention of both. */

/* "NAME profile: total N", all of the line. */
static bool
count_header(struct str line, struct str *name)
{
	*name = legacy_run(&line, legacy_is_text);
	return name->n > 0 && legacy_cut(&line, STR(" profile: total ")) &&
		str_cut_digits(&line).n > 0 && line.n == 0;
}

/* "COUNT @ 0xHEX 0xHEX ...", single blanks, at least one address. */
static bool
count_line(struct str line, struct str *count, struct str *addresses)
{
	*count = str_cut_digits(&line);
	if (count->n == 0 || !legacy_cut(&line, STR(" @")))
		return false;
	*addresses = line;
	while (line.n > 0)
		if (!legacy_cut(&line, STR(" 0x")) ||
			legacy_run(&line, is_low_hex).n == 0)
			return false;
	return addresses->n > 0;
}

static int
malformed(struct err *err, const struct legacy_lines *in)
{
	return err_set(err, ERR_FORMAT, "malformed profile format (line %zu)",
		in->number);
}

int
legacy_count(struct legacy *l, struct str text, struct err *err)
{
	struct legacy_lines in = { .rest = text };
	struct str name, count, addresses;

	do {
		if (!legacy_next(&in))
			return legacy_ended(&in, LEGACY_UNKNOWN, err);
	} while (legacy_is_blank_or_comment(in.line));
	if (!count_header(in.line, &name))
		return LEGACY_UNKNOWN;
	legacy_type(l, name, STR("count"));
	legacy_period(l, name, STR("count"), 1);
	while (legacy_next(&in) && !str_starts(in.line, STR("---"))) {
		struct legacy_sample *s;

		if (legacy_is_blank_or_comment(in.line))
			continue;
		if (!count_line(in.line, &count, &addresses))
			return malformed(err, &in);
		s = legacy_begin(l);
		if (!go_number(count, &s->value[0]) ||
			add_addresses(l, addresses, 0, err) != 0)
			return malformed(err, &in);
	}
	legacy_maps(l, &in, true);
	return legacy_ended(&in, LEGACY_OK, err);
}

/* "--- Thread HEX (name: NAME/ID) stack: ---" anywhere in the line. */
static bool
is_thread_header(struct str line)
{
	static const struct str open = { "--- Thread ", 11 };
	static const struct str close = { ") stack: ---", 12 };
	ptrdiff_t at = -1, end;

	while ((at = str_find(line, open, (size_t)(at + 1))) >= 0) {
		struct str rest = str_skip(line, (size_t)at + open.n);

		if (legacy_run(&rest, legacy_is_hex).n == 0 ||
			!legacy_cut(&rest, STR(" (name: ")))
			continue;
		end = -1;
		while ((end = str_find(rest, close, (size_t)(end + 1))) >= 0) {
			struct str name = str_sub(rest, 0, (size_t)end);
			ptrdiff_t slash = str_rchr(name, '/');
			struct str id = str_skip(name, (size_t)(slash + 1));

			if (slash >= 0 && str_cut_digits(&id).n > 0 &&
				id.n == 0)
				return true;
		}
	}
	return false;
}

/* "--- threadz N ---" anywhere in the line. */
static bool
is_threadz_header(struct str line)
{
	ptrdiff_t at = str_find(line, STR("--- threadz "), 0);
	struct str rest;

	if (at < 0)
		return false;
	rest = str_skip(line, (size_t)at + sizeof("--- threadz ") - 1);
	return str_cut_digits(&rest).n > 0 && str_starts(rest, STR(" ---"));
}

/* Collect the stack of one thread, up to the next line of dashes. It may say
   that it is the same as the thread before, which then counts once more. */
static int
thread_stack(struct legacy *l, struct legacy_lines *in, struct err *err)
{
	struct legacy_sample *s = legacy_begin(l);
	bool same = false;

	s->value[0] = 1;
	while (legacy_next(in)) {
		struct str line = str_trim(in->line);

		in->line = line;
		if (str_starts(line, STR("---")))
			break;
		if (str_find(line, STR("same as previous thread"), 0) >= 0)
			same = true;
		else if (add_addresses(l, line, 1, err) != 0)
			return err_wrap(err, "line %zu", in->number);
	}
	s = &l->sample.p[l->sample.n - 1];
	if (same || s->n == 0) {
		l->sample.n--;
		if (l->sample.n > 0)
			l->sample.p[l->sample.n - 1].value[0]++;
	}
	return 0;
}

int
legacy_threads(struct legacy *l, struct str text, struct err *err)
{
	struct legacy_lines in = { .rest = text };

	do {
		if (!legacy_next(&in))
			return legacy_ended(&in, LEGACY_UNKNOWN, err);
	} while (legacy_is_blank_or_comment(in.line));
	if (is_threadz_header(in.line)) {
		while (legacy_next(&in) && !legacy_is_map_sentinel(in.line) &&
			!str_starts(in.line, STR("-")))
			continue;
	} else if (!is_thread_header(in.line)) {
		return LEGACY_UNKNOWN;
	}
	legacy_type(l, STR("thread"), STR("count"));
	legacy_period(l, STR("thread"), STR("count"), 1);
	while (!legacy_is_map_sentinel(in.line) &&
		!str_starts(in.line, STR("---- no stack trace for"))) {
		if (!is_thread_header(in.line))
			return legacy_ended(&in, LEGACY_UNKNOWN, err);
		if (thread_stack(l, &in, err) != 0)
			return -1;
	}
	legacy_maps(l, &in, true);
	legacy_drop_doubled_leaves(l);
	return legacy_ended(&in, LEGACY_OK, err);
}

/* "key = value" before the samples. False for a key that only other formats
   have. *cycles is in Hz. */
static bool
contention_attribute(struct legacy *l, struct str line, int64_t *cycles)
{
	struct str key = str_trim(str_cut(&line, '='));
	struct str value = str_trim(line);
	int64_t ms;

	if (str_is(key, "cycles/second"))
		return go_number(value, cycles);
	if (str_is(key, "sampling period"))
		return go_number(value, &l->period);
	if (str_is(key, "ms since reset")) {
		if (!go_number(value, &ms))
			return false;
		l->duration = (int64_t)((uint64_t)ms * 1000 * 1000);
		return true;
	}
	return str_is(key, "discarded samples");
}

/* "DELAY COUNT @ 0x..." anywhere in the line. */
static bool
contention_line(struct str line, struct str *delay, struct str *count,
	struct str *addresses)
{
	for (size_t from = 0; from < line.n; from++) {
		struct str at = str_skip(line, from);

		*delay = str_cut_digits(&at);
		if (delay->n == 0)
			continue;
		skip_blanks(&at);
		*count = str_cut_digits(&at);
		if (count->n == 0 && delay->n > 1) {
			/* no blank between them: the last digit is it */
			*count = str_skip(*delay, delay->n - 1);
			delay->n--;
		}
		if (count->n > 0 && legacy_cut(&at, STR(" @"))) {
			*addresses = at;
			return true;
		}
	}
	return false;
}

static int
contention_sample(
	struct legacy *l, struct str line, int64_t cycles, struct err *err)
{
	struct str delay_text, count_text, addresses;
	struct legacy_sample *s;
	int64_t delay, count;

	if (!contention_line(line, &delay_text, &count_text, &addresses))
		return LEGACY_UNKNOWN;
	if (!str_to_i64(delay_text, &delay) || !str_to_i64(count_text, &count))
		return err_set(err, ERR_FORMAT,
			"malformed sample: value out of range");
	if (l->period > 0) {
		/* cycles to nanoseconds, for all that were not sampled */
		if (cycles > 0)
			delay = i64_trunc((double)delay * (double)l->period /
				((double)cycles / 1e9));
		count = (int64_t)((uint64_t)count * (uint64_t)l->period);
	}
	s = legacy_begin(l);
	s->value[0] = count;
	s->value[1] = delay;
	return add_addresses(l, addresses, 0, err);
}

int
legacy_contention(struct legacy *l, struct str text, struct err *err)
{
	struct legacy_lines in = { .rest = text };
	int64_t cycles = 0;
	bool more, is_mapped, is_head = true;

	if (!legacy_next(&in))
		return legacy_ended(&in, LEGACY_UNKNOWN, err);
	/* gperftools' end with the memory map, Go's with nothing. */
	is_mapped = str_starts(in.line, STR("--- contentionz "));
	if (!is_mapped && !str_starts(in.line, STR("--- mutex:")) &&
		!str_starts(in.line, STR("--- contention:")))
		return LEGACY_UNKNOWN;
	legacy_type(l, STR("contentions"), STR("count"));
	legacy_type(l, STR("delay"), STR("nanoseconds"));
	legacy_period(l, STR("contentions"), STR("count"), 1);
	while ((more = legacy_next(&in))) {
		struct str line = str_trim(in.line);
		int result = LEGACY_OK;

		if (legacy_is_blank_or_comment(line))
			continue;
		if (str_starts(line, STR("---")))
			break;
		is_head = is_head && str_chr(line, '=') >= 0;
		if (!is_head)
			result = contention_sample(l, line, cycles, err);
		else if (!contention_attribute(l, line, &cycles))
			result = LEGACY_UNKNOWN;
		if (result != LEGACY_OK)
			return result;
	}
	l->endless = is_mapped && !more;
	legacy_maps(l, &in, true);
	return legacy_ended(&in, LEGACY_OK, err);
}

/* ---- Heaps ---- */

/* Heap, growth and fragmentation dumps of Go and gperftools:

       heap profile: 13: 1595680 [47130736: 2584596557304] @ heap/1048576
       1: 524288 [3: 1572864] @ 0x420cef 0x422151 */

/* "N: N [ N: N ]" at the start of *s; the numbers as text. */
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
			skip_blanks(&at);
		if (digits.n == 0 || !legacy_cut(&at, str_c(mark[i])))
			return false;
		skip_blanks(&at);
	}
	*s = at;
	return true;
}

/* ... and then "@". */
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

/* "heap", "heapz_v2/524288" and the like behind the @. */
static bool
heap_name(struct str s, struct str *name, struct str *rate)
{
	size_t n = 4;

	skip_blanks(&s);
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
	skip_blanks(&tail);
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

/* One (count, size) pair into two columns. */
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
			unsample_heap(&count, &size, kind->rate);
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
	return add_addresses(l, str_sub(tail, 0, end), 0, err);
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
	struct legacy_lines in = { .rest = text };
	struct heap_kind kind;

	if (!legacy_next(&in) || !heap_header(in.line, &kind))
		return legacy_ended(&in, LEGACY_UNKNOWN, err);
	legacy_period(l, STR("space"), STR("bytes"), kind.rate);
	heap_types(l, &kind);
	l->has_bytes = true;
	l->endless = true;
	while (legacy_next(&in)) {
		struct str line = str_trim(in.line);

		/* Go's or all others' end. */
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

/* jemalloc's: totals of the process and of each thread, then stacks with
   theirs. With one thread the lines of t* are enough.

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
	struct str stack; /* after its "@" */
	bool in_stacks;
};

static int
jemalloc_stack(
	struct jemalloc *j, struct str thread, struct str n[4], struct err *err)
{
	struct legacy_sample *s;
	bool many = j->name.n > 1;
	int64_t id = -1;
	uint32_t at;

	if (str_is(thread, "*") == many ||
		(str_is(n[0], "0") &&
			(!j->kind.has_alloc || str_is(n[2], "0"))))
		return 0;
	s = legacy_begin(j->l);
	if (many && str_to_i64(thread, &id)) {
		at = map64_get(&j->named, (uint64_t)id);
		s->thread = at != NONE ? j->name.p[at] : thread;
	}
	if (heap_values(s, n, &j->kind, err) != 0)
		return -1;
	return add_addresses(j->l, j->stack, 0, err);
}

/* "t1: 100: 20480 [0: 0] worker" */
static int
jemalloc_line(struct jemalloc *j, struct str line, struct err *err)
{
	struct str n[4], thread, whole = line;
	int64_t id;

	(void)legacy_cut(&line, STR("t"));
	thread = str_cut(&line, ':');
	skip_blanks(&line);
	if (whole.p[0] != 't' || !heap_numbers(&line, n, false))
		return err_set(err, ERR_FORMAT, "malformed sample: \"%.*s\"",
			STR_ARG(str_sub(whole, 0, 40)));
	if (j->in_stacks)
		return jemalloc_stack(j, thread, n, err);
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
		if (legacy_is_blank_or_comment(line))
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
	struct legacy_lines in = { .rest = text };
	struct jemalloc j = { .l = l, .kind = { .sampled = true } };
	int rc;

	if (!legacy_next(&in) || !legacy_cut(&in.line, STR("heap_v2/")) ||
		!str_to_i64(str_trim(in.line), &j.kind.rate))
		return legacy_ended(&in, LEGACY_UNKNOWN, err);
	l->has_bytes = l->endless = l->is_jemalloc = true;
	legacy_period(l, STR("space"), STR("bytes"), j.kind.rate);
	rc = jemalloc_lines(&j, &in, err);
	map64_free(&j.named);
	vec_free(&j.name);
	return rc;
}

/* ---- Java ---- */

/* Heap and contention dumps of the old Java agent, and the table of names
   that its CPU profiles share. Addresses only link samples to
   names there; they are forgotten afterwards.

       --- heapz 1 ---
       format = java
       resolution = bytes
	     7048     1 @ 0x00000003 0x00000004
	0x00000003 com.example.function03 (source.java:03) */

enum { JAVA_HEAP_RATE = 524288 };

static bool
is_java_word(char c)
{
	return ascii_is_digit(c) || ascii_is_letter(c) || c == '_' || c == ' ';
}

/* "key = value": words and blanks around the first `=` that has both. */
static bool
java_attribute(struct str line, struct str *key, struct str *value)
{
	for (size_t i = 1; i + 1 < line.n; i++) {
		size_t from = i, to = i + 1;

		if (line.p[i] != '=' || !is_java_word(line.p[i - 1]) ||
			!is_java_word(line.p[i + 1]))
			continue;
		while (from > 0 && is_java_word(line.p[from - 1]))
			from--;
		while (to < line.n && is_java_word(line.p[to]))
			to++;
		*key = str_trim(str_sub(line, from, i));
		*value = str_trim(str_sub(line, i + 1, to));
		return true;
	}
	return false;
}

/* One attribute into l; UNKNOWN when it is not a Java dump's. */
static int
take_java_attribute(struct legacy *l, bool heap, struct str key,
	struct str value, struct err *err)
{
	int64_t number;

	if (str_is(key, "format"))
		return str_is(value, "java") ? LEGACY_OK : LEGACY_UNKNOWN;
	if (str_is(key, "resolution")) {
		l->n_types = 0;
		legacy_type(l, heap ? STR("inuse_objects") : STR("contentions"),
			STR("count"));
		legacy_type(l, heap ? STR("inuse_space") : STR("delay"), value);
		return LEGACY_OK;
	}
	if (heap ||
		(!str_is(key, "sampling period") &&
			!str_is(key, "ms since reset")))
		return LEGACY_UNKNOWN;
	if (!go_number(value, &number))
		return err_set(err, ERR_FORMAT,
			"failed to parse attribute %.*s: %.*s", STR_ARG(key),
			STR_ARG(value));
	if (str_is(key, "sampling period"))
		legacy_period(l, STR("contentions"), STR("count"), number);
	else
		l->duration = (int64_t)((uint64_t)number * 1000 * 1000);
	return LEGACY_OK;
}

/* "SECOND FIRST @ ADDRESSES" anywhere in the line. */
static bool
java_line(struct str line, struct str *second, struct str *first,
	struct str *addresses)
{
	for (size_t from = 0; from < line.n; from++) {
		struct str at = str_skip(line, from);

		if (from > 0 && ascii_is_digit(line.p[from - 1]))
			continue;
		*second = str_cut_digits(&at);
		if (second->n == 0 || !legacy_cut(&at, STR(" ")))
			continue;
		skip_blanks(&at);
		*first = str_cut_digits(&at);
		if (first->n == 0 || !legacy_cut(&at, STR(" ")))
			continue;
		skip_blanks(&at);
		if (!str_starts(at, STR("@ ")))
			continue;
		*addresses = str_skip(at, 1);
		return true;
	}
	return false;
}

static int
java_sample(struct legacy *l, bool heap, struct str first, struct str second,
	struct str addresses, struct err *err)
{
	struct legacy_sample *s = legacy_begin(l);

	if (!go_number(first, &s->value[0]) || !go_number(second, &s->value[1]))
		return err_set(
			err, ERR_FORMAT, "parsing sample: value out of range");
	if (heap) {
		if (s->value[0] == 0)
			return err_set(err, ERR_FORMAT,
				"parsing sample: second value must be "
				"non-zero");
		s->bytes = s->value[1] / s->value[0];
		unsample_heap(&s->value[0], &s->value[1], JAVA_HEAP_RATE);
	} else if (l->period != 0) {
		for (int i = 0; i < 2; i++)
			s->value[i] = (int64_t)((uint64_t)s->value[i] *
				(uint64_t)l->period);
	}
	return add_addresses(l, addresses, SIZE_MAX, err);
}

/* The next line that ends in LF, trimmed; the last one without is not
   looked at, as in pprof. *at is where it began. */
static bool
whole_line(struct str *rest, struct str *line, struct str *at)
{
	ptrdiff_t end = str_chr(*rest, '\n');

	if (end < 0)
		return false;
	*at = *rest;
	*line = str_trim(str_sub(*rest, 0, (size_t)end));
	*rest = str_skip(*rest, (size_t)end + 1);
	return true;
}

int
legacy_java(struct legacy *l, struct str text, struct err *err)
{
	struct str line, at, key, value, first, second, addresses;
	int result;
	bool heap, is_head = true;

	if (!whole_line(&text, &line, &at))
		return LEGACY_UNKNOWN;
	heap = str_is(line, "--- heapz 1 ---");
	if (!heap && !str_is(line, "--- contentionz 1 ---"))
		return LEGACY_UNKNOWN;
	l->has_bytes = heap;
	legacy_period(l, STR_EMPTY, STR_EMPTY, 0);
	while (whole_line(&text, &line, &at)) {
		if (line.n == 0)
			continue;
		is_head = is_head && java_attribute(line, &key, &value);
		if (is_head) {
			result = take_java_attribute(l, heap, key, value, err);
			if (result != LEGACY_OK)
				return result;
			continue;
		}
		if (!java_line(line, &second, &first, &addresses)) {
			text = at;
			break;
		}
		if (java_sample(l, heap, first, second, addresses, err) != 0)
			return -1;
	}
	return legacy_java_symbols(l, text, err);
}

/* Split "function (inside)" at the last blank before a parenthesis that the
   text ends with. */
static bool
split_parenthesis(struct str text, struct str *function, struct str *inside)
{
	if (text.n == 0 || text.p[text.n - 1] != ')')
		return false;
	for (size_t i = text.n - 1; i > 0; i--) {
		size_t end = i;

		if (text.p[i] != '(' || !legacy_is_space(text.p[i - 1]))
			continue;
		while (end > 0 && legacy_is_space(text.p[end - 1]))
			end--;
		/* the pattern's greedy name keeps all blanks but one */
		*function = str_sub(text, 0, i - 1);
		*inside = str_sub(text, i + 1, text.n - 1);
		return true;
	}
	return false;
}

static struct legacy_symbol
java_symbol(struct str text)
{
	struct legacy_symbol symbol = { .function = text };
	struct str function, inside;
	ptrdiff_t colon;
	int64_t line;

	if (!split_parenthesis(text, &function, &inside)) {
		if (str_find(text, STR("generated stub/JIT"), 0) >= 0)
			symbol.function = STR("STUB");
		return symbol;
	}
	symbol.function = function;
	colon = str_rchr(inside, ':');
	if (colon > 0) {
		struct str digits = str_skip(inside, (size_t)colon + 1);
		struct str rest = digits;

		(void)legacy_cut(&rest, STR("-"));
		if (str_cut_digits(&rest).n > 0 && rest.n == 0) {
			symbol.file = str_sub(inside, 0, (size_t)colon);
			if (str_to_i64(digits, &line) && line > 0)
				symbol.line = line;
			return symbol;
		}
	}
	symbol.file = str_basename(inside);
	return symbol;
}

int
legacy_java_symbols(struct legacy *l, struct str text, struct err *err)
{
	l->named = true;
	while (text.n > 0) {
		struct str line = str_trim(str_cut(&text, '\n'));
		struct str rest = line, digits;
		uint64_t address;
		uint32_t *slot;

		if (!legacy_cut(&rest, STR("0x")))
			continue;
		digits = legacy_run(&rest, legacy_is_hex);
		if (!legacy_hex(digits, &address))
			return err_set(err, ERR_FORMAT,
				"parsing sample %.*s: value out of range",
				STR_ARG(line));
		if (digits.n == 0 || rest.n == 0 || !legacy_is_space(rest.p[0]))
			continue;
		slot = map64_at(&l->symbol_of, address);
		*slot = (uint32_t)l->symbol.n;
		vec_push(&l->symbol, java_symbol(str_trim(rest)));
	}
	return LEGACY_OK;
}
