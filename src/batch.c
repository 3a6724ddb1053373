/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print reports and pictures without a screen. */
#include "prelude.h"

#include "batch.h"

#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/command.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/worker.h"
#include "engine/link.h"
#include "engine/view.h"
#include "load/compare.h"
#include "load/load.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"
#include "present/chrome.h"
#include "present/progressbar.h"
#include "profile/sampletype.h"
#include "report/json.h"
#include "report/report.h"
#include "series/growthscan.h"
#include "series/timereport.h"
#include "symbol/revision.h"
#include "ui/ui.h"

/* Write text to the file `name`. If the reader has closed the pipe, as head
   does, set *left and succeed; later calls write nothing. */
static int
batch_write(
	int fd, const char *name, struct str text, bool *left, struct err *err)
{
	int error = *left ? 0 : fd_write(fd, text);

	*left = *left || error == EPIPE;
	if (error == 0 || error == EPIPE)
		return 0;
	return err_errno(err, error, "%s", name);
}

void
batch_say(const char *before, struct str text)
{
	struct strbuf line = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	bool left = false;

	strbuf_addstr(&line, before);
	/* A name or a server's message may contain control characters, which
	   the reader of a pipe may print. */
	if (isatty(STDERR_FILENO))
		utf8_put(&line, text, !utf8_locale(), -1);
	else
		utf8_put_text(&line, text, false);
	strbuf_addch(&line, '\n');
	batch_write(STDERR_FILENO, "", strbuf_str(&line), &left, &ignored);
	strbuf_free(&line);
}

static int
write_stdout(struct str report, bool ascii, bool *left, struct err *err)
{
	struct strbuf visible = STRBUF_INIT;
	int status;

	/* Names may contain anything; a terminal gets only printable text. */
	if (isatty(STDOUT_FILENO)) {
		utf8_put_text(&visible, report, ascii || !utf8_locale());
		report = strbuf_str(&visible);
	}
	status = batch_write(
		STDOUT_FILENO, "standard output", report, left, err);
	strbuf_free(&visible);
	return status;
}

/* ---- Loading ---- */

enum { QUIET_MS = 500, EVERY_MS = 250, COLS = 80, COLS_MAX = 200 };

struct batch_load {
	struct job job;
	const struct load_spec *spec;
	struct warnings *warnings;
	struct err *err;
	/* For growth: read the snapshots one by one with this query; p is the
	   newest one. NULL: merge all into p. */
	const struct query *query;
	bool small; /* also find growth that is too small for lists */
	/* Results. */
	const struct profile *p;
	struct growth *growth;
};

static int
stderr_columns(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return COLS;
	return size.ws_col < COLS_MAX ? size.ws_col : COLS_MAX;
}

static void
batch_run_load(struct job *base)
{
	struct batch_load *l = (struct batch_load *)base;
	struct grows_job grows = { .load = l->spec,
		.query = l->query,
		.warnings = l->warnings,
		.progress = &l->job.progress,
		.small = l->small };

	if (l->query != NULL) {
		l->growth = grows_read(&grows);
		l->p = grows.last;
		*l->err = l->growth->err;
	} else {
		l->p = load_profile(
			l->spec, l->warnings, &l->job.progress, l->err);
	}
}

/* The job is on the stack: nothing to free. */
static void
batch_drop_load(struct job *base)
{
	(void)base;
}

