/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Addresses of servers (fetch/server.h) as snapshots: what range they are of,
 * what a load asks them for, what their answers say of time, and their points.
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

/* What now is: ms since 1970, by the server's clock if it is known. */
int64_t snapshots_now(const struct snapshots *s, const struct load_spec *spec);
/* Are all of them addresses of servers? None are none. */
bool served_all(const struct str *name, size_t n);
/* From the first to the last of their ranges, at some time. */
struct span served_span(const struct str *name, size_t n, int64_t now);
/* The same addresses with another range, in the arena. */
const struct str *served_names(const struct str *name, size_t n,
	struct span span, struct arena *arena);
/* One of them, of what its points are: it need not be found out again. */
struct str served_part(const struct snapshots *s, struct str name,
	struct span span, struct arena *arena);
/* The longest steps of a plot of a window with so many columns, or the shortest
   that servers have: whole intervals of what is added up. */
int64_t served_step(const struct snapshots *s, struct span window, int cols);
/* What a load asks for, of each side; without a base its name is NULL. */
struct served_sides {
	struct {
		const struct str *name; /* [n] */
		struct span span;
	} new, base;
};
/* For n addresses: the texts range and base_range of spec as others, in the
   arena. -1 and err. */
int served_settle(struct snapshots *s, const struct load_spec *spec,
	const struct str *name, size_t n, struct served_sides *sides,
	struct arena *arena, struct err *err);
/* The range, or all, of spec's addresses of servers in parts, each an address:
   at most so many, and none shorter than what is measured. `o` is the options
   with which they are to be asked. In the arena; -1 and err. */
int served_parts(const struct load_spec *spec, size_t most, struct names *parts,
	struct fetch_options *o, struct arena *arena, struct progress *progress,
	struct err *err);
/* What came says how often snapshots are taken and, if they are of the whole
   range, which one that is by the server's clock. */
void served_learn(struct snapshots *s, const struct fetch_result *f, size_t n,
	bool whole);
/* A server does not know when its profiles were taken and how: its time is an
   end, or nonsense, and its period invented. */
void served_header(struct profile *p, const struct fetched_part *f,
	struct warnings *warnings);
/* Servers add snapshots of a level up: what sums of an address are to be
   multiplied by for their mean, in the arena, and of how many that is; NULL and
   0: nothing. */
const double *served_ratio(const struct fetch_result *f, int64_t *n,
	struct warnings *warnings, struct arena *arena);
/* The points of all that was asked for; that they are missing is a warning. -1
   and err: cancelled. */
int served_load(struct snapshots *s, const struct load_spec *spec,
	struct warnings *warnings, struct progress *progress, struct err *err);
/* Newer ones of the same addresses: the points alone, no profile. NULL and
   err. */
struct snapshots *served_again(const struct snapshots *known,
	const struct load_spec *spec, struct progress *progress,
	struct err *err);
/* Ask for the points of a span, and for labels. -1 and err. */
int served_fetch(struct snapshots *s, const struct fetch_options *o,
	const struct str *name, size_t n, struct span span,
	struct progress *progress, struct err *err);
/* The points of a series, each to its bucket. Without `adds` they are snapshots
   one by one, of which the last of a step counts. */
void served_add_series(
	struct buckets *b, const struct server_series *s, bool adds);
/* How many snapshots a step has, when a server adds them up. */
uint32_t served_snapshots_in(
	const struct server_points *p, int64_t step, int64_t interval);

#endif
