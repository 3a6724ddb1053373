/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A name from a profile, and rules of -rename: whatever the rules, a name stays
   one and does not grow without end. */
#include "prelude.h"

#include "engine/renames.h"
#include "fuzz.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/rename", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str rest = str_from((const char *)data, size);
	struct str name = str_cut(&rest, '\n'), lines = rest;
	struct strbuf out = STRBUF_INIT;
	bool any = false;

	while (lines.n > 0) {
		struct err err = ERR_INIT;

		any = renames_check(str_cut(&lines, '\n'), &err) == 0 || any;
	}
	for (int ids = VOLATILE_AUTO; ids <= VOLATILE_KEEP; ids++) {
		const struct name_rules rules = {
			.ids = (enum volatile_mode)ids, .rename = rest
		};

		strbuf_reset(&out);
		renames_text(&out, name, &rules);
		must((out.n > 0) == (name.n > 0) || name.n == 0);
		must(out.n <= RENAMED_MAX || out.n <= name.n);
		must(any || ids == VOLATILE_JOIN ||
			str_eq(strbuf_str(&out), name));
	}
	strbuf_free(&out);
	return 0;
}
