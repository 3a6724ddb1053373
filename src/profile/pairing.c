/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairing the functions of two profiles. */
#include "prelude.h"

#include "profile/pairing.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/place.h"

/* The functions of a profile that have the same file and the same name with a
   place. `twin` and `pair` are indices of members of the other profile. */
struct pairing_member {
	uint32_t key;  /* id in keys: name without the place, and file */
	uint32_t unit; /* id in units: file, or the name without a file */
	int64_t line, column;
	uint32_t gap;  /* number of unmoved members before this one, sorted by
			  unit and line */
	uint32_t twin; /* member with the same name and place, or NONE */
	uint32_t pair; /* paired member, or NONE */
	func_id func;  /* one of the functions */
};

/* A caller of a member. A member has an entry for each of its callers. */
struct pairing_call {
	func_id caller; /* NONE: the member is outermost */
	uint32_t member;
};

struct pairing_side {
	const struct profile *p;
	uint32_t *member_of; /* [func.n] index into member; NONE: the name has
				no place */
	uint32_t *name_of;   /* [func.n] id in names; NONE: the function is in a
				member */
	VEC(struct pairing_member) member;
	VEC(struct pairing_call) call;
};

enum { BASE, NEW };

struct pairing_state {
	struct pairing_side side[2];
	const struct progress *progress;
	struct arena arena;
	struct intern names; /* names without copy suffixes */
	struct intern keys, files, units;
	struct strbuf text;
};

static struct str
function_text(const struct pairing_side *s, func_id f)
{
	return profile_str(s->p, s->p->func.name[f]);
}

static struct str
system_text(const struct pairing_side *s, func_id f)
{
	return profile_str(s->p, s->p->func.system[f]);
}

/* ---- Members ---- */

/* Return the file of a function, from its row or its name: the path if both
   profiles have it, else the last part. */
static struct str
member_file(struct pairing_state *x, int side, func_id f, struct str in_name)
{
	const struct profile *p = x->side[side].p;
	struct str file = profile_str(p, p->func.file[f]);

	if (file.n == 0)
		file = in_name;
	if (file.n == 0)
		return file;
	for (int k = BASE; k <= NEW; k++) {
		strbuf_reset(&x->text);
		strbuf_addf(&x->text, "%d ", k);
		strbuf_add(&x->text, file);
		if (intern_find(&x->files, strbuf_str(&x->text)) == NONE)
			return str_basename(file);
	}
	return file;
}

static bool
has_members(const struct pairing_side *s)
{
	struct strbuf bare = STRBUF_INIT;
	struct name_place place;
	bool has = false;

	for (func_id f = 0; f < s->p->func.n && !has; f++)
		has = place_cut(
			&bare, function_text(s, f), system_text(s, f), &place);
	strbuf_free(&bare);
	return has;
}

static void
list_members(struct pairing_state *x, int side)
{
	struct pairing_side *s = &x->side[side];
	struct strbuf bare = STRBUF_INIT;
	struct intern rows;

	intern_init(&rows, &x->arena);
	s->name_of = ids_in(&x->arena, s->p->func.n);
	for (func_id f = 0; f < s->p->func.n; f++) {
		struct str name = function_text(s, f);
		struct name_place place = { .line = 0 };

		strbuf_reset(&bare);
		if (place_cut(&bare, name, system_text(s, f), &place)) {
			struct pairing_side *member_s = &x->side[side];
			struct str file = member_file(x, side, f, place.file);
			struct pairing_member m = { .line = place.line,
				.column = place.column,
				.twin = NONE,
				.pair = NONE,
				.func = f };
			uint32_t row;

			m.unit = intern_copy(&x->units,
				file.n > 0 ? file : strbuf_str(&bare));
			strbuf_addch(&bare, '\n');
			strbuf_add(&bare, file);
			m.key = intern_copy(&x->keys, strbuf_str(&bare));
			strbuf_addch(&bare, '\n');
			strbuf_add(&bare, function_text(member_s, f));
			row = intern_copy(&rows, strbuf_str(&bare)) - 1;
			if (row == member_s->member.n)
				vec_push(&member_s->member, m);
			member_s->member_of[f] = row;
		} else
			s->name_of[f] = intern_copy(
				&x->names, place_without_copy(name));
	}
	intern_fini(&rows);
	strbuf_free(&bare);
}

