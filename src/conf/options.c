/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of the option table, and finding them by name.
 *
 * pprof's options have pprof's names, types and defaults; the default values
 * are in query_init() and settings_init(). Help texts are one sentence,
 * because --help, the man page and the shells print them.
 */
#include "prelude.h"

#include "conf/options.h"

#include "base/compiler.h"
#include "base/vec.h"

/* ---- The rows ---- */

/* clang-format off */
#define ROW(where, s, f, n, t, ...) \
	.doc = { .name = #n, __VA_ARGS__ }, .type = t, .target = where, \
	.field = offsetof(s, f)
#define ON_THE_QUERY(n, f, t, ...) \
	ROW(ON_QUERY, struct query, f, n, t, __VA_ARGS__), .saved = true
#define ON_THE_SETTINGS(f, t, ...) \
	ROW(ON_SETTINGS, struct settings, f, f, t, __VA_ARGS__)
#define QUERY_AS(n, f, t, ...) \
	{ ON_THE_QUERY(n, f, t, __VA_ARGS__), .undone = true }
#define QUERY(f, t, ...) QUERY_AS(f, f, t, __VA_ARGS__)
/* ..._WITH(more, ...): `more` sets a further member of the row. */
#define QUERY_WITH(more, f, t, ...) \
	{ ON_THE_QUERY(f, f, t, __VA_ARGS__), .undone = true, more }
#define FILTER(what, f, t, ...) \
	{ ON_THE_QUERY(f, f, t, __VA_ARGS__), .undone = true, .filters = what }
#define FILTER_WITH(more, what, f, t, ...) \
	{ ON_THE_QUERY(f, f, t, __VA_ARGS__), .undone = true, \
	.filters = what, more }
#define LOOK(f, t, ...) { ON_THE_QUERY(f, f, t, __VA_ARGS__) }
#define LOOK_WITH(more, f, t, ...) { ON_THE_QUERY(f, f, t, __VA_ARGS__), more }
#define SETTING(f, t, ...) { ON_THE_SETTINGS(f, t, __VA_ARGS__) }
#define SAVED(f, t, ...) { ON_THE_SETTINGS(f, t, __VA_ARGS__), .saved = true }
#define SAVED_WITH(more, f, t, ...) \
	{ ON_THE_SETTINGS(f, t, __VA_ARGS__), .saved = true, more }
#define UNDONE(f, t, ...) \
	{ ON_THE_SETTINGS(f, t, __VA_ARGS__), .saved = true, .undone = true }
#define UNDONE_AS(n, f, t, ...) \
	{ ROW(ON_SETTINGS, struct settings, f, n, t, __VA_ARGS__), \
	.saved = true, .undone = true }
#define REMEMBERED(f, t, ...) \
	{ ON_THE_SETTINGS(f, t, __VA_ARGS__), .saved = true, \
	.remembered = true }
#define PAINT_CHOICE(mode, name) , #name

#define MINOR .only_help_all = true
#define FILTERS .group = "Frame filters"
#define TAGS .group = "Tag filters"
#define VALUES .group = "Values"
#define FRAMES .group = "Granularity and names"
#define DIFF .group = "Two profiles"
#define TIME .group = "Times"
#define TRIM .group = "Reports"
#define SCREEN .group = "Screen"
#define OTHER .group = "Other"

static const struct option table[] = {
	FILTER_WITH(.opposite = "ignore", OF_FRAMES, focus, OPT_REGEX,
		.arg = "regexp", FILTERS,
		.help = "Keep only stacks with a matching frame"),
	FILTER_WITH(.keeps_older = true, OF_FRAMES, ignore, OPT_REGEX,
		.arg = "regexp", FILTERS,
		.help = "Drop stacks with a matching frame"),
	FILTER_WITH(.keeps_older = true, OF_FRAMES, hide, OPT_REGEX,
		.arg = "regexp", FILTERS, MINOR,
		.help = "Remove matching frames from the stacks"),
	FILTER(OF_FRAMES, show, OPT_REGEX, .arg = "regexp", FILTERS, MINOR,
		.help = "Keep only matching frames in the stacks"),
	FILTER(OF_FRAMES, show_from, OPT_REGEX, .arg = "regexp", FILTERS, MINOR,
		.help = "Start each stack at its outermost matching frame"),
	FILTER(OF_FRAMES, prune_from, OPT_REGEX, .arg = "regexp", FILTERS,
		MINOR,
		.help = "End each stack at its innermost matching frame"),

	FILTER_WITH(.more = "more_tagfocus", OF_TAGS, tagfocus, OPT_TAGFILTER,
		.arg = "filter", TAGS,
		.help = "Keep samples with these tags: key=regexp, 1kb:2kb"),
	FILTER(OF_TAGS, more_tagfocus, OPT_LIST, .arg = "filter", TAGS,
		.repeats = true, MINOR,
		.help = "Additional tagfocus; all must match (repeatable)"),
	FILTER_WITH(.more = "more_tagignore", OF_TAGS, tagignore, OPT_TAGFILTER,
		.arg = "filter", TAGS, MINOR,
		.help = "Drop samples with matching tags"),
	FILTER(OF_TAGS, more_tagignore, OPT_LIST, .arg = "filter", TAGS,
		.repeats = true, MINOR,
		.help = "Additional tagignore; one match suffices (repeatable)"),
	FILTER(OF_TAGS, tagshow, OPT_REGEX, .arg = "regexp", TAGS, MINOR,
		.help = "Show only tags with a matching key"),
	FILTER(OF_TAGS, taghide, OPT_REGEX, .arg = "regexp", TAGS, MINOR,
		.help = "Hide tags with a matching key"),
	FILTER(OF_TAGS, tagroot, OPT_STRING, .arg = "keys", TAGS, MINOR,
		.help = "Add the values of these tags as root frames"),
	FILTER(OF_TAGS, tagleaf, OPT_STRING, .arg = "keys", TAGS, MINOR,
		.help = "Add the values of these tags as leaf frames"),

	QUERY_WITH(.names_type = true, sample_index, OPT_STRING,
		.alias = "si", .arg = "type", VALUES,
		.help = "Choose the sample type, by name or number"),
	QUERY(beside, OPT_STRING, .arg = "types", VALUES, MINOR,
		.help = "Add sample types as columns of the table"),
	QUERY(unit, OPT_STRING, .arg = "unit", VALUES, MINOR,
		.help = "Show numbers in this unit: minimum, auto, or e.g. ms"),
	QUERY(mean, OPT_BOOL, VALUES, MINOR,
		.help = "Average values over the first sample type (a count)"),
	QUERY(divide_by, OPT_DIVISOR, .arg = "number", VALUES, MINOR,
		.help = "Divide all values by this number"),
	QUERY(relative_percentages, OPT_BOOL, VALUES, MINOR,
		.help = "Show percentages of the filtered total"),
	QUERY(normalize, OPT_BOOL, VALUES, MINOR,
		.help = "Scale the profile to the total of its base"),
	QUERY(drop_negative, OPT_BOOL, VALUES, MINOR,
		.help = "Drop negative changes"),

	QUERY_WITH(.default_is_unset = true, granularity, OPT_ENUM,
		.arg = "what", FRAMES, .shorthand = true,
		.choices = CHOICES("functions", "filefunctions", "files",
			"lines", "addresses"),
		.help = "Set what each frame represents"),
	UNDONE(demangle, OPT_ENUM, FRAMES, MINOR, .arg = "how",
		.choices = CHOICES("default", "templates", "full", "none",
			"force", "keep"),
		.help = "Set the style of C++ and Rust names; none: mangled"),
	UNDONE_AS(volatile, rules.ids, OPT_ENUM, FRAMES, MINOR, .arg = "how",
		.choices = CHOICES("auto", "join", "keep"),
		.help = "Join names with ids of one run; auto: in comparisons"),
	UNDONE_AS(rename, rules.rename, OPT_RENAME, FRAMES, .repeats = true,
		MINOR, .arg = "regexp=text",
		.help = "Replace matches in function names (repeatable)"),
	QUERY(noinlines, OPT_BOOL, FRAMES, MINOR,
		.help = "Attribute inlined calls to the caller"),
	QUERY(showcolumns, OPT_BOOL, FRAMES, MINOR,
		.help = "Distinguish source columns within a line"),
	QUERY(recursion, OPT_BOOL, FRAMES, MINOR,
		.help = "Fold direct recursion, f > f > f, into one f"),
	QUERY_WITH(.is_for_screen = true, fold_leaves, OPT_BOOL, FRAMES, MINOR,
		.help = "Fold allocator frames at the ends of heap stacks"),
	FILTER(OF_FRAMES, system, OPT_ENUM, .arg = "what", FRAMES, MINOR,
		.choices = CHOICES("show", "hide", "hide-kernel"),
		.help = "Show or hide system frames (cost goes to callers)"),
	QUERY(user, OPT_REGEX, .arg = "regexp", FRAMES, MINOR,
		.help = "Treat matching names, files, binaries as your code"),
	QUERY(library, OPT_REGEX, .arg = "regexp", FRAMES, MINOR,
		.help = "Treat matching names, files, binaries as libraries"),
	QUERY(system_code, OPT_REGEX, .arg = "regexp", FRAMES, MINOR,
		.help = "Treat matching names, files, binaries as system code"),
	QUERY_AS(bottleneck_l1, bottleneck.l1, OPT_FLOAT, .arg = "cycles",
		FRAMES, MINOR,
		.help = "Cycles per first-level cache miss; 0: default"),
	QUERY_AS(bottleneck_ll, bottleneck.ll, OPT_FLOAT, .arg = "cycles",
		FRAMES, MINOR,
		.help = "Cycles per last-level cache miss; 0: default"),
	QUERY_AS(bottleneck_branch, bottleneck.branch, OPT_FLOAT,
		.arg = "cycles", FRAMES, MINOR,
		.help = "Cycles per branch misprediction; 0: default"),
	QUERY_AS(bottleneck_freq, bottleneck.freq, OPT_FLOAT, .arg = "cycles",
		FRAMES, MINOR,
		.help = "Cycles per nanosecond; 0: default, 3"),
	QUERY_AS(bottleneck_ipc, bottleneck.ipc, OPT_FLOAT, .arg = "number",
		FRAMES, MINOR,
		.help = "Peak instructions per cycle; 0: default, 4"),
	QUERY(trim_path, OPT_STRING, .arg = "dirs", FRAMES, MINOR,
		.help = "Remove these prefixes from file names"),
	QUERY(source_path, OPT_STRING, .arg = "dirs", FRAMES, MINOR,
		.help = "Search these folders for source files"),
	SETTING(source_map, OPT_MAP, .arg = "from=to", FRAMES, .repeats = true,
		MINOR,
		.help = "Search one folder in place of another (repeatable)"),
	SETTING(source_url, OPT_URL, .arg = "template", FRAMES, MINOR,
		.help = "Link lines to a server: https://.../{file}#L{line}"),
	SETTING(revision, OPT_STRING, .arg = "text", FRAMES, MINOR,
		.help = "Set {revision} in links: the profiled commit or tag"),

	UNDONE(diff, OPT_STRING, .arg = "what", DIFF, MINOR,
		.help = "Compare with this file, or compare two queries"),
	UNDONE(diff_swap, OPT_BOOL, DIFF, MINOR,
		.help = "Swap base and new"),
	SAVED(diff_width, OPT_ENUM, .arg = "side", DIFF, MINOR,
		.choices = CHOICES("max", "after", "before", "sum", "delta"),
		.help = "Set what the width of a box means in a diff"),
	SAVED(diff_columns, OPT_STRING, .arg = "list", DIFF, MINOR,
		.help = "Set the table's columns in a diff (comma-separated)"),
	SAVED(diff_min, OPT_FLOAT, .arg = "share", DIFF, MINOR,
		.help = "Hide changes below this share of the total"),

	UNDONE(range, OPT_STRING, .arg = "time", TIME, MINOR,
		.help = "Show this time range: 14:02..14:04, now-1h.., 15m"),
	UNDONE(base_range, OPT_STRING, .arg = "time", TIME, MINOR,
		.help = "Compare with this time range"),
	UNDONE(per_second, OPT_BOOL, TIME, MINOR,
		.help = "Scale a base range to the length of the range"),
	UNDONE(window, OPT_STRING, .arg = "time", TIME, MINOR,
		.help = "Show this time range in the timeline"),
	UNDONE(interval, OPT_STRING, .arg = "time", TIME, MINOR,
		.help = "Set the interval of a server's snapshots, e.g. 10s"),
	SAVED(group, OPT_STRING, .arg = "label", TIME, MINOR,
		.help = "Draw a timeline row for each value of this label"),

	LOOK(sort, OPT_ENUM, .arg = "by", TRIM, MINOR, .shorthand = true,
		.choices = CHOICES("flat", "cum"),
		.help = "Set the order of a report's rows"),
	QUERY_WITH(.usual_at_minus_1 = true, nodecount, OPT_INT,
		.arg = "count", TRIM, MINOR,
		.help = "Print at most this many rows; 0: all, -1: default"),
	QUERY(nodefraction, OPT_FLOAT, .arg = "share", TRIM, MINOR,
		.help = "Omit rows below this share of the total"),
	QUERY(edgefraction, OPT_FLOAT, .arg = "share", TRIM, MINOR,
		.help = "Omit edges below this share of the total"),
	QUERY(trim, OPT_BOOL, TRIM, MINOR,
		.help = "Omit small rows and edges; =false shows all"),
	QUERY(call_tree, OPT_BOOL, TRIM, MINOR,
		.help = "Keep calling contexts separate in graphs"),
	LOOK(intel_syntax, OPT_BOOL, TRIM, MINOR,
		.help = "Disassemble in Intel syntax"),
	LOOK(tools, OPT_STRING, .arg = "dirs", TRIM, MINOR,
		.help = "Search for objdump here; default: PPROF_TOOLS, PATH"),
	QUERY(compact_labels, OPT_BOOL, TRIM, MINOR,
		.help = "Omit the lines about the profile above a report"),

	QUERY(direction, OPT_ENUM, .arg = "what", SCREEN, MINOR,
		.choices = CHOICES("callees", "callers", "sandwich"),
		.help = "Show callees, callers, or both around a pivot"),
	QUERY(pivot, OPT_STRING, .arg = "name", SCREEN, MINOR,
		.help = "Set the function in the middle of a sandwich view"),
	SAVED_WITH(.is_place = true, zoom, OPT_STRING, .arg = "path", SCREEN,
		MINOR,
		.help = "Zoom to this frame: names from the root, joined by ;"),
	LOOK_WITH(.only_finds = true, search, OPT_REGEX, .arg = "regexp",
		SCREEN, MINOR,
		.help = "Highlight matches without filtering"),
	REMEMBERED(layout, OPT_ENUM, .arg = "how", SCREEN, MINOR,
		.choices = CHOICES("auto", "columns", "rows", "graph-table",
			"graph", "tables"),
		.help = "Arrange the panes; auto: to fit the screen"),
	REMEMBERED(split, OPT_FLOAT, .arg = "share", SCREEN, MINOR,
		.help = "Graph's share of the screen, 0.15 to 0.85; 0: auto"),
	REMEMBERED(split_lists, OPT_FLOAT, .arg = "share", SCREEN, MINOR,
		.help = "Table's share of the space left by the graph"),
	REMEMBERED(root, OPT_ENUM, .arg = "where", SCREEN, MINOR,
		.choices = CHOICES("top", "bottom"),
		.help = "Set the position of the graph's root"),
	SAVED(tablesort, OPT_STRING, .arg = "column", SCREEN, MINOR,
		.help = "Sort the table by this column; prefix - reverses"),
	SAVED(tagsort, OPT_ENUM, .arg = "by", SCREEN, MINOR,
		.choices = CHOICES("weight", "value"),
		.help = "Set the order of values in the tags pane"),
	SAVED_WITH(.has_menu = true, columns, OPT_STRING, .arg = "list",
		SCREEN, MINOR,
		.help = "Set the table's columns (comma-separated)"),
	SAVED(order, OPT_ENUM, .arg = "by", SCREEN, MINOR,
		.choices = CHOICES("weight", "name", "input"),
		.help = "Set the order of siblings in the graph"),
	SAVED(chains, OPT_ENUM, .arg = "when", SCREEN, MINOR,
		.choices = CHOICES("auto", "on", "off"),
		.help = "Put frames that pass on 99 % of their cost on one row"),
	SAVED(percent, OPT_ENUM, .arg = "of", SCREEN, MINOR,
		.choices = CHOICES("all", "view", "parent", "off"),
		.help = "Set what the table's percentages refer to"),
	SAVED(names, OPT_ENUM, .arg = "how", SCREEN, MINOR,
		.choices = CHOICES("auto", "full", "short", "file:line"),
		.help = "Set the style of names in the graph"),
	SETTING(color, OPT_ENUM, .alias = "colour", .arg = "how", SCREEN,
		.choices = CHOICES("auto", "never", "always", "8", "16", "256"),
		MINOR,
		.help = "When to use colour; always overrides NO_COLOR"),
	SETTING(background, OPT_ENUM, .arg = "shade", SCREEN, MINOR,
		.choices = CHOICES("auto", "light", "dark"),
		.help = "State whether the background is light or dark"),
	SAVED(colors, OPT_ENUM, .alias = "colours", .arg = "mode", SCREEN,
		MINOR, .choices = CHOICES("auto" PAINT_ROWS(PAINT_CHOICE)),
		.help = "Set what the graph's colours mean"),
	SETTING(diff_palette, OPT_ENUM, .arg = "colors", SCREEN, MINOR,
		.choices = CHOICES("blue-orange", "purple-green", "red-green",
			"mono"),
		.help = "Set the colours for less and more in a diff"),
	SETTING(ascii, OPT_BOOL, SCREEN, MINOR,
		.help = "Draw with plain ASCII characters only"),
	SETTING(smooth, OPT_BOOL, SCREEN, MINOR,
		.help = "Draw right edges with eighths of a cell"),
	SETTING(dim_search, OPT_BOOL, SCREEN, MINOR,
		.help = "Dim frames that the search does not match"),
	SETTING(follow, OPT_BOOL, SCREEN, MINOR,
		.help = "Reload files when they change, and refetch addresses"),
	SETTING(live, OPT_INT, .arg = "seconds", SCREEN, MINOR, .min = 1,
		.max = 86400,
		.help = "Show this many seconds of a followed address"),
	SETTING(apart, OPT_BOOL, SCREEN, MINOR,
		.help = "Show several profiles one at a time; { and } switch"),
	SETTING(mouse, OPT_BOOL, SCREEN, MINOR,
		.help = "Handle mouse clicks and the wheel"),
	SETTING(notes, OPT_BOOL, SCREEN, MINOR,
		.help = "Show hints about questionable data and better views"),
	SETTING(osc52, OPT_BOOL, SCREEN, MINOR,
		.help = "Let y copy through the terminal (OSC 52)"),
	SETTING(hyperlinks, OPT_ENUM, .arg = "when", SCREEN, MINOR,
		.choices = CHOICES("auto", "on", "off"),
		.help = "Make source locations clickable links (OSC 8)"),
	SETTING(title, OPT_BOOL, SCREEN, MINOR,
		.help = "Name the profile in the terminal's title"),
	SETTING(esc_delay, OPT_INT, .arg = "ms", SCREEN, MINOR, .min = 0,
		.max = 10000,
		.help = "Wait this long after Esc for the rest of a key"),
	SETTING(follow_delay, OPT_INT, .arg = "ms", SCREEN, MINOR, .min = 0,
		.max = 10000,
		.help = "Update other panes this long after the last key"),
	SAVED(inspector, OPT_ENUM, .arg = "where", SCREEN, MINOR,
		.choices = CHOICES("overlay", "docked"),
		.help = "Show the inspector over the panes or instead of peek"),
	SAVED(minimap, OPT_ENUM, .arg = "when", SCREEN, MINOR,
		.choices = CHOICES("auto", "on", "off"),
		.help = "Show a strip with the whole graph; auto: while zoomed"),
	SETTING(completions, OPT_ENUM, .arg = "when", SCREEN, MINOR,
		.choices = CHOICES("auto", "tab"),
		.help = "List completions at : as you type, or only on Tab"),
	SETTING(sync, OPT_ENUM, .arg = "when", SCREEN, MINOR,
		.choices = CHOICES("auto", "off"),
		.help = "Show large changes at once (synchronized output)"),
	SETTING(announce, OPT_BOOL, SCREEN, MINOR,
		.help = "Announce each move in plain text, for screen readers"),
	SETTING(low_bandwidth, OPT_BOOL, SCREEN, MINOR,
		.help = "Send less to the terminal, for slow connections"),

	SETTING(debuginfod, OPT_BOOL, OTHER, MINOR,
		.help = "Fetch debug information from DEBUGINFOD_URLS"),
	SETTING(max_memory, OPT_SIZE, .arg = "size", OTHER, .min = 0,
		.max = INT64_MAX, MINOR,
		.help = "Limit memory, e.g. 2G; 0: half of RAM, at most 4G"),
};
/* clang-format on */

/* ---- By name ---- */

const struct option *
options_all(size_t *n)
{
	*n = COUNT_OF(table);
	return table;
}

/* Compare names where '-' equals '_': --max-memory is max_memory. */
static bool
same_name(struct str a, const char *name)
{
	size_t n = strlen(name);

	if (a.n != n)
		return false;
	for (size_t i = 0; i < n; i++) {
		char c = a.p[i] == '-' ? '_' : a.p[i];
		if (c != (name[i] == '-' ? '_' : name[i]))
			return false;
	}
	return true;
}

bool
doc_is(const struct doc *d, struct str name)
{
	return same_name(name, d->name) ||
		(d->alias != NULL && same_name(name, d->alias));
}

const struct option *
option_find(struct str name, struct str *value)
{
	for (size_t i = 0; i < COUNT_OF(table); i++)
		if (doc_is(&table[i].doc, name))
			return &table[i];
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		const struct doc *d = &table[i].doc;

		for (size_t c = 0; d->shorthand && d->choices[c] != NULL; c++)
			if (str_is(name, d->choices[c])) {
				if (value != NULL)
					*value = str_c(d->choices[c]);
				return &table[i];
			}
	}
	return NULL;
}

