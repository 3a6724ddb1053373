/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Amounts as text: the only place that formats numbers for the screen.
 *
 * The values in a column share a unit and a precision, chosen so that the
 * largest has three or four digits: 5.70s, 0.57s, 0.03s; 449.5kB, 1.3kB. Digits
 * are grouped: 9,871. Counts of a million and more have a prefix: 561.3M. Zero
 * is a bare 0. The option unit= overrides the choice.
 */
#ifndef FT_PRESENT_NUMBER_H
#define FT_PRESENT_NUMBER_H

#include "base/str.h"
#include "base/strbuf.h"
#include "engine/verdict.h"
#include "engine/view.h"
#include "present/grid.h"

struct numbers {
	struct str from;   /* sample type's unit; borrowed from the profile */
	struct str to;     /* unit of all numbers; borrowed from the query, or
			      static */
	struct str prefix; /* count prefix: "M" */
	double factor;     /* value of the prefix, or 1 */
	double divide_by;  /* option divide_by; 0 and 1: off */
	int digits;        /* digits after the decimal point */
	int width;         /* columns of the widest text in the view */
};

/* Return the format of a value column: v->w or one of v->beside. */
struct numbers numbers_of(const struct view *v, const struct weights *w);

/* Append a number: "5.70s". */
void number_put(struct strbuf *out, const struct numbers *n, int64_t value);
/* Append a single amount in the unit that suits it: "1.5MB", "30s", "3,000". */
void amount_put(struct strbuf *out, int64_t value, struct str unit);
/* Append "19.0%" or "100%"; nothing, and return false, if base is 0 or less
   than the value, so that this is no share of it. */
bool percent_put(struct strbuf *out, int64_t value, int64_t base);
/* Append "5.70s 19.0%", or "0". */
void value_put(struct strbuf *out, const struct numbers *n, int64_t value,
	int64_t base);
/* Append a label's number as pprof prints it and filters expect it. */
void label_number_put(struct strbuf *out, int64_t value, struct str unit);
/* Convert EVENT_PARTS to whole events, rounded; less than one event is 1. */
uint64_t events_whole(int64_t parts);
/* Append "791 samples" or "about 57 sampled objects"; nothing, and return
   false, if there are none. */
bool events_put(struct strbuf *out, const struct events *e, int64_t parts);
/* Append "3,000", in groups of three digits. For format strings:
   grouped(n).text */
void count_put(struct strbuf *out, uint64_t n);
struct grouped {
	char text[28];
};
struct grouped grouped(uint64_t n);

/* Return STYLE_DIM for a zero in a plain style, else `style`. */
enum style number_style(struct str text, enum style style);
/* Draw right-aligned, in n->width or in `cols` columns. */
void number_draw(struct pen *p, const struct numbers *n, int64_t value,
	enum style style);
void percent_draw(
	struct pen *p, int cols, int64_t value, int64_t base, enum style style);

/*
 * The change between the sides of a diff, as text:
 *
 *       Base      New      delta        share   times
 *      1.10s    2.46s     +1.36s      +123.6%    2.24
 *          0    0.90s     +0.90s          new     new
 *      0.61s        0     -0.61s         gone       0
 */

/* Append a change: "+1.36s", or "0". */
void delta_put(struct strbuf *out, const struct numbers *n, struct sides s);
/* Append "+123.6%" of the base, "new" or "gone"; nothing, and return false, if
   both sides are 0. */
bool share_put(struct strbuf *out, struct sides s);
/* Append "2.24", "new" or "0". */
void times_put(struct strbuf *out, struct sides s);
/* Return sort keys for shares and ratios. New functions have the largest key;
   shares are compared without their sign. */
uint64_t delta_share_key(struct sides s);
uint64_t delta_times_key(struct sides s);

/* Return the category of a change in total or self. */
enum change delta_change(const struct view *v, struct sides s, bool self);
/* Return the style of a change on the terminal's own background, which is dim
   if it may be chance. */
enum style delta_style(enum change c, enum significance is);
/* Return `plain`, or the dim style if a change may be chance. */
enum style significance_style(enum significance is, enum style plain);

/* Append "95% CI -0.11..+0.77s, may be chance", "..., significant" or "too few
   samples to tell"; nothing if the verdict is unknown. */
void verdict_put(struct strbuf *out, const struct numbers *n, struct sides s,
	struct verdict verdict);

#endif
