/* SPDX-License-Identifier: GPL-3.0-or-later */
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
 * The file is edited, not written anew: what is not touched stays to the
 * byte, comments too. Only options that are part of a view may stand in it,
 * so no such file can do any harm.
 */
#ifndef FT_CONF_VIEWS_H
#define FT_CONF_VIEWS_H

#include <stddef.h>

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "conf/options.h"

struct views_section {         /* offsets in the text */
	size_t from, body, to; /* its first line; behind that; behind its last
				  line that says something */
	size_t name, name_end;
	size_t line; /* number of the first line of the body */
};

struct views {
	struct strbuf text;
	VEC(struct views_section) section;
};

#define VIEWS_INIT \
	{ \
		.text = STRBUF_INIT \
	}

void views_fini(struct views *v);
/* Find the sections of v->text; what is wrong is noted as "line: why". */
void views_scan(struct views *v, struct warnings *damage);

struct str views_name(const struct views *v, size_t i);
struct str views_body(const struct views *v, size_t i);
/* SIZE_MAX: there is none of this name. */
size_t views_find(const struct views *v, struct str name);
/* A name that can stand in brackets; else -1 and err (ERR_USAGE). */
int views_check_name(struct str name, struct err *err);

/* Edits; the sections are found anew. The first makes a view or gives it
   another body, of lines that end in '\n'. */
void views_put(struct views *v, struct str name, struct str body);
void views_remove(struct views *v, size_t i);
void views_rename(struct views *v, size_t i, struct str name);

/* Set what a body says; a line that is wrong is noted with its number,
   counted from `line`, and left out. */
void views_apply(struct str body, size_t line, struct options_target t,
	struct warnings *damage);

#endif
