/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines above a report: see header.h. */
#include "config.h"

#include "report/header.h"

#include <inttypes.h>
#include <stdbool.h>
#include <time.h>

#include "base/compiler.h"
#include "base/num.h"
#include "profile/partial.h"
#include "profile/unit.h"
#include "engine/graph.h"

#include "base/banned.h"

static void
put_time(struct strbuf *out, int64_t nanos)
{
	int64_t whole = nanos / 1000000000;
	time_t seconds;
	struct tm tm;
	char text[64];

	if (nanos % 1000000000 < 0)
		whole--;
	seconds = (time_t)whole;
	if (localtime_r(&seconds, &tm) == NULL ||
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S %Z", &tm) == 0)
		return;
	strbuf_addf(out, "Time: %s\n", text);
}

static void
put_duration(struct strbuf *out, int64_t nanos, const struct report_scale *n)
{
	char text[UNIT_TEXT_MAX];
	struct str unit;
	double total = unit_scale(n->total, n->from, STR("nanoseconds"), &unit);

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

void
header_profile(
	struct strbuf *out, const struct view *v, const struct report_scale *n)
{
	const struct profile *p = v->profile;
	const struct header *h = &p->header;
	struct str type = profile_str(p, p->types.type[v->w.column]);

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

		if (!str_starts(comment, STR("#")))
			strbuf_add3(out, "", comment, "\n");
	}
	if (v->query.mean || type.n > 0)
		strbuf_add3(out, v->query.mean ? "Type: mean_" : "Type: ", type,
			"\n");
	if (h->doc_url != 0)
		strbuf_add3(out, "Doc: ", profile_str(p, h->doc_url), "\n");
	if (h->time_nanos != 0)
		put_time(out, h->time_nanos);
	if (h->duration_nanos != 0)
		put_duration(out, h->duration_nanos, n);
}

enum { FILTER_MAX = 80 }; /* bytes of "name=value" before the ellipsis */

static void
put_filter(struct strbuf *out, const char *name, struct str value)
{
	size_t from;

	if (value.n == 0)
		return;
	strbuf_addc(out, "   ");
	from = out->n;
	strbuf_addf(out, "%s=", name);
	strbuf_add(out, value);
	if (out->n - from > FILTER_MAX) {
		strbuf_cut(out, from + FILTER_MAX);
		strbuf_addc(out, "\u2026");
	}
	strbuf_addch(out, '\n');
}

void
header_filters(struct strbuf *out, const struct query *q)
{
	const struct {
		const char *name;
		struct str value;
		bool lines; /* a filter on each line */
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
			strbuf_addc(out, "Active filters:\n");
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
	strbuf_addc(out, ")\n");
}

static void
put_trimming(struct strbuf *out, const struct view *v, const struct graph *g,
	const struct report_scale *n, bool edges)
{
	const struct query *q = &v->query;

	put_dropped(out, n, g->dropped_nodes, "node", "cum",
		q->trim ? q->nodefraction : 0);
	if (edges)
		put_dropped(out, n, g->dropped_edges, "edge", "freq",
			q->trim ? q->edgefraction : 0);
	if (g->n > 0 && g->n < g->orig_count)
		strbuf_addf(out,
			"Showing top %" PRIu32 " nodes out of %" PRIu32 "\n",
			g->n, g->orig_count);
}

static void
put_shown(struct strbuf *out, const struct view *v, const struct graph *g,
	const struct report_scale *n, bool edges)
{
	int64_t shown = 0;
	char share[UNIT_TEXT_MAX];

	header_filters(out, &v->query);
	for (uint32_t i = 0; i < g->n; i++)
		shown = i64_wrap_add(shown, graph_flat(&g->node[i]));
	strbuf_addc(out, "Showing nodes accounting for ");
	scale_put(n, shown, 0, out);
	unit_percentage(shown, n->total, share);
	strbuf_add3(out, ", ", str_trim(str_c(share)), " of ");
	scale_put(n, n->total, 0, out);
	strbuf_addc(out, " total\n");
	if (n->total != 0)
		put_trimming(out, v, g, n, edges);
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
	strbuf_addc(
		out, "\nSee https://git.io/JfYMW for how to read the graph\n");
}
