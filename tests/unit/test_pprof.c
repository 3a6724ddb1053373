/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pprof's wire format: accepted and refused messages, and the places of
   errors. */
#include "prelude.h"

#include "read/read.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "read/idmap.h"
#include "protoout.h"
#include "util_read.h"

/* Writing messages by hand. */

/* A message of numbered scalars: {1, 5, 3, 7, 0} is field 1 = 5, 3 = 7. */
static void
message(struct strbuf *b, unsigned field, const uint64_t *pairs)
{
	struct strbuf m = STRBUF_INIT;

	for (; pairs[0] != 0; pairs += 2)
		proto_number(&m, (unsigned)pairs[0], pairs[1]);
	proto_bytes(b, field, strbuf_str(&m));
	strbuf_free(&m);
}
#define MESSAGE(b, field, ...) \
	message((b), (field), (const uint64_t[]){ __VA_ARGS__, 0 })

static void
location(struct strbuf *b, uint64_t id, uint64_t map, uint64_t func)
{
	struct strbuf m = STRBUF_INIT;

	proto_number(&m, 1, id);
	proto_number(&m, 2, map);
	proto_number(&m, 3, 0x1000 + id);
	MESSAGE(&m, 4, 1, func, 2, 10 * id);
	proto_bytes(b, 4, strbuf_str(&m));
	strbuf_free(&m);
}

/* The strings every message here uses. */
enum { S_EMPTY, S_SAMPLES, S_COUNT, S_F, S_G, S_KEY, S_VALUE, S_BYTES };

static void
strings(struct strbuf *b)
{
	static const char *const text[] = { "", "samples", "count", "f", "g",
		"key", "value", "bytes" };

	for (size_t i = 0; i < COUNT_OF(text); i++)
		proto_bytes(b, 6, str_c(text[i]));
}

/* Type, two functions, two locations, a mapping, strings; no samples. */
static void
tables(struct strbuf *b)
{
	MESSAGE(b, 1, 1, S_SAMPLES, 2, S_COUNT);
	MESSAGE(b, 3, 1, 1, 2, 0x1000, 3, 0x2000, 7, 1);
	location(b, 1, 1, 1);
	location(b, 2, 1, 2);
	MESSAGE(b, 5, 1, 1, 2, S_F, 3, S_F);
	MESSAGE(b, 5, 1, 2, 2, S_G, 5, 3);
	strings(b);
}

static struct profile *
read_bytes(const struct strbuf *b, struct err *err)
{
	return read_with(strbuf_str(b), READ_SAMPLES, err);
}

/* Read, free the bytes, and want a profile. */
static struct profile *
reads(struct strbuf *b)
{
	struct err err;
	struct profile *p = read_bytes(b, &err);

	assert_string_equal(err.msg, "");
	assert_non_null(p);
	strbuf_free(b);
	return p;
}

static void
fails(struct strbuf *b, const char *msg)
{
	struct err err;

	assert_null(read_bytes(b, &err));
	assert_int_equal(err.code, ERR_FORMAT);
	assert_string_equal(err.msg, msg);
	strbuf_free(b);
}

/* A profile that has one more message with these numbers, or with these
   bytes. */
#define MESSAGE_FAILS(msg, field, ...) \
	do { \
		struct strbuf with_it = STRBUF_INIT; \
		tables(&with_it); \
		MESSAGE(&with_it, field, __VA_ARGS__); \
		fails(&with_it, msg); \
	} while (false)

static void
bytes_fail(uint32_t field, struct str bytes, const char *msg)
{
	struct strbuf b = STRBUF_INIT;

	tables(&b);
	proto_bytes(&b, field, bytes);
	fails(&b, msg);
}

