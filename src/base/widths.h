/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Columns of a character, for a libc without a UTF-8 locale: the values of
 * wcwidth() in a libc that has one.
 */
#ifndef FT_BASE_WIDTHS_H
#define FT_BASE_WIDTHS_H

/* Return 0, 1 or 2; -1 for controls and invalid characters. */
int width_of(uint32_t cp);

#endif
