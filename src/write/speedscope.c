/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writer of speedscope's JSON. */
#include "prelude.h"

#include "write/write.h"

#include <inttypes.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"

struct thread {
	str_id name;          /* NONE: samples without the label "thread" */
	uint32_t first, last; /* list of rows: indices into row[], or NONE */
};

/* The sum of a thread's samples with equal frames. Their nodes may differ in
   details that speedscope does not show. */
struct speedscope_row {
	uint32_t stack; /* index into step[] of the innermost frame */
	uint32_t next;  /* next row of the thread, or NONE */
	int64_t value;
};

/* A frame on a stack. Stacks share the steps of their common callers. */
struct speedscope_step {
	uint32_t up, frame; /* step of the caller; frame number */
};

struct speedscope_writer {
	const struct profile *p;
	struct strbuf frames;
	uint32_t nframes;
	struct map64 func;  /* (name, file) -> number of the pair */
	struct map64 place; /* (number in func, line) -> number of the pair */
	struct map64 frame; /* (number in place, column) -> frame */
	uint32_t nfuncs, nplaces;
	uint32_t *bare;      /* [loc.n] frame of a nameless location, or NONE */
	uint32_t *thread_of; /* [labels.n] thread; NONE: not yet computed */
	VEC(struct thread) thread;
	struct map64 by_name;  /* name -> thread */
	VEC(struct speedscope_step) step; /* step 0 is the root */
	uint32_t *step_of;     /* [trie.n] step; NONE: not yet computed */
	VEC(node_id) nodes;    /* scratch: nodes without a step */
	struct map64 below;    /* (step, frame) -> step */
	VEC(struct speedscope_row) row;
	struct map64 row_of;     /* (thread, step) -> row */
	VEC(uint32_t) frame_ids; /* scratch: frames of one stack */
	struct strbuf *out;
	bool (*goes_on)(void *on);
	void *on;
};

/* ---- Frames ---- */

static void
begin_frame(struct speedscope_writer *w, struct str name)
{
	strbuf_addstr(&w->frames, w->nframes++ > 0 ? ",\n" : "\n");
	strbuf_addstr(&w->frames, "{\"name\":");
	json_put(&w->frames, name, JSON_PLAIN);
}

/* Return the frame of a location without functions, "0x1f4 [libc.so]". */
static uint32_t
bare_frame(struct speedscope_writer *w, loc_id loc)
{
	const struct profile *p = w->p;
	map_id map = p->loc.map[loc];
	struct strbuf name = STRBUF_INIT;

	if (w->bare[loc] != NONE)
		return w->bare[loc];
	strbuf_addf(&name, "0x%" PRIx64, p->loc.address[loc]);
	if (map != NONE && profile_str(p, p->map.file[map]).n > 0)
		strbuf_addf(&name, " [%.*s]",
			STR_ARG(str_basename(
				profile_str(p, p->map.file[map]))));
	w->bare[loc] = w->nframes;
	begin_frame(w, strbuf_str(&name));
	strbuf_addch(&w->frames, '}');
	strbuf_free(&name);
	return w->bare[loc];
}

static uint32_t
line_frame(struct speedscope_writer *w, line_id line)
{
	const struct profile *p = w->p;
	func_id func = p->line.func[line];
	int64_t at = p->line.line[line], column = p->line.column[line];
	struct str file = profile_str(p, p->func.file[func]);
	uint32_t *place, *frame;
	uint32_t *named = map64_at(&w->func,
		(uint64_t)p->func.name[func] << 32 | p->func.file[func]);

	if (*named == NONE)
		*named = w->nfuncs++;
	at = at > 0 && at < NONE ? at : 0;
	column = column > 0 && column < NONE ? column : 0;
	place = map64_at(&w->place, (uint64_t)*named << 32 | (uint64_t)at);
	if (*place == NONE)
		*place = w->nplaces++;
	frame = map64_at(&w->frame, (uint64_t)*place << 32 | (uint64_t)column);
	if (*frame != NONE)
		return *frame;
	*frame = w->nframes;
	begin_frame(w, profile_str(p, p->func.name[func]));
	if (file.n > 0) {
		strbuf_addstr(&w->frames, ",\"file\":");
		json_put(&w->frames, file, JSON_PLAIN);
	}
	if (at > 0)
		strbuf_addf(&w->frames, ",\"line\":%" PRId64, at);
	if (column > 0)
		strbuf_addf(&w->frames, ",\"col\":%" PRId64, column);
	strbuf_addch(&w->frames, '}');
	return *frame;
}

