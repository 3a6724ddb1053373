/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interface without a terminal, in this process: keys go in as numbers,
 * the grid comes out. Everything is computed before a key's effect is looked
 * at, so nothing has to be waited for.
 */
#include "prelude.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli.h"
#include "conf/keymap.h"
#include "present/grid.h"
#include "screen/stage.h"
#include "ui/color.h"
#include "ui/screen.h"

enum { IDLE_MAX = 60000 }; /* milliseconds */

struct stage {
	struct cli cli;
	char **argv; /* copies: the command line's texts point into them */
	int argc;
	char *home; /* where this process was before */
	struct arena arena;
	struct userdirs dirs;
	struct strbuf config; /* the configuration file's name */
	struct screen *screen;
	struct grid grid;
	bool ended;
};

static void
grid_close(struct stage *s)
{
	screen_free(s->screen);
	cli_fini(&s->cli);
	grid_fini(&s->grid);
	for (int i = 0; i < s->argc; i++)
		free(s->argv[i]);
	free(s->argv);
	if (s->home != NULL && chdir(s->home) != 0)
		abort();
	free(s->home);
	strbuf_free(&s->config);
	arena_free(&s->arena);
	free(s);
}

static const char *
variable(const struct stage_setup *setup, const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; setup->env[i] != NULL; i++)
		if (strncmp(setup->env[i], name, n) == 0 &&
			setup->env[i][n] == '=')
			return setup->env[i] + n + 1;
	return NULL;
}

static int
start(struct stage *s, const struct stage_setup *setup, struct err *err)
{
	struct cli_surroundings around = {
		.options = variable(setup, "FLAMETOP_OPTIONS"),
		.dirs = &s->dirs,
	};
	struct ui_start ui = { .query = &s->cli.query,
		.settings = &s->cli.settings,
		.base_query = &s->cli.base_query,
		.base_settings = &s->cli.base_settings,
		.dirs = &s->cli.dirs,
		.warnings = &s->cli.warnings };

	s->home = realpath(".", NULL);
	if (chdir(setup->dir) != 0)
		return err_errno(err, errno, "%s", setup->dir);
	s->dirs = userdirs_find(&s->arena, variable(setup, "XDG_CONFIG_HOME"),
		variable(setup, "XDG_STATE_HOME"), variable(setup, "HOME"),
		setup->dir);
	if (userdirs_path(&s->config, s->dirs.config, "flametop/config"))
		around.config = strbuf_c(&s->config);
	if (cli_parse(&s->cli, s->argc, s->argv, &around, err) != 0)
		return -1;
	/* Nothing here comes by itself. */
	s->cli.settings.follow_delay = 0;
	ui.load = s->cli.load;
	ui.keymap = s->cli.keymap;
	s->screen = screen_new(&ui, err);
	if (s->screen == NULL)
		return -1;
	screen_colors(s->screen, 256);
	screen_unicode(s->screen, true, NULL);
	screen_size(s->screen, setup->rows, setup->cols);
	grid_init(&s->grid, setup->rows, setup->cols, false);
	return 0;
}

static bool grid_idle(struct stage *s, int64_t until);

static struct stage *
grid_open(const struct stage_setup *setup, struct err *err)
{
	struct stage *s = xcalloc(1, sizeof(*s));

	s->argc = setup->argc;
	s->argv = xcalloc((size_t)setup->argc + 1, sizeof(*s->argv));
	for (int i = 0; i < setup->argc; i++)
		s->argv[i] = xstrndup(setup->argv[i], strlen(setup->argv[i]));
	if (start(s, setup, err) == 0) {
		grid_idle(s, vt_now() + IDLE_MAX);
		if (screen_failure(s->screen) == NULL)
			return s;
		*err = *screen_failure(s->screen);
	}
	grid_close(s);
	return NULL;
}

static int
code_of(const struct key *key)
{
	static const int codes[] = {
		[KEY_CODE_UP] = K_UP,
		[KEY_CODE_DOWN] = K_DOWN,
		[KEY_CODE_LEFT] = K_LEFT,
		[KEY_CODE_RIGHT] = K_RIGHT,
		[KEY_CODE_HOME] = K_HOME,
		[KEY_CODE_END] = K_END,
		[KEY_CODE_PGUP] = K_PGUP,
		[KEY_CODE_PGDN] = K_PGDN,
		[KEY_CODE_INSERT] = K_INSERT,
		[KEY_CODE_DELETE] = K_DELETE,
		[KEY_CODE_TAB] = K_TAB,
		[KEY_CODE_ENTER] = K_ENTER,
		[KEY_CODE_BACKSPACE] = K_BACKSPACE,
	};

	if (key->kind != KEY_NAMED)
		return key->code;
	if (key->code > KEY_CODE_F0)
		return K_F1 + key->code - KEY_CODE_F0 - 1;
	if (key->mods == KEY_SHIFT && key->code == KEY_CODE_TAB)
		return K_BACKTAB;
	return codes[key->code] | (key->mods & KEY_SHIFT ? K_SHIFT : 0) |
		(key->mods & KEY_ALT ? K_ALT : 0) |
		(key->mods & KEY_CTRL ? K_CTRL : 0);
}

