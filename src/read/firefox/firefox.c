/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads profiles for the Firefox profiler: of samply, Firefox, Vernier,
 * CPython, perf's script gecko. Both forms have tables, stored as columns
 * in "processed" profiles, and as rows with a schema in "raw" profiles:
 *
 *     "stackTable": {"prefix": [null, 0], "frame": [0, 1]}
 *     "stackTable": {"schema": {"prefix": 0, "frame": 1},
 *                    "data": [[null, 0], [0, 1]]}
 *
 * Each thread has its own tables or, in newer files, all share them. The reader
 * looks at which members exist, not at the version; columns may be null or
 * missing.
 */
#include "prelude.h"

#include "read/firefox/firefox.h"

#include <inttypes.h>

#include "base/num.h"

static const struct {
	const char *type, *unit;
} ff_types[FF_TYPES] = { { "samples", "count" }, { "time", "nanoseconds" },
	{ "space", "bytes" }, { "cpu", "nanoseconds" }, { "cycles", "count" } };

/* ---- Stacks ---- */

enum { STACK_PREFIX, STACK_FRAME, STACK_OFFSET, STACK_COLUMNS };

static int
ff_stacks(struct ff *f, struct ff_tables *t)
{
	static const char *const names[STACK_COLUMNS] = { "prefix", "frame",
		"prefixOffset" };
	struct ff_column c[STACK_COLUMNS] = { 0 };
	int rc = ff_table(f, t->where[STACKS], names, NULL, STACK_COLUMNS, c);

	if (rc == 0) {
		/* A stack has no node if its frame is missing, or if its parent
		   comes after it or has no node. */
		t->node.n = t->end.n = 0;
		rc = 0;
		for (size_t i = 0; i < c[STACK_FRAME].v.n; i++) {
			int64_t frame = ff_index(&c[STACK_FRAME], i);
			int64_t parent;
			node_id above = 0, node = NONE;
			struct ff_end end = { .address = 0 };
			int64_t offset;

			if (c[STACK_OFFSET].v.n == 0) {
				parent = ff_index(&c[STACK_PREFIX], i);
			} else {
				offset = ff_at(&c[STACK_OFFSET], i, 0);
				parent = offset > 0 && offset <= (int64_t)i
					? (int64_t)i - offset
					: offset == 0 ? -1
						      : (int64_t)i;
			}

			if (parent >= 0)
				above = parent < (int64_t)i ? t->node.p[parent]
							    : NONE;
			end.above = above;
			if (above != NONE && frame >= 0 &&
				(size_t)frame < t->frames->loc.n) {
				node = builder_step(
					f->b, above, t->frames->loc.p[frame]);
				end.address = t->frames->raw.p[frame];
			}
			vec_push(&t->node, node);
			vec_push(&t->end, end);
			if (read_check(f->b, f->w.err) != 0) {
				rc = -1;
				break;
			}
		}
	}
	ff_columns_free(c, STACK_COLUMNS);
	return rc;
}

/* Load those strings, frames and stacks of t that are not shared. */
static int
ff_load(struct ff *f, struct ff_tables *t)
{
	const struct ff_tables *s = &f->shared;
	bool same = true;

	t->strings = s;
	if ((t == s || t->where[STRINGS] != s->where[STRINGS]) &&
		ff_strings(f, t) != 0)
		return -1;
	for (int i = STRINGS; i < FF_TABLES; i++)
		same &= i == STACKS || t->where[i] == s->where[i];
	t->frames = s;
	if ((t == s || !same) && ff_frames(f, t) != 0)
		return -1;
	return ff_stacks(f, t);
}

static void
ff_tables_free(struct ff_tables *t)
{
	vec_free(&t->string);
	vec_free(&t->loc);
	vec_free(&t->raw);
	vec_free(&t->node);
	vec_free(&t->end);
}

static void
ff_shared_free(struct ff *f)
{
	ff_tables_free(&f->shared);
	for (int i = 0; i < FF_TABLES; i++) {
		ff_columns_free(f->once[i].column, FF_ONCE_COLUMNS);
		f->once[i].is_read = false;
	}
}

/* ---- Samples ---- */

