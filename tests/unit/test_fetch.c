/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses, fetched from a server that follows the test's orders. */
#include "prelude.h"

#include "fetch/fetch.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

#include "testing.h"
#include <zlib.h>

#include "base/compiler.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/xalloc.h"
#include "httpd.h"
#include "util_speed.h"

enum { PACKED_MAX = 4 << 20 };

/* One fetch of one address, made of a pattern with the server's port. */
struct got {
	struct fetch_result f;
	struct err err;
	int rc;
};

static struct strbuf said;
static struct progress *shown; /* of a fetch, or NULL */

static void
keep_said(struct str line)
{
	strbuf_add3(&said, "", line, "\n");
}

static struct got
fetch_one(struct httpd *d, const char *pattern,
	const struct fetch_options *options, size_t max)
{
	struct fetch_options o = { .seconds = -1 };
	struct strbuf name = STRBUF_INIT;
	struct got g = { .err = ERR_INIT };
	struct str text = str_c(pattern), before;

	if (options != NULL)
		o = *options;
	o.say = keep_said;
	strbuf_reset(&said);
	before = str_cut(&text, '$');
	strbuf_add(&name, before);
	if (text.p != NULL) {
		strbuf_addf(&name, "127.0.0.1:%d", httpd_port(d));
		strbuf_add(&name, text);
	}
	g.rc = fetch_all(&o, &(struct str){ name.p, name.n }, 1, max, &g.f,
		shown, &g.err);
	strbuf_free(&name);
	return g;
}

static void
fails(struct httpd *d, const char *pattern, const struct fetch_options *o,
	const char *why)
{
	struct got g = fetch_one(d, pattern, o, 1000);

	assert_int_equal(g.rc, 0);
	assert_int_equal(g.f.part.n, 0);
	assert_string_equal(g.f.err.msg, why);
	fetch_result_fini(&g.f);
}

static void
brings(struct httpd *d, const char *pattern, const struct fetch_options *o,
	const char *body)
{
	struct got g = fetch_one(d, pattern, o, 1 << 20);

	assert_string_equal(g.f.err.msg, "");
	assert_int_equal(g.rc, 0);
	assert_int_equal(g.f.part.n, 1);
	assert_true(str_is(bytes_str(&g.f.part.p[0].bytes), body));
	fetch_result_fini(&g.f);
}

static bool
asked_for(struct httpd *d, size_t i, const char *what)
{
	return str_find(httpd_request(d, i), str_c(what), 0) >= 0;
}

TEST(requests_are_those_of_pprof)
{
	static const struct httpd_row rows[] = { { .answer = { "hi", 2 } } };
	struct httpd *d = httpd_new(rows, 1);
	struct fetch_options five = { .seconds = 5 };

	brings(d, "http://$/x?z=1&a=2#frag", NULL, "hi");
	assert_true(asked_for(d, 0, "GET /x?a=2&z=1 HTTP/1.1\r\n"));
	assert_true(asked_for(
		d, 0, "User-Agent: flametop/" PACKAGE_VERSION "\r\n"));
	assert_true(asked_for(d, 0, "Accept-Encoding: gzip\r\n"));
	assert_non_null(strstr(said.p, "/x?a=2&z=1#frag\n"));
	brings(d, "$/x?seconds=30", &five, "hi");
	assert_true(asked_for(d, 1, "GET /x?seconds=5 "));
	assert_non_null(strstr(said.p, "Please wait... (5s)\n"));
	brings(d, "http://$/x?seconds=90", NULL, "hi");
	assert_null(strstr(said.p, "Please wait"));
	five.seconds = 90;
	brings(d, "http://$/x", &five, "hi");
	assert_non_null(strstr(said.p, "Please wait... (1m30s)\n"));
	brings(d, "$", NULL, "hi");
	assert_true(asked_for(d, 4, "GET /debug/pprof/profile HTTP"));
	httpd_free(d);
}

