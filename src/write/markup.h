/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Escapes text from a profile for markup (SVG, HTML) and CSV. Control
 * characters and broken UTF-8 become U+FFFD. For JSON, see base/json.h.
 */
#ifndef FT_WRITE_MARKUP_H
#define FT_WRITE_MARKUP_H

#include "base/str.h"
#include "base/strbuf.h"

/* Append text as character data, or for an attribute in double quotes. */
void markup_put(struct strbuf *out, struct str text);
/* Append a CSV field, quoted if necessary. Text that a spreadsheet would take
   for a formula ("=...", "-[Cls m]") gets a ' in front. */
void csv_put(struct strbuf *out, struct str text);

#endif
