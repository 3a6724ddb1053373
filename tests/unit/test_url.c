/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which names are addresses, and what of them is shown. */
#include "prelude.h"

#include "fetch/url.h"

#include <fcntl.h>
#include <unistd.h>

#include "testing.h"

#include "base/compiler.h"
#include "fetch/secret.h"
#include "util_folder.h"

TEST(names_are_addresses_as_for_pprof)
{
	static const struct {
		const char *name, *full; /* NULL: it is a file */
	} rows[] = {
		{ "http://h:6060/debug/pprof/heap",
			"http://h:6060/debug/pprof/heap" },
		{ "h:6060/debug/pprof/heap", "http://h:6060/debug/pprof/heap" },
		{ "h:6060", "http://h:6060" },
		{ "localhost:6060", "http://localhost:6060" },
		{ "localhost:6060/x", "http://localhost:6060/x" },
		{ "[::1]:6060/x", "http://[::1]:6060/x" },
		{ "127.0.0.1:6060", "http://127.0.0.1:6060" },
		{ "https+insecure://h/x", "https+insecure://h/x" },
		{ "ftp://h/x", "ftp://h/x" },
		{ "pyroscope://h?service=a", "pyroscope://h?service=a" },
		{ "unix:///tmp/x", "http://unix:///tmp/x" },
		{ "h:", "http://h:" },
		{ "nofile", NULL },
		{ "nofile:foo", NULL },
		{ "file:///etc/passwd", NULL },
		{ "a/b:c", NULL },
		{ "a b:1", NULL },
		{ "/tmp/x:1", NULL },
		/* Not hosts called http, as for pprof: something is wrong. */
		{ "http://", "http://" },
		{ "http:///x", "http:///x" },
		{ "http://h\n/x", "http://h\n/x" },
		{ "http://h:p/x", "http://h:p/x" },
		{ "http:6060/x", "http://http:6060/x" },
		{ "parca:7070/x", "http://parca:7070/x" },
		{ "", NULL },
	};
	struct arena arena = ARENA_INIT;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str full = STR_EMPTY;
		bool is = url_is_address(str_c(rows[i].name), &arena, &full);

		if (is != (rows[i].full != NULL))
			fail_msg("%s: %d", rows[i].name, is);
		if (is && !str_is(full, rows[i].full))
			fail_msg("%s: %.*s", rows[i].name, STR_ARG(full));
	}
	arena_free(&arena);
}

TEST(a_file_of_that_name_is_a_file)
{
	char dir[] = "url-XXXXXX";
	struct arena arena = ARENA_INIT;
	struct str full;

	folder_make(dir);
	folder_write(dir, "localhost:6060", "x");
	assert_int_equal(chdir(dir), 0);
	assert_false(url_is_address(STR("localhost:6060"), &arena, &full));
	assert_int_equal(chdir(".."), 0);
	assert_true(folder_remove(dir));
	arena_free(&arena);
}

