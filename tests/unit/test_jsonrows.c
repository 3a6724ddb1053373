/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -json: sums of the call tree's rows, and nodecount in every report. */
#include "prelude.h"

#include "testing.h"

#include <glob.h>

#include "load/load.h"
#include "report/json.h"
#include "report/report.h"
#include "util_source.h"

#ifdef HAVE_JANSSON

#include <jansson.h>

/* Return the JSON of a report of a file. */
static json_t *
rows_read(const char *path, const char *name, int64_t nodecount)
{
	struct str source = str_c(path);
	struct load_spec spec = { .n_sources = 1, .source = &source };
	struct arena arena = ARENA_INIT;
	struct strbuf out = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct warnings warnings;
	struct profile *p = load_profile(&spec, NULL, NULL, &err);
	struct jsonout j;
	struct report_job job = { .report = report_find(str_c(name)),
		.profile = p,
		.arg = job.report->takes == TAKES_PATTERN ? STR(".")
							  : STR_EMPTY,
		.json = &j,
		.out = &out,
		.warnings = &warnings };
	struct query q;
	json_t *doc;

	if (p == NULL)
		fail_msg("%s: %s", path, err.msg);
	query_init(&q);
	q.nodecount = nodecount;
	warnings_init(&warnings, &arena);
	job.engine = engine_new(p);
	jsonout_init(&j, &out);
	jsondoc_begin(&j, name);
	if (report_run(&job, &q, &err) != 0)
		fail_msg("%s: %s: %s", path, name, err.msg);
	jsondoc_end(&j, &warnings);
	doc = json_loadb(out.p, out.n, JSON_ALLOW_NUL, NULL);
	assert_non_null(doc);
	engine_free(job.engine);
	strbuf_free(&out);
	arena_free(&arena);
	profile_unref(p);
	return doc;
}

static int64_t
rows_number(const json_t *object, const char *name)
{
	return json_integer_value(json_object_get(object, name));
}

static void
check_sums(const char *path)
{
	json_t *doc = rows_read(path, "calltree", -1);
	const json_t *rows = json_object_get(doc, "rows"), *row;
	/* Sums may wrap around, as in the reports. */
	uint64_t *rest = xcalloc(json_array_size(rows), sizeof(*rest));
	size_t i;

	for (i = 0; (row = json_array_get(rows, i)) != NULL; i++) {
		const json_t *left = json_object_get(row, "left_out");

		assert_int_equal(rows_number(row, "id"), i);
		rest[i] += (uint64_t)rows_number(row, "total") -
			(uint64_t)rows_number(row, "self");
		if (left != NULL)
			rest[i] -= (uint64_t)rows_number(left, "total");
		if (i > 0)
			rest[rows_number(row, "parent")] -=
				(uint64_t)rows_number(row, "total");
	}
	assert_true(i > 0);
	assert_int_equal(rows_number(json_object_get(doc, "shown"), "rows"), i);
	/* Sums of numbers that are too large do not add up. */
	while (i-- > 0 && strstr(path, "min-int64") == NULL &&
		strstr(path, "overflow") == NULL)
		if (rest[i] != 0)
			fail_msg("%s: row %zu: %lld", path, i,
				(long long)rest[i]);
	free(rest);
	json_decref(doc);
}

TEST(rows_of_the_call_tree_add_up_to_totals)
{
	static const char *const patterns[] = { "*.pb.gz", "*.folded",
		"quirks/*.pb.gz" };
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(patterns); i++) {
		struct strbuf pattern = STRBUF_INIT;
		glob_t found;

		strbuf_addf(
			&pattern, "%s/testdata/%s", source_dir(), patterns[i]);
		assert_int_equal(glob(strbuf_c(&pattern), 0, NULL, &found), 0);
		for (size_t k = 0; k < found.gl_pathc; k++, n++)
			check_sums(found.gl_pathv[k]);
		globfree(&found);
		strbuf_free(&pattern);
	}
	assert_true(n > 30);
}

TEST(nodecount_limits_the_rows_of_every_report)
{
	static const struct {
		const char *report, *list;
	} of[] = { { "top", "rows" }, { "peek", "rows" },
		{ "calltree", "rows" }, { "folded", "nodes" },
		{ "traces", "samples" }, { "raw", "samples" },
		{ "list", "routines" }, { "tags", "keys" } };
	struct strbuf path = STRBUF_INIT;

	strbuf_addf(&path, "%s/testdata/shop-cpu.pb.gz", source_dir());
	for (size_t i = 0; i < COUNT_OF(of); i++) {
		json_t *doc = rows_read(strbuf_c(&path), of[i].report, 3);
		const json_t *list = json_object_get(doc, of[i].list), *key;
		size_t n = 0;

		/* Each label key is a list of its own. */
		for (size_t k = 0; (key = json_array_get(list, k)) != NULL; k++)
			n = strcmp(of[i].report, "tags") != 0
				? k + 1
				: json_array_size(
					  json_object_get(key, "values"));
		assert_in_range(n, 1, 3);
		json_decref(doc);
	}
	strbuf_free(&path);
}

#endif

int
main(void)
{
	return tests_run(NULL, NULL);
}
