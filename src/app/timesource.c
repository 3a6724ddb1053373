/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Snapshots, and files as a source of points: see timesource.h. */
#include "prelude.h"

#include "app/timesource.h"

#include <inttypes.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "fetch/fetch.h"
#include "input/shell.h"
#include "input/source.h"
#include "profile/merge.h"
#include "profile/sampletype.h"
#include "profile/timetext.h"
#include "profile/unit.h"

enum { NS_PER_MS = 1000000 };

/* ---- Snapshots ---- */

struct snapshots *
snapshots_new(void)
{
	struct snapshots *s = xcalloc(1, sizeof(*s));

	atomic_init(&s->refs, 1);
	return s;
}

struct snapshots *
snapshots_after(const struct snapshots *before)
{
	struct snapshots *s = snapshots_new();

	if (before != NULL)
		s->skew = before->skew;
	for (size_t i = 0; before != NULL && i < before->label.n; i++)
		vec_push(&s->label, arena_str(&s->arena, before->label.p[i]));
	return s;
}

struct snapshots *
snapshots_ref(struct snapshots *s)
{
	atomic_fetch_add(&s->refs, 1);
	return s;
}

void
snapshots_unref(struct snapshots *s)
{
	if (s == NULL || atomic_fetch_sub(&s->refs, 1) > 1)
		return;
	vec_free(&s->all);
	vec_free(&s->shape);
	vec_free(&s->label);
	points_free(&s->line);
	profile_unref(s->whole);
	arena_free(&s->arena);
	free(s);
}

static bool
type_list_fits(const struct type_list *shape, const struct profile *p)
{
	if (shape->n != p->types.n)
		return false;
	for (uint32_t i = 0; i < shape->n; i++)
		if (!str_eq(shape->type[i], profile_str(p, p->types.type[i])) ||
			!str_eq(shape->unit[i],
				profile_str(p, p->types.unit[i])))
			return false;
	return true;
}

static uint32_t
type_list_of(struct snapshots *s, const struct profile *p)
{
	struct type_list new = { .n = p->types.n };

	for (size_t i = 0; i < s->shape.n; i++)
		if (type_list_fits(&s->shape.p[i], p))
			return (uint32_t)i;
	new.type = ARENA_ARRAY(&s->arena, struct str, new.n);
	new.unit = ARENA_ARRAY(&s->arena, struct str, new.n);
	for (uint32_t i = 0; i < new.n; i++) {
		new.type[i] =
			arena_str(&s->arena, profile_str(p, p->types.type[i]));
		new.unit[i] =
			arena_str(&s->arena, profile_str(p, p->types.unit[i]));
	}
	vec_push(&s->shape, new);
	return (uint32_t)s->shape.n - 1;
}

struct dated
dated_of(struct str name, const struct profile *p)
{
	struct dated s = { .name = name,
		.time = p->header.time_nanos / NS_PER_MS,
		.known = TIME_IN_PROFILE };

	if (p->header.duration_nanos > 0)
		s.duration = p->header.duration_nanos / NS_PER_MS;
	if (s.time <= 0) {
		s.time = instant_in_name(str_basename(name));
		s.known = TIME_IN_NAME;
	}
	if (s.time <= 0) {
		struct stat st;

		/* It was written when it was over. */
		/* When the file was written last. */

		s.time = (source_stat(name, &st)
					 ? (int64_t)st.st_mtim.tv_sec * 1000 +
						 st.st_mtim.tv_nsec / NS_PER_MS
					 : 0) -
			s.duration;
		s.known = TIME_OF_FILE;
	}
	if (s.time <= 0)
		s.known = TIME_UNKNOWN;
	return s;
}

void
snapshots_take(struct snapshots *s, struct str name, const struct profile *p)
{
	struct dated shot = dated_of(name, p);
	int64_t *sum = ARENA_ZARRAY(&s->arena, int64_t, p->types.n);

	for (uint32_t i = 0; i < p->types.n; i++)
		for (size_t k = 0; k < p->sample.n; k++)
			i64_sum(&sum[i], p->sample.value[i][k]);
	shot.name = arena_str(&s->arena, name);
	shot.sum = sum;
	shot.shape = type_list_of(s, p);
	vec_push(&s->all, shot);
}

