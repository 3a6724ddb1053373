/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flight recordings of JDKs and of async-profiler against what `jfr` and
   jfrconv say of them; small ones made here, cut and damaged ones. */
#include "prelude.h"

#include <inttypes.h>

#include "testing.h"

#include "byname.h"
#include "jfrout.h"
#include "read/jfr/jfr.h"
#include "sampled.h"
#include "util_read.h"

/* ---- Real ones ---- */

/* The output of `jfr print`, summed: "jdk.ThreadPark duration 958464021". */
static int64_t
printed(const char *file, const char *event, const char *field)
{
	struct strbuf start = STRBUF_INIT;
	struct bytes bytes = testdata(file);
	int64_t n = 0;
	ptrdiff_t at;

	strbuf_addf(&start, "%s %s ", event, field);
	at = str_find(bytes_str(&bytes), strbuf_str(&start), 0);
	if (at >= 0) {
		struct str rest =
			str_skip(bytes_str(&bytes), (size_t)at + start.n);

		assert_true(str_to_i64(str_cut(&rest, '\n'), &n));
	}
	strbuf_free(&start);
	bytes_free(&bytes);
	return n;
}

static void
sums_are_printed(const char *recording, const char *sums)
{
	static const struct {
		const char *column, *event, *field;
	} rows[] = {
		{ "samples", "jdk.ExecutionSample", "count" },
		{ "cpu_time_samples", "jdk.CPUTimeSample", "count" },
		{ "cpu_time", "jdk.CPUTimeSample", "samplingPeriod" },
		{ "alloc_in_new_tlab_objects", "jdk.ObjectAllocationInNewTLAB",
			"count" },
		{ "alloc_in_new_tlab_bytes", "jdk.ObjectAllocationInNewTLAB",
			"tlabSize" },
		{ "alloc_sample_objects", "jdk.ObjectAllocationSample",
			"count" },
		{ "alloc_sample_bytes", "jdk.ObjectAllocationSample",
			"weight" },
		{ "mutex_count", "jdk.JavaMonitorEnter", "count" },
		{ "mutex_duration", "jdk.JavaMonitorEnter", "duration" },
		{ "block_count", "jdk.ThreadPark", "count" },
		{ "block_duration", "jdk.ThreadPark", "duration" },
		{ "sleep_count", "jdk.ThreadSleep", "count" },
		{ "sleep_duration", "jdk.ThreadSleep", "duration" },
		{ "exceptions", "jdk.JavaExceptionThrow", "count" },
		{ "old_objects", "jdk.OldObjectSample", "count" },
		{ "old_bytes", "jdk.OldObjectSample", "objectSize" },
	};
	struct profile *p = read_testdata(recording);

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		int64_t sum = 0, want;
		uint32_t column = by_name_column(p, rows[i].column);

		for (size_t s = 0; column != NONE && s < p->sample.n; s++)
			sum += p->sample.value[column][s];
		want = printed(sums, rows[i].event, rows[i].field);
		/* It is rounded down for each event there, too. */
		if (sum != want)
			fail_msg("%s: %s is %" PRId64 ", not %" PRId64,
				recording, rows[i].column, sum, want);
	}
	assert_true(printed(sums, "jdk.ExecutionSample", "count") > 0);
	assert_non_null(p->sample.time);
	profile_unref(p);
}

TEST(sums_are_those_of_jfr_print)
{
	sums_are_printed("jfr/jdk17.jfr.gz", "jfr/jdk17.sums");
	sums_are_printed("jfr/jdk25.jfr.gz", "jfr/jdk25.sums");
}

