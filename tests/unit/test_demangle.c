/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linkers' names made readable: the words of pprof, and bounds. */
#include "prelude.h"

#include "testing.h"

#include "profile/builder.h"
#include "profile/demangle.h"
#include "profile/place.h"
#include "util_random.h"
#include "util_speed.h"

static void
name_is(const char *name, enum demangle_mode mode, const char *want)
{
	struct strbuf b = STRBUF_INIT;

	demangle_name(&b, str_c(name), mode);
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
}

/* A name by default, with templates, and in full; NULL: as before. */
struct vector {
	const char *name, *plain, *templates, *full;
};

static void
vectors_hold(const struct vector *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *templates =
			v[i].templates != NULL ? v[i].templates : v[i].plain;

		name_is(v[i].name, DEMANGLE_DEFAULT, v[i].plain);
		name_is(v[i].name, DEMANGLE_FORCE, v[i].plain);
		name_is(v[i].name, DEMANGLE_TEMPLATES, templates);
		name_is(v[i].name, DEMANGLE_FULL,
			v[i].full != NULL ? v[i].full : templates);
	}
}

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

TEST(cxx_names_are_those_of_pprof)
{
	/* clang-format off */
	static const struct vector v[] = {
		{ "_ZN3foo3barEi", "foo::bar", NULL, "foo::bar(int)" },
		{ "__ZN3foo3barEi", "foo::bar", NULL, "foo::bar(int)" },
		{ "_ZN3foo3barEi.cold", "foo::bar", NULL, "foo::bar(int)" },
		{ "_ZN3foo3barEiGARBAGE", "foo::bar", NULL,
		  "_ZN3foo3barEiGARBAGE" },
		{ "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
		  "std::operator<<",
		  "std::operator<< <std::char_traits<char> >",
		  "std::basic_ostream<char, std::char_traits<char> >& "
		  "std::operator<< <std::char_traits<char> >("
		  "std::basic_ostream<char, std::char_traits<char> >&, "
		  "char const*)" },
		{ "_ZNKSt4lessIiEclERKiS2_", "std::less::operator()",
		  "std::less<int>::operator()",
		  "std::less<int>::operator()(int const&, int const&) const" },
		{ "_ZN1AcvT_IiEEv", "A::operator int",
		  "A::operator int<int>", "A::operator int<int>()" },
		{ "_ZZN1A1fEiENKUliE_clEi",
		  "A::f()::{lambda(int)#1}::operator()", NULL,
		  "A::f(int)::{lambda(int)#1}::operator()(int) const" },
		{ "_ZNSt8functionIFviEEaSERKS1_", "std::function::operator=",
		  "std::function<void (int)>::operator=",
		  "std::function<void (int)>::operator=("
		  "std::function<void (int)> const&)" },
		{ "_Z1fIJEEvDpT_", "f", "f<>", "void f<>()" },
		{ "_ZN1AIJEE1BIS_IJEEEE", "A::B", "A<>::B<A<> >", NULL },
		{ "_ZN5boost6detail1fB5cxx11Ev", "boost::detail::f[abi:cxx11]",
		  NULL, "boost::detail::f[abi:cxx11]()" },
		{ "_ZThn16_N1A1fEv", "non-virtual thunk to A::f()", NULL,
		  NULL },
		{ "___Z3foov_block_invoke_2",
		  "invocation function for block in foo", NULL,
		  "invocation function for block in foo()" },
		{ "_GLOBAL__I_foo", "global constructors keyed to _I_foo",
		  NULL, NULL },
		{ "_GLOBAL__D__ZN3foo3barEv",
		  "global destructors keyed to foo::bar()", NULL, NULL },
		{ "_GLOBAL__sub_I_main.cc", "_GLOBAL__sub_I_main.cc", NULL,
		  NULL },
		{ "_ZN1AIXadL_Z1gvEEE1fEv", "A::f", "A<&g>::f",
		  "A<&g>::f()" },
		{ "_ZN1AIXadL_Z1gIiEvT_EEE1fEv", "A::f", "A<&(g<int>)>::f",
		  "A<&(g<int>)>::f()" },
		{ "_ZN1ECI1St13runtime_errorEPKc", "E::E", NULL,
		  "E::E(char const*)" },
		{ "_ZN1AIiECI2NS_4BaseIiEEEi", "A::A", "A<int>::A",
		  "A<int>::A(int)" },
		{ "_ZN3CI23fooEv", "CI2::foo", NULL, "CI2::foo()" },
		{ "_ZN1AUt_D1Ev", "A::{unnamed type#1}::~{unnamed type#1}",
		  NULL, "A::{unnamed type#1}::~{unnamed type#1}()" },
	};
	/* clang-format on */

#ifdef HAVE_LIBIBERTY
	vectors_hold(v, COUNT(v));
#else
	name_is(v[0].name, DEMANGLE_DEFAULT, v[0].name);
	skip();
#endif
}

