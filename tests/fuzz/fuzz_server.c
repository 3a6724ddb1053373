/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as what servers answer, and as addresses. The first byte says as
 * which of them.
 */
#include "prelude.h"

#include "base/strbuf.h"
#include "base/xalloc.h"
#include "fetch/goindex.h"
#include "fetch/server.h"
#include "fetch/symbolz.h"
#include "fetch/url.h"
#include "profile/timetext.h"
#include "fuzz.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/server", NULL };

static void
as_apps(const struct server *s, struct str body, struct arena *arena)
{
	struct server_apps apps = { { NULL, 0, 0 } };
	struct err err = ERR_INIT;

	if (s->read_apps(body, arena, &apps, &err) != 0)
		must(err.msg[0] != '\0');
	must(apps.app.n <= SERVER_NAMES_MAX);
	vec_free(&apps.app);
}

static void
as_names(const struct server *s, struct str body, struct arena *arena)
{
	struct server_names names = { { NULL, 0, 0 } };
	struct err err = ERR_INIT;

	if (s->read_names(body, arena, &names, &err) != 0)
		must(err.msg[0] != '\0');
	vec_free(&names.name);
}

static void
as_points(const struct server *s, struct str body)
{
	struct server_points points = { .arena = ARENA_INIT,
		.group = STR("pod") };
	struct err err = ERR_INIT;

	if (s->read_points(body, 15000, &points, &err) != 0)
		must(err.msg[0] != '\0');
	must(points.series.n <= body.n);
	server_points_fini(&points);
}

static void
as_newest(const struct server *s, struct str body)
{
	struct err err = ERR_INIT;
	int64_t newest = 0;

	if (s->read_newest == NULL)
		return;
	if (s->read_newest(body, &newest, &err) != 0)
		must(err.msg[0] != '\0');
	must(newest >= 0 && newest <= INSTANT_LATEST);
}

static void
as_profile(const struct server *s, struct str body)
{
	struct bytes b = {
		.p = xstrndup(body.p, body.n), .n = body.n, .cap = body.n
	};
	struct err err = ERR_INIT;

	if (s->read_profile(&b, &err) != 0)
		must(err.msg[0] != '\0');
	must(b.n <= body.n);
	bytes_free(&b);
}

static void
as_error(const struct server *s, struct str body)
{
	struct http_answer a = { .status = 400, .retry_after = -1 };
	struct err err = ERR_INIT;

	a.body = (struct bytes){ .p = xstrndup(body.p, body.n), .n = body.n };
	must(s->explain(&a, &err) == -1 && err.msg[0] != '\0');
	http_answer_fini(&a);
}

/* Lines of a head. */
static void
as_head(struct str text)
{
	struct http_answer a = { .retry_after = -1 };

	while (text.p != NULL) {
		(void)http_take_header(&a, str_cut(&text, '\n'));
		must(a.retry_after >= -1);
		must(a.date >= 0 && a.date <= INSTANT_LATEST + 1000);
	}
	http_answer_fini(&a);
}

static void
as_symbols(struct str body, struct arena *arena)
{
	struct symbolz_names names = { { NULL, 0, 0 } };

	symbolz_read(body, arena, &names);
	must(names.name.n <= body.n / 4);
	for (size_t i = 0; i < names.name.n; i++)
		must(str_chr(names.name.p[i].name, '\n') < 0);
	vec_free(&names.name);
}

static void
as_address(struct str text, struct arena *arena)
{
	struct strbuf shown = STRBUF_INIT, again = STRBUF_INIT;
	struct server_query q;
	struct err err = ERR_INIT;
	const struct instant_base base = { .now = 0 };
	struct str full;
	int64_t ms;

	/* A shown address has nothing more to hide. */
	(void)url_shown(&shown, text);
	must(!url_shown(&again, strbuf_str(&shown)) ||
		str_find(strbuf_str(&shown), STR("…"), 0) >= 0);
	if (str_chr(text, '\0') < 0)
		(void)url_is_address(text, arena, &full);
	if (server_parse(text, text, 0, arena, &q, &err) != 0)
		must(err.msg[0] != '\0');
	else
		must(q.from <= q.until && q.url.host.n > 0);
	if (instant_parse(text, &base, &ms, &err) == 0)
		must(ms >= 0);
	strbuf_free(&shown);
	strbuf_free(&again);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = str_from((const char *)data, size);
	const struct server *s;
	struct arena arena = ARENA_INIT;
	struct str body = str_skip(text, 1);

	if (size == 0)
		return 0;
	s = data[0] & 1 ? &server_parca : &server_pyroscope;
	switch (data[0] >> 1 & 7) {
	case 0:
		as_apps(s, body, &arena);
		break;
	case 1:
		as_names(s, body, &arena);
		as_newest(s, body);
		break;
	case 2:
		as_points(s, body);
		break;
	case 3:
		as_profile(s, body);
		break;
	case 4:
		as_error(s, body);
		break;
	case 5:
		if (data[0] & 1)
			as_symbols(body, &arena);
		else
			choices_free(goindex_read(
				body, STR("http://h/debug/pprof/")));
		break;
	case 6:
		as_head(body);
		break;
	default:
		as_address(body, &arena);
	}
	arena_free(&arena);
	return 0;
}
