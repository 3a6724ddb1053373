/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane of labels (a row of PANE_ROWS). A choice is applied at once as a
 * filter (app/filter.h), in one undo step. The boxes show the current filters;
 * the numbers change once the worker has computed them.
 */
#include "prelude.h"

#include "app/filter.h"
#include "app/undo.h"
#include "base/num.h"
#include "conf/options.h"
#include "engine/sides.h"
#include "input/shell.h"
#include "load/compare.h"
#include "present/chrome.h"
#include "present/tags.h"
#include "ui/pane.h"
#include "ui/stamp.h"

struct labels_state {
	struct tags_pane *pane;  /* NULL: not computed yet */
	const struct facets *of; /* input of pane; only compared */
	struct stamp made;
	struct str rows;         /* row filter of pane */
	enum tagsort_mode sort;
	bool stale;    /* a group was opened or closed */
	int skip_most; /* limit of skip, for the names drawn last */
	struct tags_folds folds;
	struct tagset *chosen; /* made from chosen_of; NULL at first */
	struct query chosen_of;
	/* Row under the cursor, to find it again after an update. */
	struct strbuf key, name;
	enum tags_row_kind kind;
};

static void
tags_forget(struct screen *s, bool all)
{
	struct labels_state *t = s->own[PANE_TAGS];

	if (!all)
		return;
	tags_pane_free(t->pane);
	tagset_free(t->chosen);
	tags_folds_fini(&t->folds);
	strbuf_free(&t->key);
	strbuf_free(&t->name);
}

static struct str
tags_key(const struct tags_row *row)
{
	return row->facet != NULL ? row->facet->key->key : STR_EMPTY;
}

/* Store the row under the cursor. */
static void
tags_remember(struct screen *s)
{
	struct labels_state *t = s->own[PANE_TAGS];
	const struct tags_row *row =
		tags_pane_row(t->pane, s->app->now.panes.list[PANE_TAGS].at);

	if (row == NULL)
		return;
	strbuf_reset(&t->key);
	strbuf_reset(&t->name);
	strbuf_add(&t->key, tags_key(row));
	tags_row_name(&t->name, row);
	t->kind = row->kind;
}

/* True for a key by which the compared slices, given by their label filters,
   were cut: each of its values is on one side alone, so all of them are gone or
   new. */
static bool
is_compared(void *slices, const struct tag_key *key)
{
	struct tagset *const *side = slices;

	return side[0] != NULL && tagset_names(side[0], key) &&
		tagset_names(side[1], key);
}

