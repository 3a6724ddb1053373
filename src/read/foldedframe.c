/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames of folded stacks: see foldedframe.h. */
#include "config.h"

#include "read/foldedframe.h"

#include "base/hash.h"
#include "base/intern.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "read/foldedline.h"
#include "read/lines.h"
#include "read/places.h"
#include "read/read.h"

#include "base/banned.h"

enum {
	LOOK_LINES = 1000, /* from which the dialect is told */
};

/* What a frame is marked as. */
enum mark { PLAIN, KERNEL, JIT, INTERPRETED, WAKER, INLINED, MARKS };

static const char *const mark_map[MARKS] = { NULL, "[kernel]", "[jit]",
	"[interpreter]", "[waker]", NULL };

static const struct {
	char letter;
	enum mark mark;
} suffixes[] = { { 'k', KERNEL }, { 'i', INLINED }, { 'j', JIT },
	{ 'w', WAKER }, { '0', INTERPRETED }, { '1', JIT } };

/* A name with its source. */
struct split {
	struct str name, file;
	int64_t line; /* 0: not told */
};

typedef bool split_fn(struct str text, struct split *out);

struct folded_frames {
	struct builder *b;
	split_fn *split;           /* of the dialect, or NULL */
	struct intern seen[MARKS]; /* texts of locations, by delimiter */
	VEC(loc_id) loc[MARKS];    /* [seen] */
	struct map64 func_of;      /* (name, file) -> function */
	struct map64 system_of;    /* ... with another system name */
	map_id map[MARKS];
	VEC(struct builder_line) line; /* scratch */
	size_t empty;
};

/* "file.py:12", or only "file.py": something with a dot in it. */
static bool
place(struct str s, struct split *out)
{
	ptrdiff_t colon = str_rchr(s, ':');

	out->file = s;
	out->line = 0;
	if (colon > 0 && str_to_i64(str_skip(s, (size_t)colon + 1), &out->line))
		out->file = str_sub(s, 0, (size_t)colon);
	else
		out->line = 0;
	return out->file.n > 0 && out->line >= 0;
}

/* "serve (app/views.py:12)" */
static bool
split_python(struct str s, struct split *out)
{
	ptrdiff_t at = str_bracket(s);

	if (at < 2 || s.p[at - 1] != ' ' ||
		!place(str_sub(s, (size_t)at + 1, s.n - 1), out))
		return false;
	out->name = str_sub(s, 0, (size_t)at - 1);
	return out->line > 0 || str_ends(out->file, STR(".py"));
}

/* "serve - app/views.rb:12" */
static bool
split_ruby(struct str s, struct split *out)
{
	ptrdiff_t at = str_rfind(s, STR(" - "));

	if (at <= 0 || !place(str_skip(s, (size_t)at + 3), out))
		return false;
	out->name = str_sub(s, 0, (size_t)at);
	return out->line > 0;
}

/* "serve:views.c:12" */
static bool
split_srcline(struct str s, struct split *out)
{
	struct str name;
	ptrdiff_t at;

	if (!place(s, out) || out->line == 0)
		return false;
	name = out->file;
	at = str_rchr(name, ':');
	if (at <= 0 || name.p[at - 1] == ':')
		return false;
	out->name = str_sub(name, 0, (size_t)at);
	out->file = str_skip(name, (size_t)at + 1);
	return str_chr(out->file, '.') > 0;
}

static split_fn *const dialects[] = { split_python, split_ruby, split_srcline };

/* The dialect that four fifths of the frames at the start are written in. */
static split_fn *
find_dialect(struct str bytes)
{
	size_t hits[COUNT_OF(dialects)] = { 0 }, n = 0;
	struct lines lines;
	struct str line;

	lines_init(&lines, bytes, NULL);
	while (lines.number < LOOK_LINES && lines_next(&lines, &line)) {
		struct folded_record r;
		struct str rest;

		if (folded_parse(line, &r) != FOLDED_RECORD)
			continue;
		for (rest = r.stack; rest.n > 0; n++) {
			struct str frame = str_cut(&rest, ';');
			struct split ignored;

			for (size_t d = 0; d < COUNT_OF(dialects); d++)
				hits[d] += dialects[d](frame, &ignored);
		}
	}
	for (size_t d = 0; d < COUNT_OF(dialects); d++)
		if (hits[d] > 0 && hits[d] * 5 >= n * 4)
			return dialects[d];
	return NULL;
}

struct folded_frames *
folded_frames_new(struct builder *b, struct str bytes)
{
	struct folded_frames *f = xcalloc(1, sizeof(*f));

	f->b = b;
	f->split = find_dialect(bytes);
	for (int m = 0; m < MARKS; m++) {
		/* Text 0 is "", which is no frame. */
		intern_init(&f->seen[m], NULL);
		vec_push(&f->loc[m], NONE);
		f->map[m] = NONE;
	}
	return f;
}

void
folded_frames_free(struct folded_frames *f)
{
	if (f == NULL)
		return;
	for (int m = 0; m < MARKS; m++) {
		intern_fini(&f->seen[m]);
		vec_free(&f->loc[m]);
	}
	map64_free(&f->func_of);
	map64_free(&f->system_of);
	vec_free(&f->line);
	free(f);
}

