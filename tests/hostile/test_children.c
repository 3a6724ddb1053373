/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Programs that are started: their words are what was meant, whatever the
 * names hold, and no shell reads them. Each is a script that writes down its
 * words.
 */
#include "prelude.h"

#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../unit/testing.h"

#include "hostile/poison.h"
#include "hostile/run.h"
#include "pty/session.h"

/* A name that a shell would take apart, run and write to. */
#define AWFUL "-o 'a \"b\" $(touch evil) `touch evil`;touch evil\n|&>evil*\\"

/* Writes its words to the file "words", a line each between brackets. */
static const char recorder[] = "#!/bin/sh\nfor w; do printf '[%s]\\n' \"$w\"; "
			       "done >words\n";

static void
in_sandbox(struct session *s, const char *name, struct str text, bool program)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = ERR_INIT;

	assert_int_equal(sandbox_file(&s->sandbox, str_c(name), text, &err), 0);
	strbuf_addf(&path, "%s/%s", s->sandbox.dir, name);
	if (program)
		assert_int_equal(chmod(strbuf_c(&path), 0755), 0);
	strbuf_free(&path);
}

static bool
is_there(struct session *s, const char *name)
{
	struct strbuf path = STRBUF_INIT;
	bool there;

	strbuf_addf(&path, "%s/%s", s->sandbox.dir, name);
	there = access(strbuf_c(&path), F_OK) == 0;
	strbuf_free(&path);
	return there;
}

static void
assert_words(const char *path, const char *want)
{
	char have[1024] = "";
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	assert_true(fread(have, 1, sizeof(have) - 1, f) > 0);
	(void)fclose(f);
	assert_string_equal(have, want);
}

/* A session on a function whose file is AWFUL; e was pressed. */
static void
edit_with(struct session *s, const char *editor)
{
	struct strbuf bytes = STRBUF_INIT, name = STRBUF_INIT;

	session_open(s);
	sandbox_env(&s->sandbox, STR("VISUAL"));
	sandbox_env(&s->sandbox, str_c(editor));
	hostile_pprof(&bytes, STR(AWFUL), STR(""), false);
	in_sandbox(s, "p.pb", strbuf_str(&bytes), false);
	strbuf_addf(&name, "%sQFiQ", AWFUL);
	in_sandbox(s, strbuf_c(&name), STR("text\n"), false);
	in_sandbox(s, "my editor", STR(recorder), true);
	session_start(s, 30, 100, "p.pb");
	assert_true(session_see(s, "F10Quit"));
	session_keys(s, "Down Down");
	assert_true(session_see(s, "QOtQ"));
	session_keys(s, "e");
	strbuf_free(&bytes);
	strbuf_free(&name);
}

static void
leave(struct session *s)
{
	session_keys(s, "Esc Q");
	assert_true(session_ended(s, 0, 0));
	assert_false(is_there(s, "evil"));
}

TEST(the_editor_gets_the_name_as_it_is)
{
	struct strbuf path = STRBUF_INIT, want = STRBUF_INIT;
	struct session s;

	edit_with(&s, "EDITOR=./my\\ editor '$(touch evil)' \"a b\" -x");
	assert_true(session_see(&s, "F10Quit"));
	leave(&s);
	strbuf_addf(&path, "%s/words", s.sandbox.dir);
	strbuf_addf(&want,
		"[$(touch evil)]\n[a b]\n[-x]\n[+7]\n[%s/" AWFUL "QFiQ]\n",
		s.sandbox.dir);
	assert_words(strbuf_c(&path), strbuf_c(&want));
	strbuf_free(&want);
	strbuf_free(&path);
	session_close(&s);
}

TEST(an_editor_that_is_not_there_is_named)
{
	struct session s;

	edit_with(&s, "EDITOR=no-such-editor -x");
	assert_true(session_see(
		&s, "no-such-editor: cannot be run (exit status 127)"));
	leave(&s);
	session_close(&s);
	edit_with(&s, "EDITOR=vi 'x");
	assert_true(session_see(&s, "EDITOR: unclosed '"));
	leave(&s);
	session_close(&s);
}

/* Reports in files of such names; graphviz sees none of them. */
TEST(outputs_may_be_called_anything)
{
	static const char *const words[] = { "-svg", "-output", AWFUL, "--",
		AWFUL "in", NULL };
	struct strbuf bytes = STRBUF_INIT, out = STRBUF_INIT;
	char *path = getenv("PATH");
	struct strbuf with = STRBUF_INIT;

	run_begin();
	strbuf_addf(&with, ".:%s", path != NULL ? path : "");
	assert_int_equal(setenv("PATH", strbuf_c(&with), 1), 0);
	hostile_pprof(&bytes, STR(AWFUL), STR("\"];evil\n[\""), false);
	run_file(AWFUL "in", strbuf_str(&bytes));
	run_file("dot", STR(recorder));
	assert_int_equal(chmod("dot", 0755), 0);
	assert_int_equal(run_flametop(false, words, &out), 0);
	assert_words("words", "[-Tsvg]\n");
	assert_int_equal(access(AWFUL, F_OK), 0);
	assert_int_not_equal(access("evil", F_OK), 0);
	run_end();
	strbuf_free(&bytes);
	strbuf_free(&with);
	strbuf_free(&out);
}

/* A "perf" that says what is in the file "said" and prints the file
   "script". */
static void
perf_that(const char *exits)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(
		&text, "#!/bin/sh\ncat said >&2\ncat script\nexit %s\n", exits);
	run_file("perf", strbuf_str(&text));
	assert_int_equal(chmod("perf", 0755), 0);
	strbuf_free(&text);
}

TEST(what_perf_says_does_no_harm)
{
	static const char *const words[] = { "-top", "--", AWFUL "data", NULL };
	struct strbuf poison = STRBUF_INIT, out = STRBUF_INIT;
	struct strbuf with = STRBUF_INIT;
	char *path = getenv("PATH");

	run_begin();
	strbuf_addf(&with, ".:%s", path != NULL ? path : "");
	assert_int_equal(setenv("PATH", strbuf_c(&with), 1), 0);
	strbuf_addstr(&poison, "it lost 9 chunks!");
	poison_all(&poison);
	for (size_t i = 0; i < poison.n; i++)
		if (poison.p[i] == '\n' || poison.p[i] == '\0')
			poison.p[i] = '\r'; /* one line, one text */
	run_file("said", strbuf_str(&poison));
	run_file("script", STR("a 1 1.0: 1 cycles: \n\t 1 f+0x1 (/x)\n\n"));
	run_file(AWFUL "data", STR("PERFILE2 and more"));
	perf_that("0");
	assert_int_equal(run_flametop(true, words, &out), 0);
	assert_true(str_find(strbuf_str(&out), STR("it lost 9 "), 0) >= 0);
	harmless(strbuf_str(&out), ALLOW_LINES, "perf's remarks");
	perf_that("3");
	assert_int_equal(run_flametop(true, words, &out), 1);
	assert_true(str_find(strbuf_str(&out), STR("perf script failed: "),
			    0) >= 0);
	harmless(strbuf_str(&out), ALLOW_LINES, "perf's complaint");
	assert_int_not_equal(access("evil", F_OK), 0);
	run_end();
	strbuf_free(&poison);
	strbuf_free(&with);
	strbuf_free(&out);
}

int
main(void)
{
	(void)setlocale(LC_ALL, "C.UTF-8");
	return tests_run(NULL, NULL);
}
