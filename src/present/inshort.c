/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view in a few sentences (inshort.h). */
#include "prelude.h"

#include "present/inshort.h"

#include <inttypes.h>

#include "base/num.h"
#include "base/utf8.h"
#include "engine/significance.h"
#include "present/caption.h"
#include "present/hint.h"
#include "present/mainpath.h"
#include "present/number.h"
#include "present/owners.h"
#include "present/why.h"

enum { LEAST_PART = 20, LEAST_EVENTS = 5, CAUSES_SAID = 3 };

/* Append a row unless `text` is empty, and empty `text`. */
static void
add_sentence(struct inshort *out, const char *name, const char *command,
	struct strbuf *text)
{
	struct str copy = arena_str(&out->arena, strbuf_str(text));

	if (text->n > 0)
		out->row[out->n++] = (struct inshort_row){ name, copy, copy,
			command };
	strbuf_reset(text);
}

/* True if the line's share is large enough, and not by chance. */
static bool
line_counts(const struct ownership *o, const struct view *v)
{
	const struct own_line *line = &o->line;
	int64_t cost = ownership_weight(o, &line->cost);
	int64_t events = v->is_diff ? 0 : hint_events(v, line->cost);

	return line->line > 0 && cost > 0 &&
		cost > ownership_whole(o) / LEAST_PART &&
		(events == 0 || events >= LEAST_EVENTS * EVENT_PARTS);
}

static void
put_own_line(struct strbuf *out, const struct ownership *o,
	const struct view *v, bool ascii)
{
	const struct own_line *line = &o->line;
	struct str name = strbuf_str(&line->function);
	frame_id frame = frames_find(v->frames, name);
	struct strbuf place = STRBUF_INIT;
	struct arena arena = ARENA_INIT;

	if (frame != NONE)
		name = caption_short(v, frame, CAPTION_AUTO, &arena);
	strbuf_addstr(out, "your heaviest line is ");
	if (line->file.n > 0) {
		strbuf_addch(&place, ' ');
		strbuf_add(&place, str_basename(strbuf_str(&line->file)));
		strbuf_addf(&place, ":%" PRId64, line->line);
		utf8_put(out, str_skip(strbuf_str(&place), 1), ascii, -1);
		strbuf_addstr(out, " in ");
		/* "<genexpr> shelves.py:27", where several have that name */
		if (str_ends(name, strbuf_str(&place)))
			name.n -= place.n;
	} else {
		strbuf_addf(out, "line %" PRId64 " of ", line->line);
	}
	utf8_put(out, name, ascii, -1);
	strbuf_addstr(out, ": ");
	owners_put_share(out, o, &line->cost, !line->may_have_moved);
	if (ownership_weight(o, &line->cost) !=
		ownership_weight(o, &line->self))
		strbuf_addstr(out,
			", including the library and runtime code it calls");
	strbuf_free(&place);
	arena_free(&arena);
}

/* Return the frame that caused the largest change of those not in `done`, or
   NONE. */
static frame_id
largest_cause(const struct view *v, const frame_id *done, size_t n)
{
	frame_id best = NONE;

	for (frame_id f = 0; f < v->frames->n; f++) {
		bool is_done = v->cause[f] == 0;

		for (size_t i = 0; i < n; i++)
			is_done = is_done || done[i] == f;
		if (!is_done &&
			(best == NONE ||
				i64_abs(v->cause[f]) > i64_abs(v->cause[best])))
			best = f;
	}
	return best;
}

