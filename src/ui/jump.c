/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picker, marks, the way back: see jump.h. */
#include "config.h"

#include "ui/jump.h"

#include "app/change.h"
#include "present/number.h"
#include "ui/parts.h"

#include "base/banned.h"

void
jump_fini(struct jumping *j)
{
	picker_free(j->picker);
	j->picker = NULL;
}

static struct framepath
here(struct screen *s)
{
	const struct shown *shown = &s->app->shown;

	return framepath_of(&s->app->pool, shown->plan, shown->sel);
}

void
jump_to(struct screen *s, struct target target)
{
	s->jumping.before = here(s);
	s->jumping.has_before = true;
	change_selection(s->app, target);
	screen_focus(s, PANE_FLAME);
	flame_reveal(s);
}

static void
jump_to_frame(struct screen *s, frame_id frame)
{
	struct framepath before = here(s);

	if (!flame_show_frame(s, frame))
		return;
	s->jumping.before = before;
	s->jumping.has_before = true;
}

/* The picker. */

static void
add_match(struct screen *s, struct dialog *b, size_t i)
{
	const struct view *v = s->app->shown.view;
	struct numbers n = screen_numbers(s);
	frame_id frame = picker_frame(s->jumping.picker, i);
	int64_t total = weight_value(v->w.cum[frame], v->w.cum_div, frame);
	struct strbuf text = STRBUF_INIT, percent = STRBUF_INIT;

	number_put(&text, &n, total);
	strbuf_pad_left(&text, 0, n.width);
	(void)percent_put(&percent, total, v->w.total);
	strbuf_addf(&text, " %6s\t", strbuf_c(&percent));
	utf8_put(&text, v->frames->frame[frame].text, is_ascii(s), -1);
	dialog_add(b, strbuf_str(&text), STR_EMPTY)->tag = frame;
	strbuf_free(&text);
	strbuf_free(&percent);
}

/* Of what is shown: another view may have come while the menu was open. */
static struct picker *
picker(struct screen *s)
{
	struct jumping *j = &s->jumping;

	if (j->picker == NULL || j->serial != s->app->shown.serial) {
		picker_free(j->picker);
		j->picker = picker_new(s->app->shown.view);
		j->serial = s->app->shown.serial;
	}
	return j->picker;
}

static void
fill(struct screen *s, struct dialog *b)
{
	struct picker *p = picker(s);
	size_t n;

	picker_type(p, strbuf_str(&b->filter.text));
	n = picker_matches(p);
	for (size_t i = 0; i < n && i < PICKER_SHOWN; i++)
		add_match(s, b, i);
	strbuf_reset(&b->count);
	strbuf_addf(&b->count, "%zu of %zu", n, picker_all(p));
}

static enum dialog_answer
act(struct screen *s, const struct dialog_row *row, int key)
{
	frame_id frame;

	if (row == NULL || key != K_ENTER)
		return DIALOG_IGNORED;
	/* Its rows are of a view that is gone. */
	if (s->jumping.serial != s->app->shown.serial)
		return DIALOG_STAYS;
	frame = (frame_id)row->tag;
	dialog_close(s);
	jump_to_frame(s, frame);
	return DIALOG_STAYS;
}

static void
open_picker(struct screen *s)
{
	struct dialog *b =
		dialog_open(s, DIALOG_MENU, "Jump to a function  (J)");

	b->filters = b->searches = true;
	b->act = act;
	b->fill = fill;
	fill(s, b);
	dialog_footer(b,
		"some letters of the name, Enter goes to its "
		"widest place");
	dialog_ready(b);
}

static int
cmd_jump(const struct call *call)
{
	struct screen *s = call->on;
	struct picker *p;
	int rc = 0;

	if (call->arg.n == 0) {
		open_picker(s);
		return 0;
	}
	p = picker_new(s->app->shown.view);
	picker_type(p, call->arg);
	if (picker_matches(p) > 0)
		jump_to_frame(s, picker_frame(p, 0));
	else
		rc = err_set(call->err, ERR_USAGE, "no function is like %.*s",
			STR_ARG(call->arg));
	picker_free(p);
	return rc;
}

/* Marks. */

static const char mark_names[] = "abcdefghijklmnopqrstuvwxyz"
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				 "0123456789";

/* -1: names no mark. */
static int
mark_index(int key)
{
	for (int i = 0; i < MARK_NAMES; i++)
		if (mark_names[i] == key)
			return i;
	return -1;
}

/* The last name of a place's path; "root". */
static void
add_name(const struct screen *s, const struct framepath *place,
	struct strbuf *out)
{
	struct strbuf names = STRBUF_INIT, name = STRBUF_INIT;
	size_t begin = out->n;
	struct str path;

	framepath_names(&s->app->pool, place, &names);
	path = strbuf_str(&names);
	while (strbuf_reset(&name), path_next(&path, &name)) {
		strbuf_cut(out, begin);
		strbuf_add(out, strbuf_str(&name));
	}
	if (out->n == begin)
		strbuf_addc(out, "root");
	strbuf_free(&names);
	strbuf_free(&name);
}