TEST(a_password_is_sent_and_not_shown)
{
	static const struct httpd_row rows[] = { { .answer = { "hi", 2 } } };
	struct httpd *d = httpd_new(rows, 1);

	brings(d, "http://me:hunter2@$/x", NULL, "hi");
	assert_true(asked_for(d, 0, "Authorization: Basic bWU6aHVudGVyMg=="));
	assert_null(strstr(said.p, "hunter2"));
	assert_non_null(strstr(said.p, "http://me:…@127.0.0.1:"));
	httpd_free(d);
}

TEST(errors_are_told_in_words)
{
	static const struct httpd_row rows[] = {
		{ .path = "/404", .status = 404, .answer = { "no", 2 } },
		{ .path = "/204", .status = 204 },
		{ .path = "/go",
			.status = 500,
			.header = "X-Go-Pprof: 1\r\nContent-Type: "
				  "text/plain; charset=utf-8\r\n",
			.answer = { "busy\n", 5 } },
		{ .path = "/401", .status = 401 },
		{ .path = "/tls",
			.status = 400,
			.answer = { "Client sent an HTTP request to an HTTPS "
				    "server.\n",
				49 } },
		{ .path = "/shuts", .shuts = true },
		{ .path = "/cut", .answer = { "0123456789", 10 }, .cut = 5 },
		{ .path = "/lies",
			.answer = { "0123456789", 10 },
			.announce = 1000 },
		{ .path = "/mail", .speaks_no_http = true },
		{ .path = "/huge", .announce = 1 << 30 },
		{ .path = "/trace", .answer = { "go 1.26 trace\0\0\0", 16 } },
	};
	struct httpd *d = httpd_new(rows, COUNT_OF(rows));

	fails(d, "$/404", NULL, "server response: 404 Not Found");
	fails(d, "$/204", NULL, "server response: 204 No Content");
	fails(d, "$/go", NULL,
		"server response: 500 Internal Server Error - busy");
	fails(d, "$/401", NULL,
		"server response: 401 Unauthorized: it needs other credentials "
		"(FLAMETOP_TOKEN, FLAMETOP_USER and FLAMETOP_PASSWORD, or "
		"~/.netrc)");
	fails(d, "$/tls", NULL, "TLS only: try https://");
	fails(d, "$/shuts", NULL,
		"the server closed the connection without an answer");
	fails(d, "$/cut", NULL, "the answer was truncated: 5 of 10 bytes");
	fails(d, "$/lies", NULL, "the answer was truncated: 10 of 1000 bytes");
	fails(d, "$/mail", NULL, "the server does not speak HTTP");
	fails(d, "$/huge", NULL,
		"larger than the memory limit of 1000 bytes (see "
		"--max-memory)");
	fails(d, "$/trace", NULL,
		"this is an execution trace, not a profile; open it with go "
		"tool trace");
	fails(d, "https://$/x", NULL,
		"the server does not use TLS; try http://");
	fails(d, "http://127.0.0.1:1/x", NULL, "connection refused");
	fails(d, "ftp://$/x", NULL, "unsupported protocol scheme \"ftp\"");
	fails(d, "http+unix://%2Fnone%2Fs/x", NULL,
		"/none/s: No such file or directory");
	httpd_free(d);
}

TEST(an_answer_that_libcurl_would_unpack_is_refused)
{
	static const char packed[] = "\x1f\x8b";
	static const struct httpd_row rows[] = {
		{ .header = "Transfer-Encoding: gzip\r\n",
			.answer = { packed, 2 } },
	};
	struct httpd *d = httpd_new(rows, 1);

	fails(d, "$/x", NULL,
		"the server packed the answer without being asked to "
		"(Transfer-Encoding: gzip)");
	httpd_free(d);
}

