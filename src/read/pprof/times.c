/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the times of samples from a label (pprof.h). */
#include "prelude.h"

#include "read/pprof/pprof.h"

#include "base/xalloc.h"
#include "profile/builder.h"

/* The label's key in profiles of Datadog's profilers, in ns since 1970. */
#define LABEL_END_TIME "end_timestamp_ns"

/* Get the time of a label. False if the label is not a time. */
static bool
time_of_label(const struct builder *b, const struct label *l, int64_t *time)
{
	struct str unit;

	if (l->str != NONE || !str_is(builder_str(b, l->key), LABEL_END_TIME))
		return false;
	unit = builder_str(b, l->unit);
	*time = l->num;
	return unit.n == 0 || str_is(unit, "ns") || str_is(unit, "nanoseconds");
}

void
pprof_times(struct builder *b)
{
	struct header *h = builder_header(b);
	lset_id sets = builder_label_sets(b);
	int64_t taken = h->time_nanos, least, most;
	int64_t first = INT64_MAX, last = INT64_MIN;
	int64_t *of_set = NULL;

	if (taken <= 0 || h->duration_nanos <= 0 || builder_is_part(b) ||
		__builtin_sub_overflow(taken, h->duration_nanos, &least) ||
		__builtin_add_overflow(taken, h->duration_nanos, &most))
		return;
	for (lset_id set = 0; set < sets; set++) {
		size_t n;
		const struct label *label = builder_label_set(b, set, &n);
		int64_t time;

		for (size_t i = 0; i < n; i++) {
			if (!time_of_label(b, &label[i], &time) ||
				time < least || time > most)
				continue;
			/* Most profiles have no such label. */
			if (of_set == NULL) {
				of_set = xmalloc(
					mul_size(sets, sizeof(*of_set)));
				for (lset_id k = 0; k < sets; k++)
					of_set[k] = SAMPLE_UNTIMED;
			}
			of_set[set] = time;
			first = time < first ? time : first;
			last = time > last ? time : last;
			break;
		}
	}
	if (of_set == NULL)
		return;
	/* Some producers set the profile's time to the recording's end. */
	h->times_nanos = first >= taken ? taken : last <= taken ? least : first;
	builder_times_from(b, h->times_nanos);
	builder_times_of_sets(b, of_set);
	free(of_set);
}
