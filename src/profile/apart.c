/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions with the same name. */
#include "prelude.h"

#include "profile/apart.h"

#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/place.h"

/* Maximum path components added to a name to make it unique; if that is not
   enough, the whole path is added. */
enum { PARTS_MOST = 8 };

/* A name, and the place of the last function that has it. */
struct apart_text {
	const struct profile *p; /* profile of that function */
	str_id file;             /* in p's strings */
	int64_t line;
	bool is_shared; /* true if functions at several places in one profile
			   have the name */
};

struct apart_texts {
	struct intern ids; /* names; their ids, from 1, are indices into text */
	VEC(struct apart_text) text;
};

struct apart {
	const struct progress *progress;
	struct arena arena;
	struct apart_texts names; /* names in the profiles */
	struct apart_texts made;  /* the same with 1, 2 ... components of
				     paths */
	struct strbuf buf;
	struct strbuf ignored;
};

static struct apart_text *
apart_text_of(struct apart_texts *t, struct str text)
{
	uint32_t id = intern_copy(&t->ids, text);

	while (t->text.n <= id)
		vec_push(&t->text, (struct apart_text){ .p = NULL });
	return &t->text.p[id];
}

/* Record the place of a function with this name. */
static void
note_place(struct apart_texts *t, struct str text, const struct profile *p,
	str_id file, int64_t line)
{
	struct apart_text *known = apart_text_of(t, text);

	if (known->p == p)
		known->is_shared = known->is_shared || known->file != file ||
			known->line != line;
	known->p = p;
	known->file = file;
	known->line = line;
}

/* True if the function's place may be added to its name. */
static bool
can_have_place(struct apart *a, const struct profile *p, func_id f)
{
	struct str name = profile_str(p, p->func.name[f]);
	struct name_place place;

	strbuf_reset(&a->ignored);
	return name.n > 0 && p->func.file[f] != 0 &&
		!place_cut(&a->ignored, name, STR_EMPTY, &place);
}

static void
note_names(struct apart *a, const struct profile *p)
{
	for (func_id f = 0; f < p->func.n; f++) {
		if (progress_stops_at(a->progress, f))
			return;
		if (can_have_place(a, p, f))
			note_place(&a->names, profile_str(p, p->func.name[f]),
				p, p->func.file[f], p->func.start_line[f]);
	}
}

static bool
is_shared(struct apart *a, const struct profile *p, func_id f)
{
	return can_have_place(a, p, f) &&
		apart_text_of(&a->names, profile_str(p, p->func.name[f]))
			->is_shared;
}

/* Set a->buf to a function's name and the last `parts` components of its
   path. */
static struct str
with_parts(struct apart *a, const struct profile *p, func_id f, int parts)
{
	struct str file = profile_str(p, p->func.file[f]), head = file;

	while (parts-- > 0 && head.n > 0) {
		ptrdiff_t slash = str_rchr(head, '/');

		head = str_sub(head, 0, slash < 0 ? 0 : (size_t)slash);
	}
	if (head.n > 0)
		file = str_skip(file, head.n + 1);
	strbuf_reset(&a->buf);
	strbuf_add3(&a->buf, "", profile_str(p, p->func.name[f]), " ");
	strbuf_add(&a->buf, file);
	return strbuf_str(&a->buf);
}

/* Add this many path components to the names, and record which of the results
   still stand for several files. False if none does. */
static bool
note_parts(struct apart *a, const struct profile *p, int parts)
{
	bool any = false;

	for (func_id f = 0; f < p->func.n; f++) {
		struct str text;

		if (!is_shared(a, p, f))
			continue;
		text = with_parts(a, p, f, parts);
		note_place(&a->made, text, p, p->func.file[f], 0);
		any = any || apart_text_of(&a->made, text)->is_shared;
	}
	return any;
}

static struct profile *
rename_shared(struct apart *a, const struct profile *p)
{
	struct profile *q = NULL;

	for (func_id f = 0; f < p->func.n; f++) {
		int parts = 1;

		if (!is_shared(a, p, f))
			continue;
		while (apart_text_of(&a->made, with_parts(a, p, f, parts))
				->is_shared &&
			parts < PARTS_MOST)
			parts++;
		if (p->func.start_line[f] > 0)
			strbuf_addf(&a->buf, ":%lld",
				(long long)p->func.start_line[f]);
		if (q == NULL)
			q = profile_overlay(p);
		q->func.name[f] = intern_copy(&q->strings, strbuf_str(&a->buf));
	}
	return q != NULL ? q : profile_ref(p);
}

struct profile *
apart_rename(const struct profile *p, const struct profile *other,
	const struct progress *progress)
{
	struct apart a = { .progress = progress };
	const struct profile *side[] = { p, other };
	struct profile *made;
	bool more = true;

	if (!p->header.by_place || p->header.is_apart ||
		(other != NULL && !other->header.by_place))
		return profile_ref(p);
	intern_init(&a.names.ids, &a.arena);
	intern_init(&a.made.ids, &a.arena);
	for (int i = 0; i < 2 && side[i] != NULL; i++)
		note_names(&a, side[i]);
	for (int parts = 1; more && parts < PARTS_MOST; parts++) {
		more = false;
		for (int i = 0; i < 2 && side[i] != NULL; i++)
			more = note_parts(&a, side[i], parts) || more;
	}
	made = progress_stopped(progress) ? profile_ref(p)
					  : rename_shared(&a, p);
	intern_fini(&a.names.ids);
	intern_fini(&a.made.ids);
	vec_free(&a.names.text);
	vec_free(&a.made.text);
	strbuf_free(&a.buf);
	strbuf_free(&a.ignored);
	arena_free(&a.arena);
	return made;
}
