/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Servers of the configuration: read, called by name, and let in. */
#include "prelude.h"

#include "fetch/configured.h"

#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_SYS_PRCTL_H
#include <sys/prctl.h>
#endif

#include "testing.h"

#include "base/compiler.h"
#include "base/file.h"
#include "fetch/fetch.h"
#include "httpd.h"
#include "util_emulated.h"

static struct arena arena;
static struct warnings damage;

static struct named_servers *
read_all(const char *text)
{
	struct named_servers *all = named_new();

	warnings_init(&damage, &arena);
	named_read(all, str_c(text), &damage);
	return all;
}

static void
means(const struct named_servers *all, const char *name, const char *address)
{
	struct str full = named_expand(all, str_c(name), &arena);

	assert_string_equal(arena_copy(&arena, full.p, full.n), address);
}

TEST(names_become_addresses)
{
	struct named_servers *all = read_all(
		"lines = before\n"
		"[server prod]\n"
		"url = pyroscope+https://h.example/prefix/?from=now-3h\n"
		"tenant = a b\n"
		"# a remark\n"
		"user = 12@345\n"
		"\n"
		"[server dev]\n"
		"  url=http://localhost:6060/\n");

	assert_int_equal(damage.n, 0);
	means(all, "prod:",
		"pyroscope+https://12%40345@h.example/prefix/"
		"?from=now-3h&tenant=a%20b");
	means(all, "prod:?type=cpu",
		"pyroscope+https://12%40345@h.example/prefix/"
		"?from=now-3h&tenant=a%20b&type=cpu");
	means(all, "dev:", "http://localhost:6060/");
	means(all, "dev:/debug/pprof/heap?gc=1",
		"http://localhost:6060/debug/pprof/heap?gc=1");
	/* Hosts, and names that look like hosts. */
	means(all, "dev:6060", "dev:6060");
	means(all, "dev:6060/debug/pprof/heap", "dev:6060/debug/pprof/heap");
	means(all, "dev://x", "dev://x");
	means(all, "other:", "other:");
	means(all, "prod", "prod");
	means(NULL, "prod:", "prod:");
	assert_true(str_is(named_at(all, 1), "dev"));
	assert_int_equal(named_at(all, 2).n, 0);
	named_free(all);
	arena_free(&arena);
}

TEST(a_file_of_a_servers_name_is_a_file)
{
	struct named_servers *all =
		read_all("[server here]\nurl = http://localhost/\n");
	char folder[] = "/tmp/flametop-XXXXXX";

	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	assert_int_equal(mkdir("here:", 0700), 0);
	means(all, "here:", "here:");
	assert_int_equal(rmdir("here:"), 0);
	means(all, "here:", "http://localhost/");
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(folder), 0);
	named_free(all);
	arena_free(&arena);
}

static void
is_noted(const char *text, const char *what, size_t left)
{
	struct named_servers *all = read_all(text);
	size_t n = 0;

	assert_int_equal(damage.n, 1);
	assert_non_null(strstr(
		arena_copy(&arena, damage.head->text.p, damage.head->text.n),
		what));
	assert_int_equal(str_find(damage.head->text, STR("hunter2"), 0), -1);
	while (named_at(all, n).n > 0)
		n++;
	assert_int_equal(n, left);
	named_free(all);
	arena_free(&arena);
}

TEST(what_is_wrong_is_noted_without_secrets)
{
	is_noted("[server a]\nurl = http://h/\npassword = hunter2\n",
		"3: unknown name password; use url,", 1);
	is_noted("[server a]\nurl = http://h/\nhunter2\n",
		"3: expected name = value", 1);
	is_noted("\n[server a]\nurl = http://me:hunter2@h/\n",
		"2: server a: the url must not contain a password;", 0);
	is_noted("[server a]\nuser = me\n", "1: server a: no url is set", 0);
	is_noted("[server a]\nurl = ftp://h/\n",
		"server a: unsupported protocol scheme", 0);
	is_noted("[server a]\nurl = http://h/\ntenant = t\n",
		"tenant applies only to pyroscope://", 0);
	is_noted("[server a]\nurl = pyroscope://h/?no=1\n",
		"unknown parameter no=;", 0);
	is_noted("[server a b]\nurl = hunter2\n", "1: expected [server NAME]",
		0);
	is_noted("[colours]\nred = hunter2\n", "1: expected [server NAME]", 0);
	is_noted("[server a]\nurl = http://h/\n[server a]\nurl = http://i/\n",
		"3: the server a is defined twice", 1);
}

static bool
is_of(const struct named_servers *all, const char *address, const char *user)
{
	const struct named_server *s;
	struct url u;

	assert_true(url_parse(str_c(address), &u));
	s = named_find(all, &u, STR_EMPTY);
	return s != NULL && str_is(named_user(s), user);
}

TEST(credentials_go_to_that_place_only)
{
	struct named_servers *all = read_all(
		"[server a]\nurl = pyroscope+https://h/prefix\nuser = one\n"
		"[server b]\nurl = pyroscope+https://h/prefix\nuser = two\n"
		"[server c]\nurl = pyroscope://i\nuser = three\n"
		"[server d]\nurl = http+unix://%2Frun%2Fs/\nuser = four\n");
	struct url u;

	assert_true(is_of(all, "https://h/prefix", "one"));
	assert_true(is_of(all, "https://h:443/prefix/x", "one"));
	assert_true(is_of(all, "https://two@h/prefix", "two"));
	assert_false(is_of(all, "https://three@h/prefix", "three"));
	assert_false(is_of(all, "http://h/prefix", "one"));
	assert_false(is_of(all, "https://h/prefixed", "one"));
	assert_false(is_of(all, "https://h/", "one"));
	assert_false(is_of(all, "https://h:444/prefix", "one"));
	assert_false(is_of(all, "https://h.evil/prefix", "one"));
	assert_true(is_of(all, "http://i:4040/querier", "three"));
	assert_false(is_of(all, "http://i/querier", "three"));
	/* A socket is not this machine's port. */
	assert_false(is_of(all, "http://localhost/", "four"));
	assert_true(url_parse(STR("http://localhost/x"), &u));
	assert_non_null(named_find(all, &u, STR("/run/s")));
	named_free(all);
	arena_free(&arena);
}

