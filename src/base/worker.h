/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A background thread with latest-wins job slots, and one for jobs that wait.
 *
 *     owner --worker_post--> slot[0]  --+
 *                            slot[1]  --+--> thread: job->run(job)
 *                            slot[2]  -----> another thread, for jobs that
 *                                            mostly wait, e.g. for a server
 *     owner <--worker_take-- done list <-----'
 *           <--- wake fd ---
 *
 * A job posted to a slot replaces the job that waits there, which its `drop`
 * frees on the owner's thread, and asks a running job of the same slot to stop
 * through job->progress.stop. Slots are served in order of their number.
 * Finished jobs return to the owner in the order in which they ended, including
 * the stopped ones; the owner then owns them again.
 *
 * All functions are called from the owner's thread. run() runs on a worker's
 * thread and must not touch anything that the owner writes.
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

/* Start a worker. NULL and err if the thread or the pipe cannot be made. */
struct worker *worker_new(struct err *err);
/* Stop the running job, wait for the thread, drop all jobs. NULL is fine. */
void worker_free(struct worker *w);
/* Post a job; the worker owns it until worker_take(). */
void worker_post(struct worker *w, struct job *job);
/* Return the next finished job, now the caller's; NULL if there is none. */
struct job *worker_take(struct worker *w);
/* Ask the running job of a slot to stop, and drop the waiting one. */
void worker_cancel(struct worker *w, int slot);
/* Return a descriptor that is readable when worker_take() has a job. */
int worker_fd(const struct worker *w);
/* True if no job is done, and none waits or runs but in WORKER_ASIDE. */
bool worker_idle(struct worker *w);

#endif
