/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HTTP requests by libcurl (http.h). */
#include "prelude.h"

#include "fetch/http.h"

#include <errno.h>
#include <inttypes.h>

#if defined(HAVE_CURL) && !defined(FT_STATIC)
#define USE_CURL
#include <dlfcn.h>

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#endif

#include "base/ascii.h"
#include "base/clock.h"
#include "base/compiler.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "fetch/secret.h"
#include "fetch/url.h"
#include "input/inflate.h"
#include "profile/timetext.h"

void
http_answer_fini(struct http_answer *a)
{
	strbuf_free(&a->reason);
	strbuf_free(&a->type);
	strbuf_free(&a->url);
	bytes_free(&a->body);
}

/* ---- The head of an answer ---- */

enum {
	HEADER_MAX = 64 * 1024, /* longest header line, in bytes */
	SHOWN_MAX = 40,         /* bytes of a header that are quoted */
};

#define LONG_HEAD "a line of the answer's head is longer than 64 KiB"

/* Parse "Sun, 06 Nov 1994 08:49:37 GMT". Servers truncate the seconds, so half
   a second is added, the mean error. */
static void
take_date(struct http_answer *a, struct str value)
{
	enum { LENGTH = 29, MS = 500 };
	const struct str months = STR("JanFebMarAprMayJunJulAugSepOctNovDec");
	const struct instant_base base = { .now = 0 };
	struct err ignored = ERR_INIT;
	ptrdiff_t month = str_find(months, str_sub(value, 8, 11), 0);
	char text[32];
	int64_t ms;

	if (value.n != LENGTH || !str_ends(value, STR(" GMT")) || month < 0 ||
		month % 3 != 0)
		return;
	(void)snprintf(text, sizeof(text), "%.4s-%02d-%.2sT%.8sZ", value.p + 12,
		(int)month / 3 + 1, value.p + 5, value.p + 17);
	if (instant_parse(str_c(text), &base, &ms, &ignored) != 0)
		return;
	a->date = ms + MS;
	a->received = clock_now();
}

bool
http_take_header(struct http_answer *a, struct str line)
{
	struct str value, name;

	line = value = str_trim(line);
	if (line.n > HEADER_MAX)
		return err_set(&a->err, ERR_FORMAT, "%s", LONG_HEAD) == 0;
	if (str_starts(line, STR("HTTP/"))) {
		ptrdiff_t blank = str_chr(line, ' ');

		strbuf_reset(&a->reason);
		strbuf_reset(&a->type);
		a->go_pprof = a->grpc = false;
		a->retry_after = -1;
		a->date = 0;
		if (blank > 0)
			strbuf_add(&a->reason,
				str_trim(str_skip(line, (size_t)blank + 1)));
		return true;
	}
	name = str_cut(&value, ':');
	value = str_trim(value);
	if (str_eq_letters(name, STR("Content-Type"))) {
		strbuf_reset(&a->type);
		strbuf_add(&a->type, value);
	} else if (str_eq_letters(name, STR("Date"))) {
		take_date(a, value);
	} else if (str_eq_letters(name, STR("Transfer-Encoding"))) {
		/* libcurl would unpack the body, without a limit. */
		if (!str_eq_letters(value, STR("chunked")) &&
			!str_eq_letters(value, STR("identity")))
			return err_set(&a->err, ERR_FORMAT,
				       "the server packed the answer without "
				       "being asked to (Transfer-Encoding: "
				       "%.*s)",
				       STR_ARG(str_sub(value, 0, SHOWN_MAX))) ==
				0;
	} else if (str_eq_letters(name, STR("X-Go-Pprof"))) {
		a->go_pprof = value.n > 0;
	} else if (str_eq_letters(name, STR("Retry-After"))) {
		if (!str_to_i64(value, &a->retry_after) || a->retry_after < 0)
			a->retry_after = -1;
	} else if (str_eq_letters(
			   str_sub(name, 0, 14), STR("Grpc-Metadata-"))) {
		a->grpc = true;
	}
	return true;
}

