/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When the terminal may get the next frame. Writing only fills the many buffers
 * on the way, so after a held key is released the screen would keep moving.
 * Therefore each frame is followed by a query, which the terminal answers when
 * it has drawn. The next frame waits for the answer, and shows all that
 * happened meanwhile.
 *
 *     keys     j  j j j j j j j j
 *     frames   1     2     3     4
 *     asked    |---->|---->|---->|       ESC [5n
 *     answer        ESC [0n
 *
 * Only frames after a key have a query, so an idle program writes nothing.
 * Frames do not wait for a terminal that does not answer.
 *
 * Pure: the caller passes all times, in milliseconds of a monotonic clock.
 */
#ifndef FT_UI_FRAME_PACING_H
#define FT_UI_FRAME_PACING_H

#define PACE_QUESTION "\033[5n"
#define PACE_ANSWER "\033[0n"

enum {
	PACE_DOUBT = 100,  /* ms to wait for a terminal that never answered */
	PACE_TRUST = 3000, /* ... and for one that has */
	PACE_MISSES = 5,   /* timeouts after which it is no longer trusted */
	PACE_SLOW = 1000,  /* ms from which an answer shows a slow line */
	PACE_QUICK = 200,  /* ms below which it shows a fast one */
	PACE_SLOWS = 2,    /* slow answers that make a line slow */
};

struct pace {
	bool can_ask;  /* this type of terminal answers the query */
	bool trusted;  /* it has answered */
	bool asked;    /* ... a query is out */
	bool keys;     /* keys came since the last query */
	int64_t since; /* time of the query, or of its last timeout */
	int misses;
	int slow; /* slow answers since the last fast one */
};

#define PACE_INIT(can) \
	{ \
		.can_ask = (can) \
	}

/* Note a key. */
void pace_key(struct pace *p);
/* Note a drawn frame. True: send the query. */
bool pace_drawn(struct pace *p, int64_t now);
/* Note the answer. */
void pace_answered(struct pace *p, int64_t now);
/* True if frames take long enough for a slow line. */
bool pace_is_slow(const struct pace *p);
/* Return how long the next frame has to wait at most; 0: not at all. */
int pace_wait(struct pace *p, int64_t now);

#endif
