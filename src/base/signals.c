/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals held back: see signals.h. */
#include "config.h"

#include "base/signals.h"

#include <pthread.h>
#include <stddef.h>

#include "base/compiler.h"

#include "base/banned.h"

void
signals_hold(sigset_t *before)
{
	static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL,
		SIGABRT };
	sigset_t all;

	(void)sigfillset(&all);
	for (size_t i = 0; i < COUNT_OF(crashes); i++)
		(void)sigdelset(&all, crashes[i]);
	(void)pthread_sigmask(SIG_BLOCK, &all, before);
}

void
signals_release(const sigset_t *before)
{
	(void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

int
signals_thread(pthread_t *thread, void *(*run)(void *arg), void *arg)
{
	sigset_t before;
	int rc;

	signals_hold(&before);
	rc = pthread_create(thread, NULL, run, arg);
	signals_release(&before);
	return rc;
}
