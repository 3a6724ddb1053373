/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as simpleperf's report-sample --protobuf. */
#include "prelude.h"

#include "fuzz.h"
#include "fuzz_reader.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/simpleperf", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_reader(str_from((const char *)data, size), "simpleperf");
	return 0;
}
