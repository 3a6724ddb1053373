/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenTelemetry's profiles: what the collector's library, jfrconv and
   async-profiler write, in three schemas, in protobuf and JSON; damaged ones.
 */
#include "prelude.h"

#include "testing.h"

#include "byname.h"
#include "protoout.h"
#include "sampled.h"
#include "util_read.h"

/* ---- Real ones ---- */

#define TYPES "samples/count cpu/nanoseconds off_cpu/nanoseconds\n"
#define LABELS "{pid=7 service.name=shop thread_comm=worker tid=42}"
#define BUSY(at) \
	"sell<shop.py:30>[[cpython]];price<shop.py:12>[[cpython]];0x1234" \
	"[/usr/bin/shop] 1,50000000,0 " LABELS " @" at "\n"
#define IDLE(value, at) \
	"sell<shop.py:30>[[cpython]];schedule[[kernel]] 0,0," value " " LABELS \
	" @" at "\n"
#define FIRST \
	TYPES BUSY("0") BUSY("100") BUSY("101") BUSY("200") BUSY("201") \
		BUSY("202") IDLE("3000", "500") IDLE("4000", "600")

TEST(the_collectors_messages_are_read)
{
	sampled_file_is("otlp/collector.otlp", FIRST);
	sampled_file_is("otlp/collector.framed",
		FIRST BUSY("0") BUSY("100") BUSY("101") BUSY("102") BUSY("200")
			BUSY("201") BUSY("202") BUSY("203") BUSY("204")
				IDLE("6000", "500") IDLE("8000", "600"));
}

TEST(all_forms_have_the_same)
{
	static const char *const same[][2] = {
#ifdef HAVE_JANSSON
		{ "otlp/collector.otlp", "otlp/collector.json" },
		{ "otlp/collector.framed", "otlp/collector.jsonl" },
#endif
#ifdef HAVE_ZSTD
		{ "otlp/collector.framed", "otlp/collector.packed" },
#endif
		{ "otlp/collector.otlp", "otlp/collector.otlp" },
	};

	for (size_t i = 0; i < COUNT_OF(same); i++) {
		struct bytes a = testdata(same[i][0]), b = testdata(same[i][1]);
		struct profile *p = read_well("", bytes_str(&a));
		struct profile *q = read_well("", bytes_str(&b));

		assert_int_equal(p->types.n, q->types.n);
		assert_int_equal(p->sample.n, q->sample.n);
		for (size_t s = 0; s < p->sample.n; s++) {
			assert_int_equal(p->sample.leaf[s], q->sample.leaf[s]);
			assert_int_equal(
				p->sample.labels[s], q->sample.labels[s]);
			assert_int_equal(p->sample.time[s], q->sample.time[s]);
			for (uint32_t t = 0; t < p->types.n; t++)
				assert_int_equal(p->sample.value[t][s],
					q->sample.value[t][s]);
		}
		assert_int_equal(p->loc.n, q->loc.n);
		profile_unref(p);
		profile_unref(q);
		bytes_free(&a);
		bytes_free(&b);
	}
}

/* jfrconv's, of the recording whose stacks it also folded. */
TEST(ranges_of_locations_are_stacks)
{
	struct bytes bytes = testdata("otlp/jfrconv.otlp");
	struct bytes folded = testdata("jfr/cpu.cpu_samples.folded");
	struct profile *p = read_well("", bytes_str(&bytes));
	struct profile *want = read_well("", bytes_str(&folded));
	struct by_name mine = by_name_weigh(p, 0);
	struct by_name theirs = by_name_weigh(want, 0);
	int64_t total = 0;

	for (str_id i = 1; i < want->strings.n; i++) {
		struct str name = profile_str(want, i);
		int64_t self, all;

		/* It writes "Shop$$Lambda$4" here. */
		if (str_find(name, STR("$$Lambda"), 0) >= 0)
			continue;
		by_name_get(&mine, name, &self, &all);
		assert_int_equal(self, theirs.self[i]);
		assert_int_equal(all, theirs.all[i]);
		total += self;
	}
	assert_true(total > 0);
	by_name_fini(&mine);
	by_name_fini(&theirs);
	profile_unref(p);
	profile_unref(want);
	bytes_free(&folded);
	bytes_free(&bytes);
}

