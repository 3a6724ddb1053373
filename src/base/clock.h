/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A monotonic clock, and the time of day. */
#ifndef FT_BASE_CLOCK_H
#define FT_BASE_CLOCK_H

/* Return milliseconds since an arbitrary moment. */
static inline int64_t
clock_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Return milliseconds since 1970. */
static inline int64_t
clock_now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Return the shorter of two poll() timeouts; -1 means no timeout. */
static inline int
clock_sooner(int a, int b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

#endif
