/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour modes. */
#include "prelude.h"

#include "present/paint.h"

#include <assert.h>

#include "analysis/ownership.h"
#include "engine/bottleneck.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/caption.h"

/* ---- Meanings ---- */

static const struct {
	const char *mark, *word;
} meanings[MEANINGS] = {
	[MEANING_NEUTRAL] = { "", "system" },
	[MEANING_PLAIN] = { "", "" },
	[MEANING_USER] = { "U", "user" },
	[MEANING_LIBRARY] = { "L", "library" },
	[MEANING_SYSTEM] = { "S", "system" },
	[MEANING_UNKNOWN] = { "?", "unknown" },
	[MEANING_NO_RUNTIME] = { "", "" },
	[MEANING_GC] = { "G", "GC" },
	[MEANING_ALLOC] = { "A", "alloc" },
	[MEANING_SCHED] = { "S", "sched" },
	[MEANING_MAPS] = { "M", "maps" },
	[MEANING_MOVES] = { "V", "moves" },
	[MEANING_SYSCALLS] = { "Y", "syscalls" },
	[MEANING_LOCKS] = { "L", "locks" },
	[MEANING_INTERPRETER] = { "I", "interpreter" },
	[MEANING_OTHER_WORK] = { "O", "other" },
	[MEANING_HEAT] = { "", "" },
	[MEANING_HEAT + 1] = { "1", "" },
	[MEANING_HEAT + 2] = { "2", "" },
	[MEANING_HEAT + 3] = { "3", "" },
	[MEANING_HEAT + 4] = { "4", "" },
	[MEANING_HEAT + 5] = { "5", "" },
	[MEANING_HEAT_LAST] = { "6", "" },
	[MEANING_INSTRUCTIONS] = { "I", "instructions" },
	[MEANING_CACHE] = { "C", "cache" },
	[MEANING_MEMORY] = { "M", "memory" },
	[MEANING_KERNEL] = { "S", "system" },
	[MEANING_MIXED] = { "X", "mixed" },
	[MEANING_NOTHING] = { "", "no self" },
	[MEANING_GONE] = { "G", "gone" },
	[MEANING_LESS_MUCH] = { "--", "much less" },
	[MEANING_LESS] = { "-", "less" },
	[MEANING_SAME] = { "", "same" },
	[MEANING_MORE] = { "+", "more" },
	[MEANING_MORE_MUCH] = { "++", "much more" },
	[MEANING_NEW] = { "N", "new" },
};

const char *
meaning_mark(uint8_t hue)
{
	assert(hue < MEANINGS);
	return meanings[hue].mark != NULL ? meanings[hue].mark : "";
}

static const char *
meaning_word(uint8_t hue)
{
	assert(hue < MEANINGS);
	return meanings[hue].word != NULL ? meanings[hue].word : "";
}

enum meaning
meaning_of_share(double share)
{
	static const double from[] = { 0.002, 0.005, 0.01, 0.02, 0.05, 0.1 };
	size_t step = 0;

	while (step < COUNT_OF(from) && share >= from[step])
		step++;
	return (enum meaning)(MEANING_HEAT + step);
}

enum meaning
meaning_of_change(struct sides s, const struct change_scale *scale)
{
	static const enum meaning of[] = { [CHANGE_SAME] = MEANING_SAME,
		[CHANGE_UP] = MEANING_MORE,
		[CHANGE_UP_STRONG] = MEANING_MORE_MUCH,
		[CHANGE_DOWN] = MEANING_LESS,
		[CHANGE_DOWN_STRONG] = MEANING_LESS_MUCH,
		[CHANGE_ADDED] = MEANING_NEW,
		[CHANGE_REMOVED] = MEANING_GONE };

	return of[change_of(s, scale)];
}

/* ---- Modes ---- */

static uint8_t
hue_plain(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s)
{
	(void)p;
	(void)flamegraph;
	(void)s;
	return MEANING_PLAIN;
}

static struct origin
origin_at(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s)
{
	frame_id frame = selection_frame(flamegraph, s);

	if (frame == NONE)
		return (struct origin){ .kind = ORIGIN_UNKNOWN, .why = "" };
	return origin_of_frame(p->origins, p->view->frames, frame);
}

static uint8_t
hue_package(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s)
{
	frame_id frame = selection_frame(flamegraph, s);

	if (p->packages == NULL)
		return caption_hue(p->view, frame, HUE_PACKAGE);
	if (frame == NONE || origin_at(p, flamegraph, s).kind == ORIGIN_SYSTEM)
		return MEANING_NEUTRAL;
	return packages_hue(p->packages, p->view, frame);
}

static uint8_t
hue_function(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s)
{
	return caption_hue(
		p->view, selection_frame(flamegraph, s), HUE_FUNCTION);
}

