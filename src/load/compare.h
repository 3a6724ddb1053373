/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparisons: the option `diff`, parsed, and the profile that it describes.
 *
 *     old.pb.gz                                    the base is a file
 *     old-1.pb.gz old-2.pb.gz                      the base is a sum of files
 *     tagfocus=route=/checkout tagfocus=route=/    slices of the open profile:
 *                                                  the base, the new side
 *     'tagfocus=a focus=b' 'tagfocus=c'            slices with several options
 *     base_range                                   the profiles within this
 *                                                  option's range of time
 *
 * Words are quoted as in a shell. Two sides become a diff like this:
 *
 *     side: profile --filters of a query--> samples ----------------+
 *     side: profile --filters of a query--> samples x -1, labelled -+
 *                                           pprof::base=true        v
 *                                                    one profile, a diff
 *
 * Sides are borrowed, so they can be swapped, scaled or sliced again without
 * reading a file. All functions run on any thread.
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
#include "engine/renames.h"
#include "profile/demangle.h"
#include "profile/profile.h"
#include "symbol/symbolize.h"

enum diffspec_kind { DIFF_NONE, DIFF_FILES, DIFF_SLICES, DIFF_RANGE };

struct diffspec {
	enum diffspec_kind kind;
	const struct str *word; /* [n] unquoted: files, or slices */
	size_t n;
	struct query slice[2]; /* base, new */
};

/* Parse the option; the strings of *out are in the arena. -1 and err for a
   single query, a file together with a query, or a bad pattern. */
int diffspec_parse(struct str text, struct diffspec *out, struct arena *arena,
	struct err *err);

/* Append the option's text for these files. */
void diffspec_of_files(struct strbuf *out, const struct str *file, size_t n);

/* The settings that define which profile is made from the open ones. Plain
   data; the strings are pooled. */
struct profile_variant {
	struct str diff; /* the option; "": no comparison */
	struct str range,
		base_range; /* the options; base_range is "" without a diff */
	struct str interval;
	bool per_second;
	bool swap, normalize;
	enum demangle_mode demangle;
	struct name_rules rules;
	bool symbols; /* look up names for addresses */
	bool fetch;   /* also ask debuginfod servers */
	bool lines;   /* also look up lines for functions without any */
};

bool derivation_equal(
	const struct profile_variant *a, const struct profile_variant *b);

/* Append the names of the sides, for titles: "old.pb.gz", "2 profiles",
   "route=/" for "tagfocus=route=/". `source` names the new side if there are no
   slices, and begins with the name of the file `path`, which is "" if there is
   not one. Files of one name get as much of their paths as differs:
   "old/cpu.pb.gz", "new/cpu.pb.gz". */
void diffspec_names(const struct diffspec *v, bool swap, struct str source,
	struct str path, struct strbuf *base, struct strbuf *new);

struct diff_side {
	const struct profile *profile;
	const struct query *query; /* the slice's filters; NULL: no slice */
	struct str name;           /* for messages */
};

struct diff_options {
	bool normalize; /* scale the new side to the base's totals */
	bool subtract;  /* -base: leave the base's samples unlabelled */
	const double *base_scale; /* [types] factors for the base; NULL: 1 */
	bool all_frames;          /* ignore the profile's own drop_frames */
	bool on_screen;           /* shorten names for the screen */
	/* Clamp values whose sums are beyond 64 bits (profile/fit.h). In pprof
	   these wrap around, so this is off for its reports; values in formats
	   that pprof does not read are always clamped. */
	bool clamps;
	/* Match functions whose names differ only in line numbers
	   (profile/pairing.h). pprof does not, so this is off for its reports;
	   two sides in other formats are always paired. */
	bool paired;
	enum demangle_mode demangle;
	struct name_rules rules; /* VOLATILE_AUTO joins if paired */
	struct symbol_spec symbols;
	struct str comment;
	size_t max_memory; /* bytes for the result; 0: no limit */
	/* Receives the sample types that do not match. May be NULL. */
	struct warnings *warnings;
	struct progress *progress;
};

/* Return new - base, a reference. NULL and err for incompatible types, a slice
   without samples, or a slice of a diff. */
struct profile *diff_profiles(const struct diff_side *new,
	const struct diff_side *base, const struct diff_options *options,
	struct err *err);

/* Scale the new side to the totals of the base in a profile that has both, as
   from difffolded. NULL and err, in pprof's words, if it has no base. */
struct profile *diff_normalized(const struct profile *p,
	const struct diff_options *options, struct err *err);

/* Parse a slice: filter options separated by blanks, quoted as in a shell:
   "tagfocus=route=/checkout focus=json". "": everything. The strings are in the
   arena. */
int slice_parse(struct str text, struct arena *arena, struct query *out,
	struct err *err);

#endif
