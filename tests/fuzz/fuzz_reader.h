/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that all readers must pass for any bytes. */
#ifndef FT_FUZZ_READER_H
#define FT_FUZZ_READER_H

#include "base/str.h"

/* Read them as this format and as whatever they look like: an error with a
   message, or a sound profile, both within bounds of memory. */
void fuzz_reader(struct str bytes, const char *format);

#endif
