/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The first steps of pprof's pipeline, in its order: see load.h. The
 * profiles of a group are freed as soon as they have been merged into one.
 */
#include "config.h"

#include "app/load.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/remote.h"
#include "app/savecopy.h"
#include "base/num.h"
#include "base/threads.h"
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
#include "input/stream.h"
#include "read/read.h"
#include "symbol/locate.h"
#include "engine/filtered.h"
#include "engine/prune.h"
#include "app/timesource.h"
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
	struct snapshots *snapshots; /* of the sources; NULL: nobody wants
					to know */
	struct span new, base;       /* of which times the sides are */
	struct arena *arena;         /* until the end of the load */
	struct err *err;
};

/* The profiles of one list on the command line. */
struct group {
	const char *what; /* "source", "base" */
	const struct str *name;
	size_t n;
	struct fetch_result *fetched; /* [n] what came of those that are
				    addresses */
	bool is_read;
	VEC(struct merge_part) part; /* those that could be read, */
	struct merger *merger;       /* or what they make together */
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

size_t
load_limit(const struct load_spec *spec)
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
	bytes_size(load_limit(l->spec), limit);
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
	const double *ratio;
	int rc = 0;

	warnings_add_lines(l->warnings, strbuf_str(&f->remarks));
	if (f->err.code != ERR_NONE) {
		*err = f->err;
		return -1;
	}
	(void)url_shown(&url, f->url);
	ratio = served_ratio(f, l->warnings, l->arena);
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
			served_header(p, &f->part.p[k], l->warnings);
		else
			take_remote(l, p, g->name[i]);
		if (l->spec->symbols.mode != SYMBOLS_OFF)
			settle_mappings(p);
		part.profile = p;
		if (p->types.n == 1)
			part.ratio = ratio;
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
	if (g->part.n == 0 && g->merger == NULL) {
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

static void
free_parts(struct group *g)
{
	for (size_t i = 0; i < g->part.n; i++)
		profile_unref(g->part.p[i].profile);
	vec_free(&g->part);
}

/* ---- Many files ---- */

/* Files of one program, as a folder has them, are read by two threads and
   merged as they come, in the order of their names, so that none of them stays
   in memory. When one turns out to have other types than the first, all that
   was done is forgotten, and all files are read and kept, since what they have
   in common is not known before the last. */
struct queue {
	struct load *l; /* as all below, of whose turn it is */
	struct group *g;
	const struct merge_options *options;
	bool differs;
	struct load each;   /* as if a file were alone */
	atomic_bool over;   /* no further files */
	atomic_size_t used; /* bytes of what is merged */
};

/* What became of one file. */
struct queued {
	struct load load;
	struct progress progress;
	struct arena arena;
	struct warnings warnings;
	struct merge_part part;
	struct err err;
};

static void *
queue_read(void *arg, unsigned i)
{
	struct queue *q = arg;
	struct queued *f = xcalloc(1, sizeof(*f));
	struct str name = q->g->name[i];
	size_t max = less(q->each.max_memory, atomic_load(&q->used));

	f->load = q->each;
	f->part.name = shown(name);
	warnings_init(&f->warnings, &f->arena);
	if (q->each.warnings != NULL)
		f->load.warnings = &f->warnings;
	f->load.progress =
		progress_share(&f->progress, q->each.progress, size_of(name));
	if (!atomic_load(&q->over))
		f->part.profile = read_one(&f->load, name,
			source_open(name, max, f->load.progress, &f->err),
			q->g->n - i - 1, max, STR_EMPTY, &f->err);
	progress_share_end(f->load.progress);
	return f;
}

/* False: no further files. */
static bool
queue_merge(struct queue *q, const struct merge_part *part)
{
	struct group *g = q->g;
	int rc = 1;

	/* The first one alone is what it is: its equal samples are not
	   summed. */
	if (g->merger == NULL && g->part.n == 0) {
		vec_push(&g->part, *part);
		(void)profile_ref(part->profile);
		return true;
	}
	if (g->merger == NULL)
		g->merger = merger_new(&g->part.p[0], q->options);
	rc = g->merger != NULL ? merger_add(g->merger, part, q->l->err) : 0;
	q->differs = rc == 0;
	if (rc == 1)
		atomic_store(&q->used, merger_bytes(g->merger));
	return rc == 1;
}

static void
queue_take(void *arg, unsigned i, void *made)
{
	struct queue *q = arg;
	struct load *l = q->l;
	struct queued *f = made;
	bool over = atomic_load(&q->over);

	(void)i;
	if (!over) {
		warnings_join(l->warnings, &f->warnings);
		if (f->err.code == ERR_CANCELLED || f->err.code == ERR_USAGE)
			*l->err = f->err;
		else if (f->part.profile == NULL)
			note_failure(l, q->g, f->part.name, &f->err);
		else
			over = !queue_merge(q, &f->part);
		over = over || f->load.enough || l->err->code != ERR_NONE;
		atomic_store(&q->over, over);
	}
	profile_unref(f->part.profile);
	arena_free(&f->arena);
	free(f);
}

/* Are all of them files, which can be read twice? */
static bool
are_files(const struct group *g)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->fetched[i].is_address || size_of(g->name[i]) == 0)
			return false;
	return g->n > 1 && g->n < UINT_MAX;
}

