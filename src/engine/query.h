/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A query: every choice that changes what is shown, as plain data.
 *
 * Undo is a list of queries, a saved view is a query in text, a report is a
 * query and a presenter. Queries are copied freely; their strings are not
 * owned: they come from literals or from a string pool that outlives every
 * query (the command line, the app's pool). Absent strings are empty.
 *
 * Each field has exactly one row in conf/options.c, which has its default,
 * names and help. Options mean the same as in pprof.
 */
#ifndef FT_ENGINE_QUERY_H
#define FT_ENGINE_QUERY_H

#include "base/str.h"

enum granularity {
	GRAN_FUNCTIONS,
	GRAN_FILEFUNCTIONS,
	GRAN_FILES,
	GRAN_LINES,
	GRAN_ADDRESSES,
};

enum direction {
	DIR_CALLEES,  /* root at the top, leaves below */
	DIR_CALLERS,  /* leaves at the top, their callers below */
	DIR_SANDWICH, /* one function (pivot): callers above, callees below */
};

/* Frames of origin system (origin.h). If hidden, their callers get the cost. */
enum system_frames { SYSTEM_SHOW, SYSTEM_HIDE, SYSTEM_HIDE_KERNEL };

enum query_sort { SORT_FLAT, SORT_CUM };

/* Costs of events in cycles (bottleneck.h); ipc in instructions per cycle, freq
   in cycles per nanosecond. 0: the default. */
struct bottleneck_weights {
	double l1, ll, branch, freq, ipc;
};

struct query {
	/* Frames. Patterns are PCRE2, unanchored, case-sensitive.
	   [A,B,C] is a stack with A at the root. */
	struct str focus;      /* keep samples with a matching location */
	struct str ignore;     /* drop samples with a matching location */
	struct str hide;       /* [A,B,C] hide=B -> [A,C] */
	struct str show;       /* [A,B,C] show=B -> [B] */
	struct str show_from;  /* [A,B,C,B] show_from=B -> [B,C,B] */
	struct str prune_from; /* [A,B,C,B,D] prune_from=B -> [A,B,C,B] */

	/* Labels. The more_ fields hold further filters, one per line: all of
	   tagfocus and more_tagfocus must match; a match of tagignore or of any
	   of more_tagignore drops the sample. */
	struct str tagfocus, tagignore, tagshow, taghide;
	struct str more_tagfocus, more_tagignore;
	struct str tagroot, tagleaf;

	/* Granularity. */
	enum granularity granularity;
	bool noinlines;   /* only the outermost line of each location */
	bool showcolumns; /* tell lines apart by column */
	bool recursion;   /* fold direct recursion, f > f > f, into one f */
	bool fold_leaves; /* never in reports; see leaffold.h */
	struct str trim_path, source_path;
	enum system_frames system;
	/* Patterns for user, library and system code that override the rules of
	   origin.h. */
	struct str user, library, system_code;
	struct bottleneck_weights bottleneck;

	/* The value, and how it is shown. */
	struct str sample_index; /* name or number; "" = default */
	struct str beside; /* further sample types for the table, separated by
			      commas */
	bool mean;         /* divide values by the first sample type */
	double divide_by;
	struct str unit; /* "minimum", "auto" or a unit */
	bool relative_percentages;
	bool drop_negative;
	bool normalize; /* applied when a base is merged in */
	bool call_tree; /* dot and callgrind only */
	bool compact_labels;

	/* Trimming: reports only, never the screen. */
	int64_t nodecount; /* -1: the report's own default; 0: no limit */
	double nodefraction, edgefraction;
	bool trim;

	/* Disassembly. */
	bool intel_syntax;
	struct str tools; /* folders with objdump; "": those in PPROF_TOOLS */

	enum query_sort sort; /* order of the rows in reports */

	/* The graph's shape on screen. */
	enum direction direction;
	struct str pivot;  /* DIR_SANDWICH: printable name of the frame */
	struct str search; /* pattern for frames to highlight; never filters */
};

/* Set pprof's defaults. The option table repeats them; a test compares the
   two. */
void query_init(struct query *q);
/* True if a filter is set that can drop samples. Hidden system frames leave
   "[system]"; tagshow, taghide, tagroot and tagleaf drop no samples. */
bool query_drops_samples(const struct query *q);

/* True if an option that depends on labels is set. */
bool query_reads_labels(const struct query *q);

#endif