/* ---- Samples ---- */

static uint32_t
thread_of_set(struct speedscope_writer *w, lset_id set)
{
	const struct labels *labels = &w->p->labels;
	str_id name = NONE;
	uint32_t *id;

	if (w->thread_of[set] != NONE)
		return w->thread_of[set];
	for (uint32_t i = labels->first[set]; i < labels->first[set + 1]; i++)
		if (str_is(profile_str(w->p, labels->label[i].key), "thread"))
			name = labels->label[i].str;
	id = map64_at(&w->by_name, name);
	if (*id == NONE) {
		*id = (uint32_t)w->thread.n;
		vec_push(&w->thread, ((struct thread){ name, NONE, NONE }));
	}
	return w->thread_of[set] = *id;
}

static uint32_t
frame_below(struct speedscope_writer *w, uint32_t up, uint32_t frame)
{
	uint32_t *at = map64_at(&w->below, (uint64_t)up << 32 | frame);

	if (*at == NONE) {
		*at = (uint32_t)w->step.n;
		vec_push(&w->step, ((struct speedscope_step){ up, frame }));
	}
	return *at;
}

/* Return the innermost step of a stack. */
static uint32_t
stack_of(struct speedscope_writer *w, node_id leaf)
{
	const struct profile *p = w->p;
	uint32_t at;

	w->nodes.n = 0;
	for (; w->step_of[leaf] == NONE; leaf = p->trie.parent[leaf])
		vec_push(&w->nodes, leaf);
	at = w->step_of[leaf];
	for (size_t i = w->nodes.n; i-- > 0;) {
		loc_id loc = p->trie.loc[w->nodes.p[i]];
		line_id begin = p->loc.line0[loc];
		line_id line = p->loc.line0[loc + 1];

		if (begin == line)
			at = frame_below(w, at, bare_frame(w, loc));
		while (line > begin)
			at = frame_below(w, at, line_frame(w, --line));
		w->step_of[w->nodes.p[i]] = at;
	}
	return at;
}

/* Return the row of a stack in a thread. */
static uint32_t
row_of(struct speedscope_writer *w, node_id leaf, uint32_t thread)
{
	struct speedscope_row fresh = { .stack = stack_of(w, leaf),
		.next = NONE };
	uint32_t *row =
		map64_at(&w->row_of, (uint64_t)thread << 32 | fresh.stack);
	struct thread *t = &w->thread.p[thread];

	if (*row != NONE)
		return *row;
	*row = (uint32_t)w->row.n;
	vec_push(&w->row, fresh);
	if (t->last != NONE)
		w->row.p[t->last].next = *row;
	else
		t->first = *row;
	t->last = *row;
	return *row;
}

static void
sum_rows(struct speedscope_writer *w, const int64_t *value)
{
	const struct profile *p = w->p;
	struct map64 rows = MAP64_INIT; /* (thread, leaf) -> row */
	bool clipped = false;

	for (size_t i = 0; i < p->sample.n; i++) {
		uint32_t thread = thread_of_set(w, p->sample.labels[i]);
		node_id leaf = p->sample.leaf[i];
		uint32_t *row;

		/* Samples of 0 need no frames. */
		if (value[i] == 0)
			continue;
		row = map64_at(&rows, (uint64_t)thread << 32 | leaf);
		if (*row == NONE)
			*row = row_of(w, leaf, thread);
		w->row.p[*row].value =
			i64_add(w->row.p[*row].value, value[i], &clipped);
	}
	map64_free(&rows);
}

