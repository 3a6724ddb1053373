/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes that must not reach a terminal, and profiles in which every string
 * holds them.
 */
#ifndef FT_TESTS_HOSTILE_POISON_H
#define FT_TESTS_HOSTILE_POISON_H

#include "base/str.h"
#include "base/strbuf.h"

/* All of it: C0 with line ends, tabs and NUL, DEL, C1 as bytes and in UTF-8,
   OSC, DCS, CSI and kin, directions, what has no width, broken UTF-8; and what
   other formats would read as their own. */
void poison_all(struct strbuf *out);
/* Some of it, short, so that it is not cut off on a screen. */
extern const char poison_short[];
/* The same as far as a name of a file can hold it. */
void poison_file_name(struct strbuf *out);

/* A colour that only the poison requests. */
#define POISON_COLOR "\033[31;31;31m"

/* Sequences that a terminal may get in addition to drawn characters. */
enum {
	ALLOW_LINES = 1,  /* \n, with \r before it, and \t */
	ALLOW_COLORS = 2, /* CSI ... m, but not POISON_COLOR */
	ALLOW_CURSES = 4, /* any C0: for the bytes of a whole session */
};
/* The first harm in s: an offset, and its name in *what; -1: none. */
ptrdiff_t harm_find(struct str s, unsigned allow, struct strbuf *what);
/* Fails the test when there is any; `where` says where it was seen. */
void harmless(struct str s, unsigned allow, const char *where);

/* One for each string field of profile.proto: what its text contains, between
   `before` and `after`. */
extern const char *const hostile_marks[];
enum { HOSTILE_MARKS = 18 };

/* A profile.proto. `patterns`: the fields that are regular expressions, too. */
void hostile_pprof(
	struct strbuf *out, struct str before, struct str after, bool patterns);
/* Harmless but for the names of its two sample types. */
void hostile_types(struct strbuf *out, struct str first, struct str second);

/* Other formats, a row each; what ends a line, a field or a name there is left
   out, and in JSON what is no UTF-8. */
struct hostile_format {
	const char *name;
	void (*put)(struct strbuf *out, struct str before, struct str after);
	bool is_json; /* a build may be without */
};
extern const struct hostile_format hostile_formats[]; /* ends with NULL */

#endif
