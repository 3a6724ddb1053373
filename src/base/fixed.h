/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers with a fixed number of decimals, for reports of many rows. */
#ifndef FT_BASE_FIXED_H
#define FT_BASE_FIXED_H

enum { FIXED_DECIMALS_MAX = 10 };

/* Format as snprintf() does with "%.*f", byte for byte, in an eighth of the
   time. Returns the length, or the buffer's last index if that is less. */
size_t fixed_put(char *buf, size_t size, double x, unsigned decimals);

#endif
