/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fetches names from the profiled program (symbolz.h). */
#include "prelude.h"

#include "fetch/symbolz.h"

#include <inttypes.h>

#include "base/compiler.h"
#include "base/xalloc.h"
#include "fetch/http.h"
#include "fetch/url.h"

enum {
	POST_MAX = 64 * 1024, /* bytes per request */
	GET_MAX = 100,        /* addresses per request */
	ANSWER_MAX = 16 << 20,
	NAMES_MAX = 1 << 20,
	TIMEOUT_MS = 65000,
};

/* ---- The service ---- */

void
symbolz_put_path(struct strbuf *out, struct str path)
{
	static const char *const tails[] = { "/pprof/heap", "/pprof/growth",
		"/pprof/profile", "/pprof/pmuprofile", "/pprof/contention" };
	bool plain = str_find(path, STR("/debug/pprof/"), 0) >= 0;

	for (size_t i = 0; i < COUNT_OF(tails); i++)
		plain = plain || str_ends(path, str_c(tails[i]));
	while (path.n > 0 && path.p[path.n - 1] == '/')
		path.n--;
	while (path.n > 0 && path.p[path.n - 1] != '/')
		path.n--;
	while (path.n > 0 && path.p[path.n - 1] == '/')
		path.n--;
	strbuf_add(out, path);
	strbuf_addstr(out, plain ? "/symbol" : "/symbolz");
}

/* ---- The answer ---- */

/* Find (0x[0-9a-fA-F]+)\s+(.*) anywhere in a line. */
static bool
symbolz_line(struct str line, struct symbolz_name *out)
{
	static const char blanks[] = " \t\v\f\r";
	ptrdiff_t at = -1;

	while ((at = str_find(line, STR("0x"), (size_t)(at + 1))) >= 0) {
		struct str rest = str_skip(line, (size_t)at + 2);
		size_t n = str_cut_hex(&rest, &out->address), gap = 0;

		while (gap < rest.n && rest.p[gap] != '\0' &&
			str_chr(str_from(blanks, sizeof(blanks) - 1),
				rest.p[gap]) >= 0)
			gap++;
		out->name = str_skip(rest, gap);
		/* An address has at most 64 bits. */
		if (n > 0 && n <= 16 && gap > 0)
			return true;
	}
	return false;
}

void
symbolz_read(struct str text, struct arena *arena, struct symbolz_names *out)
{
	struct symbolz_name one;

	while (str_chr(text, '\n') >= 0 && out->name.n < NAMES_MAX) {
		if (!symbolz_line(str_cut(&text, '\n'), &one))
			continue;
		one.name = arena_str(arena, one.name);
		vec_push(&out->name, one);
	}
}

/* ---- Requests ---- */

/* The requests for the names of all addresses. */
struct asking {
	const struct fetch_options *o;
	struct arena *arena;
	struct url url;
	struct str service;       /* URL of the service, for messages */
	struct http_request like; /* template of all requests */
	VEC(struct http_request) request;
	size_t n; /* addresses */
};

static void
add_requests(struct asking *a, bool posts, const uint64_t *address, size_t n)
{
	struct strbuf list = STRBUF_INIT;
	size_t some = 0;

	a->request.n = 0;
	for (size_t i = 0; i < n; i++) {
		struct str request_list;
		struct http_request r;
		struct strbuf url = STRBUF_INIT;
		struct url u;

		strbuf_addf(
			&list, "%s0x%" PRIx64, some > 0 ? "+" : "", address[i]);
		some++;
		if (i + 1 < n &&
			(posts ? list.n + 20 < POST_MAX : some < GET_MAX))
			continue;
		request_list = strbuf_str(&list);
		r = a->like;
		u = a->url;
		request_list = arena_str(a->arena, request_list);
		if (!posts)
			u.query = request_list;
		url_put(&url, &u);
		r.url = arena_str(a->arena, strbuf_str(&url));
		r.posts = posts;
		if (posts) {
			r.body = request_list;
			r.type = STR("application/octet-stream");
		}
		vec_push(&a->request, r);
		strbuf_free(&url);
		strbuf_reset(&list);
		some = 0;
	}
	strbuf_free(&list);
}

/* Read an answer. A web page instead, such as a login form, has no names. */
static void
read_names(struct asking *a, struct str text, struct symbolz_names *out,
	struct err *err)
{
	size_t before = out->name.n;

	symbolz_read(text, a->arena, out);
	if (out->name.n == before && str_starts(str_trim(text), STR("<")))
		(void)err_set(err, ERR_IO,
			"the server answered with a web page, so the names of "
			"%zu addresses are missing; does it need a login?",
			a->n);
}

/* Send all requests. Returns 1 if the server refuses POST, -1 and err. */
static int
ask_all(struct asking *a, struct symbolz_names *out, struct progress *progress,
	struct err *err)
{
	size_t n = a->request.n;
	struct http_answer *answer = xcalloc(n + 1, sizeof(*answer));
	int rc = http_do(a->request.p, n, answer, progress, err);
	bool refused = rc == 0 && a->request.p[0].posts &&
		answer[0].err.code == ERR_NONE && answer[0].status == 405;

	for (size_t i = 0; i < n; i++) {
		if (rc == 0 && !refused) {
			struct err *names_err = err;
			const struct http_request *r = &a->request.p[i];

			if (answer[i].err.code != ERR_NONE)
				*names_err = answer[i].err;
			else if (answer[i].status != 200)
				(void)err_set(names_err, ERR_IO,
					"server response: %s",
					strbuf_c(&answer[i].reason));
			else if (http_unpack(&answer[i], ANSWER_MAX, NULL,
					 names_err) == 0)
				read_names(a, bytes_str(&answer[i].body), out,
					names_err);
			if (names_err->code == ERR_NONE)
				rc = 0;
			else
				rc = err_wrap(names_err, "http %s %.*s",
					r->posts ? "post" : "get",
					STR_ARG(a->service));
		}
		http_answer_fini(&answer[i]);
	}
	free(answer);
	return rc == 0 && refused ? 1 : rc;
}

int
symbolz_ask(const struct fetch_options *o, struct str name,
	const uint64_t *address, size_t n, struct arena *arena,
	struct symbolz_names *out, struct progress *progress, struct err *err)
{
	struct asking a = { .o = o, .arena = arena, .n = n };
	struct strbuf path = STRBUF_INIT;
	int rc = fetch_settle(o, name, arena, &a.url, &a.like, err);

	if (rc != 0 || n == 0)
		return rc;
	symbolz_put_path(&path, a.url.path);
	a.url.path = arena_str(arena, strbuf_str(&path));
	a.url.query = a.url.fragment = STR_EMPTY;
	strbuf_reset(&path);
	url_put(&path, &a.url);
	a.service = a.like.url = arena_str(arena, strbuf_str(&path));
	strbuf_free(&path);
	a.like.timeout = o->timeout > 0 ? (o->timeout + 5) * 1000 : TIMEOUT_MS;
	a.like.max_bytes = ANSWER_MAX;
	rc = fetch_request(o, &a.url, false, arena, &a.like, progress, err);
	if (rc == 0) {
		add_requests(&a, true, address, n);
		rc = ask_all(&a, out, progress, err);
	}
	if (rc == 1) {
		add_requests(&a, false, address, n);
		rc = ask_all(&a, out, progress, err);
	}
	vec_free(&a.request);
	return rc;
}
