/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When the terminal may get the next frame. What is written only fills the
 * buffers on the way, of which there are many, so a held key would go on
 * moving things long after it was let go. Therefore the terminal is asked
 * after a frame whether it is well, and the next frame waits for its answer,
 * which comes when it has drawn; what happens meanwhile is in that frame.
 *
 *     keys     j  j j j j j j j j
 *     frames   1     2     3     4
 *     asked    |---->|---->|---->|       ESC [5n
 *     answer        ESC [0n
 *
 * Without a key nothing is asked, so nothing is written while nothing
 * happens. A terminal that does not answer is not waited for.
 *
 * Pure: all times are given, in milliseconds of a clock that only goes
 * forward.
 */
#ifndef FT_UI_FRAME_PACING_H
#define FT_UI_FRAME_PACING_H

#define PACE_QUESTION "\033[5n"
#define PACE_ANSWER "\033[0n"

enum {
	PACE_DOUBT = 100,  /* ms to wait for one that never answered yet */
	PACE_TRUST = 3000, /* ... and for one that has */
	PACE_MISSES = 5,   /* so often in vain, and it is trusted no more */
	PACE_SLOW = 1000,  /* ms for an answer that only a slow line takes, */
	PACE_QUICK = 200,  /* and that none takes */
	PACE_SLOWS = 2,    /* so many of the former without one of the latter */
};

struct pace {
	bool can_ask;  /* this type of terminal knows the question */
	bool trusted;  /* it has answered */
	bool asked;    /* ... the question that is out */
	bool keys;     /* some came since the last question */
	int64_t since; /* when it was asked, or waited for in vain */
	int misses;
	int slow; /* answers that took long */
};

#define PACE_INIT(can) \
	{ \
		.can_ask = (can) \
	}

/* A key came. */
void pace_key(struct pace *p);
/* A frame was drawn. True: send the question. */
bool pace_drawn(struct pace *p, int64_t now);
/* The answer came. */
void pace_answered(struct pace *p, int64_t now);
/* Frames take so long that a slow line must be the reason. */
bool pace_is_slow(const struct pace *p);
/* For how long the next frame has to wait at most; 0: not at all. */
int pace_wait(struct pace *p, int64_t now);

#endif
