/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames of perf script: see perfframe.h. */
#include "config.h"

#include "read/perfframe.h"

#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "read/perfline.h"
#include "read/places.h"

#include "base/banned.h"

enum { COMM_MAX = 15 }; /* bytes of a thread's name that the kernel keeps */

struct map_row {
	str_id file;
	size_t hits;
	uint8_t has; /* MAP_* */
};

struct perf_frames {
	struct builder *builder;
	struct strbuf text; /* being collected, a line each */
	uint64_t address;   /* ... all at this one */
	bool has_dso;       /* ... and not only inlined ones */
	struct arena arena;
	struct intern seen; /* texts, each a location */
	VEC(loc_id) loc;    /* [seen] */
	VEC(map_id) map_of; /* [seen] */
	struct map64 func_of, map_by_file;
	VEC(struct map_row) map;
	VEC(struct builder_line) line; /* scratch */
};

struct perf_frames *
perf_frames_new(struct builder *b)
{
	struct perf_frames *f = xcalloc(1, sizeof(*f));

	f->builder = b;
	intern_init(&f->seen, &f->arena);
	/* Text 0 is "", which is no location. */
	vec_push(&f->loc, NONE);
	vec_push(&f->map_of, NONE);
	return f;
}

void
perf_frames_free(struct perf_frames *f)
{
	if (f == NULL)
		return;
	strbuf_free(&f->text);
	intern_fini(&f->seen);
	arena_free(&f->arena);
	vec_free(&f->loc);
	vec_free(&f->map_of);
	map64_free(&f->func_of);
	map64_free(&f->map_by_file);
	vec_free(&f->map);
	vec_free(&f->line);
	free(f);
}

bool
perf_frames_joins(const struct perf_frames *f, const struct perf_frame *frame)
{
	return f->text.n > 0 && f->address == frame->address &&
		(frame->inlined || !f->has_dso);
}

void
perf_frames_add(
	struct perf_frames *f, struct str line, const struct perf_frame *frame)
{
	f->has_dso = !frame->inlined || (f->text.n > 0 && f->has_dso);
	f->address = frame->address;
	strbuf_add(&f->text, line);
	strbuf_addch(&f->text, '\n');
}

void
perf_frames_source(struct perf_frames *f, struct str line)
{
	struct str file;
	int64_t number;

	if (f->text.n == 0 || !perf_source_line(line, &file, &number))
		return;
	/* A blank tells it from a frame, whose address comes first. */
	strbuf_addch(&f->text, ' ');
	strbuf_add(&f->text, str_trim(line));
	strbuf_addch(&f->text, '\n');
}

static bool
is_unknown(struct str s)
{
	return s.n == 0 || str_is(s, "[unknown]");
}

static map_id
mapping(struct perf_frames *f, struct str dso)
{
	struct builder_mapping m = { .file = 0 };
	map_id map;

	if (is_unknown(dso))
		return NONE;
	m.file = builder_string(f->builder, dso);
	if (m.file == NONE)
		return NONE;
	map = places_mapping(&f->map_by_file, m.file, f->builder, &m);
	if (map == f->map.n)
		vec_push(&f->map, ((struct map_row){ .file = m.file }));
	return map;
}

static func_id
function(struct perf_frames *f, struct str name, struct str file)
{
	struct builder_function row = { .name = builder_string(
						f->builder, name),
		.file = builder_string(f->builder, file) };

	if (row.name == NONE || row.file == NONE)
		return NONE;
	row.system = row.name;
	return places_function(&f->func_of,
		(uint64_t)row.name << 32 | row.file, f->builder, &row);
}

static void
add_line(
	struct perf_frames *f, struct str name, struct str file, int64_t number)
{
	struct builder_line line = { .func = function(f, name, file),
		.line = number };

	if (line.func != NONE)
		vec_push(&f->line, line);
}

/* Maps of just-in-time compilers write "a->b" for b inlined into a. */
static void
add_lines(struct perf_frames *f, const struct perf_frame *frame,
	struct str file, int64_t number)
{
	struct str rest = frame->symbol, name = str_basename(frame->dso);
	ptrdiff_t at;

	if (str_starts(name, STR("perf-")) && str_ends(name, STR(".map"))) {
		while ((at = str_find(rest, STR("->"), 0)) > 0) {
			struct str outer = str_sub(rest, 0, (size_t)at);

			add_line(f, outer, STR_EMPTY, 0);
			rest = str_skip(rest, (size_t)at + 2);
		}
		add_line(f, rest, STR_EMPTY, 0);
		/* They stand there the other way round. */
		vec_reverse(struct builder_line, &f->line);
		return;
	}
	add_line(f, rest, file, number);
}