TEST(all_fields_arrive)
{
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	tables(&b);
	MESSAGE(&b, 2, 1, 2, 1, 1, 2, 42);
	proto_number(&b, 7, S_F);
	proto_number(&b, 8, S_G);
	proto_number(&b, 9, 1700000000);
	proto_number(&b, 10, 5000);
	MESSAGE(&b, 11, 1, S_SAMPLES, 2, S_COUNT);
	proto_number(&b, 12, 100);
	proto_number(&b, 13, S_KEY);
	proto_bytes(&b, 13, STR("\x06\x07"));
	proto_number(&b, 14, S_SAMPLES);
	proto_number(&b, 15, S_VALUE);
	p = reads(&b);
	assert_int_equal(p->sample.n, 1);
	assert_int_equal(p->sample.value[0][0], 42);
	assert_int_equal(p->trie.n, 3);
	assert_int_equal(p->trie.loc[1], 0);
	assert_int_equal(p->trie.loc[2], 1);
	assert_int_equal(p->map.limit[0], 0x2000);
	assert_int_equal(p->map.has[0], MAP_FUNCTIONS);
	assert_int_equal(p->loc.address[1], 0x1002);
	assert_int_equal(p->line.line[1], 20);
	assert_int_equal(p->func.start_line[1], 3);
	assert_true(str_is(profile_str(p, p->func.system[0]), "f"));
	assert_true(str_is(profile_str(p, p->header.drop_frames), "f"));
	assert_true(str_is(profile_str(p, p->header.keep_frames), "g"));
	assert_int_equal(p->header.time_nanos, 1700000000);
	assert_int_equal(p->header.duration_nanos, 5000);
	assert_int_equal(p->header.period, 100);
	assert_true(str_is(profile_str(p, p->header.period_type), "samples"));
	assert_int_equal(p->header.ncomments, 3);
	assert_true(str_is(profile_str(p, p->header.comment[2]), "bytes"));
	assert_true(str_is(profile_str(p, p->header.default_type), "samples"));
	assert_true(str_is(profile_str(p, p->header.doc_url), "value"));
	profile_unref(p);
}

TEST(tables_may_follow_what_refers_to_them)
{
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	MESSAGE(&b, 2, 1, 1, 2, 7);
	MESSAGE(&b, 1, 1, S_SAMPLES, 2, S_COUNT);
	location(&b, 1, 9, 5);
	MESSAGE(&b, 5, 1, 5, 2, S_G);
	MESSAGE(&b, 3, 1, 9, 5, S_F);
	strings(&b);
	p = reads(&b);
	assert_int_equal(p->loc.map[0], 0);
	assert_true(str_is(profile_str(p, p->func.name[0]), "g"));
	profile_unref(p);
}

TEST(packed_and_single_numbers_may_alternate)
{
	struct strbuf b = STRBUF_INIT, m = STRBUF_INIT;
	struct profile *p;
	loc_id stack[5];

	tables(&b);
	proto_number(&m, 1, 2);
	proto_bytes(&m, 1, STR("\x01\x02\x01"));
	proto_number(&m, 1, 1);
	proto_bytes(&m, 2, STR("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"));
	proto_bytes(&b, 2, strbuf_str(&m));
	strbuf_free(&m);
	p = reads(&b);
	assert_int_equal(p->sample.value[0][0], -1);
	assert_int_equal(profile_stack(p, p->sample.leaf[0], stack, 5), 5);
	assert_int_equal(stack[0], 1);
	assert_int_equal(stack[2], 1);
	assert_int_equal(stack[4], 0);
	profile_unref(p);
}

TEST(ids_may_be_sparse_and_huge)
{
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	MESSAGE(&b, 1, 1, S_SAMPLES, 2, S_COUNT);
	MESSAGE(&b, 5, 1, UINT64_MAX, 2, S_F);
	location(&b, UINT64_C(1) << 40, 12345, UINT64_MAX);
	MESSAGE(&b, 2, 1, UINT64_C(1) << 40, 2, 1);
	strings(&b);
	p = reads(&b);
	/* an unknown mapping is none, and no error */
	assert_int_equal(p->loc.map[0], NONE);
	assert_true(p->loc.id[0] == UINT64_C(1) << 40);
	assert_true(p->func.id[0] == UINT64_MAX);
	profile_unref(p);
}

