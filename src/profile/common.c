/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What profiles to be merged have in common: see common.h. */
#include "config.h"

#include "profile/common.h"

#include "base/num.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "profile/unit.h"

#include "base/banned.h"

struct common_type
common_type(const struct profile *p, uint32_t column)
{
	return (struct common_type){ profile_str(p, p->types.type[column]),
		profile_str(p, p->types.unit[column]) };
}

static struct common_type
period_type_of(const struct profile *p)
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
	strbuf_addch(out, '[');
	for (uint32_t i = 0; i < p->types.n; i++) {
		if (i > 0)
			strbuf_addch(out, ' ');
		put_type(out, common_type(p, i));
	}
	strbuf_addch(out, ']');
}

/* What a part has, in words for people. */
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

/* "{cpu nanoseconds 0 0}": pprof prints its struct as it is. */
static void
put_struct(struct strbuf *out, struct common_type t)
{
	strbuf_addch(out, '{');
	utf8_put(out, t.name, false, -1);
	strbuf_addch(out, ' ');
	utf8_put(out, t.unit, false, -1);
	strbuf_addc(out, " 0 0}");
}

/* Two types that do not go together: BEFORE {cpu nanoseconds 0 0} BETWEEN
   {space bytes 0 0}. */
static int
fail_types(struct err *err, const char *before, const struct common_type *a,
	const char *between, const struct common_type *b)
{
	struct strbuf msg = STRBUF_INIT;

	strbuf_addc(&msg, before);
	put_struct(&msg, *a);
	strbuf_addc(&msg, between);
	put_struct(&msg, *b);
	err_set(err, ERR_FORMAT, "%s", strbuf_c(&msg));
	strbuf_free(&msg);
	return -1;
}

/* Lists of types; pprof prints where in its memory they are. */
static int
fail_lists(struct err *err, const struct profile *a, const struct profile *b)
{
	struct strbuf msg = STRBUF_INIT;

	strbuf_addc(&msg, "incompatible sample types ");
	put_types(&msg, a);
	strbuf_addc(&msg, " and ");
	put_types(&msg, b);
	err_set(err, ERR_FORMAT, "%s", strbuf_c(&msg));
	strbuf_free(&msg);
	return -1;
}

/* How often a type of that name occurs, and where first. */
static size_t
count_type(const struct profile *p, struct str name, uint32_t *first)
{
	size_t n = 0;

	for (uint32_t i = p->types.n; i > 0; i--) {
		if (!str_eq(common_type(p, i - 1).name, name))
			continue;
		*first = i - 1;
		n++;
	}
	return n;
}

static int
fail_common(struct common *m)
{
	for (size_t i = 0; i < m->n && i < 2; i++)
		warn_types(m->warnings, m->input[i].part, NULL);
	return err_set(m->err, ERR_FORMAT,
		"profiles have empty common sample type list");
}

/* The columns whose type name each part has once, in the first one's order. */
static int
find_common(struct common *m)
{
	const struct profile *p = m->input[0].p;

	for (size_t i = 0; i < m->n; i++)
		m->input[i].column =
			ARENA_ARRAY(&m->arena, uint32_t, p->types.n);
	for (uint32_t type = 0; type < p->types.n; type++) {
		bool common = true;

		for (size_t i = 0; i < m->n; i++)
			common = common &&
				count_type(m->input[i].p,
					common_type(p, type).name,
					&m->input[i].column[m->ntypes]) == 1;
		m->ntypes += common;
	}
	return m->ntypes > 0 ? 0 : fail_common(m);
}

bool
common_is_modified(const struct common *m, const struct common_input *in)
{
	for (uint32_t i = 0; i < m->ntypes; i++)
		if (in->column[i] != i)
			return true;
	return m->ntypes != in->p->types.n;
}

/* A part that loses columns may lose its default. */
static void
choose_default(const struct common *m, struct common_input *in)
{
	in->default_type = profile_str(in->p, in->p->header.default_type);
	if (!common_is_modified(m, in))
		return;
	for (size_t i = 0; i < m->ntypes; i++)
		if (str_eq(common_type(in->p, in->column[i]).name,
			    in->default_type))
			return;
	in->default_type = common_type(in->p, in->column[0]).name;
}

static struct str
without_s(struct str s)
{
	if (str_ends(s, STR("s")))
		s.n--;
	return s;
}

