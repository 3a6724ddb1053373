/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain lines about the selection: see announce.h. */
#include "config.h"

#include "present/announce.h"

#include "base/utf8.h"
#include "present/caption.h"

#include "base/banned.h"

enum { GROUP_NAMES = 3 };

/* Without the directories of its package: the numbers must have room. */
static void
add_name(struct strbuf *out, const struct view *v, frame_id frame, bool ascii)
{
	struct arena arena = ARENA_INIT;

	if (frame == NONE)
		strbuf_addc(out, "root");
	else
		utf8_put(out, caption_short(v, frame, CAPTION_AUTO, &arena),
			ascii, -1);
	arena_free(&arena);
}

static void
add_value(struct strbuf *out, const char *name, int64_t value, int64_t whole,
	const char *of, const struct numbers *n)
{
	strbuf_addf(out, ", %s ", name);
	number_put_alone(out, n, value);
	if (whole == 0)
		return;
	strbuf_addc(out, ", ");
	(void)percent_put(out, value, whole);
	strbuf_addc(out, of);
}

static void
add_count(struct strbuf *out, uint32_t n, const char *one, const char *many)
{
	strbuf_addf(out, ", %u %s", n, n == 1 ? one : many);
}

static void
add_facts(struct strbuf *out, const struct view *v, frame_id frame)
{
	struct strbuf place = STRBUF_INIT;

	if ((v->inlined[frame] & 3) == 1)
		strbuf_addc(out, ", inlined");
	if (v->places[frame] > 1)
		add_count(out, v->places[frame], "place", "places");
	caption_source_put(&place, v, frame, false);
	if (place.n > 0)
		strbuf_addf(out, ", %s", strbuf_c(&place));
	strbuf_free(&place);
}

static void
announce_group(struct strbuf *out, struct plan *p, struct spot s,
	const struct numbers *n, bool ascii)
{
	struct kids kids = plan_kids(p, (enum plan_side)s.side, s.node);
	const struct tree *t = plan_tree(p, (enum plan_side)s.side);

	strbuf_addf(out, "%u frames too narrow to draw", s.count);
	add_value(out, "total", spot_value(p, s), plan_view(p)->w.total,
		" of all", n);
	for (uint32_t i = 0; i < s.count && i < GROUP_NAMES; i++) {
		strbuf_addc(out, i == 0 ? ": " : ", ");
		add_name(out, plan_view(p),
			t->frame[kids.kid[s.rank + i].node], ascii);
	}
}

void
announce_spot(struct strbuf *out, struct plan *p, struct spot s,
	const struct numbers *n, bool ascii)
{
	enum plan_side side = (enum plan_side)s.side;
	const struct view *v = plan_view(p);
	frame_id frame = spot_frame(p, s);
	struct spot parent = spot_parent(p, s);

	if (spot_is_group(s)) {
		announce_group(out, p, s, n, ascii);
		return;
	}
	add_name(out, v, frame, ascii);
	add_value(out, "total", spot_value(p, s), v->w.total, " of all", n);
	add_value(out, "self", spot_self(p, s), v->w.total, "", n);
	strbuf_addf(out, ", level %d", spot_level(p, s));
	if (!spot_equal(parent, s) && parent.side == s.side)
		strbuf_addf(out, ", child %u of %u",
			plan_rank(p, side, s.node) + 1,
			plan_kids(p, side, parent.node).n);
	add_count(out, plan_kids(p, side, s.node).n,
		side == SIDE_CALLERS || v->query.direction == DIR_CALLERS
			? "caller"
			: "callee",
		side == SIDE_CALLERS || v->query.direction == DIR_CALLERS
			? "callers"
			: "callees");
	if (frame != NONE)
		add_facts(out, v, frame);
}

void
announce_row(struct strbuf *out, const struct view *v, frame_id frame,
	uint32_t row, uint32_t rows, const struct numbers *n, bool ascii)
{
	const struct weights *w = &v->w;

	add_name(out, v, frame, ascii);
	strbuf_addf(out, ", row %u of %u", row + 1, rows);
	add_value(out, "self", weight_value(w->flat[frame], w->flat_div, frame),
		w->total, "", n);
	add_value(out, "total", weight_value(w->cum[frame], w->cum_div, frame),
		w->total, " of all", n);
	add_facts(out, v, frame);
}
