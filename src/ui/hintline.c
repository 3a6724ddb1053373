/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/hintline.h"

#include <limits.h>

#include "base/utf8.h"
#include "load/snapshots.h"
#include "profile/sampletype.h"
#include "profile/timetext.h"
#include "ui/screen_internal.h"

/* Minimum columns of a hint; columns beside a hint on a rule; columns beside
   the view in short. */
enum { LINE_MIN = 30, LINE_MARGIN = 4, BESIDE = 28 };
/* Maximum nodes of a view that is summarized unasked, which takes a few ms. */
enum { BRIEF_NODES = 1 << 17 };
/* The tag of the row for a message, which cannot be hidden. */
enum { NO_HINT = INT_MAX };
/* The id of the view in short in `dismissed`, beside those of hints. */
static const char in_short[] = "in-short";

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
	const struct app *app = s->app;

	if (!stamp_has_view(n->made, app))
		hints_find(&n->list, shown->view, app->session->facts,
			levels_shown(s, &sum, &last));
	strbuf_free(&last);
	if (!stamp_has_view(n->made, app) || n->ascii != is_ascii(s) ||
		!stamp_has(n->made, app, PRODUCT_OWNERSHIP)) {
		inshort_free(&n->brief);
		inshort_make(&n->brief,
			app_delivered(app, PRODUCT_OWNERSHIP)
				? app->product[PRODUCT_OWNERSHIP].it
				: NULL,
			shown->flamegraph,
			flamegraph_origins(shown->flamegraph), is_ascii(s));
	}
	n->made = stamp_of(app, PRODUCT_OWNERSHIP);
	n->ascii = is_ascii(s);
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

bool
hintline_wants_owners(const struct screen *s)
{
	const struct view *v = s->app->shown.view;

	return s->app->now.settings.notes && s->cols >= LINE_MIN &&
		!s->live.active &&
		v->full.n <= BRIEF_NODES &&
		!is_dismissed(&s->hintline, in_short);
}

/* The text on the line: the view in short or one hint. */
struct remark {
	const char *id;
	const struct hint *hint; /* NULL: the view in short */
	size_t more;             /* number of other hints */
};

/* Choose the text of the line: the first hint that was not dismissed. Without a
   zoom, the view in short replaces it: in a diff always, else if there is no
   hint or it is_aside. Return false if there is nothing to show. */
static bool
first_remark(struct screen *s, struct remark *r)
{
	const struct hints *list;
	const struct hintline *n = &s->hintline;
	bool is_diff = s->app->shown.view->is_diff;

	*r = (struct remark){ 0 };
	/* Until the view is summarized, the line stays empty, so that it is
	   written once, and the first frame does not wait for it. */
	if (!s->app->now.settings.notes ||
		(hintline_wants_owners(s) &&
			!app_delivered(s->app, PRODUCT_OWNERSHIP)))
		return false;
	list = hints_now(s);
	for (size_t i = 0; i < list->row.n; i++) {
		if (is_dismissed(n, list->row.p[i].id))
			continue;
		if (r->hint == NULL)
			r->hint = &list->row.p[i];
		else
			r->more++;
	}
	if (n->brief.n > 0 && !is_dismissed(n, in_short) && !s->live.active &&
		zoom_is_all(s->app->shown.flamegraph, &s->app->shown.zoom)) {
		r->more += r->hint != NULL;
		if (r->hint == NULL || r->hint->is_aside || is_diff) {
			r->hint = NULL;
			r->id = in_short;
		}
	}
	if (r->hint != NULL)
		r->id = r->hint->id;
	return r->id != NULL;
}

/* Append as many whole sentences as fit into the columns, at least one. */
static void
put_brief(struct strbuf *out, const struct inshort *brief, int cols, bool ascii)
{
	for (size_t i = 0; i < brief->n; i++) {
		const struct inshort_row *row = &brief->row[i];
		int used = utf8_columns(strbuf_str(out), ascii) + 2;
		bool fits = used + utf8_columns(row->text, ascii) <= cols;

		if (i > 0 && !fits)
			break;
		strbuf_add3(out, i > 0 ? "; " : "",
			fits ? row->text : row->less, "");
	}
}

