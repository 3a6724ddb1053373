/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns frames of perf script into locations (perf.h). */
#include "prelude.h"

#include "read/perf/perf.h"

#include "read/rows.h"

enum { COMM_MAX = 15 }; /* bytes of a thread name that the kernel keeps */

void
perf_frames_init(struct perf_frames *f, struct builder *b, struct arena *arena)
{
	*f = (struct perf_frames){ .builder = b };
	intern_init(&f->seen, arena);
	/* Id 0 is "", which is not a location. */
	vec_push(&f->place, ((struct perf_place){ NONE, NONE }));
	perf_maps_init(&f->maps, arena);
}

void
perf_frames_fini(struct perf_frames *f)
{
	strbuf_free(&f->text);
	intern_fini(&f->seen);
	vec_free(&f->place);
	map64_free(&f->func_of);
	map64_free(&f->map_by_file);
	vec_free(&f->map);
	vec_free(&f->line);
	perf_maps_fini(&f->maps);
}

size_t
perf_frames_bytes(const struct perf_frames *f)
{
	return intern_bytes(&f->seen) + f->place.cap * sizeof(*f->place.p) +
		perf_maps_bytes(&f->maps);
}

void
perf_frames_begin(struct perf_frames *f)
{
	f->unwound = (struct unwound)UNWOUND_LEAF;
}

/* Return how a frame was entered, which determines its caller's address. */
static enum unwound_kind
perf_kind(const struct perf_frame *frame)
{
	return unwound_kind(frame->symbol,
		unwound_is_kernel(frame->address) ||
			str_starts(frame->dso, STR("[kernel")) ||
			str_starts(frame->dso, STR("[guest.kernel")));
}

void
perf_frames_add(
	struct perf_frames *f, struct str line, const struct perf_frame *frame)
{
	if (f->text.n == 0)
		f->has_dso = f->has_source = false;
	if (f->text.n == 0 || !frame->inlined)
		f->kind = perf_kind(frame);
	f->has_dso |= !frame->inlined;
	f->address = frame->address;
	strbuf_add(&f->text, line);
	strbuf_addch(&f->text, '\n');
}

/* Parse the source line " demo.c:4" after a frame with -F +srcline. False if it
   is unknown; then *number is 0. */
static bool
perf_source_line(struct str line, struct str *file, int64_t *number)
{
	struct str s = str_trim(line);
	ptrdiff_t colon = str_rchr(s, ':');

	*number = 0;
	if (colon <= 0 || !str_to_i64(str_skip(s, (size_t)colon + 1), number))
		return false;
	*file = str_sub(s, 0, (size_t)colon);
	return *number > 0 && !str_is(*file, "??");
}

void
perf_frames_source(struct perf_frames *f, struct str line)
{
	struct str file;
	int64_t number;

	if (f->text.n == 0 || !perf_source_line(line, &file, &number))
		return;
	/* A leading blank marks it, as frames begin with an address. */
	f->has_source = true;
	strbuf_addch(&f->text, ' ');
	strbuf_add(&f->text, str_trim(line));
	strbuf_addch(&f->text, '\n');
}

static bool
is_unknown(struct str s)
{
	return s.n == 0 || str_is(s, "[unknown]");
}

static void
perf_add_line(
	struct perf_frames *f, struct str name, struct str file, int64_t number)
{
	struct builder_function row = { .name = builder_string(
						f->builder, name),
		.file = builder_string(f->builder, file) };
	struct builder_line line = { .line = number };

	row.system = row.name;
	line.func = loctable_function(&f->func_of,
		(uint64_t)row.name << 32 | row.file, f->builder, &row);
	vec_push(&f->line, line);
}

/* Add one frame of a text, and its source line if one follows. */
static void
perf_add_frame(struct perf_frames *f, const struct perf_frame *frame,
	struct str *rest, uint8_t *has)
{
	struct str file = STR_EMPTY;
	int64_t number = 0;

	if (rest->n > 0 && rest->p[0] == ' ' &&
		perf_source_line(str_cut(rest, '\n'), &file, &number))
		*has |= MAP_FILENAMES | MAP_LINES;
	/* Without a name, a frame shows its mapping. */
	if (!is_unknown(frame->symbol) || is_unknown(frame->dso)) {
		struct str lines_rest = frame->symbol,
			   name = str_basename(frame->dso);
		ptrdiff_t at;

		/* In maps of JIT compilers, "a->b" is b inlined into a. */
		if (str_starts(name, STR("perf-")) &&
			str_ends(name, STR(".map"))) {
			while ((at = str_find(lines_rest, STR("->"), 0)) > 0) {
				struct str outer =
					str_sub(lines_rest, 0, (size_t)at);

				perf_add_line(f, outer, STR_EMPTY, 0);
				lines_rest =
					str_skip(lines_rest, (size_t)at + 2);
			}
			perf_add_line(f, lines_rest, STR_EMPTY, 0);
			/* The map has the outermost function first. */
			vec_reverse(struct builder_line, &f->line);
			return;
		}
		perf_add_line(f, lines_rest, file, number);
	}
}

