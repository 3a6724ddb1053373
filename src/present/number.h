/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Amounts as text: the one place where what is on the screen is written.
 *
 * The values of a column share a unit and what is behind the point, chosen by
 * the largest, which has three or four digits, so that a column reads at a
 * glance: 5.70s, 0.57s, 0.03s; 449.5kB, 1.3kB. Digits are in groups: 9,871.
 * Counts of a million and more are 561.3M. Nothing is a bare 0. The option
 * unit= wins over the choice.
 */
#ifndef FT_PRESENT_NUMBER_H
#define FT_PRESENT_NUMBER_H

#include "base/str.h"
#include "base/strbuf.h"
#include "engine/sides.h"
#include "engine/view.h"
#include "present/grid.h"

struct verdict;

struct numbers {
	struct str from;   /* the sample type's unit; lives with the profile */
	struct str to;     /* one unit for all; lives with the query or is
			      static */
	struct str prefix; /* of counts: "M", */
	double factor;     /* of which each is so many; else 1 */
	double divide_by;  /* the option; 0 and 1 do nothing */
	int digits;        /* behind the point */
	int width;         /* columns of the widest text in the view */
};

/* For a value column of the view: v->w or one of v->beside. */
struct numbers numbers_of(const struct view *v, const struct weights *w);

/* Each appends. "5.70s": */
void number_put(struct strbuf *out, const struct numbers *n, int64_t value);
/* "1.5MB", "30s", "3,000": one that stands alone, in the unit that suits
   it. */
void amount_put(struct strbuf *out, int64_t value, struct str unit);
/* "19.0%", "100%"; nothing, and false, when the base is 0. */
bool percent_put(struct strbuf *out, int64_t value, int64_t base);
/* "5.70s 19.0%", "0" */
void value_put(struct strbuf *out, const struct numbers *n, int64_t value,
	int64_t base);
/* A label's number, as pprof writes it and filters have it. */
void label_number_put(struct strbuf *out, int64_t value, struct str unit);
/* Whole events, and one for less. */
uint64_t events_whole(int64_t parts);
/* "791 samples", "about 57 sampled objects": of so many parts of an event;
   nothing, and false, when there are none. */
bool events_put(struct strbuf *out, const struct events *e, int64_t parts);
/* "3,000": groups of three digits. The second one is for formats:
   grouped(n).text */
void count_put(struct strbuf *out, uint64_t n);
struct grouped {
	char text[28];
};
struct grouped grouped(uint64_t n);

/* Zeros are quiet: dim, where the style is nothing special. */
enum style number_style(struct str text, enum style style);
/* Right-aligned: in n->width columns; in `cols`. */
void number_draw(struct pen *p, const struct numbers *n, int64_t value,
	enum style style);
void percent_draw(
	struct pen *p, int cols, int64_t value, int64_t base, enum style style);

/*
 * What changed between the sides of a diff, as text:
 *
 *       Base      New      delta        share   times
 *      1.10s    2.46s     +1.36s      +123.6%    2.24
 *          0    0.90s     +0.90s          new     new
 *      0.61s        0     -0.61s         gone       0
 */

/* Each appends. "+1.36s"; a change of nothing has no sign: */
void delta_put(struct strbuf *out, const struct numbers *n, struct sides s);
/* "+123.6%" of the base, "new", "gone"; nothing, and false, when there is
   nothing. */
bool share_put(struct strbuf *out, struct sides s);
/* "2.24", "new", "0". */
void times_put(struct strbuf *out, struct sides s);
/* The order of shares and of times: what is new last of all, then the larger
   ones; of shares without their sign. */
uint64_t delta_share_key(struct sides s);
uint64_t delta_times_key(struct sides s);

/* The category of a change of a total, or of a self value, in a view. */
enum change delta_change(const struct view *v, struct sides s, bool self);
/* What a change looks like on the terminal's own background. */
enum style delta_style(enum change c);

/* "95%: -0.11..+0.77s, may be chance", "..., real", "too few samples to tell":
   nothing where nothing is known. */
void verdict_put(struct strbuf *out, const struct numbers *n, struct sides s,
	struct verdict verdict);

#endif
