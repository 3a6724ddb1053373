/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds a mapping's binary on this machine. With a build id, pprof looks in
 * every folder D of PPROF_BINARY_PATH (by default ~/pprof/binaries) for
 *
 *     D/ID/name      D/ID/any      D/path/of/name/ID      D/ab/cdef.debug
 *
 * and then, by name, for
 *
 *     D/name      D/path/of/name      D/path/of/name.debug
 *     D/path/of/.debug/name.debug      D/usr/lib/debug/path/of/name.debug
 *
 * Copies made by perf are also found: D/.build-id/ab/cdef/elf,
 * D/.build-id/ab/cdef.debug
 */
#ifndef FT_SYMBOL_LOCATE_H
#define FT_SYMBOL_LOCATE_H

#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "symbol/loadbias.h"

/* A mapping as recorded in the profile. */
struct wanted {
	struct str file, build_id; /* "": unknown */
	struct str relocation;     /* symbol that relocates a kernel, or "" */
	struct str pid;            /* in decimal; "": unknown */
	struct place place;
};

/* Find the first readable binary that is not from a different build. */
bool locate_binary(const struct wanted *w, struct warnings *warnings,
	struct strbuf *found);
/* Append the paths that a search tries, one per line, for a message. */
void locate_tried(const struct wanted *w, struct strbuf *tried);
/* Set *found to w->file or, if it is gone, perf's copy or the file as seen by
   the process (/proc/PID/root/...), which may run in a container. */
void locate_recorded(const struct wanted *w, struct strbuf *found);

/* Find separate debug information for an open file: by build id, by its
   .gnu_debuglink, then at `fetched` unless "". Return a descriptor, or -1. */
int locate_debug(const struct object *o, struct str path, struct str fetched,
	struct strbuf *found);

#endif
