/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and merging the profiles of one list of names. */
#include "prelude.h"

#include "load/load_internal.h"

#include <limits.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/num.h"
#include "base/threads.h"
#include "base/xalloc.h"
#include "fetch/fetch.h"
#include "fetch/server.h"
#include "fetch/url.h"
#include "input/bytes.h"
#include "input/source.h"
#include "input/stream.h"
#include "load/remote.h"
#include "load/serverpoints.h"
#include "profile/builder.h"
#include "symbol/locate.h"

/* Up to this many failures are reported one by one. */
enum { TOLD = 10 };

/* If there are many files, each one smaller than this is read by a single
   thread. */
enum { MANY_AT_ONCE = 512 << 10 };

struct str
shown_name(struct str name)
{
	return str_is(name, "-") ? STR("standard input") : name;
}

size_t
memory_after(size_t max_memory, size_t used)
{
	return used < max_memory ? max_memory - used : 1;
}

/* Return the memory that the group's profiles leave. */
static size_t
memory_left(const struct load *l, const struct group *g)
{
	size_t used = 0;

	for (size_t i = 0; i < g->part.n; i++)
		used += profile_bytes(g->part.p[i].profile);
	return memory_after(l->max_memory, used);
}

bool
load_was_spent(struct progress *progress, struct err *err)
{
	bool spent = progress_spent(progress);

	progress_unspend(progress);
	memory_forget();
	return spent && err->code == ERR_CANCELLED &&
		err_set(err, ERR_LIMIT,
			"its tables need more than the memory limit (see "
			"--max-memory)") != 0;
}

void
load_name_limit(const struct load_spec *spec, struct err *err)
{
	struct err what = *err;
	char limit[32];

	/* Other limits have no option. */
	if (err->code != ERR_LIMIT || strstr(what.msg, "--max-memory") == NULL)
		return;
	bytes_size(load_limit(spec), limit);
	(void)err_set(err, ERR_LIMIT, "%s; the limit is %s", what.msg, limit);
}

/* Read a stream, in pieces if possible. NULL and err. */
static struct builder *
read_stream(struct load *l, struct str name, struct stream *stream,
	size_t max_memory, struct err *err)
{
	struct read_spec spec = { .name = name,
		.format = l->spec->format,
		.max_memory = max_memory,
		.detail = l->detail };
	struct builder *b = NULL;
	struct bytes all;

	if (l->stacks == NULL)
		b = read_pieces(stream, &spec, l->progress, l->warnings, err);
	if (b != NULL || err->code != ERR_NONE)
		return b;
	if (source_whole(stream, max_memory, &all, l->progress, err) != 0)
		return NULL;
	spec.bytes = bytes_str(&all);
	spec.max_memory = memory_after(max_memory, all.n);
	spec.partial =
		(struct partial){ .bytes = all.part, .bytes_of = all.part_of };
	spec.is_part = l->stacks != NULL;
	b = read_builder(&spec, l->progress, l->warnings, err);
	if (b != NULL && spec.is_part) {
		builder_own(b, all.p, all.cap);
		return b;
	}
	bytes_free(&all);
	return b;
}

/* Read a stream as a profile. `unread`: number of sources that follow; `url`:
   the stream's address, or "". NULL and err, which lacks the name. */
