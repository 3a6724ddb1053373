/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles for the Firefox profiler: the same in each layout that the versions
   have had; raw ones; what samply made of a perf.data, with and without names
   beside it; damaged ones. */
#include "prelude.h"

#include "testing.h"

#include "byname.h"
#include "sampled.h"
#include "util_folder.h"
#include "util_read.h"
#include "util_source.h"

#ifdef HAVE_JANSSON

/* ---- Made here ---- */

#define META(version) \
	"{\"meta\":{\"interval\":1,\"startTime\":1700000000000," \
	"\"preprocessedProfileVersion\":" version \
	",\"categories\":[{\"name\":" \
	"\"Other\"},{\"name\":\"Kernel\"}],\"sampleUnits\":{" \
	"\"threadCPUDelta\":" \
	"\"\xc2\xb5s\"}},\"libs\":[{\"name\":\"app\",\"path\":\"/srv/app\"," \
	"\"debugName\":\"app\",\"breakpadId\":" \
	"\"EC61AC938E5A39B16F9FBD350E3169A50\",\"codeId\":null}],"
#define WHO \
	"\"name\":\"main\",\"processName\":\"app\",\"pid\":\"77\",\"tid\":" \
	"\"77.1\","
#define STRINGS "\"stringArray\":[\"main\",\"a.c\",\"0x10a5\",\"schedule\"],"
#define FRAMES(more) \
	"\"frameTable\":{\"length\":3,\"address\":[-1,4261,-1],\"line\":[3," \
	"null,null],\"column\":null,\"category\":[0,0,1],\"func\":[0,1," \
	"2]" more "},"
#define FUNCS(more) "\"funcTable\":{\"name\":[0,2,3]," more "},"
#define OLD_FUNCS \
	FUNCS("\"resource\":[-1,0,-1],\"fileName\":[1,null,null]") \
	"\"resourceTable\":{\"lib\":[0]},"
#define STACKS "\"stackTable\":{\"prefix\":[null,0,1],\"frame\":[0,1,2]}"
#define SAMPLES(times) \
	"\"samples\":{\"stack\":[1,2,null]," times \
	",\"weight\":[1,2,1],\"weightType\":\"samples\"," \
	"\"threadCPUDelta\":[900,1000,250]}"
#define TIMES SAMPLES("\"time\":[10.5,11.5,12.25]")
#define DELTAS SAMPLES("\"timeDeltas\":[10.5,1,0.75]")

#define LABELS "{comm=app pid=77 thread_comm=main tid=77.1}"
#define ADDRESS "0x10a5[/srv/app]"
#define WANT(address, note) \
	"samples/count cpu/nanoseconds\n" \
	"main<a.c:3>;" address " 1,0 " LABELS " @0\n" \
	"main<a.c:3>;" address ";schedule[[kernel]] 2,1000000 " LABELS \
	" @1000000\n" \
	"- 1,250000 " LABELS " @1750000\n" note
#define NOTE \
	"note: the file has no names for 1 addresses: they are read from the " \
	"binaries, if found here; samply --unstable-presymbolicate stores " \
	"them\n"
#define UNNAMED WANT(ADDRESS, NOTE)

#define VERSION_49 \
	META("49") \
	"\"threads\":[{" WHO STRINGS FRAMES("") OLD_FUNCS STACKS "," TIMES "}" \
								 "]" \
								 "}"

