/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of load_profile(), in pprof's order. */
#include "prelude.h"

#include "load/load.h"

#include "base/memory.h"
#include "base/threads.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/prune.h"
#include "fetch/fetch.h"
#include "input/expand.h"
#include "input/stream.h"
#include "load/compare.h"
#include "load/load_internal.h"
#include "load/remote.h"
#include "load/sampletimes.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"
#include "profile/apart.h"
#include "profile/demangle.h"
#include "profile/fit.h"
#include "profile/merge.h"
#include "profile/pairing.h"
#include "symbol/symbolize.h"

/* Load a group. With a range, levels (memory in use) become means. */
static const struct profile *
load_side(struct load *l, struct group *g, struct span span, bool is_last)
{
	const struct profile *sum = group_load(l, g, is_last), *p = sum;

	if (sum == NULL || l->spec->raw ||
		l->spec->range.n + l->spec->base_range.n == 0)
		return sum;
	p = snapshots_level(l->snapshots, span, sum,
		is_last ? l->warnings : NULL, l->progress, l->err);
	profile_unref(sum);
	return p;
}

static struct diff_options
options_of(const struct load *l)
{
	const struct load_spec *spec = l->spec;

	return (struct diff_options){ .normalize = spec->normalize,
		.subtract = spec->n_bases > 0,
		.all_frames = spec->all_frames,
		.on_screen = spec->on_screen,
		.clamps = spec->clamps,
		.paired = spec->paired,
		.demangle = spec->demangle,
		.rules = spec->rules,
		.symbols = spec->symbols,
		.comment = spec->comment,
		.max_memory = l->max_memory,
		.warnings = l->warnings,
		.progress = l->progress };
}

/* Return the source minus the bases. */
static struct profile *
subtract(struct load *l, const struct diff_side *source, struct group *bases)
{
	const struct load_spec *spec = l->spec;
	struct diff_side base = { .name = (bases->n == 1
						  ? shown_name(bases->name[0])
						  : str_c(bases->what)) };
	struct diff_options options = options_of(l);
	struct profile *p;
	double *scale = NULL;

	l->max_memory =
		memory_after(l->max_memory, profile_bytes(source->profile));
	base.profile = load_side(l, bases, l->base, false);
	if (base.profile == NULL)
		return NULL;
	if (spec->base_range.n > 0 && spec->per_second) {
		scale = xcalloc(base.profile->types.n, sizeof(*scale));
		snapshots_scale(
			l->snapshots, l->new, l->base, base.profile, scale);
		options.base_scale = scale;
	}
	options.max_memory = memory_after(load_limit(spec),
		profile_bytes(source->profile) + profile_bytes(base.profile));
	p = diff_profiles(source, &base, &options, l->err);
	if (p != NULL && spec->paired_too != NULL &&
		(source->profile->header.names != NAMES_OTHER ||
			base.profile->header.names != NAMES_OTHER)) {
		const struct profile *made = p;
		struct diff_side named = base;
		struct err ignored = ERR_INIT;
		struct profile *q = NULL;
		const struct name_rules comparing = {
			.ids = name_rules_comparing(
				&spec->rules, VOLATILE_PAIRS)
				       .ids
		};

		/* Diff again with paired functions, if any were renamed. */
		named.profile = pairing_rename(
			base.profile, source->profile, options.progress);
		options.warnings = NULL;
		if (options.max_memory > 0)
			options.max_memory = memory_after(
				options.max_memory, profile_bytes(made));
		if (named.profile != base.profile)
			q = diff_profiles(source, &named, &options, &ignored);
		profile_unref(named.profile);
		/* Join names as well, for the gates. */
		made = q != NULL ? q : p;
		q = renames_apply(made, &comparing, l->warnings, l->progress);
		if (made != p)
			profile_unref(made);
		if (q == p) {
			profile_unref(q);
			q = NULL;
		}
		*spec->paired_too = q;
	}
	profile_unref(base.profile);
	free(scale);
	return p;
}

/* ---- Both sides at once ---- */

