/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds a mapping's binary on this machine. With a build id pprof looks in
 * every folder D of PPROF_BINARY_PATH (by default ~/pprof/binaries) for
 *
 *     D/ID/name      D/ID/any      D/path/of/name/ID      D/ab/cdef.debug
 *
 * and then by the name for
 *
 *     D/name      D/path/of/name      D/path/of/name.debug
 *     D/path/of/.debug/name.debug      D/usr/lib/debug/path/of/name.debug
 *
 * and we also look for perf's copies: D/.build-id/ab/cdef/elf,
 * D/.build-id/ab/cdef.debug
 */
#ifndef FT_SYMBOL_LOCATE_H
#define FT_SYMBOL_LOCATE_H

#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "symbol/loadbias.h"

/* A mapping's data. */
struct wanted {
	struct str file, build_id; /* "": unknown */
	struct str relocation;     /* a kernel's, see loadbias.h */
	struct str pid;            /* the process, if known */
	struct place place;
};

/* Find the first binary that opens and is not another build. */
bool locate_binary(const struct wanted *w, struct warnings *warnings,
	struct strbuf *found);
/* List all paths that are tried, one a line, for one that was not found. */
void locate_tried(const struct wanted *w, struct strbuf *tried);
/* Find the recorded file or, if it is gone, perf's copy, or the process's own
   view of it, which may be in a container. */
void locate_recorded(const struct wanted *w, struct strbuf *found);

/* Find the debug information of an open file that has none itself: by build id,
   by the name in it, and in `fetched`, which may be "". An open file, or -1. */
int locate_debug(const struct object *o, struct str path, struct str fetched,
	struct strbuf *found);

#endif