enum { NAME_MAX_LEN = 32 }; /* no name is longer */

/* Return how many letters to insert, delete, replace or swap to turn a into b;
   SIZE_MAX if one is too long. */
static size_t
edit_distance(struct str a, struct str b)
{
	size_t d[NAME_MAX_LEN + 1][NAME_MAX_LEN + 1];

	if (a.n > NAME_MAX_LEN || b.n > NAME_MAX_LEN)
		return SIZE_MAX;
	for (size_t i = 0; i <= a.n; i++) {
		for (size_t j = 0; j <= b.n; j++) {
			size_t best = i + j;

			if (i > 0 && d[i - 1][j] + 1 < best)
				best = d[i - 1][j] + 1;
			if (j > 0 && d[i][j - 1] + 1 < best)
				best = d[i][j - 1] + 1;
			if (i > 0 && j > 0 &&
				d[i - 1][j - 1] + (a.p[i - 1] != b.p[j - 1]) <
					best)
				best = d[i - 1][j - 1] +
					(a.p[i - 1] != b.p[j - 1]);
			if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
				a.p[i - 2] == b.p[j - 1] &&
				d[i - 2][j - 2] + 1 < best)
				best = d[i - 2][j - 2] + 1;
			d[i][j] = best;
		}
	}
	return d[a.n][b.n];
}

