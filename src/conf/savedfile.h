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
 * The file is edited in place: what is not touched stays to the
 * byte, comments included. Only options that are part of a view are allowed,
 * so no such file can do any harm.
 */
#ifndef FT_CONF_SAVEDFILE_H
#define FT_CONF_SAVEDFILE_H

#include <stddef.h>

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "conf/options.h"

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