/* 1; 0: they are to be read and kept; -1 and l->err. */
static int
read_queue(struct load *l, struct group *g, const struct merge_options *options)
{
	struct arena arena = ARENA_INIT;
	struct warnings *all = l->warnings, own;
	struct queue q = { .l = l, .g = g, .options = options, .each = *l };

	warnings_init(&own, &arena);
	l->warnings = all != NULL ? &own : NULL;
	pieces_in_order((unsigned)g->n, queue_read, queue_take, &q);
	l->warnings = all;
	if (!q.differs && all != NULL)
		warnings_join(all, &own);
	arena_free(&arena);
	if (q.differs || g->merger != NULL)
		free_parts(g);
	if (!q.differs)
		return l->err->code == ERR_NONE ? 1 : -1;
	merger_free(g->merger);
	g->merger = NULL;
	g->failed = 0;
	return 0;
}

/* All sources of a group; those that fail become warnings if others do not. */
static int
read_group(struct load *l, struct group *g, const struct merge_options *options)
{
	struct progress *whole = l->progress, part;
	uint64_t bytes = 0;
	int rc = 0;

	l->enough = false;
	for (size_t i = 0; g->n > 1 && i < g->n; i++)
		bytes += size_of(g->name[i]);
	if (g->n > 1)
		progress_files(whole, g->n, bytes);
	if (options != NULL && are_files(g))
		rc = read_queue(l, g, options);
	if (rc == 0 && g->n > 1)
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
	return rc >= 0 ? group_ended(l, g) : -1;
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
	bool mean = false;
	struct err why;

	if (is_last)
		options.comment = l->spec->comment;
	options.max_memory = l->max_memory;
	if (g->is_read || read_group(l, g, &options) == 0) {
		if (g->merger == NULL)
			options.max_memory = memory_left(l, g);
		for (size_t i = 0; i < g->part.n; i++)
			mean = mean || g->part.p[i].ratio != NULL;
		p = g->merger != NULL ? merger_end(g->merger, l->err)
				      : merge_profiles(g->part.p, g->part.n,
						&options, l->err);
		g->merger = NULL;
		/* What it was before is of several snapshots. */
		if (p != NULL && mean)
			p->sample.raw = NULL;
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
	merger_free(g->merger);
	g->merger = NULL;
	free_parts(g);
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
	if (spec->base_range.n > 0 && spec->n_bases + spec->n_diff_bases > 0)
		return err_set(err, ERR_USAGE,
			"base_range cannot be used together with another base");
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

/* The same, with means of levels when it is of a time. */
static const struct profile *
load_side(struct load *l, struct group *g, struct span span, bool is_last)
{
	const struct profile *sum = load_group(l, g, is_last), *p = sum;

	if (sum == NULL || l->spec->raw ||
		l->spec->range.n + l->spec->base_range.n == 0)
		return sum;
	p = snapshots_level(l->snapshots, span, sum,
		is_last ? l->warnings : NULL, l->progress, l->err);
	profile_unref(sum);
	return p;
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
	double *scale = NULL;

	l->max_memory = less(l->max_memory, profile_bytes(source->profile));
	base.profile = load_side(l, bases, l->base, false);
	if (base.profile == NULL)
		return NULL;
	if (spec->base_range.n > 0 && spec->per_second) {
		scale = xcalloc(base.profile->types.n, sizeof(*scale));
		snapshots_scale(
			l->snapshots, l->new, l->base, base.profile, scale);
		options.base_scale = scale;
	}
	options.max_memory = less(load_limit(spec),
		profile_bytes(source->profile) + profile_bytes(base.profile));
	p = diff_profiles(source, &base, &options, l->err);
	profile_unref(base.profile);
	free(scale);
	return p;
}

/* ---- Both sides at once ---- */

/* A file on each side. */
struct sides {
	struct group *group[2];
	struct load
		load[2]; /* as if each were alone, with half of the memory */
	struct progress progress[2];
	struct arena arena[2]; /* of their warnings */
	struct err err[2];
	bool is_read[2];
};

static void
read_side(void *arg, unsigned thread, unsigned i)
{
	struct sides *s = arg;

	(void)thread;
	s->is_read[i] =
		read_named(&s->load[i], s->group[i], 0, &s->err[i]) == 0;
	progress_share_end(s->load[i].progress);
}

/* Read two files, which are more to do than a thread costs, by two threads.
   When one of them fails, nothing was read: it may only be half of the memory
   that was not enough, and what is wrong is told by reading one after the
   other. */
static void
read_sides(struct load *l, struct group *new, struct group *base)
{
	struct sides s = { .group = { new, base } };
	struct warnings warnings[2];
	uint64_t size[2] = { 0, 0 };

	for (size_t i = 0; i < 2; i++)
		if (s.group[i]->n == 1 && !s.group[i]->fetched[0].is_address)
			size[i] = size_of(s.group[i]->name[0]);
	if (size[0] < STREAM_LEAST || size[1] < STREAM_LEAST)
		return;
	progress_files(l->progress, 2, size[0] + size[1]);
	for (size_t i = 0; i < 2; i++) {
		warnings_init(&warnings[i], &s.arena[i]);
		s.load[i] = *l;
		s.load[i].max_memory = less(l->max_memory, l->max_memory / 2);
		s.load[i].warnings = l->warnings != NULL ? &warnings[i] : NULL;
		s.load[i].progress =
			progress_share(&s.progress[i], l->progress, size[i]);
	}
	pieces_do(2, read_side, &s);
	progress_stage(l->progress, PROGRESS_SEAL, 0);
	for (size_t i = 0; i < 2; i++) {
		s.group[i]->is_read = s.is_read[0] && s.is_read[1];
		if (!s.group[i]->is_read)
			free_parts(s.group[i]);
		else if (l->warnings != NULL)
			warnings_join(l->warnings, &warnings[i]);
		arena_free(&s.arena[i]);
	}
}

/* ---- Of a time ---- */

/* Leave out what is not of a time. */
static void
keep_span(struct group *g, struct span span)
{
	size_t n = 0;

	for (size_t i = 0; i < g->part.n; i++) {
		struct merge_part part = g->part.p[i];

		if (span_has(span, dated_of(part.name, part.profile).time))
			g->part.p[n++] = part;
		else
			profile_unref(part.profile);
	}
	g->part.n = n;
}

/* Read the sources, and leave of them what range and base_range ask for. */
static int
read_times(struct load *l, struct group *sources, struct group *bases)
{
	const struct load_spec *spec = l->spec;

	if (read_group(l, sources, NULL) != 0)
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
	for (size_t i = 0;
		sources->fetched != NULL && i < sources->n + bases->n; i++)
		fetch_result_fini(&sources->fetched[i]);
	free(sources->fetched);
}

/* Servers are asked for the times themselves. -1 and l->err. */
static int
settle_served(struct load *l, struct group *sources, struct group *bases)
{
	struct served_sides sides = { .new = { sources->name, SPAN_ALL } };

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

/* What was fetched or read, as one. */
static struct profile *
load_groups(struct load *l, struct group *sources, struct group *bases)
{
	const struct load_spec *spec = l->spec;
	struct diff_side source = { .name = load_group_name(sources) };
	struct profile *p;
	bool has_base;

	if (l->snapshots == NULL)
		read_sides(l, sources, bases);
	else if (l->snapshots->served)
		served_learn(l->snapshots, sources->fetched, sources->n,
			l->spec->range.n == 0);
	else if (read_times(l, sources, bases) != 0)
		return NULL;
	has_base = bases->n > 0 || bases->is_read;
	source.profile = load_side(l, sources, l->new, !has_base);
	if (source.profile == NULL)
		return NULL;
	if (has_base)
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
		.max_memory = load_limit(spec),
		.warnings = warnings,
		.progress = progress,
		.new = SPAN_ALL,
		.err = err };
	bool served;
	struct group sources = { .what = "source" }, bases = { .what = "base" };
	struct arena arena = ARENA_INIT;
	struct names source, base;
	struct profile *p = NULL;

	if (load_check(spec, err) != 0)
		return NULL;
	l.arena = &arena;
	asking.symbols.ask = remotes_symbolize;
	asking.symbols.whom = l.remotes;
	source = expand_names(spec->source, spec->n_sources, &arena);
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
	if ((!served || settle_served(&l, &sources, &bases) == 0) &&
		fetch_groups(&l, &sources, &bases) == 0)
		p = load_groups(&l, &sources, &bases);
	if (p != NULL && served && spec->snapshots != NULL &&
		served_load(l.snapshots, spec, warnings, progress, err) != 0) {
		profile_unref(p);
		p = NULL;
	}
	free_fetched(&sources, &bases);
	free_parts(&sources);
	free_parts(&bases);
	snapshots_unref(l.snapshots);
	vec_free(&source);
	vec_free(&base);
	arena_free(&arena);
	if (p != NULL && l.remote &&
		!(spec->fetch != NULL && spec->fetch->no_save))
		savecopy_write(p, warnings);
	remotes_free(&own);
	return p;
}
