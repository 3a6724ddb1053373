/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whose code functions are: see origin.h. */
#include "config.h"

#include "engine/origin.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/match.h"

#include "base/banned.h"

/* What the user says, in the order in which it is asked. */
enum { SAID = 3 };
static const struct {
	enum origin_kind kind;
	const char *option, *why;
} said[SAID] = {
	{ ORIGIN_USER, "user", "option user" },
	{ ORIGIN_LIBRARY, "library", "option library" },
	{ ORIGIN_SYSTEM, "system_code", "option system_code" },
};

struct origins {
	const struct profile *p;
	struct origin_rules *rules;
	struct match *said[SAID]; /* NULL: none */
	struct origin_facts of_all;
	struct map64 known; /* (func, map) -> index into origin */
	VEC(struct origin) origin;
};

/* The folder of the sources of a program, from the file with its main
   function: cmd/x of a module with several programs is not all of it. */
static struct str
module_of(struct str file)
{
	ptrdiff_t cmd = str_find(file, STR("/cmd/"), 0);
	ptrdiff_t slash = str_rchr(file, '/');

	if (str_find(file, STR("/pkg/mod/"), 0) >= 0)
		return STR_EMPTY;
	if (cmd > 0)
		slash = cmd;
	return slash > 0 ? str_sub(file, 0, (size_t)slash) : STR_EMPTY;
}

/* What all frames have in common. */
static void
look_around(struct origins *o)
{
	const struct profile *p = o->p;

	for (func_id f = 0; f < p->func.n; f++) {
		struct str name = profile_str(p, p->func.name[f]);
		struct str file = profile_str(p, p->func.file[f]);

		if (str_ends(file, STR(".go")) ||
			str_is(name, "runtime.goexit") ||
			str_is(name, "runtime.mcall") ||
			str_is(name, "runtime.main"))
			o->of_all.is_go = true;
		if (str_is(name, "main.main"))
			o->of_all.module = module_of(file);
	}
}

struct origins *
origins_new(const struct profile *p, const struct query *q, struct err *err)
{
	const struct str none = STR_EMPTY;
	const struct str text[SAID] = { q != NULL ? q->user : none,
		q != NULL ? q->library : none,
		q != NULL ? q->system_code : none };
	struct origins *o = xcalloc(1, sizeof(*o));

	for (int i = 0; i < SAID; i++) {
		if (text[i].n == 0)
			continue;
		o->said[i] = match_option(said[i].option, text[i], err);
		if (o->said[i] == NULL) {
			origins_free(o);
			return NULL;
		}
	}
	o->p = p;
	o->rules = origin_rules_new();
	look_around(o);
	return o;
}

void
origins_free(struct origins *o)
{
	if (o == NULL)
		return;
	origin_rules_free(o->rules);
	for (int i = 0; i < SAID; i++)
		match_free(o->said[i]);
	map64_free(&o->known);
	vec_free(&o->origin);
	free(o);
}

static bool
is_said(struct match *m, const struct origin_facts *f)
{
	return m != NULL &&
		(match_str(m, f->name) || match_str(m, f->file) ||
			match_str(m, f->map));
}

static struct origin
judge(struct origins *o, func_id func, map_id map)
{
	const struct profile *p = o->p;
	struct origin_facts f = o->of_all;

	if (func != NONE) {
		f.name = profile_str(p, p->func.name[func]);
		f.file = profile_str(p, p->func.file[func]);
	}
	if (map != NONE) {
		f.map = profile_str(p, p->map.file[map]);
		/* Not where the first mapping is a library or none. */
		f.is_main = map == 0 && f.map.n > 0 && f.map.p[0] != '[' &&
			str_find(f.map, STR(".so"), 0) < 0;
	}
	for (int i = 0; i < SAID; i++)
		if (is_said(o->said[i], &f))
			return (struct origin){ (uint8_t)said[i].kind, false,
				said[i].why };
	return origin_judge(o->rules, &f);
}

struct origin
origin_of(struct origins *o, func_id func, map_id map)
{
	/* NONE becomes 0. */
	uint64_t key = (uint64_t)(func + 1) << 32 | (uint64_t)(map + 1);
	uint32_t *at = map64_at(&o->known, key);

	if (*at == NONE) {
		struct origin origin = judge(o, func, map);

		*at = (uint32_t)o->origin.n;
		vec_push(&o->origin, origin);
		return origin;
	}
	return o->origin.p[*at];
}

struct origin
origin_of_frame(struct origins *o, const struct frames *frames, frame_id frame)
{
	const struct frame *f = &frames->frame[frame];
	const struct profile *p = o->p;

	if (f->first_loc == NONE)
		return (struct origin){ ORIGIN_SYSTEM, false, "" };
	return origin_of(o,
		f->first_line != NONE ? p->line.func[f->first_line] : NONE,
		p->loc.map[f->first_loc]);
}