/* Update the pane's rows and return it, or NULL if there are none yet. */
static struct tags_pane *
tags_refresh(struct screen *s)
{
	struct labels_state *t = s->own[PANE_TAGS];
	const struct app *app = s->app;
	const struct result_slot *d = &app->product[PRODUCT_FACETS];
	struct tags_options o = { .pattern = app->now.rows[PANE_TAGS],
		.by_value = app->now.settings.tagsort == TAGSORT_VALUE };
	struct tagset *side[2] = { NULL, NULL };
	uint32_t *at;
	uint32_t n, found = NONE;
	struct strbuf name = STRBUF_INIT;

	if (t->of == d->it && stamp_has(t->made, app, PRODUCT_FACETS) &&
		t->sort == app->now.settings.tagsort &&
		str_eq(t->rows, o.pattern) && !t->stale)
		return t->pane;
	tags_pane_free(t->pane);
	t->pane = NULL;
	t->of = d->it;
	t->made = stamp_of(app, PRODUCT_FACETS);
	t->sort = app->now.settings.tagsort;
	t->rows = o.pattern;
	t->stale = false;
	if (t->of == NULL)
		return NULL;
	for (int i = 0; i < 2 && app->session->diff.kind == DIFF_SLICES; i++)
		side[i] = tagset_new(&app->session->diff.slice[i]);
	o.leaves_out = is_compared;
	o.on = side;
	t->pane = tags_pane_new(t->of, &t->folds, &o);
	for (int i = 0; i < 2; i++)
		tagset_free(side[i]);
	s->rows_stopped = t->pane->stopped;
	/* Find the stored row again, else its group, else keep the index. */
	at = &s->app->now.panes.list[PANE_TAGS].at;
	n = (uint32_t)t->pane->row.n;
	for (uint32_t i = 0; i < n; i++) {
		const struct tags_row *row = tags_pane_row(t->pane, i);

		if (!str_eq(tags_key(row), strbuf_str(&t->key)))
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
	if (t->pane->left_out.n > 0 &&
		str_eq(strbuf_str(&t->key), t->pane->left_out))
		*at = 0;
	if (*at >= n)
		*at = n > 0 ? n - 1 : 0;
	return t->pane;
}

/* Choices. */

static const struct tagset *
tags_chosen(struct screen *s)
{
	struct labels_state *t = s->own[PANE_TAGS];
	const struct query *was = &t->chosen_of, *q = &s->app->now.query;

	if (t->chosen != NULL && str_eq(was->tagfocus, q->tagfocus) &&
		str_eq(was->tagignore, q->tagignore) &&
		str_eq(was->more_tagfocus, q->more_tagfocus) &&
		str_eq(was->more_tagignore, q->more_tagignore))
		return t->chosen;
	tagset_free(t->chosen);
	t->chosen_of = *q;
	t->chosen = tagset_new(&t->chosen_of);
	return t->chosen;
}

/* Return how many of the row's values have this mark. */
static size_t
tags_count_marked(
	struct screen *s, const struct tags_row *row, enum tagset_choice mark)
{
	const struct tag_key *key = row->facet->key;
	size_t n = 0;

	for (size_t i = 0; i < row->n; i++)
		n += tagset_choice(tags_chosen(s), key,
			     &key->value[row->value[i]]) == mark;
	return n;
}

static char
tags_mark_of(void *on, const struct tags_row *row)
{
	struct screen *s = on;
	enum tagset_choice without;
	size_t chosen;

	if (row->kind == TAGS_WITHOUT) {
		without = tagset_choice_without(
			&s->app->now.query, row->facet->key);
		return without == TAGSET_CHOSEN     ? 'x'
			: without == TAGSET_DROPPED ? '-'
						    : ' ';
	}
	if (!tagset_names(tags_chosen(s), row->facet->key))
		return ' ';
	chosen = tags_count_marked(s, row, TAGSET_CHOSEN);
	if (chosen > 0)
		return chosen == row->n ? 'x' : '~';
	return tags_count_marked(s, row, TAGSET_DROPPED) == row->n ? '-' : ' ';
}

/* Return the row under the cursor; NULL: there is none. */
static const struct tags_row *
tags_here(struct screen *s)
{
	const struct tags_pane *tp = tags_refresh(s);

	return tp == NULL
		? NULL
		: tags_pane_row(tp, s->app->now.panes.list[PANE_TAGS].at);
}

static void
tags_toggle_group(struct screen *s, const struct tags_row *row)
{
	struct labels_state *t = s->own[PANE_TAGS];
	struct tags_fold *fold = tags_fold_of(&t->folds, row->facet->key->key);

	tags_remember(s);
	fold->decided = true;
	fold->open = !row->is_open;
	t->stale = true;
}

/* As in a tree, Right opens a group and Left closes it; among values they
   scroll long names, and Left then goes to the group. */
static bool
tags_sideways(struct screen *s, enum move move)
{
	struct arrangement *panes = &s->app->now.panes;
	const struct labels_state *t = s->own[PANE_TAGS];
	const struct tags_row *row = tags_here(s);
	struct list *list = &panes->list[PANE_TAGS];

	if (move == MOVE_RIGHT && row != NULL && row->kind == TAGS_KEY) {
		if (!row->is_open)
			tags_toggle_group(s, row);
		return true;
	}
	if (move == MOVE_LEFT && row != NULL && list->skip == 0) {
		if (row->kind == TAGS_KEY && row->is_open)
			tags_toggle_group(s, row);
		while (row->facet != NULL && row->kind != TAGS_KEY &&
			list->at > 0)
			row = tags_pane_row(t->pane, --list->at);
		tags_remember(s);
		return true;
	}
	if (!list_sideways(list, move))
		return false;
	list->skip = clamp_int(list->skip, 0, t->skip_most);
	return true;
}

static void
move_tags(struct screen *s, enum move move)
{
	if (!tags_sideways(s, move))
		pane_move_list(s, PANE_TAGS, move);
}

static uint32_t
tags_length(struct screen *s)
{
	const struct tags_pane *tp = tags_refresh(s);

	return tp != NULL ? (uint32_t)tp->row.n : 0;
}

static void
count_tags(struct screen *s, uint32_t *shown, uint32_t *all)
{
	struct tags_pane *tp = tags_refresh(s);

	*shown = tp != NULL ? tp->shown : 0;
	*all = tp != NULL ? tp->all : 0;
}

/* Drawing. */

static void
tags_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	struct str rows = s->app->now.rows[PANE_TAGS];
	const struct tags_pane *t = tags_refresh(s);
	uint32_t shown, all;

	if (rows.n > 0) {
		count_tags(s, &shown, &all);
		strbuf_addf(info, "/%.*s  %s of %s values   ", STR_ARG(rows),
			grouped(shown).text, grouped(all).text);
	}
	if (t != NULL && t->left_out.n > 0)
		strbuf_addf(info, "%.*s is compared  ", STR_ARG(t->left_out));
	strbuf_addf(info, "Space choose  f focus  i ignore  %sEnter stacks",
		t != NULL && t->left_out.n > 0 ? "" : "r tagroot  ");
	strbuf_addf(right, "%sby %s",
		s->app->shown.view->is_diff ? "base, new, change  " : "",
		s->app->now.settings.tagsort == TAGSORT_VALUE ? "value"
							      : "weight");
}

