/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the timeline (pane_timeline.c) is drawn of: the points of what is open,
 * or what was ordered of its source for the window that is seen, and the
 * options window, range and base_range as spans.
 *
 *     snapshots --------------points-----------+
 *     options --strip_see()--> window, step    +--> struct timeline_view
 *                                 | finer, elsewhere, by label
 *                              order --worker--> timelines
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
	struct points points; /* of all that is open */
	struct points fine;   /* of samples, those of a window of its own */
	struct span fine_of;
	int64_t fine_step;    /* 0: there are none */
	struct snapshots *of; /* a reference; NULL: they are to be looked up */
	str_id type;          /* that they are of */
	struct str pinned;    /* the function; pooled; */
	struct str asked;     /* likewise that would be, if p comes again */
	struct str order; /* of lines of their own, of other points; pooled, */
	struct ordered {  /* and what it is of */
		struct str name;
		bool by_label;
		struct span window;
		int64_t step;
	} ordered;
	int64_t cursor;
	struct span mark; /* not taken yet; empty: none */
	int64_t anchor;   /* where it began, */
	bool marking;     /* and it still follows the cursor */
	bool placed;      /* the cursor was put somewhere */
	size_t line;
	int64_t top; /* of the heat map, ms since 1970 */
};

/* What is drawn, and what it is drawn of. */
struct timeline_view {
	struct timeline t;
	struct plotted line[LINES_MAX];
	int cols;   /* of the plot */
	bool waits; /* for what was ordered */
	/* slots 0: it is a plot. Else its window is what is seen. */
	struct heatmap heat;
};

/* Those of what is open; NULL. */
struct snapshots *screen_snapshots(const struct screen *s);
/* The type that is shown, and its unit. */
struct str column_type(const struct screen *s, struct str *unit);
/* The state of the pane as it is now; asks for what is missing. `out` borrows
   from it until the next event. */
void strip_see(struct screen *s, struct timeline_view *out);
/* Where something may be: of servers any time until now. */
struct span strip_bounds(struct screen *s);
/* It is to be looked up again. */
void strip_forget(struct strip *st);

#endif
