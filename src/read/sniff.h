/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a file looks like at first sight: which of the formats in
 * JSON, or what else that is not a profile.
 */
#ifndef FT_READ_SNIFF_H
#define FT_READ_SNIFF_H

#include <stdbool.h>

#include "base/str.h"
#include "base/strbuf.h"

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
	/* These are not read: */
	JF_FIREFOX,
	JF_PYROSCOPE,
	JF_OTLP,
	JF_STACKPROF,
	JF_TICKS, /* node --prof-process --preprocess */
};

enum jfamily jfamily_of(struct str bytes);

/* Files that are not profiles, or cannot be read: what they are, so
   that the error can say it, and which command helps. */
struct foreign {
	/* How it is recognised: bytes at an offset, a function, or JSON's
	 * names. */
	struct str magic;
	size_t at;
	bool (*is)(struct str bytes);
	enum jfamily family;
	bool sure;        /* nothing that can be read begins like this */
	const char *what; /* "ELF file" */
	/* What to do: FILE becomes the name. NULL: unknown. */
	const char *hint;
	const char *stdin_hint; /* instead, when the input is a pipe */
};

/* The first row that fits, or NULL; `family` is that of the bytes. */
const struct foreign *foreign_find(struct str bytes, enum jfamily family);
/* Its hint with the name put in; appends nothing when there is none. */
void foreign_hint(const struct foreign *f, struct str name, struct strbuf *out);

#endif
