/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that are no profile, or none that can be read: what they are, so
 * that the error can say it, and which command helps.
 */
#ifndef FT_READ_FOREIGN_H
#define FT_READ_FOREIGN_H

#include <stdbool.h>

#include "base/str.h"
#include "base/strbuf.h"
#include "read/jfamily.h"

struct foreign {
	/* What tells it: bytes at an offset, a function, or JSON's names. */
	struct str magic;
	size_t at;
	bool (*is)(struct str bytes);
	enum jfamily family;
	bool sure;        /* nothing that can be read begins like this */
	const char *what; /* "ELF file" */
	/* What to do: FILE stands for the name. NULL: nothing known. */
	const char *hint;
	const char *stdin_hint; /* instead, when the input is a pipe */
};

/* The first row that fits, or NULL; `family` is that of the bytes. */
const struct foreign *foreign_find(struct str bytes, enum jfamily family);
/* Its hint with the name put in; appends nothing when there is none. */
void foreign_hint(const struct foreign *f, struct str name, struct strbuf *out);

#endif
