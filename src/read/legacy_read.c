/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader of the formats from before profile.proto: tries the parsers of
 * legacy.h in pprof's order. It is a row of the table in read.c.
 */
#include "config.h"

#include "read/read.h"

#include "read/legacy.h"

#include "base/banned.h"

static legacy_parser *const parsers[] = { legacy_cpu, legacy_heap, legacy_count,
	legacy_threads, legacy_contention, legacy_java };

/* gperftools' binary header in any width and order begins with a zero word
   and has a 3 in the next. */
static bool
is_cpu(struct str bytes)
{
	for (size_t size = 4; size <= 8; size += 4) {
		size_t ones = 0;

		if (bytes.n < 5 * size)
			return false;
		for (size_t i = 0; i < 2 * size; i++)
			ones += bytes.p[i] != 0;
		if (ones == 1 &&
			(bytes.p[size] == 3 || bytes.p[2 * size - 1] == 3))
			return true;
	}
	return false;
}

static bool
is_text(struct str bytes)
{
	static const char *const heads[] = { "--- heapz", "--- contention",
		"--- mutex:", "--- threadz ", "--- Thread " };
	struct legacy_lines in = { .rest = str_sub(bytes, 0, 64 * 1024) };

	do {
		if (!legacy_next(&in))
			return false;
	} while (legacy_is_blank_or_comment(in.line));
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		if (str_starts(in.line, str_c(heads[i])))
			return true;
	return str_find(in.line, STR(" profile: total "), 0) > 0 ||
		str_find(in.line, STR("heap profile: "), 0) >= 0;
}

static int
sniff(struct str bytes, struct strbuf *why)
{
	(void)why;
	return is_cpu(bytes) || is_text(bytes) ? SNIFF_YES : SNIFF_NO;
}

static int
read_legacy(struct read_job *job, struct err *err)
{
	enum legacy_result result = LEGACY_UNKNOWN;

	for (size_t i = 0;
		i < COUNT_OF(parsers) && result == LEGACY_UNKNOWN; i++) {
		struct legacy l = { .n_types = 0 };

		result = parsers[i](&l, job->bytes, err);
		if (result == LEGACY_OK &&
			legacy_build(&l, job->builder, err) != 0)
			result = LEGACY_FAILED;
		if (l.endless && result == LEGACY_OK)
			warnings_add(job->warnings,
				"No mark of its end: samples may be missing");
		legacy_free(&l);
	}
	if (result == LEGACY_OK && is_text(job->bytes) &&
		!str_ends(job->bytes, STR("\n")))
		warnings_add(job->warnings,
			"No newline at the end: what follows may be missing");
	if (result == LEGACY_UNKNOWN)
		return err_set(err, ERR_FORMAT, "unrecognized profile format");
	return result == LEGACY_OK ? 0 : -1;
}

const struct reader reader_legacy = {
	.name = "legacy",
	.title = "pprof's old formats",
	.sniff = sniff,
	.read = read_legacy,
};