/* Load, and draw a progress line on standard error if that takes long. */
static void
run_with_progress(struct batch_load *l)
{
	struct err ignored = ERR_INIT;
	struct worker *w = NULL;
	struct pollfd done = { .events = POLLIN };
	struct strbuf blank = STRBUF_INIT;
	struct stat out;
	int wait = QUIET_MS;

	/* Draw nothing if a pager owns the terminal: flametop | less. */
	if (isatty(STDERR_FILENO) &&
		(fstat(STDOUT_FILENO, &out) != 0 || !S_ISFIFO(out.st_mode)))
		w = worker_new(&ignored);
	if (w == NULL) {
		batch_run_load(&l->job);
		return;
	}
	done.fd = worker_fd(w);
	worker_post(w, &l->job);
	while (worker_take(w) == NULL) {
		struct progressbar a;
		struct strbuf line = STRBUF_INIT;
		struct grid g;

		if (poll(&done, 1, wait) != 0)
			continue;
		/* Leave the last column free: some terminals wrap after it.
		   Write errors are ignored. */
		a = (struct progressbar){ .stage = (int)progress_stage_now(
						  &l->job.progress),
			.done = atomic_load(&l->job.progress.done),
			.total = atomic_load(&l->job.progress.total),
			.part = atomic_load(&l->job.progress.part),
			.parts = atomic_load(&l->job.progress.parts),
			.samples = atomic_load(&l->job.progress.samples),
			.files = atomic_load(&l->job.progress.files),
			.files_of = atomic_load(&l->job.progress.files_of),
			.left = -1 };
		grid_init(&g, 1, stderr_columns() - 1, !utf8_locale());
		progressbar_draw(&g, 0, &a);
		strbuf_addch(&line, '\r');
		grid_text(&g, &line);
		line.n -= line.n > 0 && line.p[line.n - 1] == '\n';
		/* Blank the end of a previous line that was longer. */
		strbuf_addstr(&line, "  ");
		fd_write(STDERR_FILENO, strbuf_str(&line));
		strbuf_free(&line);
		grid_fini(&g);
		wait = EVERY_MS;
	}
	if (wait == EVERY_MS) {
		strbuf_addch(&blank, '\r');
		strbuf_addn(&blank, ' ', (size_t)stderr_columns() - 1);
		strbuf_addch(&blank, '\r');
		fd_write(STDERR_FILENO, strbuf_str(&blank));
		strbuf_free(&blank);
	}
	worker_free(w);
}

static const struct profile *
load_with_progress(const struct load_spec *spec, struct warnings *warnings,
	struct err *err)
{
	struct batch_load l = { .job = { .run = batch_run_load,
					.drop = batch_drop_load },
		.spec = spec,
		.warnings = warnings,
		.err = err };

	run_with_progress(&l);
	return l.p;
}

/* ---- A report ---- */

/* Output of a run. */
struct printout {
	struct strbuf report, gate; /* text not printed yet */
	struct jsonout json;        /* report and gate, with -json */
	size_t failed;
	struct warnings warnings;
	const struct warning *told; /* last warning printed, or NULL */
	/* Start of a long report that goes to a file, so that the file is
	   written whole or not at all. NULL: all text is in `report`. */
	FILE *spool;
	bool left;      /* true if the reader has closed the pipe */
	struct err err; /* error while printing or spooling */
};

static bool
batch_to_file(const struct cli *cli, const struct report *report)
{
	return cli->output.n > 0 ||
		(report != NULL && report->suffix != NULL && !cli->json &&
			(report->temporary || report->file != NULL ||
				isatty(STDOUT_FILENO)));
}

/* Return the name of a report's file; "": standard output, or not known yet. */
static struct str
output_name(const struct cli *cli, const struct report *report)
{
	return cli->output.n > 0 || cli->json || report == NULL ||
			report->file == NULL
		? cli->output
		: str_c(report->file);
}

/* Print the warnings added since the last call. */
static void
tell_warnings(struct printout *out)
{
	const struct warning *n =
		out->told != NULL ? out->told->next : out->warnings.head;

	for (; n != NULL; n = n->next) {
		batch_say("", n->text);
		out->told = n;
	}
}

struct drain {
	const struct cli *cli;
	const struct report *report;
	struct printout *out;
};

