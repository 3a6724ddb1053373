/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame filters: matches per function, effects per location. */
#include "prelude.h"

#include "engine/framefilter.h"

#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/leafsamples.h"
#include "engine/leaffold.h"
#include "engine/origin.h"
#include "engine/prune.h"
#include "engine/regexp.h"

/* ---- Hits: one pattern against the names ---- */

struct hits {
	struct stage stage;
	struct bits func; /* [func.n] */
	struct bits map;  /* [map.n] */
};

struct frame_pattern {
	const char *option; /* for messages: "parsing focus regexp: ..." */
	struct str pattern;
	/* Match only simplified function names (prune.h); otherwise names and
	   files of functions, and files of mappings. */
	bool simple;
};

struct matcher {
	const struct run *run;
	const struct profile *p;
	struct regexp *match;
	bool simple;
	uint8_t *answer; /* [strings.n] ANSWER_*, per distinct string */
	unsigned asked;
};

enum { ANSWER_UNKNOWN, ANSWER_NO, ANSWER_YES };

static bool
matches_name(struct matcher *m, str_id id)
{
	struct str name = profile_str(m->p, id);

	if (m->answer[id] == ANSWER_UNKNOWN) {
		if (m->simple)
			name = simple_name(name);
		m->answer[id] =
			regexp_str(m->match, name) ? ANSWER_YES : ANSWER_NO;
		m->asked++;
	}
	return m->answer[id] == ANSWER_YES;
}

static int
match_names(struct hits *h, struct matcher *m)
{
	const struct profile *p = m->p;

	for (func_id f = 0; f < p->func.n; f++) {
		str_id name = p->func.name[f];

		if (m->simple ? profile_str(p, name).n > 0 &&
					matches_name(m, name)
			      : matches_name(m, name) ||
					matches_name(m, p->func.file[f]))
			bits_set(&h->func, f);
		if (m->asked % 64 == 0 && run_check(m->run) != 0)
			return -1;
	}
	for (map_id i = 0; i < p->map.n && !m->simple; i++)
		if (matches_name(m, p->map.file[i]))
			bits_set(&h->map, i);
	return 0;
}

/* True if the pattern names an origin or a kind: "origin:library", "kind:gc".
   Other words after the colon make it a pattern like any other. */
static bool
names_origin(struct str pattern, struct origin *want)
{
	const struct str by_origin = STR("origin:"), by_kind = STR("kind:");
	struct str word;

	if (str_starts(pattern, by_origin)) {
		word = str_skip(pattern, by_origin.n);
		for (int k = 0; k <= ORIGIN_UNKNOWN; k++)
			if (str_is(word, origin_name((enum origin_kind)k))) {
				*want = (struct origin){ .kind = (uint8_t)k,
					.does = RKINDS };
				return true;
			}
	}
	if (str_starts(pattern, by_kind)) {
		word = str_skip(pattern, by_kind.n);
		for (int k = 0; k < RKINDS; k++)
			if (str_is(word,
				    runtime_kind_word((enum runtime_kind)k))) {
				*want = (struct origin){ .kind = ORIGIN_SYSTEM,
					.does = (uint8_t)k };
				return true;
			}
	}
	return false;
}

bool
pattern_is_origin(struct str pattern)
{
	struct origin ignored;

	return names_origin(pattern, &ignored);
}

/* Match each function by its origin, in the first mapping that it is in. */
static int
match_origins(struct hits *h, const struct run *run, struct origin want)
{
	const struct profile *p = run->input->profile;
	struct origins *o = origins_new(p, run->q, run->err);
	struct bits seen;

	if (o == NULL)
		return -1;
	seen = bits_new(p->func.n + 1u);
	for (loc_id loc = 0; loc < p->loc.n; loc++) {
		map_id map = p->loc.map[loc];

		for (line_id i = p->loc.line0[loc]; i < p->loc.line0[loc + 1];
			i++) {
			func_id f = p->line.func[i];
			struct origin is;
			uint8_t does;

			if (bits_get(&seen, f))
				continue;
			bits_set(&seen, f);
			/* A preemption counts as the code that it
			   interrupts. */
			if (is_preemption(profile_str(p, p->func.name[f])))
				continue;
			is = origin_of(o, f, map);
			does = want.does == RKINDS
				? RKIND_OTHER
				: (uint8_t)origin_does(o, f, map);
			/* The kernel has no usual kind here: most of its
			   functions do what their callers need. */
			if (does == RKIND_OTHER && is.runtime != RUNTIME_KERNEL)
				does = (uint8_t)runtime_usual_kind(
					(enum runtime)is.runtime);
			if (is.kind == want.kind &&
				(want.does == RKINDS || does == want.does))
				bits_set(&h->func, f);
		}
		if (loc % RUN_STRIDE == 0 && run_check(run) != 0)
			break;
	}
	free(seen.word);
	origins_free(o);
	return run_check(run);
}

