/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function name taken apart, for name.c.
 *
 *     void ns::Map<int>::find(int) const      bare   ns::Map<int>::find(int)
 *          --  ---       ----                 plain  ns::Map::find
 *          part[0]       part[2]              kind   NAME_COLONS
 *
 * No grammar of a language is followed to the end: what is not understood is
 * left as it is, and then the name has one part.
 */
#ifndef FT_PROFILE_NAMEPARSE_H
#define FT_PROFILE_NAMEPARSE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

enum name_kind {
	NAME_WORD,   /* no structure known: C, or anything else */
	NAME_DOTTED, /* Go, Java, Python: parts after "." */
	NAME_COLONS, /* C++, Rust: parts after "::" */
	NAME_PATH,   /* a file's name: parts after "/" */
};

enum { NAME_PARTS = 32 };

struct name_part {
	size_t at, n; /* bytes of `plain` */
};

struct name_parse {
	enum name_kind kind;
	struct str bare;  /* without directories or return type, hash, clone
			     suffix, anonymous namespaces */
	struct str plain; /* and without parameters and type arguments */
	int n;            /* parts: at least 1; of too many the first stands
			     for several */
	struct name_part part[NAME_PARTS];
	/* The first part of the name proper: what follows belongs to it, as
	   in Checkout.func1, HashMap.<init>, run::{closure#0}. */
	int last;
};

/* The texts are spans of `name` or in the arena. */
void name_parse(struct name_parse *out, struct str name, struct arena *arena);

#endif
