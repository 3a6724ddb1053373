/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of a test's own, with files in it. What is wrong stops the test. */
#ifndef FT_TESTS_UTIL_FOLDER_H
#define FT_TESTS_UTIL_FOLDER_H

#include "base/strbuf.h"

/* A name that ends in XXXXXX becomes that of a new folder. */
void folder_make(char *dir);
/* A file, and the folders on the way to it. */
void folder_write(const char *dir, const char *name, const char *text);
void folder_holds(const char *dir, const char *name, const char *text);
/* A text in which "HERE" stands for a folder, or for anything else. */
void folder_text(struct strbuf *out, const char *here, const char *text);
/* With all that is in it. False, and errno. */
bool folder_remove(const char *dir);

#endif
