/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words where there is no picture: see explain.h. */
#include "config.h"

#include "present/explain.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/utf8.h"

#include "base/banned.h"

static bool
has_names(const struct profile *p)
{
	for (line_id i = 0; i < p->line.n; i++)
		if (profile_str(p, p->func.name[p->line.func[i]]).n > 0)
			return true;
	return false;
}

static bool
all_zero(const struct view *v)
{
	const int64_t *value = v->profile->sample.value[v->column];

	for (size_t i = 0; i < v->profile->sample.n; i++)
		if (value[i] != 0)
			return false;
	return true;
}

static bool
has_stacks(const struct profile *p)
{
	return p->trie.n > 1;
}

void
explain_profile(struct strbuf *out, const struct view *v, bool *blank)
{
	const struct profile *p = v->profile;
	struct str type = profile_str(p, p->types.type[v->column]);

	*blank = true;
	if (p->sample.n == 0) {
		strbuf_addc(out, "This profile has no samples.");
	} else if (!has_stacks(p)) {
		strbuf_addf(out,
			"The %zu samples of this profile have no stacks: only "
			"their values and labels are known.",
			p->sample.n);
	} else if (all_zero(v)) {
		strbuf_addf(out,
			"Every sample has 0 %.*s. Another sample type may have "
			"something to show: press s.",
			STR_ARG(type));
	} else {
		*blank = false;
		if (!has_names(p))
			strbuf_addc(out,
				"No function names: frames are addresses in "
				"their binaries. `go tool pprof -proto` with "
				"the "
				"binary at hand adds names.");
	}
}

bool
explain_is_empty(const struct view *v)
{
	return v->n_effects > 0;
}

const struct effect *
explain_culprit(const struct view *v)
{
	for (uint32_t i = 0; i < v->n_effects; i++)
		if (v->effect[i].kept == 0)
			return &v->effect[i];
	return v->n_effects > 0 ? &v->effect[v->n_effects - 1] : NULL;
}

void
explain_nothing_left(struct strbuf *out, const struct view *v,
	const struct numbers *n, bool ascii)
{
	const struct effect *culprit = explain_culprit(v);
	char count[NUMBER_MAX], number[NUMBER_MAX], percent[PERCENT_MAX];

	(void)count_text(v->profile->sample.n, count);
	strbuf_addf(out, "All %s samples are filtered out.\n\n", count);
	for (uint32_t i = 0; i < v->n_effects; i++) {
		const struct effect *e = &v->effect[i];

		(void)number_text(n, e->kept, number);
		(void)percent_text(e->kept, v->w.total, percent);
		strbuf_addf(out, "%s %s=",
			e != culprit    ? " "
				: ascii ? ">"
					: "\xE2\x96\xB6",
			e->option);
		utf8_put(out, e->value, ascii, 40);
		strbuf_addf(out, "\tkeeps %s", number);
		if (e == culprit)
			strbuf_addc(out, i > 0 ? " of those" : "");
		else
			strbuf_addf(out, "  %s", percent);
		strbuf_addch(out, '\n');
		if (e == culprit)
			break;
	}
}

static void
put_numbers(struct strbuf *out, const char *label, int64_t here, int64_t all,
	int64_t total, const struct numbers *n)
{
	char number[NUMBER_MAX], percent[PERCENT_MAX];

	(void)number_text(n, here, number);
	(void)percent_text(here, total, percent);
	strbuf_addf(out, "%s\t%s  %s", label, number, percent);
	(void)number_text(n, all, number);
	(void)percent_text(all, total, percent);
	strbuf_addf(out, "\t%s  %s\n", number, percent);
}

static void
put_binary(struct strbuf *out, const struct profile *p, loc_id loc, bool ascii)
{
	map_id m = loc != NONE ? p->loc.map[loc] : NONE;
	struct str build;

	if (m == NONE || profile_str(p, p->map.file[m]).n == 0)
		return;
	strbuf_addc(out, "binary\t");
	utf8_put(out, profile_str(p, p->map.file[m]), ascii, 80);
	build = profile_str(p, p->map.build_id[m]);
	if (build.n > 0) {
		strbuf_addc(out, "  build id ");
		utf8_put(out, build, ascii, 16);
	}
	strbuf_addch(out, '\n');
}

