/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recursion of one, two and three functions for callgrind, and a function
   that is reached by two paths which bring different amounts. */

#define APART __attribute__((noinline, noclone))

APART static int
fib(int n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

APART static int even(int n);

APART static int
odd(int n)
{
	return n == 0 ? 0 : even(n - 1) + 2;
}

APART static int
even(int n)
{
	return n == 0 ? 1 : odd(n - 1) + 1;
}

APART static int
work(int n)
{
	volatile int sum = 0;

	for (int i = 0; i < n; i++)
		sum += i;
	return sum;
}

APART static int
seldom(int n)
{
	return work(n) + 1;
}

APART static int
often(int n)
{
	int sum = 0;

	for (int i = 0; i < 50; i++)
		sum += work(n);
	return sum;
}

int
main(void)
{
	return (fib(14) + even(20) + even(5) + seldom(10) + often(20)) & 1;
}