static int
compare_snapshots(const void *a, const void *b)
{
	const struct dated *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return str_cmp(x->name, y->name);
}

void
snapshots_done(struct snapshots *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->all.n; i++)
		if (s->all.p[i].known != TIME_UNKNOWN)
			s->all.p[n++] = s->all.p[i];
	s->all.n = n;
	if (n > 1)
		qsort(s->all.p, n, sizeof(*s->all.p), compare_snapshots);
}

struct span
snapshots_extent(const struct snapshots *s)
{
	struct points ps = { .p = NULL };
	struct span extent;

	if (!snapshots_counted(s))
		return s->asked;
	for (size_t i = 0; i < s->all.n; i++) {
		const struct dated *x = &s->all.p[i];

		points_add(&ps,
			&(struct point){
				.span = { x->time, x->time + x->duration } });
	}
	points_done(&ps);
	extent = points_extent(&ps);
	points_free(&ps);
	return extent;
}

/* ---- Points ---- */

/* The column of a type in a list; NONE. */
static uint32_t
type_list_column(
	const struct type_list *shape, struct str type, struct str unit)
{
	for (uint32_t i = 0; i < shape->n; i++)
		if (str_eq(shape->type[i], type) &&
			unit_compatible(shape->unit[i], unit))
			return i;
	return NONE;
}

static int64_t
in_unit(int64_t sum, struct str from, struct str to)
{
	bool clamped = false;
	struct str ignored;

	return str_eq(from, to)
		? sum
		: i64_round(unit_scale(sum, from, to, &ignored), &clamped);
}

bool
points_level(struct str type, struct str unit)
{
	enum kind_group group = kind_of(type, unit)->group;

	return group == GROUP_INUSE || group == GROUP_CONCURRENCY;
}

/* What was measured for a while, and is not a level, is more the longer that
   was. Sums since a program began have no duration. */
void
points_complete(struct points *ps, struct str type)
{
	size_t lasting = 0;

	points_done(ps);
	for (size_t i = 0; i < ps->n; i++)
		lasting += ps->p[i].span.until > ps->p[i].span.from;
	ps->per_second = lasting > ps->n / 2 && !points_level(type, ps->unit);
}

void
snapshots_points(const struct snapshots *s, struct str type, struct str unit,
	struct points *out)
{
	*out = (struct points){ .unit = unit };
	if (s->whole != NULL) {
		sampled_points(s, type, unit, out);
		return;
	}
	if (s->served) {
		if (str_eq(s->type, type) &&
			unit_compatible(s->line.unit, out->unit)) {
			for (size_t i = 0; i < s->line.n; i++) {
				struct point p = s->line.p[i];

				p.sum = in_unit(p.sum, s->line.unit, out->unit);
				points_add(out, &p);
			}
			out->grid = s->line.grid;
		}
	}
	for (size_t i = 0; i < s->all.n; i++) {
		const struct dated *x = &s->all.p[i];
		const struct type_list *shape = &s->shape.p[x->shape];
		uint32_t column = type_list_column(shape, type, unit);
		struct point p = { .span = { x->time, x->time + x->duration },
			.n = 1,
			.guessed = x->known == TIME_OF_FILE };

		if (column == NONE)
			continue;
		p.sum = in_unit(x->sum[column], shape->unit[column], unit);
		points_add(out, &p);
	}
	points_complete(out, type);
}

int64_t
snapshots_covered(const struct snapshots *s, struct span span)
{
	struct points ps = { .p = NULL };
	int64_t covered;

	for (size_t i = 0; i < s->all.n; i++) {
		const struct dated *x = &s->all.p[i];
		struct point p = { .span = { x->time, x->time + x->duration },
			.n = 1 };

		points_add(&ps, &p);
	}
	points_done(&ps);
	covered = points_sum(&ps, span).covered;
	points_free(&ps);
	return covered;
}

int
snapshots_span(const struct snapshots *s, struct str text, int64_t now,
	struct span *out, struct err *err)
{
	struct instant_base base = { .now = now != 0 ? now : clock_now(),
		.extent = snapshots_extent(s) };
	struct strbuf have = STRBUF_INIT;

