/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats from before profile.proto: what each makes of addresses,
   values and memory maps. */
#include "prelude.h"

#include "testing.h"

#include "base/strbuf.h"
#include "read/read.h"
#include "util_read.h"

static struct profile *
read_text(struct str bytes)
{
	const struct read_spec spec = {
		.bytes = bytes, .name = STR("x"), .format = STR("legacy")
	};
	struct err err = ERR_INIT;
	struct profile *p = read_profile(&spec, NULL, NULL, &err);

	if (p == NULL)
		fail_msg("%s", err.msg);
	assert_true(profile_check(p));
	return p;
}

static void
fails(const char *text, const char *msg)
{
	const struct read_spec spec = {
		.bytes = str_c(text), .name = STR("x"), .format = STR("legacy")
	};
	struct err err = ERR_INIT;

	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_string_equal(err.msg, msg);
	assert_int_equal(err.code, ERR_FORMAT);
}

/* The addresses of a sample's stack, leaf first. */
static void
stack_is(const struct profile *p, size_t sample, size_t n,
	const uint64_t *address)
{
	loc_id loc[16];

	assert_int_equal(profile_stack(p, p->sample.leaf[sample], loc, 16), n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(p->loc.address[loc[i]], address[i]);
}

#define STACK(p, sample, ...) \
	stack_is((p), (sample), \
		sizeof((uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t), \
		(uint64_t[]){ __VA_ARGS__ })

static void
types_are(const struct profile *p, const char *want)
{
	struct strbuf b = STRBUF_INIT;

	for (uint32_t i = 0; i < p->types.n; i++)
		strbuf_addf(&b, "%.*s/%.*s ",
			STR_ARG(profile_str(p, p->types.type[i])),
			STR_ARG(profile_str(p, p->types.unit[i])));
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
}

TEST(counts_move_every_address_onto_the_call)
{
	struct profile *p = read_text(STR("goroutine profile: total 3\n"
					  "2 @ 0x11 0x21\n"
					  "#\t0x10\tmain.f+0x1\n"
					  "\n"
					  "1 @ 0x21\n"));

	types_are(p, "goroutine/count ");
	assert_int_equal(p->sample.n, 2);
	assert_int_equal(p->sample.value[0][0], 2);
	STACK(p, 0, 0x10, 0x20);
	STACK(p, 1, 0x20);
	/* no memory map: one mapping for everything */
	assert_int_equal(p->map.n, 1);
	assert_int_equal(p->map.limit[0], UINT64_MAX);
	profile_unref(p);
	fails("goroutine profile: total 3\n2 @ 0X11\n",
		"malformed profile format (line 2)");
	fails("goroutine profile: total 3x\n", "unrecognized profile format");
}

TEST(heaps_are_unsampled_and_know_their_block_size)
{
	struct profile *p = read_text(
		STR("heap profile: 3: 2621440 [4: 2622464] @ heap/1048576\n"
		    "1: 1024 [1: 1024] @ 0x11 0x21\n"
		    "0: 0 [3: 2621440] @ 0x31\n"));
	const struct label *l;

	types_are(p,
		"alloc_objects/count alloc_space/bytes inuse_objects/count "
		"inuse_space/bytes ");
	assert_int_equal(p->header.period, 524288);
	/* (1, 1024, 524288) -> 512, 524800 */
	assert_int_equal(p->sample.value[2][0], 512);
	assert_int_equal(p->sample.value[3][0], 524800);
	STACK(p, 0, 0x10, 0x20);
	l = &p->labels.label[p->labels.first[p->sample.labels[0]]];
	assert_int_equal(l->num, 1024);
	assert_int_equal(p->sample.value[2][1], 0);
	profile_unref(p);
	fails("heap profile: 1: 2 [ 1: 2] @ heapprofile\n0: 5 [0: 5] @ 0x1\n",
		"line 2: inuse count was 0 but inuse bytes was 5");
	fails("heap profile: 1: 2 [ 1: 2] @ heapprofile\nwhat\n",
		"line 2: unexpected number of sample values: got 0, want 6");
}

TEST(jemalloc_has_its_own_head)
{
	struct profile *p = read_text(STR("heap_v2/1\n"
					  "  t*: 4: 1664 [0: 0]\n"
					  "  t0: 4: 1664 [0: 0]\n"
					  "@ 0x11 0x21\n"
					  "  t*: 3: 640 [0: 0]\n"
					  "  t0: 3: 640 [0: 0]\n"
					  "@ 0x31\n"
					  "  t*: 1: 1024 [0: 0]\n"
					  "  t0: 1: 1024 [0: 0]\n"
					  "\nMAPPED_LIBRARIES:\n"
					  "0-1000 r-xp 0 0:0 1 /bin/a\n"));

	types_are(p, "inuse_objects/count inuse_space/bytes ");
	assert_int_equal(p->sample.n, 2);
	assert_int_equal(p->sample.value[0][0], 3);
	assert_int_equal(p->sample.value[1][0], 640);
	STACK(p, 0, 0x10, 0x20);
	STACK(p, 1, 0x30);
	assert_true(str_is(profile_str(p, p->map.file[0]), "/bin/a"));
	assert_true(str_find(profile_str(p, p->header.drop_frames),
			    STR("prof_backtrace"), 0) > 0);
	profile_unref(p);
	fails("heap_v2/1\n  t*: 4: 1664\n",
		"line 2: malformed sample: \"t*: 4: 1664\"");
	fails("heap_v2/1\n@ 0x1\n\n  t*: 1: 99999999999999999999 [0: 0]\n",
		"line 4: malformed sample: value out of range");
	fails("heap_v2/x\n", "unrecognized profile format");
}

/* It goes to the same place with MALLOC_CONF=prof_leak. */
TEST(jemalloc_may_say_more_than_its_profile)
{
	static const char text[] = "<jemalloc>: Leak approximation summary: "
				   "~640 bytes, ~3 objects, >= 1 contexts\n"
				   "<jemalloc>: Run jeprof on dump output\n"
				   "heap_v2/1\n"
				   "  t*: 3: 640 [0: 0]\n"
				   "<jemalloc>: (malloc) Error\n"
				   "@ 0x11 0x21\n"
				   "  t*: 3: 640 [0: 0]\n"
				   "\nMAPPED_LIBRARIES:\n";
	struct err err = ERR_INIT;
	struct profile *p = read_as("", str_c(text), NULL, &err);

	assert_non_null(p);
	assert_int_equal(p->sample.n, 1);
	assert_int_equal(p->sample.value[1][0], 640);
	STACK(p, 0, 0x10, 0x20);
	profile_unref(p);
}

TEST(threads_of_jemalloc_are_labels)
{
	struct profile *p = read_text(STR("heap_v2/524288\n"
					  "  t*: 4: 1664 [9: 9000]\n"
					  "  t0: 1: 640 [0: 0] main\n"
					  "  t7: 3: 1024 [0: 0]\n"
					  "@ 0x11\n"
					  "  t*: 2: 2048 [3: 3072]\n"
					  "  t0: 1: 1024 [2: 2048]\n"
					  "  t7: 1: 1024 [1: 1024]\n"
					  "  t8: 0: 0 [0: 0]\n"));
	static const char *const names[] = { "main", "7" };

	types_are(p,
		"alloc_objects/count alloc_space/bytes inuse_objects/count "
		"inuse_space/bytes ");
	assert_int_equal(p->sample.n, 2);
	for (size_t i = 0; i < 2; i++) {
		uint32_t first = p->labels.first[p->sample.labels[i]];
		const struct label *l = &p->labels.label[first];

		assert_int_equal(p->sample.value[3][i], 524800);
		assert_int_equal(l[0].num, 1024);
		assert_true(str_is(profile_str(p, l[1].key), "thread"));
		assert_true(str_is(profile_str(p, l[1].str), names[i]));
	}
	profile_unref(p);
}

TEST(growth_has_no_rate)
{
	struct profile *p =
		read_text(STR("heap profile: 1: 4096 [ 1: 4096] @ growthz\n"
			      "1: 4096 [ 1: 4096] @ 0x11\n"));

	types_are(p, "objects/count space/bytes ");
	assert_int_equal(p->header.period, 1);
	assert_int_equal(p->sample.value[1][0], 4096);
	profile_unref(p);
}

TEST(contention_turns_cycles_into_time)
{
	struct profile *p = read_text(STR("--- contentionz 1 ---\n"
					  "cycles/second = 2000000000\n"
					  "sampling period = 100\n"
					  "ms since reset = 7\n"
					  "discarded samples = 0\n"
					  "  40 3 @ 0x11 0x21\n"));

	types_are(p, "contentions/count delay/nanoseconds ");
	assert_int_equal(p->sample.value[0][0], 300);
	assert_int_equal(p->sample.value[1][0], 2000);
	assert_int_equal(p->header.duration_nanos, 7000000);
	profile_unref(p);
}

TEST(threads_without_a_stack_count_for_the_one_before)
{
	struct profile *p = read_text(
		STR("--- threadz 1 ---\n\n"
		    "--- Thread 7f79 (name: main/14748) stack: ---\n"
		    "  PC:  0x00bc8f1c: helper(arg *)\n"
		    "  0x0040be31: main\n"
		    "--- Thread 7f7a (name: thread1/14751) stack: ---\n"
		    "  [same as previous thread]\n"
		    "--- Memory map: ---\n"
		    "  00400000-00fcb000: /bin/server\n"));

	assert_int_equal(p->sample.n, 1);
	assert_int_equal(p->sample.value[0][0], 2);
	STACK(p, 0, 0xbc8f1c, 0x40be30);
	assert_true(str_is(profile_str(p, p->map.file[0]), "/bin/server"));
	profile_unref(p);
}

/* Little-endian words of 4 or 8 bytes. */
static void
words(struct strbuf *b, size_t size, bool big, size_t n, const uint64_t *v)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < size; k++) {
			size_t shift = 8 * (big ? size - 1 - k : k);

			strbuf_addch(b, (char)(v[i] >> shift & 0xFF));
		}
}

