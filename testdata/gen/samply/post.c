/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What record has samply record: a post office whose main thread sorts three
 * times as many sacks as its other one, with calls that are inlined and calls
 * that recur.
 *
 *     post SACKS
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t letter[1 << 12];
static volatile uint32_t sink;

static inline __attribute__((always_inline)) uint32_t
postage(uint32_t weight)
{
	for (int i = 0; i < 32; i++)
		weight = weight * 2654435761u ^ weight >> 15;
	return weight;
}

static __attribute__((noinline)) uint32_t
stamp(const uint32_t *from, uint32_t n)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += postage(from[i]);
	return sum;
}

/* A sack is two halves, and in the end letters to be stamped. */
static __attribute__((noinline)) uint32_t
sort_sack(const uint32_t *from, uint32_t n)
{
	if (n <= 256)
		return stamp(from, n);
	return sort_sack(from, n / 2) + sort_sack(from + n / 2, n / 2);
}

static void *
night_shift(void *sacks)
{
	for (uint32_t i = 0; i < *(uint32_t *)sacks; i++)
		sink = sort_sack(letter, 1 << 12);
	return NULL;
}

int
main(int argc, char **argv)
{
	uint32_t sacks = argc > 1 ? (uint32_t)atoi(argv[1]) : 1000;
	pthread_t night;

	for (uint32_t i = 0; i < 1 << 12; i++)
		letter[i] = i * 7919;
	if (pthread_create(&night, NULL, night_shift, &sacks) != 0)
		return 1;
	(void)pthread_setname_np(night, "night");
	for (uint32_t i = 0; i < 3 * sacks; i++)
		sink = sort_sack(letter, 1 << 12);
	(void)pthread_join(night, NULL);
	return 0;
}
