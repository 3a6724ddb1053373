/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks as lines: see peekstack.h. */
#include "config.h"

#include "present/peekstack.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "present/words.h"

#include "base/banned.h"

enum { SEP_COLS = 3, CUT_COLS = 1, NAMES_MAX = 64 };

/* Names from a node outward. */
struct names {
	struct str name[NAMES_MAX];
	int n, cols; /* with what is between them */
	bool cut;    /* there are more */
};

uint32_t
stack_shared(const struct tree *t, node_id a, node_id b)
{
	uint32_t n = 0;

	while (a != 0 && b != 0 && t->frame[a] == t->frame[b]) {
		a = t->parent[a];
		b = t->parent[b];
		n++;
	}
	return n;
}

/* At least one, and then as many as fit in `cols`, with "… › " in front if
   that is not all. */
static void
collect(const struct stack_line *l, node_id node, int cols, struct arena *arena,
	struct names *out)
{
	const struct tree *t = &l->view->full;

	out->n = out->cols = 0;
	for (; node != 0 && out->n < NAMES_MAX; node = t->parent[node]) {
		struct name_forms forms;
		int need, more = t->parent[node] != 0 ? CUT_COLS + SEP_COLS : 0;

		caption_forms(
			&forms, l->view, t->frame[node], l->labels, arena);
		need = utf8_columns(forms.form[0], l->ascii) +
			(out->n > 0 ? SEP_COLS : 0);
		if (out->n > 0 && out->cols + need + more > cols)
			break;
		out->name[out->n++] = forms.form[0];
		out->cols += need;
	}
	out->cut = node != 0;
}

static void
add_sep(const struct stack_line *l, struct strbuf *out)
{
	strbuf_add(out, glyph_of(l->ascii, " › ", " > "));
}

static void
add_cut(const struct stack_line *l, struct strbuf *out)
{
	strbuf_add(out, glyph_of(l->ascii, "…", "~"));
	add_sep(l, out);
}

static void
add_names(const struct stack_line *l, const struct names *names,
	struct strbuf *out)
{
	if (names->cut)
		add_cut(l, out);
	for (int i = names->n; i-- > 0;) {
		strbuf_add(out, names->name[i]);
		if (i > 0)
			add_sep(l, out);
	}
}

static node_id
outward(const struct tree *t, node_id node, uint32_t steps)
{
	for (; node != 0 && steps > 0; steps--)
		node = t->parent[node];
	return node;
}

void
stack_line_text(const struct stack_line *l, struct strbuf *out)
{
	node_id apart = outward(&l->view->full, l->node, l->shared);
	struct arena arena = ARENA_INIT;
	struct names end, outer;
	int room;

	collect(l, l->node, l->cols, &arena, &end);
	if (end.cut && apart != 0 && l->shared >= (uint32_t)end.n) {
		room = l->cols - utf8_columns(end.name[0], l->ascii) -
			CUT_COLS - 2 * SEP_COLS;
		collect(l, apart, room, &arena, &outer);
		add_names(l, &outer, out);
		add_sep(l, out);
		strbuf_add(out, glyph_of(l->ascii, "…", "~"));
		/* The function has its name above; this tells more. */
		if (outer.cols + (outer.cut ? CUT_COLS + SEP_COLS : 0) <=
			room) {
			add_sep(l, out);
			strbuf_add(out, end.name[0]);
		}
	} else {
		add_names(l, &end, out);
	}
	arena_free(&arena);
}
