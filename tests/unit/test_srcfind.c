/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files found further afield, in a tree made for that. */
#include "prelude.h"

#include "report/srcfind.h"

#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "report/srctree.h"
#include "util_folder.h"

static char dir[] = "srcfind-XXXXXX";
static char here[4096]; /* the folder, absolute */

/* Each file has its own name as its text. The work tree is "work", its folder
   "repo/here" the current one. */
static const char *const files[] = {
	"repo/go.mod",
	"repo/price/rules.go",
	"repo/deep/a/b/lib.c",
	"repo/here/src/main.c",
	"repo/here/.secret/key.c",
	"repo/vendor/example.org/v/v.go",
	"mod/go.mod",
	"mod/x/x.go",
	"mod/sub/go.mod",
	"mod/sub/deep/d.c",
	"elsewhere/x.c",
	"elsewhere/mapped.c",
	"elsewhere/long/mapped.c",
	"go/src/fmt/print.go",
	"home/go/pkg/mod/example.org/!azure/z@v1.2.0/z.go",
	"home/go/pkg/mod/example.org/b@v2.0.0/sub/b.go",
	"home/.rustup/toolchains/a/lib/rustlib/src/rust/library/core/c.rs",
	"home/.rustup/toolchains/a/lib/rustlib/multirust-channel-manifest.toml",
	"home/.rustup/toolchains/b/lib/rustlib/src/rust/library/core/c.rs",
	"home/.rustup/toolchains/b/lib/rustlib/multirust-channel-manifest.toml",
	"home/.cargo/registry/src/index-1/serde-1.0/src/lib.rs",
	"home/.ssh/id",
};

static void
set_variable(const char *name, const char *value)
{
	struct strbuf text = STRBUF_INIT;

	folder_text(&text, here, value);
	assert_int_equal(setenv(name, strbuf_c(&text), 1), 0);
	strbuf_free(&text);
}

static void
put_word(struct strbuf *b, uint32_t v)
{
	for (int i = 24; i >= 0; i -= 8)
		strbuf_addch(b, (char)(v >> i & 0xff));
}

/* git's index, as version 2 has it. */
static void
put_index(struct strbuf *b, const char *const *name, uint32_t n)
{
	strbuf_addstr(b, "DIRC");
	put_word(b, 2);
	put_word(b, n);
	for (uint32_t i = 0; i < n; i++) {
		size_t size = 62 + strlen(name[i]);

		strbuf_addn(b, 'x', 60);
		strbuf_addn(b, '\0', 2);
		strbuf_addstr(b, name[i]);
		strbuf_addn(b, '\0', 8 - size % 8);
	}
}

static int
make_tree(void **state)
{
	static const char *const known[] = { "price/rules.go", "deep/a/b/lib.c",
		"here/src/main.c" };
	struct strbuf index = STRBUF_INIT, path = STRBUF_INIT;
	FILE *file;

	(void)state;
	folder_make(dir);
	if (chdir(dir) != 0 || getcwd(here, sizeof(here)) == NULL)
		return -1;
	for (size_t i = 0; i < COUNT_OF(files); i++)
		folder_write(".", files[i], files[i]);
	folder_write(".", "repo/go.mod", "// x\nmodule example.com/shop\n");
	folder_write(".", "mod/go.mod", "module\t\"example.net/m\" // mine\n");
	folder_write(".", "mod/sub/go.mod", "module example.net/other\n");
	folder_write(".",
		"home/.rustup/toolchains/b/lib/rustlib/"
		"multirust-channel-manifest.toml",
		"git_commit_hash = \"abc123\"\n");
	folder_write(".", "repo/.git/HEAD", "ref: x\n");
	put_index(&index, known, COUNT_OF(known));
	file = fopen("repo/.git/index", "w");
	assert_non_null(file);
	assert_int_equal(fwrite(index.p, 1, index.n, file), index.n);
	assert_int_equal(fclose(file), 0);
	strbuf_free(&index);
	set_variable("HOME", "HERE/home");
	set_variable("GOROOT", "HERE/go");
	unsetenv("GOPATH");
	unsetenv("GOMODCACHE");
	unsetenv("RUSTUP_HOME");
	unsetenv("CARGO_HOME");
	folder_text(&path, here, "HERE/elsewhere/x.c");
	assert_int_equal(symlink(strbuf_c(&path), "repo/here/link.c"), 0);
	assert_int_equal(mkfifo("repo/here/pipe.c", 0644), 0);
	strbuf_free(&path);
	return chdir("repo/here");
}

