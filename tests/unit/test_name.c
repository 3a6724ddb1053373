/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of functions: shorter forms, cuts, packages. */
#include "prelude.h"

#include <locale.h>
#include "testing.h"

#include "base/utf8.h"
#include "profile/name.h"
#include "util_speed.h"

/* All forms of a name, " | " between them, "*" before the plain one. */
static void
forms_are(const char *name, const char *want)
{
	struct arena arena = ARENA_INIT;
	struct name_forms forms;
	struct strbuf b = STRBUF_INIT;

	name_forms(&forms, str_c(name), &arena);
	for (int k = 0; k < forms.n; k++) {
		strbuf_addstr(&b, k > 0 ? " | " : "");
		strbuf_addstr(&b, k == forms.plain ? "*" : "");
		strbuf_add(&b, forms.form[k]);
		assert_true(k == 0 || forms.form[k].n < forms.form[k - 1].n);
	}
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
	arena_free(&arena);
}

static void
fit_is(const char *name, int columns, bool ascii, const char *want)
{
	struct arena arena = ARENA_INIT;
	struct name_forms forms;
	struct strbuf b = STRBUF_INIT;

	name_forms(&forms, str_c(name), &arena);
	name_fit(&b, &forms, columns, ascii);
	assert_string_equal(strbuf_c(&b), want);
	assert_true(
		utf8_columns(strbuf_str(&b), ascii) <= columns || columns < 0);
	strbuf_free(&b);
	arena_free(&arena);
}

TEST(go_names_lose_directories_then_receiver_then_package)
{
	forms_are("example.com/shop/api/v2.(*CartHandler).Checkout",
		"example.com/shop/api/v2.(*CartHandler).Checkout | "
		"*api.(*CartHandler).Checkout | api.CartHandler.Checkout | "
		"CartHandler.Checkout | Checkout");
	forms_are("net/http.serverHandler.ServeHTTP",
		"net/http.serverHandler.ServeHTTP | "
		"*http.serverHandler.ServeHTTP | serverHandler.ServeHTTP | "
		"ServeHTTP");
	forms_are("runtime.mallocgc", "*runtime.mallocgc | mallocgc");
	forms_are("main.main", "*main.main | main");
	forms_are("gopkg.in/yaml%2ev3.Parse",
		"gopkg.in/yaml%2ev3.Parse | *yaml%2ev3.Parse | Parse");
}

TEST(go_closures_keep_the_function_they_are_in)
{
	forms_are("example.com/x.y/z.F.func1",
		"example.com/x.y/z.F.func1 | *z.F.func1 | F.func1");
	forms_are("main.(*T).run.func2.1",
		"*main.(*T).run.func2.1 | main.T.run.func2.1 | "
		"T.run.func2.1 | run.func2.1");
	forms_are("main.glob..func1", "*main.glob..func1 | glob..func1");
	forms_are("main.start.gowrap1",
		"*main.start.gowrap1 | "
		"start.gowrap1");
	forms_are("os.init.0", "*os.init.0 | init.0");
}

TEST(go_type_arguments_go_first)
{
	forms_are("slices.SortFunc[go.shape.[]example.com/a/b.T,go.shape.int]",
		"slices.SortFunc[go.shape.[]example.com/a/b.T,go.shape.int] "
		"| *slices.SortFunc | SortFunc");
	forms_are("a.b/c.(*Map[...]).Get.func1",
		"a.b/c.(*Map[...]).Get.func1 | c.(*Map[...]).Get.func1 | "
		"*c.(*Map).Get.func1 | c.Map.Get.func1 | Map.Get.func1 | "
		"Get.func1");
}

