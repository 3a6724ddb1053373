/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of the interface, as they know one another. For src/ui only;
 * what others may use is screen.h.
 *
 *     screen.c    keys to prompt, box or pane; jobs; time
 *     draw.c      everything around the panes
 *     pane_*.c    flame, top, peek: draw, move
 *     live.c      prompts that show their effect while one types
 *     noting.c    the line with a remark
 *     pager.c     reports, in place of the panes
 *     dialog.c      menus and texts over the panes; menus.c what is in them
 *     cmd_*.c     the commands
 *
 * What belongs to a view is cached with the number of that view
 * (shown.serial) and made again when that is another one.
 */
#ifndef FT_UI_PARTS_H
#define FT_UI_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/app.h"
#include "app/command.h"
#include "app/history.h"
#include "app/tagset.h"
#include "base/clock.h"
#include "conf/keymap.h"
#include "engine/peek.h"
#include "present/caption.h"
#include "present/grid.h"
#include "present/infopane.h"
#include "present/layout.h"
#include "present/matches.h"
#include "present/nav.h"
#include "present/paint.h"
#include "present/peekpane.h"
#include "present/status.h"
#include "present/tagspane.h"
#include "present/top.h"
#include "present/tracespane.h"
#include "ui/arrange.h"
#include "ui/dialog.h"
#include "ui/inspect.h"
#include "ui/jump.h"
#include "ui/live.h"
#include "ui/loading.h"
#include "ui/mapview.h"
#include "ui/pager.h"
#include "ui/noting.h"
#include "ui/screen.h"

/* Milliseconds after which work and loading are shown to go on. */
enum { SLOW_AFTER = 100, LOADING_AFTER = 150, PROGRESS_EVERY = 250 };
/* The same with low_bandwidth; keys must rest so long before anything is
   drawn that only follows them. */
enum { FAR_PROGRESS_EVERY = 500, FAR_DELAY = 250 };

enum move {
	MOVE_UP,
	MOVE_DOWN,
	MOVE_LEFT,
	MOVE_RIGHT,
	MOVE_ROW_START,
	MOVE_ROW_END,
	MOVE_FIRST,
	MOVE_LAST,
	MOVE_PAGE_UP,
	MOVE_PAGE_DOWN,
	MOVE_HALF_UP,
	MOVE_HALF_DOWN,
	MOVE_HOT_PATH,
};

/* A pane is a row of functions. */
struct pane_ops {
	const char *name; /* "Flame" */
	const char *map;  /* of its keys */
	/* Into a rectangle without the rule. */
	void (*draw)(struct screen *s, struct grid *g, struct rect r);
	/* Texts in the rule, beside the name and at the right end. */
	void (*info)(
		struct screen *s, struct strbuf *info, struct strbuf *right);
	void (*move)(struct screen *s, enum move move);
	/* Rows that the row filter leaves, and all; NULL: those of the
	   table. */
	void (*rows)(struct screen *s, uint32_t *shown, uint32_t *all);
	/* After keys and results: ask for what it needs and lacks. NULL:
	   nothing. Only while it is on screen. */
	void (*settle)(struct screen *s);
	/* n and N: to the next (1) or previous (-1) match; false: there is
	   none. NULL: the graph's. */
	bool (*find)(struct screen *s, int step);
	/* Its own stack to be copied, a function a line, the one that was
	   running first. NULL: the selection's. */
	void (*stack)(struct screen *s, struct strbuf *out);
	/* The status line while it has the focus; NULL: the selection's. */
	void (*status)(struct screen *s, struct strbuf *out);
	/* A mouse button, on a hit of the drawn grid; NULL: nothing happens.
	   False: pressed twice it is as if Enter was pressed, too. */
	bool (*click)(struct screen *s, uint32_t hit, bool twice);
	const struct keylegend *legend; /* [n_legend] keys of the line below */
	size_t n_legend;
	const struct command *command; /* [n_commands] its own */
	size_t n_commands;
};

extern const struct pane_ops pane_flame, pane_top, pane_peek, pane_tags,
	pane_traces, pane_info;
/* NULL: a later version brings it. */
const struct pane_ops *pane_ops(enum pane_id id);

struct flame {
	struct layout layout, scratch;
	struct matches *matches; /* NULL: no search */
	uint64_t serial;         /* of matches */
	struct paint paint;
	uint64_t painted;            /* serial of paint; 0: none */
	enum paint_mode painted_for; /* what was wanted */
};

