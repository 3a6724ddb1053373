/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads flight recordings of JDKs since 8u262, async-profiler and its
 * descendants. A file is a sequence of chunks, each with its own classes,
 * constants, clock and ids, and events in between.
 *
 *     chunk  | header | event | event | ... | checkpoint | metadata |
 *     event  | size | class | its fields |
 *
 * Chunks are read twice: first to count the events of each class, which
 * determines the profile's columns, then for the samples.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/num.h"
#include "read/idmap.h"
#include "read/jfr/jfr.h"
#include "read/reader.h"
#include "read/rows.h"

/* ---- Events ---- */

enum {
	SLOT_START,
	SLOT_THREAD,
	SLOT_SAMPLED,
	SLOT_STACK,
	SLOT_STATE,
	SLOT_CLASS,
	SLOT_TIMES,
	SLOT_SUM,
	JFR_SLOTS = SLOT_SUM + JFR_SUMS
};

/* Events that are not samples: the program's description, and lost samples. */
static const struct jfr_row told_row = { NULL }, lost_row = { NULL };
static const char *const told_events[] = { "jdk.ActiveRecording",
	"jdk.JVMInformation" };
static const struct {
	const char *field, *before;
} told[] = { { "name", "recording: " }, { "jvmName", "" },
	{ "jvmVersion", "version: " }, { "jvmArguments", "JVM arguments: " },
	{ "javaArguments", "arguments: " } };

/* A class of events in a chunk. */
struct jfr_event {
	const struct jfr_row *row;
	struct jfr_plan plan;
	uint32_t column[JFR_EVENT_COLUMNS]; /* count, then the sums; or NONE */
	double left;                        /* fraction kept, see jfr_times() */
};

/* ---- Files ---- */

struct jfr_column {
	str_id name, unit;
};

struct jfr_thread {
	str_id name; /* 0: none */
	int64_t id;  /* 0: none */
};

/* A cache entry for a label set; a thread has few sets. */
struct jfr_labels {
	uint32_t thread;
	str_id state, class;
	lset_id labels; /* NONE: empty */
};

enum { JFR_RECENT = 256 };

struct jfr {
	struct read_job *job;
	struct builder *b;
	struct err *err;
	VEC(struct jfr_chunk) chunk; /* readable chunks */
	size_t nchunks, nfailed;     /* all chunks; damaged chunks */
	struct err first_failed;
	VEC(struct jfr_column) column;
	VEC(uint64_t) count; /* [class] events in the chunk */
	uint64_t expected;   /* number of rows expected */
	struct jfr_leaks leaks;
	bool is_counted; /* no more columns are added */
	/* The current chunk: */
	struct jfr_chunk *now;
	struct jfr_types types;
	struct jfr_pools pools;
	struct idmap event_of; /* id of a class -> event */
	VEC(struct jfr_event) event;
	/* Samples: */
	struct jfr_stacks stacks;
	struct rows rows;
	VEC(int64_t) value; /* [column] */
	VEC(struct jfr_thread) thread;
	struct map64 thread_of; /* (name, id) -> thread */
	struct jfr_labels recent[JFR_RECENT];
	struct strbuf text;
	struct map64 told; /* texts that are comments already */
	size_t samples, no_stack;
	size_t damaged; /* events that are damaged */
	size_t unknown; /* events of classes without a description */
	int64_t lost;
	bool clipped;
};

static size_t
jfr_at(const struct jfr *j, const unsigned char *p)
{
	return (size_t)((const char *)p - j->job->bytes.p);
}

/* Convert ticks to ns. */
static int64_t
jfr_nanos(const struct jfr *j, int64_t ticks)
{
	enum { SECOND = 1000000000 };

	if (j->now->ticks_per_second == SECOND)
		return ticks;
	return wide_floor((i128)ticks * SECOND, j->now->ticks_per_second,
		INT64_MIN, INT64_MAX);
}

/* Convert a time in ticks to ns since 1970. */
static int64_t
jfr_when(struct jfr *j, int64_t ticks)
{
	return i64_add(j->now->start_nanos,
		jfr_nanos(j, i64_wrap_sub(ticks, j->now->start_ticks)),
		&j->clipped);
}

/* ---- First pass: columns ---- */

