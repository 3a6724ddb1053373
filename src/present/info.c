/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about the profile itself, as lines. */
#include "prelude.h"

#include "present/info.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "present/number.h"
#include "present/owners.h"
#include "profile/labels.h"
#include "profile/partial.h"
#include "profile/sampletype.h"
#include "profile/samplecount.h"
#include "profile/unit.h"

enum { LABEL_MOST = 20, INDENT = 3, SENTENCE_LEAST = 20, OWNER_COLS = 20 };

struct info {
	struct info_pane *out;
	const struct profile *p;
	struct strbuf text; /* scratch for the line being built */
};

/* True if some sample type was measured over a time, not at a moment. */
static bool
info_lasted(const struct profile *p)
{
	for (uint32_t i = 0; i < p->types.n; i++)
		if (profile_lasted(p, i) > 0)
			return true;
	return false;
}

static void
info_add_line(struct info *in, enum info_kind kind, struct str label,
	struct str value)
{
	struct arena *arena = &in->out->arena;
	struct info_line line = { .kind = kind,
		.label = arena_str(arena, label),
		.value = arena_str(arena, value) };
	int cols = utf8_columns(label, false);

	if (kind != INFO_HEADING && cols > in->out->label_cols)
		in->out->label_cols = cols < LABEL_MOST ? cols : LABEL_MOST;
	vec_push(&in->out->line, line);
}

static void
info_heading(struct info *in, const char *text)
{
	if (in->out->line.n > 0)
		info_add_line(in, INFO_BLANK, STR_EMPTY, STR_EMPTY);
	info_add_line(in, INFO_HEADING, str_c(text), STR_EMPTY);
}

/* Add the scratch text as a value, and clear it. */
static void
info_field(struct info *in, const char *label)
{
	info_add_line(in, INFO_FIELD, str_c(label), strbuf_str(&in->text));
	strbuf_reset(&in->text);
}

/* Add a sentence in lines of at most `cols` columns. */
static void
add_wrapped(struct info *in, const char *label, struct str text, int cols)
{
	for (; text.n > 0; label = "")
		info_add_line(in, INFO_FIELD, str_c(label),
			utf8_line(&text, false, cols));
}

static void
add_files(struct info *in, const char *label, const struct str *file, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (str_is(file[i], "-"))
			strbuf_addstr(&in->text, "standard input");
		else
			strbuf_add(&in->text, file[i]);
		info_field(in, label);
	}
}

static void
info_string(struct info *in, const char *label, str_id value)
{
	if (value == 0)
		return;
	strbuf_add(&in->text, profile_str(in->p, value));
	info_field(in, label);
}

static void
info_add_header(struct info *in)
{
	const struct header *h = &in->p->header;

	if (h->time_nanos != 0) {
		int64_t nanos = h->time_nanos;
		time_t sec = (time_t)(nanos / 1000000000);
		char text[64];
		struct tm tm;

		/* In UTC: readers may be in another time zone. */
		if (gmtime_r(&sec, &tm) != NULL) {
			strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC",
				&tm);
			strbuf_addstr(&in->text, text);
			info_field(in, "taken");
		}
	}
	if (info_lasted(in->p)) {
		amount_put(&in->text, h->duration_nanos, STR("ns"));
		info_field(in, "duration");
	}
	if (h->period != 0 || h->period_type != 0) {
		strbuf_addstr(&in->text, "a sample every ");
		amount_put(&in->text, h->period,
			profile_str(in->p, h->period_unit));
		if (h->period_type != 0) {
			strbuf_addstr(&in->text, " of ");
			strbuf_add(
				&in->text, profile_str(in->p, h->period_type));
		}
		info_field(in, "period");
	}
	info_string(in, "default type", h->default_type);
	info_string(in, "about it", h->doc_url);
	info_string(in, "drops frames", h->drop_frames);
	info_string(in, "keeps frames", h->keep_frames);
}

static void
info_add_count(struct info *in, const char *label, uint64_t n)
{
	count_put(&in->text, n);
	info_field(in, label);
}

/* ---- Known and missing data ---- */

