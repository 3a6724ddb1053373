/* SPDX-License-Identifier: GPL-3.0-or-later */
/* V8's CPU and heap profiles: all forms of the tree, odd clocks, cut and
   hostile files. */
#include "prelude.h"

#include "testing.h"

#include "base/strbuf.h"
#include "sampled.h"
#include "util_read.h"

#define FRAME(name, url, line) \
	"\"callFrame\":{\"functionName\":\"" name "\",\"scriptId\":\"7\"," \
	"\"url\":\"" url "\",\"lineNumber\":" line ",\"columnNumber\":2}"
#define NODE(id, name, rest) \
	"{\"id\":" id "," FRAME(name, "", "-1") ",\"hitCount\":1" rest "}"
#define CHILDREN(ids) ",\"children\":[" ids "]"
#define CPU(nodes, start, end, samples, deltas) \
	"{\"nodes\":[" nodes "],\"startTime\":" start ",\"endTime\":" end \
	",\"samples\":[" samples "],\"timeDeltas\":[" deltas "]}"

static void
is(const char *text, const char *want)
{
	sampled_is(str_c(text), "", want);
}

static void
fails(const char *text, const char *message)
{
	sampled_fails(str_c(text), "cpuprofile", message);
}

#ifdef HAVE_JANSSON

TEST(a_sample_weighs_the_time_to_the_next)
{
	is(CPU("{\"id\":1," FRAME("(root)", "", "-1") CHILDREN(
		       "2") "},"
			    "{\"id\":2," FRAME("main", "file:///a.js", "4")
				    CHILDREN("5") "},"
						  "{\"id\":5," FRAME("",
							  "file:///a.js",
							  "9") "}",
		   "1000", "4000", "2,5,2", "500,1000,1000"),
		"samples/count time/nanoseconds\n"
		"main</a.js:5> 1,1000000 @500000\n"
		"main</a.js:5>;(anonymous) a.js:10</a.js:10> 1,1000000 "
		"@1500000\n"
		"main</a.js:5> 1,500000 @2500000\n");
}

TEST(nodes_may_name_their_parents)
{
	is(CPU(NODE("1", "(root)", "") "," NODE("9", "f",
		       ",\"parent\":1") "," NODE("4", "g", ",\"parent\":9"),
		   "0", "10", "4,9", "1,2"),
		"samples/count time/nanoseconds\n"
		"f;g 1,2000 @1000\n"
		"f 1,7000 @3000\n");
}

TEST(an_edge_may_be_said_by_both_ends)
{
	is(CPU(NODE("1", "(root)", CHILDREN("9,9")) "," NODE("9", "f",
		       ",\"parent\":1" CHILDREN("\"4\"")) "," NODE("4", "g",
		       ",\"parent\":\"9\""),
		   "0", "10", "4,9", "1,2"),
		"samples/count time/nanoseconds\n"
		"f;g 1,2000 @1000\n"
		"f 1,7000 @3000\n");
}

TEST(time_never_goes_back)
{
	is(CPU(NODE("1", "(root)", CHILDREN("2,3")) "," NODE(
		       "2", "f", "") "," NODE("3", "g", ""),
		   "0", "10", "2,3,2,3", "1,4,-3,5"),
		"samples/count time/nanoseconds\n"
		"f 1,4000 @1000\n"
		"g 1,0 @5000\n"
		"f 1,2000 @5000\n"
		"g 1,3000 @7000\n");
	/* ends before it begins */
	is(CPU(NODE("2", "f", ""), "100", "10", "2", "1"),
		"samples/count time/nanoseconds\n"
		"f 1,0 @1000\n");
}

