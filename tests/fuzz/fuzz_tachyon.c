/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a binary profile of Python's sampler. */
#include "prelude.h"

#include "fuzz.h"
#include "fuzz_reader.h"

const char *const fuzz_seeds[] = { "testdata/tachyon", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_reader(str_from((const char *)data, size), "tachyon");
	return 0;
}
