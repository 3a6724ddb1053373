/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -traces: every sample with its labels and its stack.
 *
 *     -----------+-------------------------------------------------------
 *         thread:  t1
 *          bytes:  4kB
 *          500ms   inl (inline)
 *                  main
 */
#include "config.h"

#include <stdlib.h>

#include "base/vec.h"
#include "profile/unit.h"

#include "engine/tags.h"
#include "report/header.h"
#include "report/report.h"
#include "report/scale.h"

#include "base/banned.h"

static const char separator[] =
	"-----------+-------------------------------------------------------\n";

struct tracer {
	const struct profile *p;
	const struct view *v;
	struct frames *frames;
	struct tag_units units;
	struct report_scale scale;
	struct strbuf *out;
};

static int
traces_by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* The labels of one kind, a line a key, sorted as whole lines. */
static void
put_labels(struct tracer *t, lset_id set, bool numeric)
{
	const struct labels *labels = &t->p->labels;
	uint32_t i = labels->first[set], end = labels->first[set + 1];
	struct arena arena = ARENA_INIT;
	VEC(struct str) lines = { 0 };
	struct strbuf line = STRBUF_INIT;

	while (i < end) {
		const struct label *first = &labels->label[i];
		bool is_numeric = first->str == NONE;
		struct str text;

		strbuf_reset(&line);
		put_right(&line, profile_str(t->p, first->key), 10);
		strbuf_addc(&line, ":  ");
		for (; i < end && labels->label[i].key == first->key &&
			(labels->label[i].str == NONE) == is_numeric;
			i++) {
			const struct label *l = &labels->label[i];
			char number[UNIT_TEXT_MAX];

			if (l != first)
				strbuf_addch(&line, ' ');
			if (is_numeric) {
				(void)unit_label(l->num,
					tag_unit(&t->units, l->key),
					STR("auto"), number);
				strbuf_addc(&line, number);
			} else {
				strbuf_add(&line, profile_str(t->p, l->str));
			}
		}
		strbuf_addch(&line, '\n');
		if (is_numeric != numeric)
			continue;
		text = arena_str(&arena, strbuf_str(&line));
		vec_push(&lines, text);
	}
	if (lines.n > 0)
		qsort(lines.p, lines.n, sizeof(*lines.p), traces_by_text);
	for (size_t k = 0; k < lines.n; k++)
		strbuf_add(t->out, lines.p[k]);
	vec_free(&lines);
	strbuf_free(&line);
	arena_free(&arena);
}

/* One frame; the first of a stack carries the value. */
static void
put_frame(struct tracer *t, frame_id frame, bool inlined, const int64_t *value)
{
	if (value != NULL)
		scale_put(&t->scale, *value, 10, t->out);
	else
		strbuf_addn(t->out, ' ', 10);
	strbuf_add3(t->out, "   ", t->frames->frame[frame].text,
		inlined ? " (inline)\n" : "\n");
}

static void
put_stack(struct tracer *t, node_id leaf, int64_t value)
{
	const struct profile *p = t->p;
	const int64_t *first = &value;

	for (node_id i = leaf; i != 0; i = p->trie.parent[i]) {
		loc_id loc = p->trie.loc[i];
		line_id end = p->loc.line0[loc + 1];

		if (p->loc.line0[loc] == end) {
			put_frame(t, t->frames->of_loc[loc], false, first);
			first = NULL;
		}
		for (line_id k = p->loc.line0[loc]; k < end; k++) {
			put_frame(t, t->frames->of_line[k], k + 1 < end, first);
			first = NULL;
		}
	}
}

static void
put_sample(struct tracer *t, size_t i)
{
	const struct profile *p = t->p;
	int64_t value = p->sample.value[t->v->column][i];
	int64_t divisor = t->v->query.mean ? p->sample.value[0][i] : 0;

	if (p->sample.leaf[i] == 0)
		return;
	strbuf_addc(t->out, separator);
	put_labels(t, p->sample.labels[i], false);
	put_labels(t, p->sample.labels[i], true);
	if (divisor != 0)
		value /= divisor;
	put_stack(t, p->sample.leaf[i], value);
}

static int
traces_run(const struct report_job *job, struct err *err)
{
	const struct query *query = &job->view->query;
	const struct profile *p = job->filtered;
	struct arena arena = ARENA_INIT;
	struct tracer t = { .out = job->out, .v = job->view, .p = p };

	(void)err;
	t.units = tag_units(t.v->profile, &arena, NULL);
	t.frames = frames_new(p, query, FRAMES_UNTRIMMED, job->progress);
	scale_init(&t.scale, t.v);
	header_profile(t.out, t.v, &t.scale);
	if (t.out->n == 0) /* no line is an empty one, as with pprof */
		strbuf_addch(t.out, '\n');
	for (size_t i = 0; i < p->sample.n && !progress_stopped(job->progress);
		i++)
		put_sample(&t, i);
	strbuf_addc(t.out, separator);
	frames_free(t.frames);
	arena_free(&arena);
	return 0;
}

const struct report report_traces = {
	REPORT_DOC(.name = "traces", .minor = true,
		.help = "Every sample with its labels and its stack"),
	.is_filtered = true,
	.run = traces_run,
};
