/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Signals held back: while something must not be left half done, and in
 * threads, since signals are for the thread that has the terminal. Those of a
 * crash never are, so that whoever caught them gives the terminal back.
 */
#ifndef FT_BASE_SIGNALS_H
#define FT_BASE_SIGNALS_H

#include <signal.h>
#include <sys/types.h>

/* From here to signals_release() they wait; *before is for that. */
void signals_hold(sigset_t *before);
void signals_release(const sigset_t *before);

/* pthread_create() for a thread that gets none. 0, or an errno. */
int signals_thread(pthread_t *thread, void *(*run)(void *arg), void *arg);

#endif