/* Return the column with this name, added if it is new. */
static uint32_t
jfr_column(struct jfr *j, str_id name, struct str unit)
{
	struct jfr_column c = { name, builder_string(j->b, unit) };

	for (size_t i = 0; i < j->column.n; i++)
		if (j->column.p[i].name == name)
			return (uint32_t)i;
	if (j->is_counted)
		return NONE;
	vec_push(&j->column, c);
	return (uint32_t)(j->column.n - 1);
}

static bool
jfr_has_sum(const struct jfr *j, const struct jfr_event *e, int i)
{
	switch (e->row->sum[i].what) {
	case SUM_NONE:
		return false;
	case SUM_CPU:
		return true;
	case SUM_WALL:
	case SUM_WALL_COUNT:
		/* async-profiler's second engine, for wall-clock time, runs
		   only if asked for. */
		return i == 0 || j->now->settings.wall >= 0;
	case SUM_LEAKED:
	case SUM_LEAKED_FIRST:
		return j->leaks.frees > 0;
	case SUM_FIELD:
	case SUM_TIMES:
	case SUM_TICKS:
		break;
	}
	return jfr_plan_has(&e->plan, (size_t)SLOT_SUM + (size_t)i);
}

static struct jfr_plan
jfr_event_plan(const struct jfr *j, uint32_t class, const struct jfr_row *row)
{
	const char *const names[JFR_SLOTS] = {
		[SLOT_START] = "startTime",
		[SLOT_THREAD] = "eventThread",
		[SLOT_SAMPLED] = "sampledThread",
		[SLOT_STACK] = "stackTrace",
		[SLOT_STATE] = "state",
		[SLOT_CLASS] = row->class,
		[SLOT_TIMES] = row->times,
		[SLOT_SUM] = row->sum[0].field,
		[SLOT_SUM + 1] = row->sum[1].field,
		[SLOT_SUM + 2] = row->sum[2].field,
	};

	return jfr_plan(&j->types, class, names, JFR_SLOTS, false);
}

/* Plan to read the events of a class: samples, descriptions of the program
   (told_row) or lost samples (lost_row). */
static void
jfr_want(struct jfr *j, uint32_t class, const struct jfr_row *row)
{
	struct jfr_event e = { .row = row };

	if (row == &lost_row) {
		e.plan = jfr_plan(&j->types, class,
			(const char *const[]){ "lostSamples" }, 1, false);
	} else if (row == &told_row) {
		const char *names[COUNT_OF(told)];

		for (size_t i = 0; i < COUNT_OF(told); i++)
			names[i] = told[i].field;
		e.plan = jfr_plan(
			&j->types, class, names, COUNT_OF(told), false);
	} else {
		const struct jfr_row *columns_row;

		e.plan = jfr_event_plan(j, class, row);
		/* Find the columns for the count and sums of the class. */
		columns_row = e.row;
		e.column[0] = columns_row->count == NULL
			? jfr_column(j, j->now->settings.event, STR("count"))
			: jfr_column(j,
				  builder_string(
					  j->b, str_c(columns_row->count)),
				  STR("count"));
		for (int i = 0; i < JFR_SUMS; i++) {
			bool is_there = jfr_has_sum(j, &e, i);

			e.column[1 + i] =
				is_there && columns_row->sum[i].column != NULL
				? jfr_column(j,
					  builder_string(j->b,
						  str_c(columns_row->sum[i]
								  .column)),
					  str_c(columns_row->sum[i].unit))
				: NONE;
		}
		/* Wall-clock samples of threads that were not sleeping also
		   count as CPU samples. */
		if (columns_row == &jfr_async_wall)
			e.column[2] = jfr_column(j,
				builder_string(j->b, STR("cpu_samples")),
				STR("count"));
		/* No columns: they belong to another class with the same id. */
		if (e.column[0] == NONE) {
			jfr_plan_free(&e.plan);
			return;
		}
	}
	idmap_put(
		&j->event_of, j->types.class.p[class].id, (uint32_t)j->event.n);
	vec_push(&j->event, e);
}

static void
jfr_want_all(struct jfr *j, const char *name, const struct jfr_row *row)
{
	bool counts = row != &told_row && row != &lost_row;

	for (uint32_t i = 0; i < j->types.class.n; i++) {
		if (!str_is(j->types.class.p[i].name, name) ||
			(!j->is_counted && j->count.p[i] == 0))
			continue;
		if (!j->is_counted && counts)
			j->expected += j->count.p[i];
		jfr_want(j, i, row);
	}
}