/* Print or spool the text so far. False: stop. */
static bool
batch_drain(void *on, struct strbuf *text)
{
	const struct drain *d = on;
	struct printout *out = d->out;
	struct str piece = strbuf_str(text);

	if (!batch_to_file(d->cli, d->report)) {
		tell_warnings(out);
		(void)write_stdout(
			piece, d->cli->settings.ascii, &out->left, &out->err);
	} else {
		if (out->spool == NULL)
			out->spool = tmpfile();
		/* Without /tmp, keep the text in memory. */
		if (out->spool == NULL)
			return true;
		if (fwrite(piece.p, 1, piece.n, out->spool) != piece.n)
			(void)err_errno(&out->err, errno, "temporary file");
	}
	strbuf_reset(text);
	return out->err.code == ERR_NONE && !out->left;
}

/* Load the sources once, and return the diff of two slices of them. */
static struct profile *
load_slices(const struct cli *cli, const struct diffspec *v, bool clamps,
	struct warnings *warnings, struct err *err)
{
	const struct diff_options how = { .normalize = cli->load.normalize,
		.all_frames = cli->load.all_frames,
		.clamps = clamps,
		.demangle = cli->load.demangle,
		.rules = cli->load.rules,
		.symbols = cli->load.symbols,
		.comment = cli->load.comment,
		.max_memory = cli->load.max_memory,
		.warnings = warnings };
	struct load_spec spec = cli->load;
	struct diff_side base = { .query = &v->slice[0], .name = v->word[0] };
	struct diff_side new = { .query = &v->slice[1], .name = v->word[1] };
	const struct profile *source;
	struct profile *p = NULL;

	/* Symbolize, demangle and prune the diff only, not its sides. */
	spec.raw = true;
	spec.normalize = false;
	source = load_with_progress(&spec, warnings, err);
	base.profile = new.profile = source;
	if (source != NULL)
		p = cli->settings.diff_swap
			? diff_profiles(&base, &new, &how, err)
			: diff_profiles(&new, &base, &how, err);
	profile_unref(source);
	return p;
}

/* Warn of a sum of levels, such as memory in use. */
static void
warn_of_levels(const struct cli *cli, const struct profile *p, size_t n,
	struct warnings *warnings)
{
	struct err ignored = ERR_INIT;
	uint32_t column;

	if (n < 2 || cli->settings.range.n > 0 || cli->settings.diff.n > 0 ||
		cli->load.n_bases + cli->load.n_diff_bases > 0 ||
		profile_sample_index(
			p, cli->query.sample_index, &column, &ignored) != 0 ||
		!kind_is_level(kind_of_column(p, column)))
		return;
	warnings_add(warnings,
		"%.*s: the sum of %zu snapshots; a single process never held "
		"that at once",
		STR_ARG(profile_str(p, p->types.type[column])), n);
}

/* Load the profile of a report. *paired_too is as in struct load_spec. */
static const struct profile *
load_all(const struct cli *cli, const struct report *report,
	struct snapshots *snapshots, struct profile **paired_too,
	struct warnings *warnings, struct err *err)
{
	size_t n_merged = 0;
	struct arena arena = ARENA_INIT;
	struct load_spec spec = cli->load;
	const struct profile *p = NULL;
	struct diffspec v;

	/* Some reports do not need every sample; a gate does. */
	/* In a diff, pprof does not pair functions, so its text reports must
	   not either. */
	spec.on_screen = report != NULL && report->screen_names;
	spec.paired = report == NULL || cli->json || report->compares;
	spec.clamps = report == NULL || cli->json || report->clamps;
	spec.detail = report == NULL || cli->n_gates > 0 ||
			(report->compares && cli->load.n_diff_bases > 0)
		? READ_SAMPLES
		: report_detail(report, &cli->query, cli->json);
	if (!spec.paired && cli->n_gates > 0)
		spec.paired_too = paired_too;
	spec.snapshots = snapshots;
	spec.n_merged = &n_merged;
	spec.range = cli->settings.range;
	spec.base_range = cli->settings.base_range;
	spec.interval = cli->settings.interval;
	spec.per_second = cli->settings.per_second;
	/* cli_parse() has turned a -diff of files into bases. */
	if (cli->load.n_diff_bases + cli->load.n_bases > 0)
		p = load_with_progress(&spec, warnings, err);
	else if (diffspec_parse(cli->settings.diff, &v, &arena, err) == 0)
		p = v.kind == DIFF_SLICES
			? load_slices(cli, &v, spec.clamps, warnings, err)
			: load_with_progress(&spec, warnings, err);
	if (p != NULL && snapshots == NULL)
		warn_of_levels(cli, p, n_merged, warnings);
	arena_free(&arena);
	return p;
}