static struct profile *
read_one(struct load *l, struct str name, struct stream *stream, size_t unread,
	size_t max_memory, struct str url, struct err *err)
{
	struct builder *b;
	struct strbuf found = STRBUF_INIT;
	struct builder_mapping *binaries_map;
	struct profile *p;

	memory_forget();
	b = stream != NULL ? read_stream(l, name, stream, max_memory, err)
			   : NULL;
	stream_free(stream);
	if (b == NULL) {
		(void)load_was_spent(l->progress, err);
		return NULL;
	}
	progress_stage(l->progress, PROGRESS_SEAL, 0);
	/* The user ended the load: skip the remaining files. */
	l->enough = progress_kept(l->progress);
	if (l->enough && unread > 0)
		partial_mark_unread(b, unread);
	/* Find the mappings' binaries in the file system. If this is stopped,
	   sealing fails. */
	for (map_id m = 0;
		m < builder_mappings(b) && !progress_stopped(l->progress);
		m++) {
		struct wanted w;

		binaries_map = builder_mapping_at(b, m);
		w = (struct wanted){ .file = builder_str(b, binaries_map->file),
			.build_id = builder_str(b, binaries_map->build_id),
			.place = { binaries_map->start, binaries_map->limit,
				binaries_map->offset } };
		if ((w.file.n > 0 || w.build_id.n > 0) &&
			locate_binary(&w, l->warnings, &found))
			binaries_map->file =
				builder_string(b, strbuf_str(&found));
	}
	strbuf_free(&found);
	builder_fake_mapping(b);
	binaries_map =
		builder_mappings(b) > 0 ? builder_mapping_at(b, 0) : NULL;
	/* A failed builder returns NONE; builder_seal() reports that. */
	if (binaries_map != NULL && l->spec->program.n > 0)
		binaries_map->file = builder_string(b, l->spec->program);
	if (binaries_map != NULL && l->spec->buildid.n > 0 &&
		binaries_map->build_id == 0)
		binaries_map->build_id = builder_string(b, l->spec->buildid);
	if (url.n > 0) {
		/* Name mappings without file and build ID after the address;
		   builder_blank_urls() removes these names at the end. */
		for (map_id m = 0; m < builder_mappings(b); m++) {
			struct builder_mapping *map = builder_mapping_at(b, m);

			if (map->file == 0 && map->build_id == 0)
				map->file = builder_string(b, url);
		}
	}
	p = l->stacks != NULL ? builder_seal_part(b, l->stacks, err)
			      : builder_seal(b, err);
	if (p == NULL)
		(void)load_was_spent(l->progress, err);
	return p;
}

int
group_read_named(struct load *l, struct group *g, size_t i, struct err *err)
{
	struct merge_part part = { .name = shown_name(g->name[i]) };
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

/* Read a fetched answer: one profile, or several. */
static int
read_fetched(struct load *l, struct group *g, size_t i, struct err *err)
{
	struct fetch_result *f = &g->fetched[i];
	struct strbuf url = STRBUF_INIT;
	static const double minus = -1;
	const double *ratio;
	int64_t snapshots;
	int rc = 0;

	warnings_add_lines(l->warnings, strbuf_str(&f->remarks));
	if (f->err.code != ERR_NONE) {
		*err = f->err;
		return -1;
	}
	(void)url_shown(&url, f->url);
	ratio = served_ratio(f, &snapshots, l->warnings, l->arena);
	if (ratio != NULL && l->spec->n_snapshots != NULL)
		*l->spec->n_snapshots = snapshots;
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
			served_header(p, f, k, l->warnings);
		else {
			struct str name = g->name[i];

			/* A running program may answer requests for symbols. */
			l->remote = true;
			if (l->spec->fetch != NULL)
				remotes_add(
					l->remotes, p, name, l->spec->fetch);
		}
		if (l->spec->symbols.mode != SYMBOLS_OFF) {
			uint8_t *waits =
				xcalloc((size_t)p->map.n + 1, sizeof(*waits));

			/* As in pprof, a fetched mapping counts as symbolized
			   if all of its addresses have names. */
			for (loc_id j = 0; j < p->loc.n; j++)
				if (p->loc.map[j] != NONE &&
					p->loc.address[j] != 0 &&
					p->loc.line0[j] == p->loc.line0[j + 1])
					waits[p->loc.map[j]] = 1;
			for (map_id j = 0; j < p->map.n; j++)
				if (!waits[j])
					p->map.has[j] |= MAP_FUNCTIONS;
			free(waits);
		}
		part.profile = p = served_newest(p, f, k);
		if (p->types.n == 1)
			part.ratio = ratio;
		part.of_sums = part.ratio != NULL;
		if (f->part.p[k].subtract && p->types.n == 1)
			part.ratio = &minus;
		vec_push(&g->part, part);
	}
	strbuf_free(&url);
	return rc;
}

void
group_find_sizes(struct group *g, struct arena *arena)
{
	struct stat st;

	g->size = ARENA_ZARRAY(arena, uint64_t, g->n);
	for (size_t i = 0; i < g->n; i++)
		if (!g->fetched[i].is_address && source_stat(g->name[i], &st) &&
			S_ISREG(st.st_mode))
			g->size[i] = (uint64_t)st.st_size;
}

