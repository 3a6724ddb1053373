/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gzip, through zlib. */
#ifndef FT_WRITE_DEFLATE_H
#define FT_WRITE_DEFLATE_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Append `data` as one gzip member. */
int gzip_append(struct strbuf *out, struct str data, struct err *err);

#endif
