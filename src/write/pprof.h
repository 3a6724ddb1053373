/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sealed profile as profile.proto, byte for byte as pprof encodes it
 *: the string table in order of first use, fields in order of
 * their numbers, zeroes left out but for default_sample_type, repeated
 * integers packed from the third on.
 */
#ifndef FT_WRITE_PPROF_H
#define FT_WRITE_PPROF_H

#include "base/strbuf.h"
#include "profile/profile.h"

/* Append the message, not compressed. */
void pprof_encode(const struct profile *p, struct strbuf *out);

#endif
