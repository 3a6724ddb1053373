/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane of labels (a row of parts.h). What is chosen here is a filter at
 * once (app/tagset.h), one step for undo each time; the boxes show what the
 * filters say now, and the numbers follow when the worker brings them.
 */
#include "config.h"

#include "present/chrome.h"
#include "present/page.h"
#include "ui/parts.h"

#include "base/banned.h"

void
tagging_fini(struct tagging *t)
{
	tags_pane_free(t->pane);
	tagset_free(t->marks);
	tags_folds_fini(&t->folds);
	strbuf_free(&t->key);
	strbuf_free(&t->name);
	*t = (struct tagging){ .pane = NULL };
}

/* The cursor. */

static const struct tags_row *
tags_row_at(const struct screen *s)
{
	return tags_pane_row(s->tagging.pane, s->app->now.panes.at[PANE_TAGS]);
}

static struct str
key_of(const struct tags_row *row)
{
	return row->facet != NULL ? row->facet->key->key : STR_EMPTY;
}

/* Remember which row it is on. */
void
tags_remember(struct screen *s)
{
	struct tagging *t = &s->tagging;
	const struct tags_row *row = tags_row_at(s);

	if (row == NULL)
		return;
	strbuf_reset(&t->key);
	strbuf_reset(&t->name);
	strbuf_add(&t->key, key_of(row));
	tags_row_name(&t->name, row);
	t->kind = row->kind;
}

/* That row among other ones; else its group, else as far down. */
static void
find_again(struct screen *s)
{
	struct tagging *t = &s->tagging;
	uint32_t *at = &s->app->now.panes.at[PANE_TAGS];
	uint32_t n = tags_pane_rows(t->pane), found = NONE;
	struct strbuf name = STRBUF_INIT;

	for (uint32_t i = 0; i < n; i++) {
		const struct tags_row *row = tags_pane_row(t->pane, i);

		if (!str_eq(key_of(row), strbuf_str(&t->key)))
			continue;
		strbuf_reset(&name);
		tags_row_name(&name, row);
		if (row->kind == t->kind &&
			str_eq(strbuf_str(&name), strbuf_str(&t->name))) {
			found = i;
			break;
		}
		if (row->kind == TAGS_KEY)
			found = i;
	}
	strbuf_free(&name);
	if (found != NONE && t->key.n + t->name.n > 0)
		*at = found;
	if (*at >= n)
		*at = n > 0 ? n - 1 : 0;
}

/* The rows as they are now; NULL while there are none. */
struct tags_pane *
tags_refresh(struct screen *s)
{
	struct tagging *t = &s->tagging;
	const struct app *app = s->app;
	const struct delivery *d = &app->product[PRODUCT_FACETS];
	struct tags_options o = { .pattern = app->now.rows[PANE_TAGS],
		.by_value = app->now.settings.tagsort == TAGSORT_VALUE };

	if (t->of == d->it && t->of_serial == d->of &&
		t->sort == app->now.settings.tagsort &&
		str_eq(t->rows, o.pattern) && !t->stale)
		return t->pane;
	tags_pane_free(t->pane);
	t->pane = NULL;
	t->of = d->it;
	t->of_serial = d->of;
	t->sort = app->now.settings.tagsort;
	t->rows = o.pattern;
	t->stale = false;
	if (t->of == NULL)
		return NULL;
	t->pane = tags_pane_new(t->of, &t->folds, &o);
	s->rows_stopped = tags_pane_stopped(t->pane);
	find_again(s);
	return t->pane;
}

static void
settle_tags(struct screen *s)
{
	app_want(s->app, PRODUCT_FACETS);
}

/* What is chosen. */

static bool
same_filters(const struct query *a, const struct query *b)
{
	return str_eq(a->tagfocus, b->tagfocus) &&
		str_eq(a->tagignore, b->tagignore) &&
		str_eq(a->more_tagfocus, b->more_tagfocus) &&
		str_eq(a->more_tagignore, b->more_tagignore);
}

