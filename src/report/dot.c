/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -dot: the call graph in the language of graphviz.
 *
 *     N1 [label="main..." ...]          a box for each node,
 *     N1_0 [label = "thread:t1" ...]    its tags next to it,
 *     N1 -> N2 [label=" 0.50s" ...]     and the calls
 */
#include "prelude.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <sys/wait.h>

#include "analysis/graph.h"
#include "base/file.h"
#include "base/num.h"
#include "base/sort.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "input/helper.h"
#include "profile/name.h"
#include "profile/unit.h"
#include "report/json.h"
#include "report/report.h"

/* The state of a drawing. */
struct dot {
	const struct report_job *job;
	struct strbuf *out;
	const struct graph *g;
	struct report_scale n;
	uint32_t *id; /* [n_vertices] index in g->node + 1; 0: no node */
	bool *tagged; /* [n_vertices] has tags next to it */
	int64_t max_flat;      /* largest |flat| of any node */
	struct str bytes_unit; /* unit of numeric tags */
};

/* Append text, escaped for quotation marks. */
static void
dot_escape(struct strbuf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '\\')
			strbuf_addstr(out, "\\\\");
		else if (text.p[i] == '"')
			strbuf_addstr(out, "\\\"");
		else if (text.p[i] == '\n')
			strbuf_addstr(out, "\\l");
		else
			strbuf_addch(out, text.p[i]);
	}
}

/* ---- Colours ---- */

/* Saturation grows up to this score. */
static const double GREY = 0.2;
/* Exponent that spreads out the scores, most of which are near 0. */
static const double SPREAD = 0.3;

/* Convert as Go does: toward zero, and NaN to 0. */
static unsigned
byte(double part)
{
	return (unsigned)((uint64_t)i64_trunc(part * 255.0) & 0xFF);
}

/* Append "#b22100": grey for score 0, green below, yellow to red above. */
static void
dot_color(struct strbuf *out, double score, bool background)
{
	double saturation = background ? 0.1 : 1.0;
	double value = background ? 0.93 : 0.7;
	double red = value, green = value;

	/* NaN stays NaN. */
	score = score > 1 ? 1 : score < -1 ? -1 : score;
	if (fabs(score) < GREY)
		saturation *= fabs(score) / GREY;
	if (score > 0)
		score = pow(score, SPREAD);
	else if (score < 0)
		score = -pow(-score, SPREAD);
	if (score < 0)
		red = value * (1 + saturation * score);
	else
		green = value * (1 - saturation * score);
	strbuf_addf(out, "#%02x%02x%02x", byte(red), byte(green),
		byte(value * (1 - saturation)));
}

/* ---- Boxes and their tags ---- */

enum {
	NODELETS = 4, /* maximum tags per box, and numbers per tag */
	FONT_MIN = 8,
	FONT_GROWTH = 16,
};

/* Append the printable name, one line per part. */
static void
dot_put_name(struct strbuf *out, const struct frame *f)
{
	struct str file = f->file.n > 0 ? str_basename(f->file) : STR_EMPTY;

	if (f->address != 0)
		strbuf_addf(out, "%016llx\\n", (unsigned long long)f->address);
	if (f->name.n > 0) {
		struct str name = f->name;
		struct arena arena = ARENA_INIT;
		struct strbuf text = STRBUF_INIT;

		/* Split "(*Router).ServeHTTP" into a line per word. */
		dot_escape(&text, name_shortened(name, &arena));
		for (struct str s = strbuf_str(&text); s.n > 0;) {
			if (str_starts(s, STR("::"))) {
				strbuf_addstr(out, "\\n");
				s = str_skip(s, 2);
			} else if (str_starts(s, STR("[...]"))) {
				strbuf_addstr(out, "[\u2026]");
				s = str_skip(s, 5);
			} else {
				if (s.p[0] == '.')
					strbuf_addstr(out, "\\n");
				else
					strbuf_addch(out, s.p[0]);
				s = str_skip(s, 1);
			}
		}
		strbuf_free(&text);
		arena_free(&arena);
		strbuf_addstr(out, "\\n");
	}
	if (f->line != 0) {
		strbuf_add(out, file);
		strbuf_addf(out, ":%lld", (long long)f->line);
		if (f->column != 0)
			strbuf_addf(out, ":%lld", (long long)f->column);
	} else if (file.n > 0) {
		strbuf_add(out, file);
	} else if (f->name.n > 0) {
		return;
	} else if (f->object.n > 0) {
		strbuf_add3(out, "[", str_basename(f->object), "]");
	} else {
		strbuf_addstr(out, "<unknown>");
	}
	strbuf_addstr(out, "\\n");
}

