/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a source text is the text that was profiled. Files on this machine
 * are often of another version, and weights beside other lines mislead.
 *
 *     profile: runtime.step starts at 1247       text: 1247
 *                                                      1248  // step advances
 *                  "step" is not within 2 lines        ...
 *                  of 1247, but is declared at 1285    1285  func step(p
 *
 * A line within 2 of a function's start, where that is known, has to contain
 * the function's short name as its language writes it: "func" for closures of
 * Go, the class for constructors, "[" for lambdas of C++. Where the language is
 * unknown, or the function has no name to look for, its lines with samples must
 * not all be blank or comments. The text must have all lines, and must not be
 * newer than the compiled program.
 */
#ifndef FT_PRESENT_TEXTCHECK_H
#define FT_PRESENT_TEXTCHECK_H

#include "analysis/annotate.h"
#include "base/str.h"
#include "base/strbuf.h"

/* A text and what is known about it. All borrowed. */
struct text_facts {
	const struct str *line; /* [n] without line ends */
	size_t n;
	bool part;          /* only the beginning was read */
	int64_t mtime;      /* ns since 1970; 0: unknown */
	struct str program; /* the compiled program, if it is on this machine */
	int64_t program_mtime;
};

enum text_doubt {
	TEXT_FITS,
	TEXT_MOVED, /* the function is not at its line */
	TEXT_SHORT,
	TEXT_EMPTY, /* only blank lines and comments have samples */
	TEXT_NEWER, /* the text is newer than the program */
};

struct textcheck {
	enum text_doubt doubt;
	struct str name; /* TEXT_MOVED: the function; in the arena */
	/* TEXT_MOVED: the function's line in the text (0: unknown) and in the
	   profile; TEXT_SHORT: the last line of the text, and the last line
	   with samples; TEXT_NEWER: `here` is the difference in ns. */
	int64_t here, there;
	struct str program; /* TEXT_NEWER */
	bool of_base;       /* TEXT_MOVED: only in the base of a diff */
};

/* Check the text of a function that starts at a line, which is not 0. */
struct textcheck textcheck_function(const struct text_facts *t, struct str file,
	struct str name, int64_t start, struct arena *arena);
/* Return the text of a line of a function that starts at `start` (0: unknown);
   empty if this does not seem to be the text that was profiled. Does not search
   for the function. */
struct str textcheck_line(const struct text_facts *t, struct str file,
	struct str name, int64_t start, int64_t line);
/* Check the text of a routine of a listing's view. */
struct textcheck textcheck_routine(const struct text_facts *t,
	const struct routine *r, const struct view *v, struct arena *arena);
/* Check only whether the text is newer than its program. */
struct textcheck textcheck_age(const struct text_facts *t, struct str file);
/* Append "not the text that was profiled: step is at 1285 here, 1247 in the
   profile", or if brief "another text: step at 1285, was 1247". */
void textcheck_put(struct strbuf *out, const struct textcheck *c, bool brief);
/* True if programs in the file's language are compiled before they run. */
bool textcheck_is_compiled(struct str file);
/* True if a line is blank or only a comment. *inside: whether it begins in a
   comment; updated for the next line. */
bool textcheck_is_comment(struct str line, struct str file, bool *inside);

#endif
