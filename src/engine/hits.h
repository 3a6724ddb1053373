/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One pattern against the names of a profile: each distinct string is
 * matched once, then functions and mappings get a bit.
 */
#ifndef FT_ENGINE_HITS_H
#define FT_ENGINE_HITS_H

#include "base/bits.h"
#include "base/str.h"
#include "engine/stage.h"

struct run;
struct subject;

enum hits_kind {
	HITS_NAMES,  /* function name or file name; a mapping's file */
	HITS_SIMPLE, /* the function's simplified name, if it has a name */
};

struct hits {
	struct stage stage;
	struct bits func; /* [func.n] */
	struct bits map;  /* [map.n], none for HITS_SIMPLE */
};

/* `option` is for messages ("parsing focus regexp: ..."). */
const struct hits *hits_get(const struct run *run,
	const struct subject *subject, enum hits_kind kind, const char *option,
	struct str pattern);

#endif
