/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker's two jobs, load and compute. */
#include "prelude.h"

#include "app/job.h"

#include <inttypes.h>

#include "analysis/annotate.h"
#include "analysis/hottest.h"
#include "analysis/label_sums.h"
#include "analysis/ownership.h"
#include "analysis/traces.h"
#include "app/complete_server.h"
#include "app/state.h"
#include "base/compiler.h"
#include "base/xalloc.h"
#include "engine/regexp.h"
#include "fetch/fetch.h"
#include "load/compare.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"
#include "profile/sampletype.h"
#include "profile/timetext.h"
#include "report/report.h"
#include "report/srcfind.h"
#include "series/growthscan.h"
#include "series/timereport.h"
#include "symbol/assembly.h"
#include "symbol/revision.h"

void
session_unref(struct session *s)
{
	if (s == NULL || --s->refs > 0)
		return;
	engine_free(s->engine);
	facts_free(s->facts);
	profile_unref(s->profile);
	profile_unref(s->source);
	profile_unref(s->base);
	profile_unref(s->source_named);
	profile_unref(s->base_named);
	remotes_free(&s->remotes);
	snapshots_unref(s->snapshots);
	strbuf_free(&s->notes);
	arena_free(&s->arena);
	free(s);
}

static bool
column_is_zero(const struct profile *p, uint32_t column)
{
	for (size_t s = 0; s < p->sample.n; s++)
		if (p->sample.value[column][s] != 0)
			return false;
	return true;
}

/* Select the first type with values if the default type has none, as in the
   heap profile of a program that has freed everything. */
static void
avoid_empty_type(struct load_job *job, struct session *s)
{
	const struct profile *p = s->profile;
	struct strbuf number = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct str was;
	uint32_t column;

	if (job->query.sample_index.n > 0 ||
		profile_sample_index(p, STR_EMPTY, &column, &err) != 0 ||
		!column_is_zero(p, column))
		return;
	was = profile_str(p, p->types.type[column]);
	for (uint32_t i = 0; i < p->types.n; i++) {
		struct str name;
		struct err name_err = ERR_INIT;
		uint32_t found;

		if (column_is_zero(p, i))
			continue;
		/* Select the type by name, which lives as long as the profile.
		   If the name finds another type, use the number. */
		name = profile_str(p, p->types.type[i]);
		if (name.n > 0 &&
			profile_sample_index(p, name, &found, &name_err) == 0 &&
			found == i) {
			job->query.sample_index = name;
		} else {
			strbuf_addf(&number, "%" PRIu32, i);
			job->query.sample_index =
				arena_str(&s->arena, strbuf_str(&number));
			strbuf_free(&number);
		}
		warnings_add(&job->warnings,
			"all %.*s values are zero; showing %.*s", STR_ARG(was),
			STR_ARG(profile_str(p, p->types.type[i])));
		return;
	}
}

/* Read files raw, because other profiles may be made from them. */
static const struct profile *
read_spec(struct load_job *job, struct session *s, struct load_spec *spec)
{
	spec->n_bases = 0;
	spec->raw = true;
	spec->normalize = false;
	spec->remotes = &s->remotes;
	if (spec->source == job->spec.source && spec->fetch != NULL &&
		spec->fetch->asks)
		spec->choices = &job->choices;
	return load_profile(
		spec, &job->warnings, &job->job.progress, &job->err);
}

/* Read the sources within `range`. Until all times are known, that means every
   source. */
static const struct profile *
job_read_range(struct load_job *job, struct session *s, struct str range)
{
	struct load_spec spec = job->spec;
	struct span span = { 0, 0 };

	if (s->snapshots == NULL) {
		spec.snapshots = s->snapshots = snapshots_new();
		spec.range = range;
		return read_spec(job, s, &spec);
	}
	if (range.n > 0 &&
		snapshots_span(s->snapshots, range,
			snapshots_now(s->snapshots, &spec), &span,
			&job->err) != 0)
		return NULL;
	/* Samples outside the range are dropped later. */
	if (s->snapshots->whole != NULL)
		return profile_ref(s->snapshots->whole);
	if (range.n == 0)
		span = s->snapshots->asked;
	if (range.n > 0 || s->snapshots->served)
		spec.source = snapshots_sources(s->snapshots, &spec, span,
			&job->arena, &spec.n_sources);
	return read_spec(job, s, &spec);
}

