/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Time that others on the machine do not change: how slow the processor is just
 * now, under an emulator or valgrind too, and a clock without the time that
 * others took.
 */
#ifndef FT_UTIL_SPEED_H
#define FT_UTIL_SPEED_H

#include <sys/types.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "base/clock.h"

static inline double
speed_spent(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline int
speed_by_value(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* How many times as long as usual some work takes, at least 1. */
static inline double
speed_slowness(void)
{
	enum { WORDS = 1 << 17, FRESH = 1 << 25, PAGE = 1 << 12 };
	const double usual = 0.020; /* seconds */
	double began = speed_spent(), took;
	uint32_t *word = malloc(WORDS * sizeof(*word)), at = 1;
	volatile char *fresh = malloc(FRESH);

	if (word == NULL || fresh == NULL)
		abort();
	for (int i = 0; i < FRESH; i += PAGE)
		fresh[i] = 1;
	for (int i = 0; i < WORDS; i++)
		word[i] = at = at * UINT32_C(1664525) + 1;
	qsort(word, WORDS, sizeof(*word), speed_by_value);
	took = speed_spent() - began;
	free(word);
	free((void *)(uintptr_t)fresh);
	return took > usual ? took / usual : 1;
}

/* Are these seconds of processor time within a bound, which is for a machine of
   the usual speed? */
static inline bool
speed_within(double seconds, double bound)
{
	return seconds <= bound || seconds <= bound * speed_slowness();
}

static inline pid_t
speed_thread(void)
{
#ifdef __linux__
	return (pid_t)syscall(SYS_gettid);
#else
	return getpid();
#endif
}

/* Milliseconds on a clock that stands still while a thread of this process
   waits for a processor, where the system tells that. */
static inline int64_t
speed_clock(pid_t thread)
{
	int64_t now = clock_ms();
	unsigned long long ran, waited;
	char path[64];
	FILE *f;

	(void)snprintf(path, sizeof(path), "/proc/self/task/%ld/schedstat",
		(long)thread);
	f = fopen(path, "r");
	if (f == NULL)
		return now;
	if (fscanf(f, "%llu %llu", &ran, &waited) == 2)
		now -= (int64_t)(waited / 1000000);
	(void)fclose(f);
	return now;
}

#endif