/* ---- Calls ---- */

struct call_lister {
	struct pairing_side *s;
	struct map64 seen;
};

/* List a location's calls below `caller`. Returns the innermost function. */
static func_id
list_location(struct call_lister *l, func_id caller, loc_id loc)
{
	const struct profile *p = l->s->p;
	line_id first = p->loc.line0[loc];

	if (p->loc.line0[loc + 1] == first)
		return NONE;
	for (line_id i = p->loc.line0[loc + 1]; i-- > first;) {
		func_id f = p->line.func[i];
		struct pairing_call call = { caller,
			f != NONE ? l->s->member_of[f] : NONE };
		uint32_t *seen;

		caller = f;
		if (call.member == NONE)
			continue;
		seen = map64_at(
			&l->seen, (uint64_t)call.caller << 32 | call.member);
		if (*seen == NONE) {
			*seen = 1;
			vec_push(&l->s->call, call);
		}
	}
	return caller;
}

static void
list_member_calls(struct pairing_side *s, const struct progress *progress)
{
	const struct profile *p = s->p;
	struct call_lister l = { .s = s, .seen = MAP64_INIT };

	for (node_id n = 1; n < p->trie.n; n++) {
		node_id above = p->trie.parent[n];
		loc_id loc = above != 0 ? p->trie.loc[above] : NONE;
		func_id caller = NONE;

		if (progress_stops_at(progress, n))
			break;
		if (loc != NONE && p->loc.line0[loc + 1] > p->loc.line0[loc])
			caller = p->line.func[p->loc.line0[loc]];
		(void)list_location(&l, caller, p->trie.loc[n]);
	}
	map64_free(&l.seen);
}

/* ---- Members that did not move ---- */

struct pairing_spot {
	uint32_t unit;
	int64_t line;
};