/* Append "0.50s (49.50%)". */
static void
dot_put_share(const struct dot *d, int64_t v)
{
	char share[UNIT_TEXT_MAX];

	scale_put(&d->n, v, 0, d->out);
	unit_percentage(v, d->n.total, share);
	strbuf_add3(d->out, " (", str_trim(str_c(share)), ")");
}

/* Return a font size, whose square grows with the value. It is at most 24,
   except for INT64_MIN, whose square root is NaN here and in pprof. */
static int64_t
font_size(int64_t flat, int64_t max)
{
	double part = (double)i64_abs(flat) / (double)max;

	if (max == 0 || flat == 0 || (double)i64_abs(flat) > (double)max)
		return FONT_MIN;
	return i64_wrap_add(
		FONT_MIN, i64_trunc(ceil((double)FONT_GROWTH * sqrt(part))));
}

static int64_t
tag_flat(const struct graph_tag *tag)
{
	return weight_div(tag->self, tag->self_div);
}

static int64_t
tag_cum(const struct graph_tag *tag)
{
	return weight_div(tag->total, tag->total_div);
}

/* Compare magnitudes, larger first. That of INT64_MIN is negative, as in Go. */
static int
compare_weights(int64_t x, int64_t y)
{
	int64_t a = i64_abs(x), b = i64_abs(y);

	return (a < b) - (a > b);
}

static int
by_flat(const void *a, const void *b)
{
	const struct graph_tag *x = a, *y = b;
	int order = compare_weights(x->self, y->self);

	return order != 0 ? order : str_cmp(x->name, y->name);
}

static int
by_cum(const void *a, const void *b)
{
	const struct graph_tag *x = a, *y = b;
	int order = compare_weights(x->total, y->total);

	return order != 0 ? order : by_flat(a, b);
}

/* Compare as pprof does (base/sort.h). */
static int
by_flat_rule(const void *a, const void *b)
{
	const struct graph_tag *x = a, *y = b;

	if (x->self != y->self)
		return compare_weights(x->self, y->self);
	return str_cmp(x->name, y->name);
}

static int
by_cum_rule(const void *a, const void *b)
{
	const struct graph_tag *x = a, *y = b;

	if (x->total != y->total)
		return compare_weights(x->total, y->total);
	return by_flat_rule(a, b);
}

static void
sort_tags(struct graph_tag *tag, size_t n, bool flat)
{
	if (flat)
		(void)gosort(tag, n, sizeof(*tag), by_flat_rule, by_flat, NULL);
	else
		(void)gosort(tag, n, sizeof(*tag), by_cum_rule, by_cum, NULL);
}

/* Return a sorted copy of the shown tags (`named`: with a name). Free it. */
static struct graph_tag *
dot_sorted(const struct graph_tag *tag, uint32_t n, bool named, bool flat,
	uint32_t *left)
{
	struct graph_tag *copy = xcalloc((size_t)n + 1, sizeof(*copy));

	*left = 0;
	for (uint32_t i = 0; i < n; i++)
		if (!tag[i].low && (!named || tag[i].name.n > 0))
			copy[(*left)++] = tag[i];
	sort_tags(copy, *left, flat);
	return copy;
}

/* Numbers of one tag that are joined in one box. */
struct pile {
	uint32_t n;
	int64_t seed, min, max;
	struct graph_tag sum; /* its name is in the arena */
};

/* Join the numbers into at most NODELETS piles: the heaviest, each with the
   numbers nearest to it. Sort the piles and return how many there are. */
