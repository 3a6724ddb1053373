/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fetches profiles over HTTP as pprof does (fetch.h). */
#include "prelude.h"

#include "fetch/fetch.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/xalloc.h"
#include "fetch/goindex.h"
#include "fetch/server.h"
#include "fetch/url.h"
#include "input/shell.h"

enum {
	TIMEOUT = 60, /* seconds, by default */
	MORE = 5,     /* seconds added for the answer */
	HEADERS_MAX = 64 * 1024,
	SOCKET_MAX = 107, /* longest path of a unix socket, in bytes */
	SAID_MAX = 400,   /* bytes of an error body that are quoted */
	INDEX_MAX = 1 << 20,
};

void
fetch_result_fini(struct fetch_result *f)
{
	for (size_t i = 0; i < f->part.n; i++)
		bytes_free(&f->part.p[i].bytes);
	vec_free(&f->part);
	choices_free(f->choices);
	strbuf_free(&f->remarks);
	arena_free(&f->arena);
}

const struct fetch_options fetch_defaults = { .seconds = -1 };

/* ---- Secrets of a request ---- */

/* "Name: value" lines from --header or its file. */
struct headers {
	VEC(struct str) line;
};

static int
headers_of(struct headers *h, struct str text, struct arena *arena,
	struct err *err)
{
	struct strbuf file = STRBUF_INIT;
	struct str rest = text, line;
	const char *path;

	if (str_starts(text, STR("@"))) {
		path = arena_copy(arena, text.p + 1, text.n - 1);
		switch (file_read(path, HEADERS_MAX, &file, err)) {
		case 1:
			return err_set(err, ERR_IO,
				"--header=@%s: no such file", path);
		case -1:
			return -1;
		}
		rest = arena_str(arena, strbuf_str(&file));
		strbuf_free(&file);
	}
	while (rest.p != NULL) {
		line = str_trim(str_cut(&rest, '\n'));
		if (line.n == 0)
			continue;
		if (str_chr(line, ':') <= 0)
			return err_set(err, ERR_IO,
				"a header must have the form \"Name: value\"");
		vec_push(&h->line, line);
	}
	return 0;
}

/* Check the TLS files before any request, with pprof's messages. */
static int
check_tls(const struct http_tls *tls, struct err *err)
{
	const struct {
		struct str file;
		const char *what;
	} files[] = { { tls->cert,
			      "certificate/key pair specified by -tls_cert "
			      "and -tls_key" },
		{ tls->key,
			"certificate/key pair specified by -tls_cert and "
			"-tls_key" },
		{ tls->ca, "CA specified by -tls_ca" } };

	if (tls->key.n > 0 && tls->cert.n == 0)
		return err_set(err, ERR_IO,
			"-tls_key is specified, so -tls_cert must also be "
			"specified");
	if (tls->cert.n > 0 && tls->key.n == 0)
		return err_set(err, ERR_IO,
			"-tls_cert is specified, so -tls_key must also be "
			"specified");
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		char *path = xstrndup(files[i].file.p, files[i].file.n);
		/* Opening a pipe would wait for its writer. */
		int fd = files[i].file.n > 0
			? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
			: -1;
		int error = files[i].file.n > 0 && fd < 0 ? errno : 0;
		struct stat st;

		if (fd >= 0 && fstat(fd, &st) == 0 && !S_ISREG(st.st_mode))
			error = -1;
		if (error < 0)
			(void)err_set(err, ERR_IO,
				"could not load %s: %s is not a regular file",
				files[i].what, path);
		else if (error != 0)
			(void)err_errno(err, error,
				"could not load %s: open %s", files[i].what,
				path);
		free(path);
		fd_close(&fd);
		if (error != 0)
			return -1;
	}
	return 0;
}

/* Take credentials from environment variables, unless r already has some. */
static void
take_variables_of(const struct fetch_options *o, const char *user,
	const char *password, const char *token, struct http_request *r)
{
	if (r->user.n + r->password.n + r->bearer.n > 0)
		return;
	r->user = secrets_variable(o->secrets, user);
	r->password = secrets_variable(o->secrets, password);
	r->bearer = secrets_variable(o->secrets, token);
}

int
fetch_request(const struct fetch_options *o, const struct url *u,
	bool is_pyroscope, struct arena *arena, struct http_request *r,
	struct progress *progress, struct err *err)
{
	const struct named_server *named = named_find(o->named, u, r->socket);
	struct headers h = { { NULL, 0, 0 } };
	bool typed = u->user.n > 0 || u->password.n > 0, own;
	int rc = 0;