TEST(old_rust_names_are_those_of_pprof)
{
	static const struct vector v[] = {
		{ "_ZN5alloc3vec12Vec$LT$T$GT$3new17h02420f9f1fb66f93E",
			"alloc::vec::Vec<T>::new", NULL, NULL },
		{ "_ZN4core9core_arch3x863avx18_mm256_loadu_si25617h4dbae37c"
		  "4329cd93E",
			"core::core_arch::x86::avx::mm256_loadu_si256", NULL,
			NULL },
		{ "_ZN1a24_$u7b$$u7b$b..c$C$$RP$$x17h02420f9f1fb66f93E.llvm.1",
			"a::{{b::c,)$x", NULL, NULL },
	};

	vectors_hold(v, COUNT(v));
#ifdef HAVE_LIBIBERTY
	/* Too few different digits to be a hash. */
	name_is("_ZN4core3fmt5write17h0000000000000000E", DEMANGLE_DEFAULT,
		"core::fmt::write::h0000000000000000");
#endif
}

TEST(rust_names_are_those_of_pprof)
{
	static const struct vector v[] = {
		{ "_RNvC1a1b", "a::b", NULL, NULL },
		{ "__RNvC1a1b.llvm.7", "a::b", NULL, NULL },
		{ "_RINvNtC3std3mem8align_ofjE", "std::mem::align_of::<>",
			"std::mem::align_of::<usize>", NULL },
		{ "_RNvMC0INtC8arrayvec8ArrayVechKj7b_E3new",
			"<arrayvec::ArrayVec<>>::new",
			"<arrayvec::ArrayVec<u8, 123>>::new", NULL },
		{ "_RNCNvC1a4main0", "a::main::{closure#0}", NULL, NULL },
		{ "_RNvNvNCNvC1a1f010___CALLSITE4META",
			"_RNvNvNCNvC1a1f010___CALLSITE4META", NULL, NULL },
		{ "_RINvC1a1fDNtC1b1Tp6OutputmEL_Kc41_Kb1_KanA_TmERL0_eFUKCmE"
		  "uE",
			"_RINvC1a1fDNtC1b1Tp6OutputmEL_Kc41_Kb1_KanA_TmERL0_e"
			"FUKCmEuE",
			NULL, NULL },
		{ "_RINvC1a1fDNtC1b1Tp6OutputmEL_Kc41_Kb1_Kana_TmEFUKCmEuE",
			"a::f::<>",
			"a::f::<dyn b::T<Output = u32>, 'A', true, -10, "
			"(u32,), unsafe extern \"C\" fn(u32)>",
			NULL },
		{ "_RNvC1au8mnchen_zya", "_RNvC1au8mnchen_zya", NULL, NULL },
		{ "_RNvC1au10mnchen_3ya", "a::m\xc3\xbcnchen", NULL, NULL },
		{ "_RINvC1a1bTB2_B2_EE", "a::b::<>", "a::b::<(a, a)>", NULL },
		{ "_R0NvC1a1b", "_R0NvC1a1b", NULL, NULL },
	};

	vectors_hold(v, COUNT(v));
}

