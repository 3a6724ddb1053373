/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A diff holds both its sides: what the engine says of the base and of the
 * new side of a random diff, it says of each profile alone, too. Under random
 * filters, in all directions, with means.
 */
#include "prelude.h"

#include "engine/significance.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/vec.h"
#include "engine/sides.h"
#include "engine/view.h"
#include "stacks.h"
#include "util_random.h"

enum { ROUNDS = 1500 };

static unsigned
below(uint64_t *random, unsigned n)
{
	return (unsigned)(random_next(random) % n);
}

static bool
chance(uint64_t *random, unsigned one_in)
{
	return below(random, one_in) == 0;
}

static const char *
any(uint64_t *random, const char *const *list, unsigned n)
{
	return list[below(random, n)];
}

/* Some samples as text, once as they are and once as those of a base. */
static void
add_samples(uint64_t *random, struct strbuf *plain, struct strbuf *in_diff,
	bool is_base)
{
	static const char *const names[] = { "a", "b", "c", "d", "a+b", "c+a",
		"b<x.go:3>", "d@lib.so" };
	const char *sign = is_base ? "-" : "";

	for (unsigned n = 1 + below(random, 8); n > 0; n--) {
		struct strbuf stack = STRBUF_INIT;
		unsigned count = below(random, 4), value = below(random, 90);
		unsigned k = below(random, 3);

		if (chance(random, 12))
			strbuf_addstr(&stack, "-");
		else
			strbuf_addstr(&stack, any(random, names, 8));
		for (unsigned d = below(random, 5);
			d > 0 && strbuf_c(&stack)[0] != '-'; d--)
			strbuf_addf(&stack, ";%s", any(random, names, 8));
		strbuf_addf(plain, "%s %u,%u {k=%u}\n", strbuf_c(&stack), count,
			value, k);
		strbuf_addf(in_diff, "%s %s%u,%s%u {k=%u%s}\n",
			strbuf_c(&stack), sign, count, sign, value, k,
			is_base ? " pprof::base=true" : "");
		strbuf_free(&stack);
	}
}

static void
random_query(uint64_t *random, struct query *q)
{
	static const char *const patterns[] = { "a", "b", "c", "d", "a|c",
		"x.go", "lib" };
	struct str *const fields[] = { &q->focus, &q->ignore, &q->hide,
		&q->show, &q->show_from, &q->prune_from };

	query_init(q);
	for (size_t i = 0; i < COUNT_OF(fields); i++)
		if (chance(random, 6))
			*fields[i] = str_c(any(random, patterns, 7));
	if (chance(random, 4))
		q->tagfocus = STR("k=1|2");
	if (chance(random, 6))
		q->tagignore = STR("k=0");
	if (chance(random, 8))
		q->taghide = STR("pprof");
	if (chance(random, 6))
		q->tagroot = STR("k");
	q->noinlines = chance(random, 4);
	q->recursion = chance(random, 4);
	q->mean = chance(random, 4);
	q->relative_percentages = chance(random, 4);
	q->granularity = (enum granularity)below(random, 5);
	q->direction = (enum direction)below(random, 3);
	q->pivot = str_c(any(random, patterns, 4));
}

/* Which numbers of a view are looked at. */
enum which { ALONE, BASE, NEW };

static int64_t
number(enum which which, const int64_t *value, const int64_t *base, size_t i)
{
	if (value == NULL)
		return 0;
	if (which == ALONE)
		return value[i];
	return which == BASE ? base[i] : value[i] + base[i];
}

struct lines {
	struct arena arena;
	VEC(struct str) line;
};

static void
add_line(struct lines *l, struct strbuf *text)
{
	struct str s = str_from(
		arena_copy(&l->arena, strbuf_c(text), text->n), text->n);

	vec_push(&l->line, s);
	strbuf_free(text);
}

static void
put_path(struct strbuf *out, const struct view *v, const struct tree *t,
	node_id i)
{
	if (i == 0)
		return;
	put_path(out, v, t, t->parent[i]);
	strbuf_addstr(out, ";");
	strbuf_add(out, v->frames->frame[t->frame[i]].text);
	strbuf_addstr(out, (t->flags[i] & TREE_INLINE) != 0 ? "~" : "");
}

/* All places that weigh something, "tree;path self total / div div". */
static void
put_tree(struct lines *l, const char *name, const struct view *v,
	const struct tree *t, enum which which)
{
	for (node_id i = 0; i < t->n; i++) {
		uint32_t end = tree_self_row(t, i), all = tree_row(t, i);
		int64_t n[] = { number(which, t->self.value, t->self.base, end),
			number(which, t->total.value, t->total.base, all),
			number(which, t->self.div, t->self.base_div, end),
			number(which, t->total.div, t->total.base_div, all) };
		struct strbuf out = STRBUF_INIT;

		if (n[0] == 0 && n[1] == 0 && n[2] == 0 && n[3] == 0)
			continue;
		assert_true(tree_live(t, i) != 0);
		strbuf_addstr(&out, name);
		put_path(&out, v, t, i);
		strbuf_addf(&out, " %d %d / %d %d", (int)n[0], (int)n[1],
			(int)n[2], (int)n[3]);
		add_line(l, &out);
	}
}

static void
put_weights(struct lines *l, const struct view *v, const struct weights *w,
	enum which which)
{
	for (frame_id f = 0; f < v->frames->n; f++) {
		int64_t n[] = { number(which, w->self.value, w->self.base, f),
			number(which, w->total.value, w->total.base, f),
			number(which, w->self.div, w->self.base_div, f),
			number(which, w->total.div, w->total.base_div, f) };
		struct strbuf out = STRBUF_INIT;

		if (n[0] == 0 && n[1] == 0 && n[2] == 0 && n[3] == 0)
			continue;
		strbuf_addf(&out, "column %u ", (unsigned)w->column);
		strbuf_add(&out, v->frames->frame[f].text);
		strbuf_addf(&out, " %d %d / %d %d", (int)n[0], (int)n[1],
			(int)n[2], (int)n[3]);
		add_line(l, &out);
	}
}

