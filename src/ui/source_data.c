/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/source_data.h"

#include <inttypes.h>

#include "base/xalloc.h"
#include "engine/origin.h"
#include "present/chrome.h"

struct sourcing *
sourcing_of(const struct screen *s)
{
	return s->own[PANE_SOURCE];
}

void
sourcing_drop(struct sourcing *k)
{
	source_pane_free(k->pane);
	routines_free(k->routines);
	footing_fini(&k->footing);
	arena_free(&k->notes);
	free(k->block);
	view_unref(k->view);
	k->pane = NULL;
	k->routines = NULL;
	k->footing = (struct footing){ .view = NULL };
	k->block = NULL;
	k->view = NULL;
	k->of = NULL;
}

/* ---- Texts ---- */

struct str
sourcing_raw_file(const struct view *v, frame_id frame)
{
	const struct profile *p = v->profile;
	line_id line = v->frames->frame[frame].first_line;

	return line != NONE ? profile_str(p, p->func.file[p->line.func[line]])
			    : STR_EMPTY;
}

struct str
sourcing_raw(const struct screen *s, const struct routine *r)
{
	return r->n > 0
		? sourcing_raw_file(sourcing_of(s)->of->view, r->line[0].frame)
		: STR_EMPTY;
}

void
sourcing_want(struct screen *s, enum pane_id pane,
	const struct source_wish *wish, size_t n)
{
	struct sourcing *k = sourcing_of(s);

	strbuf_reset(&k->wishes[pane]);
	source_order_wishes(&k->wishes[pane], wish, n);
	if (n > 0) {
		const struct query *q = &s->app->shown.view->query;
		const struct source_rules rules = { .trim_path = q->trim_path,
			.source_path = q->source_path,
			.map = s->app->now.settings.source_map,
			.allowed = k->allowed };
		struct strbuf order = STRBUF_INIT;

		/* Combine the requests of all panes. */
		source_order(&order, &rules, NULL, 0);
		for (enum pane_id i = 0; i < PANES; i++)
			strbuf_add(&order, strbuf_str(&k->wishes[i]));
		app_request(s->app, PRODUCT_SOURCES, strbuf_str(&order));
		strbuf_free(&order);
	}
}

struct source_wish
sourcing_wish(const struct view *v, frame_id frame)
{
	const struct profile *p = v->profile;
	const struct frame *f = &v->frames->frame[frame];
	struct source_wish wish = { .name = f->file,
		.raw = sourcing_raw_file(v, frame) };
	map_id map = f->first_loc != NONE ? p->loc.map[f->first_loc] : NONE;

	/* Files of a package cache have a version; when they were unpacked does
	   not matter. */
	if (map != NONE && textcheck_is_compiled(wish.raw) &&
		str_find(wish.raw, STR("/pkg/mod/"), 0) < 0 &&
		str_find(wish.raw, STR("/registry/src/"), 0) < 0)
		wish.program = profile_str(p, p->map.file[map]);
	return wish;
}

void
sourcing_order(struct screen *s)
{
	struct sourcing *k = sourcing_of(s);
	const struct frames *frames = k->of->view->frames;
	VEC(struct source_wish) wish = { NULL, 0, 0 };

	for (uint32_t i = 0; i < k->routines->n; i++) {
		const struct routine *r = &k->routines->routine[i];

		if (r->file.n > 0 && r->n > 0)
			vec_push(&wish,
				sourcing_wish(k->of->view, r->line[0].frame));
		for (uint32_t j = 0; k->bodies && j < r->n; j++)
			for (uint32_t c = 0; c < r->line[j].n_callees; c++) {
				const struct line_callee *to =
					&r->line[j].callee[c];

				if ((to->inlined & 1) != 0 &&
					frames->frame[to->frame].file.n > 0)
					vec_push(&wish,
						sourcing_wish(k->of->view,
							to->frame));
			}
	}
	sourcing_want(s, PANE_SOURCE, wish.p, wish.n);
	vec_free(&wish);
}

const struct sources *
sourcing_texts(const struct screen *s)
{
	return s->app->product[PRODUCT_SOURCES].it;
}

const struct source *
sourcing_file(const struct screen *s, struct str name, struct str raw)
{
	const struct sources *all = sourcing_texts(s);

	for (size_t i = 0; all != NULL && i < all->n; i++)
		if (str_eq(all->source[i].name, name) &&
			str_eq(all->source[i].raw, raw))
			return &all->source[i];
	return NULL;
}

const struct source *
sourcing_text(const struct screen *s, const struct routine *r)
{
	return sourcing_file(s, r->file, sourcing_raw(s, r));
}

/* ---- Notes ---- */

struct noting {
	struct arena *arena;
	VEC(struct str) line;
};

static void
add_note(struct noting *n, struct strbuf *text)
{
	vec_push(&n->line, arena_str(n->arena, strbuf_str(text)));
	strbuf_reset(text);
}

