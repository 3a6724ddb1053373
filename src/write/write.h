/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writers of profiles in file formats. The profile must be sealed.
 */
#ifndef FT_WRITE_WRITE_H
#define FT_WRITE_WRITE_H

#include "base/err.h"
#include "base/strbuf.h"
#include "profile/profile.h"

/* Append the profile as profile.proto in gzip, in pieces. `goes_on` is called
   between them, may take the bytes out of `out`, and stops by returning false.
   -1 and err on failure. */
int pprof_write(const struct profile *p, struct strbuf *out,
	bool (*goes_on)(void *on), void *on, struct err *err);
/* Append the profile as profile.proto, not compressed, byte for byte as pprof
   encodes it: strings in order of first use, fields by number, zeroes left out
   except default_sample_type, repeated integers packed from the third on. */
void pprof_encode(const struct profile *p, struct strbuf *out);
/* Append `data` as one gzip member. */
int gzip_append(struct strbuf *out, struct str data, struct err *err);

/* Append a speedscope file: one sampled profile for each value of the label
   "thread", or one for all, equal stacks summed. value[sample.n] are the
   samples' values, of the type in `column`. `goes_on` is called as in
   pprof_write(). */
void speedscope_write(const struct profile *p, uint32_t column,
	const int64_t *value, struct strbuf *out, bool (*goes_on)(void *on),
	void *on);

#endif
