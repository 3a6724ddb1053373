/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of loading: merging many profiles, and saving copies. */
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
	struct progress *progress; /* progress of one file */
	enum read_detail detail;
	/* Receives the stacks of a part, to be merged as soon as it is read;
	   NULL: seal whole profiles. */
	const struct stacks **stacks;
	size_t parts;         /* number of sources to merge, of both sides */
	struct profile *like; /* the first profile, if read with less detail */
	bool again;           /* read everything again with full detail */
	bool enough;          /* the user ended the load: read no more files */
	bool remote;          /* a profile came from a server */
	struct remotes *remotes;
	struct snapshots *snapshots; /* the sources' times; NULL: not needed */
	struct span new, base;       /* times of the two sides */
	struct arena *arena;         /* freed at the end of the load */
	struct err *err;
};

/* The profiles of one list on the command line. */
struct group {
	const char *what; /* "source", "base" */
	const struct str *name;
	size_t n;
	struct fetch_result *fetched; /* [n] results for addresses */
	uint64_t *size;               /* [n] bytes of files; 0: no file, or
					 unknown */
	size_t *ends;                 /* [spec->n_sources] number of names up to
					 the last one of each word; NULL:
					 nothing is weighted */
	bool is_read;                 /* `part` is complete */
	VEC(struct merge_part) part; /* profiles read that are not in
					`merger` */
	struct merger *merger;       /* profiles merged so far; or NULL */
	size_t failed;               /* number of failed sources */
	struct err first; /* first error */
};

/* Return the name to show; "-" is "standard input". */
struct str shown_name(struct str name);
/* Return the memory that is left. Never 0, which would mean no limit. */
size_t memory_after(size_t max_memory, size_t used);
/* Fill in g->size; needs g->fetched. */
void group_find_sizes(struct group *g, struct arena *arena);
/* Add the limit to an ERR_LIMIT error, because lower layers know only the part
   that was left. */
void load_name_limit(const struct load_spec *spec, struct err *err);
/* Call after a failure, once its data is freed: lets the job continue. True,
   with err set, if it had stopped for lack of memory. */
bool load_was_spent(struct progress *progress, struct err *err);

/* Read all sources of a group; failures become warnings if others succeed. With
   options, many files are merged as they are read. -1 and l->err. */
int group_read(
	struct load *l, struct group *g, const struct merge_options *options);
/* Read the i-th source, a file. -1 and err. */
int group_read_named(
	struct load *l, struct group *g, size_t i, struct err *err);
/* Check that a part was read in enough detail to be merged. -1 and l->err. */
int group_check_detail(struct load *l, const struct profile *p);
void group_free_parts(struct group *g);
/* After a failed merge of several kinds of profiles, offer the kinds as
   choices, with ERR_CHOICES, or list them in a warning. */
void group_tell_kinds(struct load *l, const struct group *g);
/* Read and merge a group; is_last: no base follows. NULL and l->err. */
struct profile *group_load(struct load *l, struct group *g, bool is_last);

/* Save a copy of a fetched profile as pprof does, in $PPROF_TMPDIR, $HOME/pprof
   or $TMPDIR, the first that can be made: pprof.FILE.TYPE.TYPE.001.pb.gz, mode
   0600. A warning in pprof's words contains the path or the error. Nothing is
   written when stopped. */
void savecopy_write(const struct profile *p, struct warnings *warnings,
	struct progress *progress);

#endif
