/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Source lines and the instructions that belong to them, as pprof's -weblist
 * finds them: around the sampled addresses of the functions of interest.
 *
 *     samples -> addresses -> ranges of code -> instructions, inlined calls
 *                                                      |
 *     work.c:7   1190 test %edi,%edi                   v
 *                1192 je 1268         lines of the functions of interest
 *     work.c:8   1194 ...
 *
 * An instruction is below each line that its calls pass through inside a
 * function of interest, so inlined code is self time of the call's line.
 */
#ifndef FT_REPORT_INTERLEAVE_H
#define FT_REPORT_INTERLEAVE_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/vec.h"
#include "profile/profile.h"
#include "symbol/assembly.h"

struct regexp;

/* All borrowed. */
struct interleave_order {
	const struct profile *p; /* profile with the filters applied */
	uint32_t column;         /* sample type */
	bool mean;               /* divide values by those of the first sample
				    type */
	/* Functions whose name or file match, or the functions at `address`. */
	struct regexp *match;
	bool by_address;
	uint64_t address;
	const char *program; /* path of flametop itself, run as a child; NULL:
				no inlined calls */
	struct str tools;    /* value of -tools */
	bool intel;
};

struct woven_instruction {
	uint64_t at;      /* address in the profile */
	uint64_t address; /* address in the binary */
	uint64_t length;  /* length in bytes */
	struct str text;  /* "": there is no code, only a sampled address */
	struct str file;  /* place of the innermost call */
	int64_t line;
	int64_t self, total;
};

/* An instruction below a line. */
struct woven_use {
	uint32_t file; /* index into file */
	int64_t line;  /* 0: unknown */
	uint32_t instruction;
	struct str function;
	/* The calls inlined at this line, innermost first. */
	uint32_t n_calls;
	const struct code_call *call;
	uint32_t order; /* position in the order in which uses are found */
};

/* Lines of one function that are near each other. */
struct woven_function {
	struct str name;
	uint32_t file;
	int64_t begin, end; /* lines [begin, end) */
	int64_t self, total;
	uint32_t first, n; /* range in `use`, sorted by line */
};

struct woven_file {
	struct str name;
	int64_t self, total; /* sums that count each instruction once */
};

struct interleave {
	struct arena arena;
	VEC(struct assembly *) assembly; /* owns the code */
	VEC(struct woven_instruction) instruction;
	VEC(struct woven_use) use;
	VEC(struct woven_file) file;
	VEC(struct woven_function) function; /* heaviest file first */
	bool matched;         /* some sampled function is of interest */
	uint32_t n_ranges;    /* number of ranges of code */
	uint32_t ranges_read; /* how many of these were read, heaviest first */
	VEC(struct str) why;  /* reasons for missing instructions, each once */
};

/* Return NULL only if stopped. progress may be NULL. */
struct interleave *interleave_new(
	const struct interleave_order *order, struct progress *progress);
void interleave_free(struct interleave *w); /* NULL is fine */

#endif
