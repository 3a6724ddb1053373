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
#define QUERY(t, f) .type = t, .target = ON_QUERY, \
	.field = offsetof(struct query, f), .saved = true
#define SETTING(t, f) .type = t, .target = ON_SETTINGS, \
	.field = offsetof(struct settings, f)
#define SAVED(t, f) SETTING(t, f), .saved = true
#define PAINT_CHOICE(mode, name) , #name

#define FILTERS "Filters on frames"
#define TAGS "Filters on tags"
#define VALUES "Values"
#define FRAMES "What a frame is"
#define DIFF "Two profiles"
#define TRIM "Reports"
#define SCREEN "Screen"
#define OTHER "Other"

static const struct option table[] = {
	{ { .name = "focus", .arg = "regexp", .group = FILTERS,
	    .help = "Keep only stacks with a frame that matches" },
	  QUERY(OPT_REGEX, focus) },
	{ { .name = "ignore", .arg = "regexp", .group = FILTERS,
	    .help = "Drop stacks with a frame that matches" },
	  QUERY(OPT_REGEX, ignore) },
	{ { .name = "hide", .arg = "regexp", .group = FILTERS,
	    .help = "Take matching frames out of the stacks" },
	  QUERY(OPT_REGEX, hide) },
	{ { .name = "show", .arg = "regexp", .group = FILTERS,
	    .help = "Leave only matching frames in the stacks" },
	  QUERY(OPT_REGEX, show) },
	{ { .name = "show_from", .arg = "regexp", .group = FILTERS,
	    .help = "Begin each stack at its outermost matching frame" },
	  QUERY(OPT_REGEX, show_from) },
	{ { .name = "prune_from", .arg = "regexp", .group = FILTERS,
	    .minor = true,
	    .help = "End each stack at its innermost matching frame" },
	  QUERY(OPT_REGEX, prune_from) },

	{ { .name = "tagfocus", .arg = "filter", .group = TAGS,
	    .help = "Keep samples with such tags: key=regexp, 1kb:2kb" },
	  QUERY(OPT_TAGFILTER, tagfocus) },
	{ { .name = "tagignore", .arg = "filter", .group = TAGS,
	    .help = "Drop samples with such tags" },
	  QUERY(OPT_TAGFILTER, tagignore) },
	{ { .name = "more_tagfocus", .arg = "filter", .group = TAGS,
	    .repeats = true, .minor = true,
	    .help = "One more tagfocus; all must hold (repeatable)" },
	  QUERY(OPT_LIST, more_tagfocus) },
	{ { .name = "more_tagignore", .arg = "filter", .group = TAGS,
	    .repeats = true, .minor = true,
	    .help = "One more tagignore; any drops (repeatable)" },
	  QUERY(OPT_LIST, more_tagignore) },
	{ { .name = "tagshow", .arg = "regexp", .group = TAGS, .minor = true,
	    .help = "Show only tags whose key matches" },
	  QUERY(OPT_REGEX, tagshow) },
	{ { .name = "taghide", .arg = "regexp", .group = TAGS, .minor = true,
	    .help = "Do not show tags whose key matches" },
	  QUERY(OPT_REGEX, taghide) },
	{ { .name = "tagroot", .arg = "keys", .group = TAGS,
	    .help = "Frames above the root, from these tags" },
	  QUERY(OPT_STRING, tagroot) },
	{ { .name = "tagleaf", .arg = "keys", .group = TAGS, .minor = true,
	    .help = "Frames below the leaves, from these tags" },
	  QUERY(OPT_STRING, tagleaf) },

	{ { .name = "sample_index", .alias = "si", .arg = "type",
	    .group = VALUES,
	    .help = "Sample type to show, by name or number" },
	  QUERY(OPT_STRING, sample_index) },
	{ { .name = "beside", .arg = "types", .group = VALUES, .minor = true,
	    .help = "More sample types as columns of the table" },
	  QUERY(OPT_STRING, beside) },
	{ { .name = "unit", .arg = "unit", .group = VALUES,
	    .help = "Unit of numbers: minimum, auto, or one like ms, MB" },
	  QUERY(OPT_STRING, unit) },
	{ { .name = "mean", .group = VALUES, .minor = true,
	    .help = "Divide by the first sample type (a count)" },
	  QUERY(OPT_BOOL, mean) },
	{ { .name = "divide_by", .arg = "number", .group = VALUES,
	    .minor = true,
	    .help = "Divide all numbers shown" },
	  QUERY(OPT_DIVISOR, divide_by) },
	{ { .name = "relative_percentages", .group = VALUES,
	    .help = "Percentages of what the filters leave" },
	  QUERY(OPT_BOOL, relative_percentages) },
	{ { .name = "normalize", .group = VALUES, .minor = true,
	    .help = "Scale the profile to the total of its base" },
	  QUERY(OPT_BOOL, normalize) },
	{ { .name = "drop_negative", .group = VALUES, .minor = true,
	    .help = "Leave out what became less than the base" },
	  QUERY(OPT_BOOL, drop_negative) },

	{ { .name = "granularity", .arg = "what", .group = FRAMES,
	    .shorthand = true,
	    .choices = CHOICES("functions", "filefunctions", "files", "lines",
		"addresses"),
	    .help = "What one frame stands for" },
	  QUERY(OPT_ENUM, granularity) },
	{ { .name = "noinlines", .group = FRAMES,
	    .help = "Credit inlined calls to the caller" },
	  QUERY(OPT_BOOL, noinlines) },
	{ { .name = "showcolumns", .group = FRAMES, .minor = true,
	    .help = "Tell the columns of a line apart" },
	  QUERY(OPT_BOOL, showcolumns) },
	{ { .name = "recursion", .group = FRAMES, .minor = true,
	    .help = "Fold direct recursion, f > f > f, into one f" },
	  QUERY(OPT_BOOL, recursion) },
	{ { .name = "system", .arg = "what", .group = FRAMES, .minor = true,
	    .choices = CHOICES("show", "hide", "hide-kernel"),
	    .help = "Frames of kernel, runtime and libc; callers get their cost" },
	  QUERY(OPT_ENUM, system) },
	{ { .name = "user", .arg = "regexp", .group = FRAMES, .minor = true,
	    .help = "Names, files and programs that are your own code" },
	  QUERY(OPT_REGEX, user) },
	{ { .name = "library", .arg = "regexp", .group = FRAMES, .minor = true,
	    .help = "Names, files and programs that are a library's" },
	  QUERY(OPT_REGEX, library) },
	{ { .name = "system_code", .arg = "regexp", .group = FRAMES,
	    .minor = true,
	    .help = "Names, files and programs that are the system's" },
	  QUERY(OPT_REGEX, system_code) },
	{ { .name = "bottleneck_l1", .arg = "cycles", .group = FRAMES,
	    .minor = true,
	    .help = "Cost of a miss of the first cache; 0: as usual" },
	  QUERY(OPT_FLOAT, bottleneck.l1) },
	{ { .name = "bottleneck_ll", .arg = "cycles", .group = FRAMES,
	    .minor = true,
	    .help = "Cost of a miss of the last cache; 0: as usual" },
	  QUERY(OPT_FLOAT, bottleneck.ll) },
	{ { .name = "bottleneck_branch", .arg = "cycles", .group = FRAMES,
	    .minor = true,
	    .help = "Cost of a wrong guess of a branch; 0: as usual" },
	  QUERY(OPT_FLOAT, bottleneck.branch) },
	{ { .name = "bottleneck_freq", .arg = "cycles", .group = FRAMES,
	    .minor = true,
	    .help = "Cycles in a nanosecond; 0: as usual, 3" },
	  QUERY(OPT_FLOAT, bottleneck.freq) },
	{ { .name = "bottleneck_ipc", .arg = "number", .group = FRAMES,
	    .minor = true,
	    .help = "Instructions in a cycle at best; 0: as usual, 4" },
	  QUERY(OPT_FLOAT, bottleneck.ipc) },
	{ { .name = "trim_path", .arg = "dirs", .group = FRAMES, .minor = true,
	    .help = "Take these prefixes off file names" },
	  QUERY(OPT_STRING, trim_path) },
	{ { .name = "source_path", .arg = "dirs", .group = FRAMES,
	    .minor = true,
	    .help = "Where source files are" },
	  QUERY(OPT_STRING, source_path) },

	{ { .name = "diff", .arg = "what", .group = DIFF,
	    .help = "Compare with this file, or two queries" },
	  SAVED(OPT_STRING, diff) },
	{ { .name = "diff_swap", .group = DIFF, .minor = true,
	    .help = "Take the base for the new side" },
	  SAVED(OPT_BOOL, diff_swap) },
	{ { .name = "diff_width", .arg = "side", .group = DIFF, .minor = true,
	    .choices = CHOICES("after", "before", "max", "sum", "delta"),
	    .help = "What the width of a frame stands for in a diff" },
	  SAVED(OPT_ENUM, diff_width) },
	{ { .name = "diff_columns", .arg = "list", .group = DIFF,
	    .minor = true,
	    .help = "Columns of the table in a diff, comma separated" },
	  SAVED(OPT_STRING, diff_columns) },
	{ { .name = "diff_min", .arg = "share", .group = DIFF, .minor = true,
	    .help = "Hide changes below this share of the total" },
	  SAVED(OPT_FLOAT, diff_min) },

	{ { .name = "sort", .arg = "by", .group = TRIM, .shorthand = true,
	    .choices = CHOICES("flat", "cum"),
	    .help = "Order of a report's rows" },
	  QUERY(OPT_ENUM, sort) },
	{ { .name = "nodecount", .arg = "count", .group = TRIM,
	    .help = "Most rows; 0: all, -1: as many as usual" },
	  QUERY(OPT_INT, nodecount) },
	{ { .name = "nodefraction", .arg = "share", .group = TRIM,
	    .minor = true,
	    .help = "Leave out rows below this share of the total" },
	  QUERY(OPT_FLOAT, nodefraction) },
	{ { .name = "edgefraction", .arg = "share", .group = TRIM,
	    .minor = true,
	    .help = "Leave out edges below this share of the total" },
	  QUERY(OPT_FLOAT, edgefraction) },
	{ { .name = "trim", .group = TRIM, .minor = true,
	    .help = "Leave out small rows and edges; =false shows all" },
	  QUERY(OPT_BOOL, trim) },
	{ { .name = "call_tree", .group = TRIM, .minor = true,
	    .help = "Keep calling contexts apart in graphs" },
	  QUERY(OPT_BOOL, call_tree) },
	{ { .name = "compact_labels", .group = TRIM, .minor = true,
	    .help = "No lines about the profile above a report" },
	  QUERY(OPT_BOOL, compact_labels) },

	{ { .name = "direction", .arg = "what", .group = SCREEN, .minor = true,
	    .choices = CHOICES("callees", "callers", "sandwich"),
	    .help = "Callees below, callers below, or both around a pivot" },
	  QUERY(OPT_ENUM, direction) },
	{ { .name = "pivot", .arg = "name", .group = SCREEN, .minor = true,
	    .help = "The function in the middle of -direction=sandwich" },
	  QUERY(OPT_STRING, pivot) },
	{ { .name = "zoom", .arg = "path", .group = SCREEN, .minor = true,
	    .help = "Zoom to this frame: names from the root, ; between" },
	  SAVED(OPT_STRING, zoom) },
	{ { .name = "search", .arg = "regexp", .group = SCREEN, .minor = true,
	    .help = "Highlight what matches, remove nothing" },
	  QUERY(OPT_REGEX, search) },
	{ { .name = "layout", .arg = "how", .group = SCREEN, .minor = true,
	    .choices = CHOICES("auto", "columns", "rows", "graph-table",
		"graph", "tables"),
	    .help = "How the panes share the screen" },
	  SAVED(OPT_ENUM, layout) },
	{ { .name = "split", .arg = "share", .group = SCREEN, .minor = true,
	    .help = "The graph's share of the panes, 0.15 to 0.85" },
	  SAVED(OPT_FLOAT, split) },
	{ { .name = "split_lists", .arg = "share", .group = SCREEN,
	    .minor = true,
	    .help = "The table's share of what the graph leaves" },
	  SAVED(OPT_FLOAT, split_lists) },
	{ { .name = "root", .arg = "where", .group = SCREEN, .minor = true,
	    .choices = CHOICES("top", "bottom"),
	    .help = "The graph's root at the top or at the bottom" },
	  SAVED(OPT_ENUM, root) },
	{ { .name = "tablesort", .arg = "column", .group = SCREEN,
	    .minor = true,
	    .help = "Column that orders the table; -column reverses" },
	  SAVED(OPT_STRING, tablesort) },
	{ { .name = "tagsort", .arg = "by", .group = SCREEN, .minor = true,
	    .choices = CHOICES("weight", "value"),
	    .help = "Order of the values in the tags pane" },
	  SAVED(OPT_ENUM, tagsort) },
	{ { .name = "columns", .arg = "list", .group = SCREEN, .minor = true,
	    .help = "Columns of the table, comma separated" },
	  SAVED(OPT_STRING, columns) },
	{ { .name = "order", .arg = "by", .group = SCREEN, .minor = true,
	    .choices = CHOICES("weight", "name", "input"),
	    .help = "Order of neighbours in the graph" },
	  SAVED(OPT_ENUM, order) },
	{ { .name = "percent", .arg = "of", .group = SCREEN, .minor = true,
	    .choices = CHOICES("all", "view", "parent", "off"),
	    .help = "What the percentages of the table are of" },
	  SAVED(OPT_ENUM, percent) },
	{ { .name = "names", .arg = "how", .group = SCREEN, .minor = true,
	    .choices = CHOICES("auto", "full", "short", "file:line"),
	    .help = "How names are written in the graph" },
	  SAVED(OPT_ENUM, names) },
	{ { .name = "color", .alias = "colour", .arg = "how", .group = SCREEN,
	    .choices = CHOICES("auto", "never", "always", "8", "16", "256"),
	    .help = "Colours to use; always beats NO_COLOR" },
	  SETTING(OPT_ENUM, color) },
	{ { .name = "background", .arg = "shade", .group = SCREEN,
	    .minor = true, .choices = CHOICES("auto", "light", "dark"),
	    .help = "The terminal's own background" },
	  SETTING(OPT_ENUM, background) },
	{ { .name = "colors", .alias = "colours", .arg = "mode",
	    .group = SCREEN, .minor = true,
	    .choices = CHOICES("auto" PAINT_ROWS(PAINT_CHOICE)),
	    .help = "What the colours of the graph tell" },
	  SAVED(OPT_ENUM, colors) },
	{ { .name = "diff_palette", .arg = "colors", .group = SCREEN,
	    .minor = true,
	    .choices = CHOICES("blue-orange", "purple-green", "red-green",
		"mono"),
	    .help = "Colours of less and more in a diff" },
	  SETTING(OPT_ENUM, diff_palette) },
	{ { .name = "ascii", .group = SCREEN,
	    .help = "Draw with plain ASCII characters only" },
	  SETTING(OPT_BOOL, ascii) },
	{ { .name = "smooth", .group = SCREEN, .minor = true,
	    .help = "Draw right edges to an eighth of a cell" },
	  SETTING(OPT_BOOL, smooth) },
	{ { .name = "dim_search", .group = SCREEN, .minor = true,
	    .help = "Dim what the search does not match" },
	  SETTING(OPT_BOOL, dim_search) },
	{ { .name = "follow", .group = SCREEN, .minor = true,
	    .help = "Read files again when they change, a pipe as it grows" },
	  SETTING(OPT_BOOL, follow) },
	{ { .name = "apart", .group = SCREEN, .minor = true,
	    .help = "Show several profiles one by one: { and } walk" },
	  SETTING(OPT_BOOL, apart) },
	{ { .name = "mouse", .group = SCREEN, .minor = true,
	    .help = "Take clicks and the wheel from the terminal" },
	  SETTING(OPT_BOOL, mouse) },
	{ { .name = "notes", .group = SCREEN, .minor = true,
	    .help = "A quiet line where a view deserves doubt or another look" },
	  SETTING(OPT_BOOL, notes) },
	{ { .name = "osc52", .group = SCREEN, .minor = true,
	    .help = "Let y copy through the terminal (OSC 52)" },
	  SETTING(OPT_BOOL, osc52) },
	{ { .name = "esc_delay", .arg = "ms", .group = SCREEN, .minor = true,
	    .help = "How long Esc waits for the rest of a key" },
	  SETTING(OPT_INT, esc_delay), .min = 0, .max = 10000 },
	{ { .name = "follow_delay", .arg = "ms", .group = SCREEN,
	    .minor = true,
	    .help = "How long keys must rest before peek follows them" },
	  SETTING(OPT_INT, follow_delay), .min = 0, .max = 10000 },
	{ { .name = "inspector", .arg = "where", .group = SCREEN,
	    .minor = true, .choices = CHOICES("overlay", "docked"),
	    .help = "The inspector over the panes, or in place of peek" },
	  SAVED(OPT_ENUM, inspector) },
	{ { .name = "minimap", .arg = "when", .group = SCREEN, .minor = true,
	    .choices = CHOICES("auto", "on", "off"),
	    .help = "A strip with the whole graph; auto: tall screen, zoomed" },
	  SAVED(OPT_ENUM, minimap) },
	{ { .name = "announce", .group = SCREEN, .minor = true,
	    .help = "Tell each move in one plain line, for screen readers" },
	  SETTING(OPT_BOOL, announce) },
	{ { .name = "low_bandwidth", .group = SCREEN, .minor = true,
	    .help = "Write as little as can be, for slow connections" },
	  SETTING(OPT_BOOL, low_bandwidth) },

	{ { .name = "max_memory", .arg = "size", .group = OTHER,
	    .help = "Refuse what needs more, as 2G; 0: half, at most 4G" },
	  SETTING(OPT_SIZE, max_memory), .min = 0, .max = INT64_MAX },
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
		const struct doc *d = &table[i].doc;

		nearest_offer(wanted, d->name, best, distance);
		for (size_t c = 0; d->shorthand && d->choices[c] != NULL; c++)
			nearest_offer(wanted, d->choices[c], best, distance);
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

int
option_unknown(
	struct err *err, const char *dash, struct str name, const char *nearest)
{
	if (nearest == NULL)
		return err_set(err, ERR_USAGE, "unknown option %s%.*s", dash,
			STR_ARG(name));
	return err_set(err, ERR_USAGE,
		"unknown option %s%.*s, did you mean %s%s?", dash,
		STR_ARG(name), dash, nearest);
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
