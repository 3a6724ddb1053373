/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leaf() is inlined twice into mid(), and that into work(). */
#include <stdio.h>
#include <stdlib.h>

#define INLINE static inline __attribute__((always_inline))
#define APART __attribute__((noinline))

INLINE unsigned leaf(unsigned x, unsigned k)
{
	unsigned r = 0;

	for (unsigned i = 0; i < k; i++) {
		r += (i >> 3) ^ x;
		x += r;
	}
	return r;
}

INLINE unsigned mid(unsigned a)
{
	unsigned s = leaf(a, 100);

	return s + leaf(s, 7);
}

APART unsigned work(unsigned n)
{
	unsigned t = 0;

	for (unsigned i = 0; i < n; i++)
		t += mid(i);
	return t;
}

APART static unsigned other(unsigned n)
{
	return n * 3 + work(n / 2);
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;

	printf("%u\n", work(n) + other(n));
	return 0;
}
