/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -flamesvg and -flamehtml: the flame graph for browsers, with the root at the
 * top and each frame's numbers in a tooltip. Its script zooms (click), searches
 * (/ or Ctrl-F) and goes back (Esc); without scripts it is a picture. It opens
 * at the zoom, selection and search of the screen, and loads nothing from
 * elsewhere.
 *
 * Boxes too narrow to be seen are joined into one grey box per parent, which
 * shows their number.  On the page, boxes refer to rows of its table, so each
 * name is there once, and narrow boxes are joined until the page has at most
 * ten times the size of the profile.  In the zoom, box widths are relative to
 * the width of the zoom.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/vec.h"
#include "engine/sides.h"
#include "present/caption.h"
#include "present/flamegraph.h"
#include "present/grid.h"
#include "present/number.h"
#include "present/top.h"
#include "report/flame_scripts.h"
#include "report/report.h"
#include "write/markup.h"

/* ---- The picture ---- */

/* Sizes in pixels; browsers scale the picture. */
enum { WIDTH = 1200, ROW = 17, LINE = 18, MARGIN = 8 };
enum { DEEPEST = 10000 }; /* maximum levels that are drawn */
#define LEAST 0.3         /* pixels; narrower boxes are joined */
enum {
	PAGE_LEAST = 64 << 10, /* bytes of a page that are always allowed */
	PAGE_TIMES = 10,       /* the size of the profile */
	PAGE_TRIES = 8,        /* each joins boxes of twice the width */
};
#define CHARACTER 7.3     /* pixels, estimated generously */

/* A box still to be drawn. */
struct pending_box {
	node_id node;
	uint64_t at; /* left edge, in the unit of `whole` */
	uint32_t level;
	bool zoomed; /* in the zoom */
};

/* The nodes on the path from the root, without the root, to a node. */
struct node_path {
	node_id *p;
	size_t n, cap;
};

struct picture {
	struct strbuf *out;
	const struct view *v;
	struct flamegraph *flamegraph;
	struct report_scale scale;
	struct arena arena;
	uint64_t whole; /* flamegraph_width() of the root */
	uint32_t levels;
	int top; /* y of the first level */
	double least;           /* pixels */
	struct node_path zoom, selected; /* drawn even if narrow */
	double from, to;                 /* the visible part of the zoom */
	bool zooms; /* to a node, or to a part of the root's width */
	const uint32_t *row_of; /* [frames] row of the page's table, or NONE;
				   NULL: there is no table */
	VEC(struct pending_box) todo;
};

/* One hue per package, pale enough for black text. */
static const char *const fills[STYLE_HUES] = { "#dd8888", "#e3b1a0", "#ddb288",
	"#e3d3a0", "#dddd88", "#d3e3a0", "#b2dd88", "#b1e3a0", "#88dd88",
	"#a0e3b1", "#88ddb2", "#a0e3d3", "#88dddd", "#a0d3e3", "#88b2dd",
	"#a0b1e3", "#9a9ae6", "#b1a0e3", "#b298e0", "#d3a0e3", "#dd88dd",
	"#e3a0d3", "#dd88b2", "#e3a0b1" };

static enum change
node_change(const struct picture *p, node_id node)
{
	return delta_change(p->v,
		sides_at(&p->v->tree.total, tree_row(&p->v->tree, node)),
		false);
}

static enum significance
node_significance(const struct picture *p, node_id node)
{
	return selection_significance(
		p->flamegraph, selection_of(SIDE_MAIN, node));
}

/* Return the sign that follows a name in a diff, or "". */
static const char *
flame_sign(const struct picture *p, node_id node)
{
	if (!p->v->is_diff)
		return "";
	return change_sign(node_change(p, node), node_significance(p, node));
}

/* Return the colour of a box. In a diff, less is blue, more is orange, and what
   may be chance is grey. */
static const char *
flame_fill(const struct picture *p, node_id node)
{
	static const char *const changes[] = { [CHANGE_SAME] = "#e2e2e2",
		[CHANGE_UP] = "#f7cfa0",
		[CHANGE_UP_STRONG] = "#f0a050",
		[CHANGE_DOWN] = "#aacbec",
		[CHANGE_DOWN_STRONG] = "#6fa8e0",
		[CHANGE_ADDED] = "#f4e66a",
		[CHANGE_REMOVED] = "#8adfe4" };

	if (node == 0)
		return "#d8d8d8";
	if (p->v->is_diff)
		return changes[may_be_chance(node_significance(p, node))
				? CHANGE_SAME
				: node_change(p, node)];
	return fills[caption_hue(p->v, p->v->tree.frame[node], HUE_PACKAGE)];
}

