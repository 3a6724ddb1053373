/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Computations that are stopped. Each is run once to see how often it looks at
 * the stop flag, and then stopped at every one of these looks.
 */
#include "prelude.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/progress.h"
#include "base/strbuf.h"
#include "engine/engine_internal.h"
#include "analysis/label_sums.h"
#include "analysis/ownership.h"
#include "analysis/traces.h"
#include "engine/filtered.h"
#include "engine/view.h"
#include "profile/builder.h"
#include "read/read.h"
#include "stacks.h"

enum {
	STACKS = 4000,
	NEVER = 1 << 30, /* looks */
};

/* The result of a computation, to be compared. */
struct outcome {
	bool done;
	int64_t kept;
	uint32_t full, tree, live, depth;
};

static struct profile *
many_stacks(void)
{
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	strbuf_addstr(&b, "types cpu/milliseconds\n");
	for (unsigned i = 0; i < STACKS; i++)
		strbuf_addf(&b,
			"main;serve;f%u<a.go:%u>;g%u;h%u;k%u+inl%u;leaf%u %u "
			"{tenant=t%u}\n",
			i % 7, i % 3, i % 31, i % 101, i % 997, i % 5, i % 1999,
			1 + i % 9, i % 13);
	p = stacks_read(strbuf_c(&b));
	strbuf_free(&b);
	return p;
}

static struct outcome
run_view(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	const struct view *v = view_compute(e, q, progress, err);
	struct outcome out = { .done = v != NULL };

	if (v == NULL)
		return out;
	out.kept = v->w.kept.value;
	out.full = v->full.n;
	out.tree = v->tree.n;
	out.live = v->n_live;
	out.depth = v->max_depth;
	view_unref(v);
	return out;
}

static struct outcome
run_tags(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	struct tags *t = tags_new(e, q, progress, err);
	struct outcome out = { .done = t != NULL };

	if (t == NULL)
		return out;
	out.kept = t->kept;
	out.full = (uint32_t)t->n;
	tags_free(t);
	return out;
}

static struct outcome
run_facets(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	struct facets *f = facets_new(e, q, progress, err);
	struct outcome out = { .done = f != NULL };

	if (f != NULL)
		out.full = (uint32_t)f->n;
	facets_free(f);
	return out;
}

static struct outcome
run_traces(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	struct traces *t = traces_new(e, q, progress, err);
	struct outcome out = { .done = t != NULL };

	if (t == NULL)
		return out;
	out.full = t->n;
	out.tree = t->n_parts;
	traces_free(t);
	return out;
}

static struct outcome
run_filtered(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	struct profile *p = filtered_profile(e, q, progress, err);
	struct outcome out = { .done = p != NULL };

	if (p == NULL)
		return out;
	out.full = p->trie.n;
	out.live = (uint32_t)p->sample.n;
	profile_unref(p);
	return out;
}

/* A kind of computation, with a query that is not computed yet. */
struct kind {
	const char *name;
	struct outcome (*run)(struct engine *e, const struct query *q,
		struct progress *progress, struct err *err);
	struct query q;
	unsigned loops; /* over all nodes of the trie, at least */
};

