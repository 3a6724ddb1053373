/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the conditions of a gate. */
#include "prelude.h"

#include "report/gate.h"

#include <math.h>

#include "analysis/growth.h"
#include "base/ascii.h"
#include "base/vec.h"
#include "engine/regexp.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/growth.h"
#include "present/number.h"
#include "present/why.h"
#include "profile/unit.h"
#include "report/json.h"

/* Set err to "expected a number (at byte 6)", with a mark below the text. */
static int
fail_at(struct err *err, struct str text, const char *place, const char *what)
{
	enum { SHOWN = 120 };
	size_t at = (size_t)(place - text.p);

	if (text.n > SHOWN)
		return err_set(err, ERR_USAGE,
			"--fail-if: %s (at byte %zu of %zu)", what, at, text.n);
	return err_set(err, ERR_USAGE,
		"--fail-if: %s (at byte %zu)\n\t%.*s\n\t%*s^", what, at,
		STR_ARG(text), (int)at, "");
}

/* Cut the unit of time, like "/h", off the end of *s, and set g->hours. */
static int
parse_per(struct str *s, struct gate *g, struct err *err)
{
	static const struct {
		const char *name;
		double hours;
	} per[] = { { "s", 1 / 3600.0 }, { "min", 1 / 60.0 }, { "h", 1 },
		{ "d", 24 } };
	ptrdiff_t at = str_chr(*s, '/');
	struct str name =
		at < 0 ? STR_EMPTY : str_trim(str_skip(*s, (size_t)at + 1));

	for (size_t i = 0; i < COUNT_OF(per); i++)
		if (str_is(name, per[i].name))
			g->hours = per[i].hours;
	if (!(g->hours > 0))
		return fail_at(err, g->text,
			name.n > 0 ? name.p : g->text.p + g->text.n,
			"expected a time unit, as in 1MB/h: /s, /min, /h or "
			"/d");
	s->n = (size_t)at;
	return 0;
}

static int
parse_what(struct str s, struct gate *g, struct err *err)
{
	const struct str self = STR(",self"), total = STR(",total");
	struct strbuf fault = STRBUF_INIT;
	struct regexp *m;
	size_t offset;

	s = str_trim(s);
	g->is_total = str_is(s, "total");
	if (g->is_total)
		return 0;
	g->is_growth = str_starts(s, STR("grows:"));
	if (!g->is_growth && !str_starts(s, STR("func:")))
		return fail_at(err, g->text, s.p,
			"expected total, func:REGEXP or grows:REGEXP");
	s = str_skip(s, g->is_growth ? 6 : 5);
	g->self = !g->is_growth && str_ends(s, self);
	if (g->self)
		s.n -= self.n;
	else if (!g->is_growth && str_ends(s, total))
		s.n -= total.n;
	g->function = s;
	if (s.n == 0)
		return fail_at(err, g->text, s.p,
			g->is_growth ? "expected a regexp after grows:"
				     : "expected a regexp after func:");
	m = regexp_new(s, &offset, err);
	if (m != NULL) {
		regexp_free(m);
		return 0;
	}
	(void)regexp_explain(&fault, s);
	(void)fail_at(err, g->text, s.p + offset, strbuf_c(&fault));
	strbuf_free(&fault);
	return -1;
}

int
gate_parse(struct str text, struct gate *out, struct err *err)
{
	size_t at = text.n;
	struct str s;
	size_t n;
	double value = 0, unit = 1;
	size_t count = 0, digits = 0;
	bool point = false;

	*out = (struct gate){ .text = text };
	while (at > 0 && text.p[at - 1] != '>')
		at--;
	if (at == 0)
		return fail_at(err, text, text.p + text.n,
			"expected > and a number, as in total>5%");
	if (parse_what(str_sub(text, 0, at - 1), out, err) != 0)
		return -1;
	/* "5%", "10ms", "1.5 MB", "200" */
	s = str_skip(text, at);
	s = str_trim(s);
	/* Parse the decimal number at the start of s; `count` becomes its
	   length, or 0. */
	for (; count < s.n; count++) {
		char c = s.p[count];

		if (c == '.' && !point) {
			point = true;
		} else if (ascii_is_digit(c)) {
			digits++;
			value = value * 10 + (c - '0');
			unit *= point ? 10 : 1;
		} else {
			break;
		}
	}
	out->limit = value / unit;
	n = digits > 0 ? count : 0;
	if (n == 0 || !isfinite(out->limit))
		return fail_at(err, out->text, s.p,
			"expected a number after >, such as 5% or 10ms");
	if (out->is_growth && parse_per(&s, out, err) != 0)
		return -1;
	out->unit = str_trim(str_skip(s, n));
	out->is_part = str_is(out->unit, "%");
	if (out->is_part)
		out->unit = STR_EMPTY;
	for (size_t i = 0; i < out->unit.n; i++)
		if (!ascii_is_letter(out->unit.p[i]))
			return fail_at(err, out->text, out->unit.p + i,
				"expected % or a unit after the number");
	return 0;
}

