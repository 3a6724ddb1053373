/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines at the bottom. */
#include "prelude.h"

#include "present/status.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/caption.h"
#include "present/chrome.h"
#include "present/number.h"
#include "present/segments.h"
#include "present/why.h"

/* Below NARROW, numbers have no words; from WIDE on, all words are shown. */
enum { NARROW = 60, WIDE = 120 };

/* Append "base 3.90s 13.9%". */
static void
status_add_value(struct words *w, int gap, const char *label, int64_t value,
	int64_t total, const struct numbers *n)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s ", label);
	value_put(&text, n, value, total);
	words_add(w, gap, strbuf_str(&text));
	strbuf_free(&text);
}

static void
status_add_share(struct words *w, int gap, const char *label, int64_t value,
	int64_t base)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s ", label);
	if (percent_put(&text, value, base))
		words_add(w, gap, str_trim(strbuf_str(&text)));
	strbuf_free(&text);
}

/* Append "Δself +0.34s" or, with_share, "Δself +0.34s (+8.2%)". */
static void
add_delta(struct words *w, int gap, const char *label, struct sides s,
	const struct numbers *n, bool with_share)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%.*s%s ",
		STR_ARG(w->ascii && label[0] == '\0'
				? STR("delta")
				: glyph_str(GLYPH_DELTA, w->ascii)),
		label);
	delta_put(&text, n, s);
	if (with_share && (s.base != 0 || s.new != 0)) {
		strbuf_addstr(&text, " (");
		share_put(&text, s);
		strbuf_addch(&text, ')');
	}
	words_add(w, gap, strbuf_str(&text));
	strbuf_free(&text);
}

/* Append a change and its verdict; `label` is a prefix such as "total ". */
static void
status_add_change(struct words *w, int gap, const char *label, struct sides s,
	struct verdict verdict, const struct view *v, const struct numbers *n)
{
	struct sides whole = sides_of(&v->w.kept);
	struct strbuf text = STRBUF_INIT;
	struct strbuf verdict_text = STRBUF_INIT;

	if (w->left < 40) {
		add_delta(w, 1, "", s, n, true);
		return;
	}
	strbuf_addf(&text, "%sbase", label);
	status_add_value(w, gap, strbuf_c(&text), s.base, whole.base, n);
	if (words_add(w, 1, glyph_str(GLYPH_ARROW, w->ascii)))
		status_add_value(w, 1, "new", s.new, whole.new, n);
	add_delta(w, gap, "", s, n, true);
	verdict_put(&verdict_text, n, s, verdict);
	if (!words_add(w, gap, strbuf_str(&verdict_text)) &&
		significance_is_tested(verdict.is))
		words_add(w, gap,
			may_be_chance(verdict.is) ? STR("may be chance")
						  : STR("significant"));
	strbuf_free(&verdict_text);
	strbuf_free(&text);
}

/* Append what this function replaced, or what replaced it; for NONE the largest
   replacement. */
static void
status_add_replaced(struct words *w, int gap, const struct view *v,
	frame_id frame, const struct numbers *n)
{
	struct strbuf text = STRBUF_INIT;

	why_put_replaced(&text, v, frame, n, w->ascii);
	words_add(w, gap, strbuf_str(&text));
	strbuf_free(&text);
}

/* Append how many samples would settle the verdict; in brief if need be. */
static void
status_add_needs(struct words *w, int gap, struct sides s,
	struct verdict verdict, const struct view *v)
{
	struct strbuf text = STRBUF_INIT;

	for (int brief = 0; brief < 2; brief++) {
		strbuf_reset(&text);
		why_put_needs(&text, v, s, &verdict, brief != 0);
		if (words_add(w, gap, strbuf_str(&text)))
			break;
	}
	strbuf_free(&text);
}

/* Append "all paths: self 0.25s total 0.73s", as shown in the lists, or "in all
   0.73s". */
