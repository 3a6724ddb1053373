/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress of a load. */
#include "prelude.h"

#include "present/progressbar.h"

#include <inttypes.h>

#include "base/compiler.h"
#include "base/progress.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "present/number.h"
#include "present/segments.h"
#include "profile/unit.h"

enum { NAME_COLS = 11, PERCENT_COLS = 5, BAR_MIN = 8, FACTS = 5 };

static const char *const names[] = {
	[PROGRESS_START] = "read",
	[PROGRESS_INFLATE] = "inflate",
	[PROGRESS_PARSE] = "parse",
	[PROGRESS_SEAL] = "sort",
	[PROGRESS_SYMBOLS] = "names",
	[PROGRESS_COMPUTE] = "compute",
	[PROGRESS_WAIT] = "wait",
	[PROGRESS_BUSY] = "wait",
};

/* The facts, most important first; the last are dropped first. */
struct progressbar_facts {
	struct strbuf text[FACTS];
};

/* Append n: bytes, addresses or milliseconds, depending on the stage. */
static void
put_progress(struct strbuf *out, enum progress_stage stage, uint64_t n)
{
	if (stage == PROGRESS_SYMBOLS)
		count_put(out, n);
	else if (stage == PROGRESS_WAIT)
		strbuf_addf(out, "%" PRIu64 "s", n / 1000);
	else
		amount_put(out, (int64_t)n, STR("B"));
}

static void
facts_init(struct progressbar_facts *f, const struct progressbar *a)
{
	int64_t ms;
	int64_t s;

	*f = (struct progressbar_facts){ { STRBUF_INIT } };
	if (a->stage == PROGRESS_BUSY) {
		/* The stage is a pause: total and done are its ms, not bytes of
		   the load. */
		strbuf_add(&f->text[0],
			a->whom.n > 0 ? a->whom : STR("the server"));
		strbuf_addf(&f->text[0],
			" is busy, asking again in %" PRIu64 "s",
			(a->total - a->done + 999) / 1000);
		strbuf_add(&f->text[3], a->hint);
		return;
	}
	if (a->parts > 0)
		strbuf_addf(&f->text[0], "%" PRIu64 " of %" PRIu64 " profile%s",
			a->part, a->parts, plural(a->parts));
	else if (a->done > 0 || a->total > 0)
		put_progress(
			&f->text[0], (enum progress_stage)a->stage, a->done);
	if (a->parts == 0 && a->total > 0) {
		strbuf_addstr(&f->text[0], " of ");
		put_progress(
			&f->text[0], (enum progress_stage)a->stage, a->total);
	}
	if (a->stage == PROGRESS_START && a->files_of > 0) {
		count_put(&f->text[1], a->files);
		strbuf_addstr(&f->text[1], " of ");
		count_put(&f->text[1], a->files_of);
		strbuf_addf(&f->text[1], " file%s", plural(a->files_of));
	}
	ms = a->left;
	s = (ms + 999) / 1000;
	if (ms >= 0) {
		if (s < 60)
			strbuf_addf(&f->text[2], "%" PRId64 "s left", s);
		else if (s < 3600)
			strbuf_addf(&f->text[2],
				"%" PRId64 "m %" PRId64 "s left", s / 60,
				s % 60);
		else
			strbuf_addf(&f->text[2],
				"%" PRId64 "h %" PRId64 "m left", s / 3600,
				s / 60 % 60);
	}
	strbuf_add(&f->text[3], a->hint);
	if (a->samples > 0) {
		count_put(&f->text[4], a->samples);
		strbuf_addf(&f->text[4], " record%s", plural(a->samples));
	}
}

/* Draw the first n facts, reordered: files, bytes, records, time, keys. */
static int
facts_draw(struct grid *g, int row, int col, const struct progressbar_facts *f,
	size_t n)
{
	static const size_t order[FACTS] = { 1, 0, 4, 2, 3 };
	struct segment part[FACTS];
	size_t parts = 0;

	for (size_t i = 0; i < FACTS; i++)
		if (order[i] < n && f->text[order[i]].n > 0)
			part[parts++] = (struct segment){
				.text = strbuf_str(&f->text[order[i]]),
				.style = STYLE_DIM,
				.gap = 2,
			};
	return segments_draw(g, row, col, g->cols - col, part, parts);
}