/* A change that violates a condition. */
struct failure {
	const struct gate *gate;
	frame_id frame; /* NONE: the total */
	struct sides sides;
	struct verdict verdict;
};

/* Growth that violates a condition. */
struct growth_failure {
	const struct gate *gate;
	const struct grower *row;
};

struct gate_judge {
	const struct view *v;
	struct str unit; /* the profile's unit */
	VEC(struct failure) failed;
	const struct growth *growth; /* or NULL */
	VEC(struct growth_failure) grown;
};

static void
judge_one(struct gate_judge *j, const struct gate *g, frame_id frame,
	struct sides s, struct verdict verdict)
{
	struct failure f = { g, frame, s, verdict };
	double delta = (double)s.new - (double)s.base;
	double limit = g->limit;
	struct str ignored;
	bool is_over;

	if (delta <= 0) {
		is_over = false;
	} else {
		if (g->is_part)
			limit *= (double)s.base / 100;
		else if (g->unit.n > 0)
			limit *= unit_scale(1, g->unit, j->unit, &ignored);
		is_over = delta > limit;
	}
	if (is_over &&
		(verdict.is == SIGNIFICANCE_REAL ||
			verdict.is == SIGNIFICANCE_UNKNOWN))
		vec_push(&j->failed, f);
}

/* Order by condition, then the largest change first. */
static int
by_delta(const void *a, const void *b)
{
	const struct failure *x = a, *y = b;
	int64_t dx = sides_delta(x->sides), dy = sides_delta(y->sides);

	if (x->gate != y->gate)
		return x->gate < y->gate ? -1 : 1;
	if (dx != dy)
		return dx > dy ? -1 : 1;
	return (x->frame > y->frame) - (x->frame < y->frame);
}

static void
gate_put_value(const struct gate_judge *j, int64_t v, const char *sign,
	struct strbuf *out)
{
	struct str to = j->v->query.unit;
	char text[UNIT_TEXT_MAX];

	if (str_is(to, "minimum"))
		to = STR("auto");
	(void)unit_label(v, j->unit, to, text);
	strbuf_addf(out, "%s%s", sign, text);
}

/* Append "29.39s to 34.10s, +4.71s (+16.0%), 95% CI +3.14s..+6.28s". */
static void
put_change(const struct gate_judge *j, struct sides s, struct verdict verdict,
	struct strbuf *out)
{
	int64_t delta = sides_delta(s);
	struct interval i = verdict_interval(&verdict, s);
	int64_t low = i64_trunc(round(i.low)), high = i64_trunc(round(i.high));

	gate_put_value(j, s.base, "", out);
	gate_put_value(j, s.new, " to ", out);
	gate_put_value(j, delta, delta > 0 ? ", +" : ", ", out);
	if (s.base > 0)
		strbuf_addf(out, " (%+.1f%%)",
			100 * (double)delta / (double)s.base);
	else if (delta != 0)
		strbuf_addstr(out, " (new)");
	if (!significance_is_known(verdict.is))
		return;
	if (verdict.is == SIGNIFICANCE_EQUAL) {
		strbuf_addstr(out, ", equal by -normalize");
		return;
	}
	gate_put_value(j, low, low > 0 ? ", 95% CI +" : ", 95% CI ", out);
	gate_put_value(j, high, high > 0 ? "..+" : "..", out);
}

/* Add the rows that grow too much: either those that one callee explains, or
   the others. */
static void
judge_growers(struct gate_judge *j, const struct gate *g, struct regexp *m,
	bool is_explained)
{
	const struct growth *all = j->growth;

	for (size_t i = 0; i < all->n_rows + all->n_explained + all->n_small;
		i++) {
		const struct growth_failure f = { g, &all->row[i] };

		if (f.row->is_explained == is_explained &&
			f.row->significance != SIGNIFICANCE_CHANCE) {
			/* per hour, in the profile's unit */
			double limit = g->limit / g->hours;
			struct str ignored;

			if (g->is_part)
				limit *= f.row->start / 100;
			else if (g->unit.n > 0)
				limit *= unit_scale(
					1, g->unit, j->growth->unit, &ignored);
			if (f.row->slope > limit && regexp_str(m, f.row->name))
				vec_push(&j->grown, f);
		}
	}
}

