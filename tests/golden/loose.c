/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports without the order of rows that have the same name.
 */
#include "prelude.h"

#include "golden/loose.h"

#include "base/strbuf.h"
#include "base/vec.h"

#define TOP_HEADER "      flat  flat%   sum%        cum   cum%"

/* The name at the end of a row, after five numbers; the third of them, a
   running sum, is cut out of what is left in *numbers. */
static struct str
row_name(struct str row, struct strbuf *numbers)
{
	for (int i = 0; i < 5; i++) {
		struct str word;

		while (str_starts(row, STR(" ")))
			row = str_skip(row, 1);
		word = str_cut(&row, ' ');
		if (i != 2)
			strbuf_addf(numbers, " %.*s", STR_ARG(word));
	}
	return row;
}

static int
compare_lines(const void *a, const void *b)
{
	const struct strbuf *x = a, *y = b;

	return str_cmp(strbuf_str(x), strbuf_str(y));
}

/* Append a report so that the order of rows no longer shows: each row as its
   name and its numbers but the running sum, sorted. Returns whether two of
   them have the same name. */
static bool
add_loose(struct str report, struct strbuf *to)
{
	VEC(struct strbuf) rows = { 0 };
	struct strbuf numbers = STRBUF_INIT;
	struct str last = STR_EMPTY;
	bool twice = false;

	while (report.n > 0) {
		struct str line = str_cut(&report, '\n');

		strbuf_add(to, line);
		strbuf_addch(to, '\n');
		if (str_eq(line, STR(TOP_HEADER)))
			break;
	}
	while (report.n > 0) {
		struct strbuf row = STRBUF_INIT;

		strbuf_reset(&numbers);
		strbuf_add(&row, row_name(str_cut(&report, '\n'), &numbers));
		strbuf_addch(&row, '\t');
		strbuf_add(&row, strbuf_str(&numbers));
		vec_push(&rows, row);
	}
	if (rows.n > 0)
		qsort(rows.p, rows.n, sizeof(*rows.p), compare_lines);
	for (size_t i = 0; i < rows.n; i++) {
		struct str row = strbuf_str(&rows.p[i]);
		struct str name = str_sub(row, 0, (size_t)str_rchr(row, '\t'));

		twice = twice || (i > 0 && str_eq(name, last));
		last = name;
		strbuf_add(to, row);
		strbuf_addch(to, '\n');
	}
	for (size_t i = 0; i < rows.n; i++)
		strbuf_free(&rows.p[i]);
	vec_free(&rows);
	strbuf_free(&numbers);
	return twice;
}

bool
loose_has_twins(struct str report)
{
	struct strbuf b = STRBUF_INIT;
	bool twice = add_loose(report, &b);

	strbuf_free(&b);
	return twice;
}

bool
loose_same(struct str a, struct str b)
{
	struct strbuf x = STRBUF_INIT, y = STRBUF_INIT;
	bool same;

	add_loose(a, &x);
	add_loose(b, &y);
	same = str_eq(strbuf_str(&x), strbuf_str(&y));
	strbuf_free(&x);
	strbuf_free(&y);
	return same;
}
