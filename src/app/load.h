/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the names on the command line to one sealed profile: read every
 * source, make them compatible, merge, subtract the base, drop the frames
 * that the profile itself wants dropped, in that order, as pprof
 * does.
 */
#ifndef FT_APP_LOAD_H
#define FT_APP_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/warnings.h"
#include "profile/profile.h"

struct growing;

struct load_spec {
	size_t n_sources, n_bases, n_diff_bases;
	const struct str *source, *base, *diff_base; /* paths, or "-" */
	bool normalize;
	bool all_frames;    /* keep what the profile itself wants dropped */
	struct str buildid; /* of the main binary, where it has none; or "" */
	struct str comment; /* one more comment in the header, or "" */
	struct str format;  /* "" = sniff */
	size_t max_memory;  /* bytes; 0: the default of load_default_limit */
	struct growing *growing; /* standard input while it grows; NULL: wait
			    for its end. Borrowed. */
};

/* 4 GiB or half of the machine's memory, whichever is less. */
size_t load_default_limit(void);

/* A new reference. NULL and err: the message names the source, place and
   reason. Sources that fail while others can be read become warnings, as in
   pprof. progress may be NULL. For other sides of files that are open see
   diffspec.h. */
struct profile *load_profile(const struct load_spec *spec,
	struct warnings *warnings, struct progress *progress, struct err *err);
/* -1 and err (ERR_USAGE) for what cannot be loaded, whatever is in the files;
   load_profile() checks it, too. */
int load_check(const struct load_spec *spec, struct err *err);

#endif
