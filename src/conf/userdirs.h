/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#ifndef FT_CONF_USERDIRS_H
#define FT_CONF_USERDIRS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

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

#endif
