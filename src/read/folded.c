/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Folded stacks: one stack a line, root first, and how often it was seen.
 *
 *     # made by hand
 *     web;serve;parse json 12
 *     web;serve 3
 *
 * In a differential file, of flamegraph's difffolded.pl, every line ends in
 * two numbers, before and after: it is a diff. Equal stacks are summed, in
 * the order in which they first came. Numbers with fractions make all of them
 * larger, by a power of ten.
 */
#include "config.h"

#include <inttypes.h>

#include "base/utf8.h"
#include "read/foldedframe.h"
#include "read/foldedline.h"
#include "read/lines.h"
#include "read/read.h"
#include "read/rows.h"

#include "base/banned.h"

enum {
	SNIFF_LINES = 100, /* of which 90 % must be records */
	DIFF_LINES = 1000, /* all with two numbers: a differential file */
};

static int
folded_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct folded_record r;
	struct str line;
	size_t records = 0, stacks = 0, all = 0, first_bad = 0;

	lines_init(&lines, bytes, NULL);
	while (all < SNIFF_LINES && lines_next(&lines, &line)) {
		enum folded_kind kind = folded_parse(line, &r);

		if (kind == FOLDED_BLANK)
			continue;
		all++;
		records += kind == FOLDED_RECORD;
		stacks += kind == FOLDED_RECORD && r.stack.n > 0;
		if (kind == FOLDED_BAD && first_bad == 0)
			first_bad = lines.number;
	}
	if (all == 0)
		return SNIFF_DAMAGED;
	if (stacks > 0 && records * 10 >= all * 9)
		return SNIFF_YES;
	if (first_bad > 0)
		strbuf_addf(why, "line %zu: no number at its end", first_bad);
	else
		strbuf_addc(why, "numbers without stacks");
	return (int)(records * SNIFF_NEAR / all);
}

/* All of the first lines end in two numbers. */
static int
difffolded_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct folded_record r;
	struct str line;
	size_t records = 0;

	(void)why;
	lines_init(&lines, bytes, NULL);
	while (records < DIFF_LINES && lines_next(&lines, &line)) {
		enum folded_kind kind = folded_parse(line, &r);

		if (kind == FOLDED_BLANK)
			continue;
		if (kind == FOLDED_BAD || !r.two)
			return SNIFF_NO;
		records++;
	}
	return records > 0 ? SNIFF_YES : SNIFF_NO;
}

enum { VALUE, BEFORE, NUMBERS };

struct folded {
	struct read_job *job;
	struct folded_frames *frames;
	bool is_diff;
	int shift;        /* values are multiplied by 10^shift */
	struct rows rows; /* of NUMBERS */
	size_t lines, records, bad, first_bad, clipped;
	struct str bad_text; /* of the first bad line */
};

static int
bad_line(const struct folded *f, struct err *err)
{
	struct strbuf text = STRBUF_INIT;

	utf8_put(&text, str_trim(f->bad_text), false, 40);
	err_set(err, ERR_FORMAT, "no number%s at the end of \"%s\" (line %zu)",
		f->is_diff ? "s" : "", strbuf_c(&text), f->first_bad);
	strbuf_free(&text);
	return -1;
}

static int64_t
ten_times(struct folded *f, int64_t v)
{
	int64_t r;

	if (!__builtin_mul_overflow(v, 10, &r))
		return r;
	f->clipped++;
	return v < 0 ? INT64_MIN : INT64_MAX;
}

/* More digits behind the point: what was read so far is larger, too. */
static void
raise_shift(struct folded *f, int shift)
{
	for (; f->shift < shift; f->shift++)
		for (size_t i = 0; i < f->rows.value.n; i++)
			f->rows.value.p[i] =
				ten_times(f, f->rows.value.p[i]);
}

static void
add_record(struct folded *f, const struct folded_record *r)
{
	int64_t number[NUMBERS] = { 0 };
	node_id leaf = folded_frames_stack(
		f->frames, f->is_diff ? r->outer : r->stack);

	raise_shift(f, folded_digits(&r->value));
	if (f->is_diff)
		raise_shift(f, folded_digits(&r->before));
	number[VALUE] = folded_scaled(&r->value, f->shift, &f->clipped);
	if (f->is_diff)
		number[BEFORE] =
			folded_scaled(&r->before, f->shift, &f->clipped);
	rows_add(&f->rows, leaf, 0, number, 0);
}

