/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the JSON that all reports share. */
#include "prelude.h"

#include "report/json.h"

#include <math.h>

#include "base/num.h"
#include "conf/gonumber.h"
#include "conf/options.h"
#include "engine/labelunits.h"
#include "engine/regexp.h"
#include "engine/replaced.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "engine/tagfilter.h"
#include "present/why.h"
#include "profile/partial.h"

void
jsondoc_begin(struct jsonout *j, const char *report)
{
	jsonout_object(j, NULL);
	jsonout_text(j, "schema", STR(JSONDOC_SCHEMA));
	jsonout_text(j, "flametop", STR(PACKAGE_VERSION));
	jsonout_text(j, "report", str_c(report));
}

void
jsondoc_end(struct jsonout *j, const struct warnings *warnings)
{
	jsonout_array(j, "warnings");
	for (const struct warning *w = warnings->head; w != NULL; w = w->next)
		jsonout_text(j, NULL, w->text);
	jsonout_close(j);
	jsonout_close(j);
}

/* ---- The shown view ---- */

static void
put_texts(struct jsonout *j, const char *key, struct str lines)
{
	jsonout_array(j, key);
	while (lines.n > 0)
		jsonout_text(j, NULL, str_cut(&lines, '\n'));
	jsonout_close(j);
}

static void
put_hang(struct jsonout *j, const struct profile *p)
{
	struct str text[WAITS_MOST];
	size_t n = profile_waits(p, text);

	if (n == 0)
		return;
	jsonout_array(j, "hang");
	for (size_t i = 0; i < n; i++)
		jsonout_text(j, NULL, text[i]);
	jsonout_close(j);
}

static void
put_profile(struct jsonout *j, const struct profile *p, bool is_diff)
{
	const struct header *h = &p->header;
	struct strbuf partial = STRBUF_INIT;

	jsonout_object(j, "profile");
	if (p->map.n > 0) {
		jsonout_some_text(j, "file", profile_str(p, p->map.file[0]));
		jsonout_some_text(
			j, "build_id", profile_str(p, p->map.build_id[0]));
	}
	jsonout_array(j, "sample_types");
	for (uint32_t i = 0; i < p->types.n; i++) {
		jsonout_object(j, NULL);
		jsonout_text(j, "type", profile_str(p, p->types.type[i]));
		jsonout_text(j, "unit", profile_str(p, p->types.unit[i]));
		jsonout_close(j);
	}
	jsonout_close(j);
	if (h->period != 0) {
		jsonout_object(j, "period");
		jsonout_text(j, "type", profile_str(p, h->period_type));
		jsonout_text(j, "unit", profile_str(p, h->period_unit));
		jsonout_int(j, "value", h->period);
		jsonout_close(j);
	}
	if (h->time_nanos != 0)
		jsonout_int(j, "time_nanos", h->time_nanos);
	/* In a diff this would be the sum of both sides; put_sides() writes
	   each. */
	if (h->duration_nanos != 0 && !is_diff)
		jsonout_int(j, "duration_nanos", h->duration_nanos);
	jsonout_some_text(j, "doc", profile_str(p, h->doc_url));
	jsonout_array(j, "comments");
	for (uint32_t i = 0; i < h->ncomments; i++)
		jsonout_text(j, NULL, profile_str(p, h->comment[i]));
	jsonout_close(j);
	put_hang(j, p);
	partial_lines(&partial, p, "");
	put_texts(j, "partial", strbuf_str(&partial));
	strbuf_free(&partial);
	jsonout_close(j);
}

/* Write how each side of a diff was recorded, and its totals. */
static void
put_sides(struct jsonout *j, const struct view *v, const struct report_scale *n)
{
	static const char *const key[] = { "new", "base" };
	const struct profile *p = v->profile;
	const int64_t *value = p->sample.value[v->w.column];
	struct sides kept = sides_of(&v->w.kept);
	struct {
		int64_t total;
		uint64_t records;
	} side[2] = { { 0, 0 }, { 0, 0 } };

	for (size_t i = 0; i < p->sample.n; i++) {
		lset_id set = p->sample.labels[i];
		bool base = (v->set_bits[set] & TAG_BASE) != 0;

		/* The base's values are negative. */
		side[base].total = base ? i64_wrap_sub(side[1].total, value[i])
					: i64_wrap_add(side[0].total, value[i]);
		side[base].records++;
	}
	jsonout_object(j, "sides");
	for (int i = 1; i >= 0; i--) {
		const struct sampling *s = &p->header.side[i];

		jsonout_object(j, key[i]);
		if (s->is_set && s->period != 0)
			jsonout_int(j, "period", s->period);
		if (s->is_set && s->duration_nanos != 0)
			jsonout_int(j, "duration_nanos", s->duration_nanos);
		if (!v->query.mean)
			jsondoc_value(j, "total", n, side[i].total);
		jsondoc_value(j, "kept", n, i == 1 ? kept.base : kept.new);
		jsonout_count(j, "records", side[i].records);
		jsonout_close(j);
	}
	jsonout_close(j);
}

