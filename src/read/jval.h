/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One value of a JSON text as a tree: an element of a list, not a file. The
 * library behind it (jansson) takes up to 80 bytes for each byte of text, so
 * a value may have 2 MiB; lists are walked over instead (jwalk.h).
 *
 * Asking is forgiving: of NULL, or of a value of another type, everything is
 * absent, so that members of members can be asked for in one go.
 */
#ifndef FT_READ_JVAL_H
#define FT_READ_JVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct jval;
struct jwalk;

/* The next value of the walk. NULL and the walk's err: "what (line 3, column
   14)". Whole numbers beyond 64 bits become reals. */
struct jval *jval_read(struct jwalk *w);
void jval_free(struct jval *v); /* NULL is fine */
/* The next value, which must be a number. -1 and the walk's err. */
int jval_read_number(struct jwalk *w, double *out);

/* A member of an object; of equal names the last. */
const struct jval *jval_get(const struct jval *v, const char *name);
/* Elements of an array, 0 for anything else. */
size_t jval_count(const struct jval *v);
const struct jval *jval_at(const struct jval *v, size_t i);

/* False, and *out is left alone, if it is none. A text may hold NUL bytes and
   lives as long as the value. */
bool jval_text(const struct jval *v, struct str *out);
bool jval_number(const struct jval *v, double *out);
/* Also a real with nothing behind its point, if it fits. */
bool jval_int(const struct jval *v, int64_t *out);

#endif
