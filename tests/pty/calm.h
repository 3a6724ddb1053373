/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When has a program done all it can do for now? When it has read what was
 * typed, none of its threads runs, and nothing it wrote is unseen. Asked of
 * the kernel (/proc), so that nothing need be typed or timed. Timers of the
 * program that have yet to go off do not count.
 */
#ifndef FT_TESTS_PTY_CALM_H
#define FT_TESTS_PTY_CALM_H

#include "pty/vt.h"

/* One look at all threads of a process. */
struct calm_look {
	int64_t at;    /* vt_now(), before it */
	uint64_t runs; /* how often one of them stopped running, in all */
	size_t threads;
	bool asleep; /* all of them */
};

struct calm_look calm_look(pid_t pid);
/* Has it slept from the one look to the other, all the time? */
bool calm_between(const struct calm_look *a, const struct calm_look *b);

/* Wait for that, or for its end or stop. False: not until then. */
bool calm_wait(struct vt *t, int64_t until);
/* The same, and until no timer of the screen is left to go off. A program that
   asks a file or a server from time to time is at rest between. */
bool calm_rest(struct vt *t, int64_t until);

/* How long a program has slept, of the time in which it was looked at: not how
   long others kept it from running. Begins as { .ms = 0 }. */
struct calm_sleep {
	struct calm_look last;
	int64_t ms;
};

void calm_count(struct calm_sleep *s, const struct vt *t);

/* Is it writing? True as well where the kernel does not say. */
bool calm_in_write(pid_t pid);

/* Bytes a process has read in all, from wherever; 0 when it is gone. */
uint64_t calm_reads(pid_t pid);

/* Memory the program has in use, in bytes; 0 when it is gone. */
size_t calm_resident(const struct vt *t);

#endif
