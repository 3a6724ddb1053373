/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Completion: candidates for the text at the cursor, best first.
 *
 *     foc|                    focus
 *     granularity=fi|         filefunctions, files
 *     Serve|Check|            names with "Check" in them, heaviest first
 *     ^net/ht|                names that begin with net/ht
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
	struct str note; /* shown beside it: a share or a help text */
};

struct completion {
	struct arena arena;
	size_t from, to;
	VEC(struct candidate) item;
	/* Why there are no candidates: the caller must pass tags, or request
	   PRODUCT_OFFERS with this order, or an error occurred. */
	bool wants_tags;
	struct str order;
	struct err err;
};

enum { CANDIDATES_MAX = 200 };

void completion_fini(struct completion *c);

/* The functions below take an empty completion. Complete a function name in a
   pattern, escaped where needed. */
void complete_name(struct completion *c, const struct view *v, struct str text,
	size_t cursor);
/* Complete a filter on tags; tags may be NULL. */
void complete_tags(struct completion *c, const struct tags *tags,
	struct str text, size_t cursor);
/* Complete a file name that begins at c->from: the part after its last '/'. */
void complete_path(struct completion *c, struct str text, size_t cursor);
/* Complete the command line. */
void complete_line(struct completion *c, const struct commands *cs,
	const struct view *v, const struct tags *tags, struct str text,
	size_t cursor);

/* Complete the name of an option, command or report, or an option's choice, by
   letters in order (present/picker.h): first those that begin with the text,
   then the best. Fast enough for each typed letter; complete_line() adds values
   that need the disk, a search or a request. */
void complete_typed(struct completion *c, const struct commands *cs,
	struct str text, size_t cursor);

/* Add the candidate `text` if it starts with `begun`. */
void complete_offer(struct completion *c, struct str text, struct str note,
	struct str begun);

/* Return the longest common prefix of the candidates. */
struct str completion_common(const struct completion *c);

#endif