int
http_unpack(struct http_answer *a, size_t max, struct progress *progress,
	struct err *err)
{
	struct bytes out = BYTES_INIT;
	int rc = 0;

	if (inflate_is_gzip(bytes_str(&a->body)))
		rc = inflate_all(bytes_str(&a->body), max, &out, progress, err);

	if (rc > 0) {
		bytes_free(&a->body);
		a->body = out;
	}
	return rc < 0 ? -1 : 0;
}

int
http_list_is_long(size_t max, struct err *err)
{
	char limit[32];

	bytes_size(max, limit);
	return err_set(err, ERR_IO,
		"the answer is larger than %s, too long for a list", limit);
}

#ifndef USE_CURL

const char *
http_version(void)
{
	return NULL;
}

int
http_do(const struct http_request *request, size_t n,
	struct http_answer *answer, struct progress *progress, struct err *err)
{
	(void)request;
	(void)progress;
	for (size_t i = 0; i < n; i++)
		answer[i] = (struct http_answer){ .retry_after = -1 };
	return err_set(err, ERR_IO, "this flametop was built without libcurl");
}

#else

const char *
http_version(void)
{
	return LIBCURL_VERSION;
}

enum {
	REDIRECTS = 10,
	CONNECT_MS = 15000,
	STALL_SECONDS = 60,
	PIECE = 256 << 10,   /* bytes of a body per callback */
	BELIEVED = 64 << 20, /* announced lengths up to this are allocated */
};

/* Functions of libcurl. It is loaded when the first address is opened, because
   loading it takes longer than showing a small profile. */
#define CURL_CALLS(X) \
	X(easy_cleanup) \
	X(easy_getinfo) \
	X(easy_init) \
	X(easy_setopt) \
	X(easy_strerror) \
	X(global_cleanup) \
	X(global_init) \
	X(multi_add_handle) \
	X(multi_cleanup) \
	X(multi_info_read) \
	X(multi_init) \
	X(multi_perform) \
	X(multi_poll) X(multi_remove_handle) X(slist_append) X(slist_free_all)

#ifdef __APPLE__
#define CURL_FILE "libcurl.4.dylib"
#else
#define CURL_FILE "libcurl.so.4"
#endif

struct curl_lib {
#define CURL_FIELD(name) __typeof__(&curl_##name) name;
	CURL_CALLS(CURL_FIELD)
};

