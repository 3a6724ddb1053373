/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heap, growth and fragmentation dumps of Go and gperftools:
 *
 *     heap profile: 13: 1595680 [47130736: 2584596557304] @ heap/1048576
 *     1: 524288 [3: 1572864] @ 0x420cef 0x422151
 */
#include "config.h"

#include "read/legacy.h"

#include "base/banned.h"

static void
blanks(struct str *s)
{
	while (s->n > 0 && s->p[0] == ' ')
		*s = str_skip(*s, 1);
}

static struct str
integer(struct str *s, bool may_be_negative)
{
	struct str at = *s, run;

	if (may_be_negative && at.n > 0 && at.p[0] == '-')
		at = str_skip(at, 1);
	if (str_cut_digits(&at).n == 0)
		return STR_EMPTY;
	run = str_from(s->p, s->n - at.n);
	*s = at;
	return run;
}

/* "N: N [ N: N ] @" at the start of *s; the numbers as text. */
static bool
quartet(struct str *s, struct str n[4], bool negative)
{
	struct str at = *s;

	n[0] = integer(&at, negative);
	if (n[0].n == 0 || !legacy_literal(&at, STR(":")))
		return false;
	blanks(&at);
	n[1] = integer(&at, negative);
	if (n[1].n == 0)
		return false;
	blanks(&at);
	if (!legacy_literal(&at, STR("[")))
		return false;
	blanks(&at);
	n[2] = integer(&at, false);
	if (n[2].n == 0 || !legacy_literal(&at, STR(":")))
		return false;
	blanks(&at);
	n[3] = integer(&at, false);
	if (n[3].n == 0)
		return false;
	blanks(&at);
	if (!legacy_literal(&at, STR("]")))
		return false;
	blanks(&at);
	if (!legacy_literal(&at, STR("@")))
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

	blanks(&s);
	if (!str_starts(s, STR("heap")))
		return false;
	while (n < s.n && (s.p[n] == '_' || ascii_is_digit(s.p[n]) ||
				  ascii_is_lower(s.p[n])))
		n++;
	*name = str_sub(s, 0, n);
	s = str_skip(s, n);
	(void)legacy_literal(&s, STR("/"));
	*rate = str_cut_digits(&s);
	return true;
}

static bool
differs_and_counts(struct str alloc, struct str inuse)
{
	return !str_eq(alloc, inuse) && !str_is(alloc, "0");
}

static bool
parse_header(struct str line, struct heap_kind *kind)
{
	ptrdiff_t at = str_find(line, STR("heap profile:"), 0);
	struct str n[4], name, rate, tail;

	if (at < 0)
		return false;
	tail = str_skip(line, (size_t)at + sizeof("heap profile:") - 1);
	blanks(&tail);
	if (!quartet(&tail, n, false))
		return false;
	*kind = (struct heap_kind){ .rate = 1 };
	if (!heap_name(tail, &name, &rate))
		return str_starts(tail, STR(" growth")) ||
			str_starts(tail, STR(" fragmentation"));
	kind->rate = 0;
	if (rate.n > 0 && !str_to_i64(rate, &kind->rate))
		return false;
	kind->has_alloc = differs_and_counts(n[2], n[0]) ||
		differs_and_counts(n[3], n[1]);
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
add_pair(struct legacy_sample *s, size_t column, struct str count_text,
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
			legacy_unsample_heap(&count, &size, kind->rate);
	}
	s->value[column] = count;
	s->value[column + 1] = size;
	return 0;
}

static int
parse_sample(struct legacy *l, struct str line, const struct heap_kind *kind,
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
	if (kind->has_alloc &&
		add_pair(s, 0, n[2], n[3], "allocation", kind, err) != 0)
		return -1;
	if (add_pair(s, kind->has_alloc ? 2 : 0, n[0], n[1], "inuse", kind,
		    err) != 0)
		return -1;
	for (end = 0; end < tail.n; end++) {
		char c = tail.p[end];

		if (c != ' ' && c != 'x' && ascii_low_hex(c) < 0)
			break;
	}
	return legacy_addresses(l, str_sub(tail, 0, end), 0, err);
}

enum legacy_result
legacy_heap(struct legacy *l, struct str text, struct err *err)
{
	struct legacy_lines in = { .rest = text };
	struct heap_kind kind;

	if (!legacy_next(&in) || !parse_header(in.line, &kind))
		return legacy_ended(&in, LEGACY_UNKNOWN, err);
	legacy_period(l, STR("space"), STR("bytes"), kind.rate);
	if (kind.has_alloc) {
		legacy_type(l, STR("alloc_objects"), STR("count"));
		legacy_type(l, STR("alloc_space"), STR("bytes"));
		legacy_type(l, STR("inuse_objects"), STR("count"));
		legacy_type(l, STR("inuse_space"), STR("bytes"));
	} else {
		legacy_type(l, STR("objects"), STR("count"));
		legacy_type(l, STR("space"), STR("bytes"));
	}
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
		if (parse_sample(l, line, &kind, err) != 0) {
			(void)err_wrap(err, "line %llu",
				(unsigned long long)in.number);
			return LEGACY_FAILED;
		}
	}
	legacy_maps(l, &in, true);
	return legacy_ended(&in, LEGACY_OK, err);
}