/* "sum" is a short name of "ring<int>::sum". */
static bool
is_short_for(struct str name, struct str whole)
{
	return whole.n > name.n + 2 && str_ends(whole, name) &&
		str_ends(str_sub(whole, 0, whole.n - name.n), STR("::"));
}

/* One line of a text, and the line behind it if that tells the source. */
static void
add_frame(struct perf_frames *f, const struct perf_frame *frame,
	struct str *rest, uint8_t *has)
{
	struct str file = STR_EMPTY;
	int64_t number = 0;

	if (rest->n > 0 && rest->p[0] == ' ' &&
		perf_source_line(str_cut(rest, '\n'), &file, &number))
		*has |= MAP_FILENAMES | MAP_LINES;
	/* Without a name the mapping's stands for it. */
	if (!is_unknown(frame->symbol) || is_unknown(frame->dso))
		add_lines(f, frame, file, number);
}

/* The location of a text: its inlined frames, then the one with a dso. */
static loc_id
make(struct perf_frames *f, struct str text, map_id *map)
{
	struct builder_location l = { .map = NONE };
	struct perf_frame frame, outer = { .inlined = true };
	struct str outer_rest = STR_EMPTY, last = STR_EMPTY;
	uint8_t has = MAP_FUNCTIONS;

	f->line.n = 0;
	while (text.n > 0) {
		(void)perf_frame_line(str_cut(&text, '\n'), &frame);
		if (frame.inlined) {
			last = frame.symbol;
			add_frame(f, &frame, &text, &has);
			continue;
		}
		outer = frame;
		outer_rest = text;
		last = STR_EMPTY;
		if (text.n > 0 && text.p[0] == ' ')
			(void)str_cut(&text, '\n');
	}
	l.address = frame.address;
	if (!outer.inlined) {
		l.map = mapping(f, outer.dso);
		if (f->line.n > 0 && is_short_for(last, outer.symbol))
			f->line.n--;
		add_frame(f, &outer, &outer_rest, &has);
	}
	l.line = f->line.p;
	l.nlines = f->line.n;
	*map = l.map;
	if (l.map != NONE && l.nlines > 0)
		f->map.p[l.map].has |= has | (l.nlines > 1 ? MAP_INLINES : 0);
	return builder_location(f->builder, &l);
}

loc_id
perf_frames_take(struct perf_frames *f)
{
	uint32_t seen = intern_copy(&f->seen, strbuf_str(&f->text));

	strbuf_reset(&f->text);
	if (seen == f->loc.n) {
		map_id map;

		vec_push(&f->loc, make(f, intern_str(&f->seen, seen), &map));
		vec_push(&f->map_of, map);
	}
	if (f->map_of.p[seen] != NONE)
		f->map.p[f->map_of.p[seen]].hits++;
	return f->loc.p[seen];
}

size_t
perf_frames_bytes(const struct perf_frames *f)
{
	return f->arena.held + intern_bytes(&f->seen) +
		f->loc.cap * (sizeof(loc_id) + sizeof(map_id));
}

static bool
is_program(struct str file)
{
	return file.n > 0 && file.p[0] == '/' &&
		str_find(file, STR(".so"), 0) < 0 &&
		!str_ends(file, STR(".map")) && !str_ends(file, STR(".ko"));
}

static bool
is_named_after(
	struct perf_frames *f, struct str file, const str_id *comm, size_t n)
{
	struct str name = str_sub(str_basename(file), 0, COMM_MAX);

	for (size_t i = 0; i < n; i++)
		if (str_eq(name, builder_str(f->builder, comm[i])))
			return true;
	return false;
}

void
perf_frames_end(struct perf_frames *f, const str_id *comm, size_t n)
{
	map_id best = NONE;
	bool best_named = false;

	for (map_id m = 0; m < f->map.n; m++) {
		struct str file = builder_str(f->builder, f->map.p[m].file);
		bool named;

		builder_mapping_has(f->builder, m, f->map.p[m].has);
		if (!is_program(file))
			continue;
		named = is_named_after(f, file, comm, n);
		if (best != NONE &&
			(best_named != named ? best_named
					     : f->map.p[best].hits >=
						f->map.p[m].hits))
			continue;
		best = m;
		best_named = named;
	}
	if (best != NONE)
		builder_mapping_first(f->builder, best);
}
