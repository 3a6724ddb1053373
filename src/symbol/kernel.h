/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of kernel addresses. perf's name for the kernel is
 *
 *     [kernel.kallsyms]_stext     mapped from the address of that symbol on
 *
 * Its file, vmlinux, is searched by build id where distributions put it. The
 * running kernel also lists its own symbols (addrmap.h); they are valid only
 * for its own addresses, and for modules only since the last boot.
 */
#ifndef FT_SYMBOL_KERNEL_H
#define FT_SYMBOL_KERNEL_H

#include "base/strbuf.h"
#include "symbol/addrmap.h"

/* True if that is the kernel's mapping. */
bool kernel_is(struct str file);
/* Return the symbol in the mapping's name; "": none. */
struct str kernel_relocation(struct str file);
/* Find the vmlinux of a mapping, below a folder in place of "/" (""). False:
   none has that build id. */
bool kernel_file(const char *root, struct str build_id, struct strbuf *found);

/* The running kernel. */
struct kernel {
	struct addrmap symbols;
	/* Offset to add to an address of the profile: the kernel's base differs
	   from boot to boot. */
	uint64_t moved;
	/* Modules also have the same addresses. */
	bool same_boot;
};

/* Read the running kernel's symbols if it is the mapping's, which begins at
   `start`: the build ids are equal, or the profile is of this boot and the
   kernel is at `start`. time_nanos is the profile's. 0; 1: it is another
   kernel; -1 and err. */
int kernel_open(struct kernel *k, const char *root, struct str file,
	struct str build_id, uint64_t start, int64_t time_nanos,
	struct err *err);
void kernel_close(struct kernel *k);
/* Find the name of code; `in_kernel`: the address is in the kernel's mapping
   instead of a module's. */
bool kernel_find(const struct kernel *k, uint64_t address, bool in_kernel,
	struct str *name);

#endif