void
nearest_offer(struct nearest *n, const char *name)
{
	struct str have = str_c(name);
	size_t d = edit_distance(n->wanted, have);
	size_t near = n->wanted.n / 3 > 1 ? n->wanted.n / 3 : 1;

	/* All one-letter names are within a distance of 1. */
	if (n->wanted.n < 2 || have.n < 2)
		return;
	/* A prefix is also near: "gran", "rel". */
	if (n->wanted.n >= 3 && n->wanted.n < have.n &&
		str_starts(have, n->wanted))
		d = 1;
	if (d <= near && (n->name == NULL || d < n->distance))
		*n = (struct nearest){ n->wanted, name, d };
}

void
nearest_options(struct nearest *n)
{
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		const struct doc *d = &table[i].doc;

		nearest_offer(n, d->name);
		for (size_t c = 0; d->shorthand && d->choices[c] != NULL; c++)
			nearest_offer(n, d->choices[c]);
	}
}

int
nearest_unknown(const struct nearest *n, const char *dash, struct err *err)
{
	return n->name == NULL
		? err_set(err, ERR_USAGE, "unknown option %s%.*s", dash,
			  STR_ARG(n->wanted))
		: err_set(err, ERR_USAGE,
			  "unknown option %s%.*s, did you mean %s%s?", dash,
			  STR_ARG(n->wanted), dash, n->name);
}

