/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Call graphs with costs in, stacks out, on which every function has what it
   has in the graph. */
#include "prelude.h"

#include "read/read.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/hash.h"
#include "base/vec.h"
#include "byname.h"
#include "util_read.h"

static struct profile *
read_text(struct str text, struct warnings *warnings, struct err *err)
{
	return read_as("callgrind", text, warnings, err);
}

static struct profile *
must_read(const char *text)
{
	return read_well("callgrind", str_c(text));
}

static void
fails(const char *text, const char *msg)
{
	struct err err = ERR_INIT;

	assert_null(read_text(str_c(text), NULL, &err));
	assert_int_equal(err.code, ERR_FORMAT);
	assert_string_equal(err.msg, msg);
}

static struct str
name_of(const struct profile *p, loc_id loc)
{
	return profile_str(p, p->func.name[p->line.func[p->loc.line0[loc]]]);
}

/* "main;work 200 20": lines of one function are added up. */
static void
describe(const struct profile *p, struct strbuf *out)
{
	for (size_t s = 0; s < p->sample.n; s++) {
		loc_id stack[100];
		size_t n = profile_stack(p, p->sample.leaf[s], stack, 100);

		while (n-- > 0)
			strbuf_addf(out, "%.*s:%" PRId64 "%s",
				STR_ARG(name_of(p, stack[n])),
				p->line.line[p->loc.line0[stack[n]]],
				n > 0 ? ";" : "");
		for (uint32_t i = 0; i < p->types.n; i++)
			strbuf_addf(out, " %" PRId64, p->sample.value[i][s]);
		strbuf_addstr(out, "\n");
	}
}

static void
becomes(const char *text, const char *want)
{
	read_becomes("callgrind", str_c(text), describe, want);
}

#define START \
	"# callgrind format\n" \
	"events: Ir Dr\n" \
	"ob=(1) /opt/demo\n" \
	"fl=(1) demo.c\n"

TEST(costs_of_lines_and_calls)
{
	becomes(START "fn=(1) main\n8 13\ncfn=(2) work\ncalls=2 7\n"
		      "* 200 20\nfn=(2) work\n7 50 5\n+1 150 15\n",
		"main:8 13 0 0\nmain:8;work:8 150 15 0\n"
		"main:8;work:7 50 5 2\n");
}

TEST(positions_may_be_relative)
{
	becomes("positions: instr line\nevents: Ir\nfn=f\n"
		"0x10 5 1\n+4 * 2\n-0x2 +3 4\n* -8 8\n",
		"f:0 8\nf:8 4\nf:5 2\nf:5 1\n");
	/* The position of a call's target does not count as a position. */
	becomes("events: Ir\nfn=f\n20 1\ncfn=g\ncalls=1 +5\n+2 7\n+1 2\n"
		"fn=g\n25 7\n",
		"f:23 2 0\nf:20 1 0\nf:22;g:25 7 1\n");
	becomes("events: Ir\nfn=f\n20 1\njump=3 +5\n+2\njcnd=1/2 -3\n* \n"
		"+1 4\n",
		"f:23 4\nf:20 1\n");
}

TEST(files_change_within_a_function)
{
	struct profile *p = must_read(START
		"fn=(1) main\n8 13\nfi=(2) inline.h\n3 5\nfe=(1)\n9 2\n"
		"cob=(2) /lib/l.so\ncfi=(3) l.c\ncfn=(2) g\ncalls=1 1\n"
		"* 7\ncfn=(3) h\ncalls=1 1\n* 4\n"
		"ob=(2)\nfl=(3)\nfn=(2)\n1 7\nob=(1)\nfl=(1)\nfn=(3)\n1 4\n");

	by_name_is(p, "main", 20, 31);
	by_name_is(p, "g", 7, 7);
	by_name_is(p, "h", 4, 4);
	for (func_id f = 0; f < p->func.n; f++)
		if (str_is(profile_str(p, p->func.file[f]), "inline.h"))
			assert_true(str_is(
				profile_str(p, p->func.name[f]), "main"));
	assert_int_equal(p->map.n, 2);
	assert_true(str_is(profile_str(p, p->map.file[0]), "/opt/demo"));
	profile_unref(p);
}

