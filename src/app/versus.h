/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is compared with what: the option `diff` taken apart.
 *
 *     old.pb.gz                                    the base is a file
 *     old-1.pb.gz old-2.pb.gz                      ... the sum of files
 *     tagfocus=route=/checkout tagfocus=route=/    slices of what is open:
 *                                                  the base, the new side
 *     'tagfocus=a focus=b' 'tagfocus=c'            ... with several options
 *
 * Words are quoted as a shell quotes them.
 */
#ifndef FT_APP_VERSUS_H
#define FT_APP_VERSUS_H

#include <stdbool.h>
#include <stddef.h>

#include "app/sides.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "engine/query.h"

enum versus_kind { VERSUS_NOTHING, VERSUS_FILES, VERSUS_SLICES };

struct versus {
	enum versus_kind kind;
	const struct str *word; /* [n] unquoted: files, or texts of slices */
	size_t n;
	struct query slice[2]; /* base, new */
};

/* The texts of *out are in the arena. -1 and err when the text means
   nothing: one query alone, a file beside a query, a bad pattern. */
int versus_parse(struct str text, struct versus *out, struct arena *arena,
	struct err *err);

/* The text that stands for these files. */
void versus_of_files(struct strbuf *out, const struct str *file, size_t n);

/* What decides which profile is shown of those that are open. Plain data;
   the text is pooled. */
struct made {
	struct str diff; /* as the option; "" the profile alone */
	bool swap, normalize;
};

bool made_equal(const struct made *a, const struct made *b);

/* The names of the sides, for titles: "old.pb.gz", "2 profiles",
   "tagfocus=route=/". `source` is what the new side is without slices. */
void versus_names(const struct versus *v, bool swap, struct str source,
	struct strbuf *base, struct strbuf *new);

#endif