/* Free the compiled function of a condition. -1 and err if it was too complex
   to match. */
static int
end_matching(struct regexp *m, const struct gate *g, struct err *err)
{
	bool stopped = regexp_stopped(m);

	regexp_free(m);
	return stopped ? err_set(err, ERR_USAGE,
				 "--fail-if=%.*s: the pattern is too complex",
				 STR_ARG(g->text))
		       : 0;
}

static int
judge_one_gate(struct gate_judge *j, const struct gate *g,
	struct warnings *warnings, struct err *err)
{
	const struct view *v = j->v;
	struct str unit = g->is_growth ? j->growth->unit : j->unit;
	struct regexp *m;

	if (!g->is_growth && !v->is_diff)
		return err_set(err, ERR_USAGE,
			"--fail-if needs two profiles with samples: add "
			"-diff_base=FILE");
	if (g->unit.n > 0 && !unit_compatible(g->unit, unit))
		return err_set(err, ERR_USAGE,
			"--fail-if=%.*s: %.*s cannot be compared with values "
			"in %.*s",
			STR_ARG(g->text), STR_ARG(g->unit), STR_ARG(unit));
	if (g->is_growth) {
		size_t before = j->grown.n;

		if (!j->growth->is_per_hour)
			return err_set(err, ERR_USAGE,
				"--fail-if=%.*s: there is no growth per hour: "
				"%s",
				STR_ARG(g->text),
				growth_why_no_rate(j->growth));
		m = regexp_new(g->function, NULL, err);
		if (m == NULL)
			return -1;
		judge_growers(j, g, m, false);
		/* Rows that one callee explains count only if no other row
		   does. */
		if (j->grown.n == before)
			judge_growers(j, g, m, true);
		return end_matching(m, g, err);
	}
	if (!g->is_total) {
		bool any = false;

		m = regexp_new(g->function, NULL, err);
		if (m == NULL)
			return -1;
		for (frame_id f = 0; f < v->frames->n; f++) {
			if (v->nodes[f] == 0 ||
				!regexp_str(m, v->frames->frame[f].text))
				continue;
			any = true;
			judge_one(j, g, f,
				sides_at(g->self ? &v->w.self : &v->w.total, f),
				evidence_frame(v, f, !g->self));
		}
		if (end_matching(m, g, err) != 0)
			return -1;
		if (!any)
			warnings_add(warnings,
				"--fail-if=%.*s: no function matches",
				STR_ARG(g->text));
		return 0;
	}
	judge_one(j, g, NONE, sides_of(&v->w.kept),
		verdict_alone(v->evidence->kept));
	return 0;
}

static int
judge_all(struct gate_judge *j, const struct gate *gate, size_t n,
	struct warnings *warnings, struct err *err)
{
	const struct view *v = j->v;
	struct strbuf lengths = STRBUF_INIT;

	if (j->growth != NULL && growth_judged(j->growth) < 2)
		return err_set(err, ERR_USAGE,
			"--fail-if=grows needs several snapshots: name the "
			"files of one process");
	for (size_t i = 0; i < n; i++)
		if (judge_one_gate(j, &gate[i], warnings, err) != 0)
			return -1;
	if (v->is_diff && evidence_is_exact(v))
		warnings_add(warnings, "--fail-if: %s", v->evidence->why);
	else if (v->is_diff && !v->evidence->known)
		warnings_add(warnings,
			"--fail-if: noise cannot be estimated, only size "
			"counts: %s",
			v->evidence->why);
	if (v->is_diff && evidence_lengths_differ(v)) {
		why_put_lengths(&lengths, v);
		warnings_add(warnings,
			"--fail-if: %s: a difference in length counts as a "
			"change; -normalize compares shares",
			strbuf_c(&lengths));
	}
	strbuf_free(&lengths);
	if (j->growth != NULL && growth_judged(j->growth) < TREND_LEAST)
		warnings_add(warnings,
			"--fail-if: chance cannot be estimated, only size "
			"counts: %d snapshots are needed, %zu were found",
			TREND_LEAST, growth_judged(j->growth));
	return 0;
}

