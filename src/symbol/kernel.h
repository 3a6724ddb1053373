/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of kernel addresses. perf calls the kernel's mapping
 *
 *     [kernel.kallsyms]_stext     starts at the address of the symbol _stext
 *
 * The kernel's file, vmlinux, is searched for by build id where distributions
 * put it. The running kernel also lists its own symbols (addrmap.h). They are
 * used only for profiles of this kernel; for modules, only since the last boot.
 */
#ifndef FT_SYMBOL_KERNEL_H
#define FT_SYMBOL_KERNEL_H

#include "base/strbuf.h"
#include "symbol/addrmap.h"

/* True for the name of the kernel's mapping. */
bool kernel_is(struct str file);
/* Return the symbol in the mapping's name, such as _stext; "": none. */
struct str kernel_relocation(struct str file);
/* Find the vmlinux with this build id. `root` replaces "/" and is "" except in
   tests. False if there is none. */
bool kernel_file(const char *root, struct str build_id, struct strbuf *found);

/* The symbols of the running kernel. */
struct kernel {
	struct addrmap symbols;
	/* Added to addresses of the profile, because the kernel's base changes
	   at each boot. */
	uint64_t moved;
	/* The profile was recorded since the last boot, so its addresses in
	   modules are valid. */
	bool same_boot;
};

/* Read the running kernel's symbols if the profile was recorded on this kernel:
   either the build ids are equal, or the profile has no build id, is newer than
   the last boot, and its kernel mapping has the right `start`. time_nanos is
   the profile's. 0; 1 for a different kernel; -1 and err. */
int kernel_open(struct kernel *k, const char *root, struct str file,
	struct str build_id, uint64_t start, int64_t time_nanos,
	struct err *err);
void kernel_close(struct kernel *k);
/* Find the name at an address of the profile. `in_kernel` is true for the
   kernel's mapping, false for a module's. False if there is none. */
bool kernel_find(const struct kernel *k, uint64_t address, bool in_kernel,
	struct str *name);

#endif
