/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mouse actions, by the place of a click. Keys can also do all of them.
 *
 *     title, tabs        go to the pane
 *     breadcrumb, chips  zoom there; edit the filter
 *     a border           drag it to resize panes
 *     a pane             its own click(): select; twice: open
 *     function keys      as pressed
 *     the minimap        go to the node there
 *     a box              select a row; twice: take it; outside: close
 */
#include "prelude.h"

#include "ui/mouse.h"

#include "app/filter.h"
#include "app/undo.h"
#include "conf/options.h"
#include "present/chrome.h"
#include "ui/commands.h"
#include "ui/pane.h"

enum { TWICE = 300 /* ms */ };

enum { CODE_BUTTON = 3, CODE_SHIFT = 4, CODE_MOTION = 32, CODE_WHEEL = 64 };

bool
mouse_decode(struct mouse *out, int code, int col, int row, bool pressed)
{
	static const enum mouse_what wheel[] = { MOUSE_WHEEL_UP,
		MOUSE_WHEEL_DOWN, MOUSE_WHEEL_LEFT, MOUSE_WHEEL_RIGHT };
	int button = code & CODE_BUTTON;

	if (code < 0 || code >= 2 * CODE_WHEEL || row < 1 || col < 1)
		return false;
	*out = (struct mouse){ .row = row - 1,
		.col = col - 1,
		.shift = (code & CODE_SHIFT) != 0 };
	if (code & CODE_WHEEL) {
		out->what = wheel[button];
		/* Shift with a vertical wheel scrolls horizontally. */
		if (out->shift && button < 2)
			out->what = wheel[button + 2];
		return pressed;
	}
	if (button == CODE_BUTTON)
		return false; /* motion without a button */
	out->button = button + 1;
	if (!pressed)
		out->what = MOUSE_RELEASE;
	else
		out->what = code & CODE_MOTION ? MOUSE_DRAG : MOUSE_PRESS;
	return true;
}

/* Record a press. Return true if it is the second of a double click. */
static bool
press_is_second(struct screen *s, const struct mouse *m)
{
	struct pointer *p = &s->pointer;
	int64_t now = clock_ms();
	bool twice = p->row == m->row && p->col == m->col &&
		p->button == m->button && now - p->pressed < TWICE;

	p->row = m->row;
	p->col = m->col;
	p->button = m->button;
	p->split = SPLIT_NONE;
	p->pressed = twice ? now - TWICE : now;
	return twice;
}

static uint32_t
mouse_hit(const struct screen *s, int row, int col)
{
	if (row >= s->pointer.hit_rows || col >= s->pointer.hit_cols)
		return NONE;
	return s->pointer.hits.p[row * s->pointer.hit_cols + col];
}

void
mouse_remember(struct screen *s, const struct grid *g)
{
	size_t n = (size_t)g->rows * (size_t)g->cols;

	vec_reserve(&s->pointer.hits, n);
	memcpy(s->pointer.hits.p, g->hit, n * sizeof(*g->hit));
	s->pointer.hit_rows = g->rows;
	s->pointer.hit_cols = g->cols;
}

/* Return the pane under a cell; PANES: none. */
static enum pane_id
pane_at(const struct screen *s, int row, int col)
{
	enum pane_id id = 0;

	while (id < PANES &&
		!(s->arranged.shown[id] &&
			rect_has(s->arranged.pane[id], row, col)))
		id++;
	return id;
}

/* Outside the panes. */

static void
click_around(struct screen *s, uint32_t hit)
{
	if (hit == NONE)
		return;
	if (hit >= HIT_FKEY)
		screen_key(s, K_F1 + (int)(hit - HIT_FKEY) - 1);
	else if (hit >= HIT_CHIP) {
		uint32_t i = hit - HIT_CHIP;
		struct filter f[FILTERS_MAX];
		size_t n = filters_of(&s->app->now, f);
		struct err err = ERR_INIT;

		for (size_t k = 0; k < n; k++) {
			if (f[k].off || i-- > 0)
				continue;
			if (f[k].option->type != OPT_REGEX)
				menu_filters(s);
			else if (live_start(s, str_c(f[k].option->doc.name),
					 f[k].value, &err) != 0)
				app_error(s->app, "%s", err.msg);
			return;
		}
	} else if (hit >= HIT_CRUMB) {
		uint32_t steps = hit - HIT_CRUMB;
		struct shown *shown = &s->app->shown;
		struct zoom z = shown->zoom;

		/* Zoom out to the frame `steps` above the zoomed one. */
		for (; steps > 0 && !zoom_is_all(shown->flamegraph, &z);
			steps--)
			z = zoom_out(shown->flamegraph, &z);
		if (!zoom_equal(&z, &shown->zoom))
			change_zoom(s->app, z, false);
	} else if (hit >= HIT_TAB)
		screen_runf(s, "pane %u", hit - HIT_TAB);
}

/* Panes. */

