/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of the option table, and how they are found by name.
 *
 * pprof's options have pprof's names, types and defaults; the
 * default values themselves are in query_init() and settings_init(). Helps
 * are one sentence, because --help, the man page and the shells print them.
 */
#include "config.h"

#include "conf/options.h"

#include <string.h>

#include "base/banned.h"

/* ---- The rows ---- */

/* clang-format off */
#define ROW(where, is_saved, s, f, n, t, ...) { \
	.doc = { .name = #n, __VA_ARGS__ }, .type = t, .saved = is_saved, \
	.target = where, .field = offsetof(s, f) }
#define QUERY_AS(n, f, t, ...) \
	ROW(ON_QUERY, true, struct query, f, n, t, __VA_ARGS__)
#define QUERY(f, t, ...) QUERY_AS(f, f, t, __VA_ARGS__)
#define SETTING(f, t, ...) \
	ROW(ON_SETTINGS, false, struct settings, f, f, t, __VA_ARGS__)
#define SAVED(f, t, ...) \
	ROW(ON_SETTINGS, true, struct settings, f, f, t, __VA_ARGS__)
#define PAINT_CHOICE(mode, name) , #name

#define MINOR .minor = true
#define FILTERS .group = "Filters on frames"
#define TAGS .group = "Filters on tags"
#define VALUES .group = "Values"
#define FRAMES .group = "What a frame is"
#define DIFF .group = "Two profiles"
#define TRIM .group = "Reports"
#define SCREEN .group = "Screen"
#define OTHER .group = "Other"

