/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Settings that last: the configuration file, and what the program remembers
 * by itself.
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
 * From the first line in brackets on it is servers (fetch/configured.h).
 * A value is the text after the equals sign without the blanks around
 * it; one in double quotes may have blanks at its ends, and \" \\ \n in it.
 * A line that is wrong is noted and left out, the others are used.
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
 * Where a user's own files are. Everything that reads or writes one asks
 * here, and only main() asks the environment.
 *
 *     $XDG_CONFIG_HOME  or ~/.config        /flametop/config
 *                                           /flametop/views
 *                                           /pprof/settings.json
 *     $XDG_STATE_HOME  or ~/.local/state    /flametop/last
 *     the current folder and those above    .flametop
 */
struct userdirs {
	struct str config; /* "/home/me/.config"; empty: unknown */
	struct str state;
	struct str project; /* the nearest .flametop; empty: there is none */
};

/* From the values of XDG_CONFIG_HOME, XDG_STATE_HOME and HOME, each may be
   NULL, and the current folder. Relative paths do not count. Texts are in
   the arena. */
struct userdirs userdirs_find(struct arena *arena, const char *xdg_config,
	const char *xdg_state, const char *home, const char *cwd);

/* "<folder>/<name>" into `path`; false, and nothing, for an unknown folder. */
bool userdirs_path(struct strbuf *path, struct str folder, const char *name);
/* The error for that; always -1. */
int userdirs_unknown(struct err *err);

/* Longer than anybody writes, in bytes; longer files are refused. */
enum { CONFIGFILE_MAX = 1 << 20 };

/* Apply a file's text. The target must have an arena for texts. What is wrong
   is noted: "3: unknown option ...". */
void configfile_apply(struct str text, struct options_target t,
	struct keymap *keymap, struct warnings *damage);
/* Apply a file, and take its servers; one that is not there is fine. What is
   wrong is noted behind the file's name; so is a file that cannot be read. */
void configfile_read(const char *path, struct options_target t,
	struct keymap *keymap, struct named_servers *servers,
	struct warnings *damage);

/* Take a line "option = value" or "option" apart; the value is without its
   quotes, in `text`, and p is NULL without one. -1 and err (ERR_USAGE). */
int configfile_line(struct str line, const struct option **o, struct str *value,
	struct strbuf *text, struct err *err);
/* Append such lines for an option's value, one for each line of a list.
   configfile_line() and option_append() give the value back. */
void configfile_put(
	struct strbuf *out, const struct option *o, struct options_target t);
/* The next line of a text that says something, without blanks around it, and
   its number, counted on; false at the end. */
bool configfile_next(struct str *text, struct str *line, size_t *number);
/* Warnings about the lines of a file, behind its name. */
void configfile_damage(
	struct warnings *out, const char *path, const struct warnings *lines);

/* Changing the file from within the program: it is edited as text, so that
   what its owner wrote stays to the byte: comments, order, other lines. */

/* Keep an option's value: a line for it, or none when it is the default.
   -1 and err: the file is as it was. A damaged file is copied first, and the
   copy's name goes to `kept`. */
int configfile_keep(const struct userdirs *dirs, const struct option *o,
	struct options_target t, struct strbuf *kept, struct err *err);
/* Keep what the user has bound to a key, or that nothing is. */
int configfile_keep_key(const struct userdirs *dirs, const struct keymap *km,
	int key, struct strbuf *kept, struct err *err);

/* How the screen looked when the program was left: a file which only this
   program writes. What the configuration says goes before it.

       # ~/.local/state/flametop/last
       layout = rows */

/* Set what the file says; one that is not there or damaged says nothing. */
void remembered_read(const struct userdirs *dirs, struct options_target t);
/* Write it when something was changed since the start. -1 and err when that
   does not work. */
int remembered_write(const struct userdirs *dirs, struct options_target begin,
	struct options_target now, struct err *err);

#endif