/* Select the events to read, in the order of the table. */
static void
jfr_want_events(struct jfr *j)
{
	static const struct jfr_row *const async[] = { [OF_CPU] =
							       &jfr_async_cpu,
		[OF_WALL] = &jfr_async_wall,
		[OF_OTHER] = &jfr_async_other };

	for (size_t i = 0; jfr_event_rows[i].event != NULL; i++)
		jfr_want_all(j, jfr_event_rows[i].event,
			j->types.is_async && i == 0 ? async[j->now->settings.of]
						    : &jfr_event_rows[i]);
	for (size_t i = 0; i < COUNT_OF(told_events); i++)
		jfr_want_all(j, told_events[i], &told_row);
	jfr_want_all(j, "jdk.CPUTimeSamplesLost", &lost_row);
}

static void
jfr_events_free(struct jfr *j)
{
	for (size_t i = 0; i < j->event.n; i++)
		jfr_plan_free(&j->event.p[i].plan);
	j->event.n = 0;
	idmap_fini(&j->event_of);
}

/* Read the classes of a chunk. */
static int
jfr_begin_chunk(struct jfr *j, struct jfr_chunk *c)
{
	enum { USUAL = 4096 };
	struct jfr_walk w = jfr_walk(c);

	j->now = c;
	jfr_types_free(&j->types);
	jfr_events_free(j);
	idmap_init(&j->event_of, USUAL);
	w.at += c->metadata - JFR_HEADER;
	if (!jfr_next(&w) || w.type != 0)
		return err_set(j->err, ERR_FORMAT,
			"no metadata where it is expected (byte %zu)",
			jfr_at(j, w.at));
	return jfr_types_read(&j->types, &w.in, j->job, j->err);
}

/* Handle an event that does not fit. 0 if the file is truncated there. */
static int
jfr_end_of_events(struct jfr *j, const struct jfr_walk *w)
{
	if (!w->is_cut || j->now->is_cut)
		return 0;
	return err_set(j->err, ERR_FORMAT,
		"an event does not fit into the chunk (byte %zu)",
		jfr_at(j, w->at));
}

static int
jfr_look(struct jfr *j, size_t at)
{
	progress_done(j->job->progress, at);
	if (progress_stopped(j->job->progress))
		return err_set(j->err, ERR_CANCELLED, "cancelled");
	if (read_limit(j->job, jfr_leaks_bytes(&j->leaks), "allocations need",
		    j->err) != 0)
		return -1;
	return read_check(j->b, j->err);
}

enum { JFR_LOOK_EVERY = 4096 };

/* Events whose fields are read in the first pass. */
enum { LOOK_SETTING, LOOK_MALLOC, LOOK_FREE, LOOKS };

struct jfr_looked {
	uint32_t class; /* NONE: not in this chunk */
	struct jfr_plan plan;
};

/* Count the events of each class, and read the settings and allocations, which
   must be known before the samples. */
static int
jfr_count(struct jfr *j)
{
	struct jfr_walk w = jfr_walk(j->now);
	struct jfr_looked look[LOOKS];
	struct idmap row_of;
	int rc = 0;
	static const struct {
		const char *event, *field[2];
	} rows[LOOKS] = {
		[LOOK_SETTING] = { "jdk.ActiveSetting", { "name", "value" } },
		[LOOK_MALLOC] = { jfr_malloc, { "startTime", "address" } },
		[LOOK_FREE] = { jfr_free, { "startTime", "address" } },
	};

	idmap_init(&row_of, j->event_of.n);
	j->count.n = 0;
	for (uint32_t i = 0; i < j->types.class.n; i++) {
		idmap_put(&row_of, j->types.class.p[i].id, i);
		vec_push(&j->count, 0);
	}
	for (int i = 0; i < LOOKS; i++) {
		uint32_t class = jfr_class_named(&j->types, rows[i].event);

		look[i].plan =
			jfr_plan(&j->types, class, rows[i].field, 2, false);
		look[i].class = j->types.is_async ? class : NONE;
	}
	for (size_t n = 1; rc == 0 && jfr_next(&w); n++) {
		uint32_t class = idmap_get(&row_of, w.type);

		if (class != NONE) {
			j->count.p[class]++;
			for (int i = 0; i < LOOKS; i++) {
				struct jfr_value v[2] = { { 0 } };

				if (look[i].class != class)
					continue;
				jfr_read(&j->types, &look[i].plan, &w.in, v);
				if (i == LOOK_SETTING)
					jfr_setting(j->now, v, j->b);
				else
					jfr_leaks_add(&j->leaks,
						jfr_when(j, v[0].n),
						(uint64_t)v[1].n,
						i == LOOK_MALLOC);
			}
		}
		if (n % JFR_LOOK_EVERY == 0)
			rc = jfr_look(j, jfr_at(j, w.at) / 2);
	}
	idmap_fini(&row_of);
	for (int i = 0; i < LOOKS; i++)
		jfr_plan_free(&look[i].plan);
	return rc != 0 ? rc : jfr_end_of_events(j, &w);
}

