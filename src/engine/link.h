/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The address of a source line on a web server, by the user's template.
 *
 *     template  https://github.com/acme/shop/blob/{revision}/{file}#L{line}
 *     link      https://github.com/acme/shop/blob/v1.2/price/price.go#L50
 *
 * A profile is untrusted: its names only fill in the path, never the server.
 * Their bytes with a meaning in addresses, terminals or markup become %XX.
 */
#ifndef FT_ENGINE_LINK_H
#define FT_ENGINE_LINK_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "engine/running.h"
#include "profile/profile.h"
#include "symbol/revision.h"

enum { LINK_MAX = 2048 }; /* bytes */

/* All borrowed. */
struct link_rules {
	/* Values of options. */
	struct str source_url, revision;
	struct str trim_path;
	struct str map; /* source_map: FROM=TO, one per line */
	struct str why; /* why there is no revision; "": unset */
	/* Set by link_scan(), or copied from the origins. */
	struct running running;
};

/* A place in a profile. */
struct link_place {
	struct str file; /* as in the profile */
	int64_t line;    /* 0: unknown */
	struct str name; /* the function */
};

/* Check a template; an empty one is fine. -1 and err. */
int link_check(struct str source_url, struct err *err);
/* Scan the profile, once before making links into it. */
void link_scan(struct link_rules *rules, const struct profile *p);
/* True if links need a revision that the user has not set. */
bool link_wants_revision(const struct link_rules *rules);
/* If link_wants_revision(), let a child of `self` read the revision from the
   profiled program. Return the owner of its text, to be freed after the rules;
   or NULL. */
struct revision *link_revision(struct link_rules *rules,
	const struct profile *p, const char *self, struct progress *progress);
/* Append the link to a place. If there is none, return -1 and set err to
   the reason. */
int link_put(struct strbuf *out, const struct link_rules *rules,
	const struct link_place *place, struct err *err);

#endif
