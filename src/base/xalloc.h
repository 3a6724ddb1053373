/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Allocation that does not fail. Without memory there is nothing left to
 * decide: the program restores the terminal, prints an error and exits. Sizes
 * from an input are checked against limits before they get here.
 */
#ifndef FT_BASE_XALLOC_H
#define FT_BASE_XALLOC_H

#include "base/compiler.h"

void *xmalloc(size_t size) RETURNS_NONNULL MUST_USE;
void *xcalloc(size_t n, size_t size) RETURNS_NONNULL MUST_USE;
/* Resize to n elements of `size` bytes; p may be NULL. */
void *xrealloc(void *p, size_t n, size_t size) RETURNS_NONNULL MUST_USE;
/* Return a NUL-terminated copy of n bytes. The caller frees it. */
char *xstrndup(const char *p, size_t n) RETURNS_NONNULL MUST_USE;

/*
 * Keep freed memory for later allocations, because the system would clear it
 * before handing it out again. Call this once, at the start. Large blocks are
 * still returned: while a profile is read and first shown, hardly any block
 * fits where another was freed, and mmap'ed blocks grow without a copy. Memory
 * that is never touched costs nothing, so callers may reserve generously.
 */
void xalloc_keep(void);
/* Return free memory to the system, after a step that took much more than later
   steps will. From then on, large blocks are kept too. */
void xalloc_trim(void);

/* Run the hook (which restores the terminal), print "flametop: ..." on stderr
   and exit with 2. Only for lack of memory. */
void die(const char *fmt, ...) NORETURN PRINTF_LIKE(1, 2);
/* Set the hook of die(), which restores the terminal; NULL: none. */
void die_set_hook(void (*hook)(void));

#endif