/* Return p or, with made.symbols, *named: a symbolized copy of p that is made
   once. Borrowed. */
static const struct profile *
with_symbols(struct load_job *job, struct session *s, const struct profile *p,
	const struct profile **named)
{
	const struct symbol_words words = { .news = &job->warnings,
		.notes = &s->notes };
	struct symbol_spec spec = job->symbols;

	if (!job->made.symbols)
		return p;
	spec.fetch = job->made.fetch;
	spec.force |= job->made.lines;
	spec.ask = remotes_symbolize;
	spec.whom = &s->remotes;
	if (*named == NULL)
		*named =
			symbolize_profile(p, &spec, &words, &job->job.progress);
	return *named;
}

static void
read_base(struct load_job *job, struct session *s, const struct diffspec *v)
{
	struct str from =
		v->kind == DIFF_RANGE ? job->made.base_range : job->made.diff;

	if (s->base != NULL && str_eq(s->base_files, from))
		return;
	profile_unref(s->base);
	profile_unref(s->base_named);
	s->base_named = NULL;
	s->base = NULL;
	s->base_files = from;
	if (v->kind != DIFF_RANGE) {
		const struct str *name = v->word;
		size_t n = v->n;
		struct load_spec spec = job->spec;

		spec.source = name;
		spec.n_sources = n;
		s->base = read_spec(job, s, &spec);
	} else if (from.n > 0)
		s->base = job_read_range(job, s, from);
	else
		(void)err_set(&job->err, ERR_USAGE,
			"set a base_range to compare with");
}

/* Return a range as a span; "": all profiles. */
static struct span
made_span(const struct load_job *job, const struct session *s, struct str text)
{
	struct span span = snapshots_extent(s->snapshots);
	struct err ignored = ERR_INIT;

	if (text.n > 0)
		(void)snapshots_span(s->snapshots, text,
			snapshots_now(s->snapshots, &job->spec), &span,
			&ignored);
	return span;
}

static struct diff_options
diff_options_of(struct load_job *job)
{
	return (struct diff_options){ .normalize = job->made.normalize,
		.all_frames = job->spec.all_frames,
		.on_screen = job->spec.on_screen,
		.clamps = job->spec.clamps,
		.paired = job->spec.paired,
		.demangle = job->made.demangle,
		.rules = job->made.rules,
		.comment = job->spec.comment,
		.max_memory = job->spec.max_memory,
		.warnings = &job->warnings,
		.progress = &job->job.progress };
}

/* If the shown values are levels (memory in use, goroutines) of one process,
   replace the sum of all snapshots by the last one. */
static void
take_last(struct load_job *job, struct session *s)
{
	const struct profile *p = s->source, *last;
	struct err ignored = ERR_INIT;
	struct strbuf text = STRBUF_INIT;
	struct span span;
	uint32_t column;
	struct str range;

	if (job->made.range.n > 0 || job->made.diff.n > 0 ||
		progress_kept(&job->job.progress) ||
		profile_sample_index(
			p, job->query.sample_index, &column, &ignored) != 0 ||
		!kind_is_level(kind_of_column(p, column)) ||
		!snapshots_last(s->snapshots, &span))
		return;
	instant_put_exact(&text, span);
	range = arena_str(&job->arena, strbuf_str(&text));
	strbuf_free(&text);
	last = job_read_range(job, s, range);
	if (last == NULL) {
		job->err = (struct err)ERR_INIT;
		return;
	}
	profile_unref(p);
	s->source = last;
	s->made.range = job->made.range = range;
}