static uint32_t
pile_up(struct graph_tag *tag, uint32_t n, struct str unit, bool flat,
	struct arena *arena)
{
	struct pile pile[NODELETS] = { { .n = 0 } };

	if (n <= NODELETS)
		return n;
	for (uint32_t i = 0; i < n; i++) {
		double nearest = 0;
		uint32_t at = i;
		struct pile *p;
		const struct graph_tag *add_tag;

		for (uint32_t k = 0; i >= NODELETS && k < NODELETS; k++) {
			double away =
				fabs((double)pile[k].seed - (double)tag[i].num);

			if (k == 0 || away < nearest) {
				nearest = away;
				at = k;
			}
		}
		p = &pile[at];
		add_tag = &tag[i];
		if (p->n == 0) {
			p->seed = p->min = p->max = add_tag->num;
			p->sum = *add_tag;
		} else {
			p->min = add_tag->num < p->min ? add_tag->num : p->min;
			p->max = add_tag->num > p->max ? add_tag->num : p->max;
			p->sum.self = i64_wrap_add(p->sum.self, add_tag->self);
			p->sum.total =
				i64_wrap_add(p->sum.total, add_tag->total);
			p->sum.self_div = i64_wrap_add(
				p->sum.self_div, add_tag->self_div);
			p->sum.total_div = i64_wrap_add(
				p->sum.total_div, add_tag->total_div);
		}
		p->n++;
	}
	for (uint32_t k = 0; k < NODELETS; k++) {
		struct pile *p = &pile[k];
		struct strbuf name = STRBUF_INIT;
		char text[UNIT_TEXT_MAX];

		/* Name: "4kB" or "4kB..1MB", each in a suitable unit. */
		unit_label(p->min, unit, STR("auto"), text);
		strbuf_addstr(&name, text);
		if (p->n > 1) {
			unit_label(p->max, unit, STR("auto"), text);
			strbuf_addf(&name, "..%s", text);
		}
		p->sum.name = arena_str(arena, strbuf_str(&name));
		p->sum.self = tag_flat(&p->sum);
		p->sum.total = tag_cum(&p->sum);
		p->sum.self_div = p->sum.total_div = 0;
		strbuf_free(&name);
		tag[k] = pile[k].sum;
	}
	sort_tags(tag, NODELETS, flat);
	return NODELETS;
}

/* Print a small box `id` and the edge to it. */
static void
put_nodelet(const struct dot *d, const char *from, const char *id,
	struct str name, int64_t weight, const char *style)
{
	struct strbuf w = STRBUF_INIT;

	scale_put(&d->n, weight, 0, &w);
	strbuf_addf(d->out, "%s [label = \"", id);
	strbuf_add(d->out, name);
	strbuf_addf(d->out,
		"\" id=\"%s\" fontsize=8 shape=box3d tooltip=\"%s\"]\n", id,
		strbuf_c(&w));
	strbuf_addf(d->out,
		"%s -> %s [label=\" %s\" weight=100 tooltip=\"%s\""
		" labeltooltip=\"%s\"%s]\n",
		from, id, strbuf_c(&w), strbuf_c(&w), strbuf_c(&w), style);
	strbuf_free(&w);
}

/* Print the numbers of a tag; true if any are shown. */
static bool
put_numbers(const struct dot *d, const struct graph_tag *tag, bool flat,
	const char *from)
{
	struct arena arena = ARENA_INIT;
	uint32_t n;
	struct graph_tag *num =
		dot_sorted(tag->nums, tag->n_nums, false, flat, &n);
	struct strbuf id = STRBUF_INIT;
	bool any = false;

	n = pile_up(num, n, d->bytes_unit, flat, &arena);
	for (uint32_t i = 0; i < n; i++) {
		int64_t f = tag_flat(&num[i]), w = tag_cum(&num[i]);
		bool is_flat = flat || f == w;

		if ((is_flat ? f : w) == 0)
			continue;
		strbuf_reset(&id);
		strbuf_addf(&id, "N%s_%u", from, i);
		put_nodelet(d, from, strbuf_c(&id), num[i].name,
			is_flat ? f : w, is_flat ? "" : " style=\"dotted\"");
		any = true;
	}
	strbuf_free(&id);
	free(num);
	arena_free(&arena);
	return any;
}