int
option_unknown(struct str name, struct err *err)
{
	struct nearest n = { .wanted = name };

	nearest_options(&n);
	return nearest_unknown(&n, "", err);
}

/* ---- Defaults ---- */

void
settings_init(struct settings *s)
{
	*s = (struct settings){
		.tablesort = STR("auto"),
		.columns = STR("self,self%,sum%,total,total%,percall,name"),
		.per_second = true,
		.smooth = true,
		.mouse = true,
		.notes = true,
		.esc_delay = 25,
		.follow_delay = 80,
		.live = 60,
		.osc52 = true,
		.title = true,
	};
}

struct options_target
option_defaults(struct option_fields *f, struct arena *text)
{
	query_init(&f->query);
	settings_init(&f->settings);
	return (struct options_target){
		.query = &f->query, .settings = &f->settings, .text = text
	};
}

/* ---- Printing the table ---- */

/* The rows to print. */
enum options_detail {
	DOCS_MAJOR, /* --help */
	DOCS_LOUD,  /* completions: all but silent ones */
	DOCS_ALL,
};

struct docs {
	const struct doc *(*flag_at)(size_t i);
	enum options_detail detail;
	const struct doc **p;
	size_t n, cap;
};

static void
docs_add(struct docs *docs, const struct doc *d)
{
	if (docs->detail == DOCS_ALL ||
		(!d->silent &&
			(docs->detail == DOCS_LOUD || !d->only_help_all)))
		vec_push(docs, d);
}