TEST(a_line_of_the_head_is_bounded)
{
	static char line[200 * 1024];
	struct httpd_row row = { .header = line };
	struct httpd *d;

	memset(line, 'a', sizeof(line) - 3);
	memcpy(line, "X-A: ", 5);
	memcpy(line + sizeof(line) - 3, "\r\n", 3);
	d = httpd_new(&row, 1);
	fails(d, "$/x", NULL,
		"a line of the answer's head is longer than 64 KiB");
	httpd_free(d);
}

TEST(a_proxy_that_is_not_there_is_named)
{
	struct httpd *d = httpd_new(NULL, 0);

	(void)setenv("http_proxy", "http://127.0.0.1:1", 1);
	fails(d, "http://h.invalid/x", NULL,
		"proxy 127.0.0.1:1: connection refused");
	(void)unsetenv("http_proxy");
	httpd_free(d);
}

/* Each answer comes two seconds later, and is a redirect. */
static int
go_round(void *on, struct str path, struct str body, struct strbuf *out)
{
	(void)on;
	(void)path;
	(void)body;
	(void)out;
	(void)poll(NULL, 0, 2000);
	return 302;
}

TEST(all_redirects_share_the_time_limit)
{
	static const struct httpd_row rows[] = {
		{ .make = go_round, .header = "Location: /x\r\n" },
	};
	struct httpd *d = httpd_new(rows, 1);
	struct fetch_options o = { .seconds = -1, .timeout = 1 };

	/* A second, and the five that pprof adds. */
	fails(d, "$/x", &o, "no data within 6s (-timeout)");
	assert_in_range(httpd_requests(d), 1, 4);
	httpd_free(d);
}

TEST(an_answer_without_length_is_bounded)
{
	static char large[100000];
	static const struct httpd_row rows[] = {
		{ .chunked = true, .answer = { large, sizeof(large) } },
	};
	struct httpd *d = httpd_new(rows, COUNT_OF(rows));

	fails(d, "$/x", NULL,
		"larger than the memory limit of 1000 bytes (see "
		"--max-memory)");
	httpd_free(d);
}

/* A body may be below the limit, and the process above it. */
TEST(an_answer_ends_where_the_memory_does)
{
	static char large[32 << 20];
	static const struct httpd_row rows[] = {
		{ .chunked = true, .answer = { large, sizeof(large) } },
	};
	struct httpd *d;
	struct progress progress = { .stop = 0 };
	struct got g;

	/* Some systems do not report resident memory. */
	if (memory_resident() == 0)
		skip();
	d = httpd_new(rows, COUNT_OF(rows));
	progress_limit(&progress, memory_resident() + (8 << 20));
	shown = &progress;
	g = fetch_one(d, "$/x", NULL, 2 * sizeof(large));
	shown = NULL;
	progress_limit(&progress, 0);
	assert_int_equal(g.f.part.n, 0);
	assert_string_equal(g.f.err.msg,
		"larger than the memory limit of 64 MiB (see --max-memory)");
	fetch_result_fini(&g.f);
	httpd_free(d);
}

TEST(what_is_wrong_with_tls_flags_comes_first)
{
	struct httpd *d = httpd_new(NULL, 0);
	struct fetch_options key = { .tls.key = STR("k") };
	struct fetch_options cert = { .tls.cert = STR("c") };
	struct fetch_options pair = { .tls = { .cert = STR("nocert"),
					      .key = STR("nokey") } };
	struct fetch_options ca = { .tls.ca = STR("noca") };
	struct fetch_options device = { .tls.ca = STR("/dev/null") };

	fails(d, "http://$/x", &key,
		"-tls_key is specified, so -tls_cert must also be specified");
	fails(d, "http://$/x", &cert,
		"-tls_cert is specified, so -tls_key must also be specified");
	fails(d, "http://$/x", &pair,
		"could not load certificate/key pair specified by -tls_cert "
		"and -tls_key: open nocert: No such file or directory");
	fails(d, "http://$/x", &ca,
		"could not load CA specified by -tls_ca: open noca: No such "
		"file or directory");
	fails(d, "http://$/x", &device,
		"could not load CA specified by -tls_ca: /dev/null is not a "
		"regular file");
	assert_int_equal(httpd_requests(d), 0);
	httpd_free(d);
}