TEST(cpu_profiles_come_in_both_orders_and_sizes)
{
	static const uint64_t v[] = { 0, 3, 0, 10000, 0, /* header */
		5, 2, 0x401139, 0x40115d, 3, 2, 0x40113e, 0x40115d, 2, 1,
		0x401150, 0, 1, 0 };
	static const char map[] =
		"00401000-00402000 r-xp 00001000 08:01 123   /home/u/t\n"
		"7f00000000-7f00001000 rw-p 00000000 08:01 9 /lib/libz.so.1\n";

	for (int kind = 0; kind < 4; kind++) {
		struct strbuf b = STRBUF_INIT;
		struct profile *p;

		words(&b, kind & 1 ? 8 : 4, (kind & 2) != 0,
			sizeof(v) / sizeof(v[0]), v);
		strbuf_addstr(&b, map);
		p = read_text(strbuf_str(&b));
		assert_int_equal(p->sample.n, 3);
		assert_int_equal(p->sample.value[1][0], 50000000);
		/* every stack's second frame is the signal handler's... unless
		   there are other stacks, as here */
		STACK(p, 0, 0x401139, 0x40115c);
		STACK(p, 2, 0x401150);
		assert_int_equal(p->map.n, 1);
		/* the start of a main binary at its usual place */
		assert_int_equal(p->map.start[0], 0x400000);
		assert_int_equal(p->map.offset[0], 0);
		profile_unref(p);
		strbuf_free(&b);
	}
}

