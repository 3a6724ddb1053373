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

/* clang-format off */
static const char *const granularity_names[] = {
	"functions", "filefunctions", "files", "lines", "addresses", NULL };
static const char *const system_names[] = {
	"show", "hide", "hide-kernel", NULL };
static const char *const sort_names[] = { "flat", "cum", NULL };
static const char *const direction_names[] = {
	"callees", "callers", "sandwich", NULL };
static const char *const color_names[] = {
	"auto", "never", "always", "8", "16", "256", NULL };
static const char *const background_names[] = {
	"auto", "light", "dark", NULL };
static const char *const colors_names[] = {
	"auto",
#define PAINT_CHOICE(mode, name) #name,
	PAINT_ROWS(PAINT_CHOICE)
	NULL };
static const char *const diff_palette_names[] = {
	"blue-orange", "purple-green", "red-green", "mono", NULL };
static const char *const layout_names[] = {
	"auto", "columns", "rows", "graph-table", "graph", "tables", NULL };
static const char *const root_names[] = { "top", "bottom", NULL };
static const char *const names_names[] = {
	"auto", "full", "short", "file:line", NULL };
static const char *const order_names[] = { "weight", "name", "input", NULL };
static const char *const tagsort_names[] = { "weight", "value", NULL };
static const char *const minimap_names[] = { "auto", "on", "off", NULL };
static const char *const inspector_names[] = { "overlay", "docked", NULL };
static const char *const percent_names[] = {
	"all", "view", "parent", "off", NULL };
static const char *const diff_width_names[] = {
	"after", "before", "max", "sum", "delta", NULL };

#define QUERY(f) .target = ON_QUERY, .field = offsetof(struct query, f), \
	.saved = true
#define SETTING(f) .target = ON_SETTINGS, \
	.field = offsetof(struct settings, f)

#define FILTERS "Filters on frames"
#define TAGS "Filters on tags"
#define VALUES "Values"
#define FRAMES "What a frame is"
#define DIFF "Two profiles"
#define TRIM "Reports"
#define SCREEN "Screen"
#define OTHER "Other"

