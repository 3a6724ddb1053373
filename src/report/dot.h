/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The call graph as graphviz's dot reads it.
 *
 *     N1 [label="main..." ...]          a box for each node,
 *     N1_0 [label = "thread:t1" ...]    its tags beside it,
 *     N1 -> N2 [label=" 0.50s" ...]     and the calls
 */
#ifndef FT_REPORT_DOT_H
#define FT_REPORT_DOT_H

#include "base/err.h"
#include "base/strbuf.h"

struct report_job;

/* Append the whole text to out. -1 and err as view_compute(). */
int dot_put(const struct report_job *job, struct strbuf *out, struct err *err);

#endif
