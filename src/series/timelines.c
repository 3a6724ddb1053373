/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timelines, their orders, and files as a source. */
#include "prelude.h"

#include "series/timelines.h"

#include <inttypes.h>

#include "base/compiler.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "fetch/fetch.h"
#include "input/shell.h"
#include "load/load.h"
#include "load/serverpoints.h"
#include "profile/timesteps.h"
#include "profile/timetext.h"
#include "profile/unit.h"

/* ---- Snapshots, one by one ---- */

int
snapshots_each(const struct snapshot *s, size_t n, const struct load_spec *spec,
	int (*see)(void *on, const struct snapshot *s, const struct profile *p,
		struct err *err),
	void *on, struct progress *progress, struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		struct load_spec one = *spec;
		struct err why = ERR_INIT;
		struct profile *p;
		int rc = 0;

		one.source = &s[i].name;
		one.n_sources = 1;
		one.n_bases = one.n_diff_bases = 0;
		one.normalize = false;
		one.snapshots = NULL;
		one.range = one.base_range = STR_EMPTY;
		p = load_profile(&one, NULL, progress, &why);
		if (p != NULL)
			rc = see(on, &s[i], p, err);
		profile_unref(p);
		if (p == NULL && why.code == ERR_CANCELLED) {
			*err = why;
			return -1;
		}
		if (rc != 0)
			return -1;
	}
	return 0;
}

/* ---- Files as a source ---- */

/* A parsed order, and the lines collected so far. */
struct inquiry {
	struct str type, unit;
	bool by_label;   /* true: a line for each value of a label */
	struct str name; /* the label; or the function of the only line */
	struct load_spec spec;
	struct str function;  /* that name after the rules of names */
	struct intern values; /* names of line[], by index */
	VEC(struct value_line {
		struct points points;
		const struct snapshot *last; /* snapshot of the last point */
		double total;
	})
	line;
};

static void
inquiry_add(struct inquiry *q, struct str value, const struct snapshot *s,
	int64_t sum)
{
	struct point point = {
		.span = { s->time, s->time + s->duration }, .sum = sum, .n = 1
	};
	uint32_t id = intern_copy(&q->values, value);
	struct value_line *line;

	while (q->line.n <= id)
		vec_push(&q->line, (struct value_line){ .total = 0 });
	line = &q->line.p[id];
	line->total += (double)sum;
	if (line->last == s) {
		i64_sum(&line->points.p[line->points.n - 1].sum, sum);
		return;
	}
	line->last = s;
	points_add(&line->points, &point);
}

struct str
label_value(const struct profile *p, lset_id set, struct str key,
	struct strbuf *text)
{
	char number[UNIT_TEXT_MAX];
	int n;

	for (uint32_t i = p->labels.first[set]; i < p->labels.first[set + 1];
		i++) {
		const struct label *l = &p->labels.label[i];

		if (!str_eq(profile_str(p, l->key), key))
			continue;
		if (l->str != NONE)
			return profile_str(p, l->str);
		n = unit_label(
			l->num, profile_str(p, l->unit), STR("auto"), number);
		strbuf_reset(text);
		strbuf_add(text, str_from(number, (size_t)n));
		return strbuf_str(text);
	}
	return STR_EMPTY;
}

static void
see_label_values(struct inquiry *q, const struct snapshot *s,
	const struct profile *p, const int64_t *value)
{
	int64_t *sum = xcalloc(p->labels.n, sizeof(*sum));
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < p->sample.n; i++)
		i64_sum(&sum[p->sample.labels[i]], value[i]);
	for (lset_id set = 0; set < p->labels.n; set++)
		if (sum[set] != 0)
			inquiry_add(q, label_value(p, set, q->name, &text), s,
				sum[set]);
	strbuf_free(&text);
	free(sum);
}

/* True if a line of the location is in the function `name`. */
static bool
loc_has(const struct profile *p, loc_id loc, struct str name)
{
	for (uint32_t i = p->loc.line0[loc]; i < p->loc.line0[loc + 1]; i++) {
		func_id f = p->line.func[i];

		if (f != NONE && str_eq(profile_str(p, p->func.name[f]), name))
			return true;
	}
	return false;
}

bool *
nodes_below(const struct profile *p, struct str function)
{
	bool *on_loc = xcalloc(p->loc.n + 1, sizeof(*on_loc));
	bool *below = xcalloc(p->trie.n + 1, sizeof(*below));

	for (loc_id l = 0; l < p->loc.n; l++)
		on_loc[l] = loc_has(p, l, function);
	for (node_id n = 1; n < p->trie.n; n++)
		below[n] = below[p->trie.parent[n]] || on_loc[p->trie.loc[n]];
	free(on_loc);
	return below;
}