/* Append a diff's causes, and how many changes are significant. */
static void
put_causes(struct strbuf *out, const struct view *v, bool ascii)
{
	struct numbers num = numbers_of(v, &v->w);
	const struct evidence *e = v->evidence;
	struct arena arena = ARENA_INIT;
	frame_id done[CAUSES_SAID];
	size_t n = 0, causes = 0;

	if (e == NULL || v->cause == NULL)
		return;
	if (e->n_frames == 0) {
		strbuf_addstr(out, "no function changed");
		return;
	}
	for (frame_id f = 0; f < v->frames->n; f++)
		causes += v->cause[f] != 0;
	for (; n < CAUSES_SAID; n++) {
		frame_id f = largest_cause(v, done, n);

		if (f == NONE)
			break;
		strbuf_addstr(out, n == 0 ? "caused by " : ", ");
		utf8_put(out, caption_short(v, f, CAPTION_AUTO, &arena), ascii,
			-1);
		strbuf_addch(out, ' ');
		delta_put(out, &num, (struct sides){ .new = v->cause[f] });
		done[n] = f;
	}
	arena_free(&arena);
	if (causes > n)
		strbuf_addf(out, " and %s more", grouped(causes - n).text);
	if (!evidence_is_exact(v) && e->known) {
		strbuf_addstr(out, n > 0 ? "; " : "");
		if (e->n_frames == 1)
			strbuf_addf(out, "the only change %s out",
				e->n_real > 0 ? "stands" : "does not stand");
		else
			strbuf_addf(out, "%s of %s changes stand%s out",
				e->n_real == 0 ? "none"
					       : grouped(e->n_real).text,
				grouped(e->n_frames).text,
				e->n_real < 2 ? "s" : "");
	}
	if (evidence_lengths_differ(v)) {
		strbuf_addstr(out, "; recorded for different times: ");
		why_put_lengths(out, v);
	}
}

/* True if the origins of most code are known, and not all the same. In a
   profile of locks all of the cost is the runtime's. */
static bool
owners_tell(const struct ownership *o)
{
	int64_t whole = ownership_whole(o), least = i64_abs(whole) / 200;
	size_t rows = 0;

	for (int k = 0; k < ORIGIN_KINDS; k++) {
		int64_t self = ownership_weight(o, &o->origin[k].self);

		if (k == ORIGIN_UNKNOWN && i64_abs(self) > i64_abs(whole) / 2)
			return false;
		rows += i64_abs(self) > least;
	}
	return !o->of_locks && rows > 1;
}

/* True if the path ends in a function whose name is known. */
static bool
path_tells(const struct flamegraph *p, struct selection end)
{
	frame_id frame = selection_frame(p, end);

	return frame == NONE || flamegraph_view(p)->frames->frame[frame].name.n;
}

/* Add the sentences about a stack dump. The filters of the view do not change
   them. */
static void
add_waits(struct inshort *out, const struct profile *p, struct strbuf *text,
	bool ascii)
{
	static const char *const name[WAITS_MOST] = { "waits", "waits_2",
		"waits_3" };
	struct str sentence[WAITS_MOST];
	size_t n = profile_waits(p, sentence);

	for (size_t i = 0; i < n; i++) {
		utf8_put(text, sentence[i], ascii, -1);
		add_sentence(out, name[i], "tagroot=state", text);
	}
}

void
inshort_make(struct inshort *out, const struct ownership *o,
	struct flamegraph *p, struct origins *origins, bool ascii)
{
	const struct view *v = flamegraph_view(p);
	struct strbuf text = STRBUF_INIT;
	/* Means do not add up: they have neither shares nor causes. */
	bool shares = !v->query.mean;

	*out = (struct inshort){ .arena = ARENA_INIT };
	if (shares && v->is_diff)
		put_causes(&text, v, ascii);
	add_sentence(out, "change", "answer changed", &text);
	if (!v->is_diff)
		add_waits(out, v->profile, &text, ascii);
	if (shares && o != NULL && owners_tell(o)) {
		size_t before = out->n;

		owners_put_brief(&text, o, !v->is_diff);
		add_sentence(out, "code", "owners", &text);
		/* The shorter form leaves out the kinds of runtime work. */
		owners_put_brief(&text, o, false);
		if (out->n > before)
			out->row[before].less =
				arena_str(&out->arena, strbuf_str(&text));
		strbuf_reset(&text);
	}
	if (shares && v->query.direction == DIR_CALLEES &&
		selection_width(p, selection_root(p)) > 0 &&
		!path_tells(p,
			mainpath_put(&text, p, origins, selection_root(p),
				false, ascii)))
		strbuf_reset(&text);
	add_sentence(out, "path", "answer cpu", &text);
	if (shares && o != NULL && line_counts(o, v))
		put_own_line(&text, o, v, ascii);
	add_sentence(out, "line", "own_line", &text);
	strbuf_free(&text);
}

void
inshort_free(struct inshort *s)
{
	arena_free(&s->arena);
	*s = (struct inshort){ .arena = ARENA_INIT };
}