/* A wheel event's number of steps, and the move or key of a step. */
static const struct {
	int steps;
	enum move move;
	int key;
} wheels[] = {
	[MOUSE_WHEEL_UP] = { 3, MOVE_UP, K_UP },
	[MOUSE_WHEEL_DOWN] = { 3, MOVE_DOWN, K_DOWN },
	[MOUSE_WHEEL_LEFT] = { 1, MOVE_LEFT, K_LEFT },
	[MOUSE_WHEEL_RIGHT] = { 1, MOVE_RIGHT, K_RIGHT },
};

/* Handle an event while a prompt, a box, the minimap or a report covers the
   panes. Return false if none does. */
static bool
mouse_is_above(struct screen *s, const struct mouse *m)
{
	bool wheel = m->what >= MOUSE_WHEEL_UP;

	if (s->live.active)
		return true;
	if (s->dialog.kind != DIALOG_CLOSED) {
		struct dialog *b = &s->dialog;
		uint32_t row = mouse_hit(s, m->row, m->col);

		if (m->what == MOUSE_WHEEL_UP || m->what == MOUSE_WHEEL_DOWN)
			for (int i = 0; i < wheels[m->what].steps; i++)
				(void)dialog_key(s, wheels[m->what].key);
		if (m->what == MOUSE_PRESS) {
			if (!rect_has(b->box, m->row, m->col))
				dialog_close(s);
			if (b->kind == DIALOG_MENU && row < b->shown.n &&
				!b->row.p[b->shown.p[row]].heading) {
				b->list.at = row;
				if (press_is_second(s, m))
					(void)dialog_key(s, K_ENTER);
			}
		}
		return true;
	}
	if (s->jump.map.open) {
		if (m->what == MOUSE_PRESS)
			map_press(s, m->row, m->col);
		else if (wheel && wheels[m->what].steps > 1)
			(void)map_key(s, wheels[m->what].key);
		return true;
	}
	if (s->pager.open && wheel && !s->pager.finding)
		for (int i = 0; i < wheels[m->what].steps; i++)
			(void)pager_key(s, wheels[m->what].key);
	return s->pager.open;
}

/* Pass a wheel event to pane `id`, or move in it. The focus stays. */
static void
turn_wheel(struct screen *s, enum pane_id id, const struct mouse *m)
{
	bool up = m->what == MOUSE_WHEEL_UP;

	if (id == PANES)
		return;
	if (pane_of(id)->wheel != NULL && wheels[m->what].steps > 1) {
		pane_of(id)->wheel(
			s, mouse_hit(s, m->row, m->col), up ? 1 : -1);
		return;
	}
	for (int i = 0; i < wheels[m->what].steps; i++)
		pane_move(s, id, wheels[m->what].move);
}

void
mouse_act(struct screen *s, const struct mouse *m)
{
	struct pointer *p = &s->pointer;
	enum pane_id id = pane_at(s, m->row, m->col);

	if (mouse_is_above(s, m))
		return;
	switch (m->what) {
	case MOUSE_PRESS:
		/* Explain once how to select text with the mouse. */
		if (!p->hinted)
			app_say(s->app,
				"Shift with the mouse selects text; :mouse=off "
				"turns this off");
		p->hinted = true;
		if (m->button == 1 && map_strip_press(s, m->row, m->col))
			return;
		{
			int row = m->row;
			int col = m->col;
			const struct arranged *a = &s->arranged;
			enum pane_id split_id = pane_at(s, row, col);

			/* Find the split that a drag at this cell moves. */
			if (a->alone)
				p->split = SPLIT_NONE;
			else if (a->border.cols > 0 &&
				rect_has(a->border, row, col))
				p->split = arrange_beside(a);
			else if (split_id == PANES ||
				row != a->pane[split_id].row)
				p->split = SPLIT_NONE;
			else
				p->split = arrange_above(a, split_id);
		}
		if (p->split != SPLIT_NONE && m->button == 1)
			return;
		if (id != PANES) {
			uint32_t hit = mouse_hit(s, m->row, m->col);
			bool twice = press_is_second(s, m);

			screen_focus(s, id);
			if (hit != NONE && !pane_click(s, id, hit) && twice)
				screen_key(s, K_ENTER);
			if (m->button == 3) {
				menu_actions(s);
				s->dialog.row_at = m->row + 1;
				s->dialog.col_at = m->col;
			}
		} else if (m->button == 1)
			click_around(s, mouse_hit(s, m->row, m->col));
		break;
	case MOUSE_DRAG:
		if (p->split == SPLIT_NONE && id != PANES &&
			pane_of(id)->drag != NULL)
			pane_of(id)->drag(
				s, mouse_hit(s, m->row, m->col), false);
		if (p->split == SPLIT_NONE)
			return;
		arrange_drag(&s->arranged, &s->app->now.settings, p->split,
			m->row, m->col);
		screen_arrange(s);
		break;
	case MOUSE_RELEASE:
		if (p->split == SPLIT_NONE && pane_focused(s)->drag != NULL)
			pane_focused(s)->drag(s, NONE, true);
		p->split = SPLIT_NONE;
		break;
	default:
		turn_wheel(s, id, m);
		break;
	}
}
