/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands of the pane of labels (rows registered by screen.c). */
#include "config.h"

#include "app/change.h"
#include "input/shell.h"
#include "ui/parts.h"

#include "base/banned.h"

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
	const struct tags_row *row = tags_here(s);
	struct state before;
	int rc;

	if (row == NULL ||
		(row->kind != TAGS_VALUE && row->kind != TAGS_WITHOUT))
		return no_value(call);
	tags_remember(s);
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

	tags_remember(s);
	fold->decided = true;
	fold->open = !row->is_open;
	s->tagging.stale = true;
}

static int
cmd_choose(const struct call *call)
{
	struct screen *s = call->on;
	const struct tags_row *row = tags_here(s);

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
		return tags_mark_of(s, row) == 'x';
	for (size_t i = 0; i < key->n; i++)
		all += tagset_mark(tags_marks(s), key, &key->value[i]) ==
			TAGSET_CHOSEN;
	return all == row->n && tags_count_marked(s, row, TAGSET_CHOSEN) == all;
}

static int
cmd_enter(const struct call *call)
{
	struct screen *s = call->on;
	const struct tags_row *row = tags_here(s);

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
	const struct tags_row *row = tags_here(s);
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
	tags_remember(s);
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
	const struct tags_row *row = tags_here(s);
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
	const struct facets *f = tags_refresh(s) != NULL
		? s->app->product[PRODUCT_FACETS].it
		: NULL;
	struct strbuf line = STRBUF_INIT, slice = STRBUF_INIT;
	const struct profile *p = s->app->session->profile;
	size_t found = 0;
	int rc = 0;

	strbuf_addc(&line, "diff");
	for (size_t k = 0; f != NULL && k < f->n; k++) {
		const struct tag_key *key = f->facet[k].key;

		for (uint32_t i = 0; i < key->n && rc == 0; i++) {
			if (tagset_mark(tags_marks(s), key, &key->value[i]) !=
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

const struct command *
tags_commands(size_t *n)
{
	*n = COUNT_OF(rows);
	return rows;
}
