/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program or library of a mapping, on this machine. With a build id pprof
 * looks in every folder D of PPROF_BINARY_PATH (~/pprof/binaries without) for
 *
 *     D/ID/name      D/ID/any      D/path/of/name/ID      D/ab/cdef.debug
 *
 * and then by the name for
 *
 *     D/name      D/path/of/name      D/path/of/name.debug
 *     D/path/of/.debug/name.debug      D/usr/lib/debug/path/of/name.debug
 *
 * and we for what perf keeps: D/.build-id/ab/cdef/elf,
 * D/.build-id/ab/cdef.debug
 */
#ifndef FT_SYMBOL_LOCATE_H
#define FT_SYMBOL_LOCATE_H

#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "symbol/loadbias.h"

/* What a mapping says. */
struct wanted {
	struct str file, build_id; /* "" unknown */
	struct str relocation;     /* of a kernel: see loadbias.h */
	struct str pid;            /* the process, where that is known */
	struct place place;
};

/* The first that opens, and is no other build, into *found. */
bool locate_binary(const struct wanted *w, struct warnings *warnings,
	struct strbuf *found);
/* The paths that all this looks at, one a line, for one that was not found. */
void locate_tried(const struct wanted *w, struct strbuf *tried);
/* The recorded file; where that is gone, what perf keeps, or the file as the
   process has it, which may be in a container. */
void locate_recorded(const struct wanted *w, struct strbuf *found);

/* Where debug information of an open file may be that has none itself: by its
   build id, by the name that it gives, and `fetched`, which may be "". An open
   file, or -1. */
int locate_debug(const struct object *o, struct str path, struct str fetched,
	struct strbuf *found);

#endif
