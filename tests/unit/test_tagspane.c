/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels to choose among: their numbers, and the rows that show them. */
#include "prelude.h"

#include <locale.h>

#include "testing.h"

#include "base/compiler.h"
#include "analysis/label_sums.h"
#include "present/labelkeys.h"
#include "present/tags.h"
#include "stacks.h"
#include "util_view.h"

#define SHOP \
	"types cpu/milliseconds\n" \
	"main;a 6000 {tenant=acme endpoint=/x bytes=16bytes}\n" \
	"main;b 3000 {tenant=globex endpoint=/x bytes=512bytes}\n" \
	"main;b 900 {tenant=initech endpoint=/y}\n" \
	"main;c 100\n"

struct bench {
	struct profile *profile;
	struct engine *engine;
	struct facets *facets;
	struct tags_folds folds;
	struct tags_options o;
	struct tags_draw d;
};

static char
mark(void *on, const struct tags_row *row)
{
	const struct tag_key *key = row->facet->key;

	(void)on;
	return row->kind == TAGS_VALUE &&
			str_is(key->value[row->value[0]].text, "acme")
		? 'x'
		: ' ';
}

static void
set_up(struct bench *b, const char *text, const struct query *query)
{
	struct err err = ERR_INIT;
	struct query q;

	query_init(&q);
	*b = (struct bench){ .profile = stacks_read(text),
		.d = { .focused = true, .mark = mark } };
	b->engine = engine_new(b->profile);
	b->facets =
		facets_new(b->engine, query != NULL ? query : &q, NULL, &err);
	if (b->facets == NULL)
		fail_msg("%s", err.msg);
}

static void
tear_down(struct bench *b)
{
	facets_free(b->facets);
	tags_folds_fini(&b->folds);
	engine_free(b->engine);
	profile_unref(b->profile);
}

static void
shows(struct bench *b, int rows, int cols, bool ascii, const char *want)
{
	struct tags_pane *tp = tags_pane_new(b->facets, &b->folds, &b->o);
	struct grid g;

	grid_init(&g, rows, cols, ascii);
	tags_pane_draw(&g, (struct rect){ 0, 0, rows, cols }, tp, &b->d);
	grid_is(&g, want);
	grid_fini(&g);
	tags_pane_free(tp);
}

TEST(values_have_their_numbers_and_bars)
{
	struct bench b;

	set_up(&b, SHOP, NULL);
	b.d.list.at = 1;
	shows(&b, 13, 60, false,
		" ▾ endpoint            9.90s  99.0%  2 values\n"
		"▶  [ ] /x              9.00s  90.0%  ███████████████████▊\n"
		"   [ ] /y              0.90s   9.0%  ██\n"
		"   [ ] (no endpoint)   0.10s   1.0%  ▎\n"
		" ▾ tenant              9.90s  99.0%  3 values\n"
		"   [x] acme            6.00s  60.0%  █████████████▎\n"
		"   [ ] globex          3.00s  30.0%  ██████▋\n"
		"   [ ] initech         0.90s   9.0%  ██\n"
		"   [ ] (no tenant)     0.10s   1.0%  ▎\n"
		" ▾ bytes               9.00s  90.0%  2 numbers\n"
		"   [ ] 16B             6.00s  60.0%  █████████████▎\n"
		"   [ ] 512B            3.00s  30.0%  ██████▋\n"
		"   [ ] (no bytes)      1.00s  10.0%  ██▎\n");
	b.d.list.first = 12;
	shows(&b, 3, 34, true,
		"   [ ] (no bytes)    1.00s  10.0%\n"
		"   (no labels)       0.10s   1.0%\n"
		"\n");
	tear_down(&b);
}

/* A key without its own filter, but with all others. */
TEST(a_filter_leaves_the_other_values_to_be_chosen)
{
	struct query q;
	struct bench b;

	query_init(&q);
	q.tagfocus = STR("tenant=acme,globex");
	q.more_tagignore = STR("bytes=512bytes");
	set_up(&b, SHOP, &q);
	shows(&b, 9, 36, false,
		"▶▾ bytes             9.00s  90.0%\n"
		"   [ ] 16B           6.00s  60.0%\n"
		"   [ ] 512B          3.00s  30.0%\n"
		" ▾ tenant            6.90s  69.0%\n"
		"   [x] acme          6.00s  60.0%\n"
		"   [ ] initech       0.90s   9.0%\n"
		"   [ ] (no tenant)   0.10s   1.0%\n"
		" ▾ endpoint          6.00s  60.0%\n"
		"   [ ] /x            6.00s  60.0%\n");
	assert_true(b.facets->facet[0].filtered);
	assert_false(b.facets->facet[1].filtered);
	assert_true(b.facets->facet[2].filtered);
	tear_down(&b);
}

