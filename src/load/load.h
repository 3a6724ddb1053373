/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the names on the command line to one sealed profile: read every
 * source, find its binaries, make them compatible, merge, subtract the base,
 * symbolize, demangle, and drop the frames that the profile lists in
 * drop_frames, in pprof's order.
 */
#ifndef FT_LOAD_LOAD_H
#define FT_LOAD_LOAD_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "engine/query.h"
#include "engine/renames.h"
#include "profile/demangle.h"
#include "profile/profile.h"
#include "read/read.h"
#include "symbol/symbolize.h"

struct choices;
struct diff_options;
struct fetch_options;
struct growing;
struct merge_weighed;
struct remotes;
struct snapshots;

struct load_spec {
	size_t n_sources, n_bases, n_diff_bases;
	/* Paths, addresses (fetch/fetch.h), or "-"; folders and lists expand to
	   many sources (input/expand.h). */
	const struct str *source, *base, *diff_base;
	/* Changes the sources' profiles before they are merged, with the weight
	   of each source, which may be a folder; or NULL. */
	int (*weigh)(const struct merge_weighed *m, struct err *err);
	const double *weight; /* [n_sources], with weigh */
	bool normalize;
	bool all_frames; /* ignore the profile's drop_frames */
	bool raw;        /* skip load_finish() */
	bool on_screen;  /* shorten names for the screen */
	bool clamps;     /* see diff_options */
	bool paired;     /* pair functions in a diff: see diff_options */
	/* Out, without `paired`: the diff with paired functions if it differs,
	   a new reference. May be NULL. */
	struct profile **paired_too;
	enum demangle_mode demangle;
	struct name_rules rules;
	struct symbol_spec symbols;
	struct str program; /* file name for mapping 0; or "" */
	struct str buildid; /* for a main binary without one; or "" */
	struct str comment; /* added to the header's comments, or "" */
	struct str format;  /* "": sniff */
	size_t max_memory;  /* bytes; 0: load_default_limit() */
	/* The detail that the result needs; load_profile() may read more. */
	enum read_detail detail;
	/* Times of the sources to load (profile/timetext.h); "": all. Sources
	   in base_range are the base, which per_second scales to the length of
	   the other side. These ranges are requested from servers. */
	struct str range, base_range;
	bool per_second;
	struct str interval;  /* time between a server's snapshots: "10s"; "":
				 ask the server */
	int64_t *n_snapshots; /* out: number of snapshots averaged, if a server
				 summed them; may be NULL */
	int64_t now;          /* ms since 1970; 0: ask the clock */
	size_t *n_merged;     /* out: number of sources read; may be NULL */
	struct snapshots *snapshots; /* out: one entry for each source read, in
					any range; or NULL */
	bool points_later; /* leave a server's points out: snapshots.pending */
	struct growing *growing; /* standard input that still grows; NULL: read
				    to its end. Borrowed. */
	const struct fetch_options *fetch; /* NULL: its defaults. Borrowed. */
	/* Out: servers to ask for names later (load/remote.h); NULL: ask only
	   during the load. */
	struct remotes *remotes;
	/* Out, with ERR_CHOICES: the profiles that an address offers, or the
	   kinds of the profiles that were read; owned by the caller. NULL: the
	   caller cannot let the user choose. */
	struct choices **choices;
};

/* Load a profile, a new reference. NULL and err with the source, place and
   reason. A failed source is a warning if others can be read, as in pprof.
   progress may be NULL. To compare open profiles see compare.h. */
struct profile *load_profile(const struct load_spec *spec,
	struct warnings *warnings, struct progress *progress, struct err *err);
/* Symbolize and demangle a merged profile, apply the rules for names, drop the
   frames in its drop_frames, and make its sums fit into 64 bits. Options that
   concern two sides do not matter. A reference; NULL and err. */
struct profile *load_finish(
	const struct profile *p, const struct diff_options *o, struct err *err);

/* Limit the memory for results made from open profiles, which take `open`
   bytes, as load_profile() does while it reads. Returns the bytes left for
   tables. */
size_t load_begin_limit(
	const struct load_spec *spec, size_t open, struct progress *progress);
/* End this limit. Returns `made`; or, if memory ran short, NULL and err with
   the operation `what` ("comparing"), because a step may have been skipped. */
struct profile *load_end_limit(const struct load_spec *spec, const char *what,
	struct profile *made, struct progress *progress, struct err *err);

/* ---- The spec ---- */

/* Return 4 GiB or half of the machine's memory, whichever is less. */
size_t load_default_limit(void);
/* Return the memory limit for a load, then for the engine with its profile. */
size_t load_limit(const struct load_spec *spec);
/* Handle "program profile": the first source is a binary and names mapping
   0. */
void load_take_program(struct load_spec *spec);
/* Check the spec without reading files, as load_profile() does. -1 and err
   (ERR_USAGE). */
int load_check(const struct load_spec *spec, struct err *err);
/* Return spec->interval in ms; 0 if empty: ask the server. */
int64_t load_interval(const struct load_spec *spec);

#endif
