/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -json: every report is as the schema says and has the numbers of the text. */
#include "prelude.h"

#include <math.h>

#include "testing.h"

#include "base/compiler.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "load/load.h"
#include "profile/timeseries.h"
#include "read/read.h"
#include "report/gate.h"
#include "report/json.h"
#include "report/report.h"
#include "series/growthscan.h"
#include "stacks.h"
#include "symbol/symbolize.h"
#include "util_schema.h"
#include "util_source.h"

#ifdef HAVE_JANSSON

/* A profile, and a report of it in both forms. */
struct fixture {
	struct arena arena;
	struct profile *p;
	struct engine *engine;
	struct query query;
	struct strbuf text, json;
	json_t *doc;
	struct growth *growth;
	const struct report_times *times;
};

static struct str
path_of(struct fixture *f, const char *dir, const char *name)
{
	struct strbuf path = STRBUF_INIT;
	struct str copy;

	strbuf_addf(&path, "%s/%s/%s", source_dir(), dir, name);
	copy = arena_str(&f->arena, strbuf_str(&path));
	strbuf_free(&path);
	return copy;
}

static void
fixture_take(struct fixture *f, struct profile *p)
{
	f->p = p;
	f->engine = engine_new(p);
	query_init(&f->query);
}

/* base may be NULL. */
static void
open_files(struct fixture *f, const char *name, const char *base)
{
	struct str source, diff_base = STR_EMPTY;
	struct load_spec spec = { .n_sources = 1,
		.source = &source,
		.n_diff_bases = base != NULL,
		.diff_base = &diff_base,
		.symbols = {
			.mode = SYMBOLS_LOCAL, .program = this_program() } };
	struct err err = ERR_INIT;
	struct profile *p;

	*f = (struct fixture){ .doc = NULL };
	source = path_of(f, "testdata", name);
	if (base != NULL)
		diff_base = path_of(f, "testdata", base);
	p = load_profile(&spec, NULL, NULL, &err);
	if (p == NULL)
		fail_msg("%s", err.msg);
	fixture_take(f, p);
}

static void
open_stacks(struct fixture *f, const char *stacks)
{
	*f = (struct fixture){ .doc = NULL };
	fixture_take(f, stacks_read(stacks));
}

static void
fixture_close(struct fixture *f)
{
	json_decref(f->doc);
	strbuf_free(&f->text);
	strbuf_free(&f->json);
	engine_free(f->engine);
	profile_unref(f->p);
	arena_free(&f->arena);
}

/* ---- Documents ---- */

static const json_t *
schema(void)
{
	static json_t *known;
	struct fixture f = { .doc = NULL };

	if (known == NULL)
		known = json_load_file(
			path_of(&f, "man", "flametop-1.schema.json").p, 0,
			NULL);
	arena_free(&f.arena);
	assert_non_null(known);
	return known;
}

