/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spans and growing text. */
#include "prelude.h"

#include "testing.h"

#include "base/str.h"
#include "base/strbuf.h"

TEST(numbers_take_the_whole_span_or_nothing)
{
	int64_t v = 7;

	assert_true(str_to_i64(STR("-9223372036854775808"), &v));
	assert_true(v == INT64_MIN);
	assert_true(str_to_i64(STR("+42"), &v));
	assert_int_equal(v, 42);
	assert_false(str_to_i64(STR("9223372036854775808"), &v));
	assert_false(str_to_i64(STR("12x"), &v));
	assert_false(str_to_i64(STR(""), &v));
	assert_false(str_to_i64(STR("-"), &v));
	assert_int_equal(v, 42);
}

TEST(a_precision_is_never_negative)
{
	assert_int_equal(str_precision(str_from("", 0)), 0);
	assert_int_equal(str_precision(STR("abc")), 3);
	assert_int_equal(
		str_precision(str_from("", (size_t)INT_MAX + 1)), INT_MAX);
	assert_int_equal(str_precision(str_from("", SIZE_MAX)), INT_MAX);
}

TEST(cut_splits_at_the_first_separator)
{
	struct str s = STR("a;b;;c"), part;

	part = str_cut(&s, ';');
	assert_true(str_is(part, "a"));
	part = str_cut(&s, ';');
	assert_true(str_is(part, "b"));
	part = str_cut(&s, ';');
	assert_int_equal(part.n, 0);
	part = str_cut(&s, ';');
	assert_true(str_is(part, "c"));
	assert_null(s.p);
}

TEST(find_sees_overlapping_starts)
{
	assert_int_equal(str_find(STR("aaab"), STR("aab"), 0), 1);
	assert_int_equal(str_find(STR("abab"), STR("ab"), 1), 2);
	assert_int_equal(str_find(STR("abab"), STR("abc"), 0), -1);
	assert_int_equal(str_find(STR("ab"), STR("abab"), 0), -1);
	assert_int_equal(str_rfind(STR("aaab aab"), STR("aab")), 5);
	assert_int_equal(str_rfind(STR("aaa"), STR("aa")), 1);
	assert_int_equal(str_rfind(STR(""), STR("a")), -1);
}

TEST(brackets_at_the_end_are_told_by_their_depth)
{
	assert_int_equal(str_bracket(STR("f(a) (b(c))")), 5);
	assert_int_equal(str_bracket(STR("()")), 0);
	assert_int_equal(str_bracket(STR("a)")), -1);
	assert_int_equal(str_bracket(STR("(a) b")), -1);
	assert_int_equal(str_bracket(STR("")), -1);
}

TEST(digits_are_cut_from_the_front)
{
	struct str s = STR("12a3");

	assert_true(str_is(str_cut_digits(&s), "12"));
	assert_true(str_is(s, "a3"));
	assert_int_equal(str_cut_digits(&s).n, 0);
	assert_true(str_is(s, "a3"));
}

TEST(hexadecimal_digits_are_cut_from_the_front)
{
	struct str s = STR("00fffffffffffffffE:a"), none = STR("g1");
	uint64_t value = 1;

	assert_int_equal(str_cut_hex(&s, &value), 18);
	assert_true(value == UINT64_MAX - 1);
	assert_true(str_is(s, ":a"));
	assert_int_equal(str_cut_hex(&none, &value), 0);
	assert_int_equal(value, 0);
	assert_true(str_is(none, "g1"));
}

TEST(basename_follows_posix)
{
	assert_true(str_is(str_basename(STR("")), "."));
	assert_true(str_is(str_basename(STR("/")), "/"));
	assert_true(str_is(str_basename(STR("/a/b/")), "b"));
	assert_true(str_is(str_basename(STR("lib.so")), "lib.so"));
}

TEST(order_is_bytewise_and_prefixes_come_first)
{
	assert_true(str_cmp(STR("a"), STR("ab")) < 0);
	assert_true(str_cmp(STR("\xff"), STR("a")) > 0);
	assert_int_equal(str_cmp(STR_EMPTY, STR("")), 0);
}

TEST(only_ascii_letters_have_a_case)
{
	assert_true(str_eq_letters(STR("malloc"), STR("MalLoC")));
	assert_true(str_eq_letters(STR(""), STR_EMPTY));
	assert_false(str_eq_letters(STR("a"), STR("ab")));
	/* ... and what is 32 beside one is none. */
	assert_false(str_eq_letters(STR("@["), STR("`{")));
	assert_false(str_eq_letters(STR("\xC3\x84"), STR("\xC3\xA4")));
}

TEST(text_can_be_edited_in_the_middle)
{
	struct strbuf b = STRBUF_INIT;

	strbuf_addf(&b, "%s-%d", "x", 12);
	strbuf_insert(&b, 1, STR("yz"));
	assert_string_equal(strbuf_c(&b), "xyz-12");
	strbuf_remove(&b, 1, 3);
	assert_string_equal(strbuf_c(&b), "x12");
	strbuf_addn(&b, '.', 40);
	assert_int_equal(b.n, 43);
	strbuf_cut(&b, 2);
	assert_string_equal(strbuf_c(&b), "x1");
	strbuf_free(&b);
	assert_string_equal(strbuf_c(&b), "");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