TEST(cpp_names_lose_return_type_arguments_and_namespaces)
{
	forms_are("void ns::Map<int, std::less<int> >::find(int) const",
		"void ns::Map<int, std::less<int> >::find(int) const | "
		"ns::Map<int, std::less<int> >::find(int) | *ns::Map::find | "
		"Map::find | find");
	forms_are("absl::lts::container_internal::raw_hash_set::find",
		"*absl::lts::container_internal::raw_hash_set::find | "
		"lts::container_internal::raw_hash_set::find | "
		"l::c::raw_hash_set::find | raw_hash_set::find | find");
	forms_are("foo(int, char const*)", "foo(int, char const*) | *foo");
	forms_are("(anonymous namespace)::Parser::next(char)",
		"(anonymous namespace)::Parser::next(char) | "
		"Parser::next(char) | *Parser::next | next");
	forms_are("ns::(anonymous namespace)::run()",
		"ns::(anonymous namespace)::run() | ns::run() | *ns::run | "
		"run");
	forms_are("std::string::append[abi:cxx11](char const*)",
		"std::string::append[abi:cxx11](char const*) | "
		"std::string::append(char const*) | *std::string::append | "
		"string::append | append");
	forms_are("unsigned long std::hash<int>::operator()(int) const",
		"unsigned long std::hash<int>::operator()(int) const | "
		"std::hash<int>::operator()(int) | *std::hash::operator() | "
		"hash::operator()");
	forms_are("work(int) [clone .isra.0]",
		"work(int) [clone .isra.0] | "
		"work(int) | *work");
	forms_are("ns::work.constprop.0",
		"ns::work.constprop.0 | "
		"*ns::work | work");
}

TEST(cpp_operators_stay_with_their_class)
{
	forms_are("ns::T::operator<(ns::T const&) const",
		"ns::T::operator<(ns::T const&) const | "
		"ns::T::operator<(ns::T const&) | *ns::T::operator< | "
		"T::operator<");
	forms_are("std::ostream& std::operator<< <char>(std::ostream&)",
		"std::ostream& std::operator<< <char>(std::ostream&) | "
		"std::operator<<<char>(std::ostream&) | *std::operator<<");
	forms_are("std::operator>><char, std::char_traits<char> >",
		"std::operator>><char, std::char_traits<char> > | "
		"*std::operator>>");
	forms_are("bool std::operator==<char>(std::string const&)",
		"bool std::operator==<char>(std::string const&) | "
		"std::operator==<char>(std::string const&) | "
		"*std::operator==");
	forms_are("A::operator-><int>()",
		"A::operator-><int>() | *A::operator->");
	forms_are("A::operator->()", "A::operator->() | *A::operator->");
	forms_are("A::operator bool() const",
		"A::operator bool() const | A::operator bool() | "
		"*A::operator bool");
	forms_are("A::operator new[](unsigned long)",
		"A::operator new[](unsigned long) | *A::operator new[]");
}

TEST(lambdas_and_closures_stay_with_their_function)
{
	forms_are("ns::run(int)::{lambda(int, char)#2}::operator()(int) const",
		"ns::run(int)::{lambda(int, char)#2}::operator()(int) const "
		"| ns::run(int)::{lambda(int, char)#2}::operator()(int) | "
		"*ns::run::{lambda#2}::operator() | "
		"run::{lambda#2}::operator()");
	forms_are("shop::cart::total::{{closure}}",
		"*shop::cart::total::{{closure}} | "
		"cart::total::{{closure}} | total::{{closure}}");
}

TEST(rust_names_lose_the_hash_and_the_trait)
{
	forms_are("core::fmt::write::h0123456789abcdef",
		"core::fmt::write::h0123456789abcdef | *core::fmt::write | "
		"fmt::write | write");
	forms_are("<alloc::vec::Vec<T,A> as core::ops::Drop>::drop",
		"<alloc::vec::Vec<T,A> as core::ops::Drop>::drop | "
		"alloc::vec::Vec<T,A>::drop | *alloc::vec::Vec::drop | "
		"vec::Vec::drop | v::Vec::drop | Vec::drop | drop");
	forms_are("core::iter::map::<T>::next",
		"core::iter::map::<T>::next | *core::iter::map::next | "
		"iter::map::next | i::map::next | map::next | next");
}

