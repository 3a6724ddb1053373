/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Do bytes look like profile.proto? There is no magic number: the fields must
 * be legal ones. Binary data that begins so and then breaks is a damaged
 * profile; text must be one to its end, since text can begin so by chance.
 */
#ifndef FT_READ_PPROF_SNIFF_H
#define FT_READ_PPROF_SNIFF_H

#include "base/str.h"
#include "base/strbuf.h"
#include "read/read.h"

int pprof_sniff(struct str bytes, struct strbuf *why);

#endif
