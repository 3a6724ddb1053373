/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How soon a cancelled computation ends: the engine works in one thread, as for
 * the screen, and another thread tells it to stop at some moment. Only stops
 * that came while it worked are counted.
 */
#ifndef FT_BENCH_CANCEL_H
#define FT_BENCH_CANCEL_H

struct engine;

/* Prints cancel_p95 and cancel_max, milliseconds of processor time, and
   cancel_of, what the longest was; before that cancel_KIND_max for each kind,
   tagroot too, which is not in the others. The engine has shown something
   before. */
void cancel_bench(struct engine *e);

#endif
