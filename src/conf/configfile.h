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
 */
#ifndef FT_CONF_CONFIGFILE_H
#define FT_CONF_CONFIGFILE_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "conf/keymap.h"
#include "conf/options.h"

/* Apply a file's text. The target must have an arena for texts. -1 and err
   (ERR_USAGE) with the line, "3: unknown option ...". */
int config_apply(struct str text, struct options_target t,
	struct keymap *keymap, struct err *err);
/* Apply a file; one that is not there is fine. -1 and err with its name:
   ERR_IO when it cannot be read. */
int config_read(const char *path, struct options_target t,
	struct keymap *keymap, struct err *err);

/* "unknown option x, did you mean y?" with `dash` ("-" or "") in front of
   both names; always -1. `nearest` may be NULL. */
int config_unknown(struct err *err, const char *dash, struct str name,
	const char *nearest);

/* Take the first word off *line as a POSIX shell splits it: blanks between
   words, '..' and ".." and \x quote. 1: *word has it; 0: no more; -1 and
   err: a quote is not closed. */
int config_word(struct str *line, struct strbuf *word, struct err *err);

#endif
