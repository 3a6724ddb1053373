/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes of a whole session on a terminal, of a profile in which every
 * string is hostile: through curses, the clipboard and reports in the pager.
 */
#include "prelude.h"

#include <locale.h>
#include <sys/stat.h>

#include "../unit/testing.h"

#include "base/compiler.h"
#include "hostile/poison.h"
#include "pty/session.h"

static void
open_hostile(struct session *s, const char *words)
{
	struct strbuf all = STRBUF_INIT, bytes = STRBUF_INIT;
	struct strbuf line = STRBUF_INIT;
	struct err err = ERR_INIT;

	session_open(s);
	poison_all(&all);
	hostile_pprof(&bytes, strbuf_str(&all), strbuf_str(&all), false);
	assert_int_equal(sandbox_file(&s->sandbox, STR("h.pb"),
				 strbuf_str(&bytes), &err),
		0);
	strbuf_addf(&line, "%s h.pb", words);
	session_start(s, 30, 120, strbuf_c(&line));
	assert_true(session_see(s, "F10Quit"));
	strbuf_free(&all);
	strbuf_free(&bytes);
	strbuf_free(&line);
}

/* Leave, and look at all that was written. */
static void
close_harmless(struct session *s, bool copied, const char *where)
{
	struct str unknown;

	session_keys(s, "Esc Esc Q");
	assert_true(session_ended(s, 0, 0));
	unknown = vt_unknown(s->vt);
	harmless(vt_bytes(s->vt), ALLOW_CURSES, where);
	assert_int_equal(vt_titles(s->vt), 0);
	assert_int_equal(vt_bells(s->vt), 0);
	while (unknown.n > 0) {
		struct str line = str_cut(&unknown, '\n');

		/* The stack of titles, which is curses'; copies that came
		   in parts. */
		if (!(copied && str_starts(line, STR("OSC "))) &&
			!str_is(line, "CSI 22;0;0t") &&
			!str_is(line, "CSI 23;0;0t"))
			fail_msg("%s: %.*s", where, STR_ARG(line));
	}
	session_close(s);
}

TEST(panes_and_boxes_write_no_harm)
{
	static const struct {
		const char *keys, *then;
	} steps[] = { { "Down Down", "F10Quit" }, { "2", "Self" },
		{ "3", "Callers" }, { "6", "Tags" }, { "7", "Traces" },
		{ "9", "Info" }, { "1 K", "Inspector" }, { "Esc s", "Sample" },
		{ "Esc J", "letters" }, { "Esc F9", "Esc close" },
		{ "Esc ?", "Help" }, { "Esc M Esc", "F10Quit" } };
	struct session s;

	open_hostile(&s, "");
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		session_keys(&s, steps[i].keys);
		if (!session_see(&s, steps[i].then)) {
			session_show(&s, steps[i].then);
			fail();
		}
	}
	close_harmless(&s, false, "panes");
}

TEST(reports_in_the_pager_write_no_harm)
{
	static const char *const lines[] = { ":traces", ":raw", ":tags",
		":comments", ":dot", ":callgrind", ":folded" };
	struct session s;

	open_hostile(&s, "");
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		vt_type(s.vt, str_c(lines[i]));
		session_keys(&s, "Enter");
		if (!session_see(&s, "q close")) {
			session_show(&s, lines[i]);
			fail();
		}
		session_keys(&s, "Space Space G q");
		assert_true(session_see(&s, "F10Quit"));
	}
	close_harmless(&s, false, "pager");
}

static int
digit_of(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static void
decode(struct str s, struct strbuf *out)
{
	unsigned v = 0, bits = 0;

	for (size_t i = 0; i < s.n && digit_of(s.p[i]) >= 0; i++) {
		v = v << 6 | (unsigned)digit_of(s.p[i]);
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			strbuf_addch(out, (char)(v >> bits & 0xff));
		}
	}
}

