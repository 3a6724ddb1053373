/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns bytes into profiles. Each format is a row of one table (readers.h),
 * whose functions (reader.h) recognise the bytes and put them into a builder.
 * The bytes are already inflated, wherever they came from.
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

/* How much detail of the samples a report needs, from most to least. Every
   reader but reader_pprof gives all of it. The choice is narrowed in turn by
   report_detail(), wanted_detail() in batch.c, choose_detail() in load/load.c
   and, for each file, pprof_kind(). */
enum read_detail {
	READ_SAMPLES, /* each sample as in the file */
	/* Samples with the same stack may be merged and lose their labels,
	   provided that each column keeps its sums: of values, of magnitudes
	   and of the number of non-zero values. Stacks keep the order in which
	   they first occur. */
	READ_STACKS,
	READ_SUMS, /* like READ_STACKS, with stacks in any order */
};

struct read_spec {
	struct str bytes;       /* the whole input, borrowed until the return */
	struct str name;        /* file name for messages; "-" for stdin */
	struct str format;      /* name of a reader; "" to sniff */
	size_t max_memory;      /* bytes for tables; 0: no limit */
	struct partial partial; /* set if `bytes` is only the start */
	enum read_detail detail;
	bool is_part; /* see builder_part(); the profile borrows `bytes` */
};

/* U+037E, which replaces a ';' within a name in folded stacks. */
#define FOLDED_SEMICOLON "\xCD\xBE"

/* Read everything without sealing the profile, so that the caller can first
   free the bytes and add to it. NULL and err on failure. */
struct builder *read_builder(const struct read_spec *spec,
	struct progress *progress, struct warnings *warnings, struct err *err);
/* Like read_builder(), for input that arrives in pieces; spec->bytes is unused.
   NULL with ERR_NONE if the input must be read as a whole instead: it is not
   profile.proto, or has a fault that a whole read explains better. */
struct builder *read_pieces(struct stream *stream, const struct read_spec *spec,
	struct progress *progress, struct warnings *warnings, struct err *err);
/* Read spec->bytes and seal the profile. */
struct profile *read_profile(const struct read_spec *spec,
	struct progress *progress, struct warnings *warnings, struct err *err);

#endif