const struct tagset *
tags_marks(struct screen *s)
{
	struct tagging *t = &s->tagging;

	if (t->marks != NULL && same_filters(&t->marks_of, &s->app->now.query))
		return t->marks;
	tagset_free(t->marks);
	t->marks_of = s->app->now.query;
	t->marks = tagset_new(&t->marks_of);
	return t->marks;
}

/* How many of the row's values have a mark. */
size_t
tags_count_marked(
	struct screen *s, const struct tags_row *row, enum tagset_mark mark)
{
	const struct tag_key *key = row->facet->key;
	size_t n = 0;

	for (size_t i = 0; i < row->n; i++)
		n += tagset_mark(tags_marks(s), key,
			     &key->value[row->value[i]]) == mark;
	return n;
}

char
tags_mark_of(void *on, const struct tags_row *row)
{
	struct screen *s = on;
	enum tagset_mark without;
	size_t chosen;

	if (row->kind == TAGS_WITHOUT) {
		without = tagset_mark_without(
			&s->app->now.query, row->facet->key);
		return without == TAGSET_CHOSEN     ? 'x'
			: without == TAGSET_DROPPED ? '-'
						    : ' ';
	}
	if (!tagset_names(tags_marks(s), row->facet->key))
		return ' ';
	chosen = tags_count_marked(s, row, TAGSET_CHOSEN);
	if (chosen > 0)
		return chosen == row->n ? 'x' : '~';
	return tags_count_marked(s, row, TAGSET_DROPPED) == row->n ? '-' : ' ';
}

/* Moving. */

const struct tags_row *
tags_here(struct screen *s)
{
	return tags_refresh(s) != NULL ? tags_row_at(s) : NULL;
}

static void
move_tags(struct screen *s, enum move move)
{
	struct arrangement *panes = &s->app->now.panes;
	struct tags_pane *tp = tags_refresh(s);
	int page = s->arranged.pane[PANE_TAGS].rows - 1;
	int64_t n = tp != NULL ? tags_pane_rows(tp) : 0;
	int64_t to = panes->at[PANE_TAGS];

	if (list_sideways(&panes->skip[PANE_TAGS], move))
		return;
	panes->at[PANE_TAGS] = list_row(to + list_steps(move, page, n), n);
	if (tp != NULL)
		tags_remember(s);
}

static void
count_tags(struct screen *s, uint32_t *shown, uint32_t *all)
{
	struct tags_pane *tp = tags_refresh(s);

	*shown = *all = 0;
	if (tp != NULL)
		tags_pane_count(tp, shown, all);
}

/* Drawing. */

static void
tags_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	struct str rows = s->app->now.rows[PANE_TAGS];
	uint32_t shown, all;

	if (rows.n > 0) {
		count_tags(s, &shown, &all);
		strbuf_addf(info, "/%.*s  %u of %u values   ", STR_ARG(rows),
			shown, all);
	}
	strbuf_addc(info,
		"Space choose  f focus  i ignore  r tagroot  Enter stacks");
	strbuf_addf(right, "by %s",
		s->app->now.settings.tagsort == TAGSORT_VALUE ? "value"
							      : "weight");
}

static void
add_applied(struct screen *s, struct strbuf *out, const struct tags_row *row)
{
	const struct query *q = &s->app->now.query;
	struct str key = key_of(row), more;
	char mark = tags_mark_of(s, row);
	bool drops;

	if (mark == ' ')
		return;
	drops = (mark == '-') != (row->kind == TAGS_WITHOUT);
	more = drops ? q->more_tagignore : q->more_tagfocus;
	strbuf_addf(out, "; applied as %s=", drops ? "tagignore" : "tagfocus");
	if (str_eq(tag_filter_key(drops ? q->tagignore : q->tagfocus), key)) {
		strbuf_add(out, drops ? q->tagignore : q->tagfocus);
		return;
	}
	while (more.n > 0) {
		struct str line = str_cut(&more, '\n');

		if (str_eq(tag_filter_key(line), key)) {
			strbuf_add(out, line);
			return;
		}
	}
}