/* Every OSC 52 of a session. */
static size_t
check_copies(struct str bytes, unsigned allow)
{
	const struct str start = STR("\033]52;c;");
	size_t n = 0;
	ptrdiff_t at;

	while ((at = str_find(bytes, start, 0)) >= 0) {
		struct strbuf text = STRBUF_INIT;

		bytes = str_skip(bytes, (size_t)at + start.n);
		decode(bytes, &text);
		assert_true(text.n > 0);
		harmless(strbuf_str(&text), allow, "copy");
		strbuf_free(&text);
		n++;
	}
	return n;
}

TEST(copies_are_clean)
{
	struct session s;

	open_hostile(&s, "");
	session_keys(&s, "Down Down y");
	assert_true(session_see(&s, "copied to the terminal"));
	assert_int_equal(check_copies(vt_bytes(s.vt), 0), 1);
	session_keys(&s, "Esc Y");
	assert_true(session_see(&s, "the stack of"));
	session_keys(&s, "7 Down Y");
	vt_type(s.vt, STR(":cmdline"));
	session_keys(&s, "Enter");
	assert_true(session_see(&s, "y copies it"));
	session_keys(&s, "Esc");
	assert_true(session_see(&s, "F10Quit"));
	assert_int_equal(check_copies(vt_bytes(s.vt), ALLOW_LINES), 3);
	close_harmless(&s, true, "copies");
}

static void
add_file(struct session *s, const char *name, struct str text)
{
	struct err err = ERR_INIT;

	if (sandbox_file(&s->sandbox, str_c(name), text, &err) != 0)
		fail_msg("%s", err.msg);
}

/* Views and settings that came with a project, or from a friend. */
TEST(saved_views_and_settings_write_no_harm)
{
	static const char *const folders[] = { "flametop", "pprof" };
	struct strbuf all = STRBUF_INIT, line = STRBUF_INIT;
	struct strbuf views = STRBUF_INIT;
	struct session s;

	session_open(&s);
	strbuf_addf(&line, "XDG_CONFIG_HOME=%s", s.sandbox.dir);
	sandbox_env(&s.sandbox, strbuf_str(&line));
	for (size_t i = 0; i < COUNT_OF(folders); i++) {
		strbuf_reset(&line);
		strbuf_addf(&line, "%s/%s", s.sandbox.dir, folders[i]);
		assert_int_equal(mkdir(strbuf_c(&line), 0700), 0);
	}
	poison_all(&all);
	strbuf_reset(&line);
	for (size_t i = 0; i < all.n; i++)
		if (all.p[i] != '\0' && strchr("\n[]", all.p[i]) == NULL)
			strbuf_addch(&line, all.p[i]);
	strbuf_addf(&views,
		"[QV1Q%s]\nfocus = %s\n[QV2Q]\n%s\n[%s]\nfocus = \"a\\n%s\"\n",
		strbuf_c(&line), strbuf_c(&line), strbuf_c(&line),
		strbuf_c(&line), strbuf_c(&line));
	add_file(&s, "flametop/views", strbuf_str(&views));
	add_file(&s, ".flametop", strbuf_str(&views));
	add_file(&s, "flametop/config", strbuf_str(&line));
	add_file(&s, "pprof/settings.json",
		STR("{\"configs\":[{\"name\":\"QJQ\\u001b]0;x\\u0007\\u009b"
		    "\\u202e\\u2028\",\"focus\":\"\\u001b[2J\"}]}"));
	add_file(&s, "p.folded", STR("main;a 1\n"));
	session_start(&s, 30, 120, "p.folded");
	assert_true(session_see(&s, "F10Quit"));
	session_keys(&s, "W");
	if (!session_see(&s, "QV1Q")) {
		session_show(&s, "views");
		fail();
	}
	session_keys(&s, "Down Enter");
	assert_true(session_see(&s, "F10Quit"));
	session_keys(&s, "W Down Down Enter");
	assert_true(session_see(&s, "F10Quit"));
	vt_type(s.vt, STR(":messages"));
	session_keys(&s, "Enter");
	assert_true(session_see(&s, "Messages"));
	session_keys(&s, "Esc");
	close_harmless(&s, false, "views");
	strbuf_free(&all);
	strbuf_free(&line);
	strbuf_free(&views);
}

int
main(void)
{
	(void)setlocale(LC_ALL, "C.UTF-8");
	return tests_run(NULL, NULL);
}
