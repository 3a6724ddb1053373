/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much is the user's own, and what runtimes do: on stacks, and on the
   profiles in testdata against a count sample by sample. */
#include "prelude.h"

#include "testing.h"

#include <inttypes.h>

#include "analysis/ownership.h"
#include "base/num.h"
#include "base/vec.h"
#include "engine/leaffold.h"
#include "load/load.h"
#include "present/inshort.h"
#include "present/owners.h"
#include "report/json.h"
#include "stacks.h"
#include "util_read.h"
#include "util_report.h"
#include "util_source.h"
#include "util_view.h"

struct name_row {
	enum runtime runtime;
	const char *name, *file;
	enum runtime_kind want;
};

static const struct name_row names[] = {
	{ RUNTIME_GO, "runtime.gcDrain", "", RKIND_GC },
	{ RUNTIME_GO, "gcWriteBarrier", "", RKIND_GC },
	{ RUNTIME_GO, "runtime.mallocgc", "", RKIND_ALLOC },
	{ RUNTIME_GO, "runtime.mapaccess1_faststr", "", RKIND_MAPS },
	{ RUNTIME_GO, "aeshashbody", "", RKIND_MAPS },
	{ RUNTIME_GO, "runtime.memmove", "", RKIND_MOVES },
	{ RUNTIME_GO, "runtime.lock2", "", RKIND_LOCKS },
	{ RUNTIME_GO, "runtime.findRunnable", "", RKIND_SCHED },
	{ RUNTIME_GO, "internal/runtime/syscall/linux.Syscall6", "",
		RKIND_SYSCALL },
	{ RUNTIME_GO, "runtime.gopanic", "", RKIND_EXCEPTIONS },
	{ RUNTIME_GO, "runtime.heapArenaOf", "", RKIND_OTHER },
	{ RUNTIME_JVM, "PhaseChaitin::Split", "", RKIND_JIT },
	{ RUNTIME_JVM, "G1ParTask::work", "", RKIND_GC },
	{ RUNTIME_JVM, "InterpreterRuntime::resolve_invoke", "",
		RKIND_INTERPRETER },
	{ RUNTIME_JVM, "jdk.internal.misc.Unsafe.park", "", RKIND_LOCKS },
	{ RUNTIME_V8, "(garbage collector)", "", RKIND_GC },
	{ RUNTIME_V8, "Garbage Collection", "", RKIND_GC },
	{ RUNTIME_V8, ":(idle):0", "", RKIND_IDLE },
	{ RUNTIME_V8, "setTimeout", "node:timers", RKIND_SCHED },
	{ RUNTIME_PYTHON, "<method 'acquire' of '_thread.lock' objects>", "",
		RKIND_LOCKS },
	{ RUNTIME_PYTHON, "_PyEval_EvalFrameDefault", "", RKIND_INTERPRETER },
	{ RUNTIME_PYTHON, "_find_and_load", "<frozen importlib._bootstrap>",
		RKIND_LOADING },
	{ RUNTIME_RUBY, "(marking)", "", RKIND_GC },
	{ RUNTIME_RUBY, "Array#count", "<cfunc>", RKIND_BUILTIN },
	{ RUNTIME_DOTNET, "WKS::gc_heap::mark_object_simple", "", RKIND_GC },
	{ RUNTIME_V8, ":(external):0", "", RKIND_NATIVE },
	{ RUNTIME_RUST, "__rdl_alloc", "", RKIND_ALLOC },
	{ RUNTIME_RUST, "__rustc::__rust_realloc", "", RKIND_ALLOC },
	{ RUNTIME_RUST, "<std::sys::sync::mutex::futex::Mutex>::unlock", "",
		RKIND_LOCKS },
	{ RUNTIME_RUST, "<std::sys::fs::unix::File>::read", "",
		RKIND_SYSCALL },
	{ RUNTIME_RUST, "std::sys::backtrace::__rust_begin_short_backtrace",
		"", RKIND_LOADING },
	{ RUNTIME_RUST, "std::panicking::catch_unwind::do_call", "",
		RKIND_LOADING },
	{ RUNTIME_RUST, "std::panicking::begin_panic", "", RKIND_EXCEPTIONS },
	{ RUNTIME_LIBC, "_int_malloc", "", RKIND_ALLOC },
	{ RUNTIME_LIBC, "__memmove_avx_unaligned_erms", "", RKIND_MOVES },
	{ RUNTIME_LIBC, "__libc_start_main", "", RKIND_LOADING },
	{ RUNTIME_LIBC, "pthread_mutex_lock", "", RKIND_LOCKS },
	{ RUNTIME_LIBC, "__GI___read", "", RKIND_SYSCALL },
	{ RUNTIME_KERNEL, "exc_page_fault", "", RKIND_PAGES },
	{ RUNTIME_KERNEL, "do_syscall_64", "", RKIND_SYSCALL },
	{ RUNTIME_KERNEL, "__pi_memcpy", "", RKIND_MOVES },
	{ RUNTIME_KERNEL, "finish_task_switch.isra.0", "", RKIND_SCHED },
};

