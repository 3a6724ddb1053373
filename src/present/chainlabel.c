/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names in a row of several frames. */
#include "prelude.h"

#include "present/chainlabel.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "present/grid.h"

enum {
	SEP_COLS = 3,
	TRIED = 64, /* names tried from each end; more do not fit */
	GAP_TEXT = 16,
};

/* A name in a row: a frame, or equal neighbours. */
struct chainlabel_name {
	struct str text; /* made when the name is tried, as is `cols` */
	int cols;
	uint32_t frames, before; /* frames in it, and in the names before it */
	node_id node;            /* the last of them */
	bool holds_selected, matches, shown;
};

struct chainlabel_names {
	struct chainlabel_name *p;
	size_t n, cap;
	/* Indices of the few names that are shown, in order. */
	VEC(size_t) shown;
};

static void
make_text(const struct chainlabel *l, struct chainlabel_name *name)
{
	const struct tree *t = flamegraph_tree(l->flamegraph, l->side);
	struct strbuf text = STRBUF_INIT;
	struct name_forms forms;

	caption_forms(&forms, flamegraph_view(l->flamegraph),
		t->frame[name->node],
		l->labels == CAPTION_AUTO ? CAPTION_SHORT : l->labels,
		l->arena);
	strbuf_add(&text, forms.form[forms.n - 1]);
	if (name->frames > 1)
		strbuf_addf(&text, " %s%u", glyph_str(GLYPH_TIMES, l->ascii).p,
			name->frames);
	if (name->node != l->last && (t->flags[name->node] & TREE_INLINE) != 0)
		strbuf_add(&text, glyph_str(GLYPH_INLINED, l->ascii));
	name->text = arena_text(l->arena, &text);
	name->cols = utf8_columns(name->text, l->ascii);
}

/* Collect the names, the first frame's first. */
static void
collect_names(const struct chainlabel *l, struct chainlabel_names *out)
{
	const struct tree *t = flamegraph_tree(l->flamegraph, l->side);

	for (node_id node = l->last;; node = t->parent[node]) {
		struct chainlabel_name *name =
			out->n > 0 ? &out->p[out->n - 1] : NULL;

		if (name == NULL || t->frame[name->node] != t->frame[node]) {
			vec_push(out,
				((struct chainlabel_name){ .node = node }));
			name = &out->p[out->n - 1];
		}
		name->frames++;
		name->holds_selected |= node == l->selected;
		name->matches |= matches_target(
			l->matches, l->flamegraph, selection_of(l->side, node));
		if (node == l->first)
			break;
	}
	vec_reverse(struct chainlabel_name, out);
	for (size_t i = 1; i < out->n; i++)
		out->p[i].before = out->p[i - 1].before + out->p[i - 1].frames;
}

static int
gap_text(char text[GAP_TEXT], uint32_t frames)
{
	return snprintf(text, GAP_TEXT, "+%u", frames);
}

/* Return the columns of the names shown, with gaps and separators. */
static int
shown_cols(const struct chainlabel_names *names)
{
	char text[GAP_TEXT];
	int cols = -SEP_COLS;
	uint32_t before = 0; /* frames up to the last name shown */

	for (size_t k = 0; k < names->shown.n; k++) {
		const struct chainlabel_name *name =
			&names->p[names->shown.p[k]];
		uint32_t gap = name->before - before;

		cols += gap > 0 ? SEP_COLS + gap_text(text, gap) : 0;
		cols += SEP_COLS + name->cols;
		before = name->before + name->frames;
	}
	return cols;
}

/* Show one more name if it fits. */
static void
show_name(const struct chainlabel *l, struct chainlabel_names *names, size_t i)
{
	struct chainlabel_name *name;
	size_t at = names->shown.n;

	if (i >= names->n || names->p[i].shown)
		return;
	name = &names->p[i];
	if (name->text.n == 0)
		make_text(l, name);
	vec_push(&names->shown, i);
	for (; at > 0 && names->shown.p[at - 1] > i; at--)
		names->shown.p[at] = names->shown.p[at - 1];
	names->shown.p[at] = i;
	name->shown = shown_cols(names) <= l->cols;
	if (name->shown)
		return;
	for (names->shown.n--; at < names->shown.n; at++)
		names->shown.p[at] = names->shown.p[at + 1];
}

static void
choose_names(const struct chainlabel *l, struct chainlabel_names *names)
{
	size_t n = names->n, match = n;

	for (size_t i = 0; i < n; i++)
		if (names->p[i].holds_selected)
			show_name(l, names, i);
	for (size_t i = n; i-- > 0;)
		if (names->p[i].matches)
			match = i;
	show_name(l, names, match);
	show_name(l, names, 0);
	for (size_t k = 1; k < n && k < TRIED; k++) {
		show_name(l, names, n - 1 - k);
		show_name(l, names, k);
	}
}

bool
chainlabel_put(struct strbuf *out, struct chainlabel *l)
{
	const struct tree *t = flamegraph_tree(l->flamegraph, l->side);
	struct chainlabel_names names = { 0 };
	struct chainlabel_name *last;
	struct name_forms forms;
	bool is_callers = l->side == SIDE_CALLERS ||
		flamegraph_view(l->flamegraph)->query.direction == DIR_CALLERS;
	struct strbuf sep = STRBUF_INIT;
	char text[GAP_TEXT];
	uint32_t gap = 0;
	int at = 0, room;

	l->n = 0;
	collect_names(l, &names);
	last = &names.p[names.n - 1];
	make_text(l, last);
	last->shown = true;
	vec_push(&names.shown, names.n - 1);
	if (shown_cols(&names) > l->cols) {
		vec_free(&names.shown);
		vec_free(&names);
		return false;
	}
	/* Each is followed by a separator. */
	l->part = ARENA_ARRAY(
		l->arena, struct chainlabel_part, (size_t)l->cols);
	choose_names(l, &names);
	room = l->cols - shown_cols(&names) + last->cols;
	caption_forms(&forms, flamegraph_view(l->flamegraph), t->frame[l->last],
		l->labels, l->arena);
	if (last->frames == 1)
		last->text = forms.form[name_form_for(
			&forms, 0, forms.n - 1, room, l->ascii)];
	strbuf_addf(&sep, " %s ",
		glyph_str(is_callers ? GLYPH_MORE_LEFT : GLYPH_CALLS, l->ascii)
			.p);
	for (size_t i = 0; i < names.n; i++) {
		const struct chainlabel_name *name = &names.p[i];

		if (!name->shown) {
			gap += name->frames;
			continue;
		}
		if (gap > 0) {
			int cols = gap_text(text, gap);

			l->part[l->n++] = (struct chainlabel_part){ at, cols,
				NONE, false };
			at += cols + SEP_COLS;
			strbuf_addf(out, "%s%s", text, strbuf_c(&sep));
			gap = 0;
		}
		if (name != last)
			l->part[l->n++] = (struct chainlabel_part){ at,
				name->cols, name->node, name->holds_selected };
		strbuf_add(out, name->text);
		at += name->cols + SEP_COLS;
		if (name != last)
			strbuf_add(out, strbuf_str(&sep));
	}
	strbuf_free(&sep);
	vec_free(&names.shown);
	vec_free(&names);
	return true;
}
