/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `perf script` prints, line by line, into a builder: one sample for
 * each event line and the frames below it.
 *
 *     # cmdline : perf record -g ./app
 *     app 881/881 23797.04:  250000 cpu-clock:     sample: labels, value
 *             55d1 inner+0x1b (inlined)            one location, two lines
 *             55d1 outer+0x1b (/opt/app)
 *       app.c:12                                   ... their source, if given
 *
 * Each event is a sample type, beside the number of samples. Equal texts of
 * frames and of "who" are taken apart once.
 */
#ifndef FT_READ_PERFSCRIPT_H
#define FT_READ_PERFSCRIPT_H

#include "base/err.h"
#include "base/str.h"

struct read_job;
struct perf_text;

/* For job->builder; borrows the job. */
struct perf_text *perf_text_new(struct read_job *job);
void perf_text_free(struct perf_text *t); /* NULL is fine */
/* The next line, without its "\n". -1 when a limit is reached; the error
   comes from perf_text_end(). */
int perf_text_line(struct perf_text *t, struct str line);
size_t perf_text_samples(const struct perf_text *t);
/* No more lines. The samples go to the builder. is_cut: the last line had no
   "\n". -1 and err: there is nothing to show, or a limit. */
int perf_text_end(struct perf_text *t, bool is_cut, struct err *err);

#endif