TEST(names_of_runtimes_tell_their_kind)
{
	struct runtimes *r = runtimes_new();

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		enum runtime_kind kind = runtimes_kind(r, names[i].runtime,
			str_c(names[i].name), str_c(names[i].file));

		if (kind != names[i].want)
			print_error("%s: %s\n", names[i].name,
				runtime_kind_name(kind));
		assert_int_equal(kind, names[i].want);
	}
	runtimes_free(r);
}

static struct ownership *
owned_by(const struct profile *p, const struct query *q)
{
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	struct ownership *o = ownership_new(e, q, NULL, &err);

	if (o == NULL)
		fail_msg("%s", err.msg);
	engine_free(e);
	return o;
}

static int64_t
self(const struct owned *row)
{
	return row_sum_value(&row->self);
}

static int64_t
total(const struct owned *row)
{
	return row_sum_value(&row->total);
}

TEST(a_sample_counts_at_its_leaf_and_once_in_each_row_above)
{
	struct profile *p = stacks_read(
		"main.main;encoding/json.Do;main.visit;runtime.mallocgc;"
		"runtime.gcDrain;runtime.heapArenaOf 5\n"
		"main.main;main.visit 3\n"
		"runtime.goexit;runtime.systemstack 2\n");
	struct query q;
	struct ownership *o;

	query_init(&q);
	/* Frames hidden in the graph count as well. */
	q.system = SYSTEM_HIDE;
	o = owned_by(p, &q);
	assert_int_equal(row_sum_value(&o->all), 10);
	assert_int_equal(self(&o->origin[ORIGIN_USER]), 3);
	assert_int_equal(total(&o->origin[ORIGIN_USER]), 8);
	assert_int_equal(self(&o->origin[ORIGIN_LIBRARY]), 0);
	assert_int_equal(total(&o->origin[ORIGIN_LIBRARY]), 5);
	assert_int_equal(self(&o->origin[ORIGIN_SYSTEM]), 7);
	/* heapArenaOf works for the collector, which malloc called. */
	assert_int_equal(self(&o->kind[RKIND_GC]), 5);
	assert_int_equal(total(&o->kind[RKIND_ALLOC]), 5);
	assert_int_equal(self(&o->kind[RKIND_ALLOC]), 0);
	assert_int_equal(self(&o->kind[RKIND_SCHED]), 2);
	assert_int_equal(o->by_weight[0], RKIND_GC);
	ownership_free(o);
	profile_unref(p);
}

/* Return the value of the samples that a query keeps. */
static int64_t
kept_by(struct engine *e, const struct query *q)
{
	struct err err = ERR_INIT;
	const struct view *v = view_compute(e, q, NULL, &err);
	int64_t kept;

	assert_non_null(v);
	kept = row_sum_value(&v->w.kept);
	view_unref(v);
	return kept;
}

