/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names by address, from a text: perf's map, written by JIT compilers, and the
 * kernel's own list.
 *
 *     /tmp/perf-PID.map     7f10a3c0 1f80 LazyCompile:~handle server.js:12
 *     /proc/kallsyms        ffffffff81000040 t do_idle
 *                           ffffffffc0a01000 t ext4_map_blocks  [ext4]
 *
 * Code is freed and its addresses are reused: if two lines have one address,
 * the later one counts. From the kernel's list only code gets names; each
 * symbol ends where the next line begins.
 */
#ifndef FT_SYMBOL_ADDRMAP_H
#define FT_SYMBOL_ADDRMAP_H

#include "base/err.h"
#include "base/strbuf.h"
#include "base/vec.h"

enum addrmap_kind { ADDRMAP_PERF, ADDRMAP_KALLSYMS };

enum { ADDRMAP_BYTES_MOST = 64 << 20 };

/* The code of one name: [start, end). */
struct addrmap_range {
	uint64_t start, end;
	uint32_t name, length; /* in the text */
};

struct addrmap {
	struct strbuf text;
	VEC(struct addrmap_range) range; /* sorted, disjoint */
	bool hidden; /* all addresses are 0: kptr_restrict */
};

#define ADDRMAP_INIT \
	{ \
		.hidden = false \
	}

/* Read a regular file of the user's or root's, since anyone may write to /tmp.
   0; 1: there is none; -1 and err. */
int addrmap_read(struct addrmap *m, const char *path, enum addrmap_kind kind,
	struct err *err);
/* Parse m->text; invalid lines are skipped. */
void addrmap_parse(struct addrmap *m, enum addrmap_kind kind);
void addrmap_free(struct addrmap *m);
/* Find an address's name. False: there is none. */
bool addrmap_find(const struct addrmap *m, uint64_t address, struct str *name);
/* Find a name's address in the kernel's list, even if later lines hide it. */
bool addrmap_address(
	const struct addrmap *m, struct str name, uint64_t *address);

#endif
