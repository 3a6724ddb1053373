/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line that asks for a report, read as pprof's shell reads it:
 *
 *     top20 -cum             rows, order
 *     top 20 json -time      focus=json ignore=time, for this report only
 *     list Serve cache       a pattern first, then a focus
 *     traces > file          into a file
 *     traces >> file         behind what is in it; pprof's shell takes this
 *                            for a file called ">"
 *     traces | less          into a command of sh; all of the line's rest
 */
#ifndef FT_APP_REPORTLINE_H
#define FT_APP_REPORTLINE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "engine/query.h"
#include "report/report.h"

/* Where a text is to go. */
enum sink_kind { SINK_SCREEN, SINK_FILE, SINK_COMMAND };
struct sink {
	enum sink_kind kind;
	struct str name; /* a path, a line for sh */
	bool appends;    /* SINK_FILE */
};

struct report_line {
	const struct report *report;
	struct query query;
	struct str pattern; /* p is NULL where the line has none */
	struct sink sink;
	struct str text; /* the line itself */
};

/* Is the first word of the line a report, with or without a number behind
   it? NULL when not; *digits is then untouched, else "" or the number. */
const struct report *report_line_names(struct str word, struct str *digits);

/* `now` is the query that the report starts with. New texts go to `arena`,
   others stay parts of `line`. -1 and err for a redirection to nowhere, and
   when the first word names no report. */
int report_line_parse(struct report_line *out, struct str line,
	const struct query *now, struct arena *arena, struct err *err);

#endif
