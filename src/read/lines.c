/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterates over the lines of a text. */
#include "prelude.h"

#include "read/lines.h"

#include "read/reader.h"

enum {
	LOOK_EVERY = 4096,       /* lines between checks for a stop */
	LOOK_BYTES = 256 * 1024, /* or bytes */
	SNIFF_BYTES = 64 * 1024,
};

void
lines_init(struct lines *l, struct str bytes, struct read_job *job)
{
	*l = (struct lines){ .first = bytes.p, .looked = bytes.p, .job = job };
	/* Some editors write a byte order mark. */
	if (str_starts(bytes, STR("\xef\xbb\xbf")))
		bytes = str_skip(bytes, 3);
	l->rest = bytes;
}

void
lines_sniff(struct lines *l, struct str bytes)
{
	struct lines next;
	struct str line;

	lines_init(l, str_sub(bytes, 0, SNIFF_BYTES), NULL);
	for (next = *l; lines_next(&next, &line) && str_trim(line).n == 0;)
		*l = next;
}

/* True if reading has to end before the next line. */
static bool
lines_are_over(struct lines *l)
{
	struct read_job *job = l->job;
	size_t at = (size_t)(l->rest.p - l->first);

	l->looked = l->rest.p;
	if (progress_stopped(job->progress) ||
		builder_err(job->builder) != NULL) {
		l->stopped = true;
		return true;
	}
	progress_done(job->progress, at);
	if (!read_enough(job, l->number, 0, at))
		return false;
	job->bytes.n = at;
	return true;
}

bool
lines_next(struct lines *l, struct str *line)
{
	if (l->rest.n == 0)
		return false;
	if (l->job != NULL && l->number > 0 &&
		(l->number % LOOK_EVERY == 0 ||
			l->rest.p - l->looked >= LOOK_BYTES) &&
		lines_are_over(l)) {
		l->rest.n = 0;
		return false;
	}
	*line = str_cut(&l->rest, '\n');
	if (str_ends(*line, STR("\r")))
		line->n--;
	l->number++;
	return true;
}

int
lines_end(const struct lines *l, struct err *err)
{
	if (l->job == NULL)
		return 0;
	if (read_check(l->job->builder, err) != 0)
		return -1;
	return l->stopped ? err_set(err, ERR_CANCELLED, "cancelled") : 0;
}
