/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names by a few letters: what matches, and which of them comes first. */
#include "prelude.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "present/picker.h"
#include "util_view.h"

static int
score(const char *pattern, const char *text)
{
	return fuzzy_score(str_c(pattern), str_c(text));
}

TEST(letters_must_come_in_their_order)
{
	assert_true(score("chk", "api.(*CartHandler).Checkout") > 0);
	assert_true(score("srvhttp", "net/http.(*conn).ServeHTTP") > 0);
	assert_int_equal(score("khc", "api.(*CartHandler).Checkout"), 0);
	assert_int_equal(score("x", ""), 0);
	assert_int_equal(score("", "anything"), 1);
	assert_int_equal(score("aa", "a"), 0);
}

TEST(small_letters_mean_either_case)
{
	assert_true(score("http", "ServeHTTP") > 0);
	assert_int_equal(score("HTTP", "servehttp"), 0);
	assert_true(score("HTTP", "ServeHTTP") > 0);
}

TEST(words_match_each_for_itself)
{
	assert_true(score("http serve", "net/http.(*conn).serve") > 0);
	assert_true(score(" serve  http ", "net/http.(*conn).serve") > 0);
	assert_int_equal(score("http xyz", "net/http.(*conn).serve"), 0);
}

/* The picker passes over whatever lacks one of them. */
TEST(what_matches_has_the_letters)
{
	static const char *const pairs[][2] = { { "srvhttp", "(*R).ServeHTTP" },
		{ "serve h", "(*Router).ServeHTTP" }, { "CH", "CartHandler" },
		{ "\xC3\xA9", "caf\xC3\xA9" }, { "::<1>", "a::b<1>" } };

	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		struct str typed = str_c(pairs[i][0]),
			   text = str_c(pairs[i][1]);

		assert_true(fuzzy_score(typed, text) > 0);
		assert_true((fuzzy_letters(typed) & ~fuzzy_letters(text)) == 0);
	}
	assert_true(
		(fuzzy_letters(STR("z")) & ~fuzzy_letters(STR("abc"))) != 0);
}

TEST(better_places_score_more)
{
	/* the start of a word, not its middle */
	assert_true(score("get", "budget.x") < score("get", "store.Get"));
	/* side by side, not scattered */
	assert_true(score("read", "r.e.a.d") < score("read", "io.ReadAll"));
	/* a whole word */
	assert_true(score("scan", "db.Scanner") < score("scan", "db.Scan"));
	/* humps */
	assert_true(score("sh", "fresh") < score("sh", "ServeHTTP"));
	/* the better of two places in one name */
	assert_int_equal(score("get", "budget.Get"), score("get", "x.Get"));
}

#define NAMES \
	"root.main;pkg.parseLine 50\nroot.main;pkg.parseAll 30\n" \
	"root.main;pkg.sparse 40\nroot.main;lib.Print 5\n"

static void
names(struct fixture *f, struct picker *p, const char *typed, const char *want)
{
	struct strbuf have = STRBUF_INIT;

	picker_type(p, str_c(typed));
	for (size_t i = 0; i < p->n_left && i < PICKER_SHOWN; i++) {
		if (i > 0)
			strbuf_addch(&have, ' ');
		strbuf_add(&have,
			f->view->frames->frame[p->best[i].name->frame].text);
	}
	assert_string_equal(strbuf_c(&have), want);
	strbuf_free(&have);
}

TEST(the_best_come_first_and_of_equals_the_heaviest)
{
	struct fixture f;
	struct picker *p;

	fixture_init(&f, NAMES, "count", NULL);
	p = picker_new(f.view);
	assert_int_equal(p->n, 5);
	names(&f, p, "",
		"root.main pkg.parseLine pkg.sparse pkg.parseAll lib.Print");
	names(&f, p, "parse", "pkg.parseLine pkg.parseAll pkg.sparse");
	names(&f, p, "parseA", "pkg.parseAll");
	names(&f, p, "parse", "pkg.parseLine pkg.parseAll pkg.sparse");
	names(&f, p, "zzz", "");
	names(&f, p, "pr", "lib.Print pkg.parseLine pkg.parseAll pkg.sparse");
	picker_free(p);
	fixture_fini(&f);
}

/* Whatever is typed in whatever steps, the result is that of typing it at
   once. */
TEST(typing_on_gives_what_typing_at_once_gives)
{
	static const char *const words[] = { "p", "pa", "par", "pa", "p", "pAl",
		"pAll", "", "main", "m n" };
	struct fixture f;
	struct picker *p;

	fixture_init(&f, NAMES, "count", NULL);
	p = picker_new(f.view);
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		struct picker *fresh = picker_new(f.view);

		picker_type(p, str_c(words[i]));
		picker_type(fresh, str_c(words[i]));
		assert_int_equal(p->n_left, fresh->n_left);
		for (size_t k = 0; k < p->n_left; k++)
			assert_int_equal(p->best[k].name->frame,
				fresh->best[k].name->frame);
		picker_free(fresh);
	}
	picker_free(p);
	fixture_fini(&f);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