TEST(single_numbers_do_not_mislead)
{
	struct profile *p = read_testdata("otlp/async.otlp");

	/* Counted by a decoder of its own. */
	assert_int_equal(read_sum(p), 89);
	assert_int_equal(p->types.n, 1);
	profile_unref(p);
}

/* ---- Made here ---- */

/* A message in another. */
static void
put(struct strbuf *out, unsigned field, struct strbuf *message)
{
	proto_bytes(out, field, strbuf_str(message));
	strbuf_free(message);
}

struct made {
	unsigned stack, values, attributes, location; /* indices, fields */
	unsigned link;                                /* field, or 0 */
	bool twice, old, empty;
};

#define TRACE "\x0a\xf7\x65\x19\x16\xcd\x43\xdd\x84\x48\xeb\x21\x1c\x80\x31\x9c"
#define SPAN "\xb7\xad\x6b\x71\x69\x20\x33\x31"
#define LINK \
	"{span_id=b7ad6b7169203331 " \
	"trace_id=0af7651916cd43dd8448eb211c80319c}"

/* The table of links: none, and one. */
static void
put_links(struct strbuf *dict)
{
	struct strbuf link = STRBUF_INIT;

	proto_bytes(dict, 4, STR_EMPTY);
	proto_bytes(&link, 1, STR(TRACE));
	proto_bytes(&link, 2, STR(SPAN));
	put(dict, 4, &link);
}

/* A sample of main, which is a function of strings "", "main", "count". */
static struct strbuf
made(const struct made *m)
{
	struct strbuf all = STRBUF_INIT, dict = STRBUF_INIT, a = STRBUF_INIT;
	struct strbuf sample = STRBUF_INIT, profile = STRBUF_INIT;

	proto_bytes(&dict, 2, STR_EMPTY);
	proto_bytes(&a, 3, STR("\x08\1")); /* a line of function 1 */
	put(&dict, 2, &a);
	proto_bytes(&dict, 3, STR_EMPTY);
	proto_bytes(&dict, 3, STR("\x08\1"));
	if (m->link != 0) {
		put_links(&dict);
		proto_number(&sample, m->link, 1);
	}
	proto_bytes(&dict, 5, STR_EMPTY);
	proto_bytes(&dict, 5, STR("main"));
	proto_bytes(&dict, 5, STR("count"));
	proto_bytes(&dict, 7, STR_EMPTY);
	proto_number(&a, 1, m->location);
	put(&dict, 7, &a);
	proto_number(&sample, 1, m->stack);
	proto_bytes(&sample, m->values, STR("\7"));
	proto_bytes(&profile, 1, STR("\x08\1\x10\2"));
	if (!m->empty)
		put(&profile, 2, &sample);
	put(&a, 2, &profile);
	put(&profile, 2, &a);
	if (!m->old)
		proto_bytes(&all, 2, strbuf_str(&dict));
	if (m->twice)
		proto_bytes(&all, 2, strbuf_str(&dict));
	put(&all, 1, &profile);
	strbuf_free(&dict);
	strbuf_free(&sample);
	return all;
}

static void
made_is(const struct made *m, const char *want)
{
	struct strbuf bytes = made(m);

	sampled_is(strbuf_str(&bytes), "", want);
	strbuf_free(&bytes);
}

static void
made_fails(const struct made *m, const char *message)
{
	struct strbuf bytes = made(m);

	sampled_fails(strbuf_str(&bytes), "", message);
	strbuf_free(&bytes);
}

TEST(damaged_messages_are_refused_with_the_place)
{
	made_is(&(struct made){ .stack = 1, .values = 4, .location = 1 },
		"main/count\nmain 7\n");
	made_is(&(struct made){ .stack = 0, .values = 4, .location = 9 },
		"main/count\n- 7\n");
	made_is(&(struct made){ .stack = 1, .values = 2, .location = 1 },
		"main/count\nmain 7\n");
	made_fails(&(struct made){ .stack = 2, .values = 4, .location = 1 },
		"index 2, but only 2 stacks (byte 51)");
	made_fails(&(struct made){ .stack = 1, .values = 4, .location = 2 },
		"index 2, but only 2 locations (byte 35)");
	made_fails(
		&(struct made){
			.stack = 1, .values = 4, .location = 1, .twice = true },
		"it has more than one dictionary (byte 39)");
	made_fails(
		&(struct made){
			.stack = 1, .values = 4, .location = 1, .old = true },
		"OpenTelemetry profiles of schema 1.5 or 1.6 (before May 2025) "
		"are not read");
	made_fails(&(struct made){ .values = 4, .empty = true }, "no samples");
}

