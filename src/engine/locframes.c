/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of each location, after the cuts. */
#include "prelude.h"

#include "engine/locframes.h"

#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/framefilter.h"
#include "engine/leafsamples.h"

int
steps_init(struct steps *s, const struct run *run)
{
	const struct profile *p = run->input->profile;
	uint32_t n = 0;

	s->of = xrealloc(NULL, (size_t)p->loc.n + 1, sizeof(*s->of));
	s->step = xrealloc(
		NULL, (size_t)p->line.n + p->loc.n + 1, sizeof(*s->step));
	for (loc_id loc = 0; loc < p->loc.n; loc++) {
		uint32_t k;
		const struct frames *frames;
		const uint8_t *loc_cut, *line_cut;
		line_id from, i;
		uint32_t count = 0;
		uint32_t *out = s->step + n;

		frames = run->framed->frames;
		loc_cut = run->cut->loc;
		line_cut = run->cut->line;
		from = p->loc.line0[loc];
		i = p->loc.line0[loc + 1];
		if (loc_cut != NULL && (loc_cut[loc] & CUT_GONE) != 0) {
			k = 0;
		} else if (from == i) {
			out[0] = frames->of_loc[loc] << 1;
			k = 1;
		} else {
			while (i-- > from) {
				if (line_cut != NULL && line_cut[i] == 0)
					continue;
				/* The outermost remaining line counts as not
				   inlined. */
				out[count] = frames->of_line[i] << 1 |
					(count > 0 ? STEP_INLINE : 0);
				count++;
				if (run->q->noinlines)
					break;
			}
			k = count;
		}

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