/* Parse f->json; it has to be as the schema says. */
static void
fixture_parse(struct fixture *f, const char *what)
{
	struct strbuf why = STRBUF_INIT;
	json_error_t error;

	json_decref(f->doc);
	f->doc = json_loadb(f->json.p, f->json.n,
		JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
	if (f->doc == NULL)
		fail_msg("%s: line %d: %s", what, error.line, error.text);
	if (!jsonschema_allows(schema(), schema(), f->doc, &why))
		fail_msg("%s: %s", what, strbuf_c(&why));
	strbuf_free(&why);
}

/* A report, or with gates those. f->doc is the document, f->text the same as
   text; false where nothing matches. */
static bool
run_report(struct fixture *f, const char *name, const char *pattern)
{
	struct warnings warnings;
	struct jsonout j;
	struct report_job job = { .report = report_find(str_c(name)),
		.engine = f->engine,
		.profile = f->p,
		.arg = str_c(pattern),
		.growth = f->growth,
		.times = f->times,
		.out = &f->text,
		.warnings = &warnings };
	struct err err = ERR_INIT;

	warnings_init(&warnings, &f->arena);
	strbuf_reset(&f->text);
	strbuf_reset(&f->json);
	if (report_run(&job, &f->query, &err) != 0 && err.code != ERR_NO_MATCH)
		fail_msg("%s: %s", name, err.msg);
	if (err.code == ERR_NO_MATCH)
		return false;
	job.out = &f->json;
	job.json = &j;
	jsonout_init(&j, &f->json);
	jsondoc_begin(&j, name);
	assert_int_equal(report_run(&job, &f->query, &err), 0);
	jsondoc_end(&j, &warnings);
	fixture_parse(f, name);
	return true;
}

static const json_t *
get(const json_t *object, const char *name)
{
	const json_t *member = json_object_get(object, name);

	if (member == NULL)
		fail_msg("no member %s", name);
	return member;
}

static int64_t
number(const json_t *object, const char *name)
{
	return json_integer_value(get(object, name));
}

static const char *
word(const json_t *object, const char *name)
{
	return json_string_value(get(object, name));
}

/* From here on the text has numbers in the unit of the profile, too. */
static void
use_own_unit(struct fixture *f)
{
	(void)run_report(f, "comments", "");
	f->query.unit =
		arena_str(&f->arena, str_c(word(get(f->doc, "value"), "unit")));
}

/* ---- All reports ---- */

static const char *const profiles[] = { "shop-cpu.pb.gz", "shop-heap.pb.gz",
	"tags.pb.gz", "cpp-cpu.pb.gz", "cpu.folded", "odd.folded",
	"quirks/addresses.pb.gz", "quirks/all-negative.pb.gz",
	"quirks/all-zero.pb.gz", "quirks/columns.pb.gz",
	"quirks/comments.pb.gz", "quirks/deep.pb.gz", "quirks/diff-base.pb.gz",
	"quirks/duration.pb.gz", "quirks/empty-stacks.pb.gz",
	"quirks/hostile.pb.gz", "quirks/inline.pb.gz",
	"quirks/labels-mixed.pb.gz", "quirks/labels-numeric.pb.gz",
	"quirks/languages.pb.gz", "quirks/mappings.pb.gz", "quirks/mean.pb.gz",
	"quirks/min-int64.pb.gz", "quirks/no-mapping.pb.gz",
	"quirks/no-names.pb.gz", "quirks/no-samples.pb.gz",
	"quirks/odd-lines.pb.gz", "quirks/only-empty-stacks.pb.gz",
	"quirks/overflow.pb.gz", "quirks/recursion.pb.gz",
	"quirks/types200.pb.gz" };

static void
run_all_reports(struct fixture *f)
{
	const struct report *r;
	size_t n = 0;

	for (size_t i = 0; (r = report_at(i)) != NULL; i++) {
		if (r->json == NULL || r->wants_times)
			continue;
		(void)run_report(f, r->doc.name, r->doc.arg != NULL ? "." : "");
		n++;
	}
	assert_int_equal(n, 16);
}

TEST(every_report_of_every_profile_is_as_the_schema_says)
{
	for (size_t i = 0; i < COUNT_OF(profiles); i++) {
		struct fixture f;

		open_files(&f, profiles[i], NULL);
		run_all_reports(&f);
		if (str_chr(str_c(profiles[i]), '/') < 0) {
			fixture_close(&f);
			continue;
		}
		f.query.granularity = GRAN_ADDRESSES;
		f.query.mean = true;
		f.query.call_tree = true;
		f.query.divide_by = 7;
		run_all_reports(&f);
		fixture_close(&f);
	}
}

TEST(every_report_of_every_diff_is_as_the_schema_says)
{
	static const char *const pairs[][2] = {
		{ "shop-cpu.pb.gz", "old-shop-cpu.pb.gz" },
		{ "shop-heap.pb.gz", "old-shop-heap.pb.gz" },
		{ "shop-mutex.pb.gz", "old-shop-mutex.pb.gz" },
		{ "tags.pb.gz", "tags.pb.gz" },
		{ "quirks/hostile.pb.gz", "quirks/hostile.pb.gz" },
	};

	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		struct fixture f;

		open_files(&f, pairs[i][0], pairs[i][1]);
		run_all_reports(&f);
		f.query.call_tree = true;
		f.query.granularity = GRAN_LINES;
		f.query.trim_path = STR("/srv");
		assert_true(run_report(&f, "dot", ""));
		assert_true(run_report(&f, "top", ""));
		fixture_close(&f);
	}
}

/* ---- The numbers of the text ---- */

/* The next word of a line; its number when it has one. */
static struct str
next_word(struct str *line, int64_t *value)
{
	struct str s = str_trim(*line);
	size_t n = 0;

	while (n < s.n && s.p[n] != ' ')
		n++;
	*line = str_skip(s, n);
	if (value != NULL)
		*value = strtoll(s.p, NULL, 10);
	return str_sub(s, 0, n);
}

