/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * JSON text, read from the outside in. Formats of profiles are a few names
 * around long lists; each element of a list is small. So the outer levels are
 * walked over, where nothing is allocated, and only elements become values
 * and are freed again:
 *
 *     {"shared": {...}, "profiles": [ {...}, {...} ]}
 *      ^ jwalk_object                 ^ jwalk_array
 *        ^ jwalk_key                    ^ jwalk_next    ^ jval_read
 *
 * An object may have its members in any order, and a member may have to be
 * read before one that precedes it: jwalk_members() finds out where
 * they are, jwalk_to() goes there. What is skipped is only looked at for
 * quotes and brackets. Depth costs nothing.
 */
#ifndef FT_BASE_JSON_H
#define FT_BASE_JSON_H

#include "base/compiler.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"

/* ---- The walk ---- */

struct jwalk {
	struct str text;
	size_t at;                 /* of text: the next byte */
	size_t looked;             /* where the user was last looked at */
	struct progress *progress; /* NULL is fine */
	bool line_first;           /* errors are "3: what" */
	struct err *err;
};

/* Over any text. */
void jwalk_init(struct jwalk *w, struct str text, struct err *err);
/* To read values from it, too, with progress, which can cancel the walk. -1
   and err in a build that has no library for values. */
int jwalk_start(struct jwalk *w, struct str text, struct progress *progress,
	struct err *err);

/* The first byte of what comes next, blanks left out; 0 at the end. Of a
   value this is the type: { [ " t f n, or a number's. */
char jwalk_peek(struct jwalk *w);

/* All return -1 and err for what is not JSON: "what (line 3, column 14)". */

/* Into the object or array that must be next. */
int jwalk_object(struct jwalk *w);
int jwalk_array(struct jwalk *w);
/* Into the array at a place from jwalk_members(). */
int jwalk_array_at(struct jwalk *w, size_t where);
/* 1: at the value of the next member, whose name is *key as it is written
   there. 0: the object has ended. *n counts them, and is 0 before. */
int jwalk_key(struct jwalk *w, size_t *n, struct str *key);
/* The same for the elements of an array. */
int jwalk_next(struct jwalk *w, size_t *n);
/* Over the next value, whatever it is. */
int jwalk_skip(struct jwalk *w);
/* Over the next value; *span becomes its text. */
int jwalk_span(struct jwalk *w, struct str *span);
/* Over the next value: a number, or a text that is one, times 10^scale, read
   exactly (decimal.h). 1: *out is set. 0: it is something else, such as
   null. */
int jwalk_decimal(struct jwalk *w, int scale, int64_t *out, bool *clipped);

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

/* ---- Values ---- */

/* One value as a tree: an element of a list, not a file. The library behind
   it (jansson) takes up to 80 bytes for each byte of text, so a value may have
   2 MiB; lists are walked over instead.

   Asking is forgiving: of NULL, or of a value of another type, everything is
   absent, so that members of members can be asked for in one go. */
struct jval;

/* The next value of the walk. NULL and the walk's err: "what (line 3, column
   14)". Numbers keep their digits. */
struct jval *jval_read(struct jwalk *w);
void jval_free(struct jval *v); /* NULL is fine */

/* A member of an object; of equal names the last. */
const struct jval *jval_get(const struct jval *v, const char *name);
/* Elements of an array, 0 for anything else. */
size_t jval_count(const struct jval *v);
const struct jval *jval_at(const struct jval *v, size_t i);

/* False, and *out is left alone, if it is none. A text may hold NUL bytes and
   lives as long as the value. */
bool jval_text(const struct jval *v, struct str *out);
/* A number, or a text that is one, times 10^scale, read exactly: for times,
   counts and bytes. See decimal.h. */
bool jval_decimal(const struct jval *v, int scale, int64_t *out, bool *clipped);
/* For what is none of these. */
bool jval_number(const struct jval *v, double *out);
/* Also a real with nothing behind its point, if it fits. */
bool jval_int(const struct jval *v, int64_t *out);
/* Append the value as text, in one line. */
void jval_print(const struct jval *v, struct strbuf *out);

/* ---- Text written ---- */

/* What is escaped beside quotes, backslashes and broken UTF-8: */
enum json_style {
	JSON_PLAIN, /* control characters, all as \u001b */
	JSON_GO,    /* as Go does it: what HTML would take for its own, too; \n
		       and the like in their short form */
};

/* Append a text in quotes. */
void json_put(struct strbuf *out, struct str text, enum json_style style);

#endif
