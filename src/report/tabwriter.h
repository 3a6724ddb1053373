/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Columns from tabs, right-aligned, as Go's text/tabwriter makes them for
 * pprof's -tags: with its habits, which show when a label holds one of the
 * characters that mean something there.
 *
 *     key:\t Total 7\n            key: Total 7
 *      \t5:\t a\n         -->       5: a
 *      \t12:\t b\n                12: b
 *
 * A column is as wide as its widest cell and a blank; it ends at a line that
 * does not have it. Vertical tabs are tabs, form feeds are line ends that end
 * all columns, and between two bytes 0xFF nothing means anything.
 */
#ifndef FT_REPORT_TABWRITER_H
#define FT_REPORT_TABWRITER_H

#include "base/str.h"
#include "base/strbuf.h"

struct tabs;

/* The columns of a text, which stays where it is. Free with tabs_free(). */
struct tabs *tabs_new(struct str text);
/* Append the next line with its columns aligned. False: that was the last. */
bool tabs_put_line(struct tabs *t, struct strbuf *out);
void tabs_free(struct tabs *t);

#endif
