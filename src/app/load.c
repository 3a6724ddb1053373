/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The first steps of pprof's pipeline, in its order: see load.h. The
 * profiles of a group are freed as soon as they have been merged into one.
 */
#include "config.h"

#include "app/load.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/remote.h"
#include "app/savecopy.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/builder.h"
#include "profile/labels.h"
#include "profile/merge.h"
#include "fetch/fetch.h"
#include "fetch/url.h"
#include "input/expand.h"
#include "input/shell.h"
#include "input/source.h"
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
	struct progress *progress; /* of the file that is read */
	bool enough; /* the user has seen enough: no further files */
	bool remote; /* something came from a server */
	struct remotes *remotes;
	struct err *err;
};

/* The profiles of one list on the command line. */
struct group {
	const char *what; /* "source", "base" */
	const struct str *name;
	size_t n;
	struct fetch_result *fetched; /* [n] what came of those that are
				    addresses */
	VEC(struct merge_part) part;  /* those that could be read */
	size_t failed;
	struct err first; /* of those that could not */
};

/* So many files are told one by one why they could not be read. */
enum { TOLD = 10 };

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

/* What was opened: in pieces if that can be, else as a whole. NULL and err. */
static struct builder *
read_stream(struct load *l, struct str name, struct stream *stream,
	size_t max_memory, struct err *err)
{
	struct read_spec spec = { .name = name,
		.format = l->spec->format,
		.max_memory = max_memory };
	struct builder *b =
		read_pieces(stream, &spec, l->progress, l->warnings, err);
	struct bytes all;

	if (b != NULL || err->code != ERR_NONE)
		return b;
	if (source_whole(stream, max_memory, &all, l->progress, err) != 0)
		return NULL;
	spec.bytes = bytes_str(&all);
	spec.max_memory = less(max_memory, all.n);
	spec.partial =
		(struct partial){ .bytes = all.part, .bytes_of = all.part_of };
	b = read_builder(&spec, l->progress, l->warnings, err);
	bytes_free(&all);
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

/* Of a mapping that says nothing else it is known where it comes from; the name
   goes at the end, see builder_blank_urls(). */
static void
name_mappings(struct builder *b, struct str url)
{
	for (map_id m = 0; m < builder_mappings(b); m++) {
		struct builder_mapping *map = builder_mapping_at(b, m);

		if (map->file == 0 && map->build_id == 0)
			map->file = builder_string(b, url);
	}
}

/* A stream as a profile, behind which `unread` more sources follow. `url` is
   where it comes from, or "". NULL and err, without the name. */
static struct profile *
read_one(struct load *l, struct str name, struct stream *stream, size_t unread,
	size_t max_memory, struct str url, struct err *err)
{
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
	if (url.n > 0)
		name_mappings(b, url);
	return builder_seal(b, err);
}

static int
read_named(struct load *l, struct group *g, size_t i, struct err *err)
{
	struct merge_part part = { .name = shown(g->name[i]) };
	size_t max = memory_left(l, g);
	struct stream *stream =
		str_is(g->name[i], "-") && l->spec->growing != NULL
		? source_open_growing(l->spec->growing, l->progress, err)
		: source_open(g->name[i], max, l->progress, err);

	part.profile = read_one(
		l, g->name[i], stream, g->n - i - 1, max, STR_EMPTY, err);
	if (part.profile == NULL)
		return -1;
	vec_push(&g->part, part);
	return 0;
}

/* To pprof, a mapping of what was fetched has names when nothing is left to ask
   its server for. */
static void
settle_mappings(struct profile *p)
{
	uint8_t *waits = xcalloc((size_t)p->map.n + 1, sizeof(*waits));

	for (loc_id i = 0; i < p->loc.n; i++)
		if (p->loc.map[i] != NONE && p->loc.address[i] != 0 &&
			p->loc.line0[i] == p->loc.line0[i + 1])
			waits[p->loc.map[i]] = 1;
	for (map_id i = 0; i < p->map.n; i++)
		if (!waits[i])
			p->map.has[i] |= MAP_FUNCTIONS;
	free(waits);
}

/* What values are multiples of: 10 ms of processor time is one sample. 0: they
   are too few to tell, or it is no likely period. */
static int64_t
likely_period(const struct profile *p)
{
	enum { FEWEST = 20, LEAST = 100000, MOST = 1000000000 };
	int64_t divisor = 0;

	for (size_t i = 0; i < p->sample.n && divisor != 1; i++) {
		int64_t a = p->sample.value[0][i], b = divisor;

		while (b != 0) {
			int64_t rest = a % b;

			a = b;
			b = rest;
		}
		divisor = a < 0 ? -a : a;
	}
	return p->sample.n >= FEWEST && divisor >= LEAST && divisor <= MOST
		? divisor
		: 0;
}

/* A server does not know when its profiles were taken and how: its time is an
   end, or nonsense, and its period invented. */
static void
settle_header(struct load *l, struct profile *p, const struct fetched_part *f)
{
	static const char *const levels[] = { "inuse_space", "inuse_objects",
		"goroutine", "goroutines", "threadcreate" };
	struct str type =
		p->types.n > 0 ? profile_str(p, p->types.type[0]) : STR_EMPTY;
	bool cpu = p->types.n == 1 &&
		str_is(profile_str(p, p->types.unit[0]), "nanoseconds");

	p->header.time_nanos = f->from * 1000000;
	p->header.duration_nanos = (f->until - f->from) * 1000000;
	p->header.period = cpu ? likely_period(p) : 0;
	for (size_t i = 0; i < COUNT_OF(levels); i++)
		if (str_is(type, levels[i]))
			warnings_add(l->warnings,
				"%s: the sum of all snapshots in the range",
				levels[i]);
	for (func_id i = 0; i < p->func.n; i++)
		if (p->func.file[i] == 0 &&
			str_is(profile_str(p, p->func.name[i]), "other")) {
			warnings_add(l->warnings,
				"the server left small functions out: their "
				"sums are called other");
			break;
		}
}

/* It is from a program, which may know more. */
static void
take_remote(struct load *l, const struct profile *p, struct str name)
{
	l->remote = true;
	if (l->spec->fetch != NULL)
		remotes_add(l->remotes, p, name, l->spec->fetch);
}

/* What came from an address: a profile, or several. */
static int
read_fetched(struct load *l, struct group *g, size_t i, struct err *err)
{
	struct fetch_result *f = &g->fetched[i];
	struct strbuf url = STRBUF_INIT;
	int rc = 0;

	warnings_add_lines(l->warnings, strbuf_str(&f->remarks));
	if (f->err.code != ERR_NONE) {
		*err = f->err;
		return -1;
	}
	(void)url_shown(&url, f->url);
	for (size_t k = 0; k < f->part.n && rc == 0; k++) {
		struct merge_part part = { .name = g->name[i] };
		size_t max = memory_left(l, g);
		struct profile *p;

		p = read_one(l, g->name[i], stream_of(&f->part.p[k].bytes),
			g->n - i - 1, max, strbuf_str(&url), err);
		rc = p != NULL ? 0 : -1;
		if (rc != 0)
			break;
		if (f->part.p[k].until > 0)
			settle_header(l, p, &f->part.p[k]);
		else
			take_remote(l, p, g->name[i]);
		if (l->spec->symbols.mode != SYMBOLS_OFF)
			settle_mappings(p);
		part.profile = p;
		vec_push(&g->part, part);
	}
	strbuf_free(&url);
	return rc;
}

/* What the name of a file has on the disk; 0: unknown. */
static uint64_t
size_of(struct str name)
{
	struct strbuf path = STRBUF_INIT;
	struct stat st;
	bool known;

	strbuf_add(&path, name);
	known = stat(strbuf_c(&path), &st) == 0 && S_ISREG(st.st_mode);
	strbuf_free(&path);
	return known ? (uint64_t)st.st_size : 0;
}

/* One that cannot be read is a warning if others can. */
static void
note_failure(struct load *l, struct group *g, struct str name, struct err *err)
{
	name_limit(l, err);
	err_wrap(err, "%.*s", STR_ARG(name));
	if (g->failed++ == 0)
		g->first = *err;
	if (g->n > 1 && g->failed <= TOLD)
		warnings_add(l->warnings, "%s", err->msg);
}

/* All that a group has. */
static int
group_ended(struct load *l, struct group *g)
{
	if (g->failed > TOLD && g->n > 1)
		warnings_add(l->warnings, "and %zu more could not be read",
			g->failed - TOLD);
	if (g->part.n == 0) {
		*l->err = g->first;
		if (g->n > 1)
			err_wrap(l->err, "failed to fetch any %s profiles",
				g->what);
		return -1;
	}
	if (g->failed > 0)
		warnings_add(l->warnings, "Fetched %zu %s profiles out of %zu",
			g->n - g->failed, g->what, g->n);
	return 0;
}

/* Read the i-th of a group. -1 and l->err: that was all. */
static int
read_nth(struct load *l, struct group *g, size_t i)
{
	struct err err = ERR_INIT;
	int rc = g->fetched[i].is_address ? read_fetched(l, g, i, &err)
					  : read_named(l, g, i, &err);

	if (err.code == ERR_CANCELLED || err.code == ERR_USAGE) {
		*l->err = err;
		return -1;
	}
	if (rc != 0)
		note_failure(l, g, shown(g->name[i]), &err);
	return 0;
}

/* All sources of a group; those that fail become warnings if others do not. */
static int
read_group(struct load *l, struct group *g)
{
	struct progress *whole = l->progress, part;
	uint64_t bytes = 0;
	int rc = 0;

	l->enough = false;
	for (size_t i = 0; g->n > 1 && i < g->n; i++)
		bytes += size_of(g->name[i]);
	if (g->n > 1)
		progress_files(whole, g->n, bytes);
	for (size_t i = 0; rc == 0 && i < g->n && !l->enough; i++) {
		if (g->n > 1)
			l->progress = progress_share(
				&part, whole, size_of(g->name[i]));
		rc = read_nth(l, g, i);
		if (g->n > 1)
			progress_share_end(l->progress);
	}
	l->progress = whole;
	if (g->n > 1)
		progress_stage(whole, PROGRESS_SEAL, 0);
	return rc == 0 ? group_ended(l, g) : -1;
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

/* All that is to be fetched, at once. -1 and err: also for choices. */
static int
fetch_groups(struct load *l, struct group *sources, struct group *bases)
{
	static const struct fetch_options none = { .seconds = -1 };
	struct fetch_options o =
		l->spec->fetch != NULL ? *l->spec->fetch : none;
	size_t n = sources->n + bases->n;
	struct str *name = xcalloc(n + 1, sizeof(*name));
	int rc;

	o.asks = o.asks && l->spec->choices != NULL && n == 1;
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
	for (size_t i = 0; i < sources->n + bases->n; i++)
		fetch_result_fini(&sources->fetched[i]);
	free(sources->fetched);
}

/* What was fetched or read, as one. */
static struct profile *
load_groups(struct load *l, struct group *sources, struct group *bases)
{
	const struct load_spec *spec = l->spec;
	struct diff_side source = { .name = load_group_name(sources) };
	struct profile *p;

	source.profile = load_group(l, sources, bases->n == 0);
	if (source.profile == NULL)
		return NULL;
	if (bases->n > 0)
		p = subtract(l, &source, bases);
	else if (spec->raw)
		p = profile_ref(source.profile);
	else
		p = load_finish(source.profile, spec->demangle, &spec->symbols,
			l->warnings, l->progress, l->err);
	profile_unref(source.profile);
	return p;
}

struct profile *
load_profile(const struct load_spec *spec, struct warnings *warnings,
	struct progress *progress, struct err *err)
{
	struct remotes own = { .fetch = NULL };
	struct load_spec asking = *spec;
	struct load l = { .spec = &asking,
		.remotes = spec->remotes != NULL ? spec->remotes : &own,
		.max_memory = max_memory(spec),
		.warnings = warnings,
		.progress = progress,
		.err = err };
	struct group sources = { .what = "source" }, bases = { .what = "base" };
	struct arena arena = ARENA_INIT;
	struct names source, base;
	struct profile *p = NULL;

	if (load_check(spec, err) != 0)
		return NULL;
	asking.symbols.ask = remotes_symbolize;
	asking.symbols.whom = l.remotes;
	source = expand_names(spec->source, spec->n_sources, &arena);
	base = expand_names(spec->n_bases > 0 ? spec->base : spec->diff_base,
		spec->n_bases + spec->n_diff_bases, &arena);
	sources.name = source.p;
	sources.n = source.n;
	bases.name = base.p;
	bases.n = base.n;
	if (fetch_groups(&l, &sources, &bases) == 0)
		p = load_groups(&l, &sources, &bases);
	free_fetched(&sources, &bases);
	vec_free(&source);
	vec_free(&base);
	arena_free(&arena);
	if (p != NULL && l.remote &&
		!(spec->fetch != NULL && spec->fetch->no_save))
		savecopy_write(p, warnings);
	remotes_free(&own);
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