static uint8_t
hue_origin(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s)
{
	if (selection_frame(flamegraph, s) == NONE)
		return MEANING_NOTHING;
	return (uint8_t)(MEANING_USER + origin_at(p, flamegraph, s).kind);
}

static void
word_origin(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s, struct strbuf *out)
{
	struct origin o = origin_at(p, flamegraph, s);

	if (selection_frame(flamegraph, s) == NONE)
		return;
	strbuf_addstr(out, origin_name((enum origin_kind)o.kind));
	if (o.kind != ORIGIN_UNKNOWN && o.why[0] != '\0')
		strbuf_addf(out, " (%s)", o.why);
}

/* Return the origin and kind of a node's code. If the name of system code does
   not show its kind, its callers may. */
static struct judged
judged_node_at(const struct paint *p, const struct flamegraph *flamegraph,
	struct selection s, frame_id frame)
{
	const struct tree *t =
		flamegraph_tree(flamegraph, (enum flamegraph_side)s.side);
	/* In a tree of callers, nodes above are not callers. */
	bool climbs =
		s.side == SIDE_MAIN && p->view->query.direction != DIR_CALLERS;
	const struct frames *frames = p->view->frames;
	struct judged is = judged_of(p->origins, frames, frame), at = is;
	node_id node = s.node;

	while (at.origin == ORIGIN_SYSTEM && at.kind == RKIND_OTHER) {
		struct judged above = { .origin = ORIGIN_UNKNOWN };

		node = climbs ? t->parent[node] : 0;
		if (node != 0)
			above = judged_of(p->origins, frames, t->frame[node]);
		is.kind = judged_below(at, above).kind;
		/* If the caller's name does not show it either, try its
		   caller. */
		if (is.kind != RKIND_OTHER)
			break;
		at = above;
	}
	return is;
}

static uint8_t
hue_runtime(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s)
{
	static const uint8_t of[RKINDS] = { [RKIND_GC] = MEANING_GC,
		[RKIND_ALLOC] = MEANING_ALLOC,
		[RKIND_SCHED] = MEANING_SCHED,
		[RKIND_IDLE] = MEANING_SCHED,
		[RKIND_MAPS] = MEANING_MAPS,
		[RKIND_MOVES] = MEANING_MOVES,
		[RKIND_SYSCALL] = MEANING_SYSCALLS,
		[RKIND_PAGES] = MEANING_SYSCALLS,
		[RKIND_LOCKS] = MEANING_LOCKS,
		[RKIND_INTERPRETER] = MEANING_INTERPRETER,
		[RKIND_BUILTIN] = MEANING_INTERPRETER,
		[RKIND_JIT] = MEANING_INTERPRETER };
	frame_id frame = selection_frame(flamegraph, s);
	struct judged is;

	if (frame == NONE)
		return MEANING_NO_RUNTIME;
	is = judged_node_at(p, flamegraph, s, frame);
	if (is.origin != ORIGIN_SYSTEM)
		return MEANING_NO_RUNTIME;
	return of[is.kind] != 0 ? of[is.kind] : MEANING_OTHER_WORK;
}

static void
word_runtime(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s, struct strbuf *out)
{
	frame_id frame = selection_frame(flamegraph, s);
	struct judged is;

	if (frame == NONE)
		return;
	is = judged_node_at(p, flamegraph, s, frame);
	if (is.origin != ORIGIN_SYSTEM) {
		strbuf_addstr(out, origin_name((enum origin_kind)is.origin));
		return;
	}
	strbuf_addstr(out, runtime_kind_name((enum runtime_kind)is.kind));
	if (is.runtime != RUNTIME_NONE)
		strbuf_addf(
			out, " (%s)", runtime_name((enum runtime)is.runtime));
}

static double
self_share(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s)
{
	int64_t total = p->view->w.whole;

	return total != 0
		? (double)selection_self(flamegraph, s) / (double)total
		: 0;
}

static uint8_t
hue_heat(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s)
{
	return (uint8_t)meaning_of_share(self_share(p, flamegraph, s));
}

static void
word_heat(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s, struct strbuf *out)
{
	strbuf_addf(out, "%.1f%% self", self_share(p, flamegraph, s) * 100);
}

static enum bottleneck
bound_at(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s, double *share)
{
	frame_id frame = selection_frame(flamegraph, s);
	double cost[BOTTLENECK_COSTS];

	*share = 0;
	if (frame == NONE)
		return BOTTLENECK_NOTHING;
	bottleneck_costs(p->view->bottlenecks, frame,
		origin_at(p, flamegraph, s).is_kernel, cost);
	return bottleneck_judge(cost, share);
}

