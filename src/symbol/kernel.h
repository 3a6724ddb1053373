/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of a kernel's addresses. perf calls the kernel
 *
 *     [kernel.kallsyms]_stext     mapped from the address of that symbol on
 *
 * Its file, vmlinux, is looked for by build id where distributions put it; and
 * what runs on this machine lists its own symbols (addrmap.h), which are only
 * good for addresses of this kernel, and for modules only since it was booted.
 */
#ifndef FT_SYMBOL_KERNEL_H
#define FT_SYMBOL_KERNEL_H

#include "base/strbuf.h"
#include "symbol/addrmap.h"

/* Is that the kernel's mapping? */
bool kernel_is(struct str file);
/* The symbol in its name; "" none. */
struct str kernel_relocation(struct str file);
/* Its vmlinux, below a folder that stands for "/" (""). False: there is none
   with that build id. */
bool kernel_file(const char *root, struct str build_id, struct strbuf *found);

/* The kernel that runs here. */
struct kernel {
	struct addrmap symbols;
	/* What to add to an address of the profile: the kernel moves from boot
	   to boot. */
	uint64_t moved;
	/* Modules are where they were, too. */
	bool same_boot;
};

/* Its symbols, if it is the one of the mapping that begins at `start`: it has
   the same build id, or the profile is of this boot and `start` is where the
   kernel is. time_nanos is the profile's. 0; 1: it is another one; -1 and
   err. */
int kernel_open(struct kernel *k, const char *root, struct str file,
	struct str build_id, uint64_t start, int64_t time_nanos,
	struct err *err);
void kernel_close(struct kernel *k);
/* The name of code; `in_kernel`: the address is in the kernel's mapping, not a
   module's. */
bool kernel_find(const struct kernel *k, uint64_t address, bool in_kernel,
	struct str *name);

#endif