/* False for the placeholder mapping of formats without mappings. */
static bool
is_mapping(const struct profile *p, map_id m)
{
	return profile_str(p, p->map.file[m]).n > 0 || p->map.limit[m] != 0 ||
		profile_str(p, p->map.build_id[m]).n > 0;
}

static uint32_t
info_mappings(const struct profile *p)
{
	uint32_t n = 0;

	for (map_id m = 0; m < p->map.n; m++)
		n += is_mapping(p, m);
	return n;
}

/* True unless the label marks samples of a base profile. */
static bool
info_is_own_label(const struct profile *p, str_id key)
{
	return !label_is_base(profile_str(p, key));
}

/* True if a column contains anything but zeros. */
#define HAS_ANY(column, n) has_any((column), (n) * sizeof(*(column)))

static bool
has_any(const void *column, size_t bytes)
{
	const unsigned char *at = column;

	while (bytes > 0 && *at == 0) {
		at++;
		bytes--;
	}
	return bytes > 0;
}

enum { HAS_FRAMES = MAP_ALL + 1 };

/* Return the data that frames of each mapping have, as MAP_* and HAS_FRAMES
   bits; the caller frees the array. The file's claims (map.has) are ignored:
   some files claim everything to prevent symbolization. */
static unsigned *
mappings_know(const struct profile *p)
{
	unsigned *known = xcalloc(p->map.n + 1, sizeof(*known));

	for (loc_id i = 0; i < p->loc.n; i++) {
		line_id from = p->loc.line0[i], to = p->loc.line0[i + 1];
		map_id m = p->loc.map[i];

		if (m == NONE)
			continue;
		known[m] |= HAS_FRAMES | (to - from > 1 ? MAP_INLINES : 0U);
		for (line_id line = from; line < to; line++) {
			func_id f = p->line.func[line];

			known[m] |= ((f != NONE && p->func.name[f] != 0
						     ? MAP_FUNCTIONS
						     : 0U) |
				(f != NONE && p->func.file[f] != 0
						? MAP_FILENAMES
						: 0U) |
				(p->line.line[line] != 0 ? MAP_LINES : 0U));
		}
	}
	return known;
}

static void
info_add_mapping(struct info *in, map_id m, unsigned known, bool wants_build_id)
{
	const struct profile *p = in->p;
	struct str file = profile_str(p, p->map.file[m]);
	struct str id = profile_str(p, p->map.build_id[m]);
	static const struct {
		unsigned bit;
		const char *name;
	} rows[] = { { MAP_FUNCTIONS, "functions" }, { MAP_FILENAMES, "files" },
		{ MAP_LINES, "lines" }, { MAP_INLINES, "inlined calls" } };
	const char *before = "has ";

	strbuf_add(&in->text, file.n > 0 ? file : STR("(no file)"));
	info_field(in, m == 0 ? "main" : "");
	if (p->map.limit[m] != 0)
		strbuf_addf(&in->text, "0x%" PRIx64 "-0x%" PRIx64,
			p->map.start[m], p->map.limit[m]);
	if (p->map.offset[m] != 0)
		strbuf_addf(&in->text, " at 0x%" PRIx64, p->map.offset[m]);
	strbuf_addstr(&in->text, in->text.n > 0 ? "   " : "");
	if (known == 0)
		strbuf_addstr(&in->text, "not sampled");
	else if (known == HAS_FRAMES)
		strbuf_addstr(&in->text, "without symbols");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if ((known & rows[i].bit) == 0)
			continue;
		strbuf_addf(&in->text, "%s%s", before, rows[i].name);
		before = ", ";
	}
	if (id.n == 0 && wants_build_id)
		strbuf_addstr(&in->text, "   no build id");
	info_field(in, "");
	if (id.n == 0)
		return;
	strbuf_addf(&in->text, "build id %.*s", STR_ARG(id));
	info_field(in, "");
}

/* Missing data, with the consequence of each. */

bool
info_knows(const struct profile *p, enum info_part part)
{
	switch (part) {
	case KNOWS_FILES:
		return HAS_ANY(p->func.file, p->func.n);
	case KNOWS_LINES:
		return HAS_ANY(p->line.line, p->line.n);
	case KNOWS_LABELS:
		break;
	}
	for (uint32_t i = 0; i < p->labels.first[p->labels.n]; i++)
		if (info_is_own_label(p, p->labels.label[i].key))
			return true;
	return false;
}