/* For the same query the report -tags prints these. */
TEST(keys_without_a_filter_are_those_of_the_report)
{
	struct err err = ERR_INIT;
	struct query q;
	struct bench b;
	struct tags *tags;

	query_init(&q);
	q.tagfocus = STR("endpoint=/x");
	q.ignore = STR("b");
	set_up(&b, SHOP, &q);
	tags = tags_new(b.engine, &q, NULL, &err);
	assert_int_equal(b.facets->n, tags->n);
	for (size_t k = 0; k < tags->n; k++) {
		const struct facet *f = &b.facets->facet[k];

		assert_true(str_eq(f->key->key, tags->key[k].key));
		if (f->filtered)
			continue;
		assert_int_equal(f->of->total, tags->total);
		assert_int_equal(f->key->n, tags->key[k].n);
		for (size_t i = 0; i < f->key->n; i++)
			assert_int_equal(f->key->value[i].weight,
				tags->key[k].value[i].weight);
	}
	tags_free(tags);
	tear_down(&b);
}

TEST(a_sample_with_two_values_counts_once_in_its_key)
{
	static const char text[] = "types cpu/milliseconds\n"
				   "a 5 {t=x t=y}\na 3 {t=x}\nb 2\nb 0\n";
	struct bench b;
	const struct tag_key *key;

	set_up(&b, text, NULL);
	key = b.facets->facet[0].key;
	assert_int_equal(key->weight, 13);
	assert_int_equal(key->carried, 8);
	assert_int_equal(key->carriers, 2);
	assert_int_equal(key->value[0].weight, 8);
	assert_int_equal(key->value[0].samples, 2);
	assert_int_equal(key->value[1].samples, 1);
	assert_int_equal(b.facets->tags[0]->kept, 10);
	assert_int_equal(b.facets->tags[0]->samples, 4);
	assert_int_equal(b.facets->tags[0]->bare, 2);
	tear_down(&b);
}

TEST(many_values_are_closed_and_many_numbers_are_ranges)
{
	struct strbuf text = STRBUF_INIT;
	struct bench b;

	strbuf_addstr(&text, "types n/count\n");
	for (int i = 1; i <= 40; i++)
		strbuf_addf(&text, "a %d {bytes=%dbytes id=%d u=u%02d}\n", i,
			i * i * 16, i, i);
	set_up(&b, strbuf_c(&text), NULL);
	shows(&b, 9, 56, false,
		"▶▾ bytes           820   100%  6 ranges\n"
		"   [ ] 16B..64B      1   0.1%\n"
		"   [ ] 64B..256B     5   0.6%  ▏\n"
		"   [ ] 256B..1kB    22   2.7%  ▋\n"
		"   [ ] 1kB..4kB     92  11.2%  ██▊\n"
		"   [ ] 4kB..16kB   376  45.9%  ███████████\n"
		"   [ ] 16kB..64kB  324  39.5%  █████████▌\n"
		" ▸ id              820   100%  40 numbers\n"
		" ▸ u               820   100%  40 values\n");
	tags_fold_of(&b.folds, STR("bytes"))->decided = true;
	tags_fold_of(&b.folds, STR("u"))->decided = true;
	tags_fold_of(&b.folds, STR("u"))->open = true;
	b.o.by_value = true;
	shows(&b, 4, 56, false,
		"▶▸ bytes           820   100%  6 ranges\n"
		" ▸ id              820   100%  40 numbers\n"
		" ▾ u               820   100%  40 values\n"
		"   [ ] u01           1   0.1%\n");
	/* The row filter opens what it finds something in. */
	b.o.pattern = STR("^u0[12]$|^17$");
	shows(&b, 6, 34, false,
		"▶▾ id              820   100%\n"
		"   [ ] 17           17   2.1%\n"
		" ▾ u               820   100%\n"
		"   [ ] u01           1   0.1%\n"
		"   [ ] u02           2   0.2%\n"
		"\n");
	strbuf_free(&text);
	tear_down(&b);
}

/* Labels that tell samples apart, and those without weight, come last. */
TEST(labels_are_by_weight_ids_and_empty_ones_last)
{
	struct strbuf text = STRBUF_INIT;
	struct bench b;

	strbuf_addstr(&text, "types n/count\n");
	for (int i = 0; i < 9; i++)
		strbuf_addf(&text,
			"a 2 {trace=%d-x route=/a "
			"end_timestamp_ns=%d start=179565015500%d000000ns}\n",
			i, 1000 + i, i);
	strbuf_addstr(&text, "b 3 {zone=z route=/a}\nb 0 {idle=yes}\n");
	set_up(&b, strbuf_c(&text), NULL);
	shows(&b, 10, 50, true,
		">- route                 21   100%  1 value\n"
		"   [ ] /a                21   100%  #############\n"
		"   [ ] (no route)         0     0%\n"
		" - zone                   3  14.3%  1 value\n"
		"   [ ] z                  3  14.3%  ##\n"
		"   [ ] (no zone)         18  85.7%  ###########\n"
		" + end_timestamp_ns      18  85.7%  9 numbers\n"
		" + start                 18  85.7%  1 number, in~\n"
		" + trace                 18  85.7%  9 values\n"
		" + idle                   0     0%  1 value\n");
	strbuf_free(&text);
	tear_down(&b);
}