static int
remove_tree(void **state)
{
	(void)state;
	return chdir("../../..") != 0 || !folder_remove(dir);
}

/* "PATH (RULE)", "PATH outside", or "- tried", a file each. */
static void
finds_with(const struct source_rules *rules, const char *raw, const char *want)
{
	struct strbuf name = STRBUF_INIT, order = STRBUF_INIT,
		      have = STRBUF_INIT, wanted = STRBUF_INIT;
	struct source_wish wish = { .program = STR_EMPTY };
	struct sources *s;

	folder_text(&name, here, raw);
	wish.name = wish.raw = strbuf_str(&name);
	source_order(&order, rules, &wish, 1);
	s = sources_new(strbuf_str(&order), NULL);
	assert_int_equal(s->n, 1);
	strbuf_add(&have, s->source[0].path);
	if (s->source[0].path.n == 0)
		strbuf_addstr(&have, "-");
	if (s->source[0].rule.n > 0)
		strbuf_addf(&have, " (%.*s)", STR_ARG(s->source[0].rule));
	strbuf_addstr(&have, s->source[0].outside ? " outside" : "");
	assert_int_equal(s->source[0].n > 0,
		s->source[0].path.n > 0 && !s->source[0].outside);
	folder_text(&wanted, here, want);
	assert_string_equal(strbuf_c(&have), strbuf_c(&wanted));
	sources_free(s);
	strbuf_free(&name);
	strbuf_free(&order);
	strbuf_free(&have);
	strbuf_free(&wanted);
}

static void
finds(const char *raw, const char *want)
{
	const struct source_rules none = { .map = STR_EMPTY };

	finds_with(&none, raw, want);
}

TEST(pprofs_rule_comes_first)
{
	finds("src/main.c", "HERE/repo/here/src/main.c");
	finds("HERE/repo/here/src/main.c", "HERE/repo/here/src/main.c");
	finds("nowhere/x.c", "-");
}

TEST(packages_of_go_are_where_go_keeps_them)
{
	finds("fmt/print.go", "HERE/go/src/fmt/print.go (Go's own sources)");
	finds("$GOROOT/src/fmt/print.go",
		"HERE/go/src/fmt/print.go (Go's own sources)");
	finds("/opt/go1.22/src/fmt/print.go",
		"HERE/go/src/fmt/print.go (Go's own sources)");
	finds("example.org/Azure/z@v1.2.0/z.go",
		"HERE/home/go/pkg/mod/example.org/!azure/z@v1.2.0/z.go "
		"(Go's module cache)");
	finds("/root/go/pkg/mod/example.org/b@v2.0.0/sub/b.go",
		"HERE/home/go/pkg/mod/example.org/b@v2.0.0/sub/b.go "
		"(Go's module cache)");
	finds("example.org/v@v0.1.0/v.go",
		"HERE/repo/vendor/example.org/v/v.go (vendor)");
	finds("example.com/shop/price/rules.go",
		"HERE/repo/price/rules.go (the main module)");
}

