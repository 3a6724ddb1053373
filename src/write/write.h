/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sealed profile as the bytes of a file.
 */
#ifndef FT_WRITE_WRITE_H
#define FT_WRITE_WRITE_H

#include "base/err.h"
#include "base/strbuf.h"
#include "profile/profile.h"

/* Append the profile as profile.proto in gzip, in pieces: `goes_on` is asked
   between them, may take away what is there, and ends it with false. -1 and
   err. */
int pprof_write(const struct profile *p, struct strbuf *out,
	bool (*goes_on)(void *on), void *on, struct err *err);
/* Append the profile as profile.proto, not compressed, byte for byte as pprof
   encodes it: the string table in order of first use, fields in order of their
   numbers, zeroes left out but for default_sample_type, repeated integers
   packed from the third on. */
void pprof_encode(const struct profile *p, struct strbuf *out);
/* Append `data` as one gzip member. */
int gzip_append(struct strbuf *out, struct str data, struct err *err);

/* Append a file of speedscope: one sampled profile for each value of the label
   "thread", or one for all, equal stacks summed. It has one value to a stack:
   value[sample.n] are those of the samples, of the type in `column`. `goes_on`
   is asked as pprof_write() asks it. */
void speedscope_write(const struct profile *p, uint32_t column,
	const int64_t *value, struct strbuf *out, bool (*goes_on)(void *on),
	void *on);

#endif