/* Record that the bytes from here on are damaged or missing. */
static void
jfr_end_at(struct jfr *j, size_t at)
{
	if (!partial_is(&j->job->partial))
		j->job->partial = (struct partial){ .bytes = at,
			.bytes_of = j->job->bytes.n };
}

/* Leave out a damaged chunk. -1 if the error is not damage. */
static int
jfr_failed(struct jfr *j, size_t number, size_t at)
{
	if (j->err->code != ERR_FORMAT || builder_err(j->b) != NULL)
		return -1;
	(void)err_wrap(j->err, "chunk %zu (byte %zu)", number, at);
	if (j->nfailed++ == 0)
		j->first_failed = *j->err;
	*j->err = (struct err)ERR_INIT;
	return 0;
}

/* Read the classes and count the events of a chunk, unless it is damaged. */
static int
jfr_survey_chunk(struct jfr *j, struct jfr_chunk *c)
{
	if (jfr_begin_chunk(j, c) != 0 || jfr_count(j) != 0) {
		j->now = j->chunk.n > 0 ? &j->chunk.p[j->chunk.n - 1] : NULL;
		return jfr_failed(j, c->number, c->at);
	}
	jfr_want_events(j);
	vec_push(&j->chunk, *c);
	j->now = &j->chunk.p[j->chunk.n - 1];
	return 0;
}

/* Survey all chunks. */
static int
jfr_survey(struct jfr *j)
{
	struct jfr_settings settings = { .of = OF_CPU, .wall = -1 };
	struct str all = j->job->bytes;
	size_t at = 0;

	while (at < all.n) {
		struct jfr_chunk c = { .at = at, .settings = settings };
		struct str rest = str_skip(all, at);

		/* A JVM's unfinished chunk exceeds the size in its header. */
		if (j->chunk.n > 0 && !j->now->is_finished &&
			!str_starts(rest, STR("FLR\0")))
			return 0;
		c.number = ++j->nchunks;
		/* Without a header the next chunk cannot be found. */
		if (jfr_chunk_header(&c, rest, j->err) != 0) {
			jfr_end_at(j, at);
			return jfr_failed(j, c.number, at);
		}
		if (jfr_survey_chunk(j, &c) != 0)
			return -1;
		if (j->types.is_async)
			settings = c.settings;
		at += c.bytes.n;
		if (c.is_cut)
			jfr_end_at(j, all.n);
	}
	return 0;
}

/* ---- Second pass: samples ---- */

/* Return the string of a text in a pool, cleaned by `put`, or 0. */
static str_id
jfr_label(struct jfr *j, enum jfr_pool_id pool, uint64_t key,
	void (*put)(struct strbuf *out, struct str raw))
{
	struct jfr_constant *c = jfr_constant(&j->pools, pool, key);
	struct strbuf raw = STRBUF_INIT;
	struct jfr_value value[JFR_POOL_SLOTS];

	if (c == NULL)
		return 0;
	if (c->made != NONE)
		return c->made;
	jfr_constant_read(&j->pools, pool, c, value);
	if (pool == JFR_CLASSES)
		jfr_constant_text(&j->pools, JFR_SYMBOLS,
			(uint64_t)value[FIRST_FIELD].n, &raw);
	else
		jfr_value_text(&j->pools, &value[FIRST_FIELD], &raw);
	strbuf_reset(&j->text);
	put(&j->text, strbuf_str(&raw));
	strbuf_free(&raw);
	return c->made = builder_string(j->b, strbuf_str(&j->text));
}

