/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Addresses of servers (fetch/server.h) as snapshots: their range, the
 * addresses to load, the times in the answers, and the points of a timeline.
 */
#ifndef FT_LOAD_SERVERPOINTS_H
#define FT_LOAD_SERVERPOINTS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/warnings.h"
#include "input/expand.h"
#include "load/snapshots.h"
#include "profile/profile.h"
#include "profile/timeseries.h"
#include "profile/timesteps.h"

struct fetch_options;
struct fetch_result;
struct fetched_part;
struct load_spec;
struct server_points;
struct server_series;

/* Return the time now, in ms since 1970, by the server's clock if known. */
int64_t snapshots_now(const struct snapshots *s, const struct load_spec *spec);
/* True if all names are addresses of servers and there is at least one. */
bool served_all(const struct str *name, size_t n);
/* Return the span that covers the ranges of all addresses at the time `now`. */
struct span served_span(const struct str *name, size_t n, int64_t now);
/* Return the addresses with a different range, in the arena. */
const struct str *served_names(const struct str *name, size_t n,
	struct span span, struct arena *arena);
/* Return an address with a span and, if known, with s->type_id, so that the
   server need not be asked for the type. */
struct str served_part(const struct snapshots *s, struct str name,
	struct span span, struct arena *arena);
/* Return the step in ms for a plot of a window with `cols` columns, at least
   the server's shortest; whole intervals if snapshots are summed. */
int64_t served_step(const struct snapshots *s, struct span window, int cols);
/* The addresses to load for each side; base.name is NULL without a base. */
struct served_sides {
	struct {
		const struct str *name; /* [n] */
		struct span span;
	} new, base;
};
/* Fill in the sides for n addresses from spec's range and base_range, in the
   arena. -1 and err. */
int served_settle(struct snapshots *s, const struct load_spec *spec,
	const struct str *name, size_t n, struct served_sides *sides,
	struct arena *arena, struct err *err);
/* Split the range of spec's server address into at most `most` addresses, each
   at least one measuring interval long. *o: the options to fetch them with. In
   the arena; -1 and err. */
int served_parts(const struct load_spec *spec, size_t most, struct names *parts,
	struct fetch_options *o, struct arena *arena, struct progress *progress,
	struct err *err);
/* Record the snapshot interval from the answers and, if they are for the
   `whole` range, that range by the server's clock. */
void served_learn(struct snapshots *s, const struct fetch_result *f, size_t n,
	bool whole);
/* Correct the header of a server's profile, in which the time is the end of the
   range or wrong, and the period is made up. Warn if its unit is not that of
   the requested type. */
void served_header(struct profile *p, const struct fetch_result *f, size_t part,
	struct warnings *warnings);
/* Return the sampling period in ns, usually 10 ms of processor time, from the
   number of samples. 0: unknown, unlikely, or not of times. */
int64_t served_period(const struct profile *p, int64_t samples);
/* Return the factors that turn a server's sums of snapshots into their mean, in
   the arena; *n: the number of snapshots. NULL and 0: nothing was summed. */
const double *served_ratio(const struct fetch_result *f, int64_t *n,
	struct warnings *warnings, struct arena *arena);
/* Fetch the points of the whole range; if they are missing, warn. -1 and err:
   cancelled. */
int served_load(struct snapshots *s, const struct load_spec *spec,
	struct warnings *warnings, struct progress *progress, struct err *err);
/* Return snapshots without points, but with the facts about the servers. */
struct snapshots *served_after(const struct snapshots *known);
/* Fetch newer points for the same addresses, or those that are pending, without
   a profile. NULL and err. */
struct snapshots *served_again(const struct snapshots *known,
	const struct load_spec *spec, struct progress *progress,
	struct err *err);
/* Fetch the points of a span, and the labels. -1 and err. */
int served_fetch(struct snapshots *s, const struct fetch_options *o,
	const struct str *name, size_t n, struct span span,
	struct progress *progress, struct err *err);
/* If only the newest part of a range was fetched, return its profile marked as
   partial, "1 of 30 days"; else p. Takes the reference. */
struct profile *served_newest(
	struct profile *p, const struct fetch_result *f, size_t part);
/* Fetch more of known->rest, for two seconds or at least one request. Return
   its sum with the shown profile, marked as partial until it is complete; *out:
   the snapshots, with the remaining rest. Both are references. NULL and err. */
const struct profile *served_more(const struct snapshots *known,
	const struct load_spec *spec, const struct profile *shown,
	struct snapshots **out, struct progress *progress, struct err *err);
/* Return p with the sampling period that follows from the number of samples, if
   the server knows it. A reference. */
const struct profile *served_counted(const struct snapshots *s,
	const struct load_spec *spec, const struct profile *p,
	struct progress *progress);
/* Add a series to its buckets. If not `adds`, the points are snapshots, of
   which only the last in a step counts. */
void served_add_series(
	struct buckets *b, const struct server_series *s, bool adds);
/* Return the number of snapshots that a server sums in a step, else 1. */
uint32_t served_snapshots_in(
	const struct server_points *p, int64_t step, int64_t interval);

#endif