TEST(layouts_of_all_versions_are_the_same)
{
	sampled_is(STR(VERSION_49), "", UNNAMED);
	/* Texts are shared, and times are differences. */
	sampled_is(
		STR(META("57") "\"threads\":[{" WHO FRAMES("") OLD_FUNCS STACKS
			"," DELTAS "}],\"shared\":{" STRINGS "\"x\":1}}"),
		"", UNNAMED);
	/* All tables are shared, files are another table. */
	sampled_is(
		STR(META(
			"61") "\"threads\":[{" WHO DELTAS
			      "}],\"shared\":{" STRINGS FRAMES("") FUNCS(
				      "\"resource\":[-1,0,-1],\"source\":[0,"
				      "null,null]") "\"resourceTable\":{"
						    "\"lib\":[0]},\"sources\":{"
						    "\"filename\":[1]}," STACKS
						    "}}"),
		"", UNNAMED);
	/* Parents are distances, frames have libraries. */
	sampled_is(STR(META("70") "\"threads\":[{" WHO DELTAS
				  "}],\"shared\":{" STRINGS FRAMES(
					  ",\"lib\":[-1,0,"
					  "-1]") FUNCS("\"source\":[0,null,"
						       "null]") "\"sources\":"
								"{\"filename"
								"\":[1]},"
								"\"stackTable"
								"\":{"
								"\"prefixOffs"
								"et\":[0,1,1]"
								",\"frame\":["
								"0,1,2]}}}"),
		"", UNNAMED);
	sampled_is(STR(META("71") "\"threads\":[{" WHO STRINGS FRAMES("")
				   OLD_FUNCS STACKS "," TIMES "}]}"),
		"",
		WANT(ADDRESS,
			"note: version 71 of the format is newer than this "
			"reader (70)\n" NOTE));
}

TEST(raw_ones_have_schemas)
{
	static const char text[] =
		"{\"meta\":{\"interval\":1,\"startTime\":1000,\"categories\":[{"
		"\"name\":\"User\"},{\"name\":\"Kernel\"}]},\"libs\":[{"
		"\"name\":"
		"\"lib\",\"path\":\"/lib.so\",\"start\":4096,\"end\":8192}],"
		"\"threads\":[{\"name\":\"main\",\"pid\":7,\"tid\":8,"
		"\"stringTable\":[\"main (in app)\",\"work "
		"(http://a/b.js:12:3)[45]\",\"0x1011\",\"halt\"],"
		"\"frameTable\":{\"schema\":{\"location\":0,\"x\":1,\"line\":2,"
		"\"category\":3},\"data\":[[0],[1,null],[2],[3,0,null,1]]},"
		"\"stackTable\":{\"schema\":{\"frame\":1,\"prefix\":0},"
		"\"data\":"
		"[[null,0],[0,1],[1,2],[0,3]]},\"samples\":{\"schema\":{"
		"\"stack\":0,\"time\":1},\"data\":[[2,5],[3,6.5]]}}],"
		"\"processes\":[{\"meta\":{\"startTime\":1001},\"threads\":[{"
		"\"name\":\"child\",\"pid\":9,\"tid\":9,\"stringTable\":["
		"\"f\"],\"frameTable\":{\"schema\":{\"location\":0},\"data\":[["
		"0]]},\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},"
		"\"data\":[[null,0]]},\"samples\":{\"schema\":{\"stack\":0,"
		"\"time\":1},\"data\":[[0,5]]}}]}]}";

	sampled_is(str_c(text), "",
		"samples/count\n"
		"main[app];work<http://a/b.js:12>;0x1011[/lib.so] 1 {pid=7 "
		"thread_comm=main tid=8} @0\n"
		"main[app];halt[[kernel]] 1 {pid=7 thread_comm=main tid=8} "
		"@1500000\n"
		"f 1 {pid=9 thread_comm=child tid=9} @1000000\n" NOTE);
}

TEST(weights_are_what_their_type_says)
{
	sampled_is(STR(META("49") "\"threads\":[{" STRINGS FRAMES("")
				   OLD_FUNCS STACKS
			   ",\"samples\":{\"stack\":[0],\"weight\":[1.5],"
			   "\"weightType\":\"tracing-ms\"}},{" STRINGS FRAMES(
				   "") OLD_FUNCS STACKS
			   ",\"samples\":{\"stack\":[0],\"weight\":[-64],"
			   "\"weightType\":\"bytes\"}}]}"),
		"",
		"time/nanoseconds space/bytes\n"
		"main<a.c:3> 1500000,0 @0\n"
		"main<a.c:3> 0,-64 @0\n" NOTE);
	sampled_is(STR(META("49") "\"threads\":[{" STRINGS FRAMES("")
				   OLD_FUNCS STACKS
			   ",\"samples\":{\"stack\":[0,0],\"weight\":[5]}}]}"),
		"",
		"samples/count\n"
		"main<a.c:3> 5 @0\n"
		"main<a.c:3> 1 @0\n" NOTE
		"note: samples without a weight were counted once each: 1\n");
	/* Numbers may be texts. */
	sampled_is(STR(META("49") "\"threads\":[{" STRINGS FRAMES("")
				   OLD_FUNCS STACKS
			   ",\"samples\":{\"stack\":[0,0],\"weight\":"
			   "[\"5\",\"7\"]}}]}"),
		"",
		"samples/count\n"
		"main<a.c:3> 5 @0\n"
		"main<a.c:3> 7 @0\n" NOTE);
}

