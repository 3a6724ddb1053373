/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass over the lines builds the key of each line, nearly always just a
   name. Each distinct key is a frame. */
#include "prelude.h"

#include "engine/frame.h"

#include "base/intern.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/leafsamples.h"
#include "engine/path.h"

/* Lines with equal keys share a frame. Fields that the granularity does not use
   are 0. Keys are compared as bytes; the struct has no padding. */
struct key {
	str_id name, object;
	uint64_t file; /* id in maker.files_seen */
	int64_t line, start_line;
	/* Last, so that a smaller key_size leaves them out. */
	uint64_t address;
	int64_t column;
};

enum {
	LOOK_EVERY = 1024, /* locations between checks of the stop flag */
	AT_ONCE = 64,      /* keys looked up together */
};

/* A line, or a location without lines, with a frame still to be looked up. */
struct pending {
	struct key key;
	line_id line;
	loc_id loc;
};

struct frame_maker {
	struct frames *f;
	const struct profile *p;
	const struct progress *progress;
	/* Parts of the key at this granularity. */
	bool names, files, lines, columns, addresses, objects, system;
	bool whole_files; /* each file is one frame */
	struct str trim_path, source_path;
	int trims;                /* number of times a file name is trimmed */
	struct intern files_seen; /* file names, trimmed and cleaned */
	uint32_t *file_of_str;    /* [strings.n] id in files_seen, or NONE */
	/* Frames made so far, by name [strings.n] if the key is only a name, or
	   by function [func.n] if lines do not count; NONE: none yet. NULL: not
	   used at this granularity. */
	frame_id *of_name, *of_func;
	VEC(struct frame) frames;
	struct intern keys; /* keys of the frames that are not found by of_name
			       or of_func; ids start at 1 */
	size_t key_size;    /* bytes of struct key in use */
	VEC(frame_id) of_key;
	struct arena key_bytes;
	/* Keys to look up together, if every line has its own key. */
	uint32_t n_pending;
	struct pending pending[AT_ONCE];
	struct strbuf text;
};

/* Append ":12" without printf(), because large profiles have many lines. */
static void
add_number(struct strbuf *b, int64_t n)
{
	strbuf_addstr(b, n < 0 ? ":-" : ":");
	strbuf_addu(b, u64_abs(n));
}

static frame_id
new_frame(struct frame_maker *m, const struct key *k, line_id line, loc_id loc)
{
	struct frame frame = {
		.name = profile_str(m->p, k->name),
		.object = profile_str(m->p, k->object),
		.file = intern_str(&m->files_seen, (uint32_t)k->file),
		.address = k->address,
		.line = k->line,
		.column = k->column,
		.start_line = k->start_line,
		.first_line = line,
		.first_loc = loc,
	};
	struct strbuf *b = &m->text;

	/* The text is as in pprof, nearly always just the name: then borrow the
	   name. */
	if (frame.name.n > 0 && frame.address == 0 && frame.line == 0 &&
		frame.file.n == 0) {
		frame.text = frame.name;
	} else {
		strbuf_reset(b);
		if (frame.address != 0)
			strbuf_addf(b, "%016llx ",
				(unsigned long long)frame.address);
		if (frame.name.n > 0) {
			strbuf_add(b, frame.name);
			strbuf_addch(b, ' ');
		}
		if (frame.line != 0) {
			strbuf_add(b, frame.file);
			add_number(b, frame.line);
			if (frame.column != 0)
				add_number(b, frame.column);
		} else if (frame.file.n > 0) {
			strbuf_add(b, frame.file);
		} else if (frame.name.n > 0) {
			strbuf_cut(b, b->n - 1);
		} else if (frame.object.n > 0) {
			strbuf_addch(b, '[');
			strbuf_add(b, str_basename(frame.object));
			strbuf_addch(b, ']');
		} else {
			strbuf_addstr(b, "<unknown>");
		}
		frame.text = arena_str(&m->f->arena, strbuf_str(b));
	}
	vec_push(&m->frames, frame);
	return (frame_id)(m->frames.n - 1);
}

static frame_id
frame_of_key(struct frame_maker *m, const struct key *k, line_id line,
	loc_id loc, uint32_t id)
{
	/* A new key has the next id. */
	if (id > m->of_key.n)
		vec_push(&m->of_key, new_frame(m, k, line, loc));
	return m->of_key.p[id - 1];
}