TEST(java_dumps_bring_their_names)
{
	struct profile *p =
		read_text(STR("--- contentionz 1 ---\n"
			      "format = java\n"
			      "resolution = microseconds\n"
			      "sampling period = 100\n"
			      "ms since reset = 6\n"
			      "  14 2 @ 0x3 0x4 0x5\n"
			      " 0x3 com.example.f (source.java:33)\n"
			      " 0x4 libjvm (/usr/lib/libjvm.so)\n"
			      " 0x5 GC\n"));
	static const char *const name[] = { "com.example.f", "libjvm", "GC" };
	static const char *const file[] = { "source.java", "libjvm.so", "" };

	assert_int_equal(p->sample.value[0][0], 200);
	assert_int_equal(p->sample.value[1][0], 1400);
	for (uint32_t i = 0; i < 3; i++) {
		assert_true(str_is(profile_str(p, p->func.name[i]), name[i]));
		assert_true(str_is(profile_str(p, p->func.file[i]), file[i]));
	}
	assert_int_equal(p->line.line[0], 33);
	STACK(p, 0, 0, 0, 0);
	profile_unref(p);
	fails("--- heapz 1 ---\nformat = java\nresolution = bytes\n"
	      " 14 0 @ 0x3\n",
		"parsing sample: second value must be non-zero");
}