static void
status_everywhere(struct words *w, int gap, const struct view *v,
	frame_id frame, const struct numbers *n)
{
	const struct weights *all = &v->w;

	if (v->is_diff) {
		if (!words_add(w, gap, STR("all paths:")))
			return;
		add_delta(w, 1, "self", sides_at(&all->self, frame), n, false);
		add_delta(
			w, 1, "total", sides_at(&all->total, frame), n, false);
		return;
	}
	if (w->left < NARROW / 2) {
		status_add_value(w, gap, "in all",
			columns_value(&all->total, frame), 0, n);
		return;
	}
	if (!words_add(w, gap, STR("all paths:")))
		return;
	if (w->left >= NARROW / 2)
		status_add_value(
			w, 1, "self", columns_value(&all->self, frame), 0, n);
	status_add_value(
		w, 1, "total", columns_value(&all->total, frame), 0, n);
}

/* Append "· row of 10" if the frame shares a row with others. */
static void
status_add_row(struct words *w, struct flamegraph *p, struct selection s)
{
	struct strbuf text = STRBUF_INIT;
	uint32_t n = selection_row_frames(p, s);

	strbuf_addf(&text, "%s row of %s", glyph_str(GLYPH_DOT, w->ascii).p,
		grouped(n).text);
	if (n > 1)
		words_add(w, 1, strbuf_str(&text));
	strbuf_free(&text);
}

/* Append the name, cut to leave room for numbers; return the gap to use. */
static int
status_begin(struct words *w, const struct view *v, frame_id frame,
	enum caption_mode labels, bool narrow)
{
	struct arena arena = ARENA_INIT;
	struct strbuf text = STRBUF_INIT;
	struct name_forms forms;
	struct str name = STR("root");
	int gap;

	if (frame != NONE && narrow) {
		caption_forms(&forms, v, frame, labels, &arena);
		name_fit(&text, &forms, w->left / 2, w->ascii);
		name = arena_text(&arena, &text);
	} else if (frame != NONE) {
		name = caption_short(v, frame, labels, &arena);
	}
	gap = words_begin(w, name);
	arena_free(&arena);
	return gap;
}

