/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -tags: what each value of each label weighs.
 *
 *      key1: Total 1.12s of 1.12s (  100%)
 *               1s (89.29%): tag1
 *            100ms ( 8.93%): tag2
 */
#include "prelude.h"

#include "report/report.h"

#include "analysis/label_sums.h"
#include "base/num.h"
#include "profile/unit.h"
#include "report/json.h"
#include "report/tabwriter.h"

/* " (89.29%)"; nothing when there is no total. */
static void
tags_put_share(struct strbuf *out, const struct report_scale *n, int64_t weight)
{
	char percent[UNIT_TEXT_MAX];

	if (n->total <= 0)
		return;
	(void)unit_percentage(weight, n->total, percent);
	strbuf_addf(out, " (%s)", percent);
}

static void
put_key(struct strbuf *out, const struct report_scale *n,
	const struct tag_key *key)
{
	strbuf_add3(out, "", key->key, ":\t Total ");
	scale_put(n, key->weight, 0, out);
	strbuf_addstr(out, " of ");
	scale_put(n, n->total, 0, out);
	tags_put_share(out, n, key->weight);
	strbuf_addch(out, '\n');
	for (size_t i = 0; i < key->n; i++) {
		strbuf_addstr(out, " \t");
		scale_put(n, key->value[i].weight, 0, out);
		tags_put_share(out, n, key->value[i].weight);
		strbuf_add3(out, ":\t ", key->value[i].text, "\n");
	}
	strbuf_addch(out, '\n');
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
	for (size_t i = 0; i < tags->n; i++)
		put_key(&text, &n, &tags->key[i]);
	tabs = tabs_new(strbuf_str(&text));
	while (report_goes_on(job) && tabs_put_line(tabs, job->out))
		;
	tabs_free(tabs);
	strbuf_free(&text);
	tags_free(tags);
	return 0;
}

/* Of a diff, both sides of a weight. */
static void
tags_json_change(struct jsonout *j, const struct view *v,
	const struct report_scale *n, int64_t weight,
	const struct tag_base *base)
{
	struct sides s = { .base = base->value,
		.new = i64_wrap_add(weight, base->value) };

	if (v->is_diff)
		jsondoc_change(j, "diff", n, s,
			evidence_of_part(v->evidence, s, base->variance),
			&v->evidence->total);
}

static void
tags_json_key(const struct report_job *job, const struct report_scale *n,
	const struct tag_key *key)
{
	struct jsonout *j = job->json;
	const struct view *v = job->view;

	jsonout_object(j, NULL);
	jsonout_text(j, "key", key->key);
	jsondoc_value(j, "weight", n, key->weight);
	tags_json_change(j, v, n, key->carried, &key->base);
	jsonout_count(j, "records", key->carriers);
	jsonout_some_text(j, "unit", key->unit);
	jsonout_array(j, "values");
	for (size_t i = 0; i < key->n; i++) {
		const struct tag_value *value = &key->value[i];

		jsonout_object(j, NULL);
		jsonout_text(j, "value", value->text);
		if (value->numeric) {
			jsonout_int(j, "least", value->num);
			jsonout_int(j, "most", value->max);
		}
		jsondoc_value(j, "weight", n, value->weight);
		tags_json_change(j, v, n, value->weight, &value->base);
		jsonout_count(j, "records", value->samples);
		jsonout_close(j);
		if (!report_goes_on(job))
			break;
	}
	jsonout_close(j);
	jsonout_close(j);
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
	for (size_t i = 0; i < tags->n; i++)
		tags_json_key(job, &n, &tags->key[i]);
	jsonout_close(job->json);
	tags_free(tags);
	return 0;
}

const struct report report_tags = {
	REPORT_DOC(.name = "tags", .only_help_all = true,
		.help = "What each value of each label weighs"),
	.words_are_labels = true,
	.partial_prefix = "",
	.run = tags_run,
	.json = tags_json,
};
