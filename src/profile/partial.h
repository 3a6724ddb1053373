/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profile of which only the first part was read, because somebody had seen
 * enough. The mark is a comment of the profile:
 *
 *     flametop: partial: first 41% of the samples; 65536 of 160000, big.pb.gz
 *
 * so that it goes wherever comments go: through merges, filters and diffs,
 * into every format that has comments, and back when such a file is read.
 */
#ifndef FT_PROFILE_PARTIAL_H
#define FT_PROFILE_PARTIAL_H

#include "base/str.h"
#include "base/strbuf.h"
#include "profile/builder.h"

/* How much of a source was read; all 0: all of it. */
struct partial {
	uint64_t samples, samples_of; /* read, of how many; 0: unknown */
	uint64_t bytes, bytes_of;     /* the same; 0: unknown */
};

/* Was less read than there is? */
bool partial_is(const struct partial *p);
/* Mark what is being built; `name` is of the file. */
void partial_mark(struct builder *b, const struct partial *p, struct str name);
/* So many more files were to be read and were not. */
void partial_mark_unread(struct builder *b, size_t files);

/* The marks of a profile. Points into the profile. */
struct partial_marks {
	size_t n;        /* 0: it is whole */
	struct str what; /* of the first one: "first 41% of the samples" */
	struct str rest; /* likewise: "65536 of 160000, big.pb.gz" */
};
struct partial_marks partial_find(const struct profile *p);
/* "first 41% of the samples", when there are more marks "first 41% of the
   samples, and more"; nothing when the profile is whole. */
void partial_text(struct strbuf *out, const struct profile *p);
/* Each mark as a line that begins with `before`; nothing when it is whole. */
void partial_lines(
	struct strbuf *out, const struct profile *p, const char *before);

#endif
