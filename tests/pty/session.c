/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sandbox, terminal and deadline in one.
 */
#include "prelude.h"

#include "pty/session.h"

#include <signal.h>
#include <sys/wait.h>

#include "screen/script.h"
#include "unit/util_source.h"

enum { HARD_ERROR = 99 };

static void
give_up(const char *why)
{
	fprintf(stderr, "cannot test: %s\n", why);
	exit(HARD_ERROR);
}

void
session_open(struct session *s)
{
	char *testdata = sandbox_path_in(source_dir(), "testdata");
	const char *seconds = getenv("FT_DEADLINE");
	struct err err = ERR_INIT;
	int64_t n;

	*s = (struct session){ .deadline = 60000, .seen = PICTURE_INIT };
	s->program = sandbox_path_in(build_dir(), "flametop");
	if (seconds != NULL && str_to_i64(str_c(seconds), &n) && n > 0)
		s->deadline = n * 1000;
	if (sandbox_open(&s->sandbox, s->program, testdata, &err) != 0)
		give_up(err.msg);
	free(testdata);
}

void
session_close(struct session *s)
{
	vt_free(s->vt);
	picture_free(&s->seen);
	sandbox_close(&s->sandbox);
	free(s->program);
}

static bool
is_blank(struct session *s)
{
	struct strbuf text = STRBUF_INIT;
	bool blank;

	vt_screen(s->vt, &s->seen);
	for (int row = 0; row < s->seen.rows; row++)
		picture_row(&s->seen, row, &text);
	blank = text.n == 0;
	strbuf_free(&text);
	return blank;
}

void
session_reply(struct session *s, const char *bytes)
{
	s->reply = bytes;
}

void
session_start(struct session *s, int rows, int cols, const char *words)
{
	VEC(char *) argv = { 0 };
	struct str rest = str_c(words);
	struct err err = ERR_INIT;
	struct nanny_setup setup = { .env = sandbox_envp(&s->sandbox),
		.dir = s->sandbox.dir,
		.confined = s->confined,
		.rows = rows,
		.cols = cols,
		.ignored = s->ignored,
		.descriptors = s->descriptors };
	int64_t until = vt_now() + s->deadline;

	vec_push(&argv, xstrndup(s->program, strlen(s->program)));
	while (rest.n > 0) {
		struct str word = script_word(&rest);

		vec_push(&argv, xstrndup(word.p, word.n));
	}
	vec_push(&argv, NULL);
	setup.argv = (const char *const *)argv.p;
	s->vt = vt_start(&setup, &err);
	for (size_t i = 0; i < argv.n; i++)
		free(argv.p[i]);
	vec_free(&argv);
	if (s->vt == NULL)
		give_up(err.msg);
	if (s->reply != NULL)
		vt_reply(s->vt, s->reply);
	while (is_blank(s) && !vt_ended(s->vt) && vt_now() < until) {
		if (s->watched != NULL)
			calm_count(s->watched, s->vt);
		(void)vt_read(s->vt, s->watched != NULL ? vt_now() + 1 : until);
	}
}

void
session_keys(struct session *s, const char *keys)
{
	struct str rest = str_c(keys);

	while (rest.n > 0) {
		struct key key = key_of_word(script_word(&rest));

		vt_key(s->vt, &key);
	}
}

bool
session_see(struct session *s, const char *text)
{
	int64_t until = vt_now() + s->deadline;

	do {
		vt_screen(s->vt, &s->seen);
		if (picture_find(&s->seen, 0, str_c(text)) >= 0)
			return true;
	} while (vt_read(s->vt, until));
	return false;
}

bool
session_ended(struct session *s, int status, int sig)
{
	int64_t until = vt_now() + s->deadline;
	int got;

	while (!vt_ended(s->vt))
		if (!vt_read(s->vt, until))
			return false;
	got = vt_status(s->vt);
	if (WIFSIGNALED(got))
		return sig != 0 && WTERMSIG(got) == sig;
	return WEXITSTATUS(got) == (sig != 0 ? 128 + sig : status);
}

bool
session_restored(struct session *s, struct strbuf *what)
{
	return vt_is_restored(s->vt, what);
}

void
session_show(struct session *s, const char *why)
{
	struct strbuf text = STRBUF_INIT;

	vt_screen(s->vt, &s->seen);
	picture_dump(&s->seen, &text);
	if (vt_ended(s->vt))
		strbuf_addf(&text, "     the program has ended, status %#x\n",
			(unsigned)vt_status(s->vt));
	fprintf(stderr, "%s\n%s", why, strbuf_c(&text));
	strbuf_free(&text);
}
