/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The terminal's title: its text, when it is written, and that the old one
 * comes back, however the program ends. xterm's description saves the title by
 * itself, screen's does not, and the Linux console has none.
 */
#include "prelude.h"

#include <locale.h>
#include <signal.h>

#include "../unit/testing.h"

#include "base/compiler.h"
#include "pty/session.h"

#define SAVE "\033[22;0t"
#define RESTORE "\033[23;0t"

static size_t
count(struct session *s, const char *bytes)
{
	struct str all = vt_bytes(s->vt);
	ptrdiff_t at = -1;
	size_t n = 0;

	while ((at = str_find(all, str_c(bytes), (size_t)(at + 1))) >= 0)
		n++;
	return n;
}

static void
begin(struct session *s, const char *term, const char *words)
{
	session_open(s);
	sandbox_env(&s->sandbox, str_c(term));
	session_start(s, 30, 100, words);
	assert_true(session_see(s, "F10"));
	assert_true(calm_rest(s->vt, vt_now() + s->deadline));
}

static void
must_be(struct session *s, const char *title)
{
	assert_true(calm_rest(s->vt, vt_now() + s->deadline));
	assert_true(str_is(vt_title(s->vt), title));
}

TEST(it_names_the_profile)
{
	struct session s;

	begin(&s, "TERM=xterm-256color", "testdata/shop-cpu.pb.gz");
	must_be(&s, "flametop shop-cpu.pb.gz");
	session_keys(&s, ":");
	vt_type(s.vt, STR("open testdata/cpu.folded\r"));
	assert_true(session_see(&s, "cpu.folded"));
	must_be(&s, "flametop cpu.folded");
	session_keys(&s, "Q");
	assert_true(session_ended(&s, 0, 0));
	/* By the description's own sequences. */
	assert_int_equal(count(&s, SAVE) + count(&s, RESTORE), 0);
	session_close(&s);
}

TEST(a_comparison_has_both_names)
{
	struct session s;

	begin(&s, "TERM=xterm-256color",
		"-diff_base=testdata/old-shop-cpu.pb.gz "
		"testdata/shop-cpu.pb.gz");
	must_be(&s, "flametop shop-cpu.pb.gz vs old-shop-cpu.pb.gz");
	session_close(&s);
}

TEST(keys_do_not_write_it)
{
	struct session s;

	begin(&s, "TERM=screen-256color", "testdata/shop-cpu.pb.gz");
	session_keys(&s, "j j k Enter u / m Esc ? Esc");
	vt_resize(s.vt, 24, 80);
	assert_true(calm_rest(s.vt, vt_now() + s.deadline));
	assert_int_equal(count(&s, SAVE), 1);
	assert_int_equal(count(&s, "\033]0;"), 1);
	assert_int_equal(count(&s, RESTORE), 0);
	session_close(&s);
}

TEST(it_is_given_back_at_the_end)
{
	static const int signals[] = { 0, SIGTERM, SIGHUP, SIGSEGV };
	struct session s;

	for (size_t i = 0; i < COUNT_OF(signals); i++) {
		begin(&s, "TERM=screen-256color", "testdata/shop-cpu.pb.gz");
		if (signals[i] == 0)
			session_keys(&s, "Q");
		else
			assert_int_equal(kill(vt_pid(s.vt), signals[i]), 0);
		assert_true(session_ended(&s, 0, signals[i]));
		assert_int_equal(count(&s, SAVE), 1);
		assert_int_equal(count(&s, RESTORE), 1);
		session_close(&s);
	}
}

TEST(the_shell_has_its_own_while_the_program_is_stopped)
{
	struct session s;

	begin(&s, "TERM=screen-256color", "testdata/shop-cpu.pb.gz");
	session_keys(&s, "C-z");
	while (!vt_stopped(s.vt))
		(void)vt_read(s.vt, vt_now() + s.deadline);
	assert_int_equal(count(&s, RESTORE), 1);
	vt_continue(s.vt);
	assert_true(session_see(&s, "root   self"));
	must_be(&s, "flametop shop-cpu.pb.gz");
	assert_int_equal(count(&s, SAVE), 2);
	assert_int_equal(count(&s, "\033]0;"), 2);
	session_keys(&s, "Q");
	assert_true(session_ended(&s, 0, 0));
	assert_int_equal(count(&s, RESTORE), 2);
	session_close(&s);
}

TEST(the_option_gives_it_back)
{
	struct session s;

	begin(&s, "TERM=screen-256color", "testdata/shop-cpu.pb.gz");
	vt_type(s.vt, STR(":title=off\r"));
	assert_true(calm_rest(s.vt, vt_now() + s.deadline));
	assert_int_equal(count(&s, RESTORE), 1);
	vt_type(s.vt, STR(":title=on\r"));
	assert_true(calm_rest(s.vt, vt_now() + s.deadline));
	assert_int_equal(count(&s, SAVE), 2);
	assert_int_equal(count(&s, "\033]0;"), 2);
	session_close(&s);
	begin(&s, "TERM=xterm-256color",
		"-title=false testdata/shop-cpu.pb.gz");
	assert_int_equal(count(&s, "\033]"), 1); /* OSC 11 */
	session_close(&s);
}

TEST(terminals_without_a_title_get_none)
{
	static const char *const types[] = { "TERM=linux", "TERM=vt100" };
	struct session s;

	for (size_t i = 0; i < COUNT_OF(types); i++) {
		begin(&s, types[i], "testdata/shop-cpu.pb.gz");
		assert_int_equal(count(&s, "\033]0;"), 0);
		assert_int_equal(count(&s, SAVE), 0);
		session_close(&s);
	}
}

int
main(void)
{
	(void)setlocale(LC_ALL, "C.UTF-8");
	return tests_run(NULL, NULL);
}