TEST(unknown_fields_are_skipped)
{
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	tables(&b);
	proto_number(&b, 0, 3);
	proto_number(&b, 99, 3);
	proto_bytes(&b, 1000000, STR("anything"));
	proto_varint(&b, 77 << 3 | 1);
	strbuf_add(&b, STR("12345678"));
	proto_varint(&b, 77 << 3 | 5);
	strbuf_add(&b, STR("1234"));
	MESSAGE(&b, 2, 1, 1, 2, 7, 9, 1);
	p = reads(&b);
	assert_int_equal(p->sample.n, 1);
	profile_unref(p);
}

/* As pprof does, and protobuf-c does not. */
TEST(odd_spelling_within_messages_is_read)
{
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	tables(&b);
	/* a field 0; a field beyond 32 bits; a length of seven bytes */
	proto_bytes(&b, 5, STR("\x00\x05\x08\x09\x10\x03"));
	proto_bytes(&b, 5, STR("\x80\x80\x80\x80\x80\x01\x05\x08\x0a\x10\x04"));
	proto_bytes(&b, 4,
		STR("\x08\x07\x22\x84\x80\x80\x80\x80\x80\x00"
		    "\x08\x09\x10\x2a"));
	proto_bytes(&b, 2,
		STR("\x0a\x81\x80\x80\x80\x80\x80\x00\x07\x10\x05"
		    "\x1a\x05\x08\x85\x00\x10\x06"));
	p = reads(&b);
	assert_int_equal(p->sample.n, 1);
	assert_int_equal(p->sample.value[0][0], 5);
	assert_int_equal(p->func.n, 4);
	assert_true(p->func.id[2] == 9 && p->func.id[3] == 10);
	assert_int_equal(p->line.line[p->loc.line0[2]], 42);
	profile_unref(p);
}

TEST(labels_keep_text_or_a_number_or_vanish)
{
	struct strbuf b = STRBUF_INIT, m = STRBUF_INIT;
	struct profile *p;
	const struct label *l;

	tables(&b);
	proto_number(&m, 1, 1);
	proto_number(&m, 2, 7);
	MESSAGE(&m, 3, 1, S_KEY, 2, S_VALUE, 3, 9, 4, 999); /* text wins */
	MESSAGE(&m, 3, 1, S_KEY, 3, 5);
	MESSAGE(&m, 3, 1, S_KEY, 4, S_BYTES); /* 0 bytes */
	MESSAGE(&m, 3, 1, S_KEY);             /* nothing: dropped */
	MESSAGE(&m, 3, 1, S_F, 3, 0);         /* 0 without a unit: too */
	proto_bytes(&b, 2, strbuf_str(&m));
	strbuf_free(&m);
	p = reads(&b);
	l = p->labels.label;
	assert_int_equal(p->labels.first[2], 3);
	assert_true(str_is(profile_str(p, l[0].str), "value"));
	assert_int_equal(l[0].num, 0);
	assert_int_equal(l[1].str, NONE);
	assert_int_equal(l[1].num, 5);
	assert_int_equal(l[1].unit, 0);
	assert_true(str_is(profile_str(p, l[2].unit), "bytes"));
	profile_unref(p);
}

/* Two samples with times and one without, in a recording of ten seconds. */
static struct profile *
timed(uint64_t taken, uint64_t first, uint64_t second)
{
	enum { S_TIME = S_BYTES + 1 };
	struct strbuf b = STRBUF_INIT;
	const uint64_t times[] = { first, second, 0 };

	tables(&b);
	proto_bytes(&b, 6, STR("end_timestamp_ns"));
	for (size_t i = 0; i < COUNT_OF(times); i++) {
		struct strbuf m = STRBUF_INIT;

		proto_number(&m, 1, 1);
		proto_number(&m, 2, 5);
		if (times[i] != 0)
			MESSAGE(&m, 3, 1, S_TIME, 3, times[i]);
		proto_bytes(&b, 2, strbuf_str(&m));
		strbuf_free(&m);
	}
	proto_number(&b, 9, taken);
	proto_number(&b, 10, 10000000000);
	return reads(&b);
}

