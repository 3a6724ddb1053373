/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/goto.h"

#include "app/undo.h"
#include "base/utf8.h"
#include "conf/options.h"
#include "present/icicle.h"
#include "present/minimap.h"
#include "present/number.h"
#include "present/overlay.h"
#include "present/status.h"
#include "ui/commands.h"
#include "ui/pane.h"

static struct framepath
place_here(struct screen *s)
{
	const struct shown *shown = &s->app->shown;

	return framepath_of(&s->app->pool, shown->flamegraph, shown->sel);
}

/* Set the node to which '' returns. */
static void
remember(struct screen *s, struct framepath place)
{
	s->jump.mark[MARK_NAMES - 1] = place;
	s->jump.has[MARK_NAMES - 1] = true;
}

/* Select a node and scroll to it; '' returns to the previous node. */
static void
jump_to(struct screen *s, struct selection selected)
{
	remember(s, place_here(s));
	change_selection(s->app, selected);
	screen_focus(s, PANE_FLAME);
	flame_reveal(s);
}

static void
jump_to_frame(struct screen *s, frame_id frame)
{
	struct framepath before = place_here(s);

	if (!flame_show_frame(s, frame))
		return;
	remember(s, before);
}

/* The picker. */

static void
fill_picker(struct screen *s, struct dialog *b)
{
	struct jump *j = &s->jump;
	size_t n;

	/* The view may have changed while the menu was open. */
	if (j->picker == NULL || !stamp_has_view(j->made, s->app)) {
		picker_free(j->picker);
		j->picker = picker_new(s->app->shown.view);
		j->made = stamp_of_view(s->app);
	}
	picker_type(j->picker, strbuf_str(&b->filter.text));
	n = j->picker->n_left;
	for (size_t i = 0; i < n && i < PICKER_SHOWN; i++) {
		const struct view *v = s->app->shown.view;
		struct numbers picked_n = s->app->shown.numbers;
		frame_id frame = s->jump.picker->best[i].name->frame;
		int64_t total = columns_value(&v->w.total, frame);
		struct strbuf text = STRBUF_INIT, percent = STRBUF_INIT;

		number_put(&text, &picked_n, total);
		strbuf_pad_left(&text, 0, picked_n.width);
		(void)percent_put(&percent, total, view_whole(v));
		strbuf_addf(&text, " %6s\t", strbuf_c(&percent));
		utf8_put(&text, v->frames->frame[frame].text, is_ascii(s), -1);
		dialog_add(b, strbuf_str(&text), STR_EMPTY)->tag = frame;
		strbuf_free(&text);
		strbuf_free(&percent);
	}
	strbuf_reset(&b->count);
	strbuf_addf(&b->count, "%s of %s", grouped(n).text,
		grouped(j->picker->n).text);
}

static enum dialog_answer
act_picker(struct screen *s, const struct dialog_row *row, int key)
{
	frame_id frame;

	if (row == NULL || key != K_ENTER)
		return DIALOG_IGNORED;
	/* The rows belong to an earlier view. */
	if (!stamp_has_view(s->jump.made, s->app))
		return DIALOG_STAYS;
	frame = (frame_id)row->tag;
	dialog_close(s);
	jump_to_frame(s, frame);
	return DIALOG_STAYS;
}

static int
cmd_jump(const struct call *call)
{
	static const struct menu menu = {
		.title = "Jump to a function  (J)",
		.filters = true,
		.searches = true,
		.act = act_picker,
		.fill = fill_picker,
		.footer = { "type letters of the name; Enter goes to its "
			    "heaviest call path" },
	};
	struct screen *s = call->on;
	struct picker *p;
	int rc = 0;

	if (call->arg.n == 0) {
		dialog_menu(s, &menu);
		return 0;
	}
	p = picker_new(s->app->shown.view);
	picker_type(p, call->arg);
	if (p->n_left > 0)
		jump_to_frame(s, p->best[0].name->frame);
	else
		rc = err_set(call->err, ERR_USAGE,
			"no function name matches %.*s", STR_ARG(call->arg));
	picker_free(p);
	return rc;
}

