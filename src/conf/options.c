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
#include "engine/link.h"

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
		.help = "Ignore ids of one run in names; auto: in comparisons"),
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
		.help = "Put frames that pass on 99% of their cost on one row"),
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

struct link_rules
settings_links(const struct settings *s, const struct query *q)
{
	return (struct link_rules){ .source_url = s->source_url,
		.revision = s->revision,
		.trim_path = q->trim_path,
		.map = s->source_map };
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