/* "tenant=acme: 18.60s of 30.00s, 1 860 samples; applied as ..." */
static void
tags_status(struct screen *s, struct strbuf *out)
{
	const struct tags_row *row;
	const struct facets *f;
	const struct tags *tags;
	struct numbers n;

	if (tags_refresh(s) == NULL || (row = tags_row_at(s)) == NULL)
		return;
	f = s->app->product[PRODUCT_FACETS].it;
	tags = row->facet != NULL ? row->facet->of : f->tags[0];
	n = numbers_of(f->view, &f->view->w);
	if (row->kind == TAGS_VALUE) {
		strbuf_add(out, key_of(row));
		strbuf_addch(out, '=');
	}
	if (row->kind == TAGS_WITHOUT)
		strbuf_addf(out, "without %.*s", STR_ARG(key_of(row)));
	else
		tags_row_name(out, row);
	strbuf_addc(out, ": ");
	number_put(out, &n, row->weight);
	strbuf_addc(out, " of ");
	number_put(out, &n, tags->kept);
	strbuf_addc(out, ", ");
	count_put(out, row->samples);
	strbuf_addf(out, " sample%s", plural(row->samples));
	if (row->kind == TAGS_VALUE || row->kind == TAGS_WITHOUT)
		add_applied(s, out, row);
}

static void
draw_notice(struct screen *s, struct grid *g, struct rect r,
	const struct tags_pane *tp)
{
	if (tp == NULL && app_delivered(s->app, PRODUCT_FACETS))
		notice_draw(g, r, STR("stopped; u and Ctrl-R compute again"));
	else if (tp == NULL)
		notice_draw(g, r, STR("adding up the labels..."));
	else if (s->app->now.rows[PANE_TAGS].n > 0)
		notice_draw(g, r,
			STR("no value matches; / changes it, u undoes it"));
	else
		notice_draw(g, r, STR("no sample here has a label"));
}

static void
draw_tags(struct screen *s, struct grid *g, struct rect r)
{
	struct arrangement *panes = &s->app->now.panes;
	struct tags_pane *tp = tags_refresh(s);
	uint32_t *at = &panes->at[PANE_TAGS], *first = &panes->row[PANE_TAGS];
	uint32_t n = tp != NULL ? tags_pane_rows(tp) : 0;
	struct tags_draw d = { .skip = panes->skip[PANE_TAGS],
		.focused = panes->focus == PANE_TAGS,
		.mark = tags_mark_of,
		.on = s };

	if (tp == NULL || n == 0) {
		draw_notice(s, g, r, tp);
		return;
	}
	if (*at >= n)
		*at = n - 1;
	*first = (uint32_t)list_scroll(*first, *at, n, r.rows);
	d.at = *at;
	d.first = *first;
	tags_pane_draw(g, r, tp, &d);
}

static const struct keylegend legend[] = {
	{ "/", "find value", NULL },
	{ "< >", "sort", NULL },
	{ "n", "numeric ranges", NULL },
	{ "D", "compare two", NULL },
	{ "u", "undo", NULL },
	{ "1", "graph", NULL },
	{ "q", "close", NULL },
	{ "?", "help", NULL },
};

static bool
click_tags(struct screen *s, uint32_t hit, bool twice)
{
	struct tags_pane *tp = tags_refresh(s);

	(void)twice;
	if (tp == NULL || hit >= tags_pane_rows(tp))
		return true;
	s->app->now.panes.at[PANE_TAGS] = hit;
	tags_remember(s);
	return false;
}

const struct pane_ops pane_tags = {
	.name = "Tags",
	.map = "tags",
	.draw = draw_tags,
	.info = tags_info,
	.move = move_tags,
	.click = click_tags,
	.rows = count_tags,
	.settle = settle_tags,
	.status = tags_status,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
};
