/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses the index page of net/http/pprof (goindex.h): its rows, such as
 *
 *     <tr><td>12</td><td><a href='heap?debug=1'>heap</a></td></tr>
 */
#include "prelude.h"

#include "fetch/goindex.h"

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/strbuf.h"

enum { ROWS_MAX = 1000, NAME_MAX_BYTES = 256, ROW_MAX_BYTES = 1024 };

/* Descriptions of the usual profiles. */
static const struct {
	const char *name, *what;
} known[] = {
	{ "allocs", "all allocations since the start" },
	{ "block", "waiting for channels and locks, since the start" },
	{ "goroutine", "the stack of every goroutine" },
	{ "goroutineleak", "goroutines that nothing can wake" },
	{ "heap", "memory in use now" },
	{ "mutex", "holders of contended locks" },
	{ "profile", "CPU time; 30s or -seconds" },
	{ "threadcreate", "creation of threads" },
};

/* Links on the page that are not profiles. */
static const char *const others[] = { "cmdline", "symbol", "trace" };

/* Get the text between `before` at *at and `after`; move *at to `after`. */
static bool
span_between(struct str page, size_t *at, struct str before, struct str after,
	struct str *out)
{
	/* Rows are short. Do not search all of a page that is not Go's. */
	struct str rest = str_sub(page, *at, *at + ROW_MAX_BYTES);
	ptrdiff_t end;

	if (!str_starts(rest, before))
		return false;
	end = str_find(rest, after, before.n);
	if (end < 0)
		return false;
	*out = str_sub(rest, before.n, (size_t)end);
	*at += (size_t)end;
	return true;
}

struct choices *
goindex_read(struct str page, struct str base)
{
	struct choices *c = choices_new(STR("Profiles"));
	ptrdiff_t row = -1;

	while (c->row.n < ROWS_MAX &&
		(row = str_find(page, STR("<tr><td>"), (size_t)(row + 1))) >=
			0) {
		size_t at = (size_t)row;
		struct str count, href, name, rest;
		int64_t number;

		if (!span_between(page, &at, STR("<tr><td>"),
			    STR("</td><td><a href='"), &count) ||
			!str_to_i64(count, &number) ||
			!span_between(page, &at, STR("</td><td><a href='"),
				STR("'>"), &href) ||
			!span_between(page, &at, STR("'>"), STR("</a>"), &name))
			continue;
		rest = href;
		if (str_eq(str_cut(&rest, '?'), name)) {
			bool is_profile;

			if (name.n == 0 || name.n > NAME_MAX_BYTES) {
				is_profile = false;
			} else {
				is_profile = true;
				for (size_t i = 0; i < COUNT_OF(others); i++)
					if (str_is(name, others[i])) {
						is_profile = false;
						break;
					}
			}
			if (is_profile) {
				struct strbuf text = STRBUF_INIT,
					      address = STRBUF_INIT;
				const char *what = "";

				for (size_t i = 0; i < COUNT_OF(known); i++)
					if (str_is(name, known[i].name))
						what = known[i].what;
				strbuf_add(&text, name);
				strbuf_add3(&text, "\t",
					str_is(name, "profile") ? STR_EMPTY
								: count,
					"\t");
				strbuf_addstr(&text, what);
				strbuf_add(&address, base);
				strbuf_add(&address, name);
				(void)choices_add(c, strbuf_str(&text),
					strbuf_str(&address));
				strbuf_free(&text);
				strbuf_free(&address);
			}
		}
	}
	if (c->row.n > 0)
		return c;
	choices_free(c);
	return NULL;
}
