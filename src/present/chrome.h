/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines around the panes: title, breadcrumb, pane rules, borders. Each
 * takes plain texts, fits them to its width (less important parts go
 * first), and has an ASCII form when the grid is ASCII.
 */
#ifndef FT_PRESENT_CHROME_H
#define FT_PRESENT_CHROME_H

#include "present/grid.h"

struct diff_title;

struct tab {       /* a pane in the title line */
	int digit; /* 0: none, and no tab */
	const char *name;
	bool is_shown, is_focused;
	bool is_extra; /* while it is not shown its tab is, where there is
			  room to spare */
};

/* " flametop  shop-cpu.pb.gz  57.90s cpu in 30s, 1.9 cores, 5 790 samples
   1Flame 2Top"; without the program's name and the facts when narrow. */
struct title {
	struct str file;  /* may be long: its end is kept */
	struct str total; /* "57.90s" */
	struct str type;  /* "cpu" */
	struct str live;  /* ", live", of which the beginning is kept; or "" */
	struct str facts; /* " in 30s, 1.9 cores, 5 790 samples", of which the
			     last go first; or "loading" */
	const struct tab *tab;
	size_t n_tabs;
	/* Instead of the above in a diff: see status.h; or NULL. */
	const struct diff_title *diff;
};
/* Hits on tabs: HIT_TAB + digit. */
enum {
	HIT_TAB = 0x1000,
	HIT_CRUMB = 0x2000,
	HIT_CHIP = 0x3000,
	HIT_FKEY = 0x4000
};
void title_draw(struct grid *g, int row, const struct title *t);

struct chip {
	struct str text; /* "focus=Checkout", "focus≈Ch" */
	bool is_preview;
};

/* " root › … › Checkout › Quote  [focus=a]  ·  callees      depth 1-9" */
struct crumbs {
	const struct str *part; /* from the root to the zoomed frame */
	size_t n_parts;
	const struct chip *chip;
	size_t n_chips;
	const struct str *fact; /* "callees", "names auto" */
	size_t n_facts;
	struct str note;   /* after the chips: "typing…", "0.00s of 30.00s" */
	struct str remark; /* after the facts, cut: what stands in a line of
			      its own where there are more rows */
	enum style remark_style;
	struct str right; /* at the right end, when there is room */
};
/* Hits: HIT_CRUMB + how many parts above the last one, HIT_CHIP + index of
   the chip. Returns the column behind what is at the left. */
int crumbs_draw(struct grid *g, int row, const struct crumbs *c);

/* "── 1 Flame  zoom 69.0% ───────── 100% ──" over [col, col + cols). */
struct rule {
	int digit; /* 0: none */
	struct str name;
	struct str info;  /* after the name, dimmer */
	struct str right; /* at the right end */
	bool focused;
};
/* Returns the column behind its texts at the left. */
int rule_draw(struct grid *g, int row, int col, int cols, const struct rule *r);
/* A vertical border with the right joints where rules meet it: draw it after
   them. */
void border_draw(struct grid *g, int row, int rows, int col);

/* "too small: 38x4, need 20x5", or "need 20x5", and nothing else. */
enum { MIN_COLS = 20, MIN_ROWS = 5 };
void too_small_draw(struct grid *g);

/* Text in the middle of an empty pane, wrapped. */
void notice_draw(struct grid *g, struct rect r, struct str text);

#endif