static int
curl_load(struct curl_lib *lib, struct err *err)
{
	/* The library is never unloaded, which libcurl does not support. */
	void *handle = dlopen(CURL_FILE, RTLD_NOW | RTLD_LOCAL);
	const char *missing = NULL;

	if (handle == NULL)
		return err_set(
			err, ERR_IO, "cannot load libcurl: %s", dlerror());
#define CURL_FIND(name) \
	*(void **)&lib->name = dlsym(handle, "curl_" #name); \
	if (lib->name == NULL) \
		missing = #name;
	CURL_CALLS(CURL_FIND)
	return missing == NULL
		? 0
		: err_set(err, ERR_IO, CURL_FILE " has no curl_%s", missing);
}

/* A request in progress. */
struct transfer {
	const struct curl_lib *lib;
	const struct http_request *request;
	struct http_answer *answer;
	CURL *easy;
	struct curl_slist *header;
	int64_t began;
	int redirects;
	bool went_away; /* was redirected to another origin */
	bool too_large, too_late;
	struct progress *progress; /* may be NULL */
	uint64_t total; /* announced bytes of the body; 0: unknown */
	char why[CURL_ERROR_SIZE];
};

#define EASY(x, option, value) \
	(void)(x)->lib->easy_setopt((x)->easy, (option), (value))

/* ---- Receiving ---- */

/* Return the ms that are left for a request and all of its redirects. */
static int64_t
time_left(const struct transfer *x)
{
	return x->request->timeout - (clock_ms() - x->began);
}

static size_t
take_body(char *p, size_t size, size_t n, void *arg)
{
	struct transfer *x = arg;
	struct bytes *b = &x->answer->body;
	size_t max = x->request->max_bytes;

	/* An endless body would otherwise keep libcurl busy. */
	x->too_late = time_left(x) <= 0;
	if (x->too_late || progress_stopped(x->progress))
		return 0;
	n *= size;
	/* Beside the body, there are libcurl and other answers. */
	if ((max != 0 && add_size(b->n, n) > max) ||
		(x->request->max_is_memory && progress_full(x->progress))) {
		x->too_large = true;
		return 0;
	}
	if (b->cap - b->n < n) {
		b->cap = b->n == 0 && x->total >= n && x->total <= BELIEVED
			? (size_t)x->total
			: mul_size(add_size(b->n, n), 2);
		b->p = xrealloc(b->p, b->cap, 1);
	}
	memcpy(b->p + b->n, p, n);
	b->n += n;
	return n;
}

/* Take a header line. Returning a different size ends the transfer. */
static size_t
take_header(char *p, size_t size, size_t n, void *arg)
{
	struct transfer *x = arg;

	return http_take_header(x->answer, str_from(p, size * n)) ? size * n
								  : 0;
}

static int
note_progress(void *arg, curl_off_t total, curl_off_t now, curl_off_t up_total,
	curl_off_t up)
{
	struct transfer *x = arg;

	(void)now;
	(void)up_total;
	(void)up;
	x->total = total > 0 ? (uint64_t)total : 0;
	return 0;
}

/* ---- Sending ---- */

static void
set_string(struct transfer *x, CURLoption option, struct str value)
{
	char *text = xstrndup(value.p, value.n);

	/* libcurl copies the text. */
	EASY(x, option, value.p != NULL ? text : (char *)NULL);
	secret_wipe(text, value.n);
	free(text);
}

static void
send_header(struct transfer *x, const char *name, struct str value)
{
	struct strbuf line = STRBUF_INIT;
	struct curl_slist *more;

	strbuf_addstr(&line, name);
	strbuf_add(&line, value);
	more = x->lib->slist_append(x->header, strbuf_c(&line));
	if (more != NULL)
		x->header = more;
	secret_wipe(line.p, line.n);
	strbuf_free(&line);
}

/* Set the options that depend on the URL. */
static void
set_place(struct transfer *x, struct str url)
{
	const struct http_request *r;
	bool trusts;
	const struct http_request *secrets_r;
	bool own;
	int64_t left = time_left(x);

	x->lib->slist_free_all(x->header);
	x->header = NULL;
	set_string(x, CURLOPT_URL, url);
	/* This header alone does not make libcurl decode bodies. */
	send_header(x, "Accept-Encoding: gzip", STR_EMPTY);
	if (x->request->accept.n > 0)
		send_header(x, "Accept: ", x->request->accept);
	if (x->request->posts) {
		send_header(x, "Content-Type: ", x->request->type);
		send_header(x, "Expect:", STR_EMPTY);
	}
	secrets_r = x->request;
	own = secrets_r->user.n > 0 || secrets_r->password.n > 0 ||
		secrets_r->bearer.n > 0;
	EASY(x, CURLOPT_NETRC,
		(long)(secrets_r->netrc && !own && !x->went_away
				? CURL_NETRC_OPTIONAL
				: CURL_NETRC_IGNORED));
	if (x->went_away) {
		EASY(x, CURLOPT_USERNAME, NULL);
		EASY(x, CURLOPT_PASSWORD, NULL);
	} else {
		if (secrets_r->bearer.n > 0) {
			send_header(
				x, "Authorization: Bearer ", secrets_r->bearer);
		} else if (own) {
			set_string(x, CURLOPT_USERNAME, secrets_r->user);
			set_string(x, CURLOPT_PASSWORD, secrets_r->password);
		}
		for (size_t i = 0; i < secrets_r->n_headers; i++)
			send_header(x, "", secrets_r->header[i]);
	}
	r = x->request;
	trusts = r->insecure && !x->went_away;
	EASY(x, CURLOPT_SSL_VERIFYPEER, trusts ? 0L : 1L);
	EASY(x, CURLOPT_SSL_VERIFYHOST, trusts ? 0L : 2L);
	if (r->tls != NULL) {
		if (r->tls->ca.n > 0) {
			set_string(x, CURLOPT_CAINFO, r->tls->ca);
			EASY(x, CURLOPT_CAPATH, NULL);
		}
		if (r->tls->cert.n > 0 && !x->went_away) {
			set_string(x, CURLOPT_SSLCERT, r->tls->cert);
			set_string(x, CURLOPT_SSLKEY, r->tls->key);
		} else {
			EASY(x, CURLOPT_SSLCERT, NULL);
			EASY(x, CURLOPT_SSLKEY, NULL);
		}
	}
	EASY(x, CURLOPT_HTTPHEADER, x->header);
	/* All redirects share the time limit. */
	if (left < 1)
		left = 1;
	EASY(x, CURLOPT_TIMEOUT_MS, (long)left);
	EASY(x, CURLOPT_CONNECTTIMEOUT_MS,
		(long)(left < CONNECT_MS ? left : CONNECT_MS));
}

static int
exchange_begin(struct transfer *x, CURLM *multi)
{
	const struct http_request *r = x->request;
	const char *none, *upper;
	struct strbuf text = STRBUF_INIT;

	x->easy = x->lib->easy_init();
	x->began = clock_ms();
	if (x->easy == NULL)
		return -1;
	EASY(x, CURLOPT_PRIVATE, x);
	EASY(x, CURLOPT_PROTOCOLS_STR, "http,https");
	EASY(x, CURLOPT_NOSIGNAL, 1L);
	EASY(x, CURLOPT_QUICK_EXIT, 1L);
	EASY(x, CURLOPT_ERRORBUFFER, x->why);
	EASY(x, CURLOPT_USERAGENT, "flametop/" PACKAGE_VERSION);
	EASY(x, CURLOPT_BUFFERSIZE, (long)PIECE);
	EASY(x, CURLOPT_WRITEFUNCTION, take_body);
	EASY(x, CURLOPT_WRITEDATA, x);
	EASY(x, CURLOPT_HEADERFUNCTION, take_header);
	EASY(x, CURLOPT_HEADERDATA, x);
	EASY(x, CURLOPT_NOPROGRESS, 0L);
	EASY(x, CURLOPT_XFERINFOFUNCTION, note_progress);
	EASY(x, CURLOPT_XFERINFODATA, x);
	if (r->duration == 0) {
		EASY(x, CURLOPT_LOW_SPEED_LIMIT, 1L);
		EASY(x, CURLOPT_LOW_SPEED_TIME, (long)STALL_SECONDS);
	}
	if (r->max_bytes != 0)
		EASY(x, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)r->max_bytes);
	if (r->socket.n > 0)
		set_string(x, CURLOPT_UNIX_SOCKET_PATH, r->socket);
	if (r->posts) {
		EASY(x, CURLOPT_POST, 1L);
		EASY(x, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)r->body.n);
		EASY(x, CURLOPT_POSTFIELDS, r->body.n > 0 ? r->body.p : "");
	}
	/* libcurl looks up proxies. As in Go, requests to this machine use
	   none. */
	none = getenv("no_proxy");
	upper = getenv("HTTP_PROXY");
	if (none == NULL)
		none = getenv("NO_PROXY");
	strbuf_addstr(&text, none != NULL ? none : "");
	strbuf_addstr(&text, ",localhost,127.0.0.0/8,::1");
	if (!str_is(str_trim(str_c(none)), "*"))
		set_string(x, CURLOPT_NOPROXY, strbuf_str(&text));
	/* In a CGI program, HTTP_PROXY is a header from the client. */
	if (upper != NULL && getenv("http_proxy") == NULL &&
		getenv("REQUEST_METHOD") == NULL &&
		str_starts(x->request->url, STR("http:")))
		set_string(x, CURLOPT_PROXY, str_c(upper));
	strbuf_free(&text);
	set_place(x, r->url);
	strbuf_add(&x->answer->url, r->url);
	return x->lib->multi_add_handle(multi, x->easy) == CURLM_OK ? 0 : -1;
}

