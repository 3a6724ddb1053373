/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Data of the timeline (pane_timeline.c): the points of what is open, or those
 * requested from its source for the visible window, and the options window,
 * range and base_range as spans.
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
	struct points points; /* all that is open */
	struct points fine;   /* points of the samples in a shorter window */
	struct span fine_of;
	int64_t fine_step;    /* 0: no such points */
	struct snapshots *of; /* a reference; NULL: to be looked up */
	str_id type;          /* sample type of the points */
	struct str pinned;    /* pinned function; pooled */
	struct str asked;     /* function that p would pin next; pooled */
	struct str order;     /* request for other lines or points; pooled */
	struct ordered {      /* what is requested */
		struct str name;
		bool by_label;
		struct span window;
		int64_t step;
	} ordered;
	int64_t cursor;
	struct span mark; /* selected, not applied yet; empty: none */
	int64_t anchor;   /* where the mark began */
	bool marking;     /* it still follows the cursor */
	bool placed;      /* the cursor has a position */
	size_t line;
	int64_t top; /* top of the heat map, ms since 1970 */
};

/* The drawn timeline, and its data. */
struct timeline_view {
	struct timeline t;
	struct plotted line[LINES_MAX];
	int cols;   /* width of the plot */
	bool waits; /* for a request */
	/* Heat map of the visible window; slots 0: a plot is drawn. */
	struct heatmap heat;
};

/* Return the snapshots that are open; NULL. */
struct snapshots *screen_snapshots(const struct screen *s);
/* Return the sample type shown, and its unit. */
struct str column_type(const struct screen *s, struct str *unit);
/* Get the pane's current state; requests what is missing. `out` borrows from it
   until the next event. */
void strip_see(struct screen *s, struct timeline_view *out);
/* Return the possible times: on servers any time until now. */
struct span strip_bounds(struct screen *s);
/* Look it up again next time. */
void strip_forget(struct strip *st);

#endif