/* Write which functions replaced which; nothing in a view without trees. */
static void
put_replaced(
	struct jsonout *j, const struct view *v, const struct report_scale *n)
{
	if (v->replaced == NULL || v->replaced->n == 0)
		return;
	jsonout_array(j, "replaced");
	for (uint32_t i = 0; i < v->replaced->n; i++) {
		const struct replaced *r = &v->replaced->row[i];

		jsonout_object(j, NULL);
		jsonout_text(j, "gone", v->frames->frame[r->gone].text);
		jsonout_text(j, "added", v->frames->frame[r->added].text);
		if (r->caller != NONE)
			jsonout_text(
				j, "caller", v->frames->frame[r->caller].text);
		jsondoc_value(j, "base", n, r->sides.base);
		jsondoc_value(j, "new", n, r->sides.new);
		jsonout_close(j);
	}
	jsonout_close(j);
}

void
jsondoc_view(struct jsonout *j, const struct view *v)
{
	const struct profile *p = v->profile;
	const struct evidence *e = v->evidence;
	struct strbuf lengths = STRBUF_INIT;
	struct report_scale n;
	struct query q;
	struct options_target target;
	struct strbuf value = STRBUF_INIT;
	size_t count;
	const struct option *all;

	scale_init(&n, v);
	put_profile(j, p, v->is_diff);
	/* Write the options that change numbers and differ from their
	   defaults. */
	q = v->query;
	target = (struct options_target){ .query = &q };
	all = options_all(&count);
	jsonout_object(j, "options");
	for (size_t i = 0; i < count; i++) {
		struct str option_value;
		const char *key;
		int64_t whole;
		double real;

		if (all[i].target != ON_QUERY || all[i].is_for_screen ||
			option_is_default(&all[i], target))
			continue;
		strbuf_reset(&value);
		option_get(&all[i], target, &value);
		option_value = strbuf_str(&value);
		key = all[i].doc.name;
		switch (all[i].type) {
		case OPT_BOOL:
			jsonout_bool(j, key, str_is(option_value, "true"));
			break;
		case OPT_INT:
		case OPT_SIZE:
			if (str_to_i64(option_value, &whole))
				jsonout_int(j, key, whole);
			break;
		case OPT_FLOAT:
		case OPT_DIVISOR:
			if (literal_float(option_value, &real))
				jsonout_real(j, key, real);
			break;
		case OPT_LIST:
		case OPT_RENAME:
		case OPT_MAP:
			put_texts(j, key, option_value);
			break;
		case OPT_STRING:
		case OPT_REGEX:
		case OPT_TAGFILTER:
		case OPT_URL:
		case OPT_ENUM:
			jsonout_text(j, key, option_value);
			break;
		}
	}
	jsonout_close(j);
	strbuf_free(&value);
	jsonout_object(j, "value");
	jsonout_text(j, "type", profile_str(p, p->types.type[v->w.column]));
	jsonout_text(j, "unit", n.from);
	jsonout_bool(j, "mean", v->query.mean);
	jsondoc_value(j, "total", &n, n.total);
	jsondoc_value(
		j, "kept", &n, weight_div(v->w.kept.value, v->w.kept.div));
	jsonout_count(j, "records", v->samples);
	jsonout_close(j);
	if (!v->is_diff)
		return;
	put_sides(j, v, &n);
	jsonout_object(j, "diff");
	jsondoc_change(j, NULL, &n, sides_of(&v->w.kept), e->kept, NULL);
	if (e->why != NULL)
		jsonout_text(j, "why", str_c(e->why));
	if (evidence_lengths_differ(v)) {
		why_put_lengths(&lengths, v);
		jsonout_text(j, "doubt", strbuf_str(&lengths));
	}
	strbuf_free(&lengths);
	jsonout_count(j, "frames", e->n_frames);
	jsonout_count(j, "tested", e->n_tested);
	jsonout_count(j, "real", e->n_real);
	if (v->profile->header.joined > 0)
		jsonout_count(j, "joined", v->profile->header.joined);
	put_replaced(j, v, &n);
	jsonout_close(j);
}

