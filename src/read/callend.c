/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a file of callgrind: see callend.h. */
#include "config.h"

#include "read/callend.h"

#include <string.h>

#include "base/num.h"

#include "base/banned.h"

/* Cachegrind said nothing of itself for long. */
static bool
is_cachegrind(const struct call_end *e)
{
	return e->by_cachegrind ||
		(e->has_cmd && !e->has_creator && !e->has_version);
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
		e->by_callgrind = str_starts(value, STR("callgrind"));
		e->by_cachegrind = str_starts(value, STR("cachegrind"));
	} else if (str_is(key, "part")) {
		e->is_ended = false;
	} else if (str_is(key, "totals") ||
		(str_is(key, "summary") && is_cachegrind(e))) {
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

	e->is_ended = false;
	for (uint32_t i = 0; i < n; i++)
		e->sum[i] = i64_add(e->sum[i], cost[i], &over);
}

void
call_end_note(const struct call_end *e, struct str bytes, struct notes *notes)
{
	if (e->wrong > 0)
		notes_add(notes,
			"The costs are not what line %zu says they are in all: "
			"some may be missing",
			e->wrong);
	else if (e->is_ended)
		return;
	else if (e->by_callgrind || is_cachegrind(e))
		notes_add(notes,
			"No totals at the end, which %s writes: costs may be "
			"missing",
			e->by_callgrind ? "callgrind" : "cachegrind");
	else if (!str_ends(bytes, STR("\n")))
		notes_add(notes,
			"No newline at the end: the last cost may be cut, "
			"others may be missing");
}