/* Write the stacks of a thread; or, with `weights`, their weights. */
static void
put_of_rows(struct speedscope_writer *w, const struct thread *t, bool weights)
{
	const char *comma = "\n";

	for (uint32_t i = t->first; i != NONE && w->goes_on(w->on);
		i = w->row.p[i].next) {
		const struct speedscope_row *row = &w->row.p[i];

		if (row->value == 0)
			continue;
		strbuf_addstr(w->out, comma);
		if (weights)
			strbuf_addf(w->out, "%" PRId64, row->value);
		else {
			uint32_t stack = row->stack;

			w->frame_ids.n = 0;
			for (; stack != 0; stack = w->step.p[stack].up)
				vec_push(&w->frame_ids, w->step.p[stack].frame);
			strbuf_addch(w->out, '[');
			for (size_t j = w->frame_ids.n; j-- > 0;) {
				strbuf_addu(w->out, w->frame_ids.p[j]);
				if (j > 0)
					strbuf_addch(w->out, ',');
			}
			strbuf_addch(w->out, ']');
		}
		comma = ",\n";
	}
}

/* ---- The file ---- */

static const char *
speedscope_unit(struct str unit)
{
	static const char *const units[] = { "nanoseconds", "microseconds",
		"milliseconds", "seconds", "bytes" };

	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (str_is(unit, units[i]))
			return units[i];
	return "none";
}

static void
put_file(struct speedscope_writer *w, uint32_t column)
{
	struct strbuf *out = w->out;

	strbuf_addstr(out,
		"{\"$schema\":"
		"\"https://www.speedscope.app/file-format-schema.json\",\n"
		"\"exporter\":\"" PACKAGE_NAME " " PACKAGE_VERSION "\",\n"
		"\"shared\":{\"frames\":[");
	strbuf_add(out, strbuf_str(&w->frames));
	strbuf_addstr(out, "]},\n\"activeProfileIndex\":0,\n\"profiles\":[");
	for (size_t i = 0; i < w->thread.n; i++) {
		const struct profile *q;
		int64_t total = 0;
		bool clipped = false;

		strbuf_addstr(out, i > 0 ? ",\n" : "\n");
		q = w->p;
		for (uint32_t j = w->thread.p[i].first; j != NONE;
			j = w->row.p[j].next)
			total = i64_add(total, w->row.p[j].value, &clipped);
		strbuf_addstr(out, "{\"type\":\"sampled\",\"name\":");
		json_put(out,
			profile_str(q,
				w->thread.p[i].name != NONE
					? w->thread.p[i].name
					: q->types.type[column]),
			JSON_PLAIN);
		strbuf_addf(out,
			",\"unit\":\"%s\",\"startValue\":0,\"endValue\":"
			"%" PRId64 ",\n\"samples\":[",
			speedscope_unit(profile_str(q, q->types.unit[column])),
			total > 0 ? total : 0);
		put_of_rows(w, &w->thread.p[i], false);
		strbuf_addstr(out, "],\n\"weights\":[");
		put_of_rows(w, &w->thread.p[i], true);
		strbuf_addstr(out, "]}");
	}
	strbuf_addstr(out, "]}\n");
}

void
speedscope_write(const struct profile *p, uint32_t column, const int64_t *value,
	struct strbuf *out, bool (*goes_on)(void *on), void *on)
{
	struct speedscope_writer w = {
		.p = p, .out = out, .goes_on = goes_on, .on = on
	};

	w.bare = ids_new(p->loc.n);
	w.thread_of = ids_new(p->labels.n);
	w.step_of = ids_new(p->trie.n);
	w.step_of[0] = 0;
	vec_push(&w.step, ((struct speedscope_step){ 0 }));
	sum_rows(&w, value);
	put_file(&w, column);
	vec_free(&w.thread);
	vec_free(&w.row);
	vec_free(&w.step);
	vec_free(&w.frame_ids);
	map64_free(&w.by_name);
	map64_free(&w.row_of);
	map64_free(&w.below);
	map64_free(&w.func);
	map64_free(&w.place);
	map64_free(&w.frame);
	strbuf_free(&w.frames);
	free(w.bare);
	free(w.thread_of);
	free(w.step_of);
	vec_free(&w.nodes);
}
