/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -raw: the filtered profile as text. */
#include "config.h"

#include "engine/filtered.h"
#include "report/rawtext.h"
#include "report/report.h"

#include "base/banned.h"

static int
run(struct engine *engine, const struct query *query, struct str pattern,
	struct strbuf *out, struct notes *notes, struct err *err)
{
	const struct view *v = view_compute(engine, query, NULL, err);
	struct profile *p;

	(void)pattern;
	if (v == NULL)
		return -1;
	notes_join(notes, &v->notes);
	view_unref(v);
	p = filtered_profile(engine, query, err);
	if (p == NULL)
		return -1;
	rawtext_print(p, out);
	profile_unref(p);
	return 0;
}

const struct report report_raw = {
	.name = "raw",
	.minor = true,
	.help = "The whole filtered profile as text",
	.run = run,
};
