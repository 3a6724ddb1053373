/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the files of a recording of perf were mapped. perf prints an address of
 * a stack as an offset into its file, and that of a sample without a stack as
 * it was in the process, which differs from process to process. Both become the
 * address at the place where the file was seen first:
 *
 *     PERF_RECORD_MMAP2 881/881: [0x55d0000(0x40000) @ 0x14000 ...]: ...
 * /opt/app PERF_RECORD_MMAP2 902/902: [0x7aa0000(0x40000) @ 0x14000 ...]: ...
 * /opt/app
 *
 *     stack          14ea3 (/opt/app)  \
 *     sample alone 55d0ea3 (/opt/app)   >  55d0ea3
 *     sample alone 7aa0ea3 (/opt/app)  /
 */
#ifndef FT_READ_PERFMAPS_H
#define FT_READ_PERFMAPS_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "read/perfline.h"

struct perf_mapped {
	uint64_t start, limit, offset;
};

struct perf_mapped_file {
	struct perf_mapped first;
	struct str build_id;             /* "" where not given */
	VEC(struct perf_mapped) another; /* of other processes */
};

struct perf_maps {
	struct arena *arena; /* borrowed */
	struct intern name;
	VEC(struct perf_mapped_file) file; /* [name]; 0 is none */
};

void perf_maps_init(struct perf_maps *m, struct arena *arena);
void perf_maps_fini(struct perf_maps *m);
void perf_maps_add(struct perf_maps *m, const struct perf_map *map);
/* Bytes held outside the arena. */
size_t perf_maps_bytes(const struct perf_maps *m);
/* NULL: it was not seen. */
const struct perf_mapped_file *perf_maps_find(
	const struct perf_maps *m, struct str file);
/* The address that perf printed, of a sample without a stack or of a stack, as
   an address at the first place; as it is where it belongs to none. */
uint64_t perf_maps_address(
	const struct perf_mapped_file *f, uint64_t printed, bool alone);

#endif
