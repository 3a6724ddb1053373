/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample types that several profiles have in common, and checks and ratios
   for merging. */
#include "prelude.h"

#include "profile/merge_internal.h"

#include "base/intern.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "profile/ids.h"
#include "profile/unit.h"

struct common_type
common_type_of(const struct profile *p, uint32_t column)
{
	return (struct common_type){ profile_str(p, p->types.type[column]),
		profile_str(p, p->types.unit[column]) };
}

struct common_type
common_period_type(const struct profile *p)
{
	return (struct common_type){ profile_str(p, p->header.period_type),
		profile_str(p, p->header.period_unit) };
}

static void
put_type(struct strbuf *out, struct common_type t)
{
	utf8_put(out, t.name, false, -1);
	strbuf_addch(out, '/');
	utf8_put(out, t.unit, false, -1);
}

static void
put_types(struct strbuf *out, const struct profile *p)
{
	for (uint32_t i = 0; i < p->types.n; i++) {
		strbuf_addch(out, i == 0 ? '[' : ' ');
		put_type(out, common_type_of(p, i));
	}
	strbuf_addstr(out, p->types.n > 0 ? "]" : "[]");
}

/* Warn about type t of a part; t is NULL: about all its types. */
static void
warn_types(struct warnings *warnings, const struct merge_part *part,
	const struct common_type *t)
{
	struct strbuf text = STRBUF_INIT;

	if (t != NULL)
		put_type(&text, *t);
	else
		put_types(&text, part->profile);
	warnings_add(
		warnings, "%.*s has %s", STR_ARG(part->name), strbuf_c(&text));
	strbuf_free(&text);
}

/* Append a type as pprof prints its struct: "{cpu nanoseconds 0 0}". */
static void
put_struct(struct strbuf *out, struct common_type t)
{
	strbuf_addch(out, '{');
	utf8_put(out, t.name, false, -1);
	strbuf_addch(out, ' ');
	utf8_put(out, t.unit, false, -1);
	strbuf_addstr(out, " 0 0}");
}

/* Set err for incompatible types of two parts, and return -1. The text is
   before, "{cpu nanoseconds 0 0}", between, "{space bytes 0 0}". */
static int
fail_types(const struct merge_part *pa, struct common_type a,
	const struct merge_part *pb, struct common_type b, const char *before,
	const char *between, struct warnings *warnings, struct err *err)
{
	struct strbuf msg = STRBUF_INIT;

	warn_types(warnings, pa, &a);
	warn_types(warnings, pb, &b);
	strbuf_addstr(&msg, before);
	put_struct(&msg, a);
	strbuf_addstr(&msg, between);
	put_struct(&msg, b);
	err_set(err, ERR_FORMAT, "%s", strbuf_c(&msg));
	strbuf_free(&msg);
	return -1;
}

