/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle's filters: samples are edited one by one, see oracle.h. */
#include "prelude.h"

#include "oracle.h"

#include <stdarg.h>

#include "base/xalloc.h"
#include "engine/regexp.h"
#include "profile/unit.h"

void
lines_add(struct lines *l, const char *fmt, ...)
{
	char text[4096];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= sizeof(text))
		abort();
	vec_push(&l->p, str_from(xstrndup(text, (size_t)n), (size_t)n));
}

static int
by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

void
lines_join(struct lines *l, struct strbuf *out)
{
	if (l->p.n > 0)
		qsort(l->p.p, l->p.n, sizeof(*l->p.p), by_text);
	for (size_t i = 0; i < l->p.n; i++) {
		strbuf_add(out, l->p.p[i]);
		strbuf_addch(out, '\n');
	}
}

void
lines_free(struct lines *l)
{
	for (size_t i = 0; i < l->p.n; i++)
		free((char *)(uintptr_t)l->p.p[i].p);
	vec_free(&l->p);
}

bool
oracle_match(struct str pattern, struct str s)
{
	struct err err = ERR_INIT;
	struct regexp *m = regexp_new(pattern, NULL, &err);
	bool yes;

	if (m == NULL)
		abort();
	yes = regexp_str(m, s);
	regexp_free(m);
	return yes;
}

static void
load_loc(struct oracle *o, loc_id loc)
{
	const struct profile *p = o->p;
	struct oracle_loc l = { .address = p->loc.address[loc] };

	for (line_id i = p->loc.line0[loc]; i < p->loc.line0[loc + 1]; i++) {
		func_id f = p->line.func[i];

		l.line[l.n++] = (struct oracle_line){ .name = profile_str(p,
							      p->func.name[f]),
			.file = profile_str(p, p->func.file[f]),
			.line = p->line.line[i],
			.column = p->line.column[i],
			.start = p->func.start_line[f] };
	}
	if (p->loc.map[loc] != NONE) {
		l.has_map = true;
		l.map = profile_str(p, p->map.file[p->loc.map[loc]]);
	}
	vec_push(&o->locs, l);
}

static void
load_sample(struct oracle *o, size_t i)
{
	const struct profile *p = o->p;
	struct oracle_sample s = { .n = 0 };
	lset_id set = p->sample.labels[i];
	loc_id stack[ORACLE_DEPTH];

	s.n = (int)profile_stack(p, p->sample.leaf[i], stack, ORACLE_DEPTH);
	for (int k = 0; k < s.n; k++)
		s.loc[k] = (int)stack[k];
	for (uint32_t t = 0; t < p->types.n; t++)
		s.value[t] = p->sample.value[t][i];
	for (uint32_t k = p->labels.first[set]; k < p->labels.first[set + 1];
		k++) {
		const struct label *l = &p->labels.label[k];

		s.label[s.n_labels++] =
			(struct oracle_label){ .key = profile_str(p, l->key),
				.str = l->str != NONE ? profile_str(p, l->str)
						      : STR_EMPTY,
				.unit = profile_str(p, l->unit),
				.numeric = l->str == NONE,
				.num = l->num };
	}
	vec_push(&o->samples, s);
}

void
oracle_init(struct oracle *o, const struct profile *p, const struct query *q)
{
	struct err err = ERR_INIT;

	*o = (struct oracle){ .q = q, .p = p };
	if (profile_sample_index(p, q->sample_index, &o->column, &err) != 0)
		abort();
	for (loc_id loc = 0; loc < p->loc.n; loc++)
		load_loc(o, loc);
	for (size_t i = 0; i < p->sample.n; i++)
		load_sample(o, i);
}

void
oracle_free(struct oracle *o)
{
	arena_free(&o->arena);
	vec_free(&o->locs);
	vec_free(&o->samples);
	vec_free(&o->stacks);
	lines_free(&o->warnings);
}

static void
remove_lines(struct oracle_loc *l, int from, int to)
{
	for (int i = to; i < l->n; i++)
		l->line[from + i - to] = l->line[i];
	l->n -= to - from;
}

static bool
line_matches(const struct oracle_line *l, struct str re)
{
	return oracle_match(re, l->name) || oracle_match(re, l->file);
}

static bool
map_matches(const struct oracle_loc *l, struct str re)
{
	return l->has_map && oracle_match(re, l->map);
}

static bool
loc_matches(const struct oracle_loc *l, struct str re)
{
	for (int i = 0; i < l->n; i++)
		if (line_matches(&l->line[i], re))
			return true;
	return map_matches(l, re);
}

static void
drop_sample(struct oracle *o, size_t *i)
{
	for (size_t k = *i + 1; k < o->samples.n; k++)
		o->samples.p[k - 1] = o->samples.p[k];
	o->samples.n--;
	(*i)--;
}

