/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The run of a script: preparing, starting, pressing keys. What it checks is
 * in checks.c, numbers.c and tty.c.
 */
#include "prelude.h"

#include "screen/player.h"

#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/compiler.h"

#include "unit/scope.h"

bool
player_fail(struct player *p, const char *fmt, ...)
{
	char text[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	strbuf_reset(&p->why);
	strbuf_addstr(&p->why, text);
	return false;
}

struct vt *
player_vt(struct player *p)
{
	return p->ops->vt(p->stage);
}

bool
player_int(struct player *p, struct str *rest, int *out)
{
	struct str word = script_word(rest);
	int64_t n;

	if (!str_to_i64(word, &n) || n < -10000 || n > 1000000)
		return player_fail(
			p, "\"%.*s\" is not a number", STR_ARG(word));
	*out = (int)n;
	return true;
}

static int64_t
deadline(const struct player *p)
{
	return vt_now() + p->deadline;
}

bool
player_until(struct player *p, condition_fn holds, void *arg)
{
	int64_t until = deadline(p);

	for (;;) {
		strbuf_reset(&p->why);
		p->ops->screen(p->stage, &p->seen);
		if (holds(p, arg))
			return true;
		if (!p->ops->wait(p->stage, until))
			return false;
	}
}

/* ---- preparing ---- */

static bool
do_nothing(struct player *p, const struct command *c)
{
	(void)p;
	(void)c;
	return true;
}

static bool
do_size(struct player *p, const struct command *c)
{
	struct str rest = c->rest;

	return player_int(p, &rest, &p->cols) && player_int(p, &rest, &p->rows);
}

/* For checks of which one knows that they will not hold any later. */
static bool
do_deadline(struct player *p, const struct command *c)
{
	struct str rest = c->rest;

	return player_int(p, &rest, &p->deadline);
}

/* A Pyroscope at $PORT; then how it answers. */
static bool
do_server(struct player *p, const struct command *c)
{
	struct strbuf port = STRBUF_INIT;
	struct str rest = c->rest, word = str_cut(&rest, ' ');
	int status = 200;

	if (p->scope == NULL) {
		p->scope = scope_new();
		strbuf_addf(&port, "PORT=%d", scope_port(p->scope));
		sandbox_env(&p->sandbox, strbuf_str(&port));
		strbuf_free(&port);
	}
	if (str_is(word, "now")) {
		scope_now(p->scope);
		return true;
	}
	if (str_is(word, "limit")) {
		int merges = -1;

		if (!player_int(p, &rest, &status) ||
			(rest.n > 0 && !player_int(p, &rest, &merges)))
			return false;
		scope_limit(p->scope, 1000 * (int64_t)status, merges);
		return true;
	}
	if (str_is(word, "until")) {
		if (!player_int(p, &rest, &status))
			return false;
		scope_until(p->scope, SCOPE_FROM + 1000 * (int64_t)status);
		return true;
	}
	if (c->rest.n > 0 && !player_int(p, &word, &status))
		return false;
	scope_fail(p->scope, status);
	return true;
}

static bool
do_env(struct player *p, const struct command *c)
{
	sandbox_env(&p->sandbox, c->rest);
	return true;
}

static bool
do_file(struct player *p, const struct command *c)
{
	struct err err = ERR_INIT;

	if (sandbox_file(&p->sandbox, c->rest, c->block, &err) != 0)
		return player_fail(p, "%s", err.msg);
	return true;
}

/* ---- starting ---- */

struct words {
	VEC(char *) word;
};

static void
words_add(struct words *w, struct str text)
{
	while ((text = str_trim(text)).n > 0) {
		struct str one = script_word(&text);

		one = script_text(one);
		vec_push(&w->word, xstrndup(one.p, one.n));
	}
}

static bool
start(struct player *p, struct words *w)
{
	struct err err = ERR_INIT;
	struct stage_setup setup = { .program = p->options->program,
		.argc = (int)w->word.n,
		.env = sandbox_envp(&p->sandbox),
		.dir = p->sandbox.dir,
		.rows = p->rows,
		.cols = p->cols };

	vec_push(&w->word, NULL);
	setup.argv = (const char *const *)w->word.p;
	if (p->stage != NULL)
		p->ops->close(p->stage);
	p->mark = 0;
	p->stage = p->ops->open(&setup, &err);
	for (size_t i = 0; i < w->word.n; i++)
		free(w->word.p[i]);
	vec_free(&w->word);
	if (p->stage == NULL)
		return player_fail(p, "%s", err.msg);
	return true;
}

/* Something is on the screen, or there will be nothing. */
static bool
has_started(struct player *p, void *arg)
{
	struct strbuf text = STRBUF_INIT;
	struct vt *vt = player_vt(p);
	bool blank;

	(void)arg;
	for (int row = 0; row < p->seen.rows; row++)
		picture_row(&p->seen, row, &text);
	blank = text.n == 0;
	strbuf_free(&text);
	if (!blank || (vt != NULL && vt_ended(vt)))
		return true;
	return player_fail(p, "the screen stays blank");
}

static bool
do_open(struct player *p, const struct command *c)
{
	struct words w = { { 0 } };

	if (p->options->wrapper != NULL && p->ops == &stage_pty)
		words_add(&w, str_c(p->options->wrapper));
	words_add(&w, str_c(p->options->program));
	words_add(&w, c->rest);
	return start(p, &w) && player_until(p, has_started, NULL);
}

static bool
do_sh(struct player *p, const struct command *c)
{
	struct words w = { { 0 } };

	words_add(&w, STR("/bin/sh -c"));
	vec_push(&w.word, xstrndup(c->rest.p, c->rest.n));
	return start(p, &w);
}

static bool
do_shell(struct player *p, const struct command *c)
{
	struct words w = { { 0 } };

	(void)c;
	sandbox_env(&p->sandbox, STR("PS1=$ "));
	words_add(&w, STR("/bin/sh -i"));
	return start(p, &w);
}

/* ---- doing ---- */

static bool
do_keys(struct player *p, const struct command *c)
{
	struct str rest = c->rest;

	while (rest.n > 0) {
		struct key key = key_of_word(script_word(&rest));

		p->ops->key(p->stage, &key);
	}
	return true;
}

static bool
do_type(struct player *p, const struct command *c)
{
	struct key key = { .kind = KEY_TEXT, .text = script_text(c->rest) };

	p->ops->key(p->stage, &key);
	return true;
}

static bool
cell(struct player *p, struct str *rest, struct mouse *m)
{
	if (!player_int(p, rest, &m->row) || !player_int(p, rest, &m->col))
		return false;
	if (m->row < 0)
		m->row += p->rows + 1;
	m->row--;
	m->col--;
	return true;
}

static void
press(struct player *p, struct mouse m)
{
	m.what = MOUSE_PRESS;
	p->ops->mouse(p->stage, &m);
	m.what = MOUSE_RELEASE;
	p->ops->mouse(p->stage, &m);
}

/* CLICK, DOUBLE, RIGHT: one button, how often. */
static bool
do_click(struct player *p, const struct command *c)
{
	struct mouse m = { .button = str_is(c->verb, "RIGHT") ? 3 : 1 };
	struct str rest = c->rest;

	if (!cell(p, &rest, &m))
		return false;
	press(p, m);
	if (str_is(c->verb, "DOUBLE"))
		press(p, m);
	return true;
}

static bool
do_wheel(struct player *p, const struct command *c)
{
	static const char *const names[] = { [MOUSE_WHEEL_UP] = "up",
		[MOUSE_WHEEL_DOWN] = "down",
		[MOUSE_WHEEL_LEFT] = "left",
		[MOUSE_WHEEL_RIGHT] = "right" };
	struct str rest = c->rest, way = script_word(&rest);
	struct mouse m = { .button = 0 };

	for (int i = MOUSE_WHEEL_UP; i <= MOUSE_WHEEL_RIGHT; i++)
		if (str_is(way, names[i]))
			m.what = (enum mouse_what)i;
	if (m.what < MOUSE_WHEEL_UP)
		return player_fail(p, "up, down, left or right?");
	if (!cell(p, &rest, &m))
		return false;
	p->ops->mouse(p->stage, &m);
	return true;
}

static bool
do_drag(struct player *p, const struct command *c)
{
	struct mouse m = { .what = MOUSE_PRESS, .button = 1 };
	struct str rest = c->rest;

	if (!cell(p, &rest, &m))
		return false;
	p->ops->mouse(p->stage, &m);
	m.what = MOUSE_DRAG;
	if (!cell(p, &rest, &m))
		return false;
	p->ops->mouse(p->stage, &m);
	m.what = MOUSE_RELEASE;
	p->ops->mouse(p->stage, &m);
	return true;
}

static bool
do_resize(struct player *p, const struct command *c)
{
	if (!do_size(p, c))
		return false;
	p->ops->resize(p->stage, p->rows, p->cols);
	return true;
}

static bool
do_idle(struct player *p, const struct command *c)
{
	(void)c;
	if (!p->ops->idle(p->stage, deadline(p)))
		return player_fail(p,
			"the program did not say that it is "
			"idle");
	return true;
}

/* Open a named pipe and close it, so that the process waiting at its other end
   continues. */
static bool
do_tell(struct player *p, const struct command *c)
{
	struct strbuf path = STRBUF_INIT;
	int64_t until = deadline(p);
	int fd;

	strbuf_addf(&path, "%s/%.*s", p->sandbox.dir, STR_ARG(c->rest));
	/* Without waiting, opening works only if there is a reader. */
	while ((fd = open(strbuf_c(&path), O_WRONLY | O_NONBLOCK)) < 0 &&
		vt_now() < until)
		(void)poll(NULL, 0, 10);
	strbuf_free(&path);
	if (fd < 0)
		return player_fail(p, "nobody reads from it");
	(void)close(fd);
	return true;
}

static const struct verb verbs[] = {
	{ "TTY", do_nothing, 0 },
	{ "SIZE", do_size, 0 },
	{ "ENV", do_env, 0 },
	{ "SERVER", do_server, 0 },
	{ "DEADLINE", do_deadline, 0 },
	{ "FILE", do_file, 0 },
	{ "OPEN", do_open, 0 },
	{ "SH", do_sh, NEEDS_TTY },
	{ "SHELL", do_shell, NEEDS_TTY },
	{ "KEYS", do_keys, NEEDS_STAGE },
	{ "TYPE", do_type, NEEDS_STAGE },
	{ "CLICK", do_click, NEEDS_STAGE },
	{ "DOUBLE", do_click, NEEDS_STAGE },
	{ "RIGHT", do_click, NEEDS_STAGE },
	{ "WHEEL", do_wheel, NEEDS_STAGE },
	{ "DRAG", do_drag, NEEDS_STAGE },
	{ "RESIZE", do_resize, NEEDS_STAGE },
	{ "TELL", do_tell, NEEDS_STAGE },
	{ "IDLE", do_idle, NEEDS_STAGE },
};

static const struct verb *
find_in(const struct verb *table, int n, struct str name)
{
	for (int i = 0; i < n; i++)
		if (str_is(name, table[i].name))
			return &table[i];
	return NULL;
}

static const struct verb *
find_verb(struct str name)
{
	const struct verb *v = find_in(verbs, (int)COUNT_OF(verbs), name);

	if (v == NULL)
		v = find_in(check_verbs, check_verb_count, name);
	if (v == NULL)
		v = find_in(number_verbs, number_verb_count, name);
	if (v == NULL)
		v = find_in(tty_verbs, tty_verb_count, name);
	return v;
}

static bool
run_command(
	struct player *p, const struct script *script, const struct command *c)
{
	const struct verb *v = find_verb(c->verb);

	strbuf_reset(&p->why);
	if (v == NULL)
		return player_fail(p, "no such command");
	if ((v->needs & NEEDS_TTY) && !script->tty)
		return player_fail(p, "only in a script with a line TTY");
	if ((v->needs & NEEDS_STAGE) && p->stage == NULL)
		return player_fail(p, "nothing was opened yet");
	return v->run(p, c);
}

static void
show(struct player *p, struct strbuf *out)
{
	struct vt *vt;

	if (p->stage == NULL)
		return;
	p->ops->screen(p->stage, &p->seen);
	picture_dump(&p->seen, out);
	vt = player_vt(p);
	if (vt != NULL && vt_ended(vt))
		strbuf_addf(out, "     the program has ended, status %#x\n",
			(unsigned)vt_status(vt));
}

static void
player_fini(struct player *p)
{
	if (p->stage != NULL)
		p->ops->close(p->stage);
	scope_free(p->scope);
	sandbox_close(&p->sandbox);
	picture_free(&p->seen);
	for (size_t i = 0; i < p->screens.n; i++)
		picture_free(&p->screens.p[i].screen);
	vec_free(&p->screens);
	vec_free(&p->numbers);
	strbuf_free(&p->why);
}

bool
player_play(const struct script *script, const struct stage_ops *ops,
	const struct play_options *options, struct strbuf *report)
{
	struct player p = { .options = options,
		.deadline = options->deadline,
		.ops = ops,
		.rows = 30,
		.cols = 100,
		.seen = PICTURE_INIT };
	struct err err = ERR_INIT;
	bool ok = true;

	if (sandbox_open(&p.sandbox, options->program, options->testdata,
		    &err) != 0) {
		strbuf_addf(report, "%s: %s\n", script->path, err.msg);
		return false;
	}
	for (size_t i = 0; ok && i < script->commands.n; i++) {
		const struct command *c = &script->commands.p[i];

		ok = run_command(&p, script, c);
		if (!ok || options->verbose)
			strbuf_addf(report, "%s:%d: (%s) %.*s %.*s\n",
				script->path, c->line, ops->name,
				STR_ARG(c->verb), STR_ARG(c->rest));
		if (!ok)
			strbuf_addf(report, "%s\n", strbuf_c(&p.why));
		if (!ok || options->verbose)
			show(&p, report);
	}
	player_fini(&p);
	return ok;
}
