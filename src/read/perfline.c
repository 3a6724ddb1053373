/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of perf script and their frames: see perfline.h. */
#include "config.h"

#include "read/perfline.h"

#include <string.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "read/loctable.h"

#include "base/banned.h"

/* ---- Lines, taken apart ---- */

static bool
is_perf_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool
all_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

/* The next word of s, which loses it; "" at the end. */
static struct str
perf_word(struct str *s)
{
	size_t from = 0, to;

	while (from < s->n && is_perf_blank(s->p[from]))
		from++;
	for (to = from; to < s->n && !is_perf_blank(s->p[to]); to++)
		;
	*s = str_skip(*s, to);
	return str_from(s->p - (to - from), to - from);
}

static struct str
minus_off(struct str s)
{
	return s.n > 0 && s.p[0] == '-' ? str_skip(s, 1) : s;
}

/* "912" or "881/912", -1 where the kernel did not know. */
static bool
perf_ids(struct str s, struct perf_event *out)
{
	ptrdiff_t slash = str_chr(s, '/');

	out->pid = slash < 0 ? STR_EMPTY : str_sub(s, 0, (size_t)slash);
	out->tid = slash < 0 ? s : str_skip(s, (size_t)slash + 1);
	return all_digits(minus_off(out->tid)) &&
		(slash < 0 || all_digits(minus_off(out->pid)));
}

/* "[003]" */
static bool
perf_cpu(struct str s, struct perf_event *out)
{
	if (s.n < 3 || s.p[0] != '[' || s.p[s.n - 1] != ']')
		return false;
	s = str_sub(s, 1, s.n - 1);
	if (!all_digits(s))
		return false;
	while (s.n > 1 && s.p[0] == '0')
		s = str_skip(s, 1);
	out->cpu = s;
	return true;
}

/* "23797.040983:", 6 digits behind the point or 9. */
static bool
perf_time(struct str s, struct perf_event *out)
{
	ptrdiff_t dot = str_chr(s, '.');
	struct str frac;
	int64_t sec, ns = 0;

	if (dot <= 0 || s.p[s.n - 1] != ':')
		return false;
	frac = str_sub(s, (size_t)dot + 1, s.n - 1);
	if (!all_digits(frac) || !all_digits(str_sub(s, 0, (size_t)dot)))
		return false;
	for (size_t i = 0; i < 9; i++)
		ns = ns * 10 + (i < frac.n ? frac.p[i] - '0' : 0);
	out->has_time = str_to_i64(str_sub(s, 0, (size_t)dot), &sec) &&
		sec < INT64_MAX / 1000000000;
	out->time = out->has_time ? sec * 1000000000 + ns : 0;
	return true;
}

/* What comes behind comm, all of it, or it was not the end of comm. */
static bool
behind_comm(
	struct str line, struct str id, struct str s, struct perf_event *out)
{
	struct str next;

	if (!perf_ids(id, out))
		return false;
	out->cpu = STR_EMPTY;
	out->has_time = out->has_period = false;
	out->period = 1;
	out->time = 0;
	out->who = str_from(line.p, (size_t)(s.p - line.p));
	next = perf_word(&s);
	if (perf_cpu(next, out)) {
		out->who.n = (size_t)(s.p - line.p);
		next = perf_word(&s);
	}
	if (perf_time(next, out))
		next = perf_word(&s);
	if (all_digits(next)) {
		out->has_period = true;
		if (!str_to_i64(next, &out->period))
			out->period = INT64_MAX;
		next = perf_word(&s);
	}
	/* A number with a colon is a time, of a comm that ends in one. */
	if (next.n < 2 || next.p[next.n - 1] != ':' ||
		ascii_is_digit(next.p[0]))
		return false;
	out->event = str_sub(next, 0, next.n - 1);
	out->rest = str_trim(s);
	return true;
}

bool
perf_event_line(struct str line, struct perf_event *out)
{
	struct str s = line, id;

	if (line.n == 0 || line.p[0] == '#')
		return false;
	/* comm may hold blanks and numbers: the first number behind which
	   all the rest makes sense is the id. */
	(void)perf_word(&s);
	while ((id = perf_word(&s)).n > 0) {
		if (!ascii_is_digit(id.p[0]) && id.p[0] != '-')
			continue;
		if (!behind_comm(line, id, s, out))
			continue;
		out->comm = str_trim(str_from(line.p, (size_t)(id.p - line.p)));
		return true;
	}
	return false;
}

static bool
perf_address(struct str s, uint64_t *out)
{
	*out = 0;
	if (s.n == 0 || s.n > 16)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		int digit = ascii_low_hex(s.p[i]);

		if (digit < 0)
			return false;
		*out = *out << 4 | (uint64_t)digit;
	}
	return true;
}

/* "find+0x1b" -> "find" */
static struct str
without_offset(struct str s)
{
	size_t at = s.n;

	while (at > 0 && ascii_low_hex(s.p[at - 1]) >= 0)
		at--;
	if (at < s.n && at >= 4 && str_is(str_sub(s, at - 3, at), "+0x"))
		s.n = at - 3;
	return s;
}

