/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a profile: see fuzz_reader.h. */
#include "prelude.h"

#include "fuzz_reader.h"

#include "read/readers.h"
#include "fuzz.h"

enum { LIMIT = 64 << 20 };

static void
read_as(struct str bytes, struct str format)
{
	const struct read_spec spec = { .format = format,
		.bytes = bytes,
		.name = STR("-"),
		.max_memory = LIMIT };
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	struct err err = ERR_INIT;
	struct profile *p;

	warnings_init(&warnings, &arena);
	p = read_profile(&spec, NULL, &warnings, &err);
	if (p == NULL)
		must(err.code != ERR_NONE && err.msg[0] != '\0');
	else
		must(profile_check(p));
	profile_unref(p);
	arena_free(&arena);
}

void
fuzz_reader(struct str bytes, const char *format)
{
	struct strbuf why = STRBUF_INIT;

	read_as(bytes, str_c(format));
	/* Skip formats for which another program is started. */
	if (reader_perfdata.sniff(bytes, &why) == SNIFF_NO)
		read_as(bytes, STR(""));
	strbuf_free(&why);
}
