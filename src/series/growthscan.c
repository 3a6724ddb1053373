/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growth over snapshots, read one by one. */
#include "prelude.h"

#include "series/growthscan.h"

#include "base/strbuf.h"
#include "conf/options.h"
#include "fetch/fetch.h"
#include "input/expand.h"
#include "input/shell.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"

enum { PARTS_MAX = 40 }; /* maximum parts of a server's range */

static int
take_snapshot(struct grows_job *job, const struct load_spec *load,
	struct ledger *ledger, struct str name, int64_t *newest,
	struct err *err)
{
	struct load_spec spec = *load;
	struct growth_time when = { .name = name };
	struct profile *p;
	struct snapshot snapshot;
	int rc;
	struct engine *engine;
	struct query q;
	const struct view *v;

	spec.source = &name;
	spec.n_sources = 1;
	spec.n_bases = spec.n_diff_bases = 0;
	spec.normalize = spec.raw = false;
	spec.range = spec.base_range = STR_EMPTY;
	spec.growing = NULL;
	spec.rules = name_rules_comparing(&spec.rules, VOLATILE_JOIN);
	spec.symbols.profile = name;
	/* Drop a server's warnings, which are the same for every part. */
	p = load_profile(&spec,
		load->fetch == job->load->fetch ? job->warnings : NULL,
		job->progress, err);
	if (p == NULL)
		return -1;
	snapshot = snapshot_of(name, p);
	when.at = snapshot.time;
	when.is_guessed = snapshot.known == TIME_OF_FILE ||
		snapshot.known == TIME_UNKNOWN;
	/* Add one snapshot to the matrix. */
	engine = engine_new(p);
	q = *job->query;
	rc = -1;
	q.direction = DIR_CALLEES;
	q.search = STR_EMPTY;
	v = view_compute(engine, &q, job->progress, err);
	if (v != NULL)
		rc = ledger_add(ledger, v, when, err);
	view_unref(v);
	engine_free(engine);
	if (rc != 0 && err->code != ERR_USAGE)
		err_wrap(err, "%.*s", STR_ARG(name));
	if (rc == 0 && (job->last == NULL || when.at >= *newest)) {
		profile_unref(job->last);
		job->last = profile_ref(p);
		*newest = when.at;
	}
	profile_unref(p);
	return rc;
}

/* List the files or, for a server, the parts of its range. */
static int
list_snapshots(const struct load_spec *load, struct names *out,
	struct fetch_options *o, struct arena *arena, struct progress *progress,
	struct err *err)
{
	if (served_all(load->source, load->n_sources))
		return served_parts(
			load, PARTS_MAX, out, o, arena, progress, err);
	*out = expand_names(load->source, load->n_sources, arena);
	return 0;
}

struct growth *
grows_read(struct grows_job *job)
{
	struct ledger *ledger = ledger_new();
	struct growth *g = NULL;
	struct err first = ERR_INIT;
	int64_t newest = 0;
	struct arena arena = ARENA_INIT;
	struct fetch_options o = fetch_defaults;
	struct load_spec load = *job->load;
	bool served = served_all(load.source, load.n_sources);
	struct names files;

	job->last = NULL;
	if (list_snapshots(
		    job->load, &files, &o, &arena, job->progress, &first) != 0)
		files.n = 0;
	if (served)
		load.fetch = &o;
	for (size_t i = 0; i < files.n; i++) {
		struct err err = ERR_INIT;

		if (job->again && str_is(files.p[i], "-")) {
			err_set(&first, ERR_IO,
				"standard input cannot be read again");
			profile_unref(job->last);
			job->last = NULL;
			break;
		}
		progress_part(job->progress, i, files.n);
		if (progress_stopped(job->progress))
			break;
		if (take_snapshot(
			    job, &load, ledger, files.p[i], &newest, &err) == 0)
			continue;
		if (first.code == ERR_NONE)
			first = err;
		/* A usage error would be the same for every snapshot. */
		if (err.code == ERR_CANCELLED ||
			(err.code == ERR_USAGE && job->last == NULL))
			break;
		/* For a server, a part without data is normal. */
		if (job->warnings != NULL && !served)
			warnings_add(job->warnings, "%s", err.msg);
	}
	progress_part(job->progress, 0, 0);
	if (!progress_stopped(job->progress))
		g = job->last == NULL
			? growth_failed(&first)
			: growth_new(ledger, job->small, job->progress);
	ledger_free(ledger);
	free(files.p);
	arena_free(&arena);
	return g;
}

/* ---- As a product of the worker (app/job.h) ---- */

/* Return the query without options that do not affect growth, so that queries
   with the same result give equal orders. */
static struct query
grows_query(const struct query *q)
{
	struct query own = *q, usual;

	query_init(&usual);
	own.direction = usual.direction;
	own.pivot = usual.pivot;
	own.search = usual.search;
	own.beside = usual.beside;
	own.sort = usual.sort;
	own.nodecount = usual.nodecount;
	own.unit = usual.unit;
	return own;
}

void
grows_order(const struct query *q, struct strbuf *out)
{
	struct query own = grows_query(q);
	struct options_target t = { .query = &own };
	struct strbuf word = STRBUF_INIT;
	size_t n;
	const struct option *o = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		if (o[i].target != ON_QUERY || option_is_default(&o[i], t))
			continue;
		strbuf_reset(&word);
		strbuf_add3(&word, "", str_c(o[i].doc.name), "=");
		option_get(&o[i], t, &word);
		strbuf_addstr(out, out->n > 0 ? " " : "");
		shell_word(out, strbuf_str(&word));
	}
	strbuf_free(&word);
}

struct growth *
grows_new(const struct load_spec *files, struct str order,
	struct progress *progress)
{
	struct arena arena = ARENA_INIT;
	struct query q;
	struct grows_job job = {
		.load = files, .query = &q, .progress = progress, .again = true
	};
	struct err err = ERR_INIT;
	struct growth *g;
	struct options_target t;
	struct strbuf word = STRBUF_INIT;
	int rc;

	/* Read the options back from the order. */
	t = (struct options_target){ .query = &q, .text = &arena };
	query_init(&q);
	(void)str_cut(&order, '\n');
	while ((rc = shell_next(&order, &word, &err)) > 0) {
		struct str value = strbuf_str(&word);
		struct str name = str_cut(&value, '=');

		if (option_set(option_find(name, NULL), t, value, &err) != 0) {
			rc = -1;
			break;
		}
	}
	strbuf_free(&word);
	g = rc != 0 ? growth_failed(&err) : grows_read(&job);

	profile_unref(job.last);
	arena_free(&arena);
	return g;
}

void
grows_free(struct growth *g)
{
	growth_free(g);
}
