/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that reports share: rows, numbers, the lines above a report. */
#include "prelude.h"

#include "report/report.h"

#include <inttypes.h>

#include "analysis/graph.h"
#include "base/ascii.h"
#include "base/bits.h"
#include "base/compiler.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "conf/gonumber.h"
#include "engine/calltotals.h"
#include "engine/link.h"
#include "profile/partial.h"
#include "profile/unit.h"
#include "write/write.h"

static struct graph *
trimmed_for(const struct report_job *job, int64_t nodecount, bool any_order)
{
	struct graph_options options;

	graph_options_init(&options, &job->view->query);
	graph_options_trim(&options, &job->view->query, nodecount);
	options.any_order = any_order;
	return graph_trimmed(job->view, &options);
}

struct graph *
report_graph(const struct report_job *job, int64_t nodecount)
{
	return trimmed_for(job, nodecount, false);
}

struct graph *
report_rows(const struct report_job *job)
{
	return trimmed_for(job, 0, true);
}

size_t
report_most(const struct report_job *job)
{
	int64_t most = job->view->query.nodecount;

	return most > 0 ? (size_t)most : SIZE_MAX;
}

struct report_weight {
	uint64_t weight;
	size_t at;
};

static int
report_by_weight(const void *a, const void *b)
{
	const struct report_weight *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

struct bits
report_heaviest(const struct report_job *job, const int64_t *weight, size_t n)
{
	struct report_weight *sorted = xcalloc(n + 1, sizeof(*sorted));
	struct bits heaviest = bits_new(n);
	size_t most = report_most(job);

	for (size_t i = 0; i < n; i++)
		sorted[i] = (struct report_weight){ u64_abs(weight[i]), i };
	qsort(sorted, n, sizeof(*sorted), report_by_weight);
	for (size_t i = 0; i < n && i < most; i++)
		bits_set(&heaviest, sorted[i].at);
	free(sorted);
	return heaviest;
}

bool
report_parse_address(struct str s, uint64_t *out)
{
	int64_t n = 0;

	if (s.n == 0 || !ascii_is_digit(s.p[0]))
		return false;
	if (literal_int(s, &n)) {
		*out = (uint64_t)n;
		return true;
	}
	if (s.n != 18 || s.p[0] != '0' || ascii_lower(s.p[1]) != 'x')
		return false;
	*out = 0;
	for (size_t i = 2; i < s.n; i++) {
		if (ascii_hex(s.p[i]) < 0)
			return false;
		*out = *out << 4 | (uint64_t)ascii_hex(s.p[i]);
	}
	return true;
}

bool
report_url(const struct report_job *job, const struct frames *frames,
	frame_id frame, struct strbuf *out)
{
	const struct frame *f = &frames->frame[frame];
	const struct profile *p = frames->profile;
	struct link_place place = { .line = f->line, .name = f->name };
	struct err err = ERR_INIT;

	if (job->links == NULL || f->first_line == NONE)
		return false;
	place.file = profile_str(p, p->func.file[p->line.func[f->first_line]]);
	if (place.line == 0)
		place.line = p->line.line[f->first_line];
	return link_put(out, job->links, &place, &err) == 0;
}

int
report_no_match(const struct report_job *job, struct err *err)
{
	return err_set(err, ERR_NO_MATCH, "no matches found for regexp: %.*s",
		STR_ARG(job->arg));
}

enum { DRAINED = 256 * 1024 }; /* bytes; less output is held back */

bool
report_goes_on(const struct report_job *job)
{
	if (job->drain != NULL && job->out->n >= DRAINED &&
		!job->drain(job->drain_on, job->out))
		return false;
	return !progress_stopped(job->progress);
}

static bool
proto_goes_on(void *job)
{
	return report_goes_on(job);
}

int
report_put_proto(
	const struct report_job *job, const struct profile *p, struct err *err)
{
	struct report_job on = *job;

	return pprof_write(p, job->out, proto_goes_on, &on, err);
}

/* ---- The scale of a report ---- */

void
scale_init(struct report_scale *n, const struct view *v)
{
	const struct profile *p = v->profile;

	n->total = v->w.whole;
	n->from = profile_str(p, p->types.unit[v->w.column]);
	n->to = v->query.unit;
	n->ratio = 1 / v->query.divide_by;
}

bool
scale_divide(const struct report_scale *n)
{
	return n->ratio > 0 && (n->ratio < 1 || n->ratio > 1);
}

int64_t
scale_divided(const struct report_scale *n, int64_t v)
{
	if (scale_divide(n))
		return i64_trunc((double)v * n->ratio);
	return v;
}

void
scale_choose_unit(struct report_scale *n, const struct graph *g, bool whole)
{
	int64_t smallest = 0;

	if (!str_is(n->to, "minimum") || g->n == 0)
		return;
	for (uint32_t i = 0; i < g->n; i++) {
		int64_t v = i64_abs(graph_self(&g->node[i]));

		if (v == 0)
			v = i64_abs(graph_total(&g->node[i]));
		if (v > 0 && (smallest == 0 || v < smallest))
			smallest = v;
	}
	if (smallest == 0)
		smallest = n->total;
	n->to = unit_minimum(scale_divided(n, smallest),
		scale_divided(n, n->total), n->from, whole);
}

int64_t
scale_whole(const struct report_scale *n, int64_t v)
{
	struct str unit;

	return i64_trunc(unit_scale(v, n->from, n->to, &unit));
}

void
put_right(struct strbuf *out, struct str s, int width)
{
	int chars = 0;
	uint32_t cp;

	for (struct str rest = s; rest.n > 0; chars++)
		rest = str_skip(rest, utf8_decode(rest, &cp));
	if (chars < width)
		strbuf_addn(out, ' ', (size_t)(width - chars));
	strbuf_add(out, s);
}

void
scale_put(
	const struct report_scale *n, int64_t v, int width, struct strbuf *out)
{
	char text[UNIT_TEXT_MAX];

	unit_label(scale_divided(n, v), n->from, n->to, text);
	put_right(out, str_c(text), width);
}

void
scale_put_cell(const struct report_scale *n, int64_t v, struct strbuf *out)
{
	if (v == 0)
		put_right(out, STR("."), 10);
	else
		scale_put(n, v, 10, out);
	strbuf_addch(out, ' ');
}

void
scale_put_percent(const struct report_scale *n, int64_t v, struct strbuf *out)
{
	char text[UNIT_TEXT_MAX];

	unit_percentage(v, n->total, text);
	strbuf_addstr(out, text);
}

void
scale_put_columns(const struct report_scale *n, int64_t flat, int64_t sum,
	int64_t cum, struct strbuf *out)
{
	scale_put(n, flat, 10, out);
	strbuf_addch(out, ' ');
	scale_put_percent(n, flat, out);
	strbuf_addch(out, ' ');
	scale_put_percent(n, sum, out);
	strbuf_addch(out, ' ');
	scale_put(n, cum, 10, out);
	strbuf_addch(out, ' ');
	scale_put_percent(n, cum, out);
}

/* Append a comment. In formats that pprof does not read, it may be a long
   command line, and is cut. */
static void
put_comment(struct strbuf *out, struct str comment, bool foreign)
{
	enum { LONGEST = 200 };
	size_t n = LONGEST;

	if (!foreign || comment.n <= n) {
		strbuf_add3(out, "", comment, "\n");
		return;
	}
	while (n > 0 && ((unsigned char)comment.p[n] & 0xc0) == 0x80)
		n--;
	strbuf_add3(out, "", str_sub(comment, 0, n), "...\n");
}

/* ---- The lines above a report ---- */

void
header_profile(
	struct strbuf *out, const struct view *v, const struct report_scale *n)
{
	const struct profile *p = v->profile;
	const struct header *h = &p->header;
	struct str type = profile_str(p, p->types.type[v->w.column]);
	struct strbuf remark = STRBUF_INIT;

	if (p->map.n > 0) {
		struct str file = profile_str(p, p->map.file[0]);
		struct str build_id = profile_str(p, p->map.build_id[0]);

		if (file.n > 0)
			strbuf_add3(out, "File: ", str_basename(file), "\n");
		if (build_id.n > 0)
			strbuf_add3(out, "Build ID: ", build_id, "\n");
	}
	for (uint32_t i = 0; i < h->ncomments; i++) {
		struct str comment = profile_str(p, h->comment[i]);

		/* -summary has these among its sentences. */
		if (str_starts(comment, STR(COMMENT_WAITS)))
			continue;
		if (!str_starts(comment, STR("#")))
			put_comment(out, comment, h->names == NAMES_OTHER);
	}
	calltotals_remark(v, &remark);
	if (remark.n > 0)
		strbuf_add3(out, "", strbuf_str(&remark), "\n");
	strbuf_free(&remark);
	if (v->query.mean || type.n > 0)
		strbuf_add3(out, v->query.mean ? "Type: mean_" : "Type: ", type,
			"\n");
	if (h->doc_url != 0)
		strbuf_add3(out, "Doc: ", profile_str(p, h->doc_url), "\n");
	if (h->time_nanos != 0) {
		int64_t nanos = h->time_nanos;
		int64_t whole = nanos / 1000000000;
		time_t seconds;
		struct tm tm;
		char text[64];

		if (nanos % 1000000000 < 0)
			whole--;
		seconds = (time_t)whole;
		if (localtime_r(&seconds, &tm) != NULL &&
			strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S %Z",
				&tm) != 0) {
			strbuf_addf(out, "Time: %s\n", text);
		}
	}
	if (h->duration_nanos != 0) {
		int64_t nanos = h->duration_nanos;
		char text[UNIT_TEXT_MAX];
		struct str unit;
		double total = unit_scale(
			n->total, n->from, STR("nanoseconds"), &unit);

		unit_label(nanos, STR("nanoseconds"), STR("auto"), text);
		strbuf_addf(out, "Duration: %s, Total samples = ", text);
		scale_put(n, n->total, 0, out);
		strbuf_addch(out, ' ');
		if (str_is(unit, "ns") && (total < 0 || total > 0)) {
			unit_percentage(i64_trunc(total), nanos, text);
			strbuf_addf(out, "(%s)", text);
		}
		strbuf_addch(out, '\n');
	}
}

