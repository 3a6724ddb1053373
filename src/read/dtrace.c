/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Aggregations of stacks as DTrace prints them at its end, in blocks with
 * blank lines between:
 *
 *       httpd                        parts of the key that are not stacks
 *               libc.so.1`read+0xa   frames, leaf first
 *               httpd`main+0x1b
 *                17                  the value
 *
 * What is before the backtick is the mapping; parts are labels key1, key2.
 */
#include "config.h"

#include "base/ascii.h"
#include "read/lines.h"
#include "read/read.h"
#include "read/stackmap.h"

#include "base/banned.h"

struct dtrace {
	struct read_job *job;
	struct lines lines;
	struct stack_map map;
	size_t frames; /* of the block so far */
	size_t begun;  /* its first line; 0: none */
	size_t bad, first_bad;
};

/* "libc.so.1`read+0xa", "0x7fff5fc0"; others only below such ones. */
static bool
is_frame(struct str s)
{
	return str_chr(s, '`') > 0 || str_starts(s, STR("0x"));
}

static uint64_t
hex_address(struct str s)
{
	uint64_t n = 0;

	for (size_t i = 2; i < s.n && i < 18; i++) {
		int digit = ascii_low_hex(s.p[i]);

		if (digit < 0)
			break;
		n = n << 4 | (uint64_t)digit;
	}
	return n;
}

static void
add_frame(struct dtrace *d, struct str s)
{
	ptrdiff_t at = str_chr(s, '`');
	struct str mapping = at > 0 ? str_sub(s, 0, (size_t)at) : STR_EMPTY;
	struct str symbol = at > 0 ? str_skip(s, (size_t)at + 1) : s;
	bool bare = str_starts(symbol, STR("0x"));
	loc_id loc = stack_map_frame(&d->map, mapping,
		bare ? STR("[unknown]") : stack_map_symbol(symbol),
		bare ? hex_address(symbol) : 0);

	if (loc != NONE)
		vec_push(&d->map.stack, loc);
	d->frames++;
}

static void
drop_block(struct dtrace *d)
{
	if (d->frames > 0 && d->bad++ == 0)
		d->first_bad = d->begun;
	d->map.stack.n = d->map.label.n = 0;
	d->frames = d->begun = 0;
}

static void
dtrace_line(struct dtrace *d, struct str line)
{
	struct str s = str_trim(line);
	int64_t value;

	if (s.n == 0) {
		/* A value was not there. */
		drop_block(d);
		return;
	}
	if (d->begun == 0)
		d->begun = d->lines.number;
	if (d->frames > 0 && str_to_i64(s, &value)) {
		stack_map_sample(&d->map, STR("samples"), value);
		d->frames = d->begun = 0;
	} else if (d->frames > 0 || is_frame(s)) {
		add_frame(d, s);
	} else if (line.p[0] == ' ' || line.p[0] == '\t') {
		stack_map_key(&d->map, s);
	}
}

static int
dtrace_end(struct dtrace *d, struct err *err)
{
	drop_block(d);
	if (stack_map_end(&d->map) != 0) {
		if (read_check(d->job->builder, err) != 0)
			return -1;
		return err_set(err, ERR_FORMAT,
			"no stacks with a number below them in %zu lines of "
			"DTrace",
			d->lines.number);
	}
	if (!str_ends(d->job->bytes, STR("\n")))
		warnings_add(d->job->warnings,
			"No newline at the end: stacks may be missing");
	if (d->bad > 0)
		warnings_add(d->job->warnings,
			"DTrace: %zu stacks without a number below them were "
			"left out, the first at line %zu",
			d->bad, d->first_bad);
	return 0;
}

static int
dtrace_read(struct read_job *job, struct err *err)
{
	struct dtrace d = { .job = job };
	struct str line;
	int rc = -1;

	stack_map_init(&d.map, job->builder);
	lines_init(&d.lines, job->bytes, job);
	while (lines_next(&d.lines, &line))
		dtrace_line(&d, line);
	if (lines_end(&d.lines, err) == 0)
		rc = dtrace_end(&d, err);
	stack_map_fini(&d.map);
	return rc;
}

/* An indented frame with a backtick, and an indented number below it. */
static int
dtrace_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line;
	bool frame = false, ever = false;
	int64_t value;

	lines_sniff(&lines, bytes);
	while (lines_next(&lines, &line)) {
		struct str s = str_trim(line);

		if (s.n == 0 || (line.p[0] != ' ' && line.p[0] != '\t')) {
			frame = false;
			continue;
		}
		if (frame && str_to_i64(s, &value))
			return SNIFF_YES;
		frame |= str_chr(s, '`') > 0;
		ever |= frame;
	}
	if (!ever)
		return SNIFF_NO;
	strbuf_addc(why, "stacks without a number below them");
	return SNIFF_NEAR;
}

const struct reader reader_dtrace = {
	.name = "dtrace",
	.title = "stacks of DTrace",
	.sniff = dtrace_sniff,
	.read = dtrace_read,
};
