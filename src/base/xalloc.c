/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocation that does not fail, and die(). */
#include "prelude.h"

#include "base/xalloc.h"

#include <limits.h>
#include <stdarg.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/num.h"

/* In bytes; with 1 MiB, the program takes a fifth more system time. */
enum { LARGE = 4 << 20 };

static void (*die_hook)(void);
#ifdef __GLIBC__
static bool keeps; /* true after xalloc_keep() */
#endif

void
die_set_hook(void (*hook)(void))
{
	die_hook = hook;
}

void
xalloc_keep(void)
{
#ifdef __GLIBC__
	keeps = true;
	/* One heap for all threads, so that each reuses the others' memory. */
	(void)mallopt(M_ARENA_MAX, 1);
	(void)mallopt(M_MMAP_THRESHOLD, LARGE);
	(void)mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

void
xalloc_trim(void)
{
#ifdef __GLIBC__
	(void)malloc_trim(0);
	if (keeps)
		(void)mallopt(M_MMAP_MAX, 0);
#endif
}

void
die(const char *fmt, ...)
{
	va_list ap;

	if (die_hook != NULL)
		die_hook();
	(void)fputs("flametop: ", stderr);
	va_start(ap, fmt);
	(void)vfprintf(stderr, fmt, ap);
	va_end(ap);
	(void)fputc('\n', stderr);
	exit(2);
}

void *
xmalloc(size_t size)
{
	void *p = malloc(size == 0 ? 1 : size);

	if (p == NULL)
		die("out of memory (%zu bytes)", size);
	return p;
}

void *
xcalloc(size_t n, size_t size)
{
	void *p = calloc(n == 0 ? 1 : n, size == 0 ? 1 : size);

	if (p == NULL)
		die("out of memory (%zu times %zu bytes)", n, size);
	return p;
}

void *
xrealloc(void *p, size_t n, size_t size)
{
	size_t bytes = mul_size(n, size);
	void *q = realloc(p, bytes == 0 ? 1 : bytes);

	if (q == NULL)
		die("out of memory (%zu bytes)", bytes);
	return q;
}

char *
xstrndup(const char *p, size_t n)
{
	char *q = xmalloc(add_size(n, 1));

	if (n > 0)
		memcpy(q, p, n);
	q[n] = '\0';
	return q;
}