/* Two files, one per side, that are read at the same time. */
struct load_sides {
	struct group *group[2];
	struct load load[2]; /* independent, each with half of the memory */
	struct progress progress[2];
	struct arena arena[2]; /* memory of their warnings */
	struct err err[2];
	bool is_read[2];
};

static void
read_side(void *arg, unsigned thread, unsigned i)
{
	struct load_sides *s = arg;

	(void)thread;
	s->is_read[i] =
		group_read_named(&s->load[i], s->group[i], 0, &s->err[i]) == 0;
	progress_share_end(s->load[i].progress);
}

/* Read two files on two threads if they are large enough. If one fails, both
   are dropped, and the caller reads them one by one, because half of the memory
   may have been too little. -1 and l->err if more detail is needed. */
static int
read_sides(struct load *l, struct group *new, struct group *base)
{
	struct load_sides s = { .group = { new, base } };
	struct warnings warnings[2];
	uint64_t size[2] = { 0, 0 };
	int rc = 0;

	for (size_t i = 0; i < 2; i++)
		if (s.group[i]->n == 1)
			size[i] = s.group[i]->size[0];
	if (size[0] < STREAM_LEAST || size[1] < STREAM_LEAST)
		return 0;
	progress_files(l->progress, 2, size[0] + size[1]);
	for (size_t i = 0; i < 2; i++) {
		warnings_init(&warnings[i], &s.arena[i]);
		s.load[i] = *l;
		s.load[i].max_memory =
			memory_after(l->max_memory, l->max_memory / 2);
		s.load[i].warnings = l->warnings != NULL ? &warnings[i] : NULL;
		s.load[i].progress =
			progress_share(&s.progress[i], l->progress, size[i]);
	}
	pieces_do(2, read_side, &s);
	progress_stage(l->progress, PROGRESS_SEAL, 0);
	for (size_t i = 0; i < 2; i++) {
		s.group[i]->is_read = s.is_read[0] && s.is_read[1];
		if (!s.group[i]->is_read)
			group_free_parts(s.group[i]);
		else if (l->warnings != NULL)
			warnings_join(l->warnings, &warnings[i]);
		arena_free(&s.arena[i]);
	}
	for (size_t i = 0; rc == 0 && i < 2 && s.group[i]->is_read; i++)
		rc = group_check_detail(l, s.group[i]->part.p[0].profile);
	return rc;
}

/* ---- Ranges ---- */

/* Drop the parts outside the span. */
static void
keep_span(struct group *g, struct span span)
{
	size_t n = 0;

	for (size_t i = 0; i < g->part.n; i++) {
		struct merge_part part = g->part.p[i];

		if (span_has(span, snapshot_of(part.name, part.profile).time))
			g->part.p[n++] = part;
		else
			profile_unref(part.profile);
	}
	g->part.n = n;
}

/* Read the sources, and split them by range and base_range. */
static int
read_times(struct load *l, struct group *sources, struct group *bases)
{
	const struct load_spec *spec = l->spec;

	if (group_read(l, sources, NULL) != 0)
		return -1;
	sources->is_read = true;
	if (sources->part.n == 1 &&
		sources->part.p[0].profile->sample.time != NULL)
		sampled_take(l->snapshots, sources->part.p[0].profile);
	for (size_t i = 0; l->snapshots->whole == NULL && i < sources->part.n;
		i++)
		snapshots_take(l->snapshots, sources->part.p[i].name,
			sources->part.p[i].profile);
	snapshots_done(l->snapshots);
	if (spec->base_range.n > 0) {
		if (snapshots_span(l->snapshots, spec->base_range, spec->now,
			    &l->base, l->err) != 0)
			return err_wrap(l->err, "base_range");
		for (size_t i = 0; i < sources->part.n; i++) {
			struct merge_part part = sources->part.p[i];

			part.profile = profile_ref(part.profile);
			vec_push(&bases->part, part);
		}
		if (l->snapshots->whole == NULL)
			keep_span(bases, l->base);
		bases->is_read = true;
	}
	if (spec->range.n > 0) {
		if (snapshots_span(l->snapshots, spec->range, spec->now,
			    &l->new, l->err) != 0)
			return err_wrap(l->err, "range");
		if (l->snapshots->whole == NULL)
			keep_span(sources, l->new);
	}
	return 0;
}

