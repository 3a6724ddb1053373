/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as an index of git: a name that is found is in it. */
#include "prelude.h"

#include "fuzz.h"
#include "report/srctree.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/srctree", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str index = str_from((const char *)data, size);
	struct strbuf out = STRBUF_INIT;

	if (srctree_index_tail(index, STR("/home/u/shop/price/rules.go"), &out))
		must(str_ends(strbuf_str(&out), STR("price/rules.go")));
	strbuf_free(&out);
	return 0;
}
