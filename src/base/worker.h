/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A background thread with latest-wins job slots, and one for what waits.
 *
 *     owner --worker_post--> slot[0]  --+
 *                            slot[1]  --+--> thread: job->run(job)
 *                            slot[2]  -----> another, for jobs that wait for
 *                                            somebody else most of the time
 *     owner <--worker_take-- done list <-----'
 *           <--- wake fd ---
 *
 * A job posted to a slot replaces the one waiting there, which is freed by
 * its `drop` (on the owner's thread), and asks a running job of the same
 * slot to stop through job->progress.stop. Slots are served in order of
 * their number. Finished jobs come back to the owner in the order they
 * ended, the stopped ones too; the owner then owns them again.
 *
 * All functions are called from the owner's thread. run() runs on a thread
 * of the worker's and may touch nothing that the owner writes.
 */
#ifndef FT_BASE_WORKER_H
#define FT_BASE_WORKER_H

#include "base/err.h"
#include "base/progress.h"

enum { WORKER_SLOTS = 3, WORKER_ASIDE = 2 /* the slot that may wait */ };

struct job {
	void (*run)(struct job *job);  /* worker's thread */
	void (*drop)(struct job *job); /* owner's thread: free an unrun job */
	int slot;
	struct progress progress;
	struct job *next; /* used by the worker */
};

struct worker;

/* NULL and err when the thread or the pipe cannot be made. */
struct worker *worker_new(struct err *err);
/* Stop the running job, wait for the thread, drop all jobs. NULL is fine. */
void worker_free(struct worker *w);
/* Hand over a job; the worker owns it until worker_take(). */
void worker_post(struct worker *w, struct job *job);
/* The next finished job, now the caller's; NULL when there is none. */
struct job *worker_take(struct worker *w);
/* Ask what runs or waits in a slot to stop; waiting jobs are dropped. */
void worker_cancel(struct worker *w, int slot);
/* Readable when worker_take() has something. */
int worker_fd(const struct worker *w);
/* Nothing waits, runs or is to be taken; what runs aside does not count. */
bool worker_idle(struct worker *w);

#endif
