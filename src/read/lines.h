/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Iterates over the lines of a text format. With a job, reading can be
 * cancelled, reports its progress, and ends early if the user wants no more:
 *
 *     lines_init(&lines, job->bytes, job);
 *     while (lines_next(&lines, &line))
 *             ...
 *     return lines_end(&lines, err);
 *
 * After an early end, job->bytes is cut there, so that a second pass reads the
 * same lines.
 */
#ifndef FT_READ_LINES_H
#define FT_READ_LINES_H

#include "base/err.h"
#include "base/str.h"

struct read_job;

struct lines {
	struct str rest;
	size_t number;        /* last line read, counted from 1 */
	const char *first;    /* start of the text */
	const char *looked;   /* where reading might have had to stop */
	struct read_job *job; /* or NULL */
	bool stopped;
};

/* Start at the first line, after a byte order mark if there is one. If job is
   NULL, reading neither reports progress nor can be stopped. */
void lines_init(struct lines *l, struct str bytes, struct read_job *job);
/* Start reading only the first 64 KiB, for a sniffer, at the first line that is
   not blank. */
void lines_sniff(struct lines *l, struct str bytes);
/* Get the next line without its "\n" or "\r\n". False at the end, or if reading
   has to stop; see lines_end(). */
bool lines_next(struct lines *l, struct str *line);
/* Return 0 if all lines, or as many as needed, were read; -1 and err if
   cancelled or at the builder's limit. */
int lines_end(const struct lines *l, struct err *err);

#endif