static int
hits_fill(const struct run *run, void *stage, const void *arg)
{
	struct hits *h = stage;
	const struct frame_pattern *f = arg;
	const struct profile *p = run->input->profile;
	struct matcher m = { .run = run, .p = p, .simple = f->simple };
	struct origin want;
	int rc;

	if (!f->simple && names_origin(f->pattern, &want)) {
		h->func = bits_in(&h->stage.arena, p->func.n);
		h->map = bits_in(&h->stage.arena, p->map.n);
		return match_origins(h, run, want);
	}
	m.match = regexp_option(f->option, f->pattern, run->err);
	if (m.match == NULL)
		return -1;
	m.answer = xcalloc(p->strings.n + 1, sizeof(*m.answer));
	h->func = bits_in(&h->stage.arena, p->func.n);
	h->map = bits_in(&h->stage.arena, p->map.n);
	rc = match_names(h, &m);
	if (rc == 0 && regexp_stopped(m.match))
		rc = err_set(run->err, ERR_USAGE,
			"%s: pattern too complex, stopped: %.*s", f->option,
			STR_ARG(f->pattern));
	free(m.answer);
	regexp_free(m.match);
	return rc;
}

/* Set *h to a filter's hits, or to NULL if its pattern is empty. */
static int
hits_get(const struct run *run, const char *option, struct str pattern,
	bool simple, const struct hits **h)
{
	const struct frame_pattern f = { option, pattern, simple };
	struct strbuf key = STRBUF_INIT;
	struct origin want;

	*h = NULL;
	if (pattern.n == 0)
		return 0;
	strbuf_add(&key, run->input->stage.key);
	key_num(&key, f.simple);
	key_str(&key, pattern);
	if (names_origin(pattern, &want)) {
		key_str(&key, run->q->user);
		key_str(&key, run->q->library);
		key_str(&key, run->q->system_code);
		key_num(&key, origins_of_locks(run->input->profile, run->q));
	}
	*h = stages_get(
		&run->e->hits, &key, sizeof(struct hits), run, hits_fill, &f);
	return *h != NULL ? 0 : -1;
}

/* ---- Pick: focus and ignore ---- */

static bool
map_hit(const struct hits *h, const struct profile *p, loc_id loc)
{
	map_id map = p->loc.map[loc];

	return map != NONE && bits_get(&h->map, map);
}

/* True if a line or the mapping of a location matches. */
static bool
loc_hit(const struct hits *h, const struct profile *p, loc_id loc)
{
	for (line_id i = p->loc.line0[loc]; i < p->loc.line0[loc + 1]; i++)
		if (bits_get(&h->func, p->line.func[i]))
			return true;
	return map_hit(h, p, loc);
}

static int
pick_fill(const struct run *run, void *stage, const void *arg)
{
	const struct query *q = run->q;
	const struct profile *p = run->input->profile;
	const struct hits *focus, *ignore;
	struct pick *pick = stage;

	(void)arg;
	if (hits_get(run, "focus", q->focus, false, &focus) != 0 ||
		hits_get(run, "ignore", q->ignore, false, &ignore) != 0)
		return -1;
	if (focus == NULL && ignore == NULL)
		return 0;
	pick->loc = arena_zalloc(&pick->stage.arena, p->loc.n + 1);
	for (loc_id loc = 0; loc < p->loc.n; loc++) {
		if (ignore != NULL && loc_hit(ignore, p, loc)) {
			pick->loc[loc] = PICK_IGNORE;
			pick->ignore_hit = true;
		} else if (focus == NULL || loc_hit(focus, p, loc)) {
			pick->loc[loc] = PICK_FOCUS;
			pick->focus_hit = true;
		}
	}
	return 0;
}

