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
 * An invalid line is noted and ignored.
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
 * The places of a user's own files, for everything that reads or writes one.
 * Only main() reads the environment.
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
   NULL) and the current folder. Relative paths are ignored. Texts are in the
   arena. */
struct userdirs userdirs_find(struct arena *arena, const char *xdg_config,
	const char *xdg_state, const char *home, const char *cwd);

/* Put "<folder>/<name>" into `path`; false: the folder is unknown. */
bool userdirs_path(struct strbuf *path, struct str folder, const char *name);
/* Set the error for that; always -1. */
int userdirs_unknown(struct err *err);

/* Maximum size in bytes; larger files are refused. */
enum { CONFIGFILE_MAX = 1 << 20 };

/* Apply a file's text. The target must have an arena for texts. Errors are
   noted: "3: unknown option ...". */
void configfile_apply(struct str text, struct options_target t,
	struct keymap *keymap, struct warnings *damage);
/* Apply a file and its servers; a missing file is fine. Errors are noted after
   the file's name, also if the file cannot be read. */
void configfile_read(const char *path, struct options_target t,
	struct keymap *keymap, struct named_servers *servers,
	struct warnings *damage);

/* Parse a line "option = value" or "option"; the unquoted value is in `text`, p
   is NULL without one. -1 and err (ERR_USAGE). */
int configfile_line(struct str line, const struct option **o, struct str *value,
	struct strbuf *text, struct err *err);
/* Append such lines for an option's value, one per line of a list.
   configfile_line() and option_append() read them back. */
void configfile_put(
	struct strbuf *out, const struct option *o, struct options_target t);
/* Return the next line with content, trimmed, and its number; false at the
   end. */
bool configfile_next(struct str *text, struct str *line, size_t *number);
/* Add warnings about a file's lines after its name. */
void configfile_damage(
	struct warnings *out, const char *path, const struct warnings *lines);

/* Changes to the file from within the program: they edit it as text, so that
   comments, order and other lines stay byte for byte. */

/* Save an option's value: a line for it, or none for the default. -1 and err,
   with the file unchanged. A damaged file is copied first; `kept` gets the
   copy's name. */
int configfile_keep(const struct userdirs *dirs, const struct option *o,
	struct options_target t, struct strbuf *kept, struct err *err);
/* Save the user's binding of a key, or its absence. */
int configfile_keep_key(const struct userdirs *dirs, const struct keymap *km,
	int key, struct strbuf *kept, struct err *err);

/* The look of the screen at the last exit: a file that only this program
   writes. The configuration overrides it.

       # ~/.local/state/flametop/last
       layout = rows */

/* Apply the file; a missing or damaged one is ignored. */
void remembered_read(const struct userdirs *dirs, struct options_target t);
/* Write the file if something changed since the start. -1 and err on
   failure. */
int remembered_write(const struct userdirs *dirs, struct options_target begin,
	struct options_target now, struct err *err);

#endif
