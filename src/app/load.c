/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The first steps of pprof's pipeline, in its order: see load.h. The
 * profiles of a group are freed as soon as they have been merged into one.
 */
#include "config.h"

#include "app/load.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/builder.h"
#include "profile/labels.h"
#include "profile/merge.h"
#include "input/shell.h"
#include "input/source.h"
#include "read/pprof_scan.h"
#include "read/read.h"
#include "symbol/locate.h"
#include "engine/filtered.h"
#include "engine/prune.h"
#include "conf/options.h"

#include "base/banned.h"

struct load {
	const struct load_spec *spec;
	size_t max_memory;
	struct warnings *warnings;
	struct progress *progress;
	bool enough; /* the user has seen enough: no further files */
	struct err *err;
};

/* The profiles of one list on the command line. */
struct group {
	const char *what; /* "source", "base" */
	const struct str *name;
	size_t n;
	VEC(struct merge_part) part; /* those that could be read */
};

size_t
load_default_limit(void)
{
	const size_t most = sizeof(size_t) > 4 ? (size_t)1 << 32 : SIZE_MAX / 2;
	size_t half = most;

#ifdef _SC_PHYS_PAGES
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	if (pages > 0 && size > 0)
		half = mul_size((size_t)pages, (size_t)size) / 2;
#endif
	return half < most ? half : most;
}

static struct str
shown(struct str name)
{
	return str_is(name, "-") ? STR("standard input") : name;
}

static size_t
max_memory(const struct load_spec *spec)
{
	return spec->max_memory != 0 ? spec->max_memory : load_default_limit();
}

/* What may still be used. Never 0, which would be no limit. */
static size_t
less(size_t max_memory, size_t used)
{
	return used < max_memory ? max_memory - used : 1;
}

/* The same with these profiles in memory. */
static size_t
memory_left(const struct load *l, const struct group *g)
{
	size_t used = 0;

	for (size_t i = 0; i < g->part.n; i++)
		used += profile_bytes(g->part.p[i].profile);
	return less(l->max_memory, used);
}

/* A limit was reached: the lower layers only know what was left of it. */
static void
name_limit(const struct load *l, struct err *err)
{
	struct err what = *err;
	char limit[32];

	if (err->code != ERR_LIMIT)
		return;
	bytes_size(max_memory(l->spec), limit);
	(void)err_set(err, ERR_LIMIT, "%s; the limit is %s", what.msg, limit);
}

/* The bytes of a stream, from the first ones on. NULL and err. */
static struct builder *
read_stream(struct load *l, struct str name, struct stream *stream,
	size_t max_memory, struct err *err)
{
	struct read_spec spec = { .name = name, .format = l->spec->format };
	struct builder *b = NULL;

	spec.early = read_early(stream, spec.format, max_memory, l->progress);
	if (stream_end(stream, err) == 0) {
		const struct bytes *all = stream_all(stream);

		spec.bytes = bytes_str(all);
		spec.max_memory = less(max_memory, all->n);
		spec.partial = (struct partial){ .bytes = all->part,
			.bytes_of = all->part_of };
		b = read_builder(&spec, l->progress, l->warnings, err);
	}
	read_early_free(spec.early);
	return b;
}

/* What is read for the names of its mappings. */
static void
find_binaries(struct load *l, struct builder *b)
{
	struct strbuf found = STRBUF_INIT;
	struct builder_mapping *map;

	for (map_id m = 0; m < builder_mappings(b); m++) {
		struct wanted w;

		map = builder_mapping_at(b, m);
		w = (struct wanted){ .file = builder_str(b, map->file),
			.build_id = builder_str(b, map->build_id),
			.place = { map->start, map->limit, map->offset } };
		if ((w.file.n > 0 || w.build_id.n > 0) &&
			locate_binary(&w, l->warnings, &found))
			map->file = builder_string(b, strbuf_str(&found));
	}
	strbuf_free(&found);
	builder_fake_mapping(b);
	map = builder_mappings(b) > 0 ? builder_mapping_at(b, 0) : NULL;
	/* With a NONE the builder has failed. */
	if (map != NULL && l->spec->program.n > 0)
		map->file = builder_string(b, l->spec->program);
	if (map != NULL && l->spec->buildid.n > 0 && map->build_id == 0)
		map->build_id = builder_string(b, l->spec->buildid);
}

