/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names, files and lines for the addresses of a profile, out of the programs
 * and libraries that it was taken of: pprof's local symbolization.
 *
 *     mapping 1  /usr/bin/x    0x401136 0x401180 ...
 *          |        a child reads it (child.h)
 *          v
 *     leaf x.c:8 < mid x.c:14 < work x.c:21
 *
 * The profile that is made shares stacks, samples, labels and values with the
 * first one. Nothing is fetched, and no other program is run.
 */
#ifndef FT_SYMBOL_SYMBOLIZE_H
#define FT_SYMBOL_SYMBOLIZE_H

#include <stdbool.h>

#include "base/progress.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "profile/profile.h"

enum symbol_mode {
	SYMBOLS_OFF,   /* no binary is looked at */
	SYMBOLS_LOCAL, /* symbol tables, debug information */
	SYMBOLS_FAST,  /* symbol tables only */
};

struct symbol_spec {
	enum symbol_mode mode;
	bool force;          /* also where there are names already */
	const char *program; /* runs child_main(); NULL: none does, so that
				nothing is looked for */
};

/* Is there anything that would be looked for? */
bool symbolize_wants(const struct profile *p, const struct symbol_spec *spec);

/* A reference; p itself when nothing was found. What keeps names from being
   found are warnings, in pprof's words; notes, which may be NULL, get a line
   for each mapping. When progress asks to stop, what came so far stays. */
struct profile *symbolize_profile(const struct profile *p,
	const struct symbol_spec *spec, struct warnings *warnings,
	struct strbuf *notes, struct progress *progress);

#endif
