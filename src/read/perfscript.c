/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text that `perf script` prints: see perftext.h. */
#include "config.h"

#include "read/lines.h"
#include "read/perftext.h"
#include "read/read.h"

#include "base/banned.h"

static int
perfscript_read(struct read_job *job, struct err *err)
{
	struct perf_text *t = perf_text_new(job);
	struct lines lines;
	struct str line;
	bool is_cut = job->bytes.p[job->bytes.n - 1] != '\n';
	int rc = -1;

	lines_init(&lines, job->bytes, job);
	while (lines_next(&lines, &line))
		if (perf_text_line(t, line) != 0)
			break;
	if (lines_end(&lines, err) == 0)
		rc = perf_text_end(t, is_cut, err);
	perf_text_free(t);
	return rc;
}

const struct reader reader_perfscript = {
	.name = "perfscript",
	.title = "perf script text",
	.sniff = perf_text_sniff,
	.read = perfscript_read,
};
