/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A server for tests: see httpd.h. */
#include "prelude.h"

#include "httpd.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"

struct connection {
	struct httpd *d;
	int fd;
	pthread_t thread;
	bool over; /* guarded by d->lock */
};

struct httpd {
	const struct httpd_row *row;
	size_t n;
	int *used; /* [n] how often a row has answered */
	int listener, port;
	int stop[2]; /* the writing end closes when the test is over */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t came;
	VEC(struct connection *) connection;
	VEC(struct strbuf *) request;
};

static const char *
reason(int status)
{
	static const struct {
		int status;
		const char *name;
	} names[] = { { 200, "OK" }, { 204, "No Content" }, { 302, "Found" },
		{ 307, "Temporary Redirect" }, { 400, "Bad Request" },
		{ 401, "Unauthorized" }, { 403, "Forbidden" },
		{ 404, "Not Found" }, { 405, "Method Not Allowed" },
		{ 504, "Gateway Timeout" }, { 429, "Too Many Requests" },
		{ 500, "Internal Server Error" },
		{ 503, "Service Unavailable" } };

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (names[i].status == status)
			return names[i].name;
	return "Other";
}

/* A header's value, "" without one. */
static struct str
header_of(struct str head, const char *name)
{
	while (head.p != NULL) {
		struct str line = str_cut(&head, '\n'), value = line;
		struct str key = str_cut(&value, ':');

		if (str_eq_letters(key, str_c(name)))
			return str_trim(value);
	}
	return STR_EMPTY;
}

static void
send_all(int fd, struct str bytes)
{
	while (bytes.n > 0) {
		ssize_t n = send(fd, bytes.p, bytes.n, MSG_NOSIGNAL);

		if (n <= 0)
			return;
		bytes = str_skip(bytes, (size_t)n);
	}
}

/* All of a request. The offset of its body, or -1. */
static ptrdiff_t
read_request(struct connection *c, struct strbuf *text)
{
	struct pollfd fds[2] = { { .fd = c->fd, .events = POLLIN },
		{ .fd = c->d->stop[0], .events = POLLIN } };
	char part[4096];

	for (;;) {
		ptrdiff_t end = str_find(strbuf_str(text), STR("\r\n\r\n"), 0);
		int64_t length = 0;
		ssize_t n;

		if (end >= 0) {
			struct str head =
				str_sub(strbuf_str(text), 0, (size_t)end);

			if (!str_to_i64(
				    header_of(head, "Content-Length"), &length))
				length = 0;
			if (text->n >= (size_t)end + 4 + (size_t)length)
				return end + 4;
		}
		/* As a server does that wants no TLS. */
		if (text->n > 0 && text->p[0] == 0x16) {
			send_all(
				c->fd, STR("HTTP/1.0 400 Bad Request\r\n\r\n"));
			return -1;
		}
		if (poll(fds, 2, -1) < 0 || fds[1].revents != 0)
			return -1;
		n = read(c->fd, part, sizeof(part));
		if (n <= 0)
			return -1;
		strbuf_add(text, str_from(part, (size_t)n));
	}
}

static bool
fits(const struct httpd_row *row, struct str request, size_t body)
{
	struct str rest = request, method = str_cut(&rest, ' ');
	struct str path = str_cut(&rest, ' ');
	struct str content = str_skip(request, body);
	size_t n = row->path != NULL ? strlen(row->path) : 0;

	if (row->method != NULL && !str_is(method, row->method))
		return false;
	if (n > 0 && row->path[n - 1] == '*') {
		if (!str_starts(path, str_from(row->path, n - 1)))
			return false;
	} else if (n > 0 && !str_is(path, row->path)) {
		return false;
	}
	if (row->body != NULL && str_find(content, str_c(row->body), 0) < 0)
		return false;
	return row->exactly.n == 0 || str_eq(row->exactly, content);
}

static const struct httpd_row *
find_row(struct httpd *d, struct str request, size_t body)
{
	for (size_t i = 0; i < d->n; i++) {
		if (!fits(&d->row[i], request, body))
			continue;
		if (d->row[i].times != 0 && d->used[i] >= d->row[i].times)
			continue;
		d->used[i]++;
		return &d->row[i];
	}
	return NULL;
}

static void
wait_for_stop(struct connection *c)
{
	struct pollfd fds[2] = { { .fd = c->d->stop[0], .events = POLLIN },
		{ .fd = c->fd, .events = POLLIN } };

	while (poll(fds, 2, -1) < 0)
		;
}

static void
answer(struct connection *c, const struct httpd_row *row, struct str request,
	size_t at)
{
	static const struct httpd_row none = { .status = 404,
		.answer = { "no such row\n", 12 } };
	struct strbuf head = STRBUF_INIT, made = STRBUF_INIT;
	struct str body, path = request;
	int status;

	if (row == NULL)
		row = &none;
	status = row->status != 0 ? row->status : 200;
	body = row->answer;
	if (row->make != NULL) {
		(void)str_cut(&path, ' ');
		status = row->make(row->on, str_cut(&path, ' '),
			str_skip(request, at), &made);
		body = strbuf_str(&made);
	}
	if (row->speaks_no_http) {
		send_all(c->fd, STR("220 mail.example ESMTP\r\n"));
		return;
	}
	if (row->stalls) {
		wait_for_stop(c);
		return;
	}
	if (row->shuts)
		return;
	strbuf_addf(&head, "HTTP/1.1 %d %s\r\nConnection: close\r\n", status,
		reason(status));
	if (!row->chunked)
		strbuf_addf(&head, "Content-Length: %zu\r\n",
			row->announce != 0 ? row->announce : body.n);
	strbuf_addstr(&head, row->header != NULL ? row->header : "");
	strbuf_addstr(&head, "\r\n");
	send_all(c->fd, strbuf_str(&head));
	strbuf_free(&head);
	if (row->cut != 0)
		body = str_sub(body, 0, row->cut);
	if (row->stalls_inside) {
		send_all(c->fd, str_sub(body, 0, body.n / 2));
		wait_for_stop(c);
	}
	send_all(c->fd, body);
	strbuf_free(&made);
}

