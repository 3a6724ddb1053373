/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sort keys and columns of the table by name, and the way from one key
   to the next: see top.h. */
#include "config.h"

#include <stdlib.h>

#include "base/strbuf.h"
#include "present/top.h"
#include "present/toprows.h"

#include "base/banned.h"

static const char *const column_name[TOP_COLUMN_KINDS] = {
	[TOP_SELF] = "self",
	[TOP_SELF_PERCENT] = "self%",
	[TOP_SUM_PERCENT] = "sum%",
	[TOP_TOTAL] = "total",
	[TOP_TOTAL_PERCENT] = "total%",
	[TOP_NAME] = "name",
	[TOP_FILE] = "file",
	[TOP_BASE] = "base",
	[TOP_NEW] = "new",
	[TOP_CHANGE] = "delta%",
	[TOP_TIMES] = "times",
	[TOP_BESIDE] = "beside",
};

const char *
top_column_text(size_t column)
{
	return column < TOP_COLUMN_KINDS ? column_name[column] : NULL;
}

static struct str
type_name(const struct view *v, const struct weights *w)
{
	return profile_str(v->profile, v->profile->types.type[w->column]);
}

/* "self" .. "file", not "beside"; TOP_COLUMN_KINDS when it is none. */
static enum top_column
column_of(struct str name)
{
	int k = 0;

	while (k < TOP_COLUMN_KINDS && !str_is(name, column_name[k]))
		k++;
	return (enum top_column)k;
}

int
top_sort_parse(struct str text, const struct view *v, struct top_sort *out,
	struct err *err)
{
	struct top_sort s = { .reverse = str_starts(text, STR("-")) };
	struct str name = str_skip(text, s.reverse ? 1 : 0);
	bool total = str_ends(name, STR(":total"));

	s.by = column_of(name);
	if (s.by < TOP_COLUMN_KINDS && s.by != TOP_BESIDE) {
		*out = s;
		return 0;
	}
	if (total)
		name = str_sub(name, 0, name.n - 6);
	if (total && top_is_of_diff(column_of(name))) {
		s.by = column_of(name);
		s.of_total = true;
		*out = s;
		return 0;
	}
	for (uint32_t i = 0; v != NULL && i < v->n_beside; i++) {
		if (!str_eq(name, type_name(v, &v->beside[i])))
			continue;
		s.by = TOP_BESIDE;
		s.beside = i;
		s.of_total = total;
		*out = s;
		return 0;
	}
	return err_set(err, ERR_USAGE,
		"unknown sort key \"%.*s\": self, self%%, sum%%, total, "
		"total%%, name, file; in a diff base, new, delta%%, times "
		"and each with :total",
		STR_ARG(text));
}

void
top_sort_print(struct top_sort s, const struct view *v, struct strbuf *out)
{
	if (s.reverse)
		strbuf_addch(out, '-');
	if (s.by != TOP_BESIDE) {
		strbuf_addc(out, column_name[s.by]);
		strbuf_addc(out,
			top_is_of_diff(s.by) && s.of_total ? ":total" : "");
	} else if (s.beside < v->n_beside) {
		strbuf_add(out, type_name(v, &v->beside[s.beside]));
		strbuf_addc(out, s.of_total ? ":total" : "");
	}
}

/* The sort keys of a list: no more than there is room for. */
struct keys {
	struct top_sort key[64];
	size_t n;
};

static void
add_key(struct keys *keys, struct top_sort key)
{
	if (keys->n < COUNT_OF(keys->key))
		keys->key[keys->n++] = key;
}

/* The sort keys that a column offers; percents sort as what they are
   percents of. */
static void
add_keys(struct keys *keys, const struct top *t, enum top_column by)
{
	if (by == TOP_SELF_PERCENT || by == TOP_SUM_PERCENT ||
		by == TOP_TOTAL_PERCENT ||
		(top_is_of_diff(by) && !t->view->is_diff))
		return;
	if (by != TOP_BESIDE) {
		add_key(keys, (struct top_sort){ .by = by });
		return;
	}
	for (uint32_t b = 0; b < t->view->n_beside * 2; b++)
		add_key(keys,
			(struct top_sort){
				.by = by, .beside = b / 2, .of_total = b % 2 });
}

/* The columns from left to right. In a diff base, new and so on come twice:
   of self, then of the total, and the names last. */
static void
keys_of(struct keys *keys, const struct top *t)
{
	bool diff = t->view->is_diff, has_total = false;

	keys->n = 0;
	for (uint32_t i = 0; i < t->o.n_columns; i++) {
		enum top_column by = t->o.column[i];

		has_total |= by == TOP_TOTAL;
		if (!diff ||
			(by != TOP_TOTAL && by != TOP_NAME && by != TOP_FILE))
			add_keys(keys, t, by);
	}
	for (uint32_t i = 0; diff && has_total && i < t->o.n_columns; i++) {
		enum top_column by = t->o.column[i];

		if (by == TOP_SELF)
			add_keys(keys, t, TOP_TOTAL);
		else if (top_is_of_diff(by))
			add_key(keys,
				(struct top_sort){
					.by = by, .of_total = true });
	}
	for (uint32_t i = 0; diff && i < t->o.n_columns; i++)
		if (t->o.column[i] == TOP_NAME || t->o.column[i] == TOP_FILE)
			add_keys(keys, t, t->o.column[i]);
}

static bool
same_key(const struct top_sort *a, const struct top_sort *b)
{
	return a->by == b->by &&
		(a->by != TOP_BESIDE || a->beside == b->beside) &&
		((a->by != TOP_BESIDE && !top_is_of_diff(a->by)) ||
			a->of_total == b->of_total);
}

struct top_sort
top_sort_step(const struct top *t, int step)
{
	struct top_sort now = t->o.sort;
	struct keys keys;
	size_t at = 0;

	keys_of(&keys, t);
	if (now.by == TOP_SELF_PERCENT || now.by == TOP_SUM_PERCENT)
		now.by = TOP_SELF;
	if (now.by == TOP_TOTAL_PERCENT)
		now.by = TOP_TOTAL;
	while (at < keys.n && !same_key(&keys.key[at], &now))
		at++;
	if (keys.n == 0 || (at == keys.n && step < 0))
		return now;
	if (at == keys.n)
		return keys.key[0];
	if (step < 0 ? at > 0 : at + 1 < keys.n)
		at = step < 0 ? at - 1 : at + 1;
	return keys.key[at];
}

int
top_columns_parse(struct str text, struct top_options *o, struct err *err)
{
	uint32_t n = 0;
	uint8_t column[TOP_COLUMN_KINDS];
	bool has_name = false;

	while (text.n > 0) {
		ptrdiff_t comma = str_chr(text, ',');
		struct str name =
			comma < 0 ? text : str_sub(text, 0, (size_t)comma);
		enum top_column k = column_of(name);

		text = str_skip(text, comma < 0 ? text.n : (size_t)comma + 1);
		if (k == TOP_COLUMN_KINDS || n == COUNT_OF(column))
			return err_set(err, ERR_USAGE,
				"unknown column \"%.*s\": self, self%%, sum%%, "
				"total, total%%, beside, name, file, and of "
				"diffs base, new, delta%%, times",
				STR_ARG(name));
		has_name |= k == TOP_NAME;
		column[n++] = (uint8_t)k;
	}
	/* A table without names says nothing. */
	if (n > 0 && !has_name && n < COUNT_OF(column))
		column[n++] = TOP_NAME;
	o->n_columns = n;
	memcpy(o->column, column, n);
	return 0;
}