enum { FILTER_MAX = 80 }; /* bytes of "name=value" before the ellipsis */

static void
put_filter(struct strbuf *out, const char *name, struct str value)
{
	size_t from;

	if (value.n == 0)
		return;
	strbuf_addstr(out, "   ");
	from = out->n;
	strbuf_addf(out, "%s=", name);
	strbuf_add(out, value);
	if (out->n - from > FILTER_MAX) {
		strbuf_cut(out, from + FILTER_MAX);
		strbuf_addstr(out, "\u2026");
	}
	strbuf_addch(out, '\n');
}

void
header_filters(struct strbuf *out, const struct query *q)
{
	const struct {
		const char *name;
		struct str value;
		bool lines; /* one filter per line */
	} filters[] = {
		{ "focus", q->focus, false },
		{ "ignore", q->ignore, false },
		{ "hide", q->hide, false },
		{ "show", q->show, false },
		{ "show_from", q->show_from, false },
		{ "tagfocus", q->tagfocus, false },
		{ "more_tagfocus", q->more_tagfocus, true },
		{ "tagignore", q->tagignore, false },
		{ "more_tagignore", q->more_tagignore, true },
		{ "tagshow", q->tagshow, false },
		{ "taghide", q->taghide, false },
	};
	bool any = false;

	for (size_t i = 0; i < COUNT_OF(filters); i++) {
		struct str rest = filters[i].value;

		if (rest.n > 0 && !any)
			strbuf_addstr(out, "Active filters:\n");
		any = any || rest.n > 0;
		if (!filters[i].lines)
			put_filter(out, filters[i].name, rest);
		while (filters[i].lines && rest.n > 0)
			put_filter(out, filters[i].name, str_cut(&rest, '\n'));
	}
}