/* ---- Errors ---- */

static const struct {
	CURLcode code;
	const char *text;
} reasons[] = {
	{ CURLE_COULDNT_RESOLVE_HOST, "no such host" },
	{ CURLE_COULDNT_RESOLVE_PROXY, "no such proxy host" },
	{ CURLE_OUT_OF_MEMORY, LONG_HEAD },
#if LIBCURL_VERSION_NUM >= 0x080600
	{ CURLE_TOO_LARGE, LONG_HEAD },
#endif
	{ CURLE_GOT_NOTHING,
		"the server closed the connection without an answer" },
	{ CURLE_TOO_MANY_REDIRECTS, "more than 10 redirects" },
	{ CURLE_URL_MALFORMAT, "invalid address" },
};

/* Name the proxy if that is what libcurl could not connect to: "Failed to
   connect to HOST port 3128 after 0 ms: ...". */
static void
wrap_proxy(const struct transfer *x, struct err *err)
{
	struct str rest = str_c(x->why), host, port;
	struct url u;
	ptrdiff_t at = str_find(rest, STR(" port "), 0);

	if (at < 0 || !str_starts(rest, STR("Failed to connect to ")) ||
		!url_parse(strbuf_str(&x->answer->url), &u))
		return;
	host = str_sub(rest, strlen("Failed to connect to "), (size_t)at);
	port = str_skip(rest, (size_t)at + strlen(" port "));
	port = str_cut(&port, ' ');
	if (u.port.n == 0)
		u.port = str_eq_letters(u.scheme, STR("https")) ? STR("443")
								: STR("80");
	if (str_eq(port, u.port) &&
		(str_eq_letters(host, u.host) ||
			str_eq(host, str_sub(u.host, 1, u.host.n - 1))))
		return;
	(void)err_wrap(err, "proxy %.*s:%.*s", STR_ARG(host), STR_ARG(port));
}

