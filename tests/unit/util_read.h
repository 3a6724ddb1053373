/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts read as profiles, for tests of readers. */
#ifndef FT_TESTS_UTIL_READ_H
#define FT_TESTS_UTIL_READ_H

#include "read/read.h"

/* A text in a format ("": sniffed), of a file called x. What is read is
   checked to be sound; NULL and err when it is refused. */
struct profile *read_as(const char *format, struct str text,
	struct notes *notes, struct err *err);

#endif
