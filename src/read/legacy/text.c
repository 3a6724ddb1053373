/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads text dumps that are lists of stacks: Go's counts (goroutine,
 * threadcreate), gperftools' threads, contention of both.
 */
#include "prelude.h"

#include "read/legacy/legacy.h"

#include "base/num.h"

/* Parse a line "NAME profile: total N", all of it. */
static bool
count_header(struct str line, struct str *name)
{
	*name = legacy_run(&line, legacy_is_text);
	return name->n > 0 && legacy_cut(&line, STR(" profile: total ")) &&
		str_cut_digits(&line).n > 0 && line.n == 0;
}

/* Parse "COUNT @ 0xHEX 0xHEX ...", with single blanks. */
static bool
count_line(struct str line, struct str *count, struct str *addresses)
{
	*count = str_cut_digits(&line);
	if (count->n == 0 || !legacy_cut(&line, STR(" @")))
		return false;
	*addresses = line;
	while (line.n > 0)
		if (!legacy_cut(&line, STR(" 0x")) ||
			legacy_run(&line, legacy_is_low_hex).n == 0)
			return false;
	return addresses->n > 0;
}

int
legacy_count(struct legacy *l, struct str text, struct err *err)
{
	struct legacy_lines in = { .rest = text, .builder = l->builder };
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
			return legacy_malformed(err, &in);
		s = legacy_begin(l);
		if (!legacy_go_number(count, &s->value[0]) ||
			legacy_addresses(l, addresses, 0, err) != 0)
			return legacy_malformed(err, &in);
	}
	legacy_maps(l, &in, true);
	return legacy_ended(&in, LEGACY_OK, err);
}

/* True if a line contains "--- Thread HEX (name: NAME/ID) stack: ---". */
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

int
legacy_threads(struct legacy *l, struct str text, struct err *err)
{
	struct legacy_lines in = { .rest = text, .builder = l->builder };
	struct str header_line;
	ptrdiff_t at;
	struct str rest;
	bool is_threadz_header;

	do {
		if (!legacy_next(&in))
			return legacy_ended(&in, LEGACY_UNKNOWN, err);
	} while (legacy_is_blank_or_comment(in.line));
	/* Look for "--- threadz N ---" in the line. */
	header_line = in.line;
	at = str_find(header_line, STR("--- threadz "), 0);
	if (at < 0) {
		is_threadz_header = false;
	} else {
		rest = str_skip(
			header_line, (size_t)at + sizeof("--- threadz ") - 1);
		is_threadz_header = str_cut_digits(&rest).n > 0 &&
			str_starts(rest, STR(" ---"));
	}
	if (is_threadz_header) {
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
		struct legacy_sample *s;
		bool same = false;

		if (!is_thread_header(in.line))
			return legacy_ended(&in, LEGACY_UNKNOWN, err);
		/* Collect the stack of one thread, up to the next line of
		   dashes. If it is "same as previous thread", the previous
		   thread counts once more. */
		s = legacy_begin(l);
		s->value[0] = 1;
		while (legacy_next(&in)) {
			struct str line = str_trim(in.line);

			in.line = line;
			if (str_starts(line, STR("---")))
				break;
			if (str_find(line, STR("same as previous thread"), 0) >=
				0)
				same = true;
			else if (legacy_addresses(l, line, 1, err) != 0)
				return err_wrap(err, "line %zu", in.number);
		}
		s = &l->sample.p[l->sample.n - 1];
		if (same || s->n == 0) {
			l->sample.n--;
			if (l->sample.n > 0)
				l->sample.p[l->sample.n - 1].value[0]++;
		}
	}
	legacy_maps(l, &in, true);
	legacy_drop_doubled_leaves(l);
	return legacy_ended(&in, LEGACY_OK, err);
}

/* Apply "key = value" before the samples. False for a key of other formats.
 *cycles is cycles per second. */
static bool
contention_attribute(struct legacy *l, struct str line, int64_t *cycles)
{
	struct str key = str_trim(str_cut(&line, '='));
	struct str value = str_trim(line);
	int64_t ms;

	if (str_is(key, "cycles/second"))
		return legacy_go_number(value, cycles);
	if (str_is(key, "sampling period"))
		return legacy_go_number(value, &l->period);
	if (str_is(key, "ms since reset")) {
		if (!legacy_go_number(value, &ms))
			return false;
		l->duration = (int64_t)((uint64_t)ms * 1000 * 1000);
		return true;
	}
	return str_is(key, "discarded samples");
}

/* Find "DELAY COUNT @ 0x..." in the line. */
static bool
contention_line(struct str line, struct str *delay, struct str *count,
	struct str *addresses)
{
	for (size_t from = 0; from < line.n; from++) {
		struct str at = str_skip(line, from);

		*delay = str_cut_digits(&at);
		if (delay->n == 0)
			continue;
		legacy_skip_blanks(&at);
		*count = str_cut_digits(&at);
		if (count->n == 0 && delay->n > 1) {
			/* no blank between them: the count is the last digit */
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

int
legacy_contention(struct legacy *l, struct str text, struct err *err)
{
	struct legacy_lines in = { .rest = text, .builder = l->builder };
	int64_t cycles = 0;
	bool more, is_mapped, is_head = true;

	if (!legacy_next(&in))
		return legacy_ended(&in, LEGACY_UNKNOWN, err);
	/* Dumps of gperftools end with the memory map; Go's have no marker. */
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
		if (!is_head) {
			struct str delay_text, count_text, addresses;
			struct legacy_sample *s;
			int64_t delay, count;

			if (!contention_line(line, &delay_text, &count_text,
				    &addresses)) {
				result = LEGACY_UNKNOWN;
			} else if (!str_to_i64(delay_text, &delay) ||
				!str_to_i64(count_text, &count)) {
				result = err_set(err, ERR_FORMAT,
					"malformed sample: value out of range");
			} else {
				if (l->period > 0) {
					/* cycles to nanoseconds, scaled up by
					   the period */
					if (cycles > 0)
						delay = i64_trunc(
							(double)delay *
							(double)l->period /
							((double)cycles / 1e9));
					count = (int64_t)((uint64_t)count *
						(uint64_t)l->period);
				}
				s = legacy_begin(l);
				s->value[0] = count;
				s->value[1] = delay;
				result = legacy_addresses(l, addresses, 0, err);
			}
		} else if (!contention_attribute(l, line, &cycles))
			result = LEGACY_UNKNOWN;
		if (result != LEGACY_OK)
			return result;
	}
	l->endless = is_mapped && !more;
	legacy_maps(l, &in, true);
	return legacy_ended(&in, LEGACY_OK, err);
}