/* True if the server ended a TLS connection because of the certificate that it
   got, or did not get. TLS 1.3 does so after the handshake, while libcurl
   already sends the request. */
static bool
certificate_refused(const struct transfer *x, CURLcode code)
{
	struct str why = str_c(x->why);

	if (!str_starts(strbuf_str(&x->answer->url), STR("https:")) ||
		x->answer->reason.n > 0)
		return false;
	return (code == CURLE_SEND_ERROR &&
		       str_find(why, STR("getpeername"), 0) >= 0) ||
		(str_find(why, STR(" alert "), 0) >= 0 &&
			(str_find(why, STR("certificate"), 0) >= 0 ||
				str_find(why, STR("unknown ca"), 0) >= 0));
}

static void
say_curl_failure(struct transfer *x, CURLcode code, struct err *err)
{
	const char *why =
		x->why[0] != '\0' ? x->why : x->lib->easy_strerror(code);
	char limit[32];

	if (x->too_late)
		code = CURLE_OPERATION_TIMEDOUT;
	for (size_t i = 0; i < COUNT_OF(reasons); i++)
		if (reasons[i].code == code) {
			(void)err_set(err, ERR_IO, "%s", reasons[i].text);
			return;
		}
	if (certificate_refused(x, code)) {
		(void)err_set(err, ERR_IO,
			"the server %s (-tls_cert, -tls_key)",
			x->request->tls != NULL && x->request->tls->cert.n > 0
				? "refused the certificate"
				: "requires a certificate");
		return;
	}
	if (x->too_large || code == CURLE_FILESIZE_EXCEEDED) {
		bytes_size(x->request->max_bytes, limit);
		if (x->request->max_is_memory)
			(void)err_set(err, ERR_IO,
				"larger than the memory limit of %s (see "
				"--max-memory)",
				limit);
		else
			(void)http_list_is_long(x->request->max_bytes, err);
		return;
	}
	switch ((int)code) {
	case CURLE_COULDNT_CONNECT: {
		long number = 0;

		(void)x->lib->easy_getinfo(x->easy, CURLINFO_OS_ERRNO, &number);
		if (x->request->socket.n > 0)
			(void)err_set(err, ERR_IO, "%.*s: %s",
				STR_ARG(x->request->socket),
				number == 0 ? "no such socket"
					    : strerror((int)number));
		else if (number == ECONNREFUSED)
			(void)err_set(err, ERR_IO, "connection refused");
		else
			(void)err_set(err, ERR_IO, "cannot connect: %s",
				number != 0 ? strerror((int)number) : x->why);
		wrap_proxy(x, err);
	} break;
	case CURLE_OPERATION_TIMEDOUT: {
		int64_t seconds = (clock_ms() - x->began + 500) / 1000;
		bool ours = time_left(x) < 500;
		double connected = 0;

		(void)x->lib->easy_getinfo(
			x->easy, CURLINFO_PRETRANSFER_TIME, &connected);
		/* Connecting and silence have limits of their own. */
		(void)err_set(err, ERR_IO, "%s %" PRId64 "s%s",
			x->answer->body.n > 0
				? "the answer was not complete after"
				: !ours && connected <= 0
				? "no connection within"
				: "no data within",
			seconds, ours ? " (-timeout)" : "");
	} break;
	case CURLE_PARTIAL_FILE:
	case CURLE_RECV_ERROR: {
		size_t n = x->answer->body.n;

		if (x->total > 0)
			(void)err_set(err, ERR_IO,
				"the answer was truncated: %zu of %" PRIu64
				" bytes",
				n, x->total);
		else
			(void)err_set(err, ERR_IO,
				"the answer was truncated after %zu byte%s", n,
				plural(n));
	} break;
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CERTPROBLEM:
	case CURLE_SSL_CACERT_BADFILE: {
		const struct http_tls *tls = x->request->tls;
		const char *tls_why = x->why[0] != '\0'
			? x->why
			: x->lib->easy_strerror(code);

		if (code == CURLE_SSL_CACERT_BADFILE)
			(void)err_set(err, ERR_IO,
				"certificate not trusted: %.*s has no "
				"certificates "
				"(-tls_ca)",
				STR_ARG(tls->ca));
		else if (code == CURLE_SSL_CERTPROBLEM)
			(void)err_set(err, ERR_IO,
				"could not load certificate/key pair specified "
				"by "
				"-tls_cert and -tls_key: %.*s, %.*s",
				STR_ARG(tls->cert), STR_ARG(tls->key));
		else if (strstr(tls_why, "wrong version number") != NULL ||
			strstr(tls_why, "packet length too long") != NULL)
			(void)err_set(err, ERR_IO,
				"the server does not use TLS; try http://");
		else if (code == CURLE_PEER_FAILED_VERIFICATION)
			(void)err_set(err, ERR_IO,
				"certificate not trusted: %s (try -tls_ca=FILE "
				"or https+insecure://)",
				tls_why);
		else
			(void)err_set(err, ERR_IO, "TLS: %s", tls_why);
	} break;
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_WEIRD_SERVER_REPLY:
		(void)err_set(err, ERR_IO, "the server does not speak HTTP");
		break;
	default:
		(void)err_set(err, ERR_IO, "%s", why);
	}
}

