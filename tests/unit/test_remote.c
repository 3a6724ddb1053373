/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names from the programs that were profiled. */
#include "prelude.h"

#include "load/remote.h"

#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "testing.h"

#include "base/warnings.h"
#include "fetch/symbolz.h"
#include "httpd.h"
#include "load/load.h"
#include "util_folder.h"

TEST(the_service_is_beside_the_profile)
{
	static const struct {
		const char *path, *want;
	} rows[] = {
		{ "/debug/pprof/bid", "/debug/pprof/symbol" },
		{ "/x/debug/pprof/heap", "/x/debug/pprof/symbol" },
		{ "/pprof/heap", "/pprof/symbol" },
		{ "/pprof/growth", "/pprof/symbol" },
		{ "/pprof/profile", "/pprof/symbol" },
		{ "/pprof/pmuprofile", "/pprof/symbol" },
		{ "/pprof/contention", "/pprof/symbol" },
		{ "/pprof/other", "/pprof/symbolz" },
		{ "/other/prof", "/other/symbolz" },
		{ "/prof/", "/symbolz" },
		{ "/prof", "/symbolz" },
		{ "", "/symbolz" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf out = STRBUF_INIT;

		symbolz_put_path(&out, str_c(rows[i].path));
		assert_string_equal(strbuf_c(&out), rows[i].want);
		strbuf_free(&out);
	}
}

TEST(answers_are_read_as_pprof_reads_them)
{
	static const char text[] = "num_symbols: 1\n"
				   "0x401000 main.alpha with (spaces)\n"
				   "  -> 0x401ABC\t\tstd::beta<int>(char)\n"
				   "0xzz 0x10 nested\n"
				   "0x20\n"
				   "0x11223344556677889 too.long\n"
				   "0x30 \xff\xfe\n"
				   "0x40 lost";
	static const struct {
		uint64_t address;
		const char *name;
	} want[] = { { 0x401000, "main.alpha with (spaces)" },
		{ 0x401abc, "std::beta<int>(char)" }, { 0x10, "nested" },
		{ 0x30, "\xff\xfe" } };
	struct symbolz_names names = { { NULL, 0, 0 } };
	struct arena arena = ARENA_INIT;

	symbolz_read(str_c(text), &arena, &names);
	assert_int_equal(names.name.n, COUNT_OF(want));
	for (size_t i = 0; i < COUNT_OF(want); i++) {
		assert_int_equal(names.name.p[i].address, want[i].address);
		assert_true(str_is(names.name.p[i].name, want[i].name));
	}
	vec_free(&names.name);
	arena_free(&arena);
}

/* ---- Loading ---- */

#define AT_4 \
	"goroutine profile: total 3\n" \
	"3 @ 0x401001 0x402abd\n\n--- Memory map: ---\n" \
	"00400000-00500000 r-xp 00000000 00:00 0 /none/x\n"
#define AT_5 \
	"goroutine profile: total 5\n" \
	"5 @ 0x501001 0x502abd\n\n--- Memory map: ---\n" \
	"00500000-00600000 r-xp 00000000 00:00 0 /none/x\n"

/* The functions of the loaded profile, as "name name". */
static struct profile *
load_both(const struct str *source, size_t n, enum symbol_mode mode,
	struct strbuf *functions, struct warnings *warnings)
{
	struct fetch_options fetch = { .seconds = -1, .no_save = true };
	struct load_spec spec = { .source = source,
		.n_sources = n,
		.fetch = &fetch,
		.symbols.mode = mode };
	struct err err = ERR_INIT;
	struct profile *p = load_profile(&spec, warnings, NULL, &err);

	assert_string_equal(err.msg, "");
	for (func_id i = 0; i < p->func.n; i++)
		strbuf_add3(functions, i > 0 ? " " : "",
			profile_str(p, p->func.name[i]), "");
	return p;
}

static struct str
address(struct arena *arena, struct httpd *d, const char *path)
{
	struct strbuf text = STRBUF_INIT;
	struct str kept;

	strbuf_addf(&text, "http://127.0.0.1:%d%s", httpd_port(d), path);
	kept = arena_str(arena, strbuf_str(&text));
	strbuf_free(&text);
	return kept;
}

static void
check(const struct httpd_row *row, size_t n, size_t sources,
	enum symbol_mode mode, const char *functions, const char *warning)
{
	struct httpd *d = httpd_new(row, n);
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	struct str name[2] = { address(&arena, d, "/pprof/heap"),
		address(&arena, d, "/other/prof") };
	struct strbuf got = STRBUF_INIT;
	struct profile *p;

	warnings_init(&warnings, &arena);
	p = load_both(name, sources, mode, &got, &warnings);
	assert_string_equal(strbuf_c(&got), functions);
	if (warning == NULL)
		assert_int_equal(warnings.n, 0);
	else
		assert_true(
			str_find(warnings.head->text, str_c(warning), 0) >= 0);
	profile_unref(p);
	strbuf_free(&got);
	arena_free(&arena);
	httpd_free(d);
}

TEST(names_are_asked_for_and_given)
{
	const struct httpd_row rows[] = {
		{ .path = "/pprof/heap", .answer = STR(AT_4) },
		{ .method = "POST",
			.path = "/pprof/symbol",
			.exactly = STR("0x401000+0x402abc"),
			.answer = STR("0x401000 alpha\n0x402abc beta<int>\n"
				      "0x999 nobody\n") },
	};

	/* As all names are, they are made readable. */
	check(rows, 2, 1, SYMBOLS_REMOTE, "alpha beta", NULL);
	check(rows, 2, 1, SYMBOLS_LOCAL, "alpha beta", NULL);
	check(rows, 2, 1, SYMBOLS_OFF, "", NULL);
}

TEST(who_wants_get_is_asked_so)
{
	const struct httpd_row rows[] = {
		{ .path = "/pprof/heap", .answer = STR(AT_4) },
		{ .method = "POST", .path = "/pprof/symbol", .status = 405 },
		{ .method = "GET",
			.path = "/pprof/symbol?0x401000+0x402abc",
			.answer = STR("0x401000 alpha\n") },
	};

	check(rows, 3, 1, SYMBOLS_REMOTE, "alpha", NULL);
}

TEST(what_refuses_is_a_remark)
{
	const struct httpd_row rows[] = {
		{ .path = "/pprof/heap", .answer = STR(AT_4) },
		{ .path = "/pprof/symbol", .status = 403 },
	};

	check(rows, 2, 1, SYMBOLS_REMOTE, "",
		"/pprof/symbol: server response: 403 Forbidden");
}

TEST(a_web_page_in_place_of_names_is_a_remark)
{
	const struct httpd_row rows[] = {
		{ .path = "/pprof/heap", .answer = STR(AT_4) },
		{ .path = "/pprof/symbol",
			.answer = STR("<html>\n<form>login\n") },
	};

	check(rows, 2, 1, SYMBOLS_REMOTE, "",
		"web page, so the names of 2 addresses are missing");
}

#ifdef __linux__
/* Another program that reads the folder meanwhile sees no partial copy under
   the final name. */
TEST(a_copy_is_complete_when_it_gets_its_name)
{
	const struct httpd_row rows[] = {
		{ .path = "/pprof/heap", .answer = STR(AT_4) },
	};
	char dir[] = "remote-XXXXXX", event[4096];
	struct httpd *d = httpd_new(rows, 1);
	struct arena arena = ARENA_INIT;
	struct str name = address(&arena, d, "/pprof/heap");
	struct fetch_options fetch = { .seconds = -1 };
	struct load_spec spec = { .source = &name,
		.n_sources = 1,
		.fetch = &fetch,
		.symbols.mode = SYMBOLS_OFF };
	struct err err = ERR_INIT;
	int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	char left[64];
	size_t written = 0;
	ssize_t n;

	folder_make(dir);
	/* A process with this pid was killed while it wrote. */
	for (int i = 0; i < 2; i++) {
		(void)snprintf(left, sizeof(left), "pprof.x.goroutine.%ld%s",
			(long)getpid(), i == 0 ? ".part" : ".0.part");
		folder_write(dir, left, "part");
	}
	(void)setenv("PPROF_TMPDIR", dir, 1);
	assert_true(inotify_add_watch(fd, dir, IN_MODIFY) >= 0);
	for (int i = 0; i < 2; i++) {
		struct profile *p = load_profile(&spec, NULL, NULL, &err);

		assert_string_equal(err.msg, "");
		profile_unref(p);
	}
	n = read(fd, event, sizeof(event));
	for (ssize_t at = 0; at < n;) {
		struct inotify_event e;

		memcpy(&e, event + at, sizeof(e));
		at += (ssize_t)sizeof(e);
		assert_true(str_ends(str_c(event + at), STR(".part")));
		at += (ssize_t)e.len;
		written++;
	}
	assert_true(written > 0);
	(void)close(fd);
	assert_int_equal(chdir(dir), 0);
	assert_int_equal(access("pprof.x.goroutine.001.pb.gz", R_OK), 0);
	assert_int_equal(access("pprof.x.goroutine.002.pb.gz", R_OK), 0);
	assert_int_equal(chdir(".."), 0);
	(void)unsetenv("PPROF_TMPDIR");
	assert_true(folder_remove(dir));
	arena_free(&arena);
	httpd_free(d);
}
#endif

TEST(the_same_mapping_may_be_elsewhere)
{
	const struct httpd_row rows[] = {
		{ .path = "/pprof/heap", .answer = STR(AT_4) },
		{ .path = "/other/prof", .answer = STR(AT_5) },
		{ .path = "/pprof/symbol", .status = 403 },
		{ .path = "/other/symbolz",
			.exactly = STR("0x501000+0x502abc"),
			.answer = STR("0x501000 alpha\n0x502abc beta\n") },
	};

	check(rows, 4, 2, SYMBOLS_REMOTE, "alpha beta", "403 Forbidden");
}

TEST(many_are_asked_for_in_pieces)
{
	static const struct httpd_row rows[] = {
		{ .method = "POST", .status = 405 },
		{ .answer = { "0x1 one\n", 8 } },
	};
	struct httpd *d = httpd_new(rows, 2);
	struct arena arena = ARENA_INIT;
	struct fetch_options fetch = { .seconds = -1 };
	struct symbolz_names names = { { NULL, 0, 0 } };
	struct err err = ERR_INIT;
	enum { MANY = 10000 };
	uint64_t *all = ARENA_ARRAY(&arena, uint64_t, MANY);

	for (uint64_t i = 0; i < MANY; i++)
		all[i] = UINT64_C(0x7f0000000000) + i;
	assert_int_equal(symbolz_ask(&fetch, address(&arena, d, "/pprof/heap"),
				 all, MANY, &arena, &names, NULL, &err),
		0);
	/* 14 digits and a '+' each: 64 KiB hold 4,368. Then a hundred at once.
	 */
	assert_int_equal(httpd_requests(d), 3 + 100);
	assert_int_equal(names.name.n, 100);
	vec_free(&names.name);
	arena_free(&arena);
	httpd_free(d);
}

int
main(void)
{
#ifndef HAVE_CURL
	return 77;
#endif
	(void)setenv("HOME", "/nonexistent", 1);
	return tests_run(NULL, NULL);
}