/* Each function weighs the same in both. */
static void
stacks_are(const char *recording, const char *column, const char *folded)
{
	struct profile *p = read_testdata(recording),
		       *want = read_testdata(folded);
	struct by_name mine, theirs;
	int64_t total[2] = { 0 };

	assert_int_not_equal(by_name_column(p, column), NONE);
	mine = by_name_weigh(p, by_name_column(p, column));
	theirs = by_name_weigh(want, 0);
	for (str_id i = 1; i < want->strings.n; i++) {
		struct str name = profile_str(want, i);
		int64_t self, all;

		by_name_get(&mine, name, &self, &all);
		total[0] += theirs.self[i];
		total[1] += self;
		if (self != theirs.self[i] || all != theirs.all[i])
			fail_msg("%s: %.*s: %" PRId64 " of %" PRId64
				 ", not %" PRId64 " of %" PRId64,
				recording, STR_ARG(name), self, all,
				theirs.self[i], theirs.all[i]);
	}
	assert_true(total[0] > 0);
	assert_int_equal(total[0], total[1]);
	by_name_fini(&mine);
	by_name_fini(&theirs);
	profile_unref(p);
	profile_unref(want);
}

TEST(stacks_are_those_of_jfrconv)
{
	stacks_are("jfr/jdk25.jfr.gz", "cpu_time_samples",
		"jfr/jdk25.cpu_time_samples.folded");
	stacks_are(
		"jfr/cpu.jfr.gz", "cpu_samples", "jfr/cpu.cpu_samples.folded");
	stacks_are("jfr/many.jfr.gz", "wall_samples",
		"jfr/many.wall_samples.folded");
	stacks_are("jfr/many.jfr.gz", "malloc_bytes",
		"jfr/many.malloc_bytes.folded");
	stacks_are("jfr/many.jfr.gz", "leaked_bytes",
		"jfr/many.leaked_bytes.folded");
	stacks_are("jfr/chunks.jfr.gz", "cpu_samples",
		"jfr/chunks.cpu_samples.folded");
	/* A chunk of the JDK and one of async-profiler. */
	stacks_are("jfr/both.jfr.gz", "cpu_samples",
		"jfr/both.cpu_samples.folded");
}

/* As `jfr print` has it: a String and a Random. */
TEST(old_objects_have_their_class)
{
	struct profile *p = read_testdata("jfr/jdk25.jfr.gz");
	uint32_t column = by_name_column(p, "old_objects");
	struct strbuf seen = STRBUF_INIT;

	for (size_t s = 0; s < p->sample.n; s++) {
		lset_id set = p->sample.labels[s];

		if (p->sample.value[column][s] == 0)
			continue;
		for (uint32_t i = p->labels.first[set];
			i < p->labels.first[set + 1]; i++) {
			const struct label *l = &p->labels.label[i];

			if (str_is(profile_str(p, l->key), "class"))
				strbuf_addf(&seen, "%.*s\n",
					STR_ARG(profile_str(p, l->str)));
		}
	}
	assert_string_equal(
		strbuf_c(&seen), "java.lang.String\njava.util.Random\n");
	strbuf_free(&seen);
	profile_unref(p);
}

/* Samples stand for so much of what was allocated, by the JVM's own numbers of
   its threads: those at the end, and how many more they are than at first. */
TEST(datadog_has_what_the_jvm_says)
{
	static const char *const event = "jdk.ThreadAllocationStatistics";
	struct profile *p = read_testdata("jfr/datadog.jfr.gz");
	uint32_t bytes = by_name_column(p, "alloc_space");
	uint32_t cpu = by_name_column(p, "cpu_samples");
	int64_t sum = 0, samples = 0;

	for (size_t s = 0; s < p->sample.n; s++) {
		sum += p->sample.value[bytes][s];
		samples += p->sample.value[cpu][s];
	}
	assert_true(sum >= printed("jfr/datadog.sums", event, "first_to_last"));
	assert_true(sum <= printed("jfr/datadog.sums", event, "last"));
	assert_true(samples > 0);
	profile_unref(p);
}