static const struct option table[] = {
	{ .name = "focus", .type = OPT_REGEX, QUERY(focus),
	  .group = FILTERS, .arg = "regexp",
	  .help = "Keep only stacks with a frame that matches" },
	{ .name = "ignore", .type = OPT_REGEX, QUERY(ignore),
	  .group = FILTERS, .arg = "regexp",
	  .help = "Drop stacks with a frame that matches" },
	{ .name = "hide", .type = OPT_REGEX, QUERY(hide),
	  .group = FILTERS, .arg = "regexp",
	  .help = "Take matching frames out of the stacks" },
	{ .name = "show", .type = OPT_REGEX, QUERY(show),
	  .group = FILTERS, .arg = "regexp",
	  .help = "Leave only matching frames in the stacks" },
	{ .name = "show_from", .type = OPT_REGEX, QUERY(show_from),
	  .group = FILTERS, .arg = "regexp",
	  .help = "Begin each stack at its outermost matching frame" },
	{ .name = "prune_from", .type = OPT_REGEX, QUERY(prune_from),
	  .group = FILTERS, .arg = "regexp",
	  .help = "End each stack at its innermost matching frame", .minor = true },

	{ .name = "tagfocus", .type = OPT_TAGFILTER, QUERY(tagfocus),
	  .group = TAGS, .arg = "filter",
	  .help = "Keep samples with such tags: key=regexp, 1kb:2kb" },
	{ .name = "tagignore", .type = OPT_TAGFILTER, QUERY(tagignore),
	  .group = TAGS, .arg = "filter",
	  .help = "Drop samples with such tags" },
	{ .name = "more_tagfocus", .type = OPT_LIST, QUERY(more_tagfocus),
	  .group = TAGS, .arg = "filter",
	  .help = "One more tagfocus; all must hold (repeatable)", .minor = true },
	{ .name = "more_tagignore", .type = OPT_LIST, QUERY(more_tagignore),
	  .group = TAGS, .arg = "filter",
	  .help = "One more tagignore; any drops (repeatable)", .minor = true },
	{ .name = "tagshow", .type = OPT_REGEX, QUERY(tagshow),
	  .group = TAGS, .arg = "regexp",
	  .help = "Show only tags whose key matches", .minor = true },
	{ .name = "taghide", .type = OPT_REGEX, QUERY(taghide),
	  .group = TAGS, .arg = "regexp",
	  .help = "Do not show tags whose key matches", .minor = true },
	{ .name = "tagroot", .type = OPT_STRING, QUERY(tagroot),
	  .group = TAGS, .arg = "keys",
	  .help = "Frames above the root, from these tags" },
	{ .name = "tagleaf", .type = OPT_STRING, QUERY(tagleaf),
	  .group = TAGS, .arg = "keys",
	  .help = "Frames below the leaves, from these tags", .minor = true },

	{ .name = "sample_index", .alias = "si", .type = OPT_STRING,
	  QUERY(sample_index), .group = VALUES, .arg = "type",
	  .help = "Sample type to show, by name or number" },
	{ .name = "beside", .type = OPT_STRING, QUERY(beside),
	  .group = VALUES, .arg = "types",
	  .help = "More sample types as columns of the table", .minor = true },
	{ .name = "unit", .type = OPT_STRING, QUERY(unit),
	  .group = VALUES, .arg = "unit",
	  .help = "Unit of numbers: minimum, auto, or one like ms, MB" },
	{ .name = "mean", .type = OPT_BOOL, QUERY(mean),
	  .group = VALUES,
	  .help = "Divide by the first sample type (a count)", .minor = true },
	{ .name = "divide_by", .type = OPT_FLOAT, QUERY(divide_by),
	  .group = VALUES, .arg = "number",
	  .help = "Divide all numbers shown", .minor = true },
	{ .name = "relative_percentages", .type = OPT_BOOL,
	  QUERY(relative_percentages), .group = VALUES,
	  .help = "Percentages of what the filters leave" },
	{ .name = "normalize", .type = OPT_BOOL, QUERY(normalize),
	  .group = VALUES,
	  .help = "Scale the profile to the total of its base", .minor = true },
	{ .name = "drop_negative", .type = OPT_BOOL, QUERY(drop_negative),
	  .group = VALUES,
	  .help = "Leave out what became less than the base", .minor = true },

	{ .name = "granularity", .type = OPT_ENUM, QUERY(granularity),
	  .choices = granularity_names, .shorthand = true,
	  .group = FRAMES, .arg = "what",
	  .help = "What one frame stands for" },
	{ .name = "noinlines", .type = OPT_BOOL, QUERY(noinlines),
	  .group = FRAMES,
	  .help = "Credit inlined calls to the caller" },
	{ .name = "showcolumns", .type = OPT_BOOL, QUERY(showcolumns),
	  .group = FRAMES,
	  .help = "Tell the columns of a line apart", .minor = true },
	{ .name = "recursion", .type = OPT_BOOL, QUERY(recursion),
	  .group = FRAMES,
	  .help = "Fold direct recursion, f > f > f, into one f", .minor = true },
	{ .name = "system", .type = OPT_ENUM, QUERY(system),
	  .choices = system_names,
	  .group = FRAMES, .arg = "what",
	  .help = "Frames of kernel, runtime and libc; callers get their cost",
	  .minor = true },
	{ .name = "user", .type = OPT_REGEX, QUERY(user),
	  .group = FRAMES, .arg = "regexp",
	  .help = "Names, files and programs that are your own code",
	  .minor = true },
	{ .name = "library", .type = OPT_REGEX, QUERY(library),
	  .group = FRAMES, .arg = "regexp",
	  .help = "Names, files and programs that are a library's",
	  .minor = true },
	{ .name = "system_code", .type = OPT_REGEX, QUERY(system_code),
	  .group = FRAMES, .arg = "regexp",
	  .help = "Names, files and programs that are the system's",
	  .minor = true },
	{ .name = "bottleneck_l1", .type = OPT_FLOAT, QUERY(bottleneck.l1),
	  .group = FRAMES, .arg = "cycles",
	  .help = "Cost of a miss of the first cache; 0: as usual",
	  .minor = true },
	{ .name = "bottleneck_ll", .type = OPT_FLOAT, QUERY(bottleneck.ll),
	  .group = FRAMES, .arg = "cycles",
	  .help = "Cost of a miss of the last cache; 0: as usual",
	  .minor = true },
	{ .name = "bottleneck_branch", .type = OPT_FLOAT,
	  QUERY(bottleneck.branch), .group = FRAMES, .arg = "cycles",
	  .help = "Cost of a wrong guess of a branch; 0: as usual",
	  .minor = true },
	{ .name = "bottleneck_freq", .type = OPT_FLOAT, QUERY(bottleneck.freq),
	  .group = FRAMES, .arg = "cycles",
	  .help = "Cycles in a nanosecond; 0: as usual, 3", .minor = true },
	{ .name = "bottleneck_ipc", .type = OPT_FLOAT, QUERY(bottleneck.ipc),
	  .group = FRAMES, .arg = "number",
	  .help = "Instructions in a cycle at best; 0: as usual, 4",
	  .minor = true },
	{ .name = "trim_path", .type = OPT_STRING, QUERY(trim_path),
	  .group = FRAMES, .arg = "dirs",
	  .help = "Take these prefixes off file names", .minor = true },
	{ .name = "source_path", .type = OPT_STRING, QUERY(source_path),
	  .group = FRAMES, .arg = "dirs",
	  .help = "Where source files are", .minor = true },

	{ .name = "diff", .type = OPT_STRING, SETTING(diff), .saved = true,
	  .group = DIFF, .arg = "what",
	  .help = "Compare with this file, or two queries" },
	{ .name = "diff_swap", .type = OPT_BOOL, SETTING(diff_swap),
	  .saved = true, .group = DIFF,
	  .help = "Take the base for the new side", .minor = true },
	{ .name = "diff_width", .type = OPT_ENUM, SETTING(diff_width),
	  .saved = true, .choices = diff_width_names,
	  .group = DIFF, .arg = "side",
	  .help = "What the width of a frame stands for in a diff", .minor = true },
	{ .name = "diff_columns", .type = OPT_STRING, SETTING(diff_columns),
	  .saved = true, .group = DIFF, .arg = "list",
	  .help = "Columns of the table in a diff, comma separated", .minor = true },
	{ .name = "diff_min", .type = OPT_FLOAT, SETTING(diff_min),
	  .saved = true, .group = DIFF, .arg = "share",
	  .help = "Hide changes below this share of the total", .minor = true },

	{ .name = "sort", .type = OPT_ENUM, QUERY(sort),
	  .choices = sort_names, .shorthand = true,
	  .group = TRIM, .arg = "by",
	  .help = "Order of a report's rows" },
	{ .name = "nodecount", .type = OPT_INT, QUERY(nodecount),
	  .group = TRIM, .arg = "count",
	  .help = "Most rows; 0: all, -1: as many as usual" },
	{ .name = "nodefraction", .type = OPT_FLOAT, QUERY(nodefraction),
	  .group = TRIM, .arg = "share",
	  .help = "Leave out rows below this share of the total", .minor = true },
	{ .name = "edgefraction", .type = OPT_FLOAT, QUERY(edgefraction),
	  .group = TRIM, .arg = "share",
	  .help = "Leave out edges below this share of the total", .minor = true },
	{ .name = "trim", .type = OPT_BOOL, QUERY(trim),
	  .group = TRIM,
	  .help = "Leave out small rows and edges; =false shows all",
	  .minor = true },
	{ .name = "call_tree", .type = OPT_BOOL, QUERY(call_tree),
	  .group = TRIM,
	  .help = "Keep calling contexts apart in graphs", .minor = true },
	{ .name = "compact_labels", .type = OPT_BOOL, QUERY(compact_labels),
	  .group = TRIM,
	  .help = "No lines about the profile above a report", .minor = true },

	{ .name = "direction", .type = OPT_ENUM, QUERY(direction),
	  .choices = direction_names,
	  .group = SCREEN, .arg = "what",
	  .help = "Callees below, callers below, or both around a pivot", .minor = true },
	{ .name = "pivot", .type = OPT_STRING, QUERY(pivot),
	  .group = SCREEN, .arg = "name",
	  .help = "The function in the middle of -direction=sandwich", .minor = true },
	{ .name = "zoom", .type = OPT_STRING, SETTING(zoom), .saved = true,
	  .group = SCREEN, .arg = "path",
	  .help = "Zoom to this frame: names from the root, ; between", .minor = true },
	{ .name = "search", .type = OPT_REGEX, QUERY(search),
	  .group = SCREEN, .arg = "regexp",
	  .help = "Highlight what matches, remove nothing", .minor = true },
	{ .name = "layout", .type = OPT_ENUM, SETTING(layout), .saved = true,
	  .choices = layout_names,
	  .group = SCREEN, .arg = "how",
	  .help = "How the panes share the screen", .minor = true },
	{ .name = "split", .type = OPT_FLOAT, SETTING(split), .saved = true,
	  .group = SCREEN, .arg = "share",
	  .help = "The graph's share of the panes, 0.15 to 0.85", .minor = true },
	{ .name = "split_lists", .type = OPT_FLOAT, SETTING(split_lists),
	  .saved = true, .group = SCREEN, .arg = "share",
	  .help = "The table's share of what the graph leaves", .minor = true },
	{ .name = "root", .type = OPT_ENUM, SETTING(root), .saved = true,
	  .choices = root_names, .group = SCREEN, .arg = "where",
	  .help = "The graph's root at the top or at the bottom", .minor = true },
	{ .name = "tablesort", .type = OPT_STRING, SETTING(tablesort),
	  .saved = true, .group = SCREEN, .arg = "column",
	  .help = "Column that orders the table; -column reverses", .minor = true },
	{ .name = "tagsort", .type = OPT_ENUM, SETTING(tagsort), .saved = true,
	  .choices = tagsort_names,
	  .group = SCREEN, .arg = "by",
	  .help = "Order of the values in the tags pane", .minor = true },
	{ .name = "columns", .type = OPT_STRING, SETTING(columns),
	  .saved = true, .group = SCREEN, .arg = "list",
	  .help = "Columns of the table, comma separated", .minor = true },
	{ .name = "order", .type = OPT_ENUM, SETTING(order), .saved = true,
	  .choices = order_names,
	  .group = SCREEN, .arg = "by",
	  .help = "Order of neighbours in the graph", .minor = true },
	{ .name = "percent", .type = OPT_ENUM, SETTING(percent),
	  .saved = true, .choices = percent_names,
	  .group = SCREEN, .arg = "of",
	  .help = "What the percentages of the table are of", .minor = true },
	{ .name = "names", .type = OPT_ENUM, SETTING(names), .saved = true,
	  .choices = names_names,
	  .group = SCREEN, .arg = "how",
	  .help = "How names are written in the graph", .minor = true },
	{ .name = "color", .alias = "colour", .type = OPT_ENUM,
	  SETTING(color), .choices = color_names,
	  .group = SCREEN, .arg = "how",
	  .help = "Colours to use; always beats NO_COLOR" },
	{ .name = "background", .type = OPT_ENUM, SETTING(background),
	  .choices = background_names,
	  .group = SCREEN, .arg = "shade",
	  .help = "The terminal's own background", .minor = true },
	{ .name = "colors", .alias = "colours", .type = OPT_ENUM,
	  SETTING(colors), .saved = true, .choices = colors_names,
	  .group = SCREEN, .arg = "mode",
	  .help = "What the colours of the graph tell", .minor = true },
	{ .name = "diff_palette", .type = OPT_ENUM, SETTING(diff_palette),
	  .choices = diff_palette_names,
	  .group = SCREEN, .arg = "colors",
	  .help = "Colours of less and more in a diff", .minor = true },
	{ .name = "ascii", .type = OPT_BOOL, SETTING(ascii),
	  .group = SCREEN,
	  .help = "Draw with plain ASCII characters only" },
	{ .name = "smooth", .type = OPT_BOOL, SETTING(smooth),
	  .group = SCREEN,
	  .help = "Draw right edges to an eighth of a cell", .minor = true },
	{ .name = "dim_search", .type = OPT_BOOL, SETTING(dim_search),
	  .group = SCREEN,
	  .help = "Dim what the search does not match", .minor = true },
	{ .name = "follow", .type = OPT_BOOL, SETTING(follow),
	  .group = SCREEN,
	  .help = "Read files again when they change, a pipe as it grows", .minor = true },
	{ .name = "apart", .type = OPT_BOOL, SETTING(apart),
	  .group = SCREEN,
	  .help = "Show several profiles one by one: { and } walk", .minor = true },
	{ .name = "mouse", .type = OPT_BOOL, SETTING(mouse),
	  .group = SCREEN,
	  .help = "Take clicks and the wheel from the terminal", .minor = true },
	{ .name = "notes", .type = OPT_BOOL, SETTING(notes),
	  .group = SCREEN,
	  .help = "A quiet line where a view deserves doubt or another look", .minor = true },
	{ .name = "osc52", .type = OPT_BOOL, SETTING(osc52),
	  .group = SCREEN,
	  .help = "Let y copy through the terminal (OSC 52)", .minor = true },
	{ .name = "esc_delay", .type = OPT_INT, SETTING(esc_delay),
	  .min = 0, .max = 10000,
	  .group = SCREEN, .arg = "ms",
	  .help = "How long Esc waits for the rest of a key", .minor = true },
	{ .name = "follow_delay", .type = OPT_INT, SETTING(follow_delay),
	  .min = 0, .max = 10000,
	  .group = SCREEN, .arg = "ms",
	  .help = "How long keys must rest before peek follows them", .minor = true },
	{ .name = "inspector", .type = OPT_ENUM, SETTING(inspector),
	  .saved = true, .choices = inspector_names,
	  .group = SCREEN, .arg = "where",
	  .help = "The inspector over the panes, or in place of peek", .minor = true },
	{ .name = "minimap", .type = OPT_ENUM, SETTING(minimap),
	  .saved = true, .choices = minimap_names,
	  .group = SCREEN, .arg = "when",
	  .help = "A strip with the whole graph; auto: tall screen, zoomed", .minor = true },
	{ .name = "announce", .type = OPT_BOOL, SETTING(announce),
	  .group = SCREEN,
	  .help = "Tell each move in one plain line, for screen readers", .minor = true },
	{ .name = "low_bandwidth", .type = OPT_BOOL, SETTING(low_bandwidth),
	  .group = SCREEN,
	  .help = "Write as little as can be, for slow connections", .minor = true },

	{ .name = "max_memory", .type = OPT_SIZE, SETTING(max_memory),
	  .min = 0, .max = INT64_MAX,
	  .group = OTHER, .arg = "size",
	  .help = "Refuse what needs more, as 2G; 0: half, at most 4G" },
};
/* clang-format on */

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