TEST(neighbouring_maps_are_one_and_variables_are_replaced)
{
	struct profile *p = read_text(
		STR("goroutine profile: total 1\n"
		    "1 @ 0x5011 0x9011\n"
		    "--- Memory map: ---\n"
		    "build=/srv/bin\n"
		    "x.cc:12] 00008000-00009000: /lib/libc.so.6\n"
		    "00009000-0000a000: /lib/libc.so.6 (@1000) abcd\n"
		    "00004000-00006000 r-xp 00002000 08:01 77 $build/app\n"));

	assert_int_equal(p->map.n, 2);
	assert_true(str_is(profile_str(p, p->map.file[0]), "/srv/bin/app"));
	assert_int_equal(p->map.offset[0], 0x2000);
	assert_true(str_is(profile_str(p, p->map.file[1]), "/lib/libc.so.6"));
	assert_int_equal(p->map.start[1], 0x8000);
	assert_int_equal(p->map.limit[1], 0xa000);
	assert_true(str_is(profile_str(p, p->map.build_id[1]), "abcd"));
	profile_unref(p);
}

TEST(of_maps_that_overlap_the_first_counts)
{
	struct profile *p = read_text(
		STR("goroutine profile: total 1\n"
		    "1 @ 0x5011 0x8011 0x9011 0xa011 0x1011\n"
		    "--- Memory map: ---\n"
		    "00008000-00009000 r-xp 00000000 08:01 1 /lib/b.so\n"
		    "00004000-00006000 r-xp 00000000 08:01 2 /lib/a.so\n"
		    "00007000-0000b000 r-xp 00000000 08:01 3 /lib/wide.so\n"
		    "0000a000-0000a000 r-xp 00000000 08:01 4 /lib/none.so\n"));
	static const uint32_t map[] = { 1, 0, 2, 2, 4 };

	assert_int_equal(p->map.n, 5);
	for (size_t i = 0; i < COUNT_OF(map); i++)
		assert_int_equal(p->loc.map[i], map[i]);
	profile_unref(p);
}

/* The time to look through all maps for each address would be refused. */
TEST(an_address_finds_its_map_among_many)
{
	enum { N = 20000, SIZE = 0x2000 };
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	strbuf_addf(&b, "goroutine profile: total %d\n", N);
	for (unsigned i = 0; i < N; i++)
		strbuf_addf(&b, "1 @ 0x%x 0x%x\n", 0x10000000 + SIZE * i + 1,
			0x10000000 + SIZE * (i * 7919 % N) + 9);
	strbuf_addstr(&b, "--- Memory map: ---\n");
	for (unsigned i = N; i-- > 0;)
		strbuf_addf(&b, "%x-%x r-xp 00000000 08:01 1 /lib/%u.so\n",
			0x10000000 + SIZE * i, 0x10001000 + SIZE * i, i);
	p = read_text(strbuf_str(&b));
	assert_int_equal(p->map.n, N);
	for (uint32_t i = 0; i < p->loc.n; i++) {
		assert_true(p->map.start[p->loc.map[i]] <= p->loc.address[i]);
		assert_true(p->loc.address[i] < p->map.limit[p->loc.map[i]]);
	}
	profile_unref(p);
	strbuf_free(&b);
}

TEST(a_line_over_64_kib_is_refused)
{
	struct strbuf b = STRBUF_INIT;

	strbuf_addstr(&b, "goroutine profile: total 1\n1 @ 0x1");
	strbuf_addn(&b, '0', 70000);
	strbuf_addch(&b, '\n');
	fails(strbuf_c(&b), "line 2: token too long (over 64 KiB)");
	strbuf_free(&b);
}

/* The last part that is written is missing. */
TEST(dumps_without_their_end_say_so)
{
	static const struct {
		const char *text, *end;
	} dumps[] = {
		{ "heap profile: 1: 2 [1: 2] @ heap_v2/1\n1: 2 [1: 2] @ 0x9\n",
			"MAPPED_LIBRARIES:\n" },
		{ "heap profile: 1: 2 [1: 2] @ heap/1\n1: 2 [1: 2] @ 0x9\n",
			"\n# runtime.MemStats\n# Alloc = 2\n" },
		{ "--- contentionz 1 ---\nsampling period = 1\n2 1 @ 0x9\n",
			"--- Memory map: ---\n" },
	};

	for (size_t i = 0; i < sizeof(dumps) / sizeof(dumps[0]); i++) {
		struct strbuf text = STRBUF_INIT, said = STRBUF_INIT;

		strbuf_addstr(&text, dumps[i].text);
		read_remarks("legacy", strbuf_str(&text), &said);
		assert_string_equal(strbuf_c(&said),
			"no end marker: samples may be missing\n");
		strbuf_addstr(&text, dumps[i].end);
		strbuf_reset(&said);
		read_remarks("legacy", strbuf_str(&text), &said);
		assert_string_equal(strbuf_c(&said), "");
		strbuf_free(&text);
		strbuf_free(&said);
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