/* As async-profiler 4.1 and 4.2 write it, schema 1.7: strings from "cpu" on,
   functions a and b, whose rows begin at 0, and samples of both, whose stacks
   are a range of `n` locations and then 2 of them. */
static struct strbuf
from_zero(uint64_t n, bool linked)
{
	struct strbuf all = STRBUF_INIT, dict = STRBUF_INIT, a = STRBUF_INIT;
	struct strbuf profile = STRBUF_INIT;

	for (uint64_t i = 0; i < 2; i++) {
		struct strbuf line = STRBUF_INIT;

		proto_number(&line, 1, i);
		put(&a, 3, &line);
		put(&dict, 2, &a);
		proto_number(&a, 1, i + 2);
		put(&dict, 3, &a);
	}
	if (linked)
		put_links(&dict);
	proto_bytes(&dict, 5, STR("cpu"));
	proto_bytes(&dict, 5, STR("count"));
	proto_bytes(&dict, 5, STR("a"));
	proto_bytes(&dict, 5, STR("b"));
	proto_bytes(&profile, 1, str_from("\x08\0\x10\1", 4));
	proto_bytes(&profile, 3, str_from("\0\1", 2));
	for (uint64_t i = 0; i < 2; i++) {
		proto_number(&a, 1, i > 0 ? 0 : 1);
		proto_number(&a, 2, i > 0 ? 2 : n);
		proto_bytes(&a, 3, STR("\7"));
		if (linked)
			proto_number(&a, 5, i);
		put(&profile, 2, &a);
	}
	put(&a, 2, &profile);
	put(&profile, 2, &a);
	put(&all, 1, &profile);
	put(&all, 2, &dict);
	return all;
}

TEST(tables_may_begin_with_a_row)
{
	struct strbuf bytes = from_zero(1, false);

	sampled_is(strbuf_str(&bytes), "", "cpu/count\nb 7\nb;a 7\n");
	strbuf_free(&bytes);
}

TEST(a_range_beyond_the_table_keeps_what_is_there)
{
	struct strbuf bytes = from_zero(2, false);

	sampled_is(strbuf_str(&bytes), "",
		"cpu/count\nb 7\nb;a 7\nnote: samples whose stacks end beyond "
		"the table of locations: 1; their other frames are kept\n");
	strbuf_free(&bytes);
}

/* The field of the index has another number in each. */
TEST(links_are_labels_in_all_layouts)
{
	struct strbuf bytes = from_zero(1, true);

	made_is(
		&(struct made){
			.stack = 1, .values = 4, .link = 3, .location = 1 },
		"main/count\nmain 7 " LINK "\n");
	made_is(
		&(struct made){
			.stack = 1, .values = 2, .link = 4, .location = 1 },
		"main/count\nmain 7 " LINK "\n");
	sampled_is(strbuf_str(&bytes), "", "cpu/count\nb 7\nb;a 7 " LINK "\n");
	strbuf_free(&bytes);
}

TEST(cut_and_damaged_messages_do_no_harm)
{
	static const char *const files[] = { "otlp/collector.otlp",
		"otlp/collector.framed", "otlp/jfrconv.otlp",
#ifdef HAVE_JANSSON
		"otlp/collector.json", "otlp/collector.jsonl"
#endif
	};

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct bytes bytes = testdata(files[i]);
		bool is_json = str_find(str_c(files[i]), STR("json"), 0) >= 0;

		read_damaged(is_json ? "otlpjson" : "otlp", bytes_str(&bytes),
			i == 2 ? 1000 : 5000);
		bytes_free(&bytes);
	}
}