/* "tenant=acme: 18.60s of 30.00s, 1,860 samples; applied as ..." */
static void
tags_status(struct screen *s, struct strbuf *out)
{
	const struct tags_row *row = tags_here(s);
	const struct facets *f;
	const struct tags *tags;
	struct numbers n;

	if (row == NULL)
		return;
	f = s->app->product[PRODUCT_FACETS].it;
	tags = row->facet != NULL ? row->facet->of : f->tags[0];
	n = numbers_of(f->view, &f->view->w);
	if (row->kind == TAGS_VALUE) {
		strbuf_add(out, tags_key(row));
		strbuf_addch(out, '=');
	}
	if (row->kind == TAGS_WITHOUT)
		strbuf_addf(out, "without %.*s", STR_ARG(tags_key(row)));
	else
		tags_row_name(out, row);
	strbuf_addstr(out, ": ");
	if (f->view->is_diff) {
		number_put(out, &n, row->base.value);
		strbuf_addf(out, " %s ", glyph_str(GLYPH_ARROW, is_ascii(s)).p);
		number_put(out, &n, i64_wrap_add(row->base.value, row->weight));
		strbuf_addstr(out, ", ");
		delta_put(out, &n, (struct sides){ .new = row->weight });
	} else {
		number_put(out, &n, row->weight);
		strbuf_addstr(out, " of ");
		number_put(out, &n, tags->kept);
	}
	strbuf_addstr(out, ", ");
	if (!events_put(out, f->view->events, row->events))
		strbuf_cut(out, out->n - 2);
	if (row->kind == TAGS_VALUE || row->kind == TAGS_WITHOUT) {
		const struct query *q = &s->app->now.query;
		char mark = tags_mark_of(s, row);
		bool drops = (mark == '-') != (row->kind == TAGS_WITHOUT);
		struct str line = drops ? q->tagignore : q->tagfocus;
		struct str more = drops ? q->more_tagignore : q->more_tagfocus;

		if (mark == ' ')
			return;
		strbuf_addf(out,
			"; applied as %s=", drops ? "tagignore" : "tagfocus");
		while (!str_eq(tag_filter_key(line), tags_key(row)) &&
			more.n > 0)
			line = str_cut(&more, '\n');
		if (str_eq(tag_filter_key(line), tags_key(row)))
			strbuf_add(out, line);
	}
}

