/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the symbols that samply writes beside a profile with bare addresses:
 * profile.json has profile.syms.json.
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
#include "read/reader.h"

struct symsidecar;

struct symsidecar_frame {
	struct str name, file; /* valid until the sidecar is freed */
	int64_t line;          /* 0: unknown */
};

/* Open the sidecar of the job's file. NULL if there is none, or with a warning
   if it is unusable. */
struct symsidecar *symsidecar_open(const struct read_job *job);
void symsidecar_free(struct symsidecar *s); /* NULL is fine */
/* Return the library with this name and breakpad id, or SIZE_MAX. */
size_t symsidecar_lib(
	const struct symsidecar *s, struct str name, struct str breakpad);
/* Return the number of libraries, which the search walks through. */
size_t symsidecar_libs(const struct symsidecar *s);
/* Get the frames at an address in a library, innermost first; some may have no
   name. Return their number. */
size_t symsidecar_frames(const struct symsidecar *s, size_t lib,
	uint64_t address, const struct symsidecar_frame **out);

#endif