TEST(samples_have_the_times_of_a_label)
{
	struct profile *p = timed(
		1700000000000000000, 1700000004000000000, 1700000001000000000);

	assert_int_equal(p->sample.time[0], 4000000000);
	assert_int_equal(p->sample.time[1], 1000000000);
	assert_true(p->sample.time[2] == SAMPLE_UNTIMED);
	assert_true(profile_check(p));
	profile_unref(p);
	/* The header has the end of the recording. */
	p = timed(
		1700000010000000000, 1700000004000000000, 1700000001000000000);
	assert_int_equal(p->sample.time[0], 4000000000);
	assert_int_equal(times_begin(&p->header), 1700000000000000000);
	assert_int_equal(p->header.time_nanos, 1700000010000000000);
	profile_unref(p);
	/* Of another clock: no times. */
	p = timed(1700000000000000000, 4000000000, 1000000000);
	assert_null(p->sample.time);
	profile_unref(p);
}

TEST(strings_may_hold_any_byte_and_come_twice)
{
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	MESSAGE(&b, 1, 1, 1, 2, 2);
	proto_bytes(&b, 6, STR(""));
	proto_bytes(&b, 6, STR("a\0b"));
	proto_bytes(&b, 6, STR("\xff\x1b"));
	proto_bytes(&b, 6, STR("a\0b"));
	proto_number(&b, 15, 3);
	p = reads(&b);
	assert_true(str_eq(profile_str(p, p->types.type[0]), STR("a\0b")));
	assert_true(str_eq(profile_str(p, p->types.unit[0]), STR("\xff\x1b")));
	assert_int_equal(p->header.doc_url, p->types.type[0]);
	profile_unref(p);
}

TEST(the_last_of_a_scalar_wins)
{
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	tables(&b);
	proto_number(&b, 12, 5);
	proto_number(&b, 12, 6);
	proto_number(&b, 9, 0);
	proto_number(&b, 9, 8);
	MESSAGE(&b, 11, 1, S_F, 2, S_G);
	MESSAGE(&b, 11, 1, S_KEY); /* replaces all of the first */
	p = reads(&b);
	assert_int_equal(p->header.period, 6);
	assert_int_equal(p->header.time_nanos, 8);
	assert_true(str_is(profile_str(p, p->header.period_type), "key"));
	assert_int_equal(p->header.period_unit, 0);
	profile_unref(p);
}

TEST(two_profiles_in_one_file_are_noticed)
{
	struct strbuf b = STRBUF_INIT;

	tables(&b);
	proto_number(&b, 9, 5);
	proto_number(&b, 9, 5);
	fails(&b, "concatenated profiles detected (byte 109)");
}

TEST(samples_need_types_values_and_locations)
{
	struct strbuf b = STRBUF_INIT;

	MESSAGE(&b, 2, 2, 7);
	strings(&b);
	fails(&b,
		"malformed profile: missing sample type information (byte "
		"0)");
	tables(&b);
	MESSAGE(&b, 2, 1, 1, 2, 7);
	MESSAGE(&b, 2, 1, 1, 2, 7, 2, 8);
	fails(&b,
		"malformed profile: mismatch: sample has 2 values vs. 1 "
		"types (sample 2, byte 113)");
	MESSAGE_FAILS("malformed profile: mismatch: sample has 0 values vs. 1 "
		      "types (sample 1, byte 107)",
		2, 1, 1);
	MESSAGE_FAILS(
		"malformed profile: sample has nil location (sample 1, byte "
		"107)",
		2, 1, 3, 2, 7);
}