bool
perf_frame_line(struct str line, struct perf_frame *out)
{
	struct str s = line;
	ptrdiff_t at;

	*out = (struct perf_frame){ .inlined = false };
	if (!perf_address(perf_word(&s), &out->address))
		return false;
	s = str_trim(s);
	at = str_bracket(s);
	/* A symbol of its own may end in brackets: "f(int)", without a dso,
	   has no blank before them. */
	if (at == 0 || (at > 0 && is_perf_blank(s.p[at - 1]))) {
		out->dso = str_sub(s, (size_t)at + 1, s.n - 1);
		s.n = (size_t)at;
		s = str_trim(s);
		out->inlined = str_is(out->dso, "inlined");
		if (str_ends(out->dso, STR(" (deleted)")))
			out->dso.n -= 10;
	}
	out->symbol = without_offset(s);
	return true;
}

bool
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

struct str
perf_event_plain(struct str event)
{
	ptrdiff_t colon = str_rchr(event, ':');

	if (colon <= 0 || (size_t)colon + 1 == event.n)
		return event;
	for (size_t i = (size_t)colon + 1; i < event.n; i++)
		if (event.p[i] == '\0' ||
			strchr("ukhGHIpPSDWeR", event.p[i]) == NULL)
			return event;
	return str_sub(event, 0, (size_t)colon);
}

bool
perf_event_is_clock(struct str event)
{
	struct str plain = perf_event_plain(event);

	return str_is(plain, "cpu-clock") || str_is(plain, "task-clock");
}

/* ---- Frames as locations ---- */

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
	/* Text 0 is "", which is not a location. */
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
	/* A blank distinguishes it from a frame, which begins with an address.
	 */
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
perf_mapping(struct perf_frames *f, struct str dso)
{
	str_id file;
	map_id map;

	if (is_unknown(dso))
		return NONE;
	file = builder_string(f->builder, dso);
	if (file == NONE)
		return NONE;
	map = loctable_mapping(&f->map_by_file, f->builder, file, 0);
	if (map == f->map.n)
		vec_push(&f->map, ((struct map_row){ .file = file }));
	return map;
}

static func_id
perf_function(struct perf_frames *f, struct str name, struct str file)
{
	struct builder_function row = { .name = builder_string(
						f->builder, name),
		.file = builder_string(f->builder, file) };

	if (row.name == NONE || row.file == NONE)
		return NONE;
	row.system = row.name;
	return loctable_function(&f->func_of,
		(uint64_t)row.name << 32 | row.file, f->builder, &row);
}

static void
perf_add_line(
	struct perf_frames *f, struct str name, struct str file, int64_t number)
{
	struct builder_line line = { .func = perf_function(f, name, file),
		.line = number };

	if (line.func != NONE)
		vec_push(&f->line, line);
}

/* Maps of just-in-time compilers write "a->b" for b inlined into a. */
static void
perf_add_lines(struct perf_frames *f, const struct perf_frame *frame,
	struct str file, int64_t number)
{
	struct str rest = frame->symbol, name = str_basename(frame->dso);
	ptrdiff_t at;

	if (str_starts(name, STR("perf-")) && str_ends(name, STR(".map"))) {
		while ((at = str_find(rest, STR("->"), 0)) > 0) {
			struct str outer = str_sub(rest, 0, (size_t)at);

			perf_add_line(f, outer, STR_EMPTY, 0);
			rest = str_skip(rest, (size_t)at + 2);
		}
		perf_add_line(f, rest, STR_EMPTY, 0);
		/* They are written in the opposite order. */
		vec_reverse(struct builder_line, &f->line);
		return;
	}
	perf_add_line(f, rest, file, number);
}

/* "sum" is a short name of "ring<int>::sum". */
static bool
is_short_for(struct str name, struct str whole)
{
	return whole.n > name.n + 2 && str_ends(whole, name) &&
		str_ends(str_sub(whole, 0, whole.n - name.n), STR("::"));
}

/* One line of a text, and the line behind it if that names the source. */
static void
perf_add_frame(struct perf_frames *f, const struct perf_frame *frame,
	struct str *rest, uint8_t *has)
{
	struct str file = STR_EMPTY;
	int64_t number = 0;

	if (rest->n > 0 && rest->p[0] == ' ' &&
		perf_source_line(str_cut(rest, '\n'), &file, &number))
		*has |= MAP_FILENAMES | MAP_LINES;
	/* Without a name, that of the mapping is shown. */
	if (!is_unknown(frame->symbol) || is_unknown(frame->dso))
		perf_add_lines(f, frame, file, number);
}

/* The location of a text: its inlined frames, then the one with a dso. */
static loc_id
perf_location(struct perf_frames *f, struct str text, map_id *map)
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
		l.map = perf_mapping(f, outer.dso);
		if (f->line.n > 0 && is_short_for(last, outer.symbol))
			f->line.n--;
		perf_add_frame(f, &outer, &outer_rest, &has);
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

		vec_push(&f->loc,
			perf_location(f, intern_str(&f->seen, seen), &map));
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