TEST(killed_ones_are_read_as_far_as_they_are_written)
{
	struct bytes bytes = testdata("jfr/killed.jfr.gz");
	struct strbuf remarks = STRBUF_INIT;

	read_remarks("", bytes_str(&bytes), &remarks);
	assert_true(str_find(strbuf_str(&remarks),
			    STR("the recording was not finished"), 0) >= 0);
	bytes_free(&bytes);
	bytes = testdata("jfr/lost.jfr.gz");
	sampled_fails(bytes_str(&bytes), "",
		"chunk 1 (byte 0): the recording was never finished: it has no "
		"constant pools");
	bytes_free(&bytes);
	strbuf_free(&remarks);
}

/* ---- Made here ---- */

#define USUAL .class = STR("a/B"), .method = STR("run"), .thread = STR("main")
#define HEAD "samples/count\n"
#define ROW(name, thread, at) \
	name "<:7>[[jit]] 1 {state=runnable thread=" thread " tid=11} @" at "\n"
#define ROWS(name, thread, at, then) \
	ROW(name, thread, at) ROW(name, thread, then)

static struct strbuf
made(const struct jfr_out *o)
{
	struct strbuf bytes = STRBUF_INIT;

	jfr_out(&bytes, o);
	return bytes;
}

static void
recording_is(struct strbuf bytes, const char *want)
{
	sampled_is(strbuf_str(&bytes), "", want);
	strbuf_free(&bytes);
}

/* With such a byte at an offset. */
static void
changed_fails(size_t at, int byte, const char *message)
{
	struct strbuf bytes = made(&(struct jfr_out){ USUAL });

	bytes.p[at] = (char)byte;
	sampled_fails(strbuf_str(&bytes), "", message);
	strbuf_free(&bytes);
}

TEST(names_lose_what_the_jvm_put_behind_them)
{
	static const struct {
		const char *raw, *name;
	} rows[] = {
		{ "A$$Lambda$91+0x00007f4f34008000/1572098393", "A$$Lambda" },
		{ "A$$Lambda/0x000000004e045210", "A$$Lambda" },
		{ "A$$Lambda$1.0x00007fb578000a08", "A$$Lambda" },
		{ "java/lang/invoke/LambdaForm$MH+0x00007f00",
			"java.lang.invoke.LambdaForm$MH" },
		{ "jdk/internal/reflect/GeneratedMethodAccessor12",
			"jdk.internal.reflect.GeneratedMethodAccessor_" },
		{ "a/B$$EnhancerBySpringCGLIB$$8a1f0",
			"a.B$$EnhancerBySpringCGLIB$$_" },
		{ "a/Plain2", "a.Plain2" },
		{ "[B", "byte[]" },
		{ "[[Ljava/lang/String;", "java.lang.String[][]" },
		{ "[", "[]" },
		{ "/0x1", ".0x1" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf name = STRBUF_INIT;

		jfr_put_class(&name, str_c(rows[i].raw));
		assert_string_equal(strbuf_c(&name), rows[i].name);
		strbuf_free(&name);
	}
}

TEST(numbers_may_be_padded_and_texts_have_forms)
{
	for (int form = 3; form <= 5; form++)
		for (int pad = 1; pad <= 9; pad++)
			recording_is(made(&(struct jfr_out){
					     USUAL, .form = form, .pad = pad }),
				HEAD ROWS("a.B.run", "main", "0", "10"));
	recording_is(made(&(struct jfr_out){ .class = STR("a/B"),
			     .method = STR("run"),
			     .thread = STR("\xf0\x9f\x8d\x8b"),
			     .form = 4 }),
		HEAD ROWS("a.B.run", "\xf0\x9f\x8d\x8b", "0", "10"));
}

TEST(chunks_have_ids_of_their_own)
{
	struct strbuf bytes = made(&(struct jfr_out){ USUAL });
	size_t first = bytes.n;

	jfr_out(&bytes,
		&(struct jfr_out){ .class = STR("a/C"),
			.method = STR("go"),
			.thread = STR("other"),
			.ids = 50,
			.start = 100 });
	sampled_is(strbuf_str(&bytes), "",
		HEAD ROWS("a.B.run", "main", "0", "10")
			ROWS("a.C.go", "other", "100", "110"));
	/* The second is damaged: the first is shown, marked as a part. */
	bytes.p[first + 60] = 0x7f;
	memset(bytes.p + first + 56, 0, 8);
	recording_is(bytes,
		HEAD ROWS("a.B.run", "main", "0",
			"10") "note: damaged, left out: chunk 2 (byte 988): "
			      "invalid clock: 0 ticks per second\n");
}

#define STATE(state, values, at) \
	"a.B.run<:7>[[jit]] " values " {state=" state \
	" thread=main tid=11} @" at "\n"

/* With one engine, "interval" is that of the event, and else that of "wall". */
TEST(wall_clock_samples_are_as_long_as_their_interval)
{
	static const struct {
		const char *settings, *values;
	} rows[] = {
		{ "event=wall interval=7", "1,7" },
		{ "event=wall interval=0", "1,50000000" },
		{ "event=wall", "1,50000000" },
		{ "event=wall interval=9 wall=7", "1,7" },
		{ "event=cpu interval=7 wall=0", "1,50000000" },
	};
	static const char event[] = "profiler.WallClockSample";
	struct strbuf want = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		strbuf_reset(&want);
		strbuf_addf(&want,
			"wall_samples/count wall/nanoseconds\n" STATE(
				"sleeping", "%s", "0")
				STATE("runnable", "%s", "10"),
			rows[i].values, rows[i].values);
		recording_is(
			made(&(struct jfr_out){ USUAL,
				.settings = str_c(rows[i].settings),
				.states = STR("sr"), .event = str_c(event) }),
			strbuf_c(&want));
	}
	strbuf_free(&want);
}