static void
intern_pending(struct frame_maker *m)
{
	struct str text[AT_ONCE];
	uint32_t id[AT_ONCE];

	for (uint32_t i = 0; i < m->n_pending; i++)
		text[i] =
			str_from((const char *)&m->pending[i].key, m->key_size);
	intern_copy_each(&m->keys, text, m->n_pending, id);
	for (uint32_t i = 0; i < m->n_pending; i++) {
		const struct pending *p = &m->pending[i];
		frame_id frame =
			frame_of_key(m, &p->key, p->line, p->loc, id[i]);

		if (p->line != NONE)
			m->f->of_line[p->line] = frame;
		else
			m->f->of_loc[p->loc] = frame;
	}
	m->n_pending = 0;
}

/* Fill in the key of a line; `line` is NONE for a location without lines. True
   if the object is part of the key. */
static bool
make_key(struct frame_maker *m, line_id line, loc_id loc, struct key *k)
{
	const struct profile *p = m->p;
	func_id func = line != NONE ? p->line.func[line] : NONE;
	map_id map;

	*k = (struct key){ .name = 0 };
	if (m->names && func != NONE)
		k->name = p->func.name[func];
	if (m->files && func != NONE) {
		str_id id = p->func.file[func];
		struct str s = profile_str(m->p, id), next;

		/* Trim and clean each distinct file name once. */
		if (m->file_of_str[id] == NONE) {
			for (int i = 0; i < m->trims; i++)
				s = path_trim(s, m->trim_path, m->source_path);
			next = path_trim(s, m->trim_path, m->source_path);
			m->f->trims_on = m->f->trims_on || next.n != s.n;
			if (s.n > 0)
				s = path_clean(s, &m->f->arena);
			m->file_of_str[id] = intern_borrowed(&m->files_seen, s);
		}
		k->file = m->file_of_str[id];
	}
	if (m->lines && func != NONE)
		k->line = p->line.line[line];
	if (m->columns && func != NONE)
		k->column = p->line.column[line];
	if (m->addresses)
		k->address = p->loc.address[loc];
	if (!m->objects && (m->whole_files ? k->file != 0 : k->name != 0))
		return false;
	map = p->loc.map[loc];
	k->object = map != NONE ? p->map.file[map] : 0;
	/* No start line if each file is one frame, or if names tell functions
	   apart without it. */
	k->start_line = func != NONE && !m->whole_files && !p->header.by_place
		? p->func.start_line[func]
		: 0;
	return true;
}

static frame_id
find_frame(struct frame_maker *m, line_id line, loc_id loc)
{
	struct key k;
	bool of_object = make_key(m, line, loc, &k);
	func_id func;
	frame_id frame;

	if (!of_object && m->of_name != NULL) {
		if (m->of_name[k.name] == NONE)
			m->of_name[k.name] = new_frame(m, &k, line, loc);
		return m->of_name[k.name];
	}
	frame = frame_of_key(m, &k, line, loc,
		intern_copy(&m->keys, str_from((const char *)&k, m->key_size)));
	func = line != NONE ? m->p->line.func[line] : NONE;
	if (m->of_func != NULL && func != NONE && !of_object)
		m->of_func[func] = frame;
	return frame;
}

/* Set *to to the frame of a line, now or in intern_pending(). */
static inline void
settle_frame(struct frame_maker *m, line_id line, loc_id loc, frame_id *to)
{
	struct pending *later;

	if (!m->lines) {
		frame_id known = m->of_func != NULL && line != NONE &&
				m->p->line.func[line] != NONE
			? m->of_func[m->p->line.func[line]]
			: NONE;

		/* Functions have many lines: look up each function once. */

		*to = known != NONE ? known : find_frame(m, line, loc);
		return;
	}
	later = &m->pending[m->n_pending++];
	later->line = line;
	later->loc = loc;
	(void)make_key(m, line, loc, &later->key);
	if (m->n_pending == AT_ONCE)
		intern_pending(m);
}

/* Make all frames. Returns early when stopped. */
static void
make(struct frame_maker *m)
{
	const struct profile *p = m->p;
	struct frames *f = m->f;

	f->of_line = ARENA_ARRAY(&f->arena, frame_id, p->line.n);
	f->of_loc = ARENA_ARRAY(&f->arena, frame_id, p->loc.n);
	for (loc_id loc = 0; loc < p->loc.n; loc++) {
		line_id line = p->loc.line0[loc];
		line_id end = p->loc.line0[loc + 1];

		if (loc % LOOK_EVERY == 0 && progress_stopped(m->progress))
			return;
		f->of_loc[loc] = NONE;
		if (line == end)
			settle_frame(m, NONE, loc, &f->of_loc[loc]);
		for (; line < end; line++)
			settle_frame(m, line, loc, &f->of_line[line]);
	}
	intern_pending(m);
	f->system = NONE;
	if (m->system) {
		struct frame frame = { .text = STR("[system]"),
			.first_line = NONE,
			.first_loc = NONE };

		f->system = (frame_id)m->frames.n;
		vec_push(&m->frames, frame);
	}
	f->n = (uint32_t)m->frames.n;
	if (f->n == 0)
		return;
	f->frame = xrealloc(m->frames.p, m->frames.n, sizeof(*f->frame));
	arena_own(&f->arena, f->frame, m->frames.n * sizeof(*f->frame));
	m->frames.p = NULL;
}