/* ---- Steps of a request ---- */

/* Follow a redirect. Returns 1 if the new request has started, 0 if there is no
   redirect, -1 and a->err if it cannot be followed. */
static int
exchange_redirect(struct transfer *x, CURLM *multi)
{
	struct http_answer *a = x->answer;
	char *place = NULL;
	struct url old, new;
	struct strbuf shown = STRBUF_INIT;
	long status = a->status;

	if (status != 301 && status != 302 && status != 303 && status != 307 &&
		status != 308)
		return 0;
	(void)x->lib->easy_getinfo(x->easy, CURLINFO_REDIRECT_URL, &place);
	if (place == NULL)
		return 0;
	if (!url_parse(str_c(place), &new) ||
		(!str_eq_letters(new.scheme, STR("http")) &&
			!str_eq_letters(new.scheme, STR("https")))) {
		(void)url_shown(&shown, str_c(place));
		(void)err_set(&a->err, ERR_IO,
			"redirected to %s, which is neither http nor https",
			strbuf_c(&shown));
	} else if (x->request->posts) {
		(void)url_shown(&shown, str_c(place));
		(void)err_set(&a->err, ERR_IO,
			"redirected to %s: use that address", strbuf_c(&shown));
	} else if (x->redirects++ == REDIRECTS) {
		(void)err_set(&a->err, ERR_IO, "more than %d redirects",
			(int)REDIRECTS);
	}
	strbuf_free(&shown);
	if (a->err.code != ERR_NONE)
		return -1;
	/* After a redirect to another origin, no later origin gets secrets. */
	if (!url_parse(strbuf_str(&a->url), &old) ||
		!url_same_origin(&old, &new))
		x->went_away = true;
	strbuf_reset(&shown);
	url_put(&shown, &new);
	strbuf_reset(&a->url);
	strbuf_add(&a->url, strbuf_str(&shown));
	strbuf_free(&shown);
	bytes_free(&a->body);
	(void)x->lib->multi_remove_handle(multi, x->easy);
	set_place(x, strbuf_str(&a->url));
	if (x->went_away)
		EASY(x, CURLOPT_UNIX_SOCKET_PATH, NULL);
	if (x->lib->multi_add_handle(multi, x->easy) == CURLM_OK)
		return 1;
	return err_set(&a->err, ERR_IO, "libcurl cannot follow a redirect");
}

