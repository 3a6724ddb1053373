/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/links.h"

#include "app/undo.h"
#include "base/utf8.h"
#include "engine/origin.h"
#include "symbol/revision.h"
#include "ui/commands.h"
#include "ui/pane.h"
#include "ui/screen_internal.h"
#include "ui/source_data.h"

void
links_free(struct links *l)
{
	for (int i = 0; i < SPOTS; i++)
		strbuf_free(&l->url[i]);
	strbuf_free(&l->order);
}

/* ---- The revision of the program ---- */

/* Return the last revision read, if it is for this view; else NULL. */
static const struct revision *
known_revision(const struct screen *s)
{
	const struct revision *r = s->app->product[PRODUCT_REVISION].it;

	return r != NULL && str_eq(r->order, strbuf_str(&s->links.order))
		? r
		: NULL;
}

/* Update the rules from the view and the settings, and request the revision if
   links need it. */
static void
take_rules(struct screen *s)
{
	const struct shown *shown = &s->app->shown;
	const struct view *v = shown->view;
	struct link_rules *rules = &s->links.rules;
	struct running running = rules->running;
	const struct revision *r;

	*rules = settings_links(&s->app->now.settings, &v->query);
	rules->running = running;
	if (s->links.view != shown->serial) {
		s->links.view = shown->serial;
		rules->running = *origins_running(
			flamegraph_origins(shown->flamegraph));
		strbuf_reset(&s->links.order);
		revision_order_put(&s->links.order, v->profile,
			str_c(s->app->spec.symbols.program));
	}
	if (!link_wants_revision(rules))
		return;
	app_request(s->app, PRODUCT_REVISION, strbuf_str(&s->links.order));
	r = known_revision(s);
	if (r != NULL) {
		rules->revision = r->text;
		rules->why = r->why;
	}
}

/* ---- Links ---- */

/* Append the link to the line under the pane's cursor, or else to the selected
   function. */
static int
put_link(struct screen *s, const struct pane *pane, struct strbuf *out,
	struct err *err)
{
	const struct view *v = s->app->shown.view;
	frame_id frame = selected_frame(s->app);
	struct link_place place = { .name = selected_name(s->app) };

	if (pane->place == NULL || !pane->place(s, &place.file, &place.line)) {
		if (frame == NONE)
			return err_set(err, ERR_USAGE,
				"select a function to link to its source");
		(void)caption_source(v, frame, &place.line);
		place.file = sourcing_raw_file(v, frame);
	}
	take_rules(s);
	return link_put(out, &s->links.rules, &place, err);
}

int
cmd_link(const struct call *call)
{
	struct screen *s = call->on;
	const struct link_rules *rules = &s->links.rules;
	struct strbuf said = STRBUF_INIT;
	const struct revision *r;

	strbuf_reset(&s->copy);
	s->links.waits = false;
	if (put_link(s, pane_focused(s), &s->copy, call->err) != 0) {
		s->links.waits = link_wants_revision(rules) &&
			known_revision(s) == NULL &&
			!s->app->product[PRODUCT_REVISION].stopped;
		if (!s->links.waits)
			return -1;
		*call->err = (struct err)ERR_INIT;
		app_say(s->app, "reading the revision of the program");
		return 0;
	}
	strbuf_add(&said, strbuf_str(&s->copy));
	r = known_revision(s);
	if (r != NULL && r->modified && str_eq(rules->revision, r->text))
		strbuf_addstr(&said, " (modified)");
	yank_send(s, "", strbuf_str(&said));
	strbuf_free(&said);
	return 0;
}

void
links_go_on(struct screen *s)
{
	if (s->links.waits && known_revision(s) != NULL)
		screen_run(s, STR("link"));
}

void
links_stop(struct screen *s)
{
	s->links.waits = false;
}

/* ---- In the picture ---- */

bool
links_wanted(const struct screen *s)
{
	const struct settings *set = &s->app->now.settings;

	return set->source_url.n > 0 && !set->low_bandwidth &&
		set->hyperlinks != HYPERLINKS_OFF && s->app->shown.view != NULL;
}

void
links_mark(struct screen *s, struct grid *g, int row, struct str status)
{
	const struct view *v = s->app->shown.view;
	const struct pane *pane = pane_focused(s);
	frame_id frame = selected_frame(s->app), named = NONE;
	struct strbuf place = STRBUF_INIT, edge = STRBUF_INIT;
	ptrdiff_t at = -1;

	if (!links_wanted(s) || frame == NONE)
		return;
	/* The cursor of a list may be on a different function. */
	if (pane->row != NULL)
		named = pane->row(s, &edge);
	for (int whole = 1; whole >= 0 && at < 0; whole--) {
		strbuf_reset(&place);
		caption_source_put(&place, v, frame, whole != 0);
		if (place.n > 0 && (named == NONE || named == frame))
			at = str_rfind(status, strbuf_str(&place));
	}
	if (at >= 0) {
		struct str before = str_sub(status, 0, (size_t)at);
		int col = utf8_columns(before, g->ascii);
		int cols = utf8_columns(strbuf_str(&place), g->ascii);

		if (col + cols <= g->cols)
			g->spot[SPOT_PLACE] =
				(struct rect){ row, col, 1, cols };
	}
	strbuf_free(&edge);
	strbuf_free(&place);
}

void
links_of(struct screen *s, struct str url[SPOTS])
{
	const struct pane *from[SPOTS] = { [SPOT_PLACE] = pane_focused(s),
		[SPOT_LINE] = pane_of(PANE_SOURCE) };
	bool covered = s->pager.open || s->dialog.kind != DIALOG_CLOSED ||
		s->jump.map.open;
	struct err err = ERR_INIT;
	struct str file;
	int64_t line;

	for (int i = 0; i < SPOTS; i++) {
		struct strbuf *out = &s->links.url[i];

		strbuf_reset(out);
		/* Some rows of the source pane are not lines. */
		if (!covered &&
			(i != SPOT_LINE || from[i]->place(s, &file, &line)))
			(void)put_link(s, from[i], out, &err);
		url[i] = strbuf_str(out);
	}
}
