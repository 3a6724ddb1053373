/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All saved views and configurations, from three places in one list:
 *
 *     SAVED_OWN      $XDG_CONFIG_HOME/flametop/views
 *     SAVED_PROJECT  .flametop in the current folder or above: read only
 *     SAVED_PPROF    pprof's settings.json, after "Default"
 *
 * Each call reads the files again; a changed file is replaced as a whole. A
 * damaged file is copied first.
 *
 * A view contains the options that differ from `base`, the options before the
 * command line was applied; other saved options are reset to `base`. A pprof
 * configuration sets all fields that pprof saves and clears the further tag
 * filters, which pprof lacks; other options are unchanged.
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
	struct str body; /* option lines, as in a file of views */
	size_t line;     /* number of the body's first line; 0: no file */
	bool is_builtin; /* pprof's Default */
};

struct saved_list {
	struct arena arena;
	VEC(struct saved) item;
	struct warnings damage; /* "file:line: why" */
};

void saved_read(struct saved_list *l, const struct userdirs *dirs);
void saved_fini(struct saved_list *l);

/* Return the first view in the list with this name, or NULL. */
const struct saved *saved_find(const struct saved_list *l, struct str name);
const struct saved *saved_find_from(
	const struct saved_list *l, enum saved_from from, struct str name);

/* Append a view's options in one line: "focus=Checkout  granularity=lines". */
void saved_summary(struct strbuf *out, const struct saved *v);
/* Apply a view. Invalid lines cause warnings and are ignored. */
void saved_apply(const struct saved *v, struct options_target t,
	struct options_target base, struct warnings *damage);
/* True if applying the view would change nothing. */
bool saved_is_current(const struct saved *v, struct options_target t,
	struct options_target base);

/* Add or replace a view in its file. -1 and err, with nothing changed, on
   failure; `kept` gets the name of a damaged file's copy, or stays empty. */
int saved_put(const struct userdirs *dirs, enum saved_from from,
	struct str name, struct options_target t, struct options_target base,
	struct strbuf *kept, struct err *err);
/* Rename a view to `to`, or remove it if that is NULL. */
int saved_change(const struct userdirs *dirs, enum saved_from from,
	struct str name, const struct str *to, struct strbuf *kept,
	struct err *err);

/*
 * A file of saved views, as text: a name in brackets, and below it options
 * as in the configuration file.
 *
 *     # checked every week
 *     [checkout only]
 *     focus = Checkout
 *     granularity = lines
 *
 *     [no runtime]
 *     hide = ^runtime\.
 *
 * The file is edited in place: all other text stays byte for byte, including
 * comments. Only options that are part of a view are allowed, so such a file
 * can do no harm.
 */

struct savedfile_section {     /* offsets in the text */
	size_t from, body, to; /* start of the [name] line; start of the next
				  line; end of the last line with content */
	size_t name, name_end;
	size_t line; /* number of the body's first line */
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
/* Find the sections of v->text. Errors cause warnings "line: why"; damage may
   be NULL. */
void savedfile_scan(struct savedfile *v, struct warnings *damage);

struct str savedfile_name(const struct savedfile *v, size_t i);
struct str savedfile_body(const struct savedfile *v, size_t i);
/* Find a section; SIZE_MAX: none. */
size_t savedfile_find(const struct savedfile *v, struct str name);
/* Check that a name can be written in brackets. -1 and err (ERR_USAGE). */
int savedfile_check_name(struct str name, struct err *err);

/* Edit the text and find its sections again. savedfile_put() adds a view or
   replaces its body, whose lines must end in '\n'. */
void savedfile_put(struct savedfile *v, struct str name, struct str body);
void savedfile_remove(struct savedfile *v, size_t i);
void savedfile_rename(struct savedfile *v, size_t i, struct str name);

/* Apply a body. An invalid line causes a warning with its number, counted from
   `line`, and is ignored. */
void savedfile_apply(struct str body, size_t line, struct options_target t,
	struct warnings *damage);

#endif
