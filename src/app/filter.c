/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters one by one. */
#include "prelude.h"

#include "app/filter.h"

#include <inttypes.h>

#include "app/undo.h"
#include "base/ascii.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/regexp.h"
#include "engine/tagfilter.h"

/* Return the next filter after `o` in the option table, or NULL. For NULL,
   return the first. */
static const struct option *
filter_after(const struct option *o)
{
	size_t n;
	const struct option *all = options_all(&n);

	for (o = o == NULL ? all : o + 1; o < all + n; o++)
		if (o->filters != NO_FILTER)
			return o;
	return NULL;
}

static void
filter_set(struct app *app, const struct option *o, struct str value)
{
	struct options_target t = app_target(app, &app->now);
	struct err ignored = ERR_INIT;

	if (value.n == 0)
		option_reset(o, t);
	else
		(void)option_set(o, t, value, &ignored);
}

static size_t
filter_add(struct filter out[FILTERS_MAX], size_t n, struct filter f)
{
	if (n < FILTERS_MAX && f.value.n > 0)
		out[n++] = f;
	return n;
}

size_t
filters_of(const struct state *s, struct filter out[FILTERS_MAX])
{
	struct str off = s->off;
	size_t n = 0;

	for (const struct option *o = NULL; (o = filter_after(o)) != NULL;) {
		struct filter f = { .option = o };
		struct str text = option_text(o, &s->query);

		if (o->type != OPT_LIST) {
			f.value = text;
			n = filter_add(out, n, f);
			continue;
		}
		for (; text.n > 0; f.line++) {
			f.value = str_cut(&text, '\n');
			n = filter_add(out, n, f);
		}
	}
	for (size_t line = 0; off.n > 0; line++) {
		struct str value = str_cut(&off, '\n');
		struct str name = str_cut(&value, '=');
		struct filter f = { .option = option_find(name, NULL),
			.value = value,
			.line = line,
			.off = true };

		n = filter_add(out, n, f);
	}
	return n;
}

void
filter_text(struct strbuf *out, const struct filter *f)
{
	struct str name = str_c(f->option->doc.name);

	if (str_starts(name, STR("more_")))
		name = str_skip(name, 5);
	strbuf_add3(out, "", name, "=");
	strbuf_add(out, f->value);
}

/* Append all lines but number `line`. */
static void
filter_without_line(struct strbuf *out, struct str lines, size_t line)
{
	for (size_t i = 0; lines.n > 0; i++) {
		struct str one = str_cut(&lines, '\n');

		if (i != line)
			strbuf_add3(out, out->n > 0 ? "\n" : "", one, "");
	}
}

static void
filter_add_line(struct strbuf *out, struct str lines, struct str line)
{
	strbuf_add3(out, "", lines, lines.n > 0 ? "\n" : "");
	strbuf_add(out, line);
}

void
filter_delete(struct app *app, const struct filter *f)
{
	struct strbuf rest = STRBUF_INIT;

	if (f->off) {
		filter_without_line(&rest, app->now.off, f->line);
		app->now.off = app_keep(app, strbuf_str(&rest));
	} else {
		if (f->option->type == OPT_LIST)
			filter_without_line(&rest,
				option_text(f->option, &app->now.query),
				f->line);
		filter_set(app, f->option, strbuf_str(&rest));
	}
	strbuf_free(&rest);
}

/* Add a filter to the inactive ones. */
static void
put_off(struct app *app, const struct option *o, struct str value)
{
	struct strbuf off = STRBUF_INIT;

	filter_add_line(&off, app->now.off, str_c(o->doc.name));
	strbuf_addch(&off, '=');
	strbuf_add(&off, value);
	app->now.off = app_keep(app, strbuf_str(&off));
	strbuf_free(&off);
}

void
filter_switch(struct app *app, const struct filter *f)
{
	struct str before = option_text(f->option, &app->now.query);
	struct strbuf text = STRBUF_INIT;

	filter_delete(app, f);
	if (!f->off) {
		put_off(app, f->option, f->value);
		return;
	}
	if (f->option->type == OPT_LIST)
		filter_add_line(&text, before, f->value);
	else
		strbuf_add(&text, f->value);
	if (f->option->type != OPT_LIST && before.n > 0)
		put_off(app, f->option, before);
	filter_set(app, f->option, strbuf_str(&text));
	strbuf_free(&text);
}