struct profile *
load_finish(
	const struct profile *p, const struct diff_options *o, struct err *err)
{
	const struct symbol_words words = { .warnings = o->warnings,
		.news = o->warnings };
	struct profile *found =
		symbolize_profile(p, &o->symbols, &words, o->progress);
	struct profile *named =
		demangle_profile(found, o->demangle, o->on_screen, o->progress);
	struct profile *ruled =
		renames_apply(named, &o->rules, o->warnings, o->progress);
	struct profile *apart = apart_rename(ruled, NULL, o->progress);
	struct profile *pruned = prune_profile(apart, err), *made = pruned;

	if (pruned != NULL &&
		(o->clamps || pruned->header.names == NAMES_OTHER)) {
		made = fit_values(pruned, o->warnings, o->progress);
		profile_unref(pruned);
	} else if (pruned != NULL)
		fit_warn(pruned, o->warnings);
	profile_unref(apart);
	profile_unref(ruled);
	profile_unref(found);
	profile_unref(named);
	return made;
}

/* Fetch all addresses in parallel. -1 and err, possibly ERR_CHOICES. */
static int
fetch_groups(struct load *l, struct group *sources, struct group *bases)
{
	struct fetch_options o =
		l->spec->fetch != NULL ? *l->spec->fetch : fetch_defaults;
	size_t n = sources->n + bases->n;
	struct str *name = xcalloc(n + 1, sizeof(*name));
	int rc;

	if (l->spec->interval.n > 0)
		o.interval = load_interval(l->spec);
	o.asks = o.asks && l->spec->choices != NULL && n == 1;
	/* If the points are fetched after the profile is shown, so is the
	   rest. */
	o.counts_later = l->spec->points_later && l->spec->snapshots != NULL;
	o.newest = o.counts_later && n == 1 && l->spec->range.n == 0;
	if (sources->n > 0)
		memcpy(name, sources->name, sources->n * sizeof(*name));
	if (bases->n > 0)
		memcpy(name + sources->n, bases->name,
			bases->n * sizeof(*name));
	sources->fetched = xcalloc(n + 1, sizeof(*sources->fetched));
	bases->fetched = sources->fetched + sources->n;
	rc = fetch_all(&o, name, n, l->max_memory, sources->fetched,
		l->progress, l->err);
	free(name);
	group_find_sizes(sources, l->arena);
	group_find_sizes(bases, l->arena);
	if (rc == 0 && o.asks && sources->fetched[0].choices != NULL) {
		*l->spec->choices = sources->fetched[0].choices;
		sources->fetched[0].choices = NULL;
		rc = err_set(l->err, ERR_CHOICES, "%.*s: choose a profile",
			STR_ARG(sources->name[0]));
	}
	return rc;
}

static void
free_fetched(struct group *sources, struct group *bases)
{
	for (size_t i = 0;
		sources->fetched != NULL && i < sources->n + bases->n; i++)
		fetch_result_fini(&sources->fetched[i]);
	free(sources->fetched);
}

/* Put the ranges into servers' addresses. -1 and l->err. */
static int
settle_served(struct load *l, struct group *sources, struct group *bases)
{
	struct served_sides sides = { .new = { sources->name, l->new } };

	if (served_settle(l->snapshots, l->spec, sources->name, sources->n,
		    &sides, l->arena, l->err) != 0)
		return -1;
	sources->name = sides.new.name;
	l->new = sides.new.span;
	if (sides.base.name == NULL)
		return 0;
	bases->name = sides.base.name;
	bases->n = sources->n;
	l->base = sides.base.span;
	return 0;
}

/* Fetch the requested ranges. The servers' clock is known only from their
   answers; fetch again if it changes the ranges. */
