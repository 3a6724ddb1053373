/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A format of lines, one after the other. Reading with a job can be stopped,
 * reports its progress, and ends early when the user has seen enough:
 *
 *     struct lines lines;
 *     struct str line;
 *
 *     lines_init(&lines, job->bytes, job);
 *     while (lines_next(&lines, &line))
 *             ...
 *     if (lines_end(&lines, err) != 0)
 *             return -1;
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
	size_t number;        /* of the line last given, from 1 */
	const char *first;    /* byte */
	struct read_job *job; /* or NULL */
	bool stopped;
};

/* Over bytes, without a byte order mark at their start. The job is whose
   bytes they are; NULL: only these lines. */
void lines_init(struct lines *l, struct str bytes, struct read_job *job);
/* For a sniff: over the first bytes only, 64 KiB. */
void lines_sniff(struct lines *l, struct str bytes);
/* The next line without its "\n" or "\r\n". False: there is none, or reading
   is to end: ask lines_end(). */
bool lines_next(struct lines *l, struct str *line);
/* 0 when all lines are read, or as many as are wanted. -1 and err:
   cancelled, or the builder's limit. */
int lines_end(const struct lines *l, struct err *err);

#endif
