/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as compressed data, by zlib and by libzstd: never more than the
 * limit, and the same answer with a limit that just suffices.
 */
#include "prelude.h"

#include "input/inflate.h"
#include "input/zstd.h"
#include "fuzz.h"

enum { LIMIT = 4 << 20 };

typedef int decompress(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err);

const char *const fuzz_seeds[] = { "testdata", "testdata/bad",
	"testdata/quirks", "tests/fuzz/corpus/inflate", NULL };

static void
try(decompress *all, struct str in)
{
	struct bytes out = BYTES_INIT, again = BYTES_INIT;
	struct err err = ERR_INIT;
	int rc = all(in, LIMIT, &out, NULL, &err);

	must(rc == 1 || out.p == NULL);
	must(out.n <= LIMIT);
	must((rc < 0) == (err.code != ERR_NONE));
	if (rc == 1 && out.n > 0) {
		must(all(in, out.n, &again, NULL, &err) == 1);
		must(str_eq(bytes_str(&out), bytes_str(&again)));
		bytes_free(&again);
	}
	if (rc == 1 && out.n > 1) {
		must(all(in, out.n - 1, &again, NULL, &err) == -1);
		must(err.code == ERR_LIMIT);
	}
	bytes_free(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str in = str_from((const char *)data, size);

	try(inflate_all, in);
	try(zstd_all, in);
	return 0;
}
