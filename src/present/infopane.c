/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profile's own facts as lines: see infopane.h. */
#include "config.h"

#include "present/infopane.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "present/infolines.h"
#include "present/number.h"
#include "profile/partial.h"
#include "profile/unit.h"

#include "base/banned.h"

enum { LABEL_MOST = 20, INDENT = 3 };

enum info_kind { INFO_BLANK, INFO_HEADING, INFO_FIELD, INFO_CURRENT };

struct info_line {
	enum info_kind kind;
	struct str label, value; /* in the arena */
};

struct info_pane {
	struct arena arena;
	VEC(struct info_line) line;
	int label_cols; /* of the widest label */
};

static void
add_line(struct info *in, enum info_kind kind, struct str label,
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

void
info_heading(struct info *in, const char *text)
{
	if (in->out->line.n > 0)
		add_line(in, INFO_BLANK, STR_EMPTY, STR_EMPTY);
	add_line(in, INFO_HEADING, str_c(text), STR_EMPTY);
}

void
info_field(struct info *in, const char *label)
{
	add_line(in, INFO_FIELD, str_c(label), strbuf_str(&in->text));
	strbuf_reset(&in->text);
}

static void
add_files(struct info *in, const char *label, const struct str *file, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (str_is(file[i], "-"))
			strbuf_addc(&in->text, "standard input");
		else
			strbuf_add(&in->text, file[i]);
		info_field(in, label);
	}
}

/* In UTC: who reads it may be far from where it was taken. */
static void
add_time(struct info *in, int64_t nanos)
{
	time_t sec = (time_t)(nanos / 1000000000);
	char text[64];
	struct tm tm;

	if (gmtime_r(&sec, &tm) == NULL)
		return;
	(void)strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &tm);
	strbuf_addc(&in->text, text);
	info_field(in, "taken");
}

/* That not all of it is here. */
static void
add_partial(struct info *in)
{
	struct partial_marks m = partial_find(in->p);

	if (m.n == 0)
		return;
	partial_text(&in->text, in->p);
	if (m.n == 1 && m.rest.n > 0)
		strbuf_addf(&in->text, " (%.*s)", STR_ARG(m.rest));
	info_field(in, "partial");
}

static void
add_header(struct info *in)
{
	const struct header *h = &in->p->header;
	char text[UNIT_TEXT_MAX];

	if (h->time_nanos != 0)
		add_time(in, h->time_nanos);
	if (h->duration_nanos != 0) {
		(void)unit_label(
			h->duration_nanos, STR("ns"), STR("auto"), text);
		strbuf_addc(&in->text, text);
		info_field(in, "duration");
	}
	if (h->period != 0 || h->period_type != 0) {
		(void)unit_label(h->period, profile_str(in->p, h->period_unit),
			STR("auto"), text);
		strbuf_addf(&in->text, "a sample every %s", text);
		if (h->period_type != 0) {
			strbuf_addc(&in->text, " of ");
			strbuf_add(
				&in->text, profile_str(in->p, h->period_type));
		}
		info_field(in, "period");
	}
	if (h->default_type != 0) {
		strbuf_add(&in->text, profile_str(in->p, h->default_type));
		info_field(in, "default type");
	}
	if (h->doc_url != 0) {
		strbuf_add(&in->text, profile_str(in->p, h->doc_url));
		info_field(in, "about it");
	}
	if (h->drop_frames != 0) {
		strbuf_add(&in->text, profile_str(in->p, h->drop_frames));
		info_field(in, "drops frames");
	}
	if (h->keep_frames != 0) {
		strbuf_add(&in->text, profile_str(in->p, h->keep_frames));
		info_field(in, "keeps frames");
	}
}

/* The total of a column as pprof's, and how many samples have any of it. */
static void
add_type(struct info *in, uint32_t column, bool current)
{
	const struct profile *p = in->p;
	const int64_t *value = p->sample.value[column];
	struct str unit = profile_str(p, p->types.unit[column]);
	char total[UNIT_TEXT_MAX];
	bool clamped = false;
	int64_t sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < p->sample.n; i++) {
		sum = i64_add(sum, i64_abs(value[i]), &clamped);
		n += value[i] != 0;
	}
	(void)unit_label(sum, unit, STR("auto"), total);
	strbuf_addf(&in->text, "%s%s in ", clamped ? "over " : "", total);
	count_put(&in->text, n);
	strbuf_addc(&in->text, " of ");
	count_put(&in->text, p->sample.n);
	strbuf_addc(&in->text, " samples");
	if (unit.n > 0)
		strbuf_addf(&in->text, ", in %.*s", STR_ARG(unit));
	add_line(in, current ? INFO_CURRENT : INFO_FIELD,
		profile_str(p, p->types.type[column]), strbuf_str(&in->text));
	strbuf_reset(&in->text);
}

/* Of samples whose times are known: from the first to the last. */
static void
add_times(struct info *in)
{
	const int64_t *time = in->p->sample.time;
	char text[UNIT_TEXT_MAX];
	int64_t last = 0;

	for (size_t i = 0; time != NULL && i < in->p->sample.n; i++)
		if (time[i] > last)
			last = time[i];
	if (time == NULL)
		return;
	(void)unit_label(last, STR("ns"), STR("auto"), text);
	strbuf_addf(
		&in->text, "each sample has one, %s from first to last", text);
	info_field(in, "times");
}

