/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many columns a character takes, for a libc that does not know because it
 * has no UTF-8 locale here: what wcwidth() says where it has one.
 */
#ifndef FT_BASE_WIDTHS_H
#define FT_BASE_WIDTHS_H

/* 0, 1 or 2; -1 for controls and for what is no character. */
int width_of(uint32_t cp);

#endif
