/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pprof's settings.json: read, and written byte for byte as pprof does. */
#include "prelude.h"

#include "conf/pprofconfig.h"

#include "testing.h"

#include "base/json.h"

#ifdef HAVE_JANSSON

/* As pprof -http wrote it when /saveconfig was asked for. */
static const char *const recorded =
	"{\n"
	"  \"configs\": [\n"
	"    {\n"
	"      \"name\": \"mine\",\n"
	"      \"unit\": \"minimum\",\n"
	"      \"sort\": \"flat\",\n"
	"      \"nodecount\": 12,\n"
	"      \"nodefraction\": 0.005,\n"
	"      \"edgefraction\": 0.001,\n"
	"      \"focus\": \"foo\\u003cb\\u003e\\u0026\\\"\",\n"
	"      \"granularity\": \"lines\"\n"
	"    },\n"
	"    {\n"
	"      \"name\": \"all\",\n"
	"      \"call_tree\": true,\n"
	"      \"relative_percentages\": true,\n"
	"      \"unit\": \"ms\",\n"
	"      \"compact_labels\": true,\n"
	"      \"intel_syntax\": true,\n"
	"      \"mean\": true,\n"
	"      \"normalize\": true,\n"
	"      \"sort\": \"cum\",\n"
	"      \"drop_negative\": true,\n"
	"      \"nodefraction\": 1.2e-7,\n"
	"      \"edgefraction\": 0.25,\n"
	"      \"trim\": true,\n"
	"      \"focus\": \"a\",\n"
	"      \"ignore\": \"b\",\n"
	"      \"prune_from\": \"x\",\n"
	"      \"hide\": \"c\",\n"
	"      \"show\": \"d\",\n"
	"      \"show_from\": \"e\",\n"
	"      \"tagfocus\": \"t=1\",\n"
	"      \"tagignore\": \"u\",\n"
	"      \"tagshow\": \"v\",\n"
	"      \"taghide\": \"w\",\n"
	"      \"noinlines\": true,\n"
	"      \"showcolumns\": true,\n"
	"      \"granularity\": \"files\"\n"
	"    }\n"
	"  ]\n"
	"}";

/* A file as read, and a query to set. */
struct run {
	struct pprof_configs cs;
	struct arena arena;
	struct warnings damage;
	struct query query;
	struct options_target t;
};

static void
run_init(struct run *r, const char *text)
{
	struct err err = ERR_INIT;

	*r = (struct run){ .cs = PPROF_CONFIGS_INIT, .arena = ARENA_INIT };
	warnings_init(&r->damage, &r->arena);
	query_init(&r->query);
	r->t = (struct options_target){ .query = &r->query, .text = &r->arena };
	assert_int_equal(
		pprof_configs_parse(&r->cs, str_c(text), &r->damage, &err), 0);
}

static void
run_fini(struct run *r)
{
	pprof_configs_fini(&r->cs);
	arena_free(&r->arena);
}

static void
must_apply(struct run *r, const char *name)
{
	struct pprof_config *c = pprof_configs_find(&r->cs, str_c(name));
	struct err err = ERR_INIT;

	assert_non_null(c);
	if (pprof_config_get(c, r->t, &err) != 0)
		fail_msg("%s", err.msg);
}

static void
must_print(const struct run *r, const char *text)
{
	struct strbuf out = STRBUF_INIT;

	pprof_configs_print(&r->cs, &out);
	assert_string_equal(strbuf_c(&out), text);
	strbuf_free(&out);
}

static void
must_damage(const char *text, const char *note, size_t used)
{
	struct run r;

	run_init(&r, text);
	assert_int_equal(r.damage.n, 1);
	if (!str_starts(r.damage.head->text, str_c(note)))
		fail_msg("%s\n%.*s", text, STR_ARG(r.damage.head->text));
	assert_int_equal(r.cs.row.n, used);
	run_fini(&r);
}

TEST(what_pprof_wrote_is_written_the_same)
{
	struct run r;

	run_init(&r, recorded);
	assert_int_equal(r.damage.n, 0);
	must_print(&r, recorded);
	/* Also when the values went through the options. */
	must_apply(&r, "mine");
	pprof_configs_put(&r.cs, STR("mine"), r.t);
	must_apply(&r, "all");
	pprof_configs_put(&r.cs, STR("all"), r.t);
	must_print(&r, recorded);
	run_fini(&r);
}

TEST(a_missing_field_is_zero_and_not_its_default)
{
	struct run r;

	run_init(&r, "{\"configs\": [{\"name\": \"empty\"}]}");
	r.query.focus = STR("x");
	r.query.mean = true;
	r.query.granularity = GRAN_LINES;
	r.query.sample_index = STR("delay");
	r.query.divide_by = 2;
	must_apply(&r, "empty");
	assert_false(r.query.trim);
	assert_false(r.query.mean);
	assert_int_equal(r.query.nodecount, 0);
	assert_true(r.query.nodefraction <= 0);
	assert_int_equal(r.query.focus.n, 0);
	assert_int_equal(r.query.granularity, GRAN_FUNCTIONS);
	assert_int_equal(r.query.sort, SORT_FLAT);
	assert_true(str_is(r.query.unit, "minimum"));
	/* Members that pprof does not have stay. */
	assert_true(str_is(r.query.sample_index, "delay"));
	assert_true(r.query.divide_by > 1.5);
	run_fini(&r);
}