TEST(ids_are_not_zero_and_not_there_twice)
{
	MESSAGE_FAILS("malformed profile: found mapping with reserved ID=0 "
		      "(mapping 2, byte 107)",
		3, 2, 1);
	MESSAGE_FAILS("malformed profile: multiple mappings with same id: 1 "
		      "(mapping 2, byte 107)",
		3, 1, 1);
	MESSAGE_FAILS("malformed profile: found function with reserved ID=0 "
		      "(function 3, byte 107)",
		5, 2, S_F);
	MESSAGE_FAILS("malformed profile: multiple functions with same id: 2 "
		      "(function 3, byte 107)",
		5, 1, 2);
	MESSAGE_FAILS("malformed profile: found location with reserved id=0 "
		      "(location 3, byte 107)",
		4, 2, 1);
	MESSAGE_FAILS("malformed profile: multiple locations with same id: 2 "
		      "(location 3, byte 107)",
		4, 1, 2);
}

TEST(lines_need_a_function)
{
	struct strbuf b = STRBUF_INIT;

	tables(&b);
	location(&b, 3, 1, 9);
	fails(&b,
		"malformed profile: location id: 3 has a line with nil "
		"function (location 3, byte 107)");
	tables(&b);
	location(&b, 3, 1, 0);
	fails(&b,
		"malformed profile: location id: 3 has a line with nil "
		"function (location 3, byte 107)");
}

TEST(the_first_failure_in_the_order_of_pprof_is_told)
{
	struct strbuf b = STRBUF_INIT;

	tables(&b);
	MESSAGE(&b, 4, 1, 2); /* a location twice */
	MESSAGE(&b, 5, 1, 2); /* a function twice */
	MESSAGE(&b, 2, 1, 99, 2, 1);
	fails(&b,
		"malformed profile: sample has nil location (sample 1, byte "
		"115)");
	tables(&b);
	MESSAGE(&b, 4, 1, 2);
	MESSAGE(&b, 5, 1, 2);
	fails(&b,
		"malformed profile: multiple functions with same id: 2 "
		"(function 3, byte 111)");
}

TEST(string_indices_are_checked)
{
	struct strbuf b = STRBUF_INIT;

	MESSAGE(&b, 1, 1, 8);
	strings(&b);
	fails(&b,
		"malformed profile: string index 8 but only 8 strings, is the "
		"file truncated? (sample type 1, byte 0)");
	tables(&b);
	proto_number(&b, 14, (uint64_t)-1);
	fails(&b, "malformed profile: string index -1 (field 14, byte 107)");
	bytes_fail(13, STR("\x01\x63"),
		"malformed profile: string index 99 but only 8 strings, is the "
		"file truncated? (comment 1, byte 107)");
	MESSAGE(&b, 1, 1, 0);
	fails(&b, "malformed profile: the string table is missing (byte 4)");
	proto_bytes(&b, 6, STR("x"));
	MESSAGE(&b, 1, 1, 0);
	fails(&b, "malformed profile: the first string is not empty (byte 0)");
}

TEST(wire_errors_name_the_byte)
{
	struct strbuf b = STRBUF_INIT;

	tables(&b);
	proto_varint(&b, 2 << 3 | 2);
	proto_varint(&b, 100);
	fails(&b,
		"malformed profile: a field reaches beyond the end (byte "
		"109)");
	tables(&b);
	proto_varint(&b, 2 << 3 | 2);
	proto_varint(&b, UINT64_MAX);
	fails(&b,
		"malformed profile: a field reaches beyond the end (byte "
		"118)");
	tables(&b);
	strbuf_add(&b, STR("\x60\x80\x80"));
	fails(&b, "malformed profile: truncated within a number (byte 108)");
	tables(&b);
	strbuf_add(&b, STR("\x60\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"));
	fails(&b,
		"malformed profile: a number has more than 10 bytes (byte "
		"108)");
	tables(&b);
	proto_varint(&b, 99 << 3 | 3);
	fails(&b,
		"malformed profile: a field has an unknown wire type (byte "
		"107)");
	bytes_fail(9, STR("x"),
		"malformed profile: field 9 has the wrong wire type 2 (byte "
		"107)");
	tables(&b);
	proto_number(&b, 2, 1);
	fails(&b,
		"malformed profile: field 2 has the wrong wire type 0 (byte "
		"107)");
}

