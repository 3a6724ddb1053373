/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report without a screen: see batch.h. */
#include "config.h"

#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/sides.h"
#include "app/versus.h"
#include "base/fd.h"
#include "base/utf8.h"
#include "base/whole.h"
#include "engine/view.h"
#include "meter.h"

#include "base/banned.h"

int
batch_write(int fd, const char *name, struct str text, struct err *err)
{
	int error = fd_write(fd, text);

	/* head has seen enough */
	if (error == 0 || error == EPIPE)
		return 0;
	return err_errno(err, error, "%s", name);
}

void
batch_say(const char *before, struct str text)
{
	struct strbuf line = STRBUF_INIT;
	struct err ignored = ERR_INIT;

	strbuf_addc(&line, before);
	/* One line, whatever is in the names that it names. */
	if (isatty(STDERR_FILENO))
		utf8_put(&line, text, !utf8_locale(), -1);
	else
		strbuf_add(&line, text);
	strbuf_addch(&line, '\n');
	(void)batch_write(STDERR_FILENO, "", strbuf_str(&line), &ignored);
	strbuf_free(&line);
}

static int
write_stdout(struct str report, bool ascii, struct err *err)
{
	struct strbuf visible = STRBUF_INIT;
	int status;

	/* Names may hold anything; a terminal gets only what it can draw. */
	if (isatty(STDOUT_FILENO)) {
		utf8_put_text(&visible, report, ascii || !utf8_locale());
		report = strbuf_str(&visible);
	}
	status = batch_write(STDOUT_FILENO, "standard output", report, err);
	strbuf_free(&visible);
	return status;
}

static int
write_file(struct str path, struct str report, struct err *err)
{
	if (whole_write(path, report, err) != 0)
		return -1;
	batch_say("Generating report in ", path);
	return 0;
}

static int
write_unused(const char *suffix, struct str report, struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	int status = whole_write_unused("profile", suffix, report, &path, err);

	if (status == 0)
		batch_say("Generating report in ", strbuf_str(&path));
	strbuf_free(&path);
	return status;
}

/* What is to be printed. */
struct printout {
	struct strbuf report, gate;
	size_t failed;
	struct warnings warnings;
};

/* Two slices of what is opened, made into a diff: the report is that of a
   profile with the samples of both. */
static struct profile *
load_slices(const struct cli *cli, const struct versus *v,
	struct warnings *warnings, struct err *err)
{
	const struct sides_options how = { .normalize = cli->load.normalize,
		.all_frames = cli->load.all_frames,
		.comment = cli->load.comment,
		.max_memory = cli->load.max_memory,
		.warnings = warnings };
	struct load_spec spec = cli->load;
	struct side base = { .query = &v->slice[0], .name = v->word[0] };
	struct side new = { .query = &v->slice[1], .name = v->word[1] };
	struct profile *p = NULL, *source;

	/* What the profile itself wants dropped comes off the diff. */
	spec.all_frames = true;
	spec.normalize = false;
	source = meter_load(&spec, warnings, err);
	base.profile = new.profile = source;
	if (source != NULL)
		p = cli->settings.diff_swap
			? sides_diff(&base, &new, &how, err)
			: sides_diff(&new, &base, &how, err);
	profile_unref(source);
	return p;
}

static struct profile *
load_all(const struct cli *cli, struct warnings *warnings, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct profile *p = NULL;
	struct versus v;

	/* Files would be among the bases by now. */
	if (cli->load.n_diff_bases + cli->load.n_bases > 0)
		p = meter_load(&cli->load, warnings, err);
	else if (versus_parse(cli->settings.diff, &v, &arena, err) == 0)
		p = v.kind == VERSUS_SLICES
			? load_slices(cli, &v, warnings, err)
			: meter_load(&cli->load, warnings, err);
	arena_free(&arena);
	return p;
}

static int
compute(const struct cli *cli, const struct report *report,
	struct printout *out, struct err *err)
{
	struct profile *p;
	struct engine *engine;
	int status = 0;

	p = load_all(cli, &out->warnings, err);
	if (p == NULL)
		return -1;
	engine = engine_new(p);
	if (report != NULL)
		status = report_run(report, engine, p, &cli->query,
			cli->pattern, &out->report, &out->warnings, err);
	if (status == 0 && cli->n_gates > 0)
		status = gate_run(engine, &cli->query, cli->gate, cli->n_gates,
			&out->gate, &out->failed, &out->warnings, err);
	engine_free(engine);
	profile_unref(p);
	return status;
}

static int
print_report(const struct cli *cli, const struct report *report,
	struct str text, struct err *err)
{
	if (cli->output.n > 0)
		return write_file(cli->output, text, err);
	if (report->suffix != NULL && isatty(STDOUT_FILENO))
		return write_unused(report->suffix, text, err);
	return write_stdout(text, cli->settings.ascii, err);
}

static int
print(const struct cli *cli, const struct report *report,
	const struct printout *out, struct err *err)
{
	struct str gate = strbuf_str(&out->gate);

	if (report == NULL)
		return write_stdout(gate, cli->settings.ascii, err);
	if (print_report(cli, report, strbuf_str(&out->report), err) != 0)
		return -1;
	while (gate.n > 0)
		batch_say("", str_cut(&gate, '\n'));
	return 0;
}

int
batch_run(const struct cli *cli, const struct report *report, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct printout out = { .report = STRBUF_INIT, .gate = STRBUF_INIT };
	int status;

	warnings_init(&out.warnings, &arena);
	warnings_join(&out.warnings, &cli->warnings);
	status = compute(cli, report, &out, err);
	/* A wrong command line gets its one message, nothing else. */
	if (status != 0 && err->code == ERR_USAGE)
		out.warnings.head = NULL;
	for (const struct warning *n = out.warnings.head; n != NULL;
		n = n->next)
		batch_say("", n->text);
	if (status == 0)
		status = print(cli, report, &out, err);
	if (status == 0 && out.failed > 0)
		status = BATCH_FAILED_GATE;
	strbuf_free(&out.report);
	strbuf_free(&out.gate);
	arena_free(&arena);
	return status;
}
