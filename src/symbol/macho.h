/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Headers of Mach-O files, the programs and libraries of macOS: 32 or 64 bits,
 * in either byte order, and the part for this machine of a file for several
 * processors. What they say goes into the rows that ELF files have; for symbols
 * and load biases there are rules of their own.
 */
#ifndef FT_SYMBOL_MACHO_H
#define FT_SYMBOL_MACHO_H

#include "symbol/object.h"

/* True if a file that begins so is a Mach-O file. */
bool macho_is(const char magic[4]);
/* Read the headers of an open file. -1 and err, in pprof's words. */
int macho_read(struct object *o, const char *path, struct err *err);

#endif