/* As in pprof, source_path does not help to find an absolute name. */
const char *
sourcing_option(const struct source *src)
{
	return str_starts(src->raw, STR("/")) ? "source_map" : "source_path";
}

struct text_facts
sourcing_facts(const struct source *src)
{
	return (struct text_facts){ .line = src->line,
		.n = src->n,
		.part = src->part,
		.mtime = src->mtime,
		.program = src->program,
		.program_mtime = src->program_mtime };
}

/* Give the block a source text, without weights if it is not the text that was
   profiled. */
static void
take_source(struct screen *s, struct source_block *b, const struct source *src,
	struct noting *n)
{
	struct sourcing *k = sourcing_of(s);
	const struct routine *r = b->routine;
	struct text_facts facts = sourcing_facts(src);
	struct textcheck c =
		textcheck_routine(&facts, r, k->of->view, &k->notes);
	struct strbuf text = STRBUF_INIT;
	int64_t rows = i64_wrap_sub(r->end, r->start);

	if (c.doubt == TEXT_FITS) {
		b->line = src->line;
		b->n = src->n;
		return;
	}
	textcheck_put(&text, &c, true);
	b->doubt = arena_str(&k->notes, strbuf_str(&text));
	strbuf_reset(&text);
	b->doubted = (uint32_t)n->line.n;
	textcheck_put(&text, &c, false);
	add_note(n, &text);
	strbuf_free(&text);
	b->apart = src->line;
	b->n_apart = src->n;
	b->apart_from = c.doubt == TEXT_MOVED && c.here > 0 ? c.here : r->start;
	b->apart_to = (int64_t)src->n;
	if (rows >= 0 && rows < b->apart_to - b->apart_from)
		b->apart_to = b->apart_from + rows;
}

static void
fill_block(struct screen *s, struct source_block *b, bool is_first)
{
	struct sourcing *k = sourcing_of(s);
	const struct routine *r = b->routine;
	const struct source *src = sourcing_text(s, r);
	struct noting n = { .arena = &k->notes };
	size_t tried = 0;

	*b = (struct source_block){ .routine = r };
	if (is_first && k->called != NONE) {
		struct strbuf text = STRBUF_INIT;

		b->heading = STR("called from your line");
		strbuf_add(&text, b->heading);
		strbuf_addstr(&text, ": ");
		strbuf_add(&text, k->view->frames->frame[k->asked].text);
		strbuf_addstr(&text, "  (_ shows its own text)");
		add_note(&n, &text);
		strbuf_free(&text);
	}
	b->moved = routine_moved(r, k->of->view);
	if (b->moved != 0) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text,
			"begins %s line%s %s than in the base: lines of one "
			"side may be the same code",
			grouped(u64_abs(b->moved)).text,
			plural(u64_abs(b->moved)),
			b->moved > 0 ? "lower" : "higher");
		add_note(&n, &text);
		strbuf_free(&text);
	}
	if (src != NULL && src->path.n > 0 && !src->outside)
		take_source(s, b, src, &n);
	if (r->n > 0 && r->line[0].line > 0 &&
		!s->app->session->facts->inner_lines) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addstr(&text,
			"this profile has no line numbers inside functions; "
			"costs are shown at each function's first line");
		add_note(&n, &text);
		strbuf_free(&text);
	}
	if (src != NULL && src->path.n > 0 && !src->outside) {
		struct strbuf text = STRBUF_INIT;
		int64_t end;
		const struct header *h;

		/* Time at which the profile ends, or 0. */
		h = &k->of->view->profile->header;
		end = h->time_nanos > 0
			? i64_wrap_add(h->time_nanos, h->duration_nanos)
			: 0;
		if (src->rule.n > 0) {
			strbuf_addf(&text, "found as %.*s (%.*s)",
				STR_ARG(src->path), STR_ARG(src->rule));
			add_note(&n, &text);
		}
		if (end > 0 && src->mtime > end) {
			strbuf_addstr(&text, "! newer than the profile (");
			amount_put(&text, i64_wrap_sub(src->mtime, end),
				STR("ns"));
			strbuf_addstr(&text, "): lines may have moved");
			add_note(&n, &text);
		}
		if (src->part) {
			strbuf_addf(&text,
				"! large file: only its first %zu lines",
				src->n);
			add_note(&n, &text);
		}
		strbuf_free(&text);
	} else {
		bool waits = s->app->computing;
		struct strbuf text = STRBUF_INIT;

		if (r->file.n == 0) {
			strbuf_addstr(&text,
				"the profile has no source file for this "
				"function; :symbols shows what is known");
		} else if (src == NULL) {
			strbuf_addstr(&text,
				waits ? "reading..."
				      : "stopped before the file was read");
		} else if (src->outside) {
			strbuf_addf(&text,
				"%.*s is not among your sources; Enter shows "
				"it",
				STR_ARG(src->path));
		} else {
			strbuf_addf(&text,
				"%.*s not found; Enter sets its folder (%s)",
				STR_ARG(r->file), sourcing_option(src));
		}
		add_note(&n, &text);
		for (size_t i = 0;
			src != NULL && !src->outside && i < src->n_tried; i++) {
			strbuf_addf(&text, "  tried %.*s: %.*s",
				STR_ARG(src->tried[i].path),
				STR_ARG(src->tried[i].why));
			add_note(&n, &text);
			tried++;
		}
		strbuf_free(&text);
	}
	b->n_notes = n.line.n;
	b->n_above = n.line.n - tried;
	b->note = arena_dup(&k->notes, n.line.p, n.line.n, sizeof(*n.line.p));
	vec_free(&n.line);
}