struct table {
	struct top *top;
	uint64_t serial;
	struct str sort, columns, rows; /* what it was made for */
	struct str diff_columns;
	double diff_min;
	enum percent_mode percent;
	int64_t percent_base; /* 0: all */
	struct bits kept;     /* frames that the row filter keeps */
};

struct peeking {
	struct peek *peek;
	struct peek_pane *pane;
	uint64_t serial;
	int rows;
	frame_id frame;  /* what it is of */
	struct str held; /* its name, while the pane has the focus */
	bool holding;
};

struct tagging {
	struct tags_pane *pane;  /* of the facets; NULL: not made yet */
	const struct facets *of; /* what it was made of: only compared */
	uint64_t of_serial;      /* their delivery.of then */
	struct str rows;         /* the row filter it was made with */
	enum tagsort_mode sort;
	bool stale; /* a group was opened or closed */
	struct tags_folds folds;
	struct tagset *marks; /* of marks_of; NULL: not made yet */
	struct query marks_of;
	/* The row that the cursor is on, to find it among other rows. */
	struct strbuf key, name;
	enum tags_row_kind kind;
};

struct tracing {
	struct traces_pane *pane;  /* of the traces; NULL: not made yet */
	const struct traces *of;   /* what it was made of: only compared */
	struct str rows;           /* the row filter it was made with */
	struct bits kept;          /* frames that the row filter keeps */
	uint64_t of_serial;        /* their delivery.of then */
	uint32_t line, first_line; /* of the stacks at[] and row[] */
};

struct about {
	struct info_pane *pane;   /* NULL: not made yet */
	const struct profile *of; /* a reference */
	uint32_t column;
};

/* The mouse: what it did last. */
struct pointer {
	int row, col, button;
	int64_t pressed;  /* clock_ms() */
	enum split split; /* the border that is being dragged */
	bool hinted;      /* the words about Shift were said */
};

struct screen {
	struct app *app;
	struct commands commands;
	struct keymap *keymap; /* borrowed; :map changes it */
	struct history *history;
	/* What the user starts with, and where that is kept. */
	struct query base_query;
	struct settings base_settings;
	struct userdirs dirs;

	int rows, cols, colors;
	struct settings told; /* as the terminal has them */
	bool unicode;
	const char *why_not; /* ... unicode */

	struct arranged arranged;
	struct flame flame;
	struct table table;
	struct peeking peeking;
	struct tagging tagging;
	struct tracing tracing;
	struct about about;
	struct inspecting inspecting;
	struct jumping jumping;
	struct mapview mapview;
	struct live live;
	struct dialog dialog;
	struct pager pager;
	struct noting noting;
	struct pointer pointer;
	VEC(uint32_t) hits; /* of the grid that was drawn last */
	int hit_rows, hit_cols;

	int64_t key_at; /* clock_ms() of the last key */
	struct loading loading;
	bool loaded;     /* the first profile is there */
	bool broken_off; /* by Ctrl-C before it was there */
	bool failed;     /* it never will: app->load_err */
	bool jump;       /* go to a match when the search's result is there */
	int step_after;  /* then to the next (1) or the previous (-1) one */
	struct target
		went_to; /* the heaviest place of a function, from a list */
	uint64_t went_serial; /* of the view that it is in */
	bool rows_stopped;    /* the row filter tried last was too complex */
	bool waits_idle;      /* :idle was asked for */
	struct str idle_word; /* pooled */
	bool bare;            /* for print.c: nothing selected, no tabs */
	unsigned wants;
	struct strbuf copy;
	struct strbuf command; /* for SCREEN_RUN; see screen_command() */
	bool command_reads;
};

static inline bool
is_ascii(const struct screen *s)
{
	return !s->unicode || s->app->now.settings.ascii;
}

static inline enum caption_mode
caption_mode(const struct screen *s)
{
	return s->app->now.settings.names;
}

/* The work takes so long that one should see that it goes on. */
static inline bool
is_slow(const struct app *app)
{
	return app->computing &&
		clock_ms() - app->computing_since >= SLOW_AFTER;
}

