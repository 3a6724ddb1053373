/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The real program on a real pty. "All work is done" is asked of the program
 * itself: the command `:idle WORD` answers "idle WORD" in the status line
 * when nothing is left to do, and the key of `:status` takes that away again.
 */
#include "prelude.h"

#include "base/xalloc.h"
#include "screen/stage.h"

struct stage {
	struct vt *vt;
	struct picture seen;
	int asked; /* how often for idleness: each answer is another word */
};

static struct stage *
pty_open(const struct stage_setup *setup, struct err *err)
{
	struct stage *s = xcalloc(1, sizeof(*s));
	struct nanny_setup nanny = { .argv = setup->argv,
		.env = setup->env,
		.dir = setup->dir,
		.rows = setup->rows,
		.cols = setup->cols };

	s->vt = vt_start(&nanny, err);
	if (s->vt != NULL)
		return s;
	free(s);
	return NULL;
}

static void
pty_close(struct stage *s)
{
	vt_free(s->vt);
	picture_free(&s->seen);
	free(s);
}

static void
pty_key(struct stage *s, const struct key *key)
{
	vt_key(s->vt, key);
}

/* As a terminal reports it in mode 1006. */
static void
pty_mouse(struct stage *s, const struct mouse *m)
{
	static const int wheel[] = { [MOUSE_WHEEL_UP] = 64,
		[MOUSE_WHEEL_DOWN] = 65,
		[MOUSE_WHEEL_LEFT] = 66,
		[MOUSE_WHEEL_RIGHT] = 67 };
	struct strbuf bytes = STRBUF_INIT;
	int code = m->button - 1;

	if (m->button == 0)
		code = wheel[m->what];
	else if (m->what == MOUSE_DRAG)
		code += 32;
	strbuf_addf(&bytes, "\033[<%d;%d;%d%c", code, m->col + 1, m->row + 1,
		m->what == MOUSE_RELEASE ? 'm' : 'M');
	vt_type(s->vt, strbuf_str(&bytes));
	strbuf_free(&bytes);
}

static void
pty_resize(struct stage *s, int rows, int cols)
{
	vt_resize(s->vt, rows, cols);
}

static bool
pty_wait(struct stage *s, int64_t until)
{
	return vt_read(s->vt, until);
}

static bool
is_shown(struct stage *s, struct str text)
{
	vt_screen(s->vt, &s->seen);
	return picture_find(&s->seen, 0, text) >= 0;
}

static bool
pty_idle(struct stage *s, int64_t until)
{
	struct strbuf line = STRBUF_INIT;
	struct str answer;
	bool seen, gone = false;

	strbuf_addf(&line, ":idle %d\r", ++s->asked);
	answer = str_sub(strbuf_str(&line), 1, line.n - 1);
	vt_type(s->vt, strbuf_str(&line));
	/* While it is being typed the prompt shows ":idle", with a colon. */
	while (!(seen = is_shown(s, answer) &&
			       !is_shown(s,
				       str_sub(strbuf_str(&line), 0,
					       line.n - 1))) &&
		vt_read(s->vt, until))
		continue;
	if (seen) {
		vt_type(s->vt, STR("\007"));
		while (!(gone = !is_shown(s, answer)) && vt_read(s->vt, until))
			continue;
	}
	strbuf_free(&line);
	return seen && gone;
}

static void
pty_screen(struct stage *s, struct picture *out)
{
	vt_screen(s->vt, out);
}

static struct vt *
pty_vt(struct stage *s)
{
	return s->vt;
}

static const struct grid *
pty_grid(struct stage *s)
{
	(void)s;
	return NULL;
}

const struct stage_ops stage_pty = {
	.name = "terminal",
	.open = pty_open,
	.close = pty_close,
	.key = pty_key,
	.mouse = pty_mouse,
	.resize = pty_resize,
	.wait = pty_wait,
	.idle = pty_idle,
	.screen = pty_screen,
	.vt = pty_vt,
	.grid = pty_grid,
};
