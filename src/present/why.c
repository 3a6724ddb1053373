/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evidence for a verdict. */
#include "prelude.h"

#include "present/why.h"

#include <math.h>

#include "base/num.h"
#include "engine/chance.h"
#include "engine/replaced.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "engine/view.h"
#include "present/caption.h"
#include "profile/unit.h"

struct telling {
	struct strbuf *out;
	const struct view *v;
	const struct numbers *n;
	bool ascii;
};

static void
put_count(struct strbuf *out, double count)
{
	int64_t tenths = i64_trunc(round(count * 10));

	strbuf_addf(out, "%s", grouped((uint64_t)(tenths / 10)).text);
	if (tenths % 10 != 0)
		strbuf_addf(out, ".%d", (int)(tenths % 10));
}

/* Append "2,939 samples of 10ms, exposure 1 (recorded for 30s)". */
static void
why_put_side(const struct telling *t, const char *name,
	const struct verdict_side *side, const struct exposure *x)
{
	const struct profile *p = t->v->profile;
	struct str unit = profile_str(p, p->types.unit[t->v->column]);

	strbuf_addf(t->out, "  %-4s  ", name);
	/* If samples differ in weight, show a count of equal precision. */
	if (x->weight <= 0 || t->v->evidence->noise.normalized)
		strbuf_addstr(t->out, "as precise as ");
	put_count(t->out, side->events);
	strbuf_addf(t->out, " %s%s of ", t->v->events->name,
		side->events == 1 ? "" : "s");
	if (side->weight >= 1000 || unit_is_time(unit) || unit_is_memory(unit))
		amount_put(t->out, i64_trunc(round(side->weight)), unit);
	else
		put_count(t->out, side->weight);
	strbuf_addf(t->out, ", exposure %.4g", side->exposure);
	if (x->duration_nanos > 0) {
		strbuf_addstr(t->out, " (recorded for ");
		amount_put(t->out, x->duration_nanos, STR("ns"));
		strbuf_addch(t->out, ')');
	}
	strbuf_addch(t->out, '\n');
}

/* Append "p = 1.2e-08". p is never 0, but may be too small for a double. */
static void
why_put_chance(struct strbuf *out, double p)
{
	if (p > 0)
		strbuf_addf(out, "p = %.2g\n", p);
	else
		strbuf_addstr(out, "p <0.0001\n");
}

/* Round to two digits, as what is still to be recorded is an estimate. */
static double
two_digits(double x)
{
	double unit = x >= 100 ? pow(10, floor(log10(x)) - 1) : 1;

	return ceil(x / unit) * unit;
}

void
why_put_needs(struct strbuf *out, const struct view *v, struct sides s,
	const struct verdict *verdict, bool brief)
{
	static const double hopeless = 1000;
	double factor = verdict_needs(verdict);
	bool added = s.base == 0, even;
	double there = added ? verdict->new.events : verdict->base.events;
	double change =
		added ? 0 : 100 * fabs((double)sides_delta(s) / (double)s.base);

	if (!(factor > 0) || v->events->name == NULL)
		return;
	if (brief && factor <= hopeless) {
		strbuf_addf(out, "%.*f times as long would tell",
			factor < 10 ? 1 : 0, factor);
		return;
	}
	if (factor > hopeless) {
		strbuf_addstr(out,
			brief ? "more than 1,000 times as long would tell"
			      : "a change this small needs more than 1,000 "
				"times as long");
		return;
	}
	/* Each side has its own count if their exposures differ. */
	even = fabs(verdict->share - 0.5) < 0.05;
	if (added)
		strbuf_addstr(out, "a new function");
	else
		strbuf_addf(
			out, "a change of %.*f%%", change < 10 ? 1 : 0, change);
	strbuf_addf(out, " needs about %s %ss %s; there are ",
		grouped((uint64_t)two_digits(there * factor)).text,
		v->events->name,
		even            ? "a side"
			: added ? "in new"
				: "in base");
	put_count(out, there);
	strbuf_addf(out, " (%.*f times as long)", factor < 10 ? 1 : 0, factor);
}

static void
why_put_verdict(const struct telling *t, const char *name, struct sides s,
	struct verdict v)
{
	const struct noise *noise = &t->v->evidence->noise;
	struct strbuf *out = t->out, needs = STRBUF_INIT;