/* Add a point: the sum of the samples with the function on their stacks. */
static void
see_function(struct inquiry *q, const struct snapshot *s,
	const struct profile *p, const int64_t *value)
{
	bool *below = nodes_below(p, q->function);
	int64_t sum = 0;

	for (size_t i = 0; i < p->sample.n; i++)
		if (below[p->sample.leaf[i]])
			i64_sum(&sum, value[i]);
	inquiry_add(q, q->name, s, sum);
	free(below);
}

static int
see_one(void *on, const struct snapshot *s, const struct profile *p,
	struct err *err)
{
	struct inquiry *q = on;

	(void)err;
	for (uint32_t i = 0; i < p->types.n; i++)
		if (str_eq(profile_str(p, p->types.type[i]), q->type) &&
			str_eq(profile_str(p, p->types.unit[i]), q->unit)) {
			(q->by_label ? see_label_values : see_function)(
				q, s, p, p->sample.value[i]);
			break;
		}
	return 0;
}

enum { ORDER_SHARE = 1000000 }; /* unit of a share in an order */

void
snapshots_order(const struct snapshots *s, const struct load_spec *spec,
	const struct lines_wanted *q, struct strbuf *out)
{
	bool parts = s->served && !q->by_label && q->name.n > 0;
	struct arena arena = ARENA_INIT;

	strbuf_addstr(out,
		s->whole != NULL              ? "samples\n"
			: s->served && !parts ? "servers\n"
					      : "files\n");
	shell_word(out, q->type);
	strbuf_addch(out, ' ');
	shell_word(out, q->unit);
	strbuf_addf(out, " %d ", q->by_label);
	shell_word(out, q->name);
	strbuf_addf(out, " %d %d ", (int)spec->demangle, (int)spec->rules.ids);
	shell_word(out, spec->rules.rename);
	strbuf_addf(out, " %" PRId64 " %d", s->interval,
		(int)(s->share * (double)ORDER_SHARE));
	if (parts) {
		struct span window = q->window;

		/* A server sums up a range, so each part of the window is
		   fetched separately. */
		for (size_t i = 0; i < TIMELINES_PARTS * spec->n_sources; i++) {
			int at = (int)(i / spec->n_sources);
			struct span part = { column_time(window,
						     TIMELINES_PARTS, at),
				column_time(window, TIMELINES_PARTS, at + 1) };

			strbuf_addf(out, " %" PRId64 " %" PRId64 " ", part.from,
				part.until - part.from);
			shell_word(out,
				served_part(s,
					spec->source[i % spec->n_sources], part,
					&arena));
		}
	} else if (s->served || s->whole != NULL) {
		/* Words of the order for the sources "servers" and
		   "samples". */
		strbuf_addf(out, " %" PRId64 " %" PRId64 " %" PRId64,
			q->window.from, q->window.until, q->step);
		for (size_t i = 0; i < spec->n_sources && s->served; i++) {
			strbuf_addch(out, ' ');
			shell_word(out,
				served_part(
					s, spec->source[i], q->window, &arena));
		}
	}
	for (size_t i = 0; i < s->all.n; i++) {
		strbuf_addf(out, " %" PRId64 " %" PRId64 " ", s->all.p[i].time,
			s->all.p[i].duration);
		shell_word(out, s->all.p[i].name);
	}
	arena_free(&arena);
}

void
order_head(struct str *order, struct arena *arena, struct order_head *head)
{
	*head = (struct order_head){ .wanted = { .by_label = false } };
	head->wanted.type = order_word(order, arena);
	head->wanted.unit = order_word(order, arena);
	head->wanted.by_label = order_number(order, arena) != 0;
	head->wanted.name = order_word(order, arena);
	head->demangle = (enum demangle_mode)order_number(order, arena);
	head->rules.ids = (enum volatile_mode)order_number(order, arena);
	head->rules.rename = order_word(order, arena);
	head->interval = order_number(order, arena);
	head->share = (double)order_number(order, arena) / (double)ORDER_SHARE;
}

struct str
order_word(struct str *order, struct arena *arena)
{
	struct strbuf word = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	struct str out = STR_EMPTY;

	if (shell_next(order, &word, &ignored) > 0)
		out = arena_str(arena, strbuf_str(&word));
	else
		*order = STR_EMPTY;
	strbuf_free(&word);
	return out;
}

int64_t
order_number(struct str *order, struct arena *arena)
{
	int64_t n;

	return str_to_i64(order_word(order, arena), &n) ? n : 0;
}

