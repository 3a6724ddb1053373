/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names changed by rules. */
#include "prelude.h"

#include "engine/renames.h"

#include "testing.h"

#include "base/compiler.h"
#include "stacks.h"

static void
name_is(const struct name_rules *rules, const char *name, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	renames_text(&out, str_c(name), rules);
	if (strcmp(strbuf_c(&out), want) != 0)
		fail_msg("%s: %s instead of %s", name, strbuf_c(&out), want);
	strbuf_free(&out);
}

TEST(ids_of_one_run_are_cut)
{
	static const char *const rows[][2] = {
		{ "Ctx$$Lambda$14/0x0000000801234.run", "Ctx$$Lambda.run" },
		{ "Ctx$$Lambda$14/1234567.run", "Ctx$$Lambda.run" },
		{ "Ctx$$Lambda/0x00007f12.run", "Ctx$$Lambda.run" },
		{ "Ctx$$Lambda.0x00007f12.run", "Ctx$$Lambda.run" },
		{ "Ctx$$Lambda$14", "Ctx$$Lambda" },
		{ "java.lang.invoke.LambdaForm$DMH/0x0001f.invoke",
			"java.lang.invoke.LambdaForm$DMH.invoke" },
		{ "java.lang.invoke.LambdaForm$DMH/1096979270.invoke",
			"java.lang.invoke.LambdaForm$DMH.invoke" },
		{ "Hidden/0x00007f.run", "Hidden.run" },
		{ "Hidden.0x00007f.run", "Hidden.run" },
		{ "reflect.GeneratedMethodAccessor12.invoke",
			"reflect.GeneratedMethodAccessor.invoke" },
		{ "reflect.GeneratedSerializationConstructorAccessor3.make",
			"reflect.GeneratedSerializationConstructorAccessor."
			"make" },
		{ "jdk.proxy2.$Proxy41.find", "jdk.proxy.$Proxy.find" },
		{ "A$$EnhancerBySpringCGLIB$$1f2e.get",
			"A$$EnhancerBySpringCGLIB.get" },
		{ "A$$SpringCGLIB$$0.get", "A$$SpringCGLIB.get" },
		{ "A$ByteBuddy$a1B2c3D4.get", "A$ByteBuddy.get" },
		{ "A$HibernateProxy$a1B2c3D4.get", "A$HibernateProxy.get" },
		{ "sort.isra.0.part.3.cold", "sort" },
		{ "sort.llvm.1234", "sort" },
		{ "f.__uniq.77.cold.1", "f" },
		{ "ns::f(int) [clone .isra.0] [clone .cold]", "ns::f(int)" },
		{ "shop::price::h0123456789abcdef", "shop::price" },
		{ "core[4d3f2a1b]::iter::next", "core::iter::next" },
		{ "dynamicClass.lambda_method12",
			"dynamicClass.lambda_method" },
		{ "<function f at 0x7f12>", "<function f>" },
		{ "class@anonymous/srv/a.php:12$0::run",
			"class@anonymous::run" },
	};
	const struct name_rules rules = { .ids = VOLATILE_JOIN };

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		name_is(&rules, rows[i][0], rows[i][1]);
}

TEST(numbers_from_the_source_stay)
{
	static const char *const rows[] = { "main.main.func1", "main.gowrap2",
		"f()::{lambda()#1}::operator()", "A.lambda$main$0",
		"shop::run::{closure#0}", "(anonymous)", "a.part.b", "v8::h123",
		"Ctx$$Lambda$14x", "" };
	const struct name_rules rules = { .ids = VOLATILE_JOIN };

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		name_is(&rules, rows[i], rows[i]);
}

TEST(asked_renames_apply_in_order_to_every_match)
{
	const struct name_rules rules = {
		.rename = STR("^(\\w+)\\.(\\w+)$=\\2 of \\1\n"
			      "o=0\nx\\=y=\\\\\n.*=")
	};

	name_is(&rules, "shop.foo", "f00 0f sh0p");
	name_is(&rules, "x=y", "\\");
	name_is(&rules, "a", "a"); /* an empty result keeps the name */
}

TEST(a_few_rules_cannot_multiply_a_name)
{
	struct strbuf lines = STRBUF_INIT, out = STRBUF_INIT;
	struct name_rules rules = { .ids = VOLATILE_KEEP };

	for (int i = 0; i < 8; i++)
		strbuf_addf(&lines, ".=%064d\n", 0);
	rules.rename = strbuf_str(&lines);
	renames_text(&out, STR("sixteen letters."), &rules);
	assert_in_range(out.n, 16 * 64, RENAMED_MAX);
	strbuf_free(&lines);
	strbuf_free(&out);
}

TEST(a_rename_needs_a_pattern_and_a_text)
{
	struct err err = ERR_INIT;

	assert_int_equal(renames_check(STR("a=b"), &err), 0);
	assert_int_equal(renames_check(STR("a\\=b"), &err), -1);
	assert_string_equal(
		err.msg, "rename: expected regexp=text, not \"a\\=b\"");
	assert_int_equal(renames_check(STR("(a=b"), &err), -1);
	assert_string_equal(err.msg,
		"parsing rename regexp: error parsing regexp: "
		"missing closing ): `(a`");
}

TEST(joined_functions_have_the_first_line_of_the_first)
{
	struct profile *p = stacks_read("main;f.part.0<f.c=5> 3\n"
					"main;f<f.c=9> 4\n"
					"main;f<g.c=7> 1\n"
					"main;g.isra.1 2\n"
					"main;main.cold<a.go=3> 1\n");
	const struct name_rules rules = { .ids = VOLATILE_JOIN };
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	struct strbuf out = STRBUF_INIT;
	struct profile *q;
	struct query query;

	warnings_init(&warnings, &arena);
	query_init(&query);
	q = renames_apply(p, &rules, &warnings, NULL);
	stacks_query(&out, q, &query);
	assert_string_equal(
		strbuf_c(&out), "main;f 8\nmain;g 2\nmain;main.cold 1\n");
	strbuf_free(&out);
	assert_int_equal(q->header.joined, 2);
	assert_true(str_starts(warnings.head->text,
		STR("2 names joined: they differ only in ids that change ")));
	for (func_id f = 0; f < q->func.n; f++)
		if (str_is(profile_str(q, q->func.file[f]), "f.c"))
			assert_int_equal(q->func.start_line[f], 5);
	profile_unref(q);
	profile_unref(p);
	arena_free(&arena);
}

TEST(in_a_comparison_only_names_with_a_partner_change)
{
	struct profile *p = stacks_read("main;f.part.0 3\nmain;g.part.0 4\n"
					"main;g.part.1 1\n");
	const struct name_rules rules = { .ids = VOLATILE_PAIRS };
	struct profile *q = renames_apply(p, &rules, NULL, NULL);
	struct strbuf out = STRBUF_INIT;
	struct query query;

	query_init(&query);
	stacks_query(&out, q, &query);
	assert_string_equal(strbuf_c(&out), "main;f.part.0 3\nmain;g 5\n");
	assert_int_equal(q->header.joined, 2);
	strbuf_free(&out);
	profile_unref(q);
	profile_unref(p);
}

TEST(a_profile_without_such_names_is_the_same_profile)
{
	struct profile *p = stacks_read("main;f 3\n");
	const struct name_rules rules = { .ids = VOLATILE_JOIN,
		.rename = STR("x=y") };
	struct profile *q = renames_apply(p, &rules, NULL, NULL);

	assert_ptr_equal(p, q);
	profile_unref(q);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
