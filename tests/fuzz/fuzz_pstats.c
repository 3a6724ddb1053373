/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as statistics of Python. */
#include "prelude.h"

#include "fuzz.h"
#include "fuzz_reader.h"

const char *const fuzz_seeds[] = { "testdata/pstats",
	"tests/fuzz/corpus/pstats", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_reader(str_from((const char *)data, size), "pstats");
	return 0;
}
