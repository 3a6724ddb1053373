/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs of the user's code, libraries and the runtime as text (owners.h). */
#include "prelude.h"

#include "present/owners.h"

#include "base/num.h"
#include "engine/sides.h"
#include "present/number.h"

enum { KINDS_SAID = 5, KINDS_BRIEF = 2, PERCENT = 100, DIFF_COLS = 29 };

/* Append a share; "-" if the value is none of `all`. */
static void
put_share_of(struct strbuf *out, int64_t value, int64_t all)
{
	if (value == 0)
		strbuf_addstr(out, "0%");
	else if (!percent_put(out, value, all))
		strbuf_addch(out, '-');
}

void
owners_put_share(struct strbuf *out, const struct ownership *o,
	const struct row_sum *sum, bool both)
{
	struct sides s = sides_of(sum), all = sides_of(&o->all);

	if (o->is_mean)
		return;
	if (!o->is_diff) {
		put_share_of(out, row_sum_value(sum), o->whole);
		return;
	}
	put_share_of(out, s.new, all.new);
	if (all.base == 0 || !both)
		return;
	strbuf_addstr(out, " (");
	put_share_of(out, s.base, all.base);
	strbuf_addstr(out, " before)");
}

/* True if the row accounts for at least 1% of the total. */
static bool
is_worth_saying(const struct ownership *o, const struct row_sum *sum)
{
	int64_t v = ownership_weight(o, sum), all = ownership_whole(o);

	return i64_abs(v) >= i64_abs(all) / PERCENT && v != 0;
}

void
owners_put(struct strbuf *out, const struct ownership *o)
{
	struct owner_row row[OWNER_ROWS];
	size_t n = ownership_rows(o, row), said = 0;
	const char *before = "by self: ";

	if (o->is_mean) {
		strbuf_addstr(out, OWNERSHIP_OF_MEANS);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		bool last = i + 1 == n || !row[i + 1].is_kind;

		if (row[i].is_kind) {
			if (said < KINDS_SAID &&
				is_worth_saying(o, &row[i].of->self)) {
				strbuf_addf(out, "%s%s ",
					said > 0 ? ", " : " (", row[i].name);
				owners_put_share(
					out, o, &row[i].of->self, false);
				said++;
			}
			if (last && said > 0)
				strbuf_addch(out, ')');
			continue;
		}
		if (row[i].origin == ORIGIN_UNKNOWN &&
			!is_worth_saying(o, &row[i].of->self))
			continue;
		strbuf_addf(out, "%s%s ", before, row[i].name);
		owners_put_share(out, o, &row[i].of->self, true);
		before = ", ";
	}
	before = "; with callees: ";
	for (size_t i = 0; i < n; i++) {
		if (row[i].is_kind || row[i].origin > ORIGIN_LIBRARY)
			continue;
		strbuf_addf(out, "%s%s ", before, row[i].name);
		owners_put_share(out, o, &row[i].of->total, true);
		before = ", ";
	}
	if (o->how != NULL) {
		struct str program = strbuf_str(&o->program);

		if (str_ends(program, STR("/")))
			program.n--;
		program = str_basename(program);
		strbuf_addf(
			out, "; yours is %.*s (%s)", STR_ARG(program), o->how);
	}
}

/* Return the heaviest origin that is large enough and whose bit in `done` is
   not set; or ORIGIN_KINDS. */
static int
heaviest_origin(const struct ownership *o, unsigned done)
{
	int best = ORIGIN_KINDS;

	for (int k = 0; k < ORIGIN_KINDS; k++) {
		const struct row_sum *self = &o->origin[k].self;

		if ((done >> k & 1) == 0 &&
			(is_worth_saying(o, self) ||
				(k == ORIGIN_USER &&
					is_worth_saying(
						o, &o->origin[k].total))) &&
			(best == ORIGIN_KINDS ||
				ownership_weight(o, self) >
					ownership_weight(
						o, &o->origin[best].self)))
			best = k;
	}
	return best;
}

void
owners_put_brief(struct strbuf *out, const struct ownership *o, bool kinds)
{
	const char *before = "by self: ";
	unsigned done = 0;
	int k;

	while ((k = heaviest_origin(o, done)) != ORIGIN_KINDS) {
		size_t said = 0;

		strbuf_addf(out, "%s%s ", before,
			ownership_name((enum origin_kind)k));
		owners_put_share(out, o, &o->origin[k].self, true);
		for (size_t i = 0; kinds && k == ORIGIN_SYSTEM &&
			i < o->n_kinds && said < KINDS_BRIEF;
			i++) {
			enum runtime_kind kind = o->by_weight[i];
			const struct row_sum *self = &o->kind[kind].self;

			if (!is_worth_saying(o, self))
				break;
			if (kind == RKIND_OTHER)
				continue;
			strbuf_addf(out, "%s%s ", said++ > 0 ? ", " : " (",
				runtime_kind_name(kind));
			owners_put_share(out, o, self, false);
		}
		if (said > 0)
			strbuf_addch(out, ')');
		before = ", ";
		done |= 1U << k;
	}
}

/* Append the amount, in a diff the new side's, and its share. */
static void
put_cost(struct strbuf *out, const struct ownership *o,
	const struct row_sum *sum, struct str unit)
{
	struct strbuf text = STRBUF_INIT;

	amount_put(&text, ownership_weight(o, sum), unit);
	strbuf_addf(out, "%7s ", strbuf_c(&text));
	strbuf_reset(&text);
	owners_put_share(&text, o, sum, true);
	strbuf_addf(out, "%5s", strbuf_c(&text));
	strbuf_free(&text);
}

void
owners_put_heads(struct strbuf *out, const struct ownership *o)
{
	/* In a diff each share is followed by the base's: " (12.5% before)". */
	strbuf_addf(out, o->is_diff ? "%13s %29s" : "%13s %13s", "by self",
		"with callees");
}

void
owners_put_row(struct strbuf *out, const struct ownership *o,
	const struct owned *row, struct str unit)
{
	size_t from = out->n;

	put_cost(out, o, &row->self, unit);
	while (o->is_diff && out->n - from < DIFF_COLS)
		strbuf_addch(out, ' ');
	strbuf_addch(out, ' ');
	put_cost(out, o, &row->total, unit);
}