	for (size_t i = 0; i < o->n_headers && rc == 0; i++)
		rc = headers_of(&h, o->header[i], arena, err);
	own = false;
	for (size_t i = 0; i < h.line.n; i++)
		if (str_eq_letters(str_sub(h.line.p[i], 0, 14),
			    STR("Authorization:"))) {
			own = true;
			break;
		}
	r->user = url_decoded(arena, u->user);
	r->password = url_decoded(arena, u->password);
	if (!typed && !own)
		take_variables_of(o, "FLAMETOP_USER", "FLAMETOP_PASSWORD",
			"FLAMETOP_TOKEN", r);
	if (rc == 0 && !own) {
		const struct named_server *s = named;
		struct str secret;

		/* Credentials from the server's configuration. */
		if (s == NULL || r->password.n + r->bearer.n > 0) {
			rc = 0;
		} else if (named_secret(o->named, s, true, arena, &secret,
				   progress, err) != 0) {
			rc = -1;
		} else {
			if (named_user(s).n > 0) {
				r->user = named_user(s);
				r->password = secret;
			} else {
				r->bearer = secret;
			}
			rc = 0;
		}
	}
	if (!typed && !own && is_pyroscope) {
		take_variables_of(o, "PROFILECLI_USERNAME",
			"PROFILECLI_PASSWORD", "PROFILECLI_TOKEN", r);
		/* As in profilecli, a user overrides a token. */
		if (r->user.n + r->password.n > 0)
			r->bearer = STR_EMPTY;
	}
	r->netrc = !own && r->user.n + r->password.n + r->bearer.n == 0;

	if (r->netrc) {
		const char *home = getenv("HOME");
		struct strbuf path = STRBUF_INIT;
		bool has;

		strbuf_addf(&path, "%s/.netrc", home != NULL ? home : "");
		has = access(strbuf_c(&path), R_OK) == 0;
		strbuf_free(&path);
		if (has)
			secret_keep_in();
	}
	r->header = arena_dup(arena, h.line.p, h.line.n, sizeof(*h.line.p));
	r->n_headers = h.line.n;
	vec_free(&h.line);
	r->tls = &o->tls;
	if (named != NULL && named_tls(named) != NULL &&
		o->tls.cert.n + o->tls.key.n + o->tls.ca.n == 0)
		r->tls = named_tls(named);
	if (rc == 0)
		rc = check_tls(r->tls, err);
	if (rc == 0 && !o->insecure_token && r->socket.n == 0 &&
		str_starts(r->url, STR("http:")) && !url_is_loopback(u) &&
		(own || r->bearer.n > 0 ||
			(r->password.n > 0 && u->password.n == 0)))
		rc = err_set(err, ERR_USAGE,
			"a token or password would be sent unencrypted: use "
			"https://, or --insecure-token");
	return rc;
}

void
fetch_prepare(const struct fetch_options *o, const struct str *name, size_t n)
{
	struct arena arena = ARENA_INIT;
	struct str secret;

	for (size_t i = 0; i < n; i++) {
		const struct named_server *s = named_called(o->named, name[i]);
		struct err ignored = ERR_INIT;

		if (s != NULL)
			(void)named_secret(o->named, s, false, &arena, &secret,
				NULL, &ignored);
	}
	arena_free(&arena);
}

/* ---- One address ---- */

/* A fetch over plain HTTP, without the API of a server. */
struct plain {
	struct fetch_result *out;
	struct url url;
	bool is_index;    /* the list of profiles instead of a profile */
	int64_t duration; /* seconds that the profile takes; 0: unknown */
	struct str name;  /* as shown, without secrets */
};

static void
say(const struct fetch_options *o, const char *before, struct str text)
{
	struct strbuf line = STRBUF_INIT;

	if (o->say == NULL)
		return;
	strbuf_add3(&line, before, text, "");
	o->say(strbuf_str(&line));
	strbuf_free(&line);
}

/* Return the seconds to request. The first of many fetches is short, to show
   something soon: two seconds for profiles that take time, none for others. */
static int64_t
wanted_seconds(const struct fetch_options *o, const struct url *u)
{
	enum { FIRST = 2 };

	if (!o->follows)
		return o->seconds;
	if (!str_ends(u->path, STR("/profile")) &&
		!str_ends(u->path, STR("/fgprof")))
		return -1;
	return o->seconds == 1 ? 1 : FIRST;
}

