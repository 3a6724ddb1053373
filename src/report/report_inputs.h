/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs of a few reports, from modules above: times and screen places. */
#ifndef FT_REPORT_REPORT_INPUTS_H
#define FT_REPORT_REPORT_INPUTS_H

#include "base/str.h"

struct points;

/* Points of the shown sample type over time. All borrowed. */
struct report_times {
	const struct points *all;
	struct str label; /* label that splits the points; "": none */
	size_t n;
	const struct report_line_of {
		struct str name; /* value of the label */
		const struct points *points;
	} * line;
	size_t others; /* number of lines left out */
	bool counts;   /* the number of profiles per point is known */
};

/* The screen's zoom and selection, at which a page for a browser opens. */
struct report_place {
	struct str zoom, selected; /* see framepath_next_name(); "": none */
	double from, to;           /* visible part of the zoom's width, 0 to 1;
				      both 0: all of it */
	struct str cmdline;        /* command that shows the same view */
};

#endif
