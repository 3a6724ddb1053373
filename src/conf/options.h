/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The option table: one row for each choice a user can make. Flags, the :
 * line, completion, saved views, report headers, --help, the man page and the
 * shells' completions all use it, so a new option needs only a row and its
 * field.
 *
 *     -focus=re  --focus re  :focus=re  focus = re      one row: "focus"
 *     -lines  :lines  granularity = lines               a row's choice
 *
 * A row belongs to the query (what is shown) or to the settings (how the
 * program behaves). Both structs are plain data, and set(get(x)) == x holds
 * for every row; a test checks that.
 */
#ifndef FT_CONF_OPTIONS_H
#define FT_CONF_OPTIONS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "engine/display.h"
#include "engine/query.h"
#include "engine/renames.h"
#include "profile/demangle.h"

/* Values of options in struct settings; the table explains them. */
enum color_mode {
	COLOR_AUTO,
	COLOR_NEVER,
	COLOR_ALWAYS,
	COLOR_8,
	COLOR_16,
	COLOR_256
};
enum layout_mode {
	LAYOUT_AUTO,
	LAYOUT_COLUMNS,
	LAYOUT_ROWS,
	LAYOUT_GRAPH_TABLE,
	LAYOUT_GRAPH,
	LAYOUT_TABLES
};
enum tagsort_mode { TAGSORT_WEIGHT, TAGSORT_VALUE };
enum percent_mode { PERCENT_ALL, PERCENT_VIEW, PERCENT_PARENT, PERCENT_OFF };
enum inspector_mode { INSPECTOR_OVERLAY, INSPECTOR_DOCKED };
enum root_mode { ROOT_TOP, ROOT_BOTTOM };
enum chains_mode { CHAINS_AUTO, CHAINS_ON, CHAINS_OFF };
enum sync_mode { SYNC_AUTO, SYNC_OFF };
enum hyperlinks_mode { HYPERLINKS_AUTO, HYPERLINKS_ON, HYPERLINKS_OFF };
enum completions_mode { COMPLETIONS_AUTO, COMPLETIONS_TAB };
enum minimap_mode { MINIMAP_AUTO, MINIMAP_ON, MINIMAP_OFF };
enum background { BACKGROUND_AUTO, BACKGROUND_LIGHT, BACKGROUND_DARK };
enum diff_palette {
	DIFF_BLUE_ORANGE,
	DIFF_PURPLE_GREEN,
	DIFF_RED_GREEN,
	DIFF_MONO,
	DIFF_PALETTES
};

struct settings {
	enum color_mode color;
	enum background background;
	enum paint_mode colors;
	enum diff_palette diff_palette;
	bool ascii;
	enum layout_mode layout;
	double split;        /* the graph's share of the screen; 0: as needed */
	double split_lists;  /* the table's share of the rest; 0: depends on the
				layout */
	enum root_mode root; /* position of the graph's root */
	enum caption_mode names;
	enum flamegraph_order order;
	enum chains_mode chains; /* rows shared by frames that pass on their
				    cost */
	enum percent_mode percent;
	struct str tablesort; /* "auto" or a column such as "self%"; a leading
				 '-' reverses */
	struct str columns;   /* table columns, separated by commas */
	enum tagsort_mode tagsort;
	double diff_min; /* smallest change listed in a diff, as a share of the
			    larger total */
	enum demangle_mode demangle; /* style of function names */
	struct name_rules rules;     /* volatile, rename */
	struct str source_map; /* source folders: FROM=TO, one per line */
	struct str source_url, revision; /* for links, see engine/link.h */
	struct str diff; /* comparison: base files, or two queries, quoted
			    as in a shell; "": none */
	/* Time ranges (profile/timetext.h). range: the profiles to show, "":
	   all; base_range: those to compare with if diff is "base_range";
	   window: the part of the timeline, "": all. */
	struct str range, base_range, window;
	bool per_second;     /* scale base_range to the length of range */
	struct str interval; /* time between a server's snapshots: "10s"; "":
				ask the server */
	struct str group;    /* label that splits the timeline into tracks */
	bool diff_swap;      /* swap base and new profile */
	enum flamegraph_span diff_width;
	struct str diff_columns; /* like columns, for diffs; "": default */
	bool smooth;             /* draw right edges with eighth blocks */
	bool dim_search;
	bool mouse;           /* handle clicks and the wheel */
	bool follow;          /* read files again when they change */
	int64_t live;         /* seconds to show for a followed address */
	bool apart;           /* show several files one by one */
	bool notes;           /* show hints about the data */
	int64_t esc_delay;    /* ms that Esc waits for the rest of a key */
	int64_t follow_delay; /* ms without a key until panes update */
	bool low_bandwidth;
	bool announce;
	enum inspector_mode inspector;
	enum minimap_mode minimap;
	enum completions_mode completions;
	enum sync_mode sync;
	bool debuginfod;    /* ask debuginfod servers for missing names */
	int64_t max_memory; /* bytes; 0: the default */
	bool osc52;
	enum hyperlinks_mode hyperlinks;
	bool title; /* set the terminal's title */
	/* The zoomed frame: printable names from the root down, see
	   framepath_add_name(). Empty: the whole profile. */
	struct str zoom;
};