static uint32_t
jfr_thread(struct jfr *j, uint64_t key)
{
	struct jfr_constant *c = jfr_constant(&j->pools, JFR_THREADS, key);
	struct jfr_thread t = { .name = 0 };
	struct jfr_value value[JFR_POOL_SLOTS];
	uint32_t *row;

	if (c != NULL && c->made != NONE)
		return c->made;
	strbuf_reset(&j->text);
	if (c != NULL) {
		jfr_constant_read(&j->pools, JFR_THREADS, c, value);
		t.id = value[THREAD_OS_ID].n;
		jfr_value_text(&j->pools, &value[THREAD_JAVA_NAME], &j->text);
		/* With numbers, each virtual thread would have its own set. */
		if (j->text.n == 0 && value[THREAD_VIRTUAL].n != 0)
			strbuf_addstr(&j->text, "virtual");
		if (j->text.n == 0)
			jfr_value_text(
				&j->pools, &value[THREAD_OS_NAME], &j->text);
		if (j->text.n == 0 && t.id > 0)
			strbuf_addf(&j->text, "[tid=%" PRId64 "]", t.id);
	}
	if (t.id < 0 || t.id > UINT32_MAX)
		t.id = 0;
	t.name = builder_string(j->b, strbuf_str(&j->text));
	row = map64_at(&j->thread_of, (uint64_t)t.name << 32 | (uint64_t)t.id);
	if (*row == NONE) {
		*row = (uint32_t)j->thread.n;
		vec_push(&j->thread, t);
	}
	if (c != NULL)
		c->made = *row;
	return *row;
}

/* Return the key of an event's class: `key`, or the class of the object with
   this key. */
static uint64_t
jfr_class_key(struct jfr *j, const struct jfr_row *row, int64_t key)
{
	struct jfr_value value[JFR_POOL_SLOTS];
	struct jfr_constant *c;

	if (row->class != jfr_object)
		return (uint64_t)key;
	c = jfr_constant(&j->pools, JFR_OBJECTS, (uint64_t)key);
	if (c == NULL)
		return 0;
	jfr_constant_read(&j->pools, JFR_OBJECTS, c, value);
	return (uint64_t)value[FIRST_FIELD].n;
}

static lset_id
jfr_labels(struct jfr *j, const struct jfr_row *row, const struct jfr_value *v)
{
	int64_t key =
		v[SLOT_SAMPLED].n != 0 ? v[SLOT_SAMPLED].n : v[SLOT_THREAD].n;
	uint32_t thread = jfr_thread(j, (uint64_t)key);
	str_id state = jfr_label(
		j, JFR_STATES, (uint64_t)v[SLOT_STATE].n, jfr_put_state);
	str_id class = jfr_label(j, JFR_CLASSES,
		jfr_class_key(j, row, v[SLOT_CLASS].n), jfr_put_class);
	struct jfr_labels *r =
		&j->recent[(thread * 31 + state * 7 + class) % JFR_RECENT];

	if (r->labels == NONE || r->thread != thread || r->state != state ||
		r->class != class) {
		*r = (struct jfr_labels){ thread, state, class, NONE };
		if (builder_err(j->b) == NULL) {
			struct label label[4];
			size_t n = 0;

			if (j->thread.p[thread].name != 0)
				label[n++] = (struct label){
					.key = builder_string(
						j->b, STR("thread")),
					.str = j->thread.p[thread].name
				};
			if (j->thread.p[thread].id != 0)
				label[n++] = (struct label){
					.key = builder_string(j->b, STR("tid")),
					.str = NONE,
					.num = j->thread.p[thread].id
				};
			if (state != 0)
				label[n++] = (struct label){
					.key = builder_string(
						j->b, STR("state")),
					.str = state
				};
			if (class != 0)
				label[n++] =
					(struct label){ .key = builder_string(
								j->b,
								STR("class")),
						.str = class };
			r->labels = builder_labels(j->b, label, n);
		}
	}
	return r->labels;
}

