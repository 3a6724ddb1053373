/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words, marks and steps of tones: see tone.h. */
#include "config.h"

#include "present/tone.h"

#include <assert.h>

#include "base/banned.h"

static const struct {
	const char *mark, *word;
} tones[TONES] = {
	[TONE_PLAIN] = { "", "" },
	[TONE_USER] = { "U", "user" },
	[TONE_LIBRARY] = { "L", "library" },
	[TONE_SYSTEM] = { "S", "system" },
	[TONE_UNKNOWN] = { "?", "unknown" },
	[TONE_HEAT] = { "", "" },
	[TONE_HEAT + 1] = { "1", "" },
	[TONE_HEAT + 2] = { "2", "" },
	[TONE_HEAT + 3] = { "3", "" },
	[TONE_HEAT + 4] = { "4", "" },
	[TONE_HEAT + 5] = { "5", "" },
	[TONE_HEAT_LAST] = { "6", "" },
	[TONE_INSTRUCTIONS] = { "I", "instructions" },
	[TONE_CACHE] = { "C", "cache" },
	[TONE_MEMORY] = { "M", "memory" },
	[TONE_KERNEL] = { "S", "system" },
	[TONE_MIXED] = { "X", "mixed" },
	[TONE_NOTHING] = { "", "no self" },
	[TONE_GONE] = { "G", "gone" },
	[TONE_LESS_MUCH] = { "--", "much less" },
	[TONE_LESS] = { "-", "less" },
	[TONE_LESS_LITTLE] = { "-", "a little less" },
	[TONE_SAME] = { "", "same" },
	[TONE_MORE_LITTLE] = { "+", "a little more" },
	[TONE_MORE] = { "+", "more" },
	[TONE_MORE_MUCH] = { "++", "much more" },
	[TONE_NEW] = { "N", "new" },
};

const char *
tone_mark(uint8_t tone)
{
	assert(tone < TONES);
	return tones[tone].mark != NULL ? tones[tone].mark : "";
}

const char *
tone_word(uint8_t tone)
{
	assert(tone < TONES);
	return tones[tone].word != NULL ? tones[tone].word : "";
}

enum tone
tone_of_share(double share)
{
	int step;

	if (!(share > 0))
		return TONE_HEAT;
	if (share >= 1)
		return TONE_HEAT_LAST;
	step = (int)(share * TONE_HEAT_STEPS);
	return (enum tone)(TONE_HEAT + step);
}

enum tone
tone_of_change(struct sides s, const struct change_scale *scale)
{
	/* Changes compare with a third of the largest, see change.c. */
	struct change_scale ninth = { scale->least, scale->most / 3 };
	enum change fine = change_of(s, &ninth);

	switch (change_of(s, scale)) {
	case CHANGE_SAME:
		break;
	case CHANGE_UP:
		return fine == CHANGE_UP ? TONE_MORE_LITTLE : TONE_MORE;
	case CHANGE_UP_STRONG:
		return TONE_MORE_MUCH;
	case CHANGE_DOWN:
		return fine == CHANGE_DOWN ? TONE_LESS_LITTLE : TONE_LESS;
	case CHANGE_DOWN_STRONG:
		return TONE_LESS_MUCH;
	case CHANGE_ADDED:
		return TONE_NEW;
	case CHANGE_REMOVED:
		return TONE_GONE;
	}
	return TONE_SAME;
}