static void
flame_put_value(const struct picture *p, struct strbuf *out, int64_t value)
{
	struct strbuf percent = STRBUF_INIT;

	scale_put(&p->scale, value, 0, out);
	scale_put_percent(&p->scale, value, &percent);
	strbuf_addf(out, " %.*s", STR_ARG(str_trim(strbuf_str(&percent))));
	strbuf_free(&percent);
}

/* Return the last node; 0: the root. */
static node_id
node_path_end(const struct node_path *way)
{
	return way->n > 0 ? way->p[way->n - 1] : 0;
}

/* True if the path contains a node, which is on a level from 1 on. */
static bool
node_path_has(const struct node_path *way, uint32_t level, node_id node)
{
	return level <= way->n && way->p[level - 1] == node;
}

static double
pixels(const struct picture *p, uint64_t width)
{
	return (double)width / (double)p->whole * (double)WIDTH;
}

/* Open the box of the row from a node to `tail`, up to the end of its
   attributes. */
static void
flame_open_group(struct picture *p, node_id node, node_id tail, double w)
{
	const char *sign = flame_sign(p, tail);

	strbuf_addf(p->out, "<g class=\"f%s%s%s\"", w >= 3 ? " b" : "",
		p->zooms && node == node_path_end(&p->zoom) ? " z" : "",
		node != 0 && node == node_path_end(&p->selected) ? " s" : "");
	if (*sign != '\0')
		strbuf_addf(p->out, " data-sign=\" %s\"", sign);
}

/* Open a box for joined nodes up to the tooltip's text. */
static void
flame_open_joined(struct picture *p, double w)
{
	strbuf_addf(p->out, "<g class=\"f%s j\"><title>", w >= 3 ? " b" : "");
}

/* Put the rectangle and the label, and close the box. The script of a page
   adds labels that are missing. */
static void
put_rect(struct picture *p, double x, double w, uint32_t level,
	const char *fill, struct str label)
{
	int y = p->top + (int)level * ROW;
	int digits = p->row_of != NULL ? 2 : 4;

	/* In the zoom, boxes are smaller and need more digits. */
	for (double least = LEAST; w < least && digits < 12; least /= 10)
		digits += w < least / 10 ? 1 : 3;

	strbuf_addf(p->out,
		"<rect x=\"%.*f\" y=\"%d\" width=\"%.*f\" "
		"height=\"%d\" fill=\"%s\"/>",
		digits, x, y, digits, w, ROW - 1, fill);
	if (p->row_of == NULL || label.n > 0) {
		strbuf_addf(
			p->out, "<text x=\"%.2f\" y=\"%d\">", x + 3, y + 12);
		markup_put(p->out, label);
		strbuf_addstr(p->out, "</text>");
	}
	strbuf_addstr(p->out, "</g>\n");
}

/* Append "total 1.20s 5.0%   self 0 0%", and both sides of a diff. */
static void
flame_put_numbers(const struct picture *p, node_id node, struct strbuf *out)
{
	const struct tree *t = &p->v->tree;

	strbuf_addstr(out, "total ");
	flame_put_value(p, out, columns_value(&t->total, tree_row(t, node)));
	strbuf_addstr(out, "   self ");
	flame_put_value(
		p, out, columns_value(&t->self, tree_self_row(t, node)));
	if (p->v->is_diff) {
		struct sides s = sides_at(&t->total, tree_row(t, node));

		strbuf_addstr(out, "   before ");
		scale_put(&p->scale, s.base, 0, out);
		strbuf_addstr(out, "   after ");
		scale_put(&p->scale, s.new, 0, out);
	}
}

/* Append the names of a row of several frames, the first frame's first, in
   lines of a tooltip. */
static void
flame_put_row(struct picture *p, node_id head, node_id tail, uint32_t frames)
{
	const struct tree *t = &p->v->tree;
	VEC(node_id) row = { NULL, 0, 0 };

	strbuf_addf(p->out, "\nrow of %" PRIu32 " frames:", frames);
	for (node_id node = tail;; node = t->parent[node]) {
		vec_push(&row, node);
		if (node == head)
			break;
	}
	while (row.n > 0) {
		strbuf_addch(p->out, '\n');
		markup_put(p->out,
			flamegraph_text(p->flamegraph, SIDE_MAIN,
				row.p[--row.n]));
	}
	vec_free(&row);
}