static const char mark_names[] = "abcdefghijklmnopqrstuvwxyz"
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				 "0123456789'";

/* Append the last name of the path, or "root" if it is empty. */
static void
add_place_name(const struct screen *s, const struct framepath *place,
	struct strbuf *out)
{
	struct strbuf names = STRBUF_INIT, name = STRBUF_INIT;
	size_t begin = out->n;
	struct str path;

	framepath_names(&s->app->pool, place, &names);
	path = strbuf_str(&names);
	while (strbuf_reset(&name), framepath_next_name(&path, &name)) {
		strbuf_cut(out, begin);
		strbuf_add(out, strbuf_str(&name));
	}
	if (out->n == begin)
		strbuf_addstr(out, "root");
	strbuf_free(&names);
	strbuf_free(&name);
}

/* Set the mark named by `key`, or go to it. Return false for other keys. */
static bool
use_mark(struct screen *s, enum mark_wish wish, int key)
{
	struct jump *j = &s->jump;
	struct strbuf name = STRBUF_INIT;
	const char *at = key > 0 && key < 0x80 ? strchr(mark_names, key) : NULL;
	ptrdiff_t mark = at != NULL ? at - mark_names : -1;

	if (mark < 0 || (wish == MARK_SET && key == '\''))
		return false;
	if (wish == MARK_SET) {
		j->mark[mark] = place_here(s);
		j->has[mark] = true;
		add_place_name(s, &j->mark[mark], &name);
		app_say(s->app, "mark %c: %s", key, strbuf_c(&name));
		strbuf_free(&name);
	} else if (j->has[mark]) {
		struct framepath place = j->mark[mark];
		const struct shown *shown = &s->app->shown;
		struct selection selected = framepath_find(
			&s->app->pool, shown->flamegraph, &place);
		struct framepath found = framepath_of(
			&s->app->pool, shown->flamegraph, selected);
		struct strbuf wanted = STRBUF_INIT, have = STRBUF_INIT;

		jump_to(s, selected);
		add_place_name(s, &place, &wanted);
		add_place_name(s, &found, &have);
		if (!str_eq(strbuf_str(&wanted), strbuf_str(&have)))
			app_say(s->app, "%s is not in this view; nearest: %s",
				strbuf_c(&wanted), strbuf_c(&have));
		strbuf_free(&wanted);
		strbuf_free(&have);
	} else if (key != '\'') {
		app_say(s->app, "mark %c is not set; m %c sets it", key, key);
	} else {
		app_say(s->app, "no jump to come back from");
	}
	return true;
}

void
jump_key(struct screen *s, int key)
{
	enum mark_wish wish = s->jump.wish;

	s->jump.wish = MARK_NOTHING;
	if (key != K_ESC && key != K_CTRL_C && !use_mark(s, wish, key))
		app_say(s->app, "marks are letters and digits");
}

static int
cmd_mark(const struct call *call)
{
	enum mark_wish wish = (enum mark_wish)call->self->data;
	struct screen *s = call->on;

	if (call->arg.n == 0) {
		s->jump.wish = wish;
		app_say(s->app,
			wish == MARK_SET ? "mark this place: a letter or digit"
					 : "go to a mark: type its letter or "
					   "digit; ' goes back");
		return 0;
	}
	if (call->arg.n > 1 || !use_mark(s, wish, call->arg.p[0]))
		return err_set(call->err, ERR_USAGE,
			"%s: marks are letters and digits, not \"%.*s\"",
			call->self->name, STR_ARG(call->arg));
	return 0;
}

static void
fill_marks(struct screen *s, struct dialog *b)
{
	struct strbuf name = STRBUF_INIT, path = STRBUF_INIT;
	char command[] = "jumpmark ?";

	for (int i = 0; i < MARK_NAMES - 1; i++) {
		if (!s->jump.has[i])
			continue;
		strbuf_reset(&name);
		strbuf_reset(&path);
		add_place_name(s, &s->jump.mark[i], &name);
		framepath_names(&s->app->pool, &s->jump.mark[i], &path);
		command[sizeof(command) - 2] = mark_names[i];
		dialog_addf(b, str_c(command), "%c\t%s\t%s", mark_names[i],
			strbuf_c(&name), strbuf_c(&path));
	}
	if (b->row.n == 0)
		dialog_heading(b, "no marks; m and a letter sets one");
	strbuf_free(&name);
	strbuf_free(&path);
}

