/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a report of GHC's cost centres, in JSON. */
#include "prelude.h"

#include "fuzz.h"
#include "fuzz_reader.h"

const char *const fuzz_seeds[] = { "testdata/ghc", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_reader(str_from((const char *)data, size), "ghcjson");
	return 0;
}