/* Return the bytes of all open profiles. */
static size_t
open_bytes(const struct session *s)
{
	const struct profile *const open[] = { s->source, s->base,
		s->source_named, s->base_named };
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(open); i++) {
		bool counted = open[i] == NULL;

		for (size_t k = 0; k < i && !counted; k++)
			counted = open[k] == open[i];
		n += counted ? 0 : profile_bytes(open[i]);
	}
	return n;
}

/* Compare two open sides. */
static struct profile *
make_diff(struct load_job *job, struct session *s, struct diff_side new,
	struct diff_side base)
{
	struct diff_options options = diff_options_of(job);
	const struct profile *less =
		job->made.swap ? new.profile : base.profile;
	const struct profile *a = NULL, *b = NULL;
	struct profile *made = NULL;
	struct span span[2];
	bool is_range = s->diff.kind == DIFF_RANGE;

	options.max_memory =
		load_begin_limit(&job->spec, open_bytes(s), &job->job.progress);
	if (is_range) {
		double *scale = ARENA_ARRAY(&job->arena, double, less->types.n);

		/* Compare two ranges; levels (memory in use) are averaged. */
		span[0] = made_span(job, s, job->made.range);
		span[1] = made_span(job, s, job->made.base_range);
		snapshots_scale(s->snapshots, span[job->made.swap],
			span[!job->made.swap], less, scale);
		if (job->made.per_second)
			options.base_scale = scale;
		a = snapshots_level(s->snapshots, span[0], new.profile, NULL,
			&job->job.progress, &job->err);
		if (a != NULL)
			b = snapshots_level(s->snapshots, span[1], base.profile,
				NULL, &job->job.progress, &job->err);
		new.profile = a;
		base.profile = b;
	}
	if (!is_range || b != NULL)
		made = job->made.swap
			? diff_profiles(&base, &new, &options, &job->err)
			: diff_profiles(&new, &base, &options, &job->err);
	profile_unref(a);
	profile_unref(b);
	return load_end_limit(
		&job->spec, "comparing", made, &job->job.progress, &job->err);
}

/* Make the profile to show if there is no base. */
static struct profile *
make_alone(struct load_job *job, struct session *s)
{
	struct diff_options o = diff_options_of(job);
	const struct profile *sum,
		*p = profile_ref(
			with_symbols(job, s, s->source, &s->source_named));
	struct profile *made = NULL;

	o.max_memory =
		load_begin_limit(&job->spec, open_bytes(s), &job->job.progress);
	if (job->made.range.n > 0) {
		sum = p;
		p = snapshots_level(s->snapshots,
			made_span(job, s, job->made.range), sum, NULL,
			&job->job.progress, &job->err);
		profile_unref(sum);
	}
	if (p != NULL && job->made.normalize && p->header.has_base)
		made = diff_normalized(p, &o, &job->err);
	else if (p != NULL)
		made = load_finish(p, &o, &job->err);
	profile_unref(p);
	return load_end_limit(
		&job->spec, "showing it", made, &job->job.progress, &job->err);
}

static struct profile *
make_profile(struct load_job *job, struct session *s)
{
	const struct diffspec *v = &s->diff;

	if (diffspec_parse(job->made.diff, &s->diff, &s->arena, &job->err) != 0)
		return NULL;
	/* -base subtracts only if there is no other comparison. */
	job->spec.interval = job->made.interval;
	job->spec.demangle = job->made.demangle;
	job->spec.rules = job->made.rules;
	job->spec.symbols.mode =
		job->made.symbols ? job->symbols.mode : SYMBOLS_OFF;
	job->spec.symbols.fetch = job->made.fetch;
	if (job->spec.n_bases > 0 && v->kind == DIFF_NONE)
		return load_profile(&job->spec, &job->warnings,
			&job->job.progress, &job->err);
	job->spec.n_snapshots = &s->n_snapshots;
	if (s->source == NULL)
		s->source = job_read_range(job, s, job->made.range);
	job->spec.n_snapshots = NULL;
	if (s->source == NULL)
		return NULL;
	if (job->to_last && s->snapshots != NULL)
		take_last(job, s);
	job->spec.symbols.mode = SYMBOLS_OFF;
	if (v->kind != DIFF_NONE) {
		const struct profile *source =
			with_symbols(job, s, s->source, &s->source_named);
		struct diff_side base = { .profile = source,
			.name = v->word[0] };
		struct diff_side new = { .profile = source,
			.name = job->spec.n_sources == 1 ? job->spec.source[0]
							 : STR("source") };

		if (v->kind == DIFF_SLICES) {
			base.query = &v->slice[0];
			new.query = &v->slice[1];
			new.name = v->word[1];
		} else {
			read_base(job, s, v);
			if (s->base == NULL)
				return NULL;
			base.profile =
				with_symbols(job, s, s->base, &s->base_named);
		}
		return make_diff(job, s, new, base);
	}
	return make_alone(job, s);
}