void
filters_clear(struct app *app)
{
	for (const struct option *o = NULL; (o = filter_after(o)) != NULL;)
		filter_set(app, o, STR_EMPTY);
	app->now.off = STR_EMPTY;
	for (int i = 0; i < PANES; i++)
		app->now.rows[i] = STR_EMPTY;
}

const struct option *
filter_target(struct app *app, const struct state *base,
	const struct option *option, struct str value, struct str *out)
{
	const struct option *more = option->more != NULL
		? option_find(str_c(option->more), NULL)
		: NULL;
	struct strbuf lines = STRBUF_INIT;

	if (more == NULL || option_text(option, &base->query).n == 0 ||
		value.n == 0) {
		*out = app_keep(app, value);
		return option;
	}
	filter_add_line(&lines, option_text(more, &base->query), value);
	*out = app_keep(app, strbuf_str(&lines));
	strbuf_free(&lines);
	return more;
}

int
filter_apply(struct app *app, const struct option *o, struct err *err)
{
	struct str text;
	struct strbuf pattern = STRBUF_INIT;
	struct str old;
	int rc;
	frame_id id;
	const struct frame *f;

	/* Take the frame's function or, without one, its file: name filters
	   match nothing else. */
	id = selected_frame(app);
	if (id == NONE) {
		text = STR_EMPTY;
	} else {
		f = &app->shown.view->frames->frame[id];
		if (f->name.n > 0)
			text = f->name;
		else
			text = frame_file(app->shown.view->frames, id);
	}

	if (text.n == 0)
		return err_set(err, ERR_USAGE, "%s: select a function first",
			o->doc.name);
	regexp_quote(&pattern, text);
	old = option_text(o, &app->now.query);
	if (o->keeps_older && old.n > 0) {
		strbuf_addch(&pattern, '|');
		strbuf_add(&pattern, old);
	}
	rc = change_option(app, o, app_keep(app, strbuf_str(&pattern)), err);
	strbuf_free(&pattern);
	return rc;
}

/* ---- Label filters as sets of values ---- */

/* Maximum number of text comparisons, about 50 ms. */
enum { LOOKED_AT_MAX = 16 << 20 };

/* One filter that names a key. */
struct tag_line {
	struct str key;
	bool drops;
	bool is_range;
	struct tag_range range;
	VEC(struct regexp *) match; /* unless is_range: one must match */
};

struct tagset {
	VEC(struct tag_line) line;
};

/* Add a filter if it names a key. An invalid one matches nothing; the engine
   warns about it. */
static void
tagset_add_line(struct tagset *t, struct str filter, bool drops)
{
	struct tag_line l = { .key = tag_filter_key(filter), .drops = drops };
	struct str text = str_skip(filter, l.key.n + 1);
	struct err err = ERR_INIT;
	int is_range;

	if (l.key.n == 0)
		return;
	is_range = tag_range_parse("", text, &l.range, &err);
	l.is_range = is_range > 0;
	if (is_range == 0) {
		do {
			struct regexp *m =
				regexp_new(str_cut(&text, ','), NULL, &err);

			if (m != NULL)
				vec_push(&l.match, m);
		} while (text.p != NULL);
	}
	vec_push(&t->line, l);
}

struct tagset *
tagset_new(const struct query *q)
{
	struct tagset *t = xcalloc(1, sizeof(*t));
	struct str more = q->more_tagfocus, drop = q->more_tagignore;

	tagset_add_line(t, q->tagfocus, false);
	tagset_add_line(t, q->tagignore, true);
	while (more.n > 0)
		tagset_add_line(t, str_cut(&more, '\n'), false);
	while (drop.n > 0)
		tagset_add_line(t, str_cut(&drop, '\n'), true);
	return t;
}

void
tagset_free(struct tagset *t)
{
	if (t == NULL)
		return;
	for (size_t i = 0; i < t->line.n; i++) {
		struct tag_line *l = &t->line.p[i];

		for (size_t k = 0; k < l->match.n; k++)
			regexp_free(l->match.p[k]);
		vec_free(&l->match);
	}
	vec_free(&t->line);
	free(t);
}

static bool
line_takes(const struct tag_line *l, const struct tag_key *key,
	const struct tag_value *value)
{
	if (value->numeric)
		return l->is_range &&
			tag_range_has(&l->range, value->num, key->unit) &&
			tag_range_has(&l->range, value->max, key->unit);
	for (size_t i = 0; i < l->match.n; i++)
		if (regexp_str(l->match.p[i], value->text))
			return true;
	return false;
}

