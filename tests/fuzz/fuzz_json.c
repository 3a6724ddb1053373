/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as each of the formats in JSON, and sniffed: an error with a
 * message, or a profile that is sound.
 */
#include "config.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "read/read.h"
#include "fuzz.h"

#include "base/banned.h"

static void
read_as(struct str bytes, const char *format)
{
	const struct read_spec spec = { .format = str_c(format),
		.bytes = bytes,
		.name = STR("-"),
		.max_memory = 64 << 20 };
	struct arena arena = ARENA_INIT;
	struct notes notes;
	struct err err = ERR_INIT;
	struct profile *p;

	notes_init(&notes, &arena);
	p = read_profile(&spec, NULL, &notes, &err);
	if (p != NULL ? !profile_check(p) : err.msg[0] == '\0')
		abort();
	profile_unref(p);
	arena_free(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const formats[] = { "speedscope", "cpuprofile",
		"heapprofile", "trace", "" };
	struct str bytes = str_from((const char *)data, size);

	for (size_t i = 0; i < COUNT_OF(formats); i++)
		read_as(bytes, formats[i]);
	return 0;
}
