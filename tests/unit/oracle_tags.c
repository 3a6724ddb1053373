/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle's label filters: a range is recognised by
   a regular expression, as pprof does it. */
#include "prelude.h"

#include "oracle.h"

#include "profile/unit.h"

struct str
oracle_unit(const struct oracle *o, struct str key)
{
	const struct profile *p = o->p;

	for (size_t i = 0; i < p->sample.n; i++) {
		lset_id set = p->sample.labels[i];

		for (uint32_t k = p->labels.first[set];
			k < p->labels.first[set + 1]; k++) {
			const struct label *l = &p->labels.label[k];

			if (l->str == NONE && l->unit != 0 &&
				str_eq(profile_str(p, l->key), key))
				return profile_str(p, l->unit);
		}
	}
	if (str_is(key, "request") || str_is(key, "alignment"))
		return STR("bytes");
	return key;
}

struct range {
	bool lo, hi;
	double from, to;
	struct str unit;
};

static double
bound(struct str text, struct str unit, struct str *landed)
{
	size_t n = text.n;
	struct str letters;
	int64_t v;

	while (n > 0 && (text.p[n - 1] < '0' || text.p[n - 1] > '9'))
		n--;
	letters = str_skip(text, n);
	if (!str_to_i64(str_sub(text, 0, n), &v))
		abort();
	return unit_scale(v, letters, unit.p != NULL ? unit : letters, landed);
}

#define NUMBER "[+-]?[0-9]+[a-zA-Z]*"

static bool
parse_range(struct str text, struct range *r)
{
	struct str other;
	ptrdiff_t colon = str_chr(text, ':');

	*r = (struct range){ .lo = false };
	if (oracle_match(STR("^" NUMBER "$"), text)) {
		r->lo = r->hi = true;
		r->from = r->to = bound(text, STR_EMPTY, &r->unit);
		return true;
	}
	if (oracle_match(STR("^" NUMBER ":$"), text)) {
		r->lo = true;
		r->from = bound(
			str_sub(text, 0, text.n - 1), STR_EMPTY, &r->unit);
		return true;
	}
	if (oracle_match(STR("^:" NUMBER "$"), text)) {
		r->hi = true;
		r->to = bound(str_skip(text, 1), STR_EMPTY, &r->unit);
		return true;
	}
	if (!oracle_match(STR("^" NUMBER ":" NUMBER "$"), text))
		return false;
	r->lo = r->hi = true;
	r->from = bound(str_sub(text, 0, (size_t)colon), STR_EMPTY, &r->unit);
	r->to = bound(str_skip(text, (size_t)colon + 1),
		r->unit.p != NULL ? r->unit : STR(""), &other);
	return str_eq(other, r->unit);
}

static bool
in_range(const struct oracle *o, const struct oracle_label *l,
	const struct range *r)
{
	struct str unit;
	double v = unit_scale(l->num, oracle_unit(o, l->key), r->unit, &unit);

	return str_eq(unit, r->unit) && (!r->lo || v >= r->from) &&
		(!r->hi || v <= r->to);
}

/* Does some string label match one pattern? */
static bool
some_label(const struct oracle_sample *s, struct str key, struct str re)
{
	for (int i = 0; i < s->n_labels; i++) {
		const struct oracle_label *l = &s->label[i];
		struct strbuf both = STRBUF_INIT;
		bool yes;

		if (l->numeric || (key.n > 0 && !str_eq(l->key, key)))
			continue;
		if (key.n == 0) {
			strbuf_add(&both, l->key);
			strbuf_addch(&both, ':');
		}
		strbuf_add(&both, l->str);
		yes = oracle_match(re, strbuf_str(&both));
		strbuf_free(&both);
		if (yes)
			return true;
	}
	return false;
}

bool
oracle_tag_holds(const struct oracle *o, const struct oracle_sample *s,
	struct str filter, bool *is_range)
{
	struct str value = filter, key = str_cut(&value, '=');
	struct range r;

	if (value.p == NULL) {
		value = filter;
		key = STR_EMPTY;
	}
	*is_range = parse_range(value, &r);
	if (*is_range) {
		for (int i = 0; i < s->n_labels; i++)
			if (s->label[i].numeric &&
				(key.n == 0 || str_eq(s->label[i].key, key)) &&
				in_range(o, &s->label[i], &r))
				return true;
		return false;
	}
	do {
		bool yes = some_label(s, key, str_cut(&value, ','));

		if (key.n > 0 && yes)
			return true;
		if (key.n == 0 && !yes)
			return false;
	} while (value.p != NULL);
	return key.n == 0;
}
