/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses net/http/pprof's page at /debug/pprof/, the list of its profiles.
 */
#ifndef FT_FETCH_GOINDEX_H
#define FT_FETCH_GOINDEX_H

#include "base/str.h"
#include "fetch/choices.h"

/* Return the profiles in the page's order, with addresses below `base`, which
   ends with '/'. NULL: it is another page. */
struct choices *goindex_read(struct str page, struct str base);

#endif
