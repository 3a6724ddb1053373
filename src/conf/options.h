/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * THE option table: one row for each choice a user can make. Flags, the :
 * line, completion, saved views, the header of reports, --help, the man page
 * and the shells' completions all read it; so an option is added by adding
 * a row (and its field).
 *
 * A row is either about the query (what is shown) or about the settings (how
 * the program behaves). Both structs are plain data, so
 * set(get(x)) == x holds for every row; a test checks it.
 */
#ifndef FT_CONF_OPTIONS_H
#define FT_CONF_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "engine/query.h"

/* How the program looks and behaves; see the rows for meanings. */
enum color_mode { COLOR_AUTO, COLOR_NEVER, COLOR_ALWAYS, COLOR_8, COLOR_16,
	COLOR_256 };
enum layout { LAYOUT_AUTO, LAYOUT_COLUMNS, LAYOUT_ROWS, LAYOUT_GRAPH_TABLE,
	LAYOUT_GRAPH, LAYOUT_TABLES };
enum names_mode { NAMES_AUTO, NAMES_FULL, NAMES_SHORT, NAMES_FILELINE };
enum order_mode { ORDER_WEIGHT, ORDER_NAME, ORDER_INPUT };
enum percent_mode { PERCENT_ALL, PERCENT_VIEW, PERCENT_PARENT, PERCENT_OFF };
enum background { BACKGROUND_AUTO, BACKGROUND_LIGHT, BACKGROUND_DARK };

struct settings {
	enum color_mode color;
	enum background background;
	bool ascii;	/* --ascii, ~ */
	enum layout layout;
	enum names_mode names;
	enum order_mode order;
	enum percent_mode percent;
	struct str tablesort; /* self total self% ... name file; '-' first
				 reverses */
	struct str columns; /* of the table, comma separated */
	bool smooth;	   /* eighth-block right edges */
	bool dim_search;
	int64_t esc_delay; /* ms */
	int64_t max_memory; /* bytes; 0: the default */
	bool osc52;
};

void settings_init(struct settings *s);

enum option_type { OPT_BOOL, OPT_INT, OPT_FLOAT, OPT_STRING, OPT_REGEX,
	OPT_TAGFILTER, OPT_LIST /* of lines; a repeated flag appends */,
	OPT_ENUM };

/* Which target struct a row's field is in. */
enum option_target { ON_QUERY, ON_SETTINGS };

struct option {
	const char *name;    /* pprof's, where pprof has it */
	const char *alias;   /* one more name, or NULL */
	enum option_type type;
	enum option_target target;
	size_t field;	     /* offsetof in the target */
	const char *const *choices; /* OPT_ENUM: NULL-terminated, by value */
	bool shorthand;	     /* a choice's name alone sets it: -lines */
	int64_t min, max;    /* OPT_INT; equal: no bounds */
	const char *group;   /* heading in help */
	const char *arg;     /* "regexp" in help; NULL for booleans */
	const char *help;    /* one sentence */
	bool saved;	     /* part of saved views and of :cmdline */
};

struct options_target { /* where option_set writes */
	struct query *query;
	struct settings *settings;
};

const struct option *options_all(size_t *n);
/* By exact name or alias; a shorthand gives its row and sets *value to the
   choice. NULL when unknown. */
const struct option *option_find(struct str name, struct str *value);
/* The nearest name for "did you mean", or NULL. */
const char *option_nearest(struct str name);
/* Set from text. The text must outlive the target (see query.h). Patterns
   are compiled to check them. -1 and err (ERR_USAGE, in pprof's words) leave
   the target as it was. */
int option_set(const struct option *o, struct options_target t,
	struct str value, struct err *err);
/* Append the value as text that option_set takes. */
void option_get(const struct option *o, struct options_target t,
	struct strbuf *out);
/* The value is the default. */
bool option_is_default(const struct option *o, struct options_target t);
/* All non-default saved options as flags, quoted for a POSIX shell. */
void options_cmdline(struct options_target t, struct strbuf *out);
/* --help, --dump-options=FORMAT (mdoc, bash, zsh, fish). */
void options_help(FILE *out);
int options_dump(FILE *out, struct str format, struct err *err);

#endif