/* The recording of the sample at 2 ms began at 1.5 ms; without that, a start is
   taken for the recording's unless it is long before all samples. */
TEST(times_count_from_the_start_of_the_recording)
{
	static const char *const starts[] = { "\"profilingStartTime\":1.5,",
		"\"profilingStartTime\":3,", "" };
	static const int64_t times[] = { 500000, 0, 0 };
	static const int64_t begins[] = { 1500000, 2000000, 2000000 };
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(starts); i++) {
		struct profile *p;

		strbuf_reset(&text);
		strbuf_addf(&text,
			"{\"meta\":{%s\"startTime\":1719662400123.000001,"
			"\"preprocessedProfileVersion\":49},\"threads\":[{%s",
			starts[i],
			STRINGS FRAMES("") FUNCS("\"resource\":null") STACKS
			",\"samples\":{\"stack\":[0,0],\"time\":[2,3]}}]}");
		p = read_well("", strbuf_str(&text));
		assert_int_equal(p->sample.time[0], times[i]);
		assert_int_equal(times_begin(&p->header),
			1719662400123000001 + begins[i]);
		profile_unref(p);
	}
	strbuf_free(&text);
}

TEST(samples_without_a_weight_are_counted)
{
	sampled_is(STR(META("49") "\"threads\":[{" STRINGS FRAMES("")
				   OLD_FUNCS STACKS
			   ",\"samples\":{\"stack\":[0,0,0],"
			   "\"weight\":[5,null]}}]}"),
		"",
		"samples/count\n"
		"main<a.c:3> 5 @0\n"
		"main<a.c:3> 1 @0\n"
		"main<a.c:3> 1 @0\n" NOTE
		"note: samples without a weight were counted once each: 2\n");
}

/* Strings and frames, or functions alone, may be shared. */
TEST(what_threads_share_is_theirs)
{
	sampled_is(STR(META("56") "\"shared\":{" STRINGS FRAMES("") OLD_FUNCS
			   "\"sources\":{}},"
			   "\"threads\":[{" STACKS
			   ",\"samples\":{\"stack\":[0]}},{" FRAMES("") STACKS
			   ",\"samples\":{\"stack\":[0]}}]}"),
		"",
		"samples/count\n"
		"main<a.c:3> 1 @0\n"
		"main<a.c:3> 1 @0\n" NOTE);
}

TEST(times_of_firefox_are_exact)
{
	/* Two processes, with times in milliseconds since 1970. */
	sampled_is(
		STR("{\"meta\":{\"startTime\":1719662400123.456789,"
		    "\"preprocessedProfileVersion\":49},\"threads\":[{" STRINGS
				FRAMES("") FUNCS("\"resource\":null") STACKS
			",\"samples\":{\"stack\":[0,0,0],"
			"\"time\":[0.000001,null,"
			"\"86400000.000003\"]}}],"
			"\"processes\":[{\"meta\":{"
			"\"startTime\":1719662400123."
			"456790},\"threads\":[{" STRINGS FRAMES("") FUNCS(
				"\"resource\":"
				"null") STACKS ",\"samples\":{\"stack\":[0],"
					       "\"timeDeltas\":[-2e-6]}}]}]}"),
		"",
		"samples/count\n"
		"main<:3> 1 @2\n"
		"main<:3> 1 @2\n"
		"main<:3> 1 @86400000000004\n"
		"main<:3> 1 @0\n");
	/* Bytes above what a double holds. */
	sampled_is(STR(META("49") "\"threads\":[{" STRINGS FRAMES("")
				   OLD_FUNCS STACKS
			   ",\"samples\":{\"stack\":[0,0],\"weight\":["
			   "9007199254740993,\"9007199254740995\"],"
			   "\"weightType\":\"bytes\"}}]}"),
		"",
		"space/bytes\n"
		"main<a.c:3> 9007199254740993 @0\n"
		"main<a.c:3> 9007199254740995 @0\n" NOTE);
}

