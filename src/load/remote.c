/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remote symbolization. */
#include "prelude.h"

#include "load/remote.h"

#include "base/hash.h"
#include "fetch/symbolz.h"
#include "symbol/patchlines.h"

void
remotes_add(struct remotes *r, const struct profile *p, struct str name,
	const struct fetch_options *fetch)
{
	r->fetch = fetch;
	for (map_id m = 0; m < p->map.n; m++) {
		struct str key = profile_str(p, p->map.build_id[m]);
		struct remote one = { .start = p->map.start[m] };

		if (key.n == 0)
			key = profile_str(p, p->map.file[m]);
		one.key = arena_str(&r->arena, key);
		one.name = arena_str(&r->arena, name);
		vec_push(&r->remote, one);
	}
}

void
remotes_copy(struct remotes *to, const struct remotes *from)
{
	to->fetch = from->fetch;
	for (size_t i = 0; i < from->remote.n; i++) {
		struct remote one = from->remote.p[i];

		one.key = arena_str(&to->arena, one.key);
		one.name = arena_str(&to->arena, one.name);
		vec_push(&to->remote, one);
	}
}

void
remotes_free(struct remotes *r)
{
	vec_free(&r->remote);
	arena_free(&r->arena);
	*r = (struct remotes){ .fetch = NULL };
}

/* ---- One mapping ---- */

struct remote_names {
	const struct profile *p;
	const struct remotes *whom;
	struct relined *made;
	struct progress *progress;
	VEC(loc_id) loc; /* locations with an address and no lines */
};

/* Ask one server about a mapping. -1 and err. */
static int
ask_one(struct remote_names *r, map_id m, const struct remote *whom,
	struct err *err)
{
	uint64_t off = whom->start - r->p->map.start[m];
	struct symbolz_names names = { { NULL, 0, 0 } };
	struct arena arena = ARENA_INIT;
	uint64_t *address = ARENA_ARRAY(&arena, uint64_t, r->loc.n);
	int rc;

	for (size_t i = 0; i < r->loc.n; i++)
		address[i] = r->p->loc.address[r->loc.p[i]] + off;
	rc = symbolz_ask(r->whom->fetch, whom->name, address, r->loc.n, &arena,
		&names, r->progress, err);
	if (rc == 0) {
		struct map64 at = MAP64_INIT;

		/* If an address has several names, the last is used. */
		for (size_t i = 0; i < names.name.n; i++)
			map64_put(&at, names.name.p[i].address, (uint32_t)i);
		for (size_t i = 0; i < r->loc.n; i++) {
			loc_id l = r->loc.p[i];
			uint32_t found =
				map64_get(&at, r->p->loc.address[l] + off);

			if (found != NONE)
				relined_name(
					r->made, l, names.name.p[found].name);
		}
		map64_free(&at);
		relined_mark(r->made, m, MAP_FUNCTIONS);
	}
	vec_free(&names.name);
	arena_free(&arena);
	return rc;
}

struct profile *
remotes_symbolize(const struct profile *p, const struct symbol_spec *spec,
	const struct symbol_words *words, struct progress *progress)
{
	struct remote_names r = {
		.p = p, .whom = spec->whom, .progress = progress
	};
	struct profile *made;

	if (r.whom->remote.n == 0)
		return profile_ref(p);
	r.made = relined_new(p);
	for (map_id m = 0; m < p->map.n && !progress_stopped(progress); m++)
		if (spec->force || !(p->map.has[m] & MAP_FUNCTIONS)) {
			struct str file = profile_str(r.p, r.p->map.file[m]);
			struct str id = profile_str(r.p, r.p->map.build_id[m]);
			const struct profile *q = r.p;

			r.loc.n = 0;
			for (loc_id l = 0; l < q->loc.n; l++)
				if (q->loc.map[l] == m &&
					q->loc.address[l] != 0 &&
					q->loc.line0[l] == q->loc.line0[l + 1])
					vec_push(&r.loc, l);
			for (size_t i = 0; i < r.whom->remote.n && r.loc.n > 0;
				i++) {
				const struct remote *whom =
					&r.whom->remote.p[i];
				struct err err = ERR_INIT;

				if (!str_eq(whom->key, file) &&
					(id.n == 0 || !str_eq(whom->key, id)))
					continue;
				if (ask_one(&r, m, whom, &err) == 0 ||
					err.code == ERR_CANCELLED)
					break;
				warnings_add(words->warnings, "%s", err.msg);
			}
		}
	vec_free(&r.loc);
	made = relined_end(r.made);
	return made;
}
