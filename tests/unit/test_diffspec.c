/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two slices of one profile, and two profiles, made into a diff. */
#include "prelude.h"

#include "engine/sides.h"
#include "load/load.h"

#include "testing.h"

#include "engine/significance.h"
#include "engine/view.h"
#include "load/compare.h"
#include "stacks.h"
#include "util_read.h"

static const char shop[] = "types samples/count cpu/nanoseconds\n"
			   "main;serve;json 30,300 {route=/checkout}\n"
			   "main;serve;price 10,100 {route=/checkout}\n"
			   "main;serve;json 10,100 {route=/healthz}\n"
			   "main;idle 7,70\n";

/* The diff of two slices has these frames, "frame base new", or fails with
   this message. */
static void
compare(const struct profile *old, const char *old_slice,
	const struct profile *new, const char *new_slice, bool normalize,
	const char *want)
{
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct query base_query, new_query, all;
	struct diff_side base = { old, NULL, STR("old") };
	struct diff_side side = { new, NULL, STR("new") };
	struct diff_options options = { .normalize = normalize };
	struct strbuf out = STRBUF_INIT;
	struct profile *p;
	struct engine *e;
	const struct view *v;
	uint32_t n = 0;

	if (old_slice != NULL) {
		assert_int_equal(slice_parse(str_c(old_slice), &arena,
					 &base_query, &err),
			0);
		base.query = &base_query;
	}
	if (new_slice != NULL) {
		assert_int_equal(
			slice_parse(str_c(new_slice), &arena, &new_query, &err),
			0);
		side.query = &new_query;
	}
	p = diff_profiles(&side, &base, &options, &err);
	if (p == NULL) {
		assert_string_equal(err.msg, want);
		arena_free(&arena);
		return;
	}
	assert_true(profile_check(p));
	e = engine_new(p);
	query_init(&all);
	v = view_compute(e, &all, NULL, &err);
	assert_non_null(v);
	assert_true(v->is_diff);
	for (struct str rest = str_c(want); rest.n > 0; n++) {
		struct str line = str_cut(&rest, '\n');
		frame_id f = frames_find(v->frames, str_cut(&line, ' '));
		struct sides s = sides_at(&v->w.total, f);

		strbuf_reset(&out);
		strbuf_addf(&out, "%d %d", (int)s.base, (int)s.new);
		assert_true(str_eq(strbuf_str(&out), line));
	}
	assert_int_equal(v->n_live, n);
	view_unref(v);
	engine_free(e);
	profile_unref(p);
	strbuf_free(&out);
	arena_free(&arena);
}

TEST(two_slices_of_one_profile_make_a_diff)
{
	struct profile *p = stacks_read(shop);

	compare(p, "tagfocus=route=/healthz", p, "tagfocus=route=/checkout",
		false,
		"main 100 400\nserve 100 400\njson 100 300\nprice 0 100\n");
	/* any filters, and all of it */
	compare(p, "focus=json '--tagignore=route=/healthz'", p, "", false,
		"main 300 570\nserve 300 500\njson 300 400\n"
		"price 0 100\nidle 0 70\n");
	profile_unref(p);
}

TEST(sides_can_be_swapped_and_normalized)
{
	struct profile *p = stacks_read(shop);

	compare(p, "tagfocus=route=/checkout", p, "tagfocus=route=/healthz",
		false,
		"main 400 100\nserve 400 100\njson 300 100\nprice 100 0\n");
	compare(p, "tagfocus=route=/checkout", p, "tagfocus=route=/healthz",
		true,
		"main 400 400\nserve 400 400\njson 300 400\nprice 100 0\n");
	profile_unref(p);
}

TEST(two_profiles_make_a_diff)
{
	struct profile *old = stacks_read(shop);
	struct profile *new =
		stacks_read("types samples/count cpu/nanoseconds\n"
			    "main;serve 1,10\n");

	compare(old, NULL, new, NULL, false,
		"main 570 10\nserve 500 10\njson 400 0\nprice 100 0\n"
		"idle 70 0\n");
	profile_unref(old);
	profile_unref(new);
}

TEST(sides_that_do_not_go_together_are_refused)
{
	struct profile *cpu = stacks_read(shop);
	struct profile *heap =
		stacks_read("types objects/count space/bytes\na 1,2\n");
	struct diff_side a = { cpu, NULL, STR("a") },
			 b = { cpu, NULL, STR("b") };
	struct diff_options options = { 0 };
	struct err err = ERR_INIT;
	struct profile *diff;

	compare(cpu, NULL, heap, NULL, false,
		"profiles have empty common sample type list");
	compare(cpu, "focus=nothing", cpu, "", false, "old: no samples match");
	compare(cpu, "", cpu, "tagfocus=route=x", false,
		"new: no samples match");
	diff = diff_profiles(&a, &b, &options, &err);
	assert_non_null(diff);
	compare(cpu, NULL, diff, "focus=json", false,
		"a diff has no slices; compare the profile itself");
	profile_unref(diff);
	profile_unref(cpu);
	profile_unref(heap);
}

/* Go's own profile of goroutines shows what its runtime does while they wait;
   ?debug=2 hides that. */
TEST(goroutines_without_the_runtime_are_told_from_others)
{
	static const char want[] = "only the base has frames of Go's runtime; "
				   "-hide='^runtime\\.' compares the rest";
	struct bytes file[2] = { testdata("shop-goroutine.pb.gz"),
		testdata("dump/go.txt") };
	struct profile *p[2];
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct warnings warnings;
	struct diff_options options = { .warnings = &warnings };

	for (int i = 0; i < 2; i++)
		p[i] = read_well("", bytes_str(&file[i]));
	for (int i = 0; i < 2; i++) {
		struct diff_side base = { p[0], NULL, STR("a") };
		struct diff_side new = { p[i], NULL, STR("b") };
		struct profile *diff;
		bool told = false;

		warnings_init(&warnings, &arena);
		diff = diff_profiles(&new, &base, &options, &err);
		assert_non_null(diff);
		for (struct warning *w = warnings.head; w != NULL; w = w->next)
			told = told || str_is(w->text, want);
		assert_int_equal(told, i == 1);
		profile_unref(diff);
	}
	for (int i = 0; i < 2; i++) {
		profile_unref(p[i]);
		bytes_free(&file[i]);
	}
	arena_free(&arena);
}

static void
refused(const char *text, const char *want)
{
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct query q;

	assert_int_equal(slice_parse(str_c(text), &arena, &q, &err), -1);
	assert_int_equal(err.code, ERR_USAGE);
	assert_string_equal(err.msg, want);
	arena_free(&arena);
}

TEST(a_slice_is_made_of_filters_only)
{
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct query q;

	assert_int_equal(slice_parse(STR("system=hide prune_from=x tagshow=a"),
				 &arena, &q, &err),
		0);
	assert_int_equal(q.system, SYSTEM_HIDE);
	assert_true(str_is(q.prune_from, "x"));
	arena_free(&arena);
	refused("search=x",
		"search is not a filter; a slice is defined by filters only");
	refused("granularity=lines",
		"granularity is not a filter; a slice is defined by filters "
		"only");
	refused("tagfocsu=x",
		"unknown option tagfocsu, did you mean tagfocus?");
	refused("focus=(",
		"parsing focus regexp: error parsing regexp: "
		"missing closing ): `(`");
	refused("focus='a", "unclosed '");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
