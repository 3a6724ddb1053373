/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads lists, points and errors in the answers of all servers (server.h).
 */
#include "prelude.h"

#include "fetch/server.h"

#include "base/json.h"

enum { LINE_MAX_BYTES = 200 };

int
server_member(
	struct jwalk *w, struct str body, const char *member, struct err *err)
{
	size_t where;

	if (jwalk_start(w, body, NULL, err) != 0 ||
		jwalk_members(w, &member, 1, &where) != 0)
		return -1;
	if (where == 0)
		return 0;
	jwalk_to(w, where);
	return 1;
}

/* Read one series. */
static int
read_one_series(const struct server_series_form *form, struct jwalk *w,
	int64_t step, struct server_points *out)
{
	const char *const names[] = { form->labels, form->points };
	struct server_series s = { .label = STR_EMPTY };
	size_t where[2], n = 0, end;
	struct jval *v;
	int more = 0;

	if (jwalk_members(w, names, 2, where) != 0)
		return -1;
	end = w->at;
	if (where[0] != 0) {
		jwalk_to(w, where[0]);
		v = jval_read(w);
		if (v == NULL)
			return -1;
		form->read_labels(v, out, &s);
		jval_free(v);
	}
	if (where[1] != 0 && jwalk_array_at(w, where[1]) != 0)
		return -1;
	while (where[1] != 0 && (more = jwalk_next(w, &n)) > 0) {
		struct server_point p = { .value = 0 };
		bool good;

		v = jval_read(w);
		if (v == NULL) {
			more = -1;
			break;
		}
		good = form->read_point(v, step, out, &p);
		jval_free(v);
		if (good && s.point.n < SERVER_POINTS_MAX)
			vec_push(&s.point, p);
	}
	if (more < 0) {
		vec_free(&s.point);
		return -1;
	}
	vec_push(&out->series, s);
	jwalk_to(w, end);
	return 0;
}

int
server_read_series(const struct server_series_form *form, struct str body,
	int64_t step, struct server_points *out, struct err *err)
{
	struct jwalk w;
	size_t n = 0;
	int more = server_member(&w, body, "series", err);

	if (more <= 0)
		return more;
	if (jwalk_array(&w) != 0)
		return -1;
	/* Bounded by the size of an answer. */
	while ((more = jwalk_next(&w, &n)) > 0)
		if (read_one_series(form, &w, step, out) != 0)
			return -1;
	return more < 0 ? -1 : 0;
}

void
server_points_fini(struct server_points *p)
{
	for (size_t i = 0; i < p->series.n; i++)
		vec_free(&p->series.p[i].point);
	vec_free(&p->series);
	arena_free(&p->arena);
}

int
server_read_list(struct str body, const char *member, struct arena *arena,
	struct server_names *out, struct err *err)
{
	struct jwalk w;
	size_t n = 0;
	int more = server_member(&w, body, member, err);

	if (more <= 0 || jwalk_peek(&w) != '[')
		return more < 0 ? -1 : 0;
	if (jwalk_array(&w) != 0)
		return -1;
	while ((more = jwalk_next(&w, &n)) > 0 &&
		out->name.n < SERVER_NAMES_MAX) {
		struct jval *v = jval_read(&w);
		struct str text;

		if (v == NULL)
			return -1;
		if (jval_text(v, &text) && text.n <= SERVER_TEXT_MAX)
			vec_push(&out->name, arena_str(arena, text));
		jval_free(v);
	}
	return more < 0 ? -1 : 0;
}

int
server_field(struct str message, uint64_t wanted, struct str *out)
{
	size_t at = 0;

	while (at < message.n) {
		uint64_t part[2] = { 0, 0 };

		for (int i = 0; i < 2; i++) {
			unsigned shift = 0;

			do {
				if (at == message.n || shift > 63)
					return -1;
				part[i] |= (uint64_t)((unsigned char)
							      message.p[at] &
						   0x7f)
					<< shift;
				shift += 7;
			} while ((unsigned char)message.p[at++] & 0x80);
		}
		if ((part[0] & 7) == 0)
			continue;
		if ((part[0] & 7) != 2 || part[1] > message.n - at)
			return -1;
		*out = str_sub(message, at, at + (size_t)part[1]);
		if (part[0] >> 3 == wanted)
			return 1;
		at += (size_t)part[1];
	}
	return 0;
}

/* Read one error, without those nested in it. False if there is none. */
static bool
read_message(struct str body, struct arena *arena, struct str *message)
{
	struct err ignored = ERR_INIT;
	struct jwalk w;
	struct jval *v;
	bool good;

	body = str_trim(body);
	if (body.n == 0 || body.p[0] != '{' || body.n > SERVER_LIST_MAX ||
		jwalk_start(&w, body, NULL, &ignored) != 0)
		return false;
	v = jval_read(&w);
	good = jval_text(jval_get(v, "message"), message);
	if (good)
		*message = arena_str(arena, *message);
	jval_free(v);
	return good;
}

bool
server_message(struct str body, struct arena *arena, struct str *message)
{
	enum { LAYERS = 3 };
	bool found = read_message(body, arena, message);

	for (int i = 1; found && i < LAYERS; i++) {
		struct str inner;
		ptrdiff_t brace = str_chr(*message, '{');

		if (brace < 0 ||
			!read_message(str_skip(*message, (size_t)brace), arena,
				&inner))
			break;
		*message = inner;
	}
	return found;
}

int
server_strange(const struct http_answer *a, const char *called, struct err *err)
{
	struct str body = str_trim(bytes_str(&a->body)), line = body;
	bool page = str_starts(body, STR("<")) ||
		str_find(strbuf_str(&a->type), STR("text/html"), 0) >= 0;

	line = str_sub(str_cut(&line, '\n'), 0, LINE_MAX_BYTES);
	if (page)
		return err_set(err, ERR_IO,
			"the server answered %s with a web page%s",
			strbuf_c(&a->reason),
			a->status == 200 || a->status == 302 ||
					a->status == 401 || a->status == 403
				? "; does it need a login?"
				: "");
	if (a->status == 404)
		return err_set(err, ERR_IO,
			"no %s at this address; check the path", called);
	if (a->status == 401 || a->status == 403)
		return err_set(err, ERR_IO,
			"server response: %s: FLAMETOP_TOKEN, FLAMETOP_USER "
			"and FLAMETOP_PASSWORD, ~/.netrc or --header give "
			"credentials",
			strbuf_c(&a->reason));
	return err_set(err, ERR_IO, "server response: %s%s%.*s",
		strbuf_c(&a->reason), line.n > 0 ? ": " : "", STR_ARG(line));
}