/* Go's signal to stop a goroutine arrives in a loop of its own code. */
TEST(what_interrupts_is_the_code_that_it_interrupts)
{
	struct profile *p = stacks_read(
		"main.main</a/main.go:3>;main.work</a/main.go:9> 5\n"
		"main.main</a/main.go:3>;main.work</a/main.go:9>;"
		"runtime.asyncPreempt 3\n"
		"main.main</a/main.go:3>;runtime.mapaccess1;"
		"runtime.asyncPreempt 2\n"
		"runtime.gcBgMarkWorker;runtime.asyncPreempt;"
		"runtime.asyncPreempt2;runtime.schedule 1\n");
	struct engine *e = engine_new(p);
	struct query q;
	struct ownership *o;

	query_init(&q);
	o = owned_by(p, &q);
	assert_int_equal(self(&o->origin[ORIGIN_USER]), 8);
	assert_int_equal(self(&o->kind[RKIND_MAPS]), 2);
	assert_int_equal(self(&o->kind[RKIND_SCHED]), 1);
	assert_int_equal(total(&o->kind[RKIND_SCHED]), 1);
	assert_int_equal(o->line.line, 9);
	assert_int_equal(row_sum_value(&o->line.cost), 8);
	assert_int_equal(row_sum_value(&o->line.self), 8);
	ownership_free(o);
	/* The row shows what its focus shows. */
	q.focus = STR("kind:sched");
	assert_int_equal(kept_by(e, &q), 1);
	engine_free(e);
	profile_unref(p);
}

TEST(a_row_of_the_table_is_a_focus_of_the_same_cost)
{
	struct profile *p = stacks_read(
		"runtime.main;main.main;runtime.mallocgc;runtime.gcDrain 5\n"
		"main.main;runtime.mapaccess1 3\n"
		"main.main;encoding/json.Do 2\n"
		"kind:gc 1\n");
	static const struct {
		const char *focus;
		int64_t want;
	} table[] = { { "kind:gc", 5 }, { "kind:alloc", 5 }, { "kind:maps", 3 },
		{ "origin:system", 8 }, { "origin:library", 2 },
		{ "origin:user", 10 },
		/* Words that are no kind are a pattern like others. */
		{ "kind:g", 1 } };
	struct engine *e = engine_new(p);

	for (size_t i = 0; i < COUNT_OF(table); i++) {
		struct query q;

		query_init(&q);
		q.focus = str_c(table[i].focus);
		assert_int_equal(kept_by(e, &q), table[i].want);
	}
	engine_free(e);
	profile_unref(p);
}

/* In one profile, functions that lock are system for one sample type alone. */
TEST(a_focus_on_an_origin_follows_the_sample_type)
{
	static const struct {
		const char *type;
		int64_t want;
	} table[] = { { "cpu", 5 }, { "delay", 13 }, { "cpu", 5 } };
	struct profile *p =
		stacks_read("types cpu/nanoseconds delay/nanoseconds\n"
			    "main.main;sync.(*Mutex).Lock"
			    "</usr/local/go/src/sync/mutex.go:7> 3,7\n"
			    "main.main;runtime.gcDrain 5,6\n");
	struct engine *e = engine_new(p);

	for (size_t i = 0; i < COUNT_OF(table); i++) {
		struct query q;

		query_init(&q);
		q.sample_index = str_c(table[i].type);
		q.focus = STR("origin:system");
		assert_int_equal(kept_by(e, &q), table[i].want);
	}
	engine_free(e);
	profile_unref(p);
}

TEST(the_sentence_names_an_installed_program)
{
	struct profile *p = stacks_read(
		"runtime.main;main.main</m/pkg/mod/x.org/tool%40v1.2.0/"
		"main.go:7>;"
		"runtime.gcDrain 3\n"
		"main.main</m/pkg/mod/x.org/tool%40v1.2.0/main.go:7> 1\n");
	struct query q;
	struct ownership *o;
	struct strbuf text = STRBUF_INIT;

	query_init(&q);
	o = owned_by(p, &q);
	owners_put(&text, o);
	assert_string_equal(strbuf_c(&text),
		"by self: yours 25.0%, libraries 0%, runtime 75.0% "
		"(garbage collection 75.0%); with callees: yours 100%, "
		"libraries 0%; yours is tool@v1.2.0 (main.main)");
	strbuf_free(&text);
	ownership_free(o);
	profile_unref(p);
}

static struct profile *
opened(const char *name)
{
	struct strbuf path = STRBUF_INIT;
	struct str source;
	struct load_spec spec = {
		.n_sources = 1, .source = &source, .symbols.mode = SYMBOLS_OFF
	};
	struct err err = ERR_INIT;
	struct profile *p;

	strbuf_addf(&path, "%s/testdata/%s", source_dir(), name);
	source = strbuf_str(&path);
	p = load_profile(&spec, NULL, NULL, &err);
	if (p == NULL)
		fail_msg("%s", err.msg);
	strbuf_free(&path);
	return p;
}

