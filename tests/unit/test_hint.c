/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hints about a view, and views without any. */
#include "prelude.h"

#include "present/hint.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "present/pythonwait.h"
#include "profile/builder.h"
#include "stacks.h"
#include "util_read.h"

#define CPU \
	"types samples/count cpu/nanoseconds\n" \
	"period cpu/nanoseconds 10000000\n"
#define HEAP \
	"types alloc_objects/count alloc_space/bytes " \
	"inuse_objects/count inuse_space/bytes\n"

/* The ids of all hints about a view, and the text of the last. The profiles are
   small: "wide-shares" counts only if the ids begin with it or with "!", which
   stands for no other hint. */
static void
hints_of(struct profile *p, const char *type, const char *ids, const char *text)
{
	struct engine *e = engine_new(p);
	struct facts *facts = facts_new(p);
	struct hints r = { .arena = ARENA_INIT };
	struct strbuf got = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct str last = STR_EMPTY;
	const struct view *v;
	struct query q;

	query_init(&q);
	q.sample_index = str_c(type);
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	hints_find(&r, v, facts, NULL);
	for (size_t i = 0; i < r.row.n; i++) {
		if (strcmp(r.row.p[i].id, "wide-shares") == 0 &&
			strncmp(ids, "wide", 4) != 0 && ids[0] != '!')
			continue;
		strbuf_addf(&got, "%s%s", got.n > 0 ? " " : "", r.row.p[i].id);
		last = r.row.p[i].text;
	}
	assert_string_equal(strbuf_c(&got), ids + (ids[0] == '!'));
	if (text != NULL) {
		strbuf_reset(&got);
		strbuf_add(&got, last);
		assert_string_equal(strbuf_c(&got), text);
	}
	strbuf_free(&got);
	hints_free(&r);
	view_unref(v);
	facts_free(facts);
	engine_free(e);
	profile_unref(p);
}

TEST(a_sum_of_levels_is_of_no_moment)
{
	const struct hint_sum summed = { 4, STR("10:00..10:01") };
	struct profile *p = stacks_read(HEAP "main;a 9,900,9,900\n");
	struct engine *e = engine_new(p);
	struct facts *facts = facts_new(p);
	struct hints r = { .arena = ARENA_INIT };
	struct err err = ERR_INIT;
	const struct view *v;
	struct query q;

	query_init(&q);
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	hints_find(&r, v, facts, &summed);
	assert_string_equal(r.row.p[0].id, "added-up");
	assert_true(str_is(
		r.row.p[0].text, "4 snapshots added up: never held at once"));
	assert_true(str_is(r.row.p[0].command, "range=10:00..10:01"));
	hints_free(&r);
	view_unref(v);
	facts_free(facts);
	engine_free(e);
	profile_unref(p);
}

static void
hints_are(
	const char *stacks, const char *type, const char *ids, const char *text)
{
	hints_of(stacks_read(stacks), type, ids, text);
}

TEST(a_sound_profile_gets_no_remark)
{
	hints_are(CPU "duration 30000000000\n"
		      "main;work 300,3000000000\n",
		"cpu", "", NULL);
}

TEST(few_samples_are_counted_or_estimated_from_the_period)
{
	hints_are(CPU "main;work 57,570000000\n", "samples", "few-samples",
		"only 57 samples in view; small differences may be noise");
	hints_are(CPU "main;work 57,570000000\n", "cpu", "few-samples",
		"only 57 samples in view; small differences may be noise");
	hints_are(CPU "main;work 2,20000000\n", "samples", "few-samples",
		"only 2 samples in view; small differences may be noise");
	hints_are(CPU "main;work 1,10000000\n", "samples", "hardly-any",
		"ONE SAMPLE: everything here is chance; profile longer");
	hints_are(CPU "main;work 100,1000000000\n", "samples", "", NULL);
	/* Counted, not sampled. */
	hints_are("types goroutine/count\nperiod goroutine/count 1\n"
		  "main;work 3\n",
		"", "", NULL);
}

TEST(samples_too_few_for_small_shares_are_doubted)
{
	/* Wilson's interval, by its formula in another program. */
	hints_are(CPU "duration 2100000000\nmain;work 300,3000000000\n", "cpu",
		"wide-shares",
		"300 samples: a share of 1% may be 0.3 to 2.9%; record more "
		"to compare small ones");
	hints_are(CPU "main;work 1400,14000000000\n", "cpu", "wide-shares",
		"1,400 samples: a share of 1% may be 0.6 to 1.7%; record more "
		"to compare small ones");
	/* Neither the time of a profile counts, nor exact numbers. */
	hints_are(CPU "duration 100000000\nmain;work 1700,17000000000\n", "cpu",
		"!", NULL);
	hints_are(HEAP "duration 2100000000\nmain;work 1,2,3,4\n"
		       "main;more 1,2,3,4\n",
		"inuse_space", "!", NULL);
}

