/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles in which every string is hostile (poison.h). The fields are written
 * one by one: no encoder of the program's own stands between.
 */
#include "prelude.h"

#include "hostile/poison.h"

#include "unit/protoout.h"

enum mark {
	FUNCTION,
	SYSTEM_NAME,
	FILE_NAME,
	OTHER,
	MAPPING,
	BUILD_ID,
	LABEL_KEY,
	LABEL_VALUE,
	NUMBER_KEY,
	NUMBER_UNIT,
	TYPE,
	UNIT,
	OTHER_TYPE,
	OTHER_UNIT,
	COMMENT,
	DOC_URL,
	DROP,
	KEEP,
};

const char *const hostile_marks[] = { "QFuQ", "QSyQ", "QFiQ", "QOtQ", "QMaQ",
	"QBuQ", "QKeQ", "QVaQ", "QNkQ", "QNuQ", "QTyQ", "QUnQ", "QOuQ", "QOnQ",
	"QCoQ", "QDoQ", "QDrQ", "QKpQ" };

/* A message of up to four numbers, fields 1 to 4; 0 is left out. */
static void
add_numbers(struct strbuf *b, unsigned field, const uint64_t v[4])
{
	struct strbuf m = STRBUF_INIT;

	for (unsigned i = 0; i < 4; i++)
		if (v[i] != 0)
			proto_number(&m, i + 1, v[i]);
	proto_bytes(b, field, strbuf_str(&m));
	strbuf_free(&m);
}

/* The position of a field's string in the table. */
static uint64_t
at(enum mark m)
{
	return (uint64_t)m + 1;
}

static void
add_strings(
	struct strbuf *out, struct str before, struct str after, bool patterns)
{
	struct strbuf s = STRBUF_INIT;

	proto_bytes(out, 6, STR(""));
	for (int i = 0; i < HOSTILE_MARKS; i++) {
		bool pattern = i == DROP || i == KEEP;

		strbuf_reset(&s);
		if (!pattern || patterns)
			strbuf_add(&s, before);
		strbuf_addstr(&s, hostile_marks[i]);
		if (!pattern || patterns)
			strbuf_add(&s, after);
		proto_bytes(out, 6, strbuf_str(&s));
	}
	strbuf_free(&s);
}

static void
add_sample(struct strbuf *out, const uint64_t *loc, size_t n, uint64_t value)
{
	struct strbuf m = STRBUF_INIT;

	for (size_t i = 0; i < n; i++)
		proto_number(&m, 1, loc[i]);
	proto_number(&m, 2, value);
	proto_number(&m, 2, value * 1000000);
	add_numbers(&m, 3, (uint64_t[4]){ at(LABEL_KEY), at(LABEL_VALUE) });
	add_numbers(&m, 3,
		(uint64_t[4]){
			at(NUMBER_KEY), 0, value * 512, at(NUMBER_UNIT) });
	proto_bytes(out, 2, strbuf_str(&m));
	strbuf_free(&m);
}

static void
add_location(struct strbuf *out, uint64_t id, uint64_t func)
{
	struct strbuf m = STRBUF_INIT;

	proto_number(&m, 1, id);
	proto_number(&m, 2, 1);
	proto_number(&m, 3, 0x1000 + id * 16);
	if (func != 0)
		add_numbers(&m, 4, (uint64_t[4]){ func, 7 });
	proto_bytes(out, 4, strbuf_str(&m));
	strbuf_free(&m);
}

static void
add_mapping(struct strbuf *out)
{
	struct strbuf m = STRBUF_INIT;

	proto_number(&m, 1, 1);
	proto_number(&m, 2, 0x1000);
	proto_number(&m, 3, 0x9000);
	proto_number(&m, 5, at(MAPPING));
	proto_number(&m, 6, at(BUILD_ID));
	proto_bytes(out, 3, strbuf_str(&m));
	strbuf_free(&m);
}

void
hostile_pprof(
	struct strbuf *out, struct str before, struct str after, bool patterns)
{
	add_numbers(out, 1, (uint64_t[4]){ at(TYPE), at(UNIT) });
	add_numbers(out, 1, (uint64_t[4]){ at(OTHER_TYPE), at(OTHER_UNIT) });
	/* Leaf first; location 3 is an address without a name. */
	add_sample(out, (const uint64_t[]){ 2, 1 }, 2, 30);
	add_sample(out, (const uint64_t[]){ 3, 2, 1 }, 3, 20);
	add_sample(out, (const uint64_t[]){ 2, 2, 1 }, 3, 10);
	add_mapping(out);
	add_location(out, 1, 1);
	add_location(out, 2, 2);
	add_location(out, 3, 0);
	for (uint64_t id = 1; id <= 2; id++) {
		struct strbuf m = STRBUF_INIT;

		proto_number(&m, 1, id);
		proto_number(&m, 2, at(id == 1 ? FUNCTION : OTHER));
		proto_number(&m, 3, at(SYSTEM_NAME));
		proto_number(&m, 4, at(FILE_NAME));
		proto_number(&m, 5, 5);
		proto_bytes(out, 5, strbuf_str(&m));
		strbuf_free(&m);
	}
	add_strings(out, before, after, patterns);
	proto_number(out, 7, at(DROP));
	proto_number(out, 8, at(KEEP));
	proto_number(out, 9, UINT64_C(1700000000000000000));
	proto_number(out, 10, 1000000000);
	add_numbers(out, 11, (uint64_t[4]){ at(OTHER_TYPE), at(OTHER_UNIT) });
	proto_number(out, 12, 1000000);
	proto_number(out, 13, at(COMMENT));
	proto_number(out, 14, at(OTHER_TYPE));
	proto_number(out, 15, at(DOC_URL));
}

void
hostile_types(struct strbuf *out, struct str first, struct str second)
{
	add_numbers(out, 1, (uint64_t[4]){ 1, 3 });
	add_numbers(out, 1, (uint64_t[4]){ 2, 3 });
	proto_bytes(out, 6, STR(""));
	proto_bytes(out, 6, first);
	proto_bytes(out, 6, second);
	proto_bytes(out, 6, STR("count"));
}
