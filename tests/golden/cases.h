/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Golden files and lists of cases.
 *
 * A case is a line of arguments as a shell reads them, words parted by
 * blanks, 'single quotes' around what has blanks or worse in it; without the
 * program's name:
 *
 *      -top -focus='a|b' plain.pb.gz
 *
 * A golden file is a list of sections. A section is one case or more, then
 * what they all print:
 *
 *      $ -top plain.pb.gz
 *      $ -top -functions plain.pb.gz
 *      File: app
 *      ...
 *
 * or, when the judge refuses them, its exit status and message:
 *
 *      $ -top -sample_index=nonesuch plain.pb.gz
 *      ! 2 sample_index "nonesuch" must be one of: [samples cpu]
 *
 * An output that is long, or no text, is kept as its length and a checksum:
 *
 *      $ -proto plain.pb.gz
 *      # 1686 bytes, 0f1e2d3c4b5a6978
 *
 * "~" in place of "$" says that rows of the same name have no order among
 * them: the judge prints them as chance has it.
 */
#ifndef FT_GOLDEN_CASES_H
#define FT_GOLDEN_CASES_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"

struct golden_case {
	struct str args; /* borrowed from the text that was read */
	struct str want; /* output, or "! STATUS MESSAGE\n", or "# N bytes,
			    CHECKSUM\n" */
	bool is_loose;   /* rows of one name in any order */
};

struct golden_cases { /* for base/vec.h */
	struct golden_case *p;
	size_t n, cap;
};

/* Read a whole file. -1 and err when that fails. */
int golden_read(const char *path, struct strbuf *to, struct err *err);
int file_write(const char *path, struct str text, struct err *err);

/* The cases of a golden file's text, in order; they borrow from it. */
int golden_parse(struct str text, struct golden_cases *to, struct err *err);
/* The judge refused this case. */
bool golden_is_refusal(struct str want);

/* Append to `to` the part of an output that a golden file keeps: the output
   itself or, if it is long or cannot be in a golden file, the line with its
   checksum. */
void golden_keep(struct str out, struct strbuf *to);
/* True if the output is as wanted. */
bool golden_matches(struct str want, struct str out);

/* A golden file being written. Cases that print the same share a section,
   which stands where the first of them came. */
struct golden_section {
	struct strbuf args; /* owned: "$ ...\n" or "~ ...\n" lines */
	struct strbuf want; /* owned */
};

struct golden_sections { /* for base/vec.h */
	struct golden_section *p;
	size_t n, cap;
};

/* c->want is as golden_keep made it. */
void golden_add(struct golden_sections *to, const struct golden_case *c);
int golden_save(const struct golden_sections *from, const char *path,
	struct err *err);
void golden_free(struct golden_sections *s);

/* Words of a case. The strings are kept in one block, which `words_free`
   frees; p[n] is NULL. */
struct words {
	const char **p;
	size_t n;
	char *block;
};

/* Leaves `skip` places free at the start of p. */
int words_split(struct str args, size_t skip, struct words *to,
	struct err *err);
void words_free(struct words *w);

#endif
