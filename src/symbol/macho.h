/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Headers of Mach-O files, the programs and libraries of macOS: 32 or 64 bits,
 * in either byte order. In a universal file, the part for this machine is read.
 * Segments and sections go into the same structs as those of ELF files; symbols
 * and load biases have separate rules.
 */
#ifndef FT_SYMBOL_MACHO_H
#define FT_SYMBOL_MACHO_H

#include "symbol/object.h"

/* True for the first bytes of a Mach-O file. */
bool macho_is(const char magic[4]);
/* Read the headers of an open file. -1 and err, in pprof's words. */
int macho_read(struct object *o, const char *path, struct err *err);

#endif
