/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The question about the background (ui/term_caps.h) from the terminal's end:
 * answers that are light, dark, late, broken or never come, and what people
 * type and paste meanwhile.
 */
#include "prelude.h"

#include <locale.h>

#include "../unit/testing.h"

#include "base/compiler.h"
#include "pty/session.h"
#include "pty/wrote.h"
#include "ui/term_key.h"

/* It ends with the answer that all terminals give: what it is. */
#define IS "\033[?62;4c"
#define LIGHT "\033]11;rgb:ffff/ffff/dddd\033\\"
#define CUT_SHORT "\033]11;rgb:ffff/ff"
#define DARK "\033]11;rgb:0000/1010/2020\033\\"

/* Words on the terminal's own background: 242 where that is light, 246 where
   it is dark. */
static const char light[] = "\033[38;5;242m", dark[] = "\033[38;5;246m";

static bool
wrote(struct session *s, const char *bytes)
{
	return str_find(vt_bytes(s->vt), str_c(bytes), 0) >= 0;
}

static void
begin(struct session *s, const char *reply)
{
	session_open(s);
	session_reply(s, reply);
	session_start(s, 30, 100, "--follow_delay=0 testdata/shop-cpu.pb.gz");
	assert_true(session_see(s, "F10Quit"));
	assert_true(calm_rest(s->vt, vt_now() + s->deadline));
}

static void
end(struct session *s)
{
	struct strbuf what = STRBUF_INIT;

	session_keys(s, "Q");
	assert_true(session_ended(s, 0, 0));
	assert_true(session_restored(s, &what));
	strbuf_free(&what);
	session_close(s);
}

TEST(a_light_background_is_believed)
{
	static const char *const answers[] = { LIGHT IS,
		/* other ends, fewer digits, another order */
		"\033]11;rgb:f/f/e\a" IS,
		"\033]11;rgba:ffff/ffff/ffff/ffff\a" IS };
	struct session s;

	for (size_t i = 0; i < COUNT_OF(answers); i++) {
		begin(&s, answers[i]);
		assert_true(wrote(&s, light));
		end(&s);
	}
}

TEST(anything_else_is_dark)
{
	static const char *const answers[] = { DARK IS, IS,
		/* no answer at all */
		"",
		/* no colour; a colour that is none; cut short */
		"\033]11;?\033\\" IS, "\033]11;rgb:zzzz/1/1\033\\" IS,
		CUT_SHORT };
	struct session s;

	for (size_t i = 0; i < COUNT_OF(answers); i++) {
		begin(&s, answers[i]);
		assert_true(wrote(&s, dark));
		assert_false(wrote(&s, light));
		/* No part of an answer was taken for keys. */
		assert_true(session_see(&s, "root   self"));
		/* The rest of an answer is waited for. */
		if (strcmp(answers[i], CUT_SHORT) == 0) {
			vt_settle(s.vt, KEYS_LONG + 500, vt_now() + s.deadline);
			assert_true(calm_wait(s.vt, vt_now() + s.deadline));
		}
		end(&s);
	}
}

/* Long after the question: no key, and the picture is drawn again. */
TEST(a_late_answer_is_no_key)
{
	struct session s;

	begin(&s, "");
	assert_false(wrote(&s, light));
	vt_type(s.vt, STR(LIGHT IS));
	session_keys(&s, "Down");
	assert_true(session_see(&s, "http.(*conn).serve   self"));
	assert_true(wrote(&s, light));
	end(&s);
}

/* From the start to a whole picture where no answer comes: not what others keep
   it from running. */
TEST(the_first_picture_waits_for_no_answer)
{
	enum { LIMIT = 100 /* ms */ };
	struct calm_sleep slept = { .ms = 0 };
	struct session s;
	int64_t until;

	session_open(&s);
	session_reply(&s, "");
	s.watched = &slept;
	session_start(&s, 30, 100, "testdata/shop-cpu.pb.gz");
	until = vt_now() + s.deadline;
	while (vt_screen(s.vt, &s.seen),
		picture_find(&s.seen, 0, STR("F10Quit")) < 0) {
		assert_true(vt_now() < until);
		calm_count(&slept, s.vt);
		(void)vt_read(s.vt, vt_now() + 1);
	}
	print_message("waited for %d ms\n", (int)slept.ms);
	assert_true(slept.ms <= LIMIT);
	end(&s);
}

/* Before, within and behind the answer. */
TEST(keys_typed_meanwhile_are_not_lost)
{
	static const char *const answers[] = { "jj" LIGHT IS, LIGHT "jj" IS,
		"j" LIGHT "j" IS, LIGHT IS "jj", "\033[B\033OB" LIGHT IS,
		LIGHT "\033OB" IS "j" };
	struct session s;

	for (size_t i = 0; i < COUNT_OF(answers); i++) {
		begin(&s, answers[i]);
		assert_true(wrote(&s, light));
		assert_true(
			session_see(&s, "http.serverHandler.ServeHTTP   self"));
		end(&s);
	}
}

/* Pasted text is no keys, in front of the question either. */
TEST(a_paste_meanwhile_is_one)
{
	struct session s;

	begin(&s, "\033[200~Q q\nrm -r\n\033[201~" LIGHT IS);
	assert_true(session_see(&s, "paste works only in a prompt"));
	assert_true(session_see(&s, "root"));
	end(&s);
	begin(&s, "/\033[200~mat\033[201~" LIGHT "\033[200~ch\033[201~" IS);
	assert_true(session_see(&s, "search: match"));
	session_keys(&s, "Esc");
	end(&s);
}

/* The end of the program, too. */
TEST(a_q_typed_meanwhile_quits)
{
	struct session s;

	session_open(&s);
	session_reply(&s, "Q" LIGHT IS);
	session_start(&s, 30, 100, "testdata/shop-cpu.pb.gz");
	assert_true(session_ended(&s, 0, 0));
	session_close(&s);
}

TEST(letters_of_any_script_are_not_lost)
{
	struct session s;

	begin(&s, "/\303\244\303\266" LIGHT "\342\202\254" IS);
	assert_true(session_see(&s, "search: \303\244\303\266\342\202\254"));
	session_keys(&s, "Esc");
	end(&s);
}

/* A type that nobody has described is what the terminal answers to be. */
TEST(an_unknown_type_is_asked)
{
	static const struct {
		const char *answer;
		bool colors;
	} rows[] = { { IS, true }, { "\033[?6c", true },
		{ "\033[?1;2c", false }, { "q\033[?64;1;2c", true } };
	struct session s;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		session_open(&s);
		sandbox_env(&s.sandbox, STR("TERM=no-such-terminal"));
		session_reply(&s, rows[i].answer);
		session_start(&s, 30, 100,
			"--follow_delay=0 testdata/shop-cpu.pb.gz");
		assert_true(session_see(&s, "F10Quit"));
		assert_true(session_see(&s,
			rows[i].colors ? "treating it as xterm-256color"
				       : "treating it as vt100"));
		assert_int_equal(wrote(&s, "\033[38;5;"), rows[i].colors);
		assert_int_equal(wrote(&s, "\033[?1006h"), rows[i].colors);
		assert_true(wrote(&s, "\033[?2004h"));
		end(&s);
	}
}

int
main(void)
{
	(void)setlocale(LC_ALL, "C.UTF-8");
	return tests_run(NULL, NULL);
}