TEST(what_looks_like_cxx_loses_its_brackets)
{
	static const struct vector v[] = {
		{ "foo::bar<int>(char)", "foo::bar", "foo::bar<int>",
			"foo::bar<int>(char)" },
		{ "std::vector<std::pair<int, (anonymous namespace)::X> >::at("
		  "unsigned long) const",
			"std::vector::at const",
			"std::vector<std::pair<int, ::X> >::at const",
			"std::vector<std::pair<int, (anonymous namespace)::X> "
			">::at(unsigned long) const" },
		{ "operator<< <char>", "operator<< <char>", NULL, NULL },
		{ "a<b", "a<b", NULL, NULL },
		{ "printf", "printf", NULL, NULL },
		{ "std::x>(y)", "std::x>", NULL, "std::x>(y)" },
		{ "[kernel] foo(bar)", "[kernel] foo", NULL,
			"[kernel] foo(bar)" },
		{ "com.foo.Bar$1.call(<any>)", "com.foo.Bar$1.call", NULL,
			"com.foo.Bar$1.call(<any>)" },
		{ "java.util.Map.<init>(int)", "java.util.Map.<init>(int)",
			NULL, NULL },
		{ "main.(*List[go.shape.int]).Push",
			"main.(*List[go.shape.int]).Push", NULL, NULL },
		{ "", "", NULL, NULL },
		{ "_", "_", NULL, NULL },
	};

	vectors_hold(v, COUNT(v));
}

/* ---- Profiles ---- */

struct two {
	const char *name, *system;
};

static struct profile *
profile_of(const struct two *row, size_t n, enum names_from from)
{
	struct builder *b = builder_new(0);
	struct err err = ERR_INIT;
	struct profile *p;

	builder_header(b)->names = from;
	for (size_t i = 0; i < n; i++) {
		struct builder_function f = {
			.name = builder_string(b, str_c(row[i].name)),
			.system = builder_string(b, str_c(row[i].system)),
		};

		(void)builder_function(b, &f);
	}
	p = builder_seal(b, &err);
	assert_non_null(p);
	return p;
}

static void
names_are_shown(const struct two *row, const char *const *want, size_t n,
	enum demangle_mode mode, enum names_from from, bool on_screen)
{
	struct profile *p = profile_of(row, n, from);
	struct profile *q = demangle_profile(p, mode, on_screen, NULL);

	/* It lives on without the one that it was made of. */
	profile_unref(p);
	assert_true(profile_check(q));
	for (func_id f = 0; f < n; f++) {
		struct str name = profile_str(q, q->func.name[f]);

		if (!str_is(name, want[f]))
			fail_msg("\"%.*s\" instead of \"%s\"", STR_ARG(name),
				want[f]);
		assert_true(str_is(
			profile_str(q, q->func.system[f]), row[f].system));
	}
	profile_unref(q);
}

static void
names_become(const struct two *row, const char *const *want, size_t n,
	enum demangle_mode mode)
{
	names_are_shown(row, want, n, mode, NAMES_PROTO, false);
	names_are_shown(row, want, n, mode, NAMES_LEGACY, false);
}

TEST(names_that_somebody_made_readable_stay)
{
	static const struct two row[] = { { "mine", "_RNvC1a1b" },
		{ "_RNvC1a1b", "_RNvC1a1b" }, { "", "_RNvC1a1c" },
		{ "_RNvC1a1b", "" }, { "", "" }, { "a<b>", "plain" } };
	static const char *const plain[] = { "mine", "a::b", "a::c",
		"_RNvC1a1b", "", "a<b>" };
	static const char *const forced[] = { "a::b", "a::b", "a::c",
		"_RNvC1a1b", "", "plain" };
	static const char *const none[] = { "_RNvC1a1b", "_RNvC1a1b", "",
		"_RNvC1a1b", "", "plain" };
	static const char *const keep[] = { "mine", "_RNvC1a1b", "",
		"_RNvC1a1b", "", "a<b>" };

	names_become(row, plain, COUNT(row), DEMANGLE_DEFAULT);
	names_become(row, forced, COUNT(row), DEMANGLE_FORCE);
	names_become(row, forced, COUNT(row), DEMANGLE_TEMPLATES);
	names_become(row, none, COUNT(row), DEMANGLE_NONE);
	names_become(row, keep, COUNT(row), DEMANGLE_KEEP);
}