TEST(paths_divide_what_a_function_cost)
{
	struct profile *p = must_read(
		"events: Ir\nfn=start\n1 10\ncfn=backup\ncalls=1 1\n2 100\n"
		"fn=end\n1 20\ncfn=backup\ncalls=1 1\n2 300\n"
		"fn=backup\n1 40\ncfn=copy\ncalls=4 1\n2 360\n"
		"fn=copy\n1 360\n");
	struct strbuf out = STRBUF_INIT;

	by_name_is(p, "start", 10, 110);
	by_name_is(p, "end", 20, 320);
	by_name_is(p, "backup", 40, 400);
	by_name_is(p, "copy", 360, 360);
	describe(p, &out);
	assert_non_null(
		strstr(strbuf_c(&out), "start:2;backup:2;copy:1 90 1\n"));
	assert_non_null(
		strstr(strbuf_c(&out), "end:2;backup:2;copy:1 270 3\n"));
	strbuf_free(&out);
	profile_unref(p);
}

TEST(recursion_is_counted_once)
{
	/* As callgrind has it: the inner calls are fib'2, whose calls of
	   itself cost more than there is. */
	struct profile *p = must_read(
		"events: Ir\nfn=main\n1 5\ncfn=fib\ncalls=1 1\n2 1000\n"
		"fn=fib\n1 100\ncfn=fib'2\ncalls=2 1\n2 900\n"
		"fn=fib'2\n1 900\ncfn=fib'2\ncalls=9 1\n2 5000\n");

	by_name_is(p, "main", 5, 1005);
	by_name_is(p, "fib", 1000, 1000);
	profile_unref(p);
}

/* main calls a; a calls b, b calls c and c calls a again, once. */
static const char circle[] =
	"events: Ir\nfn=main\n1 5\ncfn=a\ncalls=1 1\n2 700\n"
	"fn=a\n1 100\ncfn=b\ncalls=2 1\n2 620\n"
	"fn=b\n1 200\ncfn=c\ncalls=2 1\n2 480\n"
	"fn=c\n1 300\ncfn=a\ncalls=1 1\n2 250\n"
	"cfn=leaf\ncalls=2 1\n3 100\nfn=leaf\n1 100\n";

TEST(circles_have_the_totals_of_the_file)
{
	struct profile *p = must_read(circle);
	struct told a = by_name_told(p, 1, "a", NULL);
	struct by_name w = by_name_weigh(p, 0);
	int64_t self, all;

	by_name_is(p, "main", 5, 705);
	by_name_is(p, "leaf", 100, 100);
	by_name_told_is(p, "main", NULL, 705);
	by_name_told_is(p, "b", NULL, 620);
	by_name_told_is(p, "c", NULL, 480);
	by_name_told_is(p, "a", "b", 620);
	by_name_told_is(p, "c", "a", 250);
	by_name_told_is(p, "c", "leaf", 100);
	/* It has no more than all that is in the circle. */
	by_name_told_is(p, "a", NULL, 700);
	assert_int_equal(a.value, 2);
	assert_int_equal(a.entries, 2);
	/* Self values are exact, whatever the paths are. */
	by_name_get(&w, STR("a"), &self, &all);
	assert_int_equal(self, 100);
	by_name_get(&w, STR("b"), &self, &all);
	assert_int_equal(self, 200);
	by_name_get(&w, STR("c"), &self, &all);
	assert_int_equal(self, 300);
	by_name_fini(&w);
	profile_unref(p);
}

static bool
has_stack(const struct profile *p, const char *text)
{
	struct strbuf out = STRBUF_INIT;
	bool has;

	describe(p, &out);
	has = strstr(strbuf_c(&out), text) != NULL;
	strbuf_free(&out);
	return has;
}

/* visit calls suite for 80 of its 95, and that calls visit for 55 again: nested
   calls are drawn below it, not beside it. */
TEST(nested_calls_are_within_the_costliest)
{
	struct profile *p = must_read(
		"events: Ir\nfn=main\n1 5\ncfn=visit\ncalls=1 1\n2 95\n"
		"fn=visit\n1 10\ncfn=suite\ncalls=1 1\n2 80\n"
		"cfn=stmt\ncalls=9 1\n3 45\n"
		"fn=suite\n1 40\ncfn=visit\ncalls=1 1\n2 55\n"
		"fn=stmt\n1 45\n");

	by_name_told_is(p, "visit", NULL, 95);
	by_name_told_is(p, "suite", NULL, 80);
	assert_true(has_stack(p, "main:2;visit:2;suite:"));
	assert_true(has_stack(p, "visit:2;suite:2;visit:3;stmt:1 "));
	assert_int_equal(by_name_told(p, 1, "stmt", NULL).value, 9);
	profile_unref(p);
}