static void
put_dropped(struct strbuf *out, const struct report_scale *n, uint32_t count,
	const char *what, const char *measure, double fraction)
{
	int64_t cut = trim_cut(n->total, fraction);

	if (count == 0)
		return;
	strbuf_addf(out, "Dropped %" PRIu32 " %s%s (%s <= ", count, what,
		count == 1 ? "" : "s", measure);
	scale_put(n, cut, 0, out);
	strbuf_addstr(out, ")\n");
}

static void
put_shown(struct strbuf *out, const struct view *v, const struct graph *g,
	const struct report_scale *n, bool edges)
{
	int64_t shown = graph_self_sum(g);
	char share[UNIT_TEXT_MAX];

	header_filters(out, &v->query);
	strbuf_addstr(out, "Showing nodes accounting for ");
	scale_put(n, shown, 0, out);
	unit_percentage(shown, n->total, share);
	strbuf_add3(out, ", ", str_trim(str_c(share)), " of ");
	scale_put(n, n->total, 0, out);
	strbuf_addstr(out, " total\n");
	if (n->total != 0) {
		const struct query *q = &v->query;

		put_dropped(out, n, g->dropped_nodes, "node", "cum",
			q->trim ? q->nodefraction : 0);
		if (edges)
			put_dropped(out, n, g->dropped_edges, "edge", "freq",
				q->trim ? q->edgefraction : 0);
		if (g->n > 0 && g->n < g->orig_count)
			strbuf_addf(out,
				"Showing top %" PRIu32 " nodes out of %" PRIu32
				"\n",
				g->n, g->orig_count);
	}
}

void
header_graph(struct strbuf *out, const struct view *v, const struct graph *g,
	const struct report_scale *n)
{
	if (v->query.compact_labels)
		partial_lines(out, v->profile, "");
	else
		header_profile(out, v, n);
	put_shown(out, v, g, n, false);
}

void
header_drawing(struct strbuf *out, const struct view *v, const struct graph *g,
	const struct report_scale *n)
{
	header_profile(out, v, n);
	put_shown(out, v, g, n, true);
	strbuf_addstr(
		out, "\nSee https://git.io/JfYMW for how to read the graph\n");
}