static const char *const files[] = { "shop-cpu.pb.gz", "old-shop-cpu.pb.gz",
	"pyroscope/v2/merge-all.pb.gz", "jfr/cpu.jfr.gz", "jfr/both.jfr.gz",
	"jfr/many.jfr.gz", "otlp/async.otlp", "json/js.cpuprofile",
	"json/js-cpu.trace.json.gz", "json/py.speedscope.json",
	"pstats/traced.prof", "austin/cpu.austin", "perf/work.txt.gz",
	"perf/all.txt.gz", "cpp-cpu.pb.gz", "stackprof/cpu.json",
	"stackprof/wall.json", "callgrind/work.out.gz" };

/* At least 95 % of what a runtime costs by itself is of some kind. */
TEST(the_kinds_cover_the_runtimes_of_the_profiles)
{
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct profile *p = opened(files[i]);
		struct query q;
		struct ownership *o;

		query_init(&q);
		o = owned_by(p, &q);
		for (int r = RUNTIME_NONE + 1; r < RUNTIMES; r++) {
			int64_t all = self(&o->runtime[r]);
			int64_t other = row_sum_value(&o->other[r]);

			if (other * 20 > all)
				print_error("%s: %s: %" PRId64 " of %" PRId64
					    " has no kind\n",
					files[i], runtime_name((enum runtime)r),
					other, all);
			assert_true(other * 20 <= all);
		}
		ownership_free(o);
		profile_unref(p);
	}
}

/* The cost below a line of the user's, and its line. */
struct line_cost {
	struct str name, file;
	int64_t line, cost;
};
struct line_costs {
	VEC(struct line_cost) row;
};

static void
charge(struct line_costs *costs, const struct profile *p, line_id line,
	int64_t value)
{
	struct line_cost c = { .name = profile_str(
				       p, p->func.name[p->line.func[line]]),
		.file = profile_str(p, p->func.file[p->line.func[line]]),
		.line = p->line.line[line],
		.cost = value };

	for (size_t i = 0; i < costs->row.n; i++)
		if (costs->row.p[i].line == c.line &&
			str_eq(costs->row.p[i].name, c.name) &&
			str_eq(costs->row.p[i].file, c.file)) {
			costs->row.p[i].cost += value;
			return;
		}
	vec_push(&costs->row, c);
}

/* The line found has the highest cost, and that cost. */
static void
check_line(const struct line_costs *costs, const struct own_line *line,
	const char *file)
{
	int64_t most = 0, its = 0;

	for (size_t i = 0; i < costs->row.n; i++) {
		const struct line_cost *c = &costs->row.p[i];

		if (c->line == 0)
			continue;
		if (c->cost > most)
			most = c->cost;
		if (c->line == line->line &&
			str_eq(c->name, strbuf_str(&line->function)))
			its = c->cost;
	}
	if (most != its || its != row_sum_value(&line->cost))
		print_error("%s: line %" PRId64 " of %s: %" PRId64 ", %" PRId64
			    ", %" PRId64 "\n",
			file, line->line, strbuf_c(&line->function), most, its,
			row_sum_value(&line->cost));
	assert_int_equal(most, its);
	assert_int_equal(its, row_sum_value(&line->cost));
}