/* Find the columns whose type name each part has exactly once. */
static int
find_common(struct common *m)
{
	const struct profile *p = m->input[0].p;
	struct arena arena = ARENA_INIT;
	struct intern name;
	uint32_t *type = ARENA_ARRAY(&arena, uint32_t, p->types.n), *scratch;

	intern_init(&name, &arena);
	for (uint32_t i = 0; i < p->types.n; i++)
		type[i] = intern_copy(&name, common_type_of(p, i).name);
	scratch = ARENA_ARRAY(&arena, uint32_t, name.n);
	for (size_t i = 0; i < m->n; i++) {
		const struct profile *types_p;
		uint32_t n;
		uint32_t *column;

		m->input[i].column =
			ARENA_ARRAY(&m->arena, uint32_t, p->types.n);
		/* Find the column for each type of the first part. `name`
		   contains the names of these types; scratch[id in name] is
		   the column, NONE, or NONE - 1 if there are several. */
		types_p = m->input[i].p;
		n = p->types.n;
		column = m->input[i].column;
		for (size_t j = 0; j < name.n; j++)
			scratch[j] = NONE;
		for (uint32_t j = 0; j < types_p->types.n; j++) {
			uint32_t id = intern_find(
				&name, common_type_of(types_p, j).name);

			/* A duplicate makes the type unusable. */
			if (id != NONE)
				scratch[id] =
					scratch[id] == NONE ? j : NONE - 1;
		}
		for (uint32_t j = 0; j < n; j++)
			column[j] = scratch[type[j]] == NONE - 1
				? NONE
				: scratch[type[j]];
	}
	for (uint32_t t = 0; t < p->types.n; t++) {
		bool common = true;

		for (size_t i = 0; i < m->n; i++)
			common = common && m->input[i].column[t] != NONE;
		for (size_t i = 0; common && i < m->n; i++)
			m->input[i].column[m->ntypes] = m->input[i].column[t];
		m->ntypes += common;
	}
	intern_fini(&name);
	arena_free(&arena);
	if (m->ntypes > 0)
		return 0;
	for (size_t i = 0; i < m->n && i < 2; i++)
		warn_types(m->warnings, m->input[i].part, NULL);
	return err_set(m->err, ERR_FORMAT,
		"profiles have empty common sample type list");
}

bool
common_is_modified(const struct common *m, const struct common_input *in)
{
	for (uint32_t i = 0; i < m->ntypes; i++)
		if (in->column[i] != i)
			return true;
	return m->ntypes != in->p->types.n;
}

void
common_choose_default(const struct common *m, struct common_input *in)
{
	in->default_type = profile_str(in->p, in->p->header.default_type);
	if (!common_is_modified(m, in))
		return;
	for (size_t i = 0; i < m->ntypes; i++)
		if (str_eq(common_type_of(in->p, in->column[i]).name,
			    in->default_type))
			return;
	in->default_type = common_type_of(in->p, in->column[0]).name;
}

static struct str
without_s(struct str s)
{
	if (str_ends(s, STR("s")))
		s.n--;
	return s;
}

/* Keep the finer of two units in *best. -1 if the types are incompatible. */
static int
finer(struct common *m, const char *what, struct common_type *best,
	struct common_type t, size_t at)
{
	struct str unit;

	if (!str_eq(without_s(best->name), without_s(t.name)) ||
		!unit_compatible(best->unit, t.unit))
		return fail_types(m->input[0].part, *best, m->input[at].part, t,
			what, " ", m->warnings, m->err);
	if (unit_scale(1, t.unit, best->unit, &unit) < 1)
		*best = t;
	return 0;
}

bool
common_is_scaled(const struct merge_part *part)
{
	if (part->profile->sample.raw != NULL)
		return true;
	for (uint32_t c = 0; part->ratio != NULL && c < part->profile->types.n;
		c++)
		if (part->ratio[c] != 1 && part->ratio[c] != -1)
			return true;
	return false;
}

int
common_init(struct common *m, const struct merge_part *part, size_t n,
	struct warnings *warnings, struct err *err)
{
	struct common_type best;
	struct common_type first;
	struct str unit;