	if (s.base == 0 && s.new == 0)
		return;
	strbuf_addf(out, "%-9s ", name);
	number_put(out, t->n, s.base);
	strbuf_addf(out, " %s ", glyph_str(GLYPH_ARROW, t->ascii).p);
	number_put(out, t->n, s.new);
	strbuf_addstr(out, ", ");
	delta_put(out, t->n, s);
	strbuf_addstr(out, " (");
	if (share_put(out, s))
		strbuf_addch(out, ')');
	else
		strbuf_cut(out, out->n - 2);
	if (significance_is_known(v.is)) {
		strbuf_addstr(out, "  ");
		verdict_put(out, t->n, s, v);
	}
	strbuf_addch(out, '\n');
	/* Append why there is no verdict. */
	if (v.is <= SIGNIFICANCE_EQUAL) {
		strbuf_addf(out, "  %s%s\n",
			v.is == SIGNIFICANCE_UNKNOWN && evidence_is_exact(t->v)
				? ""
				: "no verdict: ",
			v.is == SIGNIFICANCE_EQUAL
				? "-normalize has made both sides equal"
				: v.is == SIGNIFICANCE_NONE
				? "one side is below zero"
				: t->v->evidence->why);
		return;
	}
	why_put_side(t, "base", &v.base, &noise->base);
	why_put_side(t, "new", &v.new, &noise->new);
	strbuf_addf(out,
		"  if nothing had changed, %.3g%% of them would be in new: ",
		100 * v.share);
	if (v.is == SIGNIFICANCE_TOO_FEW) {
		strbuf_addf(out, "however they fall, p is above %.2g\n",
			pvalue_least(v.base.events + v.new.events, v.share));
	} else {
		why_put_chance(out, v.p);
		if (v.tests < 2)
			strbuf_addstr(t->out, "  one test of its own");
		else
			strbuf_addf(t->out, "  %s tests on %s functions",
				grouped(v.tests).text, grouped(v.of).text);
		strbuf_addstr(t->out,
			v.limit.is_set ? ": significant up to "
				       : ": none is significant\n");
		if (v.limit.is_set)
			why_put_chance(t->out, v.limit.most);
	}
	why_put_needs(&needs, t->v, s, &v, false);
	if (needs.n > 0)
		strbuf_addf(out, "  %s\n", strbuf_c(&needs));
	strbuf_free(&needs);
}

void
why_put_target(struct strbuf *out, struct flamegraph *p,
	struct selection selected, const struct numbers *n, bool ascii)
{
	const struct view *v = flamegraph_view(p);
	const struct telling t = { .out = out, .v = v, .n = n, .ascii = ascii };
	const struct tree *tree = flamegraph_tree(p, selected.side);
	frame_id frame = selection_frame(p, selected);
	node_id node = selected.node;

	if (evidence_lengths_differ(v)) {
		why_put_lengths(out, v);
		strbuf_addstr(out,
			": the difference in length also counts as a change; "
			":normalize compares shares\n\n");
	}
	if (frame == NONE) {
		why_put_verdict(
			&t, "total", sides_of(&v->w.kept), v->evidence->kept);
		return;
	}
	strbuf_add3(out, "", v->frames->frame[frame].text, "\n");
	if (node != NONE && v->nodes[frame] > 1) {
		why_put_verdict(&t, "this path self",
			sides_at(&tree->self, tree_self_row(tree, node)),
			evidence_node(v, tree, node, true));
		why_put_verdict(&t, "this path",
			sides_at(&tree->total, tree_row(tree, node)),
			evidence_node(v, tree, node, false));
	}
	why_put_replaced(out, v, frame, n, ascii);
	if (replaced_find(v, frame) != NULL)
		strbuf_addch(out, '\n');
	why_put_verdict(&t, "self", sides_at(&v->w.self, frame),
		evidence_frame(v, frame, false));
	why_put_verdict(&t, "total", sides_at(&v->w.total, frame),
		evidence_frame(v, frame, true));
}

void
why_put_replaced(struct strbuf *out, const struct view *v, frame_id frame,
	const struct numbers *n, bool ascii)
{
	const struct replaced *r = replaced_find(v, frame);
	struct arena arena = ARENA_INIT;

	if (r == NULL)
		return;
	strbuf_add3(out,
		"replaced: ", caption_short(v, r->gone, CAPTION_AUTO, &arena),
		" ");
	strbuf_add3(out, "", glyph_str(GLYPH_ARROW, ascii), " ");
	strbuf_add3(out, "", caption_short(v, r->added, CAPTION_AUTO, &arena),
		", ");
	delta_put(out, n, r->sides);
	arena_free(&arena);
}

void
why_put_lengths(struct strbuf *out, const struct view *v)
{
	strbuf_addstr(out, "base ");
	amount_put(out, v->evidence->noise.base.duration_nanos, STR("ns"));
	strbuf_addstr(out, ", new ");
	amount_put(out, v->evidence->noise.new.duration_nanos, STR("ns"));
}
