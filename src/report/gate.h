/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A gate for scripts: conditions on a diff, or on what grows from snapshot to
 * snapshot, under which a build fails.
 *
 *     total>5%              all of it grew by more than 5 % of the base
 *     total>10ms            ... by more than 10ms
 *     func:json>5%          some function with a name that matches grew by
 *                           more than 5 % of its own base
 *     func:^main\.,self>1MB ... itself, without what it calls
 *
 *     grows:Store>1MB/h     some function with a name that matches grows by
 *                           more than 1MB an hour
 *
 *     condition = what ">" number ["%" | unit]
 *               | "grows:" regexp ">" number ["%" | unit] "/" per
 *     what      = "total" | "func:" regexp [",self" | ",total"]
 *     per       = "s" | "min" | "h" | "d"
 *
 * A number without a unit is in that of the profile. Where the noise is known
 * (significance.h), only changes that are real count; elsewhere size decides,
 * and a remark says so. What is new has grown by more than any part of its
 * base. Likewise, growth that may be chance does not count, unless there are
 * too few snapshots to tell (growth.h). Of a function and who calls it, the one
 * that grows is named.
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
	struct str text;     /* as it was written */
	bool is_total;       /* else functions: */
	bool is_growth;      /* from snapshot to snapshot */
	struct str function; /* pattern */
	bool self;
	double hours; /* of growth: the limit is of so many */
	double limit; /* of the base, or in the unit */
	bool is_part;
	struct str unit; /* "": the profile's */
};

/* Texts are borrowed. -1 and err (ERR_USAGE), which points at the place. */
int gate_parse(struct str text, struct gate *out, struct err *err);

struct gate_job {
	struct engine *engine;
	const struct query *query;
	const struct growth *growth; /* where a condition is about that */
	size_t n;
	const struct gate *gate; /* [n] */
	struct strbuf *out;
	/* Instead of lines, the member "gate" of this document; NULL: lines. */
	struct jsonout *json;
	bool is_alone; /* no report has described the view */
	struct warnings *warnings;
};

/* Append a line for each change that a condition does not allow; one line in
   all when there is none. *failed: how many. -1 and err: no diff, a unit that
   does not fit. */
int gate_run(const struct gate_job *job, size_t *failed, struct err *err);

#endif
