/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * HTTP requests without a time limit of their own: the calling thread waits and
 * checks its progress, so that it can be cancelled within POLL_MS. Only http
 * and https. This is the only user of libcurl; without it every request fails
 * with a message.
 *
 *     request --> name, connect, TLS --> answer: status, facts, body
 *       GET: at most 10 redirects; what is secret stays with scheme, host, port
 *       POST: a redirect is an error that names the new place
 *
 * Bodies are returned as received, also gzip: input/source.h unpacks them.
 */
#ifndef FT_FETCH_HTTP_H
#define FT_FETCH_HTTP_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "input/bytes.h"

/* PEM files; "": not given. */
struct http_tls {
	struct str cert, key, ca;
};

/* A request. All borrowed. */
struct http_request {
	struct str url;    /* http://, https://; without user and password */
	struct str socket; /* path of a unix socket; "": none */
	bool posts;
	struct str body, type; /* a POST's body and Content-Type */
	/* Secrets, sent only to this scheme, host and port. */
	struct str user, password, bearer;
	const struct str *header; /* [n_headers] "Name: value" */
	size_t n_headers;
	bool netrc;        /* used if there is no user and no bearer */
	struct str accept; /* "": anything */
	const struct http_tls *tls;
	bool insecure;    /* accept any certificate */
	int64_t timeout;  /* ms for the whole request */
	int64_t duration; /* ms that the server is known to take; 0 */
	size_t max_bytes; /* body limit; 0: none */
};

/* An answer. The caller frees it, also after errors. */
struct http_answer {
	struct err err; /* ERR_NONE: there is an answer, of any status */
	long status;
	struct strbuf reason; /* "404 Not Found" */
	struct strbuf type;   /* Content-Type */
	struct strbuf url;    /* final URL, after redirects */
	bool go_pprof;        /* X-Go-Pprof */
	bool grpc;            /* Grpc-Metadata-... */
	int64_t retry_after;  /* seconds; -1: not sent */
	/* The server's clock and ours, in ms since 1970; 0: not sent. */
	int64_t date, received;
	struct bytes body;
};

enum { POLL_MS = 20, HTTP_AT_ONCE = 8 };

/* Make all requests, HTTP_AT_ONCE at a time: answer[n] for request[n]. -1 and
   err only if cancelled by progress, which may be NULL, or if nothing can be
   fetched at all; the answers must be freed even so. */
int http_do(const struct http_request *request, size_t n,
	struct http_answer *answer, struct progress *progress, struct err *err);
void http_answer_fini(struct http_answer *a);
/* Store a line of an answer's head in *a, if it is needed. False: it is too
   long. */
bool http_take_header(struct http_answer *a, struct str line);
/* Unpack the body if it is gzip, to at most max bytes. -1 and err, also when
   cancelled by progress, which may be NULL. */
int http_unpack(struct http_answer *a, size_t max, struct progress *progress,
	struct err *err);

/* Return the library's version, or NULL without one. */
const char *http_version(void);

#endif
