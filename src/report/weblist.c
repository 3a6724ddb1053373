/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -weblist: the source of the matching functions for browsers, with the
 * instructions below each line.
 *
 *   ROUTINE work in app/work.c
 *     11       200ms      700ms             for (i = 0; i < n; i++)
 *              200ms      200ms     1190:       test   %edi,%edi      work.c:11
 *
 * A click on a line opens and closes its instructions. The page has no script
 * and loads nothing.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/intern.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "profile/unit.h"
#include "report/interleave.h"
#include "report/report.h"
#include "report/srcfile.h"
#include "write/markup.h"

enum {
	PAGE_MOST = 10 * 1000 * 1000, /* bytes of a page */
	ENDING_MOST =
		100 * 1000, /* bytes reserved for notes on what was left out */
	TEXT_COLUMNS = 80,  /* columns before the file and line of an
			       instruction */
	LINE_MOST = 2000,   /* bytes of a source line; the rest is cut */
	CONTENTS_MOST = 1000,
	SOURCES_BYTES_MAX = 4 * SRCFILE_BYTES_MAX, /* all together */
};

struct weblist {
	const struct report_job *job;
	struct interleave *w;
	struct report_scale n;
	struct arena arena;
	struct intern files;
	size_t held;                /* bytes of sources */
	VEC(struct srcfile) source; /* by id of the name in `files` */
	struct strbuf contents, body;
	uint32_t without_code, left_out; /* number of functions */
};

/* ---- Source text ---- */

/* Return a line's text; false if there is none. */
static bool
page_source(struct weblist *p, struct str file, int64_t line, struct str *text)
{
	const struct query *q = &p->job->view->query;
	uint32_t id = intern_copy(&p->files, file);
	const struct srcfile *f;

	while (p->source.n <= id) {
		struct srcfile new = { .n = 0 };

		if (p->source.n == id && file.n > 0 &&
			p->held < SOURCES_BYTES_MAX)
			(void)srcfile_read(&new, file, q->trim_path,
				q->source_path, INT64_MAX);
		p->held += new.text.n;
		if (new.is_cut || p->held >= SOURCES_BYTES_MAX)
			warnings_add(p->job->warnings,
				"sources too large for a page are shown in "
				"part");
		vec_push(&p->source, new);
	}
	f = &p->source.p[id];
	if (line < 1 || (uint64_t)line > f->n)
		return false;
	*text = srcfile_line(f, (size_t)line - 1);
	if (text->n > LINE_MOST)
		text->n = LINE_MOST;
	return true;
}

/* Append escaped text, which begins at column `from`, with tabs as blanks, then
   blanks up to `width` columns. */
static void
put_padded(struct strbuf *out, int from, struct str text, int width)
{
	struct strbuf flat = STRBUF_INIT;
	int column = from;
	uint32_t cp;

	strbuf_addn(&flat, ' ', (size_t)from);
	while (text.n > 0) {
		size_t n = utf8_decode(text, &cp);

		column++;
		if (cp == '\t') {
			strbuf_addch(&flat, ' ');
			for (; column % 8 != 0; column++)
				strbuf_addch(&flat, ' ');
		} else {
			strbuf_add(&flat, str_sub(text, 0, n));
		}
		text = str_skip(text, n);
	}
	if (column < width)
		strbuf_addn(&flat, ' ', (size_t)(width - column));
	markup_put(out, strbuf_str(&flat));
	strbuf_free(&flat);
}

static int
columns_before(struct str line)
{
	int column = 0;

	for (size_t i = 0; i < line.n; i++)
		if (line.p[i] == ' ')
			column++;
		else if (line.p[i] == '\t')
			column = (column / 8 + 1) * 8;
		else
			break;
	return column < TEXT_COLUMNS ? column : TEXT_COLUMNS;
}

/* ---- Lines ---- */

static void
put_place(struct strbuf *out, struct str file, int64_t line)
{
	if (file.n == 0)
		return;
	strbuf_addstr(out, " <i>");
	markup_put(out, str_basename(file));
	strbuf_addf(out, ":%" PRId64 "</i>", line);
}

static bool
same_call(const struct code_call *a, const struct code_call *b)
{
	return a->line == b->line && str_eq(a->file, b->file);
}

/* Return the i-th call of u, counted from the outermost one. */
static const struct code_call *
use_call(const struct woven_use *u, uint32_t i)
{
	return &u->call[u->n_calls - 1 - i];
}

