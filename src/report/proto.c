/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -proto and -topproto: profiles as profile.proto, compressed. */
#include "prelude.h"

#include "analysis/graph.h"
#include "base/intern.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/builder.h"
#include "profile/partial.h"
#include "profile/rewrite.h"
#include "report/report.h"
#include "write/write.h"

static int
proto_run(const struct report_job *job, struct err *err)
{
	struct report_scale scale;
	struct profile *p;
	int rc;
	const struct profile *divided_p;
	struct builder *b;
	VEC(loc_id) loc = { 0 };
	int64_t *value;

	scale_init(&scale, job->view);
	if (!scale_divide(&scale))
		return report_put_proto(job, job->filtered, err);
	/* Copy the profile with every value divided. */
	divided_p = job->filtered;
	b = rewrite_tables(divided_p, true, MAP_ALL, job->progress);
	value = xcalloc((size_t)profile_columns(divided_p) + 1, sizeof(*value));
	for (size_t i = 0; i < divided_p->sample.n; i++) {
		node_id leaf = divided_p->sample.leaf[i], at;
		size_t n = profile_stack(divided_p, leaf, loc.p, loc.cap);

		if (n > loc.cap) {
			vec_reserve(&loc, n);
			(void)profile_stack(divided_p, leaf, loc.p, n);
		}
		at = builder_stack(b, loc.p, n);
		for (uint32_t t = 0; t < profile_columns(divided_p); t++)
			value[t] = scale_divided(
				&scale, divided_p->sample.value[t][i]);
		if (builder_sample(b, at, divided_p->sample.labels[i], value) !=
			0)
			break;
	}
	vec_free(&loc);
	free(value);
	p = builder_seal(b, err);
	if (p == NULL)
		return -1;
	rc = report_put_proto(job, p, err);
	profile_unref(p);
	return rc;
}

const struct report report_proto = {
	REPORT_DOC(.name = "proto", .only_help_all = true,
		.help = "Write the filtered profile in pprof's format"),
	.suffix = "pb.gz",
	.wants_filtered = true,
	.run = proto_run,
};

/*
 * -topproto: the rows of -top as a profile, one sample with one location each.
 * Values are whole numbers in the unit, so fractions are lost, as in pprof.
 */

struct proto_maker {
	struct builder *b;
	struct report_scale n;
	struct arena arena;
	struct intern functions; /* keys; the key of function i has id i + 1 */
};

/* Return a frame's function, unique by name, file and start line. */
static func_id
function_of(struct proto_maker *m, const struct frame *f)
{
	struct strbuf key = STRBUF_INIT;
	size_t before = m->functions.n;
	func_id id;

	strbuf_addf(&key, "%zu %zu %lld ", f->name.n, f->file.n,
		(long long)f->start_line);
	strbuf_add(&key, f->name);
	strbuf_add(&key, f->file);
	id = intern_copy(&m->functions, strbuf_str(&key)) - 1;
	strbuf_free(&key);
	if (m->functions.n > before)
		(void)builder_function(m->b,
			&(struct builder_function){
				.name = builder_string(m->b, f->name),
				.file = builder_string(m->b, f->file),
				.start_line = f->start_line });
	return id;
}

static int
topproto_run(const struct report_job *job, struct err *err)
{
	struct graph *g = report_rows(job);
	struct profile *p;
	int rc;
	int make_rc = 0;
	const struct profile *q;
	struct header *to;
	struct strbuf marks = STRBUF_INIT;
	struct str rest;
	str_id unit;
	struct proto_maker m = { .b = builder_new(0), .arena = ARENA_INIT };

	scale_init(&m.n, job->view);
	scale_choose_unit(&m.n, g, false);
	intern_init(&m.functions, &m.arena);
	q = job->view->profile;
	to = builder_header(m.b);
	unit = builder_string(m.b, m.n.to);
	builder_type(m.b, builder_string(m.b, STR("cum")), unit);
	builder_type(m.b, builder_string(m.b, STR("flat")), unit);
	to->names = q->header.names;
	to->time_nanos = q->header.time_nanos;
	to->duration_nanos = q->header.duration_nanos;
	to->period = q->header.period;
	to->period_type =
		builder_string(m.b, profile_str(q, q->header.period_type));
	to->period_unit =
		builder_string(m.b, profile_str(q, q->header.period_unit));
	/* Like pprof, keep no comments, except for a profile read in part. */
	partial_lines(&marks, q, "");
	rest = strbuf_str(&marks);
	while (rest.n > 0)
		builder_comment(m.b, builder_string(m.b, str_cut(&rest, '\n')));
	strbuf_free(&marks);
	for (uint32_t i = 0; i < g->n && make_rc == 0; i++) {
		const struct frame *f = &g->frames->frame[g->node[i].frame];
		const struct builder_line line = { .func = function_of(&m, f),
			.line = f->line,
			.column = f->column };
		const struct builder_location location = { .address =
								   f->address,
			.map = NONE,
			.line = &line,
			.nlines = 1 };
		const int64_t value[] = { scale_whole(&m.n,
						  graph_total(&g->node[i])),
			scale_whole(&m.n, graph_self(&g->node[i])) };
		loc_id loc = builder_location(m.b, &location);

		make_rc = builder_sample(m.b, builder_stack(m.b, &loc, 1),
			builder_labels(m.b, NULL, 0), value);
	}
	intern_fini(&m.functions);
	arena_free(&m.arena);
	p = builder_seal(m.b, err);
	rc = p != NULL ? report_put_proto(job, p, err) : -1;

	graph_free(g);
	profile_unref(p);
	return rc;
}

const struct report report_topproto = {
	REPORT_DOC(.name = "topproto", .only_help_all = true,
		.help = "Write the rows of -top as a profile"),
	.suffix = "pb.gz",
	.only_rows = true,
	.run = topproto_run,
};