enum {
	SAMPLE_STACK,
	SAMPLE_TIME,
	SAMPLE_DELTA,
	SAMPLE_WEIGHT,
	SAMPLE_CPU,
	SAMPLE_COLUMNS
};

static const char *const sample_names[SAMPLE_COLUMNS] = { "stack", "time",
	"timeDeltas", "weight", "threadCPUDelta" };

/* The parts of a thread. */
enum {
	THREAD_STRINGS,
	THREAD_OLD_STRINGS,
	THREAD_FRAMES,
	THREAD_FUNCS,
	THREAD_RESOURCES,
	THREAD_STACKS,
	THREAD_SAMPLES,
	THREAD_NAME,
	THREAD_PROCESS,
	THREAD_PID,
	THREAD_TID,
	THREAD_PARTS
};

static const char *const thread_names[THREAD_PARTS] = { "stringArray",
	"stringTable", "frameTable", "funcTable", "resourceTable", "stackTable",
	"samples", "name", "processName", "pid", "tid" };

/* Get the sample type of the weights. */
static int
weight_type(struct ff *f, size_t samples, enum ff_type *type, bool *has_cpu)
{
	static const char *const names[] = { "weightType", "threadCPUDelta",
		"schema" };
	size_t at[COUNT_OF(names)], column[1];
	str_id text;

	*type = FF_SAMPLES;
	*has_cpu = false;
	if (!ff_to(f, samples, '{'))
		return 0;
	if (jwalk_members(&f->w, names, COUNT_OF(names), at) != 0 ||
		ff_text(f, at[0], &text) != 0)
		return -1;
	if (str_is(builder_str(f->b, text), "tracing-ms"))
		*type = FF_TIME;
	else if (str_is(builder_str(f->b, text), "bytes"))
		*type = FF_SPACE;
	*has_cpu = at[1] != 0 && f->w.text.p[at[1]] == '[';
	if (ff_to(f, at[2], '{')) {
		if (jwalk_members(&f->w, &names[1], 1, column) != 0)
			return -1;
		*has_cpu = column[0] != 0;
	}
	return 0;
}

static int
thread_label(
	struct ff *f, const char *key, size_t where, struct label *l, size_t *n)
{
	int64_t number;
	str_id text;

	if (ff_text(f, where, &text) != 0)
		return -1;
	if (text == 0)
		return 0;
	l[*n] = (struct label){ .key = builder_string(f->b, str_c(key)),
		.str = text };
	/* A tid such as "10139.1" remains a string. */
	if ((str_is(str_c(key), "pid") || str_is(str_c(key), "tid")) &&
		str_to_i64(builder_str(f->b, text), &number)) {
		l[*n].str = NONE;
		l[*n].num = number;
	}
	++*n;
	return 0;
}

/* Find the library with the name of the process, which Linux cuts to 15
   bytes. */
static void
find_main(struct ff *f, size_t where)
{
	enum { COMM = 15 };
	struct str process;
	str_id text;

	if (f->main != NONE || ff_text(f, where, &text) != 0 || text == 0 ||
		text == f->not_main || !builder_steps(f->b, f->lib.n))
		return;
	f->not_main = text;
	process = builder_str(f->b, text);
	for (size_t i = 0; f->main == NONE && i < f->lib.n; i++) {
		struct str name = builder_str(f->b, f->lib.p[i].name);

		if (str_eq(str_sub(name, 0, name.n < COMM ? name.n : COMM),
			    str_sub(process, 0,
				    process.n < COMM ? process.n : COMM)))
			f->main = f->lib.p[i].map;
	}
}

/* Fill in the values of the i-th sample. */
static void
sample_values(struct ff *f, const struct ff_column *c, size_t i,
	enum ff_type type, int64_t *value)
{
	enum { MS = 1000000 };
	enum ff_type cpu_type = f->is_cycles ? FF_CYCLES : FF_CPU;
	int64_t *cpu;

