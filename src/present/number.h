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
#include "engine/view.h"

enum { NUMBER_MAX = 64, PERCENT_MAX = 16 };

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

/* "5.70s", NUL-terminated; the length is returned. */
int number_text(const struct numbers *n, int64_t value, char buf[NUMBER_MAX]);
/* For running text: "30.0s", "12", "1.50MB": one unit of its own. */
int number_alone(const struct numbers *n, int64_t value, char buf[NUMBER_MAX]);
/* "19.0%", "100%"; "" when the base is 0. */
int percent_text(int64_t value, int64_t base, char buf[PERCENT_MAX]);
/* "3 000": groups of three digits. */
int count_text(uint64_t n, char buf[NUMBER_MAX]);

#endif
