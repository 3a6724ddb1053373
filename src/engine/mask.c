/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame filters per location: see mask.h. */
#include "config.h"

#include "engine/mask.h"

#include "base/strbuf.h"
#include "engine/core.h"
#include "engine/hits.h"
#include "engine/origin.h"
#include "engine/subject.h"

#include "base/banned.h"

static bool
map_hit(const struct hits *h, const struct profile *p, loc_id loc)
{
	map_id map = p->loc.map[loc];

	return map != NONE && bits_get(&h->map, map);
}

/* Does any line or the mapping of a location match? */
static bool
loc_hit(const struct hits *h, const struct profile *p, loc_id loc)
{
	for (line_id i = p->loc.line0[loc]; i < p->loc.line0[loc + 1]; i++)
		if (bits_get(&h->func, p->line.func[i]))
			return true;
	return map_hit(h, p, loc);
}

/* *h stays NULL when there is no such filter. */
static int
optional(const struct run *run, const struct subject *subject,
	enum hits_kind kind, const char *option, struct str pattern,
	const struct hits **h)
{
	*h = NULL;
	if (pattern.n == 0)
		return 0;
	*h = hits_get(run, subject, kind, option, pattern);
	return *h != NULL ? 0 : -1;
}

static void
pick_fill(struct pick *pick, const struct profile *p, const struct hits *focus,
	const struct hits *ignore)
{
	pick->loc = arena_zalloc(&pick->stage.arena, p->loc.n + 1);
	for (loc_id loc = 0; loc < p->loc.n; loc++) {
		if (ignore != NULL && loc_hit(ignore, p, loc)) {
			pick->loc[loc] = PICK_IGNORE;
			pick->ignore_hit = true;
		} else if (focus == NULL || loc_hit(focus, p, loc)) {
			pick->loc[loc] = PICK_FOCUS;
			pick->focus_hit = true;
		}
	}
}

const struct pick *
pick_get(const struct run *run, const struct subject *subject)
{
	const struct query *q = run->q;
	struct stages *cache = &run->e->picks;
	struct strbuf key = STRBUF_INIT;
	const struct hits *focus, *ignore;
	struct pick *pick;

	strbuf_add(&key, subject->stage.key);
	key_str(&key, q->focus);
	key_str(&key, q->ignore);
	pick = (struct pick *)stages_find(cache, strbuf_str(&key));
	if (pick == NULL &&
		optional(run, subject, HITS_NAMES, "focus", q->focus, &focus) ==
			0 &&
		optional(run, subject, HITS_NAMES, "ignore", q->ignore,
			&ignore) == 0) {
		pick = (struct pick *)stages_new(
			cache, sizeof(*pick), strbuf_str(&key), NULL);
		if (focus != NULL || ignore != NULL)
			pick_fill(pick, subject->profile, focus, ignore);
		stages_keep(cache, &pick->stage);
	}
	strbuf_free(&key);
	return pick;
}

/* One location under the knife: lines from..to, of which `left` stay. */
struct knife {
	const struct profile *p;
	uint8_t *line;
	loc_id loc;
	line_id from, to;
	unsigned left;
};

static void
remove_line(struct knife *k, line_id i)
{
	if (k->line[i] != 0) {
		k->line[i] = 0;
		k->left--;
	}
}

static bool
line_hit(const struct hits *h, const struct knife *k, line_id i)
{
	return k->line[i] != 0 && bits_get(&h->func, k->p->line.func[i]);
}

/* True when the location is gone. */
static bool
hide(const struct hits *h, struct knife *k, bool *hit)
{
	bool all = map_hit(h, k->p, k->loc);

	if (!all && !loc_hit(h, k->p, k->loc))
		return false;
	*hit = true;
	for (line_id i = k->from; i < k->to; i++)
		if (all || line_hit(h, k, i))
			remove_line(k, i);
	return k->left == 0;
}

static bool
show(const struct hits *h, struct knife *k, bool *hit)
{
	if (!map_hit(h, k->p, k->loc))
		for (line_id i = k->from; i < k->to; i++)
			if (!line_hit(h, k, i))
				remove_line(k, i);
	/* Without lines there is nothing to show, mapping or not. */
	if (k->left == 0)
		return true;
	*hit = true;
	return false;
}

/* The outermost match and what is inside it stays. */
static bool
show_from(const struct hits *h, struct knife *k)
{
	line_id i = k->to;

	if (map_hit(h, k->p, k->loc))
		return true;
	while (i > k->from && !line_hit(h, k, i - 1))
		i--;
	if (i == k->from)
		return false;
	for (; i < k->to; i++)
		remove_line(k, i);
	return true;
}