size_t
folded_frames_empty(const struct folded_frames *f)
{
	return f->empty;
}

/* Cut "_[k]" and the like off a text. */
static enum mark
cut_mark(struct str *s)
{
	const char *end = s->p + s->n;

	if (s->n <= 4 || end[-4] != '_' || end[-3] != '[' || end[-1] != ']')
		return PLAIN;
	for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
		if (suffixes[i].letter != end[-2])
			continue;
		s->n -= 4;
		return suffixes[i].mark;
	}
	return PLAIN;
}

/* The ';' of a name is written as the Greek question mark, which looks the
   same and is the same to Unicode; see report/folded.c. */
static str_id
name(struct builder *b, struct str text)
{
	struct strbuf plain = STRBUF_INIT;
	ptrdiff_t at = str_find(text, STR(FOLDED_SEMICOLON), 0);
	str_id id;

	if (at < 0)
		return builder_string(b, text);
	while ((at = str_find(text, STR(FOLDED_SEMICOLON), 0)) >= 0) {
		strbuf_add(&plain, str_sub(text, 0, (size_t)at));
		strbuf_addch(&plain, ';');
		text = str_skip(text, (size_t)at + 2);
	}
	strbuf_add(&plain, text);
	id = builder_string(b, strbuf_str(&plain));
	strbuf_free(&plain);
	return id;
}

/* One function for each (name, file), and for each text with a mark. */
static func_id
function(struct folded_frames *f, const struct builder_function *row)
{
	bool marked = row->system != 0;
	str_id text = marked ? row->system : row->name;

	return places_function(marked ? &f->system_of : &f->func_of,
		(uint64_t)text << 32 | row->file, f->b, row);
}

/* One frame as a line of the location being made. */
static enum mark
add_line(struct folded_frames *f, struct str text)
{
	struct builder_function row = { .file = 0 };
	struct builder_line line = { .func = 0 };
	struct split split = { .name = text };
	struct str whole = text;
	enum mark mark = cut_mark(&text);

	split.name = text;
	if (f->split != NULL && !f->split(text, &split))
		split = (struct split){ .name = text };
	row.name = name(f->b, split.name);
	row.file = builder_string(f->b, split.file);
	row.system = mark == PLAIN ? 0 : name(f->b, whole);
	line.line = split.line;
	if (row.name == NONE || row.file == NONE || row.system == NONE)
		return mark;
	line.func = function(f, &row);
	if (line.func != NONE)
		vec_push(&f->line, line);
	return mark;
}

static map_id
mapping(struct folded_frames *f, enum mark mark)
{
	struct builder_mapping row = { .file = 0 };

	if (mark_map[mark] == NULL)
		return NONE;
	/* The first one is the program itself, of which nothing is known. */
	if (builder_mappings(f->b) == 0)
		(void)builder_mapping(f->b, &row);
	if (f->map[mark] == NONE) {
		row.file = builder_string(f->b, str_c(mark_map[mark]));
		if (row.file != NONE)
			f->map[mark] = builder_mapping(f->b, &row);
	}
	return f->map[mark];
}

/* The location of a frame and those inlined into it: "a;b_[i];c_[i]". */
static loc_id
location(struct folded_frames *f, struct str text, enum mark where)
{
	struct builder_location row = { .map = NONE };
	uint32_t seen = intern_borrowed(&f->seen[where], text);
	enum mark mark = PLAIN, last;

	if (seen < f->loc[where].n)
		return f->loc[where].p[seen];
	f->line.n = 0;
	while (text.n > 0) {
		struct str frame = str_cut(&text, ';');

		if (frame.n == 0)
			continue;
		last = add_line(f, frame);
		if (mark == PLAIN && last != INLINED)
			mark = last;
	}
	/* The innermost comes first. */
	vec_reverse(struct builder_line, &f->line);
	row.map = mapping(f, mark == PLAIN ? where : mark);
	row.line = f->line.p;
	row.nlines = f->line.n;
	vec_push(&f->loc[where], builder_location(f->b, &row));
	return f->loc[where].p[seen];
}

static bool
is_inlined(struct str frame)
{
	return cut_mark(&frame) == INLINED;
}

node_id
folded_frames_stack(struct folded_frames *f, struct str stack)
{
	enum mark where = PLAIN;
	node_id node = 0;

	f->empty += stack.n > 0 && stack.p[stack.n - 1] == ';';
	while (stack.n > 0 && node != NONE) {
		struct str text = str_cut(&stack, ';'), next = stack, frame;
		loc_id loc;

		if (text.n == 0) {
			f->empty++;
			continue;
		}
		while (next.n > 0 && is_inlined(frame = str_cut(&next, ';'))) {
			text.n = (size_t)(frame.p + frame.n - text.p);
			stack = next;
		}
		loc = location(f, text, where);
		node = loc == NONE ? NONE : builder_step(f->b, node, loc);
		if (str_is(text, "-"))
			where = KERNEL;
		else if (str_is(text, "--"))
			where = WAKER;
	}
	return node;
}