#define TIME "types time/nanoseconds\n"

TEST(python_that_waits_is_told_apart)
{
	hints_are(TIME "main;EpollSelector.select</l/selectors.py:415> 97\n"
		       "main;work</app/shop.py:7> 3\n",
		"time", "waits",
		"97% of the time is spent waiting; "
		"everything else looks small; callers show what it waits for");
	/* With functions of a pool of processes on some stack. */
	hints_are(TIME "main;EpollSelector.select</l/selectors.py:415> 97\n"
		       "main;submit</l/concurrent/futures/process.py:7> 3\n",
		"time", "waits",
		"97% of the time is spent waiting; it starts other processes, "
		"which are not profiled");
	/* Whether these do what is waited for is unknown. */
	hints_are(TIME "main;get</l/queue.py:154> 55\n"
		       "main;run;wait</l/subprocess.py:7> 33\nmain 12\n",
		"time", "waits",
		"88% of the time is spent waiting; it starts other processes, "
		"which are not profiled");
	/* Modules that are only imported start no process. */
	hints_are(TIME "main;time.sleep 60\n"
		       "main;load</l/multiprocessing/pool.py:1> 40\n",
		"time", "waits",
		"60% of the time is spent waiting; "
		"everything else looks small; callers show what it waits for");
	hints_are(TIME "main;select</l/selectors.py:415> 40\n"
		       "main;wait</app/shop.py:3> 60\n",
		"time", "", NULL);
}

TEST(functions_of_python_that_wait_have_two_kinds_of_names)
{
	static const char *const yes[][2] = {
		{ "<method 'poll' of 'select.epoll' objects>", "" },
		{ "<built-in method time.sleep>", "" },
		{ "<method 'recv_into' of '_socket.socket' objects>", "" },
		{ "Condition.wait", "/usr/lib/python3.11/threading.py" },
		{ "wait (threading.py:320)", "" },
		{ "get", "queue.py" },
	};
	static const char *const no[][2] = {
		{ "<method 'append' of 'list' objects>", "" },
		{ "wait", "/app/shop.py" },
		{ "get", "/app/myqueue.py" },
		{ "wait (shop.py:320)", "" },
		{ "", "" },
	};

	for (size_t i = 0; i < COUNT_OF(yes); i++)
		assert_true(python_waits(str_c(yes[i][0]), str_c(yes[i][1])));
	for (size_t i = 0; i < COUNT_OF(no); i++)
		assert_false(python_waits(str_c(no[i][0]), str_c(no[i][1])));
	assert_true(python_uses_process(STR("Pool.map"),
		STR("/usr/lib/python3.11/multiprocessing/pool.py")));
	assert_false(python_uses_process(STR("<module>"),
		STR("/usr/lib/python3.11/multiprocessing/pool.py")));
}

/* So many of 300 samples end in a function of a stripped library. */
static struct profile *
made_up_profile(int64_t made_up)
{
	static const char *const name[] = { "liblzma+15ae0", "work" };
	struct builder *b = builder_new(0);
	struct err err = ERR_INIT;
	struct profile *p;

	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	for (size_t i = 0; i < COUNT_OF(name); i++) {
		struct builder_function f = { .name = builder_string(
						      b, str_c(name[i])) };
		struct builder_line line = { .func = builder_function(b, &f) };
		struct builder_location l = {
			.line = &line, .nlines = 1, .map = NONE
		};
		int64_t value = i == 0 ? made_up : 300 - made_up;
		loc_id loc = builder_location(b, &l);

		assert_int_equal(builder_sample(b, builder_stack(b, &loc, 1),
					 builder_labels(b, NULL, 0), &value),
			0);
	}
	p = builder_seal(b, &err);
	assert_non_null(p);
	return p;
}

TEST(many_made_up_names_are_told_with_their_cure)
{
	hints_of(made_up_profile(63), "samples", "made-up-names",
		"21% of this view has made-up names (liblzma+15ae0): a -dbgsym "
		"package or --debuginfod has the real ones");
	hints_of(made_up_profile(60), "samples", "", NULL);
}

TEST(idle_waiting_is_told_apart)
{
	hints_are(CPU "main;runtime.futexsleep 200,2000000000\n"
		      "main;work 150,1500000000\n",
		"cpu", "idle synchronisation", NULL);
	hints_are(CPU "main;__futex_abstimed_wait_common64 200,2000000000\n"
		      "main;work 150,1500000000\n",
		"cpu", "idle", NULL);
	hints_are(CPU "start;mach_msg2_trap 100,1000000000\n"
		      "start;__workq_kernreturn 100,1000000000\n"
		      "main;work 150,1500000000\n",
		"cpu", "idle", NULL);
	hints_are(CPU "main;do_idle 150,1500000000\n"
		      "main;work 150,1500000000\n",
		"cpu", "", NULL);
}

