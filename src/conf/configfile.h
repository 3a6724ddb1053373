/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lasting settings: the configuration file, and the state that the program
 * saves itself.
 *
 *     # ~/.config/flametop/config
 *     granularity = lines
 *     trim_path = /home/me/src
 *     noinlines
 *     map Z undo
 *
 *     [server prod]
 *     url = pyroscope+https://profiles.example.org
 *
 * Servers begin at the first line in brackets (fetch/configured.h).
 * A value is the text after the equals sign without the blanks around
 * it; in double quotes it may begin and end with blanks and contain \" \\ \n.
 * An invalid line causes a warning and is ignored.
 */
#ifndef FT_CONF_CONFIGFILE_H
#define FT_CONF_CONFIGFILE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "conf/keymap.h"
#include "conf/options.h"
#include "fetch/configured.h"

/*
 * The folders of the user's own files. Only main() reads the environment.
 *
 *     $XDG_CONFIG_HOME  or ~/.config        /flametop/config
 *                                           /flametop/views
 *                                           /pprof/settings.json
 *     $XDG_STATE_HOME  or ~/.local/state    /flametop/last
 *     the current folder or one above       .flametop
 */
struct userdirs {
	struct str config; /* "/home/me/.config"; empty: unknown */
	struct str state;
	struct str project; /* the nearest .flametop; empty: none */
};

/* Find the folders from XDG_CONFIG_HOME, XDG_STATE_HOME and HOME (each may be
   NULL) and the current folder. Relative paths are ignored. Strings are in the
   arena. */
struct userdirs userdirs_find(struct arena *arena, const char *xdg_config,
	const char *xdg_state, const char *home, const char *cwd);

/* Append "<folder>/<name>" to `path`. False: the folder is unknown. */
bool userdirs_path(struct strbuf *path, struct str folder, const char *name);
/* Set the error for an unknown folder; always -1. */
int userdirs_unknown(struct err *err);

/* Maximum size in bytes; larger files are refused. */
enum { CONFIGFILE_MAX = 1 << 20 };

/* Apply a file's text. The target must have an arena for strings. Errors become
   warnings: "3: unknown option ...". */
void configfile_apply(struct str text, struct options_target t,
	struct keymap *keymap, struct warnings *damage);
/* Apply a file and its servers; a missing file is fine. Errors, including read
   errors, become warnings with the file's name: "config:3: ...". */
void configfile_read(const char *path, struct options_target t,
	struct keymap *keymap, struct named_servers *servers,
	struct warnings *damage);

/* Parse a line "option = value" or "option". *value is a part of `line`, or of
   `text` if it was quoted; STR_EMPTY without one. -1 and err (ERR_USAGE). */
int configfile_line(struct str line, const struct option **o, struct str *value,
	struct strbuf *text, struct err *err);
/* Append an option as a line "option = value", a list as one line per item.
   configfile_line() and option_append() read them back. */
void configfile_put(
	struct strbuf *out, const struct option *o, struct options_target t);
/* Get the next line that is not empty or a comment, trimmed, and its number.
   False at the end. */
bool configfile_next(struct str *text, struct str *line, size_t *number);
/* Add the warnings about a file's lines as "path:line: why". */
void configfile_damage(
	struct warnings *out, const char *path, const struct warnings *lines);

/* Saving to the file: it is edited as text, so that comments, order and other
   lines stay byte for byte. */

/* Save an option's value: a line for it, or none for the default. -1 and err,
   with the file unchanged. A damaged file is copied first; `kept` gets the
   copy's name. */
int configfile_keep(const struct userdirs *dirs, const struct option *o,
	struct options_target t, struct strbuf *kept, struct err *err);
/* Save the user's binding of a key, or remove its line if there is none. */
int configfile_keep_key(const struct userdirs *dirs, const struct keymap *km,
	int key, struct strbuf *kept, struct err *err);

/* The look of the screen at the last exit: a file that only this program
   writes. The configuration overrides it.

       # ~/.local/state/flametop/last
       layout = rows */

/* Apply the file; a missing or damaged one is ignored. */
void remembered_read(const struct userdirs *dirs, struct options_target t);
/* Write the file if `now` differs from `begin`, the options at the start. -1
   and err on failure. */
int remembered_write(const struct userdirs *dirs, struct options_target begin,
	struct options_target now, struct err *err);

#endif
