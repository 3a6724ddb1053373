/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything that was saved under a name, from three places in one list:
 *
 *     SAVED_OWN      $XDG_CONFIG_HOME/flametop/views
 *     SAVED_PROJECT  .flametop in the current folder or above: read only
 *     SAVED_PPROF    pprof's settings.json, "Default" in front
 *
 * The files are read anew each time and replaced whole. A damaged one is
 * copied before it is replaced.
 *
 * A view says what differs from `base`, which is what the user starts with
 * before the command line; all else is as in that. A configuration of pprof
 * says all that pprof keeps; all else stays, except for the further tag
 * filters, which pprof does not have.
 */
#ifndef FT_CONF_SAVED_H
#define FT_CONF_SAVED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "conf/options.h"
#include "conf/configfile.h"

enum saved_from { SAVED_OWN, SAVED_PROJECT, SAVED_PPROF };

struct saved {
	enum saved_from from;
	struct str name;
	struct str body; /* lines as in a file of views */
	size_t line;     /* of the body in its file; 0: in none */
	bool is_builtin; /* pprof's Default */
};

struct saved_list {
	struct arena arena;
	VEC(struct saved) item;
	struct warnings damage; /* what was wrong: "file:line: why" */
};

void saved_read(struct saved_list *l, const struct userdirs *dirs);
void saved_fini(struct saved_list *l);

/* By name, in the order of the list; NULL. */
const struct saved *saved_find(const struct saved_list *l, struct str name);
const struct saved *saved_find_from(
	const struct saved_list *l, enum saved_from from, struct str name);

/* What it says in a line: "focus=Checkout  granularity=lines". */
void saved_summary(struct strbuf *out, const struct saved *v);
/* Set what it says. Wrong lines are noted and left out. */
void saved_apply(const struct saved *v, struct options_target t,
	struct options_target base, struct warnings *damage);
/* Would that change nothing? */
bool saved_is_current(const struct saved *v, struct options_target t,
	struct options_target base);

/* The files. Each returns -1 and err, and then nothing has changed; `kept`
   gets the name of the copy of a damaged file, or stays empty. */
int saved_put(const struct userdirs *dirs, enum saved_from from,
	struct str name, struct options_target t, struct options_target base,
	struct strbuf *kept, struct err *err);
/* Rename to `to`, or remove when that is NULL. */
int saved_change(const struct userdirs *dirs, enum saved_from from,
	struct str name, const struct str *to, struct strbuf *kept,
	struct err *err);

#endif
