/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text from a profile inside other formats, where its bytes must not mean
 * anything: markup (SVG, HTML) and CSV. Bytes that cannot be shown, control
 * characters and broken UTF-8, become U+FFFD. (JSON: base/json.h.)
 */
#ifndef FT_WRITE_MARKUP_H
#define FT_WRITE_MARKUP_H

#include "base/str.h"
#include "base/strbuf.h"

/* Append as character data, also fit for attributes in double quotes. */
void markup_put(struct strbuf *out, struct str text);
/* Append one CSV field, quoted if it must be. Text that a spreadsheet would
   compute ("=...", "-[Cls m]") gets a ' in front, which makes it text. */
void csv_put(struct strbuf *out, struct str text);

#endif
