/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles that were read only in part, because the user stopped the reading.
 * A comment in the profile marks them:
 *
 *     flametop: partial: first 41% of the samples; 65536 of 160000, big.pb.gz
 *
 * A comment survives merges, filters and diffs, is written to every format that
 * has comments, and is found again when such a file is read.
 */
#ifndef FT_PROFILE_PARTIAL_H
#define FT_PROFILE_PARTIAL_H

#include "base/str.h"
#include "base/strbuf.h"
#include "profile/builder.h"

/* How much of a file or stream was read; all fields are 0 if it is complete. */
struct partial {
	uint64_t samples, samples_of; /* read, and in total (0: unknown) */
	uint64_t bytes, bytes_of;     /* likewise */
};

/* True if the input was not read completely. */
bool partial_is(const struct partial *p);
/* Mark the profile being built as partial; `name` is the file name. */
void partial_mark(struct builder *b, const struct partial *p, struct str name);
/* Add a mark that this many files were not read at all. */
void partial_mark_unread(struct builder *b, size_t files);

/* Return a profile with its marks replaced by `what` ("1 of 30 days"), or
   without marks if that is "". A new reference. */
struct profile *partial_marked(const struct profile *p, struct str what);

/* The marks in a profile. The strings point into the profile. */
struct partial_marks {
	size_t n;        /* 0: the profile is complete */
	struct str what; /* first mark: "first 41% of the samples" */
	struct str rest; /* after its ";": "65536 of 160000, big.pb.gz" */
};
struct partial_marks partial_find(const struct profile *p);
/* Append the first mark ("first 41% of the samples"), and ", and more" if there
   are others; nothing for a complete profile. */
void partial_text(struct strbuf *out, const struct profile *p);
/* Append each mark as a line that begins with `before`. */
void partial_lines(
	struct strbuf *out, const struct profile *p, const char *before);

#endif
