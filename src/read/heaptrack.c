/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads heaptrack's files: every allocation of a program, as lines of text with
 * hexadecimal numbers.
 *
 *     s d /srv/stock/app     a string, numbered from 1, after its length
 *     i 5e0b 1 2 3 1f        an address, numbered from 1: its module, then
 *                            function, file, line for each inlined frame
 *     t 2 1                  a stack: its leaf's address, its caller's stack
 *     a 40 2                 a kind of allocation, from 0: size and stack
 *     + 0                    an allocation of kind 0
 *     - 0                    a free of kind 0
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/num.h"
#include "base/vec.h"
#include "read/damage.h"
#include "read/lines.h"
#include "read/reader.h"
#include "read/rows.h"

enum { ALLOC_OBJECTS, ALLOC_SPACE, INUSE_SPACE, PEAK_SPACE, HT_TYPES };

enum { HT_SIZED = 3 }; /* first version whose strings have lengths */

struct ht_kind {
	int64_t size, count, live, peak;
	node_id stack;
	bool is_lost; /* its line could not be read */
};

struct heaptrack {
	struct read_job *job;
	struct builder *b;
	struct lines lines;
	VEC(struct str) string;
	VEC(loc_id) ip;
	VEC(node_id) trace;
	VEC(struct ht_kind) kind;
	VEC(struct builder_line) line;
	struct map64 func_of, map_of;
	int64_t now, most;   /* bytes in use: now, at the peak */
	size_t events, peak; /* events so far, and up to the peak */
	size_t temporary;    /* blocks freed right after their allocation */
	size_t never;        /* frees without an allocation */
	struct damage lines_lost;
	uint64_t last; /* kind just allocated, or NONE */
	uint64_t format;
	bool is_ended, clipped;
};

/* Take a hexadecimal number from the front of s. */
static bool
ht_hex(struct str *s, uint64_t *out)
{
	struct str rest = *s;
	size_t n = str_cut_hex(&rest, out);

	if (n == 0 || n > 16 || (rest.n > 0 && rest.p[0] != ' '))
		return false;
	*s = str_skip(rest, 1);
	return true;
}

static str_id
ht_string(const struct heaptrack *h, uint64_t i)
{
	return builder_string(h->b,
		i > 0 && i <= h->string.n ? h->string.p[i - 1] : STR_EMPTY);
}

/* Addresses, stacks and kinds are numbered by their lines, so an unreadable
   line still takes up a number. */

static bool
ht_read_ip(struct heaptrack *h, struct str s)
{
	struct builder_location row = { .map = NONE };
	uint64_t module, func, file = 0, line = 0;

	if (!ht_hex(&s, &row.address) || !ht_hex(&s, &module))
		return false;
	h->line.n = 0;
	while (s.n > 0) {
		struct builder_function f = { .name = 0 };
		struct builder_line l = { .line = 0 };

		if (!ht_hex(&s, &func))
			return false;
		if (s.n > 0 && (!ht_hex(&s, &file) || !ht_hex(&s, &line)))
			return false;
		if (func == 0)
			continue; /* function unknown */
		f.name = ht_string(h, func);
		f.file = ht_string(h, file);
		l.line = line < INT32_MAX ? (int64_t)line : 0;
		l.func = loctable_function(
			&h->func_of, (uint64_t)f.name << 32 | f.file, h->b, &f);
		vec_push(&h->line, l);
	}
	if (module > 0)
		row.map = loctable_mapping(
			&h->map_of, h->b, ht_string(h, module), MAP_ALL);
	row.line = h->line.p;
	row.nlines = h->line.n;
	vec_push(&h->ip, builder_location(h->b, &row));
	return true;
}

