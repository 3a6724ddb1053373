/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a file of callgrind: see callend.h. */
#include "config.h"

#include "read/callend.h"

#include <string.h>

#include "base/num.h"

#include "base/banned.h"

static const struct {
	const char *creator, *name;
} writers[] = {
	[BY_CALLGRIND] = { "callgrind", "callgrind" },
	[BY_CACHEGRIND] = { "cachegrind", "cachegrind" },
	[BY_XDEBUG] = { "xdebug", "Xdebug" },
};

/* Cachegrind said nothing of itself for long. */
static enum call_writer
writer_of(const struct call_end *e)
{
	return e->has_cmd && !e->has_creator && !e->has_version ? BY_CACHEGRIND
								: e->by;
}

static enum call_writer
by_creator(struct str value)
{
	for (size_t i = BY_CALLGRIND; i < COUNT_OF(writers); i++)
		if (str_starts(value, str_c(writers[i].creator)))
			return (enum call_writer)i;
	return BY_ANYBODY;
}

/* "12 . 3" against the sums; what is left out is 0. */
static bool
are_sums(const struct call_end *e, struct str value)
{
	for (size_t i = 0; i < COUNT_OF(e->sum); i++) {
		struct str word = str_cut(&value, ' ');
		int64_t n = 0;

		if (word.n > 0 && !str_is(word, ".") && !str_to_i64(word, &n))
			return false;
		if (n != e->sum[i])
			return false;
	}
	return true;
}

void
call_end_header(
	struct call_end *e, struct str key, struct str value, size_t line)
{
	if (str_is(key, "cmd")) {
		e->has_cmd = true;
	} else if (str_is(key, "version")) {
		e->has_version = true;
	} else if (str_is(key, "creator")) {
		e->has_creator = true;
		e->by = by_creator(value);
	} else if (str_is(key, "part")) {
		e->is_ended = false;
	} else if (str_is(key, "summary") && e->by == BY_XDEBUG) {
		e->is_ended = true;
	} else if (str_is(key, "totals") ||
		(str_is(key, "summary") && writer_of(e) == BY_CACHEGRIND)) {
		e->is_ended = true;
		if (e->wrong == 0 && !are_sums(e, value))
			e->wrong = line;
		memset(e->sum, 0, sizeof(e->sum));
	}
}

void
call_end_cost(struct call_end *e, const int64_t *cost, uint32_t n)
{
	bool over = false;

	if (e->by != BY_XDEBUG)
		e->is_ended = false;
	for (uint32_t i = 0; i < n; i++)
		e->sum[i] = i64_add(e->sum[i], cost[i], &over);
}

void
call_end_note(
	const struct call_end *e, struct str bytes, struct warnings *warnings)
{
	enum call_writer by = writer_of(e);

	if (e->wrong > 0)
		warnings_add(warnings,
			"The costs are not what line %zu says they are in all: "
			"some may be missing",
			e->wrong);
	else if (!e->is_ended && by != BY_ANYBODY)
		warnings_add(warnings,
			"No totals at the end, which %s writes: costs may be "
			"missing",
			writers[by].name);
	else if (!e->is_ended && !str_ends(bytes, STR("\n")))
		warnings_add(warnings,
			"No newline at the end: the last cost may be cut, "
			"others may be missing");
}
