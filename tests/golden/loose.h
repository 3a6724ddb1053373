/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports without the order of rows that have the same name. Such rows come
 * about by -files, for one; the judge sorts them by chance where their sort
 * key is equal too, and then the column with the running sum is by chance as
 * well.
 */
#ifndef FT_GOLDEN_LOOSE_H
#define FT_GOLDEN_LOOSE_H

#include "base/str.h"

/* Two rows have the same name. */
bool loose_has_twins(struct str report);
/* True if the reports are equal except for the order of rows and for running
   sums. */
bool loose_same(struct str a, struct str b);

#endif