/* Append the inlined calls of an instruction that the previous instruction does
   not have. */
static void
put_calls(struct weblist *p, const struct woven_use *u,
	const struct woven_use *before, int indent, struct strbuf *out)
{
	bool differs = before == NULL;

	for (uint32_t i = 0; i < u->n_calls; i++) {
		const struct code_call *c = use_call(u, i);
		struct str text = STR_EMPTY;

		differs = differs || i >= before->n_calls ||
			!same_call(use_call(before, i), c);
		if (!differs)
			continue;
		(void)page_source(p, c->file, c->line, &text);
		strbuf_addf(out, "<div class=\"c\">%9s%10s %10s %8s  ", "", "",
			"", "");
		put_padded(out, indent + 4 + 4 * (int)i, str_trim(text),
			TEXT_COLUMNS);
		put_place(out, c->file, c->line);
		strbuf_addstr(out, "</div>\n");
	}
}

static void
put_instructions(struct weblist *p, const struct woven_use *u, size_t n,
	int indent, struct strbuf *out)
{
	const struct woven_use *before = NULL;

	for (size_t i = 0; i < n; i++) {
		const struct woven_instruction *x =
			&p->w->instruction.p[u[i].instruction];
		const struct woven_instruction *last =
			i > 0 ? &p->w->instruction.p[u[i - 1].instruction] : x;

		if (i > 0 && x->at != last->at + last->length)
			strbuf_addf(out, "<div class=\"g\">%9s%28s</div>\n", "",
				"\u22ee");
		put_calls(p, &u[i], before, indent, out);
		before = &u[i];
		if (x->text.n == 0)
			continue;
		strbuf_addf(out, "<div class=\"a%s\">%9s",
			x->total != 0 ? " w" : "", "");
		scale_put_cell(&p->n, x->self, out);
		scale_put_cell(&p->n, x->total, out);
		strbuf_addf(out, "%8" PRIx64 ": ", x->address);
		put_padded(out, indent + 4 + 4 * (int)u[i].n_calls, x->text,
			TEXT_COLUMNS);
		put_place(out, x->file, x->line);
		strbuf_addstr(out, "</div>\n");
	}
}

/* True if a line has something below it. */
static bool
has_code(const struct weblist *p, const struct woven_use *u, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (u[i].n_calls > 0 ||
			p->w->instruction.p[u[i].instruction].text.n > 0)
			return true;
	return false;
}

static void
weblist_put_line(struct weblist *p, const struct woven_function *f,
	int64_t line, const struct woven_use *u, size_t n, bool with_code,
	struct strbuf *out)
{
	struct str text = STR_EMPTY;
	int64_t self = 0, total = 0;
	bool opens = with_code && has_code(p, u, n);

	if (!page_source(p, p->w->file.p[f->file].name, line, &text)) {
		if (n == 0)
			return;
		text = line == 0
			? STR("<instructions with unknown line numbers>")
			: STR("???");
	}
	for (size_t i = 0; i < n; i++) {
		const struct woven_instruction *x =
			&p->w->instruction.p[u[i].instruction];

		self = i64_wrap_add(self, x->self);
		total = i64_wrap_add(total, x->total);
	}
	strbuf_addstr(out, opens ? "<details><summary" : "<div");
	strbuf_addf(out, " class=\"%s\">%6" PRId64 "  ",
		total != 0 ? "l w" : "l", line);
	scale_put_cell(&p->n, self, out);
	scale_put_cell(&p->n, total, out);
	strbuf_addf(out, "%8s  ", "");
	put_padded(out, 0, text, 0);
	strbuf_addstr(out, opens ? "</summary>\n" : "</div>\n");
	if (opens) {
		put_instructions(p, u, n, columns_before(text), out);
		strbuf_addstr(out, "</details>\n");
	}
}