static int
fetch_served(struct load *l, struct group *sources, struct group *bases)
{
	const struct str *name = sources->name;
	struct span new, base;
	int64_t skew;

	if (settle_served(l, sources, bases) != 0 ||
		fetch_groups(l, sources, bases) != 0)
		return -1;
	skew = l->snapshots->skew;
	for (size_t i = 0; i < sources->n; i++)
		if (sources->fetched[i].skew != 0)
			l->snapshots->skew = sources->fetched[i].skew;
	if (l->snapshots->skew == skew)
		return 0;
	new = l->new;
	base = l->base;
	sources->name = name;
	if (settle_served(l, sources, bases) != 0)
		return -1;
	if (span_equal(new, l->new) && span_equal(base, l->base))
		return 0;
	free_fetched(sources, bases);
	return fetch_groups(l, sources, bases);
}

/* Merge the groups into one profile. */
static struct profile *
load_groups(struct load *l, struct group *sources, struct group *bases)
{
	const struct load_spec *spec = l->spec;
	struct diff_side source = {
		.name = (sources->n == 1 ? shown_name(sources->name[0])
					 : str_c(sources->what))
	};
	struct profile *p;
	const struct diff_options alone = options_of(l);
	bool has_base;

	if (l->snapshots == NULL) {
		if (read_sides(l, sources, bases) != 0)
			return NULL;
	} else if (l->snapshots->served) {
		served_learn(l->snapshots, sources->fetched, sources->n,
			l->spec->range.n == 0);
	} else if (read_times(l, sources, bases) != 0) {
		return NULL;
	}
	if (l->snapshots != NULL && spec->range.n == 0)
		l->new = snapshots_extent(l->snapshots);
	has_base = bases->n > 0 || bases->is_read;
	source.profile = load_side(l, sources, l->new, !has_base);
	if (source.profile == NULL)
		return NULL;
	if (has_base)
		p = subtract(l, &source, bases);
	else if (spec->raw)
		p = profile_ref(source.profile);
	else if (spec->normalize)
		p = diff_normalized(source.profile, &alone, l->err);
	else
		p = load_finish(source.profile, &alone, l->err);
	profile_unref(source.profile);
	return p;
}

/* Return less than READ_SAMPLES only if the result depends neither on the order
   of merging nor on rounding or labels. */
static enum read_detail
choose_detail(const struct load *l, const struct group *sources,
	const struct group *bases)
{
	const struct load_spec *spec = l->spec;
	const struct group *group[2] = { sources, bases };

	if ((l->snapshots != NULL && !l->snapshots->served) || spec->raw ||
		spec->normalize || spec->n_bases > 0)
		return READ_SAMPLES;
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < group[k]->n; i++) {
			const struct fetch_result *f = &group[k]->fetched[i];
			const struct fetch_options *o = l->spec->fetch;
			bool is_for_reports;

			/* The whole profile is needed if several sources would
			   have to be read twice, if a copy is saved, or if a
			   mean is rounded sample by sample. */
			if (!f->is_address)
				is_for_reports =
					l->parts == 1 || group[k]->size[i] > 0;
			else
				is_for_reports = l->parts == 1 &&
					f->part.n == 1 &&
					f->part.p[0].interval == 0 &&
					(f->part.p[0].until > 0 ||
						(o != NULL && o->no_save));
			if (!is_for_reports)
				return READ_SAMPLES;
		}
	return spec->detail;
}

/* Load once; *again: more detail is needed. */
static struct profile *
load_once(const struct load_spec *spec, struct warnings *warnings,
	struct progress *progress, bool *again, struct err *err)
{
	struct remotes own = { .fetch = NULL };
	struct load_spec asking = *spec;
	struct load l = { .spec = &asking,
		.remotes = spec->remotes != NULL ? spec->remotes : &own,
		.max_memory = load_limit(spec),
		.warnings = warnings,
		.progress = progress,
		.err = err };
	bool served;
	struct group sources = { .what = "source" }, bases = { .what = "base" };
	struct arena arena = ARENA_INIT;
	struct names source = { NULL, 0, 0 }, base;
	struct profile *p = NULL;