static void
info_add_missing(struct info *in)
{
	const struct profile *p = in->p;
	const struct {
		bool there;
		const char *what, *so;
	} rows[] = {
		{ p->header.time_nanos != 0, "time", "when it was taken" },
		{ info_lasted(p), "duration", "how long it was measured" },
		{ p->header.period != 0, "period",
			"how far apart the samples are" },
		{ p->func.n > 0, "functions", "names: frames are addresses" },
		{ info_knows(p, KNOWS_FILES), "files",
			"which file a function is in" },
		{ info_knows(p, KNOWS_LINES), "lines", "which line cost what" },
		{ p->line.n > p->loc.n, "inlined calls",
			"calls that the compiler inlined, if there were any" },
		{ HAS_ANY(p->loc.address, p->loc.n), "addresses",
			"granularity=addresses shows nothing more" },
		{ info_mappings(p) > 0, "mappings",
			"which binary a frame is in" },
		{ info_mappings(p) == 0 || HAS_ANY(p->map.build_id, p->map.n),
			"build ids", "which build of the binary ran" },
		{ info_knows(p, KNOWS_LABELS), "labels", "pane 6 is empty" },
	};
	bool any = false;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (rows[i].there)
			continue;
		if (!any)
			info_heading(in, "Not in the profile");
		any = true;
		strbuf_addstr(&in->text, rows[i].so);
		info_field(in, rows[i].what);
	}
}

/* ---- The pane ---- */

static void
add_contents(struct info *in)
{
	const struct profile *p = in->p;
	const int64_t *time;
	int64_t first = INT64_MAX, last = 0;
	size_t timed = 0;
	const struct labels *labels;
	uint32_t n;
	struct bits seen;
	VEC(struct str) key = { NULL, 0, 0 };
	const struct profile *q;
	uint64_t *stack;
	struct map64 stacks_seen = { 0 };
	struct bits ends;
	size_t by_address = 0, by_function = 0;

	info_heading(in, "Contents");
	info_add_count(in, "records", p->sample.n);
	/* Print the time from the first to the last sample, if known. */
	time = in->p->sample.time;
	for (size_t i = 0; time != NULL && i < in->p->sample.n; i++) {
		if (time[i] == SAMPLE_UNTIMED)
			continue;
		timed++;
		last = i64_max(last, time[i]);
		first = time[i] < first ? time[i] : first;
	}
	if (time != NULL) {
		if (timed < in->p->sample.n) {
			count_put(&in->text, timed);
			strbuf_addstr(&in->text, " records have one, ");
		} else
			strbuf_addstr(&in->text, "each record has one, ");
		amount_put(
			&in->text, last > first ? last - first : 0, STR("ns"));
		strbuf_addstr(&in->text, " from first to last");
		info_field(in, "times");
	}
	/* Count the stacks: "629 by address, 342 by function". */
	q = in->p;
	/* stack[node] is a hash of the functions on the path to the node. */
	stack = xcalloc(q->trie.n, sizeof(*stack));
	for (node_id i = 1; i < q->trie.n; i++) {
		loc_id loc = q->trie.loc[i];
		line_id from = q->loc.line0[loc], line = q->loc.line0[loc + 1];

		stack[i] = stack[q->trie.parent[i]];
		if (line == from)
			stack[i] = hash_join(stack[i], ~q->loc.address[loc]);
		while (line-- > from)
			stack[i] = hash_join(stack[i], q->line.func[line] + 1U);
	}
	ends = bits_new(q->trie.n);

	for (size_t i = 0; i < q->sample.n; i++) {
		node_id leaf = q->sample.leaf[i];
		uint32_t *at;

		if (bits_get(&ends, leaf))
			continue;
		bits_set(&ends, leaf);
		by_address++;
		at = map64_at(&stacks_seen, stack[leaf]);
		by_function += *at == NONE;
		*at = 0;
	}
	count_put(&in->text, by_address);
	if (by_function < by_address) {
		strbuf_addstr(&in->text, " by address, ");
		count_put(&in->text, by_function);
		strbuf_addstr(&in->text, " by function");
	}
	info_field(in, "stacks");
	map64_free(&stacks_seen);
	free(ends.word);
	free(stack);
	info_add_count(in, "functions", p->func.n);
	info_add_count(in, "locations", p->loc.n);
	info_add_count(in, "lines", p->line.n);
	info_add_count(in, "mappings", info_mappings(p));
	/* Collect the keys of all labels, each once. */
	labels = &in->p->labels;
	n = labels->first[labels->n];
	seen = bits_new(in->p->strings.n);
	for (uint32_t i = 0; i < n; i++) {
		str_id id = labels->label[i].key;

		if (bits_get(&seen, id))
			continue;
		bits_set(&seen, id);
		if (info_is_own_label(in->p, id))
			vec_push(&key, profile_str(in->p, id));
	}
	if (key.n > 0)
		qsort(key.p, key.n, sizeof(*key.p), str_compare);
	for (size_t i = 0; i < key.n; i++) {
		if (i > 0)
			strbuf_addstr(&in->text, ", ");
		strbuf_add(&in->text, key.p[i]);
	}
	if (key.n > 0)
		info_field(in, "labels");
	vec_free(&key);
	free(seen.word);
	amount_put(&in->text, (int64_t)profile_bytes(p), STR("B"));
	info_field(in, "in memory");
}

