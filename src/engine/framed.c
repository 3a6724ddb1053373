/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames as a stage: see framed.h. */
#include "config.h"

#include "engine/framed.h"

#include "base/strbuf.h"
#include "engine/core.h"
#include "engine/subject.h"

#include "base/banned.h"

static void
framed_drop(struct stage *stage)
{
	frames_free(((struct framed *)stage)->frames);
}

const struct framed *
framed_get(const struct run *run, const struct subject *subject)
{
	const struct query *q = run->q;
	struct stages *cache = &run->e->frames;
	struct strbuf key = STRBUF_INIT;
	struct framed *framed;
	unsigned flags = run->frame_flags |
		(q->system != SYSTEM_SHOW ? FRAMES_SYSTEM : 0);

	/* Frames point into the profile of the subject. */
	key_num(&key, subject->stage.id);
	key_num(&key, q->granularity);
	key_num(&key, q->noinlines);
	key_num(&key, q->showcolumns);
	key_num(&key, flags);
	key_str(&key, q->trim_path);
	key_str(&key, q->source_path);
	framed = (struct framed *)stages_find(cache, strbuf_str(&key));
	if (framed == NULL) {
		framed = (struct framed *)stages_new(
			cache, sizeof(*framed), strbuf_str(&key), framed_drop);
		framed->frames =
			frames_new(subject->profile, q, flags, run->progress);
		if (framed->frames != NULL) {
			stages_keep(cache, &framed->stage);
		} else {
			(void)run_check(run);
			stages_abandon(cache, &framed->stage);
			framed = NULL;
		}
	}
	strbuf_free(&key);
	return framed;
}