/* Return the seconds that the flag or address makes the server take, or 0. */
static int64_t
duration_of(int64_t wanted, const struct url *u)
{
	struct arena arena = ARENA_INIT;
	struct str query = u->query, name, value;
	int64_t seconds = wanted > 0 ? wanted : 0;
	bool found = wanted > 0;

	while (!found && url_next_param(&query, &arena, &name, &value))
		if (str_is(name, "seconds")) {
			found = true;
			if (!str_to_i64(value, &seconds) || seconds < 0 ||
				seconds > INT32_MAX)
				seconds = 0;
		}
	arena_free(&arena);
	return seconds;
}

/* Set the scheme to the one used on the wire. */
static int
settle_scheme(struct url *u, struct arena *arena, struct http_request *r,
	struct err *err)
{
	struct str scheme = u->scheme;

	if (str_eq_letters(scheme, STR("http"))) {
		u->scheme = STR("http");
	} else if (str_eq_letters(scheme, STR("https"))) {
		u->scheme = STR("https");
	} else if (str_eq_letters(scheme, STR("https+insecure"))) {
		u->scheme = STR("https");
		r->insecure = true;
	} else if (str_eq_letters(scheme, STR("http+unix"))) {
		u->scheme = STR("http");
		/* http+unix://%2Frun%2Fapp.sock/x is http://localhost/x on that
		   socket. */
		r->socket = url_decoded(arena, u->host);
		if (r->socket.n > SOCKET_MAX || str_chr(r->socket, '\0') >= 0)
			return err_set(err, ERR_IO,
				"the path of a socket has at most %d bytes",
				(int)SOCKET_MAX);
		u->host = STR("localhost");
		u->port = STR_EMPTY;
		return 0;
	} else {
		return err_set(err, ERR_IO,
			"unsupported protocol scheme \"%.*s\"",
			STR_ARG(scheme));
	}
	if (str_eq_letters(u->host, STR("unix")) && u->port.n == 0 &&
		str_starts(u->path, STR("//")))
		return err_set(err, ERR_IO,
			"a socket has the form "
			"http+unix://%%2Frun%%2Fapp.sock/debug/pprof/heap");
	return 0;
}

static int
parse_real(const struct fetch_options *o, struct str name, struct arena *arena,
	struct url *u, struct err *err)
{
	struct str real = secrets_real(
		o->secrets, named_expand(o->named, name, arena), arena);
	const char *wrong;

	(void)url_is_address(real, arena, &real);
	wrong = url_wrong(real);
	if (wrong == NULL && url_parse(real, u))
		return 0;
	return err_set(err, ERR_USAGE, "that is not an address%s%s",
		wrong != NULL ? ": " : "", wrong != NULL ? wrong : "");
}

int
fetch_settle(const struct fetch_options *o, struct str name,
	struct arena *arena, struct url *u, struct http_request *r,
	struct err *err)
{
	return parse_real(o, name, arena, u, err) == 0
		? settle_scheme(u, arena, r, err)
		: -1;
}

static int
plan_plain(const struct fetch_options *o, struct plain *p,
	struct http_request *r, struct progress *progress, struct err *err)
{
	struct strbuf text = STRBUF_INIT, query = STRBUF_INIT;
	struct arena *arena = &p->out->arena;
	char seconds[24];
	int64_t limit = TIMEOUT, wanted;
	struct str path;
	bool none;

	if (settle_scheme(&p->url, arena, r, err) != 0)
		return -1;
	/* Use the default path of a Go server if no profile is named. */
	path = p->url.path;
	none = path.n == 0 || str_is(path, "/");
	p->is_index = o->asks &&
		(none || str_is(path, "/debug/pprof") ||
			str_is(path, "/debug/pprof/"));
	if (p->is_index)
		p->url.path = STR("/debug/pprof/");
	else if (none)
		p->url.path = STR("/debug/pprof/profile");
	wanted = wanted_seconds(o, &p->url);
	p->duration = p->is_index ? 0 : duration_of(wanted, &p->url);
	(void)snprintf(seconds, sizeof(seconds), "%" PRId64, wanted);
	url_put_query(&query, p->is_index ? STR_EMPTY : p->url.query,
		wanted > 0 && !p->is_index ? STR("seconds") : STR_EMPTY,
		str_c(seconds));
	p->url.query = arena_str(arena, strbuf_str(&query));
	url_put(&text, &p->url);
	p->out->url = r->url = arena_str(arena, strbuf_str(&text));
	if (p->duration > 0)
		limit = p->duration + p->duration / 2;
	r->timeout = ((o->timeout > 0 ? o->timeout : limit) + MORE) * 1000;
	r->duration = p->duration * 1000;
	strbuf_free(&text);
	strbuf_free(&query);
	return fetch_request(o, &p->url, false, arena, r, progress, err);
}

