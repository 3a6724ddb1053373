/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of formats, and functions that try them on bytes (read.c). Few
 * files include it, so a new row recompiles few.
 */
#ifndef FT_READ_READERS_H
#define FT_READ_READERS_H

#include "read/reader.h"

/* The table of formats, in the order in which they are tried: strict ones
   first, permissive text last. A row NAME is an extern `struct reader
   reader_NAME`, and the word NAME for --format. */
#define READERS(ROW) \
	ROW(perfdata) \
	ROW(jfr) \
	ROW(simpleperf) \
	ROW(callgrind) \
	ROW(otlp) \
	ROW(tachyon) \
	ROW(pprof) \
	ROW(legacy) \
	ROW(pstats) \
	ROW(austin) \
	ROW(ghc) \
	ROW(stackprofdump) \
	ROW(speedscope) \
	ROW(cpuprofile) \
	ROW(heapprofile) \
	ROW(firefox) \
	ROW(ghcjson) \
	ROW(otlpjson) \
	ROW(stackprof) \
	ROW(dhat) \
	ROW(javathreads) \
	ROW(trace) \
	ROW(stackdump) \
	ROW(bpftrace) \
	ROW(heaptrack) \
	ROW(massif) \
	ROW(perfscript) \
	ROW(dtrace) \
	ROW(macsample) \
	ROW(xctrace) \
	ROW(bcc) \
	ROW(difffolded) \
	ROW(folded)

#define READER_DECLARE(name) extern const struct reader reader_##name;
READERS(READER_DECLARE)
#undef READER_DECLARE

/* Return the i-th reader, or NULL after the last. */
const struct reader *reader_at(size_t i);

/* Return the family of a JSON text. If the names that decide come late in a
   large file, the whole text is scanned. Nothing is allocated. */
enum jfamily jfamily_of(struct str bytes);

/* Return r's score for bytes; family is jfamily_of(bytes). */
int reader_sniff(const struct reader *r, struct str bytes, enum jfamily family,
	struct strbuf *why);

#endif