static bool
wants_growth(const struct cli *cli, const struct report *report)
{
	bool wants = report != NULL && report->wants_growth;

	for (size_t i = 0; i < cli->n_gates; i++)
		wants = wants || cli->gate[i].is_growth;
	return wants;
}

/* Load the snapshots into *growth, and return the newest one. */
static const struct profile *
load_growth(const struct cli *cli, struct growth **growth,
	struct warnings *warnings, struct err *err)
{
	struct load_spec spec = cli->load;
	struct batch_load l = { .job = { .run = batch_run_load,
					.drop = batch_drop_load },
		.spec = &spec,
		.warnings = warnings,
		.err = err,
		.query = &cli->query,
		.small = cli->n_gates > 0 };

	if (cli->load.n_bases + cli->load.n_diff_bases > 0 ||
		cli->settings.diff.n > 0) {
		err_set(err, ERR_USAGE,
			"growth uses all profiles; list the base with the "
			"others");
		return NULL;
	}
	if (load_check(&cli->load, err) != 0)
		return NULL;
	spec.clamps = true;
	spec.range = cli->settings.range;
	spec.interval = cli->settings.interval;
	run_with_progress(&l);
	*growth = l.growth;
	return l.p;
}

static void
put_sources(
	struct jsonout *j, const char *key, const struct str *name, size_t n)
{
	if (n == 0)
		return;
	jsonout_array(j, key);
	for (size_t i = 0; i < n; i++)
		jsonout_text(j, NULL, name[i]);
	jsonout_close(j);
}

/* Make the rules for links. Return the owner of the program's revision, if the
   document has links; or NULL. */
static struct revision *
links_begin(struct link_rules *links, const struct cli *cli,
	const struct report *report, const struct profile *p,
	struct warnings *warnings)
{
	struct revision *r = NULL;

	*links = settings_links(&cli->settings, &cli->query);
	link_scan(links, p);
	if (cli->json || report->wants_links)
		r = link_revision(links, p, cli->load.symbols.program, NULL);
	if (r != NULL && r->text.n == 0)
		warnings_add(warnings, "no links: %.*s; set revision",
			STR_ARG(r->why));
	return r;
}

static int
compute_report(const struct cli *cli, const struct report *report,
	struct printout *out, struct err *err)
{
	struct jsonout *json = cli->json ? &out->json : NULL;
	struct drain drain = { cli, report, out };
	struct growth *growth = NULL;
	struct profile *judged = NULL; /* profile for the gates; NULL: p */
	struct snapshots *snapshots =
		report != NULL && report->wants_times ? snapshots_new() : NULL;
	struct times times = { .lines = NULL };
	const struct profile *p = wants_growth(cli, report)
		? load_growth(cli, &growth, &out->warnings, err)
		: load_all(
			  cli, report, snapshots, &judged, &out->warnings, err);
	struct engine *engine;
	int status = 0;

