/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -tags: the weight of each value of each label.
 *
 *      key1: Total 1.12s of 1.12s (  100%)
 *               1s (89.29%): tag1
 *            100ms ( 8.93%): tag2
 */
#include "prelude.h"

#include "report/report.h"

#include "analysis/label_sums.h"
#include "base/num.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "profile/unit.h"
#include "report/json.h"
#include "report/tabwriter.h"

/* Append " (89.29%)", unless there is no total. */
static void
tags_put_share(struct strbuf *out, const struct report_scale *n, int64_t weight)
{
	char percent[UNIT_TEXT_MAX];

	if (n->total <= 0)
		return;
	(void)unit_percentage(weight, n->total, percent);
	strbuf_addf(out, " (%s)", percent);
}

static int
tags_run(const struct report_job *job, struct err *err)
{
	struct tags *tags =
		tags_new(job->engine, &job->view->query, job->progress, err);
	struct strbuf text = STRBUF_INIT;
	struct report_scale n;
	struct tabs *tabs;

	if (tags == NULL)
		return -1;
	scale_init(&n, job->view);
	for (size_t i = 0; i < tags->n; i++) {
		strbuf_add3(&text, "", tags->key[i].key, ":\t Total ");
		scale_put(&n, tags->key[i].weight, 0, &text);
		strbuf_addstr(&text, " of ");
		scale_put(&n, n.total, 0, &text);
		tags_put_share(&text, &n, tags->key[i].weight);
		strbuf_addch(&text, '\n');
		for (size_t j = 0; j < tags->key[i].n; j++) {
			strbuf_addstr(&text, " \t");
			scale_put(&n, tags->key[i].value[j].weight, 0, &text);
			tags_put_share(&text, &n, tags->key[i].value[j].weight);
			strbuf_add3(&text, ":\t ", tags->key[i].value[j].text,
				"\n");
		}
		strbuf_addch(&text, '\n');
	}
	tabs = tabs_new(strbuf_str(&text));
	while (report_goes_on(job) && tabs_put_line(tabs, job->out))
		;
	tabs_free(tabs);
	strbuf_free(&text);
	tags_free(tags);
	return 0;
}

/* Write both sides of a weight in a diff. */
static void
tags_json_change(struct jsonout *j, const struct view *v,
	const struct report_scale *n, int64_t weight,
	const struct tag_base *base)
{
	struct sides s = { .base = base->value,
		.new = i64_wrap_add(weight, base->value) };

	if (v->is_diff)
		jsondoc_change(j, "diff", n, s,
			evidence_sum(v->evidence, s, base->variance),
			&v->evidence->total);
}

static int
tags_json(const struct report_job *job, struct err *err)
{
	struct tags *tags =
		tags_new(job->engine, &job->view->query, job->progress, err);
	struct report_scale n;

	if (tags == NULL)
		return -1;
	scale_init(&n, job->view);
	jsonout_array(job->json, "keys");
	for (size_t i = 0; i < tags->n; i++) {
		struct jsonout *j = job->json;
		const struct view *v = job->view;

		jsonout_object(j, NULL);
		jsonout_text(j, "key", tags->key[i].key);
		jsondoc_value(j, "weight", &n, tags->key[i].weight);
		tags_json_change(
			j, v, &n, tags->key[i].carried, &tags->key[i].base);
		jsonout_count(j, "records", tags->key[i].carriers);
		jsonout_some_text(j, "unit", tags->key[i].unit);
		jsonout_array(j, "values");
		for (size_t k = 0; k < tags->key[i].n && k < report_most(job);
			k++) {
			const struct tag_value *value = &tags->key[i].value[k];

			jsonout_object(j, NULL);
			jsonout_text(j, "value", value->text);
			if (value->numeric) {
				jsonout_int(j, "least", value->num);
				jsonout_int(j, "most", value->max);
			}
			jsondoc_value(j, "weight", &n, value->weight);
			tags_json_change(j, v, &n, value->weight, &value->base);
			jsonout_count(j, "records", value->samples);
			jsonout_close(j);
			if (!report_goes_on(job))
				break;
		}
		jsonout_close(j);
		jsonout_close(j);
	}
	jsonout_close(job->json);
	tags_free(tags);
	return 0;
}

const struct report report_tags = {
	REPORT_DOC(.name = "tags", .only_help_all = true,
		.help = "Print the cost of each label value"),
	.words_are_labels = true,
	.partial_prefix = "",
	.run = tags_run,
	.json = tags_json,
};
