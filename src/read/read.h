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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/notes.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "profile/builder.h"
#include "profile/partial.h"
#include "profile/profile.h"

struct read_spec {
	struct str bytes;  /* the whole input, borrowed until the return */
	struct str name;   /* of the file, for hints; "-" for stdin */
	struct str format; /* name of a reader; "" to sniff */
	size_t max_memory; /* bytes for tables; 0: no limit */
	struct partial partial; /* when `bytes` are only the first of them */
};

/* What a reader works on. progress and notes may be NULL. */
struct read_job {
	struct str bytes;
	size_t max_memory;
	struct progress *progress;
	struct notes *notes;
	struct builder *builder;
	struct partial partial; /* set when not all was read */
};

enum sniffed {
	SNIFF_NO,
	SNIFF_DAMAGED, /* begins like it: read() can say what is wrong */
	SNIFF_YES,
};

struct reader {
	const char *name;  /* for --format */
	const char *title; /* in messages */
	/* For SNIFF_NO, appends why: "line 1: no number at its end". */
	enum sniffed (*sniff)(struct str bytes, struct strbuf *why);
	/* -1 and err: "what (place)". */
	int (*read)(struct read_job *job, struct err *err);
};

/* Has the user seen enough? For readers to ask now and then, having read so
   many samples of `of` (0: unknown), up to a byte. True, once: end here and
   succeed; what was read is shown, marked with job->partial, whose numbers
   may still be corrected. Formats of lines need not ask: see lines.h. Also
   tells the progress how many samples there are. */
enum { READ_LEAST = 1 << 15 }; /* samples; fewer are no picture */
bool read_enough(struct read_job *job, uint64_t samples, uint64_t of,
	size_t at);

/* U+037E, which in folded stacks stands for a ';' inside of a name. */
#define FOLDED_SEMICOLON "\xCD\xBE"

extern const struct reader reader_pprof, reader_legacy, reader_folded;

/* The i-th row of the table, NULL behind the last. */
const struct reader *reader_at(size_t i);

/* Everything but the seal, so that the caller can free the bytes, and add
   to the profile, before. NULL and err. */
struct builder *read_builder(const struct read_spec *spec,
	struct progress *progress, struct notes *notes, struct err *err);
/* The same, sealed. */
struct profile *read_profile(const struct read_spec *spec,
	struct progress *progress, struct notes *notes, struct err *err);

#endif