static void
set_mark(struct screen *s, int mark)
{
	struct strbuf name = STRBUF_INIT;

	s->jumping.mark[mark] = here(s);
	s->jumping.has[mark] = true;
	add_name(s, &s->jumping.mark[mark], &name);
	app_say(s->app, "mark %c: %s", mark_names[mark], strbuf_c(&name));
	strbuf_free(&name);
}

static void
go_to_place(struct screen *s, struct framepath place)
{
	const struct shown *shown = &s->app->shown;
	struct target target =
		framepath_find(&s->app->pool, shown->plan, &place);
	struct framepath found =
		framepath_of(&s->app->pool, shown->plan, target);
	struct strbuf wanted = STRBUF_INIT, have = STRBUF_INIT;

	jump_to(s, target);
	add_name(s, &place, &wanted);
	add_name(s, &found, &have);
	if (!str_eq(strbuf_str(&wanted), strbuf_str(&have)))
		app_say(s->app, "%s is not in this view: the nearest is %s",
			strbuf_c(&wanted), strbuf_c(&have));
	strbuf_free(&wanted);
	strbuf_free(&have);
}

static void
go_to_mark(struct screen *s, int mark)
{
	if (s->jumping.has[mark])
		go_to_place(s, s->jumping.mark[mark]);
	else
		app_say(s->app, "mark %c is not set: m %c sets it",
			mark_names[mark], mark_names[mark]);
}

static void
go_back(struct screen *s)
{
	if (s->jumping.has_before)
		go_to_place(s, s->jumping.before);
	else
		app_say(s->app, "no jump to come back from");
}

/* A key, or an argument's only character. False: it names no mark. */
static bool
use_mark(struct screen *s, enum mark_wish wish, int key)
{
	int mark = mark_index(key);

	if (mark < 0 && !(wish == MARK_GO && key == '\''))
		return false;
	if (mark < 0)
		go_back(s);
	else if (wish == MARK_SET)
		set_mark(s, mark);
	else
		go_to_mark(s, mark);
	return true;
}

bool
jump_wants_key(const struct screen *s)
{
	return s->jumping.wish != MARK_NOTHING;
}

void
jump_key(struct screen *s, int key)
{
	enum mark_wish wish = s->jumping.wish;

	s->jumping.wish = MARK_NOTHING;
	if (key != K_ESC && key != K_CTRL_C && !use_mark(s, wish, key))
		app_say(s->app, "marks are letters and digits");
}

static int
with_mark(const struct call *call, enum mark_wish wish)
{
	struct screen *s = call->on;

	if (call->arg.n == 0) {
		s->jumping.wish = wish;
		app_say(s->app,
			wish == MARK_SET
				? "mark this place: a letter or digit"
				: "go to a mark: its letter; ' goes back");
		return 0;
	}
	if (call->arg.n > 1 || !use_mark(s, wish, call->arg.p[0]))
		return err_set(call->err, ERR_USAGE,
			"%s: marks are letters and digits, not \"%.*s\"",
			call->self->name, STR_ARG(call->arg));
	return 0;
}

static int
cmd_mark(const struct call *call)
{
	return with_mark(call, MARK_SET);
}

static int
cmd_jumpmark(const struct call *call)
{
	return with_mark(call, MARK_GO);
}

static int
cmd_marks(const struct call *call)
{
	struct screen *s = call->on;
	struct strbuf text = STRBUF_INIT, command = STRBUF_INIT;
	struct dialog *b = dialog_open(s, DIALOG_MENU, "Marks");

	for (int i = 0; i < MARK_NAMES; i++) {
		if (!s->jumping.has[i])
			continue;
		strbuf_reset(&text);
		strbuf_addf(&text, "%c\t", mark_names[i]);
		add_name(s, &s->jumping.mark[i], &text);
		strbuf_reset(&command);
		framepath_names(&s->app->pool, &s->jumping.mark[i], &command);
		strbuf_addch(&text, '\t');
		strbuf_add(&text, strbuf_str(&command));
		strbuf_reset(&command);
		strbuf_addf(&command, "jumpmark %c", mark_names[i]);
		dialog_add(b, strbuf_str(&text), strbuf_str(&command));
	}
	if (b->row.n == 0)
		dialog_add(b, STR("no mark is set: m and a letter sets one"),
			STR_EMPTY)
			->heading = true;
	dialog_footer(b, "Enter goes there, Esc closes");
	dialog_ready(b);
	strbuf_free(&text);
	strbuf_free(&command);
	return 0;
}

static int
cmd_minimap(const struct call *call)
{
	map_open(call->on);
	return 0;
}

static const struct command rows[] = {
	{ "jump", "[NAME]", "pick a function by some letters of its name",
		cmd_jump },
	{ "mark", "[LETTER]", "remember this place under a letter", cmd_mark },
	{ "jumpmark", "[LETTER]", "go to a mark; ' goes back", cmd_jumpmark },
	{ "marks", NULL, "list of marks", cmd_marks },
	{ "minimap", NULL, "the whole graph, small", cmd_minimap },
};

const struct command *
jump_commands(size_t *n)
{
	*n = COUNT_OF(rows);
	return rows;
}
