/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts that a user wants in a file. */
#ifndef FT_APP_OUTPUT_H
#define FT_APP_OUTPUT_H

#include "base/err.h"
#include "base/str.h"

/* Make or overwrite a file. -1 and err with its name. */
int output_write(struct str path, struct str text, struct err *err);

#endif