TEST(broken_messages_say_where_inside)
{
	/* a label whose key is a string */
	bytes_fail(2, STR("\x08\x01\x10\x01\x1a\x03\x0a\x01x"),
		"malformed profile: a field has the wrong wire type (byte "
		"115, in sample 1)");
	/* packed values that end within a number */
	bytes_fail(2, STR("\x12\x02\x01\x80"),
		"malformed profile: truncated within a number (byte 112, in "
		"sample 1)");
	bytes_fail(4, STR("\x08\x09\x22\x05\x08\x01"),
		"malformed profile: a field reaches beyond the end (byte "
		"113, in location 3)");
	/* is_folded, has_functions as bytes, which protobuf-c would take */
	bytes_fail(4, STR("\x08\x09\x2a\x01\x01"),
		"malformed profile: a field has the wrong wire type (byte "
		"111, in location 3)");
	bytes_fail(3, STR("\x08\x09\x3a\x01\x01"),
		"malformed profile: a field has the wrong wire type (byte "
		"111, in mapping 2)");
	bytes_fail(3, STR("\x08"),
		"malformed profile: truncated within a number (byte 110, in "
		"mapping 2)");
}

TEST(every_cut_is_an_error_or_a_shorter_profile)
{
	struct strbuf b = STRBUF_INIT;
	size_t whole, failed = 0;

	tables(&b);
	MESSAGE(&b, 2, 1, 1, 2, 7);
	proto_number(&b, 9, 1700000000);
	whole = b.n;
	for (size_t n = 1; n < whole; n++) {
		struct strbuf cut = STRBUF_INIT;
		struct err err;
		struct profile *p;

		strbuf_add(&cut, str_from(b.p, n));
		p = read_bytes(&cut, &err);
		if (p == NULL) {
			assert_true(err.msg[0] != '\0');
			failed++;
		}
		profile_unref(p);
		strbuf_free(&cut);
	}
	/* not after a whole field, once there are the strings that are used:
	   after "g", "key", "value", "bytes" and the sample */
	assert_int_equal(failed, whole - 1 - 5);
	strbuf_free(&b);
}

TEST(one_fat_sample_cannot_take_all_memory)
{
	struct strbuf b = STRBUF_INIT, m = STRBUF_INIT;
	struct read_spec spec = { .name = STR("x"), .max_memory = 1 << 20 };
	struct err err = ERR_INIT;
	struct profile *p;

	tables(&b);
	proto_number(&m, 2, 1);
	for (int i = 0; i < 100000; i++)
		proto_bytes(&m, 3, STR(""));
	proto_bytes(&b, 2, strbuf_str(&m));
	strbuf_free(&m);
	spec.bytes = strbuf_str(&b);
	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	assert_string_equal(err.msg,
		"sample 1 of 200002 bytes needs more than "
		"the memory limit to decode (byte 107, see --max-memory)");
	/* with enough of it, the empty labels are simply dropped */
	spec.max_memory = 64 << 20;
	p = read_profile(&spec, NULL, NULL, &err);
	assert_non_null(p);
	assert_int_equal(p->labels.n, 1);
	profile_unref(p);
	strbuf_free(&b);
}