/* ---- Rows ---- */

void
jsondoc_value(struct jsonout *j, const char *key, const struct report_scale *n,
	int64_t value)
{
	jsonout_int(j, key, scale_divided(n, value));
}

void
jsondoc_frame(struct jsonout *j, const struct frames *frames, frame_id frame)
{
	const struct frame *f = &frames->frame[frame];

	jsonout_text(j, "name", f->text);
	if (!str_eq(f->name, f->text))
		jsonout_some_text(j, "function", f->name);
	jsonout_some_text(j, "file", frame_file(frames, frame));
	jsonout_some_text(j, "object", f->object);
	if (f->line != 0)
		jsonout_int(j, "line", f->line);
	if (f->column != 0)
		jsonout_int(j, "column", f->column);
	if (f->address != 0)
		jsonout_address(j, "address", f->address);
}

/* Round off floating-point noise. */
static double
tidy(double x)
{
	return fabs(x - round(x)) < 1e-9 * fabs(x) ? round(x) : x;
}

void
jsondoc_change(struct jsonout *j, const char *key, const struct report_scale *n,
	struct sides sides, struct verdict verdict,
	const struct change_scale *scale)
{
	struct interval around = verdict_interval(&verdict, sides);
	double ratio = scale_divide(n) ? n->ratio : 1;

	if (key != NULL)
		jsonout_object(j, key);
	jsondoc_value(j, "base", n, sides.base);
	jsondoc_value(j, "new", n, sides.new);
	jsondoc_value(j, "delta", n, sides_delta(sides));
	if (scale != NULL)
		jsonout_text(j, "change",
			str_c(change_word(change_of(sides, scale), n->from)));
	jsonout_text(j, "verdict", str_c(significance_word(verdict.is)));
	if (significance_is_known(verdict.is)) {
		jsonout_real(j, "error", verdict.error * ratio);
		jsonout_real(j, "low", around.low * ratio);
		jsonout_real(j, "high", around.high * ratio);
		jsonout_real(j, "p", verdict.p);
		/* The evidence for the verdict. */
		if (verdict.is != SIGNIFICANCE_EQUAL) {
			jsonout_real(
				j, "base_events", tidy(verdict.base.events));
			jsonout_real(j, "base_weight",
				tidy(verdict.base.weight * ratio));
			jsonout_real(j, "base_exposure",
				tidy(verdict.base.exposure));
			jsonout_real(j, "new_events", tidy(verdict.new.events));
			jsonout_real(j, "new_weight",
				tidy(verdict.new.weight *ratio));
			jsonout_real(
				j, "new_exposure", tidy(verdict.new.exposure));
			jsonout_real(j, "share", verdict.share);
			jsonout_count(j, "tests", verdict.tests);
			if (verdict.limit.is_set)
				jsonout_real(j, "limit", verdict.limit.most);
		}
	}
	if (key != NULL)
		jsonout_close(j);
}

/* ---- Graphs ---- */

void
jsondoc_shown(
	struct jsonout *j, const struct graph *g, const struct report_scale *n)
{
	jsonout_object(j, "shown");
	jsondoc_value(j, "flat", n, graph_self_sum(g));
	jsonout_count(j, "nodes", g->n);
	jsonout_count(j, "of", g->orig_count);
	jsonout_count(j, "dropped_nodes", g->dropped_nodes);
	jsonout_count(j, "dropped_edges", g->dropped_edges);
	jsonout_close(j);
}

/* Return the view, v or v->again, whose frames the graph has. */
static const struct view *
view_of_graph(const struct view *v, const struct graph *g)
{
	while (v->frames != g->frames && v->again != NULL)
		v = v->again;
	return v;
}

/* Write the link to a frame's source, if it has one. */
static void
put_url(const struct report_job *job, const struct frames *frames,
	frame_id frame)
{
	struct strbuf url = STRBUF_INIT;

	if (report_url(job, frames, frame, &url))
		jsonout_text(job->json, "url", strbuf_str(&url));
	strbuf_free(&url);
}