static int
by_still_spot(const void *a, const void *b)
{
	const struct pairing_spot *x = a, *y = b;

	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

static void
pair_twins(struct pairing_state *x)
{
	struct intern spots;
	/* The first member of the new profile at each spot, plus 1. */
	uint32_t *first =
		ARENA_ZARRAY(&x->arena, uint32_t, x->side[NEW].member.n + 2);

	intern_init(&spots, &x->arena);
	for (int k = NEW; k >= BASE; k--)
		for (uint32_t i = 0; i < x->side[k].member.n; i++) {
			struct pairing_member *m = &x->side[k].member.p[i],
					      *twin;
			uint64_t at[] = { m->key, (uint64_t)m->line,
				(uint64_t)m->column };
			struct str bytes = { (const char *)at, sizeof(at) };
			uint32_t id = k == NEW ? intern_copy(&spots, bytes)
					       : intern_find(&spots, bytes);

			if (k == NEW && first[id] == 0)
				first[id] = i + 1;
			/* Each member of the new profile is the twin of at most
			   one member of the base profile. */
			if (k == NEW || id == NONE)
				continue;
			twin = &x->side[NEW].member.p[first[id] - 1];
			if (twin->twin != NONE)
				continue;
			m->twin = first[id] - 1;
			twin->twin = i;
		}
	intern_fini(&spots);
}

/* Pair the members that did not move, in files where most did not move, and set
   the gap of each member. */
static void
find_gaps(struct pairing_state *x)
{
	uint32_t *of[2],
		*same = ARENA_ZARRAY(&x->arena, uint32_t, x->units.n + 1);
	VEC(struct pairing_spot) still = { 0 };

	for (int k = BASE; k <= NEW; k++) {
		of[k] = ARENA_ZARRAY(&x->arena, uint32_t, x->units.n + 1);
		for (size_t i = 0; i < x->side[k].member.n; i++)
			of[k][x->side[k].member.p[i].unit]++;
	}
	for (size_t i = 0; i < x->side[BASE].member.n; i++)
		same[x->side[BASE].member.p[i].unit] +=
			x->side[BASE].member.p[i].twin != NONE;
	for (uint32_t i = 0; i < x->side[BASE].member.n; i++) {
		struct pairing_member *m = &x->side[BASE].member.p[i];
		uint32_t u = m->unit;
		uint32_t least =
			of[BASE][u] < of[NEW][u] ? of[BASE][u] : of[NEW][u];

		if (m->twin == NONE || 2 * same[u] <= least)
			continue;
		m->pair = m->twin;
		x->side[NEW].member.p[m->twin].pair = i;
		vec_push(&still, ((struct pairing_spot){ u, m->line }));
	}
	if (still.n > 0)
		qsort(still.p, still.n, sizeof(*still.p), by_still_spot);
	for (int k = BASE; k <= NEW; k++)
		for (size_t i = 0; i < x->side[k].member.n; i++) {
			struct pairing_member *m = &x->side[k].member.p[i];
			const struct pairing_spot spot = { m->unit, m->line };
			size_t low = 0, high = still.n;

			while (low < high) {
				size_t mid = low + (high - low) / 2;

				if (by_still_spot(&still.p[mid], &spot) < 0)
					low = mid + 1;
				else
					high = mid;
			}
			m->gap = (uint32_t)low;
		}
	vec_free(&still);
}

/* ---- Unique names ---- */

/* True for a function's own name, not for "(anonymous)", "{closure}" etc. */
static bool
names_a_function(struct str key)
{
	struct str name = str_cut(&key, '\n');

	return name.n > 0 &&
		(ascii_is_letter(name.p[0]) || name.p[0] == '_' ||
			name.p[0] == '$') &&
		str_find(name, STR("anonymous"), 0) < 0 &&
		str_find(name, STR("lambda"), 0) < 0 &&
		str_find(name, STR("closure"), 0) < 0;
}

/* Pair two members if each is the only one with its name in its file or, with
   `left`, the only such member that has no pair yet. */
static void
pair_single_names(struct pairing_state *x, bool left)
{
	struct single {
		uint32_t n[2], member[2];
	} *single = ARENA_ZARRAY(&x->arena, struct single, x->keys.n + 1);

	for (int k = BASE; k <= NEW; k++)
		for (uint32_t i = 0; i < x->side[k].member.n; i++) {
			struct single *s = &single[x->side[k].member.p[i].key];

			if (left && x->side[k].member.p[i].pair != NONE)
				continue;
			s->n[k]++;
			s->member[k] = i;
		}
	for (uint32_t key = 1; key < x->keys.n; key++) {
		struct single *s = &single[key];
		struct pairing_member *base, *new;

		if (s->n[BASE] != 1 || s->n[NEW] != 1 ||
			!names_a_function(intern_str(&x->keys, key)))
			continue;
		base = &x->side[BASE].member.p[s->member[BASE]];
		new = &x->side[NEW].member.p[s->member[NEW]];
		if (base->pair != NONE || new->pair != NONE)
			continue;
		base->pair = s->member[NEW];
		new->pair = s->member[BASE];
	}
}

/* ---- Siblings ---- */

/* A member without a pair, called by a function that both profiles have. */
struct sibling {
	uint32_t key, gap;
	uint64_t caller;
	int side;
	int64_t line, column;
	uint32_t member;
};

static int
by_family(const struct sibling *x, const struct sibling *y)
{
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->caller != y->caller)
		return x->caller < y->caller ? -1 : 1;
	return (x->gap > y->gap) - (x->gap < y->gap);
}

static int
by_place(const void *a, const void *b)
{
	const struct sibling *x = a, *y = b;
	int family = by_family(x, y);

	if (family != 0)
		return family;
	if (x->side != y->side)
		return x->side - y->side;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	return (x->member > y->member) - (x->member < y->member);
}

/* Get a number that a caller and its pair share. False without a pair. */
static bool
caller_number(
	const struct pairing_side *s, int side, func_id f, uint64_t *number)
{
	uint32_t m = f != NONE ? s->member_of[f] : NONE;

	*number = 0;
	if (f == NONE)
		return true;
	if (m == NONE) {
		*number = 2 * (uint64_t)s->name_of[f] + 2;
		return true;
	}
	if (s->member.p[m].pair == NONE)
		return false;
	*number = 2 * (uint64_t)(side == NEW ? m : s->member.p[m].pair) + 1;
	return true;
}

struct pairing_family {
	VEC(struct sibling) all;
};

/* Move the calls by callers that both profiles have from s->call to out->all.
   Calls of paired members are dropped, and all others stay in s->call. */