static void
put_function(struct weblist *p, const struct woven_function *f, size_t i,
	bool with_code, struct strbuf *out)
{
	const struct woven_use *u = &p->w->use.p[f->first];
	char percent[UNIT_TEXT_MAX];
	size_t at = 0, end;

	strbuf_addf(out, "<h2 id=\"f%zu\">", i);
	markup_put(out, f->name);
	strbuf_addstr(out, "</h2>\n<p>");
	if (p->w->file.p[f->file].name.n == 0)
		strbuf_addstr(out, "no source file is known");
	markup_put(out, p->w->file.p[f->file].name);
	strbuf_addstr(out, "</p>\n<div class=\"code\">\n<div>  Total: ");
	scale_put(&p->n, f->self, 10, out);
	strbuf_addch(out, ' ');
	scale_put(&p->n, f->total, 10, out);
	unit_percentage(f->total, p->n.total, percent);
	strbuf_addf(out, " (flat, cum) %s</div>\n", percent);
	for (int64_t line = f->begin; line < f->end; line++) {
		for (end = at; end < f->n && u[end].line == line;)
			end++;
		weblist_put_line(p, f, line, u + at, end - at, with_code, out);
		at = end;
		if (out->n > PAGE_MOST) /* too long: it will be left out */
			break;
	}
	strbuf_addstr(out, "</div>\n");
}

/* ---- The page ---- */

static void
list_function(struct weblist *p, const struct woven_function *f, size_t i)
{
	char percent[UNIT_TEXT_MAX];
	struct strbuf *out = &p->contents;

	if (i >= CONTENTS_MOST)
		return;
	strbuf_addstr(out, "<tr><td class=\"n\">");
	scale_put(&p->n, f->self, 0, out);
	strbuf_addstr(out, "</td><td class=\"n\">");
	scale_put(&p->n, f->total, 0, out);
	unit_percentage(f->total, p->n.total, percent);
	strbuf_addf(out, "</td><td class=\"n\">%s</td><td><a href=\"#f%zu\">",
		percent, i);
	markup_put(out, f->name);
	strbuf_addstr(out, "</a></td><td>");
	markup_put(out, p->w->file.p[f->file].name);
	if (f->begin > 0)
		strbuf_addf(out, ":%" PRId64, f->begin);
	strbuf_addstr(out, "</td></tr>\n");
}

/* Append the functions, heaviest file first, while there is room. */
static void
put_functions(struct weblist *p)
{
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0;
		i < p->w->function.n && !progress_stopped(p->job->progress);
		i++) {
		const struct woven_function *f = &p->w->function.p[i];
		size_t contents = p->contents.n, room;
		bool fits = false;

		list_function(p, f, i);
		room = p->body.n + p->contents.n + ENDING_MOST < PAGE_MOST
			? PAGE_MOST - p->body.n - p->contents.n - ENDING_MOST
			: 0;
		for (int code = 1; code >= 0 && !fits; code--) {
			strbuf_reset(&text);
			put_function(p, f, i, code != 0, &text);
			fits = text.n <= room;
			if (fits && code == 0)
				p->without_code++;
		}
		if (fits) {
			strbuf_add(&p->body, strbuf_str(&text));
		} else {
			strbuf_cut(&p->contents, contents);
			p->left_out++;
		}
	}
	strbuf_free(&text);
}

/* List the functions that are not on the page, and why. */
static void
say_left_out(const struct weblist *p, struct strbuf *out)
{
	const struct interleave *w = p->w;
	size_t from = out->n;

	if (p->without_code > 0)
		strbuf_addf(out,
			"<p>The instructions of %u function%s are left out: a "
			"page has at most 10 MB.</p>\n",
			p->without_code, plural(p->without_code));
	if (p->left_out > 0)
		strbuf_addf(out,
			"<p>%u function%s left out: a page has at most 10 MB. "
			"A narrower expression shows them.</p>\n",
			p->left_out, p->left_out == 1 ? " is" : "s are");
	if (w->ranges_read < w->n_ranges)
		strbuf_addf(out,
			"<p>Instructions are shown only for the %u heaviest "
			"of %u ranges of code; the others show only the "
			"sampled addresses.</p>\n",
			w->ranges_read, w->n_ranges);
	for (size_t i = 1; i < w->why.n && out->n - from < ENDING_MOST / 8;
		i++) {
		strbuf_addstr(out, "<p>Instructions are missing: ");
		markup_put(out, str_sub(w->why.p[i], 0, LINE_MOST));
		strbuf_addstr(out, "</p>\n");
	}
}