/* Note a failure; it is a warning if other sources can be read. */
static void
note_failure(struct load *l, struct group *g, struct str name, struct err *err)
{
	struct strbuf short_name = STRBUF_INIT;

	load_name_limit(l->spec, err);
	if (!server_put_short(&short_name, name))
		strbuf_add(&short_name, name);
	err_wrap(err, "%s", strbuf_c(&short_name));
	strbuf_free(&short_name);
	if (g->failed++ == 0)
		g->first = *err;
	if (g->n > 1 && g->failed <= TOLD)
		warnings_add(l->warnings, "%s", err->msg);
}

/* End a group: report its failures. */
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

int
group_check_detail(struct load *l, const struct profile *p)
{
	if (l->detail == READ_SAMPLES || l->parts < 2)
		return 0;
	if (l->like == NULL)
		l->like = profile_ref(p);
	if (merge_of_sums(l->like, p, l->parts, l->detail == READ_STACKS))
		return 0;
	l->again = true;
	return err_set(l->err, ERR_CANCELLED, "all samples are needed");
}

/* Read the i-th source. -1 and l->err: stop reading. */
static int
read_nth(struct load *l, struct group *g, size_t i)
{
	struct err err = ERR_INIT;
	int rc = g->fetched[i].is_address ? read_fetched(l, g, i, &err)
					  : group_read_named(l, g, i, &err);

	if (rc == 0 &&
		group_check_detail(l, g->part.p[g->part.n - 1].profile) != 0)
		return -1;
	if (err.code == ERR_CANCELLED || err.code == ERR_USAGE) {
		*l->err = err;
		return -1;
	}
	if (rc != 0)
		note_failure(l, g, shown_name(g->name[i]), &err);
	return 0;
}

void
group_free_parts(struct group *g)
{
	for (size_t i = 0; i < g->part.n; i++)
		profile_unref(g->part.p[i].profile);
	vec_free(&g->part);
}

/* ---- Many files ---- */

/* Two threads read many files and merge them in the order of g->name, so that
   none stays in memory. If one has other sample types than the first, the merge
   is dropped, and all files are read again and kept, because their common types
   are known only after the last. */
struct multiload_queue {
	struct load *l; /* only used by the thread whose turn it is */
	struct group *g;
	const struct merge_options *options;
	bool differs;
	struct load each;   /* copied for each file */
	atomic_bool over;   /* read no more files */
	atomic_bool begun;  /* the group has its first profile */
	atomic_size_t used; /* bytes of the merged profile */
};

/* The result for one file. */
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
	struct multiload_queue *q = arg;
	struct queued *f = xcalloc(1, sizeof(*f));
	struct str name = q->g->name[i];
	size_t max = memory_after(q->each.max_memory, atomic_load(&q->used));

	f->load = q->each;
	if (atomic_load(&q->begun) && q->g->size[i] < MANY_AT_ONCE)
		f->load.stacks = &f->part.stacks;
	f->part.name = shown_name(name);
	warnings_init(&f->warnings, &f->arena);
	if (q->each.warnings != NULL)
		f->load.warnings = &f->warnings;
	f->load.progress =
		progress_share(&f->progress, q->each.progress, q->g->size[i]);
	if (!atomic_load(&q->over))
		f->part.profile = read_one(&f->load, name,
			source_open(name, max, f->load.progress, &f->err),
			q->g->n - i - 1, max, STR_EMPTY, &f->err);
	progress_share_end(f->load.progress);
	return f;
}

/* Merge a file. False: read no more files. */
static bool
queue_merge(struct multiload_queue *q, const struct merge_part *part)
{
	struct group *g = q->g;
	int rc = 1;

	/* A single file is not merged, so its equal samples stay separate. */
	if (g->merger == NULL && g->part.n == 0) {
		atomic_store(&q->begun, true);
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
	struct multiload_queue *q = arg;
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
		else if (group_check_detail(l, f->part.profile) == 0)
			over = !queue_merge(q, &f->part);
		over = over || f->load.enough || l->err->code != ERR_NONE;
		atomic_store(&q->over, over);
	}
	profile_unref(f->part.profile);
	arena_free(&f->arena);
	free(f);
}

/* True if all sources are files, which can be read twice. */
static bool
are_files(const struct group *g)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->size[i] == 0)
			return false;
	return g->n > 1 && g->n < UINT_MAX;
}