TEST(only_differences_of_times_count)
{
	is(CPU(NODE("2", "f", "") "," NODE("3", "g", ""), "-9000", "-3000",
		   "2,2,3,3", "1000,1000,1000,2000"),
		"samples/count time/nanoseconds\n"
		"f 1,1000000 @1000000\n"
		"f 1,1000000 @2000000\n"
		"g 1,2000000 @3000000\n"
		"g 1,1000000 @5000000\n");
	/* from below to above 0 */
	is(CPU(NODE("2", "f", "") "," NODE("3", "g", ""), "-5", "7", "2,3,2",
		   "0,5,5"),
		"samples/count time/nanoseconds\n"
		"f 1,5000 @0\n"
		"g 1,5000 @5000\n"
		"f 1,2000 @10000\n");
	/* 61 bits of nanoseconds, and a text is a number */
	is(CPU(NODE("2", "f", "") "," NODE("3", "g", ""),
		   "1700000000000000.001", "\"1700000000000001.002\"", "2,3",
		   "0,\"0.333\""),
		"samples/count time/nanoseconds\n"
		"f 1,333 @0\n"
		"g 1,668 @333\n");
}

TEST(an_end_that_is_none_gives_the_mean)
{
	/* whole seconds of the old form */
	is("{\"head\":{\"functionName\":\"f\",\"url\":\"\",\"hitCount\":3,"
	   "\"id\":2},\"startTime\":7100,\"endTime\":7101,\"samples\":[2,2,2],"
	   "\"timestamps\":[7100999000,7101000000,7101001000]}",
		"samples/count time/nanoseconds\n"
		"f 1,1000000 @0\n"
		"f 1,1000000 @1000000\n"
		"f 1,1000000 @2000000\n");
	/* an end far behind the last sample */
	is(CPU(NODE("2", "f", ""), "0", "1000000", "2,2,2", "0,10,20"),
		"samples/count time/nanoseconds\n"
		"f 1,10000 @0\n"
		"f 1,20000 @10000\n"
		"f 1,15000 @30000\n"
		"note: the last sample would last until the file's end, "
		"999.96ms too long; it gets the mean duration of the others\n");
	/* some distances behind it */
	is(CPU(NODE("2", "f", ""), "0", "100", "2,2", "0,10"),
		"samples/count time/nanoseconds\n"
		"f 1,10000 @0\n"
		"f 1,90000 @10000\n");
	/* no end, no start that it could be compared with */
	is(CPU(NODE("2", "f", ""), "0", "null", "2,2", "0,10"),
		"samples/count time/nanoseconds\n"
		"f 1,10000 @0\n"
		"f 1,10000 @10000\n");
	is(CPU(NODE("2", "f", ""), "null", "1700000000000000", "2,2", "0,10"),
		"samples/count time/nanoseconds\n"
		"f 1,10000 @0\n"
		"f 1,10000 @10000\n");
	is(CPU(NODE("2", "f", ""), "{}", "true", "2", "5"),
		"samples/count time/nanoseconds\nf 1,0 @0\n");
}

#define CAST \
	NODE("1", "(root)", CHILDREN("2,3,4,5")) \
	"," NODE("2", "f", "") "," NODE("3", "(garbage collector)", \
		"") "," NODE("4", "(idle)", "") "," NODE("5", "(program)", "")

TEST(what_has_no_stack_is_below_what_ran_before)
{
	is(CPU(CAST, "0", "60", "3,2,3,5,4,3,2", "0,10,10,10,10,10,5"),
		"samples/count time/nanoseconds\n"
		"(garbage collector) 1,10000 @0\n"
		"f 1,10000 @10000\n"
		"f;(garbage collector) 1,10000 @20000\n"
		"f;(program) 1,10000 @30000\n"
		"(idle) 1,10000 @40000\n"
		"(garbage collector) 1,5000 @50000\n"
		"f 1,5000 @55000\n"
		"note: 17% of the time is (idle); -ignore='^\\(idle\\)$' "
		"leaves it out\n");
}

TEST(without_samples_hits_are_counted)
{
	is("{\"nodes\":[" NODE("1", "(root)", CHILDREN("2")) "," NODE(
		   "2", "f", "") "],\"startTime\":1,\"endTime\":2}",
		"samples/count\n"
		"- 1\n"
		"f 1\n");
}

#define TICKS(ticks) ",\"positionTicks\":[" ticks "]"
#define TICK(line, n) "{\"line\":" line ",\"ticks\":" n "}"