static int
cmd_marks(const struct call *call)
{
	static const struct menu menu = { .title = "Marks",
		.fill = fill_marks,
		.footer = { "Enter go  Esc close" } };

	dialog_menu(call->on, &menu);
	return 0;
}

/* ---- The minimap ---- */

enum {
	STRIP_ROWS = 2,
	STRIP_FROM = 40,  /* minimum screen rows for minimap=auto */
	STRIP_LEAST = 20, /* minimum screen rows for minimap=on */
	BOX_MARGIN = 8,   /* screen columns beside the map */
	BOX_AROUND = 8,   /* screen rows around the map */
	BOX_FOOT = 3,     /* rows below the map, inside the box */
};

static struct minimap
map_of(struct screen *s)
{
	const struct app *app = s->app;
	int pane = s->arranged.shown[PANE_FLAME]
		? icicle_rows(s->arranged.pane[PANE_FLAME].rows - 1) +
			flame_fold(s)
		: 0;

	return (struct minimap){ .colors = s->colors,
		.flame = app->now.settings.root == ROOT_BOTTOM,
		.paint = flame_paint(s),
		.zoom = app->shown.zoom,
		.top = app->now.panes.level,
		.rows = pane,
		.at = { .node = NONE } };
}

/* The strip. */

int
map_strip_rows(const struct screen *s)
{
	const struct app *app = s->app;
	const struct settings *set = &app->now.settings;
	bool wanted = set->minimap == MINIMAP_ON && s->rows >= STRIP_LEAST;

	if (s->bare || app->shown.flamegraph == NULL)
		return 0;
	if (set->minimap == MINIMAP_AUTO && !set->low_bandwidth &&
		s->rows >= STRIP_FROM)
		wanted = !zoom_is_all(app->shown.flamegraph, &app->shown.zoom);
	return wanted ? STRIP_ROWS : 0;
}

void
map_strip_draw(struct screen *s, struct grid *g, int row)
{
	struct minimap m = map_of(s);
	struct rect r = { row, 0, STRIP_ROWS, s->cols };

	s->jump.map.strip = r;
	minimap_draw(g, r, s->app->shown.flamegraph, &m, flame_nav(s).scratch);
}

/* The box. */

static int
map_cols(const struct screen *s)
{
	return s->cols > 2 * BOX_MARGIN ? s->cols - BOX_MARGIN : s->cols - 4;
}

static struct nav
map_nav(struct screen *s)
{
	struct flamegraph *flamegraph = s->app->shown.flamegraph;

	return (struct nav){ .flamegraph = flamegraph,
		.zoom = zoom_all(flamegraph),
		.cols = map_cols(s),
		.scratch = flame_nav(s).scratch };
}

/* If the view has changed, move the map's cursor to the selection. */
static void
map_stay_valid(struct screen *s)
{
	struct mapview *v = &s->jump.map;
	struct nav nav;

	if (stamp_has_view(v->made, s->app))
		return;
	nav = map_nav(s);
	v->made = stamp_of_view(s->app);
	v->at = nav_shown(&nav, s->app->shown.sel);
}

static int
cmd_minimap(const struct call *call)
{
	struct screen *s = call->on;

	s->jump.map.open = true;
	s->jump.map.made = (struct stamp){ 0 };
	map_stay_valid(s);
	return 0;
}

