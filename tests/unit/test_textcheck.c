/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a source text is the one that was profiled. */
#include "prelude.h"

#include "testing.h"

#include "base/strbuf.h"
#include "base/vec.h"
#include "present/textcheck.h"

/* The message about a function that starts at a line; "" if the text fits. */
static void
says(const char *text, const char *file, const char *name, int64_t start,
	const char *want)
{
	struct arena arena = ARENA_INIT;
	struct strbuf out = STRBUF_INIT;
	VEC(struct str) line = { NULL, 0, 0 };
	struct str rest = str_c(text);
	struct text_facts facts = { .part = false };
	struct textcheck c;

	while (rest.n > 0)
		vec_push(&line, str_cut(&rest, '\n'));
	facts.line = line.p;
	facts.n = line.n;
	c = textcheck_function(&facts, str_c(file), str_c(name), start, &arena);
	if (c.doubt != TEXT_FITS)
		textcheck_put(&out, &c, true);
	if (strcmp(strbuf_c(&out), want) != 0)
		print_error("%s of %s at %d:\n", name, file, (int)start);
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
	vec_free(&line);
	arena_free(&arena);
}

/* A text declares a function in its line 4: that fits within 2 lines. */
static void
declares(const char *text, const char *file, const char *name)
{
	struct strbuf all = STRBUF_INIT;

	strbuf_addf(&all, "\n\n\n%s\n\n\n\n\n\n\n", text);
	for (int64_t start = 2; start <= 6; start++)
		says(strbuf_c(&all), file, name, start, "");
	strbuf_free(&all);
}

#define GO_TEXT \
	"package a\n" \
	"\n" \
	"// step advances.\n" \
	"\n" \
	"var steps = 1\n" \
	"\n" \
	"\n" \
	"\n" \
	"func step(p []byte) {\n" \
	"\tsteps++\n" \
	"}\n" \
	"\n" \
	"\n" \
	"func (t *table) add(n int) { step(nil) }\n" \
	"func Map[T any](list []T, f func(T) T) {}\n"

TEST(a_function_that_has_moved_is_found_at_its_declaration)
{
	says(GO_TEXT, "a.go", "a.step", 9, "");
	says(GO_TEXT, "a.go", "a.step", 6, "another text: step at 9, was 6");
	/* A word: "steps" is none. */
	says(GO_TEXT, "a.go", "a.(*table).add", 2,
		"another text: add at 14, was 2");
	says(GO_TEXT, "a.go", "a.gone", 9, "another text: no gone at 9");
	says(GO_TEXT, "a.go", "a.step", 100,
		"another text: step at 9, was 100");
}

TEST(functions_of_go_are_known)
{
	declares("func (t *T[K]) add(n K) {", "a.go", "a.(*T[...]).add");
	declares("func Map[T any](l []T) {", "a.go",
		"a.Map[go.shape.[]b.c,go.shape.int]");
	declares("\tfor x := range seq {", "a.go", "a.f-range1");
	declares("\tgo func() {", "a.go", "a.f.gowrap1");
	declares(
		"\tsort.Slice(x, func(i, j int) bool {", "a.go", "a.f.func1.2");
	declares("func init() {", "a.go", "a.init.0");
	declares("TEXT \302\267memmove<ABIInternal>(SB), NOSPLIT, $0", "a.s",
		"runtime.memmove");
	declares("func sync_runtime_canSpin(i int) bool {", "a.go",
		"sync.runtime_canSpin");
	says("\n\n\n\n\n\n", "a.go", "a.map.init.0", 3, "");
	says("\n\n\n\n\n\n", "a.go", "a.f.func1", 3,
		"another text: no f.func1 at 3");
	/* Written by the compiler. */
	says("\n\n\n\n\n\n", "a.go", "a.init", 3, "");
	says("\n\n\n\n\n\n", "a.go", "a.T.Get-fm", 3, "");
}