static void
exchange_end(struct transfer *x, CURLM *multi)
{
	if (x->easy != NULL) {
		(void)x->lib->multi_remove_handle(multi, x->easy);
		x->lib->easy_cleanup(x->easy);
	}
	x->lib->slist_free_all(x->header);
	x->easy = NULL;
	x->header = NULL;
}

/* Finish a request. False if it continues at a redirect. */
static bool
exchange_done(struct transfer *x, CURLM *multi, CURLcode code)
{
	struct http_answer *a = x->answer;
	static const struct {
		long status;
		const char *name;
	} names[] = { { 200, "OK" }, { 204, "No Content" },
		{ 400, "Bad Request" }, { 401, "Unauthorized" },
		{ 403, "Forbidden" }, { 404, "Not Found" },
		{ 405, "Method Not Allowed" }, { 429, "Too Many Requests" },
		{ 500, "Internal Server Error" }, { 502, "Bad Gateway" },
		{ 503, "Service Unavailable" }, { 504, "Gateway Timeout" } };

	(void)x->lib->easy_getinfo(x->easy, CURLINFO_RESPONSE_CODE, &a->status);
	/* A header may have been refused already. */
	if (code != CURLE_OK && a->err.code == ERR_NONE)
		say_curl_failure(x, code, &a->err);
	else if (code == CURLE_OK && exchange_redirect(x, multi) > 0)
		return false;
	/* HTTP/2 has no reason phrases. */
	if (str_chr(strbuf_str(&a->reason), ' ') < 0) {
		strbuf_reset(&a->reason);
		strbuf_addf(&a->reason, "%ld", a->status);
		for (size_t i = 0; i < COUNT_OF(names); i++)
			if (names[i].status == a->status)
				strbuf_addf(&a->reason, " %s", names[i].name);
	}
	exchange_end(x, multi);
	return true;
}

