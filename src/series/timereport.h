/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data for a report on times: points for all open profiles, or for a window of
   time, and a line for each value of a label. */
#ifndef FT_SERIES_TIMEREPORT_H
#define FT_SERIES_TIMEREPORT_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "load/load.h"
#include "load/snapshots.h"
#include "profile/profile.h"
#include "profile/timeseries.h"
#include "report/report_inputs.h"
#include "series/timelines.h"

struct times {
	struct report_times report; /* points into the fields below */
	struct points all;
	struct timelines *lines;
	struct report_line_of line[TIMELINES_MAX];
};

/* Fill in *t for the sample type of p that sample_index selects. `group` is the
   label whose values get lines, `window` a range of time; both may be "". For
   lines, files are read or servers queried again. -1 and err; call times_free()
   in any case. Any thread may call this. */
int times_make(struct times *t, const struct snapshots *s,
	const struct load_spec *files, const struct profile *p,
	struct str sample_index, struct str group, struct str window,
	struct progress *progress, struct err *err);
void times_free(struct times *t);

#endif