static void
list_siblings(struct pairing_state *x, int side, struct pairing_family *out)
{
	struct pairing_side *s = &x->side[side];
	size_t kept = 0;

	for (size_t i = 0; i < s->call.n; i++) {
		const struct pairing_call *c = &s->call.p[i];
		const struct pairing_member *m = &s->member.p[c->member];
		struct sibling sibling = { .key = m->key,
			.gap = m->gap,
			.side = side,
			.line = m->line,
			.column = m->column,
			.member = c->member };

		if (m->pair != NONE)
			continue;
		if (caller_number(s, side, c->caller, &sibling.caller))
			vec_push(&out->all, sibling);
		else
			s->call.p[kept++] = *c;
	}
	s->call.n = kept;
}

/* Maximum steps of align(). Larger families are simply paired in line order. */
enum { ALIGN_STEPS = 1 << 24 };

/* More lines than any file has; the sum of many distances still fits. */
#define FARTHEST (INT64_C(1) << 40)

static int64_t
moved(const struct sibling *from, const struct sibling *to)
{
	int64_t by = to->line - from->line; /* lines are never negative */

	return by < -FARTHEST ? -FARTHEST : by > FARTHEST ? FARTHEST : by;
}

/* Choose one of the siblings in many[] for each in few[], in ascending order,
   so that the distance moved changes least from one sibling to the next. */
static void
align(const struct sibling *few, size_t n, const struct sibling *many, size_t m,
	uint32_t *to)
{
	int64_t *cost = xmalloc(mul_size(2 * m, sizeof(*cost)));
	uint32_t *from = xmalloc(mul_size(mul_size(n, m), sizeof(*from)));
	size_t best = n - 1;

	for (size_t i = 0; i < n; i++)
		for (size_t j = i; j < m; j++) {
			int64_t move = moved(&few[i], &many[j]), least = 0;
			int64_t *now = &cost[(i % 2) * m];
			const int64_t *was = &cost[(1 - i % 2) * m];

			from[i * m + j] = NONE;
			if (i == 0)
				least = i64_abs(move);
			for (size_t k = i - 1; i > 0 && k < j; k++) {
				int64_t step = moved(&few[i - 1], &many[k]);
				int64_t all = was[k] + i64_abs(move - step);

				if (from[i * m + j] == NONE || all < least) {
					least = all;
					from[i * m + j] = (uint32_t)k;
				}
			}
			now[j] = least;
		}
	for (size_t j = n; j < m; j++)
		if (cost[((n - 1) % 2) * m + j] <
			cost[((n - 1) % 2) * m + best])
			best = j;
	for (size_t i = n; i-- > 0;) {
		to[i] = (uint32_t)best;
		best = from[i * m + best];
	}
	free(cost);
	free(from);
}

static bool
pair_family(struct pairing_state *x, struct sibling *s, size_t n)
{
	struct sibling *few, *many;
	size_t base = 0, least, most;
	uint32_t *to;
	size_t kept = 0;

	/* Keep the siblings that are still without a pair, each once. */
	for (size_t i = 0; i < n; i++) {
		const struct pairing_side *side = &x->side[s[i].side];

		if (side->member.p[s[i].member].pair == NONE &&
			(kept == 0 || s[kept - 1].side != s[i].side ||
				s[kept - 1].member != s[i].member))
			s[kept++] = s[i];
	}
	n = kept;
	while (base < n && s[base].side == BASE)
		base++;
	if (base == 0 || base == n)
		return false;
	few = base <= n - base ? s : s + base;
	many = base <= n - base ? s + base : s;
	least = base <= n - base ? base : n - base;
	most = n - least;
	to = xmalloc(mul_size(least, sizeof(*to)));
	if (most <= ALIGN_STEPS / most / least)
		align(few, least, many, most, to);
	else
		for (size_t i = 0; i < least; i++)
			to[i] = (uint32_t)i;
	for (size_t i = 0; i < least; i++) {
		const struct sibling *other = &many[to[i]];

		x->side[few[i].side].member.p[few[i].member].pair =
			other->member;
		x->side[other->side].member.p[other->member].pair =
			few[i].member;
	}
	free(to);
	return true;
}

/* Pair the callees of paired callers, until no pair is added. No real program
   has DEPTH nested functions without names. */