/* Builds with -trimpath name files by their module. There is no work tree. */
TEST(the_main_module_is_the_nearest_of_its_name)
{
	struct strbuf path = STRBUF_INIT;
	struct source_rules rules = { .map = STR_EMPTY };

	folder_text(&path, here, "HERE/mod/sub/deep");
	rules.source_path = strbuf_str(&path);
	finds_with(&rules, "example.net/m/x/x.go",
		"HERE/mod/x/x.go (the main module)");
	finds_with(&rules, "example.net/m@v0.0.0-2026/x/x.go",
		"HERE/mod/x/x.go (the main module)");
	finds_with(&rules, "example.net/m/x_test/x.go",
		"HERE/mod/x/x.go (the main module)");
	finds_with(&rules, "example.net/other/deep/d.c",
		"HERE/mod/sub/deep/d.c"); /* pprof finds it as well */
	finds_with(&rules, "example.net/mx/x.go", "-");
	finds_with(&rules, "example.net/m/../../elsewhere/x.c",
		"HERE/elsewhere/x.c outside");
	strbuf_free(&path);
}

TEST(rust_and_its_crates_are_found)
{
	finds("/rustc/abc123/library/core/c.rs",
		"HERE/home/.rustup/toolchains/b/lib/rustlib/src/rust/library/"
		"core/c.rs (Rust's own sources)");
	finds("/rustc/other/library/core/c.rs",
		"HERE/home/.rustup/toolchains/a/lib/rustlib/src/rust/library/"
		"core/c.rs (Rust's own sources)");
	finds("/home/ci/.cargo/registry/src/index-9/serde-1.0/src/lib.rs",
		"HERE/home/.cargo/registry/src/index-1/serde-1.0/src/lib.rs "
		"(cargo's registry)");
}

TEST(folders_of_a_build_are_cut)
{
	finds("/build/app-1.2/src/main.c",
		"HERE/repo/here/src/main.c "
		"(without the folder it was built in)");
	finds("/usr/src/debug/app/src/main.c",
		"HERE/repo/here/src/main.c "
		"(without the folder it was built in)");
}

TEST(the_work_tree_has_the_longest_end)
{
	finds("/home/them/deep/a/b/lib.c",
		"HERE/repo/deep/a/b/lib.c (the same path ending in the work "
		"tree)");
	finds("/home/them/b/lib.c",
		"HERE/repo/deep/a/b/lib.c (the same path ending in the work "
		"tree)");
	finds("/home/them/lib.c", "-");
}

TEST(a_map_says_where_folders_are_the_longest_first)
{
	struct strbuf map = STRBUF_INIT;
	struct source_rules rules = { .map = STR_EMPTY };

	folder_text(&map, here, "/b=HERE/elsewhere\n/b/c=HERE/elsewhere/long");
	rules.map = strbuf_str(&map);
	finds_with(
		&rules, "/b/mapped.c", "HERE/elsewhere/mapped.c (source_map)");
	finds_with(&rules, "/b/c/mapped.c",
		"HERE/elsewhere/long/mapped.c (source_map)");
	finds_with(&rules, "/b/c/x.c", "-");
	finds_with(&rules, "/b/../home/.ssh/id", "-");
	strbuf_free(&map);
}

TEST(what_is_no_source_is_shown_when_that_is_allowed)
{
	struct strbuf allowed = STRBUF_INIT;
	struct source_rules rules = { .map = STR_EMPTY };

	finds("HERE/elsewhere/x.c", "HERE/elsewhere/x.c outside");
	finds("HERE/home/.ssh/id", "HERE/home/.ssh/id outside");
	finds("elsewhere/x.c", "HERE/elsewhere/x.c outside");
	finds(".secret/key.c", "HERE/repo/here/.secret/key.c outside");
	finds("link.c", "HERE/elsewhere/x.c outside");
	finds("/etc/passwd", "/etc/passwd outside");
	folder_text(&allowed, here, "HERE/other\nHERE/elsewhere/x.c");
	rules.allowed = strbuf_str(&allowed);
	finds_with(&rules, "HERE/elsewhere/x.c", "HERE/elsewhere/x.c");
	finds_with(&rules, "HERE/home/.ssh/id", "HERE/home/.ssh/id outside");
	rules.allowed = STR_EMPTY;
	rules.source_path = strbuf_str(&allowed);
	strbuf_reset(&allowed);
	folder_text(&allowed, here, "HERE/elsewhere");
	rules.source_path = strbuf_str(&allowed);
	finds_with(&rules, "x.c", "HERE/elsewhere/x.c");
	strbuf_free(&allowed);
}

