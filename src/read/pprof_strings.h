/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The string table of a file: from its indices to our ids. Most strings of a
 * file with many labels are their values, which nobody asks for where samples
 * are summed; so a string goes to the builder when it is asked for, or all do
 * at once.
 */
#ifndef FT_READ_PPROF_STRINGS_H
#define FT_READ_PPROF_STRINGS_H

#include "base/str.h"
#include "profile/builder.h"
#include "profile/ids.h"

struct pprof_strings {
	struct builder *b; /* borrowed */
	size_t n;
	struct str *text; /* [n] in the file's bytes; NULL: all have ids */
	str_id *id;       /* [n] NONE: nobody has asked */
};

/* None, and room for `most`. */
void pprof_strings_init(
	struct pprof_strings *s, struct builder *b, size_t most);
void pprof_strings_fini(struct pprof_strings *s);
/* The next one. Its bytes stay until all have ids. */
void pprof_strings_add(struct pprof_strings *s, struct str text);
/* Give ids to all; errors are the builder's. */
void pprof_strings_settle(struct pprof_strings *s);
/* Of index i < n. */
str_id pprof_strings_id(struct pprof_strings *s, uint64_t i);

#endif