void settings_init(struct settings *s);

struct link_rules;
/* Return the link rules that the options set. They borrow from `s` and `q`, and
   contain nothing from a profile yet. */
struct link_rules settings_links(
	const struct settings *s, const struct query *q);

enum option_type {
	OPT_BOOL,
	OPT_INT,
	OPT_SIZE, /* bytes: 4096, 512M, 4GiB */
	OPT_FLOAT,
	OPT_DIVISOR, /* a float, not 0 */
	OPT_STRING,
	OPT_REGEX,     /* "": none */
	OPT_TAGFILTER, /* a range, or patterns with commas */
	OPT_LIST,      /* tag filters, one per line; a repeated flag appends */
	OPT_RENAME,    /* REGEXP=TEXT, one per line, likewise */
	OPT_URL,       /* a template of links, see engine/link.h */
	OPT_MAP,       /* FROM=TO, one per line; a repeated flag appends */
	OPT_ENUM,
};

/* The struct that has a row's field. */
enum option_target { ON_QUERY, ON_SETTINGS };

/* An option or flag as --help, the man page and the shells show it. */
struct doc {
	const char *name;           /* pprof's name if pprof has it */
	const char *alias;          /* second name, or NULL */
	const char *arg;            /* "regexp" in help; NULL: no value */
	bool arg_is_optional;       /* the name alone is also fine */
	const char *const *choices; /* values, NULL-terminated; or NULL */
	const char *group;          /* heading in help */
	const char *help; /* one sentence; NULL: a flag of pprof, ignored */
	int64_t min, max; /* bounds of a whole number; equal: none */
	bool shorthand;             /* a choice's name alone sets it: -lines */
	bool repeats;               /* every use counts, not just the last */
	bool is_file, is_view;      /* the value names a file, or a view */
	bool only_help_all;         /* only --help=all lists it */
	bool silent;                /* in --help=all, but not in completions */
};

#define CHOICES(...) \
	(const char *const[]) \
	{ \
		__VA_ARGS__, NULL \
	}

/* Whether an option is a filter, which removes frames or tags from the samples
   or adds them (tagroot, tagleaf). Filters are strings in a query, except
   `system`, a choice whose first value filters nothing. */
enum option_filters { NO_FILTER, OF_FRAMES, OF_TAGS };

struct option {
	struct doc doc; /* choices of an OPT_ENUM: index = value */
	enum option_type type;
	enum option_target target;
	size_t field; /* offsetof in the target */
	enum option_filters filters;
	bool saved;      /* part of saved views and of :cmdline */
	bool undone;     /* undo restores it: it changes numbers or place. The
			    zoom, which does so too, is handled separately. */
	bool remembered; /* the next start restores it */
	/* Properties of a few options, so that code does not compare names. */
	const char *more;      /* option that holds further filters of this
				  kind, or NULL */
	const char *opposite;  /* option that "-re" in this one's prompt sets,
				  as in pprof's shell; or NULL */
	bool names_type;       /* its value is a sample type */
	bool usual_at_minus_1; /* -1 means the report's usual value */
	bool default_is_unset; /* pprof writes "" for the default */
	bool keeps_older;      /* :apply adds to the current pattern */
	bool only_finds;       /* the pattern searches and does not filter */
	bool is_place;         /* a place in the graph; not in setup */
	bool is_for_screen;    /* reports set a value of their own */
	bool has_menu;         /* the setup dialog has a menu for its value */
};

