/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A server for tests, on a port of 127.0.0.1 that the kernel chooses: it plays
 * what it was told to, and misbehaves if it was told to do that. A thread
 * for each connection; each answers one request.
 *
 *     struct httpd *d = httpd_new(rows, n);
 *     ... http://127.0.0.1:httpd_port(d)/path ...
 *     httpd_requests(d), httpd_request(d, 0)
 *     httpd_free(d);
 */
#ifndef FT_TESTS_HTTPD_H
#define FT_TESTS_HTTPD_H

#include "base/str.h"
#include "base/strbuf.h"

struct httpd;

/* The first row that fits a request answers it. */
struct httpd_row {
	const char *method; /* NULL: any */
	const char *path;   /* the whole of it, or with a '*' at its end how it
			       begins; NULL: any */
	const char *body;   /* bytes that are in the request's body; or NULL */
	struct str exactly; /* all of the request's body; n 0: any */
	int status;         /* 0: 200 */
	const char *header; /* more of them, each with \r\n; or NULL */
	struct str answer;
	/* Or what makes one, of a request's path and body: its status. On any
	   thread. */
	int (*make)(
		void *on, struct str path, struct str body, struct strbuf *out);
	void *on;
	/* How it misbehaves: */
	size_t cut;      /* close after so many bytes of the body; 0: not */
	size_t announce; /* Content-Length, whatever comes; 0: the true one */
	bool chunked;    /* no length at all */
	bool shuts;      /* close without an answer */
	bool stalls;     /* nothing comes until the test is over */
	bool stalls_inside; /* ... behind the first half of the body */
	bool speaks_no_http;
	int times; /* only the first so many times; 0: always */
};

/* Rows are borrowed. */
struct httpd *httpd_new(const struct httpd_row *row, size_t n);
void httpd_free(struct httpd *d);
int httpd_port(const struct httpd *d);

/* Requests so far: all of the head and body of each, which lives as long as
   the server. */
size_t httpd_requests(struct httpd *d);
struct str httpd_request(struct httpd *d, size_t i);
/* Do not keep any but the last ones: for those who look at the memory. */
void httpd_forget(struct httpd *d);
/* Wait until so many are there. */
void httpd_wait(struct httpd *d, size_t n);

#endif
