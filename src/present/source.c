/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of one function's source. */
#include "prelude.h"

#include "present/source.h"

#include "base/xalloc.h"
#include "engine/sides.h"
#include "present/textcheck.h"

enum {
	COLD_RUN = 4,       /* minimum consecutive cold lines that fold */
	COLD_PART = 200,    /* cold: less than a 200th of the function */
	HOT_PART = 100,     /* hot: a 100th or more */
	BODY_GAP = 4,       /* maximum lines shown between lines with samples */
	CLOSING_MOST = 400, /* lines searched for the function's end */
	RANGE_MOST = 1 << 20,
};

/* ---- Weights ---- */

/* Return |total|, or in a diff |change|, by which lines are hot or cold. */
static uint64_t
source_weight(const struct source_pane *sp, const struct row_sum *s)
{
	if (sp->of.view->is_diff)
		return u64_abs(sides_delta(sides_of(s)));
	return u64_abs(weight_div(s->value, s->div));
}

/* ---- Lines ---- */

/* Return a line's indentation in columns; -1 if it is blank. */
static int
indentation(struct str line)
{
	int col = 0;

	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i] == '\t')
			col += 8 - col % 8;
		else if (line.p[i] == ' ')
			col++;
		else
			return col;
	}
	return -1;
}

/* Return the last line to show: the brace that closes the function, if it is in
   the column of the declaration. */
static int64_t
find_end(const struct source_block *b)
{
	const struct routine *r = b->routine;
	int64_t end = r->end;
	int column;

	if (b->line == NULL || r->end < r->start || r->start > (int64_t)b->n)
		return end;
	column = indentation(b->line[r->start - 1]);
	for (int64_t i = r->n > 0 ? r->line[r->n - 1].line : end;
		i > 0 && i <= (int64_t)b->n && i - r->end < CLOSING_MOST; i++) {
		struct str text = str_trim(b->line[i - 1]);

		if (str_starts(text, STR("}")) &&
			indentation(b->line[i - 1]) == column)
			return i;
	}
	return end < (int64_t)b->n ? end : (int64_t)b->n;
}

bool
source_pane_is_foreign(const struct source_pane *sp, struct source_at where)
{
	const struct bits *b = &sp->foreign[where.block];
	int64_t at = where.line - sp->of.block[where.block].routine->start;

	return b->word != NULL && at >= 0 && at < (int64_t)b->n &&
		bits_get(b, (size_t)at);
}

struct source_heat {
	struct source_at at;
	uint64_t weight;
};

static int
by_heat(const void *a, const void *b)
{
	const struct source_heat *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	if (x->at.block != y->at.block)
		return x->at.block < y->at.block ? -1 : 1;
	return (x->at.line > y->at.line) - (x->at.line < y->at.line);
}

struct source_pane *
source_pane_new(const struct source_of *of)
{
	struct source_pane *sp = xcalloc(1, sizeof(*sp));
	struct sides all = sides_of(&of->total);
	VEC(struct source_heat) hot = { NULL, 0, 0 };

	sp->of = *of;
	sp->numbers = numbers_of(of->view, &of->view->w);
	sp->weight = row_sum_value(&of->total);
	/* In a diff, take the larger side. */
	if (of->view->is_diff)
		sp->weight = u64_abs(all.base) > u64_abs(all.new) ? all.base
								  : all.new;
	sp->foreign = ARENA_ZARRAY(&sp->arena, struct bits, of->n_blocks);
	for (uint32_t i = 0; i < of->n_blocks; i++) {
		const struct routine *r = sp->of.block[i].routine;
		const struct listing *l = sp->of.listing;
		int64_t end = find_end(&sp->of.block[i]);
		const struct frames *frames = l->view->frames;

		/* Mark lines on which only other functions have samples. */
		if (end >= r->start && end - r->start <= RANGE_MOST) {
			sp->foreign[i] = bits_in(
				&sp->arena, (size_t)(end - r->start) + 1);
			for (frame_id f = 0; f < frames->n; f++) {
				const struct frame *frame = &frames->frame[f];

				if (l->view->nodes[f] > 0 &&
					frame->line >= r->start &&
					frame->line <= end &&
					str_eq(frame->file, r->file) &&
					!str_eq(frame->name, r->name) &&
					r->name.n > 0 &&
					routine_line(r, frame->line) == NULL)
					bits_set(&sp->foreign[i],
						(size_t)(frame->line -
							r->start));
			}
		}
	}
	for (uint32_t i = 0; i < sp->of.n_blocks; i++) {
		const struct routine *r = sp->of.block[i].routine;

		for (uint32_t k = 0; k < r->n; k++) {
			struct source_heat h = {
				{ .block = i, .line = r->line[k].line },
				source_weight(sp, &r->line[k].total)
			};
			uint64_t total =
				u64_abs(row_sum_value(&r->line[k].total));

			sp->most = total > sp->most ? total : sp->most;
			if (h.weight > 0 &&
				h.weight >= u64_abs(sp->weight) / HOT_PART)
				vec_push(&hot, h);
		}
	}
	if (hot.n > 0)
		qsort(hot.p, hot.n, sizeof(*hot.p), by_heat);
	sp->n_hot = (uint32_t)hot.n;
	sp->hot = ARENA_ARRAY(&sp->arena, struct source_at, hot.n);
	for (size_t i = 0; i < hot.n; i++)
		sp->hot[i] = hot.p[i].at;
	vec_free(&hot);
	return sp;
}

