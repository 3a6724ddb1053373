/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads profiles for the Firefox profiler. Parts shared by the files of the
 * reader:
 *
 *     tables, texts        table.c
 *     libraries, frames    frame.c
 *     everything else      firefox.c
 *
 * Functions that return an int return -1 and set the walk's error.
 */
#ifndef FT_READ_FIREFOX_FIREFOX_H
#define FT_READ_FIREFOX_FIREFOX_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/vec.h"
#include "read/reader.h"
#include "read/rows.h"
#include "read/symsidecar.h"

/* How a number in the file becomes an integer: multiplied by 10^scale, as from
   milliseconds to nanoseconds, or FF_ADDRESS: an unsigned 64-bit address. */
enum ff_scale { FF_WHOLE = 0, FF_MICROS = 3, FF_MILLIS = 6, FF_ADDRESS = -1 };

/* Value in a column for null, and for anything that is not a number. */
#define FF_NULL INT64_MIN

struct ff_column {
	VEC(int64_t) v;
};

enum ff_type { FF_SAMPLES, FF_TIME, FF_SPACE, FF_CPU, FF_CYCLES, FF_TYPES };

struct ff_lib {
	map_id map; /* NONE: no frame has used it yet */
	str_id path, build_id, name;
	uint64_t start, end; /* addresses in raw profiles */
	size_t symbols;      /* library in the sidecar, or SIZE_MAX */
};

/* Addresses of a library, and the largest end up to here. */
struct ff_range {
	uint64_t start, end, reach;
	size_t lib;
};

/* The key of a location. */
struct ff_place {
	uint64_t address;
	func_id func;
	map_id map;
	uint32_t line, column;
};

/* The tables of a thread. */
enum { STRINGS, FRAMES, FUNCS, RESOURCES, STACKS, SOURCES, FF_TABLES };

/* The end of a stack, for samples: the node of the caller and the raw address
   of the leaf, or 0 if the leaf has the same location everywhere. */
struct ff_end {
	node_id above;
	uint64_t address;
};

struct ff_tables {
	size_t where[FF_TABLES];
	/* The tables that have the strings and locations: this struct or, if
	   all threads share them, ff.shared. */
	const struct ff_tables *strings, *frames;
	VEC(str_id) string;
	VEC(loc_id) loc;        /* [frame] */
	VEC(uint64_t) raw;      /* [frame] address in raw profiles, or 0 */
	VEC(node_id) node;      /* [stack] */
	VEC(struct ff_end) end; /* [stack] */
};

/* A table that threads share; its columns are read when first needed. */
enum { FF_ONCE_COLUMNS = 5 };
struct ff_once {
	bool is_read;
	struct ff_column column[FF_ONCE_COLUMNS];
};

struct ff {
	struct read_job *job;
	struct builder *b;
	struct jwalk w;
	VEC(struct ff_lib) lib;
	VEC(struct ff_range) range; /* ranges of lib[], sorted */
	struct ff_tables shared;
	struct ff_once once[FF_TABLES]; /* columns of shared tables */
	str_id not_main;                /* name of process without a library */
	struct rows rows;
	uint32_t column[FF_TYPES]; /* NONE: not in the profile */
	enum ff_scale cpu_scale;   /* scale from threadCPUDelta to ns */
	bool is_cycles, no_times;
	int64_t kernel; /* index of the category "Kernel", or -1 */
	int64_t start;  /* time of the first process, ns since 1970 */
	int64_t profiling;   /* start of the recording, ns since `start`; or
				-1 */
	int64_t first, last; /* times of samples, ns since start */
	int64_t shift;  /* start of this process, ns since `start` */
	map_id main;    /* the main binary, or NONE */
	struct functable funcs;
	struct map64 map_of;
	struct arena arena;
	struct intern places;
	VEC(loc_id) loc; /* [id in places - 1] */
	VEC(struct builder_line) line;
	struct symsidecar *sidecar; /* or NULL */
	int64_t cpu_sum;
	size_t samples, unnamed;
	size_t unweighed; /* samples without a weight, where others have one */
	size_t damaged; /* samples whose stack is not in the file */
	bool clipped;
};

static inline int64_t
ff_at(const struct ff_column *c, size_t i, int64_t otherwise)
{
	return i < c->v.n && c->v.p[i] != FF_NULL ? c->v.p[i] : otherwise;
}

/* Return the index of a row, or -1. */
static inline int64_t
ff_index(const struct ff_column *c, size_t i)
{
	int64_t at = ff_at(c, i, -1);

	return at >= 0 && at < NONE ? at : -1;
}

void ff_columns_free(struct ff_column *c, size_t n);
/* Move to `where`. True if a value that begins with `first` is there; null and
   other types count as missing. */
bool ff_to(struct ff *f, size_t where, char first);
/* Enter the array at `where`. 1; 0 if something else is there, or nothing; -1
   and err. */
int ff_array(struct ff *f, size_t where);
/* Read the columns name[i] of a table in either form, at most FF_COLUMNS, each
   with its scale. NULL scales: all are FF_WHOLE. */
enum { FF_COLUMNS = 8 };
int ff_table(struct ff *f, size_t where, const char *const *name,
	const enum ff_scale *scale, size_t n, struct ff_column *out);

/* Return the location of a raw address that is a leaf, not a return address. */
loc_id ff_raw_leaf(struct ff *f, uint64_t address);

/* Get the text at an offset, or a number as written; 0 if there is none. */
int ff_text(struct ff *f, size_t where, str_id *id);
/* Get the number at an offset; *out is unchanged if there is none. */
int ff_number_at(struct ff *f, size_t where, enum ff_scale scale, int64_t *out);
/* Fill in t->string; return its i-th string. */
int ff_strings(struct ff *f, struct ff_tables *t);
str_id ff_string(const struct ff_tables *t, int64_t i);

/* Fill in f->lib from the list at an offset. */
int ff_libs(struct ff *f, size_t where);
/* Fill in t->loc with the locations of the frames. */
int ff_frames(struct ff *f, struct ff_tables *t);

#endif