/* One source as a profile, of which `unread` more follow. NULL and err,
   without the name. */
static struct profile *
read_one(struct load *l, struct str name, size_t unread, size_t max_memory,
	struct err *err)
{
	struct stream *stream = str_is(name, "-") && l->spec->growing != NULL
		? source_open_growing(
			  l->spec->growing, max_memory, l->progress, err)
		: source_open(name, max_memory, l->progress, err);
	struct builder *b;

	if (stream == NULL)
		return NULL;
	b = read_stream(l, name, stream, max_memory, err);
	stream_free(stream);
	if (b == NULL)
		return NULL;
	progress_stage(l->progress, PROGRESS_SEAL, 0);
	/* Who has seen enough does not wait for the files behind this one. */
	l->enough = progress_kept(l->progress);
	if (l->enough && unread > 0)
		partial_mark_unread(b, unread);
	find_binaries(l, b);
	return builder_seal(b, err);
}

/* All sources of a group; those that fail become warnings if others do not. */
static int
read_group(struct load *l, struct group *g)
{
	struct err first = ERR_INIT;
	size_t failed = 0;

	l->enough = false;
	for (size_t i = 0; i < g->n && !l->enough; i++) {
		struct err err = ERR_INIT;
		struct merge_part part = { .name = shown(g->name[i]) };

		part.profile = read_one(
			l, g->name[i], g->n - i - 1, memory_left(l, g), &err);
		if (part.profile != NULL) {
			vec_push(&g->part, part);
			continue;
		}
		if (err.code == ERR_CANCELLED || err.code == ERR_USAGE) {
			*l->err = err;
			return -1;
		}
		name_limit(l, &err);
		err_wrap(&err, "%.*s", STR_ARG(part.name));
		if (g->n > 1)
			warnings_add(l->warnings, "%s", err.msg);
		if (failed++ == 0)
			first = err;
	}
	if (g->part.n == 0) {
		*l->err = first;
		if (g->n > 1)
			err_wrap(l->err, "failed to fetch any %s profiles",
				g->what);
		return -1;
	}
	if (failed > 0)
		warnings_add(l->warnings, "Fetched %zu %s profiles out of %zu",
			g->part.n, g->what, g->n);
	return 0;
}

static struct str
load_group_name(const struct group *g)
{
	return g->n == 1 ? shown(g->name[0]) : str_c(g->what);
}

/* Read a group and make one profile of it; is_last: the one to be shown. */
static struct profile *
load_group(struct load *l, struct group *g, bool is_last)
{
	struct merge_options options = { .blank_urls = is_last,
		.all_frames = is_last && l->spec->all_frames,
		.progress = l->progress,
		.warnings = l->warnings };
	struct profile *p = NULL;
	struct err why;

	if (is_last)
		options.comment = l->spec->comment;
	if (read_group(l, g) == 0) {
		options.max_memory = memory_left(l, g);
		p = merge_profiles(g->part.p, g->part.n, &options, l->err);
		why = *l->err;
		/* pprof prints a comma behind what is wrong with a base. */
		if (p == NULL && l->err->code == ERR_FORMAT)
			(void)err_set(l->err, ERR_FORMAT,
				"problem fetching %s profiles: %s%s", g->what,
				why.msg,
				str_is(str_c(g->what), "base") ? "," : "");
		else if (p == NULL)
			name_limit(l, l->err);
	}
	for (size_t i = 0; i < g->part.n; i++)
		profile_unref(g->part.p[i].profile);
	vec_free(&g->part);
	return p;
}

static size_t
count_stdin(const struct str *name, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += str_is(name[i], "-");
	return count;
}