static void *
serve_one(void *arg)
{
	struct connection *c = arg;
	struct httpd *d = c->d;
	struct strbuf *text = xcalloc(1, sizeof(*text));
	ptrdiff_t body = read_request(c, text);
	const struct httpd_row *row = NULL;
	bool whole = body >= 0;

	(void)pthread_mutex_lock(&d->lock);
	vec_push(&d->request, text);
	if (whole)
		row = find_row(d, strbuf_str(text), (size_t)body);
	(void)pthread_cond_broadcast(&d->came);
	(void)pthread_mutex_unlock(&d->lock);
	if (whole)
		answer(c, row, strbuf_str(text), (size_t)body);
	(void)shutdown(c->fd, SHUT_WR);
	(void)pthread_mutex_lock(&d->lock);
	c->over = true;
	(void)pthread_mutex_unlock(&d->lock);
	return NULL;
}

static void
connection_end(struct connection *c)
{
	(void)pthread_join(c->thread, NULL);
	(void)close(c->fd);
	free(c);
}

/* Remove the answered ones. */
static void
reap(struct httpd *d)
{
	size_t n = 0;

	for (size_t i = 0; i < d->connection.n; i++) {
		struct connection *c = d->connection.p[i];
		bool over;

		(void)pthread_mutex_lock(&d->lock);
		over = c->over;
		(void)pthread_mutex_unlock(&d->lock);
		if (over)
			connection_end(c);
		else
			d->connection.p[n++] = c;
	}
	d->connection.n = n;
}

static void *
accept_all(void *arg)
{
	struct httpd *d = arg;
	struct pollfd fds[2] = { { .fd = d->listener, .events = POLLIN },
		{ .fd = d->stop[0], .events = POLLIN } };

	for (;;) {
		struct connection *c;
		int fd;

		if (poll(fds, 2, -1) < 0)
			continue;
		if (fds[1].revents != 0)
			return NULL;
		fd = accept(d->listener, NULL, NULL);
		if (fd < 0)
			continue;
		reap(d);
		c = xcalloc(1, sizeof(*c));
		c->d = d;
		c->fd = fd;
		if (pthread_create(&c->thread, NULL, serve_one, c) != 0)
			abort();
		vec_push(&d->connection, c);
	}
}

struct httpd *
httpd_new(const struct httpd_row *row, size_t n)
{
	struct httpd *d = xcalloc(1, sizeof(*d));
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(at);

	d->row = row;
	d->n = n;
	d->used = xcalloc(n + 1, sizeof(*d->used));
	d->listener = socket(AF_INET, SOCK_STREAM, 0);
	if (d->listener < 0 ||
		bind(d->listener, (struct sockaddr *)&at, sizeof(at)) != 0 ||
		listen(d->listener, 64) != 0 ||
		getsockname(d->listener, (struct sockaddr *)&at, &size) != 0 ||
		fd_pipe(d->stop, 0) != 0)
		abort();
	d->port = ntohs(at.sin_port);
	(void)pthread_mutex_init(&d->lock, NULL);
	(void)pthread_cond_init(&d->came, NULL);
	if (pthread_create(&d->thread, NULL, accept_all, d) != 0)
		abort();
	return d;
}

void
httpd_free(struct httpd *d)
{
	fd_close(&d->stop[1]);
	(void)pthread_join(d->thread, NULL);
	for (size_t i = 0; i < d->connection.n; i++)
		connection_end(d->connection.p[i]);
	for (size_t i = 0; i < d->request.n; i++) {
		strbuf_free(d->request.p[i]);
		free(d->request.p[i]);
	}
	vec_free(&d->connection);
	vec_free(&d->request);
	fd_close(&d->listener);
	fd_close(&d->stop[0]);
	(void)pthread_mutex_destroy(&d->lock);
	(void)pthread_cond_destroy(&d->came);
	free(d->used);
	free(d);
}

int
httpd_port(const struct httpd *d)
{
	return d->port;
}

size_t
httpd_requests(struct httpd *d)
{
	size_t n;

	(void)pthread_mutex_lock(&d->lock);
	n = d->request.n;
	(void)pthread_mutex_unlock(&d->lock);
	return n;
}

struct str
httpd_request(struct httpd *d, size_t i)
{
	struct str text = STR_EMPTY;

	(void)pthread_mutex_lock(&d->lock);
	if (i < d->request.n)
		text = strbuf_str(d->request.p[i]);
	(void)pthread_mutex_unlock(&d->lock);
	return text;
}

void
httpd_forget(struct httpd *d)
{
	enum { STAY = 16 }; /* some may be answered at this moment */
	size_t n;

	(void)pthread_mutex_lock(&d->lock);
	n = d->request.n > STAY ? d->request.n - STAY : 0;
	for (size_t i = 0; i < n; i++) {
		strbuf_free(d->request.p[i]);
		free(d->request.p[i]);
	}
	d->request.n -= n;
	for (size_t i = 0; i < d->request.n; i++)
		d->request.p[i] = d->request.p[i + n];
	(void)pthread_mutex_unlock(&d->lock);
}

void
httpd_wait(struct httpd *d, size_t n)
{
	(void)pthread_mutex_lock(&d->lock);
	while (d->request.n < n)
		(void)pthread_cond_wait(&d->came, &d->lock);
	(void)pthread_mutex_unlock(&d->lock);
}
