/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A walk over JSON text, from the outside in. Formats of profiles are a few
 * names around long lists; each element of a list is small. So the outer
 * levels are walked over here, where nothing is allocated, and only elements
 * become values (jval.h) and are freed again:
 *
 *     {"shared": {...}, "profiles": [ {...}, {...} ]}
 *      ^ jwalk_object                 ^ jwalk_array
 *        ^ jwalk_key                    ^ jwalk_next    ^ jval_read
 *
 * An object may have its members in any order, and a member may have to be
 * read before one that stands before it: jwalk_members() finds out where
 * they are, jwalk_to() goes there. What is skipped is only looked at for
 * quotes and brackets. Depth costs nothing.
 */
#ifndef FT_READ_JWALK_H
#define FT_READ_JWALK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

struct read_job;

struct jwalk {
	struct str text;
	size_t at;            /* of text: the next byte */
	size_t looked;        /* where the user was last looked at */
	struct read_job *job; /* NULL: only looking, as for a sniff */
	struct err *err;
};

/* Over any text. */
void jwalk_init(struct jwalk *w, struct str text, struct err *err);
/* Over the text of a job, which tells its progress and can be cancelled. -1
   and err in a build that has no library for values. */
int jwalk_start(struct jwalk *w, struct read_job *job, struct err *err);

/* The first byte of what comes next, blanks left out; 0 at the end. Of a
   value it tells the type: { [ " t f n, or a number's. */
char jwalk_peek(struct jwalk *w);

/* All return -1 and err for what is no JSON: "what (line 3, column 14)". */

/* Into the object or array that must be next. */
int jwalk_object(struct jwalk *w);
int jwalk_array(struct jwalk *w);
/* 1: at the value of the next member, whose name is *key as it is written
   there. 0: the object has ended. *n counts them, and is 0 before. */
int jwalk_key(struct jwalk *w, size_t *n, struct str *key);
/* The same for the elements of an array. */
int jwalk_next(struct jwalk *w, size_t *n);
/* Over the next value, whatever it is. */
int jwalk_skip(struct jwalk *w);
/* Over the next value; *span becomes its text. */
int jwalk_span(struct jwalk *w, struct str *span);

/* Over the object that must be next: where[i] becomes the place of the value
   named name[i], 0 if there is none; of equal names the last counts. */
int jwalk_members(
	struct jwalk *w, const char *const *name, size_t n, size_t *where);
/* Go to such a place. */
void jwalk_to(struct jwalk *w, size_t where);
/* -1 and err if something follows. */
int jwalk_end(struct jwalk *w);

/* "what (line 3, column 14)", for a place in the text; always -1. */
int jwalk_fail(const struct jwalk *w, size_t at, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
/* Put the place behind the message that err has; always -1. */
int jwalk_place(const struct jwalk *w, size_t at);

#endif