static void
note(struct oracle *o, struct str option, bool matched, const char *name)
{
	if (option.n > 0 && !matched)
		lines_add(
			&o->warnings, "%s expression matched no samples", name);
}

/* Results of one pass over the locations. */
struct verdicts {
	int *verdict; /* 0 neither, 1 focused, -1 ignored */
	bool *hidden;
	bool focus, ignore, hide, show;
};

static void
judge(const struct oracle *o, struct oracle_loc *l, int i, struct verdicts *v)
{
	const struct query *q = o->q;

	if (q->ignore.n > 0 && loc_matches(l, q->ignore)) {
		v->verdict[i] = -1;
		v->ignore = true;
	} else if (q->focus.n == 0 || loc_matches(l, q->focus)) {
		v->verdict[i] = 1;
		v->focus = true;
	}
	if (q->hide.n > 0 && loc_matches(l, q->hide)) {
		v->hide = true;
		if (map_matches(l, q->hide))
			l->n = 0;
		for (int k = l->n - 1; k >= 0; k--)
			if (line_matches(&l->line[k], q->hide))
				remove_lines(l, k, k + 1);
		v->hidden[i] = l->n == 0;
	}
	if (q->show.n > 0) {
		for (int k = l->n - 1; k >= 0; k--)
			if (!map_matches(l, q->show) &&
				!line_matches(&l->line[k], q->show))
				remove_lines(l, k, k + 1);
		if (l->n == 0)
			v->hidden[i] = true;
		else
			v->show = true;
	}
}

static bool
sample_stays(struct oracle_sample *s, const struct verdicts *v)
{
	bool focused = false;
	int left = 0;

	for (int k = 0; k < s->n; k++) {
		if (v->verdict[s->loc[k]] < 0)
			return false;
		focused = focused || v->verdict[s->loc[k]] > 0;
	}
	if (!focused)
		return false;
	for (int k = 0; k < s->n; k++)
		if (!v->hidden[s->loc[k]])
			s->loc[left++] = s->loc[k];
	s->n = left;
	return left > 0;
}

static void
filter_by_name(struct oracle *o)
{
	const struct query *q = o->q;
	struct verdicts v = { .verdict = xcalloc(o->locs.n + 1, sizeof(int)),
		.hidden = xcalloc(o->locs.n + 1, sizeof(bool)) };

	if (q->focus.n + q->ignore.n + q->hide.n + q->show.n > 0) {
		for (size_t i = 0; i < o->locs.n; i++)
			judge(o, &o->locs.p[i], (int)i, &v);
		for (size_t i = 0; i < o->samples.n; i++)
			if (!sample_stays(&o->samples.p[i], &v))
				drop_sample(o, &i);
	}
	note(o, q->focus, v.focus, "Focus");
	note(o, q->ignore, v.ignore, "Ignore");
	note(o, q->hide, v.hide, "Hide");
	note(o, q->show, v.show, "Show");
	free(v.verdict);
	free(v.hidden);
}

static bool
cut_show_from(struct oracle_loc *l, struct str re)
{
	if (map_matches(l, re))
		return true;
	for (int k = l->n - 1; k >= 0; k--) {
		if (line_matches(&l->line[k], re)) {
			l->n = k + 1;
			return true;
		}
	}
	return false;
}

static void
filter_show_from(struct oracle *o)
{
	bool *from = xcalloc(o->locs.n + 1, sizeof(bool));
	bool any = false;

	if (o->q->show_from.n > 0) {
		for (size_t i = 0; i < o->locs.n; i++) {
			from[i] = cut_show_from(&o->locs.p[i], o->q->show_from);
			any = any || from[i];
		}
		for (size_t i = 0; i < o->samples.n; i++) {
			struct oracle_sample *s = &o->samples.p[i];

			while (s->n > 0 && !from[s->loc[s->n - 1]])
				s->n--;
			if (s->n == 0)
				drop_sample(o, &i);
		}
	}
	note(o, o->q->show_from, any, "ShowFrom");
	free(from);
}

static bool
all_lines_hold(const struct oracle *o, const struct oracle_sample *s,
	struct str filters, bool want)
{
	bool range;

	while (filters.n > 0) {
		struct str one = str_cut(&filters, '\n');

		if (one.n > 0 && oracle_tag_holds(o, s, one, &range) != want)
			return false;
	}
	return true;
}

static void
warn_range(struct oracle *o, const char *option, struct str filters)
{
	struct oracle_sample none = { .n = 0 };
	bool range;

	while (filters.n > 0) {
		struct str one = str_cut(&filters, '\n');
		ptrdiff_t eq = str_chr(one, '=');

		(void)oracle_tag_holds(o, &none, one, &range);
		if (range)
			lines_add(&o->warnings,
				"%s:Interpreted '%.*s' as range, not regexp",
				option,
				STR_ARG(str_skip(one, (size_t)(eq + 1))));
	}
}