/* Add the table of whose code costs what. */
static void
add_owners(struct info *in, const struct ownership *o, uint32_t column)
{
	struct str unit = profile_str(in->p, in->p->types.unit[column]);
	struct owner_row row[OWNER_ROWS];
	size_t n = ownership_rows(o, row);

	info_heading(in, "Whose code");
	in->out->owners = (uint32_t)in->out->line.n - 1;
	strbuf_addf(&in->text, "%*s ", OWNER_COLS, "");
	owners_put_heads(&in->text, o);
	for (size_t i = 0; i <= n; i++) {
		info_add_line(in, INFO_ROW, STR_EMPTY, strbuf_str(&in->text));
		strbuf_reset(&in->text);
		if (i == n)
			break;
		strbuf_addf(&in->text, "%s%-*s ", row[i].is_kind ? "  " : "",
			row[i].is_kind ? OWNER_COLS - 2 : OWNER_COLS,
			row[i].name);
		owners_put_row(&in->text, o, row[i].of, unit);
		if (row[i].origin == ORIGIN_SYSTEM && !row[i].is_kind) {
			strbuf_addch(&in->text, ' ');
			ownership_put_runtimes(&in->text, o);
		}
		if (row[i].origin == ORIGIN_USER && o->how != NULL)
			strbuf_addf(&in->text, "  %.*s (%s)",
				STR_ARG(strbuf_str(&o->program)), o->how);
	}
}