/* ---- The drawing ---- */

/* Return the main binary's name, or "". */
static struct str
title_of(const struct profile *p)
{
	struct str file =
		p->map.n > 0 ? profile_str(p, p->map.file[0]) : STR_EMPTY;

	return file.n > 0 ? str_basename(file) : STR_EMPTY;
}

/* Return the length of the header's first label, which may contain line
   ends. */
static size_t
first_label(const struct view *v, struct str header)
{
	const struct profile *p = v->profile;
	const struct header *h = &p->header;
	struct str type = profile_str(p, p->types.type[v->w.column]);
	struct str title = title_of(p);

	if (title.n > 0)
		return strlen("File: ") + title.n;
	if (p->map.n > 0 && p->map.build_id[0] != 0)
		return strlen("Build ID: ") +
			profile_str(p, p->map.build_id[0]).n;
	for (uint32_t i = 0; i < h->ncomments; i++) {
		struct str comment = profile_str(p, h->comment[i]);

		if (!str_starts(comment, STR("#")))
			return comment.n;
	}
	if (v->query.mean || type.n > 0)
		return strlen("Type: ") +
			(v->query.mean ? strlen("mean_") : 0) + type.n;
	if (h->doc_url != 0)
		return strlen("Doc: ") + profile_str(p, h->doc_url).n;
	return (size_t)str_chr(header, '\n');
}

/* Return 1 + |w| / total * parts, at most parts + 1. The product wraps, as in
   Go. */
static int64_t
strength(int64_t w, int64_t total, int64_t parts)
{
	int64_t product = (int64_t)((uint64_t)w * (uint64_t)parts);
	int64_t n = i64_abs(weight_div(product, total));

	return 1 + (n < parts ? n : parts);
}

static void
dot_put_edge(const struct dot *d, const struct graph_edge *e)
{
	int64_t w = weight_div(e->weight, e->div);
	struct strbuf tip = STRBUF_INIT;
	int64_t total;

	dot_escape(&tip, d->g->frames->frame[graph_frame(d->g, e->from)].text);
	strbuf_addstr(&tip, e->residual ? " ... " : " -> ");
	dot_escape(&tip, d->g->frames->frame[graph_frame(d->g, e->to)].text);
	strbuf_addstr(&tip, " (");
	scale_put(&d->n, w, 0, &tip);
	strbuf_addch(&tip, ')');
	strbuf_addf(
		d->out, "N%u -> N%u [label=\" ", d->id[e->from], d->id[e->to]);
	scale_put(&d->n, w, 0, d->out);
	strbuf_addstr(d->out, e->inlined ? "\\n (inline)\"" : "\"");
	total = d->n.total;
	if (total != 0) {
		if (strength(w, total, 100) > 1)
			strbuf_addf(d->out, " weight=%d",
				(int)strength(w, total, 100));
		if (strength(w, total, 5) > 1)
			strbuf_addf(d->out, " penwidth=%d",
				(int)strength(w, total, 5));
		strbuf_addstr(d->out, " color=\"");
		dot_color(d->out, (double)w / (double)i64_abs(total), false);
		strbuf_addch(d->out, '"');
	}
	strbuf_add3(d->out, " tooltip=\"", strbuf_str(&tip), "\"");
	strbuf_add3(d->out, " labeltooltip=\"", strbuf_str(&tip), "\"");
	strbuf_addstr(d->out, e->residual ? " style=\"dotted\"" : "");
	strbuf_addstr(d->out, d->tagged[e->from] ? " minlen=2]\n" : "]\n");
	strbuf_free(&tip);
}

