/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A gate for scripts: conditions on a diff, or on growth from snapshot to
 * snapshot, under which a build fails.
 *
 *     total>5%              the total grew by more than 5 % of the base
 *     total>10ms            ... by more than 10ms
 *     func:json>5%          a function whose name matches grew by more than
 *                           5 % of its own base
 *     func:^main\.,self>1MB ... itself, without its callees
 *
 *     grows:Store>1MB/h     a function whose name matches grows by more than
 *                           1MB an hour
 *
 *     condition = what ">" number ["%" | unit]
 *               | "grows:" regexp ">" number ["%" | unit] "/" per
 *     what      = "total" | "func:" regexp [",self" | ",total"]
 *     per       = "s" | "min" | "h" | "d"
 *
 * A number without a unit is in the profile's unit. If the noise is known
 * (significance.h), only significant changes count; otherwise size decides, and
 * a note is printed. A new function exceeds any percentage of its base. Growth
 * that may be chance does not count, unless there are too few snapshots for a
 * verdict (growth.h). A function whose growth one callee explains counts only
 * if no other function grows too much.
 */
#ifndef FT_REPORT_GATE_H
#define FT_REPORT_GATE_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "engine/query.h"
#include "engine/view.h"

struct growth;
struct jsonout;

struct gate {
	struct str text;     /* as typed */
	bool is_total;       /* about the total, not functions */
	bool is_growth;      /* about growth between snapshots */
	struct str function; /* regexp for function names */
	bool self;
	double hours;    /* for growth: hours of `per` */
	double limit;    /* in percent of the base, or in `unit` */
	bool is_part;    /* `limit` is in percent */
	struct str unit; /* "": the profile's */
};

/* Parse a condition; strings are borrowed. -1 and err, with the position. */
int gate_parse(struct str text, struct gate *out, struct err *err);

struct gate_job {
	struct engine *engine;
	const struct query *query;
	const struct growth *growth; /* NULL if no condition is about growth */
	size_t n;
	const struct gate *gate; /* [n] */
	struct strbuf *out;
	/* Document that gets the member "gate"; NULL: lines of text. */
	struct jsonout *json;
	bool is_alone; /* no report has printed a header */
	struct warnings *warnings;
};

/* Append a line for each violation, or one line if there are none. *failed:
   number of violations. -1 and err: not a diff, or an unsuitable unit. */
int gate_run(const struct gate_job *job, size_t *failed, struct err *err);

#endif