void
status_of_target(struct strbuf *out, struct flamegraph *p, struct selection s,
	const struct zoom *z, const struct numbers *n, enum caption_mode labels,
	bool ascii, int cols)
{
	const struct view *v = flamegraph_view(p);
	struct words w = { .out = out, .ascii = ascii, .left = cols };
	struct arena arena = ARENA_INIT;
	struct strbuf text = STRBUF_INIT;
	frame_id frame = selection_frame(p, s);
	bool narrow = cols < NARROW && !v->is_diff;
	int gap;

	if (selection_is_group(s)) {
		strbuf_addf(&text, "+%s frames", grouped(s.count).text);
		gap = words_begin(&w, strbuf_str(&text));
	} else {
		gap = status_begin(&w, v, frame, labels, narrow);
	}
	if (v->is_diff) {
		frame_id change_frame = selection_frame(p, s);
		struct verdict verdict = selection_verdict(p, s);
		bool several =
			change_frame != NONE && v->nodes[change_frame] > 1;
		struct strbuf change_text = STRBUF_INIT;

		status_add_change(&w, gap, several ? "this path " : "",
			selection_sides(p, s), verdict, v, n);
		if (!selection_is_group(s) &&
			(change_frame != NONE || s.node == 0))
			status_add_replaced(&w, gap, v, change_frame, n);
		if (several) {
			strbuf_addf(&change_text, "(1 of %s)",
				grouped(v->nodes[change_frame]).text);
			words_add(&w, gap, strbuf_str(&change_text));
			status_add_row(&w, p, s);
			status_everywhere(&w, gap, v, change_frame, n);
		} else {
			status_add_row(&w, p, s);
			add_delta(&w, gap, "self", selection_self_sides(p, s),
				n, false);
		}
		status_add_needs(&w, gap, selection_sides(p, s), verdict, v);
		strbuf_free(&change_text);
	} else if (selection_is_group(s)) {
		struct children children =
			flamegraph_children(p, s.side, s.node);
		const struct tree *t = flamegraph_tree(p, s.side);

		status_add_value(&w, gap, "total", selection_value(p, s),
			view_whole(v), n);
		for (uint32_t i = 0; i < 3 && i < s.count; i++) {
			frame_id group_frame =
				t->frame[children.child[s.rank + i].node];

			if (!words_add(&w, i == 0 ? gap : 1,
				    caption_short(
					    v, group_frame, labels, &arena)))
				break;
			if (i < 2 && i + 1 < s.count)
				words_add(&w, 0, STR(","));
		}
		if (s.count > 3)
			words_add(&w, 1, glyph_str(GLYPH_CUT, w.ascii));
		words_add(&w, gap, STR("Enter opens them"));
	} else {
		bool wide = cols >= WIDE, shares = !v->query.mean;
		frame_id place_frame = selection_frame(p, s);
		int64_t self = selection_self(p, s),
			value = selection_value(p, s);
		bool is_one_of_many = place_frame != NONE &&
			(v->nodes[place_frame] > 1 ||
				v->query.direction != DIR_CALLEES);

		if (is_one_of_many) {
			const struct tree *t = flamegraph_tree(p, s.side);
			bool callers = v->query.direction == DIR_CALLERS;
			struct strbuf place_text = STRBUF_INIT;

			/* Append "this path 0.10s 1.3% (1 of 32)", or "as leaf"
			   for the innermost frames of a tree of callers. */
			status_add_value(&w, gap,
				callers && tree_depth(t, s.node) == 1
					? "as leaf"
					: w.left < 32 ? "path"
						      : "this path",
				selection_value(p, s), view_whole(v), n);
			if (v->query.direction == DIR_CALLEES &&
				v->nodes[place_frame] > 1) {
				strbuf_addf(&place_text, " (1 of %s)",
					grouped(v->nodes[place_frame]).text);
				words_add(&w, 0, strbuf_str(&place_text));
			}
			status_add_row(&w, p, s);
			status_everywhere(&w, gap, v, place_frame, n);
			strbuf_free(&place_text);
		} else {
			status_add_value(
				&w, gap, "self", self, view_whole(v), n);
			status_add_value(
				&w, gap, "total", value, view_whole(v), n);
			status_add_row(&w, p, s);
		}
		if (shares &&
			(!zoom_is_all(p, z) || v->w.kept.value != v->w.whole))
			status_add_share(&w, gap, wide ? "of view" : "view",
				value, selection_value(p, z->at));
		if (wide && shares && !is_one_of_many &&
			s.node != flamegraph_root(p, s.side))
			status_add_share(&w, gap, "of parent", value,
				selection_value(p, selection_parent(p, s)));
	}
	if (frame != NONE && !narrow)
		words_source(&w, gap, v, frame);
	strbuf_free(&text);
	arena_free(&arena);
}

void
status_of_frame(struct strbuf *out, const struct view *v, frame_id frame,
	const struct status_row *row, const struct numbers *n,
	enum caption_mode labels, bool ascii, int cols)
{
	struct words w = { .out = out, .ascii = ascii, .left = cols };
	struct sides self = sides_at(&v->w.self, frame);
	struct sides total = sides_at(&v->w.total, frame);
	struct strbuf text = STRBUF_INIT;
	bool narrow = cols < NARROW && !v->is_diff;
	int gap = status_begin(&w, v, frame, labels, narrow);

	words_add(&w, gap, row->edge);
	if (v->is_diff) {
		status_add_change(&w, gap, row->by_total ? "total " : "self ",
			row->by_total ? total : self,
			evidence_frame(v, frame, row->by_total), v, n);
		status_add_replaced(&w, gap, v, frame, n);
		if (v->cause[frame] != 0)
			words_add(&w, gap,
				STR("cause: its own change explains its "
				    "callers'"));
		add_delta(&w, gap, row->by_total ? "self" : "total",
			row->by_total ? self : total, n, false);
		status_add_needs(&w, gap, row->by_total ? total : self,
			evidence_frame(v, frame, row->by_total), v);
	} else {
		status_add_value(&w, gap, "self",
			columns_value(&v->w.self, frame), view_whole(v), n);
		status_add_value(&w, gap, "total",
			columns_value(&v->w.total, frame), view_whole(v), n);
	}
	strbuf_addf(&text, "%s path%s", grouped(v->nodes[frame]).text,
		plural(v->nodes[frame]));
	words_add(&w, gap, strbuf_str(&text));
	if (!narrow)
		words_source(&w, gap, v, frame);
	strbuf_free(&text);
}