static int
margin(const struct grid *g)
{
	return g->cols < 60 ? 0 : 1;
}

void
progressbar_draw(struct grid *g, int row, const struct progressbar *a)
{
	int col = margin(g), facts_cols, bar;
	uint64_t done = a->parts > 0 ? a->part : a->done;
	uint64_t total = a->parts > 0       ? a->parts
		: a->stage == PROGRESS_BUSY ? 0
					    : a->total;
	struct progressbar_facts f;
	double share;
	size_t n;

	facts_init(&f, a);
	grid_fill(
		g, (struct rect){ row, 0, 1, g->cols }, STR(" "), STYLE_NORMAL);
	grid_put_cut(g, row, col, NAME_COLS - 1,
		str_c(names[a->parts > 0 ? PROGRESS_START : a->stage]),
		STYLE_BOLD);
	col += NAME_COLS;
	if (total == 0) {
		facts_draw(g, row, col, &f, FACTS);
	} else {
		int room = g->cols - col - BAR_MIN - PERCENT_COLS;
		int used = 0;

		/* Count the facts that leave BAR_MIN columns for the bar;
		   facts_cols is their width. */
		n = 0;
		facts_cols = 0;
		while (n < FACTS) {
			if (f.text[n].n > 0)
				used += utf8_columns(strbuf_str(&f.text[n]),
						g->ascii) +
					2;
			if (used > room)
				break;
			facts_cols = used;
			n++;
		}
		bar = g->cols - col - facts_cols - PERCENT_COLS;
		share = done >= total ? 1.0 : (double)done / (double)total;
		grid_bar(g, row, col, (int)(share * bar * 8), STYLE_HEADER);
		col += bar;
		grid_printf(g, row, col, PERCENT_COLS, STYLE_NORMAL, "%4u%%",
			(unsigned)(share * 100));
		facts_draw(g, row, col + PERCENT_COLS + 2, &f, n);
	}
	for (size_t i = 0; i < FACTS; i++)
		strbuf_free(&f.text[i]);
}

void
progressbar_facts_draw(struct grid *g, int row, const struct progressbar *a)
{
	struct progressbar_facts f;

	facts_init(&f, a);
	facts_draw(g, row, margin(g), &f, FACTS);
	for (size_t i = 0; i < FACTS; i++)
		strbuf_free(&f.text[i]);
}

void
progressbar_stages_draw(struct grid *g, int row, const struct progressbar *a)
{
	struct strbuf text = STRBUF_INIT;
	struct pen p = { g, row, margin(g), g->cols };
	enum glyph mark;

	int stage = a->stage >= PROGRESS_WAIT ? PROGRESS_START : a->stage;

	for (int i = 0; i <= PROGRESS_COMPUTE; i++) {
		/* Most profiles have names and skip this stage. */
		if (i == PROGRESS_SYMBOLS && i != stage)
			continue;
		pen_cut(&p, str_c(names[i]),
			i == stage ? STYLE_BOLD : STYLE_DIM);
		p.col++;
		mark = i < stage     ? GLYPH_DONE
			: i == stage ? GLYPH_DOING
				     : GLYPH_TO_DO;
		pen_cut(&p, glyph_str(mark, g->ascii), STYLE_DIM);
		p.col += 3;
		if (p.col >= g->cols)
			return;
	}
	if (a->resident == 0)
		return;
	amount_put(&text, (int64_t)a->resident, STR("B"));
	strbuf_addstr(&text, " resident");
	if (p.col + (int)text.n < g->cols)
		grid_put_right(g, row, p.col, g->cols - p.col - 1,
			strbuf_str(&text), STYLE_DIM);
	strbuf_free(&text);
}