static void
dot_put_graph(struct dot *d)
{
	const struct graph *g = d->g;
	VEC(struct graph_edge *) edges = { NULL, 0, 0 };

	d->id = xcalloc((size_t)g->n_vertices + 1, sizeof(*d->id));
	d->tagged = xcalloc((size_t)g->n_vertices + 1, sizeof(*d->tagged));
	for (uint32_t i = 0; i < g->n; i++) {
		int64_t flat = i64_abs(graph_self(&g->node[i]));

		d->id[g->node[i].vertex] = i + 1;
		if (i == 0 || (double)flat > (double)d->max_flat)
			d->max_flat = flat;
	}
	for (uint32_t i = 0; i < g->n && report_goes_on(d->job); i++) {
		const struct frame *f = &d->g->frames->frame[g->node[i].frame];
		int64_t flat = graph_self(&g->node[i]),
			cum = graph_total(&g->node[i]);
		double score = (double)cum / (double)i64_abs(d->n.total);
		uint32_t id = d->id[g->node[i].vertex];
		bool tags_flat, any = false;
		struct strbuf box = STRBUF_INIT, tags_id = STRBUF_INIT;
		uint32_t n;
		struct graph_tag *tag;

		strbuf_addf(d->out, "N%u [label=\"", id);
		dot_put_name(d->out, f);
		if (flat != 0)
			dot_put_share(d, flat);
		else
			strbuf_addch(d->out, '0');
		if (cum != flat) {
			strbuf_addstr(d->out, flat != 0 ? "\\nof " : " of ");
			dot_put_share(d, cum);
		}
		strbuf_addf(d->out,
			"\" id=\"node%u\" fontsize=%" PRId64
			" shape=box tooltip=\"",
			id, font_size(flat, d->max_flat));
		dot_escape(d->out, f->text);
		strbuf_addstr(d->out, " (");
		scale_put(&d->n, cum, 0, d->out);
		strbuf_addstr(d->out, ")\" color=\"");
		dot_color(d->out, score, false);
		strbuf_addstr(d->out, "\" fillcolor=\"");
		dot_color(d->out, score, true);
		strbuf_addstr(d->out, "\"]\n");
		/* Show the node's own tags. Leaves of the drawing also show
		   tags that pass through, as callees may be left out. */
		tags_flat = g->node[i].n_out > 0;
		tag = dot_sorted(
			g->node[i].tag, g->node[i].n_tags, true, tags_flat, &n);
		strbuf_addf(&box, "N%u", d->id[g->node[i].vertex]);
		for (uint32_t j = 0; j < n && j < NODELETS; j++) {
			int64_t w = tags_flat ? tag_flat(&tag[j])
					      : tag_cum(&tag[j]);

			if (w == 0)
				continue;
			strbuf_reset(&tags_id);
			strbuf_addf(&tags_id, "%s_%u", strbuf_c(&box), j);
			put_nodelet(d, strbuf_c(&box), strbuf_c(&tags_id),
				tag[j].name, w, "");
			(void)put_numbers(
				d, &tag[j], tags_flat, strbuf_c(&tags_id));
			any = true;
		}
		for (uint32_t j = 0; j < g->node[i].n_tags; j++)
			if (g->node[i].tag[j].name.n == 0)
				any |= put_numbers(d, &g->node[i].tag[j],
					tags_flat, strbuf_c(&box));
		free(tag);
		strbuf_free(&box);
		strbuf_free(&tags_id);
		d->tagged[g->node[i].vertex] = any;
	}
	/* Sort by weight: graphviz draws the first edges straighter. */
	for (uint32_t i = 0; i < d->g->n; i++) {
		size_t first = edges.n;

		for (uint32_t k = 0; k < d->g->node[i].n_out; k++)
			vec_push(&edges, d->g->node[i].out[k]);
		graph_edges_by_age(edges.p + first, edges.n - first);
	}
	graph_edges_sort(d->g, edges.p, edges.n);
	for (size_t i = 0; i < edges.n && report_goes_on(d->job); i++)
		dot_put_edge(d, edges.p[i]);
	vec_free(&edges);
	free(d->id);
	free(d->tagged);
}

/* Return the graph to draw; labels are its tags. */
static struct graph *
dot_graph(const struct report_job *job, const struct graph_labels *labels)
{
	const struct query *query = &job->view->query;
	struct graph_options options;

	graph_options_init(&options, query);
	graph_options_trim(&options, query, 80);
	options.call_tree = query->call_tree;
	options.visual = true;
	options.labels = labels;
	return graph_trimmed(job->view, &options);
}