/* Create a session that shares the open profiles of job->from. */
static struct session *
begin_session(const struct load_job *job)
{
	struct session *s = xcalloc(1, sizeof(*s)), *from = job->from;

	s->refs = 1;
	s->made = job->made;
	if (from == NULL || !str_eq(job->made.interval, from->made.interval))
		return s;
	if (job->times != NULL)
		s->snapshots = snapshots_ref(job->times);
	else if (from->snapshots != NULL)
		s->snapshots = snapshots_ref(from->snapshots);
	s->n_snapshots = job->n_snapshots;
	if (job->source != NULL)
		s->source = profile_ref(job->source);
	else if (from->source != NULL &&
		str_eq(s->made.range, from->made.range)) {
		s->source = profile_ref(from->source);
		s->n_snapshots = from->n_snapshots;
	}
	if (from->base != NULL)
		s->base = profile_ref(from->base);
	s->base_files = from->base_files;
	remotes_copy(&s->remotes, &from->remotes);
	/* If servers or lines were not used before, look up all names again. */
	if (job->made.fetch && !from->made.fetch)
		return s;
	if (job->made.lines && !from->made.lines)
		return s;
	if (from->source_named != NULL && job->source == NULL &&
		s->source != NULL)
		s->source_named = profile_ref(from->source_named);
	if (from->base_named != NULL)
		s->base_named = profile_ref(from->base_named);
	strbuf_add(&s->notes, strbuf_str(&from->notes));
	return s;
}

static void
job_load(struct job *base)
{
	struct load_job *job = (struct load_job *)base;
	struct session *s = begin_session(job);
	struct strbuf why = STRBUF_INIT;

	s->profile = make_profile(job, s);
	if (job->choices != NULL) {
		session_unref(s);
		return;
	}
	if (s->profile == NULL) {
		/* The screen shows only the error, so add the warnings that
		   explain it. */
		strbuf_addstr(&why, job->err.msg);
		for (struct warning *w = job->warnings.head; w != NULL;
			w = w->next)
			strbuf_add3(&why, "; ", w->text, "");
		err_set(&job->err, job->err.code, "%s", strbuf_c(&why));
		strbuf_free(&why);
		session_unref(s);
		return;
	}
	s->engine = engine_new(s->profile);
	engine_limit(s->engine, load_limit(&job->spec));
	s->facts = facts_new(s->profile);
	if (job->reuse) {
		struct err err = ERR_INIT;
		uint32_t column;

		/* A new file may lack the sample type that was shown. */
		if (profile_sample_index(s->profile, job->query.sample_index,
			    &column, &err) != 0) {
			warnings_add(&job->warnings,
				"no sample type %.*s; showing the default",
				STR_ARG(job->query.sample_index));
			job->query.sample_index = STR_EMPTY;
		}
	}
	/* Not for a followed address, whose next answer may have values. */
	if (job->source == NULL)
		avoid_empty_type(job, s);
	job->view = view_compute(
		s->engine, &job->query, &job->job.progress, &job->err);
	if (job->view != NULL)
		job->session = s;
	else
		session_unref(s);
	/* Return memory to the system: reading needed more than a view will. */
	xalloc_trim();
}