TEST(redirects_take_no_secret_away)
{
	struct httpd_row there[] = { { .answer = { "hi", 2 } } };
	struct httpd *other = httpd_new(there, 1);
	struct httpd_row rows[] = {
		{ .path = "/here",
			.status = 302,
			.header = "Location: /x\r\n" },
		{ .path = "/away", .status = 302 },
		{ .path = "/file",
			.status = 302,
			.header = "Location: file:///etc/passwd\r\n" },
		{ .path = "/ftp",
			.status = 302,
			.header = "Location: ftp://h/x?token=hunter2\r\n" },
		{ .path = "/round",
			.status = 307,
			.header = "Location: /round\r\n" },
		{ .path = "/x", .answer = { "hi", 2 } },
	};
	struct str tenant = STR("X-Scope-OrgID: t1");
	struct fetch_options o = { .header = &tenant, .n_headers = 1 };
	struct strbuf location = STRBUF_INIT;
	struct httpd *d;

	strbuf_addf(&location, "Location: http://127.0.0.1:%d/y\r\n",
		httpd_port(other));
	rows[1].header = strbuf_c(&location);
	d = httpd_new(rows, COUNT_OF(rows));
	brings(d, "http://me:hunter2@$/here", &o, "hi");
	assert_true(asked_for(d, 1, "Authorization: Basic "));
	assert_true(asked_for(d, 1, "X-Scope-OrgID: t1"));
	brings(d, "http://me:hunter2@$/away", &o, "hi");
	assert_true(asked_for(d, 2, "Authorization: Basic "));
	assert_true(asked_for(other, 0, "GET /y "));
	assert_false(asked_for(other, 0, "Authorization"));
	assert_false(asked_for(other, 0, "X-Scope-OrgID"));
	fails(d, "$/file", NULL,
		"redirected to file:///etc/passwd, which is neither http nor "
		"https");
	fails(d, "$/ftp", NULL,
		"redirected to ftp://h/x?token=…, which is neither http nor "
		"https");
	fails(d, "$/round", NULL, "more than 10 redirects");
	httpd_free(d);
	httpd_free(other);
	strbuf_free(&location);
}

TEST(tokens_go_in_clear_to_this_machine_only)
{
	struct str bearer = STR("Authorization: Bearer hunter2");
	struct fetch_options o = { .header = &bearer, .n_headers = 1 };
	static const struct httpd_row rows[] = { { .answer = { "hi", 2 } } };
	struct httpd *d = httpd_new(rows, 1);

	brings(d, "$/x", &o, "hi");
	assert_true(asked_for(d, 0, "Authorization: Bearer hunter2\r\n"));
	fails(d, "http://h.invalid/x", &o,
		"a token or password would be sent unencrypted: use https://, "
		"or --insecure-token");
	httpd_free(d);
}

TEST(several_are_fetched_at_once_and_each_fails_alone)
{
	static const struct httpd_row rows[] = {
		{ .path = "/a*", .answer = { "hi", 2 } },
	};
	struct httpd *d = httpd_new(rows, 1);
	struct fetch_options o = { .seconds = -1 };
	struct fetch_result f[21];
	struct str name[21];
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;

	for (size_t i = 0; i < 20; i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text, "127.0.0.1:%d/%c%zu", httpd_port(d),
			i == 7 ? 'b' : 'a', i);
		name[i] = arena_str(&arena, strbuf_str(&text));
		strbuf_free(&text);
	}
	name[20] = STR("cpu.pb.gz");
	assert_int_equal(fetch_all(&o, name, 21, 0, f, NULL, &err), 0);
	for (size_t i = 0; i < 20; i++) {
		assert_int_equal(f[i].part.n, i != 7);
		assert_true(f[i].is_address);
	}
	assert_string_equal(f[7].err.msg, "server response: 404 Not Found");
	assert_false(f[20].is_address);
	for (size_t i = 0; i < 21; i++)
		fetch_result_fini(&f[i]);
	arena_free(&arena);
	httpd_free(d);
}

