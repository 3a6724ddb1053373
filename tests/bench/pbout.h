/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profile.proto on its way to standard output, for generators: messages go
 * out as they are made, the string table is kept and goes out last. Ids of
 * functions and locations count from 1, in the order of the calls.
 *
 *     pbout_begin(); add strings, samples, locations, functions; pbout_end()
 *
 * Columns are "samples/count" and "cpu/nanoseconds", or as many as one likes.
 * Also a small random generator: the same seed gives the same bytes.
 */
#ifndef FT_BENCH_PBOUT_H
#define FT_BENCH_PBOUT_H

#include "base/str.h"
#include "base/strbuf.h"

struct pbout {
	struct strbuf table; /* string table, encoded */
	uint32_t nstrings;
	uint32_t nlocs, nfuncs;
	uint32_t ntypes;
	struct strbuf sample, packed, part; /* reused while encoding */
};

/* `ntypes` sample types, at least 2; the last is the default one. */
void pbout_begin(struct pbout *o, uint32_t ntypes);
/* Mapping, string table, times; checks that all of it was written: -1 and
   errno when not. */
int pbout_end(struct pbout *o);

/* The index of a string that was not added before. */
uint32_t pbout_string(struct pbout *o, struct str s);
uint32_t pbout_text(struct pbout *o, const char *text);

/* One sample: stack (leaf first), every value is `count`, scaled for the
   default type; then its labels, then end. */
void pbout_sample(
	struct pbout *o, const uint32_t *loc, uint32_t n, uint64_t count);
void pbout_label(struct pbout *o, uint32_t key, uint32_t value);
void pbout_sample_end(struct pbout *o);

/* A location with one line, or with another function inlined into it;
   `inlined` 0: nothing. */
uint32_t pbout_location(struct pbout *o, uint32_t func, uint64_t line,
	uint32_t inlined, uint64_t inlined_line);
uint32_t pbout_function(
	struct pbout *o, struct str name, struct str file, uint64_t line);

/* ---- random numbers ---- */

uint64_t mix64(uint64_t x);

struct dice {
	uint64_t state;
};

uint64_t dice_next(struct dice *d);
uint32_t dice_below(struct dice *d, uint32_t n); /* 0 to n - 1 */
double dice_unit(struct dice *d);                /* 0 up to but not 1 */

#endif