	*again = false;
	if (load_check(spec, err) != 0)
		return NULL;
	l.arena = &arena;
	asking.symbols.ask = remotes_symbolize;
	asking.symbols.whom = l.remotes;
	if (spec->weigh != NULL)
		sources.ends = ARENA_ARRAY(&arena, size_t, spec->n_sources);
	for (size_t i = 0; i < spec->n_sources; i++) {
		(void)expand_name(spec->source[i], &arena, &source);
		if (sources.ends != NULL)
			sources.ends[i] = source.n;
	}
	base = expand_names(spec->n_bases > 0 ? spec->base : spec->diff_base,
		spec->n_bases + spec->n_diff_bases, &arena);
	sources.name = source.p;
	sources.n = source.n;
	bases.name = base.p;
	bases.n = base.n;
	if (spec->snapshots != NULL)
		l.snapshots = snapshots_ref(spec->snapshots);
	else if (spec->range.n + spec->base_range.n > 0)
		l.snapshots = snapshots_new();
	served = l.snapshots != NULL && served_all(sources.name, sources.n);
	if ((served ? fetch_served : fetch_groups)(&l, &sources, &bases) == 0) {
		l.parts = sources.n + bases.n;
		l.detail = choose_detail(&l, &sources, &bases);
		p = load_groups(&l, &sources, &bases);
	}
	*again = l.again;
	if (spec->n_merged != NULL)
		*spec->n_merged = sources.n - sources.failed;
	if (p != NULL && served && spec->snapshots != NULL &&
		spec->points_later) {
		l.snapshots->pending = true;
	} else if (p != NULL && served && spec->snapshots != NULL &&
		served_load(l.snapshots, spec, warnings, progress, err) != 0) {
		profile_unref(p);
		p = NULL;
	}
	free_fetched(&sources, &bases);
	group_free_parts(&sources);
	group_free_parts(&bases);
	snapshots_unref(l.snapshots);
	profile_unref(l.like);
	vec_free(&source);
	vec_free(&base);
	arena_free(&arena);
	if (p != NULL && l.remote &&
		!(spec->fetch != NULL && spec->fetch->no_save))
		savecopy_write(p, warnings, progress);
	remotes_free(&own);
	return p;
}

size_t
load_begin_limit(
	const struct load_spec *spec, size_t open, struct progress *progress)
{
	size_t limit = load_limit(spec);

	progress_limit(progress, memory_allowed(limit, open));
	/* No input is being read, which would have its own limit, so apply this
	   one now. */
	if (open > 0)
		progress_stage(progress, PROGRESS_SEAL, 0);
	return memory_after(limit, open);
}

struct profile *
load_end_limit(const struct load_spec *spec, const char *what,
	struct profile *made, struct progress *progress, struct err *err)
{
	char limit[32];

	if (made != NULL && progress_spent(progress)) {
		profile_unref(made);
		made = NULL;
		(void)err_set(err, ERR_CANCELLED, "cancelled");
	}
	(void)load_was_spent(progress, err);
	progress_limit(progress, 0);
	if (made != NULL || err->code != ERR_LIMIT ||
		strstr(err->msg, "--max-memory") == NULL)
		return made;
	bytes_size(load_limit(spec), limit);
	(void)err_set(err, ERR_LIMIT,
		"%s needs more memory than the limit of %s (see --max-memory)",
		what, limit);
	return NULL;
}

struct profile *
load_profile(const struct load_spec *spec, struct warnings *warnings,
	struct progress *progress, struct err *err)
{
	struct load_spec all = *spec;
	struct arena arena = ARENA_INIT;
	struct warnings own;
	struct profile *p = NULL;
	bool again = true;

	all.detail = READ_SAMPLES;
	warnings_init(&own, &arena);
	(void)load_begin_limit(spec, 0, progress);
	if (spec->detail != READ_SAMPLES)
		p = load_once(spec, &own, progress, &again, err);
	if (again) {
		*err = (struct err)ERR_INIT;
		p = load_once(&all, warnings, progress, &again, err);
	} else if (warnings != NULL) {
		warnings_join(warnings, &own);
	}
	if (p == NULL && load_was_spent(progress, err))
		load_name_limit(spec, err);
	progress_limit(progress, 0);
	arena_free(&arena);
	return p;
}
