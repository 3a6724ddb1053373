/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The profile formats from before profile.proto that pprof still reads:
 * gperftools' binary CPU files, the text dumps of Go, gperftools and old Java
 * agents.
 *
 * Each parser fills one neutral form, which legacy.c turns into a profile:
 * addresses become locations in order of first use, the memory map becomes
 * mappings, the types choose the frames to drop.
 *
 *     parser --legacy_begin/addr--> struct legacy --legacy_build--> builder
 */
#ifndef FT_READ_LEGACY_LEGACY_H
#define FT_READ_LEGACY_LEGACY_H

#include "base/arena.h"
#include "base/ascii.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include "profile/builder.h"

enum { LEGACY_TYPES = 4 };

struct legacy_sample {
	size_t first, n; /* addresses, leaf first: addr.p[first .. first + n) */
	int64_t value[LEGACY_TYPES];
	int64_t bytes;     /* size of one block, a numeric label; heaps only */
	struct str thread; /* a label, unless it is empty */
};

struct legacy_mapping {
	uint64_t start, limit, offset;
	struct str file, build_id;
};

/* A frame that the file itself names, by address (Java). */
struct legacy_symbol {
	struct str function, file;
	int64_t line;
};

struct legacy {
	struct arena arena; /* for texts that are not in the input */
	size_t n_types;
	struct str type[LEGACY_TYPES], unit[LEGACY_TYPES];
	struct str period_type, period_unit;
	int64_t period, duration; /* ns */
	bool has_bytes;           /* samples carry the label "bytes" */
	bool is_jemalloc;         /* drop its frames as well */
	bool endless;             /* no end marker: truncated? */
	bool named;               /* symbols instead of addresses (Java) */
	VEC(uint64_t) addr;
	VEC(struct legacy_sample) sample;
	VEC(struct legacy_mapping) map;
	VEC(struct legacy_symbol) symbol;
	struct map64 symbol_of; /* address -> symbol */
};

/* A parser's result, or -1 and err. UNKNOWN: another format, try the next
   one. */
enum { LEGACY_OK, LEGACY_UNKNOWN };

/* A parser, which fills an empty `l` from all of `text`. */
typedef int legacy_parser(struct legacy *l, struct str text, struct err *err);

legacy_parser legacy_cpu;        /* cpu.c: C++ and Java */
legacy_parser legacy_heap;       /* heap.c: also growth */
legacy_parser legacy_jemalloc;   /* heap.c */
legacy_parser legacy_count;      /* text.c: Go's counts */
legacy_parser legacy_threads;    /* text.c: threadz */
legacy_parser legacy_contention; /* text.c */
legacy_parser legacy_java;       /* java.c: heapz 1, contentionz 1 */
/* The table of names after Java samples: "0xHEX function (file:line)". */
legacy_parser legacy_java_symbols;

/* Functions shared by the parsers: legacy.c, and maps.c for the map. */

void legacy_type(struct legacy *l, struct str type, struct str unit);
void legacy_period(
	struct legacy *l, struct str type, struct str unit, int64_t period);
/* Begin a sample, to which legacy_addr() adds until the next call. */
struct legacy_sample *legacy_begin(struct legacy *l);
void legacy_addr(struct legacy *l, uint64_t address);
/* Remove the i-th address of sample s. */
void legacy_remove(struct legacy *l, struct legacy_sample *s, size_t i);
/* Drop a second frame that only repeats the leaf as a return address. */
void legacy_drop_doubled_leaves(struct legacy *l);

/* Iterates over lines, without LF and CR. False at the end, or at a line over
   the 64 KiB that pprof takes, for which legacy_ended() sets err. */
struct legacy_lines {
	struct str rest;
	struct str line; /* the current one */
	size_t number;   /* number of the line, from 1 */
	bool too_long;
};
bool legacy_next(struct legacy_lines *in);
int legacy_ended(const struct legacy_lines *in, int result, struct err *err);
bool legacy_is_blank_or_comment(struct str line);
bool legacy_is_map_sentinel(struct str line);
/* True for jemalloc's messages beside a profile, "<jemalloc>: Leak ...". */
bool legacy_is_jemalloc_talk(struct str line);

/* True for white space, as in Go's \s. */
static inline bool
legacy_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool
legacy_is_text(char c)
{
	return !legacy_is_space(c);
}

static inline bool
legacy_is_hex(char c)
{
	return ascii_hex(c) >= 0;
}

static inline bool
legacy_is_low_hex(char c)
{
	return ascii_low_hex(c) >= 0;
}

/* Take a run of characters of a class from the front of *s. */
static inline struct str
legacy_run(struct str *s, bool (*is)(char))
{
	struct str run;
	size_t n = 0;

	while (n < s->n && is(s->p[n]))
		n++;
	run = str_sub(*s, 0, n);
	*s = str_skip(*s, n);
	return run;
}

/* Take the text from the front of *s; false, and nothing taken, if it is not
   there. */
static inline bool
legacy_cut(struct str *s, struct str text)
{
	if (!str_starts(*s, text))
		return false;
	*s = str_skip(*s, text.n);
	return true;
}

/* Parse hex digits; false if the number does not fit in 64 bits. */
bool legacy_hex(struct str digits, uint64_t *out);
/* Parse a number with an optional base, as C and Go have it: 0x1f, 010. */
bool legacy_go_number(struct str s, int64_t *out);
void legacy_skip_blanks(struct str *s);
/* Append all numbers 0xHEX of a text to the current sample. Those from position
   `adjust_from` on are return addresses and get -1, to be in the call. -1 and
   err if one does not fit in 64 bits. */
int legacy_addresses(
	struct legacy *l, struct str text, size_t adjust_from, struct err *err);
/* Scale a sampled heap up to the whole one. */
void legacy_unsample(int64_t *count, int64_t *size, int64_t rate);
/* Return -1 and "malformed profile format", with the line. */
int legacy_malformed(struct err *err, const struct legacy_lines *in);

/* Read the memory map from the remaining lines; with `sentinel`, only those
   after the line that announces it. */
void legacy_maps(struct legacy *l, struct legacy_lines *in, bool sentinel);
/* Merge neighbours, put the main binary first, and undo what loaders do to its
   start. */
void legacy_maps_arrange(struct legacy *l);
/* Return the row of l->map that holds an address. May extend a row, or append
   the catch-all row, whose index *fake keeps (NONE before). */
uint32_t legacy_map_of(struct legacy *l, uint64_t address, uint32_t *fake);

#endif