static uint8_t
hue_bottleneck(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s)
{
	double share;

	return (uint8_t)(MEANING_INSTRUCTIONS +
		(int)bound_at(p, flamegraph, s, &share));
}

static void
word_bottleneck(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s, struct strbuf *out)
{
	double share;
	enum bottleneck b = bound_at(p, flamegraph, s, &share);

	strbuf_addstr(
		out, meaning_word((uint8_t)(MEANING_INSTRUCTIONS + (int)b)));
	if (b != BOTTLENECK_NOTHING)
		strbuf_addf(out, " %.0f%%", share * 100);
}

static bool
has_bounds(const struct view *v)
{
	return v->bottlenecks != NULL;
}

static uint8_t
hue_diff(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s)
{
	if (p->view->evidence == NULL ||
		may_be_chance(selection_significance(flamegraph, s)))
		return MEANING_SAME;
	return (uint8_t)meaning_of_change(
		selection_sides(flamegraph, s), &p->view->evidence->total);
}

static bool
paint_is_diff(const struct view *v)
{
	return v->is_diff;
}

/* One colour mode. */
struct mode {
	bool (*is_there)(const struct view *v); /* NULL: for all views */
	const char *why_not;
	uint8_t (*hue)(const struct paint *p, struct flamegraph *flamegraph,
		struct selection s);
	/* appends the meaning in words; NULL: there is none */
	void (*word)(const struct paint *p, struct flamegraph *flamegraph,
		struct selection s, struct strbuf *out);
	bool wants_origins;
	/* The legend shows the meanings first..last, each with its word, or all
	   between `before` and `after`. first 0: no legend. */
	uint8_t first, last;
	const char *before, *after;
	bool silent; /* the legend does not say "colours by" */
};

static const struct mode mode_package = {
	.hue = hue_package,
	.wants_origins = true,
};

static const struct mode mode_function = { .hue = hue_function };

static const struct mode mode_origin = {
	.hue = hue_origin,
	.word = word_origin,
	.wants_origins = true,
	.first = MEANING_USER,
	.last = MEANING_UNKNOWN,
};

static const struct mode mode_runtime = {
	.hue = hue_runtime,
	.word = word_runtime,
	.wants_origins = true,
	.first = MEANING_GC,
	.last = MEANING_OTHER_WORK,
};

static const struct mode mode_heat = {
	.hue = hue_heat,
	.word = word_heat,
	.first = MEANING_HEAT,
	.last = MEANING_HEAT_LAST,
	.before = "self 0%",
	.after = "10% of the total",
};

static const struct mode mode_bottleneck = {
	.is_there = has_bounds,
	.why_not = "bottlenecks need several event types, as from callgrind "
		   "--cache-sim=yes, perf or topdown; colors=origin shows "
		   "which code belongs to the system",
	.hue = hue_bottleneck,
	.word = word_bottleneck,
	.wants_origins = true,
	.first = MEANING_INSTRUCTIONS,
	.last = MEANING_NOTHING,
};

static const struct mode mode_diff = {
	.is_there = paint_is_diff,
	.why_not = "only a diff has these colours; press D to compare",
	.hue = hue_diff,
	.first = MEANING_GONE,
	.last = MEANING_NEW,
	.before = "gone, less",
	.after = "more, new",
};

static const struct mode mode_plain = { .hue = hue_plain, .silent = true };

#define MODE_STRUCT(mode, name) [PAINT_##mode] = &mode_##name,
static const struct mode *const modes[PAINT_MODES] = { PAINT_ROWS(
	MODE_STRUCT) };
#define MODE_NAME(mode, name) [PAINT_##mode] = #name,
static const char *const mode_names[PAINT_MODES] = { PAINT_ROWS(MODE_NAME) };

bool
paint_is_there(enum paint_mode mode, const struct view *v)
{
	return mode == PAINT_AUTO || modes[mode]->is_there == NULL ||
		modes[mode]->is_there(v);
}

void
paint_init(struct paint *p, struct flamegraph *of, enum paint_mode wanted)
{
	const struct view *v = flamegraph_view(of);

	if (!paint_is_there(wanted, v))
		wanted = PAINT_AUTO;
	if (wanted == PAINT_AUTO)
		wanted = v->is_diff ? PAINT_DIFF : PAINT_PACKAGE;
	*p = (struct paint){ .mode = wanted, .view = v };
	if (modes[wanted]->wants_origins)
		p->origins = flamegraph_origins(of);
}

enum paint_mode
paint_next(const struct paint *p)
{
	enum paint_mode mode = p->mode;

	do {
		mode = mode + 1 < PAINT_MODES ? mode + 1 : PAINT_PACKAGE;
	} while (!paint_is_there(mode, p->view));
	return mode;
}

