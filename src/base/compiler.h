/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compiler attributes under plain names. On a compiler that does not know
 * them they vanish, so no other file mentions __attribute__.
 */
#ifndef FT_BASE_COMPILER_H
#define FT_BASE_COMPILER_H

#if defined(__GNUC__) || defined(__clang__)
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define NORETURN __attribute__((noreturn))
#define MUST_USE __attribute__((warn_unused_result))
#define RETURNS_NONNULL __attribute__((returns_nonnull))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define PRINTF_LIKE(fmt, args)
#define NORETURN
#define MUST_USE
#define RETURNS_NONNULL
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#define PREFETCH(p) ((void)(p))
#endif

/* Number of elements of a true array. */
#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* Invariants inside per-node loops: checked with --enable-debug only. */
#ifdef FT_DEBUG
#define assert_slow(x) assert(x)
#else
#define assert_slow(x) ((void)0)
#endif

#endif
