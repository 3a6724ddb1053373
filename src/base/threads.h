/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads, which get no signals, and work for two of them. */
#ifndef FT_BASE_THREADS_H
#define FT_BASE_THREADS_H

#include <signal.h>
#include <sys/types.h>

/* Hold signals back from here to signals_release(): while something must not
   be left half done. Those of a crash never are, so that whoever caught them
   gives the terminal back. */
void signals_hold(sigset_t *before);
void signals_release(const sigset_t *before);

/* pthread_create() for a thread without signals, which are for the thread that
   has the terminal. 0, or an errno. */
int thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg);

/* Something beside the caller's own work, which is to be ended. NULL when there
   is no core or no thread for it. */
struct task;
struct task *task_begin(void (*run)(void *arg), void *arg);
/* Wait until it is done. NULL is fine. */
void task_end(struct task *t);

/*
 * Work in pieces, for two cores: the caller and one more thread, which lives
 * as long as the call. Whoever is free takes the next piece:
 *
 *     caller  0  2  3  5  6      so the caller does most of it where the other
 *     other    1     4           one gets the processor late, and all where
 *                                there is none
 *
 * Work that only writes disjoint results needs no lock: each piece is done
 * once, and all that was written can be read afterwards.
 */
enum { PIECES_THREADS = 2 };

/* work(arg, thread, piece) for the pieces 0 .. n - 1, in any order; `thread`
   is less than PIECES_THREADS and 0 for the caller, who does all of it if
   there is only one piece. */
void pieces_do(unsigned n,
	void (*work)(void *arg, unsigned thread, unsigned piece), void *arg);

/* The same for work whose results are wanted in the order of the pieces:

       make 0 | take 0 | take 1 | make 3 | take 3 | ...
       make 1     | make 2           | take 2 | make 4 | ...

   take(arg, piece, made) gets what make(arg, piece) gave, one at a time, from
   either thread; a few pieces may wait for it. */
void pieces_in_order(unsigned n, void *(*make)(void *arg, unsigned piece),
	void (*take)(void *arg, unsigned piece, void *made), void *arg);

#endif
