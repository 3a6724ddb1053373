/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers that are the same everywhere: splitmix64. */
#ifndef FT_TESTS_UTIL_RANDOM_H
#define FT_TESTS_UTIL_RANDOM_H

/* A number with its bits well mixed. */
static inline uint64_t
random_mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static inline uint64_t
random_next(uint64_t *state)
{
	return random_mix(*state += UINT64_C(0x9e3779b97f4a7c15));
}

#endif
