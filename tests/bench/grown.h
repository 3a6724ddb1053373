/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stacks as a busy server leaves them, each grown from one before:
 *
 *     main  serve  route  handle  query   scan   row        an early one
 *     main  serve  route  handle  query   cache  get        cut back, then
 *     main  serve  route  handle  encode                    walked on
 *
 * A stack is cut back by a few frames and walks on through a call graph to a
 * depth of its own, about `depth`, one in 400 of them up to 400. All are
 * different. Early stacks are grown from, and taken by samples, far more often
 * than late ones.
 */
#ifndef FT_BENCH_GROWN_H
#define FT_BENCH_GROWN_H

struct grown_options {
	int64_t samples, stacks, functions, depth, seed;
	int64_t usual; /* number of 100 calls that take the usual way */
	int64_t far;   /* number of 100 stacks that are cut back anywhere */
};

/* A whole profile to standard output, three labels a sample; -1 and errno
   when it could not be written. */
int grown_write(const struct grown_options *opt);

#endif