	if (p == NULL) {
		growth_free(growth);
		snapshots_unref(snapshots);
		return -1;
	}
	/* Index 0 is the empty label set. */
	if (report != NULL && report->words_are_labels && p->labels.n <= 1 &&
		served_all(cli->load.source, cli->load.n_sources))
		warnings_add(&out->warnings,
			"a profile merged by a server has no labels; -timeline "
			"-group=LABEL splits its points, and "
			"query={LABEL=\"VALUE\"} in the address selects");
	if (snapshots != NULL)
		status = times_make(&times, snapshots, &cli->load, p,
			cli->query.sample_index, cli->settings.group,
			cli->settings.window, NULL, err);
	if (json != NULL) {
		const struct load_spec *load = &cli->load;

		jsondoc_begin(json, report != NULL ? report->doc.name : "gate");
		put_sources(json, "sources", load->source, load->n_sources);
		put_sources(json, "base", load->base, load->n_bases);
		put_sources(
			json, "diff_base", load->diff_base, load->n_diff_bases);
		if (load->n_diff_bases == 0)
			jsonout_some_text(json, "slices", cli->settings.diff);
	}
	engine = engine_new(p);
	engine_limit(engine, load_limit(&cli->load));
	if (report != NULL) {
		struct link_rules links;
		struct revision *revision =
			links_begin(&links, cli, report, p, &out->warnings);
		struct report_job job = { .report = report,
			.engine = engine,
			.profile = p,
			.growth = growth,
			.times = snapshots != NULL ? &times.report : NULL,
			.arg = cli->report_arg,
			.output = output_name(cli, report),
			.program = cli->load.symbols.program,
			.links = links.source_url.n > 0 ? &links : NULL,
			.names = cli->settings.names,
			.chains = cli->settings.chains,
			.ascii = cli->settings.ascii || !utf8_locale(),
			.out = &out->report,
			.drain = batch_drain,
			.drain_on = &drain,
			.json = json,
			.warnings = &out->warnings };
		struct query query = cli->query;
		struct settings settings = cli->settings;
		const struct options_target target = { .query = &query,
			.settings = &settings };
		struct strbuf command = STRBUF_INIT;

		if (report->wants_place) {
			cmdline_put(target, &cli->load, &command);
			job.place = (struct report_place){
				.zoom = cli->settings.zoom,
				.selected = cli->settings.zoom,
				.to = 1,
				.cmdline = strbuf_str(&command)
			};
		}
		if (status == 0)
			status = report_run(&job, &cli->query, err);
		strbuf_free(&command);
		revision_free(revision);
	}
	if (status == 0 && judged != NULL) {
		engine_free(engine);
		engine = engine_new(judged);
		engine_limit(engine, load_limit(&cli->load));
	}
	if (status == 0 && cli->n_gates > 0) {
		const struct gate_job job = { .engine = engine,
			.query = &cli->query,
			.growth = growth,
			.n = cli->n_gates,
			.gate = cli->gate,
			.out = &out->gate,
			.json = cli->json ? &out->json : NULL,
			.is_alone = report == NULL,
			.warnings = &out->warnings };

		status = gate_run(&job, &out->failed, err);
	}
	if (json != NULL)
		jsondoc_end(json, &out->warnings);
	engine_free(engine);
	profile_unref(judged);
	profile_unref(p);
	growth_free(growth);
	times_free(&times);
	snapshots_unref(snapshots);
	if (status == 0 && out->err.code != ERR_NONE) {
		*err = out->err;
		status = -1;
	}
	return status;
}

static int
print_all(const struct cli *cli, const struct report *report,
	const struct printout *out, struct err *err)
{
	struct whole whole = { .from = -1, .text = strbuf_str(&out->report) };
	struct str gate = strbuf_str(&out->gate);
	struct str name = output_name(cli, report);
	struct strbuf path = STRBUF_INIT;
	bool left = out->left;
	int status;

	if (report == NULL && !cli->json)
		return write_stdout(gate, cli->settings.ascii, &left, err);
	if (out->spool != NULL && fflush(out->spool) != 0)
		return err_errno(err, errno, "temporary file");
	if (out->spool != NULL)
		whole.from = fileno(out->spool);
	strbuf_add(&path, name);
	if (name.n > 0)
		status = whole_write_from(name, &whole, WHOLE_TEXT, err);
	else if (report != NULL && report->temporary)
		status = whole_write_temporary_from(
			report->suffix, &whole, &path, err);
	else if (batch_to_file(cli, report))
		status = whole_write_unused_from(
			"profile", report->suffix, &whole, &path, err);
	else
		status = write_stdout(
			whole.text, cli->settings.ascii, &left, err);
	if (status == 0 && report != NULL && report->temporary) {
		strbuf_addch(&path, '\n');
		status = write_stdout(
			strbuf_str(&path), cli->settings.ascii, &left, err);
	} else if (status == 0 && path.n > 0 &&
		(report == NULL || report->file == NULL)) {
		batch_say("Generating report in ", strbuf_str(&path));
	}
	strbuf_free(&path);
	while (status == 0 && gate.n > 0)
		batch_say("", str_cut(&gate, '\n'));
	return status;
}

