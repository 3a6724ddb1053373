/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane of labels (a row of parts.h). What is chosen here is a filter at
 * once (app/tagset.h), one step for undo each time; the boxes show what the
 * filters say now, and the numbers follow when the worker brings them.
 */
#include "config.h"

#include "app/change.h"
#include "input/shell.h"
#include "present/chrome.h"
#include "ui/parts.h"

#include "base/banned.h"

enum { SKIP_STEP = 8 };

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
row_at(const struct screen *s)
{
	return tags_pane_row(s->tagging.pane, s->app->now.panes.at[PANE_TAGS]);
}

static struct str
key_of(const struct tags_row *row)
{
	return row->facet != NULL ? row->facet->key->key : STR_EMPTY;
}

/* Remember which row it is on. */
static void
remember(struct screen *s)
{
	struct tagging *t = &s->tagging;
	const struct tags_row *row = row_at(s);

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
	uint32_t n = tags_pane_rows(t->pane), head = NONE;
	struct strbuf name = STRBUF_INIT;

	for (uint32_t i = 0; i < n; i++) {
		const struct tags_row *row = tags_pane_row(t->pane, i);

		if (!str_eq(key_of(row), strbuf_str(&t->key)))
			continue;
		strbuf_reset(&name);
		tags_row_name(&name, row);
		if (row->kind == t->kind &&
			str_eq(strbuf_str(&name), strbuf_str(&t->name))) {
			head = i;
			break;
		}
		if (row->kind == TAGS_KEY)
			head = i;
	}
	strbuf_free(&name);
	if (head != NONE && t->key.n + t->name.n > 0)
		*at = head;
	if (*at >= n)
		*at = n > 0 ? n - 1 : 0;
}

/* The rows as they are now; NULL while there are none. */
static struct tags_pane *
refresh(struct screen *s)
{
	struct tagging *t = &s->tagging;
	const struct app *app = s->app;
	struct tags_options o = { .pattern = app->now.rows[PANE_TAGS],
		.by_value = app->now.settings.tagsort == TAGSORT_VALUE };

	if (t->of == app->facets && t->of_serial == app->facets_of &&
		t->sort == app->now.settings.tagsort &&
		str_eq(t->rows, o.pattern) && !t->stale)
		return t->pane;
	tags_pane_free(t->pane);
	t->pane = NULL;
	t->of = app->facets;
	t->of_serial = app->facets_of;
	t->sort = app->now.settings.tagsort;
	t->rows = o.pattern;
	t->stale = false;
	if (app->facets == NULL)
		return NULL;
	t->pane = tags_pane_new(app->facets, &t->folds, &o);
	find_again(s);
	return t->pane;
}

static void
settle_tags(struct screen *s)
{
	struct app *app = s->app;
	struct tagging *t = &s->tagging;

	if (app->computing || app->facets_of == app->shown.serial)
		return;
	/* Not again when the user stopped it. */
	if (t->asked == app->shown.serial && t->asked_job == app->job)
		return;
	app_ask_facets(app);
	t->asked = app->shown.serial;
	t->asked_job = app->job;
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

static const struct tagset *
marks(struct screen *s)
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
static size_t
count_marked(
	struct screen *s, const struct tags_row *row, enum tagset_mark mark)
{
	const struct tag_key *key = row->facet->key;
	size_t n = 0;

	for (size_t i = 0; i < row->n; i++)
		n += tagset_mark(marks(s), key, &key->value[row->value[i]]) ==
			mark;
	return n;
}

static char
mark_of(void *on, const struct tags_row *row)
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
	if (!tagset_names(marks(s), row->facet->key))
		return ' ';
	chosen = count_marked(s, row, TAGSET_CHOSEN);
	if (chosen > 0)
		return chosen == row->n ? 'x' : '~';
	return count_marked(s, row, TAGSET_DROPPED) == row->n ? '-' : ' ';
}

/* Moving. */

static void
move_tags(struct screen *s, enum move move)
{
	struct arrangement *panes = &s->app->now.panes;
	int *skip = &panes->skip[PANE_TAGS];
	struct tags_pane *tp = refresh(s);
	int page = s->arranged.pane[PANE_TAGS].rows - 1;
	int64_t n = tp != NULL ? tags_pane_rows(tp) : 0;
	int64_t to = panes->at[PANE_TAGS];

	switch (move) {
	case MOVE_LEFT:
		*skip = *skip > SKIP_STEP ? *skip - SKIP_STEP : 0;
		return;
	case MOVE_RIGHT:
		*skip += SKIP_STEP;
		return;
	case MOVE_ROW_START:
		*skip = 0;
		return;
	case MOVE_UP:
		to--;
		break;
	case MOVE_DOWN:
		to++;
		break;
	case MOVE_PAGE_UP:
		to -= page;
		break;
	case MOVE_PAGE_DOWN:
		to += page;
		break;
	case MOVE_HALF_UP:
		to -= (page + 1) / 2;
		break;
	case MOVE_HALF_DOWN:
		to += (page + 1) / 2;
		break;
	case MOVE_FIRST:
		to = 0;
		break;
	case MOVE_LAST:
		to = n;
		break;
	case MOVE_ROW_END:
	case MOVE_HOT_PATH:
		break;
	}
	if (to >= n)
		to = n - 1;
	panes->at[PANE_TAGS] = to < 0 ? 0 : (uint32_t)to;
	if (tp != NULL)
		remember(s);
}