/* A program whose functions call one another at random, below main. A step
   costs its function 1, a call what runs within it, as callgrind counts. */
enum { RANDOM_FNS = 9 };
struct random_program {
	int64_t self[RANDOM_FNS], call[RANDOM_FNS][RANDOM_FNS];
	int64_t total;
};

static void
run_program(struct random_program *r)
{
	enum { STEPS = 200000, DEEP = 24 };
	int fn[DEEP + 1] = { 0 };
	int64_t since[DEEP + 1] = { 0 };
	uint64_t seed = 7;
	int n = 1;

	memset(r, 0, sizeof(*r));
	while (n > 1 || r->total < STEPS) {
		r->self[fn[n - 1]]++;
		r->total++;
		seed = hash_mix(seed + 1);
		if (n > 1 && (seed % 2 == 0 || n == DEEP)) {
			n--;
			r->call[fn[n - 1]][fn[n]] += r->total - since[n];
		} else if (r->total < STEPS) {
			/* Each calls three others, the first most often. */
			int step = seed % 16 < 11 ? 1 : seed % 16 < 15 ? 2 : 5;

			fn[n] = 1 + (fn[n - 1] + step) % (RANDOM_FNS - 1);
			since[n++] = r->total;
		}
	}
}

/* Sum up the calls in all stacks, each use of a call. */
static void
sum_calls(const struct profile *p, int64_t call[RANDOM_FNS][RANDOM_FNS])
{
	for (size_t s = 0; s < p->sample.n; s++) {
		loc_id stack[1000];
		size_t n = profile_stack(p, p->sample.leaf[s], stack, 1000);

		assert_in_range(n, 1, 1000);
		for (size_t i = 0; i + 1 < n; i++) {
			struct str to = name_of(p, stack[i]);
			struct str from = name_of(p, stack[i + 1]);

			call[from.p[1] - '0'][to.p[1] - '0'] +=
				p->sample.value[0][s];
		}
	}
}

TEST(calls_within_cycles_cost_what_the_file_says)
{
	struct random_program r;
	int64_t call[RANDOM_FNS][RANDOM_FNS] = { { 0 } };
	struct strbuf text = STRBUF_INIT;
	struct profile *p;

	run_program(&r);
	strbuf_addstr(&text, "events: Ir\n");
	for (int f = 0; f < RANDOM_FNS; f++) {
		strbuf_addf(&text, "fn=f%d\n1 %" PRId64 "\n", f, r.self[f]);
		for (int to = 0; to < RANDOM_FNS; to++)
			if (r.call[f][to] > 0)
				strbuf_addf(&text,
					"cfn=f%d\ncalls=1 1\n%d %" PRId64 "\n",
					to, to + 2, r.call[f][to]);
	}
	p = must_read(strbuf_c(&text));
	sum_calls(p, call);
	for (int f = 0; f < RANDOM_FNS; f++)
		for (int to = 0; to < RANDOM_FNS; to++)
			if (f != to &&
				imaxabs(call[f][to] - r.call[f][to]) >
					r.total / 100)
				fail_msg("f%d calls f%d: %" PRId64
					 ", not %" PRId64,
					f, to, call[f][to], r.call[f][to]);
	for (int f = 0; f < RANDOM_FNS; f++) {
		struct by_name w = by_name_weigh(p, 0);
		char name[16];
		int64_t self, all;

		(void)snprintf(name, sizeof(name), "f%d", f);
		by_name_get(&w, str_c(name), &self, &all);
		assert_int_equal(self, r.self[f]);
		by_name_fini(&w);
	}
	profile_unref(p);
	strbuf_free(&text);
}

/* A cycle of functions without a caller: paths to each of them, along the
   cycle, would need the square of their number. */