	for (int t = 0; t < FF_TYPES; t++)
		if (f->column[t] != NONE)
			value[f->column[t]] = 0;
	if (f->column[type] != NONE)
		value[f->column[type]] =
			ff_at(&c[SAMPLE_WEIGHT], i, type == FF_TIME ? MS : 1);
	f->unweighed += c[SAMPLE_WEIGHT].v.n > 0 &&
		ff_at(&c[SAMPLE_WEIGHT], i, FF_NULL) == FF_NULL;
	if (f->column[cpu_type] == NONE || c[SAMPLE_CPU].v.n == 0)
		return;
	/* The first delta counts from the start of the thread. */
	cpu = &value[f->column[cpu_type]];
	*cpu = i > 0 ? ff_at(&c[SAMPLE_CPU], i, 0) : 0;
	f->cpu_sum = i64_add(f->cpu_sum, *cpu, &f->clipped);
}

/* Return the node of a sampled stack, or NONE if the stack is damaged. */
static node_id
ff_sampled(struct ff *f, const struct ff_tables *t, size_t stack)
{
	const struct ff_end *end = &t->end.p[stack];

	if (t->node.p[stack] == NONE || end->address == 0)
		return t->node.p[stack];
	return builder_step(f->b, end->above, ff_raw_leaf(f, end->address));
}

/* ---- Threads ---- */

static int
thread_rows(struct ff *f, const size_t *where)
{
	struct ff_tables own = { .where = {
					 [STRINGS] = where[THREAD_STRINGS] != 0
						 ? where[THREAD_STRINGS]
						 : where[THREAD_OLD_STRINGS],
					 [FRAMES] = where[THREAD_FRAMES],
					 [FUNCS] = where[THREAD_FUNCS],
					 [RESOURCES] = where[THREAD_RESOURCES],
					 [STACKS] = where[THREAD_STACKS],
				 } };
	const struct ff_tables *use = &own;
	enum ff_type type;
	lset_id labels;
	bool has_cpu;
	int rc = 0;

	if (own.where[STACKS] == 0) {
		use = &f->shared;
	} else {
		/* Some versions share only the strings. */
		for (int i = 0; i < FF_TABLES; i++)
			if (own.where[i] == 0)
				own.where[i] = f->shared.where[i];
		rc = ff_load(f, &own);
	}
	if (rc == 0)
		rc = weight_type(f, where[THREAD_SAMPLES], &type, &has_cpu);
	if (rc == 0) {
		struct label l[4];
		size_t n = 0;

		if (thread_label(f, "thread_comm", where[THREAD_NAME], l, &n) !=
				0 ||
			thread_label(f, "comm", where[THREAD_PROCESS], l, &n) !=
				0 ||
			thread_label(f, "pid", where[THREAD_PID], l, &n) != 0 ||
			thread_label(f, "tid", where[THREAD_TID], l, &n) != 0) {
			rc = -1;
		} else {
			labels = builder_labels(f->b, l, n);
			rc = read_check(f->b, f->w.err);
		}
	}
	if (rc == 0) {
		size_t samples_where = where[THREAD_SAMPLES];
		const enum ff_scale scale[SAMPLE_COLUMNS] = {
			[SAMPLE_TIME] = FF_MILLIS,
			[SAMPLE_DELTA] = FF_MILLIS,
			[SAMPLE_WEIGHT] =
				type == FF_TIME ? FF_MILLIS : FF_WHOLE,
			[SAMPLE_CPU] = f->cpu_scale,
		};
		struct ff_column c[SAMPLE_COLUMNS] = { 0 };
		int64_t now;

		rc = ff_table(f, samples_where, sample_names, scale,
			SAMPLE_COLUMNS, c);
		now = f->shift;
		for (size_t i = 0; rc == 0 && i < c[SAMPLE_STACK].v.n; i++) {
			int64_t stack = ff_index(&c[SAMPLE_STACK], i);
			int64_t value[FF_TYPES];
			node_id node = 0;
			int64_t time = ff_at(&c[SAMPLE_TIME], i, FF_NULL);

			/* A sample without a time gets the previous one's. */
			if (c[SAMPLE_TIME].v.n == 0)
				now = i64_add(now,
					ff_at(&c[SAMPLE_DELTA], i, 0),
					&f->clipped);
			else
				now = time != FF_NULL
					? i64_add(f->shift, time, &f->clipped)
					: now;
			if (stack >= 0)
				node = (size_t)stack < use->node.n
					? ff_sampled(f, use, (size_t)stack)
					: NONE;
			if (node == NONE) {
				f->damaged++;
				continue;
			}
			sample_values(f, c, i, type, value);
			rows_add(&f->rows, node, labels, value, now);
			f->first = now < f->first ? now : f->first;
			f->last = now > f->last ? now : f->last;
			f->samples++;
			if (i % 4096 == 4095)
				rc = read_check(f->b, f->w.err);
		}
		ff_columns_free(c, SAMPLE_COLUMNS);
	}
	if (rc == 0)
		find_main(f, where[THREAD_PROCESS]);
	ff_tables_free(&own);
	return rc;
}

