/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocators and preemption at the ends of stacks. */
#include "prelude.h"

#include "engine/leaffold.h"

#include "testing.h"

#include "stacks.h"

#define HEAP "types inuse_space/bytes\n"
#define CPU "types cpu/nanoseconds\n"

static void
stacks_are(const char *profile, enum granularity granularity, const char *want)
{
	struct query q;

	query_init(&q);
	q.granularity = granularity;
	stacks_query_is(profile, &q, want);
}

TEST(allocators_at_the_end_of_heap_stacks_are_folded)
{
	stacks_are(HEAP "main;load;malloc 3\n"
			"main;load;_rjem_malloc;prof_backtrace_impl 4\n"
			"main;new_node;operator new(unsigned long);malloc 5\n"
			"main 1\n",
		GRAN_FUNCTIONS, "main 1\nmain;load 7\nmain;new_node 5\n");
	stacks_are(HEAP "main;push+alloc::raw_vec::finish_grow+"
			"alloc::alloc::alloc 5\n",
		GRAN_FUNCTIONS, "main;push 5\n");
}

TEST(allocators_stay_if_alone_or_above_others)
{
	stacks_are(HEAP "malloc 3\nmain;malloc;hook;log 2\n", GRAN_FUNCTIONS,
		"main;malloc;hook;log 2\nmalloc 3\n");
	/* The time that an allocator takes is its own. */
	stacks_are(CPU "main;malloc 3\n", GRAN_FUNCTIONS, "main;malloc 3\n");
	stacks_are("types alloc_space/bytes cpu/nanoseconds\n"
		   "main;malloc 3,4\n",
		GRAN_FUNCTIONS, "main;malloc 4\n");
}

TEST(few_such_ends_mislead_nobody_and_stay)
{
	stacks_are(CPU "main.f;runtime.asyncPreempt 1\nmain.g 200\n",
		GRAN_FUNCTIONS, "main.f;runtime.asyncPreempt 1\nmain.g 200\n");
	stacks_are(CPU "main.f;runtime.asyncPreempt 4\nmain.g 200\n",
		GRAN_FUNCTIONS, "main.f 4\nmain.g 200\n");
}

TEST(every_granularity_folds_and_the_option_turns_it_off)
{
	const char *profile = HEAP "main<a.c:7>;malloc<b.c:1> 3\n"
				   "main<a.c:8>;x<jemalloc/src/prof.c:4> 4\n";
	struct query q;

	stacks_are(profile, GRAN_LINES, "main a.c:7 3\nmain a.c:8 4\n");
	stacks_are(profile, GRAN_FUNCTIONS, "main 7\n");
	query_init(&q);
	q.fold_leaves = false;
	stacks_query_is(profile, &q, "main;malloc 3\nmain;x 4\n");
}

TEST(preemption_of_go_is_folded_only_at_the_end_of_a_stack)
{
	stacks_are(CPU "main.main;main.parse;runtime.asyncPreempt 3\n"
		       "main.main;runtime.asyncPreempt;runtime.mcall 2\n"
		       "main.main;runtime.asyncPreempt2 1\n",
		GRAN_FUNCTIONS,
		"main.main;main.parse 3\n"
		"main.main;runtime.asyncPreempt2 1\n"
		"main.main;runtime.asyncPreempt;runtime.mcall 2\n");
}

TEST(folded_frames_are_counted_with_an_example)
{
	struct profile *p =
		stacks_read(HEAP "a;malloc 1\nb;malloc 2\nc;calloc 3\nd 4\n");
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	struct query q;
	const struct view *v;

	query_init(&q);
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	assert_int_equal(v->folded.n, 2);
	assert_true(v->folded.is_allocation);
	assert_true(str_is(v->frames->frame[v->folded.example].text, "malloc"));
	view_unref(v);
	engine_free(e);
	profile_unref(p);
}

TEST(allocators_are_told_from_functions_with_similar_names)
{
	static const char *const yes[] = { "malloc", "operator new[](unsigned)",
		"_rjem_je_prof_backtrace", "__rust_alloc",
		"<alloc::alloc::Global as core::alloc::Allocator>::grow" };
	static const char *const no[] = { "malloc_report", "freeze",
		"alloc::vec::Vec<T>::push", "operator newline", "tc_parse",
		"" };

	for (size_t i = 0; i < COUNT_OF(yes); i++)
		assert_true(is_allocator(str_c(yes[i]), STR_EMPTY));
	for (size_t i = 0; i < COUNT_OF(no); i++)
		assert_false(is_allocator(str_c(no[i]), STR_EMPTY));
	assert_true(
		is_allocator(STR("x"), STR("/root/jemalloc/src/prof_sys.c")));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