struct info_pane *
info_pane_new(const struct profile *p, uint32_t column,
	const struct info_origin *from, const struct inshort *brief,
	const struct ownership *owns, int cols)
{
	struct info_pane *ip = xcalloc(1, sizeof(*ip));
	struct info in = { .out = ip, .p = p, .text = STRBUF_INIT };
	struct partial_marks m;
	const struct profile *q;
	bool ids;
	unsigned *known;
	const struct header *h;

	cols -= LABEL_MOST + INDENT;
	if (brief->n > 0)
		info_heading(&in, "In short");
	for (size_t i = 0; i < brief->n; i++)
		add_wrapped(&in, brief->row[i].name, brief->row[i].text,
			cols > SENTENCE_LEAST ? cols : SENTENCE_LEAST);
	info_heading(&in,
		p->header.has_base ? "Base and new profile, added up"
				   : "Profile");
	add_files(&in, "file", from->source, from->n_sources);
	add_files(&in, "base", from->base, from->n_bases);

	/* Note that the profile is partial. */
	m = partial_find(in.p);
	if (m.n != 0) {
		partial_text(&in.text, in.p);
		if (m.n == 1 && m.rest.n > 0)
			strbuf_addf(&in.text, " (%.*s)", STR_ARG(m.rest));
		info_field(&in, "partial");
	}
	info_add_header(&in);
	info_heading(&in, "Sample types");
	for (uint32_t i = 0; i < p->types.n; i++) {
		uint32_t type_column = i;
		bool current = i == column;
		const struct profile *type_p = in.p;
		const int64_t *value = type_p->sample.value[type_column];
		struct str unit =
			profile_str(type_p, type_p->types.unit[type_column]);
		bool clamped = false;
		int64_t sum = 0;
		struct events events = events_of(type_p, type_column);
		size_t n = 0;

		/* Sum a column, and count the records with a value other
		   than 0. */
		for (size_t j = 0; j < type_p->sample.n; j++) {
			sum = i64_add(sum, i64_abs(value[j]), &clamped);
			n += value[j] != 0;
		}
		strbuf_addstr(&in.text, clamped ? "over " : "");
		if (events.each != 1 || events.name == NULL) {
			amount_put(&in.text, sum, unit);
			strbuf_addstr(&in.text, ", ");
		}
		if (!events_put(
			    &in.text, &events, events_sum(&events, type_p)) &&
			in.text.n > 0)
			strbuf_cut(&in.text, in.text.n - 2);
		strbuf_addstr(&in.text, in.text.n > 0 ? " in " : "0 in ");
		count_put(&in.text, n);
		strbuf_addf(&in.text, " record%s", plural(n));
		if (unit.n > 0 && !str_is(unit, "count") &&
			unit_decimals(unit) == 0)
			strbuf_addf(&in.text, ", in %.*s", STR_ARG(unit));
		info_add_line(&in, current ? INFO_CURRENT : INFO_FIELD,
			profile_str(type_p, type_p->types.type[type_column]),
			strbuf_str(&in.text));
		strbuf_reset(&in.text);
	}
	add_contents(&in);
	h = &in.p->header;
	if (h->ncomments != 0) {
		info_heading(&in, "Comments");
		for (uint32_t i = 0; i < h->ncomments; i++) {
			struct str text = profile_str(in.p, h->comment[i]);

			/* "In short" above has these. */
			if (str_starts(text, STR(COMMENT_WAITS)))
				continue;
			/* A comment may have several lines. */
			do {
				strbuf_add(&in.text, str_cut(&text, '\n'));
				info_field(&in, "");
			} while (text.n > 0);
		}
	}
	q = in.p;
	ids = HAS_ANY(q->map.build_id, q->map.n);
	if (info_mappings(q) != 0) {
		known = mappings_know(q);
		info_heading(&in, "Mappings");
		for (map_id mappings_m = 0; mappings_m < q->map.n; mappings_m++)
			if (is_mapping(q, mappings_m))
				info_add_mapping(&in, mappings_m,
					known[mappings_m], ids);
		free(known);
	}
	info_add_missing(&in);
	if (owns != NULL)
		add_owners(&in, owns, column);
	strbuf_free(&in.text);
	return ip;
}

void
info_pane_free(struct info_pane *ip)
{
	if (ip == NULL)
		return;
	vec_free(&ip->line);
	arena_free(&ip->arena);
	free(ip);
}

void
info_line_draw(struct grid *g, struct rect r, const struct info_pane *ip,
	uint32_t i, int skip)
{
	const struct info_line *line = &ip->line.p[i];
	int label = r.col + INDENT, value = label + ip->label_cols + 2;
	int end = r.col + r.cols, room = end - label;
	bool current = line->kind == INFO_CURRENT;

	if (line->kind == INFO_HEADING) {
		grid_put_cut(g, r.row, r.col + 1, r.cols - 1, line->label,
			STYLE_HEADER);
		return;
	}
	if (line->kind == INFO_ROW) {
		grid_put_skip(
			g, r.row, label, room, line->value, skip, STYLE_NORMAL);
		return;
	}
	if (current)
		grid_glyph(g, r.row, r.col + 1, GLYPH_POINTER, STYLE_BOLD);
	grid_put_cut(g, r.row, label,
		ip->label_cols < room ? ip->label_cols : room, line->label,
		STYLE_DIM);
	if (value < end)
		grid_put_skip(g, r.row, value, end - value, line->value, skip,
			current ? STYLE_BOLD : STYLE_NORMAL);
}