void
jsondoc_node(const struct report_job *job, const struct graph *g,
	const struct graph_node *node, const struct report_scale *n)
{
	struct jsonout *j = job->json;
	const struct view *v = job->view;
	unsigned inlined = graph_inlined(node);

	jsondoc_frame(j, g->frames, node->frame);
	put_url(job, g->frames, node->frame);
	if ((inlined & 1) != 0)
		jsonout_text(
			j, "inline", inlined == 1 ? STR("all") : STR("some"));
	jsondoc_value(j, "flat", n, graph_self(node));
	jsondoc_value(j, "cum", n, graph_total(node));
	if (g->frame_of == NULL) {
		const struct view *view = view_of_graph(v, g);
		frame_id frame = node->frame;

		/* Only call graphs have an estimated total and a number of
		   calls. */
		if (view->w.estimated != NULL && view->w.estimated[frame] != 0)
			jsonout_bool(j, "cum_estimated", true);
		if (view->entries.value != NULL &&
			view->entries.value[frame] != 0)
			jsonout_int(j, "calls", view->entries.value[frame]);
	}
	/* A node of a call tree is not a frame, so it has no evidence. */
	if (v->is_diff && g->frame_of == NULL) {
		const struct view *change_v = view_of_graph(v, g);
		frame_id frame = node->frame;
		const struct evidence *e = change_v->evidence;

		jsonout_object(j, "diff");
		jsondoc_change(j, "flat", n, sides_at(&change_v->w.self, frame),
			evidence_frame(change_v, frame, false), &e->self);
		jsondoc_change(j, "cum", n, sides_at(&change_v->w.total, frame),
			evidence_frame(change_v, frame, true), &e->total);
		jsonout_close(j);
	}
}

void
jsondoc_edge(struct jsonout *j, const struct view *v,
	const struct graph_edge *e, const struct report_scale *n)
{
	const struct row_sum sum = { .value = e->weight,
		.div = e->div,
		.base = e->base,
		.base_div = e->base_div };
	struct sides sides = sides_of(&sum);

	jsondoc_value(j, "value", n, weight_div(e->weight, e->div));
	if (!v->is_diff)
		return;
	jsondoc_value(j, "base", n, sides.base);
	jsondoc_value(j, "new", n, sides.new);
}

/* Write the callers or callees of a node. */
static void
put_neighbours(struct jsonout *j, const struct view *v, const struct graph *g,
	const struct graph_node *node, bool callers,
	const struct report_scale *n)
{
	struct graph_edge *const *edge = callers ? node->in : node->out;

	jsonout_array(j, callers ? "callers" : "callees");
	for (uint32_t i = 0; i < (callers ? node->n_in : node->n_out); i++) {
		uint32_t other = callers ? edge[i]->from : edge[i]->to;

		jsonout_object(j, NULL);
		jsonout_text(j, "name",
			g->frames->frame[graph_frame(g, other)].text);
		jsondoc_edge(j, v, edge[i], n);
		if (edge[i]->inlined)
			jsonout_bool(j, "inline", true);
		jsonout_close(j);
	}
	jsonout_close(j);
}

uint32_t
jsondoc_rows(const struct report_job *job, const struct graph *g, bool edges)
{
	struct jsonout *j = job->json;
	struct report_scale n;
	uint32_t printed = 0;

	scale_init(&n, job->view);
	jsondoc_shown(j, g, &n);
	jsonout_array(j, "rows");
	for (uint32_t i = 0;
		i < g->n && printed < report_most(job) && report_goes_on(job);
		i++) {
		const struct graph_node *node = &g->node[i];

		if (job->match != NULL &&
			!regexp_str(
				job->match, g->frames->frame[node->frame].text))
			continue;
		jsonout_object(j, NULL);
		jsondoc_node(job, g, node, &n);
		if (edges) {
			put_neighbours(j, job->view, g, node, true, &n);
			put_neighbours(j, job->view, g, node, false, &n);
		}
		jsonout_close(j);
		printed++;
	}
	jsonout_close(j);
	return printed;
}

/* ---- Samples ---- */

void
jsondoc_labels(struct jsonout *j, const struct profile *p, lset_id set,
	const struct tag_units *units)
{
	jsonout_array(j, "labels");
	for (uint32_t i = p->labels.first[set]; i < p->labels.first[set + 1];
		i++) {
		const struct label *l = &p->labels.label[i];

		jsonout_object(j, NULL);
		jsonout_text(j, "key", profile_str(p, l->key));
		if (l->str != NONE) {
			jsonout_text(j, "value", profile_str(p, l->str));
		} else {
			jsonout_int(j, "value", l->num);
			jsonout_some_text(j, "unit",
				units != NULL ? tag_unit(units, l->key)
					      : profile_str(p, l->unit));
		}
		jsonout_close(j);
	}
	jsonout_close(j);
}
