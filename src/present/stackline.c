/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stack in one line. */
#include "prelude.h"

#include "present/stackline.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "present/grid.h"

enum { SEP_COLS = 3, CUT_COLS = 1, NAMES_MAX = 64 };

/* Names of frames, from a node outwards. */
struct stackline_names {
	struct str name[NAMES_MAX];
	int n, cols;     /* number of names, width with separators */
	uint32_t frames; /* frames that the names stand for */
	bool cut;        /* outer frames are left out */
};

/* Return a node's name; move *node to the outermost of its recursive calls. */
static struct str
stackline_name(
	const struct stackline *l, node_id *node, uint32_t *frames, int *cols)
{
	const struct tree *t = &l->view->full;
	struct strbuf text = STRBUF_INIT;
	struct name_forms forms;
	uint32_t n = 1;

	for (; *node != 0 && t->frame[t->parent[*node]] == t->frame[*node]; n++)
		*node = t->parent[*node];
	caption_forms(&forms, l->view, t->frame[*node],
		l->labels == CAPTION_AUTO ? CAPTION_SHORT : l->labels,
		l->arena);
	*frames += n;
	if (n > 1) {
		strbuf_add(&text, forms.form[0]);
		strbuf_addf(&text, " %s", glyph_str(GLYPH_TIMES, l->ascii).p);
		strbuf_addf(&text, l->varies ? "2+" : "%u", n);
		forms.form[0] = arena_text(l->arena, &text);
	}
	*cols = utf8_columns(forms.form[0], l->ascii);
	return forms.form[0];
}

/* Collect at least one name, then as many as fit in `cols`, with "… › " in
   front if frames are left out. */
static void
stackline_collect(const struct stackline *l, node_id node, int cols,
	struct stackline_names *out)
{
	const struct tree *t = &l->view->full;

	*out = (struct stackline_names){ .n = 0 };
	while (node != 0 && out->n < NAMES_MAX) {
		node_id outer = node;
		uint32_t frames = out->frames;
		int need;
		struct str name = stackline_name(l, &outer, &frames, &need);
		int more = t->parent[outer] != 0 ? CUT_COLS + SEP_COLS : 0;

		need += out->n > 0 ? SEP_COLS : 0;
		if (out->n > 0 && out->cols + need + more > cols)
			break;
		out->name[out->n++] = name;
		out->frames = frames;
		out->cols += need;
		node = t->parent[outer];
	}
	out->cut = node != 0;
}

static void
stackline_sep(struct strbuf *out, const struct stackline *l)
{
	strbuf_addf(out, " %s ", glyph_str(GLYPH_CALLS, l->ascii).p);
}

static void
stackline_cut(struct strbuf *out, const struct stackline *l)
{
	strbuf_add(out, glyph_str(GLYPH_CUT, l->ascii));
	stackline_sep(out, l);
}

static void
stackline_add(struct strbuf *out, const struct stackline *l,
	const struct stackline_names *names)
{
	if (names->cut)
		stackline_cut(out, l);
	for (int i = names->n; i-- > 0;) {
		strbuf_add(out, names->name[i]);
		if (i > 0)
			stackline_sep(out, l);
	}
}

void
stackline_end(struct strbuf *out, const struct stackline *l, node_id node,
	uint32_t shared, int cols)
{
	node_id apart = node; /* innermost node that is not shared */
	struct stackline_names end, outer;
	int room;

	for (uint32_t i = 0; i < shared && apart != 0; i++)
		apart = l->view->full.parent[apart];
	stackline_collect(l, node, cols, &end);
	if (!end.cut || apart == 0 || shared < end.frames) {
		stackline_add(out, l, &end);
		return;
	}
	room = cols - utf8_columns(end.name[0], l->ascii) - CUT_COLS -
		2 * SEP_COLS;
	stackline_collect(l, apart, room, &outer);
	/* Show the innermost frames if the outer name does not fit. */
	if (outer.cols + (outer.cut ? CUT_COLS + SEP_COLS : 0) > room) {
		stackline_add(out, l, &end);
		return;
	}
	stackline_add(out, l, &outer);
	stackline_sep(out, l);
	stackline_cut(out, l);
	strbuf_add(out, end.name[0]);
}

void
stackline_ends(struct strbuf *out, const struct stackline *l, node_id node,
	node_id top, int cols)
{
	const struct tree *t = &l->view->full;
	VEC(struct str) name = { NULL, 0, 0 }; /* from the node outwards */
	int all = -SEP_COLS, width, used = SEP_COLS + CUT_COLS;
	size_t outer, inner = 1;
	uint32_t frames = 0;

	for (; node != t->parent[top]; node = t->parent[node]) {
		vec_push(&name, stackline_name(l, &node, &frames, &width));
		all += width + SEP_COLS;
		if (node <= top)
			break;
	}
	if (t->parent[node] != 0) {
		stackline_cut(out, l);
		cols -= CUT_COLS + SEP_COLS;
	}
	outer = name.n;
	used += name.n > 0 ? utf8_columns(name.p[0], l->ascii) : 0;
	/* Keep the innermost name, then add names from both ends by turns. */
	for (bool from_top = true; all > cols && inner < outer;
		from_top = !from_top) {
		size_t next = from_top ? outer - 1 : inner;

		width = utf8_columns(name.p[next], l->ascii) + SEP_COLS;
		if (used + width > cols)
			break;
		used += width;
		if (from_top)
			outer--;
		else
			inner++;
	}
	for (size_t i = name.n; i-- > 0;) {
		if (all > cols && i < outer && i >= inner) {
			stackline_cut(out, l);
			i = inner;
			continue;
		}
		strbuf_add(out, name.p[i]);
		if (i > 0)
			stackline_sep(out, l);
	}
	vec_free(&name);
}

void
stackline_below(struct strbuf *out, const struct stackline *l, node_id node,
	node_id top, int cols)
{
	const struct tree *t = &l->view->full;
	struct stackline_names end;

	stackline_collect(l, node, cols, &end);
	if (!end.cut || tree_depth(t, node) - end.frames < tree_depth(t, top))
		stackline_add(out, l, &end);
	else
		stackline_ends(out, l, node, top, cols);
}
