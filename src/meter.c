/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a load is, without a screen: see meter.h. */
#include "config.h"

#include "meter.h"

#include <poll.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/worker.h"
#include "present/gauge.h"

#include "base/banned.h"

enum { QUIET_MS = 500, EVERY_MS = 250, COLS = 80, COLS_MAX = 200 };

struct load {
	struct job job;
	const struct load_spec *spec;
	struct warnings *warnings;
	struct err *err;
	struct profile *p; /* out */
};

static int
columns(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return COLS;
	return size.ws_col < COLS_MAX ? size.ws_col : COLS_MAX;
}

/* It is a courtesy: what cannot be written is not. */
static void
put(const struct strbuf *line)
{
	(void)fd_write(STDERR_FILENO, strbuf_str(line));
}

/* The last column stays free: some terminals go on to the next line. */
static void
draw(struct progress *p)
{
	const struct gauge a = { .stage = (int)progress_stage_now(p),
		.done = atomic_load(&p->done),
		.total = atomic_load(&p->total),
		.samples = atomic_load(&p->samples),
		.left = -1 };
	struct strbuf line = STRBUF_INIT;
	struct grid g;

	grid_init(&g, 1, columns() - 1, !utf8_locale());
	gauge_draw(&g, 0, &a);
	strbuf_addch(&line, '\r');
	grid_text(&g, &line);
	line.n -= line.n > 0 && line.p[line.n - 1] == '\n';
	/* What was there of the line before. */
	strbuf_addc(&line, "  ");
	put(&line);
	strbuf_free(&line);
	grid_fini(&g);
}

static void
erase(void)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addch(&line, '\r');
	strbuf_addn(&line, ' ', (size_t)columns() - 1);
	strbuf_addch(&line, '\r');
	put(&line);
	strbuf_free(&line);
}

static bool
has_reader(void)
{
	struct stat out;

	return isatty(STDERR_FILENO) &&
		(fstat(STDOUT_FILENO, &out) != 0 || !S_ISFIFO(out.st_mode));
}

static void
run(struct job *base)
{
	struct load *l = (struct load *)base;

	l->p = load_profile(l->spec, l->warnings, &l->job.progress, l->err);
}

/* It is no heap object. */
static void
drop(struct job *base)
{
	(void)base;
}

struct profile *
meter_load(const struct load_spec *spec, struct warnings *warnings,
	struct err *err)
{
	struct load l = { .job = { .run = run, .drop = drop },
		.spec = spec,
		.warnings = warnings,
		.err = err };
	struct err ignored = ERR_INIT;
	struct worker *w = has_reader() ? worker_new(&ignored) : NULL;
	struct pollfd done = { .events = POLLIN };
	int wait = QUIET_MS;

	if (w == NULL)
		return load_profile(spec, warnings, NULL, err);
	done.fd = worker_fd(w);
	worker_post(w, &l.job);
	while (worker_take(w) == NULL) {
		if (poll(&done, 1, wait) != 0)
			continue;
		draw(&l.job.progress);
		wait = EVERY_MS;
	}
	if (wait == EVERY_MS)
		erase();
	worker_free(w);
	return l.p;
}
