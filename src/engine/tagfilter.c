/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The label filters: ranges, patterns and keys. */
#include "prelude.h"

#include "engine/tagfilter.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/labelunits.h"
#include "engine/leafsamples.h"
#include "engine/regexp.h"
#include "profile/labels.h"
#include "profile/unit.h"

/* ---- Ranges ---- */

/* Cut "[+-]?digits[letters]" off the start of *s. */
static bool
cut_limit(struct str *s, struct str *number, struct str *unit)
{
	size_t i = 0, digits, n;

	if (s->n > 0 && (s->p[0] == '+' || s->p[0] == '-'))
		i++;
	digits = i;
	while (i < s->n && ascii_is_digit(s->p[i]))
		i++;
	if (i == digits)
		return false;
	n = i;
	while (i < s->n && ascii_is_letter(s->p[i]))
		i++;
	*number = str_sub(*s, 0, n);
	*unit = str_sub(*s, n, i);
	*s = str_skip(*s, i);
	return true;
}

static int
limit_value(const char *option, struct str text, int64_t *v, struct err *err)
{
	if (str_to_i64(text, v))
		return 0;
	return err_set(err, ERR_USAGE, "%s: number out of range: %.*s", option,
		STR_ARG(text));
}

int
tag_range_parse(const char *option, struct str text, struct tag_range *out,
	struct err *err)
{
	struct str rest = text, lo, hi, unit, other, landed;
	struct tag_range r = { .has_lo = cut_limit(&rest, &lo, &unit) };
	bool colon = rest.n > 0 && rest.p[0] == ':';
	int64_t v;

	if (colon)
		rest = str_skip(rest, 1);
	r.has_hi = colon && cut_limit(&rest, &hi, &other);
	if (rest.n > 0 || !(r.has_lo || r.has_hi))
		return 0;
	if (r.has_lo) {
		if (limit_value(option, lo, &v, err) != 0)
			return -1;
		r.lo = r.hi = unit_scale(v, unit, unit, &r.unit);
	}
	if (r.has_hi) {
		if (limit_value(option, hi, &v, err) != 0)
			return -1;
		if (!r.has_lo)
			(void)unit_scale(v, other, other, &r.unit);
		r.hi = unit_scale(v, other, r.unit, &landed);
		if (!str_eq(landed, r.unit))
			return 0; /* incompatible units: a pattern, not a range
				   */
	}
	r.has_hi = r.has_hi || !colon;
	*out = r;
	return 1;
}

bool
tag_range_has(const struct tag_range *r, int64_t num, struct str unit)
{
	struct str landed;
	double v = unit_scale(num, unit, r->unit, &landed);

	return str_eq(landed, r->unit) && (!r->has_lo || v >= r->lo) &&
		(!r->has_hi || v <= r->hi);
}

/* ---- Filters ---- */

struct pattern {
	struct regexp *match;
	struct map64 known; /* (key, value) -> 0 or 1 */
};

/* A filter's text, parsed. */
struct tagfilter_wanted {
	bool has_key;
	struct str key;
	/* Either a range of numbers... */
	bool is_range;
	struct tag_range range;
	/* ...or patterns: all must match, or any when there is a key. */
	VEC(struct pattern) re;
};

struct tagger {
	const struct run *run;
	const struct profile *p;
	struct tagged *out;
	VEC(struct tag_filter) filters;
};

static int
parse_filter(const struct tagger *t, const char *option, struct str text,
	struct tagfilter_wanted *w)
{
	struct str value = text;
	ptrdiff_t eq = str_chr(text, '=');
	int is_range;

	if (eq >= 0) {
		w->key = str_sub(text, 0, (size_t)eq);
		w->has_key = w->key.n > 0;
		value = str_skip(text, (size_t)eq + 1);
	}
	is_range = tag_range_parse(option, value, &w->range, t->run->err);
	if (is_range < 0)
		return -1;
	w->is_range = is_range > 0;
	if (!w->is_range) {
		struct str patterns_text = value;

		do {
			struct str one = str_cut(&patterns_text, ',');
			struct pattern pattern = { .known = MAP64_INIT };

			pattern.match = regexp_option(option, one, t->run->err);
			if (pattern.match == NULL)
				return -1;
			vec_push(&w->re, pattern);
		} while (patterns_text.p != NULL);
		return 0;
	}
	warnings_add(&t->out->warnings,
		"%s:Interpreted '%.*s' as range, not regexp", option,
		STR_ARG(value));
	return 0;
}

