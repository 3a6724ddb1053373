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
	struct str thread; /* a label, too, unless it is empty */
};

struct legacy_mapping {
	uint64_t start, limit, offset;
	struct str file, build_id;
};

/* A frame that the file itself names (Java): by address. */
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
	bool is_jemalloc;         /* its frames are to be dropped, too */
	bool endless;             /* without the mark of its end: cut? */
	bool named;               /* symbols instead of addresses (Java) */
	VEC(uint64_t) addr;
	VEC(struct legacy_sample) sample;
	VEC(struct legacy_mapping) map;
	VEC(struct legacy_symbol) symbol;
	struct map64 symbol_of; /* address -> symbol */
};

/* A parser's answer, or -1 and err. UNKNOWN: not my format, try the next
   one. */
enum { LEGACY_OK, LEGACY_UNKNOWN };

/* One parser: fills an empty `l` from all of `text`. */
typedef int legacy_parser(struct legacy *l, struct str text, struct err *err);

legacy_parser legacy_cpu;        /* cpu.c: C++ and Java */
legacy_parser legacy_heap;       /* heap.c: growth, too */
legacy_parser legacy_jemalloc;   /* heap.c */
legacy_parser legacy_count;      /* text.c: Go's counts */
legacy_parser legacy_threads;    /* text.c: threadz */
legacy_parser legacy_contention; /* text.c */
legacy_parser legacy_java;       /* java.c: heapz 1, contentionz 1 */
/* The table of names behind Java samples: "0xHEX function (file:line)". */
legacy_parser legacy_java_symbols;

/* Shared by the parsers, in legacy.c; the memory map in maps.c. */

void legacy_type(struct legacy *l, struct str type, struct str unit);
void legacy_period(
	struct legacy *l, struct str type, struct str unit, int64_t period);
/* A new sample without addresses; it is the last one until the next call. */
struct legacy_sample *legacy_begin(struct legacy *l);
void legacy_addr(struct legacy *l, uint64_t address);
/* Take the address at position i out of sample s. */
void legacy_remove(struct legacy *l, struct legacy_sample *s, size_t i);
/* A leaf that also came as the return address behind it is one frame. */
void legacy_drop_doubled_leaves(struct legacy *l);

/* Lines of a text: without LF and CR. False at the end, or with err set when
   a line is longer than the 64 KiB that pprof takes. */
struct legacy_lines {
	struct str rest;
	struct str line; /* the current one */
	size_t number;   /* of the current one, from 1 */
	bool too_long;
};
bool legacy_next(struct legacy_lines *in);
int legacy_ended(const struct legacy_lines *in, int result, struct err *err);
bool legacy_is_blank_or_comment(struct str line);
bool legacy_is_map_sentinel(struct str line);
/* What jemalloc says beside the profile, "<jemalloc>: Leak ...". */
bool legacy_is_jemalloc_talk(struct str line);

/* As Go's \s has it. */
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

/* Take the text at the front of *s; false, and nothing taken, when it is not
   there. */
static inline bool
legacy_cut(struct str *s, struct str text)
{
	if (!str_starts(*s, text))
		return false;
	*s = str_skip(*s, text.n);
	return true;
}

/* The value of hex digits; false when it does not fit in 64 bits. */
bool legacy_hex(struct str digits, uint64_t *out);
/* A number with an optional base prefix, as C and Go write it: 0x1f, 010. */
bool legacy_go_number(struct str s, int64_t *out);
void legacy_skip_blanks(struct str *s);
/* Append all numbers 0xHEX of a text to the current sample; those from
   position `adjust_from` of the stack on are return addresses and get -1, to
   land on the call. -1 and err when one does not fit in 64 bits. */
int legacy_addresses(
	struct legacy *l, struct str text, size_t adjust_from, struct err *err);
/* What a sampled heap stands for. */
void legacy_unsample(int64_t *count, int64_t *size, int64_t rate);
/* "malformed profile format", with the line. -1. */
int legacy_malformed(struct err *err, const struct legacy_lines *in);

/* Read the memory map from the lines that are left. With `sentinel`, only
   what is behind the line that announces it. */
void legacy_maps(struct legacy *l, struct legacy_lines *in, bool sentinel);
/* Merge neighbours, put the main binary first, undo what loaders do to the
   start of the main binary. */
void legacy_maps_arrange(struct legacy *l);
/* The row of l->map that holds an address; may extend one, or append the
   catch-all row, which *fake remembers (NONE before). */
uint32_t legacy_map_of(struct legacy *l, uint64_t address, uint32_t *fake);

#endif