/* Open the box of the row that begins at `head`, with its tooltip: the last
   frame's name, numbers and place; if there are several, all names. */
static void
flame_open_node(struct picture *p, node_id head, node_id node, double w)
{
	frame_id frame = p->v->tree.frame[node];
	struct strbuf text = STRBUF_INIT;
	uint32_t frames = selection_row_frames(
		p->flamegraph, selection_of(SIDE_MAIN, head));

	flame_put_numbers(p, node, &text);
	flame_open_group(p, head, node, w);
	if (p->row_of != NULL && node != 0 && frame != NONE && frames == 1 &&
		p->row_of[frame] != NONE) {
		strbuf_addf(p->out, " data-i=\"%" PRIu32 "\" data-n=\"",
			p->row_of[frame]);
		markup_put(p->out, strbuf_str(&text));
		strbuf_addstr(p->out, "\">");
	} else {
		if (frames > 1)
			strbuf_addf(p->out, " data-c=\"%" PRIu32 "\"", frames);
		strbuf_addstr(p->out, "><title>");
		markup_put(p->out,
			flamegraph_text(p->flamegraph, SIDE_MAIN, node));
		strbuf_addch(p->out, '\n');
		markup_put(p->out, strbuf_str(&text));
		strbuf_reset(&text);
		if (node != 0)
			caption_source_put(&text, p->v, frame, true);
		if (text.n > 0)
			strbuf_addch(p->out, '\n');
		markup_put(p->out, strbuf_str(&text));
		if (frames > 1)
			flame_put_row(p, head, node, frames);
		strbuf_addstr(p->out, "</title>");
	}
	strbuf_free(&text);
}

/* True if a box of this width below `box` is drawn as its own box. */
static bool
is_wide(const struct picture *p, const struct pending_box *box, uint64_t width)
{
	double w = pixels(p, width);

	if (box->zoomed)
		w *= (double)p->whole /
			(double)flamegraph_width(p->flamegraph, SIDE_MAIN,
				node_path_end(&p->zoom));
	return w >= p->least;
}

static bool
is_on_way(const struct picture *p, uint32_t level, node_id node)
{
	return node_path_has(&p->zoom, level, node) ||
		node_path_has(&p->selected, level, node);
}

static struct pending_box
child_box(const struct picture *p, const struct pending_box *box,
	const struct child *c)
{
	return (struct pending_box){ c->node, box->at + c->at, box->level + 1,
		box->zoomed || c->node == node_path_end(&p->zoom) };
}

static void
flame_put_box(struct picture *p, struct pending_box box)
{
	uint64_t width = flamegraph_width(p->flamegraph, SIDE_MAIN, box.node);
	node_id tail = flamegraph_tail(p->flamegraph, SIDE_MAIN, box.node);
	struct children children =
		flamegraph_children(p->flamegraph, SIDE_MAIN, tail);
	double w = pixels(p, width);
	uint32_t n = 0;
	node_id node;
	double cols;
	const struct tree *t;
	struct strbuf text = STRBUF_INIT;
	struct name_forms forms;
	const char *sign;
	double room;

	flame_open_node(p, box.node, tail, w);
	node = tail;
	cols = (w - 6) / CHARACTER;
	t = &p->v->tree;
	sign = flame_sign(p, node);
	room = cols - (double)strlen(sign) - (*sign != '\0');
	if (room >= 3) {
		caption_forms(
			&forms, p->v, t->frame[node], CAPTION_AUTO, &p->arena);
		name_fit(&text, &forms, room > 500 ? 500 : (int)room, false);
		strbuf_addf(&text, "%s%s", *sign != '\0' ? " " : "", sign);
	}
	put_rect(p, pixels(p, box.at), w, box.level, flame_fill(p, node),
		strbuf_str(&text));
	strbuf_free(&text);
	if (box.level + 1 >= DEEPEST) {
		if (children.n > 0) {
			/* One box for everything below the last level. */
			flame_open_joined(p, w);
			strbuf_addstr(
				p->out, "deeper levels are not drawn</title>");
			put_rect(p, pixels(p, box.at), w, box.level + 1,
				"#c8c8c8", STR_EMPTY);
		}
		return;
	}
	/* Children are sorted by weight, so narrow ones are last. */
	while (n < children.n && is_wide(p, &box, children.child[n].width))
		n++;
	if (n < children.n) {
		uint32_t from = n;
		uint64_t rest_width = children.child[children.n - 1].at +
			children.child[children.n - 1].width -
			children.child[from].at;
		double rest_w = pixels(p, rest_width);
		struct strbuf label = STRBUF_INIT;
		int64_t value = 0;

		/* Join the children from `from` on, which are too narrow. */
		if (is_wide(p, &box, rest_width)) {
			for (uint32_t i = from; i < children.n; i++)
				value = i64_wrap_add(value,
					tree_total(&p->v->tree,
						children.child[i].node));
			flame_open_joined(p, rest_w);
			strbuf_addf(p->out,
				"+%u frames too narrow to draw\ntogether ",
				children.n - from);
			flame_put_value(p, p->out, value);
			strbuf_addstr(p->out, "</title>");
			if (rest_w >= 3 * CHARACTER + 6)
				strbuf_addf(&label, "+%u", children.n - from);
			put_rect(p, pixels(p, box.at + children.child[from].at),
				rest_w, box.level + 1, "#c8c8c8",
				strbuf_str(&label));
			strbuf_free(&label);
		}
		/* Draw the paths to the zoom and to the selection on top. */
		for (uint32_t i = from; i < children.n; i++)
			if (is_on_way(p, box.level + 1, children.child[i].node))
				vec_push(&p->todo,
					child_box(p, &box, &children.child[i]));
	}
	while (n-- > 0)
		vec_push(&p->todo, child_box(p, &box, &children.child[n]));
}

