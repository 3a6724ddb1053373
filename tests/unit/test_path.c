/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source file names, trimmed and cleaned. */
#include "prelude.h"

#include "engine/path.h"

#include "testing.h"

#include "base/compiler.h"

TEST(trimming_follows_the_examples_of_pprof)
{
	static const char *const rows[][4] = {
		/* path, trim_path, source_path, result */
		{ "/src/app/main.c", "/src", "", "app/main.c" },
		{ "/src/app/main.c", "/src/", "", "app/main.c" },
		{ "/src/app/main.c", "", "/home/u/app", "main.c" },
		{ "/proc/self/cwd/x.c", "", "", "x.c" },
		{ "/proc/self/cwd/./x.c", "", "", "x.c" },
		{ "/src2/x", "/src", "", "/src2/x" },
		{ "/a/app/b/app/c", "", "/z/app:/y/b", "b/app/c" },
		{ "/q/b/app2/c", "", "/z/app:/y/b", "app2/c" },
		{ "/a/x", "/b:/a", "", "x" },
		/* a trim_path switches the search off */
		{ "/a/app/x", "/b", "/z/app", "/a/app/x" },
		{ "/src", "/src", "", "/src" },
		{ "", "/src", "/x", "" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str got = path_trim(str_c(rows[i][0]), str_c(rows[i][1]),
			str_c(rows[i][2]));

		if (!str_is(got, rows[i][3]))
			fail_msg("row %zu: %.*s", i, STR_ARG(got));
	}
}

TEST(cleaning_is_lexical)
{
	static const char *const rows[][2] = {
		{ "a//b/../c", "a/c" },
		{ "a", "a" },
		{ "", "." },
		{ ".", "." },
		{ "./a", "a" },
		{ "a/", "a" },
		{ "/", "/" },
		{ "//", "/" },
		{ "/../a", "/a" },
		{ "../a", "../a" },
		{ "../../a", "../../a" },
		{ "a/../..", ".." },
		{ "a/../../b", "../b" },
		{ "../a/..", ".." },
		{ "/a/..", "/" },
		{ "a/..", "." },
		{ "/a/b/./c/..", "/a/b" },
		{ "..a/b", "..a/b" },
	};
	struct arena arena = ARENA_INIT;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str got = path_clean(str_c(rows[i][0]), &arena);

		if (!str_is(got, rows[i][1]))
			fail_msg("%s: %.*s", rows[i][0], STR_ARG(got));
	}
	arena_free(&arena);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
