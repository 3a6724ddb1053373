/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A query: every choice that changes what is shown, as plain data.
 *
 * Undo is a list of queries, a saved view is a query in text, a report is a
 * query and a presenter. Queries are copied freely; their strings are not
 * owned: they come from literals or from a string pool that outlives every
 * query (the command line, the app's pool). Absent strings are empty.
 *
 * Each field has exactly one row in conf/options.c, which is where defaults,
 * names and help are. What the options mean is pprof's: see the comments.
 */
#ifndef FT_ENGINE_QUERY_H
#define FT_ENGINE_QUERY_H

#include "base/str.h"

enum granularity {
	GRAN_FUNCTIONS, /* name */
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

/* Frames of origin system (origin.h): who calls them gets the cost. */
enum system_frames { SYSTEM_SHOW, SYSTEM_HIDE, SYSTEM_HIDE_KERNEL };

enum query_sort { SORT_FLAT, SORT_CUM };

/* What an event costs, in cycles; ipc is instructions a cycle, freq cycles a
   nanosecond. 0: the usual. */
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

	/* Labels. The more_ fields hold further filters, one
	   a line; all of tagfocus and more_tagfocus must hold, any of
	   tagignore and more_tagignore drops. */
	struct str tagfocus, tagignore, tagshow, taghide;
	struct str more_tagfocus, more_tagignore;
	struct str tagroot, tagleaf;

	/* What a frame is. */
	enum granularity granularity;
	bool noinlines;   /* only the outermost line of each location */
	bool showcolumns; /* columns tell lines apart */
	bool recursion;   /* fold direct recursion, f > f > f, into one f */
	struct str trim_path, source_path;
	enum system_frames system;
	/* Patterns: what is the user's own, a library's, the system's, whatever
	   the rules say, see origin.h. */
	struct str user, library, system_code;
	struct bottleneck_weights bottleneck; /* see bottleneck.h */

	/* Which value, and how it is shown. */
	struct str sample_index; /* name or number; "" = default */
	struct str beside; /* further sample types, comma separated, shown as
			      more columns of the table */
	bool mean;         /* divide by the first column */
	double divide_by;
	struct str unit; /* "minimum", "auto" or a unit */
	bool relative_percentages;
	bool drop_negative;
	bool normalize; /* used when a base is merged in, before the engine */
	bool call_tree; /* dot and callgrind only */
	bool compact_labels;

	/* Trimming: reports only, never the screen. */
	int64_t nodecount; /* -1: the report's own default; 0: no limit */
	double nodefraction, edgefraction;
	bool trim;

	/* Disassembly. */
	bool intel_syntax;
	struct str tools; /* folders of objdump; "": those of PPROF_TOOLS */

	enum query_sort sort; /* of reports */

	/* The graph's shape on screen. */
	enum direction direction;
	struct str pivot;  /* DIR_SANDWICH: printable name of the frame */
	struct str search; /* highlighted, never filtered */
};

/* pprof's defaults. The only place that knows them beside the option table,
   which a test compares with this. */
void query_init(struct query *q);
/* Is a filter set that can leave no frame of a sample? Hidden system frames
   leave "[system]", and tagshow, taghide, tagroot and tagleaf drop none. */
bool query_drops_samples(const struct query *q);

/* Does what is left or how it is shown depend on labels? */
bool query_reads_labels(const struct query *q);

#endif