static void
forget_bodies(struct source_pane *sp)
{
	for (uint32_t i = 0; i < sp->bodies.n; i++)
		routines_free(sp->bodies.body[i]);
	sp->bodies = (struct source_bodies){ .of = NULL };
}

void
source_pane_free(struct source_pane *sp)
{
	if (sp == NULL)
		return;
	forget_bodies(sp);
	vec_free(&sp->row);
	arena_free(&sp->arena);
	free(sp);
}

/* ---- Rows ---- */

struct layer {
	struct source_pane *sp;
	struct source_at *at;
	const struct source_lay *how;
};

static bool
is_cold(const struct layer *l, uint32_t block, int64_t line)
{
	const struct source_pane *sp = l->sp;
	const struct routine *r = sp->of.block[block].routine;
	const struct line_sum *sum = routine_line(r, line);

	if (!l->how->fold || line == r->start ||
		(l->at->block == block && l->at->line == line &&
			l->at->on == SOURCE_ON_LINE))
		return false;
	return sum == NULL ||
		(u64_abs(row_sum_value(&sum->total)) <
				u64_abs(sp->weight) / COLD_PART &&
			source_weight(sp, &sum->total) <
				u64_abs(sp->weight) / COLD_PART);
}

/* Return the text of an inlined function; NULL if it is missing or is not the
   text that was profiled. */
static const struct source_text *
text_of_body(const struct source_pane *sp, const struct routine *r)
{
	struct arena arena = ARENA_INIT;
	const struct source_text *t = NULL;

	for (size_t i = 0; i < sp->of.n_texts && t == NULL; i++)
		if (str_eq(sp->of.text[i].file, r->file))
			t = &sp->of.text[i];
	if (t != NULL) {
		struct text_facts facts = {
			.line = t->line, .n = t->n, .part = t->part
		};

		if (textcheck_routine(&facts, r, sp->of.listing->view, &arena)
				.doubt != TEXT_FITS)
			t = NULL;
	}
	arena_free(&arena);
	return t;
}

/* Lay out inlined lines with samples, and short gaps if the text is known. */
static void
lay_body(const struct layer *l, const struct source_row *callee)
{
	const struct routines *body = l->sp->bodies.body[callee->index];

	for (uint32_t i = 0; body != NULL && i < body->n; i++) {
		const struct routine *r = &body->routine[i];
		struct source_row row = *callee;

		row.kind = SOURCE_BODY;
		row.text = text_of_body(l->sp, r);
		row.body = r;
		row.line = 0;
		for (uint32_t k = 0; k < r->n; k++) {
			int64_t gap = r->line[k].line - row.line;

			row.sum = NULL;
			row.self = row.total = (struct row_sum){ .value = 0 };
			while (row.text != NULL && row.line > 0 &&
				gap <= BODY_GAP && ++row.line < r->line[k].line)
				vec_push(&l->sp->row, row);
			row.line = r->line[k].line;
			row.sum = &r->line[k];
			row.self = r->line[k].self;
			row.total = r->line[k].total;
			vec_push(&l->sp->row, row);
		}
	}
}