/* True if the pattern matches a label: its value if a key was given, else
   "key:value". Each distinct label is matched once. */
static bool
label_matches(const struct tagger *t, const struct tagfilter_wanted *w,
	struct pattern *pattern, const struct label *label)
{
	uint32_t *known = map64_at(
		&pattern->known, (uint64_t)label->key << 32 | label->str);
	struct str value = profile_str(t->p, label->str);
	struct strbuf both = STRBUF_INIT;

	if (*known != NONE)
		return *known != 0;
	if (!w->has_key) {
		strbuf_add(&both, profile_str(t->p, label->key));
		strbuf_addch(&both, ':');
		strbuf_add(&both, value);
		value = strbuf_str(&both);
	}
	*known = regexp_str(pattern->match, value);
	strbuf_free(&both);
	return *known != 0;
}

static bool
holds(const struct tagger *t, struct tagfilter_wanted *w, lset_id set)
{
	const struct labels *labels = &t->p->labels;

	if (w->is_range) {
		for (uint32_t i = labels->first[set];
			i < labels->first[set + 1]; i++) {
			const struct label *l = &labels->label[i];

			if (l->str == NONE &&
				(!w->has_key ||
					str_eq(profile_str(t->p, l->key),
						w->key)) &&
				tag_range_has(&w->range, l->num,
					tag_unit(
						&t->run->input->units, l->key)))
				return true;
		}
		return false;
	}
	for (size_t i = 0; i < w->re.n; i++) {
		bool any_label;

		/* Find out whether a string label of the set matches. */
		any_label = false;
		for (uint32_t j = labels->first[set];
			j < labels->first[set + 1]; j++) {
			const struct label *label = &labels->label[j];

			if (label->str != NONE &&
				(!w->has_key ||
					str_eq(profile_str(t->p, label->key),
						w->key)) &&
				label_matches(t, w, &w->re.p[i], label)) {
				any_label = true;
				break;
			}
		}
		if (any_label == w->has_key)
			return w->has_key;
	}
	return !w->has_key;
}

static int
evaluate(const struct tagger *t, struct tag_filter *f,
	struct tagfilter_wanted *w)
{
	for (lset_id set = 0; set < t->p->labels.n; set++) {
		if (set % 256 == 0 && run_check(t->run) != 0)
			return -1;
		if (holds(t, w, set))
			bits_set(&f->lset, set);
	}
	for (size_t i = 0; i < w->re.n; i++)
		if (regexp_stopped(w->re.p[i].match))
			return err_set(t->run->err, ERR_USAGE,
				"%s: pattern too complex, stopped: %.*s",
				f->option, STR_ARG(f->value));
	return 0;
}

/* Add a filter. Its bits and value live in the stage. */
static int
add_filter(struct tagger *t, const char *option, struct str value, bool ignore)
{
	struct arena *arena = &t->out->stage.arena;
	struct tag_filter f = { .option = option, .ignore = ignore };
	struct tagfilter_wanted w = { .has_key = false };
	int rc;

	if (value.n == 0)
		return 0;
	f.value = arena_str(arena, value);
	f.lset = bits_in(arena, t->p->labels.n);
	rc = parse_filter(t, option, f.value, &w);
	if (rc == 0)
		rc = evaluate(t, &f, &w);
	for (size_t i = 0; i < w.re.n; i++) {
		regexp_free(w.re.p[i].match);
		map64_free(&w.re.p[i].known);
	}
	vec_free(&w.re);
	if (rc == 0)
		vec_push(&t->filters, f);
	return rc;
}

static int
add_filters(struct tagger *t, const char *option, struct str lines, bool ignore)
{
	while (lines.n > 0)
		if (add_filter(t, option, str_cut(&lines, '\n'), ignore) != 0)
			return -1;
	return 0;
}

