/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inspector on the screen: see inspect.h. */
#include "config.h"

#include "ui/inspect.h"

#include "app/change.h"
#include "conf/options.h"
#include "engine/origin.h"
#include "present/status.h"
#include "ui/parts.h"

#include "base/banned.h"

enum { BOX_COLS = 76, BOX_MARGIN = 8, BOX_LEAST = 24, BOX_WIDE = 60 };

static void
drop_facts(struct inspecting *in)
{
	inspector_fini(&in->lines);
	detail_free(in->detail);
	peek_free(in->peek);
	in->detail = NULL;
	in->peek = NULL;
	in->made = false;
}

void
inspect_fini(struct inspecting *in)
{
	drop_facts(in);
}

void
inspect_forget(struct screen *s)
{
	if (s->inspecting.made && s->inspecting.serial != s->app->shown.serial)
		drop_facts(&s->inspecting);
}

bool
inspect_is_docked(const struct screen *s)
{
	return s->app->now.settings.inspector == INSPECTOR_DOCKED;
}

static void
find_origin(struct inspecting *in, const struct view *v, frame_id frame)
{
	struct err err = ERR_INIT;
	struct origins *o = origins_new(v->profile, &v->query, &err);

	in->has_origin = o != NULL;
	if (o != NULL)
		in->origin = origin_of_frame(o, v->frames, frame);
	origins_free(o);
}

/* Samples of one place are found where the graph goes from callers to
   callees; else all places of the function are looked at. */
static void
gather(struct inspecting *in, const struct shown *shown)
{
	const struct view *v = shown->view;
	frame_id frame = target_frame(shown->plan, in->target);

	in->has_origin = false;
	if (target_is_group(in->target))
		return;
	if (frame != NONE) {
		in->peek = peek_new(v, frame);
		find_origin(in, v, frame);
	}
	if (v->query.direction == DIR_CALLEES)
		in->detail = detail_new(v, in->target.node);
	else if (frame != NONE)
		in->detail = detail_new_frame(v, frame);
	else
		in->detail = detail_new(v, 0);
}

/* Lines for the selected place, `cols` wide. */
static const struct inspector *
refresh(struct screen *s, int cols)
{
	struct inspecting *in = &s->inspecting;
	const struct shown *shown = &s->app->shown;
	struct inspected of = { .plan = shown->plan, .ascii = is_ascii(s) };
	bool same = in->made && in->serial == shown->serial &&
		target_equal(in->target, shown->sel);

	if (same && in->cols == cols && in->ascii == is_ascii(s) &&
		zoom_equal(&in->zoom, &shown->zoom))
		return &in->lines;
	inspector_fini(&in->lines);
	if (!same) {
		drop_facts(in);
		in->first = 0;
		in->target = shown->sel;
		in->serial = shown->serial;
		gather(in, shown);
	}
	in->zoom = shown->zoom;
	in->cols = cols;
	in->ascii = is_ascii(s);
	of.target = in->target;
	of.zoom = in->zoom;
	of.detail = in->detail;
	of.peek = in->peek;
	of.has_origin = in->has_origin;
	of.origin = in->origin;
	inspector_init(&in->lines, &of, cols);
	in->made = true;
	return &in->lines;
}

bool
inspect_lags(const struct screen *s)
{
	const struct inspecting *in = &s->inspecting;
	const struct shown *shown = &s->app->shown;

	return in->made && in->serial == shown->serial &&
		in->cols == s->arranged.pane[PANE_PEEK].cols - 1 &&
		!target_equal(in->target, shown->sel) && keys_rest(s) > 0;
}

void
inspect_draw(struct screen *s, struct grid *g, struct rect r)
{
	struct inspecting *in = &s->inspecting;
	size_t rows = (size_t)r.rows;

	r.col++;
	r.cols--;
	if (!inspect_lags(s))
		(void)refresh(s, r.cols);
	if (in->first + rows > in->lines.n)
		in->first = in->lines.n > rows ? in->lines.n - rows : 0;
	inspector_draw(g, r, &in->lines, in->first);
	if (s->app->now.panes.focus == PANE_PEEK) {
		g->cursor_row = r.row;
		g->cursor_col = r.col;
	}
}

void
inspect_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	const struct inspecting *in = &s->inspecting;
	int rows = s->arranged.pane[PANE_PEEK].rows - 1;

	strbuf_addc(info, "inspector follows selection");
	if (in->made && rows > 0 && in->lines.n > (size_t)rows)
		strbuf_addf(right, "%zu-%zu of %zu", in->first + 1,
			in->first + (size_t)rows, in->lines.n);
}

void
inspect_hints(struct grid *g, int row)
{
	static const struct keylegend legend[] = { { "Up Down", "scroll",
							   NULL },
		{ "1", "graph", NULL }, { "K", "callers and callees", NULL },
		{ "y", "copy name", NULL }, { "f", "focus", NULL },
		{ "Tab", "pane", NULL }, { "?", "help", NULL } };

	keylegend_draw(g, row, legend, COUNT_OF(legend));
}

void
inspect_scroll(struct screen *s, int64_t lines)
{
	int64_t to = (int64_t)s->inspecting.first + lines;

	s->inspecting.first = to < 0 ? 0 : (size_t)to;
}

/* The box. */

static void
set_mode(struct screen *s, const char *mode)
{
	struct err err = ERR_INIT;

	if (change_option(s->app, option_find(STR("inspector"), NULL),
		    str_c(mode), &err) != 0)
		app_complain(s->app, "%s", err.msg);
}

static enum dialog_answer
act(struct screen *s, const struct dialog_row *row, int key)
{
	(void)row;
	if (key != 'K')
		return DIALOG_IGNORED;
	set_mode(s, "docked");
	screen_arrange(s);
	if (!s->arranged.shown[PANE_PEEK])
		app_say(s->app, "the inspector is in pane 3; K closes it");
	return DIALOG_CLOSES;
}

static void
open_box(struct screen *s)
{
	int cols = s->cols - BOX_MARGIN;
	const struct inspector *in;
	struct dialog *b;

	if (cols > BOX_COLS)
		cols = BOX_COLS;
	if (cols < BOX_LEAST)
		cols = BOX_LEAST;
	in = refresh(s, cols);
	b = dialog_open(s, DIALOG_TEXT, "Inspector  (K)");
	for (size_t i = 0; i < in->n; i++)
		dialog_add(b, in->line[i].text, STR_EMPTY)->heading =
			in->line[i].heading;
	b->act = act;
	b->passes = true;
	if (s->cols >= BOX_WIDE) {
		dialog_footer(
			b, "y name  Y stack  f focus  x hide  * next place");
		dialog_footer(b, "K keeps it beside the graph  Esc closes");
	} else {
		dialog_footer(b, "K docks it  Esc closes");
	}
	dialog_ready(b);
}

void
inspect_key(struct screen *s)
{
	if (!inspect_is_docked(s)) {
		open_box(s);
	} else if (s->arranged.shown[PANE_PEEK]) {
		set_mode(s, "overlay");
		inspect_fini(&s->inspecting);
	} else {
		screen_focus(s, PANE_PEEK);
	}
}
