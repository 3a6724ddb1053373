/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A background thread with job slots, and a second one for jobs that wait.
 *
 *     owner --worker_post--> slot[0]  --+
 *                            slot[1]  --+--> thread: job->run(job)
 *                            slot[2]  -----> another thread, for jobs that
 *                                            mostly wait, e.g. for a server
 *     owner <--worker_take-- done list <-----'
 *           <--- wake fd ---
 *
 * A job posted to a slot replaces a job that waits there, which is freed by its
 * drop(), and stops a running job of the same slot by job->progress.stop. Slots
 * are served in order of their number. Finished jobs, including stopped ones,
 * return to the owner in the order in which they ended.
 *
 * All functions are called from the owner's thread. run() runs on a worker's
 * thread and must not touch anything that the owner writes.
 */
#ifndef FT_BASE_WORKER_H
#define FT_BASE_WORKER_H

#include "base/err.h"
#include "base/progress.h"

enum { WORKER_SLOTS = 3, WORKER_ASIDE = 2 /* slot for jobs that wait */ };

struct job {
	void (*run)(struct job *job);  /* called in a worker's thread */
	void (*drop)(struct job *job); /* frees the job, in the owner's
					  thread */
	int slot;
	struct progress progress;
	struct job *next; /* for the worker's lists */
};

struct worker;

/* Start a worker. NULL and err if the thread or the pipe cannot be made. */
struct worker *worker_new(struct err *err);
/* Stop the running jobs, wait for the threads, drop all jobs. w may be NULL. */
void worker_free(struct worker *w);
/* Stop the running jobs, and start no others. False if any were running. */
bool worker_quit(struct worker *w);
/* After worker_quit(), wait for the threads, at most for `ms`; for a job that
   holds (progress.h) as long as it does. If they run on, nothing that jobs use
   can be freed: the program ends by _exit(). */
void worker_await(struct worker *w, int ms);
/* Post a job; the worker owns it until worker_take(). */
void worker_post(struct worker *w, struct job *job);
/* Return the next finished job, owned by the caller; or NULL. */
struct job *worker_take(struct worker *w);
/* Ask the running job of a slot to stop, and drop the waiting one. */
void worker_cancel(struct worker *w, int slot);
/* Return a descriptor that is readable when worker_take() has a job. */
int worker_fd(const struct worker *w);
/* True if there are no jobs to take, and none is waiting or running except in
   WORKER_ASIDE. */
bool worker_idle(struct worker *w);

#endif
