/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines around the panes: title, breadcrumb, pane rules, borders. All drop
 * less important parts until the rest fits, and have an ASCII form.
 */
#ifndef FT_PRESENT_CHROME_H
#define FT_PRESENT_CHROME_H

#include "present/grid.h"

struct diff_title;

struct tab {       /* a pane in the title line */
	int digit; /* 0: the pane has no tab */
	const char *name;
	bool is_shown, is_focused;
	bool is_extra; /* unless the pane is shown, its tab appears only if
			  there is room */
};

/* The title: " flametop  shop-cpu.pb.gz  57.90s cpu in 30s, 1.9 cores, 5,790
   samples 1Flame 2Top". A narrow title omits the program's name and the
   facts. */
struct title {
	struct str file;  /* cut at its start if too long */
	struct str total; /* "57.90s" */
	struct str type;  /* "cpu" */
	struct str live;  /* ", live", cut at its end; or "" */
	struct str facts; /* " in 30s, 1.9 cores, 5,790 samples", dropped from
			     the end; or "loading" */
	const struct tab *tab;
	size_t n_tabs;
	/* A diff's title, instead of the fields above; or NULL. */
	const struct diff_title *diff;
};
/* Bases of hit values; the hit of a tab is HIT_TAB + digit. */
enum {
	HIT_TAB = 0x1000,
	HIT_CRUMB = 0x2000,
	HIT_CHIP = 0x3000,
	HIT_FKEY = 0x4000
};
void title_draw(struct grid *g, int row, const struct title *t);
/* Append the title of the terminal, without control characters:
   "flametop new.pb.gz vs old.pb.gz". */
void title_put_name(struct strbuf *out, const struct title *t, bool ascii);

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
	struct str remark; /* after the facts, cut to fit */
	enum style remark_style;
	struct str right; /* at the right end, if there is room */
};
/* Draw the breadcrumb and return the column after its left part. Hits:
   HIT_CRUMB + distance from the last part, HIT_CHIP + chip index. */
int crumbs_draw(struct grid *g, int row, const struct crumbs *c);

/* "── 1 Flame  zoom 69.0% ───────── 100% ──" over [col, col + cols). */
struct rule {
	int digit; /* 0: not shown */
	struct str name;
	struct str info;  /* after the name, dimmer */
	struct str right; /* at the right end */
	bool focused;
};
/* Draw the rule and return the column after its name and info. */
int rule_draw(struct grid *g, int row, int col, int cols, const struct rule *r);
/* Draw a vertical border, with joints at the rules, which must be there. */
void border_draw(struct grid *g, int row, int rows, int col);

/* Draw only "too small: 38x4, need 20x5", or a shorter form. */
enum { MIN_COLS = 20, MIN_ROWS = 5 };
void too_small_draw(struct grid *g);

/* Draw wrapped text in the middle of an empty pane. */
void notice_draw(struct grid *g, struct rect r, struct str text);

#endif