static bool
ht_kind(struct heaptrack *h, struct str s)
{
	struct ht_kind k = { .size = 0 };
	uint64_t size, trace;

	k.is_lost =
		!ht_hex(&s, &size) || !ht_hex(&s, &trace) || trace > h->trace.n;
	if (!k.is_lost) {
		h->clipped |= size > INT64_MAX;
		k.size = size <= INT64_MAX ? (int64_t)size : INT64_MAX;
		k.stack = trace > 0 ? h->trace.p[trace - 1] : 0;
	}
	vec_push(&h->kind, k);
	return !k.is_lost;
}

static bool
ht_line(struct heaptrack *h, char letter, struct str s)
{
	struct header *head = builder_header(h->b);
	uint64_t n;

	switch (letter) {
	case 'v':
		return ht_hex(&s, &n) && ht_hex(&s, &h->format);
	case 's':
		n = s.n;
		if (h->format >= HT_SIZED && !ht_hex(&s, &n))
			return false;
		vec_push(&h->string, str_sub(s, 0, n < s.n ? (size_t)n : s.n));
		if (h->string.n == 1) /* the first string is the program */
			(void)loctable_mapping(
				&h->map_of, h->b, ht_string(h, 1), MAP_ALL);
		return true;
	case 'i': {
		if (ht_read_ip(h, s))
			return true;
		vec_push(&h->ip,
			builder_location(h->b,
				&(struct builder_location){ .map = NONE }));
		return false;
	}
	case 't': {
		uint64_t ip, parent;

		if (!ht_hex(&s, &ip) || !ht_hex(&s, &parent) || ip == 0 ||
			ip > h->ip.n || parent > h->trace.n) {
			vec_push(&h->trace, 0);
			return false;
		}
		vec_push(&h->trace,
			builder_step(h->b,
				parent > 0 ? h->trace.p[parent - 1] : 0,
				h->ip.p[ip - 1]));
		return true;
	}
	case 'a':
		return ht_kind(h, s);
	case '+':
	case '-': {
		bool is_new = letter == '+';
		struct ht_kind *k;
		uint64_t i;

		if (!ht_hex(&s, &i) || i >= h->kind.n)
			return false;
		k = &h->kind.p[i];
		if (!is_new && k->live == 0) {
			h->never++;
			return true;
		}
		h->events++;
		h->now = i64_add(
			h->now, is_new ? k->size : -k->size, &h->clipped);
		k->live += is_new ? 1 : -1;
		k->count += is_new;
		h->temporary += !is_new && h->last == i;
		h->last = is_new ? i : NONE;
		if (h->now > h->most) {
			h->most = h->now;
			h->peak = h->events;
		}
		return true;
	}
	case 'c':
		if (ht_hex(&s, &n) && n < INT64_MAX / 1000000)
			head->duration_nanos = (int64_t)n * 1000000;
		return true;
	case 'X':
		read_comment(h->b, s);
		return true;
	case '#':
		h->is_ended |= str_starts(s, STR("strings: "));
		return true;
	default:
		return true;
	}
}

static int
ht_lines(struct heaptrack *h, struct err *err)
{
	struct str line;

	lines_init(&h->lines, h->job->bytes, h->job);
	while (lines_next(&h->lines, &line)) {
		bool is_last = h->lines.rest.n == 0;

		if (line.n == 0)
			continue;
		if (line.p[0] == 'x' || line.p[0] == 'm')
			return err_set(err, ERR_FORMAT,
				"heaptrack's raw data: run heaptrack_interpret "
				"on it (line %zu)",
				h->lines.number);
		if (!ht_line(h, line.p[0], str_skip(line, 2)) && !is_last) {
			(void)read_bad_line(err,
				"not a line of heaptrack:", line,
				h->lines.number);
			(void)damage_take(&h->lines_lost, err);
		}
		if (h->lines.number % 4096 == 0 &&
			(read_check(h->b, err) != 0 ||
				read_limit(h->job,
					h->string.cap * sizeof(*h->string.p) +
						(h->ip.cap + h->trace.cap) *
							sizeof(*h->ip.p) +
						h->kind.cap *
							sizeof(*h->kind.p),
					"allocations need", err) != 0))
			return -1;
	}
	return lines_end(&h->lines, err);
}