	if (s->all.n == 0 && snapshots_counted(s))
		return err_set(err, ERR_USAGE,
			"the time of what is opened is not known");
	if (instant_parse_span(text, &base, out, err) != 0)
		return -1;
	/* What there is of another time, the server knows. */
	if (!s->served)
		*out = span_both(*out, base.extent);
	if (!snapshots_counted(s) && !span_is_empty(*out))
		return 0;
	for (size_t i = 0; i < s->all.n; i++)
		if (span_has(*out, s->all.p[i].time))
			return 0;
	instant_put(&have, base.extent.from, base.now);
	strbuf_addstr(&have, " to ");
	instant_put(&have, base.extent.until, base.extent.from);
	err_set(err, ERR_USAGE, "no %s is from %.*s: they are from %s",
		s->whole != NULL ? "sample" : "profile", STR_ARG(text),
		strbuf_c(&have));
	strbuf_free(&have);
	return -1;
}

const struct str *
snapshots_sources(const struct snapshots *s, const struct load_spec *spec,
	struct span span, struct arena *arena, size_t *n)
{
	struct str *name;

	*n = spec->n_sources;
	if (s->served)
		return served_names(spec->source, *n, span, arena);
	name = ARENA_ARRAY(arena, struct str, s->all.n);
	*n = 0;
	for (size_t i = 0; i < s->all.n; i++)
		if (span_has(span, s->all.p[i].time))
			name[(*n)++] = s->all.p[i].name;
	return name;
}

/* ---- Sums and means ---- */

int64_t
snapshots_of_level(const struct snapshots *s, struct span span,
	const struct profile *p, uint32_t column)
{
	int64_t n = 0;

	if (s->whole != NULL ||
		!points_level(profile_str(p, p->types.type[column]),
			profile_str(p, p->types.unit[column])))
		return 1;
	if (s->served) {
		if (s->interval == 0)
			return 0;
		n = (span.until - span.from + s->interval / 2) / s->interval;
		return n > 1 ? n : 1;
	}
	for (size_t i = 0; i < s->all.n; i++)
		n += span_has(span, s->all.p[i].time);
	return n;
}

const struct profile *
snapshots_level(const struct snapshots *s, struct span span,
	const struct profile *p, struct warnings *warnings,
	struct progress *progress, struct err *err)
{
	const struct merge_options options = { .progress = progress };
	double *ratio = xcalloc((size_t)p->types.n + 1, sizeof(*ratio));
	struct merge_part part = {
		.profile = p, .ratio = ratio, .of_sums = true
	};
	struct profile *made = NULL;
	bool any = false;

	if (s->whole != NULL) {
		free(ratio);
		return sampled_cut(s, span, p, progress, err);
	}
	for (uint32_t i = 0; i < p->types.n && snapshots_counted(s); i++) {
		int64_t n = snapshots_of_level(s, span, p, i);

		ratio[i] = 1 / (double)(n > 0 ? n : 1);
		if (n < 2)
			continue;
		if (!any)
			warnings_add(warnings,
				"%.*s: the mean of %" PRId64 " snapshots",
				STR_ARG(profile_str(p, p->types.type[i])), n);
		any = true;
	}
	if (any)
		made = merge_profiles(&part, 1, &options, err);
	/* What it was before is of several snapshots. */
	if (made != NULL)
		made->sample.raw = NULL;
	free(ratio);
	return any ? made : profile_ref(p);
}

void
snapshots_scale(const struct snapshots *s, struct span new, struct span base,
	const struct profile *p, double *out)
{
	for (uint32_t i = 0; i < p->types.n; i++) {
		struct str type = profile_str(p, p->types.type[i]);
		struct str unit = profile_str(p, p->types.unit[i]);
		struct points ps;
		struct points_sum a, b;

		out[i] = 1;
		if (points_level(type, unit))
			continue;
		if (!snapshots_counted(s)) {
			out[i] = (double)(new.until - new.from) /
				(double)(base.until - base.from);
			continue;
		}
		snapshots_points(s, type, unit, &ps);
		a = points_sum(&ps, new);
		b = points_sum(&ps, base);
		if (ps.per_second && a.covered > 0 && b.covered > 0)
			out[i] = (double)a.covered / (double)b.covered;
		else if (a.n > 0 && b.n > 0)
			out[i] = (double)a.n / (double)b.n;
		points_free(&ps);
	}
}