void
found_in_zoom_put(struct strbuf *out, const struct numbers *n, int64_t value,
	int64_t whole)
{
	number_put(out, n, value);
	if (whole == 0)
		return;
	strbuf_addstr(out, " of ");
	number_put(out, n, whole);
	strbuf_addstr(out, ", ");
	percent_put(out, value, whole);
	strbuf_addstr(out, " of view");
}

void
status_of_search(struct strbuf *out, const struct view *v,
	const struct numbers *n, const struct status_found *found, bool ascii)
{
	const struct found *all = found->all;
	uint32_t matches_n;

	strbuf_addch(out, ' ');
	strbuf_add(out, glyph_str(GLYPH_MATCH, ascii));
	if (all->n_nodes == 0) {
		strbuf_addstr(out, " no match");
		return;
	}
	/* Append "3/17 frames (the heaviest)". */
	matches_n = found->is_zoom ? found->n_nodes : all->n_nodes;
	if (found->index > 0)
		strbuf_addf(out, " %s/%s", grouped(found->index).text,
			grouped(matches_n).text);
	else
		strbuf_addf(out, " %s", grouped(matches_n).text);
	strbuf_addf(out, " frame%s%s%s", plural(matches_n),
		found->is_zoom ? " in the zoom" : "",
		found->heaviest && matches_n > 1 ? " (the heaviest)" : "");
	if (found->is_zoom) {
		strbuf_addstr(out, ", ");
		found_in_zoom_put(out, n, found->value, found->whole);
		strbuf_addf(out, "; all %s frame%s", grouped(all->n_nodes).text,
			plural(all->n_nodes));
	}
	strbuf_addstr(out, ", ");
	caption_count(out, v, all->n_frames);
	strbuf_addstr(out, all->by_file ? " by file, " : ", ");
	value_put(out, n, all->value, view_whole(v));
	strbuf_addstr(out, found->is_zoom ? " of all" : "");
}

void
status_draw(struct grid *g, int row, struct str text, enum style style)
{
	grid_fill(g, (struct rect){ row, 0, 1, g->cols }, STR(" "), style);
	grid_put_cut(g, row, 0, g->cols, text, style);
}

void
status_draw_whole(
	struct grid *g, int row, int most, struct str text, enum style style)
{
	struct str rest = text;
	int lines = 0;

	for (; rest.n > 0 && lines < most; lines++)
		(void)utf8_line(&rest, g->ascii, g->cols - 1);
	for (int i = 0; i < lines; i++) {
		struct str line = i + 1 < lines
			? utf8_line(&text, g->ascii, g->cols - 1)
			: text;

		status_draw(g, row - lines + 1 + i, line, style);
	}
}

static struct str
keylegend_key(const struct keylegend *hint, bool ascii)
{
	return str_c(
		ascii && hint->ascii_key != NULL ? hint->ascii_key : hint->key);
}

static int
keylegend_columns(const struct keylegend *hint, bool ascii)
{
	return utf8_columns(keylegend_key(hint, ascii), ascii) + 1 +
		utf8_columns(str_c(hint->label), ascii);
}

static void
keylegend_put(struct pen *p, const struct keylegend *hint)
{
	pen_put(p, keylegend_key(hint, p->g->ascii), STYLE_KEY);
	p->col += hint->label[0] != '\0';
	pen_put(p, str_c(hint->label), STYLE_DIM);
}

void
keylegend_draw(struct grid *g, int row, const struct keylegend *hint, size_t n)
{
	struct pen p = { g, row, g->cols < 60 ? 0 : 1, g->cols };
	int gap = g->cols < 60 ? 1 : 2;

	for (size_t i = 0; i < n; i++) {
		if (p.col + keylegend_columns(&hint[i], g->ascii) > g->cols)
			break;
		keylegend_put(&p, &hint[i]);
		p.col += gap;
	}
}

