/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compiler attributes under plain names, so no other file mentions
 * __attribute__. The compiler is GCC or Clang, which also provide the checked
 * sums and products in num.h.
 */
#ifndef FT_BASE_COMPILER_H
#define FT_BASE_COMPILER_H

#ifndef __GNUC__
#error "flametop is built by GCC or Clang"
#endif

#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define NORETURN __attribute__((noreturn))
#define MUST_USE __attribute__((warn_unused_result))
#define RETURNS_NONNULL __attribute__((returns_nonnull))
#define UNUSED __attribute__((unused))
#define CONSTRUCTOR __attribute__((constructor)) /* runs before main() */
#define LIKELY(x) __builtin_expect(!!(x), 1)

/* Prefetch memory. gcc drops calls to a function that only prefetches, because
   it seems to have no effect; the empty asm prevents that. */
#define PREFETCH(p) \
	(__extension__({ \
		__builtin_prefetch(p); \
		__asm__ volatile(""); \
	}))

/* Return the number of elements of an array; wrong for a pointer. */
#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* An assert() for inner loops, active only with --enable-debug. */
#ifdef FT_DEBUG
#define assert_slow(x) assert(x)
#else
#define assert_slow(x) ((void)0)
#endif

#endif
