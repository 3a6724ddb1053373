/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * THE option table: one row for each choice a user can make. Flags, the :
 * line, completion, saved views, the header of reports, --help, the man page
 * and the shells' completions all read it; so an option is added by adding
 * a row (and its field).
 *
 *     -focus=re  --focus re  :focus=re  focus = re      one row: "focus"
 *     -lines  :lines  granularity = lines               a row's choice
 *
 * A row is either about the query (what is shown) or about the settings (how
 * the program behaves). Both structs are plain data, and
 * set(get(x)) == x holds for every row; a test checks it.
 */
#ifndef FT_CONF_OPTIONS_H
#define FT_CONF_OPTIONS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "engine/display.h"
#include "engine/query.h"
#include "profile/demangle.h"

/* How the program looks and behaves; see the rows for meanings. */
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
	bool ascii; /* --ascii, ~ */
	enum layout_mode layout;
	double split;        /* the graph's share of the screen, ... */
	double split_lists;  /* the table's of what that leaves; 0: as suits
				the layout */
	enum root_mode root; /* where the graph's root is */
	enum caption_mode names;
	enum flamegraph_order order;
	enum percent_mode percent;
	struct str tablesort; /* auto self total self% ... name file; '-' first
				 reverses */
	struct str columns;   /* of the table, comma separated */
	enum tagsort_mode tagsort;
	double diff_min; /* of a diff's larger total: smaller changes are
			    not listed */
	enum demangle_mode demangle; /* which names the functions have */
	struct str source_map; /* where sources are: FROM=TO, one a line */
	struct str diff;       /* what is compared: files as the base, or two
				  queries, as words of a shell; "" nothing */
	/* Times, see profile/timetext.h: which of several profiles are shown;
	   which ones they are compared with when diff is "base_range"; what
	   the timeline shows. "": all, none, all. */
	struct str range, base_range, window;
	bool per_second; /* a base range is scaled to the length of the range */
	struct str interval; /* of a server's profiles: "10s"; "": found out */
	struct str group; /* a label: the timeline has a line for each value */
	bool diff_swap;   /* the base is the new side */
	enum flamegraph_span diff_width;
	struct str diff_columns; /* of the table in a diff; "" the usual */
	bool smooth;             /* eighth-block right edges */
	bool dim_search;
	bool mouse;           /* clicks and the wheel are ours */
	bool follow;          /* what changed is read again */
	int64_t live;         /* seconds of an address that are shown */
	bool apart;           /* several files one by one */
	bool notes;           /* the line with a remark */
	int64_t esc_delay;    /* ms */
	int64_t follow_delay; /* ms without a key, then panes follow */
	bool low_bandwidth;
	bool announce;
	enum inspector_mode inspector;
	enum minimap_mode minimap;
	bool debuginfod;    /* ask servers for what has no names here */
	int64_t max_memory; /* bytes; 0: the default */
	bool osc52;
	/* The zoomed frame: printable names from the root down, see
	   framepath_add_name(). Empty: the whole profile. */
	struct str zoom;
};

void settings_init(struct settings *s);

enum option_type {
	OPT_BOOL,
	OPT_INT,
	OPT_SIZE, /* bytes: 4096, 512M, 4GiB */
	OPT_FLOAT,
	OPT_DIVISOR, /* a float, not 0 */
	OPT_STRING,
	OPT_REGEX,     /* "" is none */
	OPT_TAGFILTER, /* a range, or patterns with commas */
	OPT_LIST,      /* of tag filters, one a line; a repeated flag appends */
	OPT_MAP,       /* of FROM=TO, likewise */
	OPT_ENUM,
};

/* Which target struct a row's field is in. */
enum option_target { ON_QUERY, ON_SETTINGS };

/* A row of a table for --help, the man page and the shells. */
struct doc {
	const char *name;  /* pprof's, where pprof has it */
	const char *alias; /* one more name, or NULL */
	const char *arg;   /* "regexp" in help; NULL: it needs no value */
	const char *const *choices; /* of the value, NULL-terminated; or NULL */
	const char *group;          /* heading in help */
	const char *help;           /* one sentence; NULL: pprof's, ignored */
	int64_t min, max;           /* of a whole number; equal: no bounds */
	bool shorthand;             /* a choice's name alone sets it: -lines */
	bool repeats;               /* each one counts, not just the last */
	bool is_file, is_view;      /* what the value names */
	bool only_help_all;         /* --help=all lists it, --help does not */
	bool silent;                /* nor do completions offer it */
};

#define CHOICES(...) \
	(const char *const[]) \
	{ \
		__VA_ARGS__, NULL \
	}

/* What an option is a filter of: it takes them out of the samples, or (tagroot,
   tagleaf) puts them in. Filters are in a query and texts, but for `system`,
   whose first choice is to filter nothing. */
enum option_filters { NO_FILTER, OF_FRAMES, OF_TAGS };

