/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work of a runtime's functions: garbage collection, allocation, locks ...
 *
 *     runtime.gcDrain      Go      garbage collection
 *     runtime.mallocgc     Go      allocation
 *     runtime.heapArenaOf  Go      nothing by its name: as its caller does
 *     memcpy               libc    memory moves
 *
 * The tables are data, one per runtime, in runtimes.c; each states the versions
 * on which its patterns were verified.
 */
#ifndef FT_ENGINE_RUNTIMES_H
#define FT_ENGINE_RUNTIMES_H

#include "base/str.h"

enum runtime {
	RUNTIME_NONE,
	RUNTIME_GO,
	RUNTIME_JVM,
	RUNTIME_V8,
	RUNTIME_PYTHON,
	RUNTIME_RUBY,
	RUNTIME_DOTNET,
	RUNTIME_PHP,
	RUNTIME_RUST,
	RUNTIME_LIBC,
	RUNTIME_KERNEL,
	RUNTIMES
};

/* The kinds. A row: id, the word for patterns, the name on the screen. */
#define RUNTIME_KIND_ROWS(X) \
	X(OTHER, "other", "other") \
	X(GC, "gc", "garbage collection") \
	X(ALLOC, "alloc", "allocation") \
	X(SCHED, "sched", "scheduling") \
	X(MAPS, "maps", "maps") \
	X(MOVES, "moves", "memory moves") \
	X(COMPARE, "compare", "comparisons") \
	X(SYSCALL, "syscall", "system calls") \
	X(PAGES, "pages", "page faults") \
	X(LOCKS, "locks", "locks") \
	X(INTERPRETER, "interpreter", "interpreter") \
	X(BUILTIN, "builtin", "built-in functions") \
	X(JIT, "jit", "JIT") \
	X(TYPES, "types", "types") \
	X(EXCEPTIONS, "exceptions", "exceptions") \
	X(LOADING, "loading", "start and loading") \
	X(MATHS, "maths", "arithmetic") \
	X(PROFILER, "profiler", "the profiler") \
	X(NATIVE, "native", "native code") \
	X(IDLE, "idle", "idle")
#define RUNTIME_KIND_ID(id, word, name) RKIND_##id,
enum runtime_kind { RUNTIME_KIND_ROWS(RUNTIME_KIND_ID) RKINDS };

/* "Go", "kernel" */
const char *runtime_name(enum runtime runtime);
/* Return the versions on which the runtime's names were verified; NULL if it
   has no table. */
const char *runtime_verified(enum runtime runtime);
/* "garbage collection" */
const char *runtime_kind_name(enum runtime_kind kind);
/* "gc" */
const char *runtime_kind_word(enum runtime_kind kind);

/* The patterns, compiled when they are first needed. */
struct runtimes;
struct runtimes *runtimes_new(void);
void runtimes_free(struct runtimes *r); /* NULL is fine */

/* Return what a function of the runtime does by its name and source file;
   RKIND_OTHER if these do not show it. */
enum runtime_kind runtimes_kind(struct runtimes *r, enum runtime runtime,
	struct str name, struct str file);
/* Return what a function of the runtime is assumed to do if neither its name
   nor its callers show it. */
enum runtime_kind runtime_usual_kind(enum runtime runtime);

#endif
