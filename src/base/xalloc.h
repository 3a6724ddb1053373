/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Allocation that does not fail. When memory is gone there is nothing left
 * to decide: the program restores the terminal, says so and exits. Sizes
 * that come from an input are checked against limits before they get here.
 */
#ifndef FT_BASE_XALLOC_H
#define FT_BASE_XALLOC_H

#include "base/compiler.h"

void *xmalloc(size_t size) RETURNS_NONNULL MUST_USE;
void *xcalloc(size_t n, size_t size) RETURNS_NONNULL MUST_USE;
/* Room for n elements of size bytes; p may be NULL. */
void *xrealloc(void *p, size_t n, size_t size) RETURNS_NONNULL MUST_USE;
/* A NUL-terminated copy of n bytes. The caller frees it. */
char *xstrndup(const char *p, size_t n) RETURNS_NONNULL MUST_USE;

/*
 * Once, at the start: what is freed is kept for the next who needs memory,
 * and not returned to the system, which would clear it before we get it
 * again. Large blocks do go back: while a profile is read and first looked at
 * hardly one fits where another was, and growing moves no bytes. What was
 * never touched costs nothing, so room may be asked for generously.
 */
void xalloc_keep(void);
/* What is free goes back after all, at the end of something that took much
   more than what follows will; from then on large blocks are kept too. */
void xalloc_trim(void);

/* Run the hook (the terminal's restorer), print "flametop: ..." on stderr
   and exit 2. For lack of memory and a start that cannot happen only. */
void die(const char *fmt, ...) NORETURN PRINTF_LIKE(1, 2);
/* The one hook, NULL for none; set by the front end that owns the tty. */
void die_set_hook(void (*hook)(void));

#endif