static void
lay_callees(const struct layer *l, const struct source_row *line)
{
	struct source_row row = *line;
	const struct line_sum *sum = line->sum;
	uint32_t n = sum != NULL ? sum->n_callees : 0, shown = n;

	if (n == 0)
		return;
	if (shown > SOURCE_CALLEES)
		shown = SOURCE_CALLEES - 1;
	if (l->how->bodies && l->sp->of.routines != NULL) {
		struct source_pane *sp = l->sp;
		const struct source_of *of = &sp->of;
		uint32_t number = of->routines->line_of[sum->frame];

		/* Find the callees that are inlined in the line. */
		if (sp->bodies.of != sum) {
			forget_bodies(sp);
			sp->bodies.of = sum;
			while (sp->bodies.n < SOURCE_CALLEES &&
				sp->bodies.n < sum->n_callees) {
				const struct line_callee *c =
					&sum->callee[sp->bodies.n];
				uint32_t function =
					of->listing->function[c->frame];
				struct routines *body = NULL;

				if ((c->inlined & 1) != 0) {
					struct footing inside = footing_inlined(
						of->footing, of->listing,
						of->routines, number, function);

					body = routines_of(
						of->listing, &inside, function);
					footing_fini(&inside);
				}
				sp->bodies.body[sp->bodies.n++] = body;
			}
		}
	}
	for (uint32_t i = 0; i < shown; i++) {
		row.kind = SOURCE_CALLEE;
		row.index = i;
		row.total = sum->callee[i].sum;
		vec_push(&l->sp->row, row);
		if (l->how->bodies && l->sp->of.routines != NULL)
			lay_body(l, &row);
	}
	if (shown < n) {
		row.kind = SOURCE_MORE;
		row.index = n - shown;
		row.total = (struct row_sum){ .value = 0 };
		for (uint32_t i = shown; i < n; i++)
			for (int k = 0; k < COLUMNS; k++)
				i64_sum(&row.total.column[k],
					sum->callee[i].sum.column[k]);
		vec_push(&l->sp->row, row);
	}
	if (sum->self.value != 0) {
		row.kind = SOURCE_ITSELF;
		row.total = sum->self;
		vec_push(&l->sp->row, row);
	}
}

static void
lay_line(const struct layer *l, uint32_t block, int64_t line)
{
	const struct line_sum *sum =
		routine_line(l->sp->of.block[block].routine, line);
	struct source_row row = { .kind = SOURCE_LINE,
		.block = block,
		.line = line,
		.last = line,
		.sum = sum };

	if (sum != NULL) {
		row.self = sum->self;
		row.total = sum->total;
	}
	vec_push(&l->sp->row, row);
	if (l->at->block != block || l->at->line != line ||
		l->at->on == SOURCE_ON_NOTE || l->at->on == SOURCE_ON_TEXT)
		return;
	l->at->on = SOURCE_ON_LINE;
	l->sp->cursor = (uint32_t)l->sp->row.n - 1;
	lay_callees(l, &row);
	if (l->at->sub >= l->sp->row.n - l->sp->cursor)
		l->at->sub = (uint32_t)(l->sp->row.n - l->sp->cursor) - 1;
	l->sp->cursor += l->at->sub;
}

static void
lay_fold(const struct layer *l, uint32_t block, int64_t from, int64_t to)
{
	const struct routine *r = l->sp->of.block[block].routine;
	struct source_row row = {
		.kind = SOURCE_FOLD, .block = block, .line = from, .last = to
	};

	for (uint32_t i = 0; i < r->n; i++) {
		const struct line_sum *s = &r->line[i];

		if (s->line < from || s->line > to)
			continue;
		row.with_samples++;
		for (int k = 0; k < COLUMNS; k++) {
			i64_sum(&row.self.column[k], s->self.column[k]);
			i64_sum(&row.total.column[k], s->total.column[k]);
		}
	}
	if (l->at->on == SOURCE_ON_FOLD && l->at->block == block &&
		l->at->line >= from && l->at->line <= to) {
		l->at->line = from;
		l->sp->cursor = (uint32_t)l->sp->row.n;
	}
	vec_push(&l->sp->row, row);
}

/* Lay out the notes [from, to) of a block. */
static void
lay_notes(const struct layer *l, uint32_t block, size_t from, size_t to)
{
	struct source_row row = { .kind = SOURCE_NOTE, .block = block };

	for (row.index = (uint32_t)from; row.index < to; row.index++) {
		if (l->at->on == SOURCE_ON_NOTE && l->at->block == block &&
			l->at->sub == row.index)
			l->sp->cursor = (uint32_t)l->sp->row.n;
		vec_push(&l->sp->row, row);
	}
}