/* A server with some lines more; its requests. */
static struct str
request_of(struct httpd *d, const char *lines, const char *why)
{
	struct strbuf text = STRBUF_INIT;
	struct fetch_options o = { .seconds = -1 };
	struct fetch_result f;
	struct err err = ERR_INIT;
	size_t before = httpd_requests(d);
	struct str got = STR_EMPTY;

	strbuf_addf(&text, "[server here]\nurl = http://127.0.0.1:%d/\n%s",
		httpd_port(d), lines);
	o.named = read_all(strbuf_c(&text));
	assert_int_equal(damage.n, 0);
	assert_int_equal(
		fetch_all(&o, &STR("here:/x"), 1, 100, &f, NULL, &err), 0);
	assert_string_equal(f.err.msg, why);
	if (why[0] == '\0') {
		assert_int_equal(httpd_requests(d), before + 1);
		got = httpd_request(d, before);
	}
	fetch_result_fini(&f);
	named_free(o.named);
	strbuf_free(&text);
	return got;
}

static bool
sends(struct httpd *d, const char *lines, const char *what)
{
	return str_find(request_of(d, lines, ""), str_c(what), 0) >= 0;
}

TEST(secrets_are_sent)
{
	static const struct httpd_row rows[] = { { .answer = { "hi", 2 } } };
	struct httpd *d = httpd_new(rows, 1);
	char folder[] = "/tmp/flametop-XXXXXX";
	struct err err = ERR_INIT;

#ifndef HAVE_CURL
	skip();
#endif
	assert_non_null(mkdtemp(folder));
	assert_int_equal(setenv("HOME", folder, 1), 0);
	assert_int_equal(chdir(folder), 0);
	assert_int_equal(whole_write(STR("token"), STR("hunter2\nnot this\n"),
				 WHOLE_TEXT, &err),
		0);
	assert_int_equal(
		whole_write(STR("empty"), STR("\n"), WHOLE_TEXT, &err), 0);
	assert_true(sends(d, "token_file = ~/token\n",
		"\r\nAuthorization: Bearer hunter2\r\n"));
	/* With a user it is a password. */
	assert_true(sends(d, "token_file = ~/token\nuser = me\n",
		"\r\nAuthorization: Basic bWU6aHVudGVyMg==\r\n"));
	assert_true(sends(d,
		"user = me\npassword_command = printf 'hunter2\\nno' unused\n",
		"\r\nAuthorization: Basic bWU6aHVudGVyMg==\r\n"));
	/* There is no shell. */
	assert_true(sends(d, "password_command = echo a;b $HOME\n",
		"\r\nAuthorization: Bearer a;b $HOME\r\n"));
	assert_false(sends(d, "", "Authorization"));
	(void)request_of(d, "token_file = /none/token\n",
		"server here: /none/token: no such file");
	(void)request_of(d, "password_command = false\n",
		"server here: password_command: false failed");
	(void)request_of(d, "password_command = sh -c 'echo no >&2; exit 1'\n",
		"server here: password_command: sh failed: no");
	(void)request_of(d, "password_command = true\n",
		"server here: password_command: its first line is empty");
	(void)request_of(d, "password_command = /none/program\n",
		emulated() ? "server here: password_command: /none/program "
			     "failed"
			   : "server here: password_command: cannot run "
			     "/none/program: No such file or directory");
	(void)request_of(d, "tls_ca = /none/ca\n",
		"could not load CA specified by -tls_ca: open /none/ca: No "
		"such file or directory");
	assert_int_equal(unlink("token"), 0);
	assert_int_equal(unlink("empty"), 0);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(folder), 0);
	httpd_free(d);
	arena_free(&arena);
}

TEST(a_command_is_run_once_and_nothing_is_dumped)
{
	char folder[] = "/tmp/flametop-XXXXXX";
	struct named_servers *all = read_all(
		"[server a]\nurl = http://h/\n"
		"password_command = sh -c 'echo x >>ran; echo hunter2'\n");
	const struct named_server *s = named_called(all, STR("a:"));
	struct strbuf ran = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct str secret;

	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
#ifdef PR_SET_DUMPABLE
	assert_int_equal(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), 0);
#endif
	for (int i = 0; i < 3; i++) {
		assert_int_equal(
			named_secret(all, s, true, &arena, &secret, NULL, &err),
			0);
		assert_true(str_is(secret, "hunter2"));
	}
	assert_int_equal(file_read("ran", 100, &ran, &err), 0);
	assert_true(str_is(strbuf_str(&ran), "x\n"));
#ifdef PR_SET_DUMPABLE
	assert_int_equal(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 0);
	assert_int_equal(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), 0);
#endif
	assert_int_equal(unlink("ran"), 0);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(folder), 0);
	strbuf_free(&ran);
	named_free(all);
	arena_free(&arena);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