TEST(a_profile_without_such_names_is_not_copied)
{
	static const struct two row[] = { { "main.main", "main.main" },
		{ "foo", "_Z3foov" } };
	struct profile *p = profile_of(row, COUNT(row), NAMES_PROTO);
	struct profile *q = demangle_profile(p, DEMANGLE_DEFAULT, false, NULL);

	assert_ptr_equal(p, q);
	profile_unref(q);
	profile_unref(p);
}

TEST(the_screen_keeps_what_pprof_deletes)
{
	static const struct two row[] = { { "<module>", "<module>" },
		{ "<lambda>", "<lambda>" },
		{ "(::S)(n::Int)", "(::S)(n::Int)" },
		{ "<A as T>::f", "<A as T>::f" },
		{ "(anonymous namespace)::run(int)",
			"(anonymous namespace)::run(int)" },
		{ "", "<module>" }, { "", "" }, { "a<b>::c", "a<b>::c" },
		{ "mine", "<x>" } };
	static const char *const report[] = { "", "", "", "::f", "::run", "",
		"", "a::c", "mine" };
	static const char *const screen[] = { "<module>", "<lambda>",
		"(::S)(n::Int)", "<A as T>::f", "(anonymous namespace)::run",
		"<module>", "", "a::c", "mine" };

	names_become(row, report, COUNT(row), DEMANGLE_DEFAULT);
	names_are_shown(
		row, screen, COUNT(row), DEMANGLE_DEFAULT, NAMES_PROTO, true);
	names_are_shown(
		row, screen, COUNT(row), DEMANGLE_DEFAULT, NAMES_LEGACY, true);
}

TEST(the_screen_shows_what_is_between_file_and_line)
{
	static const struct two row[] = { { "./app.js:handle:15", "handle" },
		{ ":(idle):0", "(idle)" }, { ":emit:0", "emit" },
		{ "node:events:emit:471", "emit" },
		{ "./lib/x.js:emit:9", "emit" }, { "a:b:c", "b" },
		{ "./app.js:handle", "handle" } };
	static const char *const screen[] = { "handle", "(idle)", "emit",
		"emit node:events:471", "emit x.js:9", "a:b:c",
		"./app.js:handle" };
	const char *same[COUNT(row)];

	for (size_t i = 0; i < COUNT(row); i++)
		same[i] = row[i].name;
	names_become(row, same, COUNT(row), DEMANGLE_DEFAULT);
	names_are_shown(
		row, screen, COUNT(row), DEMANGLE_DEFAULT, NAMES_PROTO, true);
	names_are_shown(
		row, same, COUNT(row), DEMANGLE_KEEP, NAMES_PROTO, true);
}

/* ---- Names of other formats ---- */

static void
other_is(const char *name, enum demangle_mode mode, const char *want)
{
	struct strbuf b = STRBUF_INIT;

	demangle_other(&b, str_c(name), mode);
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
}

TEST(readable_names_of_other_formats_stay)
{
	static const char *const name[] = { "<A as T>::f", "<B as T>::f",
		"<std::time::Instant>::now", "a::impls::<impl R for &mut X>::r",
		"core::ptr::drop_in_place<alloc::string::String>",
		"core::ptr::drop_in_place<alloc::vec::Vec<u8>>", "f::<u8>",
		"f::<u16>", "f::{{closure}}", "f::{closure#0}",
		"FnOnce::call_once{{vtable.shim}}", "py::<module>:/x.py",
		"py::<lambda>:/x.py", "py::<genexpr>:/x.py",
		"py::f (copy):/x (1).py", "<module>", "<lambda>",
		"com.x.Foo::<init>", "com.x.Foo::<clinit>", "com.x.Foo::f(int)",
		"com.x.Foo::f(long)",
		"void [App] App.Program/<>c::<Main>b__0_0()[Tier0]",
		"void [App] App.Program/<>c::<Run>b__0_0()[Tier0]",
		"instance void [App] App.P::Run(int32)[Tier0]",
		"instance void [App] App.P::Run(int64)[Tier0]",
		"App!App.P::Run(int32)", "(anonymous namespace)::run",
		/* Encoded, but of an empty name. */
		"_RC_", "__RC_.2_.isrN5Zah02", "_RC0",
		"std::function<long (int)>::operator()", "A::operator()",
		"main::{lambda(int)#1}::operator()",
		"main::{lambda(long)#1}::operator()", "(::S)(n::Int)",
		"(::S)(n::Float)", "f(int)", "f(long)", "a::b (x.py:1)",
		"js-to-wasm::i", "wasm-function[20]", "a::operator[]",
		"::", "<>", "()", "::<>", "a::()", "" };

	for (size_t i = 0; i < COUNT(name); i++) {
		other_is(name[i], DEMANGLE_DEFAULT, name[i]);
		other_is(name[i], DEMANGLE_TEMPLATES, name[i]);
		other_is(name[i], DEMANGLE_FULL, name[i]);
		other_is(name[i], DEMANGLE_FORCE, name[i]);
	}
}