const struct option *
option_find(struct str name, struct str *value)
{
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		const struct option *o = &table[i];

		if (same_name(name, o->name) ||
			(o->alias != NULL && same_name(name, o->alias)))
			return o;
	}
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		const struct option *o = &table[i];

		for (size_t c = 0; o->shorthand && o->choices[c] != NULL; c++)
			if (str_is(name, o->choices[c])) {
				if (value != NULL)
					*value = str_c(o->choices[c]);
				return o;
			}
	}
	return NULL;
}

enum { NAME_MAX_LEN = 32 }; /* longer than any name in a table */

/* Letters to insert, delete, replace or swap to get from a to b. */
static size_t
edit_distance(struct str a, struct str b)
{
	size_t row[3][NAME_MAX_LEN + 1];

	if (a.n > NAME_MAX_LEN || b.n > NAME_MAX_LEN)
		return SIZE_MAX;
	for (size_t j = 0; j <= b.n; j++)
		row[0][j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		size_t *now = row[i % 3], *last = row[(i - 1) % 3];
		const size_t *before = row[(i + 1) % 3];

		now[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			bool same = a.p[i - 1] == b.p[j - 1];
			size_t best = last[j - 1] + (same ? 0 : 1);

			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
				a.p[i - 2] == b.p[j - 1] &&
				before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			now[j] = best;
		}
	}
	return row[a.n % 3][b.n];
}

void
nearest_offer(struct str wanted, const char *name, const char **best,
	size_t *distance)
{
	struct str have = str_c(name);
	size_t d = edit_distance(wanted, have);
	size_t near = wanted.n / 3 > 1 ? wanted.n / 3 : 1;

	/* A name that was only begun is near too: "gran", "rel". */
	if (wanted.n >= 3 && wanted.n < have.n && str_starts(have, wanted))
		d = 1;
	if (d > near || (*best != NULL && d >= *distance))
		return;
	*best = name;
	*distance = d;
}

void
options_offer(struct str wanted, const char **best, size_t *distance)
{
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		const struct option *o = &table[i];

		nearest_offer(wanted, o->name, best, distance);
		for (size_t c = 0; o->shorthand && o->choices[c] != NULL; c++)
			nearest_offer(wanted, o->choices[c], best, distance);
	}
}

const char *
option_nearest(struct str name)
{
	const char *best = NULL;
	size_t distance = 0;

	options_offer(name, &best, &distance);
	return best;
}

const char *
option_choice(const struct option *o, size_t i)
{
	for (size_t c = 0; o->choices != NULL && o->choices[c] != NULL; c++)
		if (c == i)
			return o->choices[c];
	return NULL;
}

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