static void
press(struct stage *s, int key)
{
	unsigned wants;

	if (s->ended)
		return;
	screen_key(s->screen, key);
	wants = screen_wants(s->screen);
	s->ended = (wants & SCREEN_QUIT) != 0;
	grid_idle(s, vt_now() + IDLE_MAX);
}

static void
grid_key(struct stage *s, const struct key *key)
{
	struct str rest = key->text;

	if (key->kind != KEY_TEXT) {
		press(s, code_of(key));
		return;
	}
	while (rest.n > 0) {
		uint32_t cp;

		rest = str_skip(rest, utf8_decode(rest, &cp));
		press(s, (int)cp | (key->alt ? K_ALT : 0));
	}
}

static void
grid_mouse(struct stage *s, const struct mouse *m)
{
	if (s->ended)
		return;
	screen_draw(s->screen, &s->grid);
	screen_mouse(s->screen, m);
	grid_idle(s, vt_now() + IDLE_MAX);
}

static void
grid_new_size(struct stage *s, int rows, int cols)
{
	grid_resize(&s->grid, rows, cols);
	screen_size(s->screen, rows, cols);
}

static bool
grid_idle(struct stage *s, int64_t until)
{
	while (!s->ended && screen_failure(s->screen) == NULL &&
		!(screen_loaded(s->screen) && screen_idle(s->screen))) {
		struct pollfd fd = { .fd = screen_fd(s->screen),
			.events = POLLIN };
		int64_t left = until - vt_now();

		if (left <= 0)
			return false;
		/* In pieces: a job may be posted while a screen is drawn. */
		poll(&fd, 1, left < 50 ? (int)left : 50);
		screen_wake(s->screen);
		screen_draw(s->screen, &s->grid);
	}
	return true;
}

/* What the command of a script does, like on a terminal: the status line
   tells about the selection again. */
static bool
grid_be_idle(struct stage *s, int64_t until)
{
	press(s, 7);
	return grid_idle(s, until);
}

/* All is done before: nothing ever comes. */
static bool
grid_wait(struct stage *s, int64_t until)
{
	(void)s;
	(void)until;
	return false;
}

static void
copy_cell(const struct cell *from, struct picture_cell *to)
{
	static const struct scheme dark = { LEVEL_256, false, 0 };
	struct look look = color_look(&dark, from);

	*to = (struct picture_cell){ .fg = look.fg, .bg = look.bg };
	to->flags = (uint8_t)((look.attr & LOOK_BOLD ? PICTURE_BOLD : 0) |
		(look.attr & LOOK_REVERSE ? PICTURE_REVERSE : 0) |
		(look.attr & LOOK_UNDERLINE ? PICTURE_UNDERLINE : 0));
	memcpy(to->text, from->text, from->len);
	to->text[from->len] = '\0';
}

static void
grid_screen(struct stage *s, struct picture *out)
{
	struct grid *g = &s->grid;

	picture_clear(out, g->rows, g->cols);
	if (s->ended)
		return;
	screen_draw(s->screen, g);
	for (int row = 0; row < g->rows; row++)
		for (int col = 0; col < g->cols; col++)
			copy_cell(grid_at(g, row, col),
				picture_at(out, row, col));
	out->cursor_row = g->cursor_row;
	out->cursor_col = g->cursor_col;
	out->cursor_visible = g->cursor_row >= 0;
}

static struct vt *
grid_vt(struct stage *s)
{
	(void)s;
	return NULL;
}

static const struct grid *
grid_grid(struct stage *s)
{
	screen_draw(s->screen, &s->grid);
	return &s->grid;
}

const struct stage_ops stage_grid = {
	.name = "grid",
	.open = grid_open,
	.close = grid_close,
	.key = grid_key,
	.mouse = grid_mouse,
	.resize = grid_new_size,
	.wait = grid_wait,
	.idle = grid_be_idle,
	.screen = grid_screen,
	.vt = grid_vt,
	.grid = grid_grid,
};