/* "5 50% 50% 7 70%  name (inline)" */
static void
row_is(const json_t *row, struct str line)
{
	int64_t flat, cum;

	(void)next_word(&line, &flat);
	(void)next_word(&line, NULL);
	(void)next_word(&line, NULL);
	(void)next_word(&line, &cum);
	(void)next_word(&line, NULL);
	if (str_chr(line, '|') == (ptrdiff_t)16)
		line = str_skip(line, 16);
	line = str_skip(line, 2);
	assert_int_equal(number(row, "flat"), flat);
	assert_int_equal(number(row, "cum"), cum);
	assert_true(str_starts(line, str_c(word(row, "name"))));
}

static void
top_is_the_text(struct fixture *f)
{
	const json_t *rows, *row;
	struct str rest;
	int64_t sum = 0;
	size_t i;

	use_own_unit(f);
	assert_true(run_report(f, "top", ""));
	rest = strbuf_str(&f->text);
	while (!str_ends(str_cut(&rest, '\n'), STR("cum%")))
		assert_true(rest.n > 0);
	rows = get(f->doc, "rows");
	for (i = 0; (row = json_array_get(rows, i)) != NULL; i++) {
		row_is(row, str_cut(&rest, '\n'));
		sum += number(row, "flat");
	}
	assert_int_equal(rest.n, 0);
	assert_true(i > 0);
	/* Each is divided, and cut to a whole number. */
	sum -= number(get(f->doc, "shown"), "flat");
	assert_true(llabs(sum) <= (f->query.divide_by > 1 ? (int64_t)i : 0));
}

TEST(rows_of_top_are_those_of_the_text)
{
	static const char *const names[] = { "shop-cpu.pb.gz",
		"shop-heap.pb.gz", "cpu.folded", "cpp-cpu.pb.gz",
		"quirks/inline.pb.gz" };
	struct fixture f;

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		open_files(&f, names[i], NULL);
		top_is_the_text(&f);
		f.query.sort = SORT_CUM;
		f.query.divide_by = 3;
		f.query.nodecount = 7;
		top_is_the_text(&f);
		fixture_close(&f);
	}
	open_files(&f, "shop-cpu.pb.gz", "old-shop-cpu.pb.gz");
	f.query.trim = false;
	top_is_the_text(&f);
	f.query.focus = STR("Quote|Find");
	f.query.granularity = GRAN_LINES;
	top_is_the_text(&f);
	fixture_close(&f);
}

/* Lines "5 50% |   name" up to one without. */
static void
neighbours_are(const json_t *edges, struct str *rest)
{
	const json_t *edge;
	size_t i;

	for (i = 0; (edge = json_array_get(edges, i)) != NULL; i++) {
		struct str line = str_cut(rest, '\n');
		int64_t value;

		(void)next_word(&line, &value);
		(void)next_word(&line, NULL);
		assert_int_equal(number(edge, "value"), value);
		assert_true(str_starts(
			str_skip(line, 5), str_c(word(edge, "name"))));
		assert_int_equal(json_object_get(edge, "inline") != NULL,
			str_ends(line, STR(" (inline)")));
	}
}

TEST(callers_and_callees_are_those_of_the_text)
{
	static const char *const reports[] = { "tree", "peek" };

	for (size_t k = 0; k < COUNT_OF(reports); k++) {
		struct fixture f;
		const json_t *row;
		struct str rest;
		size_t i;

		open_files(&f, "shop-cpu.pb.gz", NULL);
		use_own_unit(&f);
		assert_true(run_report(&f, reports[k], "api"));
		rest = strbuf_str(&f.text);
		while (!str_starts(str_cut(&rest, '\n'), STR("      flat")))
			assert_true(rest.n > 0);
		for (i = 0;
			(row = json_array_get(get(f.doc, "rows"), i)) != NULL;
			i++) {
			assert_true(
				str_starts(str_cut(&rest, '\n'), STR("---")));
			neighbours_are(get(row, "callers"), &rest);
			row_is(row, str_cut(&rest, '\n'));
			neighbours_are(get(row, "callees"), &rest);
		}
		assert_true(i > 10);
		assert_true(str_starts(str_cut(&rest, '\n'), STR("---")));
		assert_int_equal(rest.n, 0);
		fixture_close(&f);
	}
}

