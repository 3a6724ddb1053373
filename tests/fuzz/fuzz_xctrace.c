/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as what xctrace exports. */
#include "prelude.h"

#include "fuzz.h"
#include "fuzz_reader.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/xctrace", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_reader(str_from((const char *)data, size), "xctrace");
	return 0;
}