static int64_t
jfr_sum(struct jfr *j, const struct jfr_row *row, int i,
	const struct jfr_value *v, int64_t times)
{
	enum { INTERVAL = 10000000, WALL_INTERVAL = 50000000 };
	const struct jfr_settings *s = &j->now->settings;
	int64_t each = 0;

	switch (row->sum[i].what) {
	case SUM_NONE:
		return 0;
	case SUM_FIELD:
		return v[SLOT_SUM + i].n;
	case SUM_TIMES:
		if (v[SLOT_TIMES].real == 0)
			return i64_mul(v[SLOT_SUM + i].n, times, &j->clipped);
		return i64_round((double)v[SLOT_SUM + i].n * v[SLOT_TIMES].real,
			&j->clipped);
	case SUM_LEAKED:
		return jfr_leaks_is(&j->leaks) ? times : 0;
	case SUM_LEAKED_FIRST:
		return jfr_leaks_is(&j->leaks) ? v[SLOT_SUM].n : 0;
	case SUM_TICKS:
		return jfr_nanos(j, v[SLOT_SUM + i].n);
	case SUM_CPU:
		each = s->interval > 0 ? s->interval : INTERVAL;
		break;
	case SUM_WALL:
		/* s->interval is that of the event that was asked for. */
		each = s->wall > 0 ? s->wall
			: s->of == OF_WALL && s->interval > 0
			? s->interval
			: WALL_INTERVAL;
		break;
	case SUM_WALL_COUNT:
		return times;
	}
	return i64_mul(times, each, &j->clipped);
}

/* Return the count of an event. The fraction of a count such as 1.6 is carried
   over to the next event. */
static int64_t
jfr_times(struct jfr_event *e, const struct jfr_value *v)
{
	enum { MANY = 1 << 30 };
	double real = v[SLOT_TIMES].real;
	int64_t whole;

	if (e->row->times == NULL || !jfr_plan_has(&e->plan, SLOT_TIMES))
		return 1;
	if (!(real > 0 && real < (double)MANY))
		return v[SLOT_TIMES].n;
	e->left += real;
	whole = i64_trunc(e->left);
	e->left -= (double)whole;
	return whole;
}

static bool
jfr_state_is(struct jfr *j, const struct jfr_value *v, const char *state)
{
	str_id id = jfr_label(
		j, JFR_STATES, (uint64_t)v[SLOT_STATE].n, jfr_put_state);

	return id != NONE && str_is(builder_str(j->b, id), state);
}

/* True if async-profiler's second engine, for wall-clock time, took this
   sample: only that engine records whether a thread sleeps. */
static bool
jfr_is_second(
	struct jfr *j, const struct jfr_event *e, const struct jfr_value *v)
{
	return e->row->sum[1].what == SUM_WALL_COUNT && e->column[2] != NONE &&
		(jfr_state_is(j, v, "sleeping") ||
			jfr_state_is(j, v, "runnable"));
}

static void
jfr_add(struct jfr *j, struct jfr_event *e, struct jfr_bytes *in)
{
	struct jfr_value v[JFR_SLOTS] = { 0 };
	lset_id labels;
	node_id leaf;
	const struct jfr_row *row;
	int64_t times;
	bool is_second;

	jfr_read(&j->types, &e->plan, in, v);
	if (in->bad != NULL)
		return;
	if (e->row == &told_row) {
		for (size_t i = 0; i < COUNT_OF(told); i++) {
			size_t from;
			str_id text;

			strbuf_reset(&j->text);
			strbuf_addstr(&j->text, told[i].before);
			from = j->text.n;
			jfr_value_text(&j->pools, &v[i], &j->text);
			if (j->text.n == from)
				continue;
			text = builder_string(j->b, strbuf_str(&j->text));
			if (map64_get(&j->told, text) != NONE)
				continue;
			map64_put(&j->told, text, 0);
			builder_comment(j->b, text);
		}
		return;
	}
	if (e->row == &lost_row) {
		j->lost = i64_add(j->lost, v[0].n, &j->clipped);
		return;
	}
	leaf = jfr_stack(&j->stacks, (uint64_t)v[SLOT_STACK].n);
	labels = jfr_labels(j, e->row, v);
	/* Fill in the event's values. */
	row = e->row;
	times = jfr_times(e, v);
	for (size_t i = 0; i < j->value.n; i++)
		j->value.p[i] = 0;
	if (row->event == jfr_malloc)
		jfr_leaks_next(&j->leaks);
	is_second = jfr_is_second(j, e, v);
	if (row == &jfr_async_other && !is_second)
		times = j->now->settings.interval > 0
			? j->now->settings.interval
			: 1;
	if (!is_second)
		j->value.p[e->column[0]] = times;
	for (int i = 0; i < JFR_SUMS; i++)
		if (e->column[1 + i] != NONE &&
			(row->sum[1].what != SUM_WALL_COUNT ||
				is_second == (i > 0)))
			j->value.p[e->column[1 + i]] =
				jfr_sum(j, row, i, v, times);
	if (row == &jfr_async_wall && e->column[2] != NONE)
		j->value.p[e->column[2]] = !jfr_state_is(j, v, "sleeping");
	j->no_stack += leaf == 0;
	j->samples++;
	rows_add(&j->rows, leaf, labels, j->value.p,
		jfr_when(j, v[SLOT_START].n));
}