void
keylegend_draw_behind(struct grid *g, int row, int col,
	const struct keylegend *hint, size_t n)
{
	struct pen p = { g, row, g->cols - 1, g->cols };

	for (size_t i = 0; i < n; i++) {
		int start = p.col - keylegend_columns(&hint[i], g->ascii);

		if (start < col)
			break;
		p.col = start;
		keylegend_put(&p, &hint[i]);
		p.col = start - 2;
	}
}

void
fkeys_draw(struct grid *g, int row, const char *const label[], size_t n)
{
	int need = 0, col = 0, gap;

	for (size_t i = 0; i < n; i++)
		need += 5 + utf8_columns(str_c(label[i]), g->ascii);
	gap = need > g->cols ? 1 : 2;
	for (size_t i = 0; i < n; i++) {
		int digits = i + 1 < 10 ? 1 : 2, start = col;
		int width =
			1 + digits + utf8_columns(str_c(label[i]), g->ascii);

		if (col + width > g->cols)
			break;
		grid_printf(g, row, col, 1 + digits, STYLE_KEY, "F%zu", i + 1);
		col += 1 + digits;
		col += grid_put(g, row, col, g->cols - col, str_c(label[i]),
			STYLE_KEY_LABEL);
		grid_hit(g, (struct rect){ row, start, 1, width },
			HIT_FKEY + (uint32_t)i + 1);
		col += gap;
	}
}

void
prompt_draw(struct grid *g, int row, const struct prompt_line *pl)
{
	int col = g->cols < 60 ? 0 : 1, room, result, width;
	size_t from;
	enum style style = pl->bad ? STYLE_PROMPT_BAD : STYLE_PROMPT;

	grid_fill(g, (struct rect){ row, 0, 1 + pl->bad, g->cols }, STR(" "),
		STYLE_NORMAL);
	if (pl->bad)
		grid_put(g, row, 0, 1, STR("!"), STYLE_ERROR);
	if (pl->bad && col == 0)
		col = 1;
	col += grid_put_cut(g, row, col, g->cols / 2, pl->label, STYLE_KEY) + 1;
	result = utf8_columns(pl->result, g->ascii);
	room = g->cols - col;
	/* Show the result only if the whole text fits. */
	if (result > 0 &&
		utf8_columns(pl->text, g->ascii) + 2 + result < room) {
		grid_put_right(g, row, col, room - 1, pl->result, STYLE_DIM);
		room -= result + 2;
	}
	/* Scroll the text so that the cursor is visible. */
	from = utf8_end(str_sub(pl->text, 0, pl->cursor), g->ascii, room - 1);
	grid_put(g, row, col, room, str_skip(pl->text, from), style);
	g->cursor_row = row;
	g->cursor_col = col +
		utf8_columns(str_sub(pl->text, from, pl->cursor), g->ascii);
	if (!pl->bad)
		return;
	/* Put a caret under the error, and the message on the side with more
	   room. */
	if (pl->bad_offset > from)
		col += utf8_columns(
			str_sub(pl->text, from, pl->bad_offset), g->ascii);
	width = utf8_columns(pl->message, g->ascii);
	grid_put(g, row + 1, col, 1, STR("^"), STYLE_ERROR);
	if (col + 2 + width <= g->cols || col < g->cols / 2)
		grid_put_cut(g, row + 1, col + 2, g->cols - col - 2,
			pl->message, STYLE_ERROR);
	else
		grid_put_cut(g, row + 1,
			col - 1 - width > 0 ? col - 1 - width : 0, col - 1,
			pl->message, STYLE_ERROR);
}

/* ---- Diffs ---- */

enum {
	NAME_LEAST = 10,
	NAME_GOOD = 13,   /* minimum columns beside parts above VERDICT_RANK */
	VERDICT_RANK = 4, /* up to this rank, names shrink to NAME_LEAST */
	NAMES_RANK = 6,   /* parts of higher ranks go before names are cut */
	PARTS_MAX = 20,
};

static void
status_add(struct segment part[PARTS_MAX], size_t *n, struct str text,
	enum style style, uint8_t gap, uint8_t rank)
{
	if (*n < PARTS_MAX)
		part[(*n)++] = (struct segment){ text, style, gap, rank };
}