enum style
hintline_put(struct screen *s, struct strbuf *out)
{
	struct remark r;

	if (s->cols < LINE_MIN || !first_remark(s, &r))
		return STYLE_NORMAL;
	strbuf_addch(out, ' ');
	if (r.hint == NULL)
		put_brief(
			out, &s->hintline.brief, s->cols - BESIDE, is_ascii(s));
	else
		strbuf_add(out, r.hint->text);
	strbuf_addstr(out, "  ");
	if (r.more > 0)
		strbuf_addf(out, "(:notes, %zu more) ", r.more);
	else if (r.hint == NULL || r.hint->command.n > 0)
		strbuf_addstr(out, "(:notes opens it) ");
	return r.hint != NULL && r.hint->is_loud ? STYLE_ERROR : STYLE_DIM;
}

struct str
hintline_for_status(struct screen *s)
{
	const struct inshort *brief = &s->hintline.brief;
	struct remark r;

	if (s->rows >= ROWS_NORMAL || s->app->shown.sel.node != 0 ||
		!first_remark(s, &r) || r.hint != NULL || brief->n == 0 ||
		strcmp(brief->row[0].name, "waits") != 0)
		return STR_EMPTY;
	return brief->row[0].text;
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
	struct remark r;

	if (s->app->shown.view == NULL || !first_remark(s, &r))
		return false;
	vec_push(&s->hintline.dismissed, r.id);
	return true;
}

/* Return the last message with advice, such as "nothing is marked; b marks a
   base". The next key removed it from the screen. */
static struct str
last_advice(const struct app *app)
{
	for (size_t i = app->log.n; i > 0; i--)
		if (str_find(app->log.p[i - 1], STR("; "), 0) > 0)
			return app->log.p[i - 1];
	return STR_EMPTY;
}

/* Add the hints with this value of is_aside. */
static void
add_hints(struct screen *s, struct dialog *b, bool aside)
{
	const struct hints *list = hints_now(s);

	for (size_t i = 0; i < list->row.n; i++) {
		const struct hint *r = &list->row.p[i];
		const char *what = r->is_look ? "try" : "caution";

		if (r->is_aside != aside)
			continue;
		if (is_dismissed(&s->hintline, r->id))
			what = "hidden";
		dialog_addf(b, r->command, "%s\t%.*s", what, STR_ARG(r->text))
			->tag = i;
	}
}

static void
fill_notes(struct screen *s, struct dialog *b)
{
	const struct hints *list = hints_now(s);
	const struct inshort *brief = &s->hintline.brief;
	struct str said = last_advice(s->app);

	add_hints(s, b, false);
	for (size_t i = 0; i < brief->n; i++)
		dialog_addf(b, str_c(brief->row[i].command), "%s\t%.*s",
			is_dismissed(&s->hintline, in_short) ? "hidden"
							     : "in short",
			STR_ARG(brief->row[i].text))
			->tag = list->row.n;
	add_hints(s, b, true);
	if (said.n > 0)
		dialog_addf(b, STR_EMPTY, "said\t%.*s", STR_ARG(said))->tag =
			NO_HINT;
}

static enum dialog_answer
act_notes(struct screen *s, const struct dialog_row *row, int key)
{
	const char *id;

	if (row != NULL && key == K_ENTER && row->command.n == 0)
		return DIALOG_CLOSES;
	if (row == NULL || (key != 'x' && key != 'd' && key != K_DELETE))
		return DIALOG_IGNORED;
	if (row->tag == NO_HINT)
		return DIALOG_STAYS;
	id = row->tag < hints_now(s)->row.n ? hints_now(s)->row.p[row->tag].id
					    : in_short;
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
		.footer = { "Enter open the suggested view  x hide a note",
			"man flametop, NOTES: what to cross-check" } };

	app_want(s->app, PRODUCT_OWNERSHIP);
	if (hints_now(s)->row.n == 0 && s->hintline.brief.n == 0 &&
		last_advice(s->app).n == 0)
		app_say(s->app, "no hints for this view");
	else
		dialog_menu(s, &menu);
}