const char *
paint_name(enum paint_mode mode)
{
	return mode_names[mode];
}

const char *
paint_why_not(enum paint_mode mode)
{
	return modes[mode]->why_not;
}

uint8_t
paint_hue(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s)
{
	if (p == NULL)
		return caption_hue(flamegraph_view(flamegraph),
			selection_frame(flamegraph, s), HUE_PACKAGE);
	return modes[p->mode]->hue(p, flamegraph, s);
}

void
paint_word(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s, struct strbuf *out)
{
	if (modes[p->mode]->word != NULL && !selection_is_group(s))
		modes[p->mode]->word(p, flamegraph, s, out);
}

static void
paint_put_text(struct pen *pen, struct str text)
{
	pen_put(pen, text, STYLE_DIM);
	pen_put(pen, STR(" "), STYLE_DIM);
}

/* Draw a box of this hue, with its mark if colours are few. */
static void
put_swatch(struct pen *pen, uint8_t hue, bool marked)
{
	struct str mark = str_c(marked ? meaning_mark(hue) : "");
	int width = mark.n > 1 ? (int)mark.n : 1;

	if (width > pen->end - pen->col)
		return;
	grid_put(pen->g, pen->row, pen->col, width, STR("  "), STYLE_FRAME);
	grid_put(pen->g, pen->row, pen->col, width, mark, STYLE_FRAME);
	for (int i = 0; i < width; i++)
		grid_at(pen->g, pen->row, pen->col++)->hue = hue;
}

int
paint_legend_draw(const struct paint *p, struct grid *g, int row, int col,
	int cols, int colors)
{
	const struct mode *m = modes[p->mode];
	/* Bottlenecks are named after their source, on which their quality
	   depends. */
	struct str name =
		str_c(p->mode == PAINT_BOTTLENECK ? p->view->bottlenecks->source
						  : mode_names[p->mode]);
	struct pen pen = { g, row, col, col + cols };
	bool marked = colors < 256;
	int words = (int)name.n;

	/* Draw nothing without room, or without colours and meanings. */
	if (cols < (int)name.n + 13 || (colors == 0 && m->first == 0))
		return 0;
	paint_put_text(&pen, STR_EMPTY);
	if (m->first == 0 && !m->silent)
		paint_put_text(&pen, STR("colours by"));
	for (int t = m->first; t <= m->last; t++)
		words += 3 + marked + (int)str_c(meaning_word((uint8_t)t)).n;
	/* Leave the name out if the meanings need the room. */
	if (m->first == 0 || m->before != NULL || words <= cols)
		paint_put_text(&pen, name);
	if (p->mode == PAINT_PACKAGE && p->packages != NULL) {
		struct str word = str_c(meaning_word(MEANING_NEUTRAL)),
			   put_name;
		int rest = 3 + (int)word.n;
		uint8_t hue;

		/* Draw "■ api ■ regexp ■ system", as many as fit; system code
		   has the same hue in every profile. */
		for (int i = 0;
			(put_name = packages_name(p->packages, i, &hue)).n > 0;
			i++) {
			/* With few colours, further packages would share a
			   hue. */
			if (colors < 16 && i >= PACKAGES_OF_8)
				break;
			if (utf8_columns(put_name, pen.g->ascii) + 3 + rest >
				pen.end - pen.col)
				continue;
			put_swatch(&pen, hue, false);
			paint_put_text(&pen, STR_EMPTY);
			paint_put_text(&pen, put_name);
		}
		if (rest <= pen.end - pen.col &&
			packages_name(p->packages, 0, &hue).n != 0) {
			put_swatch(&pen, MEANING_NEUTRAL, false);
			paint_put_text(&pen, STR_EMPTY);
			paint_put_text(&pen, word);
		}
	} else if (m->before != NULL) {
		struct str before = str_c(m->before), after = str_c(m->after);

		/* Draw "self 0% ■■■■■■■ 10% of the total". */
		if ((int)(before.n + after.n) + 2 +
				2 * (m->last - m->first + 1) <=
			pen.end - pen.col) {
			paint_put_text(&pen, before);
			for (int t = m->first; t <= m->last; t++)
				put_swatch(&pen, (uint8_t)t, marked);
			paint_put_text(&pen, STR_EMPTY);
			paint_put_text(&pen, after);
		}
	} else if (m->first != 0) {
		/* Draw "■ user ■ library". */
		for (int t = m->first; t <= m->last; t++) {
			struct str word = str_c(meaning_word((uint8_t)t));

			if (pen.col + 2 + (int)word.n > pen.end)
				break;
			put_swatch(&pen, (uint8_t)t, marked);
			paint_put_text(&pen, STR_EMPTY);
			paint_put_text(&pen, word);
		}
	}
	return pen.col - col;
}