/* Return the option of a row; NULL: it is a flag. */
static const struct option *
doc_option(const struct doc *d)
{
	return option_find(str_c(d->name), NULL);
}

/* Return a flag's alias, or NULL. An option's alias is not printed, since it is
   only another spelling. */
static const char *
flag_alias(const struct doc *d)
{
	return doc_option(d) == NULL ? d->alias : NULL;
}

static bool
has_options(const char *group)
{
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < n; i++)
		if (strcmp(all[i].doc.group, group) == 0)
			return true;
	return false;
}

/* Add the flags of a group; NULL: of all groups without options. */
static void
add_flags(struct docs *docs, const char *group)
{
	const struct doc *f;

	for (size_t i = 0; (f = docs->flag_at(i)) != NULL; i++) {
		bool wanted = group != NULL ? strcmp(f->group, group) == 0
					    : !has_options(f->group);

		if (wanted)
			docs_add(docs, f);
	}
}

static struct docs
docs_make(const struct doc *(*flag_at)(size_t i), enum options_detail detail)
{
	struct docs docs = { .flag_at = flag_at, .detail = detail };
	size_t n;
	const struct option *all = options_all(&n);

	add_flags(&docs, NULL);
	for (size_t i = 0; i < n; i++) {
		const char *group = all[i].doc.group;

		if (i == 0 || strcmp(group, all[i - 1].doc.group) != 0)
			add_flags(&docs, group);
		docs_add(&docs, &all[i].doc);
	}
	return docs;
}

