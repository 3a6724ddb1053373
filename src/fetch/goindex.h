/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses the page at /debug/pprof/, on which net/http/pprof lists its profiles.
 */
#ifndef FT_FETCH_GOINDEX_H
#define FT_FETCH_GOINDEX_H

#include "base/str.h"
#include "fetch/choices.h"

/* Return the profiles in the order of the page, with addresses below `base`,
   which ends with '/'. NULL if it is a different page. */
struct choices *goindex_read(struct str page, struct str base);

#endif
