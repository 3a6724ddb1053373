/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A fuzz target is one file with what is declared here. `make check` links it
 * with driver.c, which feeds it its seeds and small changes of them; `make
 * fuzz` links it with libFuzzer (tests/fuzz/campaign).
 */
#ifndef FT_FUZZ_H
#define FT_FUZZ_H

/* Does something with the bytes; aborts when an invariant is broken. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Folders with seeds, below the sources, up to a NULL; their files are also
   tried inflated. */
extern const char *const fuzz_seeds[];

static inline void
must(bool ok)
{
	if (!ok)
		abort();
}

#endif