enum tagset_choice
tagset_choice(const struct tagset *t, const struct tag_key *key,
	const struct tag_value *value)
{
	bool chosen = false, missed = false;

	for (size_t i = 0; i < t->line.n; i++) {
		const struct tag_line *l = &t->line.p[i];

		if (!str_eq(l->key, key->key))
			continue;
		if (!line_takes(l, key, value))
			missed = missed || !l->drops;
		else if (l->drops)
			return TAGSET_DROPPED;
		else
			chosen = true;
	}
	return chosen && !missed ? TAGSET_CHOSEN : TAGSET_NONE;
}

bool
tagset_names(const struct tagset *t, const struct tag_key *key)
{
	for (size_t i = 0; i < t->line.n; i++)
		if (str_eq(t->line.p[i].key, key->key))
			return true;
	return false;
}

/* Filters from values. */

static bool
is_plain_text(struct str s)
{
	struct tag_range range;
	struct err err = ERR_INIT;

	for (size_t i = 0; i < s.n; i++)
		if (!ascii_is_letter(s.p[i]) && !ascii_is_digit(s.p[i]) &&
			str_chr(STR("_-/:@"), s.p[i]) < 0 &&
			(unsigned char)s.p[i] < 0x80)
			return false;
	return s.n > 0 && tag_range_parse("", s, &range, &err) == 0;
}

/* The distinct texts of a key's values in the whole profile. */
struct key_texts {
	struct str *p; /* owned */
	size_t n, cap;
};

/* Append patterns for the n values whose choice is `want`. */
static void
add_texts(struct strbuf *out, const struct profile *p,
	const struct tag_key *key, const uint8_t *is, enum tagset_choice want,
	size_t n)
{
	struct key_texts all = { NULL, 0, 0 };
	bool first = true;
	str_id id = intern_find(&p->strings, key->key);
	bool *seen = xcalloc(p->strings.n + 1, sizeof(*seen));

	for (uint32_t i = 0; i < p->labels.first[p->labels.n]; i++) {
		const struct label *l = &p->labels.label[i];

		if (l->key != id || l->str == NONE || seen[l->str])
			continue;
		seen[l->str] = true;
		vec_push(&all, profile_str(p, l->str));
	}
	free(seen);
	for (size_t i = 0; i < key->n; i++) {
		const struct key_texts *text_all;
		struct str text;
		struct strbuf quoted = STRBUF_INIT;
		bool is_short;

		if (is[i] != want || key->value[i].numeric)
			continue;
		if (!first)
			strbuf_addch(out, ',');
		first = false;
		/* Write the text plainly if no other text of this key contains
		   it. If there are too many to compare, quote all. */
		text_all = n * all.n <= LOOKED_AT_MAX ? &all : NULL;
		text = key->value[i].text;
		is_short = text_all != NULL && is_plain_text(text);
		for (size_t j = 0; is_short && j < text_all->n; j++)
			is_short = text_all->p[j].n <= text.n ||
				str_find(text_all->p[j], text, 0) < 0;
		if (is_short) {
			strbuf_add(out, text);
		} else {
			/* A comma ends the pattern, a newline the filter. */
			regexp_quote(&quoted, text);
			for (size_t j = 0; j < quoted.n; j++) {
				if (quoted.p[j] == ',' || quoted.p[j] == '\n') {
					if (j > 0 && quoted.p[j - 1] == '\\')
						out->n--;
					strbuf_addf(out, "\\x%02x",
						(unsigned)quoted.p[j]);
				} else {
					strbuf_addch(out, quoted.p[j]);
				}
			}
			strbuf_free(&quoted);
		}
	}
	vec_free(&all);
}

static int
add_range(struct strbuf *out, const struct tag_key *key, int64_t lo, int64_t hi,
	struct err *err)
{
	struct str unit = key->unit, text;
	struct tag_range range;
	size_t from = out->n;

	for (size_t i = 0; i < key->unit.n; i++)
		if (!ascii_is_letter(key->unit.p[i]))
			unit = STR_EMPTY;

	strbuf_addf(out, "%" PRId64 "%.*s", lo, STR_ARG(unit));
	if (hi != lo)
		strbuf_addf(out, ":%" PRId64 "%.*s", hi, STR_ARG(unit));
	text = str_skip(strbuf_str(out), from);
	if (tag_range_parse("tagfocus", text, &range, err) == 1 &&
		tag_range_has(&range, lo, key->unit) &&
		tag_range_has(&range, hi, key->unit))
		return 0;
	return err_set(err, ERR_USAGE,
		"no filter can separate the numbers of %.*s",
		STR_ARG(key->key));
}

