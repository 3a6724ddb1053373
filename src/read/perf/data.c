/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads perf.data, the file of `perf record`. Its content depends on the
 * kernel, on unwinding tables and on perf's cache of binaries, so perf itself
 * decodes it: `perf script` runs, and its output is parsed as it arrives.
 *
 *     perf script -i FILE -F +pid,+period --ns --header  -->  perf.h
 *
 * perf needs a seekable file: input from a pipe, or compressed, is copied to a
 * temporary one.
 */
#include "prelude.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "input/helper.h"
#include "input/shell.h"
#include "read/perf/perf.h"
#include "read/reader.h"

enum { CHUNK = 1 << 16 };

struct perf_data {
	struct read_job *job;
	struct strbuf path; /* file that perf reads */
	int spool;          /* descriptor of the copy, or -1 */
	struct helper perf;
	struct perf_text *text;
	struct strbuf part; /* start of an incomplete line */
	uint64_t taken;     /* bytes of output parsed */
};

static int
perfdata_sniff(struct str bytes, struct strbuf *why)
{
	(void)why;
	return (str_starts(bytes, STR("PERFILE2")) ||
		       str_starts(bytes, STR("2ELIFREP")))
		? SNIFF_YES
		: SNIFF_NO;
}

static int
perf_start(struct perf_data *d, struct err *err)
{
	const char *const argv[] = { "perf", "script", "-i", d->path.p, "-F",
		"+pid,+period", "--ns", "--header", "--show-mmap-events",
		NULL };
	int rc = helper_start(&d->perf, argv, d->spool, HELPER_OWN_GROUP, err);

	if (rc != ENOENT)
		return rc == 0 ? 0 : -1;
	return err_set(err, ERR_IO,
		"a perf.data file needs perf to read it, and perf is not "
		"installed (package linux-perf or perf); where it was "
		"recorded, run: perf script -F +pid,+period --ns --header "
		"--show-mmap-events > perf.txt");
}

/* Parse the complete lines. */
static int
perf_feed(struct perf_data *d, struct str s)
{
	for (;;) {
		ptrdiff_t end = str_chr(s, '\n');
		struct str line;
		int rc;

		if (end < 0) {
			strbuf_add(&d->part, s);
			return 0;
		}
		line = str_cut(&s, '\n');
		if (d->part.n > 0) {
			strbuf_add(&d->part, line);
			line = strbuf_str(&d->part);
		}
		rc = perf_text_line(d->text, line);
		strbuf_reset(&d->part);
		if (rc != 0)
			return rc;
	}
}

static int
perf_convert(struct perf_data *d, struct err *err)
{
	bool whole;
	int status;
	struct str rest;
	char *buf;
	struct read_job *job;
	ssize_t n;
	char head[8];
	struct stat st;
	bool same = false;
	int fd;
	bool is_on_disk;

	/* Make a path that perf takes neither as an option nor as standard
	   input. */
	if (str_starts(d->job->name, STR("-")))
		strbuf_addstr(&d->path, "./");
	strbuf_add(&d->path, d->job->name);
	/* Check whether the file with that name contains the bytes that are in
	   memory. */
	if (str_is(d->job->name, "-")) {
		is_on_disk = false;
	} else {
		fd = open(
			strbuf_c(&d->path), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (fd < 0) {
			is_on_disk = false;
		} else {
			if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
				(uint64_t)st.st_size == d->job->bytes.n &&
				read(fd, head, sizeof(head)) ==
					(ssize_t)sizeof(head)) {
				struct str s = str_from(head, sizeof(head));

				same = str_starts(s, STR("PERFILE2")) ||
					str_starts(s, STR("2ELIFREP"));
			}
			(void)close(fd);
			is_on_disk = same;
		}
	}
	if (!is_on_disk) {
		/* perf reads the copy as standard input. */
		d->spool = helper_input(d->job->bytes, "perf", err);
		if (d->spool < 0)
			return -1;
		strbuf_reset(&d->path);
		strbuf_addstr(&d->path, "/dev/stdin");
	}
	if (perf_start(d, err) != 0)
		return -1;
	d->text = perf_text_new(d->job);
	/* Read until perf ends, or the user stops. */
	buf = xmalloc(CHUNK);
	job = d->job;
	progress_stage(job->progress, PROGRESS_PARSE, 0);
	while ((n = helper_read(&d->perf, buf, CHUNK, job->progress, err)) >
		0) {
		size_t samples;

		d->taken += (uint64_t)n;
		progress_done(job->progress, d->taken);
		if (perf_feed(d, str_from(buf, (size_t)n)) != 0)
			break;
		samples = perf_text_samples(d->text);
		if (read_enough(job, samples, 0, 0)) {
			/* The total is unknown. */
			job->partial = (struct partial){ .samples = samples };
			break;
		}
	}
	free(buf);
	if (n < 0) {
		(void)helper_end(&d->perf);
		return -1;
	}
	whole = d->perf.out < 0;
	status = helper_end(&d->perf);
	if (whole && status != 0) {
		struct strbuf command = STRBUF_INIT;
		struct str failed_rest = strbuf_str(&d->perf.said);
		struct str words = STR("no reason given");

		/* Quote the last non-blank line of perf's stderr. */
		while (failed_rest.n > 0) {
			struct str line = str_trim(str_cut(&failed_rest, '\n'));

			if (line.n > 0)
				words = str_sub(line, 0, 200);
		}
		strbuf_addstr(&command, "perf script -i ");
		shell_word(&command,
			d->spool >= 0 ? STR("FILE") : strbuf_str(&d->path));
		if (WIFSIGNALED(status))
			err_set(err, ERR_FORMAT,
				"perf script ended by signal %d; to "
				"see what it says, run: %s",
				WTERMSIG(status), strbuf_c(&command));
		else
			err_set(err, ERR_FORMAT,
				"perf script failed: %.*s; to see "
				"all that it says, run: %s",
				STR_ARG(words), strbuf_c(&command));
		strbuf_free(&command);
		return -1;
	}
	/* Pass on perf's warnings about lost samples. */
	rest = strbuf_str(&d->perf.said);
	while (rest.n > 0) {
		struct str line = str_trim(str_cut(&rest, '\n'));

		if (str_find(line, STR(" lost "), 0) >= 0)
			warnings_add(
				d->job->warnings, "perf: %.*s", STR_ARG(line));
	}
	return perf_text_end(d->text, false, err);
}

static int
perfdata_read(struct read_job *job, struct err *err)
{
	struct perf_data d = { .job = job,
		.path = STRBUF_INIT,
		.spool = -1,
		.perf = { .pid = -1, .out = -1, .errors = -1 } };
	int rc = perf_convert(&d, err);

	fd_close(&d.spool);
	perf_text_free(d.text);
	strbuf_free(&d.path);
	strbuf_free(&d.part);
	strbuf_free(&d.perf.said);
	return rc;
}

const struct reader reader_perfdata = { "perfdata", "perf.data", perfdata_read,
	.sniff = perfdata_sniff };
