/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is compared with what: the option `diff` parsed, and the profile that
 * it asks for.
 *
 *     old.pb.gz                                    the base is a file
 *     old-1.pb.gz old-2.pb.gz                      ... the sum of files
 *     tagfocus=route=/checkout tagfocus=route=/    slices of what is open:
 *                                                  the base, the new side
 *     'tagfocus=a focus=b' 'tagfocus=c'            ... with several options
 *     base_range                                   the profiles of the time
 *                                                  that this option says
 *
 * Words are quoted as a shell quotes them. Two sides become a diff so:
 *
 *     side: profile --filters of a query--> samples ----------------+
 *     side: profile --filters of a query--> samples x -1, labelled -+
 *                                           pprof::base=true        v
 *                                                    one profile, a diff
 *
 * Sides are only borrowed, so they can be swapped, and scaled or not, and
 * sliced in another way, without reading a file again. All of it runs on any
 * thread.
 */
#ifndef FT_LOAD_COMPARE_H
#define FT_LOAD_COMPARE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "engine/query.h"
#include "profile/demangle.h"
#include "profile/profile.h"
#include "symbol/symbolize.h"

enum diffspec_kind { DIFF_NONE, DIFF_FILES, DIFF_SLICES, DIFF_RANGE };

struct diffspec {
	enum diffspec_kind kind;
	const struct str *word; /* [n] unquoted: files, or texts of slices */
	size_t n;
	struct query slice[2]; /* base, new */
};

/* The texts of *out are in the arena. -1 and err when the text means
   nothing: one query alone, a file beside a query, a bad pattern. */
int diffspec_parse(struct str text, struct diffspec *out, struct arena *arena,
	struct err *err);

/* The text for these files. */
void diffspec_of_files(struct strbuf *out, const struct str *file, size_t n);

/* What decides which profile is shown of those that are open. Plain data;
   the text is pooled. */
struct profile_variant {
	struct str diff; /* as the option; "" the profile alone */
	struct str range,
		base_range; /* likewise; the latter with such a diff */
	struct str interval;
	bool per_second;
	bool swap, normalize;
	enum demangle_mode demangle;
	bool symbols; /* addresses have names, where there are any, */
	bool fetch;   /* or where servers have some, */
	bool lines;   /* also those that have names but no lines */
};

bool derivation_equal(
	const struct profile_variant *a, const struct profile_variant *b);

/* The names of the sides, for titles: "old.pb.gz", "2 profiles",
   "tagfocus=route=/". `source` is what the new side is without slices. */
void diffspec_names(const struct diffspec *v, bool swap, struct str source,
	struct strbuf *base, struct strbuf *new);

struct diff_side {
	const struct profile *profile;
	const struct query *query; /* a slice: its filters; NULL: all of it */
	struct str name;           /* for messages */
};

struct diff_options {
	bool normalize; /* the new side scaled to the totals of the base */
	bool subtract;  /* -base: no label, so that no side is known later */
	const double *base_scale; /* [types] the base times this; NULL: 1 */
	bool all_frames; /* keep what the profile itself wants dropped */
	bool on_screen;  /* names as the screen shows them */
	/* Functions are the same although lines in their names are not: see
	   profile/pairing.h. pprof knows nothing of that, so it is not for its
	   reports; sides that are both of other formats are always paired. */
	bool paired;
	enum demangle_mode demangle;
	struct symbol_spec symbols;
	struct str comment;
	size_t max_memory; /* for what is made; 0: no limit */
	/* The types that do not go together; or NULL. */
	struct warnings *warnings;
	struct progress *progress;
};

/* new - base, with one reference. NULL and err: types that do not go together,
   a slice without samples, a slice of a diff. */
struct profile *diff_profiles(const struct diff_side *new,
	const struct diff_side *base, const struct diff_options *options,
	struct err *err);

/* A profile that has both sides already, as difffolded files do, with its new
   side scaled to the totals of its base. NULL and err, in pprof's words, when
   it has no base. */
struct profile *diff_normalized(const struct profile *p,
	const struct diff_options *options, struct err *err);

/* A slice from text: options that filter, separated by blanks, quoted as for a
   shell: "tagfocus=route=/checkout focus=json". "" is all. The query has no
   other filters, and its texts are in the arena. */
int slice_parse(struct str text, struct arena *arena, struct query *out,
	struct err *err);

#endif