/* Both wrote one event; only one of them looks whether threads sleep. */
TEST(two_engines_are_told_apart_by_the_state)
{
	recording_is(made(&(struct jfr_out){ USUAL,
			     .settings = STR("event=cpu interval=7 wall=9"),
			     .states = STR("dsr") }),
		"cpu_samples/count cpu/nanoseconds wall_samples/count "
		"wall/nanoseconds\n" STATE("default", "1,7,0,0", "0")
			STATE("sleeping", "0,0,1,9", "10")
				STATE("runnable", "0,0,1,9", "20"));
	recording_is(made(&(struct jfr_out){ USUAL,
			     .settings = STR("event=cycles interval=7 wall=9"),
			     .states = STR("dr") }),
		"cycles/count wall_samples/count "
		"wall/nanoseconds\n" STATE("default", "7,0,0", "0")
			STATE("runnable", "0,1,9", "10"));
	/* With one engine they are its own. */
	recording_is(made(&(struct jfr_out){ USUAL,
			     .settings = STR("event=cpu interval=7"),
			     .states = STR("dr") }),
		"cpu_samples/count cpu/nanoseconds\n" STATE("default", "1,7",
			"0") STATE("runnable", "1,7", "10"));
}

TEST(names_of_classes_in_recordings_of_jdk_9_are_known)
{
	recording_is(made(&(struct jfr_out){ USUAL, .is_old = true }),
		HEAD ROWS("a.B.run", "main", "0", "10"));
}

#define LEFT(chunk) \
	"note: damaged, left out: chunk " chunk \
	": metadata: a number is truncated\n"

/* Its metadata are not where they should be. */
TEST(chunks_around_a_damaged_one_are_read)
{
	struct strbuf bytes = made(&(struct jfr_out){ USUAL });
	size_t first = bytes.n;

	jfr_out(&bytes, &(struct jfr_out){ USUAL, .start = 100 });
	jfr_out(&bytes, &(struct jfr_out){ USUAL, .start = 200 });
	bytes.p[first + 31] ^= 1;
	sampled_is(strbuf_str(&bytes), "",
		HEAD ROWS("a.B.run", "main", "0", "10") ROWS(
			"a.B.run", "main", "200", "210") LEFT("2 (byte 988)"));
	bytes.p[31] ^= 1;
	sampled_is(strbuf_str(&bytes), "",
		HEAD ROWS("a.B.run", "main", "200", "210")
			LEFT("1 (byte 0)") "note: damaged chunks: 2 of 3\n");
	strbuf_free(&bytes);
}

