/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Label filters as sets of values: see tagset.h. */
#include "config.h"

#include "app/tagset.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/tags.h"
#include "engine/match.h"
#include "engine/tagfilter.h"

#include "base/banned.h"

/* Of pairs of texts of a key; some 50 ms. */
enum { LOOKED_AT_MAX = 16 << 20 };

/* One filter that names a key. */
struct tag_line {
	struct str key;
	bool drops;
	bool is_range;
	struct tag_range range;
	VEC(struct match *) match; /* one of these, else */
};

struct tagset {
	VEC(struct tag_line) line;
};

/* A filter that cannot be read is none: the engine has complained. */
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
			struct match *m =
				match_new(str_cut(&text, ','), NULL, &err);

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
			match_free(l->match.p[k]);
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
		if (match_str(l->match.p[i], value->text))
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

/* From values to a filter. */

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

/* The texts that a key has in the whole profile, each once. */
struct key_texts {
	struct str *p; /* owned */
	size_t n, cap;
};

static void
find_texts(struct key_texts *all, const struct profile *p, struct str key)
{
	str_id id = intern_find(&p->strings, key);
	bool *seen = xcalloc(p->strings.n + 1, sizeof(*seen));

	for (uint32_t i = 0; i < p->labels.first[p->labels.n]; i++) {
		const struct label *l = &p->labels.label[i];

		if (l->key != id || l->str == NONE || seen[l->str])
			continue;
		seen[l->str] = true;
		vec_push(all, profile_str(p, l->str));
	}
	free(seen);
}

static bool
is_part_of_another(const struct key_texts *all, struct str text)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->p[i].n > text.n && str_find(all->p[i], text, 0) >= 0)
			return true;
	return false;
}

/* As short as it can be without meaning another value; `all` is NULL when it
   need not be short. A comma would end the pattern and a newline the
   filter. */
static void
add_filter_text(
	struct strbuf *out, const struct key_texts *all, struct str text)
{
	struct strbuf quoted = STRBUF_INIT;

	if (all != NULL && is_plain_text(text) &&
		!is_part_of_another(all, text)) {
		strbuf_add(out, text);
		return;
	}
	match_quote(&quoted, text);
	for (size_t i = 0; i < quoted.n; i++) {
		if (quoted.p[i] == ',' || quoted.p[i] == '\n') {
			if (i > 0 && quoted.p[i - 1] == '\\')
				out->n--;
			strbuf_addf(out, "\\x%02x", quoted.p[i]);
		} else {
			strbuf_addch(out, quoted.p[i]);
		}
	}
	strbuf_free(&quoted);
}

/* Each text is looked for in all texts of the key: so many together that this
   would take long are not shortened. */
