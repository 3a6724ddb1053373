/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Completion: candidates for the text at the cursor, best first.
 *
 *     foc|                    focus
 *     granularity=fi|         filefunctions, files
 *     Serve|Check|            names with "Check" in them, heaviest first
 *     ^net/ht|                names that begin so
 *     tenant=|                values of the tag, with their shares
 *     prof/o|                 old.pb.gz
 *     @li|                    list.txt
 *     caf|                    $'caf\351.pb.gz', for bytes that are not text
 */
#ifndef FT_APP_COMPLETE_H
#define FT_APP_COMPLETE_H

#include "analysis/label_sums.h"
#include "app/command.h"
#include "base/arena.h"
#include "base/vec.h"
#include "engine/view.h"

struct candidate {
	struct str text; /* replaces the bytes from..to */
	struct str note; /* beside it in the list: a share, a help */
};

struct completion {
	struct arena arena;
	size_t from, to;
	VEC(struct candidate) item;
	/* It cannot say before it is called with tags; before PRODUCT_OFFERS
	   was made of this order; or because of this error. */
	bool wants_tags;
	struct str order;
	struct err err;
};

enum { CANDIDATES_MAX = 200 };

void completion_fini(struct completion *c);

/* All start with an empty completion and look at the text before the cursor.
   A name of a function in a pattern; quoted where it needs to be. */
void complete_name(struct completion *c, const struct view *v, struct str text,
	size_t cursor);
/* A filter on tags; tags may be NULL. */
void complete_tags(struct completion *c, const struct tags *tags,
	struct str text, size_t cursor);
/* A file's name, which begins at c->from: what follows its last '/'. */
void complete_path(struct completion *c, struct str text, size_t cursor);
/* The command line. */
void complete_line(struct completion *c, const struct commands *cs,
	const struct view *v, const struct tags *tags, struct str text,
	size_t cursor);

/* For a struct word_kind: this text, if it begins like what was typed. */
void complete_offer(struct completion *c, struct str text, struct str note,
	struct str begun);

/* The longest text that all candidates begin with. */
struct str completion_common(const struct completion *c);

#endif
