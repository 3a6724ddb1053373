/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as a profile.proto message: an error with a message, or a
 * profile that is sound, and that merges with itself into a sound one.
 */
#include "config.h"

#include "profile/merge.h"
#include "read/read.h"
#include "fuzz.h"

#include "base/banned.h"

enum { LIMIT = 64 << 20 };

const char *const fuzz_seeds[] = { "testdata", "testdata/bad",
	"testdata/quirks", "tests/fuzz/corpus/pprof", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct read_spec spec = { .format = STR("pprof"),
		.bytes = str_from((const char *)data, size),
		.name = STR("x"),
		.max_memory = LIMIT };
	const struct merge_options options = { .max_memory = LIMIT };
	struct err err = ERR_INIT;
	struct profile *p = read_profile(&spec, NULL, NULL, &err), *twice;
	struct merge_part part[2] = { { .profile = p }, { .profile = p } };

	if (p == NULL) {
		must(err.code != ERR_NONE && err.msg[0] != '\0');
		return 0;
	}
	must(profile_check(p));
	twice = merge_profiles(part, 2, &options, &err);
	must(twice == NULL ? err.msg[0] != '\0' : profile_check(twice));
	profile_unref(twice);
	profile_unref(p);
	return 0;
}