TEST(no_secret_of_an_address_is_shown)
{
	static const struct {
		const char *name, *shown;
		bool hides;
	} rows[] = {
		{ "http://h/x", "http://h/x", false },
		{ "http://u@h/x", "http://u@h/x", false },
		{ "http://u:hunter2@h/x", "http://u:…@h/x", true },
		{ "http://:hunter2@h/x", "http://:…@h/x", true },
		{ "http://u:@h/x", "http://u:…@h/x", false },
		{ "http://u:hun:ter@2@h/x", "http://u:…@h/x", true },
		{ "http://u:hunter2@h", "http://u:…@h", true },
		{ "http://u:hunter2@h?a=1", "http://u:…@h?a=1", true },
		{ "http://u:hunter2@[::1]:80/x", "http://u:…@[::1]:80/x",
			true },
		{ "u:hunter2@h:80/x", "u:…@h:80/x", true },
		{ "http://h/a:b@c", "http://h/a:b@c", false },
		{ "http://h?x=a:b@c", "http://h?x=a:b@c", false },
		{ "http://h/x?token=hunter2", "http://h/x?token=…", true },
		{ "http://h/x?a=1&TOKEN=hunter2&b=2",
			"http://h/x?a=1&TOKEN=…&b=2", true },
		{ "http://h/x?api_key=hunter2", "http://h/x?api_key=…", true },
		{ "http://h/x?X-Amz-Signature=hunter2",
			"http://h/x?X-Amz-Signature=…", true },
		{ "http://h/x?client_secret=hunter2",
			"http://h/x?client_secret=…", true },
		{ "http://h/x?db-password=hunter2", "http://h/x?db-password=…",
			true },
		{ "http://h/x?token=", "http://h/x?token=…", false },
		{ "http://h/x?token", "http://h/x?token", false },
		{ "http://h/x?seconds=5&gc=1", "http://h/x?seconds=5&gc=1",
			false },
		{ "http://u:hunter2@h/x?sig=hunter2", "http://u:…@h/x?sig=…",
			true },
		{ "pyroscope://1:hunter2@h?service=a",
			"pyroscope://1:…@h?service=a", true },
		{ "https+insecure://u:hunter2@h/x", "https+insecure://u:…@h/x",
			true },
		{ "pyroscope+https://u:hunter2@h/p?type=cpu",
			"pyroscope+https://u:…@h/p?type=cpu", true },
		{ "parca://u:hunter2@h:7070", "parca://u:…@h:7070", true },
		{ "http+unix://%2Frun%2Fs/x?key=hunter2",
			"http+unix://%2Frun%2Fs/x?key=…", true },
		{ "http://u%40d:hun%3ater2@h/x", "http://u%40d:…@h/x", true },
		{ "http://u:hunter2@h#f", "http://u:…@h#f", true },
		{ "http://u:hunter2@h/x#token=1", "http://u:…@h/x#token=1",
			true },
		{ "http://h/x?access_token=hunter2&a=1",
			"http://h/x?access_token=…&a=1", true },
		{ "http://h/x?a=1&sig=hunter2", "http://h/x?a=1&sig=…", true },
		{ "http://h/x?token=hunter2&token=hunter2",
			"http://h/x?token=…&token=…", true },
		{ "HTTP://u:hunter2@h/x", "HTTP://u:…@h/x", true },
		{ "http://u:hunter2@127.0.0.1:4040/",
			"http://u:…@127.0.0.1:4040/", true },
		{ "http://u:p@h:80:hunter2@h/x", "http://u:…@h/x", true },
		{ "http://u:hun/ter2@h/x", "http://u:…@h/x", true },
		{ "http://u:hun?ter2@h:80/x", "http://u:…@h:80/x", true },
		{ "http://u:hun#ter@2@h/x?token=a", "http://u:…@h/x?token=…",
			true },
		{ "pyroscope://u:/@h?query={a=\"b\"}",
			"pyroscope://u:…@h?query={a=\"b\"}", true },
		{ "http://h:80/x?mail=a@b", "http://h:80/x?mail=a@b", false },
		{ "http://[::1]:80/a@b", "http://[::1]:80/a@b", false },
		{ "http://h/x?a=b&&c", "http://h/x?a=b&&c", false },
		{ "localhost:6060", "localhost:6060", false },
		{ "cpu.pb.gz", "cpu.pb.gz", false },
		{ "dir/cpu@2:1.pb", "dir/cpu@2:1.pb", false },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf out = STRBUF_INIT;
		bool hides = url_shown(&out, str_c(rows[i].name));

		assert_string_equal(strbuf_c(&out), rows[i].shown);
		assert_int_equal(hides, rows[i].hides);
		strbuf_free(&out);
	}
}

TEST(what_is_wrong_with_an_address_is_told)
{
	static const struct {
		const char *name, *why;
	} rows[] = {
		{ "http:/127.0.0.1/x", "two slashes" },
		{ "parca:", "two slashes" },
		{ "http://::1:18080/x", "in brackets" },
		{ "http://h:-1/x", "a port is a number" },
		{ "pyroscope://", "no host" },
		{ "https://:80/", "no host" },
		{ "http://me:hunter2/a@h/x", "/ is written %2F" },
		{ "http://me:a?b@h:1/x", "? %3F" },
		{ "http://me:/ab@h:1/x", "/ is written %2F" },
		{ "http://a b/x", "characters" },
		{ "http://h:80/x", NULL },
		{ "http:80", NULL },
		{ "parca:7070/x", NULL },
		{ "nofile:foo", NULL },
		{ "unix:///tmp/x", NULL },
		{ "cpu.pb.gz", NULL },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const char *why = url_wrong(str_c(rows[i].name));

		if ((why == NULL) != (rows[i].why == NULL) ||
			(why != NULL && strstr(why, rows[i].why) == NULL))
			fail_msg("%s: %s", rows[i].name,
				why != NULL ? why : "nothing");
	}
}

TEST(a_plus_in_a_server_s_address_stays_one)
{
	struct str query = STR("query={pod=~\"pod-.+\"}&service=a%20b"), name;
	struct str value, again = query;
	struct arena arena = ARENA_INIT;

	assert_true(url_next_field(&query, &arena, &name, &value));
	assert_true(str_is(value, "{pod=~\"pod-.+\"}"));
	assert_true(url_next_field(&query, &arena, &name, &value));
	assert_true(str_is(value, "a b"));
	assert_false(url_next_field(&query, &arena, &name, &value));
	/* As in Go in all others. */
	assert_true(url_next_param(&again, &arena, &name, &value));
	assert_true(str_is(value, "{pod=~\"pod-. \"}"));
	arena_free(&arena);
}

