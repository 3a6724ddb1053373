/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * JSON text, read from the outside in. Profile formats are a few names around
 * long lists of small elements. So the outer levels are walked over without
 * allocating, and only elements become values, which are freed again:
 *
 *     {"shared": {...}, "profiles": [ {...}, {...} ]}
 *      ^ jwalk_object                 ^ jwalk_array
 *        ^ jwalk_key                    ^ jwalk_next    ^ jval_read
 *
 * The members of an object may have any order, and one may be needed before
 * another that precedes it: jwalk_members() finds their places, jwalk_to() goes
 * there. Skipped text is only searched for quotes and brackets. Depth costs
 * nothing.
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
	size_t at;                 /* next byte of text */
	size_t looked;             /* place of the last look at progress */
	struct progress *progress; /* NULL is fine */
	bool line_first;           /* errors begin with the line: "3: what" */
	struct err *err;
};

/* Begin a walk over any text. */
void jwalk_init(struct jwalk *w, struct str text, struct err *err);
/* Begin a walk that also reads values, with progress, which can cancel it. -1
   and err in a build without the library for values. */
int jwalk_start(struct jwalk *w, struct str text, struct progress *progress,
	struct err *err);

/* Skip blanks and return the next byte, 0 at the end. The first byte of a value
   is its type: { [ " t f n, or a number's. */
char jwalk_peek(struct jwalk *w);

/* Functions return -1 and err for broken JSON: "what (line 3, column 14)". */

/* Enter the object or array that must be next. */
int jwalk_object(struct jwalk *w);
int jwalk_array(struct jwalk *w);
/* Enter the array at a place from jwalk_members(). */
int jwalk_array_at(struct jwalk *w, size_t where);
/* Go to the value of the next member and set *key to its name as written. 0:
   the object has ended; else 1. *n counts the members and is 0 at first. */
int jwalk_key(struct jwalk *w, size_t *n, struct str *key);
/* Go to the next element of an array, likewise. */
int jwalk_next(struct jwalk *w, size_t *n);
/* Skip the next value, of any type. */
int jwalk_skip(struct jwalk *w);
/* Skip the next value and set *span to its text. */
int jwalk_span(struct jwalk *w, struct str *span);
/* Read the next value, a number or a text that is one, times 10^scale, exactly
   (decimal.h). 1: *out is set. 0: it is something else, such as null. */
int jwalk_decimal(struct jwalk *w, int scale, int64_t *out, bool *clipped);

/* Skip the object that must be next: where[i] becomes the place of the value
   named name[i], or 0 if there is none; of equal names the last counts. */
int jwalk_members(
	struct jwalk *w, const char *const *name, size_t n, size_t *where);
/* Go to a place from jwalk_members(). */
void jwalk_to(struct jwalk *w, size_t where);
/* Return -1 and err if anything but blanks follows. */
int jwalk_end(struct jwalk *w);

/* Set err to "what (line 3, column 14)", for a place. Returns -1. */
int jwalk_fail(const struct jwalk *w, size_t at, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
/* Append the place to err's message. Returns -1. */
int jwalk_place(const struct jwalk *w, size_t at);

/* ---- Values ---- */

/* One value as a tree: an element of a list, not a file. The library that reads
   it (jansson) takes up to 80 bytes for each byte of text, so a value may have
   2 MiB; lists are walked over instead.

   Lookups are forgiving: NULL, or a value of another type, has no members, so
   that members of members can be looked up in one go. */
struct jval;

/* Read the next value of the walk. NULL and the walk's err: "what (line 3,
   column 14)". Numbers keep their digits. */
struct jval *jval_read(struct jwalk *w);
void jval_free(struct jval *v); /* NULL is fine */

/* Return a member of an object, the last of equal names. */
const struct jval *jval_get(const struct jval *v, const char *name);
/* Return the number of elements of an array, 0 for anything else. */
size_t jval_count(const struct jval *v);
const struct jval *jval_at(const struct jval *v, size_t i);

/* Set *out to a text, which may contain NUL bytes and lives as long as the
   value. False, leaving *out unchanged, if the value is no text. */
bool jval_text(const struct jval *v, struct str *out);
/* Read a number, or a text that is one, times 10^scale, exactly: for times,
   counts and bytes (decimal.h). */
bool jval_decimal(const struct jval *v, int scale, int64_t *out, bool *clipped);
/* Read any other number, such as a ratio. */
bool jval_number(const struct jval *v, double *out);
/* Read a whole number, or a real without a fraction, if it fits. */
bool jval_int(const struct jval *v, int64_t *out);
/* Append the value as text, in one line. */
void jval_print(const struct jval *v, struct strbuf *out);

/* ---- Text written ---- */

/* Characters escaped besides quotes, backslashes and broken UTF-8: */
enum json_style {
	JSON_PLAIN, /* control characters, all as \u001b */
	JSON_GO,    /* as in Go: also what HTML reserves; \n and the like in
		       short form */
};

/* Append a text in quotes. */
void json_put(struct strbuf *out, struct str text, enum json_style style);

#endif
