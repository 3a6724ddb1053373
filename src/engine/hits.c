/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pattern against the names of a profile: see hits.h. */
#include "config.h"

#include "engine/hits.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "engine/core.h"
#include "engine/match.h"
#include "engine/simple.h"
#include "engine/subject.h"

#include "base/banned.h"

enum { UNKNOWN, NO, YES };

struct matcher {
	const struct run *run;
	const struct profile *p;
	struct match *match;
	uint8_t *answer; /* [strings.n] */
	unsigned asked;
};

/* Once per distinct string. */
static bool
matches(struct matcher *m, str_id id)
{
	if (m->answer[id] == UNKNOWN) {
		m->answer[id] =
			match_str(m->match, profile_str(m->p, id)) ? YES : NO;
		m->asked++;
	}
	return m->answer[id] == YES;
}

static bool
matches_simple(struct matcher *m, str_id id)
{
	struct str name = profile_str(m->p, id);

	if (name.n == 0)
		return false;
	if (m->answer[id] == UNKNOWN) {
		m->answer[id] =
			match_str(m->match, simple_name(name)) ? YES : NO;
		m->asked++;
	}
	return m->answer[id] == YES;
}

static int
fill(struct hits *h, struct matcher *m, enum hits_kind kind)
{
	const struct profile *p = m->p;

	for (func_id f = 0; f < p->func.n; f++) {
		bool yes = kind == HITS_SIMPLE
			? matches_simple(m, p->func.name[f])
			: matches(m, p->func.name[f]) ||
				matches(m, p->func.file[f]);

		if (yes)
			bits_set(&h->func, f);
		if (m->asked % 64 == 0 && run_check(m->run) != 0)
			return -1;
	}
	for (map_id i = 0; i < h->map.n; i++)
		if (matches(m, p->map.file[i]))
			bits_set(&h->map, i);
	return 0;
}

const struct hits *
hits_get(const struct run *run, const struct subject *subject,
	enum hits_kind kind, const char *option, struct str pattern)
{
	struct engine *e = run->e;
	const struct profile *p = subject->profile;
	struct strbuf key = STRBUF_INIT;
	struct matcher m = { .run = run, .p = p };
	struct hits *h;
	int rc;

	strbuf_add(&key, subject->stage.key);
	key_num(&key, kind);
	key_str(&key, pattern);
	h = (struct hits *)stages_find(&e->hits, strbuf_str(&key));
	if (h != NULL)
		goto out;
	m.match = match_option(option, pattern, run->err);
	if (m.match == NULL)
		goto out;
	m.answer = xcalloc(p->strings.n + 1, sizeof(*m.answer));
	h = (struct hits *)stages_new(
		&e->hits, sizeof(*h), strbuf_str(&key), NULL);
	h->func = bits_in(&h->stage.arena, p->func.n);
	h->map = bits_in(&h->stage.arena, kind == HITS_NAMES ? p->map.n : 0);
	rc = fill(h, &m, kind);
	if (rc == 0 && match_stopped(m.match))
		rc = err_set(run->err, ERR_USAGE,
			"%s: pattern too complex, stopped: %.*s", option,
			STR_ARG(pattern));
	if (rc == 0) {
		stages_keep(&e->hits, &h->stage);
	} else {
		stages_abandon(&e->hits, &h->stage);
		h = NULL;
	}
	free(m.answer);
	match_free(m.match);
out:
	strbuf_free(&key);
	return h;
}
