/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why nothing is left: see effect.h. */
#include "config.h"

#include "engine/effect.h"

#include "base/vec.h"
#include "engine/core.h"
#include "engine/mask.h"
#include "engine/subject.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"
#include "engine/weigh.h"

#include "base/banned.h"

/* What a stack has, over all its locations. */
enum {
	HAS_FOCUS = 1,    /* PICK_FOCUS */
	HAS_IGNORE = 2,   /* PICK_IGNORE */
	HAS_UNHIDDEN = 4, /* a location with lines after hide */
	HAS_SHOWN = 8,    /* and after show */
	HAS_FROM = 16,
	HAS_ANY = 32, /* any location at all */
};

struct teller {
	const struct run *run;
	const struct layers *on;
	const uint8_t *bits; /* [trie.n] HAS_* */
	VEC(struct effect) effects;
	/* For each effect but those of labels: what a stack must (and must
	   not) have to pass. */
	VEC(uint8_t) need;
	VEC(uint8_t) refuse;
	size_t n_frame; /* effects of frame filters; those of labels follow */
};

static uint8_t
loc_bits(const struct layers *on, loc_id loc)
{
	uint8_t cut = on->cut->loc != NULL ? on->cut->loc[loc] : 0;
	uint8_t pick = on->pick->loc != NULL ? on->pick->loc[loc] : PICK_FOCUS;
	uint8_t bits = HAS_ANY;

	if ((pick & PICK_FOCUS) != 0)
		bits |= HAS_FOCUS;
	if ((pick & PICK_IGNORE) != 0)
		bits |= HAS_IGNORE;
	if ((cut & CUT_BY_HIDE) == 0)
		bits |= HAS_UNHIDDEN;
	if ((cut & CUT_HIDDEN) == 0)
		bits |= HAS_SHOWN;
	if ((cut & CUT_FROM) != 0)
		bits |= HAS_FROM;
	return bits;
}

static void
stack_bits(struct teller *t)
{
	const struct profile *p = t->on->subject->profile;
	uint8_t *bits;

	arena_reset(&t->run->e->scratch);
	bits = arena_alloc(&t->run->e->scratch, p->trie.n);
	bits[0] = 0;
	for (node_id i = 1; i < p->trie.n; i++)
		bits[i] = bits[p->trie.parent[i]] |
			loc_bits(t->on, p->trie.loc[i]);
	t->bits = bits;
}

static void
add_effect(struct teller *t, const char *option, struct str value,
	unsigned need, unsigned refuse)
{
	struct effect effect = { .option = option, .value = value };

	if (value.n == 0)
		return;
	vec_push(&t->effects, effect);
	vec_push(&t->need, (uint8_t)need);
	vec_push(&t->refuse, (uint8_t)refuse);
}

/* A location that is ignored is not looked at for focus, so ignore comes
   first: else ignore=main would look as if focus=main had emptied it all. */
static void
list_effects(struct teller *t)
{
	const struct query *q = t->run->q;
	const struct tagged *tagged = t->on->tagged;

	add_effect(t, "ignore", q->ignore, HAS_ANY, HAS_IGNORE);
	add_effect(t, "focus", q->focus, HAS_FOCUS, 0);
	add_effect(t, "hide", q->hide, HAS_UNHIDDEN, 0);
	add_effect(t, "show", q->show, HAS_SHOWN, 0);
	add_effect(t, "show_from", q->show_from, HAS_FROM, 0);
	t->n_frame = t->effects.n;
	for (uint32_t i = 0; i < tagged->n_filters; i++)
		add_effect(t, tagged->filter[i].option, tagged->filter[i].value,
			0, 0);
}

static bool
passes(const struct teller *t, size_t k, node_id leaf, lset_id set)
{
	const struct tag_filter *f;

	if (k < t->n_frame)
		return (t->bits[leaf] & t->need.p[k]) == t->need.p[k] &&
			(t->bits[leaf] & t->refuse.p[k]) == 0;
	f = &t->on->tagged->filter[k - t->n_frame];
	return bits_get(&f->lset, set) != f->ignore;
}

static int
tell(struct teller *t)
{
	const struct profile *p = t->on->subject->profile;
	const int64_t *value = p->sample.value[t->on->sums->column];

	for (size_t i = 0; i < p->sample.n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(t->run) != 0)
			return -1;
		for (size_t k = 0; k < t->effects.n; k++) {
			int64_t *kept = &t->effects.p[k].kept;

			if (!passes(t, k, p->sample.leaf[i],
				    p->sample.labels[i]))
				break;
			*kept = i64_wrap_add(*kept, i64_abs(value[i]));
		}
	}
	return 0;
}

int
effects_fill(const struct run *run, const struct layers *on,
	struct arena *arena, struct view *v)
{
	struct teller t = { .run = run, .on = on };
	int rc;

	stack_bits(&t);
	list_effects(&t);
	rc = tell(&t);
	if (rc == 0 && t.effects.n > 0) {
		v->n_effects = (uint32_t)t.effects.n;
		v->effect = ARENA_ARRAY(arena, struct effect, t.effects.n);
		memcpy(v->effect, t.effects.p,
			t.effects.n * sizeof(*t.effects.p));
	}
	vec_free(&t.effects);
	vec_free(&t.need);
	vec_free(&t.refuse);
	return rc;
}