TEST(large_circles_make_few_paths)
{
	enum { FNS = 10000 };
	struct strbuf text = STRBUF_INIT;
	struct warnings said;
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct profile *p;

	strbuf_addstr(&text, "events: Ir\n");
	for (int f = 0; f < FNS; f++)
		strbuf_addf(&text, "fn=f%d\n1 10\ncfn=f%d\ncalls=1 1\n2 1000\n",
			f, (f + 1) % FNS);
	warnings_init(&said, &arena);
	p = read_text(strbuf_str(&text), &said, &err);
	assert_non_null(p);
	/* None is "too many paths". */
	assert_int_equal(said.n, 2);
	assert_true(str_starts(said.tail->text, STR("calls within cycles")));
	assert_in_range(p->trie.n, FNS, 4 * FNS);
	profile_unref(p);
	strbuf_free(&text);
	arena_free(&arena);
}

/* main calls even, even and odd call each other five times. */
static const char even_odd[] =
	"events: Ir\nfn=main\n1 5\ncfn=even\ncalls=1 1\n2 60\n"
	"fn=even\n1 10\ncfn=odd\ncalls=1 1\n2 50\n"
	"fn=odd\n1 10\ncfn=even'2\ncalls=1 1\n2 40\n"
	"fn=even'2\n1 20\ncfn=odd'2\ncalls=2 1\n2 50\n"
	"fn=odd'2\n1 20\ncfn=even'2\ncalls=1 1\n2 20\n";

/* A call that runs within itself costs more in the file than in the paths. */
TEST(approximate_calls_are_counted)
{
	struct warnings said;
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct profile *p;

	warnings_init(&said, &arena);
	p = read_text(str_c(even_odd), &said, &err);
	assert_non_null(p);
	assert_int_equal(said.n, 2);
	assert_true(str_is(said.tail->text,
		"calls within cycles whose costs on call paths are off by "
		"more than 1% of the total: 2"));
	profile_unref(p);
	/* The same file without the inner calls. */
	arena_free(&arena);
	warnings_init(&said, &arena);
	p = read_text(STR("events: Ir\nfn=main\n1 5\ncfn=even\ncalls=1 1\n"
			  "2 60\nfn=even\n1 60\n"),
		&said, &err);
	assert_non_null(p);
	assert_int_equal(said.n, 1);
	profile_unref(p);
	arena_free(&arena);
}

TEST(nested_calls_count_once)
{
	struct profile *p = must_read(even_odd);

	by_name_told_is(p, "even", NULL, 60);
	by_name_told_is(p, "odd", NULL, 50);
	by_name_told_is(p, "even", "odd", 50);
	by_name_told_is(p, "odd", "even", 40);
	assert_int_equal(by_name_told(p, 0, "odd", NULL).entries, 1);
	assert_int_equal(by_name_told(p, 1, "odd", NULL).value, 3);
	profile_unref(p);
}

TEST(what_was_not_profiled_is_below_its_caller)
{
	struct warnings said;
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct profile *p;

	warnings_init(&said, &arena);
	/* Two callers of sleeper, which costs 400 by their account. */
	p = read_text(STR("events: Ticks\nfn=main\n1 10\ncfn=sleeper\n"
			  "calls=3 1\n2 300\nfn=other\n1 20\ncfn=sleeper\n"
			  "calls=1 1\n2 100\nfn=sleeper\n1 40\n"),
		&said, &err);
	assert_non_null(p);
	by_name_is(p, "main", 10, 310);
	by_name_is(p, "other", 20, 120);
	by_name_is(p, "sleeper", 40, 400);
	by_name_is(p, "[not profiled]", 360, 360);
	assert_true(has_stack(p, "main:2;sleeper:0;[not profiled]:0 270 "));
	assert_true(has_stack(p, "other:2;sleeper:0;[not profiled]:0 90 "));
	assert_int_equal(said.n, 2);
	assert_true(str_starts(said.tail->text,
		STR("calls cost 360 more than the functions that were ")));
	profile_unref(p);
	arena_free(&arena);
}