static int
add_records(struct folded *f, struct err *err)
{
	struct lines lines;
	struct folded_record r;
	struct str line;

	lines_init(&lines, f->job->bytes, f->job);
	while (lines_next(&lines, &line)) {
		enum folded_kind kind = folded_parse(line, &r);

		if (kind == FOLDED_RECORD && f->is_diff && !r.two)
			kind = FOLDED_BAD;
		if (kind == FOLDED_BAD && f->bad++ == 0) {
			f->first_bad = lines.number;
			f->bad_text = line;
		}
		if (kind != FOLDED_RECORD)
			continue;
		f->records++;
		add_record(f, &r);
	}
	if (lines_end(&lines, err) != 0)
		return -1;
	f->lines = lines.number;
	/* A few lines may be something else; most may not. */
	if (f->bad * 10 > f->records)
		return bad_line(f, err);
	if (f->records == 0)
		return err_set(err, ERR_FORMAT,
			"no samples: all %zu lines are blank or comments",
			lines.number);
	return 0;
}

static int
add_samples(struct folded *f, struct err *err)
{
	struct builder *b = f->job->builder;
	struct label base = { .key = builder_string(b, STR("pprof::base")),
		.str = builder_string(b, STR("true")) };
	lset_id set = 0;

	if (f->is_diff && base.key != NONE && base.str != NONE)
		set = builder_labels(b, &base, 1);
	for (size_t i = 0; i < f->rows.n && builder_err(b) == NULL; i++) {
		node_id leaf = f->rows.leaf.p[i];
		const int64_t *number = &f->rows.value.p[i * NUMBERS];
		int64_t before = number[BEFORE] == INT64_MIN
			? INT64_MAX
			: -number[BEFORE];

		/* In a diff 0 is "not in that file". */
		if (!f->is_diff || number[VALUE] != 0 || before == 0)
			(void)builder_sample(b, leaf, 0, &number[VALUE]);
		if (f->is_diff && before != 0)
			(void)builder_sample(b, leaf, set, &before);
	}
	return read_check(b, err);
}

static void
add_warnings(const struct folded *f)
{
	size_t empty = folded_frames_empty(f->frames);
	size_t clipped = f->clipped + f->rows.clipped;
	struct warnings *warnings = f->job->warnings;
	int64_t factor = 1;

	for (int i = 0; i < f->shift; i++)
		factor *= 10;
	if (f->shift > 0)
		warnings_add(warnings,
			"Values with fractions: all are multiplied by %" PRId64,
			factor);
	if (clipped > 0)
		warnings_add(warnings,
			"Values beyond 64 bits: %zu were cut to the largest",
			clipped);
	if (empty > 0)
		warnings_add(
			warnings, "Empty frames (;;): %zu were dropped", empty);
	if (f->job->bytes.p[f->job->bytes.n - 1] != '\n')
		warnings_add(warnings,
			"No newline at the end: the value of line %zu may be "
			"cut",
			f->lines);
	if (f->bad > 0)
		warnings_add(warnings,
			"Lines without a number at their end: %zu were left "
			"out, the first is line %zu",
			f->bad, f->first_bad);
}

static int
read_as(struct read_job *job, bool is_diff, struct err *err)
{
	struct folded f = { .job = job,
		.frames = folded_frames_new(job->builder, job->bytes),
		.is_diff = is_diff };
	struct builder *b = job->builder;
	int result = -1;

	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	rows_init(&f.rows, b, NUMBERS, false);
	if (add_records(&f, err) == 0 && add_samples(&f, err) == 0) {
		add_warnings(&f);
		result = 0;
	}
	folded_frames_free(f.frames);
	rows_fini(&f.rows);
	return result;
}

static int
folded_read(struct read_job *job, struct err *err)
{
	return read_as(job, false, err);
}

static int
difffolded_read(struct read_job *job, struct err *err)
{
	return read_as(job, true, err);
}

const struct reader reader_folded = {
	.name = "folded",
	.title = "folded stacks",
	.sniff = folded_sniff,
	.read = folded_read,
};

const struct reader reader_difffolded = {
	.name = "difffolded",
	.title = "differential folded stacks",
	.sniff = difffolded_sniff,
	.read = difffolded_read,
};