/* Return the number of levels, which is counted without drawing. */
static uint32_t
count_levels(struct picture *p)
{
	uint32_t most = 0;
	struct pending_box box = { 0, 0, 0, false };

	vec_push(&p->todo, box);
	while (p->todo.n > 0) {
		struct children children;

		box = p->todo.p[--p->todo.n];
		most = box.level > most ? box.level : most;
		children = flamegraph_children(p->flamegraph, SIDE_MAIN,
			flamegraph_tail(p->flamegraph, SIDE_MAIN, box.node));
		for (uint32_t i = 0; i < children.n; i++) {
			struct pending_box child =
				child_box(p, &box, &children.child[i]);

			if ((is_wide(p, &box, children.child[i].width) ||
				    is_on_way(p, child.level, child.node)) &&
				child.level < DEEPEST)
				vec_push(&p->todo, child);
			else if (child.level > most)
				most = child.level;
		}
	}
	return most + 1;
}

/* Find the nodes on a path of names, up to the first name that is missing. */
static struct node_path
find_node_path(struct flamegraph *g, struct str names)
{
	struct node_path way = { .n = 0 };
	struct strbuf name = STRBUF_INIT;
	node_id node = 0, parent = NONE;

	while (node != parent && framepath_next_name(&names, &name)) {
		struct children children =
			flamegraph_children(g, SIDE_MAIN, node);

		parent = node;
		for (uint32_t i = 0; node == parent && i < children.n; i++)
			if (str_eq(flamegraph_text(g, SIDE_MAIN,
					   children.child[i].node),
				    strbuf_str(&name)))
				node = children.child[i].node;
		if (node != parent)
			vec_push(&way, node);
	}
	strbuf_free(&name);
	return way;
}

/* Keep the first frame of each row on the path. */
static void
keep_heads(struct flamegraph *g, struct node_path *way)
{
	size_t n = 0;

	for (size_t i = 0; i < way->n; i++) {
		node_id node = way->p[i], above = n > 0 ? way->p[n - 1] : 0;

		if (flamegraph_head(g, SIDE_MAIN, node) != node)
			continue;
		/* A frame beside a chain has no box. */
		if (flamegraph_tree(g, SIDE_MAIN)->parent[node] !=
			flamegraph_tail(g, SIDE_MAIN, above))
			break;
		way->p[n++] = node;
	}
	way->n = n;
}

static void
flame_put_text(
	struct picture *p, int x, int y, const char *more, struct str text)
{
	strbuf_addf(p->out, "<text x=\"%d\" y=\"%d\"%s>", x, y, more);
	markup_put(p->out, text);
	strbuf_addstr(p->out, "</text>\n");
}

