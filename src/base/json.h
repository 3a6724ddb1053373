/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A reader of large JSON documents. Profiles in JSON are a few names around
 * long lists of small elements. So the outer levels are walked over without
 * allocating, and only one element at a time becomes a tree, a value:
 *
 *     {"shared": {...}, "profiles": [ {...}, {...} ]}
 *      ^ jwalk_object                 ^ jwalk_array
 *        ^ jwalk_key                    ^ jwalk_next    ^ jval_read
 *
 * Members may come in any order. To read them in a different order,
 * jwalk_members() finds their offsets, and jwalk_to() continues there. Skipped
 * text is only searched for quotes and brackets. Nesting takes no memory.
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
	size_t at;                 /* offset of the next byte */
	size_t looked;             /* offset of the last progress check */
	struct progress *progress; /* may be NULL */
	bool line_first;           /* errors start with the line: "3: what" */
	struct err *err;
};

/* Begin a walk over any text. */
void jwalk_init(struct jwalk *w, struct str text, struct err *err);
/* Begin a walk that also reads values and can be cancelled by progress. -1 and
   err in a build without jansson. */
int jwalk_start(struct jwalk *w, struct str text, struct progress *progress,
	struct err *err);

/* Skip blanks and return the next byte, 0 at the end. It shows the type of a
   value: { [ " t f n, or the start of a number. */
char jwalk_peek(struct jwalk *w);

/* On broken JSON the functions below return -1 and err: "what (line 3, column
   14)". */

/* Enter the next value, which must be an object or an array. */
int jwalk_object(struct jwalk *w);
int jwalk_array(struct jwalk *w);
/* Enter the array at an offset from jwalk_members(). */
int jwalk_array_at(struct jwalk *w, size_t where);
/* Go to the value of the next member and set *key to its name, with escapes as
   written. 1; or 0 at the end of the object. *n counts members, from 0. */
int jwalk_key(struct jwalk *w, size_t *n, struct str *key);
/* Likewise, go to the next element of an array. */
int jwalk_next(struct jwalk *w, size_t *n);
/* Skip the next value, of any type. */
int jwalk_skip(struct jwalk *w);
/* Skip the next value and set *span to its text. */
int jwalk_span(struct jwalk *w, struct str *span);
/* Read the next value, a number or a string with a number, times 10^scale,
   exactly (decimal.h). 1: *out is set; 0: some other value, such as null. */
int jwalk_decimal(struct jwalk *w, int scale, int64_t *out, bool *clipped);

/* Skip the next value, an object, and set where[i] to the offset of the value
   named name[i], or 0 if it is missing. The last of equal names counts. */
int jwalk_members(
	struct jwalk *w, const char *const *name, size_t n, size_t *where);
/* Continue at an offset from jwalk_members(). */
void jwalk_to(struct jwalk *w, size_t where);
/* Return -1 and err if anything but blanks follows. */
int jwalk_end(struct jwalk *w);

/* Set err to "what (line 3, column 14)", for offset `at`. Returns -1. */
int jwalk_fail(const struct jwalk *w, size_t at, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
/* Add the line and column of offset `at` to err's message. Returns -1. */
int jwalk_place(const struct jwalk *w, size_t at);

/* ---- Values ---- */

/* A value as a tree, such as one element of a long list. Its text may have at
   most 2 MiB, because jansson takes up to 80 bytes of memory for each byte.

   Lookups also accept NULL and values of other types, which have no members, so
   jval_get(jval_get(v, "a"), "b") needs no check. */
struct jval;

/* Read the next value of the walk. NULL and the walk's err: "what (line 3,
   column 14)". Numbers keep their digits. */
struct jval *jval_read(struct jwalk *w);
void jval_free(struct jval *v); /* may be NULL */

/* Return a member of an object, the last of equal names. */
const struct jval *jval_get(const struct jval *v, const char *name);
/* Return the number of elements of an array, 0 for anything else. */
size_t jval_count(const struct jval *v);
const struct jval *jval_at(const struct jval *v, size_t i);

/* Set *out to a string, which may contain NUL bytes and lives as long as the
   value. False, leaving *out unchanged, if the value is not a string. */
bool jval_text(const struct jval *v, struct str *out);
/* Read a number, or a string with a number, times 10^scale, exactly: for times,
   counts and sizes (decimal.h). */
bool jval_decimal(const struct jval *v, int scale, int64_t *out, bool *clipped);
/* Read any other number, such as a ratio. */
bool jval_number(const struct jval *v, double *out);
/* Read a whole number, or a real without a fraction, if it fits. */
bool jval_int(const struct jval *v, int64_t *out);
/* Append the value as JSON text, on one line. */
void jval_print(const struct jval *v, struct strbuf *out);

/* ---- Text written ---- */

/* Characters escaped in addition to quotes, backslashes and broken UTF-8: */
enum json_style {
	JSON_PLAIN, /* control characters, all as \u001b */
	JSON_GO,    /* as Go: control characters, in short form if possible;
		       < > &, U+2028, U+2029 */
};

/* Append a text in quotes. */
void json_put(struct strbuf *out, struct str text, enum json_style style);

#endif