TEST(an_empty_type_names_the_one_that_is_not)
{
	hints_are(HEAP "main;work 5,500,0,0\nmain;more 5,500,0,0\n",
		"inuse_space", "empty-type",
		"inuse_space is empty; alloc_objects is not");
	hints_are(HEAP "main;work 5,500,0,0\nmain;more 5,500,0,0\n",
		"alloc_space", "empty-type",
		"inuse_space, the default here, is empty");
}

TEST(functions_without_names_are_no_story)
{
	hints_are(CPU "main;0x7f00 63,630000000\nmain;work 237,2370000000\n",
		"cpu", "no-symbols",
		"21% of this view has no function names: the profiler found no "
		"symbols");
	hints_are(CPU "main;0x7f00 60,600000000\nmain;work 240,2400000000\n",
		"cpu", "", NULL);
}

/* Stacks of a depth, each different in its leaf. */
static void
add_stacks(struct strbuf *out, int depth, int n)
{
	for (int i = 0; i < n; i++) {
		for (int d = 1; d < depth; d++)
			strbuf_addf(out, "f%d;", d);
		strbuf_addf(out, "leaf%d 100,1000000000\n", i);
	}
}

TEST(stacks_of_one_depth_seem_cut)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addstr(&text, CPU);
	add_stacks(&text, 32, 12);
	add_stacks(&text, 31, 3);
	hints_are(strbuf_c(&text), "cpu", "cut-stacks",
		"12 stacks have exactly 32 frames and look truncated: their "
		"outermost callers are missing");
	/* If nearly as many stacks are one frame shorter, none was
	   truncated. */
	add_stacks(&text, 31, 9);
	hints_are(strbuf_c(&text), "cpu", "", NULL);
	strbuf_reset(&text);
	strbuf_addstr(&text, CPU);
	add_stacks(&text, 33, 12);
	hints_are(strbuf_c(&text), "cpu", "", NULL);
	strbuf_free(&text);
}

TEST(an_interpreter_hides_the_script)
{
	hints_are(CPU "main;_PyEval_EvalFrameDefault 100,1000000000\n"
		      "main;work 200,2000000000\n",
		"cpu", "interpreter", NULL);
}

TEST(leaves_that_tell_a_story_name_the_next_view)
{
	hints_are(CPU "main;runtime.mallocgc 75,750000000\n"
		      "main;work 225,2250000000\n",
		"cpu", "allocation",
		"25% of this view allocates memory: an allocation profile "
		"shows who asks for it");
	hints_are("types cpu/nanoseconds alloc_space/bytes\n"
		  "main;malloc 750,9\nmain;work 750,9\n",
		"cpu", "allocation",
		"50% of this view allocates memory: alloc_space shows who asks "
		"for it");
	hints_are(CPU "main;runtime.selectgo 75,750000000\n"
		      "main;work 225,2250000000\n",
		"cpu", "synchronisation", NULL);
	hints_are(CPU "main;syscall.Syscall6 75,750000000\n"
		      "main;work 225,2250000000\n",
		"cpu", "io", NULL);
	hints_are(CPU "main;runtime.mallocgc 74,740000000\n"
		      "main;work 226,2260000000\n",
		"cpu", "", NULL);
}

TEST(what_holds_memory_need_not_be_what_allocates)
{
	hints_are(HEAP "main;p/cache.(*C).Keep 1,10,1,10\n"
		       "main;p/json.Decode 9,900,0,0\n",
		"inuse_space", "held-and-churned",
		"cache.(*C).Keep holds the most memory, json.Decode allocates "
		"the most; s shows allocations");
	hints_are("types objects/count space/bytes\nmain;a 1,100\n", "space",
		"hardly-any",
		"ONE SAMPLE: everything here is chance; profile longer");
	hints_are(HEAP "main;keep 1,1000,1,10\nmain;decode 9,900,0,0\n",
		"inuse_space", "", NULL);
}

TEST(many_small_costs_are_named)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addstr(&text, CPU);
	for (int i = 0; i < 50; i++)
		strbuf_addf(&text, "main;f%d 10,100000000\n", i);
	hints_are(strbuf_c(&text), "cpu", "many-small", NULL);
	strbuf_addstr(&text, "main;big 30,300000000\n");
	hints_are(strbuf_c(&text), "cpu", "", NULL);
	strbuf_free(&text);
}