/* Mark the columns that a thread needs. */
static int
thread_survey(struct ff *f, const size_t *where)
{
	enum ff_type type;
	bool has_cpu;

	if (weight_type(f, where[THREAD_SAMPLES], &type, &has_cpu) != 0)
		return -1;
	if (where[THREAD_SAMPLES] != 0)
		f->column[type] = 0;
	if (has_cpu)
		f->column[f->is_cycles ? FF_CYCLES : FF_CPU] = 0;
	return 0;
}

/* Read n members of the next object of an array, and skip the others. 1, 0 at
   the end, or -1 and err. */
static int
next_object(struct ff *f, size_t *n, const char *const *names, size_t n_names,
	size_t *where)
{
	int more;

	while ((more = jwalk_next(&f->w, n)) > 0) {
		if (jwalk_peek(&f->w) == '{')
			return jwalk_members(&f->w, names, n_names, where) != 0
				? -1
				: 1;
		if (jwalk_skip(&f->w) != 0)
			return -1;
	}
	return more;
}

static int
each_thread(struct ff *f, size_t threads,
	int (*visit)(struct ff *f, const size_t *where))
{
	size_t where[THREAD_PARTS], n = 0;
	int more;

	more = ff_array(f, threads);
	if (more <= 0)
		return more;
	while ((more = next_object(f, &n, thread_names, THREAD_PARTS, where)) >
		0) {
		size_t end = f->w.at;

		if (visit(f, where) != 0)
			return -1;
		jwalk_to(&f->w, end);
		if (read_enough(f->job, f->samples, 0, end))
			return 0;
	}
	return more;
}

/* ---- Processes and files ---- */

static int
ff_kernel(struct ff *f, size_t where)
{
	static const char *const name[] = { "name" };
	size_t n = 0, at[1];
	str_id text;
	int more;

	f->kernel = -1;
	more = ff_array(f, where);
	if (more <= 0)
		return more;
	while ((more = next_object(f, &n, name, 1, at)) > 0) {
		size_t end = f->w.at;

		if (ff_text(f, at[0], &text) != 0)
			return -1;
		if (str_is(builder_str(f->b, text), "Kernel"))
			f->kernel = (int64_t)n - 1;
		jwalk_to(&f->w, end);
	}
	return more;
}

