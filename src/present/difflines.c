/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines about a diff: see difflines.h. */
#include "config.h"

#include "present/difflines.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "engine/evidence.h"
#include "present/delta.h"
#include "present/parts.h"
#include "present/words.h"

#include "base/banned.h"

#define ARROW "\xE2\x86\x92"
#define DELTA "\xCE\x94"

enum {
	NAME_LEAST = 10,
	NAMES_RANK = 6, /* parts above go before names are cut */
	PARTS_MAX = 20,
};

/* "12 of 61 changes stand out", or that nobody can tell. */
static void
add_evidence(struct strbuf *out, const struct view *v)
{
	const struct evidence *e = v->evidence;

	if (e == NULL)
		return;
	if (!e->known)
		strbuf_addc(out, "no claim which are real");
	else
		strbuf_addf(out, "%u of %u changes stand out", e->n_real,
			e->n_frames);
}

static struct str
cut_name(struct arena *arena, struct str name, int cols, bool ascii)
{
	struct strbuf b = STRBUF_INIT;
	struct str s;

	name_cut_middle(&b, name, cols, ascii);
	s = arena_str(arena, strbuf_str(&b));
	strbuf_free(&b);
	return s;
}

/* Cut two names so that both fit beside the parts that matter more. */
static void
cut_names(struct part *a, struct part *b, const struct part *part, size_t n,
	int cols, struct arena *arena, bool ascii)
{
	int need_a = utf8_columns(a->text, ascii);
	int need_b = utf8_columns(b->text, ascii), room = cols, half;

	for (size_t i = 0; i < n; i++)
		if (&part[i] != a && &part[i] != b &&
			part[i].rank <= NAMES_RANK)
			room -= part[i].gap + utf8_columns(part[i].text, ascii);
	room -= a->gap + b->gap;
	if (need_a + need_b <= room)
		return;
	half = room / 2 > NAME_LEAST ? room / 2 : NAME_LEAST;
	if (need_a > half)
		a->text = cut_name(arena, a->text,
			room - need_b > half ? room - need_b : half, ascii);
	if (need_b > half)
		b->text = cut_name(arena, b->text,
			room - need_a > half ? room - need_a : half, ascii);
}

static void
add(struct part part[PARTS_MAX], size_t *n, struct str text, enum style style,
	uint8_t gap, uint8_t rank)
{
	if (*n < PARTS_MAX)
		part[(*n)++] = (struct part){ text, style, gap, rank };
}

int
diff_title_draw(
	struct grid *g, int row, int col, int cols, const struct diff_title *t)
{
	const struct view *v = t->view;
	struct numbers num = numbers_of(v, &v->w);
	struct sides kept = sides_kept(&v->w);
	struct arena arena = ARENA_INIT;
	struct strbuf verdict = STRBUF_INIT;
	struct part part[PARTS_MAX];
	struct strbuf base = STRBUF_INIT, new = STRBUF_INIT;
	struct strbuf delta = STRBUF_INIT, share = STRBUF_INIT;
	size_t n = 0, at_base, at_new;

	number_put_alone(&base, &num, kept.base);
	number_put_alone(&new, &num, kept.new);
	delta_put_alone(&delta, &num, kept);
	strbuf_addch(&share, '(');
	if (share_put(&share, kept))
		strbuf_addch(&share, ')');
	else
		strbuf_reset(&share);
	add_evidence(&verdict, v);
	add(part, &n, STR("flametop"), STYLE_TITLE, 0, 5);
	add(part, &n, STR("DIFF"), STYLE_CHIP, 2, 2);
	if (t->base.n > 0)
		add(part, &n, STR("base"), STYLE_NORMAL, 2, 7);
	at_base = n;
	add(part, &n, t->base.n > 0 ? t->base : STR("base"), STYLE_BOLD,
		t->base.n > 0 ? 1 : 2, 0);
	add(part, &n, strbuf_str(&base), STYLE_NORMAL, 1, 6);
	add(part, &n, glyph_of(g->ascii, ARROW, "->"), STYLE_DIM, 1, 0);
	add(part, &n, STR("new"), STYLE_NORMAL, 1, 7);
	at_new = n;
	add(part, &n, t->new, STYLE_BOLD, 1, 0);
	add(part, &n, strbuf_str(&new), STYLE_NORMAL, 1, 6);
	if (t->swapped)
		add(part, &n, STR("swapped"), STYLE_CHIP, 2, 8);
	add(part, &n,
		profile_str(v->profile, v->profile->types.type[v->column]),
		STYLE_NORMAL, 2, 4);
	add(part, &n, strbuf_str(&delta), STYLE_BOLD, 2, 3);
	add(part, &n, strbuf_str(&share), STYLE_BOLD, 1, 1);
	add(part, &n, strbuf_str(&verdict), STYLE_NORMAL, 2, 9);
	cut_names(
		&part[at_base], &part[at_new], part, n, cols, &arena, g->ascii);
	col = parts_draw(g, row, col, cols, part, n);
	strbuf_free(&verdict);
	strbuf_free(&base);
	strbuf_free(&new);
	strbuf_free(&delta);
	strbuf_free(&share);
	arena_free(&arena);
	return col;
}