TEST(the_index_of_go_becomes_choices)
{
	static const char page[] =
		"<html>\n<table>\n<thead><td>Count</td><td>Profile</td>\n"
		"<tr><td>7</td><td><a href='allocs?debug=1'>allocs</a></td>"
		"</tr>\n"
		"<tr><td>0</td><td><a href='cmdline?debug=1'>cmdline</a></td>"
		"</tr>\n"
		"<tr><td>x</td><td><a href='heap?debug=1'>heap</a></td></tr>\n"
		"<tr><td>9</td><td><a href='evil?debug=1'>other</a></td></tr>\n"
		"<tr><td>12</td><td><a href='mine?debug=1'>mine</a></td></tr>\n"
		"<tr><td>0</td><td><a href='profile?debug=1'>profile</a></td>"
		"</tr>\n<tr><td>0</td><td><a href='trace?debug=1'>trace</a>";
	static const struct httpd_row rows[] = {
		{ .path = "/debug/pprof/",
			.answer = { page, sizeof(page) - 1 } },
	};
	struct httpd *d = httpd_new(rows, 1), *no = httpd_new(NULL, 0);
	struct fetch_options o = { .asks = true };
	struct got g = fetch_one(d, "$", &o, 0);
	struct strbuf want = STRBUF_INIT;

	assert_non_null(g.f.choices);
	assert_int_equal(g.f.choices->row.n, 3);
	assert_true(str_is(g.f.choices->row.p[0].text,
		"allocs\t7\tall allocations since the start"));
	strbuf_addf(
		&want, "http://127.0.0.1:%d/debug/pprof/mine", httpd_port(d));
	assert_true(str_eq(g.f.choices->row.p[1].address, strbuf_str(&want)));
	fetch_result_fini(&g.f);
	strbuf_free(&want);
	fails(no, "$/", &o, "server response: 404 Not Found");
	httpd_free(d);
	httpd_free(no);
}

/* ---- Cancelling ---- */

struct cancel {
	struct str name;
	struct progress progress;
	struct err err;
	int rc;
	atomic_int thread; /* its id, once it runs */
	int64_t ended;     /* on its clock */
};

static void *
fetch_until_cancelled(void *arg)
{
	struct cancel *c = arg;
	struct fetch_options o = { .seconds = -1 };
	struct fetch_result f;

	atomic_store(&c->thread, speed_thread());
	c->rc = fetch_all(&o, &c->name, 1, 0, &f, &c->progress, &c->err);
	c->ended = speed_clock(speed_thread());
	fetch_result_fini(&f);
	return NULL;
}

/* Begin, wait until `there` says so, and stop: how many ms that took, without
   those in which others had the processor. */
static int64_t
cancel_when(
	struct str name, bool (*there)(void *on, struct cancel *c), void *on)
{
	struct cancel c = { .err = ERR_INIT, .name = name };
	pthread_t thread;
	int64_t since;

	/* Far away, so that looks are counted. */
	atomic_store(&c.progress.stop, PROGRESS_STOP_AT(1 << 30));
	assert_int_equal(
		pthread_create(&thread, NULL, fetch_until_cancelled, &c), 0);
	while (!there(on, &c))
		;
	since = speed_clock(atomic_load(&c.thread));
	atomic_store(&c.progress.stop, true);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(c.rc, -1);
	assert_int_equal(c.err.code, ERR_CANCELLED);
	return c.ended - since;
}

struct asked {
	struct httpd *d;
	size_t n;
};

static bool
was_asked(void *on, struct cancel *c)
{
	const struct asked *a = on;

	(void)c;
	httpd_wait(a->d, a->n);
	return true;
}