static size_t
distinct_stacks(const struct profile *p)
{
	struct bits seen = bits_new(p->trie.n);
	size_t n = 0;

	for (size_t i = 0; i < p->sample.n; i++) {
		if (bits_get(&seen, p->sample.leaf[i]))
			continue;
		bits_set(&seen, p->sample.leaf[i]);
		n++;
	}
	free(seen.word);
	return n;
}

static void
add_count(struct info *in, const char *label, uint64_t n)
{
	count_put(&in->text, n);
	info_field(in, label);
}

static void
add_bytes(struct info *in, const char *label, size_t n)
{
	char text[UNIT_TEXT_MAX];

	(void)unit_label((int64_t)n, STR("B"), STR("auto"), text);
	strbuf_addc(&in->text, text);
	info_field(in, label);
}

static int
by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* The keys of all labels, each once. */
static void
add_label_keys(struct info *in)
{
	const struct labels *labels = &in->p->labels;
	uint32_t n = labels->first[labels->n];
	struct bits seen = bits_new(in->p->strings.n);
	VEC(struct str) key = { NULL, 0, 0 };

	for (uint32_t i = 0; i < n; i++) {
		str_id id = labels->label[i].key;

		if (bits_get(&seen, id))
			continue;
		bits_set(&seen, id);
		if (info_is_own_label(in->p, id))
			vec_push(&key, profile_str(in->p, id));
	}
	if (key.n > 0)
		qsort(key.p, key.n, sizeof(*key.p), by_text);
	for (size_t i = 0; i < key.n; i++) {
		if (i > 0)
			strbuf_addc(&in->text, ", ");
		strbuf_add(&in->text, key.p[i]);
	}
	if (key.n > 0)
		info_field(in, "labels");
	vec_free(&key);
	free(seen.word);
}

static void
add_contents(struct info *in)
{
	const struct profile *p = in->p;

	info_heading(in, "Contents");
	add_count(in, "samples", p->sample.n);
	add_times(in);
	add_count(in, "stacks", distinct_stacks(p));
	add_count(in, "functions", p->func.n);
	add_count(in, "locations", p->loc.n);
	add_count(in, "lines", p->line.n);
	add_count(in, "mappings", info_mappings(p));
	add_label_keys(in);
	add_bytes(in, "in memory", profile_bytes(p));
}

static void
add_comments(struct info *in)
{
	const struct header *h = &in->p->header;

	if (h->ncomments == 0)
		return;
	info_heading(in, "Comments");
	for (uint32_t i = 0; i < h->ncomments; i++) {
		struct str text = profile_str(in->p, h->comment[i]);

		/* A comment may have lines of its own. */
		do {
			strbuf_add(&in->text, str_cut(&text, '\n'));
			info_field(in, "");
		} while (text.n > 0);
	}
}

struct info_pane *
info_pane_new(const struct profile *p, uint32_t column,
	const struct info_origin *from)
{
	struct info_pane *ip = xcalloc(1, sizeof(*ip));
	struct info in = { .out = ip, .p = p, .text = STRBUF_INIT };

	info_heading(&in, "Profile");
	add_files(&in, "file", from->source, from->n_sources);
	add_files(&in, "base", from->base, from->n_bases);
	add_files(&in, "base", from->diff_base, from->n_diff_bases);
	add_partial(&in);
	add_header(&in);
	info_heading(&in, "Sample types");
	for (uint32_t i = 0; i < p->types.n; i++)
		add_type(&in, i, i == column);
	add_contents(&in);
	add_comments(&in);
	info_add_mappings(&in);
	info_add_missing(&in);
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

uint32_t
info_pane_lines(const struct info_pane *ip)
{
	return (uint32_t)ip->line.n;
}

static void
draw_line(struct grid *g, int row, int col, int end, const struct info_pane *ip,
	const struct info_line *line, int skip)
{
	int value = col + INDENT + ip->label_cols + 2;

	if (line->kind == INFO_HEADING) {
		(void)grid_put_cut(g, row, col + 1, end - col - 1, line->label,
			STYLE_HEADER);
		return;
	}
	if (line->kind == INFO_CURRENT)
		(void)grid_put(g, row, col + 1, 1,
			g->ascii ? STR(">") : STR("▶"), STYLE_BOLD);
	(void)grid_put_cut(g, row, col + INDENT,
		ip->label_cols < end - col - INDENT ? ip->label_cols
						    : end - col - INDENT,
		line->label, STYLE_DIM);
	if (value < end)
		(void)grid_put_skip(g, row, value, end - value, line->value,
			skip,
			line->kind == INFO_CURRENT ? STYLE_BOLD : STYLE_NORMAL);
}

void
info_pane_draw(struct grid *g, struct rect r, const struct info_pane *ip,
	uint32_t first, int skip)
{
	for (int k = 0; k < r.rows; k++) {
		uint32_t i = first + (uint32_t)k;

		if (i >= ip->line.n)
			break;
		draw_line(g, r.row + k, r.col, r.col + r.cols, ip,
			&ip->line.p[i], skip);
		grid_hit(g, (struct rect){ r.row + k, r.col, 1, r.cols }, i);
	}
}