/* Print the choices separated by blanks, between two strings. */
static void
put_choices(
	FILE *out, const char *before, const struct doc *d, const char *behind)
{
	for (size_t i = 0; d->choices[i] != NULL; i++)
		fprintf(out, "%s%s", i == 0 ? before : " ", d->choices[i]);
	fputs(behind, out);
}

/* True if the i-th row is the first (last) of its group. */
static bool
is_group_start(const struct docs *docs, size_t i)
{
	return i == 0 || strcmp(docs->p[i]->group, docs->p[i - 1]->group) != 0;
}

static bool
is_group_end(const struct docs *docs, size_t i)
{
	return i + 1 == docs->n || is_group_start(docs, i + 1);
}

/* Print the names of a group's rows without help, separated by `between`. */
static void
put_ignored(FILE *out, const struct docs *docs, size_t from, const char *before,
	const char *between, const char *behind)
{
	bool any = false;

	for (size_t i = from; i < docs->n; i++) {
		if (docs->p[i]->help == NULL)
			fprintf(out, "%s%s", any ? between : before,
				docs->p[i]->name);
		any = any || docs->p[i]->help == NULL;
		if (is_group_end(docs, i))
			break;
	}
	fputs(any ? behind : "", out);
}

/* ---- Printing --help ---- */

enum { HELP_COLUMN = 25 };

/* clang-format off */
static const char usage[] =
"Usage: flametop [option...] profile...\n"
"\n"
"Explore a profile in the terminal: pprof, perf, JFR, V8, folded stacks and\n"
"many more. - is standard input, a folder means every file in it, @list.txt\n"
"every file it lists. Several profiles are added up.\n"
"\n"
"  flametop cpu.pb.gz                         ? lists the keys, q quits\n"
"  flametop -diff_base=old.pb.gz new.pb.gz    what changed\n"
"  flametop -top -cum -focus=Serve cpu.pb.gz  a report instead\n"
"  flametop localhost:6060                    a running Go program\n"
"\n";
/* clang-format on */

/* True if the name alone is incomplete; completions then offer only "name=". */
static bool
needs_value(const struct doc *d)
{
	return d->arg != NULL && !d->arg_is_optional;
}

/* Print a row of --help: "-focus=regexp Keep only ...". */
static void
put_help_row(FILE *out, const struct doc *d)
{
	int n = fprintf(out, " ");

	for (size_t c = 0; d->shorthand && d->choices[c] != NULL; c++)
		n += fprintf(out, " -%s", d->choices[c]);
	if (!d->shorthand)
		n += fprintf(out, " -%s", d->name);
	if (flag_alias(d) != NULL)
		n += fprintf(out, ", -%s", d->alias);
	if (!d->shorthand && d->arg != NULL)
		n += fprintf(out, d->arg_is_optional ? "[=%s]" : "=%s", d->arg);
	if (n + 2 > HELP_COLUMN) {
		fputc('\n', out);
		n = 0;
	}
	fprintf(out, "%*s%s\n", HELP_COLUMN - n, "", d->help);
}

void
dump_help(FILE *out, const struct doc *(*flag_at)(size_t i), bool all)
{
	struct docs docs = docs_make(flag_at, all ? DOCS_ALL : DOCS_MAJOR);
	size_t group = 0;

	fputs(usage, out);
	for (size_t i = 0; i < docs.n; i++) {
		if (is_group_start(&docs, i)) {
			if (all)
				fprintf(out, "\n%s:\n", docs.p[i]->group);
			group = i;
		}
		if (docs.p[i]->help != NULL)
			put_help_row(out, docs.p[i]);
		if (is_group_end(&docs, i))
			put_ignored(out, &docs, group,
				"  Accepted for pprof and ignored:\n  -", " -",
				"\n");
	}
	fputs(all ? "\nMore: man flametop\n"
		  : "\nMore: flametop --help=all, man flametop\n",
		out);
	vec_free(&docs);
}

