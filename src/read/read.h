/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes to profiles. Each format is a row of one table: it says whether the
 * bytes look like its own, and puts them into a builder. It does not know
 * where they came from; they are inflated already.
 *
 *     bytes --sniff--> row of the table --read--> builder --seal--> profile
 */
#ifndef FT_READ_READ_H
#define FT_READ_READ_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "input/stream.h"
#include "profile/builder.h"
#include "profile/partial.h"
#include "profile/profile.h"

struct pprof_scan;

/* What of the samples is wanted, from the most to the least; a reader may give
   more. Who decides, in this order: the report's row (report_detail()), gates
   (wanted_detail() in batch.c), what is merged with what (choose_detail() in
   load/load.c); then, file by file, what is in it (pprof_kind()). Only
   reader_pprof reads less than all. */
enum read_detail {
	READ_SAMPLES, /* all of it */
	/* Those of a stack may be one, and need no labels, as long as whatever
	   is summed over all samples of a stack comes out the same: their
	   values, magnitudes and those that are not zero, in any column. Stacks
	   are in the order in which they first come. */
	READ_STACKS,
	READ_SUMS, /* the same in any order */
};

struct read_spec {
	struct str bytes;       /* the whole input, borrowed until the return */
	struct str name;        /* of the file, for messages; "-" for stdin */
	struct str format;      /* name of a reader; "" to sniff */
	size_t max_memory;      /* bytes for tables; 0: no limit */
	struct partial partial; /* when `bytes` are only the first of them */
	enum read_detail detail;
	bool is_part; /* see builder_part(); `bytes` are borrowed until the
			 profile goes */
};

/* What a reader works on. progress and warnings may be NULL. */
struct read_job {
	struct str bytes; /* inflated */
	struct str name;  /* of the file they came from, "-" for stdin */
	size_t max_memory;
	enum read_detail detail;
	struct progress *progress;
	struct warnings *warnings;
	struct builder *builder;
	struct pprof_scan *scan; /* what came in pieces, for reader_pprof; NULL:
				    all of it is in `bytes` */
	struct partial partial;  /* set when not all was read */
};

/* Which of the formats in JSON a text is, judged by the names of its outermost
   members. They may come late in a large file: then all of it is looked
   over, but nothing is allocated. */
enum jfamily {
	JF_NONE, /* no JSON */
	JF_OTHER,
	JF_SPEEDSCOPE,
	JF_CPUPROFILE,  /* V8's, also of its older form */
	JF_HEAPPROFILE, /* V8's */
	JF_TRACE,       /* of Chrome and all that write like it */
	JF_STACKPROF,
	JF_DHAT,
	JF_OTLP,
	JF_FIREFOX,
	/* These are not read: */
	JF_PYROSCOPE,
	JF_TICKS, /* node --prof-process --preprocess */
	JF_PYINSTRUMENT,
	JF_HEAPSNAPSHOT, /* V8's */
};

enum jfamily jfamily_of(struct str bytes);

/* How much bytes look like a format: one of these or a number between. The
   reader with the largest one takes them, if that is SNIFF_DAMAGED or more;
   of equals the first of the table. A smaller one is only how near it came,
   for the message that nobody takes them. */
enum {
	SNIFF_NO = 0,
	SNIFF_NEAR = 50,    /* has marks of it; `why`: what is missing */
	SNIFF_DAMAGED = 80, /* begins like it: read() can say what is wrong */
	SNIFF_YES = 100,
};

struct reader {
	const char *name;  /* for --format */
	const char *title; /* in messages */
	/* -1 and err: "what (place)". */
	int (*read)(struct read_job *job, struct err *err);
	/* Looks at the start, 64 KiB or so, allocates nothing. Below
	   SNIFF_YES it may append a reason to `why`, with what helps:
	   "line 1: no number at its end". */
	int (*sniff)(struct str bytes, struct strbuf *why);
	/* A format in JSON needs no function: it takes this family. */
	enum jfamily family;
	enum names_from names; /* which its functions have */
};

/* Has the user seen enough? For readers to ask now and then, having read so
   many samples of `of` (0: unknown), up to a byte. True, once: end here and
   succeed; what was read is shown, marked with job->partial, whose numbers
   may still be corrected. Formats of lines need not ask: see lines.h. Also
   reports the number of samples to the progress. */
enum { READ_LEAST = 1 << 15 }; /* samples; fewer are not worth showing */
bool read_enough(
	struct read_job *job, uint64_t samples, uint64_t of, size_t at);

/* 0 while the builder is well; else -1 and its error. */
int read_check(const struct builder *b, struct err *err);

/* -1 and err, "its WHAT need more than the memory limit", when a reader that
   holds so many bytes of its own is above it. */
int read_limit(const struct read_job *job, size_t held, const char *what,
	struct err *err);

/* -1 and "what \"start of the text\" (line 3)". */
int read_bad_line(
	struct err *err, const char *what, struct str text, size_t line);

/* A sample type, a comment, by their texts. */
void read_type(struct builder *b, struct str type, struct str unit);
void read_comment(struct builder *b, struct str text);

/* Warn that values were clamped to 64 bits. */
void read_warn_clipped(const struct read_job *job);

/* THE table of formats, in the order in which they are asked: strict ones
   first, permissive text last. A row NAME is an extern `struct reader
   reader_NAME`, alone in a file or beside its kin, and the word NAME for
   --format. */
#define READERS(ROW) \
	ROW(perfdata) \
	ROW(jfr) \
	ROW(callgrind) \
	ROW(otlp) \
	ROW(pprof) \
	ROW(legacy) \
	ROW(pstats) \
	ROW(austin) \
	ROW(stackprofdump) \
	ROW(speedscope) \
	ROW(cpuprofile) \
	ROW(heapprofile) \
	ROW(firefox) \
	ROW(otlpjson) \
	ROW(stackprof) \
	ROW(dhat) \
	ROW(trace) \
	ROW(bpftrace) \
	ROW(heaptrack) \
	ROW(massif) \
	ROW(perfscript) \
	ROW(dtrace) \
	ROW(bcc) \
	ROW(difffolded) \
	ROW(folded)

#define READER_DECLARE(name) extern const struct reader reader_##name;
READERS(READER_DECLARE)
#undef READER_DECLARE

/* U+037E, which replaces a ';' within a name in folded stacks. */
#define FOLDED_SEMICOLON "\xCD\xBE"

/* The i-th row of the table, NULL behind the last. */
const struct reader *reader_at(size_t i);

/* How much bytes look like a reader's; `family` is jfamily_of() them. */
int reader_sniff(const struct reader *r, struct str bytes, enum jfamily family,
	struct strbuf *why);

/* Everything but the seal, so that the caller can free the bytes, and add
   to the profile, before. NULL and err. */
struct builder *read_builder(const struct read_spec *spec,
	struct progress *progress, struct warnings *warnings, struct err *err);
/* The same of what comes in pieces; spec has no bytes. NULL with err->code
   ERR_NONE when it has to be read as a whole: it is not profile.proto, or
   something is unusual or wrong, of which the whole tells more. */
struct builder *read_pieces(struct stream *stream, const struct read_spec *spec,
	struct progress *progress, struct warnings *warnings, struct err *err);
/* From the whole, sealed. */
struct profile *read_profile(const struct read_spec *spec,
	struct progress *progress, struct warnings *warnings, struct err *err);

#endif