static int
by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static void
describe(const struct view *v, enum which which, struct strbuf *out)
{
	struct lines l = { .arena = ARENA_INIT };

	put_tree(&l, "tree", v, &v->tree, which);
	put_tree(&l, "full", v, &v->full, which);
	if (v->callers.n > 0)
		put_tree(&l, "callers", v, &v->callers, which);
	put_weights(&l, v, &v->w, which);
	for (uint32_t i = 0; i < v->n_beside; i++)
		put_weights(&l, v, &v->beside[i], which);
	if (l.line.n > 0)
		qsort(l.line.p, l.line.n, sizeof(*l.line.p), by_text);
	for (size_t i = 0; i < l.line.n; i++)
		strbuf_addf(out, "%.*s\n", STR_ARG(l.line.p[i]));
	vec_free(&l.line);
	arena_free(&l.arena);
}

static const struct view *
view_of(const char *text, const struct query *q)
{
	struct profile *p = stacks_read(text);
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	const struct view *v = view_compute(e, q, NULL, &err);

	if (v == NULL)
		fail_msg("%s", err.msg);
	engine_free(e);
	profile_unref(p);
	return v;
}

static void
same_side(const struct view *diff, enum which which, const char *text,
	const struct query *q)
{
	const struct view *alone = view_of(text, q);
	struct strbuf have = STRBUF_INIT, want = STRBUF_INIT;
	struct row_sum kept = diff->w.kept;

	assert_false(alone->is_diff);
	assert_null(alone->evidence);
	describe(diff, which, &have);
	describe(alone, ALONE, &want);
	assert_string_equal(strbuf_c(&have), strbuf_c(&want));
	assert_int_equal(which == BASE ? kept.base : kept.value + kept.base,
		alone->w.kept.value);
	assert_int_equal(
		which == BASE ? kept.base_div : kept.div + kept.base_div,
		alone->w.kept.div);
	strbuf_free(&have);
	strbuf_free(&want);
	view_unref(alone);
}

TEST(a_diff_holds_both_of_its_sides)
{
	for (uint64_t round = 0; round < ROUNDS; round++) {
		struct strbuf base = STRBUF_INIT, new = STRBUF_INIT;
		struct strbuf diff = STRBUF_INIT;
		uint64_t random = round;
		const struct view *v;
		struct query q;

		add_samples(&random, &new, &diff, false);
		add_samples(&random, &base, &diff, true);
		random_query(&random, &q);
		q.beside = STR("t0");
		v = view_of(strbuf_c(&diff), &q);
		assert_true(v->is_diff);
		assert_non_null(v->evidence);
		same_side(v, BASE, strbuf_c(&base), &q);
		same_side(v, NEW, strbuf_c(&new), &q);
		view_unref(v);
		strbuf_free(&base);
		strbuf_free(&new);
		strbuf_free(&diff);
	}
}

static enum change
change(int64_t base, int64_t new)
{
	const struct change_scale scale = { .least = 10, .most = 300 };

	return change_of((struct sides){ base, new }, &scale);
}

TEST(changes_fall_into_categories)
{
	assert_int_equal(change(0, 0), CHANGE_SAME);
	assert_int_equal(change(0, 1), CHANGE_ADDED);
	assert_int_equal(change(1, 0), CHANGE_REMOVED);
	assert_int_equal(change(100, 110), CHANGE_SAME);
	assert_int_equal(change(100, 111), CHANGE_UP);
	assert_int_equal(change(100, 89), CHANGE_DOWN);
	assert_int_equal(change(100, 199), CHANGE_UP);
	assert_int_equal(change(100, 200), CHANGE_UP_STRONG);
	assert_int_equal(change(200, 100), CHANGE_DOWN_STRONG);
	/* 1 % of the base */
	assert_int_equal(change(5000, 5050), CHANGE_SAME);
	assert_int_equal(change(5000, 5051), CHANGE_UP);
	assert_int_equal(
		change(1, INT64_MIN), CHANGE_UP_STRONG); /* wrapped around */
}

TEST(changes_have_signs_and_words)
{
	const struct {
		enum change change;
		const char *sign, *time, *memory, *other;
	} rows[] = {
		{ CHANGE_SAME, "", "same", "same", "same" },
		{ CHANGE_UP, "+", "slower", "more", "more" },
		{ CHANGE_UP_STRONG, "++", "slower", "more", "more" },
		{ CHANGE_DOWN, "-", "faster", "less", "fewer" },
		{ CHANGE_DOWN_STRONG, "--", "faster", "less", "fewer" },
		{ CHANGE_ADDED, "N", "added", "added", "added" },
		{ CHANGE_REMOVED, "G", "removed", "removed", "removed" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		assert_string_equal(
			change_sign(rows[i].change, SIGNIFICANCE_REAL),
			rows[i].sign);
		/* Neither size nor direction is known. */
		assert_string_equal(
			change_sign(rows[i].change, SIGNIFICANCE_CHANCE),
			rows[i].sign[0] != '\0' ? "?" : "");
		assert_string_equal(
			change_word(rows[i].change, STR("nanoseconds")),
			rows[i].time);
		assert_string_equal(change_word(rows[i].change, STR("bytes")),
			rows[i].memory);
		assert_string_equal(change_word(rows[i].change, STR("count")),
			rows[i].other);
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
