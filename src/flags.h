/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Flags that are no options: they exist on the command line only. A flag is
 * added by adding a row, and what it does to level.c.
 */
#ifndef FT_FLAGS_H
#define FT_FLAGS_H

#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "conf/dump.h"

/* What a flag does. */
enum flag_kind {
	FLAG_OUTPUT,
	FLAG_PRINT,
	FLAG_WIDTH,
	FLAG_HEIGHT,
	FLAG_BASE,
	FLAG_DIFF_BASE,
	FLAG_FAIL_IF,
	FLAG_FORMAT,
	FLAG_ALL_FRAMES,
	FLAG_BUILDID,
	FLAG_COMMENT,
	FLAG_TYPE,    /* -alloc_space: a sample type of that name */
	FLAG_NOTHING, /* means something to pprof, nothing to a file */
	FLAG_VIEW,
	FLAG_HELP,
	FLAG_VERSION,
	FLAG_DUMP,
	FLAG_DUMP_KEYS,
};

struct flag {
	struct doc doc;
	enum flag_kind kind;
	const char *type; /* FLAG_TYPE: the sample type */
};

const struct flag *flags_all(size_t *n);
/* By name or alias, where '-' is as good as '_'; NULL when unknown. */
const struct flag *flag_find(struct str name);
/* Why there is no such flag, report or option, and what to write instead.
   Always -1. */
int flag_unknown(struct str name, struct err *err);
/* Rows for dump.h, in the arena: reports, then flags. Returns how many. */
size_t flag_docs(struct arena *arena, struct doc **docs);

#endif
