/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Function names taken apart.
 *
 *     void ns::Map<int>::find(int) const      bare   ns::Map<int>::find(int)
 *          --  ---       ----                 plain  ns::Map::find
 *          part[0]       part[2]              kind   NAME_COLONS
 *
 * No language is parsed completely: a name that is not understood stays
 * unchanged, as one part. Two scanners, one for names with "::" and one for
 * names with dots, copy the text to keep and record where its parts begin.
 */
#ifndef FT_PROFILE_NAMEPARSE_H
#define FT_PROFILE_NAMEPARSE_H

#include "base/arena.h"
#include "base/str.h"

enum name_kind {
	NAME_WORD,   /* no structure known: C, or anything else */
	NAME_DOTTED, /* Go, Java, Python: parts after "." */
	NAME_COLONS, /* C++, Rust: parts after "::" */
	NAME_PATH,   /* file names: parts after "/" */
};

enum { NAME_PARTS = 32 };

struct name_part {
	size_t at, n; /* range in `plain` */
};

struct name_parse {
	enum name_kind kind;
	struct str bare;  /* without directories, return type, hash, copy
			     suffix, anonymous namespaces */
	struct str plain; /* also without parameters and type arguments */
	int n;            /* number of parts, at least 1; the first may be
			     several joined parts */
	struct name_part part[NAME_PARTS];
	/* Index of the part with the last identifier. Later parts belong to
	   it: Checkout.func1, HashMap.<init>, run::{closure#0}. */
	int last;
};

/* Parse a name. The results point into `name` or the arena. */
void name_parse(struct name_parse *out, struct str name, struct arena *arena);

/* Return the name without the ids of classes that the JVM made:
   "Shop$$Lambda$14/0x0800c03000.run" -> "Shop$$Lambda$14.run". */
struct str name_without_ids(struct str name, struct arena *arena);

static inline bool
name_starts_at(struct str s, size_t at, const char *text)
{
	return at <= s.n && str_starts(str_skip(s, at), str_c(text));
}

#endif
