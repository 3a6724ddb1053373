/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What loading is made of: many profiles as one, and copies of them. */
#ifndef FT_LOAD_LOAD_INTERNAL_H
#define FT_LOAD_LOAD_INTERNAL_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "load/load.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "profile/timetext.h"
#include "read/read.h"

struct fetch_result;
struct merger;
struct snapshots;

/*
 * The profiles of one list of names, read and merged into one: a part of
 * loading (load.h).
 *
 *     names --read--> parts --merge--> one profile
 *     names --read, merge, read, merge ...--> one profile    many files
 *
 * The profiles are freed as soon as they have been merged.
 */

struct load {
	const struct load_spec *spec;
	size_t max_memory;
	struct warnings *warnings;
	struct progress *progress; /* of the file that is read */
	enum read_detail detail;
	bool is_part;         /* what is read is merged at once */
	size_t parts;         /* profiles that will be merged */
	struct profile *like; /* the first that was read; with less detail */
	bool again;           /* all has to be read with all detail */
	bool enough;          /* the user has seen enough: no further files */
	bool remote;          /* something came from a server */
	struct remotes *remotes;
	struct snapshots *snapshots; /* of the sources; NULL: nobody wants
					to know */
	struct span new, base;       /* of which times the sides are */
	struct arena *arena;         /* until the end of the load */
	struct err *err;
};

/* The profiles of one list on the command line. */
struct group {
	const char *what; /* "source", "base" */
	const struct str *name;
	size_t n;
	struct fetch_result *fetched; /* [n] what came of those that are
				    addresses */
	uint64_t *size;               /* [n] bytes of those that are files; 0:
					 none, or unknown */
	bool is_read;
	VEC(struct merge_part) part; /* those that could be read, */
	struct merger *merger;       /* or what they make together */
	size_t failed;
	struct err first; /* of those that could not */
};

/* "-" has a name of its own. */
struct str shown_name(struct str name);
/* What may still be used. Never 0, which would be no limit. */
size_t memory_after(size_t max_memory, size_t used);
/* After `fetched`. */
void group_find_sizes(struct group *g, struct arena *arena);
/* A limit was reached: the lower layers only know what was left of it. */
void load_name_limit(const struct load *l, struct err *err);

/* All sources of a group; those that fail become warnings if others do not.
   With options, many files are merged as they come. -1 and l->err. */
int group_read(
	struct load *l, struct group *g, const struct merge_options *options);
/* Read the i-th, a file. -1 and err. */
int group_read_named(
	struct load *l, struct group *g, size_t i, struct err *err);
/* Is what was read of a part enough to be merged? -1 and l->err. */
int group_check_detail(struct load *l, const struct profile *p);
void group_free_parts(struct group *g);
/* Read a group and make one profile of it; is_last: the one to be shown. NULL
   and l->err. */
struct profile *group_load(struct load *l, struct group *g, bool is_last);

/* Copies of what was fetched, where pprof keeps them and called as it does. */

/* In $PPROF_TMPDIR, $HOME/pprof or $TMPDIR, the first of them that can be made:
   pprof.FILE.TYPE.TYPE.001.pb.gz, for the user alone. Where, or why not, is a
   warning in pprof's words. */
void savecopy_write(const struct profile *p, struct warnings *warnings);

#endif