/* Three samples with very many labels, the first two with the same ones. */
TEST(very_many_labels_take_little_more_than_their_table)
{
	enum { LABELS = 50000 };
	struct strbuf b = STRBUF_INIT;
	struct read_spec spec = { .name = STR("x"), .max_memory = 12 << 20 };
	struct err err = ERR_INIT;
	struct profile *p;

	tables(&b);
	for (uint64_t i = 0; i < 3; i++) {
		struct strbuf m = STRBUF_INIT;

		proto_number(&m, 2, 1);
		/* Keys are in no order: value, key, value ... */
		for (uint64_t k = 0; k < LABELS; k++)
			MESSAGE(&m, 3, 1, k % 2 == 0 ? S_VALUE : S_KEY, 3,
				k + 1 + i / 2);
		proto_bytes(&b, 2, strbuf_str(&m));
		strbuf_free(&m);
	}
	spec.bytes = strbuf_str(&b);
	p = read_profile(&spec, NULL, NULL, &err);
	assert_string_equal(err.msg, "");
	assert_int_equal(p->labels.n, 3);
	assert_int_equal(p->sample.labels[0], p->sample.labels[1]);
	assert_int_not_equal(p->sample.labels[0], p->sample.labels[2]);
	assert_int_equal(p->labels.first[3], 2 * LABELS);
	/* Sorted by key; equal keys keep their order. */
	assert_true(str_is(profile_str(p, p->labels.label[0].key), "key"));
	assert_int_equal(p->labels.label[0].num, 2);
	assert_int_equal(p->labels.label[1].num, 4);
	assert_int_equal(p->labels.label[LABELS / 2].num, 1);
	assert_true(profile_check(p));
	profile_unref(p);
	strbuf_free(&b);
}

TEST(tables_keep_to_the_memory_limit)
{
	struct strbuf b = STRBUF_INIT;
	struct read_spec spec = { .name = STR("x"), .max_memory = 128 << 10 };
	struct err err = ERR_INIT;

	tables(&b);
	for (uint64_t i = 1; i <= 20000; i++)
		MESSAGE(&b, 3, 1, i + 1);
	spec.bytes = strbuf_str(&b);
	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	spec.max_memory = 32 << 10;
	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_string_equal(err.msg,
		"20013 table rows need more than the "
		"memory limit (see --max-memory)");
	strbuf_free(&b);
}

TEST(reading_tells_how_far_it_is_and_stops_when_asked)
{
	struct strbuf b = STRBUF_INIT;
	struct read_spec spec = { .name = STR("x") };
	struct progress progress = { .stop = false };
	struct err err = ERR_INIT;
	struct profile *p;

	tables(&b);
	for (int i = 0; i < 5000; i++)
		MESSAGE(&b, 2, 1, 1, 2, 7);
	spec.bytes = strbuf_str(&b);
	p = read_profile(&spec, &progress, NULL, &err);
	assert_non_null(p);
	profile_unref(p);
	assert_int_equal(atomic_load(&progress.stage), PROGRESS_PARSE);
	assert_true(atomic_load(&progress.total) == b.n);
	assert_true(atomic_load(&progress.done) > b.n / 2);
	atomic_store(&progress.stop, true);
	assert_null(read_profile(&spec, &progress, NULL, &err));
	assert_int_equal(err.code, ERR_CANCELLED);
	strbuf_free(&b);
}

TEST(an_id_map_takes_small_and_large_ids)
{
	struct idmap m;

	idmap_init(&m, 3);
	assert_int_equal(idmap_get(&m, 0), NONE);
	assert_int_equal(idmap_get(&m, 4), NONE);
	idmap_put(&m, 3, 7);
	idmap_put(&m, 4, 8);
	idmap_put(&m, UINT64_MAX, 9);
	idmap_put(&m, 5, NONE);
	assert_int_equal(idmap_get(&m, 3), 7);
	assert_int_equal(idmap_get(&m, 4), 8);
	assert_int_equal(idmap_get(&m, UINT64_MAX), 9);
	assert_int_equal(idmap_get(&m, 5), NONE);
	idmap_fini(&m);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