TEST(addresses_have_64_bits)
{
	sampled_is(
		STR("{\"meta\":{},\"libs\":[{\"name\":\"k\",\"path\":\"/k\","
		    "\"start\":18446744071578845184,"
		    "\"end\":18446744071595622400}],"
		    "\"threads\":[{\"stringTable\":[\"0xffffffff81000009\"],"
		    "\"frameTable\":{\"schema\":{\"location\":0},\"data\":[["
		    "0]]},\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":"
		    "1},\"data\":[[null,0]]},\"samples\":{\"schema\":{"
		    "\"stack\":0,\"time\":1},\"data\":[[0,5]]}}]}"),
		"firefox",
		"samples/count\n"
		"0xffffffff81000009[/k] 1 @0\n" NOTE);
}

TEST(members_of_other_types_are_as_if_missing)
{
	sampled_is(STR("{\"meta\":{\"interval\":null,\"startTime\":\"x\","
		       "\"categories\":[null,7],\"sampleUnits\":[],\"product\":"
		       "{}},"
		       "\"libs\":[null],\"shared\":null,\"processes\":null,"
		       "\"threads\":[null,7,{" STRINGS FRAMES("") FUNCS(
			       "\"resource\":{},\"fileName\":\"\"") STACKS
			   ",\"resourceTable\":null,\"name\":null,\"pid\":[],"
			   "\"samples\":{\"stack\":[0],\"weight\":null,"
			   "\"weightType\":7,\"time\":null}},{\"samples\":null}"
			   "]}"),
		"firefox",
		"samples/count\n"
		"main<:3> 1 @0\n");
}

#define LOST(n) \
	"note: samples with a missing or damaged stack were left out: " n "\n"

TEST(damage_costs_the_samples_that_it_is_in)
{
	/* a frame that there is not, below it another; a stack behind its
	   child; a stack that there is not */
	sampled_is(STR(META("49") "\"threads\":[{" STRINGS FRAMES("") OLD_FUNCS
			   "\"stackTable\":{\"prefix\":[null,null,1,4,"
			   "null],\"frame\":[0,3,0,0,0]},"
			   "\"samples\":{\"stack\":[0,1,2,3,4,5],"
			   "\"timeDeltas\":[0,1,1,1,1,1]}}]}"),
		"",
		"samples/count\n"
		"main<a.c:3> 1 @0\n"
		"main<a.c:3> 1 @4000000\n" NOTE LOST("4"));
	sampled_is(STR(META("66") "\"threads\":[{" STRINGS FRAMES("") OLD_FUNCS
			   "\"stackTable\":{\"prefixOffset\":[0,2],"
			   "\"frame\":[0,0]},\"samples\":{\"stack\":["
			   "0,1]}}]}"),
		"", "samples/count\nmain<a.c:3> 1 @0\n" NOTE LOST("1"));
}

TEST(damaged_ones_are_refused)
{
	sampled_fails(
		STR(META("49") "\"threads\":[{" STRINGS FRAMES("") OLD_FUNCS
			"\"stackTable\":{\"prefix\":[],\"frame\":[]},"
			"\"samples\":{\"stack\":[1,2]}}]}"),
		"",
		"no samples to show: the stacks of 2 are missing or damaged");
	sampled_fails(STR("{\"meta\":{},\"threads\":[]}"), "", "no samples");
	read_damaged("firefox", STR(VERSION_49), 20000);
}

