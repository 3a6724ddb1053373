/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Label filters as sets of values. */
#include "prelude.h"

#include <inttypes.h>

#include "testing.h"

#include "app/filter.h"
#include "base/xalloc.h"
#include "stacks.h"

#define SHOP \
	"types n/count\n" \
	"a 1 {tenant=acme}\nb 2 {tenant=globex}\nc 4 {tenant=acme-eu}\n" \
	"d 8 {tenant=initech}\ne 16\n" \
	"a 1 {bytes=16bytes}\nb 2 {bytes=64bytes}\nc 4 {bytes=1024bytes}\n" \
	"d 8 {bytes=4096bytes}\n"

/* An app that only has a profile and a state. */
struct bench {
	struct app *app;
	struct session session;
	struct tags *tags;
	const struct tag_key *key;
};

static void
set_up(struct bench *b, const char *text, const char *key)
{
	struct err err = ERR_INIT;
	struct query all;

	query_init(&all);
	*b = (struct bench){ .app = xcalloc(1, sizeof(*b->app)) };
	b->session.profile = stacks_read(text);
	b->session.engine = engine_new(b->session.profile);
	b->app->session = &b->session;
	intern_init(&b->app->pool, &b->app->text);
	query_init(&b->app->now.query);
	b->tags = tags_new(b->session.engine, &all, NULL, &err);
	for (size_t i = 0; i < b->tags->n; i++)
		if (str_is(b->tags->key[i].key, key))
			b->key = &b->tags->key[i];
	assert_non_null(b->key);
}

static void
tear_down(struct bench *b)
{
	tags_free(b->tags);
	engine_free(b->session.engine);
	profile_unref(b->session.profile);
	intern_fini(&b->app->pool);
	arena_free(&b->app->text);
	free(b->app);
}

static uint32_t
index_of(const struct bench *b, const char *text)
{
	for (uint32_t i = 0; i < b->key->n; i++)
		if (str_is(b->key->value[i].text, text))
			return i;
	fail_msg("no value %s", text);
	return 0;
}

static int
try(struct bench *b, enum tagset_change what, const char *text)
{
	uint32_t i = index_of(b, text);
	struct err err = ERR_INIT;

	return tagset_change(b->app, b->key, &i, 1, what, &err);
}

static void
change(struct bench *b, enum tagset_change what, const char *text)
{
	assert_int_equal(try(b, what, text), 0);
}

static void
filters_are(const struct bench *b, const char *focus, const char *more,
	const char *ignore)
{
	const struct query *q = &b->app->now.query;

	if (!str_is(q->tagfocus, focus) || !str_is(q->more_tagfocus, more) ||
		!str_is(q->tagignore, ignore))
		fail_msg("tagfocus=%.*s more=%.*s tagignore=%.*s",
			STR_ARG(q->tagfocus), STR_ARG(q->more_tagfocus),
			STR_ARG(q->tagignore));
}

static char
mark(const struct bench *b, const char *text)
{
	struct tagset *t = tagset_new(&b->app->now.query);
	enum tagset_choice m =
		tagset_choice(t, b->key, &b->key->value[index_of(b, text)]);

	tagset_free(t);
	return m == TAGSET_CHOSEN ? 'x' : m == TAGSET_DROPPED ? '-' : ' ';
}

/* The samples that are left agree with the marks. */
static void
engine_agrees(struct bench *b)
{
	struct err err = ERR_INIT;
	struct tags *left =
		tags_new(b->session.engine, &b->app->now.query, NULL, &err);
	bool choosing = false;

	assert_non_null(left);
	for (uint32_t i = 0; i < b->key->n; i++)
		choosing = choosing || mark(b, b->key->value[i].text.p) == 'x';
	for (size_t k = 0; k < left->n; k++) {
		if (!str_eq(left->key[k].key, b->key->key))
			continue;
		for (size_t i = 0; i < left->key[k].n; i++)
			assert_int_equal(mark(b, left->key[k].value[i].text.p),
				choosing ? 'x' : ' ');
	}
	tags_free(left);
}

