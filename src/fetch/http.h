/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Requests over HTTP, for what takes as long as it takes: the calling thread
 * waits, and looks at its progress all the while, so that it can be stopped
 * within POLL_MS. Only http and https. The only user of libcurl; built without
 * it, every request fails and says so.
 *
 *     request --> name, connect, TLS --> answer: status, facts, body
 *       GET: at most 10 redirects; what is secret stays with scheme, host, port
 *       POST: a redirect is an error that names the new place
 *
 * Bodies come as they are, gzip and all: input/source.h unpacks them.
 */
#ifndef FT_FETCH_HTTP_H
#define FT_FETCH_HTTP_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "input/bytes.h"

/* Files of PEM, "" for what is not given. */
struct http_tls {
	struct str cert, key, ca;
};

/* All borrowed. */
struct http_request {
	struct str url;    /* http://, https://; without user and password */
	struct str socket; /* the path of a unix socket; "" is none */
	bool posts;
	struct str body, type; /* of a POST, and its Content-Type */
	/* What is secret, and goes to this scheme, host and port only. */
	struct str user, password, bearer;
	const struct str *header; /* [n_headers] "Name: value" */
	size_t n_headers;
	bool netrc;        /* look there if there is no user and no bearer */
	struct str accept; /* what to accept; "" is anything */
	const struct http_tls *tls;
	bool insecure;    /* any certificate will do */
	int64_t timeout;  /* ms for all of it */
	int64_t duration; /* ms that the server is known to need; 0 */
	size_t max_bytes; /* of the body; 0: no limit */
};

/* The caller frees it, also after errors. */
struct http_answer {
	struct err err; /* ERR_NONE: there is an answer, of whatever status */
	long status;
	struct strbuf reason; /* "404 Not Found" */
	struct strbuf type;   /* Content-Type */
	struct strbuf url;    /* where it came from: redirects lead away */
	bool go_pprof;        /* X-Go-Pprof */
	bool grpc;            /* Grpc-Metadata-... */
	int64_t retry_after;  /* seconds; -1: not said */
	/* By the server's clock and by ours, in ms since 1970; 0: not said. */
	int64_t date, received;
	struct bytes body;
};

enum { POLL_MS = 20, HTTP_AT_ONCE = 8 };

/* All of them, HTTP_AT_ONCE at a time: answer[n] for request[n]. -1 and err
   only when progress, which may be NULL, asked to stop, or nothing can be
   fetched at all; the answers are to be freed even so. */
int http_do(const struct http_request *request, size_t n,
	struct http_answer *answer, struct progress *progress, struct err *err);
void http_answer_fini(struct http_answer *a);
/* A line of an answer's head into *a; what nobody needs is passed over. False:
   it is too long. */
bool http_take_header(struct http_answer *a, struct str line);
/* Unpack the body if it is gzip, to at most max bytes. -1 and err, also when
   progress, which may be NULL, asked to stop. */
int http_unpack(struct http_answer *a, size_t max, struct progress *progress,
	struct err *err);

/* The version of the library, or NULL without one. */
const char *http_version(void);

#endif
