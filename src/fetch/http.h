/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * HTTP and HTTPS requests. The calling thread waits and checks its progress, so
 * that it can be cancelled within POLL_MS. No other file uses libcurl; without
 * libcurl every request fails with a message.
 *
 *     request --> name, connect, TLS --> answer: status, headers, body
 *       GET: at most 10 redirects; secrets are sent to the first origin only
 *       POST: a redirect is an error that names the new address
 *
 * Gzipped bodies are returned as received; input/source.h unpacks them.
 */
#ifndef FT_FETCH_HTTP_H
#define FT_FETCH_HTTP_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "input/bytes.h"

/* Paths of PEM files, or "". */
struct http_tls {
	struct str cert, key, ca;
};

/* A request. All pointers are borrowed. */
struct http_request {
	struct str url;    /* http://, https://; without user and password */
	struct str socket; /* path of a unix socket; "": none */
	bool posts;
	struct str body, type; /* a POST's body and Content-Type */
	/* Secrets, sent only to the scheme, host and port of `url`. */
	struct str user, password, bearer;
	const struct str *header; /* [n_headers] "Name: value" */
	size_t n_headers;
	bool netrc;        /* use ~/.netrc if there is no user and no bearer */
	struct str accept; /* value of Accept; "": anything */
	const struct http_tls *tls;
	bool insecure;    /* accept any certificate */
	int64_t timeout;  /* ms for the whole request and its redirects */
	int64_t duration; /* ms that the server needs before it answers, or 0 */
	size_t max_bytes; /* largest body; 0: no limit */
	bool max_is_memory; /* max_bytes is that of --max-memory */
};

/* An answer. The caller frees it, even after errors. */
struct http_answer {
	struct err err; /* ERR_NONE: an answer with any status */
	long status;
	struct strbuf reason; /* "404 Not Found" */
	struct strbuf type;   /* Content-Type */
	struct strbuf url;    /* final URL, after redirects */
	bool go_pprof;        /* has the header X-Go-Pprof */
	bool grpc;            /* has a header Grpc-Metadata-... */
	int64_t retry_after;  /* seconds; -1: not sent */
	/* The server's clock (0: not sent) and the local clock, in ms since
	   1970. */
	int64_t date, received;
	struct bytes body;
};

enum { POLL_MS = 20, HTTP_AT_ONCE = 8 };

/* Make all requests, HTTP_AT_ONCE at a time: answer[i] for request[i]. -1 and
   err if cancelled by progress, which may be NULL, or if libcurl cannot be
   used. The answers must always be freed. */
int http_do(const struct http_request *request, size_t n,
	struct http_answer *answer, struct progress *progress, struct err *err);
void http_answer_fini(struct http_answer *a);
/* Store a header line in *a, if it is needed. False and a->err if the line is
   too long, or has an unrequested compression of the answer. */
bool http_take_header(struct http_answer *a, struct str line);
/* Unpack the body if it is gzipped, to at most max bytes. -1 and err on failure
   or if cancelled by progress, which may be NULL. */
int http_unpack(struct http_answer *a, size_t max, struct progress *progress,
	struct err *err);

/* Set err: an answer that is not a profile is larger than max. Returns -1. */
int http_list_is_long(size_t max, struct err *err);

/* Return libcurl's version, or NULL without libcurl. */
const char *http_version(void);

#endif