static void
draw_tags(struct screen *s, struct grid *g, struct rect r)
{
	struct arrangement *panes = &s->app->now.panes;
	struct tags_pane *tp = tags_refresh(s);
	uint32_t n = tags_length(s);
	struct tags_draw d = { .focused = panes->focus == PANE_TAGS,
		.mark = tags_mark_of,
		.on = s };

	if (n == 0) {
		notice_draw(g, r,
			tp == NULL && app_delivered(s->app, PRODUCT_FACETS)
				? STR("stopped; press u and Ctrl-R to compute "
				      "again")
				: tp == NULL ? STR("summing up labels...")
				: s->app->now.rows[PANE_TAGS].n > 0
				? STR("no value matches; / edits the pattern, "
				      "u undoes it")
				: STR("no sample here has labels"));
		return;
	}
	list_show(&panes->list[PANE_TAGS], n, r.rows);
	d.list = panes->list[PANE_TAGS];
	((struct labels_state *)s->own[PANE_TAGS])->skip_most =
		tags_pane_draw(g, r, tp, &d);
}

/* ---- Commands ---- */

static int
tags_no_value(const struct call *call)
{
	return err_set(call->err, ERR_USAGE, "%s: select a value first",
		call->self->name);
}

/* Choose or drop the row under the cursor, as one undo step. */
static int
tags_change(const struct call *call, enum tagset_change what)
{
	struct screen *s = call->on;
	const struct tags_row *row = tags_here(s);
	struct state before;
	int rc;

	if (row == NULL ||
		(row->kind != TAGS_VALUE && row->kind != TAGS_WITHOUT))
		return tags_no_value(call);
	tags_remember(s);
	before = change_begin(s->app);
	rc = row->kind == TAGS_WITHOUT
		? tagset_without(s->app, row->facet->key, what, call->err)
		: tagset_change(s->app, row->facet->key, row->value, row->n,
			  what, call->err);
	change_done(s->app, &before);
	return rc;
}

/* Choose or drop the row under the cursor, or open or close its group. */
static int
cmd_tag_choose(const struct call *call)
{
	struct screen *s = call->on;
	enum tagset_change what = (enum tagset_change)call->self->data;
	const struct tags_row *row = tags_here(s);

	if (what != TAGSET_TOGGLE || row == NULL || row->kind != TAGS_KEY)
		return tags_change(call, what);
	tags_toggle_group(s, row);
	return 0;
}

/* True if this row is the only chosen one of its key. */
static bool
tags_is_only(struct screen *s, const struct tags_row *row)
{
	const struct tag_key *key = row->facet->key;
	size_t all = 0;

	if (row->kind == TAGS_WITHOUT)
		return tags_mark_of(s, row) == 'x';
	for (size_t i = 0; i < key->n; i++)
		all += tagset_choice(tags_chosen(s), key, &key->value[i]) ==
			TAGSET_CHOSEN;
	return all == row->n && tags_count_marked(s, row, TAGSET_CHOSEN) == all;
}

static int
cmd_tag_enter(const struct call *call)
{
	struct screen *s = call->on;
	const struct tags_row *row = tags_here(s);

	if (row == NULL)
		return tags_no_value(call);
	if (row->kind == TAGS_KEY) {
		tags_toggle_group(s, row);
		return 0;
	}
	if (row->kind != TAGS_BARE && !tags_is_only(s, row) &&
		tags_change(call, TAGSET_ONLY) != 0)
		return -1;
	screen_focus(s, PANE_FLAME);
	return 0;
}

static int
cmd_tag_ranges(const struct call *call)
{
	struct screen *s = call->on;
	const struct tags_row *row = tags_here(s), *head;
	struct labels_state *t = s->own[PANE_TAGS];
	struct tags_fold *fold;
	const struct tag_key *key;
	bool ranges;

	if (row == NULL || row->facet == NULL)
		return tags_no_value(call);
	key = row->facet->key;
	for (size_t i = 0; i < key->n; i++)
		if (!key->value[i].numeric || key->n < 2) {
			app_say(s->app, "the values of %.*s are not numbers",
				STR_ARG(key->key));
			return 0;
		}
	fold = tags_fold_of(&t->folds, key->key);
	/* Find out from the group's head whether the group shows ranges. */
	ranges = row->is_range;
	for (uint32_t i = 0; i < t->pane->row.n; i++) {
		head = &t->pane->row.p[i];
		if (head->kind == TAGS_KEY && head->facet == row->facet)
			ranges = head->is_range;
	}
	tags_remember(s);
	fold->ranges_decided = true;
	fold->ranges = !ranges;
	fold->decided = fold->open = true;
	t->stale = true;
	return 0;
}