static void
mark_keys(struct tagger *t, struct regexp *show, struct regexp *hide)
{
	const struct labels *labels = &t->p->labels;
	const str_id base = intern_find(&t->p->strings, STR(LABEL_BASE));
	const str_id yes = intern_find(&t->p->strings, STR("true"));
	/* Bits of known[]: ASKED, TAG_SHOW and TAG_HIDE per distinct key. */
	enum { ASKED = 1 };
	uint8_t *known = xcalloc(t->p->strings.n + 1, 1);
	struct tagged *out = t->out;

	if (show != NULL || hide != NULL)
		out->hidden =
			arena_zalloc(&out->stage.arena, t->p->strings.n + 1);
	for (lset_id set = 0; set < labels->n; set++) {
		for (uint32_t i = labels->first[set];
			i < labels->first[set + 1]; i++) {
			const struct label *label = &labels->label[i];
			struct str name = profile_str(t->p, label->key);
			uint8_t bits = known[label->key] & (uint8_t)~ASKED;

			if (known[label->key] == 0) {
				if (show == NULL || regexp_str(show, name))
					bits |= TAG_SHOW;
				if (hide != NULL && regexp_str(hide, name))
					bits |= TAG_HIDE;
				known[label->key] = ASKED | bits;
			}
			out->lset[set] |= bits;
			if (bits != TAG_SHOW)
				out->hidden[label->key] = 1;
			if (label->key != base || label->str != yes ||
				yes == NONE)
				continue;
			out->has_base = true;
			out->lset[set] |= bits == TAG_SHOW
				? TAG_BASE | TAG_BASE_STAYS
				: TAG_BASE;
		}
	}
	free(known);
}

static int
make_filters(struct tagger *t)
{
	const struct query *q = t->run->q;
	struct regexp *show = NULL, *hide = NULL;
	uint32_t n_plain;
	int rc = -1;

	if (add_filter(t, "tagfocus", q->tagfocus, false) != 0 ||
		add_filter(t, "tagignore", q->tagignore, true) != 0)
		return -1;
	n_plain = (uint32_t)t->filters.n;
	if (add_filters(t, "tagfocus", q->more_tagfocus, false) != 0 ||
		add_filters(t, "tagignore", q->more_tagignore, true) != 0)
		return -1;
	for (lset_id set = 0; set < t->p->labels.n; set++) {
		uint8_t bits = TAG_FOCUS | TAG_MORE;

		for (uint32_t i = 0; i < t->filters.n; i++) {
			const struct tag_filter *f = &t->filters.p[i];
			bool yes = bits_get(&f->lset, set);

			if (i >= n_plain && yes == f->ignore)
				bits &= (uint8_t)~TAG_MORE;
			else if (i < n_plain && f->ignore && yes)
				bits |= TAG_IGNORE;
			else if (i < n_plain && !f->ignore && !yes)
				bits &= (uint8_t)~TAG_FOCUS;
		}
		t->out->lset[set] = bits;
	}
	/* tagshow and taghide match the keys of all labels. */
	if (q->tagshow.n > 0)
		show = regexp_option("tagshow", q->tagshow, t->run->err);
	if (q->taghide.n > 0 && (q->tagshow.n == 0 || show != NULL))
		hide = regexp_option("taghide", q->taghide, t->run->err);
	if ((q->tagshow.n == 0 || show != NULL) &&
		(q->taghide.n == 0 || hide != NULL)) {
		mark_keys(t, show, hide);
		rc = 0;
	}
	regexp_free(show);
	regexp_free(hide);
	t->out->n_filters = (uint32_t)t->filters.n;
	t->out->filter = arena_dup(&t->out->stage.arena, t->filters.p,
		t->filters.n, sizeof(*t->filters.p));
	return rc;
}

static int
tagged_fill(const struct run *run, void *stage, const void *arg)
{
	struct tagged *tagged = stage;
	struct tagger t = {
		.run = run, .p = run->input->profile, .out = tagged
	};
	int rc;

	(void)arg;
	warnings_init(&tagged->warnings, &tagged->stage.arena);
	tagged->has_base = t.p->header.has_base;
	tagged->lset =
		arena_zalloc(&tagged->stage.arena, (size_t)t.p->labels.n + 1);
	rc = make_filters(&t);
	vec_free(&t.filters);
	return rc;
}

const struct tagged *
tagged_get(const struct run *run)
{
	const struct query *q = run->q;
	struct strbuf key = STRBUF_INIT;

	strbuf_add(&key, run->input->stage.key);
	key_str(&key, q->tagfocus);
	key_str(&key, q->tagignore);
	key_str(&key, q->more_tagfocus);
	key_str(&key, q->more_tagignore);
	key_str(&key, q->tagshow);
	key_str(&key, q->taghide);
	return stages_get(&run->e->tagged, &key, sizeof(struct tagged), run,
		tagged_fill, NULL);
}