static void
count_tags(struct screen *s, uint32_t *shown, uint32_t *all)
{
	struct tags_pane *tp = refresh(s);

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
	char mark = mark_of(s, row);
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
	const struct tags *tags;
	char weight[NUMBER_MAX], total[NUMBER_MAX], samples[NUMBER_MAX];
	struct numbers n;

	if (refresh(s) == NULL || (row = row_at(s)) == NULL)
		return;
	tags = row->facet != NULL ? row->facet->of : s->app->facets->tags[0];
	n = numbers_of(s->app->facets->view, &s->app->facets->view->w);
	(void)number_text(&n, row->weight, weight);
	(void)number_text(&n, tags->kept, total);
	(void)count_text(row->samples, samples);
	if (row->kind == TAGS_VALUE) {
		strbuf_add(out, key_of(row));
		strbuf_addch(out, '=');
	}
	if (row->kind == TAGS_WITHOUT)
		strbuf_addf(out, "without %.*s", STR_ARG(key_of(row)));
	else
		tags_row_name(out, row);
	strbuf_addf(out, ": %s of %s, %s sample%s", weight, total, samples,
		row->samples == 1 ? "" : "s");
	if (row->kind == TAGS_VALUE || row->kind == TAGS_WITHOUT)
		add_applied(s, out, row);
}

static void
draw_notice(struct screen *s, struct grid *g, struct rect r,
	const struct tags_pane *tp)
{
	if (tp == NULL && s->app->facets_of == s->app->shown.serial)
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
	struct tags_pane *tp = refresh(s);
	uint32_t *at = &panes->at[PANE_TAGS], *first = &panes->row[PANE_TAGS];
	uint32_t n = tp != NULL ? tags_pane_rows(tp) : 0;
	struct tags_draw d = { .skip = panes->skip[PANE_TAGS],
		.focused = panes->focus == PANE_TAGS,
		.mark = mark_of,
		.on = s };

	if (tp == NULL || n == 0) {
		draw_notice(s, g, r, tp);
		return;
	}
	if (*at >= n)
		*at = n - 1;
	*first = top_scroll(*first, *at, n, r.rows);
	d.at = *at;
	d.first = *first;
	tags_pane_draw(g, r, tp, &d);
}

/* Commands. */

static int
no_value(const struct call *call)
{
	return err_set(call->err, ERR_USAGE, "%s: go to a value first",
		call->self->name);
}

/* Choose or drop what the cursor is on: one step for undo. */
static int
change(const struct call *call, enum tagset_change what)
{
	struct screen *s = call->on;
	const struct tags_row *row = refresh(s) != NULL ? row_at(s) : NULL;
	struct state before;
	int rc;

	if (row == NULL ||
		(row->kind != TAGS_VALUE && row->kind != TAGS_WITHOUT))
		return no_value(call);
	remember(s);
	before = change_begin(s->app);
	rc = row->kind == TAGS_WITHOUT
		? tagset_without(s->app, row->facet->key, what, call->err)
		: tagset_change(s->app, row->facet->key, row->value, row->n,
			  what, call->err);
	change_done(s->app, &before);
	return rc;
}

static void
toggle_group(struct screen *s, const struct tags_row *row)
{
	struct tags_fold *fold =
		tags_fold_of(&s->tagging.folds, row->facet->key->key);

	remember(s);
	fold->decided = true;
	fold->open = !row->is_open;
	s->tagging.stale = true;
}

static int
cmd_choose(const struct call *call)
{
	struct screen *s = call->on;
	const struct tags_row *row = refresh(s) != NULL ? row_at(s) : NULL;

	if (row == NULL || row->kind != TAGS_KEY)
		return change(call, TAGSET_TOGGLE);
	toggle_group(s, row);
	return 0;
}

static int
cmd_only(const struct call *call)
{
	return change(call, TAGSET_ONLY);
}

static int
cmd_drop(const struct call *call)
{
	return change(call, TAGSET_DROP);
}

/* Is this row, and nothing else of its key, chosen? */
static bool
is_only(struct screen *s, const struct tags_row *row)
{
	const struct tag_key *key = row->facet->key;
	size_t all = 0;

	if (row->kind == TAGS_WITHOUT)
		return mark_of(s, row) == 'x';
	for (size_t i = 0; i < key->n; i++)
		all += tagset_mark(marks(s), key, &key->value[i]) ==
			TAGSET_CHOSEN;
	return all == row->n && count_marked(s, row, TAGSET_CHOSEN) == all;
}

