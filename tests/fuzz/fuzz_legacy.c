/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as formats from before profile.proto. */
#include "prelude.h"

#include "fuzz.h"
#include "fuzz_reader.h"

const char *const fuzz_seeds[] = { "testdata/legacy",
	"tests/fuzz/corpus/legacy", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_reader(str_from((const char *)data, size), "legacy");
	return 0;
}
