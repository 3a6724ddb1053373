/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -csv: the table of functions for a spreadsheet, all rows. */
#include "config.h"

#include "present/top.h"
#include "present/topcsv.h"
#include "report/report.h"

#include "base/banned.h"

static int
run(struct engine *engine, const struct query *query, struct str pattern,
	struct strbuf *out, struct notes *notes, struct err *err)
{
	const struct view *v = view_compute(engine, query, NULL, err);
	struct top_options o = { .percents = true };
	struct top *top;

	(void)pattern;
	if (v == NULL)
		return -1;
	notes_join(notes, &v->notes);
	o.sort.by = query->sort == SORT_CUM ? TOP_TOTAL : TOP_SELF;
	top = top_new(v, &o);
	top_csv(top, out);
	top_free(top);
	view_unref(v);
	return 0;
}

const struct report report_csv = {
	.name = "csv",
	.minor = true,
	.help = "The table of functions for a spreadsheet",
	.run = run,
};
