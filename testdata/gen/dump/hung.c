/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program whose threads wait for a lock that the main thread keeps. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rows;

static inline __attribute__((always_inline)) void
take(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
}

static __attribute__((noinline)) void *
get(void *why)
{
	take(&lock);
	rows += why != 0;
	pthread_mutex_unlock(&lock);
	return 0;
}

int
main(void)
{
	pthread_t t;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < 3; i++)
		pthread_create(&t, 0, get, "why: (\"x\")");
	sleep(60);
	return rows;
}
