/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links to source lines: templates, files and escapes. */
#include "prelude.h"

#include "engine/link.h"

#include "testing.h"

#include "base/compiler.h"
#include "stacks.h"

#define URL "https://x.org/{revision}/{file}#L{line}"

/* Programs in C; in Go, with whole names of files and with -trimpath. */
#define C_PROGRAM "main<src/main.c:3>;work<src/work.c:9> 1\n"
#define GO_PROGRAM \
	"main.main</home/u/shop/cmd/serve/main.go:3>;" \
	"runtime.mallocgc</usr/local/go/src/runtime/malloc.go:9> 1\n"
#define GO_TRIMMED \
	"main.main<example.com/shop/cmd/serve/main.go:3>;" \
	"runtime.mallocgc<runtime/malloc.go:9> 1\n"

/* `want` is the link after "https://x.org/", or the error. */
struct row {
	const char *profile, *url, *trim_path, *map;
	const char *file;
	int64_t line;
	const char *want;
};

#define NOT_BELOW " is below no known root; set trim_path"

/* clang-format off */
static const struct row rows[] = {
	{ C_PROGRAM, URL, "", "", "src/work.c", 9, "v1/src/work.c#L9" },
	{ C_PROGRAM, URL, "", "", "./src/work.c", 0, "v1/src/work.c#L1" },
	{ C_PROGRAM, "https://x.org/{file}#L{line:+}-x", "", "",
	  "src/work.c", 9, "src/work.c#L9-x" },
	{ C_PROGRAM, "https://x.org/{file}#L{line:+}-x", "", "",
	  "src/work.c", 0, "src/work.c#L" },
	{ C_PROGRAM, "https://x.org/?q={name}", "", "", "a.c", 1,
	  "?q=go%3CT%3E.f" },
	/* No byte of a name ends the link or the text around it. */
	{ C_PROGRAM, "https://x.org/{file}", "", "",
	  "a b\"<>\033\a'&;)?#%\xc3\xa9.c", 1,
	  "a%20b%22%3C%3E%1B%07%27%26%3B%29%3F%23%25%C3%A9.c" },

	{ C_PROGRAM, URL, "", "", "/home/u/shop/a.c", 1,
	  "no link: /home/u/shop/a.c" NOT_BELOW },
	{ C_PROGRAM, URL, "/home/u/shop", "", "/home/u/shop/a.c", 1,
	  "v1/a.c#L1" },
	{ C_PROGRAM, URL, "/home/u", "", "/home/u/../a.c", 1,
	  "no link: /home/u/../a.c" NOT_BELOW },
	{ C_PROGRAM, URL, "/home/u", "", "/home/u//etc/a.c", 1,
	  "no link: /home/u//etc/a.c" NOT_BELOW },
	{ C_PROGRAM, URL, "", "/b=x\n/b/src=src/\n/b/s=y",
	  "/b/src/a.c", 1, "v1/src/a.c#L1" },
	{ C_PROGRAM, URL, "", "file:///srv/=", "file:///srv/a.js", 1,
	  "v1/a.js#L1" },
	{ C_PROGRAM, URL, "", "/b=/home/u", "/b/a.c", 1,
	  "no link: /b/a.c" NOT_BELOW },
	{ C_PROGRAM, URL, "", "", "C:\\src\\a.c", 1,
	  "no link: C:\\src\\a.c" NOT_BELOW },
	{ C_PROGRAM, URL, "", "", "node:fs", 1,
	  "no link: node:fs" NOT_BELOW },
	{ C_PROGRAM, URL, "", "", "<string>", 1,
	  "no link: <string>" NOT_BELOW },
	{ C_PROGRAM, URL, "", "", "", 0,
	  "no link: the profile has no source file for go<T>.f" },

	{ GO_PROGRAM, URL, "/home/u/shop", "",
	  "/home/u/shop/cmd/serve/main.go", 3, "v1/cmd/serve/main.go#L3" },
	{ GO_PROGRAM, URL, "/usr/local/go/src", "",
	  "/usr/local/go/src/runtime/malloc.go", 9,
	  "no link: /usr/local/go/src/runtime/malloc.go is not in your "
	  "repository" },
	{ GO_PROGRAM, URL, "/home/u/go/pkg/mod", "",
	  "/home/u/go/pkg/mod/x.org/y@v1.0.0/y.go", 9,
	  "no link: /home/u/go/pkg/mod/x.org/y@v1.0.0/y.go is not in your "
	  "repository" },
	{ GO_TRIMMED, URL, "", "",
	  "example.com/shop/price/price.go", 50, "v1/price/price.go#L50" },
	{ GO_TRIMMED, URL, "", "", "runtime/malloc.go", 9,
	  "no link: runtime/malloc.go is not in the main module; if it "
	  "is yours, set trim_path" },
	{ GO_TRIMMED, URL, "", "", "example.com/shopping/a.go", 9,
	  "no link: example.com/shopping/a.go is not in the main module; if it "
	  "is yours, set trim_path" },
	{ GO_TRIMMED, "", "", "", "a.go", 9, "no link: set source_url" },
};
/* clang-format on */

