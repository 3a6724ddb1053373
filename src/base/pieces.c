/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work for two cores: see pieces.h. */
#include "config.h"

#include "base/pieces.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/signals.h"

#include "base/banned.h"

struct pieces {
	unsigned n;
	atomic_uint next;
	void (*work)(void *arg, unsigned thread, unsigned piece);
	void *arg;
};

static void
take(struct pieces *p, unsigned thread)
{
	for (;;) {
		unsigned piece = atomic_fetch_add_explicit(
			&p->next, 1, memory_order_relaxed);

		if (piece >= p->n)
			return;
		p->work(p->arg, thread, piece);
	}
}

static void *
help(void *arg)
{
	take(arg, 1);
	return NULL;
}

void
pieces_do(unsigned n, void (*work)(void *arg, unsigned thread, unsigned piece),
	void *arg)
{
	struct pieces p = { .n = n, .work = work, .arg = arg };
	pthread_t helper;
	bool helped;

	atomic_init(&p.next, 0);
	helped = n > 1 && sysconf(_SC_NPROCESSORS_ONLN) > 1 &&
		signals_thread(&helper, help, &p) == 0;
	take(&p, 0);
	if (helped)
		(void)pthread_join(helper, NULL);
}