static void
put_result(const struct gate_judge *j, struct strbuf *out)
{
	for (size_t i = 0; i < j->grown.n; i++) {
		strbuf_addf(out, "--fail-if=%.*s: %.*s ",
			STR_ARG(j->grown.p[i].gate->text),
			STR_ARG(j->grown.p[i].row->name));
		growth_rate_put(out, j->growth, j->grown.p[i].row->slope);
		strbuf_addstr(out, "/h, ");
		amount_put(out, j->grown.p[i].row->first, j->growth->unit);
		strbuf_addstr(out, " to ");
		amount_put(out, j->grown.p[i].row->last, j->growth->unit);
		strbuf_addch(out, '\n');
	}
	if (j->growth != NULL) {
		if (j->grown.n > 0)
			return;
		strbuf_addstr(out, "--fail-if: nothing failed; growing: ");
		growth_title_put(out, j->growth);
		strbuf_addch(out, '\n');
		return;
	}
	if (j->failed.n == 0) {
		strbuf_addstr(out, "--fail-if: nothing failed, total ");
		put_change(
			j, sides_of(&j->v->w.kept), j->v->evidence->kept, out);
		strbuf_addch(out, '\n');
		return;
	}
	for (size_t i = 0; i < j->failed.n; i++) {
		strbuf_addf(out,
			"--fail-if=%.*s: ", STR_ARG(j->failed.p[i].gate->text));
		if (j->failed.p[i].frame != NONE)
			strbuf_add3(out, "",
				j->v->frames->frame[j->failed.p[i].frame].text,
				" ");
		strbuf_addstr(
			out, j->failed.p[i].gate->self ? "self " : "total ");
		put_change(
			j, j->failed.p[i].sides, j->failed.p[i].verdict, out);
		strbuf_addch(out, '\n');
	}
}

/* ---- The gate ---- */

int
gate_run(const struct gate_job *job, size_t *failed, struct err *err)
{
	struct query q = *job->query;
	struct gate_judge j = { .growth = job->growth };
	const struct view *v;
	int rc;

	q.fold_leaves = false; /* as in all reports, stacks end where the
				  profile ends them */
	j.v = v = view_compute(job->engine, &q, NULL, err);
	if (v == NULL)
		return -1;
	j.unit = profile_str(v->profile, v->profile->types.unit[v->column]);
	warnings_join(job->warnings, &v->warnings);
	rc = judge_all(&j, job->gate, job->n, job->warnings, err);
	if (j.failed.n > 0)
		qsort(j.failed.p, j.failed.n, sizeof(*j.failed.p), by_delta);
	if (rc == 0 && job->json != NULL) {
		struct jsonout *jsonout = job->json;

		if (job->is_alone)
			jsondoc_view(jsonout, j.v);
		jsonout_object(jsonout, "gate");
		jsonout_bool(jsonout, "passed", j.failed.n + j.grown.n == 0);
		jsonout_array(jsonout, "conditions");
		for (size_t i = 0; i < job->n; i++)
			jsonout_text(jsonout, NULL, job->gate[i].text);
		jsonout_close(jsonout);
		jsonout_array(jsonout, "failures");
		for (size_t i = 0; i < j.failed.n; i++) {
			struct report_scale n;

			scale_init(&n, j.v);
			jsonout_object(jsonout, NULL);
			jsonout_text(
				jsonout, "condition", j.failed.p[i].gate->text);
			if (j.failed.p[i].frame != NONE)
				jsondoc_frame(jsonout, j.v->frames,
					j.failed.p[i].frame);
			jsonout_text(jsonout, "of",
				j.failed.p[i].gate->self ? STR("flat")
							 : STR("cum"));
			jsondoc_change(jsonout, NULL, &n, j.failed.p[i].sides,
				j.failed.p[i].verdict, NULL);
			jsonout_close(jsonout);
		}
		for (size_t i = 0; i < j.grown.n; i++) {
			jsonout_object(jsonout, NULL);
			jsonout_text(
				jsonout, "condition", j.grown.p[i].gate->text);
			jsonout_text(jsonout, "name", j.grown.p[i].row->name);
			jsonout_real(jsonout, "growth_per_hour",
				j.grown.p[i].row->slope);
			jsonout_int(jsonout, "first", j.grown.p[i].row->first);
			jsonout_int(jsonout, "last", j.grown.p[i].row->last);
			jsonout_close(jsonout);
		}
		jsonout_close(jsonout);
		jsonout_close(jsonout);
	} else if (rc == 0)
		put_result(&j, job->out);
	*failed = j.failed.n + j.grown.n;
	vec_free(&j.failed);
	vec_free(&j.grown);
	view_unref(v);
	return rc;
}
