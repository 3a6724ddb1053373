/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far a long job is, and how it is told to stop. The
 * worker writes, any thread reads; each field stands for itself, so relaxed
 * order is enough. All functions that take a `struct progress *` accept
 * NULL.
 */
#ifndef FT_BASE_PROGRESS_H
#define FT_BASE_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

enum progress_stage {
	PROGRESS_START,   /* done, total: bytes read; total 0: unknown */
	PROGRESS_INFLATE, /* done, total: compressed bytes */
	PROGRESS_PARSE,   /* done, total: bytes of the profile */
	PROGRESS_SEAL,
	PROGRESS_SYMBOLS, /* done, total: addresses */
	PROGRESS_COMPUTE,
	/* Before the first: done, total: ms that a server needs. */
	PROGRESS_WAIT,
};

struct progress {
	_Atomic int64_t stop; /* set to true by the owner to cancel */
	atomic_bool keep; /* set by the owner who has seen enough: end soon,
			     with what has been read so far */
	atomic_int stage; /* enum progress_stage */
	_Atomic uint64_t done, total;
	_Atomic uint64_t samples; /* read so far */
	/* Of several files that are read one by one: which one; 0 of 0: there
	   is but one. */
	_Atomic uint64_t part, parts;
};

/* Tests stop a worker at each of its looks: PROGRESS_STOP_AT(1) for `stop` is
   at the first one. Then how often it has looked. */
#define PROGRESS_STOP_AT(look) (1 - 2 * (int64_t)(look))
#define PROGRESS_LOOKS(p, look) \
	((uint64_t)((p)->stop - PROGRESS_STOP_AT(look)) / 2)

static inline bool
progress_stopped(const struct progress *p)
{
	/* C11's atomic_load takes no const. */
	struct progress *q = (struct progress *)(uintptr_t)p;

	if (p == NULL ||
		LIKELY(atomic_load_explicit(&q->stop, memory_order_relaxed) ==
			0))
		return false;
	/* It is odd, so it never becomes 0. */
	return atomic_fetch_add_explicit(&q->stop, 2, memory_order_relaxed) >=
		-1;
}

enum { PROGRESS_STRIDE = 4096 };

/* For a loop over rows that are cheap: look at every so many of them. */
static inline bool
progress_stops_at(const struct progress *p, size_t row)
{
	return row % PROGRESS_STRIDE == 0 && progress_stopped(p);
}

static inline bool
progress_kept(const struct progress *p)
{
	return p != NULL &&
		atomic_load_explicit(&((struct progress *)(uintptr_t)p)->keep,
			memory_order_relaxed);
}

static inline enum progress_stage
progress_stage_now(const struct progress *p)
{
	return (enum progress_stage)atomic_load_explicit(
		&((struct progress *)(uintptr_t)p)->stage,
		memory_order_relaxed);
}

static inline void
progress_samples(struct progress *p, uint64_t samples)
{
	if (p != NULL)
		atomic_store_explicit(
			&p->samples, samples, memory_order_relaxed);
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
	if (p != NULL)
		atomic_store_explicit(&p->done, done, memory_order_relaxed);
}

#endif
