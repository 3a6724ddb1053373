/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decides when to send the next frame. Output is buffered on its way to the
 * terminal, so the screen would keep moving after a held key is released.
 * Therefore a frame is followed by a query, which the terminal answers after
 * drawing the frame. The next frame waits for the answer and shows all changes
 * since the last one.
 *
 *     keys     j  j j j j j j j j
 *     frames   1     2     3     4
 *     asked    |---->|---->|---->|       ESC [5n
 *     answer        ESC [0n
 *
 * A query follows only frames drawn after a key, so an idle program writes
 * nothing. Frames do not wait for a terminal that does not answer.
 *
 * Pure: the caller passes all times, in milliseconds of a monotonic clock.
 */
#ifndef FT_UI_FRAME_PACING_H
#define FT_UI_FRAME_PACING_H

#define PACE_QUESTION "\033[5n"

enum {
	PACE_DOUBT = 100,  /* ms to wait for a terminal that never answered */
	PACE_TRUST = 3000, /* ms to wait for a terminal that has answered */
	PACE_MISSES = 5,   /* timeouts after which PACE_DOUBT applies */
	PACE_SLOW = 1000,  /* ms from which an answer is slow */
	PACE_QUICK = 200,  /* ms below which an answer is fast */
	PACE_SLOWS = 2,    /* slow answers that mean a slow connection */
};

struct pace {
	bool can_ask;  /* this type of terminal answers the query */
	bool trusted;  /* the terminal has answered */
	bool asked;    /* a query has not been answered */
	bool keys;     /* a key was pressed since the last query */
	int64_t since; /* time of the query, or of its last timeout */
	int misses;
	int slow; /* slow answers since the last fast one */
};

#define PACE_INIT(can) \
	{ \
		.can_ask = (can) \
	}

/* Record a key press. */
void pace_key(struct pace *p);
/* Record a drawn frame. Return true if the query is due. */
bool pace_drawn(struct pace *p, int64_t now);
/* Record the answer. */
void pace_answered(struct pace *p, int64_t now);
/* Return true if the connection is slow. */
bool pace_is_slow(const struct pace *p);
/* Return for how many ms the next frame may have to wait; 0: it may be sent. */
int pace_wait(struct pace *p, int64_t now);

#endif