/* Append the profile's header and filters, one per line. */
static void
picture_about(struct strbuf *out, const struct report_job *job)
{
	const struct view *v = job->view;
	struct report_scale n;

	scale_init(&n, v);
	header_profile(out, v, &n);
	strbuf_addstr(out, "Total: ");
	scale_put(&n, n.total, 0, out);
	strbuf_addch(out, '\n');
	if (v->is_diff)
		strbuf_addstr(out,
			"Diff: as wide as the larger side; orange (+) "
			"is more than the base, blue (-) is less, N new, "
			"G gone; grey (?) may be chance\n");
	header_filters(out, &v->query);
	if (job->place.cmdline.n > 0)
		strbuf_add3(out, "Command: ", job->place.cmdline, "\n");
}

static const char style[] =
	"<style>\n"
	"#flame { background: #fff; color: #111; }\n"
	"#flame text { font: 12px monospace; fill: #111; }\n"
	"#flame .f { cursor: pointer; }\n"
	"#flame .f text { pointer-events: none; }\n"
	"#flame .b rect { stroke: #fff; stroke-width: 0.6; }\n"
	"#flame .s rect { stroke: #000; stroke-width: 2; }\n"
	"#flame .f:hover rect { stroke: #000; stroke-width: 1; }\n"
	"#flame .m rect { fill: #ff5fd7; }\n"
	"#flame .d { opacity: 0.5; }\n"
	"#flame .key { cursor: pointer; text-decoration: underline; }\n"
	"</style>\n";

/* Append the <svg> element to job->out. If `alone`, it is a document with a
   heading and a script; else the page has these. */
