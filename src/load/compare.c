/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons: the option `diff`, and diffs of two profiles. */
#include "prelude.h"

#include "load/compare.h"

#include "base/num.h"
#include "base/xalloc.h"
#include "conf/options.h"
#include "engine/filtered.h"
#include "input/shell.h"
#include "load/load.h"
#include "profile/apart.h"
#include "profile/labels.h"
#include "profile/merge.h"
#include "profile/pairing.h"

/* ---- A slice ---- */

int
slice_parse(struct str text, struct arena *arena, struct query *out,
	struct err *err)
{
	struct options_target t = { .query = out, .text = arena };
	struct strbuf word = STRBUF_INIT;
	int rc;

	query_init(out);
	while ((rc = shell_next(&text, &word, err)) > 0) {
		struct str set_word = strbuf_str(&word);
		struct str value = set_word, name;
		const struct option *o;

		while (str_starts(value, STR("-")))
			value = str_skip(value, 1);
		name = str_cut(&value, '=');
		o = option_find(name, NULL);
		if (o == NULL) {
			rc = option_unknown(name, err);
		} else if (o->filters == NO_FILTER) {
			rc = err_set(err, ERR_USAGE,
				"%s is not a filter; a slice is defined by "
				"filters only",
				o->doc.name);
		} else {
			rc = option_append(o, t, value, err);
		}
		if (rc != 0)
			break;
	}
	strbuf_free(&word);
	return rc;
}

/* ---- The option ---- */

int
diffspec_parse(struct str text, struct diffspec *out, struct arena *arena,
	struct err *err)
{
	/* Blanks separate the words, so there are at most this many. */
	struct str *word = ARENA_ARRAY(arena, struct str, text.n / 2 + 1);
	struct strbuf one = STRBUF_INIT;
	size_t queries = 0;
	int status;

	*out = (struct diffspec){ .kind = DIFF_NONE, .word = word };
	while ((status = shell_next(&text, &one, err)) > 0) {
		struct str value;
		struct str name, choice = STR_EMPTY;
		const struct option *o;

		word[out->n] = arena_str(arena, strbuf_str(&one));
		/* Count words like "focus=a", which set a query's option. */
		value = word[out->n++];
		name = str_cut(&value, '=');
		o = option_find(name, &choice);
		queries += value.p != NULL && o != NULL &&
			o->target == ON_QUERY && choice.n == 0;
	}
	strbuf_free(&one);
	if (status != 0)
		return err_wrap(err, "diff");
	if (out->n == 0)
		return 0;
	if (out->n == 1 && str_is(word[0], "base_range")) {
		out->kind = DIFF_RANGE;
		return 0;
	}
	if (queries == 0) {
		out->kind = DIFF_FILES;
		return 0;
	}
	if (queries != 2 || out->n != 2)
		return err_set(err, ERR_USAGE,
			"diff needs a file or two queries, such as "
			"tagfocus=endpoint=/a tagfocus=endpoint=/b");
	out->kind = DIFF_SLICES;
	for (size_t i = 0; i < 2; i++)
		if (slice_parse(out->word[i], arena, &out->slice[i], err) != 0)
			return err_wrap(
				err, "diff %.*s", STR_ARG(out->word[i]));
	return 0;
}

void
diffspec_of_files(struct strbuf *out, const struct str *file, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		strbuf_addstr(out, i > 0 ? " " : "");
		shell_word(out, file[i]);
	}
}

bool
derivation_equal(
	const struct profile_variant *a, const struct profile_variant *b)
{
	return str_eq(a->diff, b->diff) && str_eq(a->range, b->range) &&
		str_eq(a->base_range, b->base_range) &&
		str_eq(a->interval, b->interval) &&
		a->per_second == b->per_second && a->swap == b->swap &&
		a->normalize == b->normalize && a->demangle == b->demangle &&
		name_rules_equal(&a->rules, &b->rules) &&
		a->symbols == b->symbols && a->fetch == b->fetch &&
		a->lines == b->lines;
}

/* Return the end of `path` that differs from the end of the other. */
static struct str
differing_end(struct str path, struct str other)
{
	size_t same = 0, from;

	while (same < path.n && same < other.n &&
		path.p[path.n - 1 - same] == other.p[other.n - 1 - same])
		same++;
	if (same == path.n && same == other.n)
		return str_basename(path);
	/* Go back to the start of the part that differs. */
	from = path.n - same;
	while (from > 0 && path.p[from - 1] != '/')
		from--;
	return str_skip(path, from);
}