TEST(functions_of_c_and_cpp_are_known)
{
	declares("Cart::Cart(int n) : n(n)", "a.cc", "shop::Cart::Cart(int)");
	declares("struct Cart {", "a.cc", "shop::Cart::~Cart()");
	declares("T largest(const std::vector<T> &l)", "a.hpp",
		"int largest<int>(std::vector<int> const&)");
	declares("\tauto f = [&](int a) {", "a.cc",
		"main::{lambda(int)#1}::operator()(int) const");
	declares("\tauto f = [&](int a) {", "a.cc",
		"main::$_0::operator()(int) const");
	declares("std::ostream &operator<<(std::ostream &o, T t)", "a.cc",
		"a::operator<<(std::ostream&, a::T)");
	declares("step(int n)", "a.c", "step.isra.0.cold");
	declares("SYSCALL_DEFINE3(read, int, fd)", "a.c", "__x64_sys_read");
	says("\nint other(int);\n\n\n\n", "a.c", "step", 2,
		"another text: no step at 2");
	says("\nint f(int[]);\n\n\n\n\n\nauto x = 1;", "a.cc",
		"main::{lambda(int)#1}::operator()(int) const", 6,
		"another text: no main::{lambda#1}::operator() at 6");
	says("\n\n\n\n\n\nvoid\nstep (int n)\n{\n\tstep (1);\n}\n", "a.c",
		"step", 2, "another text: step at 8, was 2");
}

TEST(functions_of_python_are_known)
{
	declares("class Cart:", "a.py", "Cart");
	declares("    def __init__(self):", "a.py", "Cart.__init__");
	declares("x = sorted(l, key=lambda a: a.b)", "a.py", "<lambda>");
	declares("x = sorted(l, key=lambda a: a.b)", "a.py",
		"f.<locals>.<lambda>");
	declares("    return [a for a in b]", "a.py", "<listcomp>");
	declares("def step(n):", "a.py", "py::step:/srv/a.py");
	/* At its first decorator. */
	says("@a\n@b(\n  1,\n  2)\n@c\ndef step():\n  pass\n", "a.py", "step",
		1, "");
	says("@a\n@b(\n  1,\n  2)\n@c\ndef other():\n  pass\n", "a.py", "step",
		1, "another text: no step at 1");
	says("\n\n\n\n\nx = 1\n", "a.py", "<lambda>", 3,
		"another text: no <lambda> at 3");
	says("\n\n\n\n", "a.py", "<module>", 1, "");
}

TEST(functions_of_other_languages_are_known)
{
	declares("    .map(|x| x + 1)", "a.rs", "app::run::{{closure}}");
	declares("fn step<T: Ord>(t: T) {", "a.rs", "app::step::<u32>");
	declares("    fn clone(&self) -> Self {", "a.rs",
		"<app::T as core::clone::Clone>::clone");
	declares("exports.foo = function (a) {", "a.js", "exports.foo");
	declares("  constructor(a) {", "a.ts", "Cart");
	declares("  Inner(int a) {", "A.java", "com.a.Outer$Inner.<init>");
	declares("  list.forEach(x -> f(x));", "A.java",
		"com.a.Outer.lambda$main$0");
	declares("  def done?", "a.rb", "Cart#done?");
	declares("  list.each do |x|", "a.rb", "block in Cart#run");
	declares("  $f = fn($x) => $x;", "a.php", "App\\{closure}");
	says("\n\n\n\n", "A.java", "com.a.Outer.<clinit>", 2, "");
	says("\n\n\n\n", "a.js", "(anonymous)", 2, "");
	/* Names there are not those in the text. */
	says("\n\n\n\n", "a.ml", "camlA__step_12", 2, "");
}