static void
filter_by_tag(struct oracle *o)
{
	const struct query *q = o->q;
	bool any_focus = false, any_ignore = false;

	warn_range(o, "tagfocus", q->tagfocus);
	warn_range(o, "tagignore", q->tagignore);
	warn_range(o, "tagfocus", q->more_tagfocus);
	warn_range(o, "tagignore", q->more_tagignore);
	for (size_t i = 0; i < o->samples.n; i++) {
		struct oracle_sample *s = &o->samples.p[i];
		bool range;
		bool focused = q->tagfocus.n == 0 ||
			oracle_tag_holds(o, s, q->tagfocus, &range);
		bool ignored = q->tagignore.n > 0 &&
			oracle_tag_holds(o, s, q->tagignore, &range);

		any_focus = any_focus || focused;
		any_ignore = any_ignore || ignored;
		if (!focused || ignored ||
			!all_lines_hold(o, s, q->more_tagfocus, true) ||
			!all_lines_hold(o, s, q->more_tagignore, false))
			drop_sample(o, &i);
	}
	note(o, q->tagfocus, any_focus, "TagFocus");
	note(o, q->tagignore, any_ignore, "TagIgnore");
}

static void
filter_tags(struct oracle *o)
{
	const struct query *q = o->q;
	bool any_show = false, any_hide = false;

	for (size_t i = 0; i < o->samples.n; i++) {
		struct oracle_sample *s = &o->samples.p[i];
		int left = 0;

		for (int k = 0; k < s->n_labels; k++) {
			bool show = q->tagshow.n == 0 ||
				oracle_match(q->tagshow, s->label[k].key);
			bool hide = q->taghide.n > 0 &&
				oracle_match(q->taghide, s->label[k].key);

			any_show = any_show || show;
			any_hide = any_hide || hide;
			if (show && !hide)
				s->label[left++] = s->label[k];
		}
		s->n_labels = left;
	}
	note(o, q->tagshow, any_show, "TagShow");
	note(o, q->taghide, any_hide, "TagHide");
}

/* A dot in front and everything from the first free "(" on. */
static struct str
simplified(struct str s)
{
	struct str kept = STR("(anonymous namespace)");
	struct str call = STR("operator()");

	if (s.n > 0 && s.p[0] == '.')
		s = str_skip(s, 1);
	for (size_t i = 0; i < s.n; i++) {
		if (str_starts(str_skip(s, i), kept))
			i += kept.n - 1;
		else if (str_starts(str_skip(s, i), call))
			i += call.n - 1;
		else if (s.p[i] == '(')
			return str_sub(s, 0, i);
	}
	return s;
}

static void
filter_prune_from(struct oracle *o)
{
	bool *match = xcalloc(o->locs.n + 1, sizeof(bool));

	for (size_t i = 0; i < o->locs.n; i++) {
		struct oracle_loc *l = &o->locs.p[i];

		for (int k = 0; k < l->n && !match[i]; k++) {
			if (l->line[k].name.n == 0 ||
				!oracle_match(o->q->prune_from,
					simplified(l->line[k].name)))
				continue;
			match[i] = true;
			remove_lines(l, 0, k);
		}
	}
	for (size_t i = 0; i < o->samples.n; i++) {
		struct oracle_sample *s = &o->samples.p[i];

		for (int k = 0; k < s->n; k++) {
			if (!match[s->loc[k]])
				continue;
			for (int j = k; j < s->n; j++)
				s->loc[j - k] = s->loc[j];
			s->n -= k;
			break;
		}
	}
	free(match);
}

static bool
unwanted(const struct oracle *o, struct str name)
{
	struct str drop = profile_str(o->p, o->p->header.drop_frames);
	struct str keep = profile_str(o->p, o->p->header.keep_frames);
	struct strbuf re = STRBUF_INIT;
	bool yes;

	if (name.n == 0)
		return false;
	strbuf_addf(&re, "^(%.*s)$", STR_ARG(drop));
	yes = oracle_match(strbuf_str(&re), simplified(name));
	if (keep.n > 0) {
		strbuf_reset(&re);
		strbuf_addf(&re, "^(%.*s)$", STR_ARG(keep));
		yes = yes && !oracle_match(strbuf_str(&re), simplified(name));
	}
	strbuf_free(&re);
	return yes;
}