int
batch_run(const struct cli *cli, const struct report *report, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct printout out = { .report = STRBUF_INIT, .gate = STRBUF_INIT };
	struct str name = output_name(cli, report);
	int status;

	if (cli->output.n == 0 && name.n > 0 && whole_exists(name))
		return err_set(err, ERR_USAGE,
			"%.*s exists; -output=%.*s replaces it", STR_ARG(name),
			STR_ARG(name));

	jsonout_init(&out.json, &out.report);
	warnings_init(&out.warnings, &arena);
	warnings_join(&out.warnings, &cli->warnings);
	status = compute_report(cli, report, &out, err);
	/* After a usage error, print only its message. */
	if (status == 0 || err->code != ERR_USAGE)
		tell_warnings(&out);
	if (status == 0)
		status = print_all(cli, report, &out, err);
	if (status == 0 && out.failed > 0)
		status = BATCH_FAILED_GATE;
	if (out.spool != NULL)
		(void)fclose(out.spool);
	strbuf_free(&out.report);
	strbuf_free(&out.gate);
	arena_free(&arena);
	return status;
}

/* ---- One picture of the screen ---- */

enum { PICTURE_COLS = 100 };

static int
picture_columns(const struct cli *cli)
{
	struct winsize size;

	if (cli->width > 0)
		return (int)cli->width; /* checked by cli.c */
	if (cli->output.n == 0 &&
		ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
		size.ws_col >= MIN_COLS)
		return size.ws_col;
	return PICTURE_COLS;
}

/* Choose the colours. A file or a pipe gets them only on request. */
static struct scheme
picture_scheme(const struct cli *cli)
{
	const struct settings *set = &cli->settings;
	const char *term = getenv("TERM");
	bool terminal = cli->output.n == 0 && isatty(STDOUT_FILENO) &&
		term != NULL && strcmp(term, "dumb") != 0;
	int colors = terminal || set->color != COLOR_AUTO ? 256 : 0;

	return (struct scheme){ .level = color_level_for(
					colors, set->color, getenv("NO_COLOR")),
		.light = set->background == BACKGROUND_LIGHT,
		.palette = set->diff_palette };
}

int
batch_picture(const struct cli *cli, struct err *err)
{
	struct fetch_options fetch = cli->fetch;
	struct ui_start start = { .load = cli->load,
		.query = &cli->query,
		.settings = &cli->settings,
		.keymap = cli->keymap };
	const struct print_spec print = { .what = cli->print,
		.cols = picture_columns(cli),
		.rows = (int)cli->height,
		.utf8 = utf8_locale(),
		.scheme = picture_scheme(cli) };
	struct strbuf out = STRBUF_INIT, remarks = STRBUF_INIT;
	bool left = false;
	struct str rest;
	int rc;

	/* Draw the list of a server's profiles, though no user can choose. */
	fetch.asks = true;
	start.load.fetch = &fetch;
	rc = ui_print(&start, &print, &out, &remarks, err);

	for (const struct warning *n = cli->warnings.head; n != NULL;
		n = n->next)
		batch_say("", n->text);
	for (rest = strbuf_str(&remarks); rc == 0 && rest.n > 0;)
		batch_say("", str_cut(&rest, '\n'));
	if (rc == 0 && cli->output.n > 0)
		rc = whole_write(
			cli->output, strbuf_str(&out), WHOLE_DRAWN, err);
	else if (rc == 0)
		rc = batch_write(STDOUT_FILENO, "standard output",
			strbuf_str(&out), &left, err);
	strbuf_free(&out);
	strbuf_free(&remarks);
	return rc;
}
