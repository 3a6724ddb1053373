/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values as text, alike in all panes.
 *
 * Times that fit on one scale share their unit and have two decimals, so a
 * column reads at a glance: 5.70s, 0.57s, 0.03s. Bytes, and values too far
 * apart for that, each have the unit that suits them: 1.50MB, 812B. Counts
 * are bare digits. The option unit= wins over all of this.
 */
#ifndef FT_PRESENT_NUMBER_H
#define FT_PRESENT_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "base/strbuf.h"
#include "engine/view.h"
#include "present/grid.h"

struct numbers {
	struct str from;  /* the sample type's unit; lives with the profile */
	struct str to;    /* one unit for all, or "auto"; lives with the
			     query or is static */
	double divide_by; /* the option; 0 and 1 do nothing */
	bool fixed;       /* two decimals in `to`, always */
	int width;        /* columns of the widest text in the view */
};

/* For a value column of the view: v->w or one of v->beside. */
struct numbers numbers_of(const struct view *v, const struct weights *w);

/* Each appends. "5.70s": */
void number_put(struct strbuf *out, const struct numbers *n, int64_t value);
/* For running text: "30.0s", "12", "1.50MB": one unit of its own. */
void number_put_alone(
	struct strbuf *out, const struct numbers *n, int64_t value);
/* "19.0%", "100%"; nothing, and false, when the base is 0. */
bool percent_put(struct strbuf *out, int64_t value, int64_t base);
/* "5.70s 19.0%" */
void value_put(struct strbuf *out, const struct numbers *n, int64_t value,
	int64_t base);
/* "3 000": groups of three digits. */
void count_put(struct strbuf *out, uint64_t n);

/* Right-aligned in a grid. */
void number_draw(struct grid *g, struct rect r, const struct numbers *n,
	int64_t value, enum style style);
void percent_draw(struct grid *g, struct rect r, int64_t value, int64_t base,
	enum style style);

#endif
