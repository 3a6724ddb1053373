/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the formats from before profile.proto that pprof still reads: binary
 * CPU files of gperftools, and text dumps of Go, gperftools and old Java
 * agents.
 *
 * Each parser fills a struct legacy, which legacy.c turns into a profile:
 * addresses become locations in order of first use, the memory map becomes
 * mappings, and the types determine which frames are dropped.
 *
 *     parser --legacy_begin/addr--> struct legacy --legacy_build--> builder
 */
#ifndef FT_READ_LEGACY_LEGACY_H
#define FT_READ_LEGACY_LEGACY_H

#include "base/arena.h"
#include "base/ascii.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/vec.h"
#include "profile/builder.h"

enum { LEGACY_TYPES = 4 };

struct legacy_sample {
	size_t first, n; /* addr.p[first .. first + n - 1], leaf first */
	int64_t value[LEGACY_TYPES];
	int64_t bytes;     /* label: size of one block; heaps only */
	struct str thread; /* label, unless empty */
};

struct legacy_mapping {
	uint64_t start, limit, offset;
	struct str file, build_id;
};

/* The name of an address in the file (Java). */
struct legacy_symbol {
	struct str function, file;
	int64_t line;
};

struct legacy {
	struct builder *builder; /* borrowed; fails when reading must stop */
	struct arena arena; /* strings that are not in the input */
	size_t n_types;
	struct str type[LEGACY_TYPES], unit[LEGACY_TYPES];
	struct str period_type, period_unit;
	int64_t period, duration; /* ns */
	bool has_bytes;           /* samples carry the label "bytes" */
	bool is_jemalloc;         /* also drop the frames of jemalloc */
	bool endless;             /* no end marker seen: maybe truncated */
	bool named;               /* has symbols instead of addresses (Java) */
	VEC(uint64_t) addr;
	VEC(struct legacy_sample) sample;
	VEC(struct legacy_mapping) map;
	/* Rows of `map` sorted by start, the key; empty if any overlap. */
	VEC(struct sort_key) map_at;
	VEC(struct legacy_symbol) symbol;
	struct map64 symbol_of; /* address -> symbol */
};

/* Results of a parser, other than -1 and err. UNKNOWN: the text has a different
   format. */
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
/* Parses the names after Java samples: "0xHEX function (file:line)". */
legacy_parser legacy_java_symbols;

/* Functions that the parsers share, in parser.c and maps.c. */

void legacy_type(struct legacy *l, struct str type, struct str unit);
void legacy_period(
	struct legacy *l, struct str type, struct str unit, int64_t period);
/* Begin a sample; legacy_addr() adds its addresses. */
struct legacy_sample *legacy_begin(struct legacy *l);
void legacy_addr(struct legacy *l, uint64_t address);
/* Remove the i-th address of sample s. */
void legacy_remove(struct legacy *l, struct legacy_sample *s, size_t i);
/* Drop a second frame that only repeats the leaf, as a return address. */
void legacy_drop_doubled_leaves(struct legacy *l);

/* Iterates over lines without LF and CR. False at the end, or at a line over
   pprof's limit of 64 KiB, for which legacy_ended() sets err. */
struct legacy_lines {
	struct str rest;
	struct builder *builder; /* fails when reading must stop; or NULL */
	struct str line;         /* current line */
	size_t number;           /* number of the line, from 1 */
	bool too_long;
};
bool legacy_next(struct legacy_lines *in);
int legacy_ended(const struct legacy_lines *in, int result, struct err *err);
bool legacy_is_blank_or_comment(struct str line);
bool legacy_is_map_sentinel(struct str line);
/* True for a message of jemalloc in a profile, "<jemalloc>: Leak ...". */
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

/* Take a run of characters for which is() holds from the front of *s. */
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

/* Take `text` from the front of *s. False if it is not there. */
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
/* Parse a number with the base prefixes of C and Go: 0x1f, 010. */
bool legacy_go_number(struct str s, int64_t *out);
void legacy_skip_blanks(struct str *s);
/* Append all numbers 0xHEX in a text to the current sample. Those from index
   `adjust_from` on are return addresses; 1 is subtracted, to be within the
   call. -1 and err if one exceeds 64 bits. */
int legacy_addresses(
	struct legacy *l, struct str text, size_t adjust_from, struct err *err);
/* Scale sampled values up to the whole heap, by the sampling rate in bytes. */
void legacy_unsample(int64_t *count, int64_t *size, int64_t rate);
/* Set err to "malformed profile format" with the line, and return -1. */
int legacy_malformed(struct err *err, const struct legacy_lines *in);

/* Read the memory map from the remaining lines or, with `sentinel`, from those
   after the line that announces the map. */
void legacy_maps(struct legacy *l, struct legacy_lines *in, bool sentinel);
/* Merge adjacent mappings, put the main binary first, undo the loader's change
   of its start, and fill in l->map_at. */
void legacy_maps_arrange(struct legacy *l);
/* Return the row of l->map that contains an address. May extend a row, or
   append a catch-all row, whose index is kept in *fake (at first NONE). */
uint32_t legacy_map_of(struct legacy *l, uint64_t address, uint32_t *fake);

#endif
