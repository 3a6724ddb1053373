/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drop_frames and keep_frames, and simplified function names. */
#include "prelude.h"

#include "engine/prune.h"

#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/regexp.h"
#include "profile/rewrite.h"

struct str
simple_name(struct str name)
{
	const struct str space = STR("(anonymous namespace)");
	const struct str call = STR("operator()");
	size_t i = 0;

	if (name.n > 0 && name.p[0] == '.')
		name = str_skip(name, 1);
	while (i < name.n) {
		struct str rest = str_skip(name, i);

		if (str_starts(rest, space))
			i += space.n;
		else if (str_starts(rest, call))
			i += call.n;
		else if (name.p[i] == '(')
			return str_sub(name, 0, i);
		else
			i++;
	}
	return name;
}

/* The effect of the patterns on a location. */
enum prune_mark {
	MARK_NONE,
	MARK_PRUNE,   /* its outermost line matches: drop it and all below */
	MARK_BENEATH, /* an inlined line matches: drop all below */
};

/* State at a node of the old trie. */
enum {
	PATH_USER = 1, /* a frame without a mark was seen */
	PATH_CUT = 2,  /* everything from here on is gone */
};

struct pruner {
	const struct profile *p;
	struct regexp *drop, *keep; /* keep may be NULL */
	uint8_t *answer;           /* [strings.n] 0 unknown, 1 no, 2 yes */
	uint8_t *mark;             /* [loc.n] enum prune_mark */
	line_id *from;             /* [loc.n] the first line that stays */
	struct builder *b;
};

/* Compile ^(PATTERN)$. */
static struct regexp *
compile_whole(struct str pattern)
{
	struct strbuf whole = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	struct regexp *m;

	strbuf_addstr(&whole, "^(");
	strbuf_add(&whole, pattern);
	strbuf_addstr(&whole, ")$");
	m = regexp_new(strbuf_str(&whole), NULL, &ignored);
	strbuf_free(&whole);
	return m;
}

static bool
unwanted(struct pruner *r, func_id func)
{
	str_id id = r->p->func.name[func];
	struct str name = profile_str(r->p, id);

	if (name.n == 0)
		return false;
	if (r->answer[id] == 0) {
		name = simple_name(name);
		r->answer[id] = regexp_str(r->drop, name) &&
				(r->keep == NULL || !regexp_str(r->keep, name))
			? 2
			: 1;
	}
	return r->answer[id] == 2;
}

static struct profile *
prune_rewrite(struct pruner *r, struct err *err)
{
	const struct profile *p = r->p;
	node_id *image = xcalloc(p->trie.n, sizeof(*image));
	uint8_t *path = xcalloc(p->trie.n, 1);
	const struct profile *q;

	r->b = rewrite_tables(p, false, MAP_ALL, NULL);
	for (loc_id loc = 0; loc < p->loc.n; loc++)
		(void)rewrite_location(r->b, p, loc,
			(struct rewrite_lines){ .from = r->from[loc],
				.to = p->loc.line0[loc + 1],
				.columns = true });
	/* Find where each old node's samples end in the new trie. */
	q = r->p;
	image[0] = 0;
	path[0] = 0;
	for (node_id i = 1; i < q->trie.n; i++) {
		node_id up = q->trie.parent[i];
		loc_id loc = q->trie.loc[i];

		path[i] = path[up];
		image[i] = image[up];
		if ((path[up] & PATH_CUT) != 0 || image[up] == NONE)
			continue;
		if (r->mark[loc] == MARK_NONE)
			path[i] |= PATH_USER;
		else if ((path[up] & PATH_USER) != 0)
			path[i] |= PATH_CUT;
		if ((path[i] & PATH_CUT) != 0 && r->mark[loc] == MARK_PRUNE)
			continue;
		image[i] = builder_step(r->b, image[up], loc);
	}
	for (size_t i = 0; i < p->sample.n; i++)
		if (rewrite_sample(r->b, p, i, image[p->sample.leaf[i]],
			    p->sample.labels[i]) != 0)
			break;
	free(image);
	free(path);
	/* builder_seal() returns the builder's first error. */
	return builder_seal(r->b, err);
}

struct profile *
prune_profile(const struct profile *p, struct err *err)
{
	struct str drop = profile_str(p, p->header.drop_frames);
	struct str keep = profile_str(p, p->header.keep_frames);
	struct pruner r = { .p = p };
	struct profile *made;
	bool any = false;

	if (drop.n == 0)
		return profile_ref(p);
	r.drop = compile_whole(drop);
	r.keep = keep.n > 0 ? compile_whole(keep) : NULL;
	if (r.drop == NULL || (keep.n > 0 && r.keep == NULL)) {
		regexp_free(r.drop);
		regexp_free(r.keep);
		return profile_ref(p);
	}
	r.answer = xcalloc(p->strings.n + 1, 1);
	r.mark = xcalloc((size_t)p->loc.n + 1, 1);
	r.from = xcalloc((size_t)p->loc.n + 1, sizeof(*r.from));
	/* Match each location's lines, outermost first. */
	for (loc_id loc = 0; loc < r.p->loc.n; loc++) {
		line_id first = r.p->loc.line0[loc];
		line_id end = r.p->loc.line0[loc + 1], i = end;

		while (i > first && !unwanted(&r, r.p->line.func[i - 1]))
			i--;
		r.from[loc] = first;
		if (i == first)
			continue;
		any = true;
		r.mark[loc] = i == end ? MARK_PRUNE : MARK_BENEATH;
		if (i < end)
			r.from[loc] = i;
	}
	made = (any && !regexp_stopped(r.drop) &&
		       (r.keep == NULL || !regexp_stopped(r.keep)))
		? prune_rewrite(&r, err)
		: profile_ref(p);
	free(r.answer);
	free(r.mark);
	free(r.from);
	regexp_free(r.drop);
	regexp_free(r.keep);
	return made;
}
