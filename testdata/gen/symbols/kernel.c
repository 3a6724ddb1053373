/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is linked where a kernel is, and what is a module of one. */
#define APART __attribute__((noinline))

unsigned long jiffies;

static inline __attribute__((always_inline)) unsigned long mix(unsigned long x)
{
	x ^= x >> 7;
	return x * 31;
}

#ifndef MODULE
__asm__(".globl _stext\n_stext:\n");
#endif

APART unsigned long do_idle(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		jiffies += mix(i);
	return jiffies;
}

APART static unsigned long do_softirq(unsigned long n)
{
	return do_idle(n) + mix(n) / 3;
}

__attribute__((section(".init.text"))) unsigned long start_kernel(
	unsigned long n)
{
	unsigned long sum = 0;

	for (; n > 0; n--)
		sum += do_softirq(n) + mix(sum);
	return sum;
}

void _start(void)
{
	(void)start_kernel(1000);
}