/* Read the metadata of a process. */
static int
ff_meta(struct ff *f, size_t where, bool is_first)
{
	static const char *const names[] = { "interval", "startTime", "product",
		"categories", "sampleUnits", "preprocessedProfileVersion",
		"profilingStartTime" };
	enum { KNOWN = 70 };
	/* ns: a start above SINCE_1970 is a time since 1970; an interval above
	   MAX is wrong. */
	static const int64_t SINCE_1970 = 100000000000000000,
			     MAX = 1000000000000000;
	size_t at[COUNT_OF(names)];
	struct header *h = builder_header(f->b);
	int64_t interval = 0, start = 0, version = 0;
	str_id product;
	size_t units_where;
	static const char *const units_names[] = { "time", "threadCPUDelta" };
	size_t units_at[COUNT_OF(units_names)];
	str_id time, cpu;
	struct str unit;

	f->shift = 0;
	f->kernel = -1;
	if (!ff_to(f, where, '{'))
		return 0;
	if (jwalk_members(&f->w, names, COUNT_OF(names), at) != 0 ||
		ff_number_at(f, at[0], FF_MILLIS, &interval) != 0 ||
		ff_number_at(f, at[1], FF_MILLIS, &start) != 0 ||
		ff_text(f, at[2], &product) != 0 || ff_kernel(f, at[3]) != 0)
		return -1;
	units_where = at[4];
	f->cpu_scale = FF_WHOLE;
	if (ff_to(f, units_where, '{')) {
		if (jwalk_members(&f->w, units_names, COUNT_OF(units_names),
			    units_at) != 0 ||
			ff_text(f, units_at[0], &time) != 0 ||
			ff_text(f, units_at[1], &cpu) != 0)
			return -1;
		f->no_times = str_is(builder_str(f->b, time), "bytes");
		unit = builder_str(f->b, cpu);
		f->is_cycles = str_ends(unit, STR("cycles"));
		if (str_is(unit, "\xc2\xb5s") || str_is(unit, "us"))
			f->cpu_scale = FF_MICROS;
	}
	if (ff_number_at(f, at[5], FF_WHOLE, &version) != 0)
		return -1;
	if (is_first) {
		f->start = start;
		if (ff_number_at(f, at[6], FF_MILLIS, &f->profiling) != 0)
			return -1;
		/* CPython's start is not a time since 1970. */
		if (start > SINCE_1970)
			h->time_nanos = start;
		if (product != 0)
			builder_comment(f->b, product);
		if (interval > 0 && interval < MAX) {
			h->period_type = builder_string(f->b, STR("wall"));
			h->period_unit =
				builder_string(f->b, STR("nanoseconds"));
			h->period = interval;
		}
		if (version > KNOWN)
			warnings_add(f->job->warnings,
				"version %" PRId64
				" of the format is newer than this reader (%d)",
				version, KNOWN);
	}
	f->shift = i64_sub(start, f->start, &f->clipped);
	return 0;
}

static int
ff_shared(struct ff *f, size_t where)
{
	static const char *const names[] = { "stringArray", "frameTable",
		"funcTable", "resourceTable", "stackTable", "sources" };
	size_t at[COUNT_OF(names)];

	if (!ff_to(f, where, '{'))
		return 0;
	if (jwalk_members(&f->w, names, COUNT_OF(names), at) != 0)
		return -1;
	f->shared.where[STRINGS] = at[0];
	f->shared.where[FRAMES] = at[1];
	f->shared.where[FUNCS] = at[2];
	f->shared.where[RESOURCES] = at[3];
	f->shared.where[STACKS] = at[4];
	f->shared.where[SOURCES] = at[5];
	return ff_load(f, &f->shared);
}

enum { FF_META, FF_LIBS, FF_SHARED, FF_THREADS, FF_PROCESSES, FF_PARTS };

static const char *const ff_names[FF_PARTS] = { "meta", "libs", "shared",
	"threads", "processes" };

/* Read the process at the walk's place, and its subprocesses. */
static int
ff_process(struct ff *f, int depth, bool is_survey)
{
	enum { NESTING = 8 };
	size_t where[FF_PARTS], n = 0, end;
	int more = 0;

	if (depth == NESTING)
		return jwalk_fail(
			&f->w, f->w.at, "processes nested too deeply");
	if (jwalk_peek(&f->w) != '{')
		return jwalk_skip(&f->w);
	if (jwalk_members(&f->w, ff_names, FF_PARTS, where) != 0)
		return -1;
	end = f->w.at;
	if (where[FF_META] == 0 || where[FF_THREADS] == 0)
		return jwalk_fail(&f->w, end, "\"%s\" is missing",
			ff_names[where[FF_META] == 0 ? FF_META : FF_THREADS]);
	if (ff_meta(f, where[FF_META], depth == 0 && is_survey) != 0)
		return -1;
	f->lib.n = f->range.n = 0;
	f->shared = (struct ff_tables){ .strings = &f->shared,
		.frames = &f->shared };
	f->not_main = 0;
	if (!is_survey &&
		(ff_libs(f, where[FF_LIBS]) != 0 ||
			ff_shared(f, where[FF_SHARED]) != 0))
		more = -1;
	if (more == 0)
		more = each_thread(f, where[FF_THREADS],
			is_survey ? thread_survey : thread_rows);
	ff_shared_free(f);
	if (more == 0 && ff_to(f, where[FF_PROCESSES], '[')) {
		more = jwalk_array(&f->w);
		while (more == 0 && (more = jwalk_next(&f->w, &n)) > 0)
			more = ff_process(f, depth + 1, is_survey);
	}
	jwalk_to(&f->w, end);
	return more;
}