void
load_take_program(struct load_spec *spec)
{
	if (spec->n_sources < 2 || !source_is_program(spec->source[0]))
		return;
	spec->program = spec->source[0];
	spec->source++;
	spec->n_sources--;
}

int
load_check(const struct load_spec *spec, struct err *err)
{
	if (spec->n_bases > 0 && spec->n_diff_bases > 0)
		return err_set(err, ERR_USAGE,
			"-base and -diff_base flags cannot both be specified");
	if (spec->n_sources == 0)
		return err_set(err, ERR_USAGE, "no profile source specified");
	if (spec->normalize && spec->n_bases + spec->n_diff_bases == 0)
		return err_set(err, ERR_USAGE,
			"must have base profile to normalize by");
	if (count_stdin(spec->source, spec->n_sources) +
			count_stdin(spec->base, spec->n_bases) +
			count_stdin(spec->diff_base, spec->n_diff_bases) >
		1)
		return err_set(err, ERR_USAGE,
			"standard input (-) can be read only once");
	return 0;
}

/* The source less the bases. */
static struct profile *
subtract(struct load *l, const struct diff_side *source, struct group *bases)
{
	const struct load_spec *spec = l->spec;
	struct diff_side base = { .name = load_group_name(bases) };
	struct diff_options options = { .normalize = spec->normalize,
		.subtract = spec->n_bases > 0,
		.all_frames = spec->all_frames,
		.demangle = spec->demangle,
		.symbols = spec->symbols,
		.comment = spec->comment,
		.warnings = l->warnings,
		.progress = l->progress };
	struct profile *p;

	l->max_memory = less(l->max_memory, profile_bytes(source->profile));
	base.profile = load_group(l, bases, false);
	if (base.profile == NULL)
		return NULL;
	options.max_memory = less(max_memory(spec),
		profile_bytes(source->profile) + profile_bytes(base.profile));
	p = diff_profiles(source, &base, &options, l->err);
	profile_unref(base.profile);
	return p;
}

struct profile *
load_finish(const struct profile *p, enum demangle_mode mode,
	const struct symbol_spec *symbols, struct warnings *warnings,
	struct progress *progress, struct err *err)
{
	const struct symbol_words words = { .warnings = warnings,
		.news = warnings };
	struct profile *found, *named, *made;

	found = symbolize_profile(p, symbols, &words, progress);
	named = demangle_profile(found, mode, progress);
	made = prune_profile(named, err);
	profile_unref(found);
	profile_unref(named);
	return made;
}

struct profile *
load_profile(const struct load_spec *spec, struct warnings *warnings,
	struct progress *progress, struct err *err)
{
	struct load l = { .spec = spec,
		.max_memory = max_memory(spec),
		.warnings = warnings,
		.progress = progress,
		.err = err };
	struct group sources = {
		.what = "source", .name = spec->source, .n = spec->n_sources
	};
	struct group bases = { .what = "base",
		.name = spec->n_bases > 0 ? spec->base : spec->diff_base,
		.n = spec->n_bases + spec->n_diff_bases };
	struct diff_side source;
	struct profile *p;

	if (load_check(spec, err) != 0)
		return NULL;
	source = (struct diff_side){ .name = load_group_name(&sources) };
	source.profile = load_group(&l, &sources, bases.n == 0);
	if (source.profile == NULL)
		return NULL;
	if (bases.n > 0)
		p = subtract(&l, &source, &bases);
	else if (spec->raw)
		p = profile_ref(source.profile);
	else
		p = load_finish(source.profile, spec->demangle, &spec->symbols,
			warnings, progress, err);
	profile_unref(source.profile);
	return p;
}

/* ---- A slice ---- */

static int
slice_set(struct str word, struct options_target t, struct err *err)
{
	struct str value = word, name;
	const struct option *o;

	while (str_starts(value, STR("-")))
		value = str_skip(value, 1);
	name = str_cut(&value, '=');
	o = option_find(name, NULL);
	if (o == NULL)
		return option_unknown(name, err);
	if (o->filters == NO_FILTER)
		return err_set(err, ERR_USAGE,
			"%s is not a filter; a slice is defined by filters "
			"only",
			o->doc.name);
	return option_append(o, t, value, err);
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
		rc = slice_set(strbuf_str(&word), t, err);
		if (rc != 0)
			break;
	}
	strbuf_free(&word);
	return rc;
}