static int
cmd_tag_root(const struct call *call)
{
	struct screen *s = call->on;
	const struct tags_row *row = tags_here(s);
	struct str key;

	if (row == NULL || row->facet == NULL)
		return tags_no_value(call);
	key = row->facet->key->key;
	if (str_eq(s->app->now.query.tagroot, key))
		key = STR_EMPTY;
	screen_set(s, "tagroot", key);
	return 0;
}

/* Compare the two marked values as slices, with the command diff. */
static int
cmd_tag_diff(const struct call *call)
{
	struct screen *s = call->on;
	const struct facets *f = tags_refresh(s) != NULL
		? s->app->product[PRODUCT_FACETS].it
		: NULL;
	struct strbuf line = STRBUF_INIT, slice = STRBUF_INIT;
	const struct profile *p = s->app->session->profile;
	size_t found = 0;
	int rc = 0;

	strbuf_addstr(&line, "diff");
	for (size_t k = 0; f != NULL && k < f->n; k++) {
		const struct tag_key *key = f->facet[k].key;

		for (uint32_t i = 0; i < key->n && rc == 0; i++) {
			if (tagset_choice(tags_chosen(s), key,
				    &key->value[i]) != TAGSET_CHOSEN)
				continue;
			found++;
			strbuf_reset(&slice);
			strbuf_addstr(&slice, "tagfocus=");
			rc = tagset_filter(&slice, p, key, &i, 1, call->err);
			strbuf_addch(&line, ' ');
			shell_word(&line, strbuf_str(&slice));
		}
	}
	/* With no value marked, D turns a diff on or off, as elsewhere. */
	if (rc == 0 && (found == 2 || found == 0))
		screen_run(s, found == 2 ? strbuf_str(&line) : STR("diff"));
	else if (rc == 0)
		app_say(s->app,
			"to compare two values, mark both with Space, then "
			"press D");
	strbuf_free(&line);
	strbuf_free(&slice);
	return rc;
}

static const struct command tags_commands[] = {
	{ "tag_choose", NULL, "add this value as a filter, or remove it",
		cmd_tag_choose, TAGSET_TOGGLE },
	{ "tag_only", NULL, "focus: keep only this value of its label",
		cmd_tag_choose, TAGSET_ONLY },
	{ "tag_drop", NULL, "ignore: exclude this value, or include it again",
		cmd_tag_choose, TAGSET_DROP },
	{ "tag_enter", NULL,
		"open or close a group; show a value's stacks in the graph",
		cmd_tag_enter },
	{ "tag_root", NULL,
		"tagroot: make the values of this label root frames",
		cmd_tag_root },
	{ "tag_ranges", NULL, "show numbers as ranges or one by one",
		cmd_tag_ranges },
	{ "tag_diff", NULL, "compare the two marked values", cmd_tag_diff },
	{ NULL },
};

static const struct keylegend legend[] = { { "/", "find value" },
	{ "< >", "sort" }, { "n", "numeric ranges" }, { "D", "compare two" },
	{ "u", "undo" }, { "1", "graph" }, { "q", "close" }, { "?", "help" } };

const struct pane pane_tags = {
	.name = "Tags",
	.map = "tags",
	.size = sizeof(struct labels_state),
	.draw = draw_tags,
	.info = tags_info,
	.move = move_tags,
	.length = tags_length,
	.moved = tags_remember,
	.forget = tags_forget,
	.rows = count_tags,
	.fed = true,
	.product = PRODUCT_FACETS,
	.status = tags_status,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
	.command = tags_commands,
};
