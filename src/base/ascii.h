/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The class of a byte in ASCII, in any locale. */
#ifndef FT_BASE_ASCII_H
#define FT_BASE_ASCII_H

static inline bool
ascii_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
ascii_is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool
ascii_is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static inline bool
ascii_is_letter(char c)
{
	return ascii_is_lower(c) || ascii_is_upper(c);
}

static inline char
ascii_lower(char c)
{
	return (char)(ascii_is_upper(c) ? c - 'A' + 'a' : c);
}

/* Return the value of a lower-case hexadecimal digit, or -1. */
static inline int
ascii_low_hex(char c)
{
	if (ascii_is_digit(c))
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Return the value of a hexadecimal digit in either case, or -1. */
static inline int
ascii_hex(char c)
{
	return ascii_low_hex(ascii_lower(c));
}

#endif
