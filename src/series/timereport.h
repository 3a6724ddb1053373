/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of a report on times: the points of all that is open, or of a window of
   it, and of each value of a label. */
#ifndef FT_SERIES_TIMEREPORT_H
#define FT_SERIES_TIMEREPORT_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "load/load.h"
#include "load/snapshots.h"
#include "profile/profile.h"
#include "profile/timeseries.h"
#include "report/report.h"
#include "series/timelines.h"

struct times {
	struct report_times report; /* points into the rest */
	struct points all;
	struct timelines *lines;
	struct report_line_of line[TIMELINES_MAX];
};

/* Fill in *t for the type that sample_index means in p. Files are read, and
   servers asked, again for the values of the label `group` or another window;
   "": no lines, all of it. -1 and err; free *t in any case. On any thread. */
int times_make(struct times *t, const struct snapshots *s,
	const struct load_spec *files, const struct profile *p,
	struct str sample_index, struct str group, struct str window,
	struct progress *progress, struct err *err);
void times_free(struct times *t);

#endif