TEST(comments_and_blank_lines_hold_no_code)
{
	bool inside = false;

	assert_true(textcheck_is_comment(STR("  "), STR("a.c"), &inside));
	assert_true(textcheck_is_comment(STR(" // x"), STR("a.c"), &inside));
	assert_false(
		textcheck_is_comment(STR("#define A"), STR("a.c"), &inside));
	assert_true(textcheck_is_comment(STR("# x"), STR("a.py"), &inside));
	assert_false(textcheck_is_comment(STR("--n;"), STR("a.c"), &inside));
	assert_true(textcheck_is_comment(STR("-- x"), STR("a.hs"), &inside));
	assert_true(textcheck_is_comment(STR("/* x"), STR("a.c"), &inside));
	assert_true(textcheck_is_comment(STR("x = 1"), STR("a.c"), &inside));
	assert_true(textcheck_is_comment(STR("x */"), STR("a.c"), &inside));
	assert_false(textcheck_is_comment(STR("*p = 1"), STR("a.c"), &inside));
	assert_false(textcheck_is_comment(
		STR("/* x */ y = 1"), STR("a.c"), &inside));
}

/* The message about a routine without a known start. */
static void
routine_says(const struct str *text, size_t n, int64_t line, int64_t age,
	const char *want)
{
	struct arena arena = ARENA_INIT;
	struct strbuf out = STRBUF_INIT;
	struct frame frame = { .name = STR("step") };
	struct frames frames = { .n = 1, .frame = &frame };
	struct view view = { .frames = &frames };
	struct line_sum sum = { .line = line };
	struct routine r = {
		.name = STR("step"), .file = STR("a.c"), .n = 1, .line = &sum
	};
	struct text_facts facts = { .line = text,
		.n = n,
		.mtime = 5000000000 + age,
		.program = STR("/srv/bin/shop"),
		.program_mtime = 5000000000 };
	struct textcheck c = textcheck_routine(&facts, &r, &view, &arena);

	if (c.doubt != TEXT_FITS)
		textcheck_put(&out, &c, false);
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
	arena_free(&arena);
}

TEST(without_a_start_the_lines_with_samples_are_looked_at)
{
	static const struct str text[] = { { "/* A", 4 }, { "b */", 4 },
		{ "", 0 }, { "x = 1;", 6 } };

	routine_says(text, 4, 4, 0, "");
	routine_says(text, 4, 0, 0, "");
	routine_says(text, 4, 2, 0,
		"not the text that was profiled: its lines with samples are "
		"blank or comments");
	routine_says(text, 4, 3, 0,
		"not the text that was profiled: its lines with samples are "
		"blank or comments");
	routine_says(text, 4, 9, 0,
		"not the text that was profiled: the file ends at line 4, "
		"samples go up to 9");
	routine_says(text, 4, 4, 90000000000,
		"not the text that was profiled: newer than shop by 90s");
}

TEST(in_a_diff_the_text_can_be_that_of_one_side)
{
	struct arena arena = ARENA_INIT;
	struct strbuf out = STRBUF_INIT;
	static const struct str text[] = { { "int step()", 10 }, { "{", 1 },
		{ "", 0 }, { "x();", 4 }, { "", 0 }, { "}", 1 } };
	/* The base had it in lines 9 to 13. */
	struct frame frame[] = { { .name = STR("step"), .start_line = 1 },
		{ .name = STR("step"), .start_line = 9 } };
	struct frames frames = { .n = 2, .frame = frame };
	struct view view = { .frames = &frames, .is_diff = true };
	struct line_sum sum[] = { { .line = 4, .frame = 0 },
		{ .line = 12, .frame = 1 } };
	struct routine r = {
		.name = STR("step"), .file = STR("a.c"), .n = 2, .line = sum
	};
	struct text_facts facts = { .line = text, .n = COUNT_OF(text) };
	struct textcheck c;

	sum[0].total.value = 5;
	sum[1].total.value = -5;
	sum[1].total.base = 5;
	c = textcheck_routine(&facts, &r, &view, &arena);
	textcheck_put(&out, &c, false);
	assert_string_equal(strbuf_c(&out),
		"not the text of the base: step is at 1 here, 9 in the "
		"profile");
	strbuf_free(&out);
	arena_free(&arena);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
