/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a user has set for good: the configuration file, and options in an
 * environment variable.
 *
 *     # ~/.config/flametop/config
 *     granularity = lines
 *     trim_path = /home/me/src
 *     noinlines
 *     map Z undo
 *
 * A value is what stands behind the equals sign without the blanks around
 * it; one in double quotes may have blanks at its ends, and \" \\ \n in it.
 * A line that is wrong is noted and left out, the others are used.
 */
#ifndef FT_CONF_CONFIGFILE_H
#define FT_CONF_CONFIGFILE_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "conf/keymap.h"
#include "conf/options.h"

/* Longer than anybody writes, in bytes; longer files are refused. */
enum { CONFIG_MAX = 1 << 20 };

/* Apply a file's text. The target must have an arena for texts. What is wrong
   is noted: "3: unknown option ...". */
void config_apply(struct str text, struct options_target t,
	struct keymap *keymap, struct warnings *damage);
/* Apply a file; one that is not there is fine. What is wrong is noted behind
   the file's name; so is a file that cannot be read. */
void config_read(const char *path, struct options_target t,
	struct keymap *keymap, struct warnings *damage);

/* Take a line "option = value" or "option" apart; the value is without its
   quotes, in `text`, and p is NULL without one. -1 and err (ERR_USAGE). */
int config_line(struct str line, const struct option **o, struct str *value,
	struct strbuf *text, struct err *err);
/* Append such lines for a value as option_get has it, one for each line of a
   list. config_line() and option_append() give the value back. */
void config_put(struct strbuf *out, const struct option *o, struct str value);

/* "unknown option x, did you mean y?" with `dash` ("-" or "") in front of
   both names; always -1. `nearest` may be NULL. */
int config_unknown(struct err *err, const char *dash, struct str name,
	const char *nearest);

#endif