TEST(samples_are_given_to_the_lines_that_were_seen)
{
	is(CPU(NODE("1", "f", CHILDREN("2")) "," NODE(
		       "2", "g", TICKS(TICK("7", "2") "," TICK("9", "1"))),
		   "0", "40", "2,2,1,2,2", "0,10,10,10,5"),
		"samples/count time/nanoseconds\n"
		"f;g<:7> 1,10000 @0\n"
		"f;g<:7> 1,10000 @10000\n"
		"f 1,10000 @20000\n"
		"f;g<:9> 1,5000 @30000\n"
		"f;g 1,5000 @35000\n");
	is("{\"nodes\":[{\"id\":1," FRAME(
		   "f", "", "-1") ",\"hitCount\":9" TICKS(TICK("7",
		   "2") "," TICK("9", "6") "," TICK("9", "-1") "," TICK("1",
		   "1e30")) "}],\"startTime\":0}",
		"samples/count\n"
		"f<:7> 2\n"
		"f<:9> 6\n"
		"f 1\n");
}

TEST(the_shorter_list_counts)
{
	is(CPU(NODE("2", "f", ""), "0", "10", "2,2", "1"),
		"samples/count time/nanoseconds\nf 1,9000 @1000\nnote: the "
		"numbers of timestamps and samples differ: the extra ones "
		"were ignored\n");
	is(CPU(NODE("2", "f", ""), "0", "10", "2", "1,7"),
		"samples/count time/nanoseconds\nf 1,9000 @1000\nnote: the "
		"numbers of timestamps and samples differ: the extra ones "
		"were ignored\n");
}

TEST(addresses_become_file_names)
{
	is(CPU("{\"id\":1," FRAME("f", "file:///my%20dir/%C3%a9%zz%",
		       "0") "},"
			    "{\"id\":2," FRAME("g", "node:fs",
				    "0") "},"
					 "{\"id\":3," FRAME("", "", "0") "}",
		   "0", "30", "1,2,3", "0,10,10"),
		"samples/count time/nanoseconds\n"
		"f</my dir/\xc3\xa9%zz%:1> 1,10000 @0\n"
		"g<node:fs:1> 1,10000 @10000\n"
		"(anonymous)<:1> 1,10000 @20000\n");
}

TEST(the_old_form_is_a_tree)
{
	is("{\"head\":{\"functionName\":\"(root)\",\"url\":\"\",\"lineNumber\""
	   ":0,\"hitCount\":0,\"children\":[{\"functionName\":\"f\",\"url\":"
	   "\"a.js\",\"lineNumber\":3,\"hitCount\":2,\"children\":[],\"id\":2"
	   "}],\"id\":1},\"startTime\":1,\"endTime\":1.00003,\"samples\":[2,1]"
	   ",\"timestamps\":[1000005,1000015]}",
		"samples/count time/nanoseconds\n"
		"f<a.js:3> 1,10000 @5000\n"
		"- 1,15000 @15000\n");
}

#define LEFT_OUT(n, first) \
	"note: unreadable nodes and calls left out: " n "; the first: " first \
	"\n"
#define TIMES "samples/count time/nanoseconds\n"

TEST(damaged_nodes_are_left_out)
{
	is(CPU(NODE("1", "f", CHILDREN("2")) "," NODE("2", "g", CHILDREN("1")),
		   "0", "2", "1,2", "0,1"),
		TIMES "g;f 1,1000 @0\ng 1,1000 @1000\n" LEFT_OUT(
			"1", "node 1 is its own ancestor"));
	is(CPU(NODE("1", "f", CHILDREN("1")), "0", "1", "1", "0"),
		TIMES
		"f 1,1000 @0\n" LEFT_OUT("1", "node 1 is its own ancestor"));
	is(CPU(NODE("1", "f", CHILDREN("2,null")), "0", "1", "1", "0"),
		TIMES "f 1,1000 @0\n" LEFT_OUT(
			"2", "node 1: a child's id is not a number"));
	is(CPU(NODE("1", "f", CHILDREN("3")) "," NODE(
		       "2", "g", CHILDREN("3")) "," NODE("3", "h", ""),
		   "0", "1", "3", "0"),
		TIMES "f;h 1,1000 @0\n" LEFT_OUT(
			"1", "node 3 is the child of two nodes"));
	is(CPU(NODE("1", "f", "") "," NODE("1", "g", "") ",7", "0", "1", "1",
		   "0"),
		TIMES "f 1,1000 @0\n" LEFT_OUT("2", "two nodes have the id 1"));
	is(CPU(NODE("9", "f", ",\"parent\":1"), "0", "10", "9", "1"),
		TIMES "f 1,9000 @1000\n" LEFT_OUT(
			"1", "node 9: there is no parent 1 before it"));
	fails(CPU(NODE("\"x\"", "f", ""), "0", "1", "", ""),
		"a node without an id");
}