int
group_read(struct load *l, struct group *g, const struct merge_options *options)
{
	struct progress *whole = l->progress, part;
	uint64_t bytes = 0;
	int rc = 0;

	l->enough = false;
	for (size_t i = 0; g->n > 1 && i < g->n; i++)
		bytes += g->size[i];
	if (g->n > 1)
		progress_files(whole, g->n, bytes);
	if (options != NULL && are_files(g)) {
		struct arena arena = ARENA_INIT;
		struct warnings *all = l->warnings, own;
		struct multiload_queue q = {
			.l = l, .g = g, .options = options, .each = *l
		};

		/* The warnings are dropped if the files are read again. */
		warnings_init(&own, &arena);
		l->warnings = all != NULL ? &own : NULL;
		pieces_in_order((unsigned)g->n, queue_read, queue_take, &q);
		l->warnings = all;
		if (!q.differs && all != NULL)
			warnings_join(all, &own);
		arena_free(&arena);
		if (q.differs || g->merger != NULL)
			group_free_parts(g);
		if (!q.differs) {
			rc = l->err->code == ERR_NONE ? 1 : -1;
		} else {
			merger_free(g->merger);
			g->merger = NULL;
			g->failed = 0;
			rc = 0;
		}
	}
	if (rc == 0 && g->n > 1)
		progress_files(whole, g->n, bytes);
	for (size_t i = 0; rc == 0 && i < g->n && !l->enough; i++) {
		if (g->n > 1)
			l->progress = progress_share(&part, whole, g->size[i]);
		rc = read_nth(l, g, i);
		if (g->n > 1)
			progress_share_end(l->progress);
	}
	l->progress = whole;
	if (g->n > 1)
		progress_stage(whole, PROGRESS_SEAL, 0);
	return rc >= 0 ? group_ended(l, g) : -1;
}

/* Let the load's caller change the profiles of its sources. */
static int
group_weigh(struct load *l, struct group *g)
{
	struct merge_weighed m = { .part = g->part.p,
		.n = g->part.n,
		.name = l->spec->source,
		.weight = l->spec->weight,
		.names = l->spec->n_sources,
		.warnings = l->warnings };
	size_t *of = ARENA_ARRAY(l->arena, size_t, m.n);

	/* A failed source has no part; an address may have several. */
	for (size_t i = 0, at = 0, word = 0; i < m.n; i++) {
		while (at + 1 < g->n &&
			!str_eq(shown_name(g->name[at]), m.part[i].name))
			at++;
		while (word + 1 < m.names && g->ends[word] <= at)
			word++;
		of[i] = word;
		at += !g->fetched[at].is_address;
	}
	m.of = of;
	return l->spec->weigh(&m, l->err);
}

struct profile *
group_load(struct load *l, struct group *g, bool is_last)
{
	struct merge_options options = { .blank_urls = is_last,
		.all_frames = is_last && l->spec->all_frames,
		.clamps = l->spec->clamps,
		.progress = l->progress,
		.warnings = l->warnings };
	struct profile *p = NULL;
	bool mean = false;
	struct err why;

	if (is_last)
		options.comment = l->spec->comment;
	options.max_memory = l->max_memory;
	if ((g->is_read ||
		    group_read(l, g, g->ends != NULL ? NULL : &options) == 0) &&
		(g->ends == NULL || group_weigh(l, g) == 0)) {
		if (g->merger == NULL)
			options.max_memory = memory_left(l, g);
		for (size_t i = 0; i < g->part.n; i++)
			mean = mean || g->part.p[i].ratio != NULL;
		p = g->merger != NULL ? merger_end(g->merger, l->err)
				      : merge_profiles(g->part.p, g->part.n,
						&options, l->err);
		g->merger = NULL;
		/* `raw` has the values before scaling, so these are sums, not
		   means. */
		if (p != NULL && mean)
			p->sample.raw = NULL;
		why = *l->err;
		if (p == NULL && why.code == ERR_FORMAT)
			group_tell_kinds(l, g);
		/* pprof prints a comma after a base's error. */
		if (p == NULL && l->err->code == ERR_FORMAT)
			(void)err_set(l->err, ERR_FORMAT,
				"problem fetching %s profiles: %s%s", g->what,
				why.msg,
				str_is(str_c(g->what), "base") ? "," : "");
		else if (p == NULL)
			load_name_limit(l->spec, l->err);
	}
	merger_free(g->merger);
	g->merger = NULL;
	group_free_parts(g);
	return p;
}