/* ---- Printing the man page's sections about options ---- */

static void
put_mdoc(FILE *out, const struct docs *docs)
{
	size_t group = 0;

	for (size_t i = 0; i < docs->n; i++) {
		if (is_group_start(docs, i)) {
			fprintf(out, ".Ss %s\n.Bl -tag -width Ds\n",
				docs->p[i]->group);
			group = i;
		}
		if (docs->p[i]->help != NULL) {
			const struct doc *d = docs->p[i];
			const char *const *c = d->choices;

			fprintf(out, ".It Fl %s", d->name);
			if (d->arg != NULL && d->arg_is_optional)
				fprintf(out, " Ns Op = Ns Ar %s", d->arg);
			else if (d->arg != NULL)
				fprintf(out, " Ns = Ns Ar %s", d->arg);
			fputc('\n', out);
			if (d->alias != NULL)
				fprintf(out, ".It Fl %s%s%s\n", d->alias,
					d->arg != NULL ? " Ns = Ns Ar " : "",
					d->arg != NULL ? d->arg : "");
			for (size_t j = 0; d->shorthand && c[j] != NULL; j++)
				fprintf(out, ".It Fl %s\n", c[j]);
			fprintf(out, "%s.\n", d->help);
			if (c != NULL && !d->shorthand) {
				fputs("One of\n", out);
				for (size_t j = 0; c[j] != NULL; j++)
					fprintf(out, ".Cm %s %s\n", c[j],
						c[j + 1] != NULL ? "," : ".");
			}
			if (doc_option(d) != NULL) {
				const struct option *o = doc_option(d);
				struct strbuf text = STRBUF_INIT;
				struct option_fields f;

				/* Print "The default is x." unless x is empty,
				   0 or false. */
				option_get(o, option_defaults(&f, NULL), &text);
				if (o->type == OPT_BOOL)
					fputs(str_is(strbuf_str(&text), "true")
							? "On by default.\n"
							: "",
						out);
				else if (text.n > 0 &&
					!str_is(strbuf_str(&text), "0"))
					fprintf(out,
						"The default is\n.Cm %s .\n",
						strbuf_c(&text));
				strbuf_free(&text);
			}
		}
		if (!is_group_end(docs, i))
			continue;
		fputs(".El\n", out);
		put_ignored(out, docs, group,
			".Pp\nAccepted for pprof and ignored:\n.Fl ", " , ",
			" .\n");
	}
}

/* A shell command that lists the saved views (conf/saved.h). */
#define VIEW_NAMES \
	"sed -n 's/^\\[\\(.*\\)\\]$/\\1/p' " \
	"\"${XDG_CONFIG_HOME:-$HOME/.config}/flametop/views\" .flametop " \
	"2>/dev/null"

/* ---- Completions: each choice of a shorthand option is a switch ---- */

static void
put_bash(FILE *out, const struct docs *docs)
{
	fputs("# bash completion for flametop; flametop --dump-options=bash "
	      "prints it\n\n"
	      "_flametop()\n"
	      "{\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]}\n"
	      "\tlocal prev=${COMP_WORDS[COMP_CWORD - 1]} dash=- at='' names\n"
	      "\t# For bash the = of -name=value is a word.\n"
	      "\tif [[ $cur == = ]]; then\n"
	      "\t\tcur=\n"
	      "\telif [[ $prev == = ]]; then\n"
	      "\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n"
	      "\tfi\n"
	      "\tcase $prev in\n",
		out);
	for (size_t i = 0; i < docs->n; i++)
		if (needs_value(docs->p[i])) {
			const struct doc *d = docs->p[i];

			/* Print the names as a pattern of the shell's case. */
			fprintf(out, "\t-%s|--%s", d->name, d->name);
			if (d->alias != NULL)
				fprintf(out, "|-%s|--%s", d->alias, d->alias);
			fputs(")\n\t\t", out);
			if (d->is_file) {
				fputs("mapfile -t COMPREPLY < <(compgen -f -- "
				      "\"$cur\")\n"
				      "\t\tcompopt -o filenames\n",
					out);
			} else if (d->is_view) {
				/* Names of views may have blanks. */
				fputs("local IFS=$'\\n'\n"
				      "\t\tmapfile -t COMPREPLY < <(compgen -W "
				      "\"$(" VIEW_NAMES ")\" -- \"$cur\")\n"
				      "\t\tcompopt -o filenames\n",
					out);
			} else if (d->choices != NULL) {
				put_choices(out,
					"mapfile -t COMPREPLY < <(compgen -W '",
					d, "' -- \"$cur\")\n");
			} else {
				fputs("COMPREPLY=()\n", out);
			}
			fputs("\t\treturn ;;\n", out);
		}
	fputs("\tesac\n"
	      "\tif [[ $cur != -* ]]; then\n"
	      "\t\t# A list of files: @list.txt.\n"
	      "\t\t[[ $cur == @* ]] && at=@\n"
	      "\t\tmapfile -t COMPREPLY < <(compgen -P \"$at\" -f -- "
	      "\"${cur#\"$at\"}\")\n"
	      "\t\tcompopt -o filenames\n"
	      "\t\treturn\n"
	      "\tfi\n"
	      "\tnames='",
		out);
	for (size_t i = 0; i < docs->n; i++) {
		const struct doc *d = docs->p[i];
		const char *end = needs_value(d) ? "=" : "";

		fprintf(out, "\n\t\t%s%s", d->name, end);
		if (flag_alias(d) != NULL)
			fprintf(out, " %s%s", d->alias, end);
		for (size_t c = 0; d->shorthand && d->choices[c] != NULL; c++)
			fprintf(out, " %s", d->choices[c]);
	}
	fputs("'\n"
	      "\t[[ $cur == --* ]] && dash=--\n"
	      "\tmapfile -t COMPREPLY < <(compgen -P \"$dash\" -W \"$names\" "
	      "-- \"${cur#\"$dash\"}\")\n"
	      "\t[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
	      "}\n\n"
	      "complete -F _flametop flametop\n",
		out);
}