static int
jfr_rows(struct jfr *j)
{
	struct jfr_walk w = jfr_walk(j->now);

	for (size_t n = 1; jfr_next(&w); n++) {
		uint32_t event = idmap_get(&j->event_of, w.type);

		j->unknown += event == NONE && w.type > 1 &&
			map64_get(&j->types.of_id, w.type) == NONE;
		if (event != NONE) {
			jfr_add(j, &j->event.p[event], &w.in);
			/* The event was shorter than its fields. */
			j->damaged += w.in.bad != NULL;
		}
		if (n % JFR_LOOK_EVERY != 0)
			continue;
		if (jfr_look(j, jfr_at(j, w.at)) != 0)
			return -1;
		if (read_enough(
			    j->job, j->samples, j->expected, jfr_at(j, w.at)))
			return 0;
	}
	return jfr_end_of_events(j, &w);
}

static int
jfr_chunk(struct jfr *j, struct jfr_chunk *c)
{
	int rc = jfr_begin_chunk(j, c);

	if (rc == 0)
		rc = jfr_pools_read(&j->pools, &j->types, c->bytes,
			c->checkpoint, j->job, j->err);
	if (rc == 0) {
		jfr_want_events(j);
		jfr_stacks_begin(&j->stacks, &j->pools);
		rc = jfr_rows(j);
	}
	jfr_pools_free(&j->pools);
	return rc;
}

/* ---- Reading a file ---- */

/* Set the error for a file without samples: list the last chunk's events. */
static int
jfr_nothing(struct jfr *j)
{
	enum { SHOWN = 5 };
	int n = 0;

	strbuf_reset(&j->text);
	for (size_t i = 0; i < j->count.n && n < SHOWN; i++)
		if (j->count.p[i] > 0 && j->types.class.p[i].is_event)
			strbuf_addf(&j->text, "%s %.*s %" PRIu64,
				n++ > 0 ? "," : ": only",
				STR_ARG(j->types.class.p[i].name),
				j->count.p[i]);
	return err_set(j->err, ERR_FORMAT,
		"no samples and no other events with stacks%s%s",
		strbuf_c(&j->text), n == SHOWN ? ", ..." : "");
}

/* Keep times if that needs less memory than the file, or little memory. */
static void
jfr_begin_rows(struct jfr *j)
{
	enum { LITTLE = 64 << 20 };
	size_t row = 2 * sizeof(uint32_t) + (j->column.n + 1) * sizeof(int64_t);
	size_t bytes = mul_size((size_t)j->expected, row);
	bool times = bytes <= LITTLE || bytes <= j->job->bytes.n;

	for (size_t i = 0; i < j->column.n; i++) {
		builder_type(j->b, j->column.p[i].name, j->column.p[i].unit);
		vec_push(&j->value, 0);
	}
	/* The first mapping names the program: add one without a name. */
	(void)builder_mapping(
		j->b, &(struct builder_mapping){ .has = MAP_ALL });
	rows_init(&j->rows, j->b, j->column.n, times);
	if (!times)
		warnings_add(j->job->warnings,
			"%" PRIu64 " events: equal ones are summed, without "
			"their times",
			j->expected);
}

/* Set the error if all chunks are damaged. */
static int
jfr_all_failed(struct jfr *j)
{
	*j->err = j->first_failed;
	return -1;
}

