/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The build information in Go programs since Go 1.18, stripped or not. Section
 * .go.buildinfo contains lines such as
 *
 *     build   vcs.revision=3f2504e04f8911d39a0c0305e82c3301
 *     build   vcs.modified=true
 */
#ifndef FT_SYMBOL_GOINFO_H
#define FT_SYMBOL_GOINFO_H

#include "base/str.h"
#include "base/strbuf.h"
#include "symbol/object.h"

/* Append the lines of information. False if the file has none. */
bool goinfo_read(const struct object *o, struct strbuf *out);
/* Return the value of a build setting; "": unknown. */
struct str goinfo_build(struct str info, struct str key);

#endif
