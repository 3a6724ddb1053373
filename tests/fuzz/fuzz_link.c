/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A template of links, and a file and a function from a profile: links stay on
   the template's server and are plain text. */
#include "prelude.h"

#include "engine/link.h"
#include "fuzz.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/link", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str rest = str_from((const char *)data, size);
	struct link_rules rules = { .revision = STR("v1") };
	struct link_place place = { .line = (int64_t)(size % 3) };
	struct strbuf out = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct str server;

	rules.source_url = str_cut(&rest, '\n');
	rules.trim_path = str_cut(&rest, '\n');
	place.file = str_cut(&rest, '\n');
	place.name = str_cut(&rest, '\n');
	rules.map = rest;
	if (link_check(rules.source_url, &err) == 0 &&
		link_put(&out, &rules, &place, &err) == 0) {
		server = rules.source_url;
		server = str_cut(&server, '{');
		must(server.n > 0 && str_starts(strbuf_str(&out), server));
		must(out.n <= LINK_MAX);
		for (size_t i = 0; i < out.n; i++)
			must(out.p[i] >= 0x21 && out.p[i] <= 0x7e);
		for (size_t i = 0; i < out.n; i++)
			must(strchr("<>\"'&()", out.p[i]) == NULL ||
				str_chr(rules.source_url, out.p[i]) >= 0);
	}
	strbuf_free(&out);
	return 0;
}