/* Lay out the lines of a text without weights. */
static void
lay_apart(const struct layer *l, uint32_t block)
{
	const struct source_block *b = &l->sp->of.block[block];
	struct source_row row = { .kind = SOURCE_TEXT, .block = block };

	if (b->apart == NULL || b->apart_to - b->apart_from >= RANGE_MOST)
		return;
	for (row.line = b->apart_from; row.line <= b->apart_to; row.line++) {
		row.last = row.line;
		if (l->at->on == SOURCE_ON_TEXT && l->at->block == block &&
			l->at->line == row.line)
			l->sp->cursor = (uint32_t)l->sp->row.n;
		vec_push(&l->sp->row, row);
	}
}

static void
lay_block(const struct layer *l, uint32_t block)
{
	const struct source_block *b = &l->sp->of.block[block];
	const struct routine *r = b->routine;
	int64_t end = b->line != NULL ? find_end(b) : 0;
	struct source_row row = { .kind = SOURCE_FILE, .block = block };

	if (l->sp->of.n_blocks > 1)
		vec_push(&l->sp->row, row);
	lay_notes(l, block, 0, b->n_above);
	if (b->line != NULL && end - r->start < RANGE_MOST) {
		int64_t from = r->start;
		int64_t next;

		/* Lay out the lines of the text from `from` to `end`. */
		for (int64_t i = from; i <= end; i = next) {
			next = i;
			while (next <= end && is_cold(l, block, next))
				next++;
			if (next - i >= COLD_RUN) {
				int64_t opened_from = i;
				int64_t to = next - 1;
				bool is_opened = false;

				for (size_t j = 0; j < l->how->n_opened; j++) {
					const struct source_opened *o =
						&l->how->opened[j];

					if (o->block == block &&
						o->line >= opened_from &&
						o->line <= to) {
						is_opened = true;
						break;
					}
				}
				if (!is_opened) {
					lay_fold(l, block, i, next - 1);
					continue;
				}
			}
			if (next == i)
				next++;
			for (int64_t k = i; k < next; k++)
				lay_line(l, block, k);
		}
	}
	/* Lay out lines outside the text, then the line without a number. */
	for (uint32_t i = 0; i < r->n; i++)
		if (r->line[i].line > 0 &&
			(b->line == NULL || r->line[i].line > end ||
				r->line[i].line < r->start))
			lay_line(l, block, r->line[i].line);
	if (r->n > 0 && r->line[0].line <= 0)
		lay_line(l, block, r->line[0].line);
	lay_notes(l, block, b->n_above, b->n_notes);
	lay_apart(l, block);
}

struct source_at
source_pane_row(const struct source_pane *sp, uint32_t row)
{
	struct source_at at = { .block = 0 };
	uint32_t line = row;

	if (row >= sp->row.n)
		return at;
	while (line > 0 && sp->row.p[line].kind >= SOURCE_CALLEE)
		line--;
	at.block = sp->row.p[line].block;
	at.line = sp->row.p[line].line;
	at.sub = row - line;
	if (sp->row.p[line].kind == SOURCE_FOLD) {
		at.on = SOURCE_ON_FOLD;
	} else if (sp->row.p[line].kind == SOURCE_TEXT) {
		at.on = SOURCE_ON_TEXT;
	} else if (sp->row.p[line].kind == SOURCE_NOTE) {
		at.on = SOURCE_ON_NOTE;
		at.sub = sp->row.p[line].index;
	}
	return at;
}

void
source_pane_lay(struct source_pane *sp, struct source_at *at,
	const struct source_lay *how)
{
	struct layer l = { sp, at, how };
	struct source_at *cursor_at = at;

	/* Move the cursor to a line that has a row. */
	if (cursor_at->block >= sp->of.n_blocks)
		*cursor_at = (struct source_at){ .block = 0 };
	if (cursor_at->line <= 0 && cursor_at->on != SOURCE_ON_NOTE &&
		sp->of.n_blocks != 0 &&
		routine_line(sp->of.block[cursor_at->block].routine,
			cursor_at->line) == NULL) {
		cursor_at->line = sp->of.block[cursor_at->block].routine->start;
	}
	for (int again = 0; again < 2; again++) {
		sp->row.n = 0;
		sp->cursor = NONE;
		for (uint32_t i = 0; i < sp->of.n_blocks; i++)
			lay_block(&l, i);
		if (sp->cursor != NONE)
			return;
		/* The line at the cursor has no row: take the first line. */
		for (size_t i = 0; i < sp->row.n && sp->cursor == NONE; i++)
			if (sp->row.p[i].kind == SOURCE_LINE ||
				sp->row.p[i].kind == SOURCE_FOLD)
				*at = source_pane_row(sp, (uint32_t)i);
	}
	sp->cursor = 0;
}