static size_t
all_kinds(struct kind *kind)
{
	struct query q;
	size_t n = 0;

	query_init(&q);
	kind[n++] = (struct kind){ "first", run_view, q, 3 };
	kind[n] = (struct kind){ "focus", run_view, q, 3 };
	kind[n++].q.focus = STR("h1");
	kind[n] = (struct kind){ "ignore", run_view, q, 3 };
	kind[n++].q.ignore = STR("h1");
	kind[n] = (struct kind){ "hide", run_view, q, 4 };
	kind[n++].q.hide = STR("g");
	kind[n] = (struct kind){ "show_from", run_view, q, 4 };
	kind[n++].q.show_from = STR("g");
	kind[n] = (struct kind){ "prune_from", run_view, q, 4 };
	kind[n++].q.prune_from = STR("h2");
	kind[n] = (struct kind){ "lines", run_view, q, 3 };
	kind[n++].q.granularity = GRAN_LINES;
	kind[n] = (struct kind){ "callers", run_view, q, 4 };
	kind[n++].q.direction = DIR_CALLERS;
	kind[n] = (struct kind){ "sandwich", run_view, q, 3 };
	kind[n].q.pivot = STR("g5");
	kind[n++].q.direction = DIR_SANDWICH;
	kind[n] = (struct kind){ "tagfocus", run_view, q, 3 };
	kind[n++].q.tagfocus = STR("tenant=t1");
	kind[n] = (struct kind){ "tagroot", run_view, q, 3 };
	kind[n++].q.tagroot = STR("tenant");
	kind[n++] = (struct kind){ "tags", run_tags, q, 3 };
	kind[n++] = (struct kind){ "facets", run_facets, q, 3 };
	kind[n++] = (struct kind){ "traces", run_traces, q, 3 };
	kind[n] = (struct kind){ "filtered", run_filtered, q, 3 };
	kind[n++].q.hide = STR("g");
	return n;
}

static void
assert_outcome(const struct kind *k, struct outcome got, struct outcome wanted)
{
	if (!got.done || got.kept != wanted.kept || got.full != wanted.full ||
		got.tree != wanted.tree || got.live != wanted.live ||
		got.depth != wanted.depth)
		fail_msg("%s: another result after it was stopped", k->name);
}

/* Run it to its end. How often it has looked. */
static uint64_t
run_through(const struct profile *p, const struct kind *k, struct outcome *out)
{
	struct engine *e = engine_new(p);
	struct progress progress = { .stop = PROGRESS_STOP_AT(NEVER) };
	struct err err = ERR_INIT;

	*out = k->run(e, &k->q, &progress, &err);
	assert_true(out->done);
	engine_free(e);
	return PROGRESS_LOOKS(&progress, NEVER);
}

/* Stop it at its k-th look; then it has to work. */
static void
stop_at(const struct profile *p, const struct kind *k, uint64_t look,
	struct outcome wanted)
{
	struct engine *e = engine_new(p);
	struct progress progress = { .stop = PROGRESS_STOP_AT(look) };
	struct err err = ERR_INIT;
	struct outcome got = k->run(e, &k->q, &progress, &err);

	if (got.done)
		fail_msg("%s: not stopped at look %u", k->name, (unsigned)look);
	assert_int_equal(err.code, ERR_CANCELLED);
	/* It does not go on to look many times after that. */
	assert_in_range(PROGRESS_LOOKS(&progress, look), look, look + 64);
	err = (struct err)ERR_INIT;
	assert_outcome(k, k->run(e, &k->q, NULL, &err), wanted);
	engine_free(e);
}

TEST(a_computation_can_be_stopped_wherever_it_looks)
{
	struct profile *p = many_stacks();
	struct kind kind[16];
	size_t n = all_kinds(kind);

	for (size_t i = 0; i < n; i++) {
		struct outcome wanted;
		uint64_t looks = run_through(p, &kind[i], &wanted);

		for (uint64_t look = 1; look <= looks; look++)
			stop_at(p, &kind[i], look, wanted);
	}
	profile_unref(p);
}

TEST(a_computation_looks_in_every_loop)
{
	struct profile *p = many_stacks();
	struct kind kind[16];
	size_t n = all_kinds(kind);

	for (size_t i = 0; i < n; i++) {
		struct outcome out;
		uint64_t least = p->trie.n / RUN_STRIDE * kind[i].loops;
		uint64_t looks = run_through(p, &kind[i], &out);

		if (looks < least)
			fail_msg("%s: only %u looks, not %u", kind[i].name,
				(unsigned)looks, (unsigned)least);
	}
	assert_true(p->trie.n > 2 * RUN_STRIDE);
	profile_unref(p);
}