static void
pair_siblings(struct pairing_state *x)
{
	enum { DEPTH = 4096 };
	struct pairing_family f = { { NULL, 0, 0 } };
	bool any = true;

	for (int depth = 0; depth < DEPTH && any; depth++) {
		if (progress_stopped(x->progress))
			break;
		f.all.n = 0;
		any = false;
		list_siblings(x, BASE, &f);
		list_siblings(x, NEW, &f);
		if (f.all.n > 0)
			qsort(f.all.p, f.all.n, sizeof(*f.all.p), by_place);
		for (size_t i = 0, end; i < f.all.n; i = end) {
			end = i + 1;
			while (end < f.all.n &&
				by_family(&f.all.p[i], &f.all.p[end]) == 0)
				end++;
			any = pair_family(x, &f.all.p[i], end - i) || any;
		}
	}
	vec_free(&f.all);
}

/* ---- Copies ---- */

/* A name of a function or its copy that only one profile has. */
struct copy_name {
	uint32_t whole; /* id of the function in pairing_copies.whole */
	int side;
	struct str name;
};

static int
by_whole(const void *a, const void *b)
{
	const struct copy_name *x = a, *y = b;

	if (x->whole != y->whole)
		return x->whole < y->whole ? -1 : 1;
	if (x->side != y->side)
		return x->side - y->side;
	return str_cmp(x->name, y->name);
}

struct pairing_copies {
	struct intern whole;    /* names of functions that have copies */
	struct intern names[2]; /* names of these functions and their copies */
	VEC(struct copy_name) only;
};

/* Fill in to[]: for an id in names[BASE], the id in names[NEW] of its new
   name. */
static void
pair_copies(struct pairing_copies *c, uint32_t *to)
{
	for (int k = BASE; k <= NEW; k++)
		for (uint32_t i = 0; i < c->names[k].n; i++) {
			struct str name = intern_str(&c->names[k], i);
			struct copy_name row = {
				intern_find(
					&c->whole, place_without_copy(name)),
				k, name
			};

			if (intern_find(&c->names[1 - k], name) == NONE)
				vec_push(&c->only, row);
		}
	if (c->only.n > 0)
		qsort(c->only.p, c->only.n, sizeof(*c->only.p), by_whole);
	for (size_t i = 0, end; i < c->only.n; i = end) {
		const struct copy_name *row = &c->only.p[i];
		size_t base = 0;

		for (end = i;
			end < c->only.n && row->whole == c->only.p[end].whole;
			end++)
			base += c->only.p[end].side == BASE;
		for (size_t k = 0; k < base && i + base + k < end; k++)
			to[intern_find(&c->names[BASE], row[k].name)] =
				intern_find(&c->names[NEW], row[base + k].name);
	}
}

/* ---- Renaming ---- */

struct renaming {
	struct pairing_state *x;
	struct profile *made; /* the result; NULL while no name has changed */
};

static void
rename_as(struct renaming *r, func_id f, struct str name, struct str system)
{
	const struct profile *base = r->x->side[BASE].p;
	struct profile *q = r->made;

	if (q == NULL) {
		q = r->made = profile_overlay(base);
		q->func.system = arena_dup(&q->arena, base->func.system,
			base->func.n, sizeof(*q->func.system));
	}
	q->func.name[f] = intern_copy(&q->strings, name);
	q->func.system[f] = intern_copy(&q->strings, system);
}