TEST(the_defaults_are_written_as_pprof_writes_them)
{
	struct run r;

	run_init(&r, "{\"configs\": null}");
	assert_int_equal(r.damage.n, 0);
	pprof_configs_put(&r.cs, STR("def"), r.t);
	must_print(&r,
		"{\n  \"configs\": [\n    {\n"
		"      \"name\": \"def\",\n"
		"      \"unit\": \"minimum\",\n"
		"      \"sort\": \"flat\",\n"
		"      \"nodecount\": -1,\n"
		"      \"nodefraction\": 0.005,\n"
		"      \"edgefraction\": 0.001,\n"
		"      \"trim\": true\n"
		"    }\n  ]\n}");
	pprof_configs_remove(&r.cs, pprof_configs_find(&r.cs, STR("def")));
	must_print(&r, "{\n  \"configs\": []\n}");
	run_fini(&r);
}

TEST(what_is_not_known_is_kept)
{
	static const char *const text =
		"{\n  \"configs\": [\n    {\n"
		"      \"name\": \"a\",\n"
		"      \"focus\": \"f\",\n"
		"      \"colour\": [1, {\"x\": null}, 2.5]\n"
		"    }\n  ],\n"
		"  \"version\": 7,\n"
		"  \"note\": \"é\"\n}";
	struct run r;

	run_init(&r, text);
	must_print(&r, text);
	must_apply(&r, "a");
	r.query.focus = STR("g");
	pprof_configs_put(&r.cs, STR("a"), r.t);
	assert_true(str_is(pprof_configs_find(&r.cs, STR("a"))->rest,
		"\"colour\": [1, {\"x\": null}, 2.5]"));
	run_fini(&r);
}

TEST(keys_are_found_in_any_case_and_the_last_one_wins)
{
	struct run r;

	run_init(&r,
		"{\"Configs\": [{\"NAME\": \"a\", \"Focus\": \"x\","
		" \"focus\": \"y\", \"hide\": null}]}");
	assert_int_equal(r.damage.n, 0);
	must_apply(&r, "a");
	assert_true(str_is(r.query.focus, "y"));
	run_fini(&r);
}

TEST(damage_is_named_by_line_and_the_rest_is_used)
{
	must_damage("", "1: unexpected end of text", 0);
	must_damage("\n\nhello", "3: expected an object, {...}", 0);
	must_damage("{\"configs\": [\n{\"name\": \"a\"},\n{\"name\": \"b\"",
		"3: ", 1);
	must_damage("{\"configs\": [\n{\"name\": \"a\"},\n{\"name\": \"b\",\n"
		    "\"focus\": 12},\n{\"name\": \"c\"}]}",
		"3: the configuration \"b\" is left out: \"focus\" has a value "
		"of the wrong type",
		2);
	must_damage("{\"configs\": [\n5, {\"name\": \"c\"}]}",
		"2: this is not a configuration", 1);
	must_damage("{\"configs\": [{\"name\": \"c\"}]\n}}",
		"2: trailing data after the end", 1);
	must_damage("{\"configs\": [{\"name\": \"c\"}]\n, 1: 2}",
		"2: expected a name in quotes", 1);
	must_damage("{\"configs\": [{\"name\": \"c\"}\n\n",
		"3: unexpected end of text", 1);
	must_damage("{\"configs\": [{\"name\": \"\xff\"}]}", "1: ", 0);
	must_damage("{\"configs\": [{\"name\": \"c\", \"a\nb\": 1}]}",
		"2: control character in a name", 0);
}

TEST(a_pattern_that_does_not_compile_is_refused)
{
	struct run r;
	struct err err = ERR_INIT;

	run_init(&r, "{\"configs\": [{\"name\": \"a\", \"hide\": \"(\"}]}");
	assert_int_equal(pprof_config_get(&r.cs.row.p[0], r.t, &err), -1);
	assert_int_equal(err.code, ERR_USAGE);
	assert_non_null(strstr(err.msg, "parsing hide regexp"));
	run_fini(&r);
}

#else

TEST(without_the_library_it_says_so)
{
	struct pprof_configs cs = PPROF_CONFIGS_INIT;
	struct err err = ERR_INIT;

	assert_int_equal(pprof_configs_parse(&cs, STR("{}"), NULL, &err), -1);
	assert_non_null(strstr(err.msg, "built without it"));
	pprof_configs_fini(&cs);
}

#endif

TEST(numbers_are_the_shortest_that_read_back)
{
	static const struct {
		double v;
		const char *text;
	} good[] = { { 0.005, "0.005" }, { 1, "1" }, { -12, "-12" },
		{ 1.2e-7, "1.2e-7" }, { 1e-6, "0.000001" }, { 0.25, "0.25" },
		{ 1234.5, "1234.5" }, { 1e20, "100000000000000000000" },
		{ 1e21, "1e+21" }, { 0.1 + 0.2, "0.30000000000000004" },
		{ 120, "120" }, { 9.5e-12, "9.5e-12" } };

	for (size_t i = 0; i < COUNT_OF(good); i++) {
		struct strbuf out = STRBUF_INIT;

		json_number(&out, good[i].v);
		assert_string_equal(strbuf_c(&out), good[i].text);
		strbuf_free(&out);
	}
}

TEST(texts_are_escaped_as_go_does_it)
{
	struct strbuf out = STRBUF_INIT;

	json_put(&out, STR("a\"b\\c\n\t\x01<>&\xe2\x80\xa8é\xff\x7f"), JSON_GO);
	assert_string_equal(strbuf_c(&out),
		"\"a\\\"b\\\\c\\n\\t\\u0001\\u003c\\u003e\\u0026\\u2028é"
		"\\ufffd\x7f\"");
	strbuf_free(&out);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