bool
source_pane_can(const struct source_pane *sp, uint32_t row)
{
	return row == 0 || sp->row.p[row].kind != SOURCE_FILE;
}

/* ---- Hot lines, matches, calls ---- */

static bool
same_line(struct source_at a, struct source_at b)
{
	return a.block == b.block && a.line == b.line;
}

bool
source_pane_hot(const struct source_pane *sp, struct source_at *at, int step)
{
	uint32_t i = 0;

	if (sp->n_hot == 0)
		return false;
	while (i < sp->n_hot && !same_line(sp->hot[i], *at))
		i++;
	if (i == sp->n_hot)
		i = 0;
	else
		i = (i + (step > 0 ? 1 : sp->n_hot - 1)) % sp->n_hot;
	*at = sp->hot[i];
	return true;
}

struct str
source_pane_text(const struct source_pane *sp, struct source_at at)
{
	const struct source_block *b;

	if (at.block >= sp->of.n_blocks)
		return STR_EMPTY;
	b = &sp->of.block[at.block];
	if (at.on == SOURCE_ON_TEXT)
		return at.line > 0 && at.line <= (int64_t)b->n_apart
			? b->apart[at.line - 1]
			: STR_EMPTY;
	return b->line != NULL && at.line > 0 && at.line <= (int64_t)b->n
		? b->line[at.line - 1]
		: STR_EMPTY;
}

bool
source_pane_find(const struct source_pane *sp, struct regexp *m,
	struct source_at *at, int step)
{
	uint32_t n = sp->of.n_blocks, block = at->block;
	int64_t line = at->line;

	for (uint32_t round = 0; n > 0 && round <= n; round++) {
		const struct source_block *b = &sp->of.block[block];
		bool is_apart = b->apart != NULL;
		int64_t start = is_apart ? b->apart_from : b->routine->start;
		int64_t end = is_apart ? b->apart_to : find_end(b);

		if (line < start - 1)
			line = start - 1;
		if (line > end + 1)
			line = end + 1;
		for (line += step; line >= start && line <= end; line += step) {
			struct source_at here = { .block = block,
				.line = line,
				.on = is_apart ? SOURCE_ON_TEXT
					       : SOURCE_ON_LINE };

			if (regexp_str(m, source_pane_text(sp, here))) {
				*at = here;
				return true;
			}
		}
		block = (block + (step > 0 ? 1 : n - 1)) % n;
		line = step > 0 ? 0 : INT64_MAX - 1;
	}
	return false;
}

bool
source_pane_call(
	const struct source_pane *sp, uint32_t function, struct source_at *at)
{
	uint64_t most = 0;

	for (uint32_t i = 0; i < sp->of.n_blocks; i++) {
		const struct routine *r = sp->of.block[i].routine;

		for (uint32_t k = 0; k < r->n; k++) {
			const struct line_sum *s = &r->line[k];

			for (uint32_t c = 0; c < s->n_callees; c++) {
				uint64_t w = u64_abs(s->callee[c].sum.value);

				if (sp->of.listing->function[s->callee[c]
								     .frame] !=
						function ||
					w <= most)
					continue;
				most = w;
				*at = (struct source_at){ .block = i,
					.line = s->line };
			}
		}
	}
	return most > 0;
}

int
source_pane_indent(const struct source_pane *sp, struct source_at at)
{
	return indentation(source_pane_text(sp, at));
}

struct str
source_pane_body(const struct source_row *row, int *indent)
{
	const struct source_text *t = row->text;
	int start = 0;

	*indent = 0;
	if (t == NULL || row->line <= 0 || row->line > (int64_t)t->n)
		return STR_EMPTY;
	*indent = indentation(t->line[row->line - 1]);
	if (row->body->start <= (int64_t)t->n)
		start = indentation(t->line[row->body->start - 1]);
	if (start > 0 && *indent >= start)
		*indent -= start;
	return str_trim(t->line[row->line - 1]);
}