TEST(damaged_samples_are_left_out)
{
	/* The time of what was seen is lost; what has no time begins never. */
	is(CPU(NODE("1", "f", "") "," NODE("2", "g", ""), "0", "10",
		   "1,7,\"2\",null,2,1", "0,1,1,1,null,3"),
		TIMES "f 1,1000 @0\ng 1,1000 @2000\nf 1,4000 @6000\nnote: "
		      "unreadable samples left out: 3; the first: a sample of "
		      "node 7, but there is no such node\n");
	fails(CPU(NODE("1", "f", ""), "0", "1", "7", "0"),
		"a sample of node 7, but there is no such node");
	fails(CPU(NODE("1", "f", ""), "0", "1", "1.5", "0"),
		"expected the id of a node (line 1, column 161)");
	fails(CPU(NODE("1", "f", ""), "0", "1", "1", "null"),
		"a sample without a time (line 1, column 161)");
	fails(CPU(NODE("1", "f", ""), "0", "1", "", ""), "no samples");
	fails(CPU("", "0", "1", "", ""), "no samples");
	fails("{}", "\"nodes\" is missing (line 1, column 1)");
	fails("{\"nodes\":{}}", "expected an array, [...] (line 1, column 10)");
	fails("7", "expected an object, {...} (line 1, column 1)");
}

TEST(lists_that_are_none_leave_the_hits)
{
	is("{\"nodes\":[{\"id\":1,\"hitCount\":\"5\"},{\"id\":2,\"hitCount\":"
	   "null},{\"id\":3,\"hitCount\":-2}],\"samples\":null,"
	   "\"timeDeltas\":7}",
		"samples/count\n(anonymous) 5\nnote: unreadable costs left "
		"out: 2; the first: a node's cost is not a number\n");
	is("{\"nodes\":[{\"id\":1,\"hitCount\":5.7},{\"id\":2,"
	   "\"hitCount\":3}],\"samples\":[],\"endTime\":5}",
		"samples/count\n(anonymous) 9\nnote: costs that "
		"are not whole numbers were rounded: 1\n");
	/* If there are samples, hits are not used. */
	is("{\"nodes\":[{\"id\":1,\"hitCount\":null}],\"samples\":[1],"
	   "\"timeDeltas\":null,\"timestamps\":[3],\"endTime\":5}",
		TIMES "(anonymous) 1,2000 @0\n");
}

TEST(a_heap_snapshot_is_named)
{
	static const char text[] =
		"{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\"]}},"
		"\"nodes\":[9,1],\"edges\":[],\"samples\":[],\"strings\":[]}";
	struct err err = ERR_INIT;

	assert_null(read_as("", STR(text), NULL, &err));
	assert_non_null(strstr(err.msg, "heap snapshot"));
	assert_non_null(strstr(err.msg, "node --heap-prof"));
}

TEST(clocks_beyond_all_measure_are_cut)
{
	is(CPU(NODE("1", "f", "") "," NODE("2", "g", ""), "0", "1e308", "1,2",
		   "1e300,1e308"),
		"samples/count time/nanoseconds\nf 1,0 @0\ng 1,0 @0\nnote: "
		"values beyond 64 bits were clamped\n");
	is(CPU(NODE("1", "f", "") "," NODE("2", "g", ""), "-1e308", "1e308",
		   "1,2", "-1e308,0"),
		"samples/count time/nanoseconds\nf 1,0 @0\ng "
		"1,9223372036854775807 @0\nnote: values beyond 64 bits were "
		"clamped\n");
}

TEST(a_cut_cpuprofile_is_never_shown)
{
	static const char text[] =
		CPU(CAST, "0", "60", "3,2,3,5", "0,10,10,10");

	for (size_t n = 1; n + 1 < sizeof(text); n++) {
		char message[128];

		(void)snprintf(message, sizeof(message),
			"unexpected end of text, is the file truncated? (line "
			"1, column %zu)",
			n + 1);
		sampled_fails(str_from(text, n), "cpuprofile", message);
	}
}

