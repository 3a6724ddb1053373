/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Symbol names by address, from a text file: the map that JIT compilers write
 * for perf, or the kernel's own list.
 *
 *     /tmp/perf-PID.map     7f10a3c0 1f80 LazyCompile:~handle server.js:12
 *     /proc/kallsyms        ffffffff81000040 t do_idle
 *                           ffffffffc0a01000 t ext4_map_blocks  [ext4]
 *
 * If two lines contain the same address, the later line wins, because JIT
 * compilers free code and reuse its addresses. From the kernel's list only code
 * symbols are used; each ends where the next symbol begins.
 */
#ifndef FT_SYMBOL_ADDRMAP_H
#define FT_SYMBOL_ADDRMAP_H

#include "base/err.h"
#include "base/strbuf.h"
#include "base/vec.h"

enum addrmap_kind { ADDRMAP_PERF, ADDRMAP_KALLSYMS };

enum { ADDRMAP_BYTES_MOST = 64 << 20 };

/* Addresses with the same name: [start, end). */
struct addrmap_range {
	uint64_t start, end;
	uint32_t name, length; /* offset and length in addrmap.text */
};

struct addrmap {
	struct strbuf text;
	VEC(struct addrmap_range) range; /* sorted, disjoint */
	bool hidden; /* all addresses are 0, because of kptr_restrict */
};

#define ADDRMAP_INIT \
	{ \
		.hidden = false \
	}

/* Read a regular file. It must belong to the user or root, since anyone may
   write to /tmp. 0; 1 if there is no file; -1 and err. */
int addrmap_read(struct addrmap *m, const char *path, enum addrmap_kind kind,
	struct err *err);
/* Fill m->range from m->text. Invalid lines are skipped. */
void addrmap_parse(struct addrmap *m, enum addrmap_kind kind);
void addrmap_free(struct addrmap *m);
/* Find the name at an address. False if it has none. */
bool addrmap_find(const struct addrmap *m, uint64_t address, struct str *name);
/* Find the address of a kernel symbol, even if later lines override it. */
bool addrmap_address(
	const struct addrmap *m, struct str name, uint64_t *address);

#endif
