/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arenas, maps, interned strings, warnings, errors, saturating sums. */
#include "prelude.h"

#include <stdalign.h>
#include "testing.h"

#include "base/arena.h"
#include "base/bits.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/warnings.h"

TEST(an_arena_aligns_and_keeps_what_it_gave)
{
	struct arena a = ARENA_INIT;
	unsigned char *p[300];

	for (size_t i = 0; i < 300; i++) {
		p[i] = arena_alloc(&a, i * 31 + 1);
		assert_int_equal((uintptr_t)p[i] % alignof(max_align_t), 0);
		memset(p[i], (int)(i & 0xFF), i * 31 + 1);
	}
	for (size_t i = 0; i < 300; i++) {
		assert_int_equal(p[i][0], i & 0xFF);
		assert_int_equal(p[i][i * 31], i & 0xFF);
	}
	arena_reset(&a);
	assert_int_equal(a.used, 0);
	assert_true(a.held > 0);
	arena_free(&a);
	assert_int_equal(a.held, 0);
}

TEST(a_map_finds_what_was_put_and_nothing_else)
{
	struct map64 m = MAP64_INIT;

	assert_int_equal(map64_get(&m, 1), NONE);
	for (uint32_t i = 0; i < 5000; i++)
		map64_put(&m, (uint64_t)i * 4096, i);
	for (uint32_t i = 0; i < 5000; i++) {
		assert_int_equal(map64_get(&m, (uint64_t)i * 4096), i);
		assert_int_equal(map64_get(&m, (uint64_t)i * 4096 + 1), NONE);
	}
	map64_put(&m, 0, 77);
	assert_int_equal(map64_get(&m, 0), 77);
	assert_int_equal(m.n, 5000);
	map64_free(&m);
}

TEST(equal_bytes_get_equal_ids)
{
	struct arena a = ARENA_INIT;
	struct intern in;
	char buf[16];
	uint32_t id;

	intern_init(&in, &a);
	assert_int_equal(intern_copy(&in, STR("")), 0);
	for (int i = 0; i < 1000; i++) {
		int n = snprintf(buf, sizeof(buf), "s%d", i % 500);

		id = intern_copy(&in, str_from(buf, (size_t)n));
		assert_int_equal(id, i % 500 + 1);
	}
	id = intern_copy(&in, str_from("a\0b", 3));
	assert_int_equal(intern_find(&in, str_from("a\0b", 3)), id);
	assert_int_equal(intern_find(&in, str_from("a\0c", 3)), NONE);
	assert_int_equal(intern_str(&in, id).n, 3);
	intern_fini(&in);
	arena_free(&a);
}

/* 0, 15 to 17 and 300: around as many as are looked for at once, and more. */
TEST(strings_at_once_get_the_ids_of_one_by_one)
{
	static const size_t many[] = { 0, 1, 15, 16, 17, 300 };

	for (size_t k = 0; k < COUNT_OF(many); k++) {
		struct arena arena = ARENA_INIT;
		struct intern once, each;
		char text[300][8];
		struct str s[300];
		uint32_t id[300];

		intern_init(&once, &arena);
		intern_init(&each, &arena);
		for (size_t i = 0; i < many[k]; i++) {
			(void)snprintf(
				text[i], sizeof(text[i]), "%zu", i * 7 % 200);
			s[i] = str_c(text[i]);
		}
		intern_copy_each(&once, s, many[k], id);
		for (size_t i = 0; i < many[k]; i++) {
			assert_int_equal(id[i], intern_copy(&each, s[i]));
			assert_true(str_eq(intern_str(&once, id[i]), s[i]));
		}
		assert_int_equal(once.n, each.n);
		intern_fini(&once);
		intern_fini(&each);
		arena_free(&arena);
	}
}

TEST(a_note_is_kept_once)
{
	struct arena a = ARENA_INIT, b = ARENA_INIT;
	struct warnings warnings, more;

	warnings_init(&warnings, &a);
	warnings_init(&more, &b);
	warnings_add(&warnings, "%s expression matched no samples", "Focus");
	warnings_add(&more, "Focus expression matched no samples");
	warnings_add(&more, "Hide expression matched no samples");
	warnings_join(&warnings, &more);
	assert_int_equal(warnings.n, 2);
	arena_free(&b);
	assert_true(str_is(
		warnings.tail->text, "Hide expression matched no samples"));
	arena_free(&a);
}

TEST(errors_collect_context_on_the_way_up)
{
	struct err err = ERR_INIT;

	assert_int_equal(err_set(&err, ERR_FORMAT, "byte %d", 12), -1);
	assert_int_equal(err_wrap(&err, "%s", "x.pb.gz"), -1);
	assert_string_equal(err.msg, "x.pb.gz: byte 12");
	assert_int_equal(err_exit_status(&err), 1);
	(void)err_set(&err, ERR_USAGE, "%0600d", 1);
	assert_int_equal(strlen(err.msg), sizeof(err.msg) - 1);
	(void)err_wrap(&err, "ctx");
	assert_memory_equal(err.msg, "ctx: 000", 8);
	assert_int_equal(err_exit_status(&err), 2);
}

TEST(sums_saturate_or_wrap_as_asked)
{
	bool sticky = false;

	assert_true(i64_add(INT64_MAX, 1, &sticky) == INT64_MAX);
	assert_true(sticky);
	assert_true(i64_add(INT64_MIN, -1, &sticky) == INT64_MIN);
	assert_true(i64_wrap_add(INT64_MAX, 1) == INT64_MIN);
	assert_true(i64_abs(INT64_MIN) == INT64_MIN);
	assert_true(i64_trunc(-2.9) == -2);
	assert_true(i64_trunc(1e30) == INT64_MIN);
	assert_true(mul_size(SIZE_MAX / 2, 3) == SIZE_MAX);
}

TEST(bits_are_set_and_counted)
{
	uint64_t word[3] = { 0 };
	struct bits b = { word, 130 };

	assert_int_equal(bits_bytes(130), sizeof(word));
	bits_set(&b, 0);
	bits_set(&b, 64);
	bits_set(&b, 129);
	assert_true(bits_get(&b, 64));
	assert_false(bits_get(&b, 65));
	assert_true(bits_get(&b, 0) && bits_get(&b, 129));
	assert_int_equal(bits_ones(0), 0);
	assert_int_equal(bits_ones(UINT64_MAX), 64);
	assert_int_equal(bits_ones(UINT64_C(0x8000000100000003)), 4);
	for (unsigned i = 0; i < 64; i++)
		assert_int_equal(bits_lowest(UINT64_MAX << i), i);
	bits_clear(&b, 64);
	assert_false(bits_get(&b, 64));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
