/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses of servers, and the same addresses with other ranges. */
#include "prelude.h"

#include "load/serverpoints.h"

#include "fetch/server.h"
#include "load/snapshots.h"

bool
served_all(const struct str *name, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!server_is(name[i]))
			return false;
	return n > 0;
}

struct span
served_span(const struct str *name, size_t n, int64_t now)
{
	struct span all = { INT64_MAX, INT64_MIN };

	for (size_t i = 0; i < n; i++) {
		struct span one;

		if (!server_span(name[i], now, &one.from, &one.until))
			continue;
		if (one.from < all.from)
			all.from = one.from;
		if (one.until + 1 > all.until)
			all.until = one.until + 1;
	}
	return all;
}

const struct str *
served_names(
	const struct str *name, size_t n, struct span span, struct arena *arena)
{
	struct str *out = ARENA_ARRAY(arena, struct str, n);

	for (size_t i = 0; i < n; i++) {
		struct strbuf text = STRBUF_INIT;

		server_put_range(&text, name[i], span.from, span.until - 1);
		out[i] = arena_str(arena, strbuf_str(&text));
		strbuf_free(&text);
	}
	return out;
}

struct str
served_part(const struct snapshots *s, struct str name, struct span span,
	struct arena *arena)
{
	const struct server_param type = { "type", s->type_id };
	const struct str *part = served_names(&name, 1, span, arena);
	struct strbuf text = STRBUF_INIT;
	struct str out;

	server_put_with(&text, *part, &type, s->type_id.n > 0);
	out = arena_str(arena, strbuf_str(&text));
	strbuf_free(&text);
	return out;
}