static void
picture_svg(const struct report_job *job, bool alone, double least,
	const uint32_t *row_of)
{
	const struct view *v = job->view;
	struct picture p = { .out = job->out,
		.v = v,
		.least = least,
		.row_of = row_of,
		.to = 1 };
	struct strbuf about = STRBUF_INIT;
	struct pending_box root = { 0, 0, 0, false };
	int height;

	p.flamegraph = flamegraph_new(v, FLAME_BY_WEIGHT, FLAMEGRAPH_MAX);
	flamegraph_fold(p.flamegraph, job->chains == CHAINS_ON);
	p.whole = flamegraph_width(p.flamegraph, SIDE_MAIN, 0);
	scale_init(&p.scale, v);
	p.zoom = find_node_path(p.flamegraph, job->place.zoom);
	p.selected = find_node_path(p.flamegraph, job->place.selected);
	keep_heads(p.flamegraph, &p.zoom);
	keep_heads(p.flamegraph, &p.selected);
	if (job->place.to > 0) {
		p.from = job->place.from;
		p.to = job->place.to;
	}
	p.zooms = p.zoom.n > 0 || p.from > 0 || p.to < 1;
	picture_about(&about, job);
	p.levels = p.whole > 0 ? count_levels(&p) : 0;
	height = (int)p.levels * ROW;
	if (alone) {
		p.top = LINE + LINE / 2;
		for (size_t i = 0; i < about.n; i++)
			p.top += about.p[i] == '\n' ? LINE : 0;
		height += p.top + 2 * LINE;
		strbuf_addstr(
			p.out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	}
	strbuf_addf(p.out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"flame\" "
		"width=\"100%%\" viewBox=\"0 0 %d %d\" data-width=\"%d\" "
		"role=\"img\" aria-label=\"flame graph\"",
		WIDTH, height, WIDTH);
	if (p.zooms)
		strbuf_addf(p.out, " data-from=\"%.9f\" data-to=\"%.9f\"",
			p.from, p.to);
	if (v->query.search.n > 0) {
		strbuf_addstr(p.out, " data-search=\"");
		markup_put(p.out, v->query.search);
		strbuf_addch(p.out, '"');
	}
	strbuf_addf(p.out, ">\n%s", style);
	if (alone) {
		struct str heading_about;
		int y = LINE;

		strbuf_addf(p.out,
			"<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
			WIDTH, height);
		/* The heading of a picture without a page. */
		heading_about = strbuf_str(&about);
		while (heading_about.n > 0) {
			flame_put_text(&p, MARGIN, y, "",
				str_cut(&heading_about, '\n'));
			y += LINE;
		}
		flame_put_text(&p, MARGIN, y,
			" id=\"flame-reset\" class=\"key\"",
			STR("[whole graph: Esc]"));
		flame_put_text(&p, MARGIN + 170, y,
			" id=\"flame-ask\" class=\"key\"", STR("[search: /]"));
		flame_put_text(
			&p, MARGIN + 290, y, " id=\"flame-found\"", STR(""));
	}
	if (p.whole > 0)
		vec_push(&p.todo, root);
	while (p.todo.n > 0 && report_goes_on(job))
		flame_put_box(&p, p.todo.p[--p.todo.n]);
	if (alone) {
		flame_put_text(&p, MARGIN, height - LINE / 2,
			" id=\"flame-info\"",
			p.whole > 0 ? STR("") : STR("nothing is left"));
		strbuf_addf(p.out, "<script>//<![CDATA[\n%s%s//]]></script>\n",
			picture_script, picture_search);
	}
	strbuf_addstr(p.out, "</svg>\n");
	strbuf_free(&about);
	vec_free(&p.zoom);
	vec_free(&p.selected);
	vec_free(&p.todo);
	arena_free(&p.arena);
	flamegraph_free(p.flamegraph);
}

/* ---- The reports ---- */

/* Draw a sandwich as callees: a drawing needs one root. */
static void
from_root(struct query *query)
{
	if (query->direction == DIR_SANDWICH)
		query->direction = DIR_CALLEES;
}

static int
svg_run(const struct report_job *job, struct err *err)
{
	(void)err;
	picture_svg(job, true, LEAST, NULL);
	return 0;
}

static const char head[] =
	"<!DOCTYPE html>\n"
	"<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
	"'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
	"<title>flame graph</title>\n"
	"<style>\n"
	"body { font: 14px sans-serif; margin: 1em; color: #111; "
	"background: #fff; }\n"
	"pre, table { font: 13px monospace; }\n"
	"#flame-info { min-height: 1.4em; font: 13px monospace; }\n"
	"#flame-found { margin-left: 1em; }\n"
	"table { border-collapse: collapse; }\n"
	"th { text-align: left; cursor: pointer; border-bottom: 1px solid; }\n"
	"td, th { padding: 0 0.6em; }\n"
	"td.n { text-align: right; white-space: nowrap; }\n"
	"tr:nth-child(even) { background: #f3f3f3; }\n"
	"</style></head><body>\n";

static const char controls[] =
	"<p><label>Search: <input id=\"flame-search\" size=\"40\" "
	"placeholder=\"regular expression\"></label>\n"
	"<button id=\"flame-reset\">Whole graph (Esc)</button>"
	"<span id=\"flame-found\"></span> <span "
	"id=\"flame-source\"></span></p>\n"
	"<p id=\"flame-info\"></p>\n";

/* Append a function's name, as a link to its source if there is one. */
static void
put_linked(struct strbuf *out, const struct report_job *job, frame_id frame)
{
	const struct frames *frames = job->view->frames;
	struct strbuf url = STRBUF_INIT;
	bool linked = report_url(job, frames, frame, &url);

	if (linked) {
		strbuf_addstr(out, "<a rel=\"noreferrer\" href=\"");
		markup_put(out, strbuf_str(&url));
		strbuf_addstr(out, "\">");
	}
	markup_put(out, frames->frame[frame].text);
	strbuf_addstr(out, linked ? "</a>" : "");
	strbuf_free(&url);
}

static void
put_number(struct strbuf *out, const struct view *v, const struct numbers *n,
	int64_t value)
{
	struct strbuf text = STRBUF_INIT;

	number_put(&text, n, value);
	strbuf_addf(out, "<td class=\"n\" data-v=\"%lld\">", (long long)value);
	markup_put(out, strbuf_str(&text));
	strbuf_addf(
		out, "</td><td class=\"n\" data-v=\"%lld\">", (long long)value);
	(void)percent_put(out, value, v->w.whole);
	strbuf_addstr(out, "</td>");
	strbuf_free(&text);
}

/* Append the table, and fill in row_of[] by frame. */
static void
page_table(const struct report_job *job, uint32_t *row_of, struct strbuf *out)
{
	const struct view *v = job->view;
	struct top_options o = { .percents = true };
	struct numbers n = numbers_of(v, &v->w);
	struct top *top = top_new(v, &o);
	struct strbuf place = STRBUF_INIT;

	for (uint32_t row = 0; row < top->n && !progress_stopped(job->progress);
		row++) {
		frame_id f = top_frame(top, row);

		row_of[f] = row;
		strbuf_addstr(out, "<tr");
		strbuf_reset(&place);
		caption_source_put(&place, v, f, true);
		if (place.n > 0) {
			strbuf_addstr(out, " data-p=\"");
			markup_put(out, strbuf_str(&place));
			strbuf_addch(out, '"');
		}
		strbuf_addch(out, '>');
		put_number(out, v, &n, columns_value(&v->w.self, f));
		put_number(out, v, &n, columns_value(&v->w.total, f));
		strbuf_addstr(out, "<td>");
		put_linked(out, job, f);
		strbuf_addstr(out, "</td></tr>\n");
	}
	strbuf_free(&place);
	top_free(top);
}

/* Estimate the size of the profile in pprof's format, uncompressed. */
static size_t
profile_size(const struct profile *p)
{
	size_t id = p->loc.n < 1 << 7 ? 1 : p->loc.n < 1 << 14 ? 2 : 3;
	size_t size = (size_t)p->func.n * 12 + (size_t)p->loc.n * 12 +
		(size_t)p->line.n * 6;
	uint32_t *depth = xcalloc((size_t)p->trie.n + 1, sizeof(*depth));

	for (size_t i = 0; i < p->strings.n; i++)
		size += p->strings.str[i].n + 2;
	for (node_id i = 1; i < p->trie.n; i++)
		depth[i] = depth[p->trie.parent[i]] + 1;
	for (size_t i = 0; i < p->sample.n; i++)
		size += 6 + 3 * (size_t)p->types.n +
			id * depth[p->sample.leaf[i]];
	free(depth);
	return size;
}

/* Draw the picture in at most `most` bytes, if joined boxes achieve that. */
static void
page_picture(const struct report_job *job, const uint32_t *row_of, size_t most,
	struct strbuf *out)
{
	struct report_job to = *job;
	double least = LEAST;

	to.out = out;
	to.drain = NULL;
	for (int i = 0; i < PAGE_TRIES; i++) {
		strbuf_reset(out);
		picture_svg(&to, false, least, row_of);
		if (out->n <= most)
			break;
		least *= 2;
	}
}

static int
html_run(const struct report_job *job, struct err *err)
{
	const struct view *v = job->view;
	struct strbuf about = STRBUF_INIT, table = STRBUF_INIT,
		      picture = STRBUF_INIT, *out = job->out;
	uint32_t *row_of = xcalloc((size_t)v->frames->n + 1, sizeof(*row_of));
	size_t most = PAGE_TIMES * profile_size(v->profile), rest;

	(void)err;
	picture_about(&about, job);
	strbuf_addstr(out, head);
	strbuf_addstr(out, "<pre>");
	for (struct str text = strbuf_str(&about); text.n > 0;) {
		markup_put(out, str_cut(&text, '\n'));
		strbuf_addch(out, '\n');
	}
	strbuf_addf(out, "</pre>\n%s", controls);
	for (frame_id f = 0; f < v->frames->n; f++)
		row_of[f] = NONE;
	page_table(job, row_of, &table);
	most = most > PAGE_LEAST ? most : PAGE_LEAST;
	rest = out->n + table.n + strlen(picture_script) +
		strlen(picture_search) + strlen(table_script) + 1000;
	page_picture(job, row_of, most > rest ? most - rest : 0, &picture);
	strbuf_add(out, strbuf_str(&picture));
	strbuf_addstr(out,
		"<h2>Functions</h2>\n<table><thead><tr><th>Self</th>"
		"<th>%</th><th>Total</th><th>%</th><th>Function</th>"
		"</tr></thead><tbody id=\"rows\">\n");
	strbuf_add(out, strbuf_str(&table));
	strbuf_addf(out,
		"</tbody></table>\n<script>\n%s%s%s</script>\n"
		"</body></html>\n",
		picture_script, picture_search, table_script);
	strbuf_free(&about);
	strbuf_free(&table);
	strbuf_free(&picture);
	free(row_of);
	return 0;
}

const struct report report_flamesvg = {
	REPORT_DOC(.name = "flamesvg", .only_help_all = true,
		.help = "Write the flame graph as SVG, for a browser"),
	.suffix = "svg",
	.clamps = true,
	.wants_place = true,
	.adapt = from_root,
	.run = svg_run,
};

const struct report report_flamehtml = {
	REPORT_DOC(.name = "flamehtml", .only_help_all = true,
		.help = "Write the flame graph and the table as one web page"),
	.suffix = "html",
	.clamps = true,
	.wants_place = true,
	.wants_links = true,
	.adapt = from_root,
	.run = html_run,
};