static int64_t
cancel_after(struct httpd *d, const char *path)
{
	struct asked asked = { d, httpd_requests(d) + 1 };
	struct strbuf name = STRBUF_INIT;
	int64_t took;

	strbuf_addf(&name, "127.0.0.1:%d%s", httpd_port(d), path);
	took = cancel_when(strbuf_str(&name), was_asked, &asked);
	strbuf_free(&name);
	return took;
}

/* It waits for the other side since some looks. */
static bool
has_looked(void *on, struct cancel *c)
{
	(void)on;
	return PROGRESS_LOOKS(&c->progress, 1 << 30) >= 3;
}

/* Somebody who listens and never answers; the queue is full if it is to be. */
static int
deaf(int *port, int *waiting, size_t n)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(listen(fd, n > 0 ? 0 : 64), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
	for (size_t i = 0; i < n; i++) {
		waiting[i] = socket(AF_INET, SOCK_STREAM, 0);
		assert_int_equal(fcntl(waiting[i], F_SETFL, O_NONBLOCK), 0);
		(void)connect(waiting[i], (struct sockaddr *)&at, sizeof(at));
	}
	*port = ntohs(at.sin_port);
	return fd;
}

static int64_t
cancel_deaf(const char *scheme, size_t n)
{
	struct strbuf name = STRBUF_INIT;
	int port, waiting[8], fd = deaf(&port, waiting, n);
	int64_t took;

	strbuf_addf(&name, "%s://127.0.0.1:%d/x", scheme, port);
	took = cancel_when(strbuf_str(&name), has_looked, NULL);
	for (size_t i = 0; i < n; i++)
		(void)close(waiting[i]);
	(void)close(fd);
	strbuf_free(&name);
	return took;
}

/* A server of names that does not answer: libcurl asks for them on a thread of
   its own, which is left behind. */
static atomic_bool names_come;

int
getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
	struct addrinfo **out)
{
	int (*next)(const char *, const char *, const struct addrinfo *,
		struct addrinfo **);

	*(void **)&next = dlsym(RTLD_NEXT, "getaddrinfo");
	if (node != NULL && strcmp(node, "slow.test") == 0) {
		while (!atomic_load(&names_come))
			(void)poll(NULL, 0, 10);
		return EAI_FAIL;
	}
	return next(node, service, hints, out);
}

/* gzip of so many mebibytes of nothing. */
static void
pack_nothing(struct bytes *out, int mebibytes)
{
	static char block[1 << 20];
	z_stream z = { .zalloc = NULL };

	*out = (struct bytes){ .p = xcalloc(1, PACKED_MAX), .cap = PACKED_MAX };
	assert_int_equal(
		deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY),
		Z_OK);
	z.next_out = (unsigned char *)out->p;
	z.avail_out = PACKED_MAX;
	for (int i = 0; i < mebibytes; i++) {
		z.next_in = (unsigned char *)block;
		z.avail_in = sizeof(block);
		assert_int_equal(deflate(&z, Z_NO_FLUSH), Z_OK);
	}
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	out->n = PACKED_MAX - z.avail_out;
	(void)deflateEnd(&z);
}

struct unpacking {
	struct http_answer answer;
	struct progress progress;
	struct err err;
	atomic_int thread;
	int64_t ended;
	int rc;
};

static void *
unpack_until_cancelled(void *arg)
{
	struct unpacking *u = arg;

	atomic_store(&u->thread, speed_thread());
	u->rc = http_unpack(&u->answer, (size_t)4 << 30, &u->progress, &u->err);
	u->ended = speed_clock(speed_thread());
	return NULL;
}

