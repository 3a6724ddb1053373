/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Links on the screen (ui/term_link.h) from the terminal's end: which cells
 * have one, that a key costs no byte more, and who gets none.
 */
#include "prelude.h"

#include <locale.h>

#include "../unit/testing.h"

#include "base/compiler.h"
#include "pty/session.h"

#define KITTY "\033P>|kitty(0.36.4)\033\\"
#define XTERM "\033P>|XTerm(388)\033\\"
#define DARK "\033]11;rgb:0000/1010/2020\033\\"
#define IS "\033[?62;4c"
#define OPEN "\033]8;id=ft1;"
#define CLOSE "\033]8;;\033\\"
#define WORDS \
	"-source_url=https://x.org/{file}#L{line} " \
	"-trim_path=example.com/shop testdata/shop-cpu.pb.gz"

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
settle(struct session *s)
{
	assert_true(calm_rest(s->vt, vt_now() + s->deadline));
}

static void
begin(struct session *s, const char *env, const char *reply, const char *words)
{
	session_open(s);
	if (env != NULL)
		sandbox_env(&s->sandbox, str_c(env));
	session_reply(s, reply);
	session_start(s, 30, 140, words);
	assert_true(session_see(s, "F10Quit"));
	settle(s);
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

/* Select a function and return what it costs at once and, in *later, once the
   keys rest. */
static size_t
step(struct session *s, const char *keys, size_t *later)
{
	size_t before = vt_bytes(s->vt).n, now;

	session_keys(s, keys);
	assert_true(calm_wait(s->vt, vt_now() + s->deadline));
	now = vt_bytes(s->vt).n;
	settle(s);
	*later = vt_bytes(s->vt).n - now;
	return now - before;
}

/* The text that the last link to the address is behind. */
static struct str
linked(struct session *s, const char *address)
{
	struct strbuf mark = STRBUF_INIT;
	struct str all = vt_bytes(s->vt);
	ptrdiff_t at, stop;

	strbuf_addf(&mark, OPEN "%s\033\\", address);
	at = str_rfind(all, strbuf_str(&mark));
	if (at < 0)
		fail_msg("no link to %s", address);
	at += (ptrdiff_t)mark.n;
	strbuf_free(&mark);
	stop = str_find(all, STR(CLOSE), (size_t)at);
	assert_true(stop > at);
	return str_sub(all, (size_t)at, (size_t)stop);
}

TEST(the_place_is_a_link_once_the_keys_rest)
{
	enum { TRIES = 10 };
	struct session s;
	size_t plain, at_once, later = 0;

	begin(&s, NULL, DARK IS, "-follow_delay=10000 " WORDS);
	(void)step(&s, "H", &later);
	plain = step(&s, "j", &later);
	assert_int_equal(later, 0);
	assert_int_equal(count(&s, OPEN), 0);
	end(&s);
	/* Whoever looks too late, on a busy machine, looks again. */
	for (int i = 0; i < TRIES && later == 0; i++) {
		if (i > 0)
			end(&s);
		begin(&s, NULL, KITTY DARK IS, "-follow_delay=10000 " WORDS);
		assert_int_equal(count(&s, "\033[>0q"), 1);
		(void)step(&s, "H", &later);
		at_once = step(&s, "j", &later);
		assert_in_range(at_once + later, plain + 40, plain + 200);
	}
	assert_int_equal(at_once, plain);
	assert_true(str_find(linked(&s, "https://x.org/api/cart.go#L47"),
			    STR("shop/api/cart.go:47"), 0) >= 0);
	assert_int_equal(count(&s, OPEN), count(&s, CLOSE));
	/* A frame without a change leaves it alone. */
	later = count(&s, OPEN);
	vt_type(s.vt, STR("\033[?0u"));
	settle(&s);
	assert_int_equal(count(&s, OPEN), later);
	end(&s);
}

TEST(the_selected_line_of_the_source_is_a_link)
{
	struct session s;
	size_t later;

	begin(&s, NULL, KITTY DARK IS, WORDS);
	(void)step(&s, "H j H 4", &later);
	(void)step(&s, "Tab", &later);
	assert_true(str_find(linked(&s, "https://x.org/price/rules.go#L61"),
			    STR("61 │"), 0) >= 0);
	/* So it stays while a message covers the place. */
	(void)step(&s, "F24", &later);
	later = count(&s, OPEN);
	vt_type(s.vt, STR("\033[?0u"));
	settle(&s);
	assert_int_equal(count(&s, OPEN), later);
	end(&s);
}

TEST(others_get_none)
{
	static const struct {
		const char *env, *reply, *words;
	} rows[] = { { NULL, XTERM DARK IS, WORDS }, { NULL, DARK IS, WORDS },
		/* too late */
		{ NULL, DARK IS KITTY, WORDS },
		{ NULL, KITTY DARK IS, "-hyperlinks=off " WORDS },
		{ NULL, KITTY DARK IS, "-low_bandwidth " WORDS },
		{ NULL, KITTY DARK IS, "testdata/shop-cpu.pb.gz" },
		{ "TERM=screen-256color", "", "-hyperlinks=on " WORDS },
		{ "TERM=linux", "", "-hyperlinks=on " WORDS } };
	struct session s;
	size_t later;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		begin(&s, rows[i].env, rows[i].reply, rows[i].words);
		(void)step(&s, "H j", &later);
		assert_int_equal(count(&s, OPEN), 0);
		end(&s);
	}
}

TEST(the_option_takes_them_away)
{
	struct session s;
	size_t later, n;

	begin(&s, NULL, XTERM DARK IS, "-hyperlinks=on " WORDS);
	(void)step(&s, "H j", &later);
	n = count(&s, OPEN);
	assert_true(n > 0);
	vt_type(s.vt, STR(":hyperlinks=off\r"));
	settle(&s);
	assert_int_equal(count(&s, OPEN), n);
	vt_type(s.vt, STR(":hyperlinks=on\r"));
	settle(&s);
	(void)step(&s, "k j", &later);
	assert_true(count(&s, OPEN) > n);
	end(&s);
}

int
main(void)
{
	(void)setlocale(LC_ALL, "C.UTF-8");
	return tests_run(NULL, NULL);
}