struct option {
	struct doc doc; /* choices: of an OPT_ENUM, by value */
	enum option_type type;
	enum option_target target;
	size_t field; /* offsetof in the target */
	enum option_filters filters;
	bool saved;      /* part of saved views and of :cmdline */
	bool undone;     /* undo is for it: it changes numbers or place. The
			    zoom, which does too, is undone by itself. */
	bool remembered; /* the next start has it as it was left */
	/* What is peculiar to single ones; nobody asks for an option by its
	   name. */
	const char *more;      /* the option that takes further filters of this
				  kind; or NULL */
	const char *opposite;  /* the option that "-re" in the prompt of this
				  one sets, as in pprof's shell; or NULL */
	bool names_type;       /* its value is a sample type of the profile */
	bool usual_at_minus_1; /* -1 is no value, but stands for the usual one
				*/
	bool default_is_unset; /* pprof writes "" for the default value */
	bool keeps_older;      /* :apply adds to the pattern that is there */
	bool only_finds;       /* a pattern that filters nothing */
	bool is_place;         /* where one is, rather than how things look */
	bool has_menu;         /* setup has a menu for its value */
};

struct options_target { /* where option_set writes */
	struct query *query;
	struct settings *settings;
	/* Texts are copied here. NULL: they are borrowed from the caller's
	   value, which must outlive the target (see query.h); option_append
	   needs it. */
	struct arena *text;
	/* Patterns and divisors may be wrong: a later flag may replace them,
	   and options_check() looks at what is left. */
	bool unchecked;
};

/* Fields with default values, and the target that they are. */
struct option_fields {
	struct query query;
	struct settings settings;
};
struct options_target option_defaults(
	struct option_fields *f, struct arena *text);

/* All rows, those of one group together, groups in the order of help. */
const struct option *options_all(size_t *n);
/* By exact name or alias, where '-' is as good as '_'; a shorthand gives its
   row and sets *value to the choice (else *value is left alone; value may be
   NULL). NULL when unknown. */
const struct option *option_find(struct str name, struct str *value);
/* Is it the row's name or alias? */
bool doc_is(const struct doc *d, struct str name);
/* The nearest name for "did you mean": begin with what was written, offer
   names, read `name`, NULL when none is near. */
struct nearest {
	struct str wanted;
	const char *name;
	size_t distance;
};
void nearest_offer(struct nearest *n, const char *name);
void nearest_options(struct nearest *n); /* offers all of them */
/* "unknown option x, did you mean y?" with `dash` ("-" or "") in front of
   both names; always -1. The second offers the options. */
int nearest_unknown(const struct nearest *n, const char *dash, struct err *err);
int option_unknown(struct str name, struct err *err);

/* Set from text. Patterns are compiled to check them. -1 and err (ERR_USAGE)
   leave the target as it was. An absent value (p == NULL) is "true" for
   booleans; for others ERR_USAGE says that a value is wanted. */
int option_set(const struct option *o, struct options_target t,
	struct str value, struct err *err);
/* -1 and err for what `unchecked` let pass, in the order in which pprof finds
   it. */
int options_check(struct options_target t, struct err *err);
/* Is the value a list, one a line? */
bool option_is_list(const struct option *o);
/* As option_set, while the program runs: a pair of FROM=TO goes beside those of
   other FROMs; the empty value takes all away. */
int option_add(const struct option *o, struct options_target t,
	struct str value, struct err *err);
/* As option_set, but a list gets one more line. */
int option_append(const struct option *o, struct options_target t,
	struct str value, struct err *err);
/* Append the value as text that option_set takes. */
void option_get(
	const struct option *o, struct options_target t, struct strbuf *out);
/* The text of an option of a query, borrowed from it; of one with choices the
   name of the choice, "" for the first. */
struct str option_text(const struct option *o, const struct query *q);
/* Back to the default; is the value the default? */
void option_reset(const struct option *o, struct options_target t);
bool option_is_default(const struct option *o, struct options_target t);
/* Do two targets have the same value? Copy one's to the other. */
bool option_same(const struct option *o, struct options_target a,
	struct options_target b);
void option_copy(const struct option *o, struct options_target to,
	struct options_target from);
/* Compare all options that are in a query. */
bool query_equal(const struct query *a, const struct query *b);

/* "true", "yes", "1", "", ... or their opposites, in any case. False, and
   nothing is changed, for anything else. */
bool bool_parse(struct str text, bool *out);
/* Which choice of a row with choices; -1 and err (ERR_USAGE) for none. */
int choice_parse(const struct doc *d, struct str s, int *out, struct err *err);

/* All non-default saved options as flags, quoted for a POSIX shell, with a
   blank between them. Other words: shell_word() of input/shell.h. */
void options_cmdline(struct options_target t, struct strbuf *out);

/* Paths of names in one text: "main;work" with '\' before a ';' or '\' that
   belongs to a name. Append one more name; take the first name off *path
   (false when there is none left). */
void framepath_add_name(struct strbuf *path, struct str name);
bool framepath_next_name(struct str *path, struct strbuf *name);

/*
 * What can be given on the command line, printed for people, for the manual
 * page and for the shells: from the option table, and from rows that only
 * the command line has (reports, sources, --help).
 */

/* The rows of flags: the i-th, NULL behind the last. A group's flags come
   before its options; groups without options come first. With `all`, each one
   gets a line. */
void dump_help(FILE *out, const struct doc *(*flag_at)(size_t i), bool all);
/* In one of the formats mdoc, bash, zsh, fish. -1 and err (ERR_USAGE) for
   any other. */
int dump_format(FILE *out, struct str format,
	const struct doc *(*flag_at)(size_t i), struct err *err);

#endif
