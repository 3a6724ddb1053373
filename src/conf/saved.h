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

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "conf/configfile.h"
#include "conf/options.h"

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

/*
 * A file of saved views, as text: a name in brackets, and below it options
 * as in the configuration file.
 *
 *     # what I look at every week
 *     [checkout only]
 *     focus = Checkout
 *     granularity = lines
 *
 *     [no runtime]
 *     hide = ^runtime\.
 *
 * The file is edited in place: what is not touched stays to the
 * byte, comments included. Only options that are part of a view are allowed,
 * so no such file can do any harm.
 */

struct savedfile_section {     /* offsets in the text */
	size_t from, body, to; /* its first line; behind that; behind its last
				  line that says something */
	size_t name, name_end;
	size_t line; /* number of the first line of the body */
};

struct savedfile {
	struct strbuf text;
	VEC(struct savedfile_section) section;
};

#define SAVEDFILE_INIT \
	{ \
		.text = STRBUF_INIT \
	}

void savedfile_fini(struct savedfile *v);
/* Find the sections of v->text; what is wrong is noted as "line: why", unless
   damage is NULL. */
void savedfile_scan(struct savedfile *v, struct warnings *damage);

struct str savedfile_name(const struct savedfile *v, size_t i);
struct str savedfile_body(const struct savedfile *v, size_t i);
/* SIZE_MAX: not found. */
size_t savedfile_find(const struct savedfile *v, struct str name);
/* Can it be a name in brackets? Else -1 and err (ERR_USAGE). */
int savedfile_check_name(struct str name, struct err *err);

/* Edits; the sections are found anew. The first makes a view or gives it
   another body, of lines that end in '\n'. */
void savedfile_put(struct savedfile *v, struct str name, struct str body);
void savedfile_remove(struct savedfile *v, size_t i);
void savedfile_rename(struct savedfile *v, size_t i, struct str name);

/* Set what a body says; a line that is wrong is noted with its number,
   counted from `line`, and left out. */
void savedfile_apply(struct str body, size_t line, struct options_target t,
	struct warnings *damage);

#endif