TEST(parameters_of_cxx_are_left_out_and_then_templates)
{
	static const struct vector v[] = {
		{ "ns::f(int)", "ns::f", NULL, "ns::f(int)" },
		{ "ns::f<int>(char) const", "ns::f", "ns::f<int>",
			"ns::f<int>(char) const" },
		{ "std::function<long (int)>::operator()(int) const &",
			"std::function::operator()",
			"std::function<long (int)>::operator()",
			"std::function<long (int)>::operator()(int) const &" },
		{ "a<b<c>, d>::e(f<g>) [clone .isra.0]", "a::e",
			"a<b<c>, d>::e",
			"a<b<c>, d>::e(f<g>) [clone .isra.0]" },
		{ "(anonymous namespace)::run(int)",
			"(anonymous namespace)::run", NULL,
			"(anonymous namespace)::run(int)" },
		{ "A::operator<(A const&)", "A::operator<", NULL,
			"A::operator<(A const&)" },
		{ "main::{lambda(int)#1}::operator()(int) const",
			"main::{lambda(int)#1}::operator()", NULL,
			"main::{lambda(int)#1}::operator()(int) const" },
	};

	for (size_t i = 0; i < COUNT(v); i++) {
		other_is(v[i].name, DEMANGLE_DEFAULT, v[i].plain);
		other_is(v[i].name, DEMANGLE_TEMPLATES,
			v[i].templates != NULL ? v[i].templates : v[i].plain);
		other_is(v[i].name, DEMANGLE_FULL, v[i].full);
	}
}

/* Of random names made of what names are made of, only those with parameters
   at their end may lose something, and that from the end. */
TEST(no_other_names_become_shorter)
{
	static const char *const piece[] = { "a", "b", "::", "<", ">", "(", ")",
		"[", "]", " ", " as ", "operator", "~", ".", "/", "{", "}",
		"()", "<T>", "(anonymous namespace)", " const", "&", "$",
		" [clone .x]", "->", "," };
	uint64_t random = 20;
	struct strbuf name = STRBUF_INIT, out = STRBUF_INIT;
	size_t shorter = 0;

	for (int i = 0; i < 200000; i++) {
		strbuf_reset(&name);
		strbuf_reset(&out);
		for (uint64_t n = 1 + random_next(&random) % 9; n > 0; n--)
			strbuf_addstr(&name,
				piece[random_next(&random) % COUNT(piece)]);
		demangle_other(&out, strbuf_str(&name), DEMANGLE_TEMPLATES);
		assert_true(str_starts(strbuf_str(&name), strbuf_str(&out)));
		assert_true(out.n > 0);
		if (out.n < name.n) {
			shorter++;
			assert_true(name.p[out.n] == '(');
			assert_true(
				strchr(strbuf_c(&name) + out.n, ')') != NULL);
		}
		strbuf_reset(&out);
		demangle_other(&out, strbuf_str(&name), DEMANGLE_DEFAULT);
		assert_true(out.n > 0);
		if (!str_starts(strbuf_str(&name), STR("::")))
			assert_false(str_starts(strbuf_str(&out), STR("::")));
	}
	assert_true(shorter > 100);
	strbuf_free(&name);
	strbuf_free(&out);
}