/* Append the text to out, without draining it unless it is job->out. -1 and err
   as in view_compute(). */
static int
dot_put(const struct report_job *job, struct strbuf *out, struct err *err)
{
	struct graph_labels *labels =
		graph_labels_new(job->engine, &job->view->query, err);
	struct report_job to = *job;
	struct dot d = { .job = &to, .out = out };
	struct graph *g;
	struct str title;
	struct strbuf header = STRBUF_INIT;
	struct str legend_title, text;

	if (labels == NULL)
		return -1;
	to.out = out;
	if (out != job->out)
		to.drain = NULL;
	d.g = g = dot_graph(job, labels);
	d.bytes_unit = graph_labels_unit(labels);
	title = title_of(job->view->profile);
	scale_init(&d.n, job->view);
	scale_choose_unit(&d.n, d.g, false);
	strbuf_addstr(d.out, "digraph \"");
	strbuf_add(d.out, title.n > 0 ? title : STR("unnamed"));
	strbuf_addstr(
		d.out, "\" {\nnode [style=filled fillcolor=\"#f8f8f8\"]\n");
	legend_title = title_of(job->view->profile);
	header_drawing(&header, job->view, d.g, &d.n);
	text = strbuf_str(&header);
	strbuf_addstr(d.out, "subgraph cluster_L { \"");
	dot_escape(d.out, str_sub(text, 0, first_label(job->view, text)));
	strbuf_addstr(d.out, "\" [shape=box fontsize=16 label=\"");
	dot_escape(d.out, text);
	strbuf_addch(d.out, '"');
	if (legend_title.n > 0)
		strbuf_add3(d.out, " tooltip=\"", legend_title, "\"");
	strbuf_addstr(d.out, "] }\n");
	strbuf_free(&header);
	dot_put_graph(&d);
	strbuf_addstr(d.out, "}\n");
	graph_free(g);
	graph_labels_free(labels);
	return 0;
}

static int
dot_run(const struct report_job *job, struct err *err)
{
	return dot_put(job, job->out, err);
}

/* ---- JSON ---- */

static void
dot_json_graph(const struct report_job *job, const struct graph *g)
{
	uint32_t *id = xcalloc((size_t)g->n_vertices + 1, sizeof(*id));
	struct jsonout *j = job->json;
	struct report_scale n;

	scale_init(&n, job->view);
	jsondoc_shown(j, g, &n);
	jsonout_array(j, "nodes");
	for (uint32_t i = 0; i < g->n && report_goes_on(job); i++) {
		const struct graph_node *node = &g->node[i];

		id[node->vertex] = i + 1;
		jsonout_object(j, NULL);
		jsonout_count(j, "id", i + 1);
		jsondoc_node(job, g, node, &n);
		/* Write text labels, and numbers, which are in a nameless tag
		   if the sample has no text label. */
		jsonout_array(j, "tags");
		for (uint32_t at = 0; at < node->n_tags; at++) {
			const struct graph_tag *tag = &node->tag[at];

			for (uint32_t k = 0; k <= tag->n_nums; k++) {
				const struct graph_tag *t =
					k == 0 ? tag : &tag->nums[k - 1];

				if (t->name.n == 0)
					continue;
				jsonout_object(j, NULL);
				jsonout_text(j, "name", t->name);
				if (k > 0)
					jsonout_int(j, "number", t->num);
				if (k > 0)
					jsonout_some_text(j, "of", tag->name);
				jsondoc_value(j, "flat", &n, tag_flat(t));
				jsondoc_value(j, "cum", &n, tag_cum(t));
				jsonout_close(j);
			}
		}
		jsonout_close(j);
		jsonout_close(j);
	}
	jsonout_close(j);
	jsonout_array(j, "edges");
	for (uint32_t i = 0; i < g->n && report_goes_on(job); i++)
		for (uint32_t k = 0; k < g->node[i].n_out; k++) {
			const struct graph_edge *e = g->node[i].out[k];

			/* Skip edges to nodes whose values cancelled out. */
			if (id[e->from] != 0 && id[e->to] != 0) {
				jsonout_object(j, NULL);
				jsonout_count(j, "from", id[e->from]);
				jsonout_count(j, "to", id[e->to]);
				jsondoc_edge(j, job->view, e, &n);
				if (e->inlined)
					jsonout_bool(j, "inline", true);
				if (e->residual)
					jsonout_bool(j, "residual", true);
				jsonout_close(j);
			}
		}
	jsonout_close(j);
	free(id);
}

