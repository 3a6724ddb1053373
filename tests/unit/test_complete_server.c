/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses of servers, completed from what these have. */
#include "prelude.h"

#include "app/complete_server.h"

#include "testing.h"

#include "app/app.h"
#include "app/job.h"
#include "base/compiler.h"
#include "fetch/fetch.h"
#include "fetch/configured.h"
#include "httpd.h"

#define CALL(name) "/querier.v1.QuerierService/" name
#define ANSWER(text) \
	{ \
		text, sizeof(text) - 1 \
	}

static const struct httpd_row rows[] = {
	{ .path = CALL("Series"),
		.answer = ANSWER("{\"labelsSet\":[{\"labels\":[{\"name\":"
				 "\"service_name\",\"value\":\"shop\"},{"
				 "\"name\":\"__profile_type__\",\"value\":"
				 "\"process_cpu:cpu:n:cpu:n\"}]},{\"labels\":["
				 "{\"name\":\"service_name\",\"value\":\"a&b\"}"
				 ",{\"name\":\"__profile_type__\",\"value\":"
				 "\"process_cpu:cpu:n:cpu:n\"}]}]}") },
	{ .path = CALL("LabelNames"),
		.answer = ANSWER("{\"names\":[\"__name__\",\"pod\","
				 "\"version\"]}") },
	{ .path = CALL("LabelValues"),
		.body = "pod=\\\"one\\\"",
		.answer = ANSWER("{\"names\":[\"v1\"]}") },
	{ .path = CALL("LabelValues"),
		.body = "\"version\"",
		.answer = ANSWER("{\"names\":[\"v2\",\"v1\",\"say "
				 "\\\"v3\\\"\"]}") },
	{ .status = 500, .answer = ANSWER("{\"message\":\"broken\"}") },
};

static struct app app;
static struct httpd *server;
static struct fetch_options fetching = { .seconds = -1 };
static struct strbuf found;

/* The candidates for a text, joined; requests are made as the worker does. */
static const char *
offered(const char *before, const char *behind, bool params)
{
	struct completion c = { .from = 0 };
	struct strbuf text = STRBUF_INIT;
	struct result_slot *d = &app.product[PRODUCT_OFFERS];
	struct str order;

	strbuf_addf(&text, "%s", before);
	if (!params)
		strbuf_addf(&text, "127.0.0.1:%d?", httpd_port(server));
	strbuf_addstr(&text, behind);
	for (int i = 0; i < 2; i++) {
		struct str line = strbuf_str(&text);
		const size_t from = 5;

		completion_fini(&c);
		if (params)
			complete_params(&c, &app, line, from, line.n);
		else
			assert_true(
				complete_address(&c, &app, line, from, line.n));
		if (c.order.n == 0)
			break;
		assert_int_equal(i, 0);
		order = arena_str(&app.text, c.order);
		offers_free(d->it);
		d->it = offers_new(&app.spec, order, NULL);
		d->made_of = order;
	}
	strbuf_reset(&found);
	strbuf_add(&found, str_sub(strbuf_str(&text), 0, c.from));
	if (c.err.code != ERR_NONE)
		strbuf_addf(&found, " error: %s", c.err.msg);
	for (size_t i = 0; i < c.item.n; i++)
		strbuf_add3(
			&found, i > 0 ? " | " : " -> ", c.item.p[i].text, "");
	completion_fini(&c);
	strbuf_free(&text);
	return strbuf_c(&found);
}

static void
begin(void)
{
	static struct str source;
	struct strbuf text = STRBUF_INIT;

	app = (struct app){ .spec.fetch = &fetching };
	server = httpd_new(rows, COUNT_OF(rows));
	strbuf_addf(&text, "pyroscope://127.0.0.1:%d?service=shop&from=now-3h",
		httpd_port(server));
	source = arena_str(&app.text, strbuf_str(&text));
	app.spec.source = &source;
	app.spec.n_sources = 1;
	strbuf_free(&text);
}