static void
job_drop_load(struct job *base)
{
	struct load_job *job = (struct load_job *)base;

	view_unref(job->view);
	session_unref(job->session);
	session_unref(job->from);
	profile_unref(job->source);
	snapshots_unref(job->times);
	choices_free(job->choices);
	arena_free(&job->arena);
	free(job);
}

struct load_job *
load_job_new(const struct load_spec *spec, const struct query *query)
{
	struct load_job *job = xcalloc(1, sizeof(*job));

	job->job.run = job_load;
	job->job.drop = job_drop_load;
	job->job.slot = SLOT_LOAD;
	job->spec = *spec;
	/* The maps of a process may be in a file beside the profile. */
	job->spec.symbols.profile = spec->source[spec->n_sources - 1];
	job->symbols = job->spec.symbols;
	job->query = *query;
	warnings_init(&job->warnings, &job->arena);
	return job;
}

/* True if a name filter would match the frame. */
static bool
frame_matches(struct regexp *m, const struct view *v, frame_id frame)
{
	const struct profile *p = v->profile;
	const struct frame *f = &v->frames->frame[frame];
	map_id map;

	if (regexp_str(m, f->name.n > 0 ? f->name : f->text) ||
		regexp_str(m, frame_file(v->frames, frame)))
		return true;
	if (f->first_loc == NONE)
		return false;
	map = p->loc.map[f->first_loc];
	return map != NONE && regexp_str(m, profile_str(p, p->map.file[map]));
}

/* Count the view's live frames that a pattern matches by function, file or
   object name, as filters do. */
static struct match_count
count_matches(const struct view *v, struct str pattern,
	const struct progress *progress)
{
	struct match_count c = { .valid = false };
	struct err err = ERR_INIT;
	struct regexp *m = regexp_new(pattern, NULL, &err);

	if (m == NULL)
		return c;
	for (frame_id f = 0; f < v->frames->n; f++) {
		if ((f & 0xFFF) == 0 && progress_stopped(progress))
			break;
		if (v->nodes[f] == 0)
			continue;
		c.all++;
		if (!frame_matches(m, v, f))
			continue;
		c.functions++;
		c.nodes += v->nodes[f];
	}
	c.stopped = regexp_stopped(m);
	c.valid = true;
	regexp_free(m);
	return c;
}

#define PRODUCT_CALLS(id, name, of_base) \
	static void *make_##name(const struct compute_job *job, \
		const struct query *query, struct str order, \
		struct progress *progress) \
	{ \
		struct err err = ERR_INIT; \
		(void)order; \
		return name##_new( \
			job->session->engine, query, progress, &err); \
	} \
	static void free_##name(void *product) \
	{ \
		name##_free(product); \
	}
PRODUCT_ROWS(PRODUCT_CALLS)

#define ORDERED_CALLS(id, name) \
	static void *make_##name(const struct compute_job *job, \
		const struct query *query, struct str order, \
		struct progress *progress) \
	{ \
		(void)job; \
		(void)query; \
		return name##_new(order, progress); \
	} \
	static void free_##name(void *product) \
	{ \
		name##_free(product); \
	}
TEXT_PRODUCTS(ORDERED_CALLS)

#define FILED_CALLS(id, name) \
	static void *make_##name(const struct compute_job *job, \
		const struct query *query, struct str order, \
		struct progress *progress) \
	{ \
		(void)query; \
		return name##_new(&job->files, order, progress); \
	} \
	static void free_##name(void *product) \
	{ \
		name##_free(product); \
	}
FILE_PRODUCTS(FILED_CALLS)