static void
ff_end(struct ff *f)
{
	struct header *h = builder_header(f->b);
	enum ff_type opens = FF_SAMPLES;

	if (f->column[FF_CPU] != NONE && f->cpu_sum > 0)
		opens = FF_CPU;
	else if (f->column[FF_SAMPLES] == NONE)
		opens = f->column[FF_TIME] != NONE ? FF_TIME : FF_SPACE;
	h->default_type = builder_string(f->b, str_c(ff_types[opens].type));
	if (f->first <= f->last && !f->clipped) {
		int64_t lead = f->first > 0 ? f->first : 0;
		int64_t from = f->profiling >= 0 ? f->profiling : 0;

		/* If the start is long before the first sample, it is that of
		   the program: times begin at the first sample. */
		if (f->profiling < 0 &&
			lead > i64_sub(f->last, f->first, &f->clipped))
			from = lead;
		from = from < f->first ? from : f->first;
		builder_times_from(f->b, from);
		if (h->time_nanos > 0)
			h->times_nanos =
				i64_add(h->time_nanos, from, &f->clipped);
	}
	if (f->unnamed > 0 && f->sidecar == NULL)
		warnings_add(f->job->warnings,
			"the file has no names for %zu addresses: they are "
			"read from the binaries, if found here; samply "
			"--unstable-presymbolicate stores them",
			f->unnamed);
	if (f->damaged > 0)
		warnings_add(f->job->warnings,
			"samples with a missing or damaged stack were left "
			"out: %zu",
			f->damaged);
	if (f->unweighed > 0)
		warnings_add(f->job->warnings,
			"samples without a weight were counted once each: %zu",
			f->unweighed);
	if (f->clipped || f->rows.clipped > 0)
		read_warn_clipped(f->job);
}

static int
firefox_read(struct read_job *job, struct err *err)
{
	struct ff f = { .job = job,
		.b = job->builder,
		.kernel = -1,
		.main = NONE,
		.profiling = -1,
		.first = INT64_MAX,
		.last = INT64_MIN };
	int rc = jwalk_start(&f.w, job->bytes, job->progress, err);

	for (int t = 0; t < FF_TYPES; t++)
		f.column[t] = NONE;
	intern_init(&f.places, &f.arena);
	if (rc == 0) {
		size_t first;
		uint32_t n = 0;

		f.sidecar = symsidecar_open(job);
		(void)jwalk_peek(&f.w);
		first = f.w.at;
		if (ff_process(&f, 0, true) != 0 || jwalk_end(&f.w) != 0) {
			rc = -1;
		} else {
			for (int t = 0; t < FF_TYPES; t++) {
				if (f.column[t] == NONE)
					continue;
				f.column[t] = n++;
				read_type(f.b, str_c(ff_types[t].type),
					str_c(ff_types[t].unit));
			}
			if (n == 0) {
				rc = err_set(f.w.err, ERR_FORMAT, "no samples");
			} else {
				rows_init(&f.rows, f.b, n, !f.no_times);
				jwalk_to(&f.w, first);
				if (ff_process(&f, 0, false) != 0) {
					rc = -1;
				} else if (f.samples == 0 && f.damaged > 0) {
					rc = err_set(f.w.err, ERR_FORMAT,
						"no samples to show: the "
						"stacks of %zu are missing or "
						"damaged",
						f.damaged);
				} else if (rows_end(&f.rows, f.w.err) != 0) {
					rc = -1;
				} else {
					if (f.main != NONE)
						builder_mapping_first(
							f.b, f.main);
					ff_end(&f);
					rc = read_check(f.b, f.w.err);
				}
			}
		}
	}
	symsidecar_free(f.sidecar);
	intern_fini(&f.places);
	arena_free(&f.arena);
	rows_fini(&f.rows);
	functable_fini(&f.funcs);
	map64_free(&f.map_of);
	ff_shared_free(&f);
	vec_free(&f.lib);
	vec_free(&f.range);
	vec_free(&f.loc);
	vec_free(&f.line);
	return rc;
}

const struct reader reader_firefox = { "firefox", "Firefox profile",
	firefox_read, .family = JF_FIREFOX, .by_place = true };