/* Print the lines that pprof prints, with the address as shown. */
static void
announce(const struct fetch_options *o, const struct plain *p)
{
	struct strbuf text = STRBUF_INIT, shown = STRBUF_INIT;
	struct url u = p->url;

	if (u.user.n > 0 || u.password.n > 0) {
		strbuf_add3(&text, "", u.scheme, "://");
		strbuf_add3(&text, "", u.user, u.password.n > 0 ? ":x@" : "@");
		strbuf_add(&text,
			str_skip(p->out->url, u.scheme.n + strlen("://")));
	} else {
		strbuf_add(&text, p->out->url);
	}
	if (u.fragment.n > 0)
		strbuf_add3(&text, "#", u.fragment, "");
	(void)url_shown(&shown, strbuf_str(&text));
	say(o, "Fetching profile over HTTP from ", strbuf_str(&shown));
	strbuf_reset(&text);
	/* Like pprof, ignore a seconds= in the address. */
	if (o->seconds > 0) {
		int64_t s = o->seconds;

		/* Format a duration as Go does: 1m30s. */
		if (s >= 3600)
			strbuf_addf(&text, "%" PRId64 "h", s / 3600);
		if (s >= 60)
			strbuf_addf(&text, "%" PRId64 "m", s / 60 % 60);
		strbuf_addf(&text, "%" PRId64 "s", s % 60);
		strbuf_addch(&text, ')');
		say(o, "Please wait... (", strbuf_str(&text));
	}
	strbuf_free(&text);
	strbuf_free(&shown);
}

static void
take_index(struct plain *p, struct http_answer *a)
{
	struct strbuf base = STRBUF_INIT;
	struct err *err = &p->out->err;
	struct str name = p->name;
	size_t scheme = str_scheme(name) + strlen("://");
	struct str rest = str_skip(name, scheme);
	struct str authority = str_cut(&rest, '/');

	/* The listed profiles are under /debug/pprof/ on the host. */
	authority = str_cut(&authority, '?');
	strbuf_add(&base, str_sub(name, 0, scheme));
	strbuf_add3(&base, "", authority, "/debug/pprof/");
	if (http_unpack(a, INDEX_MAX, NULL, err) == 0)
		p->out->choices =
			goindex_read(bytes_str(&a->body), strbuf_str(&base));
	if (p->out->choices != NULL) {
		struct choices *c = p->out->choices;
		static const struct server *const servers[] = {
			&server_pyroscope, &server_parca
		};
		struct strbuf text = STRBUF_INIT;

		/* Pyroscope and Parca are Go programs themselves. */
		for (size_t i = 0; i < COUNT_OF(servers); i++)
			if (str_is(p->url.port, servers[i]->port))
				strbuf_addf(&text,
					"these are profiles of %s itself; "
					"for those it stores: %s://%.*s:%s",
					servers[i]->called, servers[i]->name,
					STR_ARG(p->url.host), servers[i]->port);
		c->footer = arena_str(&c->arena, strbuf_str(&text));
		strbuf_free(&text);
	} else if (err->code == ERR_NONE)
		(void)err_set(err, ERR_IO,
			"the server has no index of net/http/pprof; add the "
			"path of a profile");
	strbuf_free(&base);
}

/* True for a Go execution trace: "go 1.26 trace". */
static bool
is_trace(struct str body)
{
	return str_starts(body, STR("go 1.")) &&
		str_find(str_sub(body, 0, 16), STR(" trace"), 0) > 0;
}