void
diffspec_names(const struct diffspec *v, bool swap, struct str source,
	struct str path, struct strbuf *base, struct strbuf *new)
{
	struct strbuf *a = swap ? new : base, *b = swap ? base : new;
	struct str name = str_basename(path);

	if (v->kind == DIFF_SLICES) {
		struct str same = STR("tagfocus=");
		size_t skip = str_starts(v->word[0], same) &&
				str_starts(v->word[1], same)
			? same.n
			: 0;

		strbuf_add(a, str_skip(v->word[0], skip));
		strbuf_add(b, str_skip(v->word[1], skip));
		return;
	}
	if (v->n == 1 && path.n > 0 && str_starts(source, name) &&
		str_eq(str_basename(v->word[0]), name)) {
		strbuf_add(a, differing_end(v->word[0], path));
		strbuf_add(b, differing_end(path, v->word[0]));
		strbuf_add(b, str_skip(source, name.n));
		return;
	}
	if (v->n == 1)
		strbuf_add(a,
			str_is(v->word[0], "-") ? STR("(standard input)")
						: str_basename(v->word[0]));
	else
		strbuf_addf(a, "%zu profiles", v->n);
	strbuf_add(b, source);
}

/* ---- The profile ---- */

/* True if the profile is a diff already. */
static bool
has_base(const struct profile *p)
{
	uint32_t n = p->labels.first[p->labels.n];

	if (p->header.has_base)
		return true;
	for (uint32_t i = 0; i < n; i++) {
		const struct label *l = &p->labels.label[i];

		if (l->str != NONE && label_is_base(profile_str(p, l->key)) &&
			str_is(profile_str(p, l->str), "true"))
			return true;
	}
	return false;
}

/* Return the samples of a side, a reference. */
static struct profile *
samples_of(const struct diff_side *side, struct progress *progress,
	struct err *err)
{
	struct engine *engine;
	struct profile *p;