int
snapshots_each(const struct dated *s, size_t n, const struct load_spec *spec,
	int (*see)(void *on, const struct dated *s, const struct profile *p,
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

/* What is asked of each of them. */
struct inquiry {
	struct str type, unit;
	bool by_label;   /* of the values of the label `name`, */
	struct str name; /* else of the function of that name */
	struct load_spec spec;
	struct intern values; /* names of lines */
	VEC(struct value_line {
		struct points points;
		const struct dated *last; /* that it has a point of */
		double total;
	})
	line;
};

static void
inquiry_add(
	struct inquiry *q, struct str value, const struct dated *s, int64_t sum)
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
see_label_values(struct inquiry *q, const struct dated *s,
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

/* Is the function on a location? */
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

/* Samples with the function anywhere on their stacks, each once. */
static void
see_function(struct inquiry *q, const struct dated *s, const struct profile *p,
	const int64_t *value)
{
	bool *below = nodes_below(p, q->name);
	int64_t sum = 0;

	for (size_t i = 0; i < p->sample.n; i++)
		if (below[p->sample.leaf[i]])
			i64_sum(&sum, value[i]);
	inquiry_add(q, q->name, s, sum);
	free(below);
}

static int
see_one(void *on, const struct dated *s, const struct profile *p,
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

void
snapshots_order(const struct snapshots *s, const struct load_spec *spec,
	const struct lines_wanted *q, struct strbuf *out)
{
	bool parts = s->served && !q->by_label && q->name.n > 0;

	strbuf_addstr(out,
		s->whole != NULL              ? "samples\n"
			: s->served && !parts ? "servers\n"
					      : "files\n");
	shell_word(out, q->type);
	strbuf_addch(out, ' ');
	shell_word(out, q->unit);
	strbuf_addf(out, " %d ", q->by_label);
	shell_word(out, q->name);
	strbuf_addf(out, " %d %" PRId64, (int)spec->demangle, s->interval);
	if (parts) {
		struct span window = q->window;
		struct arena arena = ARENA_INIT;

		/* Each of the parts of a window by itself, of a server that
		   knows only sums. */
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
		arena_free(&arena);
	} else if (s->served || s->whole != NULL) {
		/* What servers and samples are asked about. */
		strbuf_addf(out, " %" PRId64 " %" PRId64 " %" PRId64,
			q->window.from, q->window.until, q->step);
		for (size_t i = 0; i < spec->n_sources && s->served; i++) {
			strbuf_addch(out, ' ');
			shell_word(out, spec->source[i]);
		}
	}
	for (size_t i = 0; i < s->all.n; i++) {
		strbuf_addf(out, " %" PRId64 " %" PRId64 " ", s->all.p[i].time,
			s->all.p[i].duration);
		shell_word(out, s->all.p[i].name);
	}
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
	struct fetch_options fetch = { .seconds = -1 };
	struct inquiry q = { .spec = *files };
	VEC(struct dated) shot = { NULL, 0, 0 };
	int rc;
	struct value_line **by_weight;

	q.type = order_word(&order, &arena);
	q.unit = order_word(&order, &arena);
	q.by_label = order_number(&order, &arena) != 0;
	q.name = order_word(&order, &arena);
	q.spec.demangle = (enum demangle_mode)order_number(&order, &arena);
	/* Each part of a server's has it from all of them. */
	if (files->fetch != NULL)
		fetch = *files->fetch;
	fetch.interval = order_number(&order, &arena);
	q.spec.fetch = &fetch;
	while (str_trim(order).n > 0) {
		struct dated s = { .time = order_number(&order, &arena) };

		s.duration = order_number(&order, &arena);
		s.name = order_word(&order, &arena);
		vec_push(&shot, s);
	}
	intern_init(&q.values, &text);
	rc = snapshots_each(
		shot.p, shot.n, &q.spec, see_one, &q, progress, err);
	/* The heaviest lines, to be shown. */
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
	vec_free(&shot);
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