bool
map_key(struct screen *s, int key)
{
	const struct binding *b = keymap_find(s->keymap, "flame", key);
	struct str command = b != NULL ? str_c(b->command) : STR_EMPTY;
	struct selection to = { .node = NONE };
	struct nav nav;
	enum move move;

	if (!s->jump.map.open)
		return false;
	map_stay_valid(s);
	if (str_is(command, "zoom")) {
		/* Go to the node under the cursor; for a group, to its first
		   member. */
		s->jump.map.open = false;
		jump_to(s,
			selection_first(
				s->app->shown.flamegraph, s->jump.map.at));
		return true;
	}
	nav = map_nav(s);
	/* Page moves close the map. */
	if (move_of_command(command, &move) &&
		llabs(list_steps(move, 2, 0)) <= 1)
		to = flame_moved(s, &nav, s->jump.map.at, move, 1);
	if (to.node != NONE) {
		s->jump.map.at = nav_shown(&nav, to);
		return true;
	}
	/* Any other key closes the map and takes effect. */
	s->jump.map.open = false;
	return str_is(command, "back") || str_is(command, "close") ||
		str_is(command, "minimap") || str_is(command, "cancel");
}

void
map_draw(struct screen *s, struct grid *g)
{
	const struct shown *shown = &s->app->shown;
	struct minimap m = map_of(s);
	struct zoom all = zoom_all(shown->flamegraph);
	int rows = minimap_rows(shown->flamegraph, map_cols(s));
	int room = s->rows - BOX_AROUND;
	struct strbuf text = STRBUF_INIT;
	struct rect in;

	if (room < 2)
		room = s->rows - BOX_FOOT - 2;
	if (room < 1)
		room = 1;
	if (rows > room)
		rows = room;
	map_stay_valid(s);
	m.at = s->jump.map.at;
	in = box_draw(
		g, rows + BOX_FOOT, map_cols(s), STR("The whole graph  (M)"));
	status_of_target(&text, shown->flamegraph, m.at, &all, &shown->numbers,
		s->app->now.settings.names, g->ascii, in.cols);
	(void)grid_put_cut(g, in.row + in.rows - 2, in.col, in.cols,
		strbuf_str(&text), STYLE_OVERLAY);
	(void)grid_put_cut(g, in.row + in.rows - 1, in.col, in.cols,
		STR("arrows move  Enter go  Esc close"), STYLE_DIM);
	strbuf_free(&text);
	in.rows -= BOX_FOOT;
	s->jump.map.box = in;
	minimap_draw(g, in, s->app->shown.flamegraph, &m, flame_nav(s).scratch);
}

/* The mouse. */

static struct selection
map_spot_at(struct screen *s, struct rect r, int row, int col)
{
	struct minimap m = map_of(s);

	return minimap_at(r, s->app->shown.flamegraph, &m, flame_nav(s).scratch,
		row, col);
}

void
map_press(struct screen *s, int row, int col)
{
	struct rect box = s->jump.map.box, around = box;
	struct selection to;

	if (rect_has(box, row, col)) {
		to = map_spot_at(s, box, row, col);
		if (to.node == NONE)
			return;
		s->jump.map.at = to;
		s->jump.map.open = false;
		jump_to(s,
			selection_first(
				s->app->shown.flamegraph, s->jump.map.at));
		return;
	}
	around.row--;
	around.rows += BOX_FOOT + 2;
	around.col -= 2;
	around.cols += 4;
	s->jump.map.open = rect_has(around, row, col);
}

bool
map_strip_press(struct screen *s, int row, int col)
{
	struct rect strip = s->jump.map.strip;
	struct selection to;

	if (map_strip_rows(s) == 0 || !rect_has(strip, row, col))
		return false;
	to = map_spot_at(s, strip, row, col);
	if (to.node != NONE)
		jump_to(s, selection_first(s->app->shown.flamegraph, to));
	return true;
}

/* ---- Commands ---- */

const struct command jump_commands[] = {
	{ "jump", "[NAME]", "pick a function by some letters of its name",
		cmd_jump },
	{ "mark", "[LETTER]", "remember this place under a letter", cmd_mark,
		MARK_SET },
	{ "jumpmark", "[LETTER]", "go to a mark; ' goes back", cmd_mark,
		MARK_GO },
	{ "marks", NULL, "list of marks", cmd_marks },
	{ "minimap", NULL, "show the whole graph as a map to navigate",
		cmd_minimap },
	{ NULL },
};