static void
end(void)
{
	offers_free(app.product[PRODUCT_OFFERS].it);
	arena_free(&app.text);
	strbuf_free(&found);
	httpd_free(server);
}

TEST(parameters_have_names_and_values)
{
	begin();
	assert_string_equal(offered("with ", "ty", true), "with  -> type=");
	assert_string_equal(
		offered("with ", "type=x&fr", true), "with type=x& -> from=");
	assert_string_equal(offered("with ", "until=now-1", true),
		"with until= -> now-15m | now-1h | now-12h | now-1d");
	/* Characters that would end the parameter are escaped as in an
	   address. */
	assert_string_equal(offered("with ", "service=", true),
		"with service= -> a%26b | shop");
	assert_string_equal(offered("with ", "type=p", true),
		"with type= -> process_cpu:cpu:n:cpu:n");
	assert_string_equal(offered("with ", "trace=", true), "with trace=");
	assert_int_equal(httpd_requests(server), 2);
	end();
}

TEST(selectors_have_labels_and_values)
{
	begin();
	assert_string_equal(
		offered("with ", "query=", true), "with query= -> {");
	assert_string_equal(offered("with ", "query={", true),
		"with query={ -> pod=\" | version=\"");
	assert_string_equal(offered("with ", "query={v", true),
		"with query={ -> version=\"");
	assert_string_equal(offered("with ", "query={version=\"v", true),
		"with query={version=\" -> v1\" | v2\"");
	assert_string_equal(offered("with ", "query={version!=\"s", true),
		"with query={version!=\" -> say \\\"v3\\\"\"");
	/* The matchers before the cursor narrow the list. */
	assert_string_equal(
		offered("with ", "query={pod=\"one\", version=~\"", true),
		"with query={pod=\"one\", version=~\" -> v1\"");
	assert_string_equal(
		offered("with ", "query={pod=\"one\"}", true), "with query=");
	/* Names of the service that is open. */
	assert_true(str_find(httpd_request(server, 0),
			    STR("{service_name=\\\"shop\\\"}"), 0) > 0);
	end();
}

TEST(addresses_are_completed)
{
	struct warnings damage;
	struct completion c = { .from = 0 };

	begin();
	(void)offered("open pyroscope://", "service=s", false);
	assert_non_null(strstr(strbuf_c(&found), "?service= -> shop"));
	/* A file is none, and neither is a server of plain HTTP. */
	assert_false(complete_address(&c, &app, STR("open dumps/"), 5, 11));
	assert_false(complete_address(
		&c, &app, STR("open http://h/x?type="), 5, 21));
	assert_int_equal(c.from, 5);
	/* Names of the configuration are offered with the files. */
	fetching.named = named_new();
	warnings_init(&damage, &app.text);
	named_read(fetching.named,
		STR("[server prod]\nurl = pyroscope://127.0.0.1:1\n"), &damage);
	assert_false(complete_address(&c, &app, STR("open pr"), 5, 7));
	assert_int_equal(c.item.n, 1);
	assert_true(str_is(c.item.p[0].text, "prod:"));
	assert_true(
		complete_address(&c, &app, STR("open prod:?service="), 5, 19));
	assert_true(str_is(c.order, "services\npyroscope://127.0.0.1:1"));
	completion_fini(&c);
	named_free(fetching.named);
	fetching.named = NULL;
	end();
}

TEST(errors_are_told_and_not_kept)
{
	static const char before[] = "with query={none=\"";

	begin();
	assert_string_equal(offered("with ", "query={none=\"", true),
		"with query={none=\" error: broken");
	assert_string_equal(
		strbuf_c(&found) + strlen(before), " error: broken");
	/* Nothing is open that could be asked. */
	app.spec.n_sources = 0;
	assert_string_equal(offered("with ", "type=", true), "with ");
	end();
}

int
main(void)
{
#ifndef HAVE_CURL
	return 77;
#endif
	(void)setenv("HOME", "/nonexistent", 1);
	return tests_run(NULL, NULL);
}
