/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/term_link.h"

#include <curses.h>

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/hash.h"

/* ---- Which terminals take links ---- */

/* Cut the next number off; 0: there is none. */
static int64_t
cut_version(struct str *rest)
{
	int64_t n;

	while (rest->n > 0 && !ascii_is_digit(rest->p[0]))
		*rest = str_skip(*rest, 1);
	return str_to_i64(str_cut_digits(rest), &n) ? n : 0;
}

/* ">|kitty(0.36.4)", ">|tmux next-3.5", ">|XTerm(388)" */
enum linking
linking_answered(struct str answer)
{
	/* The first version with links, for terminals that answer. */
	static const struct {
		const char *name;
		int major, minor;
	} known[] = { { "kitty", 0, 0 }, { "WezTerm", 0, 0 }, { "foot", 0, 0 },
		{ "ghostty", 0, 0 }, { "iTerm2", 0, 0 }, { "VTE", 5000, 0 },
		{ "Konsole", 20, 12 }, { "contour", 0, 0 }, { "tmux", 3, 4 },
		{ "Windows Terminal", 0, 0 } };

	if (!str_starts(answer, STR(">|")))
		return LINKING_UNKNOWN;
	answer = str_skip(answer, 2);
	for (size_t i = 0; i < COUNT_OF(known); i++) {
		struct str name = str_c(known[i].name);
		struct str rest = str_skip(answer, name.n);
		int64_t major, minor;

		if (!str_starts(answer, name) ||
			(rest.n > 0 && rest.p[0] != ' ' && rest.p[0] != '('))
			continue;
		major = cut_version(&rest);
		minor = str_starts(rest, STR(".")) ? cut_version(&rest) : 0;
		return major > known[i].major ||
				(major == known[i].major &&
					minor >= known[i].minor)
			? LINKING_YES
			: LINKING_NO;
	}
	return LINKING_NO;
}

bool
linking_wanted(enum hyperlinks_mode set, enum linking answered,
	const char *(*env)(const char *name))
{
	static const char *const never[] = { "linux", "screen", "vt", "dumb" };
	static const char *const types[] = { "xterm-kitty", "foot", "alacritty",
		"wezterm", "xterm-ghostty", "contour" };
	static const char *const programs[] = { "iTerm.app", "WezTerm",
		"ghostty", "vscode" };
	struct str type = str_c(env("TERM"));
	int64_t vte;

	for (size_t i = 0; i < COUNT_OF(never); i++)
		if (str_starts(type, str_c(never[i])) &&
			!str_starts(type, STR("vte")))
			return false;
	if (set != HYPERLINKS_AUTO || type.n == 0)
		return set == HYPERLINKS_ON;
	if (answered != LINKING_UNKNOWN)
		return answered == LINKING_YES;
	for (size_t i = 0; i < COUNT_OF(types); i++)
		if (str_starts(type, str_c(types[i])))
			return true;
	/* Inside tmux, the other variables describe the outer terminal. */
	if (str_starts(type, STR("tmux")))
		return false;
	for (size_t i = 0; i < COUNT_OF(programs); i++)
		if (str_is(str_c(env("TERM_PROGRAM")), programs[i]))
			return true;
	return env("WT_SESSION") != NULL ||
		(str_to_i64(str_c(env("VTE_VERSION")), &vte) && vte >= 5000);
}

/* ---- Links on the screen ---- */

void
linked_free(struct linked *l)
{
	for (int i = 0; i < SPOTS; i++)
		strbuf_free(&l->spot[i].url);
}

void
linked_forget(struct linked *l)
{
	for (int i = 0; i < SPOTS; i++)
		strbuf_reset(&l->spot[i].url);
	l->stale = false;
}

static uint64_t
row_hash(const struct linked *l, const struct grid *g)
{
	uint64_t look = 0;

	for (int i = 0; i < SPOTS; i++)
		if (l->spot[i].url.n > 0 && l->spot[i].at.row < g->rows)
			look = hash_join(look,
				hash_bytes(grid_at(g, l->spot[i].at.row, 0),
					(size_t)g->cols * sizeof(*g->cell)));
	return look;
}

void
linked_look(struct linked *l, const struct grid *g)
{
	bool any = false;

	for (int i = 0; i < SPOTS; i++)
		any = any || l->spot[i].url.n > 0;
	l->stale = l->stale || (any && row_hash(l, g) != l->look);
}

/* Make curses write the cells again: give them a look in its memory that no
   cell has. */
static void
write_again(struct rect at)
{
	cchar_t other;

	(void)setcchar(&other, L"?", A_BLINK | A_BOLD | A_REVERSE, 0, NULL);
	for (int i = 0; i < at.cols; i++)
		(void)mvwadd_wchnstr(curscr, at.row, at.col + i, &other, 1);
}

void
linked_write(
	struct linked *l, const struct grid *g, const struct str url[SPOTS])
{
	bool same = !l->stale, any = false;
	struct str now[SPOTS];

	for (int i = 0; i < SPOTS; i++) {
		struct rect a = l->spot[i].at, b = g->spot[i];

		now[i] = b.cols > 0 ? url[i] : STR_EMPTY;
		if (!str_eq(now[i], strbuf_str(&l->spot[i].url)))
			same = false;
		else if (now[i].n > 0 &&
			(a.row != b.row || a.col != b.col || a.cols != b.cols))
			same = false;
	}
	if (same)
		return;
	/* Remove old links first, from whole rows: insertions and deletions
	   move cells together with their links. */
	for (int i = 0; i < SPOTS; i++)
		if (l->spot[i].url.n > 0 && l->spot[i].at.row < g->rows) {
			any = true;
			write_again((struct rect){
				l->spot[i].at.row, 0, 1, g->cols });
		}
	if (any)
		(void)refresh();
	linked_forget(l);
	for (int i = 0; i < SPOTS; i++) {
		struct strbuf begin = STRBUF_INIT;

		if (now[i].n == 0)
			continue;
		l->spot[i].at = g->spot[i];
		strbuf_add(&l->spot[i].url, now[i]);
		strbuf_add3(&begin, "\033]8;id=ft1;", now[i], "\033\\");
		(void)fputs(strbuf_c(&begin), stdout);
		(void)fflush(stdout);
		write_again(g->spot[i]);
		(void)refresh();
		(void)fputs("\033]8;;\033\\", stdout);
		(void)fflush(stdout);
		strbuf_free(&begin);
	}
	l->look = row_hash(l, g);
}
