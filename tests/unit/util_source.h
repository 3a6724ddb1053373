/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folders of the tests' files and of the program. make check sets them; a
   test that is run by hand looks for them. */
#ifndef FT_TESTS_UTIL_SOURCE_H
#define FT_TESTS_UTIL_SOURCE_H

/* The folder that contains testdata/: FT_SRCDIR, else this one or one above the
   test. Absolute, and never NULL: without any, the test ends and says what is
   missing. */
const char *source_dir(void);
/* Likewise, FT_BUILDDIR, which contains the program. */
const char *build_dir(void);
/* This test, to be run again as a child. */
const char *this_program(void);

#endif
