/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the names on the command line to one sealed profile: read every
 * source, find its binaries, make them compatible, merge, subtract the base,
 * find names for addresses and make them readable, drop the frames that the
 * profile itself wants dropped, in that order, as pprof does.
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
#include "profile/demangle.h"
#include "profile/profile.h"
#include "read/read.h"
#include "symbol/symbolize.h"

struct choices;
struct fetch_options;
struct growing;
struct remotes;
struct snapshots;

struct load_spec {
	size_t n_sources, n_bases, n_diff_bases;
	/* Paths, addresses (fetch/fetch.h), or "-"; folders and lists of files
	   stand for many (input/expand.h). */
	const struct str *source, *base, *diff_base;
	bool normalize;
	bool all_frames; /* keep what the profile itself wants dropped */
	bool raw;        /* not finished: see load_finish() */
	bool on_screen;  /* names as the screen shows them, */
	bool paired;     /* sides of a diff as gates see them: diff_options */
	/* Without that: gets the diff as it would be with it, where that is
	   another one, as a new reference. Or NULL. */
	struct profile **paired_too;
	enum demangle_mode demangle;
	struct symbol_spec symbols;
	struct str program; /* names mapping 0; or "" */
	struct str buildid; /* of the main binary, where it has none; or "" */
	struct str comment; /* one more comment in the header, or "" */
	struct str format;  /* "" = sniff */
	size_t max_memory;  /* bytes; 0: the default of load_default_limit */
	/* Less than all samples are had where that comes out the same. */
	enum read_detail detail;
	/* Of several sources those of a time, see profile/timetext.h; "": all.
	   What is from base_range is the base; with per_second it is scaled
	   to the length of the other side. Of servers these are fetched. */
	struct str range, base_range;
	bool per_second;
	struct str interval; /* of snapshots on servers; "": ask */
	int64_t *n_snapshots; /* gets of how many snapshots it is the mean,
			   where a server has added them up; or NULL */
	int64_t now;    /* ms since 1970 */
	struct snapshots *snapshots; /* gets one for each source that was read,
					whatever the range is; or NULL */
	struct growing *growing; /* standard input while it grows; NULL: wait
			    for its end. Borrowed. */
	const struct fetch_options *fetch; /* NULL: its defaults. Borrowed. */
	/* Gets whom to ask for names of what was fetched (load/remote.h); NULL:
	   they are asked right away. */
	struct remotes *remotes;
	/* Where it goes if an address does not say what of it, with the error
	   ERR_CHOICES; the caller's then. NULL: nobody can choose. */
	struct choices **choices;
};

/* 4 GiB or half of the machine's memory, whichever is less. */
size_t load_default_limit(void);
/* What a profile may take, and then with what an engine makes of it. */
size_t load_limit(const struct load_spec *spec);

/* A new reference. NULL and err: the message names the source, place and
   reason. Sources that fail while others can be read become warnings, as in
   pprof. progress may be NULL. For other sides of files that are open see
   compare.h. */
struct profile *load_profile(const struct load_spec *spec,
	struct warnings *warnings, struct progress *progress, struct err *err);
/* The last steps, of what was merged: names for addresses, readable ones, and
   then without the frames that the profile wants dropped. A reference; NULL
   and err. */
struct profile *load_finish(const struct profile *p, enum demangle_mode mode,
	bool on_screen, const struct symbol_spec *symbols,
	struct warnings *warnings, struct progress *progress, struct err *err);
/* "program profile": of the program, which is not a profile, the name is
   taken. */
void load_take_program(struct load_spec *spec);
/* -1 and err (ERR_USAGE) for what cannot be loaded, whatever is in the files;
   load_profile() checks it, too. */
int load_check(const struct load_spec *spec, struct err *err);
/* spec->interval in ms; 0: it is to be found out. */
int64_t load_interval(const struct load_spec *spec);

#endif