static int
check_key(const struct tag_key *key, struct err *err)
{
	if (key->key.n > 0 && str_chr(key->key, '=') < 0 &&
		str_chr(key->key, '\n') < 0)
		return 0;
	return err_set(err, ERR_USAGE, "no filter can name the label \"%.*s\"",
		STR_ARG(key->key));
}

static size_t
count_choice(const uint8_t *is, size_t n, enum tagset_choice want)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += is[i] == want;
	return count;
}

/* Find the range of those numbers of a key whose choice is `want`; of all its
   numbers if `is` is NULL. Return their count. */
static size_t
number_range(const struct tag_key *key, const uint8_t *is,
	enum tagset_choice want, int64_t *lo, int64_t *hi)
{
	size_t n = 0;

	*lo = INT64_MAX;
	*hi = INT64_MIN;
	for (size_t i = 0; i < key->n; i++) {
		const struct tag_value *v = &key->value[i];

		if (!v->numeric || (is != NULL && is[i] != want))
			continue;
		n++;
		*lo = v->num < *lo ? v->num : *lo;
		*hi = v->max > *hi ? v->max : *hi;
	}
	return n;
}

/* Append a filter for the values whose choice is `want`, if there are any. */
static int
filter_of(struct strbuf *out, const struct profile *p,
	const struct tag_key *key, const uint8_t *is, enum tagset_choice want,
	struct err *err)
{
	int64_t lo, hi;
	size_t numbers = number_range(key, is, want, &lo, &hi);
	size_t texts = count_choice(is, key->n, want) - numbers;

	if (texts > 0 && numbers > 0)
		return err_set(err, ERR_USAGE,
			"a filter takes strings or numbers, not both");
	if (texts + numbers == 0)
		return 0;
	strbuf_addf(out, "%.*s=", STR_ARG(key->key));
	if (texts > 0) {
		add_texts(out, p, key, is, want, texts);
		return 0;
	}
	for (size_t i = 0; i < key->n; i++)
		if (is[i] != want && key->value[i].numeric &&
			key->value[i].num >= lo && key->value[i].max <= hi)
			return err_set(err, ERR_USAGE,
				"a filter keeps one range of numbers; shorten "
				"the range from its ends");
	return add_range(out, key, lo, hi, err);
}

/* Replace the key's filters in tagfocus, or in tagignore if `drops`. */
static void
tagset_put(struct app *app, struct str key, bool drops, struct str filter)
{
	struct query *q = &app->now.query;
	struct str *first = drops ? &q->tagignore : &q->tagfocus;
	struct str *further = drops ? &q->more_tagignore : &q->more_tagfocus;
	struct strbuf more = STRBUF_INIT;
	struct str lines = *further;
	bool placed = filter.n == 0;

	if (str_eq(tag_filter_key(*first), key)) {
		*first = app_keep(app, filter);
		placed = true;
	}
	while (lines.n > 0) {
		struct str line = str_cut(&lines, '\n');

		if (str_eq(tag_filter_key(line), key)) {
			line = placed ? STR_EMPTY : filter;
			placed = true;
		}
		strbuf_add3(
			&more, line.n > 0 && more.n > 0 ? "\n" : "", line, "");
	}
	if (!placed && first->n > 0)
		strbuf_add3(&more, more.n > 0 ? "\n" : "", filter, "");
	else if (!placed)
		*first = app_keep(app, filter);
	/* Use tagfocus and tagignore first: pprof has only these. */
	lines = strbuf_str(&more);
	if (first->n == 0 && lines.n > 0)
		*first = app_keep(app, str_cut(&lines, '\n'));
	*further = app_keep(app, lines);
	strbuf_free(&more);
}