static void
take_plain(
	const struct fetch_options *o, struct plain *p, struct http_answer *a)
{
	struct fetched_part part = { .from = 0 };
	struct err *err = &p->out->err;

	if (a->err.code != ERR_NONE) {
		*err = a->err;
	} else if (a->status != 200) {
		struct str said = bytes_str(&a->body);

		/* Quote the error of a Go server: "server response: 404 Not
		   Found - ...". */
		if (a->go_pprof &&
			str_find(strbuf_str(&a->type), STR("text/plain"), 0) >=
				0)
			(void)err_set(err, ERR_IO, "server response: %s - %.*s",
				strbuf_c(&a->reason),
				STR_ARG(str_trim(str_sub(said, 0, SAID_MAX))));
		else if (a->status == 400 &&
			str_find(said, STR("HTTP request to an HTTPS server"),
				0) >= 0)
			(void)err_set(err, ERR_IO, "TLS only: try https://");
		else if (a->status == 401 || a->status == 403)
			(void)err_set(err, ERR_IO,
				"server response: %s: it needs other "
				"credentials (FLAMETOP_TOKEN, FLAMETOP_USER "
				"and FLAMETOP_PASSWORD, or ~/.netrc)",
				strbuf_c(&a->reason));
		else
			(void)err_set(err, ERR_IO, "server response: %s",
				strbuf_c(&a->reason));
	} else if (p->is_index) {
		take_index(p, a);
	} else if (is_trace(bytes_str(&a->body))) {
		(void)err_set(err, ERR_FORMAT,
			"this is an execution trace, not a profile; open it "
			"with go tool trace");
	} else {
		part.bytes = a->body;
		a->body = (struct bytes)BYTES_INIT;
		vec_push(&p->out->part, part);
		if (o->seconds > 0 && !o->follows &&
			str_ends(p->url.path, STR("/heap")))
			strbuf_addf(&p->out->remarks,
				"heap?seconds=%" PRId64
				" is what changed within %" PRId64
				"s; leave -seconds out to see all memory in "
				"use\n",
				o->seconds, o->seconds);
	}
}

/* ---- All addresses ---- */

/* Prepare an address. True if it is plain HTTP; errors go to f->err. */
static bool
begin_one(const struct fetch_options *o, struct str name,
	struct fetch_result *f, struct plain *p)
{
	struct str full;

	f->is_address =
		!str_is(name, "-") && url_is_address(name, &f->arena, &full);
	/* An arena for each of thousands of files would be a waste. */
	if (!f->is_address) {
		arena_free(&f->arena);
		return false;
	}
	*p = (struct plain){ .out = f, .name = full };
	if (parse_real(o, name, &f->arena, &p->url, &f->err) != 0)
		return false;
	if (http_version() == NULL) {
		struct strbuf word = STRBUF_INIT;

		/* Without libcurl, show a command that works. */
		if (server_is(full)) {
			(void)err_set(&f->err, ERR_IO,
				"this flametop was built without libcurl and "
				"cannot query servers");
			return false;
		}
		shell_word(&word, full);
		(void)err_set(&f->err, ERR_IO,
			"this flametop was built without libcurl and cannot "
			"fetch; run: curl -s %s | flametop -",
			strbuf_c(&word));
		strbuf_free(&word);
		return false;
	}
	return check_tls(&o->tls, &f->err) == 0 &&
		server_find(p->url.scheme) == NULL;
}

int
fetch_all(const struct fetch_options *o, const struct str *name, size_t n,
	size_t max_memory, struct fetch_result *out, struct progress *progress,
	struct err *err)
{
	struct plain *plain = xcalloc(n + 1, sizeof(*plain)), one;
	struct http_request *request = xcalloc(n + 1, sizeof(*request));
	struct http_answer *answer = xcalloc(n + 1, sizeof(*answer));
	struct str *full = xcalloc(n + 1, sizeof(*full));
	size_t k = 0;
	int rc = 0;

	for (size_t i = 0; i < n; i++) {
		out[i] = (struct fetch_result){ .err = ERR_INIT };
		full[i] = named_expand(o->named, name[i], &out[i].arena);
		if (!begin_one(o, full[i], &out[i], &one))
			continue;
		request[k] = (struct http_request){ .max_bytes = max_memory,
			.max_is_memory = true };
		if (plan_plain(o, &one, &request[k], progress, &out[i].err) !=
			0)
			continue;
		if (!one.is_index)
			announce(o, &one);
		plain[k++] = one;
	}
	if (k > 0)
		rc = http_do(request, k, answer, progress, err);
	for (size_t i = 0; i < k; i++) {
		if (rc == 0)
			take_plain(o, &plain[i], &answer[i]);
		http_answer_fini(&answer[i]);
	}
	for (size_t i = 0; i < n && rc == 0; i++)
		if (out[i].is_address && out[i].err.code == ERR_NONE &&
			out[i].part.n == 0 && out[i].choices == NULL)
			rc = server_fetch(
				o, full[i], max_memory, &out[i], progress, err);
	free(full);
	free(plain);
	free(request);
	free(answer);
	return rc;
}