TEST(system_times_have_the_unit_of_the_file)
{
	static const struct {
		const char *line;
		int64_t nanos;
	} cases[] = {
		{ "event: sysTime : sysTime (elapsed ns)\n", 7 },
		{ "event: sysTime : sysTime (elapsed us)\n", 7000 },
		{ "event: sysTime : sysTime (elapsed ms)\n", 7000000 },
		{ "event: Ir : Instruction Fetch\n", 7000000 },
		{ "", 7000000 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct strbuf text = STRBUF_INIT;
		struct profile *p;

		strbuf_addf(&text, "%sevents: Ir sysTime\nfn=f\n1 5 7\n",
			cases[i].line);
		p = must_read(strbuf_c(&text));
		assert_int_equal(p->sample.value[1][0], cases[i].nanos);
		assert_true(str_is(
			profile_str(p, p->types.unit[1]), "nanoseconds"));
		assert_int_equal(p->sample.value[0][0], 5);
		profile_unref(p);
		strbuf_free(&text);
	}
}

TEST(memory_may_be_given_back)
{
	struct profile *p = must_read(
		"creator: xdebug 2.9\nevents: Time_(10ns) Memory_(bytes)\n"
		"fn=free\n7 50 -6000\nfn={main}\n1 300 9000\ncfn=free\n"
		"calls=1 0 0\n9 50 -6000\nsummary: 350 3000\n");
	struct by_name w = by_name_weigh(p, 1);
	int64_t self, all;

	by_name_is(p, "{main}", 3000, 3500);
	by_name_get(&w, STR("free"), &self, &all);
	assert_int_equal(self, -6000);
	by_name_get(&w, STR("{main}"), &self, &all);
	assert_int_equal(self, 9000);
	assert_int_equal(all, 3000);
	assert_true(has_stack(p, "{main}:9;free:7 500 -6000 1\n"));
	by_name_fini(&w);
	profile_unref(p);
}

TEST(names_tell_callers_and_depth)
{
	struct profile *p = must_read(
		"events: Ir\nfn=main\n1 5\ncfn=work'main\ncalls=1 1\n2 10\n"
		"fn=work'main\n1 4\ncfn=hot'work'main\ncalls=1 1\n1 6\n"
		"fn=hot'work'main\n1 6\nfn=work\n1 1\n"
		"fn=<core::iter::Map<'_>>::f'x\n1 3\n");

	by_name_is(p, "hot", 6, 6);
	by_name_is(p, "work", 5, 11);
	by_name_is(p, "main", 5, 15);
	by_name_is(p, "<core::iter::Map<'_>>::f'x", 3, 3);
	profile_unref(p);
}

TEST(parts_add_up)
{
	struct profile *p = must_read(
		"version: 1\npart: 1\nevents: Ir\nfn=(1) f\n1 5\ncfn=(2) g\n"
		"calls=1 1\n1 2\nfn=(2)\n1 2\ntotals: 7\n"
		"part: 2\npositions: line\nevents: Ir\nfn=(1)\n1 6\n"
		"fn=(2) g\n1 1\ncfn=(3) h\ncalls=1 1\n1 1\nfn=(3) h\n1 1\n"
		"totals: 8\n");

	by_name_is(p, "f", 11, 13);
	by_name_is(p, "h", 1, 1);
	profile_unref(p);
	fails("part: 1\nevents: Ir\nfn=f\n1 5\npart: 2\nevents: Ir Dr\n",
		"the events differ from those of earlier lines: \"events: Ir "
		"Dr\" (line 6)");
}

TEST(a_call_without_file_finds_its_function)
{
	/* Other tools leave out cfi=. */
	struct profile *p = must_read(
		"events: Ir\nfl=a.c\nfn=main\n1 5\ncfn=g\ncalls=1 1\n2 7\n"
		"fl=b.c\nfn=g\n1 7\n");

	by_name_is(p, "main", 5, 12);
	profile_unref(p);
}

TEST(a_number_without_a_name_is_the_name)
{
	becomes("events: Ir\nfn=(1) main\n1 5\ncfn=(8)\ncalls=1 1\n2 7\n"
		"fn=(8)\n3 7\n",
		"main:1 5 0\nmain:2;(8):3 7 1\n");
}

TEST(types_are_computed_as_kcachegrind_does)
{
	struct profile *p = must_read(
		"events: Ir I1mr D1mr D1mw ILmr DLmr DLmw Bcm Bim sysTime\n"
		"fn=f\n1 1000 1 2 3 4 5 6 7 8 9\n");

	assert_int_equal(p->sample.value[by_name_column(p, "L1m")][0], 6);
	assert_int_equal(p->sample.value[by_name_column(p, "LLm")][0], 15);
	assert_int_equal(p->sample.value[by_name_column(p, "Bm")][0], 15);
	assert_int_equal(p->sample.value[by_name_column(p, "CEst")][0],
		1000 + 10 * 15 + 10 * 6 + 100 * 15);
	assert_true(str_is(profile_str(p, p->header.default_type), "CEst"));
	assert_true(str_is(
		profile_str(p, p->types.unit[by_name_column(p, "sysTime")]),
		"nanoseconds"));
	profile_unref(p);
	p = must_read("events: Time_(10ns) Memory_(bytes)\nfn=f\n1 5 7\n");
	assert_int_equal(p->types.n, 2);
	assert_int_equal(p->sample.value[0][0], 50);
	assert_true(str_is(profile_str(p, p->types.unit[1]), "bytes"));
	profile_unref(p);
}

TEST(cachegrind_has_no_calls)
{
	struct profile *p = must_read(
		"desc: I1 cache: 32768 B\ncmd: ./x\nevents: Ir I1mr ILmr\n"
		"fl=a.c\nfn=f\n12 5 . .\nfn=???\n0 7\nsummary: 12 0 0\n");

	by_name_is(p, "f", 5, 5);
	by_name_is(p, "???", 7, 7);
	assert_true(str_is(profile_str(p, p->header.comment[2]),
		"no calls: every stack is one function"));
	profile_unref(p);
}

/* A damaged line costs no other: positions go on from it, and of a call the
   cost is missing, not what comes behind it. */
TEST(damaged_costs_are_left_out_and_counted)
{
	static const char text[] =
		"events: Ir\nfn=f\n1 5\n+1 x\n+1 7\ncfn=g\ncalls=1 1\n4 z\n"
		"5 1\nfn=g\n1 2\n";
	struct profile *p = must_read(text);
	struct strbuf said = STRBUF_INIT;

	by_name_is(p, "f", 13, 13);
	by_name_is(p, "g", 2, 2);
	profile_unref(p);
	read_remarks("callgrind", STR(text), &said);
	assert_non_null(strstr(strbuf_c(&said),
		"unreadable costs left out: 2; the first: the costs do not "
		"match the events: \"+1 x\" (line 4)"));
	strbuf_free(&said);
}

TEST(what_is_no_callgrind_is_refused_by_line)
{
	fails("fn=f\n1 2\n",
		"no events: line before this cost: \"1 2\" (line 2)");
	fails("events: Ir\n1 2\n", "a cost before any fn=: \"1 2\" (line 2)");
	fails("events: Ir\nfn=f\n1 2 3\n",
		"the costs do not match the events: \"1 2 3\" (line 3)");
	fails("events: Ir\nfn=f\n+x 2\n", "not a position: \"+x 2\" (line 3)");
	fails("events: Ir\nfn=(7)\n", "no costs in 2 lines");
	fails("events: Ir\nfn=f\ncalls=1 1\n",
		"calls= without fn= and cfn= \"calls=1 1\" (line 3)");
	fails("events: Ir\nfn=f\n\x1b[31mhello\n",
		"not a callgrind line: \"\xef\xbf\xbd[31mhello\" (line 3)");
	fails("events: \n", "too many events, or none: \"events:\" (line 1)");
	fails("events: Ir\nfn=f\n", "no costs in 2 lines");
}

/* A random graph without circles whose costs add up. Every function must have
   exactly its own, by every event. */
TEST(every_function_has_exactly_its_cost)
{
	enum { FNS = 120, EVENTS = 3 };
	static int64_t in[FNS + 1][EVENTS], self[FNS][EVENTS];
	struct strbuf text = STRBUF_INIT;
	uint64_t seed = 42;
	struct profile *p;

	memset(in, 0, sizeof(in));
	strbuf_addstr(&text, "events: A B C\n");
	for (int f = 0; f < FNS; f++) {
		int64_t left[EVENTS];

		/* Two of them have no caller. */
		for (int e = 0; e < EVENTS; e++) {
			if (f == 0 || f == 50)
				in[f][e] += 100003 * (e + 1);
			left[e] = in[f][e];
		}
		strbuf_addf(&text, "fn=f%d\n", f);
		for (int call = 0; call < 5 && f + 1 < FNS; call++) {
			int to;

			seed = hash_mix(seed + 1);
			to = f + 1 +
				(int)((seed >> 8) % (uint64_t)(FNS - f - 1));
			if (to == 50)
				continue;
			strbuf_addf(
				&text, "cfn=f%d\ncalls=1 1\n%d", to, call + 2);
			for (int e = 0; e < EVENTS; e++) {
				int64_t cost;

				seed = hash_mix(seed + 1);
				cost = left[e] > 0
					? (int64_t)(seed % (uint64_t)left[e])
					: 0;
				left[e] -= cost;
				in[to][e] += cost;
				strbuf_addf(&text, " %" PRId64, cost);
			}
			strbuf_addstr(&text, "\n");
		}
		strbuf_addstr(&text, "1");
		for (int e = 0; e < EVENTS; e++) {
			self[f][e] = left[e];
			strbuf_addf(&text, " %" PRId64, left[e]);
		}
		strbuf_addstr(&text, "\n");
	}
	p = must_read(strbuf_c(&text));
	for (uint32_t e = 0; e < EVENTS; e++) {
		struct by_name w = by_name_weigh(p, e);

		for (int f = 0; f < FNS; f++) {
			char name[16];
			int64_t have_self, have_all;

			(void)snprintf(name, sizeof(name), "f%d", f);
			by_name_get(&w, str_c(name), &have_self, &have_all);
			assert_int_equal(have_self, self[f][e]);
			assert_int_equal(have_all, in[f][e]);
		}
		by_name_fini(&w);
	}
	profile_unref(p);
	strbuf_free(&text);
}

/* Every function calls every other one: as many paths as there are orders of
   them. What each cost itself stays exact, and it ends. */
TEST(no_graph_takes_for_ever)
{
	enum { FNS = 60, DEEP = 60000 };
	struct strbuf text = STRBUF_INIT;
	struct by_name w;
	struct profile *p;

	strbuf_addstr(&text, "events: A\n");
	for (int f = 0; f < FNS; f++) {
		strbuf_addf(&text, "fn=f%d\n1 %d\n", f, f + 1);
		for (int to = 0; to < FNS; to++)
			strbuf_addf(&text, "cfn=f%d\ncalls=1 1\n2 1000\n", to);
	}
	/* ... and without circles: 2^30 paths. */
	for (int f = 0; f < 30; f++)
		strbuf_addf(&text,
			"fn=g%d\n1 3\ncfn=g%d\ncalls=1 1\n2 %d\n"
			"cfn=g%d\ncalls=1 1\n3 %d\n",
			f, f + 1, 1 << (30 - f), f + 1, 1 << (30 - f));
	strbuf_addstr(&text, "fn=g30\n1 5\n");
	p = must_read(strbuf_c(&text));
	w = by_name_weigh(p, 0);
	for (int f = 0; f < FNS; f++) {
		char name[16];
		int64_t self, all;

		(void)snprintf(name, sizeof(name), "f%d", f);
		by_name_get(&w, str_c(name), &self, &all);
		assert_int_equal(self, f + 1);
	}
	by_name_fini(&w);
	profile_unref(p);

	/* One path, deeper than any stack of ours. */
	strbuf_reset(&text);
	strbuf_addstr(&text, "events: A\n");
	for (int f = 0; f < DEEP; f++)
		strbuf_addf(&text, "fn=f%d\n1 1\ncfn=f%d\ncalls=1 1\n1 %d\n", f,
			f + 1, DEEP - f);
	strbuf_addf(&text, "fn=f%d\n1 1\n", DEEP);
	p = must_read(strbuf_c(&text));
	assert_int_equal(p->sample.n, DEEP + 1);
	assert_int_equal(p->trie.n, DEEP + 2);
	profile_unref(p);
	strbuf_free(&text);
}

TEST(damaged_graphs_do_no_harm)
{
	static const char text[] =
		"positions: instr line\nevents: Ir Dr\nob=(1) /o\nfl=(1) a.c\n"
		"fn=(1) main\n0x1 8 13 7\ncob=(1)\ncfi=(2) b.c\ncfn=(2) g\n"
		"calls=2 0x5 7\n* * 200 20\njump=2 +5 *\n* *\n+1 +2 7\n"
		"fl=(2)\nfn=(2)\n0x5 7 200 20\ncfn=(1)\ncalls=1 1 1\n* * 9\n";

	read_damaged("callgrind", STR(text), 5000);
}

TEST(huge_costs_stop_at_the_largest)
{
	struct profile *p =
		must_read("events: Ir\nfn=f\n1 9223372036854775807\n1 5\n2 7\n"
			  "fn=g\n1 9223372036854775807\n");

	by_name_is(p, "g", INT64_MAX, INT64_MAX);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
