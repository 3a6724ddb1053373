/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names that samply puts beside a profile, of addresses that it leaves as
 * they are: profile.json has profile.syms.json.
 *
 *     {"string_table": ["main", "a.c"],
 *      "data": [{"debug_name": "app", "debug_id": "93ac61ec-...",
 *                "symbol_table": [{"rva": 4096, "symbol": 0,
 *                                  "frames": [{"function": 0, "line": 3}]}],
 *                "known_addresses": [[4100, 0]]}]}
 */
#ifndef FT_READ_SYMSIDECAR_H
#define FT_READ_SYMSIDECAR_H

#include "base/str.h"
#include "read/read.h"

struct symsidecar;

struct symsidecar_frame {
	struct str name, file; /* live as long as the sidecar */
	int64_t line;          /* 0: unknown */
};

/* What lies beside the file of a job; NULL: nothing, or nothing of use, which
   is remarked. */
struct symsidecar *symsidecar_open(const struct read_job *job);
void symsidecar_free(struct symsidecar *s); /* NULL is fine */
/* A library by its name and breakpad id; SIZE_MAX: it knows none such. */
size_t symsidecar_lib(
	const struct symsidecar *s, struct str name, struct str breakpad);
/* The i-th frame at an address of a library, the innermost first. False: there
   is none. */
bool symsidecar_frame(const struct symsidecar *s, size_t lib, uint64_t address,
	size_t i, struct symsidecar_frame *out);

#endif
