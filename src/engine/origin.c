/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The origins of a profile's functions, each judged once:
 *
 *     function, mapping -> of_func[], known -> origin[]
 *
 * A new pair is judged by the query's patterns, then by the rules.
 */
#include "prelude.h"

#include "engine/origin.h"

#include "base/bits.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/originrules.h"
#include "engine/regexp.h"
#include "engine/running.h"
#include "engine/runtimes.h"
#include "profile/sampletype.h"

/* Options with the user's patterns, in the order in which they are tried. */
static const struct {
	enum origin_kind kind;
	const char *option, *why;
} said[] = {
	{ ORIGIN_USER, "user", "option user" },
	{ ORIGIN_LIBRARY, "library", "option library" },
	{ ORIGIN_SYSTEM, "system_code", "option system_code" },
};

enum { SAID = COUNT_OF(said) };

/* A function in a mapping. */
struct judged_pair {
	struct origin is;
	uint8_t does; /* see origin_does(); RKINDS: not computed yet */
};

struct origins {
	unsigned refs;
	const struct profile *p;
	struct strbuf said; /* the query's patterns, each with a '\0' */
	struct regexp *match[SAID]; /* NULL: not set */
	struct origin_rules *rules;
	struct runtimes *runtimes;
	struct running run;
	bool of_locks;   /* see origins_of_locks() */
	map_id main_map; /* the executable; NONE: unknown, or several */
	/* [func.n] Index into origin[] for the function in the mapping that was
	   looked up first; NONE: not judged yet. */
	struct {
		map_id map;
		uint32_t at;
	} * of_func;
	struct map64 known; /* other (func, map) pairs -> index into origin */
	VEC(struct judged_pair) origin;
};

const char *
origin_name(enum origin_kind kind)
{
	static const char *const names[] = { "user", "library", "system",
		"unknown" };

	return names[kind];
}

static struct origin
judge_pair(struct origins *o, func_id func, map_id map)
{
	const struct profile *p = o->p;
	struct origin_facts f = { .run = o->run, .of_locks = o->of_locks };

	if (func != NONE) {
		f.name = profile_str(p, p->func.name[func]);
		f.file = profile_str(p, p->func.file[func]);
	}
	if (map != NONE) {
		f.map = profile_str(p, p->map.file[map]);
		f.is_main = map == o->main_map;
	}
	for (int i = 0; i < SAID; i++) {
		struct regexp *m = o->match[i];

		if (m != NULL &&
			(regexp_str(m, f.name) || regexp_str(m, f.file) ||
				regexp_str(m, f.map)))
			return (struct origin){ .kind = (uint8_t)said[i].kind,
				.why = said[i].why };
	}
	return origin_rules_judge(o->rules, &f);
}

/* Return the entry of a pair, valid until the next call for another pair. */
static struct judged_pair *
find_pair(struct origins *o, func_id func, map_id map)
{
	/* NONE + 1 wraps to 0. */
	uint64_t key = (uint64_t)(func + 1) << 32 | (uint64_t)(map + 1);
	uint32_t *at;

	/* Nearly all functions are in only one mapping. */
	if (func != NONE && o->of_func[func].at == NONE)
		o->of_func[func].map = map;
	at = func != NONE && o->of_func[func].map == map
		? &o->of_func[func].at
		: map64_at(&o->known, key);
	if (*at == NONE) {
		struct judged_pair pair = { judge_pair(o, func, map), RKINDS };

		*at = (uint32_t)o->origin.n;
		vec_push(&o->origin, pair);
	}
	return &o->origin.p[*at];
}

struct origin
origin_of(struct origins *o, func_id func, map_id map)
{
	return find_pair(o, func, map)->is;
}

/* Return a frame's function and mapping. False for a label, which has none. */
static bool
pair_of_frame(const struct origins *o, const struct frames *frames,
	frame_id frame, func_id *func, map_id *map)
{
	const struct frame *f = &frames->frame[frame];
	const struct profile *p = o->p;

	if (f->first_loc == NONE)
		return false;
	*func = f->first_line != NONE ? p->line.func[f->first_line] : NONE;
	*map = p->loc.map[f->first_loc];
	return true;
}

struct origin
origin_of_frame(struct origins *o, const struct frames *frames, frame_id frame)
{
	func_id func;
	map_id map;

	return pair_of_frame(o, frames, frame, &func, &map)
		? origin_of(o, func, map)
		: (struct origin){ .kind = ORIGIN_SYSTEM, .why = "" };
}

bool
origin_is_users(struct origins *o, const struct frames *frames, frame_id frame)
{
	return origin_of_frame(o, frames, frame).kind == ORIGIN_USER;
}

node_id
origin_own_caller(struct origins *o, const struct frames *frames,
	const struct tree *t, node_id node, node_id *called)
{
	uint8_t kind = origin_of_frame(o, frames, t->frame[node]).kind;

	if (kind != ORIGIN_LIBRARY && kind != ORIGIN_SYSTEM)
		return NONE;
	for (; t->parent[node] != 0; node = t->parent[node]) {
		*called = node;
		if (origin_is_users(o, frames, t->frame[t->parent[node]]))
			return t->parent[node];
	}
	return NONE;
}

