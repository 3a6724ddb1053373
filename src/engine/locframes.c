/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a location adds to a stack: see locframes.h. */
#include "prelude.h"

#include "engine/locframes.h"

#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/framefilter.h"
#include "engine/leafsamples.h"

static uint32_t
loc_steps(const struct run *run, loc_id loc, uint32_t *out)
{
	const struct profile *p = run->input->profile;
	const struct frames *frames = run->framed->frames;
	const uint8_t *loc_cut = run->cut->loc, *line_cut = run->cut->line;
	line_id from = p->loc.line0[loc], i = p->loc.line0[loc + 1];
	uint32_t n = 0;

	if (loc_cut != NULL && (loc_cut[loc] & CUT_GONE) != 0)
		return 0;
	if (from == i) {
		out[0] = frames->of_loc[loc] << 1;
		return 1;
	}
	while (i-- > from) {
		if (line_cut != NULL && line_cut[i] == 0)
			continue;
		/* The outermost line that is left was really called. */
		out[n] = frames->of_line[i] << 1 | (n > 0 ? STEP_INLINE : 0);
		n++;
		if (run->q->noinlines)
			break;
	}
	return n;
}

int
steps_init(struct steps *s, const struct run *run)
{
	const struct profile *p = run->input->profile;
	uint32_t n = 0;

	s->of = xrealloc(NULL, (size_t)p->loc.n + 1, sizeof(*s->of));
	s->step = xrealloc(
		NULL, (size_t)p->line.n + p->loc.n + 1, sizeof(*s->step));
	for (loc_id loc = 0; loc < p->loc.n; loc++) {
		uint32_t k = loc_steps(run, loc, s->step + n);

		if (loc % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		s->of[loc].first = n;
		s->of[loc].only = k == 1 ? s->step[n]
			: k == 0         ? STEP_NONE
					 : STEP_MANY;
		n += k;
	}
	s->of[p->loc.n].first = n;
	return 0;
}

void
steps_free(struct steps *s)
{
	free(s->of);
	free(s->step);
	s->of = NULL;
	s->step = NULL;
}