static int
jfr_all(struct jfr *j)
{
	struct warnings *w;
	struct header *h;
	int64_t first = INT64_MAX, last = INT64_MIN;
	const struct jfr_settings *s;

	if (jfr_survey(j) != 0)
		return -1;
	if (j->expected == 0)
		return j->nfailed > 0 ? jfr_all_failed(j) : jfr_nothing(j);
	j->is_counted = true;
	if (jfr_leaks_find(&j->leaks, j->job->progress) != 0)
		return err_set(j->err, ERR_CANCELLED, "cancelled");
	jfr_begin_rows(j);
	for (size_t i = 0; i < j->chunk.n; i++) {
		struct jfr_chunk *c = &j->chunk.p[i];

		if (jfr_chunk(j, c) != 0 &&
			jfr_failed(j, c->number, c->at) != 0)
			return -1;
		if (partial_is(&j->job->partial) && j->job->partial.samples > 0)
			break;
	}
	if (j->samples == 0 && j->nfailed > 0)
		return jfr_all_failed(j);
	if (j->samples == 0 && j->damaged > 0)
		return err_set(j->err, ERR_FORMAT,
			"all of its %zu events with samples are damaged",
			j->damaged);
	if (rows_end(&j->rows, j->err) != 0)
		return -1;
	h = builder_header(j->b);
	for (size_t i = 0; i < j->chunk.n; i++) {
		const struct jfr_chunk *c = &j->chunk.p[i];
		int64_t end = i64_add(c->start_nanos, c->nanos, &j->clipped);

		first = c->start_nanos < first ? c->start_nanos : first;
		last = end > last ? end : last;
	}
	h->time_nanos = first;
	if (!j->clipped)
		builder_times_from(j->b, first);
	if (last > first)
		h->duration_nanos = i64_sub(last, first, &j->clipped);
	for (size_t i = 0; jfr_opens[i] != NULL && h->default_type == 0; i++)
		for (size_t k = 0; k < j->column.n; k++)
			if (str_is(builder_str(j->b, j->column.p[k].name),
				    jfr_opens[i]))
				h->default_type = j->column.p[k].name;
	s = &j->chunk.p[0].settings;
	for (size_t i = 1; i < j->chunk.n && s->interval == 0; i++)
		s = &j->chunk.p[i].settings;
	if (h->default_type != 0 &&
		str_is(builder_str(j->b, h->default_type), "cpu") &&
		s->interval > 0) {
		h->period_type = builder_string(j->b, STR("cpu"));
		h->period_unit = builder_string(j->b, STR("nanoseconds"));
		h->period = s->interval;
	}
	w = j->job->warnings;
	if (!j->chunk.p[j->chunk.n - 1].is_finished)
		warnings_add(w,
			"the recording was not finished: its last events may "
			"be missing");
	if (j->nfailed > 0)
		warnings_add(w, "damaged, left out: %s", j->first_failed.msg);
	if (j->nfailed > 1)
		warnings_add(w, "damaged chunks: %zu of %zu", j->nfailed,
			j->nchunks);
	if (j->damaged > 0)
		warnings_add(
			w, "damaged events were left out: %zu", j->damaged);
	if (j->unknown > 0)
		warnings_add(w,
			"events of classes that the file does not describe "
			"were left out: %zu",
			j->unknown);
	if (j->no_stack > 0)
		warnings_add(w, "events without a stack: %zu of %zu",
			j->no_stack, j->samples);
	if (j->stacks.cut > 0)
		warnings_add(w,
			"stacks truncated at %zu frames: %zu of %zu "
			"(-XX:FlightRecorderOptions:stackdepth=)",
			j->stacks.depth, j->stacks.cut, j->stacks.met);
	if (j->lost > 0)
		warnings_add(w, "the JVM lost samples of CPU time: %" PRId64,
			j->lost);
	if (j->clipped || j->rows.clipped > 0)
		read_warn_clipped(j->job);
	return read_check(j->b, j->err);
}

static int
jfr_file(struct read_job *job, struct err *err)
{
	struct jfr j = { .job = job,
		.b = job->builder,
		.err = err,
		.stacks = { .builder = job->builder } };
	int rc;

	for (size_t i = 0; i < JFR_RECENT; i++)
		j.recent[i].labels = NONE;
	rc = jfr_all(&j);
	jfr_events_free(&j);
	jfr_types_free(&j.types);
	jfr_stacks_fini(&j.stacks);
	jfr_leaks_fini(&j.leaks);
	rows_fini(&j.rows);
	vec_free(&j.chunk);
	vec_free(&j.column);
	vec_free(&j.count);
	vec_free(&j.event);
	vec_free(&j.value);
	vec_free(&j.thread);
	map64_free(&j.told);
	map64_free(&j.thread_of);
	strbuf_free(&j.text);
	return rc;
}

static int
jfr_sniff(struct str bytes, struct strbuf *why)
{
	(void)why;
	return str_starts(bytes, STR("FLR\0")) ? SNIFF_YES : SNIFF_NO;
}

const struct reader reader_jfr = { "jfr", "flight recording", jfr_file,
	.sniff = jfr_sniff };