/* No single sample of a sane recording has most of the weight. */
TEST(one_sample_that_has_most_of_it_is_doubted)
{
#define CYCLES "types samples/count cycles/count\n"
	hints_are(CYCLES "a 200,200000000\nb 1,9000000000000000\n", "cycles",
		"one-of-many",
		"1 of 201 samples has 100% of the weight (wrong period?); s "
		"shows counts");
	hints_are(CYCLES "a 200,200000000\nb 1,300000000\n", "cycles",
		"one-of-many",
		"1 of 201 samples has 60% of the weight (wrong period?); s "
		"shows counts");
	/* By count there is nothing to doubt, nor where a record of so much
	   is many samples, half is not passed, or there are hardly more. */
	hints_are(CYCLES "a 200,200000000\nb 1,9000000000000000\n", "samples",
		"", NULL);
	hints_are(CYCLES "a 100,200\nb 200,9000\n", "cycles", "", NULL);
	hints_are(CYCLES "a 200,200000\nb 1,200000\n", "cycles", "", NULL);
	hints_are(CYCLES "a 2,200\nb 1,9000\n", "cycles", "few-samples", NULL);
	/* A heap may well have one large object. */
	hints_are(HEAP "period space/bytes 512\na 200,200000,200,200000\n"
		       "b 1,90000000,1,90000000\n",
		"alloc_space", "", NULL);
}

TEST(what_has_no_names_says_where_they_are)
{
	static const char heap[] = "heap profile: 9: 900 [9: 900] @ "
				   "heapprofile\n9: 900 [9: 900] @ 0x1234\n";
	static const char *const count[] = { "goroutine", "threadcreate" };

	hints_are(CPU "main;0x1234 300,3000000000\n", "cpu", "no-symbols",
		"100% of this view has no function names: the profiler found "
		"no symbols");
	for (size_t i = 0; i < 2; i++) {
		struct strbuf b = STRBUF_INIT;

		strbuf_addf(&b,
			"%s profile: total 200\n200 @ 0x43a0d6 0x46b2e5\n"
			"#\t0x46b2e4\ttime.Sleep+0x125\t/x/time.go:195\n",
			count[i]);
		hints_of(read_well("legacy", strbuf_str(&b)), "", "no-symbols",
			"100% of this view has no function names: with "
			"?debug=1 the names are only comments; fetch without "
			"debug=1, or put the binary before the profile on the "
			"command line");
		strbuf_free(&b);
	}
	hints_of(read_well("legacy", str_c(heap)), "inuse_space",
		"few-samples no-symbols",
		"100% of this view has no function names: its format has only "
		"addresses; put the binary before the profile on the command "
		"line");
}

/* A function that only pprof's rule leaves without a name has one. */
TEST(names_that_are_not_shown_are_names)
{
	struct builder *b = builder_new(0);
	struct err err = ERR_INIT;
	struct builder_line line = { .line = 1 };
	struct builder_location l = { .map = NONE, .line = &line, .nlines = 1 };
	struct builder_function f = { .name = 0,
		.system = builder_string(b, STR("<module>")) };
	const int64_t many = 3000;
	struct profile *p;
	loc_id loc;

	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	line.func = builder_function(b, &f);
	loc = builder_location(b, &l);
	(void)builder_sample(b, builder_stack(b, &loc, 1), 0, &many);
	p = builder_seal(b, &err);
	assert_non_null(p);
	hints_of(p, "samples", "", NULL);
}

/* A producer that begins each stack with its leaf. */
TEST(stacks_that_end_where_programs_begin_are_upside_down)
{
	hints_are("types HEAP/bytes\n"
		  "read;fetch;main 600\nparse;main 380\nbad 20\n",
		"HEAP", "upside-down",
		"the stacks seem upside down, as they end in main; v turns "
		"them");
	/* Below it are the first lines of other files, as in imports. */
	hints_are("types HEAP/bytes\n"
		  "main<b.py>;load;main<a.py> 400\nmain<c.py>;main<a.py> 350\n"
		  "read;main<a.py> 250\n",
		"HEAP", "upside-down", NULL);
	hints_are("types HEAP/bytes\n"
		  "main<a.py>;load;main<b.py> 980\nthread;wait 20\n",
		"HEAP", "", NULL);
	/* Two programs with most of their work in main. */
	hints_are("types HEAP/bytes\n"
		  "sh;_start;main 400\nls;__libc_start_main;main 600\n",
		"HEAP", "", NULL);
	/* A part of them only. */
	hints_are("types HEAP/bytes\n"
		  "read;fetch;main 600\nparse;main 330\nbad 70\n",
		"HEAP", "", NULL);
	/* Scripts whose work is in their own lines, one imported. */
	hints_are("types HEAP/bytes\n"
		  "main;load;main 600\nmain 390\nrun 10\n",
		"HEAP", "", NULL);
	/* A program of one function, and another in one file. */
	hints_are("types HEAP/bytes\n_start;libc;main 600\nsh;_start 1\n",
		"HEAP", "", NULL);
	hints_are("types HEAP/bytes\nprogram;main 600\nprogram;work 1\n",
		"HEAP", "", NULL);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
