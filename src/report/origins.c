/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -origins: how much is the user's own code, and what the runtime does.
 *
 *      flat   flat%        cum    cum%  code
 *     0.85s   3.00%     20.10s  70.82%  yours
 *    17.80s  62.72%     18.97s  66.84%  runtime (Go)
 *     6.01s  21.18%      7.96s  28.05%    garbage collection
 */
#include "prelude.h"

#include "report/report.h"

#include "analysis/ownership.h"
#include "engine/sides.h"
#include "report/json.h"

/* The report has its own order of frames, and hides none. */
static void
origins_adapt(struct query *q)
{
	*q = ownership_query(q);
}

static void
put_row(const struct report_job *job, const struct report_scale *n,
	const struct owned *row, const char *indent, const char *name)
{
	struct strbuf *out = job->out;
	int64_t self = row_sum_value(&row->self);
	int64_t total = row_sum_value(&row->total);

	/* A mean is no share of the mean of all. */
	scale_put(n, self, 10, out);
	if (!job->view->query.mean) {
		strbuf_addch(out, ' ');
		scale_put_percent(n, self, out);
	}
	scale_put(n, total, 11, out);
	if (!job->view->query.mean) {
		strbuf_addch(out, ' ');
		scale_put_percent(n, total, out);
	}
	strbuf_addf(out, "  %s%s", indent, name);
}

static int
origins_run(const struct report_job *job, struct err *err)
{
	struct ownership *o = ownership_of(job->view, job->progress, err);
	struct strbuf *out = job->out;
	struct owner_row row[OWNER_ROWS];
	struct report_scale n;
	size_t rows;

	if (o == NULL)
		return -1;
	scale_init(&n, job->view);
	if (str_is(n.to, "minimum"))
		n.to = STR("auto");
	header_profile(out, job->view, &n);
	header_filters(out, &job->view->query);
	if (o->how != NULL)
		strbuf_addf(out, "Yours: %.*s (%s)\n",
			STR_ARG(strbuf_str(&o->program)), o->how);
	strbuf_addstr(out,
		o->is_mean ? "      flat        cum  code\n"
			   : "      flat   flat%        cum    cum%  code\n");
	rows = ownership_rows(o, row);
	for (size_t i = 0; i < rows; i++) {
		put_row(job, &n, row[i].of, row[i].is_kind ? "  " : "",
			row[i].name);
		if (row[i].origin == ORIGIN_SYSTEM && !row[i].is_kind)
			ownership_put_runtimes(out, o);
		strbuf_addch(out, '\n');
	}
	ownership_free(o);
	return 0;
}

static void
json_row(const struct report_job *job, const struct report_scale *n,
	const struct owned *row)
{
	struct jsonout *j = job->json;
	const struct view *v = job->view;

	jsondoc_value(j, "flat", n, row_sum_value(&row->self));
	jsondoc_value(j, "cum", n, row_sum_value(&row->total));
	if (v->is_diff) {
		struct sides self = sides_of(&row->self);
		struct sides total = sides_of(&row->total);

		jsondoc_value(j, "base_flat", n, self.base);
		jsondoc_value(j, "new_flat", n, self.new);
		jsondoc_value(j, "base_cum", n, total.base);
		jsondoc_value(j, "new_cum", n, total.new);
	}
}

static int
origins_json(const struct report_job *job, struct err *err)
{
	struct ownership *o = ownership_of(job->view, job->progress, err);
	struct jsonout *j = job->json;
	struct report_scale n;

	if (o == NULL)
		return -1;
	scale_init(&n, job->view);
	if (o->how != NULL) {
		jsonout_object(j, "program");
		jsonout_text(j, "code", strbuf_str(&o->program));
		jsonout_text(j, "found_by", str_c(o->how));
		jsonout_close(j);
	}
	jsonout_array(j, "origins");
	for (int k = 0; k < ORIGIN_KINDS; k++) {
		jsonout_object(j, NULL);
		jsonout_text(
			j, "origin", str_c(origin_name((enum origin_kind)k)));
		json_row(job, &n, &o->origin[k]);
		jsonout_close(j);
	}
	jsonout_close(j);
	jsonout_array(j, "runtimes");
	for (int k = RUNTIME_NONE + 1; k < RUNTIMES; k++) {
		if (row_sum_value(&o->runtime[k].total) == 0)
			continue;
		jsonout_object(j, NULL);
		jsonout_text(
			j, "runtime", str_c(runtime_name((enum runtime)k)));
		json_row(job, &n, &o->runtime[k]);
		if (runtime_verified((enum runtime)k) != NULL)
			jsonout_text(j, "verified",
				str_c(runtime_verified((enum runtime)k)));
		jsonout_close(j);
	}
	jsonout_close(j);
	jsonout_array(j, "kinds");
	for (size_t i = 0; i < o->n_kinds; i++) {
		enum runtime_kind kind = (enum runtime_kind)o->by_weight[i];

		jsonout_object(j, NULL);
		jsonout_text(j, "kind", str_c(runtime_kind_word(kind)));
		json_row(job, &n, &o->kind[kind]);
		jsonout_close(j);
	}
	jsonout_close(j);
	ownership_free(o);
	return 0;
}

const struct report report_origins = {
	REPORT_DOC(.name = "origins", .only_help_all = true,
		.help = "Print the cost of your code, libraries and runtime"),
	.adapt = origins_adapt,
	.frames = FRAMES_OBJECTS,
	.clamps = true,
	.run = origins_run,
	.json = origins_json,
};