void
oracle_prune(struct oracle *o)
{
	int *mark = xcalloc(o->locs.n + 1, sizeof(int));

	if (o->p->header.drop_frames == 0)
		goto out;
	for (size_t i = 0; i < o->locs.n; i++) {
		struct oracle_loc *l = &o->locs.p[i];

		for (int k = l->n - 1; k >= 0 && mark[i] == 0; k--) {
			if (!unwanted(o, l->line[k].name))
				continue;
			mark[i] = k == l->n - 1 ? 1 : 2;
			if (mark[i] == 2)
				remove_lines(l, 0, k + 1);
		}
	}
	for (size_t i = 0; i < o->samples.n; i++) {
		struct oracle_sample *s = &o->samples.p[i];
		bool user = false;

		for (int k = s->n - 1; k >= 0; k--) {
			int m = mark[s->loc[k]];

			if (m == 0)
				user = true;
			if (m == 0 || !user)
				continue;
			if (m == 1)
				k++;
			for (int j = k; j < s->n; j++)
				s->loc[j - k] = s->loc[j];
			s->n -= k;
			break;
		}
	}
out:
	free(mark);
}

static bool
is_base(const struct oracle_sample *s)
{
	for (int i = 0; i < s->n_labels; i++)
		if (!s->label[i].numeric &&
			str_is(s->label[i].key, "pprof::base") &&
			str_is(s->label[i].str, "true"))
			return true;
	return false;
}

static void
compute_total(struct oracle *o)
{
	int64_t total = 0, div = 0, base = 0, base_div = 0;

	for (size_t i = 0; i < o->samples.n; i++) {
		const struct oracle_sample *s = &o->samples.p[i];
		int64_t v = i64_abs(s->value[o->column]);
		int64_t d = o->q->mean ? s->value[0] : 0;

		total += v;
		div += d;
		if (is_base(s)) {
			base += v;
			base_div += d;
		}
	}
	if (base > 0) {
		total = base;
		div = base_div;
	}
	o->total = div != 0 ? total / div : total;
	o->total_div = div;
}

/* The values of a key as a tag frame is named; false when there are none. */
static bool
tag_name(struct oracle *o, const struct oracle_sample *s, struct str key,
	struct str *name)
{
	struct strbuf b = STRBUF_INIT;
	bool any = false, units = false;

	for (int i = 0; i < s->n_labels; i++)
		if (str_eq(s->label[i].key, key) && s->label[i].unit.n > 0)
			units = true;
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < s->n_labels; i++) {
			const struct oracle_label *l = &s->label[i];
			char number[UNIT_TEXT_MAX];

			if (!str_eq(l->key, key) || l->numeric != (pass == 1))
				continue;
			if (any)
				strbuf_addch(&b, ',');
			any = true;
			if (!l->numeric) {
				strbuf_add(&b, l->str);
				continue;
			}
			(void)unit_label(l->num, units ? l->unit : STR_EMPTY,
				units ? o->q->unit : STR_EMPTY, number);
			strbuf_addstr(&b, number);
		}
	}
	*name = str_from(arena_copy(&o->arena, b.p, b.n), b.n);
	strbuf_free(&b);
	return any;
}

static bool
add_tag_frame(
	struct oracle *o, struct oracle_sample *s, struct str key, bool root)
{
	struct oracle_loc l = { .n = 1, .line = { { .file = key } } };
	bool any = tag_name(o, s, key, &l.line[0].name);

	vec_push(&o->locs, l);
	if (!root)
		for (int i = s->n; i > 0; i--)
			s->loc[i] = s->loc[i - 1];
	s->loc[root ? s->n : 0] = (int)o->locs.n - 1;
	s->n++;
	return any;
}

static void
add_tag_frames(struct oracle *o)
{
	bool any_root = false, any_leaf = false;

	for (size_t i = 0; i < o->samples.n; i++) {
		struct oracle_sample *s = &o->samples.p[i];
		struct str roots = o->q->tagroot, leaves = o->q->tagleaf;

		while (roots.n > 0) {
			/* the last key first, it is nearest to the stack */
			ptrdiff_t comma = str_rchr(roots, ',');
			struct str key = str_skip(roots, (size_t)(comma + 1));

			if (key.n > 0 && add_tag_frame(o, s, key, true))
				any_root = true;
			roots = str_sub(
				roots, 0, comma < 0 ? 0 : (size_t)comma);
		}
		while (leaves.n > 0) {
			struct str key = str_cut(&leaves, ',');

			if (key.n > 0 && add_tag_frame(o, s, key, false))
				any_leaf = true;
		}
	}
	note(o, o->q->tagroot, any_root, "TagRoot");
	note(o, o->q->tagleaf, any_leaf, "TagLeaf");
}

void
oracle_filter(struct oracle *o)
{
	add_tag_frames(o);
	if (!o->q->relative_percentages)
		compute_total(o);
	filter_by_name(o);
	filter_show_from(o);
	filter_by_tag(o);
	filter_tags(o);
	if (o->q->prune_from.n > 0)
		filter_prune_from(o);
	if (o->q->relative_percentages)
		compute_total(o);
}
