/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two sides made into a diff: see sides.h. */
#include "config.h"

#include "app/sides.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "profile/merge.h"
#include "input/shell.h"
#include "engine/filtered.h"
#include "engine/prune.h"
#include "conf/configfile.h"
#include "conf/options.h"

#include "base/banned.h"

/* Does it have samples of a base already? */
static bool
is_diff(const struct profile *p)
{
	uint32_t n = p->labels.first[p->labels.n];

	for (uint32_t i = 0; i < n; i++) {
		const struct label *l = &p->labels.label[i];

		if (l->str != NONE &&
			str_is(profile_str(p, l->key), "pprof::base") &&
			str_is(profile_str(p, l->str), "true"))
			return true;
	}
	return false;
}

/* The samples of a side: a reference. */
static struct profile *
samples_of(const struct side *side, struct progress *progress, struct err *err)
{
	struct engine *engine;
	struct profile *p;

	if (side->query == NULL)
		return profile_ref(side->profile);
	if (is_diff(side->profile)) {
		err_set(err, ERR_USAGE,
			"what is compared already has no slices: compare the "
			"profile itself");
		return NULL;
	}
	engine = engine_new(side->profile);
	p = filtered_profile(engine, side->query, progress, err);
	engine_free(engine);
	if (p != NULL && p->sample.n == 0) {
		profile_unref(p);
		p = NULL;
		err_set(err, ERR_USAGE, "%.*s: no samples match",
			STR_ARG(side->name));
	}
	return p;
}

static struct profile *
merge(struct merge_part part[2], const struct sides_options *options,
	struct err *err)
{
	const struct merge_options how = { .blank_urls = true,
		.all_frames = options->all_frames,
		.warnings = options->warnings,
		.comment = options->comment,
		.max_memory = options->max_memory,
		.progress = options->progress };
	const struct profile *new = part[0].profile, *base = part[1].profile;
	double *normal = NULL, *minus;
	struct profile *p = NULL;

	minus = xmalloc(mul_size(base->types.n, sizeof(*minus)));
	for (uint32_t i = 0; i < base->types.n; i++)
		minus[i] = -1;
	if (options->normalize) {
		normal = xmalloc(mul_size(new->types.n, sizeof(*normal)));
		if (merge_normalize(&part[0], &part[1], normal,
			    options->warnings, err) != 0)
			goto out;
	}
	part[0].ratio = normal;
	part[1].ratio = minus;
	part[1].is_base = !options->subtract;
	p = merge_profiles(part, 2, &how, err);
out:
	free(normal);
	free(minus);
	return p;
}

struct profile *
sides_diff(const struct side *new, const struct side *base,
	const struct sides_options *options, struct err *err)
{
	struct merge_part part[2] = { { .name = new->name },
		{ .name = base->name } };
	struct profile *p = NULL, *pruned;

	part[0].profile = samples_of(new, options->progress, err);
	if (part[0].profile != NULL)
		part[1].profile = samples_of(base, options->progress, err);
	if (part[1].profile != NULL)
		p = merge(part, options, err);
	profile_unref(part[0].profile);
	profile_unref(part[1].profile);
	if (p == NULL)
		return p;
	pruned = prune_profile(p, err);
	profile_unref(p);
	return pruned;
}

/* Of a query the filters come first: see query.h. */
static bool
is_filter(const struct option *o)
{
	return o->target == ON_QUERY &&
		o->field < offsetof(struct query, granularity);
}

static int
set_filter(struct str word, struct options_target t, struct err *err)
{
	struct str value = word, name;
	const struct option *o;

	while (str_starts(value, STR("-")))
		value = str_skip(value, 1);
	name = str_cut(&value, '=');
	o = option_find(name, NULL);
	if (o == NULL)
		return option_unknown(err, "", name, option_nearest(name));
	if (!is_filter(o))
		return err_set(err, ERR_USAGE,
			"%s is no filter: only filters make a slice",
			o->doc.name);
	if (o->type == OPT_LIST)
		return option_append(o, t, value, err);
	return option_set(o, t, value, err);
}

int
slice_parse(struct str text, struct arena *arena, struct query *out,
	struct err *err)
{
	struct options_target t = { .query = out, .text = arena };
	struct strbuf word = STRBUF_INIT;
	int rc;

	query_init(out);
	while ((rc = shell_next(&text, &word, err)) > 0) {
		rc = set_filter(strbuf_str(&word), t, err);
		if (rc != 0)
			break;
	}
	strbuf_free(&word);
	return rc;
}