static int
dot_json(const struct report_job *job, struct err *err)
{
	struct graph_labels *labels =
		graph_labels_new(job->engine, &job->view->query, err);
	struct graph *g;

	if (labels == NULL)
		return -1;
	g = dot_graph(job, labels);
	dot_json_graph(job, g);
	graph_free(g);
	graph_labels_free(labels);
	return 0;
}

const struct report report_dot = {
	REPORT_DOC(.name = "dot", .only_help_all = true,
		.help = "Write the call graph for graphviz"),
	.keeps_contexts = true,
	.run = dot_run,
	.json = dot_json,
};

/*
 * -svg, -png and other pictures of the call graph: the output of -dot, drawn by
 * graphviz's dot. They differ only in dot's option -T.
 */

/* Set err for a failure of dot, in pprof's and Go's words. */
static int
explain(struct err *err, const char *what, const char *why)
{
	return err_set(err, ERR_IO,
		"failed to execute dot. Is Graphviz installed? Error: %s%s",
		what, why);
}

/* Run dot. A report's suffix is the name of its format, for -T. */
static int
image_draw(const struct report_job *job, int in, struct err *err)
{
	char option[16], part[16384];
	const char *const argv[] = { "dot", option, NULL };
	struct helper dot;
	int error, status;
	ssize_t n;

	(void)snprintf(option, sizeof(option), "-T%s", job->report->suffix);
	/* If nothing can stop the report, Ctrl-C ends flametop and dot
	   together. */
	error = helper_start(&dot, argv, in,
		job->progress != NULL ? HELPER_OWN_GROUP : HELPER_OUR_GROUP,
		err);
	if (error == ENOENT)
		return explain(err, "exec: \"dot\": ",
			"executable file not found in $PATH");
	if (error != 0)
		return explain(err, "", strerror(error));
	/* dot may print before it has read everything; it reads a file, so
	   neither blocks the other. */
	while ((n = helper_read(&dot, part, sizeof(part), job->progress, err)) >
		0)
		strbuf_add(job->out, str_from(part, (size_t)n));
	status = helper_end(&dot);
	if (n == 0)
		warnings_add_lines(job->warnings, strbuf_str(&dot.said));
	strbuf_free(&dot.said);
	if (n < 0 || status == 0)
		return n < 0 ? -1 : 0;
	if (WIFSIGNALED(status))
		return explain(err, "signal: ", strsignal(WTERMSIG(status)));
	(void)snprintf(option, sizeof(option), "%d", WEXITSTATUS(status));
	return explain(err, "exit status ", option);
}

static int
image_run(const struct report_job *job, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	int rc = dot_put(job, &text, err), in = -1;

	if (rc == 0)
		in = helper_input(strbuf_str(&text), "dot", err);
	strbuf_free(&text);
	if (in < 0)
		return -1;
	rc = image_draw(job, in, err);
	fd_close(&in);
	return rc;
}

#define PICTURE(format, what) \
	const struct report report_##format = { \
		REPORT_DOC(.name = #format, .only_help_all = true, \
			.help = "Draw the call graph as " what \
				" with graphviz"), \
		.suffix = #format, .keeps_contexts = true, .run = image_run \
	}

PICTURE(gif, "a GIF picture");
PICTURE(jpg, "a JPEG picture");
PICTURE(pdf, "a PDF page");
PICTURE(png, "a PNG picture");
PICTURE(ps, "PostScript");
PICTURE(svg, "an SVG picture");

const struct report report_web = {
	REPORT_DOC(.name = "web", .only_help_all = true,
		.help = "Write the -svg picture to a temporary file"),
	.suffix = "svg",
	.temporary = true,
	.keeps_contexts = true,
	.run = image_run,
};
