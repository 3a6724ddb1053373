/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights of a profile's functions, by name. */
#ifndef FT_TESTS_BYNAME_H
#define FT_TESTS_BYNAME_H

#include "base/str.h"
#include "profile/profile.h"

/* Self and total of each name. */
struct by_name {
	const struct profile *p;
	int64_t *self, *all; /* [strings.n] */
};

struct by_name by_name_weigh(const struct profile *p, uint32_t column);
void by_name_fini(struct by_name *w);
void by_name_get(
	const struct by_name *w, struct str name, int64_t *self, int64_t *all);
/* Asserts it of one name, in the first column. */
void by_name_is(
	const struct profile *p, const char *name, int64_t self, int64_t all);

/* The file's own totals of a function, or of the calls between two: the sum of
   these rows of p->callgraph, and of their entries. */
struct told {
	int64_t value, entries;
	uint32_t rows;
};

struct told by_name_told(const struct profile *p, uint32_t column,
	const char *name, const char *callee);
/* Asserts the value in the first column; callee NULL: of a function. */
void by_name_told_is(const struct profile *p, const char *name,
	const char *callee, int64_t value);

/* The column of a sample type; NONE: there is none. */
uint32_t by_name_column(const struct profile *p, const char *type);

#endif
