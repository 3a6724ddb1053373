/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Causes of changes add up, however functions recurse. A naive reference goes
 * through the stacks one by one: for each function, it takes away the innermost
 * calls from its change.
 */
#include "prelude.h"

#include "engine/engine_internal.h"

#include "testing.h"

#include "base/compiler.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "engine/view.h"
#include "stacks.h"
#include "util_random.h"
#include "util_view.h"

enum {
	RUNS = 400,
	NAMES = 5, /* f0 to f4; the last one is a library's in some runs */
	SAMPLES = 14,
	DEEP = 9,
};

struct stack {
	int frame[DEEP]; /* root first */
	int n;
	int64_t base, new;
};

struct experiment {
	struct stack stack[SAMPLES];
	bool has_library;
};

static bool
is_own(const struct experiment *x, int frame)
{
	return !x->has_library || frame != NAMES - 1;
}

/* ---- The engine ---- */

static struct profile *
read_side(const struct experiment *x, bool new)
{
	struct strbuf text = STRBUF_INIT;
	struct profile *p;

	/* Nothing is known of such events, so that size decides. */
	strbuf_addstr(&text, "types work/units\n");
	for (int i = 0; i < SAMPLES && x->stack[i].n > 0; i++) {
		const struct stack *s = &x->stack[i];

		for (int k = 0; k < s->n; k++)
			strbuf_addf(
				&text, "%sf%d", k > 0 ? ";" : "", s->frame[k]);
		strbuf_addf(
			&text, " %jd\n", (intmax_t)(new ? s->new : s->base));
	}
	p = stacks_read(strbuf_c(&text));
	strbuf_free(&text);
	return p;
}

static const struct view *
view_experiment(const struct experiment *x)
{
	struct profile *p =
		diff_of_profiles(read_side(x, true), read_side(x, false));
	struct err err = ERR_INIT;
	struct engine *e = engine_new(p);
	const struct view *v;
	struct query q;

	query_init(&q);
	if (x->has_library)
		q.library = STR("^f4$");
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	assert_true(v->is_diff);
	assert_false(v->evidence->known);
	engine_free(e);
	profile_unref(p);
	return v;
}

static int64_t
cause_of(const struct view *v, int name)
{
	char text[] = "f0";
	frame_id f;

	text[1] = (char)('0' + name);
	f = frames_find(v->frames, str_c(text));
	return f != NONE ? v->cause[f] : 0;
}

/* ---- The reference ---- */

/* The own function that the innermost call of `f` called; NAMES: it called
   none; -1: f is not on the stack. */
static int
innermost_callee(const struct experiment *x, const struct stack *s, int f)
{
	int at = s->n - 1;

	while (at >= 0 && s->frame[at] != f)
		at--;
	if (at < 0)
		return -1;
	while (++at < s->n)
		if (is_own(x, s->frame[at]))
			return s->frame[at];
	return NAMES;
}

/* The change of f's total, and the part of it with `callee` called last. */
static int64_t
change_with(const struct experiment *x, int f, int callee)
{
	int64_t sum = 0;

	for (int i = 0; i < SAMPLES; i++) {
		int calls = innermost_callee(x, &x->stack[i], f);

		if (calls >= 0 && (callee < 0 || calls == callee))
			sum += x->stack[i].new - x->stack[i].base;
	}
	return sum;
}

static int64_t
reference_cause(const struct experiment *x, int f, int64_t least)
{
	int64_t left = change_with(x, f, -1);

	if (!is_own(x, f))
		return 0;
	for (int g = 0; g < NAMES; g++) {
		int64_t called = change_with(x, f, g);

		if (g != f && is_own(x, g) &&
			(i64_abs(called) > least ||
				i64_abs(change_with(x, g, -1)) > least))
			left -= called;
	}
	return i64_abs(left) > least ? left : 0;
}

/* ---- Random trees ---- */

static struct experiment
draw(uint64_t *state, bool has_library, int64_t least, int64_t change)
{
	struct experiment x = { .has_library = has_library };

	for (int i = 0; i < SAMPLES; i++) {
		struct stack *s = &x.stack[i];

		s->n = 1 + (int)(random_next(state) % DEEP);
		for (int k = 0; k < s->n; k++)
			s->frame[k] = (int)(random_next(state) % NAMES);
		s->base = least * (1 + (int64_t)(random_next(state) % 3));
		s->new = s->base +
			change *((int64_t)(random_next(state) % 7) - 3);
	}
	/* Someone's own code is on every stack. */
	for (int i = 0; i < SAMPLES; i++)
		if (!is_own(&x, x.stack[i].frame[0]))
			x.stack[i].frame[0] = 0;
	return x;
}

TEST(causes_are_those_of_the_reference)
{
	uint64_t seed = 4;

	for (int run = 0; run < RUNS; run++) {
		/* Some of these small changes count as none. */
		struct experiment x = draw(&seed, run % 2 == 1, 3000, 17);
		const struct view *v = view_experiment(&x);

		for (int f = 0; f < NAMES; f++)
			assert_int_equal(cause_of(v, f),
				reference_cause(
					&x, f, v->evidence->total.least));
		view_unref(v);
	}
}

TEST(causes_add_up_to_the_change_of_the_total)
{
	uint64_t seed = 5;

	for (int run = 0; run < RUNS; run++) {
		struct experiment x = draw(&seed, run % 2 == 1, 1000, 300);
		const struct view *v = view_experiment(&x);
		int64_t sum = 0;

		for (int f = 0; f < NAMES; f++)
			sum += cause_of(v, f);
		assert_int_equal(sum, sides_delta(sides_of(&v->w.kept)));
		view_unref(v);
	}
}

/* Its callee calls it again, and that call calls what changed. */
TEST(a_function_between_its_own_calls_is_no_cause)
{
	struct experiment x = { .stack = {
					{ { 0, 1, 2, 1, 3 }, 5, 1000, 16000 },
					{ { 0, 1 }, 2, 100000, 100000 },
				} };
	const struct view *v = view_experiment(&x);

	for (int f = 0; f < 3; f++)
		assert_int_equal(cause_of(v, f), 0);
	assert_int_equal(cause_of(v, 3), 15000);
	view_unref(v);
}

TEST(the_inner_call_of_a_function_may_be_the_cause)
{
	struct experiment x = { .stack = {
					{ { 0, 1, 2, 1 }, 4, 1000, 16000 },
					{ { 0, 1 }, 2, 10000, 10000 },
				} };
	const struct view *v = view_experiment(&x);

	assert_int_equal(cause_of(v, 1), 15000);
	assert_int_equal(cause_of(v, 0), 0);
	assert_int_equal(cause_of(v, 2), 0);
	view_unref(v);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