static void
rename_copies(struct renaming *r)
{
	struct pairing_side *s = r->x->side;
	struct pairing_copies c = { .only = { NULL, 0, 0 } };
	uint32_t *to;

	intern_init(&c.whole, &r->x->arena);
	intern_init(&c.names[BASE], &r->x->arena);
	intern_init(&c.names[NEW], &r->x->arena);
	for (int k = BASE; k <= NEW; k++) {
		for (func_id f = 0; f < s[k].p->func.n; f++) {
			struct str name = function_text(&s[k], f);
			struct str whole = place_without_copy(name);

			if (whole.n < name.n && s[k].member_of[f] == NONE)
				(void)intern_copy(&c.whole, whole);
		}
	}
	/* The first entry is always the empty name, which has no copies. */
	for (int k = BASE; k <= NEW && c.whole.n > 1; k++) {
		for (func_id f = 0; f < s[k].p->func.n; f++) {
			struct str name = function_text(&s[k], f);

			if (s[k].member_of[f] == NONE &&
				intern_find(&c.whole,
					place_without_copy(name)) != NONE)
				(void)intern_copy(&c.names[k], name);
		}
	}
	to = ids_in(&r->x->arena, c.names[BASE].n);
	if (c.whole.n > 1)
		pair_copies(&c, to);
	for (func_id f = 0; f < s[BASE].p->func.n && c.only.n > 1; f++) {
		struct str name = function_text(&s[BASE], f);
		uint32_t id = s[BASE].member_of[f] == NONE
			? intern_find(&c.names[BASE], name)
			: NONE;
		struct str now, system = system_text(&s[BASE], f);

		if (id == NONE || to[id] == NONE)
			continue;
		now = intern_str(&c.names[NEW], to[id]);
		rename_as(r, f, now, str_eq(system, name) ? now : system);
	}
	intern_fini(&c.whole);
	intern_fini(&c.names[BASE]);
	intern_fini(&c.names[NEW]);
	vec_free(&c.only);
}

struct profile *
pairing_rename(const struct profile *base, const struct profile *new,
	const struct progress *progress)
{
	struct pairing_state x = { .side = { { .p = base }, { .p = new } },
		.progress = progress };
	struct renaming r = { .x = &x };
	const struct pairing_side *s;

	intern_init(&x.names, &x.arena);
	intern_init(&x.keys, &x.arena);
	intern_init(&x.files, &x.arena);
	intern_init(&x.units, &x.arena);
	for (int k = BASE; k <= NEW; k++)
		x.side[k].member_of = ids_in(&x.arena, x.side[k].p->func.n);
	if (has_members(&x.side[BASE]) && has_members(&x.side[NEW])) {
		for (int k = BASE; k <= NEW; k++) {
			const struct profile *p = x.side[k].p;

			for (func_id f = 0; f < p->func.n; f++) {
				strbuf_reset(&x.text);
				strbuf_addf(&x.text, "%d ", k);
				strbuf_add(&x.text,
					profile_str(p, p->func.file[f]));
				(void)intern_copy(
					&x.files, strbuf_str(&x.text));
			}
		}
		for (int k = BASE; k <= NEW; k++) {
			list_members(&x, k);
			list_member_calls(&x.side[k], x.progress);
		}
		pair_twins(&x);
		find_gaps(&x);
		pair_single_names(&x, false);
		pair_siblings(&x);
		pair_single_names(&x, true);
	}
	s = r.x->side;
	for (func_id f = 0; f < s[BASE].p->func.n; f++) {
		uint32_t m = s[BASE].member_of[f], pair;
		func_id members_new;

		if (m == NONE)
			continue;
		pair = s[BASE].member.p[m].pair;
		if (pair == NONE) {
			const struct pairing_side *single_s = r.x->side;
			uint32_t twin =
				single_s[BASE]
					.member.p[single_s[BASE].member_of[f]]
					.twin;
			struct strbuf *b = &r.x->text;

			/* A function without a pair must not have the name of
			   a function that has a pair. */
			if (twin != NONE &&
				single_s[NEW].member.p[twin].pair != NONE) {
				strbuf_reset(b);
				strbuf_add(
					b, function_text(&single_s[BASE], f));
				strbuf_addstr(b, " (base)");
				rename_as(&r, f, strbuf_str(b),
					system_text(&single_s[BASE], f));
			}
			continue;
		}
		members_new = s[NEW].member.p[pair].func;
		if (!str_eq(function_text(&s[BASE], f),
			    function_text(&s[NEW], members_new)))
			rename_as(&r, f, function_text(&s[NEW], members_new),
				system_text(&s[NEW], members_new));
	}
	rename_copies(&r);
	for (int k = BASE; k <= NEW; k++) {
		vec_free(&x.side[k].member);
		vec_free(&x.side[k].call);
	}
	intern_fini(&x.names);
	intern_fini(&x.keys);
	intern_fini(&x.files);
	intern_fini(&x.units);
	strbuf_free(&x.text);
	arena_free(&x.arena);
	return r.made != NULL ? r.made : profile_ref(base);
}
