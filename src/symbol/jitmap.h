/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The perf maps of a profile's JIT-compiled code. A profile may have thousands
 * of mappings with such code: a folder is searched, and a map is read, once
 * for all of them.
 */
#ifndef FT_SYMBOL_JITMAP_H
#define FT_SYMBOL_JITMAP_H

#include "base/str.h"
#include "symbol/addrmap.h"

/* Places of a map, in the order of the search. */
enum jit_place { JIT_BESIDE, JIT_TMP, JIT_ITSELF, JIT_PLACES };

struct jitmaps {
	struct str profile; /* path of the profile, or "" */
	const char *root;   /* prefix of "/tmp" */
	bool searched;
	struct strbuf only; /* the only map beside the profile, or "" */
	struct {
		struct strbuf path; /* last path that was tried */
		int rc;
		struct err err;
	} last[JIT_PLACES];
	struct addrmap map; /* the one that was read last */
	/* Work done, which tests count. */
	size_t searches, reads;
};

#define JITMAPS_INIT(at, below) \
	{ \
		.profile = (at), .root = (below), .map = ADDRMAP_INIT \
	}

void jitmaps_free(struct jitmaps *j);
/* Read the map at a place into j->map, if it is not there yet, and set *path to
   its path, or to "" if there is no such place. pid: of the process, or "".
   0; 1 if there is no map; -1 and err. */
int jitmap_read(struct jitmaps *j, enum jit_place place, struct str file,
	struct str pid, struct strbuf *path, struct err *err);
/* Return "123" for "perf-123.map", and "" for other names. */
struct str jitmap_pid(struct str file);

#endif