TEST(values_are_chosen_one_after_the_other)
{
	struct bench b;

	set_up(&b, SHOP, "tenant");
	change(&b, TAGSET_TOGGLE, "globex");
	filters_are(&b, "tenant=globex", "", "");
	assert_int_equal(mark(&b, "globex"), 'x');
	assert_int_equal(mark(&b, "initech"), ' ');
	engine_agrees(&b);
	change(&b, TAGSET_TOGGLE, "initech");
	filters_are(&b, "tenant=initech,globex", "", "");
	engine_agrees(&b);
	change(&b, TAGSET_TOGGLE, "globex");
	filters_are(&b, "tenant=initech", "", "");
	change(&b, TAGSET_TOGGLE, "initech");
	filters_are(&b, "", "", "");
	tear_down(&b);
}

/* acme is a part of acme-eu: a bare pattern would take both. */
TEST(a_value_never_means_another_one_too)
{
	struct bench b;

	set_up(&b, SHOP, "tenant");
	change(&b, TAGSET_TOGGLE, "acme");
	filters_are(&b, "tenant=^acme$", "", "");
	assert_int_equal(mark(&b, "acme-eu"), ' ');
	engine_agrees(&b);
	tear_down(&b);
	set_up(&b, "types n/count\na 1 {t=a.b}\nb 2 {t=axb}\nc 4 {t=a,b}\n",
		"t");
	change(&b, TAGSET_TOGGLE, "a.b");
	assert_int_equal(mark(&b, "axb"), ' ');
	engine_agrees(&b);
	change(&b, TAGSET_TOGGLE, "a,b");
	assert_int_equal(mark(&b, "a,b"), 'x');
	assert_int_equal(mark(&b, "axb"), ' ');
	engine_agrees(&b);
	tear_down(&b);
}

TEST(only_and_drop_replace_what_there_was)
{
	struct bench b;

	set_up(&b, SHOP, "tenant");
	change(&b, TAGSET_TOGGLE, "globex");
	change(&b, TAGSET_ONLY, "initech");
	filters_are(&b, "tenant=initech", "", "");
	change(&b, TAGSET_DROP, "globex");
	filters_are(&b, "tenant=initech", "", "tenant=globex");
	assert_int_equal(mark(&b, "globex"), '-');
	/* Choosing a dropped value no longer drops it. */
	change(&b, TAGSET_TOGGLE, "globex");
	filters_are(&b, "tenant=initech,globex", "", "");
	change(&b, TAGSET_DROP, "globex");
	filters_are(&b, "tenant=initech", "", "tenant=globex");
	change(&b, TAGSET_DROP, "globex");
	change(&b, TAGSET_ONLY, "initech");
	filters_are(&b, "", "", "");
	tear_down(&b);
}

TEST(numbers_are_one_range)
{
	struct bench b;

	set_up(&b, SHOP, "bytes");
	change(&b, TAGSET_TOGGLE, "64B");
	filters_are(&b, "bytes=64bytes", "", "");
	engine_agrees(&b);
	change(&b, TAGSET_TOGGLE, "4kB");
	filters_are(&b, "bytes=64bytes:4096bytes", "", "");
	assert_int_equal(mark(&b, "1kB"), 'x');
	assert_int_equal(mark(&b, "16B"), ' ');
	engine_agrees(&b);
	assert_int_equal(try(&b, TAGSET_TOGGLE, "1kB"), -1);
	filters_are(&b, "bytes=64bytes:4096bytes", "", "");
	change(&b, TAGSET_TOGGLE, "64B");
	filters_are(&b, "bytes=1024bytes:4096bytes", "", "");
	engine_agrees(&b);
	tear_down(&b);
}