/* ---- The option ---- */

/* "focus=a": an option of the query with a value. */
static bool
is_query(struct str value)
{
	struct str name = str_cut(&value, '='), choice = STR_EMPTY;
	const struct option *o = option_find(name, &choice);

	return value.p != NULL && o != NULL && o->target == ON_QUERY &&
		choice.n == 0;
}

int
diffspec_parse(struct str text, struct diffspec *out, struct arena *arena,
	struct err *err)
{
	/* A blank between two words, at least. */
	struct str *word = ARENA_ARRAY(arena, struct str, text.n / 2 + 1);
	struct strbuf one = STRBUF_INIT;
	size_t queries = 0;
	int status;

	*out = (struct diffspec){ .kind = DIFF_NONE, .word = word };
	while ((status = shell_next(&text, &one, err)) > 0) {
		word[out->n] = arena_str(arena, strbuf_str(&one));
		queries += is_query(word[out->n++]);
	}
	strbuf_free(&one);
	if (status != 0)
		return err_wrap(err, "diff");
	if (out->n == 0)
		return 0;
	if (queries == 0) {
		out->kind = DIFF_FILES;
		return 0;
	}
	if (queries != 2 || out->n != 2)
		return err_set(err, ERR_USAGE,
			"diff wants a file, or two queries like "
			"tagfocus=route=/a tagfocus=route=/b");
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
		strbuf_addc(out, i > 0 ? " " : "");
		shell_word(out, file[i]);
	}
}

bool
derivation_equal(const struct derivation *a, const struct derivation *b)
{
	return str_eq(a->diff, b->diff) && a->swap == b->swap &&
		a->normalize == b->normalize && a->demangle == b->demangle &&
		a->symbols == b->symbols && a->fetch == b->fetch;
}

void
diffspec_names(const struct diffspec *v, bool swap, struct str source,
	struct strbuf *base, struct strbuf *new)
{
	struct strbuf *a = swap ? new : base, *b = swap ? base : new;

	if (v->kind == DIFF_SLICES) {
		strbuf_add(a, v->word[0]);
		strbuf_add(b, v->word[1]);
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

/* Does it have samples of a base already? */
static bool
has_base_samples(const struct profile *p)
{
	uint32_t n = p->labels.first[p->labels.n];

	for (uint32_t i = 0; i < n; i++) {
		const struct label *l = &p->labels.label[i];

		if (l->str != NONE && label_is_base(profile_str(p, l->key)) &&
			str_is(profile_str(p, l->str), "true"))
			return true;
	}
	return false;
}

/* The samples of a side: a reference. */
static struct profile *
samples_of(const struct diff_side *side, struct progress *progress,
	struct err *err)
{
	struct engine *engine;
	struct profile *p;

	if (side->query == NULL)
		return profile_ref(side->profile);
	if (has_base_samples(side->profile)) {
		err_set(err, ERR_USAGE,
			"a diff has no slices: compare the profile itself");
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
diff_profiles(const struct diff_side *new, const struct diff_side *base,
	const struct diff_options *options, struct err *err)
{
	struct merge_part part[2] = { { .name = new->name },
		{ .name = base->name } };
	struct profile *p = NULL, *finished;

	part[0].profile = samples_of(new, options->progress, err);
	if (part[0].profile != NULL)
		part[1].profile = samples_of(base, options->progress, err);
	if (part[1].profile != NULL)
		p = merge_sides(part, options, err);
	profile_unref(part[0].profile);
	profile_unref(part[1].profile);
	if (p == NULL)
		return p;
	finished = load_finish(p, options->demangle, &options->symbols,
		options->warnings, options->progress, err);
	profile_unref(p);
	return finished;
}