/* Count each sample by itself, from its leaf to its root. */
TEST(the_sums_equal_a_count_sample_by_sample)
{
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct profile *p = opened(files[i]);
		struct query q;
		struct ownership *o;
		struct err err = ERR_INIT;
		struct origins *origins = origins_new(p, NULL, &err);
		int64_t own[ORIGIN_KINDS] = { 0 }, all[ORIGIN_KINDS] = { 0 };
		struct line_costs costs = { 0 };
		uint32_t column;

		query_init(&q);
		assert_int_equal(
			profile_sample_index(p, STR_EMPTY, &column, &err), 0);
		o = owned_by(p, &q);
		for (size_t s = 0; s < p->sample.n; s++) {
			int64_t v = p->sample.value[column][s];
			node_id at = p->sample.leaf[s];
			bool is_leaf = true, seen[ORIGIN_KINDS] = { false };
			bool is_charged = false;

			for (; at != 0; at = p->trie.parent[at]) {
				loc_id loc = p->trie.loc[at];
				line_id from = p->loc.line0[loc];
				line_id to = p->loc.line0[loc + 1];

				/* It is its caller's. */
				if (is_leaf && from < to && to == from + 1 &&
					p->trie.parent[at] != 0 &&
					is_preemption(profile_str(p,
						p->func.name
							[p->line.func[from]])))
					continue;
				for (line_id k = from; k < to || k == from;
					k++) {
					int kind = origin_of(origins,
						k < to ? p->line.func[k] : NONE,
						p->loc.map[loc])
							   .kind;

					if (is_leaf)
						own[kind] += v;
					is_leaf = false;
					seen[kind] = true;
					if (kind == ORIGIN_USER && k < to &&
						!is_charged) {
						charge(&costs, p, k, v);
						is_charged = true;
					}
				}
			}
			if (is_leaf) {
				own[ORIGIN_UNKNOWN] += v;
				seen[ORIGIN_UNKNOWN] = true;
			}
			for (int k = 0; k < ORIGIN_KINDS; k++)
				all[k] += seen[k] ? v : 0;
		}
		for (int k = 0; k < ORIGIN_KINDS; k++) {
			if (own[k] != self(&o->origin[k]) ||
				all[k] != total(&o->origin[k]))
				print_error("%s: %s\n", files[i],
					origin_name((enum origin_kind)k));
			assert_int_equal(own[k], self(&o->origin[k]));
			assert_int_equal(all[k], total(&o->origin[k]));
		}
		check_line(&costs, &o->line, files[i]);
		vec_free(&costs.row);
		origins_free(origins);
		ownership_free(o);
		profile_unref(p);
	}
}