TEST(secrets_leave_the_command_line)
{
	char a[] = "flametop", b[] = "http://u:hunter2@h:80/x";
	char c[] = "-base=https://h/y?token=hunter2", d[] = "cpu.pb.gz";
	char e[] = "--header=Authorization: Bearer hunter2", f[] = "-header";
	char g[] = "X: hunter2", h[] = "-focus=a:b@c";
	char *argv[] = { a, b, c, d, e, f, g, h, NULL };
	struct secrets *s = secrets_new();
	struct arena arena = ARENA_INIT;
	char **hidden = secrets_hide(s, 8, argv);

	for (size_t i = 0; i < 8; i++)
		assert_null(strstr(argv[i], "hunter2"));
	assert_string_equal(hidden[1], "http://u:…@h:80/x");
	assert_string_equal(hidden[2], "-base=https://h/y?token=…");
	assert_string_equal(hidden[3], "cpu.pb.gz");
	/* Headers are seen only in the request. */
	assert_string_equal(
		hidden[4], "--header=Authorization: Bearer hunter2");
	assert_string_equal(hidden[6], "X: hunter2");
	assert_string_equal(hidden[7], "-focus=a:b@c");
	assert_true(str_is(secrets_real(s, str_c(hidden[1]), &arena),
		"http://u:hunter2@h:80/x"));
	assert_true(str_is(secrets_real(s, STR("https://h/y?token=…"), &arena),
		"https://h/y?token=hunter2"));
	/* Another path of the same place. */
	assert_true(str_is(secrets_real(s, STR("http://u:…@h:80/heap"), &arena),
		"http://u:hunter2@h:80/heap"));
	/* Another port, another host, another scheme. */
	assert_true(str_is(secrets_real(s, STR("http://u:…@h:81/x"), &arena),
		"http://u:…@h:81/x"));
	assert_true(str_is(secrets_real(s, STR("https://u:…@h:80/x"), &arena),
		"https://u:…@h:80/x"));
	arena_free(&arena);
	secrets_free(s);
}

TEST(lines_with_secrets_are_known)
{
	static const char *const with[] = { "open http://u:p@h/x",
		"diff='http://u:p@h/x'", "http://h/x?token=1",
		"open \"https://u:p@h\" b", "diff a.pb http://u:p@h/x" };
	static const char *const without[] = { "open http://u@h/x",
		"focus=a:b@c", "open cpu.pb.gz", "", "http://h/x?a=1",
		"open http://h/x a:b@c" };

	for (size_t i = 0; i < COUNT_OF(with); i++)
		assert_true(secrets_in(str_c(with[i])));
	for (size_t i = 0; i < COUNT_OF(without); i++)
		assert_false(secrets_in(str_c(without[i])));
}

TEST(a_query_is_written_as_go_writes_it)
{
	static const struct {
		const char *query, *name, *value, *want;
	} rows[] = {
		{ "z=1&a=2", "", "", "a=2&z=1" },
		{ "a", "", "", "a=" },
		{ "", "", "", "" },
		{ "", "seconds", "5", "seconds=5" },
		{ "seconds=30&gc=1", "seconds", "5", "gc=1&seconds=5" },
		{ "b=1&a=x&b=0", "", "", "a=x&b=1&b=0" },
		{ "a=b+c%2Fd", "", "", "a=b+c%2Fd" },
		{ "a=%zz&b=1", "", "", "b=1" },
		{ "a=1;b=2&c=3", "", "", "c=3" },
		{ "a=%7e.~-_*", "", "", "a=~.~-_%2A" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf out = STRBUF_INIT;

		url_put_query(&out, str_c(rows[i].query), str_c(rows[i].name),
			str_c(rows[i].value));
		assert_string_equal(strbuf_c(&out), rows[i].want);
		strbuf_free(&out);
	}
}

TEST(origins_are_equal_with_the_usual_ports)
{
	static const struct {
		const char *a, *b;
		bool same;
	} rows[] = {
		{ "http://h/x", "http://H:80/y", true },
		{ "https://h:443", "https://h", true },
		{ "http://h", "https://h", false },
		{ "http://h", "http://h:81", false },
		{ "http://h", "http://h.evil", false },
		{ "http://h@evil/", "http://h/", false },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct url a, b;

		assert_true(url_parse(str_c(rows[i].a), &a));
		assert_true(url_parse(str_c(rows[i].b), &b));
		assert_int_equal(url_same_origin(&a, &b), rows[i].same);
	}
}

TEST(this_machine_is_known_by_its_names)
{
	static const char *const here[] = { "http://localhost:1",
		"http://127.0.0.1", "http://127.9.9.9:1/", "http://[::1]:1" };
	static const char *const away[] = { "http://127.0.0.1.evil.org",
		"http://h", "http://12.0.0.1", "http://localhost.evil.org",
		"http://127.evil" };
	struct url u;

	for (size_t i = 0; i < COUNT_OF(here); i++) {
		assert_true(url_parse(str_c(here[i]), &u));
		assert_true(url_is_loopback(&u));
	}
	for (size_t i = 0; i < COUNT_OF(away); i++) {
		assert_true(url_parse(str_c(away[i]), &u));
		assert_false(url_is_loopback(&u));
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
