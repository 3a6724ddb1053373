/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/hintline.h"

#include "load/snapshots.h"
#include "profile/sampletype.h"
#include "profile/timetext.h"
#include "ui/screen_internal.h"

/* Least columns for a hint, and columns kept free beside it. */
enum { LINE_MIN = 30, LINE_MARGIN = 4 };

/* Return the snapshots that the view adds up, or NULL. `last` is a buffer. */
static const struct hint_sum *
levels_shown(const struct screen *s, struct hint_sum *sum, struct strbuf *last)
{
	const struct session *session = s->app->session;
	const struct view *v = s->app->shown.view;
	struct span span;

	if (session->snapshots == NULL || session->made.range.n > 0 ||
		s->app->walk.at > 0 ||
		!kind_is_level(kind_of_column(v->profile, v->column)) ||
		!snapshots_last(session->snapshots, &span))
		return NULL;
	instant_put_exact(last, span);
	*sum = (struct hint_sum){ session->snapshots->all.n, strbuf_str(last) };
	return sum;
}

static struct hints *
hints_now(struct screen *s)
{
	const struct shown *shown = &s->app->shown;
	struct hintline *n = &s->hintline;
	struct strbuf last = STRBUF_INIT;
	struct hint_sum sum;

	if (!stamp_has_view(n->made, s->app))
		hints_find(&n->list, shown->view, s->app->session->facts,
			levels_shown(s, &sum, &last));
	strbuf_free(&last);
	n->made = stamp_of_view(s->app);
	return &n->list;
}

static bool
is_dismissed(const struct hintline *n, const char *id)
{
	for (size_t i = 0; i < n->dismissed.n; i++)
		if (strcmp(n->dismissed.p[i], id) == 0)
			return true;
	return false;
}

/* Return the first hint not dismissed, or NULL. *more: number of others. */
static const struct hint *
first_remark(struct screen *s, size_t *more)
{
	const struct hints *list = hints_now(s);
	const struct hint *first = NULL;

	*more = 0;
	if (!s->app->now.settings.notes)
		return NULL;
	for (size_t i = 0; i < list->row.n; i++) {
		if (is_dismissed(&s->hintline, list->row.p[i].id))
			continue;
		if (first == NULL)
			first = &list->row.p[i];
		else
			++*more;
	}
	return first;
}

enum style
hintline_put(struct screen *s, struct strbuf *out)
{
	const struct hint *r;
	size_t more;

	if (s->cols < LINE_MIN)
		return STYLE_NORMAL;
	r = first_remark(s, &more);
	if (r == NULL)
		return STYLE_NORMAL;
	strbuf_addf(out, " %.*s  ", STR_ARG(r->text));
	if (more > 0)
		strbuf_addf(out, "(:notes, %zu more) ", more);
	else if (r->command.n > 0)
		strbuf_addstr(out, "(:notes opens it) ");
	return r->is_loud ? STYLE_ERROR : STYLE_DIM;
}

void
hintline_draw(struct screen *s, struct grid *g, int row)
{
	struct strbuf text = STRBUF_INIT;
	enum style style = hintline_put(s, &text);

	(void)grid_put_cut(g, row, LINE_MARGIN - 1, s->cols - 2 * LINE_MARGIN,
		strbuf_str(&text), style);
	strbuf_free(&text);
}

bool
hintline_dismiss(struct screen *s)
{
	const struct hint *r;
	size_t more;

	if (s->app->shown.view == NULL)
		return false;
	r = first_remark(s, &more);
	if (r == NULL)
		return false;
	vec_push(&s->hintline.dismissed, r->id);
	return true;
}

/* Return the last message that said what to do, as in "nothing is marked; b
   marks a base". It left the screen with the next key. */
static struct str
last_advice(const struct app *app)
{
	for (size_t i = app->log.n; i > 0; i--)
		if (str_find(app->log.p[i - 1], STR("; "), 0) > 0)
			return app->log.p[i - 1];
	return STR_EMPTY;
}

static void
fill_notes(struct screen *s, struct dialog *b)
{
	const struct hints *list = hints_now(s);
	struct str said = last_advice(s->app);

	if (said.n > 0)
		dialog_addf(b, STR_EMPTY, "said\t%.*s", STR_ARG(said))
			->heading = true;
	for (size_t i = 0; i < list->row.n; i++) {
		const struct hint *r = &list->row.p[i];
		const char *what = r->is_look ? "try" : "caution";

		if (is_dismissed(&s->hintline, r->id))
			what = "hidden";
		dialog_addf(b, r->command, "%s\t%.*s", what, STR_ARG(r->text))
			->tag = i;
	}
}

static enum dialog_answer
act_notes(struct screen *s, const struct dialog_row *row, int key)
{
	const char *id;

	if (row != NULL && key == K_ENTER && row->command.n == 0)
		return DIALOG_CLOSES;
	if (row == NULL || (key != 'x' && key != 'd' && key != K_DELETE))
		return DIALOG_IGNORED;
	id = hints_now(s)->row.p[row->tag].id;
	if (!is_dismissed(&s->hintline, id))
		vec_push(&s->hintline.dismissed, id);
	return DIALOG_STAYS;
}

void
hintline_list(struct screen *s)
{
	static const struct menu menu = { .title = "Notes  (:notes)",
		.act = act_notes,
		.fill = fill_notes,
		.footer = { "Enter open the view named  x hide a note",
			"man flametop, NOTES: what to cross-check" } };

	if (hints_now(s)->row.n == 0 && last_advice(s->app).n == 0)
		app_say(s->app, "no hints for this view");
	else
		dialog_menu(s, &menu);
}