TEST(classes_of_perf_map_agent_are_written_as_in_java)
{
	static const struct {
		const char *name, *want;
	} v[] = {
		{ "Lio/netty/channel/nio/NioEventLoop;.run",
			"io.netty.channel.nio.NioEventLoop.run" },
		{ "La/B$C;::f", "a.B$C.f" },
		{ "LMain;.main", "Main.main" },
		{ "Lcom/x/Foo;::<init>", "com.x.Foo.<init>" },
		{ "Lcom/x/Foo;::<clinit>", "com.x.Foo.<clinit>" },
		/* as stackcollapse writes them */
		{ "La/B:.f", "a.B.f" },
		{ "a/B:::f", "a.B.f" },
		/* Other names. */
		{ "List::f", "List::f" },
		{ "La/B;", "La/B;" },
		{ "La/B;.", "La/B;." },
		{ "/lib/x:.text", "/lib/x:.text" },
		{ "a;.b", "a;.b" },
	};

	for (size_t i = 0; i < COUNT(v); i++)
		other_is(v[i].name, DEMANGLE_DEFAULT, v[i].want);
}

TEST(half_demangled_rust_is_read_to_its_end)
{
	/* clang-format off */
	static const struct two v[] = {
		{ "Vec$LT$T$GT$::push::h0123456789abcdef", "Vec<T>::push" },
		{ "a::b::h1111111111111111", "a::b" },
		{ "a::_$u7b$$u7b$closure$u7d$$u7d$::hfb2263220254680a",
		  "a::{{closure}}" },
		{ "_$LT$a..R$LT$X$GT$$u20$as$u20$std..io..Read$GT$::read::"
		  "h3fb226322c254681", "<a::R<X> as std::io::Read>::read" },
		{ "a::b::h0123456789abcdef.llvm.12", "a::b" },
		{ "a::b::h0123456789abcdef (.llvm.12)", "a::b" },
		{ "_$LT$$RF$T$GT$::f", "<&T>::f" },
		/* Other names. */
		{ "a::h0123456789abcde", "a::h0123456789abcde" },
		{ "a::h0123456789abcdeF", "a::h0123456789abcdeF" },
		{ "h0123456789abcdef", "h0123456789abcdef" },
		{ "Foo$C$Bar.f", "Foo$C$Bar.f" },
		{ "a..b", "a..b" },
		{ "f.llvm.12", "f.llvm.12" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNT(v); i++) {
		other_is(v[i].name, DEMANGLE_DEFAULT, v[i].system);
		other_is(v[i].name, DEMANGLE_FULL, v[i].system);
		/* pprof leaves them alone. */
		if (i < 2)
			name_is(v[i].name, DEMANGLE_FULL, v[i].name);
	}
}

/* Without a system's name, with the same, with what was left out of the name,
   and with a name that somebody has made readable. */
TEST(other_formats_need_no_systems_name)
{
	static const struct two row[] = { { "_RNvC1a1b", "" },
		{ "_RNvC1a1b", "_RNvC1a1b" }, { "_RNvC1a1b", "_RNvC1a1b_[k]" },
		{ "mine", "_RNvC1a1b" }, { "plain", "plain'2" },
		{ "", "_RNvC1a1b" }, { "", "" } };
	static const char *const plain[] = { "a::b", "a::b", "a::b", "mine",
		"plain", "a::b", "" };
	static const char *const force[] = { "a::b", "a::b", "a::b", "a::b",
		"plain", "a::b", "" };
	static const char *const none[] = { "_RNvC1a1b", "_RNvC1a1b",
		"_RNvC1a1b", "_RNvC1a1b", "plain", "", "" };

	names_are_shown(
		row, plain, COUNT(row), DEMANGLE_DEFAULT, NAMES_OTHER, false);
	names_are_shown(
		row, plain, COUNT(row), DEMANGLE_DEFAULT, NAMES_OTHER, true);
	names_are_shown(
		row, none, COUNT(row), DEMANGLE_NONE, NAMES_OTHER, false);
	names_are_shown(
		row, force, COUNT(row), DEMANGLE_FORCE, NAMES_OTHER, false);
	names_are_shown(
		row, force, COUNT(row), DEMANGLE_FULL, NAMES_OTHER, false);
}

/* ---- Bounds ---- */

/* head, body n times, tail: in all modes within time and space. */
static void
is_bounded(const char *head, const char *body, size_t n, const char *tail)
{
	struct strbuf name = STRBUF_INIT, out = STRBUF_INIT;

	strbuf_addstr(&name, head);
	for (size_t i = 0; i < n; i++)
		strbuf_addstr(&name, body);
	strbuf_addstr(&name, tail);
	for (int mode = DEMANGLE_DEFAULT; mode <= DEMANGLE_FULL; mode++) {
		double began = speed_spent();

		strbuf_reset(&out);
		demangle_name(
			&out, strbuf_str(&name), (enum demangle_mode)mode);
		assert_true(out.n <= DEMANGLE_MOST + name.n);
		strbuf_reset(&out);
		demangle_other(
			&out, strbuf_str(&name), (enum demangle_mode)mode);
		assert_true(out.n <= DEMANGLE_MOST + name.n);
		assert_true(place_without_copy(strbuf_str(&name)).n > 0);
		assert_true(speed_within(speed_spent() - began, 2));
	}
	strbuf_free(&name);
	strbuf_free(&out);
}

TEST(hostile_names_take_little_time_and_space)
{
	static const char *const body[] = { "P", "1AI", "N1AI", "Z1fv", "F",
		"XadL_Z1f", "Dp", "St", "S_", "cvT_I", "Tn", "Ul", "DTcl", "(",
		"<", "1<", "1(", "INtC1aB_", "B_", "TB_B_E", "RL_", "DG_", "NC",
		"NvMC0", "s_", "u9a", "A", "0", "99999999", "_", ".", "Kj",
		"FG0_", "IJ", "17h0123456789abcdefE", " const", " [clone x]",
		".isra.0", "$LT$", "::", "a<b>::" };
	static const char *const head[] = { "_Z1f", "_ZN", "_RNvC1a", "_RINv",
		"_RC1a", "___Z", "_GLOBAL__I__Z", "a::b" };
	static const size_t times[] = { 10, 300, 3000, 100000 };

	for (size_t h = 0; h < COUNT(head); h++)
		for (size_t b = 0; b < COUNT(body); b++)
			for (size_t n = 0; n < COUNT(times); n++)
				is_bounded(head[h], body[b], times[n], "EEE");
}

/* Base 62 as back references count: "_" is 0, "0_" is 1. */
static void
add_base62(struct strbuf *b, size_t n)
{
	static const char digit[] = "0123456789abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	assert_in_range(n, 63, 62 * 62);
	strbuf_addch(b, digit[(n - 1) / 62]);
	strbuf_addch(b, digit[(n - 1) % 62]);
	strbuf_addch(b, '_');
}

static void
stays_as_it_is(struct str name)
{
	struct strbuf out = STRBUF_INIT;

	demangle_name(&out, name, DEMANGLE_FULL);
	assert_true(str_eq(strbuf_str(&out), name));
	strbuf_free(&out);
}

TEST(a_short_name_of_gigabytes_stays_as_it_is)
{
	struct strbuf rust = STRBUF_INIT, cxx = STRBUF_INIT;
	size_t pair, before;

	/* Each type is a pair of the one before. */
	strbuf_addstr(&rust, "_RINvC1a60");
	strbuf_addn(&rust, 'b', 60);
	pair = rust.n - 2;
	strbuf_addstr(&rust, "TmmE");
	for (int i = 0; i < 30; i++) {
		before = pair;
		pair = rust.n - 2;
		strbuf_addstr(&rust, "TB");
		add_base62(&rust, before);
		strbuf_addstr(&rust, "B");
		add_base62(&rust, before);
		strbuf_addstr(&rust, "E");
	}
	strbuf_addstr(&rust, "E");
	stays_as_it_is(strbuf_str(&rust));
	strbuf_addstr(&cxx, "_Z1f1AIiiES_IS0_S0_E");
	for (char c = '1'; c <= 'Z'; c = (char)(c == '9' ? 'A' : c + 1))
		strbuf_addf(&cxx, "S_IS%c_S%c_E", c, c);
	stays_as_it_is(strbuf_str(&cxx));
	strbuf_free(&rust);
	strbuf_free(&cxx);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