static int
less_of(int a, int b)
{
	return a < b ? a : b;
}

static void
cut_name(struct segment *name, int cols, bool ascii, struct arena *arena)
{
	struct strbuf text = STRBUF_INIT;

	if (utf8_columns(name->text, ascii) <= cols)
		return;
	name_cut_middle(&text, name->text, cols, ascii);
	name->text = arena_text(arena, &text);
}

/* Cut the two names so that the parts up to VERDICT_RANK fit, and parts of
   higher ranks if the names keep NAME_GOOD columns. Empty the parts that do not
   fit. */
static void
fit_names(struct segment *part, size_t n, struct segment *a, struct segment *b,
	int cols, bool ascii, struct arena *arena)
{
	int need_a = utf8_columns(a->text, ascii);
	int need_b = utf8_columns(b->text, ascii);
	int room = 0, half, rank = UINT8_MAX;

	for (; rank > 0; rank--) {
		int least = rank > VERDICT_RANK ? NAME_GOOD : NAME_LEAST;
		int need = rank > NAMES_RANK
			? need_a + need_b
			: less_of(need_a, least) + less_of(need_b, least);

		room = cols - a->gap - b->gap;
		for (size_t i = 0; i < n; i++)
			if (&part[i] != a && &part[i] != b &&
				part[i].text.n > 0 && part[i].rank <= rank)
				room -= part[i].gap +
					utf8_columns(part[i].text, ascii);
		if (room >= need)
			break;
	}
	for (size_t i = 0; i < n; i++)
		if (part[i].rank > rank)
			part[i].text = STR_EMPTY;
	if (need_a + need_b <= room)
		return;
	half = room / 2 > NAME_LEAST ? room / 2 : NAME_LEAST;
	cut_name(a, room - need_b > half ? room - need_b : half, ascii, arena);
	cut_name(b, room - need_a > half ? room - need_a : half, ascii, arena);
}

int
diff_title_draw(
	struct grid *g, int row, int col, int cols, const struct diff_title *t)
{
	const struct view *v = t->view;
	const struct evidence *e = v->evidence;
	struct numbers num = numbers_of(v, &v->w);
	struct sides kept = sides_of(&v->w.kept);
	struct arena arena = ARENA_INIT;
	struct strbuf verdict = STRBUF_INIT, doubt = STRBUF_INIT;
	struct segment part[PARTS_MAX];
	struct strbuf base = STRBUF_INIT, new = STRBUF_INIT;
	struct strbuf delta = STRBUF_INIT, share = STRBUF_INIT;
	bool longer = e != NULL && evidence_lengths_differ(v);
	size_t n = 0, at_base, at_new;

