/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selection as a line of text for a screen reader. */
#include "prelude.h"

#include "present/announce.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "present/caption.h"

enum { GROUP_NAMES = 3 };

/* Append the frame's short name, so that the numbers come soon. */
static void
announce_add_name(
	struct strbuf *out, const struct view *v, frame_id frame, bool ascii)
{
	struct arena arena = ARENA_INIT;

	if (frame == NONE)
		strbuf_addstr(out, "root");
	else
		utf8_put(out, caption_short(v, frame, CAPTION_AUTO, &arena),
			ascii, -1);
	arena_free(&arena);
}

static void
announce_add_value(struct strbuf *out, const char *name, int64_t value,
	int64_t whole, const char *of, const struct numbers *n)
{
	struct strbuf share = STRBUF_INIT;

	strbuf_addf(out, ", %s ", name);
	number_put(out, n, value);
	if (!percent_put(&share, value, whole))
		return;
	strbuf_addf(out, ", %s%s", strbuf_c(&share), of);
	strbuf_free(&share);
}

static void
announce_add_facts(struct strbuf *out, const struct view *v, frame_id frame)
{
	struct strbuf place = STRBUF_INIT;

	if ((v->inlined[frame] & 3) == 1)
		strbuf_addstr(out, ", inlined");
	if (v->nodes[frame] > 1)
		strbuf_addf(out, ", %u call paths", v->nodes[frame]);
	caption_source_put(&place, v, frame, false);
	if (place.n > 0)
		strbuf_addf(out, ", %s", strbuf_c(&place));
	strbuf_free(&place);
}

/* Append e.g. "row of 10 frames, clone3 to operator()". */
static void
announce_add_chain(struct strbuf *out, struct flamegraph *p,
	struct selection s, bool ascii)
{
	const struct view *v = flamegraph_view(p);
	const struct tree *t = flamegraph_tree(p, s.side);
	node_id head = flamegraph_head(p, s.side, s.node);
	uint32_t n = selection_row_frames(p, s);

	if (n == 1)
		return;
	strbuf_addf(out, ", row of %u frames, ", n);
	announce_add_name(out, v, t->frame[head], ascii);
	strbuf_addstr(out, " to ");
	announce_add_name(out, v,
		t->frame[flamegraph_tail(p, s.side, head)], ascii);
}

void
announce_target(struct strbuf *out, struct flamegraph *p, struct selection s,
	const struct numbers *n, bool ascii)
{
	enum flamegraph_side side = s.side;
	const struct view *v = flamegraph_view(p);
	frame_id frame = selection_frame(p, s);
	struct selection parent = selection_parent(p, s);
	uint32_t children;

	if (selection_is_group(s)) {
		struct children group_children =
			flamegraph_children(p, s.side, s.node);
		const struct tree *t = flamegraph_tree(p, s.side);

		strbuf_addf(out, "%u frames too narrow to draw", s.count);
		announce_add_value(out, "total", selection_value(p, s),
			view_whole(flamegraph_view(p)), " of all", n);
		for (uint32_t i = 0; i < s.count && i < GROUP_NAMES; i++) {
			strbuf_addstr(out, i == 0 ? ": " : ", ");
			announce_add_name(out, flamegraph_view(p),
				t->frame[group_children.child[s.rank + i].node],
				ascii);
		}
		return;
	}
	announce_add_name(out, v, frame, ascii);
	announce_add_value(out, "total", selection_value(p, s), view_whole(v),
		" of all", n);
	announce_add_value(
		out, "self", selection_self(p, s), view_whole(v), "", n);
	strbuf_addf(out, ", level %d", selection_depth(p, s));
	if (!selection_equal(parent, s) && parent.side == s.side)
		strbuf_addf(out, ", child %u of %u",
			flamegraph_rank(p, side, s.node) + 1,
			flamegraph_children(p, side, parent.node).n);
	announce_add_chain(out, p, s, ascii);
	children = flamegraph_children(p, side, s.node).n;
	strbuf_addf(out, ", %u %s%s", children,
		side == SIDE_CALLERS || v->query.direction == DIR_CALLERS
			? "caller"
			: "callee",
		plural(children));
	if (frame != NONE)
		announce_add_facts(out, v, frame);
}

void
announce_row(struct strbuf *out, const struct view *v, frame_id frame,
	uint32_t row, uint32_t rows, const struct numbers *n, bool ascii)
{
	const struct weights *w = &v->w;
	int64_t whole = view_whole(v);

	announce_add_name(out, v, frame, ascii);
	strbuf_addf(out, ", row %u of %u", row + 1, rows);
	announce_add_value(
		out, "self", columns_value(&w->self, frame), whole, "", n);
	announce_add_value(out, "total", columns_value(&w->total, frame), whole,
		" of all", n);
	announce_add_facts(out, v, frame);
}

/* ---- Text instead of a graph ---- */

static bool
announce_all_zero(const struct view *v)
{
	const int64_t *value = v->profile->sample.value[v->column];

	for (size_t i = 0; i < v->profile->sample.n; i++)
		if (value[i] != 0)
			return false;
	return true;
}

bool
explain_blank(struct strbuf *out, const struct view *v)
{
	const struct profile *p = v->profile;

	if (p->sample.n == 0)
		strbuf_addstr(out, "This profile has no samples.");
	else if (p->trie.n <= 1)
		strbuf_addstr(out,
			"This profile has no stacks, only values and labels.");
	else if (announce_all_zero(v))
		strbuf_addf(out,
			"All samples have 0 %.*s. Press s for another sample "
			"type.",
			STR_ARG(profile_str(p, p->types.type[v->column])));
	return out->n > 0;
}

void
explain_nothing_left(struct strbuf *out, const struct view *v,
	const struct numbers *n, bool ascii)
{
	uint32_t culprit = 0; /* the filter that keeps nothing */

	while (culprit + 1 < v->n_effects && v->effect[culprit].kept != 0)
		culprit++;
	strbuf_addstr(out, "No samples match the filters.\n\n");
	for (uint32_t i = 0; i < v->n_effects && i <= culprit; i++) {
		const struct filter_effect *e = &v->effect[i];

		strbuf_addf(out, "%s %s=",
			i != culprit ? " " : glyph_str(GLYPH_POINTER, ascii).p,
			e->option);
		utf8_put(out, e->value, ascii, 40);
		strbuf_addstr(out, "\tkeeps ");
		number_put(out, n, e->kept);
		strbuf_addstr(out,
			i != culprit    ? "  "
				: i > 0 ? " of those"
					: "");
		if (i != culprit)
			percent_put(out, e->kept, view_whole(v));
		strbuf_addch(out, '\n');
	}
}