static void
add_texts(struct strbuf *out, const struct profile *p,
	const struct tag_key *key, const bool *flag, size_t n)
{
	struct key_texts all = { NULL, 0, 0 };
	bool first = true;

	find_texts(&all, p, key->key);
	for (size_t i = 0; i < key->n; i++) {
		if (!flag[i] || key->value[i].numeric)
			continue;
		if (!first)
			strbuf_addch(out, ',');
		first = false;
		add_filter_text(out, n * all.n <= LOOKED_AT_MAX ? &all : NULL,
			key->value[i].text);
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
count_set(const bool *flag, size_t n)
{
	size_t set = 0;

	for (size_t i = 0; i < n; i++)
		set += flag[i];
	return set;
}

/* The range of the numbers of a key, of those with a flag, or all with NULL.
   Returns how many they are. */
static size_t
number_range(
	const struct tag_key *key, const bool *flag, int64_t *lo, int64_t *hi)
{
	size_t n = 0;

	*lo = INT64_MAX;
	*hi = INT64_MIN;
	for (size_t i = 0; i < key->n; i++) {
		const struct tag_value *v = &key->value[i];

		if (!v->numeric || (flag != NULL && !flag[i]))
			continue;
		n++;
		*lo = v->num < *lo ? v->num : *lo;
		*hi = v->max > *hi ? v->max : *hi;
	}
	return n;
}

static bool
is_within(const struct tag_value *v, int64_t lo, int64_t hi)
{
	return v->numeric && v->num >= lo && v->max <= hi;
}

/* The filter for the values with a flag; empty when none has one. */
static int
filter_of(struct strbuf *out, const struct profile *p,
	const struct tag_key *key, const bool *flag, struct err *err)
{
	int64_t lo, hi;
	size_t numbers = number_range(key, flag, &lo, &hi);
	size_t texts = count_set(flag, key->n) - numbers;

	if (texts > 0 && numbers > 0)
		return err_set(err, ERR_USAGE,
			"one filter takes texts or numbers, not both");
	if (texts + numbers == 0)
		return 0;
	strbuf_addf(out, "%.*s=", STR_ARG(key->key));
	if (texts > 0) {
		add_texts(out, p, key, flag, texts);
		return 0;
	}
	for (size_t i = 0; i < key->n; i++)
		if (!flag[i] && is_within(&key->value[i], lo, hi))
			return err_set(err, ERR_USAGE,
				"numbers are filtered as one range: "
				"make it smaller at its ends");
	return add_range(out, key, lo, hi, err);
}

/* In place of all filters of the kind that are about the key. */
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
	/* The first one leads, as in pprof, which knows no more. */
	lines = strbuf_str(&more);
	if (first->n == 0 && lines.n > 0)
		*first = app_keep(app, str_cut(&lines, '\n'));
	*further = app_keep(app, lines);
	strbuf_free(&more);
}

/* Two sets of values, while they are changed. */
struct sets {
	bool *chosen, *dropped; /* [key->n] */
};

static void
read_sets(struct sets *s, const struct query *q, const struct tag_key *key)
{
	struct tagset *t = tagset_new(q);

	s->chosen = xcalloc(key->n + 1, sizeof(bool));
	s->dropped = xcalloc(key->n + 1, sizeof(bool));
	for (size_t i = 0; i < key->n; i++) {
		enum tagset_choice m = tagset_choice(t, key, &key->value[i]);

		s->chosen[i] = m == TAGSET_CHOSEN;
		s->dropped[i] = m == TAGSET_DROPPED;
	}
	tagset_free(t);
}

static void
set_all(bool *flag, const uint32_t *value, size_t n, bool on)
{
	for (size_t i = 0; i < n; i++)
		flag[value[i]] = on;
}

static void
change_sets(struct sets *s, const struct tag_key *key, const uint32_t *value,
	size_t n, enum tagset_change what)
{
	bool *flag = what == TAGSET_DROP ? s->dropped : s->chosen;
	bool *other = what == TAGSET_DROP ? s->chosen : s->dropped;
	int64_t lo, hi;
	bool on = false;

	for (size_t i = 0; i < n; i++)
		on = on || !flag[value[i]];
	if (what == TAGSET_ONLY) {
		on = on || count_set(flag, key->n) > n;
		memset(flag, 0, key->n * sizeof(*flag));
	}
	set_all(flag, value, n, on);
	if (!on)
		return;
	/* A number that is added to others takes in all between. */
	(void)number_range(key, flag, &lo, &hi);
	for (size_t i = 0; i < key->n; i++) {
		flag[i] = flag[i] || is_within(&key->value[i], lo, hi);
		other[i] = other[i] && !flag[i];
	}
}

int
tagset_change(struct app *app, const struct tag_key *key, const uint32_t *value,
	size_t n, enum tagset_change what, struct err *err)
{
	const struct profile *p = app->session->profile;
	struct strbuf focus = STRBUF_INIT, ignore = STRBUF_INIT;
	struct sets s;
	int rc = check_key(key, err);

	if (rc != 0)
		return rc;
	read_sets(&s, &app->now.query, key);
	change_sets(&s, key, value, n, what);
	rc = filter_of(&focus, p, key, s.chosen, err);
	if (rc == 0)
		rc = filter_of(&ignore, p, key, s.dropped, err);
	if (rc == 0) {
		tagset_put(app, key->key, false, strbuf_str(&focus));
		tagset_put(app, key->key, true, strbuf_str(&ignore));
	}
	free(s.chosen);
	free(s.dropped);
	strbuf_free(&focus);
	strbuf_free(&ignore);
	return rc;
}

int
tagset_filter(struct strbuf *out, const struct profile *p,
	const struct tag_key *key, const uint32_t *value, size_t n,
	struct err *err)
{
	bool *flag = xcalloc(key->n + 1, sizeof(bool));
	int rc = check_key(key, err);

	set_all(flag, value, n, true);
	if (rc == 0)
		rc = filter_of(out, p, key, flag, err);
	free(flag);
	return rc;
}

/* Every value of a key: "tenant=", or the range of all numbers. */
static int
whole_key(struct strbuf *out, const struct tag_key *key, struct err *err)
{
	int64_t lo, hi;
	size_t numbers = number_range(key, NULL, &lo, &hi);

	if (check_key(key, err) != 0)
		return -1;
	strbuf_addf(out, "%.*s=", STR_ARG(key->key));
	if (numbers == 0)
		return 0;
	if (numbers < key->n)
		return err_set(err, ERR_USAGE,
			"one filter takes texts or numbers, not both");
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