TEST(java_names_lose_package_and_parameters)
{
	forms_are("com.google.Foo.bar(int)",
		"com.google.Foo.bar(int) | *Foo.bar | bar");
	forms_are("java.util.HashMap.<init>",
		"java.util.HashMap.<init> | *HashMap.<init>");
	/* The number of a hidden class names nothing. */
	forms_are("app.Hung$$Lambda$6/0x00007fd81c002000.call",
		"app.Hung$$Lambda$6/0x00007fd81c002000.call | "
		"app.Hung$$Lambda$6.call | *Hung$$Lambda$6.call | call");
	forms_are("Hung$$Lambda/0x0000000800c03000.run",
		"Hung$$Lambda/0x0000000800c03000.run | *Hung$$Lambda.run | "
		"run");
	forms_are("Hung$$Lambda$14/1234567.run",
		"Hung$$Lambda$14/1234567.run | *Hung$$Lambda$14.run | run");
	forms_are("java.lang.invoke.LambdaForm$MH.0x0000000800c03000.invoke",
		"java.lang.invoke.LambdaForm$MH.0x0000000800c03000.invoke | "
		"java.lang.invoke.LambdaForm$MH.invoke | "
		"*LambdaForm$MH.invoke | invoke");
	forms_are("java/util/HashMap.put",
		"java/util/HashMap.put | *HashMap.put | put");
	/* Classes that the JVM makes at run time are numbered. */
	forms_are("com.acme.Shop$$Lambda$14/0x0000000800c03000.apply",
		"com.acme.Shop$$Lambda$14/0x0000000800c03000.apply | "
		"com.acme.Shop$$Lambda$14.apply | *Shop$$Lambda$14.apply | "
		"apply");
	forms_are("Hung$$Lambda$6/2137211482.call",
		"Hung$$Lambda$6/2137211482.call | *Hung$$Lambda$6.call | call");
	forms_are("Shop$$Lambda$1.0x00000007c0001800.run",
		"Shop$$Lambda$1.0x00000007c0001800.run | "
		"*Shop$$Lambda$1.run | run");
}

TEST(pythons_names_for_perf_keep_what_is_in_angle_brackets)
{
	forms_are("py::<lambda>:/srv/x.py", "*py::<lambda>:/srv/x.py");
	forms_are("py::<module>:/srv/x.py", "*py::<module>:/srv/x.py");
}

TEST(the_id_of_a_class_that_the_jvm_made_is_no_class)
{
	forms_are("com.acme.Shop$$Lambda$14/0x0000000800c03000.apply",
		"com.acme.Shop$$Lambda$14/0x0000000800c03000.apply | "
		"com.acme.Shop$$Lambda$14.apply | *Shop$$Lambda$14.apply | "
		"apply");
	forms_are("Hung$$Lambda/0x00007fd81c002000.call",
		"Hung$$Lambda/0x00007fd81c002000.call | *Hung$$Lambda.call | "
		"call");
	forms_are("com/acme/Shop$$Lambda/0x7f.run",
		"com/acme/Shop$$Lambda/0x7f.run | *Shop$$Lambda.run | run");
	forms_are("com.acme.Shop$$Lambda$14/1159190947.run",
		"com.acme.Shop$$Lambda$14/1159190947.run | "
		"com.acme.Shop$$Lambda$14.run | *Shop$$Lambda$14.run | run");
	forms_are("Shop$$Lambda+0x00007f4f34008000/1572098393.run",
		"Shop$$Lambda+0x00007f4f34008000/1572098393.run | "
		"*Shop$$Lambda.run | run");
	forms_are("Shop$$Lambda$14.0x0000000800c03000.run",
		"Shop$$Lambda$14.0x0000000800c03000.run | "
		"*Shop$$Lambda$14.run | run");
	/* Folders of Go may look like this. */
	forms_are("github.com/0xabc.Run",
		"github.com/0xabc.Run | *0xabc.Run | Run");
	forms_are("a$/0xPoly/b.Run", "a$/0xPoly/b.Run | *b.Run | Run");
	forms_are("A$B/0x7f", "*A$B/0x7f");
}