/* profile.json has profile.syms.json. */
TEST(names_beside_it_are_used)
{
	static const char names[] =
		"{\"string_table\":[\"f\",\"g\",\"f.c\"],\"data\":[{"
		"\"debug_name\":\"app\",\"debug_id\":"
		"\"ec61ac93-8e5a-39b1-6f9f-bd350e3169a5\",\"symbol_table\":[{"
		"\"rva\":4096,\"symbol\":1,\"frames\":[{\"function\":0,"
		"\"file\":2,\"line\":5},{\"function\":null,\"file\":2,"
		"\"line\":9}]}],\"known_addresses\":[[4261,0]]}]}";
	struct strbuf path = STRBUF_INIT;
	char folder[] = "/tmp/flametop-firefox-XXXXXX";
	struct err err = ERR_INIT;
	struct profile *p;

	folder_make(folder);
	folder_write(folder, "p.syms.json", names);
	strbuf_addf(&path, "%s/p.json", folder);
	p = read_profile(&(struct read_spec){ .bytes = STR(VERSION_49),
				 .name = strbuf_str(&path) },
		NULL, NULL, &err);
	assert_non_null(p);
	by_name_is(p, "f", 1, 3);
	by_name_is(p, "schedule", 2, 2);
	assert_int_equal(p->line.n, 4);
	profile_unref(p);
	assert_true(folder_remove(folder));
	strbuf_free(&path);
}

/* ---- Real ones ---- */

/* As if it were opened there: with what lies beside it. */
static struct profile *
read_there(const char *file)
{
	struct bytes bytes = testdata(file);
	struct strbuf path = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct profile *p;

	strbuf_addf(&path, "%s/testdata/%s", source_dir(), file);
	p = read_profile(&(struct read_spec){ .bytes = bytes_str(&bytes),
				 .name = strbuf_str(&path) },
		NULL, NULL, &err);
	assert_non_null(p);
	assert_non_null(p->sample.time);
	strbuf_free(&path);
	bytes_free(&bytes);
	return p;
}

static bool
is_of_thread(const struct profile *p, size_t sample, struct str thread)
{
	lset_id set = p->sample.labels[sample];

	for (uint32_t i = p->labels.first[set]; i < p->labels.first[set + 1];
		i++) {
		const struct label *l = &p->labels.label[i];

		if (str_is(profile_str(p, l->key), "thread_comm"))
			return str_eq(profile_str(p, l->str), thread);
	}
	return false;
}

static int64_t
sum_of_thread(const struct profile *p, const char *type, struct str thread)
{
	uint32_t column = by_name_column(p, type);
	int64_t sum = 0;

	assert_int_not_equal(column, NONE);
	for (size_t s = 0; s < p->sample.n; s++)
		if (is_of_thread(p, s, thread))
			sum += p->sample.value[column][s];
	return sum;
}

/* "thread night samples 130 cpu 128870 us", as Python counted them. */
static void
threads_are(const char *file, const char *sums)
{
	struct profile *p = read_there(file);
	struct bytes bytes = testdata(sums);
	struct str rest = bytes_str(&bytes);
	int64_t all = 0;

	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n'), thread;
		int64_t samples, cpu;

		(void)str_cut(&line, ' ');
		thread = str_cut(&line, ' ');
		(void)str_cut(&line, ' ');
		assert_true(str_to_i64(str_cut(&line, ' '), &samples));
		(void)str_cut(&line, ' ');
		assert_true(str_to_i64(str_cut(&line, ' '), &cpu));
		assert_int_equal(sum_of_thread(p, "samples", thread), samples);
		assert_int_equal(sum_of_thread(p, "cpu", thread), cpu * 1000);
		all += samples;
	}
	assert_true(all > 400);
	assert_true(
		str_is(str_basename(profile_str(p, p->map.file[0])), "post"));
	profile_unref(p);
	bytes_free(&bytes);
}

TEST(samplys_threads_have_their_samples)
{
	threads_are("samply/recorded.json.gz", "samply/recorded.sums");
	threads_are("samply/imported.json.gz", "samply/imported.sums");
}

/* The main thread sorts three sacks of four. */
TEST(samplys_names_are_beside_it)
{
	struct profile *p = read_there("samply/recorded.json.gz");

	by_name_is(p, "night_shift", 0, 130);
	by_name_is(p, "main", 0, 374);
	by_name_is(p, "postage", 504, 504);
	by_name_is(p, "sort_sack", 0, 504);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}

#else

int
main(void)
{
	return 77;
}

#endif