/* The menu of the timeline has texts alone. */
TEST(keys_to_group_by_are_in_the_same_order)
{
	struct profile *p = stacks_read("types n/count cpu/count\n"
					"a 1,9 {a=x b=x n=7ms}\n"
					"b 5,0 {b=x}\nc 7,0 {c=x}\n"
					"d 0,3 {d=x}\n");
	struct label_keys k;

	label_keys_init(&k, p, 0);
	assert_int_equal(k.key.n, 4);
	assert_true(str_is(k.key.p[0].key, "c"));
	assert_true(str_is(k.key.p[1].key, "b"));
	assert_true(str_is(k.key.p[2].key, "a"));
	assert_true(str_is(k.key.p[3].key, "d"));
	label_keys_fini(&k);
	label_keys_init(&k, p, 1);
	assert_true(str_is(k.key.p[0].key, "a"));
	assert_true(str_is(k.key.p[3].key, "c"));
	label_keys_fini(&k);
	profile_unref(p);
}

/* Names scroll to their ends; what fits stays. */
TEST(short_values_stay_when_long_ones_scroll)
{
	struct bench b;

	set_up(&b,
		"types n/count\n"
		"a 2 {route=/a/rather/long/route/of/an/api}\na 1 {route=/b}\n",
		NULL);
	b.d.list.skip = 80;
	shows(&b, 3, 44, true,
		">- route                  3   100%\n"
		"   [ ] ~/route/of/an/api  2  66.7%  #####\n"
		"   [ ] /b                 1  33.3%  ##\n");
	tear_down(&b);
}

TEST(ranges_hold_all_their_numbers)
{
	struct strbuf text = STRBUF_INIT;
	struct bench b;
	struct tags_pane *tp;
	int64_t sum = 0;
	size_t values = 0;

	strbuf_addstr(&text, "types n/count\n");
	for (int i = 0; i < 50; i++)
		strbuf_addf(&text, "a 1 {ms=%dms}\n", i * 37 - 100);
	set_up(&b, strbuf_c(&text), NULL);
	tp = tags_pane_new(b.facets, &b.folds, &b.o);
	for (uint32_t i = 0; i < tp->row.n; i++) {
		const struct tags_row *row = tags_pane_row(tp, i);

		if (row->kind != TAGS_VALUE)
			continue;
		assert_true(row->is_range);
		values += row->n;
		sum += row->weight;
		for (size_t k = 0; k < row->n; k++) {
			const struct tag_value *v =
				&row->facet->key->value[row->value[k]];

			assert_true(v->num >= row->lo && v->num < row->hi);
		}
	}
	assert_int_equal(sum, 50);
	assert_int_equal(values, b.facets->facet[0].key->n);
	tags_pane_free(tp);
	strbuf_free(&text);
	tear_down(&b);
}

/* The label of the base is not one of the user's labels. */
TEST(in_a_diff_values_have_both_sides)
{
	struct bench b;

	set_up(&b,
		"types n/count\na -8 {pprof::base=true t=x}\n"
		"a 6 {t=x}\nb 3 {t=y}\nc -1 {pprof::base=true}\nc 2\n",
		NULL);
	shows(&b, 6, 40, false,
		"▶▾ t                 8  9 ++ +1   +12.5%\n"
		"   [ ] y             0  3 N  +3      new\n"
		"   [ ] x             8  6 -- -2   -25.0%\n"
		"   [ ] (no t)        1  2 ++ +1  +100.0%\n"
		"   (no labels)       1  2 ++ +1  +100.0%\n"
		"\n");
	/* Names need their room more than all but the change. */
	shows(&b, 2, 32, false,
		"▶▾ t                8  9 ++ +1\n"
		"   [ ] y            0  3 N  +3\n");
	shows(&b, 2, 25, false,
		"▶▾ t               ++ +1\n"
		"   [ ] y           N  +3\n");
	tear_down(&b);
	set_up(&b, "types n/count\na -8 {pprof::base=true}\na 6\n", NULL);
	shows(&b, 1, 20, false, "\n");
	tear_down(&b);
}

TEST(a_profile_without_labels_has_no_rows)
{
	struct bench b;

	set_up(&b, "types n/count\na 3\n", NULL);
	shows(&b, 2, 20, false, "\n\n");
	tear_down(&b);
}

int
main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return tests_run(NULL, NULL);
}
