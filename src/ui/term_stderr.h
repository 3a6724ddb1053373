/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Standard error while the screen is shown: what libraries write there would
 * spoil it, so it is caught and told later. Made for term.c alone.
 */
#ifndef FT_UI_TERM_STDERR_H
#define FT_UI_TERM_STDERR_H

#include <stdbool.h>

#include "base/strbuf.h"

struct caught {
	int pipe[2]; /* [0] is readable when something was written; or -1 */
	int saved;   /* the real one; -1: nothing is caught */
};

#define CAUGHT_INIT { .pipe = { -1, -1 }, .saved = -1 }

void caught_begin(struct caught *c);
void caught_end(struct caught *c);
/* Let it through for a while. */
void caught_pause(struct caught *c, bool pause);
/* Append and forget what was written. False: nothing was. */
bool caught_read(struct caught *c, struct strbuf *out);

#endif