/* A number that does not end, in the second event, then in both. */
TEST(a_damaged_event_is_left_out)
{
	struct strbuf bytes = made(&(struct jfr_out){ USUAL });
	struct str all = strbuf_str(&bytes);
	ptrdiff_t at = str_find(all, STR("\x0d\x0a\x01\x01\x01"), 0);

	assert_true(at > 0);
	bytes.p[at + 4] = (char)0x80;
	sampled_is(strbuf_str(&bytes), "",
		HEAD ROW("a.B.run", "main",
			"0") "note: damaged events were left out: 1\n");
	at = str_find(all, str_from("\x0d\x00\x01\x01\x01", 5), 0);
	assert_true(at > 0);
	bytes.p[at + 4] = (char)0x80;
	sampled_fails(strbuf_str(&bytes), "",
		"all of its 2 events with samples are damaged");
	strbuf_free(&bytes);
}

TEST(events_that_nothing_describes_are_counted)
{
	struct strbuf bytes = made(&(struct jfr_out){ USUAL });
	ptrdiff_t at =
		str_find(strbuf_str(&bytes), STR("\x0d\x0a\x01\x01\x01"), 0);

	assert_true(at > 0);
	bytes.p[at] = 0x77;
	recording_is(bytes,
		HEAD ROW("a.B.run", "main",
			"0") "note: events of classes that the file does not "
			     "describe were left out: 1\n");
}

TEST(damaged_ones_are_refused_with_the_place)
{
	changed_fails(5, 0,
		"chunk 1 (byte 0): version 0.1 (Oracle's JDK 7 and 8): convert "
		"it with that JDK");
	changed_fails(5, 3,
		"chunk 1 (byte 0): version 3.1 is newer than this reader");
	changed_fails(
		67, 5, "chunk 1 (byte 0): unknown encoding of numbers (05)");
	changed_fails(14, 0,
		"chunk 1 (byte 0): no metadata where it is expected (byte "
		"182)");
	changed_fails(24, 1,
		"chunk 1 (byte 0): its constant pools are outside of it");
	changed_fails(23, 0,
		"chunk 1 (byte 0): the recording was never finished: it has no "
		"constant pools");
	changed_fails(
		23, 69, "chunk 1 (byte 0): checkpoint of size 0 (byte 69)");
	changed_fails(75, 1,
		"chunk 1 (byte 0): checkpoint that does not point back "
		"(byte 68)");
	changed_fails(77, 100,
		"chunk 1 (byte 0): constant pool: a number is truncated (byte "
		"164)");
	changed_fails(78, 99,
		"chunk 1 (byte 0): constant pool of class 99, which the "
		"metadata does not describe (byte 78)");
}

TEST(cut_and_damaged_ones_do_no_harm)
{
	struct strbuf bytes = made(&(struct jfr_out){ USUAL, .form = 4 });
	struct str all = strbuf_str(&bytes);
	struct bytes real = testdata("jfr/cpu.jfr.gz");
	struct arena arena = ARENA_INIT;

	for (size_t n = 1; n < all.n; n++) {
		struct err err = ERR_INIT;

		assert_null(read_as("jfr", str_sub(all, 0, n), NULL, &err));
	}
	read_damaged("jfr", all, 20000);
	read_damaged("jfr", bytes_str(&real), 300);
	arena_free(&arena);
	bytes_free(&real);
	strbuf_free(&bytes);
}

/* So many constants. */
TEST(constants_have_a_limit_of_memory)
{
	struct bytes bytes = testdata("jfr/jdk25.jfr.gz");
	struct err err = ERR_INIT;
	struct read_spec spec = { .name = STR("x"),
		.bytes = bytes_str(&bytes),
		.max_memory = 100000 };

	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	bytes_free(&bytes);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