/* The names from the root to here, the last ones when there are many. */
static void
put_stack(struct strbuf *out, struct plan *p, struct spot s, bool ascii)
{
	enum { SHOWN = 6 };
	const struct view *v = plan_view(p);
	struct arena arena = ARENA_INIT;
	struct str name[SHOWN];
	struct spot root = spot_root(p), at = s;
	int n = 0;
	bool more = false;

	while (!spot_equal(at, root)) {
		frame_id frame = spot_frame(p, at);

		more = n == SHOWN;
		if (more)
			break;
		if (frame != NONE)
			name[n++] =
				caption_short(v, frame, CAPTION_AUTO, &arena);
		at = spot_parent(p, at);
	}
	strbuf_addc(out, "stack\t");
	if (more)
		strbuf_addc(out, ascii ? "~" : "\xE2\x80\xA6");
	while (n > 0) {
		n--;
		if (out->p[out->n - 1] != '\t')
			strbuf_addc(out, ascii ? " > " : " \xE2\x80\xBA ");
		utf8_put(out, name[n], ascii, 60);
	}
	strbuf_addch(out, '\n');
	arena_free(&arena);
}

static void
explain_group(struct strbuf *out, struct plan *p, struct spot s,
	const struct numbers *n, bool ascii)
{
	const struct view *v = plan_view(p);
	const struct tree *t = plan_tree(p, (enum plan_side)s.side);
	struct kids kids = plan_kids(p, (enum plan_side)s.side, s.node);
	char number[NUMBER_MAX], percent[PERCENT_MAX];

	(void)number_text(n, spot_value(p, s), number);
	(void)percent_text(spot_value(p, s), v->w.total, percent);
	strbuf_addf(out, "%u frames too narrow to draw: %s  %s\n\n", s.count,
		number, percent);
	for (uint32_t i = 0; i < s.count && i < 12; i++) {
		node_id node = kids.kid[s.rank + i].node;

		(void)number_text(n,
			weight_value(t->total[node], t->div_total, node),
			number);
		strbuf_addf(out, "%s\t", number);
		utf8_put(out, plan_text(p, (enum plan_side)s.side, node), ascii,
			60);
		strbuf_addch(out, '\n');
	}
	if (s.count > 12)
		strbuf_addf(
			out, "\tand %u more: Enter opens them\n", s.count - 12);
}

void
explain_spot(struct strbuf *out, struct plan *p, struct spot s,
	const struct zoom *z, const struct numbers *n, bool ascii)
{
	const struct view *v = plan_view(p);
	frame_id frame = spot_frame(p, s);
	const struct frame *f;
	char percent[PERCENT_MAX];

	if (spot_is_group(s)) {
		explain_group(out, p, s, n, ascii);
		return;
	}
	if (frame == NONE) {
		strbuf_addc(out, "root: all samples together\n\n");
		put_numbers(out, "total", spot_value(p, s), v->w.kept,
			v->w.total, n);
		return;
	}
	f = &v->frames->frame[frame];
	strbuf_addc(out, "name\t");
	utf8_put(out, f->text, ascii, 100);
	strbuf_addc(out, "\nplace\t");
	caption_place(out, v, frame, true);
	strbuf_addch(out, '\n');
	put_binary(out, v->profile, f->first_loc, ascii);
	strbuf_addf(out, "depth\t%d%s\n\n", spot_level(p, s),
		(v->inlined[frame] & 3) == 1           ? "  always inlined"
			: (v->inlined[frame] & 1) != 0 ? "  inlined in places"
						       : "");
	strbuf_addf(out, "\tthis place\tall %u places\n", v->places[frame]);
	put_numbers(out, "self", spot_self(p, s),
		weight_value(v->w.flat[frame], v->w.flat_div, frame),
		v->w.total, n);
	put_numbers(out, "total", spot_value(p, s),
		weight_value(v->w.cum[frame], v->w.cum_div, frame), v->w.total,
		n);
	if (percent_text(spot_value(p, s), spot_value(p, spot_parent(p, s)),
		    percent) > 0)
		strbuf_addf(out, "of parent\t%s\n", percent);
	if (percent_text(spot_value(p, s), spot_value(p, z->at), percent) > 0)
		strbuf_addf(out, "of view\t%s\n", percent);
	strbuf_addch(out, '\n');
	put_stack(out, p, s, ascii);
}