enum runtime_kind
origin_does(struct origins *o, func_id func, map_id map)
{
	const struct profile *p = o->p;
	struct judged_pair *pair = find_pair(o, func, map);
	const struct origin *is = &pair->is;

	if (pair->does != RKINDS)
		return (enum runtime_kind)pair->does;
	pair->does = is->does;
	if (is->does == RKIND_OTHER && is->runtime != RUNTIME_NONE &&
		func != NONE) {
		if (o->runtimes == NULL)
			o->runtimes = runtimes_new();
		pair->does = (uint8_t)runtimes_kind(o->runtimes,
			(enum runtime)is->runtime,
			profile_str(p, p->func.name[func]),
			profile_str(p, p->func.file[func]));
	}
	return (enum runtime_kind)pair->does;
}

enum runtime_kind
origin_does_of_frame(
	struct origins *o, const struct frames *frames, frame_id frame)
{
	func_id func;
	map_id map;

	return pair_of_frame(o, frames, frame, &func, &map)
		? origin_does(o, func, map)
		: RKIND_OTHER;
}

/* Forget the judgements made before the program was found. */
static void
forget_judged(struct origins *o)
{
	for (func_id f = 0; f < o->p->func.n; f++)
		o->of_func[f].at = NONE;
	map64_free(&o->known);
	o->known = (struct map64){ 0 };
	o->origin.n = 0;
}

const struct running *
origins_running(const struct origins *o)
{
	return &o->run;
}

/* Return the mapping of the program: the first one or, if that is not a
   program, the only one. */
static map_id
find_executable(const struct profile *p)
{
	map_id found = NONE;

	for (map_id m = 0; m < p->map.n; m++) {
		struct str file = profile_str(p, p->map.file[m]);

		/* Not programs: "", "[kernel]", "//anon", "perf-12.map",
		   libraries. */
		if (file.n == 0 || file.p[0] == '[' ||
			str_starts(file, STR("//")) ||
			str_find(file, STR(".so"), 0) >= 0 ||
			str_ends(file, STR(".map")) ||
			str_find(file, STR("vmlinu"), 0) >= 0 ||
			str_find(file, STR(".ko"), 0) >= 0)
			continue;
		if (m == 0)
			return m;
		if (found != NONE)
			return NONE;
		found = m;
	}
	return found;
}

bool
origins_of_locks(const struct profile *p, const struct query *q)
{
	struct err ignored = ERR_INIT;
	uint32_t column = 0;

	return p->types.n > 0 &&
		profile_sample_index(p, q->sample_index, &column, &ignored) ==
		0 &&
		kind_of_column(p, column)->group == GROUP_CONTENTION;
}

static void
said_of(struct str text[SAID], const struct query *q)
{
	text[0] = q->user;
	text[1] = q->library;
	text[2] = q->system_code;
}

bool
origins_are_of(
	const struct origins *o, const struct profile *p, const struct query *q)
{
	struct str text[SAID], rest = strbuf_str(&o->said);

	said_of(text, q);
	for (int i = 0; i < SAID; i++)
		if (!str_eq(str_cut(&rest, '\0'), text[i]))
			return false;
	return o->p == p && o->of_locks == origins_of_locks(p, q);
}

struct origins *
origins_new(const struct profile *p, const struct query *q, struct err *err)
{
	static const struct query none;
	struct origins *o = xcalloc(1, sizeof(*o));
	struct str text[SAID];
	struct str package = STR_EMPTY;

	o->refs = 1;
	o->rules = origin_rules_new();
	if (q == NULL)
		q = &none;
	said_of(text, q);
	for (int i = 0; i < SAID; i++) {
		struct regexp **m = &o->match[i];

		strbuf_add(&o->said, text[i]);
		strbuf_addch(&o->said, '\0');
		if (text[i].n > 0 &&
			(*m = regexp_option(said[i].option, text[i], err)) ==
				NULL) {
			origins_free(o);
			return NULL;
		}
	}
	o->p = p;
	o->of_locks = origins_of_locks(p, q);
	o->of_func = xmalloc(mul_size(p->func.n, sizeof(*o->of_func)));
	for (func_id f = 0; f < p->func.n; f++)
		o->of_func[f].at = NONE;
	o->main_map = find_executable(p);
	running_scan(&o->run, p, &package);
	if (q->user.n == 0 && running_find_installed(&o->run, o, p, package))
		forget_judged(o);
	return o;
}

struct origins *
origins_ref(struct origins *o)
{
	o->refs++;
	return o;
}

void
origins_free(struct origins *o)
{
	if (o == NULL || --o->refs > 0)
		return;
	strbuf_free(&o->said);
	for (int i = 0; i < SAID; i++)
		regexp_free(o->match[i]);
	origin_rules_free(o->rules);
	free(o->of_func);
	map64_free(&o->known);
	vec_free(&o->origin);
	runtimes_free(o->runtimes);
	free(o);
}