/* Append "root;a;b" without the root. */
static void
put_path(const json_t *nodes, const json_t *node, struct strbuf *out)
{
	const json_t *parent = json_object_get(node, "parent");

	if (parent == NULL)
		return;
	put_path(nodes,
		json_array_get(nodes, (size_t)json_integer_value(parent)), out);
	if (out->n > 0)
		strbuf_addch(out, ';');
	for (const char *c = word(node, "name"); *c != '\0'; c++)
		strbuf_add(out,
			*c == ';' ? STR(FOLDED_SEMICOLON) : str_from(c, 1));
}

static int
by_str(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* The same lines in any order. */
static void
same_lines(struct str a, struct str b)
{
	VEC(struct str) line[2] = { { 0 }, { 0 } };

	while (a.n > 0)
		vec_push(&line[0], str_cut(&a, '\n'));
	while (b.n > 0)
		vec_push(&line[1], str_cut(&b, '\n'));
	assert_int_equal(line[0].n, line[1].n);
	for (int k = 0; k < 2; k++)
		qsort(line[k].p, line[k].n, sizeof(*line[k].p), by_str);
	for (size_t i = 0; i < line[0].n; i++)
		assert_true(str_eq(line[0].p[i], line[1].p[i]));
	vec_free(&line[0]);
	vec_free(&line[1]);
}

TEST(nodes_of_the_tree_are_the_folded_stacks)
{
	struct strbuf lines = STRBUF_INIT, path = STRBUF_INIT;
	struct fixture f;
	const json_t *nodes, *node;
	int64_t sum = 0;
	size_t i;

	open_files(&f, "shop-cpu.pb.gz", NULL);
	assert_true(run_report(&f, "folded", ""));
	nodes = get(f.doc, "nodes");
	for (i = 0; (node = json_array_get(nodes, i)) != NULL; i++) {
		int64_t self = number(node, "self");

		assert_int_equal(number(node, "id"), i);
		sum += self;
		if (self == 0)
			continue;
		strbuf_reset(&path);
		put_path(nodes, node, &path);
		strbuf_addf(
			&lines, "%s %lld\n", strbuf_c(&path), (long long)self);
	}
	same_lines(strbuf_str(&lines), strbuf_str(&f.text));
	assert_int_equal(sum, number(get(f.doc, "value"), "kept"));
	assert_int_equal(sum, number(json_array_get(nodes, 0), "total"));
	strbuf_free(&lines);
	strbuf_free(&path);
	fixture_close(&f);
}

static size_t
count(struct str text, const char *what)
{
	size_t n = 0;

	for (; text.n > 0; text = str_skip(text, 1))
		n += str_starts(text, str_c(what));
	return n;
}

/* Behind the next line that ends so. */
static void
skip_to(struct str *text, const char *name)
{
	struct str line;

	do {
		assert_true(text->n > 0);
		line = str_cut(text, '\n');
		if (str_ends(line, STR(" (inline)")))
			line.n -= strlen(" (inline)");
	} while (!str_ends(line, str_c(name)));
}

TEST(samples_are_those_of_the_text)
{
	struct fixture f;
	const json_t *samples, *sample, *frame, *routine;
	struct str text;
	int64_t sum = 0;
	size_t i, k;

	open_files(&f, "tags.pb.gz", NULL);
	use_own_unit(&f);
	assert_true(run_report(&f, "traces", ""));
	text = strbuf_str(&f.text);
	samples = get(f.doc, "samples");
	for (i = 0; (sample = json_array_get(samples, i)) != NULL; i++) {
		sum += number(sample, "value");
		for (k = 0; (frame = json_array_get(get(sample, "stack"), k)) !=
			NULL;
			k++)
			skip_to(&text, word(frame, "name"));
	}
	assert_int_equal(sum, number(get(f.doc, "value"), "kept"));
	assert_int_equal(count(strbuf_str(&f.text), "-----+---"), i + 1);
	assert_true(run_report(&f, "raw", ""));
	assert_int_equal(json_array_size(get(f.doc, "samples")), f.p->sample.n);
	assert_int_equal(json_array_size(get(f.doc, "locations")), f.p->loc.n);
	assert_int_equal(json_array_size(get(f.doc, "mappings")), f.p->map.n);
	assert_true(run_report(&f, "list", "."));
	text = strbuf_str(&f.text);
	assert_int_equal(count(text, "ROUTINE"),
		json_array_size(get(f.doc, "routines")));
	for (i = 0;
		(routine = json_array_get(get(f.doc, "routines"), i)) != NULL;
		i++)
		assert_true(count(text, word(routine, "name")) > 0);
	fixture_close(&f);
}

/* objdump is a script that prints what was recorded (testdata/objdump). */
TEST(instructions_are_those_of_the_text)
{
	struct fixture f = { .doc = NULL };
	const json_t *code, *instruction;
	int64_t flat = 0, cum = 0;
	size_t i;

	(void)setenv("PPROF_TOOLS", path_of(&f, "testdata", "objdump").p, 1);
	(void)setenv(
		"PPROF_BINARY_PATH", path_of(&f, "testdata", "symbols").p, 1);
	arena_free(&f.arena);
	open_files(&f, "symbols/pie.pb.gz", NULL);
	assert_true(run_report(&f, "disasm", "work"));
	assert_int_equal(json_array_size(get(f.doc, "code")), 1);
	code = json_array_get(get(f.doc, "code"), 0);
	assert_string_equal(word(code, "name"), "work");
	for (i = 0; (instruction = json_array_get(
			     get(code, "instructions"), i)) != NULL;
		i++) {
		flat += number(instruction, "flat");
		cum += number(instruction, "cum");
		assert_int_equal(count(strbuf_str(&f.text),
					 word(instruction, "text")) > 0,
			true);
	}
	assert_int_equal(flat, number(code, "flat"));
	assert_int_equal(cum, number(code, "cum"));
	assert_true(flat > 0);
	/* A line each, below three of the report. */
	assert_int_equal(count(strbuf_str(&f.text), "\n"), i + 3);
	instruction = json_array_get(get(code, "instructions"), 0);
	assert_string_equal(word(instruction, "address"), "0x11a0");
	assert_string_equal(word(instruction, "function"), "work");
	assert_string_equal(word(instruction, "file"), "leaf.c");
	assert_int_equal(number(instruction, "line"), 31);
	(void)unsetenv("PPROF_TOOLS");
	(void)unsetenv("PPROF_BINARY_PATH");
	fixture_close(&f);
}

TEST(weights_of_tags_are_those_of_the_text)
{
	struct strbuf want = STRBUF_INIT;
	struct fixture f;
	const json_t *key, *value;
	size_t i, k;

	open_files(&f, "tags.pb.gz", NULL);
	use_own_unit(&f);
	assert_true(run_report(&f, "tags", ""));
	for (i = 0; (key = json_array_get(get(f.doc, "keys"), i)) != NULL;
		i++) {
		strbuf_reset(&want);
		strbuf_addf(&want, "%s: Total %lld", word(key, "key"),
			(long long)number(key, "weight"));
		assert_int_equal(
			count(strbuf_str(&f.text), strbuf_c(&want)), 1);
		for (k = 0;
			(value = json_array_get(get(key, "values"), k)) != NULL;
			k++) {
			strbuf_reset(&want);
			strbuf_addf(&want, "): %s\n", word(value, "value"));
			assert_true(count(strbuf_str(&f.text),
					    strbuf_c(&want)) > 0);
		}
	}
	assert_true(i > 0);
	strbuf_free(&want);
	fixture_close(&f);
}

TEST(origins_add_up_to_the_total_on_both_sides)
{
	static const char *const bases[] = { NULL, "old-shop-cpu.pb.gz" };

	for (size_t i = 0; i < COUNT_OF(bases); i++) {
		struct fixture f;
		const json_t *row;
		json_int_t sum = 0, of_runtime = 0;

		open_files(&f, "shop-cpu.pb.gz", bases[i]);
		assert_true(run_report(&f, "origins", ""));
		for (size_t k = 0; (row = json_array_get(
					    get(f.doc, "origins"), k)) != NULL;
			k++) {
			sum += number(row, "flat");
			if (strcmp(word(row, "origin"), "system") == 0)
				of_runtime = number(row, "flat");
			if (bases[i] != NULL)
				assert_int_equal(number(row, "flat"),
					number(row, "new_flat") -
						number(row, "base_flat"));
		}
		assert_int_equal(sum, number(get(f.doc, "value"), "kept"));
		for (size_t k = 0;
			(row = json_array_get(get(f.doc, "kinds"), k)) != NULL;
			k++)
			of_runtime -= number(row, "flat");
		assert_int_equal(of_runtime, 0);
		fixture_close(&f);
	}
}

/* The value of a key in a report of labels. */
static const json_t *
tag_named(const json_t *doc, const char *key, const char *value)
{
	const json_t *k, *v;

	for (size_t i = 0; (k = json_array_get(get(doc, "keys"), i)) != NULL;
		i++)
		for (size_t n = 0; strcmp(word(k, "key"), key) == 0 &&
			(v = json_array_get(get(k, "values"), n)) != NULL;
			n++)
			if (strcmp(word(v, "value"), value) == 0)
				return v;
	fail_msg("no %s=%s", key, value);
	return NULL;
}

TEST(labels_of_a_diff_have_both_sides)
{
	static const char *const tenant[] = { "acme", "globex", "initech" };
	struct fixture both, old, new;

	open_files(&both, "shop-cpu.pb.gz", "old-shop-cpu.pb.gz");
	open_files(&old, "old-shop-cpu.pb.gz", NULL);
	open_files(&new, "shop-cpu.pb.gz", NULL);
	assert_true(run_report(&both, "tags", ""));
	assert_true(run_report(&old, "tags", ""));
	assert_true(run_report(&new, "tags", ""));
	for (size_t i = 0; i < COUNT_OF(tenant); i++) {
		const json_t *v = tag_named(both.doc, "tenant", tenant[i]);
		const json_t *diff = get(v, "diff");
		int64_t base = number(
			tag_named(old.doc, "tenant", tenant[i]), "weight");
		int64_t now = number(
			tag_named(new.doc, "tenant", tenant[i]), "weight");

		assert_int_equal(number(diff, "base"), base);
		assert_int_equal(number(diff, "new"), now);
		assert_int_equal(number(v, "weight"), now - base);
		assert_string_equal(word(diff, "verdict"), "may be chance");
	}
	fixture_close(&both);
	fixture_close(&old);
	fixture_close(&new);
}

TEST(the_graph_has_the_boxes_and_lines_of_the_drawing)
{
	struct fixture f;

	open_files(&f, "shop-cpu.pb.gz", NULL);
	assert_true(run_report(&f, "dot", ""));
	assert_int_equal(count(strbuf_str(&f.text), " shape=box tooltip="),
		json_array_size(get(f.doc, "nodes")));
	assert_int_equal(count(strbuf_str(&f.text), " -> N") -
			count(strbuf_str(&f.text), " shape=box3d "),
		json_array_size(get(f.doc, "edges")));
	fixture_close(&f);
}

/* ---- Diffs ---- */

TEST(calls_of_a_diff_have_both_sides)
{
	struct fixture f;
	const json_t *edge;
	size_t i = 0;

	open_files(&f, "shop-cpu.pb.gz", "old-shop-cpu.pb.gz");
	assert_true(run_report(&f, "dot", ""));
	for (; (edge = json_array_get(get(f.doc, "edges"), i)) != NULL; i++)
		assert_int_equal(number(edge, "new") - number(edge, "base"),
			number(edge, "value"));
	assert_true(i > 10);
	fixture_close(&f);
}

static void
change_is(const json_t *change, int64_t delta, struct verdict v)
{
	struct interval around = verdict_interval(&v,
		(struct sides){ .base = number(change, "base"),
			.new = number(change, "new") });
	const char *const keys[] = { "error", "low", "high", "new_events" };
	double real[] = { v.error, around.low, around.high, v.new.events };
	bool known = significance_is_known(v.is);
	const char *want = !known              ? "unknown"
		: v.is == SIGNIFICANCE_TOO_FEW ? "too few"
		: v.is == SIGNIFICANCE_REAL    ? "real"
					       : "may be chance";

	assert_int_equal(number(change, "new") - number(change, "base"), delta);
	assert_int_equal(number(change, "delta"), delta);
	assert_string_equal(word(change, "verdict"), want);
	assert_int_equal(json_object_get(change, "error") != NULL, known);
	for (size_t i = 0; known && i < COUNT_OF(real); i++)
		assert_true(fabs(json_number_value(get(change, keys[i])) -
				    real[i]) <= 1e-8 * fabs(real[i]));
}

/* Each side has its own duration and totals, and nothing adds them up. */
static void
sides_are(const struct fixture *f)
{
	const json_t *sides = get(f->doc, "sides"), *diff = get(f->doc, "diff");
	const json_t *value = get(f->doc, "value");
	const char *const name[] = { "new", "base" };
	json_int_t records = 0;

	assert_null(json_object_get(get(f->doc, "profile"), "duration_nanos"));
	for (int i = 0; i < 2; i++) {
		const json_t *side = get(sides, name[i]);
		const struct sampling *s = &f->p->header.side[i];

		records += number(side, "records");
		assert_int_equal(number(side, "kept"), number(diff, name[i]));
		assert_int_equal(number(side, "total"), number(diff, name[i]));
		if (s->duration_nanos != 0)
			assert_int_equal(number(side, "duration_nanos"),
				s->duration_nanos);
	}
	assert_int_equal(records, number(value, "records"));
}

TEST(rows_have_both_sides_and_the_verdict)
{
	static const char *const pairs[][2] = {
		{ "shop-cpu.pb.gz", "old-shop-cpu.pb.gz" },
		{ "shop-heap.pb.gz", "old-shop-heap.pb.gz" },
		{ "shop-mutex.pb.gz", "old-shop-mutex.pb.gz" },
	};

	for (size_t k = 0; k < COUNT_OF(pairs); k++) {
		struct fixture f;
		struct err err = ERR_INIT;
		const struct view *v;
		const json_t *row;
		size_t i;

		open_files(&f, pairs[k][0], pairs[k][1]);
		f.query.trim = false;
		assert_true(run_report(&f, "top", ""));
		v = view_compute(f.engine, &f.query, NULL, &err);
		assert_non_null(v);
		change_is(
			get(f.doc, "diff"), v->w.kept.value, v->evidence->kept);
		assert_int_equal(number(get(f.doc, "diff"), "real"),
			v->evidence->n_real);
		sides_are(&f);
		for (i = 0;
			(row = json_array_get(get(f.doc, "rows"), i)) != NULL;
			i++) {
			frame_id frame = frames_find(
				v->frames, str_c(word(row, "name")));
			const json_t *diff = get(row, "diff");

			assert_int_not_equal(frame, NONE);
			change_is(get(diff, "flat"), number(row, "flat"),
				evidence_frame(v, frame, false));
			change_is(get(diff, "cum"), number(row, "cum"),
				evidence_frame(v, frame, true));
		}
		assert_true(i > 20);
		view_unref(v);
		fixture_close(&f);
	}
}

TEST(the_gate_says_the_same_as_its_lines)
{
	static const char *const conditions[] = { "total>1%", "func:.>5%",
		"func:regexp,self>10ms" };
	struct fixture f;
	struct gate gate[COUNT_OF(conditions)];
	struct warnings warnings;
	struct jsonout j;
	struct gate_job job = { .n = COUNT_OF(conditions),
		.gate = gate,
		.is_alone = true,
		.warnings = &warnings };
	struct err err = ERR_INIT;
	size_t failed, again;

	open_files(&f, "shop-cpu.pb.gz", "old-shop-cpu.pb.gz");
	warnings_init(&warnings, &f.arena);
	for (size_t i = 0; i < COUNT_OF(conditions); i++)
		assert_int_equal(
			gate_parse(str_c(conditions[i]), &gate[i], &err), 0);
	job.engine = f.engine;
	job.query = &f.query;
	job.out = &f.text;
	assert_int_equal(gate_run(&job, &failed, &err), 0);
	jsonout_init(&j, &f.json);
	job.json = &j;
	jsondoc_begin(&j, "gate");
	assert_int_equal(gate_run(&job, &again, &err), 0);
	jsondoc_end(&j, &warnings);
	fixture_parse(&f, "gate");
	assert_int_equal(failed, again);
	assert_true(failed > 0);
	assert_true(json_is_false(get(get(f.doc, "gate"), "passed")));
	assert_int_equal(
		json_array_size(get(get(f.doc, "gate"), "failures")), failed);
	assert_int_equal(count(strbuf_str(&f.text), "--fail-if="), failed);
	fixture_close(&f);
}

TEST(what_grows_is_as_the_schema_says)
{
	static const char *const names[] = { "heap-0220.pb.gz",
		"heap-0225.pb.gz", "heap-0230.pb.gz", "heap-0235.pb.gz",
		"heap-0240.pb.gz", "heap-0245.pb.gz" };
	struct fixture f;
	struct str source[COUNT_OF(names)];
	struct load_spec spec = { .n_sources = COUNT_OF(names),
		.source = source };
	struct grows_job grows = { .load = &spec };
	struct gate gate;
	struct warnings warnings;
	struct growth *g;
	struct jsonout j;
	struct gate_job gated = { .n = 1,
		.gate = &gate,
		.is_alone = true,
		.query = &f.query,
		.json = &j,
		.out = &f.json,
		.warnings = &warnings };
	struct err err = ERR_INIT;
	size_t failed;

	open_files(&f, "growing/heap-0245.pb.gz", NULL);
	warnings_init(&warnings, &f.arena);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		source[i] = path_of(&f, "testdata/growing", names[i]);
	grows.query = &f.query;
	g = grows_read(&grows);
	assert_non_null(grows.last);
	f.growth = g;
	assert_true(run_report(&f, "grows", ""));
	assert_int_equal(json_array_size(get(f.doc, "snapshots")), 6);
	assert_int_equal(json_array_size(get(f.doc, "growing")),
		g->n_rows + g->n_explained);
	assert_int_equal(
		number(json_array_get(get(f.doc, "snapshots"), 5), "total"),
		number(get(f.doc, "value"), "total"));
	gated.engine = f.engine;
	gated.growth = g;
	strbuf_reset(&f.json);
	jsonout_init(&j, &f.json);
	jsondoc_begin(&j, "gate");
	assert_int_equal(
		gate_parse(STR("grows:Event>100kB/h"), &gate, &err), 0);
	assert_int_equal(gate_run(&gated, &failed, &err), 0);
	assert_int_equal(failed, 1);
	jsondoc_end(&j, &warnings);
	fixture_parse(&f, "gate");
	growth_free(g);
	profile_unref(grows.last);
	fixture_close(&f);
}

TEST(points_of_time_are_as_the_schema_says)
{
	struct point point[] = {
		{ .span = { 1000, 2000 }, .sum = 5, .n = 1 },
		{ .span = { 2000, 3000 }, .sum = -7, .n = 2, .guessed = true },
	};
	struct points points = { .p = point, .n = 2, .interval = 1000 };
	const struct report_times times = { .all = &points, .counts = true };
	struct fixture f;

	open_files(&f, "growing/heap-0245.pb.gz", NULL);
	f.times = &times;
	assert_true(run_report(&f, "timeline", ""));
	assert_int_equal(
		number(json_array_get(get(f.doc, "points"), 1), "sum"), -7);
	fixture_close(&f);
}

/* ---- What is around them ---- */

TEST(options_are_those_that_are_not_as_always)
{
	struct fixture f;
	json_t *want;

	open_stacks(&f, "main;a 3 {k=v}\nmain;b 4\n");
	f.query.focus = STR("a|b");
	f.query.more_tagignore = STR("k=x\nk=y");
	f.query.trim = false;
	f.query.nodefraction = 0.25;
	f.query.nodecount = 9;
	f.query.granularity = GRAN_LINES;
	assert_true(run_report(&f, "top", ""));
	want = json_pack("{s:s, s:[ss], s:s, s:i, s:f, s:b}", "focus", "a|b",
		"more_tagignore", "k=x", "k=y", "granularity", "lines",
		"nodecount", 9, "nodefraction", 0.25, "trim", 0);
	assert_true(json_equal(get(f.doc, "options"), want));
	json_decref(want);
	fixture_close(&f);
}

TEST(a_dump_says_who_waits)
{
	struct fixture f;
	const json_t *hang;

	open_files(&f, "dump/go.txt", NULL);
	assert_true(run_report(&f, "top", ""));
	hang = get(get(f.doc, "profile"), "hang");
	assert_int_equal(json_array_size(hang), 2);
	assert_string_equal(json_string_value(json_array_get(hang, 0)),
		"4 of 6 goroutines wait in sync.(*Mutex).Lock < (*pool).get");
	fixture_close(&f);
	/* Not those of the base. */
	open_files(&f, "dump/go.txt", "dump/go-deadlock.txt");
	assert_true(run_report(&f, "top", ""));
	hang = get(get(f.doc, "profile"), "hang");
	assert_int_equal(json_array_size(hang), 2);
	fixture_close(&f);
}

TEST(bytes_that_are_no_text_are_replaced)
{
	struct fixture f;

	open_stacks(&f, "a\xff\xc3\"b\\\x01\xc2\x80 3\n");
	assert_true(run_report(&f, "top", ""));
	assert_string_equal(word(json_array_get(get(f.doc, "rows"), 0), "name"),
		"a\xef\xbf\xbd\xef\xbf\xbd\"b\\\x01\xc2\x80");
	fixture_close(&f);
}

#endif

int
main(int argc, char **argv)
{
	/* Children are this program. */
	symbol_child(argc, argv);
	return tests_run(NULL, NULL);
}