const struct pick *
pick_get(const struct run *run)
{
	struct strbuf key = STRBUF_INIT;
	struct origin want;

	strbuf_add(&key, run->input->stage.key);
	key_str(&key, run->q->focus);
	key_str(&key, run->q->ignore);
	key_str(&key, run->q->user);
	key_str(&key, run->q->library);
	key_str(&key, run->q->system_code);
	if (names_origin(run->q->focus, &want) ||
		names_origin(run->q->ignore, &want))
		key_num(&key, origins_of_locks(run->input->profile, run->q));
	return stages_get(&run->e->picks, &key, sizeof(struct pick), run,
		pick_fill, NULL);
}

/* ---- Cut: which lines stay ---- */

/* A location with the lines from .. to - 1; `left` of them remain. */
struct cut_loc {
	const struct profile *p;
	uint8_t *line;
	loc_id loc;
	line_id from, to;
	unsigned left;
};

static void
remove_line(struct cut_loc *k, line_id i)
{
	if (k->line[i] != 0) {
		k->line[i] = 0;
		k->left--;
	}
}

static bool
line_hit(const struct hits *h, const struct cut_loc *k, line_id i)
{
	return k->line[i] != 0 && bits_get(&h->func, k->p->line.func[i]);
}

/* Apply hide. True if nothing is left of the location. */
static bool
cut_hide(const struct hits *h, struct cut_loc *k, bool *hit)
{
	bool all = map_hit(h, k->p, k->loc);

	if (!all && !loc_hit(h, k->p, k->loc))
		return false;
	*hit = true;
	for (line_id i = k->from; i < k->to; i++)
		if (all || line_hit(h, k, i))
			remove_line(k, i);
	return k->left == 0;
}

static bool
cut_show(const struct hits *h, struct cut_loc *k, bool *hit)
{
	if (!map_hit(h, k->p, k->loc))
		for (line_id i = k->from; i < k->to; i++)
			if (!line_hit(h, k, i))
				remove_line(k, i);
	/* A location without lines is never shown, mapping or not. */
	if (k->left == 0)
		return true;
	*hit = true;
	return false;
}

/* Keep the outermost match and all lines inside it; false if there is none. */
static bool
cut_show_from(const struct hits *h, struct cut_loc *k)
{
	line_id i = k->to;

	if (map_hit(h, k->p, k->loc))
		return true;
	while (i > k->from && !line_hit(h, k, i - 1))
		i--;
	if (i == k->from)
		return false;
	for (; i < k->to; i++)
		remove_line(k, i);
	return true;
}

/* Keep the innermost match and all lines outside it; false if there is none. */
static bool
cut_prune_from(const struct hits *h, struct cut_loc *k)
{
	line_id i = k->from;

	while (i < k->to && !line_hit(h, k, i))
		i++;
	if (i == k->to)
		return false;
	while (i > k->from)
		remove_line(k, --i);
	return true;
}

static bool
is_system_line(struct origins *o, func_id func, map_id map, bool kernel_only)
{
	struct origin origin = origin_of(o, func, map);

	return origin.kind == ORIGIN_SYSTEM &&
		(origin.is_kernel || !kernel_only);
}

/* Remove system frames. True if nothing is left of the location. */
static bool
cut_system(struct origins *o, struct cut_loc *k, bool kernel_only)
{
	map_id map = k->p->loc.map[k->loc];

	if (k->from == k->to)
		return is_system_line(o, NONE, map, kernel_only);
	for (line_id i = k->from; i < k->to; i++)
		if (is_system_line(o, k->p->line.func[i], map, kernel_only))
			remove_line(k, i);
	return k->left == 0;
}

struct cut_rules {
	const struct hits *hide, *show, *show_from, *prune_from;
	struct origins *origins; /* NULL: system frames stay */
	bool kernel_only;
};