static const char head[] =
	"<!DOCTYPE html>\n"
	"<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
	"'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action "
	"'none'\">\n"
	"<meta name=\"referrer\" content=\"no-referrer\">\n"
	"<title>source and instructions</title>\n"
	"<style>\n"
	"body { font: 14px sans-serif; margin: 1em; color: #111; "
	"background: #fff; }\n"
	"pre, table, .code { font: 13px monospace; }\n"
	"h2 { font-size: 16px; margin: 1.5em 0 0.2em; }\n"
	"p { margin: 0.2em 0; }\n"
	".code { overflow-x: auto; }\n"
	".code div, .code summary { white-space: pre; }\n"
	"table { border-collapse: collapse; }\n"
	"th { text-align: left; border-bottom: 1px solid; }\n"
	"td, th { padding: 0 0.6em; }\n"
	"td.n { text-align: right; white-space: nowrap; }\n"
	"summary { list-style: none; cursor: pointer; }\n"
	"summary::-webkit-details-marker { display: none; }\n"
	".l { color: #777; }\n"
	".l::before { content: \"  \"; }\n"
	"summary.l::before { content: \"+ \"; color: #06c; }\n"
	"details[open] > summary.l::before { content: \"- \"; }\n"
	"summary.l { color: #06c; }\n"
	".l.w, summary.l.w { color: #111; background: #fdf0dd; }\n"
	"summary:hover { background: #eee; }\n"
	".a { color: #083; }\n"
	".a.w { background: #e6f4e6; }\n"
	".c { color: #777; }\n"
	".g { color: #aaa; }\n"
	"i { color: #a33; font-style: normal; }\n"
	"</style></head><body>\n";

static void
put_page(struct weblist *p, struct strbuf *out)
{
	const struct view *v = p->job->view;
	struct strbuf about = STRBUF_INIT;

	put_functions(p);
	header_profile(&about, v, &p->n);
	strbuf_addstr(&about, "Total: ");
	scale_put(&p->n, p->n.total, 0, &about);
	strbuf_addch(&about, '\n');
	header_filters(&about, &v->query);
	strbuf_addstr(out, head);
	strbuf_addstr(out, "<pre>");
	for (struct str rest = str_sub(strbuf_str(&about), 0, ENDING_MOST / 8);
		rest.n > 0;) {
		markup_put(out, str_cut(&rest, '\n'));
		strbuf_addch(out, '\n');
	}
	strbuf_addstr(out, "</pre>\n");
	say_left_out(p, out);
	strbuf_addstr(out,
		"<p>A click on a line with + shows its instructions.</p>\n"
		"<table><thead><tr><th>Flat</th><th>Cum</th><th>%</th>"
		"<th>Function</th><th>Lines</th></tr></thead><tbody>\n");
	strbuf_add(out, strbuf_str(&p->contents));
	strbuf_addstr(out, "</tbody></table>\n");
	strbuf_add(out, strbuf_str(&p->body));
	strbuf_addstr(out, "</body></html>\n");
	strbuf_free(&about);
}

static int
weblist_run(const struct report_job *job, struct err *err)
{
	const struct view *v = job->view;
	struct interleave_order order = { .p = job->filtered,
		.column = v->w.column,
		.mean = v->query.mean,
		.match = job->match,
		.program = job->program,
		.tools = v->query.tools,
		.intel = v->query.intel_syntax };
	struct weblist p = { .job = job };
	int rc = 0;

	order.by_address = report_parse_address(job->arg, &order.address);
	p.w = interleave_new(&order, job->progress);
	if (p.w == NULL)
		return err_set(err, ERR_CANCELLED, "cancelled");
	scale_init(&p.n, v);
	intern_init(&p.files, &p.arena);
	if (p.w->matched)
		put_page(&p, job->out);
	else
		rc = report_no_match(job, err);
	for (size_t i = 0; i < p.source.n; i++)
		srcfile_fini(&p.source.p[i]);
	vec_free(&p.source);
	strbuf_free(&p.contents);
	strbuf_free(&p.body);
	intern_fini(&p.files);
	arena_free(&p.arena);
	interleave_free(p.w);
	return rc;
}

/* The page shows inlined calls. */
static void
with_inlines(struct query *query)
{
	query->granularity = GRAN_ADDRESSES;
	query->noinlines = false;
}

const struct report report_weblist = {
	REPORT_DOC(.name = "weblist", .only_help_all = true,
		.help = "Write source and instructions as one web page"),
	REPORT_TAKES_PATTERN,
	.lists_functions = true,
	.suffix = "html",
	.adapt = with_inlines,
	.frames = FRAMES_OBJECTS,
	.wants_filtered = true,
	.run = weblist_run,
};
