/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page that net/http/pprof has at /debug/pprof/: which profiles there are.
 */
#ifndef FT_FETCH_GOINDEX_H
#define FT_FETCH_GOINDEX_H

#include "base/str.h"
#include "fetch/choices.h"

/* In the order of the page, each with its address below `base`, which ends
   with '/'. NULL: the page is another one. */
struct choices *goindex_read(struct str page, struct str base);

#endif