	if (side->query == NULL)
		return profile_ref(side->profile);
	if (has_base(side->profile)) {
		err_set(err, ERR_USAGE,
			"a diff has no slices; compare the profile itself");
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
merge_sides(struct merge_part part[2], const struct diff_options *options,
	struct err *err)
{
	const struct merge_options how = { .blank_urls = true,
		.all_frames = options->all_frames,
		.clamps = options->clamps,
		.warnings = options->warnings,
		.comment = options->comment,
		.max_memory = options->max_memory,
		.progress = options->progress };
	const struct profile *new = part[0].profile, *base = part[1].profile;
	double *normal = NULL, *minus;
	struct profile *p = NULL;

	minus = xmalloc(mul_size(base->types.n, sizeof(*minus)));
	for (uint32_t i = 0; i < base->types.n; i++)
		minus[i] = options->base_scale != NULL ? -options->base_scale[i]
						       : -1;
	if (options->normalize) {
		normal = xmalloc(mul_size(new->types.n, sizeof(*normal)));
		if (merge_normalize(&part[0], &part[1], normal,
			    options->warnings, err) != 0)
			goto out;
		/* Scale to the totals that the base has after base_scale. */
		for (uint32_t i = 0; i < new->types.n; i++)
			normal[i] *= -minus[i];
	}
	part[0].ratio = normal;
	part[1].ratio = minus;
	part[1].of_sums = options->base_scale != NULL;
	part[1].is_base = !options->subtract;
	p = merge_profiles(part, 2, &how, err);
	if (p != NULL)
		p->header.normalized = options->normalize;
out:
	free(normal);
	free(minus);
	return p;
}

/* Give different functions different names, in the same way on both sides. */
static void
set_apart(struct merge_part part[2], const struct progress *progress)
{
	const struct profile *was[2] = { part[0].profile, part[1].profile };

	for (int i = 0; i < 2; i++)
		part[i].profile = apart_rename(was[i], was[1 - i], progress);
	for (int i = 0; i < 2; i++)
		profile_unref(was[i]);
}

/* Rename the base's functions like their counterparts in the new side. */
static void
pair_base(struct merge_part part[2], const struct progress *progress)
{
	const struct profile *base = part[1].profile;

	part[1].profile = pairing_rename(base, part[0].profile, progress);
	profile_unref(base);
}

/* True if a profile of goroutines has the frames of Go's runtime. */
static bool
shows_runtime(const struct profile *p)
{
	for (func_id f = 0; f < p->func.n; f++)
		if (str_is(profile_str(p, p->func.name[f]), "runtime.gopark"))
			return true;
	return false;
}

/* Warn if only one side has frames of Go's runtime, which ?debug=2 hides:
   waiting stacks then end in different functions. */
static void
tell_runtime(const struct merge_part part[2], struct warnings *warnings)
{
	bool shows[2];

	for (int i = 0; i < 2; i++) {
		const struct profile *p = part[i].profile;

		if (p->types.n == 0 || p->sample.n == 0 ||
			!str_is(profile_str(p, p->types.type[0]), "goroutine"))
			return;
		shows[i] = shows_runtime(p);
	}
	if (shows[0] != shows[1])
		warnings_add(warnings,
			"only %s has frames of Go's runtime; "
			"-hide='^runtime\\.' compares the rest",
			shows[0] ? "the new side" : "the base");
}

struct profile *
diff_profiles(const struct diff_side *new, const struct diff_side *base,
	const struct diff_options *options, struct err *err)
{
	struct merge_part part[2] = { { .name = new->name },
		{ .name = base->name } };
	struct name_rules rules = options->rules;
	struct diff_options finishing = *options;
	struct profile *p = NULL, *finished;

	part[0].profile = samples_of(new, options->progress, err);
	if (part[0].profile != NULL)
		part[1].profile = samples_of(base, options->progress, err);
	if (part[1].profile != NULL) {
		tell_runtime(part, options->warnings);
		set_apart(part, options->progress);
	}
	if (part[1].profile != NULL &&
		(options->paired ||
			(part[0].profile->header.names == NAMES_OTHER &&
				part[1].profile->header.names ==
					NAMES_OTHER))) {
		pair_base(part, options->progress);
		rules = name_rules_comparing(&rules, VOLATILE_PAIRS);
	}
	if (part[1].profile != NULL)
		p = merge_sides(part, options, err);
	profile_unref(part[0].profile);
	profile_unref(part[1].profile);
	if (p == NULL)
		return p;
	/* Names were made unique on both sides. Repeating it for the result
	   would split a function that moved in its file. */
	p->header.is_apart = true;
	finishing.rules = rules;
	finished = load_finish(p, &finishing, err);
	profile_unref(p);
	return finished;
}

/* Return the samples of one side. Those of the base become positive and lose
   their label, as in a file of the base alone. */
static struct profile *
one_side(const struct profile *p, bool base, const struct diff_options *options,
	struct err *err)
{
	const struct merge_options how = { .all_frames = options->all_frames,
		.max_memory = options->max_memory,
		.progress = options->progress };
	struct engine *engine = engine_new(p);
	double *minus = xmalloc(mul_size(p->types.n, sizeof(*minus)));
	struct merge_part part = { .name = STR("base"), .ratio = minus };
	struct profile *side, *positive;
	struct query q;

	for (uint32_t i = 0; i < p->types.n; i++)
		minus[i] = -1;
	query_init(&q);
	if (base) {
		q.tagfocus = STR(LABEL_BASE "=^true$");
		q.taghide = STR("^" LABEL_BASE "$");
	} else {
		q.tagignore = STR(LABEL_BASE "=^true$");
	}
	side = filtered_profile(engine, &q, options->progress, err);
	engine_free(engine);
	if (side != NULL && base) {
		part.profile = side;
		positive = merge_profiles(&part, 1, &how, err);
		profile_unref(side);
		side = positive;
	}
	if (side != NULL && side != p) {
		struct sampling s = header_sampling(&side->header, base);

		/* Make the header describe this side only. */
		side->header.period = s.period;
		side->header.duration_nanos = s.duration_nanos;
		side->header.side[0] = s;
		side->header.side[1] = (struct sampling){ .is_set = false };
		side->header.has_base = false;
	}
	free(minus);
	return side;
}

struct profile *
diff_normalized(const struct profile *p, const struct diff_options *options,
	struct err *err)
{
	struct diff_side new = { .name = STR("new") };
	struct diff_side base = { .name = STR("base") };
	struct profile *made = NULL;

	if (!has_base(p)) {
		err_set(err, ERR_USAGE,
			"must have base profile to normalize by");
		return NULL;
	}
	new.profile = one_side(p, false, options, err);
	if (new.profile != NULL)
		base.profile = one_side(p, true, options, err);
	if (base.profile != NULL)
		made = diff_profiles(&new, &base, options, err);
	profile_unref(new.profile);
	profile_unref(base.profile);
	return made;
}
