/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Long patterns that the program itself sets as filters, and their short names
 * on the screen:
 *
 *     focus=(^|_)(malloc|calloc|...     is shown as     focus=[allocators]
 *
 * The list of filters (key c) and :cmdline show them in full.
 */
#ifndef FT_PRESENT_PATTERNS_H
#define FT_PRESENT_PATTERNS_H

#include "base/str.h"

#define PATTERN_ALLOCATORS \
	"(^|_)(malloc|calloc|realloc|memalign)$|^runtime\\.mallocgc|" \
	"^operator " \
	"new|^__r(ust|dl|g)_alloc|^Py(Object|Mem)_(Raw)?(M|C|Re)alloc"

#define PATTERN_IDLE \
	"^(runtime\\.gopark|runtime\\.futexsleep|runtime\\.epollwait|" \
	"runtime\\.notesleep|runtime\\.usleep|e?poll|epoll_p?wait|" \
	"futex_wait|pthread_cond_|do_idle|cpuidle_|\\(idle\\)|" \
	"__futex_abstimed_wait|mach_cpu_idle|mach_msg2?_trap$|" \
	"__workq_kernreturn|__psynch_cvwait)"

/* Return a pattern's short name, "[allocators]", or the pattern itself. */
static inline struct str
pattern_shown(struct str pattern)
{
	if (str_is(pattern, PATTERN_ALLOCATORS))
		return STR("[allocators]");
	if (str_is(pattern, PATTERN_IDLE))
		return STR("[idle waits]");
	return pattern;
}

#endif