	*m = (struct common){ .n = n, .warnings = warnings, .err = err };
	m->input = ARENA_ZARRAY(&m->arena, struct common_input, m->n);
	for (size_t i = 0; i < m->n; i++) {
		m->input[i].part = &part[i];
		m->input[i].p = part[i].profile;
		m->raw = m->raw || common_is_scaled(&part[i]);
	}
	if (find_common(m) != 0)
		return -1;
	for (size_t i = 0; i < m->n; i++)
		common_choose_default(m, &m->input[i]);
	best = common_period_type(m->input[0].p);
	for (size_t i = 1; i < m->n; i++)
		if (finer(m, "period type: incompatible types: ", &best,
			    common_period_type(m->input[i].p), i) != 0)
			return -1;
	m->period_unit = best.unit;
	m->unit = ARENA_ARRAY(&m->arena, struct str, m->ntypes);
	for (size_t c = 0; c < m->ntypes; c++) {
		best = common_type_of(m->input[0].p, m->input[0].column[c]);
		for (size_t i = 1; i < m->n; i++)
			if (finer(m,
				    "sample types: incompatible types: ", &best,
				    common_type_of(m->input[i].p,
					    m->input[i].column[c]),
				    i) != 0)
				return -1;
		m->unit[c] = best.unit;
	}
	/* Compute the factors of each part to the common units. */
	first = common_period_type(m->input[0].p);
	for (size_t i = 0; i < m->n; i++) {
		struct common_input *in = &m->input[i];
		struct common_type period = common_period_type(in->p);

		if (!str_eq(period.name, first.name))
			return fail_types(m->input[0].part, first, in->part,
				period, "incompatible period types &", " and &",
				m->warnings, m->err);
		in->period = i64_trunc(unit_scale(in->p->header.period,
			period.unit, m->period_unit, &unit));
		in->ratio = ARENA_ARRAY(&m->arena, double, m->ntypes);
		for (size_t c = 0; c < m->ntypes; c++)
			in->ratio[c] = unit_scale(1,
				common_type_of(in->p, in->column[c]).unit,
				m->unit[c], &unit);
	}
	return 0;
}

bool
common_same_types(const struct profile *a, const struct profile *b)
{
	bool same = a->types.n == b->types.n;

	for (uint32_t i = 0; same && i < a->types.n; i++)
		same = str_eq(common_type_of(a, i).name,
			       common_type_of(b, i).name) &&
			str_eq(common_type_of(a, i).unit,
				common_type_of(b, i).unit);
	return same;
}

bool
merge_of_sums(const struct profile *first, const struct profile *p,
	size_t parts, bool in_order)
{
	const int64_t exact = INT64_C(1) << 53;

	if (!common_same_types(first, p))
		return false;
	for (uint32_t c = 0; c < p->types.n; c++) {
		const int64_t *value = p->sample.value[c];
		int64_t most = INT64_MAX / (int64_t)parts, sum = 0;

		for (size_t i = 0; i < p->sample.n; i++) {
			if (value[i] < 0 || value[i] > exact ||
				value[i] > most - sum)
				return false;
			if (in_order && first->sample.n > 0 &&
				(value[i] == 0) !=
					(first->sample.value[c][0] == 0))
				return false;
			sum += value[i];
		}
	}
	return true;
}

static double
column_sum(const struct profile *p, uint32_t column)
{
	int64_t sum = 0;

	for (size_t i = 0; i < p->sample.n; i++)
		sum = i64_wrap_add(sum, p->sample.value[column][i]);
	return (double)sum;
}

int
merge_normalize(const struct merge_part *source, const struct merge_part *base,
	double *ratio, struct warnings *warnings, struct err *err)
{
	const struct profile *s = source->profile, *b = base->profile;
	struct common_type ts = common_period_type(s),
			   tb = common_period_type(b);
	struct strbuf msg = STRBUF_INIT;

	if (!str_eq(ts.name, tb.name) || !str_eq(ts.unit, tb.unit))
		return fail_types(source, ts, base, tb,
			"incompatible period types &", " and &", warnings, err);
	if (!common_same_types(s, b)) {
		warn_types(warnings, source, NULL);
		warn_types(warnings, base, NULL);
		/* pprof prints the addresses of the lists instead. */
		strbuf_addstr(&msg, "incompatible sample types ");
		put_types(&msg, s);
		strbuf_addstr(&msg, " and ");
		put_types(&msg, b);
		err_set(err, ERR_FORMAT, "%s", strbuf_c(&msg));
		strbuf_free(&msg);
		return -1;
	}
	for (uint32_t c = 0; c < s->types.n; c++) {
		double sum = column_sum(s, c);

		ratio[c] = sum == 0 ? 0 : column_sum(b, c) / sum;
	}
	return 0;
}