int
tagset_change(struct app *app, const struct tag_key *key, const uint32_t *value,
	size_t n, enum tagset_change what, struct err *err)
{
	const struct profile *p = app->session->profile;
	struct strbuf focus = STRBUF_INIT, ignore = STRBUF_INIT;
	struct tagset *t;
	uint8_t *is; /* [key->n] enum tagset_choice */
	int rc = check_key(key, err);
	enum tagset_choice to;
	int64_t lo, hi;
	bool on = false;

	if (rc != 0)
		return rc;
	t = tagset_new(&app->now.query);
	is = xcalloc(key->n + 1, 1);
	for (size_t i = 0; i < key->n; i++)
		is[i] = (uint8_t)tagset_choice(t, key, &key->value[i]);
	tagset_free(t);
	/* Compute the new choices of the key's values. */
	to = what == TAGSET_DROP ? TAGSET_DROPPED : TAGSET_CHOSEN;
	for (size_t i = 0; i < n; i++)
		on = on || is[value[i]] != to;
	if (what == TAGSET_ONLY) {
		on = on || count_choice(is, key->n, to) > n;
		for (size_t i = 0; i < key->n; i++)
			is[i] = is[i] == to ? TAGSET_NONE : is[i];
	}
	for (size_t i = 0; i < n; i++)
		is[value[i]] = (uint8_t)(on ? to : TAGSET_NONE);
	if (on) {
		/* A range includes all numbers between its ends. */
		(void)number_range(key, is, to, &lo, &hi);
		for (size_t i = 0; i < key->n; i++)
			if (key->value[i].numeric && key->value[i].num >= lo &&
				key->value[i].max <= hi)
				is[i] = (uint8_t)to;
	}
	rc = filter_of(&focus, p, key, is, TAGSET_CHOSEN, err);
	if (rc == 0)
		rc = filter_of(&ignore, p, key, is, TAGSET_DROPPED, err);
	if (rc == 0) {
		tagset_put(app, key->key, false, strbuf_str(&focus));
		tagset_put(app, key->key, true, strbuf_str(&ignore));
	}
	free(is);
	strbuf_free(&focus);
	strbuf_free(&ignore);
	return rc;
}

int
tagset_filter(struct strbuf *out, const struct profile *p,
	const struct tag_key *key, const uint32_t *value, size_t n,
	struct err *err)
{
	uint8_t *is = xcalloc(key->n + 1, 1);
	int rc = check_key(key, err);

	for (size_t i = 0; i < n; i++)
		is[value[i]] = TAGSET_CHOSEN;
	if (rc == 0)
		rc = filter_of(out, p, key, is, TAGSET_CHOSEN, err);
	free(is);
	return rc;
}

/* Append a filter that matches every value of a key: "tenant=", or the range of
   all numbers. */
static int
whole_key(struct strbuf *out, const struct tag_key *key, struct err *err)
{
	int64_t lo, hi;
	size_t numbers = number_range(key, NULL, TAGSET_NONE, &lo, &hi);

	if (check_key(key, err) != 0)
		return -1;
	strbuf_addf(out, "%.*s=", STR_ARG(key->key));
	if (numbers == 0)
		return 0;
	if (numbers < key->n)
		return err_set(err, ERR_USAGE,
			"a filter takes strings or numbers, not both");
	return add_range(out, key, lo, hi, err);
}

static bool
has_line(struct str first, struct str more, struct str line)
{
	bool has = str_eq(first, line);

	while (more.n > 0)
		has = str_eq(str_cut(&more, '\n'), line) || has;
	return has;
}

enum tagset_choice
tagset_choice_without(const struct query *q, const struct tag_key *key)
{
	struct strbuf all = STRBUF_INIT;
	struct err err = ERR_INIT;
	enum tagset_choice choice = TAGSET_NONE;

	if (whole_key(&all, key, &err) == 0) {
		if (has_line(q->tagignore, q->more_tagignore, strbuf_str(&all)))
			choice = TAGSET_CHOSEN;
		else if (has_line(q->tagfocus, q->more_tagfocus,
				 strbuf_str(&all)))
			choice = TAGSET_DROPPED;
	}
	strbuf_free(&all);
	return choice;
}

int
tagset_without(struct app *app, const struct tag_key *key,
	enum tagset_change what, struct err *err)
{
	bool drop = what == TAGSET_DROP;
	enum tagset_choice now = tagset_choice_without(&app->now.query, key);
	struct strbuf all = STRBUF_INIT;

	if (whole_key(&all, key, err) != 0) {
		strbuf_free(&all);
		return -1;
	}
	tagset_put(app, key->key, false, STR_EMPTY);
	tagset_put(app, key->key, true, STR_EMPTY);
	if (now != (drop ? TAGSET_DROPPED : TAGSET_CHOSEN))
		tagset_put(app, key->key, !drop, strbuf_str(&all));
	strbuf_free(&all);
	return 0;
}
