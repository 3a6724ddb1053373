/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedscope's JSON, written: see write.h. */
#include "config.h"

#include "write/write.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/num.h"
#include "base/vec.h"

#include "base/banned.h"

struct thread {
	str_id name; /* NONE: samples without the label */
	struct strbuf stacks, weights;
	int64_t total;
};

/* Samples of equal frames in one thread; places in the code that differ in
   what a frame does not show are one. */
struct row {
	uint32_t thread;
	int64_t value;
};

struct writer {
	const struct profile *p;
	struct strbuf frames;
	uint32_t nframes;
	struct map64 func;  /* (name, file) -> number of the pair */
	struct map64 place; /* (that, line) -> number of the pair */
	struct map64 frame; /* (that, column) -> frame */
	uint32_t nfuncs, nplaces;
	uint32_t *bare;      /* [loc.n] frames of locations without a name */
	uint32_t *thread_of; /* [labels.n] NONE: not known yet */
	VEC(struct thread) thread;
	struct map64 by_name; /* name -> thread */
	struct arena arena;
	struct intern stack; /* "3[0,1,2]", thread and frames, -> row + 1 */
	VEC(struct row) row;
};

/* ---- Frames ---- */

static void
begin_frame(struct writer *w, struct str name)
{
	strbuf_addc(&w->frames, w->nframes++ > 0 ? ",\n" : "\n");
	strbuf_addc(&w->frames, "{\"name\":");
	json_put(&w->frames, name, JSON_PLAIN);
}

/* Of a location without functions: its address and what it is in. */
static uint32_t
bare_frame(struct writer *w, loc_id loc)
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
line_frame(struct writer *w, line_id line)
{
	const struct profile *p = w->p;
	func_id func = p->line.func[line];
	int64_t at = p->line.line[line], column = p->line.column[line];
	struct str file = profile_str(p, p->func.file[func]);
	uint32_t *named, *place, *frame;

	named = map64_at(&w->func,
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
		strbuf_addc(&w->frames, ",\"file\":");
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
thread_of_set(struct writer *w, lset_id set)
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
		vec_push(&w->thread, ((struct thread){ .name = name }));
	}
	return w->thread_of[set] = *id;
}

static void
put_stack_of(struct writer *w, node_id leaf, struct strbuf *out)
{
	const struct profile *p = w->p;
	size_t n = profile_stack(p, leaf, NULL, 0);
	loc_id *loc = xcalloc(n + 1, sizeof(*loc));
	const char *comma = "";

	(void)profile_stack(p, leaf, loc, n);
	strbuf_addch(out, '[');
	for (size_t i = n; i-- > 0; comma = ",") {
		line_id begin = p->loc.line0[loc[i]];
		line_id line = p->loc.line0[loc[i] + 1];

		if (begin == line)
			strbuf_addf(out, "%s%u", comma, bare_frame(w, loc[i]));
		for (; line > begin; comma = ",")
			strbuf_addf(out, "%s%u", comma, line_frame(w, --line));
	}
	strbuf_addch(out, ']');
	free(loc);
}

/* The row of a stack in a thread. */
static uint32_t
row_of(struct writer *w, node_id leaf, uint32_t thread)
{
	struct strbuf text = STRBUF_INIT;
	uint32_t id;

	strbuf_addf(&text, "%u", thread);
	put_stack_of(w, leaf, &text);
	id = intern_copy(&w->stack, strbuf_str(&text));
	strbuf_free(&text);
	if (id > w->row.n)
		vec_push(&w->row, ((struct row){ thread, 0 }));
	return id - 1;
}

static void
sum_rows(struct writer *w, const int64_t *value)
{
	const struct profile *p = w->p;
	struct map64 rows = MAP64_INIT; /* (thread, leaf) -> row */
	bool clipped = false;

	for (size_t i = 0; i < p->sample.n; i++) {
		uint32_t thread = thread_of_set(w, p->sample.labels[i]);
		node_id leaf = p->sample.leaf[i];
		uint32_t *row;

		/* Its frames would not be used. */
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

static void
put_samples(struct writer *w)
{
	bool clipped = false;

	for (uint32_t i = 0; i < w->row.n; i++) {
		const struct row *row = &w->row.p[i];
		struct thread *t = &w->thread.p[row->thread];
		struct str stack = intern_str(&w->stack, i + 1);
		const char *comma = t->stacks.n > 0 ? ",\n" : "\n";

		if (row->value == 0)
			continue;
		strbuf_addc(&t->stacks, comma);
		strbuf_add(&t->stacks,
			str_skip(stack, (size_t)str_chr(stack, '[')));
		strbuf_addf(&t->weights, "%s%" PRId64, comma, row->value);
		t->total = i64_add(t->total, row->value, &clipped);
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
put_thread(struct writer *w, const struct thread *t, uint32_t column,
	struct strbuf *out)
{
	const struct profile *p = w->p;

	strbuf_addc(out, "{\"type\":\"sampled\",\"name\":");
	json_put(out,
		profile_str(
			p, t->name != NONE ? t->name : p->types.type[column]),
		JSON_PLAIN);
	strbuf_addf(out,
		",\"unit\":\"%s\",\"startValue\":0,\"endValue\":%" PRId64
		",\n\"samples\":[",
		speedscope_unit(profile_str(p, p->types.unit[column])),
		t->total > 0 ? t->total : 0);
	strbuf_add(out, strbuf_str(&t->stacks));
	strbuf_addc(out, "],\n\"weights\":[");
	strbuf_add(out, strbuf_str(&t->weights));
	strbuf_addc(out, "]}");
}

static void
put_file(struct writer *w, uint32_t column, struct strbuf *out)
{
	strbuf_addc(out,
		"{\"$schema\":"
		"\"https://www.speedscope.app/file-format-schema.json\",\n"
		"\"exporter\":\"" PACKAGE_NAME " " PACKAGE_VERSION "\",\n"
		"\"shared\":{\"frames\":[");
	strbuf_add(out, strbuf_str(&w->frames));
	strbuf_addc(out, "]},\n\"activeProfileIndex\":0,\n\"profiles\":[");
	for (size_t i = 0; i < w->thread.n; i++) {
		strbuf_addc(out, i > 0 ? ",\n" : "\n");
		put_thread(w, &w->thread.p[i], column, out);
	}
	strbuf_addc(out, "]}\n");
}

void
speedscope_encode(const struct profile *p, uint32_t column,
	const int64_t *value, struct strbuf *out)
{
	struct writer w = { .p = p };

	w.bare = ids_new(p->loc.n);
	w.thread_of = ids_new(p->labels.n);
	intern_init(&w.stack, &w.arena);
	sum_rows(&w, value);
	put_samples(&w);
	put_file(&w, column, out);
	for (size_t i = 0; i < w.thread.n; i++) {
		strbuf_free(&w.thread.p[i].stacks);
		strbuf_free(&w.thread.p[i].weights);
	}
	vec_free(&w.thread);
	vec_free(&w.row);
	intern_fini(&w.stack);
	arena_free(&w.arena);
	map64_free(&w.by_name);
	map64_free(&w.func);
	map64_free(&w.place);
	map64_free(&w.frame);
	strbuf_free(&w.frames);
	free(w.bare);
	free(w.thread_of);
}