static int
by_block_weight(const void *a, const void *b)
{
	const struct source_block *x = a, *y = b;
	uint64_t i = u64_abs(row_sum_value(&x->routine->total));
	uint64_t j = u64_abs(row_sum_value(&y->routine->total));

	if (i != j)
		return i > j ? -1 : 1;
	return str_cmp(x->routine->file, y->routine->file);
}

/* ---- The user's own callers ---- */

frame_id
sourcing_own_caller(struct screen *s, node_id node, frame_id *called)
{
	const struct view *v = s->app->shown.view;
	const struct tree *t = &v->full;
	struct origins *origins = flamegraph_origins(s->app->shown.flamegraph);
	node_id own, callee = NONE;

	/* In other views, nodes above are not callers. */
	if (node == NONE || node == 0 || v->query.direction != DIR_CALLEES ||
		v->query.granularity == GRAN_FILES)
		return NONE;
	own = origin_own_caller(origins, v->frames, t, node, &callee);
	if (own == NONE)
		return NONE;
	*called = t->frame[callee];
	return t->frame[own];
}

/* ---- Building the pane ---- */

struct same_file {
	const struct listing *l;
	const struct view *v;
	frame_id frame;
};

static bool
is_in_file(void *arg, frame_id frame)
{
	const struct same_file *f = arg;

	return listing_shown(f->l, f->v, frame) == f->frame;
}

void
sourcing_sum(struct screen *s)
{
	struct sourcing *k = sourcing_of(s);
	const struct listing *l = k->of;
	const struct view *v = k->view;
	struct same_file file = { l, v, k->frame };

	k->footing = k->node != NONE ? footing_place(l, v, k->node)
				     : footing_all(l->view);
	k->routines = v->query.granularity == GRAN_FILES
		? routines_new(&k->footing, true, is_in_file, &file)
		: routines_of(l, &k->footing, listing_function(l, v, k->frame));
	routines_add_callees(k->routines, l, &k->footing);
	sourcing_order(s);
}

void
sourcing_make(struct screen *s)
{
	struct sourcing *k = sourcing_of(s);
	const struct listing *l = k->of;
	const struct view *v = k->view;
	struct source_of of = { .view = v,
		.listing = l,
		.footing = &k->footing,
		.routines = k->routines,
		.frame = k->frame,
		.n_blocks = k->routines->n };
	const struct sources *all;
	VEC(struct source_text) text = { NULL, 0, 0 };

	source_pane_free(k->pane);
	arena_free(&k->notes);
	free(k->block);
	k->block = xcalloc(k->routines->n, sizeof(*k->block));
	for (uint32_t i = 0; i < k->routines->n; i++)
		k->block[i].routine = &k->routines->routine[i];
	if (k->routines->n > 0)
		qsort(k->block, k->routines->n, sizeof(*k->block),
			by_block_weight);
	for (uint32_t i = 0; i < k->routines->n; i++)
		fill_block(s, &k->block[i], i == 0);
	of.block = k->block;
	/* Texts that have been read, for inlined calls. */
	all = sourcing_texts(s);
	for (size_t i = 0; all != NULL && i < all->n; i++) {
		const struct source *src = &all->source[i];

		if (src->path.n > 0 && !src->outside)
			vec_push(&text,
				((struct source_text){ src->name, src->line,
					src->n, src->part }));
	}
	of.n_texts = text.n;
	of.text = arena_dup(
		&sourcing_of(s)->notes, text.p, text.n, sizeof(*text.p));
	vec_free(&text);
	if (v->query.granularity != GRAN_FILES) {
		footing_sum(&k->footing, l, listing_function(l, v, k->frame),
			&of.self, &of.total);
	} else {
		row_sum_add(&of.self, &v->w.self, k->frame);
		row_sum_add(&of.total, &v->w.total, k->frame);
	}
	k->pane = source_pane_new(&of);
	k->texts_made = stamp_of(s->app, PRODUCT_SOURCES);
}
