/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of a format, and functions that readers share. Only readers and the
 * code that chooses one (readers.h) need this; all other code uses read.h.
 */
#ifndef FT_READ_READER_H
#define FT_READ_READER_H

#include "read/read.h"

struct pprof_scan;

/* A reader's input and output. progress and warnings may be NULL. */
struct read_job {
	struct str bytes; /* inflated */
	struct str name;  /* file name, "-" for stdin */
	size_t max_memory;
	enum read_detail detail;
	bool asked; /* the user named the format: leave out what does not fit */
	struct progress *progress;
	struct warnings *warnings;
	struct builder *builder;
	struct pprof_scan *scan; /* for reader_pprof; NULL: use `bytes` */
	struct partial partial;  /* set if the input was not read to its end */
};

/* The format of a JSON text, judged by the names of its outermost members. */
enum jfamily {
	JF_NONE, /* not JSON */
	JF_OTHER,
	JF_SPEEDSCOPE,
	JF_CPUPROFILE,  /* V8's, in the current or the older form */
	JF_HEAPPROFILE, /* V8's */
	JF_TRACE,       /* trace events, as written by Chrome */
	JF_STACKPROF,
	JF_DHAT,
	JF_OTLP,
	JF_FIREFOX,
	JF_GHC,
	JF_JAVATHREADS,
	/* Recognised, but not read: */
	JF_PYROSCOPE,
	JF_TICKS, /* node --prof-process --preprocess */
	JF_PYINSTRUMENT,
	JF_HEAPSNAPSHOT, /* V8's */
	JF_SAFARI,       /* a timeline of its inspector */
	JF_NODEREPORT,
};

/* How well bytes match a format: one of these values or a number in between.
   The reader with the highest score is used if that is at least SNIFF_DAMAGED;
   on a tie, the first in READERS. Lower scores are used only in the error
   message ("nearest to ..."). */
enum {
	SNIFF_NO = 0,
	SNIFF_NEAR = 50,    /* has some marks; `why` says what is missing */
	SNIFF_DAMAGED = 80, /* begins like it; read() reports the fault */
	SNIFF_YES = 100,
};

struct reader {
	const char *name;  /* for --format */
	const char *title; /* name shown in messages */
	/* Fills job->builder. Returns 0, or -1 with err as "what (place)". */
	int (*read)(struct read_job *job, struct err *err);
	/* Scores the first 64 KiB or so, without allocating. Below SNIFF_YES it
	   may append a reason to `why`: "line 1: no number at its end". */
	int (*sniff)(struct str bytes, struct strbuf *why);
	/* The family of a JSON format, which has no sniff(). */
	enum jfamily family;
	enum names_from names; /* origin of its function names */
	bool by_place;         /* see struct header */
};

/* Report progress. Returns true, once, if the user wants no more: the reader
   should then end here and succeed. `samples` of `of` samples (0: unknown) have
   been read, up to byte `at`. On true, job->partial is set, and the reader may
   correct its numbers. Readers of lines need not call this: see lines.h. */
enum { READ_LEAST = 1 << 15 }; /* minimum samples for an early end */
bool read_enough(
	struct read_job *job, uint64_t samples, uint64_t of, size_t at);

/* Return 0, or -1 and the builder's error if it has failed. */
int read_check(const struct builder *b, struct err *err);

/* Return -1 and err if `held` bytes of the reader plus the builder's exceed the
   memory limit. `what` is text such as "frames need". */
int read_limit(const struct read_job *job, size_t held, const char *what,
	struct err *err);

/* Return -1 and err: `what`, then "start of the text" (line 3). */
int read_bad_line(
	struct err *err, const char *what, struct str text, size_t line);

/* Add a sample type or a comment. */
void read_type(struct builder *b, struct str type, struct str unit);
void read_comment(struct builder *b, struct str text);

/* Warn about bytes after the end of a profile, if there are any. */
void read_warn_rest(const struct read_job *job, size_t bytes);
/* Warn that values were clamped to 64 bits. */
void read_warn_clipped(const struct read_job *job);

#endif
