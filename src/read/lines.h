/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Iterates over the lines of a text format. With a job, reading can be
 * cancelled, reports its progress, and ends early when the user has seen
 * enough:
 *
 *     struct lines lines;
 *     struct str line;
 *
 * If the user has seen enough, job->bytes is cut there, so that a second pass
 * reads the same lines.
 *
 * Who has seen enough ends the input there: job->bytes becomes shorter, so
 * that a second pass over it sees the same lines.
 */
#ifndef FT_READ_LINES_H
#define FT_READ_LINES_H

#include "base/err.h"
#include "base/str.h"

struct read_job;

struct lines {
	struct str rest;
	size_t number;        /* number of the last line, from 1 */
	const char *first;    /* start of the bytes */
	struct read_job *job; /* or NULL */
	bool stopped;
};

/* Start reading bytes, after a byte order mark if any. The job is the one that
   reads them; NULL only iterates. */
void lines_init(struct lines *l, struct str bytes, struct read_job *job);
/* Start reading the first 64 KiB only, for a sniffer. */
void lines_sniff(struct lines *l, struct str bytes);
/* Get the next line without its "\n" or "\r\n". False at the end, or if reading
   has to stop; see lines_end(). */
bool lines_next(struct lines *l, struct str *line);
/* Return 0 if all lines, or as many as needed, were read; -1 and err if
   cancelled or at the builder's limit. */
int lines_end(const struct lines *l, struct err *err);

#endif