static int
compare_value_lines(const void *a, const void *b)
{
	const struct value_line *const *x = a, *const *y = b;

	if ((*x)->total != (*y)->total)
		return (*x)->total > (*y)->total ? -1 : 1;
	return *x < *y ? -1 : *x > *y;
}

static int
files_lines(struct timelines *out, const struct load_spec *files,
	struct str order, struct progress *progress, struct err *err)
{
	struct arena arena = ARENA_INIT, text = ARENA_INIT;
	struct fetch_options fetch = fetch_defaults;
	struct inquiry q = { .spec = *files };
	struct order_head head;
	struct name_rules joined = { .ids = VOLATILE_KEEP };
	struct strbuf function = STRBUF_INIT;
	VEC(struct snapshot) snapshot = { NULL, 0, 0 };
	int rc;
	struct value_line **by_weight;

	order_head(&order, &arena, &head);
	q.type = head.wanted.type;
	q.unit = head.wanted.unit;
	q.by_label = head.wanted.by_label;
	q.name = head.wanted.name;
	q.spec.demangle = head.demangle;
	/* The files are compared, but the name may be of their sum. */
	q.spec.rules = name_rules_comparing(&head.rules, VOLATILE_JOIN);
	joined.ids = q.spec.rules.ids;
	renames_text(&function, q.name, &joined);
	q.function = strbuf_str(&function);
	/* Take the interval from the order, so that it is the same for all
	   parts of the window. */
	if (files->fetch != NULL)
		fetch = *files->fetch;
	fetch.interval = head.interval;
	fetch.no_counts = true;
	q.spec.fetch = &fetch;
	while (str_trim(order).n > 0) {
		struct snapshot s = { .time = order_number(&order, &arena) };

		s.duration = order_number(&order, &arena);
		s.name = order_word(&order, &arena);
		vec_push(&snapshot, s);
	}
	intern_init(&q.values, &text);
	rc = snapshots_each(
		snapshot.p, snapshot.n, &q.spec, see_one, &q, progress, err);
	/* Add the lines, the heaviest first. */
	by_weight = xcalloc(q.line.n + 1, sizeof(struct value_line *));
	for (size_t i = 0; i < q.line.n; i++)
		by_weight[i] = &q.line.p[i];
	qsort(by_weight, q.line.n, sizeof(struct value_line *),
		compare_value_lines);
	for (size_t i = 0; i < q.line.n; i++) {
		struct value_line *v = by_weight[i];
		struct timeline_line *line;

		if (v->points.n == 0)
			continue;
		line = timelines_add(
			out, intern_str(&q.values, (uint32_t)(v - q.line.p)));
		v->points.unit = arena_str(&out->arena, q.unit);
		points_complete(&v->points, q.type);
		if (line != NULL)
			line->points = v->points;
		else
			points_free(&v->points);
	}
	free(by_weight);
	intern_fini(&q.values);
	vec_free(&q.line);
	vec_free(&snapshot);
	strbuf_free(&function);
	arena_free(&arena);
	arena_free(&text);
	return rc;
}

const struct timesource timesource_files = {
	.name = "files",
	.lines = files_lines,
};

/* ---- The table ---- */

#define TIMESOURCE_ROW(name) &timesource_##name,
static const struct timesource *const sources[] = { TIMESOURCES(
	TIMESOURCE_ROW) };

struct timeline_line *
timelines_add(struct timelines *t, struct str name)
{
	struct timeline_line *line;

	if (t->n == TIMELINES_MAX) {
		t->others++;
		return NULL;
	}
	line = &t->line[t->n++];
	*line = (struct timeline_line){ .name = arena_str(&t->arena, name) };
	return line;
}

struct timelines *
timelines_new(const struct load_spec *files, struct str order,
	struct progress *progress)
{
	struct timelines *t = xcalloc(1, sizeof(*t));
	struct str kind = str_cut(&order, '\n');

	t->line = ARENA_ZARRAY(&t->arena, struct timeline_line, TIMELINES_MAX);
	for (size_t i = 0; i < COUNT_OF(sources); i++)
		if (str_is(kind, sources[i]->name))
			(void)sources[i]->lines(
				t, files, order, progress, &t->err);
	if (!progress_stopped(progress))
		return t;
	timelines_free(t);
	return NULL;
}

void
timelines_free(struct timelines *t)
{
	if (t == NULL)
		return;
	for (size_t i = 0; i < t->n; i++)
		points_free(&t->line[i].points);
	points_free(&t->all);
	arena_free(&t->arena);
	free(t);
}
