/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The path of this program. */
#ifndef FT_BASE_OWNPATH_H
#define FT_BASE_OWNPATH_H

#include "base/strbuf.h"

/* Return the path of this program, for running it again; it may be in *path.
   If the system has no path, look up `called`, the name in argv[0], in
   $PATH. NULL if it is not found. */
const char *ownpath(struct strbuf *path, const char *called);

#endif