/* Return the rows in short, one a line. */
static const char *
in_short_of(const char *stacks, const struct query *q, struct strbuf *out)
{
	struct profile *p = stacks_read(stacks);
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	struct ownership *o;
	struct flamegraph *f;
	const struct view *v;
	struct inshort s;

	v = view_compute(e, q, NULL, &err);
	assert_non_null(v);
	o = ownership_new(e, q, NULL, &err);
	f = flamegraph_new(v, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	inshort_make(&s, o, f, NULL, true);
	strbuf_reset(out);
	for (size_t i = 0; i < s.n; i++)
		strbuf_addf(out, "%s: %.*s\n", s.row[i].name,
			STR_ARG(s.row[i].text));
	inshort_free(&s);
	ownership_free(o);
	flamegraph_free(f);
	view_unref(v);
	engine_free(e);
	profile_unref(p);
	return strbuf_c(out);
}

static const char *
in_short_focused(const char *stacks, enum direction direction,
	const char *focus, struct strbuf *out)
{
	struct query q;

	query_init(&q);
	q.direction = direction;
	q.focus = str_c(focus);
	return in_short_of(stacks, &q, out);
}

static const char *
in_short(const char *stacks, enum direction direction, struct strbuf *out)
{
	return in_short_focused(stacks, direction, "", out);
}

#define SERVE "main.main</a/main.go:7>;main.serve</a/main.go:32>;"

TEST(means_have_no_view_in_short)
{
	struct strbuf out = STRBUF_INIT;
	struct query q;

	query_init(&q);
	q.mean = true;
	assert_string_equal(in_short_of(SERVE "runtime.mallocgc 60\n" SERVE
					      "main.work</a/main.go:5> 40\n",
				    &q, &out),
		"");
	strbuf_free(&out);
}

TEST(a_view_in_short_is_whose_code_the_path_and_the_line)
{
	struct strbuf out = STRBUF_INIT;

	assert_string_equal(
		in_short(SERVE "runtime.mallocgc 60\n" SERVE
			       "encoding/json.Do</go/src/encoding/json/j.go:5> "
			       "24\n"
			       "main.main</a/main.go:8> 16\n",
			DIR_CALLEES, &out),
		"code: by self: runtime 60.0% (allocation 60.0%), libraries "
		"24.0%, yours 16.0%\n"
		"path: most goes through main.main 100% > main.serve 84.0% > "
		"runtime.mallocgc 60.0%\n"
		"line: your heaviest line is main.go:32 in main.serve: 84.0%, "
		"including the library and runtime code it calls\n");
	/* The path is of callees. */
	assert_string_equal(
		in_short(SERVE "runtime.mallocgc 60\n", DIR_CALLERS, &out),
		"line: your heaviest line is main.go:32 in main.serve: 100%, "
		"including the library and runtime code it calls\n");
	/* What calls nothing needs no remark; nothing is said that holds for
	   all. */
	assert_string_equal(
		in_short("main.main</a/main.go:8> 16\n", DIR_CALLEES, &out),
		"path: most goes through main.main 100%\n"
		"line: your heaviest line is main.go:8 in main.main: 100%\n");
	/* A line of under 5 % is not worth a sentence. */
	assert_string_equal(in_short("main.main</a/main.go:8> 3\na 30\nb 30\n",
				    DIR_CALLEES, &out),
		"path: the root splits: a 47.6%, b 47.6%\n");
	strbuf_free(&out);
}

/* Return the sentence about the line of a diff. */
static const char *
line_of_diff(const char *base, const char *new, struct strbuf *out)
{
	struct profile *p =
		diff_of_profiles(stacks_read(new), stacks_read(base));
	struct err err = ERR_INIT;
	struct engine *e = engine_new(p);
	const struct view *v;
	struct ownership *o;
	struct flamegraph *f;
	struct inshort s;
	struct query q;

	query_init(&q);
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	assert_true(v->is_diff);
	o = ownership_new(e, &q, NULL, &err);
	f = flamegraph_new(v, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	inshort_make(&s, o, f, NULL, true);
	strbuf_reset(out);
	for (size_t i = 0; i < s.n; i++)
		if (strcmp(s.row[i].name, "line") == 0)
			strbuf_add(out, s.row[i].text);
	inshort_free(&s);
	ownership_free(o);
	flamegraph_free(f);
	view_unref(v);
	engine_free(e);
	profile_unref(p);
	return strbuf_c(out);
}

TEST(a_line_is_not_new_where_the_text_moved)
{
	struct strbuf out = STRBUF_INIT;

	/* Three lines were inserted above. */
	assert_string_equal(line_of_diff("main</a/x.c:4> 50\n"
					 "main</a/x.c:5> 20\n",
				    "main</a/x.c:7> 60\n"
				    "main</a/x.c:8> 20\n",
				    &out),
		"your heaviest line is x.c:7 in main: 75.0%");
	assert_string_equal(line_of_diff("main</old/x.c:4> 50\n",
				    "main</new/x.c:4> 60\n", &out),
		"your heaviest line is x.c:4 in main: 100%");
	assert_string_equal(line_of_diff("main</a/x.c:7> 50\n"
					 "main</a/x.c:5> 50\n",
				    "main</a/x.c:7> 60\n"
				    "main</a/x.c:5> 20\n",
				    &out),
		"your heaviest line is x.c:7 in main: 75.0% (50.0% before)");
	assert_string_equal(
		line_of_diff("main</a/x.c:7> 50\n",
			"main</a/x.c:7> 10\nwork</a/y.c:2> 90\n", &out),
		"your heaviest line is y.c:2 in work: 90.0% (0% before)");
	strbuf_free(&out);
}

TEST(one_callee_is_not_a_split)
{
	struct strbuf out = STRBUF_INIT;

	assert_string_equal(
		in_short("a;b 10\na;c 8\na;d 8\na;e 8\na;f 8\n"
			 "a;g 8\na;h 8\na;i 8\na;j 8\na;k 8\na;l 8\n"
			 "a;m 8\n",
			DIR_CALLEES, &out),
		"path: most goes through a 100%; the largest part is b "
		"10.2%\n");
	assert_string_equal(in_short("a 30\nb 10\nc 10\nd 10\ne 10\nf 10\n"
				     "g 10\nh 10\ni 10\nj 10\nk 10\n",
				    DIR_CALLEES, &out),
		"path: the largest part is a 23.1%\n");
	strbuf_free(&out);
}

TEST(samples_without_a_stack_are_not_a_self)
{
	struct strbuf out = STRBUF_INIT;

	assert_string_equal(in_short("a 30\nb 30\n- 40\n", DIR_CALLEES, &out),
		"path: the root splits: a 30.0%, b 30.0%, without a stack "
		"40.0%\n");
	assert_string_equal(in_short("a 30\n- 70\n", DIR_CALLEES, &out),
		"path: without a stack 70.0%\n");
	strbuf_free(&out);
}

/* A sentence about a profile is `want`; NULL: there is none. */
static void
sentence_is(struct profile *p, const char *row, const char *want)
{
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	const char *found = NULL;
	struct strbuf text = STRBUF_INIT;
	struct flamegraph *f;
	struct ownership *o;
	const struct view *v;
	struct inshort s;
	struct query q;

	query_init(&q);
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	o = ownership_new(e, &q, NULL, &err);
	f = flamegraph_new(v, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	inshort_make(&s, o, f, flamegraph_origins(f), true);
	for (size_t k = 0; k < s.n; k++)
		if (strcmp(s.row[k].name, row) == 0) {
			strbuf_add(&text, s.row[k].text);
			found = strbuf_c(&text);
		}
	if (want == NULL)
		assert_null(found);
	else
		assert_string_equal(found == NULL ? "" : found, want);
	strbuf_free(&text);
	inshort_free(&s);
	ownership_free(o);
	flamegraph_free(f);
	view_unref(v);
	engine_free(e);
	profile_unref(p);
}

TEST(the_sentences_about_profiles_of_the_tree_are_right)
{
	static const struct {
		const char *file, *row, *want;
	} table[] = {
		/* The file knows that shelves() has 87.8 %; the stacks with
		   it twice hide a third of that. */
		{ "pstats/old.prof", "path",
			"most goes through ~ > shelves 87.8% > count > sum > "
			"<genexpr> shelves.py:27 68.8%; below it search 60.4%, "
			"self 33.9%" },
		{ "pstats/pyinstrument.prof", "path",
			"most goes through ~ > shelves 97.7% > count > "
			"<genexpr> 59.8%; below it search, which splits: "
			"Pattern.search 20.4%, _compile 14.0%, self 20.6%" },
		/* never above 100 % */
		{ "callgrind/xdebug.out.gz", "path",
			"most goes through {main} 100% > Cart->add > fib "
			"78.4%" },
		/* only that part of do_lookup_x that the path has */
		{ "callgrind/circle.out.gz", "path",
			"the heaviest path: ~ > _dl_sysdep_start 81.3% > "
			"dl_main 61.2% > _dl_relocate_object 44.0% > "
			"_dl_lookup_symbol_x 27.8% > do_lookup_x 18.0%; "
			"self 13.3%" },
		/* The name would say the place again. */
		{ "pstats/old.prof", "line",
			"your heaviest line is shelves.py:27 in <genexpr>: "
			"68.6%, including the library and runtime code it "
			"calls" },
		{ "jfr/chunks.jfr.gz", "line",
			"your heaviest line is line 29 of Shop.sell: 41.5%, "
			"including the library and runtime code it calls" },
		{ "dump/gdb.txt", "line",
			"your heaviest line is hung.c:12 in take: 75.0%, "
			"including the library and runtime code it calls" },
		/* one sample of one function: no split */
		{ "quirks/one-sample.pb.gz", "path",
			"most goes through only 100%" },
		{ "wide.folded", "path",
			"most goes through main > loop 100%; the largest part "
			"is case_0001 11.3%" },
		/* 88 % is in "other" */
		{ "pyroscope/v1/merge-nodes20.pb.gz", "code", NULL },
	};

	for (size_t i = 0; i < COUNT_OF(table); i++)
		sentence_is(opened(table[i].file), table[i].row, table[i].want);
}

TEST(an_address_below_an_own_function_is_not_worth_a_word)
{
	sentence_is(stacks_read("main</a/x.c:3>;get</a/x.c:9>;"
				"0x00007fd836aa3f16@/usr/lib/libc.so.6 90\n"
				"main</a/x.c:4> 10\n"),
		"path", "most goes through main > get 90.0%");
}

/* exec() runs a(), which calls exec() again to run b(): the totals of both are
   of all, so nothing splits. */
TEST(a_function_that_calls_itself_does_not_split)
{
	const char *text = "events: Ir\n"
			   "fl=x.c\n"
			   "fn=main\n1 0\ncfn=exec\ncalls=1 1\n1 1000\n"
			   "fn=exec\n1 0\ncfn=b\ncalls=1 1\n1 900\n"
			   "cfn=a\ncalls=2 1\n1 1000\n"
			   "fn=a\n1 100\ncfn=exec\ncalls=1 1\n1 900\n"
			   "fn=b\n1 900\n"
			   "totals: 1000\n";

	sentence_is(read_well("callgrind", str_c(text)), "path",
		"most goes through main > exec 100%; it calls a 100%, b "
		"90.0%");
	/* The same with smaller numbers. */
	text = "events: Ir\n"
	       "fl=x.c\n"
	       "fn=main\n1 0\ncfn=exec\ncalls=1 1\n1 100\n"
	       "fn=exec\n1 0\ncfn=b\ncalls=1 1\n1 90\n"
	       "cfn=a\ncalls=2 1\n1 100\n"
	       "fn=a\n1 10\ncfn=exec\ncalls=1 1\n1 90\n"
	       "fn=b\n1 90\n"
	       "totals: 100\n";
	sentence_is(read_well("callgrind", str_c(text)), "path",
		"most goes through main > exec 100%; it calls a 100%, b "
		"90.0%");
	/* A call made once contains the other. */
	text = "events: Ir\n"
	       "fl=x.c\n"
	       "fn=main\n1 0\ncfn=exec\ncalls=1 1\n1 1000\n"
	       "fn=exec\n1 0\ncfn=b\ncalls=1 1\n1 900\n"
	       "cfn=a\ncalls=1 1\n1 1000\n"
	       "fn=a\n1 100\ncfn=exec\ncalls=1 1\n1 900\n"
	       "fn=b\n1 900\n"
	       "totals: 1000\n";
	sentence_is(read_well("callgrind", str_c(text)), "path",
		"most goes through ~ > a > exec > b 90.0%");
}

TEST(a_small_part_has_no_sentence_about_whose_code_it_is)
{
	struct strbuf out = STRBUF_INIT;

	/* Two origins of 0.7 % each. */
	assert_string_equal(in_short_focused("main.main 986\n"
					     "a;runtime.mallocgc 7\na 7\n",
				    DIR_CALLEES, "^a$", &out),
		"path: the heaviest path: a 1.4%; self 0.7%\n");
	strbuf_free(&out);
}

TEST(means_have_no_shares)
{
	struct profile *p = stacks_read("types n/count delay/nanoseconds\n"
					"main.main;sync.Lock 1,900\n"
					"main.main;runtime.lock 100,50\n");
	struct strbuf out = STRBUF_INIT;
	struct ownership *o;
	struct query q;

	query_init(&q);
	q.mean = true;
	o = owned_by(p, &q);
	owners_put(&out, o);
	assert_string_equal(strbuf_c(&out), OWNERSHIP_OF_MEANS);
	strbuf_reset(&out);
	owners_put_share(&out, o, &o->origin[ORIGIN_LIBRARY].self, true);
	assert_string_equal(strbuf_c(&out), "");
	ownership_free(o);
	report_put("origins", p, &q, (struct report_job){ .out = &out });
	assert_non_null(strstr(strbuf_c(&out), "flat        cum  code\n"));
	assert_null(strstr(strbuf_c(&out), "%"));
	strbuf_free(&out);
	profile_unref(p);
}

/* True if the summary of a profile as JSON names a line of the user's code. */
static bool
json_has_line(const char *stacks, bool mean)
{
	struct profile *p = stacks_read(stacks);
	struct engine *e = engine_new(p);
	struct arena arena = ARENA_INIT;
	struct strbuf json = STRBUF_INIT;
	struct warnings warnings;
	struct jsonout j;
	struct report_job job = { .report = report_find(STR("summary")),
		.engine = e,
		.profile = p,
		.out = &json,
		.json = &j,
		.warnings = &warnings };
	struct query q;
	struct err err = ERR_INIT;
	bool has;

	query_init(&q);
	q.mean = mean;
	warnings_init(&warnings, &arena);
	jsonout_init(&j, &json);
	jsondoc_begin(&j, "summary");
	assert_int_equal(report_run(&job, &q, &err), 0);
	jsondoc_end(&j, &warnings);
	has = strstr(strbuf_c(&json), "own_line") != NULL;
	strbuf_free(&json);
	arena_free(&arena);
	engine_free(e);
	profile_unref(p);
	return has;
}

/* As in the text: a line's mean is no part of the mean of all. */
TEST(means_name_no_own_line)
{
	static const char stacks[] = "types n/count delay/nanoseconds\n"
				     "main.main</a/m.go:5> 1,900\n";

	assert_true(json_has_line(stacks, false));
	assert_false(json_has_line(stacks, true));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
