/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The progress of a long job, and a way to stop it. The worker writes, any
 * thread reads; fields are independent, so relaxed order is enough. All
 * functions that take a `struct progress *` accept NULL.
 *
 * A job also stops if its memory exceeds a limit.
 *
 * In a job with several files, each file has its own progress, a part of the
 * whole: it stops when the whole is stopped, and is added to the whole.
 */
#ifndef FT_BASE_PROGRESS_H
#define FT_BASE_PROGRESS_H

#include <stdatomic.h>

#include "base/compiler.h"

enum progress_stage {
	PROGRESS_START,   /* done, total: bytes read; total 0: unknown */
	PROGRESS_INFLATE, /* done, total: compressed bytes */
	PROGRESS_PARSE,   /* done, total: bytes of the profile */
	PROGRESS_SEAL,
	PROGRESS_SYMBOLS, /* done, total: addresses */
	PROGRESS_COMPUTE,
	/* Waiting for a server, before PROGRESS_START. done, total: ms. */
	PROGRESS_WAIT,
	/* Likewise, until a busy server is asked again. */
	PROGRESS_BUSY,
};

struct progress {
	_Atomic int64_t stop; /* not 0: the owner has cancelled the job */
	atomic_bool keep;     /* set by the owner: finish now, with the data
				 read so far */
	atomic_bool holds;    /* set by the worker: a file is being written,
				 which must not be left half done */
	_Atomic size_t memory; /* bytes that the process may have resident;
				  0: no limit */
	atomic_bool is_spent;  /* a check found that it was exceeded */
	atomic_int stage;     /* enum progress_stage */
	_Atomic uint64_t done, total;
	_Atomic uint64_t samples; /* read so far */
	/* If files are read one by one: index of the current file, and the
	   number of files. Otherwise both are 0. */
	_Atomic uint64_t part, parts;
	_Atomic uint64_t files, files_of; /* files read, and total; 0: one */
	/* For a part: */
	struct progress *whole;         /* NULL: not a part */
	uint64_t weight;                /* share of whole->total */
	_Atomic uint64_t given;         /* added to whole->done so far */
	_Atomic uint64_t given_samples; /* added to whole->samples so far */
};

/* For tests: with PROGRESS_STOP_AT(n) in `stop`, the worker stops at its n-th
   check. PROGRESS_LOOKS(p, n) then returns the number of checks made. */
#define PROGRESS_STOP_AT(look) (1 - 2 * (int64_t)(look))
#define PROGRESS_LOOKS(p, look) \
	((uint64_t)((p)->stop - PROGRESS_STOP_AT(look)) / 2)

/* Set p->is_spent if more than `memory` bytes are resident. */
bool progress_measure(struct progress *p, size_t memory);

/* True if the owner has cancelled the job or the memory is spent. Call this in
   every loop that may be long or take much memory. */
static inline bool
progress_stopped(const struct progress *p)
{
	/* C11's atomic_load takes no const. */
	struct progress *q = (struct progress *)(uintptr_t)p, *part = q;
	size_t memory;

	if (q != NULL && q->whole != NULL)
		q = q->whole;
	if (q == NULL)
		return false;
	if (LIKELY(atomic_load_explicit(&q->stop, memory_order_relaxed) == 0)) {
		memory = atomic_load_explicit(&q->memory, memory_order_relaxed);
		return memory != 0 && progress_measure(part, memory);
	}
	/* `stop` is odd here, so it never becomes 0. */
	return atomic_fetch_add_explicit(&q->stop, 2, memory_order_relaxed) >=
		-1;
}

enum { PROGRESS_STRIDE = 4096 };

/* Check every 4096th row of a loop whose rows are cheap. */
static inline bool
progress_stops_at(const struct progress *p, size_t row)
{
	return row % PROGRESS_STRIDE == 0 && progress_stopped(p);
}

static inline bool
progress_kept(const struct progress *p)
{
	struct progress *q = (struct progress *)(uintptr_t)p;

	if (q != NULL && q->whole != NULL)
		q = q->whole;
	return q != NULL &&
		atomic_load_explicit(&q->keep, memory_order_relaxed);
}

static inline void
progress_release(struct progress *p)
{
	if (p != NULL)
		atomic_store(&(p->whole != NULL ? p->whole : p)->holds, false);
}

/* Keep the program from ending until progress_release(). False, and nothing is
   held, if the job is stopped. */
static inline bool
progress_hold(struct progress *p)
{
	if (p != NULL)
		atomic_store(&(p->whole != NULL ? p->whole : p)->holds, true);
	if (!progress_stopped(p))
		return true;
	progress_release(p);
	return false;
}

