/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns tabs into right-aligned columns, as Go's text/tabwriter does for
 * pprof's -tags. Its details show if a label contains special characters.
 *
 *     key:\t Total 7\n            key: Total 7
 *      \t5:\t a\n         -->       5: a
 *      \t12:\t b\n                12: b
 *
 * A column is as wide as its widest cell and a blank; it ends at a line without
 * a cell in it. Vertical tabs are tabs, form feeds are line ends that end all
 * columns, and text between two bytes 0xFF is literal.
 */
#ifndef FT_REPORT_TABWRITER_H
#define FT_REPORT_TABWRITER_H

#include "base/str.h"
#include "base/strbuf.h"

struct tabs;

/* Find the columns of a text, which is borrowed. Free with tabs_free(). */
struct tabs *tabs_new(struct str text);
/* Append the next line with its columns aligned. False after the last line. */
bool tabs_put_line(struct tabs *t, struct strbuf *out);
void tabs_free(struct tabs *t);

#endif