/* Report progress: time if a server is known to need some, else bytes. */
static void
tell_progress(const struct transfer *x, size_t n, struct progress *progress)
{
	uint64_t done = 0, total = 0;
	int64_t now = clock_ms(), spent = 0, need = 0;

	for (size_t i = 0; i < n; i++) {
		int64_t d = x[i].request->duration;

		done += x[i].answer->body.n;
		total += x[i].total;
		if (x[i].easy == NULL || x[i].answer->body.n > 0)
			continue;
		if (d > need) {
			need = d;
			spent = now - x[i].began;
		}
	}
	if (need > 0) {
		progress_stage(progress, PROGRESS_WAIT, (uint64_t)need);
		progress_done(
			progress, (uint64_t)(spent < need ? spent : need));
	} else {
		progress_stage(
			progress, PROGRESS_START, total >= done ? total : 0);
		progress_done(progress, done);
	}
}

/* End finished requests and start others. Returns the number running. */
static size_t
turn(struct transfer *x, size_t n, size_t *next, size_t running, CURLM *multi)
{
	struct transfer *done;
	CURLMsg *message;
	int left;

	while ((message = x->lib->multi_info_read(multi, &left)) != NULL) {
		if (message->msg != CURLMSG_DONE)
			continue;
		(void)x->lib->easy_getinfo(
			message->easy_handle, CURLINFO_PRIVATE, &done);
		running -= exchange_done(done, multi, message->data.result);
	}
	for (; *next < n && running < HTTP_AT_ONCE; ++*next) {
		if (exchange_begin(&x[*next], multi) == 0) {
			running++;
			continue;
		}
		(void)err_set(&x[*next].answer->err, ERR_IO,
			"libcurl cannot begin a request");
		exchange_end(&x[*next], multi);
	}
	return running;
}

int
http_do(const struct http_request *request, size_t n,
	struct http_answer *answer, struct progress *progress, struct err *err)
{
	struct transfer *x = xcalloc(n + 1, sizeof(*x));
	struct curl_lib lib;
	size_t next = 0, running = 0;
	CURLM *multi;
	int rc = 0, still = 0;

	for (size_t i = 0; i < n; i++) {
		answer[i] = (struct http_answer){ .retry_after = -1 };
		x[i].lib = &lib;
		x[i].request = &request[i];
		x[i].answer = &answer[i];
		x[i].progress = progress;
	}
	if (curl_load(&lib, err) != 0) {
		free(x);
		return -1;
	}
	(void)lib.global_init(CURL_GLOBAL_DEFAULT);
	multi = lib.multi_init();
	while (multi != NULL && rc == 0) {
		running = turn(x, n, &next, running, multi);
		if (running == 0 && next == n)
			break;
		(void)lib.multi_perform(multi, &still);
		tell_progress(x, n, progress);
		/* A partial answer is useless, so "keep" cancels too. */
		if (progress_stopped(progress) || progress_kept(progress))
			rc = err_set(err, ERR_CANCELLED, "cancelled");
		else if (still == (int)running)
			(void)lib.multi_poll(multi, NULL, 0, POLL_MS, NULL);
	}
	if (multi == NULL)
		rc = err_set(err, ERR_IO, "libcurl cannot start");
	for (size_t i = 0; i < n; i++)
		exchange_end(&x[i], multi);
	(void)lib.multi_cleanup(multi);
	lib.global_cleanup();
	free(x);
	return rc;
}

#endif