/* True if the job stopped for lack of memory, not because it was cancelled. */
static inline bool
progress_spent(const struct progress *p)
{
	struct progress *q = (struct progress *)(uintptr_t)p;

	return q != NULL &&
		atomic_load_explicit(&q->is_spent, memory_order_relaxed);
}

/* Limit the memory of the process (memory_allowed()) until the next call; 0: no
   limit. */
void progress_limit(struct progress *p, size_t memory);
/* True if the process exceeds that limit, at any stage. */
bool progress_full(const struct progress *p);
/* Continue after the memory has been freed. */
static inline void
progress_unspend(struct progress *p)
{
	if (p != NULL)
		atomic_store_explicit(
			&p->is_spent, false, memory_order_relaxed);
}

static inline enum progress_stage
progress_stage_now(const struct progress *p)
{
	return (enum progress_stage)atomic_load_explicit(
		&((struct progress *)(uintptr_t)p)->stage,
		memory_order_relaxed);
}

/* Raise a part's contribution to `now`, if that is more, and add the difference
   to the whole. Two threads may work on a part: one inflates, one parses. */
static inline void
progress_raise(_Atomic uint64_t *given, uint64_t now, _Atomic uint64_t *whole)
{
	uint64_t before = atomic_load_explicit(given, memory_order_relaxed);

	do
		if (now <= before)
			return;
	while (!atomic_compare_exchange_weak_explicit(given, &before, now,
		memory_order_relaxed, memory_order_relaxed));
	(void)atomic_fetch_add_explicit(
		whole, now - before, memory_order_relaxed);
}

static inline void
progress_samples(struct progress *p, uint64_t samples)
{
	if (p == NULL)
		return;
	atomic_store_explicit(&p->samples, samples, memory_order_relaxed);
	if (p->whole != NULL)
		progress_raise(&p->given_samples, samples, &p->whole->samples);
}

static inline void
progress_stage(struct progress *p, enum progress_stage stage, uint64_t total)
{
	if (p == NULL)
		return;
	atomic_store_explicit(&p->done, 0, memory_order_relaxed);
	atomic_store_explicit(&p->total, total, memory_order_relaxed);
	atomic_store_explicit(&p->stage, (int)stage, memory_order_relaxed);
}

/* Add the progress of a part, `done` of `total`, to its whole. */
static inline void
progress_give(struct progress *p, uint64_t done, uint64_t total)
{
	double share = total == 0 || done >= total
		? 1.0
		: (double)done / (double)total;

	progress_raise(&p->given, (uint64_t)(share * (double)p->weight),
		&p->whole->done);
}

static inline void
progress_part(struct progress *p, uint64_t part, uint64_t parts)
{
	if (p == NULL)
		return;
	atomic_store_explicit(&p->part, part, memory_order_relaxed);
	atomic_store_explicit(&p->parts, parts, memory_order_relaxed);
}

static inline void
progress_done(struct progress *p, uint64_t done)
{
	uint64_t total;

	if (p == NULL)
		return;
	atomic_store_explicit(&p->done, done, memory_order_relaxed);
	if (p->whole == NULL)
		return;
	total = atomic_load_explicit(&p->total, memory_order_relaxed);
	/* Skip reading from the disk, which is a small part of the work. */
	if (total > 0 &&
		atomic_load_explicit(&p->stage, memory_order_relaxed) !=
			PROGRESS_START)
		progress_give(p, done, total);
}

/* Begin a part with a share of `weight`. NULL if there is no whole. */
static inline struct progress *
progress_share(struct progress *part, struct progress *whole, uint64_t weight)
{
	if (whole == NULL)
		return NULL;
	*part = (struct progress){ .whole = whole, .weight = weight };
	return part;
}

/* End a part, successful or not, and count its file. */
static inline void
progress_share_end(struct progress *part)
{
	if (part == NULL)
		return;
	progress_give(part, 1, 1);
	(void)atomic_fetch_add_explicit(
		&part->whole->files, 1, memory_order_relaxed);
}

/* Begin to read n files with `bytes` bytes in total. */
static inline void
progress_files(struct progress *p, uint64_t n, uint64_t bytes)
{
	if (p == NULL)
		return;
	progress_stage(p, PROGRESS_START, bytes);
	atomic_store_explicit(&p->files, 0, memory_order_relaxed);
	atomic_store_explicit(&p->files_of, n, memory_order_relaxed);
}

#endif