TEST(other_names_are_left_alone)
{
	forms_are("do_sys_open", "*do_sys_open");
	forms_are("[unknown]", "*[unknown]");
	forms_are("a<b", "*a<b");
	forms_are("::x", "::x | *x");
	forms_are("std::x>", "*std::x> | x>");
	forms_are("f(int, ns::T)", "f(int, ns::T) | *f");
	forms_are("std::weird(", "*std::weird(");
	forms_are("a b c", "*a b c");
	forms_are("run (app.py:12)", "*run (app.py:12)");
	forms_are("", "*");
	forms_are("((((", "*((((");
	forms_are("::", "*::");
	forms_are(".", "*.");
	forms_are("a::", "*a::");
}

TEST(file_names_keep_their_end)
{
	forms_are("/usr/src/app/lib/main.c",
		"*/usr/src/app/lib/main.c | app/lib/main.c | lib/main.c | "
		"main.c");
	forms_are("shop/price/rules.go",
		"*shop/price/rules.go | price/rules.go | rules.go");
	forms_are("rules.go", "*rules.go");
}

TEST(the_longest_form_that_fits_is_taken)
{
	const char *name = "example.com/shop/api.(*CartHandler).Checkout";

	fit_is(name, 80, false, name);
	fit_is(name, 44, false, name);
	fit_is(name, 43, false, "api.(*CartHandler).Checkout");
	fit_is(name, 26, false, "api.CartHandler.Checkout");
	fit_is(name, 20, false, "CartHandler.Checkout");
	fit_is(name, 19, false, "Checkout");
	fit_is(name, 8, false, "Checkout");
	fit_is(name, 7, false, "Checko…");
	fit_is(name, 7, true, "Checko~");
	fit_is(name, 6, false, "Check…");
	fit_is(name, 5, false, "Check");
	fit_is(name, 1, false, "C");
	fit_is(name, 0, false, "");
	fit_is(name, -3, false, "");
	fit_is("runtime.mapaccess1_faststr", 12, false, "mapacce…tstr");
	fit_is("scanobject", 6, false, "scano…");
}

TEST(cuts_keep_whole_characters)
{
	struct strbuf b = STRBUF_INIT;

	name_cut(&b, STR("日本語日本語"), 6, false);
	assert_string_equal(strbuf_c(&b), "…本語");
	strbuf_reset(&b);
	name_cut_middle(&b, STR("日本語日本語"), 9, false);
	assert_string_equal(strbuf_c(&b), "日本…語");
	strbuf_reset(&b);
	/* e with acute accent, as two code points */
	name_cut(&b, STR("xxe\xCC\x81y"), 3, false);
	assert_string_equal(strbuf_c(&b), "…e\xCC\x81y");
	strbuf_reset(&b);
	name_cut(&b, STR("a\033[31mb"), 4, true);
	assert_string_equal(strbuf_c(&b), "~1mb");
	strbuf_free(&b);
}

TEST(a_name_of_100000_characters_is_cut_without_reading_it)
{
	static char big[100001];
	struct arena arena = ARENA_INIT;
	struct name_forms forms;
	struct strbuf b = STRBUF_INIT;
	double began = speed_spent();

	memset(big, 'x', 100000);
	big[99999] = 'z';
	for (int k = 0; k < 20000; k++) {
		strbuf_reset(&b);
		name_forms(&forms, str_c(big), &arena);
		name_fit(&b, &forms, 10, false);
	}
	assert_string_equal(strbuf_c(&b), "xxxxxx…xxz");
	/* 2e9 characters if all were read: far over a minute */
	assert_true(speed_within(speed_spent() - began, 20));
	strbuf_free(&b);
	arena_free(&arena);
}