#define PRODUCT_ROW(id, name, of_base) \
	{ make_##name, free_##name, of_base ? OF_BASE : OF_VIEW },
#define ORDERED_ROW(id, name) { make_##name, free_##name, OF_ORDER },
#define FILED_ROW(id, name) { make_##name, free_##name, OF_FILES },
const struct product products[PRODUCTS] = { PRODUCT_ROWS(PRODUCT_ROW)
		TEXT_PRODUCTS(ORDERED_ROW) FILE_PRODUCTS(FILED_ROW) };

static void
job_compute(struct job *base)
{
	struct compute_job *job = (struct compute_job *)base;
	struct progress *progress = &job->job.progress;
	struct engine *engine = job->session->engine;

	if (job->among != NULL)
		job->counted =
			count_matches(job->among, job->want.count, progress);
	if (job->want.view) {
		job->view =
			view_compute(engine, &job->query, progress, &job->err);
		if (job->view == NULL)
			return;
	}
	for (int i = 0; i < PRODUCTS; i++)
		if (job->want.product[i] && !progress_stopped(progress))
			job->product[i] = products[i].make(job,
				products[i].of == OF_BASE ? &job->base_query
							  : &job->query,
				job->order[i], progress);
	if (job->want.report != NULL && !progress_stopped(progress)) {
		struct report_job r = { .report = job->want.report,
			.engine = engine,
			.profile = job->session->profile,
			.place = job->line.place,
			.arg = job->line.arg,
			.program = job->spec.symbols.program,
			.names = job->line.names,
			.chains = job->line.chains,
			.ascii = job->line.ascii,
			.progress = progress,
			.out = &job->text,
			.warnings = &job->warnings };
		struct revision *revision = NULL;

		if (r.report->wants_links && job->line.links.source_url.n > 0) {
			link_scan(&job->line.links, r.profile);
			revision = link_revision(&job->line.links, r.profile,
				r.program, progress);
			r.links = &job->line.links;
		}
		if (r.report->wants_growth) {
			struct grows_job grows = { .load = &job->files,
				.query = &job->line.query,
				.warnings = r.warnings,
				.progress = r.progress,
				.again = true };
			struct growth *g = grows_read(&grows);

			/* Without growth, the report would cover the newest
			   snapshot, so it fails. */
			job->report_failed = true;
			if (g != NULL && g->err.code != ERR_NONE) {
				job->report_err = g->err;
			} else if (g != NULL) {
				r.growth = g;
				r.profile = grows.last;
				r.engine = engine_new(grows.last);
				job->report_failed =
					report_run(&r, &job->line.query,
						&job->report_err) != 0;
				engine_free(r.engine);
			}
			profile_unref(grows.last);
			growth_free(g);
		} else {
			struct times times = { .lines = NULL };

			/* A report over time covers all open profiles, whatever
			   the range. */
			job->report_failed = r.report->wants_times &&
				job->session->snapshots != NULL &&
				times_make(&times, job->session->snapshots,
					&job->spec, r.profile,
					job->line.query.sample_index,
					job->line.group, job->line.window,
					r.progress, &job->report_err) != 0;
			if (r.report->wants_times &&
				job->session->snapshots != NULL)
				r.times = &times.report;
			if (!job->report_failed)
				job->report_failed =
					report_run(&r, &job->line.query,
						&job->report_err) != 0;
			times_free(&times);
		}
		revision_free(revision);
	}
}

static void
job_drop_compute(struct job *base)
{
	struct compute_job *job = (struct compute_job *)base;

	view_unref(job->view);
	view_unref(job->among);
	for (int i = 0; i < PRODUCTS; i++)
		products[i].free(job->product[i]);
	strbuf_free(&job->text);
	arena_free(&job->arena);
	session_unref(job->session);
	free(job);
}

struct compute_job *
compute_job_new(struct session *s, const struct query *query)
{
	struct compute_job *job = xcalloc(1, sizeof(*job));

	job->job.run = job_compute;
	job->job.drop = job_drop_compute;
	job->job.slot = SLOT_COMPUTE;
	job->session = s;
	s->refs++;
	job->query = *query;
	warnings_init(&job->warnings, &job->arena);
	return job;
}