struct frames *
frames_new(const struct profile *p, const struct query *q, unsigned flags,
	const struct progress *progress)
{
	struct frames *f = xcalloc(1, sizeof(*f));
	enum granularity gran = q->granularity;
	struct frame_maker m = {
		.f = f,
		.p = p,
		.progress = progress,
		.names = gran != GRAN_FILES,
		.files = gran != GRAN_FUNCTIONS,
		.lines = gran == GRAN_LINES || gran == GRAN_ADDRESSES,
		.addresses = gran == GRAN_ADDRESSES,
		.objects = (flags & FRAMES_OBJECTS) != 0,
		.system = (flags & FRAMES_SYSTEM) != 0,
		.whole_files = gran == GRAN_FILES &&
			(flags & (FRAMES_FILES_APART | FRAMES_OBJECTS)) == 0,
		.trim_path = q->trim_path,
		.source_path = q->source_path,
		.trims = (flags & FRAMES_UNTRIMMED) != 0
			? 0
			: 1 + (int)(flags / FRAMES_TRIMMED_TWICE % 4),
	};

	/* At address granularity pprof keeps columns, unless noinlines makes it
	   rewrite every location. */
	m.columns =
		m.lines && (q->showcolumns || (m.addresses && !q->noinlines));
	m.key_size = m.addresses || m.columns ? sizeof(struct key)
					      : offsetof(struct key, address);
	f->profile = p;
	m.file_of_str = ids_new(p->strings.n);
	/* Reserved memory costs nothing until it is written. */
	vec_reserve(&m.frames, p->func.n);
	if (gran == GRAN_FUNCTIONS)
		m.of_name = ids_new(p->strings.n);
	else if (!m.lines && !m.addresses)
		m.of_func = ids_new(p->func.n);
	intern_init(&m.files_seen, &f->arena);
	intern_init(&m.keys, &m.key_bytes);
	make(&m);
	intern_fini(&m.files_seen);
	intern_fini(&m.keys);
	arena_free(&m.key_bytes);
	free(m.file_of_str);
	free(m.of_name);
	free(m.of_func);
	vec_free(&m.of_key);
	vec_free(&m.frames);
	strbuf_free(&m.text);
	if (!progress_stopped(progress))
		return f;
	frames_free(f);
	return NULL;
}

void
frames_free(struct frames *f)
{
	if (f == NULL)
		return;
	arena_free(&f->arena);
	free(f);
}

struct str
frame_file(const struct frames *f, frame_id frame)
{
	const struct frame *of = &f->frame[frame];
	const struct profile *p = f->profile;
	func_id func =
		of->first_line != NONE ? p->line.func[of->first_line] : NONE;

	return of->file.n > 0 || func == NONE
		? of->file
		: profile_str(p, p->func.file[func]);
}

frame_id
frames_find(const struct frames *f, struct str text)
{
	for (frame_id i = 0; i < f->n; i++)
		if (str_eq(f->frame[i].text, text))
			return i;
	return NONE;
}

/* ---- The stage ---- */

void
framed_fini(struct stage *stage)
{
	frames_free(((struct framed *)stage)->frames);
}

static int
framed_fill(const struct run *run, void *stage, const void *flags)
{
	struct framed *framed = stage;

	framed->frames = frames_new(run->input->profile, run->q,
		*(const unsigned *)flags, run->progress);
	if (framed->frames != NULL)
		return 0;
	(void)run_check(run);
	return -1;
}

const struct framed *
framed_get(const struct run *run)
{
	const struct query *q = run->q;
	struct strbuf key = STRBUF_INIT;
	unsigned flags = run->frame_flags |
		(q->system != SYSTEM_SHOW ? FRAMES_SYSTEM : 0);

	if (q->granularity != GRAN_FILES)
		flags &= ~(unsigned)FRAMES_FILES_APART;
	/* The frames borrow from the input's profile. */
	key_num(&key, run->input->stage.id);
	key_num(&key, q->granularity);
	key_num(&key, q->noinlines);
	key_num(&key, q->showcolumns);
	key_num(&key, flags);
	key_str(&key, q->trim_path);
	key_str(&key, q->source_path);
	return stages_get(&run->e->framed, &key, sizeof(struct framed), run,
		framed_fill, &flags);
}
