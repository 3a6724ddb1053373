/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Data of the timeline (pane_timeline.c): the points of the open profiles, or
 * points requested from their source for the visible window, and the options
 * window, range and base_range as spans.
 *
 *     snapshots --------------points-----------+
 *     options --strip_see()--> window, step    +--> struct timeline_view
 *                                 | finer, elsewhere, by label
 *                             request --worker--> timelines
 */
#ifndef FT_UI_TIMELINE_DATA_H
#define FT_UI_TIMELINE_DATA_H

#include "base/str.h"
#include "load/snapshots.h"
#include "present/heatmap.h"
#include "present/timeline.h"
#include "profile/timeseries.h"
#include "series/timelines.h"
#include "ui/pane.h"

enum { LINES_MAX = TIMELINES_MAX + 1 };

struct strip {
	struct points points; /* points of all open profiles */
	struct points fine;   /* points of the samples in a shorter window */
	struct span fine_of;
	int64_t fine_step;    /* 0: `fine` is unused */
	struct snapshots *of; /* owned reference; NULL: not set */
	str_id type;          /* sample type of the points */
	struct str pinned;    /* pinned function; pooled */
	struct str asked;     /* pinned if p is pressed again; pooled */
	struct str order;     /* request for other lines or points; pooled */
	struct ordered {      /* contents of `order` */
		struct str name;
		bool by_label;
		struct span window;
		int64_t step;
	} ordered;
	int64_t cursor;
	struct span mark; /* selected, not applied yet; empty: none */
	int64_t anchor;   /* time at which the mark began */
	bool marking;     /* the mark still follows the cursor */
	bool placed;      /* the cursor has been set */
	bool own_scales;  /* see struct timeline */
	size_t line;
	int64_t top; /* top of the heat map, ms since 1970 */
};

/* The drawn timeline, and its data. */
struct timeline_view {
	struct timeline t;
	struct plotted line[LINES_MAX];
	int cols;   /* width of the plot */
	bool waits; /* a requested result is missing */
	/* Heat map of the visible window; with 0 slots a plot is drawn. */
	struct heatmap heat;
};

/* Return the open snapshots, or NULL. */
struct snapshots *screen_snapshots(const struct screen *s);
/* Return the shown sample type and its unit. */
struct str column_type(const struct screen *s, struct str *unit);
/* Fill in the current state of the timeline, and request missing data. `out`
   borrows from the pane until the next event. */
void strip_see(struct screen *s, struct timeline_view *out);
/* Return the span of possible times; on servers any time until now. */
struct span strip_bounds(struct screen *s);
/* Find the next spike (direction > 0) or the previous one, in the window, else
   among all points. False: there is none in `searched`. */
bool strip_spike(struct screen *s, const struct timeline_view *seen,
	int direction, struct span *spike, struct span *searched);
/* Free the points, so that strip_see() computes them again. */
void strip_forget(struct strip *st);

#endif