TEST(messages_behind_lengths_may_be_cut)
{
	struct bytes bytes = testdata("otlp/collector.framed");
	struct bytes one = testdata("otlp/collector.otlp");
	struct str all = bytes_str(&bytes);

	for (size_t n = one.n + 4; n < all.n; n++) {
		struct profile *p = read_well("", str_sub(all, 0, n));

		/* Without the next length, the cut cannot be noticed. */
		if (n > one.n + 4)
			assert_true(partial_find(p).n > 0);
		assert_int_equal(p->sample.n, 8);
		profile_unref(p);
	}
	bytes_free(&one);
	bytes_free(&bytes);
}

/* An exporter that had nothing to send. */
TEST(messages_without_anything_are_no_old_schema)
{
	struct bytes bytes = testdata("otlp/collector.framed");
	struct bytes one = testdata("otlp/collector.otlp");
	struct str all = bytes_str(&bytes);
	struct strbuf with = STRBUF_INIT;
	struct profile *p = read_well("", all), *q;

	strbuf_add(&with, str_sub(all, 0, one.n + 4));
	strbuf_add(&with, str_from("\0\0\0\0", 4));
	strbuf_add(&with, str_from("\0\0\0\2\n\0", 6));
	strbuf_add(&with, str_skip(all, one.n + 4));
	q = read_well("", strbuf_str(&with));
	assert_int_equal(p->sample.n, q->sample.n);
	profile_unref(p);
	profile_unref(q);
	strbuf_free(&with);
	bytes_free(&one);
	bytes_free(&bytes);
}

TEST(tables_have_a_limit_of_memory)
{
	struct strbuf dict = STRBUF_INIT, all = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct read_spec spec = { .name = STR("x"), .max_memory = 1 << 20 };

	for (int i = 0; i < 200000; i++)
		proto_bytes(&dict, 5, STR_EMPTY);
	put(&all, 2, &dict);
	spec.bytes = strbuf_str(&all);
	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	strbuf_free(&all);
}

#ifdef HAVE_JANSSON

TEST(json_may_have_numbers_as_texts)
{
	static const char text[] =
		"{\"resourceProfiles\":[{\"resource\":{\"attributes\":[{"
		"\"key\":\"a\\u00e9\",\"value\":{\"doubleValue\":1.5}},{"
		"\"key\":\"b\",\"value\":{\"bytesValue\":\"/+8=\"}},{\"key\":"
		"\"c\",\"value\":{\"boolValue\":true}},{\"key\":\"d\","
		"\"value\":{\"arrayValue\":{}}}]},\"scopeProfiles\":[{"
		"\"profiles\":[{\"sampleType\":{\"typeStrindex\":1,"
		"\"unitStrindex\":2},\"samples\":[{\"stackIndex\":1,"
		"\"values\":[\"3\",4],\"unknown\":{\"x\":[1]}}]}]}]}],"
		"\"dictionary\":{\"stringTable\":[\"\",\"main\",\"count\"],"
		"\"stackTable\":[{},{\"locationIndices\":[1]}],"
		"\"locationTable\":[{},{\"lines\":[{\"functionIndex\":1,"
		"\"line\":\"9\"}]}],\"functionTable\":[{},{\"nameStrindex\":1}"
		"]}}";

	sampled_is(str_c(text), "",
		"main/count\n"
		"main<:9> 7 {a\xc3\xa9=1.5 b=ffef c=true}\n"
		"note: attributes with lists are left out\n");
	sampled_fails(STR("{\"resourceProfiles\":[],\"dictionary\":{}}"), "",
		"no samples");
}

#define JSON(values, more, tables) \
	"{\"resourceProfiles\":[{\"scopeProfiles\":[{\"profiles\":[{" \
	"\"sampleType\":{\"typeStrindex\":1,\"unitStrindex\":2},\"samples\":[" \
	"{\"stackIndex\":1,\"values\":[" values "]}" more "]}]}]}]," \
	"\"dictionary\":{\"stringTable\":[\"\",\"main\",\"count\"]," \
	"\"stackTable\":[{},{\"locationIndices\":[1]}]," \
	"\"locationTable\":[{},{\"lines\":[{\"functionIndex\":1}]}]," \
	"\"functionTable\":[{},{\"nameStrindex\":1}]" tables "}}"