/* Make the location of a text: inlined frames, then the frame with a dso. */
static struct perf_place
perf_location(struct perf_frames *f, struct str text, bool returns)
{
	struct builder_location l = { .map = NONE };
	struct perf_frame frame = { .address = 0 }, outer = { .inlined = true };
	struct str outer_rest = STR_EMPTY, last = STR_EMPTY;
	uint8_t has = MAP_FUNCTIONS;

	f->line.n = 0;
	while (text.n > 0) {
		(void)perf_frame_line(str_cut(&text, '\n'), &frame);
		if (frame.inlined) {
			last = frame.symbol;
			perf_add_frame(f, &frame, &text, &has);
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
		const struct perf_mapped_file *mapped =
			perf_maps_find(&f->maps, outer.dso);
		struct str dso = outer.dso;
		str_id file;
		map_id map;

		if (is_unknown(dso)) {
			l.map = NONE;
		} else {
			file = builder_string(f->builder, dso);
			map = loctable_mapping(
				&f->map_by_file, f->builder, file, 0);
			if (map == f->map.n)
				vec_push(&f->map,
					((struct perf_map_row){
						.file = file }));
			l.map = map;
		}
		if (mapped != NULL)
			l.address =
				perf_maps_address(mapped, l.address, f->alone);
		/* Drop "sum" if it is short for "ring<int>::sum". */
		if (f->line.n > 0) {
			struct str whole = outer.symbol;
			bool is_short_for = whole.n > last.n + 2 &&
				str_ends(whole, last) &&
				str_ends(str_sub(whole, 0, whole.n - last.n),
					STR("::"));

			if (is_short_for)
				f->line.n--;
		}
		perf_add_frame(f, &outer, &outer_rest, &has);
	}
	if (returns)
		l.address = unwound_call(l.address);
	l.line = f->line.p;
	l.nlines = f->line.n;
	if (l.map != NONE && l.nlines > 0)
		f->map.p[l.map].has |= has | (l.nlines > 1 ? MAP_INLINES : 0);
	return (struct perf_place){ builder_location(f->builder, &l), l.map };
}

/* Marks the text of a return address, as a leaf may have the same address. */
#define RETURNS '-'

loc_id
perf_frames_take(struct perf_frames *f)
{
	bool returns = false;
	struct perf_place place;
	struct str text;
	uint32_t seen;

	if (f->text.n > 0)
		returns = unwound_returns(&f->unwound, f->kind) &&
			!(f->placed && f->kind < UNWOUND_KERNEL);
	if (returns)
		strbuf_addch(&f->text, RETURNS);
	seen = intern_copy(&f->seen, strbuf_str(&f->text));
	strbuf_reset(&f->text);
	if (seen == f->place.n) {
		text = intern_str(&f->seen, seen);
		text.n -= returns;
		vec_push(&f->place, perf_location(f, text, returns));
		f->late += returns && f->has_source;
	}
	place = f->place.p[seen];
	f->taken = place.map;
	if (place.map != NONE)
		f->map.p[place.map].hits++;
	return place.loc;
}

void
perf_frames_end(struct perf_frames *f, const str_id *comm, size_t n)
{
	map_id best = NONE;
	bool best_named = false;

	for (map_id m = 0; m < f->map.n && m < builder_mappings(f->builder);
		m++) {
		struct str file = builder_str(f->builder, f->map.p[m].file);
		struct str name = str_sub(str_basename(file), 0, COMM_MAX);
		bool named = false;
		struct builder_mapping *row = builder_mapping_at(f->builder, m);
		const struct perf_mapped_file *mapped =
			perf_maps_find(&f->maps, file);

		/* Complete the builder's mapping. */
		row->has |= f->map.p[m].has;
		if (mapped != NULL) {
			row->start = mapped->first.start;
			row->limit = mapped->first.limit;
			row->offset = mapped->first.offset;
			if (mapped->build_id.n > 0)
				row->build_id = builder_string(
					f->builder, mapped->build_id);
		}
		if (file.n == 0 || file.p[0] != '/' ||
			str_find(file, STR(".so"), 0) >= 0 ||
			str_ends(file, STR(".map")) ||
			str_ends(file, STR(".ko")))
			continue;
		for (size_t i = 0; i < n && !named; i++)
			named = str_eq(name, builder_str(f->builder, comm[i]));
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