	number_put(&base, &num, kept.base);
	number_put(&new, &num, kept.new);
	delta_put(&delta, &num, kept);
	strbuf_addch(&share, '(');
	if (share_put(&share, kept))
		strbuf_addch(&share, ')');
	else
		strbuf_reset(&share);
	if (e != NULL && evidence_is_exact(v))
		strbuf_addstr(&verdict, "exact counts");
	else if (e != NULL && !e->known)
		strbuf_addstr(&verdict, "significance unknown");
	else if (e != NULL && e->n_frames == 0)
		strbuf_addstr(&verdict, "no function changed");
	else if (e != NULL)
		strbuf_addf(&verdict, "%s of %s changes stand%s out",
			grouped(e->n_real).text, grouped(e->n_frames).text,
			e->n_real == 1 ? "s" : "");
	if (longer) {
		why_put_lengths(&doubt, v);
		strbuf_addstr(&doubt, ": :normalize");
	}
	status_add(part, &n, STR("flametop"), STYLE_TITLE, 0, 8);
	status_add(part, &n, STR("DIFF"), STYLE_CHIP, 2, 2);
	if (t->base.n > 0)
		status_add(part, &n, STR("base"), STYLE_NORMAL, 2, 6);
	at_base = n;
	status_add(part, &n, t->base.n > 0 ? t->base : STR("base"), STYLE_BOLD,
		t->base.n > 0 ? 1 : 2, 0);
	status_add(part, &n, strbuf_str(&base), STYLE_NORMAL, 1, 5);
	status_add(part, &n, glyph_str(GLYPH_ARROW, g->ascii), STYLE_DIM, 1, 0);
	status_add(part, &n, STR("new"), STYLE_NORMAL, 1, 6);
	at_new = n;
	status_add(part, &n, t->new, STYLE_BOLD, 1, 0);
	status_add(part, &n, strbuf_str(&new), STYLE_NORMAL, 1, 5);
	if (t->swapped)
		status_add(part, &n, STR("swapped"), STYLE_CHIP, 2, 9);
	status_add(part, &n,
		profile_str(v->profile, v->profile->types.type[v->column]),
		STYLE_NORMAL, 2, 7);
	status_add(part, &n, strbuf_str(&delta), STYLE_BOLD, 2, 3);
	status_add(part, &n, strbuf_str(&share), STYLE_BOLD, 1, 1);
	/* The number of changes means less if one side was recorded for
	   longer. */
	status_add(part, &n, strbuf_str(&verdict), STYLE_NORMAL, 2,
		longer ? 9 : VERDICT_RANK);
	if (evidence_is_exact(v))
		status_add(part, &n,
			STR(": every difference is real for this input"),
			STYLE_NORMAL, 0, 10);
	status_add(part, &n, strbuf_str(&doubt), STYLE_BOLD, 2, VERDICT_RANK);
	fit_names(
		part, n, &part[at_base], &part[at_new], cols, g->ascii, &arena);
	col = segments_draw(g, row, col, cols, part, n);
	strbuf_free(&verdict);
	strbuf_free(&doubt);
	strbuf_free(&base);
	strbuf_free(&new);
	strbuf_free(&delta);
	strbuf_free(&share);
	arena_free(&arena);
	return col;
}

/* Add a sign, as in the table, and its word to the legend. */
static void
add_sign(struct segment part[PARTS_MAX], size_t *n, enum change c,
	struct str word, uint8_t rank)
{
	status_add(part, n, str_c(change_sign(c, SIGNIFICANCE_REAL)),
		delta_style(c, SIGNIFICANCE_REAL), 2, rank);
	status_add(part, n, word, STYLE_DIM, 1, rank);
}

int
diff_legend_draw(
	struct grid *g, int row, int col, int cols, const struct view *v)
{
	struct str unit =
		profile_str(v->profile, v->profile->types.unit[v->column]);
	const char *up = change_word(CHANGE_UP, unit);
	const char *down = change_word(CHANGE_DOWN, unit);
	char much_up[32], much_down[32];
	struct segment part[PARTS_MAX];
	size_t n = 0;

	snprintf(much_up, sizeof(much_up), "much %s", up);
	snprintf(much_down, sizeof(much_down), "much %s", down);
	add_sign(part, &n, CHANGE_UP_STRONG, str_c(much_up), 4);
	add_sign(part, &n, CHANGE_UP, str_c(up), 2);
	add_sign(part, &n, CHANGE_DOWN, str_c(down), 2);
	add_sign(part, &n, CHANGE_DOWN_STRONG, str_c(much_down), 4);
	add_sign(part, &n, CHANGE_ADDED, STR("new"), 3);
	add_sign(part, &n, CHANGE_REMOVED, STR("gone"), 3);
	/* The sign "?" is the most easily misread, so its explanation is never
	   dropped. */
	if (v->evidence != NULL && v->evidence->known) {
		status_add(part, &n, STR("?"), STYLE_DIM, 2, 0);
		status_add(part, &n, STR("may be chance"), STYLE_DIM, 1, 0);
	}
	return segments_draw(g, row, col, cols, part, n);
}

void
diff_rule_draw(struct grid *g, int row, int from, int end, const struct view *v)
{
	if (!v->is_diff || from + 4 >= end)
		return;
	(void)grid_put(g, row, from, 1, STR(" "), STYLE_NORMAL);
	from += 1 + diff_legend_draw(g, row, from + 1, end - from - 2, v);
	(void)grid_put(g, row, from, 1, STR(" "), STYLE_NORMAL);
}