#define ODD(n) \
	"note: values of the wrong type were taken as 0 " \
	"or as missing: " n "\n"

TEST(json_has_whole_numbers_exactly)
{
	sampled_is(STR(JSON("\"9007199254740993\"", "", "")), "",
		"main/count\nmain 9007199254740993\n");
	sampled_is(STR(JSON("2e3,1.0", "", "")), "", "main/count\nmain 2001\n");
}

TEST(json_of_other_types_costs_no_more_than_itself)
{
	sampled_is(
		STR(JSON("7,null,{},\"x\"",
			",null,{\"stackIndex\":1,\"values\":[1],\"linkIndex\":"
			"[],\"attributeIndices\":null}",
			",\"linkTable\":null,\"mappingTable\":7,"
			"\"attributeTable\":[{\"key\":7}]")),
		"",
		"main/count\nmain 8\n"
		"note: samples without values and times: 1\n" ODD("6"));
}

TEST(missing_values_of_what_is_not_a_count_are_told)
{
	/* As from an exporter that misspells "values". */
	sampled_is(
		STR("{\"resourceProfiles\":[{\"scopeProfiles\":[{\"profiles\":"
		    "[{\"sampleType\":{\"typeStrindex\":1,\"unitStrindex\":2},"
		    "\"samples\":[{\"stackIndex\":1,\"valuez\":[\"7000\"],"
		    "\"timestampsUnixNano\":[\"5\"]}]}]}]}],\"dictionary\":"
		    "{\"stringTable\":[\"\",\"main\",\"nanoseconds\"],"
		    "\"stackTable\":[{},{\"locationIndices\":[1]}],"
		    "\"locationTable\":[{},{\"lines\":[{\"functionIndex\":1}]}]"
		    ","
		    "\"functionTable\":[{},{\"nameStrindex\":1}]}}"),
		"",
		"main/nanoseconds\nmain 1 @0\n"
		"note: samples without values were taken as 1 for each time: "
		"1\n");
}

TEST(a_damaged_sample_is_left_out)
{
	sampled_is(
		STR(JSON("7",
			",{\"stackIndex\":5,\"values\":[1]},{\"stackIndex\":1,"
			"\"values\":[2],\"attributeIndices\":[9]}",
			"")),
		"",
		"main/count\nmain 9\nnote: damaged samples were left out: 1; "
		"the first: index 5, but only 2 stacks (byte 20)\nnote: "
		"damaged attributes were left out: 1\n");
}

TEST(links_are_labels)
{
	sampled_is(
		STR(JSON("7",
			",{\"stackIndex\":1,\"values\":[5],\"linkIndex\":1},{"
			"\"stackIndex\":1,\"values\":[1],\"linkIndex\":2},{"
			"\"stackIndex\":1,\"values\":[2],\"linkIndex\":1,"
			"\"attributeIndices\":[1]},{\"stackIndex\":1,"
			"\"values\":[3],\"linkIndex\":3},{\"stackIndex\":1,"
			"\"values\":[9],\"linkIndex\":4}",
			",\"attributeTable\":[{},{\"key\":\"span_id\","
			"\"value\":{"
			"\"stringValue\":\"mine\"}}],\"linkTable\":[{},{"
			"\"traceId\":\"0af7651916cd43dd8448eb211c80319c\","
			"\"spanId\":\"B7AD6B7169203331\"},{"
			"\"traceId\":\"CvdlGRbNQ92ESOshHIAxnA==\","
			"\"spanId\":\"AAAAAAAAAAA=\"},{"
			"\"traceId\":\"0af7\",\"spanId\":\"\"}]")),
		"",
		"main/count\nmain 10\n"
		"main 5 {span_id=b7ad6b7169203331 "
		"trace_id=0af7651916cd43dd8448eb211c80319c}\n"
		"main 1 {trace_id=0af7651916cd43dd8448eb211c80319c}\n"
		"main 2 {span_id=mine "
		"trace_id=0af7651916cd43dd8448eb211c80319c}\n"
		"note: damaged samples were left out: 1; the first: index 4, "
		"but only 4 links (byte 54)\n"
		"note: links with ids of a wrong length have no label: 1\n");
}

#endif

int
main(void)
{
	return tests_run(NULL, NULL);
}