TEST(other_filters_stay_where_they_are)
{
	struct query *q;
	struct bench b;

	set_up(&b, SHOP, "tenant");
	q = &b.app->now.query;
	q->tagfocus = STR("bytes=64b:");
	q->more_tagfocus = STR("anything\ntenant=glo\nuser=x");
	assert_int_equal(mark(&b, "globex"), 'x');
	change(&b, TAGSET_TOGGLE, "initech");
	filters_are(&b, "bytes=64b:", "anything\ntenant=initech,globex\nuser=x",
		"");
	change(&b, TAGSET_ONLY, "initech");
	change(&b, TAGSET_ONLY, "initech");
	filters_are(&b, "bytes=64b:", "anything\nuser=x", "");
	change(&b, TAGSET_TOGGLE, "globex");
	filters_are(&b, "bytes=64b:", "anything\nuser=x\ntenant=globex", "");
	/* The first filter gone, the next one leads. */
	q->tagfocus = STR("tenant=globex");
	q->more_tagfocus = STR("user=x\nuser=y");
	change(&b, TAGSET_TOGGLE, "globex");
	filters_are(&b, "user=x", "user=y", "");
	tear_down(&b);
}

TEST(samples_without_the_key_are_chosen_too)
{
	struct err err = ERR_INIT;
	struct bench b;
	struct tags *left;

	set_up(&b, SHOP, "tenant");
	change(&b, TAGSET_TOGGLE, "globex");
	assert_int_equal(tagset_without(b.app, b.key, TAGSET_ONLY, &err), 0);
	filters_are(&b, "", "", "tenant=");
	assert_int_equal(
		tagset_choice_without(&b.app->now.query, b.key), TAGSET_CHOSEN);
	left = tags_new(b.session.engine, &b.app->now.query, NULL, &err);
	assert_int_equal(left->samples, 5);
	tags_free(left);
	assert_int_equal(tagset_without(b.app, b.key, TAGSET_DROP, &err), 0);
	filters_are(&b, "tenant=", "", "");
	assert_int_equal(tagset_choice_without(&b.app->now.query, b.key),
		TAGSET_DROPPED);
	assert_int_equal(tagset_without(b.app, b.key, TAGSET_DROP, &err), 0);
	filters_are(&b, "", "", "");
	tear_down(&b);
	set_up(&b, SHOP, "bytes");
	assert_int_equal(tagset_without(b.app, b.key, TAGSET_TOGGLE, &err), 0);
	filters_are(&b, "", "", "bytes=16bytes:4096bytes");
	tear_down(&b);
}

TEST(texts_that_look_like_numbers_are_texts)
{
	struct tag_value value[3] = { { .text = STR("10") },
		{ .text = STR("5ms") }, { .text = STR("") } };
	struct tag_key key = { .key = STR("t"), .n = 3, .value = value };
	struct strbuf out = STRBUF_INIT;
	struct err err = ERR_INIT;
	uint32_t all[3] = { 0, 1, 2 };
	struct bench b;

	set_up(&b, SHOP, "tenant");
	for (uint32_t i = 0; i < 3; i++)
		assert_int_equal(tagset_change(b.app, &key, &all[i], 1,
					 TAGSET_TOGGLE, &err),
			0);
	filters_are(&b, "t=^10$,^5ms$,^$", "", "");
	assert_int_equal(
		tagset_filter(&out, b.session.profile, &key, &all[1], 1, &err),
		0);
	assert_string_equal(strbuf_c(&out), "t=^5ms$");
	strbuf_free(&out);
	tear_down(&b);
}

TEST(what_no_filter_can_say_is_refused)
{
	struct tag_value value[2] = { { .text = STR("x") },
		{ .text = STR("7"), .numeric = true, .num = 7, .max = 7 } };
	struct tag_key key = { .key = STR("a=b"), .n = 2, .value = value };
	struct err err = ERR_INIT;
	uint32_t both[2] = { 0, 1 };
	struct bench b;

	set_up(&b, SHOP, "tenant");
	assert_int_equal(
		tagset_change(b.app, &key, both, 1, TAGSET_TOGGLE, &err), -1);
	assert_string_equal(err.msg, "no filter can name the label \"a=b\"");
	key.key = STR("t");
	assert_int_equal(
		tagset_change(b.app, &key, both, 2, TAGSET_TOGGLE, &err), -1);
	assert_string_equal(
		err.msg, "a filter takes strings or numbers, not both");
	filters_are(&b, "", "", "");
	tear_down(&b);
}

int
main(void)
{
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return tests_run(NULL, NULL);
}
