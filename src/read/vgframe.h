/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses frames as valgrind's tools print them:
 *
 *     0x10919A: keep (a.c:18)    0x48: f (in /usr/lib/x.so)    [root]
 */
#ifndef FT_READ_VGFRAME_H
#define FT_READ_VGFRAME_H

#include "base/hash.h"
#include "base/str.h"
#include "profile/builder.h"

struct vgframes {
	struct builder *b; /* borrowed; the rest starts as zeros */
	struct map64 func_of, map_of;
};

struct vgframe {
	uint64_t address; /* 0: unknown */
	struct builder_line line;
	map_id map; /* or NONE */
};

void vgframes_fini(struct vgframes *v);
/* Parse a frame; its function and mapping go to the builder. */
struct vgframe vgframe_of(struct vgframes *v, struct str text);

#endif
