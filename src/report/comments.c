/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -comments: all comments of the profile, a line each. */
#include "config.h"

#include "report/report.h"

#include "base/banned.h"

static int
run(struct engine *engine, const struct query *query, struct str pattern,
	struct strbuf *out, struct notes *notes, struct err *err)
{
	const struct view *v = view_compute(engine, query, NULL, err);

	(void)pattern;
	if (v == NULL)
		return -1;
	notes_join(notes, &v->notes);
	for (uint32_t i = 0; i < v->profile->header.ncomments; i++) {
		strbuf_add(out,
			profile_str(v->profile, v->profile->header.comment[i]));
		strbuf_addch(out, '\n');
	}
	view_unref(v);
	return 0;
}

const struct report report_comments = {
	.name = "comments",
	.minor = true,
	.help = "The comments in the profile",
	.run = run,
};