/* Results of pprof's own functions for these names. */
TEST(packages_and_short_names_are_those_of_pprof)
{
	static const struct {
		const char *name, *shortened, *package;
	} row[] = {
		{ "main", "main", "" },
		{ "main.main", "main.main", "main" },
		{ "runtime.mallocgc", "runtime.mallocgc", "runtime" },
		{ "github.com/a/b.F", "b.F", "github.com/a/b" },
		{ "github.com/a/b/v3.(*T).Meth", "b.(*T).Meth",
			"github.com/a/b/v3" },
		{ "example.com/x.y/z.F.func1", "z.F.func1",
			"example.com/x.y/z" },
		{ "net/http.(*conn).serve", "http.(*conn).serve", "net/http" },
		{ "std::vector<int>::push_back", "std::vector<int>::push_back",
			"std" },
		{ "ns1::ns2::Cls::meth", "Cls::meth", "ns1" },
		{ "ns1::ns2::func", "ns1::ns2::func", "ns1" },
		{ "(anonymous namespace)::foo", "foo", "" },
		{ "com.google.Foo.bar(int)", "Foo.bar", "com" },
		{ "java.util.HashMap.<init>", "HashMap.<init>", "java" },
		{ "foo.bar.baz", "foo.bar.baz", "foo" },
		{ "::x", "::x", "" },
		{ "f(int, ns::T)", "f(int, ns::T)", "" },
		{ "a/b", "a/b", "" },
		{ "a.b/v10/c.F", "c.F", "a.b/v10/c" },
		{ "a/v1.F", "v1.F", "a/v1" },
		{ "ns::Cls::~Cls", "Cls::~Cls", "ns" },
		{ "ns::_Cls::m<a>::x", "_Cls::m<a>", "ns" },
	};
	struct arena arena = ARENA_INIT;
	struct strbuf b = STRBUF_INIT;

	for (size_t k = 0; k < COUNT_OF(row); k++) {
		strbuf_reset(&b);
		strbuf_add(&b, name_shortened(str_c(row[k].name), &arena));
		assert_string_equal(strbuf_c(&b), row[k].shortened);
		strbuf_reset(&b);
		strbuf_add(&b, name_package(str_c(row[k].name)));
		assert_string_equal(strbuf_c(&b), row[k].package);
	}
	strbuf_free(&b);
	arena_free(&arena);
}

TEST(a_list_has_names_and_beginnings)
{
	static const char *const list[] = { "malloc", "je_*", "", "a*b", NULL };
	static const char *const all[] = { "*", NULL };

	assert_true(name_is_one_of(STR("malloc"), list));
	assert_false(name_is_one_of(STR("mallocx"), list));
	assert_false(name_is_one_of(STR("mallo"), list));
	assert_true(name_is_one_of(STR("je_"), list));
	assert_true(name_is_one_of(STR("je_free"), list));
	assert_true(name_is_one_of(STR("je_*free"), list));
	assert_true(name_is_one_of(STR("je_*"), list));
	assert_false(name_is_one_of(STR("je"), list));
	assert_true(name_is_one_of(STR_EMPTY, list));
	assert_true(name_is_one_of(STR("a*b"), list));
	assert_false(name_is_one_of(STR("axb"), list));
	assert_false(name_is_one_of(str_from("malloc\0", 7), list));
	assert_true(name_is_one_of(STR_EMPTY, all));
	assert_true(name_is_one_of(STR("x"), all));
}

TEST(copies_of_compilers_keep_their_function)
{
	forms_are("vdbeSorterSort.isra.0",
		"*vdbeSorterSort.isra.0 | vdbeSorterSort");
	forms_are(
		"f.part.0.constprop.1.cold", "*f.part.0.constprop.1.cold | f");
	forms_are("f.lto_priv.0", "*f.lto_priv.0 | f");
	forms_are("main.work.cold", "*main.work.cold | work.cold | work");
	/* No copies, but packages. */
	forms_are("isra.work", "*isra.work | work");
	forms_are("f.isra", "*f.isra | isra");
	fit_is("vdbeSorterSort.isra.0", 21, false, "vdbeSorterSort.isra.0");
	fit_is("vdbeSorterSort.isra.0", 20, false, "vdbeSorterSort");
	fit_is("vdbeSorterSort.isra.0", 10, false, "vdbeSo…ort");
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
