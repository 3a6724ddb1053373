/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of reports: see report.h. A report is a file and a row here. */
#include "config.h"

#include "report/report.h"

#include "base/compiler.h"
#include "profile/partial.h"
#include "engine/match.h"

#include "base/banned.h"

static const struct report *const reports[] = {
	&report_top,
	&report_tree,
	&report_peek,
	&report_comments,
	&report_proto,
	&report_raw,
	&report_tags,
	&report_traces,
	&report_list,
	&report_dot,
	&report_gif,
	&report_jpg,
	&report_pdf,
	&report_png,
	&report_ps,
	&report_svg,
	&report_callgrind,
	&report_topproto,
	&report_folded,
	&report_speedscope,
	&report_csv,
	&report_flamesvg,
	&report_flamehtml,
};

const struct report *
report_at(size_t i)
{
	return i < COUNT_OF(reports) ? reports[i] : NULL;
}

const struct report *
report_find(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(reports); i++) {
		const struct report *r = reports[i];

		if (str_is(name, r->name) ||
			(r->alias != NULL && str_is(name, r->alias)))
			return r;
	}
	return NULL;
}

int
report_run(const struct report *report, struct engine *engine,
	const struct profile *p, const struct query *query, struct str pattern,
	struct strbuf *out, struct notes *notes, struct err *err)
{
	struct strbuf lines = STRBUF_INIT;
	struct str rest;
	size_t at = out->n;
	int rc = report->run(engine, query, pattern, out, notes, err);

	if (rc == 0 && report->remark != NULL) {
		partial_lines(&lines, p, report->remark);
		strbuf_insert(out, at, strbuf_str(&lines));
		strbuf_reset(&lines);
	}
	partial_lines(&lines, p, "");
	rest = strbuf_str(&lines);
	while (rc == 0 && rest.n > 0) {
		struct str line = str_cut(&rest, '\n');

		notes_add(notes, "%.*s", STR_ARG(line));
	}
	strbuf_free(&lines);
	return rc;
}

struct match *
report_pattern(struct str pattern, struct err *err)
{
	struct strbuf why = STRBUF_INIT;
	struct match *match = match_new(pattern, NULL, err);

	if (match == NULL) {
		if (!match_explain(&why, pattern))
			strbuf_addc(&why, err->msg);
		err_set(err, ERR_USAGE, "parsing argument regexp %.*s: %.*s",
			STR_ARG(pattern), STR_ARG(strbuf_str(&why)));
	}
	strbuf_free(&why);
	return match;
}