static int64_t
cancel_unpacking(struct str packed)
{
	struct unpacking u = { .answer = { .retry_after = -1 },
		.err = ERR_INIT };
	pthread_t thread;
	int64_t since;

	u.answer.body = (struct bytes){
		.p = xcalloc(1, packed.n), .n = packed.n, .cap = packed.n
	};
	memcpy(u.answer.body.p, packed.p, packed.n);
	atomic_store(&u.progress.stop, PROGRESS_STOP_AT(1 << 30));
	assert_int_equal(
		pthread_create(&thread, NULL, unpack_until_cancelled, &u), 0);
	while (PROGRESS_LOOKS(&u.progress, 1 << 30) < 3)
		;
	since = speed_clock(atomic_load(&u.thread));
	atomic_store(&u.progress.stop, true);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(u.rc, -1);
	assert_int_equal(u.err.code, ERR_CANCELLED);
	http_answer_fini(&u.answer);
	return u.ended - since;
}

static size_t
descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	size_t n = 0;

	while (dir != NULL && readdir(dir) != NULL)
		n++;
	if (dir != NULL)
		(void)closedir(dir);
	return n;
}

TEST(cancelling_takes_no_time_at_any_stage)
{
	static const struct httpd_row rows[] = {
		{ .path = "/waits", .stalls = true },
		{ .path = "/inside",
			.stalls_inside = true,
			.answer = { "0123456789", 10 } },
	};
	static const char *const stages[] = { "name", "connect", "TLS",
		"waiting", "body", "unpacking" };
	struct httpd *d = httpd_new(rows, COUNT_OF(rows));
	int64_t worst[COUNT_OF(stages)] = { 0 };
	struct bytes packed;

	pack_nothing(&packed, 512);
	for (int i = 0; i < 5; i++) {
		int64_t took[] = { cancel_when(STR("http://slow.test/x"),
					   has_looked, NULL),
			cancel_deaf("http", 8), cancel_deaf("https", 0),
			cancel_after(d, "/waits"), cancel_after(d, "/inside"),
			cancel_unpacking(bytes_str(&packed)) };

		for (size_t k = 0; k < COUNT_OF(stages); k++)
			if (took[k] > worst[k])
				worst[k] = took[k];
	}
	for (size_t k = 0; k < COUNT_OF(stages); k++) {
		print_message("%s: cancelled within %d ms\n", stages[k],
			(int)worst[k]);
		assert_true(worst[k] < 500);
	}
	atomic_store(&names_come, true);
	bytes_free(&packed);
	httpd_free(d);
}

TEST(a_thousand_starts_and_stops_leave_nothing)
{
	static const struct httpd_row rows[] = {
		{ .path = "/inside",
			.stalls_inside = true,
			.answer = { "0123456789", 10 } },
		{ .answer = { "hi", 2 } },
	};
	struct httpd *d = httpd_new(rows, COUNT_OF(rows));
	struct strbuf name = STRBUF_INIT;
	size_t before = 0;

	for (int i = 0; i < 1000; i++) {
		struct fetch_options o = { .seconds = -1 };
		struct progress progress = { .keep = false };
		struct fetch_result f;
		struct err err = ERR_INIT;
		struct str at;

		strbuf_reset(&name);
		strbuf_addf(&name, "127.0.0.1:%d/%s", httpd_port(d),
			i % 10 == 0 ? "inside" : "x");
		at = strbuf_str(&name);
		/* At the first look, the second, ... */
		atomic_store(&progress.stop, PROGRESS_STOP_AT(1 + i % 4));
		if (fetch_all(&o, &at, 1, 0, &f, &progress, &err) != 0)
			assert_int_equal(err.code, ERR_CANCELLED);
		fetch_result_fini(&f);
		if (i == 100)
			before = descriptors();
	}
	/* The server ends the last of its own when somebody comes. */
	print_message("%zu descriptors after 100, %zu after 1000\n", before,
		descriptors());
	assert_true(descriptors() <= before + 8);
	strbuf_free(&name);
	httpd_free(d);
}

int
main(void)
{
	int failed;

#ifndef HAVE_CURL
	return 77;
#endif
	/* Nobody else's credentials. */
	(void)setenv("HOME", "/nonexistent", 1);
	failed = tests_run(NULL, NULL);
	strbuf_free(&said);
	return failed;
}
