/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of a long job (progress.h). */
#include "prelude.h"

#include "base/progress.h"

#include "base/memory.h"

/* Before there are tables, the input has its own limit, with a more detailed
   message. */
bool
progress_measure(struct progress *p, size_t memory)
{
	enum progress_stage stage = progress_stage_now(p);

	if (stage == PROGRESS_START || stage == PROGRESS_INFLATE)
		return false;
	if (!atomic_load_explicit(&p->is_spent, memory_order_relaxed) &&
		memory_exceeds(memory))
		atomic_store_explicit(&p->is_spent, true, memory_order_relaxed);
	return atomic_load_explicit(&p->is_spent, memory_order_relaxed);
}

void
progress_limit(struct progress *p, size_t memory)
{
	if (p == NULL)
		return;
	memory_limit(memory);
	atomic_store_explicit(&p->memory, memory, memory_order_relaxed);
	progress_unspend(p);
}

bool
progress_full(const struct progress *p)
{
	struct progress *q = (struct progress *)(uintptr_t)p;
	size_t memory;

	if (q != NULL && q->whole != NULL)
		q = q->whole;
	if (q == NULL)
		return false;
	memory = atomic_load_explicit(&q->memory, memory_order_relaxed);
	return memory != 0 && memory_exceeds(memory);
}