/* ---- Heap profiles ---- */

#define HEAP(name, size, id, children) \
	"{" FRAME(name, "", "-1") ",\"selfSize\":" size ",\"id\":" id \
				  ",\"children\":[" children "]}"

TEST(a_heap_is_a_tree_of_sizes)
{
	is("{\"head\":" HEAP("(root)", "0", "1",
		   HEAP("f", "100", "2", HEAP("g", "7.0", "3", "")) "," HEAP(
			   "g", "1e3", "4", "")) ",\"samples\":[{\"size\":1}]}",
		"space/bytes\n"
		"f 100\n"
		"f;g 7\n"
		"g 1000\n");
}

TEST(a_heap_may_be_deep)
{
	struct strbuf text = STRBUF_INIT, want = STRBUF_INIT;
	enum { DEEP = 20000 };

	strbuf_addstr(&text, "{\"head\":");
	for (int i = 0; i < DEEP; i++)
		strbuf_addf(
			&text, "{\"selfSize\":0,\"id\":%d,\"children\":[", i);
	strbuf_addf(&text, "{\"selfSize\":8,\"id\":%d}", DEEP);
	for (int i = 0; i < DEEP; i++)
		strbuf_addstr(&text, "]}");
	sampled_fails(strbuf_str(&text), "heapprofile",
		"unexpected end of text, is the file truncated? (line 1, "
		"column 768924)");
	strbuf_addstr(&text, "}");
	strbuf_addstr(&want, "space/bytes\n");
	for (int i = 0; i < DEEP; i++)
		strbuf_addstr(&want, "(anonymous);");
	strbuf_addstr(&want, "(anonymous) 8\n");
	sampled_is(strbuf_str(&text), "heapprofile", strbuf_c(&want));
	strbuf_free(&text);
	strbuf_free(&want);
}

TEST(a_heap_needs_sizes_and_nothing_else)
{
	/* Ids that are there twice, or none; children that are no nodes. */
	is("{\"head\":{\"selfSize\":\"9007199254740993\",\"id\":null,"
	   "\"callFrame\":null,\"children\":[" HEAP("f", "1", "1",
		   "7,null") "," HEAP("g", "null", "1", "") "," HEAP("h", "-2",
		   "\"x\"", "") "]},\"samples\":[{\"nodeId\":\"8\",\"size\":"
				"9007199254740993},{\"nodeId\":1,\"size\":5},"
				"null]}",
		"space/bytes\n(anonymous) 9007199254740993\n(anonymous);f "
		"1\nnote: unreadable nodes and calls left "
		"out: 2; the first: a child that is not a node\nnote: "
		"unreadable costs left out: 2; the first: a node's cost is not "
		"a number\nnote: 9007199254740993 more bytes were sampled in "
		"functions that the file does not name\n");
}

TEST(heaps_that_are_none_are_refused)
{
	sampled_fails(STR("{\"head\":3}"), "heapprofile",
		"expected an object, {...} (line 1, column 9)");
	sampled_fails(STR("{\"samples\":[]}"), "heapprofile",
		"\"head\" is missing (line 1, column 1)");
	sampled_fails(STR("{\"head\":" HEAP("f", "0", "1", "") "}"),
		"heapprofile", "no samples");
}

TEST(a_cut_heapprofile_is_never_shown)
{
	static const char text[] =
		"{\"head\":" HEAP("f", "1", "1", HEAP("g", "1", "2", "")) "}";

	for (size_t n = 1; n + 1 < sizeof(text); n++) {
		char message[128];

		(void)snprintf(message, sizeof(message),
			"unexpected end of text, is the file truncated? (line "
			"1, column %zu)",
			n + 1);
		sampled_fails(str_from(text, n), "heapprofile", message);
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}

#else

TEST(without_the_library_v8_cannot_be_read)
{
	(void)is;
	fails(CPU(NODE("1", "f", CHILDREN("")), "0", "1", "", ""),
		"this file is JSON, but flametop was built without libjansson");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}

#endif