/* Finding the owner of a frame's code takes many patterns. */
TEST(ownership_looks_after_a_few_frames)
{
	struct profile *p = many_stacks();
	struct engine *e = engine_new(p);
	struct progress progress = { .stop = PROGRESS_STOP_AT(NEVER) };
	struct err err = ERR_INIT;
	struct query q;
	const struct view *v;
	struct ownership *o;

	query_init(&q);
	q = ownership_query(&q);
	v = view_compute_frames(e, &q, FRAMES_OBJECTS, NULL, &err);
	assert_non_null(v);
	o = ownership_of(v, &progress, &err);
	assert_non_null(o);
	ownership_free(o);
	assert_true(v->frames->n > 1000);
	assert_true(PROGRESS_LOOKS(&progress, NEVER) >= v->frames->n / 256 + 1);
	progress = (struct progress){ .stop = PROGRESS_STOP_AT(2) };
	assert_null(ownership_of(v, &progress, &err));
	assert_int_equal(err.code, ERR_CANCELLED);
	view_unref(v);
	engine_free(e);
	profile_unref(p);
}

/* A row of the n-th kind of table. False if there is no such kind. */
static bool
add_row(struct builder *b, int kind, size_t i)
{
	const struct label label = { .key = 0, .str = NONE, .num = (int64_t)i };
	const struct builder_function function = { .name = 0 };
	const struct builder_location location = { .map = NONE };
	const int64_t value[1] = { 1 };
	const loc_id loc = 0;

	switch (kind) {
	case 0:
		(void)builder_function(b, &function);
		return true;
	case 1:
		(void)builder_location(b, &location);
		return true;
	case 2:
		(void)builder_stack(b, &loc, 1);
		return true;
	case 3:
		(void)builder_step(b, 0, loc);
		return true;
	case 4:
		(void)builder_labels(b, &label, 1);
		return true;
	case 5:
		(void)builder_sample(b, 0, 0, value);
		return true;
	default:
		return false;
	}
}

TEST(a_reader_that_does_not_look_is_stopped_by_its_rows)
{
	bool more = true;

	for (int kind = 0; more; kind++) {
		struct progress progress = { .keep = false };
		struct builder *b = builder_new(0);

		builder_type(b, 0, 0);
		(void)builder_location(
			b, &(struct builder_location){ .map = NONE });
		builder_watch(b, &progress);
		for (size_t i = 0; i < 8192 && more; i++)
			more = add_row(b, kind, i);
		assert_null(builder_err(b));
		progress.stop = true;
		for (size_t i = 0; i < 8192 && more; i++)
			more = add_row(b, kind, i);
		if (more &&
			(builder_err(b) == NULL ||
				builder_err(b)->code != ERR_CANCELLED))
			fail_msg("rows of kind %d go on", kind);
		builder_free(b);
	}
}

/* Its reader asks for strings until its end. */
TEST(callgrind_is_stopped_wherever_it_looks)
{
	struct strbuf text = STRBUF_INIT;
	struct read_spec spec = { .format = STR("callgrind") };
	struct progress progress = { .stop = PROGRESS_STOP_AT(NEVER) };
	struct err err = ERR_INIT;
	struct profile *p;
	uint64_t looks;

	strbuf_addstr(&text, "# callgrind format\nevents: Ir\n");
	for (unsigned i = 0; i < STACKS; i++)
		strbuf_addf(&text, "fn=f%u\n1 1\ncfn=f%u\ncalls=1 1\n1 2\n", i,
			i * 7 % STACKS);
	spec.bytes = strbuf_str(&text);
	p = read_profile(&spec, &progress, NULL, &err);
	assert_non_null(p);
	profile_unref(p);
	looks = PROGRESS_LOOKS(&progress, NEVER);
	for (uint64_t look = 1; look <= looks; look++) {
		progress = (struct progress){ .stop = PROGRESS_STOP_AT(look) };
		assert_null(read_profile(&spec, &progress, NULL, &err));
		assert_int_equal(err.code, ERR_CANCELLED);
	}
	strbuf_free(&text);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
