/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared intermediate results: found by key, replaced by age, recycled. */
#include "prelude.h"

#include "engine/stage.h"

#include "testing.h"

enum { BIG = 1 << 22 }; /* more than any chunk of its own accord */

struct thing {
	struct stage stage;
	int *gone; /* counts how many were thrown away */
	unsigned char *block;
};

static void
thing_fini(struct stage *stage)
{
	(*((struct thing *)stage)->gone)++;
}

static struct thing *
thing_of(struct stages *c, struct str key, size_t size, int *gone)
{
	struct thing *t = (struct thing *)stages_new(c, sizeof(*t), key);

	t->gone = gone;
	t->block = arena_alloc(&t->stage.arena, size);
	return t;
}

static struct thing *
thing_begin(struct stages *c, struct str key, int *gone)
{
	return thing_of(c, key, BIG, gone);
}

static struct thing *
thing_new(struct stages *c, const char *key, int *gone)
{
	struct thing *t = thing_begin(c, str_c(key), gone);

	stages_keep(c, &t->stage);
	return t;
}

static struct stage *
find(struct stages *c, const char *key)
{
	return stages_find(c, str_c(key));
}

TEST(a_stage_is_found_by_its_key)
{
	struct stages c = { .fini = thing_fini, .max = 2 };
	char key[] = "a";
	int gone = 0;
	struct thing *t = thing_new(&c, key, &gone);

	key[0] = 'x'; /* the stage has a copy */
	assert_ptr_equal(find(&c, "a"), &t->stage);
	assert_null(find(&c, "b"));
	stages_free(&c);
	assert_int_equal(gone, 1);
}

TEST(the_one_not_asked_for_longest_goes)
{
	struct stages c = { .fini = thing_fini, .max = 2 };
	int gone = 0;

	(void)thing_new(&c, "a", &gone);
	(void)thing_new(&c, "b", &gone);
	assert_non_null(find(&c, "a"));
	(void)thing_new(&c, "c", &gone);
	assert_int_equal(gone, 1);
	assert_non_null(find(&c, "a"));
	assert_null(find(&c, "b"));
	stages_free(&c);
	assert_int_equal(gone, 3);
}

TEST(who_holds_a_stage_keeps_it)
{
	struct stages c = { .fini = thing_fini, .max = 1 };
	int gone = 0;
	struct thing *t = thing_new(&c, "a", &gone);

	t->block[0] = 7;
	assert_ptr_equal(stage_ref(&t->stage), t);
	(void)thing_new(&c, "b", &gone);
	assert_int_equal(gone, 0);
	assert_int_equal(t->block[0], 7);
	stages_free(&c);
	assert_int_equal(gone, 1);
	stage_unref(&t->stage);
	assert_int_equal(gone, 2);
	stage_unref(NULL);
}

TEST(memory_of_what_goes_is_used_again)
{
	struct stages c = { .fini = thing_fini, .max = 1 };
	int gone = 0;
	struct thing *a = thing_new(&c, "a", &gone);
	const unsigned char *block = a->block;
	struct thing *b = thing_new(&c, "b", &gone);

	assert_ptr_equal(b->block, block);
	stages_free(&c);
}

TEST(an_unfinished_stage_leaves_its_memory)
{
	struct stages c = { .fini = thing_fini, .max = 1 };
	int gone = 0;
	struct thing *a = thing_begin(&c, STR("a"), &gone);
	const unsigned char *block = a->block;

	stages_abandon(&c, &a->stage);
	assert_int_equal(gone, 1);
	assert_null(find(&c, "a"));
	assert_ptr_equal(thing_new(&c, "b", &gone)->block, block);
	stages_free(&c);
}

TEST(memory_that_is_too_small_is_not_kept_beside)
{
	struct stages c = { .fini = thing_fini, .max = 1 };
	int gone = 0;
	struct thing *a = thing_new(&c, "a", &gone), *b;
	size_t held = a->stage.arena.held;

	b = thing_of(&c, STR("b"), 2 * BIG, &gone);
	stages_keep(&c, &b->stage);
	assert_in_range(b->stage.arena.held, 2 * BIG, 2 * BIG + held / 2);
	stages_free(&c);
}

TEST(what_is_nearly_as_large_fits)
{
	struct stages c = { .fini = thing_fini, .max = 1 };
	int gone = 0;
	struct thing *a = thing_of(&c, STR("a"), 8 * BIG + 1, &gone), *b;
	const unsigned char *block = a->block;

	stages_keep(&c, &a->stage);
	b = thing_of(&c, STR("b"), 8 * BIG + BIG / 4, &gone);
	assert_ptr_equal(b->block, block);
	stages_keep(&c, &b->stage);
	stages_free(&c);
}

TEST(of_large_stages_two_are_kept)
{
	struct stages c = { .fini = thing_fini, .max = 4 };
	int gone = 0;

	for (int i = 0; i < 4; i++) {
		char name[2] = { (char)('a' + i), '\0' };
		struct thing *t = thing_of(
			&c, str_c(name), STAGES_BYTES / 2 + BIG, &gone);

		stages_keep(&c, &t->stage);
	}
	assert_int_equal(gone, 2);
	assert_null(find(&c, "b"));
	assert_non_null(find(&c, "c"));
	assert_non_null(find(&c, "d"));
	stages_free(&c);
	for (int i = 0; i < 4; i++)
		(void)thing_new(&c, i % 2 == 0 ? "e" : "f", &gone);
	assert_int_equal(gone, 4);
	stages_free(&c);
}

/* Gives back until it cannot, and counts how often. */
static int
shrink(struct stages *c)
{
	int n = 0;

	while (stages_shrink(c))
		n++;
	return n;
}

TEST(memory_is_given_back_but_for_what_is_in_use)
{
	struct stages c = { .fini = thing_fini, .max = 4 };
	struct stage *held;
	int gone = 0;

	(void)thing_new(&c, "a", &gone);
	held = stage_ref(&thing_new(&c, "b", &gone)->stage);
	(void)thing_new(&c, "c", &gone);
	c.before = c.clock;
	assert_non_null(find(&c, "c")); /* this run has asked for it */
	assert_true(stages_bytes(&c) >= 3 * (size_t)BIG);
	assert_int_equal(shrink(&c), 1);
	assert_int_equal(gone, 1);
	assert_null(find(&c, "a"));
	stage_unref(held);
	c.before = c.clock;
	assert_int_equal(shrink(&c), 2);
	assert_int_equal(stages_bytes(&c), 0);
	stages_free(&c);
}

TEST(fields_of_a_key_do_not_run_together)
{
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;

	key_str(&a, STR("x"));
	key_str(&a, STR("yz"));
	key_str(&b, STR("xy"));
	key_str(&b, STR("z"));
	assert_false(str_eq(strbuf_str(&a), strbuf_str(&b)));
	strbuf_free(&a);
	strbuf_free(&b);
}

TEST(columns_are_aligned_and_apart)
{
	struct arena arena = ARENA_INIT;
	struct block block;
	unsigned char *bytes;
	int64_t *words;

	block_init(&block, &arena, block_size(3, 1) + block_size(2, 8));
	bytes = block_take(&block, 3, 1);
	words = block_take(&block, 2, 8);
	assert_true((unsigned char *)words >= bytes + 3);
	assert_int_equal((uintptr_t)words % sizeof(*words), 0);
	assert_int_equal(block.left, 0);
	assert_int_equal(block_size(SIZE_MAX, 2), SIZE_MAX & ~(size_t)15);
	arena_free(&arena);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
