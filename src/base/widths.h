/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Width of a character in columns, for a libc without a UTF-8 locale: as given
 * by glibc's wcwidth().
 */
#ifndef FT_BASE_WIDTHS_H
#define FT_BASE_WIDTHS_H

/* Return 0, 1 or 2; -1 for controls and invalid characters. */
int width_of(uint32_t cp);

#endif
