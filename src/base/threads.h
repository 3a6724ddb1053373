/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads without signals, and work shared by two threads. */
#ifndef FT_BASE_THREADS_H
#define FT_BASE_THREADS_H

#include <signal.h>
#include <sys/types.h>

/* Block signals until signals_release(), for work that must not be left half
   done. SIGSEGV and other crashes stay unblocked, so that their handler can
   restore the terminal. */
void signals_hold(sigset_t *before);
void signals_release(const sigset_t *before);

/* Call pthread_create() with signals blocked, so that the thread that owns the
   terminal receives them. 0, or an errno. */
int thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg);

/* Run a function in another thread, until task_end(). NULL, without a call, if
   there is only one core or the thread cannot be started. */
struct task;
struct task *task_begin(void (*run)(void *arg), void *arg);
/* Wait for the task and free it. t may be NULL. */
void task_end(struct task *t);

/*
 * Work in pieces, for two cores: the caller and one more thread, which lives as
 * long as the call. A thread that is free takes the next piece:
 *
 *     caller  0  2  3  5  6      so the caller does most of it if the other
 *     other    1     4           thread starts late, and all of it if there is
 *                                no other thread
 *
 * Work that only writes disjoint results needs no lock: each piece is done
 * once, and all results can be read afterwards.
 */
enum { PIECES_THREADS = 2 };

/* Call work(arg, thread, piece) for the pieces 0 .. n - 1, in any order;
   `thread` is less than PIECES_THREADS, and 0 for the caller, which does all
   the work if there is only one piece. */
void pieces_do(unsigned n,
	void (*work)(void *arg, unsigned thread, unsigned piece), void *arg);

/* Share work whose results are needed in the order of the pieces:

       make 0 | take 0 | take 1 | make 3 | take 3 | ...
       make 1     | make 2           | take 2 | make 4 | ...

   take(arg, piece, made) receives the result of make(arg, piece), one at a
   time, on either thread. A few results may wait to be taken. */
void pieces_in_order(unsigned n, void *(*make)(void *arg, unsigned piece),
	void (*take)(void *arg, unsigned piece, void *made), void *arg);

#endif