static int
cut_fill(const struct run *run, void *stage, const void *arg)
{
	const struct query *q = run->q;
	struct cut_rules h = { .kernel_only = q->system == SYSTEM_HIDE_KERNEL };

	(void)arg;
	if (hits_get(run, "hide", q->hide, false, &h.hide) != 0 ||
		hits_get(run, "show", q->show, false, &h.show) != 0 ||
		hits_get(run, "show_from", q->show_from, false, &h.show_from) !=
			0 ||
		hits_get(run, "prune_from", q->prune_from, true,
			&h.prune_from) != 0)
		return -1;
	if (q->system != SYSTEM_SHOW) {
		h.origins = origins_new(run->input->profile, q, run->err);
		if (h.origins == NULL)
			return -1;
	}
	if (q->hide.n + q->show.n + q->show_from.n + q->prune_from.n > 0 ||
		h.origins != NULL) {
		struct cut *cut = stage;
		const struct profile *p = run->input->profile;
		struct block block;

		block_init(&block, &cut->stage.arena,
			block_size(p->loc.n, 1) + block_size(p->line.n, 1));
		cut->loc = block_take(&block, p->loc.n, 1);
		cut->line = block_take(&block, p->line.n, 1);
		memset(cut->loc, 0, p->loc.n);
		memset(cut->line, 1, p->line.n);
		for (loc_id loc = 0; loc < p->loc.n; loc++) {
			struct cut_loc k = { .p = p,
				.line = cut->line,
				.loc = loc,
				.from = p->loc.line0[loc],
				.to = p->loc.line0[loc + 1] };
			uint8_t bits = 0;

			k.left = k.to - k.from;
			if (h.hide != NULL &&
				cut_hide(h.hide, &k, &cut->hide_hit))
				bits |= CUT_BY_HIDE;
			if (h.show != NULL &&
				cut_show(h.show, &k, &cut->show_hit))
				bits |= CUT_BY_SHOW;
			/* A hidden location can still match by its mapping.
			   pprof counts that as a match of show_from, although
			   no sample has the location. */
			if (h.show_from != NULL &&
				cut_show_from(h.show_from, &k)) {
				cut->from_hit = true;
				bits |= CUT_FROM;
			}
			if (h.prune_from != NULL &&
				cut_prune_from(h.prune_from, &k))
				bits |= CUT_PRUNE;
			if ((bits & CUT_HIDDEN) != 0)
				bits &= CUT_HIDDEN;
			else if (h.origins != NULL &&
				cut_system(h.origins, &k, h.kernel_only))
				bits |= CUT_SYSTEM;
			cut->loc[loc] = bits;
		}
	}
	origins_free(h.origins);
	return 0;
}

const struct cut *
cut_get(const struct run *run)
{
	const struct query *q = run->q;
	struct strbuf key = STRBUF_INIT;

	strbuf_add(&key, run->input->stage.key);
	key_str(&key, q->hide);
	key_str(&key, q->show);
	key_str(&key, q->show_from);
	key_str(&key, q->prune_from);
	key_num(&key, q->system);
	key_str(&key, q->user);
	key_str(&key, q->library);
	key_str(&key, q->system_code);
	key_num(&key, origins_of_locks(run->input->profile, q));
	return stages_get(
		&run->e->cuts, &key, sizeof(struct cut), run, cut_fill, NULL);
}

/* The nodes exist already: samples that end below a match move up to it. */
int
cut_ends(const struct run *run, node_id *image)
{
	const struct profile *p = run->input->profile;
	node_id *last;

	if (run->q->prune_from.n == 0)
		return 0;
	last = xcalloc(p->trie.n, sizeof(*last));
	for (node_id i = 1; i < p->trie.n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			break;
		if (image[i] != NONE &&
			(run->cut->loc[p->trie.loc[i]] & CUT_PRUNE) != 0)
			last[i] = i;
		else
			last[i] = last[p->trie.parent[i]];
		/* If last[i] is an earlier node, its image is final. */
		if (last[i] != 0 && image[i] != NONE)
			image[i] = image[last[i]];
	}
	free(last);
	return run_check(run);
}
