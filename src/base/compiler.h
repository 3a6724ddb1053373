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
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Prefetch memory. gcc drops calls of a function that only prefetches, as it
   seems to have no effect; an empty asm is an effect. */
#define PREFETCH(p) \
	(__extension__({ \
		__builtin_prefetch(p); \
		__asm__ volatile(""); \
	}))

/* The number of elements of a true array. */
#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* Invariants inside per-node loops: checked with --enable-debug only. */
#ifdef FT_DEBUG
#define assert_slow(x) assert(x)
#else
#define assert_slow(x) ((void)0)
#endif

#endif