static int
ht_build(struct heaptrack *h, struct err *err)
{
	static const char *const types[HT_TYPES] = { "alloc_objects",
		"alloc_space", "inuse_space", "peak_space" };
	struct rows rows;
	int rc;
	struct lines lines;
	struct str line;
	size_t n = 0;

	for (int t = 0; t < HT_TYPES; t++)
		read_type(h->b, str_c(types[t]),
			t == ALLOC_OBJECTS ? STR("count") : STR("bytes"));
	/* Read the events again, up to the peak. */
	lines_init(&lines, h->job->bytes, NULL);
	while (n < h->peak && lines_next(&lines, &line)) {
		struct str s = str_skip(line, 2);
		uint64_t i;

		if (line.n < 3 || (line.p[0] != '+' && line.p[0] != '-') ||
			!ht_hex(&s, &i) || i >= h->kind.n ||
			(line.p[0] == '-' && h->kind.p[i].peak == 0))
			continue;
		h->kind.p[i].peak += line.p[0] == '+' ? 1 : -1;
		n++;
		if (progress_stops_at(h->job->progress, n))
			return err_set(err, ERR_CANCELLED, "cancelled");
	}
	rows_init(&rows, h->b, HT_TYPES, false);
	for (size_t i = 0; i < h->kind.n; i++) {
		const struct ht_kind *k = &h->kind.p[i];
		const int64_t value[HT_TYPES] = { k->count,
			i64_mul(k->size, k->count, &h->clipped),
			i64_mul(k->size, k->live, &h->clipped),
			i64_mul(k->size, k->peak, &h->clipped) };

		if (!k->is_lost)
			rows_add(&rows, k->stack, 0, value, 0);
	}
	h->clipped |= rows.clipped > 0;
	if (rows.n == 0 && damage_refuse(&h->lines_lost, err) != 0)
		rc = -1;
	else
		rc = rows_end(&rows, err);
	rows_fini(&rows);
	return rc;
}

static int
heaptrack_read(struct read_job *job, struct err *err)
{
	struct heaptrack h = { .job = job, .b = job->builder, .last = NONE };
	int rc = ht_lines(&h, err);

	if (rc == 0)
		rc = ht_build(&h, err);
	if (rc == 0 && !h.is_ended && !partial_is(&job->partial))
		warnings_add(job->warnings,
			"no counts at the end, where heaptrack writes them: "
			"allocations may be missing");
	if (rc == 0 && h.temporary > 0)
		warnings_add(job->warnings,
			"temporary allocations, freed before the next one: %zu",
			h.temporary);
	if (rc == 0 && h.never > 0)
		warnings_add(job->warnings,
			"frees of memory that was not allocated in this file "
			"were left out: %zu",
			h.never);
	if (rc == 0)
		damage_warn(&h.lines_lost, job->warnings, "lines");
	if (rc == 0 && h.clipped)
		read_warn_clipped(job);
	vec_free(&h.string);
	vec_free(&h.ip);
	vec_free(&h.trace);
	vec_free(&h.kind);
	vec_free(&h.line);
	map64_free(&h.func_of);
	map64_free(&h.map_of);
	return rc;
}

/* Look for "v 10400 3", then "X ./app". */
static int
heaptrack_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line;
	uint64_t n;

	(void)why;
	lines_sniff(&lines, bytes);
	if (!lines_next(&lines, &line) || !str_starts(line, STR("v ")))
		return SNIFF_NO;
	line = str_skip(line, 2);
	if (!ht_hex(&line, &n) || !ht_hex(&line, &n) || /* NOLINT: two */
		line.n > 0)
		return SNIFF_NO;
	return !lines_next(&lines, &line) || str_starts(line, STR("X ")) ||
			str_starts(line, STR("x "))
		? SNIFF_YES
		: SNIFF_NO;
}

const struct reader reader_heaptrack = { "heaptrack", "heaptrack",
	heaptrack_read, .sniff = heaptrack_sniff };