/* lists.c. A move to the side, of long names; false: it is none. */
bool list_sideways(int *skip, enum move move);
/* The rows that a move goes, up is negative; to an end it is all `rows`. */
int64_t list_steps(enum move move, int page, int64_t rows);
/* The nearest row there is; 0 without any. */
uint32_t list_row(int64_t at, int64_t rows);

/* pane_flame.c: moving needs to know the pane's size. */
struct nav flame_nav(struct screen *s);
/* Bring the selection on screen: the zoom's window follows it. */
void flame_reveal(struct screen *s);
/* The colours of what is shown. */
const struct paint *flame_paint(struct screen *s);
/* The search's marks; NULL without. */
struct matches *flame_marks(struct screen *s);
/* Select the heaviest place of a frame, one inside of the zoom if there is
   any. */
void flame_select_frame(struct screen *s, frame_id frame);
/* Go to the graph, to the heaviest place of a frame in all of it; the status
   says that it is one of several. False, and said: it has none. */
bool flame_show_frame(struct screen *s, frame_id frame);

/* pane_top.c: the rows as they are now. NULL while there is no view. */
struct top *table_top(struct screen *s);
/* The frames whose names match a row filter, in place of what was in `out`.
   False, and nothing in it: there is no filter, or it is no pattern, or one
   that is too complex (s->rows_stopped). */
bool frames_matching(struct screen *s, struct bits *out, const struct view *v,
	struct str pattern);

/* pane_peek.c */
frame_id peek_frame(struct screen *s);
/* Another function is selected than the pane shows, and keys do not rest yet
   (see keys_rest()): it stays what it is, under the name of its function. */
bool peek_lags(const struct screen *s);
void peek_recenter(struct screen *s);
/* The focus came to or left the pane. */
void peek_hold(struct screen *s);

/* pane_tags.c */
void tagging_fini(struct tagging *t);
/* The rows as they are now, and the one that the cursor is on; NULL without.
   It is remembered before rows are made anew. */
struct tags_pane *tags_refresh(struct screen *s);
const struct tags_row *tags_here(struct screen *s);
void tags_remember(struct screen *s);
/* What the filters choose; how many values of a row they mark; its box. */
const struct tagset *tags_marks(struct screen *s);
size_t tags_count_marked(
	struct screen *s, const struct tags_row *row, enum tagset_mark mark);
char tags_mark_of(void *on, const struct tags_row *row);

/* pane_traces.c */
void tracing_fini(struct tracing *t);

/* pane_info.c */
void about_fini(struct about *a);

/* draw.c */
void screen_arrange(struct screen *s);
struct numbers screen_numbers(const struct screen *s);

/* mouse.c */
struct mouse;
void mouse_act(struct screen *s, const struct mouse *m);
void mouse_remember(struct screen *s, const struct grid *g);

/* screen.c: what only follows the selection from afar is drawn when keys
   rest, so that a held key costs no more than the move itself. Milliseconds
   until they do; 0: they rest. */
int keys_rest(const struct screen *s);
/* Run a command line; its error becomes a message. */
void screen_run(struct screen *s, struct str line);
/* What was wrong, as one message; all of it is in :messages. */
void screen_warnings(struct screen *s, const struct warnings *warnings);
void screen_focus(struct screen *s, enum pane_id id);
/* Close the pane that was opened beside the graph. False: there is none. */
bool screen_close_extra(struct screen *s);

/* cmd_view.c: to the first match if none is selected; to the next (1) or
   the previous (-1) one. */
void search_nearest(struct screen *s);
void search_step(struct screen *s, int step);

/* cmd_move.c, cmd_view.c, cmd_tags.c, cmd_misc.c: rows of commands. */
const struct command *move_commands(size_t *n);
const struct command *view_commands(size_t *n);
const struct command *tags_commands(size_t *n);
const struct command *misc_commands(size_t *n);
/* cmd_saved.c, cmd_setup.c */
const struct command *saved_commands(size_t *n);
const struct command *diff_commands(size_t *n); /* cmd_diff.c */
const struct command *edit_commands(size_t *n); /* cmd_edit.c */
const struct command *setup_commands(size_t *n);
/* cmd_setup.c: keys of the configuration whose commands are unknown do again
   what they did before, and are noted. */
void setup_check_keys(struct screen *s, struct warnings *warnings);
/* offers.c: what completion offers behind commands of the screen. */
void offers_add(struct screen *s);
/* jump.c */
const struct command *jump_commands(size_t *n);

#endif