/* Take the finer of two units of compatible types. */
static int
finer(struct common *m, const char *what, struct common_type *best,
	struct common_type t, size_t at)
{
	struct str unit;

	if (!str_eq(without_s(best->name), without_s(t.name)) ||
		!unit_compatible(best->unit, t.unit)) {
		warn_types(m->warnings, m->input[0].part, best);
		warn_types(m->warnings, m->input[at].part, &t);
		return fail_types(m->err, what, best, " ", &t);
	}
	if (unit_scale(1, t.unit, best->unit, &unit) < 1)
		*best = t;
	return 0;
}

static int
choose_units(struct common *m)
{
	struct common_type best = period_type_of(m->input[0].p);

	for (size_t i = 1; i < m->n; i++)
		if (finer(m, "period type: incompatible types: ", &best,
			    period_type_of(m->input[i].p), i) != 0)
			return -1;
	m->period_unit = best.unit;
	m->unit = ARENA_ARRAY(&m->arena, struct str, m->ntypes);
	for (size_t c = 0; c < m->ntypes; c++) {
		best = common_type(m->input[0].p, m->input[0].column[c]);
		for (size_t i = 1; i < m->n; i++)
			if (finer(m,
				    "sample types: incompatible types: ", &best,
				    common_type(m->input[i].p,
					    m->input[i].column[c]),
				    i) != 0)
				return -1;
		m->unit[c] = best.unit;
	}
	return 0;
}

/* After choose_units(): what each part's numbers are to be multiplied by. */
static int
convert_units(struct common *m)
{
	struct common_type first = period_type_of(m->input[0].p);
	struct str unit;

	for (size_t i = 0; i < m->n; i++) {
		struct common_input *in = &m->input[i];
		struct common_type period = period_type_of(in->p);

		if (!str_eq(period.name, first.name)) {
			warn_types(m->warnings, m->input[0].part, &first);
			warn_types(m->warnings, in->part, &period);
			return fail_types(m->err, "incompatible period types &",
				&first, " and &", &period);
		}
		in->period = i64_trunc(unit_scale(in->p->header.period,
			period.unit, m->period_unit, &unit));
		in->ratio = ARENA_ARRAY(&m->arena, double, m->ntypes);
		for (size_t c = 0; c < m->ntypes; c++)
			in->ratio[c] = unit_scale(1,
				common_type(in->p, in->column[c]).unit,
				m->unit[c], &unit);
	}
	return 0;
}

/* Are its values no longer what was sampled? Turning them round is no
   change. */
static bool
is_scaled(const struct merge_part *part)
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
	*m = (struct common){ .n = n, .warnings = warnings, .err = err };
	m->input = ARENA_ZARRAY(&m->arena, struct common_input, m->n);
	for (size_t i = 0; i < m->n; i++) {
		m->input[i].part = &part[i];
		m->input[i].p = part[i].profile;
		m->raw = m->raw || is_scaled(&part[i]);
	}
	if (find_common(m) != 0)
		return -1;
	for (size_t i = 0; i < m->n; i++)
		choose_default(m, &m->input[i]);
	if (choose_units(m) != 0)
		return -1;
	return convert_units(m);
}

void
common_fini(struct common *m)
{
	arena_free(&m->arena);
}

static bool
same_types(const struct profile *a, const struct profile *b)
{
	if (a->types.n != b->types.n)
		return false;
	for (uint32_t i = 0; i < a->types.n; i++)
		if (!str_eq(common_type(a, i).name, common_type(b, i).name) ||
			!str_eq(common_type(a, i).unit, common_type(b, i).unit))
			return false;
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
	struct common_type ts = period_type_of(s), tb = period_type_of(b);

	if (!str_eq(ts.name, tb.name) || !str_eq(ts.unit, tb.unit)) {
		warn_types(warnings, source, &ts);
		warn_types(warnings, base, &tb);
		return fail_types(
			err, "incompatible period types &", &ts, " and &", &tb);
	}
	if (!same_types(s, b)) {
		warn_types(warnings, source, NULL);
		warn_types(warnings, base, NULL);
		return fail_lists(err, s, b);
	}
	for (uint32_t c = 0; c < s->types.n; c++) {
		double sum = column_sum(s, c);

		ratio[c] = sum == 0 ? 0 : column_sum(b, c) / sum;
	}
	return 0;
}