TEST(what_is_no_file_is_not_found_and_says_why)
{
	const struct source_rules none = { .map = STR_EMPTY };
	const struct source_wish wish[] = { { STR("pipe.c"), STR("pipe.c") },
		{ STR("src"), STR("src") },
		{ STR("bad\nname.c"), STR("bad\nname.c") } };
	struct strbuf order = STRBUF_INIT;
	struct sources *s;

	source_order(&order, &none, wish, COUNT_OF(wish));
	s = sources_new(strbuf_str(&order), NULL);
	assert_int_equal(s->n, 3);
	for (size_t i = 0; i < s->n; i++) {
		assert_int_equal(s->source[i].path.n, 0);
		assert_true(s->source[i].n_tried > 0);
	}
	assert_true(str_is(s->source[0].tried[0].why, "no file"));
	assert_true(str_is(s->source[1].tried[0].why, "a directory"));
	sources_free(s);
	strbuf_free(&order);
}

TEST(long_lines_are_cut_with_a_mark_and_long_files_end)
{
	const struct source_rules none = { .map = STR_EMPTY };
	const struct source_wish wish[] = {
		{ STR("long.c"), STR("long.c") },
		{ STR("many.c"), STR("many.c") },
	};
	struct strbuf order = STRBUF_INIT, text = STRBUF_INIT;
	struct sources *s;

	strbuf_addn(&text, 'x', SOURCE_LINE_MAX + 5);
	strbuf_addstr(&text, "\r\nend");
	folder_write(".", "long.c", strbuf_c(&text));
	strbuf_reset(&text);
	strbuf_addn(&text, '\n', SOURCE_LINES_MAX + 5);
	folder_write(".", "many.c", strbuf_c(&text));
	source_order(&order, &none, wish, COUNT_OF(wish));
	s = sources_new(strbuf_str(&order), NULL);
	assert_int_equal(s->source[0].n, 2);
	assert_int_equal(s->source[0].line[0].n, SOURCE_LINE_MAX + 6);
	assert_true(str_ends(s->source[0].line[0], STR(" [...]")));
	assert_true(str_is(s->source[0].line[1], "end"));
	assert_false(s->source[0].part);
	assert_int_equal(s->source[1].n, SOURCE_LINES_MAX);
	assert_true(s->source[1].part);
	sources_free(s);
	strbuf_free(&order);
	strbuf_free(&text);
}

/* version 4 cuts the name before; a file cut anywhere does no harm. */
TEST(indexes_are_read_as_far_as_they_are_whole)
{
	static const char *const known[] = { "a/one.c", "a/two.c" };
	struct strbuf index = STRBUF_INIT, out = STRBUF_INIT;

	put_index(&index, known, 2);
	for (size_t n = 0; n <= index.n; n++)
		if (srctree_index_tail(
			    str_from(index.p, n), STR("/x/a/two.c"), &out))
			assert_string_equal(strbuf_c(&out), "a/two.c");
	assert_string_equal(strbuf_c(&out), "a/two.c");
	strbuf_reset(&index);
	strbuf_addstr(&index, "DIRC");
	put_word(&index, 4);
	put_word(&index, 2);
	for (int i = 0; i < 2; i++) {
		strbuf_addn(&index, 'x', 60);
		strbuf_addn(&index, '\0', 2);
		strbuf_addch(&index, i == 0 ? 0 : 5);
		strbuf_addstr(&index, i == 0 ? "a/one.c" : "two.c");
		strbuf_addch(&index, '\0');
	}
	assert_true(srctree_index_tail(
		strbuf_str(&index), STR("/x/a/two.c"), &out));
	assert_string_equal(strbuf_c(&out), "a/two.c");
	assert_false(srctree_index_tail(
		strbuf_str(&index), STR("/x/b/two.c"), &out));
	strbuf_free(&index);
	strbuf_free(&out);
}

int
main(void)
{
	return tests_run(make_tree, remove_tree);
}