static int
cmd_enter(const struct call *call)
{
	struct screen *s = call->on;
	const struct tags_row *row = refresh(s) != NULL ? row_at(s) : NULL;

	if (row == NULL)
		return no_value(call);
	if (row->kind == TAGS_KEY) {
		toggle_group(s, row);
		return 0;
	}
	if (row->kind != TAGS_BARE && !is_only(s, row) &&
		change(call, TAGSET_ONLY) != 0)
		return -1;
	screen_focus(s, PANE_FLAME);
	return 0;
}

static int
cmd_ranges(const struct call *call)
{
	struct screen *s = call->on;
	const struct tags_row *row = refresh(s) != NULL ? row_at(s) : NULL;
	struct tags_fold *fold;
	const struct tag_key *key;
	bool ranges;

	if (row == NULL || row->facet == NULL)
		return no_value(call);
	key = row->facet->key;
	for (size_t i = 0; i < key->n; i++)
		if (!key->value[i].numeric || key->n < 2) {
			app_say(s->app, "the values of %.*s are no numbers",
				STR_ARG(key->key));
			return 0;
		}
	fold = tags_fold_of(&s->tagging.folds, key->key);
	/* The head of the group knows how it is now. */
	ranges = row->is_range;
	for (uint32_t i = 0; i < tags_pane_rows(s->tagging.pane); i++) {
		const struct tags_row *head = tags_pane_row(s->tagging.pane, i);

		if (head->kind == TAGS_KEY && head->facet == row->facet)
			ranges = head->is_range;
	}
	remember(s);
	fold->ranges_decided = true;
	fold->ranges = !ranges;
	fold->decided = fold->open = true;
	s->tagging.stale = true;
	return 0;
}

static int
cmd_root(const struct call *call)
{
	struct screen *s = call->on;
	const struct tags_row *row = refresh(s) != NULL ? row_at(s) : NULL;
	const struct option *o = option_find(STR("tagroot"), NULL);
	struct str key;

	if (row == NULL || row->facet == NULL)
		return no_value(call);
	key = row->facet->key->key;
	if (str_eq(s->app->now.query.tagroot, key))
		key = STR_EMPTY;
	return change_option(s->app, o, app_keep(s->app, key), call->err);
}

/* The two values that are chosen, as two slices for the command diff. */
static int
cmd_diff(const struct call *call)
{
	struct screen *s = call->on;
	const struct facets *f = refresh(s) != NULL ? s->app->facets : NULL;
	struct strbuf line = STRBUF_INIT, slice = STRBUF_INIT;
	const struct profile *p = s->app->session->profile;
	size_t found = 0;
	int rc = 0;

	strbuf_addc(&line, "diff");
	for (size_t k = 0; f != NULL && k < f->n; k++) {
		const struct tag_key *key = f->facet[k].key;

		for (uint32_t i = 0; i < key->n && rc == 0; i++) {
			if (tagset_mark(marks(s), key, &key->value[i]) !=
				TAGSET_CHOSEN)
				continue;
			found++;
			strbuf_reset(&slice);
			strbuf_addc(&slice, "tagfocus=");
			rc = tagset_filter(&slice, p, key, &i, 1, call->err);
			strbuf_addch(&line, ' ');
			shell_word(&line, strbuf_str(&slice));
		}
	}
	/* Nothing chosen: D as elsewhere, a diff on or off. */
	if (rc == 0 && (found == 2 || found == 0))
		screen_run(s, found == 2 ? strbuf_str(&line) : STR("diff"));
	else if (rc == 0)
		app_say(s->app,
			"D compares two values: choose both with Space first");
	strbuf_free(&line);
	strbuf_free(&slice);
	return rc;
}

static const struct command rows[] = {
	{ "tag_choose", NULL, "filter by this value as well, or no longer",
		cmd_choose },
	{ "tag_only", NULL, "filter by this value and no other of its label",
		cmd_only },
	{ "tag_drop", NULL, "drop samples with this value, or no longer",
		cmd_drop },
	{ "tag_enter", NULL, "open a group; a value's stacks in the graph",
		cmd_enter },
	{ "tag_root", NULL, "the values of this label as first frames",
		cmd_root },
	{ "tag_ranges", NULL, "numbers as ranges, or one by one", cmd_ranges },
	{ "tag_diff", NULL, "compare the two values that are chosen",
		cmd_diff },
};

static const struct hint hints[] = {
	{ "/", "find value", NULL },
	{ "< >", "sort", NULL },
	{ "n", "numeric ranges", NULL },
	{ "D", "compare two", NULL },
	{ "u", "undo", NULL },
	{ "1", "graph", NULL },
	{ "q", "close", NULL },
	{ "?", "help", NULL },
};

const struct pane_ops pane_tags = {
	.name = "Tags",
	.map = "tags",
	.draw = draw_tags,
	.info = tags_info,
	.move = move_tags,
	.rows = count_tags,
	.settle = settle_tags,
	.status = tags_status,
	.hint = hints,
	.n_hints = COUNT_OF(hints),
	.command = rows,
	.n_commands = COUNT_OF(rows),
};