/* The innermost match and what is outside it stays. */
static bool
prune_from(const struct hits *h, struct knife *k)
{
	line_id i = k->from;

	while (i < k->to && !line_hit(h, k, i))
		i++;
	if (i == k->to)
		return false;
	while (i > k->from)
		remove_line(k, --i);
	return true;
}

static bool
is_system(struct origins *o, func_id func, map_id map, bool kernel_only)
{
	struct origin origin = origin_of(o, func, map);

	return origin.kind == ORIGIN_SYSTEM &&
		(origin.is_kernel || !kernel_only);
}

/* True when the location is gone. */
static bool
hide_system(struct origins *o, struct knife *k, bool kernel_only)
{
	map_id map = k->p->loc.map[k->loc];

	if (k->from == k->to)
		return is_system(o, NONE, map, kernel_only);
	for (line_id i = k->from; i < k->to; i++)
		if (is_system(o, k->p->line.func[i], map, kernel_only))
			remove_line(k, i);
	return k->left == 0;
}

struct knives {
	const struct hits *hide, *show, *show_from, *prune_from;
	struct origins *origins; /* NULL: system frames stay */
	bool kernel_only;
};

static void
cut_fill(struct cut *cut, const struct profile *p, const struct knives *h)
{
	struct block block;

	block_init(&block, &cut->stage.arena,
		block_size(p->loc.n, 1) + block_size(p->line.n, 1));
	cut->loc = block_take(&block, p->loc.n, 1);
	cut->line = block_take(&block, p->line.n, 1);
	memset(cut->loc, 0, p->loc.n);
	memset(cut->line, 1, p->line.n);
	for (loc_id loc = 0; loc < p->loc.n; loc++) {
		struct knife k = { .p = p,
			.line = cut->line,
			.loc = loc,
			.from = p->loc.line0[loc],
			.to = p->loc.line0[loc + 1] };
		uint8_t bits = 0;

		k.left = k.to - k.from;
		if (h->hide != NULL && hide(h->hide, &k, &cut->hide_hit))
			bits |= CUT_BY_HIDE;
		if (h->show != NULL && show(h->show, &k, &cut->show_hit))
			bits |= CUT_BY_SHOW;
		/* A hidden location may still match by its mapping: pprof
		   counts that as a match, though no sample has it now. */
		if (h->show_from != NULL && show_from(h->show_from, &k)) {
			cut->from_hit = true;
			bits |= CUT_FROM;
		}
		if (h->prune_from != NULL && prune_from(h->prune_from, &k))
			bits |= CUT_PRUNE;
		if ((bits & CUT_HIDDEN) != 0)
			bits &= CUT_HIDDEN;
		else if (h->origins != NULL &&
			hide_system(h->origins, &k, h->kernel_only))
			bits |= CUT_SYSTEM;
		cut->loc[loc] = bits;
	}
}

static int
cut_hits(const struct run *run, const struct subject *subject, struct knives *h)
{
	const struct query *q = run->q;

	if (optional(run, subject, HITS_NAMES, "hide", q->hide, &h->hide) !=
			0 ||
		optional(run, subject, HITS_NAMES, "show", q->show, &h->show) !=
			0 ||
		optional(run, subject, HITS_NAMES, "show_from", q->show_from,
			&h->show_from) != 0)
		return -1;
	if (optional(run, subject, HITS_SIMPLE, "prune_from", q->prune_from,
		    &h->prune_from) != 0)
		return -1;
	h->origins = NULL;
	if (q->system == SYSTEM_SHOW)
		return 0;
	h->kernel_only = q->system == SYSTEM_HIDE_KERNEL;
	h->origins = origins_new(subject->profile, q, run->err);
	return h->origins != NULL ? 0 : -1;
}

const struct cut *
cut_get(const struct run *run, const struct subject *subject)
{
	const struct query *q = run->q;
	struct stages *cache = &run->e->cuts;
	struct strbuf key = STRBUF_INIT;
	struct knives h;
	struct cut *cut;

	strbuf_add(&key, subject->stage.key);
	key_str(&key, q->hide);
	key_str(&key, q->show);
	key_str(&key, q->show_from);
	key_str(&key, q->prune_from);
	key_num(&key, q->system);
	if (q->system != SYSTEM_SHOW) {
		key_str(&key, q->user);
		key_str(&key, q->library);
		key_str(&key, q->system_code);
	}
	cut = (struct cut *)stages_find(cache, strbuf_str(&key));
	if (cut == NULL && cut_hits(run, subject, &h) == 0) {
		cut = (struct cut *)stages_new(
			cache, sizeof(*cut), strbuf_str(&key), NULL);
		if (q->hide.n + q->show.n + q->show_from.n + q->prune_from.n >
				0 ||
			h.origins != NULL)
			cut_fill(cut, subject->profile, &h);
		origins_free(h.origins);
		stages_keep(cache, &cut->stage);
	}
	strbuf_free(&key);
	return cut;
}