TEST(a_link_has_only_what_the_user_and_the_place_say)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct row *row = &rows[i];
		struct link_rules rules = { .source_url = str_c(row->url),
			.revision = STR("v1"),
			.trim_path = str_c(row->trim_path),
			.map = str_c(row->map) };
		struct profile *p = stacks_read(row->profile);
		struct strbuf out = STRBUF_INIT;
		const struct link_place place = { str_c(row->file), row->line,
			STR("go<T>.f") };
		struct err err = ERR_INIT;

		link_scan(&rules, p);
		if (link_put(&out, &rules, &place, &err) == 0) {
			assert_true(str_starts(
				strbuf_str(&out), STR("https://x.org/")));
			assert_string_equal(strbuf_c(&out) + 14, row->want);
		} else {
			assert_int_equal(out.n, 0);
			assert_string_equal(err.msg, row->want);
		}
		strbuf_free(&out);
		profile_unref(p);
	}
}

TEST(a_link_needs_a_revision_and_has_a_limit)
{
	struct link_rules rules = { .source_url = STR(URL) };
	struct strbuf out = STRBUF_INIT, name = STRBUF_INIT;
	struct link_place place = { .file = STR("a.c"), .line = 1 };
	struct err err = ERR_INIT;

	assert_int_equal(link_put(&out, &rules, &place, &err), -1);
	assert_string_equal(
		err.msg, "no link: the revision is unknown; set revision");
	rules.source_url = STR("https://x.org/{name}");
	strbuf_addn(&name, 'x', LINK_MAX - 14);
	place.name = strbuf_str(&name);
	assert_int_equal(link_put(&out, &rules, &place, &err), 0);
	assert_int_equal(out.n, LINK_MAX);
	strbuf_addch(&name, 'x');
	place.name = strbuf_str(&name);
	assert_int_equal(link_put(&out, &rules, &place, &err), -1);
	assert_int_equal(out.n, LINK_MAX);
	strbuf_free(&out);
	strbuf_free(&name);
}

TEST(a_profile_never_chooses_the_server)
{
	static const char *const bad[][2] = {
		{ "ftp://x.org/{file}",
			"source_url: must begin with https:// or http://" },
		{ "https://{name}/",
			"source_url: the server and a / must come "
			"before the first field" },
		{ "https://x.org{file}",
			"source_url: the server and a / must "
			"come before the first field" },
		{ "https:///{file}",
			"source_url: the server and a / must come "
			"before the first field" },
		{ "https://x.org/a b",
			"source_url: byte 16 is a blank or not "
			"ASCII" },
		{ "https://x.org/\xc3\xa9",
			"source_url: byte 15 is a blank or "
			"not ASCII" },
		{ "https://x.org/{file", "source_url: { without }" },
		{ "https://x.org/{file}{host}",
			"source_url: unknown field {host}; fields are {file}, "
			"{line}, {line:+}, {revision}, {name}" },
	};
	struct err err = ERR_INIT;

	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		assert_int_equal(link_check(str_c(bad[i][0]), &err), -1);
		assert_string_equal(err.msg, bad[i][1]);
	}
	assert_int_equal(link_check(STR(""), &err), 0);
	assert_int_equal(link_check(STR(URL "{name}{line:+}"), &err), 0);
	assert_int_equal(link_check(STR("http://h/"), &err), 0);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