static const struct option table[] = {
	QUERY(focus, OPT_REGEX, .arg = "regexp", FILTERS,
		.help = "Keep only stacks with a matching frame"),
	QUERY(ignore, OPT_REGEX, .arg = "regexp", FILTERS,
		.help = "Drop stacks with a matching frame"),
	QUERY(hide, OPT_REGEX, .arg = "regexp", FILTERS,
		.help = "Remove matching frames from the stacks"),
	QUERY(show, OPT_REGEX, .arg = "regexp", FILTERS,
		.help = "Keep only matching frames in the stacks"),
	QUERY(show_from, OPT_REGEX, .arg = "regexp", FILTERS, MINOR,
		.help = "Start each stack at its outermost matching frame"),
	QUERY(prune_from, OPT_REGEX, .arg = "regexp", FILTERS, MINOR,
		.help = "End each stack at its innermost matching frame"),

	QUERY(tagfocus, OPT_TAGFILTER, .arg = "filter", TAGS,
		.help = "Keep samples with these tags: key=regexp, 1kb:2kb"),
	QUERY(tagignore, OPT_TAGFILTER, .arg = "filter", TAGS,
		.help = "Drop samples with these tags"),
	QUERY(more_tagfocus, OPT_LIST, .arg = "filter", TAGS, .repeats = true,
		MINOR,
		.help = "One more tagfocus; all must hold (repeatable)"),
	QUERY(more_tagignore, OPT_LIST, .arg = "filter", TAGS, .repeats = true,
		MINOR,
		.help = "One more tagignore; any drops (repeatable)"),
	QUERY(tagshow, OPT_REGEX, .arg = "regexp", TAGS, MINOR,
		.help = "Show only tags whose key matches"),
	QUERY(taghide, OPT_REGEX, .arg = "regexp", TAGS, MINOR,
		.help = "Do not show tags whose key matches"),
	QUERY(tagroot, OPT_STRING, .arg = "keys", TAGS, MINOR,
		.help = "Add frames above the root, from these tags"),
	QUERY(tagleaf, OPT_STRING, .arg = "keys", TAGS, MINOR,
		.help = "Add frames below the leaves, from these tags"),

	QUERY(sample_index, OPT_STRING, .alias = "si", .arg = "type", VALUES,
		.help = "Sample type to show, by name or number"),
	QUERY(beside, OPT_STRING, .arg = "types", VALUES, MINOR,
		.help = "More sample types, as columns of the table"),
	QUERY(unit, OPT_STRING, .arg = "unit", VALUES, MINOR,
		.help = "Unit of numbers: minimum, auto, or one like ms, MB"),
	QUERY(mean, OPT_BOOL, VALUES, MINOR,
		.help = "Divide by the first sample type (a count)"),
	QUERY(divide_by, OPT_DIVISOR, .arg = "number", VALUES, MINOR,
		.help = "Divide all numbers shown"),
	QUERY(relative_percentages, OPT_BOOL, VALUES, MINOR,
		.help = "Percentages of what the filters leave"),
	QUERY(normalize, OPT_BOOL, VALUES, MINOR,
		.help = "Scale the profile to the total of its base"),
	QUERY(drop_negative, OPT_BOOL, VALUES, MINOR,
		.help = "Drop what is smaller than in the base"),

	QUERY(granularity, OPT_ENUM, .arg = "what", FRAMES, .shorthand = true,
		.choices = CHOICES("functions", "filefunctions", "files",
			"lines", "addresses"),
		.help = "What a frame is"),
	QUERY(noinlines, OPT_BOOL, FRAMES, MINOR,
		.help = "Attribute inlined calls to the caller"),
	QUERY(showcolumns, OPT_BOOL, FRAMES, MINOR,
		.help = "Distinguish columns within a line"),
	QUERY(recursion, OPT_BOOL, FRAMES, MINOR,
		.help = "Fold direct recursion, f > f > f, into one f"),
	QUERY(system, OPT_ENUM, .arg = "what", FRAMES, MINOR,
		.choices = CHOICES("show", "hide", "hide-kernel"),
		.help = "Kernel, runtime, libc frames; callers get their cost"),
	QUERY(user, OPT_REGEX, .arg = "regexp", FRAMES, MINOR,
		.help = "Names, files and programs of your own code"),
	QUERY(library, OPT_REGEX, .arg = "regexp", FRAMES, MINOR,
		.help = "Names, files and programs of libraries"),
	QUERY(system_code, OPT_REGEX, .arg = "regexp", FRAMES, MINOR,
		.help = "Names, files and programs of the system"),
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
		.help = "Instructions per cycle at best; 0: default, 4"),
	QUERY(trim_path, OPT_STRING, .arg = "dirs", FRAMES, MINOR,
		.help = "Remove these prefixes from file names"),
	QUERY(source_path, OPT_STRING, .arg = "dirs", FRAMES, MINOR,
		.help = "Where to look for source files"),

	SAVED(diff, OPT_STRING, .arg = "what", DIFF, MINOR,
		.help = "Compare with this file, or compare two queries"),
	SAVED(diff_swap, OPT_BOOL, DIFF, MINOR,
		.help = "Swap base and new side"),
	SAVED(diff_width, OPT_ENUM, .arg = "side", DIFF, MINOR,
		.choices = CHOICES("after", "before", "max", "sum", "delta"),
		.help = "What the width of a frame means in a diff"),
	SAVED(diff_columns, OPT_STRING, .arg = "list", DIFF, MINOR,
		.help = "Columns of the table in a diff, comma separated"),
	SAVED(diff_min, OPT_FLOAT, .arg = "share", DIFF, MINOR,
		.help = "Hide changes below this share of the total"),

	QUERY(sort, OPT_ENUM, .arg = "by", TRIM, .shorthand = true,
		.choices = CHOICES("flat", "cum"),
		.help = "Order of a report's rows"),
	QUERY(nodecount, OPT_INT, .arg = "count", TRIM,
		.help = "Maximum number of rows; 0: all, -1: default"),
	QUERY(nodefraction, OPT_FLOAT, .arg = "share", TRIM, MINOR,
		.help = "Omit rows below this share of the total"),
	QUERY(edgefraction, OPT_FLOAT, .arg = "share", TRIM, MINOR,
		.help = "Omit edges below this share of the total"),
	QUERY(trim, OPT_BOOL, TRIM, MINOR,
		.help = "Omit small rows and edges; =false shows all"),
	QUERY(call_tree, OPT_BOOL, TRIM, MINOR,
		.help = "Keep calling contexts separate in graphs"),
	QUERY(compact_labels, OPT_BOOL, TRIM, MINOR,
		.help = "Omit the lines about the profile above a report"),

	QUERY(direction, OPT_ENUM, .arg = "what", SCREEN, MINOR,
		.choices = CHOICES("callees", "callers", "sandwich"),
		.help = "Callees below, callers below, or both around a pivot"),
	QUERY(pivot, OPT_STRING, .arg = "name", SCREEN, MINOR,
		.help = "The function in the middle with -direction=sandwich"),
	SAVED(zoom, OPT_STRING, .arg = "path", SCREEN, MINOR,
		.help = "Zoom to this frame: names from the root, separated by ;"),
	QUERY(search, OPT_REGEX, .arg = "regexp", SCREEN, MINOR,
		.help = "Highlight matches without filtering"),
	SAVED(layout, OPT_ENUM, .arg = "how", SCREEN, MINOR,
		.choices = CHOICES("auto", "columns", "rows", "graph-table",
			"graph", "tables"),
		.help = "How the panes share the screen"),
	SAVED(split, OPT_FLOAT, .arg = "share", SCREEN, MINOR,
		.help = "The graph's share of the panes, 0.15 to 0.85"),
	SAVED(split_lists, OPT_FLOAT, .arg = "share", SCREEN, MINOR,
		.help = "The table's share of what the graph leaves"),
	SAVED(root, OPT_ENUM, .arg = "where", SCREEN, MINOR,
		.choices = CHOICES("top", "bottom"),
		.help = "Root of the graph at the top or at the bottom"),
	SAVED(tablesort, OPT_STRING, .arg = "column", SCREEN, MINOR,
		.help = "Sort column of the table; prefix with - to reverse"),
	SAVED(tagsort, OPT_ENUM, .arg = "by", SCREEN, MINOR,
		.choices = CHOICES("weight", "value"),
		.help = "Order of the values in the tags pane"),
	SAVED(columns, OPT_STRING, .arg = "list", SCREEN, MINOR,
		.help = "Columns of the table, comma separated"),
	SAVED(order, OPT_ENUM, .arg = "by", SCREEN, MINOR,
		.choices = CHOICES("weight", "name", "input"),
		.help = "Order of siblings in the graph"),
	SAVED(percent, OPT_ENUM, .arg = "of", SCREEN, MINOR,
		.choices = CHOICES("all", "view", "parent", "off"),
		.help = "What percentages in the table are relative to"),
	SAVED(names, OPT_ENUM, .arg = "how", SCREEN, MINOR,
		.choices = CHOICES("auto", "full", "short", "file:line"),
		.help = "How names are written in the graph"),
	SETTING(color, OPT_ENUM, .alias = "colour", .arg = "how", SCREEN,
		.choices = CHOICES("auto", "never", "always", "8", "16", "256"),
		MINOR,
		.help = "When to use colour; always overrides NO_COLOR"),
	SETTING(background, OPT_ENUM, .arg = "shade", SCREEN, MINOR,
		.choices = CHOICES("auto", "light", "dark"),
		.help = "The terminal's own background"),
	SAVED(colors, OPT_ENUM, .alias = "colours", .arg = "mode", SCREEN,
		MINOR, .choices = CHOICES("auto" PAINT_ROWS(PAINT_CHOICE)),
		.help = "What the colours of the graph mean"),
	SETTING(diff_palette, OPT_ENUM, .arg = "colors", SCREEN, MINOR,
		.choices = CHOICES("blue-orange", "purple-green", "red-green",
			"mono"),
		.help = "Colours for less and more in a diff"),
	SETTING(ascii, OPT_BOOL, SCREEN, MINOR,
		.help = "Draw with plain ASCII characters only"),
	SETTING(smooth, OPT_BOOL, SCREEN, MINOR,
		.help = "Draw right edges with eighths of a cell"),
	SETTING(dim_search, OPT_BOOL, SCREEN, MINOR,
		.help = "Dim what the search does not match"),
	SETTING(follow, OPT_BOOL, SCREEN, MINOR,
		.help = "Reload files when they change, a pipe as it grows"),
	SETTING(apart, OPT_BOOL, SCREEN, MINOR,
		.help = "Show several profiles one at a time; { and } switch"),
	SETTING(mouse, OPT_BOOL, SCREEN, MINOR,
		.help = "Handle clicks and the wheel"),
	SETTING(notes, OPT_BOOL, SCREEN, MINOR,
		.help = "Show hints about questionable data and better views"),
	SETTING(osc52, OPT_BOOL, SCREEN, MINOR,
		.help = "Let y copy through the terminal (OSC 52)"),
	SETTING(esc_delay, OPT_INT, .arg = "ms", SCREEN, MINOR, .min = 0,
		.max = 10000,
		.help = "How long Esc waits for the rest of a key"),
	SETTING(follow_delay, OPT_INT, .arg = "ms", SCREEN, MINOR, .min = 0,
		.max = 10000,
		.help = "How long keys must be idle before peek follows"),
	SAVED(inspector, OPT_ENUM, .arg = "where", SCREEN, MINOR,
		.choices = CHOICES("overlay", "docked"),
		.help = "The inspector over the panes, or instead of peek"),
	SAVED(minimap, OPT_ENUM, .arg = "when", SCREEN, MINOR,
		.choices = CHOICES("auto", "on", "off"),
		.help = "A strip showing the whole graph; auto: when zoomed"),
	SETTING(announce, OPT_BOOL, SCREEN, MINOR,
		.help = "Announce each move in plain text, for screen readers"),
	SETTING(low_bandwidth, OPT_BOOL, SCREEN, MINOR,
		.help = "Write as little as possible, for slow connections"),

	SETTING(max_memory, OPT_SIZE, .arg = "size", OTHER, .min = 0,
		.max = INT64_MAX, MINOR,
		.help = "Memory limit, e.g. 2G; 0: half of RAM, at most 4G"),
};
/* clang-format on */

/* ---- By name ---- */

const struct option *
options_all(size_t *n)
{
	*n = COUNT_OF(table);
	return table;
}

/* Equal, where '-' is as good as '_': --max-memory is max_memory. */
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

enum { NAME_MAX_LEN = 32 }; /* longer than any name in a table */

/* Letters to insert, delete, replace or swap to get from a to b. */
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

	/* A name that was only begun is near too: "gran", "rel". */
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
		.tablesort = STR("self"),
		.columns = STR("self,self%,sum%,total,total%,name"),
		.smooth = true,
		.mouse = true,
		.notes = true,
		.esc_delay = 25,
		.follow_delay = 80,
		.osc52 = true,
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
