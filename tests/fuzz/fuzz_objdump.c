/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as what objdump prints. */
#include "prelude.h"

#include "fuzz.h"
#include "symbol/objdump.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/objdump",
	"testdata/objdump", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct code c = CODE_INIT;

	code_parse(&c, str_from((const char *)data, size));
	for (size_t i = 0; i < c.instruction.n; i++) {
		const struct instruction *in = &c.instruction.p[i];

		must(in->text.n + in->file.n <= size);
		must(in->function.n <= size && in->line <= UINT32_MAX);
		must(str_chr(in->text, '\n') < 0);
	}
	code_free(&c);
	return 0;
}
