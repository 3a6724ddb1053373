/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stages below the numbers: see layers.h. */
#include "config.h"

#include "engine/layers.h"

#include "engine/core.h"
#include "engine/framed.h"
#include "engine/mask.h"
#include "engine/shape.h"
#include "engine/subject.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"

#include "base/banned.h"

int
layers_get(const struct run *run, struct layers *on)
{
	const struct query *q = run->q;
	uint32_t column;

	if (profile_sample_index(
		    run->e->opened, q->sample_index, &column, run->err) != 0)
		return -1;
	on->subject = subject_get(run);
	if (on->subject == NULL)
		return -1;
	on->framed = framed_get(run, on->subject);
	if (on->framed == NULL)
		return -1;
	on->pick = pick_get(run, on->subject);
	if (on->pick == NULL)
		return -1;
	on->cut = cut_get(run, on->subject);
	if (on->cut == NULL)
		return -1;
	on->tagged = tagged_get(run, on->subject);
	if (on->tagged == NULL)
		return -1;
	on->shape = shape_get(run, on->subject, on->framed, on->cut);
	if (on->shape == NULL)
		return -1;
	on->sums = sums_get(run, on->subject, on->tagged, column, q->mean);
	return on->sums != NULL ? 0 : -1;
}