/* One entry of the legend: the sign as it looks in the table, the word. */
static void
add_sign(struct part part[PARTS_MAX], size_t *n, enum change c, struct str word,
	uint8_t rank)
{
	add(part, n, str_c(change_sign(c)), delta_style(c), 2, rank);
	add(part, n, word, STYLE_DIM, 1, rank);
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
	struct part part[PARTS_MAX];
	size_t n = 0;

	(void)snprintf(much_up, sizeof(much_up), "much %s", up);
	(void)snprintf(much_down, sizeof(much_down), "much %s", down);
	add_sign(part, &n, CHANGE_UP_STRONG, str_c(much_up), 3);
	add_sign(part, &n, CHANGE_UP, str_c(up), 0);
	add_sign(part, &n, CHANGE_DOWN, str_c(down), 0);
	add_sign(part, &n, CHANGE_DOWN_STRONG, str_c(much_down), 3);
	add_sign(part, &n, CHANGE_ADDED, STR("new"), 0);
	add_sign(part, &n, CHANGE_REMOVED, STR("gone"), 0);
	if (v->evidence != NULL && v->evidence->known) {
		add(part, &n, STR("?"), STYLE_DIM, 2, 2);
		add(part, &n, STR("may be chance"), STYLE_DIM, 1, 2);
	}
	return parts_draw(g, row, col, cols, part, n);
}

/* "base 3.90s 13.9%" */
static void
add_side(struct words *w, int gap, const char *label, int64_t value,
	int64_t whole, const struct numbers *n)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s ", label);
	value_put(&text, n, value, whole);
	(void)words_add(w, gap, strbuf_str(&text));
	strbuf_free(&text);
}

/* "Δself +0.34s", with the share of the base behind it. */
static void
add_delta(struct words *w, int gap, const char *label, struct sides s,
	const struct numbers *n, bool with_share)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%.*s%s ",
		STR_ARG(glyph_of(
			w->ascii, DELTA, label[0] == '\0' ? "delta" : "+-")),
		label);
	delta_put(&text, n, s);
	if (with_share && (s.base != 0 || s.new != 0)) {
		strbuf_addc(&text, " (");
		(void)share_put(&text, s);
		strbuf_addch(&text, ')');
	}
	(void)words_add(w, gap, strbuf_str(&text));
	strbuf_free(&text);
}

static void
add_verdict(struct words *w, int gap, struct verdict verdict,
	const struct numbers *n)
{
	struct strbuf text = STRBUF_INIT;

	if (!verdict.known)
		return;
	if (!verdict.tested) {
		(void)words_add(w, gap, STR("too few samples to tell"));
		return;
	}
	delta_error(&text, n, verdict.error, w->ascii);
	strbuf_addc(&text, verdict.real ? ", real" : ", may be chance");
	if (!words_add(w, gap, strbuf_str(&text)))
		(void)words_add(w, gap,
			verdict.real ? STR("real") : STR("may be chance"));
	strbuf_free(&text);
}

/* All that a line says, of a place or of a function. */
struct about {
	struct sides total, self;
	struct verdict verdict;
};

static void
add_about(struct words *w, int gap, const struct view *v, const struct about *a,
	const struct numbers *n)
{
	struct sides whole = sides_kept(&v->w);
	struct str arrow = glyph_of(w->ascii, ARROW, "->");

	if (w->left < 40) {
		add_delta(w, 1, "", a->total, n, true);
		return;
	}
	add_side(w, gap, "base", a->total.base, whole.base, n);
	if (words_add(w, 1, arrow))
		add_side(w, 1, "new", a->total.new, whole.new, n);
	add_delta(w, gap, "", a->total, n, true);
	add_delta(w, gap, "self", a->self, n, false);
	add_verdict(w, gap, a->verdict, n);
}

static void
group_name(struct strbuf *out, struct spot s)
{
	strbuf_addf(out, "+%u frames", s.count);
}

void
diff_status_of_spot(struct strbuf *out, struct plan *p, struct spot s,
	const struct numbers *n, enum caption_mode labels, bool ascii, int cols)
{
	const struct view *v = plan_view(p);
	const struct tree *t = plan_tree(p, s.side);
	struct words w = { .out = out, .ascii = ascii, .left = cols };
	struct about a = { .total = spot_sides(p, s),
		.self = spot_self_sides(p, s) };
	struct arena arena = ARENA_INIT;
	struct strbuf group = STRBUF_INIT;
	frame_id frame = spot_frame(p, s);
	struct str name = STR("root");
	int gap;

	if (spot_is_group(s)) {
		group_name(&group, s);
		name = strbuf_str(&group);
	} else if (frame != NONE) {
		name = caption_short(v, frame, labels, &arena);
	}
	if (!spot_is_group(s) && s.node == 0 && v->evidence != NULL)
		a.verdict = v->evidence->kept;
	else if (!spot_is_group(s) && s.node != NONE)
		a.verdict = evidence_node(v, t, s.node, false);
	gap = words_begin(&w, name);
	add_about(&w, gap, v, &a, n);
	if (frame != NONE)
		words_places(&w, gap, v, frame);
	strbuf_free(&group);
	arena_free(&arena);
}
