/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The profiles that were opened last: a file that only this program writes, the
 * newest first. A line has the names that were opened together, quoted as for a
 * shell; files with their whole path, addresses without secrets.
 *
 *     # ~/.local/state/flametop/recent
 *     /home/me/cpu.pb.gz
 *     http://me:…@host:6060/debug/pprof/heap
 */
#ifndef FT_CONF_RECENT_H
#define FT_CONF_RECENT_H

#include "base/vec.h"
#include "conf/configfile.h"

enum { RECENT_MAX = 20 };

struct recent {
	struct str line;        /* as recent_line() makes it */
	const struct str *name; /* [n] */
	size_t n;
};

struct recents {
	struct recent *p;
	size_t n, cap;
};

/* Read the file, with strings in the arena. Missing files, lines that cannot be
   read and those after the first RECENT_MAX are left out. */
void recent_read(
	const struct userdirs *dirs, struct arena *arena, struct recents *out);
/* Append the line for names relative to the current folder. False if they
   cannot be opened again: standard input, lists of names. */
bool recent_line(struct strbuf *out, const struct str *name, size_t n);
/* Put a line in front. -1 and err if the file cannot be written. */
int recent_add(const struct userdirs *dirs, struct str line, struct err *err);

#endif