/* Print each name that can follow a dash. */
static void
put_switches(FILE *out, const struct docs *docs,
	void (*put)(FILE *out, const struct doc *d, const char *name))
{
	for (size_t i = 0; i < docs->n; i++) {
		const struct doc *d = docs->p[i];
		struct doc choice = *d;

		put(out, d, d->name);
		if (flag_alias(d) != NULL)
			put(out, d, d->alias);
		choice.arg = NULL;
		for (size_t c = 0; d->shorthand && d->choices[c] != NULL; c++)
			put(out, &choice, d->choices[c]);
	}
}

/* Print text for '...', with a backslash before the characters in `special`. */
static void
put_quoted(FILE *out, const char *text, const char *special)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			fputs("'\\'", out);
		else if (strchr(special, *text) != NULL)
			fputc('\\', out);
		fputc(*text, out);
	}
}

static void
put_zsh_item(FILE *out, const struct doc *d, const char *name)
{
	fprintf(out, "\t'%s-%s%s[", d->repeats ? "*" : "", name,
		needs_value(d) ? "=" : "");
	put_quoted(out, d->help, "[]:\\");
	fputc(']', out);
	if (needs_value(d)) {
		fprintf(out, ":%s:", d->arg);
		if (d->is_file)
			fputs("_files", out);
		if (d->is_view)
			fputs("_flametop_views", out);
		for (size_t c = 0; d->choices != NULL && d->choices[c] != NULL;
			c++) {
			fputc(c == 0 ? '(' : ' ', out);
			put_quoted(out, d->choices[c], ":");
		}
		if (d->choices != NULL)
			fputc(')', out);
	}
	fputs("' \\\n", out);
}

static void
put_zsh(FILE *out, const struct docs *docs)
{
	fputs("#compdef flametop\n"
	      "# flametop --dump-options=zsh prints this\n\n"
	      "_flametop_views()\n"
	      "{\n"
	      "\tcompadd -- ${(f)\"$(" VIEW_NAMES ")\"}\n"
	      "}\n\n"
	      "# A file, a folder, a list of files: @list.txt.\n"
	      "_flametop_profiles()\n"
	      "{\n"
	      "\tcompset -P @\n"
	      "\t_files\n"
	      "}\n\n"
	      "_arguments \\\n",
		out);
	put_switches(out, docs, put_zsh_item);
	fputs("\t'*:profile:_flametop_profiles'\n", out);
}

static void
put_fish_item(FILE *out, const struct doc *d, const char *name)
{
	fprintf(out, "complete -c flametop -o %s", name);
	if (d->arg != NULL && d->is_file)
		fputs(" -rF", out);
	else if (needs_value(d))
		fputs(" -x", out);
	if (d->is_view)
		fputs(" -a '(set -q XDG_CONFIG_HOME; or set -l XDG_CONFIG_HOME "
		      "~/.config; cat $XDG_CONFIG_HOME/flametop/views "
		      ".flametop 2>/dev/null | string replace -fr "
		      "\"^\\[(.*)\\]\\$\" \"\\$1\")'",
			out);
	if (d->arg != NULL && d->choices != NULL)
		put_choices(out, " -a '", d, "'");
	fputs(" -d '", out);
	for (const char *c = d->help; *c != '\0'; c++)
		fprintf(out, "%s%c", *c == '\'' || *c == '\\' ? "\\" : "", *c);
	fputs("'\n", out);
}

static void
put_fish(FILE *out, const struct docs *docs)
{
	fputs("# flametop --dump-options=fish prints this\n\n", out);
	put_switches(out, docs, put_fish_item);
}

int
dump_format(FILE *out, struct str format,
	const struct doc *(*flag_at)(size_t i), struct err *err)
{
	static const struct {
		const char *name;
		void (*put)(FILE *out, const struct docs *docs);
		enum options_detail detail;
	} formats[] = {
		{ "mdoc", put_mdoc, DOCS_ALL },
		{ "bash", put_bash, DOCS_LOUD },
		{ "zsh", put_zsh, DOCS_LOUD },
		{ "fish", put_fish, DOCS_LOUD },
	};
	struct docs docs;

	for (size_t i = 0; i < COUNT_OF(formats); i++) {
		if (!str_is(format, formats[i].name))
			continue;
		docs = docs_make(flag_at, formats[i].detail);
		formats[i].put(out, &docs);
		vec_free(&docs);
		return 0;
	}
	return err_set(err, ERR_USAGE,
		"dump-options: \"%.*s\" is not one of mdoc, bash, zsh, fish",
		STR_ARG(format));
}
