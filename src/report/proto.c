/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -proto: the filtered profile as profile.proto, compressed. */
#include "config.h"

#include <stdlib.h>

#include "base/vec.h"
#include "base/xalloc.h"

#include "engine/rewrite.h"
#include "report/report.h"
#include "report/scale.h"

#include "base/banned.h"

/* A copy with every value divided. */
static struct profile *
divided(const struct profile *p, const struct report_scale *scale,
	const struct progress *progress, struct err *err)
{
	struct builder *b = rewrite_tables(p, true, MAP_ALL, progress);
	VEC(loc_id) loc = { 0 };
	int64_t *value =
		xcalloc((size_t)profile_columns(p) + 1, sizeof(*value));
	for (size_t i = 0; i < p->sample.n; i++) {
		node_id leaf = p->sample.leaf[i], at;
		size_t n = profile_stack(p, leaf, loc.p, loc.cap);

		if (n > loc.cap) {
			vec_reserve(&loc, n);
			(void)profile_stack(p, leaf, loc.p, n);
		}
		at = builder_stack(b, loc.p, n);
		for (uint32_t t = 0; t < profile_columns(p); t++)
			value[t] = scale_divided(scale, p->sample.value[t][i]);
		if (builder_sample(b, at, p->sample.labels[i], value) != 0)
			break;
	}
	vec_free(&loc);
	free(value);
	return builder_seal(b, err);
}

static int
proto_run(const struct report_job *job, struct err *err)
{
	struct report_scale scale;
	struct profile *p;
	int rc;

	scale_init(&scale, job->view);
	if (!scale_divide(&scale))
		return report_put_proto(job, job->filtered, err);
	p = divided(job->filtered, &scale, job->progress, err);
	if (p == NULL)
		return -1;
	rc = report_put_proto(job, p, err);
	profile_unref(p);
	return rc;
}

const struct report report_proto = {
	REPORT_DOC(.name = "proto", .minor = true,
		.help = "The filtered profile, to be read again"),
	.suffix = "pb.gz",
	.is_filtered = true,
	.run = proto_run,
};