struct options_target {
	struct query *query;
	struct settings *settings;
	/* Memory for copies of strings. NULL: they are borrowed from the
	   caller's value, which must outlive the target (query.h);
	   option_append() needs an arena. */
	struct arena *text;
	struct intern *pool; /* if set, keeps the copies instead; equal copies
				are kept once */
	/* Accept invalid patterns and divisors: a later flag may replace them,
	   and options_check() checks the final ones. */
	bool unchecked;
};

/* Fields with default values, and the target for them. */
struct option_fields {
	struct query query;
	struct settings settings;
};
struct options_target option_defaults(
	struct option_fields *f, struct arena *text);

/* Return all rows, by group, in the order of --help. */
const struct option *options_all(size_t *n);
/* Find a row by exact name or alias, where '-' equals '_'. A shorthand finds
   its row and sets *value (may be NULL) to the choice; otherwise *value is
   unchanged. NULL if unknown. */
const struct option *option_find(struct str name, struct str *value);
/* True if `name` is the row's name or alias. */
bool doc_is(const struct doc *d, struct str name);
/* The nearest name for "did you mean": set `wanted`, offer names, read `name`;
   NULL: none is near. */
struct nearest {
	struct str wanted;
	const char *name;
	size_t distance;
};
void nearest_offer(struct nearest *n, const char *name);
void nearest_options(struct nearest *n); /* compare with all options */
/* Set "unknown option x, did you mean y?" with `dash` ("-" or "") before both
   names; always -1. option_unknown() compares with all options. */
int nearest_unknown(const struct nearest *n, const char *dash, struct err *err);
int option_unknown(struct str name, struct err *err);

/* Set a value from text; patterns are checked. -1 and err (ERR_USAGE) leave the
   target unchanged. A missing value (p == NULL) is "true" for booleans, else an
   error. */
int option_set(const struct option *o, struct options_target t,
	struct str value, struct err *err);
/* Check the values that `unchecked` accepted, in pprof's order. -1 and err. */
int options_check(struct options_target t, struct err *err);
/* True if the value is a list with one item per line. */
bool option_is_list(const struct option *o);
/* Set a value while the program runs: a FROM=TO pair is added to those with
   other FROMs; "" removes all. */
int option_add(const struct option *o, struct options_target t,
	struct str value, struct err *err);
/* Set a value, or append a line to a list. */
int option_append(const struct option *o, struct options_target t,
	struct str value, struct err *err);
/* Append the value as text for option_set(). */
void option_get(
	const struct option *o, struct options_target t, struct strbuf *out);
/* Return the option's value as text, borrowed from q. A choice gives its name;
   the first choice gives "". */
struct str option_text(const struct option *o, const struct query *q);
/* Reset an option to its default; true if it has its default. */
void option_reset(const struct option *o, struct options_target t);
bool option_is_default(const struct option *o, struct options_target t);
/* True if two targets have the same value; copy one's value to the other. */
bool option_same(const struct option *o, struct options_target a,
	struct options_target b);
void option_copy(const struct option *o, struct options_target to,
	struct options_target from);
/* True if all options in two queries are equal. */
bool query_equal(const struct query *a, const struct query *b);

/* Parse "true", "yes", "1", "", ... or their opposites, in any case. False,
   with nothing changed, for anything else. */
bool bool_parse(struct str text, bool *out);
/* Find the number of a choice; -1 and err (ERR_USAGE) if there is none. */
int choice_parse(const struct doc *d, struct str s, int *out, struct err *err);

/* Append all non-default saved options as flags, quoted for a POSIX shell and
   separated by blanks. */
void options_cmdline(struct options_target t, struct strbuf *out);

/* Paths of names in one text: "main;work", with '\' before a ';' or '\' in a
   name. Append a name; take the first name off *path (false: none left). */
void framepath_add_name(struct strbuf *path, struct str name);
bool framepath_next_name(struct str *path, struct strbuf *name);

/*
 * The command line's flags, printed for people, the manual page and the
 * shells: from the option table and from rows that only the command line has
 * (reports, sources, --help).
 */

/* Print --help. flag_at(i) returns the i-th flag's row, NULL after the last. A
   group's flags come before its options; groups without options come first.
   `all`: includes those that only --help=all lists. */
void dump_help(FILE *out, const struct doc *(*flag_at)(size_t i), bool all);
/* Print in the format mdoc, bash, zsh or fish. -1 and err (ERR_USAGE) for any
   other. */
int dump_format(FILE *out, struct str format,
	const struct doc *(*flag_at)(size_t i), struct err *err);

#endif
