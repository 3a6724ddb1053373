/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -list: the source of the matching functions, with the weight of each line.
 *
 * ROUTINE ======================== work in app/work.c
 *      200ms      700ms (flat, cum) 69.31% of Total
 *          .          .     10:void work(void)
 *      200ms      700ms     11:{ ...
 */
#include "prelude.h"

#include <inttypes.h>

#include "analysis/annotate.h"
#include "base/arena.h"
#include "base/bits.h"
#include "base/compiler.h"
#include "base/intern.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/regexp.h"
#include "profile/unit.h"
#include "report/json.h"
#include "report/report.h"
#include "report/srcfile.h"

struct lister {
	const struct report_job *job;
	const struct view *v;
	struct report_scale n;
	struct strbuf *out;
	struct jsonout *json; /* or NULL */
	struct arena arena;
	struct intern failed; /* files that could not be read */
	VEC(struct str) why;  /* [id in failed] error texts */
};

static void
put_line(const struct lister *l, int64_t line, int64_t flat, int64_t cum,
	const struct srcfile *file)
{
	struct jsonout *j = l->json;

	if (j == NULL) {
		scale_put_cell(&l->n, flat, l->out);
		scale_put_cell(&l->n, cum, l->out);
		strbuf_addf(l->out, "%6" PRId64, line);
		strbuf_add3(l->out, ":", srcfile_line(file, (size_t)line - 1),
			"\n");
		return;
	}
	jsonout_object(j, NULL);
	jsonout_int(j, "line", line);
	jsondoc_value(j, "flat", &l->n, flat);
	jsondoc_value(j, "cum", &l->n, cum);
	if (file != NULL)
		jsonout_text(j, "source", srcfile_line(file, (size_t)line - 1));
	jsonout_close(j);
}

/* Print the lines; without a file, only the numbers of lines with samples. */
static void
put_lines(const struct lister *l, const struct srcfile *file,
	const struct routine *r)
{
	uint32_t at = 0;

	for (int64_t i = r->start;
		file != NULL && i <= r->end && report_goes_on(l->job); i++) {
		int64_t flat = 0, cum = 0;

		if ((uint64_t)i > file->n)
			return;
		while (at < r->n && r->line[at].line < i)
			at++;
		if (at < r->n && r->line[at].line == i) {
			flat = r->line[at].self.value;
			cum = r->line[at].total.value;
		}
		put_line(l, i, flat, cum, file);
	}
	for (; file == NULL && at < r->n; at++)
		put_line(l, r->line[at].line, r->line[at].self.value,
			r->line[at].total.value, NULL);
}

/* Print the source. Returns NONE, or the index of the error in l->why. */
static uint32_t
put_source(struct lister *l, const struct routine *r)
{
	const struct query *q = &l->v->query;
	uint32_t failed = intern_find(&l->failed, r->file);
	struct srcfile file;

	/* Like pprof, do not open the file if there is no line to print, but
	   repeat its error if it has failed before. */
	if (r->start > r->end && failed == NONE)
		return NONE;
	if (failed == NONE &&
		srcfile_read(&file, r->file, q->trim_path, q->source_path,
			r->end) != 0) {
		failed = intern_borrowed(&l->failed, r->file);
		vec_push(&l->why, arena_str(&l->arena, file.why));
		srcfile_fini(&file);
	}
	if (failed == NONE) {
		if (file.is_cut)
			warnings_add(l->job->warnings,
				"%.*s: only the first %d MiB were read",
				STR_ARG(file.path), SRCFILE_BYTES_MAX >> 20);
		put_lines(l, &file, r);
		srcfile_fini(&file);
	} else if (l->json != NULL) {
		put_lines(l, NULL, r);
	} else {
		strbuf_add3(l->out, " Error: ", l->why.p[failed], "\n");
	}
	return failed;
}

static void
put_routines(struct lister *l, const struct routines *all)
{
	enum { AHEAD = 8 };
	struct bits kept = { .word = NULL };

	if (l->json == NULL) {
		strbuf_addstr(l->out, "Total: ");
		scale_put(&l->n, l->n.total, 0, l->out);
		strbuf_addch(l->out, '\n');
	} else {
		jsonout_array(l->json, "routines");
		if (report_most(l->job) < all->n) {
			int64_t *total = xcalloc(all->n, sizeof(*total));

			for (uint32_t i = 0; i < all->n; i++)
				total[i] = all->routine[i].total.value;
			kept = report_heaviest(l->job, total, all->n);
			free(total);
		}
	}
	for (uint32_t i = 0; i < all->n && report_goes_on(l->job); i++) {
		const struct routine *r = &all->routine[i];
		/* If routines have the same name, those without a file come
		   first; a later one may have the source. */
		bool last = i + 1 == all->n || !str_eq(r[1].name, r->name);

		if (all->n - i > AHEAD)
			PREFETCH(r[AHEAD].name.p);
		if (kept.word != NULL && !bits_get(&kept, i))
			continue;
		if (r->file.n > 0 || l->json != NULL) {
			char percent[UNIT_TEXT_MAX];

			if (l->json != NULL) {
				struct jsonout *j = l->json;
				uint32_t failed;

				jsonout_object(j, NULL);
				jsonout_text(j, "name", r->name);
				jsonout_some_text(j, "file", r->file);
				jsondoc_value(j, "flat", &l->n, r->self.value);
				jsondoc_value(j, "cum", &l->n, r->total.value);
				jsonout_array(j, "lines");
				failed = put_source(l, r);
				jsonout_close(j);
				if (failed != NONE)
					jsonout_some_text(
						j, "error", l->why.p[failed]);
				jsonout_close(j);
			} else {
				strbuf_add3(l->out,
					"ROUTINE ======================== ",
					r->name, "");
				strbuf_add3(l->out, " in ", r->file, "\n");
				scale_put(&l->n, r->self.value, 10, l->out);
				strbuf_addch(l->out, ' ');
				scale_put(&l->n, r->total.value, 10, l->out);
				unit_percentage(
					r->total.value, l->n.total, percent);
				strbuf_addf(l->out,
					" (flat, cum) %s of Total\n", percent);
				(void)put_source(l, r);
			}
		} else if (last)
			strbuf_add3(l->out, "No source information for ",
				r->name, "\n");
	}
	if (l->json != NULL)
		jsonout_close(l->json);
	free(kept.word);
}

struct wanted_names {
	struct regexp *match;
	const struct frame *frame;
};

static bool
is_listed(void *arg, frame_id frame)
{
	const struct wanted_names *w = arg;

	return regexp_str(w->match, w->frame[frame].name);
}

static int
list_run(const struct report_job *job, struct err *err)
{
	const struct view *v = job->view;
	struct lister l = {
		.job = job, .v = v, .out = job->out, .json = job->json
	};
	struct footing all = footing_all(v);
	struct wanted_names wanted = { job->match, v->frames->frame };
	struct routines *routines =
		routines_new(&all, false, is_listed, &wanted);
	uint32_t n = routines->n;

	scale_init(&l.n, v);
	intern_init(&l.failed, &l.arena);
	vec_push(&l.why, STR_EMPTY); /* for id 0, the empty string */
	if (n > 0)
		put_routines(&l, routines);
	intern_fini(&l.failed);
	vec_free(&l.why);
	arena_free(&l.arena);
	routines_free(routines);
	return n > 0 ? 0 : report_no_match(job, err);
}

static void
by_line(struct query *query)
{
	query->granularity = GRAN_LINES;
}

const struct report report_list = {
	REPORT_DOC(.name = "list", .only_help_all = true,
		.help = "Print source lines of matching functions"),
	REPORT_TAKES_PATTERN,
	.lists_functions = true,
	.partial_prefix = "",
	.adapt = by_line,
	.frames = FRAMES_OBJECTS,
	.reads = READ_STACKS,
	.run = list_run,
	.json = list_run,
};
